"""Phones that ask for a seat which another phone holds: who asks, and the pass that was given to let one in.

Kept in this process alone, and no longer than a pass is good: where it is lost, the phone asks once more.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import msgspec

SECONDS = 600.0
"""So long a phone waits to be let in."""
MOST = 10_000
"""Phones that wait at all tables; beyond that the one that waited longest asks in vain."""


class Ask(msgspec.Struct, frozen=True):
    """A phone (the hash of what tells it from others) that asks for a seat, until when (seconds on the clock), and the
    pass that lets it in, once it was given."""

    phone: str
    until: float
    given: str | None = None


class Asking:
    """All phones that ask. Thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic):
        self._lock = threading.Lock()
        self._clock = clock
        self._asks: dict[tuple[str, int], Ask] = {}

    def ask(self, code: str, seat: int, phone: str) -> None:
        """Let a phone ask for a seat; it replaces the phone that asked for that seat before."""
        with self._lock:
            self._asks.pop((code, seat), None)
            if len(self._asks) >= MOST:
                del self._asks[next(iter(self._asks))]
            self._asks[code, seat] = Ask(phone, self._clock() + SECONDS)

    def waiting(self, code: str) -> tuple[int, ...]:
        """Return the seats at a table that a phone asks for and has not been let in to."""
        return tuple(
            sorted(
                seat
                for (at, seat), ask in self._asks.copy().items()
                if at == code and ask.given is None and ask.until > self._clock()
            )
        )

    def let_in(self, code: str, seat: int, given: str) -> bool:
        """Give the phone that asks for a seat the pass to it; return whether one asks."""
        with self._lock:
            ask = self._asks.get((code, seat))
            if ask is None or ask.until <= self._clock():
                return False
            self._asks[code, seat] = msgspec.structs.replace(ask, given=given)
            return True

    def turn_away(self, code: str, seat: int) -> None:
        """Forget who asks for a seat."""
        with self._lock:
            self._asks.pop((code, seat), None)

    def of_phone(self, code: str, phone: str) -> tuple[int, str | None] | None:
        """Return the seat that this phone asks for at a table, and the pass it was given; None if it asks for none."""
        for (at, seat), ask in self._asks.copy().items():
            if at == code and ask.phone == phone and ask.until > self._clock():
                return seat, ask.given
        return None
