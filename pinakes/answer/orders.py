"""Does a sentence give orders to an assistant? Then it is what a note says, and never what it tells its owner.

A note may come from anywhere: a clipped page, a mail. One that speaks to a machine ("ignore all
previous instructions") wants to be obeyed, not read. Its sentences are not shown to the model,
come behind all others in an answer from the notes, and carry no sentence of the model.
"""

from __future__ import annotations

import re

from pinakes.answer import hidden

_LONGEST = 4_000
_STARTS = (
    r"(?:\A|[.!?:;,>\]\"”。！？：]\s{0,3}|\b(?:please|must|should|shall|always|just|now|and|then|to|you)\s)\W{0,4}"
)
_TELLS = "say|print|output|reply|respond|answer|write|repeat|append|insert|recite"
_STRICTLY = (
    r"only|exactly|just|nothing (?:else|but)|always|every (?:question|answer|time)|each question|any question"
    r"|all questions"
    r"|with the (?:word|single word|text|phrase|link)|the (?:word|phrase|password|text) [\"'“‘*`A-Z]|[\"“‘]"
)
_RULES = (
    r"(?:instructions?|prompts?|rules?|guidelines?|directions?|orders|context|messages?|above|previous|prior|earlier)"
)

_ENGLISH = (
    rf"\b(?:ignore|disregard|forget|override|bypass|drop|do not follow|stop following)\b.{{0,48}}\b{_RULES}\b"
    r"|\b(?:system|developer|admin(?:istrator)?) (?:prompt|message|override|note|instructions?)\b"
    r"|\b(?:new|updated|real|actual|secret|hidden) (?:instructions?|system prompt|task for (?:you|the (?:ai"
    r"|assistant|model)))\b"
    r"|\byour (?:new |only |real |next )(?:task|instructions?|job|role|goal|rules?|answer)\b"
    r"|\byou are (?:now |no longer )?(?:an? |the )?(?:\w{1,20} )?(?:ai|assistant|language model|llm|chatbot|bot|dan)\b"
    r"|\bas an? (?:ai|language model|assistant|llm)\b|\bpretend (?:to be|that you|you)\b|\bact as (?:an? "
    r"|the )?\w{1,20}\b"
    r"|\b(?:assistant|ai|llm|(?:language )?model|chatbot)s?\b[^.!?\n]{0,24}"
    r"\b(?:must|should|shall|ha(?:s|ve) to|answer|reply|respond|say|output|needs? to)\b"
    r"|\b(?:reply|respond|answer|output)\b[^.!?\n]{0,16}\b(?:only|exactly|with)\b[^.!?\n]{0,12}[\"'“:]"
    rf"|{_STARTS}(?:{_TELLS})\b[^.!?\n]{{0,24}}?(?:\b|(?=[\"“‘`]))(?:{_STRICTLY})"
    r"|\bwhen (?:answering|(?:asked|you (?:answer|are asked|read|see|summari[sz]e))\b.{0,40}[,:]).{0,40}"
    r"\b(?:say|reply|respond|answer|include|append|print|claim)\b"
    r"|\b(?:add|include|append|insert|show|render|embed)\b.{0,40}\b(?:link|image|url|picture)\b.{0,60}\b(?:answer"
    r"|reply|response|output)\b"
    r"|\b(?:answer|reply|response|output)\b.{0,30}\b(?:must|should|has to)\b.{0,40}\b(?:link|url|https?|contain"
    r"|include|begin|end|be)\b"
    r"|\b(?:tell|inform|warn|instruct|ask|convince)\b (?:the )?(?:user|reader|human)s?\b.{0,30}\b(?:to|that)\b"
    r"|\bsend\b.{0,40}\b(?:notes?|answer|question|password|data|conversation)\b.{0,30}\bto\b.{0,20}(?:https?:|www\.|@)"
    r"|\bcite (?:this|passage|source|only|\[\d)|\b(?:passages?|sources?|notes?) (?:above|below)\b.{0,24}\b(?:false"
    r"|wrong|outdated|lies?|fake)\b"
    r"|\bend of (?:the )?(?:passages?|notes?|context|documents?|prompt)\b|\bfrom now on\b.{0,40}\b(?:you|answer|say"
    r"|reply|respond)\b"
    r"|\b(?:the )?(?:correct|right|only|true) answer (?:to (?:every|any|all|this|the) \w{0,12}\b|is always)"
)
_OTHERS = (
    r"\b(?:ignorier|missacht|vergiss|vergessen)\w{0,4}\b.{0,48}\b(?:anweisung|instruktion|regel|vorgabe|bisher"
    r"|vorherig|obig)\w{0,4}\b"
    r"|\b(?:antworte|erwidere|sage?|schreibe?|gib|wiederhole)\b.{0,24}\b(?:nur|immer|stets|ausschließlich|genau"
    r"|auf jede frage)\b"
    r"|\b(?:assistent|ki|sprachmodell|modell)\b[^.!?\n]{0,24}\b(?:muss|soll|antworte|sage|hat zu)\w{0,2}\b"
    r"|\b(?:ignore[zr]?|oublie[zr]?|ne tiens pas compte)\b.{0,48}\b(?:instructions?|consignes?|règles?"
    r"|précédent\w{0,3})\b"
    r"|\b(?:réponds|répondez|dis|dites|écris|écrivez)\b.{0,24}\b(?:uniquement|seulement|toujours|exactement"
    r"|à chaque question)\b"
    r"|\b(?:ignora[rd]?|olvida[rd]?|omite|dimentica|tralascia)\b.{0,48}\b(?:instrucciones|reglas|anterior\w{0,3}"
    r"|istruzioni|regole|precedenti)\b"
    r"|\b(?:responde|contesta|escribe|di|rispondi|scrivi|risponda|responda|escreva|diga)\b.{0,24}"
    r"\b(?:solo|sólo|solamente|siempre|únicamente|soltanto|sempre|unicamente|apenas|somente|exactamente|esattamente)\b"
    r"|\b(?:negeer|vergeet)\b.{0,48}\b(?:instructies|regels|opdrachten|vorige|eerdere)\b"
    r"|\b(?:antwoord|zeg|schrijf)\b.{0,24}\b(?:alleen|altijd|enkel|uitsluitend|precies)\b"
    r"|\b(?:ignore|esqueça|desconsidere)\b.{0,48}\b(?:instruções|regras|anteriores)\b"
    r"|(?:指示|命令|プロンプト|ルール|指令).{0,12}(?:無視|忘れ|忽略|従わ)|(?:忽略|无视|無視|忘记).{0,12}(?:指示|指令|规则|提示|以上|之前)"
    r"|(?:とだけ|のみ|だけ|と必ず|必ず).{0,10}(?:答え|回答|出力|言っ|返答|返信)|(?:请只|只能?|仅|必须|一律|总是)(?:用|以|能|要)?.{0,4}(?:回答|回复|输出)"
    r"|(?:AI|アシスタント|モデル|助手|模型|어시스턴트|인공지능).{0,12}(?:答え|回答|出力|言え|言って|必须|应该|대답|출력)"
    r"|(?:지시|명령|규칙|프롬프트).{0,12}(?:무시|잊)|(?:라고만|만|항상|반드시).{0,8}(?:대답|답하|출력|말하)"
)
_TURNS = (
    r"<\|?(?:im_start|im_end|start_of_turn|end_of_turn|system|user|assistant|endoftext|eot_id|bos|eos|begin_of_text)\b"
    r"|\[/?INST\]|<</?SYS>>|</?(?:s|context|passages?|notes?|documents?|instructions?|system|answer)>"
    r"|(?:\A|\n|[.!?] )\W{0,4}(?:system|assistant|human|user|instruction|developer|ai)\s?:\s{0,3}"
    r"(?:you|ignore|override|new|from|say|answer|reply|disregard|forget|always|please|sure|the answer|understood|ok"
    r"|who|what|when|where|why|how|which)\b"
    r"|#{1,6} ?(?:instruction|system|response):|(?:\A|\n|[.!?] )\W{0,4}(?:question|frage|pregunta|質問|问题)\s?[:：]"
)
_TO_A_MACHINE = re.compile(f"{_ENGLISH}|{_OTHERS}|{_TURNS}", re.IGNORECASE)
_SHOUTED = re.compile(rf"(?i:{_STARTS}(?:{_TELLS}))\s{{1,3}}\W{{0,3}}[A-Z0-9][A-Z0-9_-]{{3,40}}\b")


_MARKER = re.compile(r"[ \t>]{0,40}(?:[-*+]|\d{1,9}[.)]|\|)[ \t]?")
_BEFORE = 1_500
"""Characters before a sentence that are looked at."""


def addresses_a_machine(sentence: str) -> bool:
    """True for a text that gives orders to an assistant: never a better answer than one that does not."""
    sentence = hidden.strip(sentence[:_LONGEST])
    return _TO_A_MACHINE.search(sentence) is not None or _SHOUTED.search(sentence) is not None


def is_ordered(text: str, start: int, end: int) -> bool:
    """True for a sentence of a text that is an order, or what one goes on to say in the same paragraph or item."""
    begin = max(0, start - _BEFORE)
    opening = max(begin, text.rfind("\n\n", begin, start) + 2 if "\n\n" in text[begin:start] else begin)
    line = text.rfind("\n", opening, start) + 1 or opening
    while line > opening and not _MARKER.match(text, line):
        line = text.rfind("\n", opening, line - 1) + 1 or opening
    return addresses_a_machine(text[max(line, opening) : end])
