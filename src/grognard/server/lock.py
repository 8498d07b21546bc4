"""One server for a data folder: a lock that the system takes back when the process dies, and the address of who holds it."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import IO, Any

from grognard.kernel import Misuse


class Held(Misuse):
    """Another server has this folder."""

    def __init__(self, address: str) -> None:
        super().__init__(f"Another Grognard is running on this data: {address}")
        self.address = address


class Lock:
    def __init__(self, file: IO[Any], told: Path) -> None:
        self._file, self._told = file, told

    def tell(self, address: str) -> None:
        """Where who comes later finds us."""
        self._told.write_text(address, "utf-8")

    def __enter__(self) -> Lock:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def hold(folder: Path, address: str = "") -> Lock:
    """Take the folder, or raise Held with the address of who has it. Who does not know his address yet tells it later."""
    told = folder / "server.address"
    file = open(folder / "server.lock", "a+")  # noqa: SIM115 - it stays open as long as the lock is held
    try:
        _take(file)
    except OSError:
        file.close()
        raise Held(_address(told) or "(unknown address)") from None
    lock = Lock(file, told)
    lock.tell(address)
    return lock


def _address(told: Path) -> str:
    """What the holder has told; one who has just begun is given a moment."""
    for _ in range(20):
        address = told.read_text("utf-8").strip() if told.exists() else ""
        if address:
            return address
        time.sleep(0.1)
    return ""


def _take(file: IO[Any]) -> None:
    if os.name == "nt":
        import msvcrt  # Windows only

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    else:
        import fcntl  # not on Windows

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
