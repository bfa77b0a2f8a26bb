"""The link that hands a play to the app BG Stats: one JSON document in the address, as its makers ask for it."""

from __future__ import annotations

import hashlib
from typing import Any
from urllib.parse import quote

import msgspec

from referee.language import moment
from referee.names import folded
from referee.store.rows import Play

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "The Referee at the Table"
"""BG Stats remembers people and games by the program they came from: this name never changes."""
LONGEST_ADDRESS = 8000
"""Characters; longer addresses are cut on the way by some phones."""


def address(play: Play, title: str, board: str) -> str | None:
    """Return the address that opens `play` in BG Stats; None while nobody has won yet, or where it would be too long.

    `title` is what stands on the game's box, `board` what was played of it (beside its name, and a house rule).
    """
    if play.decided_by is None:
        return None
    for comments in (play.note or "", ""):
        whole = ADDRESS + quote(msgspec.json.encode(document(play, title, board, comments)).decode(), safe="")
        if len(whole) < LONGEST_ADDRESS:
            return whole
    return None


def document(play: Play, title: str, board: str, comments: str = "") -> dict[str, Any]:
    """Return what BG Stats is told of a play: every boolean is there, the date is the end in UTC, without a zone."""
    scored = any(player.score is not None for player in play.players)
    return {
        "sourceName": SOURCE,
        "sourcePlayId": play_id(play),
        "playDate": moment(play.ended).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": play.minutes,
        "board": board,
        "comments": comments,
        "game": {
            "name": title,
            "sourceGameId": play.game,
            "highestWins": True,
            "noPoints": not scored,
        },
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": person_id(player.name),
                "startPlayer": seat == 0 and not play.counted,
                "winner": player.winner,
                "rank": player.place,
                **({} if player.score is None else {"score": player.score}),
            }
            for seat, player in enumerate(play.players)
        ],
    }


def play_id(play: Play) -> str:
    """Return what BG Stats remembers a play by: the same each time; the table's code, which opens the table, cannot be
    told from it."""
    if play.code is None:
        return f"counted-{play.id}"
    names = [folded(player.name) for player in play.players]
    return hashlib.sha256(msgspec.json.encode([play.game, play.started, names])).hexdigest()[:16]


def person_id(name: str) -> str:
    """Return what BG Stats remembers a person by: the same for every spelling of the name, whatever the seat."""
    return hashlib.sha256(folded(name).encode()).hexdigest()[:16]
