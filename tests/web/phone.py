"""A phone at a table, as htmx and static/table make it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode

import msgspec

from tests.web.conftest import Table

UPDATE = re.compile(r'<[^>]* id="([\w-]+)" hx-swap-oob="outerMorph"')
VERSION = re.compile(r'<i id="shown"[^>]* data-version="([\d.]+)" data-from="([\d.]*)"')


def found(text: str) -> dict[str, str]:
    """Return the parts in an update by id; each is one element, so that it ends where the next begins."""
    here = text.partition('<i id="shown"')[0]
    starts = [(match.start(), match[1]) for match in UPDATE.finditer(here)]
    ends = [*(start for start, _name in starts), len(here)][1:]
    return {name: here[start:end] for (start, name), end in zip(starts, ends, strict=True)}


VOID = {"br", "hr", "img", "input", "use", "path"}


class Seen(HTMLParser):
    """What static/css/mine.css shows of parts to a phone of these seats; `folded` stays where it is."""

    def __init__(self, seats: set[str], host: bool):
        super().__init__(convert_charrefs=False)
        self.seats, self.host = seats, host
        self.kept: list[str] = []
        self.open: list[tuple[str, str | None, bool]] = []  # tag, the seat it concerns, whether it is seen

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        _tag, around, seen = self.open[-1] if self.open else ("", None, True)
        seat = given.get("data-for") or around
        mine, theirs = seat in self.seats, bool(self.seats) and seat not in self.seats
        shown = {"if-mine": mine, "unless-mine": not mine, "if-theirs": theirs, "unless-theirs": not theirs}
        seen = seen and all(
            {**shown, "unfolds": theirs, "if-host": self.host}.get(name, True)
            for name in (given.get("class") or "").split()
        )
        if tag not in VOID and not (self.get_starttag_text() or "").endswith("/>"):
            self.open.append((tag, seat, seen))
        if seen:
            text = self.get_starttag_text() or ""
            self.kept.append(text if theirs else text.replace(" folded", "").replace(' class="folded"', ""))

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1][0] == tag and self.open.pop()[2]:
            self.kept.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1][2]:
            self.kept.append(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")


def read_by(html: str, seats: set[str], host: bool = False) -> str:
    """Return of a part what is shown to a phone of these seats, or of the host."""
    seen = Seen(seats, host)
    seen.feed(html)
    seen.close()
    return "".join(seen.kept)


class Phone:
    """A phone at a table as htmx and static/table make it: it says which version it shows, and takes what comes."""

    def __init__(self, table: Table, tokens: str):
        self.api, self.code, self.tokens = table.api, table.code, tokens
        self.shows: dict[str, str] = {}
        self.version = ""
        self.look()

    def ask(self, method: str, path: str, form: dict[str, Any] | None = None) -> tuple[int, str]:
        answer = self.api.client().open(
            path,
            method=method,
            data=urlencode(form) if form is not None else None,
            content_type="application/x-www-form-urlencoded" if form is not None else None,
            headers={
                "Accept": "text/html",
                "HX-Request": "true",
                "HX-Request-Type": "partial",
                "Cookie": f"seats={self.tokens}",
            },
        )
        return answer.status_code, answer.text

    def look(self) -> dict[str, str]:
        """Fetch what this phone does not show yet."""
        status, text = self.ask("GET", f"/t/{self.code}?since={self.version}")
        assert status == 200
        phone = re.search(r'<i id="phone"[^>]* data-seats="([\d ]*)"( data-host)?>', text)
        assert phone is not None
        came = {name: read_by(html, set(phone[1].split()), bool(phone[2])) for name, html in found(text).items()}
        (mark,) = VERSION.findall(text)
        assert mark[1] in ("", self.version)
        self.version = mark[0]
        self.shows.update(came)
        return came

    def tap(self, move: Any, **more: Any) -> tuple[int, str]:
        written = move if isinstance(move, str) else msgspec.json.encode(move).decode()
        return self.ask("POST", f"/t/{self.code}/entries", {"move": written, **more})
