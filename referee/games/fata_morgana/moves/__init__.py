"""The moves of Fata Morgana, one class for each kind."""

from __future__ import annotations

from referee.games.fata_morgana.moves.corrections import (
    CorrectHandSize,
    CorrectPoints,
    CorrectTurn,
    PlaysAgain,
    PlaysNoMore,
)
from referee.games.fata_morgana.moves.rounds import Declare, NextRound
from referee.games.fata_morgana.moves.secrets import Reveal, TellHand, TellObjective
from referee.games.fata_morgana.moves.turn import Copy, Create, Pass

MOVES = (
    TellHand
    | TellObjective
    | Create
    | Copy
    | Pass
    | Declare
    | NextRound
    | Reveal
    | CorrectPoints
    | CorrectHandSize
    | CorrectTurn
    | PlaysNoMore
    | PlaysAgain
)
