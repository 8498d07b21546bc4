"""Who belongs to a match: its owner, who sits where, who watches, on which terms. And the links by which people come."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select, update

from grognard.kernel import UMPIRE, Misuse

from ..house import Person
from ..schema import invitations, knew, matches, members, users
from ..store import Gone, Store, now
from ..wire import SPECTATOR, SeatInfo
from ..wire_club import Terms
from .signing import BadToken, Signer

MOST = 20  # people in one seat


class Company(Struct):
    """The people of one match."""

    owner: int | None = None
    owner_name: str = ""
    public: bool = False
    terms: Terms = Terms()
    people: dict[str, dict[int, str]] = {}  # seat -> {user: name}

    def seats_of(self, person: Person | None) -> list[str]:
        return [seat for seat, who in self.people.items() if person is not None and person.id in who]

    def knows(self, person: Person | None) -> bool:
        return person is not None and (person.id == self.owner or bool(self.seats_of(person)))

    def sitting(self, seat: str) -> list[str]:
        return list(self.people.get(seat, {}).values())


class Ticket(Struct):
    """What an invitation link says."""

    id: str
    match: str
    seat: str


class Companies:
    """On disk."""

    def __init__(self, store: Store, signer: Signer) -> None:
        self.store, self.signer = store, signer

    def company(self, id: str) -> Company:
        return self.companies([id]).get(id) or Company()

    def companies(self, ids: list[str]) -> dict[str, Company]:
        with self.store.engine.connect() as connection:
            heads = select(matches.c.id, matches.c.owner, matches.c.public, matches.c.club, users.c.name)
            heads = heads.outerjoin(users, users.c.id == matches.c.owner).where(matches.c.id.in_(ids))
            made = {
                id: Company(owner, name or "", bool(public), _terms(club), {})
                for id, owner, public, club, name in connection.execute(heads)
            }
            who = select(members.c.match, members.c.seat, members.c.user, users.c.name)
            who = who.join(users, users.c.id == members.c.user).where(members.c.match.in_(ids)).order_by(members.c.since)
            for id, seat, user, name in connection.execute(who):
                if id in made:
                    made[id].people.setdefault(seat, {})[user] = name
        return made

    def ids_of(self, person: Person) -> list[str]:
        """The matches to which this person belongs."""
        with self.store.engine.connect() as connection:
            sits = connection.execute(select(members.c.match).where(members.c.user == person.id)).scalars()
            owns = connection.execute(select(matches.c.id).where(matches.c.owner == person.id)).scalars()
            return list(dict.fromkeys([*sits, *owns]))

    def public_ids(self, limit: int = 200) -> list[str]:
        with self.store.engine.connect() as connection:
            found = select(matches.c.id).where(matches.c.public == 1).order_by(matches.c.updated.desc()).limit(limit)
            return list(connection.execute(found).scalars())

    # ---------------------------------------------------------- sitting down

    def sit(self, id: str, seat: str, user: int) -> None:
        def job(connection: Connection) -> None:
            mine = (members.c.match == id) & (members.c.seat == seat)
            there = [one for (one,) in connection.execute(select(members.c.user).where(mine))]
            if user in there:
                return
            if len(there) >= MOST:
                raise Misuse("This seat is full.")
            connection.execute(insert(members).values(match=id, seat=seat, user=user, since=now()))
            self.store.wake(connection, id, "company")

        self.store.submit(job).result()

    def leave(self, id: str, seat: str, user: int) -> None:
        """He stands up; what he has seen from there is remembered of him."""
        mine = {"match": id, "seat": seat, "user": user}

        def job(connection: Connection) -> None:
            sat: Any = connection.execute(delete(members).filter_by(**mine))
            if sat.rowcount and connection.execute(select(knew.c.seat).filter_by(**mine)).first() is None:
                connection.execute(insert(knew).values(mine))
            self.store.wake(connection, id, "company")

        self.store.submit(job).result()

    def knows_from(self, id: str, user: int) -> list[str]:
        """The seats from which this person has looked before."""
        with self.store.engine.connect() as connection:
            return list(connection.execute(select(knew.c.seat).where(knew.c.match == id, knew.c.user == user)).scalars())

    def set_seats(self, id: str, seats: dict[str, SeatInfo]) -> None:
        """Bots come and go: what the match's row says about its seats."""
        words = msgspec.json.encode(seats).decode()

        def job(connection: Connection) -> None:
            connection.execute(update(matches).where(matches.c.id == id).values(seats=words))
            self.store.wake(connection, id, "company")

        self.store.submit(job).result()

    def set_terms(self, id: str, terms: Terms) -> None:
        words = msgspec.json.encode(terms).decode()

        def job(connection: Connection) -> None:
            connection.execute(update(matches).where(matches.c.id == id).values(club=words))
            self.store.wake(connection, id, "company")

        self.store.submit(job).result()

    # ---------------------------------------------------------- invitations

    def invite(self, by: Person, match: str | None, seat: str, uses: int) -> str:
        """A token for a seat ("-": to watch; no match: to the club)."""
        ticket = Ticket(secrets.token_urlsafe(12), match or "", seat)
        values = {"id": ticket.id, "match": match, "seat": seat, "made": now(), "by": by.id, "uses": uses}
        self.store.submit(lambda c: c.execute(insert(invitations).values(values))).result()
        return self.signer.sign("invitation", ticket)

    def ticket(self, token: str) -> Ticket:
        """What a token says, if it was made here and is not used up. Anything else is the same BadToken."""
        ticket = self.signer.read("invitation", token, Ticket)
        with self.store.engine.connect() as connection:
            found = connection.execute(select(invitations.c.uses).where(invitations.c.id == ticket.id)).scalar()
        if not found:
            raise BadToken("This link is not valid, or no longer.")
        return ticket

    def use(self, ticket: Ticket, user: int) -> None:
        """The seat is taken; the link is good for one person less."""

        def job(connection: Connection) -> None:
            left = update(invitations).where(invitations.c.id == ticket.id, invitations.c.uses > 0)
            done: Any = connection.execute(left.values(uses=invitations.c.uses - 1))
            if done.rowcount != 1:
                raise BadToken("This link is not valid, or no longer.")
            if ticket.match:
                if connection.execute(select(matches.c.id).where(matches.c.id == ticket.match)).first() is None:
                    raise Gone("There is no such match.")
                values = {"match": ticket.match, "seat": ticket.seat, "user": user, "since": now()}
                connection.execute(insert(members).values(values))
                self.store.wake(connection, ticket.match, "company")

        with_seat = self.company(ticket.match).people.get(ticket.seat, {}) if ticket.match else {}
        if user not in with_seat:  # who already sits there may follow the link again
            self.store.submit(job).result()


def _terms(words: str) -> Terms:
    return msgspec.json.decode(words, type=Terms) if words else Terms()


__all__ = ["SPECTATOR", "UMPIRE", "Companies", "Company", "Ticket"]
