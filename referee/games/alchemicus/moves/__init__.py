"""The moves of Alchemicus, one class for each kind."""

from __future__ import annotations

from referee.games.alchemicus.moves.corrections import Cards, Fame, Priced, PricesTotal
from referee.games.alchemicus.moves.spirit import MoveSpirit
from referee.games.alchemicus.moves.trade import Buy, Gift, Gloria, Sell
from referee.games.alchemicus.moves.turn import Draw, EndTurn, Place, Walking

MOVES = Draw | Place | Walking | MoveSpirit | Sell | Buy | Gift | Gloria | EndTurn | Fame | Cards | Priced | PricesTotal
