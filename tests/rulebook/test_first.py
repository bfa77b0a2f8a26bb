"""A first game: setup for so many players, and cards of what matters now in 25 words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.language import LANGUAGES
from referee.rulebook import BOOKS
from referee.rulebook.brief import MOST_WORDS, in_brief, sentences
from tests.apps import app_with

JSON = {"Accept": "application/json"}
PART = {"Accept": "text/html", "HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.fixture
def phone(tmp_path: Path) -> FlaskClient:
    app = app_with({"DATA": str(tmp_path), "LIMITS": {}})
    app.testing = True
    return app.test_client()


def new_table(phone: FlaskClient, game: str, *players: str, **options: Any) -> tuple[str, str]:
    body = {"game": game, "players": players, "options": {"first_game": True, **options}}
    made = phone.post("/tables", json=body, headers=JSON).get_json()
    return made["url"], made["token"]


def first(phone: FlaskClient, path: str, language: str = "en") -> Any:
    return phone.get(f"{path}/first?lang={language}", headers=JSON).get_json()


@pytest.mark.parametrize(("players", "dealt", "left"), [(2, 6, 10), (3, 8, 8), (4, 10, 6)])
def test_setup_is_for_so_many_players(phone: FlaskClient, players: int, dealt: int, left: int) -> None:
    path, _ = new_table(phone, "fata_morgana", *("Ada", "Bruno", "Celina", "Dora")[:players])
    steps = first(phone, path)["setup"]
    assert steps[2] == (
        f"Take {dealt} ingredients of each colour, shuffle them together and deal 10 to each player, in secret."
    )
    assert steps[4] == f"The other ingredients lie as five open stacks, by colour, of {left} cards each."
    assert f"Setup for {players} players" in phone.get(f"{path}/first?lang=en", headers=PART).text


def test_setup_is_of_what_is_played_and_ends_with_the_first_entry(phone: FlaskClient) -> None:
    plain, token = new_table(phone, "alchemicus", "Ada", "Bruno")
    noctis, _ = new_table(phone, "alchemicus", "Ada", "Bruno", expansion="noctis")
    told = first(phone, plain)
    assert told["setup"][0] == "Put the Spirit pawn on Labrium in the inner ring."
    golem = "With Noctis everyone also takes one Golem into their hand"
    assert not any(step.startswith(golem) for step in told["setup"])
    assert any(step.startswith(golem) for step in first(phone, noctis)["setup"])
    assert told["cards"][0]["id"] == "AL-MOVE-FIRST"
    move = {"kind": "place", "seat": 0, "field": 5}
    headers = {**JSON, "Authorization": f"Bearer {token}"}
    assert phone.post(f"{plain}/entries", json={"key": "a", "move": move}, headers=headers).status_code == 200
    after = first(phone, plain)
    assert (after["setup"], after["cards"][0]["id"]) == ([], "AL-SELL-PRICE")
    assert after["moment"] != told["moment"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_has_at_most_25_words_and_is_the_rules_beginning(phone: FlaskClient, language: str) -> None:
    for book in BOOKS.values():
        told = phone.get(f"/rules/{book.id}?lang={language}", headers=JSON).get_json()
        for rule in (rule for section in told["sections"] for rule in section["rules"]):
            brief = in_brief(rule["text"])
            assert 2 <= len(brief.split()) <= MOST_WORDS, rule
            assert rule["text"].startswith(brief.removesuffix("…").rstrip()), rule


def test_sentences_end_where_a_new_one_begins() -> None:
    assert sentences("Take 1. Then go on: to 2 (or «there»)! Stop.") == [
        "Take 1.",
        "Then go on: to 2 (or «there»)!",
        "Stop.",
    ]


def test_the_page_stands_without_a_script(phone: FlaskClient) -> None:
    path, _ = new_table(phone, "homunculus", "Ada", "Bruno", "Celina")
    page = phone.get(f"{path}/first?lang=it").text
    assert "Preparazione per 3 giocatori" in page and "La vostra prima partita" in page
    assert 'href="/rules/homunculus?lang=it' in page and f'href="{path}"' in page
    assert phone.get("/t/QQQQQQ/first").status_code == 404
