"""What a move brought about, in a sentence for each effect."""

from __future__ import annotations

from referee.engine import N_, NN_

EFFECTS: dict[str, str | tuple[str, str]] = {
    "passed_spirit": NN_(
        "%(player)s: passed the Spirit field, %(num)d card for it",
        "%(player)s: passed the Spirit field, %(num)d cards for it",
    ),
    "stopped_by_golem": N_("%(player)s: stopped by a Golem, which is gone now"),
    "noctis_card": NN_(
        "%(player)s: from the Noctis deck, %(num)d card", "%(player)s: from the Noctis deck, %(num)d cards"
    ),
    "domo_bonus": NN_("%(player)s: Domo bonus, %(num)d card", "%(player)s: Domo bonus, %(num)d cards"),
    "robbed": N_("%(player)s: took a card at random from another hand"),
    "spiritus_spent": N_("%(player)s: a Spiritus foiled the transmutation and is spent"),
    "harvested": N_("%(player)s: harvested (%(good)s)"),
    "transmuted": N_("%(player)s: transmuted, and this came of it: %(good)s"),
    "sold": N_("%(player)s: sold (%(good)s)"),
    "discard_to_limit": NN_(
        "%(player)s: %(num)d card to discard, ten stay", "%(player)s: %(num)d cards to discard, ten stay"
    ),
    "last_round": N_("The last round begins: %(player)s has enough Fame"),
    "game_over": N_("The game is over"),
}
"""Effect code -> what is said of it; the facts are player, num (cards), good."""

ECHOES = {"harvested": "effect", "transmuted": "line", "sold": "line"}
"""Effect code that tells its move once more -> which of both is said to who listens: the one that tells more."""
