"""Drawings of tables: one for each viewpoint (see context.Viewpoint), each with a version; read in any language.

A phone says which version it shows, and is sent the parts that differ. A version is "<seq>.<number>.<language>": it
also changes with what has no entry, such as who is there, or that the table was closed.

What is remembered of a page, each found by everything that it depends on, so that none is ever out of date:
- pieces (pages.templating): what a macro made, by its arguments, the language and the look; 50,000 of them
- parts (parts.py): a template with the facts it mentions, and its HTML by language; as long as a page shows it
- drawings (here): a page's parts, by viewpoint; of the newest also what it depends on; the last 8 of 1,000 tables
- updates (here): what differs between two drawings, by language; as long as the drawing
- pressed updates (stream.py): by the update, and what was sent before it; the last 100
"""

from __future__ import annotations

import itertools
import secrets
import threading
from collections import OrderedDict, deque
from typing import Any, NamedTuple

from referee.audience import Viewer
from referee.language import READERS, current
from referee.pages.app_state import AppState
from referee.pages.assets import set_current_game
from referee.pages.table.context import Viewpoint, page_facts
from referee.pages.table.parts import Drawn, Part, draw
from referee.store import Table

KEPT_TABLES = 1000
"""Tables whose drawings are kept; those asked for longest ago go first, and are drawn again when they are asked for."""
KEPT_VERSIONS = 8
"""Drawings of one viewpoint that are kept: a phone that shows an older one is sent everything."""

_numbers = itertools.count(secrets.randbelow(2**40))
"""Versions begin at a random number: another server, or this one started again, gives others."""


class Drawing:
    """A table's page as it was drawn once: its parts by name, in the order of their files."""

    def __init__(self, seq: int, parts: dict[str, Part], lock: threading.Lock):
        self.parts = parts
        self._version = f"{seq}.{next(_numbers)}"
        self._updates: dict[tuple[str, str], str] = {}
        self._lock = lock

    @property
    def version(self) -> str:
        """The version as a page in the reader's language shows it: one in another language is of another version."""
        return f"{self._version}.{[*READERS].index(current())}"

    def update(self, before: Drawing | None) -> str:
        """Return, as HTML, the parts that differ from those of `before` (all, if there was none), and the version."""
        known = "" if before is None else before.version
        with self._lock:
            text = self._updates.get((known, current()))
            if text is None:
                shown = {} if before is None else before.parts
                changed = [part for name, part in self.parts.items() if differs(part, shown.get(name))]
                text = "".join(part.update for part in changed) + self.mark(known, swap=True)
                self._updates[known, current()] = text
        return text

    def mark(self, known: str = "", swap: bool = False) -> str:
        """Return the element that says which version a page shows, and for pages that show which version it is."""
        oob = ' hx-swap-oob="outerMorph"' if swap else ""
        return f'<i id="shown" hidden{oob} data-version="{self.version}" data-from="{known}"></i>'


def differs(part: Part, other: Part | None) -> bool:
    """Whether two parts look different in the reader's language."""
    return part is not other and (other is None or part.html != other.html)


class Newest(NamedTuple):
    """The newest drawing for a viewpoint, how it was drawn, and what that depends on: the table as it stood, who is
    there …"""

    drawing: Drawing
    drawn: Drawn
    depends: tuple[Any, ...]


class TableDrawings:
    """All drawings of one table that are kept."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        """Held while a drawing is made, or read in a language: whoever else wants the same waits for it."""
        self.newest: dict[Viewpoint, Newest] = {}
        self.ahead: dict[Viewpoint, Newest] = {}
        """Drawings of the table as it will stand once what was entered is recorded."""
        self.recent: dict[Viewpoint, deque[Drawing]] = {}
        """The last drawings for each viewpoint, the newest too: phones show them."""


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
    """Return the table as it stands, drawn for one who looks at it with these rights."""
    here = shared.drawings.of(table.code)
    with here.lock:
        table = shared.store.table(table.code) or table  # with entries that were recorded while it waited for the lock
        return _newest(shared, here, table, viewer)


def drawing_ahead(shared: AppState, table: Table, viewer: Viewer) -> Drawing:
    """Return the table drawn as it will stand once its newest entry is recorded. It is shown to nobody before the table
    stands so."""
    here = shared.drawings.of(table.code)
    with here.lock:
        viewpoint, depends = _depends(shared, table, viewer)
        ahead = here.ahead.get(viewpoint)
        if ahead is None or not same(ahead.depends, depends):
            ahead = here.ahead[viewpoint] = _drawn(shared, here, table, viewpoint, depends)
        return ahead.drawing


def since(shared: AppState, table: Table, viewer: Viewer, version: str) -> tuple[Drawing, Drawing | None]:
    """Return the table as it stands, and the drawing with `version` that a phone says it shows, None if that is not
    kept."""
    now = drawing(shared, table, viewer)
    return now, shown_by(shared, table, viewer, version)


def shown_by(shared: AppState, table: Table, viewer: Viewer, version: str) -> Drawing | None:
    """Return the drawing with this version that was made for such a viewer, None if it is not kept."""
    here = shared.drawings.of(table.code)
    with here.lock:
        kept = here.recent.get(Viewpoint.of(shared.games[table.game], table, viewer), ())
        return next((one for one in reversed(kept) if one.version == version), None)


def _newest(shared: AppState, here: TableDrawings, table: Table, viewer: Viewer) -> Drawing:
    """Return the drawing of the table as it stands: the newest still, or the one that was made ahead, or a new one."""
    viewpoint, depends = _depends(shared, table, viewer)
    newest = here.newest.get(viewpoint)
    if newest is None or not same(newest.depends, depends):
        ahead = here.ahead.pop(viewpoint, None)
        made = ahead if ahead is not None and same(ahead.depends, depends) else None
        now = made or _drawn(shared, here, table, viewpoint, depends)
        if newest is None or now.drawing is not newest.drawing:
            here.recent.setdefault(viewpoint, deque(maxlen=KEPT_VERSIONS)).append(now.drawing)
        newest = here.newest[viewpoint] = now
    return newest.drawing


def _depends(shared: AppState, table: Table, viewer: Viewer) -> tuple[Viewpoint, tuple[Any, ...]]:
    """Return from which viewpoint a viewer looks, and what the drawing depends on."""
    set_current_game(table.game, table.colours)
    live = shared.live
    return Viewpoint.of(shared.games[table.game], table, viewer), (
        table,
        shared.store.remembered(table.game),
        live.came(table.code),
        live.away(table.code),
        shared.asking(table.code),
    )


def _drawn(
    shared: AppState, here: TableDrawings, table: Table, viewpoint: Viewpoint, depends: tuple[Any, ...]
) -> Newest:
    newest = here.newest.get(viewpoint)
    before = None if newest is None else newest.drawn
    drawn = draw(shared.templates, table.game, page_facts(shared, table, viewpoint), before)
    if newest is not None and drawn.parts == newest.drawn.parts:
        return Newest(newest.drawing, drawn, depends)
    return Newest(Drawing(table.seq, drawn.parts, here.lock), drawn, depends)


def same(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether two drawings depend on the same: the same table as it stands, equal facts beside it."""
    return one[0] is other[0] and one[1:] == other[1:]
