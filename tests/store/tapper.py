"""A process that taps as fast as it can, to be killed: `python -m tests.store.tapper <file or address> <name>`.

It prints each key only after the store has acknowledged it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from referee.games import GAMES
from referee.store import Stale, Store, open_database, open_file
from tests.store.positions import tap


def main(place: str, name: str) -> None:
    store: Store = open_database(place, GAMES) if "://" in place else open_file(Path(place), GAMES)
    number = 0
    while True:
        table = store.latest("K7QF2M")
        assert table is not None
        try:
            tap(store, table, f"{name}.{number}")
        except Stale:
            continue
        print(f"{name}.{number}", flush=True)
        number += 1


main(*sys.argv[1:])
