"""A phone that asks for a seat which others hold is kept in the database, until it is answered or its time is over."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from referee.games import GAMES
from referee.store import KeptAsk, Pass, StorageError, Store, files, keeping, open_database, open_file
from tests.servers.postgres import Cluster
from tests.store.positions import MADE, new

CODE = "K7QF2M"
LATER, MUCH_LATER = "2026-01-02T03:14:05.678Z", "2099-01-02T03:14:05.678Z"
SOON = 5


def held(store: Store) -> None:
    """Make a table where both seats are held."""
    new(store)
    for seat in (0, 1):
        assert store.seat(CODE, seat, f"phone {seat}", alone=True)


def let_in(store: Store, seat: int, now: str = MADE, by: str = "host") -> bool:
    """Let the phone in that asks for a seat."""
    token = store.token(CODE, by)
    assert token is not None
    return store.seats.let_in(CODE, seat, True, now, MUCH_LATER, token)


def test_the_phone_that_asked_last_for_a_seat_is_let_in_to_it(store: Store, opened: Callable[[], Store]) -> None:
    held(store)
    assert store.seats.waiting(CODE, MADE) == ()
    for seat, hash in ((1, "one"), (1, "two"), (0, "three")):
        store.seats.ask(CODE, KeptAsk(seat, hash, LATER))
    for each in (store, opened()):
        assert (each.seats.waiting(CODE, MADE), each.seats.waiting("OTHERS", MADE)) == ((0, 1), ())
        assert each.seats.answer(CODE, {"one"}, MADE) is None
        assert each.seats.answer(CODE, {"two", "else"}, MADE) == ("two", False)
    assert let_in(store, 1)
    assert store.seats.waiting(CODE, MADE) == (0,)
    assert store.seats.answer(CODE, {"two"}, MADE) == ("two", True)
    assert store.seat(CODE, 1, "new", alone=True, shown=Pass("two", MADE))
    assert (store.token(CODE, "phone 1"), store.seats.answer(CODE, {"two"}, MADE)) == (None, None)
    assert not store.seat(CODE, 0, "thief", alone=True, shown=Pass("three", MADE)), "nobody let it in"


def test_an_ask_ends_with_its_time_or_with_a_no(store: Store) -> None:
    held(store)
    store.seats.ask(CODE, KeptAsk(0, "one", LATER))
    assert (store.seats.waiting(CODE, LATER), store.seats.answer(CODE, {"one"}, LATER)) == ((), None)
    assert let_in(store, 0, now=LATER)
    assert store.seats.answer(CODE, {"one"}, LATER) is None, "it came too late"
    store.seats.ask(CODE, KeptAsk(0, "one", LATER))
    store.seats.turn_away(CODE, 0)
    assert let_in(store, 0)
    assert (store.seats.waiting(CODE, MADE), store.seats.answer(CODE, {"one"}, MADE)) == ((), None)


def test_who_was_turned_out_lets_nobody_in(store: Store) -> None:
    held(store)
    holder = store.token(CODE, "phone 0")
    assert holder is not None
    store.seats.ask(CODE, KeptAsk(0, "one", LATER))
    store.leave(CODE, holder)
    assert not store.seats.let_in(CODE, 0, False, MADE, LATER, holder)
    assert store.seats.answer(CODE, {"one"}, MADE) == ("one", False)


def test_asks_go_with_their_time_and_with_their_table(store: Store) -> None:
    held(store)
    new(store, "AAAAAA")
    for code in (CODE, "AAAAAA"):
        store.seats.ask(code, KeptAsk(0, "old", LATER))
        store.seats.ask(code, KeptAsk(1, "good", MUCH_LATER))
    keeping.tidy(store, 0, lambda code: None)
    assert store.database.rows("SELECT code, hash FROM asks ORDER BY code") == [("AAAAAA", "good"), (CODE, "good")]
    assert store.delete(CODE)
    assert store.database.rows("SELECT code FROM asks") == [("AAAAAA",)]
    assert (store.seats.waiting(CODE, MADE), store.seats.waiting("AAAAAA", MADE)) == ((), (1,))
    with pytest.raises(StorageError):
        store.seats.ask(CODE, KeptAsk(0, "late", LATER))


def test_an_ask_that_comes_while_asks_are_read_is_not_missed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    held(store)
    read = store.database.rows

    def overtaken(sql: str, *values: object) -> object:
        found = read(sql, *values)
        monkeypatch.undo()
        store.seats.ask(CODE, KeptAsk(0, "one", LATER))
        return found

    monkeypatch.setattr(store.database, "rows", overtaken)
    assert store.seats.waiting(CODE, MADE) == ()
    assert store.seats.waiting(CODE, MADE) == (0,)


def test_who_asks_is_read_once_and_a_table_is_shown_though_nobody_can_tell(
    store: Store, opened: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    held(store)
    store.seats.ask(CODE, KeptAsk(0, "one", LATER))
    assert store.seats.waiting(CODE, MADE) == (0,)
    other = opened()
    for each in (store, other):

        def silent(sql: str, *values: object) -> object:
            raise StorageError("the database does not answer")

        monkeypatch.setattr(each.database, "rows", silent)
    assert (store.seats.waiting(CODE, MADE), other.seats.waiting(CODE, MADE)) == ((0,), ())
    monkeypatch.undo()
    assert other.seats.waiting(CODE, MADE) == (0,)


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
    assert there.seats.waiting(CODE, MADE) == ()
    here.seats.ask(CODE, KeptAsk(0, "one", LATER))
    assert told.get(timeout=SOON) == CODE
    assert there.seats.waiting(CODE, MADE) == (0,)
    here.seats.ask(CODE, KeptAsk(0, "two", MUCH_LATER))
    assert told.get(timeout=SOON) == CODE
    assert there.seats.waiting(CODE, LATER) == (0,)
    assert let_in(here, 0)
    assert told.get(timeout=SOON) == CODE
    assert there.seats.waiting(CODE, MADE) == ()
    assert there.seats.answer(CODE, {"two"}, MADE) == ("two", True)


def test_a_database_of_a_release_without_asks_is_brought_up_to_date(cluster: Cluster) -> None:
    address = cluster.address()
    with closing(open_database(address, GAMES, connections=2)) as store:
        held(store)
        with store.database.transaction() as run:
            run("DROP TABLE asks")
            run("DROP FUNCTION referee_tell_of_asks")
            run("DELETE FROM referee_migrations WHERE name = 'asks'")
    with closing(open_database(address, GAMES, connections=2)) as store:
        store.seats.ask(CODE, KeptAsk(0, "one", LATER))
        assert (store.seats.waiting(CODE, MADE), store.held(CODE)) == ((0,), {0, 1})


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
    store.restore(file)
    moved = open_database(cluster.address(), GAMES, connections=2)
    assert moved.database.move_in(file) == 1
    house = open_file(file, GAMES)
    for each in (store, moved, house):
        each.seats.ask(CODE, KeptAsk(0, "one", LATER))
        assert (each.seats.waiting(CODE, MADE), each.held(CODE)) == ((0,), {0})
    moved.close()
    house.close()
