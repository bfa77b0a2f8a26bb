"""The things that a server does not keep for ever: tables nobody plays at any more, passes and watchers."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import msgspec

from referee.language import written
from referee.store import arriving
from referee.store.database import StorageError
from referee.store.tables import REMEMBERED, Store

FIRST_SECONDS, EVERY_SECONDS = 60.0, 3600.0
"""The delay before a server that has started tidies up, and the interval."""
FOUND_TIMES = 72
"""The times, an hour apart, that a table is found without an entry for long before it is deleted: a clock that goes
wrong is put right within three days of running, and then nothing was lost."""
FOUND = ("", "idle")
"""The game (none) and the name under which the store remembers how often each was found."""
WATCHED_DAYS = 1
"""The days without an entry for which a table's watchers stay known; an unknown one watches all the same."""
ARRIVING_DAYS = 1 / 24
"""The days for which a table may be coming in; no file takes that long."""
IDLE = (
    "SELECT code FROM tables WHERE "
    "coalesce((SELECT at FROM entries WHERE code = tables.code ORDER BY seq DESC LIMIT 1), created) < ?"
)
"""The codes of the tables where nothing was entered since then (RFC 3339, UTC)."""

log = logging.getLogger(__name__)


def ago(days: float) -> str:
    """Return the moment so many days ago (RFC 3339, UTC), the beginning of the year 1 at the earliest."""
    since = datetime(1, 1, 1, tzinfo=UTC)
    return written(max(since, datetime.now(UTC) - min(timedelta(days=days), datetime.now(UTC) - since)))


def found_idle(store: Store) -> dict[str, int]:
    """Return how often in a row each table was found without an entry for long."""
    for what, value in store.database.rows(REMEMBERED, FOUND[0]):
        if what == FOUND[1]:
            with suppress(msgspec.DecodeError):
                return msgspec.json.decode(value, type=dict[str, int])
    return {}


def deleted_here(store: Store, codes: Collection[str]) -> set[str]:
    """Return those of the codes whose tables were deleted on this server."""
    marks = ", ".join("?" * len(codes))
    return {code for (code,) in store.database.rows(f"SELECT code FROM gone WHERE code IN ({marks})", *codes)}


def drop_what_opens_nothing(store: Store) -> None:
    """Delete passes and asks that expired, and the tokens of watchers of tables where nothing is entered any more."""
    with store.database.transaction() as run:
        for table in ("passes", "asks"):
            run(f"DELETE FROM {table} WHERE expires <= ?", ago(0))
        run(f"DELETE FROM tokens WHERE role = 'watcher' AND code IN ({IDLE})", ago(WATCHED_DAYS))
    store.memory.tokens.drop()


def tidy(store: Store, days: int, deleted: Callable[[str], None]) -> int:
    """Delete what servers that were killed left of tables that came in, passes and watchers that open nothing any more,
    and the tables found FOUND_TIMES in a row to be without an entry for `days` (0: none), each told to `deleted`;
    return how many of the last."""
    arriving.drop_left(store.database, ago(ARRIVING_DAYS))
    drop_what_opens_nothing(store)
    before = found_idle(store)
    idle = [code for (code,) in store.database.rows(IDLE, ago(days))] if days else []
    found = {code: before.get(code, 0) + 1 for code in idle}
    gone = [code for code, times in found.items() if times >= FOUND_TIMES and store.delete(code)]
    for code in gone:
        deleted(code)
        del found[code]
    if found != before:
        store.remember(*FOUND, found)
    if new := len(found.keys() - before.keys()):
        log.warning("tables without an entry for %d days, deleted after %d more hours: %d", days, FOUND_TIMES - 1, new)
    if gone:
        log.warning("deleted tables without an entry for %d days: %d", days, len(gone))
    return len(gone)


def keep_tidy(store: Store, days: int, deleted: Callable[[str], None]) -> threading.Thread:
    """From now on until the store is closed tidy up every hour; return the thread that does."""

    def run() -> None:
        pause = FIRST_SECONDS
        while not store.closing.wait(pause):
            pause = EVERY_SECONDS
            try:
                tidy(store, days, deleted)
            except StorageError as error:
                log.error("not tidied up: %s", error)

    thread = threading.Thread(target=run, name="keeping", daemon=True)
    thread.start()
    return thread
