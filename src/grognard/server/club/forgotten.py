"""A new password for who forgot his: by a link to the mail address in his settings.

The link is signed, good for an hour, and for one new password only: it carries a fingerprint of the old one, which no longer
fits once that is changed. Whoever asks is answered the same, at once, whether there is such a person with an address or not.
"""

from __future__ import annotations

import time
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, delete, select, update

from ..schema import sessions, users
from .accounts import Accounts, checked_password, key_of
from .notices import letter
from .settings import ClubSettings
from .signing import BadToken, Signer

GOOD_FOR = 3600  # seconds
GONE = "This link is not valid, or no longer."


class Reset(Struct):
    """What the link says."""

    user: int
    until: int  # unix seconds
    old: str  # fingerprint of the password that it replaces


class Forgotten:
    def __init__(self, accounts: Accounts, signer: Signer, settings: ClubSettings) -> None:
        self.accounts, self.signer, self.settings = accounts, signer, settings

    def send(self, name: str) -> bool:
        """A letter, if there is somebody to write to. Not in the loop; nobody waits for it."""
        key = key_of(name)[:160]
        found = self.accounts._user((users.c.key == key) & (users.c.closed == 0))
        post = self.settings.mail
        if found is None or post is None or not (to := self.accounts.settings(found["id"]).mail):
            return False
        link = f"{self.settings.url.rstrip('/')}/#/reset/{self.token(found)}"
        text = (
            f"{found['name']}, somebody asked for a new password for you at {self.settings.name}.\n\n"
            f"If that was you, follow this link within the hour; it is good for one new password:\n{link}\n\n"
            "If it was not, do nothing: your password stays as it is.\n"
        )
        letter(post, to, f"A new password for {self.settings.name}", text)
        return True

    def token(self, user: Any, seconds: float = GOOD_FOR) -> str:
        return self.signer.sign("reset", Reset(user["id"], int(time.time() + seconds), self._mark(user["password"])))

    def _mark(self, hashed: str) -> str:
        return self.signer.mac("old password", hashed.encode()).hex()

    def reset(self, token: str, password: str) -> None:
        """The new password; whoever is logged in with the old one is logged out. BadToken does not say what is wrong."""
        said = self.signer.read("reset", token, Reset)
        found = self.accounts._user((users.c.id == said.user) & (users.c.closed == 0))
        if found is None or said.until < time.time() or self._mark(found["password"]) != said.old:
            raise BadToken(GONE)
        hashed = self.accounts.hasher.hash(checked_password(password))
        mine = (users.c.id == said.user) & (users.c.closed == 0)

        def job(connection: Connection) -> None:
            now = connection.execute(select(users.c.password).where(mine).with_for_update()).scalar()
            if now != found["password"]:  # another was faster with the same link
                raise BadToken(GONE)
            connection.execute(update(users).where(mine).values(password=hashed))
            connection.execute(delete(sessions).where(sessions.c.user == said.user))

        self.accounts.store.submit(job).result()
