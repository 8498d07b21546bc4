"""`grognard serve`: a club, for people with accounts, near and far."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for all.", metavar="H")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on.", metavar="N")] = 8766,
    data: Annotated[Path | None, typer.Option(help="The folder with club.toml and (SQLite) matches.", metavar="DIR")] = None,
    database_url: Annotated[
        str, typer.Option(help="postgresql://...; better in $GROGNARD_DATABASE_URL. Without: SQLite.", metavar="URL")
    ] = "",
    workers: Annotated[int, typer.Option(help="Processes that serve (PostgreSQL only).", metavar="N", min=1, max=64)] = 1,
    url: Annotated[str, typer.Option(help="How people reach it: https://club.example.org", metavar="URL")] = "",
    name: Annotated[str, typer.Option(help="What the club is called.", metavar="WORDS")] = "",
    registration: Annotated[str, typer.Option(help="Who may register: open, invited or closed.", metavar="WHO")] = "",
    behind_proxy: Annotated[bool, typer.Option("--behind-proxy", help="A reverse proxy stands before it.")] = False,
    log_file: Annotated[str, typer.Option(help="Log to this file, not to the standard error.", metavar="FILE")] = "",
) -> None:
    """Run a club. What is not said here stands in club.toml of the data folder (docs/club.md)."""
    import msgspec

    from grognard.kernel import Misuse
    from grognard.server.club.settings import read_settings
    from grognard.server.places import data_folder
    from grognard.server.serving import DATABASE, serve_club

    folder = data or data_folder() / "club"
    settings = read_settings(folder)
    if registration not in ("", "open", "invited", "closed"):
        raise Misuse(f"--registration {registration}: expected open, invited or closed.")
    said = {"url": url, "name": name, "registration": registration, "behind_proxy": behind_proxy}
    settings = msgspec.structs.replace(settings, **{key: value for key, value in said.items() if value})
    serve_club(host, port, folder, settings, database_url or os.environ.get(DATABASE, ""), workers, log_file=log_file)
