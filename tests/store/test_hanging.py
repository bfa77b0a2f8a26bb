"""A database that hangs: whoever asks is refused in time, by a clock of our own, and what needs none goes on."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from referee.games import GAMES
from referee.store import StorageError, Store, connections, open_database
from tests.servers.postgres import Cluster
from tests.servers.server import GUNICORN, Server
from tests.store.positions import new, tap

CODE = "K7QF2M"
IN_TIME = 9.0
"""Sooner than a phone, or a test, gives its request up."""
MARGIN = 3.0
"""How much later a busy machine may be."""


def family(pid: int) -> list[int]:
    """Return the process and its children."""
    return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


@contextlib.contextmanager
def frozen(cluster: Cluster) -> Iterator[None]:
    """Stop every process of the database, as a host does that is overloaded or cut off."""
    stopped = family(cluster.process.pid)
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in stopped:
            os.kill(pid, signal.SIGCONT)


@pytest.fixture
def hosted(cluster: Cluster) -> Iterator[Store]:
    store = open_database(cluster.address(), GAMES, connections=4)
    yield store
    store.close()


def refused(ask: Callable[[], object]) -> float:
    """Return after how many seconds the store refused."""
    begin = time.monotonic()
    with pytest.raises(StorageError):
        ask()
    return time.monotonic() - begin


def test_a_database_that_hangs_is_given_up_in_time(cluster: Cluster, hosted: Store) -> None:
    table = tap(hosted, new(hosted), "before")
    with frozen(cluster):
        assert refused(lambda: tap(hosted, table, "meanwhile")) < connections.HANG_SECONDS + MARGIN
        assert refused(hosted.ping) < connections.HANG_SECONDS + MARGIN
        assert (
            refused(lambda: hosted.seats.leave(CODE, hosted.seats.token(CODE, "host")))
            < 2 * connections.HANG_SECONDS + MARGIN
        )
        assert hosted.table(CODE) is table
    now = hosted.latest(CODE)
    assert now is not None and tap(hosted, now, "after").keys[("host", "after")] == now.seq + 1


def test_while_it_hangs_nobody_else_waits(cluster: Cluster, hosted: Store) -> None:
    heard = threading.Event()
    hosted.watch(lambda code: heard.set() if code is None else None)
    assert heard.wait(20)
    table = tap(hosted, new(hosted), "before")
    known = hosted.seats.token(CODE, "host")
    with frozen(cluster):
        until = time.monotonic() + 20
        while not hosted.database._connections.hanging:  # the listening thread finds out by itself
            assert time.monotonic() < until
            time.sleep(0.05)
        assert refused(lambda: tap(hosted, table, "meanwhile")) < connections.HANG_SECONDS
        assert refused(hosted.ping) < connections.HANG_SECONDS
        assert hosted.seats.token(CODE, "host") == known, "phones keep what they show"
        heard.clear()
    assert heard.wait(20)
    now = hosted.latest(CODE)
    assert now is not None and tap(hosted, now, "after").seq == now.seq + 1


def test_a_server_answers_whatever_needs_no_database(cluster: Cluster) -> None:
    with Server(None, GUNICORN, DATABASE_URL=cluster.address(), REFEREE_THREADS="8") as server:
        code, token = server.new_table()

        def timed(ask: Callable[[], tuple[int, object]]) -> tuple[int, float]:
            begin = time.monotonic()
            return ask()[0], time.monotonic() - begin

        def write(key: int) -> tuple[int, float]:
            return timed(lambda: server.tap(code, token, f"k{key}", seq=0))

        with frozen(cluster), ThreadPoolExecutor(16) as pool:
            writers = [pool.submit(write, key) for key in range(12)]
            others = [pool.submit(timed, lambda path=path: server.send("GET", path)) for path in ("/healthz", "/rules")]
            answers = [each.result() for each in writers]
            health, rules = (each.result() for each in others)
            later = timed(lambda: server.send("GET", "/healthz"))
        assert {status for status, _seconds in answers} == {503}
        assert max(seconds for _status, seconds in [*answers, health, rules, later]) < IN_TIME
        assert (health[0], rules[0], later[0]) == (503, 200, 503)
        for _ in range(50):
            if server.send("GET", "/healthz")[0] == 200:
                break
            time.sleep(0.1)
        assert server.tap(code, token, "after", seq=server.json("GET", f"/t/{code}")["seq"])[0] == 200
