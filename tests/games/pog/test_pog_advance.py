"""Chapter 12.7: advance after combat."""

from __future__ import annotations

import pytest
from pog_combats import fight_of, west
from pog_situations import activate, attack, front, holder, refused, until, where

from great_war import offered
from grognard.games.pog.asks import Ask


def cleared(units, target="cambrai", dice=(6, 1), **patch):
    m = west(units, **patch)
    activate(m, sedan="attack")
    names = [u for u, place in units.items() if place.startswith("sedan")]
    attack(m, target, *names, dice=dice)
    for _ in range(30):
        if m.decision.rule in ("pog.12.7.1.a", "pog.8.1.3", "pog.9.2.9.a"):
            break
        options = offered(m)
        m.choose("pass" if "pass" in options else options[0])
    return m


@pytest.mark.rule("pog.12.7.1.a", "pog.12.7.9", "pog.12.7.2")
def test_full_units_advance_and_take_control():
    m = cleared({"ge.a1": "sedan", "ge.a2": "sedan reduced", "fr.c#1": "cambrai"})  # loss 5: the corps is gone
    assert m.decision.rule == "pog.12.7.1.a"
    with refused("pog.12.7.1.a"):
        m.choose("ge.a2")
    m.choose("ge.a1")
    assert where(m, "ge.a1") == "cambrai" and holder(m, "cambrai") == "cp"
    assert m.decision.rule == "pog.8.1.3"  # after an elimination only that space


@pytest.mark.rule("pog.12.7.1.a")
def test_montenegro_never_advances():
    from grognard.games.pog.combat.advance import may_advance

    m = front(active="ap", units={"mn.c": "cetinje"})
    fight = fight_of(m, "ap", ["mn.c"], "mostar")
    assert may_advance(m.g, fight, m.g.U["mn.c"], m.g.S["mostar"]).rule == "pog.12.7.1.a"


@pytest.mark.rule("pog.12.7.3")
def test_after_a_two_space_retreat_the_advance_may_go_on():
    m = cleared({"ge.a1": "sedan", "ge.a2": "sedan", "fr.a5": "cambrai"}, dice=(4, 1), events=["cp.08"])  # 5 to 1: two spaces
    m.choose("ge.a1")
    assert m.decision.rule == "pog.12.7.3"
    m.choose(offered(m)[0])
    assert where(m, "ge.a1") not in ("cambrai", "sedan")


@pytest.mark.rule("pog.12.7.3", "pog.tec.2")
def test_forest_stops_the_advance():
    m = front(units={"ge.a2": "koblenz", "ge.a3": "koblenz", "fr.a5": "sedan"})
    activate(m, koblenz="attack")
    attack(m, "sedan", "ge.a2", "ge.a3", dice=(4, 1))
    for _ in range(20):
        if m.decision.rule in ("pog.12.7.1.a", "pog.8.1.3"):
            break
        m.choose("pass" if "pass" in offered(m) else offered(m)[0])
    m.choose("ge.a2")
    assert where(m, "ge.a2") == "sedan" and m.decision.rule != "pog.12.7.3"


@pytest.mark.rule("pog.12.7.4")
def test_a_space_reached_by_units_lost_on_the_way_can_be_entered():
    m = west({"ge.a1": "sedan", "fr.a5": "cambrai"})
    fight = fight_of(m, "cp", ["ge.a1"], "cambrai")
    from grognard.games.pog.combat.retreat import _cannot

    m.choose(("ops", "cp.12"))
    _cannot(m.g, fight, m.g.U["fr.a5"], m.g.S["amiens"])
    assert fight.vacated == [m.g.S["amiens"]] and where(m, "fr.a5") == "gone"


@pytest.mark.rule("pog.12.7.5", "pog.12.7.7", "pog.12.7.10")
def test_limits_on_where_an_advance_goes():
    from grognard.games.pog.combat.advance import may_advance

    m = west({"ge.a1": "sedan", "fr.a5": "amiens", "ge.c#1": "cambrai"}, control={"cambrai": "cp"})
    g = m.g
    fight = fight_of(m, "cp", ["ge.a1", "ge.c#1"], "cambrai")
    assert may_advance(g, fight, g.U["ge.c#1"], g.S["amiens"]).rule == "pog.12.7.5"
    assert may_advance(g, fight, g.U["ge.c#1"], g.S["calais"]).rule == "pog.12.7.7"  # the coast is not open yet
    assert may_advance(g, fight, g.U["ge.a1"], g.S["paris"]).rule == "pog.12.7.10"
    m = front(units={"ge.a1": "riga"}, control={"riga": "cp"})
    fight = fight_of(m, "cp", ["ge.a1"], "riga")
    assert may_advance(m.g, fight, m.g.U["ge.a1"], m.g.S["reval"]).rule == "pog.12.7.10"  # a Russian line


@pytest.mark.rule("pog.12.7.10")
def test_an_advance_may_not_break_a_siege():
    from grognard.games.pog.combat.advance import may_advance

    m = front(units={"ge.a1": "verdun", "ge.c#1": "verdun"}, trenches={"verdun": 0})
    fight = fight_of(m, "cp", ["ge.a1"], "bar_le_duc")
    assert may_advance(m.g, fight, m.g.U["ge.a1"], m.g.S["bar_le_duc"]).rule == "pog.12.7.10"
    m.g.put(m.g.U["ge.a2"], m.g.S["verdun"])
    assert may_advance(m.g, fight, m.g.U["ge.a1"], m.g.S["bar_le_duc"]) is None


@pytest.mark.rule("pog.12.7.6")
def test_an_advance_into_a_fort_needs_enough_to_besiege_it():
    from grognard.games.pog.combat.advance import may_advance

    m = front(units={"ge.c#1": "metz", "ge.c#2": "metz", "ge.a4": "metz"}, trenches={"verdun": 0})
    fight = fight_of(m, "cp", ["ge.c#1", "ge.c#2"], "verdun")
    assert may_advance(m.g, fight, m.g.U["ge.c#1"], m.g.S["verdun"]).rule == "pog.12.7.6"
    fight = fight_of(m, "cp", ["ge.c#1", "ge.c#2", "ge.a4"], "verdun")
    assert may_advance(m.g, fight, m.g.U["ge.c#1"], m.g.S["verdun"]) is None  # the army can still come


@pytest.mark.rule("pog.12.7.1.b")
def test_after_an_attack_on_a_fort_alone_the_advance_needs_its_fall():
    m = front(units={"ge.a4": "metz"}, trenches={"verdun": 0})
    activate(m, metz="attack")
    attack(m, "verdun", "ge.a4", dice=(1, 1))  # 2: the fort stands
    assert m.decision.rule == "pog.8.1.3"
    m = front(units={"ge.a4": "metz"}, trenches={"verdun": 0})
    activate(m, metz="attack")
    attack(m, "verdun", "ge.a4", dice=(6, 1))
    assert m.decision.rule == "pog.12.7.1.a"
    m.choose("ge.a4")
    assert holder(m, "verdun") == "cp"


@pytest.mark.rule("pog.12.7.11", "pog.15.1.3", "pog.3.d")
def test_besiegers_attack_the_fort_in_their_own_space():
    m = front(units={"ge.a4": "verdun", "ge.a5": "metz"}, trenches={"verdun": 0})
    activate(m, verdun="attack", metz="attack")
    m.choose("verdun")
    with m.forced(4, 1):
        assert m.g.board.ids  # only the besieger is offered
        if m.decision.rule == "pog.12.2.2":
            with refused("pog.15.1.3"):
                m.choose("ge.a5")
            m.choose("ge.a4")
        while m.decision.rule == "pog.9.5.4.1.a":
            m.choose("pass")
    assert holder(m, "verdun") == "cp" and where(m, "ge.a4") == "verdun"


@pytest.mark.rule("pog.12.7.6", "pog.12.7.3")
@pytest.mark.parametrize(("second", "fit"), [("ge.c#2", True), ("ge.c#2 reduced", False)])
def test_two_corps_go_on_together_to_besiege_a_fort_that_one_could_not(second, fit):
    """The Russians fall back through Warsaw, level 2: two full corps besiege it, so the first may go and the second must."""
    units = {"ge.c#1": "czestochowa", "ru.c#1": "lodz", "ru.c#2": "lodz", "ah.c#1": "plock", "ge.c#3": "czestochowa"}
    units["ge.c#2"] = " ".join(["czestochowa", *second.split()[1:]])
    m = front({"cp": ["cp.13"]}, units=units, control={"czestochowa": "cp", "plock": "cp"}, ws={"cp": 5, "ap": 0}, turn=5)
    activate(m, czestochowa="attack")
    attack(m, "lodz", "ge.c#1", "ge.c#2", dice=(6, 1))
    while m.decision.name in ("loss", "retreat", "retreat order"):
        m.choose(offered(m)[0])
    m.choose("ge.c#1")
    assert (m.decision.name == "advance on" and "warsaw" in offered(m)) is fit
    if fit:
        m.choose("warsaw")
        assert offered(m) == ["ge.c#2"]  # no way back
        m.choose("ge.c#2")
        assert where(m, "ge.c#1") == where(m, "ge.c#2") == "warsaw" and m.g.besieged >> m.g.S["warsaw"] & 1
        assert holder(m, "warsaw") == "ap" and holder(m, "lodz") == "cp"


@pytest.mark.rule("pog.12.7.4", "pog.12.5.4.a")
def test_a_space_reached_by_a_retreat_that_failed_can_be_entered():
    """The example of the rules: out of Kishinev only Ismail is open, and from there nothing."""
    units = {
        "ru.a9": "kishinev",
        "ge.a11": "barlad",
        "ge.a1": "barlad",
        "ah.c#1": "zhmerinka",
        "ah.c#2": "odessa",
        "ah.c#3": "galatz",
    }
    held = {s: "cp" for s in ("barlad", "zhmerinka", "odessa", "galatz", "bucharest", "ploesti", "jassy", "czernowitz", "targul_jiu")
            if s in front(units={}).g.S}  # fmt: skip
    m = front(units=units, control=held, join=["ro"], turn=9)
    activate(m, barlad="attack")
    attack(m, "kishinev", "ge.a11", "ge.a1", dice=(1, 1))
    until(m, Ask.ADVANCE)
    assert where(m, "ru.a9") == "gone"
    m.choose("ge.a11")
    assert m.decision.name == Ask.ADVANCE_ON and "ismail" in offered(m)
    m.choose("ismail")
    assert where(m, "ge.a11") == "ismail"


@pytest.mark.rule("pog.12.7.1.b", "pog.12.7.11", "pog.15.2.4.b")
def test_neighbours_advance_when_a_fort_falls_to_them_and_to_those_inside():
    units = {"ge.c#1": "verdun", "ge.a4": "metz", "ge.a5": "metz"}  # one corps inside: the siege is broken
    m = front(units=units, trenches={"verdun": 0})
    activate(m, verdun="attack", metz="attack")
    attack(m, "verdun", "ge.c#1", "ge.a4", "ge.a5", dice=(6, 1))
    until(m, Ask.ADVANCE)
    assert holder(m, "verdun") == "cp" and "ge.a4" in offered(m) and "ge.c#1" not in offered(m)
