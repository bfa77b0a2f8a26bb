"""What the command line says of copies: how much, of what, and why there is none."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tests.apps import app_with
from tests.store.positions import new, tap

CODE = "K7QF2M"


def test_what_is_no_backup_is_not_restored(tmp_path: Path) -> None:
    app = app_with({"DATA": str(tmp_path / "data")})
    the = app.extensions["referee"]
    table = new(the.store)
    (tmp_path / "notes.txt").write_text("once upon a time " * 100)
    sqlite3.connect(tmp_path / "other.sqlite").close()
    for name in ("notes.txt", "other.sqlite"):
        refused = app.test_cli_runner().invoke(args=["restore", str(tmp_path / name)])
        assert refused.exit_code == 1 and refused.output.startswith("Error: Nothing was changed: ")
    for nowhere in (tmp_path, tmp_path / "notes.txt" / "copy.sqlite"):
        full = app.test_cli_runner().invoke(args=["backup", str(nowhere)])
        assert full.exit_code == 1 and full.output.startswith("Error: Backup failed: ")
    kept = app.test_cli_runner().invoke(args=["backup"])
    (copy,) = (tmp_path / "data" / "backups").iterdir()
    assert kept.output == f"Tables copied: 1, from {tmp_path / 'data' / 'referee.sqlite'} to {copy}.\n"
    assert the.store.table(CODE) is table
    the.store.close()


def test_a_damaged_file_is_neither_restored_nor_called_a_backup(tmp_path: Path) -> None:
    app, file = app_with({"DATA": str(tmp_path)}), tmp_path / "referee.sqlite"
    the, run = app.extensions["referee"], app.test_cli_runner()
    table = new(the.store)
    for key in range(200):
        table = tap(the.store, table, str(key))
    itself = run.invoke(args=["backup", str(file)])
    assert itself.exit_code == 1 and "the very file" in itself.output
    copy = tmp_path / "copy.sqlite"
    assert run.invoke(args=["backup", str(copy)]).exit_code == 0
    pages = copy.read_bytes()
    copy.write_bytes(pages[:-4096] + bytes(4096))
    refused = run.invoke(args=["restore", str(copy)])
    assert refused.exit_code == 1 and refused.output.startswith(f"Error: Nothing was changed: {copy} is damaged")
    assert (the.store.table(CODE), the.store.latest(CODE).seq) == (table, 200)
    the.store.close()

    (tmp_path / "damaged").mkdir()
    copy.replace(tmp_path / "damaged" / file.name)
    damaged = app_with({"DATA": str(tmp_path / "damaged")})
    lost = damaged.test_cli_runner().invoke(args=["backup", str(tmp_path / "worthless.sqlite")])
    assert lost.exit_code == 1 and "is damaged" in lost.output
    assert not (tmp_path / "worthless.sqlite").exists()
    damaged.extensions["referee"].store.close()
