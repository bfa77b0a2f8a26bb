"""Names of people on pages that a browser translates."""

from __future__ import annotations

import random
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.any_game.test_evenings import EVENINGS, Evening
from tests.apps import app_with
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
    for path in ("", "/lobby", "/log", "/corrections?seat=1", "/next", "?watch", "/at/1", "/sheet"):
        for token in (table.token, viola):
            translates_no_name(api.client(), f"/t/{table.code}{path}", token, ["Rosa", "Viola", "Margherita"])


def translates_no_name(client: FlaskClient, path: str, token: str, names: list[str]) -> None:
    """Check that a browser would translate no name on a page, and that no value of an attribute became HTML."""
    page = Translated(client.get(path, headers={"Accept": "text/html", "Cookie": f"seats={token}"}).data.decode())
    assert not [text for text in page.texts for name in names if name in text], path
    assert not [value for value in page.values if "<bdi" in value], path


@pytest.mark.slow
@pytest.mark.parametrize(("game", "variety"), EVENINGS, ids=["-".join(one) for one in EVENINGS])
def test_nor_once_the_game_is_over(tmp_path: Path, game: str, variety: str) -> None:
    """At the end, on the pages of what was played, and where the next game is set up."""
    app = app_with({"DATA": str(tmp_path), "TESTING": True, "LIMITS": {}, "HOUSE": True})
    evening = Evening(app, game, variety)
    evening.play(random.Random(f"{game} {variety}"))
    at = f"/t/{evening.table.code}"
    for path in (at, f"{at}?watch", f"{at}/sheet", f"{at}/next", f"{at}/log", "/played", "/played/1"):
        translates_no_name(app.test_client(), path, evening.table.token, list(evening.names))
    for path in ("/played/statistics", *(f"/played/person?name={name}" for name in evening.names)):
        translates_no_name(app.test_client(), path, evening.table.token, list(evening.names))
    app.extensions["referee"].store.close()


def test_nor_where_several_are_named_in_a_row(api: Api) -> None:
    """Who may begin, who has still to reveal, who tied, whose things are put right."""
    names = ["Rosa", "Viola", "Margherita"]
    tied = api.table(players=("Rosa", "Viola", "Margherita"), track="full", target=1)
    translates_no_name(api.client(), f"/t/{tied.code}?what=field-1", tied.token, names)
    translates_no_name(api.client(), f"/t/{tied.code}?what=card-horten", tied.token, names)
    tied.done({"kind": "fame", "seat": 2, "by": 1})
    translates_no_name(api.client(), f"/t/{tied.code}/next", tied.token, names)
    asked = api.table("fata_morgana", ("Rosa", "Viola", "Margherita"))
    for seat, cauldron in enumerate(asked.show()["cauldrons"][:3]):
        recipe = {colour: 1 for colour in HAND if colour not in cauldron}
        asked.done({"kind": "create", "seat": seat, "cauldron": cauldron, "ingredients": recipe, "value": seat + 1})
    while (state := asked.show())["phase"] != "declare":
        asked.done({"kind": "pass", "seat": state["to_move"], "take": "nothing"})
    asked.done({"kind": "declare", "seat": 1})
    translates_no_name(api.client(), f"/t/{asked.code}", asked.token, names)
