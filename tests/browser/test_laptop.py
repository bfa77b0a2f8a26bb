"""A laptop or a tablet on its side, where an evening is opened: what is on the table has all the room there is."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import APIResponse, Locator, Route, expect

from tests.browser.conftest import Phone, eventually
from tests.browser.test_room import fits
from tests.browser.test_screens import PLAYS
from tests.browser.wire import new_table, shows, sit
from tests.browser.workshop import HARVEST, TRANSPORT

pytestmark = pytest.mark.browser

laptops = pytest.mark.parametrize("size", [(1024, 768), (1440, 900)], ids=["tablet", "laptop"])
PEOPLE = ("Ada", "Bruno", "Celina", "W" * 40)


def width(one: Locator) -> float:
    expect(one).to_be_in_viewport(ratio=0.99)
    box = one.bounding_box()
    assert box is not None
    return box["width"]


@laptops
def test_the_ring_is_large_and_all_that_is_built_stands_around_it(
    phone: Phone, server: str, size: tuple[int, int]
) -> None:
    host, page = new_table(server, *PEOPLE, track="full"), phone("pl", size)
    for seat in range(4):
        for kind in ("fornax", "taberna", "domo", "labrium"):
            host.enter(kind="building", seat=seat, build=kind)
    sit(page, host, 1)
    shows(page, host)
    fits(page, size[0])
    assert width(page.locator(".board")) >= size[1] * 0.6
    for seat in range(4):
        home = page.locator(f"#home-{seat}")
        expect(home.locator(".whose-home")).to_contain_text(PEOPLE[seat])
        for one in home.locator(".mini > li").all():
            expect(one).to_be_in_viewport(ratio=0.99)


@laptops
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_homunculus_is_large(phone: Phone, server: str, size: tuple[int, int], players: int) -> None:
    host, page = new_table(server, *PEOPLE[:players], game="homunculus", track="parts"), phone("it", size)
    sit(page, host, 0)
    host.enter(kind="play", seat=0, part="head", kind_of="red")
    shows(page, host)
    fits(page, size[0])
    for one in page.locator(".creature").all():
        assert width(one) >= size[1] * 0.3


@laptops
def test_the_shelf_has_a_place_for_each_cauldron(phone: Phone, server: str, size: tuple[int, int]) -> None:
    host, page = new_table(server, *PEOPLE, game="fata_morgana"), phone("it", size)
    sit(page, host, 0)
    for move in PLAYS["fata_morgana"](host)[:2]:
        assert "entry" in host.enter(**move), move
    shows(page, host)
    fits(page, size[0])
    places = page.locator(".shelf > :is(.potion, .unbrewed):visible")
    expect(places).to_have_count(10)
    for one in places.all():
        assert width(one) >= size[0] / 4


@laptops
def test_the_first_page_stands_in_two_columns(phone: Phone, size: tuple[int, int]) -> None:
    page = phone("it", size)
    page.goto("/")
    begin, join = (page.locator(f"section[aria-labelledby={one}]").bounding_box() for one in ("begin", "join"))
    assert begin is not None and join is not None and begin["x"] + begin["width"] < join["x"]
    fits_in = "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
    assert page.evaluate(fits_in) == [0, 0]
    page.goto("/rules")
    heights = page.locator(".shelf-of-books > li").evaluate_all("(all) => all.map((one) => one.offsetHeight)")
    tops = page.locator(".shelf-of-books > li").evaluate_all("(all) => all.map((one) => one.offsetTop)")
    assert len(set(heights)) == 1 and {tops.count(top) for top in tops} == {4}


@laptops
@pytest.mark.parametrize("game", list(PLAYS))
def test_the_form_of_a_new_table_stands_in_two_columns(phone: Phone, game: str, size: tuple[int, int]) -> None:
    page = phone("pl", size)
    page.goto(f"/new/{game}")
    expect(page.locator("#new .btn.primary.full")).to_be_in_viewport(ratio=1)
    who, rest = (one.bounding_box() for one in page.locator("#new > .half").all())
    assert who is not None and rest is not None
    assert who["x"] + who["width"] < rest["x"] and who["y"] == rest["y"]
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


@laptops
def test_all_turns_stand_beside_the_table_and_the_newest_comes_by_itself(
    phone: Phone, server: str, size: tuple[int, int]
) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("it", size)
    for seat, number in enumerate((HARVEST, TRANSPORT)):
        host.enter(kind="place", seat=seat, field=number)
        host.enter(kind="end_turn", seat=seat)
    for seat in (0, 1) * 4:
        host.enter(kind="move", seat=seat, steps=1)
        host.enter(kind="end_turn", seat=seat)
    sit(page, host, 1)
    turns = page.locator("#turns > li")
    expect(turns).to_have_count(10)
    expect(page.locator("#latest")).to_be_hidden()
    turns.nth(3).locator("summary").click()
    host.enter(kind="move", seat=0, steps=1)
    expect(turns).to_have_count(11)
    expect(turns.nth(4).locator("details")).to_have_attribute("open", "")
    log, bar = page.locator("#log").bounding_box(), page.locator(".bar").bounding_box()
    assert log is not None and bar is not None
    assert log["height"] >= 0.4 * size[1] and log["y"] + log["height"] <= bar["y"]
    fits(page, size[0])


def test_the_turns_keep_the_language_of_their_page_and_a_late_answer_turns_nothing_back(
    phone: Phone, server: str
) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("it", (1440, 900))
    sit(page, host, 1)
    host.enter(kind="place", seat=0, field=HARVEST)
    turns = page.locator("#turns > li")
    expect(turns).to_have_count(1)
    page.request.get(f"{server}/language/pl?back=/rules")
    held: list[tuple[Route, APIResponse]] = []
    page.route(re.compile("/log"), lambda route: held.append((route, route.fetch())), times=1)
    host.enter(kind="end_turn", seat=0)
    eventually(page, lambda: bool(held))
    host.enter(kind="place", seat=1, field=TRANSPORT)
    expect(turns).to_have_count(2)
    expect(turns.first).to_contain_text("Trasporto")
    with page.expect_event("requestfinished", lambda request: "/log" in request.url):
        held[0][0].fulfill(response=held[0][1])
    page.evaluate("new Promise((done) => setTimeout(done))")
    assert turns.count() == 2


@laptops
def test_lobby_corrections_and_a_count_stand_in_columns(phone: Phone, server: str, size: tuple[int, int]) -> None:
    host, page = new_table(server, "Ada", "Bruno", "Celina", game="homunculus", track="full"), phone("it", size)
    sit(page, host, 0)
    for path, columns in (
        (f"{host.table}/lobby", ".only-wide > div"),
        (f"{host.table}/corrections", ".panels > .panel"),
        ("/desk/homunculus/score?players=3", ".desk > .finalist"),
    ):
        page.goto(path)
        boxes = [one.bounding_box() for one in page.locator(columns).all()]
        assert len(boxes) >= 2
        one, two = boxes[0], boxes[1]
        assert one is not None and two is not None and one["x"] + one["width"] <= two["x"], path
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
