"""Chapter 16: the air war."""

from __future__ import annotations

import pytest
from draka_situations import (
    EMPTY,
    activate,
    attack,
    choose,
    draka,
    fight_of,
    finish_action,
    front,
    inflicts,
    phase,
    said,
    where,
)

from great_war import offered
from grognard.games.draka.air import bombing, fleets, over_the_battle
from grognard.games.draka.asks import Ask, BuyFleet

LATE = {"turn": 12, "level": {"cp": 2, "ap": 2}}


def over(match, *answers):
    """Answer the questions of the bombing phase."""
    return choose(match, *answers)


@pytest.mark.rule("draka.16.zaf.2")
def test_a_new_fleet_does_not_fly_yet():
    m = phase("replacements", units={}, zaf={"ge": 3}, rp={"br": 4}, turn=5)
    assert m.decision.rule != "draka.16.strat.1"
    fleets.new_turn(m.g)
    assert fleets.zaf_ready(m.g, "ge")


@pytest.mark.rule("draka.16.zaf.3", "draka.16.carpet.1", "draka.16.carpet.3", "draka.16.zaf.4")
def test_carpet_bombing_adds_to_the_loss_number():
    units = {"ge.a1": "sedan", "fr.a1": "cambrai", "fr.a2": "cambrai"}
    m = front({"cp": ["cp.12"]}, "cp", units=units, control={"sedan": "cp"}, trenches={"cambrai": 0}, zaf=["ge"], rp={"br": 4})
    plain = inflicts(m, ["ge.a1"], "cambrai", 3)
    activate(m, sedan="attack")
    attack(m, "cambrai", "ge.a1", dice=(5, 3, 1), say={"draka.16.carpet.1": "ge"})
    assert m.g.state.zaf["ge"] == 2
    finish_action(m)
    assert said(m, "pog.12.2.11")[0].startswith(f"Cambrai: the attacker inflicts {plain + 2}")  # value 4, die 5: 2
    assert not fleets.zaf_ready(m.g, "ge")  # no strategic bombing this turn
    assert bombing.may_bomb(m.g, "ge", "br").rule == "draka.16.zaf.3"
    m = front({"cp": ["cp.12"]}, "cp", units={"ge.a1": "sedan"}, control={"sedan": "cp"}, zaf=["ge", "ah"])
    fight = fight_of(m, ["ge.a1"], "verdun")
    assert over_the_battle.may_carpet(m.g, fight, "ge").rule == "draka.16.carpet.1"  # a fort alone
    m.g.put(m.g.U["fr.a1"], m.g.S["verdun"])
    fight = fight_of(m, ["ge.a1"], "verdun")
    assert (
        over_the_battle.may_carpet(m.g, fight, "ge") is None
        and over_the_battle.may_carpet(m.g, fight, "ah").rule == "draka.16.carpet.1"
    )


@pytest.mark.rule("draka.16.strat.1", "draka.16.strat.5", "draka.16.strat.6")
def test_strategic_bombing_takes_rp():
    units = {"br.a1": "london reduced", "ge.a1": "essen reduced"}
    m = phase("replacements", units=units, zaf=["ge", "br"], rp={"br": 8, "ge": 2}, turn=5, this_turn=["cp.27"], zeppelins="br")
    assert m.g.state.rp["br"] == 0  # the raids of the card come first
    assert m.decision.seat == "ap" and m.decision.rule == "draka.16.strat.1"  # the Allies bomb, then the CP
    with m.forced(6):
        choose(
            m,
            ("br", "ge"),
        )
    assert m.g.state.rp["ge"] == 0  # value 3, die 6: 2, but not below 0
    m = phase("replacements", units=units, zaf=["ge"], rp={"br": 8}, turn=5)
    with m.forced(5):
        m.choose(("ge", "br"))
    assert m.g.state.rp["br"] == 4  # value 4, die 5: 2 RP
    assert said(m, "draka.16.strat.5")


@pytest.mark.rule("draka.16.strat.2", "draka.16.strat.3", "draka.16.strat.4")
def test_targets_of_strategic_bombing():
    m = front(units={}, zaf=["ge", "ah", "it", "dr", "br", "fr", "ru"])
    g = m.g
    for fleet, target, rule in (("ge", "us", "draka.16.strat.2"), ("ge", "dr", "draka.16.strat.2"), ("br", "bu", "draka.16.strat.2"),
                                ("ru", "it", "draka.16.strat.3"), ("fr", "tu", "draka.16.strat.3"), ("it", "ru", "draka.16.strat.3")):  # fmt: skip
        assert bombing.may_bomb(g, fleet, target).rule == rule
    assert bombing.may_bomb(g, "br", "tu") is None and bombing.may_bomb(g, "it", "br") is None
    g.state.missions = [["dr", "tu"], ["br", "tu"]]
    assert bombing.may_bomb(g, "ru", "tu").rule == "draka.16.strat.4"


@pytest.mark.rule("draka.16.strat.2", "draka.16.strat.3")
def test_every_fleet_and_every_target():
    m = front(units={}, zaf=["ge", "ah", "it", "dr", "br", "fr", "ru"], join=["bu"])
    open_to = {
        f: {t for t in ("ge", "ah", "it", "tu", "bu", "br", "fr", "ru", "dr", "us") if bombing.may_bomb(m.g, f, t) is None}
        for f in m.g.state.zaf
    }
    allies = {"ge", "tu", "bu", "ah", "it"}
    assert (
        open_to["dr"] == open_to["br"] == allies and open_to["fr"] == allies - {"bu", "tu"} and open_to["ru"] == allies - {"it"}
    )
    assert open_to["ge"] == open_to["ah"] == {"br", "fr", "ru"} and open_to["it"] == {"br", "fr"}


@pytest.mark.rule("draka.16.zaf.4", "draka.16.baf.2", "draka.16.baf.3")
def test_values_and_prices_of_all_fleets():
    m = front(units={})
    strategic = {n: fleets.zaf_value(m.g, n, "strategic") for n in ("ge", "ah", "it", "dr", "br", "fr", "ru")}
    carpet = {n: fleets.zaf_value(m.g, n, "carpet") for n in strategic}
    assert strategic == {"ge": 4, "ah": 2, "it": 1, "dr": 4, "br": 3, "fr": 2, "ru": 1}
    assert carpet == {"ge": 4, "ah": 2, "it": 2, "dr": 4, "br": 3, "fr": 3, "ru": 2}
    prices = {"ge": 2, "ah": 1, "it": 1, "tu": 1, "br": 2, "fr": 1, "us": 1, "ru": 1}
    weak = {"ge.a1": "essen reduced", "br.a1": "london reduced"}
    m = phase("replacements", units=weak, rp={"br": 2}, level={"cp": 1, "ap": 1}, turn=5, join=["us", "tu"])
    for nation, price in prices.items():
        for points, may in ((2 * price - 1, False), (2 * price, True)):
            m.g.state.rp = {nation: points}
            assert (BuyFleet("baf", nation) in fleets.purchases(m.g, fleets.side_of(nation))) is may


@pytest.mark.rule("draka.16.carpet.2", "draka.16.carpet.4", "draka.16.carpet.6")
def test_what_cannot_be_bombed():
    m = front(units={"fr.a1": "nice", "it.a2": "turin", "br.a1": "sedan", "ge.a1": "metz", "ge.a2": "grenoble"}, zaf=["fr", "dr", "br"],
              control={"grenoble": "cp"})  # fmt: skip
    g = m.g
    fight = fight_of(m, ["fr.a1"], "grenoble")
    assert over_the_battle.may_carpet(g, fight, "fr").rule == "draka.16.carpet.4"
    for number, alpine in enumerate(("trent", "innsbruck", "spittal", "villach", "graz"), 1):
        g.put(g.U[f"ah.c#{number}"], g.S[alpine])
        assert over_the_battle.may_carpet(g, fight_of(m, ["fr.a1"], alpine), "fr").rule == "draka.16.carpet.4"
    fight = fight_of(m, ["fr.a1"], "turin")
    assert over_the_battle.may_carpet(g, fight, "fr") is None
    fight.flank_tried = True
    assert over_the_battle.may_carpet(g, fight, "fr").rule == "draka.16.carpet.2"
    fight = fight_of(m, ["br.a1"], "metz")
    assert (
        over_the_battle.may_carpet(g, fight, "dr").rule == "draka.16.carpet.6"
        and over_the_battle.may_carpet(g, fight, "br") is None
    )


@pytest.mark.rule("draka.16.carpet.5", "draka.16.sup.3")
def test_bombing_excludes_superiority():
    units = {"ge.a1": "sedan", "fr.a1": "cambrai"}
    m = front({"cp": ["cp.12", "cp.40"]}, "cp", units=units, control={"sedan": "cp"}, zaf=["ge"], baf=["ge", "fr"])
    g = m.g
    fight = fight_of(m, ["ge.a1"], "cambrai")
    card = g.static.cards["cp.40"]
    assert g.hooks.may_support(g, fight, "cp", card) is None
    fight.more["carpet"] = "ge"
    assert g.hooks.may_support(g, fight, "cp", card).rule == "draka.16.carpet.5"
    assert over_the_battle.may_superiority(g, fight, "cp", "ge").rule == "draka.16.sup.3"
    assert over_the_battle.may_superiority(g, fight, "ap", "fr").rule == "draka.16.sup.3"
    fight = fight_of(m, ["ge.a1"], "cambrai")
    fight.cards["cp"] = ["cp.40"]
    assert over_the_battle.may_superiority(g, fight, "cp", "ge").rule == "draka.16.sup.3"


@pytest.mark.rule("draka.16.chart.1")
def test_the_air_warfare_chart():
    rows = {2: (0, 0, 0, 0), 3: (0, 0, 0, 1), 4: (0, 1, 1, 1), 5: (1, 1, 1, 2), 6: (1, 1, 2, 2), 7: (1, 2, 2, 2)}
    for die, cells in rows.items():
        assert tuple(fleets.warfare(value, die) for value in range(1, 5)) == cells
    assert fleets.warfare(3, 9) == 2 and fleets.warfare(4, -1) == 0


@pytest.mark.rule("draka.16.drm.1", "draka.16.drm.2", "draka.16.drm.3", "draka.16.drm.4")
def test_bombing_modifiers():
    m = front(units={}, fleet="constantinople")
    g = m.g
    assert int(bombing.strategic_drm(g, "br", "tu")) == -2 and int(bombing.strategic_drm(g, "dr", "tu")) == -1
    assert [
        int(bombing.strategic_drm(g, f, t))
        for f, t in (("it", "br"), ("fr", "ah"), ("ah", "fr"), ("dr", "ge"), ("br", "ah"), ("br", "bu"))
    ] == [-1] * 6
    assert int(bombing.strategic_drm(g, "ge", "br")) == 0
    assert [int(over_the_battle.carpet_drm(g, "dr", g.S[n])) for n in ("gaza", "calais", "hamadan", "baghdad")] == [
        1,
        -1,
        -1,
        0,
    ]
    m = front(units={}, **LATE)
    assert int(bombing.strategic_drm(m.g, "ge", "br")) == 1 and int(over_the_battle.carpet_drm(m.g, "dr", m.g.S["gaza"])) == 2


@pytest.mark.rule("draka.16.baf.1", "draka.16.baf.2", "draka.16.baf.3")
def test_buying_biplanes():
    units = {"ge.a1": "essen reduced", "br.a1": "london reduced"}
    m = phase(
        "replacements", units=units, rp={"ge": 6, "tu": 2, "br": 2, "dr_cf": 2}, level={"cp": 1, "ap": 1}, turn=5, join=["tu"]
    )
    assert ("baf", "br") not in offered(m) and ("baf", "dr") not in offered(m)  # 2 RP; not for sale
    while m.decision.seat == "ap":
        m.choose("done")
    assert {("baf", "ge"), ("baf", "tu")} <= set(offered(m))
    m.choose(("baf", "ge"))
    assert m.g.state.baf["ge"] == 1 and m.g.state.rp["ge"] == 2
    m.choose(("baf", "tu"))
    assert m.g.state.rp["tu"] == 2  # one of two points, with the bonus
    m = phase("replacements", units=units, rp={"ge": 6}, turn=2)
    assert ("baf", "ge") not in offered(m)  # at Mobilization
    assert [fleets.AIR["baf"][n]["value"] for n in ("ge", "ah", "it", "tu", "dr", "br", "fr", "us", "ru")] == [
        4,
        2,
        1,
        1,
        3,
        3,
        2,
        2,
        1,
    ]


@pytest.mark.rule("draka.16.baf.4", "draka.16.sup.1", "draka.16.sup.2")
def test_air_superiority():
    units = {"ge.a1": "sedan", "br.a1": "cambrai"}
    m = front({"cp": ["cp.12"]}, "cp", units=units, control={"sedan": "cp"}, trenches={"cambrai": 0}, baf=["br", "fr"])
    activate(m, sedan="attack")
    attack(m, "cambrai", "ge.a1", dice=(6, 3, 3), say={"draka.16.sup.1": "br"})
    assert m.g.state.baf["br"] == 2 and not fleets.baf_ready(m.g, "br")
    roll = [e for e in m.diary(None) if e.rule == "draka.16.sup.1"]
    assert roll
    fight = fight_of(m, ["ge.a1"], "cambrai")
    assert over_the_battle.may_superiority(m.g, fight, "ap", "br").rule == "draka.16.baf.4"
    assert over_the_battle.may_superiority(m.g, fight, "ap", "fr").rule == "draka.16.sup.1"  # no French unit
    m.g.state.baf["br"] = 1
    fight.more["flown"] = {"ap": "fr"}
    assert over_the_battle.may_superiority(m.g, fight, "ap", "br").rule == "draka.16.sup.2"


@pytest.mark.rule("draka.16.sup.1")
def test_air_superiority_is_a_plus_to_the_die():
    units = {"ge.a1": "sedan", "br.a1": "cambrai"}
    m = front({"cp": ["cp.12"]}, "cp", units=units, control={"sedan": "cp"}, trenches={"cambrai": 0}, baf=["br"])
    fight = fight_of(m, ["ge.a1"], "cambrai")
    procedure = over_the_battle.superiority(m.g, fight, "ap")
    next(procedure)
    with m.forced(6), pytest.raises(StopIteration):
        procedure.send("br")
    assert fight.bonus["ap"] == [(2, "Air Superiority", "draka.16.sup.1")]


@pytest.mark.rule("draka.16.baf.5", "draka.16.sup.4")
def test_british_and_draka_biplanes_apart():
    m = front(
        units={"br.a1": "sedan", "dr.cfc#1": "sedan", "ge.a1": "metz", "dr.jc#1": "sinai", "tu.c#1": "gaza"}, baf=["br", "dr"]
    )
    g = m.g
    both = fight_of(m, ["br.a1", "dr.cfc#1"], "metz")
    assert (
        over_the_battle.may_superiority(g, both, "ap", "br") is None
        and over_the_battle.may_superiority(g, both, "ap", "dr").rule == "draka.16.baf.5"
    )
    draka_only = fight_of(m, ["dr.jc#1"], "gaza")
    assert over_the_battle.may_superiority(g, draka_only, "ap", "br").rule == "draka.16.sup.4"
    assert over_the_battle.may_superiority(g, draka_only, "ap", "dr") is None


@pytest.mark.rule("draka.16.int.1", "draka.16.int.2", "draka.16.int.3")
def test_who_intercepts():
    m = front(units={}, baf=["ge", "ah", "tu", "br", "fr", "us", "dr", "ru"])
    g = m.g
    assert bombing.protectors(g, "cp", "tu") == ["ah", "tu"] and bombing.protectors(g, "cp", "bu") == ["ah", "tu"]
    assert bombing.protectors(g, "ap", "br") == ["br"] and bombing.protectors(g, "ap", "fr") == ["fr", "us"]
    m = front(units={"ge.a1": "sedan", "br.a1": "cambrai", "tu.c#1": "gaza", "dr.jc#1": "sinai"}, baf=["br", "dr"])
    assert over_the_battle.defenders_of(m.g, fight_of(m, ["ge.a1"], "cambrai")) == ["br"]
    assert over_the_battle.defenders_of(m.g, fight_of(m, ["tu.c#1"], "sinai")) == ["dr"]  # the British protect only their own


@pytest.mark.rule("draka.16.int.4", "draka.16.int.5")
def test_the_interception_chart():
    rows = {2: "----", 3: "---A", 4: "--AA", 5: "-AAE", 6: "AEEE"}
    for die, cells in rows.items():
        assert "".join(fleets.INTERCEPTION[die, value] for value in range(1, 5)) == cells
    for level, result in ((1, 0), (2, 2)):
        m = phase(
            "replacements",
            units={"ge.a1": "essen reduced"},
            zaf=["dr"],
            baf=["ge"],
            rp={"ge": 4},
            turn=12,
            level={"cp": 1, "ap": level},
        )
        with m.forced(5):
            m.choose(("dr", "ge"))
            m.choose("ge")
        assert m.g.state.zaf["dr"] == result  # eliminated; with escorts row 4: aborted


@pytest.mark.rule("draka.16.int.6", "draka.16.int.7")
def test_aborted_and_eliminated_fleets():
    base = {
        "units": {"ge.a1": "essen reduced", "br.a1": "london reduced"},
        "zaf": ["br"],
        "baf": ["ge"],
        "turn": 5,
        "level": {"cp": 1, "ap": 1},
    }
    m = phase("replacements", rp={"ge": 4, "br": 2}, **base)
    with m.forced(4):
        choose(m, ("br", "ge"), "ge")
    assert m.g.state.zaf["br"] == 2 and m.g.state.rp["ge"] == 4  # it does nothing more this turn
    m = phase("replacements", rp={"ge": 4, "br": 2}, **base)
    with m.forced(5):
        choose(m, ("br", "ge"), "ge")
    assert m.g.state.zaf["br"] == 0 and m.g.state.rp["ge"] == 4
    m.choose(("zaf", "br"))
    assert m.g.state.zaf["br"] == 3 and m.g.state.rp["br"] == 0  # rebuilt in the same phase, flies from the next turn
    m = phase(
        "replacements", rp={"dr_cf": 2}, units={"dr.cfc#1": "cairo reduced"}, zaf={"dr": 0}, turn=5, level={"cp": 1, "ap": 1}
    )
    m.choose(("zaf", "dr"))
    assert m.g.state.rp["dr_cf"] == 0


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


CHART = {2: (0, 0, 0, 0), 3: (0, 0, 0, 1), 4: (0, 1, 1, 1), 5: (1, 1, 1, 2), 6: (1, 1, 2, 2)}


FLEETS = {1: "ru", 2: "fr", 3: "br", 4: "dr"}  # by strategic value


TARGETS = {1: "ah", 2: "ge", 3: "ge", 4: "ah"}  # without a modifier


PEOPLES = {"ah": "Austro-Hungarian", "br": "British", "bu": "Bulgarian", "fr": "French", "ge": "German", "ru": "Russian", "tu": "Turkish"}


def cost(lost: int, target: str) -> str:
    return f"The bombs cost {lost or 'no'} {PEOPLES[target]} RP."


@pytest.mark.rule("draka.16.chart.1", "draka.16.strat.5", "draka.16.zaf.4")
@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_what_bombs_cost_by_the_chart(value):
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


BIPLANES = {1: ("it", "fr"), 2: ("ah", "br"), 4: ("ge", "br")}  # value -> CP biplanes, the Zeppelins that bomb them


INTERCEPT = {2: "----", 3: "---A", 4: "--AA", 5: "-AAE", 6: "AEEE"}


@pytest.mark.rule("draka.16.int.4", "draka.16.int.6", "draka.16.int.7")
@pytest.mark.parametrize("value", list(BIPLANES))
def test_interception_by_the_chart(value):
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


@pytest.mark.rule("draka.err.5.a")
def test_the_draka_supply_their_men_before_the_germans_do():
    """R194: as in strategic bombing, the Allies fly first."""
    units = {"dr.jc#1": "baghdad", "tu.c#1": "kirkuk", "ge.c#1": "rouen", "fr.a1": "le_havre"}
    m = draka(options={"air_supply": True}, phase="attrition", units=units, draka=["baghdad"], control={"rouen": "cp"}, join=["tu"],
              turn=6, zaf=["ge", "dr"], hands=EMPTY)  # fmt: skip
    assert m.decision.seat == "ap" and offered(m) == ["baghdad", "pass"]
    m.choose("baghdad")
    assert m.decision.seat == "cp" and offered(m) == ["rouen", "pass"]
    m.choose("rouen")
    assert where(m, "dr.jc#1") == "baghdad" and where(m, "ge.c#1") == "rouen"
