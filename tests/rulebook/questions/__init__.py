"""Questions players ask of the rules, each with the rules that answer it.

Tab-separated, one a line: the language, the book that is played where it is asked ("-": nobody knows), the question,
and the ids that answer it, best first. `tuned.tsv` was looked at while the words of the search were written,
`held_out.tsv` was not: it tells how the search does with questions nobody thought of. Keep it so, and add words for
the first file only.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

FILES = ("tuned", "held_out")


class Question(NamedTuple):
    """A question as it is asked."""

    language: str
    at: str
    question: str
    ids: tuple[str, ...]


def questions(*files: str) -> list[Question]:
    """Return the questions of these files, of both without any."""
    found = []
    for name in files or FILES:
        with (Path(__file__).parent / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            found += [Question(row["lang"], row["at"], row["question"], tuple(row["ids"].split(","))) for row in rows]
    return found
