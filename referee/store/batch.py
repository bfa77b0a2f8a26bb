"""Entries of several tables that are recorded as one: a single sync makes all of them durable."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Protocol

from referee.store.rows import Table


class NotAtOnce(BaseException):
    """Work that a batch cannot do without waiting, or besides recording entries. Whoever asked is to be answered in a
    thread of their own. No error of the app's: nothing there catches it."""


class Committing(Protocol):
    """The connection on which a batch is recorded, held until it is released."""

    def commit(self) -> None:
        """Make it durable. Raises StorageError if nothing of it is."""

    def release(self) -> None:
        """Let go of the connection; what was not committed is taken back."""


class Batch:
    """The entries that one thread records together.

    What that thread does `with` the batch belongs to it: inserts wait for `commit`, and what would have to wait for
    something raises NotAtOnce. Then `commit`, in any thread, or `give_up`; and `finish` after a commit.
    """

    def __init__(self, connection: Committing):
        self.inserted = 0
        self.recorded: list[Table] = []
        """The tables as they stand once the batch is durable."""
        self._connection = connection
        self._thread = 0
        self._then: list[Callable[[], object]] = []
        self._last: list[Callable[[], object]] = []

    def __enter__(self) -> Batch:
        self._thread = threading.get_ident()
        return self

    def __exit__(self, *_exception: object) -> None:
        self._thread = 0

    @property
    def mine(self) -> bool:
        """Whether what this thread does just now belongs to the batch."""
        return self._thread == threading.get_ident()

    def then(self, call: Callable[[], object], last: bool = False) -> None:
        """Call it once all is durable, or (`last`) once all were answered."""
        (self._last if last else self._then).append(call)

    def commit(self) -> None:
        """Make everything durable with one sync, then do what waits for that. Raises StorageError if nothing of it is
        durable; nothing is done then."""
        try:
            self._connection.commit()
            called(self._then)
        finally:
            self._connection.release()

    def give_up(self) -> None:
        """Record nothing of it."""
        self._connection.release()

    def finish(self) -> None:
        """Do what is done last."""
        called(self._last)


def called(calls: list[Callable[[], object]]) -> None:
    """Make these calls; one that fails is logged, as what was recorded stays so."""
    for call in calls:
        try:
            call()
        except Exception:
            logging.getLogger(__name__).exception("after entries were recorded")
