"""Chapter 23: night."""

from __future__ import annotations

import pytest

from conftest import FR_II, LEADERS, Field, dark, learning, led_field
from grognard.games.nlc.command.compliance import comply_all, receive
from grognard.games.nlc.leaders.night import attacks_lapse, frightened, held_back, release_by_visit, release_rolls
from grognard.games.nlc.state import Dispatch, Order


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
