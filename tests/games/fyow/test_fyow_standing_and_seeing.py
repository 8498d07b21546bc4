"""Sections 10.6, 15 to 17 and 19: how a force stands, what disturbs it, what it sees, and markers."""

from __future__ import annotations

import pytest
from fyow_arms import board, take_three
from fyow_table import (
    CAPELLES,
    ISLET,
    SAMPSON,
    VALE,
    at_cards,
    field,
    link,
    move,
    number,
    outcome,
    refused,
    said,
    unit,
    where,
)

from grognard.games.fyow.air.aircraft import take_off
from grognard.games.fyow.air.ground_attack import hit_target, reconnoitre
from grognard.games.fyow.records.staff import Decoy
from grognard.games.fyow.sea.gunnery import shell_shore
from grognard.games.fyow.session.activation import may_fortify
from grognard.games.fyow.state import Order

DECOYS = {"traits": False, "decoys": True, "loss_removal_automatic": True}


@pytest.mark.rule("fyow.15.3.5")
@pytest.mark.parametrize("shelled", [False, True])
def test_bombs_are_a_challenge_to_those_who_dig(shelled):
    """Four complete sessions without any challenge: a shell in the fourth starts the count anew."""
    m = at_cards("b4", "b1", forces={"b1": {"board": VALE, "attitude": "deployed", "order": ["defend", VALE]}})
    unit(m, "b1").calm = 3
    if shelled:
        shell_shore(m.g, number(m, "b1"), 1)
    m.choose(("stay",))
    m.choose(("stay",))
    assert m.g.state.session == 4 and unit(m, "b1").calm == (0 if shelled else 4)


@pytest.mark.rule("fyow.10.6.1")
@pytest.mark.parametrize("bombed", [True, False])
def test_who_is_bombed_may_ask_for_other_orders(bombed):
    m = at_cards("b4", "b1", "b4", forces={"b1": {"board": VALE, "order": ["stand by", VALE]}})
    if bombed:
        hit_target(m.g, "german", f"u{number(m, 'b1')}", 1)
    m.choose(("stay",))
    wish = ("seek", "defend", unit(m, "b1").board, "engage")
    if bombed:
        with m.forced(1):
            m.choose(wish)
        assert unit(m, "b1").pending == Order("defend", unit(m, "b1").board)
    else:
        with refused("10.6.1"):
            m.choose(wish)


@pytest.mark.rule("fyow.10.6.1", "fyow.33.7.2.10")
@pytest.mark.parametrize("seen", [True, False])
def test_who_is_attacked_by_an_unseen_enemy_may_ask_for_other_orders(seen):
    m, fight = field("portinfer", attacker={"box": VALE, "edge": VALE})
    fight.detected = seen
    m.g.state.seen["german"] = [number(m, "b1")] if seen else []
    m.choose(("stay",))
    assert unit(m, "g2").surprised is not seen


@pytest.mark.rule("fyow.17.0.4")
@pytest.mark.parametrize(("die", "learns"), [(5, False), (6, True)])
def test_of_a_force_in_the_box_the_occupier_learns_only_by_a_six(die, learns):
    forces = {"b1": {"board": ISLET, "order": ["defend", ISLET]}, "g2": {"board": ISLET, "box": SAMPSON, "edge": SAMPSON}}
    m = at_cards("b1", "b4", forces=forces, spotted={"british": ["g2"], "german": ["b1"]})
    m.choose(("gather",))
    with m.forced(die):
        m.choose(["types 1", "attitude 1"])
    assert bool(said(m, "british", "17.0.6")) is learns


@pytest.mark.rule("fyow.17.0.4", "fyow.28.8.5")
@pytest.mark.parametrize(("die", "facts"), [(5, 0), (6, 6)])
def test_from_the_air_too_the_box_opens_by_a_six(die, facts):
    m = take_three()
    flight = next(n for n, one in enumerate(m.g.state.air.groups) if (one.side, one.duty) == ("british", "recce"))
    group = m.g.state.air.groups[flight]
    for foe in m.g.on_board(board(m, "forest"), "german"):
        m.g.unit(foe).board = board(m, "fort-doyle")
    foe = unit(m, "g1")
    foe.board, foe.attitude = board(m, "forest"), "present"
    foe.box = foe.edge = m.g.static.land_links(board(m, "forest"))[0]
    take_off(m.g, flight, board(m, "forest"))
    with m.forced(5, 1, 1, 1, 1, 1, die):
        reconnoitre(m.g, flight)
    assert len(group.films) == facts


@pytest.mark.rule("fyow.15.3.5")
def test_the_session_of_deploying_is_no_complete_one():
    m = at_cards("g2", "g4", forces={"g2": {"attitude": "present", "order": ["defend", "st-sampson"]}})
    way = m.g.static.land_links(unit(m, "g2").board)[0]
    m.choose(("deploy", way))
    while m.g.state.session == 3:
        m.choose(("stay",))
    refusal = may_fortify(m.g, number(m, "g2"), ("fortify",))
    assert refusal.rule == "fyow.15.3.5" and "for no sessions" in refusal.why


@pytest.mark.rule("fyow.15.3.5", "fyow.33.8.1")
def test_who_has_just_fallen_back_has_stayed_for_no_session():
    m, _ = outcome("AR", ["b1", "b4"])
    with m.forced(1, 1, 1, 1):
        m.choose(("stay",))
    assert where(m, "b1") == VALE and unit(m, "b1").attitude == "deployed"
    while m.g.state.session == 3:
        m.choose(("stay",))
    assert unit(m, "b1").calm == 0


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


@pytest.mark.parametrize(("act", "dice", "patch"), [
    (("reorganise",), (), {"disarray": 1}),
    (("move", None), (1,), {"order": ["move", ISLET], "attitude": "deployed", "calm": 3, "moves_as": "regular_infantry"}),
])  # fmt: skip
@pytest.mark.rule("fyow.15.3.5")
def test_sessions_of_reorganising_and_of_a_march_that_failed_are_no_complete_ones(act, dice, patch):
    m = at_cards("b1", forces={"b1": patch})
    act = act if act[-1] is not None else ("move", link(m, VALE, ISLET))
    with m.forced(*dice):
        m.choose(act)
    assert m.g.state.session == 4 and unit(m, "b1").attitude == "deployed" and unit(m, "b1").calm == 0


@pytest.mark.rule("fyow.15.3.5", "fyow.15.3.3")
def test_nor_is_the_session_in_which_engineers_spread_out_to_work():
    m = at_cards("g4", "b4", forces={"b4": {"engineers": 30, "order": ["stand by", "lancresse-common"]}})
    m.g.state.stores.works[str(unit(m, "b4").board)] = 900
    m.choose(("stay",))
    with m.forced(*[5] * 12):
        m.choose(("work", "works", unit(m, "b4").board))
    assert m.g.state.session == 4 and unit(m, "b4").attitude == "deployed" and unit(m, "b4").calm == 0


@pytest.mark.rule("fyow.19.2.2", "fyow.20.6.4")
def test_the_markers_of_a_resting_force_rest():
    m = at_cards("b1", "b4", options={"traits": False, "decoys": True}, forces={"b1": {"mode": "rest"}})
    m.g.state.staff.decoys = [Decoy(number(m, "b1"), "B", unit(m, "b1").board)]
    m.choose(("obvious",))
    with refused("20.6.4"):
        m.choose(("marker", "B", link(m, VALE, ISLET)))


@pytest.mark.rule("fyow.15.3.5", "fyow.20.6.4")
@pytest.mark.parametrize("mode", ["active", "rest"])
def test_a_resting_force_does_not_fortify(mode):
    m = at_cards("g2", "b1", forces={"g2": {"calm": 4, "attitude": "deployed", "mode": mode}})
    if mode == "rest":
        with refused("20.6.4"):
            m.choose(("fortify",))
    else:
        m.choose(("fortify",))
        assert unit(m, "g2").attitude == "fortified"
