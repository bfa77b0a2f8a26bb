"""Drawings of tables: one for each language (and viewpoint, see context.Viewpoint), each with a version.

A phone says which version it shows, and is sent the parts that differ. A version is "<seq>.<number>": it also changes
with what has no entry, such as who is there, or that the table was closed.
"""

from __future__ import annotations

import itertools
import secrets
import threading
from collections import OrderedDict, deque
from collections.abc import Hashable
from typing import Any

from referee.audience import Viewer
from referee.language import current
from referee.pages.app_state import AppState
from referee.pages.assets import show_game
from referee.pages.table.context import TablePage, Viewpoint, in_language, page_facts
from referee.pages.table.lines import Line
from referee.pages.table.parts import Drawn, Part, draw
from referee.store import Table

KEPT_TABLES = 1000
"""Tables whose drawings are kept; those asked for longest ago go first, and are drawn again when they are asked for."""
KEPT_VERSIONS = 8
"""Drawings of one viewpoint that are kept: a phone that shows an older one is sent everything."""

_numbers = itertools.count(secrets.randbelow(2**40))
"""Versions begin at a random number: another server, or this one started again, gives others."""


class Drawing:
    """A table's page as it was drawn once: its version, its parts by name."""

    def __init__(self, seq: int, drawn: Drawn):
        self.version = f"{seq}.{next(_numbers)}"
        self.drawn = drawn
        self._updates: dict[str, str] = {}

    @property
    def parts(self) -> dict[str, Part]:
        """The parts by name, in the order of their files."""
        return self.drawn.parts

    def update(self, before: Drawing | None) -> str:
        """Return, as HTML, the parts that differ from those of `before` (all, if there was none), and the version."""
        known = "" if before is None else before.version
        text = self._updates.get(known)
        if text is None:
            changed = [
                part.update
                for name, part in self.parts.items()
                if before is None or differs(part, before.parts.get(name))
            ]
            text = self._updates[known] = "".join(changed) + self.mark(known, swap=True)
        return text

    def mark(self, known: str = "", swap: bool = False) -> str:
        """Return the element that says which version a page shows, and for pages that show which version it is."""
        oob = ' hx-swap-oob="outerMorph"' if swap else ""
        return f'<i id="shown" hidden{oob} data-version="{self.version}" data-from="{known}"></i>'


def differs(part: Part, other: Part | None) -> bool:
    """Whether two parts look different."""
    return part is not other and (other is None or part.html != other.html)


class TableDrawings:
    """All drawings of one table that are kept."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        """Held while a drawing is made: whoever else wants the same waits for it."""
        self.recent: dict[Hashable, deque[Drawing]] = {}
        self.facts: dict[Hashable, Any] = {}
        """By language and viewpoint, what its newest drawing depends on: the table as it stood, who is there …"""
        self.pages: dict[Viewpoint, tuple[Any, TablePage, list[Line]]] = {}
        """By viewpoint, what the newest drawings in all languages are made of, and what that depends on."""


class Drawings:
    """The drawings of all tables. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tables: OrderedDict[str, TableDrawings] = OrderedDict()

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._tables.clear()

    def forget(self, code: str) -> None:
        """Forget those of one table."""
        with self._lock:
            self._tables.pop(code, None)

    def of(self, code: str) -> TableDrawings:
        """Return the drawings of one table."""
        with self._lock:
            found = self._tables.setdefault(code, TableDrawings())
            self._tables.move_to_end(code)
            if len(self._tables) > KEPT_TABLES:
                self._tables.popitem(last=False)
            return found


def drawing(shared: AppState, table: Table, viewer: Viewer) -> Drawing:
    """Return the table as it stands, drawn in the reader's language for one who looks at it with these rights."""
    here = shared.drawings.of(table.code)
    with here.lock:
        table = shared.store.table(table.code) or table  # with entries that were recorded while it waited for the lock
        return _newest(shared, here, table, viewer)


def since(shared: AppState, table: Table, viewer: Viewer, version: str) -> tuple[Drawing, Drawing | None]:
    """Return the table as it stands, and the drawing with `version` that a phone says it shows, None if that is not
    kept."""
    now = drawing(shared, table, viewer)
    return now, shown_by(shared, table, viewer, version)


def shown_by(shared: AppState, table: Table, viewer: Viewer, version: str) -> Drawing | None:
    """Return the drawing with this version that was made for such a viewer, None if it is not kept."""
    here = shared.drawings.of(table.code)
    with here.lock:
        kept = here.recent.get(_key(shared, table, viewer), ())
        return next((one for one in reversed(kept) if one.version == version), None)


def _key(shared: AppState, table: Table, viewer: Viewer) -> Hashable:
    return current(), Viewpoint.of(shared.games[table.game], table, viewer)


def _newest(shared: AppState, here: TableDrawings, table: Table, viewer: Viewer) -> Drawing:
    show_game(table.game, table.options.colours)
    viewpoint = Viewpoint.of(shared.games[table.game], table, viewer)
    key = (current(), viewpoint)
    live = shared.live
    facts = (
        table,
        dict(shared.store.remembered(table.game)),
        live.came(table.code),
        live.away(table.code),
        shared.asking(table.code),
    )
    kept = here.recent.setdefault(key, deque(maxlen=KEPT_VERSIONS))
    if kept and same(here.facts[key], facts):
        return kept[-1]
    before = kept[-1].drawn if kept else None
    made = here.pages.get(viewpoint)
    if made is None or not same(made[0], facts):
        made = here.pages[viewpoint] = (facts, *page_facts(shared, table, viewpoint))
    page = in_language(made[1], table, made[2])
    drawn = draw(shared.templates, table.game, page, before)
    if before is None or any(differs(part, before.parts.get(name)) for name, part in drawn.parts.items()):
        kept.append(Drawing(table.seq, drawn))
    here.facts[key] = facts
    return kept[-1]


def same(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether two drawings depend on the same: the same table as it stands, equal facts beside it."""
    return one[0] is other[0] and one[1:] == other[1:]
