"""Who sits where: the tokens that phones hold, and the passes with which a new phone is let in."""

from __future__ import annotations

from collections.abc import Callable, Collection

import msgspec

from referee.store.database import Database, Rows, Run, StorageError
from referee.store.memory import Memory
from referee.store.rows import PASSES, TOKENS, KeptPass, Token, insert

ADD_TOKEN = insert("tokens", " ON CONFLICT DO NOTHING")
ADD_PASS = insert("passes")
TOKEN = f"SELECT {', '.join(TOKENS.names)} FROM tokens WHERE code = ? AND hash = ?"
HELD = "SELECT DISTINCT seat FROM tokens WHERE code = ? AND role = 'seat'"
HOLDERS = "SELECT hash FROM tokens WHERE code = ? AND seat = ?"
DROP_TOKEN = "DELETE FROM tokens WHERE code = ? AND hash = ?"
DROP_HOLDERS = "DELETE FROM tokens WHERE code = ? AND seat = ?"
USE_PASS = "DELETE FROM passes WHERE code = ? AND hash = ? AND seat = ? AND expires > ? RETURNING replaces"
DROP_PASSES = "DELETE FROM passes WHERE code = ? AND seat = ?"
DROP_PASSES_IF_HELD = (
    f"{DROP_PASSES} AND EXISTS (SELECT 1 FROM tokens WHERE tokens.code = passes.code AND tokens.seat = passes.seat)"
)


class Pass(msgspec.Struct, frozen=True):
    """A pass as a new phone shows it: its hash, the moment (RFC 3339, UTC), whether the phone replaces others."""

    hash: str
    now: str
    replaces: bool = False


class Seats:
    """The tokens and passes of all tables. What decides who gets a seat is read in the transaction that gives it."""

    def __init__(self, database: Database, memory: Memory):
        self._database = database
        self._tokens = memory.tokens

    def token(self, code: str, hash: str) -> Token | None:
        """Return whose token it is at this table, or None."""
        known = self._tokens.get((code, hash))
        if known is not None and self._database.hearing:
            return known
        epoch = self._tokens.epoch
        try:
            rows = self._database.rows(TOKEN, code, hash)
        except StorageError:
            if known is None:
                raise
            return known  # the database does not answer: what was known last still holds
        if not rows:
            self._tokens.drop((code, hash))
            return None
        token = Token(**TOKENS.read(rows[0]))
        self._tokens.keep((code, hash), token, epoch)
        return token

    def held(self, code: str) -> frozenset[int]:
        """Return the seats that some phone holds."""
        return frozenset(seat for (seat,) in self._database.rows(HELD, code))

    def seat(
        self,
        code: str,
        seat: int | None,
        hash: str,
        alone: bool = False,
        shown: Pass | None = None,
        beside: Collection[str] = (),
        phone: str | None = None,
        free: bool = False,
        after: Callable[[Run, bool], None] = lambda run, admitted: None,
    ) -> bool:
        """Give a new token (its hash) the seat, or make it a watcher's for None; return whether it got it.

        `alone`: only if no other phone holds the seat. With a pass `shown` only if that is for the seat, unused and
        unexpired; it is then used up, and one that replaces revokes the seat's older tokens, and the passes they gave.
        Who holds the seat with one of the tokens `beside` (their hashes) gets it in any case. `phone` is the hash of
        what tells the browser from others. `free`: only if nobody holds the seat. `after` is called in the same
        transaction once the phone has the seat, with whether a pass let it in.
        """
        admitted: Rows = ()
        with self._database.transaction() as run:
            if seat is not None:
                self._database.lock(run, code)
                holding = {held for (held,) in run(HOLDERS, code, seat)}
                if free and holding:
                    return False
                sits_there = not holding.isdisjoint((hash, *beside))
                admitted = run(USE_PASS, code, shown.hash, seat, shown.now) if shown else ()
                may_sit = bool(admitted) if shown else not (alone and holding)
                if not (may_sit or sits_there):
                    return False
                replaces = shown is not None and bool(admitted) and (shown.replaces or bool(admitted[0][0]))
                if replaces:
                    run(DROP_HOLDERS, code, seat)
                if replaces or (alone and not shown and not holding):  # with its holders go the passes they gave
                    run(DROP_PASSES, code, seat)
            token = Token(hash, "watcher" if seat is None else "seat", seat, phone)
            run(ADD_TOKEN, code, *TOKENS.write(token))
            after(run, bool(admitted))
        if shown:
            self._tokens.drop()
        return True

    def leave(self, code: str, token: Token) -> None:
        """Revoke a token, and if others hold its seat the passes given for it."""
        with self._database.transaction() as run:
            self._database.lock(run, code)
            run(DROP_TOKEN, code, token.hash)
            run(DROP_PASSES_IF_HELD, code, token.seat)
        self._tokens.drop((code, token.hash))

    def admit(self, code: str, seat: int, hash: str, replaces: bool, expires: str, by: Token | None = None) -> bool:
        """Record a pass (its hash) for one new phone at a seat, good once until `expires` (RFC 3339, UTC); return
        whether it was: not if the token `by` was revoked meanwhile."""
        with self._database.transaction() as run:
            self._database.lock(run, code)
            if by is not None and not run(TOKEN, code, by.hash):
                return False
            run(ADD_PASS, code, *PASSES.write(KeptPass(hash, seat, replaces, expires)))
        return True
