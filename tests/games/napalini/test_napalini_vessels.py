"""Appendix A in play: vessels, landing craft, the Aurora, the Paraguay."""

from __future__ import annotations

import pytest
from napalini_table import Table, action, scenario
from test_napalini_table import WATER, rows

from grognard.games.napalini.command import hq_actions, hq_orders
from grognard.games.napalini.hq.choices import ASHORE
from grognard.games.napalini.movement import moves, paths, transport
from grognard.kernel.state import plain

# ------------------------------------------------------------------ ships


@pytest.mark.rule("napalini.A.ships", "napalini.A.archie")
def test_named_ships():
    from grognard.games.napalini.deployment.scenario import read

    data = scenario(ground=WATER)
    data["formation"][0]["units"] += [{"type": "gunboat", "ship": "hms_severn", "at": "A4"}, {"type": "gunboat", "ship": "sms_sava", "at": "A4"}]
    units = {u.type: u for u in read(data, {})[1].units}
    assert units["hms_severn"].quality == "good" and units["sms_sava"].quality == "average"
    assert units["sms_sava"].archie and not units["hms_severn"].archie


@pytest.mark.rule("napalini.A.aurora")
def test_the_auroras_plane():
    from grognard.games.napalini.air import superiority
    from grognard.games.napalini.deployment.scenario import read

    data = scenario(ground=WATER)
    data["formation"][0]["units"].append({"type": "gunboat", "ship": "aurora", "at": "A4"})
    state = read(data, {})[1]
    assert [(p.type, p.quality) for p in state.air] == [("observation", "good")]
    t = Table(ground=WATER)
    ship = t.put(t.one, "aurora", "A4")
    k = t.fly(t.one, "observation", carrier=ship, mission="observe")
    t.g.take_out(ship, "out")
    assert not t.s.air[k].out
    superiority.go_home(t.g, k)
    assert t.s.air[k].out


@pytest.mark.rule("napalini.A.paraguay", "napalini.A.landing-craft")
def test_vessels_that_carry_one():
    t = Table(ground=WATER)
    para, boats, lct = t.put(t.one, "arp_paraguay", "B4"), t.put(t.one, "higgins_boats", "B4"), t.put(t.one, "lct", "B4")
    assert [transport.capacity(t.g, n) for n in (para, boats, lct)] == [1, 1, 1]
    man, tank = t.put(t.one, "infantry", "B4"), t.put(t.one, "light_tanks", "B4")
    assert transport.may_carry(t.g, boats, man) is None
    assert transport.may_carry(t.g, boats, tank).rule == "napalini.A.landing-craft"
    assert transport.may_carry(t.g, lct, tank) is None
    t.round(t.one, [boats, man])
    transport.load(t.g, man, boats)
    t.put(t.two, "infantry", "B5")
    assert t.sq("B5") in transport.beaches(t.g, boats, man)  # landing as an attack
    t.round(t.one, [boats])
    t.run(transport.unload(t.g, boats), (man, t.sq("B5")))
    assert t.g.round.queue == [t.sq("B5")]


@pytest.mark.rule("napalini.A.landing-craft", "napalini.3.ambush")
def test_a_landing_may_be_ambushed_and_heavy_units_need_their_ground():
    t = Table(rows(B5="F"), ground=WATER)
    boat, man = t.put(t.one, "higgins_boats", "B4"), t.put(t.one, "infantry", "B4")
    t.round(t.one, [boat, man])
    transport.load(t.g, man, boat)
    t.g.round.loaded.clear()
    enemy = t.put(t.two, "infantry", "B5", revealed=False)
    t.run(transport.unload(t.g, boat), (man, t.sq("B5")), enemy, ..., dice=(6, 1, 1))
    assert t.g.unit(man).at == t.sq("B5") and t.g.unit(man).step == 1 and t.g.unit(enemy).revealed
    lct, tank = t.put(t.one, "lct", "B4"), t.put(t.one, "heavy_tanks", "B4")
    assert t.sq("B5") not in transport.beaches(t.g, lct, tank) and t.sq("A5") in transport.beaches(t.g, lct, tank)


@pytest.mark.rule("napalini.2.transport.load")
def test_a_transport_that_loaded_makes_no_transit_move_and_one_that_stays_may_unload():
    t = Table(ground=WATER)
    ship, man = t.put(t.one, "troop_transport", "B4"), t.put(t.one, "infantry", "B4")
    t.round(t.one, [ship, man])
    seen = paths.enemy_view(t.g, t.one)
    assert paths.may_transit(t.g, ship, seen) is None
    t.run(moves.act(t.g, [man]), ("load", ship))
    assert paths.may_transit(t.g, ship, seen).rule == "napalini.2.transport.load"
    assert transport.passengers_to_land(t.g, ship) == []  # loading is its whole activity
    t.round(t.one, [ship])
    assert paths.may_transit(t.g, ship, seen) is None
    t.run(moves.act(t.g, [ship]), "stay", (man, t.sq("B4")), 0)
    assert t.g.unit(man).where == "table"


@pytest.mark.rule("napalini.2.transport.load")
def test_an_hq_goes_ashore_by_its_hq_action():
    t = Table(ground=WATER)
    ship, hq = t.put(t.one, "troop_transport", "B4"), t.g.hq(0)
    t.g.unit(hq).where, t.g.unit(hq).carrier, t.g.unit(hq).at = "aboard", ship, -1
    t.g.army(0).actions = 1
    t.round(t.one, [ship], step="actions", aoo=t.sq("B4"))
    assert transport.passengers_to_land(t.g, ship) == []
    t.run(hq_actions.execute(t.g, action("move-hq", 0, (0, ASHORE))))
    assert ("move-hq", 0, (0, ASHORE)) not in plain(hq_orders.offers(t.g))
    t.run(moves.act(t.g, [ship]), "stay", (hq, t.sq("B4")), 0)
    assert t.g.unit(hq).at == t.sq("B4") and t.g.army(0).actions == 0


@pytest.mark.rule("napalini.A.unarmed")
def test_the_pilar():
    from grognard.games.napalini.combat.losses import give_loss

    t = Table(ground=WATER)
    n = t.put(t.one, "pilar", "B4")
    t.put(t.two, "infantry", "B4")
    give_loss(t.g, n)
    assert t.g.unit(n).where == "captured" and t.g.fl(n)


@pytest.mark.rule("napalini.A.landing-craft", "napalini.6.attack.support")
def test_guns_do_not_land_in_the_face_of_the_enemy():
    t = Table(ground={"rivers": [["A4", "B4", "C4"]]})
    craft = t.put(t.one, "lct", "B4")
    gun = t.put(t.one, "field_artillery", "B4", where="aboard", carrier=craft)
    foot = t.put(t.one, "infantry", "B4", where="aboard", carrier=craft)
    t.put(t.two, "infantry", "B5")
    t.g.unit(gun).at = t.g.unit(foot).at = -1
    t.round(t.one, [craft])
    assert t.sq("B5") in transport.beaches(t.g, craft, foot) and t.sq("B5") not in transport.beaches(t.g, craft, gun)
    assert t.sq("C5") in transport.beaches(t.g, craft, gun)
