"""Chapter 7: combat; 6 attacks and all-round defence."""

from __future__ import annotations

import pytest
from napalini_table import Table
from test_napalini_table import rows

from grognard.games.napalini.combat import bombardment, cycle, losses, retreat, rubble, shooting
from grognard.games.napalini.combat.artillery import may_fire
from grognard.games.napalini.combat.fire import Aim, dice_tally, score_tally, tank_shock
from grognard.games.napalini.command import rounds
from grognard.kernel import PASS


def duel(code: str = ".", attackers=("infantry",), defenders=("infantry",), came: str = "C3", **defence) -> tuple[Table, list[int], list[int]]:
    """Attackers have entered C4 from a square; defenders face south."""
    t = Table(rows(C4=code))
    theirs = [t.put(t.two, kind, "C4", **defence) for kind in defenders]
    t.round(t.one)
    mine = [t.put(t.one, kind, came) for kind in attackers]
    for n in mine:
        t.attack(n, "C4", came)
    return t, mine, theirs


def aims(t: Table, n: int, foes: list[int], **more) -> Aim:
    return Aim(n, t.sq("C4"), tuple(foes), t.g.unit(n).side == t.one, **more)


# ------------------------------------------------------------------ dice and scores


@pytest.mark.rule("napalini.7.dice", "napalini.7.rear-dice")
def test_dice_and_the_rear_die():
    t, (n,), foes = duel()
    assert int(dice_tally(t.g, aims(t, n, foes))) == 1
    assert int(dice_tally(t.g, aims(t, n, foes, rear=True))) == 2


@pytest.mark.rule("napalini.7.tank-shock", "napalini.7.tank-shock.denied", "napalini.A.armour")
def test_tank_shock():
    t, (tank,), foes = duel(attackers=("light_tanks",))
    assert int(dice_tally(t.g, aims(t, tank, foes))) == 3
    for denier in ("light_artillery", "field_artillery", "tankettes", "aa_88", "po", "armoured_train"):
        t, (tank,), foes = duel(attackers=("light_tanks",), defenders=("infantry", denier))
        assert int(dice_tally(t.g, aims(t, tank, foes))) == 2, denier
    t, (tank,), foes = duel(attackers=("light_tanks",), defenders=("infantry", "hms_woodcock"))
    assert tank_shock(t.g, t.sq("C4"), foes)  # an unarmoured vessel does not deny it
    t, (tank,), foes = duel("W", attackers=("light_tanks",))
    assert int(dice_tally(t.g, aims(t, tank, foes))) == 1
    t, (man,), foes = duel()
    assert int(dice_tally(t.g, aims(t, man, foes))) == 1


@pytest.mark.rule("napalini.7.armour", "napalini.7.thick-armour", "napalini.7.armour.not-cumulative", "napalini.2.flag.armoured", "napalini.2.flag.thick-armour")
def test_armour():
    t, (n,), foes = duel(defenders=("light_tanks", "infantry"))
    assert int(score_tally(t.g, aims(t, n, foes))) == -1
    t, (n,), foes = duel(defenders=("light_tanks", "infantry", "infantry"))
    assert int(score_tally(t.g, aims(t, n, foes))) == 0
    t, (n,), foes = duel(attackers=("light_tanks",), defenders=("light_tanks",))
    assert int(score_tally(t.g, aims(t, n, foes))) == 0
    t, (n,), foes = duel(defenders=("heavy_tanks", "heavy_tanks"))
    assert int(score_tally(t.g, aims(t, n, foes))) == -1  # thick armour and armour do not add up
    field, heavy = t.put(t.one, "field_artillery", "C2"), t.put(t.one, "heavy_artillery", "C2")
    light = t.put(t.one, "light_artillery", "C3")
    assert int(score_tally(t.g, aims(t, field, foes, ranged=True))) == -1
    assert int(score_tally(t.g, aims(t, heavy, foes, ranged=True))) == 0
    assert int(score_tally(t.g, aims(t, light, foes, ranged=True))) == 0  # ATK
    t, (n,), foes = duel(defenders=("bastion",))
    assert int(score_tally(t.g, aims(t, n, foes))) == -2  # prepared hard and thick armour: a natural 6


@pytest.mark.rule("napalini.2.flag.anti-tank")
def test_light_artillery_without_atk_by_option():
    t = Table(options={"light_artillery_not_atk": True})
    gun, tank = t.put(t.one, "light_artillery", "C3"), t.put(t.two, "heavy_tanks", "C4")
    assert int(score_tally(t.g, Aim(gun, t.sq("C4"), (tank,), True, True))) == -1
    flak = t.put(t.one, "aa_88", "C3")
    assert int(score_tally(t.g, Aim(flak, t.sq("C4"), (tank,), True))) == 0


@pytest.mark.rule("napalini.7.cavalry")
def test_cavalry_in_the_open_is_a_good_target():
    t, (n,), foes = duel(defenders=("cavalry",))
    assert int(score_tally(t.g, aims(t, n, foes))) == 1
    t, (n,), foes = duel("W", defenders=("cavalry",))
    assert int(score_tally(t.g, aims(t, n, foes))) == 0
    t, (n,), foes = duel("H", defenders=("cavalry",))
    assert int(score_tally(t.g, aims(t, n, foes))) == 0  # close for defending foot


@pytest.mark.rule("napalini.7.prepared-hard")
def test_not_cumulative_by_option():
    t = Table(rows(C4="B"), options={"hard_and_armour_not_cumulative": True})
    n, fort = t.put(t.one, "infantry", "C3"), t.put(t.two, "bastion", "C4")
    assert int(score_tally(t.g, Aim(n, t.sq("C4"), (fort,), True))) == -1
    train = t.put(t.two, "armoured_train", "C4", prepared=True)
    assert int(score_tally(t.g, Aim(t.put(t.one, "light_tanks", "C3"), t.sq("C4"), (train,), True))) == 0  # never hard


# ------------------------------------------------------------------ the cycle


@pytest.mark.rule("napalini.7.result", "napalini.7.advance", "napalini.3.facing.change")
def test_unprepared_defenders_shoot_together_with_the_attackers():
    t, (n,), (d,) = duel()
    t.run(cycle.combat(t.g, t.sq("C4")), t.sq("C5"), ..., 6, dice=(6, 1))
    assert t.g.unit(d).at == t.sq("C5") and t.g.unit(d).step == 1
    assert t.g.unit(n).at == t.sq("C4") and t.g.unit(n).facing == 6


def shooters(t: Table) -> list[str]:
    """Who threw, in order."""
    return [event.facts["unit"] for event in t.match.events if event.rule == "napalini.7.dice" and "unit" in event.facts]


@pytest.mark.rule("napalini.7.cycle")
def test_the_steps_of_a_combat():
    t, (rear,), _ = duel(attackers=("cavalry",), defenders=("militia", "garrison"), came="C5")
    t.g.unit(t.g.real_at(t.sq("C4"), t.two)[1]).prepared = True
    t.attack(t.put(t.one, "infantry", "C3"), "C4", "C3")
    t.put(t.one, "field_artillery", "C4")  # a support unit of the attacker does not throw
    mine, theirs = t.put(t.one, "trench_mortars", "C3"), t.put(t.two, "field_artillery", "B5")
    t.g.round.activated.append(mine)
    # attacker's gun, then defender's; the cavalry in the rear; the prepared garrison with the guns; everybody else at once
    t.run(cycle.combat(t.g, t.sq("C4")), (mine, "sees", -1), (theirs, "sees", -1), ..., dice=(1, 1) + (1,) * 8)
    assert [question.side for question in t.asked] == [t.one, t.two, t.one]
    order = shooters(t)
    assert order[0] == "Cavalry" and set(order[1:3]) == {"Garrison", "Field artillery"}
    assert sorted(order[3:5]) == ["Infantry", "Trench mortars"] and order[5] == "Poor militia" and len(order) == 6
    assert t.match.events[-1].rule == "napalini.7.result.tie"
    assert t.g.unit(rear).where == "table"


@pytest.mark.rule("napalini.7.prepared-first", "napalini.2.firepower")
def test_prepared_defenders_shoot_first_and_losses_count_at_once():
    t, (n,), (d,) = duel(prepared=True)
    # defender hits (attacker worn: 5+), then the attacker's 4 misses
    t.run(cycle.combat(t.g, t.sq("C4")), ..., dice=(6, 4))
    assert t.g.unit(n).step == 1 and t.g.unit(n).at == t.sq("C3") and t.g.unit(d).step == 0


@pytest.mark.rule("napalini.7.rear-first", "napalini.6.attack.direction", "napalini.7.retreat")
def test_rear_attackers_shoot_first_and_ignore_preparation():
    t, (_n,), (d,) = duel("B", prepared=True, came="C5")
    t.run(cycle.combat(t.g, t.sq("C4")), ..., ..., 0, dice=(4, 1, 1, 1, 1))
    # three dice from the rear in close terrain at 4+, one hit: the defender is worn before it shoots
    assert t.g.unit(d).step == 1
    assert t.g.unit(d).at != t.sq("C5")


@pytest.mark.rule("napalini.7.result.tie")
def test_equal_hits_leave_the_square_contested():
    t, (n,), (d,) = duel()
    t.run(cycle.combat(t.g, t.sq("C4")), ..., dice=(6, 6))
    assert t.g.contested(t.sq("C4")) and t.g.unit(n).step == t.g.unit(d).step == 1


@pytest.mark.rule("napalini.7.result.undefended")
def test_squares_without_defence_fall_without_dice():
    t, (_n,), (d,) = duel(defenders=("archie",))
    t.run(cycle.combat(t.g, t.sq("C4")), 0)
    assert t.g.unit(d).where == "captured"


@pytest.mark.rule("napalini.7.hits.running")
def test_the_running_total_of_an_activation():
    t, (_n,), (_d,) = duel()
    losses.add_hits(t.g, t.sq("C4"), t.one, 1)
    assert losses.losses_due(t.g, t.sq("C4"), t.one) == 1
    losses.note_losses(t.g, t.sq("C4"), t.one, 1)
    losses.add_hits(t.g, t.sq("C4"), t.one, 2)
    assert losses.losses_due(t.g, t.sq("C4"), t.one) == 1  # three hits, two losses, one taken


@pytest.mark.rule("napalini.7.hits")
@pytest.mark.parametrize(("hits", "lost"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_hits_become_losses(hits, lost):
    t, (_n,), (_d,) = duel()
    losses.add_hits(t.g, t.sq("C4"), t.two, hits)
    assert losses.losses_due(t.g, t.sq("C4"), t.two) == lost


@pytest.mark.rule("napalini.7.losses.even", "napalini.7.losses.first-fl", "napalini.7.losses.nc-last", "napalini.2.flag.non-combatant")
def test_who_may_take_losses():
    t, _, (a, gun, hq, b) = duel(defenders=("infantry", "field_artillery", "hq", "infantry"))
    assert losses.candidates(t.g, [a, gun, hq, b], True) == [a, b]
    losses.note_given(t.g, a)
    assert losses.candidates(t.g, [a, gun, hq, b], False) == [gun, b]
    losses.note_given(t.g, b)
    losses.note_given(t.g, gun)
    assert losses.candidates(t.g, [a, gun, hq, b], False) == [hq]
    t.g.round.given.clear()
    t.run(losses.allot(t.g, t.two, [a, gun, hq, b], 2, t.sq("C4"), False), a, b)
    assert t.g.unit(a).step == t.g.unit(b).step == 1
    assert t.asked[0].rule == "napalini.7.losses.first-fl"


def test_the_enemy_allocates_by_option():
    t = Table(options={"enemy_allocates_losses": True})
    a, b = t.put(t.two, "infantry", "C4"), t.put(t.two, "infantry", "C4")
    t.round(t.one)
    t.run(losses.allot(t.g, t.two, [a, b], 1, t.sq("C4"), False), b)
    assert t.asked[0].side == t.one


@pytest.mark.rule("napalini.7.retreat-before")
def test_recce_units_may_retreat_before_combat():
    t, _, (d,) = duel(defenders=("armoured_cars",))
    t.run(cycle.combat(t.g, t.sq("C4")), d, t.sq("C5"), 4, 0)
    assert t.g.unit(d).at == t.sq("C5") and t.g.unit(d).step == 0
    t, (_n,), (d,) = duel()
    t.run(cycle.retreat_before(t.g, cycle.Fight(t.g, t.sq("C4"))))  # infantry is not asked


@pytest.mark.rule("napalini.7.retreat", "napalini.7.retreat.none")
def test_retreat_squares():
    t, (n,), (d,) = duel()
    t.put(t.two, "infantry", "B5")
    blocker = t.put(t.one, "infantry", "D6", "S")
    open_ = {t.g.label(sq) for sq in retreat.retreat_squares(t.g, d, True)}
    assert "C3" not in open_  # the attacker came from there
    assert "B5" in open_ and "C5" not in open_ and "D5" not in open_  # the zone of D6
    t.g.unit(blocker).at = t.sq("B4")
    assert retreat.retreat_squares(t.g, n, False) == [t.sq("C3")]
    lost = Table()
    m = lost.put(lost.two, "gunboat", "C4")
    lost.round(lost.one)
    lost.run(retreat.retreat(lost.g, [m], True))
    assert lost.g.unit(m).where == "out"


@pytest.mark.rule("napalini.7.retreat")
def test_attackers_go_back_to_where_they_came_from_zone_or_not():
    t, (n,), (_d,) = duel()
    t.put(t.two, "infantry", "B4", "S")
    assert retreat.retreat_squares(t.g, n, False) == [t.sq("C3")]


@pytest.mark.rule("napalini.7.retreat.immobile")
def test_forts_hold_on_and_the_rest_falls():
    t, _, (fort, man) = duel(defenders=("bastion", "infantry"))
    t.run(retreat.leave_square(t.g, t.two, t.sq("C4"), True), t.sq("C5"), ...)
    assert t.g.unit(fort).at == t.sq("C4") and t.g.unit(fort).step == 1 and t.g.unit(man).at == t.sq("C5")
    t, (_n,), (gun,) = duel(defenders=("monster_gun",))
    t.run(retreat.leave_square(t.g, t.two, t.sq("C4"), True))
    assert t.g.unit(gun).where == "out"
    fall = Table(options={"immobile_units_fall_at_once": True})
    garrison = fall.put(fall.two, "garrison", "C4")
    fall.put(fall.one, "infantry", "C4")
    fall.round(fall.one)
    fall.run(retreat.leave_square(fall.g, fall.two, fall.sq("C4"), True))
    assert fall.g.unit(garrison).where == "out"


@pytest.mark.rule("napalini.4.hq.fixed", "napalini.8.vp.hq")
def test_a_fixed_hq_is_captured_with_its_square():
    t, (_n,), (hq,) = duel(defenders=("hq",), slot="fixed")
    t.run(retreat.leave_square(t.g, t.two, t.sq("C4"), True))
    assert t.g.unit(hq).where == "captured" and t.g.camp(t.one).vp["hqs"] == 1


# ------------------------------------------------------------------ artillery


@pytest.mark.rule("napalini.7.artillery.conditions", "napalini.7.artillery.fired", "napalini.7.artillery.once", "napalini.7.artillery.sees")
def test_which_artillery_may_fire():
    t = Table()
    gun = t.put(t.one, "field_artillery", "C2")
    t.put(t.two, "infantry", "C4")
    r = t.round(t.one)
    c4 = t.sq("C4")
    assert may_fire(t.g, gun, c4, False).rule == "napalini.7.artillery.conditions"  # not activated
    r.activated.append(gun)
    assert may_fire(t.g, gun, c4, False) is None
    assert may_fire(t.g, gun, t.sq("C5"), False).rule == "napalini.7.artillery.conditions"  # out of range
    t.run(bombardment.bombardment(t.g, c4), (gun, "sees", -1), dice=(6, 6), draws=([next(n for n in t.g.real_at(c4, t.two))],))
    assert t.g.unit(gun).fired and t.g.unit(next(n for n in t.g.real_at(c4, t.two))).step == 1
    assert may_fire(t.g, gun, c4, False).rule == "napalini.7.artillery.fired"
    t.g.unit(gun).fired = False
    assert may_fire(t.g, gun, c4, False).rule == "napalini.7.artillery.once"


@pytest.mark.rule("napalini.7.artillery.conditions", "napalini.7.artillery.monster", "napalini.7.artillery.contested")
def test_artillery_in_defence():
    t, (_n,), (_d,) = duel()
    gun = t.put(t.two, "field_artillery", "C5")
    c4 = t.sq("C4")
    assert may_fire(t.g, gun, c4, True) is None
    t.g.unit(gun).formation = 0
    assert may_fire(t.g, gun, c4, True).rule == "napalini.7.artillery.conditions"
    monster = t.put(t.two, "monster_gun", "C6")
    assert may_fire(t.g, monster, c4, True).rule == "napalini.7.artillery.monster"
    t.g.unit(gun).formation = 1
    t.put(t.one, "infantry", "C5")
    assert may_fire(t.g, gun, c4, True).rule == "napalini.7.artillery.contested"


@pytest.mark.rule("napalini.7.cycle.support-step")
def test_defending_guns_shoot_with_the_prepared():
    t, (n,), (d,) = duel(prepared=True)
    gun = t.put(t.two, "field_artillery", "C5")
    # prepared infantry 1 die, gun 2 dice, all in step 4; then the worn attacker
    t.run(cycle.combat(t.g, t.sq("C4")), ..., ..., dice=(1, 6, 6, 4))
    assert t.g.unit(gun).fired and t.g.unit(n).step == 1 and t.g.unit(d).step == 0
    calm, (n,), (d,) = duel()
    gun = calm.put(calm.two, "field_artillery", "C5")
    calm.run(cycle.combat(calm.g, calm.sq("C4")), ..., ..., dice=(4, 6, 6, 6)[:4])
    assert calm.g.unit(d).step == 1  # the attacker, still fresh, hit on 4 in the same step


@pytest.mark.rule("napalini.6.artillery.horse", "napalini.6.artillery.motorised", "napalini.6.artillery.trains", "napalini.6.artillery.land-battleship", "napalini.6.transit")
def test_moving_and_firing():
    from grognard.games.napalini.combat.artillery import moved_too_far

    t = Table()
    horse, motor = t.put(t.one, "field_artillery", "C2"), t.put(t.one, "field_artillery", "C2", trucks=True)
    train, ship = t.put(t.one, "armoured_train", "C2"), t.put(t.one, "land_battleships", "C2")
    r = t.round(t.one, [horse, motor, train, ship])
    r.moved += [horse, motor, train, ship]
    assert moved_too_far(t.g, horse).rule == "napalini.6.artillery.horse"
    assert moved_too_far(t.g, motor) is None and moved_too_far(t.g, train) is None and moved_too_far(t.g, ship) is None
    r.far.append(motor)
    assert moved_too_far(t.g, motor).rule == "napalini.6.artillery.motorised"
    r.entrants[str(ship)] = t.sq("C3")
    assert moved_too_far(t.g, ship).rule == "napalini.6.artillery.land-battleship"
    r.transit.append(train)
    assert moved_too_far(t.g, train).rule == "napalini.6.transit"


@pytest.mark.rule("napalini.7.artillery.bombardment", "napalini.7.losses.random", "napalini.2.ground")
def test_bombardment_has_random_losses_and_no_return_fire():
    t = Table()
    gun = t.put(t.one, "field_artillery", "C2")
    a, b = t.put(t.two, "infantry", "C4"), t.put(t.two, "balloon", "C4", raised=True)
    t.round(t.one, [gun])
    assert bombardment.targets(t.g) == [t.sq("C4")]
    t.run(bombardment.bombardment(t.g, t.sq("C4")), (gun, "sees", -1), dice=(6, 6), draws=([b],))
    assert t.g.unit(b).step == 1 and t.g.unit(a).step == 0
    t.put(t.one, "infantry", "C4")
    assert bombardment.targets(t.g) == []


@pytest.mark.rule("napalini.7.collateral", "napalini.2.flag.large-munitions", "napalini.7.rubble")
def test_collateral_damage_makes_rubble():
    t = Table(rows(C4="B"), ground={"roads": [["C3", "C4", "C5"]]})
    gun, d = t.put(t.one, "heavy_artillery", "C1"), t.put(t.two, "infantry", "C4", prepared=True)
    t.round(t.one, [gun])
    aim = Aim(gun, t.sq("C4"), (d,), True, ranged=True)
    t.run(shooting.volley(t.g, t.one, [aim], t.sq("C4"), in_combat=False), dice=(6, 1))
    assert t.s.damage[str(t.sq("C4"))] == 1  # natural 6 counts 5, a hit
    t.run(shooting.volley(t.g, t.one, [aim], t.sq("C4"), in_combat=False), dice=(6, 6))
    assert t.g.terrain(t.sq("C4")) == "rubble"
    from grognard.games.napalini.movement.paths import enemy_view, transit_refused
    from grognard.games.napalini.table.arteries import road_link

    assert road_link(t.g, t.sq("C3"), t.sq("C4")) == ""
    t.s.units[d].where = "out"
    cars = t.put(t.one, "armoured_cars", "C3")
    assert transit_refused(t.g, cars, t.sq("C3"), t.sq("C4"), enemy_view(t.g, t.one)).rule == "napalini.7.rubble"


@pytest.mark.rule("napalini.7.rubble.rail-river")
def test_trains_in_rubble():
    t = Table(rows(C4="B"), ground={"railways": [["C3", "C4", "C5"]]})
    train = t.put(t.two, "armoured_train", "C4")
    t.round(t.two, [train])
    rubble.damage(t.g, t.sq("C4"), 3)
    assert t.g.unit(train).trapped == t.sq("C5")  # towards its own baseline, the north
    from grognard.games.napalini.movement.paths import enemy_view, paths, step_refused

    refusal = step_refused(t.g, train, t.sq("C4"), t.sq("C3"), enemy_view(t.g, t.two))
    assert refusal.rule == "napalini.7.rubble.rail-river"
    other = t.put(t.one, "armoured_train", "C3")
    t.s.units[train].where = "out"
    assert {p[-1] for p in paths(t.g, other, enemy_view(t.g, t.one))} == {t.sq("C4")}  # it must stop there


# ------------------------------------------------------------------ all-round defence


@pytest.mark.rule("napalini.6.all-round.two", "napalini.6.all-round.others", "napalini.3.all-round", "napalini.7.rear-dice")
def test_all_round_defence_fights_by_faces():
    t, (n,), (_front, back) = duel(defenders=("infantry", "infantry"), prepared=True, came="C5")
    t.g.unit(back).rear = True
    # the attacker from the rear squares is fought by the rear face only, gets no rear die and does not shoot first
    t.run(cycle.combat(t.g, t.sq("C4")), ..., dice=(6, 1))
    assert t.g.unit(n).step == 1 and t.g.unit(n).at == t.sq("C5")


@pytest.mark.rule("napalini.6.all-round.others")
def test_support_units_choose_their_face():
    t, (n,), (_front, back, _garrison) = duel(defenders=("infantry", "infantry", "garrison"), came="C3")
    t.g.unit(back).rear = True
    other = t.put(t.one, "infantry", "C5")
    t.attack(other, "C4", "C5")
    # attackers one die each; front face, then rear face with the garrison: two dice at the rear attacker
    t.run(cycle.combat(t.g, t.sq("C4")), "rear", ..., ..., dice=(1, 1, 1, 6, 6))
    assert t.g.unit(other).step == 1 and t.g.unit(n).step == 0


@pytest.mark.rule("napalini.6.all-round.three")
def test_all_round_with_three_units():
    t, (n,), (_a, _b, back) = duel(defenders=("infantry", "infantry", "infantry"), came="C3")
    t.g.unit(back).rear = True
    t.run(cycle.combat(t.g, t.sq("C4")), ..., dice=(1, 6, 6))  # attacker 1 die, two front defenders
    assert t.g.unit(n).step == 1


@pytest.mark.rule("napalini.6.all-round.change")
def test_all_round_defence_ends_with_one_unit():
    t, _, (a, b) = duel(defenders=("infantry", "infantry"))
    t.g.unit(b).rear = True
    t.g.take_out(a, "out")
    assert not t.g.unit(b).rear and not t.g.all_round(t.sq("C4"), t.two)


@pytest.mark.rule("napalini.6.contested.leave", "napalini.4.round.sequence")
def test_activated_units_may_fight_on_or_leave():
    from grognard.games.napalini.movement import paths

    t = Table()
    n, d = t.put(t.one, "infantry", "C4"), t.put(t.two, "infantry", "C4")
    t.put(t.two, "infantry", "D5", "W")
    t.round(t.one, [n])
    ends = {t.g.label(p[-1]) for p in paths.paths(t.g, n, paths.enemy_view(t.g, t.one))}
    assert "C3" in ends and "C5" not in ends  # in the zone of D5
    assert rounds.fights_on(t.g) == [t.sq("C4")]
    t.run(rounds.combats(t.g), PASS)
    t.run(rounds.combats(t.g), ("fight on", t.sq("C4")), ..., dice=(6, 6))
    assert t.g.unit(d).step == 1


@pytest.mark.rule("napalini.3.ambush.after")
def test_the_ambusher_does_not_shoot_again():
    t, (n,), (d,) = duel()
    t.g.round.ambushers.append(d)
    t.run(cycle.combat(t.g, t.sq("C4")), t.sq("C5"), ..., 0, dice=(6,))
    assert t.g.unit(n).step == 0


@pytest.mark.rule("napalini.7.advance")
def test_an_attack_on_dummies_is_a_move():
    t = Table()
    decoy = t.put(t.two, "dummy", "C4", revealed=False)
    n = t.put(t.one, "infantry", "C3")
    t.round(t.one, [n])
    t.attack(n, "C4", "C3")
    from grognard.games.napalini.table import sight

    t.run(sight.spotting(t.g))
    rounds.drop_empty(t.g)
    assert t.g.unit(decoy).where == "out" and t.g.round.queue == []
    m, foe = t.put(t.one, "infantry", "E3"), t.put(t.two, "archie", "E4")
    t.attack(m, "E4", "E3")
    t.run(cycle.combat(t.g, t.sq("E4")), 0)
    assert t.g.round.cleared == t.sq("E4") and t.g.unit(foe).where == "captured"


@pytest.mark.rule("napalini.A.combat")
def test_a_beaten_vessel_moves_one_river_square():
    t = Table(ground={"rivers": [["B4", "C4", "D4"], ["D5", "E5"]]})
    boat = t.put(t.two, "gunboat", "C4")
    t.round(t.one)
    assert {t.g.label(sq) for sq in retreat.retreat_squares(t.g, boat, True)} == {"B4", "D4"}
    zone = retreat.zones_without(t.g, t.two, t.sq("C4"))
    assert retreat.may_retreat(t.g, boat, t.sq("D5"), set(), zone).rule == "napalini.A.combat"


@pytest.mark.rule("napalini.10.torpedoes")
def test_torpedoes_once_in_a_battle():
    t = Table(ground={"rivers": [["B4", "C4", "D4"]]}, options={"special_detachments": True})
    boat, foe = t.put(t.one, "s_boot", "C4"), t.put(t.two, "gunboat", "C4")
    t.round(t.one, [boat])
    fight = cycle.Fight(t.g, t.sq("C4"))
    t.run(cycle.ready_torpedoes(t.g, fight), "throw")
    assert int(dice_tally(t.g, cycle.attack_aims(t.g, fight, [boat], [])[0])) == 3
    assert int(dice_tally(t.g, cycle.attack_aims(t.g, fight, [boat], [])[0])) == 1  # one volley
    assert not cycle.may_torpedo(t.g, boat, [foe])


@pytest.mark.rule("napalini.10.torpedoes")
def test_torpedo_hits_are_given_to_vessels():
    t = Table(ground={"rivers": [["B4", "C4", "D4"]]}, options={"special_detachments": True})
    boat = t.put(t.one, "s_boot", "B4")
    man, foe = t.put(t.two, "infantry", "C4"), t.put(t.two, "gunboat", "C4")
    t.round(t.one)
    t.attack(boat, "C4", "B4")
    # one die of its own misses, both torpedoes hit; the defenders miss: one loss, on the vessel
    fight = cycle.Fight(t.g, t.sq("C4"))
    t.run(cycle.ready_torpedoes(t.g, fight), "throw")
    t.run(cycle.attack_fire(t.g, fight, cycle.attack_aims(t.g, fight, [boat], [])), dice=(1, 6, 6))
    t.run(cycle.losses_of(t.g, fight, t.two))
    assert t.g.unit(foe).step == 1 and t.g.unit(man).step == 0
