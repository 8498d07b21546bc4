"""The changed cards, air supply, and the Ukraine."""

from __future__ import annotations

import pytest
from draka_situations import (
    activate,
    attack,
    choose,
    draka,
    fight_of,
    finish_action,
    front,
    holder,
    reduced,
    refused,
    said,
    where,
)

from great_war import offered
from grognard.games.draka.movement.central_asia import may_depart, missing
from grognard.games.pog.combat.cards import may_play
from grognard.games.pog.combat.strength import modifiers, shifts
from grognard.games.pog.supply.tracing import in_supply
from grognard.kernel import Result

LIM = {"turn": 5, "level": {"cp": 1, "ap": 1}}
TOT = {"turn": 14, "level": {"cp": 2, "ap": 2}}
NONE = {"hands": {"cp": [], "ap": []}}


def event(card, answers=(), **patch):
    side = card[:2]
    m = front({"cp": ["cp.12"], "ap": ["ap.01"], side: [card]}, side, **patch)
    m.choose(("event", card))
    return choose(m, *answers)


# ------------------------------------------------------------------ Draka reinforcements


@pytest.mark.rule("draka.card.ap.15", "draka.card.ap.22")
def test_draka_reinforcements():
    m = event("ap.15", [("here", "cairo")], units={}, **LIM)
    assert (where(m, "dr.cf3"), where(m, "dr.cfc#1"), where(m, "dr.jc#1")) == ("cairo", "reserve", "reserve")
    m = event("ap.22", [("here", "alexandria")], units={}, **LIM)
    assert where(m, "dr.cheetah") == "alexandria" and not reduced(m, "dr.cheetah") and len(m.g.of_kind("dr.jc", -1)) == 1


@pytest.mark.rule("draka.card.ap.17")
def test_draka_full_mobilization():
    m = event("ap.17", [("here", "cairo"), ("here", "tripoli")], units={}, **LIM)
    g = m.g
    assert where(m, "dr.tantor") == "cairo" and where(m, "dr.rhino") == "tripoli" and reduced(m, "dr.tantor")
    assert g.state.baf == {"dr": 1} and len(g.of_kind("dr.jc", -1)) == 2 and g.state.ws["ap"] == 2
    m = front({"ap": ["ap.17"]}, turn=9, level={"cp": 2, "ap": 1}, units={})
    assert ("ops", "ap.17") in offered(m)  # never restricted


@pytest.mark.rule("draka.card.ap.31.a", "draka.card.ap.31.b", "draka.17.3")
def test_the_ii_cf_army_lands():
    m = event("ap.31", units={}, fleet="constantinople", **LIM)
    places = {v[1] for v in offered(m)}
    assert places == {"alexandria", "cairo", "mef3", "mef4", "mef5"}
    before = m.g.state.ws["ap"]
    m.choose(("here", "mef3"))
    g = m.g
    assert where(m, "dr.cf2") == "mef3" and reduced(m, "dr.cf2") and g.beachheads >> g.S["mef3"] & 1
    assert g.state.ws["ap"] == before + 1 and where(m, "dr.cfc#1") == "reserve"
    m = event("ap.31", units={}, war=False, **LIM)
    assert {v[1] for v in offered(m)} == {"alexandria", "cairo"}
    m.choose(("here", "cairo"))
    assert m.g.state.ws["ap"] == before
    m = event("ap.31", units={}, fleet="", events=["ap.30"], **LIM)
    assert ("here", "mef1") in offered(m)  # after Salonika too


@pytest.mark.rule("draka.17.11", "draka.17.3")
def test_zeppelins_support_the_first_attack_from_the_beach():
    m = front({"ap": ["ap.31", "ap.01"]}, "ap", units={"tu.c#1": "izmir"}, fleet="", zaf=["dr"], **LIM)
    choose(m, ("event", "ap.31"), ("here", "mef3"))
    assert not said(m, "draka.16.carpet.1")  # no combat: nothing to bomb
    assert m.decision.seat == "cp"
    finish_action(m.choose(("auto", "")) or m)
    choose(m, ("ops", "ap.01"), ("attack", "mef3"))
    if m.decision.rule == "pog.9.2.1":
        m.choose("done")
    attack(m, "izmir", "dr.cf2", dice=(6, 1, 1), say={"draka.16.carpet.1": "dr"})
    assert "Izmir" in said(m, "draka.16.carpet.1")[0] and "add 2" in said(m, "draka.16.carpet.3")[-1]


@pytest.mark.rule("draka.card.ap.50")
def test_the_citizen_mobile_corps():
    m = event("ap.50", units={}, **TOT)
    assert {v[1] for v in offered(m)} == {"basra", "cairo", "alexandria"}
    m.choose(("here", "basra"))
    assert where(m, "dr.cmc") == "basra" and len(m.g.of_kind("dr.jc", -1)) == 2 and m.g.state.ws["ap"] == 1


# ------------------------------------------------------------------ Allied cards


@pytest.mark.rule("draka.card.ap.28", "draka.card.ap.48")
def test_landships_and_royal_tank_corps():
    units = {"br.a1": "sedan", "fr.a1": "sedan", "ge.a1": "cambrai", "dr.cfc#1": "sedan"}
    m = front({"ap": ["ap.28", "ap.48"]}, units=units, control={"cambrai": "cp"}, trenches={"cambrai": "cp 2"}, **TOT)
    g = m.g
    fight = fight_of(m, ["br.a1"], "cambrai")
    tanks, corps = g.static.cards["ap.28"], g.static.cards["ap.48"]
    assert g.board.terrain[g.S["cambrai"]] == "clear" and may_play(g, fight, "ap", tanks, "trench") is None
    assert may_play(g, fight, "ap", corps, "trench").rule == "draka.card.ap.48"  # only after Landships
    assert may_play(g, fight_of(m, ["dr.cfc#1"], "cambrai"), "ap", tanks, "trench").rule == "draka.card.ap.28"
    assert int(shifts(g, fight, "ap")) == -2
    from grognard.games.pog.combat.cards import play

    play(g, fight, "ap", tanks)
    assert int(shifts(g, fight, "ap")) == 0 and int(shifts(g, fight, "cp")) == 0 and fight.trench_level == 2
    fight = fight_of(m, ["br.a1"], "cambrai")
    assert may_play(g, fight, "ap", corps, "trench") is None
    play(g, fight, "ap", corps)
    assert fight.trench_level == 0 and int(modifiers(g, fight, "ap")) == 1
    assert not tanks.remove


@pytest.mark.rule("draka.card.ap.30")
def test_draka_corps_at_salonika():
    m = event("ap.30", units={"dr.jc#1": "reserve", "dr.cfc#1": "alexandria", "fr.c#1": "reserve"}, **LIM)
    assert {"dr.jc#1", "dr.cfc#1", "fr.c#1"} <= set(offered(m))
    choose(m, "dr.jc#1", "dr.cfc#1")
    assert where(m, "dr.jc#1") == where(m, "dr.cfc#1") == "salonika"


@pytest.mark.rule("draka.card.ap.36")
def test_a_thousand_dirigibles():
    m = event(
        "ap.36", units={"tu.c#1": "constantinople"}, fleet="constantinople", trenches={"constantinople": 2}, rp={"tu": 6}, **TOT
    )
    g = m.g
    assert g.state.fleet == "" and g.trench(g.S["constantinople"], "cp") == 1 and "ap.36" in g.state.this_turn
    m = draka(phase="replacements", this_turn=["ap.36"], rp={"tu": 3}, join=["tu"], units={"tu.c#1": "ankara reduced"},
              reached={"cp 1": 14}, turn=14, **NONE)  # fmt: skip
    assert m.g.state.rp.get("tu", 0) == 0
    m = front({"ap": ["ap.36"]}, units={}, control={"constantinople": "ap"}, **TOT)
    with refused("draka.card.ap.36"):
        m.choose(("event", "ap.36"))


@pytest.mark.rule("draka.card.ap.40.a", "draka.card.ap.40.b", "draka.card.ap.40.c")
def test_unconditional_surrender():
    m = front({"ap": ["ap.40"]}, units={}, join=["us"], **TOT)
    with refused("draka.card.ap.40.a"):
        m.choose(("event", "ap.40"))
    m = front({"ap": ["ap.40"]}, units={}, join=["us"], events=["ap.38", "cp.36"], **TOT)
    with refused("draka.card.ap.40.a"):
        m.choose(("event", "ap.40"))
    m = event("ap.40", units={}, join=["us"], events=["ap.38"], vp=12, ws={"ap": 20, "cp": 19}, **TOT)
    assert "london" in offered(m) and "le_havre" in offered(m) and "calais" in offered(m)
    m.choose("london")
    g = m.g
    assert where(m, "us.rg") == "london" and g.state.vp == 11 and g.factors(g.U["us.rg"]) == (5, 3, 3)
    assert ("peace", "") not in offered(m)
    with refused("draka.card.ap.40.b"):
        m.choose(("peace", ""))
    g.state.ws["cp"] = 25
    assert not g.hooks.armistice_allowed(g)
    g.state.turn = 21
    assert not g.hooks.armistice_allowed(g)
    g.state.turn = 22
    assert g.hooks.armistice_allowed(g)


@pytest.mark.rule("draka.card.ap.41", "draka.ap.ana.1")
def test_the_arabs_join_the_turks():
    m = front({"ap": ["ap.41"]}, units={"dr.simba": "cairo"}, **TOT)
    with refused("draka.card.ap.41"):
        m.choose(("event", "ap.41"))
    m.choose(("ops", "ap.41"))
    assert m.decision.seat == "cp" and set(offered(m)) == {"medina", "arabia"}
    m.choose("medina")
    assert where(m, "tu.ana") == "medina"
    finish_action(m)
    assert m.g.state.removed["ap"] >> 41 & 1  # removed after any use
    m = front({"ap": ["ap.41"]}, units={"dr.simba": "cairo"}, war=False, turn=5, level={"cp": 0, "ap": 2})
    m.choose(("ops", "ap.41"))
    assert m.g.state.ana_due and where(m, "tu.ana") == "unborn"  # it waits for Turkey


@pytest.mark.rule("draka.card.ap.49.a", "draka.card.ap.49.b")
def test_the_offensive_into_central_asia():
    m = front({"ap": ["ap.49"]}, units={}, **TOT)
    with refused("draka.card.ap.49.a"):
        m.choose(("event", "ap.49"))
    units = {
        "dr.cf1": "hamadan",
        "dr.cfc#1": "hamadan",
        "dr.simba": "kermanshah",
        "dr.jc#1": "khorramabad",
        "dr.jc#2": "khorramabad",
    }
    held = ["hamadan", "kermanshah", "constantinople"]
    m = front({"ap": ["ap.01"]}, units=units, events={"ap.49": 14}, draka=held, vp=10, turn=17, level={"cp": 2, "ap": 2})
    m.g.state.action.points = 9
    activate(m, hamadan="move", kermanshah="move", khorramabad="move")
    m.choose(("stack", "hamadan"))
    m.choose(("leave the map", ""))
    assert where(m, "dr.cf1") == where(m, "dr.cfc#1") == "gone"
    choose(m, ("unit", "dr.simba"), ("to", "hamadan"), ("leave the map", ""))
    vp = m.g.state.vp
    choose(m, ("stack", "khorramabad"), ("to", "hamadan"), ("leave the map", ""))
    assert m.g.state.vp == vp - 2 and not any(missing(m.g).values())
    m = front(units=units, events={"ap.49": 14}, draka=held, turn=18, level={"cp": 2, "ap": 2})
    assert may_depart(m.g, [m.g.U["dr.cf1"]]).rule == "draka.card.ap.49.b"  # too late
    m = front(units={"dr.cmc": "hamadan", "dr.cf1": "hamadan reduced"}, events={"ap.49": 14}, draka=held, turn=15)
    assert may_depart(m.g, [m.g.U["dr.cmc"]]) is not None and may_depart(m.g, [m.g.U["dr.cf1"]]) is not None


@pytest.mark.rule("draka.card.ap.49.c")
def test_central_asia_needs_supply():
    for held, change in ((["hamadan"], 0), ([], 1)):
        m = draka(
            phase="attrition", units={}, asia_done=True, events={"ap.49": 14}, draka=held, vp=10, join=["tu"], turn=16, **NONE
        )
        assert bool(said(m, "draka.card.ap.49.c")) is bool(change)


@pytest.mark.rule("draka.card.ap.49.d")
def test_the_strain_of_central_asia():
    units = {"dr.cf1": "sinai", "dr.simba": "basra", "tu.c#1": "gaza", "tu.c#2": "qurna"}
    m = front(units=units, events=["ap.49"], level={"cp": 1, "ap": 1}, turn=5)
    m.choose(("ops", "ap.01"))
    m.choose(("attack", "sinai"))
    with refused("draka.card.ap.49.d"):
        m.choose(("attack", "basra"))
    assert m.g.hooks.offensive_table(m.g, "ap", 5) == "none" and m.g.hooks.offensive_table(m.g, "ap", 4) == "dr"


@pytest.mark.rule("draka.card.ap.51")
def test_everyone_into_battle_in_the_balkans():
    units = {"br.c#1": "salonika", "fr.c#1": "salonika", "sb.c#1": "salonika"}
    m = front(units=units, join=["gr"], this_turn=["ap.51"], **TOT)
    price = m.g.hooks.activation_cost(m.g, m.g.S["salonika"], "attack")
    m = front(units=units, join=["gr"], **TOT)
    assert price == 1 and m.g.hooks.activation_cost(m.g, m.g.S["salonika"], "attack") == 3


@pytest.mark.rule("draka.card.ap.53")
def test_the_army_of_the_orient():
    m = event("ap.53", units={"fr.c#1": "paris reduced"}, join=["gr"], control={"naples": "ap"}, **TOT)
    assert {v[1] for v in offered(m)} == {"naples", "marseilles", "salonika", "athens", "paris", "orleans"}
    m.choose(("here", "athens"))
    assert where(m, "fr.orient") == "athens"
    m.choose("fr.c#1")
    assert not reduced(m, "fr.c#1")
    weak = {f"fr.c#{n}": "paris reduced" for n in (1, 2)} | {"fr.c#3": "orleans reduced"}
    m = event("ap.53", [("here", "marseilles")], units=weak, rp={"fr": 4}, **TOT)
    choose(m, "fr.c#1", "fr.c#2")
    assert m.decision.rule == "pog.8.1.3" and sum(reduced(m, u) for u in weak) == 1  # one point: two corps
    assert m.g.state.rp["fr"] == 4  # what is kept for the Replacement Phase is not touched


# ------------------------------------------------------------------ CP cards


@pytest.mark.rule("draka.card.cp.01", "draka.err.4")
def test_four_armies_attack_in_august():
    m = draka(keep=True, hands={"cp": ["cp.01"], "ap": ["ap.01"]})
    m.choose(("event", "cp.01"))
    g = m.g
    assert where(m, "ge.a1") == where(m, "ge.a2") == "liege" and holder(m, "liege") == "cp"
    assert g.state.action.attack == g.board.mask("liege", "koblenz")
    assert not g.state.action.barred & sum(1 << g.U[f"ge.a{n}"] for n in (1, 2, 3, 4))


@pytest.mark.rule("draka.card.cp.20", "draka.card.cp.22")
def test_italian_and_turkish_units_on_austrian_and_german_cards():
    m = event("cp.20", units={}, **LIM)
    while m.decision.rule == "pog.9.5.3.3.a":
        m.choose(offered(m)[0])
    assert where(m, "it.a5") == "rome"
    m = front({"cp": ["cp.20"]}, "cp", units={}, control={"rome": "ap"}, **LIM)
    m.choose(("event", "cp.20"))  # a lost Rome never forbids the card
    while m.decision.rule == "pog.9.5.3.3.a":
        m.choose(offered(m)[0])
    assert where(m, "it.a5") == "unborn" and m.g.state.due["it.a5"] == 5
    m = event("cp.22", units={}, **LIM)
    while m.decision.rule == "pog.9.5.3.3.a":
        m.choose(offered(m)[0])
    assert where(m, "tu.c.new") == "reserve"


@pytest.mark.rule("draka.card.cp.24")
def test_the_libyan_revolt_drives_the_draka_out():
    m = event("cp.24", units={"dr.jc#1": "libya"}, **LIM)
    while m.decision.seat == "ap" and m.decision.rule == "draka.card.cp.24":
        m.choose(offered(m)[0])
    assert where(m, "tu.sn") == "libya" and where(m, "dr.jc#1") in ("alexandria", "tripoli") and holder(m, "libya") == "cp"


@pytest.mark.rule("draka.card.cp.27")
def test_zeppelin_raids_choose_their_victim():
    m = event("cp.27", ["fr"], units={}, **LIM)
    assert m.g.state.zeppelins == "fr"
    m = draka(
        phase="replacements",
        units={"fr.c#1": "paris reduced"},
        this_turn=["cp.27"],
        zeppelins="fr",
        rp={"fr": 4, "br": 8},
        turn=5,
        **NONE,
    )
    assert m.g.state.rp.get("fr", 0) == 0 and said(m, "draka.card.cp.27")  # 2 RP fall to 0
    assert not [t for t in said(m, "pog.rpt.1") if "Britain" in t]
    raided = {
        "phase": "replacements",
        "units": {"fr.a1": "paris reduced", "br.a1": "london reduced"},
        "this_turn": ["cp.27"],
        "turn": 5,
    }
    m = draka(zeppelins="fr", rp={"fr": 10, "br": 12}, **raided, **NONE)
    assert (m.g.state.rp["fr"], m.g.state.rp["br"]) == (4, 12)  # 3 RP of France, in half points
    m = draka(zeppelins="br", rp={"fr": 10, "br": 12}, **raided, **NONE)
    assert (m.g.state.rp["fr"], m.g.state.rp["br"]) == (10, 4)  # or 4 of Britain


@pytest.mark.rule("draka.card.cp.32")
def test_revolt_in_the_police_zone():
    units = {"dr.cfc#1": "cairo", "dr.jc#1": "basra", "dr.jc#2": "reserve", "dr.jc#3": "reserve reduced"}
    m = event("cp.32", units=units, vp=10, **LIM)
    with m.forced(3):
        choose(m, "send", *([offered(m)[0]] if False else []))
        while m.decision.rule == "draka.card.cp.32":
            m.choose(offered(m)[0])
    assert m.g.state.revolt == {"8": [m.g.U["dr.cfc#1"], *m.g.state.revolt["8"][1:]]} and where(m, "dr.cfc#1") == "gone"
    assert [m.g.units.kind[u] for u in m.g.state.revolt["8"]] == ["dr.cfc", "dr.jc", "dr.jc"]
    assert where(m, "dr.jc#1") == where(m, "dr.jc#2") == "gone"
    assert m.g.state.vp == 10 and m.g.state.ws["cp"] == 1 and where(m, "dr.jc#3") == "reserve"
    assert m.g.unborn("dr.cfc") != m.g.U["dr.cfc#1"]  # no reinforcement takes its counter meanwhile
    m = draka(phase="replacements", units={}, revolt={"8": [m.g.U["dr.cfc#1"]]}, turn=8, **NONE)
    assert where(m, "dr.cfc#1") == "reserve"
    m = event("cp.32", ["vp"], units=units, vp=10, **LIM)
    assert m.g.state.vp == 12
    m = event("cp.32", units={"dr.cfc#1": "cairo"}, vp=10, **LIM)
    assert m.g.state.vp == 12  # the corps cannot be found


@pytest.mark.rule("draka.card.cp.36")
def test_u_boats_and_the_draka():
    m = event("cp.36", ["dr.cf2"], units={"dr.cf1": "cairo", "dr.cf2": "cairo"}, events=["cp.54"], **TOT)
    assert reduced(m, "dr.cf2") and not reduced(m, "dr.cf1")
    other = event("cp.36", units={"dr.cf1": "cairo reduced", "dr.cf2": "cairo"}, events=["cp.54"], **TOT)
    assert offered(other) == ["dr.cf2", "pass"]  # the only one at full strength, and the CP need not
    other.choose("dr.cf2")
    assert reduced(other, "dr.cf2")
    m.choose(("rp", "ap.01"))
    assert m.g.state.rp["dr_j"] == 4 and m.g.state.rp["dr_cf"] == 2  # the loss comes in the Replacement Phase (R60)


@pytest.mark.rule("draka.card.cp.41")
def test_the_fourteenth_army_with_an_italian_unit():
    m = front({"cp": ["cp.12"]}, "cp", units={"ge.a14": "verona", "it.a1": "verona", "ge.a1": "milan", "it.a2": "milan"}, **TOT)
    g = m.g
    assert g.hooks.activation_cost(g, g.S["verona"], "attack") == 1 and g.hooks.activation_cost(g, g.S["milan"], "attack") == 2


@pytest.mark.rule("draka.card.cp.43")
def test_von_below_and_his_victims():
    units = {"ge.a1": "sedan", "fr.a1": "cambrai", "it.a1": "turin", "fr.a2": "nice", "br.c#1": "brussels"}
    m = front({"cp": ["cp.43", "cp.12"]}, "cp", units=units, control={"sedan": "cp"}, trenches={"cambrai": 2}, **TOT)
    g = m.g
    card = g.static.cards["cp.43"]
    fight = fight_of(m, ["ge.a1"], "cambrai")
    assert may_play(g, fight, "cp", card, "trench") is None
    choose(m, ("ops", "cp.12"), ("attack", "sedan"))
    if m.decision.rule == "pog.9.2.1":
        m.choose("done")
    attack(m, "cambrai", "ge.a1", dice=(1, 1), say={"pog.9.5.4.1.a": "cp.43"})
    assert said(m, "pog.12.2.4")
    g.state.used = 0
    assert may_play(g, fight_of(m, ["it.a1"], "nice"), "cp", card, "trench").rule == "draka.card.cp.43"
    assert may_play(g, fight_of(m, ["ge.a1"], "brussels"), "cp", card, "trench").rule == "draka.card.cp.43"  # British
    m = front(
        {"cp": ["cp.43", "cp.12"]},
        "cp",
        units={"ge.a1": "qurna", "ge.a2": "liege"},
        join=["tu"],
        control={"liege": "ap"},
        **TOT,
    )
    g, card = m.g, m.g.static.cards["cp.43"]
    assert may_play(g, fight_of(m, ["ge.a2"], "antwerp"), "cp", card, "trench") is None  # a Belgian fort
    assert may_play(g, fight_of(m, ["ge.a1"], "basra"), "cp", card, "trench").rule == "draka.card.cp.43"  # a Draka one


@pytest.mark.rule("draka.card.cp.53", "draka.err.8")
def test_the_ukraine_rises():
    taken = dict.fromkeys(("riga", "vilna", "warsaw", "lodz"), "cp")
    m = event("cp.53", units={"ru.c#1": "kiev"}, events={"cp.28": 9, "cp.52": 12}, tsar_fell_at=0, control=taken, **TOT)
    while m.decision.rule == "draka.err.8":
        m.choose(offered(m)[0])
    g = m.g
    assert where(m, "ge.ukr") == "kiev" and where(m, "ru.c#1") != "kiev" and holder(m, "kiev") == "cp"
    assert (
        in_supply(g, g.U["ge.ukr"], g.S["moscow"])
        and g.hooks.may_enter(g, g.U["ge.ukr"], g.S["czernowitz"]).rule == "draka.err.8"
    )
    assert g.units.nation[g.U["ge.ukr"]] == "ge" and g.played("cp.53")


@pytest.mark.rule("draka.card.cp.54")
def test_hl_bring_a_corps():
    m = event("cp.54", units={}, **TOT)
    assert where(m, "ge.c.hl") == "reserve" and m.g.factors(m.g.U["ge.c.hl"]) == (2, 1, 4)


@pytest.mark.rule("draka.card.cp.55")
def test_lloyd_george_splits_the_empire():
    m = event("cp.55", units={"dr.cfc#1": "calais", "br.c#1": "calais"}, **TOT)
    g = m.g
    assert g.state.lloyd == 15 and g.hooks.activation_cost(g, g.S["calais"], "move") == 2
    g.state.turn = 16
    g.changed()
    assert g.hooks.activation_cost(g, g.S["calais"], "move") == 1
    m = draka(phase="replacements", units={"dr.jc#1": "cairo reduced"}, rp={"dr_j": 4}, lloyd=15, turn=15, **NONE)
    assert m.g.state.rp["dr_j"] == 2


# ------------------------------------------------------------------ erratum 5: air supply


@pytest.mark.rule("draka.err.5.a", "draka.err.5.b", "draka.err.5.c")
def test_air_supply():
    units = {"dr.simba": "baghdad", "dr.jc#1": "baghdad", "tu.c#1": "kirkuk"}
    base = {
        "phase": "attrition",
        "units": units,
        "draka": ["baghdad"],
        "join": ["tu"],
        "turn": 6,
        "zaf": ["dr"],
        "baf": ["tu"],
        **NONE,
    }
    m = draka(options={"air_supply": True}, **base)
    assert m.decision.rule == "draka.err.5.a" and "baghdad" in offered(m)
    m.choose("baghdad")
    assert m.decision.rule == "draka.16.int.1"  # a supplied Turk is beside it
    choose(m, "pass", "dr.simba")
    assert where(m, "dr.simba") == "baghdad" and where(m, "dr.jc#1") == "eliminated"  # one army
    assert m.g.state.zaf["dr"] == 2
    m = draka(options={"air_supply": True}, **base)
    m.choose("baghdad")
    with m.forced(6):
        m.choose("tu")
    assert where(m, "dr.simba") == "gone"
    m = draka(**base)
    assert where(m, "dr.simba") == "gone"  # the switch is off


def test_the_band_of_the_learning_scenario():
    from grognard.games.pog.war.victory import judge
    from grognard.kernel import Match

    m = Match.start("draka", "learning")
    m.g.state.vp = 12
    result = judge(m.g, "", True)
    assert isinstance(result, Result) and result.winner is None


@pytest.mark.rule("draka.err.5.c", "draka.16.baf.5")
@pytest.mark.parametrize(
    ("cut_off", "beside", "hunter", "fit"),
    [("kut", "qurna", "dr.cfc#1", True), ("rouen", "le_havre", "dr.cfc#1", False), ("rouen", "le_havre", "br.c#1", True),
     ("rouen", "le_havre", "br.aus", False)],
)  # fmt: skip
def test_who_hunts_the_german_supply_ships(cut_off, beside, hunter, fit):
    """Draka biplanes fly only in the Zone; an Australian corps is no reason for British ones to fly."""
    units = {"ge.c#1": cut_off, hunter: beside, "dr.jc#1": "baghdad", "dr.jc#2": "basra"}
    m = draka(options={"air_supply": True}, phase="attrition", units=units, draka=["baghdad", "qurna"], control={cut_off: "cp"},
              join=["tu"], turn=8, zaf=["ge"], baf=[hunter[:2]], **NONE)  # fmt: skip
    m.choose(cut_off)
    assert (m.decision.rule == "draka.16.int.1" and hunter[:2] in offered(m)) is fit
