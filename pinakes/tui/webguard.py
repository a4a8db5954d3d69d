"""May a request from a browser be answered? Only one made to this machine, by our own page, with the token.

Listening on the loopback address does not keep others out: any page in the user's browser can
send requests there, and a page whose name is made to point at 127.0.0.1 can read the answers.
Such requests name another host or origin; and nobody knows the token who was not told it.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping

HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""With every answer: nothing is kept, framed, guessed at, or told to a page that a link leads to."""


def hosts(port: int) -> frozenset[str]:
    """What this machine is called by those who mean it."""
    return frozenset(f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]"))


def policy(host: str) -> str:
    """What the page may load: from where it came, and nothing else. The terminal in it sets styles of its own."""
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; "
        f"img-src 'self' data:; connect-src ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def refusal(headers: Mapping[str, str], path: str, port: int, token: str, *, socket: bool) -> tuple[int, str] | None:
    """The status and the words with which a request is refused; None for one that may be answered."""
    host = headers.get("Host", "")
    if host not in hosts(port):
        return 403, "Pinakes answers to this machine's own names alone."
    if not hmac.compare_digest(path.lstrip("/").partition("/")[0].encode("utf-8", "replace"), token.encode()):
        return 404, "Nothing is here. Use the whole address that `pinakes serve --web` printed."
    origin = headers.get("Origin")
    if (socket and origin is None) or origin not in (None, f"http://{host}"):
        return 403, "Another page may not use Pinakes."
    if headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
        return 403, "Another page may not use Pinakes."
    return None
