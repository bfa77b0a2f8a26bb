"""The desks as they are asked: what a person leaves empty is said to be unknown, but a name is told."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

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
    for name in ("A", "x" * 40, "Ada the Second"):
        assert api.send("POST", desk, {"players": [{"name": name, **FINALISTS[desk]}]})[0] == 200
    for name in ("", " ", "\t\n\u3000", "x" * 41):
        status, answer = api.send("POST", desk, {"players": [{"name": name, **FINALISTS[desk]}]})
        assert (status, answer["error"]["field"]) == (400, "name")
