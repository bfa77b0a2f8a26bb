"""Messages to a player about what others did: what moves say (Move.messages), and in every game that somebody
put something of theirs right, took something back, or changed their name."""

from __future__ import annotations

from collections import Counter

import msgspec

from referee.audience import is_secret, told_log
from referee.engine import N_, Game, Move, Player, Sentence
from referee.history import Logged, Named, Undo
from referee.pages.table.lines import SECRET, lines_of
from referee.store import Table

LOOKED_AT = 60
"""The newest entries in which messages are looked for."""
MOST = 4
"""The newest messages to one seat that a page has."""

PUT_RIGHT = N_("%(by)s corrected something of yours."), N_("The host corrected something of yours.")
TAKEN_BACK = N_("%(by)s took back what you did."), N_("The host took back what you did.")
UNDONE_TO = N_("%(by)s took back a move that concerned you."), N_("The host took back a move that concerned you.")
RENAMED = (
    N_("%(by)s changed your name. You are %(player)s now."),
    N_("The host changed your name. You are %(player)s now."),
)
"""The words before the line of the log, by a seat or by the host."""


class SeatMessage(msgspec.Struct, frozen=True):
    """The words to the player of `seat` of the entry `seq`: a sentence, and the line of the log where that tells
    more; `by` is the seat that did it, None for the host."""

    seat: int
    seq: int
    by: int | None
    sentences: tuple[Sentence, ...]


def messages(game: Game, table: Table, seats: frozenset[int]) -> tuple[SeatMessage, ...]:
    """Return what is said to the players of the newest entries that stand, the newest first; secrets are told as
    someone may see them who holds `seats`."""
    found: list[SeatMessage] = []
    corrections: list[Logged] = []
    undone, told = table.history.undone, set[int]()
    for logged in reversed(told_log(table).log[-LOOKED_AT:]):
        entry, move = logged.entry, logged.entry.move
        if entry.seq in undone:
            continue
        if isinstance(move, Move) and move.correction and entry.by != move.seat and not is_secret(move, seats):
            corrections.append(logged)
        elif isinstance(move, Move):
            found += [SeatMessage(one.seat, entry.seq, move.seat, (one.sentence,)) for one in logged.messages]
        elif isinstance(move, Undo):
            found += taken_back(table, logged, seats, frozenset(undone - told))
            told.update(move.entries)
        elif isinstance(move, Named) and entry.by != move.seat:
            said = by_whom(RENAMED, entry.by).about(player=Player(move.seat))
            found.append(SeatMessage(move.seat, entry.seq, entry.by, (said,)))
    for one in lines_of(game, table, (logged.entry for logged in corrections), seats):
        put_right = by_whom(PUT_RIGHT, one.entry.by), *one.told
        found.append(SeatMessage(one.entry.move.seat, one.entry.seq, one.entry.by, put_right))  # type: ignore[union-attr]
    newest = sorted(found, key=lambda message: -message.seq)
    by_seat = Counter[int]()
    kept: list[SeatMessage] = []
    for message in newest:
        by_seat[message.seat] += 1
        if by_seat[message.seat] <= MOST:
            kept.append(message)
    return tuple(kept)


def taken_back(table: Table, undo: Logged, seats: frozenset[int], undone: frozenset[int]) -> list[SeatMessage]:
    """Return what is said of an undo to those who did what is taken back, and to those to whom it was done; only of the
    entries in `undone`, and nothing to whoever took them back."""
    assert isinstance(undo.entry.move, Undo)
    by, said = undo.entry.by, list[SeatMessage]()
    for seq in sorted(undo.entry.move.entries):
        taken = told_log(table).logged(seq)
        move = taken.entry.move
        if seq not in undone or not isinstance(move, Move):
            continue
        told = SECRET.about(player=Player(move.seat)) if is_secret(move, seats) or taken.told is None else taken.told
        done_to = {message.seat for message in taken.messages}
        for seat in sorted({move.seat, *done_to} - {by}):
            if seat in done_to or taken.entry.by != by:
                opening = by_whom(UNDONE_TO if seat in done_to else TAKEN_BACK, by)
                said.append(SeatMessage(seat, undo.entry.seq, by, (opening, told)))
    return said


def by_whom(told: tuple[str, str], by: int | None) -> Sentence:
    """Return the sentence for what a seat did, or (None) the host."""
    return Sentence(told[1]) if by is None else Sentence(told[0], {"by": Player(by)})
