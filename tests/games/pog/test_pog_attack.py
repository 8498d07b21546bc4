"""Chapters 12.1 to 12.3: who may attack, fire, flank attempts."""

from __future__ import annotations

import pytest
from pog_combats import fight_of, finish_losses, west
from pog_situations import activate, attack, choose, front, reduced, refused, said, where

from great_war import offered
from grognard.games.pog.combat.fight import Fight
from grognard.games.pog.combat.strength import column, fire_table, loss_number, shifts, strength

# ------------------------------------------------------------------ 12.1 who may attack


@pytest.mark.rule("pog.12.1.4", "pog.12.2.2")
def test_units_of_several_spaces_attack_one_target():
    m = west({"ge.a1": "brussels", "ge.a4": "sedan", "ge.c#1": "sedan", "fr.a5": "cambrai"})
    activate(m, brussels="attack", sedan="attack")
    m.choose("cambrai")
    assert set(offered(m)) == {"ge.a1", "ge.a4", "ge.c#1"}
    with refused("pog.12.2.2", says="Nobody"):
        m.choose("fight")
    choose(m, "ge.a1", "ge.a4")
    assert m.decision.rule == "pog.12.1.4" and set(offered(m)) == {"ge.c#1", "fight"}


@pytest.mark.rule("pog.12.1.2")
def test_units_that_just_retreated_are_not_attacked_again():
    m = west({"ge.a1": "sedan", "ge.a2": "brussels", "fr.c#1": "cambrai", "fr.a6": "paris"}, control={"calais": "cp"})
    from grognard.games.pog.combat.attacks import may_be_attacked

    activate(m, sedan="attack", brussels="attack")
    assert may_be_attacked(m.g, "cp", m.g.S["cambrai"]) is None
    m.g.state.action.retreated |= 1 << m.g.U["fr.c#1"]
    assert may_be_attacked(m.g, "cp", m.g.S["cambrai"]).rule == "pog.12.1.2"
    m.g.put(m.g.U["fr.c#1"], m.g.S["verdun"])
    assert may_be_attacked(m.g, "cp", m.g.S["verdun"]) is None  # as a fort without units


@pytest.mark.rule("pog.12.1.5", "pog.12.1.6")
def test_a_stack_may_split_but_nobody_and_nothing_is_attacked_twice():
    m = west({"ge.a1": "sedan", "ge.a2": "sedan", "fr.a5": "cambrai", "fr.a3": "chateau_thierry"})
    activate(m, sedan="attack")
    attack(m, "cambrai", "ge.a1", dice=(1, 1))
    finish_losses(m)
    with refused("pog.12.1.6"):
        m.choose("cambrai")
    m.choose("chateau_thierry")  # the other army attacks another space
    assert offered(m)[0] == "ge.a2" or m.g.state.action.fought >> m.g.U["ge.a2"] & 1
    if m.decision.rule in ("pog.12.2.2", "pog.12.1.4"):
        with refused("pog.12.1.6"):
            m.choose("ge.a1")


@pytest.mark.rule("pog.12.1.7")
def test_corps_without_combat_factor_may_attack():
    m = front(units={"ah.c#1": "cracow reduced", "ru.c#1": "czestochowa"}, trenches={"cracow": 0})
    assert m.g.cf(m.g.U["ah.c#1"]) == 0
    activate(m, cracow="attack")
    attack(m, "czestochowa", "ah.c#1", dice=(5, 1))
    assert reduced(m, "ru.c#1")  # corps table, column 0, die 5: loss 1


@pytest.mark.rule("pog.12.1.8")
def test_bystanders_take_no_losses():
    m = west({"ge.a1": "sedan", "ge.c#1": "sedan", "ge.c#2": "sedan", "fr.a5": "cambrai", "fr.a3": "cambrai"})
    activate(m, sedan="attack")
    m.choose("cambrai")
    choose(m, "ge.a1", "ge.c#1")
    with m.forced(1, 6):
        m.choose("fight")
        while m.decision.rule == "pog.9.5.4.1.a":
            m.choose("pass")
    while m.decision.seat == "ap":
        m.choose(offered(m)[0])
    if m.decision.rule == "pog.12.4.3":
        with refused("pog.12.1.8"):
            m.choose("ge.c#2")
    finish_losses(m)
    assert not reduced(m, "ge.c#2") and where(m, "ge.c#2") == "sedan"


@pytest.mark.rule("pog.12.1.9")
def test_no_attack_over_a_dashed_line_of_others():
    m = front(
        active="ap", units={"fr.a1": "taranto", "br.c#1": "london", "ah.c#1": "valona"}, join=["it"], control={"valona": "cp"}
    )
    activate(m, taranto="move")
    from grognard.games.pog.combat.attacks import may_attack

    m = front(
        active="ap",
        units={"fr.a1": "taranto", "it.c#1": "foggia", "ah.c#1": "valona"},
        join=["it"],
        control={"valona": "cp", "tirana": "cp"},
    )
    m.choose(("ops", "ap.01"))
    m.g.state.action.attack = 1 << m.g.S["taranto"]
    assert may_attack(m.g, m.g.U["fr.a1"], m.g.S["valona"]).rule == "pog.12.1.9"


@pytest.mark.rule("pog.12.1.10.a")
def test_london_attacks_only_together_with_the_continent():
    units = {"br.a1": "london", "br.c#1": "cherbourg", "br.c#2": "ostend", "ge.a1": "calais"}
    m = front(active="ap", units=units, control={"calais": "cp", "cambrai": "cp", "sedan": "cp"})
    activate(m, london="attack", ostend="attack")
    m.choose("calais")
    m.choose("br.a1")
    with refused("pog.12.1.10.a"):
        m.choose("fight")
    m.choose("br.c#2")


@pytest.mark.rule("pog.12.1.10.b")
def test_taranto_attacks_valona_by_itself():
    units = {"it.c#1": "taranto", "ah.c#1": "valona"}
    m = front(active="ap", units=units, join=["it"], control={"valona": "cp", "tirana": "cp", "cetinje": "cp"})
    activate(m, taranto="attack")
    attack(m, "valona", "it.c#1", dice=(6, 1))
    assert reduced(m, "ah.c#1")


@pytest.mark.rule("pog.12.1.11.a", "pog.12.1.11.2")
def test_different_nations_attack_together_from_one_space():
    m = front(active="ap", units={"fr.a1": "verdun", "br.a1": "verdun", "ge.a4": "metz", "br.aus": "verdun"})
    activate(m, verdun="attack")
    choose(m, "metz", "fr.a1", "br.a1")
    assert "fight" in offered(m) and "br.aus" in offered(m)
    units = {"mn.c": "cetinje", "sb.c#1": "sarajevo", "sb.c#2": "sarajevo reduced", "ah.c#1": "mostar"}
    m = front(active="ap", units=units, control={"sarajevo": "ap"})
    activate(m, cetinje="attack", sarajevo="attack")
    choose(m, "mostar", "mn.c", "sb.c#1")  # Montenegro belongs to Serbia
    assert "fight" in offered(m)


@pytest.mark.rule("pog.12.1.11.1")
def test_several_spaces_need_one_with_every_nation():
    units = {"fr.a1": "verdun", "br.a1": "brussels", "br.c#1": "brussels", "ge.a4": "sedan"}
    m = front(active="ap", units=units, control={"sedan": "cp"}, trenches={"sedan": 0})
    activate(m, verdun="attack", brussels="attack")
    choose(m, "sedan", "br.c#1")
    with refused("pog.12.1.11.1"):
        m.choose("fr.a1")
    units["fr.c#1"] = "brussels"
    m = front(active="ap", units=units, control={"sedan": "cp"}, trenches={"sedan": 0})
    activate(m, verdun="attack", brussels="attack")
    choose(m, "sedan", "br.c#1", "fr.a1")
    assert "fight" not in offered(m)  # the mixed space must take part
    m.choose("fr.c#1")
    assert "fight" in offered(m)


@pytest.mark.rule("pog.14.1.1.2")
def test_a_unit_cut_off_by_an_earlier_combat_does_not_attack():
    from grognard.games.pog.combat.attacks import may_attack

    m = west({"ge.a1": "sedan", "ge.a2": "brussels", "fr.a5": "cambrai"})
    activate(m, sedan="attack", brussels="attack")
    m.g.set_control(m.g.S["liege"], "ap", "pog.3.d")
    m.g.put(m.g.U["fr.a1"], m.g.S["liege"])
    m.g.put(m.g.U["fr.a2"], m.g.S["koblenz"])
    m.g.put(m.g.U["fr.a3"], m.g.S["metz"])
    assert may_attack(m.g, m.g.U["ge.a2"], m.g.S["cambrai"]).rule == "pog.14.1.1.2"


# ------------------------------------------------------------------ 12.2 fire


@pytest.mark.rule("pog.12.2.3", "pog.15.1.4", "pog.3.e")
def test_strength_is_the_sum_of_factors_and_the_fort():
    m = front(units={"ge.a4": "metz", "ge.a5": "metz reduced", "fr.a3": "verdun", "fr.c#1": "verdun reduced"})
    fight = fight_of(m, "cp", ["ge.a4", "ge.a5"], "verdun")
    assert int(strength(m.g, fight, "cp")) == 8
    assert int(strength(m.g, fight, "ap")) == 3 + 1 + 3  # army, corps and fort level 3
    m = front(units={"ge.a4": "metz"})
    activate(m, metz="attack")
    attack(m, "verdun", "ge.a4", dice=(3, 1))
    assert m.g.state.fallen >> m.g.S["verdun"] & 1  # 5 factors, die 3: loss 3 destroys level 3


@pytest.mark.rule("pog.12.2.8.a", "pog.crt.1", "pog.crt.2")
def test_which_fire_table():
    m = front(units={"ge.c#1": "metz", "ge.c#2": "metz", "ru.c#1": "verdun", "fr.a3": "nancy reduced"})
    g = m.g
    fight = fight_of(m, "cp", ["ge.c#1", "ge.c#2"], "verdun")
    assert fire_table(g, fight, "cp") == "corps"
    fight = fight_of(m, "ap", ["fr.a3"], "metz")
    assert fire_table(g, fight, "ap") == "army"
    corps, army = g.static.fire["corps"], g.static.fire["army"]
    assert [corps[d, 1] for d in range(1, 7)] == [0, 0, 0, 1, 1, 1]
    assert army[2, 15] == 5 and army[3, 7] == 4
    one = front(units={"ah.a1": "tarnow reduced", "ge.c#1": "tarnow", "ru.c#1": "ivangorod"}).g
    fight = Fight(one, "cp", [one.U["ah.a1"], one.U["ge.c#1"]], one.S["ivangorod"])
    assert fire_table(one, fight, "cp") == "army" and column(one, "army", 3, 0) == 3


@pytest.mark.rule("pog.12.2.8.b", "pog.tec.6", "pog.tec.5", "pog.tec.1")
def test_columns_shift_for_trench_and_terrain_together():
    m = front(units={"ge.a4": "metz", "fr.a3": "verdun"}, trenches={"verdun": 2})
    fight = fight_of(m, "cp", ["ge.a4"], "verdun")
    assert int(shifts(m.g, fight, "cp")) == -2 and int(shifts(m.g, fight, "ap")) == 1
    assert column(m.g, "army", 13, -2) == 6
    assert column(m.g, "army", 2, -5) == 1 and column(m.g, "army", 15, 4) == 16  # the last column at either end
    m = front(units={"ge.a7": "mulhouse", "fr.c#1": "belfort"}, trenches={"belfort": 1})
    fight = fight_of(m, "cp", ["ge.a7"], "belfort")
    assert int(shifts(m.g, fight, "cp")) == -2 and int(shifts(m.g, fight, "ap")) == 1


@pytest.mark.rule("pog.tec.2", "pog.tec.3", "pog.tec.4")
def test_forest_desert_and_clear_shift_nothing():
    m = front(units={"ge.a2": "koblenz", "fr.a5": "sedan", "tu.c#1": "gaza", "br.c#1": "sinai", "ge.a1": "liege", "be.a1": "brussels"},
              join=["tu"], control={"sinai": "ap", "liege": "cp"}, trenches={"gaza": 0, "brussels": 0})  # fmt: skip
    for side, unit, target in (("cp", "ge.a2", "sedan"), ("ap", "br.c#1", "gaza"), ("cp", "ge.a1", "brussels")):
        assert int(shifts(m.g, fight_of(m, side, [unit], target), side)) == 0
    from grognard.games.pog.combat.retreat import may_stand

    sedan, brussels = fight_of(m, "cp", ["ge.a2"], "sedan"), fight_of(m, "cp", ["ge.a1"], "brussels")
    gaza = fight_of(m, "ap", ["br.c#1"], "gaza")
    assert may_stand(m.g, sedan) is None and may_stand(m.g, gaza) is None
    assert may_stand(m.g, brussels).rule == "pog.tec.4"


@pytest.mark.rule("pog.12.2.9", "pog.12.2.7.a")
def test_the_modified_die_stays_between_one_and_six():
    m = front(units={"ge.a4": "metz", "fr.a3": "verdun"}, trenches={"verdun": 0})
    fight = fight_of(m, "cp", ["ge.a4"], "verdun")
    fight.bonus["cp"] = [(2, "cards", "pog.card.cp.15")]
    assert loss_number(m.g, fight, "cp", 6) == 5  # column 5, die 6
    assert loss_number(m.g, fight, "cp", 2) == 4  # 2 + 2 = 4
    fight.bonus["cp"] = [(-3, "Sinai", "pog.12.2.7.b")]
    assert loss_number(m.g, fight, "cp", 1) == loss_number(m.g, fight, "cp", 3) == 2


@pytest.mark.rule("pog.12.2.7.b", "pog.card.ap.49")
def test_attacks_out_of_sinai_have_minus_three_until_the_pipeline():
    from grognard.games.pog.combat.strength import modifiers

    units = {"br.c#1": "sinai", "br.c#2": "cairo", "tu.c#1": "gaza", "tu.c#2": "sinai eliminated"}
    units.pop("tu.c#2")
    m = front(units=units, join=["tu"], control={"sinai": "ap"})
    assert int(modifiers(m.g, fight_of(m, "ap", ["br.c#1"], "gaza"), "ap")) == -3
    m = front(units=units, join=["tu"], control={"sinai": "ap"}, events=["ap.49"])
    assert int(modifiers(m.g, fight_of(m, "ap", ["br.c#1"], "gaza"), "ap")) == 0
    m = front(units={"tu.c#1": "sinai", "br.c#1": "cairo"}, join=["tu"], events=["ap.49"])
    assert int(modifiers(m.g, fight_of(m, "cp", ["tu.c#1"], "cairo"), "cp")) == -3  # not for the Turks


@pytest.mark.rule("pog.12.2.1", "pog.12.2.9.b", "pog.12.2.10", "pog.12.4.2")
def test_a_combat_from_declaration_to_winner():
    m = west({"ge.a1": "sedan", "fr.a5": "cambrai"})
    activate(m, sedan="attack")
    attack(m, "cambrai", "ge.a1", dice=(3, 6))  # 5 factors, die 3: 3; 3 factors, die 6: 4
    assert reduced(m, "fr.a5") and reduced(m, "ge.a1")  # both fired with full strength
    assert said(m, "pog.12.2.11") == ["Cambrai: the attacker inflicts 3, the defender 4; the defender wins."]
    assert said(m, "pog.12.2.1") == ["Combat for Cambrai."]
    reductions = [e.text for e in m.diary() if "reduced" in e.text]
    assert reductions == ["FR 5th Army is reduced.", "GE 1st Army is reduced."]  # the defender loses first


@pytest.mark.rule("pog.12.2.11")
def test_equal_numbers_and_both_lose():
    m = west({"ge.a1": "sedan", "fr.a5": "cambrai"})
    activate(m, sedan="attack")
    attack(m, "cambrai", "ge.a1", dice=(1, 3))  # 2 and 2
    assert "both lose" in said(m, "pog.12.2.11")[0]
    assert where(m, "fr.a5") == "cambrai" and m.decision.rule == "pog.8.1.3"  # no retreat


@pytest.mark.rule("pog.12.2.12")
def test_the_defenders_retreat_only_before_a_full_strength_attacker():
    m = west({"ge.a1": "sedan", "ge.a2": "sedan reduced", "fr.a5": "cambrai", "fr.a6": "amiens"})
    activate(m, sedan="attack")
    attack(m, "cambrai", "ge.a1", "ge.a2", dice=(6, 1))  # 8 factors: 5; 3 factors: 1
    finish_losses(m)
    assert where(m, "fr.a5") != "cambrai"
    m = west({"ge.a1": "sedan reduced", "ge.a2": "sedan reduced", "fr.a5": "cambrai"})
    activate(m, sedan="attack")
    attack(m, "cambrai", "ge.a1", "ge.a2", dice=(4, 1))  # 6 factors: 4; 1
    assert where(m, "fr.a5") == "cambrai"


@pytest.mark.rule("pog.12.2.13")
def test_after_an_elimination_full_units_advance_whoever_won():
    units = {"ge.c#1": "sedan", "ge.c#2": "sedan", "ru.c#1": "cambrai reduced"}
    m = west(units)
    activate(m, sedan="attack")
    attack(m, "cambrai", "ge.c#1", "ge.c#2", dice=(3, 5))  # 4 factors: 1; 0 factors, die 5: 1
    while m.decision.rule == "pog.12.4.3":
        m.choose(offered(m)[0])
    assert where(m, "ru.c#1") == "eliminated"
    assert m.decision.rule == "pog.12.7.1.a"


# ------------------------------------------------------------------ 12.3 flank


@pytest.mark.rule("pog.12.3.1")
def test_when_a_flank_attempt_is_allowed():
    units = {"ru.a3": "dubno", "ru.a8": "kamenets_podolski", "ah.c#1": "tarnopol"}
    m = front(active="ap", units=units, trenches={"dubno": 0})
    activate(m, dubno="attack", kamenets_podolski="attack")
    choose(m, "tarnopol", "ru.a3", "ru.a8")
    assert m.decision.rule == "pog.12.3.1" and set(offered(m)) == {"dubno", "kamenets_podolski", "pass"}
    g = m.g
    allowed = g.hooks.flank_allowed
    assert allowed(g, fight_of(m, "ap", ["ru.a3"], "tarnopol")).rule == "pog.12.3.1"  # one space
    m = front(active="ap", units={"ru.c#1": "dubno", "ru.c#2": "kamenets_podolski", "ah.c#1": "tarnopol"})
    assert m.g.hooks.flank_allowed(m.g, fight_of(m, "ap", ["ru.c#1", "ru.c#2"], "tarnopol")).rule == "pog.12.3.1"  # no army


@pytest.mark.rule("pog.tec.1", "pog.tec.5", "pog.tec.6", "pog.15.1.6")
def test_no_flank_attempt_into_mountains_trenches_or_against_a_fort_alone():
    units = {"ru.a3": "stanislau", "ru.a8": "czernowitz", "ah.c#1": "munkacs"}
    control = {"stanislau": "ap", "czernowitz": "ap"}
    m = front(active="ap", units=units, control=control)
    assert m.g.hooks.flank_allowed(m.g, fight_of(m, "ap", ["ru.a3", "ru.a8"], "munkacs")).rule == "pog.tec.1"
    for level, why in ((1, "pog.tec.5"), (2, "pog.tec.6")):
        m = west({"ge.a1": "sedan", "ge.a2": "brussels", "fr.a5": "cambrai"}, trenches={"cambrai": level})
        assert m.g.hooks.flank_allowed(m.g, fight_of(m, "cp", ["ge.a1", "ge.a2"], "cambrai")).rule == why
    m = front(units={"ge.a4": "metz", "ge.a6": "strasbourg"}, trenches={"nancy": 0})
    fight = fight_of(m, "cp", ["ge.a4", "ge.a6"], "nancy")
    assert m.g.hooks.flank_allowed(m.g, fight).rule == "pog.15.1.6"
    m = front(units={"ge.a4": "metz", "ge.a6": "strasbourg", "fr.c#1": "nancy"}, trenches={"nancy": 0})
    assert m.g.hooks.flank_allowed(m.g, fight_of(m, "cp", ["ge.a4", "ge.a6"], "nancy")) is None  # units and fort can


@pytest.mark.rule("pog.12.3.2.a", "pog.12.3.2.b", "pog.12.3.3.a")
def test_a_clean_flanking_space_adds_one():
    from grognard.games.pog.combat.flank_attack import flank_modifier

    units = {"ru.a3": "dubno", "ru.a8": "kamenets_podolski", "ah.c#1": "tarnopol", "ah.c#2": "czernowitz"}
    m = front(active="ap", units=units)
    fight = fight_of(m, "ap", ["ru.a3", "ru.a8"], "tarnopol")
    pin = m.g.S["kamenets_podolski"]
    assert int(flank_modifier(m.g, fight, pin)) == 1  # Dubno touches no other enemy
    assert int(flank_modifier(m.g, fight, m.g.S["dubno"])) == 0  # Kamenets touches Czernowitz
    m.g.put(m.g.U["ah.c#2"], -2)
    m.g.state.action.attacked |= 1 << m.g.S["czernowitz"]
    assert int(flank_modifier(m.g, fight, m.g.S["dubno"])) == 1  # counted when the attack is made
    m.g.state.action.attacked = 0
    activate(m, dubno="attack", kamenets_podolski="attack")
    attack(
        m, "tarnopol", "ru.a3", "ru.a8", flank="kamenets_podolski", dice=(3, 6)
    )  # 3 + 1 = 4: success; then 6 factors, die 6: 5
    assert where(m, "ah.c#1") == "eliminated"
    assert said(m, "pog.12.3.3.c") == ["Nothing is left to fire back."]


@pytest.mark.rule("pog.12.3.3.b", "pog.12.3.3.c", "pog.12.4.4.a")
def test_a_failed_flank_attempt_and_what_is_left_fires():
    units = {"ge.a8": "insterberg", "ge.c#1": "konigsberg", "ru.a2": "tannenberg", "ru.c#5": "reserve"}
    m = front(units=units, control={"tannenberg": "ap"}, trenches={"konigsberg": 0})
    activate(m, insterberg="attack", konigsberg="attack")
    attack(m, "tannenberg", "ge.a8", "ge.c#1", flank="konigsberg", dice=(2, 4, 6))
    # 2 + 1 = 3 fails: the Russians fire first: 3 factors, die 4: 3
    assert "fails" in said(m, "pog.12.3.3.b")[0]
    m = front(units=units, control={"tannenberg": "ap"}, trenches={"konigsberg": 0})
    activate(m, insterberg="attack", konigsberg="attack")
    attack(m, "tannenberg", "ge.a8", "ge.c#1", flank="konigsberg", dice=(6, 3, 4))
    # success; 7 factors, die 3: 4; the 2nd Army (LF 2) breaks to a corps, which fires 1 CF on the corps table, die 4: 1
    assert where(m, "ru.a2") == "eliminated" and where(m, "ru.c#5") != "reserve"
    assert "the attacker inflicts 4, the defender 1" in said(m, "pog.12.2.11")[0]


@pytest.mark.rule("pog.12.3.4")
def test_a_card_keeps_its_effect_in_sequential_fire():
    from grognard.games.pog.combat.strength import modifiers

    m = west({"ge.a1": "sedan", "fr.a5": "cambrai"})
    fight = fight_of(m, "cp", ["ge.a1"], "cambrai")
    fight.first = "ap"
    fight.bonus["cp"] = [(1, "Chlorine Gas", "pog.card.cp.15")]
    assert int(modifiers(m.g, fight, "cp")) == 1


@pytest.mark.rule("pog.tec.1")
def test_besiegers_in_mountains_fire_a_column_lower():
    m = front(units={"ge.a1": "belfort", "ge.a2": "belfort"})
    activate(m, belfort="attack")
    m.choose("belfort")
    m.choose("ge.a1")
    shift = next(t for t in m.decision.tallies() if "column shift" in t.title)
    assert int(shift) == -1 and "fight" in offered(m)


@pytest.mark.rule("pog.12.3.3.a", "pog.12.3.3.b")
@pytest.mark.parametrize(("die", "turned"), [(2, False), (3, True)])
def test_a_flank_is_turned_on_a_modified_four(die, turned):
    units = {"ge.a1": "sedan", "ge.a2": "brussels", "fr.a5": "cambrai"}
    m = front(units=units, control={"sedan": "cp", "brussels": "cp", "liege": "cp"}, forts_fallen=["liege"],
              trenches={"brussels": 0, "cambrai": 0})  # fmt: skip
    activate(m, sedan="attack", brussels="attack")
    attack(m, "cambrai", "ge.a1", "ge.a2", flank="sedan", dice=(die, 1, 1))
    assert bool(said(m, "pog.12.3.3.b")) is not turned
    assert ("The flank is turned: the attacker fires first." in said(m, "pog.12.3.3.a")) is turned
