"""Fata Morgana on real phones: two languages and one game, one phone for two, no script at all, the desk."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.cauldron import brew, open_sheet, sit_by_tap, tap, tap_hand, tap_potion, token_of
from tests.browser.conftest import LARGE, SMALL, Phone
from tests.browser.script import Script, ask
from tests.browser.wire import new_table, sit

pytestmark = pytest.mark.browser


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def test_two_phones_in_two_languages_play_to_the_end(phone: Phone) -> None:
    ada, bruno = phone("it", SMALL), phone("pl", LARGE, dark=True)
    ada.goto("/new/fata_morgana")
    ada.locator("[name='players[]']").nth(0).fill("Ada")
    ada.locator("[name='players[]']").nth(1).fill("Żółć")
    ada.locator("form[action='/tables'] .btn.primary").click()
    ada.wait_for_url("**/lobby")
    table = ada.url.removesuffix("/lobby")
    sit_by_tap(ada, table, 0)
    sit_by_tap(bruno, table, 1)
    script = Script(table, token_of(ada))

    # Ada tells her hand and objective by taps alone, one after the other; Bruno keeps his on paper.
    tap(ada, "#tell button")
    tap_hand(ada, "tell-hand-0", 2, 2, 3, 2, 1)
    expect(ada.locator("#tell-hand-0")).to_be_hidden()
    expect(ada.locator("#hand-0 .secret .drop")).to_have_count(10)
    tap(ada, "#tell button")
    for row, colour in (("three", "green"), ("two", "blue"), ("one", "white")):
        ada.locator(f"#tell-objective-0 label:has([name={row}][value={colour}])").click()
    tap(ada, "#tell-objective-0 .btn.primary")
    expect(ada.locator("#tell-objective-0")).to_be_hidden()
    expect(ada.locator("#hand-0 .goal li")).to_have_count(3)
    expect(ada.locator("#tell")).to_be_hidden()
    # What is known stands behind the thumb's hand, with the ways to tell it anew.
    tap(ada, ".thumb [popovertarget=hand-0]")
    expect(ada.locator("#hand-0 button[popovertarget^=tell]")).to_have_count(2)
    ada.keyboard.press("Escape")
    expect(ada.locator("#hand-0")).to_be_hidden()
    assert script.look()["players"][0]["objective"] == {"three": "green", "two": "blue", "one": "white"}
    expect(bruno.locator("#latest")).to_have_attribute("data-seq", "2")
    assert bruno.locator("#hand-0").count() == 0
    sheets = bruno.locator("[id^=hand-], [id^=drew-]").evaluate_all("(sheets) => sheets.map((sheet) => sheet.id)")
    assert sheets == ["hand-1"]

    # Round 1: both brew; each phone says it in its own language.
    tap_potion(ada, 0, ("red", "blue"), 7, green=2, brown=1)
    expect(bruno.locator(".shelf .potion")).to_have_count(1)
    expect(bruno.locator(".shelf")).to_contain_text("zielony: 2")
    expect(ada.locator(".shelf")).to_contain_text("verde: 2")
    expect(ada.locator(".scores li").first).to_contain_text("7")
    tap_potion(bruno, 1, ("green", "white"), 4, red=1)
    expect(ada.locator(".shelf .potion")).to_have_count(2)
    expect(ada.locator("p.sr[role=status]").first).to_contain_text("Turno completo 2 di 12. Tocca a te, Ada.")
    expect(bruno.locator("p.sr[role=status]").first).to_contain_text("Runda 2 z 12. Teraz gra: Ada.")

    # Round 2: what Ada may not copy says why, in Italian; what glows she copies with one tap.
    expect(ada.locator("#copies .barred")).to_have_count(1)
    tap(ada, "[for=copy-1]")
    expect(ada.locator(".refusal")).to_be_focused()
    expect(ada.locator(".refusal a").first).to_have_attribute("href", re.compile("FM-COPY-OWN$"))
    expect(ada.locator(".refusal p")).to_have_text(
        "Non si copiano le proprie pozioni: scegline una di un altro giocatore."
    )
    tap(ada, "[data-dismiss]")
    expect(bruno.locator(".refusal")).to_have_count(0)
    expect(ada.locator("#copy-2.legal")).to_have_count(1)
    tap(ada, "[for=copy-2]")
    expect(bruno.locator(".scores li").first).to_contain_text("11")
    assert script.look()["stacks"] == {"red": 10, "blue": 9, "green": 8, "brown": 10, "white": 8}

    # Bruno draws two hidden ones; then both pass by script to the end of round 9.
    open_sheet(bruno, "pass-1")
    tap(bruno, "#pass-1 .take-hidden")
    expect(bruno.locator("#pass-1")).to_be_hidden()
    expect(ada.locator(".hero .stacks li").last).to_contain_text("8")
    script.pass_until("declare", 9)
    for page in (ada, bruno):
        expect(page.locator(".declare button")).to_have_count(2)
    tap(bruno, ".thumb .btn.primary")
    expect(ada.locator(".declare")).to_be_hidden()
    expect(ada.locator(".track .now")).to_have_count(1)
    script.pass_until("reveal", 12)

    # The cards on the table: only what was kept on paper is asked for.
    expect(ada.locator("#lay-open [name=seat]")).to_have_count(1)
    expect(ada.locator("#lay-open [name=seat]")).to_have_value("1")
    tap(bruno, ".thumb [popovertarget=lay-open]")
    tap_hand(bruno, "lay-open", 12, 1, 0, 0, 0)
    for page in (ada, bruno):
        expect(page.locator(".party[data-over]")).to_be_visible()
        expect(page.locator(".party h2")).to_have_text("Ada")
        expect(page.locator(".ranking > li")).to_have_count(2)
        assert fits(page)
    assert [page.locator("html").get_attribute("lang") for page in (ada, bruno)] == ["it", "pl"]
    assert script.look()["result"]["ranking"] == [
        {"seat": 0, "place": 1, "points": 11, "objective": 4, "hand": 5, "total": 20},
        {"seat": 1, "place": 2, "points": 4, "objective": 0, "hand": 6, "total": 10},
    ]


def test_one_phone_lays_open_what_everybody_kept_on_paper(server: str, phone: Phone) -> None:
    host, page = new_table(server, "Ada", "Bruno", "Celina", game="fata_morgana"), phone("pl", SMALL)
    brewed = ((["red", "blue"], {"brown": 1}), (["green", "white"], {"brown": 2}), (["red", "white"], {"green": 1}))
    for seat, (cauldron, ingredients) in enumerate(brewed):
        host.enter(kind="create", seat=seat, cauldron=cauldron, ingredients=ingredients, value=1 + seat)
    host.pass_until("reveal", 12)
    assert [player["hand_size"] for player in host.look()["players"]] == [11, 10, 11]
    sit(page, host, None)
    assert fits(page)
    for left, seat, red in ((3, 2, 11), (2, 0, 10)):
        tap(page, ".thumb [popovertarget=lay-open]")
        expect(page.locator("#lay-open [name=seat]")).to_have_count(left)
        page.locator(f"#lay-open label:has([name=seat][value='{seat}'])").click()
        tap_hand(page, "lay-open", red, 11 - red, 0, 0, 0)
        expect(page.locator("#lay-open")).to_be_hidden()
        expect(page.locator(f"#reveal li:nth-child({seat + 1}) .tag.good")).to_be_visible()
    tap(page, ".thumb [popovertarget=lay-open]")
    expect(page.locator("#laying")).to_contain_text("Bruno")
    tap_hand(page, "lay-open", 0, 9, 1, 0, 0)
    expect(page.locator(".party[data-over]")).to_be_visible()
    hands = [
        {colour: number for colour, number in player["hand"].items() if number} for player in host.look()["players"]
    ]
    assert hands == [{"red": 10, "blue": 1}, {"blue": 9, "green": 1}, {"red": 11}]


def test_what_is_laid_open_meanwhile_is_no_longer_asked_for_nor_a_hand_that_is_told(server: str, phone: Phone) -> None:
    host, page = new_table(server, "Ada", "Bruno", game="fata_morgana"), phone("it", SMALL)
    bruno = Script(host.table, json.loads(ask(f"{host.table}/join", {"seat": 1}))["token"])
    bruno.enter(kind="hand", seat=1, hand={"red": 4, "blue": 3, "green": 2, "brown": 1})
    host.enter(kind="create", seat=0, cauldron=["red", "white"], ingredients={"green": 1}, value=6)
    host.enter(kind="create", seat=1, cauldron=["green", "white"], ingredients={"blue": 1}, value=3)
    host.pass_until("reveal", 12)
    sit(page, host, None)
    tap(page, ".thumb [popovertarget=lay-open]")
    page.locator("#lay-open label:has([name=seat][value='0'])").click()
    page.locator("#lay-open label:has([name$='.red'][value='3'])").click()
    host.enter(kind="reveal", seat=0, hand={"red": 11}, objective=None)
    expect(page.locator("#lay-open")).to_be_hidden()

    # Bruno's hand is known: only his objective is asked for, and only that is sent.
    tap(page, ".thumb [popovertarget=lay-open]")
    expect(page.locator("#laying")).to_contain_text("Bruno")
    expect(page.locator("#lay-open .dose, #lay-open .total").filter(visible=True)).to_have_count(0)
    for row, colour in (("three", "red"), ("two", "blue"), ("one", "green")):
        page.locator(f"#laying label:has([name='objective.{row}'][value={colour}])").click()
    tap(page, "#lay-open .btn.primary")
    expect(page.locator(".party[data-over]")).to_be_visible()
    told = host.look()["players"][1]
    assert told["hand"] == {"red": 4, "blue": 2, "green": 3, "brown": 1, "white": 1}
    assert told["objective"] == {"three": "red", "two": "blue", "one": "green"}


def test_a_phone_that_holds_two_seats_shows_no_secret_until_it_is_asked_for(server: str, phone: Phone) -> None:
    made = json.loads(ask(f"{server}/tables", {"game": "fata_morgana", "players": ["Ada", "Bruno"]}))
    table, page = f"{server}{made['url']}", phone("en", SMALL)
    for seat in (0, 1):
        sit_by_tap(page, table, seat)
    Script(table, token_of(page).split(".")[0]).enter(
        kind="hand", seat=0, hand={"red": 4, "blue": 3, "green": 2, "brown": 1}
    )
    page.goto(table)
    expect(page.locator(".secret")).to_be_hidden()
    # To tell a hand, too, one hands the phone over first.
    expect(page.locator("#tell button")).to_have_attribute("popovertarget", "hands")
    open_sheet(page, "hands")
    expect(page.locator(".secret")).to_be_hidden()
    page.locator("#hands [popovertarget=hand-0]").click()
    expect(page.locator("#hand-0 .secret")).to_be_visible()
    # The cross leaves nobody else's button under the thumb that closed it.
    page.locator("#hand-0 [aria-label=Close]").click()
    expect(page.locator(":popover-open")).to_have_count(0)
    expect(page.locator(".secret")).to_be_hidden()
    # What Ada tapped and did not enter is not there for Bruno: neither her sheet nor what she chose in it.
    host = Script(table, made["token"])
    open_sheet(page, "brew-0")
    page.locator("#brew-0 .v7").click()
    host.enter(kind="create", seat=0, cauldron=["red", "white"], ingredients={"green": 1}, value=6)
    expect(page.locator(".scores .turn")).to_contain_text("Bruno")
    expect(page.locator(":popover-open")).to_have_count(0)
    open_sheet(page, "brew-1")
    expect(page.locator("#brew-1 [name=value]:checked")).to_have_count(0)
    brew(page, 1, ("red", "blue"), 9, white=2)
    open_sheet(page, "brew-0")
    expect(page.locator("#brew-0 [name=value]:checked")).to_have_count(0)
    # What the hand cannot pay looks no different on a phone that goes from hand to hand.
    assert not re.search(r"\bb\d|red-", page.locator("#now > i").get_attribute("class") or "")


def test_sheets_that_are_sent_once_follow_the_table(server: str, phone: Phone) -> None:
    """What is used up, beyond the hand or empty is marked in them; they are there for the seat that moves."""
    host, page = new_table(server, "Ada", "Bruno", game="fata_morgana"), phone("en", SMALL)
    sit(page, host, 0)
    ada = Script(host.table, token_of(page))
    ada.enter(kind="hand", seat=0, hand={"red": 4, "blue": 3, "green": 2, "brown": 1})
    open_sheet(page, "brew-0")
    expect(page.locator("#brew-0 .c0, #brew-0 .c3").filter(visible=True)).to_have_count(2)
    for colour, style in (("green", "solid"), ("brown", "dashed")):
        dose = page.locator(f"#brew-0 .of-{colour} .value:has([value='2'])")
        expect(dose).to_have_css("border-top-style", style)

    # Somebody else brews for Ada meanwhile: what she left open is gone.
    host.enter(kind="create", seat=0, cauldron=["red", "white"], ingredients={"green": 1}, value=6)
    expect(page.locator(".scores .turn")).to_contain_text("Bruno")
    expect(page.locator(":popover-open")).to_have_count(0)

    # She brews for Bruno and copies for him; the newest potion stands first.
    open_sheet(page, "for-1")
    open_sheet(page, "brew-1")
    expect(page.locator("#brew-1 .c0, #brew-1 .c3").filter(visible=True)).to_have_count(1)
    expect(page.locator("#brew-1 .v6 input")).to_be_hidden()
    brew(page, 1, ("red", "blue"), 9, white=2)
    for sheet in ("brew-1", "for-1"):
        expect(page.locator(f"#{sheet}")).to_be_hidden()
    places = [page.locator(f"[for=copy-{potion}]").bounding_box() for potion in (2, 1)]
    assert places[0] and places[1] and (places[0]["y"], places[0]["x"]) < (places[1]["y"], places[1]["x"])
    tap(page, "[for=copy-2]")
    expect(page.locator(".refusal")).to_contain_text("white")
    tap(page, "[data-dismiss]")
    host.enter(kind="pass", seat=0, take="nothing")
    open_sheet(page, "for-1")
    tap(page, "#for-1 [value*=copy][value*='1']")
    expect(page.locator("#for-1")).to_be_hidden()
    assert [player["points"] for player in host.look()["players"]] == [6, 15]

    # A stack that is empty looks so in the sheet for passing.
    while host.look()["stacks"]["red"]:
        host.enter(kind="pass", seat=host.look()["to_move"], take="red")
    if host.look()["to_move"]:
        host.enter(kind="pass", seat=1, take="nothing")
    open_sheet(page, "pass-0")
    takes = [page.locator(f"#pass-0 .take-{take}") for take in ("red", "blue", "hidden")]
    for take, style in zip(takes, ("dashed", "solid", "solid"), strict=True):
        expect(take).to_have_css("border-top-style", style)


def test_a_hand_of_many_cards_of_one_colour_is_told(server: str, phone: Phone) -> None:
    """As many as there are of a colour, in a form that is no longer for it until it is needed."""
    host, page = new_table(server, "Ada", "Bruno", game="fata_morgana"), phone("en", SMALL)
    host.enter(kind="create", seat=0, cauldron=["blue", "white"], ingredients={"green": 1}, value=1)
    host.enter(kind="create", seat=1, cauldron=["green", "white"], ingredients={"brown": 1}, value=2)
    for _round in range(2, 8):
        host.enter(kind="pass", seat=0, take="red")
        host.enter(kind="pass", seat=1, take="nothing")
    sit(page, host, 0)
    tap(page, ".thumb [popovertarget=hand-0]")
    tap(page, "#hand-0 [popovertarget=tell-hand-0]")
    numbers = page.locator("#tell-hand-0 .of-red .value")
    expect(numbers.filter(visible=True)).to_have_count(11)
    height = page.locator("#tell-hand-0 .of-red").evaluate("(dose) => dose.offsetHeight")
    assert height < 110, "two rows"
    tap_hand(page, "tell-hand-0", 12, 2, 1, 1, 1)
    expect(page.locator("#hand-0 .secret .drop.fata-red")).to_have_count(12)
    assert numbers.count() == 17
    expect(numbers.filter(visible=True)).to_have_count(0)


def test_what_was_given_up_is_not_there_for_the_next(server: str, phone: Phone) -> None:
    """A phone enters for everybody: what is chosen stays while its turn lasts, and no longer."""
    host, page = new_table(server, "Ada", "Bruno", game="fata_morgana"), phone("en", SMALL)
    sit(page, host, None)
    open_sheet(page, "brew-0")
    for chosen in (".c1", ".of-brown label:has([value='2'])", ".v7"):
        page.locator(f"#brew-0 {chosen}").click()
    page.keyboard.press("Escape")
    host.enter(kind="points", seat=1, by=1)
    expect(page.locator(".scores li").last).to_contain_text("1")
    open_sheet(page, "brew-0")
    expect(page.locator("#brew-0 [name=value]:checked")).to_have_value("7")
    host.enter(kind="create", seat=0, cauldron=["red", "white"], ingredients={"green": 1}, value=6)
    open_sheet(page, "brew-1")
    expect(page.locator("#brew-1 :checked:not([value='0'])")).to_have_count(0)
    expect(page.locator("#brew-1 :checked")).to_have_count(5)


def test_a_hand_is_told_and_a_potion_brewed_without_a_script(server: str, browser: Any) -> None:
    made = json.loads(ask(f"{server}/tables", {"game": "fata_morgana", "players": ["Ada", "Bruno"]}))
    context = browser.new_context(base_url=server, java_script_enabled=False, viewport={"width": 320, "height": 568})
    try:
        page = context.new_page()
        sit_by_tap(page, f"{server}{made['url']}", 0)
        tap(page, "#tell button")
        tap_hand(page, "tell-hand-0", 1, 2, 3, 4, 0)
        expect(page.locator("#tell button")).to_have_attribute("popovertarget", "tell-objective-0")
        tap_potion(page, 0, ("red", "white"), 10, brown=2, blue=1)
        expect(page.locator(".shelf .potion")).to_have_count(1)
        seen = Script(f"{server}{made['url']}", token_of(page)).look()
    finally:
        context.close()
    assert seen["players"][0]["hand"] == {"red": 2, "blue": 1, "green": 3, "brown": 2, "white": 1}
    assert seen["players"][0]["points"] == 10


def test_the_desk_counts_up_without_a_script(server: str, browser: Any) -> None:
    context = browser.new_context(base_url=server, java_script_enabled=False, viewport={"width": 320, "height": 568})
    try:
        page = context.new_page()
        page.goto("/desk/fata_morgana/score?by=pieces&players=1")
        page.locator("[name='players.0.name']").fill("Ada")
        page.locator("[name='players.0.points']").fill("31")
        for row, colour in (("three", "brown"), ("two", "blue"), ("one", "white")):
            page.locator(f"label:has([name='players.0.objective.{row}'][value={colour}])").click()
        for colour, amount in (("brown", "3"), ("blue", "2"), ("white", "1")):
            page.locator(f"[name='players.0.hand.{colour}']").select_option(amount)
        page.locator("form .btn.primary").click()
        expect(page.locator(".ranking .sum")).to_have_text("40")
        # Two rows of one colour are no objective.
        page.locator("label:has([name='players.0.objective.one'][value=brown])").click()
        page.locator("form .btn.primary").click()
        expect(page.locator(".refusal a").first).to_have_attribute("href", re.compile("FM-OBJECTIVE$"))
        # An objective nobody told counts nothing.
        page.goto("/desk/fata_morgana/score?by=pieces&players=1")
        page.locator("[name='players.0.points']").fill("8")
        page.locator("form .btn.primary").click()
        expect(page.locator(".ranking .num.sum")).to_have_text("8")
    finally:
        context.close()


def test_cauldrons_read_off_the_cards_are_remembered_for_the_next_table(server: str, browser: Any) -> None:
    context = browser.new_context(base_url=server, java_script_enabled=False, viewport={"width": 320, "height": 568})
    try:
        page = context.new_page()
        page.goto("/new/fata_morgana")
        for place, name in enumerate(("Ada", "Bruno")):
            page.locator("[name='players[]']").nth(place).fill(name)
        page.locator("details.fold summary").click()
        last = page.locator("[name='options.cauldrons.9[]']")
        assert [last.nth(side).input_value() for side in (0, 1)] == ["brown", "white"]
        last.nth(0).select_option("white")
        page.locator("form[action='/tables'] .btn.primary").click()
        page.wait_for_url("**/tables")  # a cauldron of one colour makes no table
        page.goto("/new/fata_morgana")
        for place, name in enumerate(("Ada", "Bruno")):
            page.locator("[name='players[]']").nth(place).fill(name)
        page.locator("details.fold summary").click()
        last.nth(0).select_option("white")
        last.nth(1).select_option("brown")
        page.locator("form[action='/tables'] .btn.primary").click()
        page.wait_for_url("**/lobby")
        table = page.url.removesuffix("/lobby")
        page.goto("/new/fata_morgana")
        assert [last.nth(side).input_value() for side in (0, 1)] == ["white", "brown"]
    finally:
        context.close()
    assert json.loads(ask(table))["cauldrons"][-1] == ["white", "brown"]
