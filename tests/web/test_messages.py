"""What others did to a player is on the table's page for that player's phone: who did it, and what, in its language."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.web.conftest import Api, Table

LAID = {"kind": "red", "face_up": True}


def said(table: Table, language: str = "en", token: str | None = None) -> list[tuple[int, int | None, str]]:
    """Return the messages on the page, newest first: to which seat, by which seat, the words."""
    page = (
        table.api.client()
        .get(
            f"/t/{table.code}?lang={language}",
            headers={"Cookie": f"seats={token or table.token}", "Accept": "text/html"},
        )
        .text
    )
    part = page.partition('<div id="messages"')[2].partition("</div>")[0]
    found = re.findall(
        r'<button[^>]* data-for="(\d)" data-by="(\d?)"[^>]*>.*?<span class="said">(.*?)</span><svg', part, re.DOTALL
    )
    words = [unescape(" ".join(re.sub(r"<[^>]*>", " ", text).split())) for _seat, _by, text in found]
    return [(int(seat), int(by) if by else None, one) for (seat, by, _text), one in zip(found, words, strict=True)]


@pytest.fixture
def lab(api: Api) -> Table:
    """Ada with an arm, an ear and a tail; Bruno with a torso."""
    table = api.table("homunculus", ("Ada", "Bruno", "Zofia"))
    for seat, part in ((0, "left_arm"), (0, "left_ear"), (0, "tail"), (1, "torso")):
        table.done({"kind": "part", "seat": seat, "part": part, "to": LAID}, table.join(seat))
    assert said(table) == []
    return table


@pytest.mark.parametrize(
    ("move", "language", "words"),
    [
        ({"part": "left_arm", "target": 1}, "en", "Ada took a tile from your hand."),
        ({"part": "left_arm", "target": 1}, "it", "Ada ti ha preso un tassello dalla mano."),
        ({"part": "left_arm", "target": 1}, "pl", "Ada zabiera ci płytkę."),
        ({"part": "left_ear", "target": 1}, "en", "Ada looks at your hand."),
        (
            {"part": "tail", "target": 1, "hits": "torso"},
            "en",
            "Ada hit your tile with the tail. Turn it face down: torso.",
        ),
    ],
)
def test_a_power_that_nobody_could_cancel_is_said_to_its_target(
    lab: Table, move: dict[str, object], language: str, words: str
) -> None:
    lab.done({"kind": "use", "seat": 0, **move}, lab.join(0))
    assert said(lab, language) == [(1, 0, words)]


def test_a_tile_hit_twice_is_to_be_discarded(lab: Table) -> None:
    ada = lab.join(0)
    lab.done({"kind": "part", "seat": 1, "part": "torso", "to": {"kind": "red", "face_up": False}}, lab.join(1))
    lab.done({"kind": "use", "seat": 0, "part": "tail", "target": 1, "hits": "torso"}, ada)
    assert said(lab) == [(1, 0, "Ada hit your tile with the tail. Discard it: torso.")]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("cancel", "Bruno cancelled your power with the head."),
        ("allow", "Bruno allows it: take a tile from that hand."),
    ],
)
def test_whoever_is_asked_hears_it_as_a_question_and_the_answer_is_said_to_who_asked(
    lab: Table, answer: str, words: str
) -> None:
    ada, bruno = lab.join(0), lab.join(1)
    lab.done({"kind": "part", "seat": 1, "part": "head", "to": LAID}, bruno)
    lab.done({"kind": "use", "seat": 0, "part": "left_arm", "target": 1}, ada)
    assert said(lab) == []
    lab.done({"kind": answer, "seat": 1}, bruno)
    assert said(lab) == [(0, 1, words)]


def test_what_is_taken_back_is_said_to_who_did_it_and_to_whom_it_was_done(lab: Table) -> None:
    ada, bruno = lab.join(0), lab.join(1)
    seq = lab.done({"kind": "use", "seat": 0, "part": "left_arm", "target": 1}, ada)["seq"]
    status, undone = lab.back("undo", seq, bruno)
    line = "Ada (left arm): took a tile from the hand of Bruno."
    assert (status, said(lab)) == (200, [(0, 1, f"Bruno took back what you did. {line}")])
    assert lab.back("redo", undone["seq"], bruno)[0] == 200
    assert said(lab) == [(1, 0, "Ada took a tile from your hand.")], "as if nothing had been taken back"
    status, _undone = lab.back("undo", lab.show()["seq"], ada)
    assert (status, said(lab)) == (200, [(1, 0, f"Ada took back a move that concerned you. {line}")])


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Zofia took back a move that concerned you. Bruno: Infamia not fended off"),
        ("it", "Zofia ha annullato una mossa che ti riguardava. Bruno: Infamia non respinta"),
        ("pl", "Zofia cofa ruch, który cię dotyczył. Bruno: Infamia nieodparta"),
    ],
)
def test_an_answer_taken_back_is_no_attack_on_who_asked(api: Api, language: str, words: str) -> None:
    table = api.table("alchemicus", ("Ada", "Bruno", "Zofia"), expansion="noctis", track="full")
    ada, bruno, zofia = table.join(0), table.join(1), table.join(2)
    table.done({"kind": "fame", "seat": 1, "by": 1}, bruno)
    table.done({"kind": "draw", "seat": 0, "from": "deck"}, ada)
    table.done({"kind": "infamia", "seat": 0, "target": 1}, ada)
    seq = table.done({"kind": "fend_off", "seat": 1, "with": "nothing"}, bruno)["seq"]
    assert table.back("undo", seq, zofia)[0] == 200
    assert {seat: (by, told) for seat, by, told in said(table, language)}[0] == (2, words)


def test_the_host_is_named_where_no_seat_did_it(lab: Table) -> None:
    lab.done({"kind": "tiles", "seat": 2, "by": 2})
    lab.done({"kind": "tiles", "seat": 2, "by": 1})
    right = "The host corrected something of yours. Zofia: correction: +3 tiles in hand."
    assert said(lab) == [(2, None, right)], "in quick succession they are one"
    lab.done({"kind": "tiles", "seat": 0, "by": -1}, lab.join(1))
    assert said(lab)[0] == (0, 1, "Bruno corrected something of yours. Ada: correction: −1 tile in hand.")
    lab.done({"kind": "tiles", "seat": 0, "by": 1}, lab.join(0))
    assert len(said(lab)) == 2, "what one puts right for oneself is said to nobody"


def test_a_name_that_somebody_else_changed_is_said_to_who_has_it_now(lab: Table) -> None:
    rename = {"seat": 1, "name": "Brunone"}
    assert lab.api.send("POST", f"/t/{lab.code}/name", rename, lab.token)[0] == 200
    assert said(lab) == [(1, None, "The host changed your name. You are Brunone now.")]
    assert lab.api.send("POST", f"/t/{lab.code}/name", {"seat": 1, "name": "Bruno"}, lab.join(1))[0] == 200
    assert said(lab) == [(1, None, "The host changed your name. You are Bruno now.")]


def test_no_message_tells_a_secret(api: Api) -> None:
    table = api.table("fata_morgana")
    ada, bruno = table.join(0), table.join(1)
    hand = {"red": 4, "blue": 6, "green": 0, "brown": 0, "white": 0}
    seq = table.done({"kind": "hand", "seat": 0, "hand": hand}, ada)["seq"]
    assert table.back("undo", seq, ada)[0] == 200
    assert said(table, token=bruno) == said(table) == []
