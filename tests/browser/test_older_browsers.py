"""What other browsers lack, taken away from this one: scroll anchoring, the closing of a sheet by a tap beside it; and
letters as large as a reader may set them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.chromium import chromium
from tests.browser.conftest import SMALL, STEADY_MS, TALL, Phone
from tests.browser.wire import new_table, shows, sit

pytestmark = pytest.mark.browser

NO_ANCHORING = """
const real = CSS.supports.bind(CSS);
CSS.supports = (...asked) => asked[0] !== "overflow-anchor" && real(...asked);
addEventListener("DOMContentLoaded", () => {
  for (const each of [document.documentElement, document.body]) each.style.overflowAnchor = "none";
});
"""


def test_what_is_in_sight_stays_where_it_is_without_scroll_anchoring(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno", game="homunculus"), phone("en", (320, 480))
    page.add_init_script(NO_ANCHORING)
    with page.expect_response("**/anchor.js"):
        sit(page, host, 1)
    players = page.locator("#acts")
    page.evaluate("scrollTo(0, document.querySelector('#acts').getBoundingClientRect().top - 200)")
    # An answer that was overtaken is shown to nobody: what it was asked about is no measure for the next.
    page.evaluate(
        """table => htmx.swap({ text: '<div id="latest" data-seq="0" hx-swap-oob="true"></div>',
                                target: table, sourceElement: table, swap: "none" })""",
        page.query_selector("#table"),
    )
    page.evaluate(
        "document.querySelector('.strip').prepend(Object.assign(document.createElement('p'), { textContent: '?' }))"
    )
    before = players.evaluate("row => row.getBoundingClientRect().top")
    host.enter(kind="tiles", seat=1, by=1)
    shows(page, host)
    page.wait_for_timeout(STEADY_MS)
    assert abs(players.evaluate("row => row.getBoundingClientRect().top") - before) < 2


def test_a_tap_beside_a_sheet_closes_it_where_the_browser_does_not(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("en", TALL)
    sit(page, host, 0)
    page.evaluate("document.getElementById('set-1').popover = 'manual'")
    page.locator(".player [popovertarget=set-1]").click()
    expect(page.locator("#set-1")).to_be_visible()
    page.locator(".field.legal").first.click(position={"x": 40, "y": 40})
    expect(page.locator("#set-1")).to_be_hidden()
    assert host.look()["seq"] == 0


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
