"""Rights: who may see what of a table, and enter what at it. The only place that decides it; no Flask, no HTML."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from types import UnionType

import msgspec

from referee.engine import N_, Fact, Game, Move, Sentence, classes_of, kind_of
from referee.entry import opens
from referee.history import Entry, Hidden, History, Other, Redo, SeatEvent, Undo
from referee.store import Store, Table, Token

NO_TOKEN = N_("Take a seat first: this phone has none at this table.")
WATCHERS_LOOK = N_("Watchers cannot enter anything. Take a seat first.")
HOST_ONLY = N_("Only the host, who made this table, can do that.")
NOT_YOUR_SEAT = N_("Only %(player)s’s own phone can enter that.")


class Denied(Exception):  # noqa: N818 - an answer, not a fault
    """A sender lacks the right to what was asked: `no_token` (401), or `watchers_only_look`, `host_only`,
    `not_your_seat` (403)."""

    def __init__(self, code: str, message: str, **facts: Fact):
        super().__init__(code)
        self.code = code
        self.sentence = Sentence(message, facts)


def not_your_seat(table: Table, seat: int) -> Denied:
    """Return the refusal of what only `seat`'s own token may do."""
    return Denied("not_your_seat", NOT_YOUR_SEAT, player=table.players[seat])


# --- who asks ----------------------------------------------------------------------------------------------------


class Sender:
    """Whoever sent a request, by the tokens that came with it and were good at one table when it came."""

    def __init__(self, store: Store, table: Table, hashes: Iterable[str]):
        self.table = table
        self.tokens: list[Token] = []
        self.hashes: list[str] = []
        """The hashes of the tokens that were good at first."""
        self._store = store
        for hash in hashes:
            self.hold(hash)

    def hold(self, hash: str) -> bool:
        """Add a token, by its hash; return whether it is good at the table."""
        token = self._store.seats.token(self.table.code, hash)
        if token is not None:
            self.tokens.append(token)
            self.hashes.append(hash)
        return token is not None

    def look_again(self) -> None:
        """Read once more which of the tokens are good: a stream outlives the request that opened it."""
        found = (self._store.seats.token(self.table.code, hash) for hash in self.hashes)
        self.tokens = [token for token in found if token is not None]

    @property
    def seats(self) -> frozenset[int]:
        """The seats whose secrets the sender may see."""
        return frozenset(token.seat for token in self.tokens if token.seat is not None)

    @property
    def host(self) -> bool:
        """Whether the host's token is among the tokens."""
        return any(token.role == "host" for token in self.tokens)

    def must_write(self) -> None:
        """Raise Denied unless the sender may enter something."""
        self.acting(None)

    def acting(self, seat: int | None) -> Token:
        """Return the token that acts for `seat`: its own, else the host's, else that of the lowest seat. Raises
        Denied if none may write."""
        tokens = self.tokens
        if not tokens:
            raise Denied("no_token", NO_TOKEN)
        writers = [token for token in tokens if token.role != "watcher"]
        if not writers:
            raise Denied("watchers_only_look", WATCHERS_LOOK)
        return min(
            writers,
            key=lambda t: (t.seat != seat or t.seat is None, t.role != "host", -1 if t.seat is None else t.seat),
        )

    def deciding_for(self, seat: int) -> Token:
        """Return the token that decides about `seat`, its own or the host's. Raises Denied if there is neither."""
        token = self.acting(seat)
        if token.role != "host" and token.seat != seat:
            raise not_your_seat(self.table, seat)
        return token

    def must_be_host(self) -> None:
        """Raise Denied unless the sender is the host."""
        self.must_write()
        if not self.host:
            raise Denied("host_only", HOST_ONLY)


class Viewer(msgspec.Struct, frozen=True):
    """Rights of one who looks at a table: the seats whose secrets are shown, whether to enter things, and as host."""

    seats: frozenset[int] = frozenset()
    writes: bool = False
    host: bool = False

    @classmethod
    def of(cls, sender: Sender) -> Viewer:
        """Return the rights that a sender's tokens give."""
        return cls(sender.seats, any(token.role != "watcher" for token in sender.tokens), sender.host)

    def enters(self, table: Table, seat: int | None) -> bool:
        """Whether public moves may be entered for `seat` (None: whether anything may be entered)."""
        if not self.writes or seat is None:
            return self.writes
        return not table.options.strict_seats or self.host or seat in self.seats


# --- what may be entered -----------------------------------------------------------------------------------------


def must_enter(table: Table, sender: Sender, token: Token, move: Move) -> None:
    """Raise Denied if `token` may not enter `move`: a secret of another seat, what that seat alone lays open, or
    anything of another seat at a strict table."""
    if token.seat == move.seat:
        return
    secret = (
        move.private
        or any(getattr(move, field) is not None for field in move.secret_fields)
        or move.needs_own_token(table.state)
    )
    if secret or not Viewer.of(sender).enters(table, move.seat):
        raise not_your_seat(table, move.seat)


# --- what may be seen --------------------------------------------------------------------------------------------


def private_kinds(game: Game) -> frozenset[str]:
    """Return the kinds of move that are a seat's secret."""
    return _private_kinds(game.moves)


@cache
def _private_kinds(moves: UnionType | type[Move]) -> frozenset[str]:
    return frozenset(kind_of(kind) for kind in classes_of(moves) if kind.private)


def has_secrets(game: Game) -> bool:
    """Whether a game knows secrets of a seat, so that a seat is one phone's to hold."""
    return bool(private_kinds(game))


def open_seats(table: Table, seats: frozenset[int]) -> frozenset[int]:
    """Return the seats whose secrets are open to a holder of `seats`: those, and all once the game is over, but for
    seats that have left: what they told and never laid open stays theirs."""
    return seats | (frozenset(range(len(table.players))) - table.state.left) if table.state.over else seats


def is_secret(move: Move | Hidden | Other, seats: frozenset[int]) -> bool:
    """Whether a holder of `seats` may know no more of a move than its kind and seat."""
    return isinstance(move, Hidden) or (isinstance(move, Move) and move.private and move.seat not in seats)


def shown_move(
    move: Move | Hidden | Other, seats: frozenset[int], undone: bool = False
) -> Move | Other | dict[str, object]:
    """Return a move as a holder of `seats` may see it: itself, or without its secrets. While it is `undone`, fields
    that laid secrets open are secret again."""
    if isinstance(move, Hidden):
        return {"kind": move.of, "seat": move.seat}
    if isinstance(move, Undo | Redo | SeatEvent) or move.seat in seats:
        return move
    if is_secret(move, seats):
        return {"kind": kind_of(move), "seat": move.seat}
    cut = move.secret_fields | (move.opening_fields if undone else frozenset())
    if not cut:
        return move
    whole: dict[str, object] = msgspec.to_builtins(move)
    return {key: value for key, value in whole.items() if key not in cut}


def told_log(table: Table) -> History:
    """Return the history that says what may be told of each entry: nothing that came of what was laid open and was
    taken back, until the game is over."""
    return table.history if table.state.over else table.history.public


def shown_overruled(table: Table, entry: Entry, seats: frozenset[int]) -> str | None:
    """Return the rule that an entry is marked as overruling, None where that would tell of another seat's secret: while
    what laid something open is undone, why it was refused is as hidden as what it said."""
    move = entry.move
    if entry.overruled is None or is_secret(move, seats) or told_log(table).logged(entry.seq).veiled:
        return None
    if not isinstance(move, Move) or move.seat in seats:
        return entry.overruled
    hidden = entry.secretly or (opens(entry) and entry.seq in table.history.undone)
    return None if hidden else entry.overruled


def as_it_was(game: Game, table: Table, seq: int) -> Table:
    """Return the table as it stood after the entry `seq` (0: at the start), for anybody to look at without a seat.

    What was laid open then and is hidden again now, because it was taken back, stays hidden; so does all that the end
    of a game laid open, if it is not over now.
    """
    now = table.history
    then = told_log(table).at(seq)
    if then.state.over and has_secrets(game) and not now.state.over:
        then = now.unended.at(seq)
    return msgspec.structs.replace(table, history=then)
