"""A whole turn told in one line: which parts were laid, which powers were used and against whom, what was drawn or
taken, whether all were turned up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from referee.engine import N_, NN_, Counts, Done, Player, Sentence, Term, kind_of

TOLD_LAID = Sentence(N_("%(player)s → %(list)s"))
TOLD_NONE = Sentence(N_("%(player)s → no new part"))
TOLD_USED = Sentence(N_("· powers used: %(list)s"))
TOLD_AGAINST = Sentence(N_("· against %(target)s: %(list)s"))
TOLD_DRAWN = Sentence(NN_("· %(num)s tile drawn", "· %(num)s tiles drawn"))
TOLD_EXTRACTED = Sentence(N_("· ingredients taken"))
TOLD_UP = Sentence(N_("· all parts face up again"))


def summed_up(seat: int, turn: Sequence[Done]) -> tuple[Sentence, ...]:
    """Return what is told of a turn of `seat`, of what was done in it, oldest first; nothing of an empty one."""
    kinds = Counter(kind_of(done.move) for done in turn)
    laid = parts_of(turn, "play")
    if not kinds.keys() & {"play", "use", "refresh", "draw", "extract"}:
        return ()
    said = [(TOLD_LAID.about(list=laid) if laid.each else TOLD_NONE).about(player=Player(seat))]
    against: dict[int | None, list[Done]] = {}
    for done in turn:
        if kind_of(done.move) == "use":
            target = done.told.facts.get("target")
            against.setdefault(target.seat if isinstance(target, Player) else None, []).append(done)
    for victim, done_to in against.items():
        used = parts_of(done_to, "use")
        said.append(
            TOLD_USED.about(list=used) if victim is None else TOLD_AGAINST.about(target=Player(victim), list=used)
        )
    if kinds["draw"]:
        said.append(TOLD_DRAWN.about(num=kinds["draw"]))
    if kinds["extract"]:
        said.append(TOLD_EXTRACTED)
    return (*said, TOLD_UP) if kinds["refresh"] else tuple(said)


def parts_of(turn: Sequence[Done], kind: str) -> Counts:
    """Return the parts that moves of this kind name, each with how often."""
    named = (done.told.facts.get("part") for done in turn if kind_of(done.move) == kind)
    return Counts(tuple(Counter(part.key for part in named if isinstance(part, Term)).items()))
