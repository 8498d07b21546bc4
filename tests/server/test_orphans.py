"""A run of tests that is killed leaves no server behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STARTS = {
    "the program": "from server.helping import Process; server = Process(Path(sys.argv[1]))",
    "a club": "from grognard.server.club.bench import ClubServer; server = ClubServer(Path(sys.argv[1]), '', 1)",
}
RUN = """
import sys, time
from pathlib import Path
{}
print(server.process.pid, flush=True)
time.sleep(600)
"""


def family(pid: int) -> list[int]:
    """A process and all that it has started."""
    tasks = Path(f"/proc/{pid}/task")
    children = [int(one) for file in tasks.glob("*/children") for one in file.read_text().split()]
    return [pid, *(one for child in children for one in family(child))]


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="the system ends orphans on Linux only")
@pytest.mark.parametrize("start", STARTS)
def test_a_server_goes_with_the_run_that_started_it(start, tmp_path):
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")])}
    run = subprocess.Popen([sys.executable, "-c", RUN.format(STARTS[start]), str(tmp_path)], env=env, stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    started = family(int(run.stdout.readline()))
    assert all(alive(pid) for pid in started)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    for _ in range(300):
        if not any(alive(pid) for pid in started):
            return
        time.sleep(0.1)
    for pid in filter(alive, started):
        os.kill(pid, signal.SIGKILL)
    raise AssertionError("the server went on alone")
