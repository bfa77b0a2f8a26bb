"""What every game shares: moves, refusals, effects, and what a game is. Pure.

No Flask, no SQL, no gettext, no clock, no randomness. A game is a module that offers what `Game` below names;
everything it decides is decided by its moves. Texts are English msgids, marked with `N_` for the catalogs and
said in the reader's language elsewhere (`referee.language`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, ClassVar, NamedTuple, Protocol

import msgspec


def N_(message: str) -> str:  # noqa: N802 - the name gettext users know
    """Mark `message` for the catalogs and return it unchanged."""
    return message


def NN_(singular: str, plural: str) -> tuple[str, str]:  # noqa: N802
    """Mark a counted message for the catalogs; the count is the fact named `num`."""
    return singular, plural


def named(context: str, english: str) -> str:
    """Mark a name of the glossary for the catalogs; `context` is "name"."""
    return english


# --- what is said ------------------------------------------------------------------------------------------------


class Term(msgspec.Struct, frozen=True):
    """A name from the glossary by its English key ("fornax"); said in the reader's language."""

    key: str


class Player(msgspec.Struct, frozen=True):
    """The player at seat `seat` (from 0); said by name."""

    seat: int


Fact = Term | Player | int | str


class Sentence(msgspec.Struct, frozen=True):
    """One whole sentence to be said: an English msgid (or singular and plural) and the facts it names."""

    message: str | tuple[str, str]
    facts: dict[str, Fact] = {}

    def about(self, **facts: Fact) -> Sentence:
        """Return the same sentence, about these facts."""
        return Sentence(self.message, {**self.facts, **facts})


class Refusal(msgspec.Struct, frozen=True):
    """Why a move is against the rules: a code that never changes, the rule's id (or None), and the sentence.

    Declared once as a constant; `about()` gives the one that names who and what.
    """

    code: str
    rule: str | None
    message: str | tuple[str, str]
    facts: dict[str, Fact] = {}

    def about(self, **facts: Fact) -> Refusal:
        """Return the same refusal, about these facts."""
        return Refusal(self.code, self.rule, self.message, {**self.facts, **facts})

    @property
    def sentence(self) -> Sentence:
        """What is said of it, without code and rule."""
        return Sentence(self.message, self.facts)


def signed(by: int) -> str:
    """Return a change with its sign, for a sentence: +2, −1, +0."""
    return f"{by:+d}".replace("-", "−")


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something a move brought about, beside what it says itself: `code`, whose (`seat`), and what it is about.

    In JSON the facts that are None are left out. `source` is called "from" there.
    """

    code: str
    seat: int
    cards: int | None = None
    good: str | None = None
    building: int | None = None
    source: int | None = msgspec.field(default=None, name="from")


# --- moves -------------------------------------------------------------------------------------------------------


class Malformed(Exception):  # noqa: N818 - HTTP's word for it (400)
    """A request that says nothing the rules could judge: `field` is the offending key, `sentence` says why."""

    def __init__(self, field: str, sentence: Sentence | None = None):
        super().__init__(field)
        self.field = field
        self.sentence = sentence


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", kw_only=True):
    """One thing a player does. A subclass for each kind, tagged with its name in JSON (`kind`).

    `seat` counts from 0. A game's own base class may answer `early` for all its kinds.
    """

    seat: Annotated[int, msgspec.Meta(ge=0)]

    correction: ClassVar[bool] = False
    """Never out of turn, nor after the end; keeps what can be redone."""
    commutes: ClassVar[bool] = False
    """Means the same whatever was entered since its sender last looked."""
    private: ClassVar[bool] = False
    """A secret of its seat: entered only with that seat's own token, shown to nobody else before the end."""
    secret_fields: ClassVar[frozenset[str]] = frozenset()
    """Fields of a public move that are its seat's secret; a move that sets one needs that seat's own token."""

    def early(self, state: Any) -> Refusal | None:
        """Refuse what is asked before anything else: the game is over, an answer is pending, it is not tracked."""
        return None

    def missing(self, state: Any) -> str | None:
        """Return the field that names something that does not exist at this table (404), or None."""
        return None

    def refusal(self, state: Any, own: bool) -> Refusal | None:
        """Return why the rules forbid this move, or None. Called after `early` and `missing` found nothing.

        `own`: whether the sender may see the secrets of `seat`; where not, only what is public is judged.
        """
        raise NotImplementedError

    def apply(self, state: Any) -> tuple[Any, tuple[Effect, ...]]:
        """Return the state after this move, and its effects. Pure and total: it never raises, whatever the state."""
        raise NotImplementedError

    def grounds(self, state: Any) -> Any:
        """Return what a private move rests on at `state`: when an undo before it changes that, it is a `misfit`."""
        return None

    def misfit(self, state: Any) -> Any:
        """Return the state after a private move whose grounds changed since it was entered. Pure and total."""
        return self.apply(state)[0]

    def remembered(self) -> tuple[str, Any] | None:
        """Return what is printed in the box and this move tells for good (a name for it, the value), or None."""
        return None

    def told(self, state: Any) -> Sentence:
        """Return the line of the log that tells this move; `state` is the one *before* it. Total, like `apply`."""
        raise NotImplementedError


def kind_of(move: msgspec.Struct | type[msgspec.Struct]) -> str:
    """Return the name of a move's kind in JSON ("fame"), also of an undo or a redo."""
    return str(move.__struct_config__.tag)


class Judgement(msgspec.Struct, frozen=True):
    """What the referee says of a move: why it is refused, or which field names something that is not there."""

    refusal: Refusal | None = None
    missing: str | None = None


def judge(move: Move, state: Any, own: bool = True) -> Judgement:
    """Judge `move` at `state`, in this order: early refusals, missing things, then the rest.

    `missing` is looked up even behind an early refusal, since a thing that is not there cannot be overruled.
    """
    early = move.early(state)
    missing = move.missing(state)
    if early is not None or missing is not None:
        return Judgement(early, missing)
    return Judgement(move.refusal(state, own))


class Judged(NamedTuple):
    """A move, and why it is refused; None where it is legal."""

    move: Move
    refusal: Refusal | None


def judged(moves: Iterable[Move], state: Any, own: bool = True) -> list[Judged]:
    """Return each move as it is judged at `state`."""
    return [Judged(move, judge(move, state, own).refusal) for move in moves]


# --- the rules to read -------------------------------------------------------------------------------------------
#
# A rule's text and example may hold inline Markdown (emphasis only). The text is translated with the rule's id as
# context, everything else without one. Printed numbers are facts: a text says `%(limit)s` and its rule or ruling holds
# `facts={"limit": HAND_LIMIT}`, taken from the board's constants; they are put in when the text is said.


def put_in(text: str, facts: Mapping[str, int | str]) -> str:
    """Return `text` with its `facts` put in; a text without facts may hold a bare percent sign."""
    return text % facts if facts else text


class Rule(msgspec.Struct, frozen=True):
    """One rule that a refusal can name: its id never changes.

    `related` are ids of rules that belong to it; `desk` is the path of the desk that decides it, or None. `facts` are
    the numbers that text and example name.
    """

    id: str
    text: str
    example: str = ""
    related: tuple[str, ...] = ()
    desk: str | None = None
    facts: Mapping[str, int | str] = {}


class Section(msgspec.Struct, frozen=True):
    """A part of a book. `id` is its anchor, unique in the book; `picture` is the template of a drawing."""

    id: str
    title: str
    brief: str
    rules: tuple[Rule, ...]
    picture: str | None = None


class Book(msgspec.Struct, frozen=True):
    """What stands in one box or booklet: `id` is its place below /rules."""

    id: str
    title: str
    brief: str
    sections: tuple[Section, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(rule for section in self.sections for rule in section.rules)


class Ruling(msgspec.Struct, frozen=True):
    """Where the printed books disagree, err or are silent: what each says, what is applied and why.

    `option` is the table's option that lets the players decide, or None; `also` are other options of a table that bear
    on it. `rules` are the ids it touches; `facts` are the numbers its texts name.
    """

    id: str
    question: str
    italian: str
    polish: str
    applied: str
    rules: tuple[str, ...]
    option: str | None = None
    also: tuple[str, ...] = ()
    facts: Mapping[str, int | str] = {}


def rule(
    context: str,
    text: str,
    example: str = "",
    related: tuple[str, ...] = (),
    desk: str | None = None,
    facts: Mapping[str, int | str] | None = None,
) -> Rule:
    """Return the rule with the id `context`, its text marked for the catalogs with that context."""
    return Rule(context, text, example, related, desk, facts or {})


# --- a game ------------------------------------------------------------------------------------------------------


class Unaided(msgspec.Struct, frozen=True):
    """What a browser needs to answer a desk while the server is out of reach; it holds no number of its own.

    `book`: the numbers of the book, as JSON. `refusals`: those the desk may answer with. `says`: msgids by what they
    are said of: "line" beside a player's total (placeholders: the keys of his score), else a value of `decided_by`,
    or "needs" (placeholder: list, the names). `terms`: what a refusal may name, as keys of the glossary.
    """

    book: dict[str, Any]
    refusals: tuple[Refusal, ...]
    says: dict[str, str]
    terms: tuple[str, ...] = ()


class Desk(msgspec.Struct, frozen=True):
    """One question that is settled without a table. `title`: what its button says (a msgid).

    `question` is the request's type (a frozen struct that forbids unknown fields); `answer` takes one and returns
    the JSON answer as a dict or a Refusal, or raises Malformed. `unaided`: what answers it without the server, if
    anything does; then the question is of `players`, at most so many, and the answer has `ranking` (each with `seat`,
    `place`, `total`), `winners` and `decided_by`.
    """

    title: str
    question: type
    answer: Callable[[Any], dict[str, Any] | Refusal]
    unaided: Unaided | None = None


LARGEST = 2**63 - 1
"""The largest number that may be told of anything: far beyond any table, and sums of such still have a few digits."""
Count = Annotated[int, msgspec.Meta(ge=0, le=LARGEST)]
"""How many of something a request says there are."""
Change = Annotated[int, msgspec.Meta(ge=-LARGEST, le=LARGEST)]
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


class TableOptions(Protocol):
    """What pages ask of a game's options. They may also have `printed()`: what they tell of the cards in the box, as
    JSON by the name it is remembered by; and `again(state)`: those for the next game of the same people, after this one
    came to `state`, where they are others."""

    @property
    def strict_seats(self) -> bool:
        """Whether each phone enters for its own seat only, the host's for all."""


class Game(Protocol):
    """What the module of a game offers."""

    NAME: str
    TITLE: str  # what stands on the box, the same in every language
    ABOUT: str  # one sentence about it (a msgid)
    SEATS: tuple[int, int]  # fewest, most players
    MOVES: Any  # the union of its Move classes
    Options: type  # the table's options, a frozen struct that forbids unknown fields; see TableOptions
    MISTAKES: Mapping[str, str]  # a field of the options -> msgid: what its form says where it is malformed
    # code -> msgid; facts: player, num (cards), good, source. That of "game_over" is not read aloud: pages tell it.
    EFFECTS: Mapping[str, str | tuple[str, str]]
    ECHOES: Mapping[str, str]  # effect code that tells its move once more -> which is heard: "line" or "effect"
    DESKS: Mapping[str, Desk]
    NAMES: Mapping[str, tuple[str | None, str]]  # key -> what is printed on the card, the English name; two games alike
    BOOKS: tuple[Book, ...]  # in the order they are offered; the first has the game's name
    RULINGS: tuple[Ruling, ...]
    PLAYED_IF: Mapping[str, Mapping[str, Any]]  # book, rule or ruling -> what options must say for it; else always

    def settle(self, options: Any, players: int, language: str) -> Any:
        """Return the options with every default filled in; raise Malformed(field) for what cannot be."""

    def start(self, options: Any, players: int) -> Any:
        """Return the state before the first entry."""

    def view(self, state: Any, seats: frozenset[int]) -> dict[str, Any]:
        """Return the game's part of the table as JSON shows it: `players` (without names), `to_move`, `phase`,
        `pending`, `over`, `result`, and the game's own keys. Only the secrets of `seats` are in it."""

    def offers(self, state: Any, seat: int, own: bool) -> list[Move]:
        """Return the moves of `seat` worth a button now, legal or barred; `judge()` says which."""

    def tells_seats_apart(self, options: Any) -> bool:
        """Whether the table's page shows a seat something of its own, beyond whose turn it is."""

    def scores(self, state: Any) -> tuple[int, ...]:
        """Return each seat's score as it is public now, for the chart of the evening."""

    def screen(self, state: Any, seat: int | None, own: bool) -> dict[str, Any]:
        """Return what the table screen's template needs beside the view, for the seat whose buttons it shows
        (None: for somebody who only looks)."""
