"""A websocket line for the benches that costs next to nothing: the clients share the machine with the server they measure.

It reads of a frame how it begins, and no more. Good for one server on loopback that sends whole frames; nothing else.
"""

from __future__ import annotations

import asyncio
import base64
import os
from typing import cast
from urllib.parse import urlsplit

from grognard.kernel import Misuse

SEEN = (b'{"kind":"difference"', b'{"kind":"step"', b'{"kind":"scene"')
BAD = (b'{"kind":"refused"', b'{"kind":"late"', b'{"kind":"error"')


class Line(asyncio.Protocol):
    def __init__(self, request: bytes) -> None:
        self._request, self._buffer, self._open = request, bytearray(), False
        self._seen = 0  # frames to look at that nobody has waited for yet
        self._waiter: asyncio.Future[None] | None = None
        self.trouble = ""

    @classmethod
    async def dial(cls, address: str, headers: dict[str, str] | None = None) -> Line:
        parts = urlsplit(address)
        key = base64.b64encode(os.urandom(16)).decode()
        words = {"Host": parts.netloc, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": key,
                 "Sec-WebSocket-Version": "13", **(headers or {})}  # fmt: skip
        lines = [f"GET {parts.path}?{parts.query} HTTP/1.1", *(f"{name}: {value}" for name, value in words.items()), "", ""]
        request = "\r\n".join(lines).encode()
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(lambda: cls(request), str(parts.hostname), parts.port or 80)
        return line

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        self._fail(self.trouble or "the line broke")

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self._open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                self._fail(f"no websocket: {bytes(buffer[:60])!r}")
                return
            self._open = True
            del buffer[: end + 4]
        while len(buffer) >= 2:
            size, start = buffer[1] & 127, 2
            if size >= 126:
                start = 4 if size == 126 else 10
                if len(buffer) < start:
                    return
                size = int.from_bytes(buffer[2:start], "big")
            if len(buffer) < start + size:
                return
            self._frame(buffer[0] & 15, bytes(buffer[start : start + min(size, 200)]))
            del buffer[: start + size]

    def _frame(self, kind: int, begins: bytes) -> None:
        if kind == 9:
            self._send(0x8A, begins[:125])
        elif kind == 8:
            self._fail(f"the server closed: {begins[2:].decode(errors='replace')}")
        elif begins.startswith(SEEN):
            if self._waiter is not None and not self._waiter.done():
                self._waiter.set_result(None)
            else:
                self._seen += 1
        elif begins.startswith(BAD):
            self._fail(f"the server did not take a choice: {begins.decode(errors='replace')}")

    def _fail(self, why: str) -> None:
        self.trouble = self.trouble or why
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_exception(Misuse(why))

    def _send(self, kind: int, payload: bytes) -> None:
        """With a mask of zeros, which leaves the bytes as they are."""
        size = len(payload)
        length = bytes([128 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")  # a choice is short
        self._transport.write(bytes([kind]) + length + b"\0\0\0\0" + payload)

    def say(self, words: bytes) -> None:
        self._send(0x81, words)

    async def hear(self) -> None:
        """Until there is one more thing to see."""
        if self.trouble:
            raise Misuse(self.trouble)
        if self._seen:
            self._seen -= 1
            return
        self._waiter = asyncio.get_running_loop().create_future()
        await self._waiter

    def close(self) -> None:
        self.trouble = "closed"
        self._transport.close()
