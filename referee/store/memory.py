"""The memory of this process of the database: nothing that is out of date, and a bounded number of things.

A read that began before something was dropped may return what was there before the change. So a reader notes the
`epoch` first, and what it read is kept only if the epoch is still the same.
"""

from __future__ import annotations

import threading
from typing import Any, Generic, TypeVar

from referee.store.rows import KeptAsk, Key, Table, Token

KNOWN_TABLES = 4000
"""The number of tables that stay replayed in memory."""
KNOWN_ENTRIES = 1_000_000
"""The most entries those tables may have together: a kilobyte or two each, so that long logs do not fill the memory."""
KNOWN_TOKENS = 40_000
"""The number of tokens that stay known in memory."""
KNOWN_ASKS = 20_000
"""The number of tables of which it stays known who asks for a seat."""

Name = TypeVar("Name")
Value = TypeVar("Value")


class Known(Generic[Name, Value]):
    """Known things of one kind, by name. Thread-safe."""

    def __init__(self, most: int | None = None):
        self.epoch = 0
        self._most = most
        self._lock = threading.Lock()
        self._values: dict[Name, Value] = {}

    def get(self, name: Name) -> Value | None:
        """Return what is known of `name`, or None."""
        return self._values.get(name)

    def keep(self, name: Name, value: Value, epoch: int) -> None:
        """Keep what was read, unless something was dropped since `epoch`."""
        with self._lock:
            if self._most is not None and len(self._values) >= self._most:
                self._values.clear()
            if epoch == self.epoch:
                self._values[name] = value

    def drop(self, name: Name | None = None) -> None:
        """Forget what is known of `name`, or everything."""
        with self._lock:
            self.epoch += 1
            if name is None:
                self._values.clear()
            else:
                self._values.pop(name, None)


class KnownTables:
    """The tables that are replayed, by code, the one that changed last at the end. Thread-safe."""

    def __init__(self) -> None:
        self.epoch = 0
        self._lock = threading.Lock()
        self._tables: dict[str, Table] = {}
        self._entries = 0

    def __len__(self) -> int:
        return len(self._tables)

    def get(self, code: str) -> Table | None:
        """Return the table as it is known, or None."""
        return self._tables.get(code)

    def keep(self, table: Table, before: Table | None, epoch: int) -> Table:
        """Keep `table`, unless a newer state of it is known; return the newer of the two.

        It is kept only if nothing was dropped since `epoch`, or if the known state still is `before`, which it follows.
        """
        with self._lock:
            known = self._tables.get(table.code)
            if known is not None and (known.seq > table.seq or known.version_key == table.version_key):
                return known
            if epoch == self.epoch or (known is not None and known is before):
                self._drop(table.code)
                self._tables[table.code] = table
                self._entries += table.seq
                while len(self) > KNOWN_TABLES or (self._entries > KNOWN_ENTRIES and len(self) > 1):
                    self._drop(next(iter(self._tables)))
        return table

    def drop(self, code: str | None = None) -> None:
        """Forget one table, or all."""
        with self._lock:
            self.epoch += 1
            for each in [*self._tables] if code is None else [code]:
                self._drop(each)

    def _drop(self, code: str) -> None:
        if (table := self._tables.pop(code, None)) is not None:
            self._entries -= table.seq


class Memory:
    """Everything this process knows."""

    def __init__(self) -> None:
        self.tables = KnownTables()
        self.tokens: Known[Key, Token] = Known(KNOWN_TOKENS)
        self.asks: Known[str, tuple[KeptAsk, ...]] = Known(KNOWN_ASKS)
        self.remembered: Known[str, dict[str, Any]] = Known()

    def clear(self) -> None:
        """Forget everything."""
        for kind in (self.tables, self.tokens, self.asks, self.remembered):
            kind.drop()
