"""What other browsers lack, taken away from this one: the closing of a sheet by a tap beside it, sheets altogether; and
letters as large as a reader may set them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.chromium import chromium
from tests.browser.conftest import SMALL, TALL, Phone, eventually
from tests.browser.finger import enter
from tests.browser.older import make_older
from tests.browser.test_letters import SCROLLS
from tests.browser.test_screens import PLAYS
from tests.browser.wire import new_table, shows, sit

pytestmark = pytest.mark.browser


def test_a_tap_beside_a_sheet_closes_it_where_the_browser_does_not(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("en", TALL)
    sit(page, host, 0)
    page.evaluate("document.getElementById('set-1').popover = 'manual'")
    page.locator(".player [popovertarget=set-1]").click()
    expect(page.locator("#set-1")).to_be_visible()
    page.locator(".field.legal").first.click(position={"x": 40, "y": 40})
    expect(page.locator("#set-1")).to_be_hidden()
    assert host.look()["seq"] == 0


@pytest.mark.parametrize("game", list(PLAYS))
def test_a_browser_without_popovers_plays_and_opens_sheets(phone: Phone, server: str, game: str) -> None:
    host, page = new_table(server, "Ada", "Bruno", game=game), phone("en", TALL)
    make_older(page)
    first, *_ = PLAYS[game](host)
    sit(page, host, int(str(first["seat"])))
    # It has the stage, as if it knew that scripts run; the line that it is too old is there and hidden.
    stage = page.locator(".stage")
    eventually(page, lambda: stage.evaluate("(stage) => getComputedStyle(stage).overflowY") == "auto")
    assert page.evaluate(SCROLLS) == [0, 0, 0]
    expect(page.locator(".too-old a[href^='/rules']")).to_be_hidden()
    menu = page.locator("#menu")
    assert not page.locator(".sheet:visible").count()
    page.locator(".strip-tools button").tap()
    expect(menu).to_be_visible()
    menu.locator("button.full").first.tap()
    expect(menu).to_be_hidden()
    expect(page.locator("#log")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".sheet:visible")).to_have_count(0)
    host.enter(**first)
    shows(page, host)
    page.reload()  # what a stream brings is not renamed
    shows(page, host)
    # What is filled with a mixed colour elsewhere is filled here too.
    for drawn in page.locator(".part:not(.vacant):visible .art").all():
        assert drawn.evaluate("(art) => getComputedStyle(art).fill") != "rgb(0, 0, 0)"
    for legal in page.locator(".field.legal").all():
        ground = legal.evaluate("(field) => getComputedStyle(field, '::before').backgroundColor")
        assert ground not in ("rgba(0, 0, 0, 0)", legal.evaluate("(field) => getComputedStyle(field).color"))
    enter(page, page.locator("#undo:visible"))
    expect(page.locator("#latest")).to_have_attribute("data-seq", "2")


@pytest.mark.parametrize("game", list(PLAYS))
def test_its_screen_of_a_room_fits(phone: Phone, server: str, game: str) -> None:
    host, page = new_table(server, "Ada", "Bruno", "Zofia", game=game), phone("en", (1280, 720))
    make_older(page)
    host.enter(**PLAYS[game](host)[0])
    page.goto(f"{host.table}?tv=table")
    shows(page, host)
    expect(page.locator(".too-old")).to_have_count(0)
    assert page.evaluate("[document.documentElement.scrollWidth, document.body.clientHeight]") == [1280, 720]
    stage = page.locator(".stage")
    assert stage.evaluate("({ scrollHeight, clientHeight }) => scrollHeight - clientHeight") <= 1
    for board in page.locator(".board, .shelf").all():
        expect(board).to_be_in_viewport(ratio=0.99)


REACHED = """(place) => {
  place.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = place.getBoundingClientRect();
  return place.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


@pytest.mark.parametrize(
    ("game", "places"),
    [("alchemicus", ".field"), ("homunculus", ".creature .part"), ("fata_morgana", ".thumb .btn")],
)
def test_letters_twice_as_large_leave_the_board_in_reach(browser: Browser, server: str, game: str, places: str) -> None:
    host = new_table(server, "Ada", "Bruno", game=game)
    args = ["--no-sandbox", "--blink-settings=defaultFontSize=32"]
    reader = browser.browser_type.launch(executable_path=chromium(), args=args)
    page = reader.new_page(base_url=server, viewport={"width": SMALL[0], "height": SMALL[1]})
    sit(page, host, 0)
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert page.evaluate("document.documentElement.scrollWidth") == SMALL[0]
    found = [each for each in page.locator(places).all() if each.is_visible()]
    assert len(found) >= 2
    for each in found:
        assert each.evaluate(REACHED), each.inner_text()
    reader.close()
