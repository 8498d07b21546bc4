"""What a player points at and may not do: the refusal cites its rule. And the way of a normal move, which is the mover's."""

from __future__ import annotations

import random

import pytest
from napalini_table import Table, action, scenario, table
from test_napalini_table import WATER, rows

from grognard.games.napalini.air import strike
from grognard.games.napalini.asks import Ask
from grognard.games.napalini.combat import barrage, bombardment, losses, retreat
from grognard.games.napalini.command import hq_actions, hq_orders, rounds
from grognard.games.napalini.hq import spending
from grognard.games.napalini.hq.choices import HqAction, Journey
from grognard.games.napalini.movement import moves, orders
from grognard.games.napalini.movement import moves as movement
from grognard.games.napalini.movement.choices import Move, OneUnit, Transit
from grognard.kernel import PASS, Match
from grognard.kernel.listed import Listed
from grognard.kernel.state import plain


def test_squares_that_are_not_allowed_cite_their_rules():
    t = Table()
    n = t.put(t.one, "infantry", "C3")
    t.put(t.two, "infantry", "C5")
    t.round(t.one, [n])
    question = next(movement.act(t.g, [n]))
    far = question.explain(f"u{n}", "C8")
    assert far.rule == "napalini.6.allowance" and "more than the 1 of infantry" in far.why
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
    assert orders.why_no_mover(t.g, OneUnit(n)).rule == "napalini.4.aoo.units"


@pytest.mark.rule("napalini.3.zoc.effect")
def test_a_way_that_ends_in_an_enemy_zone_says_so():
    t = Table()
    n = t.put(t.one, "cavalry", "C4")
    t.put(t.two, "infantry", "C6")
    t.round(t.one, [n])
    refusal = next(movement.act(t.g, [n])).explain(f"u{n}", "D6")
    assert (refusal.rule == "napalini.3.zoc.effect" and "C5" in refusal.why) or "D5" in refusal.why


def test_wheels_without_a_bridge_hear_why_not():
    t = Table(ground=WATER)
    n = t.put(t.one, "field_artillery", "B3")
    t.round(t.one, [n])
    assert next(movement.act(t.g, [n])).explain(f"u{n}", "B4").rule == "napalini.6.river-crossing"


def test_the_mover_chooses_among_ways_that_differ_in_tests():
    t = Table(ground={"streams": ["A3|A4", "B3|B4", "C3|C4", "C4|D4", "D4|D5", "E4|E5", "F4|F5"]})
    n = t.put(t.one, "cavalry", "D3")
    t.round(t.one, [n])
    open_ = orders.ways(t.g, [n], t.sq("C5"), None)
    assert [[t.g.label(sq) for sq in way] for way in open_] == [["D3", "C4", "C5"], ["D3", "D4", "C5"]]
    procedure = movement.act(t.g, [n])
    next(procedure)
    question = procedure.send(Move(t.sq("C5")))
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
        if decision.name == Ask.ORDER:
            g, members = match.g, list(decision.about["units"])
            options = decision.options
            assert all(orders.why_no_order(g, members, value) is None for value in options)
            for order in orders.order_candidates(g, members):
                assert order in options or orders.why_no_order(g, members, order) is not None, order
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
    question = next(bombardment.bombardment(t.g, t.sq("C4")))
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
    assert ("bombard", t.sq("C4")) in plain(question.options)
    why = {square: question.explain("", square).rule.removeprefix("napalini.") for square in ("C8", "A5", "D4")}
    assert why == {"C8": "7.artillery.conditions", "A5": "7.artillery.bombardment", "D4": "7.artillery.bombardment"}
    assert question.explain("", "C4") is None
    unseen = Table(rows(C4="F"))
    gun = unseen.put(unseen.one, "field_artillery", "C2")
    unseen.put(unseen.two, "infantry", "C4", revealed=False)
    unseen.round(unseen.one, [gun])
    assert bombardment.targets(unseen.g) == []
    assert bombardment.why_no_target(unseen.g, unseen.sq("C4")).rule == "napalini.3.spot.targetable"


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


# ------------------------------------------------------------------ HQ actions, air strikes, barrages


def headquarters(**more):
    """A round of the first army, its HQ in A1, before the throw; the area of operations is round C3."""
    t = Table(rows(B5="B", D5="F", E5="F"), **more)
    t.g.camp(t.one).main = 0
    t.g.army(0).actions = 2
    t.round(t.one, aoo=t.sq("C3"), step="actions", success=False)
    return t


def why(question, value):
    refusal = question.refusals(value)[0]
    return refusal.rule.removeprefix("napalini.")


def test_hq_actions_that_are_not_offered_cite_their_rules():
    t = headquarters()
    inside, outside = t.put(t.one, "infantry", "C3"), t.put(t.one, "infantry", "F4")
    t.put(t.two, "infantry", "D6")
    question = next(hq_actions.hq_actions(t.g))
    assert question.explain("", "F4") is None and ("independent-square", 0, (0, t.sq("F4"))) in plain(question.options)
    assert question.explain(f"u{t.g.hq(0)}") is None
    assert "area of operations" in question.refusals(("independent-square", 0, (0, t.sq("C3"))))[0].why
    assert question.explain("", "D6").rule == "napalini.3.speculative.features"
    assert question.explain(f"u{t.g.hq(0)}", "C7").rule == "napalini.6.transit.where"
    assert why(question, ("independent-square", 0, (0, t.sq("A7")))) == "4.action.independent"
    assert why(question, ("restore-wire", 0, 0)) == "4.action.wire"
    assert why(question, ("seek", 0, 0)) == "4.action.seek"
    assert why(question, ("air-strike", 0, -1)) == "11.strike.task"
    assert hq_orders.why_no_action(t.g, action("prompt", 1, -1)).rule == "napalini.4.hq.reach", "the enemy's"

    def now(value):
        return hq_orders.why_no_action(t.g, action(*value)).rule.removeprefix("napalini.")

    t.g.round.prompted = True
    assert now(("prompt", 0, -1)) == "4.action.prompt"
    t.g.camp(t.one).designated.append(t.sq("B5"))
    assert now(("map-fire", 0, t.sq("B5"))) == "3.speculative.designate"
    t.g.camp(t.one).stockpiles = 0
    assert now(("bonus-op", 0, 0)) == "9.bonus-op" and now(("barrage", 0, 0)) == "11.barrage.cost"
    t.g.army(0).used_action = True
    assert now(("move-hq", 0, (0, t.sq("B1")))) == "4.action.move-hq"
    t.g.round.kinds.append("map-fire")
    assert now(("map-fire", 0, t.sq("B5"))) == "4.action.same"
    t.g.army(0).actions = 0
    assert now(("independent-square", 0, (0, t.sq("F4")))) == "4.hq.generate"
    t.g.unit(t.g.hq(0)).where = "out"
    assert now(("independent-square", 0, (0, t.sq("F4")))) == "4.hq.lost"
    assert {inside, outside} <= set(t.g.on_table(t.one))


def two_armies():
    more = {"id": "third", "side": "so", "name": "Third Army", "engineers": 2,
            "general": {"name": "Gen. Three", "ability": "average", "character": "O2C"},
            "units": [{"type": "hq", "mobile": True, "at": "E1", "face": "N"}]}  # fmt: skip
    return headquarters(formation=[*scenario()["formation"], more])


@pytest.mark.rule("napalini.4.hq.reach", "napalini.4.action.move-hq")
def test_the_main_hq_pays_for_the_move_of_another():
    t = two_armies()
    t.g.army(2).actions = 1
    question = next(hq_actions.hq_actions(t.g))
    moves = [value for value in question.options if isinstance(value, HqAction) and isinstance(value.what, Journey) and value.what.formation == 2]
    assert {move.payer for move in moves} == {0, 2}, "the third army itself, or the main HQ"
    assert why(question, ("move-hq", 2, (0, t.sq("B1")))) == "4.hq.reach", "but not the third army for the main HQ"
    t.g.army(2).actions = 0
    t.run(hq_actions.execute(t.g, action("move-hq", 0, (2, t.sq("E3")))), 0)
    assert t.g.unit(t.g.hq(2)).at == t.sq("E3") and t.g.army(2).moved_hq and not t.g.army(0).moved_hq
    assert t.g.army(0).actions == 1 and spending.payers(t.g, t.one, 0) == [0]


def test_squadrons_and_squares_that_no_air_strike_takes_hear_why_not():
    t = headquarters()
    t.round(t.one, aoo=t.sq("C3"))
    planes = {
        "ready": t.fly(t.one, "bomber", ready=True),
        "worn out": t.fly(t.one, "attack", ready=True, step=2),
        "flown": t.fly(t.one, "attack", ready=False),
        "eyes": t.fly(t.one, "observation", ready=True),
        "fought": t.fly(t.one, "fighter", mission="superiority", fought=True, step=2),
    }
    t.put(t.one, "infantry", "C3")
    t.put(t.two, "infantry", "C4")
    t.put(t.two, "infantry", "F8", revealed=False)
    question = next(strike.ground_attack(t.g))
    ready = planes["ready"]
    assert question.explain(f"a{ready}", "C4") is None
    assert question.explain(f"a{ready}", "F8").rule == "napalini.3.spot.targetable"
    assert question.explain(f"a{ready}", "A5").rule == "napalini.11.strike.task"
    rules = {name: question.explain(f"a{k}", "C4").rule.removeprefix("napalini.") for name, k in planes.items() if name != "ready"}
    assert rules == {"worn out": "11.strike.sequence", "flown": "11.air.ways", "eyes": "11.strike.task",
                     "fought": "11.strike.sequence"}  # fmt: skip
    t.s.air[planes["fought"]].step = 0
    assert "had to fight" in question.explain(f"a{planes['fought']}", "C4").why


def test_squares_at_which_no_barrage_is_fired_hear_why_not():
    t = headquarters()
    gun, other = t.put(t.one, "field_artillery", "C3"), t.put(t.one, "field_artillery", "C3")
    for square in ("B5", "D5", "C8"):
        t.put(t.two, "infantry", square, revealed=False)
    question = next(barrage.plan(t.g, t.one, [gun, other]))
    assert question.explain(f"u{gun}", "B5") is None, "a town is on every map"
    assert question.explain(f"u{gun}", "D5").rule == "napalini.11.barrage.targets"
    assert question.explain(f"u{gun}", "A3").rule == "napalini.11.barrage.targets"
    far = question.explain(f"u{gun}", "C8")
    assert far.rule == "napalini.11.barrage" and far.facts["measured"] == 5
    assert why(question, ((other, "map", -1), t.sq("B5"))) == "11.barrage.simultaneous"
    assert why(question, ((gun, "sees", -1), t.sq("B5"))) == "4.comms.when"


def test_the_judge_of_retreats_agrees_with_what_is_offered():
    t = headquarters()
    n = t.put(t.two, "infantry", "C4")
    t.put(t.one, "infantry", "C3")
    t.round(t.one)
    question = next(retreat.retreat(t.g, [n], True))
    assert isinstance(question, Listed) and len(question.options) > 1
    for value in question._all():
        assert (value in question.options) == (question._judge(value) is None), value


ASKED = {"4.action.timing", "7.artillery.conditions", "11.strike.task", "11.barrage.simultaneous"}


def test_judges_agree_with_what_is_offered():
    """Random battles, until guns, HQ actions, air strikes and barrages have been asked for."""
    rng = random.Random(5)
    seen: set[str] = set()
    for k in range(12):
        match = Match.start("napalini", ["firefly", "blue-danube"][k % 2], seed=f"judge {k}")
        while match.result is None and not seen >= ASKED:
            decision = match.decision
            if isinstance(decision, Listed) and decision.rule != "napalini.4.aoo.units":
                assert all(value == PASS or decision._judge(value) is None for value in decision.options)
                for value in decision._all() if rng.random() < 0.3 or decision.rule.removeprefix("napalini.") not in seen else ():
                    assert value in decision.options or decision._judge(value) is not None or decision.rule.endswith("sequence")
                seen.add(decision.rule.removeprefix("napalini."))
            match.choose(decision.sample(rng))
        if seen >= ASKED:
            return
    raise AssertionError(f"only {seen} were asked for")


@pytest.mark.rule("napalini.6.transit.where")
def test_a_transit_into_an_enemy_zone_is_refused_with_its_rule():
    t = table()
    n = t.put(t.one, "infantry", "C1")
    t.put(t.two, "infantry", "C4")
    t.round(t.one, [n])
    question = next(moves.act(t.g, [n]))
    assert Transit(t.sq("C2")) in question.options
    assert question._judge(Transit(t.sq("C2"))) is None
    assert question._judge(Transit(t.sq("C3"))).rule == "napalini.6.transit.where"
