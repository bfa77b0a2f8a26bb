"""The rules as one table of Homunculus plays them: those that matter at this moment, and all of it in six lines."""

from __future__ import annotations

from referee.engine import N_, Sentence
from referee.games.homunculus.board import ACTIONS, FINISH_BONUS, HAND_LIMIT, LARGE_POINTS, POWER, SMALL_POINTS
from referee.games.homunculus.setup import Options
from referee.games.homunculus.state import State

TURN = ("HO-ACTIONS", "HO-DRAW", "HO-PLAY", "HO-USE", "HO-EXTRACT", "HO-REFRESH", "HO-HAND", "HO-SAME", "HO-END")
OVER = ("HO-SCORE-PART", "HO-SCORE-UNIFORM", "HO-SCORE-FAVOURITE", "HO-SCORE-FINISH", "HO-TIE")


def rules_now(state: State) -> tuple[str, ...]:
    """Return the ids of the rules that matter now, the most asked for first."""
    if state.over:
        return OVER
    if state.pending is not None:
        return ("HO-HEAD", f"HO-{POWER[state.pending.part].upper()}", "HO-USE")
    return TURN


TRACKED = {
    "parts": N_(
        "The referee keeps track of the parts on the boards; you keep track of tiles and ingredients yourselves."
    ),
    "full": N_("The referee keeps track of everything: parts, tiles in hand and ingredients."),
}
EACH_TURN = N_("Up to %(actions)s actions a turn, and never more than %(limit)s tiles in hand.")
POINTS = N_("Face-up parts count: %(small)s for an ear, arm or leg, %(large)s for head, torso or tail.")
MORE = N_(
    "Bonus points: 1 for each part of your favourite homunculus, 1 for each part if all are of one kind, %(finish)s "
    "for finishing."
)
ENDS = N_("The game ends at once when all nine places of one board are filled.")
WINS = N_("The most points win. If tied: more face-up parts, then more ingredients; otherwise victory is shared.")


def in_short(options: Options) -> tuple[tuple[Sentence, str], ...]:
    """Return six lines on a table with these options, each with the id of the rule to read: what it chose, what it
    takes to win, when it ends."""
    return (
        (Sentence(TRACKED[options.track]), "HO-PARTS"),
        (Sentence(EACH_TURN, {"actions": ACTIONS, "limit": HAND_LIMIT}), "HO-ACTIONS"),
        (Sentence(POINTS, {"small": SMALL_POINTS, "large": LARGE_POINTS}), "HO-SCORE-PART"),
        (Sentence(MORE, {"finish": FINISH_BONUS}), "HO-SCORE-FINISH"),
        (Sentence(ENDS), "HO-END"),
        (Sentence(WINS), "HO-TIE"),
    )
