"""Entries that came at the same time, answered and recorded together: what the worker (serve.recorder) asks of it."""

from __future__ import annotations

from collections.abc import Callable

from referee.pages.app_state import AppState
from referee.store.batch import Batch

LONGEST_LOG = 5000
"""Entries of a table at which another is judged within a few milliseconds, so that no one waits for it."""


class Together:
    """Tells which requests are answered together, and begins what they record."""

    def __init__(self, shared: AppState):
        self._shared = shared

    def takes(self, code: str) -> bool:
        """Whether an entry at the table with this code is judged in no time: it is known, and its log is not long."""
        table = self._shared.store.memory.tables.get(code.upper())
        return table is not None and table.seq < LONGEST_LOG

    def batch(self) -> Batch | None:
        """Return a batch to record in, None where that would have to wait or saves nothing."""
        return self._shared.store.database.batch()

    def draw(self, batch: Batch, durable: Callable[[], bool]) -> None:
        """Draw the tables as they will stand, for everybody who follows them, while the disk works."""
        for table in list(batch.recorded):
            if not durable():
                self._shared.live.prepare(table.code, table)
