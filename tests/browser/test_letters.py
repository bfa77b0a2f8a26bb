"""The letters of the app: its own faces, and how large they are."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import SMALL, TALL, Phone, eventually
from tests.browser.face import drawn
from tests.browser.test_screens import PLAYS
from tests.browser.wire import new_table, shows, sit

pytestmark = pytest.mark.browser


def test_pages_are_drawn_in_our_own_faces_once_they_have_come(server: str, browser: Browser) -> None:
    context = browser.new_context(base_url=server)
    page = context.new_page()
    page.goto("/")

    def again() -> bool:
        page.goto("/desks")
        return drawn(page, "ours")

    eventually(page, again)
    context.close()


SCROLLS = """() => {
    const [page, stage] = [document.documentElement, document.querySelector(".stage")];
    return [page.scrollHeight - innerHeight, page.scrollWidth - innerWidth, stage.scrollHeight - stage.clientHeight];
}"""


@pytest.mark.parametrize(("size", "letters"), [(TALL, "130"), (SMALL, "115")])
@pytest.mark.parametrize("game", list(PLAYS))
def test_the_stage_holds_with_larger_letters(
    server: str, phone: Phone, game: str, size: tuple[int, int], letters: str
) -> None:
    """The app's own switch has the effect of larger letters of the system: nothing scrolls in a turn."""
    host, page = new_table(server, "Ada", "Bruno", "Celina", game=game), phone("pl", size)
    page.context.add_cookies([{"name": "letters", "value": letters, "url": server}])
    sit(page, host, 0)
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 16 * int(letters) / 100
    assert page.evaluate(SCROLLS) == [0, 0, 0]
    for move in PLAYS[game](host)[:2]:
        assert "entry" in host.enter(**move), move
        shows(page, host)
        assert page.evaluate(SCROLLS) == [0, 0, 0], move
