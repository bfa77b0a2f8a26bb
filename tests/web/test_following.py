"""The next game of the same people: its form is filled in as the last one was set, and every phone comes along."""

from __future__ import annotations

import json
import re
import threading
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from referee.pages.house import house
from referee.pages.identity import Sender, digest, find
from referee.pages.streams import PhoneStream
from tests.web.conftest import Api
from tests.web.test_forms import Form

READY = "The next game is ready."
CAULDRONS = [["red", "white"]] * 10
GAMES: dict[str, dict[str, Any]] = {
    "alchemicus": {
        "expansion": "noctis",
        "variant": "standard",
        "edition": "it",
        "card_bank": True,
        "advanced_sale": True,
        "target": 31,
        "ring": ["build", "spirit", "sale", "harvest", "gifts", "transport", "sale", "transmutation"],
        "spirit_ring": ["alembic", "fornax", "horten", "labrium", "metalle"],
        "prices": {"alembic": 0, "horten": 5},
        "track": "full",
        "strict_seats": True,
    },
    "homunculus": {"strict_seats": True, "favourites": [None] * 3},
    "fata_morgana": {"strict_seats": True, "cauldrons": CAULDRONS},
}
THREE = ("Ada & co", "Żółć", "王")


def phone_at(app: Flask, code: str, *tokens: str) -> FlaskClient:
    """Return a browser in English that holds these tokens of a table."""
    phone = app.test_client()
    phone.set_cookie("lang", "en")
    phone.set_cookie("seats", ".".join(tokens), path=f"/t/{code}")
    return phone


def fields(form: Form) -> MultiDict[str, str]:
    return MultiDict((name, value) for name, value in form.fields if name)


def action(page: str) -> str:
    found = re.search(r'<form id="new"[^>]* action="([^"]+)"', page)
    assert found is not None
    return found[1]


def follow(phone: FlaskClient, code: str) -> str:
    """Set the next table through its form as it is offered; return its code."""
    page = phone.get(f"/t/{code}/next").text
    made = phone.post(action(page), data=fields(Form(page)))
    assert made.status_code == 303, made.text
    return made.headers["Location"].split("/")[2]


def who(phone: FlaskClient, code: str) -> list[str]:
    """Return which of the table's tokens this browser holds, in words: "host", "watcher", or a seat."""
    cookie = phone.get_cookie("seats", path=f"/t/{code}")
    store = phone.application.extensions["referee"].store
    found = [store.token(code, digest(text)) for text in cookie.value.split(".")] if cookie else []
    return sorted(token.role if token.seat is None else str(token.seat) for token in found)


def come(phone: FlaskClient, code: str) -> Any:
    """Tap what an old table's page offers."""
    page = phone.get(f"/t/{code}?watch").text
    form = re.search(r'<form method="post" action="(/t/\w+/come)">(.*?)</form>', page, re.DOTALL)
    assert form is not None and READY in page
    seats = re.findall(r'name="seats\[\]" value="(\d)"', form[2])
    return phone.post(form[1], data={"seats[]": seats})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("changed", [{}, {"strict_seats": False}])
def test_the_form_is_filled_in_as_the_last_table_was_set(
    app: Flask, api: Api, game: str, changed: dict[str, Any]
) -> None:
    options = GAMES[game] | changed
    table = api.table(game, THREE, **options)
    phone = phone_at(app, table.code, table.token)
    sheet = phone.get(f"/t/{table.code}/sheet").text
    assert f'href="/t/{table.code}/next"' in sheet
    new = api.get(f"/t/{follow(phone, table.code)}")
    assert (new["game"], [player["name"] for player in new["players"]]) == (game, list(THREE))
    assert new["options"] == options


@pytest.mark.parametrize(
    "options",
    [
        {"expansion": "none", "edition": "pl", "target": 7, "track": "fame", "card_bank": True},
        {"expansion": "noctis", "variant": "gold_rush", "edition": "pl", "track": "full", "strict_seats": True},
        {"expansion": "noctis", "edition": "it", "track": "fame", "target": 20},
        {},
    ],
)
def test_every_way_to_play_alchemicus_is_played_again(app: Flask, api: Api, options: dict[str, Any]) -> None:
    table = api.table("alchemicus", THREE, **options)
    new = follow(phone_at(app, table.code, table.token), table.code)
    assert api.get(f"/t/{new}")["options"] == table.show()["options"]


def test_a_usual_target_goes_by_what_is_played(app: Flask, api: Api) -> None:
    table = api.table("alchemicus", THREE, expansion="none", edition="it")
    phone = phone_at(app, table.code, table.token)
    form = Form(phone.get(f"/t/{table.code}/next").text)
    assert form.told("options.target") == [""]
    (chip,) = (button for button in form.buttons if button.get("value") == "noctis")
    page = form.get(phone, chip).text
    made = phone.post(action(page), data=fields(Form(page)))
    assert api.get(made.headers["Location"].removesuffix("/lobby"))["options"]["target"] == 16


def test_prices_are_those_that_were_told_at_the_table_and_boards_are_dealt_anew(app: Flask, api: Api) -> None:
    table = api.table("alchemicus", THREE, prices={"horten": 5, "domo": 2})
    app.extensions["referee"].store.remember("alchemicus", "price horten", 9)
    table.done({"kind": "price", "seat": 0, "building": "domo", "price": 8})
    new = follow(phone_at(app, table.code, table.token), table.code)
    assert api.get(f"/t/{new}")["options"]["prices"] == {"alembic": 3, "horten": 5, "domo": 8}
    favourite = {"kind": "red", "ingredient": "mercury"}
    table = api.table("homunculus", THREE, favourites=[favourite, None, None])
    new = follow(phone_at(app, table.code, table.token), table.code)
    assert api.get(f"/t/{new}")["options"]["favourites"] == [None] * 3


@pytest.mark.parametrize("game", GAMES)
def test_another_first_player_turns_the_order(app: Flask, api: Api, game: str) -> None:
    table = api.table(game, THREE)
    phone = phone_at(app, table.code, table.token)
    form = Form(phone.get(f"/t/{table.code}/next").text)
    chips = [button for button in form.buttons if button.get("name") == "first"]
    assert [(chip["value"], chip["aria-pressed"]) for chip in chips] == [
        ("Ada & co", "true"),
        ("Żółć", "false"),
        ("王", "false"),
    ]
    if game == "homunculus":
        form.fields = [field for field in form.fields if field[0] not in ("options.favourites.2.kind", "players.3")]
        form.fields += [("options.favourites.2.kind", "red"), ("players.3", " ")]
    page = form.get(phone, chips[2]).text
    turned = Form(page)
    assert turned.told("players[]", *(f"players.{row}" for row in range(5)))[:3] == ["王", "Ada & co", "Żółć"]
    if game == "homunculus":
        assert [field for field in turned.fields if "favourites" in field[0] and field[1]] == [
            ("options.favourites.0.kind", "red")
        ]
        return
    made = phone.post(action(page), data=fields(turned))
    shown = api.get(made.headers["Location"].removesuffix("/lobby"))
    assert [player["name"] for player in shown["players"]] == ["王", "Ada & co", "Żółć"]


def test_whoever_had_the_least_fame_may_begin(app: Flask, api: Api) -> None:
    table = api.table("alchemicus", THREE)
    phone = phone_at(app, table.code, table.token)
    assert "or whoever had the least Fame last time" in phone.get(f"/t/{table.code}/next").text
    for seat, by in ((0, 3), (1, 1), (2, 2)):
        table.done({"kind": "fame", "seat": seat, "by": by})
    page = phone.get(f"/t/{table.code}/next").text
    assert "Least Fame last time, so the rules let this player begin: Żółć." in page
    form = Form(page)
    (chip,) = (button for button in form.buttons if button.get("value") == "Żółć")
    assert "Least Fame last time, so first now: Żółć." in form.get(phone, chip).text


def test_another_language_and_a_refusal_stay_with_the_old_table(app: Flask, api: Api) -> None:
    table = api.table("fata_morgana", THREE, cauldrons=CAULDRONS)
    phone = phone_at(app, table.code, table.token)
    form = Form(phone.get(f"/t/{table.code}/next").text)
    (polish,) = (button for button in form.buttons if button.get("lang") == "pl")
    led = form.get(phone, polish).headers["Location"]
    assert led.startswith(f"/t/{table.code}/next?")
    page = phone.get(led).text
    assert '<html lang="pl"' in page and Form(page).fields == form.fields
    data = fields(form)
    data.setlist("players[]", ["Ada", "Ada"])
    refused = phone.post(action(page), data=data)
    assert refused.status_code == 400 and action(refused.text) == f"/t/{table.code}/next?instead="
    assert 'data-address="/t/' + table.code + "/next?" in refused.text
    assert app.extensions["referee"].store.table(table.code).successor is None


# --- coming along ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_phone_comes_along_in_the_seats_of_its_players(app: Flask, api: Api, game: str) -> None:
    table = api.table(game, (*THREE, "Iga"))
    ada = phone_at(app, table.code, table.token, table.join(0))
    both = phone_at(app, table.code, table.join(2), table.join(1))
    watcher = phone_at(app, table.code, table.join(None))
    stranger = app.test_client()
    for phone in (ada, both, watcher, stranger):
        assert READY not in phone.get(f"/t/{table.code}?watch").text
    page = ada.get(f"/t/{table.code}/next").text
    form = Form(page)
    (chip,) = (button for button in form.buttons if button.get("value") == "王")
    page = form.get(ada, chip).text
    new = ada.post(action(page), data=fields(Form(page))).headers["Location"].split("/")[2]
    assert who(ada, new) == ["2", "host"]
    assert [come(phone, table.code).headers["Location"] for phone in (both, watcher, stranger)] == [f"/t/{new}"] * 3
    assert (who(both, new), who(watcher, new), who(stranger, new)) == (["0", "3"], ["watcher"], ["watcher"])
    for phone in (ada, both):  # and once more: nothing is lost, nothing is taken from oneself
        held = who(phone, new)
        assert come(phone, table.code).status_code == 303
        assert who(phone, new) == held
    assert f'href="/t/{new}"' in both.get("/").text
    assert table.show() == {**table.show(), "seq": 0, "over": False}, "the old table is as it was"


def test_who_is_not_at_the_next_table_is_led_to_its_free_seats(app: Flask, api: Api) -> None:
    table = api.table("homunculus", THREE)
    host, iga = phone_at(app, table.code, table.token), phone_at(app, table.code, table.join(2))
    page = host.get(f"/t/{table.code}/next").text
    data = fields(Form(page)) | {"players.2": "Iga"}
    new = host.post(action(page), data=data).headers["Location"].split("/")[2]
    seen = iga.get(f"/t/{table.code}").text
    assert READY in seen and f'href="/t/{new}/lobby"' in seen and "/come" not in seen


def test_a_taken_seat_answers_as_joining_does(app: Flask, api: Api) -> None:
    table = api.table("fata_morgana", THREE)
    host, both = phone_at(app, table.code, table.token), phone_at(app, table.code, table.join(1), table.join(2))
    new = follow(host, table.code)
    other = app.test_client()
    assert other.post(f"/t/{new}/join", data={"seat": "2"}).status_code == 303
    answer = come(both, table.code)
    assert answer.status_code == 409
    assert "Another phone holds this seat. Let the host or that phone admit yours." in answer.text
    assert answer.text.count('<span class="tag good">this phone</span>') == 1
    assert who(both, new) == ["1"], "what was free is its own"
    # A second tap that left before the first was answered: it takes nothing, and nothing from the phone.
    again = app.test_client().post(f"/t/{new}/come", data={"seats[]": ["1", "2"]})
    assert (again.status_code, again.headers.getlist("Set-Cookie")) == (409, [])


def test_a_program_that_comes_along_is_told_its_tokens(api: Api) -> None:
    table = api.table("fata_morgana", THREE)
    status, answer = api.send("POST", f"/t/{table.code}/come", {"seats": [2, 1, 2]})
    assert (status, answer["seats"], len(answer["tokens"])) == (200, [2, 1], 2)
    for seat, token in zip(answer["seats"], answer["tokens"], strict=True):
        table.done({"kind": "hand", "seat": seat, "hand": {"red": 4, "blue": 6}}, token)
    assert api.send("POST", f"/t/{table.code}/come", {"seats": [0, 1]})[1]["error"]["code"] == "seat_taken"
    assert api.app.extensions["referee"].store.held(table.code) == {1, 2}, "all or none"


def test_a_seat_that_is_not_there_gives_nothing(app: Flask, api: Api) -> None:
    table, phone = api.table(), app.test_client()
    for seats, status in ((["0", "2"], 404), (["-1"], 400), (["x"], 400)):
        assert phone.post(f"/t/{table.code}/come", data={"seats[]": seats}).status_code == status
    assert phone.post(f"/t/{table.code}/come", data={"seat": "0"}).status_code == 400
    assert api.send("POST", f"/t/{table.code}/come", {"seats": [0, 2]})[0] == 404
    assert app.extensions["referee"].store.held(table.code) == set()


def test_a_stranger_and_a_watcher_hang_no_table_onto_anothers_game(app: Flask, api: Api) -> None:
    table, own = api.table(), api.table()
    body = {"game": "alchemicus", "players": ["Eve", "Mallory"]}
    for token, status, code in (
        (None, 401, "no_token"),
        ("nonsense", 401, "no_token"),
        (own.token, 401, "no_token"),
        (table.join(None), 403, "watchers_only_look"),
    ):
        told, answer = api.send("POST", f"/t/{table.code}/next", body, token)
        assert (told, answer["error"]["code"]) == (status, code)
        assert api.send("GET", f"/t/{table.code}/next", None, token)[0] == status
    watcher = phone_at(app, table.code, table.join(None))
    assert 'href="/new/alchemicus"' in watcher.get(f"/t/{table.code}/sheet").text
    assert app.extensions["referee"].store.table(table.code).successor is None
    told, answer = api.send("POST", f"/t/{table.code}/next", body, table.join(1), Origin="http://evil.example")
    assert (told, answer["error"]["code"]) == (403, "bad_origin")


def test_a_program_makes_the_next_table_as_any(api: Api) -> None:
    table = api.table()
    body = {"game": "homunculus", "players": ["Ada", "Iga"], "options": {"strict_seats": True}}
    status, answer = api.send("POST", f"/t/{table.code}/next", body, table.join(1))
    assert status == 201 and answer.keys() == {"code", "url", "token", "table"}
    assert (answer["table"]["game"], answer["table"]["options"]["strict_seats"]) == ("homunculus", True)
    assert api.app.extensions["referee"].store.table(table.code).successor == answer["code"]
    assert api.send("POST", f"/t/{table.code}/next", {"game": "whist"}, table.token)[0] == 400
    # It sits down by itself: nobody holds a seat there yet.
    body = {"game": "fata_morgana", "players": ["Ada", "Bruno"]}
    _status, answer = api.send("POST", f"/t/{table.code}/next", body, table.join(0))
    assert api.send("POST", f"/t/{answer['code']}/join", {"seat": 0})[0] == 200


def test_the_form_of_another_game_that_is_refused_comes_back(app: Flask, api: Api) -> None:
    table = api.table("homunculus")
    phone = phone_at(app, table.code, table.token)
    answer = phone.post(f"/t/{table.code}/next", data={"game": "fata_morgana", "players[]": "Ada"})
    assert (answer.status_code, "This game is for 2 to 4 players." in answer.text) == (400, True)


def test_whoever_makes_the_next_table_sits_there_before_others_hear_of_it(
    app: Flask, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = api.table("fata_morgana", THREE)
    ada, thief = phone_at(app, table.code, table.join(0)), app.test_client()
    live, seen = app.extensions["referee"].live, []

    def wake(code: str) -> None:
        new = app.extensions["referee"].store.table(table.code).successor
        seen.append(thief.post(f"/t/{new}/come", data={"seats[]": ["0"]}).status_code)

    monkeypatch.setattr(live, "wake", wake)
    new = follow(ada, table.code)
    assert (seen, who(ada, new)) == ([409], ["0", "host"])


def test_of_two_tables_that_are_set_at_once_one_follows(app: Flask, api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    table = api.table()
    one, other = (phone_at(app, table.code, table.join(seat)) for seat in (0, 1))
    store, first = app.extensions["referee"].store, []
    remember = store.set_successor

    def meanwhile(code: str, successor: str, instead: str) -> bool:
        if not first:
            first.append(None)
            first[0] = follow(other, table.code)
        return remember(code, successor, instead)

    monkeypatch.setattr(store, "set_successor", meanwhile)
    page = one.get(f"/t/{table.code}/next").text
    answer = one.post(action(page), data=fields(Form(page)))
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{table.code}")
    assert store.table(table.code).successor == first[0]
    assert come(one, table.code).headers["Location"] == f"/t/{first[0]}"


def test_of_two_who_set_the_next_table_the_second_is_asked_to_come_along(app: Flask, api: Api) -> None:
    table = api.table()
    one, other = (phone_at(app, table.code, table.join(seat)) for seat in (0, 1))
    late = other.get(f"/t/{table.code}/next").text
    new = follow(one, table.code)
    answer = other.post(action(late), data=fields(Form(late)))
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{table.code}")
    assert come(other, table.code).headers["Location"] == f"/t/{new}"
    again = one.get(f"/t/{table.code}/next").text
    assert READY in again and "A table that you set here takes its place." in again
    better = follow(one, table.code)
    assert better != new and come(other, table.code).headers["Location"] == f"/t/{better}"


def test_a_phone_that_follows_the_old_table_is_told_at_once(app: Flask, api: Api) -> None:
    table = api.table("homunculus", THREE)
    host = phone_at(app, table.code, table.token)
    with app.test_request_context(headers={"Cookie": f"seats={table.join(1)}"}):
        found = find(table.code)
        stream = PhoneStream(house(), found, Sender(found), packed=False)
        stream.news()
        woken = threading.Event()
        with house().live.watch(table.code, woken=woken.set):
            new = follow(host, table.code)
            assert woken.is_set()
        said = stream.news().decode()
    assert f'action="/t/{new}/come"' in said and 'name="seats[]" value="1"' in said
    (heard,) = re.findall(r'<p id="said"[^>]*role="status"[^>]*>(.*?)</p>', said, re.DOTALL)
    assert heard.endswith(READY)


def test_a_copy_of_a_table_knows_of_no_next_one(app: Flask, api: Api) -> None:
    table = api.table()
    follow(phone_at(app, table.code, table.token), table.code)
    document = api.get(f"/t/{table.code}/export")
    assert document.keys() == {"game", "players", "options", "log", "code", "created", "result"}
    status, copy = api.send("POST", "/tables/import", document)
    assert status == 201 and app.extensions["referee"].store.table(copy["code"]).successor is None
    assert json.dumps(copy["table"]["players"]) == json.dumps(table.show()["players"])
