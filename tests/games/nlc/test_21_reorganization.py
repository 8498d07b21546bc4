"""Chapter 21: reorganization."""

from __future__ import annotations

import pytest

from conftest import FR_II, camp, dark, rule_of
from grognard.games.nlc.command.reorganize import bring_back, may_reorganize, returning


@pytest.mark.rule("nlc.21.0.1", "nlc.21.0.2", "nlc.20.2.29", "nlc.23.0.1")
def test_who_may_reorganize():
    f = camp()
    assert may_reorganize(f.g, f.l("reille")) is None
    f.g.state.turn = 2
    assert rule_of(may_reorganize(f.g, f.l("reille"))) == "nlc.21.0.2"
    busy = camp()
    busy.g.formation_order(FR_II).kind = "defend"
    assert rule_of(may_reorganize(busy.g, busy.l("reille"))) == "nlc.20.2.29"
    seen = camp(units={"al-best": "0513"})
    assert rule_of(may_reorganize(seen.g, seen.l("reille"))) == "nlc.21.0.2"
    night = camp(scenario=dark())
    assert rule_of(may_reorganize(night.g, night.l("reille"))) == "nlc.23.0.1"
    assert rule_of(may_reorganize(f.g, f.l("ney"))) == "nlc.21.0.1"


@pytest.mark.rule("nlc.21.0.3", "nlc.21.0.4", "nlc.21.0.6")
def test_units_return_reduced_in_the_leaders_hex():
    f = camp(units={"fr-5-campi": "0514"})
    gauthier = f.u("fr-9-gauthier")
    procedure = bring_back(f.g, f.l("reille"))
    spot = f.h("0513")
    f.drive(procedure, gauthier, (f.u("fr-5-campi"), spot))
    assert f.at("fr-9-gauthier") == "0514" and f.g.state.step[gauthier] == 1
    assert f.at("fr-5-campi") == "0513"
    assert f.g.state.absent >> f.l("reille") & 1 and not f.g.present(f.l("reille"))


@pytest.mark.rule("nlc.21.0.5")
def test_a_demoralized_corps_may_lose_them_for_good():
    dead = {n: {"dead": 1} for n in ("fr-5-husson", "fr-5-campi")}
    f = camp(units=dead)
    gauthier = f.u("fr-9-gauthier")
    f.drive(bring_back(f.g, f.l("reille")), gauthier, "done", dice=(5,))
    assert f.g.state.gone >> gauthier & 1 and gauthier not in returning(f.g, FR_II)
    g = camp(units=dead)
    g.drive(bring_back(g.g, g.l("reille")), g.u("fr-9-gauthier"), "done", dice=(4,))
    assert g.at("fr-9-gauthier") == "0514"
