"""At a table of Alchemicus: what is put right on the board itself, prices by a tap each, what a tie asks in the bar."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import wire
from tests.browser.conftest import SMALL, TALL, Phone, both_faces, steady
from tests.browser.finger import enter, tap
from tests.browser.script import Script
from tests.browser.workshop import GIFTS, HARVEST, SALE, field

pytestmark = pytest.mark.browser

UNSEEN = """() => [document.documentElement.scrollWidth - innerWidth,
    document.documentElement.scrollHeight - innerHeight,
    document.querySelector('.stage').scrollHeight - document.querySelector('.stage').clientHeight]"""


def test_pawn_and_spirit_are_put_right_by_a_tap_on_the_board(server: str, phone: Phone) -> None:
    """Also on the phone of somebody whose turn it is not, and while the stage shows something else."""
    host = wire.new_table(server, "Ada", "Bruno", track="full", prices={"alembic": 2})
    ada, bruno = phone("pl", SMALL), phone("it", SMALL, dark=True)
    wire.sit(ada, host, 0)
    wire.sit(bruno, host, 1)
    host.enter(kind="place", seat=0, field=HARVEST, draw="deck")
    host.enter(kind="pawn", seat=0, field=4)
    for page, number in ((ada, GIFTS), (bruno, SALE)):
        wire.shows(page, host)
        if page is ada:  # the host put her pawn there, which is said to her
            tap(page, page.locator(".message:visible"))
        tap(page, page.locator("#chip-0 .face"))
        page.locator("#set-0 details.fold summary").tap()
        told = page.locator("#stands-0 .put-right").first
        expect(told.locator("use")).to_have_attribute("href", re.compile("#build$" if page is ada else "#gifts$"))
        tap(page, told.locator("[data-puts]"))
        expect(page.locator("#set-0")).to_be_hidden()
        expect(page.locator("#putting p")).to_have_text(
            "Ada: ora tocca il campo su cui si trova la pedina."
            if page is bruno
            else "Ada: teraz dotknij pola, na którym stoi pionek."
        )
        expect(page.locator("#what")).to_be_hidden()
        enter(page, field(page, number))
        expect(page.locator("#putting")).to_be_hidden()
        assert host.look()["players"][0]["pawn"] == number
    assert host.look()["log"][-1]["move"] == {"kind": "pawn", "seat": 0, "field": SALE}

    # The Spirit likewise; what was begun can be left, and the next tap is an ordinary one.
    wire.shows(bruno, host)
    for leaves in (True, False):
        tap(bruno, bruno.locator("#chip-0 .face"))
        if not bruno.locator("#stands-0 .put-right").last.is_visible():
            bruno.locator("#set-0 details.fold summary").tap()
        tap(bruno, bruno.locator("#stands-0 .put-right [data-puts=place]"))
        if leaves:
            tap(bruno, bruno.locator("#putting [data-leaves]"))
    enter(bruno, bruno.locator(".board .spos-1"))
    seen = host.look()
    assert seen["spirit"] == seen["spirit_ring"][1]


def picked(page: Page) -> str | None:
    return page.locator("#prices :checked").get_attribute("value") if page.locator("#prices :checked").count() else None


@both_faces
def test_all_prices_are_told_by_a_tap_each(server: str, phone: Phone) -> None:
    """On the smallest phone, without scrolling, and as fast as one taps."""
    host, page = wire.new_table(server, "Ada", "Bruno", track="full"), phone("pl", SMALL)
    wire.sit(page, host, 0)
    host.enter(kind="place", seat=0, field=4, draw="deck")
    wire.shows(page, host)
    tap(page, page.locator(".tableau .building.plain").first)
    tap(page, page.locator(".sheet:popover-open [popovertarget=pricing]"))
    sheet = page.locator("#pricing")
    expect(sheet).to_be_visible()
    assert sheet.evaluate("(sheet) => sheet.scrollHeight - sheet.clientHeight") == 0
    unknown = [kind for kind, price in host.look()["prices"].items() if price is None]
    assert picked(page) == unknown[0]
    steady(page)
    for number in range(1, len(unknown) + 1):
        sheet.locator(f".digits > [value='{number}']:visible").tap()
    expect(sheet.locator("#prices :checked")).to_have_count(0)
    known = host.look()["prices"]
    assert {kind: known[kind] for kind in unknown} == {kind: number + 1 for number, kind in enumerate(unknown)}
    # With all known there is nothing to tap by mistake; a card that is picked is told anew.
    expect(sheet.locator(".digits").first).to_be_hidden()
    sheet.locator("label:has([value=domo])").tap()
    enter(page, sheet.locator(".digits > [value='5']"))
    assert host.look()["prices"]["domo"] == 5


def tied(server: str, *names: str) -> Script:
    """Set a table whose game ends in a tie of all."""
    host = wire.new_table(server, *names, target=1)
    for seat in range(len(names)):
        host.enter(kind="fame", seat=seat, by=1)
        host.enter(kind="place", seat=seat, field=(HARVEST, SALE, GIFTS, 4)[seat])
        host.enter(kind="end_turn", seat=seat)
    return host


@both_faces
@pytest.mark.parametrize("language", ["it", "pl"])
def test_what_breaks_a_tie_is_asked_in_the_bar(server: str, phone: Phone, language: str) -> None:
    host, page, other = tied(server, "Ada", "Bruno", "Kasia"), phone(language, SMALL), phone("en", TALL)
    wire.sit(page, host, 0)
    wire.sit(other, host, 1)
    assert page.evaluate(UNSEEN) == [0, 0, 0]
    asked = {"it": "Chi ha gli edifici di maggior valore?", "pl": "Czyje budynki są więcej warte?"}[language]
    expect(page.locator(".bar .prompt b")).to_have_text(asked)
    # Nothing else asks to be tapped while that is open.
    expect(page.locator("#thumb a.btn.primary")).to_have_count(0)
    for seat, total in ((0, 17), (1, 19), (2, 11)):
        sum_of = page.locator(f"#prices_total-{seat}")
        sum_of.locator("[name=total]").tap()
        page.keyboard.type(str(total))
        enter(page, sum_of.locator("button"))
    for one in (page, other):
        wire.shows(one, host)
        expect(one.locator(".sums")).to_have_count(0)
        expect(one.locator("#thumb a.btn.primary")).to_be_visible()
        assert one.evaluate(UNSEEN) == [0, 0, 0]
    expect(other.locator(".you-win")).to_be_visible()
    expect(page.locator(".you-win")).to_be_hidden()
    assert host.look()["result"]["winners"] == [1]
