"""What if both: statements of the source that meet in one moment of play."""

from __future__ import annotations

import pytest

from conftest import AL_5, ATTACK, FAR, FR_3CAV, FR_II, Field, led_field
from grognard.games.nlc.cavalry.clash import Rider
from grognard.games.nlc.cavalry.pursuit import after_victory, ride_home
from grognard.games.nlc.combat.normal import resolve_combat
from grognard.games.nlc.combat.retreat import retreat
from grognard.games.nlc.march.ends import ends_of
from grognard.games.nlc.march.movement import routes
from grognard.games.nlc.march.reinforcements import bring_on
from grognard.games.nlc.march.segment import _move_units, pickups
from grognard.games.nlc.march.walk import walk
from grognard.games.nlc.state import Attack
from grognard.games.nlc.turn.action import _charges, begin_stage
from grognard.games.nlc.values import FleeMap, Ride

# ------------------------------------------------------------------ 7.8 and 7.7: a pursuit of units that cannot retreat

CLOSED = ("fr-9-jamin", "fr-9-gauthier", "fr-5-husson", "fr-5-campi", "fr-ii-foot")


def pursued(fled: bool, *dice: int) -> Field:
    """Piré has won in 0512; Kempt stands in 0513, and the French have all hexes around him."""
    around = Field().g.grid
    ring = [hex for hex in around.adjacent[around.hex("0513")] if around.label(hex) != "0512"]
    units = {"al-kempt": "0513", "fr-2c-pire": "0511", **dict(zip(CLOSED, map(around.label, ring)))}
    f = led_field(units, ATTACK, leaders=FAR)
    f.stage(segment="charge", step="pursue")
    riders = [Rider(f.u("fr-2c-pire"), f.h("0511"), f.h("0511"))]
    beaten = [f.u("al-kempt")] if fled else []
    f.drive(after_victory(f.g, riders, f.h("0512"), beaten, False), "pursue", dice=dice)
    return f


@pytest.mark.rule("nlc.7.7.9", "nlc.7.8.4")
@pytest.mark.parametrize(("fled", "answer"), [(False, (1, 1)), (True, ())])
def test_a_pursuit_of_units_that_cannot_retreat_costs_them_the_extra_step(fled, answer):
    """7.8: *normal charge resolution*; 7.7: if the target units cannot retreat, they lose an extra step."""
    f = pursued(fled, 1, 3, 4, *answer)  # ready (1); 5 rolled 7: 1 hit; 2 rolled 2: none
    assert f.at("al-kempt") == "-2" and f.told("nlc.7.7.9")


@pytest.mark.rule("nlc.7.8.4")
def test_a_pursuit_that_hits_nobody_traps_nobody():
    f = pursued(False, 1, 1, 1, 1, 1)
    assert f.g.state.step[f.u("al-kempt")] == 0 and not f.told("nlc.7.7.9")


@pytest.mark.rule("nlc.7.7.9", "nlc.7.8.5")
def test_who_is_pursued_in_the_hex_where_he_was_trapped_has_paid_for_it():
    """R152: no second extra step."""
    grid = Field().g.grid
    ring = [grid.label(hex) for hex in grid.adjacent[grid.hex("0513")]]
    names = [*CLOSED, "fr-11c-lheritier"]
    f = led_field({"al-kempt": "0513", "al-pack": "0513", "fr-2c-pire": "0511", **dict(zip(names, ring))}, ATTACK, leaders=FAR)
    f.stage(segment="charge", step="pursue")
    riders = [Rider(f.u("fr-2c-pire"), f.h("0511"), f.h("0512"))]
    both = [f.u("al-kempt"), f.u("al-pack")]
    # not ready (6); 10 rolled 6: 1 hit
    f.drive(after_victory(f.g, riders, f.h("0513"), both, True), "pursue", both[0], dice=(6, 3, 3))
    assert [f.g.state.step[unit] for unit in both] == [1, 0]


@pytest.mark.rule("nlc.7.4.8", "nlc.7.7.6")
@pytest.mark.parametrize(("friends", "steps"), [((), 0), (("fr-9-jamin",), 1)])
def test_two_who_ride_home_to_a_crowded_hex_lose_one_step_between_them(friends, steps):
    """7.4: a *stack* that violates stacking suffers an additional step loss; R39: one for the group."""
    f = led_field({"fr-2c-pire": "0512", "fr-11c-lheritier": "0512", **dict.fromkeys(friends, "0512")}, ATTACK, leaders=FAR)
    f.stage(segment="charge", step="fight")
    both = [f.u("fr-2c-pire"), f.u("fr-11c-lheritier")]
    f.drive(ride_home(f.g, [Rider(unit, f.h("0512"), f.h("0512")) for unit in both], f.h("0511"), beaten=True))
    assert sum(f.g.state.step[unit] for unit in both) == steps


# ------------------------------------------------------------------ 7.10: moved more than half its MP, and something else


def repulsed(start: str) -> Field:
    """Kempt goes up to Jamin in 0914, attacks, and draws back; Piré stands near enough to charge him."""
    orders = {**ATTACK, "al-5": {"kind": "attack", "target": "0914"}}
    f = led_field({"al-kempt": start, "fr-9-jamin": "0914", "fr-2c-pire": "0712"}, orders, leaders={**FAR, "picton": start})
    stage = f.stage(side=1, formations=(AL_5,))
    kempt = f.u("al-kempt")
    f.drive(walk(f.g, [kempt], routes(f.g, [kempt])[f.h("0913")]))  # nobody reacts
    stage.segment = "combat"
    # 4 rolled 2: none; 5 rolled 8: 1 hit, halved: none. Piré reacts (1); ready (1); both fire
    f.drive(
        resolve_combat(f.g, Attack(f.h("0914"), [kempt])), "retreat", f.h("0912"), f.u("fr-2c-pire"),
        dice=(1, 1, 3, 5, 1, 1, 1, 1, 1, 1),
    )
    return f


@pytest.mark.rule("nlc.7.10.5", "nlc.7.9.1")
@pytest.mark.parametrize(("start", "blow"), [("0910", True), ("0911", False)])
def test_infantry_that_marched_far_and_is_repulsed_is_struck_a_backhand_blow(start, blow):
    """7.10: against a reaction charge, if the defender is infantry that *moved* more than half its MPs: 3 of 4, not 2 of 4."""
    f = repulsed(start)
    assert any(event.rule == "nlc.7.9.3" for event in f.match.events), "Piré charged"
    assert f.told("nlc.7.10.5") == blow


@pytest.mark.rule("nlc.7.10.5", "nlc.7.10.6", "nlc.7.9.8")
@pytest.mark.parametrize(("start", "blow"), [("0909", True), ("0911", False)])
def test_the_highest_use_in_the_stack_counts_with_those_who_are_there_already(start, blow):
    orders = {**ATTACK, "al-5": {"kind": "attack", "target": "frasnes"}}
    f = led_field({"al-kempt": start, "al-pack": "0913", "fr-2c-pire": "0712"}, orders, leaders={**FAR, "picton": "0912"})
    f.stage(side=1, formations=(AL_5,))
    kempt, pack = f.u("al-kempt"), f.u("al-pack")
    f.drive(walk(f.g, [kempt], routes(f.g, [kempt])[f.h("0912")]))  # nobody reacts
    f.drive(walk(f.g, [pack], routes(f.g, [pack])[f.h("0912")]), f.u("fr-2c-pire"), dice=(1, 1, 1, 1, 1, 1))
    assert f.told("nlc.7.9.3") and f.told("nlc.7.10.5") == blow


@pytest.mark.rule("nlc.7.10.6", "nlc.5.0.5")
def test_who_is_picked_up_and_goes_far_is_part_of_the_stack():
    """Piré goes 4 of 7 and is cavalry; Jamin, whom he picks up, goes 3 of 4."""
    orders = {"fr-ii": {"kind": "delay", "target": "frasnes"}}
    f = led_field({"fr-2c-pire": "0909", "fr-9-jamin": "0810"}, orders, leaders={**FAR, "reille": "0912"})
    f.stage()
    pire, jamin = f.u("fr-2c-pire"), f.u("fr-9-jamin")
    found = pickups(f.g, pire, ends_of(f.g, [pire]))
    value = next(value for value in found if value.to == f.h("0913"))
    assert found[value] == jamin
    f.drive(_move_units(f.g, [pire]), value)
    assert f.at("fr-9-jamin") == f.at("fr-2c-pire") == "0913"
    assert f.g.stage.far == 1 << jamin


@pytest.mark.rule("nlc.7.10.5")
def test_what_he_planned_and_did_not_walk_does_not_count_afterwards():
    """R174: beaten off in the first hex of three he has moved one MP."""
    orders = {**ATTACK, "al-5": {"kind": "attack", "target": "frasnes"}}
    f = led_field({"al-kempt": "0909", "fr-2c-pire": "0711"}, orders, leaders={**FAR, "picton": "0909"})
    stage = f.stage(side=1, formations=(AL_5,))
    kempt = f.u("al-kempt")
    way = routes(f.g, [kempt])[f.h("0912")]
    # Piré reacts (1); ready (1); 10, a backhand blow, rolled 2: none; 2 rolled 2: none. Kempt stops where he fought
    f.drive(walk(f.g, [kempt], way), f.u("fr-2c-pire"), "stop", dice=(1, 1, 1, 1, 1, 1))
    assert f.told("nlc.7.10.5") and f.at("al-kempt") == "0810" and not stage.far


# ------------------------------------------------------------------ 9 and 25.4: newcomers and the road column


@pytest.mark.rule("nlc.25.4.1", "nlc.9.0.5")
@pytest.mark.parametrize(("column", "cost"), [(True, "1 MP"), (False, "0.5 MP")])
def test_newcomers_too_need_an_empty_road_in_column(column, cost):
    f = Field(clear=False, turn=2, phase="selection", cup=["2"], options={"road_column": column}, units={"fr-9-jamin": "0514"})
    begin_stage(f.g, "chit", 0, [FR_3CAV])
    f.g.stage.segment, f.g.stage.step = "move", "move"
    f.g.stage.began = list(f.g.state.at)
    f.drive(bring_on(f.g, [f.u("fr-11c-lheritier")]))
    there = next(option for option in f.asked[0].view(0).options if option.place == "0514")
    assert there.cost == cost


# ------------------------------------------------------------------ Quatre Bras: the Guard Light Cavalry attacks, and reacts

GUARD = {"fr-glight": {"kind": "attack", "target": "quatre-bras"}, "fr-ii": {"kind": "attack", "target": "quatre-bras"}}


def guard_light(units: dict[str, str], segment: str) -> Field:
    f = Field("quatre-bras", units=units, orders=GUARD, leaders={"lefebvre-desnouettes": units["fr-g-light"]})
    f.stage(side=0, formations=(f.g.units[f.u("fr-g-light")].formation,), segment=segment).step = ""
    return f


@pytest.mark.rule("nlc.13.0.1")
def test_the_guard_light_cavalry_is_used_when_it_attacks():
    """Special: *attacks*, charges (except in reaction) or loses a step."""
    f = guard_light({"fr-g-light": "0619", "al-best": "0620"}, "combat")
    f.drive(resolve_combat(f.g, Attack(f.h("0620"), [f.u("fr-g-light")])), dice=(1, 1, 1, 1))
    assert f.g.state.vp[1] == 8 and not f.g.state.step[f.u("fr-g-light")]


@pytest.mark.rule("nlc.13.0.1")
def test_the_guard_light_cavalry_is_used_when_it_charges():
    f = guard_light({"fr-g-light": "0619", "al-best": "0620"}, "charge")
    f.drive(_charges(f.g), f.u("fr-g-light"), Ride((f.h("0620"),)), dice=(1, 1, 1, 1, 1))
    assert f.g.state.vp[1] == 8


@pytest.mark.rule("nlc.13.0.1", "nlc.7.9.1")
def test_a_reaction_of_the_guard_light_cavalry_is_free_in_the_action_of_its_own_side_too():
    """Who retreats before French attackers may be met by French cavalry that reacts (7.9)."""
    f = guard_light({"fr-g-light": "0619", "al-best": "0622"}, "combat")
    f.drive(
        retreat(f.g, 1, [f.u("al-best")], [], rule="nlc.7.4.4", voluntary=False), f.h("0621"), f.u("fr-g-light"),
        dice=(1, 1, 1, 1, 1, 1),
    )
    assert f.told("nlc.7.9.3") and f.g.state.vp[1] == 0



# ------------------------------------------------------------------ 20.2: a rest is disturbed by a retreat, wherever it ends


@pytest.mark.rule("nlc.20.2.30", "nlc.6.0.1")
@pytest.mark.parametrize(("reille", "kind"), [("0514", "fall_back"), ("0414", "reserve")])
def test_a_flight_off_the_map_disturbs_a_leader_in_reserve(reille, kind):
    """20.2: if *the units in his hex retreat*, that counts as an order failure: also if nobody is left of them."""
    f = led_field({"fr-9-jamin": "0514", "al-best": "0507"}, {"fr-ii": {"kind": "reserve"}}, leaders={**FAR, "reille": reille})
    f.stage(side=1, formations=(AL_5,), segment="combat")
    f.drive(retreat(f.g, 0, [f.u("fr-9-jamin")], [], rule="nlc.7.4.4", voluntary=False), FleeMap())
    assert f.told("nlc.6.0.1") and f.g.formation_order(FR_II).kind == kind
