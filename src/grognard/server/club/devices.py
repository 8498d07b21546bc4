"""Browsers from which a person has logged in before.

Wrong passwords are counted by name, so that nobody guesses from a thousand addresses. Who knows a name could use that up and
keep its owner out; so a browser that was once let in is counted apart. Its cookie lets nobody in: it speaks for one name, and
buys a measure of its own.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from msgspec import Struct

from .accounts import key_of
from .signing import BadToken, Signer


class Device(Struct):
    """What the cookie says."""

    name: str
    id: str


class Devices:
    def __init__(self, signer: Signer, secure: bool) -> None:
        self.signer = signer
        self.cookie = "__Host-grognard-known" if secure else "grognard-known"

    def token(self, name: str) -> str:
        return self.signer.sign("device", Device(self._mark(name), secrets.token_urlsafe(9)))

    def known(self, cookies: Mapping[str, str], name: str) -> str:
        """The id of the browser, if whoever is called so has logged in from it; else nothing."""
        try:
            device = self.signer.read("device", cookies.get(self.cookie, ""), Device)
        except BadToken:
            return ""
        return device.id if device.name == self._mark(name) else ""

    def _mark(self, name: str) -> str:
        """A keyed hash: who borrows the browser does not read there who has used it."""
        return self.signer.mac("device name", key_of(name).encode()).hex()
