"""Which capitalised words say nothing by themselves? Everyday English that opens a sentence or names a button.

Not every such word, but those that notes and manuals put a capital on: without them `Open the
Pantry` names a pantry and `Settings` nobody. Words that are people's names as well are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import Stemmer

_VERBS = """
accept access achieve act add adjust adopt advance aim allow analyse analyze announce apply archive arrange ask assign
assist assume ate attach attempt avoid backup bake beat become begin believe bind block boil boost bought bring
brought browse build bundle buy calculate call came cancel capture change check choose clarify clean clear click clone
close collapse collect combine come comment commit compare compile complete compose compute concern configure confirm
connect consider consist consolidate contact contain continue contribute control convert cook copy correct cover
create customise customize cut cycle debug decide decrease define delete deliver demonstrate depend deploy deprecate
describe design destroy detect determine develop did disable discard disconnect discover discuss display distribute
document double download drag draw drop dry duplicate eat edit eliminate embed emphasise emphasize enable encourage
end enhance enjoy enrich ensure enter erase establish evaluate examine exclude execute exist expand expect experience
experiment explain explore export extend extract fail fell felt fetch fill filter find finish fix focus follow force
format forward found gave generate get go got grab grew group guarantee handle happen held help hide highlight hit
hold hover identify ignore illustrate implement import improve include increase indent indicate influence inform
initialise initialize insert inspect install integrate introduce investigate invite invoke involve iterate join jump
keep kept knead knew know launch lead learn leave left link list listen load locate lock log look lose lost made
maintain manage match measure meet mention merge met migrate minimise minimize modify monitor move navigate need
normalise normalize note notice notify observe offer open operate optimise optimize order organise organize output
override own pack paid parse paste pause perform persist pick pin plan point pour prefer prepare preserve press
prevent preview print proceed process produce propose protect prove provide publish pull purge push put query quit
quote ran reach react read realise realize rebuild receive recommend record recreate redirect reduce refactor refer
refine refresh register rehearse reject relate release reload remember remind remove rename render reopen reorder
repeat replace reply report represent reproduce request require reset resize resolve respond restart restore restrict
retrieve return reuse reveal revert review revise revisit rework rewrite rinse rotate run said sang sat save saw scan
schedule scroll search see seem select send sent separate serve set share shift show simplify sing skip slept soak
sold solve sort specify spent split spoke start stay stood stop store streamline study submit suggest summarise
summarize support suppose surface swam swim switch sync take talk taught tell test thank think thought throw tidy
toggle told took touch track transform translate trigger trim try turn tweak type understand undo unify uninstall
unlock update upgrade upload use validate vary verify view visit visualise visualize wait walk want warn wash watch
went whisk wish woke won wore work wrap write written wrote zoom
"""
_OPENERS = """
accordingly afterwards again against ago ahead almost along already alternatively always among another anybody anyone
anything anyway apart around away back below beneath beside besides beyond both btw could currently dear despite due
during each either else elsewhere enough especially essentially etc even eventually ever every everybody everyone
everything everywhere exactly except extremely finally firstly fixme fortunately further furthermore fyi generally
gladly gradually hello hence hey hi hopefully however hundred ie imho imo incidentally indeed initially inside instead
last lastly late lately later latter less lets likely luckily mainly maybe meanwhile might moreover must namely nearly
neither never nevertheless next nobody none nonetheless nothing notwithstanding nowadays obviously occasionally oh ok
okay opposite otherwise outside overall particularly past per perhaps please plus possibly presumably previously
probably prof ps quite rarely really recently regardless secondly several shortly should similarly simply
simultaneously since somebody somehow someone something sometime sometimes somewhere soon sorry specifically still
subsequently sure surprisingly ten than thankfully thanks therefore though three thus till tldr todo together tonight
too toward towards twice two ultimately underneath unfortunately unless unlike unto upon usually various via well
whatever whenever whereas whereby wherever whether whichever whoever within without wow yeah yes yesterday yet zero
"""
_THINGS = """
ability able absolute acknowledgement action activity actual addition additional advanced advantage advice afaik
afternoon ah aka alert alive alone alt alternative am amazing ambiguous amount annual anonymous answer apparent
appearance appendix application approach appropriate approximate arbitrary area argument article asap aspect asset
asynchronous attachment attention attribute attribution author automatic available avatar average awesome background
backlink backspace bad badge banner bar based basic basis beautiful beginner behavior behaviour behind benefit best
better big bigger bit blog body bold bonus book bookmark boring bottom box branch breadcrumb breakfast breaking brief
bright broken bst bug bulk busy button callout camera canvas caption careful case category cause caution cautious cell
central certain cest cet chart chat cheap checkbox checklist child chip class clever clipboard closed closely cloud cm
cmd code coffee collapsed collection color colour column combined command common compared compatibility complex
component comprehensive concept concerning conclusion concrete condition configuration confusing consequence
considering consistent constant content contents context contributor convenient convention cool cost count credit
criteria cross crucial ctrl current custom daily dark dashboard data database date day dead deep deeply default
definition del dependency description desktop detail developer development device diagram dialog dictionary difference
different difficult digest direct direction directory dirty discussion disk draft dropdown duration dynamic early
easier easily easy edge editor edt effect effective efficient eg eight element email emoji empty english entire entry
environment equal error esc essential est evening event evident exact example excellent exception excited extension
external extra fact fair false familiar faq fast feature feedback fewer field fifth fifty figure file final fine first
five flag flat flow folder font footer footnote form formal former fortunate four fourth frequent fresh friendly full
fully fun function future gallery game gb general generic ghz glad global glossary gmt goal gone good gradual grand
graph great greater greatest grid guide half happy hard hash header heading headline heavy hidden high hint history
home hotkey hour huge hz icon idea image immediate impact implementation important inbox index info information
initial inline inner input instance instruction intended intent interactive interested interesting interface internal
introduction invalid isomorphic issue item journal kb key keyboard keyword kg khz kind kinda km kudos kwh label
landing language large latest layout leaf left legacy length lesson let level leverage library licence license limit
limitation line little local location logic logo long loop lots loud lovely low lower lucky machine main major manual
manually map margin markup massive mb meaning media member menu message meta metadata method mhz mid middle million
mind minimal minor minute missing mixed ml mm mobile mode model modern modular moment month morning mouse multi
multiple name navigation nb near neat necessary nested network new newest newly nice nine normal notebook notification
null number object objective obvious occasional occurrence odd offline offset old older one ongoing online operation
operator opinion option optional order ordinary origin original outer outline overview package page pane panel
paragraph parameter parent part partial particular password past path pattern pdt people percent perfect period
permission person personal phase phone photo physical picture place placeholder plain platform play plenty plugin pm
poor popular popup port position possibility possible post potential powerful practical practice precise prefix
premise prerequisite present presentation pretty previous primary principle prior priority privacy private probable
problem product profile program progress project prompt proper property proposal pst public pull purpose quality
quantity question queue quick quiet random range rapid rare rate ratio raw reader ready real reason recap recent
recipe recording ref reference region regular related relation relative relevant reliable remote repo repository
research resource respectively response responsive result reviewer right roadmap robust role root rough round row rule
sad safe same sample scale scary scenario scope score screen screenshot script second secondary section security self
semi sense sentence sequence series serious server service session setting setup seven severe shape shared sharp shell
short shortcut side sidebar sign significant similar simple simultaneous single site six size slide slight slow small
smart smooth snippet software solution somewhat source space spec special specific specification square stable stage
standard state statement static status step straight strange strategy stream strict string strong structure stuff
stupid style sub subject subsequent successful sudden sufficient suffix suitable summary super surprising sweet symbol
syntax system tab table tag target task tb tba tbd team technical technique template temporary term terminal terrible
text thankful theme theory thick thin thing third thirty thorough thought thousand thread tight tile time tiny tip
title today tomorrow tool toolbar tooltip topic total tough traditional transition tree tricky trip trouble true truly
truth tune tutorial twelve twenty typical ugly unclear unfortunate unique unit universal unknown unlimited unnecessary
upcoming upper upstream url usage user usual utc utility valid value variable variant vast version versus vertical
viable video virtual visible visual volume warm warning way weak website week weird welcome whole wide widget width
wild window wip wonderful word workflow workspace worth wrong year young zone
"""
_EVERYDAY = """
age air apple autumn band bath bed bell bench board bone bottle bowl bracket brass bread breath bridge bronze brother
brush bus butter cable cake candle car card cat chair chapter character cheese choir church city clock cloth club
coast cold community company cook copper corner courtyard cream cup cupboard dance daughter desk dinner dog door dough
dress drop dust ear earth egg engine exhibition eye fabric family farm father feather film fire fish floor flour
flower foot friend fruit garage garden gate glass glue goat gold grass ground guest gum hair hall hand harbour hat
head heart hook hospital hotel house human ice iron island jacket jar jelly kettle kitchen knee knife ladder lake lamp
law leather leg lemon letter life light lime lunch market meal meat metal milk mirror money moon mother mountain mouth
museum music nail neck needle nerve nose nut oak oil onion oven paint paper pen pencil pepper piano pin pipe planet
plaster plate pocket pond pot potato powder pump radio rain resin rice ring river road rock roof room rope rubber sail
salt sand sauce saw school screw sea seat seed sheet shelf ship shirt shoe shop shoulder silk silver sister sky sleeve
smoke snow soap sock soil song soup speech spoon spring stair star station steam steel stick stone story stove street
sugar summer sun tail tea telephone tide tomato tooth tower town toy train tray truck tube valley wall water wave wax
weather wheat wheel wind wine winter wire wood wool world wrist yard yarn
"""
_BEGIN = f"{_VERBS} {_OPENERS}"
_HEADLINES = f"{_BEGIN} {_THINGS}"
_ALL = f"{_HEADLINES} {_EVERYDAY}"
_SHORT = frozenset(
    "ain aren can couldn didn doesn don hadn hasn haven he how i isn it let mustn needn she shouldn that there they "
    "wasn we weren what when where who why won wouldn you".split()
)
_ENDINGS = frozenset("d ll m re s t ve".split())


@cache
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("english")


@cache
def _stems(words: str) -> frozenset[str]:
    return frozenset(_stemmer().stemWords(words.split()))


def is_common(word: str) -> bool:
    """In any of its forms, whatever the case; each part of `Multi-line`; `Don't` and `I've`."""
    return all(
        _is_contraction(part) or (len(part) > 1 and _stemmer().stemWord(part) in _stems(_ALL)) for part in _parts(word)
    )


def is_headline(words: Sequence[str]) -> bool:
    """Words of manuals alone, which put capitals on them: `Export Graph`; not `Harbour Board`."""
    return all(_stemmer().stemWord(part) in _stems(_HEADLINES) for word in words for part in _parts(word))


def only_opens(word: str) -> bool:
    """What a sentence begins with and a name does not: `Open`, `However`; not `New` and `Machine`."""
    return all(_is_contraction(part) or _stemmer().stemWord(part) in _stems(_BEGIN) for part in _parts(word))


def _parts(word: str) -> list[str]:
    return word.casefold().replace("’", "'").split("-")


def is_contraction(word: str) -> bool:
    """`don't`, `I’ve`."""
    return _is_contraction(word.casefold().replace("’", "'"))


def _is_contraction(word: str) -> bool:
    first, mark, ending = word.partition("'")
    return bool(mark) and first in _SHORT and ending in _ENDINGS
