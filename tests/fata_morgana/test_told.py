"""What the line of the log says of each move."""

import pytest
from msgspec.structs import replace

from referee.language import say
from tests.fata_morgana.positions import at_round, cards, move, second_round

NAMES = ("Ada", "Bruno")
FIRST, BLUE_WHITE = "Ada: new potion, cauldron blue and white", {"cauldron": ["white", "blue"]}


@pytest.mark.parametrize(("kind", "fields", "line"), [
    ("hand", {"hand": {"red": 9}}, "Ada: hand entered in secret."),
    ("objective", {"three": "red", "two": "blue", "one": "white"}, "Ada: objective entered in secret."),
    ("reveal", {"hand": None, "objective": None}, "Ada: hand and objective revealed."),
    ("create", {**BLUE_WHITE, "ingredients": {}, "value": 1}, f"{FIRST}. 1 point."),
    ("create", {**BLUE_WHITE, "ingredients": {"red": 2}, "value": 9}, f"{FIRST}, with 2 × red. 9 points."),
    (
        "create", {**BLUE_WHITE, "ingredients": {"red": 2, "brown": 1}, "value": 9},
        f"{FIRST}, with 2 × red, 1 × brown. 9 points.",
    ),
    (
        "create", {**BLUE_WHITE, "ingredients": dict.fromkeys(("red", "green", "brown"), 1), "value": 9},
        f"{FIRST}, with 1 × red, 1 × green, 1 × brown. 9 points.",
    ),
    ("copy", {"potion": 2}, "Ada: potion 2 copied (3 points). Returned: 2 × green. The cauldron gives red, white."),
    ("pass", {"take": "nothing"}, "Ada: passed, took nothing."),
    ("pass", {"take": "red"}, "Ada: passed, took from the face-up stacks: red."),
    ("pass", {"take": "hidden"}, "Ada: passed, drew 2 cards from the hidden pile."),
    ("declare", {}, "Ada: objective declared complete."),
    ("next_round", {}, "Nobody declared an objective: round 3 begins."),
    ("next_round", {"alone": True}, "Ada: goes on without declaring."),
    ("points", {"by": 3}, "Ada: points corrected, +3."),
    ("hand_size", {"by": -1}, "Ada: ingredients in hand corrected, −1."),
])  # fmt: skip
def test_the_line_of_the_log_says_what_was_done(kind, fields, line):
    assert say(move(kind, **fields).told(second_round()), NAMES) == line


@pytest.mark.parametrize(("kind", "fields", "line"), [
    ("pass", {"take": "red"}, "Ada: passed, took nothing."),
    ("pass", {"take": "hidden"}, "Ada: passed, took nothing."),
    ("next_round", {}, "That was the last round: play is over."),
])  # fmt: skip
def test_the_log_tells_nothing_that_could_not_be(kind, fields, line):
    state = replace(second_round(), stacks=cards(), hidden=0, round=12)
    assert say(move(kind, **fields).told(state), NAMES) == line


def test_the_last_answer_is_told_as_the_beginning_of_the_next_round():
    answered = at_round(9, "declare", answers=(1,))
    assert say(move("next_round", alone=True).told(answered), NAMES) == "Nobody declared an objective: round 10 begins."
    nobody = at_round(9, "declare")
    assert say(move("next_round", alone=True).told(nobody), NAMES) == "Ada: goes on without declaring."
