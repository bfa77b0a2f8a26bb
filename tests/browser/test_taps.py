"""A tap is taken, or is seen not to be: a button that changed under the finger rests, one that is as it was never."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import cauldron, wire
from tests.browser.clocked import IN_TIME_MS, LateError, played_until_in_time
from tests.browser.conftest import TALL, Phone, steady
from tests.browser.finger import tap
from tests.browser.script import Script

pytestmark = pytest.mark.browser

SWAP = """async ([what, wait, change]) => {
    const part = document.getElementById('thumb');
    let html = part.outerHTML.replace('id="thumb"', 'id="thumb" hx-swap-oob="outerHTML"');
    if (change) html = html.replace(change[0], change[1]);
    const press = (type) => {
        const button = document.querySelector(what);
        const { x, y, width, height } = button.getBoundingClientRect();
        const [clientX, clientY] = [x + width / 2, y + height / 2];
        const at = { bubbles: true, isPrimary: true, pointerType: 'touch', clientX, clientY };
        button.dispatchEvent(new PointerEvent(type, at));
    };
    const swap = () => htmx.swap({ text: html, target: part, sourceElement: part, swap: 'none' });
    if (wait < 0) press('pointerdown');
    await swap();
    if (wait < 0) return press('pointerup');
    const changed = performance.now();
    await new Promise((done) => setTimeout(done, wait));
    document.querySelector(what).click();
    return [performance.now() - changed, document.querySelector('.untaken')?.textContent.trim()];
}"""
"""Draws the thumb's part anew, every element of it, and taps a button of it `wait` milliseconds later; below 0 the
finger comes down before that and goes up after it. `change`: a text of the part, and what it is then. Returns how long
after the change the tap came, and what the button says that took none."""
END = ".thumb [value*=end_turn]"


def sat_down(server: str, phone: Phone) -> tuple[Page, Script]:
    """Sit at a table of one's own; return the page, once it takes taps, and the host."""
    host, page = wire.new_table(server, "Ada", "Bruno", game="homunculus", track="parts"), phone("en", TALL)
    wire.sit(page, host, 0)
    wire.shows(page, host)
    steady(page)
    return page, host


@pytest.mark.parametrize("wait", [-1, 0, 100, 250])
def test_a_button_that_is_drawn_anew_as_it_was_takes_every_tap(server: str, phone: Phone, wait: int) -> None:
    page, host = sat_down(server, phone)
    tapped = page.evaluate(SWAP, [END, wait, None])
    assert wait < 0 or tapped[1] is None
    expect(page.locator("#latest")).to_have_attribute("data-seq", "1")
    assert host.look()["to_move"] == 1


@played_until_in_time
def test_a_button_that_changed_under_the_finger_rests_and_shows_it(server: str, phone: Phone) -> None:
    page, host = sat_down(server, phone)
    after, said = page.evaluate(SWAP, [END, 100, ["End turn", "End it now"]])
    if after > IN_TIME_MS:
        raise LateError
    assert said == "End it now"
    expect(page.locator(".untaken")).to_have_count(0)
    assert host.look()["seq"] == 0
    page.locator(END).tap()
    expect(page.locator("#latest")).to_have_attribute("data-seq", "1")


@pytest.mark.parametrize("pause", [0, 100, 250, 700, 1300])
def test_a_second_tap_is_entered_however_soon_it_comes(server: str, phone: Phone, pause: int) -> None:
    """A tile is laid, and the turn ended a moment after its sheet closed: what the first changes takes no tap."""
    page, host = sat_down(server, phone)
    page.locator("[data-board='0'] [data-place=head]").tap()
    steady(page)
    page.locator("#laying [value=red]").tap()
    expect(page.locator("#place")).to_be_hidden()
    page.wait_for_timeout(pause)
    box = page.locator(END).bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#latest")).to_have_attribute("data-seq", "2")
    assert host.look()["to_move"] == 1


def test_a_choice_that_is_missing_is_shown_where_it_is_made(server: str, phone: Phone) -> None:
    """In the page's own language, not in the browser's over the choices; nothing is entered."""
    host, page = wire.new_table(server, "Ada", "Bruno", game="fata_morgana"), phone("it", TALL)
    wire.sit(page, host, 0)
    tap(page, page.locator(".thumb [popovertarget=brew-0]"))
    tap(page, page.locator("#brew-0 .btn.primary"))
    missing = page.locator("#brew-0 .missing")
    expect(missing.locator("legend")).to_have_text(
        ["Calderone: che cosa produce", "Valore: punti per te ora, e per chi la copia"]
    )
    expect(missing.first.locator("input").first).to_be_focused()
    page.locator("#brew-0 label:has([name=value][value='3'])").tap()
    expect(missing.locator("legend")).to_have_text(["Calderone: che cosa produce"])
    assert host.look()["seq"] == 0


def test_what_opens_beside_a_refusal_is_seen(server: str, phone: Phone) -> None:
    """The refusal is put away by the tap; the sheet in which something was refused comes back as it was left."""
    host, page = wire.new_table(server, "Ada", "Bruno", game="fata_morgana"), phone("en", TALL)
    wire.sit(page, host, 0)
    refusal, sheet = page.locator(".refusal"), page.locator("#brew-0")
    cauldron.tap_potion(page, 0, ("red", "blue"), 7, red=1)
    expect(refusal).to_contain_text("red")
    expect(sheet).to_be_hidden()
    tap(page, page.locator(".thumb [popovertarget=brew-0]"))
    expect(sheet).to_be_visible()
    expect(refusal).to_have_count(0)
    expect(sheet.locator("[name=value]:checked")).to_have_value("7")
    tap(page, sheet.locator(".btn.primary"))
    expect(refusal).to_be_visible()
    tap(page, page.locator(".thumb [popovertarget=pass-0]"))
    expect(page.locator("#pass-0")).to_be_visible()
    expect(refusal).to_have_count(0)
    assert host.look()["seq"] == 0
