"""Section 29: boats, naval engagements, coastal guns, landings; on Operation Take Three."""

from __future__ import annotations

import pytest
from fyow_arms import air, board, planes, ships, take_three, vessels
from fyow_table import link, number, refused, said, unit

from grognard.games.fyow.air import aircraft as flights
from grognard.games.fyow.march.movement import movement
from grognard.games.fyow.records.services import Vessel
from grognard.games.fyow.sea import air_attack as air_sea
from grognard.games.fyow.sea import flak, landings
from grognard.games.fyow.sea import gunnery as naval_fire
from grognard.games.fyow.sea import sailing as naval_moves
from grognard.games.fyow.sea import vessels as naval
from grognard.games.fyow.sequence import holders_of_cards
from grognard.games.fyow.session import naval_cards as naval_acts
from grognard.games.fyow.session.activation import activate
from grognard.games.fyow.tables import TABLES


@pytest.fixture
def m():
    return take_three()


def put(m, group, place, *, area=False):
    n = ships(m, group)
    for vessel in naval.vessels(m.g, n):
        vessel.dock = False
    naval_moves.to_board(m.g, n, board(m, place), -1)
    m.g.state.fleet.groups[n].area = area
    return n


def met(m):
    """British Destroyers and German E-boats in the combat area off St Peter Port, each having spotted the other."""
    one, other = put(m, "bn1", "e", area=True), put(m, "gn1", "e", area=True)
    m.g.state.fleet.groups[one].spotted = [f"g{other}"]
    m.g.state.fleet.groups[other].spotted = [f"g{one}"]
    return one, other


def boat(m, group, which=0):
    return vessels(m, group)[which]


def of(m, place):
    return m.g.state.fleet.vessels[place]


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


# ------------------------------------------------------------------ fire


@pytest.mark.rule("fyow.29.8.1", "fyow.29.8.2")
def test_who_may_fire(m):
    one, other = met(m)
    groups = m.g.state.fleet.groups
    assert naval_fire.may_fire(m.g, one, f"v{boat(m, 'gn1')}") is None
    groups[one].area = False
    assert naval_fire.may_fire(m.g, one, f"v{boat(m, 'gn1')}") is None  # a Destroyer, the target is in the area
    assert naval_fire.may_fire(m.g, other, f"v{boat(m, 'bn1')}").rule == "fyow.29.8.1"
    groups[other].area = False
    assert naval_fire.may_fire(m.g, one, f"v{boat(m, 'gn1')}").rule == "fyow.29.8.2"
    groups[other].area = True
    assert naval_fire.may_drop(m.g, one, f"v{boat(m, 'gn1')}").rule == "fyow.29.8.2"


@pytest.mark.rule("fyow.29.10.3.1", "fyow.29.qrg.2", "fyow.29.8.4")
def test_ship_against_ship(m):
    gunboat, mtb = of(m, boat(m, "bn2")), of(m, boat(m, "gn1"))
    assert int(naval_fire.to_hit(m.g, gunboat, mtb)) == 9
    cargo = Vessel("cargo_or_landing_ship", 0)
    assert int(naval_fire.to_hit(m.g, of(m, boat(m, "bn1")), cargo)) == 3
    assert naval_fire.to_hit(m.g, gunboat, Vessel("submarine", 0)) is None
    assert [naval_fire.row_of(c)[5] for c in ("75mm", "149mm", "150mm")] == [3, 4, 5]
    one, _ = met(m)
    for place in vessels(m, "bn1")[1:]:
        of(m, place).fit = False
    ship = of(m, boat(m, "bn1"))
    ship.guns = {"149mm": 2}
    # one shot for each gun over 75mm: a 10 hits the MTB, the D6 on row E; a 9 misses
    with m.forced(10, 4, 8):
        assert naval_fire.fire(m.g, one, f"v{boat(m, 'gn1')}", ("149mm",)) == 1
    assert of(m, boat(m, "gn1")).damage == 3
    assert naval_fire.may_fire(m.g, one, f"v{boat(m, 'gn1')}").rule == "fyow.29.17.3"


def test_small_guns_fire_twice_and_shots_run_out(m):
    one = put(m, "bn2", "e", area=True)
    target = put(m, "gn2", "e", area=True)
    m.g.state.fleet.groups[one].spotted = [f"g{target}"]
    for place in vessels(m, "bn2")[1:]:
        of(m, place).fit = False
    gunboat = of(m, boat(m, "bn2"))
    gunboat.guns, gunboat.shots = {"75mm": 1}, {"75mm": 3}
    with m.forced(1, 1):
        naval_fire.fire(m.g, one, f"v{boat(m, 'gn2')}")
    assert gunboat.shots["75mm"] == 1
    m.g.state.session += 1
    with m.forced(1):
        naval_fire.fire(m.g, one, f"v{boat(m, 'gn2')}")
    assert gunboat.shots["75mm"] == 0


@pytest.mark.rule("fyow.29.qrg.1")
def test_firing_at_night(m):
    gunboat, mtb, trawler = of(m, boat(m, "bn2")), of(m, boat(m, "gn1")), of(m, boat(m, "gn2"))
    m.g.state.session = 1
    assert int(naval_fire.to_hit(m.g, gunboat, trawler)) == 9
    assert int(naval_fire.to_hit(m.g, gunboat, mtb)) == 10
    m.g.state.weather.moonlit = True
    assert int(naval_fire.to_hit(m.g, gunboat, trawler)) == 8


@pytest.mark.rule("fyow.29.8.5")
def test_ranging_in(m):
    one = put(m, "bn2", "e", area=True)
    target = put(m, "gn2", "e", area=True)
    m.g.state.fleet.groups[one].spotted = [f"g{target}"]
    place = boat(m, "bn2")
    of(m, place).ranged = []
    aim = f"v{boat(m, 'gn2')}"
    with m.forced(6):  # 7 wanted
        assert naval_fire.shot(m.g, place, aim, "75mm", False, "british") == 0
    of(m, place).ranged = [aim]
    with m.forced(6, 1):
        assert naval_fire.shot(m.g, place, aim, "75mm", False, "british") == 1
    with m.forced(6):
        assert naval_fire.shot(m.g, place, aim, "75mm", True, "british") == 0  # different calibres


@pytest.mark.rule("fyow.29.7.1", "fyow.29.10.1.2")
def test_damage_half_guns_and_sinking(m):
    """The example: a Gunboat of strength 6 with 3 damage fires half its guns."""
    place = boat(m, "bn2")
    gunboat = of(m, place)
    assert naval.strength(gunboat) == 6 and naval_fire.guns_now(gunboat, "75mm") == 5
    naval_fire.hurt(m.g, place, 3, "fyow.29.10.3.1")
    assert naval_fire.guns_now(gunboat, "75mm") == 3
    naval_fire.hurt(m.g, place, 3, "fyow.29.10.3.1")
    assert gunboat.sunk


@pytest.mark.rule("fyow.29.8.3", "fyow.29.10.4.1")
def test_ships_against_the_shore(m):
    one = put(m, "bn1", "e", area=True)
    for place in vessels(m, "bn1")[1:]:
        of(m, place).fit = False
    of(m, boat(m, "bn1")).guns = {"150mm": 2}
    target = f"u{number(m, 'g8')}"
    assert naval_fire.may_fire(m.g, one, target).rule == "fyow.29.17.5"
    m.g.state.fleet.groups[one].spotted = [target]
    before = m.g.half_value(number(m, "g8")) - unit(m, "g8").owed
    with m.forced(3, 6, 1):  # the second shot is ranged in: 1 + 1
        assert naval_fire.fire(m.g, one, target) == 1
    assert before - (m.g.half_value(number(m, "g8")) - unit(m, "g8").owed) == 10
    assert "5 points" in said(m, "german", "29.8.3")[-1]
    assert m.g.state.fleet.acted[str(board(m, "fort-george"))] == 0
    assert unit(m, "g8").ammunition == 4  # no barrage, and no observer ashore


@pytest.mark.rule("fyow.29.10.2.1")
@pytest.mark.parametrize(("die", "left"), [(3, 6), (4, None)])
def test_torpedoes(m, die, left):
    one, other = met(m)
    for place in vessels(m, "gn1")[1:]:
        of(m, place).fit = False
    target = boat(m, "bn1")
    assert naval_fire.may_torpedo(m.g, other, f"v{target}") is None
    with m.forced(*([8, die, 7] if left else [8, die])):  # the second is not wanted once she has sunk
        naval_fire.torpedo(m.g, other, f"v{target}")
    ship = of(m, target)
    assert ship.sunk if left is None else naval.strength(ship) == left
    mtb_target = boat(m, "bn3")
    put(m, "bn3", "e", area=True)
    m.g.state.fleet.groups[other].spotted.append(f"g{ships(m, 'bn3')}")
    m.g.state.session += 1
    assert naval_fire.may_torpedo(m.g, other, f"v{mtb_target}").rule == "fyow.29.10.2.1"
    assert one >= 0


@pytest.mark.rule("fyow.29.10.3.2")
def test_depth_charges(m):
    one, _other = met(m)
    for place in vessels(m, "bn1")[1:]:
        of(m, place).fit = False
    target = boat(m, "gn1")
    of(m, target).kind = "submarine"
    with m.forced(5, 6, 6, 4):  # both hit: a 6 is 2 damage, a 4 nothing
        naval_fire.depth_charges(m.g, one, f"v{target}")
    assert of(m, target).damage == 2 and of(m, boat(m, "bn1")).depth_charges == 4


@pytest.mark.rule("fyow.29.10.5.1", "fyow.29.10.5.2")
def test_ships_against_aircraft(m):
    one = put(m, "bn1", "e", area=True)
    for place in vessels(m, "bn1")[1:]:
        of(m, place).guns = {}
    n = air(m, "ga3")
    flights.take_off(m.g, n, board(m, "e"))
    with m.forced(6, 6, 5, 1, 1, 3, 2):
        flak.ships_aa(m.g, one, n)
    assert sum(plane.damage for plane in planes(m, "ga3")) == 1
    with m.forced():  # once a session
        flak.ships_aa(m.g, one, n)
    m.g.state.fleet.groups[one].flak = -1
    flights.take_off(m.g, air(m, "ba1"), board(m, "e"))
    with m.forced():  # friends above: only at dive and torpedo bombers
        flak.ships_aa(m.g, one, n)
    divers = air(m, "ga2")
    flights.take_off(m.g, divers, board(m, "e"))
    for plane in planes(m, "ga2"):
        plane.model = "Ju 87"
    with m.forced(1, 1, 1, 1, 1):
        flak.ships_aa(m.g, one, divers)


@pytest.mark.rule("fyow.29.10.5.1", "fyow.29.9.4")
def test_on_their_card_ships_fire_at_aircraft_that_they_have_spotted():
    m = take_three(cards=["bn1", "g6"], fleet_at={"bn1": "e"})
    one = ships(m, "bn1")
    for place in vessels(m, "bn1")[1:]:
        of(m, place).guns = {}
    flights.take_off(m.g, air(m, "ga3"), board(m, "e"))
    target = f"a{air(m, 'ga3')}"
    m.g.state.fleet.groups[one].spotted.append(target)
    m.choose(("enter",))
    with m.forced(6, 1, 1, 1, 1, 3):  # five guns: one hit; 3+ damages
        m.choose(("flak", target))
    assert sum(plane.damage for plane in planes(m, "ga3")) == 1
    assert ("flak", target) not in m.decision.options  # once a session


@pytest.mark.rule("fyow.29.8.1", "fyow.29.8.2", "fyow.29.9.1")
def test_beside_destroyers_a_gunboat_needs_both_in_the_combat_area(m):
    """29.8: Destroyers may fire if they or the target are in the area; the others of their group may not."""
    one, other = put(m, "bn1", "e", area=False), put(m, "gn1", "e", area=True)
    gunboat = vessels(m, "bn1")[1]
    of(m, gunboat).kind, of(m, gunboat).guns, of(m, gunboat).shots = "gunboat", {"75mm": 4}, {"75mm": 12}
    m.g.state.fleet.groups[one].spotted = [f"g{other}"]
    target = f"v{vessels(m, 'gn1')[0]}"
    assert gunboat not in [place for place, _ in naval_fire.ready(m.g, one, target=target)]
    m.g.state.fleet.groups[one].area = True
    assert gunboat in [place for place, _ in naval_fire.ready(m.g, one, target=target)]
    near = naval.spotting_dice(m.g, one, f"g{other}")
    m.g.state.fleet.groups[one].area = False
    assert naval.spotting_dice(m.g, one, f"g{other}") == near - 2


# ------------------------------------------------------------------ coastal guns


@pytest.mark.rule("fyow.29.10.1.1")
def test_coastal_guns(m):
    f2 = number(m, "f2")
    assert naval_fire.battery_guns(m.g, f2) == 4 and naval_fire.battery_guns(m.g, number(m, "f6")) == 0
    assert naval_fire.covers(m.g, f2) == [board(m, "e"), board(m, "s")]
    put(m, "bn1", "e", area=False)
    with m.forced():
        naval_fire.battery_card(m.g, f2)  # nobody in the combat area
    put(m, "bn1", "e", area=True)
    with m.forced(4):
        naval_fire.battery_card(m.g, f2)  # 5+ spots
    with m.forced(5, 9, 6, 8, 8, 8):
        naval_fire.battery_card(m.g, f2)
        naval_fire.battery_fires(m.g, f2)
    assert [of(m, place).damage for place in vessels(m, "bn1")] == [5, 0, 0]
    mtbs = put(m, "bn3", "s", area=True)
    put(m, "bn1", "w")
    m.g.state.fleet.battery_seen[str(f2)] = [mtbs]
    with m.forced():
        naval_fire.battery_card(m.g, f2)  # not against MTBs


# ------------------------------------------------------------------ aircraft against ships


def over_sea(m, group, model=None):
    n = air(m, group)
    for plane in planes(m, group)[1:]:
        plane.lost = True
    if model:
        planes(m, group)[0].model = model
    flights.take_off(m.g, n, board(m, "e"))
    target = put(m, "bn1", "e", area=True)
    for place in vessels(m, "bn1"):
        of(m, place).guns = {}
    return n, target


@pytest.mark.rule("fyow.29.10.6.2")
def test_fighter_bombers_against_ships(m):
    n, target = over_sea(m, "ga2")
    with m.forced(8, 4):  # medium bombs: row F
        assert air_sea.attack(m.g, n, target) == 1
    assert of(m, boat(m, "bn1")).damage == 3
    with m.forced(7):
        assert air_sea.attack(m.g, n, target) == 0


@pytest.mark.rule("fyow.29.10.6.3")
def test_dive_bombers_against_ships(m):
    n, target = over_sea(m, "ga2", "Ju 87")
    with m.forced(6, 5):  # row D
        assert air_sea.attack(m.g, n, target) == 1
    assert of(m, boat(m, "bn1")).damage == 3


@pytest.mark.rule("fyow.29.10.6.4")
def test_torpedo_bombers_only_against_destroyers(m):
    n, target = over_sea(m, "ga2", "Swordfish")
    with m.forced(6, 2):
        assert air_sea.attack(m.g, n, target) == 1
    assert of(m, boat(m, "bn1")).damage == 6
    gunboats = put(m, "bn2", "e", area=True)
    for place in vessels(m, "bn2"):
        of(m, place).guns = {}
    with m.forced():
        assert air_sea.attack(m.g, n, gunboats) == 0


@pytest.mark.rule("fyow.29.10.6.1", "fyow.29.10.6.5", "fyow.29.10.6.7")
def test_machine_guns_and_heavy_bombs(m):
    n, target = over_sea(m, "ga1")  # Bf 109: an HMG
    with m.forced(9, 4):
        assert air_sea.attack(m.g, n, target) == 1
    assert of(m, boat(m, "bn1")).damage == 1
    planes(m, "ga1")[0].model = "Fw 189"
    assert air_sea.may_attack(m.g, n, target).rule == "fyow.29.10.6.1"
    planes(m, "ga1")[0].model = "He 111"
    assert air_sea.may_attack(m.g, n, target).rule == "fyow.29.10.6.7"


@pytest.mark.rule("fyow.29.10.6.6")
def test_bombers_against_submarines(m):
    n, target = over_sea(m, "ga3")
    assert air_sea.may_attack(m.g, n, target) is not None  # level bombers cannot attack surface ships
    for place in vessels(m, "bn1"):
        of(m, place).kind = "submarine"
    with m.forced(7, 1):  # medium: row F
        assert air_sea.attack(m.g, n, target) == 1
    assert of(m, boat(m, "bn1")).damage == 2


@pytest.mark.rule("fyow.29.16.4")
def test_kamikaze_against_ships(m, monkeypatch):
    n, target = over_sea(m, "ga2")
    plane = planes(m, "ga2")[0]
    monkeypatch.setitem(flights.MODELS, "Zero", {**flights.MODELS["Fw 190 A"], "name": "Zero", "kamikaze": True, "role": "dive_bomber"})
    plane.model = "Zero"
    with m.forced(6, 5):  # row D at 6
        air_sea.attack(m.g, n, target)
    assert of(m, boat(m, "bn1")).damage == TABLES["he_naval"]["D"][5] and plane.lost


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


# ------------------------------------------------------------------ swamping and landings


@pytest.mark.rule("fyow.29.16.1", "fyow.29.16.2")
def test_swamping(m):
    n = ships(m, "fr")  # 2 LCM, 3 LCT with B2
    for name in ("fw", "fn", "fnw"):
        m.g.state.fleet.groups[ships(m, name)].board = -1
    m.g.state.weather.wind = "light"
    with m.forced():
        landings.swamping(m.g)  # on the open sea they hang in their davits
    naval_moves.to_board(m.g, n, board(m, "w"), -1)
    before = m.g.value(number(m, "b2"))
    with m.forced(3, 3, 3, 3, 2):
        landings.swamping(m.g)
    assert [of(m, place).sunk for place in vessels(m, "fr")] == [False, False, False, False, True]
    lost = before - m.g.value(number(m, "b2"))
    assert abs(lost - before * 140 / 540) <= 12
    assert m.g.state.stores.losses[str(number(m, "b2"))] > 0
    m.g.state.weather.wind = "high"
    with m.forced(6, 6, 6, 5):
        landings.swamping(m.g)
    assert sum(of(m, place).sunk for place in vessels(m, "fr")) == 2
    m.g.state.fleet.groups[n].wind = m.g.now
    with m.forced():
        landings.swamping(m.g)  # not on the run in to the beach


@pytest.mark.rule("fyow.29.16.3")
def test_rubber_boats_with_enhanced_troops(m):
    n = ships(m, "fw")  # the commandos
    faces = TABLES["swamping"]["light"]
    assert not landings.swamped(m.g, n, "canoe_dinghy_raft", 1, faces)  # 1 + 2 = 3
    assert landings.swamped(m.g, n, "landing_craft", 1, faces)
    assert landings.swamped(m.g, ships(m, "fn"), "canoe_dinghy_raft", 1, faces)  # marines are not Enhanced


@pytest.mark.rule("fyow.14.13.1")
def test_a_beach_landing():
    m = take_three(cards=["b6", "g6"], fleet_at={"fn": "n"})
    way = link(m, "n", "lancresse-common")
    assert landings.landing_row(m.g, board(m, "lancresse-common"), "british") == ("beach_landing", 4)
    assert int(landings.landing_test(m.g, number(m, "b6"), way)) == 3  # 2 and elite
    with m.forced(1, 1, 1, 1, 1):  # 1 + 3; then they look and find nobody: they go on to the beach all the same
        m.choose(("land", way))
    b6 = unit(m, "b6")
    assert b6.board == board(m, "lancresse-common") and b6.aboard == -1
    assert m.g.state.stores.landed["british"] == 0
    assert m.g.state.battles[0].attackers == [number(m, "b6")]


@pytest.mark.rule("fyow.14.13.2")
def test_a_shore_landing():
    m = take_three(cards=["b5", "g6"], fleet_at={"fw": "w"})
    way = link(m, "w", "fort-hommet-and-albecq")
    assert landings.landing_row(m.g, board(m, "fort-hommet-and-albecq"), "british") == ("shore_landing", 5)
    assert landings.may_land(m.g, number(m, "b5"), ("land", way)) is None  # men and what they carry
    m.g.state.weather.wind = "high"
    assert int(landings.landing_test(m.g, number(m, "b5"), way)) == 2 - 4 + 1
    with_guns = take_three(cards=["b2", "g6"], fleet_at={"fr": "w"})
    with refused("14.13.2"):
        with_guns.choose(("land", link(with_guns, "w", "fort-hommet-and-albecq")))


def test_no_landing_in_the_session_in_which_the_craft_moved():
    m = take_three(cards=["fw", "b5", "g6"])
    with m.forced(5):
        m.choose(("sail", link(m, "os", "w")))
    with refused("14.13.1", says="changed board"):
        m.choose(("land", link(m, "w", "vazon-bay")))


@pytest.mark.rule("fyow.24.0.3", "fyow.31.6.1")
def test_loading_and_unloading_through_a_friendly_harbour():
    m = take_three(cards=["fn", "g6"])
    n = ships(m, "fn")
    unit(m, "b6").aboard = -1
    assert landings.may_embark(m.g, n, number(m, "b3")).rule == "fyow.22.0.1"
    assert landings.may_embark(m.g, n, number(m, "b6")) is None
    landings.embark(m.g, n, number(m, "b6"))
    assert said(m, "british", "31.6.1")
    assert naval_moves.may_sail(m.g, n, link(m, "os", "n")).rule == "fyow.29.17.4"
    b1 = unit(m, "b1")
    b1.board, b1.aboard = board(m, "st-sampson"), -1
    for name in ("g2", "g2p1", "g2p2"):
        unit(m, name).board = board(m, "forest")
    m.g.state.fleet.groups[n].moved = -1
    naval_moves.to_board(m.g, n, board(m, "ne"), -1)
    m.g.take_hold(number(m, "b1"))
    way = link(m, "ne", "st-sampson")
    with m.forced(5, 2, 3, 4):  # 120 of 210 spaces, and no landing test
        list(landings.land(m.g, number(m, "b6"), way))
    assert unit(m, "b6").aboard == n
    m.g.state.stores.handled = {}
    with m.forced(5, 2, 3, 4):
        list(landings.land(m.g, number(m, "b6"), way))
    assert unit(m, "b6").board == board(m, "st-sampson") and unit(m, "b6").moved


def test_option_reembark_takes_a_beaten_force_off_the_beach(m):
    """Ruling R110: what cannot be carried is left behind."""
    b1, n = number(m, "b1"), ships(m, "fw")
    put(m, "fw", "nw")
    unit(m, "b5").aboard = -1
    unit(m, "b1").aboard, unit(m, "b1").board = -1, board(m, "vale-church-and-grand-havre")
    assert landings.reembark(m.g, b1)
    assert unit(m, "b1").aboard == n and unit(m, "b1").board == board(m, "nw")
    assert unit(m, "b1").elements["regular"] == 154 and "field_gun" not in unit(m, "b1").elements
    assert landings.spaces(unit(m, "b1").elements) <= 176
    unit(m, "b3").board = board(m, "forest")
    assert not landings.reembark(m.g, number(m, "b3"))


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
