"""On a slow phone and a bad way: no tap is lost, none is entered that was not meant, and what was refused is read."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.clocked import in_time, played_until_in_time, teach
from tests.browser.conftest import SMALL, STEADY_MS, Phone, eventually, steady
from tests.browser.script import Script
from tests.browser.test_sync import correction, posts
from tests.browser.wire import Wire, new_table, shows, sit

pytestmark = pytest.mark.browser

END_TURN = '.thumb button[value*="end_turn"]'


def entered(host: Script) -> list[str]:
    """Return the kinds of all entries; what is undone is in brackets."""
    log = host.look()["log"]
    return [f"({entry['move']['kind']})" if entry["undone"] else entry["move"]["kind"] for entry in log]


def begin_extracting(page: Page) -> None:
    """Open the sheet, choose in it, and wait until it takes a tap."""
    page.locator("#acts [popovertarget=extract]").click()
    if page.locator("[data-later]").is_visible():
        page.locator("[data-later]").click()
    choose(page, "mercury", 1)
    steady(page)


def choose(page: Page, ingredient: str, number: int) -> None:
    for _ in range(number):
        page.locator(f"#extracting [data-adds={ingredient}]").click()


def test_a_table_reached_by_a_refused_form_is_alive_once_its_script_is_there(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("pl", SMALL)
    host.enter(kind="place", seat=0, field=0)
    late: list[Route] = []

    def hold(script: Route) -> None:
        late.append(script)

    sit(page, host, 0)
    page.route("**/*.js", hold)
    page.goto(host.table, wait_until="commit")
    page.locator(END_TURN).click()
    page.wait_for_url("**/entries", wait_until="commit")
    expect(page.locator("#notice .refusal")).to_be_visible()
    late[-1].continue_()
    page.unroute("**/*.js")
    page.wait_for_url(host.table)
    host.enter(kind="fame", seat=1, by=3)
    shows(page, host)
    page.locator("#notice [data-dismiss]").click()
    expect(page.locator("#notice .refusal")).to_have_count(0)
    correction(page).click()
    expect(page.locator(".player .fame").first).to_contain_text("1")


def test_who_goes_to_another_page_leaves_no_tap_behind(phone: Phone, server: str, wire: Wire) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone(at=wire.url)
    sit(page, host, 0, wire.url)
    plus = correction(page)
    wire.hold_requests()
    for _ in range(3):
        plus.click()
    page.evaluate("location.assign('/rules')")
    page.wait_for_timeout(STEADY_MS)  # nothing is asked of a page that is leaving
    wire.let()
    page.wait_for_url("**/rules")
    eventually(page, lambda: host.look()["seq"] == 3)
    steady(page)
    assert host.look()["players"][0]["fame"] == 3


def test_an_undo_does_not_overtake_the_tap_before_it(phone: Phone, server: str, wire: Wire) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("it", SMALL, at=wire.url)
    host.enter(kind="fame", seat=1, by=7)
    sit(page, host, 0, wire.url)
    plus = correction(page, by=5)
    wire.hold_requests()
    plus.click()
    page.locator("#set-0 [popovertarget]").click()
    page.locator("#undo").click()
    steady(page)
    page.locator("#undo-asks [form=undoing]").click()  # what is seen last is another's
    wire.let()
    expect(page.locator("#notice .notice")).to_contain_text("Il tuo tocco di prima è arrivato solo ora.")
    assert [player["fame"] for player in host.look()["players"]] == [5, 7]
    page.locator("#notice [data-dismiss]").click()
    steady(page)
    expect(page.locator("#undo-asks")).to_be_hidden()  # it asked about what is not the newest any more
    page.locator("#undo").click()  # which is Ada's own
    expect(page.locator(".player .fame").first).to_contain_text("0")
    assert [player["fame"] for player in host.look()["players"]] == [0, 7]


def test_a_refusal_is_said_even_if_another_entry_overtakes_it(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("en", SMALL)
    host.enter(kind="place", seat=0, field=0)
    sit(page, host, 0)
    steady(page)

    def overtake(tap: Route) -> None:
        host.enter(kind="fame", seat=1, by=1)
        answer = tap.fetch()
        host.enter(kind="fame", seat=1, by=1)
        time.sleep(1)
        tap.fulfill(response=answer)

    page.route("**/entries", overtake)
    page.locator(END_TURN).click()
    expect(page.locator("#notice .refusal")).to_contain_text("The Spirit has to move to another place")
    shows(page, host)


def test_what_was_refused_is_not_wiped_by_the_answer_to_the_next_tap(phone: Phone, server: str, wire: Wire) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("en", SMALL, at=wire.url)
    host.enter(kind="place", seat=0, field=0)
    sit(page, host, 0, wire.url)
    steady(page)
    wire.hold_requests()
    page.locator(END_TURN).click()
    correction(page).click()
    page.locator("#set-0 [popovertarget]").click()
    wire.let()
    expect(page.locator(".player .fame").first).to_contain_text("1")
    expect(page.locator(".htmx-request")).to_have_count(0)
    expect(page.locator("#notice .refusal")).to_be_visible()
    page.locator("#undo").click()
    expect(page.locator("#notice .refusal")).to_have_count(0)


def test_a_sheet_in_use_again_is_not_emptied_by_the_answer_to_what_was_sent_before(
    phone: Phone, server: str, wire: Wire
) -> None:
    host, page = new_table(server, "Ada", "Bruno", game="homunculus"), phone("en", SMALL, at=wire.url)
    sit(page, host, 0, wire.url)
    begin_extracting(page)
    wire.hold_requests()
    page.locator("#extracting [data-needs-counts]").click()
    choose(page, "sulphur", 2)
    wire.let()
    eventually(page, lambda: entered(host) == ["extract"])
    shows(page, host)
    steady(page)
    expect(page.locator("#extract")).to_be_visible()
    expect(page.locator("#extracting [name='gain.sulphur']")).to_have_value("2")


@played_until_in_time
def test_what_lies_under_a_sheet_that_closes_by_itself_takes_no_tap(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno", game="homunculus"), phone("en", SMALL)
    sit(page, host, 0)
    begin_extracting(page)
    sent = posts(page)
    teach(page)
    page.evaluate(
        """(button) => {
            const sheet = document.getElementById("extract");
            sheet.addEventListener("beforetoggle", () => tapIn(button, 100), { once: true });
            sheet.querySelector("[data-needs-counts]").click();
        }""",
        END_TURN,
    )
    in_time(page)
    expect(page.locator("#extract")).to_be_hidden()
    page.wait_for_timeout(2 * STEADY_MS)
    assert len(sent) == 1
    assert entered(host) == ["extract"]


@played_until_in_time
def test_what_lies_under_a_sheet_that_anothers_entry_closes_takes_no_tap(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno", game="fata_morgana"), phone("en", SMALL)
    sit(page, host, None)
    steady(page)
    page.locator(".thumb [popovertarget=brew-0]").click()
    teach(page)
    page.evaluate(
        """() => {
            new MutationObserver((_, seen) => {
                if (document.querySelector(":popover-open")) return;
                seen.disconnect();
                tapIn("#undo", 100);
            }).observe(document.getElementById("main"), { subtree: true, childList: true, attributes: true });
        }"""
    )
    host.enter(kind="create", seat=0, cauldron=["red", "white"], ingredients={"green": 1}, value=6)
    in_time(page)
    shows(page, host)
    page.wait_for_timeout(2 * STEADY_MS)
    assert entered(host) == ["create"]


@played_until_in_time
def test_a_tap_counts_though_the_sheet_it_follows_was_closed_by_hand(phone: Phone, server: str, wire: Wire) -> None:
    host, page = new_table(server, "Ada", "Bruno", game="homunculus"), phone("en", SMALL, at=wire.url)
    sit(page, host, 0, wire.url)
    begin_extracting(page)
    wire.hold_requests()
    page.locator("#extracting [data-needs-counts]").click()
    page.locator("#extract [popovertarget]").click()
    sent = posts(page)
    teach(page)
    page.evaluate(
        """(button) => document.addEventListener("htmx:after:request", () => tapIn(button, 50), { once: true })""",
        END_TURN,
    )
    wire.let()
    in_time(page)
    eventually(page, lambda: len(sent) == 1)
    eventually(page, lambda: len(entered(host)) == 2)


def test_a_finger_that_came_down_before_the_change_meant_what_it_saw(phone: Phone, server: str) -> None:
    """However long the phone was too busy to notice the tap."""
    host, page = new_table(server, "Ada", "Bruno"), phone()
    host.enter(kind="place", seat=0, field=2)
    sit(page, host, 0)
    steady(page)
    page.evaluate("window.tap = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 })")
    host.enter(kind="end_turn", seat=0)
    host.enter(kind="place", seat=1, field=3)
    shows(page, host)
    sent = posts(page)
    page.wait_for_timeout(2 * STEADY_MS)
    page.evaluate("(button) => document.querySelector(button).dispatchEvent(window.tap)", END_TURN)
    steady(page)
    assert sent == []
    page.locator(END_TURN).click()
    eventually(page, lambda: entered(host) == ["place", "end_turn", "place", "end_turn"])


def test_a_tap_that_takes_its_time_shows_that_it_is_on_its_way(phone: Phone, server: str, wire: Wire) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("en", SMALL, at=wire.url)
    sit(page, host, 0, wire.url)
    page.emulate_media(reduced_motion="reduce")
    line = "getComputedStyle(document.querySelector('.thumb')).animationName"
    assert page.evaluate(line) == "none"
    steady(page)
    wire.hold_requests()
    page.locator(".board .pos-2").click()
    eventually(page, lambda: page.evaluate(line) == "underway")
    wire.let()
    eventually(page, lambda: page.evaluate(line) == "none")
    assert entered(host) == ["place"]
    shows(page, host)


def test_a_seat_whose_answer_was_lost_is_the_phones_when_it_looks_again(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno", game="fata_morgana"), phone("en", SMALL)
    page.goto(host.table)

    def lose(tap: Route) -> None:
        tap.fetch(max_redirects=0)
        tap.abort()

    page.route("**/join", lose, times=1)
    page.get_by_role("button", name="Sit here: Ada").click()
    eventually(page, lambda: any(cookie["name"] == "seats" for cookie in page.context.cookies()))
    page.context.clear_cookies(name="seats")
    eventually(page, lambda: page.url.startswith("chrome-error:"))
    page.goto(host.table)
    expect(page.get_by_role("button", name="Stand up: Ada")).to_be_visible()
    page.goto(host.table)
    expect(page.locator("#table")).to_be_visible()
    expect(page.locator("#tell")).to_be_visible()
