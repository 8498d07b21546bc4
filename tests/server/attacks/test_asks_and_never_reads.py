"""Mallory asks for the whole scene as often as he may, and reads none of the answers: they wait in the club's memory."""

from __future__ import annotations

from types import SimpleNamespace

from grognard.server.live import TOO_SLOW, Connection
from grognard.server.wire import Note


def line() -> Connection:
    return Connection(SimpleNamespace(), SimpleNamespace(), SimpleNamespace(), None, None)  # type: ignore[arg-type]


def held(one: Connection) -> int:
    return sum(len(one.queue._queue[n]) for n in range(one.queue.qsize()))  # type: ignore[attr-defined]


def test_what_waits_for_a_slow_reader_has_a_measure_in_bytes():
    mallory = line()
    for _ in range(500):
        mallory.tell(Note(text="x" * 200_000))
    assert mallory.leaving is not None and mallory.leaving[0] == TOO_SLOW, "he is shown out"
    assert held(mallory) < 8 << 20, "a hundred megabytes waited for him"


def test_one_great_scene_waits_for_an_honest_reader():
    ann = line()
    ann.tell(Note(text="x" * (6 << 20)))
    assert ann.leaving is None and ann.queue.qsize() == 1
