"""Two servers at one database tell each other what changed, and a house moves in."""

from __future__ import annotations

import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask

from referee.games import GAMES
from referee.history import Entry
from referee.store import Claim, Pass, Stale, Stamped, StorageError, open_database, open_file
from referee.store.rows import ADD_ENTRY, COLUMNS, entry_row
from referee.store.tables import ADD_ANY, SEAT_EVENTS, SET_OPTIONS
from tests.apps import app_with
from tests.servers.postgres import Cluster
from tests.store.positions import MADE, RINGS, fame, new, tap, turned

CODE = "K7QF2M"
SOON = 5


class Server:
    """One of several: its store, what it was told, and the statements with which it asked."""

    def __init__(self, address: str):
        self.store = open_database(address, GAMES, connections=4)
        self.told: queue.Queue[str | None] = queue.Queue()
        self.asked: list[tuple[str, tuple[Any, ...]]] = []
        ask = self.store.database.rows

        def listening(text: str, *values: Any) -> Any:
            self.asked.append((text, values))
            return ask(text, *values)

        self.store.database.rows = listening  # type: ignore[method-assign]
        self.store.watch(self.told.put)
        assert self.told.get(timeout=SOON) is None  # from here on it hears


@pytest.fixture
def pair(cluster: Cluster) -> Iterator[tuple[Server, Server]]:
    address = cluster.address()
    one, other = Server(address), Server(address)
    yield one, other
    one.store.close()
    other.store.close()


def test_an_entry_here_is_known_there(pair: tuple[Server, Server]) -> None:
    here, there = pair
    table = tap(here.store, new(here.store), "one")
    assert there.told.get(timeout=SOON) == CODE
    known = there.store.table(CODE)
    there.asked.clear()
    after = tap(here.store, table, "two", move=fame(4))
    assert there.told.get(timeout=SOON) == CODE
    now = there.store.table(CODE)
    assert now is not None and known is not None
    assert (now.seq, now.state, now.keys) == (2, after.state, after.keys)
    assert now.history.last is not None and now.history.last.before is known.history.last  # nothing was replayed
    assert [values for _text, values in there.asked] == [(1, CODE)]  # and only what is new was asked for


def test_a_server_asks_nothing_about_its_own_entries(pair: tuple[Server, Server]) -> None:
    here, there = pair
    table = new(here.store)
    there.store.table(CODE)
    here.asked.clear()
    for number in range(5):
        table = tap(here.store, table, f"k{number}")
        there.told.get(timeout=SOON)
    assert [text for text, _values in here.asked if "INSERT" not in text] == []
    assert here.told.empty()
    assert here.store.table(CODE) is table


def test_a_request_sees_what_another_server_acknowledged_though_nobody_told(cluster: Cluster) -> None:
    address = cluster.address()
    here, deaf = (open_database(address, GAMES, connections=2) for _ in range(2))
    table = new(here)
    old = deaf.latest(CODE)
    assert old is not None and deaf.latest(CODE) is old
    after = tap(here, table, "one")
    assert deaf.table(CODE) is old
    now = deaf.latest(CODE)
    assert now is not None and now.history.entries == after.history.entries
    here.set_closed(CODE, True)
    closed = deaf.latest(CODE)
    assert closed is not None and closed.closed and closed.history is now.history
    here.close()
    deaf.close()


def test_an_entry_of_a_newer_release_there_deafens_nobody(pair: tuple[Server, Server]) -> None:
    here, there = pair
    new(here.store, "AAAAAA")
    table = new(here.store)
    assert there.store.latest("AAAAAA") is not None
    with here.store.database.transaction() as run:
        run(ADD_ANY, "AAAAAA", 1, MADE, 0, '{"kind":"pilgrimage","seat":0}', None, 0, 2, 0, "phone", '"k"')
    tap(here.store, table, "one")
    assert there.told.get(timeout=SOON) == CODE


def test_closing_following_revoking_and_remembering_here_is_known_there(pair: tuple[Server, Server]) -> None:
    here, there = pair
    new(here.store)
    there.store.table(CODE)
    here.store.set_closed(CODE, True)
    assert there.told.get(timeout=SOON) == CODE
    table = there.store.table(CODE)
    assert table is not None and table.closed
    here.store.set_successor(CODE, "AAAAAA")
    assert there.told.get(timeout=SOON) == CODE
    table = there.store.table(CODE)
    assert table is not None and (table.successor, table.closed) == ("AAAAAA", True)

    here.store.seat(CODE, Claim(0, "old"))
    assert there.store.seats.token(CODE, "old") is not None
    here.store.seats.admit(CODE, 0, "pass", True, "2026-01-02T03:14:05.678Z")
    here.store.seat(CODE, Claim(0, "new", alone=True, shown=Pass("pass", MADE)))
    for _what in ("the old token is gone", "the log tells of the new phone"):
        assert there.told.get(timeout=SOON) == CODE
    assert there.store.seats.token(CODE, "old") is None
    new_phone = there.store.seats.token(CODE, "new")
    assert new_phone is not None
    here.store.seats.leave(CODE, new_phone)
    assert there.told.get(timeout=SOON) == CODE
    assert there.store.seats.token(CODE, "new") is None

    assert there.store.remembered("alchemicus") == {}
    here.store.remember("alchemicus", "ring", RINGS[0])
    here.store.set_closed(CODE, False)
    assert there.told.get(timeout=SOON) == CODE  # told in the order in which it happened
    assert there.store.remembered("alchemicus") == {"ring": RINGS[0]}


def test_a_table_set_up_anew_here_is_known_there(pair: tuple[Server, Server]) -> None:
    here, there = pair
    table = new(here.store)
    assert there.store.table(CODE) is not None
    assert here.store.set_options(CODE, turned(table))
    for server in pair:
        assert server.told.get(timeout=SOON) == CODE
        now = server.store.table(CODE)
        assert now is not None and now.options.ring == now.state.rules.ring == turned(table).ring
    assert tap(there.store, now, "one").seq == 1
    assert not here.store.set_options(CODE, table.options)


def test_a_request_sees_a_table_set_up_anew_though_nobody_told(cluster: Cluster) -> None:
    address = cluster.address()
    here, deaf = (open_database(address, GAMES, connections=2) for _ in range(2))
    table = new(here)
    old = deaf.latest(CODE)
    assert old is not None
    assert here.set_options(CODE, turned(table))
    with pytest.raises(Stale):
        tap(deaf, old, "judged by the old board")
    now = deaf.latest(CODE)
    assert now is not None and (now.seq, now.options.ring, deaf.latest(CODE)) == (0, turned(table).ring, now)
    after = tap(deaf, now, "one")
    assert after.state.rules.ring == turned(table).ring
    here.close()
    deaf.close()


@pytest.mark.parametrize("first", ["the entry", "the board"])
def test_the_first_entry_and_a_new_board_wait_for_each_other(cluster: Cluster, first: str) -> None:
    """Whichever comes first counts, though it is not there for others to see before it is whole."""
    address = cluster.address()
    here, there = (open_database(address, GAMES, connections=2) for _ in range(2))
    table, came = new(here), threading.Event()
    seen = there.table(CODE)
    assert seen is not None
    done: list[Any] = []

    def other() -> None:
        came.set()
        try:
            done.append(there.set_options(CODE, turned(table)) if first == "the entry" else tap(there, seen, "one"))
        except Stale as stale:
            done.append(stale)

    thread = threading.Thread(target=other)
    with here.database.transaction() as run:
        if first == "the entry":
            row = entry_row(CODE, Stamped(Entry(1, MADE, None, fame()), "t", "k"))
            assert run(f"{ADD_ENTRY} FOR SHARE RETURNING seq", *row, CODE, table.setup)
        else:
            here.database.lock(run, CODE)
            assert run(SET_OPTIONS, msgspec.json.encode(turned(table)).decode(), CODE, *SEAT_EVENTS)
        thread.start()
        assert came.wait(SOON)
        thread.join(0.3)
        assert done == []
    thread.join(SOON)
    now = there.latest(CODE)
    assert now is not None
    if first == "the entry":
        assert (done, now.seq, now.options) == ([False], 1, table.options)
    else:
        assert isinstance(done[0], Stale) and (now.seq, now.options) == (0, turned(table))
    here.close()
    there.close()


def test_of_two_servers_one_has_the_seat_and_one_the_next_entry(pair: tuple[Server, Server]) -> None:
    here, there = pair
    new(here.store)
    assert here.store.seat(CODE, Claim(0, "first", alone=True))
    assert not there.store.seat(CODE, Claim(0, "second", alone=True))


def test_what_is_acknowledged_is_durable_whatever_the_database_is_set_to(cluster: Cluster) -> None:
    store = open_database(cluster.address() + "%20-csynchronous_commit%3Doff", GAMES, connections=1)
    assert store.database.rows("SHOW synchronous_commit") == [("on",)]
    store.close()


# --- moving in -----------------------------------------------------------------------------------------------------


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A house's file with something of everything, its server stopped."""
    file = tmp_path / "referee.sqlite"
    store = open_file(file, GAMES)
    table = new(store)
    for number in range(30):
        table = tap(store, table, f"k{number}\0", move=fame(1, number % 2))
    new(store, "AAAAAA")
    store.set_closed("AAAAAA", True)
    store.seat(CODE, Claim(0, "phone"))
    store.seats.admit(CODE, 0, "pass", True, "2026-01-02T03:14:05.678Z")
    store.seats.ask(CODE, 0, "asked", MADE, "2026-01-02T03:14:05.678Z")
    store.remember("alchemicus", "ring", RINGS[0])
    store.close()
    return file


@pytest.fixture
def apps() -> Iterator[Callable[..., Flask]]:
    made: list[Flask] = []

    def make(**config: Any) -> Flask:
        made.append(app_with({"TESTING": True, "LIMITS": {}, **config}))
        return made[-1]

    yield make
    for app in made:
        app.extensions["referee"].store.close()


def whole(store: Any) -> dict[str, Any]:
    return {
        table: sorted(store.database.rows(f"SELECT {', '.join(columns)} FROM {table}"), key=repr)
        for table, columns in COLUMNS.items()
    }


def test_a_house_moves_in_whole_and_once(cluster: Cluster, house: Path, apps: Callable[..., Flask]) -> None:
    before = apps(DATA=str(house.parent))
    exports = {code: before.test_client().get(f"/t/{code}/export").get_data() for code in (CODE, "AAAAAA")}
    kept = whole(before.extensions["referee"].store)
    hosted = apps(DATA=str(house.parent), DATABASE=cluster.address())
    move = hosted.test_cli_runner()

    # Its server still runs: what it would still write were lost.
    busy = move.invoke(args=["move-to-postgres"])
    assert busy.exit_code == 1 and "Is the server stopped?" in busy.output
    assert hosted.test_client().get(f"/t/{CODE}").status_code == 404

    before.extensions["referee"].store.close()
    done = move.invoke(args=["move-to-postgres"])
    assert done.exit_code == 0 and done.output.startswith("Tables moved: 2.")
    assert whole(hosted.extensions["referee"].store) == kept
    # It knows how much is there, and plans by it.
    counted = "SELECT reltuples FROM pg_class WHERE oid = CAST('entries' AS regclass)"
    assert hosted.extensions["referee"].store.database.rows(counted) == [(len(kept["entries"]),)]
    assert exports == {code: hosted.test_client().get(f"/t/{code}/export").get_data() for code in exports}

    again = move.invoke(args=["move-to-postgres", str(house)])
    assert again.exit_code == 1 and "already" in again.output
    assert whole(hosted.extensions["referee"].store) == kept
    with closing(open_file(house, GAMES)) as left:
        assert left.table(CODE) is not None


def test_a_move_says_where_to_and_from_what(
    cluster: Cluster, house: Path, tmp_path: Path, apps: Callable[..., Flask]
) -> None:
    nowhere = apps(DATA=str(tmp_path / "other"), DATABASE="").test_cli_runner()
    asked = nowhere.invoke(args=["move-to-postgres", str(house)])
    assert asked.exit_code == 2 and "DATABASE_URL" in asked.output

    broken = tmp_path / "broken.sqlite"
    broken.write_text("once upon a time " * 100)
    hosted = apps(DATA=str(tmp_path), DATABASE=cluster.address())
    refused = hosted.test_cli_runner().invoke(args=["move-to-postgres", str(broken)])
    assert refused.exit_code == 1 and "Nothing was moved" in refused.output
    assert not any(whole(hosted.extensions["referee"].store).values())


def test_a_move_that_breaks_in_the_middle_moved_nothing(cluster: Cluster, house: Path) -> None:
    with sqlite3.connect(house) as file:
        file.execute("PRAGMA foreign_keys = OFF")
        file.execute("INSERT INTO entries (code, seq, at, move, token, key) VALUES ('NOBODY', 1, '', '{}', '', '')")
    file.close()
    hosted = open_database(cluster.address(), GAMES, connections=2)
    with pytest.raises(StorageError):
        hosted.database.move_in(house)
    assert not any(whole(hosted).values())
    hosted.close()


def test_a_server_that_hears_nothing_asks_again_whose_token_it_is(cluster: Cluster) -> None:
    address = cluster.address()
    here, deaf = (open_database(address, GAMES, connections=2) for _ in range(2))
    new(here)
    here.seat(CODE, Claim(0, "old"))
    deaf.database._listener = threading.current_thread()
    assert deaf.seats.token(CODE, "old") is not None
    here.seats.admit(CODE, 0, "pass", True, "2026-01-02T03:14:05.678Z")
    here.seat(CODE, Claim(0, "new", alone=True, shown=Pass("pass", MADE)))
    assert deaf.seats.token(CODE, "old") is not None, "for a moment, until it is told"
    deaf.database._heard -= 60
    assert deaf.seats.token(CODE, "old") is None
    deaf.database._listener = None
    here.close()
    deaf.close()
