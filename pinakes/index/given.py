"""Is this a person's name, or none? Told by its first word, where that is a given name, and by everyday words.

Given names that are places, days or everyday words as well are left out: `Florence`, `June`, `Mark`.
"""

from __future__ import annotations

from pinakes.index.common import is_common

_GIVEN = frozenset(
    """
aaron abdul abdullah abigail adam adrian agnes ahmad ahmed aisha akira alan albert alberto alejandro alessandro alex
alexander alexandra alexandre alexei alfred ali alice alicia alison allan allen alonzo amanda amelia amir amit amy
ana anastasia anders andré andrea andreas andrew andrey andrzej angela angelika anita anja anke ann anna anne
annette annika anthony anton antonia antonio arjun arthur astrid barbara beatrice beatriz ben benjamin bernard bernd
bernhard bertrand beth bettina bianca bill birgit bjarne björn bob boris brendan brenda brian bruce bruno caitlin
carl carla carlo carlos carmen carol carolina caroline catherine cecilia cédric charles charlotte chen cheng chloé
chris christian christina christine christoph christophe christopher claire clara claude claudia claus colin connor
cornelia craig cristina cynthia daniel daniela daniele danielle dario darren dave david deborah debra denis dennis
derek dermot diana diane diego dieter dietmar dimitri dirk dmitri dmitry dominic dominik dominique don donald donna
dora doris dorothea dorothy douglas edgar edith edmund eduardo edward edwin eileen elaine eleanor elena eli elias
elisa elisabeth elizabeth ella ellen emil emilia emilie emily emma enrico enrique eric erich erik erika erin ernst
esther ethan eugene eva evelyn fabian fatima federico felicia felix ferdinand fernando fiona flora francesca
francesco francis francisco françois frank franz fred frederick friedrich fritz gabriel gabriela gareth gary geoff
geoffrey georg george gerald gerhard gertrud gilbert gilles giorgio giovanna giovanni giulia giuseppe glenn gordon
graham greg gregor gregory greta guido guillaume günter günther guy hannah hannes hans harald harold harry hassan
heather hector heidi heike heiko heinrich heinz helen helena helga helmut hendrik henri henrik henry herbert hermann
hilary hiroshi holger howard hubert hugh hugo hussein ian ibrahim ignacio igor ilya inga ingrid irene irina isaac
isabel isabella isabelle ivan ivana jack jacob jacqueline jacques jakob jake james jamie jan jane janet janice
jasmin jason javier jay jean jeff jeffrey jenna jennifer jens jeremy jerome jerry jessica jesús jill jim joachim
joan joanna joanne jochen joe joel johan johann johanna johannes john jon jonas jonathan jordi jorge jörg josé
josef josefine joseph josh joshua joyce juan judith julia julian juliana julie jürgen justin kai karen karin karl
karl-heinz karla katarina kate katharina katherine kathleen kathrin kathryn katja kay keith kelly ken kenji kenneth
kerstin kevin kim klara klaus konrad kristin kristina kumar kurt lars laura lauren laurence laurent lawrence lea
leila lena leo leon leonard leonardo leonie leslie lewis liam lina linda linus lisa liz lorenzo louis louise luca
lucas lucia lucie lucy ludwig luigi luis luisa lukas luke lydia magda magdalena malcolm manfred manuel manuela marc
marcel marcello marco marcos marcus margaret margarete maria mariana marie marina mario marion marit markus marlene
marta martha martin martina mary massimo mathias mathieu mats matt matteo matthew matthias maurice mauro maya megan
mehmet melanie melissa meredith michael michaela michail michal michel michele michelle miguel mikael mike mikhail
milan minh miriam mirko mohamed mohammad mohammed moira monica monika morgan morten muhammad nadia nadine naomi
natalia natalie nathan nathaniel neil nelson nicholas nick nicola nicolas nicole niels nigel nikita niklas nikolai
nils nina noah nora norbert norman olaf oleg olga oliver olivia olivier omar oscar oskar otto owen pablo pamela
paolo pascal patricia patrick paul paula pauline pavel pedro peggy peng peter petra phil philip philipp philippe
phillip pierre pietro priya rachel rafael rahul rainer raj ralf ralph ramón randy raphael raúl ray raymond rebecca
regina reinhard renate rené ricardo riccardo richard rick rita rob robert roberto robin rodrigo roger roland rolf
roman ronald rosa rosemary roy rudolf rudolph rupert russell ruth ryan sabina sabine sally salvatore sam samantha
samuel sandra sanjay sara sarah satoshi scott sean sebastian sergei sergey sergio shannon sharon sheila shirley
siegfried sigrid silke silvia simon simone sofia sonia sonja sophia sophie stanley stefan stefanie steffen stella
stephan stephanie stephen steve steven stuart sue susan susanne suzanne sven svetlana sylvia sylvie takashi tamara
tanja tanya tara teresa terry theodor theodore theresa thérèse thomas thorsten tim timo timothy tina tobias todd
tom tomas tomasz toni tony torsten tracy ulrich ulrike ursula uwe valentina valeria vanessa vera verena veronica
victor viktor vincent vincenzo vinod vladimir volker walter wang wendy werner wilhelm william winston wolfgang
xavier yan yann yasmin yoko yuki yuri yusuf yves yvonne zachary zhang zoe
""".split()
)
_NO_FAMILY = frozenset(
    "academy airport award awards bay center centre college conjecture county effect equation foundation gallery gmbh "
    "inc institute lemma library lookup ltd medal memorial method model palace paradox prize theorem trail university "
    "universität theory".split()
)
_WORDS_TOO = frozenset(
    "art chase dale dawn drew gene glen grace hope jordan mark may miles pat rich rose summer wade will".split()
)
"""Given names that are words as well: no proof of a person, and none against."""


def is_no_person(name: str) -> bool:
    """What was taken for a person by its capitals: it holds a number, or begins or ends with an everyday word."""
    words = name.split()
    first, last = words[0], words[-1]
    if is_person(name):
        return False
    return (
        any(c.isdigit() for c in name)
        or (len(name) > 3 and name == name.upper() and "." not in name)
        or (is_common(first) and first.casefold() not in _WORDS_TOO)
        or (len(words) > 1 and is_common(last) and first.casefold() not in _GIVEN)
    )


def is_person(name: str) -> bool:
    """Two or three words of which the first is a given name and the last may be a family's."""
    words = name.split()
    if not 2 <= len(words) <= 3 or words[0].casefold() not in _GIVEN:
        return False
    last = words[-1]
    named = last[:1].isupper() and last[1:] != last[1:].upper() and all(c.isalpha() or c in "-'’." for c in last)
    return named and last.casefold() not in _NO_FAMILY and not (is_common(last) and len(last) > 5)
