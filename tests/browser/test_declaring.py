"""Fata Morgana: a declaration, from the question after round 9 to the cards on the table, and the shelf meanwhile."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.cauldron import COLOURS, token_of
from tests.browser.conftest import SMALL, TALL, Phone, both_faces
from tests.browser.script import Script
from tests.browser.wire import new_table, shows, sit

pytestmark = pytest.mark.browser

NOBODY_HAS = {"three": "red", "two": "blue", "one": "green"}
LETTERS = "(one) => parseFloat(getComputedStyle(one).fontSize)"


def ten_potions(server: str) -> Script:
    """Return the host of a table at which round 9 is over and every cauldron is brewing."""
    host = new_table(server, "Ada", "Bruno", "Zofia", game="fata_morgana")
    for number, cauldron in enumerate(host.look()["cauldrons"], 1):
        recipe = {colour: 1 for colour in COLOURS if colour not in cauldron}
        made = host.enter(
            kind="create", seat=host.look()["to_move"], cauldron=cauldron, ingredients=recipe, value=number
        )
        assert "seq" in made, made
    host.pass_until("declare", 9)
    return host


def all_potions_in_sight(page: Page) -> None:
    expect(page.locator(".potion")).to_have_count(10)
    for potion in page.locator(".potion").all():
        expect(potion).to_be_in_viewport(ratio=0.98)


@both_faces
@pytest.mark.parametrize("size", [SMALL, TALL])
@pytest.mark.parametrize("language", ["it", "pl"])
def test_a_false_declaration_is_said_largest_of_all_and_hides_no_potion(
    phone: Phone, server: str, language: str, size: tuple[int, int], face: str
) -> None:
    host, page = ten_potions(server), phone(language, size)
    sit(page, host, 0)
    host.enter(kind="declare", seat=2)
    held = host.look()["players"][2]["hand_size"]
    host.enter(kind="reveal", seat=2, hand={"white": held}, objective=NOBODY_HAS)
    shows(page, host)
    said = page.locator("#opened .untrue summary")
    expect(said).to_contain_text("Zofia")
    letters = said.evaluate(LETTERS)
    for words in page.locator("#stacks .pile, #thumb b, #entered, .rounds p, .player-name").all():
        assert words.evaluate(LETTERS) < letters, words.inner_text()
    all_potions_in_sight(page)
    said.tap()
    expect(page.locator("#opened .drops").first).to_be_visible()
    host.enter(kind="pass", seat=0, take="nothing")
    shows(page, host)
    expect(page.locator("#opened .untrue")).to_have_count(0)
    all_potions_in_sight(page)


@pytest.mark.parametrize("size", [(1920, 1080), (1024, 768)], ids=["full-hd", "four-to-three"])
def test_the_room_screen_keeps_the_potions_until_somebody_has_revealed(
    phone: Phone, server: str, size: tuple[int, int]
) -> None:
    host, room = ten_potions(server), phone("it", size)
    host.enter(kind="declare", seat=2)
    room.goto(f"{host.table}?tv=table")
    shows(room, host)
    expect(room.locator("#reveal p")).to_be_in_viewport(ratio=1)
    all_potions_in_sight(room)
    held = host.look()["players"][2]["hand_size"]
    hand = {"red": 3, "blue": 2, "green": 1, "white": held - 6}
    host.enter(kind="reveal", seat=2, hand=hand, objective=NOBODY_HAS)
    shows(room, host)
    expect(room.locator("#opened .panel")).to_be_in_viewport(ratio=0.98)
    expect(room.locator("#shelf")).to_be_hidden()


def test_only_an_objective_known_to_be_complete_glows(phone: Phone, server: str) -> None:
    host = new_table(server, "Ada", "Bruno", "Zofia", game="fata_morgana")
    pages = [phone("en", TALL) for _seat in range(3)]
    for seat, page in enumerate(pages):
        sit(page, host, seat)
    for seat, hand in enumerate(({"red": 3, "blue": 2, "green": 5}, {"red": 2, "blue": 8})):
        own = Script(host.table, token_of(pages[seat]))
        own.enter(kind="hand", seat=seat, hand=hand)
        own.enter(kind="objective", seat=seat, **NOBODY_HAS)
    made = ((["red", "blue"], {"green": 2}), (["red", "white"], {"blue": 1}), (["blue", "white"], {"green": 1}))
    for seat, (cauldron, recipe) in enumerate(made):
        host.enter(kind="create", seat=seat, cauldron=cauldron, ingredients=recipe, value=seat + 1)
    host.pass_until("declare", 9)
    for page, looks in zip(pages, (r"\bgood\b", r"\bbarred\b", r"^btn\s*$"), strict=True):
        expect(page.locator("#declare .tiles button").first).to_have_class(re.compile(looks))


@pytest.mark.parametrize("size", [SMALL, TALL])
def test_a_phone_that_only_watches_has_a_place_for_each_cauldron_too(
    phone: Phone, server: str, size: tuple[int, int]
) -> None:
    host, page = new_table(server, "Ada", "Bruno", game="fata_morgana"), phone("it", size)
    host.enter(kind="create", seat=0, cauldron=["red", "blue"], ingredients={"green": 1}, value=3)
    page.goto(f"{host.table}?watch")
    shows(page, host)
    expect(page.locator("body.room")).to_have_count(1)
    places = page.locator(".shelf > :is(.potion, .unbrewed):visible")
    expect(places).to_have_count(10)
    for place in places.all():
        expect(place).to_be_in_viewport(ratio=0.98)
