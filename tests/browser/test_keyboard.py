"""What somebody at a keyboard can rely on, and what is refused in a sheet: the focus is where the hand goes on."""

from __future__ import annotations

import json
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SMALL, TALL, Phone, eventually, steady
from tests.browser.finger import tap
from tests.browser.script import ask
from tests.browser.wire import new_table, shows, sit

pytestmark = pytest.mark.browser


def test_a_keyboard_goes_on_where_the_hand_is(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("en", TALL)
    sit(page, host, 0)
    page.locator(".field.legal").first.press("Enter")  # gone from the board once the pawn stands
    expect(page.locator("#latest")).to_have_attribute("data-seq", "1")
    expect(page.locator(".thumb .btn:visible").first).to_be_focused()

    host.enter(kind="end_turn", seat=0)
    host.enter(kind="place", seat=1, field=6)  # Gifts: the gift is taken once
    host.enter(kind="gift", seat=1)
    shows(page, host)
    steady(page)
    gift = page.locator(".thumb .barred").first
    gift.press("Enter")
    expect(page.locator("#notice .refusal")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#notice > *")).to_have_count(0)
    expect(gift).to_be_focused()


def test_a_key_that_is_held_is_one_tap(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno", track="full"), phone("en", TALL)
    sit(page, host, 0)
    page.locator(".thumb .btn.primary").focus()
    for _ in range(12):  # the first is the tap, the others are its repeats
        page.keyboard.down("Enter")
        page.wait_for_timeout(60)
    page.keyboard.up("Enter")
    expect(page.locator("#latest")).to_have_attribute("data-seq", "1")
    assert host.look()["seq"] == 1
    expect(page.locator(".field.legal").first).to_be_focused()


def test_what_is_refused_in_a_sheet_is_said_above_it_and_the_sheet_comes_back(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("pl", SMALL)
    sit(page, host, 0)
    page.locator(".player [popovertarget=set-1]").click()
    tap(page, page.locator("#fame-1 button[value='-1']"))
    expect(page.locator("#notice .refusal")).to_contain_text("Liczba spadłaby poniżej zera.")
    expect(page.locator("#set-1")).to_be_hidden()
    tap(page, page.locator("#notice [data-dismiss]"))
    expect(page.locator("#set-1")).to_be_visible()
    steady(page)
    page.locator("#fame-1 button[value='-1']").press("Enter")
    expect(page.locator("#notice .refusal")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#set-1")).to_be_visible()
    expect(page.locator("#fame-1 button[value='-1']")).to_be_focused()
    tap(page, page.locator("#fame-1 button[value='5']"))
    expect(page.locator("#worth-1")).to_have_text("5")
    page.locator("#set-1 [popovertarget]").click()
    tap(page, page.locator("#undo"))
    expect(page.locator("#redo")).to_be_visible()
    tap(page, page.locator("#redo"))
    expect(page.locator("#undo")).to_be_focused()


def test_a_sheet_takes_the_focus_and_gives_it_back(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("en", TALL)
    sit(page, host, 0)
    button = page.locator(".player [popovertarget=set-1]")
    button.press("Enter")
    expect(page.locator("#set-1")).to_be_focused()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()


def test_the_sheet_of_a_place_is_gone_into_and_left(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno", game="homunculus"), phone("en", TALL)
    sit(page, host, 0)
    sheet, head = page.locator("#place"), page.locator(".board:visible [data-place=head]")
    for way in ("Escape", "Enter"):
        head.press("Enter")
        expect(sheet).to_be_focused()
        page.keyboard.press("Tab")
        expect(sheet.get_by_role("button", name="Close")).to_be_focused()
        page.keyboard.press(way)
        expect(sheet).to_be_hidden()
        expect(head).to_be_focused()


def test_a_sheet_that_was_opened_from_another_leads_back_there(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno", game="fata_morgana"), phone("en", TALL)
    tokens = [json.loads(ask(f"{host.table}/join", {"seat": seat}))["token"] for seat in (0, 1)]
    there = urlsplit(host.table)
    cookie = {"name": "seats", "value": ".".join(tokens), "domain": there.hostname or "", "path": there.path}
    page.context.add_cookies([cookie])
    page.goto(host.table)
    page.locator(".strip [popovertarget=hands]").press("Enter")
    expect(page.locator("#hands")).to_be_focused()  # a sheet takes the focus soon after it is shown
    page.locator("#hands [popovertarget=hand-1]").press("Enter")
    expect(page.locator("#hand-1")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#hands [popovertarget=hand-1]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#hand-1")).to_be_focused()
    page.locator("#hand-1 [popovertarget=tell-hand-1]").press("Enter")
    expect(page.locator("#tell-hand-1")).to_be_focused()
    steady(page)
    for _card in range(10):
        page.locator("#tell-hand-1 .card-add.fata-red").click()
    page.locator("#tell-hand-1 [data-confirm]").click()
    expect(page.locator("#notice .refusal")).to_be_focused()
    page.locator("[data-dismiss]").click()
    expect(page.locator("#tell-hand-1")).to_be_visible()
    page.locator("#tell-hand-1 .sheet-head button").click()
    expect(page.locator(":popover-open")).to_have_count(0)


@pytest.mark.parametrize("game", ["alchemicus", "homunculus", "fata_morgana"])
def test_who_takes_back_the_only_entry_keeps_the_focus(phone: Phone, server: str, game: str) -> None:
    host, page = new_table(server, "Ada", "Bruno", game=game), phone("en", TALL)
    sit(page, host, 0)
    moves = {
        "alchemicus": {"kind": "place", "seat": 0, "field": 3},
        "homunculus": {"kind": "draw", "seat": 0},
        "fata_morgana": {
            "kind": "create",
            "seat": 0,
            "cauldron": ["red", "white"],
            "ingredients": {"blue": 1},
            "value": 6,
        },
    }
    host.enter(**moves[game])
    shows(page, host)
    steady(page)
    page.locator("#undo").evaluate(
        "undo => { undo.focus({ preventScroll: true, focusVisible: true }); scrollTo(0, 60); }"
    )
    page.keyboard.press("Enter")
    expect(page.locator("#undo")).to_be_disabled()
    eventually(page, lambda: page.evaluate("!document.activeElement.matches('body, :disabled')"))
    assert page.evaluate("scrollY") <= 60


def test_what_is_barred_says_so(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno", game="homunculus"), phone("en", TALL)
    sit(page, host, 0)
    expect(page.get_by_role("button", name="Take ingredients", exact=True)).to_be_visible()
    host.enter(kind="tiles", seat=0, by=-3)
    expect(page.get_by_role("button", name=re.compile("Take ingredients ?, not now"))).to_have_class("btn barred")


COVERED = """() => {
  const focused = document.activeElement;
  if (focused === document.body || focused.closest('.thumb, .sheet, .skip')) return null;
  const { left, top, right, bottom } = focused.getBoundingClientRect();
  const spots = [0.1, 0.5, 0.9].map((at) => document.elementFromPoint((left + right) / 2, top + (bottom - top) * at));
  return spots.some((seen) => seen && (focused.contains(seen) || seen.contains(focused) || seen.control === focused))
    ? null : focused.outerHTML;
}"""


@pytest.mark.parametrize("game", ["alchemicus", "homunculus", "fata_morgana"])
def test_what_has_the_focus_is_in_sight(phone: Phone, server: str, game: str) -> None:
    host, page = new_table(server, "Ada", "Bruno", "Cleo", game=game), phone("pl", SMALL)
    sit(page, host, 0)
    covered = set()
    for key in ["Tab"] * 60 + ["Shift+Tab"] * 60:
        page.keyboard.press(key)
        covered.add(page.evaluate(COVERED))
    assert covered == {None}
