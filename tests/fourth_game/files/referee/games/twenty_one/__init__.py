"""Twenty-one: two take from one pile of tokens; whoever takes the last one wins. Pure rules."""

from __future__ import annotations

from pathlib import Path

from referee.engine import N_, Game, read_book
from referee.games.twenty_one import state
from referee.games.twenty_one.moves import Take, offers, screen
from referee.games.twenty_one.state import Options, settle, start, view

GAME = Game(
    name="twenty_one",
    title="Twenty-one",
    about=N_("Take one, two or three tokens; whoever takes the last one wins. 2 players."),
    seats=(2, 2),
    options=Options,
    moves=Take,
    settle=settle,
    start=start,
    view=view,
    offers=offers,
    screen=screen,
    books=(read_book(Path(__file__).parent / "rules.toml", vars(state)),),
    board=state,
    rules_now=lambda _state: ("TW-TAKE", "TW-WIN"),
    decided={"last_token": N_("the last token"), "left": N_("the other player has left")},
    by_score="last_token",
)
