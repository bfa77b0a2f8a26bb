"""Record again what is meant to be different now.

python -m tests.recorded pages KIND…          the text of these kinds of page ("table-alchemicus"; all: "all")
python -m tests.recorded stories NAME…        these stories, their JSON and their pages, made anew
python -m tests.recorded show KIND STORY      a kind of page as it is kept, to be read
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any

from tests.recorded import kept
from tests.recorded.compare import differences, is_words
from tests.recorded.record import ALL, recorded
from tests.recorded.stories import play


def record(names: list[str]) -> None:
    """Make stories anew, and keep what came of them."""
    pages: dict[str, dict[str, list[str]]] = {}
    for name in names:
        rows: list[Any] = []
        for number, (step, status, answer) in enumerate(recorded(name)):
            if step["page"] is None:
                rows.append([step, status, answer])
            else:
                rows.append([step, status, None])
                pages.setdefault(step["page"], {})[f"{name} {number}"] = answer
        kept.write(kept.file_of(kept.STORIES, name), rows)
        print(name, len(rows))
    for kind, texts in pages.items():
        file = kept.file_of(kept.PAGES, kind)
        held = {key: text for key, text in kept.read(file) if key.split(" ")[0] not in names} if file.exists() else {}
        kept.write(file, sorted({**held, **texts}.items()))


def record_pages(kinds: list[str]) -> None:
    """Play all stories at the app as it is now, and keep the text of these kinds of page."""
    texts: dict[str, dict[str, list[str]]] = {}
    for name in kept.names(kept.STORIES):
        steps = [row[0] for row in kept.read(kept.file_of(kept.STORIES, name))]
        for number, (step, _, answer) in enumerate(play(name, steps)):
            if step["page"] in kinds or (step["page"] and kinds == ["all"]):
                texts.setdefault(step["page"], {})[f"{name} {number}"] = answer
    for kind, found in texts.items():
        kept.write(kept.file_of(kept.PAGES, kind), sorted(found.items()))
        print(kind, len(found))


def record_words() -> None:
    """Play all stories at the app as it is now, and keep the sentences in its JSON answers."""
    for name in kept.names(kept.STORIES):
        file = kept.file_of(kept.STORIES, name)
        rows = kept.read(file)
        changed = 0
        for row, (step, _, now) in zip(rows, play(name, [row[0] for row in rows]), strict=True):
            if step["page"] is None and row[2] != now:
                words = [found for found in differences(row[2], now) if is_words(found)]
                changed += len(words)
                for found in words:
                    put(row[2], found.at, json.loads(found.now))
        if changed:
            kept.write(file, rows)
            print(name, changed)


def put(answer: Any, at: str, value: Any) -> None:
    """Put `value` in an answer at a path like "table.players[0].name"."""
    *way, last = re.findall(r"\w+", at)
    for key in way:
        answer = answer[int(key)] if isinstance(answer, list) else answer[key]
    answer[int(last) if isinstance(answer, list) else last] = value


def show(kind: str, story: str) -> None:
    """Print a kind of page as it is kept of one story."""
    for key, lines in kept.read(kept.file_of(kept.PAGES, kind)):
        if key.split(" ")[0] == story:
            print(f"--- {key}", *lines, sep="\n")


def main() -> None:
    match sys.argv[1:]:
        case ["pages", *kinds] if kinds:
            record_pages(kinds)
        case ["words"]:
            record_words()
        case ["stories", *names] if names:
            record(list(ALL) if names == ["all"] else names)
        case ["show", kind, story]:
            show(kind, story)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
