"""Passkeys (WebAuthn): a device's own key instead of a password, unlocked there by its owner. The library `webauthn` judges.

A login by passkey names nobody beforehand: the device says whose key it is, so that the page tells nothing of who has one. The
device must have asked its owner (finger, face, number), so it stands for password and second factor in one.
What is signed is a challenge of ours, good once and for five minutes.
"""

from __future__ import annotations

import importlib.util
import ipaddress
import secrets
import time
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from grognard.kernel import Misuse

from ..house import Person
from ..schema import passkeys, spent, users
from ..store import Store, now
from ..wire_club import PasskeyInfo, PasskeyOptions
from .accounts import WrongPassword
from .settings import ClubSettings
from .signing import BadToken, Signer

MOST = 10  # passkeys of one person
MINUTES = 5.0
WRONG = "This passkey does not open this club."


class Challenge(Struct):
    """What the token says that goes to the page and comes back."""

    words: str
    until: float
    user: int  # for whom a key is made; 0: a login


class Passkeys:
    def __init__(self, store: Store, signer: Signer, settings: ClubSettings) -> None:
        self.store, self.signer, self.settings = store, signer, settings

    @property
    def able(self) -> bool:
        """Whether browsers would make one for this club: it has a name and not a mere number, and the library is here."""
        return bool(_named(self.settings.url)) and importlib.util.find_spec("webauthn") is not None

    def _library(self) -> Any:
        if not self.able:
            raise Misuse("This club takes no passkeys: it needs a name for that, and the extra `club`.")
        import webauthn  # heavy, and an extra

        return webauthn

    # ---------------------------------------------------------- a new one

    def begin(self, person: Person) -> PasskeyOptions:
        library = self._library()
        from webauthn.helpers import structs  # an extra

        with self.store.engine.connect() as connection:
            mine = list(connection.execute(select(passkeys.c.id).where(passkeys.c.user == person.id)).scalars())
        if len(mine) >= MOST:
            raise Misuse(f"You have {MOST} passkeys: take one away first.")
        challenge = secrets.token_bytes(32)
        wanted = structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED, user_verification=structs.UserVerificationRequirement.REQUIRED
        )
        options = library.generate_registration_options(
            rp_id=_named(self.settings.url), rp_name=self.settings.name, user_name=person.name, user_display_name=person.name,
            user_id=self._handle(person.id), challenge=challenge, authenticator_selection=wanted,
            exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=library.base64url_to_bytes(one)) for one in mine],
        )  # fmt: skip
        return self._asked(library, options, challenge, person.id)

    def finish(self, person: Person, token: str, credential: dict[str, Any], name: str) -> None:
        library = self._library()
        challenge = self._challenge(library, token, person.id)
        try:
            made = library.verify_registration_response(
                credential=_answered(credential), expected_challenge=challenge, expected_rp_id=_named(self.settings.url),
                expected_origin=self.settings.origin, require_user_verification=True,
            )  # fmt: skip
        except Exception as error:  # whatever the library finds wrong with it
            raise Misuse(f"This passkey cannot be taken: {str(error)[:200]}") from None
        words = " ".join(name.split()) or "A passkey"
        if not words.isprintable():
            raise Misuse("A name has no characters that cannot be seen.")
        values = {
            "id": _text(made.credential_id), "user": person.id, "key": _text(made.credential_public_key),
            "count": min(made.sign_count, 2**31 - 1), "name": words[:60], "made": now(),
        }  # fmt: skip

        def job(connection: Connection) -> None:
            mine = select(func.count()).select_from(passkeys).where(passkeys.c.user == person.id)
            if (connection.execute(mine).scalar() or 0) >= MOST:
                raise Misuse(f"You have {MOST} passkeys: take one away first.")
            connection.execute(insert(passkeys).values(values))

        try:
            self.store.submit(job).result()
        except IntegrityError:
            raise Misuse("This passkey is known here already.") from None

    # ---------------------------------------------------------- by it

    def ask(self) -> PasskeyOptions:
        library = self._library()
        from webauthn.helpers import structs  # an extra

        challenge = secrets.token_bytes(32)
        verified = structs.UserVerificationRequirement.REQUIRED
        options = library.generate_authentication_options(
            rp_id=_named(self.settings.url), challenge=challenge, user_verification=verified
        )
        return self._asked(library, options, challenge, 0)

    def check(self, token: str, credential: dict[str, Any]) -> Person:
        """Whose passkey this is. Whatever is wrong, the answer is the same."""
        library = self._library()
        challenge = self._challenge(library, token, 0)
        with self.store.engine.connect() as connection:
            joined = select(passkeys, users.c.name.label("called"), users.c.admin).join(users, users.c.id == passkeys.c.user)
            mine = joined.where(passkeys.c.id == str(credential.get("id", ""))[:400], users.c.closed == 0)
            found = connection.execute(mine).mappings().first()
        if found is None:
            raise WrongPassword(WRONG)
        try:
            good = library.verify_authentication_response(
                credential=_answered(credential), expected_challenge=challenge, expected_rp_id=_named(self.settings.url),
                expected_origin=self.settings.origin, credential_public_key=library.base64url_to_bytes(found["key"]),
                credential_current_sign_count=found["count"], require_user_verification=True,
            )  # fmt: skip
        except Exception:  # a wrong signature, another club's, a copy of the key that counts backwards
            raise WrongPassword(WRONG) from None
        count = min(good.new_sign_count, 2**31 - 1)
        this = update(passkeys).where(passkeys.c.id == found["id"]).values(count=count)
        self.store.submit(lambda connection: connection.execute(this)).result()
        return Person(found["user"], found["called"], bool(found["admin"]))

    # ---------------------------------------------------------- those that are there

    def of(self, user: int) -> list[PasskeyInfo]:
        mine = select(passkeys.c.id, passkeys.c.name, passkeys.c.made).where(passkeys.c.user == user).order_by(passkeys.c.made)
        with self.store.engine.connect() as connection:
            return [PasskeyInfo(*row) for row in connection.execute(mine)]

    def end(self, user: int, id: str) -> None:
        """One of them; without an id all."""
        gone = delete(passkeys).where(passkeys.c.user == user)
        ended: Any = self.store.submit(lambda c: c.execute(gone.where(passkeys.c.id == id) if id else gone)).result()
        if id and not ended.rowcount:
            raise Misuse("There is no such passkey.")

    # ---------------------------------------------------------- challenges

    def _asked(self, library: Any, options: Any, challenge: bytes, user: int) -> PasskeyOptions:
        token = self.signer.sign("passkey", Challenge(challenge.hex(), time.time() + 60 * MINUTES, user))
        return PasskeyOptions(token, msgspec.Raw(library.options_to_json(options).encode()))

    def _challenge(self, library: Any, token: str, user: int) -> bytes:
        """The challenge of a token of ours, which is used up by this."""
        said = self.signer.read("passkey", token, Challenge)
        if said.until < time.time() or said.user != user:
            raise BadToken("This took too long: begin again.")

        def job(connection: Connection) -> None:
            connection.execute(delete(spent).where(spent.c.until < time.time()))
            connection.execute(insert(spent).values(mark=said.words, until=said.until))

        try:
            self.store.submit(job).result()
        except IntegrityError:
            raise BadToken("This was used before: begin again.") from None
        return bytes.fromhex(said.words)

    def _handle(self, user: int) -> bytes:
        """By which a device knows an account again: tells nothing of it."""
        return self.signer.mac("passkey user", str(user).encode())


def _answered(credential: dict[str, Any]) -> str:
    return msgspec.json.encode(credential).decode()


def _text(data: bytes) -> str:
    from webauthn.helpers import bytes_to_base64url  # an extra

    made: str = bytes_to_base64url(data)
    return made


def _named(url: str) -> str:
    """The name in an address; nothing for a mere number."""
    host = urlsplit(url).hostname or ""
    try:
        ipaddress.ip_address(host)
        return ""
    except ValueError:
        return host
