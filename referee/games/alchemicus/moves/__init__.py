"""The moves of Alchemicus, one class for each kind."""

from __future__ import annotations

from referee.games.alchemicus.moves.corrections import Cards, Fame, Priced, PricesTotal, TurnIs
from referee.games.alchemicus.moves.infamia import ClearInfamia, FendOff, Infamia, PlaysNoMore
from referee.games.alchemicus.moves.lying import GolemStands, InfamiaLies, Lies, PawnStands, SpiritStands, Stands
from referee.games.alchemicus.moves.noctis import Golem, Homunculus, Mutabilis, Pactum, Spiritus
from referee.games.alchemicus.moves.spirit import MoveSpirit
from referee.games.alchemicus.moves.trade import Buy, Gift, Gloria, Sell
from referee.games.alchemicus.moves.turn import Draw, EndTurn, Place, Walking
from referee.games.alchemicus.moves.workshop import Build, Harvest, Transmute, Transport

TURN = Draw | Place | Walking | EndTurn
FIELD = MoveSpirit | Build | Harvest | Transport | Transmute | Sell | Buy | Gift | Gloria
NOCTIS = Golem | Homunculus | Mutabilis | Pactum | Spiritus | Infamia | FendOff | ClearInfamia
CORRECTIONS = Fame | Cards | Priced | PricesTotal | TurnIs | PlaysNoMore
LYING = Stands | Lies | PawnStands | SpiritStands | GolemStands | InfamiaLies

MOVES = TURN | FIELD | NOCTIS | CORRECTIONS | LYING
