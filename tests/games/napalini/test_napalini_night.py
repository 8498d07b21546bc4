"""Chapters 8 and 9: attrition, victory, the whole night, stockpiles."""

from __future__ import annotations

import pytest
from napalini_table import Table, table
from test_napalini_table import labels, rows

from grognard.games.napalini.night import nights
from grognard.games.napalini.state import Reinforcement, Unit
from grognard.games.napalini.supply.lines import isolated_units
from grognard.games.napalini.victory import score
from grognard.kernel import PASS

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
    t.g.camp(t.one).starving, t.g.unit(n).step = [t.sq("A8")], 2
    t.run(nights.attrition(t.g, t.one))
    assert t.g.unit(n).step == 2


@pytest.mark.rule("napalini.9.no-attrition")
def test_a_stockpile_against_attrition():
    t, (n,) = surrounded()
    t.g.camp(t.one).starving = [t.sq("A8")]
    t.run(nights.attrition(t.g, t.one), 0)
    assert t.g.unit(n).step == 0 and t.g.camp(t.one).stockpiles == 2


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
    cut = t.put(t.one, "infantry", "A8")
    t.g.camp(t.one).starving = [t.sq("A8")]
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
    jailer = t.put(t.one, "infantry", "C7", "N", step=1)
    prisoner = t.put(t.two, "infantry", "A8")
    t.g.camp(t.one).starving, t.g.camp(t.two).starving = [t.sq("C7")], [t.sq("A8")]
    for square, face in (("A6", "N"), ("B6", "N")):
        t.put(t.one, "infantry", square, face)
    for square, face in (("C6", "N"), ("D6", "W"), ("D8", "W"), ("D7", "W"), ("B5", "N")):
        t.put(t.two, "infantry", square, face)
    assert {jailer} <= isolated_units(t.g, t.one) and prisoner in isolated_units(t.g, t.two)
    t.s.stage, t.s.period = "night", "night"
    t.run(nights.night(t.g), dice=(1,))  # the jailer is exhausted; the prisoner does not throw
    assert t.g.unit(jailer).step == 2 and t.g.unit(prisoner).step == 0 and not t.g.camp(t.two).starving


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
    theirs = t.put(t.two, "infantry", "C6", where="out")
    assert nights.restorable(t.g, t.one) == [] and nights.restorable(t.g, t.two) == [theirs] and fort != theirs


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


@pytest.mark.rule("napalini.8.attrition.mark", "napalini.8.attrition.check")
@pytest.mark.parametrize(
    ("with_units", "stays", "leaves"),
    [(False, 1, 0), (True, 0, 1)],
)
def test_isolation_markers_stay_on_their_squares(with_units, stays, leaves):
    """Who leaves the square leaves the marker, who has joined it tests: with the switch of R86 the other way round."""
    t = Table(options={"isolation_goes_with_units": with_units})
    t.g.camp(t.one).stockpiles = 0
    old = t.put(t.one, "infantry", "A8")
    for square, face in (("A6", "N"), ("B6", "N"), ("C6", "N"), ("C7", "W"), ("C8", "W")):
        t.put(t.two, "infantry", square, face)
    nights.mark_isolation(t.g, t.one)
    t.g.unit(old).at = t.sq("B8")  # isolated too, but without a marker
    new = t.put(t.one, "infantry", "A8")
    t.run(nights.attrition(t.g, t.one), dice=(1,))
    assert (t.g.unit(new).step, t.g.unit(old).step) == (stays, leaves)


@pytest.mark.rule("napalini.9.aftermath")
@pytest.mark.parametrize(("campaign", "dice"), [(False, ()), (True, (5, 3, 2))])
def test_what_becomes_of_a_captured_depot_matters_in_campaigns_only(campaign, dice):
    t = table(options={"campaign": campaign})
    t.g.camp(t.two).depot_taken, t.g.camp(t.two).stockpiles = True, 3
    t.call(nights.aftermath, t.g, dice=dice)
    assert t.told("evacuated") == campaign
