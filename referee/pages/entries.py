"""What is entered at a table: moves, undo and redo, judged, recorded, shown. The one way from a tap to the disk."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, request

from referee.engine import N_, Judgement, Malformed, Move, Refusal, Sentence, judge
from referee.history import Entry, Redo, Undo
from referee.language import written
from referee.pages import error_json, go_to, json, problem, refusal_json, wants_fragment, wants_json
from referee.pages.house import house
from referee.pages.identity import NOT_YOUR_SEAT, Sender, find, must_have, new_token
from referee.pages.reading import body, convert, decode, form_fields, is_json, number, sent, text_in
from referee.pages.showing import (
    CLOSED,
    Viewer,
    entry_json,
    moves_json,
    open_seats,
    show,
    table_json,
)
from referee.seating import Token
from referee.store import Stale, Stamped, StorageError, Table

bp = Blueprint("entries", __name__)

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Seq = Annotated[int, msgspec.Meta(ge=0)]

NOTHING_TO_UNDO = Refusal("nothing_to_undo", None, N_("There is nothing to take back."))
NOTHING_TO_REDO = Refusal("nothing_to_redo", None, N_("There is nothing to put back."))
MOVED_ON = N_("The table moved on in the meantime. Here is how it stands; tap again if you still want to.")
ALREADY_IN = N_("Your tap before this has only just arrived. Here is how it stands; tap again if you still want to.")
NOT_YET = N_("The table has not come that far: its last entry is %(num)s.")
NOT_THERE = N_("What “%(field)s” names is not at this table.")
TRIES = 40
"""How often an entry is judged anew when others keep coming first."""


class EntryRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move to enter; `seq` is what the sender saw, None to be judged against the table as it is."""

    key: Key
    move: msgspec.Raw
    seq: Seq | None = None
    overrule: bool = False


class UndoRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take back the newest entry, or all after `to` (not above `seq`)."""

    key: Key
    seq: Seq
    to: Seq | None = None

    def __post_init__(self) -> None:
        if self.to is not None and self.to > self.seq:
            raise Malformed("to")


class RedoRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Put back what the last undo took."""

    key: Key
    seq: Seq


def now() -> str:
    """Return the server's time in UTC, RFC 3339, to the millisecond."""
    return written(datetime.now(UTC))


def game_of(table: Table) -> Any:
    """Return the rules of the table's game."""
    return house().games[table.game]


# --- reading -----------------------------------------------------------------------------------------------------


def read_entry(table: Table) -> tuple[EntryRequest, Move]:
    """Return the request and its move; a form's move is either JSON in `move` or one field for each of its keys."""
    moves = game_of(table).MOVES
    if is_json():
        asked = decode(sent(), EntryRequest)
        return asked, decode(bytes(asked.move), moves, "move")
    fields = form_fields()
    given: dict[str, Any] = {name: fields.pop(name) for name in ("key", "seq", "overrule") if name in fields}
    if "move" in fields:
        text = text_in(fields, "move")
        del fields["move"]
        if fields:
            whole = decode(text, dict[str, Any], "move")
            move = convert({**whole, **fields}, moves, "move", strict=False)
        else:
            move = decode(text, moves, "move")
    else:
        move = convert(fields, moves, "move", strict=False)
    # Without a key of its own, a form sent twice from the same page is one entry.
    given.setdefault("key", f"{text_in(given, 'seq')}:{hash_of(move)}" if "seq" in given else new_token())
    given["move"] = msgspec.Raw(b"{}")
    return convert(given, EntryRequest, "body", strict=False), move


def hash_of(move: Move) -> str:
    """Return 16 characters that name this move."""
    return hashlib.sha256(msgspec.json.encode(move)).hexdigest()[:16]


def seen_by_now(table: Table, seq: int | None) -> None:
    """Raise Malformed if the sender claims to have seen more than there is; checked before a known key is answered."""
    if seq is not None and seq > table.seq:
        raise Malformed("seq", Sentence(NOT_YET, {"num": table.seq}))


def read_undo(type: type) -> Any:
    """Return an undo or redo; a form without a key is one for each seq it was sent from."""

    def fields() -> dict[str, Any]:
        given = form_fields()
        given.setdefault("key", f"{text_in(given, 'seq')}:{request.endpoint}:{text_in(given, 'to')}")
        return given

    return body(type, fields)


# --- answering ---------------------------------------------------------------------------------------------------


def recorded(table: Table, seq: int, sender: Sender) -> Response:
    """Answer with the entry `seq` and the table as it is now."""
    seats = sender.seats
    if not wants_json():
        return show(table, Viewer.of(sender)) if wants_fragment() else go_to(next_page(table, seq))
    history = table.history
    return json(
        {
            "seq": seq,
            "entry": entry_json(table, history.entries[seq - 1], open_seats(table, seats)),
            "effects": msgspec.to_builtins(history.effects[seq - 1]),
            "table": table_json(table, seats),
        }
    )


def next_page(table: Table, seq: int) -> str:
    """Return where a form without htmx leads once it has recorded `seq`: to the table, or back to the corrections."""
    move = table.history.entries[seq - 1].move
    if "corrections" in request.args and isinstance(move, Move):
        return f"/t/{table.code}/corrections?seat={move.seat}"
    return f"/t/{table.code}"


def refused(table: Table, sender: Sender, refusal: Refusal, move: Move | None = None) -> Response:
    """Answer 422: the refusal, the table as it stands, and for people the way to play it anyway."""
    if wants_json():
        view = table_json(table, sender.seats)
        return json({"refusal": refusal_json(refusal, table.players), "table": view}, 422)
    overrulable = move is not None and refusal is not CLOSED
    return show(
        table,
        Viewer.of(sender),
        422,
        refusal=refusal_json(refusal, table.players),
        overrule=msgspec.json.encode(move).decode() if overrulable else None,
    )


def stale(table: Table, sender: Sender, token: Token, seq: int | None) -> Response:
    """Answer 409 with the fresh table; that it moved on since `seq` may be the sender's own doing."""
    error = problem(409, "stale", ALREADY_IN if seq is not None and alone_since(table, token, seq) else MOVED_ON)
    if wants_json():
        return json({"error": error_json(error), "table": table_json(table, sender.seats)}, 409)
    return show(table, Viewer.of(sender), 409, notice=error.sentence)


def alone_since(table: Table, token: Token, seq: int) -> bool:
    """Whether all that was entered after `seq` was entered with this token."""
    own = 0
    for (holder, _key), entered in reversed(table.keys.copy().items()):
        if entered <= seq or holder != token.hash:
            break
        own += entered <= table.seq
    return own == table.seq - seq


# --- entering ----------------------------------------------------------------------------------------------------


def record(table: Table, sender: Sender, token: Token, key: str, make: Callable[[Table], Entry | Response]) -> Response:
    """Append the entry that `make` makes of the table as it stands, judged anew whenever others came first.

    A key this token used before is answered with the entry it made then.
    """
    for _ in range(TRIES):
        if (known := table.keys.get((token.hash, key))) is not None:
            if known > table.seq:  # it came while this request was on its way here
                table = find(table.code)
                continue
            return recorded(table, known, sender)
        entry = make(table)
        if isinstance(entry, Response):
            return entry
        history = table.history.enter(entry)
        try:
            after = house().store.append(table, history, Stamped(entry, token.hash, key))
        except Stale:
            table = find(table.code)
            continue
        remember(table, entry)
        house().live.wake(table.code)
        return recorded(after, history.seq, sender)
    return stale(table, sender, token, None)


def remember(table: Table, entry: Entry) -> None:
    """Keep what people at this table read off their box, for the next table; scripts teach the server nothing."""
    if wants_json() or not isinstance(entry.move, Move) or entry.overruled:
        return
    told = entry.move.remembered()
    if told is not None and house().store.remembered(table.game).get(told[0]) != told[1]:
        # The entry is on disk: that the server cannot remember more is no reason to say that nothing was recorded.
        with suppress(StorageError):
            house().store.remember(table.game, *told)


def mark(verdict: Judgement) -> str | None:
    """Return by what an overruled entry is marked: the refusal's rule, or its code if it has none."""
    return None if verdict.refusal is None else verdict.refusal.rule or verdict.refusal.code


@bp.post("/t/<code>/entries")
def enter(code: str) -> Response:
    """Enter a move."""
    table = find(code)
    sender = Sender(table)
    sender.writer()
    asked, move = read_entry(table)
    seen_by_now(table, asked.seq)
    token = sender.acting(move.seat)

    def make(table: Table) -> Entry | Response:
        must_have(table, move.seat)
        may_enter(table, sender, token, move)
        if asked.seq is not None and table.history.stale(asked.seq, move):
            return stale(table, sender, token, asked.seq)
        if table.closed:
            return refused(table, sender, CLOSED)
        verdict = judge(move, table.state, move.seat == token.seat)
        if verdict.refusal is not None and not asked.overrule:
            return refused(table, sender, verdict.refusal, move)
        if verdict.missing is not None:
            raise problem(404, "not_found", NOT_THERE, field=verdict.missing)
        overruled = mark(verdict)
        # What only the seat's own phone can be refused for would tell the others what it holds.
        secretly = overruled is not None and mark(judge(move, table.state, False)) != overruled
        return Entry(table.seq + 1, now(), token.seat, move, overruled, secretly)

    return record(table, sender, token, asked.key, make)


def may_enter(table: Table, sender: Sender, token: Token, move: Move) -> None:
    """Raise 403 if this token may not enter this move: a secret of another seat, or another seat at a strict table."""
    if token.seat == move.seat:
        return
    secret = move.private or any(getattr(move, field) is not None for field in move.secret_fields)
    if secret or not Viewer.of(sender).enters(table, move.seat):
        raise problem(403, "not_your_seat", NOT_YOUR_SEAT, player=table.players[move.seat])


def take_back(code: str, type: type, choose: Callable[[Table, Any, Sender], Undo | Redo], empty: Refusal) -> Response:
    """Undo or redo, by whoever saw the table as it is: of two phones, one does and the other gets 409."""
    table = find(code)
    sender = Sender(table)
    sender.writer()
    asked = read_undo(type)
    seen_by_now(table, asked.seq)

    def make(table: Table) -> Entry | Response:
        if asked.seq != table.seq:
            return stale(table, sender, token, asked.seq)
        if table.closed:
            return refused(table, sender, CLOSED)
        move = choose(table, asked, sender)
        if not move.entries:
            return refused(table, sender, empty)
        return Entry(table.seq + 1, now(), token.seat, move)

    token = taking_back(table, sender, asked.key, lambda: choose(table, asked, sender).entries)
    return record(table, sender, token, asked.key, make)


def taking_back(table: Table, sender: Sender, key: str, entries: Callable[[], Iterable[int]]) -> Token:
    """Return the token that takes back `entries` or puts them back: if they are all of one seat, that which acts for
    it; sent again, the one it was sent with."""
    for token in sender.tokens:
        if (token.hash, key) in table.keys:
            return token
    moves = (table.history.entries[seq - 1].move for seq in entries())
    seats = {move.seat for move in moves if not isinstance(move, Undo | Redo)}
    return sender.acting(seats.pop() if len(seats) == 1 else None)


@bp.post("/t/<code>/undo")
def undo(code: str) -> Response:
    """Take back the newest standing entry that is public or the sender's own, or all after `to`."""

    def choose(table: Table, asked: UndoRequest, sender: Sender) -> Undo:
        return Undo(table.history.undoable(sender.seats, asked.to))

    return take_back(code, UndoRequest, choose, NOTHING_TO_UNDO)


@bp.post("/t/<code>/redo")
def redo(code: str) -> Response:
    """Put back what the last undo took, and so on back."""
    return take_back(
        code, RedoRequest, lambda table, asked, sender: Redo(table.history.redoables(sender.seats)), NOTHING_TO_REDO
    )


@bp.get("/t/<code>/moves")
def moves(code: str) -> Response:
    """Return everything worth a button now for a seat, with the reason where it is barred."""
    table = find(code)
    sender = Sender(table)
    seat = number(request.args.get("seat", ""))
    if seat is None:
        raise Malformed("seat")
    must_have(table, seat)
    return json({"moves": moves_json(table, seat, open_seats(table, sender.seats))})
