"""The house of a club: people with accounts, and what each may do at each match. `rights` is the whole of it."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from msgspec import structs

from grognard.kernel import UMPIRE

from .. import wire
from ..house import NotAllowed, NotKnown, Person, Rights, TooMany, logged_in
from ..store import Gone, Store
from ..table import LiveTable
from .accounts import Accounts, hash_of
from .attending import Attending
from .chat import Chats
from .clocks import Clocks, Running
from .company import Companies, Company
from .devices import Devices
from .forgotten import Forgotten
from .limits import Rates, SharedRates
from .mine import Mine
from .moderation import Moderation
from .notices import Notices
from .offers import Offers
from .passkeys import Passkeys
from .pushing import Pushing
from .ratings import Ratings
from .room import Room
from .second import Second
from .settings import ClubSettings
from .signing import Signer
from .tournaments import Tournaments

# for those who have no session yet; the guard has looked at the Origin
OPEN = ("/api/login", "/api/register", "/api/forgotten", "/api/reset", "/api/passkey/begin", "/api/passkey/login")
LINES, GUEST_LINES = 50, 12  # lines to matches that a person may have open, and all guests of one address
# requests about a match (their last word) that are counted apart
DEAR = {**dict.fromkeys(("save", "papers", "sheet", "report", "state"), "paper"), **dict.fromkeys(("since", "diary"), "walk")}
LISTS = ("/api/lobby", "/api/matches", "/api/tournaments")
EVERYTHING = "/api/account/everything"
REMEMBERED = 20.0  # seconds for which a session is not looked up again


class Club(Attending):
    def __init__(self, settings: ClubSettings, store: Store) -> None:
        self.club, self.settings, self.store = self, settings, store
        self.accounts = Accounts(store, settings.session_days)
        self.signer = Signer(self.accounts.key())
        self.companies = Companies(store, self.signer)
        self.room = Room(store, settings.limits)
        self.devices = Devices(self.signer, settings.secure)
        self.rates = Rates(times=settings.limits)
        self.limits = SharedRates(self.rates, store, lambda who: self.signer.mac("rates", who.encode()).hex())
        self.mine, self.second = Mine(store), Second(store, settings.name)
        self.forgotten = Forgotten(self.accounts, self.signer, settings)
        self.chats = Chats(store)
        self.offers = Offers(store)
        self.clocks = Clocks(store)
        self.ratings = Ratings(store)
        self.tournaments = Tournaments(store)
        self.moderation = Moderation(store)
        self.pushing = Pushing(store, self.accounts, settings)
        self.notices = Notices(store, settings, self.accounts, self.pushing)
        self.passkeys = Passkeys(store, self.signer, settings)
        self._lines: Counter[str] = Counter()  # open ones, by who holds them
        self._sessions: dict[str, tuple[float, Person | None]] = {}

    # ---------------------------------------------------------- who

    @property
    def cookie(self) -> str:
        return "__Host-grognard" if self.settings.secure else "grognard"

    async def person(self, cookies: Mapping[str, str]) -> Person | None:
        token = cookies.get(self.cookie, "")
        if not token:
            return None
        key, moment = hash_of(token), time.monotonic()
        known = self._sessions.get(key)
        if known is None or known[0] < moment:
            if len(self._sessions) > 5000:
                self._sessions.clear()
            known = self._sessions[key] = (moment + REMEMBERED, await asyncio.to_thread(self.accounts.who, token))
        return known[1]

    def forget_sessions(self) -> None:
        """Some have ended: nobody is let in by what we remember, and whoever holds an open line is asked again at once."""
        self._sessions.clear()
        self.rounds.hurry()

    async def logged_out(self, line: Any) -> bool:
        """A line that was opened by somebody whose session has ended since."""
        return line.person is not None and await self.person(line.socket.cookies) is None

    def csrf(self, person: Person) -> str:
        return self.signer.mac("csrf", person.session.encode()).hex()

    def check_csrf(self, person: Person, given: str) -> None:
        if not hmac.compare_digest(self.csrf(person).encode(), given.encode()):
            raise NotAllowed("This request does not come from one of our own pages; load the page again.")

    async def let_in(self, request: Any) -> None:
        """Before every request: who asks, not too often, and from our own pages if something is to change."""
        person = await self.person(request.cookies)
        request.scope["state"]["person"] = person
        path = request.url.path
        if not path.startswith("/api/"):
            return
        safe = request.method in ("GET", "HEAD")
        who = f"person {person.id}" if person else self.address(request)
        self.rates.take("read" if safe else "change", who)
        if (dear := DEAR.get(path.split("/")[4] if path.count("/") > 3 else "")) is not None:
            self.rates.take(dear, who)
        if path == EVERYTHING:
            self.rates.take("paper", who)
        if safe and path in LISTS:
            self.rates.take("list", who)
        if safe or path in OPEN:
            return
        if person is None:
            raise NotKnown("Log in first.")
        self.check_csrf(person, request.headers.get("x-csrf", ""))

    def address(self, request: Any) -> str:
        """Where a caller comes from, as far as that can be believed: the proxy before us writes the last entry."""
        lines = request.headers.getall("x-forwarded-for", []) if self.settings.behind_proxy else []
        forwarded = ",".join(lines).rsplit(",", 1)[-1].strip()  # some proxies write theirs into a line of its own
        return street(forwarded or (request.client.host if request.client else ""))

    def must(self, what: str, person: Person | None) -> None:
        if person is None:
            raise NotKnown("Log in first.")
        if what in self.rates.rates:
            self.rates.take(what, f"person {person.id}")

    # ---------------------------------------------------------- what he may do

    async def admit(self, person: Person | None, id: str) -> None:
        """Before a match is even loaded: is it any of this person's business? If not, it does not exist."""
        company = await asyncio.to_thread(self.companies.company, id)
        if not self._sees(person, company):
            if person is None and not self.settings.guests:
                raise NotKnown("Log in first.")
            raise Gone("There is no such match.")

    def _sees(self, person: Person | None, company: Company) -> bool:
        return company.knows(person) or (company.public and (person is not None or self.settings.guests))

    def rights(self, person: Person | None, table: LiveTable) -> Rights:
        company: Company = table.company
        if not self._sees(person, company):
            return Rights()
        mine, info = company.seats_of(person), table.row.seats
        seats = tuple(seat for seat in table.head.seats if seat in mine and seat in info and info[seat].kind != "bot")
        owner = person is not None and person.id == company.owner
        over = table.head.ended
        if company.terms.closed:
            return Rights(watches=True, all_seen=over, owner=owner)
        return Rights(seats, UMPIRE in mine and table.head.umpire, True, over, owner)

    @contextmanager
    def line(self, person: Person | None, socket: Any) -> Iterator[None]:
        who, most = (f"person {person.id}", LINES) if person is not None else (self.address(socket), GUEST_LINES)
        self.rates.take("dial", who)
        self._lines[who] += 1
        try:
            if self._lines[who] > most * max(1.0, self.settings.limits):
                raise TooMany("You have too many matches open: close some of them.")
            yield
        finally:
            self._lines[who] -= 1
            if not self._lines[who]:
                del self._lines[who]

    def check_room(self, person: Person | None) -> None:
        if person is not None:
            self.room.check(person)

    @contextmanager
    def uploading(self, person: Person | None) -> Iterator[None]:
        with self.room.uploading(logged_in(person)):
            yield

    def for_whom(self, table: LiveTable) -> str:
        return f"person {table.company.owner}" if table.company.owner is not None else table.id

    def opened_by(self, person: Person | None, id: str, *, orphan: bool = False) -> bool:
        company = self.companies.company(id)
        if company.owner is None:
            return orphan and company.plays(person)
        return person is not None and person.id == company.owner

    def others(self, person: Person | None, table: LiveTable) -> list[str]:
        company: Company = table.company
        mine = person.id if person is not None else None
        return [name for seat in table.head.seats for user, name in company.people.get(seat, {}).items() if user != mine]

    # ---------------------------------------------------------- what he reads about it

    def my_rows(self, store: Store, person: Person | None, skip: int = 0) -> list[wire.MatchRow]:
        return self.rows(person, self.companies.page_of(person, skip)) if person is not None else []

    def row_for(self, person: Person | None, row: wire.MatchRow, table: LiveTable | None = None) -> wire.MatchRow:
        company: Company = table.company if table is not None else self.companies.company(row.id)
        known = self.clocks.known.get(row.id)
        return self.row_with(person, row, company, known if known is not None else self.clocks.of([row.id]).get(row.id, {}))

    def row_with(
        self, person: Person | None, row: wire.MatchRow, company: Company, clocks: Mapping[str, Running]
    ) -> wire.MatchRow:
        """The row as this person may read it. When exactly something was last done might tell of a secret choice."""
        seats, moment = {}, datetime.now(UTC)
        for seat, info in row.seats.items():
            people = company.sitting(seat) if info.kind != "bot" else []
            here = person is not None and person.id in company.people.get(seat, {})
            kind: Any = "bot" if info.kind == "bot" else "me" if here else "other" if people else "open"
            left = max(0, clocks[seat].now(moment)) if seat in clocks else None
            seats[seat] = structs.replace(info, kind=kind, people=people, left=left, away=here and kind == "bot")
        if company.terms.delay and not row.over and not company.plays(person):  # who watches later reads nothing of now
            row = structs.replace(row, turn="", waiting=[])
            seats = {seat: structs.replace(info, left=None) for seat, info in seats.items()}
        return structs.replace(
            row, seats=seats, number=0, updated=row.updated[:14] + "00:00+00:00", club=True, public=company.public,
            owner=company.owner_name, umpires=company.sitting(UMPIRE), terms=company.terms,
            mine=person is not None and person.id == company.owner,
            judge=person is not None and person.id in company.people.get(UMPIRE, {}),
        )  # fmt: skip

    def rows(self, person: Person | None, ids: list[str]) -> list[wire.MatchRow]:
        companies = self.companies.companies(ids)
        clocks = self.clocks.of(ids)
        order = {id: n for n, id in enumerate(ids)}
        rows = sorted((row for row in self.store.rows_of(ids) if row.id in companies), key=lambda row: order[row.id])
        return [self.row_with(person, row, companies[row.id], clocks.get(row.id, {})) for row in rows]


def street(address: str) -> str:
    """An address of IPv4; of IPv6 the network of 64 bits, which is what one caller has."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


__all__ = ["Club"]
