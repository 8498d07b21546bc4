"""Chapter 4: rounds, the activation throw, HQ actions, communications."""

from __future__ import annotations

import pytest
from napalini_table import Table, action, scenario, table
from test_napalini_table import rows

from grognard.games.napalini.command import activation, hq_actions, rounds
from grognard.games.napalini.hq import spending, wire_and_radio
from grognard.games.napalini.hq.choices import Act

# ------------------------------------------------------------------ rounds and activation


@pytest.mark.rule("napalini.4.round.alternate", "napalini.4.round.end")
def test_so_two_ops_sd_three():
    t = Table()
    t.s.period, t.s.period_rounds, t.s.last_round = "morning", 0, ""
    t.g.army(0).ops, t.g.army(1).ops = 2, 3
    taken = []
    while side := rounds.next_side(t.g):
        taken.append(side)
        t.g.army(0 if side == t.one else 1).ops -= 1
        t.s.last_round, t.s.period_rounds = side, t.s.period_rounds + 1
    assert taken == ["so", "sd", "so", "sd"]
    assert t.g.army(1).ops == 1


def test_the_period_ends_with_the_last_so_op_by_option():
    t = Table(options={"period_ends_with_last_so_op": True})
    t.g.army(0).ops, t.g.army(1).ops = 0, 1
    t.s.period_rounds, t.s.last_round = 3, t.one
    assert rounds.next_side(t.g) == ""


@pytest.mark.rule("napalini.4.round.afternoon")
def test_the_first_round_of_the_afternoon():
    t = Table()
    t.g.army(0).ops = t.g.army(1).ops = 2
    t.s.period, t.s.period_rounds, t.s.last_round = "afternoon", 0, t.one
    assert rounds.next_side(t.g) == t.two and rounds.may_pass(t.g, t.two)
    t.g.army(0).ops = 0  # a pass would end the period
    assert not rounds.may_pass(t.g, t.two)
    t.g.army(0).ops = 2
    t.s.last_round = t.two
    assert rounds.next_side(t.g) == t.one and not rounds.may_pass(t.g, t.one)


@pytest.mark.rule("napalini.4.activate", "napalini.4.activate.distance", "napalini.4.action.prompt", "napalini.4.activate.fail")
def test_the_activation_throw():
    t = Table()
    hq = t.g.hq(0)
    t.g.unit(hq).at, t.g.unit(hq).step = t.sq("A1"), 1
    total = activation.activation_tally(t.g, 0, t.sq("A7"), True)
    assert int(total) == -1  # prompted, 6 squares, one loss
    for die, success in ((3, False), (4, True)):
        t.g.army(0).ops, t.g.army(0).succeeded = 2, 1
        r = t.round(t.one, aoo=t.sq("A7"), prompted=True, success=False)
        t.call(rounds.activate, t.g, dice=(die,))
        assert r.success is success and t.g.army(0).ops == 1 and not r.activated
    assert t.told("fails")


@pytest.mark.rule("napalini.4.activate.guaranteed", "napalini.4.activate.bonus")
def test_one_sure_op():
    t = Table()
    army = t.g.army(0)
    army.ops = 1
    r = t.round(t.one, success=False)
    t.call(rounds.activate, t.g)
    assert r.success
    army.ops, army.succeeded = 2, 0
    assert not activation.sure(t.g, 0)
    army.ops, army.tried = 1, 1
    assert activation.sure(t.g, 0)
    army.bonus = 1
    assert not activation.sure(t.g, 0)  # an unused bonus Op is an available Op
    r = t.round(t.one, success=False, bonus=True)
    t.call(rounds.activate, t.g)
    assert r.success and army.bonus == 0 and army.succeeded == 1


@pytest.mark.rule("napalini.4.aoo", "napalini.4.activate.named", "napalini.4.aoo.units", "napalini.4.hq.mobile")
def test_the_area_of_operations():
    t = Table()
    near, far = t.put(t.one, "infantry", "C3"), t.put(t.one, "infantry", "F3")
    t.put(t.two, "infantry", "C5")
    t.g.unit(t.g.hq(0)).at = t.sq("B3")
    t.g.army(0).ops, t.g.army(0).succeeded = 2, 1
    t.round(t.one, success=False, step="name", formation=-1)
    t.run(rounds.name_op(t.g), t.sq("B4"))
    assert t.asked[0].why_not(t.sq("C5")).rule == "napalini.4.aoo"
    t.call(rounds.activate, t.g, dice=(6,))
    assert t.g.round.activated == [near] and far not in t.g.round.activated


# ------------------------------------------------------------------ HQ actions


def staff(count: int = 3, **more) -> Table:
    t = Table(**more)
    t.g.army(0).actions = count
    t.round(t.one, step="actions", aoo=t.sq("B2"))
    return t


@pytest.mark.rule("napalini.4.action.timing", "napalini.4.action.same", "napalini.4.activate.no-hindsight")
def test_no_kind_of_action_twice():
    t = staff()
    t.run(hq_actions.hq_actions(t.g), ("prompt", 0, -1), "done")
    assert t.g.round.prompted and t.g.army(0).actions == 2
    assert spending.may_act(t.g, Act("prompt")).rule == "napalini.4.action.same"
    t.round(t.one, step="throw")
    assert spending.may_act(t.g, Act("prompt")) is not None
    t.round(t.one, step="move")
    assert spending.may_act(t.g, Act("prompt")).rule == "napalini.4.activate.no-hindsight"
    assert spending.may_act(t.g, Act("air-strike")) is None  # tasked after movement


@pytest.mark.rule("napalini.4.hq.reach")
def test_whom_actions_serve():
    data = scenario()
    second = dict(data["formation"][0], id="f2", name="Army 2")
    t = Table(formation=[*data["formation"], second])
    t.g.army(0).actions = t.g.army(2).actions = 1
    assert spending.payers(t.g, t.one, 2) == [0, 2]
    assert spending.payers(t.g, t.one, 0) == [0]


@pytest.mark.rule("napalini.4.action.move-hq", "napalini.4.hq.mobile")
def test_a_mobile_hq_moves_by_transit_and_does_nothing_else():
    t = staff()
    hq = t.g.hq(0)
    t.run(hq_actions.execute(t.g, action("move-hq", 0, (0, t.sq("A4")))), 0)
    assert t.g.unit(hq).at == t.sq("A4") and t.g.army(0).moved_hq
    assert spending.payers(t.g, t.one, 0) == []


@pytest.mark.rule("napalini.4.action.bonus-op", "napalini.9.bonus-op")
def test_a_bonus_op_costs_a_stockpile():
    t = staff()
    t.run(hq_actions.execute(t.g, action("bonus-op", 0, 0)), "now")
    assert t.g.army(0).bonus == 1 and t.g.camp(t.one).stockpiles == 2 and t.g.round.bonus


@pytest.mark.rule("napalini.4.action.independent", "napalini.4.comms.fail-action")
def test_units_outside_the_area():
    t = staff()
    n = t.put(t.one, "infantry", "E6")
    t.run(hq_actions.execute(t.g, action("independent-square", 0, (0, t.sq("E6")))), dice=(1,))
    assert t.g.round.ordered == [] and t.g.army(0).actions == 3
    assert spending.may_act(t.g, Act("independent-square")).rule == "napalini.4.action.same"
    t.g.round.kinds.clear()
    t.run(hq_actions.execute(t.g, action("independent-square", 0, (0, t.sq("E6")))), dice=(2,))
    assert t.g.round.ordered == [t.sq("E6")] and t.g.army(0).actions == 2
    t.g.army(0).ops, t.g.army(0).succeeded = 2, 1
    t.g.round.success = False
    t.call(rounds.activate, t.g, dice=(1,))
    assert t.g.round.activated == [n]


def test_a_failed_message_costs_the_action_by_option():
    t = staff(options={"failed_comms_loses_action": True})
    t.put(t.one, "infantry", "E6")
    t.run(hq_actions.execute(t.g, action("independent-square", 0, (0, t.sq("E6")))), dice=(1,))
    assert t.g.army(0).actions == 2


@pytest.mark.rule("napalini.4.action.wire")
def test_restoring_wire():
    t = staff()
    n = t.put(t.one, "infantry", "C3", off_wire=True)
    assert not wire_and_radio.by_wire(t.g, n)
    t.run(hq_actions.execute(t.g, action("restore-wire", 0, 0)))
    assert wire_and_radio.by_wire(t.g, n)


@pytest.mark.rule("napalini.4.action.map-fire", "napalini.3.speculative.designate")
def test_designating_map_fire():
    t = staff(rows=rows(D5="B"))
    t.run(hq_actions.execute(t.g, action("map-fire", 0, t.sq("D5"))))
    assert t.g.camp(t.one).designated == [t.sq("D5")]


# ------------------------------------------------------------------ comms


@pytest.mark.rule("napalini.4.comms.when", "napalini.4.comms.wire", "napalini.4.comms.radio", "napalini.4.comms.weather")
def test_comms_checks():
    t = Table()
    assert not t.call(wire_and_radio.check, t.g, t.one, True, 5, "", dice=(1,))
    assert t.call(wire_and_radio.check, t.g, t.one, True, 5, "", dice=(2,))
    assert not t.call(wire_and_radio.check, t.g, t.one, False, 2, "", dice=(2,))
    assert t.call(wire_and_radio.check, t.g, t.one, False, 2, "", dice=(3,))
    assert not t.call(wire_and_radio.check, t.g, t.one, False, 3, "", dice=(3,))
    t.s.weather = "B"
    assert not t.call(wire_and_radio.check, t.g, t.one, False, 3, "", dice=(4,))


@pytest.mark.rule("napalini.4.comms.hq-bonus")
def test_a_message_near_a_fixed_hq_cannot_fail():
    t = Table()
    assert t.call(wire_and_radio.check, t.g, t.one, True, 2, "", True)
    t.s.weather = "B"
    assert not t.call(wire_and_radio.check, t.g, t.one, True, 2, "", True, dice=(1,))


@pytest.mark.rule("napalini.4.comms.fail-artillery")
def test_a_gun_without_message_has_not_fired():
    from grognard.games.napalini.combat.artillery import may_fire, message
    from grognard.games.napalini.combat.choices import How, Way

    t = Table()
    gun, spotter = t.put(t.one, "heavy_artillery", "C1"), t.put(t.one, "infantry", "C3", off_wire=True)
    t.put(t.two, "infantry", "C5")
    t.round(t.one, [gun])
    assert not t.call(message, t.g, Way(gun, How.SPOTTER, spotter), t.sq("C5"), dice=(2,))
    assert not t.g.unit(gun).fired
    assert may_fire(t.g, gun, t.sq("C5"), False).rule == "napalini.4.comms.fail-artillery"


@pytest.mark.rule("napalini.11.advanced")
def test_without_the_comms_module_every_check_passes():
    t = Table(options={"module_comms": "off"})
    assert t.call(wire_and_radio.check, t.g, t.one, False, 9, "")


@pytest.mark.rule("napalini.4.activate", "napalini.4.aoo.units", "napalini.4.activate.distance")
def test_the_question_for_the_area_shows_who_would_act_and_the_chance():
    t = table()
    t.put(t.one, "infantry", "C3")
    t.put(t.one, "infantry", "B2")
    t.g.army(0).ops = 2
    t.round(t.one, step="name")
    question = next(rounds.name_op(t.g))
    near, far, empty = (question.option(t.sq(square)) for square in ("C2", "C4", "E7"))
    assert near.label == "C2: 2 infantry would act, 67%; prompted 83%" and near.odds[0].outcomes[0][1] == pytest.approx(4 / 6)
    assert far.label.startswith("C4: infantry would act") and near.tallies[0].total == "0"
    assert near.odds[0].good == [1, -1]  # what the bar shows as good and as bad
    assert "nobody of this formation is here, 50%" in empty.label and empty.tallies[0].total == "-1"


@pytest.mark.rule("napalini.4.activate.guaranteed", "napalini.4.activate.bonus")
@pytest.mark.parametrize(("ops", "bonus"), [(1, 0), (0, 1)])
def test_an_op_that_needs_no_throw_says_so(ops, bonus):
    t = table()
    t.put(t.one, "infantry", "C3")
    t.g.army(0).ops, t.g.army(0).bonus = ops, bonus
    t.round(t.one, step="name")
    view = next(rounds.name_op(t.g)).option(t.sq("C3"))
    assert view.label == "C3: infantry would act, 100%" and not view.odds and not view.final


@pytest.mark.rule("napalini.4.comms.fail-action")
@pytest.mark.parametrize(("lost", "words", "left"), [(False, "is kept", 1), (True, "is lost", 0)])
def test_the_diary_says_whether_an_action_that_was_not_heard_is_kept(lost, words, left):
    t = table(options={"failed_comms_loses_action": lost})
    t.put(t.one, "infantry", "C3")
    t.g.army(0).actions = 1
    t.round(t.one, step="actions")
    t.g.unit(t.g.hq(0)).off_wire = True
    t.run(hq_actions.execute(t.g, action("independent-square", 0, (0, t.sq("C3")))), dice=(1,))
    assert t.g.army(0).actions == left and t.told(words)
