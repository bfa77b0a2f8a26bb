"""A table's options may be changed until something was entered there, and never after."""

from __future__ import annotations

import threading
from collections.abc import Callable

import msgspec
import pytest

from referee.history import Entry, Undo
from referee.store import Stale, Stamped, Store, Table
from tests.store.positions import MADE, new, tap, turned

CODE = "K7QF2M"
Opened = Callable[[], Store]


def as_stored(store: Store, code: str) -> Table:
    """Return the table as the database has it, whatever is known of it here."""
    store.memory.clear()
    table = store.table(code)
    assert table is not None
    return table


def test_a_table_is_set_up_anew_until_the_first_entry(store: Store, opened: Opened) -> None:
    table = new(store)
    anew = turned(table)
    assert store.set_options(CODE, anew)
    now = store.table(CODE)
    assert now is not None and (now.options, now.state.rules.ring) == (anew, anew.ring)
    assert (now.players, now.created, now.seq) == (table.players, table.created, 0)
    stored = opened().table(CODE)
    assert stored is not None and (stored.options, stored.seq) == (anew, 0)
    with pytest.raises(Stale):
        tap(store, table, "judged by the old board")
    store.set_closed(CODE, True)
    assert not store.set_options(CODE, table.options)
    store.set_closed(CODE, False)
    now = store.table(CODE)
    assert now is not None
    after = tap(store, now, "one")
    after = store.append(after, after.history.enter(undo := Entry(2, MADE, None, Undo((1,)))), Stamped(undo, "t", "u"))
    assert not store.set_options(CODE, table.options)
    assert store.table(CODE) is after and after.state == now.state
    assert not store.set_options("AAAAAA", anew)


def test_of_a_new_board_and_the_first_entry_one_comes_first(store: Store, opened: Opened) -> None:
    other = opened()
    for number in range(20):
        code = f"AAAA{number:02}"
        table, begin = new(store, code), threading.Barrier(2)
        seen = other.latest(code)
        assert seen is not None
        told: list[bool] = []

        def enter(seen: Table = seen, begin: threading.Barrier = begin, told: list[bool] = told) -> None:
            begin.wait()
            try:
                tap(other, seen, "one")
            except Stale:
                told.append(False)
            else:
                told.append(True)

        thread = threading.Thread(target=enter)
        thread.start()
        begin.wait()
        changed = store.set_options(code, turned(table))
        thread.join()
        assert told == [not changed]
        now = as_stored(store, code)
        assert (now.seq, now.options) == ((0, turned(table)) if changed else (1, table.options))


def test_options_that_another_release_wrote_bar_no_first_entry(store: Store) -> None:
    table = new(store)
    written = msgspec.json.format(msgspec.json.encode(table.options)).decode()
    with store.database.transaction() as run:
        run("UPDATE tables SET options = ? WHERE code = ?", written, CODE)
    now = as_stored(store, CODE)
    assert (now.options, now.setup) == (table.options, written)
    assert tap(store, tap(store, now, "one"), "two").seq == 2
