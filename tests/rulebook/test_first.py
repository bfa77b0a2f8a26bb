"""A first game: what one plays for, setup for so many players, and cards of what matters now in 25 words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.games.alchemicus import at_table as alchemicus
from referee.games.fata_morgana import at_table as fata_morgana
from referee.games.homunculus import at_table as homunculus
from referee.language import LANGUAGES, reading, say
from referee.pages.rules.first import said
from referee.rulebook.in_force import rules_of
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
    assert steps[4] == f"The other ingredients make five face-up stacks, one of each colour, of {left} cards each."
    assert f"Setup for {players} players" in phone.get(f"{path}/first?lang=en", headers=PART).text


def test_setup_is_of_what_is_played_and_ends_with_the_first_entry(phone: FlaskClient) -> None:
    plain, token = new_table(phone, "alchemicus", "Ada", "Bruno")
    noctis, _ = new_table(phone, "alchemicus", "Ada", "Bruno", expansion="noctis")
    told = first(phone, plain)
    assert told["aim"][0].startswith("You play for Fame. When somebody has 20, the last round begins")
    assert {"name": "Gifts", "text": "5 cards for 1 Fame"} in told["can_do"]
    assert told["setup"][0] == "Lay out the board and put the Spirit pawn on Labrium, in the inner ring."
    golem = "Deal one Golem to each player"
    assert not any(step.startswith(golem) for step in told["setup"])
    assert any(step.startswith(golem) for step in first(phone, noctis)["setup"])
    assert told["cards"][0]["id"] == "AL-MOVE-FIRST"
    move = {"kind": "place", "seat": 0, "field": 5}
    headers = {**JSON, "Authorization": f"Bearer {token}"}
    assert phone.post(f"{plain}/entries", json={"key": "a", "move": move}, headers=headers).status_code == 200
    after = first(phone, plain)
    assert (after["aim"], after["can_do"], after["setup"]) == ([], [], [])
    assert after["cards"][0]["id"] == "AL-SELL-PRICE"
    assert after["moment"] != told["moment"]


TABLES: list[tuple[str, dict[str, Any]]] = [
    ("alchemicus", {"track": "fame"}),
    ("alchemicus", {"track": "full", "card_bank": True, "advanced_sale": True}),
    ("alchemicus", {"track": "full", "expansion": "noctis", "edition": "it"}),
    ("alchemicus", {"track": "full", "expansion": "noctis", "edition": "pl", "card_bank": True}),
    ("alchemicus", {"expansion": "noctis", "variant": "gold_rush", "edition": "it", "advanced_sale": True}),
    ("alchemicus", {"expansion": "noctis", "variant": "gold_rush", "edition": "pl"}),
    ("homunculus", {}),
    ("fata_morgana", {}),
]
FAME = {"en": "fame", "it": "fama", "pl": "sław"}
MOST_WORDS = 25


MATTER = {
    "alchemicus": {
        *(rule_id for rules in alchemicus.FIELD_RULES.values() for rule_id in rules),
        *alchemicus.FIRST_MOVE,
        *alchemicus.MOVE,
        *alchemicus.DRAW,
        *alchemicus.END,
        *alchemicus.OVER,
        *alchemicus.ANSWER,
        "AL-FIELD",
    },
    "homunculus": {*homunculus.TURN, *homunculus.OVER, "HO-HEAD", "HO-EAR", "HO-ARM", "HO-TAIL"},
    "fata_morgana": {*fata_morgana.TURN, "FM-FIRST", "FM-END-9", "FM-END-12", "FM-OBJECTIVE", "FM-HAND", "FM-WIN"},
}
"""Game -> the rules that can matter at some moment of it."""


@contextmanager
def read_in(language: str) -> Iterator[None]:
    reading(language)
    yield
    reading("en")


def settled(game: str, options: dict[str, Any]) -> Any:
    rules = GAMES[game]
    return rules.settle(msgspec.convert(options, rules.options), 3, "en")


def cards_of(game: str, options: dict[str, Any], language: str) -> dict[str, str]:
    """Return every card that a table with these options can show, by rule, as a reader of the language sees it."""
    chosen = settled(game, options)
    told = msgspec.to_builtins(chosen)
    played = set(rules_of(game, told))
    with read_in(language):
        return {card.rule: said(card, told) for card in GAMES[game].first_cards(chosen) if card.rule in played}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "options"), TABLES)
def test_a_card_is_whole_in_at_most_25_words(game: str, options: dict[str, Any], language: str) -> None:
    for rule_id, text in cards_of(game, options, language).items():
        assert 5 <= len(text.split()) <= MOST_WORDS, (rule_id, text)
        assert "…" not in text and "%(" not in text and text.endswith("."), (rule_id, text)
        if options.get("variant") == "gold_rush":
            assert FAME[language] not in text.lower(), (rule_id, text)


def test_each_rule_that_can_matter_has_its_card() -> None:
    without = {"AL-MOVE-PASS", "AL-MOVE-FAME", "AL-GIFT", "NO-INFAMIA", "GR-NOFAME", "NO-TARGET"}
    for game, options in TABLES:
        told = msgspec.to_builtins(settled(game, options))
        can_matter = MATTER[game] & set(rules_of(game, told))
        assert can_matter - set(cards_of(game, options, "en")) <= without, (game, options)


@pytest.mark.parametrize(("target", "expansion"), [(None, "none"), (None, "noctis"), (23, "noctis")])
def test_the_last_round_is_told_once_with_the_tables_own_number(target: int | None, expansion: str) -> None:
    options = {"expansion": expansion, "edition": "it", **({"target": target} if target else {})}
    number = target or (16 if expansion == "noctis" else 20)
    cards = cards_of("alchemicus", options, "en")
    assert cards["AL-LAST-ROUND"].startswith(f"When a player has {number} Fame at the end of a turn")
    assert "NO-TARGET" not in cards


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "options"), TABLES)
def test_it_opens_with_what_one_plays_for_and_can_do(game: str, options: dict[str, Any], language: str) -> None:
    chosen = settled(game, options)
    with read_in(language):
        opened = GAMES[game].opening(chosen)
        aim = [say(sentence) for sentence in opened.aim]
        can_do = [say(text) for _name, text in opened.can_do]
        steps = [say(step) for step in GAMES[game].set_up(chosen, 3)]
    assert len(aim) == 3 and len(can_do) >= 3 and 5 <= len(steps) <= 9
    assert all(2 <= len(text.split()) <= 5 for text in can_do), can_do
    if options.get("variant") == "gold_rush":
        assert not any(FAME[language] in text.lower() for text in (*aim, *can_do, *steps))


def test_an_infamia_is_answered_in_gold_rush_by_its_own_card(phone: FlaskClient) -> None:
    path, token = new_table(phone, "alchemicus", "Ada", "Bruno", expansion="noctis", variant="gold_rush")
    headers = {**JSON, "Authorization": f"Bearer {token}"}
    moves: list[dict[str, Any]] = [
        {"kind": "cards", "seat": 0, "by": 9},
        {"kind": "draw", "seat": 0, "from": "deck"},
        {"kind": "infamia", "seat": 0, "target": 1},
    ]
    for number, move in enumerate(moves):
        answer = phone.post(f"{path}/entries", json={"key": f"k{number}", "move": move}, headers=headers)
        assert answer.status_code == 200, answer.text
    assert [card["id"] for card in first(phone, path)["cards"]] == ["GR-INFAMIA", "NO-GUARD"]


def test_the_page_stands_without_a_script(phone: FlaskClient) -> None:
    path, _ = new_table(phone, "homunculus", "Ada", "Bruno", "Celina")
    page = phone.get(f"{path}/first?lang=it").text
    assert "Preparazione per 3 giocatori" in page and "La vostra prima partita" in page
    assert 'href="/rules/homunculus?lang=it' in page and f'href="{path}"' in page
    assert phone.get("/t/QQQQQQ/first").status_code == 404
