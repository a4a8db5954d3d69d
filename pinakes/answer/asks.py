"""What kind of thing does a question ask for? By its question words, in ten languages."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

Kind = Literal["price", "how-many", "when", "who", "where", "why", "how", "definition", "list", "which", "yes-no"]

_LONGEST = 1_000
"""Characters of a question that are looked at."""


class _Cue(NamedTuple):
    kind: Kind
    spaced: str
    """Words of languages that put blanks between them: en · de · fr · es · it · nl · pt · and Korean, by stems."""
    unspaced: str
    """Japanese and Chinese, and what Korean writes within a word."""


_CUES = (
    _Cue(
        "price",
        r"how much\b.{0,80}\b(?:costs?|pay|paid|charg\w{1,3}|price|money|worth|rent|fee|quoted?)"
        r"|how much money|(?:what|which)\b.{0,80}\b(?:costs?|prices?|charg\w{1,3}|fees?|salary|quoted?|rent)"
        r"|(?:cost|price|fee|salary|rent) of|how expensive"
        r"|kostete?n?|teuer|preis|gehalt|wie ?viel geld|was (?:zahl|verlang)\w{1,4}"
        r"|prix|co[uû]te\w{0,4}|combien .{0,40}pay\w{1,4}|precio|cuestan?|cost[oó]|prezzo|costan?|costava"
        r"|hoeveel kost\w{0,3}|prijs|kost(?:te)?n?|custa\w{0,3}|custou|preço|얼마예요|얼마입니까|얼마인가요|얼마짜리",
        r"いくら(?!い)|値段|価格|定価|料金|多少钱|多少錢|价格|價格|费用是|几块钱|가격|비용",
    ),
    _Cue(
        "how-many",
        r"how (?:many|much|long|old|far|tall|high|big|large|often|heavy|deep|wide|thick|fast|hot|cold|warm)"
        r"|what (?:number|percentage|share|temperature|weight|height|length|size|age|score|distance|population)"
        r"|wie ?(?:viele?[nrms]?|lange?|alt|weit|hoch|oft|groß|schwer|tief|breit|dick|schnell|heiß|warm)"
        r"|(?:ab|bei|mit|von|nach|zu) wie ?viele?n?|welchen anteil"
        r"|combien|quelle (?:longueur|hauteur|taille|distance|durée|température|profondeur)|quel (?:âge|poids)"
        r"|cu[aá]nt[oa]s?|quant[oaie]|quanti|hoe ?(?:veel|lang|oud|ver|hoog|vaak|zwaar|groot|diep|breed)"
        r"|quant[oa]s|qual (?:a altura|o peso|a distância)|몇|얼마나",
        r"いくつ|何(?:人|個|枚|回|本|冊|年間|時間|分|度|歳|キロ|メートル|グラム|ページ|匹|台|階|番|割)"
        r"|どのくらい|どれくらい|どれだけ|どれほど"
        r"|多少|几(?!乎)|幾(?:個|人|次|天|年)|多(?:长|高|大|远|重|久|深|宽|快|少|長|遠|寬)|몇|얼마나",
    ),
    _Cue(
        "when",
        r"when|(?:what|which) (?:year|date|day|month|week|weekday|time|hour)s?|(?:since|until|till) when|what time"
        r"|wann|(?:in|ab|seit|bis) (?:welche[mnrs]?) (?:jahr|monat|tag|datum)|um wie ?viel uhr|welche[sr] (?:jahr"
        r"|datum|tag)"
        r"|quand|(?:quelle|quel) (?:année|date|jour|mois|heure)|cu[aá]ndo|(?:qué|que) (?:año|día|mes|fecha|hora)"
        r"|a qué hora"
        r"|quando|che (?:anno|giorno|mese|data|ora)|wanneer|(?:welk|welke) (?:jaar|dag|maand|datum)|hoe laat"
        r"|que (?:ano|dia|mês|horas?)|언제|몇 ?(?:년|월|일|시)",
        r"いつ(?!も)|何(?:年(?!間)|月|日(?!間)|時(?!間)|曜日)|何時から|什么时候|什麼時候|何时|何時|哪(?:一)?(?:年|天|月|日)"
        r"|几(?:月|号|点|时)|언제|몇(?:년|월|일|시)",
    ),
    _Cue(
        "who",
        r"who(?:m|se)?|which (?:person|man|woman|people|relative|author|artist|composer|director|singer)"
        r"|we[rnm]|wessen|qui|(?:de|à|avec) qui|qui[eé]n(?:es)?|chi|di chi|wie (?:is|was|heeft|schreef|maakte)|wiens"
        r"|quem|누가|누구\w{0,2}",
        r"誰|だれ|どなた|谁|誰|누구|누가",
    ),
    _Cue(
        "where",
        r"where|(?:what|which) (?:place|city|town|country|village|state|street|room|building|region)"
        r"|wo(?:her|hin)?|in welche[mnr] (?:ort|stadt|land|raum|zimmer|straße)|où|d[’']où|(?:dans )?quelle ville"
        r"|(?:a|de)?d[oó]nde|qué (?:ciudad|lugar|país)|dov[e’']|waar(?:heen|vandaan)?|onde|aonde|어디\w{0,2}",
        r"どこ|どちら|哪里|哪裡|哪儿|哪兒|在哪|什么地方|何处|어디",
    ),
    _Cue(
        "why",
        r"why|what (?:was|is) the reason|for what reason|how come|warum|weshalb|wieso|wozu|aus welchem grund|pourquoi"
        r"|por ?qu[eé]|perch[eé]|waarom|왜",
        r"なぜ|どうして|何故|为什么|為什麼|为何|왜",
    ),
    _Cue(
        "how",
        r"how (?:do|does|did|can|could|should|to|is|are|am|was|were|would)|wie (?:kann|soll|muss|macht|mache|wird"
        r"|werden)"
        r"|comment|c[oó]mo|come (?:si|posso|faccio|funziona)|hoe (?:kan|moet|werkt|maak|doe)|como|어떻게",
        r"どうやって|どのように|どうすれば|どうしたら|方法|手順|怎么|怎麼|怎样|如何|어떻게",
    ),
    _Cue(
        "definition",
        r"what (?:is|are|does) (?:an? |the )?[\w.:'’-]{1,40}(?: [\w.:'’-]{1,40})?(?: mean| stand for)?\s{0,3}(?:\?|\Z)"
        r"|was (?:ist|sind|bedeutet) (?:(?:eine?|der|die|das) )?[\w.:-]{1,40}\s{0,3}(?:\?|\Z)|qu[’']est-ce qu\w{0,2}"
        r"|qué (?:es|son|significa)|(?:che )?cos[a’']\s?(?:è|sono|significa)|wat (?:is|zijn|betekent)|o que (?:é|são"
        r"|significa)"
        r"|무엇\w{0,3}",
        r"とは(?:何|なん|[？?]|\Z)|って何|どういう意味|是什么[？?]?\Z|是什麼|什么是|什麼是|(?:이란|란) 무엇",
    ),
    _Cue(
        "list",
        r"(?:which|what) (?:\w{1,20} ){0,3}(?:notes|tools|services|commands|settings|kinds|ways|types|pages|books"
        r"|people"
        r"|places|features|options|things|steps|parts|items|ingredients|members|tests|proposals|languages|countries)"
        r"|list|all (?:the|my)|what are the|where (?:did|do|have) i (?:write|note|mention)|welche|alle|sämtliche"
        r"|quels|quelles|cu[aá]les|qu[eé] (?:cosas|tipos)|quali|welke|quais",
        r"一覧|すべて|全て|どんな|哪些|有什么|列出|所有|어떤",
    ),
    _Cue(
        "which",
        r"what|which|was|welche[mnrs]?|quoi|quels?|quelles?|qué|cu[aá]l(?:es)?|cosa|quali?|wat|welke?|quais|qual|무슨",
        r"何|どの(?!よう|くらい)|什么|什麼|哪个|哪一|무슨",
    ),
    _Cue(
        "yes-no",
        r"\A\W{0,3}(?:is|are|was(?! (?:ha[tb]|ist|sind|war|wird|kann|soll|muss|darf|mach|kost|bede))|were|do|does"
        r"|did|can|could|should|has|have|had|will|would|must|may|am"
        r"|ist|sind|war|waren|hat|haben|kann|können|darf|muss|soll|sollte|wird|gibt es|est-ce que|y a-t-il|es|está|hay"
        r"|tiene|puede|è|c’è|ha|può|é|está|há|tem|pode|heeft|kan|mag|moet|zijn)",
        r"(?:ます|です|ました|でした|ません|ない)か[？?。]?\Z|吗[？?]?\Z|嗎[？?]?\Z|(?:나요|까요|습니까|니까)[?？]?\Z",
    ),
)


def _compiled(cue: _Cue) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{cue.spaced})(?!\w)|{cue.unspaced}", re.IGNORECASE)


_PATTERNS: tuple[tuple[Kind, re.Pattern[str]], ...] = tuple((cue.kind, _compiled(cue)) for cue in _CUES)

_QUESTION_WORDS = re.compile(
    r"(?<!\w)(?:how (?:many|much|long|often|come)|what|which|who|whom|whose|when|where|why|how|please|tell me"
    r"|wie ?viele?[nrms]?|wie|was|welche[mnrs]?|wer|wen|wem|wessen|wann|wo|woher|wohin|warum|weshalb|wieso|wozu|bitte"
    r"|qui|quoi|quand|où|pourquoi|comment|combien|quels?|quelles?|qu[’']est-ce qu\w{0,2}|est-ce qu\w{0,2}"
    r"|qui[eé]n(?:es)?|qué|cu[aá]ndo|d[oó]nde|c[oó]mo|cu[aá]nt[oa]s?|cu[aá]l(?:es)?|por qu[eé]"
    r"|chi|cosa|quando|dove|perch[eé]|come|quant[oaie]|quali?"
    r"|wanneer|waar|waarom|hoe(?:veel)?|wat|welke?|quem|onde|quais|qual"
    r"|누가|누구\w{0,2}|언제|어디\w{0,2}|왜|어떻게|무엇\w{0,3}|무슨|어떤|몇|얼마\w{0,3}|입니까|인가요)(?!\w)"
    r"|誰が|誰|だれ|どなた|いつ|どこ|いくつ|いくら|なぜ|どうして|どうやって|どうすれば|どのように|どのくらい|どれくらい"
    r"|どんな|どの|どう|何故|何(?=[がをはにでのと？?人個枚回年月日時])|何|ですか|ますか|でしたか|ましたか|ありますか"
    r"|のは|とは|什么时候|什麼時候|什么地方|什么|什麼|为什么|為什麼|怎么样|怎么|怎麼|怎样|如何|哪里|哪裡|哪儿|哪些|哪个"
    r"|哪(?=[年天月日])|谁|多少钱|多少|多(?=[长高大远重久深])|几(?=[个人次天年月号点])|是否|吗|呢|请问|[？?]",
    re.IGNORECASE,
)
_PRICE_WORDS = re.compile(
    r"(?<!\w)(?:costs?|prices?|pay|paid|charged?|charges|money|quoted?|kosten|kostet|kostete|teuer|preis|prix"
    r"|co[uû]te\w{0,4}"
    r"|costan?|cuestan?|precio|prezzo|kost|prijs|custa\w{0,2}|preço)(?!\w)|値段|いくら|価格|定価|料金|价格|가격",
    re.IGNORECASE,
)
"""A sum says that something costs; sentences that give one seldom use the word."""
_WHEN_WORDS = re.compile(r"(?<!\w)(?:year|date|day|month|time|jahr|datum|année|año|anno|jaar|ano)(?!\w)", re.IGNORECASE)
"""… and neither does a sentence that gives a date call it one."""
_HOW_MANY_WORDS = re.compile(
    r"(?<!\w)(?:heavy|tall|old|far|high|big|large|deep|wide|thick|schwer|hoch|alt|weit|groß|tief|breit|lange?)(?!\w)",
    re.IGNORECASE,
)


_JOINED = re.compile(r"(?:[,;、；，]|\b(?:and|und|et|y|e|en)\b)[^,;、；，]{0,16}\Z")
"""Before a question word that asks a second thing; else it is a relative: "the man who …", "open when …"."""


def kind(question: str) -> Kind | None:
    """The kind of answer that is wanted; None when the question does not say."""
    return next(iter(kinds(question)), None)


def kinds(question: str) -> tuple[Kind, ...]:
    """The kind that its first question word names, then those that are asked for as well."""
    question = question[:_LONGEST]
    found = [(at.start(), n, name) for n, (name, pattern) in enumerate(_PATTERNS) if (at := pattern.search(question))]
    named = sorted(found)
    if not named:
        return ()
    names = {name for _, _, name in named}
    if "price" in names:
        first: Kind = "price"
    elif named[0][0] == 0 and "yes-no" in (name for at, _, name in named if at == 0):
        first = "yes-no"
    else:
        first = next((name for _, _, name in named if name != "yes-no"), "yes-no")
    rest = [name for at, _, name in named if name != first and _JOINED.search(question[max(0, at - 24) : at])]
    return (first, *(name for name in rest if name not in ("which", "yes-no")))


def without_question_words(question: str) -> str:
    """The question without the words that ask, a blank in their place."""
    question = question[:_LONGEST]
    wanted = kind(question)
    if wanted == "price":
        question = _PRICE_WORDS.sub(" ", question)
    elif wanted == "when":
        question = _WHEN_WORDS.sub(" ", question)
    elif wanted == "how-many":
        question = _HOW_MANY_WORDS.sub(" ", question)
    return _QUESTION_WORDS.sub(" ", question)
