"""Tokens that only this club can make: some data, and a keyed hash of it for one purpose. Who changes a letter has no token."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from typing import Any, TypeVar

import msgspec

from grognard.kernel import Misuse

T = TypeVar("T")
MOST = 1000


class BadToken(Misuse):
    """Not made here, changed, or for another purpose. What is wrong with it is not said."""

    status = 404


class Signer:
    def __init__(self, key: bytes) -> None:
        self._key = key

    def mac(self, purpose: str, data: bytes) -> bytes:
        return hashlib.blake2b(purpose.encode() + b"\0" + data, key=self._key[:64], digest_size=20).digest()

    def sign(self, purpose: str, value: Any) -> str:
        data = msgspec.json.encode(value)
        return f"{_letters(data)}.{_letters(self.mac(purpose, data))}"

    def read(self, purpose: str, token: str, kind: type[T]) -> T:
        try:
            if len(token) > MOST:
                raise ValueError
            data, mac = (_bytes(part) for part in token.split("."))
            if not hmac.compare_digest(mac, self.mac(purpose, data)):
                raise ValueError
            return msgspec.json.decode(data, type=kind)
        except (ValueError, binascii.Error, msgspec.DecodeError):
            raise BadToken("This link is not valid, or no longer.") from None


def _letters(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(letters: str) -> bytes:
    data = base64.b64decode(letters + "=" * (-len(letters) % 4), altchars=b"-_", validate=True)
    if _letters(data) != letters:  # one token, one spelling
        raise ValueError
    return data
