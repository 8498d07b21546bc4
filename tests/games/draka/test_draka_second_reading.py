"""What a second reading of the source found that play of the variant got wrong, each at its boundary."""

from __future__ import annotations

import pytest
from draka_situations import activate, attack, choose, draka, finish_action, front, holder, refused, where

from great_war import offered
from grognard.games.draka.asks import Ask
from grognard.games.pog.asks import Ask as PogAsk

LATE = {"turn": 14, "level": {"cp": 2, "ap": 2}}


@pytest.mark.rule("pog.12.5.3.a", "draka.24.5")
@pytest.mark.parametrize(("defender", "asked"), [("tu.kurd", False), ("tu.c", True)])
def test_a_corps_of_one_step_does_not_stand_with_it(defender, asked):
    """Dilman is mountain: a full corps may give a step and stay, a Kurdish corps has none to give."""
    units = {f"{defender}#1": "dilman", f"{defender}#2": "dilman", "ru.c#1": "erivan", "ru.c#2": "erivan", "ru.c#3": "erivan"}
    m = front(units=units, control={"dilman": "cp", "tabriz": "cp", "van": "cp"}, **LATE)
    activate(m, erivan="attack")
    attack(m, "dilman", "ru.c#1", "ru.c#2", "ru.c#3", dice=(4, 1))
    assert (m.decision.name == PogAsk.STAND) is asked
    if not asked:
        finish_action(m)
        assert sorted(where(m, f"{defender}#{n}") == "eliminated" for n in (1, 2)) == [False, True]


@pytest.mark.rule("draka.card.ap.30")
def test_the_mobile_corps_goes_to_salonika_too():
    m = front({"ap": ["ap.30"]}, units={"dr.cmc": "alexandria", "fr.c#1": "reserve"}, turn=6, level={"cp": 1, "ap": 1})
    m.choose(("event", "ap.30"))
    assert "dr.cmc" in offered(m)


@pytest.mark.rule("draka.4.9")
def test_no_draka_corps_lands_among_the_americans_at_salonika():
    units = {"dr.jc#1": "reserve", "fr.c#1": "reserve", "fr.c#2": "reserve reduced", "us.c#1": "salonika"}
    m = front({"ap": ["ap.30"]}, units=units, join=["us", "gr"], **LATE)
    m.choose(("event", "ap.30"))
    assert "fr.c#1" in offered(m) and "dr.jc#1" not in offered(m)


def sailing(**patch):
    m = front({"ap": ["ap.12"]}, turn=8, level={"cp": 1, "ap": 1}, fleet="", **patch)
    m.choose(("ops", "ap.12"))
    return m


@pytest.mark.rule("pog.11.1.17", "draka.17.6")
def test_the_bef_corps_lands_in_france_only():
    for corps, fit in (("br.c#1", True), ("br.befc", False)):
        m = sailing(units={corps: "reserve"}, control={"marseilles": "cp"})
        choose(m, ("invade", ""), corps)
        while m.decision.name == Ask.INVASION_CORPS:
            m.choose("done")
        assert "marseilles" in offered(m) and ("naples" in offered(m)) is fit
    with refused("pog.11.1.17"):
        m.choose("naples")


@pytest.mark.rule("pog.13.1.11.a", "draka.17.9")
@pytest.mark.parametrize(("paris", "fit"), [("ap", True), ("cp", False)])
def test_no_corps_sails_out_of_a_closed_reserve_box(paris, fit):
    m = sailing(units={"fr.c#1": "reserve", "br.c#1": "reserve"}, control={"paris": paris})
    m.choose(("invade", ""))
    assert "br.c#1" in offered(m) and ("fr.c#1" in offered(m)) is fit


@pytest.mark.rule("draka.18.2")
def test_gas_is_used_against_a_fort_without_units():
    m = front(units={"fr.a1": "nancy", "fr.a2": "nancy"}, reached={"ap 2": 11}, trenches={"metz": 0}, **LATE)
    activate(m, nancy="attack")
    choose(m, "metz", "fr.a1", "fr.a2")
    while m.decision.name == PogAsk.COMBAT_CARD:
        m.choose("pass")
    assert m.decision.name == Ask.GAS and "fr/br" in offered(m)


@pytest.mark.rule("draka.24.5")
def test_a_kurdish_corps_that_finds_no_room_comes_later():
    crowd = {f"tu.c#{n}": "kirkuk" for n in (1, 2, 3)}
    m = draka(phase="status", turn=8, ws={"cp": 11, "ap": 4}, level={"cp": 1, "ap": 1}, join=["tu"], units=crowd,
              hands={"cp": [], "ap": []})  # fmt: skip
    while m.g.state.turn == 8:
        m.choose(next(v for v in ("done", "pass", *offered(m)) if v in offered(m)))
    assert where(m, "tu.kurd#2") == "dilman" and where(m, "tu.kurd#1") == "unborn"
    m.g.put(m.g.U["tu.c#1"], m.g.S["mosul"])
    while m.g.state.turn == 9:
        options = offered(m)
        m.choose(next(v for v in (("auto", ""), "done", "pass", ("stop", ""), *options) if v in options))
    assert where(m, "tu.kurd#1") == "kirkuk"


@pytest.mark.rule("draka.err.8")
def test_the_ukraine_waits_while_draka_hold_kiev():
    taken = dict.fromkeys(("riga", "vilna", "warsaw", "lodz"), "cp")
    m = front({"cp": ["cp.53"]}, active="cp", units={"ru.c#1": "kiev", "dr.cfc#1": "kiev"}, events={"cp.28": 9, "cp.52": 12},
              tsar_fell_at=0, control=taken, **LATE)  # fmt: skip
    m.choose(("event", "cp.53"))
    finish_action(m)
    assert where(m, "ge.ukr") == "unborn" and where(m, "ru.c#1") == "kiev" and "ge.ukr" in m.g.state.due
    m.g.put(m.g.U["dr.cfc#1"], m.g.S["odessa"])
    while m.g.state.turn == 14:
        options = offered(m)
        m.choose(next(v for v in (("auto", ""), "done", "pass", ("stop", ""), *options) if v in options))
    assert where(m, "ge.ukr") == "kiev" and where(m, "ru.c#1") != "kiev" and holder(m, "kiev") == "cp"


@pytest.mark.rule("pog.card.cp.31")
def test_kemal_serves_the_asia_korps():
    """It is German or Turkish, as its owner likes."""
    m = front({"cp": ["cp.31"], "ap": ["ap.01"]}, units={"ge.asia": "gaza", "dr.simba": "sinai"}, turn=5,
              level={"cp": 1, "ap": 1}, draka=["sinai"])  # fmt: skip
    activate(m, sinai="attack")
    choose(m, "gaza", "dr.simba")
    while m.decision.seat == "ap":
        m.choose("pass")
    assert m.decision.name == PogAsk.COMBAT_CARD and "cp.31" in offered(m)
    with m.forced(1, 1):
        m.choose("cp.31")


@pytest.mark.rule("pog.16.5.1.2")
def test_a_half_point_is_told_when_peace_is_refused():
    m = front(active="ap", units={}, vp=9, half=1, turn=6)
    with refused("pog.16.5.1.2", "VP 9 1/2"):
        m.choose(("peace", ""))


@pytest.mark.rule("pog.9.5.3.1.c")
@pytest.mark.parametrize(("standing", "fit"), [({}, True), ({"dr.simba": "cairo"}, False)])
def test_two_armies_need_room_for_both(standing, fit):
    """Alexandria is lost, Tripoli and Upper Egypt are full: Cairo takes two Draka armies and no third."""
    full = {"dr.jc#1": "tripoli", "dr.jc#2": "tripoli", "dr.jc#3": "tripoli", "dr.jc#4": "upper_egypt", "dr.jc#5": "upper_egypt",
            "dr.jc#6": "upper_egypt", "tu.c#1": "alexandria"}  # fmt: skip
    m = front({"ap": ["ap.17"]}, units={**full, **standing}, control={"alexandria": "cp"}, turn=6, level={"cp": 1, "ap": 1})
    assert (("event", "ap.17") in offered(m)) is fit
    if fit:
        m.choose(("event", "ap.17"))
        assert where(m, "dr.tantor") == where(m, "dr.rhino") == "cairo"
    else:
        with refused("pog.9.5.3.1.c"):
            m.choose(("event", "ap.17"))


@pytest.mark.rule("draka.err.5.a")
def test_the_owner_says_whom_air_supply_saves():
    """An army, or two corps: not always the army."""
    units = {"dr.simba": "baghdad reduced", "dr.jc#1": "baghdad", "dr.cfc#1": "baghdad", "tu.c#1": "kirkuk"}
    m = draka(options={"air_supply": True}, phase="attrition", units=units, draka=["baghdad"], join=["tu"], turn=6, zaf=["dr"],
              hands={"cp": [], "ap": []})  # fmt: skip
    m.choose("baghdad")
    assert m.decision.name == Ask.AIR_SUPPLIED and set(offered(m)) == {"dr.simba", "dr.jc#1", "dr.cfc#1"}
    m.choose("dr.cfc#1")
    assert where(m, "dr.cfc#1") == where(m, "dr.jc#1") == "baghdad" and where(m, "dr.simba") == "gone"
