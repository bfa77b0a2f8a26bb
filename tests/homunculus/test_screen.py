"""What the table screen is told beside the view: the moves of the acting seat, what is barred, the answers."""

from __future__ import annotations

from referee.engine import Judged, judge
from referee.games.homunculus import GAME
from referee.games.homunculus.board import Favourite, Ingredients
from referee.games.homunculus.moves import Allow, Cancel, Draw, EndTurn, Extract, Play, Refresh, Use
from referee.games.homunculus.view import Screen
from tests.homunculus.positions import BLUE_UP, FULL, RED_DOWN, RED_UP, after, alchemist, of_parts, position

LAID = {"head": RED_UP, "torso": RED_UP, "tail": RED_UP, "left_ear": RED_UP, "right_ear": RED_DOWN, "left_arm": RED_UP}


def test_a_power_is_barred_against_whom_a_part_that_lies_face_up_cannot_be_used() -> None:
    state = position(alchemist(board=LAID), alchemist(hand=0), alchemist())
    screen = GAME.screen(state, 0, True)
    assert (screen.armless, screen.legless, screen.answers) == ((1,), False, ())
    legs = {"left_leg": RED_UP, "right_leg": BLUE_UP, "left_arm": RED_DOWN}
    screen = GAME.screen(position(alchemist(board=legs), alchemist(hand=0)), 0, True)
    assert (screen.armless, screen.legless) == ((), True)


def test_a_full_hand_draws_by_discarding() -> None:
    screen = GAME.screen(position(alchemist(hand=6)), 0, True)
    assert screen.draw == (Draw(seat=0, discard=True), None)
    assert screen.extract == (Extract(seat=0, gain=Ingredients()), None)
    assert screen.end_turn == (EndTurn(seat=0), None)
    assert GAME.screen(position(), 0, True).draw == (Draw(seat=0), None)


def test_where_the_parts_alone_are_tracked_nothing_is_drawn_or_extracted() -> None:
    screen = GAME.screen(of_parts({"left_arm": RED_UP, "left_leg": RED_DOWN}), 0, True)
    assert (screen.draw, screen.extract, screen.armless, screen.legless) == (None, None, (), False)
    assert screen.refresh == (Refresh(seat=0), None)
    assert screen.end_turn == (EndTurn(seat=0), None)


def test_turning_face_up_is_offered_while_something_lies_face_down_and_legal_always() -> None:
    up, down = position(alchemist(board={"head": RED_UP})), position(alchemist(board={"head": RED_DOWN}))
    assert GAME.screen(up, 0, True).refresh is None
    assert GAME.screen(down, 0, True).refresh == (Refresh(seat=0), None)
    assert judge(Refresh(seat=0), up).refusal is None


def test_while_an_answer_is_due_there_are_both_answers_and_nothing_else() -> None:
    state = position(alchemist(board=LAID), alchemist(board={"head": BLUE_UP}))
    waiting = after(state, "use", part="left_ear", target=1)
    for seat in (None, 0, 1):
        assert GAME.screen(waiting, seat, True) == Screen(
            answers=(Judged(Cancel(seat=1), None), Judged(Allow(seat=1), None))
        )


def test_nothing_is_to_be_tapped_where_nobody_acts() -> None:
    assert GAME.screen(position(), None, False) == Screen()
    assert GAME.screen(position(alchemist(board=FULL), alchemist(), finisher=0), 0, True) == Screen()


def test_buttons_begin_with_what_the_board_names() -> None:
    favourite = Favourite("blue", "sulphur")
    state = position(alchemist(board={"torso": RED_UP}, favourite=favourite), alchemist(board={"torso": RED_UP}))
    for seat, kind, ingredient in ((0, "blue", "sulphur"), (1, "yellow", "mercury")):
        moves = GAME.offers(state, seat, True)
        assert {each.kind_of for each in moves if isinstance(each, Play)} == {kind}
        assert [each.take for each in moves if isinstance(each, Use)] == [Ingredients(**{ingredient: 3})]


def test_a_part_that_lies_face_down_is_one_button_whatever_it_could_be_used_on() -> None:
    others = [alchemist(board={"head": BLUE_UP, "tail": BLUE_UP}), alchemist()]
    for tile, buttons in ((RED_UP, {"left_ear": 2, "tail": 4}), (RED_DOWN, {"left_ear": 1, "tail": 1})):
        state = position(alchemist(board={"head": tile, "left_ear": tile, "tail": tile}), *others)
        uses = [each.part for each in GAME.offers(state, 0, True) if isinstance(each, Use)]
        assert {part: uses.count(part) for part in uses} == buttons
