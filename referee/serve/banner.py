"""The terminal's words at the start: where phones find the app, in writing and as a QR code."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import segno

from referee.store.backups import FOLDER

BLACK_AND_WHITE = "\x1b[38;5;231;48;5;16m"
"""White on black, whatever the terminal's own colours are: many phones read no inverted code."""


def qr_code(url: str, coloured: bool) -> str:
    """Return `url` as a QR code for a terminal, in colours of its own if it may have them."""
    drawn = io.StringIO()
    segno.make(url, micro=False).terminal(drawn, compact=True)
    lines = drawn.getvalue().rstrip("\n").split("\n")
    return "\n".join(f"{BLACK_AND_WHITE}{line}\x1b[0m" if coloured else line for line in lines)


def banner(
    addresses: tuple[str, ...],
    port: int,
    data: Path,
    names: tuple[str, ...] = (),
    public: bool = False,
    alone: str = "",
) -> str:
    """Return what is said of the `addresses` (the best first), other `names` for the first, and the data folder.

    `public` addresses are reached from everywhere, others in the same network; `alone`: the only address where it is
    reached, from this computer itself, because it was told to listen there.
    """
    stop = f"\n  All data is saved in {data.resolve()}\n  Stop with Ctrl+C; nothing is lost.\n"
    if alone:
        said = [f"\n  The referee is at the table, for this computer only:\n\n      {alone}\n"]
        said.extend(f"      or {name}\n" for name in names)
        said.append("  Phones cannot reach it there. Start the referee without --host to let them in.")
        return "\n".join([*said, stop])
    if not addresses:
        return (
            "\n  This computer is not on a network, so phones cannot reach it yet. Connect it to Wi-Fi, or turn on a"
            f"\n  hotspot on it or on a phone. On this computer itself: http://127.0.0.1:{port}\n{stop}"
        )
    best, *others = addresses
    where = "anywhere" if public else "on the same Wi-Fi"
    said = [f"\n  The referee is at the table. Open this on every phone {where}:\n"]
    said.append(f"      {best}\n")
    said.extend(f"      or {name}\n" for name in names)
    said.append(qr_code(best, sys.stdout.isatty()))
    if others:
        said.append("\n  Phones that cannot reach it may be on another of this computer's networks:")
        said.extend(f"      {one}" for one in others)
    return "\n".join([*said, stop])


def of_backups(data: Path, port: int, address: str, key: str) -> str:
    """Return what is said of the backups in the data folder: where they are, and how they are looked at, on this
    computer and, with the key, at `address` ("" if other devices reach none)."""
    said = [f"  Backups of the last days of play: {data.resolve() / FOLDER}", f"      http://127.0.0.1:{port}/backups"]
    if address:
        said.append(f"      or, for your eyes only: {address}/backups?key={key}")
    return "\n".join([*said, ""])
