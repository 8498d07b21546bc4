"""People, passwords and sessions.

A session is a random token in a cookie; the database has its hash. It is new with every login, so that nobody can give somebody
a session beforehand. A login takes as long for a name that nobody has as for a wrong password.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
import time
import unicodedata
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from grognard.kernel import Misuse

from ..house import Person
from ..schema import keys, sessions, users
from ..store import Store, now
from ..wire_club import Settings
from .lookalikes import check_no_double

NAME = re.compile(r"\w(?:[\w .'-]{0,28}\w)?")
SHORTEST, LONGEST = 8, 200
GONE = "last person who left"  # among the keys: the highest number of those who are gone
REMEMBERED = 5000  # people whose settings are kept in memory
WRONG = "This name and password do not belong together."


class WrongPassword(Misuse):
    """Or a wrong name: it is never said which."""

    status = 401


class Taken(Misuse):
    """Somebody has this name."""

    status = 409


class Accounts:
    def __init__(self, store: Store, session_days: int = 60) -> None:
        self.store, self.days = store, session_days
        self.hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._nobody = self.hasher.hash(secrets.token_hex(16))  # what a login to an unknown name is compared with
        self._settings: dict[int, tuple[float, Settings]] = {}
        self._at_once = asyncio.Semaphore(2)  # hashing takes memory on purpose

    # ---------------------------------------------------------- the club's own key

    def key(self, name: str = "signing") -> bytes:
        """A secret that all processes share, made when it is first asked for."""
        found = self._key(name)
        if found is None:
            new = insert(keys).values(name=name, value=secrets.token_hex(32))
            with suppress(IntegrityError):  # another process was faster
                self.store.submit(lambda connection: connection.execute(new)).result()
            found = self._key(name)
        assert found is not None
        return bytes.fromhex(found)

    def _key(self, name: str) -> str | None:
        with self.store.engine.connect() as connection:
            return connection.execute(select(keys.c.value).where(keys.c.name == name)).scalar()

    # ---------------------------------------------------------- people

    def make(self, name: str, password: str, *, admin: bool = False) -> Person:
        """A new account. Slow on purpose: not in the loop."""
        words = checked_name(name)
        values = {
            "name": words, "key": key_of(words), "password": self.hasher.hash(checked_password(password)), "created": now(),
            "admin": int(admin), "closed": 0, "settings": "{}",
        }  # fmt: skip

        def job(connection: Connection) -> int:
            made: Any = connection.execute(insert(users).values(values | after_the_gone(connection))).inserted_primary_key
            return int(made[0])

        try:
            return Person(self.store.submit(job).result(), words, admin)
        except IntegrityError:
            raise Taken(f"Somebody is already called {words!r} here.") from None

    def check(self, name: str, password: str) -> Person:
        """The person with this name and password. The same work is done whether the name exists or not."""
        found = self._proven(name, password)
        if self.hasher.check_needs_rehash(found["password"]):
            fresh = self.hasher.hash(password)
            same = (users.c.id == found["id"]) & (users.c.password == found["password"])  # a new one, set meanwhile, stands
            self.store.submit(lambda connection: connection.execute(update(users).where(same).values(password=fresh)))
        return Person(found["id"], found["name"], bool(found["admin"]))

    def _proven(self, name: str, password: str) -> Any:
        """The row of the person who has this name and password."""
        found = self._user(users.c.key == key_of(name)[:160])
        hashed = found["password"] if found is not None and not found["closed"] else self._nobody
        try:
            good: bool = self.hasher.verify(hashed, password[:LONGEST])
        except (VerificationError, InvalidHashError):
            good = False
        if not good or found is None or found["closed"]:
            raise WrongPassword(WRONG)
        return found

    def change_password(self, person: Person, old: str, new: str) -> None:
        """By who knows the old one; of two who change it at once one is late: what he gives as the old one is not any more."""
        self.set_password(person.id, new, person.session, instead=self._proven(person.name, old)["password"])

    def set_password(self, id: int, password: str, keep: str = "", *, instead: str | None = None) -> None:
        """A new password; all sessions but the one to keep end. `instead`: only if this (as it is stored) still stands."""
        hashed = self.hasher.hash(checked_password(password))
        mine = (users.c.id == id) & (users.c.password == instead) if instead is not None else users.c.id == id

        def job(connection: Connection) -> None:
            if not connection.execute(update(users).where(mine).values(password=hashed)).rowcount:
                raise WrongPassword(WRONG)
            connection.execute(delete(sessions).where(sessions.c.user == id, sessions.c.token != hash_of(keep)))

        self.store.submit(job).result()

    def named(self, name: str) -> Person:
        found = self._user(users.c.key == key_of(name))
        if found is None:
            raise Misuse(f"Nobody is called {name!r} here.")
        return Person(found["id"], found["name"], bool(found["admin"]))

    def all(self) -> list[dict[str, Any]]:
        with self.store.engine.connect() as connection:
            found = connection.execute(select(users).order_by(users.c.name)).mappings()
            return [{name: one[name] for name in ("id", "name", "created", "admin", "closed")} for one in found]

    def set_flags(self, id: int, **flags: bool) -> None:
        """`closed`: cannot log in any more; `admin`."""

        def job(connection: Connection) -> None:
            connection.execute(update(users).where(users.c.id == id).values({key: int(on) for key, on in flags.items()}))
            if flags.get("closed"):
                connection.execute(delete(sessions).where(sessions.c.user == id))

        self.store.submit(job).result()

    def _user(self, which: Any) -> Any:
        with self.store.engine.connect() as connection:
            return connection.execute(select(users).where(which)).mappings().first()

    def settings(self, id: int) -> Settings:
        """Asked for at every turn, so remembered for a while."""
        known = self._settings.get(id)
        if known is None or known[0] < time.monotonic():
            found = self._user(users.c.id == id)
            read = msgspec.json.decode(found["settings"], type=Settings) if found is not None else Settings()
            if len(self._settings) > REMEMBERED:
                self._settings.clear()
            known = self._settings[id] = (time.monotonic() + 15, read)
        return known[1]

    async def settings_of(self, id: int) -> Settings:
        """The same without waiting where they are known."""
        known = self._settings.get(id)
        if known is not None and known[0] >= time.monotonic():
            return known[1]
        return await asyncio.to_thread(self.settings, id)

    def set_settings(self, id: int, settings: Settings) -> None:
        text = msgspec.json.encode(settings).decode()
        self.store.submit(lambda c: c.execute(update(users).where(users.c.id == id).values(settings=text))).result()
        self._settings.pop(id, None)

    # ---------------------------------------------------------- sessions

    def log_in(self, id: int, old: str = "", agent: str = "") -> str:
        """A new session; the token for the cookie. The session that the browser had ends."""
        token, moment = secrets.token_urlsafe(32), datetime.now(UTC)
        ends = (moment + timedelta(days=self.days)).isoformat(timespec="milliseconds")

        def job(connection: Connection) -> None:
            stale = (sessions.c.token == hash_of(old)) | (sessions.c.expires < now())
            connection.execute(delete(sessions).where(stale))
            values = {"token": hash_of(token), "user": id, "created": now(), "expires": ends, "agent": agent[:80]}
            connection.execute(insert(sessions).values(values))

        self.store.submit(job).result()
        return token

    def log_out(self, token: str) -> None:
        self.store.submit(lambda c: c.execute(delete(sessions).where(sessions.c.token == hash_of(token)))).result()

    def who(self, token: str) -> Person | None:
        """Whose session this is."""
        if not token or len(token) > 100:
            return None
        joined = select(users.c.id, users.c.name, users.c.admin).join(sessions, sessions.c.user == users.c.id)
        mine = joined.where(sessions.c.token == hash_of(token), sessions.c.expires > now(), users.c.closed == 0)
        with self.store.engine.connect() as connection:
            found = connection.execute(mine).first()
        return Person(found[0], found[1], bool(found[2]), token) if found is not None else None

    async def slowly(self, work: Any, *args: Any) -> Any:
        """What hashes passwords, a few at once, off the loop."""
        async with self._at_once:
            return await asyncio.to_thread(work, *args)


def after_the_gone(connection: Connection) -> dict[str, int]:
    """A number that nobody ever had: SQLite would give that of the last who left, and his place in lists with it."""
    gone = connection.execute(select(keys.c.value).where(keys.c.name == GONE)).scalar()
    if gone is None or connection.dialect.name != "sqlite":
        return {}
    highest = connection.execute(select(func.max(users.c.id))).scalar() or 0
    return {"id": max(highest, int(gone)) + 1}


def hash_of(token: str) -> str:
    return hashlib.blake2b(token.encode(), digest_size=32, person=b"grognard-session").hexdigest()[:64]


def key_of(name: str) -> str:
    """What a name is, however it is written: its blanks, its capitals, letters that only look wide."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def checked_name(name: str) -> str:
    words = " ".join(unicodedata.normalize("NFKC", name).split())
    if not NAME.fullmatch(words) or any("FILLER" in unicodedata.name(letter, "") for letter in words):
        raise Misuse("A name has 1 to 30 letters, digits, spaces, dots, apostrophes and hyphens.")
    check_no_double(words)
    return words


def checked_password(password: str) -> str:
    if not SHORTEST <= len(password) <= LONGEST:
        raise Misuse(f"A password has {SHORTEST} to {LONGEST} characters.")
    return password
