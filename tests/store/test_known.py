"""What is known in this process: never what is no longer so, and no more than there is room for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.store import Claim, Pass, Store
from tests.store.positions import MADE, RINGS, new, tap

CODE = "K7QF2M"


def who(store: Store, hash: str) -> Any:
    token = store.seats.token(CODE, hash)
    return token and (token.role, token.seat)


def during_a_reading(
    store: Store, monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object], number: int = 1
) -> None:
    """Let something happen after rows were read for the `number`th time, before whoever asked for them goes on."""
    read, left = store.database.rows, number

    def overtaken(sql: str, *values: Any) -> Any:
        nonlocal left
        found, left = read(sql, *values), left - 1
        if not left:
            monkeypatch.undo()
            happens()
        return found

    monkeypatch.setattr(store.database, "rows", overtaken)


def test_a_phone_that_is_turned_out_while_it_asks_is_not_known_afterwards(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    new(store)
    store.seat(CODE, Claim(0, "old"))
    store.seats.admit(CODE, 0, "pass", True, "2026-01-02T03:14:05.678Z")
    during_a_reading(store, monkeypatch, lambda: store.seat(CODE, Claim(0, "new", shown=Pass("pass", MADE))))
    assert who(store, "old") == ("seat", 0)
    assert (who(store, "old"), who(store, "new")) == (None, ("seat", 0))


def test_a_table_that_is_closed_while_it_is_read_is_known_as_closed_afterwards(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    new(store)
    store.memory.clear()
    during_a_reading(store, monkeypatch, lambda: store.set_closed(CODE, True), number=1)
    assert [table and table.closed for table in (store.table(CODE), store.table(CODE))] == [False, True]


def test_what_is_told_while_somebody_asks_is_remembered_afterwards(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.remember("alchemicus", "ring", RINGS[0])
    during_a_reading(store, monkeypatch, lambda: store.remember("alchemicus", "ring", RINGS[1]))
    assert store.remembered("alchemicus") == {"ring": RINGS[0]}
    assert store.remembered("alchemicus") == {"ring": RINGS[1]}


def test_what_is_known_is_not_asked_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    new(store)
    store.remember("alchemicus", "ring", RINGS[0])
    known = who(store, "host"), store.remembered("alchemicus")
    monkeypatch.setattr(store.database, "rows", lambda sql, *values: pytest.fail("asked again"))
    assert (who(store, "host"), store.remembered("alchemicus")) == known


def test_tokens_take_no_more_room_than_they_may(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store.memory.tokens, "_most", 10)
    new(store)
    for number in range(30):
        store.seat(CODE, Claim(None, f"tv {number}"))
        assert who(store, f"tv {number}") == ("watcher", None)
        assert len(store.memory.tokens._values) <= 10


def test_what_was_read_earlier_takes_no_newer_tables_place(store: Store) -> None:
    old = new(store)
    newer = tap(store, old, "1")
    assert store.memory.tables.keep(old, None, store.memory.tables.epoch) is newer
    assert store.table(CODE) is newer
