"""Chapter 11: barrages, paratroops and air supply."""

from __future__ import annotations

import pytest
from napalini_table import Table, action, refused, table, three_armies
from test_napalini_night import surrounded
from test_napalini_table import rows

from grognard.games.napalini.air import strike
from grognard.games.napalini.air.choices import Mission, Sortie
from grognard.games.napalini.combat import barrage
from grognard.games.napalini.combat.choices import How, Shells, Way
from grognard.games.napalini.command import hq_actions, phase
from grognard.games.napalini.deployment import setup
from grognard.games.napalini.deployment.choices import Ready
from grognard.games.napalini.night import nights
from grognard.games.napalini.supply.lines import isolated_units
from grognard.kernel import PASS
from grognard.kernel.state import plain

# ------------------------------------------------------------------ barrages


def gunline(**more) -> tuple[Table, int, int]:
    t = Table(**more)
    gun = t.put(t.one, "field_artillery", "C2", fired=True)
    d = t.put(t.two, "infantry", "C4")
    t.g.army(0).actions = t.g.army(1).actions = 1
    return t, gun, d


@pytest.mark.rule("napalini.11.barrage", "napalini.11.barrage.cost", "napalini.11.barrage.normal", "napalini.11.barrage.losses", "napalini.4.action.barrage", "napalini.9.barrage")
def test_a_barrage():
    t, gun, d = gunline()
    t.round(t.one, step="actions")
    t.g.army(1).actions = 0
    t.run(hq_actions.execute(t.g, action("barrage", 0, 0)), ((gun, "sees", -1), t.sq("C4")), dice=(6, 6), draws=([d],))
    assert t.g.unit(d).step == 1 and t.g.camp(t.one).stockpiles == 2
    assert t.g.unit(gun).fired  # no marker given or removed
    t.g.round.step = "move"
    assert barrage.may_barrage(t.g, t.one, 0).rule == "napalini.11.barrage.normal"
    t.g.round.step = "actions"
    assert barrage.may_barrage(t.g, t.one, 0) is None
    t.g.camp(t.one).stockpiles = 0
    assert barrage.may_barrage(t.g, t.one, 0).rule == "napalini.11.barrage.cost"


@pytest.mark.rule("napalini.11.barrage.simultaneous")
def test_every_target_is_fixed_before_the_first_die():
    t, gun, d = gunline()
    second = t.put(t.one, "field_artillery", "D2")
    other = t.put(t.two, "infantry", "D4")
    t.g.army(1).actions = 0
    t.round(t.one, step="actions")
    at = {}
    procedure = barrage.shell(t.g, 0)
    first = next(procedure)
    at[1] = sum(event.kind == "roll" for event in t.match.events)
    procedure.send(Shells(Way(gun, How.SEES), t.sq("C4")))
    at[2] = sum(event.kind == "roll" for event in t.match.events)
    procedure.close()
    assert at[1] == at[2] and first.rule == "napalini.11.barrage.simultaneous"
    t.run(barrage.shell(t.g, 0), ((gun, "sees", -1), t.sq("C4")), ((second, "sees", -1), t.sq("D4")), dice=(6, 6, 1, 1))
    assert d >= 0 and other >= 0


@pytest.mark.rule("napalini.11.barrage.fireplan")
def test_several_stockpiles_on_the_opening_barrage():
    t, gun, d = gunline()
    t.g.camp(t.two).stockpiles = 0
    t.s.round = None
    way = ((gun, "sees", -1), t.sq("C4"))
    t.run(barrage.opening(t.g), 0, way, 0, way, PASS, dice=(6, 6, 6, 6), draws=([d], [d]))
    assert t.g.unit(d).step == 2 and t.g.camp(t.one).stockpiles == 1  # two barrages, each a total of its own


@pytest.mark.rule("napalini.11.barrage.counter")
def test_a_counter_barrage():
    t, gun, _d = gunline()
    answer = t.put(t.two, "heavy_artillery", "C6")
    t.put(t.two, "infantry", "C3", "N")
    t.round(t.one, step="actions")
    t.run(barrage.counter(t.g, t.two), 1, ..., dice=(2, 6, 1, 1), draws=([gun],))
    assert t.g.camp(t.two).stockpiles == 2 and t.g.army(1).actions == 0
    assert t.g.unit(gun).step == 1 or t.g.unit(gun).where == "out"
    assert answer >= 0


@pytest.mark.rule("napalini.11.barrage.opening", "napalini.11.barrage.fireplan", "napalini.11.barrage.after-opening", "napalini.11.barrage.targets")
def test_the_opening_barrage():
    t, gun, d = gunline(rows=rows(C4="B"))
    t.g.camp(t.two).stockpiles = 0
    t.s.round = None
    assert plain(barrage.targets(t.g, gun)) == (((gun, "map", -1), t.sq("C4")),)  # any feature, without designation
    way = ((gun, "map", -1), t.sq("C4"))
    t.run(barrage.opening(t.g), 0, way, PASS, dice=(6,), draws=([d],))
    assert t.g.camp(t.one).opening_barrage and t.g.camp(t.one).stockpiles == 2 and t.g.camp(t.one).designated == []
    t.round(t.one, step="actions")
    assert barrage.may_barrage(t.g, t.one, 0).rule == "napalini.11.barrage.after-opening"
    t.s.rounds = 1
    assert barrage.may_barrage(t.g, t.one, 0) is None


# ------------------------------------------------------------------ paratroops and air supply


@pytest.mark.rule("napalini.11.para.drop")
def test_a_paratroop_drop():
    t = Table(options={"air_landing": True})
    n = t.put(t.one, "paratroops", "A1", where="later")
    t.round(t.one)
    t.run(strike.parachute(t.g, t.one, t.sq("C6")), 0, dice=(3,))
    assert t.g.unit(n).at == t.sq("C6") and not t.g.unit(n).prepared
    m = t.put(t.one, "paratroops", "A1", where="later", revealed=False)
    t.run(strike.parachute(t.g, t.one, t.sq("D6")), 6, dice=(1,), draws=([0],))  # to the north
    assert t.g.unit(m).at == t.sq("D7") and t.g.unit(m).step == 1 and t.g.unit(m).facing == 6 and t.g.unit(m).known
    off = [t.put(t.one, "paratroops", "A1", where="later") for _ in range(2)]
    t.run(strike.parachute(t.g, t.one, t.sq("A8")), off[1], dice=(2,), draws=([7],))  # off the table
    assert t.g.unit(off[1]).where == "out"
    t.put(t.two, "infantry", "F7")
    t.run(strike.parachute(t.g, t.one, t.sq("F6")), dice=(2,), draws=([0],))  # among enemies
    assert t.g.unit(off[0]).where == "out"
    town = Table(rows(C6="B"), options={"air_landing": True})
    assert town.sq("C6") not in strike.landing_squares(town.g, town.one)


@pytest.mark.rule("napalini.11.para.supply")
def test_air_supply():
    t, (n,) = surrounded()
    t.round(t.one)
    k = t.fly(t.one, "skytrain")
    gun = t.put(t.one, "field_artillery", "A8", fired=True)
    t.run(strike.mission(t.g, Sortie(k, Mission.SUPPLY, t.sq("A8"))))
    t.g.camp(t.one).stockpiles = 0
    t.g.camp(t.one).starving = [t.sq("A8")]
    assert n in isolated_units(t.g, t.one)  # it counts at the next reset and the next attrition phase only
    phase.reset(t.g, t.one)
    assert not t.g.unit(gun).fired
    t.run(nights.attrition(t.g, t.one))
    nights.mark_isolation(t.g, t.one)
    assert t.g.unit(n).step == 0 and not t.g.unit(n).isolated
    t.g.camp(t.one).starving, t.g.unit(gun).fired = [t.sq("A8")], True
    phase.reset(t.g, t.one)
    t.run(nights.attrition(t.g, t.one), dice=(1, 6))
    assert t.g.unit(n).step == 1 and t.g.unit(gun).fired


@pytest.mark.rule("napalini.3.deploy.prepared")
def test_the_sd_may_start_prepared():

    t = Table(head={"free_setup": True})
    t.s.stage, t.s.setup = "objectives", "place"
    a, b = t.put(t.two, "infantry", "C6"), t.put(t.two, "infantry", "C6")
    t.put(t.one, "infantry", "C2")
    t.run(setup.rearrange(t.g, t.two, None, "napalini.3.deploy.fixed", "?"), ("prepare", t.sq("C6")), b, "done")
    assert t.g.unit(a).prepared and t.g.unit(b).prepared and t.g.all_round(t.sq("C6"), t.two)
    t.run(setup.rearrange(t.g, t.one, 40, "napalini.3.deploy.fixed", "?"), "done")
    assert not any(isinstance(value, Ready) for value in t.asked[0].options)


@pytest.mark.rule("napalini.4.hq.lost", "napalini.11.barrage.counter")
def test_a_lost_hq_orders_no_counter_barrage():
    t = table()
    t.put(t.two, "field_artillery", "C6")
    t.put(t.one, "infantry", "C4")
    t.g.army(1).actions = 1
    t.round(t.one, step="actions")
    assert next(barrage.counter(t.g, t.two), None) is not None
    t.g.take_out(t.g.hq(1), "out")
    assert next(barrage.counter(t.g, t.two), None) is None


@pytest.mark.rule("napalini.4.hq.reach", "napalini.11.barrage.counter")
def test_the_owner_says_which_hq_pays_for_a_counter_barrage():
    t = three_armies()
    t.g.army(0).actions = t.g.army(2).actions = 1
    gun = t.put(t.one, "field_artillery", "C2", formation=2)
    t.put(t.two, "infantry", "C4")
    t.put(t.one, "infantry", "C3")
    t.round(t.two, step="actions")
    t.run(barrage.counter(t.g, t.one), 2, 0, ((gun, "sees", -1), t.sq("C4")), dice=(1, 1))
    assert (t.g.army(0).actions, t.g.army(2).actions) == (0, 1)


@pytest.mark.rule("napalini.11.barrage.counter")
def test_no_counter_barrage_without_a_gun_that_can_fire():
    t = table()
    t.g.army(1).actions = 1
    t.round(t.one, step="actions")
    with refused("napalini.11.barrage.targets"):
        t.run(barrage.counter(t.g, t.two), 1)
    t.run(barrage.counter(t.g, t.two), PASS)
    assert t.g.camp(t.two).stockpiles == 3 and t.g.army(1).actions == 1
    gun = t.put(t.two, "field_artillery", "C6")
    foe = t.put(t.one, "infantry", "C4")
    t.put(t.two, "infantry", "C5")
    t.run(barrage.counter(t.g, t.two), 1, ((gun, "sees", -1), t.sq("C4")), dice=(1, 1))
    assert t.g.camp(t.two).stockpiles == 2 and t.g.unit(foe).step == 0


@pytest.mark.rule("napalini.11.barrage.opening", "napalini.11.barrage.fireplan")
def test_an_opening_barrage_takes_as_many_stockpiles_as_there_are():
    t = table()
    t.g.camp(t.one).stockpiles = 7
    t.g.army(1).actions = 0
    gun, foe = t.put(t.one, "field_artillery", "C2"), t.put(t.two, "infantry", "C4")
    t.put(t.one, "infantry", "C3")
    aim = ((gun, "sees", -1), t.sq("C4"))
    t.run(barrage.opening(t.g), *[0, aim] * 7, dice=(1, 1) * 7)
    assert t.g.camp(t.one).stockpiles == 0 and t.g.unit(foe).step == 0
