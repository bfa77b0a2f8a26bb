"""Tables that come with a log of their own: a long one is written in pieces, between which others write.

Nobody sees the table before it is whole. What a killed server leaves of one is deleted by whoever tidies up.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from referee.store.database import Database, Rows, StorageError
from referee.store.rows import TABLES, TOKENS, Row, TableRow, Token, insert

PIECE = 250
"""The entries that are written at once: what others write waits no longer for them than for a few taps."""
GIVE_WAY_SECONDS = 0.002
"""The pause between two pieces, in which somebody who waits gets their turn."""
ADD_TABLE, ADD_TOKEN, ADD_ANY = insert("tables"), insert("tokens"), insert("entries")
WHOLE = "UPDATE tables SET arriving = 0 WHERE code = ? RETURNING code"
LEFT = "SELECT code FROM tables WHERE arriving = 1 AND created < ?"
DROP = ("DELETE FROM entries WHERE code = ?", "DELETE FROM tables WHERE code = ? AND arriving = 1")


def add(database: Database, row: TableRow, host: Token, log: Rows) -> None:
    """Add a table with its host's token and the rows of its log, all or nothing. Raises Clash if its code is taken."""
    if len(log) <= PIECE:
        with database.transaction() as run:
            run(ADD_TABLE, *TABLES.write(row))
            run(ADD_TOKEN, row.code, *TOKENS.write(host))
            for each in log:
                run(ADD_ANY, *each)
        return
    with database.transaction() as run:
        run(ADD_TABLE, *TABLES.write(msgspec.structs.replace(row, arriving=True)))
    try:
        for piece in pieces(log):
            time.sleep(GIVE_WAY_SECONDS)
            with database.transaction() as run:
                for each in piece:
                    run(ADD_ANY, *each)
        with database.transaction() as run:
            run(ADD_TOKEN, row.code, *TOKENS.write(host))
            if not run(WHOLE, row.code):
                raise StorageError("a table was taken away while it came in")
    except BaseException:
        with suppress(StorageError):
            drop(database, row.code)
        raise


def pieces(log: Rows) -> Sequence[Sequence[Row]]:
    """Return the rows of a log in pieces of PIECE, the last one perhaps shorter."""
    return [log[first : first + PIECE] for first in range(0, len(log), PIECE)]


def drop(database: Database, code: str) -> None:
    """Delete what there is of a table that never became whole."""
    with database.transaction() as run:
        database.lock(run, code)
        if run("SELECT 1 FROM tables WHERE code = ? AND arriving = 1", code):
            for statement in DROP:
                run(statement, code)


def drop_left(database: Database, before: str) -> None:
    """Delete what servers that were killed left of tables that began to come in before then (RFC 3339, UTC)."""
    for (code,) in database.rows(LEFT, before):
        drop(database, code)
