"""A table as it was: by arrow keys and buttons with a script, by links and a form without one."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import SMALL, Phone
from tests.browser.wire import new_table

pytestmark = pytest.mark.browser
MOVES: tuple[dict[str, Any], ...] = (
    {"kind": "place", "seat": 0, "field": 3},
    {"kind": "fame", "seat": 0, "by": 2},
    {"kind": "end_turn", "seat": 0},
)


def at(page: Page, seq: int, of: int = 3) -> None:
    """Expect that the page shows the table as it stood after the entry `seq`."""
    expect(page).to_have_url(re.compile(rf"/at/{seq}$"))
    expect(page.locator("#past-told b")).to_have_text(f"Entry {seq} of {of}")
    expect(page.locator("[name=seq]")).to_have_value(str(seq))


def test_keys_and_buttons_step_through_the_log(phone: Phone, server: str) -> None:
    host = new_table(server, "Ada", "Bruno")
    for move in MOVES:
        host.enter(**move)
    page = phone("en", SMALL)
    page.goto(f"{host.table}/log")
    page.locator("summary").click()
    page.locator("li:has(> a[href$='/at/2'])").click(position={"x": 60, "y": 20})  # anywhere on its line
    at(page, 2)
    slider = page.get_by_role("slider", name="Entry")
    expect(page.get_by_role("button", name="Show", exact=True)).to_be_hidden()  # the script is there
    slider.focus()
    page.keyboard.press("ArrowLeft")
    at(page, 1)
    expect(slider).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at(page, 3)
    page.get_by_role("link", name="To the start").press("Enter")
    at(page, 0)
    expect(page.get_by_role("link", name="To the start")).to_be_focused()
    page.get_by_role("link", name="One turn on").click()
    at(page, 3)
    page.get_by_role("button", name="Go on from here").click()
    expect(page).to_have_url(re.compile(r"/t/(?!" + host.table[-6:] + r")\w{6}/lobby$"))


def test_without_a_script_it_is_links_and_a_form(server: str, browser: Browser) -> None:
    host = new_table(server, "Ada", "Bruno")
    for move in MOVES:
        host.enter(**move)
    plain = browser.new_context(base_url=server, java_script_enabled=False, viewport={"width": 320, "height": 568})
    page = plain.new_page()
    page.goto(f"{host.table}/at/3?lang=en")
    page.get_by_role("link", name="One entry back").click()
    at(page, 2)
    page.locator("[name=seq]").fill("1")
    page.get_by_role("button", name="Show", exact=True).click()
    at(page, 1)
    plain.close()
