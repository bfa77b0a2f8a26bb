"""What is shown in symbols beside the line of a turn: which cards to move."""

from msgspec.structs import replace

from referee.games.fata_morgana.receipt import receipt
from referee.language import say
from tests.fata_morgana.positions import create, move, second_round

NAMES = ("Ada", "Bruno")


def shown(state, done):
    """Return the receipt of a move at this table, of its line and of what came of it."""
    return receipt((done.told(state),), done.apply(state)[1])


def test_a_new_potion_keeps_its_cards_and_yields_those_of_its_cauldron():
    cards = shown(second_round(), create(0, ("white", "blue"), 9, red=2, brown=1))
    assert say(cards.brief, NAMES) == "Ada: new potion"
    assert say(cards.points, NAMES) == "9 points"
    assert cards.cauldron == ("blue", "white")
    assert cards.gone == ("red", "red", "brown")
    assert cards.come == ("blue", "white")
    assert (cards.lost, cards.hidden) == ((), 0)


def test_a_copy_says_what_goes_back_and_what_is_taken():
    cards = shown(second_round(), move("copy", 1, potion=1))
    assert say(cards.brief, NAMES) == "Bruno: potion 1 copied"
    assert say(cards.points, NAMES) == "7 points"
    assert cards.cauldron == ()
    assert cards.gone == ("green", "green", "brown")
    assert cards.come == ("red", "blue")


def test_what_an_empty_stack_does_not_give_is_not_taken():
    state = second_round()
    empty = replace(state, stacks=(0, *state.stacks[1:]))
    cards = shown(empty, move("copy", 1, potion=1))
    assert (cards.come, cards.lost) == (("blue",), ("red",))


def test_a_pass_shows_what_was_taken():
    state = second_round()
    assert shown(state, move("pass", take="green")).come == ("green",)
    assert shown(state, move("pass", take="hidden")).hidden == 2
    assert shown(state, move("pass", take="nothing")) is None


def test_a_number_put_right_moves_no_cards():
    assert shown(second_round(), move("points", by=1)) is None
