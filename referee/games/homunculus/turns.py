"""A whole turn told in one line: the parts that were laid, the powers that were used, whether all were turned up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from referee.engine import N_, Counts, Done, Player, Sentence, Term, kind_of

TOLD_LAID = Sentence(N_("%(player)s → %(list)s"))
TOLD_NONE = Sentence(N_("%(player)s → no new part"))
TOLD_USED = Sentence(N_("· powers used: %(list)s"))
TOLD_UP = Sentence(N_("· all parts face up again"))


def summed_up(seat: int, turn: Sequence[Done]) -> tuple[Sentence, ...]:
    """Return what is told of a turn of `seat`, of what was done in it, oldest first; nothing of an empty one."""
    laid, used = parts_of(turn, "play"), parts_of(turn, "use")
    up = any(kind_of(done.move) == "refresh" for done in turn)
    if not (laid.each or used.each or up):
        return ()
    sentences = [(TOLD_LAID.about(list=laid) if laid.each else TOLD_NONE).about(player=Player(seat))]
    if used.each:
        sentences.append(TOLD_USED.about(list=used))
    return (*sentences, TOLD_UP) if up else tuple(sentences)


def parts_of(turn: Sequence[Done], kind: str) -> Counts:
    """Return the parts that moves of this kind name, each with how often."""
    named = (done.told.facts.get("part") for done in turn if kind_of(done.move) == kind)
    return Counts(tuple(Counter(part.key for part in named if isinstance(part, Term)).items()))
