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
from grognard.kernel import PASS, Chair

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


def best_idea(m, deed, side="red"):
    found = [idea for idea in CommanderBot().ideas(Chair(m, side, Random(1)).imagine().g, side) if idea.value.deed == deed]
    return max(found, key=lambda idea: idea.gain)


def test_no_bomber_goes_for_a_general_inside_his_army():
    """Five would shoot at it there; the gun that stands alone, out of their reach, has nobody."""
    army = ("blue TA 260 200 180", "blue TA 300 200 180", "blue AR 340 200 180", "blue IN 260 140 180", "blue AA 340 140 180")
    m = battle("red BO", "red GE 300 590 0", "red TA 300 540 0", *army, "blue GE 300 160 180", "blue AT 60 440 180",
               pips={"red": 3, "blue": 0}, patch={"elements": {"0": {"status": "off"}}})  # fmt: skip
    best = best_idea(m, Deed.AIR)
    assert best.gain > 0 and abs(best.follow.x - 6000) < 5000


def test_he_attacks_with_support_and_not_alone_against_many():
    """A tank at 1 against 7 stays quiet; with three to help it the same attack is made."""
    alone = ("red TA 300 300 0", "blue IN 300 255 180 entrenched", "blue AR 280 215 180", "blue AR 320 215 180")
    helped = (*alone, "red TA 255 300 0", "red AR 300 360 0", "red AR 345 360 0", "red IH 345 310 0", "red AR 300 405 0")
    wood = [("woods", box(270, 225, 330, 256))]
    lonely, strong = (battle(*some, phase="fight", terrain=wood, spare=False) for some in (alone, helped))
    assert CommanderBot().choose(Chair(lonely, "red", Random(1))) == PASS
    assert CommanderBot().choose(Chair(strong, "red", Random(1))) != PASS


def test_he_takes_an_open_base_that_he_can_double():
    base = {"owner": "blue", "points": box(260, 160, 340, 240)}
    m = battle("red TA 300 280 0", "red TA 345 280 0", "red AR 300 340 0", "blue GE 100 60 180", phase="fight", base=base, attacker="red")
    answer = CommanderBot().choose(Chair(m, "red", Random(1)))
    assert answer.target == -1


def test_he_comes_in_at_the_flank_of_one_who_is_held_in_front():
    """A retreat with an enemy on the flank is the end of it: so that is where the second tank goes."""
    m = battle("red TA 300 300 0", "red TA 365 290 0", "red GE 300 420 0", "blue TA 300 300 180", "blue GE 100 60 180", pips=1)
    move = best_idea(m, Deed.MOVE)
    assert move.value.members == (1,)
    x, y, _ = move.follow.poses[-1]
    assert y < 30000 and abs(x - 34000) < 3000
