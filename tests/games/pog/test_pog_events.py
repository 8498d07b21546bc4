"""Events of both sides, one by one."""

from __future__ import annotations

import pytest
from pog_situations import activate, attack, choose, front, holder, pog, reduced, refused, said, where

from great_war import offered

# ------------------------------------------------------------------ Allied events


def allied(cards, **patch):
    patch.setdefault("units", {"fr.a1": "nancy", "ge.a4": "metz"})
    patch.setdefault("level", {"ap": 2, "cp": 0})
    return front({"ap": cards}, active="ap", **patch)


def central(cards, **patch):
    patch.setdefault("units", {"fr.a1": "nancy", "ge.a4": "metz"})
    patch.setdefault("level", {"cp": 2, "ap": 0})
    return front({"cp": cards}, **patch)


@pytest.mark.rule("pog.card.ap.02", "pog.vpt.1")
def test_blockade_costs_a_point_each_winter():
    for turn, vp in ((4, 9), (5, 10)):
        m = pog(keep=True, phase="status", turn=turn, events=["ap.02"], hands={"cp": [], "ap": []}, level={"ap": 1, "cp": 0})
        assert m.g.state.vp == vp


@pytest.mark.rule("pog.card.ap.09")
def test_moltke_is_played_on_the_first_two_turns():
    m = allied(["ap.09"], turn=3)
    with refused("pog.card.ap.09"):
        m.choose(("event", "ap.09"))
    m = allied(["ap.09"], turn=2)
    m.choose(("event", "ap.09"))
    assert m.g.played("ap.09")


@pytest.mark.rule("pog.card.ap.13")
def test_rape_of_belgium():
    m = allied(["ap.13"], level={"ap": 0, "cp": 0})
    with refused("pog.card.ap.13"):
        m.choose(("event", "ap.13"))
    m = allied(["ap.13"], level={"ap": 0, "cp": 0}, events=["cp.01"], vp=10)
    m.choose(("event", "ap.13"))
    assert m.g.state.vp == 9 and m.g.state.ws["ap"] == 2
    m = allied(["ap.13"], level={"ap": 1, "cp": 0}, events=["cp.01"])
    assert m.why_not(("event", "ap.13")).rule == "pog.card.ap.13"


@pytest.mark.rule("pog.card.ap.23", "pog.card.cp.17")
def test_spies_show_the_enemys_hand():
    m = front(
        {"ap": ["ap.23"], "cp": ["cp.12", "cp.07"]},
        active="ap",
        level={"ap": 1, "cp": 0},
        units={"fr.a1": "nancy", "ge.a4": "metz"},
    )
    m.choose(("event", "ap.23"))
    assert m.g.state.shown["cp"] == m.g.state.hand["cp"]
    titles = [c.title for p in m.view("ap").panels if p.id == "hand cp" for c in p.cards]
    assert titles == ["German Reinforcements", "German Reinforcements"]
    assert m.decision.rule == "pog.9.2.1"  # operations follow
    assert any("shows the enemy's hand: German" in e.text for e in m.diary("ap"))
    assert not any("shows the enemy's hand: German" in e.text for e in m.diary("cp"))
    m = front({"cp": ["cp.17"], "ap": ["ap.02"]}, level={"ap": 0, "cp": 1}, units={"fr.a1": "nancy", "ge.a4": "metz"})
    m.choose(("event", "cp.17"))
    assert m.g.state.shown["ap"] == 1 << 2


@pytest.mark.rule("pog.card.ap.26")
def test_lusitania():
    for events, fits in (([], False), (["ap.02"], True), (["ap.02", "ap.54"], False)):
        m = allied(["ap.26"], events=events, vp=10)
        assert (m.why_not(("event", "ap.26")) is None) == fits
    m = allied(["ap.26"], events=["ap.02"], vp=10)
    m.choose(("event", "ap.26"))
    assert m.g.state.vp == 9 and m.g.state.ws["ap"] == 2


@pytest.mark.rule("pog.card.ap.27")
def test_great_retreat():
    units = {"ge.a8": "insterberg", "ru.a1": "kovno", "ru.c#1": "kovno", "fr.c#1": "kovno"}
    m = front(units=units, this_turn=["ap.27"], events=["cp.11"], forts_fallen=["kovno"], turn=6)
    activate(m, insterberg="attack")
    choose(m, "kovno", "ge.a8")
    assert m.decision.seat == "ap" and offered(m) == ["retreat", "stand"]
    m.choose("retreat")
    while m.decision.rule in ("pog.12.5.5.c", "pog.12.5.5.d"):
        m.choose(offered(m)[0])
    assert where(m, "ru.a1") != "kovno" and where(m, "ru.c#1") != "kovno"
    assert where(m, "fr.c#1") in ("kovno", "eliminated")  # others are still attacked
    m = front(
        units={"ge.a8": "insterberg", "ru.a1": "kovno"}, this_turn=["ap.27"], events=["cp.11"], forts_fallen=["kovno"], turn=6
    )
    activate(m, insterberg="attack")
    choose(m, "kovno", "ge.a8", "retreat")
    while m.decision.seat == "ap":
        m.choose(offered(m)[0])
    assert m.decision.rule == "pog.12.7.1.a"  # no combat: the attackers may advance
    m = allied(["ap.27"], level={"ap": 1, "cp": 0})
    m.choose(("event", "ap.27"))
    assert m.g.state.this_turn == ["ap.27"] and m.g.state.ws["ap"] == 1


@pytest.mark.rule("pog.card.cp.25", "pog.card.ap.33")
def test_the_fleets():
    m = front(
        {"cp": ["cp.25"], "ap": ["ap.33", "ap.02"]}, level={"ap": 1, "cp": 1}, units={"fr.a1": "nancy", "ge.a4": "metz"}, vp=10
    )
    m.choose(("event", "cp.25"))
    assert m.g.state.vp == 10
    m.choose(("event", "ap.33"))
    assert m.g.state.vp == 10
    m = front(
        {"cp": ["cp.25"], "ap": ["ap.33", "ap.02"]}, level={"ap": 1, "cp": 1}, units={"fr.a1": "nancy", "ge.a4": "metz"}, vp=10
    )
    m.choose(("event", "cp.25"))
    m.choose(("event", "ap.02"))
    assert m.g.state.vp == 11
    m = allied(["ap.33"])
    with refused("pog.card.ap.33"):
        m.choose(("event", "ap.33"))


@pytest.mark.rule("pog.card.ap.35", "pog.card.ap.46", "pog.card.ap.45")
def test_operations_that_help_attacks():
    units = {"us.a1": "verdun", "ge.a4": "metz", "fr.a1": "nancy"}
    m = allied(["ap.35"], units=units, trenches={"metz": 0})
    m.choose(("event", "ap.35"))
    assert m.g.state.action.points == 4
    choose(m, ("attack", "verdun"), "done")
    attack(m, "metz", "us.a1", dice=(1, 1))
    # 5 factors, die 1 + 2 = 3: 3
    assert "the attacker inflicts 3" in said(m, "pog.12.2.11")[0]
    units = {"ru.a8": "kamenets_podolski", "ah.a1": "czernowitz", "ru.a3": "dubno"}
    m = allied(["ap.46"], units=units, trenches={"czernowitz": 2})
    m.choose(("event", "ap.46"))
    assert m.g.state.ws["ap"] == 2
    choose(m, ("attack", "kamenets_podolski"), "done", "czernowitz", "ru.a8")
    assert m.decision.rule == "pog.card.ap.46"
    with m.forced(1, 1):
        m.choose("cancel")
        while m.decision.rule == "pog.9.5.4.1.a":
            m.choose("pass")
    # 3 factors, no shift, die 1 + 1 = 2: 2
    assert "the attacker inflicts 2" in said(m, "pog.12.2.11")[0]
    m = allied(["ap.45"], units=units)
    with refused("pog.card.ap.45"):
        m.choose(("event", "ap.45"))
    m = allied(["ap.45"], units=units, events=["cp.52"])
    m.choose(("event", "ap.45"))
    choose(m, ("attack", "kamenets_podolski"), "done", "czernowitz", "ru.a8")
    while m.decision.rule == "pog.9.5.4.1.a":
        m.choose("pass")
    assert m.decision.rule == "pog.card.ap.45"
    with m.forced(1, 1):
        m.choose("use")
        while m.decision.rule == "pog.9.5.4.1.a":
            m.choose("pass")
    assert "the attacker inflicts 2" in said(m, "pog.12.2.11")[0]  # 3 factors, die 1 + 2 = 3


def test_events_that_allow_or_prevent():
    for card, status in (("ap.37", 1), ("ap.49", 0), ("ap.28", 0)):
        m = allied([card])
        m.choose(("event", card))
        assert m.g.played(card) and m.g.state.ws["ap"] == status


@pytest.mark.rule("pog.card.ap.51")
def test_everyone_into_battle():
    units = {"fr.a1": "nancy", "br.a1": "nancy", "be.a1": "nancy"}
    m = allied(["ap.51"], units=units)
    with refused("pog.card.ap.51"):
        m.choose(("event", "ap.51"))
    m = allied(["ap.51"], units=units, events=["cp.49"])
    assert m.g.hooks.activation_cost(m.g, m.g.S["nancy"], "move") == 3
    m.choose(("event", "ap.51"))
    assert m.g.hooks.activation_cost(m.g, m.g.S["nancy"], "move") == 1 and m.g.state.ws["ap"] == 1


@pytest.mark.rule("pog.card.ap.52", "pog.card.cp.36")
def test_convoy_ends_the_u_boats():
    m = allied(["ap.52"], vp=10)
    with refused("pog.card.ap.52"):
        m.choose(("event", "ap.52"))
    m = allied(["ap.52"], vp=10, events=["cp.36"])
    m.choose(("event", "ap.52"))
    assert m.g.state.vp == 9
    patch = {"events": {"ap.54": 5, "ap.55": 6, "cp.36": 7}, "turn": 12, "join": ["us"]}
    m = allied(["ap.38"], **patch)
    with refused("pog.card.cp.36"):
        m.choose(("event", "ap.38"))
    m = central(["cp.36"])
    with refused("pog.card.cp.36"):
        m.choose(("event", "cp.36"))
    m = central(["cp.36"], events=["cp.54"])
    m.choose(("event", "cp.36"))
    assert m.g.state.ws["cp"] == 2


# ------------------------------------------------------------------ CP events


@pytest.mark.rule("pog.card.cp.01")
def test_guns_of_august():
    m = pog(keep=True, hands={"cp": ["cp.01", "cp.12"], "ap": ["ap.02"]})
    m.choose(("event", "cp.01"))
    assert where(m, "ge.a1") == where(m, "ge.a2") == "liege" and holder(m, "liege") == "cp"
    assert m.g.state.fallen >> m.g.S["liege"] & 1 and m.g.state.ws["cp"] == 2
    assert set(offered(m)) == {"brussels", "sedan", "done"}
    m.choose("sedan")
    assert set(offered(m)) == {"ge.a1", "ge.a2", "ge.a3"}
    m = pog(keep=True, hands={"cp": ["cp.01", "cp.12"], "ap": ["ap.02"]}, actions={"cp": ["ops"], "ap": []})
    with refused("pog.card.cp.01"):
        m.choose(("event", "cp.01"))


@pytest.mark.rule("pog.card.cp.05")
def test_landwehr():
    units = {
        "ge.a7": "mulhouse reduced",
        "ge.c#1": "reserve reduced",
        "ge.c#2": "bremen reduced",
        "ah.a2": "munkacs reduced",
        "ge.a1": "tours reduced",
    }
    m = central(["cp.05"], units=units, control={"tours": "cp"})
    m.choose(("event", "cp.05"))
    assert set(offered(m)) == {"ge.a7", "ge.c#1", "ge.c#2", "done"}
    choose(m, "ge.a7", "ge.c#1", "ge.c#2")
    assert not any(reduced(m, u) for u in ("ge.a7", "ge.c#1", "ge.c#2"))
    m = central(["cp.05"], units=units, control={"berlin": "ap"})
    with refused("pog.card.cp.05"):
        m.choose(("event", "cp.05"))


@pytest.mark.rule("pog.card.cp.09")
def test_reichstag_truce():
    m = central(["cp.09"], level={"cp": 0, "ap": 0}, vp=10)
    m.choose(("event", "cp.09"))
    assert m.g.state.vp == 11 and m.g.state.ws["cp"] == 1
    m = central(["cp.09"])
    with refused("pog.card.cp.09"):
        m.choose(("event", "cp.09"))


def test_plain_cp_events():
    for card, status in (("cp.10", 0), ("cp.29", 0), ("cp.33", 2), ("cp.27", 1), ("cp.54", 2)):
        m = central([card])
        m.choose(("event", card))
        assert m.g.played(card) and m.g.state.ws["cp"] == status
        assert m.g.state.removed["cp"] >> m.g.static.cards[card].number & 1


@pytest.mark.rule("pog.card.cp.32")
def test_war_in_africa():
    units = {"br.c#1": "cairo reduced", "br.c#2": "reserve", "br.aus": "calais", "ge.a4": "metz"}
    m = central(["cp.32"], units=units, vp=10)
    m.choose(("event", "cp.32"))
    assert m.decision.seat == "ap" and offered(m) == ["br.c#2", "vp"]  # a full one before a reduced one
    m.choose("br.c#2")
    assert where(m, "br.c#2") == "gone" and m.g.state.vp == 10
    m = central(["cp.32"], units=units, vp=10)
    choose(m, ("event", "cp.32"), "vp")
    assert m.g.state.vp == 11


@pytest.mark.rule("pog.card.cp.26")
@pytest.mark.parametrize(("events", "fit"), [([], False), (["cp.13"], True), (["cp.13", "cp.54"], False)])
def test_place_of_execution_as_a_plain_event_keeps_its_conditions(events, fit):
    m = front({"cp": ["cp.26"]}, units={"ge.a1": "essen"}, events=events, level={"cp": 2, "ap": 2}, turn=9)
    board = m.g.board
    forts = [board.ids[s] for s in range(board.size) if board.french_forts >> s & 1]
    m = front({"cp": ["cp.26"]}, units={"ge.a1": "essen"}, events=events, level={"cp": 2, "ap": 2}, turn=9, forts_fallen=forts)
    assert (("event", "cp.26") in offered(m)) is fit
