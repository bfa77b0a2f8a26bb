"""Colours of players: chosen by tapping a symbol in the form, shown at the table, kept from game to game."""

from __future__ import annotations

import re

import pytest
from werkzeug.datastructures import MultiDict

from referee.pages.home.forms import distinct_colours, recoloured
from tests.web.conftest import Api

GAMES = ("alchemicus", "homunculus", "fata_morgana")


def marks(page: str) -> list[str]:
    """Return the numbers of the symbols in the form's rows."""
    return re.findall(r'name="recolour" value="\d" aria-label="[^"]*"><span class="token seat-(\d)"', page)


def kept(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(colour\.\d)" value="(\w+)">', page))


def test_two_that_wish_for_one_colour_get_two() -> None:
    assert distinct_colours([None, "blue", "blue", "mauve"]) == ["brown", "blue", "red", "green"]
    assert recoloured(["blue", "brown"], 0) == ["brown", "blue"]
    assert recoloured(["blue", "violet"], 1) == ["violet", "blue"]
    assert recoloured(["blue"], 7) == ["blue"]


@pytest.mark.parametrize("game", GAMES)
def test_a_tapped_symbol_takes_the_next_colour_and_stays_with_the_person(api: Api, game: str) -> None:
    phone = api.app.test_client()
    row = "players.{}" if game == "homunculus" else "players[]"
    names = [(row.format(0), "Ada"), (row.format(1), "Nonno")]
    page = phone.get(f"/new/{game}").text
    assert marks(page)[:2] == ["0", "1"]
    # Nonno's is tapped: it becomes red; then Ada's, which becomes brown.
    page = phone.get(f"/new/{game}", query_string=[*names, ("recolour", "1")]).text
    assert marks(page)[:2] == ["0", "2"]
    page = phone.get(f"/new/{game}", query_string=[*names, *kept(page).items(), ("recolour", "0")]).text
    assert marks(page)[:2] == ["1", "2"]
    made = phone.post(
        "/tables", data=MultiDict([("game", game), *names, *kept(page).items()]), headers={"Accept": "text/html"}
    )
    assert made.status_code == 303, made.text
    path = made.headers["Location"].removesuffix("/lobby")
    assert phone.get(path, headers={"Accept": "application/json"}).json["options"]["colours"] == ["brown", "red"]
    for place in (path, f"{path}/lobby", f"{path}/log"):
        page = phone.get(place, headers={"Accept": "text/html"}).text
        # Where a player's colour is chosen, blue is shown as one of six, and pressed is the one that they have.
        page, choices = re.subn(r'<form class="colours".*?</form>', "", page, flags=re.S)
        assert choices == (2 if place == path else 0)
        assert "seat-0" not in page.replace('id="seat-0"', ""), place
    assert 'class="token seat-2"' in phone.get(f"{path}/lobby", headers={"Accept": "text/html"}).text
    # The next game on this phone knows both, whoever begins.
    for other in GAMES:
        row = "players.{}" if other == "homunculus" else "players[]"
        again = phone.get(f"/new/{other}", query_string=[(row.format(0), "Nonno"), (row.format(1), "Ada")]).text
        assert marks(again)[:2] == ["2", "1"], other


def test_colours_go_along_when_another_begins(api: Api) -> None:
    phone = api.app.test_client()
    typed = [("players[]", "Ada"), ("players[]", "Nonno"), ("colour.0", "violet"), ("colour.1", "green")]
    page = phone.get("/new/alchemicus", query_string=[*typed, ("first", "Nonno")]).text
    assert marks(page)[:2] == ["3", "5"]
