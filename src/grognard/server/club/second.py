"""The second factor: a code of six figures that a device of the person's makes anew every half minute (TOTP, RFC 6238).

Who has lost the device logs in with one of ten codes on paper, each good for one login; who has lost these, too, asks
whoever runs the club. Nobody learns by the login page who has a second factor: the code is asked for only after the right
password.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable

import msgspec
import pyotp
from msgspec import Struct
from pyotp.totp import TOTP
from sqlalchemy import Connection, select, update

from grognard.kernel import Misuse

from ..schema import users
from ..store import Store
from ..wire_club import SecondFactor, SecondKey

PERIOD = 30  # seconds for which a code stands
PAPER = 10  # codes on paper
ASKED = "This account has a second factor: enter the code that your device shows."
WRONG = "This code is not right, or no longer."


class CodeWanted(Misuse):
    """The password is right; the code is missing or wrong."""

    status = 401


class Kept(Struct, omit_defaults=True):
    """What the account keeps of it."""

    secret: str = ""
    pending: str = ""  # a secret that the person has not yet shown to have
    paper: list[str] = []  # hashes of the codes on paper that are left
    last: int = 0  # the half minute of the last code: none is good twice


class Second:
    def __init__(self, store: Store, club: str) -> None:
        self.store, self.club = store, club

    def kept(self, user: int) -> Kept:
        with self.store.engine.connect() as connection:
            return _read(connection.execute(select(users.c.second).where(users.c.id == user)).scalar())

    def told(self, user: int) -> SecondFactor:
        kept = self.kept(user)
        return SecondFactor(on=bool(kept.secret), paper=len(kept.paper))

    def begin(self, user: int, name: str) -> SecondKey:
        """A new secret, for the person's device; it counts when a code shows that it is there."""
        secret = pyotp.random_base32()

        def change(kept: Kept) -> None:
            if kept.secret:
                raise Misuse("There is a second factor already: end it first.")
            kept.pending = secret

        self._change(user, change)
        return SecondKey(secret, TOTP(secret).provisioning_uri(name=name, issuer_name=self.club))

    def confirm(self, user: int, code: str) -> list[str]:
        """The device has it. The codes for paper are shown this once."""
        paper = [secrets.token_hex(5) for _ in range(PAPER)]

        def change(kept: Kept) -> None:
            at = _half_minute(kept.pending, code, 0) if kept.pending else None
            if at is None:
                raise CodeWanted(WRONG)
            kept.secret, kept.pending, kept.last = kept.pending, "", at
            kept.paper = [_hashed(one) for one in paper]

        self._change(user, change)
        return paper

    def end(self, user: int) -> None:
        self._change(user, _forget)

    def check(self, user: int, code: str) -> None:
        """Raises unless this person has no second factor, or the code is one of his that was not used before."""
        if not self.kept(user).secret:
            return
        if not code:
            raise CodeWanted(ASKED)

        def change(kept: Kept) -> None:
            at = _half_minute(kept.secret, code, kept.last)
            if at is not None:
                kept.last = at
            elif (used := _hashed(code)) in kept.paper:
                kept.paper.remove(used)
            elif kept.secret:  # somebody may have ended it meanwhile
                raise CodeWanted(WRONG)

        self._change(user, change)

    def _change(self, user: int, change: Callable[[Kept], None]) -> None:
        """Read, changed and written in one step: of two who use one code at once, one is late."""

        def job(connection: Connection) -> None:
            kept = _read(connection.execute(select(users.c.second).where(users.c.id == user).with_for_update()).scalar())
            change(kept)
            text = msgspec.json.encode(kept).decode()
            connection.execute(update(users).where(users.c.id == user).values(second=text))

        self.store.submit(job).result()


def _forget(kept: Kept) -> None:
    kept.secret, kept.pending, kept.paper, kept.last = "", "", [], 0


def _read(text: str | None) -> Kept:
    return msgspec.json.decode(text, type=Kept) if text else Kept()


def _half_minute(secret: str, code: str, after: int) -> int | None:
    """The half minute of which this is the code: now, the one before or the one after, for clocks that go wrong a little."""
    totp, now = TOTP(secret), int(time.time()) // PERIOD
    figures = "".join(code.split())
    good = [at for at in (now - 1, now, now + 1) if at > after and hmac.compare_digest(totp.generate_otp(at), figures)]
    return good[0] if good else None


def _hashed(code: str) -> str:
    return hashlib.blake2b("".join(code.split()).lower().encode(), digest_size=16, person=b"grognard-paper").hexdigest()
