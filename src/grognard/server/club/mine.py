"""What a person's account holds, and what its owner may do with it: see where he is logged in and end that, take all that
is his with him, and go.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, Select, Table, delete, func, insert, select, update

from grognard.kernel import Misuse

from ..schema import chat, invitations, keys, matches, members, passkeys, pushes, ratings, results, sessions, users
from ..store import Store, now
from ..wire_club import SessionInfo
from .accounts import GONE, hash_of

SHOWN = 12  # letters of a session's hash by which it is called
LEFT = "somebody who has left"


class Mine:
    def __init__(self, store: Store) -> None:
        self.store = store

    # ---------------------------------------------------------- sessions

    def sessions(self, user: int, token: str) -> list[SessionInfo]:
        """Where this person is logged in, the newest first."""
        mine = select(sessions).where(sessions.c.user == user, sessions.c.expires > now()).order_by(sessions.c.created.desc())
        with self.store.engine.connect() as connection:
            found = list(connection.execute(mine).mappings())
        this = hash_of(token)
        return [SessionInfo(one["token"][:SHOWN], one["created"], one["agent"], one["token"] == this) for one in found]

    def end(self, user: int, id: str) -> None:
        """One of them."""
        gone = delete(sessions).where(sessions.c.user == user, func.substr(sessions.c.token, 1, SHOWN) == id)
        ended: Any = self.store.submit(lambda connection: connection.execute(gone)).result()
        if ended.rowcount == 0:
            raise Misuse("This session has ended already.")

    def end_others(self, user: int, token: str) -> None:
        gone = delete(sessions).where(sessions.c.user == user, sessions.c.token != hash_of(token))
        self.store.submit(lambda connection: connection.execute(gone)).result()

    # ---------------------------------------------------------- everything that is mine

    def all(self, user: int) -> dict[str, Any]:
        """What the club knows of a person. Positions of matches are no part of it: they are saved seat by seat."""
        with self.store.engine.connect() as connection:
            me = connection.execute(select(users).where(users.c.id == user)).mappings().one()
            queries = {
                "sessions": _fields(sessions, "created", "expires", "agent").where(sessions.c.user == user),
                "matches": _fields(matches, "id", "game", "scenario", "title", "over")
                .add_columns(members.c.seat, members.c.since)
                .join(members, members.c.match == matches.c.id)
                .where(members.c.user == user),
                "opened": _fields(matches, "id", "title", "created").where(matches.c.owner == user),
                "invitations": _fields(invitations, "match", "seat", "made", "uses").where(invitations.c.by == user),
                "results": _fields(results, "match", "game", "side", "outcome", "made").where(results.c.user == user),
                "ratings": _fields(ratings, "game", "mu", "sigma", "played").where(ratings.c.user == user),
                "passkeys": _fields(passkeys, "name", "made").where(passkeys.c.user == user),
                "browsers_told": _fields(pushes, "made").where(pushes.c.user == user),
                "chat": _fields(chat, "match", "made", "who", "text").where(_written_by(me["name"])).order_by(chat.c.n),
            }
            held = {name: [dict(row) for row in connection.execute(query).mappings()] for name, query in queries.items()}
        settings = msgspec.json.decode(me["settings"])
        return {"name": me["name"], "since": me["created"], "settings": settings, "second_factor": bool(me["second"]), **held}

    def lonely(self, user: int) -> list[str]:
        """The matches that he opened and in which nobody else sits: they go with him."""
        others = select(members.c.match).where(members.c.user != user)
        with self.store.engine.connect() as connection:
            found = connection.execute(select(matches.c.id).where(matches.c.owner == user, matches.c.id.not_in(others)))
            return list(found.scalars())

    def go(self, user: int) -> None:
        """The account is gone, and what he said; matches in which others sit go on without him."""

        def job(connection: Connection) -> None:
            name = connection.execute(select(users.c.name).where(users.c.id == user)).scalar_one()
            connection.execute(update(chat).where(_written_by(name)).values(who=LEFT, text=""))
            connection.execute(update(matches).where(matches.c.owner == user).values(owner=None))
            connection.execute(delete(users).where(users.c.id == user))
            before = int(connection.execute(select(keys.c.value).where(keys.c.name == GONE)).scalar() or 0)
            connection.execute(delete(keys).where(keys.c.name == GONE))
            connection.execute(insert(keys).values(name=GONE, value=str(max(before, user))))

        self.store.submit(job).result()


def _fields(table: Table, *names: str) -> Select[Any]:
    return select(*(table.c[name] for name in names))


def _written_by(name: str) -> Any:
    """A line of chat says who wrote it, and from which seat."""
    return (chat.c.who == name) | chat.c.who.startswith(f"{name} (", autoescape=True)


def device(agent: str) -> str:
    """Which browser on which system, as far as its own words can be believed."""
    words = agent[:300]
    browser = next((name for mark, name in BROWSERS if mark in words), "a program")
    system = next((name for mark, name in SYSTEMS if mark in words), "")
    return f"{browser} on {system}" if system else browser


BROWSERS = (("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))
SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)  # fmt: skip
