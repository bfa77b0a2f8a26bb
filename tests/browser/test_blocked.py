"""A browser that keeps nothing: it is told so, holds no seat, goes round in no circle; rules and desks work."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, expect

from tests.browser.conftest import SMALL, WITHIN_MS
from tests.browser.wire import new_table

pytestmark = pytest.mark.browser

BLOCKED = """for (const kept of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, kept, { get() { throw new DOMException("blocked", "SecurityError"); } });
}"""
TOLD = "This browser blocks cookies"


@pytest.fixture
def blocked(server: str, browser: Browser) -> Iterator[Page]:
    """Give a page whose cookies are dropped and whose storage is shut, as where a browser blocks a site's data."""
    context = browser.new_context(
        base_url=server, locale="en", viewport={"width": SMALL[0], "height": SMALL[1]}, service_workers="block"
    )
    context.set_default_timeout(WITHIN_MS)
    context.add_init_script(BLOCKED)
    context.route("**/*", lambda route: route.fulfill(response=without_cookies(route)))
    complaints: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.unroute_all(behavior="ignoreErrors")  # what is still on its way is nobody's any more
    context.close()
    assert complaints == []


def without_cookies(route: Route) -> APIResponse:
    """Return the answer to a request that brought no cookies; it sets none."""
    headers = {name: value for name, value in route.request.all_headers().items() if name != "cookie"}
    return route.fetch(headers=headers, max_redirects=0)


@pytest.mark.parametrize("game", ["alchemicus", "fata_morgana"])
def test_no_seat_is_held_for_a_browser_that_would_not_know_it_again(server: str, blocked: Page, game: str) -> None:
    host = new_table(server, "Ada", "Bruno", game=game)
    blocked.goto(f"{host.table}/lobby")
    blocked.context.clear_cookies()
    blocked.get_by_role("button", name="Sit here: Ada").click()
    expect(blocked.locator("h1")).to_contain_text(TOLD)
    blocked.goto(f"{host.table}/lobby")
    blocked.context.clear_cookies()
    blocked.get_by_role("button", name="Just watch").click()
    expect(blocked.locator("h1")).to_contain_text(TOLD)
    blocked.goto(f"{host.table}/lobby")
    expect(blocked.locator(".player .tag")).to_have_count(0)  # nobody is taken


def test_no_table_is_made_by_a_host_who_would_not_be_one(server: str, blocked: Page) -> None:
    blocked.goto("/new/homunculus")
    for row, name in enumerate(("Ada", "Bruno")):
        blocked.locator("input[name^=players]").nth(row).fill(name)
    blocked.context.clear_cookies()
    blocked.locator("form[action='/tables'] button.primary, form button.primary").last.click()
    expect(blocked.locator("h1")).to_contain_text(TOLD)


def test_rules_and_desks_work_without_anything_kept(blocked: Page) -> None:
    blocked.goto("/rules/search?q=golem")
    expect(blocked.locator("#hits mark").first).to_be_visible()
    blocked.goto("/desk/alchemicus/result")
    for seat, fame in enumerate((17, 12)):
        blocked.locator(f'input[name="players.{seat}.fame"]').fill(str(fame))
    blocked.locator("form button.primary").first.click()
    expect(blocked.locator(".party")).to_be_visible()
