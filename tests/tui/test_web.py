"""`pinakes serve --web`: a browser of this machine gets in with the token, and nobody else does."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator, Mapping
from email.message import Message
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from pinakes.errors import UsageError
from pinakes.tui.webguard import hosts, refusal

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
TOKEN = "the-token"
OURS = {"Host": "127.0.0.1:8000"}

served = pytest.mark.skipif(find_spec("textual_serve") is None, reason="textual-serve is not installed")


# ── who may come in ──────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("headers", "path", "socket", "status"),
    [
        (OURS, "/the-token/", False, None),
        ({"Host": "localhost:8000"}, "/the-token/page.css", False, None),
        ({"Host": "[::1]:8000"}, "/the-token/", False, None),
        ({**OURS, "Origin": "http://127.0.0.1:8000"}, "/the-token/ws", True, None),
        ({**OURS, "Sec-Fetch-Site": "same-origin"}, "/the-token/", False, None),
        (OURS, "/", False, 404),
        (OURS, "/the-toke/", False, 404),
        (OURS, "/the-token2/", False, 404),
        (OURS, "/tökén/", False, 404),
        (OURS, "*", False, 404),
        ({}, "/the-token/", False, 403),
        ({"Host": "127.0.0.1"}, "/the-token/", False, 403),
        ({"Host": "127.0.0.1:8001"}, "/the-token/", False, 403),
        ({"Host": "notes.example:8000"}, "/the-token/", False, 403),
        ({"Host": "127.0.0.1.notes.example:8000"}, "/the-token/", False, 403),
        (OURS, "/the-token/ws", True, 403),
        ({**OURS, "Origin": "null"}, "/the-token/ws", True, 403),
        ({**OURS, "Origin": "http://notes.example"}, "/the-token/ws", True, 403),
        ({**OURS, "Origin": "https://127.0.0.1:8000"}, "/the-token/ws", True, 403),
        ({**OURS, "Origin": "http://localhost:8000"}, "/the-token/ws", True, 403),
        ({**OURS, "Origin": "http://notes.example"}, "/the-token/", False, 403),
        ({**OURS, "Sec-Fetch-Site": "cross-site"}, "/the-token/static/js/textual.js", False, 403),
        ({**OURS, "Sec-Fetch-Site": "same-site"}, "/the-token/", False, 403),
    ],
)
def test_only_our_own_page_is_answered(headers: Mapping[str, str], path: str, socket: bool, status: int | None) -> None:
    no = refusal(headers, path, 8000, TOKEN, socket=socket)
    assert (no[0] if no else None) == status


def test_the_machine_has_no_name_that_others_could_be_given() -> None:
    assert hosts(8000) == {"127.0.0.1:8000", "localhost:8000", "[::1]:8000"}


@served
@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.4", "notes.example", "", "127.0.0.1.notes.example"])
def test_no_address_but_this_machines_own_is_served(host: str) -> None:
    from pinakes.tui.web import listen

    with pytest.raises(UsageError, match="this machine alone"):
        listen(host, 0)


@served
def test_a_port_that_is_taken_is_named() -> None:
    from pinakes.tui.web import listen

    with listen("127.0.0.1", 0) as one, pytest.raises(UsageError, match="can't be had"):
        listen("127.0.0.1", one.getsockname()[1])


def test_what_to_serve_must_be_said(places: dict[str, str], vault: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pinakes", "--vault", str(vault), "serve"],
        capture_output=True, text=True, check=False, env={**os.environ, **places},
    )  # fmt: skip
    assert done.returncode == 2
    assert "pinakes serve --web" in done.stderr


# ── the real server ──────────────────────────────────────────────────────────────────────


@pytest.fixture
def places(tmp_path: Path) -> dict[str, str]:
    """An environment in which nothing outside the test's folder is touched."""
    folders = {f"PINAKES_{kind}_DIR": str(tmp_path / kind.lower()) for kind in ("DATA", "CONFIG", "CACHE")}
    return {**folders, "PYTHONPATH": str(Path(__file__).parents[2]), "LC_ALL": "C.UTF-8"}


@contextlib.contextmanager
def running(vault: Path, places: dict[str, str]) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The server as a user starts it, and the address that it prints."""
    arguments = ["--vault", str(vault), "serve", "--web"]
    server = subprocess.Popen(
        [sys.executable, "-m", "pinakes", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **places},
    )  # fmt: skip
    with server:
        try:
            assert server.stdout is not None
            yield server, server.stdout.readline().strip()
        finally:
            server.send_signal(signal.SIGINT)  # nothing is done to one that has ended
            try:
                server.wait(30)
            except subprocess.TimeoutExpired:
                server.kill()


@pytest.fixture
def address(vault: Path, places: dict[str, str]) -> Iterator[str]:
    with running(vault, places) as (_, address):
        yield address


def get(url: str, **headers: str) -> tuple[int, Message, str]:
    """Status, headers and text, without any proxy of the environment."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    request = urllib.request.Request(url, headers={name.replace("_", "-"): value for name, value in headers.items()})
    try:
        with opener.open(request) as answer:
            return answer.status, answer.headers, answer.read().decode("utf-8", "replace")
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read().decode("utf-8", "replace")


@served
def test_the_page_comes_with_the_token_and_loads_nothing_from_elsewhere(address: str) -> None:
    status, headers, page = get(address)
    assert status == 200
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["Referrer-Policy"] == "no-referrer"
    named = urlsplit(address).netloc
    assert page.replace(f"ws://{named}/", "").count("//") == 0
    for part in ("page.css", "page.js", "static/css/xterm.css", "static/js/textual.js"):
        status, headers, text = get(address + part)
        assert status == 200
        assert "fonts.g" not in text
        assert headers["X-Content-Type-Options"] == "nosniff"


@served
def test_without_the_token_there_is_nothing(address: str) -> None:
    top = "{0.scheme}://{0.netloc}".format(urlsplit(address))
    for path in ("/", "/ws", "/static/js/textual.js", f"/{'x' * 32}/", "/favicon.ico"):
        status, _, text = get(top + path)
        assert status == 404
        assert "lighthouse" not in text


@served
def test_other_names_of_this_machine_are_refused(address: str) -> None:
    port = urlsplit(address).port
    assert get(address, Host=f"notes.example:{port}")[0] == 403
    assert get(address, Origin="http://notes.example")[0] == 403
    assert get(address, Host=f"localhost:{port}")[0] == 200


@served
def test_the_folders_of_the_server_are_not_listed(address: str) -> None:
    assert get(address + "static/")[0] in (403, 404)
    assert get(address + "static/%2e%2e/server.py")[0] in (403, 404)


@served
async def test_a_socket_draws_the_notes_and_ends_with_its_page(address: str) -> None:
    import aiohttp

    host = urlsplit(address).netloc
    where = f"ws://{host}{urlsplit(address).path}ws?width=100&height=30"
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(where, origin="http://notes.example")
        assert refused.value.status == 403
        async with session.ws_connect(where, origin=f"http://{host}") as page:
            drawn = ""
            while "in step" not in drawn:
                drawn += (await page.receive_bytes()).decode("utf-8", "replace")
            await page.send_json(["stdin", "\x11"])
            while (await page.receive()).type != aiohttp.WSMsgType.CLOSE:
                pass


@served
def test_ctrl_c_ends_it_in_order(vault: Path, places: dict[str, str]) -> None:
    with running(vault, places) as (server, address):
        assert get(address)[0] == 200
        server.send_signal(signal.SIGINT)
        server.wait(30)
        assert server.stderr is not None
        told = server.stderr.read()
    assert server.returncode == 0
    assert "Whoever has it can read your notes." in told
    assert "Traceback" not in told


@served
async def test_a_server_that_is_killed_leaves_nothing_running(vault: Path, places: dict[str, str]) -> None:
    import aiohttp

    with running(vault, places) as (server, address):
        host = urlsplit(address).netloc
        async with aiohttp.ClientSession() as session:
            where = f"ws://{host}{urlsplit(address).path}ws?width=80&height=24"
            async with session.ws_connect(where, origin=f"http://{host}") as page:
                await page.receive_bytes()
                listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(server.pid)], capture_output=True, text=True)
                screens = [int(pid) for pid in listed.stdout.split()]
                server.kill()
                for pid in screens:
                    for _ in range(600):
                        if not _runs(pid):
                            break
                        await asyncio.sleep(0.1)
        assert screens
        assert not any(map(_runs, screens))


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


# ── a real browser ───────────────────────────────────────────────────────────────────────


class Browser:
    """A headless Chromium, told what to do by its own protocol; every request of its page is noted."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._last = 0
        self.requests: list[str] = []
        self.complaints: list[str] = []

    async def do(self, method: str, **parameters: object) -> dict[str, Any]:
        self._last += 1
        await self._socket.send_json({"id": self._last, "method": method, "params": parameters})
        while True:
            message = await self._socket.receive_json()
            if message.get("method") in ("Network.requestWillBeSent", "Network.webSocketCreated"):
                self.requests.append(message["params"].get("url") or message["params"]["request"]["url"])
            elif message.get("method") == "Log.entryAdded" and message["params"]["entry"]["level"] == "error":
                self.complaints.append(message["params"]["entry"]["text"])
            elif message.get("id") == self._last:
                return dict(message.get("result", {}))

    async def value(self, expression: str) -> Any:
        return (await self.do("Runtime.evaluate", expression=expression))["result"].get("value")

    async def picture(self, file: Path) -> bytes:
        shot = base64.b64decode((await self.do("Page.captureScreenshot", format="png"))["data"])
        file.write_bytes(shot)
        return shot

    async def type(self, text: str) -> None:
        for character in text:
            await self.do("Input.dispatchKeyEvent", type="keyDown", text=character, key=character)
            await self.do("Input.dispatchKeyEvent", type="keyUp", key=character)


@contextlib.asynccontextmanager
async def browser(folder: Path) -> AsyncIterator[Browser]:
    import aiohttp

    options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    process = await asyncio.create_subprocess_exec(
        str(CHROMIUM), *options, "--window-size=1280,800", "--remote-debugging-port=0",
        f"--user-data-dir={folder}", "about:blank",
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    port_file = folder / "DevToolsActivePort"
    try:
        while not (port_file.is_file() and port_file.read_text().count("\n")):
            await asyncio.sleep(0.1)
        port = port_file.read_text().split()[0]
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://127.0.0.1:{port}/json") as answer:
                page = next(target for target in await answer.json() if target["type"] == "page")
            async with session.ws_connect(page["webSocketDebuggerUrl"], max_msg_size=0) as socket:
                driven = Browser(socket)
                for part in ("Network", "Log", "Page", "Runtime"):
                    await driven.do(f"{part}.enable")
                yield driven
    finally:
        process.terminate()
        await process.wait()


async def until(page: Browser, expression: str) -> None:
    for _ in range(600):
        if await page.value(expression):
            return
        await asyncio.sleep(0.1)
    pytest.fail(f"never came: {expression}; the browser complains: {page.complaints}")


@served
@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
async def test_a_real_browser_draws_searches_and_asks_nobody_else(address: str, tmp_path: Path) -> None:
    async with browser(tmp_path / "profile") as page:
        await page.do("Page.navigate", url=address)
        await until(page, "document.body && document.body.classList.contains('-first-byte')")
        await asyncio.sleep(4)
        before = await page.picture(tmp_path / "started.png")
        await page.type("chamois")
        await asyncio.sleep(4)
        after = await page.picture(tmp_path / "searched.png")
        if kept := os.environ.get("PINAKES_PICTURES"):
            shutil.copytree(
                tmp_path, kept, dirs_exist_ok=True, ignore=lambda _, names: [n for n in names if n[-4:] != ".png"]
            )
        assert before != after
        assert await page.value("document.fonts.check('16px \"Roboto Mono\"')")
        await page.do(
            "Input.dispatchKeyEvent", type="keyDown", key="q", code="KeyQ", windowsVirtualKeyCode=81, modifiers=2
        )
        await until(page, "document.body.classList.contains('-closed')")
    named = urlsplit(address).netloc
    assert [url for url in page.requests if urlsplit(url).netloc != named and not url.startswith("data:")] == []
    assert any(url.startswith("ws://") for url in page.requests)
    assert page.complaints == []
