"""What Alchemicus says in few words: it is read whole on a small phone, moves nothing and counts right."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import wire
from tests.browser.conftest import SMALL, TALL, Phone, both_faces
from tests.browser.finger import caught_up, enter, seq, tap
from tests.browser.workshop import GIFTS, SPIRIT, field, thumb

pytestmark = pytest.mark.browser

WHOLE = "(shown) => shown.scrollHeight <= shown.clientHeight && shown.scrollWidth <= shown.clientWidth"


@both_faces
def test_what_to_do_is_read_whole_and_an_undo_moves_nothing(server: str, phone: Phone) -> None:
    host = wire.new_table(server, "Ada", "Bruno", track="full", expansion="noctis")
    ada, bruno = phone("it", TALL), phone("pl", SMALL)
    for seat, page in enumerate((ada, bruno)):
        wire.sit(page, host, seat)
    wire.shows(ada, host)
    what_now = ada.locator(".prompt .what-now")
    assert what_now.evaluate(WHOLE)
    enter(ada, field(ada, SPIRIT))
    expect(ada.locator("#mine-0 .at")).to_have_text("Spirito")
    assert ada.locator(".mines").evaluate(WHOLE)
    enter(ada, ada.locator(".spos-2"))
    enter(ada, thumb(ada, "end_turn"))

    # A gift says what it costs; taken back, it leaves the ring where it was.
    caught_up(bruno, ada)
    what_now, ring = bruno.locator(".prompt .what-now"), bruno.locator(".board")
    assert what_now.evaluate(WHOLE)
    stood = ring.bounding_box()
    enter(bruno, field(bruno, GIFTS))
    expect(bruno.locator("#action .hint")).to_have_text("Odrzucasz 5 kart i bierzesz 1 punkt Sławy, raz na wizytę.")
    assert what_now.evaluate(WHOLE)
    enter(bruno, bruno.locator("#undo"))
    assert ring.bounding_box() == stood


def test_a_noctis_card_counts_the_card_drawn_before_it(server: str, phone: Phone) -> None:
    host, page = wire.new_table(server, "Ada", "Bruno", track="full", expansion="noctis"), phone("en", SMALL)
    wire.sit(page, host, 0)
    tap(page, page.locator(".thumb [popovertarget=cards]"))
    pactum = page.locator(".cards button", has=page.locator("b", has_text="Pactum"))
    expect(pactum).to_contain_text("you keep 3")
    before = seq(page)
    tap(page, pactum)
    expect(page.locator("#latest")).to_have_attribute("data-seq", str(before + 2))
    expect(page.locator("#mine-0 [data-pulse]").first).to_have_text("6")
