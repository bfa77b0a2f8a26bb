"""Evenings that were kept elsewhere: a spreadsheet with the columns of /played.csv, or what BG Stats exports."""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import Annotated, Any

import msgspec

from referee.engine import N_, Game, Malformed, Sentence
from referee.language import READERS, moment, written
from referee.names import fit, folded, seen
from referee.pages.spreadsheet import bare
from referee.store.plays import FORGOTTEN
from referee.store.rows import Play, PlayPlayer

MOST = 500
"""Evenings that are taken from one file."""
FIRST_YEAR = 1970
LAST_ZONE = timezone(timedelta(hours=14))
"""The zone in which a day begins first: one that has not begun there is still to come everywhere."""
A_DAY = timedelta(hours=26)
"""The most by which two clocks may differ about the end of one evening: each in a zone of its own."""

NO_EVENINGS = N_(
    "This file holds no evenings. Choose a spreadsheet (.csv) with the columns Ended, Game, Player and Score, or the"
    " file that BG Stats exports (.json)."
)
TOO_MANY = N_("More than %(num)s evenings at once: add them in parts.")
NO_DATE = N_("The date cannot be read: write it as 2026-11-28.")
NOT_YET = N_("That day has not come yet, or is too long ago.")
OTHER_GAME = N_("The referee does not know this game.")
BAD_PLAYERS = N_("The names of the players cannot be read, or two are the same.")
IGNORED = N_("BG Stats leaves this evening out of its statistics.")
BAD_NUMBER = N_("This game is for %(fewest)s to %(most)s players.")

ENDED, GAME, PLAYED_AS, MINUTES, PLAYER, PLACE, SCORE, WON, DECIDED, NOTE = (
    "Ended", "Game", "Played as", "Minutes", "Player", "Place", "Score", "Won", "Decided by", "Note",
)  # fmt: skip
OTHERWISE = {"date": ENDED, "name": PLAYER, "winner": WON, "points": SCORE}
NO = ("", "0", "no", "false", "n")
SUM = re.compile(r"-?[0-9]{1,6}([+-][0-9]{1,6}){0,20}\Z")
PART = re.compile(r"[+-]?[0-9]+")
APART = re.compile(r"\s*[:(–—]")
"""What stands between a game's name and which printing, or what was played with it."""
DAY_FIRST = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})(.*)\Z", re.DOTALL)


class Brought(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One evening of elsewhere: the game's id, its end (RFC 3339, UTC), minutes (0: nobody says), the players."""

    game: str
    ended: str
    players: Annotated[list[PlayPlayer], msgspec.Meta(min_length=1, max_length=12)]
    minutes: Annotated[int, msgspec.Meta(ge=0, le=9999)] = 0
    decided_by: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    unfinished: bool = False
    note: Annotated[str, msgspec.Meta(max_length=200)] | None = None


class LeftOut(msgspec.Struct, frozen=True):
    """An evening that cannot be taken, as the file tells it, and why."""

    game: str
    date: str
    why: Sentence


class Row(msgspec.Struct, frozen=True):
    """A player of an evening, as a file tells it."""

    name: str
    score: str = ""
    won: bool = False
    place: int | None = None


def evenings_in(text: str, games: Mapping[str, Game]) -> Iterator[Brought | LeftOut]:
    """Yield the evenings that a file tells of; raise Malformed("file") where it is none of ours."""
    text = text.strip().lstrip("\ufeff")
    return from_bg_stats(text, games) if text.startswith("{") else from_spreadsheet(text, games)


# --- a spreadsheet -----------------------------------------------------------------------------------------------


def from_spreadsheet(text: str, games: Mapping[str, Game]) -> Iterator[Brought | LeftOut]:
    """Yield the evenings of a spreadsheet: rows that follow one another with the same end and game are one."""
    head = text.partition("\n")[0]
    comma = max(",;\t", key=head.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=comma, strict=True))
    except csv.Error as error:
        raise Malformed("file", Sentence(NO_EVENINGS)) from error
    columns = [column_of(cell) for cell in rows[0]] if rows else []
    if not {ENDED, GAME, PLAYER} <= set(columns):
        raise Malformed("file", Sentence(NO_EVENINGS))
    together: dict[tuple[str, ...], list[dict[str, str]]] = {}
    for row in rows[1:]:
        cells = {name: bare(cell).strip() for name, cell in zip(columns, row, strict=False) if name}
        if any(cells.values()):
            one = tuple(cells.get(name, "") for name in (ENDED, GAME, PLAYED_AS, NOTE))
            together.setdefault(one, []).append(cells)
    for lines in together.values():
        first = lines[0]
        players = [
            Row(
                line.get(PLAYER, ""),
                line.get(SCORE, ""),
                line.get(WON, "").lower() not in NO,
                whole(line.get(PLACE, "")),
            )
            for line in lines
        ]
        yield evening(
            games,
            first.get(GAME, ""),
            first.get(ENDED, ""),
            players,
            whole(first.get(MINUTES, "")) or 0,
            first.get(NOTE, ""),
            first.get(DECIDED, ""),
        )


def column_of(head: str) -> str | None:
    """Return which column the first row means, in any of our languages; None for one of another sense."""
    wanted = head.strip().lower()
    for name in (ENDED, GAME, PLAYED_AS, MINUTES, PLAYER, PLACE, SCORE, WON, DECIDED, NOTE):
        said = {reader.catalog.gettext(name) for reader in READERS.values()}
        said |= {str(reader.catalog.pgettext("column", name)) for reader in READERS.values()}
        if wanted in {head.lower() for head in (name, *said)}:
            return name
    return OTHERWISE.get(wanted)


# --- BG Stats ----------------------------------------------------------------------------------------------------


def from_bg_stats(text: str, games: Mapping[str, Game]) -> Iterator[Brought | LeftOut]:
    """Yield the evenings of a BG Stats export: its lists of games, players and plays point at one another by ids."""
    try:
        whole_file = msgspec.json.decode(text, type=dict[str, Any])
        titles = {one["id"]: str(one["name"]) for one in whole_file["games"]}
        names = {one["id"]: str(one["name"]) for one in whole_file["players"]}
        plays = [
            (
                titles.get(one["gameRefId"], ""),
                str(one["playDate"]),
                [
                    Row(
                        names.get(player["playerRefId"], ""),
                        "" if player.get("score") is None else str(player["score"]).replace(" ", ""),
                        player.get("winner") is True,
                        player.get("rank") if isinstance(player.get("rank"), int) else None,
                    )
                    for player in one["playerScores"]
                ],
                whole(str(one.get("durationMin") or "")) or 0,
                str(one.get("comments") or ""),
                one.get("ignored") is True,
            )
            for one in whole_file["plays"]
        ]
    except (msgspec.DecodeError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Malformed("file", Sentence(NO_EVENINGS)) from error
    for title, at, players, minutes, note, ignored in plays:
        one = evening(games, title, at, players, minutes, note, "")
        yield (
            LeftOut(games[one.game].title, at[:20], Sentence(IGNORED)) if ignored and isinstance(one, Brought) else one
        )


# --- one evening -------------------------------------------------------------------------------------------------


def evening(
    games: Mapping[str, Game], title: str, at: str, players: list[Row], minutes: int, note: str, decided: str
) -> Brought | LeftOut:
    """Return one evening as it is kept, or why it cannot be."""
    said = {title.strip().casefold(), APART.split(title.strip().casefold(), maxsplit=1)[0]}
    game = next((name for name, one in games.items() if said & {name.casefold(), one.title.casefold()}), None)
    if game is None:
        return LeftOut(title[:60], at[:20], Sentence(OTHER_GAME))
    scores = [score_of(row.score) for row in players]
    early = any(decided == reader.catalog.gettext("ended early") for reader in READERS.values())
    won = any(row.won for row in players)
    highest = max((score for score in scores if score is not None), default=None)
    by = decided_by(games[game], decided) or (games[game].by_score if won or highest is not None else None)
    line = tuple(
        PlayPlayer(
            seen(row.name),
            row.place if row.place and 0 < row.place <= len(players) else place(row, score, scores),
            score,
            not early and (row.won if won else score is not None and score == highest),
        )
        for row, score in zip(players, scores, strict=True)
    )
    ended = end_of(at)
    if ended is None:
        return LeftOut(games[game].title, at[:20], Sentence(NO_DATE))
    brought = Brought(
        game, ended, list(line), min(minutes, 9999), None if early else by, early, " ".join(note.split())[:200] or None
    )
    why = wrong(brought, games)
    return brought if why is None else LeftOut(games[game].title, at[:20], why)


def wrong(one: Brought, games: Mapping[str, Game]) -> Sentence | None:
    """Return why an evening cannot be kept, None if it can."""
    if one.game not in games:
        return Sentence(OTHER_GAME)
    fewest, most = games[one.game].seats
    if not fewest <= len(one.players) <= most:
        return Sentence(BAD_NUMBER, {"fewest": fewest, "most": most})
    names = [player.name for player in one.players if player.name != FORGOTTEN]
    if not all(map(fit, names)) or len(set(map(folded, names))) < len(names):
        return Sentence(BAD_PLAYERS)
    try:
        at = moment(one.ended)
    except ValueError:
        return Sentence(NO_DATE)
    if at.tzinfo is None or at.year < FIRST_YEAR or at > datetime.now(UTC) + LAST_ZONE.utcoffset(None):
        return Sentence(NOT_YET)
    return None


def end_of(text: str) -> str | None:
    """Return a date, or a date and a time of the server's zone, as it is kept; noon where no time is told; None for
    what cannot be read."""
    text = DAY_FIRST.sub(lambda found: f"{found[3]}-{found[2]:0>2}-{found[1]:0>2}{found[4]}", text.strip())
    try:
        at = datetime.combine(date.fromisoformat(text), time(12)) if len(text) <= 10 else datetime.fromisoformat(text)
        return written(at.astimezone())
    except (ValueError, OverflowError, OSError):
        return None


def score_of(text: str) -> int | None:
    """Return a score, written as a number or as a sum (12+3-1); None for none."""
    return sum(map(int, PART.findall(text))) if SUM.match(text) else None


def whole(text: str) -> int | None:
    """Return a number of at most four digits, None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else None


def place(row: Row, score: int | None, scores: Iterable[int | None]) -> int:
    """Return a place where the file tells none: who won is first, the others by their score."""
    return 1 if row.won else 1 + sum((other or 0) > (score or 0) for other in scores)


def decided_by(game: Game, said: str) -> str | None:
    """Return by what a game was decided, from the words for it in any of our languages; None where nobody says."""
    for by, words in game.decided.items():
        if said and said in {by, words, *(reader.catalog.gettext(words) for reader in READERS.values())}:
            return by
    return None


# --- twins -------------------------------------------------------------------------------------------------------


def key_of(one: Brought) -> str:
    """Return what an evening is kept by: the same for the same evening of the same file."""
    return hashlib.sha256(msgspec.json.encode([one.game, one.ended, result_of(one)])).hexdigest()[:48]


def result_of(one: Brought | Play) -> list[tuple[str, int | None]]:
    """Return who reached what, in no order of seats."""
    return sorted(((folded(player.name), player.score) for player in one.players), key=lambda each: each[0])


def is_here(one: Brought, plays: Iterable[Play]) -> bool:
    """Whether an evening is among `plays`: the same game and result, on the same day by some zone's clock; without any
    score, at the same minute."""
    result = result_of(one)
    apart = A_DAY if any(score is not None for _name, score in result) else timedelta(minutes=1)
    return any(
        play.game == one.game and abs(moment(play.ended) - moment(one.ended)) < apart and result_of(play) == result
        for play in plays
    )
