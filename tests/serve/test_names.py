"""Under which names a server at home is let in, what it says to those who typed another, and where it is reached."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.pages.gate import known_host
from referee.serve.addresses import ascii_name, reachable
from tests.apps import app_with

LET_IN = """
    localhost raspberrypi 192.168.1.20 192.168.1.20:8000 [fd00::1]:8000 laptop.local laptop.local. localhost.
    192.168.1.5.
    raspberrypi.homenet.telecomitalia.it pc.speedport.ip pi.attlocal.net pi.funbox pi.funbox. pi.livebox pi.bbox
    pi.lan pi.home pi.home.arpa pi.internal pi.fritz.box pi.localdomain mybox.tail1234.ts.net mybox.tail1234.ts.net.
    ref.example.org ref.example.org. REF.example.org:8000 xn--w-uga1v8h.example
"""
KEPT_OUT = """
    evil.example evil.example. pc.easy.box pi.o2.box fritz.box.evil.example telecomitalia.it notattlocal.net evilts.net
    xn-- xn--.lan
    local.evil.example ref.example.org.evil.example 192.168.1.5.nip.io pi.funbox.example xlan ref.example.org.. .
"""
HOSTS = ("ref.example.org", ascii_name("żółw.example"))


@pytest.mark.parametrize("host", LET_IN.split())
def test_names_that_nobody_else_can_let_point_here_are_let_in(host: str) -> None:
    assert known_host(host, HOSTS)


@pytest.mark.parametrize("host", [each for each in KEPT_OUT.split() if each not in ("xlan", ".")])
def test_names_that_anybody_may_register_are_not(host: str) -> None:
    assert not known_host(host, HOSTS)


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("żółw.example", "xn--w-uga1v8h.example"),
        ("ŻÓŁW.example.", "xn--w-uga1v8h.example"),
        ("z\u0307o\u0301łw.example", "xn--w-uga1v8h.example"),
        ("straße.example", "xn--strae-oqa.example"),
        ("Ref.Example.org", "ref.example.org"),
    ],
)
def test_names_are_compared_as_browsers_send_them(written: str, sent: str) -> None:
    assert ascii_name(written) == sent


@pytest.mark.parametrize("host", ["raspberrypi.gateway.example", "xn--w-uga1v8h.example", "evil.example:80"])
def test_who_typed_another_name_is_told_where_this_server_is(tmp_path: Path, host: str) -> None:
    app = app_with({"DATA": str(tmp_path), "ADDRESSES": lambda: ("http://192.168.1.20:8000", "http://10.0.0.2:8000")})
    for language, said in (
        ("en", "This server is not called"),
        ("it", "Questo server non si chiama"),
        ("pl", "Ten serwer nie nazywa się"),
    ):
        answer = app.test_client().get(f"/?lang={language}", headers={"Host": host, "Accept": "text/html"})
        assert answer.status_code == 403
        assert said in answer.text and host.partition(":")[0] in answer.text
        assert 'href="http://192.168.1.20:8000"' in answer.text and "REFEREE_HOSTS" in answer.text
    answer = app.test_client().get("/", headers={"Host": host, "Accept": "application/json"})
    assert (answer.json["error"]["code"], answer.json["error"]["address"]) == ("bad_origin", "http://192.168.1.20:8000")
    app.extensions["referee"].store.close()


def test_a_hosted_server_names_the_first_of_its_names(tmp_path: Path) -> None:
    app = app_with({"DATA": str(tmp_path), "HOSTS": ("ref.example.org", "two.example.org")})
    for host in ("<b>" + "x" * 200 + ".example", "x" * 200 + ".example"):
        answer = app.test_client().get("/", headers={"Host": host, "Accept": "text/html"})
        assert "<b>x" not in answer.text and "x" * 70 not in answer.text
    answer = app.test_client().get("/", headers={"Host": "evil.example", "Accept": "text/html"})
    assert 'href="http://ref.example.org"' in answer.text
    app.extensions["referee"].store.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.0.0.2"])
def test_a_server_for_this_computer_alone_is_reached_by_no_phone(host: str) -> None:
    assert reachable(host, 8000) == ()
