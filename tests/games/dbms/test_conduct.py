"""What a reader of its diary called foolish, and the commander does no longer."""

from random import Random

import pytest

from games.dbms.conftest import battle, box
from grognard.games.dbms.asks import Ask, Deed
from grognard.games.dbms.bot.commander import CommanderBot
from grognard.kernel import Chair

FORT = {"owner": "red", "points": box(260, 500, 340, 580), "garrison": 0}
GE = ("red GE 470 560 0", "blue GE 100 60 180")


def moves_of(m, n, side="red"):
    """What the commander thinks that moves of an element would gain."""
    bot = CommanderBot()
    found = bot.ideas(Chair(m, side, Random(1)).imagine().g, side)
    return [idea.gain for idea in found if idea.value.deed == Deed.MOVE and idea.value.members == (n,)]


def trench_line(marks=""):
    return battle(f"red IN 300 460 0 {marks}", "red IN 345 460 0", *GE, "blue IN 300 200 180", attacker="blue")


def test_who_leaves_a_trench_loses_it():
    """The same moves from a trench gain less than from open ground, by what the trench was worth."""
    open_ground, trench = moves_of(trench_line(), 0), moves_of(trench_line("entrenched"), 0)
    assert len(trench) == len(open_ground)
    assert all(dug < bare - 0.05 for dug, bare in zip(trench, open_ground))


@pytest.mark.parametrize("code", ["AA", "AR", "IN", "AT"])
def test_who_leaves_the_base_is_its_garrison_no_longer(code):
    m = battle(f"red {code} 300 540 0", "red TA 470 470 0", *GE, "blue TA 300 150 180", base=FORT, attacker="blue", pips=6)
    found = moves_of(m, 0)
    assert found and max(found) < 0, "0.35 is lost with every way out"


def test_who_goes_back_into_the_base_is_its_garrison():
    m = battle("red IN 300 490 0", "red TA 470 470 0", *GE, "blue TA 300 150 180", base={**FORT, "garrison": -1}, attacker="blue", pips=1)
    bot = CommanderBot()
    m.choose(bot.choose(Chair(m, "red", Random(1))))
    assert m.decision.name == Ask.MOVE
    m.choose(bot.choose(Chair(m, "red", Random(1))))
    assert m.g.is_garrison(0)
