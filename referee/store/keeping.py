"""What a server does not keep for ever: tables nobody plays at any more, passes and watchers."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from referee.language import written
from referee.store.database import StorageError
from referee.store.tables import Store

FIRST_SECONDS, EVERY_SECONDS = 60.0, 3600.0
"""How soon after its start a server tidies up, and how often."""
WATCHED_DAYS = 1
"""For how many days without an entry the watchers of a table are known; an unknown one watches all the same."""

log = logging.getLogger(__name__)


def ago(days: float) -> str:
    """Return the moment so many days ago (RFC 3339, UTC)."""
    return written(datetime.now(UTC) - timedelta(days=days))


def tidy(store: Store, days: int, deleted: Callable[[str], None]) -> int:
    """Delete passes and watchers that open nothing any more, and the tables without an entry for `days` (0: none), each
    told to `deleted`; return how many tables."""
    store.tidy(ago(0), ago(WATCHED_DAYS))
    gone = [code for code in store.idle(ago(days)) if store.delete(code)] if days else []
    for code in gone:
        deleted(code)
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
