"""Answers that everybody gets alike (games, rulebooks, boards, symbols): squeezed, and not sent twice.

Only these: what is squeezed together with a secret tells something about the secret by its length.
"""

from __future__ import annotations

import hashlib
from typing import Any

from .site import squeezed

ALIKE = ("/api/games", "/boards/", "/symbols.svg")
SMALL = 1000


async def squeezing(app: Any, scope: Any, receive: Any, send: Any) -> None:
    """Run the application; an answer for everybody goes out squeezed, with a tag, or as "you have it already"."""
    if scope["type"] != "http" or scope["method"] != "GET" or not scope["path"].startswith(ALIKE):
        await app(scope, receive, send)
        return
    asked = {name.lower(): value for name, value in scope["headers"]}
    held: list[Any] = []

    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            held.append(message)
            return
        if held and message["type"] == "http.response.body":
            start = held.pop()
            if not message.get("more_body"):
                start, message = _packed(asked, start, message)
            await send(start)
        await send(message)

    await app(scope, receive, sending)


def _packed(asked: dict[bytes, bytes], start: Any, message: Any) -> tuple[Any, Any]:
    body: bytes = message.get("body", b"")
    headers = {name.lower(): value for name, value in start["headers"]}
    if start["status"] != 200 or len(body) < SMALL or b"content-encoding" in headers:
        return start, message
    headers.setdefault(b"cache-control", b"no-cache")
    headers[b"vary"] = b"accept-encoding"
    headers[b"etag"] = b'"' + hashlib.blake2b(body, digest_size=12).hexdigest().encode() + b'"'
    status = 200
    if asked.get(b"if-none-match") == headers[b"etag"]:
        status, body = 304, b""
    elif b"gzip" in asked.get(b"accept-encoding", b""):
        headers[b"content-encoding"], body = b"gzip", squeezed(body)
    headers[b"content-length"] = str(len(body)).encode()
    return {**start, "status": status, "headers": list(headers.items())}, {**message, "body": body}
