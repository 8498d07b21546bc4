"""Mergers, convoys and shared dice where they meet other rules: what follows a force into another, and losses of trucks."""

from __future__ import annotations

import pytest
from fyow_arms import board
from fyow_table import CAPELLES, ISLET, VALE, at_cards, number, said, unit

from grognard.games.fyow.air.ground_attack import kill_one
from grognard.games.fyow.condition import losses
from grognard.games.fyow.orders.requests import may_request
from grognard.games.fyow.partisans.sweeps import order_sweep
from grognard.games.fyow.planning.duties import make, may_do
from grognard.games.fyow.records.services import Cell
from grognard.games.fyow.records.staff import Transfer
from grognard.games.fyow.state import Order
from grognard.games.fyow.supply import convoys, supply
from grognard.kernel import Match

PORTINFER = "portinfer"


def scenario(name, *cards, options=None, **patch):
    patch.setdefault("weather", {"sky": "fair"})
    options = {"traits": False, "loss_removal_automatic": True, **(options or {})}
    return Match.start("fyow", name, seed=1, options=options, situation={"cards": list(cards), **patch})


def luki(*cards, **patch):
    """Velikiye Luki, where there are Brigades of several Battlegroups, trains and bridges; fair and calm."""
    return scenario("velikiye-luki", *cards, **patch)


# ------------------------------------------------------------------ 2.7: what a merged force had coming, and what was away

TOGETHER = {
    "b1": {"board": VALE, "order": ["defend", VALE]},
    "b4": {"board": VALE, "order": ["defend", VALE], "elements": {"regular": 60}, "stockpile": 0},
}


def together(prepare=lambda m: None, cards=("wessex", "b1", "g2"), **patch):
    """The Senior Command merges its HQ's Battlegroup (the second of the units) into b1."""
    m = at_cards(*cards, forces=TOGETHER, **patch)
    prepare(m)
    with m.forced(1):
        m.choose(("merge", 0, 1))
    if m.decision.rule == "fyow.2.7.7":
        m.choose("b1")
    return m


@pytest.mark.rule("fyow.20.10.3", "fyow.2.7.4")
def test_a_convoy_feeds_the_force_that_its_target_has_become_part_of():
    """It has reached g2, which is merged into g4 on the same day: next morning g4 has the dice."""
    m = at_cards("fortress", "g2", forces={"g2": {"board": CAPELLES, "elements": {"regular": 60}}, "g4": {"board": CAPELLES}})
    g2, g4 = number(m, "g2"), number(m, "g4")
    convoys.send(m.g, g4, g2)
    with m.forced(1):
        m.choose(("merge", g4, g2))
    if m.decision.rule == "fyow.2.7.7":
        m.choose("g4")
    convoys.convoys_at_night(m.g)
    m.g.state.day += 1
    with m.forced(1, 1, 1, 6, 6, 6):
        supply.daily_supply(m.g, g4)
    assert "receives 21S" in said(m, "german", "20.4.1.2")[-1]


@pytest.mark.rule("fyow.20.7.2.1", "fyow.2.7.4")
def test_a_merged_force_recovers_the_vehicles_that_either_had_left():
    def leave(m):
        m.g.state.stores.abandoned = [[str(board(m, VALE)), "british", "1", "motorcycle", "3", "other_trucks"]]

    m = together(leave)
    with m.forced(6, 6, 6):
        supply.daily_supply(m.g, 0)
    assert unit(m, "b1").elements["motorcycle"] == 3


@pytest.mark.rule("fyow.34.14.3", "fyow.2.7.4")
def test_a_company_on_a_sweep_is_away_from_the_merged_force_too():
    m = together(lambda m: m.g.state.partisans.busy.update({"1": 6}))
    whole = m.g.combat_value(0)
    m.g.state.partisans.busy = {}
    assert m.g.combat_value(0) - whole in (4, 5)  # thirty Regular men


@pytest.mark.rule("fyow.2.7.4")
def test_reserves_on_their_way_to_a_force_that_is_merged_come_to_the_whole():
    m = together(lambda m: m.g.state.staff.transfers.append(Transfer(1, {"motorcycle": 2})), cards=("wessex", "b1"))
    m.choose(("stay",))  # the last card: the next session begins
    assert unit(m, "b1").elements["motorcycle"] == 2


@pytest.mark.rule("fyow.2.7.7")
def test_new_orders_that_a_bc_was_to_have_do_not_overrule_those_of_the_merger():
    m = together(lambda m: setattr(unit(m, "b1"), "pending", Order("engage", board(m, ISLET))))
    assert unit(m, "b1").order.kind == "defend" and "reinforcement" not in str(m.decision.prompt)


@pytest.mark.rule("fyow.2.7.4", "fyow.def.16")
def test_who_had_found_a_part_has_found_the_whole():
    forces = {**TOGETHER, "g2": {"board": VALE, "box": ISLET, "edge": ISLET}}
    m = at_cards("wessex", "b1", "g4", forces=forces, spotted={"german": ["b4"]})
    with m.forced(1):
        m.choose(("merge", 0, 1))
    if m.decision.rule == "fyow.2.7.7":
        m.choose("b1")
    assert 0 in m.g.state.seen["german"]


@pytest.mark.rule("fyow.2.7.4")
def test_a_call_for_a_force_that_is_merged_goes_to_the_whole():
    then = [Order("call on", when="attacked", whom=1)]
    m = together(lambda m: setattr(unit(m, "g2"), "then", then))
    assert unit(m, "g2").then[0].whom == 0


# ------------------------------------------------------------------ 4.4.1: who has not come yet


@pytest.mark.rule("fyow.20.10.1", "fyow.20.9.1")
def test_who_has_not_come_into_the_campaign_is_given_nothing_and_asked_for_nothing():
    """e5 comes later; until then no staff can reach it, though its place on the map is known."""
    m = luki("e4", "f4", forces={"e4": {"stockpile": 10}, "e5": {"mode": "rationed", "stockpile": 0}})
    e4, e5 = number(m, "e4"), number(m, "e5")
    assert unit(m, "e5").waits and unit(m, "e5").board == unit(m, "e4").board
    for kind, count in (("convoy", 0), ("share", 1)):
        assert may_do(m.g, "german", make("e4", kind, "e5", count), []) is not None
    assert may_request(m.g, e4, e5, "support", unit(m, "e4").board).rule == "fyow.9.1.1"


@pytest.mark.rule("fyow.34.14.1")
def test_a_force_that_comes_later_sweeps_no_woods():
    m = luki("s6", "f4", options={"partisans": True, "direct_command": True})
    cell = Cell("soviet", unit(m, "e5").board, 5, radio=True, explosives=1)
    m.g.state.partisans.cells = [cell]
    for force in m.g.state.units:
        if force.side == "german" and force.id != "e5":
            force.board = board(m, "luki")
    order_sweep(m.g, 0, cell)
    assert m.g.state.partisans.sweeps == []


# ------------------------------------------------------------------ 20.9: two forces share, not three


@pytest.mark.rule("fyow.20.9.1")
def test_the_six_dice_that_are_shared_are_those_of_two_forces():
    """Two Battlegroups cannot both feed a third, nor one pass on what it gets."""
    m = luki("f4", forces={name: {"board": "kunya"} for name in ("s2", "s4", "m1")})
    one, two = make("s2", "share", "m1", 2), make("s4", "share", "m1", 2)
    assert may_do(m.g, "soviet", one, [one]) is None
    assert may_do(m.g, "soviet", two, [one, two]).rule == "fyow.20.9.1"
    on = make("m1", "share", "s4", 1)
    assert may_do(m.g, "soviet", on, [one, on]).rule == "fyow.20.9.1"


# ------------------------------------------------------------------ 20.10.5 with 33.7.3.5 and 28.8.3: losses of what is worth nothing


def convoy_of_b4():
    m = at_cards("b1", "g2")
    return m, convoys.send(m.g, number(m, "b4"), number(m, "b1"))


@pytest.mark.rule("fyow.20.10.5")
@pytest.mark.parametrize(("percent", "trucks"), [(10, 6), (25, 5), (40, 4), (50, 3), (75, 2)])
def test_a_beaten_convoy_loses_trucks(percent, trucks):
    m, convoy = convoy_of_b4()
    for _ in losses.suffer(m.g, convoy, 0, percent, ""):
        pass
    assert m.g.unit(convoy).elements == {"soft_truck": trucks}


@pytest.mark.rule("fyow.20.10.5")
@pytest.mark.parametrize(("points", "trucks"), [(0, 6), (2, 4), (6, 0)])
def test_a_bombed_convoy_loses_a_truck_a_point(points, trucks):
    m, convoy = convoy_of_b4()
    losses.bombard(m.g, convoy, points)
    assert m.g.unit(convoy).elements.get("soft_truck", 0) == trucks
    assert (m.g.unit(convoy).condition == 4) is (trucks == 0)


@pytest.mark.rule("fyow.20.10.5")
def test_a_strafed_convoy_loses_the_truck_that_was_hit():
    m, convoy = convoy_of_b4()
    for left in (5, 4):
        kill_one(m.g, convoy, "soft")
        assert m.g.unit(convoy).elements == {"soft_truck": left}
