"""Killed, full, locked: nothing acknowledged is lost, none twice, and errors are sentences."""

from __future__ import annotations

from bench.soak import killed


def test_killed_under_load_nothing_acknowledged_is_lost_and_nothing_is_twice() -> None:
    acknowledged, recorded, wrong = killed(6, seed=11)
    assert wrong == []
    assert acknowledged == recorded > 50
