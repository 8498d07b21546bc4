"""Mallory dials and says nothing, or says it drop by drop, or begins a body and never ends it. He needs no account for that."""

from __future__ import annotations

import contextlib
import socket
import threading
import time

import pytest

from grognard.server import patience
from grognard.server.app import make_app, server_of
from grognard.server.club.settings import ClubSettings
from server.helping import Here, NoWorkers


@pytest.fixture(scope="module")
def door(tmp_path_factory):
    """The club's own server with less patience, so that a test need not have more."""
    kept = patience.HEAD, patience.BODY, patience.WHOLE
    patience.HEAD, patience.BODY, patience.WHOLE = 1.0, 2.0, 4.0
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(64)
    settings = ClubSettings(registration="open", url=f"http://127.0.0.1:{listening.getsockname()[1]}")
    server = server_of(make_app(tmp_path_factory.mktemp("door"), club=settings, thinkers=NoWorkers(), sandbox=Here()))
    thread = threading.Thread(target=lambda: server.run(sockets=[listening]), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield listening.getsockname()[:2]
    server.should_exit = True
    thread.join(30)
    patience.HEAD, patience.BODY, patience.WHOLE = kept


def hung_up(line: socket.socket, seconds: float = 30) -> bool:
    """Whether the other end closes in time (what it says before does not matter)."""
    line.settimeout(seconds)
    try:
        while line.recv(65536):
            pass
    except (ConnectionError, BrokenPipeError):
        return True
    except TimeoutError:
        return False
    return True


def test_who_says_nothing_is_hung_up_on(door):
    lines = [socket.create_connection(door) for _ in range(40)]
    assert all(hung_up(line) for line in lines)


def test_a_head_drop_by_drop_is_no_head(door):
    line = socket.create_connection(door)
    began = time.monotonic()
    with contextlib.suppress(OSError):
        for letter in b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X-Slow: y\r\n" * 200:
            line.send(bytes([letter]))
            time.sleep(0.05)
            if time.monotonic() - began > 20:
                break
    assert time.monotonic() - began < 20 and hung_up(line)


def test_a_body_that_never_comes_is_not_waited_for(door):
    line = socket.create_connection(door)
    line.send(f"POST /api/login HTTP/1.1\r\nHost: 127.0.0.1:{door[1]}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{{".encode())
    assert hung_up(line)


def test_a_head_without_end_takes_no_memory(door):
    line = socket.create_connection(door)
    sent = 0
    with contextlib.suppress(OSError):
        line.send(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        while sent < 50_000_000:
            sent += line.send(b"X-Long: " + b"y" * 4000 + b"\r\n")
    assert sent < 10_000_000, "what the system's buffers hold, and no more"
    line.close()


def test_a_second_request_on_a_kept_line_has_no_more_time_than_the_first(door):
    line = socket.create_connection(door)
    line.send(f"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1:{door[1]}\r\n\r\n".encode())
    line.settimeout(30)
    assert line.recv(65536).startswith(b"HTTP/1.1 200")
    line.send(b"GET /api/me HT")
    assert hung_up(line)


def test_honest_requests_get_their_answers(door):
    line = socket.create_connection(door)
    line.settimeout(30)
    for _ in range(5):
        line.send(f"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1:{door[1]}\r\n\r\n".encode())
        assert line.recv(65536).startswith(b"HTTP/1.1 200")
        time.sleep(0.3)
    line.close()
