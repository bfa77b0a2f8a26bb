"""A first game of Fata Morgana: what one plays for, how one plays, how to set up, and each rule as a card."""

from __future__ import annotations

from referee.engine import N_, Card, Opening, Sentence
from referee.games.fata_morgana.board import DEALT_OF_EACH_COLOUR, HAND, HIDDEN, OF_EACH_COLOUR, PAIRS, VALUES
from referee.games.fata_morgana.rules import CARDS
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
LOTS = N_("Draw lots to see who begins; play goes clockwise.")


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


def first_cards(options: Options) -> tuple[Card, ...]:
    """Return the cards of a table, whatever its options."""
    return CARDS["always"]
