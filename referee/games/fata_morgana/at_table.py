"""The rules as one table of Fata Morgana plays them: those that matter at this moment, and all of it in six lines."""

from __future__ import annotations

from referee.engine import N_, Sentence
from referee.games.fata_morgana.board import (
    DEALT_OF_EACH_COLOUR,
    FIRST_DECLARING_ROUND,
    HAND,
    HIDDEN,
    MOST_ALIKE,
    MOST_INGREDIENTS,
    OF_EACH_COLOUR,
    PAIRS,
    ROUNDS,
    VALUES,
)
from referee.games.fata_morgana.score import INGREDIENTS_PER_POINT, POINTS_PER_ROW
from referee.games.fata_morgana.setup import Options
from referee.games.fata_morgana.state import State

TURN = (
    "FM-CREATE",
    "FM-CREATE-TWO",
    "FM-CREATE-OWN",
    "FM-CREATE-UNIQUE",
    "FM-COPY",
    "FM-COPY-OWN",
    "FM-PASS",
    "FM-SHORT",
)


def rules_now(state: State) -> tuple[str, ...]:
    """Return the ids of the rules that matter now, the most asked for first."""
    if state.over:
        return ("FM-WIN", "FM-OBJECTIVE", "FM-HAND")
    if state.phase == "declare":
        return ("FM-END-9", "FM-OBJECTIVE", "FM-END-12")
    if state.phase == "reveal":
        return ("FM-OBJECTIVE", "FM-HAND", "FM-WIN")
    return ("FM-FIRST", *TURN) if state.round == 1 else TURN


USUAL = N_("The cauldrons show every pair of the five colours once.")
NAMED = N_("The cauldrons are the ten that you named for this table.")
FIRST = N_("In the first round everybody who can creates a potion.")
POTION = N_(
    "A potion holds 1 to %(most)s ingredients, at most %(alike)s of one colour, and neither of its cauldron’s two "
    "colours."
)
COUNTED = N_(
    "At the end count what you scored, the objective (%(low)s, %(middle)s or %(all)s points) and 1 point for every "
    "%(ingredients)s ingredients in hand."
)
ENDS = N_(
    "The game ends after round %(rounds)s, or after round %(first)s, %(second)s or %(third)s if somebody declares a "
    "complete objective."
)
WINS = N_("The most points win; if they are tied, they share the win.")


LAID_OPEN = N_("Lay the %(cauldrons)s cauldrons and the %(values)s values open on the table.")
MARKERS = N_("Everyone takes a colour marker.")
TAKE = N_(
    "Take %(dealt)s ingredients of each colour, shuffle them together and deal %(hand)s to each player, in secret."
)
HIDDEN_PILE = N_("The last %(hidden)s lie face down: the hidden pile.")
STACKS = N_("The other ingredients lie as five open stacks, by colour, of %(left)s cards each.")
OBJECTIVES = N_("Everyone gets one secret objective; the others go back into the box unseen.")
LOTS = N_("Draw lots for who begins; play goes clockwise.")


def set_up(options: Options, players: int) -> tuple[Sentence | str, ...]:
    """Return how to set up for so many players, in order (FM-SETUP)."""
    dealt = DEALT_OF_EACH_COLOUR[players]
    return (
        Sentence(MARKERS),
        Sentence(LAID_OPEN, {"cauldrons": len(PAIRS), "values": len(VALUES)}),
        Sentence(TAKE, {"dealt": dealt, "hand": HAND}),
        Sentence(HIDDEN_PILE, {"hidden": HIDDEN}),
        Sentence(STACKS, {"left": OF_EACH_COLOUR - dealt}),
        Sentence(OBJECTIVES),
        Sentence(LOTS),
    )


def in_short(options: Options) -> tuple[tuple[Sentence, str], ...]:
    """Return six lines on a table with these options, each with the id of the rule to read: what it chose, what it
    takes to win, when it ends."""
    rows = {"low": POINTS_PER_ROW, "middle": 2 * POINTS_PER_ROW, "all": 3 * POINTS_PER_ROW}
    first = FIRST_DECLARING_ROUND
    ending = {"rounds": ROUNDS, "first": first, "second": first + 1, "third": first + 2}
    return (
        (Sentence(USUAL if options.cauldrons == PAIRS else NAMED), "FM-CARDS"),
        (Sentence(FIRST), "FM-FIRST"),
        (Sentence(POTION, {"most": MOST_INGREDIENTS, "alike": MOST_ALIKE}), "FM-CREATE"),
        (Sentence(COUNTED, {**rows, "ingredients": INGREDIENTS_PER_POINT}), "FM-OBJECTIVE"),
        (Sentence(ENDS, {**ending}), "FM-END-9"),
        (Sentence(WINS), "FM-WIN"),
    )
