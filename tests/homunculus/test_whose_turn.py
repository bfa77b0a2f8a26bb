"""Whose turn it is, put right."""

import pytest

from tests.homunculus.positions import BLUE_UP, FULL, RED_UP, after, alchemist, move, of_parts, position, refused

THREE = (alchemist(), alchemist(), alchemist())


@pytest.mark.parametrize("seat", [1, 2])
def test_another_seat_begins_its_turn_with_all_actions(seat):
    state = after(position(*THREE, actions=1), "turn", seat)
    assert (state.to_move, state.actions_left, state.phase) == (seat, 3, "turn")
    assert after(state, "turn", 0).to_move == 0


def test_to_the_seat_that_is_to_move_it_changes_nothing():
    state = position(*THREE, actions=1)
    assert refused(state, "turn", 0) is None
    assert after(state, "turn", 0) == state


def test_boards_and_hands_stay_as_they_are():
    state = position(alchemist(board={"head": RED_UP}, hand=6, mercury=2), alchemist())
    then = after(state, "turn", 1)
    assert (then.players, then.reserve, then.discards) == (state.players, state.reserve, state.discards)


def test_an_answer_that_is_due_stays_due_and_ends_no_turn():
    attacked = position(alchemist(board={"left_ear": RED_UP}), alchemist(board={"head": BLUE_UP}), actions=1)
    waiting = after(attacked, "use", part="left_ear", target=1)
    assert refused(waiting, "turn", 1) is None
    then = after(waiting, "turn", 1)
    assert (then.to_move, then.phase, then.pending) == (1, "answer", waiting.pending)
    answered = after(then, "cancel", 1)
    assert (answered.to_move, answered.actions_left, answered.phase) == (1, 3, "turn")


def test_where_the_parts_alone_are_tracked_no_actions_are_counted():
    state = after(of_parts({}, {}), "turn", 1)
    assert (state.to_move, state.actions_left) == (1, None)


def test_it_is_nobodys_turn_once_the_game_is_over():
    over = position(alchemist(board=FULL), alchemist(), finisher=0)
    assert refused(over, "turn", 1) == ("game_over", "HO-END")
    assert after(over, "turn", 1) == over


def test_it_is_a_correction_that_does_not_commute():
    assert (move("turn", 1).correction, move("turn", 1).commutes) == (True, False)
    assert refused(position(*THREE), "turn", 2) is None
