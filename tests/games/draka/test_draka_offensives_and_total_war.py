"""Chapters 13, 19, 23 and 24, errata 3, 6 and 7: offensives, last reserves, what Total War brings."""

from __future__ import annotations

import pytest
from draka_situations import (
    activate,
    attack,
    draka,
    fight_of,
    finish_action,
    finish_turn,
    front,
    holder,
    phase,
    reduced,
    refused,
    said,
    where,
)

from great_war import offered
from grognard.games.draka.manpower.replacements import may_call, may_create
from grognard.games.pog.asks import Ask as PogAsk
from grognard.games.pog.supply.tracing import in_supply

NONE = {"hands": {"cp": [], "ap": []}}


# ------------------------------------------------------------------ 19: offensives


@pytest.mark.rule("draka.19.1", "draka.19.2", "draka.19.3")
def test_the_draka_offensive():
    m = front(
        units={"dr.jc#1": "sinai", "tu.c#1": "gaza", "dr.cfc#1": "verdun", "ge.a1": "metz"}, level={"cp": 1, "ap": 1}, turn=5
    )
    g = m.g
    assert [g.hooks.offensive_table(g, "ap", die) for die in (4, 5)] == ["dr", "dr"]
    g.state.offensive = {"ap": "dr", "cp": "none"}
    assert g.hooks.meets_offensive(g, "ap", fight_of(m, ["dr.jc#1"], "gaza"))
    assert not g.hooks.meets_offensive(g, "ap", fight_of(m, ["dr.cfc#1"], "metz"))  # outside the Zone
    m = front(units={}, level={"cp": 0, "ap": 0}, turn=1)
    assert m.g.hooks.offensive_table(m.g, "ap", 4) == "none"


@pytest.mark.rule("draka.19.4", "draka.19.5")
def test_italian_and_austrian_offensives():
    m = front(units={"it.a1": "mulhouse", "fr.a1": "belfort"}, keep=False)
    g = m.g
    assert [g.hooks.offensive_table(g, "cp", die) for die in range(1, 7)] == ["ah", "ah", "tu", "ge", "it", "none"]
    g.state.offensive = {"cp": "it", "ap": "none"}
    assert g.hooks.meets_offensive(g, "cp", fight_of(m, ["it.a1"], "belfort"))
    m = front(units={}, events=["cp.52"])
    assert m.g.hooks.offensive_table(m.g, "cp", 2) == "none" and m.g.hooks.offensive_table(m.g, "cp", 1) == "ah"


@pytest.mark.rule("draka.err.2")
def test_western_offensives_may_be_met_in_italy():
    m = front(units={"fr.a1": "nice", "it.a1": "genoa", "it.a2": "turin", "br.a1": "nice"})
    g = m.g
    g.state.offensive = {"ap": "fr", "cp": "none"}
    assert g.hooks.meets_offensive(g, "ap", fight_of(m, ["fr.a1"], "genoa"))
    g.state.offensive["ap"] = "br"
    assert g.hooks.meets_offensive(g, "ap", fight_of(m, ["br.a1"], "turin"))
    assert "it" in g.hooks.west(g)


# ------------------------------------------------------------------ 13, 23, 24: morale, last reserves, Total War


@pytest.mark.rule("draka.13.6")
def test_low_morale_is_only_shown():
    m = front(units={"it.a1": "eliminated", "it.a2": "eliminated", "it.a3": "gone", "br.rad": "gone"})
    panel = next(p for p in m.view(None).panels if p.id == "draka")
    assert "Armies lost by Italy: 3 of 3 (Low Morale)" in panel.lines
    assert "Armies lost by Britain: 0 of 2" in panel.lines  # a detachment does not count


@pytest.mark.rule("draka.23.1", "draka.23.2")
def test_last_reserves():
    base = {"turn": 6, "level": {"cp": 1, "ap": 1}, "join": ["tu"], "reached": {"cp 1": 5}}
    corps = {f"tu.c#{n}": "eliminated" for n in range(1, 9)}
    m = phase(
        "replacements", units={**corps, "tu.c#9": "ankara", "dr.jc#1": "eskidor"}, rp={"tu": 4}, draka=["eskidor"], **base
    )
    assert m.g.state.rp["tu"] == 6
    m.choose(("reserves", "tu"))
    assert m.g.state.rp["tu"] == 10 and may_call(m.g, "tu").rule == "draka.23.2"  # once
    m = phase("replacements", units={"it.a1": "rome reduced", "fr.c#1": "naples"}, control={"naples": "ap"}, **base)
    m.choose(("reserves", "it"))
    assert m.g.state.rp["it"] == 4
    m = phase("replacements", units={"it.a1": "rome reduced", "tu.c#1": "ankara reduced"}, **base)
    assert may_call(m.g, "it").rule == "draka.23.1" and may_call(m.g, "tu").rule == "draka.23.2"
    m = phase("replacements", units={"it.a1": "rome reduced"}, control={"genoa": "ap"}, **base)
    assert may_call(m.g, "it").rule == "draka.23.1"  # one VP space is not enough
    m = phase("replacements", units={"it.a1": "rome reduced"}, control={"genoa": "ap", "milan": "ap"}, **base)
    assert may_call(m.g, "it") is None
    waiting = {"tu.c#1": "eliminated", "tu.c#2": "constantinople"}
    m = phase("replacements", units=waiting, draka=["ankara"], forts_fallen=["ankara"], rp={"tu": 2}, **base)
    assert may_call(m.g, "tu") is None  # a capital has fallen to the Draka, who have gone on
    m = phase("replacements", units={**waiting, "ru.c#1": "adrianople"}, control={"adrianople": "ap"}, rp={"tu": 2}, **base)
    assert may_call(m.g, "tu").rule == "draka.23.2"  # Russians at the gates do not count
    m = phase(
        "replacements",
        units={**waiting, "dr.jc#1": "eskidor"},
        draka=["eskidor"],
        rp={"tu": 2},
        **{**base, "level": {"cp": 2, "ap": 1}},
    )
    assert may_call(m.g, "tu").rule == "draka.23.2"  # at Limited War only


@pytest.mark.rule("draka.24.1", "draka.24.2", "draka.24.4", "draka.24.5", "draka.24.6")
def test_total_war_of_the_central_powers():
    m = draka(phase="status", turn=8, ws={"cp": 11, "ap": 4}, level={"cp": 1, "ap": 1}, join=["tu"],
              units={"dr.jc#1": "kirkuk", "tu.c#1": "ankara"}, draka=["kirkuk", "kut", "baghdad", "qurna"], **NONE)  # fmt: skip
    g = m.g
    while where(m, "tu.kurd#3") == "unborn":
        m.choose(offered(m)[0])
    assert where(m, "al.bb") == "tirana" and where(m, "it.bgd") == "rome"
    assert {where(m, f"tu.kurd#{n}") for n in (1, 2, 3)} == {"kirkuk", "dilman", "diyarbakir"} and where(
        m, "dr.jc#1"
    ) != "kirkuk"
    assert g.state.draka >> g.S["kirkuk"] & 1 and holder(m, "kirkuk") == "cp"  # no conversion: the marker sleeps
    g.put(g.U["tu.kurd#1"], -2)
    assert holder(m, "kirkuk") == "draka"
    bb = g.U["al.bb"]
    assert g.hooks.may_enter(g, bb, g.S["vienna"]).rule == "draka.24.2" and g.hooks.may_enter(g, bb, g.S["nis"]) is None
    assert g.units.nation[bb] == "tu" and g.units.second[bb] == "ah"


@pytest.mark.rule("draka.24.3")
def test_total_war_of_the_allies_brings_tulls_army():
    m = draka(
        phase="status",
        turn=8,
        ws={"cp": 4, "ap": 11},
        level={"cp": 1, "ap": 1},
        join=["tu"],
        units={"dr.jc#1": "cairo"},
        **NONE,
    )
    while m.decision.rule != "draka.24.3":
        m.choose(offered(m)[0])
    assert set(offered(m)) == {"cairo", "basra", "alexandria"}
    m.choose("basra")
    assert where(m, "dr.tull") == "basra" and not reduced(m, "dr.tull") and len(m.g.of_kind("dr.jc", -1)) == 1


@pytest.mark.rule("draka.24.7")
def test_the_draka_trace_past_kurds():
    m = front(units={"dr.jc#1": "mosul", "tu.kurd#1": "kirkuk"}, draka=["mosul", "kirkuk", "baghdad", "kut", "qurna"])
    g = m.g
    assert in_supply(g, g.U["dr.jc#1"])
    g.put(g.U["tu.c#1"], g.S["kirkuk"])
    assert not in_supply(g, g.U["dr.jc#1"])


# ------------------------------------------------------------------ errata 3, 6, 7


@pytest.mark.rule("draka.err.3.a", "draka.err.3.b")
def test_the_reserve_army_detachment():
    m = phase("replacements", units={"br.c#1": "calais"}, rp={"br": 2}, level={"cp": 1, "ap": 1}, turn=6)
    m.choose(("create", "br.rad", "br.c#1"))
    assert where(m, "br.rad") == "calais" and where(m, "br.c#1") == "gone" and m.g.factors(m.g.U["br.rad"]) == (3, 3, 2)
    g = m.g
    assert g.hooks.may_enter(g, g.U["br.rad"], g.S["genoa"]).rule == "draka.err.3.b"
    assert g.hooks.may_enter(g, g.U["br.rad"], g.S["london"]) is None
    m = phase("replacements", units={"br.c#1": "calais reduced"}, rp={"br": 2}, turn=2)
    assert may_create(m.g, "br.rad", m.g.U["br.c#1"]).rule == "draka.err.3.a"


@pytest.mark.rule("draka.err.6.a", "draka.err.6.b", "draka.err.6.c", "draka.err.6.d")
def test_russians_and_draka_keep_apart():
    m = front(units={"ru.c#1": "erzerum", "dr.jc#1": "trebizond", "ru.c#2": "rize"}, draka=["trebizond"], control={"erzerum": "ap"},
              forts_fallen=["erzerum"])  # fmt: skip
    g = m.g

    def rule(unit, space):
        refusal = g.hooks.may_enter(g, g.U[unit], g.S[space])
        return refusal.rule if refusal else None

    assert rule("ru.c#2", "trebizond") == "draka.err.6.a"
    near = [s for s in range(g.board.size) if g.graph.next_to(1 << g.S["trebizond"]) >> s & 1]
    assert g.S["rize"] in near or g.S["erzerum"] in near
    outside = g.U["ru.c#3"]
    g.put(outside, g.S["kars"])
    assert g.hooks.closed(g, outside) & sum(1 << s for s in near)  # not beside it yet: no approach
    here = g.U["ru.c#2"] if g.S["rize"] in near else g.U["ru.c#1"]
    assert g.hooks.no_stop(g, [here]) & sum(1 << s for s in near)  # beside it: the move must end elsewhere
    g.place_marker(g.S["adapazari"], "draka.14.2")
    g.set_control(g.S["adapazari"], "ap", "pog.11.1.14")
    assert rule("ru.c#1", "constantinople") is None and rule("ru.c#1", "bursa") is None
    assert rule("dr.jc#1", "kars") == "draka.err.6.d" and rule("dr.jc#1", "batum") == "draka.err.6.d"


@pytest.mark.rule("draka.err.6.a", "draka.err.6.b", "draka.err.6.c")
def test_russians_beside_the_draka_move_away_and_do_not_attack():
    units = {"ru.c#1": "erzingan", "dr.jc#1": "diyarbakir", "dr.jc#2": "trebizond", "tu.c#1": "erzerum", "tu.c#2": "sivas"}
    allied = dict.fromkeys(("erzingan", "rize"), "ap")
    m = front(units=units, draka=["trebizond", "diyarbakir"], control=allied, forts_fallen=["erzerum", "trebizond"])
    activate(m, erzingan="attack")
    assert set(offered(m)) == {"done", "sivas"}
    with refused("draka.err.6.a", "Erzerum"):
        m.choose("erzerum")  # beside Diyarbakir
    m = front(
        units=units,
        draka=["trebizond", "diyarbakir"],
        control=allied | {"kharput": "ap"},
        forts_fallen=["erzerum", "trebizond"],
    )
    activate(m, erzingan="move")
    m.choose(("unit", "ru.c#1"))
    assert ("to", "kharput") in offered(m)  # on the way to somewhere else
    m.choose(("to", "kharput"))
    assert ("stop", "") not in offered(m)  # beside Diyarbakir: the move goes on


@pytest.mark.rule("draka.err.7.a", "draka.err.7.b", "draka.err.7.c")
def test_biscoff():
    base = {"units": {"ru.c#1": "riga"}, "rp": {"ru": 2}}
    m = phase("replacements", turn=8, level={"cp": 1, "ap": 1}, units={"ru.c#1": "riga reduced"}, rp={"ru": 2})
    assert may_create(m.g, "ru.bisc", m.g.U["ru.c#1"]).rule == "draka.err.7.a"  # Limited War: not yet
    m = phase("replacements", turn=7, level={"cp": 1, "ap": 2}, units={"ru.c#1": "riga reduced"}, rp={"ru": 2})
    assert may_create(m.g, "ru.bisc", m.g.U["ru.c#1"]).rule == "draka.err.7.a"  # 1915
    m = phase(
        "replacements", turn=8, level={"cp": 1, "ap": 2}, events={"cp.52": 7}, units={"ru.c#1": "riga reduced"}, rp={"ru": 2}
    )
    assert may_create(m.g, "ru.bisc", m.g.U["ru.c#1"]).rule == "draka.err.7.a"  # the Tsar has fallen
    m = phase("replacements", turn=8, level={"cp": 1, "ap": 2}, **base)
    m.choose(("create", "ru.bisc", "ru.c#1"))
    g = m.g
    assert where(m, "ru.bisc") == "riga" and where(m, "ru.c#1") == "eliminated"
    assert g.hooks.may_enter(g, g.U["ru.bisc"], g.S["sofia"]) is not None
    assert g.hooks.may_enter(g, g.U["ru.bisc"], g.S["belgrade"]).rule == "draka.err.7.b"
    g.flip(g.U["ru.bisc"], True)
    from grognard.games.pog.combat.losses import lose_step

    lose_step(g, None, g.U["ru.bisc"])
    assert where(m, "ru.bisc") == "gone" and said(m, "draka.err.7.c")


def test_a_turn_of_total_war_goes_by():
    m = draka(keep=True, turn=12, level={"cp": 2, "ap": 2}, join=["tu"], reached={"cp 1": 3, "ap 1": 3, "cp 2": 8, "ap 2": 8})
    finish_turn(m)
    assert m.g.state.turn == 13 or m.result


def rolled(cp, ap, turn=8, **patch):
    """The offensives of the next turn, by these dice."""
    hands = {"cp": ["cp.12"], "ap": ["ap.01"]}
    m = draka(phase="cards", step="discard ap", turn=turn - 1, hands=hands, units={"ge.a1": "essen"}, **patch)
    m.choose("done")
    with m.forced(cp, ap):
        m.choose("done")
    return m.g.state.offensive


@pytest.mark.rule("pog.7.1.2.b", "draka.19.3")
@pytest.mark.parametrize(("level", "nation"), [(0, "none"), (1, "dr")])
def test_a_british_offensive_without_london_passes_to_the_draka_if_they_have_one(level, nation):
    patch = {"control": {"london": "cp"}, "level": {"cp": level, "ap": 1}, "join": ["tu"]}
    assert rolled(6, 3, **patch)["ap"] == nation


@pytest.mark.rule("pog.7.1.2.b", "draka.19.5")
@pytest.mark.parametrize(
    ("events", "lost", "die", "nation"),
    [
        ([], False, 1, "ah"),
        (["cp.52"], False, 1, "ah"),
        ([], True, 1, "tu"),
        (["cp.52"], True, 1, "none"),  # the 2 is none by then, and ends the search
        (["cp.52"], False, 2, "none"),
    ],
)
def test_an_austrian_offensive_without_capitals_ends_at_the_second_box_after_the_tsar(events, lost, die, nation):
    held = {"vienna": "ap", "budapest": "ap"} if lost else {}
    assert rolled(die, 6, control=held, events=events, level={"cp": 1, "ap": 1}, join=["tu"])["cp"] == nation


@pytest.mark.rule("draka.err.6.b")
def test_no_russian_corps_comes_out_of_the_box_beside_draka_control():
    units = {"ru.c#1": "reserve", "ru.c#2": "kars", "dr.jc#1": "erzerum"}
    for held, fit in (((), True), (("erzerum",), False)):
        m = front(units=units, control={"kars": "ap", "erzerum": "ap", "erzingan": "ap"}, draka=list(held), turn=8)
        m.choose(("sr", "ap.01"))
        m.choose("ru.c#1")
        assert ("kars" in offered(m)) is fit


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
