"""Stories: requests to the app, one after another, and what came of each with its names put back.

Codes, tokens and times differ from run to run; in what is kept they are names: `$code`, `$host`, `$time`.
"""

from __future__ import annotations

import atexit
import json
import re
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, TypedDict
from unittest.mock import patch

from flask import Flask

from referee.language import written
from tests.apps import app_with

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
CLOCK = re.compile(r"\b\d?\d[:.]\d\d(:\d\d)?(\s?[AP]M)?(?![\d.:])")
DAY = re.compile(r"\b(\d{1,2} \w+ 20\d\d|\w+ \d{1,2}, 20\d\d|\d{1,2}[./]\d{1,2}[./](20)?\d\d|20\d\d-\d\d-\d\d)\b")


class Step(TypedDict):
    """One request: `who` asks (the name of a token, or "none"), `method`, `path`, `body` (None: without one); `page` is
    what kind of page is asked for, None where the answer is JSON."""

    who: str
    method: str
    path: str
    body: Any
    page: str | None


class Player:
    """Somebody who sends the requests of one story, and knows what its names stand for."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client(use_cookies=False)
        self.named: dict[str, str] = {}

    def send(self, step: Step) -> tuple[int, Any]:
        """Send a request; return the status and the answer: JSON, or the visible lines of a page."""
        path, body = self.filled(step["path"]), step["body"]
        page = step["page"] is not None
        headers = {"Accept": "text/html" if page else "application/json", "Accept-Language": "en"}
        token = self.named.get(f"${step['who']}")
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else self.filled(json.dumps(body))
        kind = None if data is None else "application/json"
        answer = self.client.open(path, method=step["method"], data=data, content_type=kind, headers=headers)
        if page:
            return answer.status_code, self.page(answer)
        told = json.loads(answer.text)
        self.learn(step, answer.status_code, told)
        return answer.status_code, json.loads(self.renamed(answer.text))

    def page(self, answer: Any) -> list[str]:
        """Return the visible lines of a page, or of a text."""
        if answer.status_code in (301, 302, 303, 308):
            return [f"to {self.renamed(answer.headers['Location'])}"]
        text = self.renamed(answer.text)
        lines = visible(text) if answer.mimetype == "text/html" else text.splitlines()
        return [CLOCK.sub("$clock", DAY.sub("$day", line)) for line in lines]

    def learn(self, step: Step, status: int, told: Any) -> None:
        """Name what an answer tells that differs from run to run."""
        if status == 201 and "code" in told:
            self.name("$code", told["code"])
            self.name("$host", told["token"])
        elif status == 200 and "token" in told:
            seat = told.get("seat")
            self.name("$watcher" if seat is None else f"$seat {seat}", told["token"])
        elif status == 200 and "pass" in told:
            self.name("$pass", told["pass"])

    def name(self, name: str, value: str) -> None:
        """Let `name` stand for `value` from now on; what it stood for before is called older."""
        older = self.named.get(name)
        self.named[name] = value
        if older is not None and older != value:
            self.name(f"{name} before", older)

    def filled(self, text: str) -> str:
        """Return `text` with what the names stand for."""
        for name in sorted(self.named, key=len, reverse=True):
            text = text.replace(name, self.named[name])
        return text

    def renamed(self, text: str) -> str:
        """Return `text` with names in place of what they stand for, and without times."""
        for name, value in self.named.items():
            text = text.replace(value, name)
        return TIME.sub("$time", text)


@contextmanager
def new_app() -> Iterator[Flask]:
    """Give an app with an empty folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        app = app_with({"DATA": str(Path(folder)), "TESTING": True, "LIMITS": {}})
        yield app
        app.extensions["referee"].store.close()


@cache
def shared_app() -> Flask:
    """Return the app at which most stories are played, one beside the other; it ends with the process."""
    made = new_app()
    app = made.__enter__()
    atexit.register(made.__exit__, None, None, None)
    return app


ALONE = ("house", "next")
"""The stories that show what a server remembers of other tables: they are played at an app of their own."""


def app_for(story: str) -> AbstractContextManager[Flask]:
    """Return the app at which a story is played."""
    return new_app() if story in ALONE else nullcontext(shared_app())


def play(story: str, steps: list[Step]) -> Iterator[tuple[Step, int, Any]]:
    """Play a story; yield each step, the status and the answer. By the clock of the entries each step takes 10 ms, so
    that a busy machine does not tell apart what was entered in one go."""
    started = datetime.now(UTC)
    with app_for(story) as app:
        player = Player(app)
        for number, step in enumerate(steps):
            moment = started + timedelta(milliseconds=10 * number)
            with patch("referee.enter.now", lambda moment=moment: written(moment)):
                sent = player.send(step)
            yield step, *sent


# --- what is to be seen of a page --------------------------------------------------------------------------------

UNSEEN = {"script", "style", "template", "symbol", "defs"}
INLINE = {"a", "abbr", "b", "bdi", "cite", "code", "em", "i", "kbd", "mark", "q", "small", "span", "strong", "sub",
          "sup", "time", "u", "var"}  # fmt: skip
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
SAID = ("aria-label", "alt", "placeholder", "title")


class Visible(HTMLParser):
    """Collects the text of a page line by line, a line an element that is a block; what is said of pictures and fields
    too."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.line: list[str] = []
        self.unseen = 0
        self.open: list[tuple[str, str | None, bool]] = []  # tag, seat it concerns, whether it is hidden
        self.seats: list[str] = []
        self.host = False

    def is_hidden(self, classes: list[str], seat: str | None) -> bool:
        """Whether static/css/mine.css hides an element with these classes that concerns `seat`; what is folded counts
        as seen."""
        mine, theirs = seat in self.seats, bool(self.seats) and seat not in self.seats
        shown = {"if-mine": mine, "unless-mine": not mine, "if-theirs": theirs, "unless-theirs": not theirs}
        shown |= {"unfolds": theirs, "if-host": self.host}
        return any(not shown.get(name, True) for name in classes)

    def end_line(self) -> None:
        text = " ".join("".join(self.line).split())
        if text:
            self.lines.append(text)
        self.line = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id") == "table":
            self.seats, self.host = (given.get("data-seats") or "").split(), "data-host" in given
        seat = given.get("data-for", self.open[-1][1] if self.open else None)
        hidden = tag in UNSEEN or self.is_hidden((given.get("class") or "").split(), seat)
        if tag not in VOID:
            self.open.append((tag, seat, hidden))
            self.unseen += hidden
        if self.unseen or hidden:
            return
        if tag not in INLINE:
            self.end_line()
        said = [f"[{given[name]}]" for name in SAID if given.get(name)]
        if tag == "input" and given.get("type") not in ("hidden", "radio", "checkbox") and given.get("value"):
            said.append(f"[={given['value']}]")
        self.line += said

    def handle_endtag(self, tag: str) -> None:
        seen = not self.unseen
        while self.open and any(tag == name for name, _seat, _hidden in self.open):
            name, _seat, hidden = self.open.pop()
            self.unseen -= hidden
            if name == tag:
                break
        if tag not in INLINE and seen:
            self.end_line()

    def handle_data(self, data: str) -> None:
        if not self.unseen:
            self.line.append(data)


def visible(page: str) -> list[str]:
    """Return what is to be read on a page, line by line."""
    reader = Visible()
    reader.feed(page)
    reader.close()
    reader.end_line()
    return reader.lines
