"""A first game of Homunculus: what one plays for, what the actions do, how to set up, and each rule as a card."""

from __future__ import annotations

from referee.engine import N_, Card, Opening, Sentence
from referee.games.homunculus.board import ACTIONS, DEALT
from referee.games.homunculus.rules import CARDS
from referee.games.homunculus.setup import Options

AIM = N_("Build a creature of nine parts. When one is finished, the game ends, and the most points win.")
WAY = N_("Parts score if they are face up, more if they are your favourite homunculus or all of one kind.")
TURN = N_("On your turn you have %(actions)s actions:")
DRAW = N_("One tile from the reserve")
EXTRACT = N_("A tile becomes ingredients")
PLAY = N_("Pay, and place a part")
USE = N_("Turn a part; use it")
REFRESH = N_("All your parts face up")


def opening(options: Options) -> Opening:
    """Return what is played for, and each action in five words."""
    return Opening(
        (Sentence(AIM), Sentence(WAY), Sentence(TURN, {"actions": ACTIONS})),
        (
            (N_("Draw"), Sentence(DRAW)),
            (N_("Extract"), Sentence(EXTRACT)),
            (N_("Play"), Sentence(PLAY)),
            (N_("Use"), Sentence(USE)),
            (N_("Turn face up"), Sentence(REFRESH)),
        ),
    )


RESERVE = N_("Shuffle all tiles face down: they are the reserve.")
SUPPLY = N_("Put the ingredients beside it: they are the supply. Nobody takes any yet.")
BOARDS = N_("Everyone takes a board at random. The others go back in the box.")
TILES = N_("Everyone takes %(tiles)s tiles and hides them from the others.")
WHO_BEGINS = N_("Whoever last turned lead into gold begins, or somebody picked at random. Play goes clockwise.")


def set_up(options: Options, players: int) -> tuple[Sentence, ...]:
    """Return how to set up, step by step (HO-SETUP)."""
    tiles = Sentence(TILES, {"tiles": DEALT})
    return (Sentence(RESERVE), Sentence(SUPPLY), Sentence(BOARDS), tiles, Sentence(WHO_BEGINS))


def first_cards(options: Options) -> tuple[Card, ...]:
    """Return the cards of a table, whatever its options."""
    return CARDS["always"]
