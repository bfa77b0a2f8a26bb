"""What is kept of a finished game, and the statistics over many."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from referee.games import GAMES
from referee.history import Entry, Undo
from referee.plays import People, Tally, each_game, follow, one_person, play_of, statistics, tallies
from referee.store import StorageError, Store, open_file
from referee.store.plays import folded
from referee.store.rows import Play, PlayPlayer, Stamped

ADA, BRUNO, CARLA = "Ada", "Bruno", "Carla"
EVENING = (
    ("2026-03-01T20:00:00.000Z", {"kind": "place", "seat": 0, "field": 3}),
    ("2026-03-01T20:10:00.000Z", {"kind": "fame", "seat": 0, "by": 2}),
    ("2026-03-01T21:30:00.000Z", {"kind": "end_turn", "seat": 0}),
    ("2026-03-01T21:40:00.000Z", {"kind": "place", "seat": 1, "field": 2}),
    ("2026-03-01T21:50:00.000Z", {"kind": "end_turn", "seat": 1}),
)
"""A game to one Fame, which Ada won with her first turn."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_file(tmp_path / "referee.sqlite", GAMES)
    yield opened
    opened.close()


def kept(store: Store, *entries: tuple[str, dict[str, object] | Undo]) -> Play | None:
    """Return the play of a table of Alchemicus at which this was entered."""
    game = GAMES["alchemicus"]
    options = game.settle(game.options(target=1), 2, "en")
    table = store.create("K7QF2M", "alchemicus", [ADA, BRUNO], options, "2026-03-01T19:00:00.000Z", "host")
    assert table is not None
    for seq, (at, what) in enumerate(entries, 1):
        move = what if isinstance(what, Undo) else msgspec.convert(what, game.moves)
        entry = Entry(seq, at, None, move)
        table = store.append(table, table.history.enter(entry), Stamped(entry, "host", str(seq)))
    return play_of(store, table)


def test_a_finished_game_is_a_play_with_its_result_and_its_length_without_breaks(store: Store) -> None:
    play = kept(store, *EVENING)
    assert play is not None
    assert (play.code, play.game, play.options["target"]) == ("K7QF2M", "alchemicus", 1)
    assert (play.started, play.ended) == ("2026-03-01T20:00:00.000Z", "2026-03-01T21:50:00.000Z")
    assert play.minutes == 30  # 110, but for a break of 80
    assert play.players == (PlayPlayer(ADA, 1, 2, True), PlayPlayer(BRUNO, 2, 0, False))
    assert play.decided_by == "fame"


def test_a_play_that_cannot_be_kept_yet_is_logged_without_its_tables_code(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert kept(store, *EVENING) is not None

    def full(play: Play, origin: str, own: bool) -> None:
        raise StorageError("database or disk is full")

    monkeypatch.setattr(store.plays, "keep", full)
    table = store.table("K7QF2M")
    assert table is not None
    follow(store, table)
    assert caplog.messages == ["a play is not kept yet: database or disk is full"]


def test_a_game_that_is_not_over_is_no_play(store: Store) -> None:
    assert kept(store, *EVENING[:-1]) is None


def test_a_game_that_undo_reopened_is_no_play_any_more(store: Store) -> None:
    assert kept(store, *EVENING, ("2026-03-01T21:51:00.000Z", Undo((5,)))) is None


def test_a_correction_the_next_day_changes_the_result_and_not_the_length(store: Store) -> None:
    play = kept(store, *EVENING, ("2026-03-02T09:00:00.000Z", {"kind": "fame", "seat": 1, "by": 5}))
    assert play is not None
    assert (play.ended, play.minutes) == ("2026-03-01T21:50:00.000Z", 30)
    assert [player.score for player in play.players] == [2, 5]
    assert [player.winner for player in play.players] == [False, True]


def test_an_open_tie_break_is_a_play_that_nobody_has_won_yet(store: Store) -> None:
    play = kept(store, *EVENING, ("2026-03-01T21:51:00.000Z", {"kind": "fame", "seat": 1, "by": 2}))
    assert play is not None
    assert play.decided_by is None
    assert [player.winner for player in play.players] == [False, False]


# --- statistics --------------------------------------------------------------------------------------------------


def count(number: int, winner: str, *rows: tuple[str, int | None], game: str = "homunculus", minutes: int = 0) -> Play:
    """Return a play of the `number`th day of a month, with the scores of `rows`; places follow the scores."""
    ended = f"2026-05-{number:02d}T21:00:00.000Z"
    scores = sorted((score or 0 for _name, score in rows), reverse=True)
    players = tuple(
        PlayPlayer(name, 1 if name == winner else max(2, 1 + scores.index(score or 0)), score, name == winner)
        for name, score in rows
    )
    return Play(
        id=number,
        code=None,
        game=game,
        options={},
        started=ended,
        ended=ended,
        minutes=minutes,
        players=players,
        decided_by="points",
        counted=True,
    )


def test_one_person_across_evenings_whatever_the_spelling() -> None:
    plays = [count(1, ADA, (ADA, 9), (BRUNO, 7)), count(2, "ADA ", ("ADA ", 11), (BRUNO, 8))]
    found = statistics(plays, People())
    assert [(person.name, person.plays, person.wins) for person in found.people] == [("ADA ", 2, 2), (BRUNO, 2, 0)]


def test_joined_names_are_one_person() -> None:
    plays = [count(1, ADA, (ADA, 9), (BRUNO, 7)), count(2, "Adelaide", ("Adelaide", 11), (BRUNO, 8))]
    found = statistics(plays, People({folded("Adelaide"): ADA}))
    assert [(person.name, person.plays) for person in found.people] == [("Adelaide", 2), (BRUNO, 2)]


def test_what_a_page_shows_alone_is_what_the_whole_statistics_say() -> None:
    plays = [
        count(1, ADA, (ADA, 9), (BRUNO, 7)),
        count(2, "ADA ", ("ADA ", 12), (BRUNO, 7), (CARLA, 3)),
        count(3, BRUNO, (ADA, 4), ("Brunone", 6), game="alchemicus", minutes=50),
    ]
    people = People({folded("Brunone"): BRUNO})
    whole = statistics(plays, people)
    told = [(one.name, one.plays, one.wins) for one in tallies(plays[::-1], people)]
    assert told == [(one.name, one.plays, one.wins) for one in whole.people]
    assert [one_person(plays[::-1], people, one.name) for one in whole.people] == list(whole.people)
    assert one_person(plays[::-1], people, "nobody") is None
    assert each_game(plays) == whole.games


def test_who_was_taken_out_is_nobody_in_the_statistics() -> None:
    plays = [count(1, ADA, (ADA, 9), ("…", 7)), count(2, "…", ("…", 11), (ADA, 8))]
    people = People()
    found = statistics(plays, people)
    assert [(one.name, one.plays, one.wins, one.against) for one in found.people] == [(ADA, 2, 1, ())]
    assert tallies(plays[::-1], people) == [Tally(ADA, 2, 1)]
    assert one_person(plays[::-1], people, "…") is None
    assert (found.games[0].plays, found.games[0].record) == (2, 11)


def test_streaks_records_and_against_whom() -> None:
    plays = [
        count(1, ADA, (ADA, 9), (BRUNO, 7)),
        count(2, ADA, (ADA, 12), (BRUNO, 7), (CARLA, 3)),
        count(3, BRUNO, (ADA, 4), (BRUNO, 6)),
        count(4, ADA, (ADA, None), (BRUNO, None), game="alchemicus", minutes=50),
    ]
    found = statistics(reversed(plays), People())
    ada = found.people[0]
    assert (ada.name, ada.plays, ada.wins, ada.streak, ada.running) == (ADA, 4, 3, 2, 1)
    assert [(one.game, one.plays, one.wins, one.best, one.mean) for one in ada.games] == [
        ("alchemicus", 1, 1, None, None),
        ("homunculus", 3, 2, 12, 8.3),
    ]
    assert [(one.name, one.plays, one.better, one.worse) for one in ada.against] == [(BRUNO, 4, 3, 1), (CARLA, 1, 1, 0)]
    alchemicus, homunculus = found.games
    assert (alchemicus.record, alchemicus.mean, alchemicus.minutes) == (None, None, 50)
    assert (homunculus.plays, homunculus.record, homunculus.holders) == (3, 12, (ADA,))
    assert homunculus.mean_by_players == {2: 6.5, 3: 7.3}
    assert homunculus.decided_by == {"points": 3}


@pytest.mark.parametrize(("one", "other"), [("Żółć", "żółć"), ("Ada  Rossi", " ada rossi"), ("Ａda", "Ada")])
def test_spellings_that_fold_alike(one: str, other: str) -> None:
    assert folded(one) == folded(other)
