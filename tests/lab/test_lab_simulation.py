"""Simulation grown up: experiments in a folder that go on, tables, records that are the same whoever played them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import msgspec
import pytest
from typer.testing import CliRunner

from grognard.bots import make_bot
from grognard.bots.greedy import GreedyBot
from grognard.bots.making import settings
from grognard.cli.given import varied
from grognard.cli.main import app
from grognard.kernel import BadData, Misuse, game
from grognard.lab import executors
from grognard.lab.experiment import Experiment
from grognard.lab.extras import need
from grognard.lab.record import Dice, encode, play_recorded
from grognard.lab.results import Journal, as_frame, load_results, read_journal, winner_bot

POG = Experiment("pog", ["learning"], ["random"], 6, "lab", swap=True)


def simulate(*words):
    return CliRunner().invoke(app, ["simulate", *map(str, words)])


@pytest.fixture(scope="module")
def six():
    return [play_recorded(job) for job in POG.jobs()]


# ------------------------------------------------------------------ experiments


def test_every_cell_plays_the_same_seeds():
    experiment = Experiment("pog", ["learning", "introductory"], ["random"], 2, "s", vary={"warnings": [True, False]})
    jobs = experiment.jobs()
    assert [job.number for job in jobs] == list(range(8))
    assert list(dict.fromkeys(job.cell for job in jobs)) == [
        "learning warnings=yes", "learning warnings=no", "introductory warnings=yes", "introductory warnings=no",
    ]  # fmt: skip
    assert {tuple(job.seed for job in jobs if job.cell == cell) for cell in {job.cell for job in jobs}} == {("s/0", "s/1")}


def test_bots_have_settings_by_name():
    bot = make_bot(game("pog"), "greedy:worlds=1:width=4")
    assert isinstance(bot, GreedyBot) and (bot.worlds, bot.width, bot.samples) == (1, 4, 6)
    assert settings(GreedyBot)["worlds"] == 3
    for wrong in ("greedy:depth=3", "greedy:worlds", "greedy:worlds=many", "random:worlds=1", "nobody:x=1"):
        with pytest.raises(Misuse):
            make_bot(game("pog"), wrong)


# ------------------------------------------------------------------ records


def test_a_record_is_the_same_wherever_it_is_made(six):
    assert [encode(play_recorded(job)) for job in POG.jobs()[:2]] == [encode(record) for record in six[:2]]


def test_a_record_knows_dice_rules_losses_and_the_way_it_went(six):
    for record in six:
        assert record.finished and record.choices > 0
        assert record.curve[0][0] == 0 and len(record.curve) <= 48 and sorted(record.curve) == record.curve
        assert set(record.losses) == {"ap", "cp"}
        assert record.rules["pog.12.2.1"] >= 0 if "pog.12.2.1" in record.rules else True
        assert all(rule.startswith("pog.") for rule in record.rules)
    assert sum(sum(record.dice.values()) for record in six) > 0


def test_luck_is_measured_in_standard_deviations():
    dice = Dice()
    for _ in range(100):
        dice.hear("red", "r", (6,), (1, 2, 3, 4, 5, 6))
        dice.hear("blue", "r", (1, 6), (1, 2, 3, 4, 5, 6))
    assert dice.luck() == {"blue": 0.0, "red": pytest.approx(250 / (100 * 35 / 12) ** 0.5, abs=1e-3)}


# ------------------------------------------------------------------ results


def test_a_folder_goes_on_where_it_stopped_and_ends_with_the_same_bytes(tmp_path, six):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    for folder, sessions in ((whole, [six]), (parts, [six[3:4], [six[0], six[5]], [six[4], six[2], six[1]]])):
        for records in sessions:
            journal = Journal(folder, POG)
            for record in records:
                journal.add(record)
            journal.close()
        journal = Journal(folder, POG)
        assert journal.done == set(range(6))
        journal.write_tables()
        journal.close()
    for name in ("matches.parquet", "matches.csv", "plan.json"):
        assert (whole / name).read_bytes() == (parts / name).read_bytes(), name
    assert load_results(whole) == load_results(parts) == load_results(whole / "matches.parquet") == six


def test_a_line_that_was_cut_off_is_played_again(tmp_path, six):
    journal = Journal(tmp_path / "x", POG)
    journal.add(six[0])
    journal.close()
    path = tmp_path / "x" / "matches.jsonl"
    with open(path, "ab") as file:
        file.write(encode(six[1])[:40])
    again = Journal(tmp_path / "x", POG)
    assert again.done == {0}
    again.add(six[1])
    again.close()
    assert [record.number for record in read_journal(path)] == [0, 1]
    path.write_bytes(b"nonsense\n" + path.read_bytes())
    with pytest.raises(BadData, match="line 1"):
        read_journal(path)


def test_nothing_is_counted_twice(tmp_path, six):
    journal = Journal(tmp_path / "x", POG)
    journal.add(six[0])
    with pytest.raises(ValueError, match="twice"):
        journal.add(six[0])
    journal.close()


def test_a_folder_with_something_else_is_left_alone(tmp_path, six):
    Journal(tmp_path / "x", POG).close()
    with pytest.raises(Misuse, match="another experiment"):
        Journal(tmp_path / "x", msgspec.structs.replace(POG, seed="other"))
    (tmp_path / "y").mkdir()
    (tmp_path / "y" / "letter.txt").write_text("dear")
    with pytest.raises(Misuse, match="not empty"):
        Journal(tmp_path / "y", POG)
    with pytest.raises(Misuse, match="no results"):
        load_results(tmp_path / "nowhere")


def test_a_table_has_a_row_a_match(six):
    frame = as_frame(six[::-1])
    assert frame["number"].to_list() == list(range(6)) and frame.height == 6
    assert json.loads(frame["losses"][0])["ap"].keys() == {"armies", "corps"}
    assert all(winner_bot(record) in (None, "random") for record in six)


def test_a_missing_library_is_one_clear_line():
    with pytest.raises(Misuse, match=r"pip install 'grognard\[lab\]'"):
        need("no_such_library")
    with pytest.raises(Misuse, match=r"grognard\[cluster\]"):
        need("no_such_library.part", "cluster")


# ------------------------------------------------------------------ the command


def test_the_command_compares_keeps_and_goes_on(tmp_path):
    words = ("pog", "learning", "--bots", "random", "--matches", 3, "--vary", "warnings=yes,no", "--out", tmp_path / "out")
    first = simulate(*words)
    assert first.exit_code == 0, first.output
    assert "learning warnings=yes: 3 matches" in first.output and "learning warnings=no: 3 matches" in first.output
    table = (tmp_path / "out" / "matches.parquet").read_bytes()
    assert "6 of 6 matches are in" in simulate(*words).output
    assert (tmp_path / "out" / "matches.parquet").read_bytes() == table


def test_options_that_change_together_are_one_thing_that_is_compared():
    """Pairs of army lists: each with its own opponent and theatre, not every list against every other."""
    lists = {"red_list+blue_list": [["gb-armor-1941", "it-armored-1941"], ["fr-armored-1940", "de-panzer-1940"]]}
    cells = Experiment("dbms", ["tournament"], ["panzer"], 1, vary={**lists, "year": [0, 1940]}).cells()
    assert [options for _, _, options in cells] == [
        {"red_list": "gb-armor-1941", "blue_list": "it-armored-1941", "year": 0},
        {"red_list": "gb-armor-1941", "blue_list": "it-armored-1941", "year": 1940},
        {"red_list": "fr-armored-1940", "blue_list": "de-panzer-1940", "year": 0},
        {"red_list": "fr-armored-1940", "blue_list": "de-panzer-1940", "year": 1940},
    ]
    pairs = "red_list+blue_list=gb-armor-1941+it-armored-1941,fr-armored-1940+de-panzer-1940"
    assert varied(game("dbms"), [pairs, "year=0,1940"]) == {**lists, "year": [0, 1940]}
    for wrong in (["red_list+blue_list=gb-armor-1941"], ["year=1", "year+red_list=1940+gb-armor-1941"]):
        with pytest.raises(Misuse, match="--vary"):
            varied(game("dbms"), wrong)


def test_the_command_says_what_it_cannot_do(tmp_path):
    assert simulate("pog", "learning,introductory", "--bots", "random").exit_code == 2
    assert simulate("pog", "--vary", "fog=yes,no", "--out", tmp_path / "x").exit_code == 2
    assert simulate("pog", "--vary", "bid=1", "--vary", "bid=2", "--out", tmp_path / "x").exit_code == 2
    assert simulate("pog", "--out", tmp_path / "x", "--json", tmp_path / "y.json").exit_code == 2


# ------------------------------------------------------------------ workers that die


def kill_myself_once(job):
    """Played in a worker: the first to see match 2 takes its whole process with it."""
    flag = os.environ["GROGNARD_TEST_FLAG"]
    if job.number == 2 and not os.path.exists(flag):
        open(flag, "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return play_recorded(job)


def test_a_pool_whose_worker_was_killed_is_replaced(tmp_path, monkeypatch, six):
    monkeypatch.setenv("GROGNARD_TEST_FLAG", str(tmp_path / "flag"))
    monkeypatch.setenv("PYTHONPATH", os.path.dirname(__file__))
    found = list(executors.played(POG.jobs(), kill_myself_once, workers=2))
    assert (tmp_path / "flag").exists()
    assert sorted(found, key=lambda record: record.number) == six


@pytest.mark.skipif(os.name != "posix", reason="kills a process")
def test_workers_end_with_a_command_that_is_killed(tmp_path):
    words = ["simulate", "pog", "--bots", "random", "--matches", "5000", "--workers", "2", "--out", str(tmp_path / "x")]
    command = subprocess.Popen([sys.executable, "-m", "grognard", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    journal = tmp_path / "x" / "matches.jsonl"
    for _ in range(900):
        if journal.exists() and journal.stat().st_size:
            break
        time.sleep(0.1)
    command.kill()
    command.communicate(timeout=300)  # its output ends when all who hold it have ended
    assert journal.stat().st_size


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A real scheduler and two workers on loopback; the address, and the workers' processes."""
    pytest.importorskip("distributed")
    folder = tmp_path_factory.mktemp("dask")
    file = folder / "scheduler.json"
    env = {**os.environ, "DASK_DISTRIBUTED__SCHEDULER__WORKER_SATURATION": "1.0"}

    def start(*words):
        return subprocess.Popen(
            [sys.executable, "-m", *map(str, words)], cwd=folder, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    running = [
        start("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", 0, "--no-dashboard", "--no-show",
              "--scheduler-file", file)
    ]  # fmt: skip
    running += [
        start("distributed.cli.dask_worker", "--scheduler-file", file, "--nthreads", 1, "--no-nanny", "--no-dashboard",
              "--host", "127.0.0.1", "--name", f"w{n}", "--local-directory", folder)
        for n in range(2)
    ]  # fmt: skip
    try:
        for _ in range(600):
            if file.exists() and file.read_text().strip().endswith("}"):
                break
            time.sleep(0.1)
        address = json.loads(file.read_text())["address"]
        from distributed import Client

        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=90)
        yield address, running[1:]
    finally:
        for process in running:
            process.kill()
            process.wait()


@pytest.mark.skipif(os.name != "posix", reason="kills a process")
def test_a_cluster_whose_worker_is_killed_loses_nothing_and_counts_nothing_twice(cluster):
    address, workers = cluster
    experiment = msgspec.structs.replace(POG, matches=40)
    jobs = experiment.jobs()
    came = []
    for record in executors.played(jobs, play_recorded, cluster=address):
        came.append(record)
        if len(came) == 6:
            workers[0].kill()
    assert workers[0].wait(10) != 0, "the worker is dead"
    assert sorted(record.number for record in came) == [job.number for job in jobs]
    here = [encode(play_recorded(job)) for job in jobs]
    assert [encode(record) for record in sorted(came, key=lambda record: record.number)] == here


def test_a_cluster_that_is_not_there_is_one_clear_line(tmp_path, monkeypatch):
    monkeypatch.setattr(executors, "CONNECT", "1s")
    ended = simulate("pog", "--bots", "random", "--cluster", "tcp://127.0.0.1:9", "--out", tmp_path / "x")
    assert ended.exit_code == 2 and "no Dask scheduler answers" in ended.output


# ------------------------------------------------------------------ the base alone

WITHOUT = """
import sys
for name in ("polars", "matplotlib", "numpy", "pettingzoo", "gymnasium", "openskill", "dask", "distributed"):
    sys.modules[name] = None
sys.argv = ["grognard", *sys.argv[1:]]
from grognard.cli.main import run
run()
"""


def without_extras(*words):
    return subprocess.run([sys.executable, "-c", WITHOUT, *map(str, words)], capture_output=True, text=True, timeout=600)


def test_the_base_reckons_odds_and_simulates(tmp_path):
    ended = without_extras("odds", "nlc", "gemioncourt", "--html", tmp_path / "odds.html")
    assert ended.returncode == 0 and (tmp_path / "odds.html").exists(), ended.stderr
    ended = without_extras("simulate", "pog", "--bots", "random", "--matches", 1)
    assert ended.returncode == 0, ended.stderr


def test_what_the_base_lacks_is_one_clear_line(tmp_path):
    for words in (
        ("simulate", "pog", "--bots", "random", "--out", tmp_path / "x"),
        ("simulate", "pog", "--bots", "random", "--cluster", "tcp://127.0.0.1:9"),
        ("compare", "pog", "--bots", "random", "--matches", 1, "--out", tmp_path / "y"),
    ):
        ended = without_extras(*words)
        assert ended.returncode == 2, ended.stderr
        assert ended.stderr.count("\n") == 1 and "pip install 'grognard[" in ended.stderr
        assert not (tmp_path / "x").exists(), "it is said before anything is done"
