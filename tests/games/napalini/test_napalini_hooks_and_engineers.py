"""Hooks, engineers, demolitions, special detachments (chapters 3, 10 and 12)."""

from __future__ import annotations

import pytest
from napalini_table import Table, action, scenario, table, three_armies
from test_napalini_table import WATER, labels, rows

from grognard.games.napalini.command import hq_actions
from grognard.games.napalini.deployment import envelopment
from grognard.games.napalini.deployment import scenario as reading
from grognard.games.napalini.deployment.choices import HookBy
from grognard.games.napalini.engineers import tasks
from grognard.games.napalini.engineers.choices import Work
from grognard.games.napalini.movement import moves, paths
from grognard.games.napalini.special import detachments
from grognard.games.napalini.state import Hook
from grognard.games.napalini.table.arteries import bridged

# ------------------------------------------------------------------ hooks


@pytest.mark.rule("napalini.3.envelopment", "napalini.3.envelopment.who")
def test_hooks_are_noted_in_secret():
    t = Table()
    n, gun = t.put(t.one, "infantry", "C2"), t.put(t.one, "archie", "C2")
    t.put(t.one, "infantry", "D2")
    balloon = t.put(t.one, "balloon", "D2")
    t.run(envelopment.note_hooks(t.g, t.one), ("west", "short"), n, "done")
    assert t.g.unit(n).where == "hook" and t.s.hooks[0].edge == "west" and t.asked[0].secret
    assert envelopment.may_hook(t.g, balloon) is None
    assert envelopment.may_hook(t.g, gun).rule == "napalini.3.envelopment.who"
    assert envelopment.may_hook(t.g, t.g.hq(0)).rule == "napalini.3.envelopment.who"
    last = next(m for m in t.g.on_table(t.one) if t.g.unit(m).type == "infantry")
    assert envelopment.may_hook(t.g, last).rule == "napalini.3.envelopment.who"


@pytest.mark.rule("napalini.3.envelopment.arrival", "napalini.card.9C")
def test_a_hook_says_where_and_when_it_comes_in():
    t = Table()
    t.put(t.one, "infantry", "C2"), t.put(t.one, "infantry", "D2")
    t.run(envelopment.note_hooks(t.g, t.one), "done")
    short, long = (t.asked[0].label(HookBy("west", length)) for length in ("short", "long"))
    assert short == "short hook by the west edge, A1 to A4: on 4+ from the afternoon of Day 1"
    assert long == "long hook by the west edge, A5 to A8: on 5+ from the morning of Day 2"
    assert t.asked[0].label("done") == "no hook" and "side edge" in t.asked[0].view(1).help
    t.g.camp(t.one).maskirovka = True
    assert "on 4+ from the morning" in envelopment.hook_words(t.g, t.one, HookBy("west", "long"))
    t.g.camp(t.one).bouncer = True
    assert "without a throw from the afternoon of Day 1" in envelopment.hook_words(t.g, t.one, HookBy("west", "short"))


@pytest.mark.rule("napalini.3.envelopment.arrival", "napalini.3.envelopment.placement")
def test_hooks_arrive():
    t = Table()
    n = t.put(t.one, "infantry", "C2", where="hook")
    t.g.unit(n).at = -1
    hook = Hook(t.one, "west", "short", [n])
    t.s.hooks.append(hook)
    t.s.periods = 1
    t.run(envelopment.hooks(t.g, t.one))
    t.s.periods = 2
    t.run(envelopment.hooks(t.g, t.one), dice=(3,))
    assert hook.missing
    t.s.periods = 3
    t.put(t.two, "infantry", "A3", "N")
    t.run(envelopment.hooks(t.g, t.one), t.sq("A2"), 0, dice=(4,))
    assert labels(t, t.asked[0].options) == {"A1", "A2"}  # A3 holds the enemy, A4 is in his zone
    long = Hook(t.one, "east", "long", [])
    assert labels(t, envelopment.edge_squares(t.g, long)) == {"F5", "F6", "F7", "F8"}
    assert envelopment.arrival_number(t.g, long) == 5


@pytest.mark.rule("napalini.3.flank-attack")
def test_a_flank_army():
    data = scenario(ground={"roads": [["A4", "B4"]]})
    flank = dict(data["formation"][0], id="fl", name="Flank Army", flank={"edge": "west", "rows": [3, 4], "first_period": 2})
    t = Table(ground={"roads": [["A4", "B4"]]}, formation=[*data["formation"], flank])
    hook = t.s.hooks[0]
    assert labels(t, envelopment.edge_squares(t.g, hook)) == {"A3", "A4"}
    assert t.sq("A4") in t.g.static.sides[t.one].sources
    t.s.periods = 2
    t.run(envelopment.hooks(t.g, t.one), t.sq("A4"), 2, dice=(4,))


@pytest.mark.rule("napalini.4.action.seek")
def test_seeking_the_missing():
    t = Table()
    n = t.put(t.one, "infantry", "C2", where="hook")
    t.s.hooks.append(Hook(t.one, "west", "short", [n], missing=True, tried=2))
    t.g.army(0).actions = 1
    t.round(t.one, step="actions")
    t.run(hq_actions.execute(t.g, action("seek", 0, 0)), t.sq("A1"), 0, dice=(3,))  # 3 + 1
    assert t.g.unit(n).at == t.sq("A1")


# ------------------------------------------------------------------ engineers


def pioneers(**more) -> tuple[Table, int]:
    t = Table(ground=WATER, **more)
    n = t.put(t.one, "infantry", "B3")
    t.round(t.one, step="actions")
    t.g.army(0).actions = 1
    return t, n


def work(t: Table, *task, periods: int) -> None:
    t.run(tasks.allocate(t.g, 0), task, "done")
    for _ in range(periods):
        tasks.progress(t.g, t.one)


@pytest.mark.rule("napalini.12.engineers.allocate", "napalini.12.engineers.progress", "napalini.12.engineers.bridge", "napalini.4.action.engineers")
def test_building_a_bridge():
    t, _n = pioneers()
    edge = t.g.static.edges.edge_named("B3|B4")
    t.run(hq_actions.execute(t.g, action("engineering", 0, 0)), ("build-bridge", t.sq("B3"), edge), "done")
    assert t.g.army(0).engineers == 2 and t.g.army(0).actions == 0
    tasks.progress(t.g, t.one)
    assert not bridged(t.g, t.sq("B3"), t.sq("B4"), "T")
    tasks.progress(t.g, t.one)
    assert bridged(t.g, t.sq("B3"), t.sq("B4"), "T") and not bridged(t.g, t.sq("B3"), t.sq("B4"), "Ra")
    assert t.g.army(0).engineers == 3


def test_work_is_lost_with_the_square():
    t, n = pioneers()
    edge = t.g.static.edges.edge_named("B3|B4")
    work(t, "build-bridge", t.sq("B3"), edge, periods=1)
    t.g.unit(n).at = t.sq("A1")
    t.put(t.two, "infantry", "B3")
    tasks.progress(t.g, t.one)
    assert t.s.tasks == [] and t.g.army(0).engineers == 2


@pytest.mark.rule("napalini.12.engineers.progress")
@pytest.mark.parametrize(("kind", "left"), [("infantry", 2), ("field_artillery", 3)])
def test_engineers_are_caught_by_a_front_line_only(kind, left):
    t, n = pioneers()
    work(t, "build-bridge", t.sq("B3"), t.g.static.edges.edge_named("B3|B4"), periods=1)
    t.g.unit(n).at = t.sq("A1")
    t.put(t.two, kind, "B3")
    tasks.progress(t.g, t.one)
    assert t.s.tasks == [] and t.g.army(0).engineers == left


@pytest.mark.rule("napalini.12.engineers.ferry")
def test_a_ferry():

    t, _n = pioneers()
    tank, other = t.put(t.one, "light_tanks", "B3"), t.put(t.one, "light_tanks", "B3")
    seen = paths.enemy_view(t.g, t.one)
    assert paths.step_refused(t.g, tank, t.sq("B3"), t.sq("B4"), seen).rule == "napalini.6.river-crossing"
    work(t, "ferry", t.sq("B3"), t.g.static.edges.edge_named("B3|B4"), periods=0)
    assert paths.step_refused(t.g, tank, t.sq("B3"), t.sq("B4"), seen) is None
    assert t.call(moves.friction, t.g, tank, t.sq("B3"), t.sq("B4"), dice=(2,))  # 2 + 1
    assert paths.step_refused(t.g, other, t.sq("B3"), t.sq("B4"), seen).rule == "napalini.12.engineers.ferry"


@pytest.mark.rule("napalini.12.engineers.obstacles")
def test_obstacles_laid_and_cleared():
    t, _n = pioneers()
    edge = t.g.static.edges.edge_named("A3|B3")
    work(t, "lay-wire", t.sq("B3"), edge, periods=1)
    work(t, "lay-mines", t.sq("B3"), edge, periods=2)
    work(t, "dig-trenches", t.sq("B3"), -1, periods=2)
    assert {o.kind for o in t.s.obstacles if o.edge == edge} >= {"wire", "minefield"} and t.sq("B3") in t.s.trenches
    work(t, "clear-obstacle", t.sq("B3"), edge, periods=1)
    assert not any(o.edge == edge for o in t.s.obstacles)
    t.s.rubble.append(t.sq("B3"))
    work(t, "clear-rubble", t.sq("B3"), -1, periods=2)
    assert t.sq("B3") in t.s.reopened


@pytest.mark.rule("napalini.12.demolition.prepare")
def test_charges_and_their_firing_end():
    t = Table(ground=WATER)
    n = t.put(t.two, "infantry", "C4")
    t.round(t.two, step="actions")
    t.run(tasks.allocate(t.g, 1), ("prepare-demolition", t.sq("C4"), t.s.bridges[0].edge), "done")
    tasks.progress(t.g, t.two)
    assert t.s.bridges[0].charges == t.two and t.s.bridges[0].end == t.sq("C4")
    enemy = t.put(t.one, "infantry", "C3")
    tasks.keep_charges(t.g)
    assert t.s.bridges[0].charges
    t.g.unit(n).at, t.g.unit(enemy).at = t.sq("C6"), t.sq("C4")
    tasks.keep_charges(t.g)
    assert not t.s.bridges[0].charges


@pytest.mark.rule("napalini.12.demolition", "napalini.4.action.demolition", "napalini.12.demolition.initial", "napalini.3.bridge")
def test_demolition():
    from grognard.games.napalini.deployment.scenario import read

    ground = dict(WATER, bridges=[{"edge": "C3|C4", "carries": ["road"], "charges": "SD"}])
    _, state = read(scenario(ground=ground), {})
    assert state.bridges[0].charges == "sd"
    t = Table(ground=ground)
    t.round(t.two, step="actions")
    t.g.army(1).actions = 2
    bridge = t.s.bridges[0]
    assert t.g.label(bridge.end) == "C4"
    assert tasks.may_demolish(t.g, t.two, bridge).rule == "napalini.12.demolition"  # nobody there
    t.put(t.two, "infantry", "C4")
    t.run(hq_actions.execute(t.g, action("demolition", 1, 0)), dice=(2, 2))  # the message passes by wire; 2: nothing happens
    assert bridge.intact and bridge.charges
    t.g.round.kinds.clear()
    t.run(hq_actions.execute(t.g, action("demolition", 1, 0)), dice=(2, 3))
    assert not bridge.intact
    bridge.intact, bridge.charges = True, t.two
    t.call(tasks.blow, t.g, bridge, t.two, 0, "napalini.12.demolition", dice=(1,))
    assert bridge.intact and not bridge.charges


# ------------------------------------------------------------------ special detachments


@pytest.mark.rule("napalini.10.reme", "napalini.10.hospital")
def test_reme_and_hospital():
    t = Table(options={"special_detachments": True})
    t.put(t.one, "reme", "C2")
    t.put(t.one, "field_hospital", "C2")
    tank, man = t.put(t.one, "light_tanks", "C3", step=2), t.put(t.one, "infantry", "D2", step=2)
    t.run(detachments.night_recovery(t.g, t.one), tank, man)
    assert t.g.unit(tank).step == 1 and t.g.unit(man).step == 1


@pytest.mark.rule("napalini.10.agitprop")
def test_agitprop():
    t = Table(options={"special_detachments": True})
    t.put(t.one, "infantry", "C3")
    good, poor = t.put(t.two, "infantry", "C5", quality="good"), t.put(t.two, "militia", "C5")
    t.g.camp(t.one).agitprop = 1
    t.run(detachments.agitate(t.g, t.one), t.sq("C5"), dice=(5,))
    assert t.g.unit(poor).step == 1 and t.g.unit(good).step == 0
    t.run(detachments.agitate(t.g, t.one), t.sq("C5"), dice=(1,))
    assert t.g.camp(t.one).agitprop == 0


@pytest.mark.rule("napalini.10.brandenburgers")
def test_brandenburgers():
    t = Table(ground=dict(WATER, bridges=[{"edge": "C3|C4", "charges": "SD"}]), options={"special_detachments": True})
    t.put(t.two, "infantry", "C4")
    t.g.camp(t.one).brandenburgers = 1
    t.run(detachments.send_brandenburgers(t.g, t.one), t.sq("C4"), ("disarm", 0), dice=(4,))
    assert t.s.bridges[0].charges == ""
    t.run(detachments.send_brandenburgers(t.g, t.one), t.sq("C4"), ("radio", -1), dice=(6,))
    assert t.g.army(1).radio_only
    t.run(detachments.send_brandenburgers(t.g, t.one), t.sq("C4"), dice=(3,))  # they come back and have done nothing
    assert t.g.camp(t.one).brandenburgers == 1
    t.run(detachments.send_brandenburgers(t.g, t.one), t.sq("C4"), dice=(2,))
    assert t.g.camp(t.one).brandenburgers == 0 and t.g.camp(t.one).lost_brandenburgers == 1


@pytest.mark.rule("napalini.12.engineers.allocate")
def test_engineers_get_orders_as_long_as_their_commander_likes():
    t = table()
    t.put(t.one, "infantry", "C3")
    t.g.army(0).engineers = 3
    there_and_back = [("dig-trenches", t.sq("C3"), -1), ("end", 0, -1)] * 7
    t.run(tasks.allocate(t.g, 0), *there_and_back, "done")
    assert t.g.army(0).engineers == 3


@pytest.mark.rule("napalini.3.envelopment.arrival")
@pytest.mark.parametrize(("length", "first"), [("short", 2), ("long", 3)])
def test_hooks_of_a_scenario_come_in_the_period_of_their_length(length, first):
    data = scenario()
    data["formation"][0]["units"] += [{"type": "infantry", "at": "B1", "n": 2}]
    data["formation"][0]["hooks"] = [{"edge": "west", "length": length, "units": [1]}]
    static, state = reading.read(data, {})
    assert state.hooks[0].first == first and state.units[1].where == "hook" and "so" in static.fixed_hooks


@pytest.mark.rule("napalini.4.hq.reach", "napalini.12.demolition")
@pytest.mark.parametrize(("payer", "there"), [(0, 2), (2, 0), (2, 2)])
def test_the_main_hq_orders_a_demolition_by_any_unit_another_only_by_its_own(payer, there):
    t = three_armies(ground=WATER)
    bridge = t.s.bridges[0]
    bridge.charges, bridge.end = t.one, t.sq("C3")
    n = t.put(t.one, "infantry", "C3", formation=there)
    assert tasks.sappers(t.g, t.one, payer, bridge) == ([n] if payer in (0, there) else [])


@pytest.mark.rule("napalini.12.engineers.allocate")
@pytest.mark.parametrize(("rubble", "reopened", "offered"), [
    (False, False, {"dig-trenches"}), (True, False, {"clear-rubble"}), (True, True, set()),
])  # fmt: skip
def test_engineers_dig_in_towns_and_clear_rubble(rubble, reopened, offered):
    t = table(rows(C3="B"))
    t.put(t.one, "infantry", "C3")
    if rubble:
        t.s.rubble.append(t.sq("C3"))
    if reopened:
        t.s.reopened.append(t.sq("C3"))
    kinds = {offer.kind for offer in tasks.task_offers(t.g, 0) if offer.square == t.sq("C3") and offer.edge is None}
    assert kinds == offered
    assert Work("lay-wire", t.sq("C3"), t.g.static.edges.edge_named("C3|C4")) in tasks.task_offers(t.g, 0)
