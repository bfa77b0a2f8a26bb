"""A column is added as CONTRIBUTING.md says, in two files, and is kept by both databases, backups and moves."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from referee.games import GAMES
from referee.store import open_database, open_file
from tests.servers.postgres import Cluster
from tests.store.positions import new, tap

ROOT = Path(__file__).resolve().parents[2]
TRY = """
import sys
from pathlib import Path
from referee.games import GAMES
from referee.history import Entry
from referee.store import Stamped, open_database, open_file
from referee.store.rows import COLUMNS, read_entry
from tests.store.positions import MADE, fame

def opened(place):
    return open_database(place, GAMES) if "://" in place else open_file(Path(place), GAMES)

place, copy = sys.argv[1:]
store = opened(place)
table = store.latest("K7QF2M")
entry = Entry(table.seq + 1, MADE, None, fame())
store.append(table, table.history.enter(entry), Stamped(entry, "host", "new", device="tablet"))
store.database.backup(Path(copy))
store.database.restore(Path(copy))
store.close()
for where in (place, copy):
    store = opened(where)
    assert store.latest("K7QF2M").seq == 2
    columns = COLUMNS["entries"][1:]
    rows = store.database.rows(f"SELECT {', '.join(columns)} FROM entries ORDER BY seq")
    decode = store._decoders["alchemicus"]
    print(*(repr(read_entry(row, decode).device) for row in rows))
    store.close()
"""


def recipe() -> list[str]:
    """Return the two lines of code that CONTRIBUTING.md names."""
    told = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = told[told.index("## A column") :].split("\n## ")[0]
    return re.findall(r"^    (\S.*)$", section, re.MULTILINE)


def add(file: Path, after: str, line: str) -> None:
    """Put a line of code behind the first line that matches `after`."""
    text, count = re.subn(f"(?m)^({after})$", lambda found: f"{found[0]}\n    {line}", file.read_text(), count=1)
    assert count == 1
    file.write_text(text)


def test_a_column_is_added_as_contributing_says(tmp_path: Path, cluster: Cluster) -> None:
    field, migration = recipe()
    address = cluster.address()
    places: list[Any] = [tmp_path / "referee.sqlite", address]
    for place in places:
        store = open_file(place, GAMES) if isinstance(place, Path) else open_database(place, GAMES, connections=2)
        tap(store, new(store), "old")
        store.close()

    code = tmp_path / "code"
    for folder in ("referee", "tests"):
        shutil.copytree(ROOT / folder, code / folder, ignore=shutil.ignore_patterns("__pycache__"))
    add(code / "referee" / "store" / "rows.py", r"    key: str", field)
    schema = code / "referee" / "store" / "schema.py"
    before, end = schema.read_text().split('\n)\n"""The migrations')
    schema.write_text(f'{before}\n    {migration}\n)\n"""The migrations{end}')

    for number, place in enumerate(places):
        done = subprocess.run(
            [sys.executable, "-c", TRY, str(place), str(tmp_path / f"copy{number}.sqlite")],
            cwd=code,
            env={"PYTHONPATH": str(code)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines() == ["'' 'tablet'"] * 2
