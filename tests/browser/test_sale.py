"""What can be sold lies on its shop's card: all of it in sight, its price and its name readable, on any phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SMALL, TALL, Phone, both_faces
from tests.browser.finger import enter, tap
from tests.browser.wire import new_table, shows, sit
from tests.browser.workshop import SALE

pytestmark = pytest.mark.browser

LYING = {"labrium": "tincture", "fornax": "metal", "horten": "herbs", "metalle": "ore"}
SCROLLS = "[document.body.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]"
COVERED = """(card) => {
    const [name, price] = [".sold", ".price"].map((part) => card.querySelector(part).getBoundingClientRect());
    const words = document.createRange();
    words.selectNodeContents(card.querySelector(".sold"));
    const { left, right, top, bottom } = words.getBoundingClientRect();
    const inside = card.getBoundingClientRect();
    return right > price.left && left < price.right && bottom > price.top && top < price.bottom
        || left < inside.left - 0.5 || right > inside.right + 0.5;
}"""
"""Whether a card's price lies over what its good is called, or that sticks out."""


@both_faces
@pytest.mark.parametrize("goods", [1, 2, 3, 4])
def test_each_good_is_sold_from_its_shops_card(server: str, phone: Phone, goods: int) -> None:
    host = new_table(server, "Ada", "Bruno", track="full")
    for kind in ("taberna", "taberna", "labrium", "fornax", "metalle"):
        host.enter(kind="building", seat=0, build=kind)
    standing = {one["kind"]: one["id"] for one in host.look()["players"][0]["buildings"]}
    lying = dict(list(LYING.items())[:goods])
    for kind, good in lying.items():
        host.enter(kind="goods", seat=0, building=standing[kind], goods=[good])
    assert "entry" in host.enter(kind="place", seat=0, field=SALE, draw="deck")
    page = phone("pl", SMALL)
    sit(page, host, 0)
    shows(page, host)
    cards = page.locator("#action > .plan-steps .building")
    expect(cards).to_have_count(goods)
    for width, height in (SMALL, TALL):
        page.set_viewport_size({"width": width, "height": height})
        for card in cards.all():
            expect(card).to_be_in_viewport(ratio=1)
            expect(card.locator(".price")).to_be_visible()
            assert not card.evaluate(COVERED), card.inner_text()
        assert page.evaluate(SCROLLS) == [0, 0]
        assert page.locator(".stage").evaluate("(stage) => stage.scrollHeight - stage.clientHeight") <= 0
    enter(page, cards.first)
    expect(cards).to_have_count(goods - 1)


@both_faces
@pytest.mark.parametrize("size", [SMALL, TALL], ids=["small", "tall"])
def test_another_way_to_sell_is_as_easy_to_read(server: str, phone: Phone, size: tuple[int, int]) -> None:
    host = new_table(server, "Ada", "Bruno", track="full")
    for kind in ("taberna", "labrium", "fornax"):
        host.enter(kind="building", seat=0, build=kind)
    for one in host.look()["players"][0]["buildings"]:
        if one["kind"] in ("labrium", "fornax"):
            host.enter(kind="goods", seat=0, building=one["id"], goods=[LYING[one["kind"]]])
    assert "entry" in host.enter(kind="place", seat=0, field=SALE, draw="deck")
    page = phone("pl", size)
    sit(page, host, 0)
    shows(page, host)
    for button in page.locator(".other-ways .btn").all():
        expect(button).to_be_in_viewport(ratio=1)
        assert button.evaluate("({ scrollWidth, clientWidth }) => scrollWidth - clientWidth") <= 0
    words = page.locator(".other-ways .or" if size == SMALL else ".other-ways .hint")
    expect(words.first).to_have_text("albo" if size == SMALL else "Inne sposoby sprzedaży:")
    expect(words.first).to_be_in_viewport(ratio=1)
    tap(page, page.locator(".other-ways .btn").first)
    cards = page.locator(".sheet .plan-steps .building:visible")
    expect(cards).to_have_count(2)
    for card in cards.all():
        expect(card).to_be_in_viewport(ratio=1)
        assert not card.evaluate(COVERED), card.inner_text()
        box, good = card.bounding_box(), card.locator(".good").bounding_box()
        price = card.locator(".price").bounding_box()
        assert box is not None and good is not None and price is not None
        assert box["width"] >= size[0] * 0.4
        assert price["x"] >= good["x"] + good["width"] or price["y"] + price["height"] <= good["y"], "the good is seen"
    enter(page, cards.last)


@both_faces
@pytest.mark.parametrize("size", [SMALL, TALL], ids=["small", "tall"])
def test_one_by_one_all_twelve_buildings_are_in_sight(server: str, phone: Phone, size: tuple[int, int]) -> None:
    host = new_table(server, "Ada", "Bruno", track="full", advanced_sale=True)
    for kind in (
        "taberna",
        "donarium",
        "labrium",
        "fornax",
        "alembic",
        "metalle",
        "domo",
        "horten",
        "horten",
        "horten",
    ):
        assert "entry" in host.enter(kind="building", seat=0, build=kind)
    for one in host.look()["players"][0]["buildings"]:
        good = {**LYING, "alembic": "tincture"}.get(one["kind"])
        if good:
            host.enter(kind="goods", seat=0, building=one["id"], goods=[good])
    assert "entry" in host.enter(kind="place", seat=0, field=SALE, draw="deck")
    page = phone("it", size)
    sit(page, host, 0)
    shows(page, host)
    tap(page, page.locator("[data-by-one]"))
    cards = page.locator("#workshops .building:visible")
    for on_offer in (False, True):
        if on_offer:
            taberna = next(one["id"] for one in host.look()["players"][0]["buildings"] if one["kind"] == "taberna")
            metalle = next(one["id"] for one in host.look()["players"][0]["buildings"] if one["kind"] == "metalle")
            sold = {"good": "ore", "from": metalle, "shop": taberna, "for": "cards"}
            assert "entry" in host.enter(kind="sell", seat=0, **sold)
            shows(page, host)
        expect(cards).to_have_count(12)
        for card in cards.all():
            expect(card).to_be_in_viewport(ratio=1)
        assert page.locator(".stage").evaluate("(stage) => stage.scrollHeight - stage.clientHeight") <= 0
    shop = page.locator(".sale-head .btn").bounding_box()
    first = cards.first.bounding_box()
    assert shop is not None and first is not None and 0 < first["y"] - shop["y"] - shop["height"] < 24, "no gap above"
