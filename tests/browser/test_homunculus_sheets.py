"""The sheets of Homunculus: what they say of the last place, of what others have and of what one lacks."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from referee.games.homunculus.board import PARTS
from tests.browser import wire
from tests.browser.conftest import SMALL, Phone
from tests.browser.finger import tap
from tests.browser.test_homunculus import add, place

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("language", ["en", "it", "pl"])
def test_the_last_place_shows_its_button_on_a_small_screen(phone: Phone, server: str, language: str) -> None:
    host = wire.new_table(server, "Ada", "Gioele", "Zofia", game="homunculus", track="full")
    for part in PARTS[:-1]:
        host.enter(kind="part", seat=0, part=part, to={"kind": "red", "face_up": True})
    page = phone(language, SMALL)
    wire.sit(page, host, 0)
    sheet = place(page, PARTS[-1])
    expect(sheet.locator("#place-untold")).to_contain_text("Ada, Gioele, Zofia")
    expect(sheet.locator("[data-needs-none]")).to_be_in_viewport(ratio=1)


def test_what_another_board_names_rests_and_what_one_lacks_is_marked(phone: Phone, server: str) -> None:
    host, page = wire.new_table(server, "Ada", "Bruno", game="homunculus", track="full"), phone("pl", SMALL)
    host.enter(kind="favourite", seat=1, kind_of="red", ingredient="mercury")
    host.enter(kind="ingredients", seat=0, by={"sulphur": 1})
    wire.sit(page, host, 0)
    tap(page, page.locator("#acts [popovertarget=extract]"))
    resting = page.locator("#extract [name=kind_of]:disabled")
    expect(resting).to_have_count(1)
    expect(resting).to_have_value("red")
    page.keyboard.press("Escape")
    counting = place(page, "head").locator("[data-counting=pay]")
    add(counting, sulphur=2)
    lacking = counting.locator(".over")
    expect(lacking).to_have_count(1)
    expect(lacking.locator(".have")).to_have_text(" 0")
    expect(lacking.locator(".times")).to_have_text("2")
