"""A name for a server at home: referee.local, by multicast DNS (RFC 6762), where zeroconf is installed."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeroconf import Zeroconf

NAME = "referee"
KIND = "_http._tcp.local."
MOST = 9
"""Servers of this name in one network."""


def announced(addresses: Sequence[str], port: int) -> tuple[str, Zeroconf] | None:
    """Announce a name for these addresses; return it with the object that keeps it announced, or None where that cannot
    be done. If another server has the name already, it gets a number."""
    try:
        from zeroconf import NonUniqueNameException, ServiceInfo, Zeroconf
    except ImportError:
        return None
    packed = [ipaddress.ip_address(one).packed for one in addresses]
    try:
        network = Zeroconf()
    except OSError:
        return None
    for number in range(1, MOST + 1):
        name = NAME if number == 1 else f"{NAME}-{number}"
        known = ServiceInfo(KIND, f"{name}.{KIND}", port=port, addresses=packed, server=f"{name}.local.")
        try:
            network.register_service(known)
        except NonUniqueNameException:
            continue
        except OSError:
            break
        return f"{name}.local", network
    network.close()
    return None
