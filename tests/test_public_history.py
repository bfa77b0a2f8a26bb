"""What a seat revealed and was taken back: who puts it back, and that nothing is told of what came of it."""

from __future__ import annotations

from referee.history import History, Redo, Undo
from tests.heap import ADA, BRUNO, NOBODY, Correct, Heap, Laid, Note, Show, add, applied, redo, then, undo


def shown_and_taken_back() -> History:
    """Entries 1 to 4: stones, Ada's note, her showing it, stones; 5 takes back the stones, 6 what she showed."""
    return undo(undo(then(History(Heap()), add(3), Note(seat=0), Show(seat=0), add()), BRUNO), BRUNO)


def test_what_a_seat_laid_open_is_put_back_by_that_seat_alone() -> None:
    history = shown_and_taken_back()
    assert (history.undone, history.state.stones) == ({3, 4}, 3)
    assert history.redoables(ADA) == (3,)
    assert history.redoables(BRUNO) == history.redoables(NOBODY) == (4,)  # it was taken back before
    back = then(history, Redo((4,)))
    assert (back.redoables(BRUNO), back.redoables(ADA), back.state.stones) == ((), (3,), 4)


def test_nor_is_put_back_what_was_taken_back_after_it() -> None:
    history = then(History(Heap()), Correct(seat=1), Note(seat=0), Show(seat=0), Correct(seat=1))
    assert undo(history, ADA, 0).redoables(BRUNO) == (4,)
    assert undo(history, ADA, 0).redoables(ADA) == (1, 2, 3, 4)
    one_by_one = undo(undo(undo(undo(history, ADA), ADA), ADA), ADA)
    assert [one_by_one.redoables(ADA), one_by_one.redoables(BRUNO)] == [(1,), (4,)]


def test_what_was_laid_open_for_a_seat_is_its_own_once_it_noted_something_in_secret() -> None:
    history = undo(then(History(Heap()), Show(seat=0)))
    assert history.redoables(BRUNO) == (1,)
    assert then(history, Note(seat=0)).redoables(BRUNO) == ()
    assert then(history, Note(seat=1)).redoables(BRUNO) == (1,)


def test_nothing_is_told_of_what_came_of_it() -> None:
    history = shown_and_taken_back()
    public = history.public
    assert (public.state, public.undone, public.redoable) == (history.state, history.undone, history.redoable)
    assert (history.logged(3).effects, public.logged(3).effects) == ((Laid("laid", 0, 3),), ())
    assert history.logged(4).told != public.logged(4).told == add().told(Heap(3))
    assert [logged.veiled for logged in public.log] == [False, False, False, True, False, False]
    assert public.at(3).state.stones == 3
    assert (public.at(3).undone, public.at(4).state.stones) == ({3}, 4)
    assert public.public is public and public.at(4).public.undone == {3}
    back = redo(history)
    assert back.public is back
    on = then(history, add(5))
    assert (on.public.state, on.public.silent) == (on.state, {3})


def test_it_is_left_out_in_one_pass_and_what_comes_after_in_none() -> None:
    history = then(History(Heap()), Note(seat=0), *(Show(seat=0) for _ in range(200)))
    history = undo(then(history, *(add() for _ in range(200))), ADA, 1)
    applied.clear()
    assert history.public.state == history.state
    assert applied == {"add": 200}
    applied.clear()
    history = then(history, *(add() for _ in range(10)))
    assert history.public.state == history.state
    assert applied == {"add": 20}


def test_ends_that_do_not_stand_now_are_left_out_in_one_pass() -> None:
    history = then(History(Heap()), add(7), Note(seat=0), *(Show(seat=0) for _ in range(300)), Undo((1,)))
    assert (history.state.over, history.at(9).state.over) == (False, True)
    applied.clear()
    assert (history.unended.at(150).state, history.unended.at(150).state.over) == (Heap(7, (7, None)), False)
    assert applied["show"] <= 2 * 300 + 2 * 150  # entered, applied again without the first; twice looked at
    applied.clear()
    assert history.unended.at(302).state == Heap(7, (7, None))


def test_what_was_laid_open_while_something_else_lay_open_is_veiled_too() -> None:
    history = then(History(Heap()), Note(seat=0), Show(seat=0), Show(seat=1), Show(seat=0))
    public = undo(history, ADA, 1).public
    assert (public.silent, [logged.veiled for logged in public.log]) == ({2, 3, 4}, [False, False, True, True, False])
