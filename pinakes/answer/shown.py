"""How does the model see that answers are given? Worked examples in the question's language, of our own making.

A small model goes on in the language of what it has read last: labels and examples in another
language than the question's make it answer in that one.
"""

from __future__ import annotations

from typing import NamedTuple

from pinakes.store import text as lexical


class Manner(NamedTuple):
    """What a prompt in one language is made of."""

    question: str
    """What stands before a question, and `answer` before an answer; each ends in a plain colon."""
    answer: str
    nothing: str
    """What is answered where the passages do not tell."""
    examples: tuple[str, ...]
    """The first is left out first where room is short."""


def _manner(question: str, answer: str, nothing: str, *worked: tuple[tuple[str, ...], str, str]) -> Manner:
    """`worked`: passages, question, answer of each example; the answer of the first is `nothing`."""
    examples = []
    for passages, asked, said in worked:
        told = "".join(f"[{n}] {passage}\n" for n, passage in enumerate(passages, 1))
        examples.append(f"{told}{question} {asked}\n{answer} {said or f'[0] {nothing}'}\n\n")
    return Manner(question, answer, nothing, tuple(examples))


_BY_LANGUAGE = {
    "en": _manner(
        "Question:", "Answer:", "Not in the notes.",
        (
            (
                "(Ferry) The ferry to the island leaves at 7:15 on weekdays.",
                "(Trip ideas) Bicycles travel free on the ferry.",
            ),
            "How tall is the lighthouse?", "",
        ),
        (
            (
                "(Garden) The pear tree has scab again, so no pears this year.",
                "(Boiler) The boiler was serviced on 3 May by Anton Krall. He replaced the valve.",
            ),
            "Who serviced the boiler?", '[2] "The boiler was serviced on 3 May by Anton Krall."',
        ),
        (
            (
                "(Sourdough) The starter gets 50 g of rye flour every evening.",
                "(Bread diary) It lived in the fridge for two weeks, unfed, and came back after three feedings.",
            ),
            "How much flour does the starter get?", '[1] "The starter gets 50 g of rye flour every evening."',
        ),
    ),
    "de": _manner(
        "Frage:", "Antwort:", "Nicht in den Notizen.",
        (
            (
                "(Fähre) Die Fähre zur Insel fährt werktags um 7:15 Uhr ab.",
                "(Ausflüge) Fahrräder fahren auf der Fähre frei.",
            ),
            "Wie hoch ist der Leuchtturm?", "",
        ),
        (
            (
                "(Garten) Der Birnbaum hat wieder Schorf.",
                "(Kessel) Der Kessel wurde am 3. Mai von Anton Krall gewartet.",
            ),
            "Wer hat den Kessel gewartet?", '[2] "Der Kessel wurde am 3. Mai von Anton Krall gewartet."',
        ),
        (
            (
                "(Sauerteig) Der Ansatz bekommt jeden Abend 50 g Roggenmehl.",
                "(Brottagebuch) Er stand zwei Wochen im Kühlschrank.",
            ),
            "Wie viel Mehl bekommt der Ansatz?", '[1] "Der Ansatz bekommt jeden Abend 50 g Roggenmehl."',
        ),
    ),
    "fr": _manner(
        "Question :", "Réponse :", "Ce n'est pas dans les notes.",
        (
            (
                "(Bac) Le bac pour l'île part à 7 h 15 en semaine.",
                "(Sorties) Les vélos voyagent gratuitement sur le bac.",
            ),
            "Quelle est la hauteur du phare ?", "",
        ),
        (
            (
                "(Jardin) Le poirier a encore la tavelure.",
                "(Chaudière) La chaudière a été révisée le 3 mai par Anton Krall.",
            ),
            "Qui a révisé la chaudière ?", '[2] "La chaudière a été révisée le 3 mai par Anton Krall."',
        ),
        (
            (
                "(Levain) Le levain reçoit 50 g de farine de seigle chaque soir.",
                "(Pain) Il a passé deux semaines au frigo.",
            ),
            "Combien de farine reçoit le levain ?", '[1] "Le levain reçoit 50 g de farine de seigle chaque soir."',
        ),
    ),
    "es": _manner(
        "Pregunta:", "Respuesta:", "No está en las notas.",
        (
            (
                "(Barco) El barco a la isla sale a las 7:15 los días laborables.",
                "(Ideas) Las bicicletas viajan gratis en el barco.",
            ),
            "¿Qué altura tiene el faro?", "",
        ),
        (
            ("(Jardín) El peral tiene sarna otra vez.", "(Caldera) Anton Krall revisó la caldera el 3 de mayo."),
            "¿Quién revisó la caldera?", '[2] "Anton Krall revisó la caldera el 3 de mayo."',
        ),
        (
            (
                "(Masa madre) La masa recibe 50 g de harina de centeno cada noche.",
                "(Pan) Pasó dos semanas en la nevera.",
            ),
            "¿Cuánta harina recibe la masa?", '[1] "La masa recibe 50 g de harina de centeno cada noche."',
        ),
    ),
    "ja": _manner(
        "質問:", "答え:", "メモにはありません。",
        (
            ("(渡し船) 島への渡し船は平日七時十五分に出る。", "(遠出) 自転車は渡し船に無料で載せられる。"),
            "灯台の高さは？", "",
        ),
        (
            ("(庭) 梨の木がまた病気になった。", "(ボイラー) ボイラーは五月三日に田村さんが点検した。"),
            "ボイラーを点検したのは誰ですか？", "[2] 「ボイラーは五月三日に田村さんが点検した。」",
        ),
        (
            ("(パン種) 種には毎晩ライ麦粉を五十グラム足す。", "(パン日記) 二週間冷蔵庫に入れていた。"),
            "種に足す粉はどのくらいですか？", "[1] 「種には毎晩ライ麦粉を五十グラム足す。」",
        ),
    ),
    "zh": _manner(
        "问题:", "回答:", "笔记里没有。",
        (
            ("(渡船) 去岛上的渡船工作日七点十五分开。", "(出游) 自行车上渡船不收费。"),
            "灯塔有多高？", "",
        ),
        (
            ("(花园) 梨树又生病了。", "(锅炉) 锅炉五月三日由田师傅检修。"),
            "谁检修了锅炉？", "[2] “锅炉五月三日由田师傅检修。”",
        ),
        (
            ("(酵头) 每天晚上给酵头加五十克黑麦粉。", "(面包日记) 它在冰箱里放了两个星期。"),
            "每天给酵头加多少面粉？", "[1] “每天晚上给酵头加五十克黑麦粉。”",
        ),
    ),
}  # fmt: skip


def manner(question: str) -> Manner:
    """That of the question's language; English where there is none of it."""
    return _BY_LANGUAGE.get(lexical.language(question), _BY_LANGUAGE["en"])


def refuses(said: str) -> bool:
    """True for an answer that says, in any of the languages, that the notes do not tell."""
    folded = said.casefold()
    return any(folded.startswith(one.nothing.strip(".。").casefold()) for one in _BY_LANGUAGE.values())
