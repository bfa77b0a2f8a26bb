"""Sentences for the effects of a move."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine import N_, NN_, Effect, Fact, Sentence


class Reshuffled(Effect, frozen=True):
    """The discards became the new reserve: how many tiles (`cards`)."""

    cards: int

    def facts(self) -> dict[str, Fact]:
        return {**super().facts(), "num": self.cards}


EFFECTS: Mapping[str, Sentence] = {
    "reshuffled": Sentence(
        NN_(
            "The reserve was empty: %(num)s discarded tile is the new reserve.",
            "The reserve was empty: %(num)s discarded tiles, shuffled, are the new reserve.",
        )
    ),
    "game_over": Sentence(N_("Kazaam! Every place is filled: %(player)s.")),
}
