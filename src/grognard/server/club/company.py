"""Who belongs to a match: its owner, who sits where, who watches, on which terms. And the links by which people come."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, String, cast, delete, func, insert, select, update

from grognard.kernel import UMPIRE, Misuse

from ..house import NotAllowed, Person
from ..schema import invitations, knew, matches, members, sent_away, users
from ..store import PAGE, Gone, Store, now
from ..verbs import Head
from ..wire import SPECTATOR, SeatInfo
from ..wire_club import Terms
from .signing import BadToken, Signer

MOST = 20  # people in one seat
GONE = "This link is not valid, or no longer."
LINK_DAYS = 14  # for which an invitation is good
TAKEN = "Somebody sits there already: whoever it is invites others to that seat."
SENT_AWAY = "You were sent away from this match. Its owner may invite you again."


Fair = Callable[[set[str], bool], None]  # the seats from which somebody has seen the match, and whether others have, too


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

    def plays(self, person: Person | None) -> bool:
        """Or is its umpire."""
        return any(seat != SPECTATOR for seat in self.seats_of(person))

    def counts(self, head: Head) -> bool:
        """A rated match in which something was chosen, and that is not over: nobody escapes its end."""
        return self.terms.rated and head.number > 0 and not head.ended

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

    def page_of(self, person: Person, skip: int = 0) -> list[str]:
        """A page of them, those under way first, then the newest."""
        sits = select(members.c.match).where(members.c.user == person.id)
        mine = select(matches.c.id).where((matches.c.owner == person.id) | matches.c.id.in_(sits))
        order = (matches.c.over != "", *_newest())
        with self.store.engine.connect() as connection:
            return list(connection.execute(mine.order_by(*order).limit(PAGE).offset(skip)).scalars())

    def public_ids(self, skip: int = 0) -> list[str]:
        """A page of the public matches, those under way first, the newest of everybody: who opens many pushes back his own."""
        ended, newest = matches.c.over != "", _newest()
        whose = func.coalesce(cast(matches.c.owner, String), matches.c.id)
        order = (ended, func.row_number().over(partition_by=(whose, ended), order_by=newest), *newest)
        with self.store.engine.connect() as connection:
            found = select(matches.c.id).where(matches.c.public == 1).order_by(*order).limit(PAGE).offset(skip)
            return list(connection.execute(found).scalars())

    # ---------------------------------------------------------- sitting down

    def sit(self, id: str, seat: str, user: int, *, alone: bool = False, fair: Fair | None = None) -> None:
        """He sits down. `alone`: only where nobody else does; `fair`: raises where he knows too much for it.

        Both are asked again as it is written: of two who come at the same moment one is late.
        """

        def job(connection: Connection) -> None:
            _one_at_a_time(connection, id)
            mine = (members.c.match == id) & (members.c.seat == seat)
            there = [one for (one,) in connection.execute(select(members.c.user).where(mine))]
            if user in there:
                return
            if there and alone:
                raise NotAllowed(TAKEN)
            if len(there) >= MOST:
                raise Misuse("This seat is full.")
            _check_fair(connection, id, user, fair)
            connection.execute(insert(members).values(match=id, seat=seat, user=user, since=now()))
            self.store.wake(connection, id, "company")

        self.store.submit(job).result()

    def leave(self, id: str, seat: str, user: int, *, deserted: bool = False) -> None:
        """He stands up; what he has seen from there is remembered of him, and whether its loss will be his, too."""
        mine = {"match": id, "seat": seat, "user": user}

        def job(connection: Connection) -> None:
            sat: Any = connection.execute(delete(members).filter_by(**mine))
            if sat.rowcount and connection.execute(select(knew.c.seat).filter_by(**mine)).first() is None:
                connection.execute(insert(knew).values(mine))
            if sat.rowcount and deserted:
                connection.execute(update(knew).filter_by(**mine).values(deserted=1))
            self.store.wake(connection, id, "company")

        self.store.submit(job).result()

    def deserters(self, id: str) -> dict[str, list[int]]:
        """Seat -> who stood up from it when the match was under way, and did not sit down again (who watches does not)."""
        found: dict[str, list[int]] = {}
        with self.store.engine.connect() as connection:
            back = select(members.c.user).where(members.c.match == id, members.c.seat.not_in((SPECTATOR, UMPIRE)))
            gone = select(knew.c.seat, knew.c.user).where(knew.c.match == id, knew.c.deserted == 1, knew.c.user.not_in(back))
            for seat, user in connection.execute(gone.order_by(knew.c.user)):
                found.setdefault(seat, []).append(user)
        return found

    def knowledge(self, id: str) -> dict[int, set[str]]:
        """Person -> every seat of the match from which he looks, or ever looked; watchers aside."""
        with self.store.engine.connect() as connection:
            return _knowledge(connection, id)

    def send_away(self, id: str, seat: str, user: int) -> None:
        """He stands up, and neither links that he made nor older ones bring him back."""
        self.leave(id, seat, user)

        def job(connection: Connection) -> None:
            connection.execute(delete(sent_away).where(sent_away.c.match == id, sent_away.c.user == user))
            connection.execute(insert(sent_away).values(match=id, user=user, made=now()))
            connection.execute(delete(invitations).where(invitations.c.match == id, invitations.c.by == user))

        self.store.submit(job).result()

    def check_welcome(self, id: str, user: int, invited: str = "") -> None:
        """Raises for somebody who was sent away since his invitation was made."""
        dismissed = select(sent_away.c.made).where(sent_away.c.match == id, sent_away.c.user == user)
        with self.store.engine.connect() as connection:
            when = connection.execute(dismissed).scalar()
        if when is not None and invited <= when:
            raise NotAllowed(SENT_AWAY)

    def set_seat(self, id: str, seat: str, info: SeatInfo) -> None:
        """Bots come and go: what the match's row says about a seat. Of two who change theirs at once none forgets the other."""

        def job(connection: Connection) -> None:
            this = matches.c.id == id
            words = connection.execute(select(matches.c.seats).where(this).with_for_update()).scalar()
            seats = msgspec.json.decode(words or "{}", type=dict[str, SeatInfo])
            if seat not in seats:
                raise Misuse(f"There is no seat {seat!r} any more.")
            text = msgspec.json.encode({**seats, seat: info}).decode()
            connection.execute(update(matches).where(this).values(seats=text))
            self.store.wake(connection, id, "company")

        self.store.submit(job).result()

    def hand_over(self, id: str, user: int) -> None:
        """He takes a match that is over off his list: it is now another's who sits there, who may do the same."""

        def job(connection: Connection) -> None:
            mine = (members.c.match == id) & (members.c.user == user)
            others = select(members.c.user).where(members.c.match == id, members.c.user != user, members.c.seat != SPECTATOR)
            heir = connection.execute(others.order_by(members.c.since).limit(1)).scalar()
            sat = set(connection.execute(select(members.c.seat).where(mine)).scalars())
            known = set(connection.execute(select(knew.c.seat).where(knew.c.match == id, knew.c.user == user)).scalars())
            connection.execute(delete(members).where(mine))
            for seat in sat - known:
                connection.execute(insert(knew).values(match=id, seat=seat, user=user))
            connection.execute(update(matches).where(matches.c.id == id, matches.c.owner == user).values(owner=heir))
            self.store.wake(connection, id, "company")

        self.store.submit(job).result()

    def disown(self, id: str) -> None:
        """From now on it belongs to nobody: no player has an owner's rights over another."""
        change = update(matches).where(matches.c.id == id).values(owner=None)
        self.store.submit(lambda connection: connection.execute(change)).result()

    def set_terms(self, id: str, change: Callable[[Terms], Terms]) -> None:
        """Changed as they stand on disk: of two who change them at once none forgets the other."""
        self.store.submit(lambda connection: self.write_terms(connection, id, change)).result()

    def write_terms(self, connection: Connection, id: str, change: Callable[[Terms], Terms]) -> None:
        found = connection.execute(select(matches.c.club).where(matches.c.id == id).with_for_update()).scalar()
        words = msgspec.json.encode(change(_terms(found or ""))).decode()
        connection.execute(update(matches).where(matches.c.id == id).values(club=words))
        self.store.wake(connection, id, "company")

    # ---------------------------------------------------------- invitations

    def invite(self, by: Person, match: str | None, seat: str, uses: int) -> str:
        """A token for a seat ("-": to watch; no match: to the club)."""
        ticket = Ticket(secrets.token_urlsafe(12), match or "", seat)
        values = {"id": ticket.id, "match": match, "seat": seat, "made": now(), "by": by.id, "uses": uses}
        self.store.submit(lambda c: c.execute(insert(invitations).values(values))).result()
        return self.signer.sign("invitation", ticket)

    def check_empty(self, company: Company, seat: str) -> None:
        """Raises where somebody sits: it is his seat, and he shares it with whom he likes."""
        if company.people.get(seat):
            raise NotAllowed(TAKEN)

    def ticket(self, token: str, user: int | None = None) -> Ticket:
        """What a token says, if it was made here and is not used up; who sits there by it may follow it again."""
        ticket = self.signer.read("invitation", token, Ticket)
        if user is not None and user in self.company(ticket.match).people.get(ticket.seat, {}):
            return ticket
        with self.store.engine.connect() as connection:
            good = select(invitations.c.uses).join(users, users.c.id == invitations.c.by)
            good = good.where(users.c.closed == 0)  # whose account was closed invites nobody, least of all himself
            good = good.where(invitations.c.id == ticket.id, invitations.c.made > _days_ago(LINK_DAYS))
            found = connection.execute(good).scalar()
        if not found:
            raise BadToken(GONE)
        return ticket

    def reserve(self, ticket: Ticket) -> None:
        """One use less, before anything is done by it: of two who follow one link at once, one is late."""

        def job(connection: Connection) -> None:
            left = update(invitations).where(invitations.c.id == ticket.id, invitations.c.uses > 0)
            done: Any = connection.execute(left.values(uses=invitations.c.uses - 1))
            if done.rowcount != 1:
                raise BadToken(GONE)

        self.store.submit(job).result()

    def give_back(self, ticket: Ticket) -> None:
        """What was reserved came to nothing."""
        more = update(invitations).where(invitations.c.id == ticket.id).values(uses=invitations.c.uses + 1)
        self.store.submit(lambda connection: connection.execute(more)).result()

    def use(self, ticket: Ticket, user: int, *, reserved: bool = False, fair: Fair | None = None) -> None:
        """The seat is taken; the link is good for one person less (which `reserved` has seen to)."""
        mine = (members.c.match == ticket.match) & (members.c.seat == ticket.seat)

        def job(connection: Connection) -> None:
            invitation = connection.execute(select(invitations).where(invitations.c.id == ticket.id)).mappings().first()
            if invitation is None:
                raise BadToken(GONE)
            if connection.execute(select(matches.c.id).where(matches.c.id == ticket.match)).first() is None:
                raise Gone("There is no such match.")
            _one_at_a_time(connection, ticket.match)
            _check_fair(connection, ticket.match, user, fair)
            there = set(connection.execute(select(members.c.user).where(mine)).scalars())
            judges = select(members.c.user).where(members.c.match == ticket.match, members.c.seat == UMPIRE)
            welcome = there | set(connection.execute(judges).scalars())
            if there and ticket.seat not in (SPECTATOR, UMPIRE) and invitation["by"] not in welcome:
                raise NotAllowed(TAKEN)
            if not reserved:
                left = update(invitations).where(invitations.c.id == ticket.id, invitations.c.uses > 0)
                done: Any = connection.execute(left.values(uses=invitations.c.uses - 1))
                if done.rowcount != 1:
                    raise BadToken(GONE)
            connection.execute(delete(sent_away).where(sent_away.c.match == ticket.match, sent_away.c.user == user))
            connection.execute(insert(members).values(match=ticket.match, seat=ticket.seat, user=user, since=now()))
            self.store.wake(connection, ticket.match, "company")

        with_seat = self.company(ticket.match).people.get(ticket.seat, {})
        if user not in with_seat:  # who already sits there may follow the link again
            self.store.submit(job).result()

    def made(self, ticket: Ticket) -> str:
        """When its link was made."""
        with self.store.engine.connect() as connection:
            return connection.execute(select(invitations.c.made).where(invitations.c.id == ticket.id)).scalar() or ""


def _newest() -> tuple[Any, ...]:
    """By the hour of the last change: the moment would tell of choices that nobody must notice."""
    return func.substr(matches.c.updated, 1, 13).desc(), matches.c.created.desc(), matches.c.id


def _knowledge(connection: Connection, id: str) -> dict[int, set[str]]:
    found: dict[int, set[str]] = {}
    for table in (members, knew):
        for user, seat in connection.execute(select(table.c.user, table.c.seat).where(table.c.match == id)):
            if seat != SPECTATOR:
                found.setdefault(user, set()).add(seat)
    return found


def _one_at_a_time(connection: Connection, id: str) -> None:
    """Whoever else sits down at this match just now, in whichever process, waits until this is written."""
    connection.execute(select(matches.c.id).where(matches.c.id == id).with_for_update())


def _check_fair(connection: Connection, id: str, user: int, fair: Fair | None) -> None:
    if fair is not None:
        known = _knowledge(connection, id)
        fair(known.pop(user, set()), bool(known))


def _days_ago(days: int) -> str:
    return (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds")


def _terms(words: str) -> Terms:
    return msgspec.json.decode(words, type=Terms) if words else Terms()


__all__ = ["SPECTATOR", "UMPIRE", "Companies", "Company", "Ticket"]
