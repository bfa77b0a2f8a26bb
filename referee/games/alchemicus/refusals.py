"""Every reason why a move of Alchemicus is against the rules: its code, its rule, its sentence."""

from __future__ import annotations

from referee.engine import N_, NN_, Refusal
from referee.games.alchemicus.board import BUILDING_LIMIT as MOST_BUILDINGS
from referee.games.alchemicus.board import CLEARING_ANYWHERE, CLEARING_AT_GIFTS, FAME_STEPS, FREE_STEPS
from referee.games.alchemicus.board import MOST_BUILDINGS as MOST_AT_A_TABLE

# --- any move ------------------------------------------------------------------------------------------------------

GAME_OVER = Refusal("game_over", "AL-LAST-ROUND", N_("The game is over; see the evening’s summary."))
ANSWER_PENDING = Refusal("answer_pending", "NO-INFAMIA", N_("Infamia needs an answer first: %(player)s decides."))
NOT_TRACKED = Refusal(
    "not_tracked", None, N_("This table tracks only Fame, pawns and the Spirit: do that with the real cards.")
)
NOT_YOUR_TURN = Refusal("not_your_turn", "AL-TURN", N_("Not yet, somebody else is playing: %(player)s."))
WRONG_PHASE = Refusal("wrong_phase", "AL-TURN", N_("Not now: a turn goes draw, move, action, Gloria, end."))
WRONG_PHASE_NOCTIS = Refusal(
    "wrong_phase", "AL-TURN", N_("Not now: a turn goes draw, Noctis cards, move, action, Gloria, end.")
)
WRONG_PHASE_GOLD_RUSH = Refusal(
    "wrong_phase", "AL-TURN", N_("Not now: a turn goes draw, Noctis cards, move with Glorias, action, end.")
)
BELOW_ZERO = Refusal("below_zero", None, N_("That would go below zero."))
NOT_YOUR_BUILDING = N_("That building belongs to somebody else: %(building)s.")
NOCTIS_NOT_IN_PLAY = N_("The Noctis cards stayed in their box: this table plays without them.")
NOT_ON_FIELD = Refusal("not_on_field", "AL-FIELD", N_("You do that on another field, with your pawn there: %(field)s."))
NO_FAME_HERE = Refusal("no_fame_here", "GR-NOFAME", N_("There is no Fame in Gold Rush; only gold counts."))

TOO_MANY = Refusal(
    "too_many",
    None,
    N_("All players together can build at most %(limit)s buildings, and that many have been built."),
    {"limit": MOST_AT_A_TABLE},
)
ONLY_IN_GOLD_RUSH = Refusal("gold_rush_only", None, N_("This exists only in Gold Rush."))

# --- drawing and moving --------------------------------------------------------------------------------------------

BANK_NOT_IN_PLAY = Refusal("bank_not_in_play", "AL-BANK", N_("This table plays without the card bank."))
BANK_HAND_EMPTY = Refusal(
    "hand_empty", "AL-BANK", N_("A card from the bank costs another card, and your hand is empty.")
)
DRAW_NOCTIS_NOT_IN_PLAY = Refusal("noctis_not_in_play", "NO-DRAW", NOCTIS_NOT_IN_PLAY)
DRAW_HAND_EMPTY = Refusal(
    "hand_empty",
    "NO-DRAW",
    N_("A Noctis card costs a card from your hand, and your hand is empty: draw from the base deck."),
)
PAWN_ALREADY_ON_BOARD = Refusal(
    "pawn_already_on_board", "AL-MOVE-FIRST", N_("Your pawn is already on the board; now it moves.")
)
SPIRIT_FIELD_OCCUPIED = Refusal(
    "spirit_field_occupied", "AL-MOVE-OCCUPIED", N_("The Spirit field is occupied: %(player)s is standing there.")
)
PAWN_NOT_ON_BOARD = Refusal(
    "pawn_not_on_board", "AL-MOVE-FIRST", N_("On your first turn you place your pawn, on any field.")
)
MOVE_GOLD_RUSH_ONLY = Refusal(
    "gold_rush_only",
    "GR-GLORIA",
    N_("Gloria carries a pawn only in Gold Rush; here it earns Fame at the end of your turn."),
)
REWARD_NOCTIS_NOT_IN_PLAY = Refusal("noctis_not_in_play", "NO-PASS", NOCTIS_NOT_IN_PLAY)
TOO_SHORT_FOR_GLORIAS = Refusal(
    "too_short", "GR-GLORIA", N_("Too short: a move is at least 1 field, plus 1 for each Gloria.")
)
TOO_FAR = Refusal(
    "too_far",
    "AL-MOVE-FREE",
    N_("Too far: up to %(free)s fields are free, up to %(most)s cost 1 Fame, and no pawn goes farther."),
    {"free": FREE_STEPS, "most": FAME_STEPS},
)
TOO_FAR_FOR_GLORIAS = Refusal(
    "too_far",
    "GR-GLORIA",
    N_("Too far: up to %(free)s fields, and one more for each Gloria played with the move."),
    {"free": FREE_STEPS},
)
FAME_NEEDED = Refusal(
    "fame_needed",
    "AL-MOVE-FAME",
    N_("Going more than %(free)s fields costs 1 Fame, and you have none."),
    {"free": FREE_STEPS},
)
GLORIAS_CANNOT_PAY = Refusal(
    "cannot_pay",
    "GR-GLORIA",
    NN_(
        "Too few cards: the Glorias and what they cost come to %(num)d.",
        "Too few cards: the Glorias and what they cost come to %(num)d.",
    ),
)
PAWN_MUST_MOVE = Refusal(
    "pawn_must_move", "AL-MOVE-FREE", N_("The pawn has to move first; standing still is not allowed.")
)

# --- the Spirit ----------------------------------------------------------------------------------------------------

SPIRIT_ALREADY_MOVED = Refusal(
    "spirit_already_moved", "AL-SPIRIT-MUST", N_("The Spirit has already moved; it moves once per visit.")
)
SPIRIT_MUST_MOVE = Refusal(
    "spirit_must_move", "AL-SPIRIT-MUST", N_("The Spirit has to move to another place; it never stays where it is.")
)
ROB_ONLY_INTO_CENTRE = Refusal(
    "rob_only_into_centre", "AL-SPIRIT-STEAL", N_("You take a card only when you move the Spirit into the centre.")
)
ROB_SELF = Refusal("rob_self", "AL-SPIRIT-STEAL", N_("The card comes from another player, not from your own hand."))
ROB_NEEDS_DOMO = Refusal(
    "rob_needs_domo", "AL-SPIRIT-STEAL", N_("Only a player with a Domo can be robbed, and %(player)s has none.")
)
ROB_EMPTY_HAND = Refusal(
    "rob_empty_hand", "AL-SPIRIT-STEAL", N_("There is nothing to take: %(player)s has an empty hand.")
)
HAND_MUST_BE_DISCARDED = Refusal(
    "hand_must_be_discarded",
    "AL-SPIRIT-JUMP",
    N_("A jump that far costs your whole hand: discard it first."),
)

# --- buildings and goods -------------------------------------------------------------------------------------------

NOT_A_BUILDING = Refusal("not_a_building", "AL-BUILD-GLORIA", N_("Gloria is not a building; you never lay it out."))
PRICE_UNKNOWN = Refusal(
    "price_unknown", "AL-PRICE", N_("Nobody has told the referee this price yet: read it off the card (%(building)s).")
)
BUILDING_LIMIT = Refusal(
    "building_limit",
    "AL-BUILD-LIMIT",
    N_("You can have at most %(limit)s buildings: demolish one to build another."),
    {"limit": MOST_BUILDINGS},
)
NOT_FULL_YET = Refusal(
    "not_full_yet",
    "AL-BUILD-LIMIT",
    N_("With fewer than %(limit)s buildings you need not demolish one."),
    {"limit": MOST_BUILDINGS},
)
BUILD_NOT_YOUR_BUILDING = Refusal("not_your_building", "AL-BUILD-LIMIT", NOT_YOUR_BUILDING)
BUILD_CANNOT_PAY = Refusal(
    "cannot_pay",
    "AL-BUILD",
    NN_(
        "Too few cards: this takes %(num)d, the building's own card included.",
        "Too few cards: this takes %(num)d, the building's own card included.",
    ),
)
HARVEST_NOT_YOUR_BUILDING = Refusal("not_your_building", "AL-HARVEST", NOT_YOUR_BUILDING)
NOT_A_SOURCE = Refusal(
    "not_a_source", "AL-HARVEST", N_("Only Horten and Metalle bring goods in: %(building)s does not.")
)
NOT_EMPTY = Refusal("not_empty", "AL-HARVEST", N_("There is a good on it already; only an empty building gets one."))
BLOCKED_BY_SPIRIT = Refusal(
    "blocked_by_spirit",
    "AL-SPIRIT-BLOCK",
    N_("The Spirit is on this kind of building and keeps it from working: %(building)s."),
)
NOTHING_TO_HARVEST = Refusal(
    "nothing_to_harvest", "AL-HARVEST", N_("None of your Horten or Metalle is both empty and free of the Spirit.")
)
TRANSPORT_NOT_YOUR_BUILDING = Refusal("not_your_building", "AL-TRANSPORT", NOT_YOUR_BUILDING)
NO_SUCH_ROUTE = Refusal("no_such_route", "AL-TRANSPORT", N_("This good cannot be carried there: %(good)s."))
GOOD_NOT_ON_THE_WAY = Refusal("good_not_there", "AL-TRANSPORT", N_("This good is not on that building: %(good)s."))
GOLD_IN_LABRIUM = Refusal(
    "gold_in_labrium", "AL-TRANSPORT-GOLD", N_("A Labrium that holds gold takes nothing in until the gold is gone.")
)
TRANSPORT_NO_ROOM = Refusal("no_room", "AL-TRANSPORT-ROOM", N_("The place is taken: clear it first (%(building)s)."))
TRANSMUTE_NOT_YOUR_BUILDING = Refusal("not_your_building", "AL-TRANSMUTE", NOT_YOUR_BUILDING)
DOES_NOT_TRANSMUTE = Refusal(
    "does_not_transmute", "AL-TRANSMUTE", N_("Only Alembic, Fornax and Labrium transmute: %(building)s does not.")
)
ALREADY_WORKED = Refusal(
    "already_worked", "AL-TRANSMUTE", N_("Each building works once per action, and this one already has.")
)
INGREDIENTS_MISSING = Refusal(
    "ingredients_missing", "AL-TRANSMUTE-NEEDS", N_("This building does not have everything it needs: %(building)s.")
)

# --- trade ---------------------------------------------------------------------------------------------------------

SELL_NOT_YOUR_BUILDING = Refusal("not_your_building", "AL-SELL-CAPACITY", NOT_YOUR_BUILDING)
NOT_A_SHOP = Refusal(
    "not_a_shop", "AL-SELL-CAPACITY", N_("Only Pergula, Taberna and Donarium sell: %(building)s does not.")
)
GOOD_NOT_THERE_TO_SELL = Refusal(
    "good_not_there", "AL-SELL-ANYWHERE", N_("This good is not on that building: %(good)s.")
)
ONLY_AT_DONARIUM = Refusal(
    "only_at_donarium", "GR-DONARIUM", N_("In Gold Rush you can sell gold only through a Donarium.")
)
INFAMIA_BARS_GOLD = Refusal(
    "infamia_bars_gold",
    "GR-INFAMIA",
    N_("You cannot sell gold while an Infamia lies in front of you: put it aside first."),
)
NOT_SOLD_THERE = Refusal("not_sold_there", "AL-SELL-PRICE", N_("A Donarium sells only gold."))
NO_FAME_FOR_THIS = Refusal(
    "no_fame_for_this", "AL-SELL-PRICE", N_("Here you can sell this only for cards, not for Fame: %(good)s.")
)
SHOP_FULL = Refusal(
    "shop_full", "AL-SELL-CAPACITY", N_("This building has sold all it can on this visit: %(building)s.")
)
ADVANCED_SALE_NOT_IN_PLAY = Refusal(
    "advanced_sale_not_in_play", "AL-ADVSALE", N_("This table plays without the advanced sale.")
)
NOTHING_ON_OFFER = Refusal("nothing_on_offer", "AL-ADVSALE", N_("Nothing is on offer at the moment."))
OWN_GOOD = Refusal("own_good", "AL-ADVSALE", N_("You cannot buy your own goods."))
BUY_NOT_YOUR_BUILDING = Refusal("not_your_building", "AL-ADVSALE", NOT_YOUR_BUILDING)
BUY_NO_ROOM = Refusal("no_room", "AL-ADVSALE", N_("There is no room for it there: %(good)s."))
BUY_CANNOT_PAY = Refusal(
    "cannot_pay",
    "AL-ADVSALE",
    NN_("Too few cards: this good costs %(num)d.", "Too few cards: this good costs %(num)d."),
)
GIFT_ALREADY_GIVEN = Refusal("gift_already_given", "AL-GIFT", N_("You can give only one gift per visit."))
GIFT_CANNOT_PAY = Refusal(
    "cannot_pay", "AL-GIFT", NN_("Too few cards: a gift takes %(num)d.", "Too few cards: a gift takes %(num)d.")
)
GLORIA_ALREADY_PLAYED = Refusal("gloria_already_played", "AL-GLORIA", N_("You can play only one Gloria per turn."))
GLORIA_CANNOT_PAY = Refusal(
    "cannot_pay",
    "AL-GLORIA",
    NN_("Too few cards: this takes %(num)d, Gloria included.", "Too few cards: this takes %(num)d, Gloria included."),
)
NOT_NEEDED = Refusal(
    "not_needed", "AL-TIE", N_("No building prices are needed: they would decide nothing (%(player)s).")
)

# --- Noctis and Gold Rush ------------------------------------------------------------------------------------------

_CARD_CANNOT_PAY = NN_(
    "Too few cards: this takes %(num)d, the card itself included.",
    "Too few cards: this takes %(num)d, the card itself included.",
)
_GUARDED = N_("A Golem guards that building: nobody else’s card may touch it.")

GOLEM_NOCTIS_NOT_IN_PLAY = Refusal("noctis_not_in_play", "NO-GOLEM", NOCTIS_NOT_IN_PLAY)
GOLEM_NOT_YOUR_BUILDING = Refusal("not_your_building", "NO-GOLEM", NOT_YOUR_BUILDING)
ALREADY_GUARDED = Refusal("already_guarded", "NO-GOLEM", N_("A Golem already guards it; one is enough for a building."))
GOLEM_GOLD_RUSH_ONLY = Refusal(
    "gold_rush_only", "GR-GOLEM", N_("You can lay a Golem on a field of the ring only in Gold Rush.")
)
FIELD_HAS_GOLEM = Refusal("field_has_golem", "GR-GOLEM", N_("There is already a Golem on that field; one is enough."))
GOLEM_CANNOT_PAY = Refusal("cannot_pay", "NO-GOLEM", _CARD_CANNOT_PAY)

HOMUNCULUS_NOCTIS_NOT_IN_PLAY = Refusal("noctis_not_in_play", "NO-HOMUNCULUS", NOCTIS_NOT_IN_PLAY)
GUARDED_BY_GOLEM = Refusal("guarded_by_golem", "NO-GUARD", _GUARDED)
HOMUNCULUS_OWN_GOOD = Refusal(
    "own_good", "NO-HOMUNCULUS", N_("Homunculus undoes what others have made, not your own goods.")
)
NOTHING_TO_UNDO_THERE = Refusal("nothing_to_undo_there", "NO-HOMUNCULUS", N_("There is nothing on it to undo."))
HOMUNCULUS_CANNOT_PAY = Refusal("cannot_pay", "NO-HOMUNCULUS", _CARD_CANNOT_PAY)

MUTABILIS_NOCTIS_NOT_IN_PLAY = Refusal("noctis_not_in_play", "NO-MUTABILIS", NOCTIS_NOT_IN_PLAY)
NOT_A_RAW_GOOD = Refusal(
    "not_a_raw_good", "NO-MUTABILIS", N_("Mutabilis takes herbs or ore, and this is neither: %(good)s.")
)
MUTABILIS_OWN_GOOD = Refusal("own_good", "NO-MUTABILIS", N_("Mutabilis takes from other players, not from you."))
MUTABILIS_NOT_YOUR_BUILDING = Refusal("not_your_building", "NO-MUTABILIS", NOT_YOUR_BUILDING)
MUTABILIS_GOOD_NOT_THERE = Refusal("good_not_there", "NO-MUTABILIS", N_("This good is not on that building: %(good)s."))
MUTABILIS_NO_ROOM = Refusal("no_room", "NO-MUTABILIS", N_("There is no room for it there: %(good)s."))
MUTABILIS_CANNOT_PAY = Refusal("cannot_pay", "NO-MUTABILIS", _CARD_CANNOT_PAY)

PACTUM_NOCTIS_NOT_IN_PLAY = Refusal("noctis_not_in_play", "NO-PACTUM", NOCTIS_NOT_IN_PLAY)
PACTUM_CANNOT_PAY = Refusal("cannot_pay", "NO-PACTUM", _CARD_CANNOT_PAY)

SPIRITUS_NOCTIS_NOT_IN_PLAY = Refusal("noctis_not_in_play", "NO-SPIRITUS", NOCTIS_NOT_IN_PLAY)
OWN_BUILDING = Refusal("own_building", "NO-SPIRITUS", N_("You can lay Spiritus only on another player’s building."))
SPIRITUS_DOES_NOT_TRANSMUTE = Refusal(
    "does_not_transmute",
    "NO-SPIRITUS",
    N_("You can lay Spiritus only on an Alembic, Fornax or Labrium, not here: %(building)s."),
)
SPIRITUS_CANNOT_PAY = Refusal("cannot_pay", "NO-SPIRITUS", _CARD_CANNOT_PAY)

INFAMIA_NOCTIS_NOT_IN_PLAY = Refusal("noctis_not_in_play", "NO-INFAMIA", NOCTIS_NOT_IN_PLAY)
SELF_TARGET = Refusal("self_target", "NO-INFAMIA", N_("You can play Infamia only on another player."))
INFAMIA_CANNOT_PAY = Refusal("cannot_pay", "NO-INFAMIA", _CARD_CANNOT_PAY)

NOTHING_TO_FEND_OFF = Refusal("nothing_to_fend_off", "NO-INFAMIA", N_("%(player)s has no Infamia to answer."))
FEND_OFF_NOT_YOUR_BUILDING = Refusal("not_your_building", "NO-INFAMIA", NOT_YOUR_BUILDING)
NO_GOLEM_THERE = Refusal("no_golem_there", "NO-INFAMIA", N_("That building has no Golem to fend Infamia off with."))
FEND_OFF_CANNOT_PAY = Refusal(
    "cannot_pay",
    "NO-INFAMIA",
    NN_("Too few cards: fending it off takes %(num)d.", "Too few cards: fending it off takes %(num)d."),
)

CLEAR_GOLD_RUSH_ONLY = Refusal(
    "gold_rush_only", "GR-INFAMIA-OFF", N_("Infamia stays in front of a player only in Gold Rush.")
)
NO_INFAMIA = Refusal("no_infamia", "GR-INFAMIA-OFF", N_("There is no Infamia to put aside: %(player)s."))
NOT_STOPPED_YET = Refusal(
    "not_stopped_yet", "GR-INFAMIA-OFF", N_("You can put Infamia aside only once your pawn has stopped: move it first.")
)
FOUR_ONLY_AT_GIFTS = Refusal(
    "not_on_field",
    "GR-INFAMIA-OFF",
    N_("%(gifts)s cards are enough only on Gifts; elsewhere it takes %(elsewhere)s."),
    {"gifts": CLEARING_AT_GIFTS, "elsewhere": CLEARING_ANYWHERE},
)
CLEAR_CANNOT_PAY = Refusal(
    "cannot_pay",
    "GR-INFAMIA-OFF",
    NN_("Too few cards: putting it aside takes %(num)d.", "Too few cards: putting it aside takes %(num)d."),
)
