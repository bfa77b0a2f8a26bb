"""A table as one document, as a hostile hand would write it: nothing is made that could not have been."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest

from referee import copying
from tests.timed import least_seconds
from tests.web.attacker import FULL, JSON, Attacker
from tests.web.conftest import Api
from tests.web.garbage import MARKUP


def entry(seq: Any, move: Any, **more: Any) -> dict[str, Any]:
    return {"seq": seq, "at": "2026-01-01T20:00:00Z", "by": "host", "move": move, **more}


ADA = {"kind": "fame", "seat": 0, "by": 1}
LOGS: dict[str, list[Any]] = {
    "a seat that is not there": [entry(1, {**ADA, "seat": 2})],
    "a negative seat": [entry(1, {**ADA, "seat": -1})],
    "somebody who is not there": [entry(1, ADA, by=2)],
    "a negative somebody": [entry(1, ADA, by=-1)],
    "numbers from 2 on": [entry(2, ADA)],
    "a number that is none": [entry(-1, ADA)],
    "the same number twice": [entry(1, ADA), entry(1, ADA)],
    "no kind": [entry(1, {"seat": 0})],
    "a kind that is a list": [entry(1, {"kind": [], "seat": 0})],
    "an unknown kind": [entry(1, {"kind": "hidden", "of": "hand", "seat": 0})],
    "a rob of nobody": [entry(1, {"kind": "spirit", "seat": 0, "to": "horten", "rob": 7})],
    "a building that is not there": [entry(1, {"kind": "harvest", "seat": 0, "building": 99})],
    "an undo of itself": [entry(1, ADA), entry(2, {"kind": "undo", "entries": [2]})],
    "an undo of what comes later": [entry(1, {"kind": "undo", "entries": [2]}), entry(2, ADA)],
    "an undo of nothing": [entry(1, {"kind": "undo", "entries": []})],
    "an undo twice": [entry(1, ADA), *(entry(n, {"kind": "undo", "entries": [1]}) for n in (2, 3))],
    "an undo of one entry twice": [entry(1, ADA), entry(2, {"kind": "undo", "entries": [1, 1]})],
    "a redo of what stands": [entry(1, ADA), entry(2, {"kind": "redo", "entries": [1]})],
    "a redo of an undo": [
        entry(1, ADA),
        entry(2, {"kind": "undo", "entries": [1]}),
        entry(3, {"kind": "redo", "entries": [2]}),
    ],
    "an undo of what came before the first": [entry(1, ADA), entry(2, {"kind": "undo", "entries": [-1]})],
    "a redo of what came before the first": [entry(1, ADA), entry(2, {"kind": "redo", "entries": [-1]})],
    "a redo of entry 0": [entry(1, ADA), entry(2, {"kind": "redo", "entries": [0]})],
    "a day no calendar has": [entry(1, ADA, at="0001-01-01T00:00:00+14:00")],
    "the last day of all": [entry(1, ADA, at="9999-12-31T23:59:59-14:00")],
    "markup for a rule": [entry(1, ADA, overruled=MARKUP)],
    "a formula for a rule": [entry(1, ADA, overruled="=1+1")],
    "a rule of two lines": [entry(1, ADA, overruled="AL-MOVE\n")],
}


def imported(api: Api, log: list[Any], **options: Any) -> Any:
    document = {"game": "alchemicus", "players": ["Ada", "Bruno"], "options": options, "log": log}
    return Attacker(api.app).send("POST", "/tables/import", data=json.dumps(document), headers=JSON)


@pytest.mark.parametrize("what", LOGS)
def test_a_log_that_cannot_have_been_is_refused(api: Api, what: str) -> None:
    answer = imported(api, LOGS[what], **FULL)
    assert answer.status_code == 400
    assert api.app.extensions["referee"].store.database.rows("SELECT code FROM tables") == []


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"kind": "place", "seat": 0, "field": 1, "colour": 2}, "colour"),
        ({"kind": "place", "seat": 0, "field": 9}, "field"),
        ({"kind": "dance", "seat": 0}, "kind"),
        ({"kind": "place", "seat": 7, "field": 1}, "log"),
    ],
)
def test_what_is_wrong_in_a_log_is_named(api: Api, wrong: dict[str, Any], field: str) -> None:
    error = json.loads(imported(api, [entry(1, ADA), entry(2, wrong)], **FULL).data)["error"]
    assert (error["code"], error["field"], error["message"]) == (
        "malformed",
        field,
        "Entry 2 of that log cannot be read.",
    )


def test_a_log_that_would_take_minutes_to_replay_is_too_large(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    assert copying.MOST_WORK == 10_000
    monkeypatch.setattr(copying, "MOST_WORK", 1000)  # the same, in a tenth of the time
    most = [entry(seq, ADA) for seq in range(1, 1001)]
    around = [entry(seq, ADA) for seq in range(1, 101)]
    for _ in range(50):
        around += [entry(len(around) + 1, {"kind": "undo", "entries": list(range(1, 101))})]
        around += [entry(len(around) + 1, {"kind": "redo", "entries": list(range(1, 101))})]
    for log in ([*most, entry(1001, ADA)], around):
        assert imported(api, log).status_code == 413
    assert api.app.extensions["referee"].store.database.rows("SELECT code FROM tables") == []
    back = [*around[:100], entry(101, {"kind": "undo", "entries": list(range(11, 101))})]
    made = imported(api, [*back, entry(102, {"kind": "redo", "entries": list(range(11, 101))})])
    assert made.status_code == 201 and made.json["table"]["players"][0]["fame"] == 100
    assert imported(api, most).status_code == 201


def test_the_newest_undone_again_and_again_costs_what_plain_entries_do(api: Api) -> None:
    plain = [entry(seq, ADA) for seq in range(1, 2001)]
    newest = [entry(seq, ADA) for seq in range(1, 1001)]
    newest += [entry(1000 + number, {"kind": "undo", "entries": [1001 - number]}) for number in range(1, 1001)]
    assert [imported(api, each).status_code for each in (plain, newest)] == [201, 201]
    wanted = 1.5 * least_seconds(partial(imported, api, plain), 0) + 0.2
    assert least_seconds(partial(imported, api, newest), wanted) < wanted


def test_a_log_that_grows_a_table_past_its_bounds_is_too_large(api: Api) -> None:
    build = {"kind": "building", "seat": 0, "build": "domo"}
    assert imported(api, [entry(seq, build) for seq in range(1, 400)], **FULL).status_code == 413
    played_anyway = [entry(seq, {"kind": "build", "seat": 0, "building": "domo"}) for seq in range(1, 400)]
    assert imported(api, [{**each, "overruled": "AL-FIELD"} for each in played_anyway], **FULL).status_code == 413
    assert api.app.extensions["referee"].store.database.rows("SELECT code FROM tables") == []


def test_what_the_rules_are_against_is_marked_as_overruled(api: Api) -> None:
    place = {"kind": "place", "seat": 0, "field": 1}
    log = [entry(1, place), entry(2, place), entry(3, {"kind": "undo", "entries": [2]}), entry(4, {**place, "seat": 1})]
    made = imported(api, log)
    assert made.status_code == 201
    marks = [each["overruled"] for each in made.json["table"]["log"]]
    assert marks == [None, "AL-TURN", None, "AL-TURN"]
    lied = imported(
        api, [{**entry(1, place), "overruled": "AL-MOVE-FREE"}, {**entry(2, place), "overruled": "AL-SPIRIT-STEP"}]
    )
    assert [each["overruled"] for each in lied.json["table"]["log"]] == [None, "AL-TURN"]


@pytest.mark.parametrize(
    ("said", "versions"),
    [({}, [2, 0]), ({"older": 1}, [1, 1]), ({"versions": [1, 0]}, [1, 0]), ({"versions": [0, 5]}, [0, 2])],
)
def test_a_copy_keeps_by_which_version_each_entry_was_recorded(
    api: Api, said: dict[str, Any], versions: list[int]
) -> None:
    document = {"game": "alchemicus", "players": ["Ada", "Bruno"], "options": {}, "log": [entry(1, ADA), entry(2, ADA)]}
    status, made = api.send("POST", "/tables/import", document | said)
    assert status == 201
    code, token = made["code"], made["token"]
    assert api.get(f"/t/{code}/export")["versions"] == versions
    api.send("POST", f"/t/{code}/entries", {"key": "new", "move": ADA}, token)
    copy = api.get(f"/t/{code}/export")
    assert copy["versions"] == versions
    status, again = api.send("POST", "/tables/import", copy)
    assert api.get(f"/t/{again['code']}/export")["versions"] == versions
