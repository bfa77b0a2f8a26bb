"""A phone at a table, as htmx and static/table make it."""

from __future__ import annotations

import re
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


WHOSE = re.compile(
    r'<span data-for="(\d)"><span class="if-mine">(.*?)</span><span class="unless-mine">(.*?)</span></span>', re.DOTALL
)


def read_by(html: str, seats: set[int]) -> str:
    """Return `html` as static/css/mine.css shows it to a phone of these seats: whose turn it is, said in one way."""
    return WHOSE.sub(lambda whose: whose[2] if int(whose[1]) in seats else whose[3], html)


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
        seats = re.search(r'<i id="phone"[^>]* data-seats="([\d ]*)"', text)
        assert seats is not None
        came = {name: read_by(html, set(map(int, seats[1].split()))) for name, html in found(text).items()}
        (mark,) = VERSION.findall(text)
        assert mark[1] in ("", self.version)
        self.version = mark[0]
        self.shows.update(came)
        return came

    def tap(self, move: Any, **more: Any) -> tuple[int, str]:
        written = move if isinstance(move, str) else msgspec.json.encode(move).decode()
        return self.ask("POST", f"/t/{self.code}/entries", {"move": written, **more})
