"""Plays as they are kept, in both databases."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.store import Store
from referee.store.plays import Sight
from tests.store.positions import play


def test_a_play_is_kept_as_it_was_told_and_once_for_each_table(store: Store) -> None:
    told = play("K7QF2M", "2026-03-01T22:00:00.000Z")
    store.plays.keep(told)
    (kept,) = store.plays.everything(None)
    assert msgspec.structs.replace(kept, id=0) == told
    changed = msgspec.structs.replace(told, decided_by=None, minutes=41)
    store.plays.note(kept.id, "by candlelight")
    store.plays.keep(changed)
    assert store.plays.everything(None) == [msgspec.structs.replace(changed, id=kept.id, note="by candlelight")]
    store.plays.drop("K7QF2M")
    assert store.plays.everything(None) == []


def test_who_was_taken_out_stays_out_however_often_the_game_is_over_again(store: Store, tmp_path: Path) -> None:
    told = play("K7QF2M", "2026-03-01T22:00:00.000Z")
    out = msgspec.structs.replace(told.players[1], name="…")
    store.plays.keep(told)
    store.plays.keep(play("TABLE2", "2026-03-01T21:00:00.000Z", *told.players[:1]))
    store.plays.forget(["żółć"])
    store.plays.keep(msgspec.structs.replace(told, minutes=41))
    assert store.plays.everything(None)[0].players == (told.players[0], out)
    store.database.backup(tmp_path / "copy.sqlite")
    store.plays.drop("K7QF2M")  # the last turn was undone, and played again
    store.database.restore(tmp_path / "copy.sqlite")
    store.plays.drop("K7QF2M")
    store.plays.keep(told)
    assert store.plays.everything(None)[0].players == (told.players[0], out)
    assert store.plays.page(None, None, 9, ["żółć"]) == []
    assert store.plays.names(None, 9) == ["Ada"]


def test_pages_are_newest_first_and_go_on_after_any_play(store: Store) -> None:
    for number in (3, 1, 2):
        store.plays.keep(play(f"TABLE{number}", f"2026-03-0{number}T22:00:00.000Z"))
    first = store.plays.page(None, None, 2)
    assert [one.code for one in first] == ["TABLE3", "TABLE2"]
    assert [one.code for one in store.plays.page(None, first[-1].id, 2)] == ["TABLE1"]
    assert [one.code for one in store.plays.page(None, None, 9, ["żółć"], "homunculus")] == [
        "TABLE3",
        "TABLE2",
        "TABLE1",
    ]
    assert store.plays.page(None, None, 9, ["nobody"]) == store.plays.page(None, None, 9, (), "alchemicus") == []


def test_everything_is_read_anew_as_it_changes(store: Store) -> None:
    for number in (1, 2, 3):
        store.plays.keep(play(f"TABLE{number}", f"2026-03-0{number}T22:00:00.000Z"))
    third, second, first = store.plays.everything(None)
    store.plays.note(second.id, "late")
    noted = msgspec.structs.replace(second, note="late")
    assert store.plays.everything(None) == [third, noted, first]
    store.plays.drop("TABLE3")
    store.plays.keep(play("TABLE4", "2026-03-01T23:00:00.000Z"))
    assert [one.code for one in store.plays.everything(None)] == ["TABLE2", "TABLE4", "TABLE1"]
    store.plays.drop("TABLE4")
    again = play("TABLE5", "2026-02-01T23:00:00.000Z")  # in its place, with its number
    store.plays.keep(again)
    assert [one.code for one in store.plays.everything(None)] == ["TABLE2", "TABLE1", "TABLE5"]
    assert store.plays.everything(None) == store.plays.everything(None)


def test_a_count_is_one_for_each_phone_and_key(store: Store) -> None:
    count = play(None, "2026-03-01T22:00:00.000Z")
    mine, new = store.plays.keep_count(count, "key", "phone")
    assert new
    assert store.plays.keep_count(count, "key", "phone") == (mine, False)
    _other, new = store.plays.keep_count(count, "key", "another phone")
    assert new
    assert store.plays.everything(Sight("phone")) == [mine]
    assert store.plays.everything(Sight("")) == []
    assert store.plays.find(mine.id, Sight("another phone")) is None


@pytest.mark.slow
@pytest.mark.parametrize("place", ["postgres"], indirect=True)
def test_what_one_server_changes_another_shows(opened: Callable[[], Store]) -> None:
    one, other = opened(), opened()
    one.plays.keep(play("K7QF2M", "2026-03-01T22:00:00.000Z"))
    (kept,) = other.plays.everything(None)
    one.plays.join("żółć", "Ada")
    assert other.plays.joined() == {"żółć": "Ada"}
    one.plays.note(kept.id, "late")
    assert [one.note for one in other.plays.everything(None)] == ["late"]


def test_a_backup_holds_the_plays(store: Store, tmp_path: Path) -> None:
    store.plays.keep(play("K7QF2M", "2026-03-01T22:00:00.000Z"))
    store.plays.keep_count(play(None, "2026-03-02T22:00:00.000Z"), "key", "phone")
    store.plays.join("żółć", "Ada")
    before = store.plays.everything(None)
    store.database.backup(tmp_path / "copy.sqlite")
    for one in before:
        store.plays.discard(one.id)
    assert store.plays.everything(None) == []
    store.database.restore(tmp_path / "copy.sqlite")
    assert store.plays.everything(None) == before
    assert store.plays.joined() == {"żółć": "Ada"}


def test_two_servers_that_keep_one_evening_at_once_keep_it_once(
    opened: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first waits, once it has looked, for as long as the second gets anywhere."""
    first, second = opened(), opened()
    looked, done = threading.Event(), threading.Event()
    add = first.plays._add

    def slowly(*given: Any) -> int:
        looked.set()
        done.wait(0.5)  # in vain: the second waits for the first
        return add(*given)

    monkeypatch.setattr(first.plays, "_add", slowly)
    with ThreadPoolExecutor(1) as thread:
        kept = thread.submit(first.plays.keep, play("AAAAAA", "2026-03-01T21:00:00.000Z"), "K7QF2M then", False)
        assert looked.wait(20)
        second.plays.keep(play("BBBBBB", "2026-03-01T21:00:00.000Z"), "K7QF2M then", False)
        done.set()
        kept.result()
    assert [one.code for one in second.plays.everything(None)] == ["AAAAAA"]
