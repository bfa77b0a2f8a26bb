"""The seats: the tokens that phones hold, the passes with which a new phone is let in, and who asks for one."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from typing import Literal

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

ADD_ASK = insert("asks")
ASKS_AT = f"SELECT {', '.join(ASKS.names)} FROM asks WHERE code = ?"
DROP_ASK = "DELETE FROM asks WHERE code = ? AND hash = ?"
DROP_LATE_ASKS = "DELETE FROM asks WHERE code = ? AND expires <= ?"
WAITS = "code = ? AND seat = ? AND ended = ''"
END_ASK = f"UPDATE asks SET ended = 'no' WHERE {WAITS} AND number = ?"
END_ASKS = f"UPDATE asks SET ended = 'other' WHERE {WAITS}"
LET_IN = f"DELETE FROM asks WHERE {WAITS} AND number = ? AND expires > ? RETURNING hash"
PASSES_AT = "SELECT hash, seat FROM passes WHERE code = ? AND expires > ?"
PASS_UNTIL = "SELECT expires FROM passes WHERE code = ? AND hash = ?"
NUMBERS = range(10, 100)
"""The numbers that a phone shows while it asks for a seat: two digits."""


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

    `asked` is the hash of the pass by which its browser may have asked for the seat: it asks no longer, and if a pass
    lets it in, nobody else does.

    `alone`: only if no other phone holds the seat. With a pass `shown` only if that is for the seat, unused and
    unexpired; it is then used up, and one that replaces revokes the seat's older tokens, and the passes they gave. A
    phone that holds the seat already, with one of the tokens `beside` (their hashes), gets it in any case. `phone` is
    the hash of the cookie by which its browser is known. `rename`: only if nobody holds the seat, which then gets this
    name.
    """

    seat: int | None
    hash: str
    alone: bool = False
    shown: Pass | None = None
    beside: Collection[str] = ()
    phone: str | None = None
    rename: Rename | None = None
    asked: str | None = None


class Answer(msgspec.Struct, frozen=True):
    """The standing of a phone that asks for `seat`: it waits and shows `number`, it was let in by the pass with
    this `hash` (`given`), or it no longer waits (`ended`, as in KeptAsk)."""

    seat: int
    hash: str
    number: int = 0
    given: bool = False
    ended: Literal["", "other", "no"] = ""


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
            if claim.asked is not None:
                run(DROP_ASK, code, claim.asked)
            if admitted:
                run(END_ASKS, code, claim.seat)
        if claim.shown:
            self._tokens.drop()
        if claim.asked is not None or admitted:
            self._asks.drop(code)
        return True

    @staticmethod
    def _let_in(run: Run, code: str, claim: Claim) -> bool | None:
        """Return whether a pass lets the phone in, None if it may not sit down; drop the tokens and passes that end."""
        seat, shown = claim.seat, claim.shown
        holding = {held for (held,) in run(HOLDERS, code, seat)}
        if claim.rename and holding:
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

    def stands(self, code: str, hash: str, now: str) -> Literal["good", "expired", "gone"]:
        """Return whether a pass that was given is good at the moment `now`, expired, or gone: used, or revoked with the
        token that gave it."""
        rows = self._database.rows(PASS_UNTIL, code, hash)
        return "gone" if not rows else "good" if rows[0][0] > now else "expired"

    # --- who asks to be let in ---------------------------------------------------------------------------------------

    def ask(self, code: str, seat: int, hash: str, now: str, expires: str, others: Collection[str] = ()) -> bool:
        """Record that a phone asks from `now` on for a seat, by the pass with this hash, until `expires` (RFC
        3339, UTC). Return whether it does: not if no number is free.

        It gets a number that no other phone shows that waits at the table, or keeps the one it has, and no longer asks
        for other seats, with the hashes `others`. If it was let in already, it asks anew.
        """
        with self._database.transaction() as run:
            self._database.lock(run, code)
            run(DROP_LATE_ASKS, code, now)
            for other in (hash, *others):
                run(DROP_PASS, code, other)
            for other in others:
                run(DROP_ASK, code, other)
            asks = [KeptAsk(**ASKS.read(row)) for row in run(ASKS_AT, code)]
            waiting = {ask.hash: ask.number for ask in asks if not ask.ended}
            run(DROP_ASK, code, hash)
            free = [number for number in NUMBERS if number not in waiting.values()]
            number = waiting.get(hash) or (secrets.choice(free) if free else None)
            if number is not None:
                run(ADD_ASK, code, *ASKS.write(KeptAsk(seat, hash, expires, number)))
        self._asks.drop(code)
        return number is not None

    def waiting(self, code: str, now: str) -> tuple[KeptAsk, ...]:
        """Return the phones that ask for a seat at a table and wait at the moment `now`, by seat, the first that asked
        first; none if the database does not answer, since the table is shown all the same."""
        waiting = (ask for ask in self.asks(code) if ask.expires > now and not ask.ended)
        return tuple(sorted(waiting, key=lambda ask: (ask.seat, ask.expires, ask.number)))

    def asks(self, code: str) -> tuple[KeptAsk, ...]:
        """Return all that was asked at a table and is kept, whether the phone waits still or not."""
        asks = self._asks.get(code)
        if asks is None:
            epoch = self._asks.epoch
            try:
                rows = self._database.rows(ASKS_AT, code)
            except StorageError:
                return ()
            asks = tuple(KeptAsk(**ASKS.read(row)) for row in rows)
            self._asks.keep(code, asks, epoch)
        return asks

    def let_in(
        self, code: str, seat: int, number: int, replaces: bool, now: str, expires: str, by: Token
    ) -> bool | None:
        """Give the phone that asks for a seat and shows `number` at the moment `now` a pass to it, as `admit` does, and
        end the asks of all others for that seat. Return whether that was allowed, None if no such phone waits."""
        with self._database.transaction() as run:
            self._database.lock(run, code)
            if not run(TOKEN, code, by.hash):
                return False
            let_in = run(LET_IN, code, seat, number, now)
            for (hash,) in let_in:
                run(ADD_PASS, code, *PASSES.write(KeptPass(hash, seat, replaces, expires)))
                run(END_ASKS, code, seat)
        self._asks.drop(code)
        return True if let_in else None

    def turn_away(self, code: str, seat: int, number: int) -> None:
        """End the ask of the phone that asks for a seat and shows `number`."""
        with self._database.transaction() as run:
            run(END_ASK, code, seat, number)
        self._asks.drop(code)

    def answer(self, code: str, hashes: Collection[str], now: str) -> Answer | None:
        """Return how it stands with the phone that may ask for a seat at a table by one of these passes (their hashes):
        whether it was let in, waits, or waits no longer; None if it asks for none."""
        for hash, seat in self._database.rows(PASSES_AT, code, now):
            if hash in hashes:
                return Answer(seat, hash, given=True)
        asks = (KeptAsk(**ASKS.read(row)) for row in self._database.rows(ASKS_AT, code))
        mine = [ask for ask in asks if ask.hash in hashes and ask.expires > now]
        for ask in sorted(mine, key=lambda ask: ask.ended):
            return Answer(ask.seat, ask.hash, ask.number, ended=ask.ended)
        return None
