"""Every reason the rules of Fata Morgana have against a move: code, rule, and the sentence."""

from __future__ import annotations

from referee.engine import N_, NN_, Refusal

GAME_OVER = Refusal("game_over", "FM-END-12", N_("The game is over and scored."))
NO_ROUND_LEFT = Refusal("game_over", "FM-END-12", N_("Round %(round)s is the last one: that turn would come after it."))
NOT_YOUR_TURN = Refusal("not_your_turn", "FM-ROUND", N_("Not yet, please: %(player)s is playing."))
DECLARING_FIRST = Refusal(
    "wrong_phase", "FM-ROUND", N_("The round is over: declare an objective first, or go on to the next round.")
)
HANDS_FIRST = Refusal(
    "wrong_phase", "FM-ROUND", N_("Play is over: only hands and objectives are still to be revealed.")
)
ROUND_NOT_OVER = Refusal("wrong_phase", "FM-ROUND", N_("The round is not over yet: everyone has a turn first."))
NOT_REVEALING_YET = Refusal("wrong_phase", "FM-ROUND", N_("Play is not over yet: hands and objectives stay secret."))

WRONG_HAND_SIZE = Refusal(
    "wrong_hand_size",
    "FM-SETUP",
    NN_(
        "By the table’s count this hand has %(num)s ingredient, but you entered another number: %(named)s.",
        "By the table’s count this hand has %(num)s ingredients, but you entered another number: %(named)s.",
    ),
)
MORE_THAN_DEALT = Refusal(
    "more_than_dealt",
    "FM-SETUP",
    N_("This hand cannot have that many: %(colour)s. At most: %(most)s; entered: %(named)s."),
)
COLOURS_MUST_DIFFER = Refusal(
    "colours_must_differ",
    "FM-OBJECTIVE",
    N_("An objective needs three different colours. You entered this one twice: %(colour)s."),
)

CAULDRON_USED = Refusal("cauldron_used", "FM-CREATE", N_("That cauldron is not free: %(first)s and %(second)s."))
ONE_TO_FOUR = Refusal("one_to_four", "FM-CREATE", N_("A potion takes 1 to %(most)s ingredients. You chose %(named)s."))
MORE_THAN_TWO_ALIKE = Refusal(
    "more_than_two_alike",
    "FM-CREATE-TWO",
    N_("A potion can have at most %(most)s of one colour. Too many: %(colour)s."),
)
SHOWN_IN_CAULDRON = Refusal(
    "shown_in_cauldron", "FM-CREATE-OWN", N_("The cauldron’s own colours may not go into it: %(colour)s.")
)
RECIPE_EXISTS = Refusal(
    "recipe_exists",
    "FM-CREATE-UNIQUE",
    N_("A potion with exactly these ingredients is already on the table: number %(potion)s, by %(player)s."),
)
VALUE_USED = Refusal("value_used", "FM-CREATE", N_("Another potion already has this value: %(value)s."))

NOT_ENOUGH_TO_CREATE = Refusal(
    "not_in_hand",
    "FM-CREATE",
    NN_(
        "That is more than the hand can hold: there is %(num)s ingredient in it.",
        "That is more than the hand can hold: there are %(num)s ingredients in it.",
    ),
)
NOT_ENOUGH_TO_COPY = Refusal(
    "not_in_hand",
    "FM-COPY",
    NN_(
        "Copying takes exactly the same ingredients, and there is only %(num)s in this hand.",
        "Copying takes exactly the same ingredients, and there are only %(num)s in this hand.",
    ),
)
NOT_IN_HAND_TO_CREATE = Refusal(
    "not_in_hand",
    "FM-CREATE",
    N_("Too few of this colour in hand: %(colour)s. You need %(needed)s and have %(there)s."),
)
NOT_IN_HAND_TO_COPY = Refusal(
    "not_in_hand",
    "FM-COPY",
    N_("Copying takes exactly the same. Too few in hand: %(colour)s. You need %(needed)s and have %(there)s."),
)

MUST_CREATE_FIRST = Refusal(
    "must_create_first", "FM-FIRST", N_("In the first round you have to create a potion of your own if you can.")
)
OWN_POTION = Refusal("own_potion", "FM-COPY-OWN", N_("You cannot copy your own potion: choose another player’s."))
STACK_EMPTY = Refusal("stack_empty", "FM-PASS", N_("This stack is empty: %(colour)s. Take from another, or nothing."))
HIDDEN_PILE_EMPTY = Refusal("hidden_pile_empty", "FM-PASS", N_("The hidden pile is used up."))

TOO_EARLY = Refusal(
    "too_early", "FM-END-9", N_("Nobody may declare before round %(first)s is over. This is round %(round)s.")
)
BROKEN_OFF_TOO_EARLY = Refusal(
    "too_early", "FM-END-9", N_("An objective is declared between two rounds, and this round is not over yet.")
)
TOO_FEW_TO_BE_COMPLETE = Refusal(
    "objective_not_complete",
    "FM-OBJECTIVE",
    NN_(
        "A complete objective takes %(wanted)s ingredients, and there is only %(num)s in this hand.",
        "A complete objective takes %(wanted)s ingredients, and there are only %(num)s in this hand.",
    ),
)
OBJECTIVE_NOT_COMPLETE = Refusal(
    "objective_not_complete",
    "FM-OBJECTIVE",
    N_("The hand does not yet have everything the objective needs. Too few: %(colour)s."),
)
ALREADY_TOLD = Refusal(
    "already_told",
    "FM-SETUP",
    N_("%(player)s has already entered hand and objective. Only their own phone can change them."),
)

TOO_MANY = Refusal("too_many", None, N_("There are already %(num)s potions, the most there can be."))
BELOW_ZERO = Refusal("below_zero", None, N_("That would go below zero."))
