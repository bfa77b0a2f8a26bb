"""A server as it is started at home: https by its own authority, a tunnel's address, one sentence for each fault."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import ipaddress
import json
import os
import re
import socket
import ssl
import stat
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from cryptography import x509

from referee.serve import certificates, clock
from referee.serve.certificates import Certificates, names_in
from referee.serve.https import Front
from tests.apps import app_with
from tests.servers.server import GUNICORN, ROOT, Server, free_port

WORDS = ("app.py", "--host", "127.0.0.1")


def started(folder: Path, *more: str, **settings: str) -> Server:
    server = Server(folder, **settings)
    server.words = (*WORDS, "--port", str(server.port), "--data", str(folder), *more)
    return server.start()


@pytest.fixture
def secure(tmp_path: Path) -> Iterator[tuple[Server, int]]:
    """Give a server that speaks https too, and the port where."""
    server = started(tmp_path, "--https")
    told = re.search(r"https://127\.0\.0\.1:(\d+)", server.output.read_text())
    assert told
    yield server, int(told[1])
    server.close()


def ask(port: int, context: ssl.SSLContext, path: str, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=10, context=context)
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    return answer, text


@pytest.mark.slow
def test_https_is_there_beside_http_and_is_vouched_for_by_the_house(secure: tuple[Server, int]) -> None:
    server, port = secure
    trusting = ssl.create_default_context(cafile=str(server.folder / "tls" / "authority.crt"))
    answer, _ = ask(port, trusting, "/healthz")
    assert (answer.status, answer.getheader("Strict-Transport-Security")) == (200, None)
    with pytest.raises(ssl.SSLCertVerificationError):
        ask(port, ssl.create_default_context(), "/healthz")
    assert server.send("GET", "/healthz")[0] == 200
    for file in (server.folder / "tls").iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


@pytest.mark.slow
def test_a_seat_taken_on_http_is_ones_own_on_https_whose_cookies_are_safe(secure: tuple[Server, int]) -> None:
    server, port = secure
    code, _host = server.new_table()
    token = server.json("POST", f"/t/{code}/join", {"seat": 1})["token"]
    context = ssl._create_unverified_context()
    answer, page = ask(port, context, f"/t/{code}/lobby", Accept="text/html", Cookie=f"seats={token}")
    assert answer.status == 200 and b"this phone" in page
    cookies = answer.headers.get_all("Set-Cookie", [])
    assert cookies and all("Secure" in cookie for cookie in cookies)


@pytest.mark.slow
def test_streams_go_through_and_the_phones_own_address_is_counted(tmp_path: Path) -> None:
    server = started(tmp_path, "--https", REFEREE_LIMITS="on")
    told = re.search(r"https://127\.0\.0\.1:(\d+)", server.output.read_text())
    assert told
    context = ssl._create_unverified_context()
    code, token = server.new_table()
    connection = http.client.HTTPSConnection("127.0.0.1", int(told[1]), timeout=10, context=context)
    connection.request("GET", f"/t/{code}/live")
    stream = connection.getresponse()
    server.tap(code, token, "a")
    while not (line := stream.readline()).startswith(b"data: {"):
        pass
    assert json.loads(line[6:]) == {"seq": 1}
    connection.close()
    # Guesses over https and over http come from one address: they are counted together.
    statuses = [ask(int(told[1]), context, f"/t/AAAAA{n % 10}", Accept="application/json")[0].status for n in range(40)]
    statuses += [server.send("GET", f"/t/BBBBB{n % 10}")[0] for n in range(40)]
    assert statuses[:40] == [404] * 40 and statuses[-1] == 429
    server.close()


def test_the_authority_vouches_for_a_home_only_and_is_kept(tmp_path: Path) -> None:
    made = Certificates(tmp_path / "tls")
    assert made.renew(["192.168.1.20", "referee.local", "example.org", "8.8.8.8"])
    leaf = x509.load_pem_x509_certificate(made.server.read_bytes())
    assert names_in(leaf) == {"192.168.1.20", "referee.local", "localhost", "127.0.0.1"}
    authority = made.authority.read_bytes()
    constraints = x509.load_pem_x509_certificate(authority).extensions.get_extension_for_class(x509.NameConstraints)
    assert constraints.critical
    assert x509.IPAddress(ipaddress.ip_network("192.168.0.0/16")) in (constraints.value.permitted_subtrees or [])
    again = Certificates(tmp_path / "tls")
    assert not again.renew(["192.168.1.20"])
    assert again.renew(["192.168.7.7"])
    assert again.authority.read_bytes() == authority


@pytest.mark.slow
def test_a_tunnels_address_is_told_and_its_headers_are_believed(tmp_path: Path) -> None:
    server = started(tmp_path, "--url", "https://table.example.org")
    assert "https://table.example.org" in server.output.read_text()
    forwarded = {"Host": "table.example.org", "X_Forwarded_Proto": "https", "X_Forwarded_For": "203.0.113.9"}
    code, _token = server.new_table()
    for headers in (forwarded, {}):
        page = server.send("GET", f"/t/{code}/lobby", Accept="text/html", **headers)[1].decode()
        assert f"QR code of https://table.example.org/t/{code}" in page
        assert "on the same Wi-Fi" not in page
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.request(
        "GET", f"/t/{code}/lobby", headers={key.replace("_", "-"): value for key, value in forwarded.items()}
    )
    cookies = connection.getresponse().headers.get_all("Set-Cookie", [])
    connection.close()
    assert cookies and all("Secure" in cookie for cookie in cookies)
    assert server.send("GET", "/healthz", Host="elsewhere.example.org")[0] == 403
    server.close()


def test_the_lobby_offers_the_other_addresses_and_no_code_that_leads_nowhere(tmp_path: Path) -> None:
    from tests.web.conftest import Api

    reached = ["http://192.168.1.20:8000", "http://10.8.0.6:8000"]
    app = app_with({"DATA": tmp_path, "ADDRESSES": lambda: tuple(reached)})
    code = Api(app).table().code
    lobby = app.test_client().get(f"/t/{code}/lobby").text
    assert f"QR code of http://192.168.1.20:8000/t/{code}" in lobby and "lobby?at=http%3A//10.8.0.6%3A8000" in lobby
    other = app.test_client().get(f"/t/{code}/lobby?at=http://10.8.0.6:8000").text
    assert f"QR code of http://10.8.0.6:8000/t/{code}" in other
    wrong = app.test_client().get(f"/t/{code}/lobby?at=http://evil.example").text
    assert f"QR code of http://192.168.1.20:8000/t/{code}" in wrong
    here = app.test_client().get(f"/t/{code}/lobby", base_url="http://10.8.0.6:8000").text
    assert f"QR code of http://10.8.0.6:8000/t/{code}" in here
    app.extensions["referee"].store.close()


@pytest.mark.parametrize("words", [(), GUNICORN], ids=["house", "gunicorn"])
def test_large_imports_need_no_temporary_folder_of_the_system(tmp_path: Path, words: tuple[str, ...]) -> None:
    """In a container that may write its data only there is none."""
    (tmp_path / "sitecustomize.py").write_text("import tempfile\ntempfile._candidate_tempdir_list = lambda: []\n")
    (tmp_path / "data").mkdir()
    with Server(tmp_path / "data", words, PYTHONPATH=str(tmp_path)) as server:
        code, token = server.new_table()
        server.tap(code, token, "a")
        copy = server.json("GET", f"/t/{code}/export", token=token)
        whole = json.dumps(copy) + " " * 1_000_000
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        connection.request("POST", "/tables/import", whole, headers)
        answer = connection.getresponse()
        assert answer.status == 201, answer.read()
        connection.close()


def test_of_a_damaged_database_it_is_said_that_a_backup_can_be_put_back(tmp_path: Path) -> None:
    (tmp_path / "referee.sqlite").write_bytes(b"\x89PNG\r\n" * 1000)
    command = [sys.executable, "app.py", "--host", "127.0.0.1", "--port", str(free_port()), "--data", str(tmp_path)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode != 0 and "Traceback" not in ended.stderr
    assert "file is not a database" in ended.stderr
    assert "A backup can be put back: move referee.sqlite away, then say restore and the backup’s file." in ended.stderr


def test_a_server_for_this_computer_alone_sends_no_phone_there(tmp_path: Path) -> None:
    server = started(tmp_path)
    said = server.output.read_text()
    assert f"for this computer only:\n\n      http://127.0.0.1:{server.port}\n" in said
    assert "every phone" not in said and "█" not in said and "▀" not in said
    assert "QR code of" not in server.send("GET", "/tv", Accept="text/html")[1].decode()
    server.close()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--port", "0"), "0 is not a port"),
        (("--url", "referee.example.org"), "is not the address of a site"),
        (("--data", "/proc/nothing"), "Tables cannot be kept in /proc/nothing"),
        (("--host", "203.0.113.250"), "Cannot listen on 203.0.113.250, port"),
        (("--host", "nowhere.invalid"), "Cannot listen on nowhere.invalid, port"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    told = {"--port": str(free_port()), "--data": str(tmp_path), "--host": "127.0.0.1", **dict([words])}
    given = [word for pair in told.items() for word in pair]
    command = [sys.executable, "app.py", *given]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode != 0 and said in ended.stderr and "Traceback" not in ended.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "there"),
    [
        ("GET /t/ABCDEF?lang=pl HTTP/1.1\r\nHost: 127.0.0.1:1\r\n", "127.0.0.1:{port}/t/ABCDEF?lang=pl"),
        ("POST / HTTP/1.1\r\nhost: referee.local\r\n", "referee.local:{port}/"),
        ("GET / HTTP/1.0\r\n", "localhost:{port}/"),
        ("GET //evil.example HTTP/1.1\r\nHost: evil\x0b.example\r\n", "localhost:{port}//evil.example"),
        ("hello\r\n", "localhost:{port}/"),
    ],
)
def test_who_asks_by_http_where_https_is_spoken_is_led_there(
    secure: tuple[Server, int], asked: str, there: str
) -> None:
    _server, port = secure
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        client.sendall(f"{asked}\r\n".encode("latin-1"))
        head = b"".join(iter(lambda: client.recv(4096), b"")).decode()
    assert head.startswith("HTTP/1.1 307 ") and f"\r\nLocation: https://{there.format(port=port)}\r\n" in head
    answer, _ = ask(port, ssl._create_unverified_context(), "/healthz")
    assert answer.status == 200


def test_those_who_say_nothing_at_the_port_of_https_keep_nobody_out(secure: tuple[Server, int]) -> None:
    _server, port = secure
    with contextlib.ExitStack() as silent:
        for begin in (b"", b"G", b"\x16", b"\x16\x03\x01") * 25:
            client = silent.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10))
            client.sendall(begin)
        answer, _ = ask(port, ssl._create_unverified_context(), "/healthz")
        assert answer.status == 200


def test_nothing_is_kept_of_a_client_where_the_server_behind_is_away(tmp_path: Path) -> None:
    made = Certificates(tmp_path / "tls")
    made.renew([])

    async def knock(front: Front, port: int) -> None:
        serving = asyncio.ensure_future(front._run())
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=ssl._create_unverified_context())
        assert await reader.read() == b"", "it is let go"
        assert front.peers == {}
        writer.close()
        serving.cancel()

    with socket.create_server(("127.0.0.1", 0)) as accepting:
        front = Front(accepting, ("127.0.0.1", free_port()), made.server, lambda: False)
        asyncio.run(knock(front, accepting.getsockname()[1]))


def at(monkeypatch: pytest.MonkeyPatch, when: str) -> None:
    """Set the clock by which certificates are made."""
    moment = datetime.fromisoformat(f"{when}T12:00:00+00:00")
    clock = type("Clock", (datetime,), {"now": lambda zone: moment})
    monkeypatch.setattr(certificates, "datetime", SimpleNamespace(datetime=clock, timedelta=timedelta, UTC=UTC))


@pytest.mark.parametrize("name", ["authority.crt", "authority.key", "server.pem"])
@pytest.mark.parametrize("left", [b"", b"-----BEGIN CERTIFICATE-----\nMIIB", b"\0\xff"], ids=["empty", "cut", "other"])
def test_a_damaged_certificate_is_made_anew(tmp_path: Path, name: str, left: bytes) -> None:
    first = Certificates(tmp_path / "tls")
    first.renew(["192.168.1.20"])
    trusted = first.authority.read_bytes()
    (tmp_path / "tls" / name).write_bytes(left)
    again = Certificates(tmp_path / "tls")
    assert again.renew(["192.168.1.20"])
    is_authority = name != "server.pem"
    assert again.replaced == ("could not be read" if is_authority else "")
    assert (again.authority.read_bytes() == trusted) is not is_authority
    leaf = x509.load_pem_x509_certificate(again.server.read_bytes())
    leaf.verify_directly_issued_by(x509.load_pem_x509_certificate(again.authority.read_bytes()))


def test_a_first_start_with_a_wrong_clock_spoils_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at(monkeypatch, "2010-01-01")  # a board without a battery
    first = Certificates(tmp_path / "tls")
    assert first.renew(["192.168.1.20"])
    made = first.authority.read_bytes()
    for later in ("2026-12-01", "2027-06-01", "2035-01-01"):
        at(monkeypatch, later)
        again = Certificates(tmp_path / "tls")
        again.renew(["192.168.1.20"])
        assert (again.replaced, again.authority.read_bytes()) == ("", made)
        leaf = x509.load_pem_x509_certificate(again.server.read_bytes())
        moment = datetime.fromisoformat(f"{later}T12:00:00+00:00")
        assert leaf.not_valid_before_utc < moment < leaf.not_valid_after_utc
        assert leaf.not_valid_after_utc - leaf.not_valid_before_utc <= timedelta(days=397)


@pytest.mark.parametrize(("made", "now"), [("2026-12-01", "2037-01-01"), ("2045-01-01", "2026-12-01")])
def test_an_authority_outside_its_dates_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: str, now: str
) -> None:
    at(monkeypatch, made)
    old = Certificates(tmp_path / "tls")
    old.renew(["192.168.1.20"])
    before = old.authority.read_bytes()
    at(monkeypatch, now)
    new = Certificates(tmp_path / "tls")
    assert new.replaced and new.authority.read_bytes() != before
    assert new.renew(["192.168.1.20"])  # the older authority's name is the same, its signature is not
    authority = x509.load_pem_x509_certificate(new.authority.read_bytes())
    x509.load_pem_x509_certificate(new.server.read_bytes()).verify_directly_issued_by(authority)
    moment = datetime.fromisoformat(f"{now}T12:00:00+00:00")
    assert authority.not_valid_before_utc < moment - timedelta(days=365) and moment < authority.not_valid_after_utc
    assert Certificates(tmp_path / "tls").replaced == "" and not new.renew(["192.168.1.20"])


def test_a_clock_that_cannot_be_right_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "referee.sqlite"
    file.touch()
    for days, wrong in ((0, False), (-6000, True), (300, False), (-0.5, False), (9000, True)):
        moment = clock.WRITTEN + timedelta(days=days)
        monkeypatch.setattr(clock, "datetime", type("Clock", (datetime,), {"now": lambda zone, moment=moment: moment}))
        os.utime(file, (0, 0))
        assert bool(clock.wrong_clock(file)) is wrong, days
        assert not wrong or f"{moment:%Y-%m-%d}" in clock.wrong_clock(file)
    later = clock.WRITTEN + timedelta(days=400)
    os.utime(file, (later.timestamp(), later.timestamp()))
    moment = later - timedelta(days=10)
    monkeypatch.setattr(clock, "datetime", type("Clock", (datetime,), {"now": lambda zone: moment}))
    assert clock.wrong_clock(file)  # behind what was written last
    assert not clock.wrong_clock(tmp_path / "nothing")


def test_a_phone_loads_the_certificate_that_it_is_to_trust(secure: tuple[Server, int]) -> None:
    server, port = secure
    status, certificate = server.send("GET", "/referee.crt")
    assert status == 200 and certificate == (server.folder / "tls" / "authority.crt").read_bytes()
    assert b"PRIVATE KEY" not in certificate
    trusting = ssl.create_default_context(cafile=str(server.folder / "tls" / "authority.crt"))
    answer, page = ask(port, trusting, "/awake", Accept="text/html")
    assert answer.status == 200 and "Install a certificate › CA certificate" in page.decode()
