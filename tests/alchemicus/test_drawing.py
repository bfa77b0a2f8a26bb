"""Drawing with the move of the pawn: one entry, judged as the draw and the move are."""

import msgspec
import pytest
from msgspec.structs import replace

from referee.games.alchemicus import GAME
from referee.language import say
from tests.alchemicus.positions import (
    ADA,
    BRUNO,
    GIFTS,
    HARVEST,
    SPIRIT,
    full,
    gold_rush,
    hands,
    move,
    moving,
    noctis,
    over,
    overruled,
    played,
    refused,
    seated,
    table,
)


def told(state, kind, seat=ADA, **fields):
    return say(move(kind, seat, **fields).told(state), ("Ada", "Bruno", "Celina"))


def drawing(state, pawn=None, **changes):
    return seated(state, ADA, pawn=pawn, **changes)


def test_a_card_is_drawn_and_the_pawn_moves_in_one_entry():
    after, effects = played(full(), "place", field=HARVEST, draw="deck")
    assert (hands(after), after.seats[ADA].pawn, after.phase, effects) == ([6, 5], HARVEST, "action", [])
    after, _ = played(drawing(full(), pawn=GIFTS), "move", steps=3, draw="deck")
    assert (hands(after), after.seats[ADA].pawn) == ([7, 5], HARVEST), "one drawn, one for passing the Spirit"
    after, _ = played(drawing(full(card_bank=True)), "place", field=3, draw="bank")
    assert hands(after) == [5, 5]
    after, _ = played(drawing(noctis()), "place", field=3, draw="noctis")
    assert hands(after) == [6, 6]


@pytest.mark.parametrize(("state", "draw", "reason"), [
    (full(), "bank", ("bank_not_in_play", "AL-BANK")),
    (seated(full(card_bank=True), ADA, hand=0), "bank", ("hand_empty", "AL-BANK")),
    (full(), "noctis", ("noctis_not_in_play", "NO-DRAW")),
    (seated(noctis(), ADA, hand=0), "noctis", ("hand_empty", "NO-DRAW")),
])  # fmt: skip
def test_drawing_with_the_move_is_refused_as_drawing_is(state, draw, reason):
    assert refused(state, "place", field=3, draw=draw) == refused(state, "draw", from_=draw) == reason
    assert refused(drawing(state, pawn=1), "move", steps=99, draw=draw) == reason, "the card comes first"
    after, _ = overruled(state, "place", field=3, draw=draw)
    drawn, _ = overruled(state, "draw", from_=draw)
    assert (hands(after), after.seats[ADA].pawn, after.phase) == (hands(drawn), 3, "action")


def test_drawing_with_the_move_in_another_phase():
    for phase in ("move", "action", "end"):
        state = replace(drawing(full(), pawn=1), phase=phase)
        assert refused(state, "move", steps=2, draw="deck") == ("wrong_phase", "AL-TURN")
        after, _ = overruled(state, "move", steps=2, draw="deck")
        assert (hands(after), after.seats[ADA].pawn) == ([5, 5], 3)
    assert refused(drawing(full(), pawn=1), "move", steps=2) == ("wrong_phase", "AL-TURN")
    assert refused(drawing(full(), pawn=1), "move", steps=2, draw=None) == ("wrong_phase", "AL-TURN")
    assert refused(full(), "place", BRUNO, field=2, draw="deck") == ("not_your_turn", "AL-TURN")


def test_with_fame_tracking_no_card_is_drawn():
    assert refused(table(), "place", field=3, draw="deck") == ("not_tracked", None)
    assert refused(over(table()), "place", field=3, draw="deck") == ("game_over", "AL-LAST-ROUND")
    assert refused(table(), "place", BRUNO, field=3, draw="deck") == ("not_tracked", None)
    after, _ = overruled(table(), "place", field=3, draw="deck")
    assert (after.seats[ADA].pawn, hands(after)) == (3, [None, None])


def test_the_move_is_judged_with_the_card_drawn():
    state = drawing(gold_rush(edition="it"), pawn=1, hand=0)
    assert refused(state, "move", steps=4, glorias=1, draw="deck") is None
    assert refused(state, "move", steps=5, glorias=2, draw="deck") == ("cannot_pay", "GR-GLORIA")
    occupied = seated(drawing(full()), BRUNO, pawn=SPIRIT)
    assert refused(occupied, "place", field=SPIRIT, draw="deck") == ("spirit_field_occupied", "AL-MOVE-OCCUPIED")


@pytest.mark.parametrize(("draw", "line"), [
    (None, "Ada: pawn placed (Gifts)"), ("deck", "Ada: drew a card, pawn placed (Gifts)"),
    ("bank", "Ada: swapped a card for one from the bank, pawn placed (Gifts)"),
    ("noctis", "Ada: swapped a card for a Noctis card, pawn placed (Gifts)"),
])  # fmt: skip
def test_the_log_tells_both(draw, line):
    assert told(noctis(), "place", field=GIFTS, draw=draw) == line
    assert told(moving(noctis()), "place", field=GIFTS, draw=draw) == "Ada: pawn placed (Gifts)"
    walks = told(drawing(noctis(), pawn=5), "move", steps=1, draw=draw)
    assert walks == line.replace("pawn placed", "moved 1 field")


def test_in_phase_draw_the_draws_come_first_then_each_move_that_draws():
    def shown(state):
        return [msgspec.to_builtins(each) for each in GAME.offers(state, ADA, True)]

    placing = shown(noctis(card_bank=True))
    assert [each["from"] for each in placing[:3]] == ["deck", "bank", "noctis"]
    assert [(each["kind"], each["field"], each["draw"]) for each in placing[3:]] == [
        ("place", field, "deck") for field in range(8)
    ]
    walking = shown(drawing(full(), pawn=1))
    assert [(each["kind"], each["steps"], each["draw"]) for each in walking[1:]] == [
        ("move", steps, "deck") for steps in range(1, 6)
    ]
    rush = shown(drawing(gold_rush(edition="it"), pawn=1, hand=1))[2:]
    assert [(each["steps"], each["glorias"]) for each in rush if each["reward"] == "deck"] == [
        (1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (4, 1), (4, 2), (5, 2)
    ]  # fmt: skip
