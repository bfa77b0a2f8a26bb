"""A fourth game, made as CONTRIBUTING tells: its files and one line, and it is asked all that every game is asked."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = Path(__file__).parent / "files"
NEEDED = ("app.py", "pyproject.toml", "referee", "static", "templates", "tests", "translations")
LISTED = '    "fata_morgana",\n'
"""The line of referee/games/__init__.py after which the game's own stands."""
MOST_FILES, MOST_LINES = 12, 350
"""Of Python, rules, templates, script and style together."""


def written() -> list[Path]:
    """Return the files that one writes for the game itself: no catalogs, questions, symbols or tests."""
    rooms = (FILES / "referee", FILES / "templates")
    found = (path for room in rooms for path in sorted(room.rglob("*.*")))
    return [path for path in found if path.suffix in (".py", ".toml", ".html", ".js", ".css")]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield a copy of the project with the fourth game in it."""
    tree = tmp_path_factory.mktemp("tree")
    for name in NEEDED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__", "fourth_game"))
        else:
            shutil.copy(ROOT / name, tree / name)
    shutil.copytree(FILES, tree, dirs_exist_ok=True)
    games = tree / "referee" / "games" / "__init__.py"
    listed = games.read_text(encoding="utf-8").replace(LISTED, f'{LISTED}    "twenty_one",\n')
    games.write_text(listed, encoding="utf-8")
    yield tree
    shutil.rmtree(tree)


def run(tree: Path, *words: str) -> None:
    """Run a module of the tree with this Python, and fail with what it says if it fails."""
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_is_small() -> None:
    lines = sum(path.read_text(encoding="utf-8").count("\n") for path in written())
    assert len(written()) <= MOST_FILES
    assert lines <= MOST_LINES


def test_its_words_are_in_the_catalogs(tree: Path) -> None:
    run(tree, "translations.catalogs", "check", "twenty_one")


def test_it_is_played_to_its_end_like_every_game(tree: Path) -> None:
    """At random, legally and overruled, and over HTTP, with all that an evening leaves behind."""
    run(tree, "pytest", "-q", "-p", "no:cacheprovider", "-k", "twenty_one", "tests/any_game", "tests/web/test_games.py")


def test_each_of_its_rules_is_found(tree: Path) -> None:
    run(tree, "pytest", "-q", "-p", "no:cacheprovider", "tests/rulebook/test_books.py", "tests/rulebook/test_search.py")
