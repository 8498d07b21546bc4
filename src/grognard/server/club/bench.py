"""What the club promises about speed (`grognard bench club`): 200 live matches of two clients each, a choice a second in each.

Once on SQLite with one process, once on PostgreSQL with two (if its programs are here). People, matches and what they
will choose are made beforehand, so that it is the server's time that is measured, as far as one machine can.
"""

from __future__ import annotations

import asyncio
import os
import pwd
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct
from sqlalchemy import insert

from grognard.kernel import Match, Misuse, game
from grognard.kernel.measure import Bench
from grognard.kernel.proof.leaving import WITH_PARENT

from .. import verbs
from ..bench import Move, Pair, playable, run_clients, script
from ..schema import members
from ..serving import DATABASE
from ..store import Store, now
from ..table import header
from ..wire import MatchRow, SeatInfo
from .accounts import Accounts

MATCHES = int(os.environ.get("GROGNARD_BENCH_MATCHES", "200"))
CPU: dict[str, float] = {}  # processor time of the server's processes a choice, by database


class ClubServer:
    """`grognard serve` as its own process (or several)."""

    def __init__(self, folder: Path, url: str, workers: int) -> None:
        words = [sys.executable, "-m", "grognard.cli.main", "serve", "--port", "0", "--data", str(folder)]
        words += ["--workers", str(workers)]
        env = {**os.environ, **({DATABASE: url} if url else {})}
        self.log = (folder / "server.log").open("wb")
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=self.log, text=True, env=env, **WITH_PARENT)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if "http://" not in line:
            raise Misuse(f"The club did not start: {line} {(folder / 'server.log').read_text()[-500:]}")
        self.address = "http://" + line.split("http://")[1].split()[0]
        self._answer()

    def _answer(self) -> None:
        import urllib.request  # heavy at the start of a command

        for _ in range(200):
            try:
                urllib.request.urlopen(f"{self.address}/health", timeout=5).read()
                return
            except OSError:
                time.sleep(0.1)
        raise Misuse("The club does not answer.")

    def cpu(self) -> float:
        """Seconds of processor time of all its processes so far (Linux; elsewhere 0)."""
        total = 0.0
        for pid in family(self.process.pid):
            try:
                fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
                total += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")  # with its children that have ended
            except OSError:
                continue
        return total

    def memory(self) -> int:
        """Bytes that all its processes hold; what they share is counted once (Linux; elsewhere 0)."""
        total = 0
        for pid in family(self.process.pid):
            try:
                lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
                total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) * 1024
            except (OSError, StopIteration):
                continue
        return total

    def close(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.log.close()


def _children(pid: int) -> list[int]:
    """Of all its threads: each has those that it started."""
    try:
        return [int(one) for file in Path(f"/proc/{pid}/task").glob("*/children") for one in file.read_text().split()]
    except OSError:
        return []


def family(pid: int) -> list[int]:
    """A process, its children, and theirs."""
    return [pid, *(one for child in _children(pid) for one in family(child))]


# ------------------------------------------------------------------ a PostgreSQL of our own


def program(name: str) -> str | None:
    newest = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    return shutil.which(name) or (str(newest[0]) if newest else None)


def can_postgres() -> bool:
    import importlib.util  # for one look

    return bool(program("initdb") and program("postgres") and importlib.util.find_spec("psycopg"))


@contextmanager
def postgres() -> Iterator[str]:
    """The address of an empty database on a server that ends with this block. (As somebody who is not root.)"""
    folder = Path(tempfile.mkdtemp(prefix="grognard-bench-pg-"))
    user = None
    if os.geteuid() == 0:
        user = "postgres" if any(one.pw_name == "postgres" for one in pwd.getpwall()) else "nobody"
        shutil.chown(folder, user)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = str(folder / "data")
    first = [program("initdb"), "-D", data, "-U", "grognard", "--auth=trust", "-E", "UTF8"]
    subprocess.run([str(word) for word in first], user=user, capture_output=True, check=True, cwd=folder)
    words = [str(program("postgres")), "-D", data, "-p", str(port), "-k", str(folder), "-c", "listen_addresses=127.0.0.1"]
    nowhere = subprocess.DEVNULL
    process = subprocess.Popen(words, user=user, stdout=nowhere, stderr=nowhere, cwd=folder, **WITH_PARENT)
    try:
        yield f"postgresql://grognard@127.0.0.1:{_waited(port)}/postgres"
    finally:
        process.terminate()
        process.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


def _waited(port: int) -> int:
    import psycopg  # an extra

    for _ in range(200):
        try:
            psycopg.connect(f"postgresql://grognard@127.0.0.1:{port}/postgres").close()
            return port
        except psycopg.Error:
            time.sleep(0.1)
    raise Misuse("PostgreSQL does not answer.")


# ------------------------------------------------------------------ the run


Scripts = list[tuple[list[str], list[Move]]]


def furnish(
    store: Store, name: str, scenario: str, scripts: Scripts, kinds: int = 0
) -> list[tuple[str, dict[str, str]]]:
    """People and matches, as if they had met; for each match its id, and a session for each seat.

    kinds      so many different matches there are, then they begin again (a crowd is long in the making)
    """
    starts = [Match.start(game(name), scenario, seed=f"bench{n}") for n in range(kinds or len(scripts))]
    accounts = Accounts(store)
    accounts.hasher = type(accounts.hasher)(time_cost=1, memory_cost=64, parallelism=1)
    people = [accounts.make(f"bench {n}", secrets.token_hex(8)) for n in range(max(8, len(scripts) // 8))]  # few lines each
    sessions = {person.id: accounts.log_in(person.id) for person in people}
    made = []
    for n, (seats, _) in enumerate(scripts):
        match = starts[n % len(starts)]
        info = {seat: SeatInfo(side, match.prepared.sides[side], "other") for seat, side in match.seats.items()}
        row = header(verbs.head(match), MatchRow(f"bench{n:04}", name, scenario, f"Bench {n}", info, now(), now()))
        sitting = {seat: people[(n + at) % len(people)].id for at, seat in enumerate(seats)}

        def then(connection: Any, id: str = row.id, sitting: dict[str, int] = sitting) -> None:
            for seat, user in sitting.items():
                connection.execute(insert(members).values(match=id, seat=seat, user=user, since=now()))

        store.create(row, match.save(), {"owner": people[0].id}, then).result()
        made.append((row.id, {seat: sessions[user] for seat, user in sitting.items()}))
    return made


class Seated(Pair):
    """The clients of one match, each with its own session."""

    sessions: dict[str, str]

    def headers(self, seat: str) -> dict[str, str]:
        return {"cookie": f"grognard={self.sessions[seat]}"}


@cache
def broadcasts(database: str) -> list[float]:
    """Seconds from choosing to everybody's having seen it, sorted; one run for all figures."""
    if database == "sqlite":
        return _run("sqlite", "", 1)
    with postgres() as url:
        return _run("postgres", url, 2)


def _run(database: str, url: str, workers: int) -> list[float]:
    name, scenario = playable()
    run = crowd(url, workers, name, scenario, [script(name, scenario, n) for n in range(MATCHES)])
    CPU[database] = run.cpu
    return run.taken


class Run(Struct):
    """What a crowd felt, and what it cost."""

    taken: list[float]  # seconds from choosing to everybody's having seen it, sorted
    cpu: float  # seconds of the processor a choice, of all processes of the server
    memory: int  # bytes of all of them, at the end

    def percentile(self, share: float) -> float:
        return self.taken[min(len(self.taken) - 1, int(share * len(self.taken)))]


def crowd(url: str, workers: int, name: str, scenario: str, scripts: Scripts, kinds: int = 0) -> Run:
    """All these matches at once, a choice a second in each."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        folder = Path(place)
        store = Store(folder / "grognard.db", url)
        matches = furnish(store, name, scenario, scripts, kinds)
        store.close()
        server = ClubServer(folder, url, workers)
        made = Run([], 0.0, 0)
        pairs = []
        for n, ((seats, moves), (id, sessions)) in enumerate(zip(scripts, matches)):
            pair = Seated(server.address, id, seats, moves, n / len(scripts))
            pair.sessions = sessions
            pairs.append(pair)

        async def all_play() -> None:
            for pair in pairs:
                await pair.sit_down()
            await asyncio.sleep(1)
            busy = server.cpu()
            await asyncio.gather(*(pair.play() for pair in pairs))
            made.cpu = (server.cpu() - busy) / sum(len(pair.taken) for pair in pairs)
            made.memory = server.memory()

        try:
            run_clients(all_play())
        finally:
            server.close()
    made.taken = sorted(seconds for pair in pairs for seconds in pair.taken)
    return made


def percentile(database: str, share: float) -> float:
    found = broadcasts(database)
    return 1000 * found[min(len(found) - 1, int(share * len(found)))]


def processor_time(database: str) -> float:
    broadcasts(database)
    return 1000 * CPU[database]


def _benches(database: str, what: str) -> list[Bench]:
    return [
        Bench(f"{database}: choose to broadcast, p99", f"{MATCHES} live matches of two clients, {what}", "ms",
              lambda: percentile(database, 0.99), at_most=50.0),
        Bench(f"{database}: choose to broadcast, median", "the same run", "ms", lambda: percentile(database, 0.5)),
        Bench(f"{database}: processor time a choice", "of the server's processes in the same run", "ms",
              lambda: processor_time(database)),
    ]  # fmt: skip


BENCHES = [
    *_benches("sqlite", "SQLite with full durability, one process"),
    *(_benches("postgres", "PostgreSQL, two processes") if can_postgres() else []),
]
