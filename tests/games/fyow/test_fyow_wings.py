"""Section 28: what aircraft carry, drop and hit."""

from __future__ import annotations

import pytest
from fyow_arms import air, board, take_three
from fyow_table import (
    at_cards,
    number,
    refused,
    said,
    unit,
    value,
)

from grognard.games.fyow.air.ground_attack import hit_target, rocket_hit


@pytest.mark.rule("fyow.28.13.2", "fyow.13.9.1")
@pytest.mark.parametrize(("points", "full"), [(900, False), (1460, True)])
def test_parachutists_need_room_where_they_land(points, full):
    m = take_three(cards=["g6", "ba4", "g5"])
    troops = number(m, "b8")
    assert 40 < m.g.value(troops) <= 600
    unit(m, "b6").board, unit(m, "b6").aboard = board(m, "forest"), -1
    value(m, "b6", points)
    m.choose(("stay",))
    if full:
        with refused("13.9.1"):
            m.choose(("fly", board(m, "forest")))
    else:
        m.choose(("fly", board(m, "forest")))
        assert m.g.state.air.groups[air(m, "ba4")].board == board(m, "forest")


@pytest.mark.rule("fyow.base.strafe.2")
def test_a_tank_damaged_and_then_destroyed_from_the_air_counts_once():
    """33.10.2: half of its value when it is damaged, the other half when it is gone."""
    tanks = {"regular": 100, "medium_tank": 1}
    m = at_cards("b1", "b4", forces={"g2": {"elements": tanks, "start": 4000, "lost": 0}})
    force, here = unit(m, "g2"), number(m, "g2")
    whole = m.g.half_value(here)
    with m.forced(3):
        rocket_hit(m.g, "british", here, "armour")
    assert force.damaged == {"medium_tank": 1} and force.lost == (whole - m.g.half_value(here)) // 2
    with m.forced(5):
        rocket_hit(m.g, "british", here, "armour")
    assert "medium_tank" not in force.elements and force.lost == (whole - 300) // 2


@pytest.mark.rule("fyow.28.13.2", "fyow.16.0.7")
def test_parachutists_on_a_board_of_hidden_men_land_in_peace():
    """Ruling R163: nobody is brought to battle whom nobody can find."""
    m = take_three(cards=["ba4", "g6"])
    for name in ("g1", "g2", "g3"):
        unit(m, name).board = board(m, "fort-doyle")
    unit(m, "g1").board, unit(m, "g1").elements = board(m, "forest"), {"elite_enhanced": 20}
    unit(m, "g1").concealed = {"elite_enhanced": 20}
    for other in m.g.on_board(board(m, "forest"), "german"):
        if other != number(m, "g1"):
            m.g.unit(other).board = board(m, "fort-doyle")
    m.choose(("fly", board(m, "forest")))
    m.choose(("drop",))
    assert not m.g.state.battles and unit(m, "b8").board == board(m, "forest") and unit(m, "b8").box < 0


@pytest.mark.rule("fyow.28.8.8")
def test_all_who_fly_together_must_find_room():
    """59 spaces fit into two transports; with a second such company three are too few."""
    m = take_three(cards=["g6", "ba4", "g5"])
    group = m.g.state.air.groups[air(m, "ba4")]
    unit(m, "b6").elements, unit(m, "b6").aboard = dict(unit(m, "b8").elements), -1
    group.troops.append(number(m, "b6"))
    m.choose(("stay",))
    with refused("28.8.8"):
        m.choose(("fly", board(m, "forest")))


@pytest.mark.rule("fyow.28.8.3")
def test_a_force_destroyed_by_the_first_bomb_is_not_destroyed_again():
    m = take_three(cards=["g6"])
    unit(m, "g1").elements = {"regular": 1}
    for _ in range(2):
        hit_target(m.g, "british", f"u{number(m, 'g1')}", 4)
    assert len(said(m, "german", "28.8.3")) == 1
