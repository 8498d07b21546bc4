"""The numbers of the variant at their boundary: bands of victory, die actions, charts of the air, invasions by the calendar."""

from __future__ import annotations

import pytest
from draka_situations import draka, finish_turn, front, refused, said

from great_war import offered
from grognard.games.draka.asks import Ask

EMPTY = {"cp": [], "ap": []}
QUIET = {"offensive": {"cp": "none", "ap": "none"}}


@pytest.mark.rule("draka.15.1", "draka.15.2", "draka.15.3", "draka.15.4")
@pytest.mark.parametrize(
    ("events", "level", "winner"),
    [
        ([], (12, 0), "cp"), ([], (11, 1), None), ([], (10, 0), None), ([], (9, 1), None), ([], (9, 0), "ap"),
        (["ap.40"], (10, 0), "cp"), (["ap.40"], (9, 1), None), (["ap.40"], (9, 0), None), (["ap.40"], (8, 0), "ap"),
        (["cp.45"], (11, 0), "cp"), (["cp.45"], (10, 1), None), (["cp.45"], (10, 0), None), (["cp.45"], (9, 0), "ap"),
        (["cp.45", "ap.40"], (9, 0), "cp"), (["cp.45", "ap.40"], (8, 1), None), (["cp.45", "ap.40"], (7, 0), None),
        (["cp.45", "ap.40"], (6, 1), None), (["cp.45", "ap.40"], (6, 0), "ap"),
    ],
)  # fmt: skip
def test_the_bands_by_treaty_and_demand(events, level, winner):
    vp, half = level
    m = front(EMPTY, round=7, turn=22, units={}, vp=vp, half=half, events=events, level={"cp": 2, "ap": 2}, **QUIET)
    finish_turn(m)
    assert m.result.winner == winner


@pytest.mark.rule("draka.card.ap.40.c")
@pytest.mark.parametrize(("turn", "events", "over"), [(21, ["ap.40"], False), (22, ["ap.40"], True), (21, [], True)])
def test_no_armistice_before_turn_22_after_the_demand(turn, events, over):
    m = front(EMPTY, round=7, turn=turn, units={}, events=events, level={"cp": 2, "ap": 2}, ws={"cp": 20, "ap": 20}, **QUIET)
    finish_turn(m)
    assert (m.result is not None) is over
    if over and turn == 22:
        assert "rmistice" in m.result.text


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


@pytest.mark.rule("draka.2.1")
@pytest.mark.parametrize(("level", "cards"), [(0, 7), (1, 8), (2, 8)])
def test_hands_of_eight_from_limited_war(level, cards):
    m = front(EMPTY, round=7, turn=3, units={}, level={"cp": level, "ap": 0}, **QUIET)
    finish_turn(m)
    assert m.g.state.hand["cp"].bit_count() == cards and m.g.state.hand["ap"].bit_count() == 7


# ------------------------------------------------------------------ 16: the charts


CHART = {2: (0, 0, 0, 0), 3: (0, 0, 0, 1), 4: (0, 1, 1, 1), 5: (1, 1, 1, 2), 6: (1, 1, 2, 2)}
FLEETS = {1: "ru", 2: "fr", 3: "br", 4: "dr"}  # by strategic value
TARGETS = {1: "ah", 2: "ge", 3: "ge", 4: "ah"}  # without a modifier
PEOPLES = {"ah": "Austro-Hungarian", "br": "British", "bu": "Bulgarian", "fr": "French", "ge": "German", "ru": "Russian", "tu": "Turkish"}


def cost(lost: int, target: str) -> str:
    return f"The bombs cost {lost or 'no'} {PEOPLES[target]} RP."


@pytest.mark.rule("draka.16.chart.1", "draka.16.strat.5", "draka.16.zaf.4")
@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_the_air_warfare_chart(value):
    fleet, target = FLEETS[value], TARGETS[value]
    for die in range(1, 7):
        m = draka(phase="replacements", turn=6, level={"cp": 1, "ap": 1}, units={"ge.a1": "essen reduced", "ah.a1": "vienna reduced"},
                  zaf=[fleet], rp={target: 8}, hands=EMPTY)  # fmt: skip
        with m.forced(die):
            m.choose((fleet, target))
        lost = CHART[max(2, die)][value - 1]
        assert said(m, "draka.16.strat.5")[-1] == cost(lost, target), die


@pytest.mark.rule("draka.16.drm.1", "draka.16.drm.3", "draka.16.drm.4")
@pytest.mark.parametrize(
    ("fleet", "target", "facts", "drm"),
    [
        ("br", "ge", {}, 0), ("br", "tu", {}, -1), ("br", "ah", {}, -1), ("br", "bu", {}, -1), ("fr", "ah", {}, -1),
        ("dr", "ge", {}, -1), ("dr", "tu", {}, 0), ("dr", "tu", {"fleet": "constantinople"}, -1),
        ("br", "tu", {"fleet": "constantinople"}, -2), ("dr", "ah", {"fleet": "constantinople"}, 0),
        ("br", "ge", {"level": {"cp": 2, "ap": 2}}, 1), ("ah", "fr", {}, -1), ("it", "br", {}, -1), ("it", "fr", {}, 0),
        ("ge", "ru", {"level": {"cp": 2, "ap": 1}}, 1),
    ],
)  # fmt: skip
def test_modifiers_of_strategic_bombing(fleet, target, facts, drm):
    facts = {"level": {"cp": 1, "ap": 1}, "fleet": "", **facts}
    m = draka(phase="replacements", turn=6, units={}, zaf=[fleet], rp={target: 8}, hands=EMPTY, join=["tu", "bu"], **facts)
    with m.forced(4):
        m.choose((fleet, target))
    value = {"br": 3, "fr": 2, "dr": 4, "ah": 2, "it": 1, "ge": 4}[fleet]
    lost = CHART[max(2, 4 + drm)][value - 1]
    assert said(m, "draka.16.strat.5")[-1] == cost(lost, target)


INTERCEPT = {2: "----", 3: "---A", 4: "--AA", 5: "-AAE", 6: "AEEE"}
BIPLANES = {1: ("it", "fr"), 2: ("ah", "br"), 4: ("ge", "br")}  # value -> CP biplanes, the Zeppelins that bomb them


@pytest.mark.rule("draka.16.int.4", "draka.16.int.6", "draka.16.int.7")
@pytest.mark.parametrize("value", list(BIPLANES))
def test_the_interception_chart(value):
    fighter, bomber = BIPLANES[value]
    for die in range(1, 7):
        m = draka(phase="replacements", turn=6, level={"cp": 1, "ap": 1}, units={}, zaf=[bomber], baf=[fighter], rp={fighter: 8}, hands=EMPTY)
        m.choose((bomber, fighter))
        assert m.decision.name == Ask.INTERCEPT
        result = INTERCEPT[max(2, die)][value - 1]
        with m.forced(die, *((1,) if result == "-" else ())):
            m.choose(fighter)
        state = m.g.state.zaf[bomber]
        assert (state == 0) is (result == "E") and bool(said(m, "draka.16.int.6")) is (result == "A"), die


@pytest.mark.rule("draka.16.int.5")
@pytest.mark.parametrize(("level", "result"), [(1, "A"), (2, "-")])
def test_the_draka_zeppelins_are_harder_to_catch_at_total_war(level, result):
    m = draka(phase="replacements", turn=6, level={"cp": 1, "ap": level}, units={}, zaf=["dr"], baf=["ge"], rp={"ge": 8}, hands=EMPTY)
    m.choose(("dr", "ge"))
    with m.forced(3, *((1,) if result == "-" else ())):
        m.choose("ge")
    assert bool(said(m, "draka.16.int.6")) is (result == "A")


# ------------------------------------------------------------------ 17: invasions by the calendar


@pytest.mark.rule("draka.17.5", "draka.17.8", "draka.17.15")
@pytest.mark.parametrize(
    ("turn", "invaded", "rule"),
    [
        (1, 0, "draka.17.15"), (2, 0, ""), (3, 2, "draka.17.5"), (4, 3, "draka.17.8"), (4, 2, ""), (5, 4, "draka.17.5"),
        (8, 7, "draka.17.8"), (8, 6, ""),
    ],
)  # fmt: skip
def test_once_a_year_and_not_two_turns_running(turn, invaded, rule):
    m = front({"ap": ["ap.12"]}, units={"br.c#1": "reserve", "dr.cf1": "cairo"}, turn=turn, invaded=invaded, fleet="", control={"naples": "cp"})
    m.choose(("ops", "ap.12"))
    assert (("invade", "") in offered(m)) is (rule == "")
    if rule:
        with refused(rule):
            m.choose(("invade", ""))


# ------------------------------------------------------------------ 14, 18: pairs of spaces, gas


@pytest.mark.rule("draka.14.8")
def test_vp_for_cp_spaces_come_in_full_pairs():
    names = ["baghdad", "mosul", "jerusalem", "damascus"]
    m = front(units={}, vp=10)
    counted = [n for n in names if m.g.static.vp_spaces >> m.g.S[n] & 1]
    levels = []
    for taken in range(len(counted) + 1):
        m = front(units={"dr.jc#1": "kut"}, vp=10)
        for name in counted[:taken]:
            m.g.enter(m.g.U["dr.jc#1"], m.g.S[name])
        levels.append(m.g.level)
    assert levels == [10 - n // 2 for n in range(len(counted) + 1)] and len(counted) >= 3


@pytest.mark.rule("draka.18.4", "draka.18.2")
@pytest.mark.parametrize(("dice", "drm"), [((2,), 1), ((6,), 1), ((1, 1), 0), ((1, 3), 0), ((1, 4), -1), ((1, 6), -1)])
def test_gas_helps_fails_or_backfires(dice, drm):
    units = {"dr.cf1": "sinai", "tu.c#1": "gaza"}
    m = front({"ap": ["ap.01"], "cp": []}, units=units, turn=12, draka=["sinai"], reached={"ap 2": 11}, trenches={"gaza": 0},
              level={"cp": 2, "ap": 2})  # fmt: skip
    m.choose(("ops", "ap.01"))
    m.choose(("attack", "sinai"))
    while m.decision.name != "attack":
        m.choose("done")
    m.choose("gaza")
    while m.decision.name != Ask.GAS:
        m.choose("fight" if "fight" in offered(m) else "dr.cf1" if "dr.cf1" in offered(m) else "pass")
    with m.forced(*dice, 3, 3):
        m.choose("dr")
        while m.decision.name == "combat card":
            m.choose("pass")
    assert m.g.state.gassed == ["dr"]
    text = " ".join(event.text + repr(getattr(event, "tallies", "")) for event in m.diary("umpire"))
    assert ("gas" in text.split("Fire of the Allied Powers")[-1]) is (drm != 0)


@pytest.mark.rule("draka.18.1")
@pytest.mark.parametrize(("reached", "asked"), [(12, False), (11, True)])
def test_gas_comes_the_turn_after_total_war(reached, asked):
    units = {"dr.cf1": "sinai", "tu.c#1": "gaza"}
    m = front({"ap": ["ap.01"], "cp": []}, units=units, turn=12, draka=["sinai"], reached={"ap 2": reached}, trenches={"gaza": 0},
              level={"cp": 2, "ap": 2})  # fmt: skip
    m.choose(("ops", "ap.01"))
    m.choose(("attack", "sinai"))
    while m.decision.name != "attack":
        m.choose("done")
    m.choose("gaza")
    names = []
    while m.decision.name not in ("action", "advance", "loss") and len(names) < 9:
        names.append(m.decision.name)
        m.choose("fight" if "fight" in offered(m) else "dr.cf1" if "dr.cf1" in offered(m) else "pass" if "pass" in offered(m) else offered(m)[0])
    assert (Ask.GAS in names) is asked
