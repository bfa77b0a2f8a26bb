"""Which Chromium the tests drive: `python -m tests.browser.chromium` fails if there is none."""

from __future__ import annotations

import os
import shutil
import sys

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first draws pages and nothing around them, which takes half the time."""


def chromium() -> str | None:
    """Return the one that CHROMIUM names, else the first that the system has."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


if __name__ == "__main__":
    sys.exit(chromium() is None)
