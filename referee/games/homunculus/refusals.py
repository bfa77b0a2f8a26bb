"""Every reason the rules of Homunculus have against a move: code, rule, and the sentence."""

from __future__ import annotations

from referee.engine import N_, Refusal

GAME_OVER = Refusal("game_over", "HO-END", N_("The game is over: a homunculus is complete."))
ANSWER_PENDING = Refusal(
    "answer_pending", "HO-HEAD", N_("An answer comes first: %(player)s may cancel with the head, or allow it.")
)
NOT_YOUR_TURN = Refusal("not_your_turn", "HO-ACTIONS", N_("Not yet, please: %(player)s is playing."))

HAND_FULL = Refusal("hand_full", "HO-HAND", N_("Six tiles in hand are the most: discard one before you draw."))
RESERVE_EMPTY = Refusal(
    "reserve_empty", "HO-DRAW", N_("There is nothing to draw: the reserve and the discards are both empty.")
)

NO_TILE_TO_PLAY = Refusal("hand_empty", "HO-PLAY", N_("There is no tile in hand to play."))
PART_TAKEN = Refusal("part_taken", "HO-SAME", N_("A place holds one tile only, and this one is taken: %(part)s."))
CANNOT_PAY = Refusal(
    "cannot_pay", "HO-PLAY", N_("Not enough of this ingredient: %(ingredient)s. Needed: %(needed)s, there: %(there)s.")
)

HEAD_IS_A_REACTION = Refusal(
    "head_is_a_reaction", "HO-HEAD", N_("The head is no action: it answers a power that is used against you.")
)
NO_SUCH_PART = Refusal("no_such_part", "HO-USE", N_("This place is still empty: %(part)s."))
PART_FACE_DOWN = Refusal(
    "part_face_down", "HO-USE", N_("This part lies face down: %(part)s. Turn your parts face up again first.")
)
EAR_ON_ONESELF = Refusal("self_target", "HO-EAR", N_("The ear looks at an opponent's hand, not at your own."))
ARM_ON_ONESELF = Refusal("self_target", "HO-ARM", N_("The arm takes from another player's hand, not from your own."))
HAND_FULL_FOR_ARM = Refusal("hand_full", "HO-ARM", N_("The arm cannot take a seventh tile: six in hand are the most."))
HAND_FULL_FOR_LEG = Refusal(
    "hand_full", "HO-HAND", N_("The leg cannot fetch a seventh tile: six in hand are the most.")
)
TARGET_HAND_EMPTY = Refusal("target_hand_empty", "HO-ARM", N_("There is no tile to take: %(player)s holds none."))
DISCARDS_EMPTY = Refusal("discards_empty", "HO-LEG", N_("There is no tile to fetch: the discards are empty."))
TAKE_THREE = Refusal("take_three", "HO-TORSO", N_("The torso gives three ingredients, no more and no fewer."))
TAIL_HITS_ITSELF = Refusal("tail_hits_itself", "HO-TAIL", N_("A tail can never hit itself."))
NOTHING_TO_HIT = Refusal("nothing_to_hit", "HO-TAIL", N_("There is no tile to hit. Still empty: %(player)s, %(part)s."))

NOTHING_TO_CANCEL = Refusal(
    "nothing_to_cancel", "HO-HEAD", N_("No power is waiting for this answer: %(player)s is not asked.")
)
HEAD_CANNOT_CANCEL = Refusal("nothing_to_cancel", "HO-HEAD", N_("Only a head that is face up can cancel a power."))

NO_TILE_TO_EXTRACT = Refusal("hand_empty", "HO-EXTRACT", N_("There is no tile in hand to take ingredients from."))

BELOW_ZERO = Refusal("below_zero", None, N_("That would be less than nothing."))

NOT_FINISHED = Refusal(
    "not_finished", "HO-END", N_("Only nine tiles finish a homunculus, and some are missing: %(player)s.")
)
TWO_FINISHERS = Refusal(
    "two_finishers", "HO-END", N_("Only one player can finish: the game ends at once when the ninth place is filled.")
)
