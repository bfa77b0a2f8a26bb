"""The day of an evening: said where a count is kept, or set afterwards; lists and statistics go by it."""

from __future__ import annotations

import csv
import io
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from tests.web.conftest import Api
from tests.web.test_played import COUNT, finish, played


@pytest.fixture
def home(app: Flask) -> Api:
    app.config["HOUSE"] = True
    return Api(app)


def day(play: Any) -> str:
    """Return the day of a play in the server's zone."""
    return datetime.fromisoformat(play["ended"]).astimezone().date().isoformat()


def test_what_was_played_yesterday_is_entered_today(home: Api) -> None:
    today = datetime.now().astimezone().date()
    yesterday = (today - timedelta(days=1)).isoformat()
    home.send("POST", "/played", COUNT)
    status, answer = home.send("POST", "/played", COUNT | {"key": "two", "date": yesterday})
    assert (status, day(answer["play"])) == (201, yesterday)
    assert [day(play) for play in played(home)] == [today.isoformat(), yesterday]
    first = played(home)[0]["id"]
    status, answer = home.send("POST", f"/played/{first}/date", {"date": "2024-02-29"})
    assert (status, day(answer["play"]), answer["play"]["id"]) == (200, "2024-02-29", first)
    assert [day(play) for play in played(home)] == [yesterday, "2024-02-29"], "the list goes by it"
    rows = list(csv.reader(io.StringIO(home.client().get("/played.csv").get_data(as_text=True))))[1:]
    assert [row[0][:10] for row in rows] == ["2024-02-29"] * 2 + [yesterday] * 2
    page = home.client().get(f"/played/{first}").text
    assert 'type="date" name="date" value="2024-02-29"' in page


def test_a_streak_goes_by_the_days_that_were_said(home: Api) -> None:
    for key, points, date in (("a", (9, 1), "2026-01-01"), ("b", (1, 9), "2026-01-02"), ("c", (9, 1), "2026-01-03")):
        players = [
            {"name": name, "points": scored, "objective": None, "hand": {}}
            for name, scored in zip(("Ada", "Bruno"), points, strict=True)
        ]
        home.send("POST", "/played", COUNT | {"key": key, "question": {"players": players}, "date": date})
    (lost,) = (play for play in played(home) if day(play) == "2026-01-02")

    def streaks() -> dict[str, tuple[int, int]]:
        return {one["name"]: (one["streak"], one["running"]) for one in home.get("/played/statistics")["people"]}

    assert streaks() == {"Ada": (1, 1), "Bruno": (1, 0)}
    home.send("POST", f"/played/{lost['id']}/date", {"date": "2025-12-31"})
    assert streaks() == {"Ada": (2, 2), "Bruno": (1, 0)}


def test_the_day_of_a_table_stays_whatever_is_corrected_there(home: Api) -> None:
    table = home.table(target=1)
    finish(table)
    (play,) = played(home)
    home.send("POST", f"/played/{play['id']}/date", {"date": "2025-11-30"})
    # The summary says the same moment at its top and in the text to send.
    assert table.api.client().get(f"/t/{table.code}/sheet").text.count("Nov 30, 2025, ") == 2
    table.done({"kind": "fame", "seat": 1, "by": 1})
    (now,) = played(home)
    assert (day(now), now["players"][1]["score"], now["minutes"]) == ("2025-11-30", 1, play["minutes"])
    length = [datetime.fromisoformat(one["ended"]) - datetime.fromisoformat(one["started"]) for one in (play, now)]
    assert length[0] == length[1]


@pytest.mark.parametrize("date", ["2999-01-01", "1969-12-31", "2026-02-30", "yesterday", "", None, 5])
def test_a_day_that_cannot_be_is_refused_and_changes_nothing(home: Api, date: Any) -> None:
    home.send("POST", "/played", COUNT)
    before = played(home)
    status, answer = home.send("POST", f"/played/{before[0]['id']}/date", {"date": date})
    assert (status, answer["error"]["field"]) == (400, "date")
    assert played(home) == before
    if date is not None:
        assert home.send("POST", "/played", COUNT | {"key": "two", "date": date})[0] == 400


def test_elsewhere_only_who_played_says_when(api: Api) -> None:
    table = api.table(target=1)
    watcher, seat = table.join(None), table.join(1)
    finish(table)
    (play,) = api.get("/played", seat)["plays"]
    path = f"/played/{play['id']}/date"
    assert api.send("POST", path, {"date": "2026-01-01"})[0] == 404
    assert api.send("POST", path, {"date": "2026-01-01"}, watcher)[1]["error"]["code"] == "watchers_only_look"
    assert api.send("POST", path, {"date": "2026-01-01"}, seat)[0] == 200
