"""Chapters 5 and 16: victory, war status, peace."""

from __future__ import annotations

import pytest
from pog_situations import EMPTY, choose, finish_action, finish_turn, front, holder, pog, refused, said, status, where

from great_war import offered
from grognard.games.pog.war.victory import judge

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


@pytest.mark.rule("pog.16.5.1.1", "pog.16.5.1.2")
@pytest.mark.parametrize(("side", "vp", "may"), [("cp", 11, True), ("cp", 10, False), ("ap", 9, True), ("ap", 10, False)])
def test_who_may_offer_peace(side, vp, may):
    m = front(EMPTY, active=side, vp=vp, units={})
    assert (("peace", "") in offered(m)) is may
    if not may:
        with refused("pog.16.5.1.1" if side == "cp" else "pog.16.5.1.2"):
            m.choose(("peace", ""))


@pytest.mark.rule("pog.16.5.2.b")
@pytest.mark.parametrize(
    ("status", "changes"), [(0, (1, 1, 1, 0, 0, -1)), (19, (1, 1, 1, 0, 0, -1)), (20, (1, 1, 0, 0, 0, -1))]
)
@pytest.mark.parametrize(("side", "vp", "sign"), [("cp", 12, 1), ("ap", 8, -1)])
def test_the_peace_table(status, changes, side, vp, sign):
    for die, change in enumerate(changes, 1):
        m = front(EMPTY, active=side, vp=vp, units={}, ws={"cp": status // 2, "ap": status - status // 2})
        m.choose(("peace", ""))
        with m.forced(die):
            m.choose("refuse")
        assert m.g.state.vp == vp + sign * change, (status, die)



def last_round(**patch):
    """The last Allied action of a turn: after it the turn ends."""
    return front(EMPTY, active="ap", round=6, units={}, **patch)


@pytest.mark.rule("pog.5.2.1", "pog.5.2.2")
@pytest.mark.parametrize(("vp", "winner"), [(20, "cp"), (19, ""), (1, ""), (0, "ap")])
def test_automatic_victory_at_twenty_and_at_nothing(vp, winner):
    m = last_round(vp=vp, turn=2, offensive={"cp": "none", "ap": "none"})
    finish_turn(m)
    assert (m.result.winner if m.result else "") == winner


@pytest.mark.rule("pog.16.2.1")
@pytest.mark.parametrize(("status", "over"), [(39, False), (40, True)])
def test_the_armistice_comes_at_forty(status, over):
    m = last_round(turn=9, ws={"cp": 20, "ap": status - 20}, level={"cp": 2, "ap": 2}, offensive={"cp": "none", "ap": "none"}, join=["it"])
    finish_turn(m)
    assert (m.result is not None) is over


@pytest.mark.rule("pog.5.5.2.1", "pog.5.5.2.2")
@pytest.mark.parametrize(
    ("events", "vp", "winner"),
    [([], 13, "cp"), ([], 12, None), ([], 10, None), ([], 9, "ap"),
     (["cp.45"], 11, "cp"), (["cp.45"], 10, None), (["cp.45"], 9, "ap")],
)  # fmt: skip
def test_the_bands_after_turn_20(events, vp, winner):
    m = last_round(turn=20, vp=vp, events=events, offensive={"cp": "none", "ap": "none"}, level={"cp": 2, "ap": 1})
    finish_turn(m)
    assert m.result.winner == winner


@pytest.mark.rule("pog.16.1.3.a", "pog.16.1.4", "pog.6.e4")
@pytest.mark.parametrize("side", ["cp", "ap"])
@pytest.mark.parametrize(("turn", "status", "level"), [(2, 3, 0), (2, 4, 1), (2, 10, 1), (2, 11, 2), (1, 11, 0)])
def test_commitment_rises_at_four_and_eleven(side, turn, status, level):
    other = "ap" if side == "cp" else "cp"
    m = last_round(turn=turn, ws={side: status, other: 0}, offensive={"cp": "none", "ap": "none"})
    finish_turn(m)
    assert m.g.state.level == {side: level, other: 0}
    assert m.g.at_war("tu") is (side == "cp" and level > 0)


@pytest.mark.rule("pog.vpt.1", "pog.card.ap.02", "pog.9.5.2.5.1")
@pytest.mark.parametrize(
    ("turn", "facts", "change"),
    [(4, {"events": ["ap.02"]}, -1), (5, {"events": ["ap.02"]}, 0), (4, {}, 0),
     (5, {"level": {"cp": 1, "ap": 2}}, 1), (5, {"level": {"cp": 1, "ap": 1}}, 0),
     (5, {"level": {"cp": 1, "ap": 2}, "join": ["it"]}, 0)],
)  # fmt: skip
def test_vp_of_the_war_status_phase(turn, facts, change):
    m = last_round(turn=turn, offensive={"cp": "none", "ap": "none"}, **facts)
    season = m.g.season()
    assert (season == "winter") is (turn == 4)
    finish_turn(m)
    assert m.g.state.vp == 10 + change


@pytest.mark.rule("pog.5.7.4.h", "pog.5.7.4.i", "pog.5.7.2.a")
@pytest.mark.parametrize(
    ("events", "vp", "winner"),
    [(["ap.43", "ap.47", "cp.52"], 13, "cp"), (["ap.43", "ap.47", "cp.52"], 12, "ap"), (["ap.43", "cp.52"], 12, "cp"),
     (["cp.52"], 11, "cp"), (["cp.52"], 10, "ap"), (["ap.43", "ap.47"], 15, "cp"), (["ap.43", "ap.47"], 14, "ap")],
)  # fmt: skip
def test_the_historical_reckoning(events, vp, winner):
    m = pog("historical", hands=EMPTY, active="ap", round=6, units={}, turn=20, vp=vp, events=events, level={"cp": 2, "ap": 1},
            offensive={"cp": "none", "ap": "none"})  # fmt: skip
    finish_turn(m)
    assert m.result.winner == winner


@pytest.mark.rule("pog.5.6.1")
@pytest.mark.parametrize(("bid", "winner"), [(0, "cp"), (1, None), (-1, "cp"), (4, "ap")])
def test_a_bid_is_taken_off_the_level(bid, winner):
    m = pog(options={"bid": bid}, hands=EMPTY, active="ap", round=6, units={}, turn=20, vp=13, level={"cp": 2, "ap": 1},
            offensive={"cp": "none", "ap": "none"})  # fmt: skip
    finish_turn(m)
    assert m.result.winner == winner
