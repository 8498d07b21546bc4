"""Chapter 2: formations, morale, checks."""

from __future__ import annotations

import pytest

from conftest import Field
from grognard.games.nlc.army.morale import Situation, check, group_morale, morale
from grognard.games.nlc.cavalry.pursuit import pursuit_rating


def value(f: Field, name: str, **now) -> int:
    return int(morale(f.g, f.u(name), Situation(**now)))


ATTACKERS = {"fr-9-jamin": "0507", "fr-2c-pire": "0607", "al-bijlandt": "0506", "al-kempt": "0502", "al-best": "0603"}
ORDERS = {"fr-ii": {"kind": "attack", "target": "gemioncourt"}, "al-5": {"kind": "defend", "target": "quatre-bras"}, "al-2nl": {"kind": "defend", "target": "gemioncourt"}}


def field(**more) -> Field:
    options = more.pop("options", None)
    return Field(options=options, units=dict(ATTACKERS), orders=ORDERS, **more)


@pytest.mark.rule("nlc.2.1.1", "nlc.2.1.3", "nlc.2.1.4")
def test_every_unit_belongs_to_one_formation_with_two_sides_and_printed_values():
    f = field()
    jamin = f.g.units[f.u("fr-9-jamin")]
    assert f.g.static.formations[jamin.formation].id == "fr-ii"
    assert (jamin.steps, jamin.move, jamin.arm) == ((5, 2), 4, "infantry")
    owners = [unit for formation in f.g.static.formations for unit in formation.units]
    assert sorted(owners) == list(range(len(f.g.units)))


@pytest.mark.rule("nlc.2.2.1")
def test_standard_morale_is_4():
    assert value(field(), "fr-9-jamin", attacking=True) == 4


@pytest.mark.rule("nlc.2.2.2")
def test_dutch_and_nassau_units_have_3():
    f = Field(units={**ATTACKERS, "al-2nassau": "0307"}, orders=ORDERS)
    assert value(f, "al-bijlandt") == 3
    assert value(f, "al-2nassau") == 3


@pytest.mark.rule("nlc.2.2.3")
def test_weak_prussian_infantry_has_3():
    m = Field("ligny", clear=False)
    weak = next(u for u in m.g.units if u.nation == "prussian" and u.arm == "infantry" and u.steps[0] == 3 and m.g.order(u.number).kind == "defend")
    strong = next(u for u in m.g.units if u.nation == "prussian" and u.arm == "infantry" and u.steps[0] == 4 and m.g.order(u.number).kind == "defend")
    assert int(morale(m.g, weak.number)) == 3
    assert int(morale(m.g, strong.number)) == 4


@pytest.mark.rule("nlc.2.2.4")
def test_the_old_guard_has_5():
    m = Field("la-belle-alliance", clear=False)
    old = [u for u in m.g.units if "old-guard" in u.tags and u.arm == "infantry"]
    assert old
    assert int(morale(m.g, old[0].number, Situation(attacking=True))) == 5


@pytest.mark.rule("nlc.2.2.5")
def test_british_infantry_has_5_on_the_defense_and_4_in_attack():
    f = field()
    assert value(f, "al-kempt") == 5
    assert value(f, "al-kempt", attacking=True) == 4
    m = Field("la-belle-alliance", clear=False)
    horse = next(u for u in m.g.units if u.nation == "british" and u.arm == "cavalry")
    assert int(morale(m.g, horse.number, Situation(attacking=True))) == 5


@pytest.mark.rule("nlc.2.2.6")
def test_step_loss_lowers_morale_but_not_of_the_british():
    f = Field(units={"fr-9-jamin": {"at": "0507", "step": 1}, "al-kempt": {"at": "0502", "step": 1}}, orders=ORDERS)
    assert value(f, "fr-9-jamin", attacking=True) == 3
    assert value(f, "al-kempt") == 5


@pytest.mark.rule("nlc.2.2.7")
def test_a_demoralized_formation_has_1_less():
    dead = {name: {"dead": 1} for name in ("fr-9-gauthier", "fr-5-husson", "fr-5-campi")}
    f = Field(units={**ATTACKERS, **dead}, orders=ORDERS)
    assert f.g.demoralized(0)
    assert value(f, "fr-9-jamin", attacking=True) == 3


@pytest.mark.rule("nlc.2.2.8", "nlc.2.2.9", "nlc.2.2.10")
def test_guns_and_flanks_add_up_and_the_floor_is_1():
    f = Field(units={"al-bijlandt": {"at": "0506", "step": 1}}, orders=ORDERS)
    assert value(f, "al-bijlandt") == 2
    assert int(morale(f.g, f.u("al-bijlandt"), Situation(under_guns=True))) == 1
    tally = morale(f.g, f.u("al-bijlandt"), Situation(under_guns=True, flanked=True))
    assert tally.sum == 3 - 1 - 1 - 2
    assert int(tally) == 1


@pytest.mark.rule("nlc.2.2.9")
@pytest.mark.parametrize(("flanked", "value"), [(False, 4), (True, 2)])
def test_in_a_combat_the_flanked_defender_checks_with_two_less(flanked, value):
    """Kempt (British, 5) loses a step to infantry and guns (-1): 4, or 2 with the enemy on all sides; attackers are not flanked."""
    from grognard.games.nlc.combat.normal import resolve_combat as resolve
    from grognard.games.nlc.state import Attack

    grid = field().g.grid
    ring = [grid.labels[hex] for hex in grid.neighbours[grid.hex("0510")]]
    units = {"al-kempt": "0510", "fr-9-jamin": ring[0], "fr-ii-foot": ring[0]}
    f = Field(units=units | ({"fr-5-husson": ring[2], "fr-9-gauthier": ring[4]} if flanked else {}), orders=ORDERS)
    f.stage(segment="combat")
    attackers = [f.u("fr-9-jamin"), f.u("fr-ii-foot")]
    f.drive(resolve(f.g, Attack(f.h("0510"), attackers)), "stand", dice=(3, 4, 1, 1, 1))
    told = [event for event in f.match.events if event.rule == "nlc.2.3.2"]
    assert [event.facts["need"] for event in told] == [value]


@pytest.mark.rule("nlc.2.2.11")
def test_pursuit_ratings():
    f = field()
    assert pursuit_rating(f.g, f.u("fr-2c-pire")) == 4
    m = Field("la-belle-alliance", clear=False)
    british = next(u for u in m.g.units if u.nation == "british" and u.arm == "cavalry")
    guard = next(u for u in m.g.units if "imperial-guard" in u.tags and u.arm == "cavalry")
    assert pursuit_rating(m.g, british.number) == 2
    assert pursuit_rating(m.g, guard.number) == 5


@pytest.mark.rule("nlc.2.3.1")
def test_a_group_uses_its_best_infantry():
    f = field()
    units = [f.u("al-best"), f.u("al-kempt")]
    assert int(group_morale(f.g, units)) == 5
    mixed = [f.u("fr-2c-pire"), f.u("al-bijlandt")]
    assert int(group_morale(f.g, mixed)) == 3


@pytest.mark.rule("nlc.2.3.2", "nlc.3.0.2")
@pytest.mark.parametrize(("roll", "ok"), [(1, True), (4, True), (5, False), (6, False)])
def test_a_check_passes_on_the_morale_or_less(roll, ok):
    f = field()
    with f.match.forced(roll):
        assert check(f.g, [f.u("fr-9-jamin")], Situation(attacking=True), "?", "nlc.7.4.4") is ok


@pytest.mark.rule("nlc.20.2.27")
def test_reserve_lowers_morale():
    f = Field(units=ATTACKERS, orders={"fr-ii": {"kind": "reserve"}})
    assert value(f, "fr-9-jamin") == 3


def test_kgl_by_option_and_cap():
    f = Field(units=ATTACKERS, orders=ORDERS, options={"morale_cap_5": True})
    assert int(morale(f.g, f.u("al-kempt"), Situation(with_leader=True))) == 5
    f = Field(units=ATTACKERS, orders=ORDERS)
    assert int(morale(f.g, f.u("al-kempt"), Situation(with_leader=True))) == 6
