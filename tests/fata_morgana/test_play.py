"""Random legal play with real cards: the referee agrees, whatever it was told of them."""

import random

import msgspec
import pytest

from referee.engine import Sentence, judge
from referee.games.fata_morgana import GAME
from referee.games.fata_morgana.board import COLOURS, DEALT_OF_EACH_COLOUR, RECIPES
from referee.games.fata_morgana.score import objective_points
from referee.games.fata_morgana.state import Objective
from referee.history import History
from tests.fata_morgana.positions import begin, create, entry, move
from tests.samples.fata_morgana import check


class Table:
    """A real table: shuffled cards, real hands, and the referee beside it."""

    def __init__(self, chance: random.Random, players: int):
        self.chance, self.players = chance, players
        dealt = [colour for colour in COLOURS for _ in range(DEALT_OF_EACH_COLOUR[players])]
        chance.shuffle(dealt)
        self.hands = [dealt[10 * seat : 10 * seat + 10] for seat in range(players)]
        self.pile = dealt[10 * players :]
        self.objectives = [
            dict(zip(("three", "two", "one"), chance.sample(COLOURS, 3), strict=True)) for _ in self.hands
        ]
        self.tells = [chance.random() < 0.6 for _ in self.hands]
        self.history = History(begin(players))

    @property
    def state(self):
        return self.history.state

    def hand(self, seat: int) -> dict[str, int]:
        return {colour: self.hands[seat].count(colour) for colour in COLOURS}

    def enter(self, what) -> None:
        """Enter a move that the rules allow; the referee, with and without the hand, must agree."""
        seat_only = what.private or what.needs_own_token(self.state)
        assert what.left_out(self.state) is None
        for own in (True,) if seat_only else (True, False):
            judgement = judge(what, self.state, own)
            assert (judgement.refusal, judgement.missing) == (None, None), what
        assert isinstance(what.told(self.state), Sentence)
        before = self.state.stacks
        self.history = self.history.enter(entry(self.history, what))
        self.follow(what, before)

    def follow(self, what, stacks) -> None:
        """Move the real cards."""
        if not hasattr(what, "seat"):
            return
        hand = self.hands[what.seat]
        if (potion := getattr(what, "potion", None)) or hasattr(what, "cauldron"):
            made = self.state.potions[potion - 1] if potion else self.state.potions[-1]
            for colour, amount in zip(COLOURS, made.ingredients, strict=True):
                for _ in range(amount):
                    hand.remove(colour)
            hand += [colour for colour in made.cauldron if stacks[COLOURS.index(colour)]]
        elif getattr(what, "take", None) == "hidden":
            hand += [self.pile.pop(), self.pile.pop()]
        elif getattr(what, "take", None) in COLOURS:
            hand.append(what.take)

    def turn(self, seat: int):
        """Choose one of the three things a turn can be, knowing the real hand."""
        chance, state, hand = self.chance, self.state, self.hand(seat)

        def pays(counts):
            return all(hand[colour] >= amount for colour, amount in zip(COLOURS, counts, strict=True))

        made = {potion.ingredients for potion in state.potions}
        creates = [
            (pair, counts)
            for pair in state.cauldrons
            for counts in RECIPES[pair]
            if counts not in made and pays(counts)
        ]
        if creates and state.values and (state.round == 1 or chance.random() < 0.25):
            pair, counts = chance.choice(creates)
            return create(seat, pair, chance.choice(state.values), **dict(zip(COLOURS, counts, strict=True)))
        copies = [potion.id for potion in state.potions if potion.seat != seat and pays(potion.ingredients)]
        if copies and chance.random() < 0.7:
            return move("copy", seat, potion=chance.choice(copies))
        takes = ["nothing", *(colour for colour, left in zip(COLOURS, state.stacks, strict=True) if left)]
        if self.pile and chance.random() < 0.5:
            drawn = {colour: self.pile[-2:].count(colour) for colour in COLOURS}
            return move("pass", seat, take="hidden", **({"drawn": drawn} if chance.random() < 0.7 else {}))
        return move("pass", seat, take=chance.choice(takes))

    def follows(self) -> None:
        """What the app was told is what is there, and the table's cards are all there."""
        for seat, player in enumerate(self.state.players):
            assert player.hand_size == len(self.hands[seat])
            assert player.hand in (None, tuple(self.hand(seat).values()))
            assert all(most >= held for most, held in zip(player.most, self.hand(seat).values(), strict=True))
        held = [card for hand in (*self.hands, self.pile) for card in hand]
        for place, colour in enumerate(COLOURS):
            lying = sum(potion.ingredients[place] for potion in self.state.potions)
            assert held.count(colour) + lying + self.state.stacks[place] == 16

    def play(self) -> None:
        chance = self.chance
        while not self.state.over:
            state = self.state
            self.follows()
            for seat in range(self.players):
                if self.tells[seat] and not self.state.over and chance.random() < 0.1:
                    self.enter(move("objective", seat, **self.objectives[seat]))
                    self.enter(move("hand", seat, hand=self.hand(seat)))
            if self.state is not state:
                continue
            if state.phase == "turn":
                self.enter(self.turn(state.to_move))
            elif state.phase == "declare":
                complete = [seat for seat in range(self.players) if self.worth(seat) == 6]
                declares = complete and chance.random() < 0.5
                seat, alone = chance.randrange(self.players), chance.random() < 0.5
                self.enter(move("declare", complete[0]) if declares else move("next_round", seat, alone=alone))
            else:
                need = state.needs()[0]
                player = state.players[need.seat]
                told = {} if player.hand else {"hand": self.hand(need.seat)}
                told |= {} if player.objective else {"objective": self.objectives[need.seat]}
                self.enter(move("reveal", need.seat, **told))

    def worth(self, seat: int) -> int:
        objective = msgspec.convert(self.objectives[seat], Objective)
        return objective_points(objective, tuple(self.hand(seat).values()))


@pytest.mark.parametrize("seed", range(5))
def test_random_legal_play(seed):
    chance = random.Random(seed)
    played = 0
    while played < 2000:
        table = Table(chance, chance.randint(2, 4))
        table.play()
        check(table.state)
        played += table.history.seq
        result = GAME.view(table.state, frozenset()).result
        for row in result.ranking:
            assert row.objective == table.worth(row.seat)
            assert row.total == row.points + row.objective + len(table.hands[row.seat]) // 2
