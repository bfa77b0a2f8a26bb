"""What the table screen is told beside the view: the moves of the acting seat, what is barred, the answers."""

from __future__ import annotations

from referee.engine import judge
from referee.games import homunculus
from referee.games.homunculus.board import Favourite, Ingredients
from referee.games.homunculus.moves import Play, Use
from tests.homunculus.positions import BLUE_UP, FULL, RED_DOWN, RED_UP, after, alchemist, position

LAID = {"head": RED_UP, "torso": RED_UP, "tail": RED_UP, "left_ear": RED_UP, "right_ear": RED_DOWN, "left_arm": RED_UP}
NOTHING_BARRED = {"ear": [], "arm": [], "leg": []}


def test_a_power_is_barred_against_whom_a_part_that_lies_face_up_cannot_be_used() -> None:
    state = position(alchemist(board=LAID), alchemist(hand=0), alchemist())
    screen = homunculus.screen(state, 0, True)
    assert screen["barred"] == {"ear": [], "arm": [1], "leg": []}
    assert screen["answers"] == []
    legs = {"left_leg": RED_UP, "right_leg": BLUE_UP, "left_arm": RED_DOWN}
    state = position(alchemist(board=legs), alchemist(hand=0))
    assert homunculus.screen(state, 0, True)["barred"] == {"ear": [], "arm": [], "leg": [None, None]}


def test_a_move_of_a_turn_stands_under_its_kind() -> None:
    moves = homunculus.screen(position(alchemist(hand=6)), 0, True)["moves"]
    assert [(move.discard, refusal and refusal.code) for move, refusal in moves["draw"]] == [
        (False, "hand_full"),
        (True, None),
    ]
    assert moves.keys() == {"draw", "play", "extract", "end_turn"}


def test_turning_face_up_is_offered_while_something_lies_face_down_and_legal_always() -> None:
    up, down = position(alchemist(board={"head": RED_UP})), position(alchemist(board={"head": RED_DOWN}))
    assert "refresh" not in homunculus.screen(up, 0, True)["moves"]
    [(move, refusal)] = homunculus.screen(down, 0, True)["moves"]["refresh"]
    assert (move, refusal) == (homunculus.moves.Refresh(seat=0), None)
    assert judge(move, up).refusal is None


def test_while_an_answer_is_due_there_are_both_answers_and_nothing_else() -> None:
    state = position(alchemist(board=LAID), alchemist(board={"head": BLUE_UP}))
    waiting = after(state, "use", part="left_ear", target=1)
    for seat in (None, 0, 1):
        screen = homunculus.screen(waiting, seat, True)
        assert (screen["moves"], screen["barred"]) == ({}, NOTHING_BARRED)
        assert [(type(move).__name__, move.seat, refusal) for move, refusal in screen["answers"]] == [
            ("Cancel", 1, None),
            ("Allow", 1, None),
        ]


def test_nothing_is_to_be_tapped_where_nobody_acts() -> None:
    nothing = {"moves": {}, "barred": NOTHING_BARRED, "answers": []}
    assert homunculus.screen(position(), None, False) == nothing
    assert homunculus.screen(position(alchemist(board=FULL), alchemist(), finisher=0), 0, True) == nothing


def test_buttons_begin_with_what_the_board_names() -> None:
    favourite = Favourite("blue", "sulphur")
    state = position(alchemist(board={"torso": RED_UP}, favourite=favourite), alchemist(board={"torso": RED_UP}))
    for seat, kind, ingredient in ((0, "blue", "sulphur"), (1, "yellow", "mercury")):
        moves = homunculus.offers(state, seat, True)
        assert {each.kind_of for each in moves if isinstance(each, Play)} == {kind}
        assert [each.take for each in moves if isinstance(each, Use)] == [Ingredients(**{ingredient: 3})]


def test_a_part_that_lies_face_down_is_one_button_whatever_it_could_be_used_on() -> None:
    others = [alchemist(board={"head": BLUE_UP, "tail": BLUE_UP}), alchemist()]
    for tile, buttons in ((RED_UP, {"left_ear": 2, "tail": 4}), (RED_DOWN, {"left_ear": 1, "tail": 1})):
        state = position(alchemist(board={"head": tile, "left_ear": tile, "tail": tile}), *others)
        uses = [each.part for each in homunculus.offers(state, 0, True) if isinstance(each, Use)]
        assert {part: uses.count(part) for part in uses} == buttons
