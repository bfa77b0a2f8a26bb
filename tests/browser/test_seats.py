"""A phone that sat down in the wrong place stands up, and everybody sees it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SMALL, Phone
from tests.browser.wire import new_table, sit

pytestmark = pytest.mark.browser


def lobby(page: Page) -> None:
    page.locator(".strip [popovertarget=menu]").click()
    page.get_by_role("link", name="Players and QR code").click()
    expect(page.get_by_role("heading", name="Who are you?")).to_be_visible()


def test_a_phone_that_took_the_wrong_seat_stands_up_and_takes_its_own(phone: Phone, server: str) -> None:
    host = new_table(server, "Ada", "Bruno", game="fata_morgana")
    ada, bruno = phone("en", SMALL), phone("en", SMALL)
    sit(bruno, host, 0)
    lobby(bruno)
    expect(bruno.get_by_role("button", name="Stand up: Bruno")).to_have_count(0)
    bruno.get_by_role("button", name="Stand up: Ada").click()
    expect(bruno.get_by_role("button", name="Sit here: Ada")).to_be_visible()
    sit(ada, host, 0)
    bruno.get_by_role("button", name="Sit here: Bruno").click()
    expect(bruno.locator("#table")).to_be_visible()
    expect(ada.locator("#away")).to_be_hidden()
    lobby(bruno)
    expect(bruno.get_by_role("button", name="Just watch")).to_have_count(0)
    bruno.get_by_role("button", name="Stand up: Bruno").click()
    bruno.get_by_role("button", name="Just watch").click()
    expect(bruno.locator("#table")).to_be_visible()
    lobby(bruno)
    expect(bruno.get_by_role("button", name="Sit here: Bruno")).to_be_visible()
    expect(ada.locator("#away")).to_be_hidden()
