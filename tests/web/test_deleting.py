"""A table deleted by its host: who may, what goes, and what whoever looks at it is told."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.servers.server import Server, read_until
from tests.web.conftest import Api, Table
from tests.web.test_home import a_played_table
from tests.web.test_streams import opened

TABLE = {"game": "homunculus", "players.0": "Ada", "players.1": "Bruno"}
DELETED = "This table was deleted by its host, or by whoever runs this server."


def delete(table: Table, token: str | None = None, body: Any = None, **headers: str) -> tuple[int, Any]:
    return table.api.send("POST", f"/t/{table.code}/delete", body or {}, token, **headers)


def test_the_hosts_token_alone_deletes_a_table(api: Api) -> None:
    table = api.table("fata_morgana")
    seat, watcher = table.join(0), table.join(None)
    for token, expected in (
        (None, (401, "no_token")),
        ("nobody", (401, "no_token")),
        (watcher, (403, "watchers_only_look")),
        (seat, (403, "host_only")),
    ):
        status, answer = delete(table, token)
        assert (status, answer["error"]["code"]) == expected
    assert delete(table, table.token, {"sure": True})[1]["error"]["field"] == "sure"
    for origin in ({"Origin": "http://evil.example"}, {"Sec_Fetch_Site": "cross-site"}):
        status, answer = delete(table, table.token, **origin)
        assert (status, answer["error"]["code"]) == (403, "bad_origin")
    assert api.send("GET", f"/t/{table.code}/delete", None, table.token)[0] == 405
    assert table.show()["seq"] == 0
    assert delete(table, table.token) == (200, {"code": table.code})


def test_a_deleted_table_is_nowhere_any_more(api: Api) -> None:
    table, before = api.table(), api.table()
    seat = table.join(0)
    api.app.extensions["referee"].store.set_successor(before.code, table.code)
    delete(table, table.token)
    pages = ("", "/log", "/log.csv", "/export", "/sheet", "/lobby", "/moves?seat=0", "/stream", "/live", "/rulings")
    for page in pages:
        assert api.send("GET", f"/t/{table.code}{page}", None, seat)[0] == 404, page
    for path, body in (("delete", {}), ("join", {"seat": 1}), ("undo", {"key": "a", "seq": 0})):
        assert api.send("POST", f"/t/{table.code}/{path}", body, table.token)[0] == 404
    assert table.enter({"kind": "fame", "seat": 0, "by": 1}, seat)[0] == 404
    assert api.app.extensions["referee"].store.latest(before.code).successor is None


def test_a_closed_and_a_finished_table_are_deleted_too(app: Flask) -> None:
    phone = app.test_client()
    over = a_played_table(phone)
    assert "Ada" in phone.get("/played").text
    assert phone.post(f"{over}/close").status_code == 303
    answer = phone.post(f"{over}/delete")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/?deleted={over[3:]}")
    page = phone.get(answer.headers["Location"]).text
    assert f"Table {over[3:]} is deleted." in page and f'href="{over}"' not in page
    assert "Ada" not in phone.get("/played").text and phone.get(
        "/played", headers={"Accept": "application/json"}
    ).json == {"plays": []}


def test_the_lobby_asks_the_host_once_and_says_what_goes(app: Flask) -> None:
    host, guest = app.test_client(), app.test_client()
    lobby = host.post("/tables", data=TABLE).headers["Location"]
    table = lobby.removesuffix("/lobby")
    page = host.get(lobby).text
    form = page[page.index("Delete this table") :]
    assert (
        f"Delete Homunculus {table[3:]} for good?" in form
        and "Its log, its result and its place in “Evenings” are deleted" in form
    )
    assert form.index(f'action="{table}/delete"') < form.index("Yes, delete it")
    assert "Delete" not in guest.get(lobby).text
    guest.post(f"{table}/join", data={"seat": "0"})
    assert "Delete" not in guest.get(lobby).text
    refused = guest.post(f"{table}/delete")
    assert refused.status_code == 403 and "Only the host, who made this table, can do that." in refused.text


def test_a_phone_that_was_there_is_told_and_led_home(app: Flask) -> None:
    host, guest, stranger = (app.test_client() for _ in range(3))
    table = host.post("/tables", data=TABLE).headers["Location"].removesuffix("/lobby")
    guest.post(f"{table}/join", data={"seat": "0"})
    host.post(f"{table}/delete")
    for path in ("", "/lobby", "/log"):
        answer = guest.get(f"{table}{path}")
        assert answer.status_code == 404 and DELETED in answer.text and 'href="/"' in answer.text
    tap = guest.post(
        f"{table}/entries",
        data={"move": '{"kind":"refresh","seat":0}', "seq": "0"},
        headers={"HX-Request": "true", "HX-Request-Type": "partial"},
    )
    assert tap.status_code == 404 and DELETED in tap.text and "<html" not in tap.text
    answer = stranger.get(table)
    assert answer.status_code == 404 and DELETED not in answer.text
    assert f"There is no table with the code {table[3:]}." in answer.text
    assert table not in guest.get("/").text and table[3:] not in guest.get_cookie("tables").value  # type: ignore[union-attr]


@pytest.mark.parametrize("path", ["live", "stream"])
def test_whoever_listens_hears_of_it_and_nothing_more(api: Api, path: str) -> None:
    table, other = api.table(), api.table()
    table.done({"kind": "fame", "seat": 0, "by": 1})
    streams = [opened(api.app, f"/t/{each.code}/{path}", each.token) for each in (table, other)]
    for stream in streams:
        next(stream)
    delete(table, table.token)
    heard = b"".join(streams[0])
    assert heard.endswith(b'event: deleted\ndata: {"code":"%s"}\n\n' % table.code.encode())
    assert heard.count(b"event: deleted") == 1
    other.done({"kind": "fame", "seat": 0, "by": 1})
    while b"id: 1" not in (heard := next(streams[1])):
        assert b"deleted" not in heard


def test_phones_hear_of_it_when_the_command_line_deletes_their_table() -> None:
    with Server() as server:
        code, token = server.new_table()
        streams = [server.stream(f"/t/{code}/{path}", token) for path in ("live", "stream")]
        for stream in streams:
            read_until(stream, b"200 OK")
        server.command("delete", code, "--yes")
        for stream in streams:
            assert b"event: deleted" in read_until(stream, b"event: deleted")
        assert server.send("GET", f"/t/{code}", token=token)[0] == 404
