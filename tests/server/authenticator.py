"""A device that makes passkeys, in a few lines: a key of its own for each club, unlocked by its owner."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import struct
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec


def letters(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def data(words: str) -> bytes:
    return base64.urlsafe_b64decode(words + "=" * (-len(words) % 4))


class Device:
    def __init__(self, origin: str, *, verified: bool = True) -> None:
        self.origin, self.verified = origin, verified
        self.key, self.id, self.count, self.user = ec.generate_private_key(ec.SECP256R1()), os.urandom(32), 0, b""

    def _said(self, kind: str, options: dict) -> bytes:
        return json.dumps({"type": f"webauthn.{kind}", "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}).encode()

    def _head(self, name: str, more: int = 0) -> bytes:
        flags = 0x01 | (0x04 if self.verified else 0) | more
        return hashlib.sha256(name.encode()).digest() + bytes([flags]) + struct.pack(">I", self.count)

    def make(self, options: dict) -> dict[str, Any]:
        self.user = data(options["user"]["id"])
        point = self.key.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")})
        head = self._head(options["rp"]["id"], 0x40) + bytes(16) + struct.pack(">H", len(self.id)) + self.id + public
        made = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": head})
        answer = {"clientDataJSON": letters(self._said("create", options)), "attestationObject": letters(made)}
        return {"id": letters(self.id), "rawId": letters(self.id), "type": "public-key", "response": answer, "clientExtensionResults": {}}

    def sign(self, options: dict, *, count: int | None = None) -> dict[str, Any]:
        self.count = self.count + 1 if count is None else count
        head, said = self._head(options["rpId"]), self._said("get", options)
        signature = self.key.sign(head + hashlib.sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        answer = {"clientDataJSON": letters(said), "authenticatorData": letters(head), "signature": letters(signature), "userHandle": letters(self.user)}
        return {"id": letters(self.id), "rawId": letters(self.id), "type": "public-key", "response": answer, "clientExtensionResults": {}}
