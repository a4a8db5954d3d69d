"""With which words does a question point back to what was said before it? Five languages' cues."""

from __future__ import annotations

import re
from typing import NamedTuple

_I = re.IGNORECASE
NAME = r"[^\W\d_a-zß-öø-ÿ][\w'’.-]{0,40}"
"""A word that begins with a capital, or with a letter that has no small one."""


class Cues(NamedTuple):
    """One language's way of pointing back. None of the expressions looks further than its bounded repeats."""

    lead: re.Pattern[str]
    """What a follow-up begins with: "and …", "und …"."""
    about: re.Pattern[str]
    """ "What about X?"; the group `x` is what takes the place of something."""
    bare: re.Pattern[str]
    """A question that is nothing but its question word; the group `word`."""
    adverb: re.Pattern[str]
    """A question word that another may take the place of, since a verb follows."""
    asking: re.Pattern[str]
    """The question words at the beginning of a question, with the auxiliary behind."""
    verb_first: re.Pattern[str]
    """What makes a text a question although it has no question word."""
    who: re.Pattern[str]
    phrase: re.Pattern[str]
    """An article and what belongs to it: "the new diaphragm of the horn"."""
    own: re.Pattern[str]
    """Before a pronoun, in the same question: what it stands for then."""
    empty: re.Pattern[str]
    """Pronouns that stand for nothing: "is it raining"."""
    person: re.Pattern[str]
    persons: re.Pattern[str]
    thing: re.Pattern[str]
    place: re.Pattern[str]
    owner: re.Pattern[str]
    """ "his", "its": whose."""
    preposition: re.Pattern[str]
    either: bool = False
    """Words for "he" and "she" also stand for things."""


def _cues(*, either: bool = False, sensitive: str = "", **patterns: str) -> Cues:
    """Whatever the case, but for those fields."""
    flags = {name: 0 if name in sensitive.split() else _I for name in patterns}
    return Cues(**{name: re.compile(pattern, flags[name]) for name, pattern in patterns.items()}, either=either)


_AUX = r"(?:did|does|do|is|are|was|were|will|would|can|could|should|must|has|have|had)"
_ADJECTIVE = r"nouve\w{1,4}|vieux|vieille|petite?s?|grande?s?|premi\w{2,4}|bon(?:ne)?s?|beau|belle"

ENGLISH = _cues(
    sensitive="own",
    lead=r"\A\W{0,3}(?:and|but|so|also|then|ok|okay|well|or|now)(?: also| then)?\b[,:]?\s{1,3}",
    about=r"\A(?:what|how) about (?P<x>[^?]{1,160})\??\W{0,3}\Z",
    bare=r"\A(?P<word>(?:since |until |till |by |for |with |to |from )?(?:when|where|why|how|who|whom|which|whose|what)"
    r"(?: (?:exactly|not|so|long|much|many|often|far|else|for|to|from|by|come|year|day))?)\W{0,4}\Z",
    adverb=rf"\A(?P<word>when|where|why|how)(?= {_AUX}\b)",
    asking=rf"\A(?:since |until |for |with |from |to )?(?:what|which|who|whom|whose|when|where|why|how)"
    rf"(?: (?:many|much|long|often|far|old|year|day))?\b(?: {_AUX}\b)?",
    verb_first=rf"\b(?:what|which|who|whom|whose|when|where|why|how)\b|\A{_AUX}\b",
    who=r"\A(?:who|whom)\b",
    phrase=r"\b(?:the|my|our|a|an)(?: (?!(?:of|in|on|at|for|to|from|by|with|and|or|that|which|who|when|is|are|was|were"
    r"|will|has|have|had|did|does|do|say|about|after|before|during|since|than|as|if|be|been|can|could|should|not)\b)"
    r"[\w'’-]{1,30}){1,4}"
    r"(?: of (?:the |my |our |a )?(?:(?!(?:in|on|at|for|to|from|by|with|and|or)\b)[\w'’-]{1,30} ?){1,2})?",
    own=r"(?i:\b(?:the|a|an|my|our|your|each|every|some|any|these|those)\s\w"
    r"|\b(?:which|what) (?!is|are|was|were|do|does|did|has|have|will|can|could|should|happened)\w)",
    empty=rf"\b(?:{_AUX}) it (?:takes? (?:\w{{1,20}} ){{0,4}}to|costs? (?:\w{{1,20}} ){{0,3}}to|rain|snow|matter"
    r"|make sense|look like|seem|mean to)\b"
    r"|\b(?:is|was|be|were) it (?:\w{1,20} )?(?:to|that|raining|snowing|cold|warm|hot|dark|late|possible|true|worth"
    r"|okay|ok|safe|necessary|normal)\b|\btime is it\b|\b(?:is|are|was|were|be) there\b|\bthere (?:is|are|was|were)\b",
    person=r"\b(?P<it>he|she|him|her(?=\W{0,4}\Z| (?:in|at|on|to|for|with|from|after|before|about|by)\b))\b",
    persons=r"\b(?P<it>they|them)\b",
    thing=r"\b(?P<it>it|(?:this|that)(?=\W{0,4}\Z| (?:mean|happen|cost|work|come|go|change|start|end|begin|matter|help"
    r"|called|done|made|decided|possible|true|take)\b)|th(?:is|at) one|the same(?=\W{0,4}\Z))\b",
    place=r"(?<!\bare )(?<!\bis )(?<!\bwas )(?<!\bwere )\b(?P<it>there)\b",
    owner=r"\b(?P<it>his|her|its|their)(?= \w)",
    preposition=r"\A(?P<word>in|on|at|for|with|from|to|by|of|since|before|after|during|near|under|over|without)\s",
)
GERMAN = _cues(
    either=True,
    sensitive="phrase person own",
    lead=r"\A\W{0,3}(?:und|aber|also|dann|ok|okay|oder|auch)(?: dann| auch)?\b[,:]?\s{1,3}",
    about=r"\A(?:was ist mit|wie (?:steht|sieht) es (?:mit|bei)|wie ist es (?:mit|bei)) (?P<x>[^?]{1,160}?)"
    r"(?: aus)?\??\W{0,3}\Z",
    bare=r"\A(?P<word>(?:seit |bis |ab |von |mit |für |bei |um )?(?:wann|wo|woher|wohin|warum|weshalb|wieso|wozu|wie"
    r"|wer|wen|wem|wessen|was|welche[rsnm]?|wie ?viele?[nrms]?)(?: (?:genau|nicht|lange|oft|weit|denn|noch|so))?)"
    r"\W{0,4}\Z",
    adverb=r"\A(?P<word>wann|wo|woher|wohin|warum|weshalb|wieso|wozu|wie)(?= \w)",
    asking=r"\A(?:seit |bis |ab |von |mit |für |bei |in |um )?(?:wann|woher|wohin|wozu|wo|warum|weshalb|wieso"
    r"|wie ?viele?[nrms]?|wie|wer|wen|wem|wessen|was|welche[rsnm]?)\b(?: (?:hat|haben|ist|sind|war|waren|wird|werden"
    r"|wurde|wurden|hatte|soll|kann|muss)\b)?",
    verb_first=r"\b(?:wann|wo|woher|wohin|warum|weshalb|wieso|wozu|wie|wer|wen|wem|wessen|was|welche[rsnm]?"
    r"|wie ?viele?)\b|\A(?:hat|haben|ist|sind|war|waren|wird|werden|wurde|wurden|kann|können|soll|muss|darf|gibt)\b",
    who=r"\A(?:wer|wen|wem)\b",
    phrase=r"\b(?:[Dd](?:er|ie|as|en|em|es)|[Ee]ine?[nmrs]?|[Mm]eine?[nmrs]?|[Uu]nse?re?[nmrs]?)"
    rf"(?: [a-zäöüß][\wäöüß-]{{1,30}}){{0,2}} {NAME}"
    rf"(?: (?:des|der|von|vom|von der|von dem)(?: [a-zäöüß][\w-]{{1,30}}){{0,1}} {NAME})?",
    own=rf"\b(?:[Dd](?:er|ie|as|en|em|es)|[Ee]ine?[nmrs]?|[Mm]eine?[nmrs]?|[Uu]nse?re?[nmrs]?)(?: [a-zäöüß]\S{{1,30}})"
    rf"{{0,2}} {NAME}",
    empty=r"\b(?:gibt|geht|regnet|schneit|heißt|dauert|lohnt|gab|ging) es\b|\bes (?:gibt|geht|gab|regnet)\b"
    r"|\b(?:ist|war) es (?:möglich|wahr|nötig|kalt|warm|spät|üblich|besser|sinnvoll)\b|\b(?:spät|uhr) ist es\b",
    person=r"\b(?P<it>er|ihn|ihm|sie|ihr(?=\W{0,4}\Z| [a-zäöü]))\b",
    persons=r"\b(?P<it>ihnen)\b",
    thing=r"\b(?P<it>es|dies|(?:das|die|den)(?=\W{0,4}\Z| [a-zäöüß]\w{1,20}\W{0,4}\Z)"
    r"|da(?:für|mit|von|rin|rüber|zu|ran|rauf|bei|raus))\b",
    place=r"\b(?P<it>dort|da(?=\W{0,4}\Z)|dorthin)\b",
    owner=r"\b(?P<it>seine?[nmrs]?|ihre?[nmrs]?)(?= \w)",
    preposition=r"\A(?P<word>im|in|am|an|auf|bei|mit|von|vom|für|seit|vor|nach|zu|zum|zur|ohne|über|unter)\s",
)
FRENCH = _cues(
    either=True,
    lead=r"\A\W{0,3}(?:et|mais|donc|alors|puis|ou)(?: aussi| puis)?\b[,:]?\s{1,3}",
    about=r"\A(?:qu[’']en est-il (?:de la |de l[’']|des |du |de |d[’'])|quid (?:de la |de l[’']|des |du |de |d[’']))"
    r"(?P<x>[^?]{1,160}?)\s?\??\W{0,3}\Z",
    bare=r"\A(?P<word>(?:depuis |jusqu[’']à |à |de |par |pour |avec )?(?:quand|où|pourquoi|comment|combien|qui|quoi"
    r"|quel|quelle)(?: (?:exactement|pas|ça|donc|de temps))?)\W{0,4}\Z",
    adverb=r"\A(?P<word>quand|où|pourquoi|comment)(?= \w)",
    asking=r"\A(?:depuis |à |de |par |pour |avec )?(?:quand|où|pourquoi|comment|combien|qui|que|quoi|quel(?:le)?s?)\b"
    r"(?: (?:est-ce qu[e’']|a|ont|est|sont|était|étaient)\b)?",
    verb_first=r"\b(?:quand|où|pourquoi|comment|combien|qui|quoi|quel(?:le)?s?|qu[’']est-ce)\b|\Aest-ce\b|\Ay a-t-il\b",
    who=r"\A(?:qui)\b",
    phrase=rf"(?:\b(?:le|la|les|un|une|mon|ma|mes|notre|nos) |\bl[’'](?!a\b|on|av|est\b|es\b))(?:(?:{_ADJECTIVE}) )?"
    r"[\w-]{2,30}(?: (?:de la |de l[’']|des |du |de |d[’'])[\w-]{2,30}){0,2}",
    own=r"(?:\b(?:le|la|les|un|une|mon|ma|mes|notre|nos) |\bl[’'](?!a\b|on|av|est\b|es\b))\w",
    empty=r"\bil y a\b|\by a-t-il\b|\bil (?:faut|pleut|neige|s[’']agit)\b|\bs[’']agit-il\b|\bfaut-il\b|\bpleut-il\b"
    r"|\bheure est-il\b|\b(?:est-il|il est) (?:possible|vrai|nécessaire|normal)\b",
    person=r"(?P<it>-(?:t-)?(?:il|elle)\b|\b(?:il|elle|lui)\b)",
    persons=r"(?P<it>-(?:t-)?(?:ils|elles)\b|\b(?:ils|elles|eux)\b)",
    thing=r"\b(?P<it>ça|cela|ceci)\b",
    place=r"\b(?P<it>là(?:-bas)?|(?<=qui )y)\b",
    owner=r"\b(?P<it>son|sa|ses|leurs?)(?= \w)",
    preposition=r"\A(?P<word>en|dans|à|au|aux|pour|avec|sans|de|du|des|chez|sur|depuis|avant|après)\s",
)
SPANISH = _cues(
    either=True,
    lead=r"\A\W{0,3}(?:y|e|pero|entonces|pues|o)(?: también| entonces)?\b[,:]?\s{1,3}",
    about=r"\A(?:qué (?:hay|pasa|tal) (?:con|de) |qué hay del |cómo está )(?P<x>[^?]{1,160}?)\??\W{0,3}\Z",
    bare=r"\A(?P<word>(?:desde |hasta |de |por |para |con |a )?(?:cuándo|dónde|por qué|cómo|cuánt[oa]s?|qui[eé]n(?:es)?"
    r"|qué|cuál)(?: (?:exactamente|no|tiempo|más))?)\W{0,4}\Z",
    adverb=r"\A(?P<word>cuándo|dónde|por qué|cómo)(?= \w)",
    asking=r"\A(?:desde |hasta |de |por |para |con |a )?(?:cuándo|dónde|por qué|cómo|cuánt[oa]s?|qui[eé]n(?:es)?|qué"
    r"|cuál(?:es)?)\b(?: (?:ha|han|es|son|fue|fueron|está|están)\b)?",
    verb_first=r"\b(?:cuándo|dónde|por qué|cómo|cuánt[oa]s?|qui[eé]n(?:es)?|qué|cuál(?:es)?)\b",
    who=r"\A(?:qui[eé]n(?:es)?)\b",
    phrase=r"\b(?:el|la|los|las|un|una|mi|mis|nuestr[oa]s?)(?: nuev[oa]s?| viej[oa]s?| gran| primer[oa]?)? [\w-]{2,30}"
    r"(?: (?:de la |de los |de las |del |de )[\w-]{2,30}){0,2}",
    own=r"\b(?:el|la|los|las|un|una|mi|mis|nuestr[oa]s?) \w",
    empty=r"(?!)",
    person=r"\b(?P<it>él|ella)\b",
    persons=r"\b(?P<it>ellos|ellas)\b",
    thing=r"\b(?P<it>eso|esto|ello)\b",
    place=r"\b(?P<it>allí|ahí|allá)\b",
    owner=r"\b(?P<it>sus?)(?= \w)",
    preposition=r"\A(?P<word>en|de|del|con|sin|para|por|desde|hasta|a|al|sobre|antes de|después de)\s",
)
SPACED = {"en": ENGLISH, "de": GERMAN, "fr": FRENCH, "es": SPANISH}
GERMAN_BEHIND = {
    "dafür": "für", "damit": "mit", "davon": "von", "darin": "in", "darüber": "über", "dazu": "zu", "daran": "an",
    "darauf": "auf", "dabei": "bei", "daraus": "aus", "dorthin": "nach",
}  # fmt: skip
"""Prepositions that German joins with the thing that they point to."""


class UnspacedCues(NamedTuple):
    """The same of a language that puts no blanks between words."""

    lead: re.Pattern[str]
    about: re.Pattern[str]
    bare: re.Pattern[str]
    asking: re.Pattern[str]
    """A question word, wherever it stands."""
    topic: re.Pattern[str]
    """What a question says that it is about; the group `x`."""
    person: re.Pattern[str]
    thing: re.Pattern[str]
    place: re.Pattern[str]
    who: re.Pattern[str]


JAPANESE = UnspacedCues(
    lead=re.compile(r"\A(?:じゃあ|では|それで|それから|それと|あと|ちなみに|で、)、?"),
    about=re.compile(r"\A(?P<x>[^？?、。]{1,40})(?:は|の場合は|については)(?:どう(?:ですか)?)?[？?]{0,2}\Z"),
    bare=re.compile(
        r"\A(?P<word>いつ|どこ[でにへ]?|誰[がにと]?|だれ[がにと]?|なぜ|どうして|いくら|いくつ|どうやって|何[年月日人個枚])"
        r"(?:ですか|なの(?:ですか)?|でしたか|だった|から|まで)?[？?]{0,2}\Z"
    ),
    asking=re.compile(
        r"いつ|どこ[でにへが]?|誰[がにと]?|だれ[がにと]?|なぜ|どうして|いくら|いくつ|どうやって|何[年月日人個枚]|何[がをの]?"
    ),
    topic=re.compile(r"\A(?P<x>[^？?、。はがを]{1,40})[はがを]"),
    person=re.compile(r"(?P<it>彼女|彼(?![女らの岸氏方])|彼(?=の)|その人)"),
    thing=re.compile(
        r"(?P<it>それ(?!で|から|ぞれ|以|とも|なり|まで)|これ(?!から|まで|以|ら)|その(?!他|まま|後|時|うち|上|ため|人|日)"
        r"|この(?!ため|後|他|前|間|中|うち|上|まま|人|日|ノート|メモ))"
    ),
    place=re.compile(r"(?P<it>そこ(?!で、|から、)|あそこ)"),
    who=re.compile(r"誰|だれ|どなた"),
)
CHINESE = UnspacedCues(
    lead=re.compile(r"\A(?:那么|还有|另外|而且|那)[，,]?(?=.)"),
    about=re.compile(r"\A(?P<x>[^？?，。]{1,40}?)(?:呢|怎么样)[？?]{0,2}\Z"),
    bare=re.compile(
        r"\A(?P<word>什么时候|什麼時候|何时|何時|在?哪里|在?哪裡|在哪儿?|谁|誰|为什么|為什麼|怎么|怎麼|多少钱?|哪一?年|几年)"
        r"(?:呢|啊|的)?[？?]{0,2}\Z"
    ),
    asking=re.compile(
        r"什么时候|什麼時候|何时|何時|在?哪里|在?哪裡|在哪儿?|谁|誰|为什么|為什麼|怎么|怎麼|多少钱?|哪一?年|几年|什么|什麼"
    ),
    topic=re.compile(
        r"\A(?P<x>[^？?，。是在有能会會要什怎为為多几哪谁誰何]{1,40})[是在有能会會要什怎为為多几哪谁誰何]"
    ),
    person=re.compile(r"(?P<it>(?<![其吉])[他她](?![们們人日乡]))"),
    thing=re.compile(r"(?P<it>(?<!其)[它牠](?![们們])|[这那](?:个|件事)?(?=是|怎|为什|要|花|值|多少|有什))"),
    place=re.compile(r"(?P<it>那里|那裡|那儿|那边)"),
    who=re.compile(r"谁|誰"),
)
UNSPACED = {"ja": JAPANESE, "zh": CHINESE}
