"""Mallory draws maps of his own in the workshop, plays each for a moment and deletes the match; or plays a rule to pieces. What was drawn and kept for it stays, and the disk is full."""

from __future__ import annotations

import os
import time

from grognard.server import shelf, table
from grognard.server.shelf import Shelf


def aged(folder, name, seconds):
    moment = time.time() - seconds
    os.utime(folder / name, (moment, moment))


def test_of_boards_the_last_ones_are_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("GROGNARD_COLD", "1")
    monkeypatch.setattr(shelf, "ROOM", 20_000)
    kept = Shelf(tmp_path)
    for n in range(40):
        kept.remember(f"{n:024x}", b"x" * 1000)
        aged(tmp_path, f"{n:024x}.json", 1000 - n)
    kept.sweep()
    left = sorted(file.name for file in tmp_path.iterdir())
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 20_000
    assert left[-1].startswith(f"{39:024x}") and f"{0:024x}.json" not in left
    assert not kept.knows(f"{0:024x}") and kept.knows(f"{39:024x}"), "one that went is put there again when it is seen again"
    kept.remember(f"{0:024x}", b"x" * 1000)
    assert (tmp_path / f"{0:024x}.json").exists()


def test_it_sweeps_by_itself(tmp_path, monkeypatch):
    monkeypatch.setenv("GROGNARD_COLD", "1")
    monkeypatch.setattr(shelf, "ROOM", 20_000)
    kept = Shelf(tmp_path)
    for n in range(3 * shelf.SWEPT):
        kept.remember(f"{n:024x}", b"x" * 1000)
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 20_000 + 1000 * shelf.SWEPT


def test_of_broken_positions_the_last_ones_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(table, "BROKEN", 5)
    for n in range(12):
        file = table.keep_broken(tmp_path, f"m{n}", 3, b"{}")
        aged(file.parent, file.name, 1000 - n)
    assert len(list((tmp_path / "broken").iterdir())) <= 5 and (tmp_path / "broken" / "m11-3.json").exists()
