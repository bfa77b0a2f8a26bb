"""What goes wrong in a house or a data centre: killed processes, full disks, locked files, a database that restarts."""

from __future__ import annotations

import contextlib
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import psycopg
import pytest

from referee.games import GAMES
from referee.store import (
    Busy,
    Claim,
    Stale,
    StorageError,
    Store,
    connections,
    database,
    files,
    open_database,
    open_file,
    postgres,
)
from tests.apps import app_with
from tests.servers.postgres import Cluster
from tests.store.positions import new, tap

ROOT = Path(__file__).resolve().parents[2]
CODE = "K7QF2M"
JSON = {"Accept": "application/json"}


def test_killed_at_any_moment_nothing_acknowledged_is_lost(place: Any, opened: Callable[[], Store]) -> None:
    new(opened())
    told: list[str] = []
    for round in range(3):
        # SQLite has one writer to a file; of PostgreSQL's, two are killed together.
        names = [f"{round}a"] if isinstance(place, Path) else [f"{round}a", f"{round}b"]
        tappers = [
            subprocess.Popen(
                [sys.executable, "-m", "tests.store.tapper", str(place), name],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                text=True,
            )
            for name in names
        ]
        firsts = []
        for tapper in tappers:
            assert tapper.stdout is not None
            firsts.append(tapper.stdout.readline())
        time.sleep(0.05 + 0.07 * round)
        for tapper in tappers:
            tapper.send_signal(signal.SIGKILL)
        for tapper, first in zip(tappers, firsts, strict=True):
            told += (first + tapper.communicate()[0]).split()
    table = opened().table(CODE)
    assert table is not None
    keys = {key for _token, key in table.keys}
    assert len(told) > 3 and set(told) - keys == set()
    assert len(keys - set(told)) <= 6  # at most the last of each was not acknowledged yet
    assert sorted(table.keys.values()) == list(range(1, table.seq + 1))


# --- SQLite --------------------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "referee.sqlite"


@pytest.fixture
def house(file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setattr(files, "BUSY_SECONDS", 0.2)
    store = open_file(file, GAMES)
    yield store
    store.close()


def test_a_full_disk_refuses_and_a_freed_one_goes_on(house: Store, file: Path) -> None:
    table = new(house)
    house.database._writer.execute("PRAGMA max_page_count = 1")  # SQLite takes what the file has now
    number = 0
    with contextlib.suppress(StorageError):
        for number in range(1, 500):
            table = tap(house, table, f"k{number}")
    assert table.seq == number - 1 < 400
    for write in (lambda: new(house, "AAAAAA", log=table.history.entries), lambda: tap(house, table, "full")):
        with pytest.raises(StorageError):
            write()
    assert house.table(CODE) is table
    house.ping()
    house.database._writer.execute("PRAGMA max_page_count = 100000")
    table = tap(house, table, "after")
    assert new(house, "BBBBBB").seq == 0
    again = open_file(file, GAMES)
    found = again.table(CODE)
    assert found is not None and found.history.entries == table.history.entries
    again.close()


def test_phones_are_told_that_nothing_was_recorded(tmp_path: Path) -> None:
    app = app_with({"DATA": str(tmp_path), "LIMITS": {}})
    the = app.extensions["referee"]
    made = (
        app.test_client().post("/tables", json={"game": "alchemicus", "players": ["Ada", "Bruno"]}, headers=JSON).json
    )
    auth = {**JSON, "Authorization": f"Bearer {made['token']}"}
    entry = {"key": "k", "seq": 0, "move": {"kind": "fame", "seat": 0, "by": 1}}
    the.store.database._writer.execute("PRAGMA query_only = ON")  # as a card does that is worn out
    for path, body in ((f"/t/{made['code']}/entries", entry), (f"/t/{made['code']}/join", {"seat": 0})):
        answer = app.test_client().post(path, json=body, headers=auth)
        assert (answer.status_code, answer.json["error"]["code"]) == (503, "storage")
    assert app.test_client().get(f"/t/{made['code']}", headers=auth).json["seq"] == 0
    the.store.database._writer.execute("PRAGMA query_only = OFF")
    answer = app.test_client().post(f"/t/{made['code']}/entries", json=entry, headers=auth)
    assert (answer.status_code, answer.json["seq"]) == (200, 1)
    the.store.close()


def test_a_file_that_may_not_grow_refuses_and_keeps_what_it_has(file: Path) -> None:
    house = open_file(file, GAMES)
    table = new(house)
    house.close()
    limit = file.stat().st_size + 40_000
    tapper = subprocess.run(
        [sys.executable, "-m", "tests.store.tapper", str(file), "k"],
        check=False,
        cwd=ROOT,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert tapper.returncode == 1 and "StorageError" in tapper.stderr.splitlines()[-1]
    told = tapper.stdout.split()
    house = open_file(file, GAMES)
    found = house.table(CODE)
    assert told and found is not None
    assert {key for _token, key in found.keys} == set(told)
    assert found.state.seats[0].fame == table.state.seats[0].fame + len(told)
    house.close()


def test_a_file_that_another_process_holds_refuses_and_can_be_read(house: Store, file: Path) -> None:
    table = new(house)
    new(house, "AAAAAA")
    house.memory.clear()
    table = house.table(CODE) or table
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    for write in (
        lambda: tap(house, table, "k"),
        lambda: house.set_closed(CODE, True),
        lambda: house.seat(CODE, Claim(0, "phone")),
        lambda: house.remember("alchemicus", "ring", []),
    ):
        with pytest.raises(StorageError):
            write()
    house.ping()
    assert house.table("AAAAAA") is not None
    other.execute("ROLLBACK")
    other.close()
    assert house.seats.token(CODE, "phone") is None
    assert tap(house, table, "k").seq == 1


def test_readers_do_not_wait_for_a_write(house: Store, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new(house)
    new(house, "AAAAAA")
    house.memory.clear()
    with house.database._writing:
        read = threading.Thread(target=lambda: (house.table("AAAAAA"), house.seats.token(CODE, "host"), house.ping()))
        read.start()
        read.join(2)
        assert not read.is_alive()


def test_what_another_process_wrote_to_the_file_is_noticed(house: Store, file: Path) -> None:
    table = new(house)
    told: SimpleQueue[str | None] = SimpleQueue()
    house.changed = told.put
    house.database.look()
    assert told.empty()
    other = open_file(file, GAMES)
    theirs = other.table(CODE)
    assert theirs is not None
    tap(other, theirs, "theirs")
    assert house.table(CODE) is table
    house.database.look()
    assert told.get_nowait() is None
    now = house.table(CODE)
    assert now is not None and now.seq == 1
    tap(house, now, "ours")
    house.database.look()
    assert told.empty()
    other.close()


def test_phones_are_told_of_it_too_when_a_tap_notices_it_first(
    house: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = new(house)
    told: SimpleQueue[str | None] = SimpleQueue()
    other = open_file(file, GAMES)
    theirs = other.table(CODE)
    assert theirs is not None
    tap(other, theirs, "theirs")
    other.close()
    house.changed = told.put
    with pytest.raises(Stale):
        tap(house, table, "ours")
    monkeypatch.setattr("referee.store.sqlite.WATCH_SECONDS", 0.05)
    house.watch(told.put)
    time.sleep(0.2)
    assert (told.get_nowait(), told.empty()) == (None, True), "once"


def test_a_file_that_is_no_database_says_so(tmp_path: Path) -> None:
    (tmp_path / "referee.sqlite").write_text("once upon a time " * 100)
    with pytest.raises(StorageError):
        open_file(tmp_path / "referee.sqlite", GAMES)


@pytest.mark.parametrize(
    ("code", "fails", "tried", "opens"),
    [
        (sqlite3.SQLITE_BUSY, 1, 2, True),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, 1, 2, True),
        (sqlite3.SQLITE_BUSY_RECOVERY, 29, 30, True),
        (sqlite3.SQLITE_ERROR, 29, 30, True),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, 30, 30, False),
        (sqlite3.SQLITE_FULL, 1, 1, False),
        (sqlite3.SQLITE_IOERR_WRITE, 1, 1, False),
    ],
)
def test_who_starts_while_others_make_the_schema_tries_again(
    file: Path, monkeypatch: pytest.MonkeyPatch, code: int, fails: int, tried: int, opens: bool
) -> None:
    apply, tries = files.migrations.apply, 0

    def contended(*asked: Any) -> None:
        nonlocal tries
        tries += 1
        if tries <= fails:
            error = sqlite3.OperationalError("others are at it")
            error.sqlite_errorcode = code
            raise error
        apply(*asked)

    monkeypatch.setattr(files.migrations, "apply", contended)
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    if opens:
        store = open_file(file, GAMES)
        assert new(store).seq == 0
        store.close()
    else:
        with pytest.raises(StorageError, match="others are at it"):
            open_file(file, GAMES)
    assert tries == tried


# --- PostgreSQL ----------------------------------------------------------------------------------------------------


@pytest.fixture
def hosted(cluster: Cluster) -> Iterator[Store]:
    store = open_database(cluster.address(), GAMES, connections=4)
    yield store
    store.close()


def test_connections_that_broke_are_made_anew(hosted: Store, cluster: Cluster) -> None:
    table = new(hosted)
    with psycopg.connect(cluster.named("postgres"), autocommit=True) as admin:
        for number in range(3):
            admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
            table = tap(hosted, table, f"k{number}")
    assert table.seq == 3


def test_an_entry_whose_answer_was_lost_is_there_once(hosted: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = new(hosted)
    fetch = postgres.fetch

    def cut(connection: psycopg.Connection[Any], text: str, *values: Any) -> Any:
        fetch(connection, text, *values)
        monkeypatch.undo()
        connection.close()
        raise psycopg.OperationalError("the connection is lost")

    monkeypatch.setattr(postgres, "fetch", cut)
    with pytest.raises(Stale):
        tap(hosted, table, "k")
    now = hosted.latest(CODE)
    assert now is not None and now.keys == {("host", "k"): 1}


def test_a_database_that_locks_refuses_and_records_nothing(hosted: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "LOCK_SECONDS", 0.2)
    hosted.database._connections.drop()
    table = new(hosted)
    with psycopg.connect(hosted.database.address) as other:
        other.execute("LOCK entries IN EXCLUSIVE MODE")
        with pytest.raises(Busy):
            tap(hosted, table, "k")
        other.rollback()
    now = hosted.latest(CODE)
    assert now is table
    assert tap(hosted, table, "k").seq == 1


def test_a_database_that_is_slow_refuses_in_time(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "ANSWER_SECONDS", 0.1)
    hosted = open_database(cluster.address(), GAMES, connections=2)
    table = new(hosted)
    with psycopg.connect(hosted.database.address, autocommit=True) as admin:
        wait = "BEGIN PERFORM pg_sleep(5); RETURN NEW; END"
        admin.execute(f"CREATE FUNCTION stall() RETURNS trigger LANGUAGE plpgsql AS '{wait}'")  # type: ignore[arg-type]
        admin.execute("CREATE TRIGGER stall BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION stall()")
        with pytest.raises(StorageError) as refused:
            tap(hosted, table, "k")
        assert not isinstance(refused.value, Busy)
        admin.execute("DROP TRIGGER stall ON entries")
    assert tap(hosted, table, "k").keys == {("host", "k"): 1}
    hosted.close()


def test_a_server_whose_connections_are_all_busy_refuses_in_time(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosted = open_database(cluster.address(), GAMES, connections=1)
    table = new(hosted)
    monkeypatch.setattr(database, "TURN_SECONDS", 0.1)
    with hosted.database._connections.one():
        with pytest.raises(Busy):
            tap(hosted, table, "k")
        with pytest.raises(Busy):
            hosted.ping()
    assert tap(hosted, table, "k").seq == 1
    hosted.close()


def test_writes_leave_connections_to_pages(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    hosted = open_database(cluster.address(), GAMES, connections=4)
    table = new(hosted)
    monkeypatch.setattr(database, "TURN_SECONDS", 0.1)
    lend = hosted.database._connections.to_write
    with lend(), lend(), lend():
        with pytest.raises(Busy):
            tap(hosted, table, "k")
        hosted.ping()
    hosted.close()


def test_a_database_that_stops_refuses_and_one_that_is_back_goes_on(
    cluster: Cluster, request: pytest.FixtureRequest
) -> None:
    hosted = open_database(cluster.address(), GAMES, connections=2)
    request.addfinalizer(hosted.close)
    heard = threading.Event()
    hosted.watch(lambda code: heard.set() if code is None else None)
    assert heard.wait(20)
    table = tap(hosted, new(hosted), "before")
    cluster.stop()
    try:
        with pytest.raises(StorageError):
            tap(hosted, table, "meanwhile")
        with pytest.raises(StorageError):
            hosted.ping()
        assert hosted.table(CODE) is table  # streams go on with what is known
        heard.clear()
    finally:
        cluster.start()
    assert heard.wait(20)
    now = hosted.latest(CODE)
    assert now is not None and now.history.entries == table.history.entries
    assert tap(hosted, now, "meanwhile").seq == 2
