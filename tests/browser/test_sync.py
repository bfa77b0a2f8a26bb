"""What holds between phones and a server that come and go: every phone shows the true table, every tap counts once."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, Request, Route, expect

from tests.browser.clocked import in_time, played_until_in_time, teach
from tests.browser.conftest import SMALL, Phone, Server, eventually, steady
from tests.browser.finger import tap
from tests.browser.script import Script
from tests.browser.wire import TIMES_CUT_OFF, Wire, new_table, shows, sit

pytestmark = [pytest.mark.browser, pytest.mark.always]

CUT_OFF_MS = 5_000
"""Within this a phone says that it is cut off."""
BACK_MS = 20_000


def correction(page: Page, seat: int = 0, by: int = 1) -> Locator:
    """Open the player's sheet; return the button that adds `by` Fame."""
    page.locator(f".player [popovertarget=set-{seat}]").click()
    steady(page)
    return page.locator(f"#fame-{seat} button[value='{by}']")


def posts(page: Page) -> list[Request]:
    """Return the list to which all writes of this phone are added."""
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    return sent


def tied(url: str) -> Script:
    """Set a table whose game ended in a tie: both players are asked what their buildings cost."""
    host = new_table(url, "Ada", "Bruno", target=1)
    for seat in (0, 1):
        host.enter(kind="fame", seat=seat, by=1)
        host.enter(kind="place", seat=seat, field=2 + seat)
        host.enter(kind="end_turn", seat=seat)
    assert [need["what"] for need in host.look()["result"]["needs"]] == ["prices_total"] * 2
    return host


def test_a_page_opened_in_a_language_stays_in_it(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("en", SMALL)
    sit(page, host, 0, server)
    page.goto(f"{host.table}?lang=pl")
    streams: list[str] = []
    page.on("request", lambda request: streams.append(request.url) if "/stream?" in request.url else None)
    page.reload()
    host.enter(kind="fame", seat=1, by=1)
    shows(page, host)
    expect(page.locator("#thumb")).to_contain_text("Twoja tura: Ada")
    expect(page.locator("#thumb")).not_to_contain_text("Your turn")
    assert page.locator("html").get_attribute("lang") == "pl"
    assert streams and all("lang=pl" in url for url in streams)


# --- cut off ---------------------------------------------------------------------------------------------------------


def test_a_phone_cut_off_says_so_rests_keeps_what_was_typed_and_comes_back(
    phone: Phone, server: str, wire: Wire
) -> None:
    host, page = tied(server), phone("it", SMALL, at=wire.url)
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    sit(page, host, 0, wire.url)
    total = page.locator("input[name=total]").first
    total.fill("19")
    shows(page, host)

    page.evaluate(TIMES_CUT_OFF)
    wire.hold()
    expect(page.locator("#cut-off")).to_be_visible(timeout=BACK_MS)
    assert float(page.locator("#cut-off").get_attribute("data-after") or "inf") <= CUT_OFF_MS
    expect(page.locator("#cut-off")).to_contain_text("tavolo")
    sent = posts(page)
    total.press("Enter")
    page.locator("#undo").click(force=True)
    steady(page)
    assert sent == []
    expect(total).to_have_value("19")

    wire.cut()
    wire.let()
    expect(page.locator("#cut-off")).to_be_hidden(timeout=BACK_MS)
    expect(total).to_have_value("19")
    total.press("Enter")
    expect(page.locator("input[name=total]")).to_have_count(1)
    assert host.look()["log"][-1]["move"] == {"kind": "prices_total", "seat": 0, "total": 19}


def test_twenty_dropped_streams_and_the_phone_shows_the_true_table(phone: Phone, server: str, wire: Wire) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone(at=wire.url)
    sit(page, host, 0, wire.url)
    page.evaluate("window.kept = 'no reload'")
    for _ in range(20):
        host.enter(kind="fame", seat=0, by=1)
        wire.cut()
        page.wait_for_timeout(20)
    shows(page, host)
    expect(page.locator(".player .fame").first).to_contain_text("20")
    host.enter(kind="fame", seat=1, by=7)
    shows(page, host)
    assert page.evaluate("window.kept") == "no reload"


def test_a_killed_server_comes_back_and_all_phones_carry_on(phone: Phone, own_server: Server) -> None:
    host = new_table(own_server.url, "Ada", "Bruno", "Iga")
    pages = [phone(language, at=own_server.url) for language in ("en", "it", "pl")]
    for seat, page in enumerate(pages):
        sit(page, host, seat)
        page.evaluate("window.kept = 'no reload'")
    plus = correction(pages[1], seat=1)
    plus.click()
    expect(pages[1].locator("#latest")).to_have_attribute("data-seq", "1")
    own_server.kill()
    for page in pages:
        expect(page.locator("#cut-off")).to_be_visible(timeout=BACK_MS)
    own_server.start()
    for page in pages:
        expect(page.locator("#cut-off")).to_be_hidden(timeout=BACK_MS)
    steady(pages[1])
    plus.click()
    for page in pages:
        expect(page.locator("#latest")).to_have_attribute("data-seq", "2")
        expect(page.locator(".player .fame").nth(1)).to_contain_text("2")
        assert page.evaluate("window.kept") == "no reload"
    assert [entry["seq"] for entry in host.look()["log"]] == [1, 2]


def test_a_phone_that_gets_no_stream_asks_every_few_seconds(phone: Phone, server: str) -> None:
    host, pages = new_table(server, "Ada", "Bruno", "Celina"), []
    answers: list[Callable[[Route], None]] = [
        lambda busy: busy.fulfill(status=503, body="busy"),
        lambda _silent: None,
        lambda short: short.fulfill(content_type="text/event-stream", body=""),
    ]
    for seat, answer in enumerate(answers):
        page = phone()
        page.route("**/stream?*", answer)
        sit(page, host, seat)
        pages.append(page)
    for points in (1, 2):
        host.enter(kind="fame", seat=1, by=1)
        for page in pages:
            expect(page.locator(".player .fame").nth(1)).to_contain_text(str(points))
        tap(pages[1], pages[1].locator(".message:visible", has_text="The host corrected something of yours. Bruno: +"))
    for page in pages:
        page.evaluate("""() => {
            const strip = document.getElementById("cut-off");
            window.cuts = 0;
            new MutationObserver(() => { if (!strip.hidden) cuts += 1; }).observe(strip, { attributes: true });
        }""")
    page.wait_for_timeout(2 * CUT_OFF_MS)
    assert [page.evaluate("cuts") for page in pages] == [0, 0, 0]
    for points, page in enumerate(pages, 1):
        correction(page).click()
        expect(page.locator(".player .fame").first).to_contain_text(str(points))


def test_out_of_a_pocket_a_phone_asks_for_the_table_at_once(phone: Phone, server: str, wire: Wire) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone(at=wire.url)
    sit(page, host, 0, wire.url)
    shows(page, host)
    see = """hidden => {
        const say = (name, value) => Object.defineProperty(document, name, { get: () => value, configurable: true });
        say('hidden', hidden);
        say('visibilityState', hidden ? 'hidden' : 'visible');
        document.dispatchEvent(new Event('visibilitychange'));
    }"""
    page.evaluate(see, True)
    wire.hold()
    for _ in range(3):
        host.enter(kind="fame", seat=1, by=1)
    page.wait_for_timeout(5_000)
    expect(page.locator("#cut-off")).to_be_hidden()
    wire.cut()
    wire.let()
    streams: list[Route] = []

    def hold(stream: Route) -> None:
        streams.append(stream)  # none tells of the table before the answer does

    page.route("**/stream?*", hold)
    asked = page.evaluate(
        f"""() => {{
            const ask = window.fetch;
            const asked = [];
            window.fetch = (where, how) => {{ asked.push(where); return ask(where, how); }};
            ({see})(false);
            return asked;
        }}"""
    )
    assert [urlsplit(one).path for one in asked] == [urlsplit(page.url).path]
    shows(page, host)
    eventually(page, lambda: bool(streams))
    streams[-1].continue_()
    page.unroute("**/stream?*")
    host.enter(kind="fame", seat=1, by=1)
    shows(page, host)


# --- taps ------------------------------------------------------------------------------------------------------------


def test_after_a_stale_answer_the_table_is_fresh_and_the_same_tap_works(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("it")
    page.route("**/stream?*", lambda route: route.abort())
    sit(page, host, 0)
    host.enter(kind="place", seat=0, field=2)
    host.enter(kind="end_turn", seat=0)
    field = page.locator(".board .pos-4")
    steady(page)
    field.click()
    expect(page.locator("#notice .notice")).to_contain_text("Intanto")
    shows(page, host)
    expect(page.locator("#notice .refusal")).to_have_count(0)
    steady(page)
    field.click()
    expect(page.locator("#latest")).to_have_attribute("data-seq", "3")
    expect(page.locator("#notice .notice")).to_have_count(0)
    assert host.look()["log"][-1]["move"] == {"kind": "place", "seat": 1, "field": 4, "draw": None}


def test_several_end_the_turn_at_once_and_one_turn_ends(phone: Phone, server: str, wire: Wire) -> None:
    host = new_table(server, "Ada", "Bruno", "Iga")
    host.enter(kind="place", seat=0, field=2)
    pages = [phone(language, at=wire.url) for language in ("en", "it", "pl")]
    for seat, page in enumerate(pages):
        sit(page, host, seat, wire.url)
        shows(page, host)
        if seat:
            page.locator(".thumb .unfolds").click()
        steady(page)
    wire.hold_requests()
    for page in pages:
        page.locator('.thumb button[value*="end_turn"]').click()
    wire.let()
    expect(pages[0].locator("#latest")).to_have_attribute("data-seq", "2")
    for page in pages:
        shows(page, host)
    eventually(pages[0], lambda: sum(page.locator("#notice .notice").count() for page in pages) == 2)
    look = host.look()
    assert [entry["move"]["kind"] for entry in look["log"]] == ["place", "end_turn"]
    assert look["to_move"] == 1
    assert sorted(page.locator("#notice .notice").count() for page in pages) == [0, 1, 1]
    assert [page.locator("#notice .refusal").count() for page in pages] == [0, 0, 0]


def test_two_taps_meant_are_two_points_and_a_request_sent_again_is_none(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone()
    sit(page, host, 0)
    sent = posts(page)
    plus = correction(page)
    plus.dblclick()
    expect(page.locator("#latest")).to_have_attribute("data-seq", "2")
    expect(page.locator(".player .fame").first).to_contain_text("2")
    assert len(sent) == 2
    for request in sent:
        again = page.request.post(request.url, data=request.post_data or "", headers=request.headers)
        assert again.status == 200
    assert (host.look()["seq"], host.look()["players"][0]["fame"]) == (2, 2)


def test_a_tap_whose_answer_is_lost_is_sent_again_and_counts_once(phone: Phone, server: str, wire: Wire) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone(at=wire.url)
    sit(page, host, 0, wire.url)
    plus = correction(page)
    wire.answers = False
    plus.click()
    eventually(page, lambda: host.look()["seq"] > 0)
    wire.answers = True
    wire.cut()
    shows(page, host)
    plus.click(timeout=BACK_MS)
    expect(page.locator(".player .fame").first).to_contain_text("2")
    assert (host.look()["seq"], host.look()["players"][0]["fame"]) == (2, 2)


def test_each_of_many_taps_counts_however_slow_the_way(phone: Phone, server: str, wire: Wire) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone(at=wire.url)
    sit(page, host, 0, wire.url)
    plus = correction(page)
    wire.hold_requests()
    for _ in range(5):
        plus.click()
    wire.let()
    expect(page.locator("#latest")).to_have_attribute("data-seq", "5")
    expect(page.locator(".player .fame").first).to_contain_text("5")
    assert host.look()["players"][0]["fame"] == 5


def test_a_tap_that_never_reached_the_server_gets_there_once_the_way_is_free(
    phone: Phone, server: str, wire: Wire
) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone(at=wire.url)
    sit(page, host, 0, wire.url)
    plus = correction(page)
    wire.hold()
    with page.expect_request(lambda request: request.method == "POST"):
        plus.click()
    wire.cut()
    expect(page.locator("#cut-off")).to_be_visible(timeout=BACK_MS)
    assert host.look()["seq"] == 0
    wire.let()
    expect(page.locator("#latest")).to_have_attribute("data-seq", "1", timeout=BACK_MS)
    expect(page.locator("#cut-off")).to_be_hidden()
    assert host.look()["players"][0]["fame"] == 1


@played_until_in_time
def test_a_button_that_changes_under_the_finger_ignores_the_tap(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone()
    sit(page, host, 0)
    host.enter(kind="place", seat=0, field=2)
    shows(page, host)
    steady(page)
    sent = posts(page)
    teach(page)
    page.evaluate(
        """() => {
            const seen = new MutationObserver(() => {
                seen.disconnect();
                tapIn('.board .pos-5', 200);
                document.querySelector('.board .pos-5').click();
            });
            seen.observe(document.getElementById('latest'), { attributes: true, attributeFilter: ['data-seq'] });
        }"""
    )
    host.enter(kind="end_turn", seat=0)
    in_time(page)
    shows(page, host)
    steady(page)
    assert sent == []
    page.locator(".board .pos-5").click()
    expect(page.locator("#latest")).to_have_attribute("data-seq", "3")
    assert len(sent) == 1


def test_three_taps_in_quick_succession_read_as_one_and_are_taken_back_as_one(phone: Phone, server: str) -> None:
    host, page, other = new_table(server, "Ada", "Bruno"), phone(), phone("pl")
    sit(page, host, 0)
    sit(other, host, 1)
    plus = correction(page)
    for _ in range(3):
        plus.click()
    for one in (page, other):
        expect(one.locator("#latest")).to_have_attribute("data-seq", "3")
        expect(one.locator(".log li")).to_have_count(1)
        expect(one.locator(".log li .what")).to_contain_text("+3")
    page.locator("#set-0 [popovertarget]").click()
    page.locator("#undo").click()
    expect(page.locator(".player .fame").first).to_contain_text("0")
    expect(page.locator(".log li.undone")).to_have_count(1)
    expect(page.locator(".log li.undone")).to_contain_text("+3")
    shows(other, host)
    assert [entry["undone"] for entry in host.look()["log"]] == [True, True, True, False]
    page.locator(".told").click()
    page.locator("#log a[href$='/log']").click()
    expect(page.locator(".log li.undone")).to_have_count(1)
    expect(page.locator(".log li.undone .what")).to_have_text(re.compile(r"\+3"))


def test_what_is_being_typed_survives_what_others_enter(phone: Phone, server: str) -> None:
    host, page = tied(server), phone("pl", SMALL)
    sit(page, host, 0)
    total = page.locator("input[name=total]").first
    total.click()
    page.keyboard.type("1")
    for price in (3, 4, 5):
        host.enter(kind="price", seat=1, building="horten", price=price)
        shows(page, host)
        page.keyboard.type(str(price))
    expect(total).to_be_focused()
    expect(total).to_have_value("1345")
    host.enter(kind="prices_total", seat=1, total=9)
    shows(page, host)
    expect(page.locator("input[name=total]")).to_have_count(1)
    expect(total).to_have_value("1345")


def test_what_is_being_typed_survives_the_answer_to_what_was_asked_before_it(phone: Phone, server: str) -> None:
    host, page = tied(server), phone("it", SMALL)
    sit(page, host, 0)
    second = page.locator("input[name=total]").last
    second.click()
    page.keyboard.type("4")
    host.enter(kind="prices_total", seat=0, total=9)
    shows(page, host)
    page.keyboard.type("2")
    expect(page.locator("input[name=total]")).to_have_count(1)
    expect(second).to_be_focused()
    expect(second).to_have_value("42")
