"""The rules over the table: nobody leaves it to read them, and what was begun under them stays."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import SMALL, TALL, Phone, eventually
from tests.browser.finger import enter, tap
from tests.browser.wire import Wire, new_table, sit
from tests.browser.workshop import SALE, field

pytestmark = pytest.mark.browser

LONG_NAMES = ("Ada", "Bartholomew", "Żaneta", "Élodie", "Lo")
BOOK = ".strip-tools a"
SHEET = "#rules"


@pytest.mark.parametrize(
    ("game", "names", "options"),
    [
        ("alchemicus", LONG_NAMES[:4], {"track": "full", "expansion": "noctis"}),
        ("homunculus", LONG_NAMES, {"track": "full"}),
        ("fata_morgana", LONG_NAMES[:4], {}),
    ],
)
def test_the_book_is_one_tap_from_the_smallest_stage(
    server: str, phone: Phone, game: str, names: tuple[str, ...], options: dict[str, str]
) -> None:
    host, page = new_table(server, *names, game=game, **options), phone("pl", SMALL)
    sit(page, host, 0)
    book = page.get_by_role("link", name="Zasady na ten moment gry")
    box = book.bounding_box()
    assert box and box["width"] >= 44 and box["height"] >= 44 and box["x"] + box["width"] <= 320
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
    tap(page, book)
    expect(page.locator("#rules-read h2")).to_be_focused()
    expect(page.locator("#rules-read h2")).to_have_text("Zasady na ten moment gry")
    assert page.locator("#rules-read .moment-rule").count() >= 1
    assert page.evaluate("document.querySelector('#rules').scrollWidth - innerWidth") <= 0
    assert page.url.endswith(host.table.removeprefix(server))
    page.keyboard.press("Escape")
    expect(page.locator(SHEET)).to_be_hidden()
    expect(book).to_be_focused()


def test_one_reads_on_in_the_sheet_and_comes_back_step_by_step(server: str, phone: Phone) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("en", SMALL)
    sit(page, host, 0)
    enter(page, field(page, SALE))
    page.locator(BOOK).click()
    rule = page.locator("#rules-read a.rule-id", has_text=re.compile("^AL-SELL-PRICE$"))
    rule.click()
    expect(page.locator("#AL-SELL-PRICE")).to_be_focused()
    expect(page.locator("#AL-SELL-PRICE")).to_be_in_viewport()
    expect(page.locator(f"{SHEET} .back-to-table")).to_have_count(0)
    page.locator("#AL-SELL-PRICE .related a").first.click()
    eventually(page, lambda: not page.locator("#AL-SELL-PRICE.led-to").count())
    back = page.locator("[data-reads-back]")
    back.click()
    expect(page.locator("#AL-SELL-PRICE")).to_be_in_viewport()
    # A search goes on from there; what is typed further takes its place.
    page.locator(f"{SHEET} input[type=search]").fill("transmute")
    expect(page.locator("#rules-read a.hit").first).to_contain_text("AL-TRANSMUTE")
    page.locator(f"{SHEET} input[type=search]").fill("spirit")
    expect(page.locator("#rules-read a.hit").first).to_contain_text("Spirit")
    page.locator("#rules-read a.hit").first.click()
    expect(page.locator("#rules-read a.hit")).to_have_count(0)
    back.click()
    back.click()
    expect(page.locator("#AL-SELL-PRICE")).to_be_in_viewport()
    back.click()
    expect(page.locator("#rules-read h2")).to_have_text("The rules for this moment")
    expect(back).to_be_hidden()
    assert page.url.endswith(host.table.removeprefix(server))


def test_what_is_opened_again_is_of_the_new_moment(server: str, phone: Phone) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("en", TALL)
    sit(page, host, 0)
    first = page.locator("#rules-read .rule-id").first
    page.locator(BOOK).click()
    expect(first).to_have_text("AL-MOVE-FIRST")
    page.get_by_role("button", name="Back to the table").click()
    expect(page.locator(SHEET)).to_be_hidden()
    enter(page, field(page, SALE))
    page.locator(BOOK).click()
    expect(first).to_have_text("AL-SELL-PRICE")


def test_a_sheet_and_what_was_chosen_in_it_stay_under_the_rules(server: str, phone: Phone) -> None:
    host, page = new_table(server, "Ada", "Bruno", expansion="noctis"), phone("it", SMALL)
    sit(page, host, 0)
    tap(page, page.locator(".strip [popovertarget=menu]"))
    page.get_by_role("link", name="Le regole al vostro tavolo").click()
    expect(page.locator("#rules-read h1")).to_be_focused()
    expect(page.locator("#menu")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator(SHEET)).to_be_hidden()
    expect(page.locator("#menu")).to_be_visible()
    expect(page.get_by_role("link", name="Le regole al vostro tavolo")).to_be_focused()


def test_cut_off_the_sheet_says_so_and_leads_to_the_book(wire: Wire, server: str, phone: Phone) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("en", SMALL)
    sit(page, host, 0, wire.url)
    expect(page.locator("#table")).to_be_visible()
    wire.give_way(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nlogin")
    page.locator(BOOK).click()
    expect(page.locator("#rules-read [role=alert]")).to_have_text("The referee is not answering right now.")
    leads = page.get_by_role("link", name="The whole book").get_attribute("href") or ""
    assert leads == f"/rules/alchemicus?from={host.table.removeprefix(server)}"
    page.keyboard.press("Escape")
    wire.give_way(b"")
    page.locator(BOOK).click()
    expect(page.locator("#rules-read h2")).to_have_text("The rules for this moment")


def test_without_a_script_the_book_is_a_page(server: str, browser: Browser) -> None:
    host = new_table(server, "Ada", "Bruno", game="fata_morgana")
    context = browser.new_context(java_script_enabled=False, base_url=server, locale="en")
    page: Page = context.new_page()
    sit(page, host, 0)
    page.locator(BOOK).click()
    expect(page.locator("h2").first).to_have_text("The rules for this moment")
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_url(host.table)
    context.close()
