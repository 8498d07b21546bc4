"""Chapter Forming Groups, and wheels, slides, columns and frontage as in DBA."""

import pytest

from games.dbms.conftest import at, battle, box, offered, refused, state
from grognard.games.dbms.movement.group_plans import GroupMove, GroupStep, plan_group
from grognard.games.dbms.movement.groups import column_order, components, linked, may_form
from grognard.kernel import PASS

GE = ("red GE 520 560 0", "blue GE 520 60 180")
LINE = ("red IN 260 400 0", "red IN 300 400 0", "red IN 340 400 0")
COLUMN = ("red RE 300 400 0", "red TA 300 440 0", "red TA 300 480 0")


def plan(m, members, *steps, **more):
    made = tuple(GroupStep(kind, by) if not isinstance(by, dict) else GroupStep(kind, **by) for kind, by in steps)
    return plan_group(m.g, "red", GroupMove(tuple(members), made, **more))


def rules(found):
    return [refusal.rule for refusal in found.refusals]


def ends(found):
    return {n: tuple(round(v / 100, 1) for v in pose) for n, pose in found.ends.items()}


@pytest.mark.rule("dbms.dba.8")
def test_a_group_is_linked_edge_to_edge_with_corners_level():
    m = battle(*LINE, *GE)
    assert linked(m.g, 0, 1)
    assert components(m.g, "red") == [[0, 1, 2]]
    askew = battle("red IN 260 400 0", "red IN 300 403 0", *GE)
    assert may_form(askew.g, "red", (0, 1)).rule == "dbms.dba.8", "3 mm out of level"
    turned = battle("red IN 260 400 0", "red IN 302 400 5", *GE)
    assert may_form(turned.g, "red", (0, 1)).rule == "dbms.dba.8"
    close = battle("red IN 260 400 0", "red IN 301 401 1", *GE)
    assert may_form(close.g, "red", (0, 1)) is None, "within 2 mm and 2 degrees"
    depths = battle("red IN 260 400 0", "red TA 300 400 0", *GE)
    assert linked(depths.g, 0, 1), "level at the front"


@pytest.mark.rule("dbms.groups.1")
def test_a_group_moves_for_one_pip_and_once():
    m = battle(*LINE, "red IN 100 100 0", *GE)
    m.choose(("group",))
    m.choose({"members": [0, 1, 2], "steps": [{"kind": "ahead", "by": 5000}]})
    assert state(m).pips["red"] == 5
    assert [at(m, n) for n in (0, 1, 2)] == [(260, 350, 0), (300, 350, 0), (340, 350, 0)]
    m.choose(PASS, "blue")
    with refused("dbms.pips.8"):
        m.choose(("move", 0))


@pytest.mark.rule("dbms.groups.1", "dbms.groups.4")
def test_a_group_is_pointed_at_and_led_by_its_guide():
    m = battle(*LINE, "red IN 100 100 0", "blue TA 560 300 180", *GE)
    assert {("group", n, *(o for o in range(3) if o != n)) for n in range(3)} <= set(offered(m))
    m.choose(("group", 1, 0, 2))
    view = m.view("red").decision
    assert view.piece == "e1" and view.along == ["e0", "e2"]
    assert all(option.value["to"] for option in view.options[:2]), "suggestions are shown as poses of the guide"
    straight = {"members": [1, 0, 2], "to": [[30000, 35000, 0]]}
    assert m.why_not(straight) is None
    aside = m.why_not({"members": [1, 0, 2], "to": [[30500, 36500, 0]]})
    assert aside.rule == "dbms.groups.4" and aside.facts["fix"] == (30000, 36500, 0), "no slide without contact"
    back = m.why_not({"members": [1, 0, 2], "to": [[30000, 41000, 0]]})
    assert back.rule == "dbms.groups.3"
    m.choose(straight)
    assert [at(m, n) for n in (0, 1, 2)] == [(260, 350, 0), (300, 350, 0), (340, 350, 0)]
    assert state(m).pips["red"] == 5


@pytest.mark.rule("dbms.dba.6")
def test_the_pose_of_the_guide_tells_a_wheel():
    m = battle(*LINE, *GE)
    wheel = plan(m, (0, 1, 2), ("wheel", 2000))
    led = plan_group(m.g, "red", GroupMove((0, 1, 2), to=(tuple(wheel.ends[0]),)))
    assert not led.refusals and led.used == wheel.used
    assert ends(led) == ends(wheel)


@pytest.mark.rule("dbms.groups.2")
def test_groups_need_good_going():
    m = battle("red TA 260 400 0", "red TA 300 400 0", *GE, terrain=[("soft_ground", box(240, 330, 280, 390))])
    assert rules(plan(m, (0, 1), ("ahead", 3000)))[0] == "dbms.groups.2"
    foot = battle("red IN 260 400 0", "red IN 300 400 0", *GE, terrain=[("soft_ground", box(240, 330, 280, 390))])
    assert not plan(foot, (0, 1), ("ahead", 3000)).refusals


@pytest.mark.rule("dbms.groups.3")
def test_a_group_does_not_go_back():
    m = battle(*LINE, *GE)
    assert rules(plan(m, (0, 1, 2), ("ahead", -1000))) == ["dbms.groups.3"]


@pytest.mark.rule("dbms.dba.6", "dbms.groups.5")
def test_a_wheel_costs_the_arc_of_the_outer_corner():
    m = battle(*LINE, *GE)
    found = plan(m, (0, 1, 2), ("wheel", 2000))
    assert not found.refusals
    assert 4185 <= found.used <= 4195, "120 mm by 20 degrees: 41.9 mm"
    right = found.ends[2]
    assert right.facing == 2000
    too_far = plan(m, (0, 1, 2), ("wheel", 2000), ("ahead", 1500))
    assert rules(too_far) == ["dbms.groups.5"]
    assert too_far.refusals[0].facts["limit"] == 5080


@pytest.mark.rule("dbms.groups.5")
def test_a_group_moves_at_the_pace_of_the_slowest():
    m = battle("red IN 260 400 0", "red TA 300 400 0", *GE)
    assert rules(plan(m, (0, 1), ("ahead", 6000))) == ["dbms.groups.5"]
    assert not plan(m, (0, 1), ("ahead", 5000)).refusals


@pytest.mark.rule("dbms.groups.4")
def test_a_slide_only_into_contact_and_half_a_width_at_most():
    m = battle("red TA 285 360 0", "red TA 325 360 0", "blue TA 300 300 180", *GE)
    found = plan(m, (0, 1), ("ahead", 6000), ("slide", 1500))
    assert not found.refusals
    assert ends(found)[0] == (300, 300, 0)
    assert "dbms.groups.4" in rules(plan(m, (0, 1), ("ahead", 1000), ("slide", 1500))), "not in contact"
    far = battle("red TA 275 360 0", "red TA 315 360 0", "blue TA 300 300 180", *GE)
    assert "dbms.groups.4" in rules(plan(far, (0, 1), ("ahead", 6000), ("slide", 2500)))


@pytest.mark.rule("dbms.groups.6", "dbms.air-moves.3")
def test_aircraft_are_never_grouped():
    m = battle("red FI", *LINE, *GE, patch={"elements": {"0": {"status": "table", "at": [22000, 40000, 0]}}})
    assert may_form(m.g, "red", (0, 1)).rule == "dbms.groups.6"


@pytest.mark.rule("dbms.dba.9", "dbms.dba.10")
def test_a_column_follows_the_track_of_its_leader():
    m = battle(*COLUMN, *GE)
    assert column_order(m.g, (2, 0, 1)) == [0, 1, 2]
    found = plan(m, (0, 1, 2), ("wheel", 3000), ("ahead", 3500))
    assert not found.refusals, found.refusals
    assert found.ends[0].facing == 3000
    assert found.ends[2].facing == 0, "the last is still on the old track"
    line = battle(*LINE, *GE)
    assert column_order(line.g, (0, 1, 2)) is None


@pytest.mark.rule("dbms.dba.8")
def test_a_bent_column_is_still_a_group():
    m = battle(*COLUMN, *GE)
    m.choose(("group",))
    m.choose({"members": [0, 1, 2], "steps": [{"kind": "wheel", "by": 4000}, {"kind": "ahead", "by": 3000}]})
    assert at(m, 0)[2] == 40
    for n in (0, 1, 2):
        m.g.state.elements[n].moves = 0
    assert may_form(m.g, "red", (0, 1, 2)) is None


@pytest.mark.rule("dbms.dba.11")
def test_frontage_is_widened_or_narrowed_by_one_once():
    m = battle("red TA 300 400 0", "red TA 300 440 0", *GE)
    wide = plan(m, (0, 1), ("ahead", 1000), ("widen", {"element": 1, "where": "right"}))
    assert not wide.refusals, wide.refusals
    assert ends(wide) == {0: (300, 390, 0), 1: (340, 390, 0)}
    line = battle("red TA 300 400 0", "red TA 340 400 0", *GE)
    narrow = plan(line, (0, 1), ("ahead", 4000), ("narrow", {"element": 1, "behind": 0}))
    assert not narrow.refusals, narrow.refusals
    assert ends(narrow)[1] == (300, 400, 0)
    twice = plan(line, (0, 1), ("narrow", {"element": 1, "behind": 0}), ("widen", {"element": 1, "where": "left"}))
    assert rules(twice) == ["dbms.dba.11"]


@pytest.mark.rule("dbms.movement-rates.5", "dbms.groups.2")
def test_a_column_uses_the_road():
    road = ("road", [[300, 0], [300, 609]])
    m = battle(*COLUMN, *GE, terrain=[road, ("woods", box(200, 250, 400, 330))])
    found = plan(m, (0, 1, 2), ("road", -15000))
    assert not found.refusals, found.refusals
    assert ends(found)[0] == (300, 250, 0)
    assert ends(found)[1] == (300, 290, 0)


@pytest.mark.rule("dbms.zone-of-control.2")
def test_a_group_in_a_zone_obeys_as_a_whole():
    m = battle("red TA 300 360 0", "red TA 340 360 0", "blue TA 300 300 180", *GE)
    assert not plan(m, (0, 1), ("ahead", 6000)).refusals
    assert "dbms.zone-of-control.2" in rules(plan(m, (0, 1), ("ahead", 3000), ("wheel", 1500)))


@pytest.mark.rule("dbms.dba.3")
def test_one_front_element_of_a_group_lines_up():
    m = battle("red TA 290 360 0", "red TA 330 360 0", "blue TA 300 300 180", *GE)
    assert "dbms.dba.3" in rules(plan(m, (0, 1), ("ahead", 6000)))


@pytest.mark.rule("dbms.breaking-off.1")
def test_a_group_never_breaks_off():
    m = battle("red TA 300 300 0", "red TA 340 300 0", "blue IN 300 300 180", *GE)
    assert may_form(m.g, "red", (0, 1)).rule == "dbms.breaking-off.1"


@pytest.mark.rule("dbms.pips.7", "dbms.element-chart.16")
def test_one_member_out_of_command_or_one_heavy_tank_costs_one_more():
    from grognard.games.dbms.command.pips import move_cost

    m = battle("red TH 300 200 0", "red TH 340 200 0", "red GE 300 560 0", "blue GE 520 60 180")
    assert int(move_cost(m.g, [0, 1])) == 3
    near = battle("red TH 300 400 0", "red TA 340 400 0", "red GE 300 560 0", "blue GE 520 60 180")
    assert int(move_cost(near.g, [0, 1])) == 2


@pytest.mark.rule("dbms.entrenchment.2")
def test_a_group_digs_in_for_two_pips():
    m = battle(*LINE, *GE, terrain=[("marsh", box(230, 380, 280, 430))])
    m.choose(("dig",))
    m.choose({"members": [0, 1, 2]})
    assert state(m).pips["red"] == 4
    assert all(state(m).elements[n].entrenched for n in (0, 1, 2))


@pytest.mark.rule("dbms.unloading.2")
def test_members_change_form_for_a_pip_each():
    m = battle("red IN 260 400 0 sf/sw loaded", "red IN 300 400 0 sf/sw loaded", *GE)
    m.choose(("group",))
    m.choose({"members": [0, 1], "steps": [{"kind": "ahead", "by": 8000}], "change": [0, 1]})
    assert state(m).pips["red"] == 3
    assert [m.g.loaded(n) for n in (0, 1)] == [False, False]


@pytest.mark.rule("dbms.bases.4")
def test_a_garrison_that_moves_with_a_group_leaves_the_base():
    base = {"owner": "red", "points": box(260, 380, 340, 460), "garrison": 0}
    m = battle("red IN 300 410 0", "red IN 340 410 0", "red IN 380 410 0", *GE, base=base)
    m.choose(("group",))
    m.choose({"members": [0, 1, 2], "steps": [{"kind": "ahead", "by": 3000}]})
    assert state(m).fort.garrison == -1


def test_where_everybody_would_stand_is_shown_while_a_group_is_dragged():
    """The ghosts of a decision are the ends of the plan: of a column too, which bends behind its head."""
    m = battle(*COLUMN, *GE)
    m.choose(("group", 0, 1, 2))
    value = {"members": [0, 1, 2], "steps": [{"kind": "wheel", "by": 3000}, {"kind": "ahead", "by": 3000}]}
    found = plan(m, (0, 1, 2), ("wheel", 3000), ("ahead", 3000))
    shown = m.decision.ghosts(value)
    assert [(one.piece, one.x, one.y, one.facing) for one in shown] == [
        (f"e{n}", pose.x, pose.y, pose.facing / 100) for n, pose in found.ends.items()
    ]
    assert len({one.facing for one in shown}) > 1
    assert m.decision.ghosts({"members": "nobody"}) == []


@pytest.mark.rule("dbms.element-chart.20")
def test_a_second_move_only_alone_or_among_reconnaissance():
    """dbms.R84: a group in which one has moved is a group of RE that all qualify."""
    for other, fine in (("TA", False), ("RE", True)):
        m = battle("red RE 300 400 0", f"red {other} 340 400 0", *GE, patch={"elements": {"0": {"moves": 1}}})
        refusal = may_form(m.g, "red", [0, 1])
        assert (refusal is None) is fine
        assert fine or refusal.rule == "dbms.element-chart.20"


@pytest.mark.rule("dbms.dba.11")
def test_who_changes_place_moves_within_its_own_allowance():
    m = battle("red IN 300 400 0", "red IN 300 420 0", "red IN 300 440 0", *GE)
    assert not plan(m, (0, 1), ("widen", {"element": 1, "where": "right"})).refusals, "44.7 mm of 50.8"
    far = plan(m, (0, 1, 2), ("widen", {"element": 2, "where": "right"}))
    assert rules(far) == ["dbms.groups.5"], "the last of three would move 56.6 mm"


@pytest.mark.rule("dbms.entrenchment.4")
def test_a_group_that_stands_keeps_its_trenches_and_one_that_moves_does_not():
    line = ("red IN 260 400 0 entrenched", "red IN 300 400 0 entrenched", *GE)
    m = battle(*line)
    m.choose(("group",))
    m.choose({"members": [0, 1]})
    assert state(m).elements[0].entrenched and not state(m).elements[0].shifted
    m = battle(*line)
    m.choose(("group",))
    m.choose({"members": [0, 1], "steps": [{"kind": "ahead", "by": 100}]})
    assert not state(m).elements[0].entrenched


@pytest.mark.rule("dbms.dba.11")
def test_a_bent_column_does_not_widen():
    m = battle(*COLUMN, *GE)
    m.choose(("group",))
    m.choose({"members": [0, 1, 2], "steps": [{"kind": "wheel", "by": 4000}, {"kind": "ahead", "by": 3000}]})
    for n in (0, 1, 2):
        m.g.state.elements[n].moves = 0
    bent = plan(m, (0, 1, 2), ("widen", {"element": 2, "where": "right"}))
    assert [refusal.rule for refusal in bent.refusals] == ["dbms.dba.11"]
    straight = plan(battle(*COLUMN, *GE), (0, 1, 2), ("widen", {"element": 2, "where": "right"}))
    assert not [refusal for refusal in straight.refusals if refusal.rule == "dbms.dba.11"]


@pytest.mark.rule("dbms.groups.2", "dbms.engineers.5")
def test_behind_engineers_a_column_passes_mines_and_no_other_bad_going():
    trucks = ("red IE 300 400 0 sf/sw loaded", "red IN 300 440 0 sf/sw loaded")
    mines, soft = ("minefield", box(260, 385, 340, 440)), ("soft_ground", box(260, 300, 340, 380))
    for by, rule in ((2000, []), (2100, ["dbms.groups.2"])):
        m = battle(*trucks, "red IN 100 400 0", *GE, terrain=[mines, soft])
        m.choose(("group",))
        found = m.decision.refusals({"members": [0, 1], "steps": [{"kind": "ahead", "by": by}]})
        assert [one.rule for one in found] == rule, f"{by / 100} mm, the soft ground begins after 20"


@pytest.mark.rule("dbms.groups.1")
def test_a_group_names_each_of_its_members_once():
    m = battle(*LINE, *GE)
    m.choose(("group",))
    assert m.why_not({"members": [0, 0], "steps": [{"kind": "ahead", "by": 1000}]}).rule == "dbms.groups.1"
    assert m.why_not({"members": [0], "steps": [{"kind": "ahead", "by": 1000}]}).rule == "dbms.groups.1"
    assert m.why_not({"members": [0, 1], "steps": [{"kind": "ahead", "by": 1000}]}) is None


@pytest.mark.rule("dbms.movement-rates.5")
def test_the_whole_column_must_be_on_the_road():
    """The road leaves the second of two to the right."""
    for points, rules in (([[300, 0], [300, 609.6]], []), ([[300, 0], [300, 420], [420, 609.6]], ["dbms.movement-rates.5"])):
        m = battle("red TA 300 400 0", "red TA 300 440 0", *GE, terrain=[("road", points)])
        m.choose(("group",))
        along = {"members": [0, 1], "steps": [{"kind": "road", "by": -5000}]}
        assert [r.rule for r in m.decision.refusals(along)] == rules


@pytest.mark.rule("dbms.dba.11")
def test_who_stands_in_the_front_rank_does_not_widen_it():
    m = battle("red TA 300 400 0", "red TA 340 400 0", "red TA 300 440 0", *GE)
    m.choose(("group",))

    def widened_by(n):
        step = {"kind": "widen", "element": n, "where": "right"}
        return [r.rule for r in m.decision.refusals({"members": [0, 1, 2], "steps": [step]})]

    assert "dbms.dba.11" in widened_by(1)
    assert "dbms.dba.11" not in widened_by(2)
