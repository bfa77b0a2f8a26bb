"""A table as it was: what is shown of it after each entry, to whom, and the table that goes on from there."""

from __future__ import annotations

import re
from time import thread_time
from typing import Any

import pytest
from flask import Flask

from tests.web.conftest import Api, Table

LONG = 2000
MOMENT = 0.05
"""Seconds."""


def as_it_was(table: Table, seq: int, token: str | None = None) -> Any:
    return table.api.get(f"/t/{table.code}/at/{seq}", token)


def page(table: Table, path: str, language: str = "en") -> str:
    answer = table.api.client().get(f"/t/{table.code}/{path}", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def seen(whole: dict[str, Any]) -> dict[str, Any]:
    """Return what a table showed but for marks of what was undone since."""
    return {key: value for key, value in whole.items() if key != "log"}


@pytest.fixture
def table(api: Api) -> Table:
    return api.table(players=("Ada", "Bruno"), target=20)


def two_turns(table: Table) -> list[Any]:
    """Play two turns; return the table as a watcher saw it after each entry, before the first too."""
    shown = [table.show()]
    for move in (
        {"kind": "place", "seat": 0, "field": 3},
        {"kind": "fame", "seat": 0, "by": 2},
        {"kind": "end_turn", "seat": 0},
        {"kind": "place", "seat": 1, "field": 2},
        {"kind": "end_turn", "seat": 1},
    ):
        table.done(move)
        shown.append(table.show())
    return shown


def test_after_each_entry_it_is_as_it_was_shown_then(table: Table) -> None:
    shown = two_turns(table)
    assert [as_it_was(table, seq) for seq in range(6)] == shown
    assert as_it_was(table, 3, table.token) == shown[3]


def test_what_was_taken_back_and_put_back_is_there_as_it_was(table: Table) -> None:
    shown = two_turns(table)
    for way, more in (("undo", {"to": 1}), ("redo", {}), ("undo", {"to": 0})):
        assert table.back(way, len(shown) - 1, **more)[0] == 200
        shown.append(table.show())
    table.done({"kind": "place", "seat": 0, "field": 5})
    assert [seen(as_it_was(table, seq)) for seq in range(len(shown))] == [*map(seen, shown)]
    assert [entry["undone"] for entry in as_it_was(table, 5)["log"]] == [False] * 5
    assert [entry["undone"] for entry in as_it_was(table, 6)["log"]] == [False, True, True, True, True, False]


def test_an_entry_that_is_not_there_is_404_and_the_slider_s_form_stays_within_the_log(table: Table) -> None:
    two_turns(table)
    status, answer = table.api.send("GET", f"/t/{table.code}/at/6")
    assert (status, answer["error"]["code"]) == (404, "not_found")
    assert answer["error"]["message"] == "This table has only 5 entries so far."
    for asked, led in (("2", 2), ("99", 5), ("-4", 5), ("", 5), ("x", 5)):
        answer = table.api.client().get(f"/t/{table.code}/at?seq={asked}")
        assert (answer.status_code, answer.location) == (302, f"/t/{table.code}/at/{led}")


def test_steps_lead_by_entry_and_by_turn(table: Table) -> None:
    two_turns(table)

    def steps(seq: int) -> dict[str, int | None]:
        found = re.findall(r'<a id="step-([a-z-]+)"[^>]*?(?:/at/(\d+)"|aria-disabled)', page(table, f"at/{seq}"))
        return {name: int(to) if to else None for name, to in found}

    names = ("first", "turn-before", "before", "after", "turn-after", "last")
    assert steps(0) == dict(zip(names, (None, None, None, 1, 3, 5), strict=True))
    assert steps(2) == dict(zip(names, (0, 0, 1, 3, 3, 5), strict=True))
    assert steps(4) == dict(zip(names, (0, 3, 3, 5, 5, 5), strict=True))
    assert steps(5) == dict(zip(names, (0, 3, 4, None, None, None), strict=True))


@pytest.mark.parametrize("game", ["alchemicus", "homunculus", "fata_morgana"])
def test_nothing_can_be_entered_there_and_nobody_lists_it(api: Api, game: str) -> None:
    table = api.table(game)
    answer = api.client().get(f"/t/{table.code}/at/0", headers={"Authorization": f"Bearer {table.token}"})
    text = answer.get_data(as_text=True)
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert re.findall(r'<form[^>]*method="post"[^>]*action="([^"]+)"', text) == [f"/t/{table.code}/at/0"]
    assert "/entries" not in text
    assert "EventSource" not in text
    assert table.show()["seq"] == 0


def test_each_line_of_the_log_leads_there(table: Table) -> None:
    two_turns(table)
    assert re.findall(rf'href="/t/{table.code}/at/(\d+)"', page(table, "log")) == ["5", "4", "3", "2", "1"]


@pytest.mark.parametrize(("language", "said"), [("it", "Riprendi da qui"), ("pl", "Grajcie dalej od tego miejsca")])
def test_it_is_said_in_the_reader_s_language(table: Table, language: str, said: str) -> None:
    assert said in page(table, "at/0", language)


def test_go_on_from_here_makes_another_table_and_leaves_this_one(table: Table) -> None:
    shown = two_turns(table)
    status, answer = table.api.send("POST", f"/t/{table.code}/at/3", {})
    assert status == 201
    other = Table(table.api, answer["code"], answer["token"])
    assert other.code != table.code
    assert {**other.show(), "code": table.code} == shown[3]
    other.done({"kind": "place", "seat": 1, "field": 6})
    assert table.show() == shown[5]


def test_going_on_counts_as_making_a_table(app: Flask, table: Table) -> None:
    two_turns(table)
    made = app.extensions["referee"].store.codes()
    answer = table.api.client().post(f"/t/{table.code}/at/3")
    assert (answer.status_code, answer.location.endswith("/lobby")) == (303, True)
    assert len(app.extensions["referee"].store.codes()) == len(made) + 1


# --- secrets -----------------------------------------------------------------------------------------------------

HAND = {"red": 3, "blue": 2, "green": 2, "brown": 2, "white": 1}
OTHER = {"red": 2, "blue": 2, "green": 2, "brown": 2, "white": 2}
CARD = {"three": "red", "two": "blue", "one": "white"}


@pytest.fixture
def told(api: Api) -> tuple[Table, str]:
    """A table of Fata Morgana at which seat 0 told hand and objective in secret, and that seat's token."""
    table = api.table("fata_morgana")
    own = table.join(0)
    table.done({"kind": "hand", "seat": 0, "hand": HAND}, own)
    table.done({"kind": "objective", "seat": 0, **CARD}, own)
    return table, own


def test_no_seat_s_secret_is_shown_to_its_own_phone_either(told: tuple[Table, str]) -> None:
    table, own = told
    assert table.show(own)["players"][0]["hand"] == HAND
    then = as_it_was(table, 1, own)
    assert then["players"][0]["hand"] is None
    assert then["log"][0]["move"] == {"kind": "hand", "seat": 0}
    status, answer = table.api.send("POST", f"/t/{table.code}/at/2", {}, own)
    assert status == 201
    assert [player["hand"] for player in answer["table"]["players"]] == [None, None]


def test_what_was_laid_open_and_taken_back_is_hidden_in_the_past_too(told: tuple[Table, str]) -> None:
    table, own = told
    for _ in range(12):
        table.done({"kind": "next_round", "seat": 0}, overrule=True)
    seq = table.done({"kind": "reveal", "seat": 0}, own)["seq"]
    assert as_it_was(table, seq)["players"][0]["hand"] == HAND
    assert table.back("undo", seq, own)[0] == 200
    assert table.show()["players"][0]["hand"] is None
    then = as_it_was(table, seq)
    assert (then["seq"], then["phase"], then["players"][0]["hand"]) == (seq, "reveal", None)
    assert then["log"][-1]["move"] == {"kind": "reveal", "seat": 0}
    assert table.back("redo", seq + 1, own)[0] == 200
    assert as_it_was(table, seq)["players"][0]["hand"] == HAND


def test_before_the_end_secrets_stay_hidden_after_it_too(told: tuple[Table, str]) -> None:
    table, own = told
    for _ in range(12):
        table.done({"kind": "next_round", "seat": 0}, overrule=True)
    table.done({"kind": "reveal", "seat": 0}, own)
    seq = table.done({"kind": "reveal", "seat": 1, "hand": OTHER, "objective": CARD})["seq"]
    assert table.show()["over"] is True
    assert as_it_was(table, 2)["players"][0]["hand"] is None
    assert as_it_was(table, 2)["log"][0]["move"] == {"kind": "hand", "seat": 0}
    assert as_it_was(table, seq)["players"][0]["hand"] == HAND


# --- how long it takes -------------------------------------------------------------------------------------------


def test_at_entry_2000_it_takes_no_longer_than_a_moment(api: Api) -> None:
    moves: list[dict[str, Any]] = []
    for turn in range(LONG // 4):
        seat = turn % 2
        moves += [
            {"kind": "place", "seat": seat, "field": 2 + seat}
            if turn < 2
            else {"kind": "cards", "seat": seat, "by": 1},
            {"kind": "fame", "seat": seat, "by": 1},
            {"kind": "fame", "seat": seat, "by": -1},
            {"kind": "end_turn", "seat": seat},
        ]
    at = "2026-03-01T20:00:00.000Z"
    log = [{"seq": seq, "at": at, "by": "host", "move": move} for seq, move in enumerate(moves, 1)]
    document = {"game": "alchemicus", "players": ["Ada", "Bruno"], "options": {"track": "full"}, "log": log}
    status, answer = api.send("POST", "/tables/import", document)
    assert (status, answer["table"]["seq"]) == (201, LONG)
    client, times = api.client(), {}
    for seq in (LONG, LONG - 1, LONG - 400, LONG // 2, 3):
        begun = thread_time()
        assert client.get(f"/t/{answer['code']}/at/{seq}").status_code == 200
        times[seq] = thread_time() - begun
    assert min(times.values()) < MOMENT, times


def test_a_shelf_of_the_past_draws_its_cauldrons(api: Api) -> None:
    table = api.table("fata_morgana")
    table.enter({"kind": "create", "seat": 0, "cauldron": ["red", "blue"], "ingredients": {"green": 1}, "value": 1})
    shown = page(table, "at/1")
    assert 'href="#left-red"' in shown
    assert '<symbol id="left-red"' in shown
