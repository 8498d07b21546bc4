"""Chapters 20.4 to 20.15: writing orders, transmission, compliance, confidence, initiative, wings."""

from __future__ import annotations

import pytest
from nlc_orders import field, order, under

from conftest import AL_2NL, AL_5, FR_II, LEADERS, Field, led_field, rule_of
from grognard.games.nlc.command.compliance import compliance_tally, comply_all, receive, result_of
from grognard.games.nlc.command.confidence import confidence_step, confidence_tally, must_check, retreat_ways
from grognard.games.nlc.command.initiative import attempt, bad_move, beneficiaries, initiative_result, may_give_himself, may_try
from grognard.games.nlc.command.issue import may_order, offences, recipients, send, senders
from grognard.games.nlc.command.sheet import ask_orders
from grognard.games.nlc.command.transmission import turns_to
from grognard.games.nlc.command.written import Step, Written, holder_named
from grognard.games.nlc.leaders.wings import acting
from grognard.games.nlc.orders.command_range import range_of
from grognard.games.nlc.orders.ratings import attached_divisions, rating
from grognard.games.nlc.state import Dispatch, Order, Pending
from grognard.games.nlc.turn.command_phase import achieved_orders, may_rejoin, rejoin
from grognard.games.nlc.values import BadOrder

# ------------------------------------------------------------------ 20.4 to 20.6


@pytest.mark.rule("nlc.20.4.1", "nlc.20.0.2")
def test_an_order_records_what_it_must_and_only_its_side_reads_it():
    f = Field(clear=False)
    send(f.g, 0, [Written("ney", "fr-ii", "march", "gemioncourt")])
    sent = f.g.state.dispatches[0]
    assert (sent.to, sent.issued, sent.orders[0].kind, sent.orders[0].target) == (FR_II, 1, "march", [f.h("gemioncourt")])
    assert not any("Gemioncourt" in e.text and "orders" in e.text for e in f.match.diary("allied"))
    assert any("orders" in e.text for e in f.match.diary("french"))
    assert rule_of(may_order(f.g, f.l("ney"), Written("ney", "nobody", "march", "frasnes"))) == "nlc.20.4.1"
    assert ask_orders(f.g, 0).rule == "nlc.20.4.1"


@pytest.mark.rule("nlc.20.4.2", "nlc.20.4.3")
def test_orders_are_not_repeated():
    f = under("probe", order={"given": True})
    again = Written("ney", "fr-ii", "attack", "gemioncourt")
    assert rule_of(may_order(f.g, f.l("ney"), again)) == "nlc.20.4.2"
    fresh = under("probe")  # an order of the scenario does not count (R92)
    assert may_order(fresh.g, fresh.l("ney"), again) is None
    f.g.state.last_type[str(FR_II)] = "march"  # another order came between
    assert may_order(f.g, f.l("ney"), again) is None


@pytest.mark.rule("nlc.20.5.1", "nlc.20.5.2")
def test_sequences():
    f = under("defend", "frasnes")
    ney = f.l("ney")
    good = Written("ney", "fr-ii", "march", "gemioncourt", then=(Step("attack", "quatre-bras"),))
    assert may_order(f.g, ney, good) is None
    wrong = Written("ney", "fr-ii", "march", "quatre-bras", then=(Step("attack", "gemioncourt"),))
    assert rule_of(may_order(f.g, ney, wrong)) == "nlc.20.5.2"
    mixed = Written("ney", "fr-ii", "march", "gemioncourt", then=(Step("defend", "quatre-bras"),))
    assert rule_of(may_order(f.g, ney, mixed)) == "nlc.20.5.1"


@pytest.mark.rule("nlc.20.5.2")
@pytest.mark.parametrize(
    ("targets", "rule"),
    [
        (("0509", "0505", "0504"), ""),
        (("0509", "0101", "0201"), "nlc.20.5.2"),  # both 8 hexes from the first: the second is no closer than the third
        (("0509", "0509", "0504"), ""),  # to march there and to attack it
        (("0509", "0504", "0504"), ""),
        (("0101", "0201"), ""),  # equally far from the leader: none is closer than the first
    ],
)
def test_each_target_of_a_sequence_is_closer_to_the_one_before_than_all_later_ones(targets, rule):
    """20.5: the first is closest to the current position, the second *closer* to the first than all later ones."""
    f = led_field({"fr-9-jamin": "0514"}, leaders={**LEADERS, "reille": "0514", "ney": "0514"})
    there = [f.h(name) for name in targets]
    if len(there) == 2:
        assert len({f.g.grid.distance(f.h("0514"), hex) for hex in there}) == 1
    first, *rest = targets
    item = Written("ney", "fr-ii", "march", first, then=tuple(Step("attack", name) for name in rest))
    assert rule_of(may_order(f.g, f.l("ney"), item)) == rule


@pytest.mark.rule("nlc.20.6.4")
def test_until_it_complies_a_formation_stays_under_its_old_order():
    from grognard.games.nlc.command.compliance import settle

    f = under("defend", "frasnes")
    settle(f.g, FR_II, Pending([order("attack", f)]), "1T")
    assert f.g.formation_order(FR_II).kind == "defend" and f.g.state.pending[FR_II].result == "1T"
    settle(f.g, FR_II, Pending([order("attack", f)]), "C")
    assert f.g.formation_order(FR_II).kind == "attack"


@pytest.mark.rule("nlc.20.0.2")
@pytest.mark.parametrize("open_orders", [False, True])
def test_only_ones_own_side_reads_an_order(open_orders):
    from grognard.games.nlc.orders.orders import begin

    f = field({"fr-9-jamin": "0511", "al-best": "0503"}, options={"open_orders": open_orders})
    begin(f.g, FR_II, [order("attack", f)], rule="nlc.20.7.4")
    line = [event for event in f.match.events if event.rule == "nlc.20.7.4"][-1]
    assert line.readable_by("french") and line.readable_by("allied") is open_orders


@pytest.mark.rule("nlc.20.6.1", "nlc.20.6.2", "nlc.20.6.3")
def test_transmission():
    from fractions import Fraction

    from grognard.kernel.tally import round_half_up

    assert [round_half_up(Fraction(n, 6)) for n in (8, 9, 20)] == [1, 2, 3]
    f = Field("la-belle-alliance", clear=False)
    g = f.g
    wellington = f.l("wellington")
    at_hand = g.state.leader_at[wellington]
    assert turns_to(g, wellington, at_hand) == 0
    from grognard.games.nlc.command.transmission import distance as way_of

    three = [h for h in range(g.grid.size) if way_of(g, wellington, h) == 3]
    assert three and turns_to(g, wellington, three[0]) == 0
    far = g.state.leader_at[f.l("chasse")]
    assert turns_to(g, wellington, far) >= 1
    send(g, 1, [Written("wellington", "al-3nl", "march", "hougoumont")])
    assert g.formation_order(g.static.formation_named["al-3nl"]).kind == "defend"
    from grognard.games.nlc.command.transmission import distance

    napoleon = f.l("napoleon")
    ways = {h: distance(g, napoleon, h) for h in g.grid.within(g.state.leader_at[napoleon], 4)}
    assert any(way is not None and way.denominator == 4 for way in ways.values())  # halved by sight


# ------------------------------------------------------------------ 20.7


@pytest.mark.rule("nlc.20.7.1", "nlc.20.7.2")
def test_the_compliance_column():
    f = Field("la-belle-alliance", clear=False)
    vi = f.g.static.formation_named["fr-vi"]  # in Reserve, Lobau 2
    dispatch = Dispatch(vi, f.l("napoleon"), [Order(kind="attack", target=[0])])
    assert int(compliance_tally(f.g, dispatch)) == 4 + 2 + 1 - 2
    assert [result_of(f.g, 5, roll) for roll in (5, 6, 8, 9)] == ["I", "1T", "1T", "C"]
    assert result_of(f.g, 7, 5) == "1T"
    literal = Field(clear=False, options={"compliance_column_7_literal": True})
    assert result_of(literal.g, 7, 5) == "R4"


def receive_with(dice, kind="march", **more):
    f = under("defend", "frasnes", **more)
    with f.match.forced(*dice):
        receive(f.g, Dispatch(FR_II, f.l("ney"), [order(kind, f)]))
    return f


@pytest.mark.rule("nlc.20.7.3", "nlc.20.7.4", "nlc.20.7.5", "nlc.20.9.1")
def test_results_of_compliance():
    ignored = receive_with((1, 1))
    assert ignored.g.formation_order(FR_II).kind == "defend" and ignored.g.state.pending[FR_II] is None
    done = under("defend", "frasnes")
    done.g.state.sequences[FR_II] = [Order(kind="attack")]
    with done.match.forced(6, 6):
        receive(done.g, Dispatch(FR_II, done.l("ney"), [order("march", done)]))
    assert done.g.formation_order(FR_II).kind == "march" and done.g.state.sequences[FR_II] == []
    later = receive_with((3, 4))  # Ney 3 + Reille 2: column 5, 7 is 1T
    assert later.g.state.pending[FR_II].result == "1T"
    later.g.state.turn = 2
    comply_all(later.g)
    assert later.g.formation_order(FR_II).kind == "march"


@pytest.mark.rule("nlc.20.7.6", "nlc.22.0.4")
def test_r4_and_r5_roll_later():
    f = under("defend", "frasnes")
    f.g.state.pending[FR_II] = Pending([order("march", f)], "R4", 1)
    f.g.state.turn = 2
    with f.match.forced(3):
        comply_all(f.g)
    assert f.g.formation_order(FR_II).kind == "defend"
    with f.match.forced(4):
        comply_all(f.g)
    assert f.g.formation_order(FR_II).kind == "march"
    dead = {n: {"dead": 1} for n in ("fr-9-gauthier", "fr-5-husson", "fr-5-campi")}
    broken = under("defend", "frasnes", {"fr-9-jamin": "0511", "al-best": "0507", **dead})
    with broken.match.forced(6, 6):
        receive(broken.g, Dispatch(FR_II, broken.l("ney"), [order("march", broken)]))
    assert broken.g.state.pending[FR_II].result == "1T"


# ------------------------------------------------------------------ 20.8 and 20.10


@pytest.mark.rule("nlc.20.8.1", "nlc.20.8.2")
def test_an_order_is_achieved():
    f = under("attack", "frasnes", {"fr-9-jamin": "frasnes", "al-best": "0503"}, phase="chits")
    achieved_orders(f.g)
    new = f.g.formation_order(FR_II)
    assert new.kind == "defend" and f.h("frasnes") in new.target
    g = under("attack", "frasnes", {"fr-9-jamin": "frasnes", "al-best": "0503"}, phase="chits")
    g.g.state.was_attacked_last |= 1 << g.u("fr-9-jamin")
    achieved_orders(g.g)
    assert g.g.formation_order(FR_II).kind == "attack"
    n = field({"fr-9-jamin": "frasnes"}, {"fr-ii": {"kind": "attack", "target": "frasnes", "then": [{"kind": "march", "target": "quatre-bras"}]}}, phase="chits")
    achieved_orders(n.g)
    assert n.g.formation_order(FR_II).kind == "march"


@pytest.mark.rule("nlc.20.10.1", "nlc.20.10.2", "nlc.20.10.5")
def test_confidence_is_checked_after_a_loss():
    f = under("attack", order={"lost_step": 1})
    assert not must_check(f.g, FR_II)
    f.g.state.turn = 2
    assert must_check(f.g, FR_II)
    assert int(confidence_tally(f.g, FR_II)) == 5
    d = under("defend", "frasnes", order={"lost_step": 1})
    d.g.state.turn = 2
    assert not must_check(d.g, FR_II)


@pytest.mark.rule("nlc.20.10.3", "nlc.20.10.4")
def test_failed_confidence_falls_back_three_hexes():
    f = under("attack", units={"fr-9-jamin": "0509", "al-best": "0507"}, order={"lost_step": 1})
    f.g.state.turn = 2
    ends = sorted(retreat_ways(f.g, f.u("fr-9-jamin")))
    assert ends and all(not f.g.zoc_on(h, 0) and f.g.grid.distance(h, f.h("0509")) == 3 for h in ends)
    f.drive(confidence_step(f.g), dice=(6,))
    assert f.g.formation_order(FR_II).kind == "fall_back"
    assert f.g.grid.distance(f.g.at(f.u("fr-9-jamin")), f.h("0509")) == 3


@pytest.mark.rule("nlc.20.10.4")
def test_a_confidence_retreat_stops_before_a_zone():
    """With an enemy before and one behind every hex around lies in a ZOC: the unit need not enter any of them."""
    f = under("attack", units={"fr-9-jamin": "0510", "al-best": "0101"})
    ring = [f.g.label(hex) for hex in f.g.grid.neighbours[f.h("0510")]]
    between = under("attack", units={"fr-9-jamin": "0510", "al-best": ring[0], "al-kempt": ring[3]})
    assert all(between.g.zoc_on(hex, 0) for hex in between.g.grid.adjacent[f.h("0510")] if not between.g.units_at(hex))
    assert not retreat_ways(between.g, between.u("fr-9-jamin"))


# ------------------------------------------------------------------ 20.11


@pytest.mark.rule("nlc.20.11.1", "nlc.20.11.2")
def test_who_may_use_initiative_and_for_what():
    f = under("defend", "frasnes")
    assert may_try(f.g, f.l("reille")) is None
    assert rule_of(may_try(f.g, f.l("ney"))) == "nlc.20.11.1"
    f.g.state.tried |= 1 << f.l("reille")
    assert rule_of(may_try(f.g, f.l("reille"))) == "nlc.20.11.1"
    assert rule_of(may_give_himself(f.g, f.l("reille"), FR_II, "attack", "quatre-bras")) == "nlc.20.11.2"
    assert may_give_himself(f.g, f.l("reille"), FR_II, "reserve", "") is None


@pytest.mark.rule("nlc.20.11.3", "nlc.20.11.4", "nlc.20.13.3")
def test_initiative_results():
    f = under("defend", "frasnes")
    reille = f.l("reille")
    assert [initiative_result(f.g, reille, roll) for roll in (5, 6, 9, 10)] == ["B", "N", "N", "A"]
    f.drive(attempt(f.g, reille), (FR_II, "reserve"), dice=(5, 5))
    assert f.g.formation_order(FR_II).kind == "reserve"
    n = under("defend", "frasnes")
    n.drive(attempt(n.g, n.l("reille")), (FR_II, "reserve"), dice=(3, 4))
    assert n.g.formation_order(FR_II).kind == "defend"
    two = under("defend", "frasnes", {"fr-9-jamin": "0511", "fr-5-campi": "0511"})
    kinds = [two.g.static.holders[h].kind for h in beneficiaries(two.g, two.l("reille"))]
    assert kinds == ["formation", "division", "division"]
    holder = two.g.static.division_holder[FR_II, "9 Foy"]
    two.drive(attempt(two.g, two.l("reille")), (holder, "reserve"), dice=(6, 6))
    assert two.g.state.holder[two.u("fr-9-jamin")] == holder


@pytest.mark.rule("nlc.20.11.5")
def test_a_bad_move_gives_the_opponent_an_order():
    f = under("defend", "frasnes")
    f.drive(attempt(f.g, f.l("reille")), (FR_II, "reserve"), dice=(1, 1))
    assert f.g.state.bad_moves == [FR_II]
    f.drive(bad_move(f.g, FR_II), ("reserve", ""))
    assert f.asked[0].seat == "allied" and f.g.formation_order(FR_II).bad_move
    f.g.formation_order(FR_II).kind = "attack"
    from grognard.games.nlc.turn.turn_end import turn_end

    f.drive(turn_end(f.g))
    assert f.g.formation_order(FR_II).kind == "reserve"


@pytest.mark.rule("nlc.20.11.5")
def test_after_a_bad_move_an_order_out_of_sight_of_the_leader_changes_nothing():
    """R106, R168: every target is offered, because the opponent may not know where the leader is."""
    f = under("defend", "frasnes")
    f.drive(attempt(f.g, f.l("reille")), (FR_II, "reserve"), dice=(1, 1))
    before = f.g.formation_order(FR_II).kind
    from grognard.games.nlc.command.initiative import may_befall
    from grognard.games.nlc.orders.holders import recipient_place
    from grognard.games.nlc.orders.targets import candidates

    at = recipient_place(f.g, FR_II)
    unseen = next(name for name in candidates(f.g) if not may_befall(f.g, 0, at, "attack", name))
    seen = next(name for name in candidates(f.g) if may_befall(f.g, 0, at, "attack", name))
    f.drive(bad_move(f.g, FR_II), ("attack", unseen))
    assert {BadOrder("attack", unseen), BadOrder("attack", seen)} <= set(f.asked[0].options)
    assert f.g.formation_order(FR_II).kind == before and not f.g.formation_order(FR_II).bad_move
    f.drive(bad_move(f.g, FR_II), ("attack", seen))
    assert f.g.formation_order(FR_II).kind == "attack" and f.g.formation_order(FR_II).bad_move


# ------------------------------------------------------------------ 20.12 to 20.15


@pytest.mark.rule("nlc.20.12.1", "nlc.20.12.2")
def test_capacity_and_the_hq():
    f = Field("la-belle-alliance", clear=False)
    orders = [Written("napoleon", to, "march", "la-belle-alliance") for to in ("fr-i", "fr-ii", "fr-vi", "fr-3cav", "fr-4cav")]
    assert "nlc.20.12.1" in [r.rule for r in offences(f.g, 0, orders)]
    two = [Written("napoleon", to, "march", "la-belle-alliance") for to in ("fr-vi", "fr-3cav")]
    assert not offences(f.g, 0, two)
    away = Field("la-belle-alliance", clear=False, leaders={"napoleon": "plancenoit"})
    assert "nlc.20.12.2" in [r.rule for r in offences(away.g, 0, two)]


@pytest.mark.rule("nlc.20.13.1", "nlc.20.13.3", "nlc.20.13.4", "nlc.20.13.5", "nlc.20.13.6", "nlc.20.13.7")
def test_divisional_orders_and_attachment():
    f = Field("quatre-bras", clear=False)
    item = Written("ney", "division:fr-ii:9 Foy", "march", "gemioncourt")
    g = f.g
    assert holder_named(g, item.to) == g.static.division_holder[FR_II, "9 Foy"]
    assert may_order(g, f.l("ney"), item) is None
    holder = holder_named(g, item.to)
    join = g.static.formation_named["fr-glight"]
    from grognard.games.nlc.command.compliance import obey

    obey(g, holder, Pending([order("march", f)], join=join, unit=f.u("fr-9-jamin")), rule="nlc.20.7.4")
    assert g.state.holder[f.u("fr-9-jamin")] == join
    assert attached_divisions(g, join) == 1
    obey(g, g.static.division_holder[FR_II, "5 Bachelu"], Pending([order("march", f)], join=join), rule="nlc.20.7.4")
    assert rating(g, f.l("lefebvre-desnouettes")) == 1
    from grognard.games.nlc.army.morale import morale
    from grognard.games.nlc.static import DEAD

    jamin, before = f.u("fr-9-jamin"), list(g.state.at)
    for dead, suffers in ((join, False), (FR_II, True)):  # only the demoralization of its own corps counts
        for unit in g.static.formations[dead].units:
            g.state.at[unit] = DEAD if unit != jamin else g.state.at[unit]
        g.changed()
        assert g.demoralized(dead) and ("nlc.2.2.7" in [term.rule for term in morale(g, jamin).terms]) is suffers
        g.state.at = list(before)
        g._stacks = None
        g.changed()
    assert may_rejoin(g, holder)
    rejoin(g, holder)
    assert g.state.holder[f.u("fr-9-jamin")] == FR_II
    wrong = Written("wellington", "division:fr-ii:9 Foy", "march", "gemioncourt")
    assert rule_of(may_order(g, f.l("orange"), wrong)) == "nlc.20.13.3"
    bad = Written("ney", "fr-ii", "march", "gemioncourt", join="fr-glight")
    assert rule_of(may_order(g, f.l("ney"), bad)) == "nlc.20.13.5"


@pytest.mark.rule("nlc.20.0.1", "nlc.20.15.1", "nlc.20.15.2", "nlc.20.15.5")
def test_wing_commanders():
    f = Field("ligny", clear=False)
    assert acting(f.g, f.l("grouchy")) in (True, False)
    near = Field("ligny", clear=False, leaders={"grouchy": "fleurus-mill"})
    assert not acting(near.g, near.l("grouchy"))
    rim = f.g.label(f.g.static.edge["east"][16])
    out = Field("ligny", clear=False, leaders={"grouchy": rim})
    assert acting(out.g, out.l("grouchy"))
    assert "fr-1cav" in recipients(out.g, out.l("grouchy")) and "fr-1cav" in recipients(out.g, out.l("napoleon"))
    assert rule_of(may_order(out.g, out.l("grouchy"), Written("grouchy", "fr-2cav", "attack", "tongrinne"))) == "nlc.20.15.2"
    assert rule_of(may_order(out.g, out.l("grouchy"), Written("grouchy", "fr-iii", "march", "tongrinne"))) == "nlc.20.15.5"
    assert out.l("grouchy") in senders(out.g, 0)


@pytest.mark.rule("nlc.20.15.3", "nlc.20.15.6")
def test_a_wc_may_use_initiative_or_lead():
    f = Field("ligny", clear=False)
    assert f.g.static.formation_named["fr-1cav"] in beneficiaries(f.g, f.l("grouchy"))
    from grognard.games.nlc.turn.command_phase import _wing_leaders

    hex = f.g.label(f.g.state.leader_at[f.l("exelmans")])
    near = Field("ligny", clear=False, leaders={"napoleon": hex, "grouchy": hex})
    ii = near.g.static.formation_named["fr-2cav"]
    if not any(near.g.at(u) == near.g.state.leader_at[near.l("grouchy")] for u in near.g.units_of(ii)):
        near.g.put(near.g.units_of(ii)[0], near.g.state.leader_at[near.l("grouchy")])
    near.drive(_wing_leaders(near.g, 0), ii)
    assert near.g.leader_of(ii) == near.l("grouchy")


@pytest.mark.rule("nlc.20.15.7")
def test_ney_is_bound_by_his_own_order():
    f = Field("quatre-bras", clear=False)
    assert rule_of(may_order(f.g, f.l("ney"), Written("ney", "fr-ii", "attack", "gemioncourt"))) == "nlc.20.15.7"
    f.g.state.orders[f.g.static.commander_holder[f.l("ney")]].kind = "attack"
    assert may_order(f.g, f.l("ney"), Written("ney", "fr-ii", "attack", "gemioncourt")) is None
    assert may_try(f.g, f.l("ney")) is None
    assert (AL_2NL, AL_5) == (2, 3)


@pytest.mark.rule("nlc.25.8.1", "nlc.25.8.2")
def test_force_and_huffs():
    f = under("defend", "frasnes", options={"order_force": True})
    item = Written("ney", "fr-ii", "march", "quatre-bras", force=2)
    assert may_order(f.g, f.l("ney"), item) is None
    plain = under("defend", "frasnes")
    assert rule_of(may_order(plain.g, plain.l("ney"), item)) == "nlc.25.8.1"
    dispatch = Dispatch(FR_II, f.l("ney"), [order("march", f)], force=1)
    f.g.state.forces[f.l("reille")] = 1
    with f.match.forced(2, 6, 6):
        receive(f.g, dispatch)
    assert f.g.state.huffs[f.l("reille")] == 1
    tally = compliance_tally(f.g, dispatch)
    assert {"nlc.25.8.1", "nlc.25.8.2"} <= {term.rule for term in tally.terms}


@pytest.mark.rule("nlc.25.13.1")
def test_command_confusion():
    f = Field("ligny", clear=False)
    rim = f.g.label(f.g.static.edge["east"][16])
    f = Field("ligny", clear=False, leaders={"grouchy": rim}, options={"command_confusion": True})
    before = rating(f.g, f.l("grouchy"))
    send(f.g, 0, [Written("napoleon", "fr-2cav", "march", "boignee")])
    dispatch = f.g.state.dispatches[0]
    f.g.state.turn = dispatch.arrives
    assert rating(f.g, f.l("grouchy")) == before, "not before the order is received"
    with f.match.forced(1, 1):
        receive(f.g, dispatch)
    assert rating(f.g, f.l("grouchy")) == before - 1
    f.g.state.turn += 2  # two turns, counted from the receipt
    assert rating(f.g, f.l("grouchy")) == before


@pytest.mark.rule("nlc.25.13.1")
@pytest.mark.parametrize("inside", [True, False])
def test_only_a_wc_beyond_the_command_range_of_his_oc_is_passed_over(inside):
    """25.13: who is not in the OC's command range: at the last hex of it he still is."""
    f = Field("ligny", clear=False, options={"command_confusion": True})
    mask = range_of(f.g, f.l("napoleon"))
    edge = [hex for hex in range(f.g.grid.size - 1) if (mask >> hex & 1) == inside != (mask >> hex + 1 & 1)]
    f.g.state.leader_at[f.l("grouchy")] = edge[0]
    f.g.changed()
    send(f.g, 0, [Written("napoleon", "fr-2cav", "march", "boignee")])
    assert f.g.state.dispatches[0].passed_over == ([] if inside else [f.l("grouchy")])


@pytest.mark.rule("nlc.20.8.1", "nlc.20.15.7")
def test_a_commander_fulfils_an_order_of_his_own():
    """R166: Ney has done what he was ordered to do when his wing holds the place and nobody disputes it."""
    for foe, done in (("0101", True), ("0504", False)):
        f = field({"fr-9-jamin": "0503", "al-best": foe})
        ney = f.g.static.commander_holder[f.l("ney")]
        f.g.state.orders[ney] = order("attack", f)
        achieved_orders(f.g)
        assert (f.g.state.orders[ney].kind == "defend") is done


@pytest.mark.rule("nlc.10.0.5", "nlc.10.0.9", "nlc.20.10.3")
def test_a_chateau_garrison_does_not_run_and_nobody_runs_into_one():
    units = {"al-bijlandt": "gemioncourt", "al-2nassau": "0507", "fr-9-jamin": "0512"}
    f = field(units, {"al-2nl": {"kind": "probe", "target": "frasnes", "lost_step": 1}}, turn=2)
    assert f.h("gemioncourt") not in retreat_ways(f.g, f.u("al-2nassau"))
    f.drive(confidence_step(f.g), dice=(6,))
    assert f.g.at(f.u("al-bijlandt")) == f.h("gemioncourt")
    assert f.at("al-2nassau") != "0507"


@pytest.mark.rule("nlc.20.2.16")
@pytest.mark.parametrize(("route", "written"), [((), ["charleroi-brussels"]), (("gosselies-frasnes",), ["gosselies-frasnes"])])
def test_a_march_that_names_no_road_takes_that_of_the_cheapest_way(route, written):
    f = under("reserve")
    send(f.g, 0, [Written("ney", "fr-ii", "march", "quatre-bras", route)])
    order = f.g.state.dispatches[-1].orders[0]
    assert order.route == written
