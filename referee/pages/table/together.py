"""Entries that came at the same time, answered and recorded together: what the worker (serve.recorder) asks of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from referee.live import Watch
from referee.pages.app_state import AppState
from referee.store.batch import Draft


class Together:
    """Tells which requests are answered together, and records and draws what they enter."""

    def __init__(self, shared: AppState):
        self._shared = shared

    def takes(self, code: str) -> bool:
        """Whether nothing has to be read for an entry at the table with this code."""
        store = self._shared.store
        return not store.database.shared and store.memory.tables.get(code.upper()) is not None

    def record(self, drafts: list[Draft], draws: bool) -> list[Draft]:
        """Record drafts as one (Store.record), and if it `draws` let their tables be drawn while that is done."""
        if draws:
            self._draw(drafts)
        return self._shared.store.record(drafts)

    def _draw(self, drafts: list[Draft]) -> None:
        """Let the tables be drawn as they will stand, mostly while the disk works."""
        for draft in drafts:
            if draft.table is not None:
                watches = iter(self._shared.live.watching(draft.table.code))
                self._shared.switchboard.soon(partial(self._prepare, draft, watches))

    def _prepare(self, draft: Draft, watches: Iterator[Watch]) -> None:
        """Let one of those who follow a table prepare what it will show, and then the next one; none once it is to be
        shown."""
        watch = None if draft.durable else next(watches, None)
        if watch is not None and draft.table is not None:
            watch.prepare(draft.table)
            self._shared.switchboard.soon(partial(self._prepare, draft, watches))
