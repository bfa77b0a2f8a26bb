"""A table as it was: by arrow keys and buttons with a script, by links and a form without one."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from referee.games.fata_morgana.board import COLOURS, PAIRS
from tests.browser.conftest import LARGE, SMALL, Phone, both_faces
from tests.browser.script import Script
from tests.browser.test_letters import SCROLLS
from tests.browser.wire import new_table, sit

pytestmark = pytest.mark.browser
MOVES: tuple[dict[str, Any], ...] = (
    {"kind": "place", "seat": 0, "field": 3},
    {"kind": "fame", "seat": 0, "by": 2},
    {"kind": "end_turn", "seat": 0},
)
OUTSIDE = """all => all.filter(one => {
    const [own, potion] = [one, one.closest('.potion')].map(each => each.getBoundingClientRect());
    return own.left < potion.left || own.right > potion.right || own.bottom > potion.bottom + 1;
}).map(one => one.innerText)"""
"""What reaches beyond the edge of its potion."""


def at(page: Page, seq: int, of: int = 3) -> None:
    """Expect that the page shows the table as it stood after the entry `seq`."""
    expect(page).to_have_url(re.compile(rf"/at/{seq}$"))
    expect(page.locator("#past-told b")).to_have_text(f"Entry {seq} of {of}")
    expect(page.locator("[name=seq]")).to_have_value(str(seq))


def test_keys_and_buttons_step_through_the_log(phone: Phone, server: str) -> None:
    host = new_table(server, "Ada", "Bruno")
    for move in MOVES:
        host.enter(**move)
    page = phone("en", SMALL)
    page.goto(f"{host.table}/log")
    page.locator("summary").click()
    page.locator("li:has(> a[href$='/at/2'])").click(position={"x": 60, "y": 20})  # anywhere on its line
    at(page, 2)
    slider = page.get_by_role("slider", name="Entry")
    expect(page.get_by_role("button", name="Show", exact=True)).to_be_hidden()  # the script is there
    slider.focus()
    page.keyboard.press("ArrowLeft")
    at(page, 1)
    expect(slider).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at(page, 3)
    page.get_by_role("link", name="To the start").press("Enter")
    at(page, 0)
    expect(page.get_by_role("link", name="To the start")).to_be_focused()
    page.get_by_role("link", name="One turn forward").click()
    at(page, 3)
    page.get_by_role("button", name="Go on from here").click()
    expect(page).to_have_url(re.compile(r"/t/(?!" + host.table[-6:] + r")\w{6}/lobby$"))


def test_the_ring_is_in_sight_and_what_everybody_had_built(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno", track="full"), phone("en", SMALL)
    for move in ({"kind": "building", "seat": 1, "build": "fornax"}, {**MOVES[0], "draw": "deck"}):
        assert "entry" in host.enter(**move), move
    page.goto(f"{host.table}/at/2")
    expect(page.locator(".board")).to_be_in_viewport(ratio=0.99)
    expect(page.locator(".board .pos-3 .pawns")).to_be_visible()
    page.set_viewport_size({"width": LARGE[0], "height": LARGE[1]})
    expect(page.locator("#home-1 .mini")).to_be_in_viewport(ratio=0.99)
    expect(page.locator("#home-1 .mini > li")).to_have_count(3)


def full_shelf(server: str) -> Script:
    """Make a table with all ten potions, of four ingredients each."""
    host = new_table(server, "Ada", "Bruno", "Celina", "Dora", game="fata_morgana")
    for number, pair in enumerate(PAIRS):
        two, *rest = (colour for colour in COLOURS if colour not in pair)
        made = {two: 2, **dict.fromkeys(rest, 1)}
        create = {"kind": "create", "seat": number % 4, "cauldron": pair, "ingredients": made, "value": number + 1}
        assert "entry" in host.enter(**create), create
    return host


@both_faces
@pytest.mark.parametrize("language", ["it", "pl"])
def test_a_full_shelf_is_in_sight_on_the_smallest_phone(phone: Phone, server: str, language: str) -> None:
    """At the table, and as it was, where the bar is higher."""
    host, page = full_shelf(server), phone(language, SMALL)
    sit(page, host, 0)
    for path in (host.table, f"{host.table}/at/{len(PAIRS)}"):
        page.goto(path)
        expect(page.locator(".stage .potion")).to_have_count(len(PAIRS))
        for potion in page.locator(".stage .potion").all():
            expect(potion).to_be_in_viewport(ratio=0.99)
        stage = page.locator(".stage")
        assert stage.evaluate("({ scrollHeight, clientHeight }) => scrollHeight - clientHeight") <= 0, path
        assert page.locator(".potion .drops, .potion .worth, .potion .number").evaluate_all(OUTSIDE) == []


@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_full_shelf_is_in_sight_with_larger_letters(phone: Phone, server: str, language: str) -> None:
    host, page = full_shelf(server), phone(language, SMALL)
    page.context.add_cookies([{"name": "letters", "value": "115", "url": server}])
    sit(page, host, 0)
    expect(page.locator(".stage .potion")).to_have_count(len(PAIRS))
    assert page.evaluate(SCROLLS) == [0, 0, 0]
    assert page.locator(".potion .drops, .potion .worth, .potion .number").evaluate_all(OUTSIDE) == []


def test_without_a_script_it_is_links_and_a_form(server: str, scriptless: Page) -> None:
    host = new_table(server, "Ada", "Bruno")
    for move in MOVES:
        host.enter(**move)
    scriptless.goto(f"{host.table}/at/3?lang=en")
    scriptless.get_by_role("link", name="One entry back").click()
    at(scriptless, 2)
    scriptless.locator("[name=seq]").fill("1")
    scriptless.get_by_role("button", name="Show", exact=True).click()
    at(scriptless, 1)
