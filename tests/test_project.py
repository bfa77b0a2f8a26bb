"""The project keeps its own promises: which way imports go, what files are called, what the README says."""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.browser.pictures import SCREENS

ROOT = Path(__file__).resolve().parent.parent
GENERATED = {"__pycache__", "data", "node_modules", "build", "dist"}
TEXT = {
    ".py",
    ".html",
    ".svg",
    ".css",
    ".js",
    ".md",
    ".po",
    ".txt",
    ".in",
    ".toml",
    ".yaml",
    ".yml",
    ".json",
    ".cfg",
    "",
}
BESIDE = {
    "switchboard": "live",
    "glossary": "language",
    "names": "language",
}
"""Modules that ARCHITECTURE.md ranks with another."""


def files(*suffixes: str) -> Iterator[Path]:
    """Yield the project's own files with one of `suffixes` (all of TEXT if none is named)."""
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in GENERATED and (not name.startswith(".") or name == ".ci")]
        for name in names:
            path = Path(folder, name)
            if path.suffix in (suffixes or TEXT) and name != ".git":  # a file where this is one of several worktrees
                yield path


def module(path: Path) -> str:
    """Return the dotted name of the module in `path`."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    """Yield every module that `path` imports, wherever in it; `from a import b` is `a.b` where that is a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            base = node.module or ""
            for alias in node.names:
                inner = ROOT.joinpath(*base.split("."), alias.name)
                yield f"{base}.{alias.name}" if inner.is_dir() or inner.with_suffix(".py").exists() else base


def layer(name: str) -> str | None:
    """Return the layer that module `name` belongs to, or None if it is not the project's."""
    parts = name.split(".")
    if parts[0] == "app":
        return "app"
    return ".".join(parts[:2]) if parts[0] == "referee" and parts[1:] else None  # itself it only knows where it is


def ranks() -> dict[str, int]:
    """Return how low each layer stands, as ARCHITECTURE.md tells which way imports go."""
    arrow = re.search(r"Imports go one way: `([^`]+)`", (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    assert arrow is not None
    told = {name: place for place, names in enumerate(arrow[1].split(" → ")) for name in names.split(", ")}
    told |= {name: told[other] for name, other in BESIDE.items()}
    return {name if name == "app" else f"referee.{name}": place for name, place in told.items()}


def between_layers() -> Iterator[tuple[str, str, str]]:
    """Yield every import from one layer of another: both layers, and what to say about it."""
    for path in code():
        for name in imports(path):
            mine, other = layer(module(path)), layer(name)
            if mine and other and other != mine:
                yield mine, other, f"{module(path)} imports {name}"


def code() -> list[Path]:
    """Return the modules of the app."""
    return [ROOT / "app.py", *sorted((ROOT / "referee").rglob("*.py"))]


def test_imports_go_one_way() -> None:
    rank = ranks()
    assert [said for mine, other, said in between_layers() if rank[other] < rank[mine]] == []
    knows: dict[str, set[str]] = {}
    for mine, other, _said in between_layers():
        knows.setdefault(mine, set()).add(other)
    TopologicalSorter(knows).prepare()  # raises CycleError


def test_no_modules_import_one_another() -> None:
    """Not even for their types alone."""
    known = {module(path) for path in code()}
    knows = {
        module(path): {name if name in known else name.rpartition(".")[0] for name in imports(path)} & known
        for path in code()
    }
    TopologicalSorter(knows).prepare()  # raises CycleError, which names them


def test_a_page_knows_no_single_game_but_in_that_games_own_folder() -> None:
    pages = ROOT / "referee" / "pages"
    wrong = []
    for path in sorted(pages.rglob("*.py")):
        for name in imports(path):
            game = name.removeprefix("referee.games.").split(".")[0] if name.startswith("referee.games.") else None
            if game and (ROOT / "referee" / "games" / game).is_dir() and game not in path.relative_to(pages).parts:
                wrong.append(f"{module(path)} imports {name}")
    assert wrong == []


def test_a_game_knows_only_the_engine() -> None:
    wrong = []
    for path in sorted((ROOT / "referee" / "games").glob("*/**/*.py")):
        own = ".".join(module(path).split(".")[:3])
        for name in imports(path):
            top = name.split(".")[0]
            if name == own or name.startswith(f"{own}.") or name == "referee.engine" or top == "msgspec":
                continue
            if top not in sys.stdlib_module_names:
                wrong.append(f"{module(path)} imports {name}")
    assert wrong == []


@pytest.mark.parametrize("barred", ["random", "secrets", "time", "datetime", "gettext", "os", "sqlite3"])
def test_games_engine_and_history_are_pure(barred: str) -> None:
    pure = [
        *(ROOT / "referee" / "engine").rglob("*.py"),
        ROOT / "referee" / "history.py",
        *(ROOT / "referee" / "games").rglob("*.py"),
    ]
    assert [module(path) for path in pure if barred in {name.split(".")[0] for name in imports(path)}] == []


def test_databases_are_spoken_to_in_two_places() -> None:
    database = {"sqlite3", "sqlite_utils", "psycopg"}
    speakers = [path for path in code() if database & {name.split(".")[0] for name in imports(path)}]
    assert {module(path) for path in speakers} <= {
        f"referee.store.{name}" for name in ("files", "sqlite", "postgres", "connections")
    }


def test_names_say_what_they_hold() -> None:
    vague = {"utils", "util", "helpers", "helper", "managers", "manager", "services", "service", "common", "misc"}
    assert [path for path in files(".py") if vague & {*path.relative_to(ROOT).with_suffix("").parts}] == []


def test_a_file_past_400_lines_is_two_files() -> None:
    long = {path: lines for path in files(".py") if (lines := path.read_text(encoding="utf-8").count("\n")) > 400}
    assert long == {}


@pytest.mark.parametrize(
    "barred",
    [
        r"https?://(?:files|registry|deb|index|pypi)[.]",
        r"/simp[l]e/|--(?:extra-)?index-ur[l]|--find-link[s]|\"resolved\": *\"http",
        r"(?<![.\w])/wor[k]/|[.][.]/share[d]/",
    ],
)
def test_nothing_names_a_registry_or_a_place_on_one_machine(barred: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in files()
        if (match := re.search(barred, path.read_text(encoding="utf-8")))
    ]
    assert found == []


@pytest.mark.parametrize("name", [f"requirements{of}.txt" for of in ("", "-hosting", "-home", "-test", "-uv")])
def test_every_requirement_is_pinned_and_hashed(name: str) -> None:
    lines = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    pins = [line for line in lines if line.strip() and not line.strip().startswith("#")]
    assert pins
    assert [pin for pin in pins if not re.match(r"[a-z0-9._-]+(\[[a-z]+\])?==\S+ .*--hash=sha256:", pin)] == []


def test_what_is_asked_for_is_what_is_pinned() -> None:
    for name in (f"requirements{of}" for of in ("", "-hosting", "-home", "-test", "-uv")):
        asked = re.findall(r"^([A-Za-z][\w-]*)", (ROOT / f"{name}.in").read_text(encoding="utf-8"), re.M)
        pinned = re.findall(r"^([a-z0-9-]+)(?:\[\w+\])?==", (ROOT / f"{name}.txt").read_text(encoding="utf-8"), re.M)
        assert {package.lower() for package in asked} <= set(pinned)


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"])
def test_the_pages_name_only_what_exists(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    told = "\n".join(re.findall(r"`[^`]+`|^ {4}.+", text, re.M))
    assert set(re.findall(r"\bmake ([a-z]+)", told)) <= targets
    places = re.findall(r"`((?:referee|templates|translations|tests|static|bench)/[\w./-]*)`", text)
    assert [place for place in places if not (ROOT / place).exists()] == []
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", text)
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_pages_for_players_show_the_same_pictures_each_in_its_own_language() -> None:
    shown = {}
    for language, page in (("en", "evening.md"), ("it", "evening.it.md"), ("pl", "evening.pl.md")):
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        pictures = re.findall(r"!\[.{10,}\]\(evening/(\w+)/([\w-]+)\.jpg\)", text)
        assert {of for of, _name in pictures} == {language}
        shown[language] = [name for _of, name in pictures]
        folder = ROOT / "docs" / "evening" / language
        assert {file.stem for file in folder.iterdir()} == set(shown[language])
        assert all((ROOT / "docs" / link).exists() for link in re.findall(r"\]\((?!https?:|#)([^)#]+)", text))
    assert shown["en"] == shown["it"] == shown["pl"] == list(SCREENS)


def test_architecture_names_every_module_and_no_other() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    told = set(re.findall(r"\b([\w/]+)\.py\b", text)) - {"app", "games/__init__"}
    here = {path.stem for path in (ROOT / "referee").glob("*.py") if path.stem != "__init__"}
    assert here <= told
    assert [name for name in told - here if not (ROOT / "referee" / f"{name}.py").exists()] == ["catalogs"]
    assert text.count("\n") <= 60


def test_no_test_has_a_page_evaluate_what_it_forbids() -> None:
    """Our pages forbid scripts to evaluate texts, as `wait_for_function` does from its second look on: such a test
    would fail on a busy machine alone."""
    waits = [path for path in (ROOT / "tests" / "browser").glob("*.py") if ".wait_for_function(" in path.read_text()]
    assert waits == []
