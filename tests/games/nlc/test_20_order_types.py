"""Chapters 20.1 and 20.2: command range, and what each order demands and forbids."""

from __future__ import annotations

import pytest
from nlc_orders import LEADERS, field, order, under

from conftest import FR_3CAV, FR_II, Field, rule_of
from grognard.games.nlc.command.compliance import compliance_tally
from grognard.games.nlc.command.issue import may_order, send
from grognard.games.nlc.command.written import Written
from grognard.games.nlc.march.duties import leader_duty, may_end, may_lead_to
from grognard.games.nlc.march.ends import ends_of, open_duties
from grognard.games.nlc.march.movement import leader_routes, may_enter_zoc, routes
from grognard.games.nlc.march.walk import _meets
from grognard.games.nlc.march.who_moves import movable_leaders
from grognard.games.nlc.orders.command_range import commanders_of, in_command, range_of
from grognard.games.nlc.orders.holders import rating_of
from grognard.games.nlc.orders.orders import contact, fail, judge_defenders
from grognard.games.nlc.state import Dispatch
from grognard.games.nlc.turn.command_phase import may_rest
from grognard.games.nlc.values import Commander

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
