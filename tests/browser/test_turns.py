"""Whose move it is on several phones: another's is unfolded first, and what another took back is read by all."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SMALL, Phone
from tests.browser.test_sync import STEADY_MS, posts, shows
from tests.browser.wire import new_table, sit

pytestmark = pytest.mark.browser


def finger(page: Page, button: Locator) -> None:
    """Tap where the button is: nothing scrolls, as it does when Playwright's own click gives it the focus."""
    box = button.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_anothers_move_is_unfolded_first_and_a_tap_that_unfolds_it_enters_nothing(phone: Phone, server: str) -> None:
    host, ada, bruno = new_table(server, "Ada", "Bruno", "Celina"), phone("en", SMALL), phone("pl", SMALL)
    host.enter(kind="place", seat=0, field=2)
    sit(bruno, host, 1)
    end_turn = bruno.locator('.thumb button[value*="end_turn"]')
    expect(end_turn).to_be_visible()
    sit(ada, host, 0)
    expect(end_turn).to_be_hidden()
    expect(ada.locator('.thumb button[value*="end_turn"]')).to_be_visible()
    undo = bruno.locator("#undo").bounding_box()
    sent = posts(bruno)
    finger(bruno, bruno.locator(".thumb summary"))
    expect(end_turn).to_be_visible()
    finger(bruno, end_turn)
    bruno.wait_for_timeout(STEADY_MS)
    assert sent == []
    assert bruno.locator("#undo").bounding_box() == undo
    end_turn.click()
    shows(bruno, host)
    assert host.look()["to_move"] == 1
    expect(bruno.locator(".thumb details")).to_have_count(0)


def test_what_another_phone_took_back_is_read_above_the_thumbs_buttons(phone: Phone, server: str) -> None:
    host, ada, bruno = new_table(server, "Ada", "W" * 40, game="homunculus"), phone("en", SMALL), phone("it", SMALL)
    host.enter(kind="draw", seat=0)
    sit(ada, host, 0)
    sit(bruno, host, 1)
    before = bruno.locator("#undo").bounding_box()
    ada.wait_for_timeout(STEADY_MS)
    ada.locator("#undo").click()
    expect(bruno.locator("#back")).to_have_text("Ada annulla: Ada: un tassello pescato.")
    expect(bruno.locator("#said")).to_contain_text("Ada annulla: Ada: un tassello pescato.")
    assert bruno.locator("#undo").bounding_box() == before
    host.enter(kind="draw", seat=0)
    expect(bruno.locator("#back")).to_be_hidden()
