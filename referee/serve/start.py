"""The command line: `python app.py`, or `referee-at-the-table` where the app is installed."""

from __future__ import annotations

import argparse
import gc
import os
import secrets
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import platformdirs
from flask import Flask
from flask.cli import ScriptInfo

from referee import INSTALLED, ROOT
from referee.serve import addresses
from referee.serve.addresses import a_port, bracketed
from referee.serve.banner import banner, of_backups
from referee.serve.clock import wrong_clock
from referee.serve.home import LISTENING, Servers, listen, speak_utf_8
from referee.serve.name import NAME, announced
from referee.store import FILE, StorageError
from referee.switchboard import timeout_options

MADE_ANEW = (
    "\n  This house's certificate {}, so a new one was made."
    "\n  Phones that trusted the old one need the new one: /awake on each of them says how."
)
MakeApp = Callable[[dict[str, object]], Flask]
NO_HTTPS = (
    "https needs one more library. Run it again like this: uvx --with cryptography --from … --https"
    " (or: pipx inject referee-at-the-table cryptography)."
    if INSTALLED
    else "https needs one more library: make run HTTPS=1 installs it (or: pip install -r requirements-home.txt)."
)


def data_folder() -> Path:
    """Return the default data folder: `data/` of a checkout, else the user's own data folder."""
    return Path(platformdirs.user_data_dir("referee-at-the-table")) if INSTALLED else ROOT / "data"


def an_address(text: str) -> str:
    """Return the address of a site (`https://referee.example.org`). Raises ArgumentTypeError."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise argparse.ArgumentTypeError(f"{text} is not the address of a site (https://referee.example.org)")
    return f"{parts.scheme}://{parts.netloc}"


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Return what the command line and the environment ask for."""
    parser = argparse.ArgumentParser(
        description="The referee at the table. Other commands: backup, restore, pass, delete (each with --help)."
    )
    option = parser.add_argument
    option("--host", default="", help="address to listen on (default: all)")
    option(
        "--port",
        type=a_port,
        default=os.environ.get("PORT", "8000"),
        help="port to listen on; the next free one if it is taken",
    )
    option("--data", type=Path, default=os.environ.get("REFEREE_DATA") or data_folder(), help="data folder")
    option("--url", type=an_address, help="public address, if phones reach it through a tunnel or proxy")
    option("--https", action="store_true", help="also serve https, on the port 443 above --port")
    return parser.parse_args(words)


def main(create_app: MakeApp, largest_body: int) -> None:
    """Serve a house, one process that every phone in the network reaches; or carry out another command.

    `largest_body`: bytes of a request beyond which the server reads no more of it.
    """
    speak_utf_8()
    if sys.argv[1:] and not sys.argv[1].startswith("-"):
        os.environ.setdefault("REFEREE_DATA", str(data_folder()))
        info = ScriptInfo(create_app=lambda: create_app({}))
        info.load_app().cli.main(sys.argv[1:], "referee-at-the-table", obj=info)
    else:
        serve(arguments(), create_app, largest_body)


def serve(given: argparse.Namespace, create_app: MakeApp, largest_body: int) -> None:
    """Listen, say where, and answer until the process is told to end."""
    try:
        accepting = listen(given.host, given.port)
    except OSError as error:
        sys.exit(f"Cannot listen on {given.host or 'any address'}, port {given.port}: {error.strerror or error}.")
    port = accepting.getsockname()[1]

    def reached() -> tuple[str, ...]:
        return (given.url,) if given.url else addresses.reachable(given.host, port)

    settings: dict[str, object] = {"DATA": given.data, "STREAMS": LISTENING, "ADDRESSES": reached, "HOUSE": True}
    settings["BACKUP_KEY"] = key = secrets.token_urlsafe(18)
    if given.url:
        settings |= {"HOSTS": (addresses.ascii_name(urlsplit(given.url).hostname or ""),), "PUBLIC": True}
    try:
        app = create_app({**settings, "PROXIES": 0})
    except StorageError as error:
        sys.exit(f"{error} Use --data FOLDER for another folder.")
    proxies = os.environ.get("REFEREE_PROXIES", "0") not in ("", "0")
    believed = "*" if proxies else "127.0.0.1" if given.url else ""
    servers = Servers(app, largest_body, timeout_options(), believed)
    servers.serve(accepting)
    also = add_https(app, servers, given) if given.https else ()
    alone = f"http://{bracketed(given.host)}:{port}" if addresses.local(given.host) and not given.url else ""
    print(banner(reached(), port, app.config["DATA"], also, bool(given.url), alone), flush=True)
    if not app.config["DATABASE"]:
        print(of_backups(app.config["DATA"], port, "" if alone else next(iter(reached()), ""), key), flush=True)
    if wrong := wrong_clock(app.config["DATA"] / FILE):
        print(f"  {wrong}\n", flush=True)
    if given.host in ("", "::", "0.0.0.0"):  # noqa: S104 - it is compared
        hosts = [urlsplit(one).hostname or "" for one in addresses.reachable(given.host, port)]
        threading.Thread(target=announce, args=(hosts, port), daemon=True).start()
    gc.collect()
    gc.freeze()  # what stays for good is not looked at again while somebody waits
    servers.run()


def announce(hosts: Sequence[str], port: int) -> None:
    """Announce this server's name in the network, and print it."""
    known = announced(hosts, port) if hosts else None
    if known:
        print(f"  It has a name too: http://{known[0]}:{port}\n", flush=True)
        threading.Event().wait()  # the name is announced for as long as `known` exists


def add_https(app: Flask, servers: Servers, given: argparse.Namespace) -> tuple[str, ...]:
    """Answer https too, by a certificate of this house's own; return the best address."""
    try:
        from referee.serve.certificates import Certificates
    except ImportError:
        sys.exit(NO_HTTPS)
    from referee.serve.https import Front

    certificates = Certificates(app.config["DATA"] / "tls")
    if certificates.replaced:
        print(MADE_ANEW.format(certificates.replaced), flush=True)
    try:
        accepting = listen(given.host, given.port + 443)
    except OSError as error:
        sys.exit(f"Cannot listen for https on port {given.port + 443}: {error.strerror or error}.")
    port = accepting.getsockname()[1]

    def renew() -> bool:
        found = [urlsplit(one).hostname or "" for one in addresses.reachable(given.host, port)]
        return certificates.renew([*found, f"{NAME}.local"])

    renew()
    behind = listen("127.0.0.1", port + 1)
    front = Front(accepting, behind.getsockname()[:2], certificates.server, renew)
    servers.serve(behind, "https", front.peers)
    front.start()
    app.config["HTTPS_PORT"], app.config["AUTHORITY"] = port, certificates.authority
    own = (f"https://{bracketed(given.host)}:{port}",) if addresses.local(given.host) else ()
    return own or addresses.reachable(given.host, port, "https")[:1]
