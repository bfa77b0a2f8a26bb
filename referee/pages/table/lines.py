"""The log for people: one line for each entry, in the reader's language, corrections in quick succession as one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest

import msgspec
from markupsafe import Markup

from referee.audience import is_secret, shown_overruled, told_log
from referee.engine import N_, NN_, Counts, Done, Effect, Fact, Game, Move, Player, Sentence, Term, kind_of
from referee.history import Entry, History, Redo, Undo
from referee.language import current, gettext, moment, say
from referee.pages.app_state import AppState
from referee.pages.templating import memoise, rendered
from referee.store import Table

GROUP_SECONDS = 2.0
"""Corrections of one player's score by one phone within this time read as one line of the log."""

SECRET = Sentence(N_("%(player)s: noted something in secret."))
HOST = N_("The host")
BACK = {
    "undo": (
        N_("%(player)s takes back –"),
        NN_(
            "%(player)s takes back %(num)s entry, from entry %(first)s on.",
            "%(player)s takes back %(num)s entries, from entry %(first)s on.",
        ),
    ),
    "redo": (
        N_("%(player)s puts back –"),
        NN_(
            "%(player)s puts back %(num)s entry, from entry %(first)s on.",
            "%(player)s puts back %(num)s entries, from entry %(first)s on.",
        ),
    ),
}
"""How an undo and a redo are told: the words before the one line they concern, and the sentence for several."""

Content = tuple[tuple[Sentence, ...], tuple[Effect, ...]]
"""What was done (an undo has two sentences if it concerns one line), and what came of it."""


class Line:
    """One line of the log: its entry, its kind ("secret" where this reader may not see it), whether it was undone.

    Of an undo or redo `of` is the line it concerns, None if it concerns several. Text, effects and HTML are made when
    they are asked for, and the HTML once.
    """

    def __init__(
        self,
        entry: Entry,
        kind: str,
        undone: bool,
        source: tuple[AppState, Table, Callable[[], Content]],
        of: Line | None = None,
    ):
        self.entry = entry
        self.first = entry
        self.kind = kind
        self.undone = undone
        self.of = of
        self._shared, self._table, self.content = source
        self._texts: dict[str, str] = {}  # by language

    @property
    def to(self) -> int:
        """The seq to go back to, to take back everything this line tells."""
        return self.first.seq - 1

    @property
    def code(self) -> str:
        """The code of its table."""
        return self._table.code

    def join(self, older: Line) -> None:
        """Make one line of `older` and this: +1 and +1 read as +2."""
        move, before = self.entry.move, older.entry.move
        by = getattr(move, "by", 0) + getattr(before, "by", 0)
        self.entry = msgspec.structs.replace(self.entry, move=msgspec.structs.replace(move, by=by))
        self.first = older.entry
        sentence = self.entry.move.told(self._table.history.start)  # type: ignore[union-attr]
        joined = ((sentence,), (*older.content()[1], *self.content()[1]))
        self.content = lambda: joined

    @property
    def actor(self) -> int | None:
        """The seat that did it, whoever entered it; None if it was the host."""
        move = self.entry.move
        return self.entry.by if isinstance(move, Undo | Redo) else move.seat

    @property
    def sums_up(self) -> bool:
        """Whether it tells the whole turn that it ended."""
        return not self.undone and bool(summary(told_log(self._table), self.entry))

    @property
    def text(self) -> str:
        """What was done, in the reader's language."""
        language = current()
        if language not in self._texts:
            self._texts[language] = " ".join(say(sentence, self._table.players) for sentence in self.content()[0])
        return self._texts[language]

    @property
    def sentences(self) -> list[str]:
        """What was done and what came of it, a sentence each, nothing twice; at least one."""
        return self._said(self.content()[1])

    @property
    def spoken(self) -> list[str]:
        """What a screen reader says of it, a sentence each; without the end of the game, which pages say themselves."""
        return self._said(tuple(effect for effect in self.content()[1] if effect.code != "game_over"))

    def _said(self, effects: Sequence[Effect]) -> list[str]:
        game = self._shared.games[self._table.game]
        line = [] if any(game.echoes.get(effect.code) == "effect" for effect in effects) else [self.text]
        came: dict[object, list[Effect]] = {}  # what tells its move again is told of all things at once
        for number, effect in enumerate(effects):
            if game.echoes.get(effect.code) != "line":
                came.setdefault(effect.code if game.echoes.get(effect.code) == "effect" else number, []).append(effect)
        return line + [came_of_it(game, alike, self._table.players) for alike in came.values()]

    @property
    def html(self) -> Markup:
        """The line as HTML, for the log's own page."""
        return self._memoised(whole=True)

    @property
    def brief(self) -> Markup:
        """The line as HTML, for the table: without the time."""
        return self._memoised(whole=False)

    def _memoised(self, whole: bool) -> Markup:
        # The time too: a backup put back takes entries away, and others come in their place.
        kinds = self.kind, None if self.of is None else self.of.kind
        entry, state = self.entry, (self.undone, whole, self.entry.overruled)
        silent = told_log(self._table).silent
        key = (
            "line",
            self._table.code,
            self._table.players,
            self.first.seq,
            entry.seq,
            entry.at,
            kinds,
            silent,
            *state,
        )
        return memoise(key, lambda: self._render(whole))

    def _render(self, whole: bool) -> str:
        env = self._shared.templates
        facts = {"line": self, "whole": whole, "sentences": self.sentences}
        return rendered(env.get_template("table/line.html"), {**env.globals, **facts, "players": self._table.players})


def line(shared: AppState, table: Table, entry: Entry, seats: frozenset[int]) -> Line:
    """Return one line of the log for people: what was done, as far as a holder of `seats` may know, what came of it."""
    move = entry.move
    if not isinstance(move, Undo | Redo):
        return _line(shared, table, entry, seats, entry.seq in table.history.undone)
    taken = (table.history.logged(seq).entry for seq in reversed(move.entries))
    # Told as undone, as they were then, even if they were put back since.
    concerned = together((_line(shared, table, one, seats, True) for one in taken), 2)
    of = concerned[0] if len(concerned) == 1 else None
    kind = kind_of(move)

    def content() -> Content:
        label, several = BACK[kind]
        by: Fact = gettext(HOST) if entry.by is None else Player(entry.by)
        if of is not None:
            return (Sentence(label, {"player": by}), *of.content()[0]), ()
        return (Sentence(several, {"player": by, "num": len(move.entries), "first": min(move.entries)}),), ()

    return Line(entry, kind, False, (shared, table, content), of)


def _line(shared: AppState, table: Table, entry: Entry, seats: frozenset[int], undone: bool) -> Line:
    move = entry.move
    assert not isinstance(move, Undo | Redo)
    secret = is_secret(move, seats)
    if entry.overruled:
        entry = msgspec.structs.replace(entry, overruled=shown_overruled(table, entry, seats))

    def content() -> Content:
        log = told_log(table)
        logged = log.logged(entry.seq)
        sentence = logged.told
        if secret or sentence is None:
            sentence = SECRET.about(player=Player(move.seat))
        game = shared.games[table.game]
        return summary(log, entry) or (sentence,), told_once(game, logged.effects)

    return Line(entry, "secret" if secret else kind_of(move), undone, (shared, table, content))


LONGEST_TURN = 60
"""The most entries that are looked at to find those of one turn, which are told, or taken back, together."""


def summary(history: History, entry: Entry) -> tuple[Sentence, ...]:
    """Return what the log says of the whole turn that `entry` ended; nothing where it ended none, or its own line says
    all."""
    move, told = entry.move, history.logged(entry.seq).told
    if not isinstance(move, Move) or told is None or type(move).summed_up is Move.summed_up:
        return ()
    turn: list[Done] = []
    undone = entry.seq in history.undone
    for older in reversed(history.log[max(0, entry.seq - 1 - LONGEST_TURN) : entry.seq - 1]):
        done, said = older.entry.move, older.told
        if not isinstance(done, Move) or said is None or (older.entry.seq in history.undone) != undone:
            continue
        if isinstance(done, type(move)):
            break
        if done.seat == move.seat and (not done.correction or not done.commuting()):
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
        if one.sums_up:
            stretches.append((one, []))
        elif not stretches:
            stretches.append((None, [one]))
        else:
            stretches[-1][1].append(one)
    return [Stretch(head, tuple(each)) for head, each in stretches]


def told_once(game: Game, effects: Sequence[Effect]) -> tuple[Effect, ...]:
    """Return the effects without those that the next one tells again: the card for passing the Spirit is one card, from
    whichever deck."""
    return tuple(
        effect
        for effect, after in zip_longest(effects, effects[1:])
        if after is None or game.echoes.get(effect.code) != after.code or effect.facts() != after.facts()
    )


def came_of_it(game: Game, effects: Sequence[Effect], players: Sequence[str]) -> str:
    """Return the sentence that tells an effect, in the reader's language; `players` are the names by seat.

    Of several that differ in a thing alone, the things are counted: "harvested (2 × herbs, ore)".
    """
    facts = effects[0].facts()
    if len(effects) > 1:
        for name in facts:
            things = Counter(thing.key for effect in effects if isinstance(thing := effect.facts()[name], Term))
            if things:
                facts = {**facts, name: Counts(tuple(things.items()))}
    return say(game.effects[effects[0].code].about(**facts), players)


def lines(
    shared: AppState, table: Table, seats: frozenset[int], last: int | None = None, most: int | None = None
) -> list[Line]:
    """Return the log for people, newest first; only as many of its last entries as `last` says, and at most `most`
    lines.

    Corrections of the same kind and seat by the same phone within two seconds are one line: +1 +1 +1 reads as +3, and
    is taken back as one.
    """
    log = table.history.log
    newest = reversed(log if last is None else log[-last:])
    return together((line(shared, table, logged.entry, seats) for logged in newest), most)


def together(each: Iterable[Line], most: int | None = None) -> list[Line]:
    """Return the lines, newest first, those that read as one joined; at most `most` of them."""
    joined: list[Line] = []
    for older in each:
        if joined and alike(joined[-1], older):
            joined[-1].join(older)
        elif len(joined) == most:
            break
        else:
            joined.append(older)
    return joined


def alike(above: Line, line: Line) -> bool:
    """Whether `line`, the older one, is a correction that reads as one with `above`."""
    newer, older = above.first, line.entry
    if not isinstance(newer.move, Move) or not isinstance(older.move, type(newer.move)):
        return False
    if not isinstance(getattr(older.move, "by", None), int):
        return False
    if newer.overruled or older.overruled:
        return False  # an overruled entry has its own mark, and a count that stopped at 0 changed by less than `by`
    close = abs((moment(newer.at) - moment(older.at)).total_seconds()) <= GROUP_SECONDS
    same = (newer.by, newer.move.seat, above.undone) == (older.by, older.move.seat, line.undone)
    return close and same
