"""Section 28: what a sortie carries and uses up, whom it attacks, what it brings home."""

from __future__ import annotations

import pytest
from fyow_arms import air, board, planes, ships, take_three
from fyow_table import number, offered, said, unit

from grognard.games.fyow.acts import Fight, of_kind
from grognard.games.fyow.air import airborne, escorts
from grognard.games.fyow.air import aircraft as flights
from grognard.games.fyow.air import ground_attack as air_ground
from grognard.games.fyow.planning.duties import DOERS, make, may_do
from grognard.games.fyow.sea import air_attack as air_sea
from grognard.games.fyow.session.umpire import night
from grognard.kernel import Match


@pytest.fixture
def m():
    return take_three()


def up(m, name: str, place: str) -> int:
    flights.take_off(m.g, air(m, name), board(m, place))
    return air(m, name)


@pytest.mark.rule("fyow.28.8.2")
def test_bombs_are_dropped_once_in_a_sortie():
    m = take_three(cards=["ga2", "g6"])
    m.choose(("fly", board(m, "jerbourg")))
    n = air(m, "ga2")
    assert ("bomb",) in offered(m) and air_ground.bombs_of(m.g, n)
    with m.forced(*[1, 2, 3] * 3):
        m.choose(("bomb",))
    assert not air_ground.bombs_of(m.g, n) and all(plane.empty for plane in flights.present(m.g, n))
    flights.go_home(m.g, n)
    for plane in planes(m, "ga2"):
        plane.used = False
    assert air_ground.bombs_of(m.g, up(m, "ga2", "jerbourg"))  # armed anew for the next


@pytest.mark.rule("fyow.29.10.6.4", "fyow.29.10.6.3")
def test_a_torpedo_is_dropped_once_in_a_sortie(m):
    n = up(m, "ga2", "e")
    (plane, *_) = flights.present(m.g, n)
    plane.model = "Ju 87"
    assert air_sea.weapon(m.g, plane, False) == "dive_bomber"
    plane.empty = True
    assert air_sea.weapon(m.g, plane, False) == ""


@pytest.mark.rule("fyow.28.11.3")
def test_the_attacker_names_the_squadron():
    """Ruling R165: escorts may be passed by; the bombers are the second squadron."""
    m = take_three(cards=["ba1", "g6"])
    n = air(m, "ga3")
    for plane in planes(m, "ga3")[:1]:
        plane.model = "Bf 109 F"
    flights.take_off(m.g, n, board(m, "forest"))
    flights.take_off(m.g, air(m, "ba1"), board(m, "forest"))
    m.g.state.air.groups[air(m, "ba1")].spotted = [n]
    m.g.state.step = "looked"
    from grognard.games.fyow.session import air_cards

    fights = of_kind(air_cards.acts_of(m.g, air(m, "ba1")), Fight)
    assert fights == [Fight(n, 0), Fight(n, 1)]
    words = [air_cards.label(m.g, air(m, "ba1"), act) for act in fights]
    assert "Bf 109 F" in words[0] and "Ju 88" in words[1]
    before = [plane.damage for plane in planes(m, "ga3")]
    from grognard.games.fyow.air import combat

    guns = sum(int(flights.model(m.g, p)[k]) for p in flights.present(m.g, air(m, "ba1")) for k in ("mmg", "hmg"))
    with m.forced(*[6] * 2 * guns):
        combat.dogfight(m.g, air(m, "ba1"), n, 1)
    after = [plane.damage for plane in m.g.state.air.planes if plane.group == n]
    assert after[0] == before[0] and sum(after[1:]) > sum(before[1:])


@pytest.mark.rule("fyow.28.8.5", "fyow.17.1.1", "fyow.28.8.6")
def test_photographs_show_what_the_die_allows(m):
    n = up(m, "ba5", "forest")
    g5 = number(m, "g5")
    with m.forced(1, 1, 1, 1, 1, 5, 2):  # it finds the tanks; two pieces of information
        air_ground.reconnoitre(m.g, n)
    film = m.g.state.air.groups[n].films
    assert [(one.unit, one.kind) for one in film] == [(g5, "types"), (g5, "numbers")]
    assert "british" not in m.g.state.staff.learned and g5 not in m.g.state.met["british"]
    with m.forced(1, 1, 1, 1, 1, 5, 6):  # a further session adds what is not on the film
        air_ground.reconnoitre(m.g, n)
    assert [one.kind for one in m.g.state.air.groups[n].films] == ["types", *["numbers"] * 3, "attitude", "defences"]
    air_ground.reports(m.g)
    assert "9 armoured vehicles" in said(m, "british", "28.8.6")[0] and "1 platoon of infantry" in said(m, "british", "28.8.6")[0]
    assert g5 in m.g.state.met["british"] and not m.g.state.air.groups[n].films


@pytest.mark.rule("fyow.28.9.1")
def test_an_air_observation_officer_calls_the_attack_in():
    """Ruling R202: with his radio on the board, and the enemy in sight."""
    m = take_three(spotted={"british": ["g5"]})
    n = up(m, "ba2", "forest")
    unit(m, "b2").board = board(m, "forest")
    assert not air_ground.called_in(m.g, n)  # no such officer with it
    unit(m, "b1").board = board(m, "forest")
    assert air_ground.called_in(m.g, n)
    unit(m, "b1").elements.pop("radio_set")
    assert not air_ground.called_in(m.g, n)
    unit(m, "b1").elements["radio_set"] = 1
    m.g.state.seen["british"] = []
    assert not air_ground.called_in(m.g, n)


@pytest.mark.rule("fyow.28.8.8")
def test_supply_is_dropped_once_by_the_aircraft_that_come_through(m):
    """Ruling R115: 24 load spaces an aircraft; two of three come through: two dice, and then the load is gone."""
    m.g.state.air.groups[air(m, "ba4")].supply = 72
    m.g.state.air.groups[air(m, "ba4")].troops = []
    n = up(m, "ba4", "forest")
    airborne.load_supply(m.g, n)
    unit(m, "b1").board, unit(m, "b1").aboard = board(m, "forest"), -1
    group = m.g.state.air.groups[n]
    assert group.load == 72
    airborne.carrier_lost(m.g, planes(m, "ba4")[0])
    assert group.load == 54  # as one of the four that the other three and the lost one were
    group.load = 48
    airborne.drop_supply(m.g, n)
    assert m.g.state.stores.extra_tomorrow == {str(number(m, "b1")): 2} and group.load == 0
    airborne.load_supply(m.g, n)
    assert group.load == 72  # for the next sortie


@pytest.mark.rule("fyow.28.13.4")
def test_gliders_do_not_fly_twice(m):
    group = m.g.state.air.groups[air(m, "ba4")]
    group.gliders = 4
    n = up(m, "ba4", "st-saviour")
    with m.forced(*[1, 2] * 4, 1, 1, 1, 1):
        list(airborne.drop(m.g, n))
    assert group.gliders == 0


@pytest.mark.rule("fyow.29.9.3", "fyow.29.9.4", "fyow.29.9.5")
def test_aircraft_over_the_sea_look_for_vessels():
    """29.9.3: 1D6 for each machine, 2+; 29.9.1: the aircraft must be in the combat area, not the vessel."""
    m = take_three(cards=["ga1", "g6"], fleet_at={"bn1": "e"})
    one = ships(m, "bn1")
    count = len(planes(m, "ga1"))
    leave = [1]  # the patrol is sent up (28.4.3)
    with m.forced(*leave, *[1] * (count - 1), 2):
        m.choose(("fly", board(m, "e")))
    assert one in m.g.state.fleet.seen["german"] and said(m, "german", "29.9.4")
    again = take_three(cards=["ga1", "g6"], fleet_at={"bn1": "e"}, weather={"sky": "light_rain"})
    with again.forced(*leave, *[2] * count):  # light rain: 3+
        again.choose(("fly", board(again, "e")))
    assert one not in again.g.state.fleet.seen["german"]


# ------------------------------------------------------------------ 28.8.4: escorts of the day


def staff_at_work():
    rated = {"wessex": {"rating": 6}, "fortress": {"rating": 6}}
    plan = {"phase": "plan", "weather": {"sky": "fair"}, "command": rated}
    return Match.start("fyow", "take-three", seed=1, options={"traits": False}, situation=plan)


def escorted(count=3):
    """Three Spitfires of the wing fly with the Blenheims and Bostons today."""
    m = staff_at_work()
    item = make("ba1", "escort", "ba3", count)
    assert may_do(m.g, "british", item, [item]) is None
    DOERS["escort"](m.g, "british", item)
    return m


@pytest.mark.rule("fyow.28.8.4")
def test_fighters_fly_with_the_bombers_for_a_day():
    m = escorted()
    assert [plane.model for plane in planes(m, "ba3")].count("Spitfire V") == 3 and len(planes(m, "ba1")) == 6
    assert "3 of Spitfire wing escort" in said(m, "british", "28.8.4")[-1]
    n = air(m, "ba3")
    for plane in m.g.state.air.planes:
        plane.ready = True
    flights.take_off(m.g, n, board(m, "forest"))
    assert len(flights.present(m.g, n)) == 9
    escorts.go_back(m.g)
    assert len(planes(m, "ba1")) == 6  # they are still in the air
    flights.go_home(m.g, n)
    escorts.go_back(m.g)
    assert len(planes(m, "ba1")) == 9 and len(planes(m, "ba3")) == 6


@pytest.mark.rule("fyow.28.8.4", "fyow.28.1.2")
@pytest.mark.parametrize(
    ("unit", "other", "count", "rule"),
    [("ba1", "ba5", 0, "28.8.4"), ("ba3", "ba2", 0, "28.8.4"), ("ba1", "ba3", 10, "28.8.4"), ("ba1", "ga3", 0, "28.8.4"), ("ba1", "ba4", 9, "")],
)
def test_who_escorts_whom(unit, other, count, rule):
    m = staff_at_work()
    item = make(unit, "escort", other, count)
    refusal = may_do(m.g, "british", item, [item])
    assert (refusal.rule if refusal else "") == (f"fyow.{rule}" if rule else "")


@pytest.mark.rule("fyow.28.8.4")
def test_an_escort_is_arranged_with_the_day_and_ends_with_it():
    m = staff_at_work()
    german = m.decisions["german"].suggestions()[0]
    m.choose([make("ba1", "escort", "ba3")], seat="british")
    m.choose(german, seat="german")
    assert len(planes(m, "ba1")) == 0 and len(planes(m, "ba3")) == 15
    night(m.g)
    assert len(planes(m, "ba1")) == 9
