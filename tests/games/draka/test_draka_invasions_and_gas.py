"""Chapters 17 and 18: invasions and gas."""

from __future__ import annotations

import pytest
from draka_situations import (
    activate,
    choose,
    fight_of,
    finish_action,
    front,
    may,
    reduced,
    refused,
    said,
    where,
)

from great_war import offered
from grognard.games.draka.air import over_the_battle
from grognard.games.draka.asks import Ask
from grognard.games.draka.combat.gas import chits, may_gas
from grognard.games.draka.combat.invasion import may_invade, may_land, targets, willing
from grognard.games.pog.asks import Ask as PogAsk
from grognard.games.pog.supply.tracing import in_supply

LATE = {"turn": 12, "level": {"cp": 2, "ap": 2}}


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


def sailing(**patch):
    m = front({"ap": ["ap.12"]}, turn=8, level={"cp": 1, "ap": 1}, fleet="", **patch)
    m.choose(("ops", "ap.12"))
    return m


@pytest.mark.rule("pog.11.1.17", "draka.17.6")
def test_the_bef_corps_lands_in_france_only():
    for corps, fit in (("br.c#1", True), ("br.befc", False)):
        m = sailing(units={corps: "reserve"}, control={"marseilles": "cp"})
        choose(m, ("invade", ""), corps)
        while m.decision.name == Ask.INVASION_CORPS:
            m.choose("done")
        assert "marseilles" in offered(m) and ("naples" in offered(m)) is fit
    with refused("pog.11.1.17"):
        m.choose("naples")


@pytest.mark.rule("pog.13.1.11.a", "draka.17.9")
@pytest.mark.parametrize(("paris", "fit"), [("ap", True), ("cp", False)])
def test_no_corps_sails_out_of_a_closed_reserve_box(paris, fit):
    m = sailing(units={"fr.c#1": "reserve", "br.c#1": "reserve"}, control={"paris": paris})
    m.choose(("invade", ""))
    assert "br.c#1" in offered(m) and ("fr.c#1" in offered(m)) is fit


@pytest.mark.rule("draka.18.2")
def test_gas_is_used_against_a_fort_without_units():
    m = front(units={"fr.a1": "nancy", "fr.a2": "nancy"}, reached={"ap 2": 11}, trenches={"metz": 0}, **LATE)
    activate(m, nancy="attack")
    choose(m, "metz", "fr.a1", "fr.a2")
    while m.decision.name == PogAsk.COMBAT_CARD:
        m.choose("pass")
    assert m.decision.name == Ask.GAS and "fr/br" in offered(m)


@pytest.mark.rule("draka.17.5", "draka.17.8", "draka.17.15")
@pytest.mark.parametrize(
    ("turn", "invaded", "rule"),
    [
        (1, 0, "draka.17.15"), (2, 0, ""), (3, 2, "draka.17.5"), (4, 3, "draka.17.8"), (4, 2, ""), (5, 4, "draka.17.5"),
        (8, 7, "draka.17.8"), (8, 6, ""),
    ],
)  # fmt: skip
def test_once_a_year_and_not_two_turns_running(turn, invaded, rule):
    m = front({"ap": ["ap.12"]}, units={"br.c#1": "reserve", "dr.cf1": "cairo"}, turn=turn, invaded=invaded, fleet="", control={"naples": "cp"})
    m.choose(("ops", "ap.12"))
    assert (("invade", "") in offered(m)) is (rule == "")
    if rule:
        with refused(rule):
            m.choose(("invade", ""))


@pytest.mark.rule("draka.18.4", "draka.18.2")
@pytest.mark.parametrize(("dice", "drm"), [((2,), 1), ((6,), 1), ((1, 1), 0), ((1, 3), 0), ((1, 4), -1), ((1, 6), -1)])
def test_gas_helps_fails_or_backfires(dice, drm):
    units = {"dr.cf1": "sinai", "tu.c#1": "gaza"}
    m = front({"ap": ["ap.01"], "cp": []}, units=units, turn=12, draka=["sinai"], reached={"ap 2": 11}, trenches={"gaza": 0},
              level={"cp": 2, "ap": 2})  # fmt: skip
    m.choose(("ops", "ap.01"))
    m.choose(("attack", "sinai"))
    while m.decision.name != "attack":
        m.choose("done")
    m.choose("gaza")
    while m.decision.name != Ask.GAS:
        m.choose("fight" if "fight" in offered(m) else "dr.cf1" if "dr.cf1" in offered(m) else "pass")
    with m.forced(*dice, 3, 3):
        m.choose("dr")
        while m.decision.name == "combat card":
            m.choose("pass")
    assert m.g.state.gassed == ["dr"]
    text = " ".join(event.text + repr(getattr(event, "tallies", "")) for event in m.diary("umpire"))
    assert ("gas" in text.split("Fire of the Allied Powers")[-1]) is (drm != 0)


@pytest.mark.rule("draka.18.1")
@pytest.mark.parametrize(("reached", "asked"), [(12, False), (11, True)])
def test_gas_comes_the_turn_after_total_war(reached, asked):
    units = {"dr.cf1": "sinai", "tu.c#1": "gaza"}
    m = front({"ap": ["ap.01"], "cp": []}, units=units, turn=12, draka=["sinai"], reached={"ap 2": reached}, trenches={"gaza": 0},
              level={"cp": 2, "ap": 2})  # fmt: skip
    m.choose(("ops", "ap.01"))
    m.choose(("attack", "sinai"))
    while m.decision.name != "attack":
        m.choose("done")
    m.choose("gaza")
    names = []
    while m.decision.name not in ("action", "advance", "loss") and len(names) < 9:
        names.append(m.decision.name)
        m.choose("fight" if "fight" in offered(m) else "dr.cf1" if "dr.cf1" in offered(m) else "pass" if "pass" in offered(m) else offered(m)[0])
    assert (Ask.GAS in names) is asked


# ------------------------------------------------------------------ 17.2, 17.4: London and Odessa


SHORES = {
    "units": {
        "ru.a7": "odessa", "ru.a6": "odessa", "br.a1": "london", "br.c#1": "london reduced", "br.bef": "london", "br.c#2": "reserve",
        "tu.c#1": "constantinople reduced", "dr.simba": "cairo", "ge.c#1": "calais reduced",
    },
    "control": {"calais": "cp", "amiens": "cp", "le_havre": "cp"},
    "turn": 9,
    "level": {"cp": 2, "ap": 2},
}  # fmt: skip


def landing(sort, *answers, options=None, **patch):
    m = front(options=options, **{**SHORES, **patch})
    m.choose(("ops", "ap.01"))
    return choose(m, ("invade", sort), *answers)


@pytest.mark.rule("draka.17.2", "draka.17.10", "draka.17.12", "draka.17.13")
def test_the_british_land_at_a_channel_port_out_of_london():
    m = front(**SHORES)
    m.choose(("ops", "ap.01"))
    points = m.g.state.action.points
    choose(m, ("invade", "channel"), "br.a1")
    assert offered(m) == ["br.bef", "br.c#1", "done"]  # who is in the Reserve Box does not sail
    m.choose("br.c#1")
    assert offered(m) == ["calais", "le_havre"]  # two at most; Cherbourg is Allied
    with refused("draka.17.13"):
        m.choose("cherbourg")
    m.choose("calais")
    assert m.g.state.action.points == points - 2 and not m.g.state.invaded  # the year's corps invasion is still to come
    with refused("draka.17.5", says="One invasion"):
        m.choose(("invade", ""))
    with m.forced(6, 1):
        m.choose("done")
        while m.decision.name != "advance":
            m.choose("pass" if "pass" in offered(m) else offered(m)[0])
    choose(m, "br.a1", "br.c#1")
    assert reduced(m, "br.c#1") and where(m, "br.c#1") == "calais" and where(m, "br.bef") == "london"


@pytest.mark.rule("draka.17.4", "draka.17.17", "draka.17.11", "draka.err.6.c")
def test_the_russian_seventh_army_lands_at_constantinople():
    m = landing("bosporus", zaf=["ru"])
    assert offered(m) == ["ru.a7"]  # nobody else
    choose(m, "ru.a7", "constantinople")
    with m.forced(6, 1):
        m.choose("done")  # nobody asks whether Zeppelins bomb
        while m.decision.name != "advance":
            assert m.decision.name != "carpet"
            m.choose("pass" if "pass" in offered(m) else offered(m)[0])
    m.choose("ru.a7")
    g = m.g
    assert where(m, "ru.a7") == "constantinople" and g.controls("ap", g.S["constantinople"])  # corps and fort fell together
    m = front(**SHORES, fleet="constantinople")
    m.choose(("ops", "ap.01"))
    with refused("draka.17.13"):
        m.choose(("invade", "bosporus"))
    assert may_land(m.g, [m.g.U["ru.a7"]], m.g.S["constantinople"], "bosporus").rule == "draka.17.17"


@pytest.mark.rule("draka.17.2", "draka.17.4")
def test_without_the_switch_nobody_sails_from_london_or_odessa():
    m = front(options={"landings": False}, **SHORES)
    m.choose(("ops", "ap.01"))
    for sort, rule in (("channel", "draka.17.2"), ("bosporus", "draka.17.4")):
        with refused(rule, says="switch"):
            m.choose(("invade", sort))


@pytest.mark.rule("draka.err.6.c", "pog.11.3.1")
def test_russian_armies_enter_and_attack_the_straits_and_go_no_farther():
    units = {"ru.a1": "adrianople", "fr.a1": "adrianople", "tu.c#1": "constantinople", "tu.c#2": "eskidor"}
    held = {"adrianople": "ap", "burgas": "ap", "varna": "ap", "constanta": "ap", "galatz": "ap", "ismail": "ap"}
    m = front(units=units, control=held, join=["bu", "ro"], turn=9, level={"cp": 2, "ap": 2})
    activate(m, adrianople="attack")
    m.choose("constantinople")
    assert "fr.a1" not in offered(m)
    for space in ("constantinople", "bursa"):
        assert may(m, "ru.a1", space) is None and may(m, "fr.a1", space) == "pog.11.3.1"
    assert may(m, "ru.a1", "eskidor") == "pog.11.3.1"


@pytest.mark.rule("draka.17.2", "pog.12.4.4.a")
def test_the_corps_of_an_army_that_breaks_at_sea_sails_back_too():
    units = {"br.a1": "london reduced", "br.c#2": "reserve", "ge.a1": "calais", "dr.simba": "cairo"}
    m = landing("channel", "br.a1", "calais", units=units)
    with m.forced(1, 5):
        m.choose("done")
        finish_action(m)
    assert where(m, "br.a1") == "eliminated" and where(m, "br.c#2") == "london"
    assert not m.g.stack[m.g.board.at_sea]
