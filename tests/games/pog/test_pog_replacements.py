"""Chapter 17: replacements."""

from __future__ import annotations

import pytest
from pog_situations import choose, front, pog, reduced, refused, said, status, where

from great_war import offered
from grognard.games.pog.manpower.replacements import army_spaces, may_replace


def spending(rp, units, **patch):
    return pog(clear=True, phase="replacements", rp=rp, units=units, hands={"cp": [], "ap": []}, **patch)


@pytest.mark.rule("pog.17.1.1", "pog.17.1.4")
def test_prices_of_replacements():
    units = {
        "ge.a1": "aachen reduced",
        "ge.c#1": "aachen reduced",
        "ge.c#2": "reserve reduced",
        "ge.c#3": "eliminated reduced",
        "ge.a4": "metz",
    }
    m = spending({"ge": 6}, units)
    assert m.decision.seat == "cp"
    choose(m, "ge.a1", "ge.c#1", "ge.c#2", "ge.c#3", "ge.c#3")
    assert not any(reduced(m, u) for u in ("ge.a1", "ge.c#1", "ge.c#2", "ge.c#3"))
    assert where(m, "ge.c#3") == "reserve"
    assert m.g.state.turn == 1 and m.decision.rule != "pog.17.1.1"  # 3 RP are spent
    m = spending({"ge": 2}, {"ge.a1": "aachen", "ge.a4": "metz reduced"})
    with refused("pog.17.1.4"):
        m.choose("ge.a1")
    m = spending({"ge": 1}, {"ge.a1": "aachen reduced", "ge.c#1": "metz reduced"})
    with refused("pog.17.1.1"):
        m.choose("ge.a1")


@pytest.mark.rule("pog.17.1.5.a", "pog.17.1.4")
def test_an_army_is_rebuilt_where_reinforcements_arrive():
    m = spending({"ge": 4}, {"ge.a1": "eliminated reduced", "ge.a4": "metz"})
    m.choose("ge.a1")
    assert set(offered(m)) == {"berlin", "essen", "breslau"}
    m.choose("essen")
    assert where(m, "ge.a1") == "essen" and reduced(m, "ge.a1")
    m.choose("ge.a1")
    assert not reduced(m, "ge.a1")


@pytest.mark.rule("pog.17.1.1.1")
def test_the_allied_pool_serves_the_minors_only():
    m = spending(
        {"a": 4}, {"be.a1": "antwerp reduced", "fr.a1": "nancy reduced", "br.aus": "calais reduced", "sb.c#1": "nis reduced"}
    )
    assert set(offered(m)) == {"be.a1", "br.aus", "sb.c#1", "done"}
    m.choose("be.a1")
    assert m.g.state.rp["a"] == 2


@pytest.mark.rule("pog.17.1.2", "pog.6.f")
def test_unspent_points_are_lost():
    m = spending({"fr": 4, "ge": 2}, {"fr.a1": "nancy reduced", "ge.a4": "metz reduced"})
    m.choose("done")
    assert m.decision.seat == "cp"
    m.choose("done")
    assert m.g.state.rp == {} and said(m, "pog.17.1.2")


@pytest.mark.rule("pog.17.1.3.a", "pog.17.1.3.b")
def test_a_lost_or_besieged_capital_stops_replacements():
    m = spending(
        {"fr": 4, "a": 4}, {"fr.a1": "nancy reduced", "ge.a1": "paris", "be.a1": "ostend reduced"}, control={"brussels": "cp"}
    )
    assert may_replace(m.g, m.g.U["fr.a1"]).rule == "pog.17.1.3.a"
    assert may_replace(m.g, m.g.U["be.a1"]) is None
    m = spending({}, {"ah.a1": "cracow reduced", "ru.a1": "budapest"}, control={"budapest": "ap"})
    m.g.state.rp = {"ah": 4}
    assert may_replace(m.g, m.g.U["ah.a1"]).rule == "pog.17.1.3.a"  # either capital


@pytest.mark.rule("pog.17.1.4.a", "pog.17.1.4.1")
def test_units_on_the_map_need_supply_of_their_own():
    m = spending(
        {"ge": 4, "ru": 4},
        {"ge.a1": "tours reduced", "ru.c#1": "belgrade reduced", "ru.a1": "kovno reduced"},
        control={"tours": "cp"},
    )
    assert may_replace(m.g, m.g.U["ge.a1"]).rule == "pog.17.1.4.a"
    assert may_replace(m.g, m.g.U["ru.c#1"]).rule == "pog.17.1.4.1"
    assert may_replace(m.g, m.g.U["ru.a1"]) is None


@pytest.mark.rule("pog.17.1.5.b", "pog.17.1.5.c")
def test_serbian_and_belgian_armies():
    def spaces(m, unit):
        return [m.g.board.ids[s] for s in army_spaces(m.g, m.g.U[unit])]

    m = spending({"a": 4}, {"sb.a1": "eliminated reduced", "be.a1": "eliminated reduced"})
    assert spaces(m, "sb.a1") == ["belgrade"] and spaces(m, "be.a1") == ["brussels", "antwerp", "ostend"]
    m = spending(
        {"a": 4}, {"sb.a1": "eliminated reduced", "be.a1": "eliminated reduced"}, control={"nis": "cp"}, events=["ap.30"]
    )
    assert spaces(m, "sb.a1") == ["salonika"]
    m = spending(
        {"a": 4},
        {"be.a1": "eliminated reduced"},
        control={"brussels": "cp", "antwerp": "cp", "ostend": "cp"},
        forts_fallen=["antwerp"],
    )
    assert spaces(m, "be.a1") == ["calais"]


@pytest.mark.rule("pog.17.1.6", "pog.17.1.7")
def test_the_ana_returns_in_arabia_and_some_never_return():
    m = spending(
        {"a": 4, "br": 4}, {"br.ana": "eliminated reduced", "br.bef": "cambrai reduced", "br.mef": "cairo reduced"}, join=["tu"]
    )
    assert may_replace(m.g, m.g.U["br.bef"]).rule == "pog.17.1.7"
    m.choose("br.ana")
    assert where(m, "br.ana") == "arabia"


@pytest.mark.rule("pog.rpt.1", "pog.card.cp.33", "pog.card.cp.27", "pog.card.ap.37", "pog.card.cp.36", "pog.card.ap.52")
def test_rp_changes_by_events():
    def pools(rp, **patch):
        m = pog(
            clear=True,
            phase="status",
            rp=rp,
            units={"br.c#1": "calais reduced", "ge.c#1": "metz reduced"},
            hands={"cp": [], "ap": []},
            turn=3,
            **patch,
        )
        return m.g.state.rp

    assert pools({"br": 6, "ge": 0}, events=["cp.33"])["ge"] == 2
    assert pools({"br": 6}, events=["cp.33", "ap.37"]).get("ge", 0) == 0
    assert pools({"br": 6}, this_turn=["cp.27"]).get("br", 0) == 0  # not below 0
    assert pools({"br": 6}, events=["cp.36"])["br"] == 4
    assert pools({"br": 6}, events=["cp.36", "ap.52"])["br"] == 6


@pytest.mark.rule("pog.3.c")
def test_capitals():
    capitals = {"fr": "paris", "ge": "berlin", "br": "london", "be": "brussels", "mn": "cetinje", "sb": "belgrade"}
    for nation, city in capitals.items():
        m = front(units={}, control={city: "ap" if nation == "ge" else "cp"})
        assert m.g.hooks.capital_lost(m.g, nation), nation
    for city in ("vienna", "budapest"):
        assert front(units={}, control={city: "ap"}).g.hooks.capital_lost
        m = front(units={}, control={city: "ap"})
        assert m.g.hooks.capital_lost(m.g, "ah")
    m = front(units={})
    assert not any(m.g.hooks.capital_lost(m.g, n) for n in ("ge", "ah", "fr", "br", "ru", "us"))


@pytest.mark.rule("pog.16.1.5")
def test_commitment_never_falls():
    m = status(ws={"cp": 2, "ap": 0}, level={"cp": 1, "ap": 0})
    assert m.g.state.level["cp"] == 1


@pytest.mark.rule("pog.2.2.2")
def test_there_are_always_enough_trench_markers():
    m = front(units={})
    for space in range(60):
        m.g.dig(space, "ap")
    assert sum(m.g.trench(s) > 0 for s in range(60)) == 60
