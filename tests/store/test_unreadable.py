"""What one server cannot read takes nothing else down: it is named, and stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.store import StorageError, Store, Unreadable
from referee.store.tables import ADD_ANY
from tests.store.positions import MADE, new, tap
from tests.web.conftest import Api, api, app

__all__ = ["api", "app"]
NEWER = 1, MADE, 0, '{"kind":"pilgrimage","seat":0}', None, 0, 2, 0, "phone", '"k"'
DAMAGE: dict[str, Callable[[Any, str], object]] = {
    "an entry of a newer release": lambda run, code: run(ADD_ANY, code, *NEWER),
    "an entry that is no JSON": lambda run, code: run(ADD_ANY, code, *NEWER[:3], "{", *NEWER[4:]),
    "a key that is no JSON": lambda run, code: run(
        ADD_ANY, code, *NEWER[:3], '{"kind":"fame","seat":0,"by":1}', *NEWER[4:9], "k"
    ),
    "a seat that is not there": lambda run, code: run(
        ADD_ANY, code, *NEWER[:3], '{"kind":"fame","seat":7,"by":1}', *NEWER[4:]
    ),
    "an unknown option": lambda run, code: run("""UPDATE tables SET options = '{"tempo":1}' WHERE code = ?""", code),
    "options that are no JSON": lambda run, code: run("UPDATE tables SET options = '{' WHERE code = ?", code),
    "an unknown game": lambda run, code: run("UPDATE tables SET game = 'whist' WHERE code = ?", code),
    "players that are none": lambda run, code: run("UPDATE tables SET players = '7' WHERE code = ?", code),
}


def damage(store: Store, code: str, how: str) -> None:
    with store.database.transaction() as run:
        DAMAGE[how](run, code)
    store.memory.clear()


@pytest.mark.parametrize("how", DAMAGE)
def test_one_unreadable_table_is_refused_and_kept(store: Store, how: str, caplog: pytest.LogCaptureFixture) -> None:
    new(store, "AAAAAA")
    table = new(store)
    damage(store, "AAAAAA", how)
    before = store.database.rows("SELECT * FROM tables ORDER BY code"), store.database.rows("SELECT * FROM entries")
    for _ in range(2):
        with pytest.raises(Unreadable):
            store.latest("AAAAAA")
        with pytest.raises(StorageError):
            store.table("AAAAAA")
        assert store.readable("AAAAAA") is None
    assert caplog.text.count("cannot be read") == 1, "named once"
    assert "AAAAAA" not in caplog.text, "a code is a key"
    now = store.latest(table.code)
    assert now is not None and tap(store, now, "one").seq == 1
    after = store.database.rows("SELECT * FROM tables ORDER BY code"), store.database.rows("SELECT * FROM entries")
    assert (after[0], len(after[1])) == (before[0], len(before[1]) + 1)
    assert store.delete("AAAAAA")


def test_one_unreadable_thing_that_is_remembered_leaves_the_others(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    store.remember("alchemicus", "price domo", 4)
    with store.database.transaction() as run:
        run("INSERT INTO remembered VALUES ('alchemicus', 'ring', '[')")
    store.memory.clear()
    assert store.remembered("alchemicus") == {"price domo": 4}
    assert "alchemicus as ring cannot be read" in caplog.text


@pytest.mark.parametrize("how", ["an entry of a newer release", "an unknown game", "an unknown option"])
def test_a_phone_that_was_at_one_finds_its_others_and_is_told_of_it(app: Flask, api: Api, how: str) -> None:
    phone = app.test_client()
    codes = []
    for _ in range(2):
        made = phone.post("/tables", data={"game": "alchemicus", "players[]": ["Ada", "Bruno"]})
        codes.append(made.headers["Location"].split("/")[2])
    damage(app.extensions["referee"].store, codes[0], how)
    for language, said in (("en", "cannot be read"), ("it", "non si può leggere"), ("pl", "nie da się odczytać")):
        page = phone.get(f"/?lang={language}")
        assert page.status_code == 200
        assert f'href="/t/{codes[1]}"' in page.text and f'href="/t/{codes[0]}"' not in page.text
        assert codes[0] in page.text and said in page.text
    assert phone.get("/new/alchemicus").status_code == 200
    for path in (f"/t/{codes[0]}", f"/t/{codes[0]}/log", f"/t/{codes[0]}/lobby"):
        answer = phone.get(path)
        assert answer.status_code == 503 and f"Table {codes[0]} cannot be read" in answer.text
    status, answer = api.send("GET", f"/t/{codes[0]}")
    assert (status, answer["error"]["code"]) == (503, "storage") and codes[0] in answer["error"]["message"]
    assert phone.get(f"/rules/alchemicus?from=/t/{codes[0]}").status_code == 200
    assert api.get("/healthz") == {"ok": True}


def test_a_table_whose_next_one_is_unreadable_goes_on(app: Flask, api: Api) -> None:
    table = api.table()
    following = api.table()
    app.extensions["referee"].store.set_successor(table.code, following.code)
    damage(app.extensions["referee"].store, following.code, "an entry of a newer release")
    auth = {"Authorization": f"Bearer {table.token}"}
    phone: FlaskClient = app.test_client()
    for page in ("", "/sheet", "/log", "/lobby"):
        assert phone.get(f"/t/{table.code}{page}", headers=auth).status_code == 200
    table.done({"kind": "fame", "seat": 0, "by": 1})


WRONG: list[Any] = [7000, "x", None, [], [1], {"a": 1}, ["spirit"] * 8, [["red", "red"]] * 10, {"sulphur": -1}]
NAMES = ("ring", "spirit_ring", "cauldrons", "favourites", "price horten", "price ", "tile tail blue", "more")


def test_what_is_remembered_wrongly_is_as_good_as_not_remembered(app: Flask, api: Api) -> None:
    store, games = app.extensions["referee"].store, app.extensions["referee"].games
    phone = app.test_client()
    for game in games:
        for value in WRONG:
            for what in NAMES:
                store.remember(game, what, value)
            assert store.remembered(game) == {}
        table = api.table(game)
        auth = {"Authorization": f"Bearer {table.token}"}
        paths = ("", "/lobby", "/corrections?seat=0", "/board", "/next", "/sheet")
        for path in (f"/new/{game}", f"/rules/{game}", "/desks", *(f"/t/{table.code}{path}" for path in paths)):
            assert phone.get(path, headers=auth).status_code in (200, 404), path
        for desk in games[game].desks:
            assert phone.get(f"/desk/{game}/{desk}").status_code == 200
