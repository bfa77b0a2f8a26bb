"""Tables of every variety, and what is worth a button there."""

import msgspec

from referee.games.alchemicus import GAME
from tests.alchemicus.positions import table
from tests.samples.alchemicus import VARIETIES


def variety(name):
    players, options = VARIETIES[name]
    return table(players, **options)


def buttons(state):
    """Return every move that is worth a button for anybody now."""
    return [button for seat in range(len(state.seats)) for button in GAME.offers(state, seat, True)]


def as_sent(entered):
    """Return the move as a client sends it."""
    return msgspec.to_builtins(entered)
