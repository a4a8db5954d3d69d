"""What kind of thing does a question ask for, and does a sentence hold one?"""

from __future__ import annotations

import re
from typing import Literal

from pinakes.answer import facts
from pinakes.store import text as lexical

Kind = Literal["when", "who", "where", "price", "how-many"]

_KINDS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (
        "price",
        re.compile(
            r"\bhow much\b.{0,80}\b(?:costs?|pay|paid|charges?|price)\b|\b(?:what|which)\b.{0,40}\b(?:costs?|price)\b"
            r"|\b(?:kostete?n?|teuer)\b|\bpreis\b|\bprix\b|\bcosta\b|\bcuesta\b|いくら|値段|多少钱",
            re.IGNORECASE,
        ),
    ),
    (
        "how-many",
        re.compile(
            r"\bhow (?:many|much|long|old|far|tall|high|big|often|heavy|deep)\b"
            r"|\bwie ?(?:viele?|lange?|alt|weit|hoch|oft|groß|schwer|tief)\b"
            r"|\bcombien\b|\bquant[oaie]\b|\bcu[aá]nt[oa]s?\b"
            r"|いくつ|何(?:人|個|枚|回|本|冊|年間|時間|分|円|グラム|度)|どのくらい|どれくらい|多少|几",
            re.IGNORECASE,
        ),
    ),
    (
        "when",
        re.compile(
            r"\bwhen\b|\b(?:what|which) (?:year|date|day|month|time)\b|\bwann\b|\bin welchem jahr\b|\bseit wann\b"
            r"|\bquand\b|\bquando\b|\bcu[aá]ndo\b|いつ|何年|何月|何日|何時|什么时候|何时",
            re.IGNORECASE,
        ),
    ),
    (
        "who",
        re.compile(r"\bwho(?:m|se)?\b|\bwe[rnm]\b|\bwessen\b|\bchi\b|\bqui\b|\bqui[eé]n\b|誰|だれ|谁", re.IGNORECASE),
    ),
    (
        "where",
        re.compile(r"\bwhere\b|\bwo(?:her|hin)?\b|\bdove\b|\boù\b|\bd[oó]nde\b|どこ|哪里|哪儿", re.IGNORECASE),
    ),
)
_QUESTION_WORDS = re.compile(
    r"\b(?:how (?:many|much|long|often)|what|which|who|whom|whose|when|where|why"
    r"|wie ?viele?|wie|was|welche[mnrs]?|wer|wen|wem|wann|wo|woher|wohin|warum)\b"
    r"|誰が|誰|だれ|いつ|どこ|いくつ|いくら|なぜ|どの|どんな|何|ですか|ますか|でしたか|ましたか|のは|とは|[？?]",
    re.IGNORECASE,
)
_PRICE_WORDS = re.compile(
    r"\b(?:costs?|prices?|pay|paid|charged?|charges|kosten|kostet|kostete|teuer|preis|prix|costa|cuesta)\b|値段|いくら",
    re.IGNORECASE,
)
"""A sum says that something costs; sentences that give one seldom use the word."""
_WHEN = re.compile(
    r"\b(?:1[0-9]|20)\d{2}\b|\d{1,2}:\d{2}|\b\d{1,2}\. ?(?:\d{1,2}\.|[A-ZÄÖÜ])|\d{4}-\d{2}"
    r"|[〇一二三四五六七八九十\d]{1,4}[年月日時]"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s?\b"
    r"|\b(?:yesterday|today|tomorrow|morning|evening|winter|spring|summer|autumn|easter|christmas|ostern|weihnachten)\b",
    re.IGNORECASE,
)
_MONEY = re.compile(
    r"[€$£¥]|\b(?:euros?|eur|dollars?|usd|francs?|franken|kronen|pounds?)\b|[〇一二三四五六七八九十百千万\d]円",
    re.IGNORECASE,
)
_QUANTITY = re.compile(r"\d|[〇一二三四五六七八九十百千]")
_PLACE = re.compile(
    r"\b(?:in|at|near|on|by|from|to|above|below|behind|beside|bei|im|am|an|auf|neben|nach|aus|à|dans|a|nel|nella|presso)"
    r" (?:(?:the|der|dem|den|le|la|il|lo|l') ?)?[A-ZÄÖÜÉ]|[県市区町村]|にある|street|road|straße|gasse|via ",
)
_TO_A_MACHINE = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|prompts?|rules?|above|previous|prior)\b"
    r"|\b(?:system|developer) (?:prompt|message)\b"
    r"|\byou are (?:now )?(?:an? )?(?:ai|assistant|language model|chatbot|dan)\b"
    r"|\b(?:assistant|ai|llm|model|chatbot)s?\b[^.!?\n]{0,24}"
    r"\b(?:must|should|shall|ha(?:s|ve) to|answer|reply|respond|say|output)\b"
    r"|\b(?:reply|respond|answer|output)\b[^.!?\n]{0,16}\b(?:only|exactly|with)\b[^.!?\n]{0,12}[\"'“:]"
    r"|\bignorier\w{0,3}\b.{0,40}\b(?:anweisung|instruktion|regel)\w{0,4}\b"
    r"|(?:指示|命令|プロンプト).{0,10}(?:無視|忽略)|忽略.{0,10}(?:指示|指令)"
    r"|<\|?(?:im_start|im_end|start_of_turn|end_of_turn|system)",
    re.IGNORECASE,
)


def kind(question: str) -> Kind | None:
    """The kind of answer that is wanted; None when the question does not say."""
    return next((name for name, pattern in _KINDS if pattern.search(question)), None)


def without_question_words(question: str) -> str:
    """The question without the words that ask, a blank in their place."""
    if kind(question) == "price":
        question = _PRICE_WORDS.sub(" ", question)
    return _QUESTION_WORDS.sub(" ", question)


def holds(wanted: Kind, sentence: str, question: str) -> bool:
    """True where a sentence holds the kind of thing that is asked for, other than what the question says itself."""
    if wanted == "when":
        months = facts.numbers(sentence) - facts.numbers(question)
        return _WHEN.search(sentence) is not None or any(n.startswith("m") for n in months)
    if wanted == "price":
        return _MONEY.search(sentence) is not None
    if wanted == "how-many":
        return bool(facts.numbers(sentence) - facts.numbers(question)) or _QUANTITY.search(sentence) is not None
    if wanted == "where" and _PLACE.search(sentence):
        return True
    known = {word.casefold() for word in lexical.words(question)}
    found = [w for w in lexical.words(sentence) if facts.is_name(w) and not lexical.is_stop_word(w, ("en", "de"))]
    return any(word.casefold() not in known for word in found)


def addresses_a_machine(sentence: str) -> bool:
    """True for a sentence that gives orders to an assistant: never a better answer than one that does not."""
    return _TO_A_MACHINE.search(sentence) is not None
