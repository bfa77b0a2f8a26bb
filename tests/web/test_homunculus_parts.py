"""Homunculus at the interface: a table that tracks the parts alone, whose turn it is put right, counts by eye."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from tests.web.conftest import Api

PARTS = ("head", "torso", "tail", "left_ear", "right_ear", "left_arm", "right_arm", "left_leg", "right_leg")


def lays(part: str, seat: int = 0, **more: Any) -> dict[str, Any]:
    return {"kind": "play", "seat": seat, "part": part, "kind_of": "red", **more}


def test_tables_made_by_json_track_everything_and_those_of_the_form_the_parts(app: Flask, api: Api) -> None:
    assert api.table("homunculus").show()["options"]["track"] == "full"
    page = app.test_client().get("/new/homunculus").text
    first, second = page.index('value="parts" checked'), page.index('name="options.track" value="full"')
    assert first < second


def test_what_is_unknown_is_null_and_its_moves_are_not_tracked(api: Api) -> None:
    table = api.table("homunculus", track="parts")
    shown = table.show()
    assert (shown["actions_left"], shown["reserve"], shown["discards"]) == (None, None, None)
    assert {(player["hand"], player["ingredients"]) for player in shown["players"]} == {(None, None)}
    for move in (
        {"kind": "draw", "seat": 0},
        {"kind": "extract", "seat": 0, "gain": {}},
        {"kind": "tiles", "seat": 0, "by": 1},
        {"kind": "ingredients", "seat": 0, "by": {"mercury": 1}},
    ):
        status, answer = table.enter(move)
        assert (status, answer["refusal"]["code"], answer["refusal"]["rule"]) == (422, "not_tracked", None)
        status, answer = table.enter(move, overrule=True)
        assert (status, answer["entry"]["overruled"]) == (200, "not_tracked")
        assert answer["table"]["players"] == shown["players"]


@pytest.mark.parametrize(("track", "move", "field"), [
    ("parts", lays("head", pay={}), "pay"),
    ("full", lays("head"), "pay"),
    ("parts", {"kind": "use", "seat": 0, "part": "torso", "take": {"mercury": 3}}, "take"),
    ("full", {"kind": "use", "seat": 0, "part": "torso"}, "take"),
    ("parts", {"kind": "ingredients_total", "seat": 0}, "total"),
    ("parts", {"kind": "ingredients_total", "seat": 0, "total": 1000}, "total"),
    ("parts", {"kind": "turn", "seat": -1}, "seat"),
    ("full", {"kind": "tiles", "seat": 0, "by": 1000}, "by"),
    ("full", {"kind": "ingredients", "seat": 0, "by": {"mercury": -1000}}, "mercury"),
    ("full", lays("head", pay={"mercury": 1000}), "mercury"),
    ("full", {"kind": "extract", "seat": 0, "gain": {"sulphur": 1000}}, "sulphur"),
])  # fmt: skip
def test_what_cannot_be_said_is_malformed_and_names_its_key(api: Api, track: str, move: Any, field: str) -> None:
    table = api.table("homunculus", track=track)
    for overrule in (False, True):
        status, answer = table.enter(move, overrule=overrule)
        assert (status, answer["error"]["code"], answer["error"]["field"]) == (400, "malformed", field)
    assert table.show()["seq"] == 0


def test_another_tracking_is_malformed(api: Api) -> None:
    asked = {"game": "homunculus", "players": ["Ada", "Bruno"], "options": {"track": "fame"}}
    status, answer = api.send("POST", "/tables", asked)
    assert (status, answer["error"]["field"]) == (400, "track")


def test_a_part_is_laid_without_paying_and_an_export_brings_it_back(api: Api) -> None:
    table = api.table("homunculus", track="parts")
    entry = table.done(lays("head"))["entry"]
    assert entry["move"] == lays("head")
    table.done({"kind": "end_turn", "seat": 0})
    document = api.get(f"/t/{table.code}/export", table.token)
    status, again = api.send("POST", "/tables/import", document)
    assert status == 201
    assert again["table"]["players"][0]["parts"]["head"] == {"kind": "red", "face_up": True}
    assert (again["table"]["options"]["track"], again["table"]["to_move"]) == ("parts", 1)
    document["log"][0]["move"]["pay"] = {}
    assert api.send("POST", "/tables/import", document)[0] == 400


def test_a_tie_asks_for_ingredients_until_it_is_decided(app: Flask, api: Api) -> None:
    table = api.table("homunculus", track="parts")
    for part in PARTS:
        up = part in ("left_ear", "right_ear")
        tile = {"kind": "blue" if part == "left_ear" else "red", "face_up": up}
        table.done({"kind": "part", "seat": 0, "part": part, "to": tile})
    for part in ("head", "torso"):
        table.done({"kind": "part", "seat": 1, "part": part, "to": {"kind": "red", "face_up": True}})
    result = table.show()["result"]
    assert (result["winners"], result["decided_by"]) == ([], None)
    assert result["needs"] == [{"seat": seat, "what": "ingredients_total"} for seat in (0, 1)]
    assert [(line["total"], line["place"], line["ingredients"]) for line in result["ranking"]] == [(6, 1, None)] * 2
    summary = api.client().get(f"/t/{table.code}/sheet", headers={"Authorization": f"Bearer {table.token}"}).text
    assert "The winner has not been decided yet." in summary and "Tied so far" not in summary, "favourites may decide"
    for seat, kind in enumerate(("green", "yellow")):  # of which nobody has a part
        table.done({"kind": "favourite", "seat": seat, "kind_of": kind})
    page = api.client().get(f"/t/{table.code}/sheet", headers={"Authorization": f"Bearer {table.token}"}).text
    assert "Tied so far: the ingredients left decide." in page
    assert page.count('name="total"') == 2
    seq = table.show()["seq"]
    assert table.done({"kind": "ingredients_total", "seat": 0, "total": 4}, seq=seq)["table"]["result"]["winners"] == []
    told = table.done({"kind": "ingredients_total", "seat": 1, "total": 5}, seq=seq)["table"]["result"]  # they commute
    assert (told["winners"], told["decided_by"], told["needs"]) == ([1], "ingredients", [])
    told = table.done({"kind": "ingredients_total", "seat": 0, "total": 5})["table"]["result"]
    assert (told["winners"], told["decided_by"]) == ([0, 1], "draw")
    table.done({"kind": "part", "seat": 1, "part": "torso", "to": None})
    status, answer = table.enter({"kind": "ingredients_total", "seat": 1, "total": 9})
    assert (status, answer["refusal"]["code"], answer["refusal"]["rule"]) == (422, "not_needed", "HO-TIE")


def test_a_phone_lays_a_part_and_ends_its_turn_without_a_script(app: Flask) -> None:
    phone = app.test_client()
    form = {"game": "homunculus", "players.0": "Ada", "players.1": "Bruno", "options.track": "parts"}
    path = phone.post("/tables", data=form).headers["Location"].removesuffix("/lobby")
    tapped = {"seat": "0", "part": "tail", "move": '{"kind":"play","kind_of":"blue"}'}
    assert phone.post(f"{path}/entries", data=tapped).status_code == 303
    assert phone.post(f"{path}/entries", data={"move": '{"kind":"end_turn","seat":0}'}).status_code == 303
    page = phone.get(path).text
    assert "played a tile: tail (blue)" in page
    assert "tiles in hand" not in page
    assert "in the reserve" not in page
    corrections = phone.get(f"{path}/corrections").text
    assert "Tiles in hand" not in corrections


def test_whose_turn_it_is_put_right_goes_with_undo_and_waits_for_nobody(api: Api) -> None:
    table = api.table("homunculus", ("Ada", "Bruno", "Celina"))
    table.done({"kind": "draw", "seat": 0})
    seq = table.show()["seq"]
    shown = table.done({"kind": "turn", "seat": 2}, seq=seq)["table"]
    assert (shown["to_move"], shown["actions_left"]) == (2, 3)
    assert table.enter({"kind": "turn", "seat": 1}, seq=seq)[0] == 409, "it does not commute"
    assert table.enter({"kind": "turn", "seat": 3})[0] == 404
    status, answer = table.back("undo", shown["seq"])
    assert (status, answer["table"]["to_move"], answer["table"]["actions_left"]) == (200, 0, 2)
    for part in PARTS:
        table.done({"kind": "part", "seat": 0, "part": part, "to": {"kind": "red", "face_up": True}})
    status, answer = table.enter({"kind": "turn", "seat": 1})
    assert (status, answer["refusal"]["code"], answer["refusal"]["rule"]) == (422, "game_over", "HO-END")


EYED = {"name": "Ada", "ingredients": 4, "finished": False}
COUNTED = {"small": 4, "large": 2, "favourites": 3, "uniform": False}


@pytest.mark.parametrize(("player", "field"), [
    (EYED, "parts"),
    ({**EYED, "counted": COUNTED, "parts": {}}, "counted"),
    ({**EYED, "counted": {**COUNTED, "favourites": 7}}, "favourites"),
    ({**EYED, "counted": {**COUNTED, "uniform": True}}, "uniform"),
    ({**EYED, "counted": {**COUNTED, "small": 7}}, "small"),
    ({**EYED, "counted": {**COUNTED, "big": 1}}, "big"),
    ({**EYED, "counted": {"small": 1, "large": 1, "favourites": 0}}, "uniform"),
    ({**EYED, "counted": None}, "counted"),
    ({**EYED, "counted": COUNTED, "ingredients": 1000}, "ingredients"),
])  # fmt: skip
def test_the_desk_of_homunculus_names_what_cannot_be(api: Api, player: Any, field: str) -> None:
    status, answer = api.send("POST", "/desk/homunculus/score", {"players": [player]})
    assert (status, answer["error"]["code"], answer["error"]["field"]) == (400, "malformed", field)


def test_the_desk_of_homunculus_counts_by_eye(api: Api) -> None:
    asked = {"players": [{**EYED, "counted": COUNTED}, {**EYED, "name": "Bo", "counted": COUNTED, "finished": True}]}
    status, answer = api.send("POST", "/desk/homunculus/score", asked)
    assert status == 200
    assert [score["total"] for score in answer["scores"]] == [11, 15]
    assert (answer["winners"], answer["decided_by"]) == ([1], "points")
    both = [{**player, "finished": True} for player in asked["players"]]
    status, answer = api.send("POST", "/desk/homunculus/score", {"players": both})
    assert (status, answer["refusal"]["code"]) == (422, "two_finishers")


@pytest.mark.parametrize(("change", "field"), [
    ({"objective_points": 3}, "objective_points"),
    ({"objective_points": 6, "hand_size": 5}, "objective_points"),
    ({"hand": {}}, "objective_points"),
    ({"hand_size": -1}, "hand_size"),
])  # fmt: skip
def test_the_desk_of_fata_morgana_names_what_cannot_be(api: Api, change: Any, field: str) -> None:
    player = {"name": "Ada", "points": 30, "objective_points": 4, "hand_size": 7, **change}
    status, answer = api.send("POST", "/desk/fata_morgana/score", {"players": [player]})
    assert (status, answer["error"]["field"]) == (400, field)


def test_the_desk_of_fata_morgana_counts_by_eye_from_a_form_too(app: Flask, api: Api) -> None:
    player = {"name": "Ada", "points": 30, "objective_points": 4, "hand_size": 7}
    status, answer = api.send("POST", "/desk/fata_morgana/score", {"players": [player]})
    assert (status, answer["scores"][0]["total"], answer["scores"][0]["complete"]) == (200, 37, False)
    form = {f"players.0.{key}": str(value) for key, value in player.items()}
    assert app.test_client().post("/desk/fata_morgana/score", data=form).status_code == 200


def test_a_turn_is_one_line_of_the_log_and_says_what_was_laid_and_used(api: Api) -> None:
    table = api.table("homunculus", ("Ada", "Bruno", "Celina"), track="parts")

    def newest() -> str:
        page = table.api.client().get(f"/t/{table.code}/log", headers={"Authorization": f"Bearer {table.token}"}).text
        return " ".join(re.sub(r"<[^>]+>", " ", page[page.index("<ol") :].partition("</summary>")[0]).split())

    for seat in (0, 1, 2):
        table.done({"kind": "play", "seat": seat, "part": "tail", "kind_of": "red"})
        table.done({"kind": "end_turn", "seat": seat})
    assert "Celina → tail" in newest()
    for move in (
        {"kind": "play", "seat": 0, "part": "head", "kind_of": "blue"},
        {"kind": "use", "seat": 0, "part": "tail", "target": 1, "hits": "tail"},
        {"kind": "refresh", "seat": 0},
        {"kind": "end_turn", "seat": 0},
    ):
        table.done(move)
    assert "Ada → head · against Bruno: tail · all parts face up again" in newest()
    table.done({"kind": "refresh", "seat": 1})
    table.done({"kind": "end_turn", "seat": 1})
    assert "Bruno: no new part · all parts face up again" in newest()
    table.done({"kind": "end_turn", "seat": 2})
    assert "Celina: ended the turn." in newest()


def test_with_full_tracking_a_turn_is_one_line_too(api: Api) -> None:
    """There a third action ends it as well, which is no entry of its own."""
    table = api.table("homunculus", ("Ada", "Bruno"), track="full")
    told = {"Authorization": f"Bearer {table.token}"}

    def line() -> str:
        page = table.api.client().get(f"/t/{table.code}?watch", headers=told).text
        words = page.partition('<p id="entered"')[2].partition("<span")[2].partition(">")[2]
        return words.partition("</span>")[0]

    table.done({"kind": "draw", "seat": 0})
    assert line() == "Ada: drew a tile."
    table.done({"kind": "end_turn", "seat": 0})
    assert line() == "Ada: no new part · 1 tile drawn"
    for move in ({"kind": "draw"}, {"kind": "extract", "gain": {"mercury": 2}}):
        table.done({**move, "seat": 1})
        assert "no new part" not in line()
    table.done({"kind": "play", "seat": 1, "part": "head", "kind_of": "red", "pay": {"mercury": 1}})
    assert line() == "Bruno → head · 1 tile drawn · ingredients taken"
    page = table.api.client().get(f"/t/{table.code}/log", headers=told).text
    assert page.count("<summary") >= 2 and "Bruno → head" in page, "each turn is folded"
    # Of a third action that waits for an answer the turn ends with the answer, and that is the one line of the turn.
    table.done({"kind": "part", "seat": 0, "part": "left_arm", "to": {"kind": "red", "face_up": True}})
    for move in ({"kind": "refresh"}, {"kind": "refresh"}, {"kind": "use", "part": "left_arm", "target": 1}):
        table.done({**move, "seat": 0})
    assert line() == "Ada (left arm): wants a tile from the hand of Bruno."
    table.done({"kind": "allow", "seat": 1})
    assert table.show()["to_move"] == 1
    assert line() == "Ada: no new part · all parts face up again · against Bruno: left arm"
    page = table.api.client().get(f"/t/{table.code}/log", headers=told).text
    head = re.sub(r"<[^>]*>", "", page.partition("<summary>")[2].partition("</summary>")[0])
    assert " ".join(head.split()) == "AAda: no new part · all parts face up again · against Bruno: left arm"
    # Undone, the answer stands as what it was, and the turn goes on.
    table.back("undo", table.show()["seq"])
    assert line() == "The host took back an entry. Bruno: allowed it. Ada takes a tile from the hand."
    table.done({"kind": "cancel", "seat": 1})
    assert line() == "Ada: no new part · all parts face up again · Bruno cancels: left arm"


def test_who_did_not_tell_the_favourites_is_asked_at_the_end(app: Flask) -> None:
    phone = app.test_client()
    form = {"game": "homunculus", "players.0": "Ada", "players.1": "Bruno", "options.track": "parts"}
    path = phone.post("/tables", data=form).location.removesuffix("/lobby")
    for part in PARTS:
        assert "What is on your board?" not in phone.get(path).text
        tile = {"kind": "part", "seat": "0", "part": part, "to:json": '{"kind":"red","face_up":true}'}
        told = lays(part) if part == PARTS[-1] else tile
        assert phone.post(f"{path}/entries", data={name: str(value) for name, value in told.items()}).status_code == 303
    page = phone.get(path).text
    assert page.count("What is on your board?") == 2
    assert 'id="favourite-0"' in page
    favourite = {"kind": "favourite", "seat": "0", "kind_of": "red", "ingredient": "mercury"}
    assert phone.post(f"{path}/entries", data=favourite).status_code == 303
    page = phone.get(path).text
    assert page.count("What is on your board?") == 1
    assert 'id="favourite-0"' not in page
    assert re.search(r"favourite\s+9", page)
