"""Chapter 12.4: losses."""

from __future__ import annotations

import pytest
from pog_combats import WEST, fight_of, finish_losses, west
from pog_situations import activate, attack, finish_action, front, holder, reduced, said, where

from great_war import offered
from grognard.games.pog.combat.losses import best
from grognard.games.pog.combat.strength import loss_number, shifts, strength


@pytest.mark.rule("pog.12.4.2", "pog.2.2.1.b")
def test_a_step_pays_the_factor_of_the_side_that_is_lost():
    m = west({"ge.a1": "sedan", "ge.a2": "sedan", "fr.a5": "cambrai"})
    activate(m, sedan="attack")
    attack(m, "cambrai", "ge.a1", "ge.a2", dice=(4, 1))  # 10 factors, die 4: loss 5
    assert where(m, "fr.a5") == "cambrai" and reduced(m, "fr.a5")  # one step of LF 3, 2 unpaid: there is no corps in reserve


@pytest.mark.rule("pog.12.4.3")
def test_losses_pay_as_much_as_can_be_paid():
    units = {
        "ge.a1": "sedan",
        "ge.a2": "sedan",
        "ge.a3": "sedan",
        "fr.a5": "cambrai",
        "fr.a6": "cambrai reduced",
        "fr.c#1": "reserve",
    }
    m = west(units)
    activate(m, sedan="attack")
    attack(m, "cambrai", "ge.a1", "ge.a2", dice=(4, 1))  # 10 factors, die 4: loss 5
    # the reduced army goes (3) and its corps takes two steps (2): the full army may not be reduced instead
    assert where(m, "fr.a6") == "eliminated" and where(m, "fr.c#1") == "eliminated"
    assert not reduced(m, "fr.a5")


@pytest.mark.rule("pog.12.4.4.b", "pog.12.4.4.2", "pog.12.4.7")
def test_losses_that_need_a_permanent_elimination():
    assert best((("fr", (3, 3)), ("fr", (3, 3))), (("fr", ()),), 7, 0) == 6
    units = {"ge.a1": "sedan", "ge.a2": "sedan", "ge.a3": "sedan", "fr.a5": "cambrai", "fr.a4": "cambrai"}
    m = west(units)
    activate(m, sedan="attack")
    attack(m, "cambrai", "ge.a1", "ge.a2", "ge.a3", dice=(4, 1))  # 15 factors, die 4: loss 7
    first = offered(m)[0]
    m.choose(first)
    assert where(m, first) == "gone"  # one army loses both steps and is out for good
    assert {where(m, "fr.a4"), where(m, "fr.a5")} != {"gone"}
    assert said(m, "pog.12.4.4.b")


@pytest.mark.rule("pog.12.4.4.1")
def test_an_army_out_of_supply_is_replaced_but_gone():
    units = {"ge.a1": "sedan", "ru.a5": "cambrai reduced", "ru.c#1": "reserve"}
    m = west(units)
    activate(m, sedan="attack")
    attack(m, "cambrai", "ge.a1", dice=(1, 1))  # 5 factors, die 1: loss 2; a Russian army is out of supply in France
    assert where(m, "ru.a5") == "gone" and where(m, "ru.c#1") != "reserve"


@pytest.mark.rule("pog.12.4.4.3")
def test_british_armies_and_their_corps():
    from grognard.games.pog.combat.losses import corps_in_reserve, pool_of

    units = {
        "br.bef": "cambrai",
        "br.befc": "reserve",
        "br.c#1": "reserve",
        "br.aus": "reserve",
        "br.pt": "reserve",
        "br.ne": "cairo",
    }
    g = front(units=units).g
    assert [g.units.id[u] for u in corps_in_reserve(g, pool_of(g, g.U["br.bef"]))] == ["br.befc"]
    assert [g.units.id[u] for u in corps_in_reserve(g, pool_of(g, g.U["br.ne"]))] == ["br.c#1"]


@pytest.mark.rule("pog.12.4.4.c")
def test_a_replacement_corps_can_make_the_defenders_retreat_and_advance():
    units = {"ah.a1": "tarnow reduced", "ah.c#9": "reserve", "ru.c#1": "ivangorod", "ru.a1": "warsaw"}
    m = front(units=units, forts_fallen=["ivangorod"])
    activate(m, tarnow="attack")
    attack(m, "ivangorod", "ah.a1", dice=(6, 6))  # 1 factor army, die 6: 2; 1 factor corps, die 6: 1 (no step of LF 2 fits)
    assert where(m, "ah.a1") == "tarnow"
    units = {
        "ah.a1": "tarnow reduced",
        "ah.c#9": "reserve",
        "ru.c#1": "ivangorod",
        "ru.c#2": "ivangorod",
        "ru.c#3": "ivangorod reduced",
    }
    m = front({"cp": ["cp.57", "cp.12"]}, units=units, forts_fallen=["ivangorod"], options={"optional_cards": True})
    fight = fight_of(m, "cp", ["ah.a1"], "ivangorod")
    from grognard.games.pog.combat.losses import take_losses

    m.choose(("ops", "cp.12"))
    list(take_losses(m.g, fight, "cp", 2))
    assert [m.g.units.id[u] for u in fight.attackers] == ["ah.c#9"] and m.g.full(fight.attackers[0])


@pytest.mark.rule("pog.12.4.5.a")
def test_the_bef_takes_the_first_loss_of_an_attack_if_it_fits():
    units = {"br.bef": "cambrai", "fr.a5": "cambrai", "ge.a1": "sedan"}
    m = front(active="ap", units=units, control={"sedan": "cp"})
    g = m.g
    force = [g.U["br.bef"], g.U["fr.a5"]]
    assert g.hooks.first_loss(g, force, 3) == [g.U["br.bef"]]
    assert g.hooks.first_loss(g, force, 2) == []
    activate(m, cambrai="attack")
    attack(m, "sedan", "br.bef", "fr.a5", dice=(6, 3))  # the Germans: 5 factors, die 3: 3
    finish_losses(m)
    assert reduced(m, "br.bef") and not reduced(m, "fr.a5")


@pytest.mark.rule("pog.12.4.5.b")
def test_the_caucasus_army_comes_before_the_dominions():
    g = front(units={"ru.cau": "kars", "br.aus": "kars", "br.mef": "kars"}).g
    force = [g.U["ru.cau"], g.U["br.aus"]]
    assert g.hooks.first_loss(g, force, 2) == [g.U["ru.cau"]]
    assert g.hooks.first_loss(g, force, 1) == [g.U["br.aus"]]
    assert set(g.hooks.first_loss(g, [*force, g.U["br.mef"]], 2)) == {g.U["ru.cau"], g.U["br.mef"]}


@pytest.mark.rule("pog.12.4.6.a", "pog.15.1.7")
def test_a_fort_falls_when_its_units_are_gone_and_enough_is_left():
    m = front(units={"ge.a1": "lodz", "ru.c#1": "warsaw reduced"}, control={"lodz": "cp"}, events=["cp.11"])
    activate(m, lodz="attack")
    attack(m, "warsaw", "ge.a1", dice=(4, 1))  # 5 factors, die 4: 4: the corps (1), then 3 for the fort of level 2
    finish_losses(m)
    assert where(m, "ru.c#1") == "eliminated" and m.g.state.fallen >> m.g.S["warsaw"] & 1


@pytest.mark.rule("pog.12.4.6.b")
def test_a_fort_with_a_surviving_defender_is_untouched():
    units = {"ge.a1": "czestochowa", "ge.a2": "czestochowa", "ru.a4": "ivangorod"}
    m = front(units=units, control={"czestochowa": "cp"}, events=["cp.11"])
    activate(m, czestochowa="attack")
    attack(m, "ivangorod", "ge.a1", "ge.a2", dice=(1, 1))  # 3: a step of LF 2, and 1 is left, enough for level 1
    finish_losses(m)
    assert not m.g.state.fallen >> m.g.S["ivangorod"] & 1


@pytest.mark.rule("pog.12.4.7")
def test_the_special_armies_are_out_for_good():
    m = front(active="cp", units={"ge.a1": "sedan", "br.bef": "cambrai reduced", "br.befc": "reserve"}, **WEST)
    activate(m, sedan="attack")
    attack(m, "cambrai", "ge.a1", dice=(2, 1))  # loss 3
    finish_losses(m)
    assert where(m, "br.bef") == "gone" and where(m, "br.befc") != "reserve"


@pytest.mark.rule("pog.12.5.6")
def test_units_attacked_after_retreating_are_lost_first():
    units = {"ge.a4": "metz", "fr.c#1": "verdun", "fr.c#2": "verdun", "fr.a3": "verdun"}
    m = front(units=units, trenches={"verdun": 0})
    activate(m, metz="attack")
    for name in ("fr.c#1", "fr.c#2"):
        m.g.state.action.retreated |= 1 << m.g.U[name]
    fight = fight_of(m, "cp", ["ge.a4"], "verdun")
    assert int(strength(m.g, fight, "ap")) == 3 + 3  # they add nothing
    attack(m, "verdun", "ge.a4", dice=(1, 1))  # loss 2, which the army (LF 3) cannot pay
    assert where(m, "fr.c#1") == where(m, "fr.c#2") == "eliminated"
    assert not reduced(m, "fr.a3")


def test_the_odds_are_the_exact_distribution():
    from grognard.games.pog.odds.attack import attack_odds, loss_pairs

    m = west({"ge.a1": "sedan", "fr.a5": "cambrai"})
    fight = fight_of(m, "cp", ["ge.a1"], "cambrai")
    pairs = loss_pairs(m.g, fight)
    assert sum(pairs.values()) == 1
    count = {}
    for a in range(1, 7):
        for b in range(1, 7):
            key = (loss_number(m.g, fight, "cp", a), loss_number(m.g, fight, "ap", b))
            count[key] = count.get(key, 0) + 1
    assert {k: p * 36 for k, p in pairs.items()} == count
    m.choose(("ops", "cp.12"))
    wins, theirs, mine = attack_odds(m.g, [m.g.U["ge.a1"]], m.g.S["cambrai"])[:3]
    for view in (wins, theirs, mine):
        assert abs(sum(p for _, p in view.outcomes) - 1) < 1e-9
    lost = {str(n): sum(p for (a, _), p in pairs.items() if a == n) for n in {a for a, _ in pairs}}
    assert dict(theirs.outcomes) == {n: float(p) for n, p in lost.items()}
    assert wins.good == [1, 0, -1]
    finish_action(m)
    assert holder(m, "cambrai") == "ap"


@pytest.mark.rule("pog.11.2.9")
def test_a_fort_alone_has_no_benefit_of_a_trench():
    m = front(units={"ge.a4": "metz"}, trenches={"verdun": 2})
    fight = fight_of(m, "cp", ["ge.a4"], "verdun")
    fight.trench = 2
    assert int(shifts(m.g, fight, "cp")) == 0
    m = front(units={"ge.a4": "metz", "fr.c#1": "verdun"}, trenches={"verdun": 2})
    fight = fight_of(m, "cp", ["ge.a4"], "verdun")
    assert int(shifts(m.g, fight, "cp")) == -2 and int(strength(m.g, fight, "ap")) == 4  # trench and fort both help


@pytest.mark.rule("pog.12.7.8")
def test_the_defender_never_advances():
    m = front(
        units={"ah.c#1": "cracow reduced", "ru.a1": "czestochowa", "ru.a2": "czestochowa"},
        trenches={"cracow": 0},
        forts_fallen=["cracow"],
    )
    activate(m, cracow="attack")
    attack(m, "czestochowa", "ah.c#1", dice=(1, 6))
    assert where(m, "ah.c#1") == "eliminated"
    assert where(m, "ru.a1") == where(m, "ru.a2") == "czestochowa" and holder(m, "cracow") == "cp"


@pytest.mark.rule("pog.12.4.3", "pog.12.4.4.b")
def test_what_pays_more_goes_first_although_both_are_lost_for_good():
    """Loss 4, a French army (LF 3) and a Russian one (LF 2), both reduced and no corps in the box: the French pay 3."""
    units = {"ge.a1": "breslau", "ge.c#1": "breslau", "fr.a1": "lodz reduced", "ru.a1": "lodz reduced"}
    m = front(units=units, trenches={"lodz": 0}, turn=5)
    activate(m, breslau="attack")
    attack(m, "lodz", "ge.a1", "ge.c#1", dice=(3, 1))
    assert where(m, "fr.a1") == "gone" and where(m, "ru.a1") == "lodz"
