"""Sections 28.8.8 and 28.13: transports, parachutists, gliders; on Operation Take Three."""

from __future__ import annotations

import pytest
from fyow_arms import air, board, card_of, planes, take_three
from fyow_table import number, said, unit

from grognard.games.fyow.air import airborne
from grognard.games.fyow.air import aircraft as flights
from grognard.games.fyow.air import combat as air_combat
from grognard.games.fyow.state import DESTROYED


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


# ------------------------------------------------------------------ transport and 28.13


@pytest.mark.rule("fyow.28.8.8", "fyow.28.13.1")
def test_what_transports_carry(m):
    n = air(m, "ba4")
    assert airborne.may_carry(m.g, n, board(m, "forest")) is None
    for plane in planes(m, "ba4")[1:]:
        plane.ready = False
    assert airborne.may_carry(m.g, n, board(m, "forest")).rule == "fyow.28.8.8"  # 59 spaces want 2 aircraft
    for plane in planes(m, "ba4"):
        plane.ready = True
    unit(m, "b8").elements["elite"] = 10
    assert airborne.may_carry(m.g, n, board(m, "forest")).rule == "fyow.28.13.1"


@pytest.mark.rule("fyow.28.8.9")
def test_with_a_carrier_its_load_is_lost(m):
    up(m, "ba4", "st-saviour")
    before = m.g.value(number(m, "b8"))
    air_combat.damage(m.g, planes(m, "ba4")[0], 5)
    lost = before - m.g.value(number(m, "b8"))
    assert abs(lost - before / 3) <= 3
    group = m.g.state.air.groups[air(m, "ba4")]
    group.gliders = 2
    air_combat.damage(m.g, planes(m, "ba4")[1], 5)
    assert group.gliders == 1


@pytest.mark.rule("fyow.28.13.2", "fyow.28.13.3")
def test_parachutists_land_on_the_board_itself(m):
    n = up(m, "ba4", "st-saviour")
    with m.forced(1, 2, 3, 3, 4, 5, 6, 1, 1, 1, 1, 1):  # the second platoon throws a double 3; then they look about
        list(airborne.drop(m.g, n))
    b8 = unit(m, "b8")
    assert (b8.board, b8.box, b8.waits) == (board(m, "st-saviour"), -1, "")
    assert "loses 13 points" in said(m, "british", "28.13.3")[-1]  # 25% of 55.75
    assert m.g.state.control[board(m, "st-saviour")] == "british"


def test_the_example_of_parachute_losses(m):
    unit(m, "b8").elements = {"elite_enhanced": 10}
    worth = m.g.value(number(m, "b8"))
    with m.forced(3, 3):
        assert airborne.parachute_losses(m.g, number(m, "b8")) == worth // 4


def test_they_may_attack_at_once(m):
    n = up(m, "ba4", "forest")
    with m.forced(1, 2, 1, 2, 1, 2, 1, 2, 5, 5, 5, 5):
        list(airborne.drop(m.g, n))
    (battle,) = [b for b in m.g.state.battles if b.board == board(m, "forest")]
    assert battle.attackers == [number(m, "b8")] and battle.defenders == [number(m, "g5")]


@pytest.mark.rule("fyow.28.13.4", "fyow.28.13.5")
def test_gliders(m):
    unit(m, "b8").elements = {"elite_enhanced": 40}
    whole = m.g.value(number(m, "b8"))
    with m.forced(1, 1, 2, 2, 5, 5, 6, 6):
        lost = airborne.glider_losses(m.g, number(m, "b8"), 4)
    each = whole / 4
    assert lost == int(each) + int(each * 75 / 100) + int(each / 2) + int(each / 4)
    unit(m, "b8").elements = {"elite_enhanced": 10, "light_tank_gun": 1}
    with m.forced(4, 4):
        assert airborne.glider_losses(m.g, number(m, "b8"), 1) == 0
    assert unit(m, "b8").damaged == {"light_tank_gun": 1}


@pytest.mark.rule("fyow.28.13.6")
def test_defenders_of_a_drop_zone_look_with_one_die_more(m):
    from grognard.games.fyow.contact.detection import occupying_dice

    g5, b8 = number(m, "g5"), unit(m, "b8")
    before = int(occupying_dice(m.g, g5, -1))
    b8.board, b8.dropped, b8.waits = unit(m, "g5").board, m.g.now, ""
    assert int(occupying_dice(m.g, g5, -1)) == before + 1
    b8.dropped = m.g.now - 2
    assert int(occupying_dice(m.g, g5, -1)) == before


@pytest.mark.rule("fyow.28.13.7")
@pytest.mark.parametrize(("worse", "attacking"), [(False, 1), (True, -1)])
def test_german_parachutists_land_without_weapons(worse, attacking):
    """As written: 'they suffer a 1 right-shift'; with the option a left one when they attack."""
    from grognard.games.fyow.battle.combat_table import shifts
    from grognard.games.fyow.state import Battle

    m = take_three({"parachutists_attack_worse": worse})
    b8, g5 = number(m, "b8"), number(m, "g5")
    unit(m, "b8").board = unit(m, "g5").board
    unit(m, "g5").dropped = m.g.now - 1
    attack = Battle(unit(m, "g5").board, "german", [g5], [b8])
    assert [t.amount for t in shifts(m.g, attack).terms if t.rule == "fyow.28.13.7"] == [attacking]
    defence = Battle(unit(m, "g5").board, "british", [b8], [g5])
    assert [t.amount for t in shifts(m.g, defence).terms if t.rule == "fyow.28.13.7"] == [1]
    unit(m, "g5").dropped, unit(m, "b8").dropped = -1, m.g.now
    assert not [t for t in shifts(m.g, attack).terms if t.rule == "fyow.28.13.7"]


def test_a_card_flies_fights_and_comes_home(m):
    m = take_three(cards=["ba3", "ga1"], session=3)
    assert card_of(m) == "ba3"
    m.choose(("fly", board(m, "fort-doyle")))
    assert m.decision.seat == "british" and "over Fort Doyle" in m.decision.prompt
    m.choose(("home",))
    assert card_of(m) == "ga1" and m.g.state.air.groups[air(m, "ba3")].board == -1
    assert unit(m, "g1").condition != DESTROYED
