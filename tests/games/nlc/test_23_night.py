"""Chapter 23: night."""

from __future__ import annotations

import pytest

from conftest import FR_II, LEADERS, Field, dark, learning, led_field, quiet_turn
from grognard.games.nlc.combat.advance import advance
from grognard.games.nlc.combat.strengths import Fight
from grognard.games.nlc.command.compliance import comply_all, receive
from grognard.games.nlc.leaders.night import attacks_lapse, frightened, held_back, release_by_visit, release_rolls
from grognard.games.nlc.state import Dispatch, Order, Pending
from grognard.games.nlc.turn.command_phase import may_rest


@pytest.mark.rule("nlc.23.0.2")
def test_no_fighting_at_night():
    f = Field(dark(), units={"fr-9-jamin": "0511", "fr-ii-foot": "0511", "al-best": "0512"}, phase="selection", cup=["0"], leaders=LEADERS,
              orders={"fr-ii": {"kind": "defend", "target": "frasnes"}})
    assert f.match.g.stage.segment == "move"


@pytest.mark.rule("nlc.23.0.3")
def test_attacks_lapse_at_nightfall():
    f = led_field({"fr-9-jamin": "0511", "al-best": "0503"}, {"fr-ii": {"kind": "attack", "target": "quatre-bras"}}, scenario=dark(first_day=1), phase="chits")
    f.g.state.turn = 2
    attacks_lapse(f.g)
    assert f.g.formation_order(FR_II).kind == "fall_back"
    h = led_field({"fr-9-jamin": "frasnes"}, {"fr-ii": {"kind": "attack", "target": "frasnes"}}, scenario=dark(first_day=1), phase="chits")
    h.g.state.turn = 2
    attacks_lapse(h.g)
    assert h.g.formation_order(FR_II).kind == "attack"


@pytest.mark.rule("nlc.23.0.4", "nlc.23.0.8")
def test_orders_of_the_night_wait_for_the_morning():
    scenario = learning()
    scenario["turn"][1]["light"] = "night"
    f = led_field({"fr-9-jamin": "0511", "al-best": "0503"}, {"fr-ii": {"kind": "defend", "target": "frasnes"}}, scenario=scenario, phase="chits")
    f.g.state.turn = 2
    receive(f.g, Dispatch(FR_II, f.l("ney"), [Order(kind="march", target=[f.h("0506")], name="x")]))
    assert f.g.state.waiting[FR_II] is not None and f.g.formation_order(FR_II).kind == "defend"
    comply_all(f.g)
    assert f.g.formation_order(FR_II).kind == "defend"
    f.g.state.turn = 3
    comply_all(f.g)
    assert f.g.formation_order(FR_II).kind == "march"
    from grognard.games.nlc.state import Pending

    p = led_field({"fr-9-jamin": "0511"}, {"fr-ii": {"kind": "defend", "target": "frasnes"}}, scenario=scenario, phase="chits")
    p.g.state.pending[FR_II] = Pending([Order(kind="march", target=[p.h("0506")])], "1T", 1)
    p.g.state.turn = 2
    comply_all(p.g)  # received by day: it runs on at night
    assert p.g.formation_order(FR_II).kind == "march" and p.told("nlc.23.0.8")


@pytest.mark.rule("nlc.23.0.5", "nlc.23.0.6")
def test_slow_french_mornings():
    f = Field("wavre", clear=False, phase="chits")
    f.g.state.turn = 6
    release_rolls(f.g)
    f.g.state.turn = 12
    with f.match.forced(2):
        release_rolls(f.g)
    iii = f.g.static.formation_named["fr-iii"]
    assert held_back(f.g, f.g.static.holders[iii])
    f.g.state.turn = 13
    with f.match.forced(2):
        release_rolls(f.g)
    assert not held_back(f.g, f.g.static.holders[iii])
    f.g.state.released = 0
    enemy = next(u for u in f.g.army_units(1) if f.g.is_infantry(u))
    near = next(h for h in f.g.grid.within(f.g.state.leader_at[f.l("grouchy")], 9) if f.g.zoc(0) >> h & 1 and not f.g.units_at(h))
    f.g.put(enemy, near)
    frightened(f.g, near, 1)
    assert not held_back(f.g, f.g.static.holders[iii])
    release_by_visit(f.g, f.l("grouchy"), [])


# ------------------------------------------------------------------ no attack order outlives the night; a General Retreat does


@pytest.mark.rule("nlc.23.0.3", "nlc.23.0.8")
@pytest.mark.parametrize("target, left", [("quatre-bras", "fall_back"), ("0511", "attack")])
def test_an_attack_complied_with_at_night_lapses_at_once(target, left):
    """23: all Attack orders that do not occupy a part of the target fail at night, also one that was put off by day."""
    f = led_field({"fr-9-jamin": "0511", "al-best": "0503"}, {"fr-ii": {"kind": "defend", "target": "0511"}}, scenario=dark(), turn=2,
                  leaders={**LEADERS, "reille": "0511", "ney": "0511"})
    hexes = [f.h("quatre-bras")] if target == "quatre-bras" else [f.h(target)]
    f.g.state.pending[FR_II] = Pending([Order(kind="attack", target=hexes, name=target, given=True)], "1T", 1)
    quiet_turn(f.match, "nlc.5.0.1")
    assert f.g.state.orders[FR_II].kind == left
    assert f.told("nlc.23.0.3") == (left != "attack")


@pytest.mark.rule("nlc.23.0.3")
@pytest.mark.parametrize(("held", "kind"), [(False, "fall_back"), (True, "attack")])
def test_the_attack_of_a_wing_fails_at_night_like_any_other(held, kind):
    """23: *all* Attack orders that do not occupy a part of the target fail. R166: his formations stand for him."""
    f = Field("wavre", clear=False, phase="chits")
    grouchy = f.g.static.commander_holder[f.l("grouchy")]
    unit = f.g.units_of(f.g.leader(f.l("grouchy")).commands[0])[0]
    target = f.g.at(unit) if held else f.h("wavre")
    f.g.state.orders[grouchy] = Order(kind="attack", target=[target], name="Wavre", given=True)
    f.g.state.turn = next(n for n, turn in enumerate(f.g.static.turns, 1) if turn.night)
    f.g.changed()
    attacks_lapse(f.g)
    assert f.g.state.orders[grouchy].kind == kind


@pytest.mark.rule("nlc.20.2.25")
@pytest.mark.parametrize(("dark_turns", "rests"), [((1,), False), ((1, 2), True), ((2,), True), ((), False)])
def test_the_night_in_which_it_was_sent_does_not_end_a_general_retreat(dark_turns, rests):
    scenario = learning()
    for number in dark_turns:
        scenario["turn"][number - 1]["light"] = "night"
    orders = {"fr-ii": {"kind": "general_retreat", "target": "frasnes", "since": 1}}
    f = led_field({"fr-9-jamin": "0511", "al-best": "0503"}, orders, scenario, turn=2)
    assert may_rest(f.g, FR_II) == rests


# ------------------------------------------------------------------ who gets going in the morning


@pytest.mark.rule("nlc.23.0.4", "nlc.23.0.5")
def test_a_wing_commander_waits_for_his_chief_in_the_morning():
    """23: French OCs have to be released before their subordinate leaders comply with night orders; a WC is one of them."""
    f = Field("campaign-1815", clear=False, phase="chits")
    ney, napoleon = f.l("ney"), f.l("napoleon")
    holder = f.g.static.commander_holder[ney]
    night = next(n for n, turn in enumerate(f.g.static.turns, 1) if turn.night)
    f.g.state.turn = next(n for n, turn in enumerate(f.g.static.turns, 1) if n > night and not turn.night)
    f.g.state.waiting[holder] = Pending([Order(kind="attack", target=[f.h("quatre-bras")], name="Quatre Bras", given=True)], "night", night)
    f.g.state.released, f.g.state.dispatches = 1 << ney, []
    f.g.changed()
    comply_all(f.g)
    assert f.g.state.orders[holder].kind == "march" and f.g.state.waiting[holder] is not None
    f.g.state.released |= 1 << napoleon
    comply_all(f.g)
    assert f.g.state.orders[holder].kind == "attack" and f.g.state.waiting[holder] is None


@pytest.mark.rule("nlc.23.0.6")
def test_any_other_commander_who_passes_wakes_him():
    """The book does not ask whether the visitor himself is up."""
    f = Field("ligny", options={"french_release": True}, clear=False)
    french = [leader.number for leader in f.g.static.leaders if leader.side == 0 and leader.role != "corps"]
    sleeper, visitor = french[:2]
    f.g.state.released = 0
    release_by_visit(f.g, visitor, [f.g.state.leader_at[sleeper]])
    assert f.g.state.released >> sleeper & 1 and not f.g.state.released >> visitor & 1


@pytest.mark.rule("nlc.23.0.6")
def test_an_advance_into_a_zone_of_control_wakes_the_commander():
    """An enemy unit that enters a ZOC within 10 hexes, by advance as by movement."""
    units = {"al-best": "0509", "fr-9-jamin": "0512"}
    leaders = {**LEADERS, "reille": "0512", "ney": "0512"}
    f = led_field(units, options={"french_release": True}, leaders=leaders)
    f.stage(side=1, formations=(3,), segment="combat")
    f.g.state.released = 0
    best, empty = f.u("al-best"), f.h("0511")
    f.g.put(best, f.h("0510"))
    assert f.g.zoc_on(empty, 1)
    fight = Fight(f.g, 1, empty, [best])
    f.drive(advance(f.g, fight, [best]))
    assert f.at("al-best") == "0511"
    assert f.g.state.released >> f.l("ney") & 1
