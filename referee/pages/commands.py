"""What the host says on the command line: `flask --app app …`."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click
from flask import Flask

from referee.pages.house import House
from referee.sqlite import SQLiteStore
from referee.store import StorageError


def add(app: Flask, house_file: Path) -> None:
    """Add `backup`, `restore` and `move-to-postgres`; `house_file` is where a house keeps its tables."""
    the: House = app.extensions["referee"]

    @app.cli.command("backup")
    @click.argument("file", type=click.Path(path_type=Path), required=False)
    def backup(file: Path | None) -> None:
        """Copy all tables into FILE (or a dated file in the data folder), while the server runs."""
        if file is None:
            file = house_file.parent / "backups" / f"{datetime.now():%Y-%m-%d-%H%M%S}.sqlite"
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            the.store.backup(file)
        except (StorageError, OSError) as error:
            raise click.ClickException(f"There is no backup: {error}.") from error
        click.echo(f"Everything is in {file.resolve()}.")

    @app.cli.command("restore")
    @click.argument("file", type=click.Path(path_type=Path, exists=True))
    def restore(file: Path) -> None:
        """Put back what FILE holds, in place of what is there; also while the server runs."""
        try:
            the.store.restore(file)
        except StorageError as error:
            raise click.ClickException(f"Nothing was changed: {error}.") from error
        click.echo(f"Everything is as in {file.resolve()}.")

    @app.cli.command("move-to-postgres")
    @click.argument("file", type=click.Path(path_type=Path, exists=True), default=house_file)
    def move_to_postgres(file: Path) -> None:
        """Move a house's FILE (its server stopped) into the empty PostgreSQL database that DATABASE_URL names."""
        if isinstance(the.store, SQLiteStore):
            raise click.UsageError("Say where to: DATABASE_URL=postgresql://user:password@host/name")
        from referee.postgres import NotEmpty, PostgresStore  # a house needs no driver for it

        assert isinstance(the.store, PostgresStore)
        try:
            moved = the.store.move_in(file)
        except NotEmpty:
            raise click.ClickException("There are tables in that database already; nothing was changed.") from None
        except StorageError as error:
            raise click.ClickException(f"Nothing was moved: {error}. Is the server stopped?") from error
        click.echo(f"Tables moved: {moved}. {file.resolve()} is as it was.")
