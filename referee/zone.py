"""The server's own time zone, as the environment names it in TZ; times are told in UTC where that names none."""

from __future__ import annotations

import os
import re
import sys
import time
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

BY_RULE = re.compile(r"(?:[A-Za-z]{3,}|<[A-Za-z0-9+-]{3,}>)[+-]?\d[^/]*")
"""A zone told by its rule rather than its name: CET-1CEST (POSIX, 8.3)."""


def names_a_zone(text: str) -> bool:
    """Whether the value of TZ names a time zone: by its name, its rule, or the path of its file; "" is UTC."""
    name = text.removeprefix(":")
    if not name or BY_RULE.fullmatch(name):
        return True
    try:
        if os.path.isabs(name):
            with open(name, "rb") as file:
                ZoneInfo.from_file(file)
        else:
            ZoneInfo(name)
    except (OSError, ValueError, ZoneInfoNotFoundError):
        return False
    return True


def correct_zone() -> None:
    """Let TZ name a zone, and say so where it named none: what reads it later would end the program."""
    named = os.environ.get("TZ")
    if named is None or names_a_zone(named):
        return
    if hasattr(time, "tzset"):
        sys.stderr.write(f"TZ={named!a} names no time zone: times are told in UTC.\n")
        os.environ["TZ"] = "UTC"
        time.tzset()
    else:  # the system knows its zone without it
        del os.environ["TZ"]
