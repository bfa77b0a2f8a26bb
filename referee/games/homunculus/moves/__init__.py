"""One class for each kind of move."""

from __future__ import annotations

from referee.games.homunculus.moves.corrections import (
    FavouriteIs,
    IngredientsBy,
    IngredientsTotal,
    PartTo,
    Tiles,
    TurnIs,
)
from referee.games.homunculus.moves.powers import Allow, Cancel, PlaysNoMore, Use
from referee.games.homunculus.moves.turn import Draw, EndTurn, Extract, Play, Refresh

MOVES = (
    Draw
    | Play
    | Use
    | Cancel
    | Allow
    | Extract
    | Refresh
    | EndTurn
    | FavouriteIs
    | Tiles
    | IngredientsBy
    | PartTo
    | IngredientsTotal
    | TurnIs
    | PlaysNoMore
)
