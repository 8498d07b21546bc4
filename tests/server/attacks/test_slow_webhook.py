"""Mallory's webhook sends a header line every second and never ends: no thread of the club may wait for it."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from http.client import HTTPException

import pytest

from grognard.kernel import Misuse
from grognard.server.club import calling
from grognard.server.club.calling import check_webhook
from grognard.server.club.notices import Notice, post


def dripping(listener: socket.socket) -> None:
    line, _ = listener.accept()
    line.recv(65536)
    line.sendall(b"HTTP/1.1 200 OK\r\n")
    try:
        for n in range(60):
            line.sendall(f"x-{n}: drip\r\n".encode())
            time.sleep(0.2)
    except OSError:
        pass


def test_a_call_is_over_after_its_time_however_it_drips(monkeypatch):
    monkeypatch.setattr(calling, "PATIENCE", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=dripping, args=(listener,), daemon=True).start()
        began = time.monotonic()
        with suppress(OSError, HTTPException):  # or it is taken for an answer: what counts is that it is over
            post(f"http://127.0.0.1:{listener.getsockname()[1]}/", Notice(*"mtgtstltc"), True)
        assert time.monotonic() - began < 6


@pytest.mark.parametrize("address", ["https://[", "https://a:99999/", "https://a b/", "ftp://a/", "https://me@a/", "https://a\n/"])
def test_what_is_no_address_is_refused_with_a_reason(address):
    with pytest.raises(Misuse, match="A webhook is an address like"):
        check_webhook(address, False)
