"""Section 29: rivers, spotting and fire at sea."""

from __future__ import annotations

import pytest
from fyow_arms import board, ships, take_three, vessels
from fyow_table import (
    link,
    number,
    offered,
    refused,
)

from grognard.games.fyow.air.aircraft import take_off
from grognard.games.fyow.records.services import Plane
from grognard.games.fyow.sea import flak, gunnery, sailing
from grognard.games.fyow.sea.air_attack import strike
from grognard.games.fyow.sea.vessels import shore_targets, spotting_score


def river_of(m, monkeypatch, size):
    way, static = link(m, "os", "w"), m.g.static
    monkeypatch.setattr(static, "link_kind", [("river" if n == way else k) for n, k in enumerate(static.link_kind)])
    monkeypatch.setattr(static, "link_water", [(size if n == way else k) for n, k in enumerate(static.link_water)])
    monkeypatch.setattr(static, "link_cost", [(7 if n == way else k) for n, k in enumerate(static.link_cost)])
    return way


def fleets(session=3, **weather):
    """British destroyers and German trawlers in one combat area off the east coast."""
    m = take_three(weather={"sky": "fair", **weather}, session=session)
    one, other = ships(m, "bn1"), ships(m, "gn2")
    for number_, group in ((one, m.g.state.fleet.groups[one]), (other, m.g.state.fleet.groups[other])):
        group.board, group.area = board(m, "e"), True
        for vessel in m.g.state.fleet.vessels:
            if vessel.group == number_:
                vessel.dock, vessel.fit = False, True
    return m, one, other


@pytest.mark.rule("fyow.29.6.1.2")
@pytest.mark.parametrize(("kind", "fog", "limit"), [("mtb", -1, 6), ("canoe_dinghy_raft", -2, 3)])
def test_on_rivers_craft_move_by_the_movement_test_table(kind, fog, limit, monkeypatch):
    """Powered craft 2, -3 in fog, six boards a day; rowed 1, -3, three a day; one board a session. Not the table of the sea."""
    m = take_three(fleet_at={"bn3": "os"})
    way = river_of(m, monkeypatch, "large")
    group = m.g.state.fleet.groups[ships(m, "bn3")]
    for place in vessels(m, "bn3"):
        m.g.state.fleet.vessels[place].kind = kind
    m.g.state.weather.sky = "fog"
    assert int(sailing.sea_movement(m.g, kind, group.board, river=True)) == fog
    with m.forced(6 - fog):
        assert not sailing.sail(m.g, ships(m, "bn3"), way)
    group.stuck = group.moved = -1
    with m.forced(7 - fog):
        assert sailing.sail(m.g, ships(m, "bn3"), way)
    assert sailing.may_sail(m.g, ships(m, "bn3"), way).rule == "fyow.29.6.2.1"  # one board a session
    group.steps, group.moved, group.boards = 0, -1, limit - 1
    assert sailing.may_sail(m.g, ships(m, "bn3"), way) is None
    group.boards = limit
    assert sailing.may_sail(m.g, ships(m, "bn3"), way).rule == "fyow.29.6.2.1"


@pytest.mark.parametrize(("session", "moonlit", "need"), [(3, False, 3), (1, True, 4), (1, False, 5)])
@pytest.mark.rule("fyow.29.qrg.1", "fyow.29.10.4.1")
def test_shells_on_the_shore_are_as_uncertain_by_night_as_any(session, moonlit, need):
    m, _, _ = fleets(session, moonlit=moonlit)
    place = vessels(m, "bn1")[0]
    target = f"u{number(m, 'g6')}"
    with m.forced(need - 1):
        assert gunnery.shot(m.g, place, target, "149mm", True, "british") == 0
    with m.forced(need, 1):
        assert gunnery.shot(m.g, place, target, "149mm", True, "british") == 1


@pytest.mark.parametrize(("damage", "guns"), [(5, 5), (6, 3)])
@pytest.mark.rule("fyow.29.10.1.2", "fyow.29.10.5.1")
def test_at_half_strength_half_of_the_aa_guns_fire(damage, guns):
    m, one, _ = fleets()
    mine = vessels(m, "bn1")
    for place in mine[1:]:
        m.g.state.fleet.vessels[place].sunk = True
    vessel = m.g.state.fleet.vessels[mine[0]]
    vessel.damage, vessel.guns["aa"], vessel.shots["aa"] = damage, 5, 15
    enemy = next(n for n, group in enumerate(m.g.state.air.groups) if group.side == "german")
    take_off(m.g, enemy, board(m, "e"))
    with m.forced(*[1] * guns):
        flak.ships_aa(m.g, one, enemy)
    assert vessel.shots["aa"] == 15 - guns


@pytest.mark.parametrize(("ago", "need"), [(0, 2), (1, 2), (2, 3)])
@pytest.mark.rule("fyow.29.9.5")
def test_a_ship_that_fires_at_the_observer_is_seen_on_his_next_card(ago, need):
    """29.9: -1 for a target that fires at the observer; gunboats at 3+, whoever's card came first in the session."""
    m, one, other = fleets()
    for vessel in m.g.state.fleet.vessels:
        vessel.radar = False
        if vessel.group in (one, other):
            vessel.kind = "gunboat"
    group = m.g.state.fleet.groups[other]
    group.fired, group.aimed = m.g.now - ago, [f"g{one}"]
    assert int(spotting_score(m.g, one, f"g{other}")) == need


@pytest.mark.parametrize(("session", "moonlit", "more"), [(3, False, 0), (1, True, 1), (1, False, 2)])
@pytest.mark.rule("fyow.29.qrg.1", "fyow.29.10.2.1", "fyow.29.10.3.2", "fyow.29.10.6.3")
def test_torpedoes_depth_charges_and_aircraft_are_less_sure_by_night_too(session, moonlit, more):
    """29.10: a torpedo hits on 8+, a depth charge on 5+, a dive bomber on 6+; +1 by moonlight, +2 in the dark, never above 10."""
    m, one, other = fleets(session, moonlit=moonlit)
    firer, target = (m.g.state.fleet.vessels[vessels(m, name)[0]] for name in ("bn1", "gn2"))
    for vessel in m.g.state.fleet.vessels:
        if vessel.group in (one, other) and vessel not in (firer, target):
            vessel.sunk = True
    firer.kind, firer.torpedoes, target.kind = "submarine", 4, "cargo_or_landing_ship"
    aim = f"v{vessels(m, 'gn2')[0]}"
    with m.forced(7 + more, 7 + more):
        gunnery.torpedo(m.g, one, aim)
    assert not target.damage
    m.g.state.fleet.groups[one].used = []
    with m.forced(8 + more, 1, 1):
        gunnery.torpedo(m.g, one, aim)
    assert target.damage == 2
    firer.kind, firer.depth_charges, target.kind, target.damage = "destroyer", 6, "submarine", 0
    with m.forced(4 + more, 5 + more, 6):
        gunnery.depth_charges(m.g, one, aim)
    assert target.damage == 2 and firer.depth_charges == 4
    plane = Plane("Ju 87", 0)
    with m.forced(5 + more):
        assert strike(m.g, plane, "dive_bomber", vessels(m, "gn2")[0], "german") == 0
    with m.forced(6 + more, 6):
        assert strike(m.g, plane, "dive_bomber", vessels(m, "gn2")[0], "german") == 1


@pytest.mark.rule("fyow.29.9.1")
@pytest.mark.parametrize(("hunter", "prey"), [(True, False), (False, True), (False, False)])
def test_a_destroyer_finds_a_submarine_if_one_of_them_is_in_the_combat_area(hunter, prey):
    m = take_three(cards=["bn1", "g6"], fleet_at={"bn1": "e", "gn1": "e"})
    fleet, own, other = m.g.state.fleet, ships(m, "bn1"), ships(m, "gn1")
    for vessel in fleet.vessels:
        vessel.kind = "submarine" if vessel.group == other else vessel.kind
    fleet.groups[own].area, fleet.groups[other].area = hunter, prey
    ashore = len(shore_targets(m.g, board(m, "e"), "british")) if hunter else 0
    with m.forced(*[2] * 9 * ((hunter or prey) + ashore)):
        m.choose(("spot",))
    assert (f"g{other}" in fleet.groups[own].spotted) is (hunter or prey)


@pytest.mark.rule("fyow.29.3.3", "fyow.29.3.2")
@pytest.mark.parametrize(
    ("size", "bar", "passes"), [("large", "weir", True), ("small", "weir", False), ("small", "rapids", False)]
)
def test_on_a_small_river_not_even_a_canoe_passes_a_weir(size, bar, passes, monkeypatch):
    m = take_three(cards=["bn3", "g6"], fleet_at={"bn3": "e"})
    static = m.g.static
    way = static.graph.links_at(board(m, "e"), static.water)[0]
    for column, word in (("link_kind", "river"), ("link_water", size), ("link_bar", bar)):
        monkeypatch.setattr(static, column, [word if n == way else k for n, k in enumerate(getattr(static, column))])
    for vessel in m.g.state.fleet.vessels:
        vessel.kind = "canoe_dinghy_raft" if vessel.group == ships(m, "bn3") else vessel.kind
    m.choose(("spot",))  # the question is put anew
    if passes:
        assert ("sail", way) in offered(m)
    else:
        with refused("29.3.3"):
            m.choose(("sail", way))
