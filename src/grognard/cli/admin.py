"""`grognard admin`: what whoever runs a club does at its keyboard. It works on the database, while the server runs or not."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .errors import BAD, complain

if TYPE_CHECKING:
    from grognard.server.club.accounts import Accounts
    from grognard.server.store import Store

app = typer.Typer(no_args_is_help=True, help="Run a club: people, passwords, matches, backups.", rich_markup_mode=None)
Data = Annotated[Path | None, typer.Option(help="The club's data folder.", metavar="DIR")]
Url = Annotated[str, typer.Option(help="postgresql://...; or $GROGNARD_DATABASE_URL.", metavar="URL")]
Who = Annotated[str, typer.Argument(help="Name of a person.", metavar="NAME")]


@contextmanager
def _store(data: Path | None, url: str) -> Iterator[Store]:
    from grognard.server.places import data_folder
    from grognard.server.serving import DATABASE
    from grognard.server.store import Store

    folder = data or data_folder() / "club"
    store = Store(folder / "grognard.db", url or os.environ.get(DATABASE, ""), "admin")
    try:
        yield store
    finally:
        store.close()


@contextmanager
def _accounts(data: Path | None, url: str) -> Iterator[Accounts]:
    from grognard.server.club.accounts import Accounts

    with _store(data, url) as store:
        yield Accounts(store)


def _password(given: str) -> str:
    """From the option, the standard input, or typed twice."""
    import sys

    if given:
        return given
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))


@app.command()
def users(data: Data = None, database_url: Url = "") -> None:
    """Everybody who has an account."""
    with _accounts(data, database_url) as accounts:
        for one in accounts.all():
            marks = [word for word in ("admin", "closed") if one[word]]
            print(f"{one['name']}  since {one['created'][:10]}{'  (' + ', '.join(marks) + ')' if marks else ''}")


@app.command()
def add(
    name: Who,
    password: Annotated[str, typer.Option(help="Better typed when asked, or by the standard input.", metavar="P")] = "",
    admin: Annotated[bool, typer.Option("--admin", help="An administrator.")] = False,
    data: Data = None,
    database_url: Url = "",
) -> None:
    """A new account."""
    with _accounts(data, database_url) as accounts:
        made = accounts.make(name, _password(password), admin=admin)
        print(f"{made.name} can log in.")


@app.command()
def password(
    name: Who,
    password: Annotated[str, typer.Option(help="Better typed when asked, or by the standard input.", metavar="P")] = "",
    data: Data = None,
    database_url: Url = "",
) -> None:
    """A new password for somebody who forgot his. He is logged out everywhere."""
    with _accounts(data, database_url) as accounts:
        accounts.set_password(accounts.named(name).id, _password(password))
        print(f"{name} has a new password.")


@app.command("second-factor")
def second_factor(name: Who, data: Data = None, database_url: Url = "") -> None:
    """Take away second factor and passkeys of somebody who has lost his device and his codes. Be sure that it is really he."""
    from grognard.server.club.passkeys import Passkeys
    from grognard.server.club.second import Second
    from grognard.server.club.settings import ClubSettings
    from grognard.server.club.signing import Signer

    with _accounts(data, database_url) as accounts:
        user = accounts.named(name).id
        Second(accounts.store, "").end(user)
        Passkeys(accounts.store, Signer(accounts.key()), ClubSettings()).end(user, "")
        print(f"{name} logs in by his password alone.")


@app.command("close-account")
def close_account(
    name: Who,
    again: Annotated[bool, typer.Option("--open", help="Open it again.")] = False,
    data: Data = None,
    database_url: Url = "",
) -> None:
    """Somebody can no longer log in (or can again). His matches stay."""
    with _accounts(data, database_url) as accounts:
        accounts.set_flags(accounts.named(name).id, closed=not again)
        print(f"The account of {name} is {'open' if again else 'closed'}.")


@app.command()
def invite(
    url: Annotated[str, typer.Option(help="How people reach the club.", metavar="URL")] = "",
    by: Annotated[str, typer.Option(help="Who invites (any account).", metavar="NAME")] = "",
    data: Data = None,
    database_url: Url = "",
) -> None:
    """A link by which one person may register."""
    from grognard.kernel import Misuse
    from grognard.server.club.company import Companies
    from grognard.server.club.signing import Signer

    with _accounts(data, database_url) as accounts:
        known = accounts.all()
        if not known:
            raise Misuse("Make an account first: grognard admin add NAME.")
        host = accounts.named(by or known[0]["name"])
        token = Companies(accounts.store, Signer(accounts.key())).invite(host, None, "", 1)
        print(f"{url.rstrip('/')}/#/join/{token}")


@app.command("matches")
def list_matches(data: Data = None, database_url: Url = "") -> None:
    """All matches: what is played, by whom, how it stands. Nothing that is hidden."""
    from grognard.server.club.company import Companies
    from grognard.server.club.signing import Signer

    with _store(data, database_url) as store:
        rows = store.rows()
        companies = Companies(store, Signer(b"-")).companies([row.id for row in rows])
        for row in rows:
            people = sorted({name for who in companies[row.id].people.values() for name in who.values()})
            closed = f"  closed: {companies[row.id].terms.closed}" if companies[row.id].terms.closed else ""
            print(f"{row.id}  {row.game}/{row.scenario}  {row.over or row.turn}  {', '.join(people)}{closed}")


@app.command("close-match")
def close_match(
    match: Annotated[str, typer.Argument(metavar="ID")],
    why: Annotated[str, typer.Option(help="What its people will read.", metavar="WORDS")] = "closed by the host",
    again: Annotated[bool, typer.Option("--open", help="Open it again.")] = False,
    data: Data = None,
    database_url: Url = "",
) -> None:
    """Nobody can go on with this match (or can again); it can be looked at."""
    import msgspec

    from grognard.server.club.company import Companies
    from grognard.server.club.signing import Signer

    with _store(data, database_url) as store:
        store.row(match)
        companies = Companies(store, Signer(b"-"))
        companies.set_terms(match, lambda terms: msgspec.structs.replace(terms, closed="" if again else why))
        print(f"{match} is {'open' if again else 'closed'}.")


@app.command("repair")
def repair_match(
    match: Annotated[str, typer.Argument(metavar="ID")],
    write: Annotated[bool, typer.Option("--write", help="Do it; without, it is only said what would be lost.")] = False,
    save: Annotated[Path | None, typer.Option(help="Write what can be read to this file, too.", metavar="FILE")] = None,
    data: Data = None,
    database_url: Url = "",
) -> None:
    """Bring a damaged match back to its last good choice."""
    from grognard.server.repair import look, repair

    with _store(data, database_url) as store:
        found = repair(store, match) if write else look(store, match)
        if save is not None:
            save.write_bytes(found.save)
        done = "is" if write else "would be"
        print(f"{match}: {found.good} of {found.entries} entries lead to a position; {found.lost} {done} lost.")


@app.command("backup")
def make_backup(
    file: Annotated[Path, typer.Argument(metavar="FILE")], data: Data = None, database_url: Url = ""
) -> None:
    """Everything in one file, while the server runs."""
    from grognard.server.backup import backup

    with _store(data, database_url) as store:
        _print_counts(backup(store.engine, file), f"written to {file}")


@app.command("restore")
def restore_backup(
    file: Annotated[Path, typer.Argument(metavar="FILE")], data: Data = None, database_url: Url = ""
) -> None:
    """A backup into an empty database, of the same kind or another."""
    from grognard.server.backup import restore

    with _store(data, database_url) as store:
        _print_counts(restore(store.engine, file), "restored")


def _print_counts(counts: dict[str, Any], done: str) -> None:
    from grognard.kernel.words import counted

    people = counted(counts["users"], "person", "people")
    print(f"{people}, {counted(counts['matches'], 'match')}, {counted(counts['entries'], 'entry')}: {done}.")


@app.command("check")
def check_all(
    dice: Annotated[bool, typer.Option("--dice", help="Roll all dice again, too.")] = False,
    data: Data = None,
    database_url: Url = "",
) -> None:
    """Load every match and say which cannot be gone on with."""
    from grognard.server.backup import check

    bad = count = 0
    with _store(data, database_url) as store:
        for id, trouble in check(store, dice=dice):
            count += 1
            if trouble:
                bad += 1
                print(f"{id}: {trouble}")
    print(f"{count} matches, {bad} with trouble.")
    if bad:
        complain("Some matches have trouble.")
        raise typer.Exit(BAD)


__all__ = ["app"]
