"""What odd names, watchers, wild addresses and what went meanwhile do to /played: nothing that lasts."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import pytest
from flask import Flask

from referee.pages.played.share import NAME_WIDTH, fitting
from referee.store.plays import FORGOTTEN
from tests.web.conftest import Api
from tests.web.test_played import COUNT, finish, played


@pytest.fixture
def home(app: Flask) -> Api:
    app.config["HOUSE"] = True
    return Api(app)


def texts(svg: bytes) -> list[str]:
    return ["".join(found.itertext()) for found in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


# --- what went -----------------------------------------------------------------------------------------------------


def everywhere(api: Api) -> str:
    """Return all that is shown of the plays and their people."""
    paths = ("/played", "/played.csv", "/played/statistics", "/played/statistics.csv")
    return "\n".join(api.client().get(path).text for path in paths)


def test_nobody_of_a_deleted_table_is_shown_when_another_game_ended_since(home: Api) -> None:
    gone, other = home.table(target=1), home.table(players=("Zoe", "Yan"), target=1)
    finish(gone)
    assert "Ada" in everywhere(home)
    assert home.send("POST", f"/t/{gone.code}/delete", {}, gone.token)[0] == 200
    finish(other)  # its play takes the number of the one that went
    assert "Ada" not in everywhere(home) and "Zoe" in everywhere(home)


def test_a_game_that_ended_otherwise_the_second_time_is_shown_so(home: Api) -> None:
    table = home.table(target=1)
    finish(table)
    assert home.get("/played/statistics")["people"][0]["games"][0]["best"] == 2
    seq = table.show()["seq"]
    assert table.back("undo", seq)[0] == 200
    table.done({"kind": "fame", "seat": 1, "by": 7})
    table.done({"kind": "end_turn", "seat": 1})
    best = {person["name"]: person["games"][0]["best"] for person in home.get("/played/statistics")["people"]}
    assert best == {"Ada": 2, "Bruno": 7}
    assert ",7," in home.client().get("/played.csv?lang=en").text


def test_who_was_taken_out_stays_out_when_the_result_is_put_right(home: Api) -> None:
    table = home.table(target=1)
    finish(table)
    assert home.send("POST", "/played/people/forget", {"name": "ADA"})[0] == 200
    table.done({"kind": "fame", "seat": 0, "by": 3})
    (play,) = played(home)
    assert [(player["name"], player["score"]) for player in play["players"]] == [("…", 5), ("Bruno", 0)]
    assert "Ada" not in everywhere(home)


# --- who may -------------------------------------------------------------------------------------------------------


def test_whoever_only_watches_writes_no_note(api: Api) -> None:
    table = api.table(target=1)
    finish(table)
    watcher, seat = table.join(None), table.join(1)
    (play,) = played(api, token=watcher)
    status, answer = api.send("POST", f"/played/{play['id']}/note", {"note": "mine"}, watcher)
    assert (status, answer["error"]["code"]) == (403, "watchers_only_look")
    assert api.send("POST", f"/played/{play['id']}/note", {"note": "ours"}, seat)[0] == 200
    assert played(api, token=watcher)[0]["note"] == "ours"


@pytest.mark.parametrize("path", ["", "/card.svg"])
def test_a_stranger_elsewhere_finds_no_play_by_its_number(api: Api, path: str) -> None:
    table = api.table(target=1)
    finish(table)
    (play,) = played(api, token=table.token)
    for token in (None, "nobody", api.table().token):
        assert api.send("GET", f"/played/{play['id']}{path}", None, token)[0] == 404
    for what, body in (("note", {"note": "x"}), ("discard", {}), ("name", {"seat": 0, "name": "x"})):
        assert api.send("POST", f"/played/{play['id']}/{what}", body)[0] == 404
    client = api.client()
    for page in ("/played", "/played.csv", "/played/statistics", "/played/statistics.csv"):
        assert "Ada" not in client.get(page).text
    assert client.get("/played/person?name=Ada").status_code == 404


# --- what is asked -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["0", "99999999999", "9999999999999999999", "9" * 3000])
def test_a_number_that_no_play_has_is_not_found(home: Api, number: str) -> None:
    for path in (f"/played/{number}", f"/played/{number}/card.svg"):
        assert home.send("GET", path)[0] == 404
    assert home.send("POST", f"/played/{number}/note", {"note": "x"})[0] == 404


@pytest.mark.parametrize("back", ["/played\r\nX-Evil: 1", "/played\n", "/played\x00", "/played\\evil", "/played\u2028"])
def test_a_way_back_that_is_none_leads_to_what_was_played(home: Api, back: str) -> None:
    finish(home.table(target=1))
    (play,) = played(home)
    answer = home.client().post(f"/played/{play['id']}/note", data={"note": "n", "back": back})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/played")


# --- names and notes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("A\x00da", "Ada"),
        ("\x1b[2JAda", "[2JAda"),
        ("\u202eAda\u200b", "Ada"),
        ("Ada\ufffe\U0001ffff", "Ada"),
        ("Zoe\u0308", "Zoë"),
        ("]]><svg onload=alert(1)>", "]]><svg onload=alert(1)>"),
        ("דנה", "דנה"),
    ],
)
def test_a_counts_names_are_kept_as_they_are_seen_and_drawn(home: Api, typed: str, kept: str) -> None:
    count: Any = json.loads(json.dumps(COUNT))
    count["question"]["players"][0]["name"] = typed
    status, answer = home.send("POST", "/played", count | {"note": " a\x00\n b\u202e"})
    assert status == 201
    play = answer["play"]
    assert (play["players"][0]["name"], play["note"]) == (kept, "a b")
    picture = home.client().get(f"/played/{play['id']}/card.svg").data
    assert any(kept in text for text in texts(picture))
    assert home.send("POST", f"/played/{play['id']}/name", {"seat": 1, "name": typed + "2"})[0] == 200
    assert played(home)[0]["players"][1]["name"] == kept + "2"
    if "<" in kept:
        assert kept not in home.client().get(f"/played/{play['id']}").text


@pytest.mark.parametrize("typed", ["\u200b", "\x07", "\u3164"])
def test_a_name_of_which_nothing_is_seen_is_none(home: Api, typed: str) -> None:
    count: Any = json.loads(json.dumps(COUNT))
    count["question"]["players"][0]["name"] = typed
    status, answer = home.send("POST", "/played", count)
    assert (status, answer["error"]["field"]) == (400, "name")
    form = {"players.0.name": typed, "players.1.name": "Bruno"}
    form |= {f"players.{seat}.{what}": "0" for seat in (0, 1) for what in ("points", "objective_points", "hand_size")}
    answer = home.client().post("/desk/fata_morgana/score/keep", data=form)
    assert answer.status_code == 303, "who has no name is counted all the same, and as nobody"
    assert [player["name"] for player in played(home)[0]["players"]] == [FORGOTTEN, "Bruno"]


@pytest.mark.parametrize("name", ["W" * 40, "王" * 40, "i" * 40, "M\u0301" * 20, "👩‍🔬" * 13])
def test_a_long_name_leaves_its_score_in_sight(home: Api, name: str) -> None:
    finish(home.table(players=(name, "Bruno"), target=1, house_rule="W" * 200))
    (play,) = played(home)
    title, _under, first, *_rest = texts(home.client().get(f"/played/{play['id']}/card.svg").data)
    assert title.startswith("Alchemicus · WWW") and title.endswith("…") and len(title) < 25
    assert first.endswith("…") or first == f"1. {name}"
    assert fitting("Ada", NAME_WIDTH) == "Ada"
    assert len(fitting("W" * 40, NAME_WIDTH)) == 18


# --- at a table ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Ada\ufffe", "\ufdd0Ada", "\U0010ffff"])
def test_what_is_no_character_is_in_no_name(api: Api, name: str) -> None:
    status, answer = api.send("POST", "/tables", {"game": "homunculus", "players": [name, "Bruno"]})
    assert (status, answer["error"]["field"]) == (400, "players")


@pytest.mark.parametrize("what", ["ask", "let_in", "turn_away"])
def test_a_negative_seat_is_asked_for_by_nobody(api: Api, what: str) -> None:
    table = api.table("fata_morgana")
    status, answer = api.send("POST", f"/t/{table.code}/{what}", {"seat": -1}, table.token)
    assert (status, answer["error"]["field"]) == (400, "seat")
    store = api.app.extensions["referee"].store
    assert store.database.rows("SELECT hash FROM passes UNION ALL SELECT hash FROM asks") == []


def test_a_code_in_percents_is_not_led_in_a_circle(api: Api) -> None:
    table = api.table()
    written = "".join(f"%{ord(letter):02x}" for letter in table.code.lower())
    answer = api.client().get(f"/rules/now?from=/t/{written}", headers={"Accept": "text/html"})
    assert answer.status_code == 200 and "Location" not in answer.headers
