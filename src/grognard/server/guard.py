"""Who may speak to this server at all, and with which headers it answers.

A page of another site must not reach a server on loopback: neither by a name that it points to 127.0.0.1 (the Host is
checked) nor by requests from its own pages (the Origin is checked). What we serve may run nothing but our own files.
"""

from __future__ import annotations

import re
from typing import Any

from .squeeze import squeezing

INLINE = "x-inline-script"  # a page says so which script of its own may stand in it; nobody outside sees this header
_HOST = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?", re.ASCII)
_ORIGIN = re.compile(r"http://(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?", re.ASCII)

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self' ws://localhost:* ws://127.0.0.1:*; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"x-frame-options": b"DENY",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=()",
    b"content-security-policy": POLICY.encode(),
}


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: Any, hosts: frozenset[str] = frozenset(), origin: str = "") -> None:
        self.app = app
        self.hosts = hosts  # more names that are ours
        self.origin = origin  # of a club's pages
        self.headers = dict(HEADERS)
        if origin:
            source = origin.replace("http", "ws", 1)
            self.headers[b"content-security-policy"] = POLICY.replace("'self' ws:", f"'self' {source} ws:").encode()
        if origin.startswith("https://"):
            self.headers[b"strict-transport-security"] = b"max-age=31536000"

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if problem := self._problem(scope):
            await _turn_away(scope, receive, send, problem)
            return

        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": self._dressed(message.get("headers", []))}
            await send(message)

        await squeezing(self.app, scope, receive, with_headers)

    def _dressed(self, headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        given = {name.lower(): value for name, value in headers}
        ours = dict(self.headers)
        if inline := given.pop(INLINE.encode(), b""):
            policy = b"content-security-policy"
            ours[policy] = ours[policy].replace(b"script-src 'self'", b"script-src 'self' " + inline, 1)
        kept = [(name, value) for name, value in headers if name.lower() != INLINE.encode()]
        return [*kept, *((name, value) for name, value in ours.items() if name not in given)]

    def _problem(self, scope: Any) -> str:
        headers: dict[bytes, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.lower(), []).append(value.decode("latin-1"))
        hosts, origins = headers.get(b"host", []), headers.get(b"origin", [])
        if len(hosts) != 1 or not (_HOST.fullmatch(hosts[0]) or hosts[0] in self.hosts):
            return "This server answers to its own name only."
        safe = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if origins and not safe and not all(self._ours(origin, hosts[0]) for origin in origins):
            return "This request comes from another site."
        return ""

    def _ours(self, origin: str, host: str) -> bool:
        if self.origin and origin == self.origin:
            return True
        return bool(_ORIGIN.fullmatch(origin)) and origin.removeprefix("http://") == host


async def _turn_away(scope: Any, receive: Any, send: Any, problem: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4403, "reason": problem})
        return
    body = b'{"error":{"what":"' + problem.encode() + b'"}}'
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS.items()]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body})


__all__ = ["HEADERS", "POLICY", "Guard"]
