"""The things the store keeps, as structs, and how each becomes a row: the only place that knows the columns.

A column is a field of the same name. Whole numbers and texts are kept as they are, a truth as 0 or 1, anything else as
JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec

from referee.engine import Colour, Move, State, TableOptions
from referee.history import Entry, Hidden, History, Other

Value = str | int | None
"""A value in one column."""
Row = tuple[Any, ...]
"""The values of a row, each of its column's type."""
Kind = TypeVar("Kind", bound=msgspec.Struct)
Key = tuple[str, str]
"""The hash of a token, and the key that its holder gave an entry."""


class TableRow(msgspec.Struct, frozen=True):
    """A table without its log. `setup`: its options as JSON; `successor`: the code of the table set up after it;
    `counts`: closed before the end, it is counted as it stands.
    `origin` and `began`: the code of the table where a copied game began, and when that was made ("" where nobody
    says); `copied`: how many of its entries came with the copy; `arriving`: those are still being written."""

    code: str
    game: str
    players: tuple[str, ...]
    setup: str
    created: str
    closed: bool = False
    successor: str | None = None
    counts: bool = False
    origin: str = ""
    began: str = ""
    copied: int = 0
    arriving: bool = False


class Table(TableRow, frozen=True, kw_only=True):
    """A table as it stands: how it was set up, and all that was entered. `keys` holds the seq of each key."""

    options: TableOptions
    history: History
    keys: Mapping[Key, int]

    @property
    def seq(self) -> int:
        """The number of its newest entry, 0 before the first."""
        return self.history.seq

    @property
    def begun(self) -> bool:
        """Whether anything was entered, apart from events at seats."""
        return not self.history.quiet_since(0)

    @property
    def state(self) -> State:
        """The state it stands at, a state of its game's."""
        return self.history.state

    @property
    def colours(self) -> tuple[Colour, ...]:
        """Each seat's colour, as it is now."""
        return self.state.colours

    @property
    def version_key(self) -> tuple[object, ...]:
        """A key that two states of a table share if and only if they show the same."""
        return self.seq, *(getattr(self, field) for field in TableRow.__struct_fields__)


class Stamped(msgspec.Struct, frozen=True):
    """An entry with what makes it unique: the hash of the sender's token, and the key the sender gave it."""

    entry: Entry
    token: str
    key: str


class Copied(NamedTuple):
    """The contents of a copy: its history, whether it is closed, and (`origin`) the code of the table where its game
    began, with when that was made ("" where nobody says)."""

    history: History | None = None
    closed: bool = False
    origin: tuple[str, str] = ("", "")


NO_COPY = Copied()


class Token(msgspec.Struct, frozen=True):
    """The role of a token's holder at one table: host, seat or watcher. `hash` is the token's, `phone` that of the
    cookie by which its browser is known (None for a program)."""

    hash: str
    role: Literal["host", "seat", "watcher"]
    seat: int | None = None
    phone: str | None = None


class KeptPass(msgspec.Struct, frozen=True):
    """A pass for one new phone: good once until `expires` (RFC 3339, UTC); one that replaces revokes older tokens."""

    hash: str
    seat: int
    replaces: bool
    expires: str


class KeptAsk(msgspec.Struct, frozen=True):
    """A phone that asks until `expires` (RFC 3339, UTC) for a seat that others hold. `hash` is that of the pass it
    shows once it is let in, `number` (10 to 99) what it shows meanwhile, which tells it from others that ask. `ended`
    says why it no longer waits: "other" (another phone was let in), "no" (it was turned away), "" while it waits."""

    seat: int
    hash: str
    expires: str
    number: int
    ended: Literal["", "other", "no"] = ""


class PlayPlayer(msgspec.Struct, frozen=True):
    """The score of one player: `place` from 1, the final `score` (None where the game knows none), whether they won."""

    name: str
    place: int
    score: int | None
    winner: bool


class PlayRow(msgspec.Struct, frozen=True, kw_only=True):
    """One game that was played to its end, without its players; `id` is 0 until the store has given one.

    `started` and `ended` are RFC 3339 in UTC, `minutes` the playing time without breaks (0 where nobody measured it).
    `decided_by` is the result's, None while a tie-break is still to be told. `unfinished`: it was closed before its end
    and counted as it stood; nobody has won it. `counted` says that the game was only counted up at a desk; it has no
    `code` then.
    """

    id: int = 0
    code: str | None
    game: str
    options: dict[str, Any]
    started: str
    ended: str
    minutes: int
    decided_by: str | None
    counted: bool = False
    note: str | None = None
    unfinished: bool = False


class Play(PlayRow, frozen=True, kw_only=True):
    """One game that was played to its end; `players` are in seat order."""

    players: tuple[PlayPlayer, ...]


class KeptPlay(PlayRow, frozen=True, kw_only=True):
    """A play as it is kept: beside what it tells, the `phone` (a hash, "" for none) and `key` of a count, a `version`
    that every change counts up, from whatever number it began, the `origin`, which copies of the game share, and the
    day (2026-11-28) on which somebody `dated` it, "" where its times are those of its entries."""

    phone: str = ""
    key: str | None = None
    version: int = 1
    origin: str = ""
    dated: str = ""


class KeptPlayer(msgspec.Struct, frozen=True):
    """A player of a play as it is kept: `person` is what all spellings of the name have in common."""

    play: int
    seat: int
    name: str
    person: str
    place: int
    score: int | None
    winner: bool


class Columns(Generic[Kind]):
    """The columns of one kind of struct: `named` by another name than their field, or kept as `json`."""

    def __init__(
        self,
        kind: type[Kind],
        named: Mapping[str, str] = {},
        json: Collection[str] = (),
        without: Collection[str] = (),
    ):
        fields = [field for field in msgspec.structs.fields(kind) if field.name not in without]
        self._fields = tuple(field.name for field in fields)
        self._truths = {field.name for field in fields if field.type is bool}
        self._json = {field.name: msgspec.json.Decoder(field.type).decode for field in fields if field.name in json}
        self.names = tuple(named.get(field, field) for field in self._fields)

    def write(self, of: Kind) -> tuple[Value, ...]:
        """Return the values of the columns."""
        return tuple(self._value(field, getattr(of, field)) for field in self._fields)

    def _value(self, field: str, value: Any) -> Value:
        if field in self._json:
            return to_json(value)
        return int(value) if value is True or value is False else value

    def read(self, row: Row, **decoders: Callable[[str], object]) -> dict[str, Any]:
        """Return the fields that a row holds. `decoders`: how to read those that are JSON of no fixed type."""
        known = dict(zip(self._fields, row, strict=True))
        for field in self._truths:
            known[field] = bool(known[field])
        for field, decode in (self._json | decoders).items():
            known[field] = decode(known[field])
        return known


def to_json(value: object) -> str:
    """Return a value as JSON."""
    return _encoder.encode(value).decode()


_encoder = msgspec.json.Encoder()

TABLES = Columns(TableRow, named={"setup": "options"}, json={"players"})
ENTRIES = Columns(Entry, named={"by": "seat"}, json={"move"})
STAMPS = Columns(Stamped, json={"key"}, without={"entry"})  # a key as JSON, since PostgreSQL's text holds no NUL
TOKENS = Columns(Token)
PASSES = Columns(KeptPass)
ASKS = Columns(KeptAsk)
PLAYS = Columns(KeptPlay, json={"options"})
PLAY_PLAYERS = Columns(KeptPlayer)

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "tables": TABLES.names,
    "tokens": ("code", *TOKENS.names),
    "passes": ("code", *PASSES.names),
    "asks": ("code", *ASKS.names),
    "entries": ("code", *ENTRIES.names, *STAMPS.names),
    "remembered": ("game", "what", "value"),
    "plays": PLAYS.names,
    "play_players": PLAY_PLAYERS.names,
    "joined_names": ("name", "person"),
    "taken_out": ("code", "seat"),
    "gone": ("code",),
}
"""The tables of every database, in the order in which it can be filled."""


def insert(table: str, beside: str = "") -> str:
    """Return the statement that adds a row to `table`, its values marked by "?"."""
    columns = COLUMNS[table]
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))}){beside}"


def entry_row(code: str, stamped: Stamped) -> tuple[Value, ...]:
    """Return the row of an entry at the table `code`."""
    return code, *ENTRIES.write(stamped.entry), *STAMPS.write(stamped)


def read_entry(row: Row, decode: Callable[[str], Move | Hidden | Other]) -> Stamped:
    """Return the entry that a row holds, without its code. Raises msgspec.ValidationError."""
    at = len(ENTRIES.names)
    return Stamped(Entry(**ENTRIES.read(row[:at], move=decode)), **STAMPS.read(row[at:]))


ADD_ENTRY = (
    f"INSERT INTO entries ({', '.join(COLUMNS['entries'])}) "
    f"SELECT {', '.join('?' * len(COLUMNS['entries']))} FROM tables WHERE code = ? AND closed = 0 AND options = ?"
)
"""Adds an entry if the table is open and has the options with which the entry was judged."""
READ_ON = (
    f"SELECT {', '.join(f't.{name}' for name in COLUMNS['tables'])}, "
    f"{', '.join(f'e.{name}' for name in COLUMNS['entries'])} "
    "FROM tables t LEFT JOIN entries e ON e.code = t.code AND e.seq > ? "
    "WHERE t.code = ? AND t.arriving = 0 ORDER BY e.seq"
)
"""A table and what was entered there since, in one statement: it shows both as of the same moment."""
