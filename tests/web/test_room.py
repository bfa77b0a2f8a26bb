"""The room screen: how one comes to it, what it shows, and what it follows."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from tests.web.conftest import Api

FAME = {"kind": "fame", "seat": 0, "by": 1}


def look(client: FlaskClient, path: str) -> str:
    answer = client.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == 200, path
    return answer.get_data(as_text=True)


def leads_to(client: FlaskClient, path: str) -> str | None:
    answer = client.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == 303, path
    return answer.headers["Location"]


def test_at_home_it_finds_the_newest_table(api: Api, app: Flask) -> None:
    app.config["HOUSE"] = True
    client = api.client()
    waits = look(client, "/tv")
    assert 'http-equiv="refresh"' in waits and 'class="qr-code"' in waits and "Which game tonight?" in waits
    assert api.get("/tv") == {"code": None}
    first = api.table()
    assert leads_to(client, "/tv") == f"/t/{first.code}?tv=house"
    second = api.table("homunculus")
    first.done(FAME)
    assert leads_to(client, "/tv") == f"/t/{second.code}?tv=house"
    assert api.get("/tv") == {"code": second.code}


def test_elsewhere_nobody_is_led_to_a_table(api: Api, app: Flask) -> None:
    table = api.table()
    assert leads_to(api.client(), "/tv") == "/"
    assert api.get("/tv") == {"code": None}
    assert leads_to(api.client(), f"/t/{table.code}/tv") == f"/t/{table.code}?tv=table"


def test_it_shows_how_to_come_until_the_first_entry(api: Api) -> None:
    table, client = api.table(), api.client()
    page = look(client, f"/t/{table.code}?tv=table")
    assert 'class="on-stage room"' in page and 'data-follows="table"' in page
    assert 'id="come"' in page and f"/<b>{table.code}</b>" in page
    table.done(FAME)
    assert 'id="come"' not in look(client, f"/t/{table.code}?tv=table")


def test_who_only_watches_has_a_room_and_who_plays_has_none(api: Api) -> None:
    table, client = api.table(), api.client()
    seat = table.join(1)
    watching = look(client, f"/t/{table.code}?watch")
    assert 'class="on-stage room"' in watching and "data-follows" not in watching
    playing = client.get(f"/t/{table.code}", headers={"Accept": "text/html", "Authorization": f"Bearer {seat}"})
    assert 'class="on-stage"' in playing.get_data(as_text=True)


def test_the_lobby_names_its_address(api: Api, app: Flask) -> None:
    table, client = api.table(), api.client()
    assert f"localhost/t/{table.code}/tv" in look(client, f"/t/{table.code}/lobby")
    app.config["HOUSE"] = True
    assert "localhost/tv" in look(client, f"/t/{table.code}/lobby")
