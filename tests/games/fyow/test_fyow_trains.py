"""Section 30: trains."""

from __future__ import annotations

import pytest
from fyow_table import at_cards, link, number, said, unit

from grognard.games.fyow import acts
from grognard.games.fyow.engineering import jobs
from grognard.games.fyow.partisans.demolition import blow_up
from grognard.games.fyow.planning.duties import make
from grognard.games.fyow.rail import trains
from grognard.games.fyow.records.map_detail import Work
from grognard.games.fyow.records.services import Train

# ------------------------------------------------------------------ 30: trains


@pytest.fixture
def rail(monkeypatch):
    """St Sampson, Les Capelles and L'Islet made into a railway with stations at both ends."""
    m = at_cards("b1", "g2")
    static = m.g.static
    line = [link(m, "st-sampson", "les-capelles"), link(m, "les-capelles", "lislet")]
    kinds = [("rail" if n in line else k) for n, k in enumerate(static.link_kind)]
    monkeypatch.setattr(static, "link_kind", kinds)
    monkeypatch.setattr(static, "rails", static.land)  # the roads serve as rails
    for name in ("st-sampson", "lislet"):
        monkeypatch.setattr(static.boards[static.number[name]], "station", True)
    m.g.state.rail.trains = [Train("t1", "Train 1", "german", static.number["st-sampson"])]
    return m


def train(m):
    return m.g.state.rail.trains[0]


@pytest.mark.rule("fyow.30.1.1", "fyow.31.5.1", "fyow.13.6.4")
def test_loading_a_train(rail):
    """The example: 60 spaces, throws 4x5 and 8x5: done in two sessions."""
    m = rail
    unit(m, "g2").elements = {"regular": 60}
    train(m).job = [number(m, "g2"), 1]
    with m.forced(4, 5):
        trains.run_trains(m.g)
    assert train(m).cargo == []
    with m.forced(8, 5):
        trains.run_trains(m.g)
    assert train(m).cargo == [number(m, "g2")] and unit(m, "g2").train == 0
    unit(m, "g2").elements = {"regular": 241}
    unit(m, "g2").train, train(m).cargo = -1, []
    assert trains.may_entrain(m.g, "german", make("g2", "entrain", "t1"), []).rule == "fyow.22.0.1"
    unit(m, "g2").elements = {"regular": 10, "soft_truck": 1}
    assert trains.may_entrain(m.g, "german", make("g2", "entrain", "t1"), []) is None
    train(m).board = unit(m, "g2").board = m.g.static.number["les-capelles"]
    assert trains.may_entrain(m.g, "german", make("g2", "entrain", "t1"), []).rule == "fyow.13.6.4"


@pytest.mark.rule("fyow.30.2.1", "fyow.14.12.1")
def test_a_train_runs(rail):
    m = rail
    train(m).order = m.g.static.number["les-capelles"]
    train(m).cargo = [number(m, "g2")]
    with m.forced(1):  # 1 + 4 of 5
        trains.run_trains(m.g)
    assert train(m).board == unit(m, "g2").board == m.g.static.number["les-capelles"]
    train(m).order = m.g.static.number["lislet"]
    m.g.state.weather.sky = "fog"
    with m.forced(2):  # -2
        trains.run_trains(m.g)
    assert train(m).board == m.g.static.number["les-capelles"]
    train(m).moves = 6
    way = trains.next_link(m.g, train(m))
    assert trains.may_run(m.g, 0, way).rule == "fyow.30.2.1"


@pytest.mark.rule("fyow.30.3.1")
def test_one_train_a_board_except_at_stations(rail):
    m = rail
    static = m.g.static
    m.g.state.rail.trains.append(Train("t2", "Train 2", "german", static.number["les-capelles"]))
    way = link(m, "st-sampson", "les-capelles")
    assert trains.may_run(m.g, 0, way).rule == "fyow.30.3.1"
    m.g.state.rail.trains[1].board = static.number["lislet"]
    train(m).board = static.number["les-capelles"]
    assert trains.may_run(m.g, 0, link(m, "les-capelles", "lislet")) is None


@pytest.mark.rule("fyow.30.4.1", "fyow.30.4.2")
def test_attacks_on_trains(rail):
    m = rail
    train(m).cargo = [number(m, "g2")]
    before = m.g.value(number(m, "g2"))
    trains.hit_train(m.g, 0, 3)
    assert train(m).damage == 3 and m.g.value(number(m, "g2")) < before
    assert trains.may_run(m.g, 0, link(m, "st-sampson", "les-capelles")).rule == "fyow.30.4.1"
    train(m).damage, train(m).kind, train(m).cargo = 0, "armoured", []
    trains.hit_train(m.g, 0, 1)
    assert train(m).damage == 0


@pytest.mark.rule("fyow.30.5.1", "fyow.30.5.3")
def test_cutting_and_mending_a_line(rail):
    m = rail
    way = link(m, "st-sampson", "les-capelles")
    unit(m, "g2").elements["small_charge"] = 1
    assert trains.may_cut(m.g, number(m, "g2"), acts.Cut(way)).rule == "fyow.30.5.1"
    unit(m, "g2").elements["small_charge"] = 2
    assert trains.may_cut(m.g, number(m, "g2"), acts.Cut(way)) is None
    list(trains.cut_with_charges(m.g, number(m, "g2"), acts.Cut(way)))
    assert trains.cut(m.g, way) and "small_charge" not in unit(m, "g2").elements
    assert trains.may_run(m.g, 0, way).rule == "fyow.30.2.1"
    unit(m, "g2").elements = {"regular_enhanced": 10}
    unit(m, "g2").engineers = 10
    with m.forced(5, 6, 6, 6):
        jobs.work(m.g, number(m, "g2"), "rail", way)
    with m.forced(1, 1, 1, 1):
        jobs.work(m.g, number(m, "g2"), "rail", way)
    assert trains.cut(m.g, way)  # from the next session
    m.g.state.session += 1
    assert not trains.cut(m.g, way)


@pytest.mark.rule("fyow.30.6.1")
def test_a_railway_bridge_down_stops_the_trains(rail):
    m = rail
    way = link(m, "st-sampson", "les-capelles")
    assert not trains.cut(m.g, way)
    m.g.state.staff.works = [Work(m.g.static.number["les-capelles"], "the railway bridge", "bridge", damage=6)]
    assert trains.may_run(m.g, 0, way).rule == "fyow.30.6.1"
    m.g.state.staff.works[0].damage = 5
    assert trains.may_run(m.g, 0, way) is None


@pytest.mark.rule("fyow.30.5.2")
def test_getting_off_at_a_break(rail):
    m = rail
    way = link(m, "st-sampson", "les-capelles")
    unit(m, "g2").elements = {"regular": 20}
    train(m).cargo, train(m).order = [number(m, "g2")], m.g.static.number["les-capelles"]
    unit(m, "g2").train = 0
    trains.cut_line(m.g, way)
    with m.forced(5, 6):
        trains.run_trains(m.g)
    assert train(m).cargo and train(m).loading == 11
    with m.forced(5, 6):
        trains.run_trains(m.g)
    assert not train(m).cargo and unit(m, "g2").train == -1
    train(m).order, train(m).job, train(m).loading = -1, [number(m, "g2"), 1], 0
    station = m.g.static.boards[train(m).board].station
    m.g.static.boards[train(m).board].station = False
    with m.forced(6, 6):
        trains.run_trains(m.g)
    with m.forced(6, 6):
        trains.run_trains(m.g)
    m.g.static.boards[train(m).board].station = station
    assert train(m).cargo == [number(m, "g2")]


def test_who_marches_off_is_not_loaded(rail):
    m = rail
    train(m).job = [number(m, "g2"), 1]
    unit(m, "g2").board = m.g.static.number["les-capelles"] if train(m).board != m.g.static.number["les-capelles"] else 0
    with m.forced():
        trains.run_trains(m.g)
    assert not train(m).job and not train(m).cargo


@pytest.mark.rule("fyow.30.7.1")
def test_railway_guns(rail):
    m = rail
    train(m).kind = "gun"
    assert trains.limit(train(m)) == 3
    unit(m, "b1").board = m.g.static.number["lislet"]
    m.g.state.seen["german"] = [number(m, "b1")]
    item = make("t1", "bombard", "lislet")
    assert trains.may_bombard(m.g, "german", item, []) is None
    with m.forced(5):
        trains.bombardment(m.g, "german", item)
    assert "5 points" in said(m, "british", "30.7.1")[-1]
    train(m).board = m.g.static.number["les-capelles"]
    assert trains.may_bombard(m.g, "german", item, []).rule == "fyow.30.7.1"


@pytest.mark.rule("fyow.30.7.1")
@pytest.mark.parametrize(("place", "hit"), [("lislet", "b1"), ("les-capelles", "b4")])
def test_a_railway_gun_hits_who_stands_where_it_fires(rail, place, hit):
    m = rail
    train(m).kind = "gun"
    unit(m, "b1").board, unit(m, "b4").board = m.g.static.number["lislet"], m.g.static.number["les-capelles"]
    m.g.state.seen["german"] = [number(m, "b1"), number(m, "b4")]
    with m.forced(5):
        trains.bombardment(m.g, "german", make("t1", "bombard", place))
    assert unit(m, hit).name in said(m, "british", "30.7.1")[-1]


@pytest.mark.rule("fyow.13.5.3")
def test_a_staff_orders_its_trains(rail):
    m = rail
    m.g.state.phase = "plan"
    assert trains.may_order_train(m.g, "british", make("t1", "train", "lislet"), []).rule == "fyow.13.5.3"
    assert trains.may_order_train(m.g, "german", make("t1", "train", "lislet"), []) is None
    trains.order_train(m.g, "german", make("t1", "train", "lislet"))
    assert train(m).order == m.g.static.number["lislet"]


@pytest.mark.rule("fyow.30.5.1", "fyow.30.5.3", "fyow.34.8.5")
def test_a_line_cut_by_partisans_is_mended_by_its_own_number(rail):
    """30.5: one set of partisan explosives cuts it, and 24 mends it: there is no other work to be done."""
    m = rail
    blow_up(m.g, m.g.static.number["les-capelles"], "rail", 120, False)
    assert len(m.g.state.rail.cuts) == 1 and not m.g.state.stores.works and not m.g.state.stores.roads


@pytest.mark.parametrize(("result", "mended"), [("damaged", False), ("destroyed", False), ("damaged", True)])
@pytest.mark.rule("fyow.13.6.4", "fyow.31.2.1", "fyow.34.8.5")
def test_a_station_that_partisans_wrecked_loads_no_vehicles(rail, result, mended):
    m = rail
    place = m.g.static.number["st-sampson"]
    m.g.state.staff.works = [Work(place, "the station", "station")]
    unit(m, "g2").elements = {"regular": 10, "soft_truck": 1}
    order = make("g2", "entrain", "t1")
    assert trains.may_entrain(m.g, "german", order, []) is None
    blow_up(m.g, place, "works", 90, result == "destroyed")
    assert not m.g.state.stores.roads  # the road is as it was
    if mended:
        del m.g.state.stores.works[str(place)]
    assert (trains.may_entrain(m.g, "german", order, []) is None) is mended
