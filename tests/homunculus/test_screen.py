"""What the table screen is told beside the view: the moves of the acting seat, its powers, the answers."""

from __future__ import annotations

from referee.games import homunculus
from tests.homunculus.positions import BLUE_UP, FULL, RED_DOWN, RED_UP, after, alchemist, position

LAID = {"head": RED_UP, "torso": RED_UP, "tail": RED_UP, "left_ear": RED_UP, "right_ear": RED_DOWN, "left_arm": RED_UP}


def test_powers_are_those_of_ears_arms_and_legs_face_up_each_against_whom_it_can_be_used() -> None:
    state = position(alchemist(board=LAID), alchemist(hand=0), alchemist())
    screen = homunculus.screen(state, 0, True)
    assert screen["powers"].keys() == {"left_ear", "left_arm"}
    assert [(move.target, refusal) for move, refusal in screen["powers"]["left_ear"]] == [(1, None), (2, None)]
    assert [refusal and refusal.code for _move, refusal in screen["powers"]["left_arm"]] == ["target_hand_empty", None]
    assert screen["answers"] == []


def test_a_move_of_a_turn_stands_under_its_kind() -> None:
    moves = homunculus.screen(position(alchemist(hand=6)), 0, True)["moves"]
    assert [(move.discard, refusal and refusal.code) for move, refusal in moves["draw"]] == [
        (False, "hand_full"),
        (True, None),
    ]
    assert {"extract", "refresh", "end_turn"} <= moves.keys()
    assert "use" not in moves


def test_while_an_answer_is_due_there_are_both_answers_and_nothing_else() -> None:
    state = position(alchemist(board=LAID), alchemist(board={"head": BLUE_UP}))
    waiting = after(state, "use", part="left_ear", target=1)
    for seat in (None, 0, 1):
        screen = homunculus.screen(waiting, seat, True)
        assert (screen["moves"], screen["powers"]) == ({}, {})
        assert [(type(move).__name__, move.seat, refusal) for move, refusal in screen["answers"]] == [
            ("Cancel", 1, None),
            ("Allow", 1, None),
        ]


def test_nothing_is_to_be_tapped_where_nobody_acts() -> None:
    nothing = {"moves": {}, "powers": {}, "answers": []}
    assert homunculus.screen(position(), None, False) == nothing
    assert homunculus.screen(position(alchemist(board=FULL), alchemist(), finisher=0), 0, True) == nothing
