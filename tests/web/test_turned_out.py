"""A phone that was turned out of a seat, or stood up, stays out: whatever it sent before, keeps, or was lent."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.apps import app_with
from tests.web.conftest import Api
from tests.web.test_asked_again import comer, lose
from tests.web.test_seats import seats, set_table
from tests.web.test_streams import opened, until

HTTPS = {"base_url": "https://localhost"}


def passes(phone: FlaskClient, table: str) -> str:
    """Return a pass to the first seat that turns its older phones out."""
    page = phone.post(f"{table}/admit", data={"seat": "0", "replace": "true"}, headers={"Accept": "text/html"}).text
    given = re.search(r"pass=([\w-]+)", page)
    assert given is not None
    return given[1]


def just_before(monkeypatch: pytest.MonkeyPatch, app: Flask, what: str, happens: Callable[[], Any]) -> None:
    """Let something happen once, right before the seats' store does `what`."""
    store = app.extensions["referee"].store.seats
    does = getattr(store, what)

    def late(*args: Any, **more: Any) -> Any:
        monkeypatch.setattr(store, what, does)
        happens()
        return does(*args, **more)

    monkeypatch.setattr(store, what, late)


def test_a_phone_turned_out_while_it_asks_gets_no_token(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    table = api.table("fata_morgana")
    old = table.join(0)
    given = api.send("POST", f"/t/{table.code}/admit", {"seat": 0, "replace": True}, table.token)[1]["pass"]
    just_before(monkeypatch, api.app, "seat", lambda: table.join(0, **{"pass": given}))
    status, answer = api.send("POST", f"/t/{table.code}/join", {"seat": 0}, old)
    assert (status, answer["error"]["code"]) == (409, "seat_taken")


def test_a_phone_turned_out_while_it_asks_gives_no_pass(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    table = api.table("fata_morgana")
    old = table.join(0)
    given = api.send("POST", f"/t/{table.code}/admit", {"seat": 0, "replace": True}, table.token)[1]["pass"]
    just_before(monkeypatch, api.app, "admit", lambda: table.join(0, **{"pass": given}))
    status, answer = api.send("POST", f"/t/{table.code}/admit", {"seat": 0, "replace": True}, old)
    assert (status, answer["error"]["code"]) == (403, "not_your_seat")


def test_a_phone_that_sits_down_again_leaves_no_token_behind(app: Flask) -> None:
    _host, table = set_table(app, "fata_morgana")
    ada, other = app.test_client(), app.test_client()
    assert ada.post(f"{table}/join", data={"seat": "0"}).status_code == 303  # before it was told from others
    assert ada.get(f"{table}/lobby").status_code == 200
    assert ada.post(f"{table}/join", data={"seat": "0"}).status_code == 303
    assert ada.post(f"{table}/leave", data={"seat": "0"}).status_code == 303
    assert other.post(f"{table}/join", data={"seat": "0"}).status_code == 303


def test_what_another_planted_tells_no_phone_from_others(app: Flask) -> None:
    _host, table = set_table(app, "fata_morgana")
    planted = "x" * 24
    ada, thief = comer(app, table), app.test_client()
    thief.set_cookie("phone", planted)
    ada.set_cookie("phone", planted, path="/t")  # beside its own: another port of the same machine can do that
    assert ada.post(f"{table}/join", data={"seat": "0"}).status_code == 303
    assert (seats(ada, table), seats(thief, table)) == (["Ada"], [])


def test_on_https_no_other_site_tells_phones_apart(app: Flask) -> None:
    _host, table = set_table(app, "fata_morgana")
    ada, thief = app.test_client(), app.test_client()
    for phone in (ada, thief):
        phone.set_cookie("phone", "x" * 24)
        phone.get(f"{table}/lobby", **HTTPS)
    own = ada.get_cookie("__Host-phone")
    assert own is not None and (own.path, own.secure, own.http_only, own.same_site) == ("/", True, True, "Lax")
    joined = ada.post(f"{table}/join", data={"seat": "0"}, headers={"Origin": "https://localhost"}, **HTTPS)
    assert joined.status_code == 303
    lose(ada, table)
    assert 'aria-label="Stand up: Ada"' in ada.get(f"{table}/lobby", **HTTPS).text
    assert 'aria-label="Stand up: Ada"' not in thief.get(f"{table}/lobby", **HTTPS).text


@pytest.mark.parametrize("worthless", ["", "short"])
def test_what_tells_no_phone_from_others_is_replaced(app: Flask, worthless: str) -> None:
    _host, table = set_table(app, "fata_morgana")
    phone = app.test_client()
    phone.set_cookie("phone", worthless)
    phone.get(f"{table}/lobby")
    own = phone.get_cookie("phone")
    assert own is not None and len(own.value) == 24


def test_a_phone_that_polls_is_shown_a_table_without_secrets_once_it_is_out(api: Api) -> None:
    table = api.table("fata_morgana")
    ada = table.join(0)
    table.done({"kind": "hand", "seat": 0, "hand": {"red": 4, "blue": 6}}, ada)
    page = {"Cookie": f"seats={ada}", "HX-Request": "true", "HX-Request-Type": "partial", "Accept": "text/html"}
    assert 'id="tell"' in api.client().get(f"/t/{table.code}", headers=page).text
    assert api.send("POST", f"/t/{table.code}/leave", {"seat": 0}, ada)[0] == 200
    answer = api.client().get(f"/t/{table.code}", headers=page)
    assert answer.status_code == 200 and 'id="table"' not in answer.text
    assert re.search(r'<section id="tell"[^>]*>\s*</section>', answer.text), "what was told is gone"


def test_who_stands_up_beside_another_is_heard_of(api: Api) -> None:
    table = api.table("fata_morgana")
    ada = table.join(0)
    given = api.send("POST", f"/t/{table.code}/admit", {"seat": 0}, ada)[1]["pass"]
    table.join(0, **{"pass": given})
    with api.app.extensions["referee"].live.watch(table.code) as watch:
        watch.wait(0)
        assert api.send("POST", f"/t/{table.code}/leave", {"seat": 0}, ada)[0] == 200
        assert watch.wait(0)


def test_who_sits_already_needs_no_good_pass(api: Api) -> None:
    table = api.table("fata_morgana")
    ada = table.join(0)
    status, answer = api.send("POST", f"/t/{table.code}/join", {"seat": 0, "pass": "x" * 24}, ada)
    assert status == 200
    table.done({"kind": "hand", "seat": 0, "hand": {"red": 4, "blue": 6}}, answer["token"])


def test_a_pass_tapped_twice_at_once_seats_the_phone(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    host, table = set_table(app, "fata_morgana")
    old, new, twin = comer(app, table), comer(app, table), app.test_client()
    assert old.post(f"{table}/join", data={"seat": "0"}).status_code == 303
    own = new.get_cookie("phone")
    assert own is not None
    twin.set_cookie("phone", own.value)
    shown = {"seat": "0", "pass": passes(host, table)}
    just_before(monkeypatch, app, "seat", lambda: twin.post(f"{table}/join", data=shown))
    assert new.post(f"{table}/join", data=shown).status_code == 303
    lose(new, table)
    assert [seats(phone, table) for phone in (new, old)] == [["Ada"], []]


def test_a_page_that_stayed_open_knows_its_phone_again(api: Api) -> None:
    table = api.table("fata_morgana")
    phone = api.app.test_client()
    assert phone.get(f"/t/{table.code}/lobby").status_code == 200
    assert phone.post(f"/t/{table.code}/join", data={"seat": "0"}).status_code == 303
    kept = phone.get_cookie("seats", path=f"/t/{table.code}")
    assert kept is not None
    stream = opened(api.app, f"/t/{table.code}/stream", kept.value)
    until(stream, b"id: 0.")
    assert api.app.extensions["referee"].live.present(table.code) == {0}
    assert phone.post(f"/t/{table.code}/leave", data={"seat": "0"}).status_code == 303
    until(stream, b"id: 0.")
    assert api.app.extensions["referee"].live.present(table.code) == set()
    assert phone.post(f"/t/{table.code}/join", data={"seat": "0"}).status_code == 303
    table.done({"kind": "points", "seat": 1, "by": 1})
    until(stream, b"id: 1.")
    assert api.app.extensions["referee"].live.present(table.code) == {0}


def test_who_comes_along_by_a_seat_it_had_a_pass_for_leaves_it_whole(app: Flask) -> None:
    host, table = set_table(app, "fata_morgana")
    ada, other = app.test_client(), app.test_client()
    assert ada.post(f"{table}/join", data={"seat": "0", "pass": passes(host, table)}).status_code == 303
    assert ada.get(f"{table}/lobby").status_code == 200
    assert ada.post(f"{table}/come", data={"seats[]": "0"}).status_code == 303
    assert ada.post(f"{table}/leave", data={"seat": "0"}).status_code == 303
    assert other.post(f"{table}/join", data={"seat": "0"}).status_code == 303


def test_what_a_table_is_exported_as_is_kept_by_nobody_on_the_way(api: Api) -> None:
    table = api.table()
    for path in ("?watch", "/log", "/log.csv", "/export", "/moves?seat=0"):
        assert api.client().get(f"/t/{table.code}{path}").headers["Cache-Control"] == "no-store"


def test_a_browser_keeps_nothing_of_what_was_not_told_yet(api: Api) -> None:
    table = api.table("fata_morgana")
    page = api.client().get(f"/t/{table.code}", headers={"Cookie": f"seats={table.join(0)}"}).text
    for kind in ("hand", "objective"):
        form = re.search(
            rf'<form ([^>]*)>\s*<input type="hidden" name="seq"><input type="hidden" name="kind" value="{kind}">', page
        )
        assert form is not None and 'autocomplete="off"' in form[1]


def test_who_was_turned_out_at_one_server_enters_nothing_at_another_on_the_same_folder(tmp_path: Path) -> None:
    here, there = (Api(app_with({"DATA": str(tmp_path), "LIMITS": {}})) for _ in range(2))
    table = here.table("fata_morgana")
    old = table.join(0)
    move = {"key": "a", "move": {"kind": "points", "seat": 0, "by": 1}}
    assert there.send("POST", f"/t/{table.code}/entries", move, old)[0] == 200
    given = here.send("POST", f"/t/{table.code}/admit", {"seat": 0}, table.token)[1]["pass"]
    assert here.send("POST", f"/t/{table.code}/join", {"seat": 0, "pass": given})[0] == 200
    status, answer = there.send("POST", f"/t/{table.code}/entries", {**move, "key": "b"}, old)
    assert (status, answer["error"]["code"]) == (401, "no_token")
    assert here.app.extensions["referee"].store.delete(table.code)
    assert there.send("POST", f"/t/{table.code}/entries", {**move, "key": "c"}, table.token)[0] == 404
    for each in (here, there):
        each.app.extensions["referee"].store.close()
