"""Addresses at which other devices reach this computer: its addresses in all its networks, the likeliest first."""

from __future__ import annotations

import ipaddress
import re
import socket
import unicodedata
from argparse import ArgumentTypeError
from collections.abc import Iterable

import ifaddr

TUNNEL = re.compile(r"u?tun|tap|wg|ppp|ipsec|tailscale|zt|nordlynx|vpn|wireguard", re.IGNORECASE)
"""Networks of a VPN: phones beside this computer are seldom in one."""
VIRTUAL = re.compile(
    r"docker|br-|virbr|veth|vmnet|vboxnet|lxc|podman|cni|vethernet|virtualbox|vmware|wsl", re.IGNORECASE
)
"""Networks within this computer, of its containers and virtual machines."""
SHARED = ipaddress.ip_network("100.64.0.0/10")
"""The range that providers and Tailscale use (RFC 6598)."""
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def a_port(text: str) -> int:
    """Return the port that `text` names, 1 to 65535. Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= 65535):
        raise ArgumentTypeError(f"{text} is not a port (1 to 65535)")
    return int(text)


def here() -> list[tuple[str, Address]]:
    """Return every address of this computer with the name of its network interface."""
    found = []
    for adapter in ifaddr.get_adapters():
        for each in adapter.ips:
            text = each.ip if isinstance(each.ip, str) else each.ip[0]
            found.append((adapter.nice_name, ipaddress.ip_address(text)))
    return found


def outward() -> str:
    """Return the address from which this computer reaches the internet; "" if it does not."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address (RFC 5737): nothing is sent
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def ranked(found: Iterable[tuple[str, Address]], out: str = "") -> list[str]:
    """Return the addresses that others can reach, the likeliest first: at home, over Wi-Fi or a wire, by IPv4."""

    def unlikely(one: tuple[str, Address]) -> tuple[bool, ...]:
        name, address = one
        return (
            bool(VIRTUAL.match(name)),
            bool(TUNNEL.match(name)) or (address.version == 4 and address in SHARED),
            address.version == 6,
            address.is_link_local,
            not address.is_private,
            str(address) != out,
        )

    usable = [
        (name, address)
        for name, address in found
        if not (address.is_loopback or address.is_unspecified or address.is_multicast)
        and not (address.version == 6 and address.is_link_local)  # of no use without the name of an interface
    ]
    return list(dict.fromkeys(str(address) for _name, address in sorted(usable, key=unlikely)))


def reachable(host: str, port: int, scheme: str = "http") -> tuple[str, ...]:
    """Return the addresses (`http://192.168.1.20:8000`) at which a server that listens on `host` is reached by other
    devices, the likeliest first; none if this computer is in no network, or listens to itself only. "" and "::" stand
    for all addresses, "0.0.0.0" for all of IPv4."""
    if host in ("", "::", "0.0.0.0"):  # noqa: S104 - it is compared
        hosts = [one for one in ranked(here(), outward()) if host != "0.0.0.0" or ":" not in one]  # noqa: S104
    else:
        hosts = [] if local(host) else [host]
    return tuple(f"{scheme}://{bracketed(one)}:{port}" for one in hosts)


def bracketed(host: str) -> str:
    """Return a host as an address of a page names it: IPv6 in brackets (RFC 3986, 3.2.2)."""
    return f"[{host}]" if ":" in host else host


def ascii_name(name: str) -> str:
    """Return a host's name as browsers send it: in small letters, without a dot at its end, labels of other scripts in
    ASCII (RFC 5891, RFC 3492)."""
    labels = unicodedata.normalize("NFC", name.lower()).rstrip(".").split(".")
    return ".".join(each if each.isascii() else f"xn--{each.encode('punycode').decode()}" for each in labels)


def local(name: str) -> bool:
    """Whether a request to this host name (without its port) comes from this computer itself."""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
