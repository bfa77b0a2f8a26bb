"""Every reason the rules have against a move, from a position built by hand; and which of two comes first."""

import pytest

from referee.engine import judge
from referee.games.homunculus.state import Pending
from tests.homunculus.positions import BLUE_DOWN, BLUE_UP, FULL, RED_DOWN, RED_UP, alchemist, move, position, refused

OVER = position(alchemist(board=FULL), alchemist(), finisher=0)
ASKED = position(
    alchemist(board={"left_ear": RED_DOWN}), alchemist(board={"head": BLUE_UP}), waiting=Pending(0, "left_ear", 1)
)
IN_TURN = [
    ("draw", {}),
    ("play", {"part": "head", "kind_of": "red", "pay": {}}),
    ("use", {"part": "left_leg"}),
    ("extract", {"gain": {}}),
    ("refresh", {}),
    ("end_turn", {}),
]


@pytest.mark.parametrize(("kind", "fields"), [*IN_TURN, ("cancel", {}), ("allow", {})])
def test_nothing_is_played_when_the_game_is_over(kind, fields):
    assert refused(OVER, kind, 1, **fields) == ("game_over", "HO-END")


@pytest.mark.parametrize(("kind", "fields"), IN_TURN)
@pytest.mark.parametrize("seat", [0, 1])
def test_everything_waits_for_the_answer(kind, fields, seat):
    assert refused(ASKED, kind, seat, **fields) == ("answer_pending", "HO-HEAD")


@pytest.mark.parametrize(("kind", "fields"), IN_TURN)
def test_out_of_turn(kind, fields):
    assert refused(position(), kind, 1, **fields) == ("not_your_turn", "HO-ACTIONS")


@pytest.mark.parametrize("state", [OVER, ASKED, position()])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("tiles", {"by": 1}),
        ("ingredients", {"by": {"mercury": 1}}),
        ("part", {"part": "tail", "to": None}),
        ("favourite", {"kind_of": "red", "ingredient": "sulphur"}),
    ],
)
def test_corrections_and_the_favourite_are_taken_at_any_time(state, seat, kind, fields):
    assert refused(state, kind, seat, **fields) is None


@pytest.mark.parametrize(("hand", "discard", "why"), [
    (5, False, None),
    (6, False, ("hand_full", "HO-HAND")),
    (7, False, ("hand_full", "HO-HAND")),
    (6, True, None),
    (5, True, None),
])  # fmt: skip
def test_no_seventh_tile_is_drawn(hand, discard, why):
    assert refused(position(alchemist(hand), alchemist()), "draw", discard=discard) == why


@pytest.mark.parametrize(("hand", "discard", "discards", "why"), [
    (3, False, 0, ("reserve_empty", "HO-DRAW")),
    (3, True, 0, ("reserve_empty", "HO-DRAW")),
    (3, False, 1, None),
    (6, True, 0, None),
    (6, False, 0, ("hand_full", "HO-HAND")),
])  # fmt: skip
def test_drawing_from_an_empty_reserve(hand, discard, discards, why):
    """The discards become the reserve, the tile laid down to make room among them."""
    state = position(alchemist(hand), alchemist(), reserve=0, discards=discards)
    assert refused(state, "draw", discard=discard) == why


PLAY = {"part": "head", "kind_of": "red", "pay": {"mercury": 2, "sulphur": 1}}


@pytest.mark.parametrize(("player", "why"), [
    (alchemist(mercury=2, sulphur=1), None),
    (alchemist(hand=0, board={"head": BLUE_UP}), ("hand_empty", "HO-PLAY")),
    (alchemist(board={"head": BLUE_DOWN}), ("part_taken", "HO-SAME")),
    (alchemist(mercury=2), ("cannot_pay", "HO-PLAY")),
    (alchemist(mercury=1, sulphur=9), ("cannot_pay", "HO-PLAY")),
])  # fmt: skip
def test_playing_a_tile(player, why):
    assert refused(position(player, alchemist()), "play", **PLAY) == why


@pytest.mark.parametrize(("has", "missing"), [
    (alchemist(mercury=2), (("sulphur", 1),)),
    (alchemist(sulphur=1), (("mercury", 2),)),
    (alchemist(mercury=1), (("mercury", 1), ("sulphur", 1))),
])  # fmt: skip
def test_a_refused_payment_names_all_that_is_missing(has, missing):
    refusal = judge(move("play", **PLAY), position(has, alchemist())).refusal
    assert (refusal.code, refusal.rule) == ("cannot_pay", "HO-PLAY")
    assert {fact: counts.each for fact, counts in refusal.facts.items()} == {"missing": missing}


def test_extracting_needs_a_tile():
    assert refused(position(alchemist(0), alchemist()), "extract", gain={"mercury": 1}) == ("hand_empty", "HO-EXTRACT")


EAR, ARM, LEG, TORSO, TAIL = ({part: RED_UP} for part in ("left_ear", "right_arm", "left_leg", "torso", "tail"))
USES = [
    ("the head is no action, there or not", alchemist(), {"part": "head"}, ("head_is_a_reaction", "HO-HEAD")),
    ("an empty place", alchemist(), {"part": "left_leg"}, ("no_such_part", "HO-USE")),
    ("an empty place before the target", alchemist(), {"part": "left_ear", "target": 0}, ("no_such_part", "HO-USE")),
    ("face down", alchemist(board={"torso": RED_DOWN}), {"part": "torso", "take": {}}, ("part_face_down", "HO-USE")),
    ("an ear on another, though nothing is to see", alchemist(board=EAR), {"part": "left_ear", "target": 2}, None),
    ("an ear on oneself", alchemist(board=EAR), {"part": "left_ear", "target": 0}, ("self_target", "HO-EAR")),
    ("an arm", alchemist(board=ARM), {"part": "right_arm", "target": 1}, None),
    ("an arm on oneself", alchemist(6, board=ARM), {"part": "right_arm", "target": 0}, ("self_target", "HO-ARM")),
    ("an arm with six", alchemist(6, board=ARM), {"part": "right_arm", "target": 2}, ("hand_full", "HO-ARM")),
    ("nobody's hand", alchemist(board=ARM), {"part": "right_arm", "target": 2}, ("target_hand_empty", "HO-ARM")),
    ("a leg with six", alchemist(6, board=LEG), {"part": "left_leg"}, ("hand_full", "HO-HAND")),
    ("a leg in empty discards", alchemist(board=LEG), {"part": "left_leg"}, ("discards_empty", "HO-LEG")),
    ("three alike", alchemist(board=TORSO), {"part": "torso", "take": {"sulphur": 3}}, None),
    ("two", alchemist(board=TORSO), {"part": "torso", "take": {"sulphur": 2}}, ("take_three", "HO-TORSO")),
    ("four", alchemist(board=TORSO), {"part": "torso", "take": {"sulphur": 4}}, ("take_three", "HO-TORSO")),
    ("a tail", alchemist(board=TAIL), {"part": "tail", "target": 1, "hits": "head"}, None),
    ("another's tail", alchemist(board=TAIL), {"part": "tail", "target": 1, "hits": "tail"}, None),
    ("one's own ear", alchemist(board=TAIL | EAR), {"part": "tail", "target": 0, "hits": "left_ear"}, None),
    ("itself", alchemist(board=TAIL), {"part": "tail", "target": 0, "hits": "tail"}, ("tail_hits_itself", "HO-TAIL")),
    ("nothing", alchemist(board=TAIL), {"part": "tail", "target": 2, "hits": "tail"}, ("nothing_to_hit", "HO-TAIL")),
    ("nothing of one's own", alchemist(board=TAIL), {"part": "tail", "target": 0, "hits": "head"},
     ("nothing_to_hit", "HO-TAIL")),
]  # fmt: skip


@pytest.mark.parametrize(("player", "fields", "why"), [use[1:] for use in USES], ids=[use[0] for use in USES])
def test_using_a_part(player, fields, why):
    state = position(player, alchemist(board={"head": BLUE_UP, "tail": BLUE_DOWN}), alchemist(0), discards=0)
    assert refused(state, "use", **fields) == why


def test_a_leg_fetches_what_was_discarded():
    assert refused(position(alchemist(board=LEG), alchemist(), discards=1), "use", part="left_leg") is None


@pytest.mark.parametrize("kind", ["cancel", "allow"])
def test_only_the_target_answers_and_only_while_a_power_waits(kind):
    assert refused(ASKED, kind, 1) is None
    assert refused(ASKED, kind, 0) == ("nothing_to_cancel", "HO-HEAD")
    assert refused(position(), kind, 1) == ("nothing_to_cancel", "HO-HEAD")


@pytest.mark.parametrize("seat", [0, 1])
def test_a_head_that_is_up_cancels_nothing_that_is_not_against_it(seat):
    headed = [alchemist(board={"head": BLUE_UP}) for _ in range(3)]
    assert refused(position(*headed), "cancel", seat) == ("nothing_to_cancel", "HO-HEAD")
    waiting = position(*headed, waiting=Pending(0, "left_ear", 2))
    assert refused(waiting, "cancel", seat) == ("nothing_to_cancel", "HO-HEAD")
    assert refused(waiting, "cancel", 2) is None


def test_a_head_put_face_down_meanwhile_cannot_cancel():
    state = position(
        alchemist(board={"left_ear": RED_DOWN}), alchemist(board={"head": BLUE_DOWN}), waiting=Pending(0, "left_ear", 1)
    )
    assert refused(state, "cancel", 1) == ("nothing_to_cancel", "HO-HEAD")
    assert refused(state, "allow", 1) is None


@pytest.mark.parametrize(("kind", "by", "why"), [
    ("tiles", -3, None),
    ("tiles", -4, ("below_zero", None)),
    ("ingredients", {"mercury": -1, "sulphur": 2}, None),
    ("ingredients", {"mercury": 5, "sulphur": -1}, ("below_zero", None)),
])  # fmt: skip
def test_corrections_stop_at_nothing(kind, by, why):
    assert refused(position(alchemist(mercury=1), alchemist()), kind, by=by) == why


def test_a_target_that_is_not_at_the_table_is_missing():
    state = position(alchemist(board=EAR), alchemist())
    assert judge(move("use", part="left_ear", target=2), state).missing == "target"
    assert judge(move("use", part="left_ear", target=1), state).missing is None
    assert judge(move("use", part="left_leg", target=9), state).missing is None
