"""The end of rounds nine to eleven: each seat answers for itself."""

from referee.games.fata_morgana import GAME
from referee.history import History, Undo
from tests.fata_morgana.positions import after, at_round, effects, entry, move


def alone(seat):
    return move("next_round", seat, alone=True)


def test_each_seat_answers_for_itself_and_the_last_one_begins_the_round():
    state = at_round(9, "declare", players=3)
    assert GAME.view(state, frozenset()).answers == ()
    state = after(state, alone(2), alone(0))
    assert (state.phase, GAME.view(state, frozenset()).answers) == ("declare", (0, 2))
    assert after(state, alone(0)) == state
    begun = after(state, alone(1))
    assert (begun.phase, begun.round, begun.to_move, begun.answers) == ("turn", 10, 0, ())


def test_the_last_answer_after_round_eleven_begins_the_last_round():
    state = after(at_round(11, "declare"), alone(0))
    assert effects(state, "next_round", 1, alone=True) == [("last_round", 1)]
    assert effects(at_round(11, "declare"), "next_round", 1, alone=True) == []


def test_without_alone_it_goes_on_for_all_and_a_declaration_ends_the_answers():
    state = after(at_round(9, "declare", players=3), alone(1))
    assert (after(state, move("next_round", 0)).round, after(state, move("next_round", 0)).answers) == (10, ())
    assert after(state, move("declare", 0)).answers == ()


def test_an_overruled_answer_where_none_is_asked_for_changes_nothing():
    for state in (at_round(3), at_round(12, "reveal")):
        assert after(state, alone(0)) == state


def test_answers_are_taken_back_and_answering_twice_is_one_answer():
    history = History(at_round(9, "declare", players=3))
    for seat in (0, 0, 2):
        history = history.enter(entry(history, alone(seat)))
    assert history.state.answers == (0, 2)
    history = history.enter(entry(history, Undo((3,))))
    history = history.enter(entry(history, Undo((2,))))
    assert history.state.answers == (0,)
    history = history.enter(entry(history, Undo((1,))))
    assert history.state.answers == ()


def test_answers_commute_until_the_round_has_moved_on():
    history = History(at_round(9, "declare", players=3))
    history = history.enter(entry(history, alone(0)))
    history = history.enter(entry(history, move("points", 1, by=1)))
    assert not history.stale(0, alone(1))
    assert history.stale(0, move("next_round", 1))
    assert history.stale(0, move("declare", 1))
    assert not history.stale(0, move("points", 1, by=1))
    history = history.enter(entry(history, alone(1)))
    on = history.enter(entry(history, alone(2)))
    assert (on.state.round, on.stale(2, alone(1)), on.stale(3, alone(1)), on.stale(4, alone(1))) == (
        10, True, True, False)  # fmt: skip
    undone = history.enter(entry(history, Undo((3,))))
    assert undone.stale(1, alone(2))
