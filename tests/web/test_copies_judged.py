"""A copy is judged as it is played again: its marks are the rules', its undos somebody's, its work a plain log's."""

from __future__ import annotations

from typing import Any

import pytest

from referee import copying
from tests.web.conftest import Api, Table
from tests.web.test_copies import ADA, entry
from tests.web.test_laying_open import CARD, HAND, end, told

NOTE = {"kind": "objective", "seat": 0}
"""A secret that the copy leaves out."""
POINTS = {"kind": "points", "seat": 1, "by": 1}
OPEN = {"kind": "reveal", "seat": 0}


def copy_of(api: Api, table: Table) -> Any:
    status, made = api.send("POST", "/tables/import", api.get(f"/t/{table.code}/export"))
    assert status == 201, made
    return made["table"]


def brought_in(api: Api, log: list[Any], **more: Any) -> tuple[int, Any]:
    document = {"game": "fata_morgana", "players": ["Ada", "Bruno", "Celina"], "options": {}, "log": log, **more}
    return api.send("POST", "/tables/import", document)


def undo(seq: int, *entries: int, by: Any = "host") -> dict[str, Any]:
    return entry(seq, {"kind": "undo", "entries": list(entries)}, by=by)


def redo(seq: int, *entries: int, by: Any = "host") -> dict[str, Any]:
    return entry(seq, {"kind": "redo", "entries": list(entries)}, by=by)


NOBODY_S: dict[str, list[Any]] = {
    "an undo of an older entry than the newest": [entry(1, POINTS), entry(2, POINTS), undo(3, 1)],
    "an undo that leaves a public entry out": [entry(1, POINTS), entry(2, POINTS), entry(3, POINTS), undo(4, 1, 3)],
    "an undo in the wrong order": [entry(1, POINTS), entry(2, POINTS), undo(3, 2, 1)],
    "an undo past one's own secret": [entry(1, POINTS), entry(2, NOTE, by=0), undo(3, 1, by=0)],
    "an undo of one of two secrets of a seat": [
        entry(1, NOTE, by=0),
        entry(2, NOTE, by=0),
        entry(3, POINTS),
        undo(4, 2, 3, by=1),
        undo(5, 1, by=0),
        entry(6, NOTE, by=0),
        entry(7, NOTE, by=0),
        undo(8, 6, by=0),
    ],
    "a redo of half of what was undone": [entry(1, POINTS), entry(2, POINTS), undo(3, 1, 2), redo(4, 1)],
    "a redo of the undo before the last": [entry(1, POINTS), entry(2, POINTS), undo(3, 2), undo(4, 1), redo(5, 2)],
    "a redo of what a turn ended": [
        entry(1, POINTS),
        undo(2, 1),
        entry(3, {"kind": "pass", "seat": 0, "take": "red"}),
        redo(4, 1),
    ],
    "a redo past one's own secret": [entry(1, POINTS), entry(2, NOTE, by=0), undo(3, 1, 2, by=0), redo(4, 1, by=0)],
}
SOMEBODY_S: dict[str, list[Any]] = {
    "an undo by a seat, past another's secret": [entry(1, POINTS), entry(2, NOTE, by=0), undo(3, 1, by=1)],
    "an undo by the host, past a secret": [entry(1, POINTS), entry(2, NOTE, by=0), undo(3, 1)],
    "an undo of a secret by a phone that holds another seat, too": [entry(1, NOTE, by=0), undo(2, 1, by=1)],
    "all taken back, and put back by somebody who sees less": [
        entry(1, POINTS),
        entry(2, NOTE, by=0),
        undo(3, 1, 2, by=0),
        redo(4, 1, by=1),
        redo(5, 2, by=0),
    ],
    "one by one": [entry(1, POINTS), entry(2, POINTS), undo(3, 2), undo(4, 1), redo(5, 1), redo(6, 2)],
    "a correction in between": [entry(1, POINTS), undo(2, 1), entry(3, POINTS), redo(4, 1)],
}


@pytest.mark.parametrize("what", NOBODY_S)
def test_an_undo_that_nobody_could_enter_is_refused(api: Api, what: str) -> None:
    status, answer = brought_in(api, NOBODY_S[what], versions=[0, 0])
    assert (status, answer["error"]["code"], answer["error"]["field"]) == (400, "malformed", "log")
    assert answer["error"]["message"] == f"Entry {len(NOBODY_S[what])} of that log cannot be read."


@pytest.mark.parametrize("what", SOMEBODY_S)
def test_an_undo_that_somebody_could_enter_comes_in(api: Api, what: str) -> None:
    for versions in ([0, 0], [0, 9], [9, 0]):
        assert brought_in(api, SOMEBODY_S[what], versions=versions)[0] == 201


def test_a_redo_is_read_by_the_rules_of_its_version(api: Api, table: Table) -> None:
    ada = told(table, 0, HAND, CARD)
    end(table)
    seq = table.done(OPEN, ada)["seq"]
    table.back("undo", seq)
    document = api.get(f"/t/{table.code}/export")
    log = [*document["log"], redo(seq + 2, seq, by=1)]
    log[-3]["move"] = OPEN  # it names nothing that was told
    tells = [{**each, "move": {"kind": "hand", "seat": 0, "hand": HAND}} for each in log[:1]]
    whole = document | {"log": [*tells, *log[1:]]}
    assert api.send("POST", "/tables/import", whole | {"versions": [0, seq + 2]})[0] == 201
    status, answer = api.send("POST", "/tables/import", whole | {"versions": [0, 0]})
    assert (status, answer["error"]["field"]) == (400, "log")
    by_ada = whole | {"versions": [0, 0], "log": [*tells, *log[1:-1], redo(seq + 2, seq, by=0)]}
    assert api.send("POST", "/tables/import", by_ada)[0] == 201


@pytest.fixture
def table(api: Api) -> Table:
    return api.table("fata_morgana")


@pytest.mark.parametrize("objective", [CARD, {"three": "white", "two": "red", "one": "blue"}])
def test_a_declaration_that_lay_open_is_judged_in_the_copy_too(
    api: Api, table: Table, objective: dict[str, str]
) -> None:
    ada = told(table, 0, HAND, objective)
    table.done({"kind": "declare", "seat": 0}, ada, overrule=True)
    table.done(OPEN, ada)
    now, copy = table.show(), copy_of(api, table)
    shown = ("phase", "round", "to_move", "needs")
    assert [copy[key] for key in shown] == [now[key] for key in shown]
    assert now["phase"] == ("reveal" if objective == CARD else "turn")
    assert copy["players"][0]["hand"] == now["players"][0]["hand"] == HAND
    assert copy["players"][0]["objective"] == now["players"][0]["objective"] == objective
    assert [each["overruled"] for each in copy["log"]] == [None, None, "FM-END-9", None]


def test_what_was_taken_back_lies_open_in_no_copy(api: Api, table: Table) -> None:
    ada = told(table, 0, HAND, CARD)
    end(table)
    seq = table.done(OPEN, ada)["seq"]
    table.back("undo", seq)
    assert [each["move"] for each in api.get(f"/t/{table.code}/export")["log"]][seq - 1] == OPEN
    assert copy_of(api, table)["players"][0]["hand"] is None


def test_where_only_a_secret_left_out_can_tell_the_copy_s_mark_stands(api: Api) -> None:
    pairs = [["red", other] for other in ("blue", "green", "brown", "white")] * 3
    status, made = api.send(
        "POST", "/tables", {"game": "fata_morgana", "players": ["Ada", "Bruno"], "options": {"cauldrons": pairs[:10]}}
    )
    assert status == 201, made
    table = Table(api, made["code"], made["token"])
    ada = table.join(0)
    table.done({"kind": "hand", "seat": 0, "hand": {"red": 10}}, ada, overrule=True)
    answer = table.done({"kind": "pass", "seat": 0, "take": "nothing"}, ada)
    assert answer["entry"]["overruled"] is None  # nothing can be made of ten red ones
    table.done({"kind": "pass", "seat": 1, "take": "nothing"}, overrule=True)
    assert [each["overruled"] for each in copy_of(api, table)["log"]] == [None, None, "FM-FIRST"]
    document = api.get(f"/t/{table.code}/export")
    for by, said, kept in (
        (0, None, None),
        (0, "FM-FIRST", "FM-FIRST"),
        (0, "FM-COPY", "FM-FIRST"),
        (1, None, "FM-FIRST"),
    ):
        document["log"][1] |= {"by": by, "overruled": said}
        _, made = api.send("POST", "/tables/import", document)
        assert made["table"]["log"][1]["overruled"] == kept, (by, said)


def test_what_a_copy_says_of_a_secret_is_not_believed_of_anybody_else(api: Api) -> None:
    create = {"kind": "create", "seat": 0, "cauldron": ["red", "blue"], "ingredients": {"green": 1}, "value": 5}
    hidden = entry(1, {"kind": "hand", "seat": 0}, by=0)
    cases: list[tuple[list[Any], str | None]] = [
        ([hidden, entry(2, create, by=0, overruled="FM-CREATE")], "FM-CREATE"),
        ([hidden, entry(2, create, by=0, overruled="FM-COPY")], None),
        ([hidden, entry(2, create, by=1, overruled="FM-CREATE")], None),
        ([entry(1, POINTS), entry(2, create, by=0, overruled="FM-CREATE")], None),
    ]
    for log, mark in cases:
        status, made = brought_in(api, log)
        assert (status, made["table"]["log"][1]["overruled"]) == (201, mark), log


# --- work ------------------------------------------------------------------------------------------------------------


def too_much(api: Api, game: str, moves: list[Any], **options: Any) -> bool:
    """Whether a log of these moves is refused as too much work."""
    log = [entry(seq, move) for seq, move in enumerate(moves, 1)]
    document = {"game": game, "players": ["Ada", "Bruno"], "options": options, "log": log}
    status, answer = api.send("POST", "/tables/import", document)
    assert (status, answer.get("error", {}).get("code")) in ((201, None), (413, "too_large")), answer
    return bool(status == 413)


def test_what_an_undo_or_a_redo_applies_again_counts(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "MOST_WORK", 100)
    assert not too_much(api, "alchemicus", [ADA] * 100)
    assert too_much(api, "alchemicus", [ADA] * 101)
    back, again = ({"kind": kind, "entries": list(range(11, 41))} for kind in ("undo", "redo"))
    assert not too_much(api, "alchemicus", [*[ADA] * 40, back, again, *[ADA] * 28])  # 30 were applied again
    assert too_much(api, "alchemicus", [*[ADA] * 40, back, again, *[ADA] * 29])


def test_a_move_at_many_buildings_counts_for_more(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "MOST_WORK", 300)
    build = {"kind": "building", "seat": 0, "build": "domo"}
    goods = {"kind": "goods", "seat": 0, "building": 1, "goods": ["gold"]}
    assert not too_much(api, "alchemicus", [build] * 96 + [goods] * 102, track="full")
    assert too_much(api, "alchemicus", [build] * 96 + [goods] * 103, track="full")


def test_what_was_taken_back_and_passed_over_counts(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = {"kind": "objective", "seat": 0}
    moves: list[Any] = [POINTS, {"kind": "undo", "entries": [1]}, *[secret] * 100]
    moves += [{"kind": "undo", "entries": [number]} for number in range(102, 2, -1)]
    moves += [{"kind": "redo", "entries": [1]}]
    monkeypatch.setattr(copying, "MOST_WORK", 204 + 100 // copying.GROUPS_EACH)
    assert not too_much(api, "fata_morgana", moves)
    monkeypatch.setattr(copying, "MOST_WORK", 203 + 100 // copying.GROUPS_EACH)
    assert too_much(api, "fata_morgana", moves)
    monkeypatch.setattr(copying, "UNDONE_EACH", 10)
    monkeypatch.setattr(copying, "MOST_WORK", 209)
    assert too_much(api, "fata_morgana", moves)
