"""Faults that a third reader found with the source alone: each clause at its boundary, through decisions and dice."""

from __future__ import annotations

import pytest
from fyow_arms import board, ships, take_three, vessels
from fyow_table import (
    CAPELLES,
    ISLET,
    SAMPSON,
    VALE,
    all_in,
    at_cards,
    field,
    fyow,
    link,
    move,
    number,
    outcome,
    refused,
    said,
    unit,
    value,
    where,
)  # fmt: skip

from grognard.games.fyow.air.aircraft import take_off
from grognard.games.fyow.partisans.missions import may_target
from grognard.games.fyow.planning.duties import make
from grognard.games.fyow.records.services import Cell, Train
from grognard.games.fyow.records.staff import Decoy, Group
from grognard.games.fyow.records.works import Work
from grognard.games.fyow.sea import flak, gunnery
from grognard.games.fyow.session.activation import may_fortify
from grognard.games.fyow.state import Battle, Order
from grognard.games.fyow.supply.routes import route_kind

PORTINFER = "portinfer"


# ------------------------------------------------------------------ paper battles (33.7)


def two_after_nr(side: str, cards: list[str]):
    """NR at Portinfer, with a second Battlegroup on one of the sides."""
    m, fight = outcome("NR", cards, no_result=1)
    name = {"british": "b4", "german": "g4"}[side]
    friend = unit(m, name)
    friend.board, friend.elements, friend.attitude = m.g.static.number[PORTINFER], {"regular": 60}, "deployed"
    lead = unit(m, "b1")
    if side == "british":
        friend.box, friend.edge = lead.box, lead.edge
        fight.attackers = sorted([*fight.attackers, number(m, name)])
    else:
        fight.defenders = sorted([*fight.defenders, number(m, name)])
    return m, fight


@pytest.mark.rule("fyow.33.7.3.1")
def test_after_nr_one_attacker_goes_back_and_the_other_attacks():
    m, fight = two_after_nr("british", ["b1", "b4", "g2"])
    with m.forced(1, 1, 1, 1):  # losses of those who fought, and their ammunition
        m.choose(("stay",))
    with m.forced(1):
        m.choose("break off")
    assert where(m, "b1") == VALE and where(m, "b4") == PORTINFER and fight.attackers == [number(m, "b4")]
    assert m.decision.rule == "fyow.33.7.3.1" and "attack" in m.decision.options  # the card of the other
    m.choose("attack")
    with m.forced(10):
        all_in(m)
    assert fight.values.keys() == {str(number(m, "b4")), str(number(m, "g2"))}


@pytest.mark.rule("fyow.33.7.3.1")
def test_after_nr_one_defender_goes_back_and_the_other_holds_the_board():
    m, fight = two_after_nr("german", ["g2", "b1", "b4"])
    with m.forced(1, 1, 1, 1):  # losses of those who fought, and their ammunition
        m.choose(("stay",))
    assert m.decision.rule == "fyow.33.7.3.1" and m.decision.seat == "german"
    with m.forced(1):
        m.choose("go back")
    if m.decision.rule == "fyow.33.7.3.2":
        m.choose(m.decision.options[0])
    assert where(m, "g2") != PORTINFER and unit(m, "g2").disarray == 0 and where(m, "g4") == PORTINFER
    assert fight.defenders == [number(m, "g4")] and fight.result == "" and fight.beaten == []
    assert m.decision.rule == "fyow.33.7.3.1" and m.decision.seat == "british"


@pytest.mark.parametrize(("die", "disarray"), [(5, 0), (1, 2)])
@pytest.mark.rule("fyow.33.7.3.2", "fyow.33.7.3.11")
def test_who_is_beaten_off_in_his_second_attack_goes_back_as_that_result_says(die, disarray):
    m, fight = outcome("DR2", ["b1", "b4", "g2"])
    m.g.state.pack.append(number(m, "b1"))
    value(m, "b1", 200)
    value(m, "g2", 900)
    fight.values = {"0": m.g.half_value(0), "2": m.g.half_value(2)}
    with m.forced(1, 1, 1, 1):
        m.choose(("stay",))
    with m.forced(1, die, 1, 1, 1, 1):  # he will; AR or AR2; losses at once
        m.choose("attack")
    assert fight.repulse == ("AR" if disarray == 0 else fight.repulse) and number(m, "b1") in fight.beaten
    m.choose(("stay",))
    while unit(m, "b1").board == m.g.static.number[PORTINFER]:
        m.choose(m.decision.options[0])
    assert where(m, "b1") == VALE and unit(m, "b1").disarray == disarray


@pytest.mark.rule("fyow.33.7.2.2")
def test_shells_fall_on_equal_forces_in_equal_parts():
    m, fight = field(PORTINFER, attacker={"box": VALE, "edge": VALE})
    unit(m, "b1").elements["medium_howitzer"] = 2
    unit(m, "g4").board, unit(m, "g4").attitude = m.g.static.number[PORTINFER], "deployed"
    value(m, "g2", 500)
    value(m, "g4", 500)
    fight.defenders = sorted([number(m, "g2"), number(m, "g4")])
    m.choose(("stay",))
    with m.forced(1, 6, 5):  # he will; two guns
        m.choose("fire")
    lines = [line for line in said(m, "british", "33.7.2.2") if "shell fire" in line]
    assert sorted(line.split(" loses ")[1] for line in lines) == ["5 points to shell fire.", "6 points to shell fire."]


@pytest.mark.rule("fyow.15.3.5")
def test_the_session_of_deploying_is_no_complete_one():
    m = at_cards("g2", "g4", forces={"g2": {"attitude": "present", "order": ["defend", "st-sampson"]}})
    way = m.g.static.land_links(unit(m, "g2").board)[0]
    m.choose(("deploy", way))
    while m.g.state.session == 3:
        m.choose(("stay",))
    refusal = may_fortify(m.g, number(m, "g2"), ("fortify",))
    assert refusal.rule == "fyow.15.3.5" and "for 0 sessions" in refusal.why


@pytest.mark.rule("fyow.15.3.5", "fyow.33.8.1")
def test_who_has_just_fallen_back_has_stayed_for_no_session():
    m, _ = outcome("AR", ["b1", "b4"])
    with m.forced(1, 1, 1, 1):
        m.choose(("stay",))
    assert where(m, "b1") == VALE and unit(m, "b1").attitude == "deployed"
    while m.g.state.session == 3:
        m.choose(("stay",))
    assert unit(m, "b1").calm == 0


@pytest.mark.rule("fyow.14.6.4")
def test_an_engagement_ends_the_bonus_for_a_repeated_attempt():
    """Ruling R49: a stand-off that both know of, at the end of the session."""
    forces = {"b1": {"board": SAMPSON, "box": ISLET, "edge": ISLET, "order": ["reconnaissance", SAMPSON], "retry_link": 3, "retries": 2}}
    for seen, left in ((["b1"], 0), ([], 2)):
        m = at_cards("b1", "b4", forces=forces, spotted={"british": ["g2"], "german": seen})
        while m.g.state.session == 3:
            m.choose(("stay",))
        assert unit(m, "b1").retries == left


# ------------------------------------------------------------------ at sea by night (29.qrg.1), and at half strength


def fleets(session=3, **weather):
    """British destroyers and German trawlers in one combat area off the east coast."""
    m = take_three(weather={"sky": "fair", **weather}, session=session)
    one, other = ships(m, "bn1"), ships(m, "gn2")
    for number_, group in ((one, m.g.state.fleet.groups[one]), (other, m.g.state.fleet.groups[other])):
        group.board, group.area = board(m, "e"), True
        for vessel in m.g.state.fleet.vessels:
            if vessel.group == number_:
                vessel.dock, vessel.fit = False, True
    return m, one, other


@pytest.mark.parametrize(("session", "moonlit", "need"), [(3, False, 3), (1, True, 4), (1, False, 5)])
@pytest.mark.rule("fyow.29.qrg.1", "fyow.29.10.4.1")
def test_shells_on_the_shore_are_as_uncertain_by_night_as_any(session, moonlit, need):
    m, _, _ = fleets(session, moonlit=moonlit)
    place = vessels(m, "bn1")[0]
    target = f"u{number(m, 'g6')}"
    with m.forced(need - 1):
        assert gunnery.shot(m.g, place, target, "149mm", True, "british") == 0
    with m.forced(need, 1):
        assert gunnery.shot(m.g, place, target, "149mm", True, "british") == 1


@pytest.mark.parametrize(("damage", "guns"), [(5, 5), (6, 3)])
@pytest.mark.rule("fyow.29.10.1.2", "fyow.29.10.5.1")
def test_at_half_strength_half_of_the_aa_guns_fire(damage, guns):
    m, one, _ = fleets()
    mine = vessels(m, "bn1")
    for place in mine[1:]:
        m.g.state.fleet.vessels[place].sunk = True
    vessel = m.g.state.fleet.vessels[mine[0]]
    vessel.damage, vessel.guns["aa"], vessel.shots["aa"] = damage, 5, 15
    enemy = next(n for n, group in enumerate(m.g.state.air.groups) if group.side == "german")
    take_off(m.g, enemy, board(m, "e"))
    with m.forced(*[1] * guns):
        flak.ships_aa(m.g, one, enemy)
    assert vessel.shots["aa"] == 15 - guns


# ------------------------------------------------------------------ decoys (19.3)

DECOYS = {"traits": False, "decoys": True, "loss_removal_automatic": True}


@pytest.mark.parametrize(("die", "real"), [(3, False), (4, True)])
@pytest.mark.rule("fyow.19.3.1")
def test_a_marker_to_which_the_enemy_comes_is_the_force_or_nothing(die, real):
    """Of two markers 1 to 3 is A, 4 to 6 B; the force stands there as all its markers do."""
    m = at_cards("b1", "b4", forces={"b1": {"order": ["move to contact", ISLET]}}, options=DECOYS)
    islet = m.g.static.number[ISLET]
    unit(m, "g2").attitude = "deployed"
    m.g.state.staff.decoys.append(Decoy(number(m, "g2"), "B", islet, link(m, ISLET, SAMPSON)))
    with m.forced(9, die, 1, 1, 1, 1):  # the march; which marker is real; b1 looks about
        m.choose(move(m, "b1", ISLET))
    assert not m.g.state.staff.decoys and where(m, "b1") == ISLET
    assert (where(m, "g2") == ISLET) is real and unit(m, "g2").attitude == "deployed"
    assert bool(m.g.state.battles) is real


@pytest.mark.parametrize(("die", "real"), [(4, False), (3, True)])
@pytest.mark.rule("fyow.19.3.1")
def test_the_force_that_the_enemy_finds_may_be_with_its_other_marker(die, real):
    m = at_cards("b1", "b4", forces={"b1": {"board": ISLET, "order": ["move to contact", SAMPSON]}}, options=DECOYS)
    capelles = m.g.static.number[CAPELLES]
    m.g.state.staff.decoys.append(Decoy(number(m, "g2"), "B", capelles, link(m, SAMPSON, CAPELLES)))
    with m.forced(10, die, 1, 1, 1, 1):
        m.choose(move(m, "b1", SAMPSON))
    assert (where(m, "g2") == SAMPSON) is real and where(m, "g2") in (SAMPSON, CAPELLES)
    assert bool(m.g.state.battles) is real and not m.g.state.staff.decoys


@pytest.mark.rule("fyow.15.5.1", "fyow.19.3.1")
def test_a_marker_that_is_the_force_looks_about_when_it_arrives():
    m = at_cards("b1", "b4", forces={"b1": {"board": ISLET, "order": ["move to contact", SAMPSON]}}, options=DECOYS)
    m.choose(("decoy",))
    with m.forced(10, 5, 1, 1, 1, 1):  # the marker's march; it is the force; it finds nobody and goes on to the board
        m.choose(("marker", "B", link(m, ISLET, SAMPSON)))
    assert where(m, "b1") == SAMPSON and [b.attackers for b in m.g.state.battles] == [[number(m, "b1")]]
    assert m.g.state.pack[0] != number(m, "b1")  # that was its act


# ------------------------------------------------------------------ points at the HQ (21.7.4, ruling R208)


def morning(**patch):
    """The drafts of the day, on a fair morning; the HQ of the Wessex Brigade (b4) stands apart from b1."""
    patch.setdefault("forces", {"b1": {"rating": 6}})
    return fyow({"traits": False}, phase="plan", weather={"sky": "fair"}, **patch)


@pytest.mark.rule("fyow.21.7.4", "fyow.21.2.2")
def test_points_at_the_hq_are_for_those_who_stand_there_and_for_the_reserve():
    m = morning()
    m.g.state.stores.bank = {"british": 60}
    assert where(m, "b1") != where(m, "b4")
    with refused("21.7.4", "has 0 points of its own"):
        m.choose([make("b1", "buy", "regular", 10)], seat="british")
    with refused("21.7.4", "the HQ has 30"):
        m.choose([make("b4", "stock", "regular", 21)], seat="british")
    with refused("2.5.1"):
        m.choose([make("b1", "stock", "regular", 10)], seat="british")
    with refused("21.7.4"):  # 15 for the HQ Battlegroup itself, 16.5 for the reserve
        m.choose([make("b4", "buy", "regular", 10), make("b4", "stock", "regular", 11)], seat="british")
    men = unit(m, "b4").elements.get("regular", 0)
    m.choose([make("b4", "buy", "regular", 10), make("b4", "stock", "regular", 10)], seat="british")
    m.choose([], seat="german")
    assert m.g.state.stores.bank == {} and unit(m, "b4").elements["regular"] == men + 10
    assert m.g.state.staff.pools["british"]["regular"] == 10


@pytest.mark.rule("fyow.21.7.4")
def test_who_has_come_to_the_board_of_the_hq_takes_its_points():
    m = morning(forces={"b1": {"rating": 6, "board": "lancresse-common", "elements": {"regular": 100}}})
    assert where(m, "b4") == where(m, "b1")
    m.g.state.stores.bank = {"british": 60}
    m.choose([make("b1", "buy", "regular", 20)], seat="british")
    m.choose([], seat="german")
    assert unit(m, "b1").elements["regular"] == 120 and m.g.state.stores.bank == {}


# ------------------------------------------------------------------ orders that provide for a request (9.1.3, ruling R209)


def call_plan(**words):
    plan = {"unit": "b1", "slot": "sensible", "kind": "defend", "objective": VALE, "when": "found", "then": "call on", "then_at": "b4"}
    other = {"unit": "b1", "slot": "cautious", "kind": "stand by", "objective": VALE, "when": "found", "then": "call on", "then_at": "b4"}
    return [{**plan, **words}, {**other, **words}]


@pytest.mark.rule("fyow.9.1.3")
def test_orders_provide_for_calling_on_another_force():
    m = morning(command={"wessex": {"rating": 6}})
    for wrong in ({"then_at": "b1"}, {"then_at": VALE}, {"when": "tired"}):
        with refused("9.1.3"):
            m.choose(call_plan(**wrong), seat="british")
    m.choose(call_plan(), seat="british")
    m.choose([], seat="german")
    item = unit(m, "b1").then[0]
    assert (item.kind, item.when, item.whom) == ("call on", "found", number(m, "b4"))


@pytest.mark.parametrize("found", [True, False])
@pytest.mark.rule("fyow.9.1.3")
def test_what_the_orders_provide_for_needs_no_throw(found):
    """b1 is to call on b4 if it finds the enemy: no D10 of its BC, but the Senior Command decides as ever (9.3.1)."""
    forces = {"b1": {"order": ["defend", VALE], "then": [Order("call on", when="found", whom=1)]}, "g2": {"board": VALE, "box": ISLET}}
    m = at_cards("g4", "b1", "wessex", forces=forces, spotted={"british": ["g2"] if found else []})
    assert number(m, "b4") == 1
    dice = [] if found else [1, 1, 1]  # its own Detection Throw, Present
    with m.forced(*dice):
        m.choose(("stay",))
    asked = [(r.asker, r.wanted, r.kind) for r in m.g.state.staff.requests]
    assert asked == ([(number(m, "b1"), 1, "support")] if found else []) and bool(unit(m, "b1").then) is not found
    assert bool(said(m, "british", "9.1.3")) is found and not said(m, "german", "9.1.3")
    if found:
        with m.forced(8):  # below 9: he agrees
            m.choose(("stay",))
        assert unit(m, "b4").pending.kind == "support" and unit(m, "b4").pending.objective == m.g.static.number[VALE]


# ------------------------------------------------------------------ trains and supply (13.9, 30, ruling R207)


@pytest.fixture
def railway(monkeypatch):
    """St Sampson to Les Capelles made into a railway, ten Regulars (15 points) of g2 on the train."""
    m = at_cards("b1", "b4", forces={"g2": {"elements": {"regular": 10}}, "g4": {"board": CAPELLES}})
    static = m.g.static
    monkeypatch.setattr(static, "rails", static.land)  # the roads serve as rails
    monkeypatch.setattr(static.boards[static.number[SAMPSON]], "station", True)
    train = Train("t1", "Train 1", "german", static.number[SAMPSON], order=static.number[CAPELLES], cargo=[number(m, "g2")])
    m.g.state.rail.trains = [train]
    unit(m, "g2").train = 0
    return m


@pytest.mark.parametrize(("there", "runs"), [(1485, True), (1490, False)])
@pytest.mark.rule("fyow.13.9.1")
def test_a_train_with_troops_wants_room_on_the_next_board(railway, there, runs):
    """1942: a board takes 1500 points of a side."""
    m = railway
    value(m, "g4", there)
    m.choose(("stay",))
    m.choose(("stay",))  # the next session: the umpire runs the train
    assert (where(m, "g2") == CAPELLES) is runs
    assert any("would hold 1505 points" in line for line in said(m, "german", "13.9.1")) is not runs


@pytest.mark.parametrize(("option", "kind"), [(False, "D"), (True, "C")])
@pytest.mark.rule("fyow.20.1.2")
def test_supply_goes_over_a_bridge_that_is_down_unless_the_switch_is_on(option, kind):
    """Ruling R207. Nobody gets from Fort Doyle to the mainland with vehicles."""
    options = {"traits": False, "supply_minds_bridges": option, "loss_removal_automatic": True}
    m = at_cards("b1", forces={"g4": {"board": "fort-doyle"}}, options=options)
    static = m.g.static
    m.g.state.control = ["german"] * static.size
    m.g.state.staff.works = [Work(static.number["fort-doyle"], "the causeway", "bridge", 6, ["german"])]
    for name in ("b1", "b4"):
        unit(m, name).board = static.number["la-passee"]
    assert route_kind(m.g, 1) == kind
    m.g.state.staff.works[0].damage = 5
    assert route_kind(m.g, 1) == "D"


# ------------------------------------------------------------------ Brigade groups (2.9.9)


@pytest.mark.rule("fyow.2.9.9")
@pytest.mark.parametrize(("scouts", "left"), [(20, [0, 1]), (10, [])])
def test_the_lead_battlegroup_behind_its_reconnaissance_stays_in_the_group(scouts, left):
    """b1, as a Fraction wholly of scouts, leads; b4 is the lead Battlegroup. Of other Fractions only the head is spared."""
    forces = {"b1": {"kind": "fraction", "elements": {"regular_enhanced": 20}, "recce": scouts, "board": "fort-doyle"}}
    forces |= {"b4": {"board": PORTINFER, "order": ["defend", PORTINFER], "attitude": "deployed"}, "g2": {"board": PORTINFER, "box": VALE, "edge": VALE}}
    m = at_cards("b1", "g2", forces=forces, spotted={"german": ["b4"], "british": ["g2"]})
    m.g.state.staff.groups = [Group(0, [0, 1])]
    m.g.state.battles.append(Battle(unit(m, "b4").board, "german", [number(m, "g2")], [1], since=m.g.now - 1))
    m.choose(("stay",))
    assert m.decision.seat == "german" and m.decision.rule == "fyow.33.7.2.4"  # the Combat session has opened
    assert [group.members for group in m.g.state.staff.groups] == ([left] if left else [])


# ------------------------------------------------------------------ the company on a sweep (34.14.3)


@pytest.mark.rule("fyow.34.14.3")
@pytest.mark.parametrize(("busy", "formed"), [(3, False), (0, True)])
def test_the_company_on_a_sweep_goes_nowhere_else(busy, formed):
    """b1 has 100 men, of whom 30 sweep this week; day 0."""
    m = at_cards("b1", "b4", forces={"b1": {"elements": {"regular": 100}, "start": 300, "order": ["defend", VALE]}})
    m.g.state.partisans.busy = {"0": busy}
    m.choose(("form",))
    named = {"elements": {"regular": 71 if not formed else 50}, "kind": "defend", "objective": VALE}
    if formed:
        with m.forced(1):
            m.choose(named)
        assert any(u.kind == "fraction" for u in m.g.state.units)
    else:
        with refused("3.4.2", "70 regular figures to give"):
            m.choose(named)


# ------------------------------------------------------------------ what a staff may arrange, and when (21.2.1, 34.7.1)


@pytest.mark.rule("fyow.21.2.1")
def test_nothing_is_bought_for_a_fraction():
    m = morning(forces={"b1": {"rating": 6, "kind": "fraction", "board": "lancresse-common"}})
    m.g.state.stores.bank = {"british": 60}
    with refused("21.2.1"):
        m.choose([make("b1", "buy", "regular", 1)], seat="british")


@pytest.mark.rule("fyow.34.7.1")
@pytest.mark.parametrize(("day", "listed"), [(0, True), (1, False)])
def test_partisans_list_their_targets_at_the_start_of_a_month(day, listed):
    m = take_three({"partisans": True}, day=day)
    places = [board(m, name) for name in ("forest", "st-peter-port", ISLET, SAMPSON, CAPELLES, VALE)]
    m.g.state.partisans.cells = [Cell("british", places[0], 5, targets=[[place, 1] for place in places])]
    items = [make("cell0", "target", PORTINFER, 1)]
    refusal = may_target(m.g, "british", items[0], items)
    assert refusal is None if listed else refusal.rule == "fyow.34.7.1"
