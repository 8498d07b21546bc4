"""Chapter 20.13: divisions: the order they have, lending them by initiative, sending them out again."""

from __future__ import annotations

import pytest

from conftest import ATTACK, FR_II, LEADERS, Field, led_field, rule_of
from grognard.games.nlc.command.compliance import compliance_tally, obey
from grognard.games.nlc.command.initiative import attempt
from grognard.games.nlc.command.issue import may_order, send
from grognard.games.nlc.command.written import Written
from grognard.games.nlc.march.movement import leader_points, routes
from grognard.games.nlc.state import Order, Pending
from grognard.games.nlc.turn.command_phase import rejoin
from grognard.games.nlc.values import OwnOrder

# ------------------------------------------------------------------ whose order a division has


def dispatched(f: Field, kind: str = "march", target: str = "gemioncourt"):
    send(f.g, 0, [Written("ney", "division:fr-ii:9 Foy", kind, target)])
    return f.g.state.dispatches[-1]


@pytest.mark.rule("nlc.20.7.1")
@pytest.mark.parametrize("kind", ["attack", "reserve"])
def test_a_division_has_the_order_of_its_corps_until_it_has_its_own(kind):
    """The shift is for a formation that *has* Reserve (no) orders; a division that attacks with its corps has orders."""
    f = led_field({"fr-9-jamin": "0511", "al-best": "0503"}, {"fr-ii": {"kind": kind, "target": "quatre-bras"}})
    terms = [term.text for term in compliance_tally(f.g, dispatched(f)).terms]
    assert any("Reserve" in text for text in terms) == (kind == "reserve")


@pytest.mark.rule("nlc.20.13.4", "nlc.20.4.2")
def test_a_division_that_rejoined_its_corps_can_be_sent_out_again():
    """20.13: reincorporated, it has no order of its own any more that a new one could repeat."""
    f = led_field({"fr-9-jamin": "0511", "al-best": "0503"}, ATTACK)
    item = Written("ney", "division:fr-ii:9 Foy", "march", "gemioncourt")
    dispatch = dispatched(f)
    f.g.state.dispatches.clear()
    obey(f.g, dispatch.to, Pending(dispatch.orders), rule="nlc.20.7.4")
    assert rule_of(may_order(f.g, f.l("ney"), item)) == "nlc.20.4.2"
    rejoin(f.g, dispatch.to)
    assert may_order(f.g, f.l("ney"), item) is None


@pytest.mark.rule("nlc.5.2.3")
@pytest.mark.parametrize("lead", ["fr-9-gauthier", "fr-5-husson"])
def test_a_stack_pays_road_rates_only_for_those_who_march(lead):
    """5.2: the *unit* must be under March or Fall Back; a division that marches takes none along the road that attacks."""
    names = ("fr-9-gauthier", "fr-5-husson")
    f = led_field(dict.fromkeys(names, "0512"), {"fr-ii": {"kind": "attack", "target": "quatre-bras"}}, leaders={**LEADERS, "reille": "0511"})
    foy = f.g.static.division_holder[FR_II, f.g.units[f.u(lead)].division]
    f.g.state.holder[f.u(lead)] = foy
    f.g.state.orders[foy] = Order(kind="march", target=[f.h("quatre-bras")], name="Quatre Bras")
    f.g.changed()
    f.stage()
    road = next(h for h in f.g.grid.adjacent[f.h("0512")] if f.g.label(h) == "0511")
    assert f.g.ground.road[6 * f.h("0511")] or road
    alone = {name: routes(f.g, [f.u(name)]) for name in names}
    both = routes(f.g, [f.u(name) for name in names])
    other = next(name for name in names if name != lead)
    assert set(both) <= set(alone[other]), "no farther than the one who does not march"
    assert any(alone[lead][hex].cost < alone[other][hex].cost for hex in alone[other])


# ------------------------------------------------------------------ a division lent to another corps


def two_corps(kellermann="0513") -> Field:
    units = {"fr-9-jamin": "0512", "fr-9-gauthier": "0512", "fr-5-husson": "0511", "fr-11c-lheritier": kellermann, "al-best": "0503"}
    return led_field(units, {"fr-ii": {"kind": "defend", "target": "frasnes"}}, leaders={**LEADERS, "reille": "0512", "kellermann": kellermann})


@pytest.mark.rule("nlc.20.13.3", "nlc.20.13.5")
@pytest.mark.parametrize(("dice", "lent"), [((6, 6), True), ((4, 4), False)])
def test_a_corps_commander_lends_a_division_by_initiative(dice, lent):
    """20.13: divisional orders can be given through his initiative, and can also assign a division to a different corps."""
    f = two_corps()
    foy = f.g.static.division_holder[FR_II, "9 Foy"]
    f.drive(attempt(f.g, f.l("reille")), OwnOrder(foy, "attach"), dice=dice)  # the one corps there is needs no question
    other = f.g.static.formation_named["fr-3cav"]
    assert {f.g.state.holder[f.u(name)] for name in ("fr-9-jamin", "fr-9-gauthier")} == {other if lent else FR_II}
    assert f.g.state.holder[f.u("fr-5-husson")] == FR_II


@pytest.mark.rule("nlc.20.13.3", "nlc.20.11.2")
def test_only_to_a_corps_whose_leader_he_sees_and_only_divisions():
    """R172: the corps stands for the target of 20.11."""
    f = two_corps(kellermann="0101")
    f.drive(attempt(f.g, f.l("reille")), dice=(4, 4))
    assert not [own for own in f.asked[0].options if own.kind == "attach"]
    f = two_corps()
    f.drive(attempt(f.g, f.l("reille")), dice=(4, 4))
    lent = [f.g.static.holders[own.holder].kind for own in f.asked[0].options if own.kind == "attach"]
    assert lent and set(lent) == {"division"}


@pytest.mark.rule("nlc.20.13.5")
@pytest.mark.parametrize(("host", "rule"), [("fr-3cav", ""), ("al-5", "nlc.20.13.5"), ("fr-ii", "nlc.20.13.5")])
def test_a_division_is_attached_to_another_corps_of_its_own_side(host, rule):
    f = two_corps()
    item = Written("ney", "division:fr-ii:9 Foy", "march", "frasnes", join=host)
    assert rule_of(may_order(f.g, f.l("ney"), item)) == rule


@pytest.mark.rule("nlc.19.1.6", "nlc.20.13.3")
@pytest.mark.parametrize(("to", "dice", "halved"), [("9 Foy", (6, 6), True), ("9 Foy", (4, 4), False), ("", (6, 6), False)])
def test_who_orders_a_division_by_initiative_has_given_orders(to, dice, halved):
    """19.1: halved on a turn when he gives orders; 20.13: divisional orders can be given through a corps commander's initiative."""
    f = two_corps()
    reille = f.l("reille")
    before = leader_points(f.g, reille)
    holder = f.g.static.division_holder[FR_II, to] if to else FR_II
    f.drive(attempt(f.g, reille), OwnOrder(holder, "reserve"), dice=dice)
    assert leader_points(f.g, reille) == (before // 2 if halved else before)
