"""A lost phone: a new one asks for its seat and a stranger does too; the host lets the one in whose number they see."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import wire
from tests.browser.conftest import LARGE, SMALL, TALL, Phone
from tests.browser.finger import sit, tap
from tests.browser.wire import new_table

pytestmark = [pytest.mark.browser, pytest.mark.always]


def asks(page: Page, path: str, button: str) -> str:
    """Ask for a seat with one tap in the lobby; return the number that the phone shows then."""
    page.goto(f"{path}/lobby")
    page.get_by_role("button", name=button).tap()
    number = page.locator(".asks .asks-number")
    expect(number).to_be_visible()
    return number.inner_text()


def test_the_phone_is_let_in_whose_number_the_host_sees_and_the_stranger_is_told(server: str, phone: Phone) -> None:
    made = new_table(server, "Ada", "Zofia", game="fata_morgana")
    path = made.table.removeprefix(server)
    host, own = phone("it", TALL), phone("pl", SMALL)
    wire.sit(host, made, None)
    sit(own, path, "Zofia")
    room = phone("en", (1280, 720))
    room.goto(f"{path}?tv=table")
    new, stranger = phone("en", LARGE), phone("pl", SMALL, dark=True)
    number = asks(new, path, "Ask to be let in: Zofia")
    other = asks(stranger, path, "Poproś o wpuszczenie: Zofia")
    assert number != other

    # The host sees two, and so does the phone that sits there; one is let in, and nobody asks any more.
    for page in (host, own):
        shown = page.locator("#asking .asks-number:visible")
        expect(shown).to_have_count(2)
        assert {*shown.all_inner_texts()} == {number, other}
    tap(host, host.get_by_role("button", name=f"Fallo entrare: {number}"))
    for page in (host, own):
        expect(page.locator("#asking")).to_be_hidden()
    expect(stranger.locator(".asks")).to_contain_text("Na to miejsce wpuszczono inny telefon: Zofia.")
    expect(stranger.locator(".asks button")).to_have_count(0)

    # The second tap of the new phone: it sits there, the older one no longer does, and nothing stands in the way.
    new.get_by_role("button", name="Sit here: Zofia").tap()
    new.wait_for_url(f"**{path}")
    expect(new.locator("#table")).to_have_attribute("data-seats", "1")
    expect(own.locator("#table")).to_have_attribute("data-seats", "")
    for page in (new, host, room):
        expect(page.locator("#asking")).to_be_hidden()
    expect(own.locator("#notice")).to_contain_text("zajął inny telefon")
    expect(room.locator("#entered")).to_have_text("Zofia: a new phone took this seat.")

    # A phone that nobody knows is sent away with one tap.
    asks(stranger, path, "Poproś o wpuszczenie: Zofia")
    expect(new.locator("#asking .notice:visible")).to_have_count(1)
    tap(new, new.locator("#asking .notice:visible").get_by_role("button", name="No"))
    expect(stranger.locator(".asks")).to_contain_text("Tego telefonu nie wpuszczono na miejsce: Zofia.")
    expect(host.locator("#asking")).to_be_hidden()
