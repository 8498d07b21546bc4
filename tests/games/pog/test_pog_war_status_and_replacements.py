"""Chapters 5, 16, 17: victory, war status, the tracks, peace, reinforcements, replacements."""

from __future__ import annotations

import pytest
from pog_situations import choose, finish_action, finish_turn, front, holder, pog, reduced, refused, said, where

from great_war import offered
from grognard.games.pog.manpower.reinforcements import places_for
from grognard.games.pog.manpower.replacements import army_spaces, may_replace
from grognard.games.pog.war.victory import judge


def status(turn=3, **patch):
    """A match that stands before the War Status Phase, and runs through it."""
    return pog(keep=True, phase="status", turn=turn, hands={"cp": [], "ap": []}, **patch)


# ------------------------------------------------------------------ 5: victory


@pytest.mark.rule("pog.5.2.1", "pog.6.e2", "pog.5.1.2")
def test_automatic_cp_victory_after_the_vp_of_the_turn():
    m = status(turn=4, vp=21, events=["ap.02"])  # winter: the Blockade takes it to 20
    assert m.result.winner == "cp" and m.result.rule == "pog.5.2.1" and m.g.state.vp == 20
    m = status(turn=4, vp=20, events=["ap.02"])
    assert m.result is None


@pytest.mark.rule("pog.5.2.2")
def test_automatic_allied_victory():
    m = status(vp=0)
    assert m.result.winner == "ap" and m.result.rule == "pog.5.2.2"


@pytest.mark.rule("pog.5.1.2")
def test_vp_may_leave_the_track_during_a_turn():
    m = front({"cp": ["cp.09"]}, units={"ge.a4": "metz"}, vp=20)
    m.choose(("event", "cp.09"))
    assert m.g.state.vp == 21 and m.result is None


@pytest.mark.rule("pog.5.5.2.1", "pog.5.5.2.2", "pog.5.1.1")
def test_the_bands_of_the_campaign():
    m = front(units={})
    results = []
    for vp in (9, 10, 12, 13):
        m.g.state.vp = vp
        results.append(judge(m.g, "", True).winner)
    assert results == ["ap", None, None, "cp"]
    m = front(units={}, events=["cp.45"])
    results = []
    for vp in (9, 10, 11):
        m.g.state.vp = vp
        results.append(judge(m.g, "", True).winner)
    assert results == ["ap", None, "cp"]
    m = pog("learning", keep=True)
    m.g.state.vp = 11
    assert judge(m.g, "", True).rule == "pog.5.1.1" and judge(m.g, "", True).winner is None


@pytest.mark.rule("pog.5.5.1")
def test_the_campaign_ends_after_turn_20():
    m = pog(keep=True, phase="cards", step="drawn", turn=20, vp=15)
    assert m.result.winner == "cp" and said(m, "pog.5.5.1")


@pytest.mark.rule("pog.5.3")
def test_the_introductory_scenario():
    m = pog("introductory", keep=True, phase="status", turn=3, ws={"cp": 9, "ap": 9}, hands={"cp": [], "ap": []})
    assert m.g.state.level == {"cp": 0, "ap": 0}  # commitment never rises
    finish_turn(m)
    assert m.result is not None and m.result.rule == "pog.5.3"
    m = pog("introductory", keep=True, hands={"cp": ["cp.08"], "ap": []}, vp=11)
    assert m.why_not(("peace", "")).rule == "pog.5.3"
    m.choose(("event", "cp.08"))
    assert m.g.state.vp == 12
    for vp, winner in ((14, "cp"), (13, None), (10, "ap")):
        m.g.state.vp = vp
        assert judge(m.g, "", True).winner == winner


@pytest.mark.rule("pog.5.4")
def test_the_limited_war_scenario_ends_at_total_war():
    m = pog("limited-war", keep=True, phase="status", turn=6, ws={"cp": 11, "ap": 4}, level={"cp": 1, "ap": 0}, vp=17)
    assert m.result.winner == "cp" and m.result.rule == "pog.5.4"
    assert m.g.static.last_turn == 10
    m = pog("limited-war", keep=True)
    for vp, winner in ((17, "cp"), (16, None), (12, "ap")):
        m.g.state.vp = vp
        assert judge(m.g, "", True).winner == winner


@pytest.mark.rule("pog.5.6.1")
def test_a_bid_shifts_the_final_level_only():
    m = front(units={}, options={"bid": 3}, vp=14)
    assert judge(m.g, "", True).winner is None  # 14 - 3 = 11
    m = pog(keep=True, phase="status", turn=3, vp=20, options={"bid": 3}, hands={"cp": [], "ap": []})
    assert m.result.winner == "cp"  # automatic victory is not shifted


@pytest.mark.rule("pog.5.6.2")
def test_tournament_draws():
    m = front(units={}, options={"tournament": True}, vp=11)
    assert judge(m.g, "", True).winner == "ap"
    m = front(active="cp", units={"ge.a4": "metz"}, options={"tournament": True}, vp=12)
    choose(m, ("peace", ""), "accept")
    assert m.result.winner is None and m.result.scores == {"cp": 0.0, "ap": 0.0}


# ------------------------------------------------------------------ 16: war status


@pytest.mark.rule("pog.6.e4", "pog.16.1.2", "pog.16.1.3.a", "pog.16.1.3.1", "pog.9.5.2.3", "pog.11.1.13")
def test_limited_war_from_turn_2_and_turkey_joins():
    m = status(turn=1, ws={"cp": 5, "ap": 0})
    assert m.g.state.level["cp"] == 0
    m = status(turn=2, ws={"cp": 5, "ap": 0})
    assert m.g.state.level["cp"] == 1
    assert "tu" in m.g.state.at_war and where(m, "tu.c#1") == "adrianople"
    assert not m.g.state.entered  # no neutral entry event
    assert holder(m, "kermanshah") == "cp" and holder(m, "ahwaz") == "ap"
    m = status(turn=3, ws={"cp": 3, "ap": 4})
    assert m.g.state.level == {"cp": 0, "ap": 1} and "tu" not in m.g.state.at_war


@pytest.mark.rule("pog.16.1.4", "pog.16.1.3.b")
def test_total_war_and_both_steps_at_once():
    m = status(ws={"cp": 11, "ap": 10}, level={"cp": 1, "ap": 1})
    assert m.g.state.level == {"cp": 2, "ap": 1}
    m = status(ws={"cp": 0, "ap": 11})
    assert m.g.state.level["ap"] == 2


@pytest.mark.rule("pog.16.1.6")
def test_war_status_still_counts_after_total_war():
    m = front({"cp": ["cp.54"]}, level={"cp": 2, "ap": 0}, ws={"cp": 20, "ap": 5}, units={"ge.a4": "metz"})
    m.choose(("event", "cp.54"))
    assert m.g.combined == 27


@pytest.mark.rule("pog.16.2.1", "pog.6.e3")
def test_the_armistice():
    m = status(turn=15, ws={"cp": 22, "ap": 18}, vp=14)
    assert m.result.winner == "cp" and "Armistice" in m.result.text
    m = status(turn=15, ws={"cp": 21, "ap": 18}, vp=14, level={"cp": 2, "ap": 2}, join=["it"])
    assert m.result is None


@pytest.mark.rule("pog.16.2.2", "pog.16.3.2", "pog.16.3.3", "pog.card.ap.54")
def test_zimmermann_needs_thirty():
    m = front(
        {"ap": ["ap.54"]}, active="ap", level={"cp": 0, "ap": 2}, ws={"cp": 15, "ap": 14}, units={"fr.a1": "nancy"}, vp=10
    )
    with refused("pog.16.3.2", says="29"):
        m.choose(("event", "ap.54"))
    m = front(
        {"ap": ["ap.54"]}, active="ap", level={"cp": 0, "ap": 2}, ws={"cp": 16, "ap": 14}, units={"fr.a1": "nancy"}, vp=10
    )
    m.choose(("event", "ap.54"))
    assert m.g.at_war("us") and m.g.state.vp == 9 and m.g.state.ws["ap"] == 16 and not m.g.state.entered


@pytest.mark.rule("pog.16.3.4", "pog.card.ap.55", "pog.17.1.8", "pog.card.ap.38")
def test_over_there_on_a_later_turn_brings_the_americans():
    patch = {"active": "ap", "level": {"cp": 0, "ap": 2}, "units": {"fr.a1": "nancy"}, "turn": 12, "join": ["us"]}
    m = front({"ap": ["ap.55"]}, events={"ap.54": 12}, **patch)
    with refused("pog.16.3.4"):
        m.choose(("event", "ap.55"))
    m = front({"ap": ["ap.55", "ap.38", "ap.01"]}, events={"ap.54": 11}, **patch)
    with refused("pog.16.3.4"):
        m.choose(("event", "ap.38"))
    m.choose(("event", "ap.55"))
    m.choose(("auto", ""))
    finish_action(m)
    m.choose(("event", "ap.38"))
    assert where(m, "us.c#1") == "reserve"
    m.choose(("auto", ""))
    finish_action(m)
    m.choose(("rp", "ap.01"))
    assert m.g.state.rp["us"] == 2


@pytest.mark.rule("pog.16.3.5", "pog.card.ap.40")
def test_14_points():
    m = front({"ap": ["ap.40"]}, active="ap", level={"cp": 0, "ap": 2}, units={"fr.a1": "nancy"}, vp=12)
    with refused("pog.16.3.5"):
        m.choose(("event", "ap.40"))
    m = front(
        {"ap": ["ap.40"]},
        active="ap",
        level={"cp": 0, "ap": 2},
        units={"fr.a1": "nancy", "ge.a4": "metz"},
        vp=13,
        events=["ap.54"],
    )
    m.choose(("event", "ap.40"))
    assert m.g.state.vp == 12
    with refused("pog.card.ap.40"):
        m.choose(("peace", ""))


RUSSIA = {"warsaw": "cp", "lodz": "cp", "riga": "cp", "vilna": "cp"}


@pytest.mark.rule("pog.16.4.2", "pog.16.4.3")
def test_tsar_takes_command_needs_three_russian_vp_spaces():
    patch = {"level": {"cp": 1, "ap": 0}, "units": {"ge.a4": "metz"}}
    m = front({"cp": ["cp.28"]}, control={"warsaw": "cp", "lodz": "cp"}, **patch)
    assert m.g.russian_vp() == 2
    with refused("pog.16.4.3"):
        m.choose(("event", "cp.28"))
    m = front({"cp": ["cp.28"]}, control={"warsaw": "cp", "lodz": "cp", "baku": "cp"}, **patch)
    m.choose(("event", "cp.28"))
    assert m.g.played("cp.28") and m.g.state.ws["cp"] == 1


@pytest.mark.rule("pog.16.4.4", "pog.16.4.5.a", "pog.card.cp.52", "pog.card.cp.28")
def test_fall_of_the_tsar():
    patch = {"level": {"cp": 2, "ap": 0}, "units": {"ge.a4": "metz"}, "ws": {"cp": 15, "ap": 14}, "vp": 10}
    m = front({"cp": ["cp.52"]}, control=RUSSIA, **patch)
    with refused("pog.16.4.4"):
        m.choose(("event", "cp.52"))  # Tsar Takes Command first
    m = front({"cp": ["cp.52"]}, control={"warsaw": "cp", "lodz": "cp", "riga": "cp"}, events=["cp.28"], **patch)
    with refused("pog.16.4.4", says="32"):
        m.choose(("event", "cp.52"))
    m = front({"cp": ["cp.52"]}, control=RUSSIA, events=["cp.28"], **patch)
    m.choose(("event", "cp.52"))
    assert m.g.state.vp == 13 and m.g.state.tsar_fell_at == 4  # Romania is neutral
    m = front({"cp": ["cp.52"]}, control=RUSSIA, events=["cp.28"], join=["ro"], **patch)
    m.choose(("event", "cp.52"))
    assert m.g.state.vp == 11


@pytest.mark.rule("pog.16.4.5.b")
def test_russian_attacks_become_dear():
    m = front(
        active="ap",
        units={"ru.a1": "kovno", "ru.a2": "kovno", "ru.c#1": "kovno", "ro.c#1": "jassy", "ru.c#2": "jassy"},
        join=["ro"],
        events=["cp.52"],
    )
    cost = m.g.hooks.activation_cost
    assert cost(m.g, m.g.S["kovno"], "attack") == 3 and cost(m.g, m.g.S["kovno"], "move") == 1
    assert cost(m.g, m.g.S["jassy"], "attack") == 2


@pytest.mark.rule("pog.16.4.6", "pog.card.cp.53", "pog.7.1.11")
def test_the_revolution():
    patch = {"level": {"cp": 2, "ap": 0}, "units": {"ge.a4": "metz"}, "turn": 12, "tsar_fell_at": 4}
    m = front({"cp": ["cp.53"]}, control=RUSSIA, events={"cp.52": 12, "cp.28": 8}, **patch)
    with refused("pog.16.4.6", says="later turn"):
        m.choose(("event", "cp.53"))
    m = front({"cp": ["cp.53"]}, control=RUSSIA, events={"cp.52": 11, "cp.28": 8}, **patch)
    with refused("pog.16.4.6"):
        m.choose(("event", "cp.53"))
    m = front(
        {"cp": ["cp.53"]},
        control={**RUSSIA, "kiev": "cp"},
        events={"cp.52": 11, "cp.28": 8},
        offensive={"ap": "ru", "cp": "none"},
        **patch,
    )
    m.choose(("event", "cp.53"))
    assert m.g.played("cp.53") and m.g.state.offensive["ap"] == "none"
    every = dict.fromkeys(("riga", "minsk", "vilna", "warsaw", "lodz", "kiev", "odessa"), "cp")
    m = front({"cp": ["cp.53"]}, control=every, events={"cp.52": 11}, **{**patch, "tsar_fell_at": 8})
    assert m.why_not(("event", "cp.53")) is None  # all seven other than Baku


@pytest.mark.rule("pog.16.4.7")
def test_after_the_revolution_one_russian_rp_a_turn():
    m = pog(keep=True, phase="replacements", rp={"ru": 8}, events=["cp.53"], units={"ru.a1": "kovno reduced", "ru.a2": "lomza reduced"},
            hands={"cp": [], "ap": []})  # fmt: skip
    m.choose("ru.a1")
    assert m.decision.rule != "pog.17.1.1" or "ru.a2" not in offered(m)


@pytest.mark.rule("pog.16.4.8", "pog.16.4.9.a", "pog.16.4.9.b", "pog.card.cp.45")
def test_the_treaty_sends_russians_home_and_apart():
    units = {
        "ru.c#1": "belgrade",
        "ru.c#2": "bucharest",
        "ru.c#3": "galatz",
        "ro.c#1": "galatz",
        "ge.a4": "metz",
        "ru.c#4": "kiev",
    }
    m = front({"cp": ["cp.45"]}, level={"cp": 2, "ap": 0}, units=units, join=["ro"])
    with refused("pog.16.4.8"):
        m.choose(("event", "cp.45"))
    m = front({"cp": ["cp.45"]}, level={"cp": 2, "ap": 0}, units=units, join=["ro"], events=["cp.53"])
    m.choose(("event", "cp.45"))
    assert where(m, "ru.c#1") == "eliminated" and where(m, "ru.c#3") == "eliminated"
    assert where(m, "ru.c#2") == "bucharest" and where(m, "ro.c#1") == "galatz"
    enter = m.g.hooks.may_enter
    assert enter(m.g, m.g.U["ru.c#2"], m.g.S["galatz"]).rule == "pog.16.4.9.b"
    assert enter(m.g, m.g.U["ru.c#2"], m.g.S["nis"]).rule == "pog.16.4.9.a"
    assert enter(m.g, m.g.U["ro.c#1"], m.g.S["bucharest"]).rule == "pog.16.4.9.b"


@pytest.mark.rule("pog.16.4.9.c")
def test_no_fighting_with_russians_after_the_treaty_but_for_turks():
    from grognard.games.pog.combat.attacks import forbidden

    units = {"ru.a1": "kovno", "ge.a8": "insterberg", "tu.c#1": "erzerum", "ru.c#1": "kars"}
    m = front(units=units, events=["cp.45", "cp.53"], join=["tu"], ws={"cp": 9, "ap": 0})
    g = m.g
    assert forbidden(g, g.U["ru.a1"], g.S["insterberg"]).rule == "pog.16.4.9.c"
    assert forbidden(g, g.U["ge.a8"], g.S["kovno"]).rule == "pog.16.4.9.c"
    assert forbidden(g, g.U["tu.c#1"], g.S["kars"]) is None


# ------------------------------------------------------------------ 16.5: peace


@pytest.mark.rule("pog.16.5.1.1", "pog.16.5.1.2", "pog.16.5.2.a")
def test_who_may_offer_peace_and_acceptance():
    m = front(units={"ge.a4": "metz", "fr.a1": "nancy"}, vp=10)
    with refused("pog.16.5.1.1"):
        m.choose(("peace", ""))
    m = front(active="ap", units={"ge.a4": "metz", "fr.a1": "nancy"}, vp=10)
    with refused("pog.16.5.1.2"):
        m.choose(("peace", ""))
    m = front(units={"ge.a4": "metz", "fr.a1": "nancy"}, vp=11)
    m.choose(("peace", ""))
    assert m.decision.seat == "ap" and m.decision.rule == "pog.16.5.2.a"
    m.choose("accept")
    assert m.result.winner is None


@pytest.mark.rule("pog.16.5.2.b", "pog.16.5.3")
def test_a_refused_offer_is_rolled_for():
    for side, vp, status_, die, change in (
        ("cp", 12, 0, 3, 1),
        ("cp", 12, 22, 3, 0),
        ("cp", 12, 22, 2, 1),
        ("ap", 8, 0, 6, 1),
        ("ap", 8, 0, 1, -1),
    ):
        m = front(active=side, units={"ge.a4": "metz", "fr.a1": "nancy"}, vp=vp, ws={"cp": status_, "ap": 0})
        m.choose(("peace", ""))
        with m.forced(die):
            m.choose("refuse")
        assert m.g.state.vp == vp + change, (side, status_, die)
        assert m.g.state.actions[side] == ["peace"] and said(m, "pog.16.5.3")


# ------------------------------------------------------------------ 9.5.3: reinforcements


def ap(cards, turn=3, **patch):
    return front({"ap": cards}, active="ap", turn=turn, **patch)


@pytest.mark.rule("pog.9.5.3.1.a", "pog.9.5.3.1.b", "pog.9.5.3.2", "pog.9.5.3.3.a", "pog.card.ap.01", "pog.card.ap.14")
def test_reinforcement_cards():
    m = ap(["ap.01", "ap.14"], turn=1, units={"fr.a1": "nancy"})
    with refused("pog.9.5.3.1.b"):
        m.choose(("event", "ap.01"))
    m = ap(["ap.01", "ap.14"], units={"fr.a1": "nancy"})
    m.choose(("event", "ap.01"))
    assert where(m, "br.a2") == "london" and where(m, "br.c#1") == "reserve" and m.g.state.ws["ap"] == 1
    choose(m, ("auto", ""))
    finish_action(m)
    with refused("pog.9.5.3.1.a"):
        m.choose(("event", "ap.14"))
    m = ap(["ap.14"], units={"fr.a1": "nancy"})
    m.choose(("event", "ap.14"))
    assert where(m, "br.a1") == "london" and where(m, "br.c#1") == "reserve" and m.g.state.ws["ap"] == 1


@pytest.mark.rule("pog.9.5.3.1.c")
def test_all_or_nothing():
    m = ap(["ap.10"], units={"ge.a1": "paris"})
    with refused("pog.9.5.3.1.c"):
        m.choose(("event", "ap.10"))  # Paris is besieged, and that does not open Orleans


@pytest.mark.rule("pog.9.5.3.3.c", "pog.card.ap.10")
def test_orleans_takes_french_armies_when_paris_is_full():
    m = ap(["ap.10"], units={"fr.a1": "paris", "fr.a2": "paris", "fr.a3": "paris"})
    m.choose(("event", "ap.10"))
    assert where(m, "fr.a10") == "orleans"


@pytest.mark.rule("pog.9.5.3.3.b", "pog.card.ap.43", "pog.card.ap.47")
def test_american_armies_land_in_french_ports():
    patch = {
        "units": {"fr.a1": "nancy"},
        "events": {"ap.54": 10, "ap.55": 11},
        "turn": 13,
        "join": ["us"],
        "level": {"ap": 2, "cp": 0},
    }
    m = ap(["ap.43", "ap.47"], **patch)
    m.choose(("event", "ap.43"))
    names = {name for _, name in offered(m)}
    assert names == {"bordeaux", "calais", "cherbourg", "la_rochelle", "le_havre", "marseilles", "nantes"}
    m.choose(("here", "cherbourg"))
    assert where(m, "us.a1") == "cherbourg" and where(m, "us.c#1") == where(m, "us.c#2") == "reserve"
    m = ap(["ap.47"], **patch)
    choose(m, ("event", "ap.47"), ("here", "nantes"))
    assert where(m, "us.a2") == "nantes" and where(m, "us.c#1") == "reserve"


@pytest.mark.rule("pog.9.5.3.4", "pog.card.ap.50", "pog.card.ap.53", "pog.card.ap.29")
def test_near_east_armies_may_be_brought_home():
    m = ap(["ap.50"], level={"ap": 2, "cp": 0}, units={"fr.a1": "nancy"}, turn=10)
    m.choose(("event", "ap.50"))  # no pipeline: only London is left
    assert where(m, "br.ne") == "london"
    assert m.g.hooks.may_enter(m.g, m.g.U["br.ne"], m.g.S["cairo"]).rule == "pog.9.5.3.4"
    m = ap(["ap.50"], level={"ap": 2, "cp": 0}, units={"fr.a1": "nancy"}, turn=10, events=["ap.49"])
    choose(m, ("event", "ap.50"), ("here", "alexandria"))
    assert where(m, "br.ne") == "alexandria" and m.g.state.ws["ap"] == 1
    assert m.g.hooks.may_enter(m.g, m.g.U["br.ne"], m.g.S["cairo"]) is None
    m = ap(["ap.53"], level={"ap": 2, "cp": 0}, units={"fr.a1": "nancy"}, turn=10, events=["ap.30"])
    choose(m, ("event", "ap.53"), ("here", "salonika"))
    assert where(m, "fr.orient") == "salonika"
    m = ap(["ap.53"], level={"ap": 2, "cp": 0}, units={"fr.a1": "nancy"}, turn=10, events=["ap.30"])
    choose(m, ("event", "ap.53"), ("home", "paris"))
    assert m.g.hooks.may_enter(m.g, m.g.U["fr.orient"], m.g.S["salonika"]).rule == "pog.9.5.3.4"
    m = ap(["ap.29"], level={"ap": 1, "cp": 0}, units={"ru.a1": "kovno"}, turn=5)
    m.choose(("event", "ap.29"))
    assert ("here", "tbilisi") in offered(m) and ("home", "moscow") in offered(m)
    m.choose(("here", "tbilisi"))
    assert where(m, "ru.cau") == "tbilisi"


@pytest.mark.rule("pog.9.5.3.5.a", "pog.card.ap.31", "pog.9.5.2.4.c")
def test_the_mef_invasion():
    patch = {"level": {"ap": 1, "cp": 1}, "units": {"fr.a1": "nancy"}, "turn": 5}
    m = ap(["ap.31"], join=["tu"], **patch)
    m.choose(("event", "ap.31"))
    assert ("here", "mef1") in offered(m) and ("home", "london") in offered(m)
    m.choose(("here", "mef1"))
    assert where(m, "br.mef") == "mef1" and m.g.board.ids[m.g.state.beachhead] == "mef1" and m.g.state.ws["ap"] == 1
    m = ap(["ap.31"], join=["tu"], events=["ap.30"], **patch)
    assert places_for(m.g, "br.mef") == [("home", m.g.S["london"])]  # no invasion after Salonika
    m = ap(["ap.31"], **patch)
    assert places_for(m.g, "br.mef") == [("home", m.g.S["london"])]  # nor while Turkey is neutral


@pytest.mark.rule("pog.card.ap.41", "pog.card.cp.24")
def test_the_irregulars_of_the_desert():
    m = ap(["ap.41", "ap.42"], level={"ap": 2, "cp": 1}, units={"fr.a1": "nancy"}, turn=10)
    with refused("pog.card.ap.41"):
        m.choose(("event", "ap.41"))  # Turkey is neutral
    m = ap(["ap.41", "ap.42"], level={"ap": 2, "cp": 1}, units={"fr.a1": "nancy"}, turn=10, join=["tu"])
    m.choose(("event", "ap.41"))
    assert where(m, "br.ana") == "arabia" and m.g.state.reinforced == ["br"]
    patch = {"level": {"ap": 0, "cp": 1}, "turn": 6, "join": ["tu"]}
    m = front({"cp": ["cp.24"]}, units={"br.c#1": "libya", "ge.a4": "metz"}, **patch)
    with refused("pog.card.cp.24"):
        m.choose(("event", "cp.24"))
    m = front({"cp": ["cp.24"]}, units={"ge.a4": "metz"}, **patch)
    m.choose(("event", "cp.24"))
    assert where(m, "tu.sn") == "libya" and m.g.state.reinforced == ["tu"]


PLAIN = {
    "ap.03": ["ru.a11"], "ap.08": ["ru.c#1", "ru.c#2"], "ap.11": ["ru.a9", "ru.a10"], "ap.15": ["br.a4"], "ap.20": ["br.aus", "br.cnd"],
    "ap.24": ["fr.a7"], "ap.25": ["ru.a6", "ru.a7"], "ap.32": ["ru.a12"], "ap.34": ["br.a3"], "ap.42": ["br.a5", "br.pt"],
    "ap.22": ["it.a5"], "cp.07": ["ge.a9"], "cp.12": ["ge.a10"], "cp.14": ["ah.a7"], "cp.20": ["ah.a10"], "cp.21": ["ge.a11"],
    "cp.22": ["ge.a12"], "cp.23": ["ah.a11"], "cp.38": ["ge.c#1"], "cp.39": ["ge.c#1"], "cp.41": ["ge.a14"], "cp.42": ["tu.yld"],
    "cp.46": ["ge.a17", "ge.a18"], "cp.48": ["tu.aoi"],
}  # fmt: skip


@pytest.mark.rule(
    "pog.card.ap.03",
    "pog.card.ap.08",
    "pog.card.ap.11",
    "pog.card.ap.15",
    "pog.card.ap.20",
    "pog.card.ap.24",
    "pog.card.ap.25",
    "pog.card.ap.32",
)
def test_plain_allied_reinforcements():
    for card in ("ap.03", "ap.08", "ap.11", "ap.15", "ap.20", "ap.24", "ap.25", "ap.32"):
        plain_reinforcement(card)


@pytest.mark.rule("pog.card.ap.34", "pog.card.ap.42", "pog.card.ap.22")
def test_more_allied_reinforcements():
    for card in ("ap.34", "ap.42", "ap.22"):
        plain_reinforcement(card)


@pytest.mark.rule(
    "pog.card.cp.07", "pog.card.cp.12", "pog.card.cp.14", "pog.card.cp.20", "pog.card.cp.21", "pog.card.cp.22", "pog.card.cp.23"
)
def test_cp_reinforcements():
    for card in ("cp.07", "cp.12", "cp.14", "cp.20", "cp.21", "cp.22", "cp.23"):
        plain_reinforcement(card)


@pytest.mark.rule("pog.card.cp.38", "pog.card.cp.39", "pog.card.cp.41", "pog.card.cp.42", "pog.card.cp.46", "pog.card.cp.48")
def test_late_cp_reinforcements():
    for card in ("cp.38", "cp.39", "cp.41", "cp.42", "cp.46", "cp.48"):
        plain_reinforcement(card)


def plain_reinforcement(card):
    side = card.split(".")[0]
    m = front(
        {side: [card]},
        active=side,
        turn=6,
        level={"ap": 2, "cp": 2},
        units={"fr.a1": "nancy", "ge.a4": "metz"},
        join=["it", "tu"],
    )
    printed = m.g.static.cards[card].units
    m.choose(("event", card))
    for _ in range(8):
        if m.decision.rule != "pog.9.5.3.3.a":
            break
        m.choose(offered(m)[0])
    for kind in set(printed):
        pieces = [m.g.units.id[u] for u in m.g.units.pieces[kind]]
        came = [p for p in pieces if where(m, p) != "unborn"]
        assert len(came) == printed.count(kind) or kind in ("ge.a4", "fr.a1"), (card, kind)
        corps = m.g.units.kinds[kind]["size"] == "corps"
        for piece in came:
            assert (where(m, piece) == "reserve") == corps
            assert not reduced(m, piece)
    for name in PLAIN[card]:
        assert where(m, name) != "unborn"
    assert m.g.state.removed[side] >> m.g.static.cards[card].number & 1


# ------------------------------------------------------------------ 9.5.2: neutral entry


@pytest.mark.rule("pog.9.5.2.1", "pog.9.5.2.2", "pog.card.ap.17", "pog.card.cp.34")
def test_italy_and_bulgaria_do_not_join_in_one_turn():
    m = front(
        {"ap": ["ap.17"], "cp": ["cp.34"]},
        active="ap",
        turn=5,
        level={"ap": 1, "cp": 1},
        units={"fr.a1": "nancy", "ge.a4": "metz"},
    )
    m.choose(("event", "ap.17"))
    assert m.g.at_war("it") and where(m, "it.a1") == "verona" and reduced(m, "it.a1") and m.g.state.ws["ap"] == 2
    assert holder(m, "rome") == "ap"
    with refused("pog.9.5.2.2"):
        m.choose(("event", "cp.34"))
    m = front({"cp": ["cp.34"]}, turn=5, level={"ap": 1, "cp": 1}, units={"ge.a4": "metz", "fr.a1": "nancy"})
    m.choose(("event", "cp.34"))
    assert m.g.at_war("bu") and m.g.state.ws["cp"] == 2
    for space in ("burgas", "kazanlik", "plevna", "varna"):
        m.choose(space)
    assert where(m, "bu.c#1") == where(m, "bu.c#2") == "sofia"
    assert sorted(where(m, f"bu.c#{n}") for n in range(3, 7)) == ["burgas", "kazanlik", "plevna", "varna"]


@pytest.mark.rule("pog.card.ap.16")
def test_romania_joins_but_not_after_the_tsar():
    patch = {"active": "ap", "turn": 8, "level": {"ap": 1, "cp": 1}, "units": {"fr.a1": "nancy"}}
    m = front({"ap": ["ap.16"]}, events=["cp.52"], **patch)
    with refused("pog.card.ap.16"):
        m.choose(("event", "ap.16"))
    m = front({"ap": ["ap.16"]}, **patch)
    m.choose(("event", "ap.16"))
    for _ in range(4):
        m.choose(offered(m)[0])
    assert m.g.at_war("ro") and m.g.state.ws["ap"] == 1
    assert sum(where(m, f"ro.c#{n}") != "unborn" for n in range(1, 7)) == 6


@pytest.mark.rule("pog.9.5.2.4.a", "pog.9.5.2.4.b", "pog.card.ap.30", "pog.9.3.3")
def test_salonika():
    units = {"br.c#1": "reserve", "fr.c#1": "marseilles", "fr.c#2": "paris", "br.bef": "calais"}
    m = front({"ap": ["ap.30", "ap.31"]}, active="ap", turn=6, level={"ap": 1, "cp": 1}, units=units)
    m.choose(("event", "ap.30"))
    assert set(offered(m)) == {"br.c#1", "fr.c#1"}  # at least one
    choose(m, "br.c#1", "fr.c#1")
    assert where(m, "br.c#1") == where(m, "fr.c#1") == "salonika" and m.g.state.ws["ap"] == 1
    assert where(m, "gr.c#1") == "florina" and holder(m, "florina") == "neutral"
    assert holder(m, "salonika") == holder(m, "kavala") == "ap"
    assert m.g.state.actions["ap"] == ["sr"]
    enter = m.g.hooks.may_enter
    assert enter(m.g, m.g.U["fr.c#1"], m.g.S["florina"]).rule == "pog.9.5.2.4.a"
    m = front({"ap": ["ap.30"]}, active="ap", turn=6, level={"ap": 1, "cp": 1}, units=units, actions={"ap": ["sr"], "cp": []})
    with refused("pog.9.3.3"):
        m.choose(("event", "ap.30"))


@pytest.mark.rule("pog.card.ap.44")
def test_greece_joins_and_its_units_become_allied():
    patch = {"active": "ap", "turn": 12, "level": {"ap": 2, "cp": 1}}
    m = front({"ap": ["ap.44"]}, units={"fr.a1": "nancy"}, **patch)
    m.choose(("event", "ap.44"))
    assert m.g.at_war("gr") and where(m, "gr.c#3") == "athens" and m.g.state.ws["ap"] == 1
    m = front(
        {"ap": ["ap.44"]},
        units={"fr.a1": "nancy", "gr.c#1": "florina", "gr.c#2": "larisa", "gr.c#3": "athens"},
        events=["ap.30"],
        **patch,
    )
    assert holder(m, "florina") == "neutral"
    m.choose(("event", "ap.44"))
    assert holder(m, "florina") == "ap" and where(m, "gr.c#1") == "florina"


@pytest.mark.rule("pog.9.5.2.5.a", "pog.9.5.2.5.b", "pog.9.5.2.5.1")
def test_late_italy_and_romania():
    m = front({"ap": ["ap.16", "ap.17"]}, active="ap", turn=9, level={"ap": 1, "cp": 2}, units={"fr.a1": "nancy"})
    with refused("pog.9.5.2.5.a"):
        m.choose(("ops", "ap.17"))
    assert ("event", "ap.16") in offered(m)
    m = pog(keep=True, hands={"cp": [], "ap": ["ap.16", "ap.02"]}, level={"ap": 1, "cp": 2}, phase="replacements")
    assert m.decision.rule == "pog.9.5.4.6" and "ap.16" in offered(m)
    m = status(turn=10, level={"ap": 2, "cp": 2}, vp=10)
    assert said(m, "pog.9.5.2.5.1") and m.g.state.vp == 11


# ------------------------------------------------------------------ 17: replacements


def spending(rp, units, **patch):
    return pog(clear=True, phase="replacements", rp=rp, units=units, hands={"cp": [], "ap": []}, **patch)


@pytest.mark.rule("pog.17.1.1", "pog.17.1.4")
def test_prices_of_replacements():
    units = {
        "ge.a1": "aachen reduced",
        "ge.c#1": "aachen reduced",
        "ge.c#2": "reserve reduced",
        "ge.c#3": "eliminated reduced",
        "ge.a4": "metz",
    }
    m = spending({"ge": 6}, units)
    assert m.decision.seat == "cp"
    choose(m, "ge.a1", "ge.c#1", "ge.c#2", "ge.c#3", "ge.c#3")
    assert not any(reduced(m, u) for u in ("ge.a1", "ge.c#1", "ge.c#2", "ge.c#3"))
    assert where(m, "ge.c#3") == "reserve"
    assert m.g.state.turn == 1 and m.decision.rule != "pog.17.1.1"  # 3 RP are spent
    m = spending({"ge": 2}, {"ge.a1": "aachen", "ge.a4": "metz reduced"})
    with refused("pog.17.1.4"):
        m.choose("ge.a1")
    m = spending({"ge": 1}, {"ge.a1": "aachen reduced", "ge.c#1": "metz reduced"})
    with refused("pog.17.1.1"):
        m.choose("ge.a1")


@pytest.mark.rule("pog.17.1.5.a", "pog.17.1.4")
def test_an_army_is_rebuilt_where_reinforcements_arrive():
    m = spending({"ge": 4}, {"ge.a1": "eliminated reduced", "ge.a4": "metz"})
    m.choose("ge.a1")
    assert set(offered(m)) == {"berlin", "essen", "breslau"}
    m.choose("essen")
    assert where(m, "ge.a1") == "essen" and reduced(m, "ge.a1")
    m.choose("ge.a1")
    assert not reduced(m, "ge.a1")


@pytest.mark.rule("pog.17.1.1.1")
def test_the_allied_pool_serves_the_minors_only():
    m = spending(
        {"a": 4}, {"be.a1": "antwerp reduced", "fr.a1": "nancy reduced", "br.aus": "calais reduced", "sb.c#1": "nis reduced"}
    )
    assert set(offered(m)) == {"be.a1", "br.aus", "sb.c#1", "done"}
    m.choose("be.a1")
    assert m.g.state.rp["a"] == 2


@pytest.mark.rule("pog.17.1.2", "pog.6.f")
def test_unspent_points_are_lost():
    m = spending({"fr": 4, "ge": 2}, {"fr.a1": "nancy reduced", "ge.a4": "metz reduced"})
    m.choose("done")
    assert m.decision.seat == "cp"
    m.choose("done")
    assert m.g.state.rp == {} and said(m, "pog.17.1.2")


@pytest.mark.rule("pog.17.1.3.a", "pog.17.1.3.b")
def test_a_lost_or_besieged_capital_stops_replacements():
    m = spending(
        {"fr": 4, "a": 4}, {"fr.a1": "nancy reduced", "ge.a1": "paris", "be.a1": "ostend reduced"}, control={"brussels": "cp"}
    )
    assert may_replace(m.g, m.g.U["fr.a1"]).rule == "pog.17.1.3.a"
    assert may_replace(m.g, m.g.U["be.a1"]) is None
    m = spending({}, {"ah.a1": "cracow reduced", "ru.a1": "budapest"}, control={"budapest": "ap"})
    m.g.state.rp = {"ah": 4}
    assert may_replace(m.g, m.g.U["ah.a1"]).rule == "pog.17.1.3.a"  # either capital


@pytest.mark.rule("pog.17.1.4.a", "pog.17.1.4.1")
def test_units_on_the_map_need_supply_of_their_own():
    m = spending(
        {"ge": 4, "ru": 4},
        {"ge.a1": "tours reduced", "ru.c#1": "belgrade reduced", "ru.a1": "kovno reduced"},
        control={"tours": "cp"},
    )
    assert may_replace(m.g, m.g.U["ge.a1"]).rule == "pog.17.1.4.a"
    assert may_replace(m.g, m.g.U["ru.c#1"]).rule == "pog.17.1.4.1"
    assert may_replace(m.g, m.g.U["ru.a1"]) is None


@pytest.mark.rule("pog.17.1.5.b", "pog.17.1.5.c")
def test_serbian_and_belgian_armies():
    def spaces(m, unit):
        return [m.g.board.ids[s] for s in army_spaces(m.g, m.g.U[unit])]

    m = spending({"a": 4}, {"sb.a1": "eliminated reduced", "be.a1": "eliminated reduced"})
    assert spaces(m, "sb.a1") == ["belgrade"] and spaces(m, "be.a1") == ["brussels", "antwerp", "ostend"]
    m = spending(
        {"a": 4}, {"sb.a1": "eliminated reduced", "be.a1": "eliminated reduced"}, control={"nis": "cp"}, events=["ap.30"]
    )
    assert spaces(m, "sb.a1") == ["salonika"]
    m = spending(
        {"a": 4},
        {"be.a1": "eliminated reduced"},
        control={"brussels": "cp", "antwerp": "cp", "ostend": "cp"},
        forts_fallen=["antwerp"],
    )
    assert spaces(m, "be.a1") == ["calais"]


@pytest.mark.rule("pog.17.1.6", "pog.17.1.7")
def test_the_ana_returns_in_arabia_and_some_never_return():
    m = spending(
        {"a": 4, "br": 4}, {"br.ana": "eliminated reduced", "br.bef": "cambrai reduced", "br.mef": "cairo reduced"}, join=["tu"]
    )
    assert may_replace(m.g, m.g.U["br.bef"]).rule == "pog.17.1.7"
    m.choose("br.ana")
    assert where(m, "br.ana") == "arabia"


@pytest.mark.rule("pog.rpt.1", "pog.card.cp.33", "pog.card.cp.27", "pog.card.ap.37", "pog.card.cp.36", "pog.card.ap.52")
def test_rp_changes_by_events():
    def pools(rp, **patch):
        m = pog(
            clear=True,
            phase="status",
            rp=rp,
            units={"br.c#1": "calais reduced", "ge.c#1": "metz reduced"},
            hands={"cp": [], "ap": []},
            turn=3,
            **patch,
        )
        return m.g.state.rp

    assert pools({"br": 6, "ge": 0}, events=["cp.33"])["ge"] == 2
    assert pools({"br": 6}, events=["cp.33", "ap.37"]).get("ge", 0) == 0
    assert pools({"br": 6}, this_turn=["cp.27"]).get("br", 0) == 0  # not below 0
    assert pools({"br": 6}, events=["cp.36"])["br"] == 4
    assert pools({"br": 6}, events=["cp.36", "ap.52"])["br"] == 6


@pytest.mark.rule("pog.3.c")
def test_capitals():
    capitals = {"fr": "paris", "ge": "berlin", "br": "london", "be": "brussels", "mn": "cetinje", "sb": "belgrade"}
    for nation, city in capitals.items():
        m = front(units={}, control={city: "ap" if nation == "ge" else "cp"})
        assert m.g.hooks.capital_lost(m.g, nation), nation
    for city in ("vienna", "budapest"):
        assert front(units={}, control={city: "ap"}).g.hooks.capital_lost
        m = front(units={}, control={city: "ap"})
        assert m.g.hooks.capital_lost(m.g, "ah")
    m = front(units={})
    assert not any(m.g.hooks.capital_lost(m.g, n) for n in ("ge", "ah", "fr", "br", "ru", "us"))


@pytest.mark.rule("pog.16.1.5")
def test_commitment_never_falls():
    m = status(ws={"cp": 2, "ap": 0}, level={"cp": 1, "ap": 0})
    assert m.g.state.level["cp"] == 1


@pytest.mark.rule("pog.2.2.2")
def test_there_are_always_enough_trench_markers():
    m = front(units={})
    for space in range(60):
        m.g.dig(space, "ap")
    assert sum(m.g.trench(s) > 0 for s in range(60)) == 60
