"""nginx and Caddy by the examples in hosting/, before two servers by gunicorn: links, cookies, streams, a server's end.

`make test-all` brings both where Debian has them; elsewhere, without a program its example is not tried.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.servers.server import GUNICORN, ROOT, Server, free_port

pytestmark = pytest.mark.slow

EXAMPLES = ROOT / "hosting"
SECONDS = 30


class Proxied:
    """A site at https://localhost:`port`, and the two servers behind it."""

    def __init__(self, port: int, servers: list[Server]):
        self.port = port
        self.servers = servers
        self.address = f"https://localhost:{port}"

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
        """Send one request over a connection of its own."""
        context = ssl._create_unverified_context()
        connection = http.client.HTTPSConnection("localhost", self.port, timeout=SECONDS, context=context)
        given = {"Accept": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}}
        data = None
        if body is not None:
            given["Content-Type"], data = "application/json", json.dumps(body)
        connection.request(method, path, data, given)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer, text

    def table(self) -> Any:
        """Make a table; return what is told of it."""
        answer, text = self.ask("POST", "/tables", {"game": "alchemicus", "players": ["Ada", "Bruno"]})
        assert answer.status == 201, text
        return json.loads(text)


def by_nginx(folder: Path, port: int, servers: list[int]) -> list[str]:
    """Write nginx's configuration, the example in a frame as Debian's; return the words that start it."""
    names = ["-subj", "/CN=localhost", "-days", "2", "-keyout", str(folder / "key"), "-out", str(folder / "cert")]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *names], check=True, capture_output=True
    )
    example = (EXAMPLES / "nginx.conf").read_text()
    for found, put in (
        (r"listen (\[::\]:)?80;", f"listen 127.0.0.1:{free_port()};"),
        (r"listen 443", f"listen 127.0.0.1:{port}"),
        (r" *listen \[::\]:443.*\n", ""),
        (r"/etc/letsencrypt/\S+/fullchain.pem", str(folder / "cert")),
        (r"/etc/letsencrypt/\S+/privkey.pem", str(folder / "key")),
        (r"referee\.example\.org", "localhost"),
        (r"127\.0\.0\.1:8000", f"127.0.0.1:{servers[0]}"),
        (r"# server 127\.0\.0\.1:8001", f"server 127.0.0.1:{servers[1]}"),
    ):
        example, changed = re.subn(found, put, example)
        assert changed, found
    example = re.sub(r"(listen 127\S+;)\n *\1", r"\1", example)
    places = "".join(
        f"{what}_temp_path {folder}/{what};" for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log stderr; events {{}} http {{ access_log off; {places}\n{example} }}"
    )
    return ["nginx", "-e", "stderr", "-p", str(folder), "-c", str(folder / "nginx.conf")]


def by_caddy(folder: Path, port: int, servers: list[int]) -> list[str]:
    """Write Caddy's configuration, the example with what keeps it from touching this machine; return the words."""
    frame = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n"
    (folder / "Caddyfile").write_text(frame + (EXAMPLES / "Caddyfile").read_text())
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


PROXIES = {"nginx": by_nginx, "caddy": by_caddy}
UNPACKED = ROOT / ".venv" / "proxies" / "usr"
"""Where `make proxies` puts the programs."""
PATH = os.pathsep.join([os.environ["PATH"], "/usr/sbin", str(UNPACKED / "sbin"), str(UNPACKED / "bin")])


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(
            name, marks=pytest.mark.skipif(shutil.which(name, path=PATH) is None, reason=f"{name} is not installed")
        )
        for name in PROXIES
    ],
)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    tmp_path = tmp_path_factory.mktemp(request.param)
    data = tmp_path / "data"
    data.mkdir()
    settings = {"REFEREE_HOSTS": "localhost", "REFEREE_PROXIES": "1", "REFEREE_METRICS": "on", "DATABASE_URL": ""}
    servers = [Server(data, GUNICORN, **settings).start() for _ in range(2)]
    port = free_port()
    program, *words = PROXIES[request.param](tmp_path, port, [server.port for server in servers])
    told = " ".join(f"127.0.0.1:{server.port}" for server in servers)
    environ = {
        **os.environ,
        "PATH": PATH,
        "REFEREE_DOMAIN": f"https://localhost:{port}",
        "REFEREE_SERVERS": told,
        "XDG_DATA_HOME": str(tmp_path / "home"),
        "XDG_CONFIG_HOME": str(tmp_path / "home"),
    }
    with (tmp_path / "log").open("wb") as log:
        proxy = subprocess.Popen(
            [shutil.which(program, path=PATH) or program, *words],
            env=environ,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    running = Proxied(port, servers)
    until = time.monotonic() + SECONDS
    while True:
        try:
            assert running.ask("GET", "/healthz")[0].status == 200
            break
        except (OSError, AssertionError):
            assert time.monotonic() < until and proxy.poll() is None, (tmp_path / "log").read_text()
            time.sleep(0.1)
    yield running
    os.killpg(proxy.pid, signal.SIGTERM)
    proxy.wait()
    for server in servers:
        server.close()


def test_the_site_keeps_its_port_and_its_cookies_are_safe(site: Proxied) -> None:
    table = site.table()
    answer, page = site.ask("GET", f"{table['url']}/lobby", Accept="text/html")
    assert (answer.status, answer.getheader("Referee")) == (200, "1")
    assert f"{site.address}{table['url']}".encode() in page
    answer, _ = site.ask("POST", "/tables", {"game": "homunculus", "players": ["Ada", "Bo"]}, Origin=site.address)
    assert answer.status == 201
    answer, _ = site.ask(
        "POST", "/tables", {"game": "homunculus", "players": ["Ada", "Bo"]}, Origin="https://localhost"
    )
    assert answer.status == 403
    assert answer.getheader("Strict-Transport-Security") == "max-age=31536000"
    answer, _ = site.ask("GET", table["url"], Accept="text/html", Cookie=f"seats={table['token']}")
    assert all("Secure" in cookie for cookie in answer.headers.get_all("Set-Cookie", []))


def test_what_is_measured_stays_inside_and_what_is_too_large_outside(site: Proxied) -> None:
    for path in ("/metrics", "//metrics", "/%6detrics"):
        assert site.ask("GET", path)[0].status in (301, 404), path
    try:
        answer, _ = site.ask("POST", "/tables/import", {"game": "x" * 6_000_000})
    except (ConnectionError, ssl.SSLError):
        return  # it hung up before all was sent
    assert answer.status == 413


def test_events_come_when_they_happen(site: Proxied) -> None:
    table = site.table()
    context = ssl._create_unverified_context()
    connection = http.client.HTTPSConnection("localhost", site.port, timeout=SECONDS, context=context)
    connection.request("GET", f"{table['url']}/live")
    stream = connection.getresponse()
    for number in range(1, 6):
        body = {"key": f"k{number}", "move": {"kind": "fame", "seat": 0, "by": 1}}
        site.ask("POST", f"{table['url']}/entries", body, Authorization=f"Bearer {table['token']}")
        while not (line := stream.readline()).startswith(b"data:"):
            pass
        assert json.loads(line[5:]) == {"seq": number}  # kept back until more came, none would have come at all
    connection.close()


def test_a_tap_whose_server_dies_goes_to_another_and_counts_once(site: Proxied) -> None:
    tables = [site.table() for _ in range(6)]
    for number in range(120):
        table = tables[number % len(tables)]
        if number == 40:
            site.servers[0].kill()
        body = {"key": f"k{number}", "move": {"kind": "fame", "seat": 0, "by": 1}}
        for _ in range(3):
            answer, text = site.ask("POST", f"{table['url']}/entries", body, Authorization=f"Bearer {table['token']}")
            if answer.getheader("Referee"):  # a phone sends again what the referee has not answered
                break
        assert (answer.status, json.loads(text)["seq"]) == (200, number // len(tables) + 1)
    for table in tables:
        seen = json.loads(site.ask("GET", table["url"])[1])
        assert (seen["seq"], seen["players"][0]["fame"]) == (20, 20)
