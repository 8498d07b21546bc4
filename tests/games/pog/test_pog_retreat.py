"""Chapters 12.5, 12.6, 12.7: retreat, Withdrawal, advance."""

from __future__ import annotations

import pytest
from pog_combats import fight_of, finish_losses, west
from pog_situations import activate, attack, choose, front, holder, reduced, refused, said, until, where

from great_war import offered
from grognard.games.pog.asks import Ask
from grognard.games.pog.combat.retreat import length, may_stand, must_retreat, preference, retreat_spaces


def beaten(match, by, units=("fr.a5",), attackers=("ge.a1",), target="cambrai"):
    """A fight that the attacker has won by so much."""
    fight = fight_of(match, "cp", list(attackers), target)
    fight.loss["cp"], fight.loss["ap"] = by, 0
    return fight


@pytest.mark.rule("pog.12.5.1")
def test_the_duty_to_retreat_does_not_depend_on_the_size_of_the_attacker():
    m = west({"ge.c#1": "sedan", "fr.a5": "cambrai", "fr.a4": "cambrai"})
    fight = beaten(m, 1, attackers=("ge.c#1",))
    assert must_retreat(m.g, fight)
    m = west({"ge.c#1": "sedan reduced", "fr.a5": "cambrai"})
    assert not must_retreat(m.g, beaten(m, 1, attackers=("ge.c#1",)))


@pytest.mark.rule("pog.12.5.2")
def test_the_length_of_a_retreat():
    m = west({"ge.a1": "sedan", "fr.a5": "cambrai"})
    fight = beaten(m, 5)
    fight.loss["ap"] = 2
    assert length(fight) == 2
    fight.loss["ap"] = 4
    assert length(fight) == 1


@pytest.mark.rule("pog.12.5.2", "pog.12.5.5.c", "pog.12.5.5.d")
def test_units_retreat_space_by_space_to_the_best_kind_of_space():
    m = west({"ge.a1": "sedan", "ge.a2": "sedan", "fr.a5": "cambrai", "fr.c#1": "cambrai"})
    activate(m, sedan="attack")
    attack(m, "cambrai", "ge.a1", "ge.a2", dice=(1, 1))  # 10 factors, die 1: 3; 4 factors, die 1: 2: one space
    while m.decision.rule == "pog.12.4.3":
        m.choose(offered(m)[0])
    assert m.decision.rule == "pog.12.5.5.c"
    m.choose("fr.a5")
    assert m.decision.rule == "pog.12.5.5.d" and set(offered(m)) == {"amiens", "calais", "chateau_thierry"}
    with refused("pog.12.5.5.a"):
        m.choose("paris")
    m.choose("amiens")
    m.choose("calais")  # the corps goes another way
    assert where(m, "fr.a5") == "amiens" and where(m, "fr.c#1") == "calais"


@pytest.mark.rule("pog.12.5.3.a", "pog.tec.2")
def test_defenders_in_forest_may_ignore_the_retreat_for_a_step():
    m = front(units={"ge.a2": "koblenz", "ge.a4": "metz", "fr.c#1": "sedan"})
    activate(m, koblenz="attack", metz="attack")
    attack(m, "sedan", "ge.a2", dice=(1, 1))
    assert where(m, "fr.c#1") in ("eliminated", "sedan")
    m = front(units={"ge.c#1": "koblenz", "fr.c#1": "sedan"})
    activate(m, koblenz="attack")
    attack(m, "sedan", "ge.c#1", dice=(4, 1))  # 2 factors, die 4: 1; 0
    assert reduced(m, "fr.c#1")
    assert where(m, "fr.c#1") != "sedan" or m.decision.rule != "pog.12.5.3.a"  # a last step cannot be given
    m = front(units={"ge.c#1": "koblenz", "fr.c#1": "sedan", "fr.c#2": "sedan reduced"})
    activate(m, koblenz="attack")
    attack(m, "sedan", "ge.c#1", dice=(4, 1))  # loss 1
    while m.decision.rule == "pog.12.4.3":
        m.choose("fr.c#2")
    assert m.decision.rule == "pog.12.5.3.a"
    m.choose("fr.c#1")
    assert where(m, "fr.c#1") == "sedan" and reduced(m, "fr.c#1")


@pytest.mark.rule("pog.12.5.3.a")
def test_a_reduced_army_may_be_the_step_if_a_corps_replaces_it():
    m = front(units={"ge.a2": "koblenz", "fr.a5": "sedan reduced"})
    assert may_stand(m.g, fight_of(m, "cp", ["ge.a2"], "sedan")).rule == "pog.12.5.3.a"
    m = front(units={"ge.a2": "koblenz", "fr.a5": "sedan reduced", "fr.c#1": "reserve"})
    assert may_stand(m.g, fight_of(m, "cp", ["ge.a2"], "sedan")) is None


@pytest.mark.rule("pog.12.5.3.b")
def test_terrain_on_the_way_gives_no_choice():
    units = {
        "ge.a1": "liege",
        "ge.a2": "liege",
        "fr.c#1": "brussels",
        "ge.c#1": "cambrai",
        "ge.c#2": "ostend",
        "ge.c#3": "antwerp",
    }
    control = {"liege": "cp", "cambrai": "cp", "ostend": "cp", "antwerp": "cp"}
    m = front(units=units, control=control, forts_fallen=["liege", "antwerp"], trenches={"brussels": 0})
    fight = fight_of(m, "cp", ["ge.a1"], "brussels")
    from grognard.games.pog.combat.retreat import _one_retreats

    m.choose(("ops", "cp.12"))
    steps = _one_retreats(m.g, fight, m.g.U["fr.c#1"], 2)
    asked = next(steps, None)
    while asked is not None:
        try:
            asked = steps.send(asked.options[0])
        except StopIteration:
            break
    assert where(m, "fr.c#1") != "sedan" and where(m, "fr.c#1") != "brussels"  # the forest of Sedan did not stop it


@pytest.mark.rule("pog.12.5.4.a")
def test_a_unit_that_cannot_retreat_is_eliminated_an_army_for_good():
    around = {"ge.c#1": "calais", "ge.c#2": "amiens", "ge.c#3": "chateau_thierry"}
    control = {"calais": "cp", "amiens": "cp", "chateau_thierry": "cp"}
    m = west({"ge.a1": "sedan", "ge.a2": "brussels", "fr.a5": "cambrai", **around}, control=control)
    activate(m, sedan="attack")
    attack(m, "cambrai", "ge.a1", dice=(5, 1))  # 4 to 1: must retreat, and cannot
    finish_losses(m)
    assert where(m, "fr.a5") == "gone"


@pytest.mark.rule("pog.12.5.4.b")
def test_montenegro_never_retreats():
    m = front(units={"ah.a6": "mostar", "mn.c": "cetinje"})
    fight = fight_of(m, "cp", ["ah.a6"], "cetinje")
    from grognard.games.pog.combat.retreat import retreat

    m.choose(("ops", "cp.12"))
    list(retreat(m.g, fight, [m.g.U["mn.c"]], 1))
    assert where(m, "mn.c") == "eliminated"


@pytest.mark.rule("pog.12.5.4.c")
def test_the_army_of_a_corps_that_cannot_retreat_is_gone_too():
    full = {f"fr.c#{n}": place for n, place in enumerate(["calais"] * 3 + ["amiens"] * 3 + ["chateau_thierry"] * 3, 1)}
    m = west({"ge.a1": "sedan", "ge.c#4": "brussels", "fr.a5": "cambrai reduced", "fr.c#10": "reserve", **full})
    activate(m, sedan="attack")
    attack(m, "cambrai", "ge.a1", dice=(2, 3))  # 3 to 2: the army breaks; its corps must retreat one space and finds no room
    assert where(m, "fr.c#10") == "eliminated" and where(m, "fr.a5") == "gone"


@pytest.mark.rule("pog.12.5.5.a", "pog.12.5.5.b")
def test_where_not_to_retreat():
    units = {
        "ge.a1": "sedan",
        "fr.a5": "cambrai",
        "fr.c#1": "amiens",
        "fr.c#2": "amiens",
        "fr.c#3": "amiens",
        "ge.c#1": "calais",
    }
    m = west(units, control={"calais": "cp"})
    fight = beaten(m, 1)
    unit, here = m.g.U["fr.a5"], m.g.S["cambrai"]
    names = {m.g.board.ids[s] for s in retreat_spaces(m.g, fight, unit, here, 0)}
    assert names == {"chateau_thierry"}  # not into enemies, not over the limit
    names = {m.g.board.ids[s] for s in retreat_spaces(m.g, fight, unit, here, 1)}
    assert "amiens" in names  # halfway it may be overstacked
    m = front(units={"br.bef": "calais", "ge.a1": "cambrai"}, control={"cambrai": "cp", "sedan": "cp"})
    fight = fight_of(m, "cp", ["ge.a1"], "calais")
    names = {m.g.board.ids[s] for s in retreat_spaces(m.g, fight, m.g.U["br.bef"], m.g.S["calais"], 0)}
    assert names == {"amiens", "ostend", "london"}  # over its own dashed line too (pog.11.1.4.a)


@pytest.mark.rule("pog.12.5.5.d")
def test_the_order_of_preference():
    m = west({"ge.a1": "sedan", "fr.a5": "cambrai"}, control={"chateau_thierry": "cp"})
    fight = beaten(m, 1)
    g, unit = m.g, m.g.U["fr.a5"]
    assert preference(g, fight, unit, g.S["amiens"]) == 0
    assert preference(g, fight, unit, g.S["chateau_thierry"]) == 2
    assert preference(g, fight, unit, g.S["essen"]) == 3
    assert {g.board.ids[s] for s in retreat_spaces(g, fight, unit, g.S["cambrai"], 0)} == {"amiens", "calais"}


@pytest.mark.rule("pog.12.5.5.e", "pog.12.5.7")
def test_a_retreat_takes_the_space_it_ends_in_and_the_empty_space_stays():
    units = {
        "ge.a1": "sedan",
        "ge.a2": "sedan",
        "fr.a5": "cambrai",
        "ge.c#4": "amiens",
        "ge.c#5": "calais",
        "ge.c#6": "brussels",
    }
    m = west(units, control={"amiens": "cp", "calais": "cp", "chateau_thierry": "cp"})
    activate(m, sedan="attack")
    attack(m, "cambrai", "ge.a1", "ge.a2", dice=(1, 3))  # 3 to 2: one space, and only Chateau Thierry is left
    finish_losses(m)
    assert where(m, "fr.a5") == "chateau_thierry" and holder(m, "chateau_thierry") == "ap"
    assert holder(m, "cambrai") == "ap" and said(m, "pog.12.5.7")


# ------------------------------------------------------------------ 12.6 Withdrawal


def withdrawn(units, dice, **patch):
    m = west(units, cards={"ap": ["ap.06"]}, **patch)
    activate(m, sedan="attack")
    names = [u for u, place in units.items() if place.startswith("sedan")]
    attack(m, "cambrai", *names, dice=dice, cards=["ap.06"])
    return m


@pytest.mark.rule("pog.12.6.2", "pog.12.6.3", "pog.card.ap.06")
def test_withdrawal_restores_a_corps_step_and_retreats_one_space():
    m = withdrawn({"ge.a1": "sedan", "fr.c#1": "cambrai"}, (1, 6))  # loss 2: both steps of the corps
    while m.decision.rule == "pog.12.4.3":
        m.choose(offered(m)[0])
    assert where(m, "fr.c#1") != "eliminated" and said(m, "pog.12.6.10")
    while m.decision.seat == "ap" and m.decision.rule != "pog.8.1.3":
        m.choose(offered(m)[0])
    assert where(m, "fr.c#1") in ("amiens", "calais", "chateau_thierry") and reduced(m, "fr.c#1")
    finish_losses(m)
    assert m.g.state.removed["ap"] >> 6 & 1


@pytest.mark.rule("pog.12.6.4")
def test_withdrawal_retreats_even_if_the_defender_won():
    m = withdrawn({"ge.a1": "sedan", "fr.a5": "cambrai", "fr.c#1": "cambrai"}, (1, 6))  # 2 to 4
    while m.decision.rule not in ("pog.12.7.1.a", "pog.8.1.3"):
        m.choose(offered(m)[0])
    assert where(m, "fr.a5") != "cambrai" and where(m, "fr.c#1") != "cambrai"


@pytest.mark.rule("pog.12.6.5")
def test_the_retreat_of_withdrawal_cannot_be_ignored():
    m = withdrawn({"ge.a1": "sedan", "fr.a5": "cambrai"}, (1, 6), trenches={"cambrai": 2})
    while m.decision.seat == "ap" and m.decision.rule != "pog.8.1.3":
        assert m.decision.rule != "pog.12.5.3.a"
        m.choose(offered(m)[0])
    assert where(m, "fr.a5") != "cambrai"


@pytest.mark.rule("pog.12.6.6")
def test_withdrawal_restores_an_army_step_if_no_corps_step_was_lost():
    m = withdrawn({"ge.a1": "sedan", "fr.a5": "cambrai"}, (3, 1))  # loss 3
    assert not reduced(m, "fr.a5")
    assert said(m, "pog.12.6.6")


@pytest.mark.rule("pog.12.6.7")
def test_withdrawal_retreats_even_without_a_loss():
    m = withdrawn({"ge.a1": "sedan", "fr.a5": "cambrai"}, (1, 1))  # loss 2: no step of LF 3
    assert said(m, "pog.12.6.7")
    while m.decision.seat == "ap" and m.decision.rule != "pog.8.1.3":
        m.choose(offered(m)[0])
    assert where(m, "fr.a5") != "cambrai"


@pytest.mark.rule("pog.12.6.8")
def test_an_army_without_corps_is_restored_only_if_the_number_was_met_exactly():
    m = withdrawn({"ge.a1": "sedan", "fr.a5": "cambrai reduced"}, (3, 1))  # loss 3 exactly
    assert where(m, "fr.a5") not in ("gone", "eliminated")
    m = withdrawn({"ge.a1": "sedan", "ge.a2": "sedan", "fr.a5": "cambrai reduced"}, (2, 1))  # 10 factors, die 2: 4
    assert where(m, "fr.a5") == "gone" and said(m, "pog.12.6.8")


@pytest.mark.rule("pog.12.6.9")
def test_with_withdrawal_a_corps_step_comes_first():
    from grognard.games.pog.combat.losses import CORPS_STEP, demands

    m = west({"ge.a1": "sedan", "fr.a5": "cambrai", "fr.c#1": "cambrai", "fr.c#2": "cambrai"})
    force = [m.g.U[u] for u in ("fr.a5", "fr.c#1", "fr.c#2")]
    assert demands(m.g, force, 3, True) & CORPS_STEP
    assert not demands(m.g, force, 3, False)


@pytest.mark.rule("pog.12.6.10")
def test_one_reduced_corps_survives():
    m = withdrawn({"ge.a1": "sedan", "ge.a2": "sedan", "fr.c#1": "cambrai"}, (6, 6))  # loss 7
    while m.decision.rule == "pog.12.4.3":
        m.choose(offered(m)[0])
    assert where(m, "fr.c#1") != "eliminated" and reduced(m, "fr.c#1")


@pytest.mark.rule("pog.12.3.4.2")
def test_in_sequential_fire_the_step_comes_back_after_the_fire():
    units = {"ge.a1": "sedan", "ge.a2": "brussels", "fr.a5": "cambrai"}
    m = west(units, cards={"ap": ["ap.06"]})
    activate(m, sedan="attack", brussels="attack")
    attack(m, "cambrai", "ge.a1", "ge.a2", flank="sedan", dice=(6, 1, 1), cards=["ap.06"])
    # flanked: 10 factors, die 1: loss 3; the reduced army fires 2 factors, die 1: 1
    assert "the attacker inflicts 3, the defender 1" in said(m, "pog.12.2.11")[0]
    assert said(m, "pog.12.3.4.2") and not reduced(m, "fr.a5")


# ------------------------------------------------------------------ 12.7 advance


@pytest.mark.rule("pog.card.ap.27")
def test_in_the_great_retreat_all_russians_of_the_space_fall_back():
    """Who fell back into the space in this action goes with the others: all or none."""
    units = {"ru.c#1": "lublin", "ru.c#2": "lutsk", "ah.a1": "przemysl", "ah.a2": "lemberg", "ah.c#1": "kovel", "ah.c#2": "ivangorod"}
    held = dict.fromkeys(("kovel", "ivangorod", "brest_litovsk"), "cp")
    m = front(units=units, this_turn=["ap.27"], control=held, turn=5)
    activate(m, przemysl="attack", lemberg="attack")
    choose(m, "lublin", "ah.a1", "retreat")
    assert where(m, "ru.c#1") == "lutsk"
    while m.decision.name != Ask.ATTACK:
        m.choose("done")
    choose(m, "lutsk", "ah.a2", "retreat")
    while m.decision.name in (Ask.RETREAT, Ask.RETREAT_ORDER):
        m.choose(offered(m)[0])
    assert not {where(m, "ru.c#1"), where(m, "ru.c#2")} & {"lutsk", "eliminated"}


@pytest.mark.rule("pog.12.5.5.a")
def test_the_british_retreat_over_their_own_dashed_line():
    units = {"br.a1": "calais", "ge.a1": "amiens", "ge.a2": "ostend", "ge.a3": "cambrai"}
    m = front(units=units, control=dict.fromkeys(("amiens", "ostend", "cambrai", "brussels", "antwerp", "liege", "sedan"), "cp"),
              events=["cp.08"])  # fmt: skip
    activate(m, amiens="attack")
    attack(m, "calais", "ge.a1", dice=(6, 1))
    until(m, Ask.ADVANCE)
    assert where(m, "br.a1") in ("london", "cherbourg")  # over the Channel, not lost for good
