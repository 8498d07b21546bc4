"""What a reader of its diary called foolish, and the commander does no longer."""

from random import Random

import pytest

from games.dbms.conftest import battle, box
from grognard.boards.poses import Pose
from grognard.games.dbms.asks import Ask, Deed
from grognard.games.dbms.bot.commander import CommanderBot
from grognard.games.dbms.bot.judgement import Outlook
from grognard.games.dbms.bot.panzer import standing
from grognard.games.dbms.bot.plan import make_plan
from grognard.games.dbms.bot.raids import Raids, reach
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


def first_or_second(*elements, **more):
    m = battle(*elements, phase="initiative", **more)
    return CommanderBot().choose(Chair(m, "red", Random(1)))


def test_he_moves_first_to_get_away_and_second_to_answer():
    """Two tanks and a gun at two inches from one man of foot; the other way round there is no hurry."""
    near = ("TA 280 250 180", "TA 320 250 180", "AR 300 200 180")
    assert first_or_second("red IN 300 300 0", *GE, *(f"blue {one}" for one in near)) == "first"
    assert first_or_second("blue IN 300 300 0", *GE, *(f"red {one}" for one in near)) == "second"


def test_engineers_are_not_afraid_of_mines():
    """What lies on their way costs others 0.3, and them nothing."""
    mines = [("minefield", box(260, 380, 340, 440))]

    def worth(code):
        m = battle(f"red {code} 300 460 0", *GE, "blue IN 300 200 180", terrain=mines)
        look = Outlook(m.g, "red", make_plan(m.g, "red"))
        before = look.place(0, 0.05)
        with standing(m.g, {0: Pose(30000, 43000, 0)}):
            return look.place(0, 0.05) - before

    assert worth("IE") > worth("IN") + 0.3


def test_the_general_keeps_among_those_who_shoot_at_a_bomber():
    """Alone he is worth a raid; with three about him who shoot at it far less."""
    bomber = {"elements": {"4": {"status": "off"}}}

    def raid(y):
        m = battle("red GE 300 560 0", f"red AR 340 {y} 0", f"red IH 260 {y} 0", f"red TA 300 {y - 60} 0", "blue BO", "blue GE 100 60 180", patch=bomber)
        return Raids(m.g, "red").on(0, "BO", *([(m.g.rect(n).middle, reach(m.g, n)) for n in range(4)], []))

    assert raid(540) < 0.2 < 0.6 < raid(200)
