"""The JSON of a table, its entries and its moves, as one reader may see them."""

from __future__ import annotations

import msgspec

from referee.audience import open_seats, shown_move, shown_overruled
from referee.engine import N_, Judged, Refusal, judged
from referee.history import Entry
from referee.pages import refusal_json
from referee.pages.app_state import game_of
from referee.pages.table.context import SHOWN_ENTRIES, view_of
from referee.store import Table

TABLE_CLOSED = Refusal("table_closed", None, N_("This table is closed. The host can open it again."))


def entry_json(table: Table, entry: Entry, seats: frozenset[int]) -> dict[str, object]:
    """Return an entry as JSON shows it to a holder of `seats`."""
    undone = entry.seq in table.history.undone
    return {
        "seq": entry.seq,
        "at": entry.at,
        "by": "host" if entry.by is None else entry.by,
        "move": shown_move(entry.move, seats, undone),
        "overruled": shown_overruled(table, entry, seats),
        "undone": undone,
        **({"auto": True} if entry.auto else {}),
    }


def log_json(table: Table, seats: frozenset[int], last: int | None = None) -> list[dict[str, object]]:
    """Return the log, oldest first; only the last entries if `last` says how many."""
    log = table.history.log
    shown = open_seats(table, seats)
    return [entry_json(table, logged.entry, shown) for logged in (log if last is None else log[-last:])]


def table_json(table: Table, seats: frozenset[int]) -> dict[str, object]:
    """Return the table as a holder of `seats` may see it."""
    view = view_of(game_of(table), table, seats)
    assert isinstance(view, msgspec.Struct)
    return {
        "code": table.code,
        "game": table.game,
        "options": msgspec.to_builtins(table.options) | {"colours": list(table.colours)},
        "seq": table.seq,
        "closed": table.closed,
        **msgspec.structs.asdict(view),
        "left": sorted(table.state.left),
        "log": log_json(table, seats, SHOWN_ENTRIES),
    }


def moves_json(table: Table, seat: int, seats: frozenset[int]) -> list[dict[str, object]]:
    """Return the moves of `seat` worth a button now, each with why it is barred, as a holder of `seats` may know; at a
    closed table all are barred by that."""
    own = seat in seats
    offered = judged(game_of(table).offers(table.state, seat, own), table.state, own)
    if table.closed:
        offered = [Judged(move, TABLE_CLOSED) for move, _refusal in offered]
    return [
        {
            "move": msgspec.to_builtins(move),
            "refusal": None if refusal is None else refusal_json(refusal, table.players),
        }
        for move, refusal in offered
    ]
