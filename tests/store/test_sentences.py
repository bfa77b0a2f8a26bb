"""What a host reads when tables cannot be kept: one sentence, whatever was started, and never a password."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.servers.server import GUNICORN, ROOT, free_port

FLASK = ("-m", "flask", "--app", "app")
COMMANDS = (("backup",), ("pass", "K7QF2M", "Ada"), ("delete", "K7QF2M", "--yes"), ("move-to-postgres",))


def said(*words: str, **settings: str) -> str:
    """Run Python with these words; return what it said before it ended with an error."""
    given = {**os.environ, "DATABASE_URL": "", "PORT": str(free_port()), **settings}
    given["REFEREE_BIND"] = f"127.0.0.1:{given['PORT']}"
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=given, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode not in (0, None), done.stdout
    told = (done.stdout + done.stderr).strip()
    assert "Traceback" not in told
    return told


@pytest.fixture
def unusable(tmp_path: Path) -> dict[str, str]:
    """Return data folders in which no tables can be kept, and what is said of each."""
    (tmp_path / "notes").write_text("once upon a time " * 100)
    for name in ("foreign", "damaged"):
        (tmp_path / name).mkdir()
    with closing(sqlite3.connect(tmp_path / "foreign" / "referee.sqlite")) as db:
        db.execute("CREATE TABLE photos (name TEXT)")
    (tmp_path / "damaged" / "referee.sqlite").write_text("once upon a time " * 100)
    return {
        str(tmp_path / "notes"): "file exists",
        str(tmp_path / "foreign"): "another program's file",
        str(tmp_path / "damaged"): "not a database",
    }


def test_every_command_says_in_one_sentence_that_tables_cannot_be_kept(unusable: dict[str, str]) -> None:
    folders = list(unusable)
    for number, command in enumerate(COMMANDS):
        folder = folders[number % len(folders)]
        told = said(*FLASK, *command, REFEREE_DATA=folder)
        assert told.count("\n") == 0 and told.startswith(f"Error: Tables cannot be kept in {folder}: ")
        assert unusable[folder] in told


def test_a_server_says_so_too(unusable: dict[str, str]) -> None:
    for folder, why in unusable.items():
        told = said("app.py", "--data", folder)
        assert told.count("\n") == 0 and why in told and "--data" in told
    told = said(*GUNICORN, REFEREE_DATA=folder)
    assert told.count("\n") == 0 and why in told


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("nonsense", "its address is not like postgresql://user:password@host/name"),
        ("postgresql://ada:secret@[/x", "its address is not like postgresql://user:password@host/name"),
        ("postgresql://ada:secret@127.0.0.1:1/x", "refused"),
    ],
)
def test_of_a_database_too_and_never_its_password(address: str, why: str) -> None:
    told = said(*FLASK, "backup", DATABASE_URL=address)
    assert told.startswith("Error: Tables cannot be kept in the database at DATABASE_URL: ")
    assert why in told and "secret" not in told and told.count("\n") == 0


def test_a_tilde_is_the_home_folder(tmp_path: Path) -> None:
    given = {**os.environ, "HOME": str(tmp_path), "DATABASE_URL": "", "REFEREE_DATA": "~/games"}
    for words in (("backup",), ("backup", "~/copy.sqlite"), ("restore", "~/copy.sqlite")):
        subprocess.run([sys.executable, *FLASK, *words], cwd=ROOT, env=given, capture_output=True, check=True)
    assert {path.name for path in tmp_path.iterdir()} == {"games", "copy.sqlite"}
    assert not (ROOT / "~").exists()


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    for command in ("restore", "move-to-postgres"):
        told = said(*FLASK, command, str(tmp_path / "gone.sqlite"), REFEREE_DATA=str(tmp_path))
        assert told == f"Error: There is no file {tmp_path / 'gone.sqlite'}."
