"""Sections 14.13, 24 and 29.16: swamping and landings; on Operation Take Three."""

from __future__ import annotations

import pytest
from fyow_arms import board, ships, take_three, vessels
from fyow_fleet import of, put
from fyow_table import link, number, refused, said, unit

from grognard.games.fyow import acts
from grognard.games.fyow.sea import landings
from grognard.games.fyow.sea import sailing as naval_moves
from grognard.games.fyow.session import naval_cards
from grognard.games.fyow.tables import TABLES


@pytest.fixture
def m():
    return take_three()


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
    assert landings.may_land(m.g, number(m, "b5"), acts.Land(way)) is None  # men and what they carry
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


@pytest.mark.rule("fyow.31.6.1", "fyow.24.0.2", "fyow.24.0.3", "fyow.24.1.1")
def test_a_force_is_loaded_at_a_quay_by_the_dice_of_the_hub():
    """31.6: as section 24: a small port handles D10 x D6 x D6 x D6 in a session; it is at hand in the next."""
    m = take_three(cards=["fn", "b6", "fn", "b6", "g6"])
    n, b6 = ships(m, "fn"), number(m, "b6")
    naval_moves.to_board(m.g, n, board(m, "ne"), -1)
    force = unit(m, "b6")
    force.board, force.aboard, force.moved, force.arrived = board(m, "st-sampson"), -1, False, -1
    for foe in m.g.on_board(force.board, "german"):
        m.g.unit(foe).board = board(m, "forest")
    m.g.take_hold(b6)
    assert landings.may_load(m.g, n, b6) is None
    with m.forced(5, 2, 3, 4):  # 120 of 210 spaces
        landings.load(m.g, n, b6)
    assert force.aboard == -1 and landings.may_load(m.g, n, b6).rule == "fyow.31.6.1"  # once a session
    assert naval_moves.may_sail(m.g, n, link(m, "ne", "n")).rule == "fyow.29.17.4"
    m.g.state.session, m.g.state.stores.handled, force.moved = 4, {}, False
    force.mode = "rest"
    assert landings.may_load(m.g, n, b6).rule == "fyow.20.6.4"
    force.mode = "active"
    with m.forced(5, 2, 3, 3):  # the 90 that are left
        landings.load(m.g, n, b6)
    assert (force.aboard, force.board) == (n, board(m, "ne")) and not m.g.state.stores.tasks
    assert landings.may_land(m.g, b6, acts.Land(link(m, "ne", "st-sampson"))).rule == "fyow.24.0.3"
    m.g.static.boards[board(m, "st-sampson")].coast, was = "other", m.g.static.boards[board(m, "st-sampson")].coast
    force.board, force.aboard, force.moved = board(m, "st-sampson"), -1, False
    force.elements["field_gun"], hub = 1, m.g.static.boards[board(m, "st-sampson")].hub
    m.g.static.boards[board(m, "st-sampson")].hub = ""
    try:
        assert landings.may_load(m.g, n, b6).rule == "fyow.24.1.1"  # a cove: no vehicles, no guns
    finally:
        m.g.static.boards[board(m, "st-sampson")].coast, m.g.static.boards[board(m, "st-sampson")].hub = was, hub


@pytest.mark.rule("fyow.31.6.1")
def test_the_craft_before_a_coast_are_asked_whom_to_load():
    m = take_three(cards=["fn", "g6"])
    n = ships(m, "fn")
    naval_moves.to_board(m.g, n, board(m, "ne"), -1)
    unit(m, "b6").board, unit(m, "b6").aboard = board(m, "st-sampson"), -1
    assert landings.on_the_quay(m.g, n) == [number(m, "b6")]
    assert acts.LoadAshore(number(m, "b6")) in naval_cards.acts_of(m.g, n)
    assert naval_cards.label(m.g, n, acts.LoadAshore(number(m, "b6"))).startswith("Load ")


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
