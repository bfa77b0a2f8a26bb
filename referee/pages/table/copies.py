"""A table as one document: the copy that is taken away, and the equal table made from it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import msgspec
from flask import Blueprint, Response, request

from referee.audience import open_seats, private_kinds
from referee.engine import N_, Malformed, Move, Sentence
from referee.history import VERSION, Entry, Hidden, History, Notice, Other, Redo, Undo
from referee.language import current, written
from referee.names import seen
from referee.pages import SENTENCES, json, problem
from referee.pages.app_state import app_state
from referee.pages.home.forms import names
from referee.pages.identity import find
from referee.pages.reading import convert, decode, form_fields, is_json, sent, text_in
from referee.pages.table.showing import log_json
from referee.pages.table.tables import made, make, rules_of

bp = Blueprint("copies", __name__)

IMPORT_BYTES = 4 * 1024 * 1024
EARLIEST, LATEST = 1970, 9998
"""Between these years an imported entry was made."""
MOST_ENTRIES = 10_000
MOST_AGAIN = 200_000
"""How many entries the undos and redos of an imported log may reach back over, all in all: so long it is replayed."""

BAD_LOG = N_("Entry %(num)s of that log cannot be read.")


class OldEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry as an export holds it."""

    seq: Annotated[int, msgspec.Meta(ge=1)]
    at: datetime
    by: Annotated[int, msgspec.Meta(ge=0)] | Literal["host"]
    move: dict[str, Any]
    overruled: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z")] | None = None
    undone: bool = False


class Export(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole table as one document; `code`, `created` and `result` are for the reader, the log tells all. `older`: how
    many of its entries, the first ones, were settled by version 1; all of them if the document does not say."""

    game: str
    players: list[str]
    options: dict[str, Any]
    log: list[OldEntry]
    code: str | None = None
    created: str | None = None
    result: Any = None
    closed: bool = False
    older: Annotated[int, msgspec.Meta(ge=0)] | None = None


@bp.get("/t/<code>/export")
def export(code: str) -> Response:
    """Return the table as one document, without secrets until the game is over."""
    table = find(code)
    seats = open_seats(table, frozenset())
    view = app_state().games[table.game].view(table.state, seats)
    document = {
        "game": table.game,
        "players": list(table.players),
        "options": msgspec.to_builtins(table.options),
        "log": log_json(table, frozenset()),
        "code": table.code,
        "created": table.created,
        "result": view.result,
        "closed": table.closed,
        "older": sum(entry.version < VERSION for entry in table.history.entries),
    }
    answer = json(document)
    answer.headers["Content-Disposition"] = f'attachment; filename="{table.game}-{table.code}.json"'
    return answer


@bp.post("/tables/import")
def import_table() -> Response:
    """Make an equal table from what `export` gave."""
    if is_json():
        old = decode(sent(), Export)
    else:
        fields = form_fields()
        upload = request.files.get("file")
        old = decode(upload.read() if upload else text_in(fields, "document"), Export, "file")
    game = rules_of(old.game)
    players = names([*map(seen, old.players)], game)
    settled = game.settle(convert(old.options, game.Options, "options"), len(players), current())
    older = len(old.log) if old.older is None else old.older
    entries = [
        old_entry(game, entry, seq, len(players), 1 if seq <= older else VERSION)
        for seq, entry in enumerate(old.log, 1)
    ]
    check_log(entries, game.start(settled, len(players)))
    table, token = make(old.game, players, settled, entries, old.closed)
    return made(table, token)


def old_entry(game: Any, old: OldEntry, seq: int, players: int, version: int) -> Entry:
    """Return an exported entry as it is kept; raise Malformed if it could not have been entered."""
    cannot_be_read = Sentence(BAD_LOG, {"num": seq})
    wrong = Malformed("log", cannot_be_read)
    if old.seq != seq or (old.by != "host" and old.by >= players):
        raise wrong
    try:
        if old.move.keys() == {"kind", "seat"} and str(old.move["kind"]) in private_kinds(game):
            move: Any = convert({"kind": "hidden", "of": old.move["kind"], "seat": old.move["seat"]}, Hidden, "log")
        else:
            move = convert(old.move, game.MOVES | Other, "log")
    except Malformed as error:
        raise Malformed(error.field, cannot_be_read) from error
    if isinstance(move, Move | Hidden | Notice) and not 0 <= move.seat < players:
        raise wrong
    if not EARLIEST <= old.at.year <= LATEST:  # no clock of ours says so, and no calendar holds all zones' days of it
        raise wrong
    at = old.at if old.at.tzinfo else old.at.replace(tzinfo=UTC)
    return Entry(seq, written(at), None if old.by == "host" else old.by, move, old.overruled, version=version)


def check_log(entries: list[Entry], start: Any) -> None:
    """Raise Malformed unless this could be the log of a table that began at `start`.

    Every undo takes back what stands, every redo puts back what was taken, and every move names what was there.
    """
    work = sum(
        entry.seq - min(entry.move.entries, default=0) for entry in entries if isinstance(entry.move, Undo | Redo)
    )
    if len(entries) > MOST_ENTRIES or work > MOST_AGAIN:
        raise problem(413, *SENTENCES[413])
    standing: set[int] = set()
    taken: set[int] = set()
    history = History(start)
    for entry in entries:
        move = entry.move
        wrong = Malformed("log", Sentence(BAD_LOG, {"num": entry.seq}))
        if isinstance(move, Undo | Redo):
            source, target = (standing, taken) if isinstance(move, Undo) else (taken, standing)
            if not move.entries or not set(move.entries) <= source or len(set(move.entries)) < len(move.entries):
                raise wrong
            source.difference_update(move.entries)
            target.update(move.entries)
        elif not isinstance(move, Notice):
            if isinstance(move, Move) and (move.malformed(history.state) or move.missing(history.state)):
                raise wrong
            standing.add(entry.seq)
        history = history.enter(entry)
