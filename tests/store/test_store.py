"""What the store promises, whichever database it stands on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.games import GAMES
from referee.history import Entry, History, replay
from referee.store import Claim, Pass, Stale, Stamped, StorageError, Store, Table, open_file
from referee.store.rows import COLUMNS, Copied, entry_row
from referee.store.tables import ADD_ANY
from tests.store.positions import MADE, RINGS, fame, new, play, tap

CODE = "K7QF2M"
Opened = Callable[[], Store]


def same(one: Table | None, other: Table | None) -> bool:
    """Whether both are the same table in the same state, whoever replayed it."""
    assert one is not None and other is not None
    setup = [(t.code, t.game, t.players, t.options, t.created, t.closed, t.successor) for t in (one, other)]
    keys = [{key: seq for key, seq in t.keys.items() if seq <= t.seq} for t in (one, other)]
    log = [t.history.entries for t in (one, other)]
    return setup[0] == setup[1] and keys[0] == keys[1] and log[0] == log[1] and one.state == other.state


# --- tables --------------------------------------------------------------------------------------------------------


def test_a_table_is_as_it_was_made(store: Store, opened: Opened) -> None:
    table = new(store)
    assert (table.players, table.seq, table.closed, table.created) == (("Ada", "Bruno"), 0, False, MADE)
    assert same(opened().table(CODE), table)


def test_a_code_is_given_once(store: Store) -> None:
    table = new(store)
    options = table.options
    assert store.create(CODE, "alchemicus", ("Cleo", "Dan"), options, MADE, "other") is None
    assert store.table(CODE) is table
    assert store.seats.token(CODE, "other") is None


@pytest.mark.parametrize("code", ["AAAAAA", "k7qf2m", "", "\0", "K7QF2\0", "'; --"])
def test_no_other_code_finds_it(store: Store, code: str) -> None:
    new(store)
    assert store.table(code) is None
    assert store.latest(code) is None


def test_an_imported_log_is_kept_whole_or_not_at_all(store: Store, opened: Opened) -> None:
    log = [Entry(1, MADE, None, fame(3)), Entry(2, MADE, 1, fame(2, 1), "AL-TURN")]
    table = new(store, log=log)
    assert (table.history.entries, table.state.seats[0].fame) == (
        tuple(log),
        new(store, "AAAAAA").state.seats[0].fame + 3,
    )
    assert same(opened().table(CODE), table)
    twice = Copied(replay([log[0], log[0]], History(table.history.start)))
    assert store.create("BBBBBB", "alchemicus", ("A", "B"), table.options, MADE, "h", twice) is None
    assert store.table("BBBBBB") is None


@pytest.mark.parametrize("name", ["Żółć", "𝔄da", "<b>", "'\"\\", "a\u0000b", "%s ?"])
def test_any_name_comes_back(store: Store, opened: Opened, name: str) -> None:
    options = GAMES["alchemicus"].settle(GAMES["alchemicus"].options(), 2, "en")
    store.create(CODE, "alchemicus", (name, "Bruno"), options, MADE, "host")
    again = opened().table(CODE)
    assert again is not None and again.players == (name, "Bruno")


def test_a_closed_table_takes_nothing_until_it_is_open_again(store: Store, opened: Opened) -> None:
    table = new(store)
    other = opened()
    assert other.table(CODE) is not None
    store.set_closed(CODE, True)
    now = store.table(CODE)
    assert now is not None and now.closed
    with pytest.raises(Stale):
        tap(store, table, "late")
    store.set_closed(CODE, False)
    again = store.table(CODE)
    assert again is not None and not again.closed
    assert tap(store, again, "k").seq == 1


# --- entries -------------------------------------------------------------------------------------------------------


def test_an_entry_is_there_for_everybody(store: Store, opened: Opened) -> None:
    table = new(store)
    after = tap(store, table, "one", move=fame(4, 1))
    assert (after.seq, after.state.seats[1].fame) == (1, table.state.seats[1].fame + 4)
    assert store.table(CODE) is after
    assert table.seq == 0
    assert after.keys == {("host", "one"): 1}
    assert same(opened().table(CODE), after)


def test_of_two_entries_onto_the_same_state_one_is_stale(store: Store, opened: Opened) -> None:
    table = new(store)
    after = tap(store, table, "one")
    with pytest.raises(Stale):
        tap(store, table, "two")
    assert same(store.latest(CODE), after)
    assert same(opened().table(CODE), after)


def test_a_key_is_a_tokens_own_and_good_once(store: Store, opened: Opened) -> None:
    table = tap(store, tap(store, new(store), "one", "a"), "one", "b")
    with pytest.raises(Stale):
        tap(store, table, "one", "a")
    now = store.latest(CODE)
    assert now is not None and now.seq == 2
    assert now.keys == {("a", "one"): 1, ("b", "one"): 2}
    assert same(opened().table(CODE), now)


@pytest.mark.parametrize("key", ["\0", "a\0b", "\\u0000", '"', "é", "e\u0301", "💥" * 64, " "])
def test_any_text_is_a_key(store: Store, opened: Opened, key: str) -> None:
    table = tap(store, new(store), key)
    assert table.keys == {("host", key): 1}
    again = opened().table(CODE)
    assert again is not None and again.keys == table.keys


def test_many_threads_at_one_table_lose_nothing_and_repeat_nothing(store: Store, opened: Opened) -> None:
    new(store)
    errors: list[BaseException] = []

    def enter(thread: int) -> None:
        try:
            for number in range(12):
                while True:
                    table = store.latest(CODE)
                    assert table is not None
                    try:
                        tap(store, table, f"{thread}.{number}")
                        break
                    except Stale:
                        continue
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=enter, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    table = store.latest(CODE)
    assert table is not None and table.seq == 72
    assert sorted(table.keys.values()) == list(range(1, 73))
    assert same(opened().table(CODE), table)


def test_what_another_process_wrote_is_seen_before_anything_is_recorded(store: Store, opened: Opened) -> None:
    table, other = new(store), opened()
    theirs = other.table(CODE)
    assert theirs is not None
    tap(other, theirs, "theirs")
    with pytest.raises(Stale):
        tap(store, table, "ours")
    now = store.latest(CODE)
    assert now is not None and now.keys == {("host", "theirs"): 1}
    tap(store, now, "ours")
    found = opened().table(CODE)
    assert found is not None and found.keys == {("host", "theirs"): 1, ("host", "ours"): 2}


# --- who is who ----------------------------------------------------------------------------------------------------


def who(store: Store, hash: str) -> Any:
    token = store.seats.token(CODE, hash)
    return token and (token.role, token.seat)


def test_tokens_say_who_is_who(store: Store, opened: Opened) -> None:
    new(store)
    new(store, "AAAAAA")
    assert store.seat(CODE, Claim(1, "phone")) and store.seat(CODE, Claim(None, "tv"))
    for each in (store, opened()):
        assert [who(each, hash) for hash in ("host", "phone", "tv", "else")] == [
            ("host", None),
            ("seat", 1),
            ("watcher", None),
            None,
        ]
        assert each.seats.token("AAAAAA", "phone") is None
        assert each.seats.held(CODE) == {1}


def test_a_seat_for_one_phone_is_taken_once(store: Store) -> None:
    new(store)
    assert store.seat(CODE, Claim(0, "first", alone=True))
    assert not store.seat(CODE, Claim(0, "second", alone=True))
    assert store.seat(CODE, Claim(1, "third", alone=True))
    assert (who(store, "first"), who(store, "second"), who(store, "third")) == (("seat", 0), None, ("seat", 1))


def test_of_many_phones_that_want_a_seat_alone_one_gets_it(store: Store) -> None:
    new(store)
    got: list[bool] = []
    threads = [
        threading.Thread(target=lambda n=n: got.append(store.seat(CODE, Claim(0, f"phone {n}", alone=True))))
        for n in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got) == [False] * 7 + [True]


def test_a_pass_admits_one_phone_to_its_seat_in_time(store: Store) -> None:
    new(store)
    store.seat(CODE, Claim(0, "old", alone=True))
    store.seats.admit(CODE, 0, "pass", False, "2026-01-02T03:14:05.678Z")
    late, early = "2026-01-02T03:14:05.678Z", "2026-01-02T03:14:05.677Z"
    assert not store.seat(CODE, Claim(0, "new", alone=True, shown=Pass("pass", late)))
    assert not store.seat(CODE, Claim(1, "new", alone=True, shown=Pass("pass", early)))
    assert not store.seat(CODE, Claim(0, "new", alone=True, shown=Pass("other", early)))
    assert who(store, "new") is None
    assert store.seat(CODE, Claim(0, "new", alone=True, shown=Pass("pass", early)))
    assert not store.seat(CODE, Claim(0, "newer", alone=True, shown=Pass("pass", early)))
    assert (who(store, "old"), who(store, "new"), who(store, "newer")) == (("seat", 0), ("seat", 0), None)


def test_who_stands_up_is_nobody_any_more_and_admits_nobody(store: Store, opened: Opened) -> None:
    new(store)
    for hash in ("one", "other"):
        store.seat(CODE, Claim(0, hash))
    store.seat(CODE, Claim(1, "neighbour"))
    for seat in (0, 1):
        store.seats.admit(CODE, seat, f"pass {seat}", True, "2026-01-02T03:14:05.678Z")
    one, other = store.seats.token(CODE, "one"), store.seats.token(CODE, "other")
    assert one is not None and other is not None
    store.seats.leave(CODE, one)
    for each in (store, opened()):
        assert [who(each, hash) for hash in ("host", "one", "other", "neighbour")] == [
            ("host", None),
            None,
            ("seat", 0),
            ("seat", 1),
        ]
    assert not store.seat(CODE, Claim(0, "new", alone=True))
    assert not store.seat(CODE, Claim(0, "new", alone=True, shown=Pass("pass 0", MADE)))
    store.seats.admit(CODE, 0, "used", True, "2026-01-02T03:14:05.678Z")
    store.seats.leave(CODE, other)
    assert store.seats.held(CODE) == {1}
    assert store.seat(CODE, Claim(0, "admitted", alone=True, shown=Pass("used", MADE))), (
        "it was given for somebody to come"
    )
    admitted = store.seats.token(CODE, "admitted")
    assert admitted is not None
    store.seats.admit(CODE, 0, "missed", True, "2026-01-02T03:14:05.678Z")
    store.seats.leave(CODE, admitted)
    assert store.seat(CODE, Claim(0, "new", alone=True))
    assert not store.seat(CODE, Claim(0, "late", alone=True, shown=Pass("missed", MADE))), (
        "somebody else sits there now"
    )
    assert store.seat(CODE, Claim(1, "newer", alone=True, shown=Pass("pass 1", MADE)))


def test_a_replacing_pass_turns_the_seats_older_phones_out(store: Store, opened: Opened) -> None:
    new(store)
    store.seat(CODE, Claim(0, "old"))
    store.seat(CODE, Claim(1, "neighbour"))
    assert who(store, "old") == ("seat", 0)
    store.seats.admit(CODE, 0, "pass", True, "2026-01-02T03:14:05.678Z")
    assert who(store, "old") == ("seat", 0)
    assert store.seat(CODE, Claim(0, "new", alone=True, shown=Pass("pass", MADE)))
    for each in (store, opened()):
        assert [who(each, hash) for hash in ("host", "old", "new", "neighbour")] == [
            ("host", None),
            None,
            ("seat", 0),
            ("seat", 1),
        ]


# --- what the server remembers, and the whole ----------------------------------------------------------------------


def test_the_last_thing_told_is_remembered(store: Store, opened: Opened) -> None:
    assert store.remembered("alchemicus") == {}
    store.remember("alchemicus", "ring", RINGS[0])
    store.remember("alchemicus", "price domo", 7)
    store.remember("alchemicus", "price domo", 8)
    for each in (store, opened()):
        assert each.remembered("alchemicus") == {"ring": RINGS[0], "price domo": 8}
        assert each.remembered("homunculus") == {}


def test_it_says_that_it_answers(store: Store) -> None:
    store.ping()


def test_opening_it_again_changes_nothing(store: Store, opened: Opened) -> None:
    table = tap(store, new(store), "one")
    for _ in range(2):
        assert same(opened().table(CODE), table)


def test_many_that_open_it_at_once_make_the_schema_once(opened: Opened) -> None:
    stores: list[Store] = []
    threads = [threading.Thread(target=lambda: stores.append(opened())) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(stores) == 5
    new(stores[0])
    assert [each.table(CODE) is not None for each in stores] == [True] * 5


def full(store: Store) -> Table:
    """Fill a store with something of everything; return its table."""
    tap(store, tap(store, new(store), "one\0"), "two", "phone")
    new(store, "AAAAAA")
    store.set_closed("AAAAAA", True)
    store.set_successor(CODE, "AAAAAA")
    store.seat(CODE, Claim(0, "phone"))
    store.seat(CODE, Claim(None, "tv"))
    store.seats.admit(CODE, 1, "pass", True, "2026-01-02T03:14:05.678Z")
    store.seats.ask(CODE, 1, "asked", MADE, "2026-01-02T03:14:05.678Z")
    store.remember("alchemicus", "ring", RINGS[0])
    store.plays.keep(play(CODE, "2026-03-01T22:00:00.000Z"))
    store.plays.join("żółć", "Ada")
    store.plays.forget(["ada"])
    new(store, "DDDDDD")
    store.delete("DDDDDD")
    table = store.table(CODE)
    assert table is not None
    return table


def rows(store: Store) -> dict[str, list[Any]]:
    return {
        table: sorted(store.database.rows(f"SELECT {', '.join(columns)} FROM {table}"), key=repr)
        for table, columns in COLUMNS.items()
    }


def test_a_backup_holds_everything_and_brings_it_back(store: Store, opened: Opened, tmp_path: Path) -> None:
    table = full(store)
    whole = rows(store)
    assert all(whole.values())
    copied = tmp_path / "copy.sqlite"
    store.database.backup(copied)
    kept = open_file(copied, GAMES)
    assert rows(kept) == whole
    assert same(kept.table(CODE), table)
    kept.close()

    other = opened()
    known = other.table(CODE)
    assert known is not None
    tap(store, table, "after the backup")
    new(store, "BBBBBB")
    store.watch(lambda code: None)
    assert store.table("BBBBBB") is not None
    other.database.restore(copied)
    assert rows(store) == whole
    for _ in range(100):
        if store.table("BBBBBB") is None:
            break
        time.sleep(0.05)
    assert store.table("BBBBBB") is None
    assert same(store.table(CODE), table)


def test_an_entry_that_nobody_can_place_is_recorded_and_comes_back(store: Store, opened: Opened) -> None:
    table = new(store)
    entry = Entry(1, MADE, 1, fame(-300, 1), "below_zero")
    after = store.append(table, table.history.enter(entry), Stamped(entry, "phone", "k"))
    assert after.state.seats[1].fame == 0
    again = opened().table(CODE)
    assert again is not None and again.history.entries == (entry,)
    assert msgspec.to_builtins(again.state) == msgspec.to_builtins(after.state)


def test_an_entry_of_a_newer_release_is_refused_and_kept(store: Store, opened: Opened) -> None:
    new(store, "AAAAAA")
    new(store)
    with store.database.transaction() as run:
        run(ADD_ANY, *entry_row("AAAAAA", Stamped(Entry(1, MADE, 0, fame()), "phone", "k")))
        run("UPDATE entries SET move = ? WHERE code = ?", '{"kind":"pilgrimage","seat":0}', "AAAAAA")
    with pytest.raises(StorageError, match="a newer release"):
        opened().latest("AAAAAA")
    assert tap(store, store.latest(CODE), "one").seq == 1
    assert store.database.rows("SELECT code, seq FROM entries ORDER BY code") == [("AAAAAA", 1), (CODE, 1)]
