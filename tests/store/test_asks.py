"""A phone that asks for a seat which others hold is kept in the database, until it is answered or its time is over."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from referee.games import GAMES
from referee.store import Claim, Pass, StorageError, Store, files, keeping, open_database, open_file
from tests.servers.postgres import Cluster
from tests.store.positions import MADE, new

CODE = "K7QF2M"
LATER, MUCH_LATER = "2026-01-02T03:14:05.678Z", "2099-01-02T03:14:05.678Z"
SOON = 5


def held(store: Store) -> None:
    """Make a table where both seats are held."""
    new(store)
    for seat in (0, 1):
        assert store.seat(CODE, Claim(seat, f"phone {seat}", alone=True))


def seats_waiting(store: Store, code: str, now: str) -> tuple[int, ...]:
    """Return the seats that phones ask for."""
    return tuple(ask.seat for ask in store.seats.waiting(code, now))


def stands(store: Store, hash: str, now: str = MADE) -> str | None:
    """Return how it stands with a phone: "waits", "given", "other", "no" or None."""
    answer = store.seats.answer(CODE, {hash, "else"}, now)
    return None if answer is None else "given" if answer.given else answer.ended or "waits"


def number(store: Store, hash: str) -> int:
    """Return the number that a waiting phone shows."""
    [found] = [ask.number for ask in store.seats.waiting(CODE, MADE) if ask.hash == hash]
    return found


def let_in(store: Store, seat: int, number: int, now: str = MADE, by: str = "host") -> bool | None:
    """Let the phone in that asks for a seat and shows this number."""
    token = store.seats.token(CODE, by)
    assert token is not None
    return store.seats.let_in(CODE, seat, number, True, now, MUCH_LATER, token)


def test_of_two_phones_that_ask_for_a_seat_the_one_with_the_number_is_let_in(
    store: Store, opened: Callable[[], Store]
) -> None:
    held(store)
    assert seats_waiting(store, CODE, MADE) == ()
    for seat, hash in ((1, "one"), (1, "two"), (0, "three")):
        assert store.seats.ask(CODE, seat, hash, MADE, LATER)
    for each in (store, opened()):
        assert (seats_waiting(each, CODE, MADE), seats_waiting(each, "OTHERS", MADE)) == ((0, 1, 1), ())
        assert [stands(each, hash) for hash in ("one", "two", "three", "four")] == ["waits"] * 3 + [None]
    numbers = {hash: number(store, hash) for hash in ("one", "two", "three")}
    assert len({*numbers.values()}) == 3 and all(10 <= shown <= 99 for shown in numbers.values())
    assert let_in(store, 1, numbers["three"]) is None, "that number asks for another seat"
    assert let_in(store, 1, numbers["two"]) is True
    assert let_in(store, 1, numbers["two"]) is None, "it waits no longer"
    assert let_in(store, 1, numbers["one"]) is None
    assert [stands(store, hash) for hash in ("one", "two", "three")] == ["other", "given", "waits"]
    assert seats_waiting(store, CODE, MADE) == (0,)
    assert store.seat(CODE, Claim(1, "new", alone=True, shown=Pass("two", MADE), asked="two"))
    assert (store.seats.token(CODE, "phone 1"), stands(store, "two")) == (None, None)
    assert not store.seat(CODE, Claim(0, "thief", alone=True, shown=Pass("three", MADE))), "nobody let it in"


def test_who_asks_again_keeps_the_number_and_asks_for_one_seat(store: Store) -> None:
    held(store)
    store.seats.ask(CODE, 0, "one", MADE, LATER)
    before = number(store, "one")
    store.seats.ask(CODE, 0, "one", MADE, MUCH_LATER)
    assert (number(store, "one"), seats_waiting(store, CODE, LATER)) == (before, (0,))
    store.seats.ask(CODE, 1, "one at the other", MADE, LATER, ["one"])
    assert (seats_waiting(store, CODE, MADE), stands(store, "one")) == ((1,), None)
    assert let_in(store, 1, number(store, "one at the other"))
    assert stands(store, "one at the other") == "given"
    store.seats.ask(CODE, 1, "one at the other", MADE, LATER)
    assert stands(store, "one at the other") == "waits"


def test_no_two_phones_wait_with_one_number_however_many_ask(store: Store) -> None:
    held(store)
    for asks in range(90):
        assert store.seats.ask(CODE, 0, f"phone {asks}", MADE, LATER)
    assert {ask.number for ask in store.seats.waiting(CODE, MADE)} == {*range(10, 100)}
    assert not store.seats.ask(CODE, 0, "one too many", MADE, LATER)
    assert stands(store, "one too many") is None
    store.seats.turn_away(CODE, 0, number(store, "phone 7"))
    assert store.seats.ask(CODE, 0, "one too many", MADE, LATER), "a number that no longer waits is free again"
    assert store.seats.ask(CODE, 0, "later", LATER, MUCH_LATER), "and so are those whose time is over"


def test_whoever_is_seated_asks_no_longer_and_whoever_a_pass_lets_in_ends_the_others_asks(store: Store) -> None:
    held(store)
    for hash in ("one", "two"):
        store.seats.ask(CODE, 0, hash, MADE, LATER)
    assert store.seats.admit(CODE, 0, "scanned", True, LATER)
    assert store.seat(CODE, Claim(0, "new", alone=True, shown=Pass("scanned", MADE), asked="one"))
    assert (seats_waiting(store, CODE, MADE), stands(store, "one"), stands(store, "two")) == ((), None, "other")


def test_an_ask_ends_with_its_time_or_with_a_no(store: Store) -> None:
    held(store)
    store.seats.ask(CODE, 0, "one", MADE, LATER)
    shown = number(store, "one")
    assert (seats_waiting(store, CODE, LATER), stands(store, "one", LATER)) == ((), None)
    assert let_in(store, 0, shown, now=LATER) is None
    assert stands(store, "one", LATER) is None, "it came too late"
    store.seats.turn_away(CODE, 0, shown)
    assert let_in(store, 0, shown) is None
    assert (seats_waiting(store, CODE, MADE), stands(store, "one")) == ((), "no")


def test_who_was_turned_out_lets_nobody_in(store: Store) -> None:
    held(store)
    holder = store.seats.token(CODE, "phone 0")
    assert holder is not None
    store.seats.ask(CODE, 0, "one", MADE, LATER)
    store.seats.leave(CODE, holder)
    assert store.seats.let_in(CODE, 0, number(store, "one"), False, MADE, LATER, holder) is False
    assert stands(store, "one") == "waits"


def test_asks_go_with_their_time_and_with_their_table(store: Store) -> None:
    held(store)
    new(store, "AAAAAA")
    for code in (CODE, "AAAAAA"):
        store.seats.ask(code, 0, "old", MADE, LATER)
        store.seats.ask(code, 1, "good", MADE, MUCH_LATER)
    keeping.tidy(store, 0, lambda code: None)
    assert store.database.rows("SELECT code, hash FROM asks ORDER BY code") == [("AAAAAA", "good"), (CODE, "good")]
    assert store.delete(CODE)
    assert store.database.rows("SELECT code FROM asks") == [("AAAAAA",)]
    assert (seats_waiting(store, CODE, MADE), seats_waiting(store, "AAAAAA", MADE)) == ((), (1,))
    with pytest.raises(StorageError):
        store.seats.ask(CODE, 0, "late", MADE, LATER)


def test_an_ask_that_comes_while_asks_are_read_is_not_missed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    held(store)
    read = store.database.rows

    def overtaken(sql: str, *values: object) -> object:
        found = read(sql, *values)
        monkeypatch.undo()
        store.seats.ask(CODE, 0, "one", MADE, LATER)
        return found

    monkeypatch.setattr(store.database, "rows", overtaken)
    assert seats_waiting(store, CODE, MADE) == ()
    assert seats_waiting(store, CODE, MADE) == (0,)


def test_who_asks_is_read_once_and_a_table_is_shown_though_nobody_can_tell(
    store: Store, opened: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    held(store)
    store.seats.ask(CODE, 0, "one", MADE, LATER)
    assert seats_waiting(store, CODE, MADE) == (0,)
    other = opened()
    for each in (store, other):

        def silent(sql: str, *values: object) -> object:
            raise StorageError("the database does not answer")

        monkeypatch.setattr(each.database, "rows", silent)
    assert (seats_waiting(store, CODE, MADE), seats_waiting(other, CODE, MADE)) == ((0,), ())
    monkeypatch.undo()
    assert seats_waiting(other, CODE, MADE) == (0,)


@pytest.fixture
def pair(cluster: Cluster) -> Iterator[list[tuple[Store, queue.Queue[str | None]]]]:
    """Two servers' stores at one database, and what each is told."""
    address, made = cluster.address(), []
    for _ in range(2):
        store: Store = open_database(address, GAMES, connections=2)
        told: queue.Queue[str | None] = queue.Queue()
        store.watch(told.put)
        assert told.get(timeout=SOON) is None  # from here on it hears
        made.append((store, told))
    yield made
    for store, _told in made:
        store.close()


def test_what_is_asked_and_answered_at_one_server_is_known_at_the_other(
    pair: list[tuple[Store, queue.Queue[str | None]]],
) -> None:
    (here, _), (there, told) = pair
    held(here)
    assert seats_waiting(there, CODE, MADE) == ()
    here.seats.ask(CODE, 0, "one", MADE, LATER)
    assert told.get(timeout=SOON) == CODE
    assert seats_waiting(there, CODE, MADE) == (0,)
    here.seats.ask(CODE, 0, "two", MADE, MUCH_LATER)
    assert told.get(timeout=SOON) == CODE
    assert seats_waiting(there, CODE, LATER) == (0,)
    assert seats_waiting(there, CODE, MADE) == (0, 0)
    assert let_in(here, 0, number(here, "two"))
    assert told.get(timeout=SOON) == CODE
    assert seats_waiting(there, CODE, MADE) == ()
    assert (stands(there, "one"), stands(there, "two")) == ("other", "given")


def test_a_database_of_a_release_without_asks_is_brought_up_to_date(cluster: Cluster) -> None:
    address = cluster.address()
    with closing(open_database(address, GAMES, connections=2)) as store:
        held(store)
        with store.database.transaction() as run:
            run("DROP TABLE asks")
            run("DROP FUNCTION referee_tell_of_asks")
            run("DELETE FROM referee_migrations WHERE name IN ('asks', 'numbered asks')")
    with closing(open_database(address, GAMES, connections=2)) as store:
        store.seats.ask(CODE, 0, "one", MADE, LATER)
        assert (seats_waiting(store, CODE, MADE), store.seats.held(CODE)) == ((0,), {0, 1})


def test_a_file_of_a_release_without_asks_opens_comes_back_and_moves(
    store: Store, cluster: Cluster, tmp_path: Path
) -> None:
    file = tmp_path / "older.sqlite"
    with closing(files.connect(file)) as db:
        files.migrations.apply(Database(db), stop_before="asks")
        db.execute(
            "INSERT INTO tables (code, game, players, options, created) VALUES (?, ?, ?, ?, ?)",
            (CODE, "alchemicus", '["Ada","Bruno"]', "{}", MADE),
        )
        db.execute("INSERT INTO tokens (code, hash, role, seat) VALUES (?, ?, ?, ?)", (CODE, "phone 0", "seat", 0))
    store.database.restore(file)
    moved = open_database(cluster.address(), GAMES, connections=2)
    assert moved.database.move_in(file) == 1
    house = open_file(file, GAMES)
    for each in (store, moved, house):
        each.seats.ask(CODE, 0, "one", MADE, LATER)
        assert (seats_waiting(each, CODE, MADE), each.seats.held(CODE)) == ((0,), {0})
    moved.close()
    house.close()
