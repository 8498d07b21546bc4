"""Telling people that it is their turn: once a turn, not at every question. By webhook, by mail and by web push; the open page
does it itself.
"""

from __future__ import annotations

import asyncio
import logging
import smtplib
import ssl
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, insert, select, update

from .. import wire
from ..schema import looks
from ..store import Store, now
from ..wire_club import PushAddress, Settings
from .accounts import Accounts
from .calling import PATIENCE, deliver
from .pushing import Pushing
from .settings import ClubSettings, Mail

log = logging.getLogger("grognard.club")
RESTING = 1000  # webhooks of which it is remembered that they failed
POSTMEN = 3  # threads that carry them
MARKS = str.maketrans({"@": "\uff20", "<": "\u2039", ">": "\u203a", "[": "(", "]": ")", "`": "'"})


class Calls(Struct, frozen=True):
    """Whom a notice calls besides: nobody."""

    parse: tuple[str, ...] = ()


class Notice(Struct):
    match: str
    title: str
    game: str
    turn: str
    seat: str
    to: str
    link: str
    text: str  # what Slack and the like show
    content: str  # what Discord shows
    allowed_mentions: Calls = Calls()  # Discord calls nobody, whatever a match is called


class Notices:
    def __init__(self, store: Store, settings: ClubSettings, accounts: Accounts, pushing: Pushing) -> None:
        self.store, self.settings, self.accounts, self.pushing = store, settings, accounts, pushing
        self.sent: dict[str, int] = {"webhook": 0, "mail": 0, "push": 0, "failed": 0}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._postmen = ThreadPoolExecutor(POSTMEN, "grognard-post")
        self._resting: dict[str, tuple[int, float]] = {}  # webhook -> how often it failed, and when it is tried again

    # ---------------------------------------------------------- looking

    def looked(self, id: str, user: int, number: int) -> None:
        """This person has seen the match as it was after so many choices."""
        self.store.submit(lambda connection: _put(connection, id, user, number=number, looked=now()))

    def came(self, id: str, user: int) -> None:
        """He looks: nobody need remind him."""
        self.store.submit(lambda connection: _put(connection, id, user, looked=now()))

    def seen_until(self, id: str, user: int) -> int:
        with self.store.engine.connect() as connection:
            mine = select(looks.c.number).where(looks.c.match == id, looks.c.user == user)
            return int(connection.execute(mine).scalar() or 0)

    # ---------------------------------------------------------- telling

    def due(self, id: str, user: int, turn: str) -> bool:
        """Whether this person is to be told of this turn; if so, that is written down, and the next one who asks hears no."""
        recent = (datetime.now(UTC) - timedelta(hours=self.settings.notice_hours)).isoformat(timespec="milliseconds")

        def job(connection: Connection) -> bool:
            mine = (looks.c.match == id) & (looks.c.user == user)
            found = connection.execute(select(looks.c.turn, looks.c.noticed).where(mine)).first()
            if found is not None and found[0] == turn and found[1] > recent:
                return False
            _put(connection, id, user, turn=turn, noticed=now(), reminded=0)
            return True

        done: bool = self.store.submit(job).result()
        return done

    async def tell(self, row: wire.MatchRow, seat: str, people: dict[int, str], present: set[int]) -> None:
        """It is this seat's turn."""
        for user, name in people.items():
            settings = await self.accounts.settings_of(user)
            by_mail = bool(settings.mail) and self.settings.mail is not None and user not in present
            browsers = await asyncio.to_thread(self.pushing.of, user) if user not in present else []
            wanted = settings.webhook or by_mail or browsers
            if not wanted or not await asyncio.to_thread(self.due, row.id, user, f"{seat}: {row.turn}"):
                continue
            notice = self._notice(row, seat, name, False)
            self._tell(notice, settings, by_mail)
            self._push(user, browsers, notice)

    async def say(self, row: wire.MatchRow, user: int, words: str) -> None:
        """Something about a match that is no turn of his."""
        settings = await self.accounts.settings_of(user)
        link, words = f"{self.settings.url.rstrip('/')}/#/match/{row.id}", unmarked(words)
        notice = Notice(row.id, unmarked(row.title), row.game, "", "", "", link, f"{words} {link}", f"{words} {link}")
        self._tell(notice, settings, bool(settings.mail) and self.settings.mail is not None)
        self._push(user, await asyncio.to_thread(self.pushing.of, user), notice)

    def _push(self, user: int, browsers: list[PushAddress], notice: Notice) -> None:
        words = msgspec.json.encode({"title": notice.title[:100], "text": notice.text[:300], "match": notice.match})
        for browser in browsers:
            self._send("push", self.pushing.send, user, browser, words)

    def _tell(self, notice: Notice, settings: Settings, by_mail: bool) -> None:
        if settings.webhook:
            self._send("webhook", post, settings.webhook, notice, self.settings.hooks_inside)
        if by_mail and self.settings.mail is not None:
            self._send("mail", mail, self.settings.mail, settings.mail, notice)

    def _notice(self, row: wire.MatchRow, seat: str, name: str, again: bool) -> Notice:
        link = f"{self.settings.url.rstrip('/')}/#/match/{row.id}"
        side = row.seats[seat].name if seat in row.seats else seat
        title, side = unmarked(row.title), unmarked(side)
        when = f" ({unmarked(row.turn)})" if row.turn else ""
        words = f"{name}, it is {'still ' if again else ''}your turn as {side} in {title}{when}: {link}"
        return Notice(row.id, title, row.game, row.turn, seat, name, link, words, words)

    # ---------------------------------------------------------- reminding

    def forgetful(self) -> list[tuple[str, int, str]]:
        """Who was told of a turn long ago, has not come since and was not reminded: match, user, "seat: turn"."""
        if self.settings.remind_hours <= 0:
            return []
        long_ago = (datetime.now(UTC) - timedelta(hours=self.settings.remind_hours)).isoformat(timespec="milliseconds")
        waits = (looks.c.noticed != "") & (looks.c.noticed < long_ago) & (looks.c.looked < looks.c.noticed)
        with self.store.engine.connect() as connection:
            found = select(looks.c.match, looks.c.user, looks.c.turn).where(waits, looks.c.reminded == 0).limit(200)
            return [(id, user, turn) for id, user, turn in connection.execute(found)]

    def reminded(self, id: str, user: int) -> None:
        self.store.submit(lambda connection: _put(connection, id, user, reminded=1)).result()

    async def remind(self, row: wire.MatchRow, turn: str, user: int, people: dict[str, dict[int, str]]) -> None:
        """Once more, if it is still his turn; in any case not again."""
        await asyncio.to_thread(self.reminded, row.id, user)
        for seat in row.waiting:
            still = turn == f"{seat}: {row.turn}" and not row.over and row.seats[seat].kind != "bot"
            if still and user in people.get(seat, {}):
                settings = await self.accounts.settings_of(user)
                by_mail = bool(settings.mail) and self.settings.mail is not None
                notice = self._notice(row, seat, people[seat][user], True)
                self._tell(notice, settings, by_mail)
                self._push(user, await asyncio.to_thread(self.pushing.of, user), notice)

    def _send(self, kind: str, send: Callable[..., None], *args: Any) -> None:
        """In threads that nobody else needs; an address that fails is left alone for a while, longer each time."""
        address = str(args[0]) if kind == "webhook" else args[1].endpoint if kind == "push" else ""
        failures, until = self._resting.get(address, (0, 0.0))
        if address and until > time.monotonic():
            return

        async def run() -> None:
            nonlocal failures
            try:
                await asyncio.get_running_loop().run_in_executor(self._postmen, send, *args)
                self.sent[kind] += 1
                self._resting.pop(address, None)
            except Exception as error:
                self.sent["failed"] += 1
                if address:
                    failures += 1
                    while len(self._resting) >= RESTING:
                        self._resting.pop(next(iter(self._resting)))
                    self._resting[address] = (failures, time.monotonic() + min(3600, 30 * 2**failures))
                log.warning("a %s could not be sent: %s", kind, type(error).__name__)  # no address: it may hold a secret

        task = asyncio.create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        self._postmen.shutdown(wait=False, cancel_futures=True)


def unmarked(words: str) -> str:
    """Where notices are shown @everyone or <!channel> would call people, and [ ] write links: here they are mere letters."""
    return words.translate(MARKS)


def _put(connection: Connection, id: str, user: int, **values: Any) -> None:
    mine = (looks.c.match == id) & (looks.c.user == user)
    done: Any = connection.execute(update(looks).where(mine).values(**values))
    if not done.rowcount:
        connection.execute(insert(looks).values({"match": id, "user": user, "number": 0, "noticed": "", "turn": "", **values}))


# ------------------------------------------------------------------ by webhook


def post(address: str, notice: Notice, inside: bool) -> None:
    """POST the notice as JSON."""
    if deliver(address, msgspec.json.encode(notice), {"content-type": "application/json"}, inside) >= 400:
        raise OSError("refused")


# ------------------------------------------------------------------ by mail


def mail(settings: Mail, to: str, notice: Notice) -> None:
    letter(settings, to, f"{'Your turn' if notice.seat else 'About'}: {notice.title}", f"{notice.text}\n")


def letter(settings: Mail, to: str, subject: str, text: str) -> None:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = settings.sender, to, " ".join(subject.split())
    message.set_content(text)
    kind: Any = smtplib.SMTP_SSL if settings.encryption == "tls" else smtplib.SMTP
    with kind(settings.host, settings.port, timeout=PATIENCE) as server:
        if settings.encryption == "starttls":
            server.starttls(context=ssl.create_default_context())
        if settings.user:
            server.login(settings.user, settings.password)
        server.send_message(message)
