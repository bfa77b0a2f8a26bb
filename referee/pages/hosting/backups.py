"""The backups that a house makes by itself, shown to whoever runs the server: on its own machine, or with a key.

They hold every seat and whatever was told in secret, so no token of a table opens them, the host's neither.
"""

from __future__ import annotations

import hmac
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, request, send_file

from referee.engine import N_
from referee.pages import go_to, page, problem
from referee.pages.app_state import app_state
from referee.pages.hosting.awake import host_name
from referee.pages.identity import address
from referee.serve import addresses
from referee.store import backups

bp = Blueprint("backups", __name__)

OWNERS_ONLY = N_("Backups are shown on the server’s own computer only, or with the key that it prints when it starts.")


def owners_only() -> str:
    """Return the key that the request brings, "" on the server's own machine; raise 403 for everybody else, 404 where
    no backups are made."""
    folder()
    key, given = current_app.config["BACKUP_KEY"], request.args.get("key", "")
    if given:
        app_state().limits.check("guess", address())
        if key and hmac.compare_digest(given.encode("utf-8", "surrogatepass"), key.encode()):
            return given
        app_state().limits.hit("guess", address())
    if not on_own_machine():
        raise problem(403, "forbidden", OWNERS_ONLY)
    return ""


def on_own_machine() -> bool:
    """Whether the request comes from the server's own machine, and asked for it by a name that only itself has. Behind
    a tunnel or a proxy everybody may seem to."""
    config = current_app.config
    if config["PUBLIC"] or config["PROXIES"]:
        return False
    return addresses.local(request.remote_addr or "") and addresses.local(host_name().removesuffix("."))


def folder() -> Path:
    """Return where the backups of this house are; raise 404 where none are made."""
    if not current_app.config["HOUSE"] or current_app.config["DATABASE"]:
        abort(404)
    return Path(current_app.config["DATA"], backups.FOLDER)


@bp.get("/backups")
def show() -> Response:
    """Show the backups of the last days."""
    key = owners_only()
    kept = backups.listed(folder())
    return page("backups.html", backups=kept, folder=folder().resolve(), kept=backups.KEPT, key=key)


@bp.post("/backups")
def make() -> Response:
    """Make a backup of today now, if something was recorded since the last one."""
    key = owners_only()
    backups.back_up(app_state().store, folder())
    return go_to(f"/backups?key={key}" if key else "/backups")


@bp.get("/backups/<name>")
def load(name: str) -> Response:
    """Send a backup."""
    owners_only()
    found = next((each for each in backups.of_days(folder()) if each.name == name), None)
    if found is None:
        abort(404)
    answer = send_file(found, mimetype="application/vnd.sqlite3", as_attachment=True, download_name=name)
    answer.headers["Cache-Control"] = "no-store"
    return answer
