"""Chapters 13, 14, 15: redeployment, supply, attrition, sieges."""

from __future__ import annotations

import pytest
from pog_situations import activate, attack, choose, front, holder, pog, refused, where
from test_pog_combat import fight_of

from great_war import offered
from grognard.games.pog.forts.sieges import siege_phase
from grognard.games.pog.movement.redeployment import box_targets, destinations, may_go_to_box, may_redeploy, may_start
from grognard.games.pog.supply.attrition import attrition
from grognard.games.pog.supply.tracing import in_supply, reached


def supplied(match, unit):
    return in_supply(match.g, match.g.U[unit])


def sr(match, card):
    match.choose(("sr", card))
    return match


def goes(match, unit):
    """Where a unit may redeploy, by name."""
    g = match.g
    return {"reserve" if p == -1 else g.board.ids[p] for p in destinations(g, g.U[unit])}


# ------------------------------------------------------------------ 14.1, 14.2: tracing


@pytest.mark.rule("pog.14.1.2", "pog.14.2.1", "pog.14.1.3.a")
def test_a_path_of_friendly_spaces_leads_to_a_source():
    m = front(units={"ge.a1": "sedan", "ge.a2": "orleans", "fr.a1": "koblenz"}, control={"sedan": "cp", "orleans": "cp"})
    assert not supplied(m, "ge.a2")  # empty spaces that the enemy controls block
    assert supplied(m, "ge.a1")  # over Metz: Koblenz is blocked by a French army
    m = front(units={"ge.a1": "sedan", "fr.a1": "koblenz", "fr.a2": "metz"}, control={"sedan": "cp"})
    assert not supplied(m, "ge.a1")
    m = front(units={"ge.a1": "cracow"}, control={"essen": "ap", "breslau": "ap"})
    assert not supplied(m, "ge.a1")  # Sofia is neutral
    m = front(units={"ge.a1": "nis"}, control={"essen": "ap", "breslau": "ap", "nis": "cp"}, join=["bu"])
    assert supplied(m, "ge.a1")


@pytest.mark.rule("pog.14.2.2", "pog.14.1.3.b")
def test_russians_romanians_and_serbs_use_the_eastern_sources_and_never_the_sea():
    m = front(units={"ru.c#1": "warsaw", "ro.c#1": "bucharest", "ru.c#2": "paris", "sb.a1": "athens"}, join=["ro", "gr"])
    assert supplied(m, "ru.c#1") and supplied(m, "ro.c#1")
    assert not supplied(m, "ru.c#2")  # London is not theirs
    assert not supplied(m, "sb.a1") or m.g.controls("ap", m.g.S["salonika"])
    m = front(units={"ru.c#1": "belgrade", "ru.c#2": "valjevo"})
    assert supplied(m, "ru.c#1") and supplied(m, "ru.c#2")  # while Belgrade is Allied
    m = front(units={"ru.c#2": "valjevo"}, control={"belgrade": "cp"}, forts_fallen=["belgrade"])
    assert not supplied(m, "ru.c#2")


@pytest.mark.rule("pog.14.2.3")
def test_salonika_is_a_source_for_serbs():
    m = front(units={"sb.a1": "monastir"}, control={"belgrade": "cp", "nis": "cp"}, events=["ap.30"])
    g = m.g
    assert reached(g, "sb") >> g.S["monastir"] & 1
    assert not reached(g, "east") >> g.S["monastir"] & 1


@pytest.mark.rule("pog.14.2.4", "pog.14.1.4.a", "pog.14.1.4.b")
def test_the_west_traces_to_london_by_sea():
    m = front(units={"fr.a1": "nancy", "br.c#1": "cairo", "br.c#2": "basra"})
    assert supplied(m, "fr.a1") and supplied(m, "br.c#1") and supplied(m, "br.c#2")
    m = front(units={"fr.a1": "nancy"}, control={"london": "cp"})
    assert not supplied(m, "fr.a1")  # Paris is no source
    m = front(units={"br.c#1": "constantinople"}, join=["tu"], control={"constantinople": "ap"})
    assert not supplied(m, "br.c#1")  # only with Gallipoli
    m = front(units={"br.c#1": "constantinople"}, join=["tu"], control={"constantinople": "ap", "gallipoli": "ap"})
    assert supplied(m, "br.c#1")
    m = front(units={"ge.c#1": "riga"}, control={"riga": "cp"})
    assert supplied(m, "ge.c#1")  # a Russian port serves the CP


@pytest.mark.rule("pog.15.2.2", "pog.15.2.4.b")
def test_supply_runs_through_a_besieged_fort_and_not_through_a_broken_siege():
    m = front(units={"ge.a4": "verdun", "ge.a5": "bar_le_duc"}, control={"bar_le_duc": "cp"})
    assert supplied(m, "ge.a5")
    m = front(units={"ge.c#4": "verdun", "ge.a5": "bar_le_duc"}, control={"bar_le_duc": "cp"})
    assert not m.g.besieged and not supplied(m, "ge.a5")
    assert supplied(m, "ge.c#4")  # its own space does not matter


@pytest.mark.rule("pog.14.1.5.a", "pog.14.1.5.b")
def test_who_is_always_in_supply():
    units = {"mn.c": "cetinje", "br.ana": "medina", "tu.sn": "libya", "sb.a1": "skopje", "sb.a2": "tirana", "sb.c#1": "mostar"}
    m = front(units=units, join=["tu"], control={"belgrade": "cp", "nis": "cp", "valjevo": "cp", "mostar": "ap"})
    assert all(supplied(m, u) for u in ("mn.c", "br.ana", "tu.sn", "sb.a1"))
    assert not supplied(m, "sb.c#1")  # a Serb outside Serbia is not


@pytest.mark.rule("pog.14.1.5.d", "pog.14.3.5")
def test_turks_in_medina_are_not_removed():
    m = front(
        units={"tu.c#1": "medina", "tu.c#2": "aqaba", "br.c#1": "aleppo"},
        join=["tu"],
        control={"aleppo": "ap", "damascus": "ap", "jerusalem": "ap", "beersheba": "ap"},
        turn=8,
    )
    assert not supplied(m, "tu.c#1")
    attrition(m.g)
    assert where(m, "tu.c#1") == "medina" and where(m, "tu.c#2") == "eliminated"


@pytest.mark.rule("pog.14.2.5", "pog.11.1.4.c", "pog.14.1.5.c")
def test_spaces_use_any_source_and_any_dashed_line_of_their_side():
    from grognard.games.pog.supply.tracing import space_in_supply

    m = front(units={"ge.a1": "petrograd"})
    g = m.g
    mask = space_in_supply(g, "ap")
    for name in ("smolensk", "nancy", "cairo", "kiev"):
        assert mask >> g.S[name] & 1, name
    from grognard.games.pog.supply.attrition import doomed_spaces

    m = front(units={}, control={"paris": "cp", "tours": "cp"})
    lost = doomed_spaces(m.g, "cp")
    assert lost >> m.g.S["tours"] & 1 and not lost >> m.g.S["paris"] & 1  # its fort needs no supply


@pytest.mark.rule("pog.11.1.12.b")
def test_allied_albania_traces_to_taranto():
    from grognard.games.pog.supply.attrition import doomed_spaces

    m = front(units={}, control={"skopje": "cp", "cetinje": "cp"})
    assert not doomed_spaces(m.g, "ap") & m.g.board.of["al"]
    m = front(units={}, control={"valona": "cp", "skopje": "cp", "cetinje": "cp"})
    assert doomed_spaces(m.g, "ap") >> m.g.S["tirana"] & 1


# ------------------------------------------------------------------ 14.3: attrition


@pytest.mark.rule("pog.14.3.5")
def test_units_out_of_supply_are_eliminated():
    m = front(units={"ge.a1": "tours", "ge.c#1": "tours", "fr.a1": "essen", "fr.c#1": "essen"}, control={"tours": "cp"})
    attrition(m.g)
    assert where(m, "ge.a1") == "gone" and where(m, "ge.c#1") == "eliminated"
    assert where(m, "fr.a1") == "gone" and where(m, "fr.c#1") == "eliminated"


@pytest.mark.rule("pog.14.3.6.a", "pog.14.3.6.c", "pog.11.2.7", "pog.3.g", "pog.vpt.2")
def test_spaces_that_cannot_trace_pass_to_the_enemy():
    m = front(
        units={}, control={"tours": "cp", "melun": "cp", "kiev": "cp"}, trenches={"tours": 2, "melun": 1, "paris": 1}, vp=10
    )
    attrition(m.g)
    assert holder(m, "tours") == holder(m, "melun") == holder(m, "kiev") == "ap"
    assert m.g.trench(m.g.S["tours"], "ap") == 1 and m.g.trench(m.g.S["melun"]) == 0
    assert m.g.trench(m.g.S["paris"], "ap") == 1  # safe
    assert m.g.state.vp == 8  # Melun and Kiev are VP spaces


@pytest.mark.rule("pog.11.1.11.b", "pog.14.3.6.a")
def test_neutral_spaces_are_not_checked_and_libya_falls():
    m = front(units={})
    attrition(m.g)
    assert holder(m, "libya") == "ap"
    assert all(holder(m, s) == "neutral" for s in ("constantinople", "rome", "arabia", "ahwaz", "medina"))
    assert m.g.state.cp_control >> m.g.S["medina"] & 1  # it will be Turkish


@pytest.mark.rule("pog.14.3.6.b")
def test_serbia_does_not_pass_by_attrition():
    m = front(units={"ah.a5": "belgrade"}, control={"belgrade": "cp", "nis": "cp"}, forts_fallen=["belgrade"])
    attrition(m.g)
    assert holder(m, "monastir") == holder(m, "skopje") == "ap"


# ------------------------------------------------------------------ 15: forts


@pytest.mark.rule("pog.15.1.2", "pog.15.1.9")
def test_an_unbesieged_fort_is_attacked_from_outside_and_never_rebuilt():
    m = front(units={"ge.a4": "metz", "ge.a6": "strasbourg"}, trenches={"nancy": 0})
    activate(m, metz="attack", strasbourg="attack")
    attack(m, "nancy", "ge.a4", dice=(3, 1))
    assert m.g.state.fallen >> m.g.S["nancy"] & 1 and not m.g.forts >> m.g.S["nancy"] & 1


@pytest.mark.rule("pog.15.1.5")
def test_forts_do_not_attack():
    from grognard.games.pog.combat.strength import strength

    m = front(units={"ge.a4": "metz", "fr.a3": "verdun"})
    assert int(strength(m.g, fight_of(m, "cp", ["ge.a4"], "verdun"), "cp")) == 5


@pytest.mark.rule("pog.15.1.10")
def test_an_intact_fort_keeps_the_space():
    m = front(units={"ge.a5": "metz"}, trenches={"verdun": 0}, vp=10)
    activate(m, metz="move")
    choose(m, ("unit", "ge.a5"), ("to", "verdun"))
    assert holder(m, "verdun") == "ap" and m.g.state.vp == 10


@pytest.mark.rule("pog.15.1.11", "pog.card.cp.11")
def test_germans_do_not_attack_russian_forts_before_oberost():
    units = {"ge.a8": "insterberg", "ah.a1": "tarnow", "ru.c#1": "ivangorod"}
    m = front(units=units)
    m.choose(("ops", "cp.12"))
    with refused("pog.15.1.11"):
        m.choose(("attack", "insterberg"))
    choose(m, ("attack", "tarnow"), "done")
    assert "ivangorod" in offered(m)  # Austrians are free
    for patch in ({"events": ["cp.11"]}, {"ws": {"cp": 4, "ap": 0}}):
        m = front(units=units, **patch)
        activate(m, insterberg="attack")
        assert "kovno" in offered(m)


@pytest.mark.rule("pog.15.2.3")
def test_only_surplus_besiegers_attack_outward():
    units = {"ge.a4": "verdun", "ge.c#1": "verdun", "fr.a1": "bar_le_duc", "ge.a5": "metz"}
    m = front(units=units, trenches={"verdun": 0})
    activate(m, verdun="attack")
    m.choose("bar_le_duc") if "bar_le_duc" in offered(m) else None
    with refused("pog.15.2.3"):
        m.choose("ge.a4")
    m.choose("ge.c#1")
    assert m.g.state.action.fought >> m.g.U["ge.c#1"] & 1 or m.decision.rule != "pog.12.2.2"


@pytest.mark.rule("pog.15.2.4.b")
def test_a_siege_broken_by_losses_can_be_attacked_and_relieved():
    m = front(units={"ge.c#1": "verdun", "ge.a5": "metz"}, trenches={"verdun": 0})
    activate(m, verdun="attack", metz="attack")
    m.choose("verdun")
    assert set(offered(m)) >= {"ge.c#1", "ge.a5"}  # from inside and from beside it
    siege_phase(m.g)  # no roll for a fort that is not besieged
    assert m.g.forts >> m.g.S["verdun"] & 1


@pytest.mark.rule("pog.15.2.5", "pog.tec.3")
def test_no_combat_in_the_desert_in_summer():
    units = {"br.c#1": "port_said", "tu.c#1": "sinai", "br.c#2": "basra", "tu.c#2": "gaza"}
    m = front(active="ap", units=units, join=["tu"], turn=6)
    assert m.g.season() == "summer"
    m.choose(("ops", "ap.01"))
    m.g.state.action.attack = 1 << m.g.S["port_said"]
    from grognard.games.pog.actions.operations import may_activate
    from grognard.games.pog.combat.attacks import may_be_attacked

    assert may_be_attacked(m.g, "ap", m.g.S["sinai"]).rule == "pog.15.2.5"
    m = front(units=units, join=["tu"], turn=6)
    m.choose(("ops", "cp.12"))
    assert may_activate(m.g, "attack", m.g.S["sinai"]).rule == "pog.15.2.5"
    with refused("pog.15.2.5"):
        m.choose(("attack", "sinai"))


@pytest.mark.rule("pog.15.3.2", "pog.6.d")
def test_the_siege_roll():
    for die, falls in ((2, True), (1, False)):
        m = front(units={"ah.a5": "belgrade"}, turn=3)
        with m.forced(die):
            siege_phase(m.g)
        assert (holder(m, "belgrade") == "cp") == falls


@pytest.mark.rule("pog.15.3.3")
def test_early_sieges_have_minus_two():
    for die, falls in ((4, False), (5, True)):
        m = front(units={"ge.a4": "nancy"}, turn=2)
        with m.forced(die):
            siege_phase(m.g)
        assert (holder(m, "nancy") == "cp") == falls


# ------------------------------------------------------------------ 13: redeployment


@pytest.mark.rule("pog.13.1.2", "pog.13.1.3", "pog.13.1.4", "pog.13.1.10")
def test_prices_and_once_an_action():
    m = front({"ap": ["ap.01"]}, active="ap", units={"fr.a1": "nancy", "fr.c#1": "paris", "fr.c#2": "paris"})
    sr(m, "ap.01")
    choose(m, "fr.c#1", "nancy")
    assert m.g.state.action.points == 3 and where(m, "fr.c#1") == "nancy"
    assert m.decision.rule == "pog.13.1.10"
    with refused("pog.13.1.2", says="costs 4"):
        m.choose("fr.a1")
    with refused("pog.13.1.3"):
        m.choose("fr.c#1")
    with refused("pog.13.1.4"):
        m.choose("ge.a1")


@pytest.mark.rule("pog.13.1.5.a", "pog.14.3.2")
def test_overland_through_friendly_spaces():
    m = front({"cp": ["cp.12"]}, units={"ge.a4": "metz", "ge.a1": "tours", "ge.c#1": "berlin"}, control={"tours": "cp"})
    sr(m, "cp.12")
    assert may_start(m.g, m.g.U["ge.a1"]).rule == "pog.14.3.2"
    m.choose("ge.a4")
    assert {"berlin", "vienna", "insterberg"} <= set(offered(m))
    with refused("pog.13.1.7.a"):
        m.choose("sedan")
    m = front({"cp": ["cp.12"]}, units={"ge.c#1": "metz"})
    sr(m, "cp.12")
    m.choose("ge.c#1")
    with refused("pog.13.1.5.a", says="out of supply"):
        m.choose("tours")


@pytest.mark.rule("pog.13.1.5.b")
def test_a_siege_may_not_be_broken_by_redeployment():
    m = front({"cp": ["cp.12"]}, units={"ge.a4": "verdun", "ge.c#1": "verdun"})
    sr(m, "cp.12")
    assert may_start(m.g, m.g.U["ge.a4"]).rule == "pog.13.1.5.b"
    assert may_start(m.g, m.g.U["ge.c#1"]) is None


@pytest.mark.rule("pog.13.1.6")
def test_russians_redeploy_inside_russia_only():
    m = front(
        {"ap": ["ap.01"]},
        active="ap",
        units={"ru.c#1": "lemberg", "ru.c#2": "kiev", "ru.a1": "kiev"},
        control={"lemberg": "ap"},
    )
    sr(m, "ap.01")
    assert may_start(m.g, m.g.U["ru.c#1"]).rule == "pog.13.1.6"
    assert "warsaw" in goes(m, "ru.c#2") and "lemberg" not in goes(m, "ru.c#2")
    assert may_redeploy(m.g, ("ru.c#2", "lemberg")).rule == "pog.13.1.6"


@pytest.mark.rule("pog.13.1.7.a", "pog.13.1.7.2")
def test_allied_corps_go_by_sea_from_port_to_port():
    m = front(
        {"ap": ["ap.01"]}, active="ap", units={"br.c#1": "calais", "fr.c#1": "paris", "fr.a1": "calais", "br.c#2": "calais"}
    )
    sr(m, "ap.01")
    assert {"london", "marseilles", "le_havre"} <= goes(m, "br.c#1")
    m = front(
        {"ap": ["ap.01"]}, active="ap", units={"br.c#1": "calais", "fr.c#1": "calais", "fr.a1": "calais", "br.c#2": "basra"}
    )
    sr(m, "ap.01")
    assert "london" in goes(m, "fr.c#1")  # only by sea: the line to London is British
    assert goes(m, "br.c#2") <= {*m.g.graph.names(m.g.board.ports["ap"]), "reserve"}  # nothing but ports from Basra
    assert "athens" not in goes(m, "br.c#1")  # neutral
    assert "london" not in goes(m, "fr.a1")  # armies never by sea


@pytest.mark.rule("pog.13.1.7.1")
def test_cp_ports_are_in_germany_and_russia():
    m = front({"cp": ["cp.12"]}, units={"ge.c#1": "kiel", "ge.c#2": "libau"}, control={"libau": "cp", "szawli": "ap"})
    sr(m, "cp.12")
    assert {"danzig", "konigsberg", "libau"} <= goes(m, "ge.c#1")
    m = front({"cp": ["cp.12"]}, units={"ge.c#1": "riga"}, control={"riga": "cp"})
    sr(m, "cp.12")
    assert goes(m, "ge.c#1") <= {*m.g.graph.names(m.g.board.ports["cp"]), "reserve"}


@pytest.mark.rule("pog.13.1.8.a", "pog.13.1.1", "pog.10.1.3")
def test_out_of_the_reserve_box():
    units = {"fr.c#1": "reserve", "fr.a1": "nancy", "fr.a2": "tours", "br.aus": "reserve", "br.a1": "amiens"}
    m = front({"ap": ["ap.01"]}, active="ap", units=units)
    sr(m, "ap.01")
    assert goes(m, "fr.c#1") == {"nancy", "paris", "tours"}
    assert goes(m, "br.aus") == {"amiens", "london"}
    with refused("pog.13.1.8.a"):
        choose(m, "fr.c#1", "dijon")
    m = front({"ap": ["ap.01"]}, active="ap", units={"fr.c#1": "reserve", "fr.a1": "nancy", "fr.a2": "nancy", "fr.a3": "nancy"})
    sr(m, "ap.01")
    assert goes(m, "fr.c#1") == {"paris"}
    assert may_redeploy(m.g, ("fr.c#1", "nancy")).rule == "pog.10.1.3"


@pytest.mark.rule("pog.13.1.8.b")
def test_serbian_and_american_corps_leave_the_box():
    units = {"sb.c#1": "reserve", "us.c#1": "reserve", "sb.a1": "nis"}
    m = front(
        {"ap": ["ap.01"]}, active="ap", units=units, events=["ap.30"], control={"belgrade": "cp", "monastir": "cp"}, join=["us"]
    )
    sr(m, "ap.01")
    assert goes(m, "sb.c#1") == {"salonika"}  # supply at home does not open spaces
    assert {"calais", "cherbourg", "marseilles"} <= goes(m, "us.c#1")


@pytest.mark.rule("pog.13.1.9", "pog.13.1.12")
def test_into_the_reserve_box():
    m = front({"ap": ["ap.01"]}, active="ap", units={"fr.c#1": "nancy", "ru.c#1": "belgrade"})
    sr(m, "ap.01")
    choose(m, "fr.c#1", "reserve")
    assert where(m, "fr.c#1") == "reserve"
    assert may_go_to_box(m.g, m.g.U["ru.c#1"]).rule == "pog.13.1.12"  # it can trace only to Belgrade
    m = front(
        units={"ge.c#1": "nis", "tu.c#1": "vienna"}, join=["bu", "tu"], control={"nis": "cp", "essen": "ap", "breslau": "ap"}
    )
    m.choose(("sr", "cp.12"))
    assert may_go_to_box(m.g, m.g.U["ge.c#1"]).rule == "pog.13.1.12"


@pytest.mark.rule("pog.13.1.11.a")
def test_a_lost_or_besieged_capital_closes_the_box():
    m = front({"ap": ["ap.01"]}, active="ap", units={"fr.c#1": "reserve", "fr.a1": "nancy", "ge.a1": "paris", "be.c": "reserve", "be.a1": "antwerp"},
              control={"brussels": "cp"})  # fmt: skip
    sr(m, "ap.01")
    assert may_start(m.g, m.g.U["fr.c#1"]).rule == "pog.13.1.11.a"  # Paris is besieged
    assert may_start(m.g, m.g.U["be.c"]) is None  # Belgium is exempt


@pytest.mark.rule("pog.13.1.11.b")
def test_montenegro_only_between_cetinje_and_the_box():
    m = front({"ap": ["ap.01"]}, active="ap", units={"mn.c": "cetinje"})
    sr(m, "ap.01")
    assert goes(m, "mn.c") == {"reserve"}
    m = front({"ap": ["ap.01"]}, active="ap", units={"mn.c": "reserve"})
    assert box_targets(m.g, m.g.U["mn.c"]) == 1 << m.g.S["cetinje"]


@pytest.mark.rule("pog.13.2.1.a", "pog.13.2.4", "pog.13.2.5")
def test_one_british_corps_a_turn_to_or_from_the_near_east():
    units = {"br.c#1": "london", "br.c#2": "london", "br.c#3": "alexandria", "br.a1": "london"}
    m = front({"ap": ["ap.01"]}, active="ap", units=units)
    sr(m, "ap.01")
    choose(m, "br.c#1", "port_said")  # before Turkey is at war
    m.choose("br.c#2")
    with refused("pog.13.2.1.a"):
        m.choose("alexandria")
    m.choose("calais")
    choose(m, "br.c#3", "basra")  # inside the Near East there is no limit
    assert where(m, "br.c#3") == "basra"
    from grognard.games.pog.movement.redeployment import quota

    assert quota(m.g, m.g.U["br.c#3"], m.g.S["basra"], m.g.S["cairo"], False) == ""


@pytest.mark.rule("pog.13.2.1.b", "pog.13.2.1.c")
def test_who_may_not_go_to_the_near_east():
    units = {"fr.c#1": "marseilles", "br.cnd": "london", "br.ana": "arabia", "br.c#1": "arabia", "br.c#2": "cairo"}
    m = front({"ap": ["ap.01"]}, active="ap", units=units, join=["tu"])
    sr(m, "ap.01")
    assert may_redeploy(m.g, ("fr.c#1", "alexandria")).rule == "pog.13.2.1.b"
    assert may_redeploy(m.g, ("br.cnd", "alexandria")).rule == "pog.13.2.1.b"
    assert may_redeploy(m.g, ("br.ana", "reserve")).rule == "pog.13.2.1.c"


@pytest.mark.rule("pog.13.2.2")
def test_one_russian_corps_a_turn_over_the_caucasus():
    m = front({"ap": ["ap.01"]}, active="ap", units={"ru.c#1": "kiev", "ru.c#2": "kiev", "ru.a1": "kiev"})
    sr(m, "ap.01")
    assert "tbilisi" in goes(m, "ru.c#1") and "tbilisi" not in goes(m, "ru.a1")
    choose(m, "ru.c#1", "tbilisi")
    assert "tbilisi" not in goes(m, "ru.c#2")
    assert m.g.hooks.sr_allowed(m.g, m.g.U["ru.c#2"], m.g.S["kiev"], m.g.S["tbilisi"], True).rule == "pog.13.2.2"


@pytest.mark.rule("pog.13.2.3")
def test_one_cp_corps_a_turn_to_the_near_east_turks_not_counted():
    units = {"ge.c#1": "sofia", "ge.c#2": "sofia", "tu.c#1": "adrianople"}
    m = front({"cp": ["cp.12"]}, units=units, join=["bu", "tu"], turn=8)
    sr(m, "cp.12")
    choose(m, "ge.c#1", "constantinople")
    assert "baghdad" not in goes(m, "ge.c#2") and "baghdad" in goes(m, "tu.c#1")
    assert m.g.hooks.sr_allowed(m.g, m.g.U["ge.c#2"], m.g.S["sofia"], m.g.S["baghdad"], True).rule == "pog.13.2.3"


@pytest.mark.rule("pog.11.1.9")
def test_no_cp_redeployment_to_the_coast_before_the_race():
    units = {"ge.c#1": "cambrai"}
    m = front({"cp": ["cp.12"]}, units=units, control={"cambrai": "cp", "sedan": "cp", "amiens": "cp"})
    sr(m, "cp.12")
    assert "amiens" not in goes(m, "ge.c#1")
    assert may_redeploy(m.g, ("ge.c#1", "amiens")).rule == "pog.11.1.9"


def test_destinations_and_judge_agree():
    m = pog(keep=True, hands={"cp": ["cp.12"], "ap": ["ap.01"]})
    m.choose(("sr", "cp.12"))
    for unit in ("ge.c#3", "ge.a4", "ah.c#5", "ge.c#1"):
        offered = goes(m, unit)
        for name in [*m.g.board.ids, "reserve"]:
            if where(m, unit) == name or (name == "reserve" and where(m, unit) == "reserve"):
                continue
            refusal = may_redeploy(m.g, (unit, name))
            if name in offered:
                assert refusal is None or refusal.rule in ("pog.13.1.7.a", "pog.13.1.5.a"), (unit, name, refusal)
            else:
                assert refusal is not None, (unit, name)


@pytest.mark.rule("pog.13.1.3", "pog.13.1.4")
def test_a_unit_like_one_that_has_redeployed_may_still_go():
    units = {"fr.c#1": "reserve", "fr.c#2": "nancy", "fr.a1": "paris"}
    m = front({"ap": ["ap.01"]}, active="ap", units=units)
    sr(m, "ap.01")
    choose(m, "fr.c#1", "nancy")
    assert "fr.c#2" in offered(m) and "fr.c#1" not in offered(m)
    choose(m, "fr.c#2", "reserve")
    assert where(m, "fr.c#2") == "reserve"


def test_a_player_is_warned_of_units_that_would_be_lost():
    units = {"ge.a1": "tours", "ge.a4": "metz"}
    m = front(units=units, control={"tours": "cp"})
    assert m.decision.stakes == "Out of supply: GE 1st Army."
    m = front(units=units, control={"tours": "cp"}, options={"warnings": False})
    assert m.decision.stakes == ""


@pytest.mark.rule("pog.13.1.4")
def test_any_of_several_identical_corps_may_be_pointed_at():
    units = {"fr.c#1": "reserve", "fr.c#2": "reserve", "fr.c#3": "reserve reduced", "fr.a1": "nancy"}
    m = front({"ap": ["ap.01"]}, active="ap", units=units)
    sr(m, "ap.01")
    assert offered(m) == ["fr.a1", "fr.c#1", "fr.c#3", "done"]
    assert m.why_not("fr.c#2") is None
    choose(m, "fr.c#2", "nancy")
    assert where(m, "fr.c#1") == "nancy"  # the one that stands for them
