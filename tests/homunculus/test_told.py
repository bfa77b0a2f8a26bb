"""What the line of the log says of each move."""

import pytest

from referee.language import say
from tests.homunculus.positions import BLUE_UP, MERCURIAL, RED_UP, after, alchemist, move, of_parts, position

NAMES = ("Ada", "Bruno")
PLAYED = {"part": "head", "kind_of": "red"}


@pytest.mark.parametrize(("kind", "fields", "line"), [
    ("draw", {}, "Ada: drew a tile."),
    ("draw", {"discard": True}, "Ada: discarded a tile, drew a tile."),
    ("play", {**PLAYED, "pay": {}}, "Ada: played a tile without paying: head (red)."),
    ("play", {**PLAYED, "pay": {"mercury": 1}}, "Ada: played a tile: head (red). Paid: mercury."),
    (
        "play", {**PLAYED, "pay": {"mercury": 1, "sulphur": 2}},
        "Ada: played a tile: head (red). Paid: mercury, 2 × sulphur.",
    ),
    ("use", {"part": "head"}, "Ada: turned face down: head."),
    ("use", {"part": "left_leg"}, "Ada (left leg): fetched a tile from the discards."),
    ("use", {"part": "torso", "take": {"mercury": 3}}, "Ada (torso): took 3 × mercury."),
    ("use", {"part": "left_ear", "target": 1}, "Ada (left ear): looked at the hand of Bruno."),
    ("use", {"part": "right_arm", "target": 1}, "Ada (right arm): took a tile from the hand of Bruno."),
    ("use", {"part": "tail", "target": 1, "hits": "head"}, "Ada: struck with the tail. Hit: Bruno, head."),
    ("cancel", {}, "Ada: cancelled the power with the head."),
    ("allow", {}, "Ada: allowed the power."),
    ("extract", {"gain": {}}, "Ada: discarded a tile, took: mercury."),
    ("extract", {"gain": {"mercury": 2}}, "Ada: discarded a tile, took: 3 × mercury."),
    ("refresh", {}, "Ada: turned all parts face up again."),
    ("end_turn", {}, "Ada: ended the turn."),
    ("favourite", {"kind_of": "red", "ingredient": "sulphur"}, "Ada: favourites entered: red, sulphur."),
    ("turn", {}, "Turn corrected: Ada"),
    ("tiles", {"by": 1}, "Ada: correction: +1 tile in hand."),
    ("tiles", {"by": -2}, "Ada: correction: −2 tiles in hand."),
    ("ingredients", {"by": {"mercury": -1}}, "Ada: ingredients corrected: mercury −1."),
    ("ingredients", {"by": {"mercury": -1, "sulphur": 1}}, "Ada: ingredients corrected."),
    ("part", {"part": "tail", "to": None}, "Ada: place corrected: tail, empty."),
    (
        "part", {"part": "tail", "to": {"kind": "red", "face_up": True}},
        "Ada: place corrected: tail (red), face up.",
    ),
    (
        "part", {"part": "tail", "to": {"kind": "red", "face_up": False}},
        "Ada: place corrected: tail (red), face down.",
    ),
])  # fmt: skip
def test_the_line_of_the_log_says_what_was_done(kind, fields, line):
    state = position(alchemist(6, MERCURIAL), alchemist())
    assert say(move(kind, **fields).told(state), NAMES) == line


def test_a_line_of_the_log_goes_by_the_table_as_it_was():
    assert say(move("draw", discard=True).told(position()), NAMES) == "Ada: drew a tile."
    gained = move("extract", gain={"sulphur": 1}).told(position())
    assert say(gained, NAMES) == "Ada: discarded a tile, took: sulphur."
    assert say(move("extract", gain={}).told(position()), NAMES) == "Ada: discarded a tile, took no ingredients."


@pytest.mark.parametrize(("kind", "fields", "line"), [
    ("play", PLAYED, "Ada: played a tile: head (red)."),
    ("use", {"part": "torso"}, "Ada (torso): took ingredients."),
    ("ingredients_total", {"total": 1}, "Ada: 1 ingredient left."),
    ("ingredients_total", {"total": 4}, "Ada: 4 ingredients left."),
])  # fmt: skip
def test_where_the_parts_alone_are_tracked_a_line_names_no_ingredients(kind, fields, line):
    assert say(move(kind, **fields).told(of_parts()), NAMES) == line


@pytest.mark.parametrize(("fields", "aimed", "allowed"), [
    (
        {"part": "left_ear", "target": 1},
        "Ada (left ear): wants to look at the hand of Bruno.",
        "Bruno: allowed it. Ada sees the hand.",
    ),
    (
        {"part": "right_arm", "target": 1},
        "Ada (right arm): wants a tile from the hand of Bruno.",
        "Bruno: allowed it. Ada takes a tile from the hand.",
    ),
    (
        {"part": "tail", "target": 1, "hits": "head"},
        "Ada: aims the tail. Target: Bruno, head.",
        "Bruno: allowed it. The tail hits: head.",
    ),
])  # fmt: skip
def test_a_power_that_may_be_cancelled_is_told_as_done_only_when_it_is_allowed(fields, aimed, allowed):
    armed = {"left_ear": RED_UP, "right_arm": RED_UP, "tail": RED_UP}
    before = position(alchemist(board=armed), alchemist(board={"head": BLUE_UP}))
    assert say(move("use", **fields).told(before), NAMES) == aimed
    waiting = after(before, "use", **fields)
    assert say(move("allow", 1).told(waiting), NAMES) == allowed
    assert say(move("allow", 1).told(before), NAMES) == "Bruno: allowed the power."
