"""Chapter 20: command range, orders and their duties, sequences, transmission, compliance, confidence, initiative, wings."""

from __future__ import annotations

import pytest

from conftest import AL_2NL, AL_5, FR_3CAV, FR_II, Field, rule_of
from grognard.games.nlc.command.compliance import compliance_tally, comply_all, receive, result_of
from grognard.games.nlc.command.confidence import confidence_step, confidence_tally, must_check, retreat_ends
from grognard.games.nlc.command.initiative import attempt, bad_move, beneficiaries, initiative_result, may_give_himself, may_try
from grognard.games.nlc.command.issue import may_order, offences, recipients, send, senders
from grognard.games.nlc.command.sheet import ask_orders
from grognard.games.nlc.command.transmission import turns_to
from grognard.games.nlc.command.written import Step, Written, holder_named
from grognard.games.nlc.leaders.wings import acting
from grognard.games.nlc.march.duties import leader_duty, may_end, may_lead_to
from grognard.games.nlc.march.ends import ends_of, open_duties
from grognard.games.nlc.march.movement import leader_routes, may_enter_zoc, routes
from grognard.games.nlc.march.walk import _meets
from grognard.games.nlc.march.who_moves import movable_leaders
from grognard.games.nlc.orders.command_range import commanders_of, in_command, range_of
from grognard.games.nlc.orders.holders import rating_of
from grognard.games.nlc.orders.orders import contact, fail, judge_defenders
from grognard.games.nlc.orders.ratings import attached_divisions, rating
from grognard.games.nlc.state import Dispatch, Order, Pending
from grognard.games.nlc.turn.command_phase import achieved_orders, may_rejoin, may_rest, rejoin
from grognard.games.nlc.values import BadOrder, Commander

LEADERS = {"reille": "0511", "ney": "0511", "perponcher": "0503", "picton": "0503", "wellington": "0503"}


def field(units, orders=None, options=None, scenario="learning", **more) -> Field:
    more.setdefault("leaders", LEADERS)
    return Field(scenario, units=units, orders=orders or {}, options=options, **more)


def under(kind: str, target: str = "quatre-bras", units=None, **more) -> Field:
    order = {"kind": kind, "target": target, **more.pop("order", {})}
    return field(units or {"fr-9-jamin": "0511", "al-best": "0507"}, {"fr-ii": order}, **more)


def order(kind: str, f: Field, target: str = "quatre-bras") -> Order:
    return Order(kind=kind, target=[f.h(target)], name=target, given=True, control=f.g.state.control[0])


# ------------------------------------------------------------------ 20.1


@pytest.mark.rule("nlc.20.1.1")
def test_command_range_is_four_points_at_the_cheapest_rate():
    f = field({"fr-9-jamin": "0511", "fr-5-campi": "0114"})
    assert in_command(f.g, f.u("fr-9-jamin"))
    assert not in_command(f.g, f.u("fr-5-campi"))
    mask = range_of(f.g, f.l("ney"))
    assert mask >> f.h("0511") & 1 and not mask >> f.h("0114") & 1
    assert [f.g.leader(n).id for n in commanders_of(f.g, FR_II)] == ["reille", "ney"]


@pytest.mark.rule("nlc.20.1.2")
def test_the_way_does_not_go_through_enemy_zones():
    f = field({"fr-9-jamin": "0514", "al-best": "0512"})
    open_way = field({"fr-9-jamin": "0514"})
    assert in_command(open_way.g, open_way.u("fr-9-jamin"))
    masks = [range_of(x.g, x.l("ney")) for x in (f, open_way)]
    assert masks[0] != masks[1] and not masks[0] >> f.h("0512") & 1
    zone = [h for h in f.g.grid.adjacent[f.h("0512")] if h != f.h("0511")]
    assert not any(masks[0] >> h & 1 for h in zone) and any(masks[1] >> h & 1 for h in zone)


@pytest.mark.rule("nlc.20.1.2", "nlc.20.1.3")
def test_the_unit_that_enters_a_zone_is_itself_the_friend_there():
    """R80: range is measured where the unit ends; the path may enter a ZOC where a friendly unit is, and there it is."""
    f = under("attack", units={"fr-9-jamin": "0511", "al-best": "0509"})
    f.stage()
    jamin, to = f.u("fr-9-jamin"), f.h("0510")
    assert f.g.zoc_on(to, 0) and to in ends_of(f.g, [jamin])
    f.g.put(jamin, to)
    assert in_command(f.g, jamin)


@pytest.mark.rule("nlc.20.1.3", "nlc.20.1.4")
def test_units_stay_in_range_or_come_back():
    f = under("delay", "frasnes", {"fr-9-jamin": "0511", "fr-2c-pire": "0511"})
    f.stage()
    pire = f.u("fr-2c-pire")
    reach = routes(f.g, [pire])
    far = [h for h in reach if rule_of(may_end(f.g, [pire], f.h("0511"), h, reach)) == "nlc.20.1.3"]
    assert far
    out = under("delay", "frasnes", {"fr-5-campi": "0114"})
    out.stage(commanded=0)
    campi = out.u("fr-5-campi")
    reach = routes(out.g, [campi])
    away = [h for h in reach if rule_of(may_end(out.g, [campi], out.h("0114"), h, reach)) == "nlc.20.1.4"]
    back = [h for h in reach if may_end(out.g, [campi], out.h("0114"), h, reach) is None]
    assert away and back
    assert rule_of(may_enter_zoc(out.g, campi, out.h("0113"), False)) == "nlc.20.1.4"


@pytest.mark.rule("nlc.20.1.5", "nlc.20.13.1", "nlc.20.13.2")
def test_a_detached_division_is_free_but_keeps_together():
    f = under("delay", "frasnes", {"fr-9-jamin": "0114", "fr-9-gauthier": "0114"})
    holder = f.g.static.division_holder[FR_II, "9 Foy"]
    for name in ("fr-9-jamin", "fr-9-gauthier"):
        f.g.state.holder[f.u(name)] = holder
    f.g.state.orders[holder] = order("delay", f, "frasnes")
    f.stage()
    assert in_command(f.g, f.u("fr-9-jamin"))
    assert rating_of(f.g, holder) == 1
    reach = routes(f.g, [f.u("fr-9-jamin")])
    far = [h for h in reach if f.g.grid.distance(h, f.h("0114")) > 3]
    assert all(rule_of(may_end(f.g, [f.u("fr-9-jamin")], f.h("0114"), h, reach)) == "nlc.20.13.2" for h in far) and far


# ------------------------------------------------------------------ 20.2 duties


@pytest.mark.rule("nlc.20.2.1")
def test_every_formation_is_under_exactly_one_order():
    f = Field(clear=False)
    kinds = {"attack", "probe", "defend", "delay", "march", "fall_back", "general_retreat", "reserve"}
    assert all(f.g.formation_order(x.number).kind in kinds for x in f.g.static.formations)
    assert rule_of(may_order(f.g, f.l("ney"), Written("ney", "fr-ii", "dance", "frasnes"))) == "nlc.20.2.1"


@pytest.mark.rule("nlc.20.2.2")
def test_targets():
    f = Field(clear=False)
    ney = f.l("ney")
    assert may_order(f.g, ney, Written("ney", "fr-ii", "march", "gemioncourt")) is None
    assert rule_of(may_order(f.g, ney, Written("ney", "fr-ii", "march", "paris"))) == "nlc.20.2.2"
    big = Field("la-belle-alliance", clear=False)
    assert rule_of(may_order(big.g, big.l("napoleon"), Written("napoleon", "fr-vi", "march", "genval"))) == "nlc.20.2.2"


@pytest.mark.rule("nlc.20.2.4")
def test_attack_closes_in():
    f = under("attack", units={"fr-9-jamin": "0512", "al-best": "0501"})
    f.stage()
    jamin = f.u("fr-9-jamin")
    reach = routes(f.g, [jamin])
    assert rule_of(may_end(f.g, [jamin], f.h("0512"), f.h("0513"), reach)) == "nlc.20.2.4"
    assert rule_of(may_end(f.g, [jamin], f.h("0512"), f.h("0612"), reach)) == "nlc.20.2.4"
    assert may_end(f.g, [jamin], f.h("0512"), f.h("0511"), reach) is None
    assert rule_of(open_duties(f.g, [jamin])) == "nlc.20.2.4"


@pytest.mark.rule("nlc.20.2.7")
def test_attack_feeds_the_fight():
    f = under("attack", units={"fr-9-jamin": "0510", "fr-5-campi": "0511", "al-best": "0509"}, order={"contact": True})
    f.stage()
    campi = f.u("fr-5-campi")
    assert rule_of(open_duties(f.g, [campi])) == "nlc.20.2.7"
    f.g.stage.entered |= 1 << campi
    assert open_duties(f.g, [campi]) is None


@pytest.mark.rule("nlc.20.2.10")
def test_probe_commits_two_units_only():
    f = under("probe", units={"fr-9-jamin": "0510", "fr-9-gauthier": "0510", "fr-5-campi": "0511", "al-best": "0509"})
    f.stage()
    assert rule_of(may_enter_zoc(f.g, f.u("fr-5-campi"), f.h("0610"), False)) == "nlc.20.2.10"
    one = under("probe", units={"fr-9-jamin": "0510", "fr-5-campi": "0511", "al-best": "0509"})
    one.stage()
    assert may_enter_zoc(one.g, one.u("fr-5-campi"), one.h("0610"), False) is None


@pytest.mark.rule("nlc.20.2.11", "nlc.20.2.12")
def test_defend_holds_its_own_ground():
    from grognard.games.nlc.orders.may_fight import may_fight

    f = under("defend", "frasnes", {"fr-9-jamin": "0511", "al-best": "0509"})
    f.stage()
    jamin = f.u("fr-9-jamin")
    own, other = f.h("0511"), f.h("0510")
    f.g.order(jamin).control = 1 << own
    assert may_enter_zoc(f.g, jamin, own, False) is None
    assert rule_of(may_enter_zoc(f.g, jamin, other, False)) == "nlc.20.2.11"
    assert may_fight(f.g, jamin) is None
    f.g.order(jamin).control = 0
    assert rule_of(may_fight(f.g, jamin)) == "nlc.20.2.12"


@pytest.mark.rule("nlc.20.2.13")
def test_the_leader_of_a_defense_stays_near():
    f = under("defend", "frasnes", {"fr-9-jamin": "frasnes"}, leaders={**LEADERS, "reille": "frasnes"})
    f.stage()
    reille = f.l("reille")
    reach = leader_routes(f.g, 0, f.h("frasnes"), 16)
    refusals = [rule_of(may_lead_to(f.g, reille, FR_II, f.h("frasnes"), h, reach)) for h in reach]
    assert "nlc.20.2.13" in refusals and "" in refusals
    far = under("defend", "frasnes", {"fr-9-jamin": "0503"}, leaders={**LEADERS, "reille": "0503"})
    far.stage()
    assert rule_of(leader_duty(far.g, far.l("reille"), FR_II)) == "nlc.20.2.13"
    far.g.state.orders[FR_II].near = True
    judge_defenders(far.g)  # at the end of every segment, whosever it is
    assert far.g.formation_order(FR_II).kind == "fall_back"


@pytest.mark.rule("nlc.20.2.14", "nlc.20.2.26", "nlc.20.2.32", "nlc.20.2.20", "nlc.2.1.5")
@pytest.mark.parametrize(("kind", "rule"), [("delay", "nlc.20.2.14"), ("reserve", "nlc.20.2.26"), ("march", "nlc.20.2.32"), ("fall_back", "nlc.20.2.20")])
def test_orders_that_forbid_attacking(kind, rule):
    from grognard.games.nlc.combat.bombard import may_bombard
    from grognard.games.nlc.orders.may_fight import may_fight

    f = under(kind, "frasnes", {"fr-9-jamin": "0511", "fr-ii-foot": "0511", "al-best": "0512"})
    f.stage()
    assert rule_of(may_fight(f.g, f.u("fr-9-jamin"))) == rule
    assert (may_bombard(f.g, f.u("fr-ii-foot"), f.h("0512")) is None) == (kind != "fall_back")


@pytest.mark.rule("nlc.20.2.14")
def test_a_delay_leads_away_from_the_enemy():
    f = field({"fr-9-jamin": "0514", "al-best": "0512"}, leaders={**LEADERS, "ney": "0514", "reille": "0514"})
    ney = f.l("ney")
    assert rule_of(may_order(f.g, ney, Written("ney", "fr-ii", "delay", "frasnes"))) == "nlc.20.2.14"
    assert may_order(f.g, ney, Written("ney", "fr-ii", "delay", "quatre-bras")) is None


@pytest.mark.rule("nlc.20.2.16")
def test_the_named_road_binds_from_the_third_turn():
    from grognard.games.nlc.march.duties import bound_to_road

    f = under("march", order={"route": ["charleroi-brussels"], "since": 1})
    f.stage()
    assert not bound_to_road(f.g, f.g.formation_order(FR_II))
    f.g.state.turn = 3
    assert bound_to_road(f.g, f.g.formation_order(FR_II))
    reach = leader_routes(f.g, 0, f.h("0511"), 16)
    refusals = {rule_of(may_lead_to(f.g, f.l("reille"), FR_II, f.h("0511"), h, reach)) for h in reach}
    assert "nlc.20.2.16" in refusals


@pytest.mark.rule("nlc.20.2.17", "nlc.20.2.33")
def test_a_march_ends_at_contact():
    f = under("march", units={"fr-9-jamin": "0511", "al-best": "0509"})
    f.stage()
    assert rule_of(may_enter_zoc(f.g, f.u("fr-9-jamin"), f.h("0510"), False)) == "nlc.20.2.17"
    contact(f.g, FR_II)
    new = f.g.formation_order(FR_II)
    assert new.kind == "defend" and new.target == [f.h("0511")] and new.control


@pytest.mark.rule("nlc.20.5.3", "nlc.20.5.4")
def test_from_march_to_attack():
    f = field({"fr-9-jamin": "0511", "al-best": "0508"}, {"fr-ii": {"kind": "march", "target": "quatre-bras", "then": [{"kind": "attack", "target": "quatre-bras"}]}})
    f.stage()
    contact(f.g, FR_II)  # Reille is rated 2
    assert f.g.formation_order(FR_II).kind == "attack" and f.g.formation_order(FR_II).starts == 2
    assert rule_of(may_enter_zoc(f.g, f.u("fr-9-jamin"), f.h("0509"), False)) == "nlc.20.5.3"
    from grognard.games.nlc.march.movement import road_rates

    assert road_rates(f.g, f.g.formation_order(FR_II), FR_II)  # the tail marches on
    k = field({"fr-11c-lheritier": "0511", "al-best": "0508"}, {"fr-3cav": {"kind": "march", "target": "quatre-bras", "then": [{"kind": "attack", "target": "quatre-bras"}]}},
              leaders={**LEADERS, "kellermann": "0511"})
    k.stage(formations=(FR_3CAV,))
    contact(k.g, FR_3CAV)  # Kellermann is rated 3
    assert k.g.formation_order(FR_3CAV).starts == 0


@pytest.mark.rule("nlc.20.2.17")
def test_a_marching_unit_that_cannot_go_on_makes_contact():
    f = under("march", units={"fr-9-jamin": "0511", "al-best": "0509"})
    f.stage()
    _meets(f.g, f.u("fr-9-jamin"))
    assert f.g.formation_order(FR_II).kind == "defend"


@pytest.mark.rule("nlc.20.2.31")
def test_a_march_gets_on():
    f = under("march", units={"fr-9-jamin": "0511"})
    f.stage()
    jamin = f.u("fr-9-jamin")
    reach = routes(f.g, [jamin])
    assert rule_of(may_end(f.g, [jamin], f.h("0511"), f.h("0513"), reach)) == "nlc.20.2.31"
    assert rule_of(leader_duty(f.g, f.l("reille"), FR_II)) == "nlc.20.2.31"


@pytest.mark.rule("nlc.20.2.18", "nlc.20.2.19")
def test_fall_back_gets_away():
    f = under("fall_back", "frasnes", {"fr-9-jamin": "0511", "al-best": "0509"})
    f.stage()
    jamin = f.u("fr-9-jamin")
    ends = ends_of(f.g, [jamin])
    assert ends and all(f.g.nearest_enemy(h, 0) > 2 for h in ends)
    assert rule_of(open_duties(f.g, [jamin])) == "nlc.20.2.18"
    assert rule_of(may_enter_zoc(f.g, jamin, f.h("0510"), False)) == "nlc.20.2.19"
    assert may_enter_zoc(f.g, jamin, f.h("0510"), True) is None


@pytest.mark.rule("nlc.20.2.22", "nlc.20.2.25")
def test_fall_back_may_become_reserve_out_of_contact():
    f = under("fall_back", "frasnes", {"fr-9-jamin": "0511", "al-best": "0503"})
    assert may_rest(f.g, FR_II)
    near = under("fall_back", "frasnes", {"fr-9-jamin": "0511", "al-best": "0509"})
    assert not may_rest(near.g, FR_II)
    general = under("general_retreat", "frasnes", {"fr-9-jamin": "0511", "al-best": "0503"})
    assert not may_rest(general.g, FR_II)


@pytest.mark.rule("nlc.20.2.23", "nlc.20.2.24")
def test_general_retreat():
    f = field({"fr-9-jamin": "0511", "al-best": "0503"}, {"fr-ii": {"kind": "attack", "target": "quatre-bras"}})
    ney, item = f.l("ney"), Written("ney", "fr-ii", "general_retreat", "frasnes")
    assert rule_of(may_order(f.g, ney, item)) == "nlc.20.2.23"
    dead = {n: {"dead": 1} for n in ("fr-5-husson", "fr-5-campi", "fr-2c-pire")}  # 14 of 12
    f = field({"fr-9-jamin": "0511", "al-best": "0503", **dead}, {"fr-ii": {"kind": "attack", "target": "quatre-bras"}}, leaders={**LEADERS, "reille": "0505"})
    assert may_order(f.g, f.l("ney"), item) is None
    send(f.g, 0, [item])
    sent = [d for d in f.g.state.dispatches if d.to == FR_II]
    assert sent and all(d.arrives == 1 for d in f.g.state.dispatches)
    assert any(f.g.static.holders[d.to].kind == "hq" for d in f.g.state.dispatches)
    assert any(term.rule == "nlc.20.2.24" for term in compliance_tally(f.g, sent[0]).terms)


@pytest.mark.rule("nlc.20.2.28", "nlc.20.2.30")
def test_reserve_binds_the_leader():
    f = under("reserve", "", {"fr-9-jamin": "0511"})
    f.stage()
    assert Commander("reille") not in movable_leaders(f.g)
    reach = leader_routes(f.g, 0, f.h("0511"), 16)
    assert rule_of(may_lead_to(f.g, f.l("reille"), FR_II, f.h("0511"), next(iter(reach)), reach)) == "nlc.20.2.28"
    from grognard.games.nlc.leaders.leaders import disturbed

    disturbed(f.g, f.l("reille"))
    assert f.g.formation_order(FR_II).kind == "fall_back"
    column = compliance_tally(under("reserve", "", {"fr-9-jamin": "0511"}).g, Dispatch(FR_II, f.l("ney"), [order("attack", f)]))
    assert any(term.rule == "nlc.20.2.28" for term in column.terms)


def test_failure_by_option_leads_to_reserve():
    f = under("attack", options={"order_failure_status": "reserve"})
    fail(f.g, FR_II, rule="nlc.20.2.13")
    assert f.g.formation_order(FR_II).kind == "reserve"


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
    ends = retreat_ends(f.g, f.u("fr-9-jamin"))
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
    assert retreat_ends(between.g, between.u("fr-9-jamin")) == []


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
    unseen = next(name for name in candidates(f.g) if not may_befall(f.g, at, "attack", name))
    seen = next(name for name in candidates(f.g) if may_befall(f.g, at, "attack", name))
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
    assert f.h("gemioncourt") not in retreat_ends(f.g, f.u("al-2nassau"))
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
