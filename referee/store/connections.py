"""The connections of one server to its PostgreSQL database, each statement with a deadline of our own.

The database keeps time limits too, but one that hangs keeps none. A library's pool would keep trying a database that
is down less and less often, and let requests wait although it is back; here each request tries for itself.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import psycopg
from psycopg import sql
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus

from referee.store import database
from referee.store.database import Busy

ANSWER_SECONDS = 1.8
"""The time the database may take for a statement before it refuses by itself."""
LOCK_SECONDS = 1.6
"""The time a statement waits for another server's lock; less than that, or PostgreSQL would not tell the two apart."""
HANG_SECONDS = 2.0
"""The time a request waits for all answers on its connection before the connection is given up."""
LOOK_SECONDS = 0.25
"""The interval at which a request that waits for a connection looks whether the database hangs."""
SILENT = {"connect_timeout": 2, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""The time after which a connection over a network is given up that answers nothing, in seconds."""

Answer = TypeVar("Answer")


class Broken(psycopg.OperationalError):
    """A connection was lost; whether its last statement was executed is unknown."""


class Connection(psycopg.Connection[Any]):
    """A connection that is closed when the database has not answered by `until` (None: it may take its time)."""

    until: float | None = None

    def wait(self, gen: PQGen[Answer], interval: float = 0.1, timeout: float | None = None) -> Answer:
        if self.until is not None:
            timeout = max(0.0, self.until - time.monotonic())
        try:
            return super().wait(gen, interval, timeout)
        except psycopg.OperationalError:
            if self.late:
                self.close()
            raise

    @property
    def late(self) -> bool:
        """Whether the database should have answered by now."""
        return self.until is not None and time.monotonic() >= self.until

    def without_haste(self) -> None:
        """Let the statements of this transaction, which no request waits for, take their time."""
        self.until = None
        self.execute("SET LOCAL lock_timeout = '30s'")
        self.execute("SET LOCAL statement_timeout = 0")

    def answers(self) -> bool:
        """Whether the database answers over this connection."""
        try:
            self.execute("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True


class Connections:
    """At most so many connections to the database at `address`, each in autocommit. Thread-safe."""

    def __init__(self, address: str, most: int):
        self.hanging = False
        """Whether the database is known to hang: nobody waits for it then."""
        self._address = address
        self._free: deque[Connection] = deque()
        self._places = threading.BoundedSemaphore(most)
        self._writers = threading.BoundedSemaphore(max(1, most * 3 // 4))
        """Writes leave some connections to pages: they may have to wait for other servers' locks."""

    def first(self, seconds: float, prepare: Callable[[Connection], None]) -> None:
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
    def one(self, tried: bool = False) -> Iterator[Connection]:
        """Lend a connection; with `tried`, one that answered just now. Raises Broken if it is lost meanwhile, Busy if
        none is free in time."""
        with self._in_turn(self._places), self._lent(tried) as connection:
            yield connection

    @contextmanager
    def to_write(self, tried: bool = False) -> Iterator[Connection]:
        """Lend a connection to write over, as `one` does."""
        with self._in_turn(self._writers), self.one(tried) as connection:
            yield connection

    @contextmanager
    def _in_turn(self, places: threading.Semaphore) -> Iterator[None]:
        until = time.monotonic() + database.TURN_SECONDS
        while True:
            if self.hanging:
                raise psycopg.OperationalError("the database does not answer")
            wait = until - time.monotonic()
            if places.acquire(timeout=max(0, min(LOOK_SECONDS, wait))):
                break
            if wait <= 0:
                raise Busy("all connections are busy")
        try:
            yield
        finally:
            places.release()

    @contextmanager
    def _lent(self, tried: bool) -> Iterator[Connection]:
        until = time.monotonic() + HANG_SECONDS
        connection = self._next(tried, until)
        try:
            yield connection
        except psycopg.OperationalError as error:
            if connection.closed and not connection.late:
                self.drop()  # what broke one broke others
                raise Broken(str(error)) from error
            raise
        finally:
            connection.until = None
            if connection.closed or connection.info.transaction_status != TransactionStatus.IDLE:
                connection.close()
            else:
                self._free.append(connection)

    def _next(self, tried: bool, until: float) -> Connection:
        while True:
            try:
                connection = self._free.pop()
            except IndexError:
                return self._connect(until)
            connection.until = until
            if not tried or connection.answers():
                return connection
            connection.close()

    def _connect(self, until: float) -> Connection:
        connection = connect(self._address, until)
        connection.execute("SET synchronous_commit = on")
        for what, seconds in (("lock_timeout", LOCK_SECONDS), ("statement_timeout", ANSWER_SECONDS)):
            setting = sql.SQL("SET {} = {}").format(sql.Identifier(what), int(seconds * 1000))
            connection.execute(setting)
        return connection

    def drop(self) -> None:
        """Close all connections that nobody uses."""
        while True:
            try:
                self._free.pop().close()
            except IndexError:
                return


def connect(address: str, until: float) -> Connection:
    """Connect to the database, in autocommit."""
    connection = Connection.connect(address, autocommit=True, **SILENT)  # type: ignore[arg-type]
    connection.until = until
    return connection
