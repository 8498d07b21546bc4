"""What if both: rules of Paths of Glory that meet in one position, played through decisions and dice."""

from __future__ import annotations

import pytest
from pog_combats import activate_first, west
from pog_situations import (
    EMPTY,
    activate,
    attack,
    choose,
    finish_action,
    finish_turn,
    front,
    holder,
    pog,
    reduced,
    refused,
    said,
    where,
)

from great_war import ATTACKERS, CARDS, FLANK, offered
from grognard.games.pog.asks import Ask

LIMITED = {"level": {"cp": 1, "ap": 1}}
TOTAL = {"level": {"cp": 2, "ap": 2}}


def retreated(match):
    """Take losses and retreats until somebody may advance or the attacks go on."""
    while match.decision.name in (Ask.LOSS, Ask.RETREAT, Ask.RETREAT_ORDER, Ask.STAND):
        match.choose(next((v for v in offered(match) if v != "stand"), offered(match)[0]))
    return match


# ------------------------------------------------------------------ Withdrawal


def withdrawn(units, dice, **patch):
    m = west(units, cards={"ap": ["ap.06"]}, **patch)
    activate(m, sedan="attack")
    return attack(m, "cambrai", *[u for u in units if u.startswith("ge")], dice=dice, cards=["ap.06"])


@pytest.mark.rule("pog.12.6.6", "pog.12.4.4.a")
def test_an_army_that_withdrawal_restores_sends_its_corps_back_as_it_came():
    for state in ("", " reduced"):
        m = withdrawn({"ge.a1": "sedan", "fr.a5": "cambrai reduced", "fr.c#1": f"reserve{state}"}, (3, 1))  # loss 3
        assert where(m, "fr.c#1") == "reserve" and reduced(m, "fr.c#1") is bool(state)
        assert said(m, "pog.12.6.6") and not said(m, "pog.12.6.10")
        retreated(m)
        assert where(m, "fr.a5") != "cambrai" and reduced(m, "fr.a5")


@pytest.mark.rule("pog.12.6.9")
def test_without_withdrawal_an_army_alone_may_pay():
    """Loss 2 is met by a step of the army or by two of the corps: the card alone asks for a corps."""
    units = {"ge.c#1": "sedan", "ge.c#2": "sedan", "it.a1": "cambrai", "it.c#1": "cambrai", "it.c#2": "cambrai"}
    for cards, army in (([], True), (["ap.06"], False)):
        m = west(units, cards={"ap": ["ap.06"]}, join=["it"])
        activate(m, sedan="attack")
        attack(m, "cambrai", "ge.c#1", "ge.c#2", dice=(5, 1), cards=cards)  # corps, 4 factors, die 5: 2
        assert m.decision.name == Ask.LOSS and ("it.a1" in offered(m)) is army


@pytest.mark.rule("pog.12.6.5", "pog.card.ap.39")
def test_they_shall_not_pass_does_not_stop_a_withdrawal():
    units = {"ge.a5": "metz", "ge.a4": "metz", "fr.c#1": "verdun", "fr.a1": "verdun"}
    m = front({"ap": ["ap.06", "ap.39"]}, units=units, turn=10, trenches={"verdun": 0}, active="cp", **TOTAL)
    activate(m, metz="attack")
    attack(m, "verdun", "ge.a5", "ge.a4", dice=(6, 1), cards=["ap.06", "ap.39"])
    retreated(m)
    assert where(m, "fr.a1") != "verdun" and where(m, "fr.c#1") != "verdun"


@pytest.mark.rule("pog.12.6.4", "pog.12.5.4.b")
def test_montenegro_is_lost_in_a_withdrawal():
    units = {"ah.a5": "mostar", "ah.a6": "mostar", "mn.c": "cetinje", "sb.c#1": "cetinje"}
    m = front({"ap": ["ap.06"]}, units=units, turn=10, trenches={"cetinje": 0}, **LIMITED)
    activate(m, mostar="attack")
    attack(m, "cetinje", "ah.a5", "ah.a6", dice=(1, 1), cards=["ap.06"])
    finish_action(m)
    assert where(m, "mn.c") == "eliminated" and where(m, "sb.c#1") == "tirana"


# ------------------------------------------------------------------ forts


@pytest.mark.rule("pog.15.2.1")
def test_who_advances_alone_into_a_fort_must_be_followed():
    """Nancy has level 2: after the first corps the second may not stay behind."""
    units = {"ge.c#1": "metz", "ge.c#2": "metz", "ge.c#3": "metz", "fr.c#1": "nancy"}
    m = front(units=units, trenches={"nancy": 0}, turn=5)
    activate(m, metz="attack")
    attack(m, "nancy", "ge.c#1", "ge.c#2", "ge.c#3", dice=(6, 1))
    retreated(m)
    assert m.decision.name == Ask.ADVANCE and "done" in offered(m)
    m.choose(offered(m)[0])
    assert "done" not in offered(m)
    m.choose(offered(m)[0])
    assert m.g.besieged >> m.g.S["nancy"] & 1 and holder(m, "nancy") == "ap"


@pytest.mark.rule("pog.15.1.5")
def test_a_besieged_fort_helps_neither_its_besiegers_nor_those_who_relieve_it():
    units = {"ge.a5": "verdun", "ge.c#1": "metz", "fr.a1": "bar_le_duc", "fr.a2": "nancy"}
    m = front({"ap": ["ap.01"]}, active="ap", units=units, turn=5, trenches={"verdun": 0})
    activate(m, bar_le_duc="attack")
    attack(m, "verdun", "fr.a1", dice=(3, 3))  # 3 factors and 5 factors: 2 to 3
    assert said(m, "pog.12.2.11")[-1].startswith("Verdun: the attacker inflicts 2, the defender 3")


@pytest.mark.rule("pog.11.2.5", "pog.11.2.6", "pog.15.1.10")
def test_the_trench_of_a_fort_falls_to_its_besiegers_but_not_the_space():
    for level, left in ((1, 0), (2, 1)):
        m = front(units={"ge.a5": "metz", "fr.a1": "paris"}, turn=5, trenches={"verdun": level})
        activate(m, metz="move")
        choose(m, ("unit", "ge.a5"), ("to", "verdun"))
        finish_action(m)
        verdun = m.g.S["verdun"]
        assert m.g.state.trench_1 >> verdun & 1 == left and m.g.state.trench_cp >> verdun & 1 == left
        assert not m.g.state.trench_2 >> verdun & 1 and holder(m, "verdun") == "ap"


@pytest.mark.rule("pog.14.3.5", "pog.15.1.10", "pog.14.3.6.a")
def test_an_army_cut_off_in_its_own_fort_is_lost_and_the_fort_is_not():
    around = ("sedan", "nancy", "bar_le_duc", "chateau_thierry")
    units = {
        "fr.a5": "verdun",
        "fr.c#1": "verdun",
        "ge.a1": "sedan",
        "ge.a2": "nancy",
        "ge.a3": "bar_le_duc",
        "ge.a4": "chateau_thierry",
    }
    m = pog(
        units=units, turn=5, hands=EMPTY, control=dict.fromkeys(around, "cp"), forts_fallen=["nancy"], trenches={"verdun": 2}
    )
    finish_turn(m)
    assert where(m, "fr.a5") == "gone" and where(m, "fr.c#1") == "eliminated"
    verdun = m.g.S["verdun"]
    assert holder(m, "verdun") == "ap" and m.g.state.trench_2 >> verdun & 1 and not m.g.state.trench_cp >> verdun & 1


@pytest.mark.rule("pog.card.ap.27", "pog.7.1.3.a")
def test_after_a_great_retreat_the_fort_is_fought_and_the_offensive_is_met():
    units = {"ah.a1": "tarnow", "ru.a4": "ivangorod", "ru.c#1": "ivangorod"}
    m = front({"ap": ["ap.27"]}, units=units, turn=10, active="ap", **LIMITED)
    m.choose(("event", "ap.27"))
    m.g.state.offensive["cp"] = "ah"
    activate(m, tarnow="attack")
    choose(m, *(["done"] if m.decision.rule == "pog.9.2.8" else []), "ivangorod", "ah.a1")
    if m.decision.rule in ATTACKERS:
        m.choose("fight")
    m.choose("retreat")
    assert m.decision.rule != "pog.12.1.4"
    finish_action(m)
    assert where(m, "ru.a4") != "ivangorod" and where(m, "ru.c#1") != "ivangorod"
    assert said(m, "pog.12.2.11")[-1].startswith("Ivangorod") and m.g.state.offensive_met["cp"]


# ------------------------------------------------------------------ cards in combat


@pytest.mark.rule("pog.card.cp.43", "pog.9.5.4.1.1")
def test_von_below_needs_a_german_unit():
    for attacker, offers in (("ah.a5", False), ("ge.a14", True)):
        units = {attacker: "trieste", "it.a2": "udine"}
        m = front({"cp": ["cp.12", "cp.43"]}, units=units, join=["it"], trenches={"udine": 2}, turn=12, **TOTAL)
        activate_first(m, trieste="attack")
        choose(m, *(["done"] if m.decision.rule == "pog.9.2.8" else []), "udine", attacker)
        if m.decision.rule in ATTACKERS:
            m.choose("fight")
        assert (m.decision.rule == CARDS and "cp.43" in offered(m)) is offers


@pytest.mark.rule("pog.card.cp.31", "pog.12.4.6.a", "pog.12.3.4.1")
def test_under_kemal_the_fort_left_alone_fires_on_the_army_table():
    """Gaza is flanked: the corps is gone, the fort of level 2 is not, and fires 2 factors on the army table."""
    units = {"br.ne": "sinai", "br.c#2": "beersheba", "tu.c#1": "gaza"}
    patch = {
        "control": {"sinai": "ap", "beersheba": "ap"},
        "forts_fallen": ["beersheba"],
        "join": ["tu"],
        "trenches": {"gaza": 0},
    }
    m = front({"cp": ["cp.31"]}, active="ap", units=units, turn=7, **patch, **LIMITED)
    activate(m, sinai="attack", beersheba="attack")
    attack(m, "gaza", "br.ne", "br.c#2", dice=(4, 1, 4), flank="sinai", cards=["cp.31"])
    assert said(m, "pog.12.2.11")[-1].startswith("Gaza: the attacker inflicts 3, the defender 2")  # corps table: 1
    assert holder(m, "gaza") == "cp" and where(m, "tu.c#1") == "eliminated"


@pytest.mark.rule("pog.12.3.1", "pog.tec.1")
def test_a_flank_is_tried_at_a_fort_with_units_but_not_in_the_mountains():
    units = {"ge.a2": "sedan", "ge.a5": "metz", "fr.a1": "verdun"}
    m = front(units=units, control={"sedan": "cp"}, turn=5, trenches={"verdun": 0})
    activate(m, sedan="attack", metz="attack")
    choose(m, *(["done"] if m.decision.rule == "pog.9.2.8" else []), "verdun", "ge.a2", "ge.a5")
    if m.decision.rule in ATTACKERS:
        m.choose("fight")
    assert m.decision.rule == FLANK
    units = {"it.a1": "asiago", "it.a2": "verona", "ah.c#1": "trent"}
    m = front({"ap": ["ap.01"]}, active="ap", units=units, join=["it"], trenches={"trent": 0}, turn=10)
    activate(m, asiago="attack", verona="attack")
    attack(
        m, "trent", "it.a1", "it.a2", dice=(3, 3)
    )  # 4 factors in mountains: 3; 1 corps and a fort of 3: 4 on the corps table
    assert said(m, "pog.12.2.11")[-1].startswith("Trent: the attacker inflicts 2, the defender 1")


# ------------------------------------------------------------------ offensives


@pytest.mark.rule("pog.7.1.4")
def test_austrians_alone_do_not_meet_a_french_offensive_at_mulhouse():
    for defenders, met in (({"ah.c#1": "mulhouse"}, False), ({"ah.c#1": "mulhouse", "ge.c#1": "mulhouse"}, True)):
        m = front({"ap": ["ap.01"]}, units={"fr.a1": "belfort", **defenders}, turn=5, active="ap")
        m.g.state.offensive = {"ap": "fr", "cp": "none"}
        activate(m, belfort="attack")
        attack(m, "mulhouse", "fr.a1", dice=(3, 3))
        finish_action(m)
        assert m.g.state.offensive_met["ap"] is met


@pytest.mark.rule("pog.7.1.7")
def test_an_austrian_offensive_stays_one_when_italy_joins_meanwhile():
    m = front({"ap": ["ap.17"]}, units={"ah.a5": "sarajevo", "sb.c#1": "valjevo"}, turn=5, active="ap", **LIMITED)
    m.g.state.offensive = {"cp": "ah", "ap": "none"}
    m.choose(("event", "ap.17"))
    activate(m, sarajevo="attack")
    attack(m, "valjevo", "ah.a5", dice=(3, 3))
    finish_action(m)
    assert m.g.state.offensive_met["cp"]


# ------------------------------------------------------------------ nations that join, and their spaces


@pytest.mark.rule("pog.9.5.2.4.b", "pog.11.1.11.b")
def test_a_salonika_that_the_cp_took_stays_theirs_when_greece_joins():
    for bulgarian, monastir in (("salonika", "ap"), ("monastir", "cp")):
        units = {"bu.c#1": bulgarian, "gr.c#1": "athens", "gr.c#2": "larisa"}
        held = {"salonika": "cp", "monastir": monastir}
        m = front({"ap": ["ap.44"]}, active="ap", units=units, turn=10, join=["bu"], events=["ap.30"], control=held, **TOTAL)
        m.choose(("event", "ap.44"))
        assert holder(m, "salonika") == "cp" and m.g.state.vp == 10


@pytest.mark.rule("pog.9.3.3")
def test_salonika_is_refused_right_after_a_redeployment():
    units = {"br.c#1": "london", "br.c#2": "reserve", "fr.c#1": "reserve", "fr.a1": "paris"}
    m = front({"ap": ["ap.01", "ap.30"]}, active="ap", units=units, turn=8, **LIMITED)
    choose(m, ("sr", "ap.01"), "done")
    while m.decision.seat != "ap":
        m.choose(("auto", "") if ("auto", "") in offered(m) else "done")
    with refused("pog.9.3.3"):
        m.choose(("event", "ap.30"))


@pytest.mark.rule("pog.11.1.11", "pog.9.5.2.4.a")
def test_after_salonika_italy_is_still_closed_for_its_own_reason():
    units = {"fr.c#1": "nice", "fr.c#2": "salonika", "gr.c#1": "florina"}
    m = front({"ap": ["ap.01"]}, active="ap", units=units, turn=8, events=["ap.30"], **LIMITED)
    activate(m, nice="move", salonika="move")
    m.choose(("unit", "fr.c#1"))
    with refused("pog.11.1.11"):
        m.choose(("to", "turin"))
    choose(m, ("stop", ""), ("unit", "fr.c#2"))
    with refused("pog.9.5.2.4.a"):
        m.choose(("to", "florina"))


@pytest.mark.rule("pog.11.1.15")
def test_what_others_take_from_the_ana_stays_allied():
    """A British corps joins the ANA in Jerusalem: when the ANA leaves, the space stays; alone it would go back."""
    for joined, after in ((False, "cp"), (True, "ap")):
        units = {"br.ana": "arabia", "br.c#1": "gaza", "tu.c#1": "aleppo"}
        held = {"gaza": "ap", "sinai": "ap", "nablus": "ap"}
        m = front(
            {"ap": ["ap.01", "ap.14"]},
            active="ap",
            units=units,
            join=["tu"],
            turn=10,
            control=held,
            forts_fallen=["gaza"],
            **TOTAL,
        )
        activate(m, arabia="move")
        choose(m, ("unit", "br.ana"), ("to", "jerusalem"), ("stop", ""))
        assert holder(m, "jerusalem") == "ap" and m.g.state.vp == 9
        finish_action(m)
        while m.decision.seat != "ap":
            m.choose(("auto", "") if ("auto", "") in offered(m) else "done")
        activate(m, jerusalem="move", gaza="move")
        if joined:
            choose(m, ("unit", "br.c#1"), ("to", "nablus"), ("to", "jerusalem"), ("stop", ""))
        choose(m, ("unit", "br.ana"), ("to", "arabia"))
        finish_action(m)
        assert holder(m, "jerusalem") == after and m.g.state.vp == (9 if joined else 10)


# ------------------------------------------------------------------ movement


@pytest.mark.rule("pog.9.2.8")
def test_germans_who_stand_on_the_coast_may_be_activated_and_stay():
    """They came there by an advance; a move may not end there, but nobody has to move."""
    m = front(units={"ge.a1": "amiens", "ge.a2": "cambrai"}, control={"amiens": "cp", "cambrai": "cp", "sedan": "cp"}, turn=3)
    activate(m, amiens="move")
    m.choose(("unit", "ge.a1"))
    assert ("stop", "") in offered(m)
    m.choose(("stop", ""))
    assert where(m, "ge.a1") == "amiens"


@pytest.mark.rule("pog.11.1.1")
def test_two_units_march_as_a_stack_and_none_marches_twice():
    m = front(
        units={"ge.a4": "koblenz", "ge.a3": "koblenz", "ge.a1": "aachen"},
        turn=3,
        control={"liege": "cp"},
        forts_fallen=["liege"],
    )
    activate(m, koblenz="move", aachen="move")
    choose(m, ("stack", "koblenz"), ("to", "liege"), ("stop", ""))
    assert where(m, "ge.a3") == where(m, "ge.a4") == "liege"
    with refused("pog.11.1.1"):
        m.choose(("unit", "ge.a4"))
    with refused("pog.11.1.1"):
        m.choose(("unit", "ge.a3"))
    m = front(units={"ge.a4": "koblenz", "ge.a3": "koblenz", "ge.a1": "aachen"}, turn=3)
    activate(m, koblenz="move", aachen="move")
    choose(m, ("unit", "ge.a3"), ("to", "aachen"), ("stop", ""))
    with refused("pog.11.1.1", says="finished"):
        m.choose(("unit", "ge.a3"))


@pytest.mark.rule("pog.5.7.4.f")
def test_a_german_army_stops_in_trent_when_the_allies_are_at_total_war():
    for level, stops in ((1, False), (2, True)):
        units = {"ge.a1": "innsbruck", "ah.a1": "innsbruck"}
        m = pog("historical", units=units, turn=10, hands={"cp": ["cp.12"], "ap": []}, level={"cp": 2, "ap": level})
        activate(m, innsbruck="move")
        choose(m, ("unit", "ge.a1"), ("to", "trent"))
        if stops:
            m.choose(("stop", ""))
            assert where(m, "ge.a1") == "trent"
        else:
            with refused("pog.5.7.4.f"):
                m.choose(("stop", ""))


# ------------------------------------------------------------------ scenarios and combats


@pytest.mark.rule("pog.5.3", "pog.3.b")
@pytest.mark.parametrize(("card", "vp"), [("ap.06", 9), ("ap.07", 10)])
def test_a_removable_combat_card_is_an_event_of_the_introductory_scenario(card, vp):
    units = {"ah.a5": "mostar", "sb.c#1": "cetinje"}
    m = pog("introductory", units=units, turn=2, hands={"cp": ["cp.12"], "ap": [card]})
    activate(m, mostar="attack")
    attack(m, "cetinje", "ah.a5", dice=(3, 3), cards=[card])
    assert m.g.state.vp == vp


@pytest.mark.rule("pog.5.7.4.f", "pog.12.5.5.a")
def test_a_french_army_may_retreat_into_italy_that_is_closed_to_its_moves():
    lost = dict.fromkeys(("marseilles", "avignon", "lyon", "nevers", "dijon", "belfort"), "cp")
    units = {"fr.a1": "nice", "ge.a1": "marseilles", "ge.c#1": "lyon", "it.c#1": "turin"}
    m = pog(
        "historical",
        units=units,
        join=["it"],
        turn=8,
        hands={"cp": ["cp.12"], "ap": []},
        control=lost,
        forts_fallen=["belfort"],
        **LIMITED,
    )
    activate(m, marseilles="attack")
    attack(m, "nice", "ge.a1", dice=(4, 1))
    finish_action(m)
    assert where(m, "fr.a1") == "grenoble"  # by Turin: there was no other way


@pytest.mark.rule("pog.12.2.7.b", "pog.12.3.3.c")
@pytest.mark.parametrize(("beside", "inflicted"), [("beersheba", 3), ("sinai", 2)])
def test_the_die_modifier_is_that_of_the_attack_as_it_was_made(beside, inflicted):
    """The corps of Beersheba falls before the army in Sinai fires: the attack did not come from Sinai alone."""
    units = {"br.ne": "sinai", "br.c#2": f"{beside} reduced", "tu.c#1": "gaza", "tu.yld": "gaza"}
    held = {"sinai": "ap", "beersheba": "ap"}
    patch = {"control": held, "forts_fallen": ["beersheba", "gaza"], "join": ["tu"], "trenches": {"gaza": 0}, "turn": 7}
    m = front({}, active="ap", units=units, **patch, **LIMITED)
    activate(m, **dict.fromkeys(("sinai", beside), "attack"))
    attack(m, "gaza", "br.ne", "br.c#2", dice=(2, 3, 3) if beside == "beersheba" else (3, 3), flank="sinai")
    finish_action(m)
    assert where(m, "br.c#2") == "eliminated"
    assert said(m, "pog.12.2.11")[-1].startswith(f"Gaza: the attacker inflicts {inflicted}, the defender 2")


@pytest.mark.rule("pog.12.1.2", "pog.7.1.3.a")
def test_a_fort_with_units_that_have_just_retreated_meets_no_offensive():
    """The French fall back from Bar le Duc into Verdun, which is then attacked as a fort without units."""
    units = {"ah.a5": "chateau_thierry", "ah.a6": "chateau_thierry", "ge.a1": "metz", "fr.a1": "bar_le_duc"}
    held = {"chateau_thierry": "cp", "sedan": "cp"}
    m = front(units=units, control=held, turn=5, offensive={"cp": "ge", "ap": "none"})
    activate(m, chateau_thierry="attack", metz="attack")
    attack(m, "bar_le_duc", "ah.a5", "ah.a6", dice=(1, 2))  # 3, and 2 back: one space
    while m.decision.name == Ask.LOSS:
        m.choose(offered(m)[0])
    choose(m, "verdun", "done", "verdun", "ge.a1")
    assert said(m, "pog.12.2.2")[-1] == "Central Powers: GE 1st Army attacks Verdun."
    assert where(m, "fr.a1") == "eliminated"
    assert not m.g.state.offensive_met["cp"]
