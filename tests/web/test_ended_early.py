"""An evening that ended early: closed before its end, a game is counted as it stands, or it is not."""

from __future__ import annotations

from typing import Any

import pytest

from referee.plays import rebuild
from tests.web.conftest import Api, Table


@pytest.fixture(autouse=True)
def at_home(api: Api) -> None:
    api.app.config["HOUSE"] = True


def close(table: Table, **count: bool) -> Any:
    status, answer = table.api.send("POST", f"/t/{table.code}/close", count, table.token)
    assert status == 200, answer
    return answer


def plays(api: Api) -> list[Any]:
    found: list[Any] = api.get("/played")["plays"]
    return found


def test_a_game_is_kept_as_it_stands_if_the_host_says_so_and_nobody_has_won_it(api: Api) -> None:
    table = api.table(players=("Ada", "Bruno", "Celina"))
    table.done({"kind": "fame", "seat": 1, "by": 4})
    assert close(table)["table"]["closed"] is True
    assert plays(api) == []
    close(table, count=True)
    (play,) = plays(api)
    assert (play["code"], play["unfinished"], play["decided_by"]) == (table.code, True, None)
    assert play["players"] == [
        {"name": "Ada", "place": 2, "score": 0, "winner": False},
        {"name": "Bruno", "place": 1, "score": 4, "winner": False},
        {"name": "Celina", "place": 2, "score": 0, "winner": False},
    ]
    close(table, count=False)
    assert plays(api) == []
    close(table, count=True)
    status, answer = api.send("POST", f"/t/{table.code}/reopen", {}, table.token)
    assert (status, answer["table"]["closed"], plays(api)) == (200, False, [])
    close(table)
    assert plays(api) == [], "what was opened again counts no more until somebody says so"


def test_only_the_host_closes_and_what_is_no_truth_is_malformed(api: Api) -> None:
    table = api.table()
    status, answer = api.send("POST", f"/t/{table.code}/close", {"count": True}, table.join(0))
    assert (status, answer["error"]["code"]) == (403, "host_only")
    status, answer = api.send("POST", f"/t/{table.code}/close", {"count": "yes"}, table.token)
    assert (status, answer["error"]["field"]) == (400, "count")
    status, answer = api.send("POST", f"/t/{table.code}/reopen", {"count": True}, table.token)
    assert (status, answer["error"]["field"]) == (400, "count")


def test_it_changes_nothing_at_a_game_that_is_over(api: Api) -> None:
    table = api.table(target=1)
    table.done({"kind": "fame", "seat": 0, "by": 1})
    for seat in (0, 1):
        table.done({"kind": "end_turn", "seat": seat}, overrule=True)
    (play,) = plays(api)
    assert (play["unfinished"], play["players"][0]["winner"]) == (False, True)
    for count in (True, False):
        close(table, count=count)
        assert plays(api) == [play]


def test_statistics_count_it_as_played_and_in_no_win_streak_or_average(api: Api) -> None:
    for scores, count in (((3, 1), False), ((1, 9), True), ((4, 1), False)):
        table = api.table(target=3)
        for seat, by in enumerate(scores):
            table.done({"kind": "fame", "seat": seat, "by": by})
        if count:
            close(table, count=True)
            continue
        for seat in (0, 1):
            table.done({"kind": "end_turn", "seat": seat}, overrule=True)
    found = api.get("/played/statistics")
    ada, bruno = sorted(found["people"], key=lambda person: person["name"])
    assert (ada["plays"], ada["wins"], ada["streak"], ada["running"]) == (3, 2, 2, 2)
    assert ada["games"] == [{"game": "alchemicus", "plays": 3, "wins": 2, "best": 4, "mean": 3.5}]
    assert bruno["games"] == [{"game": "alchemicus", "plays": 3, "wins": 0, "best": 1, "mean": 1.0}]
    assert bruno["against"] == [{"name": "Ada", "plays": 3, "better": 0, "worse": 2}]
    (game,) = found["games"]
    assert (game["plays"], game["record"], game["holders"], game["mean"]) == (3, 4, ["Ada"], 2.2)
    assert game["decided_by"] == {"fame": 2}


HAND = {"red": 4, "blue": 4, "white": 2}
OBJECTIVE = {"three": "red", "two": "blue", "one": "white"}


@pytest.mark.parametrize("told", [False, True])
def test_what_was_told_in_secret_counts_nothing_and_does_not_show(api: Api, told: bool) -> None:
    table = api.table("fata_morgana")
    ada = table.join(0)
    table.done({"kind": "points", "seat": 0, "by": 3})
    if told:
        table.done({"kind": "hand", "seat": 0, "hand": HAND}, ada)
        table.done({"kind": "objective", "seat": 0, **OBJECTIVE}, ada)
    close(table, count=True)
    (play,) = plays(api)
    assert [player["score"] for player in play["players"]] == [3, 0]
    assert table.show()["players"][0]["hand"] is None


def test_what_lies_open_counts(api: Api) -> None:
    table = api.table("fata_morgana")
    table.done({"kind": "declare", "seat": 1}, overrule=True)
    table.done({"kind": "reveal", "seat": 0, "hand": HAND, "objective": OBJECTIVE})
    close(table, count=True)
    (play,) = plays(api)
    assert [player["score"] for player in play["players"]] == [11, 0]


def test_it_stays_when_plays_are_written_anew_and_in_a_copy_it_is_not_counted(api: Api) -> None:
    table = api.table("homunculus")
    table.done({"kind": "part", "seat": 0, "part": "head", "to": {"kind": "red", "face_up": True}})
    close(table, count=True)
    kept = plays(api)
    assert [player["score"] for player in kept[0]["players"]] == [3, 0]
    rebuild(api.app.extensions["referee"].store)
    assert plays(api) == kept
    status, _ = api.send("POST", "/tables/import", api.get(f"/t/{table.code}/export"))
    assert (status, plays(api)) == (201, kept)
