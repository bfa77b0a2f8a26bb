"""What the app answers is what it answered when it was recorded, but for what is listed with a reason."""

from __future__ import annotations

import difflib
from functools import cache
from typing import Any

import pytest

from tests.recorded import kept
from tests.recorded.compare import differences, listed
from tests.recorded.stories import Step, play

MOST_SHOWN = 12
"""Differences of one story that are printed."""


@cache
def played(story: str) -> list[tuple[Step, int, Any, int, Any]]:
    """Return each step of a story: status and answer as they were, and as they are."""
    rows = kept.read(kept.file_of(kept.STORIES, story))
    again = play(story, [step for step, _, _ in rows])
    return [(step, status, was, *now) for (step, status, was), (_, *now) in zip(rows, again, strict=True)]


@pytest.mark.parametrize("story", kept.names(kept.STORIES))
def test_json_answers(story: str) -> None:
    meant = listed()
    problems = []
    for number, (step, status, was, status_now, now) in enumerate(played(story)):
        request = f"{step['method']} {step['path']}"
        if step["page"] is not None:
            was = now = None
        for found in differences({"status": status, "": was}, {"status": status_now, "": now}):
            found = found._replace(at=found.at.lstrip("."))
            if not any(each.covers(story, request, found) for each in meant):
                problems.append(
                    f"{number}: {step['who']}> {request} {step['body'] or ''}\n"
                    f"    {found.at}\n      was {found.was[:400]}\n      now {found.now[:400]}"
                )
    hint = "If only words differ, and are meant to: python -m tests.recorded words"
    assert not problems, "\n".join([f"{len(problems)} differences in {story}:", *problems[:MOST_SHOWN], hint])


@pytest.mark.parametrize("kind", kept.names(kept.PAGES))
def test_text_of_pages(kind: str) -> None:
    texts = dict(kept.read(kept.file_of(kept.PAGES, kind)))
    asked = []
    problems = []
    for story in kept.names(kept.STORIES):
        if not any(key.split(" ")[0] == story for key in texts):
            continue
        for number, (step, _, _, _, now) in enumerate(played(story)):
            key = f"{story} {number}"
            if step["page"] == kind:
                asked.append(key)
                if texts[key] != now:
                    head = f"{key}: {step['who']}> {step['path']}"
                    problems += [head, *difflib.unified_diff(texts[key], now, "was", "now", lineterm="", n=1)]
    assert sorted(asked) == sorted(texts)
    assert not problems, "\n".join([*problems[:60], f"If this is meant: python -m tests.recorded pages {kind}"])


def test_each_listed_difference_is_still_to_be_seen() -> None:
    unseen = [each for each in listed() if not each.stories.startswith("older ")]
    for story in kept.names(kept.STORIES):
        for step, status, was, status_now, now in played(story):
            request = f"{step['method']} {step['path']}"
            if unseen and step["page"] is None:
                for found in differences({"status": status, "": was}, {"status": status_now, "": now}):
                    found = found._replace(at=found.at.lstrip("."))
                    unseen = [each for each in unseen if not each.covers(story, request, found)]
    assert unseen == []


def test_the_stories_meet_what_tables_meet() -> None:
    """The stories hold games that ended, every status a table gives, and many refusals."""
    rows = [row for story in kept.names(kept.STORIES) for row in kept.read(kept.file_of(kept.STORIES, story))]
    answers = [answer for _, _, answer in rows if isinstance(answer, dict)]
    assert {200, 201, 400, 401, 403, 404, 409, 422} <= {status for _, status, _ in rows}
    over = {answer["game"] for answer in answers if answer.get("over")}
    assert over == {"alchemicus", "homunculus", "fata_morgana"}
    refused = {answer["refusal"]["code"] for answer in answers if "refusal" in answer}
    assert len(refused) >= 55
