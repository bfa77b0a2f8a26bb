"""Names of people on pages that a browser translates."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from tests.web.conftest import Api

HAND = {"red": 2, "blue": 2, "green": 2, "brown": 2, "white": 2}


class Translated(HTMLParser):
    """What a browser that translates the page would translate, and the values of attributes."""

    def __init__(self, html: str):
        super().__init__()
        self.open: list[tuple[str, bool]] = []
        self.texts: list[str] = []
        self.values: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        told = dict(attributes)
        self.values += [value or "" for value in told.values()]
        if tag not in ("area", "br", "hr", "img", "input", "link", "meta", "wbr"):
            left_alone = bool(self.open) and self.open[-1][1]
            self.open.append((tag, told.get("translate") == "no" or left_alone))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, text: str) -> None:
        if self.open and not self.open[-1][1] and self.open[-1][0] not in ("title", "option", "textarea", "script"):
            self.texts.append(text)


@pytest.mark.parametrize("game", ["alchemicus", "homunculus", "fata_morgana"])
def test_no_browser_translates_a_name(api: Api, game: str) -> None:
    table = api.table(game, ("Rosa", "Viola", "Margherita"))
    viola = table.join(1)
    move = {
        "alchemicus": {"kind": "place", "seat": 0, "field": 6},
        "homunculus": {"kind": "part", "seat": 0, "part": "torso", "to": {"kind": "red", "face_up": True}},
        "fata_morgana": {"kind": "hand", "seat": 1, "hand": HAND},
    }[game]
    table.done(move, viola if move["seat"] else table.token)
    code = table.code
    for path in ("", "/lobby", "/log", "/corrections?seat=1", "/next", "?watch", "/at/1", "/sheet"):
        for token in (table.token, viola):
            answer = api.client().get(f"/t/{code}{path}", headers={"Cookie": f"seats={token}"})
            page = Translated(answer.data.decode())
            assert not [text for text in page.texts if re.search("Rosa|Viola|Margherita", text)], path
            assert not [value for value in page.values if "<bdi" in value], path
