"""Help to keep a phone's screen on, and with https: the page that tells each phone, and the certificate it loads.

Browsers keep a screen on, install an app and put pages by in a secure context only (https, and the computer itself).
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, current_app, request

from referee.pages import page
from referee.pages.reading import local
from referee.serve import addresses

bp = Blueprint("awake", __name__)


def goes_dark() -> bool:
    """Whether the phone that asks cannot keep its screen on here: it came by plain http, and not from this computer."""
    return not request.is_secure and not addresses.local(host_name())


def host_name() -> str:
    """Return the name or address, without a port, by which the phone reached this server."""
    return urlsplit(f"//{request.host}").hostname or ""


def by_https(path: str) -> str | None:
    """Return the address of `path` by https at this house's server, by the name that the phone knows; None if it
    speaks none."""
    port: int | None = current_app.config.get("HTTPS_PORT")
    name = host_name()
    host = f"[{name}]" if ":" in name else name
    return None if port is None else f"https://{host}:{port}{path}"


@bp.get("/awake")
def awake() -> Response:
    """Tell how this phone's screen stays on, by its settings or by https, and how it comes to trust this house."""
    back = local(request.args.get("back", ""), "")
    return page(
        "awake.html",
        back=back,
        dark=goes_dark(),
        https=None if request.is_secure else by_https(back or "/"),
        vouched="AUTHORITY" in current_app.config,
    )


@bp.get("/referee.crt")
def certificate() -> Response:
    """Send the certificate of this house's authority, as phones load it (RFC 5280, PEM); 404 if it has none."""
    file: Path | None = current_app.config.get("AUTHORITY")
    if file is None:
        abort(404)
    return Response(file.read_bytes(), content_type="application/x-x509-ca-cert", headers={"Cache-Control": "no-cache"})
