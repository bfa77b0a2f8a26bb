"""Which addresses are told, and what the terminal says of them."""

from __future__ import annotations

import ipaddress
import socket
from pathlib import Path

import pytest

from referee.serve.addresses import local, ranked, reachable
from referee.serve.banner import BLACK_AND_WHITE, banner, qr_code
from referee.serve.home import listen

FOUND = {
    "home": ([("lo", "127.0.0.1"), ("lo", "::1"), ("wlan0", "192.168.1.20")], "192.168.1.20", ["192.168.1.20"]),
    "a hotspot of its own, no way out": ([("lo", "127.0.0.1"), ("wlan0", "192.168.50.1")], "", ["192.168.50.1"]),
    "a VPN is the way out": (
        [("tun0", "10.8.0.6"), ("wlan0", "192.168.1.20")],
        "10.8.0.6",
        ["192.168.1.20", "10.8.0.6"],
    ),
    "Tailscale": ([("ts", "100.101.2.3"), ("en0", "10.0.0.5")], "10.0.0.5", ["10.0.0.5", "100.101.2.3"]),
    "two networks": (
        [("eth0", "10.1.1.7"), ("wlan0", "192.168.1.20")],
        "192.168.1.20",
        ["192.168.1.20", "10.1.1.7"],
    ),
    "containers": (
        [("docker0", "172.17.0.1"), ("br-12ab", "172.18.0.1"), ("eth0", "192.168.1.5")],
        "192.168.1.5",
        ["192.168.1.5", "172.17.0.1", "172.18.0.1"],
    ),
    "IPv6 only": ([("lo", "::1"), ("wlan0", "fe80::1"), ("wlan0", "fd12::5")], "", ["fd12::5"]),
    "both": ([("wlan0", "fd12::5"), ("wlan0", "192.168.1.20")], "192.168.1.20", ["192.168.1.20", "fd12::5"]),
    "none": ([("lo", "127.0.0.1"), ("lo", "::1")], "", []),
}


@pytest.mark.parametrize("where", FOUND)
def test_the_likeliest_address_comes_first_and_all_are_told(where: str) -> None:
    found, out, told = FOUND[where]
    assert ranked([(name, ipaddress.ip_address(address)) for name, address in found], out) == told


def test_an_address_that_was_asked_for_is_the_one_that_is_told() -> None:
    assert reachable("fd12::5", 8000) == ("http://[fd12::5]:8000",)
    assert reachable("192.168.1.5", 8443, "https") == ("https://192.168.1.5:8443",)


def test_this_computers_own_addresses_are_known_as_such() -> None:
    assert [local(name) for name in ("localhost", "127.0.0.1", "::1", "127.8.8.8")] == [True] * 4
    assert [local(name) for name in ("192.168.1.5", "fd12::5", "referee.local", "example.org")] == [False] * 4


def test_who_is_in_no_network_is_told_and_shown_no_code() -> None:
    said = banner((), 8000, Path("data"))
    assert "This computer is not on a network, so phones cannot reach it yet." in said
    assert "█" not in said and "▀" not in said


def test_the_best_address_is_shown_large_the_others_in_a_list() -> None:
    said = banner(("http://192.168.1.20:8000", "http://10.8.0.6:8000"), 8000, Path("data"))
    assert said.index("      http://192.168.1.20:8000\n") < said.index("█") < said.index("      http://10.8.0.6:8000")
    assert "on the same Wi-Fi" in said
    assert "anywhere" in banner(("https://referee.example.org",), 8000, Path("data"), public=True)


def test_a_code_on_a_terminal_has_colours_of_its_own() -> None:
    lines = qr_code("http://192.168.1.20:8000", coloured=True).split("\n")
    assert all(line.startswith(BLACK_AND_WHITE) and line.endswith("\x1b[0m") for line in lines)
    assert "\x1b" not in qr_code("http://192.168.1.20:8000", coloured=False)


@pytest.mark.parametrize("host", ["", "::", "0.0.0.0", "127.0.0.1"])
def test_it_listens_where_it_says_and_at_the_next_port_if_one_is_taken(host: str) -> None:
    first = listen(host, 12_345)
    second = listen(host, first.getsockname()[1])
    assert second.getsockname()[1] > first.getsockname()[1]
    with socket.create_connection(("127.0.0.1", first.getsockname()[1]), timeout=5):
        pass
    if host in ("", "::") and socket.has_dualstack_ipv6():
        with socket.create_connection(("::1", first.getsockname()[1]), timeout=5):
            pass
    first.close()
    second.close()
