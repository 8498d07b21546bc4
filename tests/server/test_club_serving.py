"""`grognard serve` as a process: what it refuses to start with, several processes on one socket, and how they end."""

from __future__ import annotations

import os
import time
import urllib.request

import pytest
from typer.testing import CliRunner

from grognard.cli.main import app
from grognard.server.club.bench import ClubServer, _children
from grognard.server.lock import hold


def run(*words):
    return CliRunner().invoke(app, ["serve", "--port", "0", *words])


def test_what_it_does_not_start_with(tmp_path):
    data = ["--data", str(tmp_path)]
    for words, says in (
        (["--workers", "2"], "Several processes need PostgreSQL"),
        (["--registration", "everybody"], "expected open, invited or closed"),
        (["--url", "club.example.org"], "must begin with http"),
        (["--database-url", "mysql://x"], "postgresql://"),
    ):
        done = run(*data, *words)
        assert done.exit_code != 0 and says in done.output, done.output
    with hold(tmp_path, "http://127.0.0.1:1/"):
        assert "Another Grognard is running" in run(*data).output
    (tmp_path / "club.toml").write_text("name = 3\n")
    assert "club.toml" in run(*data).output


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return "Z" not in open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="looks at processes as Linux shows them")
def test_several_processes_on_one_socket_end_together(tmp_path, database):
    server = ClubServer(tmp_path, database, 2)
    children = _children(server.process.pid)
    assert len(children) == 2
    healthy, end = 0, time.monotonic() + 120
    while healthy < 6 and time.monotonic() < end:  # each of them starts workers first
        try:
            healthy += urllib.request.urlopen(f"{server.address}/health", timeout=30).status == 200
        except OSError:
            time.sleep(0.5)
    assert healthy == 6
    server.process.kill()  # the one that watches: the others must not stay behind
    server.process.wait()
    end = time.monotonic() + 30
    while any(alive(pid) for pid in children) and time.monotonic() < end:
        time.sleep(0.1)
    assert not any(alive(pid) for pid in children)
    server.close()
