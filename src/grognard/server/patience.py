"""How long a caller may take, line by line: who connects and says nothing, or never ends, is hung up on.

uvicorn waits for ever for the head of a request, for its body and for somebody to read the answer; a few thousand such callers
are all that it takes. Websockets have their own pings, and a queue that closes slow readers (live.py).
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD = 15.0  # seconds for the head of a request, from the first byte (or from dialling) to the last
BODY = 180.0  # seconds for its body: a save of 32 MB over a slow line
WHOLE = 600.0  # seconds from there until the answer was read
HEAD_BYTES = 64 * 1024


class PatientProtocol(HttpToolsProtocol):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._bell: asyncio.TimerHandle | None = None
        self._in_head = True
        self._head_bytes = 0
        self._all_said = False  # the whole request is here

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._ring_after(HEAD)

    def connection_lost(self, exc: Exception | None) -> None:
        self._hush()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._in_head:
            if self._bell is None:  # another request on a line that was kept
                self._ring_after(HEAD)
            self._head_bytes += len(data)
            if self._head_bytes > HEAD_BYTES + (1 << 18):  # more than a head and what may come behind it in one piece
                self.transport.abort()
                return
        super().data_received(data)
        if self._in_head and self._head_bytes > HEAD_BYTES:
            self.send_400_response("The head of this request is too long.")

    def on_headers_complete(self) -> None:
        self._in_head, self._head_bytes, self._all_said = False, 0, False
        self._ring_after(BODY)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._in_head, self._all_said = True, True
        self._ring_after(WHOLE)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        if self._all_said:
            self._hush()
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        self._hush()
        super().handle_websocket_upgrade()

    def _ring_after(self, seconds: float) -> None:
        self._hush()
        self._bell = self.loop.call_later(seconds, self._hang_up)

    def _hush(self) -> None:
        if self._bell is not None:
            self._bell.cancel()
            self._bell = None

    def _hang_up(self) -> None:
        self._bell = None
        if self.transport is not None and not self.transport.is_closing():
            self.transport.abort()


__all__ = ["PatientProtocol"]
