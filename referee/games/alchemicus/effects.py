"""The effects of a move, beside what it says itself, and the sentence that tells it."""

from __future__ import annotations

import msgspec

from referee.engine import N_, NN_, Echo, Fact, Player, Sentence, Term
from referee.engine import Effect as AnyEffect
from referee.games.alchemicus.board import HAND_LIMIT


class Effect(AnyEffect, frozen=True, omit_defaults=True):
    """An effect of a move: how many cards, which good, on which building (an id), from whom or from which building.

    In JSON `source` is called "from".
    """

    cards: int | None = None
    good: str | None = None
    building: int | None = None
    source: int | None = msgspec.field(default=None, name="from")

    def facts(self) -> dict[str, Fact]:
        good: dict[str, Fact] = {} if self.good is None else {"good": Term(self.good)}
        robbed: dict[str, Fact] = {}
        if self.code == "robbed" and self.source is not None:
            robbed = {"victim": Player(self.source)}
        return {"player": Player(self.seat), "num": self.cards or 0, **good, **robbed}


EFFECTS: dict[str, Sentence] = {
    "passed_spirit": Sentence(
        NN_(
            "%(player)s: passed the Spirit field and took %(num)d card",
            "%(player)s: passed the Spirit field and took %(num)d cards",
        )
    ),
    "stopped_by_golem": Sentence(N_("%(player)s: stopped by a Golem, which is now discarded")),
    "noctis_card": Sentence(NN_("%(player)s: took %(num)d Noctis card", "%(player)s: took %(num)d Noctis cards")),
    "domo_bonus": Sentence(NN_("%(player)s: Domo bonus, %(num)d card", "%(player)s: Domo bonus, %(num)d cards")),
    "robbed": Sentence(N_("%(player)s: took a card at random from the hand of %(victim)s")),
    "spiritus_spent": Sentence(N_("%(player)s: a Spiritus stopped the transmutation and is spent")),
    "harvested": Sentence(N_("%(player)s: harvested (%(good)s)")),
    "transmuted": Sentence(N_("%(player)s: made %(good)s")),
    "sold": Sentence(N_("%(player)s: sold (%(good)s)")),
    "discard_to_limit": Sentence(
        NN_(
            "%(player)s: must discard %(num)d card, down to %(limit)s",
            "%(player)s: must discard %(num)d cards, down to %(limit)s",
        ),
        {"limit": HAND_LIMIT},
    ),
    "last_round": Sentence(N_("The last round begins: %(player)s has enough Fame")),
    "game_over": Sentence(N_("The game is over")),
}
"""Effect code -> the sentence that tells it."""

ECHOES: dict[str, Echo] = {
    "harvested": Echo("effect"),
    "transmuted": Echo("line"),
    "sold": Echo("line"),
    "robbed": Echo("line"),
    "spiritus_spent": Echo("line"),
    "discard_to_limit": Echo("line"),
    "passed_spirit": Echo(follower="noctis_card"),
}
"""See `Game.echoes`. NO-PASS gives one card, from whichever deck, so that the second effect is told alone."""
