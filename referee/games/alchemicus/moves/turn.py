"""The turn itself: draw, place or move the pawn, end the turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from referee.engine import MOST, N_, NN_, Count, Counts, Done, Player, Refusal, Sentence, Term
from referee.games.alchemicus import refusals
from referee.games.alchemicus.board import DOMO_FIELDS, FIELDS, HAND_LIMIT, Source
from referee.games.alchemicus.effects import Effect
from referee.games.alchemicus.moves.base import AlchemicusMove, Effects
from referee.games.alchemicus.ring import gloria_cost, longest_move, move_fame, walk
from referee.games.alchemicus.state import Seat, State, Turn, begun, domo_bonus
from referee.games.alchemicus.turns import summed_up


class Draw(AlchemicusMove, frozen=True, tag="draw"):
    """Take a card: of the deck (AL-DRAW), or for another card one of the bank (AL-BANK) or a Noctis card (NO-DRAW)."""

    source: Source = msgspec.field(name="from")

    phases: ClassVar[frozenset[str]] = frozenset({"draw"})

    def _refusal(self, state: State) -> Refusal | None:
        empty = not self.player(state).afford(1)
        if self.source == "bank":
            if not state.rules.bank:
                return refusals.BANK_NOT_IN_PLAY
            return refusals.BANK_HAND_EMPTY if empty else None
        if self.source == "noctis":
            if not state.rules.noctis:
                return refusals.DRAW_NOCTIS_NOT_IN_PLAY
            return refusals.DRAW_HAND_EMPTY if empty else None
        return None

    def _apply(self, state: State) -> tuple[State, Effects]:
        player = self.player(state)
        if self.source != "deck":
            player = player.paying(1)
        after = state.seating(self.seat, player.drawing(1))
        if state.phase == "draw" and self.acting(state):
            after = replace(after, phase="move")
        return after, ()

    def told(self, state: State) -> Sentence:
        return TOLD_DRAW[self.source].about(player=Player(self.seat))


TOLD_DRAW = {
    "deck": Sentence(N_("%(player)s: drew a card")),
    "bank": Sentence(N_("%(player)s: swapped a card for one from the bank")),
    "noctis": Sentence(N_("%(player)s: swapped a card for a Noctis card")),
}


def stop(state: State, seat: int, player: Seat, kind: str) -> tuple[State, Effects]:
    """Return the position with `player` at `seat`, whose pawn has just come to stand on a field of `kind`.

    On Spirit a Noctis card is theirs (NO-STOP, E-34), on some fields their Domo earn cards (AL-DOMO). If it is their
    turn, the field's action is next, with nothing done yet.
    """
    effects: Effects = ()
    if kind == "spirit" and state.rules.noctis:
        player = player.drawing(1)
        effects = (Effect("noctis_card", seat, cards=1),)
    elif kind in DOMO_FIELDS and (bonus := domo_bonus(state, seat)):
        player = player.drawing(bonus)
        effects = (Effect("domo_bonus", seat, cards=bonus),)
    after = state.seating(seat, player)
    if state.to_move == seat:
        after = replace(after, phase="action", turn=Turn(gloria_played=state.turn.gloria_played))
    return after, effects


class PawnMove(AlchemicusMove, frozen=True, kw_only=True):
    """The pawn moves; with `draw` the turn's card is drawn first, from there, in the same entry."""

    draw: Source | None = None

    with_fame: ClassVar[bool] = True

    def precondition(self, state: State) -> Refusal | None:
        untracked = self.draw is not None and not state.rules.full
        return super().precondition(state) or (refusals.NOT_TRACKED if untracked else None)

    def _in_phase(self, state: State) -> bool:
        return state.phase == ("move" if self.draw is None else "draw")

    def _draws(self, state: State) -> bool:
        """Whether a card is drawn: in the phase "draw" only, in and out of turn."""
        return self.draw is not None and state.rules.full and state.phase == "draw"

    def _refusal(self, state: State) -> Refusal | None:
        if self.draw is None or not self._draws(state):
            return self._pawn_refusal(state)
        drawing = Draw(seat=self.seat, source=self.draw)
        return drawing._refusal(state) or self._pawn_refusal(drawing._apply(state)[0])

    def _apply(self, state: State) -> tuple[State, Effects]:
        if self.draw is not None and self._draws(state):
            state, _ = Draw(seat=self.seat, source=self.draw)._apply(state)
        return self._pawn_apply(state)

    def _pawn_refusal(self, state: State) -> Refusal | None:
        """Return what forbids the pawn's own move, the card being drawn."""
        raise NotImplementedError

    def _pawn_apply(self, state: State) -> tuple[State, Effects]:
        """Return the state after the pawn's own move, and its effects."""
        raise NotImplementedError

    def _told_by(self, state: State, sentences: Mapping[Source | None, Sentence]) -> Sentence:
        """Return the one of `sentences` that tells where a card was drawn, None where none was."""
        return sentences[self.draw if self._draws(state) else None].about(player=Player(self.seat))


class Place(PawnMove, frozen=True, kw_only=True, tag="place"):
    """Place the pawn on any field on the first turn (AL-MOVE-FIRST)."""

    field: Annotated[int, Meta(ge=0, lt=FIELDS)]

    def _pawn_refusal(self, state: State) -> Refusal | None:
        if self.player(state).pawn is not None:
            return refusals.PAWN_ALREADY_ON_BOARD
        if (other := state.pawn_in_the_way(self.seat, self.field)) is not None:
            return refusals.SPIRIT_FIELD_OCCUPIED.about(player=Player(other))
        return None

    def _pawn_apply(self, state: State) -> tuple[State, Effects]:
        player = replace(self.player(state), pawn=self.field)
        return stop(state, self.seat, player, state.rules.ring[self.field])

    def told(self, state: State) -> Sentence:
        return self._told_by(state, TOLD_PLACE).about(field=Term(state.rules.ring[self.field]))


TOLD_PLACE: dict[Source | None, Sentence] = {
    None: Sentence(N_("%(player)s: pawn placed (%(field)s)")),
    "deck": Sentence(N_("%(player)s: drew a card, pawn placed (%(field)s)")),
    "bank": Sentence(N_("%(player)s: swapped a card for one from the bank, pawn placed (%(field)s)")),
    "noctis": Sentence(N_("%(player)s: swapped a card for a Noctis card, pawn placed (%(field)s)")),
}


class Walking(PawnMove, frozen=True, kw_only=True, tag="move"):
    """Move the pawn: 1 to 3 fields, 4 or 5 for a Fame (AL-MOVE-FREE); in Gold Rush farther with Glorias (GR-GLORIA).

    `reward`: which deck a card for passing over the Spirit field comes from (NO-PASS).
    """

    steps: Annotated[int, Meta(ge=1, le=MOST)]
    glorias: Count = 0
    reward: Literal["deck", "noctis"] = "deck"

    def _pawn_refusal(self, state: State) -> Refusal | None:
        player, rules = self.player(state), state.rules
        way = walk(state, self.seat, self.steps)
        if way is None:
            return refusals.PAWN_NOT_ON_BOARD
        if self.glorias and not rules.gold_rush:
            return refusals.MOVE_GOLD_RUSH_ONLY
        if self.reward == "noctis" and not rules.noctis:
            return refusals.REWARD_NOCTIS_NOT_IN_PLAY
        if self.steps < 1 + self.glorias:
            return refusals.TOO_SHORT_FOR_GLORIAS
        if self.steps > longest_move(state, self.glorias):
            return refusals.TOO_FAR_FOR_GLORIAS if rules.gold_rush else refusals.TOO_FAR
        if player.fame < move_fame(state, self.steps):
            return refusals.FAME_NEEDED
        if not player.afford(cost := gloria_cost(state, self.glorias)):
            return refusals.GLORIAS_CANNOT_PAY.about(num=cost)
        if (other := state.pawn_in_the_way(self.seat, way.field)) is not None:
            return refusals.SPIRIT_FIELD_OCCUPIED.about(player=Player(other))
        return None

    def _pawn_apply(self, state: State) -> tuple[State, Effects]:
        player = self.player(state)
        way = walk(state, self.seat, self.steps)
        if way is None:
            return (replace(state, phase="action") if self.acting(state) else state), ()
        effects: list[Effect] = []
        if self.glorias:
            player = player.paying(gloria_cost(state, self.glorias))
        if fame := move_fame(state, self.steps):
            player = player.earning(-fame)
        if way.passes:
            player = player.drawing(way.passes)
            effects.append(Effect("passed_spirit", self.seat, cards=way.passes))
            if self.reward == "noctis":
                effects.append(Effect("noctis_card", self.seat, cards=way.passes))
        if way.stopped:
            state = replace(state, golems=state.golems - {way.field})
            effects.append(Effect("stopped_by_golem", self.seat))
        player = replace(player, pawn=way.field)
        after, stopped = stop(state, self.seat, player, state.rules.ring[way.field])
        return after, (*effects, *stopped)

    def told(self, state: State) -> Sentence:
        way = walk(state, self.seat, self.steps)
        if way is None:
            return TOLD_NO_PAWN.about(player=Player(self.seat))
        where = Term(state.rules.ring[way.field])
        if self.glorias:
            cards = Counts((("gloria", self.glorias),))
            return self._told_by(state, TOLD_GLORIAS).about(num=way.steps, field=where, list=cards)
        return self._told_by(state, TOLD_MOVE).about(num=way.steps, field=where)


TOLD_MOVE: dict[Source | None, Sentence] = {
    None: Sentence(NN_("%(player)s: moved %(num)d field (%(field)s)", "%(player)s: moved %(num)d fields (%(field)s)")),
    "deck": Sentence(
        NN_(
            "%(player)s: drew a card, moved %(num)d field (%(field)s)",
            "%(player)s: drew a card, moved %(num)d fields (%(field)s)",
        )
    ),
    "bank": Sentence(
        NN_(
            "%(player)s: swapped a card for one from the bank, moved %(num)d field (%(field)s)",
            "%(player)s: swapped a card for one from the bank, moved %(num)d fields (%(field)s)",
        )
    ),
    "noctis": Sentence(
        NN_(
            "%(player)s: swapped a card for a Noctis card, moved %(num)d field (%(field)s)",
            "%(player)s: swapped a card for a Noctis card, moved %(num)d fields (%(field)s)",
        )
    ),
}
TOLD_GLORIAS: dict[Source | None, Sentence] = {
    None: Sentence(
        NN_(
            "%(player)s: moved %(num)d field (%(field)s), played: %(list)s",
            "%(player)s: moved %(num)d fields (%(field)s), played: %(list)s",
        )
    ),
    "deck": Sentence(
        NN_(
            "%(player)s: drew a card, moved %(num)d field (%(field)s), played: %(list)s",
            "%(player)s: drew a card, moved %(num)d fields (%(field)s), played: %(list)s",
        )
    ),
    "bank": Sentence(
        NN_(
            "%(player)s: swapped a card for one from the bank, moved %(num)d field (%(field)s), played: %(list)s",
            "%(player)s: swapped a card for one from the bank, moved %(num)d fields (%(field)s), played: %(list)s",
        )
    ),
    "noctis": Sentence(
        NN_(
            "%(player)s: swapped a card for a Noctis card, moved %(num)d field (%(field)s), played: %(list)s",
            "%(player)s: swapped a card for a Noctis card, moved %(num)d fields (%(field)s), played: %(list)s",
        )
    ),
}
TOLD_NO_PAWN = Sentence(N_("%(player)s: moved a pawn that is not on the board"))


class EndTurn(AlchemicusMove, frozen=True, tag="end_turn"):
    """End the turn: hand limit, last round, end of the game (AL-HAND-LIMIT, AL-LAST-ROUND); then the next player."""

    ends_turn: ClassVar[bool] = True
    with_fame: ClassVar[bool] = True
    phases: ClassVar[frozenset[str]] = frozenset({"action", "end"})

    def _out_of_phase(self, state: State) -> Refusal | None:
        return refusals.PAWN_MUST_MOVE

    def _refusal(self, state: State) -> Refusal | None:
        return refusals.SPIRIT_MUST_MOVE if state.spirit_is_due(self.seat) else None

    def _apply(self, state: State) -> tuple[State, Effects]:
        if not self.acting(state):
            return state, ()
        effects: list[Effect] = []
        player = self.player(state)
        player = replace(player, turns=player.turns + 1)
        if player.hand is not None and player.hand > HAND_LIMIT:
            effects.append(Effect("discard_to_limit", self.seat, cards=player.hand - HAND_LIMIT))
            player = replace(player, hand=HAND_LIMIT)
        state = state.seating(self.seat, player)
        if state.last_turns is None and (first := first_there(state, self.seat)) is not None:
            state = replace(state, last_turns=state.seats[first].turns)
            effects.append(Effect("last_round", first))
        following = next_to_move(state, self.seat)
        if following is None:
            effects.append(Effect("game_over", self.seat))
            return ended(state), tuple(effects)
        return begun(state, following), tuple(effects)

    def told(self, state: State) -> Sentence:
        hand = self.player(state).hand
        if hand is None:
            return TOLD_END.about(player=Player(self.seat))
        told = TOLD_END_OVER.about(over=hand - HAND_LIMIT) if hand > HAND_LIMIT else TOLD_END_HELD
        return told.about(player=Player(self.seat), num=min(hand, HAND_LIMIT))

    def summed_up(self, told: Sentence, turn: Sequence[Done]) -> tuple[Sentence, ...]:
        hand, over = told.facts.get("num"), told.facts.get("over")
        left, laid = (count if isinstance(count, int) else None for count in (hand, over))
        return summed_up(self.seat, left, laid or 0, turn)


TOLD_END = Sentence(N_("%(player)s: turn ended"))
TOLD_END_HELD = Sentence(NN_("%(player)s: turn ended, %(num)d card left", "%(player)s: turn ended, %(num)d cards left"))
TOLD_END_OVER = Sentence(
    NN_(
        "%(player)s: turn ended, cards over the limit: %(over)d, %(num)d card left",
        "%(player)s: turn ended, cards over the limit: %(over)d, %(num)d cards left",
    )
)


def passing(state: State) -> EndTurn | None:
    """Return the end of the turn of a seat that has left, None while it is nobody's or an answer is awaited."""
    seat = state.to_move
    return None if seat is None or seat not in state.left or state.pending is not None else EndTurn(seat=seat)


def first_there(state: State, ending: int) -> int | None:
    """Return whose Fame begins the last round: `ending`, whose turn ends, else the first in turn order (E-31)."""
    if state.rules.gold_rush:
        return None
    if state.seats[ending].fame >= state.rules.target:
        return ending
    for number, seat in enumerate(state.seats):
        if seat.fame >= state.rules.target:
            return number
    return None


def next_to_move(state: State, ending: int) -> int | None:
    """Return who plays after `ending`: the next clockwise; in the last round the next who has turns left, or None."""
    players = len(state.seats)
    for step in range(1, players + 1):
        number = (ending + step) % players
        if state.last_turns is None or state.seats[number].turns < state.last_turns:
            return number
    return None


def ended(state: State) -> State:
    """Return the position with the game over: nobody to move, nothing pending or on offer."""
    return replace(state, to_move=None, phase="end", turn=Turn(), offer=None, pending=None, over=True)
