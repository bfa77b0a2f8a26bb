"""WebKit, as Safari has it: Debian's MiniBrowser, driven by WebDriver (W3C) on a screen that nobody sees."""

from __future__ import annotations

import json
import os
import shutil
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.engines.page import EngineError, Page, keys, process, wait
from tests.servers.server import free_port

OPTIONS = ["--automation", "--features=-ServiceWorkers"]
"""No service worker puts all rules by meanwhile, just as at a table on plain http."""
LISTEN = """
if (!window.thrown) {
    window.thrown = [];
    addEventListener("error", ({ message }) => thrown.push(message));
    addEventListener("unhandledrejection", ({ reason }) => thrown.push(String(reason)));
}
"""
"""Keeps what a page's scripts throw from the first look on: its driver does not tell."""


def found() -> str | None:
    """Return WebKit's driver; None if it is missing, or the screen."""
    return shutil.which("WebKitWebDriver") if shutil.which("Xvfb") else None


@contextmanager
def started(folder: Path) -> Iterator[WebKit]:
    """Start a screen that nobody sees, and end it; what WebKit keeps goes into `folder`."""
    read, write = os.pipe()
    words = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1024x1024x24", "-nolisten", "tcp"]
    with process(words, folder / "screen", dict(os.environ), passes=(write,)), os.fdopen(read) as display:
        os.close(write)
        yield WebKit(folder, f":{display.readline().strip()}")


class WebKit:
    """WebKit on a screen. Each page is a browser of its own: the driver has one session."""

    def __init__(self, folder: Path, display: str):
        self._folder = folder
        self._display = display

    @contextmanager
    def page(self, size: tuple[int, int]) -> Iterator[Page]:
        """Open an empty page, as near to `size` pixels as its window can be, and close it. Its scripts are to throw
        nothing."""
        port = free_port()
        home = {"HOME": str(self._folder), "XDG_RUNTIME_DIR": str(self._folder), "NO_AT_BRIDGE": "1"}
        environment = {**os.environ, **home, "DISPLAY": self._display}
        output = self._folder / f"output-{port}"
        with process(["WebKitWebDriver", f"--port={port}"], output, environment):
            page = WebKitPage(f"http://127.0.0.1:{port}", size)
            yield page
            thrown = page.evaluate("thrown")
            page.end()
        assert not thrown, thrown


class WebKitPage(Page):
    """A driver's session, and the one window of that."""

    def __init__(self, driver: str, size: tuple[int, int]):
        self._driver = driver
        wait("WebKit’s driver listens", lambda: self._send("GET", "/status")["ready"])
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": {"args": OPTIONS}}}
        self._session = f"/session/{self._send('POST', '/session', {'capabilities': wanted})['sessionId']}"
        edge = json.loads(self.text("JSON.stringify([outerWidth - innerWidth, outerHeight - innerHeight])"))
        self._post("/window/rect", x=0, y=0, width=size[0] + edge[0], height=size[1] + edge[1])

    def end(self) -> None:
        """End the session, and with it the browser."""
        self._send("DELETE", self._session)

    def _send(self, method: str, path: str, body: Any = None) -> Any:
        """Send a command and return its value. Raises EngineError if it fails."""
        data = None if body is None else json.dumps(body).encode()
        try:
            with urllib.request.urlopen(urllib.request.Request(self._driver + path, data, method=method)) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            with error:
                raise EngineError(f"{path}: {error.read().decode()}") from error
        except OSError as error:
            raise EngineError(f"{path}: {error}") from error

    def _post(self, path: str, **body: Any) -> Any:
        return self._send("POST", self._session + path, body)

    def goto(self, url: str) -> None:
        self._post("/url", url=url)

    def text(self, expression: str) -> str:
        return str(self._post("/execute/sync", script=f"{LISTEN} return {expression}", args=[]))

    def touch(self, x: float, y: float) -> None:
        # Its driver knows no fingers: what it is told of one comes as a mouse's.
        mouse = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._post("/actions", actions=[{"type": "pointer", "id": "mouse", "actions": mouse}])

    def type(self, text: str) -> None:
        self._post("/actions", actions=[keys(text)])
