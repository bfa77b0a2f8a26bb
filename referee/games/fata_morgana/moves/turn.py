"""The parts that every move of Fata Morgana has in common, and the three things a turn can be: create, copy, pass."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from referee.engine import N_, NN_, Effect, Fact, Malformed, Move, Player, Refusal, Sentence, Term, judge
from referee.games.fata_morgana import refusals
from referee.games.fata_morgana.board import (
    COLOURS,
    HIDDEN_DRAW,
    MOST_ALIKE,
    MOST_INGREDIENTS,
    MOST_POTIONS,
    VALUES,
    Colour,
    Counts,
    Ingredients,
    Pair,
    lacking,
    plus,
    printed,
    shown,
)
from referee.games.fata_morgana.course import Course, after_turn, settled, settled_as_before
from referee.games.fata_morgana.state import Potion, State, doubted, drawn_from_hidden, paid, scored, taken


class FataMorganaMove(Move, frozen=True, kw_only=True):
    """A move of Fata Morgana; once the game is over only corrections are taken (FM-END-12)."""

    def precondition(self, state: State) -> Refusal | None:
        return refusals.GAME_OVER if state.over and not self.correction else None

    def apply_as_before(self, state: State, version: int) -> Course:
        if version > 1:
            return self.apply(state)
        return settled_as_before(*self.apply(state), self.seat)


class InTurn(FataMorganaMove, frozen=True, kw_only=True):
    """One of the three things a player does in a turn (FM-ROUND)."""

    def refusal(self, state: State, own: bool) -> Refusal | None:
        """Refuse `not_your_turn`, `wrong_phase`; a kind asks this first."""
        if state.to_move is not None and state.to_move != self.seat:
            return refusals.NOT_YOUR_TURN.about(player=Player(state.to_move))
        if state.phase == "declare":
            return refusals.DECLARING_FIRST
        if state.phase == "reveal":
            return refusals.HANDS_FIRST
        return None

    def imposed(self, state: State) -> State:
        return settled(doubted(state, self.seat), self.seat)[0]


class Create(InTurn, frozen=True, kw_only=True, tag="create"):
    """Make a new potion: score its value, then take what the cauldron yields (FM-CREATE)."""

    cauldron: Pair
    ingredients: Ingredients
    value: Annotated[int, msgspec.Meta(ge=VALUES[0], le=VALUES[-1])]

    def over_limit(self, state: State) -> Refusal | None:
        """Refuse `too_many` potions."""
        return refusals.TOO_MANY.about(num=MOST_POTIONS) if len(state.potions) >= MOST_POTIONS else None

    def refusal(self, state: State, own: bool) -> Refusal | None:
        if (refusal := super().refusal(state, own)) is not None:
            return refusal
        counts = self.ingredients.counts
        if state.unused(self.cauldron) is None:
            first, second = printed(self.cauldron)
            return refusals.CAULDRON_USED.about(first=Term(first), second=Term(second))
        if not 1 <= sum(counts) <= MOST_INGREDIENTS:
            return refusals.ONE_TO_FOUR.about(most=MOST_INGREDIENTS, named=sum(counts))
        if max(counts) > MOST_ALIKE:
            colour = COLOURS[counts.index(max(counts))]
            return refusals.MORE_THAN_TWO_ALIKE.about(most=MOST_ALIKE, colour=Term(colour))
        if (yielded := shown(self.cauldron, counts)) is not None:
            return refusals.SHOWN_IN_CAULDRON.about(colour=Term(yielded))
        if (potion := state.recipe_of(counts)) is not None:
            return refusals.RECIPE_EXISTS.about(potion=potion.id, player=Player(potion.seat))
        if self.value not in state.values:
            return refusals.VALUE_USED.about(value=self.value)
        return not_in_hand(state, self.seat, counts, own, refusals.NOT_IN_HAND_TO_CREATE, refusals.NOT_ENOUGH_TO_CREATE)

    def apply(self, state: State) -> Course:
        counts = self.ingredients.counts
        unused = state.unused(self.cauldron)
        cauldron = unused or printed(self.cauldron)
        cauldrons = list(state.cauldrons)
        if unused is not None:
            cauldrons.remove(unused)
        potion = Potion(state.next_id, self.seat, cauldron, counts, self.value)
        state = replace(
            scored(paid(state, self.seat, counts), self.seat, self.value),
            cauldrons=tuple(cauldrons),
            values=tuple(value for value in state.values if value != self.value),
            potions=(*state.potions, potion),
            next_id=state.next_id + 1,
        )
        return after_turn(*_yielded(state, self.seat, cauldron))

    def marks_by_secrets(self, state: State) -> frozenset[str | None]:
        return _by_hand(self, state, refusals.NOT_IN_HAND_TO_CREATE)

    def told(self, state: State) -> Sentence:
        first, second = printed(self.cauldron)
        return _with_each(CREATED, self.ingredients.counts).about(
            player=Player(self.seat), first=Term(first), second=Term(second), num=self.value
        )


class Copy(InTurn, frozen=True, kw_only=True, tag="copy"):
    """Make another player's potion: its ingredients go back on their stacks (FM-COPY). `potion` is an id."""

    potion: int

    def missing(self, state: State) -> str | None:
        return "potion" if state.potion(self.potion) is None else None

    def refusal(self, state: State, own: bool) -> Refusal | None:
        if (refusal := super().refusal(state, own)) is not None:
            return refusal
        potion = state.potion(self.potion)
        if potion is None:
            return None
        if state.round == 1:
            return refusals.MUST_CREATE_FIRST
        if potion.seat == self.seat:
            return refusals.OWN_POTION
        return not_in_hand(
            state, self.seat, potion.ingredients, own, refusals.NOT_IN_HAND_TO_COPY, refusals.NOT_ENOUGH_TO_COPY
        )

    def apply(self, state: State) -> Course:
        potion = state.potion(self.potion)
        if potion is None:
            return after_turn(state, self.seat)
        state = scored(paid(state, self.seat, potion.ingredients), self.seat, potion.value)
        state = replace(state, stacks=plus(state.stacks, potion.ingredients))
        return after_turn(*_yielded(state, self.seat, potion.cauldron))

    def marks_by_secrets(self, state: State) -> frozenset[str | None]:
        return _by_hand(self, state, refusals.NOT_IN_HAND_TO_COPY)

    def told(self, state: State) -> Sentence:
        potion = state.potion(self.potion)
        if potion is None:
            return PASSED.about(player=Player(self.seat))
        first, second = potion.cauldron
        return _with_each(COPIED, potion.ingredients).about(
            player=Player(self.seat), potion=self.potion, num=potion.value, first=Term(first), second=Term(second)
        )


class Pass(InTurn, frozen=True, kw_only=True, tag="pass"):
    """Make no potion: take one from an open stack, two from the hidden pile, or nothing (FM-PASS).

    `drawn`, with `take` "hidden", is the secret of what was drawn: exactly two.
    """

    take: Colour | Literal["hidden", "nothing"]
    drawn: Ingredients | None = None

    secret_fields: ClassVar[frozenset[str]] = frozenset({"drawn"})

    def __post_init__(self) -> None:
        if self.drawn is not None and (self.take != "hidden" or sum(self.drawn.counts) != HIDDEN_DRAW):
            raise Malformed("drawn")

    def mark_is_secret(self, state: State) -> bool:
        """Hide that it was refused where only the told hand says whether it could create (E-58)."""
        return state.players[self.seat].hand_told and self.refusal(state, False) is refusals.MUST_CREATE_FIRST

    def marks_by_secrets(self, state: State) -> frozenset[str | None]:
        """A hand that can make nothing need not create first (E-58)."""
        if state.players[self.seat].hand is not None or self.refusal(state, True) is not refusals.MUST_CREATE_FIRST:
            return frozenset()
        otherwise = self._nothing_there(state)
        return frozenset({refusals.MUST_CREATE_FIRST.rule, None if otherwise is None else otherwise.rule})

    def refusal(self, state: State, own: bool) -> Refusal | None:
        if (refusal := super().refusal(state, own)) is not None:
            return refusal
        if state.round == 1 and state.can_create(self.seat, own):
            return refusals.MUST_CREATE_FIRST
        return self._nothing_there(state)

    def _nothing_there(self, state: State) -> Refusal | None:
        if self.take == "hidden":
            return None if state.hidden else refusals.HIDDEN_PILE_EMPTY
        if self.take != "nothing" and not state.stacks[COLOURS.index(self.take)]:
            return refusals.STACK_EMPTY.about(colour=Term(self.take))
        return None

    def apply(self, state: State) -> Course:
        if self.take == "hidden":
            drawn = None if self.drawn is None else self.drawn.counts
            return after_turn(drawn_from_hidden(state, self.seat, drawn), self.seat)
        if self.take != "nothing":
            state = taken(state, self.seat, self.take)[0]
        return after_turn(state, self.seat)

    def told(self, state: State) -> Sentence:
        player = Player(self.seat)
        if self.take == "hidden" and state.hidden:
            return PASSED_HIDDEN.about(player=player, num=min(HIDDEN_DRAW, state.hidden))
        if self.take in COLOURS and state.stacks[COLOURS.index(self.take)]:
            return PASSED_TAKING.about(player=player, colour=Term(self.take))
        return PASSED.about(player=player)


def not_in_hand(
    state: State, seat: int, wanted: Counts, own: bool, by_colour: Refusal, by_size: Refusal
) -> Refusal | None:
    """Return why the hand cannot pay this; by size alone where its cards are unknown or not the asker's to see."""
    hand = state.known_hand(seat, own)
    if hand is None:
        size = state.players[seat].hand_size
        return by_size.about(num=size) if sum(wanted) > size else None
    colour = lacking(hand, wanted)
    if colour is None:
        return None
    place = COLOURS.index(colour)
    return by_colour.about(colour=Term(colour), needed=wanted[place], there=hand[place])


def _by_hand(move: InTurn, state: State, not_there: Refusal) -> frozenset[str | None]:
    """Return what might mark a move that takes ingredients of a hand, if that is unknown: none of them may be there."""
    unknown = state.players[move.seat].hand is None and judge(move, state).refusal is None
    return frozenset({None, not_there.rule}) if unknown else frozenset()


class IngredientLost(Effect, frozen=True):
    """An ingredient (`good`) that a cauldron should have yielded, and whose stack was empty."""

    good: Colour

    def facts(self) -> dict[str, Fact]:
        return {**super().facts(), "good": Term(self.good)}


def _yielded(state: State, seat: int, cauldron: Pair) -> tuple[State, int, tuple[Effect, ...]]:
    """Return the table after `seat` took what the cauldron yields; an empty stack gives nothing (FM-SHORT)."""
    effects: tuple[Effect, ...] = ()
    for colour in cauldron:
        state, got = taken(state, seat, colour)
        if not got:
            effects = (*effects, IngredientLost("ingredient_lost", seat, colour))
    return state, seat, effects


# Whole sentences, one for each number of colours that went in (an overruled potion may hold none, or all five).
CREATED = (
    Sentence(
        NN_(
            "%(player)s: new potion, cauldron %(first)s and %(second)s. %(num)s point.",
            "%(player)s: new potion, cauldron %(first)s and %(second)s. %(num)s points.",
        )
    ),
    Sentence(
        NN_(
            "%(player)s: new potion, cauldron %(first)s and %(second)s, with %(n1)s × %(c1)s. %(num)s point.",
            "%(player)s: new potion, cauldron %(first)s and %(second)s, with %(n1)s × %(c1)s. %(num)s points.",
        )
    ),
    Sentence(
        NN_(
            "%(player)s: new potion, cauldron %(first)s and %(second)s, with %(n1)s × %(c1)s, %(n2)s × %(c2)s. "
            "%(num)s point.",
            "%(player)s: new potion, cauldron %(first)s and %(second)s, with %(n1)s × %(c1)s, %(n2)s × %(c2)s. "
            "%(num)s points.",
        )
    ),
    Sentence(
        NN_(
            "%(player)s: new potion, cauldron %(first)s and %(second)s, with %(n1)s × %(c1)s, %(n2)s × %(c2)s, "
            "%(n3)s × %(c3)s. %(num)s point.",
            "%(player)s: new potion, cauldron %(first)s and %(second)s, with %(n1)s × %(c1)s, %(n2)s × %(c2)s, "
            "%(n3)s × %(c3)s. %(num)s points.",
        )
    ),
    Sentence(
        NN_(
            "%(player)s: new potion, cauldron %(first)s and %(second)s, with %(n1)s × %(c1)s, %(n2)s × %(c2)s, "
            "%(n3)s × %(c3)s, %(n4)s × %(c4)s. %(num)s point.",
            "%(player)s: new potion, cauldron %(first)s and %(second)s, with %(n1)s × %(c1)s, %(n2)s × %(c2)s, "
            "%(n3)s × %(c3)s, %(n4)s × %(c4)s. %(num)s points.",
        )
    ),
    Sentence(
        NN_(
            "%(player)s: new potion, cauldron %(first)s and %(second)s, with %(n1)s × %(c1)s, %(n2)s × %(c2)s, "
            "%(n3)s × %(c3)s, %(n4)s × %(c4)s, %(n5)s × %(c5)s. %(num)s point.",
            "%(player)s: new potion, cauldron %(first)s and %(second)s, with %(n1)s × %(c1)s, %(n2)s × %(c2)s, "
            "%(n3)s × %(c3)s, %(n4)s × %(c4)s, %(n5)s × %(c5)s. %(num)s points.",
        )
    ),
)
# They name the cards that go back to the stacks and those that are taken, as the players have to move them.
COPIED = (
    Sentence(
        NN_(
            "%(player)s: potion %(potion)s copied (%(num)s point). The cauldron gives %(first)s, %(second)s.",
            "%(player)s: potion %(potion)s copied (%(num)s points). The cauldron gives %(first)s, %(second)s.",
        )
    ),
    Sentence(
        NN_(
            "%(player)s: potion %(potion)s copied (%(num)s point). Returned: %(n1)s × %(c1)s. The "
            "cauldron gives %(first)s, %(second)s.",
            "%(player)s: potion %(potion)s copied (%(num)s points). Returned: %(n1)s × %(c1)s. The "
            "cauldron gives %(first)s, %(second)s.",
        )
    ),
    Sentence(
        NN_(
            "%(player)s: potion %(potion)s copied (%(num)s point). Returned: %(n1)s × %(c1)s, %(n2)s "
            "× %(c2)s. The cauldron gives %(first)s, %(second)s.",
            "%(player)s: potion %(potion)s copied (%(num)s points). Returned: %(n1)s × %(c1)s, "
            "%(n2)s × %(c2)s. The cauldron gives %(first)s, %(second)s.",
        )
    ),
    Sentence(
        NN_(
            "%(player)s: potion %(potion)s copied (%(num)s point). Returned: %(n1)s × %(c1)s, %(n2)s "
            "× %(c2)s, %(n3)s × %(c3)s. The cauldron gives %(first)s, %(second)s.",
            "%(player)s: potion %(potion)s copied (%(num)s points). Returned: %(n1)s × %(c1)s, "
            "%(n2)s × %(c2)s, %(n3)s × %(c3)s. The cauldron gives %(first)s, %(second)s.",
        )
    ),
    Sentence(
        NN_(
            "%(player)s: potion %(potion)s copied (%(num)s point). Returned: %(n1)s × %(c1)s, %(n2)s "
            "× %(c2)s, %(n3)s × %(c3)s, %(n4)s × %(c4)s. The cauldron gives %(first)s, %(second)s.",
            "%(player)s: potion %(potion)s copied (%(num)s points). Returned: %(n1)s × %(c1)s, "
            "%(n2)s × %(c2)s, %(n3)s × %(c3)s, %(n4)s × %(c4)s. The cauldron gives %(first)s, "
            "%(second)s.",
        )
    ),
    Sentence(
        NN_(
            "%(player)s: potion %(potion)s copied (%(num)s point). Returned: %(n1)s × %(c1)s, %(n2)s "
            "× %(c2)s, %(n3)s × %(c3)s, %(n4)s × %(c4)s, %(n5)s × %(c5)s. The cauldron gives "
            "%(first)s, %(second)s.",
            "%(player)s: potion %(potion)s copied (%(num)s points). Returned: %(n1)s × %(c1)s, "
            "%(n2)s × %(c2)s, %(n3)s × %(c3)s, %(n4)s × %(c4)s, %(n5)s × %(c5)s. The cauldron gives "
            "%(first)s, %(second)s.",
        )
    ),
)
PASSED = Sentence(N_("%(player)s: passed, took nothing."))
PASSED_TAKING = Sentence(N_("%(player)s: passed, took from the face-up stacks: %(colour)s."))
PASSED_HIDDEN = Sentence(
    NN_(
        "%(player)s: passed, drew %(num)s card from the hidden pile.",
        "%(player)s: passed, drew %(num)s cards from the hidden pile.",
    )
)


def _with_each(sentences: tuple[Sentence, ...], counts: Counts) -> Sentence:
    """Return the sentence for so many colours, told how much of each."""
    named = [(amount, colour) for amount, colour in zip(counts, COLOURS, strict=True) if amount]
    facts: dict[str, int | Term] = {}
    for place, (amount, colour) in enumerate(named, 1):
        facts[f"n{place}"] = amount
        facts[f"c{place}"] = Term(colour)
    return sentences[len(named)].about(**facts)
