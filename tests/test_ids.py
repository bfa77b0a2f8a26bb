"""Ids in a log: none is ever given twice, what is put back has the one it had, older entries keep theirs."""

from __future__ import annotations

import msgspec

from referee.engine import Effect, Move, Sentence
from referee.history import Entry, History, Redo, Undo, replay
from tests.heap import Heap, redo, then, undo


class Mark(Move, frozen=True, tag="mark"):
    """Lays a stone with a name, and an id of its own."""

    name: str

    correction = True

    def apply(self, state: Heap) -> tuple[Heap, tuple[Effect, ...]]:
        marked = (*state.marked, (state.next_id, self.name))
        return msgspec.structs.replace(state, marked=marked, next_id=state.next_id + 1), ()

    def told(self, state: Heap) -> Sentence:
        return Sentence("marked")


def marked(history: History) -> dict[int, str]:
    """Return the marked stones by id; there are no two of one id, and they lie in the order of ids."""
    ids = [number for number, _ in history.state.marked]
    assert ids == sorted(set(ids))
    return dict(history.state.marked)


def mark(name: str) -> Mark:
    return Mark(seat=0, name=name)


def before(history: History, *moves: Move | Undo | Redo) -> History:
    """Return the history after these were entered when an id that an undo had freed was given again."""
    for move in moves:
        history = history.enter(Entry(history.seq + 1, "2030-01-01T00:00:00Z", 0, move, version=2))
    return history


def test_an_id_is_never_given_twice_and_what_is_put_back_has_its_own() -> None:
    history = undo(then(History(Heap()), mark("a"), mark("b")))
    assert marked(then(history, mark("c"))) == {1: "a", 3: "c"}
    assert marked(redo(then(history, mark("c")))) == {1: "a", 2: "b", 3: "c"}
    assert marked(then(redo(then(history, mark("c"))), mark("d"))) == {1: "a", 2: "b", 3: "c", 4: "d"}
    for _ in range(3):
        history = undo(then(history, mark("gone")))
    assert marked(then(history, mark("e"))) == {1: "a", 6: "e"}
    assert marked(replay(history.entries, History(Heap()))) == marked(history)


def test_a_look_back_shows_the_ids_of_then() -> None:
    history = redo(then(undo(then(History(Heap()), mark("a"))), mark("b")))
    assert [marked(history.at(seq)) for seq in range(5)] == [{}, {1: "a"}, {}, {2: "b"}, {1: "a", 2: "b"}]


def test_what_was_recorded_before_keeps_the_ids_it_was_recorded_with() -> None:
    history = before(History(Heap()), mark("a"), Undo((1,)), mark("b"))
    assert marked(history) == {1: "b"}, "an id that was free was given again"
    assert marked(before(history, Redo((1,)))) == {1: "a", 2: "b"}, "and what came later got another"
    assert marked(then(before(history, Redo((1,))), mark("c"))) == {1: "a", 2: "b", 3: "c"}


def test_what_is_put_back_of_before_takes_no_id_from_what_stands() -> None:
    history = then(before(History(Heap()), mark("a"), Undo((1,)), mark("b")), mark("c"))
    assert marked(history) == {1: "b", 2: "c"}
    history = redo(history)
    assert {name: number for number, name in history.state.marked} == {"a": 3, "b": 1, "c": 2}
    history = then(undo(history, to=0), mark("d"), mark("e"))
    assert marked(history) == {4: "d", 5: "e"}
    assert {name: number for number, name in redo(history).state.marked} == {"a": 3, "b": 1, "c": 2, "d": 4, "e": 5}
