"""`bench`: the figures are measured, compared with their limits, and can be read by a machine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grognard.kernel import bench as kernel_bench
from grognard.kernel.measure import Bench, seconds_of
from grognard.lab import bench as lab_bench

PROJECT = Path(__file__).parents[2]


def test_a_bench_keeps_its_limit_or_misses_it():
    low = Bench("x", "what", "us", lambda: 1.0, at_most=2)
    assert (low.keeps(2), low.keeps(2.1), low.limit) == (True, False, "at most 2")
    high = Bench("x", "what", "us", lambda: 1.0, at_least=1_000_000)
    assert (high.keeps(1e6), high.keeps(1), high.limit) == (True, False, "at least 1,000,000")
    assert Bench("x", "what", "us", lambda: 1.0).keeps(99)


def test_seconds_are_those_of_the_fastest_round():
    slow, fast = seconds_of(lambda: sum(range(20_000)), lambda: sum(range(200)), rounds=3, round_seconds=0.002)
    assert slow > 10 * fast


def test_a_missed_limit_ends_with_1(grognard, monkeypatch, tmp_path):
    figures = [Bench("good", "one", "ms", lambda: 0.5, at_most=1), Bench("bad", "two", "ms", lambda: 5.0, at_most=1)]
    monkeypatch.setattr(lab_bench, "benches", lambda name: figures)
    ended = grognard("bench", "kernel", "--json", tmp_path / "b.json")
    assert ended.exit_code == 1
    assert "kernel good: 0.5 ms (at most 1: good)  one" in ended.stdout
    assert ended.stderr == "Missed: kernel bad\n"
    written = json.loads((tmp_path / "b.json").read_text())
    assert [figure["good"] for figure in written["figures"]["kernel"]] == [True, False]


def test_the_kernels_name_brings_the_boards():
    names = {bench.name for bench in lab_bench.benches("kernel")}
    assert {"decision", "fork", "dice", "hex-reach", "supply", "table-move"} <= names
    assert {"kernel", "boards"} <= set(lab_bench.bench_names())


@pytest.mark.parametrize("bench", lab_bench.benches("kernel"), ids=lambda bench: bench.name)
def test_every_figure_can_be_measured_and_is_not_far_off(bench):
    """Twice as bad is let pass here, where eight tests may run at once; `make bench` is strict."""
    value = bench.measure()
    assert value > 0
    assert bench.keeps(value / 2 if bench.at_most else value * 2)


def test_what_the_kernel_bench_times_is_what_it_says():
    """Ten choices since the only checkpoint; and a fork of it is independent."""
    match = kernel_bench.match_after(10)
    assert len(match.checkpoints.kept) == 1 and match.number == 10 and len(match.g.state.units) == 200
    fork = match.fork()
    fork.choose(1)
    assert (match.number, fork.number) == (10, 11)


def test_against_an_older_commit_measures_both_in_turns(grognard, monkeypatch, tmp_path):
    """The older tree is measured by the same probe, under its own sources, in every round."""
    from grognard.lab import against

    runs = []

    def measured(tree, game):
        runs.append((tree.name, game))
        return {"forks a second": (100.0 if tree.name == "then" else 250.0, "more"), "memory, kB": (90.0 if tree.name == "then" else 30.0, "less")}

    monkeypatch.chdir(PROJECT)
    monkeypatch.setattr(against, "worktree", lambda commit, root: tmp_path / "then")
    monkeypatch.setattr(against, "measured", measured)
    ended = grognard("bench", "pog", "--against", "HEAD", "--rounds", "2", "--json", tmp_path / "b.json")
    assert ended.exit_code == 0, ended.stderr
    assert [name for name, _ in runs][::2] == ["then", "then"] and len(runs) == 4
    assert "2.50 times (2.50 to 2.50)  100 -> 250" in ended.stdout and "3.00 times" in ended.stdout
    assert [row["times"] for row in json.loads((tmp_path / "b.json").read_text())] == [2.5, 3.0]


def test_against_a_commit_that_is_not_there_says_so(grognard, monkeypatch):
    monkeypatch.chdir(PROJECT)
    ended = grognard("bench", "pog", "--against", "nosuch")
    assert ended.exit_code == 2 and "no commit 'nosuch'" in ended.stderr
