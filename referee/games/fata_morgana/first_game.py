"""A first game of Fata Morgana: what one plays for, how one plays, how to set up, and each rule as a card."""

from __future__ import annotations

from referee.engine import N_, Card, Opening, Sentence, card
from referee.games.fata_morgana.board import DEALT_OF_EACH_COLOUR, HAND, HIDDEN, OF_EACH_COLOUR, PAIRS, VALUES
from referee.games.fata_morgana.setup import Options

AIM = N_("You play for points: the most points win after the last round.")
WAY = N_("Every potion scores its value. At the end your secret objective scores too, and so does your hand.")
TURN = N_("On your turn do one of these:")
CREATE = N_("Brew a potion, score it")
COPY = N_("Score another player’s potion again")
PASS = N_("Take an ingredient instead")


def opening(options: Options) -> Opening:
    """Return what is played for, and each thing to do on a turn in five words."""
    return Opening(
        (Sentence(AIM), Sentence(WAY), Sentence(TURN)),
        ((N_("Create"), Sentence(CREATE)), (N_("Copy"), Sentence(COPY)), (N_("Pass"), Sentence(PASS))),
    )


LAID_OPEN = N_("Lay the %(cauldrons)s cauldrons and the %(values)s values face up on the table.")
MARKERS = N_("Everyone takes a colour marker.")
TAKE = N_(
    "Take %(dealt)s ingredients of each colour, shuffle them together and deal %(hand)s to each player, in secret."
)
HIDDEN_PILE = N_("The last %(hidden)s lie face down: the hidden pile.")
STACKS = N_("The other ingredients make five face-up stacks, one of each colour, of %(left)s cards each.")
OBJECTIVES = N_("Everyone gets one secret objective; the others go back into the box unseen.")
LOTS = N_("Draw lots for who begins; play goes clockwise.")


def set_up(options: Options, players: int) -> tuple[Sentence, ...]:
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


RULES = (
    card(
        "FM-WIN card",
        "Add up your points from play, from the objective and from your hand. The most points win; a tie is shared.",
    ),
    card(
        "FM-OBJECTIVE card",
        "If your hand matches the bottom row of your objective at the end, score %(low)s; the two lower rows, "
        "%(middle)s; all three, %(all)s.",
    ),
    card(
        "FM-HAND card",
        "At the end every %(ingredients)s ingredients in your hand score 1 point, even those that count for your "
        "objective.",
    ),
    card(
        "FM-END-9 card",
        "After round %(first)s, %(second)s or %(third)s you can show your complete objective: that ends the game. "
        "You do not have to.",
    ),
    card("FM-END-12 card", "The game ends after round %(rounds)s at the latest."),
    card("FM-FIRST card", "In the first round everyone who can create a potion must. If you cannot, pass."),
    card(
        "FM-CREATE card",
        "Create: choose a free cauldron, 1 to %(most)s ingredients from your hand and a free value. Score it; "
        "take the cauldron’s two ingredients.",
    ),
    card("FM-CREATE-TWO card", "A potion can hold at most %(most)s ingredients of one colour."),
    card("FM-CREATE-OWN card", "The two colours shown in the cauldron cannot go into its potion."),
    card("FM-CREATE-UNIQUE card", "No two potions on the table can have exactly the same ingredients."),
    card(
        "FM-COPY card",
        "Copy another player’s potion: put exactly its ingredients back from your hand, score its value and take "
        "its cauldron’s two ingredients.",
    ),
    card("FM-COPY-OWN card", "You cannot copy your own potions."),
    card(
        "FM-PASS card",
        "Pass: take 1 ingredient from a face-up stack of your choice, or %(hidden)s from the hidden pile, or nothing.",
    ),
    card("FM-SHORT card", "If a stack is empty, you take nothing from it: that ingredient is lost."),
)


def first_cards(options: Options) -> tuple[Card, ...]:
    """Return the cards of a table, whatever its options."""
    return RULES
