"""What all tests share: how hard Hypothesis tries; each template compiled once, not once for each app; less for the
garbage collector to look through; a minute in which requests are counted that lasts as long as the test; English."""

from __future__ import annotations

import gc
import os
import time
from types import CodeType, SimpleNamespace

import pytest
from flask import Flask
from hypothesis import settings
from jinja2.bccache import Bucket, BytecodeCache

from referee.language import reading

# No deadline: how long an example takes says something about the machine, nothing about the rules.
settings.register_profile("here", deadline=None, print_blob=True)
settings.register_profile("ci", deadline=None, print_blob=True, derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "here")


DEAR = frozenset({"browser", "engine", "cluster"})
"""Fixtures that start what takes long: a browser (tests/browser, tests/engines), PostgreSQL (tests/store)."""


class CompiledOnce(BytecodeCache):
    """Keeps compiled templates in memory for the next app of this process."""

    def __init__(self) -> None:
        self.compiled: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.compiled.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.compiled[bucket.key, bucket.checksum] = bucket.code


Flask.jinja_options = {"bytecode_cache": CompiledOnce()}


def pytest_collection_finish() -> None:
    """Leave what is there for good out of each garbage collection."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let a test be slow that needs a browser or a database's server, unless it is marked as one that always runs."""
    for item in items:
        if DEAR.intersection(getattr(item, "fixturenames", ())) and not item.get_closest_marker("always"):
            item.add_marker("slow")


@pytest.fixture(autouse=True)
def in_english() -> None:
    """Begin each test in English, whatever language another test of this process ended in."""
    reading("en")


@pytest.fixture(autouse=True)
def one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock by which requests are counted: however busy the machine, all are sent within one minute."""
    now = time.time()
    monkeypatch.setattr("limits.storage.memory.time", SimpleNamespace(time=lambda: now))


@pytest.fixture(autouse=True)
def untidied(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no app tidy up by itself, however long its test takes: whatever a test's clock dates back would go."""
    monkeypatch.setattr("referee.store.keeping.FIRST_SECONDS", 3600.0)
