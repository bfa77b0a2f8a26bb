"""The forms of Homunculus: rows that stay empty, prices that are remembered, the desk's answer in the page."""

from __future__ import annotations

import gzip
import json
import random
import re

import pytest
from flask import Flask

from referee.games.homunculus.board import INGREDIENTS, KINDS, PARTS
from tests.web.conftest import Api
from tests.web.phone import Phone


def test_an_empty_row_is_nobody_and_favourites_follow_their_rows(app: Flask) -> None:
    phone = app.test_client()
    form = {
        "game": "homunculus",
        "players.0": "Ada",
        "players.1": " ",
        "players.2": "Bruno",
        "players.3": "",
        "options.favourites.0.kind": "",
        "options.favourites.0.ingredient": "",
        "options.favourites.2.kind": "red",
        "options.favourites.2.ingredient": "mercury",
    }
    made = phone.post("/tables", data=form)
    assert made.status_code == 303
    table = phone.get(made.headers["Location"].removesuffix("/lobby"), headers={"Accept": "application/json"}).json
    assert [(player["name"], player["favourite"]) for player in table["players"]] == [
        ("Ada", None),
        ("Bruno", {"kind": "red", "ingredient": "mercury"}),
    ]


def test_what_a_tile_cost_is_offered_at_every_later_table(app: Flask, api: Api) -> None:
    phone = app.test_client()
    made = phone.post("/tables", data={"game": "homunculus", "players.0": "Ada", "players.1": "Bruno"})
    path = made.headers["Location"].removesuffix("/lobby")
    fields = {"kind": "play", "seat": "0", "part": "tail", "kind_of": "blue", "overrule": "true"}
    correction = {"kind": "ingredients", "seat": "0", "by.sulphur": "2"}
    assert phone.post(f"{path}/entries", data=correction).status_code == 303
    # As the sheet sends it: its inputs are called alike in all its forms, and one of them says what they are for.
    assert phone.post(f"{path}/entries", data={**fields, "*": "pay", "*.sulphur": "2"}).status_code == 303
    store = app.extensions["referee"].store
    assert store.remembered("homunculus") == {"tile tail blue": {"sulphur": 2}}

    # Nothing paid, played anyway, or told by a script: nothing is learned.
    unpaid = {**fields, "part": "torso", "pay.sulphur": "1"}
    assert phone.post(f"{path}/entries", data=unpaid).status_code == 303
    assert phone.post(f"{path}/entries", data={**fields, "part": "head", "pay.sulphur": "0"}).status_code == 303
    api.table("homunculus").done({"kind": "play", "seat": 0, "part": "torso", "kind_of": "red", "pay": {}})
    assert store.remembered("homunculus") == {"tile tail blue": {"sulphur": 2}}

    second = phone.post("/tables", data={"game": "homunculus", "players.0": "Iga", "players.1": "Ola"})
    page = phone.get(second.headers["Location"].removesuffix("/lobby")).text
    assert '"tile tail blue":{"sulphur":2}' in page


def test_the_desk_answers_in_its_page_and_keeps_what_was_asked(app: Flask) -> None:
    phone = app.test_client()
    form = {
        "players.0.name": "Ada",
        "players.0.parts.head:json": '{"kind":"red","face_up":true}',
        "players.0.parts.tail:json": "",
        "players.0.favourite:json": '"red"',
        "players.0.ingredients": "3",
        "players.0.finished": ["false", "true"],
    }
    refused = phone.post("/desk/homunculus/score", data=form)
    assert refused.status_code == 422
    assert "A homunculus is finished when every place holds a tile, and some are still empty (Ada)." in refused.text
    counted = phone.post("/desk/homunculus/score", data={**form, "players.0.finished": "false"})
    assert counted.status_code == 200
    assert "parts 2, one kind 1, favourite 1, finished 0" in counted.text
    assert 'name="players.0.ingredients" value="3"' in counted.text
    for broken in (
        {"players": "x"},
        {"players.0": "x"},
        {"players.0.parts": "3"},
        {"players.0.parts.head:json": "[1]"},
    ):
        assert phone.post("/desk/homunculus/score", data=broken).status_code == 400


def test_an_action_sends_what_it_changed_and_no_more(api: Api) -> None:
    table = api.table("homunculus", ("Ada", "Bruno", "Celina"))
    phone = Phone(table, table.token)
    always = {"latest", "said", "thumb", "entered", "undo", "taken", "turnback"}
    entered = []
    for move in (
        {"kind": "draw", "seat": 0},
        {"kind": "play", "seat": 0, "part": "left_leg", "kind_of": "red", "pay": {}},
        {"kind": "extract", "seat": 0, "gain": {"sulphur": 2}},
        {"kind": "draw", "seat": 1},
        {"kind": "refresh", "seat": 1},
    ):
        assert phone.tap(json.dumps(move))[0] == 200
        came = phone.look()
        entered.append(came.keys() - always)
    drawn, laid, passed, drawn_again, nothing = entered
    assert drawn == {"acts", "chip-0"}
    assert laid == {"chip-0", "lower-0", "glance-0", "count-0", "acting", "acts"}, (
        "how a tile is played needs no telling now"
    )
    assert passed == {"acts", "chip-0", "chip-1", "mine-0", "acting"}
    assert drawn_again == {"acts", "chip-1"}
    assert nothing == set()
    for sentence in ("Bruno to play: 1 action left.", "Bruno: turned all parts face up again."):
        assert sentence in came["said"]


def test_who_only_looks_on_is_offered_nothing(api: Api) -> None:
    table = api.table("homunculus")
    host = Phone(table, table.token)
    host.tap('{"kind":"play","seat":0,"part":"left_leg","kind_of":"red","pay":{}}')
    watcher = Phone(table, table.join(None))
    assert "<button" in host.shows["thumb"]
    for part in ("thumb", "acting", "acts"):
        assert not any(offered in watcher.shows[part] for offered in ("<button", "<input")), part


def test_a_place_is_put_right_by_a_form(api: Api) -> None:
    table = api.table("homunculus")
    phone = Phone(table, table.token)
    place = {"kind": "part", "seat": 1, "part": "head", "to.kind": "red"}
    for way, lies in (
        ({"to.face_up": "true"}, {"kind": "red", "face_up": True}),
        ({"to.face_up": "false"}, {"kind": "red", "face_up": False}),
        ({"to:json": "null"}, None),
    ):
        assert phone.ask("POST", f"/t/{table.code}/entries", {**place, **way})[0] == 200
        assert table.show()["players"][1]["parts"]["head"] == lies


def test_a_power_is_that_of_the_place_that_was_tapped(api: Api) -> None:
    table = api.table("homunculus")
    phone = Phone(table, table.token)
    for part in ("left_ear", "right_leg", "tail"):
        table.done({"kind": "part", "seat": 0, "part": part, "to": {"kind": "red", "face_up": True}})
    table.done({"kind": "extract", "seat": 0, "gain": {}})
    tapped = {"kind": "use", "seat": 0}
    ear = {**tapped, "part": "left_ear", "target": "1"}
    assert phone.ask("POST", f"/t/{table.code}/entries", ear)[0] == 200
    assert phone.ask("POST", f"/t/{table.code}/entries", {**tapped, "part": "right_leg"})[0] == 200
    parts = table.show()["players"][0]["parts"]
    assert [part for part, tile in parts.items() if tile and not tile["face_up"]] == ["left_ear", "right_leg"]


START, LATER, ANSWER = 8_200, 9_500, 2_200
"""Bytes, packed: the page of a table just set; that of one where many prices are known; what comes of a tap, with the
symbols of what it moved."""


@pytest.mark.parametrize("language", ["en", "it", "pl"])
def test_what_a_phone_is_sent_stays_small(api: Api, language: str) -> None:
    chance = random.Random(language)
    table = api.table("homunculus", ("Ada", "Bruno", "Celina", "Dario"))
    phone = Phone(table, table.token)

    def page() -> int:
        headers = {"Accept": "text/html", "Cookie": f"seats={table.token}; lang={language}"}
        return len(gzip.compress(api.client().get(f"/t/{table.code}", headers=headers).data, 9))

    phone.tokens = f"{table.token}; lang={language}"
    phone.look()
    assert page() <= START
    for _ in range(150):
        now = table.show()
        if now["over"]:
            break
        seat = now["pending"]["target"] if now["pending"] else now["to_move"]
        offered = api.get(f"/t/{table.code}/moves?seat={seat}", table.token)["moves"]
        move = chance.choice([one["move"] for one in offered if one["refusal"] is None])
        if move["kind"] == "play":
            have = now["players"][seat]["ingredients"]
            move |= {"kind_of": chance.choice(KINDS), "pay": {which: 1 for which, many in have.items() if many}}
        elif move["kind"] == "extract":
            move["gain"] = dict.fromkeys(chance.sample(INGREDIENTS, 2), 1)
        assert phone.tap(move)[0] == 200
        came = phone.look()
        assert len(gzip.compress("".join(came.values()).encode(), 4)) <= ANSWER, move
    assert page() <= LATER


def test_an_end_without_favourites_says_that_they_are_still_to_be_told(api: Api) -> None:
    table = api.table("homunculus", players=("Ada", "Bruno", "Iga"))
    host = Phone(table, table.token)
    for part in PARTS:
        host.tap(json.dumps({"kind": "part", "seat": 0, "part": part, "to": {"kind": "red", "face_up": True}}))
    host.look()
    untold = "Favourites not entered yet, and so not counted: "
    assert untold + "Ada, Bruno, Iga" in host.shows["result"]
    told = (("red", "mercury"), ("blue", "sulphur"), ("green", "mandrake"))
    for seat, (kind, ingredient) in enumerate(told):
        if seat == 2:
            assert untold + "Iga" in host.shows["result"]
        host.tap(json.dumps({"kind": "favourite", "seat": seat, "kind_of": kind, "ingredient": ingredient}))
        host.look()
    assert untold not in host.shows["result"]


def test_who_has_no_tile_in_hand_reads_so_before_tapping_what_it_costs(api: Api) -> None:
    table = api.table("homunculus", players=("Ada", "Bruno"))
    host = Phone(table, table.token)
    assert "data-tileless" not in host.shows["acting"]
    host.tap(json.dumps({"kind": "tiles", "seat": 0, "by": -3}))
    host.look()
    assert "data-tileless" in host.shows["acting"]


def test_after_the_end_only_the_favourite_homunculus_is_asked_for(api: Api) -> None:
    """No ingredient is taken any more, where they were tracked either."""
    table = api.table("homunculus", players=("Ada", "Bruno"))
    host, bruno = Phone(table, table.token), Phone(table, table.join(1))
    for part in PARTS:
        host.tap(json.dumps({"kind": "part", "seat": 0, "part": part, "to": {"kind": "red", "face_up": True}}))
    bruno.look()
    assert 'name="kind_of" value="red"' in bruno.shows["result"]
    assert 'name="ingredient"' not in bruno.shows["result"]
    assert bruno.tap(json.dumps({"kind": "favourite", "seat": 1, "kind_of": "red"}))[0] == 200
    assert table.show()["players"][1]["favourite"] == {"kind": "red", "ingredient": None}


def test_the_question_of_a_tail_says_what_becomes_of_the_tile(api: Api) -> None:
    table = api.table("homunculus", players=("Ada", "Bruno"))
    host, bruno = Phone(table, table.token), Phone(table, table.join(1))
    for face_up, words in ((True, "wants to turn your tile face down"), (False, "wants to discard your tile")):
        for seat, part, up in ((0, "tail", True), (1, "head", True), (1, "torso", face_up)):
            host.tap(json.dumps({"kind": "part", "seat": seat, "part": part, "to": {"kind": "red", "face_up": up}}))
        host.tap(json.dumps({"kind": "use", "seat": 0, "part": "tail", "target": 1, "hits": "torso"}))
        bruno.look()
        assert f"Ada {words} with the tail: torso." in bruno.shows["thumb"]
        bruno.tap(json.dumps({"kind": "cancel", "seat": 1}))


@pytest.mark.parametrize("track", ["parts", "full"])
def test_whose_homunculus_is_empty_is_told_how_a_tile_is_played(api: Api, track: str) -> None:
    """On their own phone, in their turn, until something is there."""
    table = api.table("homunculus", ("Ada", "Bruno"), track=track)
    ada = {"Authorization": f"Bearer {table.join(0)}"}

    def hint() -> list[str]:
        page = table.api.client().get(f"/t/{table.code}", headers=ada).text
        return re.findall(r'if-mine" data-for="(\d)">Tap a place to play a tile there', page)

    assert hint() == ["0"]
    table.done({"kind": "part", "seat": 0, "part": "head", "to": {"kind": "red", "face_up": True}})
    assert hint() == []
    table.done({"kind": "end_turn", "seat": 0})
    assert hint() == ["1"]
