"""What is the index given, and what is it asked? Words become terms, the same way on both sides.

A term is a word folded (NFKC, lower case, no diacritics) and then stemmed by the language of
its note, so that a word typed without its accents meets the one with them. Scripts that write
without blanks have no words to find, so their runs become overlapping pairs of characters.
FTS5 only sees terms with blanks between them.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from operator import add

import Stemmer

# Pictographs and dingbats, without the signs that only change the one before (skin tones).
_EMOJI = "\u2600-\u27bf\u2b05-\u2b07\u2b1b\u2b1c\u2b50\u2b55\U0001f000-\U0001f3fa\U0001f400-\U0001faff"
WORD = re.compile(rf"\w+(?:['’]\w+)*|[{_EMOJI}]")
"""A word, or a sign that stands for one."""
INSIDE_WORD = re.compile(r"[\w'’]")
"""A sign behind which a word may go on."""

# Han, kana, Thai, Lao, Myanmar, Khmer: scripts without blanks between words.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_HIRAGANA = re.compile("[\u3041-\u309f]+")
_HAN = re.compile("[\u4e00-\u9fff]+")
"""What folding leaves as it is; most of a Chinese text."""
_BEYOND_LATIN = "\u0250"
_FIRST_UNSPACED = "\u0e00"


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """(runs without blanks, pieces of one script); compiled for the first word that is not ASCII."""
    return re.compile(f"[{_UNSPACED}]+"), re.compile(f"[{_UNSPACED}]+|[^{_UNSPACED}_]+")


def unspaced_runs(text: str) -> list[str]:
    """The runs of scripts that write without blanks."""
    return _patterns()[0].findall(text) if _may_be_unspaced(text) else []


def is_unspaced(text: str) -> bool:
    """True where the text holds a character of such a script."""
    return _may_be_unspaced(text) and _patterns()[0].search(text) is not None


def _may_be_unspaced(text: str) -> bool:
    """False where no byte begins a character of such a script; quicker than looking at the characters."""
    return not text.isascii() and bool(text.encode("utf-8", "surrogatepass").translate(None, _SPACED))


_SPACED = bytes({*range(256)} - {0xE0, 0xE1, *range(0xE3, 0xEA), 0xEF, 0xF0})


_CONTRACTIONS = frozenset({"s", "t", "d", "m", "ll", "re", "ve"})

_MAX_WORD = 64
"""Characters of a word that count; what is longer is data, not language."""
_REMEMBERED_CHARS = 32
_REMEMBERED = 200_000
"""Pieces of text, each with its terms; what is longer seldom comes again."""

_CAMEL = re.compile(r"[a-z]{2}[a-z0-9]{0,30}[A-Z][A-Za-z0-9]{0,60}|(?:[A-Z][a-z0-9]{1,30}){3,9}")
_HUMP = re.compile(r"[A-Z]{1,30}(?![a-z])|[A-Z]?[a-z0-9]{1,60}")
_LONGEST_IDENTIFIER = 40
_MOST_HUMPS = 6
"""What has more is data in letters."""

_LETTERS_A_SIGN = 3
"""Of a word in Latin script, to one of a script without blanks: a Chinese note may have as much code and formulas."""

_SHORTEST_SPELLING = 3
_LONGEST_SPELLING = 40

# A few dozen words a language: enough to tell languages apart and to see which words of a question carry it.
STOP_WORDS: dict[str, frozenset[str]] = {
    "en": frozenset(
        "a about after all also am an and any are as at be because been before being but by can could did do does "
        "doing down during each few for from further get give had has have having he her here hers him his how i if in "
        "into is it its just let like made make many may me mean might more most much must my no nor not now of off on "
        "once one only or other our out over own per please say says she should show so some such tell than that the "
        "their them then there these they this those though through to too under until up us very was we were what "
        "when where which while who whom whose why will with would you your yours".split()
    ),
    "de": frozenset(
        "aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis bist da damit dann das dass "
        "dein dem den der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem "
        "einen einer eines er es etwas euch für gegen gibt habe haben hat hatte hatten hier hin ich ihm ihn ihr ihre "
        "ihrem ihren im in ist ja jede jedem jeden jeder kann kein keine können man mehr mein mich mir mit muss nach "
        "nicht noch nun nur ob oder ohne schon sehr sein seine seinem seinen seiner seit sich sie sind so soll sollte "
        "über um und uns unser unter viel vom von vor wann war waren warum was weil welche welchem welchen welcher "
        "welches wenn wer werden wie wieder will wir wird wo wurde wurden zu zum zur zwischen".split()
    ),
    "fr": frozenset(
        "au aux avec ce ces cette dans de des du elle en est et eux il ils je la le les leur lui ma mais me même mes "
        "moi mon ne nos notre nous on ont ou où par pas pour qu que quel quelle qui sa sans se ses son sont sur ta te "
        "tes toi ton tu un une vos votre vous".split()
    ),
    "es": frozenset(
        "al algo como con cual cuando de del desde donde el ella ellos en entre era es esta este esto estos fue ha hay "
        "la las lo los más me mi muy no nos o para pero por porque que qué quien se sin sobre son su sus también te tu "
        "un una uno y ya yo".split()
    ),
    "it": frozenset(
        "ai al alla alle anche c che chi ci come con cosa da dal dalla degli dei del della delle di dove e ed era gli "
        "ha ho i il in io la le lei lo loro lui ma mi mio ne nei nel nella non o per perché più quale quando questa "
        "questo se si sono su sua suo tra un una uno".split()
    ),
    "nl": frozenset(
        "aan als bij dan dat de deze die dit door een en er het hij hoe ik in is je kan maar meer met mijn naar niet "
        "nog of om onder ook op over te tot uit van veel voor waar wanneer wat we wel werd wie wij wordt zal ze zich "
        "zij zijn zo".split()
    ),
    "pt": frozenset(
        "a ao aos as até com como da das de dela dele do dos e ela ele em entre era essa esse esta este eu foi há isso "
        "já mais mas meu minha na nas no nos não o onde os ou para pela pelo por quando que quem se sem ser seu sua "
        "são também te um uma você".split()
    ),
    "sv": frozenset(
        "att av de den denna det du där efter eller en ett från för han har hon hur i inte jag kan kommer men mot när "
        "och om på sig sin ska som till under upp ut var vi vid vilka är över".split()
    ),
}

_SNOWBALL = {
    "en": "english", "de": "german", "fr": "french", "es": "spanish",
    "it": "italian", "nl": "dutch", "pt": "portuguese", "sv": "swedish",
}  # fmt: skip


_LETTERS = str.maketrans(
    {
        "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ŧ": "t", "ŋ": "n", "æ": "ae", "œ": "oe", "þ": "th",
        "ĸ": "k", "ŀ": "l", "ɨ": "i", "ƀ": "b", "ɓ": "b", "ɗ": "d",
    }
)  # fmt: skip
"""Letters with a stroke or tied together, which Unicode does not take apart."""
_STROKED = frozenset(map(chr, _LETTERS))
_SIGNS = bytes(byte if byte >= 0x80 or chr(byte).isalnum() or chr(byte) in "_'" else 0x20 for byte in range(256))
"""Bytes of UTF-8, with a blank for each that belongs to no word."""


def fold(text: str) -> str:
    """NFKC, lower case, diacritics taken off; the length may change. For words, not for bodies:

    normalising a long run of combining marks takes quadratic time.
    """
    text = text.casefold()
    if text.isascii():
        return text
    if max(text) < _BEYOND_LATIN:
        return text.translate(_latin())
    return _folded(text)


@cache
def _latin() -> dict[int, str]:
    """Each letter with its fold: in Latin script one letter does not change the next."""
    return {code: _folded(chr(code)) for code in range(0x80, ord(_BEYOND_LATIN))}


def _folded(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    if decomposed == text and not any(map(unicodedata.combining, text)):
        return text if _STROKED.isdisjoint(text) else text.translate(_LETTERS)
    # Marks of kana (が = か + ゛) make another letter; they are put back.
    kept = "".join(c for c in decomposed if not unicodedata.combining(c) or c in "\u3099\u309a")
    folded = unicodedata.normalize("NFC", kept)
    return folded if _STROKED.isdisjoint(folded) else folded.translate(_LETTERS)


def words(text: str) -> list[str]:
    """The words of a text as they stand there: what `WORD` finds, found faster."""
    found: list[str] = []
    for piece in _pieces(text):
        if piece.isalnum():
            found.append(piece)
        else:
            found += WORD.findall(piece)
    return found


def _pieces(text: str) -> list[str]:
    """The text at its blanks and ASCII signs, which belong to no word; a piece may hold several words, or none."""
    spaced = text.encode("utf-8", "surrogatepass").translate(_SIGNS)
    return spaced.decode("utf-8", "surrogatepass").split()


@cache
def _spoken() -> dict[str, tuple[str, ...]]:
    """Stop word → the languages that it is one of."""
    found: dict[str, list[str]] = {}
    for code, stops in STOP_WORDS.items():
        for word in stops:
            found.setdefault(word, []).append(code)
    return {word: tuple(codes) for word, codes in found.items()}


def language(text: str, sample: int = 600) -> str:
    """ISO 639-1 code by stop words; `ja`, `zh` by script; `en` where nothing tells.

    Looks at the first `sample` words.
    """
    top = text[: sample * 8]
    found = words(top)[:sample]
    unspaced = sum(map(len, unspaced_runs(top)))
    if unspaced * _LETTERS_A_SIGN > sum(map(len, found)) - unspaced:
        return "ja" if _HIRAGANA.search(text) else "zh"
    spoken = _spoken()
    scores = dict.fromkeys(STOP_WORDS, 0)
    said = Counter(filter(spoken.__contains__, " ".join(found).casefold().split()))
    for word, times in said.items():
        for code in spoken[word]:
            scores[code] += times
    best = max(STOP_WORDS, key=lambda code: (scores[code], code == "en"))
    return best if scores[best] >= 3 else "en"


class _Terms(dict[str, str]):
    """A piece of text → the terms of its words, a line a word; worked out once."""

    def __init__(self, code: str, met: Callable[[str], object] = str) -> None:
        """`met` is told each word that is not remembered."""
        super().__init__()
        name = _SNOWBALL.get(code)
        self._stem = _stemmer(name).stemWord if name else str
        self._met = met

    def __missing__(self, piece: str) -> str:
        is_word = piece.isalnum()
        if is_word and piece.isascii():  # as most are
            lines = self._stem(piece[:_MAX_WORD].lower()) + "\n"
            if not piece[1:].islower() and (parts := humps(piece)):
                lines = " ".join([*map(self._stem, parts), lines])
            self._met(piece)
        elif is_word or WORD.fullmatch(piece):
            lines = " ".join(self._terms(piece)) + "\n"
            self._met(piece)
        else:
            lines = "".join(map(self.__getitem__, WORD.findall(piece)))
        if len(piece) <= _REMEMBERED_CHARS:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[piece] = lines
        return lines

    def _terms(self, word: str) -> list[str]:
        word = word[:_MAX_WORD]
        if word.isascii():
            lowered = word.lower()
        elif _HAN.fullmatch(word):
            return pairs(word)
        else:
            lowered = unicodedata.normalize("NFC", word.replace("’", "'").lower())
        if "'" in lowered:
            head, _, tail = lowered.rpartition("'")
            if tail not in _CONTRACTIONS:
                return [term for part in lowered.split("'") if part for term in self._terms(part)]
            lowered = head.replace("'", "")
        if lowered.isascii() and "_" not in lowered:
            return [self._stem(lowered)]
        return self._mixed(lowered)

    def _mixed(self, lowered: str) -> list[str]:
        """Of a word with several scripts, or with underscores: its parts, and the whole identifier."""
        if max(lowered) < _BEYOND_LATIN and "_" not in lowered:
            return [stem] if (stem := fold(self._stem(fold(lowered)))) else []
        terms: list[str] = []
        runs, pieces = _patterns()
        for piece in pieces.findall(lowered):
            if runs.match(piece):
                terms.extend(pairs(fold(piece)))
            elif stem := fold(self._stem(fold(piece))):
                terms.append(stem)
        if "_" in lowered and len(terms) > 1 and not is_unspaced(lowered):
            terms.append(fold(lowered))
        return terms


def _stemmer(name: str) -> Stemmer.Stemmer:
    """Without its own memory, which is slower than stemming: words are remembered with their terms."""
    stemmer = Stemmer.Stemmer(name)
    stemmer.maxCacheSize = 0
    return stemmer


@cache
def _cached(code: str) -> _Terms:
    return _Terms(code)


def humps(word: str) -> list[str]:
    """The parts of an identifier such as `readNextLine`; none of a name such as `JavaScript` or `iPhone`."""
    if len(word) > _LONGEST_IDENTIFIER or not _CAMEL.fullmatch(word):
        return []
    parts = [part.lower() for part in _HUMP.findall(word)]
    return parts if len(parts) <= _MOST_HUMPS else []


def last_signs(text: str) -> str:
    """The last signs of the runs without blanks, each once: with the pairs, they let each sign be found alone.

    Hiragana is left out: a sign of it is an ending, and begins some pair in any text.
    """
    if not _may_be_unspaced(text):
        return ""
    return " ".join(sorted({fold(sign) for sign in _last_sign().findall(text) if not _HIRAGANA.match(sign)}))


@cache
def _last_sign() -> re.Pattern[str]:
    """A sign with another one before it and none behind."""
    one = rf"(?=\w)[{_UNSPACED}]"
    return re.compile(rf"(?<=[{_UNSPACED}]){one}(?!{one})")


def pairs(run: str) -> list[str]:
    """Overlapping pairs of a run without blanks; a single character stands for itself."""
    return list(map(add, run, run[1:])) or [run]


def terms(text: str, code: str) -> str:
    """The terms of a text, with blanks between them."""
    return " ".join("".join(map(_cached(code).__getitem__, _pieces(text))).split())


class Reader:
    """Reads text after text for the index, and works out the terms of each word once."""

    def __init__(self) -> None:
        self._by_code: dict[str, _Terms] = {}
        self._met: list[str] = []

    def term_lines(self, text: str, code: str) -> str:
        """The terms of a text, a line for each of its words, for `chunks_fts`."""
        terms = self._by_code.get(code)
        if terms is None:
            terms = self._by_code[code] = _Terms(code, self._met.append)
        return "".join(map(terms.__getitem__, _pieces(text)))

    def new_spellings(self) -> set[str]:
        """The words read since the last call; of those read before then, some come again."""
        found = _spellings(self._met)
        self._met.clear()
        return found


def _spellings(pieces: Sequence[str]) -> set[str]:
    """The words in pieces of text that a person can misspell: folded, of letters alone."""
    plain = {piece.lower() for piece in pieces if piece.isascii() and piece.isalpha()}
    others = set(WORD.findall("\n".join([piece for piece in pieces if not (piece.isascii() and piece.isalpha())])))
    letters = {fold(word) for word in others if word.isalpha() and len(word) <= _LONGEST_SPELLING and _is_spaced(word)}
    plain = {word for word in plain if len(word) <= _LONGEST_SPELLING}
    return {word for word in plain | letters if len(word) >= _SHORTEST_SPELLING}


def _is_spaced(word: str) -> bool:
    """`not is_unspaced`, quicker for a single word."""
    return max(word) < _FIRST_UNSPACED or _patterns()[0].search(word) is None


@lru_cache(maxsize=4_096)
def word_terms(word: str, code: str) -> tuple[str, ...]:
    """The terms of one word, in order."""
    return tuple(_cached(code)[word].split())


def is_stop_word(word: str, codes: Iterable[str]) -> bool:
    """True for a word that a question is made of rather than about."""
    lowered = word.replace("’", "'").casefold()
    said = (lowered, _drawn_out(lowered)) if "'" in lowered else (lowered,)
    for code in codes:
        if any(one in STOP_WORDS.get(code, ()) for one in said):
            return True
    return bool(_HIRAGANA.fullmatch(lowered)) and len(lowered) <= 3


def _drawn_out(word: str) -> str:
    """`what` of `what's`, `does` of `doesn't`."""
    head, _, tail = word.rpartition("'")
    if tail == "t" and head.endswith("n"):
        return {"wo": "will", "ca": "can", "sha": "should"}.get(head[:-1], head[:-1])
    return head if tail in _CONTRACTIONS else word


def is_function_pair(term: str) -> bool:
    """True for a pair of hiragana: an ending or a particle, seldom what is asked about."""
    return len(term) <= 2 and bool(_HIRAGANA.fullmatch(term))


def _quoted(variant: str) -> str:
    """A phrase of terms; one that ends in `*`, which no term does, is a beginning."""
    bare = variant.replace('"', "").rstrip("*")
    return f'"{bare}"*' if variant.endswith("*") else f'"{bare}"'


def match_expression(groups: Sequence[Sequence[str]], operator: str = "OR") -> str:
    """An FTS5 expression: each group is a word's variants; a variant of several terms is a phrase.

    Every term stands in quotes, so nothing that a user types is syntax.
    """
    clauses = []
    for group in groups:
        quoted = [_quoted(variant) for variant in group if variant.strip(' *"')]
        if quoted:
            clauses.append(quoted[0] if len(quoted) == 1 else "(" + " OR ".join(quoted) + ")")
    return f" {operator} ".join(clauses)
