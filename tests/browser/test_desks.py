"""Counting up at a desk by the quick count: few taps, totals as one goes, ties, names, also without a script."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SMALL, TALL, Phone
from tests.browser.wire import new_table, sit

MOST_TAPS = 20
"""For three players, a typed digit being a tap."""


class Finger:
    """Taps on a page, and counts its taps and digits."""

    def __init__(self, page: Page):
        self.page = page
        self.taps = 0

    def tap(self, selector: str) -> None:
        self.taps += 1
        self.page.locator(selector).tap()

    def choose(self, name: str, value: Any) -> None:
        """Tap on what a radio or a checkbox stands for."""
        self.tap(f"label:has(> [name='{name}'][value='{value}'])")

    def write(self, name: str, digits: str) -> None:
        self.tap(f"[name='{name}']")
        self.taps += len(digits)
        self.page.keyboard.type(digits)


def count(finger: Finger, seat: int, small: int, large: int, favourites: int, finished: bool = False) -> None:
    for key, number in (("small", small), ("large", large), ("favourites", favourites)):
        finger.choose(f"players.{seat}.counted.{key}", number)
    if small + large == 1:  # a single one is all of one kind, without a tap
        expect(finger.page.locator(f"[name='players.{seat}.counted.uniform'][value='true']")).to_be_checked()
    if finished:
        finger.choose(f"players.{seat}.finished", "true")


@pytest.mark.parametrize(("language", "size"), [("en", SMALL), ("it", SMALL), ("pl", TALL)])
def test_three_homunculi_are_counted_in_twenty_taps(phone: Phone, language: str, size: tuple[int, int]) -> None:
    page = phone(language, size)
    page.goto("/desk/homunculus/score")
    finger = Finger(page)
    finger.tap("nav.seg a[href*='players=3']")
    count(finger, 0, 4, 2, 3, finished=True)
    expect(page.locator("[data-total='0']")).to_have_text("15")
    count(finger, 1, 6, 0, 0)
    finger.choose("players.1.counted.uniform", "true")
    expect(page.locator("[data-total='1']")).to_have_text("12")
    count(finger, 2, 1, 3, 2)
    expect(page.locator("[data-total='2']")).to_have_text("9")
    expect(page.locator(".ties")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    finger.tap("form .btn.primary")
    expect(page.locator(".party .player-facts")).to_have_text(["15", "12", "9"])
    assert finger.taps <= MOST_TAPS


def test_three_hands_of_fata_morgana_are_counted_in_twenty_taps(phone: Phone) -> None:
    page = phone("en", SMALL)
    page.goto("/desk/fata_morgana/score")
    finger = Finger(page)
    finger.tap("nav.seg a[href*='players=3']")
    for seat, (points, objective, cards, total) in enumerate((("31", 4, 7, 38), ("28", 0, 12, 34), ("9", 6, 6, 18))):
        finger.write(f"players.{seat}.points", points)
        finger.choose(f"players.{seat}.objective_points", objective)
        finger.choose(f"players.{seat}.hand_size", cards)
        expect(page.locator(f"[data-total='{seat}']")).to_have_text(str(total))
    finger.tap("form .btn.primary")
    expect(page.locator(".ranking .sum")).to_have_text(["38", "34", "18"])
    assert finger.taps <= MOST_TAPS


def test_a_tie_asks_those_tied_for_their_ingredients(phone: Phone) -> None:
    page = phone("en", SMALL)
    page.goto("/desk/homunculus/score?players=3")
    finger = Finger(page)
    for seat, small in enumerate((3, 3, 1)):
        count(finger, seat, small, 0, 0)
    expect(page.locator("[data-tie='0'], [data-tie='1']")).to_have_count(2)
    for seat, visible in ((0, True), (1, True), (2, False)):
        expect(page.locator(f"[data-tie='{seat}']")).to_be_visible(visible=visible)
    finger.write("players.0.ingredients", "4")
    finger.write("players.1.ingredients", "6")
    finger.tap("form .btn.primary")
    expect(page.locator(".party .lead")).to_contain_text("Player 2")
    expect(page.locator(".party .steps li")).to_have_text(
        [
            "Points: 3 : 3 : 2",
            "Tied on points, so more face-up parts: 3 : 3",
            "Tied on those too, so more ingredients: 6 : 4",
        ]
    )


def test_the_names_of_this_phones_last_table_are_offered(phone: Phone, server: str) -> None:
    page = phone("en", SMALL)
    host = new_table(server, "Ada", "Żółć", "Élodie", game="fata_morgana")
    sit(page, host, 0)
    page.goto("/desk/homunculus/score")
    names = page.locator(".finalist-name input")
    expect(names).to_have_count(3)
    assert names.evaluate_all("all => all.map(one => [one.value, one.placeholder])") == [
        ["", "Ada"], ["", "Żółć"], ["", "Élodie"],
    ]  # fmt: skip
    names.nth(1).fill("Bo")
    finger = Finger(page)
    for seat in range(3):
        count(finger, seat, seat, 0, 0)
    finger.tap("form .btn.primary")
    expect(page.locator(".party .player-name")).to_have_text(["Élodie", "Bo", "Ada"])


def test_a_homunculus_is_laid_part_by_part_with_a_tap_each(phone: Phone) -> None:
    page = phone("en", SMALL)
    page.goto("/desk/homunculus/score?by=pieces&players=1")
    finger = Finger(page)
    place = "[name='players.0.parts.{}:json']"
    finger.tap(place.format("head"))
    expect(page.locator(place.format("head"))).to_have_value('{"kind":"yellow","face_up":true}')
    finger.tap("[data-brush=red]")
    for part in ("tail", "left_ear", "left_ear"):
        finger.tap(place.format(part))
    expect(page.locator("[data-total='0']")).to_have_text("4")
    expect(page.locator(place.format("left_ear"))).to_have_value('{"kind":"red","face_up":false}')
    finger.tap(place.format("left_ear"))
    expect(page.locator(place.format("left_ear"))).to_have_value("null")
    finger.choose("players.0.favourite:json", '"red"')
    expect(page.locator("[data-total='0']")).to_have_text("5")
    finger.tap("form .btn.primary")
    expect(page.locator(".party .player-facts")).to_have_text("5")
    expect(page.locator(".part.kind-red")).to_have_count(1)


def test_the_quick_count_needs_no_script(scriptless: Page) -> None:
    scriptless.goto("/desk/homunculus/score?players=1")
    for key, number in (("small", 2), ("large", 1), ("favourites", 1)):
        scriptless.locator(f"label:has(> [name='players.0.counted.{key}'][value='{number}'])").click()
    scriptless.locator("form .btn.primary").click()
    expect(scriptless.locator(".party .player-facts")).to_have_text("5")
    expect(scriptless.locator("[name='players.0.counted.small']:checked")).to_have_value("2")


def test_more_favourites_than_parts_are_said_in_words(phone: Phone) -> None:
    page = phone("en", SMALL)
    page.goto("/desk/homunculus/score?players=1")
    count(Finger(page), 0, 1, 0, 5)
    expect(page.locator("[data-total='0']")).to_have_text("–")
    page.locator("form .btn.primary").tap()
    expect(page.get_by_role("alert")).to_have_text(
        "There cannot be more parts of the favourite homunculus than face-up parts."
    )


def test_what_follows_of_one_part_ticks_itself(phone: Phone) -> None:
    page = phone("en", SMALL)
    page.goto("/desk/homunculus/score?players=1")

    def pick(key: str, number: int) -> None:
        page.locator(f"label:has([name='players.0.counted.{key}'][value='{number}'])").tap()

    one_kind = page.locator("[type=checkbox][name='players.0.counted.uniform']")
    pick("small", 1)
    pick("large", 0)
    expect(one_kind).to_be_checked()
    pick("large", 2)
    expect(one_kind).not_to_be_checked()
    pick("favourites", 3)
    expect(one_kind).to_be_checked()
    pick("favourites", 1)
    expect(one_kind).not_to_be_checked()
    page.locator(".tick", has=one_kind).locator("label").tap()
    pick("favourites", 0)
    expect(one_kind).to_be_checked()
