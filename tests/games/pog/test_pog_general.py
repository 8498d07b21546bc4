"""The general: rehearsals of an action with its answer, keystones of supply, and the redeployment of whole armies."""

from __future__ import annotations

import random

import pytest
from pog_situations import front, where

from great_war import offered
from grognard.games.pog.bot.appreciation import keystones, may_fall
from grognard.games.pog.bot.commander import Commander
from grognard.games.pog.bot.general import General
from grognard.games.pog.bot.rehearsal import Rehearsal, best_of
from grognard.games.pog.bot.transfers import Officer, idle, transfers
from grognard.games.pog.game import PogGame
from grognard.kernel import Chair, Match
from grognard.kernel.state import plain

REAR = {"ge.a1": "berlin", "ge.a2": "essen", "ge.c#1": "metz", "fr.a1": "nancy", "fr.a2": "verdun"}
SEDAN = {"ge.a1": "cambrai", "ge.a3": "amiens", "fr.a1": "verdun", "fr.a2": "verdun", "fr.a3": "chateau_thierry"}
HELD = {"sedan": "cp", "cambrai": "cp", "amiens": "cp"}


def chair(match, seed=1):
    return Chair(match, match.decision.seat, random.Random(seed))


def test_it_has_an_answer_to_every_question():
    assert set(General().methods()) == set(PogGame.asks)


def test_armies_of_the_rear_go_to_the_front():
    m = front({"cp": ["cp.12"]}, units=REAR, turn=5)
    g = m.g
    assert [g.units.id[u] for u in idle(g, "cp")] == ["ge.a1", "ge.a2"]
    first = transfers(g, "cp", 4)[0]
    assert (g.units.id[first.unit], g.board.ids[first.space]) == ("ge.a1", "metz")
    assert not transfers(g, "cp", 3)  # an army costs 4, and nobody is in the Reserve Box
    m.choose(("sr", "cp.12"))
    officer = Officer()
    for _ in range(2):
        m.choose(officer.choose(chair(m)))
    assert where(m, "ge.a1") == "metz"


def test_a_commander_leaves_the_armies_of_the_rear_where_they_are():
    m = front({"cp": ["cp.12"]}, units=REAR, turn=5)
    m.choose(("sr", "cp.12"))
    assert plain(Commander().choose(chair(m))) == "done"


def test_who_keeps_a_siege_is_not_idle():
    units = {"ge.a1": "warsaw", "ge.a2": "lodz", "ru.a1": "moscow"}
    m = front(units=units, control={"lodz": "cp"}, turn=5)
    assert [m.g.units.id[u] for u in idle(m.g, "cp")] == ["ge.a2"]


def test_a_space_on_which_armies_hang_is_seen_and_a_strong_guard_lessens_the_danger():
    danger = {}
    for guard in ("", "ge.c#1", "ge.a2"):
        units = SEDAN | ({guard: "sedan"} if guard else {})
        m = front(units=units, control=HELD, turn=4, round=6)
        danger[guard] = keystones(m.g, "cp")
    assert danger[""] > danger["ge.c#1"] > danger["ge.a2"] > 0
    m = front(units={**SEDAN, "ge.a2": "sedan"}, control=HELD, turn=4, trenches={"sedan": 2})
    open_ground = front(units={**SEDAN, "ge.a2": "sedan"}, control=HELD, turn=4)
    assert may_fall(m.g, "cp", m.g.S["sedan"]) < may_fall(open_ground.g, "cp", m.g.S["sedan"])


def test_rehearsals_leave_the_match_alone_and_come_out_alike():
    m = front({"cp": ["cp.12", "cp.07"]}, units={**REAR, "fr.c#1": "belfort"}, turn=5)
    before = m.save()
    first, again = ([v for _, v in _rehearsed(m)] for _ in range(2))
    assert first == again and m.save() == before


def _rehearsed(match: Match):
    values = [(0.0, v) for v in match.decision.options[:3]]
    return best_of(Rehearsal(chair(match), Officer, 2), values, 2)


@pytest.mark.parametrize("seed", [1, 2])
def test_it_chooses_what_is_offered_through_an_action(seed):
    m = front({"cp": ["cp.12", "cp.07"]}, units={**REAR, "ge.c#2": "reserve", "ge.c#3": "reserve", "ge.c#4": "reserve"}, turn=5)
    general = General()
    while m.decision.seat == "cp":
        value = general.choose(chair(m, seed))
        assert plain(value) in offered(m)
        m.choose(value)
