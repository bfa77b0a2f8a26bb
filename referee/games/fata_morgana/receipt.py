"""The cards to move after a turn: read off the line that tells it, for those who see it in symbols."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import count, takewhile

import msgspec

from referee.engine import N_, NN_, Effect, Sentence, Term
from referee.games.fata_morgana.moves.turn import COPIED, CREATED, PASSED_HIDDEN, PASSED_TAKING, IngredientLost

BREWED = Sentence(N_("%(player)s: new potion"))
COPIES = Sentence(N_("%(player)s: potion %(potion)s copied"))
PASSES = Sentence(N_("%(player)s: passed"))
POINTS = Sentence(NN_("%(num)s point", "%(num)s points"))


class Receipt(msgspec.Struct, frozen=True):
    """The cards of one turn, a colour for each: `gone` are laid down, `come` are taken, `lost` could not be taken, as
    their stack was empty. `cauldron` is that of a new potion, whose cards lie with it; else they go back to the stacks.
    `hidden`: how many were drawn from the hidden pile. `brief` says what was done, `points` what it scored, None where
    it could score nothing.
    """

    brief: Sentence
    points: Sentence | None = None
    cauldron: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    come: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    hidden: int = 0


def receipt(line: Sequence[Sentence], effects: Collection[Effect]) -> Receipt | None:
    """Return the cards that a line of the log moved, with what came of it; None where it tells of no turn."""
    if len(line) != 1:
        return None
    (told,) = line
    facts, message = told.facts, told.message
    if message == PASSED_TAKING.message:
        return Receipt(PASSES.about(**facts), come=_keys(told, "colour"))
    if message == PASSED_HIDDEN.message:
        drawn = facts["num"]
        return Receipt(PASSES.about(**facts), hidden=drawn if isinstance(drawn, int) else 0)
    created = any(message == each.message for each in CREATED)
    if not created and not any(message == each.message for each in COPIED):
        return None
    gone: tuple[str, ...] = ()
    for number in takewhile(lambda number: f"n{number}" in facts, count(1)):
        amount = facts[f"n{number}"]
        gone += _keys(told, f"c{number}") * (amount if isinstance(amount, int) else 0)
    yields = _keys(told, "first", "second")
    come, lost = list(yields), [effect.good for effect in effects if isinstance(effect, IngredientLost)]
    for colour in lost:
        come.remove(colour)
    return Receipt(
        brief=(BREWED if created else COPIES).about(**facts),
        points=POINTS.about(**facts),
        cauldron=yields if created else (),
        gone=gone,
        come=tuple(come),
        lost=tuple(lost),
    )


def _keys(told: Sentence, *names: str) -> tuple[str, ...]:
    """Return the glossary keys that these facts of a sentence name."""
    return tuple(fact.key for name in names if isinstance(fact := told.facts[name], Term))
