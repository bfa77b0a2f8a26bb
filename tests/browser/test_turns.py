"""Whose move it is on several phones: another's is unfolded first, and what another took back is read by all."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.clocked import in_time, played_until_in_time, teach
from tests.browser.conftest import SMALL, STEADY_MS, Phone, steady
from tests.browser.test_sync import posts
from tests.browser.wire import new_table, sit

pytestmark = pytest.mark.browser


def finger(page: Page, button: Locator) -> None:
    """Tap where the button is: nothing scrolls, as it does when Playwright's own click gives it the focus."""
    box = button.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@played_until_in_time
def test_anothers_move_is_unfolded_first_and_a_tap_that_unfolds_it_enters_nothing(phone: Phone, server: str) -> None:
    host, ada, bruno = new_table(server, "Ada", "Bruno", "Celina"), phone("en", SMALL), phone("pl", SMALL)
    host.enter(kind="place", seat=0, field=2)
    sit(bruno, host, 1)
    end_turn = bruno.locator('.thumb button[value*="end_turn"]')
    expect(end_turn).to_be_visible()
    sit(ada, host, 0)
    expect(end_turn).to_be_hidden()
    expect(ada.locator('.thumb button[value*="end_turn"]')).to_be_visible()
    undo = bruno.locator("#undo").bounding_box()
    sent = posts(bruno)
    steady(bruno)  # what folded just now takes no tap
    teach(bruno)
    bruno.locator(".thumb .unfolds").evaluate(
        """(unfolds) => {
            tapIn('.thumb button[value*="end_turn"]', 150);
            unfolds.click();
        }"""
    )
    in_time(bruno)
    expect(end_turn).to_be_visible()
    bruno.wait_for_timeout(2 * STEADY_MS)
    assert sent == []
    assert bruno.locator("#undo").bounding_box() == undo
    end_turn.click()
    expect(bruno.locator("#latest")).to_have_attribute("data-seq", "2")
    assert host.look()["to_move"] == 1
    expect(bruno.locator(".thumb .unfolds")).to_be_hidden()


def test_what_another_phone_did_is_read_above_the_thumbs_buttons(phone: Phone, server: str) -> None:
    host, ada, bruno = new_table(server, "Ada", "W" * 40, game="homunculus"), phone("en", SMALL), phone("it", SMALL)
    host.enter(kind="draw", seat=0)
    sit(ada, host, 0)
    sit(bruno, host, 1)
    before = bruno.locator("#undo").bounding_box()
    steady(ada)
    ada.locator("#undo").click()
    expect(bruno.locator("#entered")).to_have_text("Ada annulla una voce. Ada: un tassello pescato.")
    expect(bruno.locator("#said")).to_contain_text("Ada annulla una voce. Ada: un tassello pescato.")
    assert bruno.locator("#undo").bounding_box() == before
    host.enter(kind="draw", seat=0)
    expect(bruno.locator("#entered")).to_have_text("Ada: un tassello pescato.")


def test_anothers_board_is_tapped_once_his_move_is_unfolded(phone: Phone, server: str) -> None:
    host, ada, bruno = new_table(server, "Ada", "Bruno"), phone("en", SMALL), phone("pl", SMALL)
    sit(ada, host, 0)
    sit(bruno, host, 1)
    unfolds, place = bruno.locator(".thumb .unfolds"), bruno.locator(".field.pos-3")
    expect(unfolds).to_be_visible()
    steady(bruno)
    sent = posts(bruno)
    finger(bruno, place)
    # What it is, whose turn it is, and the way to play for her.
    told = bruno.locator("#what")
    expect(told).to_contain_text("Tura: Ada")
    assert sent == []
    steady(bruno)
    finger(bruno, told.locator(".unfolds"))
    expect(told).to_be_hidden()
    steady(bruno)
    finger(bruno, place)
    expect(bruno.locator("#latest")).to_have_attribute("data-seq", "1")
    assert host.look()["players"][0]["pawn"] == 3


def test_a_tap_beside_a_sheet_puts_it_away_and_a_move_from_it_does_too(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno", track="full", expansion="noctis"), phone("it", SMALL)
    host.enter(kind="draw", seat=0, **{"from": "deck"})
    sit(page, host, 0)
    sheet, cards = page.locator("#play-golem"), page.locator(".thumb [popovertarget=cards]")
    beneath = page.locator(".field.legal").first
    opens = page.locator("#cards [popovertarget=play-golem]")
    cards.click()
    opens.click()
    expect(sheet).to_be_visible()
    sent = posts(page)
    page.evaluate("scrollTo(0, 0)")
    steady(page)
    finger(page, beneath)
    expect(sheet).to_be_hidden()
    steady(page)
    assert sent == []
    opens.click()  # of the cards, which the sheet was opened from
    steady(page)
    sheet.get_by_role("button", name="Horten").click()
    expect(page.locator("#latest")).to_have_attribute("data-seq", "2")
    expect(sheet).to_be_hidden()
    expect(page.locator("#cards")).to_be_hidden()
    assert [one["golem"] for one in host.look()["players"][0]["buildings"]] == [True, False]


def test_a_turn_taken_back_closes_the_sheet_that_offers_the_one_before(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("it", SMALL)
    for seat in (0, 1):
        host.enter(kind="place", seat=seat, field=2 + seat)
        host.enter(kind="end_turn", seat=seat)
    sit(page, host, None)
    page.locator(".told").click()
    steady(page)
    page.locator("#turnback button").click()
    expect(page.locator("#latest")).to_have_attribute("data-seq", "5")
    expect(page.locator("#log")).to_be_hidden()
    assert host.look()["to_move"] == 1


def test_a_second_tap_on_what_ended_the_turn_opens_nobody_elses_buttons(phone: Phone, server: str) -> None:
    host, ada, bruno = new_table(server, "Ada", "Bruno"), phone("en", SMALL), phone("pl", SMALL)
    host.enter(kind="place", seat=0, field=2)
    sit(bruno, host, 1)
    sit(ada, host, 0)
    end_turn = ada.locator('.thumb button[value*="end_turn"]')
    expect(end_turn).to_be_visible()
    steady(ada)
    # The second tap comes at once where the first has ended the turn: as soon as the page shows the next one.
    ada.evaluate("""() => document.addEventListener("htmx:after:swap", () => {
        window.second = document.querySelector(".thumb .unfolds");
        window.second?.click();
    })""")
    finger(ada, end_turn)
    unfolds = ada.locator(".thumb .unfolds")
    expect(unfolds).to_be_visible()
    assert ada.evaluate("window.second === document.querySelector('.thumb .unfolds')")
    expect(ada.locator("#table")).not_to_have_attribute("data-plays-for", "1")
    steady(ada)
    finger(ada, unfolds)
    expect(ada.locator("#table")).to_have_attribute("data-plays-for", "1")
