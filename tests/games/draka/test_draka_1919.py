"""Chapter 21: the events of 1919, rolled for at the start of turns 20 to 22, and the Draka Nightmare."""

from __future__ import annotations

import pytest
from draka_situations import activate, attack, choose, draka, finish_action, finish_turn, front, holder, reduced, said, where

from great_war import offered
from grognard.games.draka.asks import Ask
from grognard.games.pog.asks import Ask as PogAsk

REACHED = {"cp 1": 3, "ap 1": 3, "cp 2": 9, "ap 2": 9}
LATE = {"level": {"cp": 2, "ap": 2}, "reached": REACHED}
Y19 = {"turn": 21, **LATE}
PANZER, COLONIES, FATHERLAND, WEARY, NIGHTMARE = range(1, 6)
PLAN, NAVY, AMERICANS, ROMANIA, CRASH = range(1, 6)


def dawn(*dice, turn=21, ours=True, offensives=(6, 6), **patch):
    """The turn begins: two rolls for offensives, then these."""
    patch = {"join": ["tu"], "units": {"ge.a1": "essen"}, **LATE, **patch}
    m = draka(
        options={"events_1919": ours},
        phase="cards",
        step="discard ap",
        turn=turn - 1,
        hands={"cp": ["cp.12"], "ap": ["ap.01"]},
        **patch,
    )
    m.choose("done")
    with m.forced(*offensives, *dice):
        m.choose("done")
    return m


def happened(match):
    return match.g.state.happened


@pytest.mark.rule("draka.21.1")
def test_each_side_rolls_from_turn_20_on():
    assert happened(dawn(FATHERLAND, NAVY, 4, turn=20)) == ["fatherland_rallies", "naval_ops"]
    assert happened(dawn(turn=19)) == []


@pytest.mark.rule("draka.21.1")
def test_a_six_and_what_has_happened_are_rolled_again():
    m = dawn(6, FATHERLAND, COLONIES, 6, 6, CRASH, happened=["fatherland_rallies"], events=["ap.55"])
    assert happened(m) == ["fatherland_rallies", "british_colonial_problems", "crash_of_empires"]


@pytest.mark.rule("draka.21.1", "draka.21.cp.e1")
def test_without_the_switch_only_the_printed_event_does_anything():
    """The Central Powers roll, because the Nightmare is printed; the text of all Allied events is lost."""
    m = dawn(FATHERLAND, ours=False)
    assert happened(m) == ["fatherland_rallies"] and "fatherland" not in m.g.state.this_turn
    assert m.decision.name == PogAsk.ACTION
    m = dawn(NIGHTMARE, ours=False, happened=["fatherland_rallies"], vp=10)
    assert m.g.state.nightmare == 21 and m.g.state.vp == 13  # 2, and Libya


@pytest.mark.rule("draka.21.ap.a")
@pytest.mark.parametrize(("start", "target", "fit"), [("nice", "turin", True), ("nancy", "metz", False)])
def test_plan_1919_cancels_trenches_on_clear_ground_of_the_west(start, target, fit):
    """Metz is forest."""
    m = front(units={"br.a1": start, "it.a2": target}, happened=["plan_1919"], trenches={target: 2}, **Y19)
    activate(m, **{start: "attack"})
    attack(m, target, "br.a1", dice=(1, 1), say={"draka.21.ap.a": "cancel"})
    assert bool(said(m, "draka.21.ap.a")) is fit


@pytest.mark.rule("draka.21.ap.b")
@pytest.mark.parametrize(("die", "vp"), [(3, 10), (4, 9)])
def test_the_naval_air_attack_on_the_jade(die, vp):
    assert dawn(FATHERLAND, NAVY, die, vp=10).g.state.vp == vp


@pytest.mark.rule("draka.21.ap.e")
def test_crash_of_empires():
    assert dawn(FATHERLAND, CRASH, vp=11).g.state.vp == 11
    assert dawn(FATHERLAND, CRASH, vp=10).g.state.vp == 9
    all_three = {
        "draka": ["constantinople", "ankara"],
        "control": {"vienna": "ap"},
        "forts_fallen": ["constantinople", "ankara"],
    }
    assert dawn(FATHERLAND, CRASH, vp=11, **all_three).g.state.vp == 8


@pytest.mark.rule("draka.21.ap.c")
def test_additional_us_forces_are_two_points_at_once():
    units = {"us.a1": "paris reduced", "us.c#1": "paris reduced", "us.c#2": "paris reduced", "us.a2": "paris reduced"}
    m = dawn(FATHERLAND, AMERICANS, units={**units, "us.a2": "calais reduced"}, join=["tu", "us"])
    choose(m, "us.a1", "us.c#1", "us.c#2")
    assert m.decision.name == PogAsk.ACTION  # all is spent
    assert not reduced(m, "us.a1") and not reduced(m, "us.c#2") and reduced(m, "us.a2")


@pytest.mark.rule("draka.21.ap.d")
def test_romania_comes_back_but_not_to_a_bucharest_of_the_draka():
    units = {"ro.c#1": "eliminated", "ro.c#2": "eliminated", "ro.c#3": "eliminated"}
    m = dawn(FATHERLAND, ROMANIA, units=units, join=["tu", "ro"])
    choose(m, "bucharest", "jassy")
    assert where(m, "ro.c#1") == "bucharest" and where(m, "ro.c#2") == "jassy" and not reduced(m, "ro.c#1")
    assert where(m, "ro.c#3") == "eliminated"
    m = dawn(FATHERLAND, ROMANIA, units=units, join=["tu", "ro"], draka=["bucharest"])
    assert "romanian_re_entry" not in happened(m)


@pytest.mark.rule("draka.21.cp.a")
def test_the_second_panzer_korps_ignores_all_trench_effects():
    m = dawn(PANZER, units={"fr.a1": "nancy", "ge.a1": "metz"}, trenches={"nancy": 2}, forts_fallen=["nancy"])
    assert m.decision.name == Ask.PANZER_KORPS and offered(m) == ["essen", "metz"]
    m.choose("metz")
    assert where(m, "ge.pz2") == "metz"
    m = front(active="cp", units={"ge.pz2": "metz", "ge.a1": "metz", "fr.a1": "nancy"}, trenches={"nancy": 2},
              forts_fallen=["nancy"], **Y19)  # fmt: skip
    activate(m, metz="attack")
    attack(m, "nancy", "ge.pz2", "ge.a1", dice=(2, 1))  # no column is shifted
    assert "inflicts 4, the defender 1" in said(m, "pog.12.2.11")[-1]
    assert m.decision.name != PogAsk.STAND  # no trench to stand in


@pytest.mark.rule("draka.21.cp.b", "draka.21.cp.c")
def test_colonies_and_the_fatherland():
    assert happened(dawn(COLONIES, NAVY, 1)) == ["naval_ops"]  # neither Over There nor Central Asia
    m = dawn(COLONIES, NAVY, 1, events=["ap.55"], units={"br.c#1": "london reduced", "ge.a1": "essen"})
    m.g.state.rp["br"] = 5
    finish_turn(m, "replacements")
    assert m.g.state.rp["br"] == 1  # 2 RP of 2 1/2
    m = dawn(FATHERLAND, NAVY, 1, units={"ge.a1": "essen reduced", "br.c#1": "london"})
    finish_turn(m, "replacements")
    assert m.g.state.rp["ge"] == 4


@pytest.mark.rule("draka.21.cp.d")
def test_british_war_weariness():
    assert dawn(WEARY, 3, NAVY, 1, vp=10).g.state.vp == 10
    assert dawn(WEARY, 5, NAVY, 1, vp=10).g.state.vp == 11
    m = dawn(WEARY, 4, NAVY, 1, vp=10, units={"dr.jc#1": "sinai", "tu.c#1": "gaza", "ge.a1": "essen"}, draka=["sinai"],
             offensives=(6, 4), trenches={"gaza": 0})  # fmt: skip
    assert m.g.state.offensive["ap"] == "dr" and m.g.state.owed == {"br": False}  # the Draka owe one anyway
    m = dawn(WEARY, 4, NAVY, 1, vp=10, units={"dr.simba": "baghdad", "tu.c#1": "kirkuk", "ge.a1": "essen", "dr.jc#1": "basra"},
             draka=["baghdad", "kut", "qurna"])  # fmt: skip
    assert m.g.state.owed == {"dr": False, "br": False}
    m.choose(("auto", ""))
    while m.decision.seat != "ap" or m.decision.name != PogAsk.ACTION:
        m.choose("done")
    choose(m, ("auto", ""), ("attack", "baghdad"))
    attack(m, "kirkuk", "dr.simba", dice=(1, 1))
    finish_action(m)
    assert m.g.state.owed == {"dr": True, "br": False}
    vp = m.g.state.vp
    finish_turn(m, "replacements")
    assert m.g.state.vp == vp + 2  # Britain's, and the Russian offensive that was rolled


# ------------------------------------------------------------------ the Nightmare


def rising(turn=21, **patch):
    units = {"dr.simba": "cairo", "dr.rhino": "beersheba", "dr.tantor": "cairo", "dr.jc#1": "reserve", "dr.jc#2": "cairo",
             "dr.jc#3": "libya", "dr.cfc#1": "reserve", "dr.cf1": "alexandria", "tu.c#1": "eliminated", "tu.c#2": "eliminated",
             "tu.c#3": "eliminated", "tu.sn": "eliminated"}  # fmt: skip
    patch = {"units": units, "vp": 10, "draka": ["beersheba"], "forts_fallen": ["beersheba"], **patch}
    return dawn(NIGHTMARE, turn=turn, ours=False, offensives=(6, 4), **patch)


def through(match, **first):
    """Every question of the Nightmare, with these answers by name or the first one; what was asked of whom."""
    asked = []
    while match.decision.name != PogAsk.ACTION:
        asked.append((str(match.decision.name), match.decision.seat))
        answer = first.get(str(match.decision.name).replace(" ", "_"))
        match.choose(answer if answer in offered(match) else offered(match)[0])
    return asked


@pytest.mark.rule("draka.21.cp.e1")
def test_no_nightmare_on_turn_20():
    m = rising(turn=20)
    assert happened(m) == [] and m.decision.name == PogAsk.ACTION and m.g.state.vp == 10
    m = rising(turn=22)
    assert m.g.state.nightmare == 22


@pytest.mark.rule("draka.21.cp.e1", "draka.21.cp.e2", "draka.21.cp.e3", "draka.21.cp.e4", "draka.21.cp.e5", "draka.21.cp.e6")
@pytest.mark.rule("draka.21.cp.e7", "draka.21.cp.e8", "draka.21.cp.e11")
def test_the_draka_nightmare():
    m = rising()
    status = m.g.state.ws["cp"]
    asked = through(m, nightmare_army="dr.rhino", nightmare_rising="kayseri")
    g = m.g
    assert (
        asked.count(("nightmare army", "cp")) == 2
        and ("nightmare corps", "cp") in asked
        and ("nightmare rising", "cp") in asked
    )
    assert ("driven out", "ap") in asked
    assert status == 1 and said(m, "draka.21.cp.e1")
    assert [reduced(m, u) for u in ("dr.simba", "dr.rhino", "dr.tantor")].count(True) == 2 and reduced(m, "dr.rhino")
    gone = [u for u in ("dr.jc#1", "dr.jc#2", "dr.jc#3", "dr.cfc#1") if where(m, u) == "gone"]
    assert len(gone) == 3 and "dr.cfc#1" in gone
    assert where(m, "tu.sn") == "libya" and holder(m, "libya") == "cp" and where(m, "tu.ana") == "arabia"
    assert {where(m, f"tu.c#{n}") for n in (1, 2, 3)} == {"medina", "kharput", "kayseri"}
    assert where(m, "cp.commune") == "alexandria" and where(m, "dr.cf1") != "alexandria"
    assert holder(m, "alexandria") == "draka"
    assert g.state.offensive["ap"] == "none"  # the one that was rolled this turn


@pytest.mark.rule("draka.21.cp.e9", "draka.21.cp.e11")
def test_after_the_nightmare_the_draka_have_neither_points_nor_offensives():
    m = front({"ap": ["ap.01"]}, units={"dr.simba": "cairo reduced"}, nightmare=21, **{**Y19, "turn": 22})
    m.choose(("rp", "ap.01"))
    assert not m.g.state.rp.get("dr_j") and m.g.state.rp.get("br")
    m = dawn(FATHERLAND, turn=22, ours=False, offensives=(6, 4), nightmare=21, happened=["draka_nightmare"])
    assert m.g.state.offensive["ap"] == "none"


@pytest.mark.rule("draka.21.cp.e8")
@pytest.mark.parametrize(("nightmare", "fit"), [(0, False), (21, True)])
def test_kharput_alone_supplies_the_turks_after_the_nightmare(nightmare, fit):
    held = dict.fromkeys(("constantinople", "ankara", "baghdad", "mosul", "medina", "sofia", "erzerum"), "ap")
    m = front(active="cp", units={"tu.c#1": "sivas"}, control=held, forts_fallen=["ankara", "erzerum", "constantinople"],
              nightmare=nightmare, **Y19)  # fmt: skip
    m.choose(("ops", "cp.12"))
    assert (("move", "sivas") in offered(m)) is fit


@pytest.mark.rule("draka.21.cp.e10")
def test_retaking_alexandria_counts_once():
    units = {"dr.cf1": "cairo", "dr.cf2": "cairo", "cp.commune": "alexandria reduced"}
    m = front({"ap": ["ap.01", "ap.02"]}, units=units, nightmare=21, vp=10, happened=["draka_nightmare"], **Y19)
    m.choose(("ops", "ap.01"))
    m.choose(("attack", "cairo"))
    if m.decision.name == PogAsk.ACTIVATE:
        m.choose("done")
    attack(m, "alexandria", "dr.cf1", "dr.cf2", dice=(6, 1))
    while m.decision.name == PogAsk.LOSS:
        m.choose(offered(m)[0])
    assert where(m, "cp.commune") == "eliminated" and m.g.state.vp == 10
    choose(m, "dr.cf1")
    assert m.g.state.vp == 9
    finish_action(m)
    assert m.g.state.vp == 9


@pytest.mark.rule("draka.21.cp.e4", "draka.21.cp.e6")
def test_who_rises_in_the_nightmare_is_at_full_strength():
    m = rising()
    through(m)
    assert not any(reduced(m, u) for u in ("tu.sn", "tu.ana", "tu.c#1", "tu.c#2", "tu.c#3"))


@pytest.mark.rule("draka.21.cp.e6", "draka.21.cp.e7")
def test_without_eliminated_turks_nobody_rises_in_medina_or_anatolia():
    units = {"dr.simba": "cairo", "dr.cf1": "alexandria", "ru.c#1": "kharput", "tu.c#1": "ankara", "tu.sn": "eliminated"}
    m = rising(units=units)
    through(m)
    assert not [u for u in m.g.stack[m.g.S["medina"]] if m.g.units.army[u]] and where(m, "tu.c#1") == "ankara"
    assert where(m, "ru.c#1") == "kharput" and where(m, "tu.sn") == "libya"


@pytest.mark.rule("draka.21.cp.e6")
def test_where_russians_stand_no_turkish_corps_rises():
    units = {"dr.simba": "cairo", "dr.cf1": "alexandria", "ru.c#1": "kharput", "tu.c#1": "eliminated", "tu.c#2": "eliminated"}
    m = rising(units=units)
    through(m)
    assert where(m, "ru.c#1") == "kharput" and "kharput" not in (where(m, "tu.c#1"), where(m, "tu.c#2"))


@pytest.mark.rule("draka.21.cp.b")
def test_central_asia_gives_the_colonies_problems_as_well():
    assert "british_colonial_problems" in happened(dawn(COLONIES, NAVY, 1, events={"ap.49": 14}))


@pytest.mark.rule("draka.21.ap.d")
def test_a_romanian_corps_on_the_map_stays_where_it_is():
    m = dawn(FATHERLAND, ROMANIA, units={"ro.c#1": "barlad", "ro.c#2": "eliminated"}, join=["tu", "ro"])
    m.choose("jassy")
    assert where(m, "ro.c#1") == "barlad" and where(m, "ro.c#2") == "jassy"


@pytest.mark.rule("draka.21.cp.e5", "pog.11.2.6")
@pytest.mark.parametrize(("level", "left"), [(1, 0), (2, 1)])
def test_the_commune_takes_the_trench_of_alexandria_though_not_the_space(level, left):
    m = rising(trenches={"alexandria": f"ap {level}"})
    through(m)
    space = m.g.S["alexandria"]
    assert (m.g.trench(space, "ap"), m.g.trench(space, "cp")) == (0, left) and holder(m, "alexandria") == "draka"
