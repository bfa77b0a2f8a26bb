"""The plays that were kept: what /played shows to whom, counts that are kept, names that are mended."""

from __future__ import annotations

import csv
import io
import re
from datetime import datetime
from typing import Any
from xml.etree import ElementTree
from zoneinfo import ZoneInfo

import pytest
from flask import Flask

from referee.plays import rebuild
from tests.apps import app_with
from tests.web.conftest import Api, Table

COUNT = {
    "game": "fata_morgana",
    "desk": "score",
    "key": "one",
    "question": {
        "players": [
            {"name": "Ada", "points": 12, "objective": None, "hand": {"red": 2}},
            {"name": "Bruno", "points": 9, "objective": None, "hand": {}},
        ]
    },
}


@pytest.fixture
def home(app: Flask) -> Api:
    app.config["HOUSE"] = True
    return Api(app)


def finish(table: Table) -> None:
    """Play Alchemicus to one Fame: Ada wins."""
    table.done({"kind": "place", "seat": 0, "field": 3})
    table.done({"kind": "fame", "seat": 0, "by": 2})
    table.done({"kind": "end_turn", "seat": 0})
    table.done({"kind": "place", "seat": 1, "field": 2})
    table.done({"kind": "end_turn", "seat": 1})


def played(api: Api, path: str = "/played", token: str | None = None) -> list[Any]:
    found: list[Any] = api.get(path, token)["plays"]
    return found


def test_a_finished_table_is_a_play(home: Api) -> None:
    table = home.table(target=1)
    assert played(home) == []
    finish(table)
    (play,) = played(home)
    assert play.keys() == {
        *("id", "code", "game", "options", "started", "ended", "minutes", "players", "decided_by", "counted", "note"),
        "unfinished",
    }
    assert (play["code"], play["game"], play["options"]["target"]) == (table.code, "alchemicus", 1)
    assert play["players"] == [
        {"name": "Ada", "place": 1, "score": 2, "winner": True},
        {"name": "Bruno", "place": 2, "score": 0, "winner": False},
    ]
    assert (play["decided_by"], play["counted"], play["note"], play["minutes"]) == ("fame", False, None, 0)


def test_a_correction_after_the_end_changes_the_play_and_an_undo_takes_it_away(home: Api) -> None:
    table = home.table(target=1)
    finish(table)
    (before,) = played(home)
    table.done({"kind": "fame", "seat": 1, "by": 5})
    (after,) = played(home)
    assert (after["id"], after["ended"]) == (before["id"], before["ended"])
    assert [player["winner"] for player in after["players"]] == [False, True]
    seq = table.show()["seq"]
    status, _answer = table.back("undo", seq, to=4)
    assert status == 200
    assert played(home) == []
    status, _answer = table.back("redo", seq + 1)
    assert status == 200
    assert [play["code"] for play in played(home)] == [table.code]


def test_a_name_that_is_mended_at_the_table_is_mended_in_the_play(home: Api) -> None:
    table = home.table(target=1)
    finish(table)
    status, _answer = home.send("POST", f"/t/{table.code}/name", {"seat": 0, "name": "Adele"}, table.token)
    assert status == 200
    table.join(1, name="Brunella")
    (play,) = played(home)
    assert [player["name"] for player in play["players"]] == ["Adele", "Brunella"]
    people = home.get("/played/statistics")["people"]
    assert sorted(person["name"] for person in people) == ["Adele", "Brunella"]


def test_a_deleted_table_takes_its_play_along(home: Api) -> None:
    kept, table = home.table(target=1), home.table(target=1, players=("Carla", "Dora"))
    finish(kept)
    finish(table)
    assert home.send("POST", f"/t/{table.code}/delete", {}, table.token)[0] == 200
    assert [play["code"] for play in played(home)] == [kept.code]
    assert [person["name"] for person in home.get("/played/statistics")["people"]] == ["Ada", "Bruno"]


def test_a_command_writes_the_list_anew(home: Api) -> None:
    table = home.table(target=1)
    finish(table)
    home.send("POST", "/played", COUNT)
    note = {"note": "by candlelight"}
    home.send("POST", f"/played/{played(home)[-1]['id']}/note", note)
    before = played(home)
    store = home.app.extensions["referee"].store
    with store.database.transaction() as run:
        run("UPDATE play_players SET place = 3, winner = 0 WHERE play IN (SELECT id FROM plays WHERE counted = 0)")
        run("UPDATE plays SET version = version + 1")
    assert played(home) != before
    result = home.app.test_cli_runner().invoke(args=["rebuild-plays"])
    assert (result.exit_code, result.output[:16]) == (0, "Tables read: 1, ")
    assert played(home) == before


def test_a_note_survives_what_changes_the_result(home: Api) -> None:
    table = home.table(target=1)
    finish(table)
    (play,) = played(home)
    status, answer = home.send("POST", f"/played/{play['id']}/note", {"note": "  by candlelight "})
    assert (status, answer["play"]["note"]) == (200, "by candlelight")
    table.done({"kind": "fame", "seat": 1, "by": 5})
    assert played(home)[0]["note"] == "by candlelight"
    assert home.send("POST", f"/played/{play['id']}/note", {"note": "x" * 201})[1]["error"]["field"] == "note"


def test_an_import_of_a_finished_game_is_a_play_and_rebuild_makes_what_is_lacking(home: Api) -> None:
    table = home.table(target=1)
    finish(table)
    document = home.get(f"/t/{table.code}/export")
    assert home.send("POST", "/tables/import", document)[0] == 201
    (play,) = played(home)
    assert play["code"] == table.code, "an evening counts once"
    store = home.app.extensions["referee"].store
    store.plays.drop(table.code)
    assert played(home) == []
    for codes in (store.codes(), store.codes()[::-1]):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(store, "codes", lambda codes=codes: codes)
            assert rebuild(store) == 2
        (play,) = played(home)
        assert play["code"] == table.code, "in whatever order its tables are looked at"
        store.plays.drop(table.code)


def test_a_count_is_kept_once_and_thrown_away_again(home: Api) -> None:
    status, answer = home.send("POST", "/played", COUNT)
    assert status == 201
    play = answer["play"]
    assert (play["code"], play["counted"], play["decided_by"]) == (None, True, "points")
    assert [(player["name"], player["winner"]) for player in play["players"]] == [("Ada", True), ("Bruno", False)]
    assert [player["score"] for player in play["players"]] == [13, 9]
    assert home.send("POST", "/played", COUNT) == (200, answer)
    assert len(played(home)) == 1
    assert home.send("POST", f"/played/{play['id']}/discard", {})[0] == 200
    assert played(home) == []
    assert home.send("POST", f"/played/{play['id']}/discard", {})[0] == 404


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"game": "chess"}, None),
        ({"desk": "sale", "game": "alchemicus"}, "desk"),
        ({"question": {}}, "players"),
        ({"key": ""}, "key"),
        ({"note": "x" * 201}, "note"),
    ],
)
def test_what_is_no_count_is_refused(home: Api, changed: dict[str, Any], field: str | None) -> None:
    status, answer = home.send("POST", "/played", COUNT | changed)
    assert (status, answer["error"].get("field")) == ((404, None) if field is None else (400, field))
    assert played(home) == []


def test_a_table_s_play_is_not_thrown_away(home: Api) -> None:
    finish(home.table(target=1))
    (play,) = played(home)
    status, answer = home.send("POST", f"/played/{play['id']}/discard", {})
    assert (status, answer["error"]["code"]) == (403, "not_counted")


def test_plays_come_by_person_and_game_and_page_by_page(home: Api) -> None:
    for number in range(3):
        home.send("POST", "/played", COUNT | {"key": f"k{number}"})
    finish(home.table(target=1))
    everything = played(home)
    assert [play["game"] for play in everything] == ["alchemicus", "fata_morgana", "fata_morgana", "fata_morgana"]
    assert [play["game"] for play in played(home, "/played?game=alchemicus")] == ["alchemicus"]
    assert len(played(home, "/played?person=ADA")) == 4
    assert played(home, "/played?person=Nobody") == []
    listed = home.client().get("/played").get_data(as_text=True)
    assert [listed.count(f'<option value="{name}">') for name in ("Ada", "Bruno", "Nobody")] == [1, 1, 0]
    older = played(home, f"/played?before={everything[1]['id']}")
    assert [play["id"] for play in older] == [play["id"] for play in everything[2:]]
    assert home.send("GET", "/played?before=x")[1]["error"]["field"] == "before"


def test_names_are_joined_mended_and_taken_out(home: Api) -> None:
    play = home.send("POST", "/played", COUNT)[1]["play"]
    finish(home.table(target=1))
    assert home.send("POST", f"/played/{play['id']}/name", {"seat": 1, "name": "Brunello"})[0] == 200
    names = [person["name"] for person in home.get("/played/statistics")["people"]]
    assert names == ["Ada", "Brunello", "Bruno"]
    assert home.send("POST", f"/played/{play['id']}/name", {"seat": 1, "name": "ada"})[1]["error"]["field"] == "name"
    assert home.send("POST", "/played/people", {"name": "Brunello", "person": "Bruno"})[0] == 200
    people = home.get("/played/statistics")["people"]
    assert [(person["name"], person["plays"]) for person in people] == [("Ada", 2), ("Bruno", 2)]
    assert len(played(home, "/played?person=Bruno")) == 2
    assert home.send("POST", "/played/people", {"name": "Brunello", "person": "Brunello"})[0] == 200
    assert len(home.get("/played/statistics")["people"]) == 3
    assert home.send("POST", "/played/people/forget", {"name": "Brunello"})[0] == 200
    assert [player["name"] for player in played(home, "/played?game=fata_morgana")[0]["players"]] == ["Ada", "…"]
    assert home.send("GET", "/played/person?name=Brunello")[0] == 404
    assert [person["name"] for person in home.get("/played/statistics")["people"]] == ["Ada", "Bruno"]
    assert "name=%E2%80%A6" not in home.client().get(f"/played/{play['id']}").get_data(as_text=True)


def test_a_name_that_runs_from_right_to_left_is_found_joined_and_taken_out_as_a_page_shows_it(home: Api) -> None:
    arabic, shown = "محمد", "\u2068محمد\u2069"
    question = {"players": [{"name": arabic, "points": 3, "objective": None, "hand": {}}]}
    alone = {"players": [COUNT["question"]["players"][0]]}  # type: ignore[index]
    home.send("POST", "/played", COUNT | {"question": alone, "key": "two"})
    home.send("POST", "/played", COUNT | {"question": question})
    assert len(played(home, f"/played?person={shown}")) == 1
    assert home.get(f"/played/person?name={shown}")["name"] == arabic
    assert home.send("POST", "/played/people", {"name": "Ada", "person": shown})[1] == {"person": arabic}
    assert [person["name"] for person in home.get("/played/statistics")["people"]] == [arabic]
    assert home.send("POST", "/played/people/forget", {"name": shown})[0] == 200
    assert [person["name"] for person in home.get("/played/statistics")["people"]] == []


def test_elsewhere_only_what_a_token_opens_is_seen(api: Api) -> None:
    ours, theirs = api.table(target=1), api.table(players=("Carla", "Dario"), target=1)
    finish(ours)
    finish(theirs)
    assert played(api) == []
    assert [play["code"] for play in played(api, token=ours.token)] == [ours.code]
    seat = theirs.join(1)
    (play,) = played(api, token=seat)
    assert play["code"] == theirs.code
    status, answer = api.send("POST", f"/played/{play['id']}/note", {"note": "mine"}, ours.token)
    assert (status, answer["error"]["code"]) == (404, "not_found")
    people = api.get("/played/statistics", ours.token)["people"]
    assert [person["name"] for person in people] == ["Ada", "Bruno"]
    assert api.send("POST", "/played/people", {"name": "Ada", "person": "Carla"}, ours.token)[0] == 403
    assert api.send("POST", "/played/people/forget", {"name": "Ada"}, ours.token)[0] == 403
    assert "Carla" not in api.client().get("/played.csv").get_data(as_text=True)


def test_a_browser_elsewhere_sees_its_own_tables_and_counts_whatever_it_forgot(app: Flask) -> None:
    mine, other = app.test_client(), app.test_client()
    for client, name in ((mine, "Ada"), (other, "Carla")):
        client.get("/")
        answer = client.post(
            "/tables", data={"game": "alchemicus", "players[]": [name, "Bruno"], "options.target": "1"}
        )
        assert answer.status_code == 303
        code = answer.headers["Location"].split("/")[2]
        for number, move in enumerate(
            (
                {"kind": "place", "seat": "0", "field": "3"},
                {"kind": "fame", "seat": "0", "by": "2"},
                {"kind": "end_turn", "seat": "0"},
                {"kind": "place", "seat": "1", "field": "2"},
                {"kind": "end_turn", "seat": "1"},
            )
        ):
            assert client.post(f"/t/{code}/entries", data=move | {"key": str(number)}).status_code == 303
    json = {"Accept": "application/json"}
    assert [play["players"][0]["name"] for play in mine.get("/played", headers=json).get_json()["plays"]] == ["Ada"]
    kept = mine.post("/played", json=COUNT, headers=json)
    assert kept.status_code == 201
    assert len(mine.get("/played", headers=json).get_json()["plays"]) == 2
    assert len(other.get("/played", headers=json).get_json()["plays"]) == 1
    assert app.test_client().post("/played", json=COUNT, headers=json).status_code == 401


@pytest.mark.parametrize(("language", "parted"), [("en", ","), ("it", ";"), ("pl", ";")])
def test_spreadsheets_are_the_reader_s_and_hold_no_formula(home: Api, language: str, parted: str) -> None:
    table = home.table(players=("=1+1", "Żółć"), target=1)
    finish(table)
    answer = home.client().get(f"/played.csv?lang={language}&zone=Pacific/Auckland")
    assert answer.get_data().startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(answer.get_data(as_text=True).lstrip("\ufeff")), delimiter=parted))
    assert len(rows) == 3
    heads = {"en": ("Place", "Won"), "it": ("Piazzamento", "Vittoria"), "pl": ("Miejsce", "Zwycięstwo")}
    assert (rows[0][5], rows[0][7]) == heads[language]
    (play,) = played(home)
    ended = datetime.fromisoformat(play["ended"]).astimezone(ZoneInfo("Pacific/Auckland"))
    assert datetime.fromisoformat(rows[1][0]) == ended.replace(microsecond=0, tzinfo=None)
    assert rows[1][4] == "'=1+1"
    assert rows[2][4:7] == ["Żółć", "2", "0"]
    people = home.client().get(f"/played/statistics.csv?lang={language}").get_data(as_text=True).lstrip("\ufeff")
    mean = "2,0" if parted == ";" else "2.0"
    counted = list(csv.reader(io.StringIO(people), delimiter=parted))
    assert counted[0][3] == {"en": "Won", "it": "Vittorie", "pl": "Zwycięstwa"}[language]
    assert counted[1][1:] == [
        "Alchemicus",
        "1",
        "1",
        "2",
        mean,
    ]


@pytest.mark.parametrize("language", ["en", "it", "pl"])
def test_the_pages_show_who_won_with_odd_names_escaped(home: Api, language: str) -> None:
    finish(home.table(players=("<b>Ada", "王 D'Ambrosio"), target=1))
    for path in ("/played", "/played/statistics", "/played/person?name=%3Cb%3EAda"):
        text = home.client().get(path, headers={"Accept-Language": language}).get_data(as_text=True)
        assert "&lt;b&gt;Ada" in text and "<b>Ada" not in text
        assert "王" in text


def test_a_server_for_a_house_says_so_and_others_do_not(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_HOUSE", "on")
    app = app_with({"DATA": str(tmp_path)})
    assert app.config["HOUSE"] is True
    app.extensions["referee"].store.close()


def test_one_play_with_what_to_send_of_it(home: Api) -> None:
    finish(home.table(players=("<b>Ada", "王 D'Ambrosio"), target=1))
    (play,) = played(home)
    assert home.get(f"/played/{play['id']}") == {"play": play}
    shown = home.client().get(f"/played/{play['id']}").get_data(as_text=True)
    assert "https://app.bgstatsapp.com/createPlay.html?data=" in shown
    assert "1. &lt;b&gt;Ada – 2\n2. 王 D&#39;Ambrosio – 0</textarea>" in shown
    picture = home.client().get(f"/played/{play['id']}/card.svg")
    assert picture.content_type.startswith("image/svg+xml")
    drawn = ElementTree.fromstring(picture.get_data(as_text=True))
    said = ["".join(each.itertext()) for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert said[0] == "Alchemicus"
    assert said[2:6] == ["1. <b>Ada", "2", "2. 王 D'Ambrosio", "0"]
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}polyline"))) == 2
    assert home.send("GET", "/played/999")[0] == home.send("GET", "/played/999/card.svg")[0] == 404


def test_names_of_the_house_are_offered_where_a_table_is_made(home: Api) -> None:
    assert "known-names" not in home.client().get("/new/homunculus").get_data(as_text=True)
    home.send("POST", "/played", COUNT)
    shown = home.client().get("/new/homunculus").get_data(as_text=True)
    assert '<datalist id="known-names"><option value="Ada"></option><option value="Bruno"></option></datalist>' in shown
    assert 'list="known-names"' in shown
    # As readers look for them, not as their signs are numbered.
    others = [{"name": name, "points": 1, "objective": None, "hand": {}} for name in ("Łukasz", "Maja", "Ewa", "Lena")]
    home.send("POST", "/played", COUNT | {"key": "two", "question": {"players": others}})
    for path in ("/new/homunculus", "/played"):
        offered = home.client().get(path).text.partition('id="known-names">')[2].partition("</datalist>")[0]
        assert re.findall('value="([^"]*)"', offered) == ["Ada", "Bruno", "Ewa", "Lena", "Łukasz", "Maja"], path


@pytest.mark.parametrize(
    ("game", "desk", "fields"),
    [
        ("alchemicus", "result", {"players.0.fame": "20", "players.1.fame": "9"}),
        ("fata_morgana", "score", {"players.0.points": "20", "players.1.points": "9"}),
    ],
)
def test_a_desk_s_count_is_kept_with_one_tap(home: Api, game: str, desk: str, fields: dict[str, str]) -> None:
    client = home.app.test_client()
    form = {"players.0.name": "Ada", "players.1.name": "Bruno", **fields}
    if game == "alchemicus":
        form |= {f"players.{seat}.prices:json": "null" for seat in (0, 1)}
    else:
        form |= {f"players.{seat}.{key}": "0" for seat in (0, 1) for key in ("objective_points", "hand_size")}
    counted = client.post(f"/desk/{game}/{desk}", data=form).get_data(as_text=True)
    where = re.search(rf'<button class="btn" form="desk" formaction="(/desk/{game}/{desk}/keep\?key=[\w-]+)"', counted)
    assert where is not None
    assert '<form class="stack desk" id="desk"' in counted or '<form class="stack" id="desk"' in counted
    for _twice in range(2):
        answer = client.post(where[1], data=form)
        assert answer.status_code == 303
        assert client.get(answer.headers["Location"]).status_code == 200
    (play,) = played(home)
    assert answer.headers["Location"] == f"/played/{play['id']}"
    assert [(one["name"], one["score"]) for one in play["players"]] == [("Ada", 20), ("Bruno", 9)]


def test_what_a_desk_cannot_count_is_told_as_the_desk_tells_it(home: Api) -> None:
    answer = home.app.test_client().post("/desk/alchemicus/result/keep?key=k", data={"players.0.fame": "much"})
    assert answer.status_code == 400
    assert 'id="desk"' in answer.get_data(as_text=True)
    assert played(home) == []


def test_nobody_is_sent_to_another_site(home: Api) -> None:
    play = home.send("POST", "/played", COUNT)[1]["play"]
    answer = home.app.test_client().post(f"/played/{play['id']}/discard", data={"back": "//elsewhere.example/"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/played")
