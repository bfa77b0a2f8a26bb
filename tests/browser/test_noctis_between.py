"""Noctis cards and the last round, between the phones: whom it concerns reads who did what, the line names both.

Rows of docs/between-phones.md: three phones in three languages, and a television.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser import wire
from tests.browser.cauldron import token_of
from tests.browser.conftest import SMALL, TALL, Phone
from tests.browser.finger import enter, seq, tap
from tests.browser.script import Script
from tests.browser.test_between_phones import line, messages
from tests.browser.workshop import HARVEST, SALE, TRANSMUTATION, field, thumb

pytestmark = pytest.mark.browser

PRICES = {"alembic": 2, "horten": 1}


class Table(NamedTuple):
    """A table of three, by JSON and on their phones (Polish, Italian, English), and the room's screen (English)."""

    host: Script
    ada: Page
    bruno: Page
    kasia: Page
    room: Page

    def shown(self) -> None:
        """Wait until everybody shows what was entered last."""
        for page in self[1:]:
            wire.shows(page, self.host)

    def enter(self, seat: int, **move: object) -> None:
        """Enter a move as its seat's own phone would."""
        answer = Script(self.host.table, token_of(self[1:][seat])).enter(seat=seat, **move)
        assert "seq" in answer, answer


def sat(server: str, phone: Phone, goods: dict[int, dict[str, list[str]]] | None = None, **options: object) -> Table:
    """Set a table at which these `goods` lie on buildings of these kinds, by seat; sit down at it."""
    host = wire.new_table(server, "Ada", "Bruno", "Kasia", **{"track": "full", "prices": PRICES, **options})
    for seat, lying in (goods or {}).items():
        for kind, these in lying.items():
            if kind not in ("horten", "pergula"):
                host.enter(kind="building", seat=seat, build=kind)
            own = host.look()["players"][seat]["buildings"]
            building = next(one["id"] for one in own if one["kind"] == kind)
            if these:
                assert "seq" in host.enter(kind="goods", seat=seat, building=building, goods=these)
        host.enter(kind="cards", seat=seat, by=3)
    pages = phone("pl", TALL), phone("it", SMALL, dark=True), phone("en", SMALL)
    room = phone("en", (1920, 1080))
    for seat, page in enumerate(pages):
        wire.sit(page, host, seat)
    room.goto(f"{host.table}?tv=table")
    table = Table(host, *pages, room)
    table.shown()
    for page in pages:
        assert messages(page) == []
    return table


def play(page: Page, card: str, number: int = 0, entries: int = 1) -> None:
    """Play a card on what its sheet names as number `number`: `entries` are 2 where the turn's card is drawn first."""
    before = seq(page)
    tap(page, page.locator(".thumb [popovertarget=cards]"))
    tap(page, page.locator(f"#cards [popovertarget=play-{card}]"))
    tap(page, page.locator(f"#play-{card} [name=move]:visible").nth(number))
    expect(page.locator("#latest")).to_have_attribute("data-seq", str(before + entries))


def test_a_card_against_a_building_is_said_to_its_owner(server: str, phone: Phone) -> None:
    here = sat(
        server,
        phone,
        {0: {}, 1: {"horten": ["herbs"], "alembic": ["herbs"]}, 2: {"alembic": []}},
        expansion="noctis",
    )
    host, ada, bruno, kasia, room = here

    # A Spiritus; it lies on that building on every phone.
    play(ada, "spiritus", entries=2)
    here.shown()
    assert messages(bruno) == ["Ada gioca Spiritus contro di te: la tua prossima trasmutazione fallirà (Alembic)."]
    assert messages(ada) == messages(kasia) == messages(room) == []
    assert line(room) == "Ada: Spiritus laid (Bruno, Alembic)"
    for page in (bruno, room):
        expect(page.locator("#home-1 .spiritus")).to_be_visible()
    here.enter(0, kind="place", field=HARVEST)
    here.enter(0, kind="end_turn")

    # It stops Bruno's transmutation, which is told as one that failed.
    here.enter(1, kind="place", field=TRANSMUTATION, draw="deck")
    here.shown()
    enter(bruno, bruno.locator("#workshops .building.legal").first)
    here.shown()
    assert line(room) == "Bruno: a Spiritus stops the transmutation (Alembic)"
    assert line(ada) == "Bruno: Spiritus udaremnia transmutację (Alembic)"
    here.enter(1, kind="end_turn")
    alembic = next(one["id"] for one in host.look()["players"][1]["buildings"] if one["kind"] == "alembic")
    assert "seq" in host.enter(kind="goods", seat=1, building=alembic, goods=["tincture"])
    here.shown()
    messages(bruno)

    # Homunculus undoes a tincture of his, Mutabilis takes his herbs.
    play(kasia, "homunculus", entries=2)
    here.shown()
    assert messages(bruno) == ["Kasia gioca Homunculus contro di te: rimetti le merci di prima (Alembic)."]
    assert line(room) == "Kasia: Homunculus undoes a transmutation (Bruno, Alembic)"
    here.enter(2, kind="cards", by=6)
    here.shown()
    play(kasia, "mutabilis")
    here.shown()
    assert messages(bruno) == ["Kasia gioca Mutabilis contro di te e ti prende: erbe (Horten)."]
    assert messages(ada) == messages(room) == []
    assert line(room) == "Kasia: Mutabilis, herbs (from: Bruno, Horten; onto: Horten)"

    # A Golem guards: everybody sees it there.
    here.enter(2, kind="cards", by=6)
    here.shown()
    play(kasia, "golem")
    here.shown()
    expect(room.locator("#home-2 use[href$=golem]")).to_have_count(1)
    assert line(room).startswith("Kasia: Golem")


def test_the_last_round_is_said_everywhere_and_so_is_that_it_is_called_off(server: str, phone: Phone) -> None:
    here = sat(server, phone, track="fame", target=5, prices={})
    _, ada, bruno, kasia, room = here
    enter(ada, field(ada, SALE))
    enter(ada, ada.locator(".sale-fame").last)
    expect(ada.locator("#thumb .what-now:visible")).to_contain_text("Ostatnia kolejka po tej turze.")
    enter(ada, thumb(ada, "end_turn"))
    here.shown()
    for page, words in (
        (ada, "Zaczyna się ostatnia kolejka: Ada ma już dość Sławy"),
        (bruno, "Comincia l’ultimo turno. Fama raggiunta: Ada"),
        (kasia, "The last round begins: Ada has enough Fame"),
        (room, "The last round begins: Ada has enough Fame"),
    ):
        expect(page.locator("#news .news")).to_have_text(words)
        expect(page.locator("#thumb .tag.bad")).to_be_visible()
    expect(room.locator("#thumb .tag.bad")).to_have_text("Last round: 2 turns left")

    # Bruno puts her Fame right: she is told.
    tap(bruno, bruno.locator("#chip-0 .face"))
    enter(bruno, bruno.locator("#fame-0 [value='-1']"))
    tap(bruno, bruno.locator("#set-0 > .btn.quiet"))
    here.shown()
    assert messages(ada) == ["Bruno poprawia coś u ciebie. Ada: Sława −1"]
    assert line(room) == "Ada: −1 Fame"

    # Kasia takes that back, then the end of Ada's turn, which Ada is told: there is no last round any more.
    for _ in range(2):
        tap(kasia, kasia.locator("#undo"))
        enter(kasia, kasia.locator("#undo-asks [form=undoing]"))
        here.shown()
        [told] = messages(ada)
        assert told.startswith("Kasia cofa twój ruch. Ada: ")
    for page in here[1:]:
        expect(page.locator("#thumb .tag.bad")).to_have_count(0)
        expect(page.locator("#chip-0")).to_have_attribute("aria-current", "true")
    expect(room.locator("#thumb .what-now:visible")).to_have_count(1)


def test_a_golem_on_the_ring_and_infamia_are_seen_where_they_matter(server: str, phone: Phone) -> None:
    here = sat(server, phone, {0: {}}, variant="gold_rush", expansion="noctis")
    host, ada, bruno, kasia, room = here

    # A Golem on the ring lies there on every phone, and says where it stops who passes.
    tap(ada, ada.locator(".thumb [popovertarget=cards]"))
    tap(ada, ada.locator("#cards [popovertarget=play-golem]"))
    tap(ada, ada.locator("#play-golem [data-lays]"))
    before = seq(ada)
    tap(ada, field(ada, SALE))
    expect(ada.locator("#latest")).to_have_attribute("data-seq", str(before + 2))
    assert host.look()["golems"] == [SALE]
    here.shown()
    for page in here[1:]:
        expect(page.locator(f".board .pos-{SALE} use[href$=golem]")).to_have_count(1)
    assert line(room) == "Ada: Golem laid on the ring (Sale)"
    here.enter(0, kind="place", field=HARVEST)
    here.enter(0, kind="end_turn")
    host.enter(kind="cards", seat=1, by=6)
    here.shown()
    messages(bruno)

    # Infamia is asked where it is answered; the others read who is waited for.
    play(bruno, "infamia", entries=2)
    here.shown()
    expect(ada.locator("#thumb .question b .if-mine")).to_have_text("Bruno zagrywa przeciw tobie Infamię!")
    for page, words in ((kasia, "Infamia: Bruno against Ada"), (room, "Infamia: Bruno against Ada")):
        expect(page.locator("#thumb .question b .unless-mine")).to_have_text(words)
        expect(page.locator("#thumb .actions:visible")).to_have_count(0)
    enter(ada, thumb(ada, "fend_off").last)
    here.shown()
    assert messages(bruno) == ["Ada non respinge la tua Infamia."]
    for page in here[1:]:
        expect(page.locator("#chip-0 .infamia")).to_be_visible()
