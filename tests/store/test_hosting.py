"""Servers as a host starts them, by `hosting/gunicorn.conf.py`: two at one database, one of them killed."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.servers.postgres import Cluster
from tests.servers.server import GUNICORN, ROOT, Server, read_until

pytestmark = pytest.mark.slow


def number_shown(lobby: str) -> int:
    """Return the number that a waiting phone shows in the lobby."""
    found = re.search(r'class="asks-number num"[^>]*>(\d\d)<', lobby)
    assert found is not None
    return int(found[1])


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    running: list[Server] = []

    def another(**settings: str) -> Server:
        given = {"DATABASE_URL": "", "REFEREE_LIMITS": "on", "REFEREE_THREADS": "80", **settings}
        running.append(Server(tmp_path, GUNICORN, **given).launch())
        return running[-1]

    yield another
    for server in running:
        server.close()


def test_phones_at_two_servers_share_a_table_and_one_server_may_die(
    cluster: Cluster, start: Callable[..., Server]
) -> None:
    address = cluster.address()
    one, other = start(DATABASE_URL=address), start(DATABASE_URL=address)  # both find an empty database
    one.ready()
    other.ready()
    code, token = one.new_table()
    at_one, at_other = one.follow(code), other.follow(code)

    # A tap on either reaches both.
    assert one.tap(code, token, "a", seq=0)[1]["table"]["seq"] == 1
    assert (next(at_one), next(at_other)) == (1, 1)
    assert other.tap(code, token, "b", seq=1)[1]["table"]["seq"] == 2
    assert (next(at_one), next(at_other)) == (2, 2)

    # A phone may talk to another server each time.
    for seq in range(2, 12):
        server = (one, other)[seq % 2]
        assert server.tap(code, token, f"k{seq}", seq=seq)[1]["table"]["seq"] == seq + 1
        assert (one, other)[(seq + 1) % 2].json("GET", f"/t/{code}")["seq"] == seq + 1
    while next(at_other) < 12:
        pass

    # What the dead one acknowledged is there; what a phone is not sure of it sends again, to the other.
    status, last = one.tap(code, token, "last", seq=12)
    one.kill()
    assert (status, last["seq"]) == (200, 13)
    assert next(at_other) == 13
    assert list(at_one)[-1] <= 13  # its streams end
    again = other.tap(code, token, "last", seq=12)[1]
    assert (again["seq"], again["table"]["seq"]) == (13, 13)
    assert other.tap(code, token, "on", seq=13)[1]["table"]["seq"] == 14
    assert next(at_other) == 14


class Browser:
    """A browser at one server, with its cookies."""

    def __init__(self, server: Server):
        self.server = server
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        self.opener.addheaders = [("Accept", "text/html")]

    def send(self, path: str, form: dict[str, str] | None = None) -> tuple[int, str]:
        """Open a page, or send a form; return the status and the page it ends at."""
        data = None if form is None else urllib.parse.urlencode(form).encode()
        try:
            with self.opener.open(self.server.url + path, data, timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read().decode()


def test_a_phone_asks_for_its_seat_at_one_server_and_is_let_in_at_the_other(
    cluster: Cluster, start: Callable[..., Server]
) -> None:
    address = cluster.address()
    one, other = start(DATABASE_URL=address), start(DATABASE_URL=address)
    one.ready()
    other.ready()
    code, host = other.new_table("fata_morgana")
    lost = one.json("POST", f"/t/{code}/join", {"seat": 0})["token"]
    new, table = Browser(one), f"/t/{code}"
    lobby = f"{table}/lobby"
    at_host, at_lost = other.stream(f"{table}/stream", host), one.stream(f"{table}/stream", lost)
    for stream in (at_host, at_lost):
        assert b'id="shown"' in read_until(stream, b'id="shown"')

    # Asked at one, the host's page at the other shows it; a "No" there is seen at one.
    status, refused = new.send(f"{table}/join", {"seat": "0"})
    assert status == 409 and f'action="{table}/ask"' in refused
    assert "Waiting to be let in" in new.send(f"{table}/ask", {"seat": "0"})[1]
    for stream in (at_host, at_lost):
        assert read_until(stream, b"A new phone is asking for the seat")
    shown = number_shown(new.send(lobby)[1])
    assert other.json("POST", f"{table}/turn_away", {"seat": 0, "number": shown}, host) == {"waiting": []}
    assert "Waiting to be let in" not in new.send(lobby)[1]

    # Asked again and let in, both pages notice, and so does the older phone.
    new.send(f"{table}/ask", {"seat": "0"})
    assert read_until(at_host, b"A new phone is asking for the seat")
    shown = number_shown(new.send(lobby)[1])
    assert other.json("POST", f"{table}/let_in", {"seat": 0, "number": shown}, host) == {"waiting": []}
    assert read_until(at_host, b'<div id="asking" hx-swap-oob="outerMorph" class="asking" hidden')
    given = re.search(r'name="pass" value="([\w-]+)"', new.send(lobby)[1])
    assert given is not None
    assert 'name="pass"' not in Browser(one).send(lobby)[1]
    status, seated = new.send(f"{table}/join", {"seat": "0", "pass": given[1]})
    assert status == 200 and 'data-seats="0"' in seated
    assert other.send("POST", f"{table}/undo", {"key": "k", "seq": 1}, lost)[0] == 401


def test_a_host_sees_metrics_and_logs_that_name_no_table(start: Callable[..., Server]) -> None:
    server = start(
        REFEREE_METRICS="on",
        REFEREE_LOGS="json",
        REFEREE_PROXIES="1",
        REFEREE_HOSTS="referee.example.org",
    ).ready()
    code, token = server.new_table()
    assert server.tap(code, token, "k", seq=0)[0] == 200
    assert server.tap(code, "wrong", "k", seq=0)[0] == 401
    server.follow(code)
    server.send("BREW", "/", None)
    assert server.send("GET", "/metrics")[0] == 200
    text = server.send("GET", "/metrics")[1].decode()
    entries = 'method="POST",route="/t/<code>/entries"'
    assert f'referee_requests_total{{{entries},status="200"}} 1.0' in text
    assert f'referee_requests_total{{{entries},status="401"}} 1.0' in text
    assert f"referee_request_seconds_count{{{entries}}} 2.0" in text
    assert "\nreferee_streams 1.0" in text
    assert "\nreferee_tables_known 1.0" in text
    assert code not in text
    assert 'method="other"' in text and "BREW" not in text, "what anybody may invent is counted as one"

    # Behind the host's own proxy, it is what the proxy says it is.
    forwarded = {"X_Forwarded_For": "203.0.113.9", "X_Forwarded_Proto": "https"}
    assert server.send("GET", "/healthz", X_Forwarded_Host="referee.example.org", **forwarded)[0] == 200
    assert server.send("GET", "/healthz", X_Forwarded_Host="elsewhere.example.org", **forwarded)[0] == 403

    server.kill()
    lines = [json.loads(line) for line in server.output.read_text().splitlines()]
    told = {(line["method"], line["route"], line["status"]) for line in lines if line["message"] == "answered"}
    assert {("POST", "/t/<code>/entries", 200), ("POST", "/t/<code>/entries", 401), ("GET", "/healthz", 200)} <= told
    assert all(line["time"] and line["level"] and line["ms"] >= 0 for line in lines if line["message"] == "answered")
    assert code not in json.dumps(lines)


def test_gunicorns_own_lines_are_json_and_tell_nothing_of_what_speaks_no_http(
    tmp_path: Path, start: Callable[..., Server]
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    server = start(REFEREE_LOGS="json", HOME=str(home), XDG_RUNTIME_DIR=str(home)).ready()
    with socket.create_connection(("127.0.0.1", server.port)) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nAuthorization Bearer SECRET\r\n\r\n")
        assert client.recv(100).startswith(b"HTTP/1.1 400")
    assert server.process is not None
    worker = int(subprocess.check_output(["pgrep", "-P", str(server.process.pid)]).split()[0])
    os.kill(worker, signal.SIGKILL)
    time.sleep(1)
    server.ready()
    server.kill()
    told = server.output.read_text()
    lines = [json.loads(line) for line in told.splitlines()]
    assert any(line["logger"] == "gunicorn.error" and line["level"] in ("ERROR", "WARNING") for line in lines)
    assert "SECRET" not in told + server.log.read_text()
    assert list(home.iterdir()) == []  # no control socket


def test_metrics_are_for_those_who_ask(start: Callable[..., Server]) -> None:
    server = start().ready()
    assert server.send("GET", "/metrics")[0] == 404
    server.kill()
    assert server.output.read_text() == ""


def test_the_page_tells_every_setting_and_every_file() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `([A-Z_]+)`", page, re.M))
    code = [ROOT / "app.py", ROOT / "hosting" / "gunicorn.conf.py", *(ROOT / "referee").rglob("*.py")]
    read = {
        name
        for path in code
        for name in re.findall(r'os\.environ(?:\.get)?[(\[]"([A-Z_]+)"', path.read_text(encoding="utf-8"))
    }
    assert read - told == {"PORT", "SCRIPT_NAME"}  # of `python app.py` alone, and gunicorn's own
    assert told - read == set()
    examples = "compose.yaml", "compose.home.yaml", "Dockerfile", "referee.service", "referee.env.example", "nginx.conf"
    for example in (*examples, "referee-home.service", "docker-bake.hcl", "pin.sh"):
        given = re.findall(
            r"\b(REFEREE_(?!DOMAIN|SERVERS)[A-Z]+|DATABASE_URL)\b", (ROOT / "hosting" / example).read_text()
        )
        assert set(given) <= told
    assert "access_log off;" in (ROOT / "hosting" / "nginx.conf").read_text(), "paths hold codes and passes"
    files = {path.name for path in (ROOT / "hosting").iterdir()}
    assert set(re.findall(r"[\w.-]*[.](?:service|yaml|conf|py|hcl|sh)\b|Caddyfile", page)) - files <= {"app.py"}


def test_images_are_pinned_by_one_command(tmp_path: Path) -> None:
    """The digest is the registry's to tell; here it is one of our own making."""
    folder = shutil.copytree(ROOT / "hosting", tmp_path / "hosting")
    docker = tmp_path / "docker"
    docker.write_text('#!/bin/sh\ncase $4 in postgres*) echo "$DIGEST";; *) echo sha256:0123;; esac\n')
    docker.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    for digest in ("sha256:abc", "sha256:def"):
        subprocess.run(["sh", folder / "pin.sh"], env={"PATH": path, "DIGEST": digest}, check=True, capture_output=True)
        compose = (folder / "compose.yaml").read_text()
        assert f"image: postgres:17@{digest}\n" in compose and "image: caddy:2@sha256:0123\n" in compose
        (base,) = re.findall(r"^FROM .*$", (folder / "Dockerfile").read_text(), re.M)
        assert base == "FROM python:3.13-slim@sha256:0123"
    failed = subprocess.run(
        ["sh", folder / "pin.sh"], env={"PATH": path, "DIGEST": "no"}, check=False, capture_output=True
    )
    assert failed.returncode == 1 and b"No digest of postgres:17: no" in failed.stderr
    named = {*re.findall(r"^FROM (\S+)", (ROOT / "hosting" / "Dockerfile").read_text(), re.M)}
    named |= {*re.findall(r"image: (\S+:\S+)", (ROOT / "hosting" / "compose.yaml").read_text())}
    assert named == set(re.findall(r"for image in (.*);", (folder / "pin.sh").read_text())[0].split())
