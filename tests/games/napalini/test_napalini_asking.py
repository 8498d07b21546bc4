"""What a player points at and may not do: the refusal cites its rule. And the way of a normal move, which is the mover's."""

from __future__ import annotations

import random

import pytest
from napalini_table import Table
from test_napalini_table import WATER

from grognard.games.napalini import movement, orders
from grognard.kernel import Match


def test_squares_that_are_not_allowed_cite_their_rules():
    t = Table()
    n = t.put(t.one, "infantry", "C3")
    t.put(t.two, "infantry", "C5")
    t.round(t.one, [n])
    question = next(movement.act(t.g, [n]))
    far = question.explain(f"u{n}", "C8")
    assert far.rule == "napalini.6.allowance" and "moves 1" in far.why
    assert question.explain(f"u{n}", "C4") is None
    assert question.refusals(("move", t.sq("C8"), -1))[0].rule == "napalini.6.allowance"


def test_a_gun_that_is_to_attack_hears_why_not():
    t = Table()
    gun = t.put(t.one, "field_artillery", "C3")
    t.put(t.two, "infantry", "C4")
    t.round(t.one, [gun])
    assert next(movement.act(t.g, [gun])).explain(f"u{gun}", "C4").rule == "napalini.6.attack.support"


def test_units_that_do_not_act_hear_why_not():
    t = Table()
    n = t.put(t.one, "infantry", "C3")
    away = t.put(t.one, "infantry", "A7")
    hq = t.put(t.one, "hq", "C3")
    t.round(t.one, [n], aoo=t.sq("C3"))
    question = next(movement.next_mover(t.g))
    assert question.explain(f"u{away}").rule == "napalini.4.aoo"
    assert question.explain(f"u{hq}").rule == "napalini.4.hq.mobile"
    assert question.explain(f"u{n}") is None
    t.g.round.acted.append(n)
    assert orders.why_no_mover(t.g, ("unit", n)).rule == "napalini.4.aoo.units"


def test_wheels_without_a_bridge_hear_why_not():
    t = Table(ground=WATER)
    n = t.put(t.one, "field_artillery", "B3")
    t.round(t.one, [n])
    assert next(movement.act(t.g, [n])).explain(f"u{n}", "B4").rule == "napalini.6.river-crossing"


def test_the_mover_chooses_among_ways_that_differ_in_tests():
    t = Table(ground={"streams": ["A3|A4", "B3|B4", "C3|C4", "C4|D4", "D4|D5", "E4|E5", "F4|F5"]})
    n = t.put(t.one, "cavalry", "D3")
    t.round(t.one, [n])
    open_ = orders.ways(t.g, [n], t.sq("C5"), -1)
    assert [[t.g.label(sq) for sq in way] for way in open_] == [["D3", "C4", "C5"], ["D3", "D4", "C5"]]
    procedure = movement.act(t.g, [n])
    next(procedure)
    question = procedure.send(("move", t.sq("C5"), -1))
    assert question.rule == "napalini.6.normal" and question.options == open_
    views = question.view(0).options
    assert views[1].path == ["D3", "D4", "C5"] and views[1].label == "through D4, tests: stream"
    fresh = Table(ground={"streams": ["A3|A4", "B3|B4", "C3|C4", "C4|D4", "D4|D5", "E4|E5", "F4|F5"]})
    n = fresh.put(fresh.one, "cavalry", "D3")
    fresh.round(fresh.one, [n])
    fresh.run(movement.act(fresh.g, [n]), ("move", fresh.sq("C5"), -1), open_[1], dice=(2,))
    assert fresh.g.unit(n).at == fresh.sq("D4")  # held up on the way that was chosen


@pytest.mark.parametrize("scenario", ["winter-line", "novi"])
def test_options_and_judges_agree(scenario):
    """What is offered is not refused; what the judge lets pass is offered."""
    match = Match.start("napalini", scenario, seed="judge")
    rng = random.Random(4)
    seen = 0
    for _ in range(500):
        if match.result is not None:
            break
        decision = match.decision
        if decision.rule == "napalini.4.aoo.units" and "units" in decision.about:
            g, members = match.g, list(decision.about["units"])
            options = decision.options
            assert all(orders.why_no_order(g, members, value) is None for value in options)
            ends = {value[1] for value in options if isinstance(value, tuple) and value[0] == "move"}
            for value in orders.order_candidates(g, members):
                if value != orders.PREPARE and value[1] not in ends:
                    assert orders.why_no_order(g, members, value) is not None
            seen += 1
        match.choose(decision.sample(rng))
    assert seen > 3
