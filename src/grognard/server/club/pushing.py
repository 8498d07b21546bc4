"""Web push: a browser that is not open is told that it is somebody's turn. What is sent is encrypted for that browser alone
(RFC 8291, by pywebpush); the service that carries it reads nothing, and we sign who we are (VAPID).

An address is where a browser's maker takes messages for it. It was given by a member, so it is called as carefully as a
webhook. One that says that it is gone is forgotten; so is one whose login has ended.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import time
from typing import Any
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from grognard.kernel import Misuse

from ..house import Person
from ..schema import pushes, sessions
from ..store import Store, now
from ..wire_club import PushAddress
from .accounts import Accounts, hash_of
from .calling import check_webhook, deliver
from .settings import ClubSettings

MOST = 10  # browsers of one person
DAY = 86400


class Pushing:
    def __init__(self, store: Store, accounts: Accounts, settings: ClubSettings) -> None:
        self.store, self.accounts, self.settings = store, accounts, settings

    @property
    def able(self) -> bool:
        return importlib.util.find_spec("pywebpush") is not None

    # ---------------------------------------------------------- who wants it

    def public_key(self) -> str:
        """By which browsers know that it is this club that calls."""
        if not self.able:
            return ""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # with pywebpush

        point = self._vapid().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).decode().rstrip("=")

    def add(self, person: Person, address: PushAddress) -> None:
        check_webhook(address.endpoint, self.settings.hooks_inside)
        if not self.able:
            raise Misuse("This club pushes nothing: it needs the extra `club`.")
        _encrypted(address, b"")  # keys that are none are said now
        values = {"id": _id(address.endpoint), "user": person.id, "session": hash_of(person.session),
                  "body": msgspec.json.encode(address).decode(), "made": now()}  # fmt: skip

        def job(connection: Connection) -> None:
            connection.execute(delete(pushes).where(pushes.c.id == values["id"], pushes.c.user == person.id))
            mine = select(func.count()).select_from(pushes).where(pushes.c.user == person.id)
            if (connection.execute(mine).scalar() or 0) >= MOST:
                raise Misuse(f"{MOST} browsers are told already: switch it off in one of them.")
            taken = connection.execute(select(pushes.c.user).where(pushes.c.id == values["id"])).scalar()
            if taken is not None:
                raise Misuse("This browser is told for somebody else: let him switch it off first.")
            connection.execute(insert(pushes).values(values))

        self.store.submit(job).result()

    def drop(self, user: int, endpoint: str = "") -> None:
        """One browser of a person; without an address all."""
        mine = delete(pushes).where(pushes.c.user == user)
        mine = mine.where(pushes.c.id == _id(endpoint)) if endpoint else mine
        self.store.submit(lambda connection: connection.execute(mine)).result()

    def of(self, user: int) -> list[PushAddress]:
        """The browsers that are to be told: those in which he is still logged in."""
        logged_in = select(sessions.c.token).where(sessions.c.user == user, sessions.c.expires > now())
        mine = select(pushes.c.body).where(pushes.c.user == user, pushes.c.session.in_(logged_in))
        with self.store.engine.connect() as connection:
            return [msgspec.json.decode(body, type=PushAddress) for body in connection.execute(mine).scalars()]

    # ---------------------------------------------------------- telling

    def send(self, user: int, address: PushAddress, words: bytes) -> None:
        """In a thread of the postmen."""
        body = _encrypted(address, words)
        parts = urlsplit(address.endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + DAY // 2, "sub": self._who()}
        headers = {
            **self._vapid().sign(claims), "content-type": "application/octet-stream", "content-encoding": "aes128gcm",
            "ttl": str(DAY), "urgency": "normal",
        }  # fmt: skip
        status = deliver(address.endpoint, body, headers, self.settings.hooks_inside)
        if status in (404, 410):
            self.drop(user, address.endpoint)
        elif status >= 400:
            raise OSError("refused")

    def _who(self) -> str:
        if self.settings.mail is not None and "@" in self.settings.mail.sender:
            return f"mailto:{self.settings.mail.sender}"
        return self.settings.url if self.settings.secure else "mailto:nobody@example.org"

    def _vapid(self) -> Any:
        from cryptography.hazmat.primitives.asymmetric import ec  # with pywebpush
        from py_vapid import Vapid02  # with pywebpush

        order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
        secret = int.from_bytes(self.accounts.key("vapid"), "big") % (order - 1) + 1
        return Vapid02(ec.derive_private_key(secret, ec.SECP256R1()))


def _encrypted(address: PushAddress, words: bytes) -> bytes:
    from pywebpush import WebPusher  # heavy, and an extra

    keys = {"p256dh": address.p256dh, "auth": address.auth}
    try:
        made = WebPusher({"endpoint": address.endpoint, "keys": keys}).encode(words or b"-")
    except Exception:  # whatever the library finds wrong with the keys
        raise Misuse("This is no address of a browser.") from None
    return bytes(made["body"])


def _id(endpoint: str) -> str:
    return hashlib.blake2b(endpoint.encode(), digest_size=32).hexdigest()
