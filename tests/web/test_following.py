"""The next game of the same people: every phone of the old table comes along."""

from __future__ import annotations

import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask

from referee.games import GAMES
from referee.pages.app_state import app_state
from referee.pages.identity import sender_at, table_or_404
from referee.pages.table.stream import PhoneStream
from tests.web.conftest import Api
from tests.web.following import READY, THREE, action, come, fields, follow, phone_at, who
from tests.web.test_forms import Form


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
    assert "Another phone has this seat. Ask the host, or that phone, to let yours in." in answer.text
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
    assert api.app.extensions["referee"].store.seats.held(table.code) == {1, 2}, "all or none"


def test_a_seat_that_is_not_there_gives_nothing(app: Flask, api: Api) -> None:
    table, phone = api.table(), app.test_client()
    for seats, status in ((["0", "2"], 404), (["-1"], 400), (["x"], 400)):
        assert phone.post(f"/t/{table.code}/come", data={"seats[]": seats}).status_code == status
    assert phone.post(f"/t/{table.code}/come", data={"seat": "0"}).status_code == 400
    assert api.send("POST", f"/t/{table.code}/come", {"seats": [0, 2]})[0] == 404
    assert app.extensions["referee"].store.seats.held(table.code) == set()


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

    def wake(code: str, **_first: object) -> None:
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
            with ThreadPoolExecutor(1) as elsewhere:  # a request of its own
                first[0] = elsewhere.submit(follow, other, table.code).result()
        return remember(code, successor, instead)

    monkeypatch.setattr(store, "set_successor", meanwhile)
    page = one.get(f"/t/{table.code}/next").text
    answer = one.post(action(page), data=fields(Form(page)))
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{table.code}")
    assert store.table(table.code).successor == first[0]
    assert sorted(store.codes()) == sorted([table.code, first[0]]), "the other, which nobody is led to, is gone"
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
    assert READY in again and "If you set up another table here, the new one replaces it." in again
    better = follow(one, table.code)
    assert better != new and come(other, table.code).headers["Location"] == f"/t/{better}"


def test_who_sets_another_table_on_a_page_that_is_no_longer_true_is_led_back(app: Flask, api: Api) -> None:
    table = api.table()
    host = phone_at(app, table.code, table.token)
    late = host.get(f"/t/{table.code}/next").text
    new = follow(host, table.code)
    data = fields(Form(late))
    assert host.post(action(late), data=data).headers["Location"] == f"/t/{new}/lobby", "the same tap, sent twice"
    data.setlist("players[]", ["Ada", "Zoe"])
    assert host.post(action(late), data=data).headers["Location"] == f"/t/{table.code}"
    assert app.extensions["referee"].store.table(table.code).successor == new


def test_a_phone_that_follows_the_old_table_is_told_at_once(app: Flask, api: Api) -> None:
    table = api.table("homunculus", THREE)
    host = phone_at(app, table.code, table.token)
    with app.test_request_context(headers={"Cookie": f"seats={table.join(1)}"}):
        found = table_or_404(table.code)
        stream = PhoneStream(app_state(), found, sender_at(found), packed=False)
        stream.news()
        woken = threading.Event()
        with app_state().live.watch(table.code, woken=woken.set):
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
    assert document.keys() == {
        *("game", "players", "options", "log", "code", "created", "closed", "versions", "result")
    }
    status, copy = api.send("POST", "/tables/import", document)
    assert status == 201 and app.extensions["referee"].store.table(copy["code"]).successor is None
    assert json.dumps(copy["table"]["players"]) == json.dumps(table.show()["players"])
