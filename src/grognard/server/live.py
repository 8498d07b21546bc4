"""One connection to a live match: what a client may say, and what is answered.

A connection looks from one seat at a time. Its reader takes frames one by one; its writer sends from a queue, so that a slow
reader holds up nobody: when its queue is full, it is closed and may come again.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from grognard.kernel import UMPIRE, Broken, Misuse, Refused, Standing
from grognard.kernel.scene import RefusalView

from . import verbs, wire
from .hall import Gone, Hall
from .house import NotAllowed, Person, Rights, who_of
from .limits import MESSAGE_BYTES, TooMuch, decode
from .seeing import Seen, Watcher
from .table import Late, LiveTable, Lost, Overtaken
from .wire_words import MessageId

log = logging.getLogger("grognard.server")
Socket = WebSocket[Any, Any, Any]
encode = msgspec.json.Encoder().encode

NOT_ALLOWED, NO_MATCH, TOO_LONG, TOO_SLOW, BROKEN = 4403, 4404, 4413, 4429, 4500
QUEUE, QUEUE_BYTES = 2000, 4 << 20  # what may wait for a slow reader
PLAYED, CORRECTED = "its umpire has played for somebody", "its umpire has set the position right"
DRAFT_BYTES = 32 * 1024  # each is written to the disk as it is drafted
STRIKES = 50  # frames in a row that make no sense
PAUSE = 0.04
SHORT = 4096  # bytes of a frame that is looked into for its number alone


@websocket("/api/matches/{match_id:str}/live")
async def live(socket: Socket, match_id: FromPath[str], seat: FromQuery[str | None] = None) -> None:
    """The live match: see docs/wire.md."""
    hall: Hall = socket.app.state.hall
    await socket.accept()
    if "\0" in match_id or "\0" in (seat or ""):
        await socket.close(NO_MATCH, "no such match")
        return
    try:
        person = await hall.house.person(socket.cookies)
        with hall.house.line(person, socket):
            await _live(socket, hall, person, match_id, seat)
    except Misuse as error:
        await socket.close(TOO_SLOW, _short(str(error)))


async def _live(socket: Socket, hall: Hall, person: Person | None, match_id: str, seat: str | None) -> None:
    try:
        await hall.house.admit(person, match_id)
        table = await hall.table(match_id)
        connection = Connection(socket, hall, table, seat_of(table, seat, hall.house.rights(person, table)), person)
    except Gone:
        await socket.close(NO_MATCH, "no such match")
        return
    except Misuse as error:
        await socket.close(NOT_ALLOWED, _short(str(error)))
        return
    except Exception as error:
        log.exception("match %s cannot be loaded", match_id)
        await socket.close(BROKEN, _short(f"this match cannot be loaded: {type(error).__name__}"))
        return
    await connection.run()


def seat_of(table: LiveTable, wanted: str | None, rights: Rights) -> str | None:
    """The seat that a connection or request asks for; by default the first that is this person's."""
    if not wanted:
        seat = rights.first_seat([] if rights.alone else table.asked)
    else:
        seat = None if wanted == wire.SPECTATOR else wanted
    if not rights.may_look(seat):
        raise NotAllowed("This seat is not for the people at this screen.")
    if seat is not None and seat != UMPIRE:
        table.head.side_of(seat)
    return seat


class Connection(Watcher):
    def __init__(self, socket: Socket, hall: Hall, table: LiveTable, seat: str | None, person: Person | None) -> None:
        self.socket, self.hall, self.table, self.seat, self.person = socket, hall, table, seat, person
        self.queue: asyncio.Queue[bytes] = asyncio.Queue(QUEUE)
        self.waiting = 0  # bytes in it
        self.shown: Seen | None = None
        self.thinking = ""
        self.offered: list[wire.Offer] = []  # what this line was last told of offers
        self.leaving: tuple[int, str] | None = None
        self.asked_of_staff: set[asyncio.Task[None]] = set()  # answers that take a while

    # ---------------------------------------------------------- in and out

    def tell(self, said: Any) -> None:
        frame = encode(said)
        try:
            if self.waiting and self.waiting + len(frame) > QUEUE_BYTES:
                raise asyncio.QueueFull
            self.queue.put_nowait(frame)
            self.waiting += len(frame)
        except asyncio.QueueFull:
            self.leaving = (TOO_SLOW, "too slow a reader")

    def leave(self, code: int, why: str) -> None:
        """Say what is left to say, and close."""
        self.leaving = (code, why)
        self.tell(None)

    async def run(self) -> None:
        writer = asyncio.create_task(self._write())
        try:
            async with self.table.lock:
                self.table.watchers.append(self)
                self.tell(wire.Hello(row=self.hall.house.row_for(self.person, self.table.row, self.table), seat=self.seat))
                await self.table.show_all(self)
                for note in self.table.notes:
                    self.tell(wire.Note(text=note))
                self.hall.bots(self.table).wake()
            await self.hall.house.came(self)
            await self._read()
        except WebSocketDisconnect:
            pass
        finally:
            if self in self.table.watchers:
                self.table.watchers.remove(self)
            for task in (writer, *self.asked_of_staff):
                task.cancel()
            await self.hall.house.went(self)

    async def _write(self) -> None:
        with suppress(Exception):  # a line that breaks ends the reader too, and that is the end of this connection
            while True:
                frame = await self.queue.get()
                self.waiting -= len(frame)
                if self.leaving and (frame == b"null" or self.leaving[0] == TOO_SLOW):
                    await self.socket.close(*self.leaving)
                    return
                await self.socket.send_data(frame, mode="text")

    async def _read(self) -> None:
        strikes = 0
        while strikes < STRIKES:
            frame: Any = await self.socket.receive()
            if frame["type"] == "websocket.disconnect":
                return
            raw = (frame.get("text") or "").encode("utf-8", "surrogatepass") or frame.get("bytes") or b""
            if len(raw) > MESSAGE_BYTES:
                await self.socket.close(TOO_LONG, "a message too long")
                return
            strikes = 0 if await self._take(raw) else strikes + 1
        await self.socket.close(NOT_ALLOWED, "nothing of this is understood")

    async def _take(self, raw: bytes) -> bool:
        """One message; whether it made sense. It is counted before it is read: nonsense by the megabyte is no way round."""
        try:
            self.hall.house.count_frame(self, len(raw))
        except Misuse as error:
            self.tell(wire.RefusedAnswer(re=_id_of(raw) if len(raw) < SHORT else None, refusals=[RefusalView("", str(error))]))
            await asyncio.sleep(PAUSE)  # who is too fast is read more slowly
            return True
        try:
            said = decode(raw, wire.ClientSays)
        except (msgspec.ValidationError, msgspec.DecodeError, TooMuch) as error:
            self.tell(wire.ErrorSaid(re=_id_of(raw), what=f"That is not understood: {str(error)[:300]}"))
            return False
        if isinstance(said, wire.Hint | wire.Routes | wire.Try):  # it takes a while, and what else is said does not wait
            going = {one for one in self.asked_of_staff if not one.done()}
            self.asked_of_staff = going | {asyncio.create_task(self._safely(said))}
        else:
            await self._safely(said)
        return True

    async def _safely(self, said: Any) -> None:
        """Answer it, or say why not."""
        try:
            await self._answer(said)
        except Refused as refused:
            self.tell(wire.RefusedAnswer(re=said.id, refusals=[refusal.view() for refusal in refused.refusals]))
        except (Lost, NotAllowed, Gone) as error:
            self.tell(wire.ErrorSaid(re=said.id, what=str(error)))
        except Misuse as error:
            self.tell(wire.RefusedAnswer(re=said.id, refusals=[RefusalView("", str(error))]))
        except Broken as broken:
            self.tell(wire.ErrorSaid(re=said.id, what=self.table.broken(broken)))
        except Exception:
            log.exception("match %s: %s failed", self.table.id, type(said).__name__)
            self.tell(wire.ErrorSaid(re=said.id, what="The server made a mistake here; its log says more."))

    # ---------------------------------------------------------- answering

    @property
    def rights(self) -> Rights:
        return self.hall.house.rights(self.person, self.table)

    async def _answer(self, said: Any) -> None:
        self.person = await self.hall.house.person(self.socket.cookies)
        table = self.table = await self._current()
        if not self.rights.may_look(self.seat):
            raise NotAllowed("This is not your match any more.")
        if await self.hall.house.answer(self, table, said):
            return
        if isinstance(said, wire.Hint | wire.Routes | wire.Try):
            await self._ask_the_staff(table, said)
            return
        async with table.lock:
            match said:
                case wire.Look():
                    await table.show_all(self, re=said.id)
                case wire.Choose():
                    await self._choose(table, said)
                case wire.Check():
                    await self._check(table, said)
                case wire.DraftItems():
                    await self._draft(table, said)
                case wire.Why():
                    await self._why(table, said)
                case wire.Sit():
                    self.seat = seat_of(table, said.seat or wire.SPECTATOR, self.rights)
                    await table.show_all(self, re=said.id)
                case wire.AsText() if table.late(self.seat) is not None:
                    raise NotAllowed("Who watches sees this match later than it is played.")
                case wire.AsText():
                    self.tell(wire.TextAnswer(re=said.id, text=await table.asked_by(self._who, verbs.as_text, self.seat)))
                case wire.Ping():
                    self.tell(wire.Pong(re=said.id))
                case _:
                    await self._change(table, said)

    async def _current(self) -> LiveTable:
        """The live table; another one than before, if the disk failed in between."""
        if not self.table.lost:
            return self.table
        table = await self.hall.table(self.table.id)
        if self not in table.watchers:
            table.watchers.append(self)
        self.hall.bots(table).wake()
        return table

    def _own(self) -> str:
        if self.seat is None or not self.rights.may_decide(self.seat):
            raise NotAllowed("Nobody decides from here.")
        return self.seat

    @property
    def _who(self) -> str:
        """Whose questions they are."""
        return f"seat {self.seat}" if self.seat in self.rights.seats else who_of(self.person)

    async def _choose(self, table: LiveTable, said: wire.Choose) -> None:
        seat = self._own()
        try:
            by = self.rights.by(seat)
            also = self.hall.house.judged(table, PLAYED) if by == UMPIRE else None
            await table.choose(seat, said.value, number=said.number, at=said.at, by=by, also=also)
        except Overtaken:
            await self._too_late(said)
            return
        except Late:
            await table.show_all(self, wire.Late, said.id)
            return
        await self._done(table, said, seat)

    async def _too_late(self, said: Any) -> None:
        """Another process wrote first: everybody here sees what."""
        await self.hall.reload(self.table.id)
        table = self.table = await self._current()
        await table.show_all(self, wire.Late, said.id)

    async def _done(self, table: LiveTable, said: Any, by: str | None) -> None:
        """It is on disk: say so, show it to everybody, and let the bots go on."""
        self.tell(wire.Done(re=said.id))
        await table.publish(by)
        await table.tidy()
        self.hall.bots(table).wake()

    async def _check(self, table: LiveTable, said: wire.Check) -> None:
        seat = self._own()
        if seat not in table.head.asked:
            raise Misuse("You are not asked anything now.")
        judged: verbs.Judged = await table.asked_by(self._who, verbs.check, seat, said.value)
        self.tell(wire.Checked(re=said.id, refusals=judged.refusals, ghosts=judged.ghosts))

    async def _draft(self, table: LiveTable, said: wire.DraftItems) -> None:
        seat = self._own()
        if len(encode(said.items)) > DRAFT_BYTES:
            raise Misuse(f"A draft has at most {DRAFT_BYTES} bytes.")
        decision = await table.draft(seat, said.items)
        self.tell(wire.DraftAnswer(re=said.id, decision=decision))  # type: ignore[arg-type]
        if self.shown is not None:
            self.shown = self.shown.with_decision(decision)
        await table.publish(seat)

    async def _why(self, table: LiveTable, said: wire.Why) -> None:
        refusal = await table.asked_by(self._who, verbs.why, self._own(), said.value, said.piece, said.place)
        self.tell(wire.WhyAnswer(re=said.id, refusal=refusal))

    async def _ask_the_staff(self, table: LiveTable, said: wire.Hint | wire.Routes | wire.Try) -> None:
        """What a bot would do in this seat, or where a way leads, by what the seat knows: worked out outside the lock."""
        seat = self._own()
        if sum(not one.done() for one in self.asked_of_staff) > 1:
            raise Misuse("Your staff is still thinking.")
        against_people = len(table.people) > 1 or self.hall.house.others(self.person, table)  # also those who let a bot play
        if not isinstance(said, wire.Routes) and self.hall.house.club is not None and against_people:
            raise Misuse("Your staff keeps silent in a match against people.")
        async with table.lock:
            base, tail, number = table.base, list(table.tail), table.head.numbers[seat]
        who = who_of(self.person)
        if isinstance(said, wire.Routes):
            found = await self.hall.thinkers.routes(base, tail, seat, who)
            self.tell(wire.RoutesAnswer(re=said.id, number=number, routes=found))
            return
        if isinstance(said, wire.Try):
            told = await self.hall.thinkers.tries(base, tail, seat, said.value, who)
            self.tell(wire.TrialAnswer(re=said.id, trials=told.trials, odds=told.odds, words=told.words))
            return
        advice = await self.hall.thinkers.advise(base, tail, seat, who)
        fields = {name: getattr(advice, name) for name in advice.__struct_fields__}
        self.tell(wire.HintAnswer(re=said.id, number=number, **fields))

    async def _change(self, table: LiveTable, said: Any) -> None:
        if isinstance(said, wire.Correct | wire.HandOut) and self.rights.umpire:
            await self._judge(table, said)
            return
        seat = self._own()
        if isinstance(said, wire.RollBack | wire.Correct) and not self.rights.alone:
            raise Misuse("This needs everybody's consent: offer it to the others.")
        try:
            await self._made(table, said, seat)
        except Overtaken:
            await self._too_late(said)
            return
        await self._done(table, said, None if isinstance(said, wire.RollBack | wire.Correct) else seat)

    async def _judge(self, table: LiveTable, said: wire.Correct | wire.HandOut) -> None:
        """What an umpire alone does."""
        try:
            if isinstance(said, wire.HandOut):
                await table.change("hand_out", None, verbs.hand_out, said.text, said.to)
            else:
                also = self.hall.house.judged(table, CORRECTED)
                await table.change("correct", None, verbs.correct, said.patch, said.why, back=True, also=also)
        except Overtaken:
            await self._too_late(said)
            return
        await self._done(table, said, None)
        for watcher in table.watchers if isinstance(said, wire.HandOut) else ():
            if watcher.seat in said.to:  # type: ignore[union-attr]
                watcher.tell(wire.Note(text="The umpire has written a line in your diary."))

    async def _made(self, table: LiveTable, said: Any, seat: str) -> None:
        match said:
            case wire.Undo() if table.head.ended and not self.rights.alone:
                raise Misuse("The match is over, and everything in it is open: offer the others to roll back.")
            case wire.Undo():
                await table.change("undo", seat, verbs.undo, seat, said.turn, back=True)
            case wire.Withdraw():
                await table.change("withdraw", seat, verbs.withdraw, seat)
            case wire.Stand():
                fields = {name: getattr(said, name) for name in ("rule", "answer", "piece", "place", "below_odds", "until")}
                await table.change("stand", seat, verbs.stand, Standing(seat, **fields))
            case wire.StandDown():
                await table.change("stand_down", seat, verbs.stand_down, seat, said.rule)
            case wire.RollBack():
                await table.change("roll_back", None, verbs.roll_back, await self.choices_at(said.n), back=True)
            case wire.Correct():
                await table.change("correct", None, verbs.house_rule, said.patch, said.why, back=True)
            case wire.Resign():
                await table.change("resign", seat, verbs.resign, seat, list(self.rights.seats))
            case wire.OfferMade(what="draw"):
                await _agreed_draw(table, seat)
            case wire.HandOut():
                raise NotAllowed("Only an umpire hands out lines of the diary.")
            case wire.Nonce():
                await table.change("nonce", seat, verbs.mix_in, seat, said.words)
            case _:
                raise Misuse("This is for a club, where people sit at different screens.")

    async def choices_at(self, n: int) -> int:
        """How many choices had been made at this moment of the replay of the seat in which one sits. (The lock is held.)"""
        table = self.table
        if (known := self.hall.recordings.known(table.id, table.count, self.seat)) is None:
            known = await table.rules.recorded(await table.ask(verbs.saved), self.seat, who_of(self.person))
            self.hall.recordings.keep(table.id, table.count, known)
        return known.choices(n)


async def _agreed_draw(table: LiveTable, seat: str) -> None:
    """At one screen: the people agree; do the bots?"""
    for other, info in table.row.seats.items():
        if info.kind == "bot" and not await table.ask(verbs.bot_agrees, other, "draw"):
            raise Misuse(f"{info.name} does not agree to a draw.")
    await table.change("draw", seat, verbs.draw)


def _short(words: str) -> str:
    """The reason of a closed line: at most 123 bytes."""
    return words.encode()[:120].decode(errors="ignore")


def _id_of(raw: bytes) -> Any:
    """The id of a message that makes no sense otherwise, if it can be read."""
    try:
        return msgspec.json.decode(raw, type=_OnlyId).id
    except Exception:
        return None


class _OnlyId(msgspec.Struct):
    id: MessageId = None
