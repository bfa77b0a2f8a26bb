"""What was done last, in symbols: they fit in the bar of the smallest phone, and the words are heard all the same."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SMALL, Phone, both_faces
from tests.browser.script import ask
from tests.browser.wire import new_table, shows, sit

pytestmark = pytest.mark.browser

CLIPPED = "({ scrollHeight, clientHeight }) => scrollHeight - clientHeight"
LONG = "Konstantynopolitańczykowianeczka"


def fits(page: Page) -> None:
    """All symbols are in sight, within the bar."""
    moved, bar = page.locator("#entered .moved"), page.locator(".bar").bounding_box()
    expect(moved).to_be_in_viewport(ratio=1)
    assert bar is not None
    for one in page.locator("#entered .moved > *").all():
        box = one.bounding_box()
        if box is not None and one.is_visible():
            assert bar["x"] <= box["x"] and box["x"] + box["width"] <= bar["x"] + bar["width"]
            assert bar["y"] <= box["y"] + 1


@both_faces
def test_a_potion_shows_the_cards_to_move(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", LONG, game="fata_morgana"), phone("pl", SMALL, dark=True)
    sit(page, host, 0)
    host.enter(kind="create", seat=0, cauldron=["blue", "white"], ingredients={"red": 2, "brown": 2}, value=9)
    shows(page, host)
    fits(page)
    expect(page.locator("#entered .out .drop")).to_have_count(4)
    # Taken back and put back it is said as briefly, without saying which way the cards go.
    for way, words in (("undo", "Gospodarz cofa wpis."), ("redo", "Gospodarz przywraca wpis.")):
        ask(f"{host.table}/{way}", {"key": way, "seq": host.look()["seq"]}, host.token)
        shows(page, host)
        fits(page)
        expect(page.locator("#entered .back")).to_have_text(f"{words} Ada: nowa mikstura")
        expect(page.locator("#entered .moved .drop")).to_have_count(4)
        expect(page.locator("#entered :is(.in, .out)")).to_have_count(0)
        expect(page.locator("#entered > .sr")).to_contain_text("składniki: 2 × czerwony, 2 × brązowy. 9 punktów.")
        assert page.locator("#entered .receipt").evaluate(CLIPPED) <= 0
    host.enter(kind="create", seat=1, cauldron=["red", "white"], ingredients={"green": 1}, value=1)
    host.enter(kind="pass", seat=0, take="nothing")
    expect(page.locator("#entered .receipt")).to_have_count(0)
    host.enter(kind="copy", seat=1, potion=1)
    shows(page, host)
    fits(page)
    expect(page.locator("#entered .in .drop")).to_have_count(2)
    words = page.locator("#entered > .sr")
    expect(words).to_have_text(
        f"{LONG}: skopiowana mikstura nr 1 (9 punktów). Odłożone: 2 × czerwony, 2 × brązowy. "
        "Kocioł daje: niebieski, biały."
    )


def test_a_tile_shows_its_homunculus_and_what_was_paid(phone: Phone, server: str) -> None:
    host, page = new_table(server, LONG, "Ada", game="homunculus", track="full"), phone("it", SMALL)
    sit(page, host, 1)
    host.enter(kind="ingredients", seat=0, by=dict.fromkeys(("mercury", "sulphur", "mandrake", "dragon_blood"), 2))
    price = {"mercury": 2, "sulphur": 1, "mandrake": 1, "dragon_blood": 2}
    host.enter(kind="play", seat=0, part="left_arm", kind_of="purple", pay=price)
    shows(page, host)
    fits(page)
    expect(page.locator("#entered .moved .kind-purple")).to_have_count(1)
    assert page.locator("#entered .out .amount b").all_inner_texts() == ["2", "1", "1", "2"]


def test_the_line_of_a_long_turn_is_whole_and_moves_nothing(server: str, phone: Phone) -> None:
    host, page = new_table(server, "Ada", "Bruno", "Emma", game="homunculus", track="full"), phone("pl", SMALL)
    sit(page, host, 1)
    for seat, part in ((0, "left_ear"), (2, "head")):
        host.enter(kind="part", seat=seat, part=part, to={"kind": "red", "face_up": True})
    host.enter(kind="ingredients", seat=0, by={"mercury": 1})
    bar = page.locator(".bar")
    shows(page, host)
    before = bar.bounding_box()
    host.enter(kind="use", seat=0, part="left_ear", target=2)
    host.enter(kind="cancel", seat=2)
    host.enter(kind="play", seat=0, part="head", kind_of="red", pay={"mercury": 1})
    host.enter(kind="draw", seat=0)
    shows(page, host)
    told = page.locator("#entered .receipt")
    expect(told).to_contain_text("Emma anuluje: lewe ucho · 1 płytka dobrana")
    whole = "({ scrollHeight, clientHeight }) => scrollHeight - clientHeight"
    assert told.evaluate(whole) <= 1
    expect(told.locator(".out")).to_be_in_viewport(ratio=1)
    assert bar.bounding_box() == before
