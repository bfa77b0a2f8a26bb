"""What one does at a table of Fata Morgana with a finger: sit down, open a sheet, tell a hand, brew."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import Page

from tests.browser import finger

COLOURS = ("red", "blue", "green", "brown", "white")


def token_of(page: Page) -> str:
    """Return the tokens in a phone's cookie, joined as the cookie joins them."""
    return next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "seats")


def sit_by_tap(page: Page, table: str, seat: int) -> None:
    page.goto(f"{table}/lobby")
    page.locator(f"li.player > form:has([name=seat][value='{seat}']) button").click()
    page.wait_for_url(re.compile(f"{urlsplit(table).path}$"))


def tap(page: Page, button: str) -> None:
    finger.tap(page, page.locator(button).first)


def open_sheet(page: Page, sheet: str) -> None:
    tap(page, f"button.btn[popovertarget^={sheet}], :is(.thumb, .strip) [popovertarget^={sheet}]")


def tap_hand(page: Page, form: str, *amounts: int) -> None:
    """Tell a hand, a tap for each card, and confirm it."""
    for colour, amount in zip(COLOURS, amounts, strict=True):
        for _ in range(amount):
            page.locator(f"{form} .card-add.fata-{colour}").click()
    tap(page, f"{form} [data-confirm]")


def tap_potion(page: Page, seat: int, cauldron: tuple[str, str], value: int, **ingredients: int) -> None:
    open_sheet(page, f"brew-{seat}")
    brew(page, seat, cauldron, value, **ingredients)


def brew(page: Page, seat: int, cauldron: tuple[str, str], value: int, **ingredients: int) -> None:
    page.locator(f"#brew-{seat} label:has([value*={cauldron[0]}][value*={cauldron[1]}])").click()
    for colour, amount in ingredients.items():
        for _ in range(amount):
            page.locator(f"#brew-{seat} .card-add.fata-{colour}").click()
    page.locator(f"#brew-{seat} label:has([name=value][value='{value}'])").click()
    tap(page, f"#brew-{seat} .btn.primary")
