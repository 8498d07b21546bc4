"""Chapters 1 to 5: deserts, actions, who is who and where, what Limited War brings."""

from __future__ import annotations

import pytest
from draka_situations import (
    EMPTY,
    activate,
    attack,
    choose,
    draka,
    drm,
    fight_of,
    finish_action,
    finish_turn,
    front,
    may,
    reduced,
    refused,
    said,
    shift,
    sr,
    where,
)

from great_war import offered
from grognard.games.draka.asks import Ask
from grognard.games.pog.manpower.replacements import may_replace
from grognard.games.pog.movement.redeployment import destinations, may_redeploy
from grognard.games.pog.supply.tracing import in_supply

# ------------------------------------------------------------------ 1: deserts


@pytest.mark.rule("draka.1.1")
def test_attacks_out_of_sinai_have_minus_one():
    m = front(units={"dr.cf1": "sinai", "dr.jc#1": "sinai", "dr.jc#2": "aqaba", "tu.c#1": "beersheba"}, draka=["aqaba"])
    assert drm(m, ["dr.cf1", "dr.jc#1"], "beersheba") == -1
    assert drm(m, ["dr.cf1", "dr.jc#2"], "beersheba") == 0
    m = front(units={"dr.cf1": "sinai", "tu.c#1": "beersheba"}, events=["ap.49"])
    assert drm(m, ["dr.cf1"], "beersheba") == -1  # never lifted


@pytest.mark.rule("draka.1.2")
def test_sinai_costs_one_movement_point():
    m = front(units={"dr.cf1": "port_said"})
    activate(m, port_said="move")
    m.choose(("unit", "dr.cf1"))
    m.choose(("to", "sinai"))
    assert "3 steps left" in m.decision.prompt


@pytest.mark.rule("draka.1.3")
def test_the_draka_attack_the_deserts_with_minus_two():
    m = front(units={"dr.cf1": "alexandria", "tu.sn": "libya"}, control={"libya": "cp"})
    assert drm(m, ["dr.cf1"], "libya") == -2
    m = front(units={"dr.cf1": "aqaba", "tu.c#1": "medina"}, draka=["aqaba"])
    assert drm(m, ["dr.cf1"], "medina") == -2
    m = front(units={"tu.c#1": "aqaba", "dr.jc#1": "medina"}, draka=["medina"])
    assert drm(m, ["tu.c#1"], "medina") == 0


# ------------------------------------------------------------------ 2: actions


@pytest.mark.rule("draka.2.1")
def test_eight_cards_from_limited_war():
    m = draka(keep=True, level={"cp": 1, "ap": 0})
    g = m.g
    assert g.hooks.hand_size(g, "cp") == 8 and g.hooks.hand_size(g, "ap") == 7


@pytest.mark.rule("draka.2.2")
def test_seven_rounds():
    m = draka(keep=True, round=7, active="ap", hands={"cp": [], "ap": ["ap.01"]})
    m.choose(("auto", ""))
    finish_action(m)
    assert m.g.state.phase != "actions" or m.g.state.turn == 2
    assert m.g.hooks.actions_per_turn(m.g) == 7


@pytest.mark.rule("draka.2.3")
def test_one_die_instead_of_a_card_once_a_turn():
    m = front(units={"dr.simba": "cairo", "dr.jc#1": "cairo"})
    with m.forced(5):
        m.choose(("die sr", ""))
    assert m.g.state.action.points == 5  # an army and a corps
    finish_action(m)
    m.choose(("auto", ""))
    finish_action(m)
    assert ("die ops", "") not in offered(m)
    with refused("draka.2.3"):
        m.choose(("die ops", ""))
    m = front(units={"dr.simba": "cairo"}, turn=16)
    with m.forced(3):
        m.choose(("die ops", ""))
    assert m.g.state.action.points == 3


@pytest.mark.rule("draka.2.4")
def test_two_dice_in_any_action_from_turn_17():
    m = front(units={"dr.simba": "cairo", "tu.c#1": "ankara"}, turn=17)
    with m.forced(6, 3):
        m.choose(("die ops", ""))
    assert m.g.state.action.points == 4
    finish_action(m)
    m.choose(("auto", ""))
    finish_action(m)
    assert ("die ops", "") in offered(m)  # again in the same turn


@pytest.mark.rule("draka.2.5")
def test_a_die_action_for_sr_is_an_sr_action():
    m = front({"ap": ["ap.01", "ap.02"]}, units={"dr.simba": "cairo", "tu.c#1": "ankara"})
    with m.forced(2):
        m.choose(("die sr", ""))
    finish_action(m)
    m.choose(("auto", ""))
    finish_action(m)
    assert m.g.state.actions["ap"] == ["sr"]
    with refused("pog.9.3.3"):
        m.choose(("sr", "ap.01"))
    m = front({"ap": ["ap.01", "ap.02"]}, units={"dr.simba": "cairo"}, actions={"ap": ["sr"], "cp": []}, turn=17)
    with refused("draka.2.5"):
        m.choose(("die sr", ""))
    assert ("auto", "") in offered(m)


# ------------------------------------------------------------------ 3, 4: who is who, and where


@pytest.mark.rule("draka.3.1")
def test_the_draka_are_british_for_prices_attacks_and_lines():
    m = front(
        units={"dr.cfc#1": "calais", "br.a1": "calais", "dr.cfc#2": "amiens", "ge.a1": "cambrai"}, control={"cambrai": "cp"}
    )
    g = m.g
    assert g.hooks.activation_cost(g, g.S["calais"], "move") == 1
    assert g.hooks.family(g, g.U["dr.cfc#1"]) == "br"
    assert g.units.rows[g.U["dr.cfc#1"]][g.S["london"]] >> g.S["calais"] & 1
    activate(m, calais="attack", amiens="attack")
    m.choose("cambrai")
    choose(m, "br.a1", "dr.cfc#2")
    assert "fight" in offered(m)  # no multinational attack


@pytest.mark.rule("draka.3.2", "draka.16.zaf.1", "draka.16.1")
def test_fleets_for_every_great_power_the_draka_among_them():
    m = draka(keep=True, phase="status", turn=2, ws={"cp": 0, "ap": 4}, hands={"cp": [], "ap": []})
    assert m.g.state.zaf == {"dr": 3, "br": 3, "fr": 3, "ru": 3}
    assert said(m, "draka.16.zaf.1")
    m = draka(keep=True, phase="status", turn=2, ws={"cp": 4, "ap": 0}, hands={"cp": [], "ap": []})
    finish_turn(m, stop="cards")
    assert m.g.state.zaf == {"ge": 3, "ah": 3, "it": 3}


@pytest.mark.rule("draka.4.1", "draka.4.8")
def test_italians_and_americans_go_everywhere():
    m = front(units={"it.a1": "turin", "us.c#1": "paris"}, join=["us"])
    assert may(m, "it.a1", "lyon") is None and may(m, "it.a1", "vienna") is None and may(m, "it.a1", "belgrade") is None
    assert may(m, "us.c#1", "rome") is None and may(m, "us.c#1", "vienna") is None


@pytest.mark.rule("draka.4.2")
def test_bulgarians_in_asia():
    m = front(units={"bu.c#1": "ankara", "bu.c#2": "adana", "bu.c#3": "constantinople", "bu.a1": "constantinople"}, join=["bu"])
    assert may(m, "bu.a1", "adapazari") == "draka.4.2" and may(m, "bu.a1", "bursa") is None
    assert may(m, "bu.c#3", "adapazari") == "draka.4.2"  # two are there
    assert may(m, "bu.c#1", "hamadan") == "draka.4.2" and may(m, "bu.c#1", "konya") is None
    m.g.put(m.g.U["bu.c#2"], -1)
    assert may(m, "bu.c#3", "adapazari") is None


@pytest.mark.rule("draka.4.3", "draka.ap.ne.1", "draka.ap.br.2")
def test_only_draka_and_russians_of_the_allies_in_the_near_east():
    m = front(units={"fr.c#1": "athens", "br.c#1": "london", "ru.c#1": "kars", "dr.jc#1": "cairo"}, join=["gr"])
    assert may(m, "fr.c#1", "beirut") in ("draka.4.3", "draka.ap.ne.1")
    assert may(m, "br.c#1", "cairo") == "draka.ap.br.2"
    assert may(m, "ru.c#1", "erzerum") is None and may(m, "dr.jc#1", "sinai") is None
    assert may(m, "fr.c#1", "constantinople") is None  # on both maps


@pytest.mark.rule("draka.4.4", "draka.4.5", "draka.4.7")
def test_janissaries_and_the_sd_corps_stay_in_the_zone():
    m = front(units={"dr.jc#1": "odessa", "dr.sd": "athens", "dr.cfc#1": "london"}, join=["gr", "ro", "bu"])
    for space in ("london", "paris", "brussels", "berlin", "rome", "vienna", "warsaw"):
        assert may(m, "dr.jc#1", space) == "draka.4.5"
        assert may(m, "dr.sd", space) == "draka.4.7"
        assert may(m, "dr.cfc#1", space) is None
    for space in ("kiev", "budapest", "sarajevo", "sofia", "lemberg", "constantinople", "baghdad"):
        assert may(m, "dr.jc#1", space) is None


@pytest.mark.rule("draka.4.6")
def test_citizens_outside_the_zone():
    four = {"dr.cf1": "paris", "dr.cfc#1": "orleans", "dr.cfc#2": "orleans", "dr.cfc#3": "tours", "dr.cmc": "ploesti"}
    m = front(units={**four, "dr.cfc#4": "reserve"})
    g = m.g
    with refused("draka.4.6"):
        sr(m)
        choose(m, "dr.cfc#4", "paris")
    assert g.hooks.no_stop(g, [g.U["dr.cmc"]]) >> g.S["vienna"] & 1  # the CMC counts as a corps
    m = front(units={k: v for k, v in four.items() if k != "dr.cf1"} | {"dr.cfc#4": "reserve"})
    sr(m)
    m.choose("dr.cfc#4")
    assert "tours" in offered(m)  # four corps without an army


@pytest.mark.rule("draka.ap.gr.3", "draka.22.3")
@pytest.mark.parametrize(("home", "unit", "target"), [("larisa", "us.c#1", "athens"), ("athens", "gr.hvc", "larisa")])
def test_the_volunteers_are_draka_to_the_americans(home, unit, target):
    """Greek and Draka by nationality: they do not stack with Americans by choice; Greeks do."""
    units = {"us.c#1": "larisa", "gr.hvc": "athens", "gr.c#1": "florina"}
    m = front({"ap": ["ap.02"]}, turn=12, level={"cp": 2, "ap": 2}, join=["gr", "us"], units=units)
    activate(m, **{home: "move"})
    m.choose(("unit", unit))
    with refused("draka.22.3"):
        choose(m, ("to", target), ("stop", ""))
    greeks = front({"ap": ["ap.02"]}, turn=12, level={"cp": 2, "ap": 2}, join=["gr", "us"], units={"us.c#1": "larisa", "gr.c#1": "florina"})
    activate(greeks, larisa="move")
    choose(greeks, ("unit", "us.c#1"), ("to", "florina"), ("stop", ""))
    assert where(greeks, "us.c#1") == "florina"


@pytest.mark.rule("draka.ap.gr.3", "draka.22.5")
@pytest.mark.parametrize(("die", "lost"), [(5, False), (6, True)])
def test_volunteers_who_fall_back_on_americans_may_come_to_blows(die, lost):
    units = {"us.c#1": "athens", "gr.hvc": "larisa", "ge.c#1": "florina", "ge.c#2": "sofia"}
    held = dict.fromkeys(("florina", "monastir", "skopje", "nis", "sofia", "strumitsa"), "cp")
    m = front(active="cp", turn=12, level={"cp": 2, "ap": 2}, join=["gr", "us", "bu"], units=units, control=held)
    activate(m, florina="attack")
    attack(m, "larisa", "ge.c#1", dice=(5, 1, die))
    assert said(m, "draka.22.5")
    assert (where(m, "gr.hvc") == "eliminated") is lost


@pytest.mark.rule("draka.4.9", "draka.22.3")
def test_draka_and_americans_do_not_stack_by_choice():
    m = front(units={"us.c#1": "paris", "dr.cfc#1": "melun"}, join=["us"])
    activate(m, melun="move")
    m.choose(("unit", "dr.cfc#1"))
    m.choose(("to", "paris"))  # on the way it may pass
    with refused("draka.22.3"):
        m.choose(("stop", ""))


# ------------------------------------------------------------------ 5: Limited War of the Central Powers


def at_limited_war(**patch):
    return draka(keep=True, phase="status", turn=2, ws={"cp": 4, "ap": 0}, hands={"cp": [], "ap": []}, **patch)


@pytest.mark.rule("draka.5.1", "draka.5.2")
def test_the_asia_korps_may_come_at_once():
    m = at_limited_war()
    assert m.decision.rule == "draka.5.1"
    spots = set(offered(m)) - {"pass"}
    assert {"constantinople", "ankara", "baghdad"} <= spots and "sinai" not in spots and "konya" not in spots
    m.choose("baghdad")
    g = m.g
    assert where(m, "ge.asia") == "baghdad" and g.factors(g.U["ge.asia"]) == (1, 1, 4)
    assert in_supply(g, g.U["ge.asia"])
    assert g.hooks.activation_cost(g, g.S["baghdad"], "move") == 1  # Turkish among Turks
    assert may_replace(g, g.U["ge.asia"]).rule == "pog.17.1.7"
    m = at_limited_war()
    m.choose("pass")
    assert where(m, "ge.asia") == "unborn"


@pytest.mark.rule("draka.5.3", "draka.5.4")
def test_the_grenadier_guards_arrive_and_dig():
    m = at_limited_war()
    m.choose("pass")
    assert m.decision.rule == "draka.5.3"
    assert {"vienna", "budapest", "przemysl"} <= set(offered(m)) and "belgrade" not in offered(m)
    m.choose("vienna")
    assert where(m, "ah.gg") == "vienna" and m.g.factors(m.g.U["ah.gg"]) == (1, 2, 3)
    m = front({"cp": ["cp.12"]}, "cp", units={"ah.gg": "cracow"}, events=["cp.06"], trenches={"cracow": 0})
    activate(m, cracow="move")
    with m.forced(2):
        choose(m, ("entrench", "ah.gg"))
        finish_action(m)
    assert m.g.trench(m.g.S["cracow"], "cp") == 1


@pytest.mark.rule("draka.5.5")
def test_the_panzer_korps_comes_three_turns_later():
    m = at_limited_war()
    assert m.g.state.due["ge.pz"] == 5
    m = draka(keep=True, phase="replacements", turn=4, due={"ge.pz": 5}, hands={"cp": [], "ap": []})
    assert where(m, "ge.pz") == "unborn"
    m = draka(keep=True, phase="replacements", turn=5, due={"ge.pz": 5}, hands={"cp": [], "ap": []})
    assert set(offered(m)) == {"essen", "metz"}
    m.choose("essen")
    assert where(m, "ge.pz") == "essen"


@pytest.mark.rule("draka.5.6")
def test_a_panzer_attack_ignores_trench_shifts():
    units = {
        "ge.pz": "sedan",
        "ge.a1": "sedan",
        "ge.a2": "sedan",
        "fr.a1": "cambrai",
        "ge.c#1": "brussels",
        "ge.a3": "brussels",
    }
    m = front(
        {"cp": ["cp.12"]}, "cp", units=units, control={"sedan": "cp", "brussels": "cp", "liege": "cp"}, trenches={"cambrai": 2}
    )
    assert shift(m, ["ge.pz", "ge.a1"], "cambrai") == 0 and shift(m, ["ge.pz"], "cambrai", defender=True) == 0
    assert shift(m, ["ge.a1"], "cambrai") == -2
    fight = fight_of(m, ["ge.pz", "ge.a3"], "cambrai")
    assert m.g.hooks.flank_allowed(m.g, fight).rule == "pog.tec.6"


@pytest.mark.rule("draka.5.7")
def test_the_panzer_korps_takes_the_first_loss():
    units = {"ge.pz": "sedan", "ge.a1": "sedan", "fr.a1": "cambrai", "fr.a2": "cambrai", "fr.a3": "cambrai"}
    m = front({"cp": ["cp.12"]}, "cp", units=units, control={"sedan": "cp"}, trenches={"cambrai": 0})
    activate(m, sedan="attack")
    attack(m, "cambrai", "ge.pz", "ge.a1", dice=(1, 3))
    finish_action(m)
    assert reduced(m, "ge.pz")
    g = m.g
    assert g.hooks.first_loss(g, [g.U["ge.a1"], g.U["ge.pz"]], 4) == [g.U["ge.pz"]]


@pytest.mark.rule("draka.5.8")
def test_the_panzer_korps_is_never_flanked():
    units = {"ge.pz": "cambrai", "fr.a1": "amiens", "fr.a2": "chateau_thierry"}
    m = front(units=units, control={"cambrai": "cp"}, trenches={"cambrai": 0})
    assert m.g.hooks.flank_allowed(m.g, fight_of(m, ["fr.a1", "fr.a2"], "cambrai")).rule == "draka.5.8"
    m.g.put(m.g.U["ge.pz"], -2)
    m.g.put(m.g.U["ge.c#1"], m.g.S["cambrai"])
    assert m.g.hooks.flank_allowed(m.g, fight_of(m, ["fr.a1", "fr.a2"], "cambrai")) is None


@pytest.mark.rule("draka.5.9", "draka.5.10")
def test_the_panzer_korps_is_rebuilt_on_the_map():
    m = draka(phase="replacements", units={"ge.pz": "eliminated"}, rp={"ge": 4}, turn=6, hands={"cp": [], "ap": []})
    m.choose("ge.pz")
    assert set(offered(m)) == {"essen", "metz"}
    m.choose("metz")
    assert where(m, "ge.pz") == "metz" and reduced(m, "ge.pz")
    m.choose("ge.pz")
    assert not reduced(m, "ge.pz")
    m = front({"cp": ["cp.12"]}, "cp", units={"ge.pz": "metz"})
    m.choose(("sr", "cp.12"))
    assert may_redeploy(m.g, ("ge.pz", "reserve")).rule == "draka.5.10"
    assert -1 not in destinations(m.g, m.g.U["ge.pz"])


@pytest.mark.rule("draka.4.9")
def test_americans_are_not_placed_on_top_of_draka():
    m = front({"ap": ["ap.40"]}, units={"dr.cfc#1": "london"}, join=["us"], turn=14, level={"cp": 2, "ap": 2},
              events=["ap.54", "ap.55", "ap.38"])  # fmt: skip
    m.choose(("event", "ap.40"))
    assert m.decision.name == Ask.REPUBLICAN_GUARD and "london" not in offered(m)
    with refused("draka.card.ap.40.b"):
        m.choose("london")


@pytest.mark.rule("draka.4.2")
def test_two_bulgarian_corps_and_no_third_go_to_asia_as_one_stack():
    units = {"bu.c#1": "bursa", "bu.c#2": "bursa", "bu.c#3": "bursa"}
    m = front({"cp": ["cp.12"]}, active="cp", units=units, join=["bu"], turn=8)
    activate(m, bursa="move")
    asia = [m.g.board.ids[s] for s in range(m.g.board.size) if m.g.board.asia >> s & 1]
    m.choose(("stack", "bursa"))
    assert not [v for v in offered(m) if v[0] == "to" and v[1] in asia]
    m.choose(("drop", "bu.c#3"))
    assert [v for v in offered(m) if v[0] == "to" and v[1] in asia]  # two may


@pytest.mark.rule("draka.24.2")
def test_the_bashi_bazouks_go_to_constantinople():
    m = front({"cp": ["cp.12"]}, active="cp", units={"al.bb": "adrianople"}, turn=12)
    activate(m, adrianople="move")
    m.choose(("unit", "al.bb"))
    assert ("to", "constantinople") in offered(m)
    choose(m, ("to", "constantinople"), ("to", "bursa"))
    with refused("draka.24.2", "Balkans"):
        m.choose(("to", "eskidor"))


@pytest.mark.rule("draka.2.3")
def test_one_die_once_a_turn_through_turn_16():
    m = front({"ap": ["ap.01"], "cp": []}, turn=16, units={"dr.cf1": "cairo"})
    with m.forced(5):
        m.choose(("die ops", ""))
    assert m.g.state.action.points == 5
    while m.g.state.active == "ap" and m.g.state.action.kind:
        m.choose("done")
    m.choose(("auto", ""))
    while m.g.state.active == "cp":
        m.choose("done" if "done" in offered(m) else offered(m)[0])
    with refused("draka.2.3"):
        m.choose(("die sr", ""))


@pytest.mark.rule("draka.2.4")
@pytest.mark.parametrize(("dice", "points"), [((1, 1), 1), ((5, 6), 5), ((6, 6), 6), ((1, 2), 1)])
def test_two_dice_from_turn_17_and_half_of_them_rounded_down(dice, points):
    m = front({"ap": ["ap.01"], "cp": []}, turn=17, units={"dr.cf1": "cairo"}, die_used=["ap"])
    with m.forced(*dice):
        m.choose(("die ops", ""))
    assert m.g.state.action.points == points
    assert said(m, "draka.2.4")[-1].startswith(f"The Allied Powers have {points} point")


QUIET = {"offensive": {"cp": "none", "ap": "none"}}


@pytest.mark.rule("draka.2.1")
@pytest.mark.parametrize(("level", "cards"), [(0, 7), (1, 8), (2, 8)])
def test_hands_of_eight_from_limited_war(level, cards):
    m = front(EMPTY, round=7, turn=3, units={}, level={"cp": level, "ap": 0}, **QUIET)
    finish_turn(m)
    assert m.g.state.hand["cp"].bit_count() == cards and m.g.state.hand["ap"].bit_count() == 7


@pytest.mark.rule("draka.4.6")
def test_a_second_citizen_army_stays_in_the_zone_however_few_corps_are_abroad():
    for abroad, fit in (("marseilles", False), ("cairo", True)):
        m = front(units={"dr.cf1": abroad, "dr.cf2": "alexandria"}, turn=6, level={"cp": 1, "ap": 1})
        sr(m)
        m.choose("dr.cf2")
        assert ("bordeaux" in offered(m)) is fit
        if not fit:
            with refused("draka.4.6", says="One CF army"):
                m.choose("bordeaux")
