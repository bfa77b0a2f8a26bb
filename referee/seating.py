"""Who sits where: the tokens that phones hold, and the passes with which a new phone is let in."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from typing import Any, Literal, Protocol

import msgspec

from referee import statements

KNOWN_TOKENS = 40_000
"""How many tokens stay known in memory."""


class Token(msgspec.Struct, frozen=True):
    """Who somebody is at one table: the host, a seat, or a watcher. `hash` is what is kept of the token."""

    hash: str
    role: Literal["host", "seat", "watcher"]
    seat: int | None = None


class Pass(msgspec.Struct, frozen=True):
    """A pass as a new phone shows it: its hash, the moment (RFC 3339, UTC), whether the phone replaces others."""

    hash: str
    now: str
    replaces: bool = False


class Run(Protocol):
    """Executes a statement, its values marked by "?", and returns the rows it gives."""

    def __call__(self, sql: str, *values: Any) -> Sequence[tuple[Any, ...]]: ...


class Seating(ABC):
    """The part of a store that knows phones. What decides who gets a seat is read in the transaction that gives it."""

    def __init__(self) -> None:
        self._knowing = threading.Lock()
        self._tokens: dict[tuple[str, str], Token] = {}
        self._forgotten = 0
        """Grows whenever something known was dropped: what was read before is then not kept."""

    @abstractmethod
    def _rows(self, sql: str, *values: Any) -> Sequence[tuple[Any, ...]]:
        """Return the rows of a statement that changes nothing."""

    @abstractmethod
    def _transaction(self) -> AbstractContextManager[Run]:
        """Several statements, all or nothing. Raises Clash."""

    @abstractmethod
    def _alone(self, run: Run, code: str) -> None:
        """Keep everybody else from changing who sits at the table until the transaction ends."""

    @abstractmethod
    def _drop(self, known: dict[Any, Any], key: Any = None) -> None:
        """Forget one thing known of a kind, or all of it."""

    def token(self, code: str, hash: str) -> Token | None:
        """Return whose token it is at this table, or None."""
        if (known := self._tokens.get((code, hash))) is not None:
            return known
        forgotten = self._forgotten
        rows = self._rows("SELECT role, seat FROM tokens WHERE code = ? AND hash = ?", code, hash)
        if not rows:
            return None
        token = Token(hash, rows[0][0], rows[0][1])
        with self._knowing:
            if len(self._tokens) > KNOWN_TOKENS:
                self._tokens.clear()
            if forgotten == self._forgotten:
                self._tokens[code, hash] = token
        return token

    def held(self, code: str) -> frozenset[int]:
        """Return the seats that some phone holds."""
        return frozenset(seat for (seat,) in self._rows(statements.HELD, code))

    def seat(
        self,
        code: str,
        seat: int | None,
        hash: str,
        alone: bool = False,
        shown: Pass | None = None,
        beside: Collection[str] = (),
    ) -> bool:
        """Give a new token (its hash) the seat, or make it a watcher's for None; return whether it got it.

        `alone`: only if no other phone holds the seat. With a pass `shown` only if that is for the seat, unused and
        unexpired; it is then used up, and one that replaces revokes the seat's older tokens, and the passes they gave.
        Who holds the seat with one of the tokens `beside` (their hashes) gets it in any case.
        """
        with self._transaction() as run:
            if seat is not None:
                self._alone(run, code)
                holding = {held for (held,) in run(statements.HOLDING, code, seat)}
                sits_there = not holding.isdisjoint((hash, *beside))
                admitted = run(statements.ADMIT, code, shown.hash, seat, shown.now) if shown else ()
                may_sit = bool(admitted) if shown else not (alone and holding)
                if not (may_sit or sits_there):
                    return False
                replaces = shown is not None and bool(admitted) and (shown.replaces or bool(admitted[0][0]))
                if replaces:
                    run("DELETE FROM tokens WHERE code = ? AND seat = ?", code, seat)
                if replaces or (alone and not shown and not holding):  # with its holders go the passes they gave
                    run(statements.DROP_PASSES, code, seat)
            run(statements.SIT, code, hash, "watcher" if seat is None else "seat", seat)
        if shown:
            self._drop(self._tokens)
        return True

    def leave(self, code: str, token: Token) -> None:
        """Revoke a token, and if others hold its seat the passes given for it."""
        with self._transaction() as run:
            self._alone(run, code)
            run("DELETE FROM tokens WHERE code = ? AND hash = ?", code, token.hash)
            run(statements.DROP_PASSES_OF_HELD, code, token.seat)
        self._drop(self._tokens, (code, token.hash))

    def admit(self, code: str, seat: int, hash: str, replaces: bool, expires: str, by: Token | None = None) -> bool:
        """Record a pass (its hash) for one new phone at a seat, good once until `expires` (RFC 3339, UTC); return
        whether it was: not if the token `by` was revoked meanwhile."""
        with self._transaction() as run:
            self._alone(run, code)
            if by is not None and not run("SELECT 1 FROM tokens WHERE code = ? AND hash = ?", code, by.hash):
                return False
            run(statements.ALLOW, code, hash, seat, int(replaces), expires)
        return True
