"""The files of what was recorded: a story a file, and a file for each kind of page; JSON, compressed (xz)."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
STORIES = HERE / "stories"
PAGES = HERE / "pages"
OLDER = HERE / "older"


def write(file: Path, rows: Iterable[Any]) -> None:
    """Write `rows`, each a line of JSON."""
    file.parent.mkdir(exist_ok=True)
    text = "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)
    file.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


@cache
def read(file: Path) -> list[Any]:
    """Return the rows of a file."""
    return [json.loads(line) for line in lzma.decompress(file.read_bytes()).decode().splitlines()]


def names(folder: Path) -> list[str]:
    """Return the names of the stories, or of the kinds of page, that are kept."""
    return sorted(file.name.removesuffix(".jsonl.xz") for file in folder.glob("*.jsonl.xz"))


def file_of(folder: Path, name: str) -> Path:
    """Return the file that keeps a story, or a kind of page."""
    return folder / f"{name}.jsonl.xz"
