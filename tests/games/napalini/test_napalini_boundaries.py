"""Boundaries that mutants of the rules showed to be open: the other side, the last case, the condition that seldom matters."""

from __future__ import annotations

import pytest
from napalini_table import Table, refused, scenario, table, three_armies
from test_napalini_cards import op, play
from test_napalini_table import rows

from grognard.games.napalini.air import observation, strike
from grognard.games.napalini.card_effects import moments
from grognard.games.napalini.cards import hand
from grognard.games.napalini.combat import ambush, cycle, retreat
from grognard.games.napalini.combat.choices import Clash, NextFight
from grognard.games.napalini.command import phase, rounds
from grognard.games.napalini.deployment import envelopment, setup
from grognard.games.napalini.deployment.choices import DummyAt
from grognard.games.napalini.engineers import tasks
from grognard.games.napalini.movement import moves
from grognard.games.napalini.night import nights
from grognard.games.napalini.special import detachments
from grognard.games.napalini.state import Hook, Squadron, Task
from grognard.games.napalini.victory import score
from grognard.kernel import PASS

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


# ------------------------------------------------------------------ read from a second sample


@pytest.mark.rule("napalini.2.trucks.effect", "napalini.7.retreat.immobile", "napalini.card.O2E")
@pytest.mark.parametrize("trucks", [True, False])
def test_archie_on_trucks_retreats_and_joins_and_without_them_stays(quiet, trucks):
    t = quiet()
    n = t.put(t.two, "archie", "C5", trucks=trucks)
    foe = t.put(t.one, "infantry", "C3")
    t.put(t.two, "infantry", "C4")
    t.round(t.one)
    t.attack(foe, "C4", "C3")
    assert moments.may_join(t.g, n, t.sq("C4")) is trucks
    t.g.unit(n).at = t.sq("C4")
    t.run(retreat.leave_square(t.g, t.two, t.sq("C4"), True), t.sq("C5"), *([t.sq("C5")] if trucks else []), ...)
    assert (t.g.unit(n).where == "table") is trucks


@pytest.mark.rule("napalini.card.12C", "napalini.2.flag.vulnerable")
def test_the_loss_of_12C_is_no_fire_and_does_not_destroy_a_gun(quiet):
    t = quiet(rows(C4="B"))
    gun = t.put(t.two, "field_artillery", "C4")
    t.put(t.two, "infantry", "C4")
    t.g.unit(t.g.hq(1)).at = t.sq("C5")
    army = t.g.army(1)
    army.character, army.character_left = "12C", 2
    n = t.put(t.one, "infantry", "C3")
    t.round(t.one)
    t.match.g.static.modules["cards"] = True
    t.attack(n, "C4", "C3")
    t.run(cycle.driven_out(t.g, cycle.Fight(t.g, t.sq("C4"))), "12C", gun)
    assert t.g.unit(gun).where == "table" and t.g.unit(gun).step == 1


@pytest.mark.rule("napalini.card.10C", "napalini.3.flank-attack")
def test_the_bouncer_does_not_bring_a_flank_army_before_its_period():
    t = table()
    t.g.camp(t.one).bouncer = True
    firsts = [envelopment.first_period(t.g, Hook(t.one, "west", length, first=3)) for length in ("flank", "long")]
    assert firsts == [3, 2]


@pytest.mark.rule("napalini.3.zones", "napalini.3.hidden.dummies")
@pytest.mark.parametrize(("square", "allowed"), [("C8", True), ("C4", True), ("C3", False)])
def test_dummies_stand_anywhere_in_the_zone_of_their_side(square, allowed):
    t = table()
    n = t.put(t.two, "dummy", "C5", where="reserve", revealed=False)
    t.g.unit(n).at = -1
    assert (setup.may_hide(t.g, n, DummyAt(t.sq(square), "land", "FL")) is None) is allowed


@pytest.mark.rule("napalini.12.engineers.allocate")
@pytest.mark.parametrize("busy", [True, False])
def test_who_has_no_free_engineers_may_still_end_a_task(busy):
    t = table()
    t.put(t.one, "infantry", "C3")
    t.g.army(0).engineers = 0
    if busy:
        t.s.tasks.append(Task(0, t.one, "dig-trenches", t.sq("C3")))
    assert tasks.has_orders(t.g, 0) is busy


@pytest.mark.rule("napalini.10.agitprop")
def test_agitprop_works_on_the_first_day_and_once_a_day():
    t = Table(options={"special_detachments": True})
    t.put(t.one, "infantry", "C3")
    t.put(t.two, "infantry", "C5")
    t.g.camp(t.one).agitprop = 1
    t.run(detachments.detachments(t.g, t.one), t.sq("C5"), dice=(4,))
    t.run(detachments.detachments(t.g, t.one))
    t.s.day += 1
    t.run(detachments.detachments(t.g, t.one), PASS)


@pytest.mark.rule("napalini.11.character.reach", "napalini.card.O2C")
def test_a_second_card_of_an_army_takes_nothing_from_that_of_the_command():
    t = three_armies()
    hand.lasts(t.g, t.one, "O2C", 0)
    hand.lasts(t.g, t.one, "O2C", 2)
    assert t.g.camp(t.one).period_cards["O2C"] == -1


@pytest.mark.rule("napalini.7.recce.give-ground")
def test_who_gives_ground_is_not_prepared(quiet):
    t = quiet(rows(C4="W"))
    d = t.put(t.two, "infantry", "C4", revealed=False)
    n = t.put(t.one, "cavalry", "C3", prepared=True)
    t.round(t.one, [n])
    t.run(moves.normal_move(t.g, [n], (t.sq("C3"), t.sq("C4"))), d, ..., "give ground", ..., dice=(1, 1, 1))
    assert t.g.unit(n).at == t.sq("C3") and not t.g.unit(n).prepared
