"""Boundaries that mutants of the rules showed to be open: the other side, the last case, the condition that seldom matters."""

from __future__ import annotations

import pytest
from napalini_table import Table, refused, scenario, table
from test_napalini_cards import op, play
from test_napalini_table import rows

from grognard.games.napalini.air import observation, strike
from grognard.games.napalini.combat import ambush, cycle
from grognard.games.napalini.combat.choices import Clash, NextFight
from grognard.games.napalini.command import phase, rounds
from grognard.games.napalini.deployment import setup
from grognard.games.napalini.night import nights
from grognard.games.napalini.state import Squadron
from grognard.games.napalini.victory import score

# ------------------------------------------------------------------ in the air


@pytest.mark.rule("napalini.11.observe.balloon", "napalini.11.intercept.success")
def test_nobody_fires_at_a_balloon_that_was_turned_back():
    t = table()
    n = t.put(t.one, "balloon", "C3")
    t.put(t.two, "light_aa", "C3")
    t.fly(t.two, "fighter", mission="superiority")
    t.run(observation.raise_balloon(t.g, n), "intercept", dice=(3,))
    assert not t.g.unit(n).raised and t.g.unit(n).grounded


@pytest.mark.rule("napalini.D.box", "napalini.11.aa.intrinsic", "napalini.11.home.zeppelins")
@pytest.mark.parametrize("die", [5, 6])
def test_a_zeppelin_that_was_distracted_over_its_target_had_a_bit_dicey_a_flight(die):
    t = table()
    t.put(t.two, "armoured_cars", "C5")
    t.put(t.one, "infantry", "C4")
    k = t.fly(t.one, "zeppelin", mission="observe", at=t.sq("A1"), ready=False)
    t.round(t.one, step="actions")
    t.run(observation.move_observer(t.g, k, t.sq("C5")), "bomb", dice=(die, 1, 1, 1, 1))
    assert t.s.air[k].rough is (die == 6)


@pytest.mark.rule("napalini.9.rally")
def test_a_stockpile_rallies_the_exhausted_squadrons_of_its_side_and_no_others():
    t = table()
    worn = t.fly(t.one, "fighter", step=1)
    lost = t.fly(t.one, "bomber", step=2, out=True)
    enemy = t.fly(t.two, "attack", step=2)
    tired = t.fly(t.one, "attack", step=2)
    t.run(nights.rally(t.g, t.one, None))  # nobody is asked
    assert [t.s.air[k].step for k in (worn, lost, enemy, tired)] == [1, 2, 2, 1] and t.s.air[lost].out


@pytest.mark.rule("napalini.A.aurora")
def test_the_plane_of_the_aurora_is_hers_whatever_number_she_is_dealt():
    t = table()
    t.s.units.clear()
    for kind in ("aurora", "gunboat_generic"):
        t.put(t.one, kind, "C3")
    t.s.air.append(Squadron(t.one, "observation", carrier=0))
    t.call(setup.shuffle_markers, t.g, draws=([], [], [1, 0], [], [], []))
    assert t.s.units[t.s.air[-1].carrier].type == "aurora"


# ------------------------------------------------------------------ cards for one combat


@pytest.mark.rule("napalini.card.12E", "napalini.3.ambush")
def test_who_is_surrounded_throws_no_more_dice_from_ambush(quiet):
    t = quiet(rows(C4="W"))
    d = t.put(t.two, "infantry", "C4", revealed=False)
    n = t.put(t.one, "infantry", "C4", came=t.sq("C3"))
    t.g.camp(t.two).period_cards["12E"] = t.sq("C4")
    t.round(t.one, [n])
    t.run(ambush.ambush(t.g, [n], t.sq("C4")), d, ..., dice=(1, 1, 1))  # two in woods and one for the ambush


@pytest.mark.rule("napalini.card.O1C", "napalini.7.artillery.conditions")
def test_blood_and_guts_is_for_those_in_the_square_not_for_a_train_that_supports_them(quiet):
    t = quiet(ground={"railways": [["D2", "D3"]]})
    t.put(t.two, "infantry", "C4")
    n, train = t.put(t.one, "infantry", "C3"), t.put(t.one, "armoured_train", "D3")
    op(t, n, train)
    play(t, "O1C", t.sq("C4"))
    t.attack(n, "C4", "C3")
    t.run(cycle.combat(t.g, t.sq("C4")), ..., ..., dice=(1, 1, 1, 1, 1, 1))  # two of the infantry, three of the train, one
    assert t.g.contested(t.sq("C4"))


# ------------------------------------------------------------------ Ops and rounds


@pytest.mark.rule("napalini.4.reset", "napalini.4.reset.isolated")
def test_the_reset_of_one_side_leaves_the_guns_of_the_other_alone():
    t = Table()
    mine, theirs = t.put(t.one, "field_artillery", "C2", fired=True), t.put(t.two, "field_artillery", "C7", fired=True)
    t.call(phase.reset, t.g, t.one)
    assert not t.g.unit(mine).fired and t.g.unit(theirs).fired


@pytest.mark.rule("napalini.4.ops.momentum", "napalini.4.ops.allocate")
def test_momentum_gives_no_fourth_op():
    data = scenario()
    more = [dict(data["formation"][0], id="f1", name="Army 1")]
    t = Table(formation=[*data["formation"], *more])
    t.s.period, t.s.momentum = "morning", t.one
    t.run(phase.ops(t.g, t.one), 0, 0)  # three for the first: the fifth Op can only be the other's, and nobody is asked
    assert [t.g.army(f).ops for f in (0, 2)] == [3, 2]


@pytest.mark.rule("napalini.6.contested.leave")
def test_nobody_fights_on_where_none_of_his_units_is_activated():
    t = Table()
    one, other = t.put(t.one, "infantry", "C4"), t.put(t.one, "infantry", "E4")
    for square in ("C4", "E4"):
        t.put(t.two, "infantry", square)
    t.round(t.one, [one], step="combat")
    question = next(rounds.combats(t.g))
    assert NextFight(Clash.FIGHT_ON, t.sq("C4")) in question.options and other
    with refused("napalini.6.contested.leave"):
        question.accept(NextFight(Clash.FIGHT_ON, t.sq("E4")))


# ------------------------------------------------------------------ deployment


@pytest.mark.rule("napalini.3.deploy.fixed", "napalini.3.recce.respond")
@pytest.mark.parametrize(("limit", "moved"), [(None, {"infantry"}), (2, {"infantry", "dummy"})])
def test_forts_are_never_moved_and_dummies_only_in_answer_to_recce(limit, moved):
    t = Table()
    t.s.stage = "objectives"
    for kind in ("bastion", "position_aa", "infantry", "dummy"):
        t.put(t.two, kind, "C6", revealed=False)
    asked = setup.rearrange(t.g, t.two, limit, "napalini.3.deploy.fixed", "Move?")
    shown = next(asked).options
    units = {t.g.unit(v.unit).type for v in shown if hasattr(v, "unit")} - {"hq"}
    assert units == moved


@pytest.mark.rule("napalini.R21")
def test_objectives_stay_where_they_are_without_the_switch():
    t = Table()
    t.s.flags, t.s.flag_nights = [t.one, t.two, t.two], [5, 5, 5]
    assert score.moving_objectives(t.g) == []


@pytest.mark.rule("napalini.11.strike.task")
def test_no_strike_is_tasked_when_nobody_acts():
    t = table()
    t.put(t.two, "infantry", "C4")
    t.put(t.one, "infantry", "C3")
    t.fly(t.one, "bomber")
    t.g.army(0).actions = 1
    t.round(t.one, step="strike", success=False)
    t.run(strike.ground_attack(t.g))
    assert t.s.air[0].ready
