"""Chapters 6 to 12, 20 and 22: redeployment, special units, stacking."""

from __future__ import annotations

import pytest
from draka_situations import (
    activate,
    attack,
    choose,
    draka,
    drm,
    finish_action,
    front,
    holder,
    march,
    may,
    reduced,
    refused,
    said,
    shift,
    sr,
    where,
)

from great_war import offered
from grognard.games.pog.asks import Ask as PogAsk
from grognard.games.pog.combat.losses import corps_in_reserve
from grognard.games.pog.movement.redeployment import destinations, may_redeploy
from grognard.games.pog.movement.stack import March
from grognard.games.pog.supply.tracing import in_supply

# ------------------------------------------------------------------ 6, 7: redeployment and the Near East


@pytest.mark.rule("draka.6.1")
def test_one_allied_army_a_turn_goes_by_sea():
    m = front(units={"dr.cf1": "alexandria", "br.a1": "london", "dr.simba": "alexandria"}, turn=2, join=["gr"])
    sr(m)
    assert "salonika" in [m.g.board.ids[s] for s in destinations(m.g, m.g.U["dr.cf1"])]
    choose(m, "dr.cf1", "salonika")
    assert where(m, "dr.cf1") == "salonika"
    assert m.g.S["le_havre"] not in destinations(m.g, m.g.U["br.a1"]) or True
    assert not m.g.hooks.may_sail(m.g, m.g.U["br.a1"])
    m = front(units={"dr.cf1": "alexandria"}, turn=1, join=["gr"])
    sr(m)
    assert m.g.S["salonika"] not in destinations(m.g, m.g.U["dr.cf1"])
    m = front({"cp": ["cp.12"]}, "cp", units={"ge.a1": "kiel"}, turn=3)
    assert not m.g.hooks.may_sail(m.g, m.g.U["ge.a1"])


@pytest.mark.rule("draka.7.1")
def test_no_near_east_limit_on_attacks():
    units = {"dr.cf1": "sinai", "dr.simba": "basra", "tu.c#1": "gaza", "tu.c#2": "qurna"}
    m = front({"ap": ["ap.01"]}, units=units)
    m.choose(("ops", "ap.01"))
    m.choose(("attack", "sinai"))
    assert ("attack", "basra") in offered(m)


@pytest.mark.rule("draka.7.2")
def test_draka_corps_redeploy_freely_to_and_from_the_near_east():
    units = {"dr.cfc#1": "alexandria", "dr.cfc#2": "alexandria", "dr.jc#1": "reserve", "dr.jc#2": "reserve"}
    m = front(units=units, join=["gr"], turn=3)
    sr(m)
    choose(m, "dr.cfc#1", "salonika")
    choose(m, "dr.cfc#2", "salonika")
    choose(m, "dr.jc#1", "cairo")
    choose(m, "dr.jc#2", "basra")
    assert m.g.state.ne_sr == {}


@pytest.mark.rule("draka.7.3")
def test_the_draka_use_the_lines_to_medina():
    m = front(units={"dr.jc#1": "aqaba"}, draka=["aqaba", "beersheba"])
    rows = m.g.units.rows[m.g.U["dr.jc#1"]]
    assert rows[m.g.S["aqaba"]] >> m.g.S["medina"] & 1 and rows[m.g.S["arabia"]] >> m.g.S["medina"] & 1
    activate(m, aqaba="move")
    march(m, "dr.jc#1", "medina")
    assert holder(m, "medina") == "draka"


@pytest.mark.rule("draka.7.4")
def test_armies_of_both_sides_operate_in_the_near_east():
    m = front(units={"ge.a1": "constantinople", "dr.cf1": "cairo", "ah.a1": "sofia", "ru.a1": "kars"}, join=["bu"])
    assert may(m, "ge.a1", "ankara") is None and may(m, "dr.cf1", "sinai") is None and may(m, "ah.a1", "bursa") is None
    assert may(m, "ru.a1", "erzerum") == "pog.11.3.1"


# ------------------------------------------------------------------ 8 to 12: special units


@pytest.mark.rule("draka.8.1", "draka.8.2", "draka.8.3")
def test_creating_kempf():
    base = {"phase": "replacements", "turn": 6, "join": ["tu", "gr"], "hands": {"cp": [], "ap": []}, "rp": {"dr_j": 4}}
    m = draka(units={"dr.jc#1": "basra", "dr.jc#2": "athens"}, events=["ap.17"], **base)
    made = [v for v in offered(m) if v[0] == "create"]
    assert made == [("create", "dr.kempf", "dr.jc#1")]
    m.choose(made[0])
    assert where(m, "dr.kempf") == "basra" and where(m, "dr.jc#1") == "eliminated" and not reduced(m, "dr.kempf")
    assert may(m, "dr.kempf", "athens") == "draka.8.2"
    m = draka(units={"dr.jc#1": "basra reduced"}, **base)
    assert not [v for v in offered(m) if v[0] == "create"]  # before Draka Full Mobilization
    from grognard.games.draka.manpower.replacements import may_create

    assert may_create(m.g, "dr.kempf", m.g.U["dr.jc#1"]).rule == "draka.8.3"


@pytest.mark.rule("draka.9.1")
def test_the_mobile_corps_in_rough_ground():
    m = front(units={"dr.cmc": "khorramabad"})
    g = m.g
    mountains = g.S["hamadan"]
    assert g.board.terrain[mountains] == "mountain"
    walk = March(g, [g.U["dr.cmc"]])
    assert walk.left == 5 and walk.dear >> mountains & 1
    activate(m, khorramabad="move")
    m.choose(("unit", "dr.cmc"))
    m.choose(("to", "hamadan"))
    assert "3 steps left" in m.decision.prompt
    m.choose(("to", "tabriz"))
    assert where(m, "dr.cmc") == "tabriz" and not m.g.state.action.kind  # one point is left: not enough for Dilman


@pytest.mark.rule("draka.9.2")
def test_the_mobile_corps_attacks_open_ground():
    m = front(
        units={"dr.cmc": "sinai", "dr.cf1": "sinai", "dr.jc#1": "port_said", "tu.a2": "gaza", "tu.c#1": "beersheba"},
        trenches={"gaza": 2},
    )
    g = m.g
    assert g.board.terrain[g.S["gaza"]] in ("clear", "desert")
    assert drm(m, ["dr.cmc", "dr.cf1"], "gaza") == 1 - 1  # out of Sinai
    assert shift(m, ["dr.cmc"], "gaza") == 0 and shift(m, ["dr.cf1"], "gaza") == -2
    assert shift(m, ["dr.cmc"], "gaza", defender=True) == 0
    m = front(units={"dr.cmc": "khorramabad", "pe.c1": "hamadan"})
    assert drm(m, ["dr.cmc"], "hamadan") == 0


@pytest.mark.rule("draka.9.3")
def test_the_mobile_corps_never_enters_the_box():
    m = front(units={"dr.cmc": "cairo"})
    sr(m)
    assert may_redeploy(m.g, ("dr.cmc", "reserve")).rule == "draka.9.3"
    m = draka(
        phase="replacements", units={"dr.cmc": "eliminated"}, rp={"dr_cf": 2}, turn=6, join=["tu"], hands={"cp": [], "ap": []}
    )
    m.choose("dr.cmc")
    assert set(offered(m)) == {"basra", "cairo", "alexandria"}


@pytest.mark.rule("draka.10.1")
def test_the_security_directorate_against_rebels():
    m = front(units={"dr.sd": "sinai", "dr.jc#1": "cairo", "tu.c#1": "beersheba", "tu.c#2": "gaza", "tu.c#3": "gaza"})
    assert drm(m, ["dr.sd"], "beersheba") == 1 - 1 and drm(m, ["dr.sd"], "gaza") == -1  # all out of Sinai
    m = front(units={"dr.sd": "ahwaz", "pe.c1": "khorramabad", "pe.c2": "khorramabad"}, control={"khorramabad": "cp"})
    assert drm(m, ["dr.sd"], "khorramabad") == 1
    m = front(
        units={"dr.sd": "ahwaz", "tu.c#1": "khorramabad"}, control={"khorramabad": "cp"}, trenches={"khorramabad": "cp 1"}
    )
    assert drm(m, ["dr.sd"], "khorramabad") == 0


@pytest.mark.rule("draka.11.1", "draka.11.2", "draka.11.3")
def test_persians_are_turks_and_return_home():
    base = {"phase": "replacements", "turn": 6, "join": ["tu"], "hands": {"cp": [], "ap": []}, "rp": {"tu": 6}}
    m = draka(units={"pe.c1": "eliminated", "pe.c2": "eliminated", "tu.c#1": "ankara reduced"}, **base)
    assert m.g.units.nation[m.g.U["pe.c1"]] == "tu"
    m.choose("pe.c1")
    assert set(offered(m)) == {"hamadan", "tabriz"}
    m.choose("tabriz")
    assert where(m, "pe.c1") == "tabriz"
    with refused("draka.11.2"):
        m.choose("pe.c2")
    m = front({"cp": ["cp.12"]}, "cp", units={"pe.c1": "hamadan", "tu.a1": "ankara", "tu.c#1": "hamadan"})
    g = m.g
    assert g.hooks.activation_cost(g, g.S["hamadan"], "move") == 1
    m.choose(("sr", "cp.12"))
    assert may_redeploy(g, ("pe.c1", "reserve")).rule == "draka.11.3"
    g.put(g.U["pe.c1"], -1)
    assert g.U["pe.c1"] not in corps_in_reserve(g, "tu")


@pytest.mark.rule("draka.12.1", "draka.12.2", "draka.12.3", "draka.12.4")
def test_the_ana_is_turkish():
    base = {"phase": "replacements", "turn": 6, "join": ["tu"], "hands": {"cp": [], "ap": []}, "rp": {"tu": 6}}
    m = draka(units={"tu.ana": "eliminated", "tu.c#1": "ankara reduced"}, **base)
    m.choose("tu.ana")
    assert set(offered(m)) == {"arabia", "medina"}
    m.choose("arabia")
    with refused("draka.12.2"):
        m.choose("tu.ana")
    m = front({"cp": ["cp.12"]}, "cp", units={"tu.ana": "arabia", "tu.c#1": "arabia"}, draka=["jerusalem"])
    g = m.g
    assert g.units.rows[g.U["tu.ana"]][g.S["arabia"]] >> g.S["jerusalem"] & 1
    assert not g.units.rows[g.U["tu.c#1"]][g.S["arabia"]] >> g.S["jerusalem"] & 1
    assert g.hooks.activation_cost(g, g.S["arabia"], "move") == 1
    activate(m, arabia="move")
    m.choose(("unit", "tu.ana"))
    m.choose(("to", "jerusalem"))
    assert holder(m, "jerusalem") == "cp" and g.state.draka >> g.S["jerusalem"] & 1  # the marker sleeps
    g.put(g.U["tu.ana"], g.S["arabia"])
    assert holder(m, "jerusalem") == "draka"
    assert in_supply(g, g.U["tu.ana"], g.S["libya"]) and may(m, "tu.ana", "adrianople") == "draka.12.4"
    assert may(m, "tu.ana", "cairo") is None


# ------------------------------------------------------------------ 20, 22: stacking


@pytest.mark.rule("draka.20.1")
def test_one_army_a_space_in_the_near_east():
    m = front(
        {"cp": ["cp.12"]},
        "cp",
        units={"tu.a1": "ankara", "tu.a2": "eskidor", "tu.c#1": "ankara", "ge.a1": "bursa", "tu.a3": "bursa"},
    )
    activate(m, eskidor="move")
    m.choose(("unit", "tu.a2"))
    with refused("draka.20.1"):
        choose(m, ("to", "ankara"), ("stop", ""))
    assert len(m.g.stack[m.g.S["bursa"]]) == 2  # on both maps: exempt
    assert not m.g.hooks.no_stop(m.g, [m.g.U["tu.a2"]]) >> m.g.S["constantinople"] & 1
    assert m.g.hooks.closed_at_the_end(m.g, m.g.U["tu.a2"]) >> m.g.S["ankara"] & 1  # a retreat may only pass


@pytest.mark.rule("draka.20.2")
def test_two_draka_armies_in_their_bases():
    m = front(units={"dr.cf1": "cairo", "dr.simba": "alexandria", "dr.rhino": "sinai", "dr.tantor": "port_said"})
    activate(m, alexandria="move", port_said="move")
    march(m, "dr.simba", "cairo")
    assert where(m, "dr.simba") == "cairo"
    m.choose(("unit", "dr.tantor"))
    with refused("draka.20.1"):
        choose(m, ("to", "sinai"), ("stop", ""))
    m.choose(("to", "cairo"))
    with refused("draka.20.1", "Cairo"):  # a third army, with room for a third unit
        m.choose(("stop", ""))
    m = front(
        active="cp",
        units={"tu.a1": "damascus", "tu.a2": "cairo", "tu.c#1": "beersheba"},
        control={"cairo": "cp", "port_said": "cp"},
    )
    assert m.g.hooks.no_stop(m.g, [m.g.U["tu.a1"]]) >> m.g.S["cairo"] & 1  # the Turks have no bases


@pytest.mark.rule("draka.22.1")
def test_services_replace_their_own_armies():
    m = front(units={"dr.simba": "cairo reduced", "dr.cfc#1": "reserve", "dr.cf1": "cairo", "dr.sd": "reserve reduced"})
    g = m.g
    assert g.hooks.replacement_corps(g, g.U["dr.simba"]) == -1
    assert g.hooks.replacement_corps(g, g.U["dr.cf1"]) == g.U["dr.cfc#1"]
    from grognard.games.pog.combat.losses import lose_step

    lose_step(g, None, g.U["dr.simba"])
    assert where(m, "dr.simba") == "gone"


@pytest.mark.rule("draka.22.4")
def test_americans_who_retreat_onto_citizens():
    m = front(units={"us.c#1": "paris", "dr.cfc#1": "paris"}, join=["us"])
    with m.forced(5):
        m.g.hooks.after_retreat(m.g, m.g.U["us.c#1"], m.g.S["paris"])
    assert reduced(m, "us.c#1")
    m = front(units={"us.c#1": "paris", "dr.cfc#1": "paris"}, join=["us"])
    with m.forced(4):
        m.g.hooks.after_retreat(m.g, m.g.U["us.c#1"], m.g.S["paris"])
    assert not reduced(m, "us.c#1")


@pytest.mark.rule("draka.22.4")
def test_a_retreat_among_citizens_and_one_among_janissaries():
    m = front(units={"us.c#1": "salonika", "dr.jc#1": "salonika"}, join=["us", "gr"])
    with m.forced():
        m.g.hooks.after_retreat(m.g, m.g.U["us.c#1"], m.g.S["salonika"])  # no die is rolled for Janissaries
    assert not reduced(m, "us.c#1")
    units = {"ge.c#1": "verdun", "ge.c#2": "verdun", "us.c#1": "bar_le_duc", "dr.cfc#1": "dijon", "dr.cfc#2": "melun"}
    held = dict.fromkeys(("verdun", "nancy", "sedan", "chateau_thierry"), "cp")
    for die, place in ((4, "dijon"), (5, "eliminated")):
        m = front(active="cp", units=units, control=held, forts_fallen=["verdun", "nancy"], join=["us"], events=["cp.08"])
        activate(m, verdun="attack")
        attack(m, "bar_le_duc", "ge.c#1", "ge.c#2", dice=(3, 1))  # one step is lost, and one space given up
        with m.forced(die):
            m.choose("dijon")
        assert where(m, "us.c#1") == place and said(m, "draka.22.4")


@pytest.mark.rule("draka.22.5")
def test_draka_who_retreat_onto_americans():
    for die, hit in ((5, False), (6, True)):
        m = front(units={"us.c#1": "paris", "dr.cfc#1": "paris"}, join=["us"])
        with m.forced(die):
            m.g.hooks.after_retreat(m.g, m.g.U["dr.cfc#1"], m.g.S["paris"])
        assert reduced(m, "dr.cfc#1") is hit


@pytest.mark.rule("draka.err.8")
@pytest.mark.parametrize(("unit", "targets"), [("ge.ukr", {"vinnitsa"}), ("ge.c#1", {"vinnitsa", "czernowitz"})])
def test_the_ukrainians_attack_in_russia_only(unit, targets):
    units = {unit: "kamenets_podolski", "ru.c#1": "czernowitz", "ru.c#2": "vinnitsa", "ah.a1": "tarnopol", "fr.a1": "nancy"}
    m = front(
        active="cp", units=units, control={"kamenets_podolski": "cp", "czernowitz": "ap"}, turn=14, level={"cp": 2, "ap": 2}
    )
    activate(m, kamenets_podolski="attack")
    assert set(offered(m)) - {"done"} == targets


@pytest.mark.rule("draka.card.ap.41")
@pytest.mark.parametrize(("there", "choices"), [({}, {"medina", "arabia"}), ({"dr.jc#1": "medina"}, {"arabia"})])
def test_the_ana_rises_where_no_allied_unit_is(there, choices):
    m = front({"ap": ["ap.41"]}, units={"dr.simba": "cairo", **there}, draka=["medina"] if there else [], turn=14,
              level={"cp": 2, "ap": 2})  # fmt: skip
    m.choose(("ops", "ap.41"))
    assert m.decision.seat == "cp" and set(offered(m)) == choices


@pytest.mark.rule("draka.22.1", "draka.4.7")
@pytest.mark.parametrize(("place", "came"), [("melun", False), ("gaza", True)])
def test_the_sd_corps_replaces_a_citizen_army_in_the_zone_only(place, came):
    attackers = {"ge.a1": "chateau_thierry", "ge.a2": "chateau_thierry"} if not came else {"tu.a1": "beersheba", "tu.c#1": "beersheba", "tu.c#2": "beersheba"}
    start = next(iter(attackers.values()))
    m = front({"cp": ["cp.12"], "ap": []}, active="cp", turn=8, units={"dr.cf1": f"{place} reduced", "dr.sd": "reserve", **attackers},
              control={"chateau_thierry": "cp", "sedan": "cp"}, draka=["gaza", "sinai"], trenches={place: 0})  # fmt: skip
    activate(m, **{start: "attack"})
    attack(m, place, *attackers, dice=(6, 1))
    finish_action(m)
    assert (where(m, "dr.sd") != "reserve") is came
    assert where(m, "dr.cf1") == ("eliminated" if came else "gone")


@pytest.mark.rule("draka.card.ap.30")
def test_the_mobile_corps_goes_to_salonika_too():
    m = front({"ap": ["ap.30"]}, units={"dr.cmc": "alexandria", "fr.c#1": "reserve"}, turn=6, level={"cp": 1, "ap": 1})
    m.choose(("event", "ap.30"))
    assert "dr.cmc" in offered(m)


LATE = {"turn": 14, "level": {"cp": 2, "ap": 2}}


@pytest.mark.rule("draka.4.9")
def test_no_draka_corps_lands_among_the_americans_at_salonika():
    units = {"dr.jc#1": "reserve", "fr.c#1": "reserve", "fr.c#2": "reserve reduced", "us.c#1": "salonika"}
    m = front({"ap": ["ap.30"]}, units=units, join=["us", "gr"], **LATE)
    m.choose(("event", "ap.30"))
    assert "fr.c#1" in offered(m) and "dr.jc#1" not in offered(m)


@pytest.mark.rule("pog.card.cp.31")
def test_kemal_serves_the_asia_korps():
    """It is German or Turkish, as its owner likes."""
    m = front({"cp": ["cp.31"], "ap": ["ap.01"]}, units={"ge.asia": "gaza", "dr.simba": "sinai"}, turn=5,
              level={"cp": 1, "ap": 1}, draka=["sinai"])  # fmt: skip
    activate(m, sinai="attack")
    choose(m, "gaza", "dr.simba")
    while m.decision.seat == "ap":
        m.choose("pass")
    assert m.decision.name == PogAsk.COMBAT_CARD and "cp.31" in offered(m)
    with m.forced(1, 1):
        m.choose("cp.31")
