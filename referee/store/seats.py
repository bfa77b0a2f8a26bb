"""Who sits where: the tokens that phones hold, the passes with which a new phone is let in, and who asks for one."""

from __future__ import annotations

from collections.abc import Callable, Collection

import msgspec

from referee.store.database import Database, Run, StorageError
from referee.store.memory import Memory
from referee.store.rows import ASKS, PASSES, TOKENS, KeptAsk, KeptPass, Token, insert

ADD_TOKEN = insert("tokens", " ON CONFLICT DO NOTHING")
ADD_PASS = insert("passes")
TOKEN = f"SELECT {', '.join(TOKENS.names)} FROM tokens WHERE code = ? AND hash = ?"
HELD = "SELECT DISTINCT seat FROM tokens WHERE code = ? AND role = 'seat'"
HOLDERS = "SELECT hash FROM tokens WHERE code = ? AND seat = ?"
DROP_TOKEN = "DELETE FROM tokens WHERE code = ? AND hash = ?"
DROP_HOLDERS = "DELETE FROM tokens WHERE code = ? AND seat = ?"
USE_PASS = "DELETE FROM passes WHERE code = ? AND hash = ? AND seat = ? AND expires > ? RETURNING replaces"
DROP_PASS = "DELETE FROM passes WHERE code = ? AND hash = ?"
DROP_PASSES = "DELETE FROM passes WHERE code = ? AND seat = ?"
DROP_PASSES_IF_HELD = (
    f"{DROP_PASSES} AND EXISTS (SELECT 1 FROM tokens WHERE tokens.code = passes.code AND tokens.seat = passes.seat)"
)

ADD_ASK = insert("asks", " ON CONFLICT (code, seat) DO UPDATE SET hash = excluded.hash, expires = excluded.expires")
ASKS_AT = f"SELECT {', '.join(ASKS.names)} FROM asks WHERE code = ?"
DROP_ASK = "DELETE FROM asks WHERE code = ? AND seat = ?"
ANSWERS = (
    "SELECT hash, 1, expires FROM passes WHERE code = ? AND expires > ? "
    "UNION ALL SELECT hash, 0, expires FROM asks WHERE code = ? AND expires > ? ORDER BY expires DESC"
)
"""The passes that are good at a table, marked 1, and those that are asked for, marked 0, the newest first."""


class Pass(msgspec.Struct, frozen=True):
    """A pass as a new phone shows it: its hash, the moment (RFC 3339, UTC), whether the phone replaces others."""

    hash: str
    now: str
    replaces: bool = False


class Rename(msgspec.Struct, frozen=True):
    """A new name for a seat, at the moment `at` by a seat or None for the host. `of` returns the players' names with it
    in its place, or raises what is wrong with it."""

    seat: int
    at: str
    by: int | None
    of: Callable[[tuple[str, ...]], tuple[str, ...]]


class Claim(msgspec.Struct, frozen=True):
    """A phone's claim to a seat, or to watch (None), with a new token (its hash).

    `alone`: only if no other phone holds the seat. With a pass `shown` only if that is for the seat, unused and
    unexpired; it is then used up, and one that replaces revokes the seat's older tokens, and the passes they gave. A
    phone that holds the seat already, with one of the tokens `beside` (their hashes), gets it in any case. `phone` is
    the hash of the cookie by which its browser is known. `free`: only if nobody holds the seat.
    """

    seat: int | None
    hash: str
    alone: bool = False
    shown: Pass | None = None
    beside: Collection[str] = ()
    phone: str | None = None
    free: bool = False


class Seats:
    """The tokens, passes and asks of all tables. What decides who gets a seat is read in the transaction that gives
    it."""

    def __init__(self, database: Database, memory: Memory):
        self._database = database
        self._tokens = memory.tokens
        self._asks = memory.asks

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

    def seat(self, code: str, claim: Claim, after: Callable[[Run, bool], None] = lambda run, admitted: None) -> bool:
        """Give a phone the seat that it claims; return whether it got it.

        `after` is called in the same transaction once the phone has the seat, with whether a pass let it in.
        """
        admitted = False
        with self._database.transaction() as run:
            if claim.seat is not None:
                self._database.lock(run, code)
                let_in = self._let_in(run, code, claim)
                if let_in is None:
                    return False
                admitted = let_in
            token = Token(claim.hash, "watcher" if claim.seat is None else "seat", claim.seat, claim.phone)
            run(ADD_TOKEN, code, *TOKENS.write(token))
            after(run, admitted)
        if claim.shown:
            self._tokens.drop()
        return True

    @staticmethod
    def _let_in(run: Run, code: str, claim: Claim) -> bool | None:
        """Return whether a pass lets the phone in, None if it may not sit down; drop the tokens and passes that end."""
        seat, shown = claim.seat, claim.shown
        holding = {held for (held,) in run(HOLDERS, code, seat)}
        if claim.free and holding:
            return None
        used = run(USE_PASS, code, shown.hash, seat, shown.now) if shown else ()
        admitted = bool(used)
        may_sit = admitted if shown else not (claim.alone and holding)
        if not may_sit and holding.isdisjoint((claim.hash, *claim.beside)):
            return None
        replaces = shown is not None and admitted and (shown.replaces or bool(used[0][0]))
        if replaces:
            run(DROP_HOLDERS, code, seat)
        if replaces or (claim.alone and not shown and not holding):  # with its holders go the passes they gave
            run(DROP_PASSES, code, seat)
        return admitted

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

    # --- who asks to be let in ---------------------------------------------------------------------------------------

    def ask(self, code: str, ask: KeptAsk) -> None:
        """Record that a phone asks for a seat, in place of the one that asked for that seat before. If it was let in
        already, it asks anew."""
        with self._database.transaction() as run:
            self._database.lock(run, code)
            run(DROP_PASS, code, ask.hash)
            run(ADD_ASK, code, *ASKS.write(ask))
        self._asks.drop(code)

    def waiting(self, code: str, now: str) -> tuple[int, ...]:
        """Return the seats at a table that a phone asks for at the moment `now`, in order; none if the database does
        not answer, since the table is shown all the same."""
        asks = self._asks.get(code)
        if asks is None:
            epoch = self._asks.epoch
            try:
                rows = self._database.rows(ASKS_AT, code)
            except StorageError:
                return ()
            asks = tuple(KeptAsk(**ASKS.read(row)) for row in rows)
            self._asks.keep(code, asks, epoch)
        return tuple(sorted(ask.seat for ask in asks if ask.expires > now))

    def let_in(self, code: str, seat: int, replaces: bool, now: str, expires: str, by: Token) -> bool:
        """Give the phone that asks for a seat at the moment `now` a pass to it, as `admit` does; return whether that
        was allowed, be it that a phone asks or not."""
        with self._database.transaction() as run:
            self._database.lock(run, code)
            if not run(TOKEN, code, by.hash):
                return False
            for (hash,) in run(f"{DROP_ASK} AND expires > ? RETURNING hash", code, seat, now):
                run(ADD_PASS, code, *PASSES.write(KeptPass(hash, seat, replaces, expires)))
        self._asks.drop(code)
        return True

    def turn_away(self, code: str, seat: int) -> None:
        """Forget who asks for a seat."""
        with self._database.transaction() as run:
            run(DROP_ASK, code, seat)
        self._asks.drop(code)

    def answer(self, code: str, hashes: Collection[str], now: str) -> tuple[str, bool] | None:
        """Return which of these passes (their hashes) a phone asks for or was given at a table, and whether it was
        given; None if it asks for none."""
        for hash, given, _expires in self._database.rows(ANSWERS, code, now, code, now):
            if hash in hashes:
                return hash, bool(given)
        return None
