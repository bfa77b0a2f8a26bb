"""The facts that the templates of a table's parts may read: one documented struct, TablePage.

A part is a function of the facts that its template mentions, and is remembered by them (see parts.py): equal facts,
same part. So everything here is frozen, or is never changed.

Nothing here says who looks, or in which language: one drawing serves every phone. What differs by seat is drawn
for all, and shown by what the page's #table says of its phone (static/css/mine.css): an element that concerns a seat
carries `data-for="<seat>"`, and it or what is in it the classes if-mine, unless-mine, if-theirs, unless-theirs, folded,
unfolds; anywhere there is if-host. Drawn apart is what may be entered for which seats (watchers enter nothing; at a
strict table each phone for its own seats), and, where seats have secrets or come along to a next game, each phone's own
`seats`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from referee.audience import open_seats, told_log
from referee.engine import COLOURS, Effect, Game, Move, PlayerView, TableOptions, View
from referee.history import History, Redo, Step, Undo
from referee.pages.app_state import AppState
from referee.pages.table.kept import Viewpoint
from referee.pages.table.lines import BACK, LONGEST_TURN, Line, Saying, lines, sayings
from referee.pages.table.messages import SeatMessage, messages
from referee.store import Table

SHOWN_ENTRIES = 20
"""Entries that are looked at for the newest lines, and that come with a table as JSON."""
LATEST = 4
"""Lines of the log on the table's screen."""


class Person(msgspec.Struct, frozen=True):
    """A player as `token()` shows one."""

    seat: int
    name: str


class Asking(Person, frozen=True):
    """The request of a new phone: the seat it asks for, and the number that phone shows."""

    number: int


class TableFacts(msgspec.Struct, frozen=True):
    """The facts of a table of any game; `options` are the game's own struct; `counts`: closed before the end, it is
    counted as it stands; `left`: the seats that play no more; `colours`: each seat's."""

    code: str
    game: str
    players: tuple[str, ...]
    options: TableOptions
    seq: int
    closed: bool
    counts: bool
    left: frozenset[int]
    colours: tuple[str, ...]


class BySeat:
    """A fact about the players, by seat, for parts that change with that fact alone: `each.score[seat]`."""

    def __init__(self, players: Iterable[PlayerView]):
        self._players = tuple(players)

    def __getattr__(self, name: str) -> tuple[object, ...]:
        if name.startswith("_"):
            raise AttributeError(name)
        return tuple(getattr(player, name) for player in self._players)


class Newest(msgspec.Struct, frozen=True):
    """The newest line of the log: what was done, all that is heard of it, "undo" or "redo" if it is one, what came of
    it (nothing once it is undone), whether it stands although it was refused, the number of its newest entry, and the
    seat that entered that (None: the host)."""

    line: Saying = ()
    said: tuple[Saying, ...] = ()
    kind: str | None = None
    effects: tuple[Effect, ...] = ()
    overruled: bool = False
    seq: int = 0
    by: int | None = None


class UndoOf(msgspec.Struct, frozen=True):
    """The entries that an undo takes back: what their line tells, the seat that did it (`actor`, None: the host), and
    the seats that are not asked before they take it back: that one, and the one that entered it."""

    told: Saying
    actor: int | None
    seats: tuple[int, ...]


class UndoTurn(msgspec.Struct, frozen=True):
    """The newest turn, where it has several entries: whose it is, and to which entry one goes back to take it back."""

    seat: int
    to: int


class Comer(Person, frozen=True):
    """One of the phone's own people at another table; `mark` is the number of their colour there (see token())."""

    mark: int


class NextTable(msgspec.Struct, frozen=True):
    """The table that follows this one, and where the phone's own people sit there (`people`)."""

    code: str
    game: str
    people: tuple[Comer, ...]


class TablePage(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the templates of a table's parts may read, beside what every template knows (app.py).

    A part of one player (parts/each/) also knows that `player`, one of `t.players`, and whether it is their `turn`.
    """

    table: TableFacts
    t: View
    """The game's view (games/<game>/view.py) with the players' names, and with no secrets but those of `seats`."""
    people: tuple[Person, ...]
    players: tuple[str, ...]
    """Names by seat."""
    each: BySeat
    """BySeat of `t.players`."""
    final: BySeat | None
    """The same as `each` once the game is over, None before."""
    screen: msgspec.Struct
    """The game's screen (games/<game>/view.py) for `seat`."""
    seat: int | None
    """The seat whose buttons the page has: the one to move, None where nobody is or `acts` is false."""
    may: tuple[bool, ...]
    """By seat, whether public moves may be entered for it."""
    writes: bool
    """Whether anything may be entered; watchers only look."""
    acts: bool
    """Whether something may be entered for the seat that the table waits for."""
    attended: bool
    """Whether the seat that the table waits for has a phone of its own, even if it is away now."""
    came: tuple[bool, ...]
    """By seat, whether it has a phone of its own, even if that is away now."""
    seats: tuple[int, ...]
    """The phone's own seats, where seats have secrets or there is a next game to come along to; elsewhere empty."""
    messages: tuple[SeatMessage, ...]
    """Messages to players about what others did to them lately; each phone shows what its seats have not seen."""
    lines: tuple[Line, ...]
    """The newest lines of the log."""
    newest: Newest
    ended: tuple[Effect, ...]
    """The effects of the turn that just ended."""
    undo_to: int | None
    """The entry to go back to when the newest line is taken back, if that tells several entries; else None."""
    undo_of: UndoOf | None
    undo_turn: UndoTurn | None
    undoable: bool
    redoable: bool
    away: tuple[str, ...]
    """Names of those whose phone was here and is not now."""
    asking: tuple[Asking, ...]
    """The phones that ask for a seat, to be let in by the host or by that seat."""
    remembered: Mapping[str, object]
    """The game's printed facts that this server remembers: name -> value."""
    next: NextTable | None


def view_of(game: Game, table: Table, seats: frozenset[int]) -> View:
    """Return the game's view of the table as a holder of `seats` may see it, with the players' names."""
    view = game.view(table.state, open_seats(table, seats))
    assert isinstance(view, msgspec.Struct)
    named = zip(view.players, table.players, strict=True)
    return msgspec.structs.replace(view, players=tuple(msgspec.structs.replace(one, name=name) for one, name in named))


def facts_of(table: Table) -> TableFacts:
    """Return what is true of a table of any game."""
    state = table.state
    return TableFacts(
        table.code,
        table.game,
        table.players,
        table.options,
        table.seq,
        table.closed,
        table.counts,
        state.left,
        state.colours,
    )


def people_at(table: Table) -> tuple[Person, ...]:
    """Return the players of a table by seat."""
    return tuple(map(Person, range(len(table.players)), table.players))


def page_facts(shared: AppState, table: Table, viewpoint: Viewpoint) -> TablePage:
    """Return what the templates of a table's parts may read, the same in every language."""
    game, state = shared.games[table.game], table.state
    here = shared.live.came(table.code)
    seat = state.to_move if viewpoint.acts(state.asked) else None
    shown = open_seats(table, viewpoint.seats)
    latest = lines(game, table, shown, SHOWN_ENTRIES, LATEST)
    view = view_of(game, table, viewpoint.seats)
    return TablePage(
        table=facts_of(table),
        t=view,
        people=people_at(table),
        players=table.players,
        each=BySeat(view.players),
        final=BySeat(view.players) if state.over else None,
        screen=game.screen(state, seat, seat is not None and seat in shown),
        seat=seat,
        may=viewpoint.may,
        writes=any(viewpoint.may),
        acts=viewpoint.acts(state.asked),
        attended=state.asked in here,
        came=tuple(seat in here for seat in range(len(table.players))),
        seats=tuple(sorted(viewpoint.seats)),
        messages=messages(game, table, shown),
        lines=tuple(latest),
        newest=newest(game, latest),
        ended=ended(table, latest),
        undo_to=latest[0].to if latest and latest[0].first != latest[0].entry.seq else None,
        undo_of=undo_of(table, latest),
        undo_turn=undo_turn(table.history),
        undoable=bool(table.history.undoable(viewpoint.seats)),
        redoable=bool(table.history.redoables(viewpoint.seats)),
        away=tuple(table.players[away] for away in sorted(shared.live.away(table.code))),
        asking=tuple(Asking(ask.seat, table.players[ask.seat], ask.number) for ask in shared.asking(table.code)),
        remembered=shared.store.remembered(table.game),
        next=next_table(shared, table, viewpoint.seats),
    )


def undo_of(table: Table, latest: list[Line]) -> UndoOf | None:
    """Return what an undo takes back, of the newest lines; None where that is older, or somebody's secret. Of a turn
    that is over it takes back the end alone, though the line tells all of it."""
    for line in latest:
        if not line.undone and line.kind not in BACK and line.kind != "secret":
            end = None if line.turn is None else told_log(table).logged(line.entry.seq).told
            seats = {line.actor, line.entry.by} - {None}
            told = line.told if end is None else (end,)
            return UndoOf(told, line.actor, tuple(sorted(seat for seat in seats if seat is not None)))
    return None


def undo_turn(history: History) -> UndoTurn | None:
    """Return the newest turn: all that was entered since its seat was to move; None if that is one entry, or none."""
    step = first = history.last
    seat = None if step is None else mover(history, step)
    for _entry in range(LONGEST_TURN):
        if step is None or mover(history, step) != seat:
            break
        first, step = step, step.before
    if seat is None or first is None or first is history.last:
        return None
    return UndoTurn(seat, first.entry.seq - 1)


def mover(history: History, step: Step) -> int | None:
    """Return who was to move when the entry of `step` was entered."""
    state = history.start if step.before is None else step.before.state
    return state.to_move


def newest(game: Game, latest: list[Line]) -> Newest:
    """Return the newest of the `latest` lines as the templates read it."""
    if not latest:
        return Newest()
    line = latest[0]
    heard = [effect for effect in line.effects if effect.code != "game_over"]  # pages say themselves that it ended
    return Newest(
        line.told,
        sayings(game, line.told, heard),
        line.kind if line.kind in BACK else None,
        () if line.undone else line.effects,
        not line.undone and line.entry.overruled is not None,
        line.entry.seq,
        line.entry.by,
    )


def ended(table: Table, latest: list[Line]) -> tuple[Effect, ...]:
    """Return the effects of the turn that just ended; none once another move is entered."""
    for line in latest:
        move = line.entry.move
        if not line.undone and not isinstance(move, Undo | Redo) and not move.correction:
            return told_log(table).logged(line.entry.seq).effects if isinstance(move, Move) and move.ends_turn else ()
    return ()


def next_table(shared: AppState, table: Table, seats: frozenset[int]) -> NextTable | None:
    """Return the table that follows this one, and where the people of `seats` sit there; None if none follows."""
    new = shared.store.readable(table.successor) if table.successor is not None else None
    return None if new is None else NextTable(new.code, new.game, known_there(table, new, seats))


def known_there(table: Table, new: Table, seats: frozenset[int]) -> tuple[Comer, ...]:
    """Return the people of `seats` at `table` as they sit at the table `new`, found by name; not those who do not."""
    names = [table.players[seat] for seat in sorted(seats)]
    colours = new.colours
    there = ((new.players.index(name), name) for name in names if name in new.players)
    return tuple(Comer(seat, name, COLOURS.index(colours[seat])) for seat, name in there)
