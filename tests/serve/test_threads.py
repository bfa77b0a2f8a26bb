"""What threads share is made at start: many at once use each struct for the first time, and the process lives."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.servers.server import ROOT
from tests.servers.started import PHONES, started

pytestmark = pytest.mark.slow

PROCESSES = 4
AT_ONCE = """
import os, sys, threading, tempfile
import msgspec
from app import create_app
sys.setswitchinterval(1e-6)
create_app({"DATA": tempfile.mkdtemp()})
from referee.engine import classes_of
from referee.games import GAMES
types = [kind for game in GAMES.values() for kind in (game.options, *classes_of(game.moves))]
begin = threading.Barrier(12)
def use():
    begin.wait()
    for kind in types:
        try:
            msgspec.convert({}, kind)
        except msgspec.ValidationError:
            pass
threads = [threading.Thread(target=use) for _ in range(12)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print("lives", flush=True)
os._exit(0)
"""


def test_no_process_ends_where_threads_use_what_is_read_for_the_first_time() -> None:
    for _ in range(PROCESSES):
        command = [sys.executable, "-c", AT_ONCE]
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
        assert (ended.returncode, ended.stdout) == (0, "lives\n"), ended.stderr


def test_a_server_that_a_dozen_phones_wait_for_starts_and_answers_them_all() -> None:
    answered, wrong = started(2)
    assert wrong == []
    assert answered > 2 * PHONES * 30
