"""Streams: what a phone and a program hear, compressed and plain, and who is away."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from referee.pages.table.stream import BEAT, GZIP_HEAD, EventStream, GzipStream, event
from tests.apps import app_with, unmarked
from tests.web.conftest import Api, Table


def opened(app: Flask, path: str, token: str, **headers: str) -> Iterator[bytes]:
    client = app.test_client(use_cookies=False)
    answer = client.get(path, headers={"Cookie": f"seats={token}", **headers}, buffered=False)
    assert answer.status_code == 200
    return iter(answer.response)


def until(stream: Iterator[bytes], wanted: bytes) -> bytes:
    heard = b""
    for _ in range(20):
        heard += next(stream)
        if wanted in heard:
            return heard
    raise AssertionError(heard)


def test_a_program_hears_every_change_and_at_once_what_it_missed(api: Api) -> None:
    table = api.table()
    table.done({"kind": "fame", "seat": 0, "by": 1})
    behind = opened(api.app, f"/t/{table.code}/live?since=0", table.token)
    assert until(behind, b"event: table").endswith(b'id: 1\nevent: table\ndata: {"seq":1}\n\n')
    fresh = opened(api.app, f"/t/{table.code}/live", table.token)
    assert b"table" not in next(fresh)
    table.done({"kind": "fame", "seat": 0, "by": 1})
    assert b'data: {"seq":2}' in until(fresh, b"event: table")
    assert b'data: {"seq":2}' in until(behind, b'"seq":2')


def test_beyond_what_the_server_can_hold_a_listener_is_told_to_wait(tmp_path: Path) -> None:
    app = app_with({"DATA": str(tmp_path), "STREAMS": 1})
    api = Api(app)
    table = api.table()
    first = opened(app, f"/t/{table.code}/live", table.token)
    next(first)
    answer = app.test_client().get(f"/t/{table.code}/stream", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json["error"]["code"]) == (429, "too_many")
    assert int(answer.headers["Retry-After"]) > 0
    app.extensions["referee"].store.close()


def test_ones_own_phone_gets_its_place_in_a_house_full_of_strangers(tmp_path: Path) -> None:
    app = app_with({"DATA": str(tmp_path), "STREAMS": 3})
    api = Api(app)
    table = api.table()
    strangers = [opened(app, f"/t/{table.code}/{path}", "") for path in ("stream", "stream", "live")]
    for each in strangers:
        next(each)
    assert app.test_client().get(f"/t/{table.code}/stream").status_code == 429
    phone = opened(app, f"/t/{table.code}/stream", table.token)
    until(phone, b"id: 0.")
    assert "[gone]" in [next(each, "[gone]") for each in strangers[2:]]
    table.done({"kind": "fame", "seat": 0, "by": 1})
    assert b"id: 1." in until(phone, b"id: 1.")
    assert b"id: 1." in until(strangers[0], b"id: 1.")
    app.extensions["referee"].store.close()


def test_tokens_that_are_none_are_looked_for_once(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    table = api.table()
    store = api.app.extensions["referee"].store
    asked: list[str] = []
    token = store.seats.token
    monkeypatch.setattr(store.seats, "token", lambda code, hash: asked.append(hash) or token(code, hash))
    strangers = ".".join(f"stranger{number}" for number in range(11))
    stream = opened(api.app, f"/t/{table.code}/stream", f"{strangers}.{table.token}")
    until(stream, b"id: 0.")
    assert len(set(asked)) == 12
    table.done({"kind": "fame", "seat": 0, "by": 1})
    asked.clear()
    until(stream, b"id: 1.")
    assert len(set(asked)) == 1


def test_a_new_board_is_heard_though_nothing_was_entered(api: Api) -> None:
    table = api.table()
    program = opened(api.app, f"/t/{table.code}/live", table.token)
    phone = opened(api.app, f"/t/{table.code}/stream", table.token)
    assert b"table" not in next(program)
    before = until(phone, b"id: 0.").decode()
    ring = "spirit,gifts,transport,transmutation,build,sale,harvest,build"
    board = {"ring": ring, "spirit_ring": "horten,metalle,fornax,labrium,alembic"}
    told = api.client().post(f"/t/{table.code}/board", data=board, headers={"Cookie": f"seats={table.token}"})
    assert told.status_code == 303
    assert b'data: {"seq":0}' in until(program, b"event: table")
    after = until(phone, b"id: 0.").decode()
    assert 'id="assumed"' in before and "is assumed" in before
    assert 'id="assumed"' in after and "is assumed" not in after and 'id="outer"' in after


def test_a_phone_hears_its_own_fragment_in_its_own_language(api: Api) -> None:
    table = api.table()
    token = table.join(0)
    italian = opened(api.app, f"/t/{table.code}/stream?lang=it", token)
    polish = opened(api.app, f"/t/{table.code}/stream?lang=pl", token)
    assert "Tocca a te, Ada" in unmarked(until(italian, b"id: 0.").decode())
    assert "Twoja tura: Ada" in unmarked(until(polish, b"id: 0.").decode())
    table.done({"kind": "place", "seat": 0, "field": 2}, token)
    assert b'data-seq="1"' in until(italian, b"id: 1.")
    known = until(polish, b"id: 1.").partition(b"id: ")[2].partition(b"\n")[0].decode()
    again = opened(api.app, f"/t/{table.code}/stream?lang=pl", token, **{"Last-Event-ID": known})
    assert until(again, b"beat") == BEAT, "who knows the newest is told nothing"


def test_an_event_keeps_its_lines_whatever_ends_them() -> None:
    """A line that began with a carriage return would be a field of the event of its own (WHATWG HTML 9.2.5)."""
    told = event("7.1.0", "<p>one\ntwo\r\nthree\rfour\u2028five</p>")
    assert told == "id: 7.1.0\ndata: <p>one\ndata: two\ndata: three\ndata: four\u2028five</p>\n\n"


def test_pieces_that_refer_to_the_last_one_make_one_gzip_stream() -> None:
    chance = random.Random(3)
    lines = [bytes(chance.choices(b"abcdefgh <>", k=100)) for _ in range(70)]
    packed, unzip = GzipStream(), zlib.decompressobj(31)
    heard, sent, wire = unzip.decompress(GZIP_HEAD), b"", 0
    for _ in range(200):
        if chance.random() < 0.4:
            sent += BEAT
            piece = packed.beat()
        else:
            lines[chance.randrange(70)] = bytes(chance.choices(b"abcdefgh <>", k=100))
            text = b"".join(lines[: chance.randrange(1, 70)])
            sent += text
            piece = packed.piece(text)
        wire += len(piece)
        heard += unzip.decompress(piece)
        assert heard == sent
    assert wire < len(sent) / 4


@pytest.mark.parametrize(
    ("accepted", "page", "stream"),
    [
        ("gzip", "gzip", "gzip"),
        ("br, gzip;q=0.5", "br", "gzip"),
        ("", None, None),
        ("br", "br", None),
        ("gzip;q=0", None, None),
        ("GZIP", "gzip", "gzip"),
    ],
)
def test_each_is_sent_what_it_reads(api: Api, accepted: str, page: str | None, stream: str | None) -> None:
    table = api.table()
    cookie = f"seats={table.token}"
    asked = {"Cookie": cookie, "Accept-Encoding": accepted, "HX-Request": "true", "HX-Request-Type": "partial"}
    for path, method, packed in ((f"/t/{table.code}", "GET", page), (f"/t/{table.code}/stream", "HEAD", stream)):
        answer = api.client().open(path, method=method, headers=asked)
        assert answer.headers.get("Content-Encoding") == packed, path


def test_a_stream_is_sealed_once_whoever_holds_its_socket(api: Api) -> None:
    table = api.table()
    answer = api.client().head(f"/t/{table.code}/live")
    assert answer.headers.getlist("X-Content-Type-Options") == ["nosniff"]
    with api.app.test_request_context():
        house = api.app.extensions["referee"]
        head = EventStream(house, house.store.latest(table.code), packed=False).head()
    assert head.count(b"X-Content-Type-Options: nosniff\r\n") == 1


def test_who_watched_and_is_gone_is_away(api: Api) -> None:
    table = api.table()
    token = table.join(1)

    def shown() -> str:
        return api.client().get(f"/t/{table.code}?watch", headers={"Cookie": f"seats={table.token}"}).text

    stream = opened(api.app, f"/t/{table.code}/stream", token)
    next(stream)
    assert "Without a phone just now" not in shown()
    stream.close()  # type: ignore[attr-defined]
    assert "Without a phone right now: Bruno" in shown()


def test_a_seat_taken_back_hears_no_secret_any_more(api: Api) -> None:
    table: Table = api.table("fata_morgana")
    ada = table.join(0)
    table.done({"kind": "hand", "seat": 0, "hand": {"red": 4, "blue": 6}}, ada)
    old = opened(api.app, f"/t/{table.code}/stream", ada)
    assert b"hand-0" in until(old, b"id: 1.")
    given = api.send("POST", f"/t/{table.code}/admit", {"seat": 0, "replace": True}, table.token)[1]["pass"]
    table.join(0, **{"pass": given})
    table.done({"kind": "points", "seat": 1, "by": 1})
    heard = until(old, b"id: 3.").rpartition(b"id: 3.")[2]
    assert b"hand-0" not in heard


@pytest.mark.parametrize("page", ["HX-Current-URL", "Referer"])
def test_what_is_added_to_a_page_is_in_the_pages_language(api: Api, page: str) -> None:
    table = api.table()
    asked = {"HX-Request": "true", "HX-Request-Type": "partial", "Cookie": f"seats={table.token}"}
    there = {**asked, page: f"http://localhost/t/{table.code}?lang=pl"}
    assert "Twoja tura: Ada" in api.client().get(f"/t/{table.code}", headers=there).text
    assert "Your turn, Ada" in api.client().get(f"/t/{table.code}", headers=asked).text
    assert "Tocca a te, Ada" in api.client().get(f"/t/{table.code}?lang=it", headers=there).text
    for odd in ("http://[", "?lang=xx", ""):
        assert "Your turn, Ada" in api.client().get(f"/t/{table.code}", headers={**asked, page: odd}).text
    whole = {"Cookie": f"seats={table.token}", "Accept": "text/html", page: f"http://localhost/t/{table.code}?lang=pl"}
    assert "Your turn, Ada" in api.client().get(f"/t/{table.code}", headers=whole).text
