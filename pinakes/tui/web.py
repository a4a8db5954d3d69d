"""How is the terminal UI shown in a browser of this machine, to nobody but its user?

textual-serve runs one terminal UI for each page that is open, and sends it what the page's
terminal types. Who may come in is decided here, and the page loads nothing from elsewhere.
"""

from __future__ import annotations

import secrets
import shlex
import socket
import sys
from collections.abc import Awaitable, Callable, Sequence
from html import escape
from pathlib import Path
from string import Template

import textual_serve
from aiohttp import web
from textual_serve.server import Server

from pinakes.errors import UsageError
from pinakes.tui.webguard import HEADERS, policy, refusal

PAGE = Path(__file__).with_name("browser")
PARTS = Path(textual_serve.__file__).with_name("static")
"""textual-serve's terminal, its fonts and its styles; its own page fetches a font from elsewhere."""
MOST = 8
"""Pages at once: each is a process that holds the vault's index."""
LAST_WORDS_S = 2.0
"""How long the terminal UIs have to end when the server does."""

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class WebServer(Server):
    """Serves one command, by one token, on one port of the loopback address."""

    def __init__(self, command: Sequence[str], listening: socket.socket) -> None:
        host, self.port = listening.getsockname()[:2]
        super().__init__(f"exec {shlex.join(command)}", host, self.port, title="Pinakes", statics_path=PARTS)
        self.token = secrets.token_urlsafe(24)
        self._listening = listening
        self._open = 0

    @property
    def address(self) -> str:
        """What is typed into the browser. Whoever has it can read the notes."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}/{self.token}/"

    def run(self) -> None:
        """Serve until ctrl+c. Addresses are in no log: they hold the token."""
        web.run_app(
            self._make_app(),
            sock=self._listening,
            access_log=None,
            shutdown_timeout=LAST_WORDS_S,
            print=lambda *_: None,
        )

    async def _make_app(self) -> web.Application:
        app = web.Application(middlewares=[self._guard])
        top = f"/{self.token}"
        app.add_routes(
            [
                web.get(f"{top}/", self._page),
                *(web.get(f"{top}/{name}", _ours(name)) for name in ("page.css", "page.js")),
                web.get(f"{top}/ws", self.handle_websocket),
                web.static(f"{top}/static", PARTS, show_index=False, follow_symlinks=False),
            ]
        )
        app.on_response_prepare.append(_protect)
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        upgrade = request.headers.get("Upgrade", "").lower() == "websocket"
        no = refusal(request.headers, request.path, self.port, self.token, socket=upgrade)
        return await handler(request) if no is None else web.Response(status=no[0], text=f"{no[1]}\n")

    async def _page(self, request: web.Request) -> web.Response:
        page = Template((PAGE / "index.html").read_text("utf-8"))
        socket_address = f"ws://{request.host}/{self.token}/ws"
        return web.Response(text=page.substitute(socket=escape(socket_address)), content_type="text/html")

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """One terminal UI, for as long as its page is open."""
        if self._open >= MOST:
            raise web.HTTPServiceUnavailable(text=f"{MOST} pages are open already. Close one.\n")
        self._open += 1
        try:
            return await super().handle_websocket(request)
        finally:
            self._open -= 1


def _ours(name: str) -> _Handler:
    """Answers with a file of our page."""

    async def answer(request: web.Request) -> web.StreamResponse:
        return web.FileResponse(PAGE / name)

    return answer


async def _protect(request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)
    response.headers["Content-Security-Policy"] = policy(request.host)


def listen(host: str, port: int) -> socket.socket:
    """A socket on a loopback address; port 0 takes one that is free. Raises UsageError for any other address."""
    if host not in ("127.0.0.1", "localhost", "::1"):
        raise UsageError(
            f"Pinakes is served to this machine alone, not at {host}.",
            "From elsewhere, tunnel to it: `ssh -L PORT:127.0.0.1:PORT this-machine`.",
        )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(("127.0.0.1" if host == "localhost" else host, port))
        listening.listen()  # who comes before the server is ready waits
    except (OSError, OverflowError) as error:
        listening.close()
        raise UsageError(
            f"Port {port} of {host} can't be had: {getattr(error, 'strerror', None) or error}.",
            "Leave `--port` out to take one that is free.",
        ) from error
    return listening


def command(options: Sequence[str]) -> list[str]:
    """What is run for each page."""
    return [sys.executable, "-m", "pinakes", *options, "tui"]
