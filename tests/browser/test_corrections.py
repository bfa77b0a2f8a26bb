"""The page of corrections: each tap is an entry, the page stays as it is, and what comes in between is said."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SMALL, STEADY_MS, Phone, Server, eventually, steady
from tests.browser.script import Script, ask
from tests.browser.test_slow import entered
from tests.browser.wire import Wire, new_table, shows, sit

pytestmark = pytest.mark.browser


def putting_right(page: Page, host: Script, at: str = "") -> Locator:
    """Sit down with three tiles, open the page; return the button that adds one."""
    sit(page, host, 0, at)
    page.locator(".owner:visible").click()
    page.locator("#set-0 a[href*=corrections]").click()
    page.wait_for_url("**/corrections*")
    page.evaluate("window.kept = true")
    return page.get_by_role("button", name="Tiles in hand: one more")


def test_each_tap_counts_and_the_page_stays_where_it_is(phone: Phone, server: str, wire: Wire) -> None:
    host, page = new_table(server, "Ada", "Bruno", game="homunculus"), phone("en", SMALL, at=wire.url)
    more = putting_right(page, host, wire.url)
    page.evaluate("scrollTo(0, 150)")
    before = more.bounding_box()
    page.locator("select[name=ingredient]").select_option("mandrake")
    page.evaluate("scrollTo(0, 150)")
    wire.hold_requests()
    for _ in range(3):
        more.click()
    wire.let()
    expect(page.locator(".stepper .num").first).to_have_text("6")
    expect(page.locator(".newest[role=status] .what")).to_have_text("Ada: correction: +3 tiles in hand.")
    expect(page.locator(".newest")).to_be_in_viewport(ratio=1)
    expect(more).to_be_focused()
    assert more.bounding_box() == before
    expect(page.locator("select[name=ingredient]")).to_have_value("mandrake")
    assert page.evaluate("window.kept")
    assert entered(host) == ["tiles"] * 3


def test_what_is_refused_is_said_at_the_table(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno", game="homunculus"), phone("en", SMALL)
    more = putting_right(page, host)
    ask(f"{host.table}/close", {}, host.token)
    more.click()
    page.wait_for_url(re.compile(r"/t/\w+$"))
    expect(page.locator("#notice .refusal")).to_contain_text("This table is closed.")
    shows(page, host)
    assert entered(host) == []


def test_a_tap_that_is_refused_takes_none_with_it(phone: Phone, server: str, wire: Wire) -> None:
    host, page = new_table(server, "Ada", "Bruno", game="homunculus"), phone("en", SMALL, at=wire.url)
    putting_right(page, host, wire.url)
    wire.hold_requests()
    for _ in range(4):
        page.get_by_role("button", name="Tiles in hand: one fewer").click()
    for _ in range(3):
        page.get_by_role("button", name="mercury: one more").click()
    wire.let()
    page.wait_for_url(re.compile(r"/t/\w+$"))
    expect(page.locator("#notice .refusal")).to_contain_text("below zero")
    assert entered(host) == ["tiles"] * 3 + ["ingredients"] * 3


def test_who_goes_back_to_the_table_leaves_no_tap_behind(phone: Phone, server: str, wire: Wire) -> None:
    host, page = new_table(server, "Ada", "Bruno", game="homunculus"), phone("en", SMALL, at=wire.url)
    more = putting_right(page, host, wire.url)
    wire.hold_requests()
    for _ in range(5):
        more.click()
    page.evaluate("location.assign(document.querySelector('#main a').href)")
    page.wait_for_timeout(STEADY_MS)  # nothing is asked of a page that is leaving
    wire.let()
    page.wait_for_url(re.compile(r"/t/\w+$"))
    eventually(page, lambda: entered(host) == ["tiles"] * 5)


def test_a_key_that_is_held_is_one_tap(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno", game="homunculus"), phone("en", SMALL)
    more = putting_right(page, host)
    more.focus()
    for _ in range(12):  # the first is the tap, the others are its repeats
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(page.locator(".stepper .num").first).to_have_text("4")
    steady(page)
    assert entered(host) == ["tiles"]


def test_a_tap_whose_answer_is_lost_is_sent_again_and_counts_once(phone: Phone, server: str, wire: Wire) -> None:
    host, page = new_table(server, "Ada", "Bruno", game="homunculus"), phone("en", SMALL, at=wire.url)
    more = putting_right(page, host, wire.url)
    wire.answers = False
    more.click()
    eventually(page, lambda: host.look()["seq"] == 1)
    wire.answers = True
    wire.cut()
    expect(page.locator(".stepper .num").first).to_have_text("4")
    assert entered(host) == ["tiles"]


def test_taps_that_reach_no_server_are_sent_once_it_is_back(phone: Phone, own_server: Server) -> None:
    host = new_table(own_server.url, "Ada", "Bruno", game="homunculus")
    page = phone("en", SMALL, at=own_server.url)
    more = putting_right(page, host)
    page.evaluate("htmx.config.defaultTimeout = 500")  # a minute, else
    own_server.kill()
    for _ in range(3):
        more.click()
    expect(page.locator("#cut-off")).to_have_text("No connection to the table. It will reconnect by itself.")
    page.wait_for_timeout(2000)
    own_server.start()
    expect(page.locator(".stepper .num").first).to_have_text("6")
    expect(page.locator("#cut-off")).to_be_hidden()
    assert entered(host) == ["tiles"] * 3
