"""What axe finds on the page of a table in each phase of its game, by day and by candlelight: nothing."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from referee.games.homunculus.board import PARTS
from tests.browser.conftest import TALL, Phone
from tests.browser.finger import tap
from tests.browser.script import Script
from tests.browser.test_screens import PLAYS
from tests.browser.wire import new_table, shows, sit
from tests.browser.workshop import BUILD, HARVEST, SALE

pytestmark = pytest.mark.browser

KINDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def found(page: Page, host: Script) -> list[str]:
    """Return what axe finds, by day and by candlelight."""
    shows(page, host)
    amiss = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        told = Axe().run(page, options={"runOnly": KINDS})
        amiss += [f"{scheme}: {each['id']} {each['nodes'][0]['html'][:200]}" for each in told.response["violations"]]
    return amiss


@pytest.mark.parametrize("game", list(PLAYS))
def test_every_phase_of_a_turn(server: str, phone: Phone, game: str) -> None:
    host, page = new_table(server, "Ada", "Bruno", game=game), phone("pl", TALL)
    sit(page, host, 0)
    assert found(page, host) == []
    for move in PLAYS[game](host):
        assert "entry" in host.enter(**move), move
        assert found(page, host) == [], move


@pytest.mark.parametrize("number", [HARVEST, SALE, BUILD])
def test_the_field_one_stands_on(server: str, phone: Phone, number: int) -> None:
    host, page = new_table(server, "Ada", "Bruno", track="full", prices={"alembic": 2, "domo": 9}), phone("it", TALL)
    for kind in ("taberna", "labrium", "fornax"):
        host.enter(kind="building", seat=0, build=kind)
    for one in host.look()["players"][0]["buildings"]:
        if one["kind"] in ("labrium", "fornax"):
            host.enter(kind="goods", seat=0, building=one["id"], goods=["metal"])
    host.enter(kind="place", seat=0, field=number, draw="deck")
    sit(page, host, 0)
    assert found(page, host) == []


def test_the_noctis_cards(server: str, phone: Phone) -> None:
    host, page = new_table(server, "Ada", "Bruno", track="full", expansion="noctis", edition="it"), phone("pl", TALL)
    sit(page, host, 0)
    tap(page, page.locator(".bar [popovertarget=cards]"))
    drawn = page.locator("#cards .drawn use").evaluate_all("(all) => all.map((one) => one.href.baseVal.split('#')[1])")
    cards = ("golem", "homunculus", "mutabilis", "pactum", "spiritus", "infamia")
    assert sorted(drawn) == sorted(f"{card}-drawn" for card in cards)
    assert found(page, host) == []


def test_what_is_what_is_seen_in_the_systems_own_colours(server: str, phone: Phone) -> None:
    """Whose turn it is, where the Spirit is, which fields and cards are legal and which are barred."""
    looks = """(one) => {
        const { backgroundColor, forcedColorAdjust, outlineStyle } = getComputedStyle(one);
        return forcedColorAdjust === "none" ? backgroundColor : outlineStyle; // else the system takes the ground away
    }"""
    fame, full = new_table(server, "Ada", "Bruno"), new_table(server, "Ada", "Bruno", track="full")
    for seat, number in enumerate((HARVEST, SALE)):
        fame.enter(kind="place", seat=seat, field=number)
        fame.enter(kind="end_turn", seat=seat)
    full.enter(kind="place", seat=0, field=BUILD, draw="deck")
    pairs = {
        fame: (
            ("#chip-0", "#chip-1"),
            (".field.legal", ".field.barred"),
            (".here > .latin", ".place:not(.here) > .latin"),
        ),
        full: (("#chip-0", "#chip-1"), ("#action .building.legal", "#action .building:not(.legal)")),
    }
    for host, told_apart in pairs.items():
        page = phone("en", TALL)
        page.emulate_media(forced_colors="active")
        sit(page, host, 0)
        shows(page, host)
        for one, other in told_apart:
            assert page.locator(one).first.evaluate(looks) != page.locator(other).first.evaluate(looks), one
        coin = page.locator(".chips .coin:not(.fame-won)").first
        assert coin.evaluate("(one) => getComputedStyle(one).forcedColorAdjust") == "none"


@pytest.mark.parametrize("part", ["tail", "left_arm", "right_ear"])
def test_the_question_whether_a_power_is_cancelled(server: str, phone: Phone, part: str) -> None:
    """On the phone of the player who answers, of the one who waits, and of one who looks on; then what came of it."""
    host = new_table(server, "Ada", "Bruno", "Celina", game="homunculus")
    pages = [phone(language, TALL) for language in ("it", "pl", "en")]
    for seat, page in enumerate(pages):
        sit(page, host, seat)
    for seat, place in ((0, part), (1, "head"), (1, "torso")):
        host.enter(kind="part", seat=seat, part=place, to={"kind": "red", "face_up": True})
    hits = {"hits": "torso"} if part == "tail" else {}
    assert "entry" in host.enter(kind="use", seat=0, part=part, target=1, **hits)
    for page in pages:
        assert found(page, host) == []
    host.enter(kind="cancel", seat=1)
    for page in pages:
        assert found(page, host) == []


def test_a_tail_that_aims_and_the_last_place(server: str, phone: Phone) -> None:
    host, page = new_table(server, "Ada", "Bruno", game="homunculus"), phone("pl", TALL)
    sit(page, host, 0)
    for part in PARTS[:-1]:
        host.enter(kind="part", seat=0, part=part, to={"kind": "red", "face_up": True})
    shows(page, host)
    tap(page, page.locator(f"[data-board='0'] [data-place={PARTS[-1]}]"))
    assert found(page, host) == []
    page.keyboard.press("Escape")
    tap(page, page.locator("[data-board='0'] [data-place=tail]"))
    assert found(page, host) == []
    tap(page, page.locator("#using [data-aims]"))
    assert found(page, host) == []
