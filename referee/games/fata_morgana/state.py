"""The state: the table of Fata Morgana, what the app was told of hands, and how both follow the cards."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from referee.engine import Need, TableState
from referee.games.fata_morgana.board import (
    COLOURS,
    HIDDEN,
    HIDDEN_DRAW,
    NONE,
    ONE,
    RECIPES,
    VALUES,
    Colour,
    Counts,
    Objective,
    Pair,
    lacking,
    minus,
    plus,
    printed,
)


class Seat(msgspec.Struct, frozen=True, gc=False):
    """A player: `points` scored so far, cards in hand, and what the app was told of their secrets.

    A known `hand` always has `hand_size` cards; None is a hand of which only the size is known. `most` is how many
    of each colour the hand can hold at most, by what everybody saw. `hand_told` and `objective_told`: it was told in
    secret at some time, as everybody could see; a told hand may be unknown again. What is `open` lies open for all to
    see, so an open hand is known; `objective_open` with `objective` None: laid down without one. `revealed`: hand and
    objective were laid open at some time, whatever came of it.
    """

    points: int
    hand_size: int
    most: Counts
    hand: Counts | None = None
    hand_open: bool = False
    hand_told: bool = False
    objective: Objective | None = None
    objective_open: bool = False
    objective_told: bool = False
    revealed: bool = False

    @property
    def told_in_secret(self) -> bool:
        """Whether a hand or an objective was told in secret: then only this seat's own token lays them open."""
        return self.hand_told or self.objective_told

    @property
    def all_open(self) -> bool:
        """Whether hand and objective lie open."""
        return self.hand_open and self.objective_open


class Potion(msgspec.Struct, frozen=True, gc=False):
    """A potion on the table, made by `seat`; ids count from 1, and none is given twice."""

    id: int
    seat: int
    cauldron: Pair
    ingredients: Counts
    value: int


class State(TableState, frozen=True):
    """The table. `turn` is the seat whose turn it is in this round; the number of players once all had theirs.

    `declared_by`: whose declaration ended the play, until it proves untrue. `answers`: the seats, in order, that said
    between two rounds that they go on.
    """

    players: tuple[Seat, ...]
    stacks: Counts
    cauldrons: tuple[Pair, ...]
    values: tuple[int, ...] = VALUES
    potions: tuple[Potion, ...] = ()
    hidden: int = HIDDEN
    round: int = 1
    turn: int = 0
    phase: Literal["turn", "declare", "reveal"] = "turn"
    declared_by: int | None = None
    answers: tuple[int, ...] = ()
    over: bool = False

    @property
    def to_move(self) -> int | None:
        return self.turn if self.phase == "turn" else None

    @property
    def asked(self) -> int | None:
        return self.to_move

    def potion(self, number: int) -> Potion | None:
        """Return the potion with this id, or None."""
        return next((potion for potion in self.potions if potion.id == number), None)

    def known_hand(self, seat: int, own: bool) -> Counts | None:
        """Return the hand of `seat` if the app knows it and the asker may see it."""
        player = self.players[seat]
        return player.hand if own or player.hand_open else None

    def known_objective(self, seat: int, own: bool) -> Objective | None:
        """Return the objective of `seat` if the app knows it and the asker may see it."""
        player = self.players[seat]
        return player.objective if own or player.objective_open else None

    def needs(self) -> tuple[Need, ...]:
        """Return what has still to be laid open before the points can be counted, seat by seat; nothing of who left."""
        found: list[Need] = []
        for seat, player in enumerate(self.players):
            if seat in self.left:
                continue
            if not player.hand_open:
                found.append(Need(seat, "hand"))
            if not player.objective_open:
                found.append(Need(seat, "objective"))
        return tuple(found)

    def recipe_of(self, ingredients: Counts) -> Potion | None:
        """Return the potion made of exactly these ingredients, or None (FM-CREATE-UNIQUE)."""
        for potion in self.potions:
            if potion.ingredients == ingredients:
                return potion
        return None

    def unused(self, pair: Pair) -> Pair | None:
        """Return the unused cauldron showing these two colours, in any order, or None."""
        for cauldron in self.cauldrons:
            if cauldron == pair or cauldron == pair[::-1]:
                return cauldron
        return None

    def can_pay(self, seat: int, ingredients: Counts, own: bool) -> bool:
        """Return whether the hand holds these ingredients, by size where its cards are not known to the asker."""
        hand = self.known_hand(seat, own)
        if hand is None:
            return sum(ingredients) <= self.players[seat].hand_size
        return lacking(hand, ingredients) is None

    def recipes(self, seat: int, pair: Pair, own: bool) -> tuple[Counts, ...]:
        """Return what `seat` can put into this cauldron now, shortest first; by size where the hand is unknown."""
        taken = {potion.ingredients for potion in self.potions}
        hand = self.known_hand(seat, own)
        free = (counts for counts in RECIPES[printed(pair)] if counts not in taken)
        if hand is None:
            size = self.players[seat].hand_size
            return tuple(counts for counts in free if sum(counts) <= size)
        return tuple(counts for counts in free if lacking(hand, counts) is None)

    def can_create(self, seat: int, own: bool) -> bool:
        """Return whether `seat` can create anything at all (E-58); by size where the hand is unknown."""
        return bool(self.values) and any(self.recipes(seat, pair, own) for pair in self.cauldrons)


def with_player(state: State, seat: int, player: Seat) -> State:
    """Return the table with `player` sitting at `seat`."""
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def scored(state: State, seat: int, points: int) -> State:
    """Return the table after `seat` scored these points in play."""
    player = state.players[seat]
    return with_player(state, seat, replace(player, points=player.points + points))


def paid(state: State, seat: int, ingredients: Counts) -> State:
    """Return the table after `seat` gave these from the hand. A told hand that lacks one of them becomes unknown.

    Only the hand itself may depend on what was told: size, points and stacks are everybody's to see.
    """
    player = state.players[seat]
    hand = player.hand
    if hand is not None:
        hand = minus(hand, ingredients) if lacking(hand, ingredients) is None else None
    player = replace(
        player,
        hand=hand,
        hand_open=player.hand_open and hand is not None,
        hand_size=max(player.hand_size - sum(ingredients), 0),
        most=minus(player.most, ingredients),
    )
    return with_player(state, seat, player)


def taken(state: State, seat: int, colour: Colour) -> tuple[State, bool]:
    """Return the table after `seat` took one from an open stack, and whether there was one (FM-SHORT)."""
    if not state.stacks[COLOURS.index(colour)]:
        return state, False
    card = ONE[colour]
    player = state.players[seat]
    hand = None if player.hand is None else plus(player.hand, card)
    player = replace(player, hand=hand, hand_size=player.hand_size + 1, most=plus(player.most, card))
    return with_player(replace(state, stacks=minus(state.stacks, card)), seat, player), True


def drawn_from_hidden(state: State, seat: int, drawn: Counts | None) -> State:
    """Return the table after `seat` drew from the hidden pile; a known hand stays known only if `drawn` says what.

    The hand is then told in secret, also if it lay open before; and whether or not it is known, for that must not tell
    what was laid open once that is taken back. `most` stays: the hidden pile is a part of what was dealt.
    """
    cards = min(HIDDEN_DRAW, state.hidden)
    if not cards:
        return state
    player = state.players[seat]
    known = player.hand is not None and drawn is not None and sum(drawn) == cards
    player = replace(
        player,
        hand=plus(player.hand or NONE, drawn or NONE) if known else None,
        hand_open=False,
        hand_told=player.hand_told or known or (player.revealed and drawn is not None),
        hand_size=player.hand_size + cards,
    )
    return with_player(replace(state, hidden=state.hidden - cards), seat, player)


def told_hand(state: State, seat: int, hand: Counts, public: bool) -> State:
    """Return the table after the hand of `seat` was told, in secret or for all to see; a hand of another size stays
    unknown.

    It may not fit because it was overruled, or because something before it was undone; a secret must not change
    the size everybody sees.
    """
    player = state.players[seat]
    fits = sum(hand) == player.hand_size
    player = replace(
        player,
        hand=hand if fits else None,
        hand_open=public and fits,
        hand_told=player.hand_told or not public,
        revealed=player.revealed or public,
    )
    return with_player(state, seat, player)


def untold_hand(state: State, seat: int) -> State:
    """Return the table with the hand of `seat` unknown, though it was told in secret."""
    player = replace(state.players[seat], hand=None, hand_open=False, hand_told=True)
    return with_player(state, seat, player)


def told_objective(state: State, seat: int, objective: Objective | None, public: bool) -> State:
    """Return the table after the objective of `seat` was told, in secret or for all to see; None: there is none to
    count."""
    player = state.players[seat]
    player = replace(
        player,
        objective=objective,
        objective_open=public,
        objective_told=player.objective_told or not public,
    )
    return with_player(state, seat, player)


def opened(state: State, seat: int) -> State:
    """Return the table after `seat` laid open its hand and its objective, as far as they were told."""
    player = state.players[seat]
    player = replace(
        player,
        hand_open=player.hand is not None,
        objective_open=player.objective_open or player.objective_told,
        revealed=True,
    )
    return with_player(state, seat, player)


def doubted(state: State, seat: int) -> State:
    """Return the table with a hand that `seat` told in secret unknown: somebody else played for it against the rules.

    Whether the hand could pay must not matter, since that would tell what it holds.
    """
    player = state.players[seat]
    if not player.hand_told:
        return state
    return with_player(state, seat, replace(player, hand=None, hand_open=False))
