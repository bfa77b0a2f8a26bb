"""What a correction leaves to be done, and how much it may say."""

import msgspec
import pytest

from tests.alchemicus.positions import ADA, SALE, SPIRIT, a, full, having, move, on, played, refused, seated, table


@pytest.mark.parametrize("state", [full(), table()])
def test_a_move_of_the_spirit_that_a_correction_left_due_is_made_after_gloria(state):
    state, _ = played(on(seated(state, ADA, hand=6 if state.rules.full else None, fame=3), SALE), "gloria")
    assert refused(state, "spirit", to="horten") == ("wrong_phase", "AL-TURN")
    state, _ = played(state, "pawn", field=SPIRIT)
    assert (state.phase, refused(state, "end_turn")) == ("end", ("spirit_must_move", "AL-SPIRIT-MUST"))
    state, _ = played(state, "spirit", to="horten", discard_hand=True)
    assert (state.spirit, state.phase, refused(state, "end_turn")) == ("horten", "end", None)


def test_as_many_spiritus_lie_on_a_building_as_a_request_can_say():
    state, _ = played(having(full(), ADA, a("alembic")), "goods", building=100, spiritus=999)
    assert state.seats[ADA].buildings[0].spiritus == 999
    with pytest.raises(msgspec.ValidationError):
        move("goods", building=100, spiritus=1000)
