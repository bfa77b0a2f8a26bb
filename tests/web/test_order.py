"""The seats in another order, before the first entry: names, colours, phones and favourites go with the person."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import Api, Table

THREE = ("Ada", "Bruno", "Celina")
COLOURS = ["red", "blue", "green"]


def order(table: Table, seats: Any, token: str | None = None) -> tuple[int, Any]:
    return table.api.send("POST", f"/t/{table.code}/order", {"order": seats}, token or table.token)


def names(shown: Any) -> list[str]:
    return [player["name"] for player in shown["players"]]


def test_everybody_keeps_name_colour_and_phone(api: Api) -> None:
    favourites = [{"kind": "red", "ingredient": "mercury"}, None, {"kind": "blue", "ingredient": "sulphur"}]
    table = api.table("homunculus", THREE, colours=COLOURS, favourites=favourites)
    ada, celina = table.join(0), table.join(2)
    status, answer = order(table, [2, 0, 1])
    assert (status, names(answer["table"])) == (200, ["Celina", "Ada", "Bruno"])
    shown = table.show()
    assert shown["options"]["colours"] == ["green", "red", "blue"]
    assert [player["favourite"] for player in shown["players"]] == [favourites[2], favourites[0], None]
    assert (shown["to_move"], shown["seq"]) == (0, 0)
    for token, seat in ((ada, 1), (celina, 0)):
        assert table.join(seat) is not None
        status, answer = api.send("POST", f"/t/{table.code}/name", {"seat": seat, "name": f"N{seat}"}, token)
        assert status == 200, "the token is that of the person's new seat"


def test_a_pass_and_a_secret_seat_go_with_the_person(api: Api) -> None:
    table = api.table("fata_morgana", THREE)
    bruno = table.join(1)
    _, answer = api.send("POST", f"/t/{table.code}/admit", {"seat": 1}, table.token)
    assert order(table, [1, 0, 2])[0] == 200
    table.join(0, **{"pass": answer["pass"]})
    hand = {"kind": "hand", "seat": 0, "hand": {"red": 4, "blue": 4, "white": 2}}
    assert table.enter(hand, bruno)[0] == 401, "the pass turned the older phone out"
    log = api.get(f"/t/{table.code}/log", table.token)["log"]
    assert [entry["move"] for entry in log] == [{"kind": "admitted", "seat": 0}]


def test_the_log_names_the_same_people_afterwards(api: Api) -> None:
    table = api.table("alchemicus", THREE)
    celina = table.join(2)
    assert api.send("POST", f"/t/{table.code}/name", {"seat": 2, "name": "Dora"}, celina)[0] == 200
    assert order(table, [2, 1, 0])[0] == 200
    shown = table.show()
    assert names(shown) == ["Dora", "Bruno", "Ada"]
    (entry,) = shown["log"]
    assert (entry["move"], entry["by"]) == ({"kind": "named", "seat": 0}, 0)


def test_only_the_host_and_only_before_the_first_entry(api: Api) -> None:
    table = api.table("alchemicus", THREE)
    status, answer = order(table, [1, 0, 2], table.join(0))
    assert (status, answer["error"]["code"]) == (403, "host_only")
    table.done({"kind": "fame", "seat": 0, "by": 1})
    status, answer = order(table, [1, 0, 2])
    assert (status, answer["refusal"]["code"], answer["refusal"]["rule"]) == (422, "already_begun", None)
    assert names(answer["table"]) == list(THREE)
    other = api.table("alchemicus", THREE)
    api.send("POST", f"/t/{other.code}/close", {}, other.token)
    status, answer = order(other, [1, 0, 2])
    assert (status, answer["refusal"]["code"]) == (422, "table_closed")


@pytest.mark.parametrize("seats", [[0, 1], [0, 1, 1], [0, 1, 3], [0, 1, 2, 3], [], "012", [0, 1, -1], None])
def test_an_order_names_each_seat_once(api: Api, seats: Any) -> None:
    table = api.table("alchemicus", THREE)
    status, answer = order(table, seats)
    assert (status, answer["error"]["field"]) == (400, "order")


def test_in_the_lobby_one_tap_moves_somebody_up(api: Api) -> None:
    table = api.table("alchemicus", THREE)
    headers = {"Authorization": f"Bearer {table.token}", "Accept": "text/html"}
    lobby = api.client().get(f"/t/{table.code}/lobby", headers=headers).text
    assert "Move up: Bruno" in lobby
    assert "Move up: Ada" not in lobby, "nobody is before Ada"
    assert api.client().post(f"/t/{table.code}/order", data={"up": "2"}, headers=headers).status_code == 303
    assert names(table.show()) == ["Ada", "Celina", "Bruno"]
    assert api.client().post(f"/t/{table.code}/order", data={"up": "3"}, headers=headers).status_code == 400
    seat = {"Authorization": f"Bearer {table.join(1)}", "Accept": "text/html"}
    assert "Move up" not in api.client().get(f"/t/{table.code}/lobby", headers=seat).text
    table.done({"kind": "fame", "seat": 0, "by": 1})
    assert "Move up" not in api.client().get(f"/t/{table.code}/lobby", headers=headers).text
