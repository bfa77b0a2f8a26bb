"""What one does at a table of Fata Morgana with a finger: sit down, open a sheet, tell a hand, brew."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser import finger

COLOURS = ("red", "blue", "green", "brown", "white")


def token_of(page: Page) -> str:
    """Return the tokens in a phone's cookie, joined as the cookie joins them."""
    return next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "seats")


def sit_by_tap(page: Page, table: str, seat: int) -> None:
    page.goto(f"{table}/lobby")
    page.locator(f"form:has([name=seat][value='{seat}']) button").click()
    page.wait_for_url(re.compile(f"{urlsplit(table).path}$"))


def tap(page: Page, button: str) -> None:
    finger.tap(page, page.locator(button).first)


def open_sheet(page: Page, sheet: str) -> None:
    tap(page, f"button.btn[popovertarget^={sheet}], .thumb [popovertarget^={sheet}]")


def tap_hand(page: Page, sheet: str, *amounts: int) -> None:
    for colour, amount in zip(COLOURS, amounts, strict=True):
        if amount > 10:  # hidden until the 10 is tapped
            page.locator(f"#{sheet} label:has([name$='.{colour}'][value='10'])").click()
        page.locator(f"#{sheet} label:has([name$='.{colour}'][value='{amount}'])").click()
    expect(page.locator(f"#{sheet} .total")).to_be_visible()
    tap(page, f"#{sheet} .btn.primary")


def tap_potion(page: Page, seat: int, cauldron: tuple[str, str], value: int, **ingredients: int) -> None:
    open_sheet(page, f"brew-{seat}")
    brew(page, seat, cauldron, value, **ingredients)


def brew(page: Page, seat: int, cauldron: tuple[str, str], value: int, **ingredients: int) -> None:
    page.locator(f"#brew-{seat} label:has([value*={cauldron[0]}][value*={cauldron[1]}])").click()
    for colour, amount in ingredients.items():
        page.locator(f"#brew-{seat} label:has([name='ingredients.{colour}'][value='{amount}'])").click()
    page.locator(f"#brew-{seat} label:has([name=value][value='{value}'])").click()
    tap(page, f"#brew-{seat} .btn.primary")
