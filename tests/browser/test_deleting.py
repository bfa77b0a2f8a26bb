"""A table deleted by its host, without a script: every phone that looks at it says so, and leads home."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SMALL, Phone
from tests.browser.script import ask
from tests.browser.wire import new_table, sit

pytestmark = pytest.mark.browser
HIDE = """hidden => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
}"""
TOLD = "This table was deleted by its host, or by whoever runs this server."


def test_every_phone_at_a_deleted_table_says_so_and_leads_home(phone: Phone, server: str, scriptless: Page) -> None:
    host = scriptless
    host.goto("/new/homunculus")
    host.get_by_label("Name of player 1").fill("Ada")
    host.get_by_label("Name of player 2").fill("Bruno")
    host.locator("main form button:not([formmethod])").last.click()
    table = host.url.removesuffix("/lobby")
    player, watcher = phone("en", SMALL), phone("en", SMALL)
    player.goto(f"{table}/lobby")
    player.get_by_role("button", name="Sit here: Bruno").click()
    watcher.goto(f"{table}/lobby")
    watcher.get_by_role("button", name="Just watch").click()
    pocketed = phone("en", SMALL)
    sit(pocketed, new_table(server, "Clara", "Dora", game="homunculus"), 0)
    for page in (player, watcher):
        expect(page.locator("#table")).to_be_visible()
    host.get_by_text("Delete this table").click()
    host.get_by_role("button", name="Yes, delete it").click()
    expect(host.get_by_role("status")).to_have_text(f"Table {table[-6:]} is deleted.")
    for page in (player, watcher):
        expect(page.get_by_role("heading", name=TOLD)).to_be_visible()
    expect(pocketed.locator("#table")).to_be_visible()
    player.locator("main").get_by_role("link", name="Home").click()
    expect(player.get_by_role("heading", name="What is on the table?")).to_be_visible()


def test_a_phone_that_was_elsewhere_meanwhile_says_so_as_it_comes_back(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("it", SMALL)
    sit(page, host, 0)
    page.evaluate(HIDE, True)
    ask(f"{host.table}/delete", {}, host.token)
    page.wait_for_timeout(500)
    expect(page.locator("#table")).to_be_visible()
    page.evaluate(HIDE, False)
    expect(page.get_by_role("heading", name="Questo tavolo è stato eliminato")).to_be_visible()
