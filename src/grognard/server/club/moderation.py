"""Keeping the peace: a member does not read whom he does not want to read, and complains to those who run the club; they
may forbid somebody to talk for a while, or close his account.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from grognard.kernel import Misuse

from ..house import NotAllowed, Person
from ..library import Unknown
from ..schema import complaints, muted, users
from ..store import Store, now
from ..wire_club import Complaint, MemberWish
from .accounts import key_of

OPEN = 20  # complaints of one person that wait
MUTED = 200
SHOWN = 200


class Moderation:
    def __init__(self, store: Store) -> None:
        self.store = store

    def member(self, name: str) -> tuple[int, str, bool]:
        """Number and name of a member, and whether he runs the club."""
        key = key_of(name)[:160].replace("\0", "")
        with self.store.engine.connect() as connection:
            row = select(users.c.id, users.c.name, users.c.admin).where(users.c.key == key, users.c.closed == 0)
            found = connection.execute(row).first()
        if found is None:
            raise Unknown("Nobody is called so here.")
        return found[0], found[1], bool(found[2])

    def do(self, person: Person, name: str, wish: MemberWish) -> None:
        """What a member does about another; what only those may do who run the club is asked for here."""
        other, _, admin = self.member(name)
        if other == person.id:
            raise Misuse("That is yourself.")
        match wish.do:
            case "mute":
                self._mute(person.id, other)
            case "unmute":
                gone = delete(muted).where(muted.c.user == person.id, muted.c.other == other)
                self.store.submit(lambda connection: connection.execute(gone)).result()
            case "report":
                self._report(person.id, other, wish)
            case _:
                if not person.admin:
                    raise NotAllowed("Only those do that who run the club.")
                if admin:
                    raise NotAllowed("He runs the club as you do: `grognard admin` on the machine itself can do that.")
                self._judge(other, wish)

    def _mute(self, user: int, other: int) -> None:
        def job(connection: Connection) -> None:
            mine = set(connection.execute(select(muted.c.other).where(muted.c.user == user)).scalars())
            if len(mine) >= MUTED:
                raise Misuse(f"At most {MUTED} people can be left unread.")
            if other not in mine:
                connection.execute(insert(muted).values(user=user, other=other))

        self.store.submit(job).result()

    def _report(self, user: int, other: int, wish: MemberWish) -> None:
        words = " ".join(wish.words.replace("\0", "").split())
        if not words:
            raise Misuse("Say what he did: those who run the club read it.")

        def job(connection: Connection) -> None:
            waiting = select(func.count()).where(complaints.c.by == user, complaints.c.settled == "")
            if (connection.execute(waiting).scalar() or 0) >= OPEN:
                raise Misuse("Enough complaints of yours wait for an answer.")
            values = {"made": now(), "by": user, "about": other, "match": wish.match, "words": words, "settled": ""}
            connection.execute(insert(complaints).values(values))

        self.store.submit(job).result()

    def _judge(self, other: int, wish: MemberWish) -> None:
        """Silence for so many days (0: he may talk again), or the door."""
        if wish.do == "silence":
            until = datetime.now(UTC) + timedelta(days=wish.days)
            values: dict[str, Any] = {"silent": until.isoformat(timespec="milliseconds") if wish.days else ""}
        else:
            values = {"closed": 1}
        job = update(users).where(users.c.id == other).values(values)
        self.store.submit(lambda connection: connection.execute(job)).result()

    # ---------------------------------------------------------- looked up

    def unread(self, user: int) -> set[str]:
        """The names of those whom this person does not want to read."""
        names = select(users.c.name).join(muted, muted.c.other == users.c.id).where(muted.c.user == user)
        with self.store.engine.connect() as connection:
            return set(connection.execute(names).scalars())

    def check_may_talk(self, user: int) -> None:
        with self.store.engine.connect() as connection:
            until = connection.execute(select(users.c.silent).where(users.c.id == user)).scalar() or ""
        if until > now():
            raise NotAllowed(f"You may not talk here until {until[:10]}.")

    def waiting(self) -> int:
        with self.store.engine.connect() as connection:
            return int(connection.execute(select(func.count()).where(complaints.c.settled == "")).scalar() or 0)

    def complaints(self) -> list[Complaint]:
        """Those that wait, the oldest first."""
        who, about = users.alias(), users.alias()
        found = (
            select(complaints.c.id, complaints.c.made, who.c.name, about.c.name, complaints.c.match, complaints.c.words)
            .join(who, who.c.id == complaints.c.by)
            .join(about, about.c.id == complaints.c.about)
            .where(complaints.c.settled == "")
            .order_by(complaints.c.id)
            .limit(SHOWN)
        )
        with self.store.engine.connect() as connection:
            return [Complaint(*row) for row in connection.execute(found)]

    def settle(self, id: int) -> None:
        done = update(complaints).where(complaints.c.id == id).values(settled=now())
        self.store.submit(lambda connection: connection.execute(done)).result()


def writer(who: str) -> str:
    """Who wrote a line of chat: it also says from which seat."""
    return who.split(" (", 1)[0]
