"""Evenings from elsewhere: what is read of a file, that nothing is taken unseen, and nothing twice."""

from __future__ import annotations

import io
import json
import re
from html import unescape
from typing import Any

import pytest
from flask import Flask

from tests.apps import app_with
from tests.web.conftest import Api
from tests.web.test_played import COUNT, finish, played

CSV = """Ended,Game,Player,Score,Won
2025-12-24,Fata Morgana,Ada,21,x
2025-12-24,Fata Morgana,Łucja,18,
2025-12-26 21:30:00,Alchemicus,Ada,3,
2025-12-26 21:30:00,Alchemicus,Bruno,5,x
"""
BG_STATS = {
    "games": [{"id": 7, "name": "Homunculus"}, {"id": 8, "name": "Catan"}],
    "players": [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Bruno"}],
    "plays": [
        {
            "gameRefId": 7, "playDate": "2025-11-01 20:15:00", "durationMin": 55, "comments": "With cake",
            "playerScores": [
                {"playerRefId": 1, "score": "12+3", "winner": True, "rank": 1},
                {"playerRefId": 2, "score": "9", "winner": False, "rank": 2},
            ],
        },
        {"gameRefId": 8, "playDate": "2025-11-02 20:15:00", "playerScores": []},
    ],
}  # fmt: skip


EXPORT = {
    "challenges": [],
    "deletedObjects": [{"externalId": 0, "modificationDate": "2024-04-06 04:54:35", "objectType": "Play", "uuid": "A"}],
    "games": [
        {
            "bggId": 0, "bggName": "", "bggYear": 0, "cooperative": False, "highestWins": True, "id": 3,
            "modificationDate": "2024-01-01 10:00:00", "name": "Alchemicus: Noctis", "noPoints": False, "uuid": "B",
            "usesTeams": False, "copies": [{"statusOwned": True}],
        },
    ],
    "groups": [],
    "locations": [{"id": 1, "modificationDate": "2024-01-01 10:00:00", "name": "At home", "uuid": "C"}],
    "players": [
        {"id": 1, "isAnonymous": False, "modificationDate": "2024-01-01 10:00:00", "name": "Łucja", "uuid": "D"},
        {"id": 2, "isAnonymous": True, "modificationDate": "2024-01-01 10:00:00", "name": "Anonymous", "uuid": "E"},
    ],
    "plays": [
        {
            "bggId": 0, "durationMin": 0, "gameRefId": 3, "ignored": ignored, "locationRefId": 1, "manualWinner": False,
            "modificationDate": "2024-04-06 04:54:35", "playDate": f"2024-04-0{day} 20:54:35", "playImages": "[]",
            "rating": 0, "rounds": 0, "scoringSetting": 0, "usesTeams": False, "uuid": f"F{day}",
            "playerScores": [
                {"newPlayer": False, "playerRefId": who, "rank": 0, "score": score, "seatOrder": 0,
                 "startPlayer": False, "winner": False}
                for who, score in scores
            ],
        }
        for day, ignored, scores in (
            (1, False, ((1, 0), (2, "-3"))),
            (2, False, ((1, "12+9-1"), (2, 17))),
            (3, True, ((1, 1), (2, 2))),
            (4, False, ((1, 1), (4, 2))),
        )
    ],
    "tags": [],
    "userInfo": {"meRefId": 1, "exportDate": "2024-05-01 10:00:00"},
}  # fmt: skip
"""As BG Stats writes it: no ranks, scores as numbers or as sums, somebody who was deleted, an evening it ignores."""


@pytest.fixture
def home(app: Flask) -> Api:
    app.config["HOUSE"] = True
    return Api(app)


def look(api: Api, text: str) -> dict[str, Any]:
    status, answer = api.send("POST", "/played/bring", {"document": text})
    assert status == 200, answer
    found: dict[str, Any] = answer
    return found


def test_a_spreadsheet_is_looked_at_and_then_taken_once(home: Api) -> None:
    found = look(home, CSV)
    assert played(home) == [], "a look keeps nothing"
    assert [len(found[key]) for key in ("plays", "left_out")] == [2, 0] and found["known"] == 0
    assert home.send("POST", "/played/take", {"plays": found["plays"]})[1] == {"taken": 2}
    newer, older = played(home)
    assert (newer["game"], newer["decided_by"], newer["counted"], newer["code"]) == ("alchemicus", "fame", True, None)
    assert [tuple(one.values()) for one in newer["players"]] == [("Ada", 2, 3, False), ("Bruno", 1, 5, True)]
    assert [tuple(one.values()) for one in older["players"]] == [("Ada", 1, 21, True), ("Łucja", 2, 18, False)]
    again = look(home, CSV)
    assert (again["plays"], again["known"]) == ([], 2)
    assert home.send("POST", "/played/take", {"plays": found["plays"]})[1] == {"taken": 0}


def test_what_bg_stats_exports_is_read_and_other_games_are_left_out(home: Api) -> None:
    found = look(home, json.dumps(BG_STATS))
    (play,) = found["plays"]
    assert (play["game"], play["minutes"], play["note"]) == ("homunculus", 55, "With cake")
    assert [tuple(one.values()) for one in play["players"]] == [("Ada", 1, 15, True), ("Bruno", 2, 9, False)]
    assert [(one["game"], one["message"]) for one in found["left_out"]] == [
        ("Catan", "The referee does not know this game.")
    ]


def test_a_whole_export_of_bg_stats_is_read_as_it_writes_it(home: Api) -> None:
    found = look(home, "\ufeff" + json.dumps(EXPORT))
    first, second = found["plays"]
    assert [tuple(one.values()) for one in first["players"]] == [("Łucja", 1, 0, True), ("Anonymous", 2, -3, False)]
    assert [tuple(one.values()) for one in second["players"]] == [("Łucja", 1, 20, True), ("Anonymous", 2, 17, False)]
    assert [(one["date"][:10], one["message"]) for one in found["left_out"]] == [
        ("2024-04-03", "BG Stats leaves this evening out of its statistics."),
        ("2024-04-04", "The names of the players cannot be read, or two are the same."),
    ]


@pytest.mark.parametrize("language", ["en", "it", "pl"])
def test_our_own_spreadsheet_comes_home_to_another_house_and_is_known_in_this_one(
    home: Api, tmp_path: Any, language: str
) -> None:
    finish(home.table(players=("007", "=Żółć"), target=1))
    home.send("POST", "/played", COUNT | {"note": "1/2"})
    text = home.client().get(f"/played.csv?lang={language}").get_data(as_text=True).lstrip("\ufeff")
    assert look(home, text) == {"plays": [], "known": 2, "left_out": []}
    other = Api(app_with({"DATA": tmp_path / "other", "TESTING": True, "HOUSE": True}))
    assert other.send("POST", "/played/take", {"plays": look(other, text)["plays"]})[1] == {"taken": 2}
    for mine, theirs in zip(played(home), played(other), strict=True):
        for key in ("game", "players", "decided_by", "note", "minutes", "unfinished"):
            assert theirs[key] == mine[key], key
        assert theirs["ended"][:19] == mine["ended"][:19]


@pytest.mark.parametrize(
    "heads", ["Piazzamento;Vittoria", "Posto;Vittorie", "Miejsce;Zwycięstwo", "Miejsce;Zwycięstwa"]
)
def test_place_and_victory_are_known_as_any_release_has_called_them(home: Api, heads: str) -> None:
    rows = "2025-01-01;Alchemicus;Ada;2;\n2025-01-01;Alchemicus;Bruno;1;×"
    (play,) = look(home, f"Date;Game;Player;{heads}\n{rows}\n")["plays"]
    assert [(one["name"], one["place"], one["winner"]) for one in play["players"]] == [
        ("Ada", 2, False),
        ("Bruno", 1, True),
    ]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("yesterday,Alchemicus,Ada,3,\nyesterday,Alchemicus,Bruno,1,", "write it as 2026-11-28"),
        ("2999-01-01,Alchemicus,Ada,3,\n2999-01-01,Alchemicus,Bruno,1,", "That day has not come yet"),
        ("2025-01-01,Alchemicus,Ada,3,", "This game is for 2 to 4 players."),
        ("2025-01-01,Alchemicus,Ada,3,\n2025-01-01,Alchemicus,ADA,1,", "or two are the same"),
        ("2025-01-01,Chess,Ada,3,\n2025-01-01,Chess,Bruno,1,", "does not know this game"),
    ],
)
def test_what_cannot_be_taken_is_told_with_the_reason(home: Api, row: str, why: str) -> None:
    found = look(home, f"Date;Game;Player;Score;Won\n{row.replace(',', ';')}\n")
    assert found["plays"] == [] and why in found["left_out"][0]["message"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "{}",
        '{"games": 1, "players": [], "plays": []}',
        "a,b\n1,2",
        "<html>",
        "[]",
        '{"games": ' + "[" * 100_000,
    ],
)
def test_what_is_no_file_of_evenings_is_told_what_to_choose(home: Api, text: str) -> None:
    status, answer = home.send("POST", "/played/bring", {"document": text})
    assert (status, answer["error"]["field"]) == (400, "file")
    page = home.client().post(
        "/played/bring", data={"file": (io.BytesIO(text.encode()), "x")}, headers={"Accept": "text/html"}
    )
    assert page.status_code == 400 and "Choose a spreadsheet (.csv)" in page.text


def test_more_evenings_than_are_taken_at_once_are_said_where_the_file_was_chosen(home: Api) -> None:
    days = [f"20{year:02}-{month:02}-{day:02}" for year in (10, 11) for month in range(1, 13) for day in range(1, 29)]
    rows = "".join(f"{day},Alchemicus,{name},{score}\n" for day in days for name, score in (("Ada", 1), ("Bruno", 2)))
    file = (io.BytesIO(f"Ended,Game,Player,Score\n{rows}".encode()), "a.csv")
    page = home.client().post("/played/bring", data={"file": file}, headers={"Accept": "text/html"})
    assert page.status_code == 400 and "More than 500 evenings at once: add them in parts." in page.text
    assert 'type="file"' in page.text


def test_what_is_taken_is_judged_again(home: Api) -> None:
    (play,) = look(home, json.dumps(BG_STATS))["plays"]
    for changed in ({"game": "chess"}, {"ended": "soon"}, {"players": play["players"][:1]}, {"minutes": -1}):
        assert home.send("POST", "/played/take", {"plays": [play | changed]})[0] == 400
    assert played(home) == []


@pytest.mark.parametrize("document", ["plays", '{"plays": ', "[]", "[" * 5000])
def test_a_form_whose_document_is_none_is_malformed(home: Api, document: str) -> None:
    data = {"document": document}
    answer = home.client().post("/played/take", data=data, headers={"Accept": "text/html"})
    assert answer.status_code == 400
    assert played(home) == []


def test_by_the_pages_alone_in_a_file_of_windows(home: Api) -> None:
    client = home.client()
    file = io.BytesIO(b"\xff\xfe" + CSV.encode("utf-16-le"))
    page = client.post("/played/bring", data={"file": (file, "a.csv")}, headers={"Accept": "text/html"}).text
    assert "2 evenings to add" in page and "Łucja" in page
    document = unescape(re.findall(r'name="document" value="(.*?)"', page)[0])
    answer = client.post("/played/take", data={"document": document}, headers={"Accept": "text/html"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/played")
    assert len(played(home)) == 2


def test_elsewhere_they_are_this_phones(api: Api) -> None:
    plays = look(api, CSV)["plays"]
    assert api.send("POST", "/played/take", {"plays": plays})[0] == 401
    mine, other = api.app.test_client(), api.app.test_client()
    mine.get("/new/alchemicus")
    other.get("/new/alchemicus")
    headers = {"Accept": "application/json"}
    assert mine.post("/played/take", json={"plays": plays}, headers=headers).get_json() == {"taken": 2}
    assert len(mine.get("/played", headers=headers).get_json()["plays"]) == 2
    assert other.get("/played", headers=headers).get_json()["plays"] == []
