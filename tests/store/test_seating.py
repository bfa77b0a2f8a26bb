"""Who gets a seat is decided when it is given, whatever was true when it was asked for."""

from __future__ import annotations

import pytest

from referee.store import Claim, Pass, StorageError, Store
from tests.store.positions import MADE, new

CODE = "K7QF2M"
LATER = "2026-01-02T03:14:05.678Z"


def turned_out(store: Store) -> None:
    """Let a new phone take the seat of an old one."""
    new(store)
    assert store.seat(CODE, Claim(0, "old", alone=True))
    assert store.seats.admit(CODE, 0, "pass", True, LATER)
    assert store.seat(CODE, Claim(0, "new", alone=True, shown=Pass("pass", MADE)))


def test_a_phone_beside_the_one_that_holds_the_seat_gets_it_too(store: Store) -> None:
    new(store)
    assert store.seat(CODE, Claim(0, "first", alone=True))
    assert not store.seat(CODE, Claim(0, "stranger", alone=True, beside=("watcher",)))
    assert store.seat(CODE, Claim(0, "second", alone=True, beside=("first",)))
    assert store.seat(CODE, Claim(0, "second", alone=True)), "asked again, since the answer was lost"


def test_who_was_turned_out_since_he_asked_gets_no_seat(store: Store) -> None:
    turned_out(store)
    assert not store.seat(CODE, Claim(0, "fresh", alone=True, beside=("old",)))
    assert store.seats.token(CODE, "fresh") is None


def test_who_was_turned_out_since_he_asked_gives_no_pass(store: Store) -> None:
    turned_out(store)
    holder = store.seats.token(CODE, "new")
    assert holder is not None and store.seats.token(CODE, "old") is None
    store.seats.leave(CODE, holder)
    assert store.seat(CODE, Claim(0, "newest", alone=True))
    assert not store.seats.admit(CODE, 0, "given", True, LATER, by=holder)
    assert not store.seat(CODE, Claim(0, "thief", alone=True, shown=Pass("given", MADE)))
    assert store.seats.token(CODE, "newest") is not None


def test_at_a_table_that_a_restore_took_away_nobody_sits(store: Store) -> None:
    with pytest.raises(StorageError):
        store.seat(CODE, Claim(0, "late"))
    with pytest.raises(StorageError):
        store.seats.admit(CODE, 0, "pass", True, LATER)


def test_who_sits_down_at_a_free_seat_leaves_no_older_pass_good(store: Store) -> None:
    new(store)
    assert store.seats.admit(CODE, 0, "pass", False, LATER)
    assert store.seat(CODE, Claim(0, "first", alone=True))
    assert not store.seat(CODE, Claim(0, "late", alone=True, shown=Pass("pass", MADE)))
