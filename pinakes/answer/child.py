"""What runs in the model's own process: `python -m pinakes.answer.child`. JSON lines in, JSON lines out.

    → {"op": "load", "path": …, "context_tokens": …, "threads": …,
       "reading_threads": …}                                           ← {"ready": true} | {"error": …}
    → {"op": "count", "id": n, "text": …}                              ← {"id": n, "count": …}
    → {"op": "generate", "id": n, "pieces": [[text, trusted], …],
       "max_tokens": …, "stop": […]}                                   ← {"id": n, "text": …} …
                                                                       ← {"id": n, "end": why}
    → {"op": "score", "id": n, "pieces": [[text, trusted], …],
       "continuations": [text, …]}                                     ← {"id": n, "scores": [[…], …]}
    → {"op": "measure", "id": n, "read": …, "make": …}                 ← {"id": n, "reading": …, "writing": …}
    → {"op": "cancel", "id": n}

When stdin ends, the parent is gone, and so is this process, at once.
"""

from __future__ import annotations

import codecs
import json
import os
import queue
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from pinakes.answer.stopping import Stopper

if TYPE_CHECKING:
    from pinakes.answer.native import Native

Say = Callable[[dict[str, object]], None]


class _Inbox:
    """Requests in order; `cancel` overtakes them."""

    def __init__(self, stdin: BinaryIO) -> None:
        self.requests: queue.Queue[dict[str, Any]] = queue.Queue()
        self._cancelled: set[int] = set()
        self._stdin = stdin
        threading.Thread(target=self._read, daemon=True).start()

    def cancelled(self, number: int) -> bool:
        return number in self._cancelled

    def _read(self) -> None:
        for line in self._stdin:
            request = json.loads(line)
            if request["op"] == "cancel":
                self._cancelled.add(request["id"])
            else:
                self.requests.put(request)
        os._exit(0)  # in the middle of a batch too: nobody waits for it any more


def main() -> None:
    """Serve until stdin ends."""
    say = _voice()
    _be_first_to_go()
    inbox = _Inbox(sys.stdin.buffer)
    native: Native | None = None
    while True:
        request = inbox.requests.get()
        try:
            if request["op"] == "load":
                native = _load(request)
                say({"ready": True})
            elif native is not None and request["op"] == "count":
                say({"id": request["id"], "count": len(native.tokens(request["text"], special=False))})
            elif native is not None and request["op"] == "generate":
                _generate(native, request, say, inbox)
            elif native is not None and request["op"] == "score":
                _score(native, request, say, inbox)
            elif native is not None and request["op"] == "measure":
                reading, writing = native.speed(request["read"], request["make"])
                say({"id": request["id"], "reading": reading, "writing": writing})
        except Exception as error:  # noqa: BLE001 - whatever it is, the parent is told and decides
            print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
            say({"id": request.get("id"), "error": f"{type(error).__name__}: {error}"})


def _load(request: dict[str, Any]) -> Native:
    from pinakes.answer.native import Native

    return Native(Path(request["path"]), request["context_tokens"], request["threads"], request["reading_threads"])


def _score(native: Native, request: dict[str, Any], say: Say, inbox: _Inbox) -> None:
    number = request["id"]
    continuations = [native.tokens(text, special=False) for text in request["continuations"]]
    scores = native.scores(_tokens(native, request), continuations, lambda: inbox.cancelled(number))
    say({"id": number, "scores": scores})


def _tokens(native: Native, request: dict[str, Any]) -> list[int]:
    """Of a prompt; only in what is trusted can there be control tokens."""
    return [*native.start(), *(t for text, ours in request["pieces"] for t in native.tokens(text, special=ours))]


def _generate(native: Native, request: dict[str, Any], say: Say, inbox: _Inbox) -> None:
    number = request["id"]

    def cancelled() -> bool:
        return inbox.cancelled(number)

    prompt = _tokens(native, request)
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    stopper = Stopper(request["stop"])
    end = "eos"
    for made, piece in enumerate(native.generate(prompt, cancelled), 1):
        if shown := stopper.feed(decoder.decode(piece)):
            say({"id": number, "text": shown})
        if stopper.ended or made >= request["max_tokens"]:
            end = stopper.ended or "length"
            break
    if end not in ("stop", "repeat") and (rest := stopper.rest()):
        say({"id": number, "text": rest})
    say({"id": number, "end": "cancelled" if cancelled() else end})


def _voice() -> Say:
    """Speak on what was stdout; stdout itself becomes stderr, so that native chatter can't garble a line."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def say(message: dict[str, object]) -> None:
        try:
            out.write(json.dumps(message).encode("ascii") + b"\n")
            out.flush()
        except BrokenPipeError:
            os._exit(0)

    return say


def _be_first_to_go() -> None:
    """Where memory runs out, Linux should end this process rather than the user's others."""
    try:
        Path("/proc/self/oom_score_adj").write_text("500")
    except OSError:
        pass


if __name__ == "__main__":
    main()
