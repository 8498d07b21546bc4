"""Draka supply and replacements, Draka control (14) and victory (15)."""

from __future__ import annotations

import pytest
from draka_situations import (
    EMPTY,
    activate,
    attack,
    choose,
    draka,
    finish_action,
    finish_turn,
    front,
    holder,
    march,
    phase,
    reduced,
    refused,
    said,
    where,
)

from great_war import offered
from grognard.boards.masks import bits
from grognard.games.draka.manpower.replacements import may_create
from grognard.games.pog.manpower.replacements import may_replace
from grognard.games.pog.supply.tracing import in_supply
from grognard.games.pog.war.victory import judge

# ------------------------------------------------------------------ supply


@pytest.mark.rule("draka.dr.supply.1")
def test_draka_supply_needs_no_london():
    m = front(units={"dr.cfc#1": "salonika", "dr.jc#1": "beersheba", "br.c#1": "salonika"}, join=["gr"],
              control={"london": "cp", "calais": "cp"}, draka=["beersheba"])  # fmt: skip
    g = m.g
    assert in_supply(g, g.U["dr.cfc#1"]) and in_supply(g, g.U["dr.jc#1"])
    assert not in_supply(g, g.U["br.c#1"])
    m = front(units={"dr.jc#1": "baghdad"})
    assert not in_supply(m.g, m.g.U["dr.jc#1"])


@pytest.mark.rule("draka.cp.tu.6")
def test_turkish_sources():
    cut = dict.fromkeys(("constantinople", "adapazari", "bursa", "eskidor", "sinope", "samsun"), "ap")
    m = front(units={"tu.c#1": "konya", "tu.c#2": "kut", "ge.c#1": "konya", "tu.c#3": "medina"}, control=cut)
    g = m.g
    assert in_supply(g, g.U["tu.c#1"]) and in_supply(g, g.U["tu.c#2"]) and in_supply(g, g.U["tu.c#3"])
    assert not in_supply(g, g.U["ge.c#1"])
    lost = dict.fromkeys(("constantinople", "ankara", "baghdad", "mosul", "medina"), "ap")
    m = front(units={"tu.c#1": "erzingan"}, control=lost)
    assert in_supply(m.g, m.g.U["tu.c#1"])  # Erzerum and Kharput, both
    m = front(units={"tu.c#1": "erzingan"}, control={**lost, "kharput": "ap"})
    assert not in_supply(m.g, m.g.U["tu.c#1"])
    for source in ("ankara", "baghdad", "medina", "mosul"):  # each by itself
        others = {name: side for name, side in {**lost, "kharput": "ap"}.items() if name != source}
        m = front(units={"tu.c#1": source}, control=others)
        assert in_supply(m.g, m.g.U["tu.c#1"])
        m.g.set_control(m.g.S[source], "ap", "pog.11.1.14")
        assert not in_supply(m.g, m.g.U["tu.c#1"])


@pytest.mark.rule("draka.cp.tu.2")
def test_one_turkish_capital_is_enough():
    m = phase(
        "replacements", units={"tu.c#1": "konya reduced"}, rp={"tu": 4}, join=["tu"], turn=5, control={"constantinople": "ap"}
    )
    assert offered(m)[0] == "tu.c#1"
    m = phase("replacements", units={"tu.c#1": "konya reduced"}, rp={"tu": 4}, join=["tu"], turn=5,
              control={"constantinople": "ap", "ankara": "ap"})  # fmt: skip
    assert may_replace(m.g, m.g.U["tu.c#1"]) is not None


@pytest.mark.rule("draka.cp.tu.3")
def test_turkey_spends_three_points():
    reduced_corps = {f"tu.c#{n}": "ankara reduced" for n in range(1, 4)} | {f"tu.c#{n}": "eliminated" for n in range(4, 13)}
    m = phase("replacements", units=reduced_corps, rp={"tu": 10}, join=["tu"], turn=5)
    assert m.g.state.rp["tu"] == 6


@pytest.mark.rule("draka.cp.tu.4")
def test_the_turkish_bonus():
    m = phase("replacements", units={"tu.c#1": "konya reduced"}, join=["tu"], turn=4, reached={"cp 1": 3})
    assert m.g.state.rp["tu"] == 2
    m = phase("replacements", units={"tu.c#1": "konya reduced"}, join=["tu"], turn=3, reached={"cp 1": 3})
    assert not said(m, "draka.cp.tu.4")
    m = phase(
        "replacements", units={"tu.c#1": "konya reduced"}, join=["tu"], turn=4, reached={"cp 1": 3}, control={"ankara": "ap"}
    )
    assert not said(m, "draka.cp.tu.4")


@pytest.mark.rule("draka.cp.tu.5")
def test_turkish_detachments():
    base = {"join": ["tu"], "turn": 5, "level": {"cp": 1, "ap": 1}, "rp": {"tu": 4}, "reached": {"cp 1": 4}}
    m = phase("replacements", units={"tu.c#1": "konya"}, control={"ankara": "ap"}, **base)
    made = [v for v in offered(m) if v[0] == "create"]
    assert made == [("create", "tu.d4", "tu.c#1")]
    m.choose(made[0])
    assert where(m, "tu.d4") == "konya" and where(m, "tu.c#1") == "eliminated" and m.g.factors(m.g.U["tu.d4"]) == (1, 2, 3)
    m = draka(options={"army_detachments": False}, phase="replacements", units={"tu.c#1": "konya", "tu.c#2": "konya reduced"},
              hands={"cp": [], "ap": []}, **base)  # fmt: skip
    assert may_create(m.g, "tu.d4", m.g.U["tu.c#1"]).rule == "draka.cp.tu.5"


@pytest.mark.rule("draka.cp.bu.4")
def test_the_bulgarian_army_is_rebuilt_in_sofia():
    m = phase("replacements", units={"bu.a1": "eliminated"}, rp={"bu": 4}, join=["tu", "bu"], turn=6)
    m.choose("bu.a1")
    assert where(m, "bu.a1") == "sofia" and reduced(m, "bu.a1")


# ------------------------------------------------------------------ Draka replacements


@pytest.mark.rule("draka.dr.rp.1", "draka.dr.rp.4")
def test_draka_points_with_the_first_rp_card():
    m = front({"ap": ["ap.01", "ap.02", "ap.03"], "cp": ["cp.12"]}, turn=3, units={})
    m.choose(("rp", "ap.01"))
    assert m.g.state.rp["dr_cf"] == 2 and m.g.state.rp["dr_j"] == 4
    m.choose(("auto", ""))
    finish_action(m)
    m.choose(("auto", ""))
    finish_action(m)
    m.choose(("auto", ""))
    finish_action(m)
    m.choose(("rp", "ap.02"))
    assert m.g.state.rp["dr_cf"] == 2 and m.g.state.rp["dr_j"] == 4
    m = front({"ap": ["ap.01"]}, turn=2, units={})
    m.choose(("rp", "ap.01"))
    assert "dr_cf" not in m.g.state.rp


@pytest.mark.rule("draka.dr.rp.2", "draka.dr.rp.3")
def test_two_kinds_of_draka_points_and_their_limits():
    units = {"dr.cfc#1": "cairo reduced", "dr.jc#1": "cairo reduced", "dr.jc#2": "basra reduced"}
    m = phase("replacements", units=units, rp={"dr_cf": 4, "dr_j": 8}, turn=5, join=["tu"])
    assert m.g.state.rp == {"dr_cf": 2, "dr_j": 4, "tu": 2}
    m.choose("dr.cfc#1")
    assert m.g.state.rp["dr_cf"] == 1 and m.g.state.rp["dr_j"] == 4
    m.choose("dr.jc#1")
    assert m.g.state.rp["dr_j"] == 3


# ------------------------------------------------------------------ 14: control


@pytest.mark.rule("draka.14.1", "draka.14.2")
def test_draka_units_bring_draka_control():
    m = front(units={"dr.jc#1": "salonika", "fr.c#1": "salonika"}, join=["gr", "bu"])
    activate(m, salonika="move")
    m.choose(("stack", "salonika"))
    choose(m, ("to", "strumitsa"), ("stop", ""))
    assert holder(m, "strumitsa") == "draka"
    m = front(units={"fr.c#1": "salonika"}, join=["gr", "bu"])
    activate(m, salonika="move")
    march(m, "fr.c#1", "strumitsa")
    assert holder(m, "strumitsa") == "ap"


@pytest.mark.rule("draka.14.12")
def test_a_fort_that_falls_to_the_draka():
    m = phase("sieges", units={"dr.simba": "erzerum", "ru.c#1": "erzerum", "tu.c#1": "sivas"}, join=["tu"], turn=6)
    if m.g.state.phase == "sieges":
        raise AssertionError("the siege is rolled at once")
    for seed in range(1, 9):
        m = draka(phase="sieges", units={"dr.simba": "erzerum", "ru.c#1": "erzerum", "tu.c#1": "sivas"}, join=["tu"], turn=6,
                  hands={"cp": [], "ap": []}, seed=seed)  # fmt: skip
        fell = m.g.state.fallen >> m.g.S["erzerum"] & 1
        assert holder(m, "erzerum") == ("draka" if fell else "cp")
        if fell:
            assert said(m, "draka.14.12")
            return
    raise AssertionError("no siege succeeded")


@pytest.mark.rule("draka.14.3")
def test_the_draka_must_advance():
    units = {"dr.cf1": "salonika", "fr.a1": "salonika", "bu.c#1": "strumitsa reduced"}
    m = front(units=units, join=["gr", "bu"])
    activate(m, salonika="attack")
    attack(m, "strumitsa", "dr.cf1", "fr.a1", dice=(6, 1))
    assert m.decision.rule == "pog.12.7.1.a"
    m.choose("fr.a1")
    assert "done" not in offered(m)
    m.choose("dr.cf1")
    assert where(m, "dr.cf1") == "strumitsa" and holder(m, "strumitsa") == "draka"


@pytest.mark.rule("draka.14.4")
def test_draka_control_by_attrition():
    held = ["gaza", "beersheba", "jerusalem", "amman", "damascus", "nablus"]
    m = phase("attrition", units={"dr.cf1": "nablus", "dr.jc#1": "amman"}, draka=[n for n in held if n != "jerusalem"],
              join=["tu"], turn=5, control={"beirut": "ap", "aleppo": "ap", "medina": "ap", "aqaba": "ap", "arabia": "ap"})  # fmt: skip
    assert holder(m, "jerusalem") == "draka" and said(m, "draka.14.4")
    g = m.g
    around = [g.board.ids[s] for s in bits(g.graph.rows()[g.S["tarnopol"]])]
    m = phase("attrition", units={"ru.a3": around[0]}, control=dict.fromkeys(around, "ap"), turn=5)
    assert g.in_zone(g.S["tarnopol"]) and holder(m, "tarnopol") == "ap"  # in the Zone, but cut off by Russians alone
    assert not said(m, "draka.14.4")


@pytest.mark.rule("draka.14.5")
def test_no_draka_control_outside_the_zone():
    m = front(units={"dr.cfc#1": "verdun"}, control={"metz": "cp"}, forts_fallen=["metz"])
    activate(m, verdun="move")
    march(m, "dr.cfc#1", "metz")
    assert holder(m, "metz") == "ap" and said(m, "draka.14.5")


@pytest.mark.rule("draka.14.6", "draka.14.7")
def test_losing_draka_control():
    m = front(units={"dr.cfc#1": "salonika", "br.c#1": "salonika"}, join=["gr"], draka=["strumitsa"])
    g = m.g
    g.enter(g.U["br.c#1"], g.S["salonika"])
    g.join_war("bu")
    g.enter(g.U["br.c#1"], g.S["strumitsa"])
    assert holder(m, "strumitsa") == "draka"  # other Allies enter, the marker stays
    g.put(g.U["br.c#1"], -1)
    g.enter(g.U["bu.c#1"], g.S["strumitsa"])
    assert holder(m, "strumitsa") == "cp" and not g.state.draka >> g.S["strumitsa"] & 1


@pytest.mark.rule("draka.14.8")
def test_pairs_of_cp_spaces_under_the_draka():
    m = front(units={"dr.jc#1": "kut"}, vp=10)
    g = m.g
    g.enter(g.U["dr.jc#1"], g.S["baghdad"])
    assert g.level == 10
    g.enter(g.U["dr.jc#1"], g.S["mosul"])
    assert g.level == 9


@pytest.mark.rule("draka.14.9")
def test_allied_spaces_freed_by_the_draka_count_half():
    m = front(units={"ge.c#1": "ploesti", "dr.jc#1": "galatz"}, join=["ro"], vp=10)
    g = m.g
    g.enter(g.U["ge.c#1"], g.S["bucharest"])
    assert g.level == 11
    g.put(g.U["ge.c#1"], -1)
    g.enter(g.U["dr.jc#1"], g.S["bucharest"])
    assert g.level == 10.5 and g.state.half == 1


@pytest.mark.rule("draka.14.10")
def test_draka_territory_counts_in_full():
    m = front(units={"tu.c#1": "sinai", "dr.jc#1": "alexandria"}, vp=10)
    g = m.g
    g.enter(g.U["tu.c#1"], g.S["cairo"])
    assert g.level == 11
    g.put(g.U["tu.c#1"], -1)
    g.enter(g.U["dr.jc#1"], g.S["cairo"])
    assert g.level == 10 and holder(m, "cairo") == "draka"


# ------------------------------------------------------------------ 15: victory


@pytest.mark.rule("draka.15.1", "draka.15.2", "draka.15.3", "draka.15.4")
def test_the_four_bands():
    bands = {(): (12, 9), ("ap.40",): (10, 8), ("cp.45",): (11, 9), ("cp.45", "ap.40"): (9, 6)}
    for events, (cp, ap) in bands.items():
        m = front(units={}, events=list(events))
        g = m.g
        for vp, half, winner in ((cp, 0, "cp"), (cp - 1, 1, None), (ap, 1, None), (ap, 0, "ap")):
            g.state.vp, g.state.half = vp, half
            assert judge(g, "", True).winner == winner
    m = front(units={}, events=["cp.45", "ap.40"], vp=8)
    assert judge(m.g, "", True).winner is None and judge(m.g, "", True).rule == "draka.15.4"


@pytest.mark.rule("draka.14.3")
def test_the_last_place_is_kept_for_a_draka_unit():
    units = {**{f"br.c#{n}": "nis" for n in (1, 2, 3)}, "dr.cfc#1": "skopje", "bu.c#1": "sofia reduced"}
    way = {"monastir": "ap", "strumitsa": "ap"}  # from Salonika
    m = front(units=units, join=["bu", "gr"], control=way, turn=8, forts_fallen=["sofia"], trenches={"sofia": 0})
    activate(m, nis="attack", skopje="attack")
    attack(m, "sofia", "br.c#1", "br.c#2", "br.c#3", "dr.cfc#1", dice=(6, 1))
    choose(m, "br.c#1", "br.c#2")
    assert offered(m) == ["dr.cfc#1"]
    with refused("draka.14.3", "Sofia"):
        m.choose("br.c#3")
    m.choose("dr.cfc#1")
    assert holder(m, "sofia") == "draka"


@pytest.mark.rule("draka.12.2")
def test_arabia_does_not_change_hands_while_nobody_goes_there():
    m = front(units={"br.a1": "london", "ge.a1": "essen"}, turn=5)
    assert holder(m, "arabia") == "cp"
    finish_turn(m)
    assert holder(m, "arabia") == "cp"


@pytest.mark.rule("draka.24.7")
def test_the_draka_trace_through_kurds_wherever_they_stand():
    for unit, supplied in (("tu.kurd#1", True), ("tu.c#1", False)):
        held = ("qurna", "kut", "baghdad", "mosul")
        m = front(
            units={unit: "kirkuk", "dr.jc#1": "mosul"},
            control={**dict.fromkeys(held, "ap"), "kirkuk": "cp"},
            draka=list(held),
            turn=12,
        )
        assert in_supply(m.g, m.g.U["dr.jc#1"]) is supplied


QUIET = {"offensive": {"cp": "none", "ap": "none"}}


@pytest.mark.rule("draka.15.1", "draka.15.2", "draka.15.3", "draka.15.4")
@pytest.mark.parametrize(
    ("events", "level", "winner"),
    [
        ([], (12, 0), "cp"), ([], (11, 1), None), ([], (10, 0), None), ([], (9, 1), None), ([], (9, 0), "ap"),
        (["ap.40"], (10, 0), "cp"), (["ap.40"], (9, 1), None), (["ap.40"], (9, 0), None), (["ap.40"], (8, 0), "ap"),
        (["cp.45"], (11, 0), "cp"), (["cp.45"], (10, 1), None), (["cp.45"], (10, 0), None), (["cp.45"], (9, 0), "ap"),
        (["cp.45", "ap.40"], (9, 0), "cp"), (["cp.45", "ap.40"], (8, 1), None), (["cp.45", "ap.40"], (7, 0), None),
        (["cp.45", "ap.40"], (6, 1), None), (["cp.45", "ap.40"], (6, 0), "ap"),
    ],
)  # fmt: skip
def test_the_bands_by_treaty_and_demand(events, level, winner):
    vp, half = level
    m = front(EMPTY, round=7, turn=22, units={}, vp=vp, half=half, events=events, level={"cp": 2, "ap": 2}, **QUIET)
    finish_turn(m)
    assert m.result.winner == winner


@pytest.mark.rule("draka.card.ap.40.c")
@pytest.mark.parametrize(("turn", "events", "over"), [(21, ["ap.40"], False), (22, ["ap.40"], True), (21, [], True)])
def test_no_armistice_before_turn_22_after_the_demand(turn, events, over):
    m = front(EMPTY, round=7, turn=turn, units={}, events=events, level={"cp": 2, "ap": 2}, ws={"cp": 20, "ap": 20}, **QUIET)
    finish_turn(m)
    assert (m.result is not None) is over
    if over and turn == 22:
        assert "rmistice" in m.result.text


@pytest.mark.rule("draka.14.8")
def test_vp_for_cp_spaces_come_in_full_pairs():
    names = ["baghdad", "mosul", "jerusalem", "damascus"]
    m = front(units={}, vp=10)
    counted = [n for n in names if m.g.static.vp_spaces >> m.g.S[n] & 1]
    levels = []
    for taken in range(len(counted) + 1):
        m = front(units={"dr.jc#1": "kut"}, vp=10)
        for name in counted[:taken]:
            m.g.enter(m.g.U["dr.jc#1"], m.g.S[name])
        levels.append(m.g.level)
    assert levels == [10 - n // 2 for n in range(len(counted) + 1)] and len(counted) >= 3
