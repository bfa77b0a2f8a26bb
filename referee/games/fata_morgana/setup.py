"""A table's options, and the deal."""

from __future__ import annotations

import msgspec

from referee.engine import N_, Malformed, Sentence, TableOptions
from referee.games.fata_morgana.board import DEALT_OF_EACH_COLOUR, HAND, OF_EACH_COLOUR, PAIRS, Pair
from referee.games.fata_morgana.state import Seat, State

TEN_CAULDRONS = N_("There are %(num)s cauldrons, and each shows two different colours.")


class Options(TableOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`cauldrons`: the ten pairs, each of two different colours (E-55)."""

    cauldrons: tuple[Pair, ...] = PAIRS

    def printed(self) -> dict[str, object]:
        """Return what these options tell of the cards in the box, as JSON, by the name it is remembered by."""
        return {"cauldrons": [list(pair) for pair in self.cauldrons]}


def settle(options: Options, players: int, language: str) -> Options:
    """Return the options as they are; raise Malformed unless there are ten cauldrons of two colours each."""
    if len(options.cauldrons) != len(PAIRS) or any(first == second for first, second in options.cauldrons):
        raise Malformed("cauldrons", Sentence(TEN_CAULDRONS, {"num": len(PAIRS)}))
    return options.settled(players)


def start(options: Options, players: int) -> State:
    """Return the table after the deal (FM-SETUP): 2 to 4 players, ten cards each, no secret told."""
    dealt = DEALT_OF_EACH_COLOUR[players]
    left = OF_EACH_COLOUR - dealt
    player = Seat(0, HAND, (dealt, dealt, dealt, dealt, dealt))
    return State((player,) * players, (left, left, left, left, left), options.cauldrons)


def is_printed(what: str, value: object) -> bool:
    """Whether what is remembered can be printed: the ten cauldrons."""
    try:
        settle(msgspec.convert({what: value}, Options), 2, "en")
    except (msgspec.ValidationError, Malformed):
        return False
    return what == "cauldrons"
