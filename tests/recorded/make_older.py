"""Makes the data file of an older version, with what that version answered: run in that version's folder.

    cd OLDER; cp -r …/tests/recorded …/tests/samples tests/; python -m tests.recorded.make_older NAME

It keeps `tests/recorded/older/NAME.sqlite.xz`, and `NAME.jsonl.xz`: a row for each table, the tokens first.
"""

from __future__ import annotations

import lzma
import sqlite3
import sys
import tempfile
from pathlib import Path

from app import create_app
from tests.recorded import kept
from tests.recorded.record import RandomGame

TABLES = ("alchemicus-fame", "alchemicus-gold-rush-all", "homunculus-3-favourites", "fata_morgana-told-2")
MOVES = 45


def main(name: str) -> None:
    """Play a few tables, and keep the file and what each viewer is shown of them."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATA": folder, "TESTING": True, "LIMITS": {}})
        for story in TABLES:
            made = RandomGame(story, app)
            made.tell_secrets()
            for _ in range(MOVES):
                made.act()
            made.kept.clear()
            for who in made.viewers:
                made.ask(who, "GET", "/t/$code")
                made.ask(who, "GET", "/t/$code/log")
            made.ask("none", "GET", "/t/$code/export")
            rows.append([story, made.player.named, made.kept])
        with sqlite3.connect(Path(folder) / "referee.sqlite") as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        held = (Path(folder) / "referee.sqlite").read_bytes()
    kept.write(kept.file_of(kept.OLDER, name), rows)
    (kept.OLDER / f"{name}.sqlite.xz").write_bytes(lzma.compress(held, preset=9))
    print(name, len(held), [row[2][0][2].get("seq") for row in rows])


if __name__ == "__main__":
    main(sys.argv[1])
