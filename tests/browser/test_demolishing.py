"""With as many buildings as there may be: a card is tapped, then what goes for it, both in sight on every phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import wire
from tests.browser.conftest import SMALL, Phone
from tests.browser.finger import enter, tap
from tests.browser.workshop import BUILD

pytestmark = pytest.mark.browser


def test_one_demolishes_and_builds_with_two_taps(server: str, phone: Phone) -> None:
    host, page = wire.new_table(server, "Ada", "Bruno", track="full", prices={"labrium": 4}), phone("it", SMALL)
    for kind in ("metalle", "fornax", "alembic", "taberna", "domo") * 2:
        assert "seq" in host.enter(kind="building", seat=0, build=kind)
    host.enter(kind="cards", seat=0, by=6)
    host.enter(kind="place", seat=0, field=BUILD, draw="deck")
    wire.sit(page, host, 0)
    wire.shows(page, host)
    expect(page.locator("#action > .tableau .building")).to_have_count(9)
    assert page.locator(".stage").evaluate("(stage) => stage.scrollHeight <= stage.clientHeight")
    tap(page, page.locator("#action .building.legal", has_text="Labrium"))
    sheet = page.locator("#demolish-labrium")
    expect(sheet.locator(".building")).to_have_count(12)
    enter(page, sheet.get_by_role("button", name="Demolisci: Horten"))
    kinds = [one["kind"] for one in host.look()["players"][0]["buildings"]]
    assert len(kinds) == 12 and "labrium" in kinds and "horten" not in kinds
    assert host.look()["players"][0]["hand"] == 7
