"""The staff officer: puzzles with a right answer, and a short war."""

from __future__ import annotations

import random

import pytest
from pog_situations import activate, front, holder, pog, where

from great_war import offered
from grognard.games.pog.bot.staff import Staff
from grognard.games.pog.game import PogGame
from grognard.kernel import Chair, Match
from grognard.kernel.state import plain


def answer(match, seed=1):
    """What the staff would choose now."""
    return plain(Staff().choose(Chair(match, match.decision.seat, random.Random(seed))))


def play_on(match, seat, stop, seed=1, limit=120):
    """Let the staff choose for one seat until `stop` is true."""
    staff, rng = Staff(), random.Random(seed)
    for _ in range(limit):
        if match.result is not None or stop(match) or match.decision.seat != seat:
            return match
        match.choose(staff.choose(Chair(match, seat, rng)))
    return match


WEST = {"control": {"brussels": "cp", "liege": "cp", "sedan": "cp"}, "forts_fallen": ["liege"], "trenches": {"brussels": 0}}


def test_it_takes_guns_of_august():
    assert answer(Match.start("pog", "1914", seed=2)) == "take"


def test_it_plays_guns_of_august_first():
    m = pog(keep=True, hands={"cp": ["cp.01", "cp.08", "cp.05"], "ap": ["ap.02"]})
    assert answer(m) == ("event", "cp.01")


def test_it_walks_into_an_open_capital():
    m = front(units={"ge.a1": "chateau_thierry", "ge.a2": "sedan", "ge.a3": "cambrai", "fr.a1": "nancy"},
              control={"sedan": "cp", "chateau_thierry": "cp", "cambrai": "cp"}, forts_fallen=["paris"], events=["cp.08"])  # fmt: skip
    play_on(m, "cp", lambda m: holder(m, "paris") == "cp")
    assert holder(m, "paris") == "cp"


def test_it_attacks_a_lone_corps_with_three_armies():
    m = front(units={"ge.a1": "sedan", "ge.a2": "sedan", "ge.a3": "brussels", "fr.c#1": "cambrai"}, **WEST)
    activate(m, sedan="attack", brussels="attack")
    assert answer(m) == "cambrai"


def test_it_does_not_attack_a_fortress_with_a_corps():
    m = front(units={"ge.c#1": "metz reduced", "ge.a1": "aachen", "fr.a3": "verdun", "fr.a4": "verdun"}, trenches={"verdun": 2})
    activate(m, metz="attack")
    assert answer(m) == "done"


def test_it_attacks_to_meet_an_offensive_that_is_cheap():
    m = front(units={"ge.a4": "metz", "ge.a5": "metz", "fr.a5": "sedan"}, offensive={"cp": "ge", "ap": "none"})
    activate(m, metz="attack")
    assert answer(m) == "sedan"


def test_it_stands_in_a_trench_that_holds_a_victory_point():
    m = front(
        units={"ge.a1": "sedan", "ge.a2": "sedan", "fr.a5": "cambrai", "fr.c#1": "cambrai"},
        **{**WEST, "trenches": {"brussels": 0, "cambrai": 1}},
    )
    activate(m, sedan="attack")
    for value in ("cambrai", "ge.a1", "ge.a2"):
        if value in offered(m):
            m.choose(value)
    with m.forced(4, 1):
        while m.decision.rule == "pog.9.5.4.1.a":
            m.choose("pass")
    while m.decision.rule == "pog.12.4.3":
        m.choose(offered(m)[0])
    assert m.decision.rule == "pog.12.5.3.a" and answer(m) != "pass"


def test_it_gives_up_the_step_that_costs_least():
    m = front(units={"ge.a1": "sedan", "fr.a5": "cambrai", "fr.c#1": "cambrai", "fr.c#2": "cambrai"}, **WEST)
    activate(m, sedan="attack")
    for value in ("cambrai", "ge.a1"):
        if value in offered(m):
            m.choose(value)
    with m.forced(1, 1):
        while m.decision.rule == "pog.9.5.4.1.a":
            m.choose("pass")
    assert answer(m) in ("fr.c#1", "fr.c#2")  # a French corps keeps its combat factor when reduced


def test_it_flips_the_army_at_the_front_first():
    m = pog(clear=True, phase="replacements", rp={"ge": 2}, hands={"cp": [], "ap": []},
            units={"ge.a1": "berlin reduced", "ge.c#1": "essen reduced", "ge.a4": "metz reduced", "fr.a1": "verdun"})  # fmt: skip
    assert answer(m) == "ge.a4"


def test_it_brings_its_reinforcements():
    m = pog(keep=True, hands={"ap": ["ap.01", "ap.05"], "cp": ["cp.12"]}, active="ap", turn=3)
    assert answer(m) == ("event", "ap.01")


def test_it_does_not_leave_its_source_to_the_enemy():
    units = {"ge.a1": "aachen", "fr.a1": "liege", "fr.a2": "liege", "ge.a4": "metz"}
    m = front(units=units, forts_fallen=["liege"], ws={"cp": 4, "ap": 0})
    activate(m, aachen="move")
    play_on(m, "cp", lambda m: m.decision.rule == "pog.8.1.3")
    g = m.g
    essen = g.S["essen"]
    near = [g.board.ids[s] for s in range(g.board.size) if g.board.solid[essen] >> s & 1] + ["essen"]
    assert where(m, "ge.a1") in near


def test_a_war_between_two_staffs_goes_on_sensibly():
    m = Match.start("pog", "introductory", seed=8)
    rng, staffs = random.Random(8), {"cp": Staff(), "ap": Staff()}
    while m.result is None:
        seat = m.decision.seat
        m.choose(staffs[seat].choose(Chair(m, seat, rng)))
        m.game.check(m.g)
    assert m.result.text and m.g.state.ws["cp"] + m.g.state.ws["ap"] > 3


@pytest.mark.soak
def test_a_bot_war_from_1914_to_its_end():
    m = Match.start("pog", "1914", seed=1)
    rng, staffs = random.Random(1), {"cp": Staff(), "ap": Staff()}
    while m.result is None:
        seat = m.decision.seat
        m.choose(staffs[seat].choose(Chair(m, seat, rng)))
    assert m.result.text


def test_it_has_an_answer_to_every_question():
    assert set(Staff().methods()) == set(PogGame.asks)
