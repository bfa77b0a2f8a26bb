"""Names of every kind stay in their place, on the smallest phone and at twice the letters."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SMALL, Phone
from tests.browser.wire import new_table, sit

pytestmark = pytest.mark.browser

NAMES = ("W" * 40, "Konstantynopolitańczykowianeczka")
MIXED = ("דנה כהן", "e" + "\u0301\u0302" * 15)
OUTSIDE = """() => [document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ...[...document.querySelectorAll("button, a, h1, h2, b, p, li, summary")]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".sr, .skip"))
        .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
        .map((one) => `${one.className || one.localName}: ${one.textContent.trim().slice(0, 50)}`)]"""


@pytest.mark.parametrize("game", ["alchemicus", "homunculus", "fata_morgana"])
@pytest.mark.parametrize("names", [NAMES, MIXED], ids=["long", "mixed"])
def test_no_page_is_wider_than_the_phone(phone: Phone, server: str, game: str, names: tuple[str, ...]) -> None:
    host, page = new_table(server, *names, game=game), phone("en", SMALL)
    kind = {"alchemicus": "fame", "homunculus": "tiles", "fata_morgana": "points"}[game]
    host.enter(kind=kind, seat=0, by=3)
    sit(page, host, 0)
    for letters in (1, 2):
        for path in ("", "/lobby", "/log", "/sheet", "?watch"):
            page.goto(f"{host.table}{path}")
            enlarge(page, letters)
            assert page.evaluate(OUTSIDE) == [0], (path, letters)


def enlarge(page: Page, times: int) -> None:
    """Show the page with letters so many times as large."""
    page.evaluate("(times) => { document.documentElement.style.fontSize = `${100 * times}%`; }", times)


def test_five_names_are_read_whole(phone: Phone, server: str) -> None:
    """Where a symbol and a name have no room beside each other, the name has the chip's whole width."""
    host, page = (
        new_table(server, "Giulia", "Pietro", "Kate", "Zbyszek", "Ola", game="homunculus", track="parts"),
        phone("en", SMALL),
    )
    sit(page, host, 0)
    names = page.locator(".chips .player-name")
    expect(names).to_have_text(["Giulia", "Pietro", "Kate", "Zbyszek", "Ola"])
    assert (
        names.evaluate_all(
            "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
        )
        == []
    )
    chips = page.locator(".chips > .player")
    assert chips.evaluate_all("all => all.filter((one) => one.scrollWidth > one.clientWidth).length") == 0
