"""Nothing anybody else can see depends on a hand or an objective that was told in secret."""

import random

import msgspec
import pytest

from referee.engine import judge
from referee.games.fata_morgana import GAME
from referee.games.fata_morgana.board import COLOURS, PAIRS
from referee.history import History, Redo, Undo
from tests.fata_morgana.positions import begin, entry, move

SECRET = 0
"""The seat whose secrets differ."""


def a_hand(chance: random.Random, state, seat: int) -> dict[str, int]:
    """A hand that `seat` may tell: of the known size, no more of a colour than can have come."""
    player = state.players[seat]
    cards = [colour for colour, most in zip(COLOURS, player.most, strict=True) for _ in range(most)]
    chance.shuffle(cards)
    named = cards[: player.hand_size]
    return {colour: named.count(colour) for colour in COLOURS}


def an_objective(chance: random.Random) -> dict[str, str]:
    return dict(zip(("three", "two", "one"), chance.sample(COLOURS, 3), strict=True))


def some(chance: random.Random) -> dict[str, int]:
    return {colour: chance.randint(1, 2) for colour in chance.sample(COLOURS, chance.randint(1, 2))}


def public(chance: random.Random, state, players: int):
    """A move of any seat that others may enter, legal or overruled; chosen by what everybody sees."""
    while (chosen := any_move(chance, state, players)).seat == SECRET and chosen.needs_own_token(state):
        pass
    return chosen


def any_move(chance: random.Random, state, players: int):
    """A move of any seat, secret kinds apart; chosen by what everybody sees."""
    seat = state.to_move if state.to_move is not None and chance.random() < 0.8 else chance.randrange(players)
    if chance.random() < 0.4:
        worth = GAME.offers(state, seat, False)
        legal = [each for each in worth if judge(each, state, False).refusal is None]
        if legal:
            return chance.choice(legal)
    kinds = ["create"] * 8 + ["copy"] * 6 + ["pass"] * 6
    kind = chance.choice([*kinds, "points", "hand_size", "next_round", "turn", "reveal", "declare"])
    fields = {
        "create": {
            "cauldron": list(chance.choice(state.cauldrons or PAIRS)),
            "ingredients": some(chance),
            "value": chance.randint(1, 10),
        },
        "copy": {"potion": chance.randint(1, max(len(state.potions), 1))},
        "pass": {"take": chance.choice([*COLOURS, "hidden", "nothing"])},
        "points": {"by": chance.randint(-3, 3)},
        "hand_size": {"by": chance.randint(-1, 1)},
        "reveal": {"hand": a_hand(chance, state, seat), "objective": chance.choice([None, an_objective(chance)])},
    }
    return move(kind, seat, **fields.get(kind, {}))


def seen(history: History, others: frozenset[int], asked: list) -> dict:
    """All that the phones of `others`, the host and watchers can learn from the table."""
    state = history.state
    judged = []
    for each in asked:
        judgement = judge(each, state, each.seat in others)
        judged.append((judgement.missing, judgement.refusal, each.needs_own_token(state), each.mark_is_secret(state)))
    last = history.last
    return {
        "view": GAME.view(state, others),
        "judged": judged,
        "options": [GAME.offers(state, seat, seat in others) for seat in range(len(state.players))],
        "screens": [GAME.screen(state, seat, seat in others) for seat in range(len(state.players))],
        "effects": [logged.effects for logged in history.log[-1:]],
        "told": None if last is None else last.entry.move.told(state),
        "undoable": history.undoable(others),
        "redoable": history.redoables(others),
    }


def secret_move(chance: random.Random, state):
    """A move only the phone of SECRET can make, twice: with one secret and with another."""
    kind = chance.choice(["hand", "hand", "objective", "drawn"])
    if kind == "hand":
        return [move("hand", SECRET, hand=a_hand(chance, state, SECRET)) for _ in range(2)]
    if kind == "objective":
        return [move("objective", SECRET, **an_objective(chance)) for _ in range(2)]
    pairs = [chance.choices(COLOURS, k=2) for _ in range(2)]
    return [
        move("pass", SECRET, take="hidden", drawn={colour: pair.count(colour) for colour in COLOURS}) for pair in pairs
    ]


def both_enter(histories: list[History], moves: list, by: int | None = None) -> list[History]:
    """Both tables after a move: a secret one by its seat, a public one by another, who may overrule the rules."""
    entered = []
    for history, each in zip(histories, moves, strict=True):
        refusal = None if isinstance(each, Undo | Redo) else judge(each, history.state, False).refusal
        entered.append(history.enter(entry(history, each, by, None if refusal is None else refusal.code)))
    return entered


@pytest.mark.parametrize("seed", range(8))
def test_two_tables_that_differ_only_in_a_secret_look_the_same(seed):
    chance = random.Random(seed)
    compared = differed = forgotten = ends = 0
    for _ in range(12):
        players = chance.randint(2, 4)
        others = frozenset(range(1, players))
        histories = [History(begin(players))] * 2
        for step in range(60):
            state = histories[0].state
            if step < 2 or chance.random() < 0.2:
                moves = secret_move(chance, state)
            elif chance.random() < 0.1 and histories[0].undoable(others):
                moves = [Undo(histories[0].undoable(others))] * 2
            elif histories[0].redoables(others) and chance.random() < 0.5:
                moves = [Redo(histories[0].redoables(others))] * 2
            elif chance.random() < 0.05:
                seat = chance.choice(sorted(others))
                moves = [move("hand", seat, hand=a_hand(chance, state, seat))] * 2
            else:
                moves = [public(chance, state, players)] * 2
            histories = both_enter(histories, moves, SECRET if moves[0] is not moves[1] else None)
            if histories[0].state.players[SECRET].hand_open or histories[0].state.players[SECRET].objective_open:
                break  # revealed for everybody
            asked = [public(chance, histories[0].state, players) for _ in range(8)]
            one, other = (seen(history, others, asked) for history in histories)
            assert one == other, moves
            compared += 1
            hands = [history.state.players[SECRET].hand for history in histories]
            differed += hands[0] != hands[1]
            forgotten += (hands[0] is None) != (hands[1] is None)
            shown = msgspec.json.encode(GAME.view(histories[0].state, others))
            assert b'"over":false' in shown
            ends += histories[0].state.phase == "reveal"
    assert compared > 150
    assert differed > compared / 3
    assert forgotten > 0
    assert ends > compared / 10


def test_what_is_told_in_secret_is_not_said_in_the_log():
    state = begin()
    for each in (
        move("hand", 0, hand={"red": 5, "blue": 5}),
        move("objective", 0, three="red", two="blue", one="white"),
        move("pass", 0, take="hidden", drawn={"red": 2}),
    ):
        assert set(each.told(state).facts) <= {"player", "num"}
