"""Chapters 14 to 19, dr.rp, dr.supply, cp.tu: control and half points, victory, air war, invasions, gas, offensives, replacements."""

from __future__ import annotations

import pytest
from draka_situations import (
    activate,
    attack,
    choose,
    draka,
    fight_of,
    finish_action,
    finish_turn,
    front,
    holder,
    inflicts,
    march,
    reduced,
    refused,
    said,
    where,
)

from great_war import offered
from grognard.boards.masks import bits
from grognard.games.draka.air import bombing, fleets, over_the_battle
from grognard.games.draka.asks import BuyFleet
from grognard.games.draka.combat.gas import chits, may_gas
from grognard.games.draka.combat.invasion import may_invade, may_land, targets, willing
from grognard.games.draka.manpower.replacements import may_call, may_create
from grognard.games.pog.manpower.replacements import may_replace
from grognard.games.pog.supply.tracing import in_supply
from grognard.games.pog.war.victory import judge

NONE = {"hands": {"cp": [], "ap": []}}
LATE = {"turn": 12, "level": {"cp": 2, "ap": 2}}


def phase(match_phase, **patch):
    return draka(phase=match_phase, hands={"cp": [], "ap": []}, **patch)


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


# ------------------------------------------------------------------ 16: the air war


def over(match, *answers):
    """Answer the questions of the bombing phase."""
    return choose(match, *answers)


@pytest.mark.rule("draka.16.zaf.2")
def test_a_new_fleet_does_not_fly_yet():
    m = phase("replacements", units={}, zaf={"ge": 3}, rp={"br": 4}, turn=5)
    assert m.decision.rule != "draka.16.strat.1"
    fleets.new_turn(m.g)
    assert fleets.zaf_ready(m.g, "ge")


@pytest.mark.rule("draka.16.zaf.3", "draka.16.carpet.1", "draka.16.carpet.3", "draka.16.zaf.4")
def test_carpet_bombing_adds_to_the_loss_number():
    units = {"ge.a1": "sedan", "fr.a1": "cambrai", "fr.a2": "cambrai"}
    m = front({"cp": ["cp.12"]}, "cp", units=units, control={"sedan": "cp"}, trenches={"cambrai": 0}, zaf=["ge"], rp={"br": 4})
    plain = inflicts(m, ["ge.a1"], "cambrai", 3)
    activate(m, sedan="attack")
    attack(m, "cambrai", "ge.a1", dice=(5, 3, 1), say={"draka.16.carpet.1": "ge"})
    assert m.g.state.zaf["ge"] == 2
    finish_action(m)
    assert said(m, "pog.12.2.11")[0].startswith(f"Cambrai: the attacker inflicts {plain + 2}")  # value 4, die 5: 2
    assert not fleets.zaf_ready(m.g, "ge")  # no strategic bombing this turn
    assert bombing.may_bomb(m.g, "ge", "br").rule == "draka.16.zaf.3"
    m = front({"cp": ["cp.12"]}, "cp", units={"ge.a1": "sedan"}, control={"sedan": "cp"}, zaf=["ge", "ah"])
    fight = fight_of(m, ["ge.a1"], "verdun")
    assert over_the_battle.may_carpet(m.g, fight, "ge").rule == "draka.16.carpet.1"  # a fort alone
    m.g.put(m.g.U["fr.a1"], m.g.S["verdun"])
    fight = fight_of(m, ["ge.a1"], "verdun")
    assert (
        over_the_battle.may_carpet(m.g, fight, "ge") is None
        and over_the_battle.may_carpet(m.g, fight, "ah").rule == "draka.16.carpet.1"
    )


@pytest.mark.rule("draka.16.strat.1", "draka.16.strat.5", "draka.16.strat.6")
def test_strategic_bombing_takes_rp():
    units = {"br.a1": "london reduced", "ge.a1": "essen reduced"}
    m = phase("replacements", units=units, zaf=["ge", "br"], rp={"br": 8, "ge": 2}, turn=5, this_turn=["cp.27"], zeppelins="br")
    assert m.g.state.rp["br"] == 0  # the raids of the card come first
    assert m.decision.seat == "ap" and m.decision.rule == "draka.16.strat.1"  # the Allies bomb, then the CP
    with m.forced(6):
        choose(
            m,
            ("br", "ge"),
        )
    assert m.g.state.rp["ge"] == 0  # value 3, die 6: 2, but not below 0
    m = phase("replacements", units=units, zaf=["ge"], rp={"br": 8}, turn=5)
    with m.forced(5):
        m.choose(("ge", "br"))
    assert m.g.state.rp["br"] == 4  # value 4, die 5: 2 RP
    assert said(m, "draka.16.strat.5")


@pytest.mark.rule("draka.16.strat.2", "draka.16.strat.3", "draka.16.strat.4")
def test_targets_of_strategic_bombing():
    m = front(units={}, zaf=["ge", "ah", "it", "dr", "br", "fr", "ru"])
    g = m.g
    for fleet, target, rule in (("ge", "us", "draka.16.strat.2"), ("ge", "dr", "draka.16.strat.2"), ("br", "bu", "draka.16.strat.2"),
                                ("ru", "it", "draka.16.strat.3"), ("fr", "tu", "draka.16.strat.3"), ("it", "ru", "draka.16.strat.3")):  # fmt: skip
        assert bombing.may_bomb(g, fleet, target).rule == rule
    assert bombing.may_bomb(g, "br", "tu") is None and bombing.may_bomb(g, "it", "br") is None
    g.state.missions = [["dr", "tu"], ["br", "tu"]]
    assert bombing.may_bomb(g, "ru", "tu").rule == "draka.16.strat.4"


@pytest.mark.rule("draka.16.strat.2", "draka.16.strat.3")
def test_every_fleet_and_every_target():
    m = front(units={}, zaf=["ge", "ah", "it", "dr", "br", "fr", "ru"], join=["bu"])
    open_to = {
        f: {t for t in ("ge", "ah", "it", "tu", "bu", "br", "fr", "ru", "dr", "us") if bombing.may_bomb(m.g, f, t) is None}
        for f in m.g.state.zaf
    }
    allies = {"ge", "tu", "bu", "ah", "it"}
    assert (
        open_to["dr"] == open_to["br"] == allies and open_to["fr"] == allies - {"bu", "tu"} and open_to["ru"] == allies - {"it"}
    )
    assert open_to["ge"] == open_to["ah"] == {"br", "fr", "ru"} and open_to["it"] == {"br", "fr"}


@pytest.mark.rule("draka.16.zaf.4", "draka.16.baf.2", "draka.16.baf.3")
def test_values_and_prices_of_all_fleets():
    m = front(units={})
    strategic = {n: fleets.zaf_value(m.g, n, "strategic") for n in ("ge", "ah", "it", "dr", "br", "fr", "ru")}
    carpet = {n: fleets.zaf_value(m.g, n, "carpet") for n in strategic}
    assert strategic == {"ge": 4, "ah": 2, "it": 1, "dr": 4, "br": 3, "fr": 2, "ru": 1}
    assert carpet == {"ge": 4, "ah": 2, "it": 2, "dr": 4, "br": 3, "fr": 3, "ru": 2}
    prices = {"ge": 2, "ah": 1, "it": 1, "tu": 1, "br": 2, "fr": 1, "us": 1, "ru": 1}
    weak = {"ge.a1": "essen reduced", "br.a1": "london reduced"}
    m = phase("replacements", units=weak, rp={"br": 2}, level={"cp": 1, "ap": 1}, turn=5, join=["us", "tu"])
    for nation, price in prices.items():
        for points, may in ((2 * price - 1, False), (2 * price, True)):
            m.g.state.rp = {nation: points}
            assert (BuyFleet("baf", nation) in fleets.purchases(m.g, fleets.side_of(nation))) is may


@pytest.mark.rule("draka.16.carpet.2", "draka.16.carpet.4", "draka.16.carpet.6")
def test_what_cannot_be_bombed():
    m = front(units={"fr.a1": "nice", "it.a2": "turin", "br.a1": "sedan", "ge.a1": "metz", "ge.a2": "grenoble"}, zaf=["fr", "dr", "br"],
              control={"grenoble": "cp"})  # fmt: skip
    g = m.g
    fight = fight_of(m, ["fr.a1"], "grenoble")
    assert over_the_battle.may_carpet(g, fight, "fr").rule == "draka.16.carpet.4"
    for number, alpine in enumerate(("trent", "innsbruck", "spittal", "villach", "graz"), 1):
        g.put(g.U[f"ah.c#{number}"], g.S[alpine])
        assert over_the_battle.may_carpet(g, fight_of(m, ["fr.a1"], alpine), "fr").rule == "draka.16.carpet.4"
    fight = fight_of(m, ["fr.a1"], "turin")
    assert over_the_battle.may_carpet(g, fight, "fr") is None
    fight.flank_tried = True
    assert over_the_battle.may_carpet(g, fight, "fr").rule == "draka.16.carpet.2"
    fight = fight_of(m, ["br.a1"], "metz")
    assert (
        over_the_battle.may_carpet(g, fight, "dr").rule == "draka.16.carpet.6"
        and over_the_battle.may_carpet(g, fight, "br") is None
    )


@pytest.mark.rule("draka.16.carpet.5", "draka.16.sup.3")
def test_bombing_excludes_superiority():
    units = {"ge.a1": "sedan", "fr.a1": "cambrai"}
    m = front({"cp": ["cp.12", "cp.40"]}, "cp", units=units, control={"sedan": "cp"}, zaf=["ge"], baf=["ge", "fr"])
    g = m.g
    fight = fight_of(m, ["ge.a1"], "cambrai")
    card = g.static.cards["cp.40"]
    assert g.hooks.may_support(g, fight, "cp", card) is None
    fight.more["carpet"] = "ge"
    assert g.hooks.may_support(g, fight, "cp", card).rule == "draka.16.carpet.5"
    assert over_the_battle.may_superiority(g, fight, "cp", "ge").rule == "draka.16.sup.3"
    assert over_the_battle.may_superiority(g, fight, "ap", "fr").rule == "draka.16.sup.3"
    fight = fight_of(m, ["ge.a1"], "cambrai")
    fight.cards["cp"] = ["cp.40"]
    assert over_the_battle.may_superiority(g, fight, "cp", "ge").rule == "draka.16.sup.3"


@pytest.mark.rule("draka.16.chart.1")
def test_the_air_warfare_chart():
    rows = {2: (0, 0, 0, 0), 3: (0, 0, 0, 1), 4: (0, 1, 1, 1), 5: (1, 1, 1, 2), 6: (1, 1, 2, 2), 7: (1, 2, 2, 2)}
    for die, cells in rows.items():
        assert tuple(fleets.warfare(value, die) for value in range(1, 5)) == cells
    assert fleets.warfare(3, 9) == 2 and fleets.warfare(4, -1) == 0


@pytest.mark.rule("draka.16.drm.1", "draka.16.drm.2", "draka.16.drm.3", "draka.16.drm.4")
def test_bombing_modifiers():
    m = front(units={}, fleet="constantinople")
    g = m.g
    assert int(bombing.strategic_drm(g, "br", "tu")) == -2 and int(bombing.strategic_drm(g, "dr", "tu")) == -1
    assert [
        int(bombing.strategic_drm(g, f, t))
        for f, t in (("it", "br"), ("fr", "ah"), ("ah", "fr"), ("dr", "ge"), ("br", "ah"), ("br", "bu"))
    ] == [-1] * 6
    assert int(bombing.strategic_drm(g, "ge", "br")) == 0
    assert [int(over_the_battle.carpet_drm(g, "dr", g.S[n])) for n in ("gaza", "calais", "hamadan", "baghdad")] == [
        1,
        -1,
        -1,
        0,
    ]
    m = front(units={}, **LATE)
    assert int(bombing.strategic_drm(m.g, "ge", "br")) == 1 and int(over_the_battle.carpet_drm(m.g, "dr", m.g.S["gaza"])) == 2


@pytest.mark.rule("draka.16.baf.1", "draka.16.baf.2", "draka.16.baf.3")
def test_buying_biplanes():
    units = {"ge.a1": "essen reduced", "br.a1": "london reduced"}
    m = phase(
        "replacements", units=units, rp={"ge": 6, "tu": 2, "br": 2, "dr_cf": 2}, level={"cp": 1, "ap": 1}, turn=5, join=["tu"]
    )
    assert ("baf", "br") not in offered(m) and ("baf", "dr") not in offered(m)  # 2 RP; not for sale
    while m.decision.seat == "ap":
        m.choose("done")
    assert {("baf", "ge"), ("baf", "tu")} <= set(offered(m))
    m.choose(("baf", "ge"))
    assert m.g.state.baf["ge"] == 1 and m.g.state.rp["ge"] == 2
    m.choose(("baf", "tu"))
    assert m.g.state.rp["tu"] == 2  # one of two points, with the bonus
    m = phase("replacements", units=units, rp={"ge": 6}, turn=2)
    assert ("baf", "ge") not in offered(m)  # at Mobilization
    assert [fleets.AIR["baf"][n]["value"] for n in ("ge", "ah", "it", "tu", "dr", "br", "fr", "us", "ru")] == [
        4,
        2,
        1,
        1,
        3,
        3,
        2,
        2,
        1,
    ]


@pytest.mark.rule("draka.16.baf.4", "draka.16.sup.1", "draka.16.sup.2")
def test_air_superiority():
    units = {"ge.a1": "sedan", "br.a1": "cambrai"}
    m = front({"cp": ["cp.12"]}, "cp", units=units, control={"sedan": "cp"}, trenches={"cambrai": 0}, baf=["br", "fr"])
    activate(m, sedan="attack")
    attack(m, "cambrai", "ge.a1", dice=(6, 3, 3), say={"draka.16.sup.1": "br"})
    assert m.g.state.baf["br"] == 2 and not fleets.baf_ready(m.g, "br")
    roll = [e for e in m.diary(None) if e.rule == "draka.16.sup.1"]
    assert roll
    fight = fight_of(m, ["ge.a1"], "cambrai")
    assert over_the_battle.may_superiority(m.g, fight, "ap", "br").rule == "draka.16.baf.4"
    assert over_the_battle.may_superiority(m.g, fight, "ap", "fr").rule == "draka.16.sup.1"  # no French unit
    m.g.state.baf["br"] = 1
    fight.more["flown"] = {"ap": "fr"}
    assert over_the_battle.may_superiority(m.g, fight, "ap", "br").rule == "draka.16.sup.2"


@pytest.mark.rule("draka.16.sup.1")
def test_air_superiority_is_a_plus_to_the_die():
    units = {"ge.a1": "sedan", "br.a1": "cambrai"}
    m = front({"cp": ["cp.12"]}, "cp", units=units, control={"sedan": "cp"}, trenches={"cambrai": 0}, baf=["br"])
    fight = fight_of(m, ["ge.a1"], "cambrai")
    procedure = over_the_battle.superiority(m.g, fight, "ap")
    next(procedure)
    with m.forced(6), pytest.raises(StopIteration):
        procedure.send("br")
    assert fight.bonus["ap"] == [(2, "Air Superiority", "draka.16.sup.1")]


@pytest.mark.rule("draka.16.baf.5", "draka.16.sup.4")
def test_british_and_draka_biplanes_apart():
    m = front(
        units={"br.a1": "sedan", "dr.cfc#1": "sedan", "ge.a1": "metz", "dr.jc#1": "sinai", "tu.c#1": "gaza"}, baf=["br", "dr"]
    )
    g = m.g
    both = fight_of(m, ["br.a1", "dr.cfc#1"], "metz")
    assert (
        over_the_battle.may_superiority(g, both, "ap", "br") is None
        and over_the_battle.may_superiority(g, both, "ap", "dr").rule == "draka.16.baf.5"
    )
    draka_only = fight_of(m, ["dr.jc#1"], "gaza")
    assert over_the_battle.may_superiority(g, draka_only, "ap", "br").rule == "draka.16.sup.4"
    assert over_the_battle.may_superiority(g, draka_only, "ap", "dr") is None


@pytest.mark.rule("draka.16.int.1", "draka.16.int.2", "draka.16.int.3")
def test_who_intercepts():
    m = front(units={}, baf=["ge", "ah", "tu", "br", "fr", "us", "dr", "ru"])
    g = m.g
    assert bombing.protectors(g, "cp", "tu") == ["ah", "tu"] and bombing.protectors(g, "cp", "bu") == ["ah", "tu"]
    assert bombing.protectors(g, "ap", "br") == ["br"] and bombing.protectors(g, "ap", "fr") == ["fr", "us"]
    m = front(units={"ge.a1": "sedan", "br.a1": "cambrai", "tu.c#1": "gaza", "dr.jc#1": "sinai"}, baf=["br", "dr"])
    assert over_the_battle.defenders_of(m.g, fight_of(m, ["ge.a1"], "cambrai")) == ["br"]
    assert over_the_battle.defenders_of(m.g, fight_of(m, ["tu.c#1"], "sinai")) == ["dr"]  # the British protect only their own


@pytest.mark.rule("draka.16.int.4", "draka.16.int.5")
def test_the_interception_chart():
    rows = {2: "----", 3: "---A", 4: "--AA", 5: "-AAE", 6: "AEEE"}
    for die, cells in rows.items():
        assert "".join(fleets.INTERCEPTION[die, value] for value in range(1, 5)) == cells
    for level, result in ((1, 0), (2, 2)):
        m = phase(
            "replacements",
            units={"ge.a1": "essen reduced"},
            zaf=["dr"],
            baf=["ge"],
            rp={"ge": 4},
            turn=12,
            level={"cp": 1, "ap": level},
        )
        with m.forced(5):
            m.choose(("dr", "ge"))
            m.choose("ge")
        assert m.g.state.zaf["dr"] == result  # eliminated; with escorts row 4: aborted


@pytest.mark.rule("draka.16.int.6", "draka.16.int.7")
def test_aborted_and_eliminated_fleets():
    base = {
        "units": {"ge.a1": "essen reduced", "br.a1": "london reduced"},
        "zaf": ["br"],
        "baf": ["ge"],
        "turn": 5,
        "level": {"cp": 1, "ap": 1},
    }
    m = phase("replacements", rp={"ge": 4, "br": 2}, **base)
    with m.forced(4):
        choose(m, ("br", "ge"), "ge")
    assert m.g.state.zaf["br"] == 2 and m.g.state.rp["ge"] == 4  # it does nothing more this turn
    m = phase("replacements", rp={"ge": 4, "br": 2}, **base)
    with m.forced(5):
        choose(m, ("br", "ge"), "ge")
    assert m.g.state.zaf["br"] == 0 and m.g.state.rp["ge"] == 4
    m.choose(("zaf", "br"))
    assert m.g.state.zaf["br"] == 3 and m.g.state.rp["br"] == 0  # rebuilt in the same phase, flies from the next turn
    m = phase(
        "replacements", rp={"dr_cf": 2}, units={"dr.cfc#1": "cairo reduced"}, zaf={"dr": 0}, turn=5, level={"cp": 1, "ap": 1}
    )
    m.choose(("zaf", "dr"))
    assert m.g.state.rp["dr_cf"] == 0


# ------------------------------------------------------------------ 17: invasions


LANDING = {"turn": 6, "join": ["tu", "gr"], "level": {"cp": 1, "ap": 1}}


def invading(**patch):
    m = front({"ap": ["ap.01"]}, **{**LANDING, **patch})
    m.choose(("ops", "ap.01"))
    return m


@pytest.mark.rule("draka.17.5", "draka.17.9", "draka.17.12", "draka.17.10")
def test_a_corps_invasion_is_fought_from_the_sea():
    m = invading(units={"br.c#1": "reserve reduced", "br.c#2": "marseilles", "it.c#1": "naples reduced", "dr.simba": "cairo"},
                 control={"marseilles": "ap"}, trenches={"naples": 0})  # fmt: skip
    points = m.g.state.action.points
    m.choose(("invade", ""))
    assert {"br.c#1", "br.c#2"} <= set(offered(m))
    choose(m, "br.c#1", "br.c#2", "naples")
    assert m.g.state.action.points == points - 2
    with m.forced(6, 1):
        m.choose("done")
        while m.decision.rule in ("pog.9.2.8", "draka.16.carpet.1"):
            m.choose("done" if "done" in offered(m) else "pass")
    assert [t for t in said(m, "pog.12.2.2") if "Naples" in t]
    while m.decision.rule == "pog.12.7.1.a" and offered(m) != ["done"]:
        m.choose(offered(m)[0])
    assert {where(m, "br.c#1"), where(m, "br.c#2")} == {"naples"}  # the reduced one too
    m = invading(units={"br.c#1": "reserve", "it.a1": "naples", "dr.simba": "cairo"}, trenches={"naples": 0})
    choose(m, ("invade", ""), "br.c#1", "naples")
    with m.forced(1, 1):
        m.choose("done")
    finish_action(m)
    assert where(m, "br.c#1") in ("reserve", "eliminated")


@pytest.mark.rule("draka.17.10", "draka.17.11")
def test_no_cards_gas_or_superiority_on_the_beach_but_zeppelins():
    m = front(units={"br.c#1": "at_sea", "it.c#1": "naples"}, zaf=["br"], baf=["br", "it"], **LATE, reached={"ap 2": 10})
    g = m.g
    fight = fight_of(m, ["br.c#1"], "naples")
    assert g.hooks.may_support(g, fight, "ap", g.static.cards["ap.18"]).rule == "draka.17.10"
    assert over_the_battle.may_superiority(g, fight, "ap", "br").rule == "draka.17.10"
    assert may_gas(g, fight, ("fr", "br")).rule == "draka.17.10"
    assert over_the_battle.may_carpet(g, fight, "br") is None
    from grognard.games.pog.combat.strength import modifiers

    assert int(modifiers(g, fight, "ap")) == -1
    assert g.hooks.flank_allowed(g, fight).rule == "draka.17.10"


@pytest.mark.rule("draka.17.6", "draka.17.7", "draka.17.13")
def test_where_corps_invade():
    m = invading(units={"br.c#1": "reserve", "dr.cfc#1": "reserve", "us.c#1": "reserve"}, control={"basra": "cp"}, fleet="")
    g = m.g
    ids = lambda units: {g.board.ids[s] for s in targets(g, [g.U[u] for u in units])}  # noqa: E731
    assert ids(["br.c#1"]) == {"mef1", "mef2", "mef3", "valona", "reggio", "taranto", "naples", "genoa"}
    assert ids(["dr.cfc#1"]) == ids(["br.c#1"]) | {"mef4", "mef5", "basra"}
    assert may_land(g, [g.U["br.c#1"]], g.S["mef4"]).rule == "draka.17.7"
    assert may_land(g, [g.U["br.c#1"]], g.S["basra"]).rule == "draka.17.6"
    assert may_land(g, [g.U["br.c#1"]], g.S["athens"]).rule == "draka.17.13"
    m = invading(units={"dr.jc#1": "reserve"})
    assert may_land(m.g, [m.g.U["dr.jc#1"]], m.g.S["naples"]).rule == "draka.4.5"


@pytest.mark.rule("draka.17.8", "draka.17.15", "draka.17.5")
def test_once_a_year_and_not_in_consecutive_turns():
    units = {"br.c#1": "reserve"}
    m = front({"ap": ["ap.01"]}, turn=1, units=units)
    m.choose(("ops", "ap.01")) if ("ops", "ap.01") in offered(m) else None
    m.g.state.action.side, m.g.state.action.points = "ap", 4
    assert may_invade(m.g).rule == "draka.17.15"
    m = invading(units={**units, "br.a1": "london"}, invaded=5)
    assert may_invade(m.g).rule == "draka.17.5"  # the same year
    m = invading(units={**units, "br.a1": "london"}, turn=8, invaded=7)
    assert may_invade(m.g).rule == "draka.17.8"  # Fall 1915, Winter 1916
    m = invading(units={**units, "br.a1": "london"}, turn=9, invaded=7)
    assert may_invade(m.g) is None


@pytest.mark.rule("draka.17.14", "draka.card.ap.31.c")
def test_poor_harbours():
    m = front(units={"br.c#1": "valona", "fr.a1": "valona"}, control={"valona": "ap"}, turn=6, level={"cp": 1, "ap": 1})
    g = m.g
    assert g.hooks.activation_cost(g, g.S["valona"], "move") == 3
    m.choose(("ops", "ap.01"))
    m.choose(("move unit", "br.c#1"))
    assert g.state.action.points == 3 and ("move unit", "fr.a1") in offered(m)
    m.choose("done")
    assert ("unit", "fr.a1") not in offered(m) and ("unit", "br.c#1") in offered(m)
    m = front(units={"dr.cf2": "mef5", "dr.jc#1": "mef5"}, beaches=["mef5"], **LANDING)
    assert m.g.hooks.activation_cost(m.g, m.g.S["mef5"], "move") == 3


@pytest.mark.rule("draka.17.16", "draka.17.17")
def test_the_fleet_guards_its_coasts():
    m = invading(units={"br.c#1": "reserve"}, fleet="trieste")
    for name in ("taranto", "valona"):
        assert may_land(m.g, [m.g.U["br.c#1"]], m.g.S[name]).rule == "draka.17.16"
    m = invading(units={"br.c#1": "reserve"}, fleet="constantinople")
    for name in ("mef1", "mef2"):
        assert may_land(m.g, [m.g.U["br.c#1"]], m.g.S[name]).rule == "draka.17.17"
    assert may_land(m.g, [m.g.U["br.c#1"]], m.g.S["taranto"]) is None


@pytest.mark.rule("draka.17.18", "draka.17.19", "draka.card.cp.23")
def test_the_fleet_moves_by_card_and_is_lost_with_its_base():
    m = front({"cp": ["cp.23"]}, "cp", turn=5, level={"cp": 1, "ap": 1}, units={}, fleet="trieste")
    m.choose(("event", "cp.23"))
    while m.decision.rule != "draka.card.cp.23":
        m.choose(offered(m)[0])
    m.choose("move")
    assert (
        m.g.state.fleet == "constantinople"
        and where(m, "it.c.new") == "reserve"
        and where(m, "ah.a11") in ("vienna", "budapest")
    )
    m.g.set_control(m.g.S["constantinople"], "ap", "pog.11.1.14")
    assert m.g.state.fleet == ""


@pytest.mark.rule("draka.17.5")
def test_a_landing_on_a_beach_needs_no_combat():
    m = invading(units={"dr.cfc#1": "reserve", "dr.jc#1": "alexandria"}, fleet="")
    choose(m, ("invade", ""), "dr.cfc#1")
    m.choose("dr.jc#1" if "dr.jc#1" in offered(m) else "done")
    m.choose("mef5")
    assert where(m, "dr.cfc#1") == "mef5" and m.g.beachheads >> m.g.S["mef5"] & 1
    assert in_supply(m.g, m.g.U["dr.cfc#1"])
    assert willing(m.g) is not None


@pytest.mark.rule("draka.17.13")
def test_a_shore_that_fell_meanwhile_is_entered_without_a_fight():
    m = invading(units={"br.c#1": "reserve", "fr.c#1": "reggio"}, control={"reggio": "ap"})
    choose(m, ("invade", ""), "br.c#1", "done", "naples", ("move", "reggio"))
    if m.decision.rule == "pog.9.2.1":
        m.choose("done")
    choose(m, ("unit", "fr.c#1"), ("to", "naples"))
    finish_action(m)
    assert where(m, "br.c#1") == where(m, "fr.c#1") == "naples"


def test_a_beachhead_is_lost_to_a_cp_unit():
    m = front(units={"tu.c#1": "beirut"}, beaches=["mef5"], **LANDING)
    m.g.enter(m.g.U["tu.c#1"], m.g.S["mef5"])
    assert not m.g.beachheads


# ------------------------------------------------------------------ 18: gas


@pytest.mark.rule("draka.18.1", "draka.18.2", "draka.18.3", "draka.18.5")
def test_gas_chits():
    units = {"fr.a1": "sedan", "br.a1": "sedan", "dr.cfc#1": "sedan", "ge.a1": "metz", "dr.jc#1": "sinai", "tu.c#1": "gaza"}
    m = front(units=units, **LATE, reached={"ap 2": 11, "cp 2": 12})
    g = m.g
    assert chits(g, "ap") == [("fr", "br"), ("dr",), ("ru",)] and chits(g, "cp") == []  # from the turn after
    fight = fight_of(m, ["fr.a1", "dr.cfc#1"], "metz")
    assert may_gas(g, fight, ("fr", "br")) is None and may_gas(g, fight, ("ru",)).rule == "draka.18.2"
    assert may_gas(g, fight, ("dr",)).rule == "draka.18.3" and may_gas(g, fight_of(m, ["dr.jc#1"], "gaza"), ("dr",)) is None
    g.state.gassed.append("fr/br")
    assert may_gas(g, fight, ("fr", "br")).rule == "draka.18.2"
    g.state.gassed.clear()
    fight.cards["ap"] = ["ap.21"]
    assert may_gas(g, fight, ("fr", "br")).rule == "draka.18.5"
    fight.cards["ap"], fight.more["gas"] = [], "fr/br"
    assert g.hooks.may_support(g, fight, "ap", g.static.cards["ap.21"]).rule == "draka.18.5"


@pytest.mark.rule("draka.18.4")
def test_the_gas_roll():
    from grognard.games.draka.combat.gas import ask_gas

    for dice, amount in (((2,), 1), ((6,), 1), ((1, 1), 0), ((1, 3), 0), ((1, 4), -1), ((1, 6), -1)):
        m = front(units={"fr.a1": "sedan", "ge.a1": "metz"}, **LATE, reached={"ap 2": 11})
        fight = fight_of(m, ["fr.a1"], "metz")
        procedure = ask_gas(m.g, fight)
        next(procedure)
        with m.forced(*dice), pytest.raises(StopIteration):
            procedure.send("fr/br")
        assert sum(b[0] for b in fight.bonus["ap"]) == amount


# ------------------------------------------------------------------ 19: offensives


@pytest.mark.rule("draka.19.1", "draka.19.2", "draka.19.3")
def test_the_draka_offensive():
    m = front(
        units={"dr.jc#1": "sinai", "tu.c#1": "gaza", "dr.cfc#1": "verdun", "ge.a1": "metz"}, level={"cp": 1, "ap": 1}, turn=5
    )
    g = m.g
    assert [g.hooks.offensive_table(g, "ap", die) for die in (4, 5)] == ["dr", "dr"]
    g.state.offensive = {"ap": "dr", "cp": "none"}
    assert g.hooks.meets_offensive(g, "ap", fight_of(m, ["dr.jc#1"], "gaza"))
    assert not g.hooks.meets_offensive(g, "ap", fight_of(m, ["dr.cfc#1"], "metz"))  # outside the Zone
    m = front(units={}, level={"cp": 0, "ap": 0}, turn=1)
    assert m.g.hooks.offensive_table(m.g, "ap", 4) == "none"


@pytest.mark.rule("draka.19.4", "draka.19.5")
def test_italian_and_austrian_offensives():
    m = front(units={"it.a1": "mulhouse", "fr.a1": "belfort"}, keep=False)
    g = m.g
    assert [g.hooks.offensive_table(g, "cp", die) for die in range(1, 7)] == ["ah", "ah", "tu", "ge", "it", "none"]
    g.state.offensive = {"cp": "it", "ap": "none"}
    assert g.hooks.meets_offensive(g, "cp", fight_of(m, ["it.a1"], "belfort"))
    m = front(units={}, events=["cp.52"])
    assert m.g.hooks.offensive_table(m.g, "cp", 2) == "none" and m.g.hooks.offensive_table(m.g, "cp", 1) == "ah"


@pytest.mark.rule("draka.err.2")
def test_western_offensives_may_be_met_in_italy():
    m = front(units={"fr.a1": "nice", "it.a1": "genoa", "it.a2": "turin", "br.a1": "nice"})
    g = m.g
    g.state.offensive = {"ap": "fr", "cp": "none"}
    assert g.hooks.meets_offensive(g, "ap", fight_of(m, ["fr.a1"], "genoa"))
    g.state.offensive["ap"] = "br"
    assert g.hooks.meets_offensive(g, "ap", fight_of(m, ["br.a1"], "turin"))
    assert "it" in g.hooks.west(g)


# ------------------------------------------------------------------ 13, 23, 24: morale, last reserves, Total War


@pytest.mark.rule("draka.13.6")
def test_low_morale_is_only_shown():
    m = front(units={"it.a1": "eliminated", "it.a2": "eliminated", "it.a3": "gone", "br.rad": "gone"})
    panel = next(p for p in m.view(None).panels if p.id == "draka")
    assert "Armies lost by Italy: 3 of 3 (Low Morale)" in panel.lines
    assert "Armies lost by Britain: 0 of 2" in panel.lines  # a detachment does not count


@pytest.mark.rule("draka.23.1", "draka.23.2")
def test_last_reserves():
    base = {"turn": 6, "level": {"cp": 1, "ap": 1}, "join": ["tu"], "reached": {"cp 1": 5}}
    corps = {f"tu.c#{n}": "eliminated" for n in range(1, 9)}
    m = phase(
        "replacements", units={**corps, "tu.c#9": "ankara", "dr.jc#1": "eskidor"}, rp={"tu": 4}, draka=["eskidor"], **base
    )
    assert m.g.state.rp["tu"] == 6
    m.choose(("reserves", "tu"))
    assert m.g.state.rp["tu"] == 10 and may_call(m.g, "tu").rule == "draka.23.2"  # once
    m = phase("replacements", units={"it.a1": "rome reduced", "fr.c#1": "naples"}, control={"naples": "ap"}, **base)
    m.choose(("reserves", "it"))
    assert m.g.state.rp["it"] == 4
    m = phase("replacements", units={"it.a1": "rome reduced", "tu.c#1": "ankara reduced"}, **base)
    assert may_call(m.g, "it").rule == "draka.23.1" and may_call(m.g, "tu").rule == "draka.23.2"
    m = phase("replacements", units={"it.a1": "rome reduced"}, control={"genoa": "ap"}, **base)
    assert may_call(m.g, "it").rule == "draka.23.1"  # one VP space is not enough
    m = phase("replacements", units={"it.a1": "rome reduced"}, control={"genoa": "ap", "milan": "ap"}, **base)
    assert may_call(m.g, "it") is None
    waiting = {"tu.c#1": "eliminated", "tu.c#2": "constantinople"}
    m = phase("replacements", units=waiting, draka=["ankara"], forts_fallen=["ankara"], rp={"tu": 2}, **base)
    assert may_call(m.g, "tu") is None  # a capital has fallen to the Draka, who have gone on
    m = phase("replacements", units={**waiting, "ru.c#1": "adrianople"}, control={"adrianople": "ap"}, rp={"tu": 2}, **base)
    assert may_call(m.g, "tu").rule == "draka.23.2"  # Russians at the gates do not count
    m = phase(
        "replacements",
        units={**waiting, "dr.jc#1": "eskidor"},
        draka=["eskidor"],
        rp={"tu": 2},
        **{**base, "level": {"cp": 2, "ap": 1}},
    )
    assert may_call(m.g, "tu").rule == "draka.23.2"  # at Limited War only


@pytest.mark.rule("draka.24.1", "draka.24.2", "draka.24.4", "draka.24.5", "draka.24.6")
def test_total_war_of_the_central_powers():
    m = draka(phase="status", turn=8, ws={"cp": 11, "ap": 4}, level={"cp": 1, "ap": 1}, join=["tu"],
              units={"dr.jc#1": "kirkuk", "tu.c#1": "ankara"}, draka=["kirkuk", "kut", "baghdad", "qurna"], **NONE)  # fmt: skip
    g = m.g
    while where(m, "tu.kurd#3") == "unborn":
        m.choose(offered(m)[0])
    assert where(m, "al.bb") == "tirana" and where(m, "it.bgd") == "rome"
    assert {where(m, f"tu.kurd#{n}") for n in (1, 2, 3)} == {"kirkuk", "dilman", "diyarbakir"} and where(
        m, "dr.jc#1"
    ) != "kirkuk"
    assert g.state.draka >> g.S["kirkuk"] & 1 and holder(m, "kirkuk") == "cp"  # no conversion: the marker sleeps
    g.put(g.U["tu.kurd#1"], -2)
    assert holder(m, "kirkuk") == "draka"
    bb = g.U["al.bb"]
    assert g.hooks.may_enter(g, bb, g.S["vienna"]).rule == "draka.24.2" and g.hooks.may_enter(g, bb, g.S["nis"]) is None
    assert g.units.nation[bb] == "tu" and g.units.second[bb] == "ah"


@pytest.mark.rule("draka.24.3")
def test_total_war_of_the_allies_brings_tulls_army():
    m = draka(
        phase="status",
        turn=8,
        ws={"cp": 4, "ap": 11},
        level={"cp": 1, "ap": 1},
        join=["tu"],
        units={"dr.jc#1": "cairo"},
        **NONE,
    )
    while m.decision.rule != "draka.24.3":
        m.choose(offered(m)[0])
    assert set(offered(m)) == {"cairo", "basra", "alexandria"}
    m.choose("basra")
    assert where(m, "dr.tull") == "basra" and not reduced(m, "dr.tull") and len(m.g.of_kind("dr.jc", -1)) == 1


@pytest.mark.rule("draka.24.7")
def test_the_draka_trace_past_kurds():
    m = front(units={"dr.jc#1": "mosul", "tu.kurd#1": "kirkuk"}, draka=["mosul", "kirkuk", "baghdad", "kut", "qurna"])
    g = m.g
    assert in_supply(g, g.U["dr.jc#1"])
    g.put(g.U["tu.c#1"], g.S["kirkuk"])
    assert not in_supply(g, g.U["dr.jc#1"])


# ------------------------------------------------------------------ errata 3, 6, 7


@pytest.mark.rule("draka.err.3.a", "draka.err.3.b")
def test_the_reserve_army_detachment():
    m = phase("replacements", units={"br.c#1": "calais"}, rp={"br": 2}, level={"cp": 1, "ap": 1}, turn=6)
    m.choose(("create", "br.rad", "br.c#1"))
    assert where(m, "br.rad") == "calais" and where(m, "br.c#1") == "gone" and m.g.factors(m.g.U["br.rad"]) == (3, 3, 2)
    g = m.g
    assert g.hooks.may_enter(g, g.U["br.rad"], g.S["genoa"]).rule == "draka.err.3.b"
    assert g.hooks.may_enter(g, g.U["br.rad"], g.S["london"]) is None
    m = phase("replacements", units={"br.c#1": "calais reduced"}, rp={"br": 2}, turn=2)
    assert may_create(m.g, "br.rad", m.g.U["br.c#1"]).rule == "draka.err.3.a"


@pytest.mark.rule("draka.err.6.a", "draka.err.6.b", "draka.err.6.c", "draka.err.6.d")
def test_russians_and_draka_keep_apart():
    m = front(units={"ru.c#1": "erzerum", "dr.jc#1": "trebizond", "ru.c#2": "rize"}, draka=["trebizond"], control={"erzerum": "ap"},
              forts_fallen=["erzerum"])  # fmt: skip
    g = m.g

    def rule(unit, space):
        refusal = g.hooks.may_enter(g, g.U[unit], g.S[space])
        return refusal.rule if refusal else None

    assert rule("ru.c#2", "trebizond") == "draka.err.6.a"
    near = [s for s in range(g.board.size) if g.graph.next_to(1 << g.S["trebizond"]) >> s & 1]
    assert g.S["rize"] in near or g.S["erzerum"] in near
    outside = g.U["ru.c#3"]
    g.put(outside, g.S["kars"])
    assert g.hooks.closed(g, outside) & sum(1 << s for s in near)  # not beside it yet: no approach
    here = g.U["ru.c#2"] if g.S["rize"] in near else g.U["ru.c#1"]
    assert g.hooks.no_stop(g, [here]) & sum(1 << s for s in near)  # beside it: the move must end elsewhere
    g.place_marker(g.S["adapazari"], "draka.14.2")
    g.set_control(g.S["adapazari"], "ap", "pog.11.1.14")
    assert rule("ru.c#1", "constantinople") is None and rule("ru.c#1", "bursa") is None
    assert rule("dr.jc#1", "kars") == "draka.err.6.d" and rule("dr.jc#1", "batum") == "draka.err.6.d"


@pytest.mark.rule("draka.err.6.a", "draka.err.6.b", "draka.err.6.c")
def test_russians_beside_the_draka_move_away_and_do_not_attack():
    units = {"ru.c#1": "erzingan", "dr.jc#1": "diyarbakir", "dr.jc#2": "trebizond", "tu.c#1": "erzerum", "tu.c#2": "sivas"}
    allied = dict.fromkeys(("erzingan", "rize"), "ap")
    m = front(units=units, draka=["trebizond", "diyarbakir"], control=allied, forts_fallen=["erzerum", "trebizond"])
    activate(m, erzingan="attack")
    assert set(offered(m)) == {"done", "sivas"}
    with refused("draka.err.6.a", "Erzerum"):
        m.choose("erzerum")  # beside Diyarbakir
    m = front(
        units=units,
        draka=["trebizond", "diyarbakir"],
        control=allied | {"kharput": "ap"},
        forts_fallen=["erzerum", "trebizond"],
    )
    activate(m, erzingan="move")
    m.choose(("unit", "ru.c#1"))
    assert ("to", "kharput") in offered(m)  # on the way to somewhere else
    m.choose(("to", "kharput"))
    assert ("stop", "") not in offered(m)  # beside Diyarbakir: the move goes on


@pytest.mark.rule("draka.err.7.a", "draka.err.7.b", "draka.err.7.c")
def test_biscoff():
    base = {"units": {"ru.c#1": "riga"}, "rp": {"ru": 2}}
    m = phase("replacements", turn=8, level={"cp": 1, "ap": 1}, units={"ru.c#1": "riga reduced"}, rp={"ru": 2})
    assert may_create(m.g, "ru.bisc", m.g.U["ru.c#1"]).rule == "draka.err.7.a"  # Limited War: not yet
    m = phase("replacements", turn=7, level={"cp": 1, "ap": 2}, units={"ru.c#1": "riga reduced"}, rp={"ru": 2})
    assert may_create(m.g, "ru.bisc", m.g.U["ru.c#1"]).rule == "draka.err.7.a"  # 1915
    m = phase(
        "replacements", turn=8, level={"cp": 1, "ap": 2}, events={"cp.52": 7}, units={"ru.c#1": "riga reduced"}, rp={"ru": 2}
    )
    assert may_create(m.g, "ru.bisc", m.g.U["ru.c#1"]).rule == "draka.err.7.a"  # the Tsar has fallen
    m = phase("replacements", turn=8, level={"cp": 1, "ap": 2}, **base)
    m.choose(("create", "ru.bisc", "ru.c#1"))
    g = m.g
    assert where(m, "ru.bisc") == "riga" and where(m, "ru.c#1") == "eliminated"
    assert g.hooks.may_enter(g, g.U["ru.bisc"], g.S["sofia"]) is not None
    assert g.hooks.may_enter(g, g.U["ru.bisc"], g.S["belgrade"]).rule == "draka.err.7.b"
    g.flip(g.U["ru.bisc"], True)
    from grognard.games.pog.combat.losses import lose_step

    lose_step(g, None, g.U["ru.bisc"])
    assert where(m, "ru.bisc") == "gone" and said(m, "draka.err.7.c")


def test_a_turn_of_total_war_goes_by():
    m = draka(keep=True, turn=12, level={"cp": 2, "ap": 2}, join=["tu"], reached={"cp 1": 3, "ap 1": 3, "cp 2": 8, "ap 2": 8})
    finish_turn(m)
    assert m.g.state.turn == 13 or m.result
