"""A first game: setup, then a card a phase in a sheet of its own; nothing on the stage moves for it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SMALL, Phone
from tests.browser.finger import enter, tap
from tests.browser.wire import new_table, shows, sit
from tests.browser.workshop import SALE, field

pytestmark = pytest.mark.browser

CARD = "#first-card [data-card]"
LONG_MS = 1500
"""Longer than a card takes to come, on an idle machine."""
BOXES = """() => [...document.querySelectorAll('.strip, .stage, .bar, .bar .btn')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height];
}).filter(([, , width]) => width)"""

DRAWN = "(place) => ['margin', 'padding', 'font'].map((property) => getComputedStyle(place)[property])"


def put_by(page: Page) -> None:
    """Close the card once the page takes the tap."""
    tap(page, page.locator("#first .primary"))
    expect(page.locator("#first")).to_be_hidden()


def test_setup_first_then_each_rule_when_it_first_matters(server: str, phone: Phone) -> None:
    host = new_table(server, "Ada", "Bruno", first_game=True)
    ada, bruno = phone("en", SMALL), phone("pl", SMALL)
    for seat, page in enumerate((ada, bruno)):
        sit(page, host, seat)
        expect(page.locator(CARD)).to_have_attribute("data-card", "setup")
        expect(page.locator(f"{CARD} .setup-steps li").first).to_contain_text("Spirit" if page is ada else "Duch")
        # However long it is, both ways to put it away are in sight.
        for button in page.locator("#first .sheet-end button").all():
            expect(button).to_be_in_viewport(ratio=1)
        # The style that comes with the card does not touch the board: the Spirit's place stands as the others do.
        here, place = (page.locator(kind).first for kind in (".place.here", ".place:not(.here)"))
        assert here.evaluate(DRAWN) == place.evaluate(DRAWN)
        put_by(page)
    # Only she is to move.
    expect(ada.locator(CARD)).to_have_attribute("data-card", "AL-MOVE-FIRST")
    bruno.wait_for_timeout(LONG_MS)
    expect(bruno.locator("#first")).to_be_hidden()
    ada.locator("#first-card").get_by_role("link", name="More").click()
    expect(ada.locator("#AL-MOVE-FIRST")).to_be_in_viewport()
    ada.keyboard.press("Escape")
    expect(ada.locator("#first")).to_be_visible()
    put_by(ada)
    enter(ada, field(ada, SALE))
    expect(ada.locator(CARD)).to_have_attribute("data-card", "AL-SELL-PRICE")
    expect(ada.locator("#first")).to_be_visible()
    tap(ada, ada.locator("[data-no-more]"))
    expect(ada.locator("#first")).to_be_hidden()
    # Bruno's turn comes, and the card; she has put them away for good.
    host.enter(kind="end_turn", seat=0)
    expect(bruno.locator(CARD)).to_have_attribute("data-card", "AL-MOVE-FIRST")
    put_by(bruno)
    host.enter(kind="place", seat=1, field=2)
    host.enter(kind="end_turn", seat=1)
    ada.reload()
    shows(ada, host)
    ada.wait_for_timeout(LONG_MS)
    expect(ada.locator("#first")).to_be_hidden()


@pytest.mark.parametrize(
    ("game", "names", "language", "title"),
    [
        ("alchemicus", ("Ada", "Bartholomew", "Żaneta", "Élodie"), "it", "Preparazione per 4 giocatori"),
        ("homunculus", ("Ada", "Bartholomew", "Żaneta", "Élodie", "Lo"), "pl", "Przygotowanie dla 5 graczy"),
        ("fata_morgana", ("Ada", "Bartholomew", "Żaneta"), "en", "Setup for 3 players"),
    ],
)
def test_the_stage_is_the_same_with_cards_and_without(
    server: str, phone: Phone, game: str, names: tuple[str, ...], language: str, title: str
) -> None:
    plain, page = new_table(server, *names, game=game), phone(language, SMALL)
    sit(page, plain, 0)
    expect(page.locator("#table")).to_be_visible()
    page.wait_for_load_state()
    before = page.evaluate(BOXES)
    assert page.locator("#first").count() == 0
    host, page = new_table(server, *names, game=game, first_game=True), phone(language, SMALL)
    sit(page, host, 0)
    expect(page.locator(f"{CARD} h2").last).to_have_text(title)
    assert page.evaluate("document.querySelector('#first').scrollWidth <= innerWidth")
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
    put_by(page)
    expect(page.locator("#first")).to_be_visible()
    expect(page.locator(f"{CARD} p").first).not_to_be_empty()
    put_by(page)
    assert page.evaluate(BOXES) == before
