"""The rulings in force at a table: those of the books it plays by, and what it chose."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from tests.apps import app_with

JSON = {"Accept": "application/json"}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return app_with({"DATA": str(tmp_path_factory.mktemp("data"))})


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    return app.test_client()


def new_table(phone: FlaskClient, game: str, **options: Any) -> dict[str, Any]:
    body = {"game": game, "players": ["Ada", "Bruno"], "options": options}
    return phone.post("/tables?lang=en", json=body, headers=JSON).get_json()


def chosen(phone: FlaskClient, game: str, **options: Any) -> dict[str, dict[str, Any]]:
    """Return, for a new table's rulings by id, what the table chose."""
    url = new_table(phone, game, **options)["url"]
    answer = phone.get(f"{url}/rulings?lang=en", headers=JSON).get_json()
    assert answer.keys() == {"code", "game", "rulings"}
    return {ruling["id"]: ruling["chosen"] for ruling in answer["rulings"]}


def test_a_plain_game_needs_no_noctis(phone: FlaskClient):
    found = chosen(phone, "alchemicus", edition="pl")
    assert not {"E-9", "E-10", "E-11", "E-14", "E-19", "E-22", "E-29", "E-36"} & found.keys()
    assert {"E-1", "E-2", "E-7", "E-30", "E-45"} <= found.keys()
    assert found["E-2"] == {"prices": {"alembic": 3}}
    assert found["E-1"].keys() == {"ring", "spirit_ring"}
    assert found["E-30"] == {}


def test_a_way_to_play_brings_its_rulings(phone: FlaskClient):
    assert "E-29" in chosen(phone, "alchemicus", card_bank=True)
    assert {"E-9", "E-36"} <= chosen(phone, "alchemicus", advanced_sale=True).keys()


@pytest.mark.parametrize(("edition", "fame"), [("it", 16), ("pl", 20)])
def test_the_edition_decides_the_end_of_noctis(phone: FlaskClient, edition: str, fame: int):
    assert chosen(phone, "alchemicus", expansion="noctis", edition=edition)["E-10"] == {
        "target": fame,
        "edition": edition,
    }


def test_gold_rush_knows_no_fame(phone: FlaskClient):
    found = chosen(phone, "alchemicus", expansion="noctis", variant="gold_rush", edition="it")
    assert not {"E-7", "E-10", "E-12", "E-30", "E-31", "E-45"} & found.keys()
    assert found["E-15"] == {"edition": "it"}


def test_the_other_games_have_their_own(phone: FlaskClient):
    rulings = {game: chosen(phone, game).keys() for game in ("homunculus", "fata_morgana")}
    assert {"E-19", "E-53"} <= rulings["homunculus"]
    assert {"E-22", "E-59"} <= rulings["fata_morgana"]
    assert not rulings["homunculus"] & rulings["fata_morgana"]
    assert len(chosen(phone, "fata_morgana")["E-55"]["cauldrons"]) == 10


def test_a_price_that_was_told_counts_as_chosen(phone: FlaskClient):
    table = new_table(phone, "alchemicus")
    told = {"kind": "price", "seat": 0, "building": "fornax", "price": 4}
    headers = {**JSON, "Authorization": f"Bearer {table['token']}"}
    assert phone.post(f"{table['url']}/entries", json={"key": "1", "move": told}, headers=headers).status_code == 200
    rulings = phone.get(f"{table['url']}/rulings", headers=JSON).get_json()["rulings"]
    assert next(one for one in rulings if one["id"] == "E-2")["chosen"] == {"prices": {"alembic": 3, "fornax": 4}}


def test_the_page_says_what_was_chosen_and_leads_back(phone: FlaskClient):
    url = new_table(phone, "alchemicus", expansion="noctis", target=18, edition="pl")["url"]
    page = phone.get(f"{url}/rulings?lang=en", headers={"Accept": "text/html"}).text
    assert "The last round begins at 18 Fame." in page
    assert "You play by the Polish book." in page
    assert "Known so far: Alembic 3" in page
    assert f'href="{url}"' in page
    assert f'href="/rules/noctis?lang=en&amp;from={url}#NO-TARGET"' in page
    assert phone.get("/t/AAAAAA/rulings").status_code == 404


def test_what_is_played_under_conditions_exists():
    for game in GAMES.values():
        known = {each.id for book in game.books for each in (book, *book.rules)} | {one.id for one in game.rulings}
        assert game.played_if.keys() <= known
