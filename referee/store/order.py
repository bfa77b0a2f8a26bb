"""The order of the seats at a table where nothing was entered yet: names, tokens and all that belongs to a person move
with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from referee.engine import TableOptions
from referee.store.database import Run
from referee.store.rows import Table, to_json
from referee.store.tables import Store

EVENTS = "SELECT seq, seat, move FROM entries WHERE code = ? ORDER BY seq"
MOVE_EVENT = "UPDATE entries SET seat = ?, move = ? WHERE code = ? AND seq = ?"
SET_ORDER = "UPDATE tables SET players = ?, options = ? WHERE code = ? AND closed = 0 AND players = ? RETURNING code"
EVENT_KINDS = ("admitted", "named")


def reorder(store: Store, table: Table, order: Sequence[int], options: TableOptions) -> bool:
    """Seat at each place whoever sits at the place that `order` names for it; return whether it was done: not at a
    closed table, nor once something was entered or somebody's name was changed meanwhile."""
    code = table.code
    players = tuple(table.players[seat] for seat in order)
    place = {seat: number for number, seat in enumerate(order)}
    with store.database.transaction() as run:
        store.database.lock(run, code)
        events: list[tuple[int, int | None, dict[str, Any]]] = [
            (seq, seat, msgspec.json.decode(move)) for seq, seat, move in run(EVENTS, code)
        ]
        if any(move["kind"] not in EVENT_KINDS for _seq, _seat, move in events):
            return False
        if not run(SET_ORDER, to_json(players), to_json(options), code, to_json(table.players)):
            return False
        for seq, seat, move in events:
            by = None if seat is None else place[seat]
            run(MOVE_EVENT, by, to_json(move | {"seat": place[move["seat"]]}), code, seq)
        for of in ("tokens", "passes", "asks"):
            _move_seats(run, of, code, place)
    store.memory.tables.drop(code)
    store.memory.tokens.drop()
    store.memory.asks.drop(code)
    return True


def _move_seats(run: Run, of: str, code: str, place: dict[int, int]) -> None:
    """Write each seat's new number where one stands in the table `of`, all at once."""
    cases = " ".join("WHEN ? THEN CAST(? AS INTEGER)" for _ in place)
    values = [number for each in place.items() for number in each]
    run(f"UPDATE {of} SET seat = CASE seat {cases} END WHERE code = ? AND seat IS NOT NULL", *values, code)
