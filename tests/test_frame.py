"""The frame knows no game: nothing that one game brings along is named in pages, shared templates, scripts and styles.

Imports say little, so this looks for the strings: names, kinds of moves, options and their values, phases, desks, what
is shown of a player, the keys of the glossary. A word that the frame needs in a sense of its own stands in OWN.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from referee.engine import Game, Move, TableOptions, classes_of, kind_of
from referee.games import GAMES
from tests.any_game.positions import start
from tests.samples import SAMPLES

ROOT = Path(__file__).resolve().parent.parent
OWN: dict[str, str] = {
    "allow": "HTTP's header; a browser's permission",
    "answer": "what a request gets",
    "black": "a colour of the page",
    "blue": "a player's colour",
    "brown": "a player's colour",
    "cards": "what the rules for a moment are shown on",
    "copy": "of a file, of a text",
    "create": "making a table",
    "draw": "making a part of a page; a shared victory",
    "full": "of a button: as wide as its page",
    "green": "a player's colour",
    "hand": "handing on; the symbol",
    "head": "HTML's, HTTP's; the first of a list",
    "it": "the word; a language's code",
    "move": "what an entry enters",
    "name": "of a player, of anything",
    "none": "CSS's; nothing",
    "other": "not this one",
    "part": "of a table's page, of a request",
    "parts": "of a table's page",
    "pass": "what lets a new phone take a seat",
    "place": "in a ranking, in a text",
    "play": "a finished game; to play for somebody",
    "points": "of a chart",
    "purple": "a colour of the page",
    "red": "a player's colour",
    "refresh": "HTML's",
    "result": "how a game ended",
    "score": "how a player stands",
    "seat": "where a player sits",
    "target": "an event's; htmx's",
    "tiles": "choices of a form, side by side",
    "tokens": "by which a phone may enter something; their pictures",
    "turn": "whose turn it is",
    "turns": "of a game's course",
    "use": "SVG's; to use",
    "variant": "CSS's font-variant",
    "white": "CSS's white-space",
    "yellow": "a player's colour",
}
"""Word -> what it means in the frame."""


def literals(hint: Any) -> Iterator[str]:
    """Yield the texts that a type allows one by one."""
    if get_origin(hint) is Literal:
        yield from (value for value in get_args(hint) if isinstance(value, str))
    for inner in get_args(hint):
        if not isinstance(inner, str):
            yield from literals(inner)


def of_engine(kind: type[Move]) -> bool:
    """Whether a kind of move is the engine's, for every game to take into its union."""
    bases = (base for base in kind.__mro__ if issubclass(base, Move) and base.__module__.startswith("referee.engine"))
    return any(base.__struct_config__.tag == kind_of(kind) for base in bases)


def words_of(game: Game) -> Iterator[tuple[str, str]]:
    """Yield each word that `game` brings along, and what it is there."""
    yield game.name, "a game"
    yield game.title, "a game"
    for book in game.books:
        yield book.id, "a book"
    for kind in classes_of(game.moves):
        if not of_engine(kind):
            yield kind_of(kind), "a kind of move"
    for option, hint in get_type_hints(game.options).items():
        if option not in TableOptions.__struct_fields__:
            yield option, "an option"
            yield from ((value, "a value of an option") for value in literals(hint))
    shown = game.view(start(game.name, next(iter(SAMPLES[game.name].VARIETIES))), frozenset())
    yield from ((phase, "a phase") for phase in literals(get_type_hints(type(shown))["phase"]))
    yield from ((desk, "a desk") for desk in game.desks)
    yield from ((key, "a name in the glossary") for key in game.names)
    yield from ((field, "shown of a player") for field in shown.players[0].__struct_fields__)


def frame() -> Iterator[Path]:
    """Yield the files of the frame: pages, shared templates, scripts, styles and symbols."""
    for folder, suffixes in (("referee/pages", {".py"}), ("templates", {".html"}), ("static", {".js", ".css", ".svg"})):
        for path in sorted((ROOT / folder).rglob("*")):
            inside = path.relative_to(ROOT / folder).parts
            if path.suffix in suffixes and inside[0] not in {*GAMES, "vendor"}:
                yield path


WORDS = {word.lower(): what for game in GAMES.values() for word, what in words_of(game)}


def found(path: Path, words: set[str]) -> list[str]:
    """Return where which of the `words` stand in a file."""
    pattern = re.compile(rf"(?<![a-z0-9_])(?:{'|'.join(map(re.escape, sorted(words)))})(?![a-z0-9_])")
    lines = path.read_text(encoding="utf-8").lower().splitlines()
    return [
        f"{path.relative_to(ROOT)}:{number}: “{match[0]}”, {WORDS[match[0]]}"
        for number, line in enumerate(lines, 1)
        for match in pattern.finditer(line)
    ]


@pytest.mark.parametrize("path", list(frame()), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_frame_names_nothing_of_a_game(path: Path) -> None:
    assert found(path, WORDS.keys() - OWN.keys()) == []


def test_the_frames_own_words_are_needed() -> None:
    used = {line.split("“")[1].split("”")[0] for path in frame() for line in found(path, set(WORDS))}
    assert [word for word in OWN if word not in used] == []
    assert all(OWN.values())


def test_scripts_of_a_tables_page_share_one_name() -> None:
    scripts = [*(ROOT / "static/table").glob("*.js"), *(ROOT / "templates").glob("*/table.js")]
    names = [
        name
        for path in scripts
        for name in re.findall(r"^(?:const|let|var|class|(?:async )?function)\s+(.+?)\s*[=;({]", path.read_text(), re.M)
    ]
    assert names == ["page"]
