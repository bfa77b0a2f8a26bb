"""Entries: requests that enter, undo or redo something at a table, and their answers."""

from __future__ import annotations

import hashlib
from functools import partial
from typing import Annotated, TypeVar

import msgspec
from flask import Blueprint, Response, request

from referee import enter as entering
from referee.audience import Sender, open_seats
from referee.engine import Malformed, Move
from referee.enter import Asked, Outcome, Recorded
from referee.pages import json, wants_json
from referee.pages.app_state import app_state, game_of
from referee.pages.identity import must_have, new_token, sender_at, table_or_404, table_to_write
from referee.pages.reading import body, convert, decode, form_fields, is_json, json_body, number, text_in
from referee.pages.table.answers import answer
from referee.pages.table.table_json import moves_json
from referee.store import Table

bp = Blueprint("entries", __name__)

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Seq = Annotated[int, msgspec.Meta(ge=0)]
Request = TypeVar("Request", "UndoRequest", "RedoRequest")


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything but the move; `seq` is what the sender saw, None to be judged against the table as it is."""

    key: Key
    seq: Seq | None = None
    overrule: bool = False


class EntryRequest(Head, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A move to enter, as JSON says it."""

    move: msgspec.Raw


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


# --- reading -----------------------------------------------------------------------------------------------------


def read_entry(table: Table) -> Asked:
    """Return what is asked for; a form's move is either JSON in `move` or one field for each of its keys."""
    moves = game_of(table).moves
    if is_json():
        asked = decode(json_body(), EntryRequest)
        return Asked(asked.key, decode(bytes(asked.move), moves, "move"), asked.seq, asked.overrule)
    fields = form_fields()
    given: dict[str, object] = {name: fields.pop(name) for name in ("key", "seq", "overrule") if name in fields}
    if "move" in fields:
        text = text_in(fields, "move")
        del fields["move"]
        if fields:
            whole = decode(text, dict[str, object], "move")
            move = convert({**whole, **fields}, moves, "move", strict=False)
        else:
            move = decode(text, moves, "move")
    else:
        move = convert(fields, moves, "move", strict=False)
    # Without a key of its own, a form sent twice from the same page is one entry.
    if "key" not in given:
        given["key"] = f"{text_in(given, 'seq')}:{hash_of(move)}" if "seq" in given else new_token()
    head = convert(given, Head, "body", strict=False)
    return Asked(head.key, move, head.seq, head.overrule)


def hash_of(move: Move) -> str:
    """Return 16 characters that name this move."""
    return hashlib.sha256(msgspec.json.encode(move)).hexdigest()[:16]


def read_undo(type: type[Request]) -> Request:
    """Return an undo or redo; a form without a key is one for each seq it was sent from."""

    def fields() -> dict[str, object]:
        given = form_fields()
        given.setdefault("key", f"{text_in(given, 'seq')}:{request.endpoint}:{text_in(given, 'to')}")
        return given

    return body(type, fields)


# --- entering ----------------------------------------------------------------------------------------------------


@bp.post("/t/<code>/entries")
def enter(code: str) -> Response:
    """Enter a move."""
    table, sender = table_to_write(code)
    asked = read_entry(table)
    return tell(entering.enter(app_state().store, table, sender, asked), sender)


@bp.post("/t/<code>/undo")
def undo(code: str) -> Response:
    """Take back the newest standing entry that is public or the sender's own, or all after `to`."""
    table, sender = table_to_write(code)
    asked = read_undo(UndoRequest)
    return tell(entering.undo(app_state().store, table, sender, asked.key, asked.seq, asked.to), sender)


@bp.post("/t/<code>/redo")
def redo(code: str) -> Response:
    """Put back what the last undo took, and so on back."""
    table, sender = table_to_write(code)
    asked = read_undo(RedoRequest)
    return tell(entering.redo(app_state().store, table, sender, asked.key, asked.seq), sender)


def tell(outcome: Outcome, sender: Sender) -> Response:
    """Answer an outcome; if something new was recorded, wake everyone who follows the table, and do what follows it."""
    store = app_state().store
    if isinstance(outcome, Recorded) and not outcome.again:
        store.then(partial(app_state().live.wake, outcome.table.code, first=sender.seats))
    try:
        return answer(outcome, sender)
    finally:
        store.then(partial(entering.follow, store, outcome, learns=not wants_json()), last=True)


@bp.get("/t/<code>/moves")
def moves(code: str) -> Response:
    """Return everything worth a button now for a seat, with the reason where it is barred."""
    table = table_or_404(code)
    sender = sender_at(table)
    seat = number(request.args.get("seat", ""))
    if seat is None:
        raise Malformed("seat")
    must_have(table, seat)
    return json({"moves": moves_json(table, seat, open_seats(table, sender.seats))})
