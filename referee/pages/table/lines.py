"""The log for people: one line for each entry, corrections in quick succession as one; said in the reader's language
where it is shown."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from referee.audience import is_secret, shown_overruled, told_log
from referee.engine import (
    N_,
    NN_,
    NOT_REPEATED,
    Counts,
    Done,
    Echo,
    Effect,
    Game,
    Host,
    Move,
    Player,
    Sentence,
    Term,
    kind_of,
)
from referee.history import Entry, History, Redo, Undo
from referee.language import moment, say, say_all, say_on
from referee.names import enclosed_all
from referee.store import Table

GROUP_SECONDS = 2.0
"""Corrections of one player's score by one phone within this time read as one line of the log."""

SECRET = Sentence(N_("%(player)s: entered something in secret."))
BACK = {
    "undo": (
        N_("%(player)s took back an entry."),
        NN_(
            "%(player)s took back %(num)s entry, from entry %(first)s on.",
            "%(player)s took back %(num)s entries, from entry %(first)s on.",
        ),
    ),
    "redo": (
        N_("%(player)s put back an entry."),
        NN_(
            "%(player)s put back %(num)s entry, from entry %(first)s on.",
            "%(player)s put back %(num)s entries, from entry %(first)s on.",
        ),
    ),
}
"""The words for an undo and a redo: the words before the one line they concern, and the sentence for several."""

Saying = tuple[Sentence, ...]
"""Sentences that are said one after the other as one."""


class Line(msgspec.Struct, frozen=True):
    """One line of the log: facts that are the same in every language.

    It tells `entry`, or several that read as one: then `entry` stands for all of them, and `first` is the oldest's seq.
    `kind` is the move's, "secret" where this reader may not see it. `told` says what was done, `effects` is what came
    of it, and `sayings` are both, nothing twice; at least one. `turn`: the seat whose whole turn it tells, which it
    ended; None where it tells of no turn.
    """

    code: str
    players: tuple[str, ...]
    entry: Entry
    first: int
    kind: str
    undone: bool
    told: Saying
    effects: tuple[Effect, ...]
    sayings: tuple[Saying, ...]
    turn: int | None = None

    def __hash__(self) -> int:
        return hash((self.code, self.entry.seq, self.entry.at, self.first, self.kind, self.undone))

    @property
    def to(self) -> int:
        """The seq to go back to, to take back everything this line tells."""
        return self.first - 1

    @property
    def actor(self) -> int | None:
        """The seat that did it, whoever entered it; None if it was the host."""
        move = self.entry.move
        return self.entry.by if isinstance(move, Undo | Redo) else move.seat

    @property
    def about(self) -> int | None:
        """The seat that it is about: whose turn it tells, or who did it; None if it was the host."""
        return self.actor if self.turn is None else self.turn

    @property
    def text(self) -> str:
        """The sentence for what was done, in the reader's language, with names in isolates."""
        return say_all(self.told, enclosed_all(self.players))

    @property
    def sentences(self) -> list[str]:
        """The sentences for what was done and what came of it, one each, in the reader's language, with names in
        isolates; at least one. With blanks between they read as one text."""
        return say_on(self.sayings, enclosed_all(self.players))


def lines(
    game: Game,
    table: Table,
    seats: frozenset[int],
    last: int | None = None,
    most: int | None = None,
    until: int | None = None,
) -> list[Line]:
    """Return the log for people, newest first, as far as a holder of `seats` may know it; only as many of its last
    entries as `last` says, up to the entry `until`, and at most `most` lines.

    Corrections of the same kind and seat by the same phone within two seconds are one line: +1 +1 +1 reads as +3, and
    is taken back as one.
    """
    log = table.history.log[:until]
    newest = reversed(log if last is None else log[-last:])
    return lines_of(game, table, (logged.entry for logged in newest), seats, most)


def lines_of(
    game: Game,
    table: Table,
    entries: Iterable[Entry],
    seats: frozenset[int],
    most: int | None = None,
    undone: bool | None = None,
) -> list[Line]:
    """Return the lines of the log that tell `entries`, newest first; `undone` tells them all as undone, None as they
    stand now."""
    groups: list[tuple[bool, list[Entry]]] = []
    for entry in (_shown(table, entry, seats) for entry in entries):
        struck = entry.seq in table.history.undone if undone is None else undone
        if groups and groups[-1][0] == struck and read_as_one(groups[-1][1][-1], entry):
            groups[-1][1].append(entry)
        elif len(groups) == most:
            break
        else:
            groups.append((struck, [entry]))
    return [_line(game, table, group, seats, struck) for struck, group in groups]


def oldest_first(game: Game, table: Table, seats: frozenset[int]) -> Iterator[Line]:
    """Yield the lines of the whole log, oldest first, as far as a holder of `seats` may know it."""
    undone = table.history.undone
    group: list[Entry] = []
    for logged in table.history.log:
        entry = _shown(table, logged.entry, seats)
        if group and (entry.seq in undone) == (group[-1].seq in undone) and read_as_one(entry, group[-1]):
            group.append(entry)
            continue
        if group:
            yield _line(game, table, group[::-1], seats, group[-1].seq in undone)
        group = [entry]
    if group:
        yield _line(game, table, group[::-1], seats, group[-1].seq in undone)


def _shown(table: Table, entry: Entry, seats: frozenset[int]) -> Entry:
    if not entry.overruled:
        return entry
    return msgspec.structs.replace(entry, overruled=shown_overruled(table, entry, seats))


def read_as_one(newer: Entry, older: Entry) -> bool:
    """Whether two entries are corrections in quick succession that read as one."""
    move, before = newer.move, older.move
    if not isinstance(move, Move) or not isinstance(before, type(move)):
        return False
    if not isinstance(getattr(before, "by", None), int):
        return False
    if newer.overruled or older.overruled:
        return False  # an overruled entry has its own mark, and a count that stopped at 0 changed by less than `by`
    close = abs((moment(newer.at) - moment(older.at)).total_seconds()) <= GROUP_SECONDS
    return close and (newer.by, move.seat) == (older.by, before.seat)


def _line(game: Game, table: Table, entries: Sequence[Entry], seats: frozenset[int], undone: bool) -> Line:
    """Return the line that tells `entries`, newest first: one, or several that read as one."""
    log, entry, move = told_log(table), entries[0], entries[0].move
    told: Saying
    if isinstance(move, Undo | Redo):
        told = _told_back(game, table, entry, move, seats)
        return Line(table.code, table.players, entry, entry.seq, kind_of(move), False, told, (), (told,))
    turn: Saying = ()
    whose: int | None = None
    secret = is_secret(move, seats)
    if len(entries) > 1 and isinstance(move, Move):
        by = sum(getattr(each.move, "by", 0) for each in entries)
        move = msgspec.structs.replace(move, by=by)
        entry = msgspec.structs.replace(entry, move=move)
        told = (move.told(log.start),)
    else:
        sentence = log.logged(entry.seq).told
        turn = summary(log, entry)
        whose = move.turn_of(sentence) if isinstance(move, Move) and sentence is not None else None
        told = turn or (SECRET.about(player=Player(move.seat)) if secret or sentence is None else sentence,)
    each = (without_repeats(game, log.logged(each.seq).effects) for each in reversed(entries))
    effects = tuple(itertools.chain.from_iterable(each))
    return Line(
        code=table.code,
        players=table.players,
        entry=entry,
        first=entries[-1].seq,
        kind="secret" if secret else kind_of(move),
        undone=undone,
        told=told,
        effects=effects,
        sayings=sayings(game, told, effects),
        turn=whose if turn and not undone else None,
    )


def _told_back(game: Game, table: Table, entry: Entry, move: Undo | Redo, seats: frozenset[int]) -> Saying:
    """Return what an undo or redo says: of one line what that says, of several how many entries they tell."""
    label, several = BACK[kind_of(move)]
    by = Host() if entry.by is None else Player(entry.by)
    entries = (table.history.logged(seq).entry for seq in reversed(move.entries))
    # Told as undone, as they were then, even if they were put back since.
    concerned = lines_of(game, table, entries, seats, 2, undone=True)
    if len(concerned) == 1:
        return (Sentence(label, {"player": by}), *concerned[0].told)
    return (Sentence(several, {"player": by, "num": len(move.entries), "first": min(move.entries)}),)


def sayings(game: Game, told: Saying, effects: Sequence[Effect]) -> tuple[Saying, ...]:
    """Return what was done and what came of it as it is said, nothing twice; at least one."""
    line: tuple[Saying, ...] = (told,)
    things: dict[object, list[Effect]] = {}  # what tells its move again is told of all things at once
    for number, effect in enumerate(effects):
        told_by = echo(game, effect).told
        if told_by == "effect":
            line = ()
        if told_by != "line":
            things.setdefault(effect.code if told_by == "effect" else number, []).append(effect)
    return (*line, *((effect_sentence(game, alike),) for alike in things.values()))


def echo(game: Game, effect: Effect) -> Echo:
    """Return what an effect repeats, by its game."""
    return game.echoes.get(effect.code, NOT_REPEATED)


LONGEST_TURN = 60
"""The most entries that are looked at to find those of one turn, which are told, or taken back, together."""


def summary(history: History, entry: Entry) -> tuple[Sentence, ...]:
    """Return what the log says of the whole turn that `entry` ended; nothing where it ended none, or its own line says
    all."""
    move, told = entry.move, history.logged(entry.seq).told
    if not isinstance(move, Move) or told is None or not move.ended_turn(told):
        return ()
    turn: list[Done] = []
    seat = move.turn_of(told)
    undone = entry.seq in history.undone
    for older in reversed(history.log[max(0, entry.seq - 1 - LONGEST_TURN) : entry.seq - 1]):
        done, said = older.entry.move, older.told
        if not isinstance(done, Move) or said is None or (older.entry.seq in history.undone) != undone:
            continue
        if done.ended_turn(said):
            break
        if done.turn_of(said) == seat and (not done.correction or not done.commuting()):
            turn.append(Done(done, said, older.effects))
    return move.summed_up(told, turn[::-1])


class Stretch(msgspec.Struct, frozen=True):
    """Lines of the log that belong together, newest first: a turn that is over, told by `head`, or (None) others."""

    head: Line | None
    lines: tuple[Line, ...]


def by_turn(log: Iterable[Line]) -> list[Stretch]:
    """Return the lines of a log, newest first, folded into the turns that are over."""
    stretches: list[tuple[Line | None, list[Line]]] = []
    for one in log:
        if one.turn is not None:
            stretches.append((one, []))
        elif not stretches:
            stretches.append((None, [one]))
        else:
            stretches[-1][1].append(one)
    return [Stretch(head, tuple(each)) for head, each in stretches]


def without_repeats(game: Game, effects: Sequence[Effect]) -> tuple[Effect, ...]:
    """Return the effects without those that the next one tells again."""
    return tuple(
        effect
        for effect, after in itertools.zip_longest(effects, effects[1:])
        if after is None or echo(game, effect).follower != after.code or effect.facts() != after.facts()
    )


def effect_text(game: Game, effects: Sequence[Effect], players: Sequence[str]) -> str:
    """Return what tells an effect, in the reader's language, names in isolates; `players` are the names by seat."""
    return say(effect_sentence(game, effects), enclosed_all(players))


def effect_sentence(game: Game, effects: Sequence[Effect]) -> Sentence:
    """Return the sentence that tells an effect.

    Of several that differ in a thing alone, the things are counted: "brought in (2 × wood, stone)".
    """
    facts = effects[0].facts()
    if len(effects) > 1:
        for name in facts:
            things = Counter(thing.key for effect in effects if isinstance(thing := effect.facts()[name], Term))
            if things:
                facts = {**facts, name: Counts(tuple(things.items()))}
    return game.effects[effects[0].code].about(**facts)
