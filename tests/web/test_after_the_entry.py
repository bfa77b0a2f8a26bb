"""What follows an entry that is on disk: whatever fails then, the tap is answered as recorded and everyone is woken."""

from __future__ import annotations

import logging
import sys
from typing import Any

import pytest

from referee import plays
from referee.engine import Ranked, Result
from tests.web.conftest import Api, Table

LAST = {"kind": "end_turn", "seat": 1}


def before_the_end(api: Api) -> Table:
    """A game that the next tap ends: LAST."""
    table = api.table(target=1)
    table.done({"kind": "place", "seat": 0, "field": 1})
    table.done({"kind": "fame", "seat": 0, "by": 1})
    table.done({"kind": "end_turn", "seat": 0})
    table.done({"kind": "place", "seat": 1, "field": 2})
    return table


@pytest.fixture
def surprised(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game's result fails once the game is over."""

    def result(state: Any) -> None:
        if state.over:
            raise KeyError("a result that surprises")

    monkeypatch.setattr(sys.modules["referee.games.alchemicus.view"], "result", result)


@pytest.mark.usefixtures("surprised")
def test_a_game_whose_result_raises_still_answers_a_phone_and_wakes_and_logs(
    api: Api, caplog: pytest.LogCaptureFixture
) -> None:
    table = before_the_end(api)
    headers = {"Authorization": f"Bearer {table.token}", "HX-Request": "true", "HX-Request-Type": "partial"}
    with api.app.extensions["referee"].live.watch(table.code) as watch, caplog.at_level(logging.ERROR):
        tap = {"key": "last", "kind": LAST["kind"], "seat": "1", "seq": "4"}
        answer = api.client().post(f"/t/{table.code}/entries", data=tap, headers=headers)
        assert (answer.status_code, 'data-seq="5"' in answer.text) == (200, True)
        assert watch.wait(1)
    assert "a play of alchemicus cannot be kept" in caplog.text
    assert "a result that surprises" in caplog.text
    assert api.get(f"/t/{table.code}/log")["log"][-1]["move"] == LAST


@pytest.mark.usefixtures("surprised")
def test_a_script_is_told_what_was_recorded_though_the_table_cannot_be_shown(
    api: Api, caplog: pytest.LogCaptureFixture
) -> None:
    table = before_the_end(api)
    with api.app.extensions["referee"].live.watch(table.code) as watch:
        status, answer = table.enter(LAST)
        assert watch.wait(1)
    assert (status, answer["seq"], answer["entry"]["move"], answer["table"]) == (200, 5, LAST, None)
    assert "a table of alchemicus cannot be shown after an entry" in caplog.text
    assert table.back("undo", 5)[1]["table"]["over"] is False


def test_everyone_is_woken_and_the_answer_is_made_before_the_play_is_kept(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = before_the_end(api)
    with api.app.extensions["referee"].live.watch(table.code) as watch:
        woken: list[bool] = []
        follow = plays.follow

        def kept(*given: Any) -> None:
            woken.append(watch.wait(0))
            follow(*given)

        monkeypatch.setattr(plays, "follow", kept)
        table.done(LAST)
        assert woken == [True]
    assert [play["code"] for play in api.get("/played", table.token)["plays"]] == [table.code]


def test_what_cannot_be_remembered_is_logged(
    api: Api, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = api.table(track="full")
    store = api.app.extensions["referee"].store

    def broken(*_given: Any) -> None:
        raise ValueError("a printed fact that surprises")

    monkeypatch.setattr(store, "remember", broken)
    headers = {"Authorization": f"Bearer {table.token}", "HX-Request": "true", "HX-Request-Type": "partial"}
    tap = {"key": "price", "kind": "price", "seat": "0", "building": "domo", "price": "5", "seq": "0"}
    answer = api.client().post(f"/t/{table.code}/entries", data=tap, headers=headers)
    assert answer.status_code == 200
    assert "a printed fact that surprises" in caplog.text
    assert table.show()["prices"]["domo"] == 5


def test_a_result_that_compares_nothing_has_places_and_no_scores() -> None:
    shared = Result((Ranked(seat=0, place=1),), winners=(0,), decided_by="last_token")
    (player,) = plays.players_of(shared, ["Ada"])
    assert (player.name, player.place, player.score, player.winner) == ("Ada", 1, None, True)


def test_a_new_entry_is_followed_once(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    table = before_the_end(api)
    followed: list[int] = []
    monkeypatch.setattr(plays, "follow", lambda _store, at: followed.append(at.seq))
    for _ in range(2):
        assert table.enter(LAST, key="same")[0] == 200
    assert followed == [5]
    assert table.back("undo", 5)[0] == 200
    assert followed == [5, 6]
