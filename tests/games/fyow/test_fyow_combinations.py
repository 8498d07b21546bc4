"""Two rules at once: what the source says where both hold. All of it by decisions and dice."""

from __future__ import annotations

import pytest
from fyow_table import (
    ISLET,
    VALE,
    at_cards,
    field,
    fyow,
    link,
    move,
    number,
    refused,
    said,
    unit,
    where,
)

from grognard.games.fyow.condition.condition import highest
from grognard.games.fyow.orders.triggers import turn_cards
from grognard.games.fyow.state import DESTROYED, GREEN, RED, Battle, Order
from grognard.kernel import Match

DOYLE, CASTLE, COMMON, CAPELLES = "fort-doyle", "vale-castle-and-bordeaux", "lancresse-common", "les-capelles"


# ------------------------------------------------------------------ 33.7.3.2, 33.8.4: beaten, and no way back


def beaten(place, loser, box="", result="DR", attackers=()):
    """`loser` has been beaten on the board by attackers, each in the box of the way it came; its card is next."""
    side = "german" if loser == "g2" else "british"
    forces = {loser: {"board": place, "attitude": "deployed", **({"box": box, "edge": box} if box else {})}}
    for name, way in attackers:
        forces[name] = {"board": place, "edge": way, **({} if box else {"box": way})}
    enemies = [name for name, _ in attackers]
    other = "british" if side == "german" else "german"
    m = at_cards("g4" if "g4" not in enemies else "b4", loser, forces=forces, spotted={side: enemies, other: [loser]})
    numbers = [number(m, name) for name in enemies]
    fight = Battle(m.g.static.number[place], other, numbers, [number(m, loser)], since=m.g.now - 1, result=result)
    fight.stage, fight.counted, fight.beaten = "outcome", True, [number(m, loser)]
    fight.disarray = result != "DR"
    m.g.state.battles.append(fight)
    return m


@pytest.mark.rule("fyow.33.7.3.2", "fyow.13.7.1")
def test_who_is_attacked_in_the_box_goes_back_the_way_he_came():
    """The occupier came to L'Islet by the same way before: that does not send the beaten round behind him."""
    m = beaten(ISLET, "b1", box=VALE, attackers=[("g2", VALE)])
    with m.forced():
        m.choose(("stay",))
    assert where(m, "b1") == VALE and unit(m, "b1").box < 0


@pytest.mark.rule("fyow.33.8.4", "fyow.13.7.2")
@pytest.mark.parametrize("ways", [(CASTLE, COMMON), (COMMON,)])
def test_with_the_enemy_on_every_way_and_the_sea_behind_it_a_force_surrenders(ways):
    """Fort Doyle has two ways ashore: it does not march out through the boxes that its enemies hold."""
    m = beaten(DOYLE, "g2", attackers=list(zip(("b1", "b4"), ways, strict=False)))
    m.choose(("stay",))
    if len(ways) == 2:
        assert unit(m, "g2").condition == DESTROYED and said(m, "german", "33.8.4")
        assert "sea at its back" in said(m, "german", "33.8.4")[0]
    else:
        assert where(m, "g2") == CASTLE and unit(m, "g2").condition == GREEN


@pytest.mark.parametrize("condition", [GREEN, RED])
def test_after_nr_nobody_goes_back_where_there_is_no_way(condition):
    m = beaten(DOYLE, "g2", result="NR", attackers=[("b1", CASTLE), ("b4", COMMON)])
    fight = m.g.state.battles[0]
    fight.stage, fight.result, fight.beaten, fight.no_result = "combat", "", [], 1
    unit(m, "g2").condition = condition
    m.choose(("stay",))
    assert where(m, "g2") == DOYLE and unit(m, "g2").condition == condition and m.g.state.battles


# ------------------------------------------------------------------ 13.7: in the box


@pytest.mark.rule("fyow.15.3.2")
def test_who_watches_from_the_box_neither_deploys_nor_hides_on_the_board():
    box = {"board": ISLET, "box": VALE, "edge": VALE, "elements": {"elite_enhanced": 30}}
    m = at_cards("b1", "g2", forces={"b1": {**box, "order": ["conceal", ISLET]}, "g2": {"board": ISLET}}, spotted={"british": ["g2"]})
    with refused("15.3.2"):
        m.choose(("deploy", link(m, ISLET, VALE)))
    with refused("15.4.1", "in the box"):
        m.choose(("conceal",))


# ------------------------------------------------------------------ 10.7: composite orders and something else


def met(then, order=("stand by", ISLET), die=6):
    """b1 moves into contact with g2 at L'Islet, which looks about on its card and has found it."""
    g2 = {"board": ISLET, "attitude": "deployed", "order": list(order), "then": then}
    m = at_cards("b1", "g2", "g4", forces={"b1": {"order": ["engage", ISLET]}, "g2": g2})
    with m.forced(10, 6, 6, 6, 6, *[die] * 4):
        m.choose(move(m, "b1", ISLET))
    return m


@pytest.mark.rule("fyow.10.7.1", "fyow.33.7.1.2", "fyow.33.7.1.1")
@pytest.mark.parametrize("when", ["attacked", "found"])
def test_orders_to_go_if_attacked_are_followed_in_the_contact_session(when):
    """33.7.1.2: activated later in the same session, with orders that tell it so, it may move away."""
    m = met([Order("move", 15, when=when)])
    assert m.g.static.boards[15].id == CAPELLES
    assert unit(m, "g2").order.kind == "move" and said(m, "german", "10.7.1")
    with m.forced(10, 1, 1, 1, 1):
        m.choose(("move", link(m, ISLET, CAPELLES)))
    assert where(m, "g2") == CAPELLES and not m.g.state.battles


@pytest.mark.rule("fyow.10.7.1", "fyow.33.7.1.1")
def test_who_has_not_found_his_attackers_does_not_know_that_he_is_attacked():
    m = met([Order("move", 15, when="attacked")], die=1)
    assert unit(m, "g2").order.kind == "stand by" and not said(m, "german", "10.7.1")


@pytest.mark.rule("fyow.10.7.1")
def test_once_the_contact_session_is_over_no_condition_leads_away():
    m, _ = field(defender={"order": ["stand by", ISLET], "then": [Order("move", 15, when="attacked")]})
    m.choose(("stay",))
    m.g.state.pack = [number(m, "g2"), number(m, "g4")]
    assert unit(m, "g2").order.kind == "stand by" and where(m, "g2") == ISLET


@pytest.mark.rule("fyow.10.7.1")
def test_of_two_conditions_that_hold_the_first_is_followed_and_the_other_waits():
    then = [Order("move", 15, when="amber"), Order("engage", 8, when="found")]
    forces = {"g2": {"board": ISLET, "condition": 1, "order": ["defend", ISLET], "then": then}, "b1": {"board": ISLET, "box": VALE}}
    m = at_cards("b4", "g2", "g4", forces=forces, spotted={"german": ["b1"]})
    m.choose(("stay",))
    g2 = unit(m, "g2")
    assert (g2.order.kind, g2.order.objective) == ("move", 15)
    assert [(item.kind, item.when) for item in g2.then] == [("engage", "found")]


@pytest.mark.rule("fyow.10.7.1")
def test_to_defend_means_where_it_stands_when_the_condition_is_met():
    forces = {"b1": {"condition": 1, "order": ["move", ISLET], "then": [Order("defend", 8, when="amber")]}}
    m = at_cards("b1", "g4", forces=forces)
    assert (unit(m, "b1").order.kind, where(m, "b1"), unit(m, "b1").order.objective) == ("defend", VALE, m.g.static.number[VALE])


@pytest.mark.rule("fyow.10.7.1", "fyow.10.6.2")
def test_new_orders_end_the_conditions_of_the_old_ones():
    old = {"order": ["defend", VALE], "pending": Order("move", 8), "then": [Order("engage", 0, when="green")]}
    m = at_cards("b1", "g4", forces={"b1": old})
    assert (unit(m, "b1").order.kind, unit(m, "b1").then) == ("move", [])


def merged(keep, b1, b4):
    forces = {"b1": {"board": VALE, "order": ["defend", VALE], **b1}, "b4": {"board": VALE, "elements": {"regular": 60}, **b4}}
    m = at_cards("wessex", "b1", forces=forces)
    with m.forced(1):
        m.choose(("merge", 0, 1))
    if m.decision.rule == "fyow.2.7.7":
        m.choose(keep)
    return unit(m, "b1")


@pytest.mark.rule("fyow.2.7.7", "fyow.10.7.1")
@pytest.mark.parametrize("keep", ["b1", "b4"])
def test_with_the_orders_of_a_merged_force_go_their_conditions(keep):
    one, other = Order("engage", 0, when="found"), Order("move", 15, when="amber")
    whole = merged(keep, {"then": [one]}, {"then": [other], "order": ["stand by", VALE]})
    assert whole.then == ([one] if keep == "b1" else [other])


@pytest.mark.rule("fyow.5.2.1", "fyow.10.7.1")
def test_a_decision_in_the_diary_box_keeps_its_condition_until_it_turns_up():
    m = fyow({"traits": False, "surprise_timing": True}, phase="plan", weather={"sky": "fair"}, command={"wessex": {"rating": 6}})
    plan = {"unit": "b1", "slot": "sensible", "kind": "move", "objective": ISLET, "delay": True}
    plan |= {"when": "found", "then": "defend", "then_at": ISLET}
    m.choose([plan, {**plan, "slot": "cautious", "kind": "stand by", "objective": VALE, "when": "attacked"}], seat="british")
    m.choose([], seat="german")
    (filed,) = [card for card in m.g.state.staff.cards if card.kind]
    whens = ["found"] if filed.kind == "move" else ["attacked"]
    assert unit(m, "b1").then == [] and [item.when for item in filed.then] == whens
    m.g.state.day = filed.day
    turn_cards(m.g)
    assert [item.when for item in unit(m, "b1").then] == whens


# ------------------------------------------------------------------ 20.12, 6.3: militia among regulars; a command without its HQ


@pytest.mark.rule("fyow.20.12.1", "fyow.2.7.4")
@pytest.mark.parametrize("both", [True, False])
def test_militia_that_is_merged_with_regulars_forages_no_more(both):
    b1 = {"militia": True, "elements": {"poor": 30}, "mode": "rationed"}
    assert merged("b1", b1, {"militia": both}).militia is both


def test_a_brigade_that_has_lost_its_hq_is_not_the_highest_command():
    """Crusader has several Brigades a side: the strongest of them leads while its HQ lives (R158)."""
    m = Match.start("fyow", "crusader", seed=1, options={"traits": False})
    side = next(iter(m.g.static.sides))
    first = highest(m.g, side)
    for force in m.g.state.units:
        if force.brigade != first:
            force.elements = {"regular": 1}
    hq = m.g.unit(m.g.state.brigades[first].hq)
    hq.elements = {}
    assert highest(m.g, side) == first
    hq.condition = DESTROYED
    second = highest(m.g, side)
    assert second != first and m.g.state.brigades[second].side == side
