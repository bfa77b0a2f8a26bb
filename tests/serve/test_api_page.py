"""docs/api.md: its examples run against a server, and its requests are there."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import playwright
import pytest

from tests.servers.server import ROOT, Server
from tests.web.test_played import COUNT

pytestmark = pytest.mark.slow

PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
NODE = Path(playwright.__file__).parent / "driver" / "node"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data")) as running:
        yield running


def example(language: str, server: Server) -> str:
    """Return the page's example, for this server."""
    (text,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.S)
    return str(text).replace("http://localhost:8000", server.url)


def test_the_python_example_runs(server: Server) -> None:
    command = [sys.executable, "-I", "-c", example("python", server)]
    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=30).stdout.splitlines()
    assert said[0] == "1 3 action"
    assert any(line.startswith("end_turn ") for line in said[1:])


def test_the_javascript_example_follows_a_table(server: Server) -> None:
    code, token = server.new_table()
    script = example("javascript", server).replace("K7QF2M", code)
    following = subprocess.Popen([str(NODE), "--input-type=module", "-e", script], stdout=subprocess.PIPE, text=True)
    try:
        assert following.stdout is not None
        server.tap(code, token, "a")
        assert following.stdout.readline() == "1 Ada 1\n"
        server.tap(code, token, "b")
        assert following.stdout.readline() == "2 Ada 2\n"
    finally:
        following.kill()
        following.communicate()


def test_every_address_on_the_page_is_there(server: Server) -> None:
    code, token = server.new_table()
    server.tap(code, token, "a")
    status, kept = server.send("POST", "/played", COUNT)
    assert status == 201, kept
    told = set(re.findall(r"`(GET|POST) (/[^`?\s,]*)", PAGE))
    assert len(told) > 20
    for method, path in told:
        where = path.replace("<code>", code).replace("<game>", "alchemicus").replace("<book>", "noctis")
        where = where.replace("<id>", str(kept["play"]["id"]))
        if where.endswith("/live"):
            continue  # a stream, followed above
        status, _ = server.send(method, where, {} if method == "POST" else None)
        assert status not in (404, 405, 500), (method, path, status)


def test_every_kind_of_move_on_the_page_is_one_and_none_is_missing() -> None:
    from referee.engine import classes_of
    from referee.games import GAMES

    for name, game in GAMES.items():
        (row,) = re.findall(rf"^\| {name} \| (.*) \|$", PAGE, re.M)
        told = {words.split()[0] for words in re.findall(r"`([^`]+)`", row)}
        kinds = {kind.__struct_config__.tag for kind in classes_of(game.moves)}
        assert told == kinds, name
