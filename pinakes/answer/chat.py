"""How does a model that was tuned to converse want its text? By forms of our own, chosen by marks in the model file.

The template in a file is a program; it is looked through for the marks of a known form and
never run. A prompt is written for a model that only continues text: here its worked examples
become turns that went before, and the beginning of the answer what the model has said already.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pinakes.answer.described import Described
from pinakes.answer.prompt import Piece, Prompt


class Form(NamedTuple):
    """What stands around the turns of a conversation."""

    name: str
    marks: tuple[str, ...]
    """All of these stand in the templates of this form."""
    before: str
    """What the user says."""
    after: str
    """It, up to the first word of the answer."""
    end: str
    """The answer."""


_UNTHOUGHT = "<think>\n\n</think>\n\n"
"""A thought that is over already, for models that would think aloud first."""
FORMS = (
    Form(
        "gemma",
        ("<start_of_turn>",),
        "<start_of_turn>user\n",
        "<end_of_turn>\n<start_of_turn>model\n",
        "<end_of_turn>\n",
    ),
    Form(
        "gemma 4",
        ("<|turn>", "<turn|>"),
        "<|turn>user\n",
        "<turn|>\n<|turn>model\n<|channel>thought\n<channel|>",
        "<turn|>\n",
    ),
    Form(
        "llama 3",
        ("<|start_header_id|>",),
        "<|start_header_id|>user<|end_header_id|>\n\n",
        "<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n",
        "<|eot_id|>",
    ),
    Form(
        "llama 4",
        ("<|header_start|>",),
        "<|header_start|>user<|header_end|>\n\n",
        "<|eot|><|header_start|>assistant<|header_end|>\n\n",
        "<|eot|>",
    ),
    Form(
        "phi 4",
        ("<|im_sep|>",),
        "<|im_start|>user<|im_sep|>",
        "<|im_end|><|im_start|>assistant<|im_sep|>",
        "<|im_end|>",
    ),
    Form(
        "chatml, without thinking",
        ("<|im_start|>", "enable_thinking"),
        "<|im_start|>user\n",
        f"<|im_end|>\n<|im_start|>assistant\n{_UNTHOUGHT}",
        "<|im_end|>\n",
    ),
    Form("chatml", ("<|im_start|>",), "<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n", "<|im_end|>\n"),
    Form("phi 3", ("<|user|>", "<|end|>"), "<|user|>\n", "<|end|>\n<|assistant|>\n", "<|end|>\n"),
    Form("zephyr", ("<|user|>", "eos_token"), "<|user|>\n", "</s>\n<|assistant|>\n", "</s>\n"),
    Form(
        "command-r",
        ("<|START_OF_TURN_TOKEN|>",),
        "<|START_OF_TURN_TOKEN|><|USER_TOKEN|>",
        "<|END_OF_TURN_TOKEN|><|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>",
        "<|END_OF_TURN_TOKEN|>",
    ),
    Form(
        "granite",
        ("<|start_of_role|>",),
        "<|start_of_role|>user<|end_of_role|>",
        "<|end_of_text|>\n<|start_of_role|>assistant<|end_of_role|>",
        "<|end_of_text|>\n",
    ),
    Form(
        "harmony",
        ("<|channel|>", "<|message|>"),
        "<|start|>user<|message|>",
        "<|end|><|start|>assistant<|channel|>final<|message|>",
        "<|end|>",
    ),
    Form(
        "deepseek, without thinking",
        ("<｜User｜>", "<think>"),
        "<｜User｜>",
        f"<｜Assistant｜>{_UNTHOUGHT}",
        "<｜end▁of▁sentence｜>",
    ),
    Form("deepseek", ("<｜User｜>",), "<｜User｜>", "<｜Assistant｜>", "<｜end▁of▁sentence｜>"),
    Form("mistral", ("[INST]",), "[INST] ", " [/INST] ", "</s>"),
)
"""The first whose marks are all there is taken."""

_OF_ARCHITECTURE = {
    "gemma": "gemma", "gemma2": "gemma", "gemma3": "gemma", "gemma3n": "gemma", "gemma4": "gemma 4",
    "qwen2": "chatml", "qwen2moe": "chatml", "phi3": "phi 3", "command-r": "command-r", "cohere2": "command-r",
    "granite": "granite", "gpt-oss": "harmony", "llama4": "llama 4",
}  # fmt: skip
"""For files that say they are tuned and have no template. `llama` is not here: its models have many forms."""
_TUNED = re.compile(r"(?:^|[^a-z])(?:it|instruct|chat|sft|dpo|rlhf)(?:[^a-z]|$)")
_UNTUNED = re.compile(r"(?:^|[^a-z])(?:base|pt|pretrain|pretrained)(?:[^a-z]|$)")

ORDER = "Complete each text. Write only what comes after its last colon, on one line.\n\n"
"""What a conversing model is told before a prompt that a base model would just go on with."""


def form_of(model: Described) -> Form | None:
    """How to speak with it; None for one that only continues text, or that is spoken with in a way not known here."""
    said = f"{model.name} {model.tuned}".lower()[:200]
    if _UNTUNED.search(said):
        return None
    if model.template:
        return next((form for form in FORMS if all(mark in model.template for mark in form.marks)), None)
    return named(_OF_ARCHITECTURE.get(model.architecture, "")) if _TUNED.search(said) else None


def named(name: str) -> Form | None:
    """The form with this name."""
    return next((form for form in FORMS if form.name == name), None)


def as_turns(prompt: Prompt, form: Form | None) -> Prompt:
    """The prompt as a conversation: each worked example is a turn of both sides, and the last answer is begun."""
    if form is None or not prompt:
        return prompt
    *rest, last = prompt
    cue, blank, opening = last.text.rpartition(" ") if last.trusted else ("", "", "")
    if not blank:
        cue, opening = last.text, ""
    turns = [Piece(form.before + ORDER, True)]
    for piece in rest:
        asked, _, answered = piece.text.partition(cue) if piece.trusted and last.trusted else ("", "", "")
        turns += [Piece(asked + cue, True), Piece(form.after + answered.strip(), True),
                  Piece(form.end + form.before, True)] if answered else [piece]  # fmt: skip
    return (*turns, Piece(cue, last.trusted), Piece(form.after + opening, True))
