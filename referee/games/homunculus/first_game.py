"""A first game of Homunculus: what one plays for, what the actions do, how to set up, and each rule as a card."""

from __future__ import annotations

from referee.engine import N_, Card, Opening, Sentence, card
from referee.games.homunculus.board import ACTIONS, DEALT
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


RULES = (
    card(
        "HO-ACTIONS card",
        "Do up to %(actions)s actions, in any order; you can repeat them. Then the player on your left takes "
        "their turn.",
    ),
    card("HO-DRAW card", "Draw: take one random tile from the reserve."),
    card("HO-PLAY card", "Play: put a tile from your hand face up on its place and pay the ingredients printed on it."),
    card("HO-USE card", "Use: turn one of your face-up parts face down and use its power."),
    card(
        "HO-EXTRACT card",
        "Extract: discard a tile from your hand; take the ingredients printed on it plus one of your favourite "
        "ingredient.",
    ),
    card("HO-REFRESH card", "Turn face up: one action turns all your face-down parts face up again."),
    card(
        "HO-HAND card",
        "You can never hold more than %(limit)s tiles. If you have %(limit)s and want to draw, discard one first.",
    ),
    card("HO-SAME card", "Each place holds one tile: no second head, no second left ear. You can mix kinds."),
    card("HO-END card", "The game ends at once when one board has a tile on all nine places, face up or face down."),
    card(
        "HO-SCORE-PART card",
        "Face-up parts score: %(small)s point for each ear, arm or leg, %(large)s for a head, torso or tail.",
    ),
    card(
        "HO-SCORE-UNIFORM card",
        "If all your face-up parts are of one kind of homunculus, score 1 extra point for each.",
    ),
    card("HO-SCORE-FAVOURITE card", "Each face-up part of your favourite homunculus scores 1 extra point."),
    card(
        "HO-SCORE-FINISH card",
        "The player who filled all nine places scores %(points)s extra points, even if some are face down.",
    ),
    card(
        "HO-TIE card",
        "The most points win. If tied, more face-up parts decide, then more ingredients; otherwise it is a draw.",
    ),
    card(
        "HO-HEAD card",
        "If an ear, arm or tail is used against you, turn your face-up head face down to cancel it. That costs no "
        "action.",
    ),
    card(
        "HO-TAIL card",
        "Tail: choose a tile on any board. If it is face up, turn it face down; if it is already face down, "
        "discard it.",
    ),
    card("HO-EAR card", "Ear: look at one opponent’s hand."),
    card(
        "HO-ARM card",
        "Arm: take a random tile from another player’s hand, but not if you already hold %(limit)s tiles.",
    ),
)


def first_cards(options: Options) -> tuple[Card, ...]:
    """Return the cards of a table, whatever its options."""
    return RULES
