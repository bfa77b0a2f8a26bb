"""A first game of Alchemicus: what one plays for, what the fields do, how to set up, and each rule as a card."""

from __future__ import annotations

from referee.engine import N_, Card, Opening, Sentence, card
from referee.games.alchemicus.board import GIFT_CARDS, STARTING_HAND
from referee.games.alchemicus.setup import Options

AIM = N_("You play for Fame. When somebody has %(target)s, the last round begins; then whoever has the most Fame wins.")
RUSH_AIM = N_("The first player to make gold and sell it through a Donarium wins at once.")
WAY = N_("Build workshops, bring in herbs and ore, turn them into tincture and metal, turn both into gold, and sell.")
TURN = N_("On your turn draw a card, move your pawn and do what its field says:")

BUILD = N_("New buildings, paid in cards")
SPIRIT = N_("Move the Spirit; block buildings")
HARVEST = N_("Get herbs and ore")
TRANSPORT = N_("Carry goods between your buildings")
TRANSMUTATION = N_("Improve goods, up to gold")
SALE = N_("Goods for cards or Fame")
RUSH_SALE = N_("Goods for cards; gold wins")
GIFTS = N_("%(cards)s cards for 1 Fame")
RUSH_GIFTS = N_("Pay to remove an Infamia")


def opening(options: Options) -> Opening:
    """Return what a table with these settled options plays for, and each kind of field in five words."""
    rush = options.variant == "gold_rush"
    aim = Sentence(RUSH_AIM) if rush else Sentence(AIM, {"target": str(options.target)})
    return Opening(
        (aim, Sentence(WAY), Sentence(TURN)),
        (
            ("build", Sentence(BUILD)),
            ("spirit", Sentence(SPIRIT)),
            ("harvest", Sentence(HARVEST)),
            ("transport", Sentence(TRANSPORT)),
            ("transmutation", Sentence(TRANSMUTATION)),
            ("sale", Sentence(RUSH_SALE if rush else SALE)),
            ("gifts", Sentence(RUSH_GIFTS) if rush else Sentence(GIFTS, {"cards": GIFT_CARDS})),
        ),
    )


SPIRIT_PAWN = N_("Lay out the board and put the Spirit pawn on Labrium, in the inner ring.")
PAWNS = N_("Everyone chooses a pawn and keeps it beside the board for now.")
TOKENS = N_("Put the Fame tokens where everyone can reach them. Nobody has any yet.")
BUILT = N_("Everyone puts one Horten and one Pergula in front of them: these are already built.")
CARDS = N_("Shuffle the other cards and deal %(cards)s to each player. The rest is the deck.")
BANK = N_("Lay the top five cards of the deck face up beside it: the card bank.")
GOLEMS = N_("Deal one Golem to each player as well.")
NOCTIS_DECK = N_("Shuffle the Noctis deck and put it beside the base deck.")
WHO_BEGINS = N_("The oldest player begins, or somebody picked at random. Play goes clockwise.")


def set_up(options: Options, players: int) -> tuple[Sentence, ...]:
    """Return how to set up with these settled options, step by step (AL-SETUP-SPIRIT, AL-SETUP-START, NO-SETUP)."""
    steps = [Sentence(SPIRIT_PAWN), Sentence(PAWNS)]
    if options.variant != "gold_rush":
        steps.append(Sentence(TOKENS))
    steps += [Sentence(BUILT), Sentence(CARDS, {"cards": STARTING_HAND})]
    if options.card_bank:
        steps.append(Sentence(BANK))
    if options.expansion == "noctis":
        steps += [Sentence(GOLEMS), Sentence(NOCTIS_DECK)]
    return (*steps, Sentence(WHO_BEGINS))


RULES = (
    card(
        "AL-BUILD card",
        "Put a building from your hand in front of you and pay its price in other cards. Build as many as you can "
        "pay for.",
    ),
    card(
        "AL-BUILD-LIMIT card", "You can have at most %(limit)s buildings. Then, to build another, demolish one first."
    ),
    card("AL-BUILD-SAME card", "You can build as many of one kind as you like."),
    card(
        "AL-PRICE card",
        "The price of a building is in the top right corner of its card. You pay it with any other cards from "
        "your hand.",
    ),
    card("AL-SPIRIT-MUST card", "On the Spirit field you must move the Spirit. It cannot stay where it is."),
    card("NO-STOP card", "When you stop on the Spirit field, take one Noctis card before you move the Spirit."),
    card("AL-SPIRIT-STEP card", "The Spirit moves for free to the outer place on its left or right."),
    card("AL-SPIRIT-IN card", "The Spirit moves for free from any outer place into the centre, onto Domo."),
    card("AL-SPIRIT-OUT card", "From the centre the Spirit moves for free to any outer place."),
    card(
        "AL-SPIRIT-JUMP card",
        "From an outer place the Spirit can jump to one that is not next to it, but that costs you your whole hand.",
    ),
    card(
        "AL-SPIRIT-STEAL card",
        "If you move the Spirit into the centre, you can take a random card from another player who has a Domo.",
    ),
    card(
        "AL-SPIRIT-BLOCK card",
        "The kind of building the Spirit stands on produces nothing, for anybody, until the Spirit moves on.",
    ),
    card(
        "AL-HARVEST card",
        "Each of your empty Horten gets herbs and each empty Metalle gets ore, unless the Spirit blocks that kind.",
    ),
    card(
        "AL-DOMO card",
        "Stop on Harvest, Transport or Transmutation and you take one card for each Domo you have, unless the "
        "Spirit is in the centre.",
    ),
    card(
        "AL-TRANSPORT card",
        "Carry herbs from Horten to Alembic, ore from Metalle to Fornax, and tincture and metal to Labrium. As "
        "much as you like.",
    ),
    card("AL-TRANSPORT-ROOM card", "Alembic and Fornax each hold one good. Labrium holds one tincture and one metal."),
    card("AL-TRANSPORT-GOLD card", "You cannot bring anything to a Labrium while gold is on it."),
    card(
        "AL-TRANSMUTE card",
        "Alembic turns herbs into tincture, Fornax turns ore into metal, Labrium turns tincture and metal "
        "together into gold.",
    ),
    card(
        "AL-TRANSMUTE-NEEDS card",
        "A building transmutes only if everything it needs is on it and the Spirit does not block it.",
    ),
    card(
        "NO-SPIRITUS card",
        "Spiritus, cost %(cost)s: put it on an opponent’s Alembic, Fornax or Labrium. It stops that building’s "
        "next transmutation.",
    ),
    card(
        "AL-SELL-PRICE card",
        "Sell goods for cards or for Fame. Tincture or metal: +%(worked_fame)s at a Taberna. Gold: Pergula "
        "+%(fame_pergula)s, Taberna +%(fame_taberna)s, Donarium +%(fame_donarium)s Fame.",
    ),
    card(
        "AL-SELL-CAPACITY card",
        "On one visit each Pergula sells %(pergula)s good, each Taberna up to %(taberna)s, each Donarium "
        "%(donarium)s gold.",
    ),
    card(
        "AL-SELL-ANYWHERE card",
        "You can sell a good from any of your buildings; where it lies does not change its price.",
    ),
    card(
        "AL-ADVSALE card",
        "When you sell a good for cards, another player with room for it can buy it by discarding one more card than "
        "you get.",
    ),
    card("NO-SALE card", "Take the cards for a sale from the base deck, never from the Noctis deck."),
    card("AL-GIFT card", "Discard any %(cards)s cards to take 1 Fame, once per visit."),
    card(
        "AL-MOVE-FIRST card",
        "On your first turn put your pawn on any field you like. Then you can do that field’s action.",
    ),
    card("AL-MOVE-OCCUPIED card", "The Spirit field has room for one pawn only; every other field holds any number."),
    card("NO-PHASE card", "After drawing and before moving, play as many Noctis cards as you like and can pay for."),
    card("AL-MOVE-FREE card", "Move your pawn 1, 2 or 3 fields clockwise. You cannot stay where you are."),
    card("AL-MOVE-FAME card", "You can also go %(first)s or %(last)s fields for 1 Fame, if you have any."),
    card("AL-MOVE-PASS card", "Pass over the Spirit field without stopping, and you take one card from the deck."),
    card(
        "NO-PASS card",
        "Pass over the Spirit field without stopping, and you take one base card or one Noctis card, as you like.",
    ),
    card(
        "NO-COST card",
        "To play a Noctis card, discard as many other cards as it costs: Mutabilis %(mutabilis)s, Golem, "
        "Homunculus and Spiritus %(spiritus)s, Pactum %(pactum)s, Infamia %(infamia)s.",
    ),
    card(
        "AL-DRAW card",
        "Draw one card from the deck. If the deck is empty, shuffle the discards: they are the new deck.",
    ),
    card(
        "NO-DRAW card",
        "You can take a Noctis card instead of a base card, but only by discarding a card from your hand.",
    ),
    card(
        "AL-BANK card",
        "Instead of drawing from the deck, you can take one face-up card of the bank and discard another card "
        "from your hand.",
    ),
    card("AL-MONEY card", "Every card in your hand is also money: to pay a price of 3, discard any 3 cards."),
    card(
        "AL-GLORIA card", "At the end of your turn you can discard one Gloria and %(cards)s other cards: take 1 Fame."
    ),
    card(
        "AL-HAND-LIMIT card",
        "If you hold more than %(limit)s cards at the end of your turn, discard down to %(limit)s.",
    ),
    card(
        "AL-LAST-ROUND card",
        "When a player has %(target)s Fame at the end of a turn, the last round begins: everyone ends with the "
        "same number of turns.",
    ),
    card("AL-WIN card", "After the last round, the player with the most Fame wins, no matter who got there first."),
    card(
        "AL-TIE card",
        "If tied on Fame, the player whose buildings cost more in all wins; if that is tied too, it is a draw.",
    ),
    card(
        "NO-INFAMIA card",
        "The player hit by Infamia loses 1 Fame, unless they discard %(cards)s cards or a Golem that guards one "
        "of their buildings.",
    ),
    card(
        "NO-GUARD card",
        "A Golem on a building keeps off Spiritus, Homunculus and Mutabilis. It does not stop Infamia; you can "
        "discard it to fend Infamia off.",
    ),
    card(
        "AL-FIELD card",
        "You can do only the action of the field you are on. You can skip it, except on the Spirit field.",
    ),
    card("GR-DONARIUM card", "You can sell gold only through a Donarium of your own. Doing so wins the game."),
    card(
        "GR-INFAMIA card",
        "Fend off Infamia with %(cards)s cards or a Golem that guards a building. Otherwise it stays in front of "
        "you, and you cannot sell gold.",
    ),
    card(
        "GR-INFAMIA-OFF card",
        "To get rid of an Infamia in front of you, discard %(gifts)s cards on Gifts, or %(anywhere)s cards on any "
        "other field.",
    ),
    card(
        "GR-GOLEM card",
        "You can put a Golem on a field for %(cost)s cards. The first pawn that would pass over it has to stop there.",
    ),
    card("GR-WIN card", "The first player to make gold and sell it wins, at that very moment."),
)

RUSH_RULES = (
    card(
        "AL-SELL-PRICE card",
        "Herbs and ore sell for %(raw)s card each, tincture and metal for %(worked)s cards each. Gold is sold "
        "only through a Donarium.",
    ),
    card(
        "AL-SELL-CAPACITY card",
        "On one visit each Pergula sells %(pergula)s good, each Taberna up to %(taberna)s, but no gold; each "
        "Donarium sells gold only.",
    ),
)
"""The differences of Gold Rush."""

FREE_GLORIA, PAID_GLORIA = (
    card(
        "GR-GLORIA card",
        "Play any number of Gloria cards with your move: each takes you one field farther. They cost no other cards.",
    ),
    card(
        "GR-GLORIA card",
        "Play any number of Gloria cards with your move: each takes you one field farther and costs %(polish)s "
        "other card.",
    ),
)
ON_FAME = {"AL-GIFT", "AL-MOVE-FAME", "NO-INFAMIA"}
"""Rules that have no card in Gold Rush."""


def first_cards(options: Options) -> tuple[Card, ...]:
    """Return the cards of a table with these settled options: in Gold Rush none names Fame."""
    left_out = {"AL-MOVE-PASS"} if options.expansion == "noctis" else set()  # NO-PASS says it, with both decks
    others: tuple[Card, ...] = ()
    if options.variant == "gold_rush":
        others = (*RUSH_RULES, FREE_GLORIA if options.edition == "it" else PAID_GLORIA)
        left_out |= ON_FAME | {each.rule for each in RUSH_RULES}
    return (*others, *(each for each in RULES if each.rule not in left_out))
