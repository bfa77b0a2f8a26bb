"""Sentences for what a move brought about."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine import N_, Sentence

EFFECTS: Mapping[str, Sentence] = {
    "ingredient_lost": Sentence(N_("%(player)s: nothing left on this stack, the ingredient is lost: %(good)s.")),
    "round_over": Sentence(N_("The round is over.")),
    "may_declare": Sentence(N_("If your objective is complete, you may say so now.")),
    "last_round": Sentence(N_("The last round begins.")),
    "play_over": Sentence(N_("Play is over: everyone reveals hand and objective.")),
    "declaration_untrue": Sentence(N_("%(player)s: the objective is not complete after all. Play goes on.")),
    "game_over": Sentence(N_("The game is over.")),
}
