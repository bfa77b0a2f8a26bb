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


def test_the_lobby_hears_who_sits_down_and_who_stands_up(phone: Phone, server: str) -> None:
    """Also on the phone of a host who waits there with a seat; a name that is being changed stays as it is."""
    host = new_table(server, "Ada", "Bruno", "Celina", game="homunculus")
    ada, bruno = phone("en", SMALL), phone("pl", SMALL)
    ada.goto(f"{host.table}/lobby")
    row = ada.locator("li.player", has_text="Bruno")
    expect(row.get_by_role("button", name="Sit here: Bruno")).to_be_visible()
    sit(bruno, host, 1)
    expect(row.locator(".tag")).to_have_text("taken")
    sit(ada, host, 0)
    lobby(ada)
    expect(row.locator(".tag")).to_have_text("taken")
    expect(row.locator("form[action$=join]")).to_have_count(0)
    typed = ada.locator("li.player", has_text="Celina")
    typed.locator("summary").click()
    typed.locator("[name=name]").fill("Cel")
    bruno.locator(".strip [popovertarget=menu]").click()
    bruno.get_by_role("link", name="Gracze i kod QR").click()
    bruno.get_by_role("button", name="Wstań i zwolnij miejsce: Bruno").click()
    expect(bruno.get_by_role("button", name="Wstań i zwolnij miejsce: Bruno")).to_have_count(0)
    with ada.expect_response("**/lobby"):
        pass
    expect(typed.locator("[name=name]")).to_have_value("Cel")
    typed.locator("summary").click()
    ada.locator("h2").first.click()
    expect(row.locator(".tag")).to_have_count(0)
    expect(row.get_by_role("button", name="I’ll play this seat too: Bruno")).to_be_visible()
