"""The desks as they are asked: what a person leaves empty is said to be unknown, but a name is told."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask

from referee.games import GAMES
from tests.web.conftest import Api


def test_a_pawn_that_is_not_on_the_board_yet(app: Flask) -> None:
    phone = app.test_client()
    assert 'name="from:json" value="null"' in phone.get("/desk/alchemicus/pawn").text
    asked = {"from:json": "null", "others[]": "", "fame": "0"}
    answer = phone.post("/desk/alchemicus/pawn", data=asked)
    assert answer.status_code == 200
    assert answer.text.count("placed") == 8
    answer = phone.post("/desk/alchemicus/pawn", data={**asked, "from": "6"})
    assert answer.status_code == 200
    assert "placed" not in answer.text


def test_prices_that_nobody_counted(app: Flask) -> None:
    phone = app.test_client()
    assert 'name="players.1.prices:json" value="null"' in phone.get("/desk/alchemicus/result").text
    asked: dict[str, str] = {}
    for seat, (fame, prices) in enumerate((("21", "14"), ("20", ""))):
        asked |= {
            f"players.{seat}.name": f"Player {seat}",
            f"players.{seat}.prices:json": "null",
            f"players.{seat}.fame": fame,
            f"players.{seat}.prices": prices,
        }
    answer = phone.post("/desk/alchemicus/result", data=asked)
    assert answer.status_code == 200
    assert "The winner: Player 0" in answer.text
    assert 'value="14"' in answer.text
    assert "None" not in answer.text


FINALISTS: dict[str, dict[str, Any]] = {
    "/desk/alchemicus/result": {"fame": 20, "prices": None},
    "/desk/fata_morgana/score": {"points": 20, "objective": None, "hand": {}},
    "/desk/homunculus/score": {"favourite": None, "parts": {}, "ingredients": 2, "finished": False},
}


@pytest.mark.parametrize("desk", FINALISTS)
def test_a_name_is_the_same_at_every_desk(api: Api, desk: str) -> None:
    for name in ("A", "x" * 40, f"  {'x' * 40}\n", "Ada the Second"):
        assert api.send("POST", desk, {"players": [{"name": name, **FINALISTS[desk]}]})[0] == 200
    for name in ("", " ", "\t\n\u3000", "x" * 41):
        status, answer = api.send("POST", desk, {"players": [{"name": name, **FINALISTS[desk]}]})
        assert (status, answer["error"]["field"]) == (400, "name")


QUESTIONS: dict[str, dict[str, str]] = {
    "/desk/alchemicus/spirit": {"spirit": "labrium", "hand": "3"},
    "/desk/alchemicus/pawn": {"from": "2", "others[]": "", "fame": "0"},
    "/desk/alchemicus/sale": {"goods.herbs": "1", "shops.pergula": "1"},
    "/desk/alchemicus/result": {"players.0.name": "Ada", "players.0.fame": "20"},
    "/desk/homunculus/score": {
        "players.0.name": "Ada",
        "players.0.parts.head:json": "null",
        "players.0.favourite:json": "null",
        "players.0.ingredients": "2",
        "players.0.finished": "true",
    },
    "/desk/fata_morgana/score": {
        "players.0.name": "Ada",
        "players.0.points": "20",
        "players.0.hand.red": "1",
        **{f"players.0.objective.{wish}": "red" for wish in ("three", "two", "one")},
    },
}
"""A question for every desk; the last two are refused."""
TABLE = "/t/K7QF2M"


def links(page: str) -> list[str]:
    return [html.unescape(path) for path in re.findall(r' href="([^"#]+)', page.partition("<main")[2])]


@pytest.mark.parametrize("desk", QUESTIONS)
def test_a_desk_opened_from_a_table_leads_back_to_it_and_so_do_the_rules_it_names(app: Flask, desk: str) -> None:
    phone, here = app.test_client(), f"{desk}?from={TABLE}"
    asked, answered = phone.get(here).text, phone.post(here, data=QUESTIONS[desk]).text
    for page in (asked, answered):
        found = links(page)
        assert found.count(TABLE) == 1 and "Back to the table" in page
        rules = {path for path in found if path.startswith("/rules")}
        assert {path.partition("?")[2] for path in rules} <= {f"from={here}"}
        assert f"back={quote(here, safe='/')}" in page, "another language"
        others = [path for path in found if path.startswith("?")]
        assert [path for path in others if not path.endswith(f"&from={TABLE}")] == []
        assert re.findall(r'<form[^>]* action="([^"]*)"', page.partition("<main")[2]) in ([], [here])
        for rule in rules:
            told = phone.get(rule).text
            assert here in links(told) and "Back to the question" in told
            there = next(path for path in links(told) if path.startswith("/desk/") and path != here)
            assert links(phone.get(there).text).count(TABLE) == 1, "from the rule on to another desk"
    assert bool(rules) is (desk not in ("/desk/alchemicus/sale", "/desk/alchemicus/result"))


@pytest.mark.parametrize("path", ["", "/desk/alchemicus/pawn", "//evil.example", "/t/K7QF2M/../x", "/t/K7QF2M?from=/"])
def test_a_desk_opened_from_nowhere_leads_back_nowhere(app: Flask, path: str) -> None:
    page = app.test_client().get("/desk/homunculus/score", query_string={"from": path}).text
    assert "back-to-table" not in page and "evil" not in page.partition("<main")[2]
    assert 'action="/desk/homunculus/score"' in page


@pytest.mark.parametrize("desk", FINALISTS)
def test_players_that_are_no_list_are_malformed_and_the_form_comes_back(app: Flask, desk: str) -> None:
    for players in ("true", "7", '"Ada"', "{}", "null"):
        answer = app.test_client().post(desk, data={"players:json": players})
        assert answer.status_code == 400 and "players" in answer.text, players


@pytest.mark.parametrize("desk", FINALISTS)
def test_a_form_with_far_too_many_players_comes_back_with_as_many_as_there_can_be(app: Flask, desk: str) -> None:
    phone = app.test_client()
    most = phone.get(f"{desk}?players={GAMES[desk.split('/')[2]].seats[1]}")
    answer = phone.post(desk, data={"players:json": json.dumps([{}] * 400)})
    assert answer.status_code == 400
    assert len(answer.data) < len(most.data) + 1000
    assert answer.text.count('.name"') == most.text.count('.name"')
