"""What one does at a table of any game with a finger, and what the phone shows then."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import steady


def seq(page: Page) -> int:
    return int(page.locator("#latest").get_attribute("data-seq") or -1)


def tap(page: Page, button: Locator) -> None:
    """Tap once the button has been in reach so long that the page takes the tap. On a machine so busy that the phone
    took itself to be cut off, that is once it hears of the server again."""
    expect(page.locator("body.resting")).to_have_count(0)
    button.click(trial=True)
    steady(page)
    button.click()


def enter(page: Page, button: Locator) -> None:
    """Tap, and wait until the phone shows the entry."""
    before = seq(page)
    tap(page, button)
    expect(page.locator("#latest")).to_have_attribute("data-seq", str(before + 1))


def caught_up(page: Page, other: Page) -> None:
    expect(page.locator("#latest")).to_have_attribute("data-seq", str(seq(other)))


def sit(page: Page, path: str, name: str) -> None:
    """Take a seat in the lobby."""
    page.goto(path + "/lobby")
    page.locator("li.player", has_text=name).locator("> form[action$=join] button").click()
    page.wait_for_url("**" + path)
