"""Firefox, driven by WebDriver BiDi (W3C), which it speaks by itself."""

from __future__ import annotations

import itertools
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.engines.page import EngineError, Page, keys, process, wait

PREFERENCES = """
user_pref("dom.w3c_touch_events.enabled", 1);
user_pref("dom.serviceWorkers.enabled", false);
user_pref("dom.ipc.processCount", 1);
user_pref("fission.autostart", false);
user_pref("browser.startup.page", 0);
user_pref("browser.newtabpage.enabled", false);
user_pref("browser.aboutwelcome.enabled", false);
"""
"""Fingers are told from mice, also on a machine without a touch screen; no service worker puts all rules by meanwhile,
as at a table on plain http; and Firefox starts in half the time."""


def found() -> str | None:
    """Return the Firefox that FIREFOX names, else Debian's; None if there is none."""
    return os.environ.get("FIREFOX") or shutil.which("firefox-esr")


@contextmanager
def started(folder: Path) -> Iterator[Firefox]:
    """Start Firefox with an empty profile in `folder`, and end it."""
    program = found()
    assert program is not None
    (folder / "user.js").write_text(PREFERENCES)
    words = [program, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port=0"]
    environment = {**os.environ, "HOME": str(folder)}
    with process(words, folder / "output", environment):
        address = folder / "WebDriverBiDiServer.json"
        wait("Firefox listens", lambda: address.exists() and address.read_text().endswith("}"))
        port = json.loads(address.read_text())["ws_port"]
        with connect(f"ws://127.0.0.1:{port}/session", max_size=None) as socket:
            yield Firefox(socket)


class Firefox:
    """A Firefox that runs; each page has cookies of its own."""

    def __init__(self, socket: ClientConnection):
        self._socket = socket
        self._numbers = itertools.count()
        self.errors: list[str] = []
        """What the scripts of its pages threw."""
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])

    def send(self, method: str, **params: Any) -> Any:
        """Send a command and return its result. Raises EngineError if it fails."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv(timeout=60))
            if answer.get("id") == number:
                if answer["type"] == "error":
                    raise EngineError(f"{method}: {answer['message']}")
                return answer["result"]
            told = answer.get("params", {})
            if answer.get("method") == "log.entryAdded" and told["type"] == "javascript" and told["level"] == "error":
                self.errors.append(told["text"])

    @contextmanager
    def page(self, size: tuple[int, int]) -> Iterator[Page]:
        """Open an empty page, as large as a phone of `size` pixels, and close it. Its scripts are to throw nothing."""
        user = self.send("browser.createUserContext")["userContext"]
        # A window: a tab behind another would be a phone in a pocket.
        window = self.send("browsingContext.create", type="window", userContext=user)["context"]
        viewport = {"width": size[0], "height": size[1]}
        self.send("browsingContext.setViewport", context=window, viewport=viewport)
        yield FirefoxPage(self, window)
        self.send("browser.removeUserContext", userContext=user)
        assert not self.errors, self.errors


class FirefoxPage(Page):
    """A window with cookies of its own."""

    def __init__(self, firefox: Firefox, window: str):
        self._firefox = firefox
        self._window = window

    def goto(self, url: str) -> None:
        self._firefox.send("browsingContext.navigate", context=self._window, url=url, wait="complete")

    def text(self, expression: str) -> str:
        done = self._firefox.send(
            "script.evaluate", expression=expression, target={"context": self._window}, awaitPromise=False
        )
        if done["type"] == "exception":
            raise EngineError(done["exceptionDetails"]["text"])
        return str(done["result"]["value"])

    def touch(self, x: float, y: float) -> None:
        finger = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        source = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": finger}
        self._firefox.send("input.performActions", context=self._window, actions=[source])

    def type(self, text: str) -> None:
        self._firefox.send("input.performActions", context=self._window, actions=[keys(text)])
