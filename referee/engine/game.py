"""The definition of a game: the desks, tables and rules it offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import or_
from types import ModuleType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, Literal, Protocol

import msgspec
from msgspec import UNSET, UnsetType

from referee.engine.books import Book, Card, Opening, Ruling
from referee.engine.moves import Move, StateT, classes_of, kind_of
from referee.engine.options import Colour, TableOptions
from referee.engine.players import EVERY_GAME
from referee.engine.sentences import N_, Refusal, Sentence

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    RankedT = TypeVar("RankedT", bound="Ranked", default=Any)
    OptionsT = TypeVar("OptionsT", default=Any)
    ResultT = TypeVar("ResultT", bound="Result[Any]")
else:
    from typing import TypeVar

    RankedT = TypeVar("RankedT", bound="Ranked")
    OptionsT = TypeVar("OptionsT")
    ResultT = TypeVar("ResultT")


class OfflineCount(msgspec.Struct, frozen=True):
    """Data that a browser needs to answer a desk while the server is out of reach; it holds no number of its own.

    `book`: the numbers of the book, as JSON. `refusals`: those the desk may answer with, none with a plural.
    `says`: msgids by what they tell: "line" is told beside a player's total (placeholders: the keys of their score), a
    value of `decided_by` of the end, "needs" of what is missing (placeholder: list, the names), the name of a field of
    why it is malformed. `terms`: what a refusal may name, as keys of the glossary. `ways`: the other ways to count
    that the desk's page offers, as `by` of its address. `total`: the field of a line of the ranking that stands beside
    a name.
    """

    book: Mapping[str, object]
    refusals: tuple[Refusal, ...]
    says: dict[str, str]
    terms: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()
    total: str = "total"


class Desk(msgspec.Struct, frozen=True):
    """One question that is settled without a table. `title`: what its button says (a msgid).

    `question` is the request's type (a frozen struct that forbids unknown fields); `answer` takes one and returns
    the JSON answer (a dict or a struct) or a Refusal, or raises Malformed. `offline`: what answers it without the
    server, if anything does; then the question is of `players`, at most so many, and the answer has `ranking` (each
    with `seat`, `place` and what `total` says), `winners` and `decided_by`.
    """

    title: str
    question: type[msgspec.Struct]
    answer: Callable[[Any], Mapping[str, object] | msgspec.Struct | Refusal]
    offline: OfflineCount | None = None


MOST = 999
"""The largest number a request may tell of anything that is counted, and a correction change it by."""
Count = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
"""The number of something that a request says there are."""
Change = Annotated[int, msgspec.Meta(ge=-MOST, le=MOST)]
"""By how many a correction changes a count."""

LONGEST_NAME = 40
"""Characters of a player's name, at a table and at a desk."""
Name = Annotated[str, msgspec.Meta(pattern=rf"^\s*\S([\s\S]{{,{LONGEST_NAME - 2}}}\S)?\s*$")]
"""A player's name as a desk is told it: 1 to 40 characters, not counting blanks around them."""


class TableState(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The part of a state that every game has; its own State is derived from this.

    `next_id`: the id that the next thing laid out at the table gets, where things have ids: a move that gives it
    counts it up by one. An undo does not take it back, so that no id is ever given twice. `left`: the seats that play
    no more. `colours`: each seat's colour. Like all that a log is made of it never leads back to itself (`gc`): of the
    hundreds of thousands of such things a server knows, the garbage collector would have to look at each.
    """

    next_id: int = 1
    left: frozenset[int] = frozenset()
    colours: tuple[Colour, ...] = ()


class State(Protocol):
    """The part of a game's state that the engine asks; it is frozen and knows nothing of names."""

    @property
    def next_id(self) -> int:
        """The id that the next thing laid out gets."""

    @property
    def left(self) -> frozenset[int]:
        """The seats that play no more: nothing is asked of them, and they win nothing."""

    @property
    def colours(self) -> tuple[Colour, ...]:
        """Each seat's colour."""

    @property
    def to_move(self) -> int | None:
        """The seat that is to move, or None if nobody is asked alone."""

    @property
    def asked(self) -> int | None:
        """The seat the table waits for: whoever has to answer first, else the one to move."""

    @property
    def phase(self) -> str:
        """The part of the turn or of the game, by the game's own name for it."""

    @property
    def over(self) -> bool:
        """Whether the game is over; corrections may reopen it."""


# --- the end of a game -------------------------------------------------------------------------------------------

SHARED_VICTORY = N_("a shared victory")
"""By what a game was decided that several won; `decided_by` is "draw" then."""


class Ranked(msgspec.Struct, frozen=True):
    """A line of the ranking: `place` counts from 1, and players who are level share it (1, 1, 3)."""

    seat: int
    place: int


class Need(msgspec.Struct, frozen=True):
    """Something that `seat` still has to reveal before the game can be decided. JSON shows it as it is here: `what` is
    the kind of move that enters it, or where one move enters several things, the field of that move."""

    seat: int
    what: str


class TieBreak(msgspec.Struct, frozen=True):
    """One comparison on the way to the winner: what was compared (`by`), and what each player still tied for first had
    of it, by seat; None where it was not told."""

    by: str
    values: tuple[tuple[int, int | None], ...]


class Result(msgspec.Struct, Generic[RankedT], frozen=True):
    """The end of a game: the ranking, best first; the seats that won, none while something is still to be told; what
    decided it, None until then."""

    ranking: tuple[RankedT, ...]
    winners: tuple[int, ...]
    decided_by: str | None
    needs: tuple[Need, ...] = ()
    absent: frozenset[int] | UnsetType = UNSET
    """The seats that had left: they keep their places and win nothing; not there if nobody had."""

    COMPARED: ClassVar[Mapping[str, str]] = {}
    """The comparisons, in this order: its name in `decided_by` -> the field of a line of the ranking."""

    @property
    def steps(self) -> tuple[TieBreak, ...]:
        """The comparisons that were made, down to the one that left a single player, or to the last."""
        absent = () if isinstance(self.absent, UnsetType) else self.absent
        tied = sorted((line for line in self.ranking if line.seat not in absent), key=lambda line: line.seat)
        made: list[TieBreak] = []
        for by, field in self.COMPARED.items():
            values = {line.seat: getattr(line, field) for line in tied}
            made.append(TieBreak(by, tuple(values.items())))
            if len(tied) <= 1 or None in values.values():
                break
            best = max(values.values())
            tied = [line for line in tied if values[line.seat] == best]
            if len(tied) == 1:
                break
        return tuple(made)


def won_among(ended: ResultT, left: frozenset[int], among: Callable[[Sequence[int]], ResultT]) -> ResultT:
    """Return the result `ended` of all players as it is while the seats `left` play no more.

    All keep their places; won has the best of the others. `among` returns the result of the seats it is given, which
    it counts from 0.
    """
    seats = [line.seat for line in sorted(ended.ranking, key=lambda line: line.seat) if line.seat not in left]
    if len(seats) == len(ended.ranking):
        return ended
    if not seats:
        return msgspec.structs.replace(ended, winners=(), decided_by=None, needs=(), absent=left)
    won = among(seats)
    return msgspec.structs.replace(
        ended,
        winners=tuple(seats[seat] for seat in won.winners),
        decided_by=won.decided_by,
        needs=tuple(Need(seats[need.seat], need.what) for need in won.needs),
        absent=left,
    )


# --- a game ------------------------------------------------------------------------------------------------------


class PlayerView(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a view that is one player's; `name` is filled in by the pages, which know the names."""

    seat: int
    name: str = ""


class View(Protocol):
    """The game's part of a table as one may see it, a frozen struct; encoded it is the JSON of the table."""

    @property
    def players(self) -> Sequence[PlayerView]:
        """The players by seat."""

    @property
    def to_move(self) -> int | None:
        """The seat that is to move, or None if nobody is asked alone."""

    @property
    def phase(self) -> str:
        """The part of the turn or of the game, by the game's own name for it."""

    @property
    def pending(self) -> msgspec.Struct | None:
        """The question that waits for an answer, or None."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""

    @property
    def result(self) -> Result | None:
        """The end of the game, or None before the end."""


class Echo(msgspec.Struct, frozen=True):
    """The choice of what is told where an effect repeats something: `told`, the "line" of its move alone, or the
    "effect" alone; or else only the effect with the code `follower`, where that comes next with the same facts."""

    told: Literal["line", "effect"] | None = None
    follower: str | None = None


NOT_REPEATED = Echo()


class NothingMore(msgspec.Struct, frozen=True):
    """A screen that shows nothing beside the view."""


class Game(msgspec.Struct, Generic[StateT, OptionsT], frozen=True, kw_only=True, eq=False):
    """The offer of a game to all that knows no single game; `StateT` is its state, `OptionsT` its options.

    A game fills in what it has (`GAME` in its `__init__.py`); what it leaves out has the default.
    """

    # --- what every game has

    name: str
    """Its name in URLs and JSON, and of its folders."""
    title: str
    """The title on the box, the same in every language."""
    about: str
    """One sentence about it (a msgid)."""
    seats: tuple[int, int]
    """Fewest and most players."""
    options: type[OptionsT]
    """The type of a table's options: a frozen subclass of TableOptions."""
    moves: UnionType | type[Move]
    """The union of its Move classes, or its only one; those of every game (players.py) are added."""
    settle: Callable[[OptionsT, int, str], OptionsT]
    """Called with options, the number of players and a language, returns the options with every default filled in;
    raises Malformed(field) for what cannot be."""
    start: Callable[[OptionsT, int], StateT]
    """Called with settled options and the number of players, returns the state before the first entry."""
    view: Callable[[StateT, frozenset[int]], View]
    """Called with a state and seats, returns the game's part of the table, with the secrets of these seats alone."""
    offers: Callable[[StateT, int, bool], Sequence[Move[StateT]]]
    """Called with a state, a seat and whether its secrets may be seen, returns the moves of the seat worth a button
    now, legal or barred; `judge()` says which."""
    books: tuple[Book, ...]
    """Its books in the order they are offered; the first has the game's name."""

    # --- players who leave

    passing: Callable[[StateT], Move[StateT] | None] = lambda _state: None
    """Returns the move by which a seat that has left is passed over where the table waits for it: it is entered by
    itself, whatever the rules say of it. None where the table waits for nobody who has left. Not called when all
    have."""

    # --- what a table's page shows

    screen: Callable[[StateT, int | None, bool], msgspec.Struct] = lambda _state, _seat, _own: NothingMore()
    """Called with a state, the seat whose buttons are shown (None: for somebody who only looks) and whether its secrets
    may be seen, returns what the templates of the table's page need beside the view, as a frozen struct."""
    remedy: Callable[[StateT, Move[StateT], Refusal], object] = lambda _state, _move, _refusal: None
    """Called with a state, a move and what it was refused for, returns what the game's `remedy.html` reads to offer a
    correction of what the app knew wrongly; None where there is nothing to correct."""
    effects: Mapping[str, Sentence] = {}
    """Effect code -> the sentence that tells it, with its `facts()`; pages tell "game_over" by themselves."""
    echoes: Mapping[str, Echo] = {}
    """Code of an effect that repeats something -> which of the two is told."""
    board: ModuleType | None = None
    """The module of what is printed, whose constants its templates read."""
    for_templates: Mapping[str, object] = {}
    """Other things that its templates read or call, by name: numbers and functions of the rules."""

    # --- before the first move

    mistakes: Mapping[str, str] = {}
    """A field of the options -> what its form says where it is malformed (a msgid)."""
    is_printed: Callable[[str, object], bool] = lambda _what, _value: False
    """Whether a value is possible for the printed fact that is remembered by this name."""
    may_begin: Callable[[StateT], Sequence[int]] = lambda _state: ()
    """Returns the seats of which the rules let one begin the next game after the one that ended so; none: anybody."""

    # --- rules to read

    rulings: tuple[Ruling, ...] = ()
    """Its rulings."""
    played_if: Mapping[str, Mapping[str, object]] = {}
    """A book, rule or ruling -> what options must say for it to be played; all others always are."""
    otherwise: Sequence[tuple[Mapping[str, object], Card]] = ()
    """What options must say for a rule to be played otherwise than its book says, and what it says then."""
    names: Mapping[str, tuple[str | None, str]] = {}
    """Key -> the Latin name printed on the card (or None) and the English one; games that share a key agree."""
    sought: tuple[str, ...] = ()
    """Keys of `names` that a search without a hit offers as examples."""
    rules_now: Callable[[StateT], Sequence[str]] = lambda _state: ()
    """Returns the ids of the rules that matter at a state, the most asked for first; some may be of books that the
    table does not play."""
    in_short: Callable[[OptionsT], Sequence[tuple[Sentence, str]]] = lambda _options: ()
    """Returns some six lines on a table with these settled options, each with the id of the rule to read: what it
    chose, what it takes to win, when it ends."""
    opening: Callable[[OptionsT], Opening] = lambda _options: Opening((), ())
    """Called with settled options, returns what a first game opens with."""
    set_up: Callable[[OptionsT, int], Sequence[Sentence]] = lambda _options, _players: ()
    """Called with settled options and the number of players, returns how to set up, step by step."""
    first_cards: Callable[[OptionsT], Sequence[Card]] = lambda _options: ()
    """Called with settled options, returns the cards of a first game; a rule without one is not shown."""
    pictures: Callable[[Mapping[str, Any]], Mapping[str, object]] = lambda _remembered: {}
    """Called with what the server remembers of the game's box, returns what its books' pictures are drawn from."""
    desks: Mapping[str, Desk] = {}
    """Name of a desk in URLs -> the desk."""

    # --- evenings

    broken_off: Callable[[StateT], Sequence[int | None]] | None = None
    """Returns each seat's score where a game is counted as it stands before its end, None where the game knows none;
    not filled in: `scores`."""

    decided: Mapping[str, str] = {}
    """Value of `decided_by` -> by what the game was decided, in words (a msgid, or a key of `names`)."""
    scores: Callable[[StateT], tuple[int, ...]] = lambda _state: ()
    """Returns each seat's score as it is public at a state, for the chart of the evening; none: there is no chart."""
    by_score: str | None = None
    """The value of `decided_by` that is the score itself, of which nothing is said beside it; None if there is none."""
    played_as: Callable[[Mapping[str, object]], Sequence[str]] = lambda _options: ()
    """Called with options as JSON, also of an older version, returns what was played of the game beside its name:
    expansions and variants (msgids)."""

    def __post_init__(self) -> None:
        own = classes_of(self.moves)
        tags = {kind_of(move) for move in own}
        every: Any = reduce(or_, (*own, *(move for move in EVERY_GAME if kind_of(move) not in tags)))
        msgspec.structs.force_setattr(self, "moves", every)

    def begin(self, options: TableOptions, players: int) -> StateT:
        """Return the state of a table with these settled options before the first entry."""
        state: Any = self.start(options, players)  # type: ignore[arg-type]
        colours = () if isinstance(options.colours, UnsetType) else options.colours
        begun: StateT = msgspec.structs.replace(state, colours=colours)
        return begun

    def passed_over(self, state: State, players: int) -> Move[StateT] | None:
        """Return the move that is entered now for a seat that has left, None if none is; where all have left none
        is."""
        if not state.left or state.over or len(state.left) >= players:
            return None
        return self.passing(state)  # type: ignore[arg-type]
