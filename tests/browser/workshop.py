"""What one does at a table of Alchemicus with a finger: set it, sit down, tap, set right."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import STEADY_MS

SPIRIT, HARVEST, TRANSPORT, TRANSMUTATION, WORKSITE, SALE, GIFTS, BUILD = range(8)
"""Fields of the assumed ring; one builds on two of them."""


def seq(page: Page) -> int:
    return int(page.locator("#latest").get_attribute("data-seq") or -1)


def tap(page: Page, button: Locator) -> None:
    """Tap once the button has been in reach so long that the page takes the tap."""
    button.click(trial=True)
    page.wait_for_timeout(STEADY_MS)
    button.click()


def enter(page: Page, button: Locator) -> None:
    """Tap, and wait until the phone shows the entry."""
    before = seq(page)
    tap(page, button)
    expect(page.locator("#latest")).to_have_attribute("data-seq", str(before + 1))


def caught_up(page: Page, other: Page) -> None:
    expect(page.locator("#latest")).to_have_attribute("data-seq", str(seq(other)))


def field(page: Page, number: int) -> Locator:
    return page.locator(f".board .pos-{number}")


def thumb(page: Page, kind: str) -> Locator:
    """Return the button in the thumb's zone that enters a move of this kind."""
    return page.locator(f'.thumb button[value*=\'"kind":"{kind}"\']')


def new_table(page: Page, *names: str, query: str = "", full: bool = False, **options: str) -> str:
    """Set a table through its form; return its path."""
    page.goto("/new/alchemicus" + query)
    for row, name in enumerate(names):
        page.locator("[name='players[]']").nth(row).fill(name)
    if full:
        page.locator("[name='options.track'][value=full]").check(force=True)
    page.locator("details summary").click()
    for option, value in options.items():
        page.locator(f"[name='options.{option}']").fill(value)
    page.locator("main button.primary").click()
    page.wait_for_url("**/lobby")
    return "/t/" + page.url.split("/")[-2]


def sit(page: Page, path: str, name: str) -> None:
    page.goto(path + "/lobby")
    page.locator("li.player", has_text=name).locator("form[action$=join] button").click()
    page.wait_for_url("**" + path)


def correct(page: Page, seat: int, kind: str, by: str) -> None:
    """Set a number of a player right in his sheet."""
    tap(page, page.locator(f".player [popovertarget=set-{seat}]"))
    enter(page, page.locator(f"#{kind}-{seat} button[value='{by}']"))
    page.locator(f"#set-{seat} [popovertargetaction=hide]").click()
