"""The benchmark suite: fixed positions from both sides, the same table wherever it is played."""

from __future__ import annotations

import pytest
from msgspec import structs

from grognard.bots.series import play_job
from grognard.kernel import Misuse
from grognard.lab.suite import lines_of, suite_jobs, table, the_suite


def test_it_has_every_game_and_its_openings_in_pairs():
    suite = the_suite()
    assert sorted(battle.game for battle in suite.battle) == ["dbms", "draka", "fyow", "napalini", "nlc", "pog"]
    jobs = suite_jobs(suite, "random", 3, ["napalini"])
    assert [job.opening for job in jobs[:6]] == [0, 0, 12, 12, 40, 40]
    for one, two in zip(jobs[::2], jobs[1::2]):
        assert one.seed == two.seed and (one.bots != two.bots or one.cell == "random")
    assert [job.number for job in jobs] == list(range(18))


def test_a_table_for_an_agent():
    suite = structs.replace(the_suite(), baselines=["random"])
    jobs = suite_jobs(suite, "random", 1, ["napalini"])
    rows = [play_job(job) for job in jobs]
    assert rows == [play_job(job) for job in reversed(jobs)][::-1]
    lines = lines_of(suite, jobs, reversed(rows))
    assert len(lines) == 1 and lines[0].scores["random"].matches == 2
    words = table(suite, "random", lines)
    assert words[4].startswith("| napalini `learning` | ") and words[-1].endswith("(of 100, 2 matches).")


def test_wins_are_the_agents_own_from_either_seat():
    suite = structs.replace(the_suite(), baselines=["best"])
    jobs = suite_jobs(suite, "random", 1, ["napalini"])
    seats = list(jobs[0].bots)
    assert jobs[0].bots[seats[0]] == "random" and jobs[1].bots[seats[1]] == "random"
    row = play_job(structs.replace(jobs[0], max_choices=1))
    rows = [structs.replace(row, number=n, winner=seats[n]) for n in (0, 1)]
    assert lines_of(suite, jobs, rows)[0].scores["best"].wins == 2


def test_an_unknown_game_is_refused():
    with pytest.raises(Misuse, match="chess: not in the suite"):
        suite_jobs(the_suite(), "random", 1, ["chess"])
