"""Mallory found a choice after which the rules never end, or take all memory, or kill their process. Ann and Ben play on, and notice nothing."""

from __future__ import annotations

import threading
import time

import pytest

from server.callers import Caller

NAMES = iter(range(10_000))


def somebody(real_club) -> Caller:
    return Caller(real_club.address, f"Player {next(NAMES)}")


def play(line, number: int) -> float:
    """One honest choice; how long it took until it was on disk."""
    began = time.monotonic()
    assert line.ask("choose", number=number, value=1)["kind"] == "done"
    return time.monotonic() - began


@pytest.mark.parametrize(("value", "what"), [(4, "loops"), (5, "swells"), (7, "dies")])
def test_a_match_that_misbehaves_hurts_no_other(real_club, value, what):
    mallory, ann = somebody(real_club), somebody(real_club)
    wild, honest = mallory.start("wild"), [ann.start("counting", scenario="long") for _ in range(4)]
    reds = [ann.at(row, "red") for row in honest]
    blues = [ann.at(row, "blue") for row in honest]
    bad = mallory.at(wild, "red")
    number = bad.said[-1]["scene"]["decision"]["number"]
    told: list[dict] = []
    waiting = threading.Thread(target=lambda: told.append(bad.ask("choose", number=number, value=value, seconds=200)), daemon=True)
    waiting.start()
    time.sleep(0.3)
    taken, rounds = [], 0
    while (waiting.is_alive() and rounds < 400) or rounds < 5:
        taken += [play(red, rounds) for red in reds]
        taken += [play(blue, rounds) for blue in blues]
        rounds += 1
        assert ann.ask("GET", "/health")[0] == 200
    waiting.join(200)
    assert told and told[0]["kind"] in ("refused", "error"), (what, told)
    assert max(taken) < 20, f"nobody waits for a match that {what}: {max(taken):.1f} s on a machine that may be busy"
    again = bad.ask("choose", number=number, value=1)
    assert again["kind"] == "done", "and the match itself stands where it stood before"
    for line in (bad, *reds, *blues):
        line.close()


def test_who_stops_the_club_waits_ten_seconds_at_most(tmp_path, monkeypatch):
    """A match loops, a caller says nothing, a line is open: SIGTERM ends it all the same, and what was acknowledged is there."""
    import os
    import socket
    from pathlib import Path

    from grognard.server.club.bench import ClubServer
    from grognard.server.store import Store

    monkeypatch.setenv("GROGNARD_PLUGINS", "server.wild_games")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("GROGNARD_COLD", "1")
    (tmp_path / "club.toml").write_text('registration = "open"\nlimits = 50.0\n')
    club = ClubServer(tmp_path, "", 1)
    try:
        mallory = Caller(club.address, "Mallory")
        row = mallory.start("wild")
        red, blue = mallory.at(row, "red"), mallory.at(row, "blue")
        assert red.ask("choose", number=0, value=2)["kind"] == "done"
        host, port = club.address.removeprefix("http://").split(":")
        silent = socket.create_connection((host, int(port)))
        blue.say("choose", number=0, value=4)
        time.sleep(1)
        began = time.monotonic()
        club.process.terminate()
        club.process.wait(30)
        assert time.monotonic() - began < 15, "ten seconds, and some for a busy machine"
        silent.close()
    finally:
        club.close()
    store = Store(tmp_path / "grognard.db")
    assert store.count(row["id"]) == 1
    store.close()


@pytest.mark.skipif(not hasattr(__import__("os"), "setpriority"), reason="needs nice")
def test_a_match_that_loops_runs_behind_all_others(real_club):
    """Two processors, and two matches that loop: what is short goes first."""
    import os

    from grognard.server.club.bench import family

    mallory = somebody(real_club)
    line = mallory.at(mallory.start("wild"), "red")
    line.say("choose", number=0, value=4)
    end, seen = time.monotonic() + 60, set()
    while time.monotonic() < end and 15 not in seen:
        for pid in family(real_club.process.pid):
            try:
                seen.add(os.getpriority(os.PRIO_PROCESS, pid))
            except ProcessLookupError:
                continue
        time.sleep(0.05)
    assert 15 in seen
    assert line.hear("refused", "error", re=line.count)
    assert line.ask("choose", number=0, value=1)["kind"] == "done"
    line.close()


def test_a_house_ruling_without_bounds_is_not_made(real_club):
    """Mallory plays against himself, agrees with himself, and sets the victory points to a billion: the scene would draw a box for each."""
    mallory, ann = somebody(real_club), somebody(real_club)
    info = next(one for one in mallory.get("/api/games") if one["name"] == "pog")
    sides = next(one for one in info["scenarios"] if one["name"] == "learning")["sides"]
    row = mallory.post("/api/matches", {"game": "pog", "seats": {side: {"kind": "me"} for side in sides}})
    honest = ann.start("counting", scenario="long")
    line, red = mallory.at(row, next(iter(sides))), ann.at(honest, "red")
    line.say("offer", what="correct", patch={"vp": 10**9}, why="I like it so.")
    assert play(red, 0) < 20
    answer = line.hear("done", "refused", "error", re=line.count)
    assert answer["kind"] in ("refused", "error"), answer
    scene = line.ask("look")["scene"]
    assert not scene.get("marks"), "nothing was ruled"
    line.close(), red.close()


def test_a_match_that_ends_worker_after_worker_is_left_alone(real_club):
    mallory = somebody(real_club)
    wild = mallory.start("wild")
    line = mallory.at(wild, "red")
    answers = [line.ask("choose", number=0, value=7) for _ in range(4)]
    said = [(one.get("refusals") or [{}])[0].get("why", one.get("what", "")) for one in answers]
    assert "must rest" in said[-1], said
    line.close()
