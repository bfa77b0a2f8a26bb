"""The tokens to move after an action or a turn, and of which homunculi the tiles were: read off the lines that tell
it, for those who see it in symbols."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.engine import N_, Counts, Fact, Sentence, Term
from referee.games.homunculus.moves.powers import TOOK
from referee.games.homunculus.moves.turn import GAINED, PLAYED, PLAYED_FREE, PLAYED_PAYING

PLAYS = Sentence(N_("%(player)s: played a tile: %(part)s"))
DISCARDS = Sentence(N_("%(player)s: discarded a tile"))
USES_TORSO = Sentence(N_("%(player)s (%(part)s)"))


class Receipt(msgspec.Struct, frozen=True):
    """The things that an action or a turn moved: `kinds` of the tiles that were laid, ingredients `paid` and `gained`,
    each with its number. `brief` says what was done."""

    brief: tuple[Sentence, ...]
    kinds: tuple[str, ...] = ()
    paid: dict[str, int] = {}
    gained: dict[str, int] = {}


def receipt(line: Sequence[Sentence]) -> Receipt | None:
    """Return what a line of the log moved; None where it says so in a few words itself, or nothing moved."""
    facts, message = line[0].facts, line[0].message
    if message in (PLAYED, PLAYED_FREE, PLAYED_PAYING):
        return Receipt((PLAYS.about(**facts),), _kinds(facts.get("kind")), _amounts(facts.get("paid")))
    if message == GAINED:
        return Receipt((DISCARDS.about(**facts),), gained=_amounts(facts.get("gained")))
    if message == TOOK:
        return Receipt((USES_TORSO.about(**facts),), gained=_amounts(facts.get("taken")))
    if moved := {name: facts[name] for name in ("kinds", "paid", "gained") if name in facts}:  # a whole turn
        return Receipt(
            tuple(line), _kinds(moved.get("kinds")), _amounts(moved.get("paid")), _amounts(moved.get("gained"))
        )
    return None


def _kinds(fact: Fact | None) -> tuple[str, ...]:
    """Return the homunculi that a fact names, each as often as it does."""
    if isinstance(fact, Term):
        return (fact.key,)
    return tuple(key for key, number in fact.each for _tile in range(number)) if isinstance(fact, Counts) else ()


def _amounts(fact: Fact | None) -> dict[str, int]:
    return dict(fact.each) if isinstance(fact, Counts) else {}
