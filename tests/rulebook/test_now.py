"""The rules of this moment at a table, and all of it in six lines: what is played there, nothing else."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.language import LANGUAGES, READERS
from referee.rulebook import BOOKS, RULINGS
from tests.apps import app_with

JSON = {"Accept": "application/json"}
HTML = {"Accept": "text/html"}
PART = {**HTML, "HX-Request": "true", "HX-Request-Type": "partial"}
KNOWN = {rule.id for book in BOOKS.values() for rule in book.rules} | {ruling.id for ruling in RULINGS}
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("alchemicus", {}),
    ("alchemicus", {"track": "full", "card_bank": True, "advanced_sale": True}),
    ("alchemicus", {"track": "full", "expansion": "noctis", "edition": "it"}),
    ("alchemicus", {"track": "full", "expansion": "noctis", "variant": "gold_rush"}),
    ("homunculus", {}),
    ("homunculus", {"track": "parts"}),
    ("fata_morgana", {}),
]


@pytest.fixture
def phone(tmp_path: Path) -> FlaskClient:
    app = app_with({"DATA": str(tmp_path), "LIMITS": {}})
    app.testing = True
    return app.test_client()


def new_table(phone: FlaskClient, game: str, **options: Any) -> tuple[str, str]:
    """Return the path and the host's token of a new table."""
    body = {"game": game, "players": ["Ada", "Bruno"], "options": options}
    made = phone.post("/tables", json=body, headers=JSON).get_json()
    return made["url"], made["token"]


def enter(phone: FlaskClient, table: tuple[str, str], **move: Any) -> None:
    path, token = table
    headers = {**JSON, "Authorization": f"Bearer {token}"}
    answer = phone.post(f"{path}/entries", json={"key": secrets.token_hex(8), "move": move}, headers=headers)
    assert answer.status_code == 200, answer.text


def ids_now(phone: FlaskClient, table: tuple[str, str]) -> list[str]:
    answer = phone.get(f"/rules/now?from={table[0]}&lang=en", headers=JSON).get_json()
    return [rule["id"] for section in answer["sections"] for rule in section["rules"]]


def test_the_rules_follow_the_turn_and_the_field(phone: FlaskClient) -> None:
    table = new_table(phone, "alchemicus")
    assert ids_now(phone, table)[0] == "AL-MOVE-FIRST"
    enter(phone, table, kind="place", seat=0, field=5)  # Sale, on the assumed ring
    assert ids_now(phone, table)[:3] == ["AL-SELL-PRICE", "AL-SELL-CAPACITY", "AL-SELL-ANYWHERE"]
    enter(phone, table, kind="end_turn", seat=0)
    enter(phone, table, kind="place", seat=1, field=0)
    assert ids_now(phone, table)[0] == "AL-SPIRIT-MUST"
    enter(phone, table, kind="spirit", seat=1, to="domo")
    enter(phone, table, kind="end_turn", seat=1)
    assert ids_now(phone, table)[:2] == ["AL-MOVE-FREE", "AL-MOVE-FAME"]


def test_only_what_is_played_is_told(phone: FlaskClient) -> None:
    plain = new_table(phone, "alchemicus", track="full")
    assert ids_now(phone, plain) == ["AL-DRAW", "AL-MONEY"]
    noctis = new_table(phone, "alchemicus", track="full", expansion="noctis", card_bank=True)
    assert set(ids_now(phone, noctis)) == {"AL-DRAW", "NO-DRAW", "AL-BANK", "AL-MONEY"}
    rush = new_table(phone, "alchemicus", track="full", expansion="noctis", variant="gold_rush")
    enter(phone, rush, kind="draw", seat=0, **{"from": "deck"})
    enter(phone, rush, kind="place", seat=0, field=6)
    found = ids_now(phone, rush)
    assert "GR-INFAMIA-OFF" in found
    assert "AL-GLORIA" not in found


def text_now(phone: FlaskClient, table: tuple[str, str], rule_id: str) -> str:
    answer = phone.get(f"/rules/now?from={table[0]}&lang=en", headers=JSON).get_json()
    return next(rule["text"] for section in answer["sections"] for rule in section["rules"] if rule["id"] == rule_id)


def test_gold_rush_tells_nothing_that_takes_fame(phone: FlaskClient) -> None:
    rush = new_table(phone, "alchemicus", track="full", expansion="noctis", variant="gold_rush")
    enter(phone, rush, kind="draw", seat=0, **{"from": "deck"})
    enter(phone, rush, kind="place", seat=0, field=5)  # Sale, on the assumed ring
    assert ids_now(phone, rush)[:5] == [
        "GR-DONARIUM",
        "GR-NOFAME",
        "GR-INFAMIA",
        "AL-SELL-PRICE",
        "AL-SELL-CAPACITY",
    ]
    assert text_now(phone, rush, "AL-SELL-PRICE") == (
        "Herbs and ore sell for 1 card each, tincture and metal for 3 cards each. Gold is sold only through a Donarium."
    )
    assert text_now(phone, rush, "AL-SELL-CAPACITY") == (
        "On one visit each Pergula sells 1 good, each Taberna up to 3, but no gold; each Donarium sells gold only."
    )
    page = phone.get(f"/rules/now?from={rush[0]}&lang=en", headers=PART).text
    assert "Herbs and ore sell for 1 card each" in page
    assert "1 Fame" not in page
    enter(phone, rush, kind="end_turn", seat=0)
    enter(phone, rush, kind="draw", seat=1, **{"from": "deck"})
    enter(phone, rush, kind="place", seat=1, field=6)
    assert "AL-GIFT" not in ids_now(phone, rush)
    enter(phone, rush, kind="end_turn", seat=1)
    enter(phone, rush, kind="cards", seat=0, by=9)
    enter(phone, rush, kind="draw", seat=0, **{"from": "deck"})
    assert "AL-MOVE-FAME" not in ids_now(phone, rush)
    enter(phone, rush, kind="infamia", seat=0, target=1)
    assert ids_now(phone, rush) == ["GR-INFAMIA", "NO-GUARD"]


def test_a_refusal_and_a_shop_say_the_rule_as_the_table_plays_it(phone: FlaskClient) -> None:
    rush = new_table(phone, "alchemicus", track="full", expansion="noctis", variant="gold_rush")
    sheet = phone.get(f"{rush[0]}?what=card-taberna&lang=en", headers=PART).text
    assert "each Taberna up to 3, but no gold" in sheet
    plain = new_table(phone, "alchemicus", track="full")
    assert "every Taberna up to" in phone.get(f"{plain[0]}?what=card-taberna&lang=en", headers=PART).text


def test_the_last_round_is_told_with_the_number_of_the_table(phone: FlaskClient) -> None:
    table = new_table(phone, "alchemicus", expansion="noctis", edition="it")
    enter(phone, table, kind="place", seat=0, field=5)
    assert "If a player has 16 Fame or more" in text_now(phone, table, "AL-LAST-ROUND")


def test_with_noctis_a_passed_spirit_gives_a_card_of_either_deck(phone: FlaskClient) -> None:
    table = new_table(phone, "alchemicus", expansion="noctis")
    for seat in (0, 1):
        enter(phone, table, kind="place", seat=seat, field=5)
        enter(phone, table, kind="end_turn", seat=seat)
    assert "take one card from either deck" in text_now(phone, table, "AL-MOVE-PASS")


def test_a_base_table_is_told_no_ruling_of_another_book(phone: FlaskClient) -> None:
    table = new_table(phone, "alchemicus")
    enter(phone, table, kind="place", seat=0, field=5)
    answer = phone.get(f"/rules/now?from={table[0]}&lang=en", headers=JSON).get_json()
    told = {ruling for section in answer["sections"] for rule in section["rules"] for ruling in rule["rulings"]}
    here = phone.get(f"{table[0]}/rulings?lang=en", headers=JSON).get_json()["rulings"]
    assert told <= {ruling["id"] for ruling in here}


def test_an_answer_that_is_due_is_what_the_rules_are_about(phone: FlaskClient) -> None:
    table = new_table(phone, "alchemicus", track="full", expansion="noctis")
    enter(phone, table, kind="cards", seat=0, by=9)
    enter(phone, table, kind="fame", seat=1, by=1)
    enter(phone, table, kind="draw", seat=0, **{"from": "deck"})
    enter(phone, table, kind="infamia", seat=0, target=1)
    assert ids_now(phone, table) == ["NO-INFAMIA", "NO-GUARD"]


def test_homunculus_and_fata_morgana_tell_theirs(phone: FlaskClient) -> None:
    assert ids_now(phone, new_table(phone, "homunculus"))[0] == "HO-ACTIONS"
    assert ids_now(phone, new_table(phone, "fata_morgana"))[:2] == ["FM-FIRST", "FM-CREATE"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_gets_a_part_and_a_reader_without_scripts_a_page(phone: FlaskClient, language: str) -> None:
    path, _token = new_table(phone, "alchemicus", house_rule="No <b>stealing</b>.")
    part = phone.get(f"/rules/now?from={path}&lang={language}", headers=PART).text
    assert "<html" not in part
    assert part.count('id="rules-moment"') == 1
    assert f'href="/rules/alchemicus?lang={language}&amp;from={path}"' in part
    assert f'href="{path}/rulings"' in part
    assert "No &lt;b&gt;stealing&lt;/b&gt;." in part
    whole = phone.get(f"/rules/now?from={path}&lang={language}", headers=HTML).text
    assert "<html" in whole
    assert READERS[language].catalog.gettext("The rules for this moment") in whole


def test_the_rules_of_no_table_are_none(phone: FlaskClient) -> None:
    answer = phone.get("/rules/now", headers=JSON)
    assert (answer.status_code, answer.get_json()["error"]["field"]) == (400, "from")
    assert phone.get("/rules/now?from=/elsewhere", headers=JSON).status_code == 400
    assert phone.get("/rules/now?from=/t/QQQQQQ", headers=JSON).status_code == 404


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_every_rule_that_may_matter_is_one(phone: FlaskClient, game: str, options: dict[str, Any]) -> None:
    rules = GAMES[game]
    settled = rules.settle(rules.options(**options), 2, "en")
    assert set(rules.rules_now(rules.start(settled, 2))) <= KNOWN
    lines = rules.in_short(settled)
    assert len(lines) == 6
    assert {rule for _sentence, rule in lines} <= KNOWN


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "options"), TABLES)
def test_the_rules_at_a_table_begin_with_six_lines(
    phone: FlaskClient, game: str, options: dict[str, Any], language: str
) -> None:
    path, _token = new_table(phone, game, **options)
    page = phone.get(f"{path}/rulings?lang={language}", headers=HTML).text
    short = page.split('<ol class="in-short">')[1].split("</ol>")[0]
    assert short.count("<li>") == 6
    assert "%(" not in short


def test_what_a_table_chose_is_told(phone: FlaskClient) -> None:
    path, _token = new_table(
        phone, "alchemicus", expansion="noctis", edition="it", card_bank=True, house_rule="Tea first."
    )
    page = phone.get(f"{path}/rulings?lang=en", headers=HTML).text
    assert "With the Noctis expansion, by the Italian book." in page
    assert "You play with the card bank, without the advanced sale." in page
    assert "At 16 Fame the last round begins" in page
    assert "Tea first." in page
    other, _token = new_table(phone, "alchemicus", target=30)
    assert "At 30 Fame the last round begins" in phone.get(f"{other}/rulings?lang=en", headers=HTML).text
    assert "house rule" not in phone.get(f"{other}/rulings?lang=en", headers=HTML).text
