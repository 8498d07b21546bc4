"""Chapters 8, 9, 10 and 12 and the appendices: the night, stockpiles, engineers, hooks, special units, ships."""

from __future__ import annotations

import pytest
from napalini_table import Table, action, scenario
from test_napalini_table import WATER, labels, rows

from grognard.games.napalini.air import strike
from grognard.games.napalini.air.choices import Mission, Sortie
from grognard.games.napalini.combat import barrage
from grognard.games.napalini.combat.choices import How, Shells, Way
from grognard.games.napalini.command import hq_actions, hq_orders, phase
from grognard.games.napalini.deployment import envelopment
from grognard.games.napalini.deployment.choices import Ready
from grognard.games.napalini.engineers import works
from grognard.games.napalini.hq.choices import ASHORE
from grognard.games.napalini.movement import moves, paths, transport
from grognard.games.napalini.night import nights
from grognard.games.napalini.special import detachments
from grognard.games.napalini.state import Hook, Reinforcement, Unit
from grognard.games.napalini.supply.lines import isolated_units
from grognard.games.napalini.table.arteries import bridged
from grognard.games.napalini.victory import score
from grognard.kernel import PASS
from grognard.kernel.state import plain

# ------------------------------------------------------------------ attrition


def surrounded(side_units=("infantry",)) -> tuple[Table, list[int]]:
    t = Table()
    mine = [t.put(t.one, kind, "A8") for kind in side_units]
    for square, face in (("A7", "N"), ("B7", "W"), ("B8", "W")):
        t.put(t.two, "infantry", square, face)
    return t, mine


@pytest.mark.rule("napalini.8.attrition.mark", "napalini.8.attrition.check", "napalini.8.attrition.throw")
def test_attrition_begins_on_the_second_night():
    t, (n,) = surrounded()
    t.run(nights.attrition(t.g, t.one))
    nights.mark_isolation(t.g, t.one)
    assert t.g.unit(n).isolated and t.g.unit(n).step == 0
    t.g.camp(t.one).stockpiles = 0
    t.run(nights.attrition(t.g, t.one), dice=(3,))
    assert t.g.unit(n).step == 1
    t.g.unit(n).at = t.sq("C2")
    nights.mark_isolation(t.g, t.one)
    assert not t.g.unit(n).isolated


@pytest.mark.rule("napalini.8.attrition.throw")
def test_attrition_with_the_hq_in_the_square():
    t, (n, _hq) = surrounded(("infantry", "hq"))
    t.g.unit(n).isolated, t.g.unit(n).step = True, 1
    assert nights.attrition_number(t.g, n) == 3  # a natural 3 + 1 is enough


@pytest.mark.rule("napalini.8.attrition.exhausted")
def test_exhausted_units_do_not_starve():
    t, (n,) = surrounded()
    t.g.unit(n).isolated, t.g.unit(n).step = True, 2
    t.run(nights.attrition(t.g, t.one))
    assert t.g.unit(n).step == 2


@pytest.mark.rule("napalini.9.no-attrition")
def test_a_stockpile_against_attrition():
    t, (n,) = surrounded()
    t.g.unit(n).isolated = True
    t.run(nights.attrition(t.g, t.one), 0)
    assert t.g.unit(n).step == 0 and t.g.camp(t.one).stockpiles == 2 and t.g.unit(n).isolated


# ------------------------------------------------------------------ victory


@pytest.mark.rule("napalini.8.flag.change", "napalini.8.vp.objective", "napalini.8.momentum")
def test_flags_points_and_momentum():
    t = Table()
    t.put(t.one, "infantry", "B5")
    support = t.put(t.one, "field_artillery", "D5")
    t.put(t.one, "infantry", "F5")
    t.put(t.two, "archie", "F5")
    score.set_flags(t.g)
    assert t.s.flags == [t.one, t.two, t.two]  # S units do not flag, contested squares stay
    score.score_night(t.g)
    assert t.g.camp(t.one).vp["objectives"] == 1 and t.g.camp(t.two).vp["objectives"] == 2
    score.set_momentum(t.g)
    assert t.s.momentum == t.two
    t.s.flags = [t.one, t.two, ""]
    score.set_momentum(t.g)
    assert t.s.momentum == ""
    assert support >= 0


@pytest.mark.rule("napalini.1.meeting.scoring", "napalini.8.winner")
def test_scoring_of_a_meeting_engagement():
    t = Table(kind="meeting")
    t.s.flags = [t.one, "", ""]
    score.score_night(t.g)
    assert t.g.camp(t.one).vp["objectives"] == 1
    t.g.camp(t.two).vp["hqs"] = 1
    t.s.day = 2
    assert score.battle_over(t.g).winner is None


@pytest.mark.rule("napalini.8.winner", "napalini.8.length")
def test_the_end_of_a_battle():
    t = Table(head={"days": 4, "extra_days": 2})
    t.s.day = 3
    assert score.battle_over(t.g) is None
    t.s.day = 4
    t.g.camp(t.one).vp["objectives"] = 2
    assert score.battle_over(t.g) is None and t.s.extra
    t.s.day = 6
    assert score.battle_over(t.g).winner == t.one
    t.g.camp(t.two).vp["objectives"] = 2
    assert score.battle_over(t.g).winner == t.two  # a tie is the SD's
    decided = Table(head={"days": 4, "extra_days": 2})
    decided.s.day = 4
    decided.g.camp(decided.one).vp["objectives"] = 3
    assert score.battle_over(decided.g).winner == decided.one


@pytest.mark.rule("napalini.8.winner")
def test_a_side_without_front_line_units_loses_at_once():
    t = Table()
    t.put(t.one, "infantry", "C3")
    t.put(t.two, "field_artillery", "C6")
    assert score.collapse(t.g).winner == t.one


def test_moving_objectives_by_option():
    t = Table(rows(), options={"moving_objectives": True})
    t.s.flags, t.s.flag_nights = [t.one, t.two, t.two], [2, 0, 0]
    t.put(t.one, "infantry", "B5")
    score.set_flags(t.g)
    assert score.moving_objectives(t.g) == [0]
    t.run(nights.replace_objectives(t.g), t.sq("B7"))
    assert t.s.objectives[0] == t.sq("B7") and t.s.flags[0] == t.two


# ------------------------------------------------------------------ the whole night, stockpiles


@pytest.mark.rule("napalini.11.sortie.night")
def test_a_night_goes_through():
    t = Table()
    t.put(t.one, "infantry", "C3")
    k = t.fly(t.one, "fighter", ready=False, flew=True)
    t.s.stage, t.s.period = "night", "night"
    assert t.run(nights.night(t.g)) is None
    assert t.s.air[k].ready and t.g.camp(t.two).vp["objectives"] == 3


@pytest.mark.rule("napalini.8.sequence")
def test_the_steps_of_a_night():
    t = Table()
    t.g.camp(t.one).stockpiles = t.g.camp(t.two).stockpiles = 1
    tired = t.put(t.one, "infantry", "B5", step=2)
    t.s.units.append(Unit(t.one, type="infantry", where="later"))
    late = len(t.s.units) - 1
    t.s.reinforcements.append(Reinforcement(t.one, 1, [late]))
    cut = t.put(t.one, "infantry", "A8", isolated=True)
    for square, face in (("A7", "N"), ("B7", "W"), ("B8", "W")):
        t.put(t.two, "infantry", square, face)
    t.s.stage, t.s.period = "night", "night"
    # attrition (no stockpile for it), recovery, flags and points, momentum, reinforcements
    assert t.run(nights.night(t.g), PASS, ("rally", 0), t.sq("C1"), 0, dice=(1,)) is None
    told = [event.rule.removeprefix("napalini.") for event in t.match.events]
    steps = ["8.attrition.throw", "9.rally", "8.flag.change", "8.vp.objective", "8.momentum", "8.reinforcements.where"]
    assert [told.index(rule) for rule in steps] == sorted(told.index(rule) for rule in steps)
    assert t.g.unit(cut).step == 1 and t.g.unit(tired).step == 1 and t.g.unit(late).at == t.sq("C1")
    assert t.s.flags[0] == t.one and t.g.camp(t.one).vp["objectives"] == 1


@pytest.mark.rule("napalini.8.attrition.order")
def test_supply_of_the_sd_is_judged_after_the_so_has_starved():
    """An SO unit that attrition exhausts has no zone any more and may have opened the way of the SD."""
    t = Table()
    t.g.camp(t.one).stockpiles = t.g.camp(t.two).stockpiles = 0
    jailer = t.put(t.one, "infantry", "C7", "N", step=1, isolated=True)
    prisoner = t.put(t.two, "infantry", "A8", isolated=True)
    for square, face in (("A6", "N"), ("B6", "N")):
        t.put(t.one, "infantry", square, face)
    for square, face in (("C6", "N"), ("D6", "W"), ("D8", "W"), ("D7", "W"), ("B5", "N")):
        t.put(t.two, "infantry", square, face)
    assert {jailer} <= isolated_units(t.g, t.one) and prisoner in isolated_units(t.g, t.two)
    t.s.stage, t.s.period = "night", "night"
    t.run(nights.night(t.g), dice=(1,))  # the jailer is exhausted; the prisoner does not throw
    assert t.g.unit(jailer).step == 2 and t.g.unit(prisoner).step == 0 and not t.g.unit(prisoner).isolated


@pytest.mark.rule("napalini.9.restore")
def test_a_restored_squadron_is_deducted_again():
    from grognard.games.napalini.air import superiority

    t = Table()
    k = t.fly(t.one, "bomber", step=2)
    superiority.hurt(t.g, k)
    lost = t.g.camp(t.two).eliminated
    assert t.s.air[k].out and lost > 0
    t.run(nights.recovery(t.g, t.one), ("restore squadron", k))
    assert not t.s.air[k].out and t.s.air[k].step == 1 and t.g.camp(t.two).eliminated == 0


@pytest.mark.rule("napalini.9.rally")
def test_three_squadrons_are_rallied():
    t = Table()
    planes = [t.fly(t.one, "fighter", step=2) for _ in range(4)]
    t.run(nights.recovery(t.g, t.one), ("rally", -1), planes[3], planes[1], planes[0])
    assert [t.s.air[k].step for k in planes] == [1, 1, 2, 1]


@pytest.mark.rule("napalini.8.reinforcements.limits")
def test_reinforcements_that_came_and_found_no_place_throw_no_more():
    t = Table()
    n = t.put(t.one, "infantry", "A1", where="later")
    t.g.unit(n).at = -1
    group = Reinforcement(t.one, 1, [n], arrives_on=4)
    t.s.reinforcements.append(group)
    t.g.camp(t.one).stockpiles = 0
    t.run(nights.reinforcements(t.g, t.one), dice=(3,))
    assert group.missing
    blockers = [t.put(t.two, "infantry", square, "S") for square in ("A2", "C2")]
    t.run(nights.reinforcements(t.g, t.one), dice=(4,))
    assert t.g.unit(n).where == "later" and not group.missing
    for m in blockers:
        t.s.units[m].where = "out"
    t.run(nights.reinforcements(t.g, t.one), t.sq("C1"), 0)
    assert t.g.unit(n).at == t.sq("C1")


@pytest.mark.rule("napalini.9.rally", "napalini.9.uses", "napalini.9.start")
def test_rally():
    t = Table()
    units = [t.put(t.one, "infantry", "C2", step=2) for _ in range(2)]
    cut = t.put(t.one, "infantry", "C4", step=2)
    t.put(t.two, "infantry", "C4")
    t.run(nights.recovery(t.g, t.one), ("rally", 0), ...)
    assert all(t.g.unit(n).step == 1 for n in units) and t.g.unit(cut).step == 2
    assert t.g.camp(t.one).stockpiles == 2
    assert nights.may_rally(t.g, t.one, 0).rule == "napalini.9.uses"


@pytest.mark.rule("napalini.9.restore")
def test_restore():
    t = Table()
    n = t.put(t.one, "infantry", "C2")
    t.g.take_out(n, "out")
    assert t.g.camp(t.two).eliminated == 2
    t.run(nights.recovery(t.g, t.one), ("restore", n))
    assert t.g.unit(n).step == 1 and t.g.unit(n).where == "later" and t.g.camp(t.two).eliminated == 0
    fort = t.put(t.one, "po", "C2", where="out")
    assert fort not in nights.restorable(t.g, t.one)


@pytest.mark.rule("napalini.8.reinforcements.where", "napalini.8.reinforcements.limits")
def test_reinforcements():
    t = Table()
    n = t.put(t.one, "infantry", "A1", where="later")
    t.g.unit(n).at = -1
    t.s.reinforcements.append(Reinforcement(t.one, 1, [n]))
    t.g.camp(t.one).stockpiles = 0
    t.run(nights.reinforcements(t.g, t.one), t.sq("C1"), 0)
    assert labels(t, t.asked[0].options) == {"A1", "C1"}  # the HQ and the source
    assert t.g.unit(n).at == t.sq("C1") and not t.g.unit(n).revealed
    m = t.put(t.one, "infantry", "A1", where="later")
    t.put(t.two, "infantry", "C2")
    zone = {t.sq("C1")}
    assert nights.may_reinforce(t.g, m, t.sq("C1"), zone, set()).rule == "napalini.8.reinforcements.limits"
    assert nights.may_reinforce(t.g, m, t.sq("D4"), set(), set()).rule == "napalini.8.reinforcements.where"


@pytest.mark.rule("napalini.9.rush")
def test_rushing_reinforcements():
    t = Table()
    n = t.put(t.one, "infantry", "A1", where="later")
    t.s.reinforcements.append(Reinforcement(t.one, 2, [n]))
    t.run(nights.reinforcements(t.g, t.one), 0, t.sq("C1"), 0)
    assert t.g.unit(n).where == "table" and t.g.camp(t.one).stockpiles == 2


@pytest.mark.rule("napalini.9.captured")
def test_a_captured_depot_ends_the_stockpiles():
    t = Table()
    depot = t.put(t.one, "supply_depot", "C2", formation=-1)
    assert t.g.can_spend(t.one)
    t.g.take_out(depot, "captured")
    assert not t.g.can_spend(t.one)


@pytest.mark.rule("napalini.11.depot-losses", "napalini.11.two-losses")
def test_losses_of_a_depot():
    from grognard.games.napalini.combat.losses import give_loss

    t = Table()
    depot = t.put(t.one, "supply_depot", "C2", formation=-1)
    for left in (2, 1, 1):
        give_loss(t.g, depot)
        assert t.g.camp(t.one).stockpiles == left
    bleeding = Table(options={"depots_bleed_without_limit": True})
    depot = bleeding.put(bleeding.one, "supply_depot", "C2", formation=-1)
    for _ in range(3):
        give_loss(bleeding.g, depot)
    assert bleeding.g.camp(bleeding.one).stockpiles == 0


@pytest.mark.rule("napalini.9.aftermath")
def test_the_aftermath_of_a_captured_depot():
    t = Table(options={"campaign": True})
    t.g.camp(t.one).depot_taken = True
    t.call(nights.aftermath, t.g, dice=(6, 3, 1))
    event = t.match.events[-1]
    assert event.rule == "napalini.9.aftermath" and (event.facts["a"], event.facts["b"], event.facts["c"]) == (1, 1, 1)


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
    t.run(works.allocate(t.g, 0), task, "done")
    for _ in range(periods):
        works.progress(t.g, t.one)


@pytest.mark.rule("napalini.12.engineers.allocate", "napalini.12.engineers.progress", "napalini.12.engineers.bridge", "napalini.4.action.engineers")
def test_building_a_bridge():
    t, _n = pioneers()
    edge = t.g.static.edges.edge_named("B3|B4")
    t.run(hq_actions.execute(t.g, action("engineering", 0, 0)), ("build-bridge", t.sq("B3"), edge), "done")
    assert t.g.army(0).engineers == 2 and t.g.army(0).actions == 0
    works.progress(t.g, t.one)
    assert not bridged(t.g, t.sq("B3"), t.sq("B4"), "T")
    works.progress(t.g, t.one)
    assert bridged(t.g, t.sq("B3"), t.sq("B4"), "T") and not bridged(t.g, t.sq("B3"), t.sq("B4"), "Ra")
    assert t.g.army(0).engineers == 3


def test_work_is_lost_with_the_square():
    t, n = pioneers()
    edge = t.g.static.edges.edge_named("B3|B4")
    work(t, "build-bridge", t.sq("B3"), edge, periods=1)
    t.g.unit(n).at = t.sq("A1")
    t.put(t.two, "infantry", "B3")
    works.progress(t.g, t.one)
    assert t.s.tasks == [] and t.g.army(0).engineers == 2


@pytest.mark.rule("napalini.12.engineers.ferry")
def test_a_ferry():
    from grognard.games.napalini.movement import moves

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
    t.run(works.allocate(t.g, 1), ("prepare-demolition", t.sq("C4"), t.s.bridges[0].edge), "done")
    works.progress(t.g, t.two)
    assert t.s.bridges[0].charges == t.two and t.s.bridges[0].end == t.sq("C4")
    enemy = t.put(t.one, "infantry", "C3")
    works.keep_charges(t.g)
    assert t.s.bridges[0].charges
    t.g.unit(n).at, t.g.unit(enemy).at = t.sq("C6"), t.sq("C4")
    works.keep_charges(t.g)
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
    assert works.may_demolish(t.g, t.two, bridge).rule == "napalini.12.demolition"  # nobody there
    t.put(t.two, "infantry", "C4")
    t.run(hq_actions.execute(t.g, action("demolition", 1, 0)), dice=(2, 2))  # the message passes by wire; 2: nothing happens
    assert bridge.intact and bridge.charges
    t.g.round.kinds.clear()
    t.run(hq_actions.execute(t.g, action("demolition", 1, 0)), dice=(2, 3))
    assert not bridge.intact
    bridge.intact, bridge.charges = True, t.two
    t.call(works.blow, t.g, bridge, t.two, 0, "napalini.12.demolition", dice=(1,))
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
    t.run(detachments.send_brandenburgers(t.g, t.one), t.sq("C4"), dice=(2,))
    assert t.g.camp(t.one).brandenburgers == 0 and t.g.camp(t.one).lost_brandenburgers == 1


# ------------------------------------------------------------------ ships


@pytest.mark.rule("napalini.A.ships", "napalini.A.archie")
def test_named_ships():
    from grognard.games.napalini.deployment.scenario import read

    data = scenario(ground=WATER)
    data["formation"][0]["units"] += [{"type": "gunboat", "ship": "hms_severn", "at": "A4"}, {"type": "gunboat", "ship": "sms_sava", "at": "A4"}]
    units = {u.type: u for u in read(data, {})[1].units}
    assert units["hms_severn"].quality == "good" and units["sms_sava"].quality == "average"
    assert units["sms_sava"].archie and not units["hms_severn"].archie


@pytest.mark.rule("napalini.A.aurora")
def test_the_auroras_plane():
    from grognard.games.napalini.air import superiority
    from grognard.games.napalini.deployment.scenario import read

    data = scenario(ground=WATER)
    data["formation"][0]["units"].append({"type": "gunboat", "ship": "aurora", "at": "A4"})
    state = read(data, {})[1]
    assert [(p.type, p.quality) for p in state.air] == [("observation", "good")]
    t = Table(ground=WATER)
    ship = t.put(t.one, "aurora", "A4")
    k = t.fly(t.one, "observation", carrier=ship, mission="observe")
    t.g.take_out(ship, "out")
    assert not t.s.air[k].out
    superiority.go_home(t.g, k)
    assert t.s.air[k].out


@pytest.mark.rule("napalini.A.paraguay", "napalini.A.landing-craft")
def test_vessels_that_carry_one():
    t = Table(ground=WATER)
    para, boats, lct = t.put(t.one, "arp_paraguay", "B4"), t.put(t.one, "higgins_boats", "B4"), t.put(t.one, "lct", "B4")
    assert [transport.capacity(t.g, n) for n in (para, boats, lct)] == [1, 1, 1]
    man, tank = t.put(t.one, "infantry", "B4"), t.put(t.one, "light_tanks", "B4")
    assert transport.may_carry(t.g, boats, man) is None
    assert transport.may_carry(t.g, boats, tank).rule == "napalini.A.landing-craft"
    assert transport.may_carry(t.g, lct, tank) is None
    t.round(t.one, [boats, man])
    transport.load(t.g, man, boats)
    t.put(t.two, "infantry", "B5")
    assert t.sq("B5") in transport.beaches(t.g, boats, man)  # landing as an attack
    t.round(t.one, [boats])
    t.run(transport.unload(t.g, boats), (man, t.sq("B5")))
    assert t.g.round.queue == [t.sq("B5")]


@pytest.mark.rule("napalini.A.landing-craft", "napalini.3.ambush")
def test_a_landing_may_be_ambushed_and_heavy_units_need_their_ground():
    t = Table(rows(B5="F"), ground=WATER)
    boat, man = t.put(t.one, "higgins_boats", "B4"), t.put(t.one, "infantry", "B4")
    t.round(t.one, [boat, man])
    transport.load(t.g, man, boat)
    t.g.round.loaded.clear()
    enemy = t.put(t.two, "infantry", "B5", revealed=False)
    t.run(transport.unload(t.g, boat), (man, t.sq("B5")), enemy, ..., dice=(6, 1, 1))
    assert t.g.unit(man).at == t.sq("B5") and t.g.unit(man).step == 1 and t.g.unit(enemy).revealed
    lct, tank = t.put(t.one, "lct", "B4"), t.put(t.one, "heavy_tanks", "B4")
    assert t.sq("B5") not in transport.beaches(t.g, lct, tank) and t.sq("A5") in transport.beaches(t.g, lct, tank)


@pytest.mark.rule("napalini.2.transport.load")
def test_a_transport_that_loaded_makes_no_transit_move_and_one_that_stays_may_unload():
    t = Table(ground=WATER)
    ship, man = t.put(t.one, "troop_transport", "B4"), t.put(t.one, "infantry", "B4")
    t.round(t.one, [ship, man])
    seen = paths.enemy_view(t.g, t.one)
    assert paths.may_transit(t.g, ship, seen) is None
    t.run(moves.act(t.g, [man]), ("load", ship))
    assert paths.may_transit(t.g, ship, seen).rule == "napalini.2.transport.load"
    assert transport.passengers_to_land(t.g, ship) == []  # loading is its whole activity
    t.round(t.one, [ship])
    assert paths.may_transit(t.g, ship, seen) is None
    t.run(moves.act(t.g, [ship]), "stay", (man, t.sq("B4")), 0)
    assert t.g.unit(man).where == "table"


@pytest.mark.rule("napalini.2.transport.load")
def test_an_hq_goes_ashore_by_its_hq_action():
    t = Table(ground=WATER)
    ship, hq = t.put(t.one, "troop_transport", "B4"), t.g.hq(0)
    t.g.unit(hq).where, t.g.unit(hq).carrier, t.g.unit(hq).at = "aboard", ship, -1
    t.g.army(0).actions = 1
    t.round(t.one, [ship], step="actions", aoo=t.sq("B4"))
    assert transport.passengers_to_land(t.g, ship) == []
    t.run(hq_actions.execute(t.g, action("move-hq", 0, (0, ASHORE))))
    assert ("move-hq", 0, (0, ASHORE)) not in plain(hq_orders.offers(t.g))
    t.run(moves.act(t.g, [ship]), "stay", (hq, t.sq("B4")), 0)
    assert t.g.unit(hq).at == t.sq("B4") and t.g.army(0).actions == 0


@pytest.mark.rule("napalini.A.unarmed")
def test_the_pilar():
    from grognard.games.napalini.combat.losses import give_loss

    t = Table(ground=WATER)
    n = t.put(t.one, "pilar", "B4")
    t.put(t.two, "infantry", "B4")
    give_loss(t.g, n)
    assert t.g.unit(n).where == "captured" and t.g.fl(n)


# ------------------------------------------------------------------ barrages


def gunline(**more) -> tuple[Table, int, int]:
    t = Table(**more)
    gun = t.put(t.one, "field_artillery", "C2", fired=True)
    d = t.put(t.two, "infantry", "C4")
    t.g.army(0).actions = t.g.army(1).actions = 1
    return t, gun, d


@pytest.mark.rule("napalini.11.barrage", "napalini.11.barrage.cost", "napalini.11.barrage.normal", "napalini.11.barrage.losses", "napalini.4.action.barrage", "napalini.9.barrage")
def test_a_barrage():
    t, gun, d = gunline()
    t.round(t.one, step="actions")
    t.g.army(1).actions = 0
    t.run(hq_actions.execute(t.g, action("barrage", 0, 0)), ((gun, "sees", -1), t.sq("C4")), dice=(6, 6), draws=([d],))
    assert t.g.unit(d).step == 1 and t.g.camp(t.one).stockpiles == 2
    assert t.g.unit(gun).fired  # no marker given or removed
    t.g.round.step = "move"
    assert barrage.may_barrage(t.g, t.one, 0).rule == "napalini.11.barrage.normal"
    t.g.round.step = "actions"
    assert barrage.may_barrage(t.g, t.one, 0) is None
    t.g.camp(t.one).stockpiles = 0
    assert barrage.may_barrage(t.g, t.one, 0).rule == "napalini.11.barrage.cost"


@pytest.mark.rule("napalini.11.barrage.simultaneous")
def test_every_target_is_fixed_before_the_first_die():
    t, gun, d = gunline()
    second = t.put(t.one, "field_artillery", "D2")
    other = t.put(t.two, "infantry", "D4")
    t.g.army(1).actions = 0
    t.round(t.one, step="actions")
    at = {}
    procedure = barrage.shell(t.g, 0)
    first = next(procedure)
    at[1] = sum(event.kind == "roll" for event in t.match.events)
    procedure.send(Shells(Way(gun, How.SEES), t.sq("C4")))
    at[2] = sum(event.kind == "roll" for event in t.match.events)
    procedure.close()
    assert at[1] == at[2] and first.rule == "napalini.11.barrage.simultaneous"
    t.run(barrage.shell(t.g, 0), ((gun, "sees", -1), t.sq("C4")), ((second, "sees", -1), t.sq("D4")), dice=(6, 6, 1, 1))
    assert d >= 0 and other >= 0


@pytest.mark.rule("napalini.11.barrage.fireplan")
def test_several_stockpiles_on_the_opening_barrage():
    t, gun, d = gunline()
    t.g.camp(t.two).stockpiles = 0
    t.s.round = None
    way = ((gun, "sees", -1), t.sq("C4"))
    t.run(barrage.opening(t.g), 0, way, 0, way, PASS, dice=(6, 6, 6, 6), draws=([d], [d]))
    assert t.g.unit(d).step == 2 and t.g.camp(t.one).stockpiles == 1  # two barrages, each a total of its own


@pytest.mark.rule("napalini.11.barrage.counter")
def test_a_counter_barrage():
    t, gun, _d = gunline()
    answer = t.put(t.two, "heavy_artillery", "C6")
    t.put(t.two, "infantry", "C3", "N")
    t.round(t.one, step="actions")
    t.run(barrage.counter(t.g, t.two), 1, ..., dice=(2, 6, 1, 1), draws=([gun],))
    assert t.g.camp(t.two).stockpiles == 2 and t.g.army(1).actions == 0
    assert t.g.unit(gun).step == 1 or t.g.unit(gun).where == "out"
    assert answer >= 0


@pytest.mark.rule("napalini.11.barrage.opening", "napalini.11.barrage.fireplan", "napalini.11.barrage.after-opening", "napalini.11.barrage.targets")
def test_the_opening_barrage():
    t, gun, d = gunline(rows=rows(C4="B"))
    t.g.camp(t.two).stockpiles = 0
    t.s.round = None
    assert plain(barrage.targets(t.g, gun)) == (((gun, "map", -1), t.sq("C4")),)  # any feature, without designation
    way = ((gun, "map", -1), t.sq("C4"))
    t.run(barrage.opening(t.g), 0, way, PASS, dice=(6,), draws=([d],))
    assert t.g.camp(t.one).opening_barrage and t.g.camp(t.one).stockpiles == 2 and t.g.camp(t.one).designated == []
    t.round(t.one, step="actions")
    assert barrage.may_barrage(t.g, t.one, 0).rule == "napalini.11.barrage.after-opening"
    t.s.rounds = 1
    assert barrage.may_barrage(t.g, t.one, 0) is None


# ------------------------------------------------------------------ paratroops and air supply


@pytest.mark.rule("napalini.11.para.drop")
def test_a_paratroop_drop():
    t = Table(options={"air_landing": True})
    n = t.put(t.one, "paratroops", "A1", where="later")
    t.round(t.one)
    t.run(strike.parachute(t.g, t.one, t.sq("C6")), 0, dice=(3,))
    assert t.g.unit(n).at == t.sq("C6") and not t.g.unit(n).prepared
    m = t.put(t.one, "paratroops", "A1", where="later", revealed=False)
    t.run(strike.parachute(t.g, t.one, t.sq("D6")), 6, dice=(1,), draws=([0],))  # to the north
    assert t.g.unit(m).at == t.sq("D7") and t.g.unit(m).step == 1 and t.g.unit(m).facing == 6 and t.g.unit(m).known
    off = [t.put(t.one, "paratroops", "A1", where="later") for _ in range(2)]
    t.run(strike.parachute(t.g, t.one, t.sq("A8")), off[1], dice=(2,), draws=([7],))  # off the table
    assert t.g.unit(off[1]).where == "out"
    t.put(t.two, "infantry", "F7")
    t.run(strike.parachute(t.g, t.one, t.sq("F6")), dice=(2,), draws=([0],))  # among enemies
    assert t.g.unit(off[0]).where == "out"
    town = Table(rows(C6="B"), options={"air_landing": True})
    assert town.sq("C6") not in strike.landing_squares(town.g, town.one)


@pytest.mark.rule("napalini.11.para.supply")
def test_air_supply():
    t, (n,) = surrounded()
    t.round(t.one)
    k = t.fly(t.one, "skytrain")
    gun = t.put(t.one, "field_artillery", "A8", fired=True)
    t.run(strike.mission(t.g, Sortie(k, Mission.SUPPLY, t.sq("A8"))))
    t.g.camp(t.one).stockpiles = 0
    t.g.unit(n).isolated = t.g.unit(gun).isolated = True
    assert n in isolated_units(t.g, t.one)  # it counts at the next reset and the next attrition phase only
    phase.reset(t.g, t.one)
    assert not t.g.unit(gun).fired
    t.run(nights.attrition(t.g, t.one))
    nights.mark_isolation(t.g, t.one)
    assert t.g.unit(n).step == 0 and not t.g.unit(n).isolated
    t.g.unit(n).isolated, t.g.unit(gun).fired = True, True
    phase.reset(t.g, t.one)
    t.run(nights.attrition(t.g, t.one), dice=(1,))
    assert t.g.unit(n).step == 1 and t.g.unit(gun).fired


@pytest.mark.rule("napalini.3.deploy.prepared")
def test_the_sd_may_start_prepared():
    from grognard.games.napalini.deployment import setup

    t = Table(head={"free_setup": True})
    t.s.stage, t.s.setup = "objectives", "place"
    a, b = t.put(t.two, "infantry", "C6"), t.put(t.two, "infantry", "C6")
    t.put(t.one, "infantry", "C2")
    t.run(setup.rearrange(t.g, t.two, None, "napalini.3.deploy.fixed", "?"), ("prepare", t.sq("C6")), b, "done")
    assert t.g.unit(a).prepared and t.g.unit(b).prepared and t.g.all_round(t.sq("C6"), t.two)
    t.run(setup.rearrange(t.g, t.one, 40, "napalini.3.deploy.fixed", "?"), "done")
    assert not any(isinstance(value, Ready) for value in t.asked[0].options)
