"""Sections 29.8 and 29.10: ships, coastal guns and aircraft against ships; on Operation Take Three."""

from __future__ import annotations

import pytest
from fyow_arms import air, board, planes, ships, take_three, vessels
from fyow_fleet import boat, met, of, put
from fyow_table import number, offered, said, unit

from grognard.games.fyow.air import aircraft as flights
from grognard.games.fyow.records.services import Vessel
from grognard.games.fyow.sea import air_attack as air_sea
from grognard.games.fyow.sea import flak
from grognard.games.fyow.sea import gunnery as naval_fire
from grognard.games.fyow.sea import vessels as naval
from grognard.games.fyow.tables import TABLES


@pytest.fixture
def m():
    return take_three()


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
    assert ("flak", target) not in offered(m)  # once a session


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
