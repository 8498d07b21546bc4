"""A run of mutants that is killed leaves no process behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

PARENT = """
import os, sys, time
from grognard.kernel.proof.children import in_children

def sleep(job):
    print(os.getpid(), file=told, flush=True)
    time.sleep(60)
    return {}

told = os.fdopen(os.dup(1), "w")
list(in_children([1], sleep, lambda job: 60.0, 1))
"""


def alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="the system ends orphans on Linux only")
def test_children_go_with_a_parent_that_is_killed():
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    assert alive(child)
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    for _ in range(100):
        if not alive(child):
            return
        time.sleep(0.1)
    os.kill(child, signal.SIGKILL)
    raise AssertionError("the child went on alone")
