"""Entries of several requests that are recorded as one: a single sync makes all of them durable."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from referee.store.rows import Table


class NotAtOnce(BaseException):
    """Work that cannot be kept in a draft: it reads what is not known here, or writes something else than entries.
    Whoever asked is to be answered by a thread of their own. No error of the app's: nothing there catches it."""


class Draft:
    """What one request enters, kept so that it can be recorded with what others enter (Store.record).

    What a thread does `with` a draft belongs to it: an entry is decided about and answered, and nothing is written.
    """

    def __init__(self) -> None:
        self.table: Table | None = None
        """The table as it will stand; None as long as nothing is entered."""
        self.durable = False
        self.insert: Callable[[], bool] = lambda: True
        """Inserts it, where others write to the same transaction; returns False if others came first."""
        self._then: list[Callable[[], object]] = []
        self._last: list[Callable[[], object]] = []

    def __enter__(self) -> Draft:
        _own.draft = self
        return self

    def __exit__(self, *_exception: object) -> None:
        _own.draft = None

    def enter(self, table: Table, insert: Callable[[], bool]) -> None:
        """Keep an entry after which the `table` stands so."""
        self.table, self.insert = table, insert

    def then(self, call: Callable[[], object], last: bool = False) -> None:
        """Call it once all is durable, or (`last`) once that was answered."""
        (self._last if last else self._then).append(call)

    def recorded(self) -> None:
        """Do what waits until it is durable."""
        self.durable = True
        called(self._then)

    def finish(self) -> None:
        """Do what is done last."""
        called(self._last)


class _Own(threading.local):
    draft: Draft | None = None


_own = _Own()


def own_draft() -> Draft | None:
    """Return the draft to which what this thread does belongs."""
    return _own.draft


def called(calls: list[Callable[[], object]]) -> None:
    """Make these calls; one that fails is logged, as what was recorded stays so."""
    for call in calls:
        try:
            call()
        except Exception:
            logging.getLogger(__name__).exception("after entries were recorded")
