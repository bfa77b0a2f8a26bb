"""What one phone does to another's player is said and answered there, and the room's screen sees who is waited for.

The rows of docs/between-phones.md, several in each evening: three phones in three languages, and a television.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser import wire
from tests.browser.cauldron import token_of
from tests.browser.conftest import SMALL, TALL, Phone, steady
from tests.browser.finger import enter, tap
from tests.browser.script import Script

pytestmark = pytest.mark.browser

UP = {"kind": "red", "face_up": True}
NOTHING = dict.fromkeys(("red", "blue", "green", "brown", "white"), 0)


class Evening(NamedTuple):
    """A table of three, by JSON and on their phones (Italian, Polish, English), and the room's screen (English)."""

    host: Script
    ada: Page
    bruno: Page
    zofia: Page
    room: Page

    def shown(self) -> None:
        """Wait until everybody shows what was entered last."""
        for page in self[1:]:
            wire.shows(page, self.host)

    def enter(self, **move: object) -> None:
        """Enter a move as its seat's own phone would, and wait until everybody shows it."""
        token = token_of(self[1:][int(str(move["seat"]))])
        answer = Script(self.host.table, token).enter(**move)
        assert "seq" in answer, answer
        self.shown()


@pytest.fixture
def evening(server: str, phone: Phone) -> Callable[..., Evening]:
    def begin(game: str, **options: object) -> Evening:
        host = wire.new_table(server, "Ada", "Bruno", "Zofia", game=game, **options)
        ada, bruno, zofia = phone("it", TALL), phone("pl", SMALL, dark=True), phone("en", SMALL)
        room = phone("en", (1920, 1080))
        for seat, page in enumerate((ada, bruno, zofia)):
            wire.sit(page, host, seat)
        room.goto(f"{host.table}?tv=table")
        made = Evening(host, ada, bruno, zofia, room)
        made.shown()
        return made

    return begin


def messages(page: Page) -> list[str]:
    """Return the messages that a phone shows, and put them away, a tap each."""
    found = []
    steady(page)
    while (message := page.locator(".message:visible").first).count():
        found.append(" ".join(message.locator(".said").inner_text().split()))
        message.tap()
        steady(page)
    return found


def line(page: Page) -> str:
    return page.locator("#entered span").first.inner_text()


def test_what_is_done_to_another_is_said_there_and_answered_there(evening: Callable[..., Evening]) -> None:
    here = evening("homunculus", track="parts")
    host, ada, bruno, zofia, room = here
    for part in ("left_arm", "left_ear", "tail", "right_arm"):
        here.enter(kind="part", seat=0, part=part, to=UP)
    here.enter(kind="part", seat=1, part="torso", to=UP)
    here.enter(kind="part", seat=2, part="head", to=UP)
    for page in (ada, bruno, zofia):
        assert messages(page) == []

    # An arm, and a tail twice, against whoever has no head.
    here.enter(kind="use", seat=0, part="left_arm", target=1)
    assert messages(bruno) == ["Ada zabiera ci płytkę."]
    assert line(room) == "Ada (left arm): took a tile from the hand of Bruno."
    assert messages(ada) == messages(zofia) == messages(room) == []
    here.enter(kind="use", seat=0, part="tail", target=1, hits="torso")
    assert messages(bruno) == ["Ada trafia ogonem twoją płytkę. Zakryj ją: tułów."]
    here.enter(kind="use", seat=0, part="left_ear", target=1)
    assert messages(bruno) == ["Ada ogląda twoje płytki."]

    # Against a head: the question is there alone, the others and the room see who is waited for, and for what.
    here.enter(kind="use", seat=0, part="right_arm", target=2)
    question = zofia.locator("#thumb .question")
    expect(question.locator("b.if-mine")).to_have_text("Ada wants to take a tile from your hand.")
    for page in (bruno, room):
        expect(page.locator("#thumb .actions")).to_be_hidden()
    expect(bruno.locator("#thumb b.unless-mine")).to_have_text("Ada chce zabrać płytkę z ręki. Odpowiada Zofia.")
    expect(room.locator("#thumb b.unless-mine")).to_have_text("Ada wants to take a tile from a hand. Zofia answers.")
    enter(zofia, zofia.locator("#thumb [value*=allow]"))
    here.shown()
    assert messages(ada) == ["Zofia non annulla il potere: prendi un tassello da quella mano."]
    assert line(room) == "Zofia: allowed it. Ada takes a tile from the hand."

    # What Ada did is taken back by Bruno, who is asked first; both to whom it was done and who did it are told.
    here.enter(kind="part", seat=0, part="left_arm", to=UP)
    here.enter(kind="use", seat=0, part="left_arm", target=1)
    assert messages(bruno) == ["Ada zabiera ci płytkę."]
    tap(zofia, zofia.locator("#undo"))
    enter(zofia, zofia.locator("#undo-asks [form=undoing]"))
    here.shown()
    assert messages(ada) == [
        "Zofia ha annullato una tua mossa. Ada (braccio sinistro): un tassello preso dalla mano di Bruno."
    ]
    [told] = messages(bruno)
    assert told.startswith("Zofia cofa ruch, który cię dotyczył. ")

    # Things put right, and a name, by somebody else.
    tap(bruno, bruno.locator("[data-shows='2']"))
    bruno.locator("[data-board='2'] [data-place=torso]").tap()
    steady(bruno)
    bruno.locator("#place details summary").tap()
    enter(bruno, bruno.locator("#righting [value*=blue]").first)
    here.shown()
    assert messages(zofia) == ["Bruno corrected something of yours. Zofia: place corrected: torso (blue), face up."]
    wire.ask(f"{host.table}/name", {"seat": 1, "name": "Brunello"}, host.token)
    here.shown()
    assert messages(bruno) == ["Gospodarz zmienia twoje imię. Nazywasz się teraz Brunello."]
    expect(room.locator("#chip-1 .player-name")).to_have_text("Brunello")

    # Closed for all, and opened again.
    wire.ask(f"{host.table}/close", {}, host.token)
    for page, words in (
        (ada, "Questo tavolo è chiuso"),
        (zofia, "This table is closed"),
        (room, "This table is closed"),
    ):
        expect(page.locator("#closed")).to_contain_text(words)
        expect(page.locator(".thumb .actions:visible")).to_have_count(0)
    wire.ask(f"{host.table}/reopen", {}, host.token)
    expect(room.locator("#closed")).to_be_hidden()

    # The last place: its sheet says that it wins; then favourites may still decide.
    for part in ("head", "right_ear", "torso", "left_leg", "right_leg", "left_ear", "left_arm", "right_arm"):
        here.enter(kind="part", seat=0, part=part, to=UP)
    for part in ("head", "right_ear", "torso", "left_leg", "right_leg", "left_arm", "right_arm", "tail"):
        here.enter(kind="part", seat=1, part=part, to=UP)
    here.enter(kind="part", seat=0, part="tail", to=None)
    messages(ada)
    tap(ada, ada.locator("[data-board='0'] [data-place=tail]"))
    expect(ada.locator("#place-ends")).to_contain_text("chiude la partita. Avresti: 16–25")
    expect(ada.locator("#place-others")).to_contain_text("Brunello 19")
    expect(ada.locator("#place-untold")).to_contain_text("Ada, Brunello, Zofia")
    expect(ada.locator("#laying [value=red] .makes")).to_have_text("25")
    enter(ada, ada.locator("#laying [value=blue]"))
    here.shown()
    expect(room.locator("#result")).to_contain_text("The winner has not been decided yet.")
    expect(room.locator("#result .untold")).to_contain_text("Ada, Brunello, Zofia")
    for seat, page, kind in ((0, ada, "red"), (1, bruno, "green"), (2, zofia, "yellow")):
        panel = page.locator(f"#result section[data-for='{seat}']")
        enter(page, panel.locator(f"[name=kind_of][value={kind}]"))
        here.shown()
    expect(room.locator("#result .lead")).to_have_text("A Ada")


def test_rounds_nine_to_eleven_are_answered_by_each_phone_and_a_false_declaration_is_said_loudest(
    evening: Callable[..., Evening],
) -> None:
    here = evening("fata_morgana")
    host, ada, bruno, zofia, room = here
    for seat, (cauldron, value) in enumerate(((("red", "blue"), 3), (("red", "green"), 5), (("blue", "green"), 7))):
        shown = ("white", "brown", "red")[seat]
        here.enter(kind="create", seat=seat, cauldron=list(cauldron), ingredients={shown: 1}, value=value)
    host.pass_until("declare", 9)
    here.shown()

    # Each phone answers for itself, and everybody sees who has.
    enter(bruno, bruno.locator(".thumb [value*=next_round]"))
    here.shown()
    expect(bruno.locator(".thumb-said")).to_contain_text("1")
    for page in (ada, zofia, room):
        expect(page.locator("#declare .answered li", has_text="Bruno").locator(".tag")).to_be_visible()

    # Ada declares, from paper: the others read who lays open first; it is not true, and everybody is told.
    enter(ada, ada.locator("#declare [value*=declare]").first)
    here.shown()
    for page in (bruno, zofia, room):
        expect(page.locator("#reveal")).to_contain_text("Ada")
    size = host.look()["players"][0]["hand_size"]
    objective = {"three": "red", "two": "blue", "one": "white"}
    here.enter(kind="reveal", seat=0, hand={**NOTHING, "green": size}, objective=objective)
    for page, words in (
        (ada, "Ada: l’obiettivo non è completato. Si continua a giocare!"),
        (bruno, "Ada: cel nie jest ukończony. Gra toczy się dalej!"),
        (room, "Ada: the objective is not complete. The game goes on!"),
    ):
        sentence = page.locator(".untrue > summary > span").last
        expect(sentence).to_have_text(words)
        size_px = sentence.evaluate("(shown) => parseFloat(getComputedStyle(shown).fontSize)")
        others = page.locator("#entered, .prompt b").evaluate_all(
            "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
        )
        assert size_px > max(others)

    # The next entry folds it: the shelf is in reach again, without scrolling.
    here.enter(kind="pass", seat=0, take="nothing")
    for page in (ada, bruno, zofia, room):
        expect(page.locator(".untrue")).to_have_count(0)
        expect(page.locator("#opened details")).not_to_have_attribute("open", "")
    expect(bruno.locator("#shelf .potion").last).to_be_in_viewport(ratio=1)

    # A true one: each lays open on their own phone; the room sees who has.
    host.pass_until("declare", 10)
    here.enter(kind="points", seat=0, by=1)
    for seat, page in ((1, bruno), (2, zofia)):
        size = host.look()["players"][seat]["hand_size"]
        here.enter(kind="hand", seat=seat, hand={**NOTHING, "red": 4, "blue": 3, "white": size - 7})
        here.enter(kind="objective", seat=seat, **objective)
        page.reload()
        wire.shows(page, host)
    enter(bruno, bruno.locator("#declare [value*=declare]").first)
    here.shown()
    enter(bruno, bruno.locator(".thumb [value*=reveal]"))
    here.shown()
    expect(room.locator("#reveal .answered li", has_text="Bruno").locator(".tag")).to_be_visible()
    enter(zofia, zofia.locator(".thumb [value*=reveal]"))
    here.shown()
    size = host.look()["players"][0]["hand_size"]
    if host.look()["needs"]:
        here.enter(kind="reveal", seat=0, hand={**NOTHING, "green": size}, objective=objective)
    for page in (ada, bruno, zofia, room):
        expect(page.locator("#result")).to_contain_text("Bruno")
    assert host.look()["over"]
