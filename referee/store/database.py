"""The interface between a store and its database, and the errors it raises. sqlite.py and postgres.py are the two there
are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

from referee.store.rows import Row, Value

Rows = Sequence[Row]
TURN_SECONDS = 10.0
"""The time a statement waits for its turn behind others of this server, before it is refused as Busy."""


class Stale(Exception):  # noqa: N818 - the interface's word for it (409)
    """The table moved on since it was loaded; load it again."""


class StorageError(Exception):
    """The disk is full or the database does not answer; as a rule nothing was recorded."""


class Busy(StorageError):  # noqa: N818 - the interface's word for it (503)
    """Too many write at once, or another process holds the database; nothing was recorded."""


class Unreadable(StorageError):  # noqa: N818 - what is said of the table
    """A table that cannot be read here: it is of a newer release, or damaged. Others are as they were."""


class Gone(StorageError):  # noqa: N818 - what became of the table
    """The table was deleted meanwhile."""


class Clash(Exception):  # noqa: N818 - no error: what decides between two who come at once
    """There is a row with that key already."""


class NotEmpty(Exception):  # noqa: N818 - a fact, and the reader's to mend
    """The database holds tables already."""


class News(NamedTuple):
    """A change by another process: everything, or something at the table or of the game `of`."""

    what: Literal["everything", "table", "entry", "tokens", "asks", "remembered"]
    of: str = ""
    seq: int = 0


class Run(Protocol):
    """Executes a statement, its values marked by "?", and returns the rows it gives."""

    def __call__(self, sql: str, *values: Value) -> Rows: ...


class Database(Protocol):
    """One database. Thread-safe. Every method raises StorageError when the database does not answer in time, and Busy
    when it is not its turn in time."""

    place: str
    """The address, as an operator names it; never with a password."""
    shared: bool
    """Whether other servers write to it all the time, so that a request asks for what came since."""
    hold: str
    """The end of a SELECT that locks its row until the transaction ends (FOR SHARE), "" where there is one writer."""
    heard: Callable[[News], None]
    """Called when another process changed something."""

    @property
    def hearing(self) -> bool:
        """Whether what other processes change is heard of within a moment."""

    def rows(self, sql: str, *values: Value) -> Rows:
        """Return the rows of a statement that changes nothing."""

    def turn(self, code: str, seq: int) -> AbstractContextManager[None]:
        """Hold the locks that are needed while entry `seq` of a table is recorded."""

    def insert(self, sql: str, *values: Value) -> Rows:
        """Execute one statement durably, within `turn`, and return its rows. Raises Clash."""

    def together(self) -> AbstractContextManager[Run]:
        """Execute several statements, all or nothing, within `turn`. Raises Clash. Where there is one writer, what is
        inserted meanwhile is part of it, and it may be part of another."""

    def transaction(self) -> AbstractContextManager[Run]:
        """Execute several statements, all or nothing. Raises Clash."""

    def lock(self, run: Run, code: str) -> None:
        """Keep everybody else from changing the table and who sits there until the transaction ends."""

    def alone(self, run: Run, what: str) -> None:
        """Let everybody else who names the same wait here until the transaction ends."""

    def watch(self) -> None:
        """Call `heard` from now on whenever another process changed something."""

    def look(self) -> None:
        """Tell at once of what another process wrote, where it is not asked for with each request (`shared`)."""

    def glance(self) -> None:
        """The same, unless somebody would have to be waited for. Raises nothing."""

    def backup(self, target: Path, replace: bool = False) -> int:
        """Copy everything as of one moment to the SQLite file `target`, a new one or, with `replace`, in place of an
        earlier copy; return how many tables."""

    def restore(self, source: Path) -> int:
        """Put what the SQLite file `source` holds in place of everything, while servers run; return how many tables."""

    def close(self) -> None:
        """Let go of the database."""
