"""What was typed for a new table outlives a look at a rule and a reload; Back closes a sheet before it leaves."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from referee.games import GAMES
from tests.browser.conftest import SMALL, TALL, Phone, eventually
from tests.browser.finger import tap
from tests.browser.wire import new_table, sit

pytestmark = pytest.mark.browser


def names(page: Page) -> list[str]:
    return [page.locator('[name="players[]"]').nth(row).input_value() for row in range(2)]


def test_names_typed_for_a_new_table_are_still_there_after_a_look_at_a_rule(phone: Phone) -> None:
    page = phone("en", TALL)
    page.goto("/new/alchemicus")
    for row, name in enumerate(("Żaneta", "Bruno")):
        page.locator('[name="players[]"]').nth(row).fill(name)
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    tap(page, page.locator("label.tile", has_text="Each phone enters only for its own seat"))

    def is_kept() -> None:
        expect(page.locator('[name="players[]"]').first).to_have_value("Żaneta")
        assert names(page) == ["Żaneta", "Bruno"]
        assert page.get_by_label("Each phone enters only for its own seat").is_checked()

    rule = page.locator("main a", has_text="The rule").first
    rule.click()
    tap(page, page.get_by_role("link", name="Back to the new table"))
    page.wait_for_url("**/new/alchemicus")
    is_kept()
    rule.click()
    page.wait_for_url("**/rules/**")
    page.go_back()
    is_kept()
    page.reload()
    is_kept()
    page.get_by_role("button", name="IT").click()
    expect(page.locator("html")).to_have_attribute("lang", "it")
    expect(page.locator('[name="players[]"]').first).to_have_value("Żaneta")
    assert names(page) == ["Żaneta", "Bruno"]
    page.locator("main .btn.primary.full").click()
    page.wait_for_url("**/lobby")
    page.goto("/new/alchemicus")
    assert names(page) == ["", ""], "what became a table is no draft any more"


def test_an_entry_of_the_history_stands_for_a_sheet_before_it_can_be_seen(server: str, phone: Phone) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("en", TALL)
    sit(page, host, 0)
    at_once = page.evaluate(
        "() => (document.getElementById('menu').showPopover(), [history.state?.sheet, history.length])"
    )
    assert at_once[0] is True, "Back may come before the sheet's own event"
    expect(page.locator("#menu")).to_be_visible()
    assert page.evaluate("history.length") == at_once[1], "one entry for one sheet"


def test_back_closes_an_open_sheet_and_then_leaves(server: str, phone: Phone) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("en", TALL)
    page.goto("/")
    sit(page, host, 0)
    address, menu = page.url, page.locator("#menu")
    opens = page.locator('[popovertarget="menu"]').first
    tap(page, opens)
    expect(menu).to_be_visible()
    page.go_back()
    expect(menu).to_be_hidden()
    assert page.url == address
    tap(page, opens)
    expect(menu).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    eventually(page, lambda: page.evaluate("!history.state?.sheet"))
    page.evaluate("history.back()")
    page.wait_for_url(lambda url: url != address)


COVERED = """() => {
    const targets = "#main :is(a, button, select, summary, .input, .tile, .seg label)";
    const covered = (one) => {
        one.scrollIntoView({ block: "nearest" });
        const { x, y, width, height } = one.getBoundingClientRect();
        const [across, down] = [Math.min(12, width / 2 - 1), Math.min(12, height / 2 - 1)];
        return [[0, 0], [-across, -down], [across, -down], [-across, down], [across, down]].some(([right, below]) => {
            const there = document.elementFromPoint(x + width / 2 + right, y + height / 2 + below);
            return !there || !one.contains(there) && !there.contains(one);
        });
    };
    for (const fold of document.querySelectorAll("details")) fold.open = true;
    return [...document.querySelectorAll(targets)].filter(covered).map((one) => one.outerHTML.slice(0, 120));
}"""
"""The targets of which 24 pixels around their middle are not free once they were scrolled to."""


@pytest.mark.parametrize("size", [TALL, SMALL], ids=["tall", "small"])
@pytest.mark.parametrize("game", GAMES)
def test_the_button_of_a_new_table_covers_nothing(phone: Phone, game: str, size: tuple[int, int]) -> None:
    page = phone("it", size)
    page.goto(f"/new/{game}")
    makes, form = page.locator("#new .btn.primary.full").bounding_box(), page.locator("#main").bounding_box()
    assert makes is not None and form is not None and form["y"] + form["height"] <= makes["y"]
    expect(page.locator("#new .btn.primary.full")).to_be_in_viewport(ratio=1)
    assert page.evaluate(COVERED) == []
