"""A whole turn told in one line: which parts were laid, which powers were used and against whom, what was drawn or
taken, whether all were turned up."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence

from referee.engine import N_, NN_, Counts, Done, Fact, Player, Sentence, Term, kind_of

TOLD_LAID = Sentence(N_("%(player)s → %(list)s"))
TOLD_NONE = Sentence(N_("%(player)s: no new part"))
TOLD_USED = Sentence(N_("· powers used: %(list)s"))
TOLD_AGAINST = Sentence(N_("· against %(target)s: %(list)s"))
TOLD_CANCELLED = Sentence(N_("· %(target)s cancels: %(list)s"))
TOLD_DRAWN = Sentence(NN_("· %(num)s tile drawn", "· %(num)s tiles drawn"))
TOLD_EXTRACTED = Sentence(N_("· ingredients taken"))
TOLD_UP = Sentence(N_("· all parts face up again"))


def summed_up(seat: int, turn: Sequence[Done]) -> tuple[Sentence, ...]:
    """Return what is told of a turn of `seat`, of what was done in it, oldest first; nothing of an empty one."""
    kinds = Counter(kind_of(done.move) for done in turn)
    laid = parts_of(turn, "play")
    if not kinds.keys() & {"play", "use", "refresh", "draw", "extract"}:
        return ()
    said = [(TOLD_LAID.about(list=laid) if laid.each else TOLD_NONE).about(player=Player(seat), **moved(turn))]
    for number, piece in enumerate(between_refreshes(turn)):
        if number and said[-1] is not TOLD_UP:
            said.append(TOLD_UP)
        said += powers_used(piece)
    if kinds["draw"]:
        said.append(TOLD_DRAWN.about(num=kinds["draw"]))
    if kinds["extract"]:
        said.append(TOLD_EXTRACTED)
    return tuple(said)


def between_refreshes(turn: Sequence[Done]) -> list[list[Done]]:
    """Return a turn in pieces, cut where all parts were turned face up: what was used after that is face down."""
    pieces: list[list[Done]] = [[]]
    for done in turn:
        if kind_of(done.move) == "refresh":
            pieces.append([])
        else:
            pieces[-1].append(done)
    return pieces


def powers_used(turn: Sequence[Done]) -> list[Sentence]:
    """Return what is told of the powers used: those against each player together, those that were cancelled apart."""
    against: dict[tuple[str | tuple[str, str], int | None], list[Done]] = {}
    for done, after in itertools.zip_longest(turn, turn[1:]):
        if kind_of(done.move) == "use":
            target = done.told.facts.get("target")
            victim = target.seat if isinstance(target, Player) else None
            cancelled = after is not None and kind_of(after.move) == "cancel"
            line = TOLD_CANCELLED if cancelled else TOLD_USED if victim is None else TOLD_AGAINST
            against.setdefault((line.message, victim), []).append(done)
    said = []
    for (message, victim), done_to in against.items():
        used: dict[str, Fact] = {"list": parts_of(done_to, "use")}
        said.append(Sentence(message, used if victim is None else {**used, "target": Player(victim)}))
    return said


def moved(turn: Sequence[Done]) -> dict[str, Fact]:
    """Return what a turn moved, for its symbols (receipt.py): of which homunculi the laid tiles were, and what was paid
    and gained in all; each as far as there is any."""
    facts: dict[str, Fact] = {}
    kinds = [done.told.facts.get("kind") for done in turn if kind_of(done.move) == "play"]
    if laid := tuple((kind.key, 1) for kind in kinds if isinstance(kind, Term)):
        facts["kinds"] = Counts(laid)
    for name, told_as in (("paid", ("paid",)), ("gained", ("gained", "taken"))):
        sums: Counter[str] = Counter()
        for done in turn:
            for fact in (done.told.facts.get(one) for one in told_as):
                if isinstance(fact, Counts):
                    sums.update(dict(fact.each))
        if sums:
            facts[name] = Counts(tuple(sums.items()))
    return facts


def parts_of(turn: Sequence[Done], kind: str) -> Counts:
    """Return the parts that moves of this kind name, each with how often."""
    named = (done.told.facts.get("part") for done in turn if kind_of(done.move) == kind)
    return Counts(tuple(Counter(part.key for part in named if isinstance(part, Term)).items()))
