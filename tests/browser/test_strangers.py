"""A page that is not the referee's is never taken for it: a Wi-Fi's login, another program, a proxy's error."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import LARGE, SMALL, WITHIN_MS, Phone, Server, eventually, steady
from tests.browser.test_offline import put_by
from tests.browser.test_sync import BACK_MS, CUT_OFF_MS, correction
from tests.browser.wire import Wire, new_table, shows, sit

pytestmark = pytest.mark.browser

PAGE = b"<!doctype html><title>Cafe</title><h1>Sign in to Cafe WiFi</h1><div id=hits>Cafe</div><main>Cafe</main>"


def answer(status: int, *headers: str, body: bytes = PAGE) -> bytes:
    """Return a whole answer that is not the referee's."""
    reason = HTTPStatus(status).phrase if status in set(HTTPStatus) else "Unknown"
    head = [
        f"HTTP/1.1 {status} {reason}",
        "Content-Type: text/html",
        f"Content-Length: {len(body)}",
        "Connection: close",
        *headers,
        "",
        "",
    ]
    return "\r\n".join(head).encode() + body


STATUSES = (200, 201, 404, 429, 500, 502, 503, 504, 521, 530)
STRANGERS = {
    **{str(status): answer(status) for status in STATUSES},
    "204": answer(204, body=b""),
    "elsewhere": answer(302, "Location: http://127.0.0.2:9/login"),
    "round": answer(307, "Location: /login"),
    "version": answer(200, body=b"0123456789ab"),
}
LED_AWAY = ("elsewhere", "round")
"""A browser goes where these lead it, if there is no copy: before some servers one has to sign in there."""


def test_a_tap_is_sent_again_until_the_referee_answers(phone: Phone, server: str, wire: Wire) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("it", SMALL, at=wire.url)
    sit(page, host, 0, wire.url)
    plus = correction(page)
    wire.give_way(STRANGERS["502"])
    plus.click()
    host.enter(kind="fame", seat=1, by=7)
    expect(page.locator("#cut-off")).to_be_visible(timeout=BACK_MS)
    for stranger in STRANGERS.values():
        asked = wire.asked
        wire.give_way(stranger)
        # The tap is sent again every second, the table asked for every two.
        eventually(page, lambda asked=asked: wire.asked > asked + 4)  # type: ignore[misc]
        expect(page.locator("#cut-off")).to_be_visible()
        expect(page.get_by_text("Cafe")).to_have_count(0)
    wire.give_way(b"")
    expect(page.locator("#cut-off")).to_be_hidden(timeout=BACK_MS)
    eventually(page, lambda: host.look()["seq"] == 2)
    shows(page, host)
    assert [player["fame"] for player in host.look()["players"]] == [1, 7]
    assert page.url == wire.url + host.table.removeprefix(server)


@pytest.mark.parametrize("stranger", ["200", "502"])
def test_a_phone_says_that_it_is_cut_off_without_a_tap(phone: Phone, server: str, wire: Wire, stranger: str) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("pl", SMALL, at=wire.url)
    sit(page, host, None, wire.url)
    wire.give_way(STRANGERS[stranger])
    host.enter(kind="fame", seat=1, by=7)
    expect(page.locator("#cut-off")).to_be_visible(timeout=BACK_MS)
    wire.give_way(b"")
    expect(page.locator("#cut-off")).to_be_hidden(timeout=BACK_MS)
    shows(page, host)


@pytest.mark.parametrize("stranger", ["200", "version"])
def test_a_woken_phone_keeps_the_tables_page(phone: Phone, server: str, wire: Wire, stranger: str) -> None:
    """Coming out of a pocket, and back to a page the browser kept as it was left, it asks for a version of its page."""
    host, page = new_table(server, "Ada", "Bruno"), phone(at=wire.url)
    sit(page, host, 0, wire.url)
    shows(page, host)
    page.evaluate("document.documentElement.dataset.stays = ''")
    wire.give_way(STRANGERS[stranger])
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(page.locator("#cut-off")).to_be_visible(timeout=BACK_MS)
    page.wait_for_timeout(CUT_OFF_MS)
    kept = page.locator("html[data-stays]")
    assert kept.count() == 1
    wire.give_way(b"")
    expect(page.locator("#cut-off")).to_be_hidden(timeout=BACK_MS)
    # What the browser kept is asked for anew as soon as the referee is there.
    expect(kept).to_have_count(0)
    shows(page, host)


@pytest.mark.parametrize("way", ["undo", "redo"])
def test_undoing_is_given_back_and_never_sent_again(phone: Phone, server: str, wire: Wire, way: str) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("en", SMALL, at=wire.url)
    sit(page, host, 0, wire.url)
    correction(page).click()
    expect(page.locator(".player .fame").first).to_contain_text("1")
    page.locator("#set-0 [popovertarget]").click()
    steady(page)
    if way == "redo":
        page.locator("#undo").click()
        expect(page.locator("#redo")).to_be_visible()
        steady(page)
    before = host.look()["seq"]
    wire.give_way(STRANGERS["502"])
    page.locator(f"#{way}").click()
    expect(page.locator("#notice")).to_contain_text("No answer. Undo and redo are not sent again by themselves")
    wire.give_way(b"")
    expect(page.locator("#cut-off")).to_be_hidden(timeout=BACK_MS)
    page.wait_for_timeout(2_000)
    assert host.look()["seq"] == before
    page.locator("#notice [data-dismiss]").click()
    steady(page)
    page.locator(f"#{way}").click()
    eventually(page, lambda: host.look()["seq"] == before + 1)


@pytest.fixture
def kept(own_server: Server, browser: Browser) -> Iterator[tuple[Page, Wire]]:
    """Give a phone that has put by what it needs without a server, and the way between the two."""
    wire = Wire(own_server.url)
    context = browser.new_context(
        base_url=wire.url, locale="en", viewport={"width": LARGE[0], "height": LARGE[1]}, service_workers="allow"
    )
    context.set_default_timeout(WITHIN_MS)
    page = context.new_page()
    page.goto("/")
    put_by(page)
    yield page, wire
    context.close()
    wire.close()


def test_the_copies_on_the_phone_stand_in_for_whoever_answers(kept: tuple[Page, Wire]) -> None:
    page, wire = kept
    for name, stranger in STRANGERS.items():
        wire.give_way(b"")
        page.goto("/desk/homunculus/score?by=pieces&players=1")
        wire.give_way(stranger)
        page.locator("form button.primary").click()
        expect(page.locator("#counted")).to_contain_text("Counted on this phone: the server cannot be reached.")
        page.goto("/rules/alchemicus")
        expect(page.locator("#AL-MOVE-FAME")).to_have_count(1)
        page.goto("/rules/search?q=golem")
        expect(page.locator("#hits mark").first).to_be_visible()
        page.locator("#q").fill("fame")
        expect(page.locator("#hits mark").get_by_text("Fame", exact=True).first).to_be_visible()
        if name not in LED_AWAY:
            page.goto("/")
            expect(page.locator("h1")).to_have_text("The server cannot be reached.")


def test_a_page_that_stands_in_stays_until_the_referee_answers(kept: tuple[Page, Wire]) -> None:
    page, wire = kept
    wire.give_way(STRANGERS["200"])
    page.goto("/")
    asked = wire.asked
    eventually(page, lambda: wire.asked > asked + 1)
    expect(page.locator("h1")).to_have_text("The server cannot be reached.")
    wire.give_way(b"")
    expect(page.locator("h1")).to_have_text("What is on the table?")


def test_a_search_without_copies_shows_nothing_of_a_stranger(phone: Phone, wire: Wire) -> None:
    page = phone(at=wire.url)
    page.goto("/rules/search?q=golem")
    expect(page.locator("#hits mark").first).to_be_visible()
    wire.give_way(STRANGERS["200"])
    page.locator("#q").fill("fame")
    page.wait_for_timeout(1_000)
    expect(page.get_by_text("Cafe")).to_have_count(0)
