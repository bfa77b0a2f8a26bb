"""The powers of the parts, and the head that answers them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from referee.engine import N_, Done, Effect, Fact, Left, Malformed, Message, Move, Player, Refusal, Seat, Sentence, Term
from referee.games.homunculus.board import (
    AGAINST_A_PLAYER,
    NOTHING,
    POWER,
    TORSO_GIVES,
    By,
    Ingredients,
    PartKey,
    Power,
    Tile,
)
from referee.games.homunculus.moves.turn import Action, counted
from referee.games.homunculus.refusals import (
    ARM_ON_ONESELF,
    DISCARDS_EMPTY,
    EAR_ON_ONESELF,
    GAME_OVER,
    HAND_FULL_FOR_ARM,
    HAND_FULL_FOR_LEG,
    HEAD_CANNOT_CANCEL,
    HEAD_IS_A_REACTION,
    NO_SUCH_PART,
    NOTHING_TO_CANCEL,
    NOTHING_TO_HIT,
    PART_FACE_DOWN,
    TAIL_HITS_ITSELF,
    TAKE_THREE,
    TARGET_HAND_EMPTY,
)
from referee.games.homunculus.state import Pending, State
from referee.games.homunculus.turns import summed_up


class Use(Action, tag="use", frozen=True, kw_only=True):
    """Turn one of one's face-up parts face down and use its power (HO-USE).

    `target` (a seat) belongs to ear, arm and tail, `hits` (a part of the target's) to the tail, `take` to the torso
    where ingredients are tracked. A move that lacks a field of its part is malformed; fields of others are ignored.
    Against another player whose head is face up, the power waits for their answer (HO-HEAD).
    """

    part: PartKey
    target: Seat | None = None
    hits: PartKey | None = None
    take: Ingredients | None = None

    def __post_init__(self) -> None:
        power = POWER[self.part]
        if power in AGAINST_A_PLAYER and self.target is None:
            raise Malformed("target")
        if power == "tail" and self.hits is None:
            raise Malformed("hits")

    def malformed(self, state: State) -> str | None:
        return "take" if POWER[self.part] == "torso" and (self.take is None) == state.full else None

    @property
    def against(self) -> int | None:
        """The seat the power is used against; None for powers that are against nobody."""
        return self.target if POWER[self.part] in AGAINST_A_PLAYER else None

    def missing(self, state: State) -> str | None:
        return "target" if self.against is not None and self.against >= len(state.players) else None

    def refusal(self, state: State, own: bool) -> Refusal | None:
        if (refusal := super().refusal(state, own)) is not None:
            return refusal
        power = POWER[self.part]
        if power == "head":
            return HEAD_IS_A_REACTION
        player = state.players[self.seat]
        tile = player.tile(self.part)
        if tile is None:
            return NO_SUCH_PART.about(part=Term(self.part))
        if not tile.face_up:
            return PART_FACE_DOWN.about(part=Term(self.part))
        if power == "ear":
            return EAR_ON_ONESELF if self.target == self.seat else None
        if power == "arm":
            return self._arm_refusal(state)
        if power == "leg":
            if player.hand_full:
                return HAND_FULL_FOR_LEG
            return DISCARDS_EMPTY if state.discards == 0 else None
        if power == "torso":
            chosen = sum(self._taken)
            return TAKE_THREE.about(chosen=chosen) if state.full and chosen != TORSO_GIVES else None
        return self._tail_refusal(state)

    def _arm_refusal(self, state: State) -> Refusal | None:
        assert self.target is not None
        if self.target == self.seat:
            return ARM_ON_ONESELF
        if state.players[self.seat].hand_full:
            return HAND_FULL_FOR_ARM
        if state.players[self.target].hand == 0:
            return TARGET_HAND_EMPTY.about(player=Player(self.target))
        return None

    def _tail_refusal(self, state: State) -> Refusal | None:
        assert self.target is not None
        assert self.hits is not None
        if self.target == self.seat and self.hits == self.part:
            return TAIL_HITS_ITSELF
        if state.players[self.target].tile(self.hits) is None:
            return NOTHING_TO_HIT.about(player=Player(self.target), part=Term(self.hits))
        return None

    @property
    def _taken(self) -> By:
        return NOTHING if self.take is None else self.take.each

    def waits(self, state: State) -> bool:
        """Whether the target's head may answer first. A power used out of turn was overruled, and happens at once."""
        if self.against is None or self.against == self.seat or state.to_move != self.seat:
            return False
        if self.against in state.left:  # nobody is asked
            return False
        return state.players[self.against].head_is_up

    def apply(self, state: State) -> tuple[State, tuple[Effect, ...]]:
        after, effects = self._used(state)
        return self.counted(state, after), effects

    def _used(self, state: State) -> tuple[State, tuple[Effect, ...]]:
        effects: tuple[Effect, ...] = ()
        if state.waiting is not None and self.waits(state):
            # Overruled: the power that waits was not cancelled, so it happens before the next one is asked about.
            state, effects = allowed(state)
        waits = self.waits(state)
        player = state.players[self.seat].turned_down(self.part)
        power = POWER[self.part]
        if power == "torso":
            return state.having(self.seat, player.gained(self._taken)), effects
        if power == "leg" and state.discards:
            return replace(state.having(self.seat, player.holding(1)), discards=state.discards - 1), effects
        state = state.having(self.seat, player)
        if self.against is None:
            return state, effects
        used = Pending(self.seat, self.part, self.against, self.hits if power == "tail" else None)
        if waits:
            return replace(state, waiting=used), effects
        state, more = struck(state, used)
        return state, (*effects, *more)

    def told(self, state: State) -> Sentence:
        facts: dict[str, Fact] = {"player": Player(self.seat), "part": Term(self.part)}
        power = POWER[self.part]
        if power == "torso" and any(self._taken):
            facts["taken"] = counted(self._taken)
            return self.line(state, TOOK, facts)
        if self.against is None:
            return self.line(state, USED.get(power, TURNED_DOWN), facts)
        facts |= {"target": Player(self.against), "hits": Term(self.hits or "")}
        if self.waits(state):
            return Sentence(AIMED[power], facts)  # the turn is over with the answer only
        return self.line(state, STRUCK[power], facts)

    def messages(self, state: State, effects: Sequence[Effect]) -> tuple[Message, ...]:
        messages: tuple[Message, ...] = ()
        waits = self.waits(state)
        if state.waiting is not None and waits:  # overruled: it happens first
            messages = said_to_target(state, state.waiting)
        if self.against is None or waits:
            return messages
        hits = self.hits if POWER[self.part] == "tail" else None
        return (*messages, *said_to_target(state, Pending(self.seat, self.part, self.against, hits)))


TOOK = N_("%(player)s (%(part)s): took %(taken)s.")
"""The words of a torso where ingredients are tracked."""
TURNED_DOWN = N_("%(player)s: turned face down: %(part)s.")
USED: dict[Power, str] = {
    "leg": N_("%(player)s (%(part)s): fetched a tile from the discards."),
    "torso": N_("%(player)s (%(part)s): took ingredients."),
}
"""The words of a power that is against nobody; of an overruled head TURNED_DOWN."""
STRUCK: dict[Power, str] = {
    "ear": N_("%(player)s (%(part)s): looked at the hand of %(target)s."),
    "arm": N_("%(player)s (%(part)s): took a tile from the hand of %(target)s."),
    "tail": N_("%(player)s: struck with the tail. Hit: %(target)s, %(hits)s."),
}
"""The words of a power that nobody could cancel."""
AIMED: dict[Power, str] = {
    "ear": N_("%(player)s (%(part)s): wants to look at the hand of %(target)s."),
    "arm": N_("%(player)s (%(part)s): wants a tile from the hand of %(target)s."),
    "tail": N_("%(player)s: aims the tail. Target: %(target)s, %(hits)s."),
}
"""The words of a power while its target may still cancel it."""
ALLOWED: dict[Power, str] = {
    "ear": N_("%(player)s: allowed it. %(attacker)s sees the hand."),
    "arm": N_("%(player)s: allowed it. %(attacker)s takes a tile from the hand."),
    "tail": N_("%(player)s: allowed it. The tail hits: %(hits)s."),
}
"""The words when the target lets a power happen."""
DONE_TO_YOU: dict[Power, str] = {
    "ear": N_("%(player)s looks at your hand."),
    "arm": N_("%(player)s took a tile from your hand."),
    "tail": N_("%(player)s hit your tile with the tail. Turn it face down: %(hits)s."),
}
"""The words to the target of a power that took effect."""
DISCARDED_BY_TAIL = N_("%(player)s hit your tile with the tail. Discard it: %(hits)s.")
ALLOWED_TO_YOU: dict[Power, str] = {
    "ear": N_("%(player)s allows it: look at that hand."),
    "arm": N_("%(player)s allows it: take a tile from that hand."),
    "tail": N_("%(player)s allows it: your tail hits the %(hits)s."),
}
"""The words to whoever used a power when its target lets it happen."""
CANCELLED_TO_YOU = N_("%(player)s cancelled your power with the head.")


def said_to_target(state: State, power: Pending) -> tuple[Message, ...]:
    """Return what is said to the target of an ear, arm or tail that takes effect at `state`; nothing to whoever hits
    their own tile, nor to whose hand is empty."""
    target = state.players[power.target]
    if power.target == power.seat or (POWER[power.part] == "arm" and target.hand == 0):
        return ()
    tile = None if power.hits is None else target.tile(power.hits)
    line = DONE_TO_YOU[POWER[power.part]] if tile is None or tile.face_up else DISCARDED_BY_TAIL
    return (Message(power.target, Sentence(line, {"player": Player(power.seat), "hits": Term(power.hits or "")})),)


def struck(state: State, power: Pending) -> tuple[State, tuple[Effect, ...]]:
    """Return the state after an ear, arm or tail took effect (HO-EAR, HO-ARM, HO-TAIL); its own tile is turned.

    What is not there is not taken: no tile comes from an empty hand, nothing is hit on an empty place.
    """
    target = state.players[power.target]
    if POWER[power.part] == "arm" and target.hand:
        state = state.having(power.target, target.holding(-1))
        return state.having(power.seat, state.players[power.seat].holding(1)), ()
    tile = None if power.hits is None else target.tile(power.hits)
    if power.hits is None or tile is None:
        return state, ()
    if tile.face_up:
        return state.having(power.target, target.laid(power.hits, Tile(tile.kind, False))), ()
    return state.having(power.target, target.laid(power.hits, None)).discarded().ended_or_not()


def allowed(state: State) -> tuple[State, tuple[Effect, ...]]:
    """Return the state after the power that waits took effect; the same state if none does."""
    if state.waiting is None:
        return state, ()
    return struck(replace(state, waiting=None), state.waiting)


class PlaysNoMore(Left[State], frozen=True, kw_only=True, tag="left"):
    """`seat` plays no more; a power that waits for its answer takes effect."""

    def apply(self, state: State) -> tuple[State, tuple[Effect, ...]]:
        state, _ = super().apply(state)
        if state.waiting is None or state.waiting.target != self.seat:
            return state, ()
        after, effects = allowed(state)
        return after.turn_passed_if_done(), effects


class Answer(Move[State], frozen=True, kw_only=True):
    """The target's answer to a power that waits. `seat` is the target; never out of turn, for it is no action."""

    def precondition(self, state: State) -> Refusal | None:
        return GAME_OVER if state.over else None

    def refusal(self, state: State, own: bool) -> Refusal | None:
        if state.pending is None or state.pending.target != self.seat:
            return NOTHING_TO_CANCEL.about(player=Player(self.seat))
        return None

    def facts(self, state: State) -> dict[str, Fact]:
        """Return the facts of the line: who answers, whom if anybody, and whether that ends the turn of the other."""
        if state.waiting is None:
            return {"player": Player(self.seat)}
        last = int(state.actions == 0 and state.turn == state.waiting.seat)
        return {"player": Player(self.seat), "attacker": Player(state.waiting.seat), "last": last}

    def turn_of(self, told: Sentence) -> int:
        attacker = told.facts.get("attacker")
        return attacker.seat if isinstance(attacker, Player) else self.seat

    def ended_turn(self, told: Sentence) -> bool:
        return bool(told.facts.get("last"))

    def summed_up(self, told: Sentence, turn: Sequence[Done]) -> tuple[Sentence, ...]:
        return summed_up(self.turn_of(told), [*turn, Done(self, told, ())])


class Cancel(Answer, tag="cancel", frozen=True, kw_only=True):
    """Turn one's face-up head face down: the power has no effect, its tile and action are spent (HO-HEAD)."""

    def refusal(self, state: State, own: bool) -> Refusal | None:
        if (refusal := super().refusal(state, own)) is not None:
            return refusal
        return None if state.players[self.seat].head_is_up else HEAD_CANNOT_CANCEL

    def messages(self, state: State, effects: Sequence[Effect]) -> tuple[Message, ...]:
        if state.waiting is None:
            return ()
        return (Message(state.waiting.seat, Sentence(CANCELLED_TO_YOU, {"player": Player(self.seat)})),)

    def apply(self, state: State) -> tuple[State, tuple[Effect, ...]]:
        after = state.having(self.seat, state.players[self.seat].turned_down("head"))
        return replace(after, waiting=None).turn_passed_if_done(), ()

    def told(self, state: State) -> Sentence:
        return Sentence(N_("%(player)s: cancelled the power with the head."), self.facts(state))


class Allow(Answer, tag="allow", frozen=True, kw_only=True):
    """Let the power that waits take effect (HO-HEAD)."""

    def apply(self, state: State) -> tuple[State, tuple[Effect, ...]]:
        after, effects = allowed(state)
        return after.turn_passed_if_done(), effects

    def messages(self, state: State, effects: Sequence[Effect]) -> tuple[Message, ...]:
        power = state.waiting
        if power is None:
            return ()
        facts: dict[str, Fact] = {"player": Player(self.seat), "hits": Term(power.hits or "")}
        return (Message(power.seat, Sentence(ALLOWED_TO_YOU[POWER[power.part]], facts)),)

    def told(self, state: State) -> Sentence:
        facts = self.facts(state)
        if state.waiting is None:
            return Sentence(N_("%(player)s: allowed the power."), facts)
        return Sentence(ALLOWED[POWER[state.waiting.part]], {**facts, "hits": Term(state.waiting.hits or "")})
