"""A phone that sat down in the wrong place stands up, and everybody sees it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SMALL, Phone
from tests.browser.script import ask
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
    expect(row.locator(".tag")).to_have_count(0)
    expect(row.get_by_role("button", name="I’ll play this seat too: Bruno")).to_be_visible()
    expect(typed.locator("[name=name]")).to_have_value("Cel")


def test_the_lobby_hears_after_a_name_was_left_as_it_is_and_after_one_was_refused(phone: Phone, server: str) -> None:
    """The pencil that was tapped keeps the focus, and a refused name is answered at an address of its own."""
    host, page = new_table(server, "Ada", "Bruno", game="homunculus"), phone("en", SMALL)
    page.goto(f"{host.table}/lobby")
    pencil = page.get_by_label("Change name: Ada").first
    pencil.click()
    pencil.click()
    ada = page.locator("li.player", has_text="Ada")
    assert b"token" in ask(f"{host.table}/join", {"seat": 0})
    expect(ada.locator(".tag")).to_have_text("taken")
    expect(ada.get_by_role("button", name="Sit here: Ada")).to_be_focused()
    page.get_by_label("Change name: Bruno").first.click()
    page.get_by_label("Change name: Bruno").last.fill("Ada")
    page.get_by_label("Change name: Bruno").last.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    assert page.url.endswith("/name") or page.url.endswith("/join")
    page.locator("li.player", has_text="Bruno").locator("summary").click()
    assert b"token" in ask(f"{host.table}/join", {"seat": 1})
    expect(page.locator("li.player", has_text="Bruno").locator(".tag")).to_have_text("taken")
    ask(f"{host.table}/delete", {}, host.token)
    expect(page.locator(".seats")).to_have_count(0)
