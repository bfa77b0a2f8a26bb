"""A table to keep, and what is entered there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from referee.engine import Move
from referee.games import GAMES
from referee.history import Entry, History, replay
from referee.store import Stamped, Store, Table
from referee.store.rows import Copied, Play, PlayPlayer

RINGS = (
    ["spirit", "harvest", "transport", "transmutation", "build", "sale", "gifts", "build"],
    ["spirit", "harvest", "transport", "transmutation", "build", "sale", "gifts", "sale"],
)
"""Two boards as a server remembers them."""
MADE = "2026-01-02T03:04:05.678Z"


def new(store: Store, code: str = "K7QF2M", created: str = MADE, log: Sequence[Entry] = (), **more: Any) -> Table:
    """Make a table of Ada and Bruno, with the `log` of a copy."""
    game = GAMES["alchemicus"]
    settled = game.settle(game.options(), 2, "en")
    copy = Copied(replay(log, History(game.begin(settled, 2))))
    table = store.create(code, "alchemicus", ("Ada", "Bruno"), settled, created, "host", copy, **more)
    assert table is not None
    return table


def fame(by: int = 1, seat: int = 0) -> Move:
    return msgspec.convert({"kind": "fame", "seat": seat, "by": by}, GAMES["alchemicus"].moves)


def tap(store: Store, table: Table, key: str, token: str = "host", move: Any = None) -> Table:
    """Enter a move at the table as it was loaded."""
    entry = Entry(table.seq + 1, MADE, None, move or fame())
    return store.append(table, table.history.enter(entry), Stamped(entry, token, key))


def turned(table: Table) -> Any:
    """Return the table's options on a board whose rings are turned by one."""
    ring, inner = table.options.ring, table.options.spirit_ring
    return msgspec.structs.replace(table.options, ring=ring[1:] + ring[:1], spirit_ring=inner[1:] + inner[:1])


def play(code: str | None, ended: str, *players: PlayPlayer) -> Play:
    """Return a play of Homunculus: of the table `code`, or a count."""
    return Play(
        code=code,
        game="homunculus",
        options={"favourites": [None, {"kind": "red", "ingredient": "herbs"}]},
        started="2026-03-01T20:00:00.000Z",
        ended=ended,
        minutes=40,
        players=players or (PlayPlayer("Ada", 1, 15, True), PlayPlayer("Żółć", 2, None, False)),
        decided_by="points",
        counted=code is None,
    )
