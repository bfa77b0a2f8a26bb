"""The rules as one table of Fata Morgana plays them: those that matter at this moment, and all of it in six lines."""

from __future__ import annotations

from referee.engine import N_, Sentence
from referee.games.fata_morgana.board import FIRST_DECLARING_ROUND, MOST_ALIKE, MOST_INGREDIENTS, PAIRS, ROUNDS
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
NAMED = N_("The cauldrons are the ten that you entered for this table.")
FIRST = N_("In the first round everybody creates a potion if they can.")
POTION = N_(
    "A potion holds 1 to %(most)s ingredients, at most %(alike)s of one colour, and neither of its cauldron’s two "
    "colours."
)
COUNTED = N_(
    "At the end add up what you scored, the objective (%(low)s, %(middle)s or %(all)s points) and 1 point for every "
    "%(ingredients)s ingredients in hand."
)
ENDS = N_(
    "The game ends after round %(rounds)s, or after round %(first)s, %(second)s or %(third)s if somebody declares a "
    "complete objective."
)
WINS = N_("The most points win; if they are tied, they share the win.")


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
