"""Chapter 7: where beaten units may go."""

from __future__ import annotations

import pytest
from napalini_table import Table, table

from grognard.games.napalini.combat import retreat


@pytest.mark.rule("napalini.7.retreat")
def test_beaten_attackers_go_back_to_the_first_square_of_the_table_too():
    t = table()
    n = t.put(t.one, "infantry", "A1")
    t.put(t.two, "infantry", "B2")
    t.round(t.one, [n])
    t.attack(n, "B2", "A1")
    assert retreat.retreat_squares(t.g, n, False) == [t.sq("A1")]


@pytest.mark.rule("napalini.7.retreat")
def test_only_attackers_of_the_same_combat_bar_a_way_out():
    t = Table()
    d = t.put(t.two, "infantry", "C5")
    a, b = t.put(t.one, "infantry", "C4"), t.put(t.one, "infantry", "E5")
    t.put(t.two, "infantry", "E6")
    t.round(t.one)
    t.attack(a, "C5", "C4")
    t.attack(b, "E6", "D6")
    assert t.sq("D6") in retreat.retreat_squares(t.g, d, True) and t.sq("C4") not in retreat.retreat_squares(t.g, d, True)
