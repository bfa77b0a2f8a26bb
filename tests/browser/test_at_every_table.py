"""What happens at every table between its phones: each row of docs/between-phones.md as the one who acts, whoever it
concerns, the others and the room's screen see it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import wire
from tests.browser.cauldron import token_of
from tests.browser.conftest import LARGE, SMALL, TALL, Phone, steady
from tests.browser.finger import enter, sit, tap
from tests.browser.script import Script
from tests.browser.test_asking import asks
from tests.browser.test_homunculus import new_table as table_of_homunculus

pytestmark = pytest.mark.browser

TELEVISION = (1920, 1080)
HAND = {"red": 4, "blue": 3, "green": 2, "brown": 1}


def line(page: Page, words: str) -> None:
    """Wait until a phone or the room says this as what was entered last."""
    expect(page.locator("#entered")).to_have_text(words)


def test_a_new_phone_gets_the_seat_with_its_secrets_and_nobody_else_is_bothered(server: str, phone: Phone) -> None:
    made = wire.new_table(server, "Ada", "Zofia", game="fata_morgana")
    path = made.table.removeprefix(server)
    host, other, own = phone("it", TALL), phone("pl", SMALL), phone("en", SMALL, dark=True)
    room, new = phone("en", TELEVISION), phone("en", LARGE)
    wire.sit(host, made, None)
    sit(other, path, "Ada")
    sit(own, path, "Zofia")
    Script(made.table, token_of(own)).enter(kind="hand", seat=1, hand=HAND)
    expect(own.locator("#hand-1 .secret .drop")).to_have_count(10)
    room.goto(f"{path}?tv=table")

    number = asks(new, path, "Ask to be let in: Zofia")
    expect(new.get_by_role("heading", name="Waiting to be let in")).to_be_visible()
    for page in (host, own):
        expect(page.locator("#asking .asks-number:visible")).to_have_text(number)
        expect(page.locator("#asking .notice:visible button")).to_have_count(2)
    # The others show all that came before this entry, and nothing of it.
    made.enter(kind="points", seat=0, by=1)
    for page in (other, room):
        wire.shows(page, made)
        expect(page.locator("#asking .asks-number:visible")).to_have_count(0)

    # One tap lets it in, another sits down: the secrets go along, and everybody reads it.
    tap(host, host.get_by_role("button", name=f"Fallo entrare: {number}"))
    new.get_by_role("button", name="Sit here: Zofia").tap()
    new.wait_for_url(f"**{path}")
    expect(new.locator("#hand-1 .secret .drop")).to_have_count(10)
    expect(own.locator("#notice")).to_contain_text("Another phone has taken your seat")
    expect(own.locator(".secret")).to_have_count(0)
    line(host, "Zofia: un nuovo telefono ha preso questo posto.")
    line(other, "Zofia: to miejsce zajął nowy telefon.")
    for page in (new, room):
        line(page, "Zofia: a new phone took this seat.")


def test_what_the_host_does_is_said_on_every_phone_and_in_the_room(server: str, phone: Phone) -> None:
    ada, bruno, room = phone("it", TALL), phone("pl", SMALL, dark=True), phone("en", TELEVISION)
    path = table_of_homunculus(ada, "Ada", "Bruno", track="parts")
    sit(ada, path, "Ada")
    sit(bruno, path, "Bruno")
    room.goto(f"{path}?tv=table")
    script = Script(server + path, token_of(ada))
    script.enter(kind="part", seat=0, part="torso", to={"kind": "red", "face_up": True})
    for page in (ada, bruno, room):
        wire.shows(page, script)

    # Somebody takes back what another did: asked first; the other has a message, the room a line.
    tap(bruno, bruno.locator("#undo"))
    expect(bruno.locator("#undo-of")).to_contain_text("Cofnąć to?")
    enter(bruno, bruno.locator("#undo-asks [form=undoing]"))
    expect(ada.locator(".message:visible")).to_contain_text("Bruno ha annullato una tua mossa")
    expect(bruno.locator(".message:visible")).to_have_count(0)
    expect(room.locator("#entered")).to_contain_text("Bruno took back an entry.")
    tap(ada, ada.locator(".message:visible"))

    # A correction of another player's things.
    tap(bruno, bruno.locator("[data-shows='0']"))
    bruno.locator("[data-board='0'] [data-place=tail]").tap()
    steady(bruno)
    bruno.locator("#place details summary").tap()
    enter(bruno, bruno.locator("#righting [value*=blue]").first)
    expect(ada.locator(".message:visible")).to_contain_text("Bruno ha corretto qualcosa che ti riguarda")
    line(room, "Ada: place corrected: tail (blue), face up.")
    tap(ada, ada.locator(".message:visible"))

    # Another name.
    ada.goto(f"{path}/lobby")
    named = ada.locator("li.player", has_text="Bruno").locator("details.naming")
    named.locator("summary").tap()
    named.locator("[name=name]").fill("Brunello")
    named.get_by_role("button", name="Salva il nome").tap()
    expect(ada.locator("li.player .player-name").last).to_have_text("Brunello")
    expect(bruno.locator(".message:visible")).to_contain_text("Nazywasz się teraz Brunello.")
    expect(room.locator("#chip-1 .player-name")).to_have_text("Brunello")
    line(room, "Brunello is the new name at seat 2.")

    # Closed, and opened again at the table.
    ada.get_by_text("Salva o chiudi la partita").tap()
    ada.get_by_text("Chiudi questo tavolo").tap()
    ada.get_by_role("button", name="Non contarla").tap()
    for page, words in ((bruno, "zamknięty"), (room, "This table is closed")):
        expect(page.locator("#closed")).to_contain_text(words)
        expect(page.locator(".thumb .actions:visible")).to_have_count(0)
    expect(bruno.locator("#closed button:visible")).to_have_count(0)
    ada.wait_for_url(f"**{path}")
    tap(ada, ada.get_by_role("button", name="Riapri questo tavolo"))
    for page in (ada, bruno, room):
        expect(page.locator("#closed")).to_be_hidden()

    # Deleted.
    ada.goto(f"{path}/lobby")
    ada.get_by_text("Elimina questo tavolo").tap()
    ada.get_by_role("button", name="Sì, elimina").tap()
    expect(ada.get_by_role("status")).to_contain_text(path.removeprefix("/t/"))
    expect(bruno.get_by_role("heading", level=1)).to_contain_text("Ten stół usunął")
    expect(room.get_by_role("heading", level=1)).to_contain_text("This table was deleted")
