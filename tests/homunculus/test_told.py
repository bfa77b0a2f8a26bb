"""What the line of the log says of each move."""

import pytest

from referee.language import say
from tests.homunculus.positions import MERCURIAL, alchemist, move, position

NAMES = ("Ada", "Bruno")
PLAYED = {"part": "head", "kind_of": "red"}


@pytest.mark.parametrize(("kind", "fields", "line"), [
    ("draw", {}, "Ada: drew a tile."),
    ("draw", {"discard": True}, "Ada: discarded a tile, drew a tile."),
    ("play", {**PLAYED, "pay": {}}, "Ada: laid a tile without paying: head, red."),
    ("play", {**PLAYED, "pay": {"mercury": 1}}, "Ada: laid a tile for 1 ingredient: head, red."),
    ("play", {**PLAYED, "pay": {"mercury": 1, "sulphur": 2}}, "Ada: laid a tile for 3 ingredients: head, red."),
    ("use", {"part": "head"}, "Ada: turned face down: head."),
    ("use", {"part": "left_leg"}, "Ada: left leg fetches a tile from the discards."),
    ("use", {"part": "torso", "take": {"mercury": 3}}, "Ada: torso gives 3 ingredients."),
    ("use", {"part": "left_ear", "target": 1}, "Ada: left ear looks at a hand: Bruno."),
    ("use", {"part": "right_arm", "target": 1}, "Ada: right arm takes a tile: Bruno."),
    ("use", {"part": "tail", "target": 1, "hits": "head"}, "Ada: tail strikes. Hit: Bruno, head."),
    ("cancel", {}, "Ada: cancelled the power with the head."),
    ("allow", {}, "Ada: let the power happen."),
    ("extract", {"gain": {}}, "Ada: discarded a tile for 1 ingredient."),
    ("extract", {"gain": {"mercury": 2}}, "Ada: discarded a tile for 3 ingredients."),
    ("refresh", {}, "Ada: turned all parts face up again."),
    ("end_turn", {}, "Ada: ended the turn."),
    ("favourite", {"kind_of": "red", "ingredient": "sulphur"}, "Ada: the board's favourites are red and sulphur."),
    ("tiles", {"by": 1}, "Ada: +1 tile in hand, put right."),
    ("tiles", {"by": -2}, "Ada: −2 tiles in hand, put right."),
    ("ingredients", {"by": {"mercury": -1}}, "Ada: −1 of an ingredient, put right: mercury."),
    ("ingredients", {"by": {"mercury": -1, "sulphur": 1}}, "Ada: ingredients put right."),
    ("part", {"part": "tail", "to": None}, "Ada: place put right: tail, empty."),
    (
        "part", {"part": "tail", "to": {"kind": "red", "face_up": True}},
        "Ada: place put right: tail, red, face up.",
    ),
    (
        "part", {"part": "tail", "to": {"kind": "red", "face_up": False}},
        "Ada: place put right: tail, red, face down.",
    ),
])  # fmt: skip
def test_the_line_of_the_log_says_what_was_done(kind, fields, line):
    state = position(alchemist(6, MERCURIAL), alchemist())
    assert say(move(kind, **fields).told(state), NAMES) == line


def test_a_line_of_the_log_goes_by_the_table_as_it_was():
    assert say(move("draw", discard=True).told(position()), NAMES) == "Ada: drew a tile."
    gained = move("extract", gain={"mercury": 1}).told(position())
    assert say(gained, NAMES) == "Ada: discarded a tile for 1 ingredient."
