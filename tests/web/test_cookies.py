"""A browser that keeps no cookies: it is told so, and nothing is made or held for nobody."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.web.conftest import Api

BROWSER = {"Origin": "http://localhost", "Accept": "text/html", "Accept-Language": "en"}


def post(app: Flask, path: str, first: str, keeps: bool, **form: Any) -> Any:
    """Open the page `first`, then send its form, with its cookies or without."""
    phone = app.test_client(use_cookies=keeps)
    assert phone.get(first, headers={"Accept": "text/html"}).status_code == 200
    return phone.post(path, data=form, headers=BROWSER)


@pytest.mark.parametrize("game", ["alchemicus", "fata_morgana"])
@pytest.mark.parametrize("seat", ["0", "watch"])
def test_no_seat_is_held_for_a_browser_that_would_not_know_it_again(app: Flask, api: Api, game: str, seat: str) -> None:
    table = api.table(game)
    lobby, join = f"/t/{table.code}/lobby", f"/t/{table.code}/join"
    told = post(app, join, lobby, keeps=False, seat=seat)
    assert told.status_code == 403 and "This browser blocks cookies" in told.text
    assert app.extensions["referee"].store.seats.held(table.code) == set()
    assert post(app, join, lobby, keeps=True, seat=seat).status_code == 303


def test_no_table_is_made_by_a_host_who_would_not_be_one(app: Flask) -> None:
    form = {"game": "alchemicus", "players[]": ["Ada", "Bruno"]}
    before = app.extensions["referee"].store.count
    told = post(app, "/tables", "/new/alchemicus", keeps=False, **form)
    assert told.status_code == 403 and "Allow cookies for this address" in told.text
    assert app.extensions["referee"].store.count == before
    assert post(app, "/tables", "/new/alchemicus", keeps=True, **form).status_code == 303


def test_a_program_needs_no_cookie(api: Api) -> None:
    table = api.table()
    assert api.send("POST", f"/t/{table.code}/join", {"seat": 0}, Origin="http://localhost")[0] == 200


def test_rules_and_desks_need_no_cookie(app: Flask) -> None:
    result = {"players.0.name": "Ada", "players.0.fame": "17"}
    assert post(app, "/desk/alchemicus/result", "/desk/alchemicus/result", keeps=False, **result).status_code != 403
    assert app.test_client(use_cookies=False).get("/rules/alchemicus").status_code == 200
