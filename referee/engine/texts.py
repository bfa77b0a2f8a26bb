"""The rules' texts: read once from the TOML files that stand beside a game's code.

A file is laid out as the struct that it becomes (`books.py`); in a text a line's end is a space. Beside a rule or
ruling `facts` names the numbers that its texts put in: `facts = { limit = "HAND_LIMIT" }`. A number that is one of
several is named with its key: `cost = "NOCTIS_COSTS.golem"`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from referee.engine.books import Book, Card, Ruling

Numbers = Mapping[str, object]
"""The numbers that files may name: usually those of the game's board, `vars(board)`."""
Read = TypeVar("Read")


class Rulings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rulings of a file. Where one does not tell what a book says, `otherwise` does."""

    otherwise: dict[str, str]
    rulings: list[dict[str, Any]]


def read_book(file: Path, numbers: Numbers) -> Book:
    """Return the book that `file` holds; raise ValueError where it is not one, or names no number of `numbers`."""
    return _converted(file, _content(file, numbers), Book)


def read_rulings(file: Path, numbers: Numbers) -> tuple[Ruling, ...]:
    """Return the rulings of `file`; raise ValueError as `read_book` does."""
    told = _converted(file, _content(file, numbers), Rulings)
    return _converted(file, [told.otherwise | ruling for ruling in told.rulings], tuple[Ruling, ...])


def read_cards(file: Path) -> dict[str, tuple[Card, ...]]:
    """Return the cards of a first game that `file` holds, by the name of their list; raise ValueError as
    `read_book` does. Their facts are those of their rules."""
    return _converted(file, _content(file, {}), dict[str, tuple[Card, ...]])


def _content(file: Path, numbers: Numbers) -> Any:
    """Return what stands in `file`, each text on one line, with the numbers that its facts name."""

    def made(value: Any) -> Any:
        if isinstance(value, str):
            return " ".join(value.split())
        if isinstance(value, list):
            return [made(each) for each in value]
        if isinstance(value, dict):
            return {key: facts(each) if key == "facts" else made(each) for key, each in value.items()}
        return value

    def facts(names: dict[str, str]) -> dict[str, int]:
        return {fact: number(name) for fact, name in names.items()}

    def number(name: str) -> int:
        found: Any = numbers
        for key in name.split("."):
            found = found.get(key) if isinstance(found, Mapping) else None
        if not isinstance(found, int):
            raise ValueError(f"{file}: there is no number called {name}")
        return found

    try:
        return made(tomllib.loads(file.read_text(encoding="utf-8")))
    except tomllib.TOMLDecodeError as fault:
        raise ValueError(f"{file}: {fault}") from fault


def _converted(file: Path, content: Any, kind: type[Read]) -> Read:
    try:
        return msgspec.convert(content, kind)
    except msgspec.ValidationError as fault:
        raise ValueError(f"{file}: {fault}") from fault
