"""The log of a table by itself, with a tiny game: who takes back what, what is put back, and what each entry costs."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine import Move, Player, Sentence
from referee.history import Admitted, Hidden, History, Named, Redo, Step, Undo, replay
from tests.heap import ADA, BRUNO, NOBODY, Add, Correct, Double, Heap, Laid, Note, add, applied, redo, then, undo

# --- taking back -----------------------------------------------------------------------------------------------------


def test_what_was_entered_is_kept_with_its_effects_and_its_line() -> None:
    history = then(History(Heap()), add(2), Double(seat=1), Hidden("note", 1))
    assert history.state == Heap(4)
    assert [entry.seq for entry in history.entries] == [1, 2, 3]
    assert [logged.effects for logged in history.log] == [(Laid("laid", 0, 2),), (), ()]
    assert [logged.told for logged in history.log] == [
        Sentence("%(num)s before", {"num": 0}),
        Sentence("doubled"),
        None,
    ]


def test_the_newest_standing_entry_is_taken_back_and_stays_in_the_log() -> None:
    history = undo(then(History(Heap()), add(), add(2), add(4)))
    assert (history.state, history.undone, history.entries[-1].move) == (Heap(3), {3}, Undo((3,)))
    history = undo(history)
    assert (history.state, history.undone, history.seq) == (Heap(1), {2, 3}, 5)
    history = undo(history)
    assert history.state == history.start
    assert history.undoable(ADA) == ()


def test_all_after_an_entry_is_taken_back_at_once() -> None:
    history = undo(then(History(Heap()), add(), add(2), add(4), add(8)), to=1)
    assert (history.state, history.undone, history.entries[-1].move) == (Heap(1), {2, 3, 4}, Undo((2, 3, 4)))
    assert redo(history).state == Heap(15)
    assert undo(then(history, add(16)), to=0).entries[-1].move == Undo((1, 6))
    assert history.undoable(ADA, to=5) == ()


def test_others_secrets_are_skipped_and_kept() -> None:
    history = then(History(Heap()), add(), Note(seat=1), Note(seat=1))
    for seats in (ADA, NOBODY):
        assert history.undoable(seats) == (1,)
        assert history.undoable(seats, to=0) == (1,)
    assert history.undoable(BRUNO) == (3,)
    assert history.undoable(BRUNO, to=0) == (1, 2, 3)
    assert undo(history, BRUNO).state == Heap(1, (None, 1))


def test_a_note_whose_grounds_are_taken_back_no_longer_fits() -> None:
    history = then(History(Heap()), add(), Note(seat=1))
    assert history.state == Heap(1, (None, 1))
    assert undo(history).state == Heap(0)
    assert redo(undo(history)).state == Heap(1, (None, 1)), "what it rests on is as it was"


def test_a_note_that_rests_on_the_same_still_fits() -> None:
    history = then(History(Heap()), Correct(seat=0, by=0), Note(seat=1), add())
    assert undo(history, to=0).state == Heap(0, (None, 0))


def test_what_came_later_is_applied_again_where_only_an_earlier_entry_goes() -> None:
    history = then(History(Heap()), add(3), Double(seat=0), Note(seat=1))
    assert then(history, Undo((1,))).state == Heap(0, (None, None))
    assert then(history, Undo((1,)), Redo((1,))).state == history.state


def test_what_is_hidden_does_nothing_on_whatever_ground_it_is_put() -> None:
    history = then(History(Heap()), add(3), Hidden("note", 1), add(4))
    taken = then(history, Undo((1,)))
    assert (taken.state, then(taken, Redo((1,))).state) == (Heap(4), Heap(7))


# --- putting back ----------------------------------------------------------------------------------------------------


def test_undos_are_put_back_one_by_one_the_last_first() -> None:
    history = undo(undo(undo(then(History(Heap()), add(), add(2), add(4), add(8)), to=2)))
    assert (history.state, history.redoable) == (Heap(0), ((3, 4), (2,), (1,)))
    stones = []
    while history.redoables(ADA):
        history = redo(history)
        stones.append(history.state.stones)
    assert stones == [1, 3, 15]
    assert (history.undone, history.redoable) == (frozenset(), ())


@pytest.mark.parametrize(
    ("move", "left"),
    [(Correct(seat=0), (2,)), (Note(seat=1), (2,)), (Hidden("note", 1), (2,)), (add(), ()), (Double(seat=0), ())],
)
def test_what_is_entered_after_an_undo_decides_whether_it_can_be_put_back(
    move: Move | Hidden, left: tuple[int, ...]
) -> None:
    history = undo(then(History(Heap()), add(), add(2)))
    assert history.redoables(ADA) == (2,)
    assert then(history, move).redoables(ADA) == left


def test_only_who_may_see_a_secret_puts_it_back() -> None:
    history = undo(then(History(Heap()), add(), Note(seat=1)), BRUNO, to=0)
    assert history.entries[-1].move == Undo((1, 2))
    assert history.redoables(ADA) == (1,)
    halfway = redo(history)
    assert (halfway.state, halfway.undone, halfway.redoable) == (Heap(1), {2}, ((2,),))
    assert halfway.redoables(ADA) == ()
    assert redo(halfway, BRUNO).state == Heap(1, (None, 1))


def test_what_is_put_back_comes_before_what_was_entered_meanwhile() -> None:
    history = then(undo(then(History(Heap()), add(3), Double(seat=0))), Correct(seat=0, by=10))
    assert history.state == Heap(13)
    history = redo(history)
    assert history.state == Heap(16)
    assert [entry.seq for entry in history.standing(ADA)] == [4, 2, 1]


def test_what_is_put_back_stands_before_and_after_a_secret_as_it_did() -> None:
    history = then(History(Heap()), add(), Note(seat=1), add(2))
    taken = undo(history, to=0)
    assert (taken.state, taken.entries[-1].move) == (Heap(0), Undo((1, 3)))
    again = redo(taken)
    assert (again.state, [entry.seq for entry in again.standing(BRUNO)]) == (Heap(3, (None, 1)), [3, 2, 1])


# --- staleness -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("since", "move", "stale"),
    [
        ((), add(), False),
        ((add(),), add(), True),
        ((add(),), Correct(seat=0), False),
        ((Correct(seat=0), Note(seat=1), Hidden("note", 1)), add(), False),
        ((Correct(seat=0), add()), add(), True),
        ((Undo((1,)),), add(), True),
        ((Undo((1,)), Redo((1,))), add(), True),
        ((Undo((1,)),), Correct(seat=0), False),
        ((Admitted(1), Named(0)), add(), False),
        ((Admitted(1), add()), add(), True),
    ],
)
def test_a_move_is_stale_only_when_what_came_between_matters(
    since: tuple[Move | Undo, ...], move: Move, stale: bool
) -> None:
    before = then(History(Heap()), add())
    assert then(before, *since).stale(before.seq, move) is stale


# --- replay ----------------------------------------------------------------------------------------------------------

STEPS = st.lists(st.sampled_from(["add", "double", "correct", "note", "undo", "undo to", "redo"]), max_size=40)


@given(STEPS, st.data())
def test_replay_equals_what_was_played_step_by_step(steps: list[str], data: st.DataObject) -> None:
    """The state is always that of the standing entries in order, and the log alone brings it back."""
    history = History(Heap())
    earlier = [history]
    for step in steps:
        seat = data.draw(st.integers(0, 1))
        seats = frozenset({seat})
        if step == "undo":
            move: Any = Undo(history.undoable(seats))
        elif step == "undo to":
            move = Undo(history.undoable(seats, data.draw(st.integers(0, history.seq))))
        elif step == "redo":
            move = Redo(history.redoables(seats))
        else:
            move = {"add": Add, "double": Double, "correct": Correct, "note": Note}[step](seat=seat)
        if isinstance(move, Undo | Redo) and not move.entries:
            continue
        history = then(history, move)
        again = replay(history.entries, History(history.start))
        assert (again.state, again.undone, again.redoable) == (history.state, history.undone, history.redoable)
        assert again.log == history.log
        standing = [entry.seq for entry in history.standing(frozenset({0, 1}))]
        made = {entry.seq for entry in history.entries if isinstance(entry.move, Move)}
        assert standing == sorted(made - history.undone, reverse=True)
        stones = 0
        for seq in reversed(standing):
            stands = history.entries[seq - 1].move
            stones = stones * 2 if isinstance(stands, Double) else stones + getattr(stands, "by", 0)
        assert history.state.stones == stones
        earlier.append(history)
    for before in earlier:
        assert as_it_was(history.at(before.seq)) == as_it_was(before)


def as_it_was(history: History) -> tuple[Any, ...]:
    """Return all that a history holds, to be compared."""
    standing = [(step.entry, step.state) for step in history.steps()]
    return (history.start, history.log, standing, history.undone, history.redoable)


def test_the_past_begins_with_nothing() -> None:
    history = then(History(Heap()), Add(seat=0), Double(seat=0), Add(seat=1))
    assert history.at(1).state.stones == 1
    assert history.at(0) == History(Heap())


# --- what an entry costs ---------------------------------------------------------------------------------------------


def test_entry_ten_thousand_costs_what_entry_fifty_costs() -> None:
    """One move is applied, whatever came before; an undo of the newest applies none, and states before are shared."""
    history = History(Heap())
    for seq in range(1, 10_001):
        before = history.last
        applied.clear()
        history = then(history, add())
        assert applied["add"] == 1
        assert history.last is not None and history.last.before is before
        if seq in (50, 10_000):
            applied.clear()
            assert undo(history).last is before
            assert not applied
            again = redo(undo(history))
            assert (again.state, applied["add"]) == (history.state, 1)
            history = again
    assert history.state == Heap(10_000)


def test_an_early_entry_taken_back_applies_only_what_came_after_it() -> None:
    history = then(History(Heap()), *(add() for _ in range(100)))
    applied.clear()
    assert then(history, Undo((91,))).state == Heap(99)
    assert applied["add"] == 9


def test_two_ways_on_from_one_history_know_nothing_of_each_other() -> None:
    trunk = then(History(Heap()), add(), add(2))
    one, other = then(trunk, add(4), add(8)), then(trunk, Double(seat=1))
    assert (trunk.state, one.state, other.state) == (Heap(3), Heap(15), Heap(6))
    assert [len(history.entries) for history in (trunk, one, other)] == [2, 4, 3]
    assert other.entries[2].move == Double(seat=1) and one.entries[2].move == add(4)
    assert then(trunk, Correct(seat=0)).entries[:2] == one.entries[:2] == other.entries[:2] == trunk.entries
    assert one.log[-1].effects == (Laid("laid", 0, 8),) and other.log[-1].effects == ()


def test_a_hundred_thousand_steps_are_let_go_of_without_recursion() -> None:
    entry = then(History(Heap()), add()).logged(1).entry
    first = Step(None, entry, Heap(1))
    known, last = weakref.ref(first.state), first
    for stones in range(2, 100_001):
        last = Step(last, entry, Heap(stones))
    del first, last
    gc.collect()
    assert known() is None


@pytest.mark.parametrize("event", [Admitted(1), Named(1)])
def test_a_seat_event_is_in_the_log_and_nowhere_else(event: Admitted | Named) -> None:
    history = then(History(Heap()), add(), Undo((1,)))
    told = then(history, event)
    assert (told.seq, told.state, told.undone, told.redoable) == (3, history.state, history.undone, history.redoable)
    line = told.logged(3).told
    assert line is not None and line.facts == {"player": Player(1), "num": 2}
    assert (told.redoables(ADA), told.undoable(ADA | BRUNO)) == ((1,), ())
    assert (told.quiet_since(2), told.quiet_since(1)) == (True, False)
    again = then(told, Redo((1,)), event)
    assert (again.state.stones, again.undoable(ADA, 0)) == (1, (1,))
