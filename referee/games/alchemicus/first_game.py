"""A first game of Alchemicus: what one plays for, what the fields do, how to set up, and each rule as a card."""

from __future__ import annotations

from referee.engine import N_, Card, Opening, Sentence
from referee.games.alchemicus.board import GIFT_CARDS, STARTING_HAND
from referee.games.alchemicus.rules import CARDS
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
DEAL = N_("Shuffle the other cards and deal %(cards)s to each player. The rest is the deck.")
BANK = N_("Lay the top five cards of the deck face up beside it: the card bank.")
GOLEMS = N_("Deal one Golem to each player as well.")
NOCTIS_DECK = N_("Shuffle the Noctis deck and put it beside the base deck.")
WHO_BEGINS = N_("The oldest player begins, or somebody picked at random. Play goes clockwise.")


def set_up(options: Options, players: int) -> tuple[Sentence, ...]:
    """Return how to set up with these settled options, step by step (AL-SETUP-SPIRIT, AL-SETUP-START, NO-SETUP)."""
    steps = [Sentence(SPIRIT_PAWN), Sentence(PAWNS)]
    if options.variant != "gold_rush":
        steps.append(Sentence(TOKENS))
    steps += [Sentence(BUILT), Sentence(DEAL, {"cards": STARTING_HAND})]
    if options.card_bank:
        steps.append(Sentence(BANK))
    if options.expansion == "noctis":
        steps += [Sentence(GOLEMS), Sentence(NOCTIS_DECK)]
    return (*steps, Sentence(WHO_BEGINS))


ON_FAME = {"AL-GIFT", "AL-MOVE-FAME", "NO-INFAMIA"}
"""Rules that have no card in Gold Rush."""


def first_cards(options: Options) -> tuple[Card, ...]:
    """Return the cards of a table with these settled options: in Gold Rush none names Fame."""
    left_out = {"AL-MOVE-PASS"} if options.expansion == "noctis" else set()  # NO-PASS says it, with both decks
    others: tuple[Card, ...] = ()
    if options.variant == "gold_rush":
        others = (*CARDS["gold_rush"], *CARDS["free_gloria" if options.edition == "it" else "paid_gloria"])
        left_out |= ON_FAME | {each.rule for each in CARDS["gold_rush"]}
    return (*others, *(each for each in CARDS["always"] if each.rule not in left_out))
