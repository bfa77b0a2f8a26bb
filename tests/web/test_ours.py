"""Every answer of the app's says whose it is, so that no page of somebody else's is taken for one."""

from __future__ import annotations

import pytest

from referee.pages.assets import STATIC
from referee.pages.gate import OWN_HEADER
from tests.web.conftest import Api

ADDRESSES = {
    "/": 200,
    "/version": 200,
    "/healthz": 200,
    "/worker.js": 200,
    "/manifest.webmanifest": 200,
    "/static/icons/icon.svg": 200,
    "/static/nothing": 404,
    "/nothing": 404,
    "/t/AAAAAA": 404,
    "/tables": 405,
    "/language/pl?back=/rules": 303,
    "/rules/search?q=golem": 200,
    "/offline": 200,
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_answer_says_that_it_is_the_referees(api: Api, address: str) -> None:
    for accept in ("application/json", "text/html"):
        with api.client().get(address, headers={"Accept": accept}) as answer:
            assert (answer.status_code, answer.headers.getlist("Referee")) == (ADDRESSES[address], ["1"])


def test_streams_say_it_too(api: Api) -> None:
    table = api.table()
    for way in ("live", "stream"):
        with api.client().get(f"/t/{table.code}/{way}", buffered=False) as answer:
            assert answer.headers.getlist("Referee") == ["1"]


def test_what_looks_whose_an_answer_is_finds_the_header_the_server_sends() -> None:
    for script in ("phone.js", "worker.js"):
        assert f'answer.headers.has("{OWN_HEADER}")' in (STATIC / script).read_text(encoding="utf-8")
