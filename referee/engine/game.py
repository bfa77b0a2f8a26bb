"""What a game is: the desks, tables and rules it offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, Protocol

import msgspec

from referee.engine.books import Book, Ruling
from referee.engine.moves import Move, StateT
from referee.engine.sentences import Refusal, Sentence

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    RankedT = TypeVar("RankedT", bound="Ranked", default=Any)
    OptionsT = TypeVar("OptionsT", default=Any)
else:
    from typing import TypeVar

    RankedT = TypeVar("RankedT", bound="Ranked")
    OptionsT = TypeVar("OptionsT")


class Unaided(msgspec.Struct, frozen=True):
    """What a browser needs to answer a desk while the server is out of reach; it holds no number of its own.

    `book`: the numbers of the book, as JSON. `refusals`: those the desk may answer with, none with a plural.
    `says`: msgids by what they tell: "line" is told beside a player's total (placeholders: the keys of his score), a
    value of `decided_by` of the end, "needs" of what is missing (placeholder: list, the names), the name of a field of
    why it is malformed. `terms`: what a refusal may name, as keys of the glossary. `ways`: the other ways to count
    that the desk's page offers, as `by` of its address.
    """

    book: Mapping[str, object]
    refusals: tuple[Refusal, ...]
    says: dict[str, str]
    terms: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()


class Desk(msgspec.Struct, frozen=True):
    """One question that is settled without a table. `title`: what its button says (a msgid).

    `question` is the request's type (a frozen struct that forbids unknown fields); `answer` takes one and returns
    the JSON answer (a dict or a struct) or a Refusal, or raises Malformed. `unaided`: what answers it without the
    server, if anything does; then the question is of `players`, at most so many, and the answer has `ranking` (each
    with `seat`, `place`, `total`), `winners` and `decided_by`.
    """

    title: str
    question: type[msgspec.Struct]
    answer: Callable[[Any], Mapping[str, object] | msgspec.Struct | Refusal]
    unaided: Unaided | None = None


MOST = 999
"""The largest number a request may tell of anything that is counted, and a correction change it by."""
Count = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
"""How many of something a request says there are."""
Change = Annotated[int, msgspec.Meta(ge=-MOST, le=MOST)]
"""By how many a correction changes a count."""

LONGEST_NAME = 40
"""Characters of a player's name, at a table and at a desk."""
Name = Annotated[str, msgspec.Meta(pattern=rf"^\s*\S([\s\S]{{,{LONGEST_NAME - 2}}}\S)?\s*$")]
"""A player's name as a desk is told it: 1 to 40 characters, not counting blanks around them."""


class State(Protocol):
    """What the engine asks of a game's state; it is frozen and knows nothing of names."""

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


class Ranked(msgspec.Struct, frozen=True):
    """A line of the ranking: `place` counts from 1, and players who are level share it (1, 1, 3)."""

    seat: int
    place: int


class Need(msgspec.Struct, frozen=True):
    """What `seat` has yet to tell: `what` is the kind of move that tells it, or the field of one."""

    seat: int
    what: str


class TieBreak(msgspec.Struct, frozen=True):
    """One comparison on the way to the winner: what was compared (`by`), and what each player still tied for first had
    of it, by seat; None where it was not told."""

    by: str
    values: tuple[tuple[int, int | None], ...]


class Result(msgspec.Struct, Generic[RankedT], frozen=True):
    """How a game ended: the ranking, best first; the seats that won, none while something is still to be told; what
    decided it, None until then."""

    ranking: tuple[RankedT, ...]
    winners: tuple[int, ...]
    decided_by: str | None
    needs: tuple[Need, ...] = ()

    COMPARED: ClassVar[Mapping[str, str]] = {}
    """What is compared, in this order: its name in `decided_by` -> the field of a line of the ranking."""

    @property
    def steps(self) -> tuple[TieBreak, ...]:
        """The comparisons that were made, down to the one that left a single player, or to the last."""
        tied = sorted(self.ranking, key=lambda line: line.seat)
        made: list[TieBreak] = []
        for by, field in self.COMPARED.items():
            values = {line.seat: getattr(line, field) for line in tied}
            made.append(TieBreak(by, tuple(values.items())))
            if len(tied) == 1 or None in values.values():
                break
            best = max(values.values())
            tied = [line for line in tied if values[line.seat] == best]
            if len(tied) == 1:
                break
        return tuple(made)


# --- a game ------------------------------------------------------------------------------------------------------


class PlayerView(msgspec.Struct, frozen=True, kw_only=True):
    """What a table shows of one player; `name` is filled in by the pages, which know the names."""

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
        """What waits for an answer, or None."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""

    @property
    def result(self) -> Result | None:
        """How the game ended, or None before the end."""


class Game(Protocol[StateT, OptionsT]):
    """What the module of a game offers; `StateT` is its state, `OptionsT` its options."""

    @property
    def NAME(self) -> str:  # noqa: N802 - constants of a module
        """Its name in URLs and JSON."""

    @property
    def TITLE(self) -> str:  # noqa: N802
        """What stands on the box, the same in every language."""

    @property
    def ABOUT(self) -> str:  # noqa: N802
        """One sentence about it (a msgid)."""

    @property
    def SEATS(self) -> tuple[int, int]:  # noqa: N802
        """Fewest and most players."""

    @property
    def MOVES(self) -> UnionType | type[Move]:  # noqa: N802
        """The union of its Move classes, or its only one."""

    @property
    def Options(self) -> type[OptionsT]:  # noqa: N802
        """The type of a table's options: a frozen subclass of TableOptions."""

    @property
    def MISTAKES(self) -> Mapping[str, str]:  # noqa: N802
        """A field of the options -> what its form says where it is malformed (a msgid)."""

    @property
    def EFFECTS(self) -> Mapping[str, Sentence]:  # noqa: N802
        """Effect code -> the sentence that tells it, with its `facts()`; pages tell "game_over" by themselves."""

    @property
    def ECHOES(self) -> Mapping[str, str]:  # noqa: N802
        """Code of an effect that repeats something -> what is told of the two: "line", its move's line alone; "effect",
        the effect alone; or the code of another effect, which is told alone where it follows this one."""

    @property
    def DESKS(self) -> Mapping[str, Desk]:  # noqa: N802
        """Name of a desk in URLs -> the desk."""

    @property
    def NAMES(self) -> Mapping[str, tuple[str | None, str]]:  # noqa: N802
        """Key -> the Latin name printed on the card (or None) and the English one; games that share a key agree."""

    @property
    def BOOKS(self) -> tuple[Book, ...]:  # noqa: N802
        """Its books in the order they are offered; the first has the game's name."""

    @property
    def RULINGS(self) -> tuple[Ruling, ...]:  # noqa: N802
        """Its rulings."""

    @property
    def PLAYED_IF(self) -> Mapping[str, Mapping[str, object]]:  # noqa: N802
        """A book, rule or ruling -> what options must say for it to be played; all others always are."""

    def settle(self, options: OptionsT, players: int, language: str) -> OptionsT:
        """Return the options with every default filled in; raise Malformed(field) for what cannot be."""

    def is_printed(self, what: str, value: object) -> bool:
        """Whether `value` is possible for the printed fact that is remembered as `what`."""

    def start(self, options: OptionsT, players: int) -> StateT:
        """Return the state before the first entry."""

    def view(self, state: StateT, seats: frozenset[int]) -> View:
        """Return the game's part of the table. Only the secrets of `seats` are in it."""

    def offers(self, state: StateT, seat: int, own: bool) -> Sequence[Move[StateT]]:
        """Return the moves of `seat` worth a button now, legal or barred; `judge()` says which."""

    def rules_now(self, state: StateT) -> Sequence[str]:
        """Return the ids of the rules that matter at this moment, the most asked for first; some may be of books that
        the table does not play."""

    def in_short(self, options: OptionsT) -> Sequence[tuple[Sentence, str]]:
        """Return six lines on a table with these settled options, each with the id of the rule to read: what it chose,
        what it takes to win, when it ends."""

    def set_up(self, options: OptionsT, players: int) -> Sequence[Sentence | str]:
        """Return how to set up with these settled options, in order: sentences, and ids of rules that say it."""

    def scores(self, state: StateT) -> tuple[int, ...]:
        """Return each seat's score as it is public now, for the chart of the evening."""

    def screen(self, state: StateT, seat: int | None, own: bool) -> msgspec.Struct:
        """Return what the table screen's template needs beside the view, for the seat whose buttons it shows
        (None: for somebody who only looks), as a frozen struct."""
