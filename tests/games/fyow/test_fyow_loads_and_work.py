"""Sections 22 to 24 and 31: loads, hubs, repairs, work."""

from __future__ import annotations

import pytest
from fyow_table import at_cards, number, planning, refused, said, unit

from grognard.games.fyow import acts
from grognard.games.fyow.engineering import jobs
from grognard.games.fyow.planning.duties import DUTY
from grognard.games.fyow.planning.plans import Plan
from grognard.games.fyow.records.map_detail import Work
from grognard.games.fyow.supply import loads

# ------------------------------------------------------------------ 22, 24: loads and hubs


@pytest.mark.rule("fyow.22.0.1", "fyow.22.0.2", "fyow.22.0.3", "fyow.22.0.4")
def test_loads_and_capacities():
    assert loads.spaces({"medium_mortar": 1, "regular": 3}) == 6
    assert loads.spaces({"motorcycle": 1}) == 3
    assert loads.spaces({"regular": 10, "lmg": 1}) == 11
    assert loads.fits(loads.spaces({"regular": 10, "lmg": 1}), loads.capacity({"soft_truck": 1}), "a truck") is None
    refusal = loads.fits(loads.spaces({"regular": 12, "lmg": 1}), 12, "a truck")
    assert refusal.rule == "fyow.22.0.1"
    assert loads.on_foot({"regular": 10, "lmg": 3, "mmg": 2})
    assert not loads.on_foot({"regular": 10, "lmg": 11})
    assert not loads.on_foot({"regular": 30, "soft_truck": 1})


def test_the_loads_of_the_order_of_battle():
    """The load column of Operation Take Three."""
    commando = {"elite_enhanced": 120, "lmg": 16, "light_mortar": 6, "at_rifle": 4, "medium_mortar": 2}
    commando |= {"small_charge": 12, "large_charge": 6, "radio_set": 4}
    assert loads.spaces(commando) == 174
    m = at_cards("b1")
    assert loads.spaces(unit(m, "b1").elements) == 527


@pytest.mark.rule("fyow.24.0.1", "fyow.24.0.2")
def test_a_small_port_handles_the_product_of_its_dice():
    m = at_cards("b1")
    sampson = m.g.static.number["st-sampson"]
    assert loads.hub_of(m.g, sampson) == "small_port"
    with m.forced(5, 2, 3, 4):
        assert loads.handle(m.g, sampson, "german") == 120


@pytest.mark.rule("fyow.24.1.1")
def test_a_cove_handles_little_and_no_vehicles():
    m = at_cards("b1")
    doyle = m.g.static.number["fort-doyle"]
    assert loads.hub_of(m.g, doyle) == "small_cove"
    with m.forced(5, 4):
        assert loads.handle(m.g, doyle, "british") == 20
    assert not loads.takes_vehicles("small_cove") and loads.takes_vehicles("invasion_beach")


# ------------------------------------------------------------------ 23: repairs


def tanks(**patch):
    m = at_cards("b4", "g2", **patch)
    unit(m, "b4").elements["infantry_tank"] = 2
    unit(m, "b4").damaged["infantry_tank"] = 2
    return m


@pytest.mark.rule("fyow.23.1.1", "fyow.23.0.1", "fyow.23.1.4", "fyow.23.2.1")
def test_a_field_park_repairs_one_vehicle_after_the_other():
    m = tanks()
    assert jobs.repair_total("assault_gun") == 38  # worth 75
    assert jobs.repair_total("infantry_tank") == 43
    with m.forced(10, 10):
        jobs.repair(m.g, number(m, "b4"))
    m.g.state.session += 1
    with m.forced(10, 10):
        jobs.repair(m.g, number(m, "b4"))
    assert unit(m, "b4").damaged == {"infantry_tank": 2}
    m.g.state.session += 1
    with m.forced(4, 4):
        jobs.repair(m.g, number(m, "b4"))
    assert unit(m, "b4").damaged == {"infantry_tank": 1}
    assert [t.done for t in m.g.state.stores.tasks] == [5]  # the surplus
    assert said(m, "british", "23.2.1")


@pytest.mark.rule("fyow.23.1.2", "fyow.23.1.5")
def test_without_it_each_crew_throws_for_its_own_vehicle():
    m = tanks()
    del unit(m, "b4").elements["field_park"]
    with m.forced(6, 6, 5, 5):
        jobs.repair(m.g, number(m, "b4"))
    assert sum(t.done for t in m.g.state.stores.tasks) == 22


@pytest.mark.rule("fyow.23.1.3")
def test_deductions_of_repairs_add_up():
    m = tanks(session=1, weather={"sky": "snow", "gauge": 8})
    assert m.g.night
    assert int(jobs.repair_score(m.g, 11)) == 8


@pytest.mark.rule("fyow.20.11.1", "fyow.20.11.2")
def test_at_rest_nothing_is_repaired():
    broken = {"mode": "rest", "elements": {"regular": 10, "infantry_tank": 1, "field_park": 1}, "damaged": {"infantry_tank": 1}}
    m = at_cards("b4", "g2", forces={"b4": broken})
    with refused("20.11.2"):
        m.choose(("repair",))
    assert jobs.field_parks(m.g, number(m, "b4")) == []
    unit(m, "b4").mode = "active"
    assert jobs.field_parks(m.g, number(m, "b4")) == [number(m, "b4")]


# ------------------------------------------------------------------ 31: work


def at_work(**patch):
    m = at_cards("b4", "g2", **patch)
    unit(m, "b4").engineers = 30
    unit(m, "b4").arrived = -1
    return m


@pytest.mark.rule("fyow.31.1.1")
def test_parties_and_their_dice():
    m = at_work()
    b4 = number(m, "b4")
    assert jobs.parties(m.g, b4, "rail") == [(4, 10, False)] * 3
    unit(m, "b4").engineers = 7
    assert jobs.parties(m.g, b4, "rail") == [(4, 10, True)]
    unit(m, "b4").engineers = 0
    assert jobs.parties(m.g, b4, "rail")[0] == (4, 6, False)
    for men, gangs in ((3, 0), (4, 1), (7, 1), (8, 2)):  # 31.0.3: four infantrymen clear a minefield
        unit(m, "b4").elements = {"regular": men}
        assert jobs.parties(m.g, b4, "mines") == [(4, 6, False)] * gangs


@pytest.mark.rule("fyow.31.0.2")
def test_by_night_the_score_is_halved():
    m = at_work(session=1)
    assert jobs.worked_score(m.g, [5, 6, 4, 6]) == 11


@pytest.mark.rule("fyow.31.1.2", "fyow.25.7.1")
@pytest.mark.parametrize(("sky", "off"), [("heavy_rain", 2), ("snow", 3), ("fog", 3), ("light_rain", 0)])
def test_weather_takes_from_work(sky, off):
    m = at_work(weather={"sky": sky})
    assert jobs.worked_score(m.g, [5, 6, 4, 6]) == 21 - off


@pytest.mark.rule("fyow.26.7.1")
def test_winter_work(monkeypatch):
    m = at_work(weather={"sky": "snow", "wind": "freezing"})
    monkeypatch.setattr(m.g.static, "climate", "winter")
    assert jobs.worked_score(m.g, [5, 6, 4, 6]) == 16


@pytest.mark.rule("fyow.27.6.1")
def test_heat_takes_a_pip_off_each_die(monkeypatch):
    m = at_work()
    monkeypatch.setattr(m.g.static, "climate", "desert")
    assert jobs.worked_score(m.g, [7, 1, 5, 9]) == 18


@pytest.mark.rule("fyow.31.1.3", "fyow.20.7.3.2")
def test_rationed_work_takes_half_as_much_again():
    m = at_work(forces={"b4": {"mode": "rationed"}})
    assert jobs.need(m.g, number(m, "b4"), 45) == 68
    unit(m, "b4").mode = "active"
    assert jobs.need(m.g, number(m, "b4"), 45) == 45


@pytest.mark.rule("fyow.31.1.5")
def test_a_pontoon_bridge():
    """The example: 20, 18 and 9 make 47; the bridge serves after the third throw."""
    m = at_work()
    m.g.state.staff.works = [Work(unit(m, "b4").board, "the bridge", "bridge", damage=6, known=["british"])]
    unit(m, "b4").arrived = m.g.now
    assert jobs.may_work(m.g, number(m, "b4"), acts.Work("bridge", 0)).rule == "fyow.31.1.5"
    unit(m, "b4").arrived = -1
    assert jobs.may_work(m.g, number(m, "b4"), acts.Work("bridge", 0)) is None
    for dice in ((5, 5, 5, 5), (4, 5, 4, 5), (2, 2, 2, 3)):
        assert m.g.state.staff.works[0].destroyed
        with m.forced(*dice):
            jobs.work(m.g, number(m, "b4"), "bridge", 0)
    assert not m.g.state.staff.works[0].destroyed
    assert m.g.state.stores.bridges["0"] == m.g.now + 1


@pytest.mark.rule("fyow.31.0.1", "fyow.31.0.3", "fyow.31.1.4")
def test_two_sappers_clear_a_minefield():
    m = at_work()
    unit(m, "b4").engineers = 2
    m.g.state.staff.works.append(Work(unit(m, "b4").board, "the mines", "mines", known=["british"]))
    assert ("mines", 0) in jobs.jobs_at(m.g, number(m, "b4"))
    assert jobs.may_work(m.g, number(m, "b4"), acts.Work("mines", 0)) is None
    with m.forced(2, 2, 2, 3):
        jobs.work(m.g, number(m, "b4"), "mines", 0)
    assert not m.g.state.staff.works[0].cleared
    with m.forced(1, 1, 1, 1):
        jobs.work(m.g, number(m, "b4"), "mines", 0)
    assert m.g.state.staff.works[0].cleared
    assert said(m, "british", "31.1.4")


@pytest.mark.rule("fyow.31.2.1")
def test_damage_is_a_work_total():
    m = at_work()
    m.g.state.staff.works.append(Work(unit(m, "b4").board, "the bridge", "bridge", damage=2, known=["british"]))
    assert jobs.total_of(m.g, "structure", 0) == 30
    with m.forced(*[10] * 12):
        jobs.work(m.g, number(m, "b4"), "structure", 0)
    assert m.g.state.staff.works[0].damage == 0


@pytest.mark.rule("fyow.31.3.1", "fyow.base.maint.1")
def test_maintenance():
    m = at_cards("b1", options={"traits": False, "maintenance": True})
    for name in ("b1", "g2", "g4"):
        unit(m, name).elements = {"regular": 10}
    unit(m, "b4").elements = {"cruiser": 4, "field_park": 1}
    with m.forced(1, 1, 1, 5, 2):
        jobs.maintenance(m.g)
    assert m.g.state.stores.out == {str(number(m, "b4")): {"cruiser": 1}}
    off = at_cards("b1")
    with off.forced():
        jobs.maintenance(off.g)


def test_a_duty_must_be_known():
    m = planning()
    with refused("10.5.1"):
        m.choose([Plan("b1", DUTY, "sing", "b4")], seat="british")


@pytest.mark.rule("fyow.20.12.1", "fyow.20.11.1")
def test_militia_repairs_its_vehicles_at_rest():
    """20.12: of Home Guard and Militia Rest takes only the fire."""
    own = {"mode": "rest", "elements": {"poor": 40, "infantry_tank": 1, "field_park": 1}, "damaged": {"infantry_tank": 1}}
    m = at_cards("b4", "b1", forces={"b4": {**own, "militia": True}})
    with m.forced(9, 9):
        m.choose(("repair",))
    assert m.g.state.stores.tasks[0].done == 18
    m = at_cards("b4", "b1", forces={"b4": own})
    with refused("20.11.2"):
        m.choose(("repair",))
