"""The commander's plan of a turn: where he strikes, with whom, who holds, and what he says about it."""

from random import Random

from games.dbms.conftest import battle, box
from grognard.bots.advice import advise
from grognard.games.dbms.asks import Ask, Deed
from grognard.games.dbms.bot.before_battle import mounted
from grognard.games.dbms.bot.commander import COMMANDS, CommanderBot
from grognard.games.dbms.bot.judgement import Outlook, can_still_move, tempo
from grognard.games.dbms.bot.plan import drawn, make_plan, waits, words_of
from grognard.games.dbms.setting_up.blocks import best_deployment
from grognard.games.dbms.setting_up.deployment import deployment_refusals
from grognard.kernel import Chair, Match

GENERALS = ("red GE 300 590 0", "blue GE 300 20 180")
LINE = ("blue IN 200 200 180", "blue IN 240 200 180", "blue IN 280 200 180", "blue AT 520 200 180")
TANKS = ("red TA 300 450 0", "red TA 340 450 0", "red TA 380 450 0", "red AR 340 490 0")


def test_it_strikes_where_the_enemy_has_fewest_friends():
    m = battle(*TANKS, *LINE, *GENERALS)
    plan = make_plan(m.g, "red")
    assert plan.target == 7, "the gun that stands alone, not the line of three"
    assert {0, 1, 2} <= plan.striking


def test_a_point_of_attack_is_kept_while_it_is_nearly_as_good():
    m = battle(*TANKS, "blue AT 100 200 180", "blue AT 520 210 180", *GENERALS)
    first = make_plan(m.g, "red")
    other = 5 if first.target == 4 else 4
    assert make_plan(m.g, "red", first._replace(target=other)).target == other
    assert make_plan(m.g, "red", first._replace(target=0)).target == first.target, "no enemy: nothing to keep"


def test_a_base_that_decides_is_the_point_of_attack():
    base = {"owner": "blue", "points": box(200, 100, 280, 180)}
    m = battle(*TANKS, *LINE, *GENERALS, base=base)
    deciding = Match.start(
        "dbms", {**m.static.data, "conditions": {"base_decides": True}}, seed=1,
        situation={"phase": "move", "mover": "red", "initiative": "red", "turn": 1, "pips": {"red": 6, "blue": 6}},
    )  # fmt: skip
    assert make_plan(m.g, "red").target != -1
    assert make_plan(deciding.g, "red").target == -1


def test_the_far_ones_hold_and_a_body_is_not_torn_apart():
    far = battle(*TANKS, "red IN 40 580 0", "red IN 80 580 0", *LINE, *GENERALS)
    plan = make_plan(far.g, "red")
    assert plan.holding == {4, 5} and plan.striking == {0, 1, 2, 3}
    one_body = battle("red TA 300 450 0", "red TA 340 450 0", "red TA 380 450 0", "red TA 420 450 0", *LINE, *GENERALS)
    assert make_plan(one_body.g, "red").striking == {0, 1, 2, 3}


def test_who_only_has_to_hold_has_no_point_of_attack():
    m = battle(*TANKS, *LINE, *GENERALS)
    assert waits(m.g, "blue") and not waits(m.g, "red")
    assert make_plan(m.g, "blue").target is None
    behind = battle(*TANKS, *LINE, *GENERALS, patch={"losses": {"red": 0, "blue": 2}})
    assert make_plan(behind.g, "blue").target is not None, "a defender who has lost more must go and get it"


def test_nobody_of_the_striking_wing_is_drawn_ahead_of_it():
    together = battle("red TA 300 450 0", "red TA 340 450 0", "red TA 380 450 0", *LINE, *GENERALS)
    ahead = battle("red TA 300 300 0", "red TA 340 450 0", "red TA 380 450 0", *LINE, *GENERALS)
    halfway = battle("red TA 300 400 0", "red TA 340 450 0", "red TA 380 450 0", *LINE, *GENERALS)
    pulls = []
    for m in (together, halfway, ahead):
        plan = make_plan(m.g, "red")._replace(target=6, striking=frozenset({0, 1, 2}))
        pulls.append(drawn(m.g, 0, m.g.rect(0), 0.05, plan))
    assert pulls[0] < pulls[1]
    assert pulls[2] - pulls[1] < 0.02, "6 in ahead is worth no more than a step ahead"


def test_the_initiative_fires_first_and_dares_more():
    m = battle(*TANKS, *LINE, *GENERALS)
    assert tempo(m.g, "red")[0] > 1 > tempo(m.g, "red")[1]
    assert tempo(m.g, "blue")[0] < 1 < tempo(m.g, "blue")[1]


def test_who_has_passed_does_not_come_up_any_more_this_turn():
    near = ("red IN 300 460 0", "blue TA 300 300 180", *GENERALS)
    able, passed = battle(*near), battle(*near, patch={"passed": ["blue"]})
    spent = battle(*near, pips={"red": 6, "blue": 0})
    assert can_still_move(able.g, "blue") and not can_still_move(passed.g, "blue") and not can_still_move(spent.g, "blue")
    feared = [Outlook(m.g, "red", make_plan(m.g, "red")).promise() for m in (able, passed, spent)]
    assert feared[0] < feared[1] == feared[2] < 0


def test_he_strikes_from_the_air_when_nobody_can_go_away_from_under_it():
    def gain(pips):
        m = battle("red BO", "red IN 300 300 0", "blue AR 300 240 180", *GENERALS, pips=pips, patch={"elements": {"0": {"status": "off"}}})
        found = CommanderBot().ideas(Chair(m, "red", Random(1)).imagine().g, "red")
        return max(idea.gain for idea in found if idea.value.deed == Deed.AIR)

    assert gain({"red": 3, "blue": 0}) > gain({"red": 3, "blue": 3})


def test_the_attacker_rides_on_a_large_table():
    def deployed(name):
        m = Match.start("dbms", name, seed=3)
        bots = {side: CommanderBot() for side in ("red", "blue")}
        while any(decision.name != Ask.DEPLOY or seat != m.g.state.attacker for seat, decision in m.decisions.items()):
            seat = next(iter(m.decisions))
            m.choose(bots[seat].choose(Chair(m, seat, Random(1))), seat=seat)
        return m

    far = deployed("kursk-1943")
    items = COMMANDS[Ask.DEPLOY](far.decision, Chair(far, "red", Random(1)))
    riders = [item for item in items if far.g.element(item.element).code in ("IN", "IH")]
    assert riders and all(item.loaded for item in riders)
    assert not any(deployment_refusals(far.g, "red", items))
    near = deployed("bastogne-1944")
    plain = best_deployment(near.g, "red")
    assert mounted(near.g, "red", plain) == plain


def test_he_tells_his_plan_to_who_asks():
    m = battle(*TANKS, *LINE, *GENERALS)
    plan = make_plan(m.g, "red")
    assert words_of(m.g, plan).startswith("The striking wing (TA 1, TA 2, TA 3 and AR 4) goes for AT 8")
    told = advise(m, "red", "commander").reasons
    assert any("goes for AT 8" in line and "We fire first" in line for line in told)
    theirs = battle(*TANKS, *LINE, *GENERALS, mover="blue")
    assert any("holds its ground" in line for line in advise(theirs, "blue", "commander").reasons)


def test_the_plan_names_a_hidden_enemy_as_a_blank():
    m = battle(*TANKS, "blue AT 520 200 180 hidden", *GENERALS, options={"hidden_elements": True})
    assert "goes for blank 5" in words_of(m.imagine("red", seed=1).g, make_plan(m.imagine("red", seed=1).g, "red"))
