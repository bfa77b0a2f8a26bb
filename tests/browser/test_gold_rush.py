"""A Gold Rush from nothing to the first gold sold, on two phones in two languages, and its summary."""

from __future__ import annotations

import re
import uuid

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LARGE, SMALL, Phone
from tests.browser.finger import caught_up, enter, sit, tap
from tests.browser.workshop import (
    HARVEST,
    SALE,
    SPIRIT,
    TRANSMUTATION,
    TRANSPORT,
    WORKSITE,
    correct,
    field,
    new_table,
    thumb,
)

pytestmark = [pytest.mark.browser, pytest.mark.always]

PRICES = {"metalle": 1, "fornax": 2, "labrium": 1, "donarium": 0}
"""Read off the cards in the game; what an Alembic costs stands in the book."""


def building(page: Page, kind: str) -> str:
    return f".tableau button:has(use[href$='#{kind}-drawn'])"


def workshop(page: Page, seat: int = 0) -> dict[str, list[str]]:
    """Return what stands in a player's workshop by its Latin name, with what lies on it, as the screen shows it."""
    shown = page.locator(f"#built-{seat} .building")
    read = """all => all.map((one) => [one.querySelector('.latin').textContent,
        [...one.querySelectorAll('.good use')].map((good) => good.getAttribute('href').split('#')[1])])"""
    return dict(shown.evaluate_all(read))


def turn(page: Page, to: int) -> None:
    """Move the pawn, the card drawn with it."""
    enter(page, field(page, to))


def end(page: Page, other: Page) -> None:
    enter(page, thumb(page, "end_turn"))
    caught_up(other, page)


def pass_by(page: Page, path: str, other: Page, steps: int) -> None:
    """A turn of Bruno's in which nothing is done but draw and walk; entered by a script of his phone."""
    for move in ({"kind": "draw", "from": "deck"}, {"kind": "move", "steps": steps}, {"kind": "end_turn"}):
        body = {"key": uuid.uuid4().hex, "move": {"seat": 1, **move}}
        assert page.request.post(f"{path}/entries", data=body, headers={"Accept": "application/json"}).ok
    expect(other.locator(".prompt")).to_contain_text("Tocca a te, Ada")
    caught_up(page, other)


def build(page: Page, kind: str) -> None:
    """Build, and tell the price with it if nobody did."""
    if kind in PRICES:
        tap(page, page.locator(f"#table .tableau [popovertarget=build-{kind}]"))
        told = page.locator(f"#build-{kind} button[value='{PRICES[kind]}']")
        if not told.is_visible():
            page.locator(f"#build-{kind} summary").click()
        enter(page, told)
        return
    enter(page, page.locator(f'button.legal[value*=\'"building":"{kind}"\']'))


def carry(page: Page, good: str, to: str) -> None:
    """Tap the building a good lies on, and where it goes if there is a choice."""
    lies_on = page.locator(f"section[aria-labelledby='built-by-0'] button.building:has(.good use[href$='#{good}'])")
    if (sheet := lies_on.get_attribute("popovertarget")) is None:
        enter(page, lies_on)
        return
    tap(page, lies_on)
    enter(page, page.locator(f"#{sheet} li:has(use[href$='#{to}']) button"))


def test_from_nothing_to_gold(phone: Phone) -> None:
    ada, bruno = phone("it", SMALL, dark=True), phone("pl", LARGE)
    path = new_table(ada, "Ada", "Bruno", query="?play=gold_rush")
    sit(ada, path, "Ada")
    sit(bruno, path, "Bruno")
    expect(ada.locator(".chips .fame")).to_have_count(0)

    # Ada builds all that gold needs; the cards that a game would bring in time are given by hand.
    turn(ada, WORKSITE)
    for _ in range(3):
        correct(ada, 0, "cards", "3")
    for kind in ("metalle", "fornax", "alembic", "labrium", "donarium"):
        build(ada, kind)
    hand = 6 + 1 + 9 - (5 + sum(PRICES.values()) + 3)
    expect(ada.locator("#chip-0 .in-hand b")).to_have_text(str(hand))
    assert workshop(ada) == {
        name: [] for name in ("Horten", "Pergula", "Metalle", "Fornax", "Alembic", "Labrium", "Donarium")
    }
    end(ada, bruno)
    expect(bruno.locator(".prompt")).to_contain_text("Twoja tura: Bruno")

    # Bruno's Infamia: Ada takes it; it lies before her and will bar her gold.
    enter(bruno, thumb(bruno, "draw").first)
    tap(bruno, bruno.locator(".thumb [popovertarget=cards]"))
    tap(bruno, bruno.locator("#cards [popovertarget=play-infamia]"))
    enter(bruno, bruno.locator("#play-infamia button.btn:not(.quiet)"))
    caught_up(ada, bruno)
    expect(ada.locator(".prompt.question")).to_contain_text("Ada")
    enter(ada, thumb(ada, "fend_off").last)
    caught_up(bruno, ada)
    expect(bruno.locator(".player .bad")).to_have_count(1)
    enter(bruno, field(bruno, HARVEST))
    enter(bruno, thumb(bruno, "harvest"))
    end(bruno, ada)

    # Two Glorias carry her past the Spirit field to Harvest.
    correct(ada, 0, "cards", "3")
    enter(ada, thumb(ada, "draw").first)
    expect(field(ada, HARVEST)).to_contain_text("×2")
    tap(ada, field(ada, HARVEST))
    enter(ada, ada.locator("#pass-1 button.primary"))
    expect(ada.locator(".news")).to_contain_text("Ada")
    enter(ada, thumb(ada, "harvest"))
    assert workshop(ada) | {"Horten": ["herbs"], "Metalle": ["ore"]} == workshop(ada)
    end(ada, bruno)
    pass_by(bruno, path, ada, steps=1)

    # Herbs to the Alembic and ore to the Fornax; tincture and metal of them.
    turn(ada, TRANSPORT)
    carry(ada, "herbs", "alembic")
    carry(ada, "ore", "fornax")
    end(ada, bruno)
    pass_by(bruno, path, ada, steps=1)
    turn(ada, TRANSMUTATION)
    for kind in ("alembic", "fornax"):
        enter(ada, ada.locator(building(ada, kind)))
    assert workshop(ada) | {"Alembic": ["tincture"], "Fornax": ["metal"]} == workshop(ada)
    end(ada, bruno)
    pass_by(bruno, path, ada, steps=2)

    # The Spirit is on Labrium and would keep it from working: from the Spirit field it moves on.
    correct(ada, 0, "cards", "3")
    turn(ada, SPIRIT)
    enter(ada, ada.locator(".spos-2"))
    end(ada, bruno)
    pass_by(bruno, path, ada, steps=2)
    turn(ada, TRANSPORT)
    carry(ada, "tincture", "labrium")
    carry(ada, "metal", "labrium")
    end(ada, bruno)
    pass_by(bruno, path, ada, steps=2)
    turn(ada, TRANSMUTATION)
    enter(ada, ada.locator(building(ada, "labrium")))
    assert workshop(ada)["Labrium"] == ["gold"]
    end(ada, bruno)
    pass_by(bruno, path, ada, steps=1)

    # Infamia bars the gold; put aside for eight cards, the gold is sold, and that is the end at once.
    turn(ada, SALE)
    correct(ada, 0, "cards", "3")
    tap(ada, ada.locator("[data-by-one]"))
    sell = ada.locator("section[aria-labelledby='built-by-0'] button.building:has(.good use[href$='#gold'])")
    tap(ada, sell)
    refusal = ada.locator("#notice .refusal")
    expect(refusal).to_contain_text("Infamia")
    expect(refusal.locator("a").first).to_have_attribute("href", re.compile("#GR-INFAMIA$"))
    refusal.locator("[data-dismiss]").click()
    enter(ada, thumb(ada, "clear_infamia"))
    carry(ada, "gold", "donarium")
    caught_up(bruno, ada)
    expect(ada.locator(".party h2")).to_have_text("Vince: Ada")
    expect(bruno.locator(".party h2")).to_have_text("Wygrywa: Ada")
    expect(bruno.locator(".thumb [name=move]")).to_have_count(0)
    for page in (ada, bruno):
        expect(page.locator("#chip-0 .has")).to_contain_text("5/5")
    expect(ada.locator("#mine-0 .lacks")).to_have_count(0)

    # The sheet says by what it was won; nothing is counted in Fame.
    for page, words in ((ada, ("Vince: Ada", "oro")), (bruno, ("Wygrywa: Ada", "złot"))):
        page.locator(".thumb a[href$='/sheet']").click()
        page.wait_for_url("**/sheet")
        for word in words:
            expect(page.locator(".party")).to_contain_text(word)
        expect(page.locator(".party .place-no")).to_have_text(["1.", "2."])
        expect(page.locator(".party .player-name")).to_have_text(["Ada", "Bruno"])
        expect(page.locator(".party .fame, .party .coins")).to_have_count(0)
        expect(page.locator(".party .player").nth(0).locator(".has-it")).to_have_count(5)
        expect(page.locator(".party .player").nth(1).locator(".lacks")).to_have_count(5)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
