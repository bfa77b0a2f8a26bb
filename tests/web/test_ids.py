"""Ids of buildings and potions: none ever comes to mean anything else, at tables of older versions neither."""

from __future__ import annotations

from typing import Any

from tests.web.conftest import Api, Table

FULL = {"track": "full"}
RED = {"kind": "create", "seat": 0, "cauldron": ["green", "brown"], "ingredients": {"red": 1}, "value": 5}


def building(kind: str, seat: int = 0) -> dict[str, Any]:
    return {"kind": "building", "seat": seat, "build": kind}


def laid(table: Table, seat: int = 0) -> dict[int, tuple[str, list[str]]]:
    """Return what has been laid out before a seat since the start: id -> kind and goods; in the order of ids."""
    found = [each for each in table.show()["players"][seat]["buildings"] if each["id"] > 4]
    assert [each["id"] for each in found] == sorted(each["id"] for each in found)
    return {each["id"]: (each["kind"], each["goods"]) for each in found}


def test_what_is_said_between_an_undo_and_its_redo_keeps_to_the_thing_it_named(api: Api) -> None:
    table = api.table(**FULL)
    table.done(building("labrium"))
    assert table.back("undo", 1)[0] == 200
    table.done(building("domo"))
    table.done(building("taberna", 1))
    table.done({"kind": "goods", "seat": 0, "building": 6, "goods": ["gold"]})
    table.done({"kind": "goods", "seat": 1, "building": 7, "golem": True})
    status, gone = table.enter({"kind": "goods", "seat": 0, "building": 5, "goods": ["ore"]})
    assert (status, gone["error"]["code"]) == (404, "not_found")
    assert table.back("redo", 6)[0] == 200
    assert laid(table) == {5: ("labrium", []), 6: ("domo", ["gold"])}
    assert laid(table, 1) == {7: ("taberna", [])}
    assert table.show()["players"][1]["buildings"][-1]["golem"]
    table.done({"kind": "building", "seat": 0, "remove": 6})
    table.done(building("horten"))
    assert laid(table) == {5: ("labrium", []), 8: ("horten", [])}, "what was removed leaves a gap"


def test_a_potion_taken_back_leaves_its_id_unused(api: Api) -> None:
    table = api.table("fata_morgana")
    table.done(RED)
    assert table.back("undo", 1)[0] == 200
    blue = {**RED, "ingredients": {"blue": 1}, "value": 6}
    assert [each["id"] for each in table.done(blue)["table"]["potions"]] == [2]
    status, gone = table.enter({"kind": "copy", "seat": 1, "potion": 1}, overrule=True)
    assert (status, gone["error"]["code"]) == (404, "not_found")
    made = table.done({**RED, "seat": 1, "cauldron": ["green", "blue"], "value": 3})
    assert [each["id"] for each in made["table"]["potions"]] == [2, 3]
    assert table.back("undo", 4)[0] == 200
    assert [each["id"] for each in table.back("redo", 5)[1]["table"]["potions"]] == [2, 3]


def older(api: Api, *moves: dict[str, Any]) -> Table:
    """Return a table made from what version 2 exported: there an id that an undo had freed was given again."""
    log = [
        {"seq": seq, "at": "2026-01-01T20:00:00Z", "by": "host", "move": move, "overruled": None, "undone": False}
        for seq, move in enumerate(moves, 1)
    ]
    players = ["Ada", "Bruno"]
    document = {"game": "alchemicus", "players": players, "options": FULL, "log": log, "older": 0, "closed": False}
    status, made = api.send("POST", "/tables/import", document)
    assert status == 201, made
    return Table(api, made["code"], made["token"])


OLD = (
    building("labrium"),
    {"kind": "undo", "entries": [1]},
    building("domo"),
    {"kind": "goods", "seat": 0, "building": 5, "goods": ["gold"]},
)


def test_an_older_table_is_replayed_with_the_ids_it_was_recorded_with(api: Api) -> None:
    assert laid(older(api, *OLD)) == {5: ("domo", ["gold"])}
    table = older(api, *OLD, {"kind": "redo", "entries": [1]}, building("horten"))
    was = {5: ("labrium", ["gold"]), 6: ("domo", []), 7: ("horten", [])}
    assert laid(table) == was
    document = api.get(f"/t/{table.code}/export")
    assert document["versions"] == [0, 6]
    status, again = api.send("POST", "/tables/import", document)
    assert status == 201
    assert laid(Table(api, again["code"], again["token"])) == was
    table.done(building("fornax"))
    assert laid(table) == {**was, 8: ("fornax", [])}


def test_what_is_put_back_at_an_older_table_takes_the_id_of_nothing_else(api: Api) -> None:
    table = older(api, *OLD)
    table.done({"kind": "goods", "seat": 0, "building": 5, "goods": ["gold", "gold"]})
    assert table.back("redo", 5)[0] == 200
    now = {5: ("domo", ["gold", "gold"]), 6: ("labrium", [])}
    assert laid(table) == now
    app = api.app.extensions["referee"]
    app.store.memory.clear()
    assert laid(table) == now, "a replay of the log says the same"
