"""Chapter 7: who has tank shock."""

from __future__ import annotations

import pytest
from napalini_table import Table
from test_napalini_combat import aims, duel

from grognard.games.napalini.combat.fire import Aim, dice_tally


@pytest.mark.rule("napalini.7.tank-shock")
@pytest.mark.parametrize(
    ("kind", "dice"),
    [("armoured_train", 4), ("gunboat", 4), ("hms_severn", 4), ("hms_woodcock", 2), ("land_battleships", 4), ("aa_88", 3)],
)
def test_every_unit_with_armour_has_tank_shock_trains_and_gunboats_too(kind, dice):
    """'Armoured units (including armoured trains and gunboats)': a vessel without an A has none."""
    t, (n,), foes = duel(attackers=(kind,))
    assert int(dice_tally(t.g, aims(t, n, foes))) == dice


@pytest.mark.rule("napalini.7.tank-shock")
def test_only_vehicles_have_tank_shock_by_option():
    t = Table(options={"trains_and_boats_have_tank_shock": False})
    foe = t.put(t.two, "infantry", "C4")
    for kind, dice in (("armoured_train", 3), ("gunboat", 3), ("light_tanks", 3)):
        assert int(dice_tally(t.g, Aim(t.put(t.one, kind, "C3"), t.sq("C4"), (foe,), True))) == dice, kind


@pytest.mark.rule("napalini.7.dice", "napalini.7.rear-dice")
def test_who_has_no_dice_gets_none_for_the_rear():
    t = Table(ground={"rivers": [["B4", "C4", "D4"]]})
    craft, foe = t.put(t.one, "lct", "C4"), t.put(t.two, "infantry", "C4")
    t.round(t.one, [craft])
    assert int(dice_tally(t.g, Aim(craft, t.sq("C4"), (foe,), True, rear=True))) == 0
