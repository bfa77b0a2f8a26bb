"""What is said of the effects of a move."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine import N_, NN_

EFFECTS: Mapping[str, str | tuple[str, str]] = {
    "reshuffled": NN_(
        "The reserve was empty: %(num)s discarded tile is the new reserve.",
        "The reserve was empty: %(num)s discarded tiles, shuffled, are the new reserve.",
    ),
    "game_over": N_("Kazaam! The ninth place is filled: %(player)s."),
}
ECHOES: Mapping[str, str] = {}
