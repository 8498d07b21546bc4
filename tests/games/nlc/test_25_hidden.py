"""Chapter 25.5: hidden movement."""

from __future__ import annotations

import pytest

from conftest import FR_II, Field, rule_of
from grognard.games.nlc.combat.before_combat import may_slip
from grognard.games.nlc.hidden.discovery import blocking, discovery, reveal_holder, reveal_march, show_found, vanish, watch
from grognard.games.nlc.hidden.marches import (
    bank,
    extra_distance,
    is_phantom,
    march_of,
    may_hide,
    may_reroute,
    plotted_path,
    points_a_turn,
    real_hexes,
    reroute,
    supersede,
    visible,
)
from grognard.games.nlc.hidden.plotting import plot_marches
from grognard.games.nlc.march.movement import may_move
from grognard.games.nlc.sequence import _start as begin_turn
from grognard.games.nlc.state import Attack, Hidden
from grognard.games.nlc.terrain.costs import cost_table, spread
from grognard.games.nlc.turn.action import activated
from grognard.games.nlc.values import ShowMarch

LEADERS = {"reille": "0513", "ney": "0513", "picton": "0503", "perponcher": "0503", "wellington": "0503"}


def field(units=None, **more) -> Field:
    orders = {"fr-ii": {"kind": "march", "target": "quatre-bras", "since": 1}}
    options = more.pop("options", {"hidden_movement": True})
    units = units or {"fr-9-jamin": "0513", "fr-2c-pire": "0513", "al-best": "0502"}
    return Field(units=units, orders=orders, leaders=LEADERS, options=options, phase="chits", **more)


def hide(f: Field, banked: int = 0, turns: int = 0) -> Hidden:
    march = Hidden(FR_II, plotted_path(f.g, FR_II), banked, turns, 0, start=f.h("0513"))
    f.g.state.marches.append(march)
    return march


@pytest.mark.rule("nlc.25.5.0.1", "nlc.25.5.1.1", "nlc.25.5.1.3")
def test_who_may_hide_a_march():
    f = field()
    assert may_hide(f.g, FR_II) is None
    assert rule_of(may_hide(field(options={}).g, FR_II)) == "nlc.25.5.0.1"
    old = field()
    old.g.state.turn = 2
    assert rule_of(may_hide(old.g, FR_II)) == "nlc.25.5.1.1"
    path = plotted_path(f.g, FR_II)
    assert path[-1] == f.h("quatre-bras") and path[0] in f.g.grid.adjacent[f.h("0513")]
    watched = field({"fr-9-jamin": "0513", "al-best": "0511"})  # he sees them set out, and where they are to go
    watched.g.state.orders[FR_II].target = [f.h("0512")]
    assert visible(watched.g, 0, f.h("0513")) and visible(watched.g, 0, f.h("0512"))
    assert rule_of(may_hide(watched.g, FR_II)) == "nlc.25.5.1.3"
    watched.g.state.orders[FR_II].target = [f.h("0113")]  # one move takes them out of his sight
    assert visible(watched.g, 0, f.h("0513")) and may_hide(watched.g, FR_II) is None


@pytest.mark.rule("nlc.25.5.1.2")
def test_the_counters_stay_and_points_are_banked():
    f = field()
    f.drive(plot_marches(f.g), ("hide", FR_II))
    assert march_of(f.g, FR_II) is not None
    assert is_phantom(f.g, f.u("fr-9-jamin"))
    f.stage()
    assert rule_of(may_move(f.g, f.u("fr-9-jamin"))) == "nlc.25.5.1.2"
    assert points_a_turn(f.g, FR_II) == 8
    bank(f.g)
    assert march_of(f.g, FR_II).banked == 8
    horse = field({"fr-2c-pire": "0513", "al-best": "0502"})
    assert points_a_turn(horse.g, FR_II) == 12


@pytest.mark.rule("nlc.25.5.0.1")
def test_only_the_owner_sees_the_plotted_route():
    from grognard.games.nlc.view.scene import scene

    f = field({"fr-9-jamin": "0513", "al-best": "0102"})
    march = hide(f, banked=4, turns=1)
    layers = {side: {layer.id: layer.regions for layer in scene(f.g, side).overlays} for side in ("french", "allied", None)}
    assert layers["french"][f"march-{FR_II}"] == [f.g.label(hex) for hex in march.path]
    assert layers["french"][f"marched-{FR_II}"] == [f.g.label(hex) for hex in real_hexes(f.g, march)]
    assert not any("march" in layer for side in ("allied", None) for layer in layers[side])
    assert rule_of(may_hide(field(options={}).g, FR_II)) == "nlc.25.5.0.1"


@pytest.mark.rule("nlc.25.5.1.4")
def test_phantoms_may_be_bombarded_and_vanish_when_attacked():
    from grognard.games.nlc.combat.bombard import resolve_bombardment as resolve
    from grognard.games.nlc.state import Fire

    f = field({"fr-9-jamin": "0513", "al-5-art": "0511", "al-best": "0512"})
    hide(f, banked=4, turns=1)
    f.stage(side=1, formations=(3,), segment="bombard")
    f.drive(resolve(f.g, Fire(f.h("0513"), [f.u("al-5-art")])), dice=(6, 6))
    assert not f.g.disrupted(f.u("fr-9-jamin")) and f.g.state.step[f.u("fr-9-jamin")] == 0
    f.drive(vanish(f.g, f.h("0513"), 0))
    assert march_of(f.g, FR_II) is None and f.told("nlc.25.5.1.4")


@pytest.mark.rule("nlc.25.5.2.1", "nlc.25.5.2.5", "nlc.25.5.2.4")
def test_discovery_by_sight_and_where_the_march_is_set_down():
    f = field({"fr-9-jamin": "0513", "al-best": "0507"})
    march = hide(f, banked=16, turns=2)
    trail = real_hexes(f.g, march)
    assert trail
    watch(f.g, 1)
    f.drive(show_found(f.g))
    assert march_of(f.g, FR_II) is None and f.told("nlc.25.5.2.1")
    leader = f.g.state.leader_at[f.l("reille")]
    assert not blocking(f.g, 0, leader) or leader == f.h("0513")
    assert blocking(f.g, 0, f.h("0508"))
    from grognard.games.nlc.terrain.sight import seen

    only_seen = [h for h in range(f.g.grid.size) if seen(f.g, 1, h) and not f.g.zoc_on(h, 0) and not f.g.enemies_at(h, 0)]
    assert only_seen and all(blocking(f.g, 0, h) for h in only_seen)
    far = field({"fr-9-jamin": "0513", "al-best": "0102"})
    m = hide(far, banked=6, turns=2)
    far.drive(reveal_march(far.g, m, rule="nlc.25.5.2.3"))
    assert far.told("nlc.25.5.2.4") and far.g.state.leader_at[far.l("reille")] != far.h("0513")
    assert far.g.grid.distance(far.g.at(far.u("fr-9-jamin")), far.g.state.leader_at[far.l("reille")]) <= 4


@pytest.mark.rule("nlc.25.5.2.2")
def test_discovery_by_roll():
    for turns, roll, found in ((1, 6, False), (2, 4, False), (2, 5, True), (4, 3, False), (4, 4, True)):
        f = field({"fr-9-jamin": "0513", "al-best": "0102"})
        hide(f, banked=2, turns=turns)
        with f.match.forced(roll):
            discovery(f.g)
        assert bool(march_of(f.g, FR_II).found) is found


@pytest.mark.rule("nlc.25.5.2.3")
def test_the_owner_may_reveal_it():
    f = field({"fr-9-jamin": "0513", "al-best": "0102"})
    hide(f, banked=4, turns=1)
    f.drive(plot_marches(f.g), ("show", FR_II))
    assert march_of(f.g, FR_II) is None and f.told("nlc.25.5.2.3")
    assert f.asked[0].secret and f.asked[-1].side == "allied", "both sides are asked, whatever they have"


@pytest.mark.rule("nlc.25.5.2.3")
def test_the_owner_may_reveal_it_in_any_movement_segment():
    from grognard.games.nlc.march.segment import movement_segment
    from grognard.games.nlc.march.who_moves import showable
    from grognard.games.nlc.turn.action import governed

    f = field({"fr-9-jamin": "0513", "fr-11c-lheritier": "0113", "al-best": "0102"})
    hide(f, banked=4, turns=1)
    f.stage(formations=(1,))
    assert showable(f.g) == [ShowMarch(FR_II)]
    f.drive(movement_segment(f.g, activated, governed), f"show:{FR_II}", "done")
    assert march_of(f.g, FR_II) is None and f.at("fr-9-jamin") != "0513"


@pytest.mark.rule("nlc.25.5.3.1")
def test_another_way_and_bad_moves():
    f = field({"fr-9-jamin": "0513", "al-best": "0102"})
    march = hide(f)
    closed = march.path[2]
    assert may_reroute(f.g, FR_II, closed) is None
    assert rule_of(may_reroute(f.g, FR_II, f.h("0101"))) == "nlc.25.5.3.1"
    reroute(f.g, FR_II, closed)
    assert closed not in march_of(f.g, FR_II).path
    f.drive(reveal_holder(f.g, FR_II))
    assert march_of(f.g, FR_II) is None


@pytest.mark.rule("nlc.25.5.3.1", "nlc.20.11.1")
def test_a_leader_finds_another_way_by_initiative():
    """Of a hidden march only the way can be changed, round a hex that the enemy blocks; goal and type stay."""
    from grognard.games.nlc.command.initiative import attempt

    f = field({"fr-9-jamin": "0513", "al-best": "0508"})
    march = hide(f, banked=2, turns=1)
    blocked = [hex for hex in march.path if f.g.zoc_on(hex, 0) or f.g.enemies_at(hex, 0)]
    assert blocked
    name, before = f.g.label(blocked[0]), list(march.path)
    f.drive(attempt(f.g, f.l("reille")), (FR_II, "reroute"), name, dice=(6, 6))
    assert {own.kind for own in f.asked[0].options} == {"reroute"}
    assert blocked[0] not in march.path and march.path[-1] == before[-1] and march.path[:1] == before[:1]
    assert f.g.state.orders[FR_II].kind == "march"


@pytest.mark.rule("nlc.25.5.3.2", "nlc.25.5.3.3")
def test_new_orders_for_a_hidden_formation():
    f = field({"fr-9-jamin": "0513", "al-best": "0102"})
    hide(f, banked=16, turns=1)
    assert extra_distance(f.g, FR_II) == 16
    supersede(f.g, FR_II)
    with f.match.forced(4):
        discovery(f.g)  # the row for 3 turns or more
    assert march_of(f.g, FR_II).found and f.told("nlc.25.5.3.3")


@pytest.mark.rule("nlc.25.5.4.1")
def test_hidden_marches_that_meet():
    f = field({"fr-9-jamin": "0513", "al-best": "0502"})
    mine = hide(f, banked=16, turns=2)
    from grognard.games.nlc.state import Order

    f.g.state.orders[3] = Order(kind="march", target=[f.h("frasnes")], name="Frasnes", since=1)
    theirs = Hidden(3, plotted_path(f.g, 3), 16, 2, 0, start=f.h("0503"))
    f.g.state.marches.append(theirs)
    whole = len(real_hexes(f.g, theirs))
    f.drive(reveal_march(f.g, mine, rule="nlc.25.5.2.3"))
    assert march_of(f.g, FR_II) is None
    assert f.told("nlc.25.5.4.1")
    assert len(theirs.path) < whole and theirs.found == "nlc.25.5.4.1", "both stop, and the other owner points it out"


@pytest.mark.rule("nlc.25.5.4.1")
def test_marches_are_traced_side_by_side_in_time():
    """Who set out two hours later has not yet come into sight when the other passes."""
    from grognard.games.nlc.state import Order

    ends = []
    for banked, turns in ((16, 2), (2, 1)):
        f = field({"fr-9-jamin": "0513", "al-best": "0502"})
        mine = hide(f, banked=16, turns=2)
        f.g.state.orders[3] = Order(kind="march", target=[f.h("frasnes")], name="Frasnes", since=1)
        f.g.state.marches.append(Hidden(3, plotted_path(f.g, 3), banked, turns, 0, start=f.h("0503")))
        f.drive(reveal_march(f.g, mine, rule="nlc.25.5.2.3"))
        ends.append(f.g.grid.distance(f.g.state.leader_at[f.l("reille")], f.h("0503")))
    assert ends[0] > ends[1]


@pytest.mark.rule("nlc.25.5.1.1")
def test_the_owner_plots_the_route_by_places():
    f = field({"fr-9-jamin": "0513", "al-best": "0502"})
    straight = plotted_path(f.g, FR_II)
    by = next(name for name, hexes in f.g.ground.places.items() if hexes[0] not in straight and hexes[0] != f.h("0513")
              and hexes[0] in plotted_path(f.g, FR_II, via=[hexes[0]]))
    f.drive(plot_marches(f.g), ("hide", FR_II), by, "done", "done", "done")
    march = march_of(f.g, FR_II)
    assert f.g.ground.places[by][0] in march.path and march.path[-1] == straight[-1] and march.path != straight
    assert all(b in f.g.grid.adjacent[a] for a, b in zip([march.start, *march.path], march.path))
    assert all(decision.secret for decision in f.asked)


@pytest.mark.rule("nlc.25.5.1.1")
def test_a_division_under_its_own_march_may_hide_by_its_lead_counter():
    from grognard.games.nlc.state import Order

    f = field({"fr-9-jamin": "0513", "fr-9-gauthier": "0512", "al-best": "0102"})
    g = f.g
    units = [f.u("fr-9-jamin"), f.u("fr-9-gauthier")]
    holder = g.static.division_holder[FR_II, g.units[units[0]].division]
    for unit in units:
        g.state.holder[unit] = holder
    g.state.lead[holder] = units[1]
    g.state.orders[holder] = Order(kind="march", target=[f.h("quatre-bras")], name="Quatre Bras", since=1)
    assert may_hide(g, holder) is None
    march = Hidden(holder, plotted_path(g, holder), 8, 1, 0, start=f.h("0512"))
    g.state.marches.append(march)
    end = real_hexes(g, march)[-1]
    leader = g.state.leader_at[f.l("reille")]
    f.drive(reveal_march(g, march, rule="nlc.25.5.2.3"))
    assert g.at(units[1]) == end and g.state.leader_at[f.l("reille")] == leader


@pytest.mark.rule("nlc.25.5.2.4")
def test_units_spend_the_rest_at_their_own_cost_where_the_owner_likes():
    f = field({"fr-9-jamin": "0513", "fr-2c-pire": "0513", "al-best": "0102"})
    march = hide(f, banked=12, turns=2)
    f.drive(reveal_march(f.g, march, rule="nlc.25.5.2.3"))
    here = f.g.state.leader_at[f.l("reille")]
    foot, horse = (spread(f.g, [here], cost_table(f.g, cls, True), 4) for cls in (0, 1))
    assert [decision.rule for decision in f.asked] == ["nlc.25.5.2.4", "nlc.25.5.2.4"]
    for decision, ways in zip(f.asked, (foot, horse)):
        assert decision.options[0] == here and set(decision.options) <= set(ways) and len(decision.options) > 5
    assert set(f.asked[0].options) - set(horse), "woods cost cavalry more"
    short = field({"fr-9-jamin": "0513", "al-best": "0102"})
    march = hide(short, banked=3, turns=1)
    short.drive(reveal_march(short.g, march, rule="nlc.25.5.2.3"))
    assert short.asked == [] and short.g.at(short.u("fr-9-jamin")) == short.g.state.leader_at[short.l("reille")]


@pytest.mark.rule("nlc.25.5.1.2", "nlc.25.5.1.4")
def test_what_marches_hidden_has_an_empty_action_and_does_not_react():
    """R125: the chit is drawn, and nothing can be done with phantoms: they neither bombard, move, fight nor charge."""
    from grognard.games.nlc.cavalry.reaction import reactors

    f = field({"fr-9-jamin": "0513", "fr-2c-pire": "0511", "al-best": "0509"})
    f.stage()
    before = activated(f.g)
    f.stage(side=1, formations=(3,))
    assert f.u("fr-2c-pire") in reactors(f.g, 0, [f.u("al-best")], f.h("0509"), f.h("0509"))
    hide(f, banked=4, turns=1)
    assert not reactors(f.g, 0, [f.u("al-best")], f.h("0509"), f.h("0509"))
    f.stage()
    assert before and not activated(f.g)


@pytest.mark.rule("nlc.25.5.3.3")
def test_a_new_order_ends_the_old_route():
    """R169: a new March goes on from where the march is in truth; any other order ends it there."""
    from grognard.games.nlc.orders.orders import begin
    from grognard.games.nlc.state import Order

    f = field({"fr-9-jamin": "0513", "al-best": "0102"})
    march = hide(f, banked=4, turns=1)
    done = real_hexes(f.g, march)
    begin(f.g, FR_II, [Order(kind="march", target=[f.h("frasnes")], name="Frasnes")], rule="nlc.20.7.4")
    supersede(f.g, FR_II)
    assert march.path[: len(done)] == done and march.path[-1] == f.h("frasnes")
    begin(f.g, FR_II, [Order(kind="defend", target=[f.h("frasnes")], name="Frasnes")], rule="nlc.20.7.4")
    supersede(f.g, FR_II)
    bank(f.g)
    assert march.path == done and march.banked == 4


@pytest.mark.rule("nlc.7.11.1", "nlc.25.5.1.2")
@pytest.mark.parametrize("hidden", [True, False])
def test_who_marched_hidden_was_in_no_zone_when_the_turn_began(hidden):
    """7.11 asks where the *unit* began the turn; its counter may have stood beside the enemy all the time."""
    f = field({"fr-9-jamin": "0513", "fr-2c-pire": "0513", "al-best": "0512", "al-kempt": "0501"})
    if hidden:
        hide(f)
    begin_turn(f.g)
    f.g.state.marches.clear()  # found on its way, away from Best
    pire, kempt = f.u("fr-2c-pire"), f.u("al-kempt")
    f.g.put(pire, f.h("0502"))
    f.stage(side=1, formations=(3,), segment="combat")
    assert (may_slip(f.g, pire, Attack(f.h("0502"), [kempt])) is None) == hidden


@pytest.mark.rule("nlc.25.5.1.4", "nlc.7.8.4")
def test_a_pursuit_of_phantoms_ends_in_their_hex_like_a_charge():
    """25.5: they are removed when a charge occurs; 7.8: after one round of pursuit a unit *stops* or goes home."""
    from grognard.games.nlc.cavalry.clash import Rider
    from grognard.games.nlc.cavalry.pursuit import after_victory

    orders = {"fr-ii": {"kind": "march", "target": "frasnes", "since": 1}}
    units = {"fr-6-soye": "1521", "al-merlen-u": "1622"}
    f = Field("quatre-bras", units=units, orders=orders, leaders={"reille": "1521", "ney": "0519"}, options={"hidden_movement": True})
    f.g.state.marches.append(Hidden(FR_II, plotted_path(f.g, FR_II), 8, 2, 0, start=f.h("1521")))
    f.stage(side=1, formations=(f.g.units[f.u("al-merlen-u")].formation,), segment="charge", step="pursue")
    rider = Rider(f.u("al-merlen-u"), f.h("1622"), f.h("1622"))
    f.drive(after_victory(f.g, [rider], f.h("1522"), [], False), "pursue", "stay")
    assert f.at("al-merlen-u") == "1521" and f.at("fr-6-soye") != "1521" and f.g.controls(1, f.h("1521"))
