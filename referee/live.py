"""The streams that watch each table, and how they are woken. Knows nothing of what they are shown."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any

MOST_REMEMBERED = 20_000
"""The number of tables that remember which seats were watched; beyond that all forget, and nobody counts as away."""


class Watch:
    """One open stream at a table; a context manager that leaves when its phone is gone."""

    def __init__(
        self,
        live: Live,
        code: str,
        seats: frozenset[int],
        woken: Callable[[], None] | None = None,
        whose: Whose = ("", False),
    ):
        self.code = code
        self.seats = seats
        self.whose = whose
        self.prepare: Callable[[Any], None] = lambda shown: None
        """Called, from any thread, with what will be shown once it is woken next."""
        self.gave_way = False
        """Whether its place was given to another stream: it is to end."""
        self._live = live
        self._call = woken
        self._woken: SimpleQueue[None] = SimpleQueue()

    def __enter__(self) -> Watch:
        self._live._join(self)
        return self

    def __exit__(self, *_exception: object) -> None:
        self.leave()

    def leave(self) -> None:
        """Give the place back, once."""
        self._live._leave(self)

    def call(self, woken: Callable[[], None]) -> None:
        """From now on call `woken`, which returns at once, instead of waking who waits."""
        self._call = woken

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


Whose = tuple[str, bool]
"""The address that a stream is from, and whether it brought a token that is known at its table."""


class Live:
    """All open streams of this process. Thread-safe."""

    def __init__(self, most: int = 10_000):
        self.most = most
        self._lock = threading.Lock()
        self._tables: dict[str, set[Watch]] = {}
        self._came: dict[str, frozenset[int]] = {}
        self._count = 0
        self._whose: dict[Whose, dict[Watch, None]] = {}
        """The open streams by whose they are, the newest last."""

    @property
    def count(self) -> int:
        """The number of open streams."""
        return self._count

    def watch(self, code: str, seats: frozenset[int] = frozenset(), woken: Callable[[], None] | None = None) -> Watch:
        """Return a watch on the table `code` by a phone that holds `seats`; enter it to be woken.

        `woken` is called instead of waking who waits; it must return at once.
        """
        return Watch(self, code, seats, woken)

    def place(self, code: str, seats: frozenset[int], whose: Whose) -> Watch | None:
        """Return a watch that was entered, or None where there is no place: a phone then asks every two seconds.

        When all places are taken, a stream gives way that brought no token, of the address with the most of them, to
        one that brings a token; else one of an address that has at least two more of its kind than the newcomer's.
        """
        watch = Watch(self, code, seats, whose=whose)
        last, changed = None, set[str]()
        with self._lock:
            if self._count >= self.most:
                last = self._last_for(whose)
                if last is None:
                    return None
                last.gave_way = True
                if self._remove(last):
                    changed.add(last.code)
            if self._add(watch):
                changed.add(code)
        if last is not None:
            last.wake()
        for each in changed:
            self.wake(each)
        return watch

    def _last_for(self, newcomer: Whose) -> Watch | None:
        """Return the stream that gives way to a newcomer, if one does; the lock is held."""
        known = newcomer[1]
        strangers = [held for (_, token), held in self._whose.items() if not token]
        if known and strangers:
            most: dict[Watch, None] = max(strangers, key=len)
            return next(reversed(most))
        alike = [held for (_, token), held in self._whose.items() if token == known]
        most = max(alike, key=len) if alike else {}
        return next(reversed(most)) if len(most) > len(self._whose.get(newcomer, ())) + 1 else None

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
        for watch in self.watching(code, first):
            watch.wake()

    def watching(self, code: str | None, first: frozenset[int] = frozenset()) -> list[Watch]:
        """Return who watches the table, or any (None): phones of the seats `first` before others."""
        with self._lock:
            groups = self._tables.values() if code is None else (self._tables.get(code, ()),)
            watches = [watch for group in groups for watch in group]
        return sorted(watches, key=lambda watch: watch.seats.isdisjoint(first))

    def _watched(self, code: str) -> frozenset[int]:
        """Return the seats that are watched from at this table; the lock is held."""
        return frozenset(seat for watch in self._tables.get(code, ()) for seat in watch.seats)

    def _join(self, watch: Watch) -> None:
        with self._lock:
            new = self._add(watch)
        if new:
            self.wake(watch.code)

    def _add(self, watch: Watch) -> bool:
        """Take note of a stream; return whether a seat is watched from that was not. The lock is held."""
        new = watch.seats - self._watched(watch.code)
        self._tables.setdefault(watch.code, set()).add(watch)
        self._whose.setdefault(watch.whose, {})[watch] = None
        if len(self._came) > MOST_REMEMBERED:
            self._came.clear()
        self._came[watch.code] = self._came.get(watch.code, frozenset()) | watch.seats
        self._count += 1
        return bool(new)

    def _hold(self, watch: Watch, seats: frozenset[int]) -> None:
        with self._lock:
            before = self._watched(watch.code)
            watch.seats = seats
            differs = before != self._watched(watch.code)
        if differs:
            self.wake(watch.code)

    def _leave(self, watch: Watch) -> None:
        with self._lock:
            gone = self._remove(watch)
        if gone:
            self.wake(watch.code)

    def _remove(self, watch: Watch) -> bool:
        """Forget a stream, if it is open; return whether a seat is watched from no longer. The lock is held."""
        group = self._tables.get(watch.code, set())
        if watch not in group:
            return False
        group.discard(watch)
        if not group:
            del self._tables[watch.code]
        own = self._whose[watch.whose]
        del own[watch]
        if not own:
            del self._whose[watch.whose]
        self._count -= 1
        return bool(watch.seats - self._watched(watch.code))
