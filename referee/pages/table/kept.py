"""The drawings of tables that are kept: how a table looked, and from which viewpoint. drawings.py makes them."""

from __future__ import annotations

import itertools
import secrets
import threading
from collections import OrderedDict, deque
from typing import Any, NamedTuple

import msgspec

from referee.audience import Viewer, has_secrets
from referee.engine import Game
from referee.language import READERS, current
from referee.pages.table.parts import Drawn, Part
from referee.store import Table

KEPT_TABLES = 1000
"""Tables whose drawings are kept; those asked for longest ago go first, and are drawn again when they are asked for."""
KEPT_VERSIONS = 8
"""Drawings of one viewpoint that are kept: a phone that shows an older one is sent everything."""

_numbers = itertools.count(secrets.randbelow(2**40))
"""Versions begin at a random number: another server, or this one started again, gives others."""


class Viewpoint(msgspec.Struct, frozen=True):
    """The viewer's rights, as far as a drawing depends on them; viewers of one viewpoint are shown the same drawing."""

    may: tuple[bool, ...]
    seats: frozenset[int]

    @classmethod
    def of(cls, game: Game, table: Table, viewer: Viewer) -> Viewpoint:
        """Return the viewpoint of `viewer` at the table as it stands."""
        apart = table.successor is not None or has_secrets(game)
        may = tuple(viewer.enters(table, seat) for seat in range(len(table.players)))
        return cls(may, viewer.seats if apart else frozenset())

    def acts(self, seat: int | None) -> bool:
        """Whether something may be entered for `seat`, None: for anybody."""
        return any(self.may) if seat is None else self.may[seat]


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
                changed = [
                    part
                    for name, part in self.parts.items()
                    if shown.get(name) is not part and differs(part, shown.get(name))
                ]
                text = "".join(part.update for part in changed) + self.mark(known, swap=True)
                self._updates[known, current()] = text
        return text

    def mark(self, known: str = "", swap: bool = False) -> str:
        """Return the element that says which version a page shows, and for pages that show which version it is."""
        oob = ' hx-swap-oob="outerMorph"' if swap else ""
        return f'<i id="shown" hidden{oob} data-version="{self.version}" data-from="{known}"></i>'


def differs(part: Part, other: Part | None) -> bool:
    """Whether two parts look different in the reader's language."""
    return other is None or part.html != other.html


class NewestDrawing(NamedTuple):
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
        self.newest: dict[Viewpoint, NewestDrawing] = {}
        self.ahead: dict[Viewpoint, NewestDrawing] = {}
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
