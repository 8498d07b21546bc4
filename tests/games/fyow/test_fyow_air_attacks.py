"""Sections 28.8 to 28.11: bombs, reconnaissance, ground attack, AA fire, air combat; on Operation Take Three."""

from __future__ import annotations

import pytest
from fyow_arms import air, board, planes, take_three
from fyow_table import number, said, unit

from grognard.games.fyow.air import aircraft as flights
from grognard.games.fyow.air import combat as air_combat
from grognard.games.fyow.air import ground_attack as air_ground
from grognard.games.fyow.session import air_cards as air_acts


@pytest.fixture
def m():
    match = take_three()
    for plane in match.g.state.air.planes:
        plane.ready = True
    for command in match.g.state.air.commands:
        command.die = 6
    return match


def up(m, group, place):
    """Put a group over a board without ceremony."""
    n = air(m, group)
    flights.take_off(m.g, n, board(m, place))
    return n


# ------------------------------------------------------------------ bombs


@pytest.mark.rule("fyow.28.8.1", "fyow.28.8.2", "fyow.28.8.3")
def test_bombs(m):
    """A double hits a target with that number; a medium bomb with a 4 does 3 points, a small one with a 5 two."""
    n = up(m, "ga2", "jerbourg")
    unit(m, "b1").board = board(m, "jerbourg")
    before = m.g.half_value(number(m, "b1")) + unit(m, "b1").owed
    # one target, number 5; three bombs: hit, miss, miss; the effect of the hit
    with m.forced(5, 5, 5, 2, 4, 1, 2, 3, 4, 4, 6):
        assert air_ground.bomb(m.g, n) == 1
    assert before - (m.g.half_value(number(m, "b1")) - unit(m, "b1").owed) == 6
    with m.forced(5):
        assert air_ground.bomb_damage(m.g, "small") == 2
    with m.forced(1, 4, 6):
        assert air_ground.bomb_damage(m.g, "heavy") == 8
    with m.forced(1, 6):
        assert air_ground.bomb_damage(m.g, "torpedo") == 5


def test_bombs_on_an_hq_burn_its_stores(m):
    up(m, "ba3", "st-peter-port")
    stockpile = unit(m, "g4").stockpile
    air_ground.hit_target(m.g, "british", f"u{number(m, 'g4')}", 3)
    assert unit(m, "g4").stockpile == stockpile - 3


@pytest.mark.parametrize(("headquarters", "left"), [(True, 7), (False, 10)])
@pytest.mark.rule("fyow.20.14.1")
def test_guns_from_the_air_burn_the_stores_of_an_hq_too(m, headquarters, left):
    """20.14: under attack from artillery or aircraft supply can be destroyed; ruling R59: 1S for each point of damage."""
    n = up(m, "ga2", "jerbourg")
    hqs = [brigade.hq for brigade in m.g.state.brigades]
    target = next(k for k in m.g.alive("british") if (k in hqs) is headquarters)
    force = m.g.unit(target)
    force.elements, force.stockpile = {"regular": 100}, 10
    guns = sum(int(flights.model(m.g, planes(m, "ga2")[0])[kind]) for kind in ("mmg", "hmg"))
    hmgs = int(flights.model(m.g, planes(m, "ga2")[0])["hmg"])
    misses = [1] * (guns - hmgs) if guns > hmgs else []
    with m.forced(*misses, 3, 3, *[1] * (hmgs - 2), 4, 4):  # two hits, two men: 3 points
        air_ground.strafe(m.g, n, planes(m, "ga2")[:1], target, "figures")
    assert (force.elements, force.stockpile) == ({"regular": 98}, left)


# ------------------------------------------------------------------ reconnaissance


@pytest.mark.rule("fyow.28.8.5", "fyow.16.0.2", "fyow.28.8.6")
def test_reconnaissance_finds_and_reports_next_morning(m):
    n = up(m, "ba5", "forest")
    with m.forced(1, 1, 1, 1, 1, 5, 1):
        assert air_ground.reconnoitre(m.g, n) == [number(m, "g5")]
    assert not said(m, "british", "28.8.6") and str(board(m, "forest")) not in m.g.state.sighted["british"]
    air_ground.reports(m.g)
    assert "Forest: 1 enemy" in said(m, "british", "28.8.6")[0]
    assert str(board(m, "forest")) in m.g.state.sighted["british"]
    planes(m, "ba5")[0].used = False
    n = up(m, "ba5", "castel-church")
    with m.forced(6, 6, 6, 6, 6, 6, 4):
        air_ground.reconnoitre(m.g, n)
    air_combat.damage(m.g, planes(m, "ba5")[0], 3)
    air_ground.reports(m.g)
    assert len(said(m, "british", "28.8.6")) == 1  # shot down: no report


# ------------------------------------------------------------------ ground attack


@pytest.mark.rule("fyow.28.8.7")
def test_aa_fire_comes_before_a_ground_attack(m):
    n = up(m, "ba2", "fort-george")
    m.g.state.pack = [1000 + n]
    attack = air_acts.low_attack(m.g, n)
    with m.forced(*[1, 2, 3] * 2, *[1, 2] * 12, 1, 1, 1):  # 12 light barrels and 2 of 75mm miss; nobody spots
        assert list(attack) == []
    rules = [e.rule for e in m.diary("german")]
    assert "fyow.28.10.3" in rules
    unarmed = up(m, "ba5", "forest")
    assert air_ground.may_attack_ground(m.g, unarmed).rule == "fyow.28.8.7"


@pytest.mark.rule("fyow.28.9.1")
def test_spotting_ground_targets(m):
    n = up(m, "ba2", "forest")
    with m.forced(2, 3, 4):
        assert len(air_ground.spot_ground(m.g, n)) == 2
    with m.forced(2, 2, 1):
        assert len(air_ground.spot_ground(m.g, n, called_in=True)) == 2
    m.g.state.weather.sky = "light_rain"
    with m.forced(4, 5, 6):
        assert len(air_ground.spot_ground(m.g, n)) == 2
    m.g.state.weather.sky = "heavy_rain"
    with m.forced(4, 5, 6):
        assert len(air_ground.spot_ground(m.g, n)) == 1


@pytest.mark.rule("fyow.28.9.2", "fyow.base.strafe.1")
def test_machine_guns_on_figures(m):
    n = up(m, "ba2", "castel-church")
    men = unit(m, "g6").elements["regular_enhanced"]
    # 12 HMGs: four hit with 3+; of the hits 3+ kills
    with m.forced(3, 4, 5, 6, *[1] * 8, 3, 2, 6, 1):
        air_ground.strafe(m.g, n, flights.present(m.g, n), number(m, "g6"), "figures")
    assert unit(m, "g6").elements["regular_enhanced"] == men - 2
    assert m.g.state.stores.losses[str(number(m, "g6"))] > 0


@pytest.mark.rule("fyow.28.9.3", "fyow.base.strafe.2")
def test_rockets_and_guns_on_armour(m):
    unit(m, "g5").elements = {"infantry_tank": 2, "regular": 10}
    n = up(m, "ba2", "forest")
    plane = planes(m, "ba2")[:1]
    plane[0].model = "Typhoon IB"  # 4 HMG, 8 rockets
    # HMG: only a 6 on the to-hit die throws; rockets 5+: 5+ destroyed, 3-4 damaged
    with m.forced(6, 5, 4, 1, 2, 6, 5, *[1] * 6, 5, 3):
        air_ground.strafe(m.g, n, plane, number(m, "g5"), "armour")
    assert unit(m, "g5").elements["infantry_tank"] == 1 and unit(m, "g5").damaged["infantry_tank"] == 1
    unit(m, "g5").elements = {"scout_car": 2, "regular": 10}
    unit(m, "g5").damaged = {}
    with m.forced(3, 1, 1, 1):  # the rockets are gone
        air_ground.strafe(m.g, n, plane, number(m, "g5"), "armour")
    assert unit(m, "g5").elements["scout_car"] == 1  # open-topped: any HMG hit


@pytest.mark.rule("fyow.28.9.4")
def test_a_kamikaze_adds_1_to_the_effect(m):
    n = up(m, "ga2", "jerbourg")
    unit(m, "b1").board = board(m, "jerbourg")
    first, *others = flights.present(m.g, n)
    for plane in others:
        plane.aloft = False
    flights.MODELS["Mitsubishi"] = {**flights.MODELS[first.model], "kamikaze": True}
    first.model = "Mitsubishi"
    milestone = flights.command_of(m.g, "german").lost
    with m.forced(2, 2, 2, 5, 3):  # target number 2, one throw, a double 2; the medium bomb has row F at 4
        assert air_ground.bomb(m.g, n) == 1
    del flights.MODELS["Mitsubishi"]
    assert "3 points" in said(m, "british", "28.8.3")[-1]
    assert first.lost and flights.command_of(m.g, "german").lost == milestone  # 29.16.4: no Strategic Condition


# ------------------------------------------------------------------ AA


@pytest.mark.rule("fyow.28.10.1", "fyow.28.10.2")
def test_who_fires_aa(m):
    n = up(m, "ba2", "la-villiaze")
    flak = number(m, "g7")
    assert not air_combat.may_fire_aa(m.g, flak, n)  # not seen yet
    m.g.state.air.seen["german"] = [n]
    assert air_combat.may_fire_aa(m.g, flak, n)
    friend = up(m, "ga1", "la-villiaze")
    assert not air_combat.may_fire_aa(m.g, flak, n)  # friendly aircraft over the board
    flights.go_home(m.g, friend)
    unit(m, "g7").mode = "rest"
    assert not air_combat.may_fire_aa(m.g, flak, n)
    unit(m, "g7").mode = "active"
    with m.forced(*[1, 2, 3] * 2, *[1, 2] * 18):
        air_combat.aa_card(m.g, flak)
    assert not air_combat.may_fire_aa(m.g, flak, n)  # once a session


@pytest.mark.rule("fyow.28.10.3", "fyow.28.10.4")
def test_aa_hits_and_damage(m):
    n = up(m, "ba3", "la-villiaze")
    m.g.state.air.seen["german"] = [n]
    unit(m, "g7").elements = {"medium_aa": 1, "light_aa": 1}
    # 40mm: a treble is two hits, 2D6 each, 4+ damages; 20mm: a double, 1D6
    with m.forced(2, 2, 2, 4, 3, 5, 1, 6, 6, 4):
        air_combat.fire_aa(m.g, number(m, "g7"), n)
    assert sum(plane.damage for plane in planes(m, "ba3")) == 3
    fast = up(m, "ba2", "la-villiaze")
    m.g.state.air.seen["german"].append(fast)
    unit(m, "g7").elements = {"light_aa": 1}
    with m.forced(6, 6, 4):  # fast aircraft want a 5
        air_combat.fire_aa(m.g, number(m, "g7"), fast)
    assert sum(plane.damage for plane in planes(m, "ba2")) == 0


@pytest.mark.rule("fyow.16.4.6")
def test_aircraft_are_found_by_any_2_and_after_an_attack_in_any_case(m):
    n = up(m, "ba2", "forest")
    with m.forced(1, 1, 1):
        air_combat.seen_from_below(m.g, n)
    assert n not in m.g.state.air.seen["german"]
    with m.forced(1, 2, 1):
        air_combat.seen_from_below(m.g, n)
    assert n in m.g.state.air.seen["german"]
    attacker = up(m, "ba3", "forest")
    with m.forced():
        air_combat.seen_from_below(m.g, attacker, sure=True)
    assert attacker in m.g.state.air.seen["german"]


# ------------------------------------------------------------------ air combat


@pytest.mark.rule("fyow.28.11.1", "fyow.28.11.3", "fyow.28.11.4")
def test_a_dogfight(m):
    hunters, target = up(m, "ga1", "forest"), up(m, "ba3", "forest")
    spitfire, blenheim = planes(m, "ba1")[0], planes(m, "ba3")[0]
    hurricane, me109, ju88 = planes(m, "ba2")[0], planes(m, "ga1")[0], planes(m, "ga3")[0]
    assert air_combat.scores(m.g, hurricane, planes(m, "ba4")[0]) == [3]  # Fast at Slow
    hurricane.damage = 1
    assert air_combat.scores(m.g, hurricane, planes(m, "ba4")[0]) == [4]
    assert air_combat.scores(m.g, ju88, spitfire) == [6, 5]  # other at Fast/Agile
    ju88.damage = 1
    assert air_combat.scores(m.g, ju88, spitfire) is None
    assert air_combat.scores(m.g, me109, blenheim) == [3]
    # each Bf 109: 2 MMG, 1 HMG; hits 3+; MMG damages 4+, HMG 3+
    with m.forced(3, 1, 4, 3, 3, *[1, 1, 1] * 2):
        assert air_combat.dogfight(m.g, hunters, target) == 2
    assert said(m, "german", "28.11.1")


@pytest.mark.rule("fyow.28.11.2")
@pytest.mark.parametrize(("sky", "die", "found"), [("fair", 2, True), ("fair", 1, False), ("light_rain", 2, False), ("heavy_rain", 5, True)])
def test_spotting_in_the_air(m, sky, die, found):
    m.g.state.weather.sky = sky
    hunters, target = up(m, "ga1", "forest"), up(m, "ba3", "forest")
    with m.forced(die, 1, 1):
        spotted = air_combat.spot_in_the_air(m.g, hunters)
    assert (spotted == [target]) == found


@pytest.mark.rule("fyow.28.11.5")
def test_hits_are_shared_evenly(m):
    n = up(m, "ba3", "forest")
    squadron = flights.squadrons(m.g, flights.present(m.g, n))[0]
    squadron[1].damage = 1
    air_combat.share(m.g, squadron, 4)
    assert [plane.damage for plane in squadron] == [1, 3, 1]


@pytest.mark.rule("fyow.28.11.6")
def test_at_0_driven_off_beyond_shot_down(m):
    up(m, "ba3", "forest")
    off, down = planes(m, "ba3")[:2]
    air_combat.damage(m.g, off, 3)
    assert not off.lost and not off.aloft
    air_combat.damage(m.g, down, 4)
    assert down.lost and m.g.state.air.commands[0].lost == 1
