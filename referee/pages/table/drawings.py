"""Drawings of tables: one for each viewpoint (kept.Viewpoint), each with a version; read in any language.

A phone says which version it shows, and is sent the parts that differ. A version is "<seq>.<number>.<language>": it
also changes with what has no entry, such as who is there, or that the table was closed.

What is remembered of a page, each found by everything that it depends on, so that none is ever out of date:
- pieces (pages.templating): what a macro made, by its arguments, the language and the look; 50,000 of them
- parts (parts.py): a template with the facts it mentions, and its HTML by language; as long as a page shows it
- drawings (kept.py): a page's parts, by viewpoint; of the newest also what it depends on; the last 8 of 1,000 tables
- updates (kept.py): what differs between two drawings, by language; as long as the drawing
- events (stream.py): by the version and the update; the last 100
- pressed events (stream.py): by the update, and what was sent before it; the last 100
"""

from __future__ import annotations

from collections import deque
from typing import Any

from referee.audience import Viewer
from referee.pages.app_state import AppState
from referee.pages.assets import set_current_game
from referee.pages.table.context import page_facts
from referee.pages.table.kept import KEPT_VERSIONS, Drawing, NewestDrawing, TableDrawings, Viewpoint
from referee.pages.table.parts import draw
from referee.store import Table


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
) -> NewestDrawing:
    newest = here.newest.get(viewpoint)
    before = None if newest is None else newest.drawn
    drawn = draw(shared.templates, table.game, page_facts(shared, table, viewpoint), before)
    if newest is not None and drawn.parts == newest.drawn.parts:
        return NewestDrawing(newest.drawing, drawn, depends)
    return NewestDrawing(Drawing(table.seq, drawn.parts, here.lock), drawn, depends)


def same(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether two drawings depend on the same: the same table as it stands, equal facts beside it."""
    return one[0] is other[0] and one[1:] == other[1:]
