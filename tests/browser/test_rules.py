"""From the table to a rule and back: one tap each, without losing one's place; the search on every rules page."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import SMALL, Phone, eventually, steady
from tests.browser.wire import new_table

pytestmark = pytest.mark.browser


def at_the_table(page: Page, game: str = "alchemicus") -> str:
    """Set a table and take the first seat there; return its path."""
    body = {"game": game, "players": ["Ada", "Bruno"]}
    table = str(page.request.post("/tables", data=body, headers={"Accept": "application/json"}).json()["url"])
    page.goto(table)
    page.get_by_role("button", name="Sit here: Ada").click()
    expect(page.locator("#table")).to_be_visible()
    page.wait_for_load_state()
    return table


def test_a_refusal_opens_its_rule_and_leads_back(phone: Phone):
    page = phone("en", SMALL)
    table = at_the_table(page)
    # A refused tap, as the table's own buttons send it.
    page.evaluate(
        """() => {
            const form = document.getElementById("act");
            const button = Object.assign(document.createElement("button"), { name: "move", id: "wrong" });
            button.value = JSON.stringify({ kind: "move", seat: 0, steps: 2 });
            button.setAttribute("form", "act");
            form.append(button);
        }"""
    )
    steady(page)
    page.evaluate("document.getElementById('wrong').click()")
    refusal = page.locator(".refusal")
    expect(refusal).to_be_visible()
    refusal.locator("summary").click()
    expect(refusal).to_contain_text("On your first turn")
    refusal.get_by_role("link", name="Read the rule").click()
    expect(page.locator("#AL-MOVE-FIRST")).to_be_in_viewport()
    page.get_by_role("button", name="Back to the table").click()
    expect(page.locator("#AL-MOVE-FIRST")).to_be_hidden()
    expect(refusal).to_be_visible()
    assert page.url.endswith(table)


def test_from_the_rules_one_comes_back_to_the_table(phone: Phone):
    page = phone("en", SMALL)
    table = at_the_table(page)
    page.goto(f"/rules/alchemicus?from={table}")
    page.locator("#q").fill("spirit")
    page.locator("#hits a").nth(1).click()
    expect(page.locator("#hits a")).to_have_count(0)
    page.locator(".rules-page .related a").first.click()
    page.wait_for_load_state()
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator("#table")).to_be_visible()
    assert page.url.endswith(table)
    # And forward again, by the browser's own buttons.
    page.go_forward()
    expect(page.locator("#q")).to_be_visible()
    page.go_back()
    expect(page.locator("#table")).to_be_visible()


def test_the_search_answers_while_one_reads(phone: Phone):
    page = phone("pl", SMALL)
    page.goto("/rules/alchemicus")
    page.evaluate("scrollTo(0, 2000)")
    page.locator("#q").fill("sław")
    expect(page.locator("#hits mark").first).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator("#hits a")).to_have_count(0)
    page.locator("#q").fill("slaw")
    page.locator("#q").press("Enter")
    page.wait_for_url("**/rules/search?q=slaw")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("#hits mark").first).to_be_visible()


def test_what_was_typed_before_the_script_was_there_is_searched_for(phone: Phone):
    page = phone("en", SMALL)
    late: list[Route] = []

    def hold(script: Route) -> None:
        late.append(script)

    page.route("**/*.js", hold)
    page.goto("/rules/alchemicus", wait_until="commit")
    page.locator("#q").fill("spirit")
    eventually(page, lambda: len(late) > 0)
    for route in late:
        route.continue_()
    page.unroute("**/*.js")
    expect(page.locator("#hits mark").first).to_have_text("Spirit")


def test_an_answered_question_is_come_back_to_without_sending_it_again(browser: Browser, server: str):
    context = browser.new_context(base_url=server, java_script_enabled=False)
    page = context.new_page()
    page.goto("/desk/alchemicus/pawn")
    page.get_by_label("Your Fame").fill("7")
    page.get_by_role("button", name="It is not on the board yet").click()
    page.get_by_role("link", name="Read the rule").first.click()
    page.wait_for_url("**/rules/**")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Where may my pawn go?")
    expect(page.get_by_label("Your Fame")).to_have_value("7")
    context.close()


def test_the_way_to_the_rulings_in_force(phone: Phone):
    page = phone("en", SMALL)
    table = at_the_table(page)
    page.locator(".strip [popovertarget=menu]").click()
    page.get_by_role("link", name="Rules at your table").click()
    expect(page.locator("#rules-read h1")).to_have_text("Rules at your table")
    page.goto(f"{table}/rulings")
    expect(page.locator("h1")).to_have_text("Rules at your table")
    page.locator(".related a").first.click()
    expect(page.get_by_role("link", name="Back to the table")).to_have_attribute("href", table)


@pytest.mark.parametrize("way_back", ["", "Object.defineProperty(window, 'navigation', { value: undefined })"])
def test_a_refused_count_is_still_there_after_its_rule(phone: Phone, way_back: str):
    page = phone("en", SMALL)
    page.add_init_script(way_back)  # browsers before the Navigation API
    page.goto("/desk/homunculus/score?by=pieces&players=3")
    page.locator('input[name="players.0.name"]').fill("Ada")
    favourite = page.locator('input[name="players.1.favourite:json"]')
    favourite.and_(page.locator("[value='\"red\"']")).check(force=True)
    page.locator('input[type=checkbox][name="players.0.finished"]').check(force=True)
    page.locator("form button.primary").click()
    page.locator(".refusal").get_by_role("link").click()
    expect(page.locator("#HO-END")).to_be_in_viewport()
    page.get_by_role("link", name="Back to the question").click()
    expect(page.locator('input[name="players.0.name"]')).to_have_value("Ada")
    expect(favourite.and_(page.locator(":checked"))).to_have_value('"red"')
    expect(page.locator('input[type=checkbox][name="players.0.finished"]')).to_be_checked()
    expect(page.locator('input[name="players.2.name"]')).to_be_attached()


def test_what_was_asked_before_leads_to_no_other_desk_than_the_address_names(phone: Phone, server: str):
    page = phone("en", SMALL)
    page.goto("/desk/homunculus/score?by=pieces")
    page.locator("form button.primary").click()
    expect(page.locator("main .refusal, main .party").first).to_be_attached()
    code = new_table(server, "Ada", "Bruno", game="homunculus").table.rpartition("/")[2]
    page.goto(f"/rules/homunculus?from=/t/{code}")
    page.locator("a[href^='/desk/homunculus/score']").first.click()
    page.wait_for_url(f"**/desk/homunculus/score?from=/t/{code}")
    steady(page)
    expect(page.get_by_role("link", name="Back to the table")).to_have_attribute("href", f"/t/{code}")
    page.get_by_role("link", name="4 players", exact=True).click()
    page.wait_for_url("**players=4**")
    page.locator("header a").first.click()
    page.wait_for_url("**/desks")
    page.go_back()
    expect(page.locator('input[name="players.3.name"]')).to_be_attached()
    steady(page)
    expect(page.locator('input[name="players.3.name"]')).to_be_attached()


def test_a_number_with_a_nought_before_it_is_that_number(phone: Phone):
    page = phone("en", SMALL)
    page.goto("/desk/alchemicus/pawn")
    page.get_by_label("Your Fame").press("End")
    page.get_by_label("Your Fame").press_sequentially("7")
    page.get_by_role("button", name="It is not on the board yet").click()
    expect(page.locator(".notice.warn")).to_have_count(0)
    expect(page.get_by_label("Your Fame")).to_have_value("7")


@pytest.mark.parametrize(
    ("desk", "field", "value"),
    [
        ("homunculus/score", 'select[name="players.1.parts.head:json"]', '{"kind":"red","face_up":true}'),
        ("fata_morgana/score", 'input[name="players.1.points"]', "17"),
        ("alchemicus/result", 'input[name="players.1.fame"]', "17"),
    ],
)
def test_a_count_of_more_players_goes_on_with_what_was_typed(phone: Phone, desk: str, field: str, value: str):
    page = phone("en", SMALL)
    page.goto(f"/desk/{desk}?by=pieces&players=2")
    name = page.locator('input[name="players.0.name"]')
    name.fill("Ada")
    if field.startswith("select"):
        page.locator(field).select_option(value)
    else:
        page.locator(field).fill(value)
    page.get_by_role("link", name="3 players", exact=True).click()
    expect(page.locator('[name^="players.2."]').first).to_be_attached()
    expect(name).to_have_value("Ada")
    expect(page.locator(field)).to_have_value(value)
    page.reload()
    expect(name).not_to_have_value("Ada")


def test_a_desk_opened_from_a_tables_rules_leads_back_there(phone: Phone):
    page = phone("en", SMALL)
    table = at_the_table(page)
    page.locator(".strip-tools a").click()
    page.locator("#rules-read nav a", has_text="Alchemicus").click()
    page.locator("#rules-read").get_by_role("link", name="Where may my pawn go?").first.click()
    page.get_by_label("Your Fame").fill("7")
    page.get_by_role("button", name="It is not on the board yet").click()
    page.get_by_role("link", name="Read the rule").first.click()
    page.get_by_role("link", name="Back to the question").click()
    expect(page.get_by_label("Your Fame")).to_have_value("7")
    page.get_by_role("link", name="Polski").click()
    page.wait_for_load_state()
    page.get_by_role("link", name="Wróć do stołu").click()
    expect(page.locator("#table")).to_be_visible()
    assert page.url.endswith(table)


def test_the_kept_file_is_searched_without_anything_else(phone: Phone, tmp_path: Path):
    page = phone("pl", SMALL)
    with page.expect_download() as started:
        page.goto("/rules")
        page.locator("a[href='/rules/keep']").click()
    kept = tmp_path / started.value.suggested_filename
    started.value.save_as(kept)
    assert kept.name == "rules-pl.html"
    page.context.set_offline(True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(kept.as_uri())
    expect(page.locator(".picture use").first).to_be_visible()
    everything = page.locator(".rule:visible").count()
    page.locator("#q").fill("skąd się bierze złoto")
    found = page.locator("#hits a.hit")
    expect(found.first).to_contain_text("AL-TRANSMUTE")
    expect(page.locator(".rule:visible")).to_have_count(0)
    page.locator("#q").fill("zlot labr")
    expect(found.first).to_contain_text("Labrium")
    expect(page.locator("#hits mark").first).to_be_visible()
    page.locator("#q").fill("wężżyk")
    expect(page.locator("#hits .empty")).to_contain_text("wężżyk")
    page.locator("#q").fill("al-tie")
    found.first.click()
    expect(page.locator("#AL-TIE")).to_be_in_viewport()
    expect(page.locator("#q")).to_have_value("")
    assert page.locator(".rule:visible").count() == everything
    assert asked == [kept.as_uri()]
