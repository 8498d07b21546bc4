"""Forked processes, a few at a time: each does one job and hands back one line of JSON.

The parent never runs a test itself, so every child begins with the same memory. A job is limited in seconds of the
processor, which a busy machine does not shorten, and, in case that it sleeps, in seconds of the clock.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from .leaving import leave_with_parent

MEMORY = 4 << 30  # a mutant that fills the memory is red, not a dead machine
PATIENCE = 12  # seconds of the clock for one of the processor

J = TypeVar("J")
Answer = dict[str, Any] | None  # None: it did not end in time
CRASHED = {"crashed": True}


class Child(NamedTuple):
    pid: int
    pipe: int
    deadline: float
    said: list[bytes]


def limit(seconds: float) -> None:
    """From now on so many seconds of the processor; then the process is gone."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)


def in_children(
    jobs: Iterable[J], do: Callable[[J], dict[str, Any]], seconds: Callable[[J], float], at_once: int, quiet: bool = True
) -> Iterator[tuple[J, Answer]]:
    """Each job and its answer, as they come. The limit of a job is for the whole of it; `do` may set others within."""
    waiting, running = iter(jobs), dict[int, tuple[J, Child]]()
    try:
        while True:
            while len(running) < at_once and (job := next(waiting, None)) is not None:
                child = _fork(job, do, seconds(job), quiet)
                running[child.pipe] = job, child
            if not running:
                return
            for pipe in _ready(running):
                job, child = running.pop(pipe)
                yield job, _ended(child)
    finally:
        for _, child in running.values():
            _kill(child)


def _fork(job: J, do: Callable[[J], dict[str, Any]], seconds: float, quiet: bool) -> Child:
    reading, writing = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        os.close(writing)
        return Child(pid, reading, time.monotonic() + 30 + PATIENCE * seconds, [])
    code = 1
    try:
        os.close(reading)
        os.setpgid(0, 0)
        leave_with_parent()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2) if quiet else (0,):
            os.dup2(nowhere, stream)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        limit(seconds)
        answer = json.dumps(do(job)).encode()
        signal.setitimer(signal.ITIMER_PROF, 0)
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(answer)
        code = 0
    finally:
        os._exit(code)


def _ready(running: dict[int, tuple[Any, Child]]) -> list[int]:
    """The pipes of children that have ended, or have to."""
    while True:
        readable, _, _ = select.select(list(running), [], [], 1.0)
        done = [pipe for pipe in readable if _read(running[pipe][1])]
        late = [pipe for pipe, (_, child) in running.items() if time.monotonic() > child.deadline and pipe not in done]
        for pipe in late:
            _kill(running[pipe][1])
        if done or late:
            return done + late


def _read(child: Child) -> bool:
    """Take what it says; True if that was all."""
    part = os.read(child.pipe, 1 << 16)
    child.said.append(part)
    return not part


def _ended(child: Child) -> Answer:
    os.close(child.pipe)
    _, status = os.waitpid(child.pid, 0)
    _sweep(child)
    if said := b"".join(child.said):
        answer = json.loads(said)
        assert isinstance(answer, dict)
        return answer
    late = os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGPROF, signal.SIGKILL)
    return None if late else CRASHED


def _kill(child: Child) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(child.pid, signal.SIGKILL)


def _sweep(child: Child) -> None:
    """Whatever the child itself had started goes with it."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
