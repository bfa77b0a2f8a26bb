"""The page of a house's backups: whom it opens to, and that no token of a table is enough."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from referee.store import backups
from tests.apps import app_with
from tests.web.conftest import Api

TOLD = {"red": 4, "blue": 6}
KEY = "a-key-that-the-start-prints"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Flask]:
    app = app_with({"DATA": str(tmp_path), "HOUSE": True, "BACKUP_KEY": KEY, "LIMITS": {"guess": "20/minute"}})
    yield app
    app.extensions["referee"].store.close()


def asked(
    app: Flask, path: str, address: str = "192.168.1.30", host: str = "192.168.1.20", **headers: str
) -> tuple[int, str]:
    answer = app.test_client().get(
        path, headers={"Host": host, "Accept": "text/html", **headers}, environ_overrides={"REMOTE_ADDR": address}
    )
    text = answer.get_data().decode("latin-1")
    answer.close()
    return answer.status_code, text


def told(api: Api) -> tuple[str, str, str]:
    """Set a table where Ada told a hand in secret; return its code, the host's and Ada's token."""
    table = api.table("fata_morgana")
    token = table.join(0)
    table.done({"kind": "hand", "seat": 0, "hand": TOLD}, token)
    return table.code, table.token, token


def test_they_open_on_the_servers_own_machine_or_with_the_key_and_to_no_token(house: Flask) -> None:
    code, host, seat = told(Api(house))
    store = house.extensions["referee"].store
    file = backups.back_up(store, Path(house.config["DATA"], backups.FOLDER))
    assert file is not None
    pages = ("/backups", f"/backups/{file.name}")
    for page in pages:
        for address in ("127.0.0.1", "::1"):
            assert asked(house, page, address, "localhost:8000")[0] == 200
        assert asked(house, f"{page}?key={KEY}")[0] == 200
        for token in (host, seat):
            held = {"Cookie": f"seats={token}; key={KEY}", "Authorization": f"Bearer {token}"}
            assert asked(house, page, **held)[0] == 403
            assert asked(house, f"{page}?key={token}")[0] == 403
        for address, name in (
            ("192.168.1.30", "127.0.0.1"),
            ("127.0.0.1", "192.168.1.20"),
            ("127.0.0.1", "evil.example"),
            ("10.0.0.1", "localhost"),
        ):
            assert asked(house, page, address, name)[0] == 403
        for wrong in ("key=", "key=x", f"key={KEY}x", "key=%00", "key=%ED%A0%80"):
            assert asked(house, f"{page}?{wrong}")[0] == 403
    shown = asked(house, pages[0], "127.0.0.1", "localhost")[1]
    assert file.name in shown and code not in shown and "Ada" not in shown
    assert asked(house, f"/backups/../referee.sqlite?key={KEY}")[0] in (403, 404)
    assert asked(house, f"/backups/referee.sqlite?key={KEY}")[0] == 404


def test_a_backup_holds_what_was_told_in_secret_and_an_export_does_not(house: Flask, tmp_path: Path) -> None:
    code, host, seat = told(Api(house))
    store = house.extensions["referee"].store
    file = backups.back_up(store, tmp_path / "copies")
    with sqlite3.connect(file) as copy:
        moves = [move for (move,) in copy.execute("SELECT move FROM entries")]
    copy.close()
    assert any('"red":4' in move for move in moves)
    for token in (host, seat, ""):
        export = house.test_client().get(f"/t/{code}/export", headers={"Cookie": f"seats={token}"}).text
        assert '"red":4' not in export.replace(" ", "") and '"blue":6' not in export.replace(" ", "")


def test_behind_a_tunnel_nobody_is_the_servers_own_machine(tmp_path: Path) -> None:
    for settings in ({"PUBLIC": True}, {"PROXIES": 1}):
        app = app_with({"DATA": str(tmp_path), "HOUSE": True, "BACKUP_KEY": KEY, **settings})
        assert asked(app, "/backups", "127.0.0.1", "localhost")[0] == 403
        assert asked(app, f"/backups?key={KEY}", "127.0.0.1", "localhost")[0] == 200
        app.extensions["referee"].store.close()
    hosted = app_with({"DATA": str(tmp_path), "HOUSE": False})
    assert asked(hosted, "/backups", "127.0.0.1", "localhost")[0] == 404
    hosted.extensions["referee"].store.close()
    keyless = app_with({"DATA": str(tmp_path), "HOUSE": True})
    for key in ("", "None"):
        assert asked(keyless, f"/backups?key={key}")[0] == 403
    keyless.extensions["referee"].store.close()


def test_keys_cannot_be_tried_out(house: Flask) -> None:
    statuses = [asked(house, f"/backups?key=x{number}")[0] for number in range(30)]
    assert statuses[0] == 403 and statuses[-1] == 429
    assert asked(house, "/backups", "127.0.0.1", "localhost")[0] == 200


def test_one_can_be_made_now(house: Flask) -> None:
    own = {"Host": "localhost", "Origin": "http://localhost"}
    here = {"REMOTE_ADDR": "127.0.0.1"}
    empty = asked(house, "/backups?lang=pl", "127.0.0.1", "localhost")[1]
    assert "/backups/day-2" not in empty
    told(Api(house))
    for foreign in ({**own, "Origin": "http://evil.example"}, {"Host": "192.168.1.20"}):
        assert house.test_client().post("/backups", headers=foreign, environ_overrides=here).status_code == 403
    made = house.test_client().post("/backups", headers=own, environ_overrides=here)
    assert (made.status_code, made.headers["Location"]) == (303, "/backups")
    assert asked(house, "/backups", "127.0.0.1", "localhost")[1].count('href="/backups/day-') == 1
