"""The state of one running app: its tables, who watches them, the games, the limits, the templates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Semaphore

from flask import current_app
from jinja2 import Environment
from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from referee.engine import Game
from referee.language import now
from referee.live import Live
from referee.pages import SENTENCES, problem
from referee.pages.table.kept import Drawings
from referee.store import KeptAsk, Store, Table
from referee.store.rows import Play
from referee.switchboard import Switchboard

IMPORTS_AT_ONCE = 1
ALLOWED: dict[str, str] = {
    "create": "120/minute",
    "guess": "60/minute",
    "join": "30/minute",
    "ask": "20/minute",
    "flood": "100000/minute",
}
"""The limits of what one address may do: make tables, try codes that do not exist, fail to join, and write at all."""


def a_day(tables: int, megabytes: int) -> dict[str, str]:
    """Return the limits of what one address may store on a hosted server within a day; 0 is no limit."""
    return {
        "tables": f"{tables}/day" if tables else "",
        "bytes": f"{megabytes * 10**6}/day" if megabytes else "",
    }


ONCE = parse("1/hour")


class Limits:
    """Counts of what each address does; a table of five never feels it, a script does."""

    def __init__(self, allowed: Mapping[str, str] = ALLOWED):
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._allowed = {what: parse(rate) for what, rate in allowed.items() if rate}

    def reached(self, what: str, address: str) -> bool:
        """Whether the limit is reached; counts nothing."""
        rate = self._allowed.get(what)
        return rate is not None and not self._limiter.test(rate, what, address)

    def check(self, what: str, address: str) -> None:
        """Raise 429 if the limit is reached; counts nothing."""
        if self.reached(what, address):
            raise problem(429, *SENTENCES[429])

    def hit(self, what: str, address: str, cost: int = 1) -> None:
        """Count one, or `cost`; raise 429 if that is over the limit."""
        rate = self._allowed.get(what)
        if rate is not None and not self._limiter.hit(rate, what, address, cost=cost):
            raise problem(429, *SENTENCES[429])

    def hit_anew(self, what: str, address: str, which: str) -> None:
        """Count one, as `hit` does, unless this address was counted for the same within the hour."""
        if self._limiter.hit(ONCE, what, address, which):
            self.hit(what, address)


@dataclass
class AppState:
    """The things all requests of one running app share."""

    store: Store
    live: Live
    games: Mapping[str, Game]
    limits: Limits
    templates: Environment
    drawings: Drawings
    switchboard: Switchboard = field(init=False)
    importing: Semaphore = field(default_factory=lambda: Semaphore(IMPORTS_AT_ONCE))
    """Held while an imported log is replayed, so that the other threads go on serving tables."""
    addresses: Callable[[], tuple[str, ...]] | None = None
    """At home: tells where phones reach this server just now, the best first. Elsewhere the request itself tells."""
    public: bool = False
    """Whether these addresses are reached from everywhere."""

    def asking(self, code: str) -> tuple[KeptAsk, ...]:
        """Return the phones that ask for a seat at a table just now."""
        return self.store.seats.waiting(code, now()) if self.store.seats.asks(code) else ()

    def changed(self, code: str | None) -> None:
        """Show everyone at a table, or at all of them, what another process did there."""
        if code is None:
            self.drawings.clear()
        self.live.wake(code)

    def forget(self, code: str) -> None:
        """Forget the drawings of a table that was deleted, and wake everyone who watches it."""
        self.drawings.forget(code)
        self.live.wake(code)

    def __post_init__(self) -> None:
        self.switchboard = Switchboard()


def app_state() -> AppState:
    """Return what the running app has."""
    return current_app.extensions["referee"]


def game_of(played: Table | Play) -> Game:
    """Return the game of a table, or of a play."""
    return app_state().games[played.game]
