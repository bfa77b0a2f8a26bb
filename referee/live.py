"""Who watches which table, and how they are woken. Knows nothing of what they are shown."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue

MOST_REMEMBERED = 20_000
"""How many tables remember which seats were watched; beyond that all forget, and nobody counts as away."""


class Watch:
    """One open stream at a table; a context manager that leaves when its phone is gone."""

    def __init__(self, live: Live, code: str, seats: frozenset[int], woken: Callable[[], None] | None = None):
        self.code = code
        self.seats = seats
        self._live = live
        self._call = woken
        self._woken: SimpleQueue[None] = SimpleQueue()

    def __enter__(self) -> Watch:
        self._live._join(self)
        return self

    def __exit__(self, *_exception: object) -> None:
        self._live._leave(self)

    def wake(self) -> None:
        """Wake the thread in `wait`, or call `woken` where that was given."""
        if self._call is None:
            self._woken.put(None)
        else:
            self._call()

    def hold(self, seats: frozenset[int]) -> None:
        """Set which seats its phone holds now: a phone that was turned out holds none."""
        if seats != self.seats:
            self._live._hold(self, seats)

    def wait(self, seconds: float) -> bool:
        """Wait until woken, at most so long; return whether woken. Several wakes at once count as one."""
        try:
            self._woken.get(timeout=seconds)
            while not self._woken.empty():
                self._woken.get_nowait()
        except Empty:
            return False
        return True


class Live:
    """All open streams of this process. Thread-safe."""

    def __init__(self, most: int = 10_000):
        self.most = most
        self._lock = threading.Lock()
        self._tables: dict[str, set[Watch]] = {}
        self._came: dict[str, frozenset[int]] = {}
        self._count = 0

    def full(self) -> bool:
        """Whether no further stream may be opened here; a phone then asks every two seconds instead."""
        return self._count >= self.most

    @property
    def count(self) -> int:
        """How many streams are open."""
        return self._count

    def watch(self, code: str, seats: frozenset[int] = frozenset(), woken: Callable[[], None] | None = None) -> Watch:
        """Return a watch on the table `code` by a phone that holds `seats`; enter it to be woken.

        `woken` is called instead of waking who waits; it must return at once.
        """
        return Watch(self, code, seats, woken)

    def present(self, code: str) -> frozenset[int]:
        """Return the seats at this table that some phone is watching from now."""
        with self._lock:
            return self._watched(code)

    def came(self, code: str) -> frozenset[int]:
        """Return the seats at this table that a phone watched from, whether one does now or not."""
        return self._came.get(code, frozenset())

    def away(self, code: str) -> frozenset[int]:
        """Return the seats at this table that a phone watched from, and none does now."""
        return self.came(code) - self.present(code)

    def vacate(self, code: str, seat: int) -> None:
        """Take note that nobody holds this seat any more: its streams stay open without it, and it is not away."""
        with self._lock:
            for watch in self._tables.get(code, ()):
                watch.seats -= {seat}
            self._came[code] = self._came.get(code, frozenset()) - {seat}
        self.wake(code)

    def wake(self, code: str | None = None, first: frozenset[int] = frozenset()) -> None:
        """Wake everyone who watches the table, phones of the seats `first` before others; or everyone at all."""
        with self._lock:
            groups = self._tables.values() if code is None else (self._tables.get(code, ()),)
            watches = [watch for group in groups for watch in group]
        for watch in sorted(watches, key=lambda watch: watch.seats.isdisjoint(first)):
            watch.wake()

    def _watched(self, code: str) -> frozenset[int]:
        """Return the seats that are watched from at this table; the lock is held."""
        return frozenset(seat for watch in self._tables.get(code, ()) for seat in watch.seats)

    def _join(self, watch: Watch) -> None:
        with self._lock:
            new = watch.seats - self._watched(watch.code)
            self._tables.setdefault(watch.code, set()).add(watch)
            if len(self._came) > MOST_REMEMBERED:
                self._came.clear()
            self._came[watch.code] = self._came.get(watch.code, frozenset()) | watch.seats
            self._count += 1
        if new:
            self.wake(watch.code)

    def _hold(self, watch: Watch, seats: frozenset[int]) -> None:
        with self._lock:
            before = self._watched(watch.code)
            watch.seats = seats
            differs = before != self._watched(watch.code)
        if differs:
            self.wake(watch.code)

    def _leave(self, watch: Watch) -> None:
        with self._lock:
            group = self._tables.get(watch.code, set())
            group.discard(watch)
            if not group:
                self._tables.pop(watch.code, None)
            self._count -= 1
            gone = watch.seats - self._watched(watch.code)
        if gone:
            self.wake(watch.code)
