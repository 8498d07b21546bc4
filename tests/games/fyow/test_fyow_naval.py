"""Section 29: fleets, moves, spotting, condition, the engagement; on Operation Take Three."""

from __future__ import annotations

import pytest
from fyow_arms import air, board, ships, take_three, vessels
from fyow_fleet import boat, met, of, put
from fyow_table import link, number, refused, unit

from grognard.games.fyow.air import aircraft as flights
from grognard.games.fyow.march.movement import movement
from grognard.games.fyow.records.services import Vessel
from grognard.games.fyow.sea import gunnery as naval_fire
from grognard.games.fyow.sea import landings
from grognard.games.fyow.sea import sailing as naval_moves
from grognard.games.fyow.sea import vessels as naval
from grognard.games.fyow.sequence import holders_of_cards
from grognard.games.fyow.session import naval_cards as naval_acts
from grognard.games.fyow.session.activation import activate


@pytest.fixture
def m():
    return take_three()


# ------------------------------------------------------------------ fleets


@pytest.mark.rule("fyow.29.1.1", "fyow.29.2.1", "fyow.29.2.2")
def test_guns_are_thrown_at_the_outset(m):
    fleet = m.g.state.fleet
    fleet.vessels = [Vessel("gunboat", ships(m, "bn2"), "HMS Test"), Vessel("fishing_boat", ships(m, "bn2"), "Smack")]
    with m.forced(4, 3):
        naval.set_up(m.g)
    gunboat, smack = fleet.vessels
    assert gunboat.guns == {"75mm": 6, "aa": 3} and naval.shots_a_day(gunboat, "75mm") == 3
    assert smack.guns == {} and smack.capacity == 12
    fleet.vessels = [Vessel("destroyer", ships(m, "bn1"), "HMS Test")]
    with m.forced(1, 2, 3, 3, 4, 4):
        naval.set_up(m.g)
    assert fleet.vessels[0].guns == {"149mm": 3, "150mm": 6, "aa": 8} and fleet.vessels[0].depth_charges == 6


@pytest.mark.rule("fyow.29.1.2")
def test_lost_ships_are_never_replaced(m):
    lost = of(m, boat(m, "gn1"))
    lost.sunk, lost.damage = False, 0
    naval_fire.hurt(m.g, boat(m, "gn1"), 4, "fyow.29.10.1.2")
    assert lost.sunk
    naval.dockyard(m.g, "german")
    assert lost.sunk and lost not in naval.vessels(m.g, ships(m, "gn1"))
    assert boat(m, "gn1") not in [vessels(m, "gn1")[n] for n, v in enumerate(naval.vessels(m.g, ships(m, "gn1")))][1:]
    assert not m.g.state.stores.losses


@pytest.mark.rule("fyow.29.2.3")
def test_small_vessels(m):
    assert naval.is_small(m.g, put(m, "gn1", "e")) and naval.is_small(m.g, put(m, "gn2", "e"))
    assert not naval.is_small(m.g, ships(m, "bn1"))


@pytest.mark.rule("fyow.29.4.1", "fyow.29.4.2")
def test_serviceability(m):
    fleet = m.g.state.fleet
    fleet.vessels = [Vessel("gunboat", ships(m, "bn2"), "HMS Test"), Vessel("canoe_dinghy_raft", ships(m, "bn2"), "canoe")]
    with m.forced(1):
        naval.morning(m.g)
    assert not fleet.vessels[0].fit and fleet.vessels[1].fit
    assert naval.fit(m.g, ships(m, "bn2")) == [fleet.vessels[1]]
    with m.forced(2):
        naval.morning(m.g)
    assert fleet.vessels[0].fit


# ------------------------------------------------------------------ moves


@pytest.mark.rule("fyow.29.5.1")
def test_ships_in_dock_put_to_sea(m):
    n = ships(m, "gn1")
    assert naval_moves.may_place(m.g, n, board(m, "forest")).rule == "fyow.29.5.1"
    assert naval_moves.may_place(m.g, n, board(m, "w")).rule == "fyow.29.5.1"
    assert naval_moves.may_place(m.g, n, board(m, "e")) is None
    naval_moves.place(m.g, n, board(m, "e"))
    assert m.g.state.fleet.groups[n].board == board(m, "e")
    assert naval_moves.may_place(m.g, n, board(m, "e")).rule == "fyow.29.5.1"  # once a day


@pytest.mark.rule("fyow.29.5.2", "fyow.29.6.2.1")
def test_boards_a_session_and_a_day(m):
    assert naval_moves.moves_of(m.g, ships(m, "bn3")) == (4, 24)
    assert naval_moves.moves_of(m.g, ships(m, "bn1")) == (3, 18)
    assert naval_moves.moves_of(m.g, ships(m, "fw")) == (1, 6)
    n = ships(m, "fw")
    way = link(m, "os", "w")
    assert naval_moves.may_sail(m.g, n, way) is None
    with m.forced(5):
        assert naval_moves.sail(m.g, n, way)
    assert unit(m, "b5").board == board(m, "w")  # its troops go with it
    assert naval_moves.may_sail(m.g, n, link(m, "w", "nw")).rule == "fyow.29.6.2.1"


@pytest.mark.rule("fyow.29.6.2.2")
def test_the_test_at_sea(m):
    """The example: a fishing boat (1) in fog (-3) needs D10 5+."""
    m.g.state.weather.sky = "fog"
    assert int(naval_moves.sea_movement(m.g, "fishing_boat")) == -2
    n = ships(m, "bn1")
    with m.forced(1):  # 1 + 2 - 1
        assert not naval_moves.sail(m.g, n, link(m, "os", "w"))
    assert naval_moves.may_sail(m.g, n, link(m, "os", "w")).rule == "fyow.29.6.2.2"


@pytest.mark.rule("fyow.25.5.1")
def test_the_gauge_counts_for_land_but_not_at_sea(m):
    m.g.state.weather.gauge = 8
    way = m.g.static.land_links(unit(m, "g6").board)[0]
    assert "gauge 8" in [term.text for term in movement(m.g, number(m, "g6"), way).terms]
    assert int(naval_moves.sea_movement(m.g, "gunboat")) == 2
    assert not [t for t in landings.landing_test(m.g, number(m, "b5"), link(m, "w", "vazon-bay")).terms if "gauge" in t.text]


@pytest.mark.rule("fyow.29.6.2.3")
def test_a_vessel_arrives_in_the_box(m):
    n = ships(m, "bn1")
    with m.forced(9):
        naval_moves.sail(m.g, n, link(m, "os", "w"))
    group = m.g.state.fleet.groups[n]
    assert (group.box, group.area) == (link(m, "os", "w"), False)
    assert naval_moves.may_turn(m.g, n, True).rule == "fyow.29.17.4"
    m.g.state.session += 1
    assert naval_moves.may_turn(m.g, n, True) is None


@pytest.mark.rule("fyow.29.6.2.4")
def test_evading(m):
    n, _ = met(m)
    group = m.g.state.fleet.groups[n]
    naval_fire.hurt(m.g, boat(m, "bn1"), 1, "fyow.29.10.3.1")
    assert naval_moves.may_turn(m.g, n, False) is None
    here = m.g.static.boards[group.board].id
    m.g.state.aim["naval british"] = ["guard", here]  # its orders: to defend this board
    assert naval_moves.may_turn(m.g, n, False).rule == "fyow.29.6.2.4"
    group.area = False
    away = m.g.static.graph.links_at(group.board, m.g.static.water)[0]
    assert naval_moves.may_sail(m.g, n, away).rule == "fyow.29.6.2.4"
    m.g.state.aim["naval british"] = ["guard", "os" if here != "os" else "e"]
    assert naval_moves.may_sail(m.g, n, away) is None
    group.area, group.moved = True, -1
    assert naval_moves.may_sail(m.g, n, away) is None  # straight out of the combat area
    group.attacked = m.g.now - 2
    assert naval_moves.may_sail(m.g, n, away).rule == "fyow.29.17.3"
    group.area = False
    m.g.state.aim["naval british"] = ["guard", here]
    group.attacked = m.g.now - 2  # not attacked in this session or the last
    assert naval_moves.may_sail(m.g, n, away) is None


@pytest.mark.rule("fyow.29.6.1.1")
def test_on_simple_coasts_destroyers_are_placed():
    m = take_three({"sea_mode": "simple"})
    n = ships(m, "bn1")
    assert naval_moves.may_sail(m.g, n, link(m, "os", "w")).rule == "fyow.29.6.1.1"
    assert naval_moves.may_place(m.g, n, board(m, "s")) is None
    assert naval_moves.may_sail(m.g, ships(m, "bn3"), link(m, "os", "w")) is None


@pytest.fixture
def river(m, monkeypatch):
    """The way from OS to W made into a river."""
    way = link(m, "os", "w")
    static = m.g.static
    monkeypatch.setattr(static, "link_kind", [("river" if n == way else k) for n, k in enumerate(static.link_kind)])
    return way


def as_river(m, monkeypatch, way, size, bar=""):
    static = m.g.static
    monkeypatch.setattr(static, "link_water", [(size if n == way else k) for n, k in enumerate(static.link_water)])
    monkeypatch.setattr(static, "link_bar", [(bar if n == way else k) for n, k in enumerate(static.link_bar)])


@pytest.mark.rule("fyow.29.3.2")
def test_large_rivers(m, river, monkeypatch):
    as_river(m, monkeypatch, river, "large")
    assert naval_moves.may_sail(m.g, ships(m, "bn1"), river).rule == "fyow.29.3.2"
    assert naval_moves.may_sail(m.g, ships(m, "bn3"), river) is None
    as_river(m, monkeypatch, river, "large", "weir")
    assert naval_moves.may_sail(m.g, ships(m, "bn3"), river).rule == "fyow.29.3.2"


@pytest.mark.rule("fyow.29.3.3")
def test_small_rivers(m, river, monkeypatch):
    as_river(m, monkeypatch, river, "small")
    assert naval_moves.may_sail(m.g, ships(m, "bn3"), river).rule == "fyow.29.3.3"
    for place in vessels(m, "bn3"):
        of(m, place).kind = "canoe_dinghy_raft"
    assert naval_moves.may_sail(m.g, ships(m, "bn3"), river) is None
    as_river(m, monkeypatch, river, "small", "bridge")
    assert naval_moves.may_sail(m.g, ships(m, "bn3"), river).rule == "fyow.29.3.3"


@pytest.mark.rule("fyow.29.3.4", "fyow.29.3.5")
def test_lakes_and_locks(m, river, monkeypatch):
    as_river(m, monkeypatch, river, "lake small")
    assert naval_moves.may_sail(m.g, ships(m, "bn3"), river).rule == "fyow.29.3.3"
    as_river(m, monkeypatch, river, "lake large", "lock")
    assert naval_moves.may_sail(m.g, ships(m, "bn3"), river) is None
    assert naval_moves.may_sail(m.g, ships(m, "bn1"), river).rule == "fyow.29.3.2"
    with m.forced(3):  # the link costs what it costs, lock or not
        assert naval_moves.sail(m.g, ships(m, "bn3"), river)


@pytest.mark.rule("fyow.29.6.1.2")
def test_along_rivers_the_link_costs_what_it_costs(m, river, monkeypatch):
    as_river(m, monkeypatch, river, "large")
    cost = m.g.static.link_cost
    monkeypatch.setattr(m.g.static, "link_cost", [(8 if n == river else c) for n, c in enumerate(cost)])
    with m.forced(5):
        assert not naval_moves.sail(m.g, ships(m, "bn3"), river)
    m.g.state.session += 1
    with m.forced(6):
        assert naval_moves.sail(m.g, ships(m, "bn3"), river)


# ------------------------------------------------------------------ spotting


@pytest.mark.rule("fyow.29.9.1")
def test_who_can_spot(m):
    one, other = put(m, "bn1", "e"), put(m, "gn1", "e")
    assert not naval.may_spot(m.g, one, f"g{other}")
    m.g.state.fleet.groups[other].area = True
    assert naval.may_spot(m.g, one, f"g{other}") and not naval.may_spot(m.g, other, f"g{one}")
    m.g.state.fleet.groups[one].area = True
    assert naval.may_spot(m.g, other, f"g{one}")
    shore = f"u{number(m, 'g8')}"
    assert naval.may_spot(m.g, one, shore)
    m.g.state.fleet.groups[one].area = False
    assert not naval.may_spot(m.g, one, shore)


@pytest.mark.rule("fyow.29.9.2", "fyow.29.9.3")
def test_spotting_dice_and_once_a_session(m):
    one, other = put(m, "bn1", "e", area=True), put(m, "gn1", "e", area=True)
    assert naval.spotting_dice(m.g, one) == 9 and naval.spotting_dice(m.g, other) == 2
    assert naval.spotting_dice(m.g, ships(m, "bn2")) == 6
    for name in ("g4", "g8", "f6", "g2", "g2p1"):
        unit(m, name).board = board(m, "forest")
    with m.forced(3, 3, 3, 3, 3, 3, 3, 3, 2):
        assert naval.spot(m.g, one) == [f"g{other}"]
    m.g.state.fleet.groups[one].spotted = []
    with m.forced():
        assert naval.spot(m.g, one) == []


@pytest.mark.rule("fyow.29.9.4")
def test_spotting_scores(m):
    one, other = put(m, "bn1", "e", area=True), put(m, "bn2", "e", area=True)
    gn = put(m, "gn2", "e", area=True)
    for place in vessels(m, "bn1"):
        of(m, place).radar = False
    assert int(naval.spotting_score(m.g, gn, f"g{one}")) == 3
    assert int(naval.spotting_score(m.g, one, f"u{number(m, 'g8')}")) == 4
    flights.take_off(m.g, air(m, "ga1"), board(m, "e"))
    assert int(naval.spotting_score(m.g, one, f"a{air(m, 'ga1')}")) == 2
    flights.take_off(m.g, air(m, "ga4"), board(m, "e"))
    assert int(naval.spotting_score(m.g, one, f"a{air(m, 'ga4')}")) == 3
    for place in vessels(m, "gn2"):
        of(m, place).kind = "submarine"
    m.g.state.session = 1  # not for or against submarines
    assert int(naval.spotting_score(m.g, one, f"g{gn}")) == 2 and int(naval.spotting_score(m.g, gn, f"g{one}")) == 2
    assert not naval.may_spot(m.g, other, f"g{gn}") and naval.may_spot(m.g, one, f"g{gn}")


@pytest.mark.rule("fyow.29.9.5")
def test_spotting_modifiers(m):
    """The example: Destroyer without radar against an MTB on a dark night: 3 + 1 + 2 = 6."""
    one, other = met(m)
    m.g.state.session = 1
    for place in vessels(m, "bn1"):
        of(m, place).radar = False
    assert int(naval.spotting_score(m.g, one, f"g{other}")) == 6
    of(m, boat(m, "bn1")).radar = True
    assert int(naval.spotting_score(m.g, one, f"g{other}")) == 5
    m.g.state.fleet.groups[other].fired, m.g.state.fleet.groups[other].aimed = m.g.now, [f"g{one}"]
    assert int(naval.spotting_score(m.g, one, f"g{other}")) == 4
    m.g.state.session, m.g.state.weather.sky, m.g.state.weather.wind = 3, "heavy_rain", "high"
    m.g.state.fleet.groups[other].fired = -1
    assert int(naval.spotting_score(m.g, one, f"g{other}")) == 3 + 1 + 2 + 2 - 1


@pytest.mark.rule("fyow.29.17.5")
def test_who_leaves_the_combat_area_is_lost_from_sight(m):
    one, other = met(m)
    m.g.state.fleet.seen["british"] = [other]
    naval_moves.turn(m.g, other, False)
    assert m.g.state.fleet.groups[one].spotted == [] and m.g.state.fleet.seen["british"] == []
    assert naval_fire.may_fire(m.g, one, f"v{boat(m, 'gn1')}").rule == "fyow.29.17.5"


# ------------------------------------------------------------------ condition, dock


@pytest.mark.rule("fyow.29.11.1", "fyow.29.11.2", "fyow.29.11.3", "fyow.29.12.1")
def test_condition_and_rally(m):
    n = put(m, "bn2", "e", area=True)
    for place in vessels(m, "bn2")[1:]:
        of(m, place).sunk = True
    ship = of(m, boat(m, "bn2"))
    naval.set_up(m.g)
    assert ship.condition == 6
    ship.new_damage = 3
    with m.forced(1, 1, 4, 6, 2, 3, 3):  # two 1s; then 4D6 with one 6
        naval.condition_throw(m.g, n)
    assert ship.condition == 5 and ship.new_damage == 0
    ship.condition, ship.new_damage = 1, 1
    with m.forced(1, 1, 2, 3, 4):
        naval.condition_throw(m.g, n)
    assert ship.dock and m.g.state.fleet.groups[n].board == -1


@pytest.mark.rule("fyow.29.15.1", "fyow.29.15.2", "fyow.def.12")
def test_the_dockyard(m):
    one, two = (of(m, place) for place in vessels(m, "gn2"))
    one.damage, two.damage = 2, 1
    m.g.state.fleet.repaired = {}
    card = 4000 + [command.side for command in m.g.state.fleet.commands].index("german")
    assert card in holders_of_cards(m.g)  # Naval Command holds a card while there is work
    with m.forced(3, 2):
        list(activate(m.g, card))
    assert (one.damage, two.damage) == (1, 1)
    assert card not in holders_of_cards(m.g)  # one vessel a day
    with m.forced():
        naval.dockyard(m.g, "german")
    m.g.state.fleet.repaired["german"] = m.g.state.day - 1
    assert card in holders_of_cards(m.g)
    assert len(naval.seaworthy(m.g, ships(m, "gn2"))) == 2  # unrepaired
    one.condition = 2
    assert naval.seaworthy(m.g, ships(m, "gn2")) == [two]


# ------------------------------------------------------------------ 29.17: the engagement


@pytest.mark.rule("fyow.29.17.1", "fyow.29.17.2", "fyow.29.17.3", "fyow.29.17.4")
def test_an_engagement_on_the_cards():
    m = take_three(cards=["bn1", "gn1"], fleet_at={"bn1": "e", "gn1": "e"})
    one = ships(m, "bn1")
    assert {one, ships(m, "gn1")} <= set(naval_acts.holders(m.g))
    naval_moves.to_board(m.g, one, board(m, "e"), -1)
    assert not m.g.state.fleet.groups[one].area  # each side starts in its box
    m.choose(("enter",))
    assert m.g.state.fleet.groups[one].area
    with refused("29.17.4"):
        m.choose(("leave",))
    for name in ("g4", "g8", "f6", "g2p1"):
        unit(m, name).board = board(m, "forest")
    with m.forced(*[6] * 9):
        m.choose(("spot",))
    with refused("29.17.3"):
        m.choose(("spot",))
    assert f"g{ships(m, 'gn1')}" in m.g.state.fleet.groups[one].spotted
    m.choose(("done",))
    assert m.decision.seat == "german"


@pytest.mark.rule("fyow.29.3.1")
def test_ships_lie_off_shore_whatever_the_weather(m):
    n = put(m, "bn1", "e", area=True)
    m.g.state.weather.sky, m.g.state.weather.wind = "fog", "high"
    assert m.g.state.fleet.groups[n].board == board(m, "e")
    assert number(m, "g8") in naval.shore_targets(m.g, board(m, "e"), "british")
