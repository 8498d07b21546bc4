"""Around a live match of a club: people come and go, talk, offer and agree; turns are told, clocks run, results count."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary

import msgspec
from sqlalchemy import Connection, insert

from grognard.kernel import UMPIRE, Misuse

from .. import verbs, wire
from ..house import NotAllowed, Person
from ..schema import members
from ..store import Store, now
from ..table import LiveTable
from ..wire_club import ChatLine, Terms
from .agreeing import Agreeing
from .chat import Chats, readable
from .clocks import Clocks
from .company import Companies, Company
from .limits import TooOften
from .moderation import Moderation, writer
from .notices import Notices
from .ratings import Ratings
from .rounds import Rounds
from .signing import Signer
from .splitting import split
from .tournaments import Tournaments
from .wakeups import Wakeups

if TYPE_CHECKING:
    from ..hall import Hall
    from ..live import Connection as Line
    from .accounts import Accounts

log = logging.getLogger("grognard.club")
FRAME = 4096  # bytes of a message that count for one more
PRESENCE = 0.5  # seconds in which many who come and go are told as one
FORCED = 60  # choices in a row that may be made for somebody
KNOWS_BOTH = "one person knows more than one side"
ASKED = {wire.AsText: "paper", wire.Look: "walk", wire.Sit: "walk"}
WENT_ON = "it went on after it was over and all was open"


class Attending(Agreeing):
    """The club at its tables. (Who may do what is club.py.)"""

    store: Store
    accounts: Accounts
    companies: Companies
    chats: Chats
    clocks: Clocks
    ratings: Ratings
    tournaments: Tournaments
    moderation: Moderation
    notices: Notices
    signer: Signer

    def address(self, request: Any) -> str:
        """Where a caller comes from."""
        raise NotImplementedError

    async def open(self, hall: Hall) -> None:
        self.hall = hall
        self._tasks: set[asyncio.Task[Any]] = set()
        self._clocking: WeakKeyDictionary[LiveTable, asyncio.Lock] = WeakKeyDictionary()
        self._present: dict[str, bool | None] = {}  # matches where it was just told; whether again, and to other processes
        self.rounds = Rounds(self, hall)
        self.wakeups = Wakeups(self, hall) if self.store.shared else None

    async def close(self) -> None:
        if self.wakeups is not None:
            await self.wakeups.close()
        self.rounds.close()
        await self.notices.close()
        for task in list(self._tasks):
            task.cancel()

    def soon(self, work: Coroutine[Any, Any, Any]) -> None:
        """Work that nobody waits for; what goes wrong in it is in the log."""

        async def run() -> None:
            try:
                await work
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("something around a match failed")

        task = asyncio.create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---------------------------------------------------------- matches begin

    def company(self, id: str) -> Company:
        self.clocks.load(id)
        return self.companies.company(id)

    def check_wish(self, wish: wire.NewMatch) -> None:
        if wish.seed is not None:
            raise Misuse("In a club nobody may choose the seed of the dice.")
        if wish.clock is not None and wish.clock.hours < 1 / 60:
            raise Misuse("A clock has at least a minute.")
        if wish.umpire and (not wish.seats or any(seat.kind == "me" for seat in wish.seats.values())):
            raise Misuse("An umpire sees everything, so he sits on no side: leave the seats open, or to bots.")

    def founding(self, row: wire.MatchRow, wish: wire.NewMatch | None, person: Person | None) -> tuple[dict[str, Any], Any]:
        """Without a person it belongs to nobody from the start, and is nobody's room: a tournament's."""
        mine = [seat for seat, info in row.seats.items() if info.kind == "me"] if person is not None else []
        terms = self._terms(wish, {row.seats[seat].side for seat in mine})
        public = wish is not None and wish.public
        owner = person.id if person is not None else None
        more = {"owner": owner, "public": int(public), "club": msgspec.json.encode(terms).decode()}
        if wish is not None and wish.umpire:
            mine.append(UMPIRE)

        def then(connection: Connection) -> None:
            for seat in mine:
                connection.execute(insert(members).values(match=row.id, seat=seat, user=owner, since=now()))

        return more, then

    def _terms(self, wish: wire.NewMatch | None, sides: set[str]) -> Terms:
        """What counts for ratings is played by people who know one side each, with the club's own dice."""
        if wish is None:
            return Terms(rated=False, unrated="it was taken in from a file")
        by_hand = wish.dice == "by hand"
        why = "its dice are thrown by hand" if by_hand else KNOWS_BOTH if len(sides) > 1 else ""
        if not why and wish.situation:
            why = "it begins in a position of its owner's making"
        return Terms(
            wish.clock, wish.umpire, wish.rated and not why, why, wish.dice if by_hand else "", delay=wish.delay
        )

    async def weigh_knowledge(self, id: str) -> None:
        """Somebody sat down: where one person knows two sides by now the match is rated no longer, and all can read why."""
        table = self.hall.live_table(id) or await self.hall.table(id)
        terms = table.company.terms
        if not terms.rated:
            return
        for seats in (await asyncio.to_thread(self.companies.knowledge, id)).values():
            if len({UMPIRE if seat == UMPIRE else table.head.side_ever(seat) for seat in seats}) > 1:
                await asyncio.to_thread(self.companies.set_terms, id, _unrated(KNOWS_BOTH))
                return

    def judged(self, table: LiveTable, what: str) -> Any:
        """A match in which an umpire's hand has played counts for nobody: that is written with what he did."""
        if not table.company.terms.rated:
            return None

        def also(connection: Connection) -> None:
            self.companies.write_terms(connection, table.id, _unrated(what))
            terms = _unrated(what)(table.company.terms)
            table.company = msgspec.structs.replace(table.company, terms=terms)  # before anybody reckons who has won

        return also

    def opened(self, hall: Hall, table: LiveTable) -> None:
        table.known = self._known(table)
        table.after = self._changed

    def delay(self, table: LiveTable) -> float:
        minutes: float = table.company.terms.delay
        return minutes

    def shut(self, id: str) -> None:
        self.clocks.known.pop(id, None)

    def begun(self, table: LiveTable) -> None:
        if table.company.terms.clock is not None:
            self.soon(self.set_clock(table))

    async def may_play_bots(self, id: str) -> bool:
        if not self.store.shared:
            return True
        return await asyncio.wrap_future(self.store.lease(f"bots/{id}", 30))

    # ---------------------------------------------------------- after every change

    def _known(self, table: LiveTable) -> tuple[list[str], str, bool, bool]:
        return table.asked, table.row.turn, table.head.ended, table.company.terms.rated

    def _changed(self, table: LiveTable) -> None:
        asked, _, over, rated = known = self._known(table)
        before, table.known = table.known, known
        if before == known or table.following:
            return
        if rated != before[3]:
            self.tell_row(table)
        self.soon(self._follow_up(table, [seat for seat in asked if seat not in before[0]], over, before[2]))

    async def _follow_up(self, table: LiveTable, asked: list[str], over: bool, was_over: bool) -> None:
        company: Company = table.company
        await self.set_clock(table)
        if over and not was_over:
            gone = await asyncio.to_thread(self.companies.deserters, table.id)
            await asyncio.to_thread(self.ratings.enter, table.id, table.head, company, gone)
            for id in await asyncio.to_thread(self.tournaments.of_match, table.id):
                await self.rounds.play_tournament(id)
        elif was_over and not over:
            await asyncio.to_thread(self.ratings.taken_back, table.id)
            if company.terms.rated:
                await asyncio.to_thread(self.companies.set_terms, table.id, _unrated(WENT_ON))
                await self.company_changed(table.id)
        await self.forced(table)
        for seat in asked:
            if seat in table.head.asked and table.row.seats[seat].kind != "bot":
                present = {one.person.id for one in table.watchers if getattr(one, "person", None) is not None}  # type: ignore[attr-defined]
                await self.notices.tell(table.row, seat, company.people.get(seat, {}), present)

    async def set_clock(self, table: LiveTable) -> None:
        """The clocks of those who are asked now run, and no others. One after the other: the last that is written is true."""
        async with self._clocking.setdefault(table, asyncio.Lock()):
            await self._set_clock(table)

    async def _set_clock(self, table: LiveTable) -> None:
        company: Company = table.company
        clock = company.terms.clock
        if clock is None:
            return
        if table.head.ended:
            await asyncio.to_thread(self.clocks.stop, table.id)
            return
        people = [seat for seat, info in table.row.seats.items() if info.kind != "bot"]
        away: dict[str, list[Any]] = {
            seat: [(await self.accounts.settings_of(user)).holidays for user in company.people.get(seat, {})]
            for seat in people
        }
        await asyncio.to_thread(self.clocks.turn, table.id, clock, table.asked, people, table.row.turn, away)
        self.tell_row(table)

    async def forced(self, table: LiveTable) -> None:
        """Where somebody wants it, the only legal choice of an open decision is made for him."""
        wanted = set()
        for seat, people in table.company.people.items():
            if people and all([(await self.accounts.settings_of(user)).forced for user in people]):
                wanted.add(seat)
        for _ in range(FORCED if wanted else 0):
            async with table.lock:
                only = None if table.lost else await table.ask(verbs.only_choice, wanted)
                if only is None:
                    return
                await table.choose(*only, do="forced")
                await table.publish(None)
                await table.tidy()
            self.hall.bots(table).wake()

    # ---------------------------------------------------------- people at a table

    def present(self, table: LiveTable) -> list[str]:
        here = [one.person.name if getattr(one, "person", None) else "a guest" for one in table.watchers]  # type: ignore[attr-defined]
        there = self.wakeups.present.get(table.id, {}) if self.wakeups is not None else {}
        return sorted({*here, *(name for names in there.values() for name in names)})

    async def came(self, line: Line) -> None:
        table, rights = line.table, line.rights
        if line.person is not None:
            self.notices.came(table.id, line.person.id)
        lines = await asyncio.to_thread(self.chats.lines, table.id)
        offers = await asyncio.to_thread(self.offers.of, table.id)
        unread = await self._unread(line)
        mine = [self.numbered(one) for one in lines if readable(one, rights) and writer(one.who) not in unread]
        line.tell(wire.Chat(lines=mine))
        if told := self._offers_for(line, table, offers):
            line.offered = told
            line.tell(wire.Offers(offers=told))
        self.tell_presence(table)

    async def went(self, line: Line) -> None:
        if line.person is not None:
            self.notices.looked(line.table.id, line.person.id, line.table.head.number)
        self.tell_presence(line.table)

    def tell_presence(self, table: LiveTable, on: bool = True) -> None:
        """At once, and again in a moment if more came and went: not once for each of many."""
        if table.id in self._present:
            self._present[table.id] = bool(self._present[table.id]) or on
            return
        self._present[table.id] = None
        asyncio.get_running_loop().call_later(PRESENCE, self._presence_again, table.id)
        people = self.present(table)
        for watcher in list(table.watchers):
            watcher.tell(wire.Presence(people=people))
        if self.wakeups is not None and on:
            self.wakeups.say_present(table)

    def _presence_again(self, id: str) -> None:
        again, table = self._present.pop(id, None), self.hall.live_table(id)
        if again is not None and table is not None:
            self.tell_presence(table, again)

    def tell_row(self, table: LiveTable) -> None:
        """Who sits where has changed, or a clock."""
        for watcher in list(table.watchers):
            line: Any = watcher
            watcher.tell(wire.RowAnswer(row=self.row_for(line.person, table.row, table)))

    async def company_changed(self, id: str) -> None:
        """Somebody sat down, stood up, or a bot came: whoever may no longer look is shown the door."""
        table = next((one for one in self.hall.live_tables() if one.id == id), None)
        if table is None:
            return
        company, row = await asyncio.to_thread(lambda: (self.company(id), self.store.row(id)))
        async with table.lock:
            table.company = company
            table.row = msgspec.structs.replace(table.row, seats=row.seats)
            for watcher in list(table.watchers):
                line: Any = watcher
                if not line.rights.may_look(line.seat):
                    line.leave(4403, "this seat is no longer yours")
        self.tell_row(table)
        self.hall.bots(table).wake()

    def seated_anew(self, line: Line, table: LiveTable) -> None:
        """Whose seat is gone looks from the one that is his now, and sees it whole."""
        if line.seat is None or line.seat == UMPIRE or line.seat in table.head.seats:
            return
        line.table = table
        line.seat, line.shown = line.rights.first_seat(table.asked), None
        if not line.rights.may_look(line.seat):
            line.leave(4403, "this seat is no longer yours")

    async def split(self, table: LiveTable, seats: dict[str, str]) -> None:
        """A side gets other commanders (splitting.py); everybody who looks sees it."""
        async with table.lock:
            await split(table, seats)
            table.company = await asyncio.to_thread(self.company, table.id)
            for watcher in list(table.watchers):
                self.seated_anew(cast("Line", watcher), table)
            await table.publish(None)
        self.tell_row(table)
        self.hall.bots(table).wake()

    def count_frame(self, line: Line, size: int = 0) -> None:
        cost = 1 + size / FRAME  # what is long takes long to read
        if not (self.rates.allows("frame", f"line {id(line)}", cost) and self.rates.allows("frames", self._who(line), cost)):
            raise TooOften("Too many messages at once: wait a moment.")

    def _who(self, line: Line) -> str:
        return f"person {line.person.id}" if line.person is not None else self.address(line.socket)

    async def hand_over(self, id: str, person: Person) -> None:
        """What several have played is not one's to delete: it is off his own list."""
        await asyncio.to_thread(self.companies.hand_over, id, person.id)
        await self.company_changed(id)

    async def resign_before_going(self, id: str, person: Person) -> None:
        """Who deletes his account in the middle of a rated match loses it: his opponent has won against somebody."""
        try:
            table = await self.hall.table(id)
            seats = [seat for seat in table.company.seats_of(person) if seat in table.head.seats]
            mine = [seat for seat in table.head.seats if seats and table.head.seats[seat] == table.head.seats[seats[0]]]
            alone = all(user == person.id for seat in mine for user in table.company.people.get(seat, {}))
            if not (seats and alone and table.company.counts(table.head)):
                return
            async with table.lock:
                await table.change("resign", seats[0], verbs.resign, seats[0], mine)
                gone = await asyncio.to_thread(self.companies.deserters, id)
                await asyncio.to_thread(self.ratings.enter, id, table.head, table.company, gone)
                await table.publish(None)
        except Exception:
            log.exception("match %s: nobody could resign for who goes", id)

    # ---------------------------------------------------------- talking and agreeing

    async def answer(self, line: Line, table: LiveTable, said: Any) -> bool:
        match said:
            case wire.Say():
                await self._say(line, table, said)
            case wire.OfferMade():
                await self._offer(line, table, said)
            case wire.OfferAnswered():
                await self._answer(line, table, said)
            case wire.Resign():
                await self._resign(line, table)
            case wire.AsText() | wire.Look() | wire.Sit() | wire.Check() | wire.Why() | wire.DraftItems():
                self.rates.take(ASKED.get(type(said), "ask"), self._who(line))
                return False
            case wire.Correct() | wire.HandOut():
                self.rates.take("ruling", self._who(line))
                return False
            case wire.Choose() | wire.Undo() | wire.Withdraw() | wire.Stand() | wire.StandDown() | wire.Nonce():
                if line.person is not None:  # what is chosen and taken back stays on the disk, all of it
                    self.rates.take("deed", f"person {line.person.id}")
                return False
            case _:
                return False
        line.tell(wire.Done(re=said.id))
        return True

    async def _say(self, line: Line, table: LiveTable, said: wire.Say) -> None:
        if line.person is None:
            raise NotAllowed("Log in to talk.")
        self.rates.take("say", f"person {line.person.id}")
        await asyncio.to_thread(self.moderation.check_may_talk, line.person.id)
        rights = line.rights
        seat = line.seat if line.seat in rights.seats else UMPIRE if rights.umpire else None
        side = table.head.seats.get(seat or "")
        allowed = {UMPIRE, *(other for other, of in table.head.seats.items() if rights.umpire or of == side)}
        if said.to and (seat is None or not set(said.to) <= allowed):
            raise NotAllowed("You may whisper to your own side and to the umpire.")
        made = await asyncio.to_thread(self.chats.say, table.id, line.person, seat, said.text, said.to)
        await self.tell_chat(table, [made])

    async def tell_chat(self, table: LiveTable, lines: list[Any]) -> None:
        for watcher in list(table.watchers):
            other: Any = watcher
            mine = [self.numbered(one) for one in lines if readable(one, other.rights)]
            if mine and {writer(one.who) for one in mine} <= (unread := await self._unread(other)):
                continue
            if mine:
                watcher.tell(wire.Chat(lines=[one for one in mine if writer(one.who) not in unread]))

    async def _unread(self, line: Line) -> set[str]:
        if line.person is None:
            return set()
        return await asyncio.to_thread(self.moderation.unread, line.person.id)

    def numbered(self, line: ChatLine) -> ChatLine:
        """By its time, and a mark that tells nothing: numbers in a row would count the whispers of others."""
        moment = int(1000 * datetime.fromisoformat(line.made).timestamp())
        mark = self.signer.mac("chat", str(line.n).encode())[0] % 64
        return msgspec.structs.replace(line, n=moment * 64 + mark)


def _unrated(why: str) -> Callable[[Terms], Terms]:
    return lambda terms: msgspec.structs.replace(terms, rated=False, unrated=terms.unrated or why)
