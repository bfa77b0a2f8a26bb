"""An advanced sale: each phone that may buy is asked, in the book's order, and the room's screen says who."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import wire
from tests.browser.conftest import SMALL, TALL, Phone
from tests.browser.finger import caught_up, enter, tap
from tests.browser.script import Script
from tests.browser.workshop import SALE

pytestmark = pytest.mark.browser

HERBS = {"kind": "goods", "goods": ["herbs"]}


def sale_of_ada(server: str, **options: object) -> Script:
    """Set a table where Ada sells two herbs; Bruno and Kasia, in this order, have room and cards for them."""
    host = wire.new_table(server, "Ada", "Bruno", "Kasia", track="full", advanced_sale=True, **options)
    for seat, kind in ((0, "horten"), (0, "horten"), (0, "taberna"), (1, "horten"), (2, "horten"), (2, "alembic")):
        assert "seq" in host.enter(kind="building", seat=seat, build=kind)
    for building in host.look()["players"][0]["buildings"]:
        if building["kind"] == "horten":
            host.enter(seat=0, building=building["id"], **HERBS)
    host.enter(kind="place", seat=0, field=SALE, draw="deck")
    return host


def sell(host: Script) -> None:
    buildings = host.look()["players"][0]["buildings"]
    sold = next(one for one in buildings if one["goods"])
    shop = next(one for one in buildings if one["kind"] == "taberna")
    move = {"good": "herbs", "from": sold["id"], "shop": shop["id"], "for": "cards"}
    assert "seq" in host.enter(kind="sell", seat=0, **move)


def goods_of_kasia(host: Script) -> list[str]:
    """Return the kinds of Kasia's buildings on which herbs lie."""
    return [one["kind"] for one in host.look()["players"][2]["buildings"] if one["goods"] == ["herbs"]]


def test_each_phone_that_may_buy_is_asked(server: str, phone: Phone) -> None:
    host = sale_of_ada(server)
    ada, bruno, kasia, room = (
        phone("en", TALL),
        phone("it", SMALL, dark=True),
        phone("pl", TALL),
        phone("en", (1920, 1080)),
    )
    for seat, page in enumerate((ada, bruno, kasia)):
        wire.sit(page, host, seat)
    room.goto(f"{host.table}?tv=table")
    for page in (ada, bruno, kasia, room):
        wire.shows(page, host)
    bruno.evaluate("() => { window.buzzed = 0; navigator.vibrate = () => { window.buzzed += 1; return true; }; }")
    enter(ada, ada.locator("#action .plan-steps button").first)

    def asked(page: Page) -> str:
        return page.locator(".prompt:visible").inner_text().replace("\n", " ")

    for page in (bruno, kasia, room):
        caught_up(page, ada)
    assert "Ada vende per 2 carte: erbe" in asked(bruno) and "La prima scelta è tua." in asked(bruno)
    assert "Ada sprzedaje za 2 karty: zioła" in asked(kasia) and "Przed tobą: Bruno." in asked(kasia)
    assert "On offer for 2 cards: herbs." in asked(ada) and "Your turn, Ada" in asked(ada)
    assert "Asked in this order: Bruno, Kasia." in asked(room) and "Turn: Ada" in asked(room)
    assert bruno.evaluate("window.buzzed") == 1
    expect(ada.locator(".thumb [value*=buy]:visible")).to_have_count(0)
    expect(bruno.locator(".thumb .btn:visible")).to_have_text(["Compra", "No"])
    expect(kasia.locator(".thumb [value*=buy]:visible")).to_have_count(2)

    # No puts it away on that phone alone; the next good is asked about anew.
    tap(bruno, bruno.locator("[data-declines]:visible"))
    expect(bruno.locator(".prompt:visible")).to_contain_text("Turno di Ada")
    expect(kasia.locator("[data-declines]:visible")).to_have_count(1)
    enter(ada, ada.locator("#action .plan-steps button").first)
    caught_up(bruno, ada)
    expect(bruno.locator("[data-declines]:visible")).to_have_count(1)

    # Whoever taps buys, whether or not they are asked first; then nothing is on offer any more.
    caught_up(kasia, ada)
    enter(kasia, kasia.locator(".thumb [value*=buy]:visible").first)
    assert host.look()["offer"] is None and goods_of_kasia(host) == ["horten"]
    expect(kasia.locator("#thumb .unfolds:visible")).to_have_count(1)
    expect(kasia.locator("#table[data-untapped]")).to_have_count(0)  # else the line stood below its buttons
    for page in (ada, bruno, room):
        caught_up(page, kasia)
        expect(page.locator(".offered")).to_have_count(0)
    expect(bruno.locator(".prompt:visible")).to_contain_text("Turno di Ada")
    expect(ada.locator(".message:visible .said")).to_contain_text("Kasia")
    for page in (bruno, kasia, room):
        expect(page.locator(".message:visible")).to_have_count(0)


def test_who_has_no_phone_buys_on_the_sellers(server: str, phone: Phone) -> None:
    host, ada, bruno = sale_of_ada(server), phone("en", SMALL), phone("en", SMALL)
    wire.sit(ada, host, 0)
    wire.sit(bruno, host, 1)
    wire.shows(bruno, host)
    wire.shows(ada, host)
    sell(host)
    wire.shows(ada, host)
    wire.shows(bruno, host)
    expect(ada.locator(".offered-here button:visible")).to_have_text(["KBuy → Horten", "KBuy → Alembic"])
    expect(bruno.locator(".thumb [value*=buy]:visible")).to_have_count(1)
    assert ada.evaluate("document.documentElement.scrollWidth") == SMALL[0]
    enter(ada, ada.locator(".offered-here button:visible").last)
    assert goods_of_kasia(host) == ["alembic"]
