"""What a player points at and may not do: the refusal cites its rule. And the way of a normal move, which is the mover's."""

from __future__ import annotations

import random

import pytest
from napalini_table import Table
from test_napalini_table import WATER, rows

from grognard.games.napalini import bombard, losses, movement, orders, retreat, rounds
from grognard.kernel import PASS, Match
from grognard.kernel.listed import Listed


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


# ------------------------------------------------------------------ guns, losses, retreats


def test_guns_that_do_not_fire_hear_why_not():
    t = Table()
    gun, far, fired = (t.put(t.one, "field_artillery", square) for square in ("C2", "F1", "C2"))
    t.g.unit(fired).fired = True
    idle, foot = t.put(t.one, "field_artillery", "C2"), t.put(t.one, "infantry", "C2")
    enemy = t.put(t.two, "infantry", "C4")
    t.round(t.one, [gun, far, fired, foot])
    question = next(bombard.bombardment(t.g, t.sq("C4")))
    assert question.explain(f"u{gun}") is None
    rules = {n: question.explain(f"u{n}").rule.removeprefix("napalini.") for n in (far, fired, idle, foot)}
    assert rules == {far: "7.artillery.conditions", fired: "7.artillery.fired", idle: "7.artillery.conditions", foot: "2.artillery"}
    assert "reaches 2" in question.explain(f"u{far}").why and "not activated" in question.explain(f"u{idle}").why
    assert question.refusals((enemy, "sees", -1))[0].rule == "napalini.7.artillery.conditions"


def test_squares_that_no_gun_bombards_hear_why_not():
    t = Table(rows(E3="F"))
    gun, _ = t.put(t.one, "field_artillery", "C2"), t.put(t.one, "infantry", "D4")
    for square in ("C4", "C8", "E3", "D4"):
        t.put(t.two, "infantry", square, revealed=False)
    t.round(t.one, [gun])
    question = next(rounds.combats(t.g))
    assert ("bombard", t.sq("C4")) in question.options
    why = {square: question.explain("", square).rule.removeprefix("napalini.") for square in ("C8", "A5", "D4")}
    assert why == {"C8": "7.artillery.conditions", "A5": "7.artillery.bombardment", "D4": "7.artillery.bombardment"}
    assert question.explain("", "C4") is None
    unseen = Table(rows(C4="F"))
    gun = unseen.put(unseen.one, "field_artillery", "C2")
    unseen.put(unseen.two, "infantry", "C4", revealed=False)
    unseen.round(unseen.one, [gun])
    assert bombard.targets(unseen.g) == []
    assert bombard.why_no_target(unseen.g, unseen.sq("C4")).rule == "napalini.3.spot.targetable"


def test_units_that_take_no_loss_hear_why_not():
    t = Table()
    a, b, gun, hq = (t.put(t.two, kind, "C4") for kind in ("infantry", "infantry", "field_artillery", "hq"))
    away = t.put(t.two, "infantry", "C6")
    t.put(t.one, "infantry", "C4")
    t.round(t.one)
    question = next(losses.allot(t.g, t.two, [a, b, gun, hq], 1, t.sq("C4"), False))
    assert question.options == [a, b]
    assert question.explain(f"u{gun}").rule == "napalini.7.losses.first-fl"
    assert question.explain(f"u{away}").rule == "napalini.7.losses.even"
    losses.note_given(t.g, a)
    question = next(losses.allot(t.g, t.two, [a, b, gun, hq], 1, t.sq("C4"), True))
    assert question.options == [b, gun]
    assert question.explain(f"u{a}").rule == "napalini.7.losses.even"
    assert question.explain(f"u{hq}").rule == "napalini.7.losses.nc-last"


def test_squares_that_no_retreat_goes_to_hear_why_not():
    t = Table(rows(D5="M"))
    n = t.put(t.two, "light_tanks", "C4")
    t.put(t.one, "infantry", "A6", "E")  # its zone: B5, B6, B7
    t.put(t.one, "infantry", "D3", "E")
    t.round(t.one)
    t.attack(t.put(t.one, "infantry", "C3"), "C4", "C3")
    question = next(retreat.retreat(t.g, [n], True))
    why = {square: question.explain("", square) for square in ("C3", "D3", "B5", "C8", "C5")}
    assert why["C5"] is None
    assert {square: refusal.rule for square, refusal in why.items() if refusal} == dict.fromkeys(("C3", "D3", "B5", "C8"), "napalini.7.retreat")
    assert "came from" in why["C3"].why and "holds" in why["D3"].why and "zone" in why["B5"].why and "one square" in why["C8"].why
    heavy = t.put(t.two, "heavy_tanks", "C4")
    assert retreat.why_no_retreat(t.g, heavy, True, t.sq("D5")).rule == "napalini.2.flag.heavy"


def test_judges_of_guns_losses_and_retreats_agree_with_what_is_offered():
    """Random battles, until guns, combats and retreats have been asked for."""
    rng = random.Random(5)
    seen = set()
    for k in range(12):
        match = Match.start("napalini", ["firefly", "blue-danube"][k % 2], seed=f"judge {k}")
        while match.result is None and len(seen) < 3:
            decision = match.decision
            if isinstance(decision, Listed) and decision.rule != "napalini.4.aoo.units":
                assert all(value == PASS or decision._judge(value) is None for value in decision.options)
                for value in decision._all():
                    assert value in decision.options or decision._judge(value) is not None or decision.rule.endswith("sequence")
                seen.add(decision.rule)
            match.choose(decision.sample(rng))
        if len(seen) == 3:
            return
    raise AssertionError(f"only {seen} were asked for")
