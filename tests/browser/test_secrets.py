"""What a phone that may not see a secret is ever sent: nothing that tells it from any other secret, byte by byte."""

from __future__ import annotations

import json
import re
import threading
import time
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.script import Script, ask

pytestmark = [pytest.mark.browser, pytest.mark.always]


class Stream(threading.Thread):
    """A stream of a table, read to the byte as long as the game runs."""

    def __init__(self, url: str, token: str):
        super().__init__(daemon=True)
        self.events: list[str] = []
        self.enough = threading.Event()
        self.request = urllib.request.Request(url, headers={"Cookie": f"seats={token}"})

    def run(self) -> None:
        lines: list[str] = []
        with urllib.request.urlopen(self.request, timeout=30) as answer:
            for line in answer:
                if self.enough.is_set():
                    return
                lines.append(line.decode())
                if line == b"\n":
                    self.events.append("".join(lines))
                    lines = []

    def seen(self, seq: int) -> bool:
        return any(re.search(rf"^id: {seq}\b", event, re.MULTILINE) for event in self.events)


class Onlooker:
    """Somebody who may not see seat 0's secrets, and keeps every byte the server ever sends them."""

    PAGES = ("", "?watch", "/lobby", "/log", "/log.csv", "/sheet")
    DOCUMENTS = ("", "/log", "/export", "/moves?seat=0", "/moves?seat=1")

    def __init__(self, table: str, token: str):
        self.table = table
        self.token = token
        self.kept: list[str] = []
        self.streams = [Stream(f"{table}/{name}?since=0", token) for name in ("stream", "live")]
        for stream in self.streams:
            stream.start()
        self.until(lambda stream: bool(stream.events))

    def until(self, heard: Callable[[Stream], bool]) -> None:
        """Wait until both streams heard of something."""
        latest = time.monotonic() + 10
        while not all(heard(stream) for stream in self.streams):
            assert time.monotonic() < latest, "a stream never told"
            time.sleep(0.01)

    def look(self) -> None:
        """Open everything there is to open."""
        for path in self.PAGES:
            self.kept.append(ask(self.table + path, token=self.token, accept="text/html").decode())
        fragment = ask(
            self.table, token=self.token, accept="text/html", **{"HX-Request": "true", "HX-Request-Type": "partial"}
        )
        self.kept.append(fragment.decode())
        for path in self.DOCUMENTS:
            self.kept.append(ask(self.table + path, token=self.token).decode())

    def all(self) -> set[str]:
        """Return everything that was received, without what differs between any two tables."""
        streamed = [event for stream in self.streams for event in stream.events]
        return {self.plain(text) for text in [*self.kept, *streamed]}

    def plain(self, text: str) -> str:
        text = text.replace(self.table.rpartition("/")[2], "CODE")
        text = re.sub(r'<svg[^>]*class="qr-code".*?</svg>', "QR", text, flags=re.DOTALL)
        text = re.sub(r"\d{4}-\d\d-\d\d(T[\d:.]+Z| \d\d:\d\d:\d\d)", "WHEN", text)
        text = re.sub(r"\w{3} \d+, \d{4}, [\d:]+.[AP]M", "WHEN", text)
        text = re.sub(r"\b\d+:\d\d\s[AP]M", "WHEN", text)
        return re.sub(r"\b(\d+)\.\d{9,}\b", r"\1.DRAWING", text)


def secret_game(server: str, hand: dict[str, int], objective: dict[str, str], drawn: dict[str, int]) -> list[set[str]]:
    """Play the same public game with these secrets of seat 0; return what each onlooker received before its end."""
    made = json.loads(ask(f"{server}/tables", {"game": "fata_morgana", "players": ["Ada", "Bruno"]}))
    table = f"{server}{made['url']}"
    ada, bruno = (
        Script(table, json.loads(ask(f"{table}/join", {"seat": seat}, made["token"]))["token"]) for seat in (0, 1)
    )
    onlookers = [Onlooker(table, bruno.token), Onlooker(table, ""), Onlooker(table, made["token"])]

    def entered(seq: int) -> None:
        # Changes that come at once are told as one; only one at a time are the streams of two games alike.
        for onlooker in onlookers:
            onlooker.until(lambda stream: stream.seen(seq))

    def play(who: Script, **move: Any) -> None:
        answer = who.enter(**move)
        assert "entry" in answer, answer
        if who is bruno:
            onlookers[0].kept.append(json.dumps(answer))

    def look() -> None:
        for onlooker in onlookers:
            onlooker.look()

    ada.entered = bruno.entered = entered
    play(ada, kind="hand", seat=0, hand=hand)
    play(ada, kind="objective", seat=0, **objective)
    look()
    play(ada, kind="create", seat=0, cauldron=["red", "white"], ingredients={"green": 1, "brown": 1}, value=6)
    play(bruno, kind="create", seat=1, cauldron=["green", "white"], ingredients={"blue": 1}, value=3)
    play(ada, kind="copy", seat=0, potion=2)
    play(bruno, kind="copy", seat=1, potion=1)
    play(ada, kind="pass", seat=0, take="hidden", drawn=drawn)
    look()
    play(bruno, kind="pass", seat=1, take="hidden")
    bruno.pass_until("declare", 9)
    assert ada.enter(kind="declare", seat=0)["refusal"]["code"] == "objective_not_complete"
    look()
    bruno.pass_until("turn", 10)
    play(ada, kind="hand", seat=0, hand=ada.look()["players"][0]["hand"])
    bruno.pass_until("reveal", 12)
    assert [need["seat"] for need in bruno.look()["needs"]] == [0, 0, 1, 1]
    look()
    for onlooker in onlookers:
        for stream in onlooker.streams:
            stream.enough.set()

    ada.entered = bruno.entered = lambda seq: None

    # Then all is revealed: the secret was really there to be told.
    size = bruno.look()["players"][1]["hand_size"]
    assert not bruno.enter(kind="reveal", seat=1, hand={"red": size}, objective=None)["table"]["over"]
    laid_open = ada.enter(kind="reveal", seat=0)["table"]
    assert laid_open["over"] and laid_open["players"][0]["objective"] == objective
    assert sum(laid_open["players"][0]["hand"].values()) == laid_open["players"][0]["hand_size"]
    for onlooker in onlookers:
        for stream in onlooker.streams:
            stream.join(timeout=15)
    return [onlooker.all() for onlooker in onlookers]


def test_nobody_else_is_ever_sent_a_secret(server: str) -> None:
    """Two games that differ only in the secrets of seat 0 look the same to everybody else, byte by byte."""
    one = secret_game(
        server,
        {"red": 4, "blue": 1, "green": 1, "brown": 4},
        {"three": "white", "two": "green", "one": "blue"},
        {"red": 2},
    )
    other = secret_game(
        server,
        {"blue": 3, "green": 3, "brown": 1, "white": 3},
        {"three": "red", "two": "brown", "one": "green"},
        {"brown": 1, "white": 1},
    )
    for name, seen, seen_too in zip(("the other seat", "a watcher", "the host"), one, other, strict=True):
        assert len(seen) > 50, name
        assert seen == seen_too, f"{name} can tell the two games apart"
        assert not any('"drawn":{' in text or "drawn&#34;:{" in text for text in seen), name
