"""Whether this computer's clock can be right: a board without a battery begins somewhere in the past."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

WRITTEN = datetime(2026, 11, 29, tzinfo=UTC)
"""A day on which this was written: no clock that is right is behind it."""
LATEST = WRITTEN + timedelta(days=20 * 365)
"""No clock that is right is later."""
DIFFERENT = timedelta(days=1)


def wrong_clock(file: Path) -> str:
    """Return a sentence if the clock is before WRITTEN, after LATEST, or a day and more before `file` was last written;
    else ""."""
    now = datetime.now(UTC)
    try:
        kept = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    except (OSError, OverflowError, ValueError):  # no such file, or a time that no calendar has
        kept = now
    if WRITTEN - DIFFERENT <= now <= LATEST and kept - now < DIFFERENT:
        return ""
    told = f"{now:%Y-%m-%d %H:%M} (UTC)"
    return f"This computer's clock says {told}, which cannot be right: set it, or the logs tell wrong times."
