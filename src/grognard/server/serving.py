"""`grognard serve`: the club on an address. One process on SQLite, or several on PostgreSQL that share one socket.

With several, this process only watches: it binds the socket, starts the others on it and starts one again that died. They need
not know each other: the database tells each what the others did (club/wakeups.py).
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from grognard.kernel import Misuse

from .club.settings import ClubSettings, check
from .lock import Held, hold
from .logs import structured
from .migrate import migrate
from .store import make_engine

log = logging.getLogger("grognard.club")
CONCURRENCY = 4000
DATABASE = "GROGNARD_DATABASE_URL"  # not on the command line, where everybody on the machine can read it


class Plan(Struct):
    """What a process needs to know to serve."""

    folder: str
    settings: ClubSettings
    seconds: float = 1.5  # that a bot may think
    rules: int = 0  # processes in which live matches are; 0: as many as the machine has processors, at least two


def serve_club(
    host: str, port: int, folder: Path, settings: ClubSettings, url: str = "", workers: int = 1, *, log_file: str = ""
) -> None:
    """Until it is told to stop."""
    check(settings)
    folder = folder.resolve()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if workers > 1 and not url:
        raise Misuse("Several processes need PostgreSQL (--database-url): SQLite is for one.")
    structured(log_file)
    listening = _bind(host, port)
    number = listening.getsockname()[1]
    if not settings.url:
        reached = "127.0.0.1" if host in ("0.0.0.0", "::") else host
        settings = msgspec.structs.replace(settings, url=f"http://{reached}:{number}")
    plan = Plan(str(folder), settings, rules=2 if workers > 1 else 0)
    if url:
        _run(plan, listening, url, workers)
        return
    try:
        held = hold(folder, settings.url)
    except Held as other:
        raise Misuse(str(other)) from None
    with held:
        _run(plan, listening, "", 1)


def _run(plan: Plan, listening: socket.socket, url: str, workers: int) -> None:
    engine = make_engine(Path(plan.folder) / "grognard.db", url)
    migrate(engine, None if url else Path(plan.folder) / "grognard.db")
    engine.dispose()
    print(f"Grognard's club is at {plan.settings.url}  (Ctrl-C ends it)", flush=True)
    if workers == 1:
        with suppress(KeyboardInterrupt):
            serve_here(plan, listening, url)
    else:
        watch(plan, listening, url, workers)


def serve_here(plan: Plan, listening: socket.socket, url: str) -> None:
    """This process serves."""
    from .app import make_app, server_of, settle_down  # in the child only: the parent stays small
    from .kernel_processes import KernelProcesses  # in the child only: the parent stays small
    from .thinking import Thinkers  # in the child only: the parent stays small

    if sys.platform == "linux":  # every worker is a copy of one process that has loaded the games once
        multiprocessing.set_forkserver_preload(["grognard.server.preloaded"])
    app = make_app(
        Path(plan.folder), club=plan.settings, url=url, warm=True, thinkers=Thinkers(seconds=plan.seconds),
        processes=KernelProcesses(plan.rules, plan.settings.question_seconds),
    )  # fmt: skip
    server = server_of(app, concurrency=CONCURRENCY)
    settle_down()
    server.run(sockets=[listening])


# ------------------------------------------------------------------ several processes


def watch(plan: Plan, listening: socket.socket, url: str, workers: int) -> None:
    """Keeps so many processes serving on this socket."""
    listening.set_inheritable(True)
    stopping = False

    def stop(*_: object) -> None:
        nonlocal stopping
        stopping = True

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    running = [_start(plan, listening, url) for _ in range(workers)]
    while not stopping:
        time.sleep(0.2)
        for n, process in enumerate(running):
            if process.poll() is not None and not stopping:
                log.warning("a process of the server ended (%s) and is started again", process.returncode)
                running[n] = _start(plan, listening, url)
    for process in running:
        process.terminate()
    for process in running:
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def _start(plan: Plan, listening: socket.socket, url: str) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "grognard.server.serving", str(listening.fileno())]
    env = {**os.environ, DATABASE: url}
    process = subprocess.Popen(words, pass_fds=[listening.fileno()], stdin=subprocess.PIPE, env=env)
    assert process.stdin is not None
    process.stdin.write(msgspec.json.encode(plan))
    process.stdin.close()
    print(f"process {process.pid} serves", flush=True)
    return process


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    if os.name != "nt":
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        made.listen(1024)
    except OSError as error:
        made.close()
        raise Misuse(f"{host}:{port} cannot be used: {error.strerror or error}.") from None
    return made


def leave_with(parent: int) -> None:
    """A process that serves ends when the one that watches it is gone: nobody would start it again, or stop it."""
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    structured()
    threading.Thread(target=leave_with, args=(os.getppid(),), daemon=True).start()
    with suppress(KeyboardInterrupt):
        serve_here(
            msgspec.json.decode(sys.stdin.buffer.read(), type=Plan),
            socket.socket(fileno=int(sys.argv[1])),
            os.environ.get(DATABASE, ""),
        )
