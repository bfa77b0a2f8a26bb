"""Who guesses codes too often gets 429 for every code, right or wrong, but where the request brings a known token."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from referee.pages.identity import address
from tests.apps import app_with
from tests.web.conftest import Api, Table

WRONG = "ZZZZZZ"


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Flask]:
    made = app_with({"DATA": str(tmp_path), "TESTING": True, "LIMITS": {"guess": "5/minute"}})
    yield made
    made.extensions["referee"].store.close()


def ask(app: Flask, path: str, token: str = "", sender: str = "203.0.113.7", **more: Any) -> int:
    headers = {"Accept": "application/json", **({"Authorization": f"Bearer {token}"} if token else {}), **more}
    answer = app.test_client(use_cookies=False).get(path, headers=headers, environ_base={"REMOTE_ADDR": sender})
    return answer.status_code


def guess(app: Flask, sender: str = "203.0.113.7", times: int = 5) -> None:
    for _ in range(times):
        assert ask(app, f"/t/{WRONG}", sender=sender) == 404


WAYS: dict[str, Callable[[str], tuple[str, dict[str, str]]]] = {
    "a table": lambda code: (f"/t/{code}", {}),
    "its log": lambda code: (f"/t/{code}/log", {}),
    "its stream": lambda code: (f"/t/{code}/live", {}),
    "small letters": lambda code: (f"/t/{code.lower()}", {}),
    "a code that was typed": lambda code: (f"/join?code={code}", {}),
    "a list of tables": lambda code: ("/", {"Cookie": f"tables={code}"}),
}


@pytest.mark.parametrize("way", WAYS)
def test_beyond_the_limit_right_and_wrong_codes_are_answered_alike(guarded: Flask, way: str) -> None:
    right = Api(guarded).table().code
    guess(guarded)
    for code in (right, WRONG):
        path, headers = WAYS[way](code)
        assert ask(guarded, path, **headers) == 429
        assert ask(guarded, path, "a token nobody has", **headers) == 429


def test_below_it_nobody_feels_it(guarded: Flask) -> None:
    code = Api(guarded).table().code
    guess(guarded, times=4)
    assert ask(guarded, f"/t/{code}") == 200
    assert ask(guarded, f"/join?code={code}") == 302


def test_a_token_known_at_that_table_opens_it_and_no_other(guarded: Flask) -> None:
    api = Api(guarded)
    table: Table = api.table()
    other: Table = api.table()
    seat, watcher = table.join(0), table.join(None)
    guess(guarded)
    for token in (table.token, seat, watcher):
        assert ask(guarded, f"/t/{table.code}", token) == 200
        assert ask(guarded, f"/t/{table.code}", Cookie=f"seats={token}") == 200
        assert ask(guarded, f"/t/{other.code}", token) == 429
    assert ask(guarded, "/") == 200 and ask(guarded, "/rules") == 200


def test_what_is_read_beside_a_table_tells_nothing(guarded: Flask) -> None:
    code = Api(guarded).table("alchemicus").code
    guess(guarded)

    def page(of: str) -> str:
        sent = guarded.test_client().get(f"/rules/alchemicus?from=/t/{of}", environ_base={"REMOTE_ADDR": "203.0.113.7"})
        assert sent.status_code == 200
        return sent.text.replace(of, "…")

    assert page(code) == page(WRONG)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
    ],
)
def test_an_address_is_a_customers(guarded: Flask, one: str, other: str, alike: bool) -> None:
    def counted(sender: str) -> str:
        with guarded.test_request_context("/", environ_base={"REMOTE_ADDR": sender}):
            return address()

    assert (counted(one) == counted(other)) is alike


def test_a_whole_network_guesses_no_more_than_one(guarded: Flask) -> None:
    code = Api(guarded).table().code
    for number in range(5):
        assert ask(guarded, f"/t/{WRONG}", sender=f"2001:db8::{number + 1:x}") == 404
    assert ask(guarded, f"/t/{code}", sender="2001:db8::ffff") == 429
    assert ask(guarded, f"/t/{code}", sender="2001:db8:0:1::1") == 200


# --- what one address leaves behind on a hosted server -------------------------------------------------------------


def test_a_hosted_server_bounds_what_one_address_leaves_in_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFEREE_HOSTS", "referee.example.org")
    monkeypatch.setenv("REFEREE_TABLES_A_DAY", "3")
    monkeypatch.setenv("REFEREE_MEGABYTES_A_DAY", "1")
    app = app_with({"DATA": str(tmp_path), "TESTING": True})
    api = Api(app)
    codes = [api.table().code for _ in range(3)]
    assert {len(code) for code in codes} == {8}, "longer where all the world can ask"
    made = {"game": "alchemicus", "players": ["Ada", "Bruno"]}
    assert api.send("POST", "/tables", made)[0] == 429
    assert api.send("POST", "/tables/import", {**made, "options": {}, "log": []})[0] == 429
    statuses = {api.send("POST", f"/t/{codes[0]}/entries", {"key": "x" * 60_000}, "nobody")[0] for _ in range(20)}
    assert 429 in statuses and api.send("GET", f"/t/{codes[0]}")[0] == 200
    app.extensions["referee"].store.close()


def test_a_house_bounds_nothing_by_the_day(tmp_path: Path) -> None:
    app = app_with({"DATA": str(tmp_path)})
    assert not {"tables", "bytes"} & set(app.config["LIMITS"])
    app.extensions["referee"].store.close()
