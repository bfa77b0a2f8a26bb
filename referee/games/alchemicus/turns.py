"""A whole turn told in one line: where the pawn went, what was done there, the Fame it brought, the cards left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from referee.engine import N_, NN_, Counts, Done, Player, Sentence, Term, kind_of, signed
from referee.games.alchemicus.board import NOCTIS_COSTS
from referee.games.alchemicus.effects import Effect

TOLD_STOP = Sentence(N_("%(player)s → %(field)s"))
TOLD_DONE = Sentence(N_("%(player)s → %(field)s: %(list)s"))
TOLD_DEMOLISHED = Sentence(N_("· demolished: %(list)s"))
TOLD_FAME = Sentence(N_("· %(by)s Fame"))
TOLD_PLAYED = Sentence(N_("· played: %(list)s"))
TOLD_AGAINST = Sentence(N_("· against %(target)s: %(list)s"))
TOLD_ROBBED = Sentence(N_("· a card stolen from %(victim)s"))
TOLD_CLEARED = Sentence(NN_("· %(num)d Infamia put aside", "· %(num)d Infamias put aside"))
TOLD_DISCARDED = Sentence(NN_("· discards %(num)d card", "· discards %(num)d cards"))
TOLD_NONE_LEFT = Sentence(N_("· no cards left"))
TOLD_LEFT = Sentence(NN_("· %(num)d card left", "· %(num)d cards left"))

NAMED_BY = {"build": "building", "transport": "good", "sell": "good", "spirit": "building"}
"""Kind of move -> the fact of its line that says what was built, carried, sold, where the Spirit went."""


def summed_up(seat: int, hand: int | None, discarded: int, turn: Sequence[Done]) -> tuple[Sentence, ...]:
    """Return what is told of a turn of `seat`, of what was done in it, oldest first, the cards that were `discarded`
    down to the limit, and those left in hand; nothing of a turn in which the pawn went nowhere."""
    stops = [done.told.facts.get("field") for done in turn if kind_of(done.move) in ("place", "move")]
    if not stops or stops[-1] is None:
        return ()
    things = Counter(thing for done in turn for thing in things_done(done))
    told = TOLD_DONE.about(list=Counts(tuple(things.items()))) if things else TOLD_STOP
    sentences = [told.about(player=Player(seat), field=stops[-1])]
    gone = Counter(gone.key for done in turn if isinstance(gone := done.told.facts.get("demolished"), Term))
    if gone:
        sentences.append(TOLD_DEMOLISHED.about(list=Counts(tuple(gone.items()))))
    if fame := sum(map(fame_of, turn)):
        sentences.append(TOLD_FAME.about(by=signed(fame)))
    against: dict[int | None, Counter[str]] = {}
    for done in turn:
        if kind_of(done.move) in NOCTIS_COSTS:
            against.setdefault(victim_of(done, "target", seat), Counter())[kind_of(done.move)] += 1
        if kind_of(done.move) == "move" and isinstance(glorias := done.told.facts.get("list"), Counts):
            against.setdefault(None, Counter()).update(dict(glorias.each))
    for victim, cards in against.items():
        played = TOLD_PLAYED if victim is None else TOLD_AGAINST.about(target=Player(victim))
        sentences.append(played.about(list=Counts(tuple(cards.items()))))
    for done in turn:
        if any(effect.code == "robbed" for effect in done.effects):
            victim = victim_of(done, "victim", seat)
            sentences += [] if victim is None else [TOLD_ROBBED.about(victim=Player(victim))]
    if cleared := sum(kind_of(done.move) == "clear_infamia" for done in turn):
        sentences.append(TOLD_CLEARED.about(num=cleared))
    if discarded:
        sentences.append(TOLD_DISCARDED.about(num=discarded))
    if hand is not None:
        sentences.append(TOLD_LEFT.about(num=hand) if hand else TOLD_NONE_LEFT)
    return tuple(sentences)


def victim_of(done: Done, named: str, seat: int) -> int | None:
    """Return the seat that a move of `seat` was made against, as the fact `named` of its line says; else None."""
    victim = done.told.facts.get(named)
    return victim.seat if isinstance(victim, Player) and victim.seat != seat else None


def things_done(done: Done) -> Iterator[str]:
    """Yield what a move built, brought in, made, carried, sold, or where it sent the Spirit: keys of the glossary."""
    named = done.told.facts.get(NAMED_BY.get(kind_of(done.move), ""))
    if isinstance(named, Term):
        yield named.key
    for effect in done.effects:
        if isinstance(effect, Effect) and effect.code in ("harvested", "transmuted") and effect.good is not None:
            yield effect.good


def fame_of(done: Done) -> int:
    """Return the Fame that a move brought its seat."""
    if kind_of(done.move) in ("gift", "gloria"):
        return 1
    fame = done.told.facts.get("num") if kind_of(done.move) in ("sell", "fame") else None
    return fame if isinstance(fame, int) else 0
