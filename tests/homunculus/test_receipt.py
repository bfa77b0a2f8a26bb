"""What is shown in symbols beside the line of an action: of which homunculus the tile was, what was paid and gained."""

import pytest

from referee.engine import Done
from referee.games.homunculus.receipt import receipt
from referee.language import say, say_all
from tests.homunculus.positions import MERCURIAL, RED_UP, alchemist, move, of_parts, position

NAMES = ("Ada", "Bruno")
PLAYED = {"part": "head", "kind_of": "red"}
STATE = position(alchemist(6, MERCURIAL, {"torso": RED_UP}), alchemist())


@pytest.mark.parametrize(("kind", "fields", "brief", "kinds", "paid", "gained"), [
    ("play", {**PLAYED, "pay": {}}, "Ada: played a tile: head", ("red",), {}, {}),
    (
        "play", {**PLAYED, "pay": {"mercury": 1, "sulphur": 2}}, "Ada: played a tile: head",
        ("red",), {"mercury": 1, "sulphur": 2}, {},
    ),
    ("extract", {"gain": {"mandrake": 2}}, "Ada: discarded a tile", (), {}, {"mandrake": 2, "mercury": 1}),
    ("use", {"part": "torso", "take": {"mandrake": 3}}, "Ada (torso)", (), {}, {"mandrake": 3}),
])  # fmt: skip
def test_an_action_shows_the_tokens_to_move(kind, fields, brief, kinds, paid, gained):
    shown = receipt((move(kind, **fields).told(STATE),))
    assert say_all(shown.brief, NAMES) == brief
    assert (shown.kinds, shown.paid, shown.gained) == (kinds, paid, gained)


def test_where_the_parts_alone_are_tracked_it_shows_the_kind():
    shown = receipt((move("play", **PLAYED).told(of_parts()),))
    assert (shown.kinds, shown.paid, shown.gained) == (("red",), {}, {})


@pytest.mark.parametrize(("kind", "fields"), [
    ("draw", {}), ("refresh", {}), ("end_turn", {}), ("use", {"part": "left_ear", "target": 1}),
    ("extract", {"gain": {}}), ("tiles", {"by": 1}),
])  # fmt: skip
def test_what_a_few_words_say_needs_no_symbols(kind, fields):
    state = position(alchemist(), alchemist())
    told = move(kind, **fields).told(state)
    shown = receipt((told,))
    assert shown is None or (kind == "extract" and shown.gained == {"mercury": 1}), say(told, NAMES)


def test_a_whole_turn_shows_its_tiles_and_adds_up_what_was_paid_and_gained():
    actions = (
        move("play", part="head", kind_of="red", pay={"mercury": 1}),
        move("play", part="tail", kind_of="blue", pay={"mercury": 2, "mandrake": 1}),
        move("extract", gain={"mandrake": 2}),
    )
    *before, last = [Done(action, action.told(STATE), ()) for action in actions]
    turn = last.move.summed_up(last.told, before)
    shown = receipt(turn)
    assert say_all(shown.brief, NAMES) == "Ada → head, tail · ingredients taken"
    assert shown.kinds == ("red", "blue")
    assert shown.paid == {"mercury": 3, "mandrake": 1}
    assert shown.gained == {"mandrake": 2, "mercury": 1}
