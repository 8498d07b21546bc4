"""A real PostgreSQL for tests, from the programs on this machine, in a folder of its own, as a user that is not root."""

from __future__ import annotations

import atexit
import getpass
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from grognard.kernel.proof.leaving import WITH_PARENT

NEEDED = ("initdb", "postgres")
_numbers = count(1)


class CannotStart(Exception):
    """Why there is no PostgreSQL here."""


def program(name: str) -> str | None:
    if found := shutil.which(name):
        return found
    return next((str(path) for path in sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)), None)


class Postgres:
    """A server on a free port, for this process of the tests; ends with it."""

    def __init__(self) -> None:
        if missing := [name for name in NEEDED if program(name) is None]:
            raise CannotStart(f"PostgreSQL is not on this machine ({', '.join(missing)} not found)")
        try:
            import psycopg  # noqa: F401
        except ModuleNotFoundError:
            raise CannotStart("psycopg is not installed: pip install 'grognard[postgres]'") from None
        self.folder = Path(tempfile.mkdtemp(prefix="grognard-pg-"))
        self.user = self._user()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._run([program("initdb"), "-D", str(self.folder / "data"), "-U", "grognard", "--auth=trust", "-E", "UTF8", "--no-sync"])
        self._start(**WITH_PARENT)
        atexit.register(self.stop)

    def _start(self, **how: Any) -> None:
        words = [program("postgres"), "-D", str(self.folder / "data"), "-p", str(self.port), "-k", str(self.folder), "-c", "listen_addresses=127.0.0.1"]
        self.process = subprocess.Popen(words, user=self.user, stdout=subprocess.DEVNULL, stderr=(self.folder / "log").open("ab"), cwd=self.folder, **how)
        self._wait()

    def restart(self, how: signal.Signals = signal.SIGINT, pause: float = 0.5) -> None:
        """SIGINT: lines are cut, what is committed is kept; SIGQUIT: as if the machine had crashed. Down for so long."""
        self.process.send_signal(how)
        self.process.wait(30)
        time.sleep(pause)
        self._start()  # a parent is a thread to Linux, and this one may end before the server

    def _user(self) -> str | None:
        """PostgreSQL does not run as root: then as whoever it may run."""
        if os.geteuid() != 0:
            return None
        for name in ("postgres", "nobody"):
            try:
                found = pwd.getpwnam(name)
            except KeyError:
                continue
            shutil.chown(self.folder, found.pw_uid, found.pw_gid)
            return name
        raise CannotStart(f"PostgreSQL does not run as {getpass.getuser()}, and there is no user postgres or nobody")

    def _run(self, words: list) -> None:
        done = subprocess.run(words, user=self.user, capture_output=True, text=True, cwd=self.folder, **WITH_PARENT)
        if done.returncode:
            raise CannotStart(f"{words[0]} failed: {done.stderr[-400:]}")

    def _wait(self) -> None:
        for _ in range(200):
            try:
                self.sql("SELECT 1")
                return
            except Exception:
                if self.process.poll() is not None:
                    raise CannotStart((self.folder / "log").read_text()[-400:]) from None
                time.sleep(0.1)
        raise CannotStart("PostgreSQL does not answer")

    def sql(self, words: str, database: str = "postgres") -> None:
        import psycopg

        with psycopg.connect(f"postgresql://grognard@127.0.0.1:{self.port}/{database}", autocommit=True) as line:
            line.execute(words)

    def database(self, *, migrated: bool = True) -> str:
        """The address of a new database: an empty one, or one with our tables."""
        name = f"db{next(_numbers)}"
        self.sql(f"CREATE DATABASE {name}" + (f" TEMPLATE {self._template()}" if migrated else ""))
        return self.url(name)

    def url(self, name: str) -> str:
        return f"postgresql://grognard@127.0.0.1:{self.port}/{name}"

    @cache  # noqa: B019 - one server, as long as the process lives
    def _template(self) -> str:
        from grognard.server.store import Store

        self.sql("CREATE DATABASE tables")
        Store(self.folder / "x.db", self.url("tables")).close()
        return "tables"

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


@cache
def postgres() -> Postgres | str:
    """The server of this process, or why there is none."""
    try:
        return Postgres()
    except CannotStart as why:
        return str(why)
