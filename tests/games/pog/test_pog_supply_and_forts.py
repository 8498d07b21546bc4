"""Chapters 14 and 15: supply, attrition, forts and sieges."""

from __future__ import annotations

import pytest
from pog_combats import fight_of
from pog_situations import EMPTY, activate, attack, choose, finish_action, finish_turn, front, holder, refused, where

from great_war import offered
from grognard.games.pog.asks import Ask
from grognard.games.pog.forts.sieges import siege_phase
from grognard.games.pog.supply.attrition import attrition
from grognard.games.pog.supply.tracing import in_supply, reached


def supplied(match, unit):
    return in_supply(match.g, match.g.U[unit])


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


@pytest.mark.rule("pog.14.3.6.a", "pog.14.3.6.b")
def test_london_passes_back_when_the_cp_there_are_cut_off():
    """Only Serbia is exempt, and only for the Allies."""
    units = {"fr.a1": "nancy", "ge.a4": "metz"}
    m = front(active="ap", round=6, turn=5, units=units, control={"london": "cp", "calais": "cp", "skopje": "cp"})
    finish_turn(m)
    assert [holder(m, n) for n in ("london", "calais", "skopje")] == ["ap"] * 3


@pytest.mark.rule("pog.15.2.3")
@pytest.mark.parametrize(("first", "fit"), [("verdun", True), ("bar_le_duc", False)])
def test_who_attacked_the_fort_itself_still_besieges_it(first, fit):
    """Two armies at Verdun: after the one has attacked the fort the other may attack outward; after an attack outward it may not."""
    units = {"ge.a4": "verdun", "ge.a5": "verdun", "fr.a1": "bar_le_duc", "fr.a2": "sedan"}
    m = front(units=units, trenches={"verdun": 0, "bar_le_duc": 0, "sedan": 0})
    activate(m, verdun="attack")
    attack(m, first, "ge.a4", dice=(1, 1))
    while m.decision.name not in (Ask.ATTACK, Ask.ACTION):
        m.choose(next(v for v in ("pass", "done", *offered(m)) if v in offered(m)))
    assert m.g.forts >> m.g.S["verdun"] & 1
    assert (m.decision.name == Ask.ATTACK and "sedan" in offered(m)) is fit


@pytest.mark.rule("pog.15.2.4.b")
@pytest.mark.parametrize(("inside", "fit"), [(1, False), (2, True)])
def test_a_corps_comes_to_a_broken_siege_only_if_all_together_suffice(inside, fit):
    units = {**{f"ge.c#{n}": "verdun" for n in range(1, inside + 1)}, "ge.c#7": "reserve", "ge.a5": "metz"}
    m = front(units=units, trenches={"verdun": 0})
    choose(m, ("sr", "cp.12"), "ge.c#7")
    assert ("verdun" in offered(m)) is fit
    if not fit:
        with refused("pog.15.2.4.b", "besiege"):
            m.choose("verdun")


@pytest.mark.rule("pog.11.1.12.b")
@pytest.mark.parametrize(("taranto", "owner"), [("ap", "ap"), ("cp", "cp")])
def test_albania_traces_to_taranto_only_while_it_is_allied(taranto, owner):
    units = {"it.a1": "rome", "ah.c#1": "skopje", "ah.c#2": "cetinje"}  # no way to Belgrade
    m = front(active="ap", round=6, units=units, join=["it"], control={"taranto": taranto, "skopje": "cp", "cetinje": "cp"}, turn=5)
    finish_turn(m)
    assert holder(m, "valona") == owner


@pytest.mark.rule("pog.11.1.8")
def test_who_must_help_at_a_fort_may_not_stay_away():
    level = front(units={}).g.board.fort[front(units={}).g.S["verdun"]]
    assert level > 1
    units = {f"ge.c#{n}": "metz" for n in range(1, level + 1)}
    m = front(units=units, trenches={"nancy": 0, "verdun": 0})
    activate(m, metz="move")
    m.choose(("unit", "ge.c#1"))
    m.choose(("to", "verdun"))
    while m.decision.name in (Ask.MOVE, Ask.MARCH) and m.g.state.action.relief >= 0:
        assert ("stop", "") not in offered(m) or m.decision.name == Ask.MOVE
        m.choose(offered(m)[0])
    finish_action(m)
    assert m.g.besieged >> m.g.S["verdun"] & 1


@pytest.mark.rule("pog.14.1.5.d")
def test_medina_stays_turkish_while_a_turkish_corps_is_in_it():
    for unit, owner in (("tu.c#1", "cp"), ("", "ap")):
        m = front(
            units={**({unit: "medina"} if unit else {}), "br.c#1": "aleppo"},
            join=["tu"],
            control={"aleppo": "ap", "damascus": "ap", "jerusalem": "ap", "beersheba": "ap", "aqaba": "ap", "medina": "cp"},
            turn=8,
        )
        finish_turn(m)
        assert holder(m, "medina") == owner


@pytest.mark.rule("pog.11.1.8")
def test_who_only_passes_a_siege_does_not_free_its_besiegers():
    """Beersheba needs both corps that besiege it: none of them can help a third at Gaza."""
    units = {"br.c#1": "beersheba", "br.c#2": "beersheba", "br.c#3": "sinai"}
    m = front({"ap": ["ap.12"]}, active="ap", units=units, join=["tu"], control={"sinai": "ap"}, turn=8)
    activate(m, sinai="move", beersheba="move")
    m.choose(("unit", "br.c#3"))
    if ("to", "beersheba") in offered(m):
        m.choose(("to", "beersheba"))
        assert ("to", "gaza") not in offered(m)
        with refused("pog.11.1.8", "Gaza"):
            m.choose(("to", "gaza"))


@pytest.mark.rule("pog.15.2.4.a")
def test_no_way_back_through_a_siege_that_the_army_itself_lifts():
    """Warsaw waits for help; the army that besieges Ivangorod is led only to where it can help."""
    units = {"ge.c#1": "lodz", "ah.a1": "ivangorod"}
    m = front(units=units, control={"lodz": "cp", "lublin": "cp"}, events=["cp.11"], turn=5)
    activate(m, lodz="move", ivangorod="move")
    m.choose(("unit", "ge.c#1"))
    assert ("to", "warsaw") in offered(m)
    m.choose(("to", "warsaw"))
    assert m.g.state.action.relief == m.g.S["warsaw"]
    for _ in range(6):
        if m.decision.name not in (Ask.MOVE, Ask.MARCH):
            break
        for value in list(offered(m)):
            twin = m.fork(seed="way")
            twin.choose(value)  # whatever is offered can be done
        m.choose(next((v for v in offered(m) if v == ("to", "warsaw")), offered(m)[0]))
    assert m.g.besieged >> m.g.S["warsaw"] & 1


@pytest.mark.rule("pog.14.3.6.a", "pog.14.1.5.c", "pog.14.3.6.c")
def test_aqaba_passes_when_its_fort_has_fallen_and_medina_with_it():
    base = {"join": ["tu"], "turn": 5, "units": {"br.c#1": "beersheba"}, "control": {"beersheba": "ap"}, "forts_fallen": ["beersheba"]}
    m = finish_turn(front(active="ap", round=6, **base))
    assert holder(m, "aqaba") == "cp" and holder(m, "medina") == "ap"
    m = finish_turn(front(active="ap", round=6, **{**base, "forts_fallen": ["beersheba", "aqaba"]}))
    assert holder(m, "aqaba") == holder(m, "medina") == "ap"


@pytest.mark.rule("pog.15.3.2", "pog.15.3.3")
@pytest.mark.parametrize(("turn", "above"), [(1, 2), (2, 2), (3, 0)])
def test_a_siege_roll_above_the_level_destroys_the_fort(turn, above):
    level = front(units={}).g.board.fort[front(units={}).g.S["liege"]]
    for die in range(1, 7):
        m = front(EMPTY, active="ap", round=6, units={"ge.a1": "liege", "ge.a2": "aachen"}, turn=turn, offensive={"cp": "none", "ap": "none"})
        dice = (die,) if die - above > level or die - above <= level else ()
        with m.forced(*dice, 6, 1):
            finish_turn(m)
        assert (holder(m, "liege") == "cp") is (die - above > level), (turn, die)


@pytest.mark.rule("pog.15.3.2")
def test_allied_forts_roll_before_those_of_the_central_powers():
    units = {"ge.a1": "liege", "ge.a2": "aachen", "ru.a1": "konigsberg", "ru.a2": "vilna"}
    m = front(EMPTY, active="ap", round=6, units=units, turn=3, control={"insterberg": "ap"}, offensive={"cp": "none", "ap": "none"})
    with m.forced(6, 1, 6, 1):
        finish_turn(m)
    assert holder(m, "liege") == "cp" and holder(m, "konigsberg") == "cp"
