"""The connections of one server to its PostgreSQL database.

A library's pool would keep trying a database that is down less and less often, and let requests wait although it is
back; this one has each request try for itself.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import sql
from psycopg.pq import TransactionStatus

ANSWER_SECONDS = 3.0
"""How long a request waits for a connection, a lock or an answer before it is refused."""
SILENT = {"connect_timeout": 3, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""How soon a connection over a network is given up that answers nothing, in seconds."""


class Broken(psycopg.OperationalError):
    """A connection was lost; whether its last statement was executed is unknown."""


class Connections:
    """At most so many connections to the database at `address`, each in autocommit. Thread-safe."""

    def __init__(self, address: str, most: int):
        self._address = address
        self._free: deque[psycopg.Connection[Any]] = deque()
        self._places = threading.BoundedSemaphore(most)

    def first(self, seconds: float, prepare: Callable[[psycopg.Connection[Any]], None]) -> None:
        """Wait for the database, at most so long, and prepare it."""
        until = time.monotonic() + seconds
        while True:
            try:
                with self.one() as connection:
                    return prepare(connection)
            except psycopg.OperationalError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.5)

    @contextmanager
    def one(self, tried: bool = False) -> Iterator[psycopg.Connection[Any]]:
        """Lend a connection; with `tried`, one that answered just now. Raises Broken if it is lost meanwhile."""
        if not self._places.acquire(timeout=ANSWER_SECONDS):
            raise psycopg.OperationalError("all connections are busy")
        try:
            connection = self._next(tried)
            try:
                yield connection
            except psycopg.OperationalError as error:
                if connection.closed:
                    self.drop()  # what broke one broke others
                    raise Broken(str(error)) from error
                raise
            finally:
                if connection.closed or connection.info.transaction_status != TransactionStatus.IDLE:
                    connection.close()
                else:
                    self._free.append(connection)
        finally:
            self._places.release()

    def _next(self, tried: bool) -> psycopg.Connection[Any]:
        while True:
            try:
                connection = self._free.pop()
            except IndexError:
                return self._connect()
            if not tried or answers(connection):
                return connection
            connection.close()

    def _connect(self) -> psycopg.Connection[Any]:
        connection = psycopg.connect(self._address, autocommit=True, **SILENT)  # type: ignore[arg-type]
        connection.execute("SET synchronous_commit = on")
        for what in ("lock_timeout", "statement_timeout"):
            setting = sql.SQL("SET {} = {}").format(sql.Identifier(what), int(ANSWER_SECONDS * 1000))
            connection.execute(setting)
        return connection

    def drop(self) -> None:
        """Close all connections that nobody uses."""
        while True:
            try:
                self._free.pop().close()
            except IndexError:
                return


def without_haste(connection: psycopg.Connection[Any]) -> None:
    """Let the statements of this transaction, which no request waits for, take their time."""
    connection.execute("SET LOCAL lock_timeout = '30s'")
    connection.execute("SET LOCAL statement_timeout = 0")


def answers(connection: psycopg.Connection[Any]) -> bool:
    """Whether the database answers over this connection."""
    try:
        connection.execute("SELECT 1")
    except psycopg.OperationalError:
        return False
    return True
