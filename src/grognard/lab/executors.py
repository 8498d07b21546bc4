"""Who plays the jobs: this process, a pool of processes, or a Dask cluster. All of them give the same records.

The one idea: everything behind `concurrent.futures.Executor`. A few jobs wait at the executor, never all; whoever stops early
keeps what has come; a worker that dies takes nothing with it, because its jobs are played again and a job's number counts
once.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from typing import Any

from msgspec import Struct

from grognard.bots.series import Job
from grognard.kernel import Broken, Misuse

from .extras import need

Play = Callable[[Job], Any]
CONNECT = "10s"
RETRIES = 3  # pools that may break (a worker killed, out of memory) before we give up


class Failure(Struct):
    """A rule broke in a worker: what travels back of it."""

    message: str
    file: bytes


class Guarded:
    """A way of playing whose errors can travel."""

    def __init__(self, play: Play) -> None:
        self.play = play

    def __call__(self, job: Job) -> Any:
        try:
            return self.play(job)
        except Broken as broken:  # holds a match, which cannot travel
            return Failure(str(broken), broken.file)


def played(jobs: Sequence[Job], play: Play, workers: int = 1, cluster: str = "") -> Generator[Any, None, None]:
    """Records as they come. Closing it, or an interrupt, stops the workers; a broken rule raises Broken."""
    if cluster:
        yield from _on_cluster(jobs, play, cluster)
    elif workers <= 1:
        yield from map(play, jobs)
    else:
        yield from _in_pools(jobs, play, workers)


def _in_pools(jobs: Sequence[Job], play: Play, workers: int) -> Iterator[Any]:
    """A pool whose worker was killed is broken as a whole: another one goes on with what is missing."""
    left = {job.number: job for job in jobs}
    for attempt in range(RETRIES + 1):
        with pool_of(workers) as pool:
            try:
                for record in as_they_come(pool, list(left.values()), play, 3 * workers):
                    del left[record.number]
                    yield record
            except BrokenExecutor:
                if attempt == RETRIES:
                    raise Misuse(f"Workers died {RETRIES + 1} times; {len(left)} matches were not played.") from None
                continue
        return


@contextmanager
def pool_of(workers: int) -> Iterator[Executor]:
    """Processes that are deaf to Ctrl-C, which is ours to handle, and that end at once when we do."""
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _belong_to_the_parent)
    try:
        yield pool
    except BaseException:
        for worker in list((pool._processes or {}).values()):  # Python 3.14 calls this terminate_workers
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _on_cluster(jobs: Sequence[Job], play: Play, address: str) -> Iterator[Any]:
    """A Dask scheduler plays what dead workers left undone by itself."""
    distributed = need("distributed", "cluster")
    try:
        client = distributed.Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise Misuse(f"--cluster {address}: no Dask scheduler answers there ({type(error).__name__}).") from None
    seen: set[int] = set()
    try:
        executor = client.get_executor(pure=False)
        cores = sum(client.nthreads().values()) or 1
        for record in as_they_come(executor, jobs, play, 3 * cores):
            if record.number not in seen:
                seen.add(record.number)
                yield record
    finally:
        client.close(timeout=2)


def as_they_come(executor: Executor, jobs: Sequence[Job], play: Play, ahead: int) -> Iterator[Any]:
    """Keeps a few jobs waiting for the workers, never all of them."""
    coming, guarded = iter(jobs), Guarded(play)
    waiting: set[Future[Any]] = set()
    try:
        with _interrupts_put_off():  # the workers start here, and are born deaf to Ctrl-C
            waiting = {executor.submit(guarded, job) for job in islice(coming, ahead)}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            found = [future.result() for future in done]
            waiting |= {executor.submit(guarded, job) for job in islice(coming, len(done))}
            for record in found:
                if isinstance(record, Failure):
                    raise Broken(record.message, None, record.file)  # type: ignore[arg-type]
                yield record
    finally:
        if not isinstance(executor, ProcessPoolExecutor):  # a pool cancels its own: cancelled ones trouble a pool that is ended
            for future in waiting:
                future.cancel()


def _belong_to_the_parent() -> None:
    """Interrupts are the parent's to handle; and whoever kills it has killed its workers too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@contextmanager
def _interrupts_put_off() -> Iterator[None]:
    """A Ctrl-C within comes after it; processes that start within never get one. (Windows has no such thing.)"""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
