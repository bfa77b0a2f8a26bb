"""The way between phones and a server, to be cut, held up and let through again; and phones that sit at a table."""

from __future__ import annotations

import contextlib
import json
import random
import socket
import threading
import time
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.script import Script, ask

TIMES_CUT_OFF = """() => {
    const strip = document.getElementById('cut-off');
    let since = 0;
    setInterval(() => { since += 250; }, 250);
    new MutationObserver(() => {
        if (strip.hidden) since = 0; // a sign of the server hides it again
        else strip.dataset.after ??= since;
    }).observe(strip, { attributes: true, attributeFilter: ['hidden'] });
}"""
"""Lets a page write beside “cut off” after how many milliseconds it said so, by its own time: what a stalled machine
takes from it does not count."""


class Wire:
    """A TCP proxy at an address of its own. `late`: how many seconds what the server says may take longer."""

    def __init__(self, url: str, late: float = 0):
        self._late = late
        self._port = urlsplit(url).port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._flowing, self._asking = threading.Event(), threading.Event()
        self.let()
        self._ends: list[socket.socket] = []
        self.answers = True
        """Whether what the server says comes through; what it is told does in any case."""
        self.stranger = b""
        """What somebody else answers to whatever is asked, in the server's place; nothing while the server answers."""
        self.asked = 0
        """How many requests the stranger was sent."""
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._passing: list[threading.Thread] = []
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            if self.stranger:
                self._passing.append(threading.Thread(target=self._answer, args=(near,), daemon=True))
                self._passing[-1].start()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self._port))
            except OSError:
                near.close()
                continue
            self._ends += [near, far]
            for one, other, back in ((near, far, False), (far, near, True)):
                self._passing.append(threading.Thread(target=self._pass_on, args=(one, other, back), daemon=True))
                self._passing[-1].start()

    def _answer(self, near: socket.socket) -> None:
        """Read one request; answer it as the stranger does."""
        with contextlib.suppress(OSError), near, near.makefile("rb") as asked:
            length = 0
            while line := asked.readline().strip().lower():
                if line.startswith(b"content-length:"):
                    length = int(line.partition(b":")[2])
            asked.read(length)
            self.asked += 1
            near.sendall(self.stranger)

    def _pass_on(self, one: socket.socket, other: socket.socket, back: bool) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                self._flowing.wait()
                if not back:
                    self._asking.wait()
                if back and self._late:
                    time.sleep(random.uniform(0, self._late))
                if self.answers or not back:
                    other.sendall(data)
        self._end(one, other)

    @staticmethod
    def _end(*ends: socket.socket) -> None:
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def hold(self) -> None:
        """Let nothing through, and end nothing: as when a phone leaves the Wi-Fi."""
        self._flowing.clear()

    def hold_requests(self) -> None:
        """Let nothing through to the server. What it says comes through, so that a phone does not take itself to be cut
        off, however long a busy machine takes for the taps that follow."""
        self._asking.clear()

    def let(self) -> None:
        self._flowing.set()
        self._asking.set()

    def give_way(self, stranger: bytes) -> None:
        """Let somebody else answer from now on, with this; with nothing, the server again."""
        self.stranger = stranger
        self.cut()

    def cut(self) -> None:
        """End all connections there are."""
        self._end(*self._ends)

    def close(self) -> None:
        """Cut everything, for good."""
        self.let()
        self._end(self._listener)
        self._accepting.join()
        self.cut()
        for passing in self._passing:
            passing.join()
        for end in (self._listener, *self._ends):
            end.close()


def new_table(url: str, *names: str, game: str = "alchemicus", **options: Any) -> Script:
    """Set a table; return its host."""
    made = json.loads(ask(f"{url}/tables", {"game": game, "players": list(names), "options": options}))
    return Script(url + made["url"], made["token"])


def shows(page: Page, host: Script) -> None:
    """Wait until the phone shows the table as it is."""
    expect(page.locator("#latest")).to_have_attribute("data-seq", str(host.look()["seq"]))


def sit(page: Page, host: Script, seat: int | None, url: str = "") -> None:
    """Open the table with a seat of its own (None: as the host), by way of another address if need be."""
    there = urlsplit(host.table)
    token = host.token
    if seat is not None:
        token = json.loads(ask(f"{host.table}/join", {"seat": seat}))["token"]
    page.context.add_cookies([{"name": "seats", "value": token, "domain": there.hostname or "", "path": there.path}])
    page.goto((url or f"{there.scheme}://{there.netloc}") + there.path)
