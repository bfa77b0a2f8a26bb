"""TZ as it may be set, and a server whose TZ names nothing."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from referee.language import clock, day, numeric
from referee.zone import ZoneInfo, names_a_zone
from tests.servers.server import ROOT


@pytest.mark.parametrize(
    ("text", "names"),
    [
        *(
            (each, True)
            for each in ("", "UTC", "Europe/Rome", ":Europe/Rome", "CET-1CEST", "<+03>-3", "EST5EDT,M3.2.0,M11.1.0")
        ),
        *(
            (each, False)
            for each in (".", ":.", "/", "/etc", "../../../etc/passwd", "/etc/passwd", "Żółw", "\x01", "Foo/Bar")
        ),
        ("Europe/../Europe/Rome", False),
    ],
)
def test_what_names_a_zone(text: str, names: bool) -> None:
    assert names_a_zone(text) is names


@pytest.mark.parametrize("named", [".", "/etc", "../../../etc/passwd", "Żółw", "\x01"])
def test_a_server_whose_tz_names_nothing_says_so_and_tells_times_in_utc(named: str) -> None:
    asked = "import app; from referee.language import numeric; print(numeric('2026-03-01T20:00:00.000Z'))"
    ended = subprocess.run(
        [sys.executable, "-c", asked],
        cwd=ROOT,
        env={**os.environ, "TZ": named},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout == "2026-03-01 20:00:00\n"
    assert ended.stderr == f"TZ={named!a} names no time zone: times are told in UTC.\n"


def test_the_last_hour_of_the_year_9999_is_told_in_utc_where_it_has_no_later_day() -> None:
    last = "9999-12-31T23:30:00.000Z"
    tokyo = ZoneInfo("Asia/Tokyo")
    assert numeric(last, tokyo) == "9999-12-31 23:30:00"
    assert "23" in clock(last, tokyo) or "11:30" in clock(last, tokyo)
    assert "9999" in day(last, tokyo)
    assert numeric("0001-01-01T00:30:00.000Z", ZoneInfo("America/New_York")) == "0001-01-01 00:30:00"
    assert numeric("2026-03-01T20:00:00.123Z", tokyo) == "2026-03-02 05:00:00"
