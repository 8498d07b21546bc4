"""Chapter 24: supply."""

from __future__ import annotations

import tomllib

import pytest

from conftest import Field
from grognard.games.nlc.army.supply import sources, supplied_hexes, supply_check
from grognard.games.nlc.scenario import DATA


@pytest.mark.rule("nlc.24.0.1", "nlc.24.0.2", "nlc.24.0.3", "nlc.24.0.4")
def test_supply_at_nine():
    f = Field("wavre", clear=False, phase="chits")
    assert f.g.static.turns[17].clock == "09:00"
    assert set(sources(f.g, 0)) <= set(f.g.static.edge["south"])
    silent = tomllib.loads((DATA / "scenarios" / "learning.toml").read_text())
    for army in silent["army"]:
        del army["supply_edges"]
    by_rule = Field(silent).g
    assert set(sources(by_rule, 0)) == set(by_rule.static.edge["south"])  # the French
    assert set(sources(by_rule, 1)) == set(by_rule.static.edge["west"])  # Dutch, Germans and British
    assert f.g.static.armies[0].supply_edges == ("south",)
    f.g.state.turn = 18
    unit = next(u for u in f.g.army_units(0))
    ring = [f.g.label(h) for h in f.g.grid.adjacent[f.h("0101")]]
    enemies = [u.id for u in f.g.units if u.side == 1][: len(ring)]
    name = f.g.units[unit].id
    cut = Field("wavre", units={name: "0101", **dict(zip(enemies, ring))}, phase="chits")
    cut.g.state.turn = 17
    supply_check(cut.g)
    assert cut.at(name) == "0101"
    cut.g.state.turn = 18
    assert cut.h("0101") not in supplied_hexes(cut.g, 0)
    supply_check(cut.g)
    assert cut.at(name) == "-2"
