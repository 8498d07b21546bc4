"""The order sheet as a player writes it: what stands below an order belongs to it."""

from __future__ import annotations

import pytest

from conftest import Field, dark, rule_of
from grognard.games.nlc.command.issue import offences, send
from grognard.games.nlc.command.sheet import additions, ask_orders
from grognard.games.nlc.command.written import Step, Written, folded

MARCH = Written("ney", "fr-ii", "march", "gemioncourt")
THEN = Written("ney", "fr-ii", "attack", "quatre-bras", more="then")
ROAD = Written("ney", "fr-ii", "march", route=("charleroi-brussels",), more="by")
FOY = Written("ney", "division:fr-ii:9 Foy", "march", more="only")


def field(scenario="learning") -> Field:
    return Field(scenario, clear=False)


def test_a_sequence_a_road_and_a_division_are_written_below_an_order():
    whole, wrong = folded([MARCH, THEN, ROAD, FOY])
    assert not wrong and len(whole) == 1
    assert whole[0].then == (Step("attack", "quatre-bras"),) and whole[0].route == ("charleroi-brussels",)
    assert whole[0].to == "division:fr-ii:9 Foy"


def test_what_belongs_to_no_order_is_refused():
    f = field()
    assert [refusal.rule for refusal in offences(f.g, 0, [THEN])] == ["nlc.20.4.1"]
    other = Written("ney", "hq-nord-left", "march", "frasnes")
    assert "nlc.20.4.1" in [refusal.rule for refusal in offences(f.g, 0, [other, THEN])]


def test_all_that_is_offered_below_an_order_is_legal_and_is_sent():
    f = field()
    found = additions(f.g, [MARCH])
    assert THEN in found and ROAD in found and FOY in found
    for item in found:
        assert not offences(f.g, 0, [MARCH, item]), item
    send(f.g, 0, [MARCH, THEN, ROAD])
    dispatch = f.g.state.dispatches[-1]
    assert [(order.kind, order.route) for order in dispatch.orders] == [("march", ["charleroi-brussels"]), ("attack", [])]


def test_who_gets_the_order_is_touched_on_the_map():
    f = field()
    draft = ask_orders(f.g, 0)
    view = draft.option(MARCH)
    assert view.piece == "reille" and view.place == f.g.label(f.h("gemioncourt")) and view.cost.startswith("at once, obeyed ")
    assert draft.option(FOY).piece in ("fr-9-gauthier", "fr-9-jamin")


def test_a_commander_under_probe_orders_no_attack_in_a_sequence_either():
    """20.15.7: Ney at Quatre Bras."""
    f = field("quatre-bras")
    assert [rule_of(r) for r in offences(f.g, 0, [MARCH, THEN])] == ["nlc.20.15.7"]
    probe = Written("ney", "fr-ii", "probe", "quatre-bras", more="then")
    assert not offences(f.g, 0, [MARCH, probe])


@pytest.mark.rule("nlc.19.5.2", "nlc.23.0.4")
@pytest.mark.parametrize(("scenario", "item", "told"), [
    ("learning", MARCH, True),
    ("learning", Written("ney", "hq-nord-left", "march", "quatre-bras"), False),
    (dark(), MARCH, False),
    (dark(), Written("ney", "hq-nord-left", "march", "quatre-bras"), False),
])  # fmt: skip
def test_no_chance_is_told_where_no_die_is_rolled(scenario, item, told):
    """19.5: an HQ obeys; 23: an order of the night waits for the morning."""
    f = field(scenario)
    cost = ask_orders(f.g, 0).option(item).cost
    assert cost.startswith("at once") and ("obeyed" in cost) == told
