"""The live matches of a club are in worker processes, with limits on time and memory: what one match does no other notices.

The one idea: a match in a worker is a copy. The server keeps each one's last save and what was done since, and every question
says which version of the match it means; a worker that has another one, or none, asks for these and makes it anew. So a worker
may be ended at any moment, and a match may move to another; it stays with one as long as that is well.
A worker does one thing after the other. Behind one that is busy for long nobody waits: other matches move, and it runs behind
them all. One that takes more than its share of the processor or of the memory is ended by the system and replaced; who asked
hears so, and nothing has changed: what is not on disk was never done.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic
from typing import Any

from grognard.kernel import Misuse

from .kernel_thread import Kept, TooLong
from .kernel_worker import OUT_OF_MEMORY, Key, unpacked, work_on
from .places import plugins
from .replay import Recording, scene_of, walked
from .sandbox import MEMORY, PATIENCE, SECONDS, Sandbox

log = logging.getLogger("grognard.server")
LONG = 1.0  # seconds of the processor after which who waits behind a piece of work is taken elsewhere
CLOCK = 2.0  # seconds by the clock after which they are taken to a worker that has nothing to do
STILL = 10  # times as long by the clock, for work that stands still without using the processor
LOOK = 0.25
BACK = 15  # how far one that is busy for long steps back (nice)
REPLAY = 60.0  # seconds of the processor for walking through a whole match
WORN = 3  # workers that a match may cost before it must rest
REST = 60.0  # seconds, and twice as long each time
BUDGET, REFILL = 20.0, 0.25  # seconds of the processor that a match may use at once, and how many come back in one
RESTS = "This match took too long again and again, and must rest for some minutes."
HE_RESTS = "What you asked of this match took too long again and again: you must rest for some minutes."

Asker = tuple[str, str]  # a match, and whose question it is (nobody's: what everybody is shown)


class Job:
    """One question for one match (or for none: `id` is empty)."""

    __slots__ = ("again", "answer", "args", "base", "changes", "id", "key", "tail", "who", "work")

    def __init__(
        self, kept: Kept | None, work: Callable[..., Any], args: tuple[Any, ...], changes: bool, who: str = ""
    ) -> None:
        self.work, self.args, self.changes = work, args, changes
        self.id, self.base, self.tail = (kept.id, kept.base, kept.tail[:]) if kept is not None else ("", b"", [])
        self.key: Key = (kept.edition, kept.version) if kept is not None else (0, 0)
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.again = False  # it has been tried in a worker that died
        self.who: Asker = (self.id, who)


class KernelProcesses:
    """The workers. They start when they are first needed."""

    def __init__(
        self, processes: int = 0, seconds: float = SECONDS, memory: int = MEMORY, archive: Sandbox | None = None
    ) -> None:
        self.processes = processes or max(2, min(4, os.cpu_count() or 2))
        self.seconds, self.memory = seconds, memory
        self.archive = archive or Sandbox()
        self.ended: Counter[str] = Counter()  # workers that were ended, by why
        self._workers: list[Worker] = []
        self._homes: dict[str, Worker] = {}
        self._looking: asyncio.TimerHandle | None = None
        self._closed = False
        self._spent: dict[Asker, tuple[float, float]] = {}  # seconds of the processor that were used of late, and when
        self._worn: dict[Asker, tuple[int, float]] = {}  # workers that it cost, and until when there is no answer

    # ---------------------------------------------------------- what the server asks

    async def at(self, kept: Kept, work: Callable[..., Any], *args: Any, changes: bool = False, who: str = "") -> Any:
        answer = await self._ask(Job(kept, work, args, changes, who))
        if changes:
            kept.version += 1
        return answer

    async def once(self, work: Callable[..., Any], *args: Any) -> Any:
        return await self._ask(Job(None, work, args, False))

    async def recorded(self, save: bytes, seat: str | None, who: str = "") -> Recording:
        made = Recording(save, seat)
        made.numbers, made.moments = await self.archive.do(who, walked, save, seat, seconds=REPLAY)
        return made

    async def scene_at(self, recording: Recording, n: int, who: str = "") -> tuple[bytes, str, bytes]:
        recording.choices(n)
        what = (recording.save, recording.seat, recording.numbers, n)
        found: tuple[bytes, str, bytes] = await self.archive.do(who, scene_of, *what, seconds=REPLAY)
        return found

    def forget(self, kept: Kept) -> None:
        worker = self._homes.pop(kept.id, None)
        if worker is not None:
            worker.forgotten.append(kept.id)

    async def warm_up(self) -> None:
        """Start the workers before they are needed."""
        with suppress(Misuse):
            await asyncio.gather(*(self.once(int) for _ in range(self.processes)))

    def close(self) -> None:
        """Whatever they do is not on disk, and was not acknowledged."""
        self._closed = True
        if self._looking is not None:
            self._looking.cancel()
        for worker in self._workers:
            for job in (*worker.line, *([worker.job] if worker.job is not None else [])):
                job.answer.cancel()
            worker.line.clear()
            worker.stop()
        self.archive.close()

    # ---------------------------------------------------------- who does it

    async def _ask(self, job: Job) -> Any:
        if self._closed:
            raise TooLong("The server stops: this was not done.")
        if self._worn.get(job.who, (0, 0.0))[1] > monotonic():
            raise TooLong(HE_RESTS if job.who[1] else RESTS)
        self._put(job, self._home(job))
        return await job.answer

    def _home(self, job: Job) -> Worker:
        """The worker that has this match; for a new one the least busy."""
        found = self._homes.get(job.id)
        if found is None or found.retired:
            free = [worker for worker in self._workers if not worker.busy_for(LONG)]
            if len(self._workers) < self.processes or not free:
                free.append(self._new())
            held = Counter(id(worker) for worker in self._homes.values())
            found = min(free, key=lambda worker: (len(worker.line) + (worker.job is not None), held[id(worker)]))
            if job.id:
                self._homes[job.id] = found
        return found

    def _new(self) -> Worker:
        if len(self._workers) >= 2 * self.processes:  # all of them stuck at once: they end by themselves, soon
            return min(self._workers, key=lambda worker: len(worker.line))
        self._workers.append(Worker(self.seconds, self.memory))
        return self._workers[-1]

    def _put(self, job: Job, worker: Worker) -> None:
        worker.line.append(job)
        self._go_on(worker)
        if self._looking is None:
            self._looking = asyncio.get_running_loop().call_later(LOOK, self._look)

    def _go_on(self, worker: Worker) -> None:
        while worker.job is None and worker.line:
            job = worker.line.popleft()
            if job.answer.done():
                continue  # nobody waits for it any more
            worker.begin(job)
            going = asyncio.get_running_loop().run_in_executor(worker.thread, worker.do, job)
            going.add_done_callback(lambda done, job=job: self._came_back(worker, job, done))  # type: ignore[misc]

    def _came_back(self, worker: Worker, job: Job, done: asyncio.Future[Any]) -> None:
        worker.job = None
        if self._closed or done.cancelled():
            return
        worker.refresh()
        error = done.exception()
        if isinstance(error, Died):
            self.ended[error.why] += 1
            log.error("a worker of the rules was ended: %s (match %s)", error.why, job.id or "none")
            if error.retry and not job.again and not job.answer.done():
                job.again = True
                worker.line.appendleft(job)
            else:
                self._wear(job.who)
                if not job.answer.done():
                    job.answer.set_exception(TooLong())
        else:
            good, said, used = done.result() if error is None else (False, error, 0.0)
            self._spend(job.who, used)
            if not job.answer.done():
                if good:
                    job.answer.set_result(said)
                else:
                    job.answer.set_exception(said)
        self._go_on(worker)

    def _spend(self, who: Asker, seconds: float) -> None:
        """Whoever keeps a worker busy by one long question after the other lets the others have a turn."""
        if seconds < 0.5 or not who[0]:
            return
        before, then = self._spent.get(who, (0.0, 0.0))
        spent = max(0.0, before - (monotonic() - then) * REFILL) + seconds
        self._spent[who] = (spent, monotonic())
        if spent > BUDGET:
            self._worn[who] = (self._worn.get(who, (0, 0.0))[0], monotonic() + REST / 2)
        if len(self._spent) > 1000:
            self._spent.pop(next(iter(self._spent)))

    def _wear(self, who: Asker) -> None:
        """Whose questions end worker after worker is left alone for a while, longer each time. Others go on."""
        if who[0]:
            cost = self._worn.get(who, (0, 0.0))[0] + 1
            self._worn[who] = (cost, monotonic() + min(3600, REST * 2 ** (cost - WORN)) if cost >= WORN else 0.0)
            if len(self._worn) > 1000:
                self._worn.pop(next(iter(self._worn)))

    def _look(self) -> None:
        """Now and then, while something is done: who waits behind something long is taken elsewhere."""
        self._looking = None
        for worker in list(self._workers):
            if worker.busy_for(LONG):
                worker.step_back()
            free = any(one.job is None for one in self._workers)
            if worker.line and (worker.busy_for(LONG) or (free and worker.at_it(CLOCK))):
                stays = worker.job.id if worker.job is not None else ""
                waiting = [job for job in worker.line if not job.id or job.id != stays]
                worker.line = deque(job for job in worker.line if job.id and job.id == stays)
                for job in waiting:
                    if self._homes.get(job.id) is worker:
                        del self._homes[job.id]
                    self._put(job, self._home(job))
        while len(self._workers) > self.processes and (idle := self._idle()) is not None:
            self._workers.remove(idle)
            idle.stop()
        if self._looking is None and any(worker.job is not None for worker in self._workers):
            self._looking = asyncio.get_running_loop().call_later(LOOK, self._look)

    def _idle(self) -> Worker | None:
        """One that was started to help out, and has nothing to do."""
        for worker in self._workers[self.processes :]:
            if worker.job is None and not worker.line and monotonic() - worker.since > 10:
                return worker
        return None


class Died(Exception):
    """The worker ended over this; `retry`: perhaps not because of it."""

    def __init__(self, why: str, retry: bool) -> None:
        super().__init__(why)
        self.why, self.retry = why, retry


class Worker:
    """One process, the line to it, and who waits for it. `do` runs in a thread of its own, all else in the loop."""

    def __init__(self, seconds: float, memory: int) -> None:
        self.seconds, self.memory = seconds, memory
        self.line: deque[Job] = deque()
        self.job: Job | None = None
        self.since = monotonic()
        self.used_before = 0.0  # seconds of the processor, when its last piece of work ended
        self.retired = False
        self.stepped_back = False
        self.forgotten: list[str] = []  # matches that it need not hold any more
        self.thread = ThreadPoolExecutor(1, "grognard-rules")
        self._process: Any = None
        self._pipe: Connection | None = None

    def begin(self, job: Job) -> None:
        self.job, self.since = job, monotonic()

    def at_it(self, seconds: float) -> bool:
        """By the clock."""
        return self.job is not None and monotonic() - self.since > seconds

    def busy_for(self, seconds: float) -> bool:
        """By the processor: on a crowded machine what is short takes long by the clock, and is none the worse for it."""
        waited = monotonic() - self.since
        if self.job is None or waited <= seconds:
            return False
        used = self._used()
        return used is None or used - self.used_before > seconds or waited > STILL * seconds

    def _used(self) -> float | None:
        process = self._process
        return used_by(process.pid) if process is not None and process.pid else 0.0

    def step_back(self) -> None:
        """What takes long leaves the processor to what is short."""
        process = self._process
        if not self.stepped_back and process is not None and process.pid and hasattr(os, "setpriority"):
            self.stepped_back = True
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, process.pid, BACK)

    def refresh(self) -> None:
        """Nobody steps forward again by himself: one that stepped back is replaced when it is done."""
        if self.stepped_back:
            self.stepped_back = False
            process, self._process = self._process, None
            if process is not None:
                process.kill()

    def stop(self) -> None:
        self.retired = True
        if self._process is not None:
            self._process.kill()
        self.thread.shutdown(wait=False, cancel_futures=True)

    def do(self, job: Job) -> tuple[bool, Any, float]:
        """Whether it is good; its answer, or what it raised; seconds of the processor. Died, if the worker did."""
        if self._process is None or not self._process.is_alive():
            self._start()
        forgotten, self.forgotten = self.forgotten, []
        try:
            answer = self._said((job.id, job.key, job.changes, job.work, job.args, forgotten))
            if answer is None:  # it has another version of the match, or none
                self._send((job.base, job.tail))
                answer = self._heard()
        except (EOFError, OSError):
            raise self._ended() from None
        good, said, used, self.used_before = answer
        return good, said if good else unpacked(said), used

    def _said(self, words: Any) -> Any:
        self._send(words)
        return self._heard()

    def _send(self, words: Any) -> None:
        assert self._pipe is not None
        self._pipe.send(words)

    def _heard(self) -> Any:
        assert self._pipe is not None
        if not self._pipe.poll(PATIENCE):
            raise EOFError
        return self._pipe.recv()

    def _start(self) -> None:
        context: Any = multiprocessing.get_context("forkserver" if sys.platform == "linux" else "spawn")
        mine, theirs = context.Pipe()
        args = (theirs, plugins(), self.seconds, self.memory)
        self._process = context.Process(target=work_on, args=args, daemon=True, name="grognard-rules")
        self._process.start()
        self.used_before = 0.0
        theirs.close()
        self._pipe = mine
        if self.retired:  # it was stopped while it started
            self._process.kill()

    def _ended(self) -> Died:
        process, self._process = self._process, None
        process.join(0.5)
        code = process.exitcode
        process.kill()
        process.join(5)
        if self._pipe is not None:
            self._pipe.close()
        if code is not None and code == -getattr(signal, "SIGXCPU", 0):
            return Died("it took too long", False)
        if code == OUT_OF_MEMORY:
            return Died("it took too much memory", True)
        return Died("it did not come back" if code is None else f"it died ({code})", code is not None)


def used_by(pid: int) -> float | None:
    """Seconds of the processor that a process has used (Linux; elsewhere nobody knows)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return None


__all__ = ["KernelProcesses"]
