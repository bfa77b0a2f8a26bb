"""Who leaves the game, and who plays with which colour: entered by touch on one phone, seen on the other."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SMALL, Phone
from tests.browser.finger import tap
from tests.browser.wire import new_table, shows, sit

pytestmark = pytest.mark.browser


def sheet_of(page: Page, seat: int) -> None:
    page.locator(f"#chip-{seat} button").tap()
    expect(page.locator(f"#set-{seat}")).to_be_visible()


def test_a_player_leaves_and_comes_back_by_one_tap_and_takes_another_colour(phone: Phone, server: str) -> None:
    host = new_table(server, "Ada", "Bruno", "Celina")
    ada, celina = phone("en", SMALL), phone("it", SMALL)
    sit(ada, host, 0)
    sit(celina, host, 2)
    sheet_of(ada, 1)
    tap(ada, ada.get_by_role("button", name="Leaves the game"))
    expect(ada.get_by_text("Has left the game: turns are skipped.")).to_be_visible()
    expect(celina.locator("#chip-1")).to_have_class(re.compile(r"\bgone\b"))
    tap(ada, ada.locator("#gone-1").get_by_role("button", name="Violet"))
    expect(celina.locator("#chip-1 .token")).to_have_class(re.compile(r"\bseat-5\b"))
    host.enter(kind="place", seat=0, field=2)
    host.enter(kind="end_turn", seat=0)
    expect(celina.locator("#chip-2")).to_have_class(re.compile(r"\bturn\b"))
    shows(ada, host)
    tap(ada, ada.locator("#gone-1").get_by_role("button", name="Is back in the game"))
    expect(celina.locator("#chip-1")).not_to_have_class(re.compile(r"\bgone\b"))
    expect(ada.get_by_role("button", name="Leaves the game")).to_be_visible()


def test_the_host_ends_the_evening_by_two_taps_from_the_menu_and_goes_on_by_one(phone: Phone, server: str) -> None:
    host = new_table(server, "Ada", "Bruno")
    host.enter(kind="fame", seat=1, by=4)
    mine, bruno = phone("en", SMALL), phone("pl", SMALL)
    sit(mine, host, None)
    sit(bruno, host, 1)
    bruno.locator(".strip [popovertarget=menu]").tap()
    expect(bruno.locator("#menu")).to_be_visible()
    expect(bruno.locator("#ending")).to_be_hidden()
    mine.locator(".strip [popovertarget=menu]").tap()
    mine.get_by_text("End the evening here").tap()
    tap(mine, mine.get_by_role("button", name="Count it as it stands"))
    expect(mine.locator("#closed").get_by_text("It counts as it stands.")).to_be_visible()
    expect(bruno.locator("#closed")).to_contain_text("Ten stół jest zamknięty.")
    tap(mine, mine.get_by_role("button", name="Open this table again"))
    expect(mine.locator("#closed")).to_be_hidden()
    expect(bruno.locator("#closed")).to_be_hidden()
