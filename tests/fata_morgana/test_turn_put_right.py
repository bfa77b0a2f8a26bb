"""Whose turn it is, put right; and how many potions a table holds."""

import pytest
from msgspec.structs import replace

from referee.engine import judge
from referee.games.fata_morgana.board import MOST_POTIONS
from referee.history import History, Undo
from tests.fata_morgana.positions import after, at_round, create, entry, laid_open, move, refused, second_round


def at(number, turn, players=3):
    return replace(at_round(number, players=players), turn=turn)


@pytest.mark.parametrize(("number", "turn", "seat", "number_after"), [
    (2, 0, 2, 2), (2, 1, 2, 2), (2, 1, 0, 3), (2, 2, 1, 3), (9, 2, 0, 10), (11, 1, 0, 12), (12, 0, 2, 12),
])  # fmt: skip
def test_the_seats_between_count_as_having_ended_a_turn(number, turn, seat, number_after):
    state = at(number, turn)
    assert refused(state, "turn", seat) is None
    played, effects = move("turn", seat).apply(state)
    assert effects == ()
    assert played == replace(state, round=number_after, turn=seat)


def test_to_the_seat_that_is_to_move_it_changes_nothing():
    state = at(12, 1)
    assert (refused(state, "turn", 1), after(state, move("turn", 1))) == (None, state)


def test_past_the_last_round_there_is_no_turn():
    state = at(12, 2)
    assert refused(state, "turn", 0) == ("game_over", "FM-END-12")
    assert after(state, move("turn", 0)) == state


def test_while_nobody_is_to_move():
    assert refused(at_round(9, "declare"), "turn", 0) == ("wrong_phase", "FM-ROUND")
    assert refused(at_round(12, "reveal"), "turn", 0) == ("wrong_phase", "FM-ROUND")
    answered = at_round(9, "declare", answers=(1,))
    assert after(answered, move("turn", 0)) == answered
    reveal = at_round(12, "reveal")
    told = [move("reveal", seat, hand={"red": size}, objective=None) for seat, size in ((0, 9), (1, 10))]
    over = after(reveal, *told)
    assert over.over
    assert refused(over, "turn", 0) == ("game_over", "FM-END-12")
    assert after(over, move("turn", 0)) == over == laid_open(over)


def test_it_can_be_taken_back_and_does_not_commute():
    history = History(at(2, 0))
    history = history.enter(entry(history, move("turn", 2)))
    assert history.stale(0, move("turn", 1))
    assert history.enter(entry(history, Undo((1,)))).state == history.start


def test_a_table_holds_so_many_potions_and_nobody_overrules_that():
    state = second_round()
    more = replace(state, potions=state.potions * (MOST_POTIONS // 2))
    assert len(more.potions) == MOST_POTIONS == 200
    made = create(0, ("blue", "white"), 9, red=1)
    assert (made.over_limit(more).code, made.over_limit(more).rule) == ("too_many", None)
    assert judge(made, more).refusal.code == "too_many"
    assert made.over_limit(replace(more, potions=more.potions[1:])) is None
