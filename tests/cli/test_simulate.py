"""Simulation: the same results whoever played them, what is done is kept, nothing half written."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time

import pytest

from grognard.bots.series import PlayedRow, series
from grognard.kernel import Broken
from grognard.lab import simulation
from grognard.lab.executors import Guarded
from grognard.lab.simulation import played, report, summary


def test_a_summary_is_printed(grognard):
    shown = grognard("simulate", "hills", "learning", "--bots", "greedy,random", "--matches", "6", "--seed", "7")
    assert shown.exit_code == 0, shown.stderr
    lines = shown.stdout.splitlines()
    assert lines[0] == "6 matches"
    assert lines[1].startswith("side red: ") and "won" in lines[1] and "% to " in lines[1]
    assert [line.split(":")[0] for line in lines[2:]][:3] == ["side blue", "bot greedy", "bot random"]
    assert "choices a match: median 10, 10 to 10" in lines
    assert "matches/s" in lines[-1]


def test_the_same_seed_gives_the_same_file_with_any_number_of_workers(command, tmp_path):
    files = []
    for workers in (1, 2, 3):
        path = tmp_path / f"{workers}.json"
        words = ["simulate", "hills", "--bots", "random", "--matches", 12, "--seed", "s", "--workers", workers]
        ended = command(*words, "--json", path)
        assert ended.returncode == 0, ended.stderr
        files.append(path.read_bytes())
    assert files[0] == files[1] == files[2]
    found = json.loads(files[0])
    assert [row["number"] for row in found["matches"]] == list(range(12))
    assert found["wanted"] == found["played"] == found["summary"]["matches"] == 12
    assert {row["seed"] for row in found["matches"]} == {f"s/{number}" for number in range(12)}


def test_another_seed_gives_other_matches(grognard):
    scores = []
    for seed in ("1", "2"):
        grognard("simulate", "hills", "--bots", "random", "--matches", "8", "--seed", seed, "--json", "x.json")
        with open("x.json") as file:
            scores.append([row["scores"] for row in json.load(file)["matches"]])
    assert scores[0] != scores[1]


def test_options_reach_the_game(grognard):
    words = ("simulate", "hills", "--bots", "random", "--matches", "1", "--json", "x.json")
    assert grognard(*words, "-O", "high_ground=no").exit_code == 0
    with open("x.json") as file:
        assert json.load(file)["options"] == {"high_ground": False}


def test_matches_that_do_not_end_are_counted(grognard):
    shown = grognard("simulate", "hills", "--bots", "random", "--matches", "2", "--max-choices", "3").stdout
    assert shown.startswith("2 matches, 2 not finished\n")


def hears_ctrl_c():
    """A shell starts what it runs in the background deaf to Ctrl-C, and the tests may run there."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(os.name != "posix", reason="sends a signal to a group of processes")
@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_keeps_what_is_done(command, tmp_path, workers):
    path = tmp_path / "out.json"
    words = ["simulate", "hills", "--bots", "greedy", "--matches", "50000", "--workers", str(workers), "--json", str(path)]
    for seconds in (2, 6, 20):  # until some matches have ended; a busy machine takes longer to begin
        process = subprocess.Popen(
            [command.script, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=hears_ctrl_c,
        )
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)
        try:
            out, err = process.communicate(timeout=300)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        assert process.returncode == 130, err
        assert "Traceback" not in err
        assert _nobody_left(process.pid)
        if path.exists():
            break
    found = json.loads(path.read_text())
    assert 0 < found["played"] < found["wanted"] == 50000
    assert out.startswith(f"{found['played']} matches\n")
    assert f"Stopped after {found['played']} of 50000 matches." in err
    assert [entry.name for entry in tmp_path.iterdir() if entry.is_file()] == ["out.json"]


def _nobody_left(group):
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except (ProcessLookupError, PermissionError):
            return True
        time.sleep(0.1)
    return False


def test_an_old_file_survives_a_run_that_fails(grognard, monkeypatch, tmp_path):
    path = tmp_path / "out.json"
    path.write_text("old")
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device", "out.json")))
    ended = grognard("simulate", "hills", "--bots", "random", "--matches", "1", "--json", path)
    assert ended.exit_code == 1
    assert "out.json: No space left on device" in ended.stderr
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["out.json"]


def test_a_rule_that_breaks_in_a_worker_comes_back_with_its_file(monkeypatch):
    def breaks(job):
        raise Broken("a rule", object(), b"the match")

    monkeypatch.setattr(simulation, "play_job", breaks)
    [job] = series("hills", "learning", ["random"], 1, 3)
    failure = Guarded(simulation._play)(job)
    assert (failure.file, failure.message) == (b"the match", "a rule (match 0, seed 3/0)")


def test_rows_in_any_order_give_the_same_report():
    jobs = series("hills", "learning", ["random"], 6, 3)
    rows = list(played(jobs))
    assert report(jobs, rows, ["red", "blue"]) == report(jobs, rows[::-1], ["red", "blue"])


def test_a_summary_of_nothing_and_of_draws():
    assert summary([], ["red"]).choices is None
    rows = [PlayedRow(n, "s", {"red": "a", "blue": "b"}, None, "", n) for n in range(4)]
    found = summary(rows, ["red", "blue"])
    assert (found.sides["red"].draws, found.choices.median, found.bots["a"].rate) == (4, 1.5, 0.5)
