"""Every reason the rules of Homunculus have against a move: code, rule, and the sentence."""

from __future__ import annotations

from referee.engine import N_, NN_, Refusal
from referee.games.homunculus.board import HAND_LIMIT, TORSO_GIVES

GAME_OVER = Refusal("game_over", "HO-END", N_("The game is over: a homunculus is complete."))
ANSWER_PENDING = Refusal(
    "answer_pending", "HO-HEAD", N_("An answer comes first: %(player)s may cancel with the head, or allow it.")
)
NOT_TRACKED = Refusal(
    "not_tracked", None, N_("This table tracks only the parts: you keep track of hands and ingredients yourselves.")
)
NOT_YOUR_TURN = Refusal("not_your_turn", "HO-ACTIONS", N_("Not yet, please: %(player)s is playing."))

HAND_FULL = Refusal(
    "hand_full",
    "HO-HAND",
    N_("You can hold at most %(limit)s tiles: discard one before you draw."),
    {"limit": HAND_LIMIT},
)
RESERVE_EMPTY = Refusal(
    "reserve_empty", "HO-DRAW", N_("There is nothing to draw: the reserve and the discards are both empty.")
)

NO_TILE_TO_PLAY = Refusal("hand_empty", "HO-PLAY", N_("You have no tile in hand to play."))
PART_TAKEN = Refusal("part_taken", "HO-SAME", N_("A place holds only one tile, and this one is taken: %(part)s."))
CANNOT_PAY = Refusal(
    "cannot_pay",
    "HO-PLAY",
    N_("You do not have enough ingredients. Missing: %(missing)s."),
)

HEAD_IS_A_REACTION = Refusal(
    "head_is_a_reaction", "HO-HEAD", N_("Using the head is not an action: it answers a power that is used against you.")
)
NO_SUCH_PART = Refusal("no_such_part", "HO-USE", N_("This place is still empty: %(part)s."))
PART_FACE_DOWN = Refusal(
    "part_face_down", "HO-USE", N_("This part lies face down: %(part)s. Turn your parts face up again first.")
)
EAR_ON_ONESELF = Refusal("self_target", "HO-EAR", N_("The ear looks at an opponent's hand, not at your own."))
ARM_ON_ONESELF = Refusal("self_target", "HO-ARM", N_("The arm takes from another player's hand, not from your own."))
HAND_FULL_FOR_ARM = Refusal(
    "hand_full",
    "HO-ARM",
    N_("The arm cannot take another tile: your hand is full. You can hold at most %(limit)s."),
    {"limit": HAND_LIMIT},
)
HAND_FULL_FOR_LEG = Refusal(
    "hand_full",
    "HO-HAND",
    N_("The leg cannot fetch another tile: your hand is full. You can hold at most %(limit)s."),
    {"limit": HAND_LIMIT},
)
TARGET_HAND_EMPTY = Refusal("target_hand_empty", "HO-ARM", N_("There is no tile to take: %(player)s has none."))
DISCARDS_EMPTY = Refusal("discards_empty", "HO-LEG", N_("There is no tile to fetch: the discards are empty."))
TAKE_THREE = Refusal(
    "take_three",
    "HO-TORSO",
    NN_(
        "The torso gives %(num)s ingredient, no more and no fewer. Chosen: %(chosen)s.",
        "The torso gives %(num)s ingredients, no more and no fewer. Chosen: %(chosen)s.",
    ),
    {"num": TORSO_GIVES, "chosen": 0},
)
TAIL_HITS_ITSELF = Refusal("tail_hits_itself", "HO-TAIL", N_("A tail can never hit itself."))
NOTHING_TO_HIT = Refusal("nothing_to_hit", "HO-TAIL", N_("There is no tile to hit. Still empty: %(player)s, %(part)s."))

NOTHING_TO_CANCEL = Refusal("nothing_to_cancel", "HO-HEAD", N_("%(player)s has no power to answer."))
HEAD_CANNOT_CANCEL = Refusal("nothing_to_cancel", "HO-HEAD", N_("Only a head that is face up can cancel a power."))

NO_TILE_TO_EXTRACT = Refusal("hand_empty", "HO-EXTRACT", N_("You have no tile in hand to take ingredients from."))

NOT_NEEDED = Refusal("not_needed", "HO-TIE", N_("No ingredient total is needed: it would decide nothing (%(player)s)."))
BELOW_ZERO = Refusal("below_zero", None, N_("That would go below zero."))

NOT_FINISHED = Refusal(
    "not_finished",
    "HO-END",
    N_("A homunculus is finished when every place holds a tile, and some are still empty (%(player)s)."),
)
TWO_FINISHERS = Refusal(
    "two_finishers", "HO-END", N_("Only one player can finish: the game ends at once when the last place is filled.")
)
