"""The SQL that every database understands; values are marked by "?"."""

from __future__ import annotations

COLUMNS = {
    "tables": ("code", "game", "players", "options", "created", "closed", "successor"),
    "tokens": ("code", "hash", "role", "seat"),
    "passes": ("code", "hash", "seat", "replaces", "expires"),
    "entries": ("code", "seq", "at", "seat", "move", "overruled", "secretly", "token", "key"),
    "remembered": ("game", "what", "value"),
}
"""What every database holds, in the order in which it can be filled."""

ADD_SUCCESSOR = "ALTER TABLE tables ADD COLUMN successor TEXT"
"""The migration of that name; there is no reference, so that tables can be filled in any order."""
ADD_SECRETLY = "ALTER TABLE entries ADD COLUMN secretly INTEGER NOT NULL DEFAULT 0"
"""The migration of that name."""

ADD_TABLE = "INSERT INTO tables (code, game, players, options, created) VALUES (?, ?, ?, ?, ?)"
TABLE = "SELECT game, players, created FROM tables WHERE code = ?"
SET_OPTIONS = (
    "UPDATE tables SET options = ? WHERE code = ? AND closed = 0 "
    "AND NOT EXISTS (SELECT 1 FROM entries WHERE entries.code = tables.code) RETURNING code"
)
"""Sets a table up anew while nothing was entered there."""

SET_CLOSED = "UPDATE tables SET closed = ? WHERE code = ? RETURNING code"
SET_SUCCESSOR = "UPDATE tables SET successor = ? WHERE code = ? AND coalesce(successor, '') = ? RETURNING code"

_ADD = (
    "INSERT INTO entries (code, seq, at, seat, move, overruled, secretly, token, key) "
    "SELECT code, ?, ?, CAST(? AS INTEGER), ?, ?, ?, ?, ? FROM tables WHERE code = ? AND closed = 0{begun} "
    "RETURNING seq"
)
ADD_ENTRY = _ADD.format(begun="")
ADD_FIRST_ENTRY = _ADD.format(begun=" AND options = ?{hold}")
"""Adds it to a table that is set up as whoever judged it believed; `hold` keeps it so until it is there."""

_NEWER = (
    "SELECT {options}, t.closed, t.successor, e.seq, e.at, e.seat, e.move, e.overruled, e.secretly, e.token, e.key "
    "FROM tables t LEFT JOIN entries e ON e.code = t.code AND e.seq > ? WHERE t.code = ? ORDER BY e.seq"
)
NEWER_ENTRIES = _NEWER.format(options="NULL")
ALL_ENTRIES = _NEWER.format(options="CASE WHEN coalesce(e.seq, 1) = 1 THEN t.options END")
"""All of them and how the table is set up, in one statement: from the first entry on that never changes."""

SIT = "INSERT INTO tokens (code, hash, role, seat) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
HELD = "SELECT DISTINCT seat FROM tokens WHERE code = ? AND role = 'seat'"
HOLDING = "SELECT hash FROM tokens WHERE code = ? AND seat = ?"
ALLOW = "INSERT INTO passes (code, hash, seat, replaces, expires) VALUES (?, ?, ?, ?, ?)"
DROP_PASSES = "DELETE FROM passes WHERE code = ? AND seat = ?"
DROP_PASSES_OF_HELD = (
    "DELETE FROM passes WHERE code = ? AND seat = ? "
    "AND EXISTS (SELECT 1 FROM tokens WHERE tokens.code = passes.code AND tokens.seat = passes.seat)"
)
ADMIT = "DELETE FROM passes WHERE code = ? AND hash = ? AND seat = ? AND expires > ? RETURNING replaces"
REMEMBER = (
    "INSERT INTO remembered (game, what, value) VALUES (?, ?, ?) "
    "ON CONFLICT (game, what) DO UPDATE SET value = excluded.value"
)
