"""Questions of players: the words of each language that the rules themselves do not say, read from its search files.

`translations/<language>/search/<part>.toml`, a file for each game and one (`rules.toml`) for what belongs to none:

    little = "a an the of"              words that do not count
    [names]                             what players call a book: a search that names it finds its rules first
    homunculus = "kazaam"
    [same]                              a word of the rules, and what players say instead
    spirit = "ghost, phantom"
    [asked]                             how one asks for a rule or ruling that answers
    AL-HAND-LIMIT = "too many cards in my hand, maximum hand size"
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from referee.games import GAMES
from referee.language import TRANSLATIONS


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One search file as it is written; several words or phrases are separated by commas."""

    little: str = ""
    names: dict[str, str] = {}
    same: dict[str, str] = {}
    asked: dict[str, str] = {}


class Asked(msgspec.Struct, frozen=True):
    """The questions of players in one language.

    `little`: words that do not count. `names`: book id -> what it is called. `same`: game, or "" for all -> groups of
    words that mean the same there. `phrases`: id of a rule or ruling -> questions and words that it answers.
    """

    little: tuple[str, ...]
    names: dict[str, tuple[str, ...]]
    same: dict[str, tuple[tuple[str, ...], ...]]
    phrases: dict[str, tuple[str, ...]]


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part for part in (piece.strip() for piece in text.split(",")) if part)


def asked(language: str, folder: Path = TRANSLATIONS) -> Asked:
    """Return how players ask in `language`; nothing where it has no search files. Raises ValueError for a malformed
    file, which it names."""
    little: tuple[str, ...] = ()
    found = Asked((), {}, {}, {})
    for file in sorted((folder / language / "search").glob("*.toml")):
        try:
            words = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), _File)
        except ValueError as error:
            raise ValueError(f"{file}: {error}") from error
        little += tuple(words.little.split())
        found.names.update({book: _parts(text) for book, text in words.names.items()})
        game = file.stem if file.stem in GAMES else ""
        found.same[game] = tuple((word, *_parts(text)) for word, text in words.same.items())
        found.phrases.update({id: _parts(text) for id, text in words.asked.items()})
    return Asked(little, found.names, found.same, found.phrases)
