"""What one does at a table of Alchemicus with a finger: set it, find its buttons, set right."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from tests.browser.finger import enter, tap

SPIRIT, HARVEST, TRANSPORT, TRANSMUTATION, WORKSITE, SALE, GIFTS, BUILD = range(8)
"""Fields of the assumed ring; one builds on two of them."""


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


def correct(page: Page, seat: int, kind: str, by: str) -> None:
    """Set a number of a player right in their sheet."""
    tap(page, page.locator(f".player [popovertarget=set-{seat}]"))
    enter(page, page.locator(f"#{kind}-{seat} button[value='{by}']"))
    page.locator(f"#set-{seat} [popovertarget=set-{seat}]").click()
