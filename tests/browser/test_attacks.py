"""Being attacked in Alchemicus: whom it is done to reads who did it, until they have seen it; the line names both."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import wire
from tests.browser.conftest import SMALL, TALL, Phone, steady
from tests.browser.finger import caught_up, enter, seq, tap
from tests.browser.workshop import GIFTS, SPIRIT, field, thumb

pytestmark = pytest.mark.browser


def test_who_is_attacked_reads_by_whom_and_the_attacker_what_came_of_it(server: str, phone: Phone) -> None:
    host = wire.new_table(server, "Ada", "Bruno", "Kasia", track="full", expansion="noctis")
    host.enter(kind="building", seat=1, build="domo")
    host.enter(kind="fame", seat=1, by=3)
    ada, bruno, room = phone("pl", TALL), phone("it", SMALL, dark=True), phone("en", (1920, 1080))
    for seat, page in enumerate((ada, bruno)):
        wire.sit(page, host, seat)
    room.goto(f"{host.table}?tv=table")
    for page in (ada, bruno, room):
        wire.shows(page, host)

    # The Spirit goes into the centre, and Bruno is robbed: told once, with his name.
    enter(ada, field(ada, SPIRIT))
    tap(ada, ada.locator(".spos-5"))
    enter(ada, ada.locator("#to-domo button", has_text="Bruno"))
    caught_up(bruno, ada)
    message = bruno.locator(".message:visible .said")
    expect(message).to_have_text("Ada ti deruba: consegna una carta, pescata a caso dalla tua mano.")
    caught_up(room, ada)
    expect(room.locator(".message:visible")).to_have_count(0)
    expect(room.locator("#entered")).to_have_text("Ada: Spirit moved (Domo), a card taken (from: Bruno)")
    expect(room.locator("#news .news")).to_have_count(0)
    enter(ada, thumb(ada, "end_turn"))
    caught_up(room, ada)
    expect(room.locator("#entered")).to_contain_text("a card stolen from Bruno")
    expect(message).to_be_visible()
    steady(bruno)
    message.tap()
    expect(message).to_have_count(0)

    # Bruno strikes back; Ada answers on her phone, and Bruno reads the answer on his.
    host.enter(kind="draw", seat=1, **{"from": "deck"})
    host.enter(kind="fame", seat=0, by=1)
    host.enter(kind="infamia", seat=1, target=0)
    for page in (ada, bruno, room):
        wire.shows(page, host)
    expect(ada.locator(".prompt:visible")).to_contain_text("Bruno zagrywa przeciw tobie Infamię!")
    expect(room.locator(".prompt:visible")).to_contain_text("Infamia: Bruno against Ada")
    enter(ada, ada.locator(".thumb .btn.danger"))
    caught_up(bruno, ada)
    expect(message).to_have_text("Ada non respinge la tua Infamia.")


def test_what_one_has_to_discard_lies_over_nobody_elses_fields(server: str, phone: Phone) -> None:
    host, ada, bruno = wire.new_table(server, "Ada", "Bruno", track="full"), phone("en", TALL), phone("pl", SMALL)
    for seat, page in enumerate((ada, bruno)):
        wire.sit(page, host, seat)
    host.enter(kind="place", seat=0, field=GIFTS, draw="deck")
    host.enter(kind="cards", seat=0, by=8)
    wire.shows(ada, host)
    enter(ada, thumb(ada, "end_turn"))
    caught_up(bruno, ada)
    expect(ada.locator(".news.loud")).to_contain_text("Ada: discard 4 cards")
    expect(bruno.locator("#entered")).to_contain_text("· odrzuca 4 karty")
    expect(bruno.locator(".news:visible")).to_have_count(0)
    before = seq(ada)
    tap(ada, ada.locator(".news.loud"))
    expect(ada.locator(".news:visible")).to_have_count(0)
    assert seq(ada) == before
