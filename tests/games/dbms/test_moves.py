"""Chapters Tactical Moves, Movement Rates, Passing Through, Zone of Control, Breaking Off; contact as in DBA."""

import pytest

from games.dbms.conftest import at, battle, box, may_move, move, refused, state
from grognard.boards.poses import Pose
from grognard.games.dbms.contact.breaking_off import held_by
from grognard.games.dbms.movement.suggestions import suggestions
from grognard.games.dbms.movement.tactical_moves import Move, may_move_again, plan_move
from grognard.games.dbms.terrain.going import going_underfoot
from grognard.kernel import PASS

GE = ("red GE 520 560 0", "blue GE 520 60 180")


def hop(m, n, *poses, **more):
    return plan_move(m.g, n, Move(poses=tuple((round(x * 100), round(y * 100), round(f * 100)) for x, y, f in poses), **more))


def rules(plan):
    return [refusal.rule for refusal in plan.refusals]


@pytest.mark.rule("dbms.tactical-moves.1")
def test_no_corner_moves_farther_than_the_allowance():
    m = battle("red IN 300 400 0", *GE)
    about = hop(m, 0, (300, 420, 180))
    assert not about.refusals
    assert 4470 <= about.used <= 4480, "turning about on the spot: 44.7 mm"
    far = hop(m, 0, (300, 348, 0))
    assert rules(far) == ["dbms.tactical-moves.1"]
    assert far.refusals[0].facts["limit"] == 5080
    x, y, facing = far.refusals[0].facts["fix"]
    assert not plan_move(m.g, 0, Move(poses=((x, y, facing),))).refusals, "the fix is legal"
    two = hop(m, 0, (300, 375, 0), (300, 400, 0), (300, 380, 0))
    assert two.used == 2500 + 2500 + 2000, "hops add up"
    assert rules(two) == ["dbms.tactical-moves.1"]


def test_what_is_offered_instead_of_an_illegal_move_is_legal():
    """Where the allowance ends stands a friend, an enemy's zone begins, the table ends: the next fix must not be refused in turn."""
    m = battle("red IN 300 400 0", "red TA 300 330 0", "red IN 20 30 0", "blue TA 20 280 180", "red IN 20 370 0", *GE)
    for n, goal, first in ((0, (300, 200, 0), "dbms.tactical-moves.1"), (2, (20, -200, 0), "dbms.tactical-moves.1"),
                           (4, (200, 250, 0), "dbms.tactical-moves.1"), (0, (300, 360, 0), "dbms.passing-through.1")):  # fmt: skip
        fork = m.fork()
        fork.choose(("move", n))
        bad = fork.decision.refusals({"poses": [[v * 100 for v in goal]]})
        assert bad[0].rule == first
        assert not any("fix" in refusal.facts for refusal in bad[1:])
        fix = bad[0].facts["fix"]
        assert fix != list(m.g.element(n).at)
        assert not fork.decision.refusals({"poses": [fix]}), (n, fix)
        assert n or 36950 <= fix[1] <= 37100, "up to the tank, half a millimetre is nothing"


@pytest.mark.rule("dbms.dba.7", "dbms.tactical-moves.1")
def test_a_single_element_may_slide_and_turn_freely():
    m = battle("red IN 300 400 0", *GE)
    move(m, 0, (340, 400, 0))
    assert at(m, 0) == (340, 400, 0)


@pytest.mark.rule("dbms.tactical-moves.2", "dbms.terrain-effects.9")
def test_the_worst_going_touched_sets_the_allowance():
    soft = ("soft_ground", box(250, 300, 350, 350))
    m = battle("red TA 300 400 0", "red IN 100 400 0", *GE, terrain=[soft])
    short = hop(m, 0, (300, 355, 0))
    assert not short.refusals
    assert short.allowance == 7620, "it may stop at the edge at the good rate"
    into = hop(m, 0, (300, 345, 0))
    assert into.allowance == 5080
    assert rules(into) == ["dbms.tactical-moves.1"]


@pytest.mark.parametrize(
    ("form", "good", "bad", "road"),
    [
        pytest.param("sf", 2, 1, 3, marks=pytest.mark.rule("dbms.movement-rates.1")),
        pytest.param("sh", 3, 1, 5, marks=pytest.mark.rule("dbms.movement-rates.2")),
        pytest.param("sw", 4, 2, 6, marks=pytest.mark.rule("dbms.movement-rates.3")),
        pytest.param("at", 3, 2, 6, marks=pytest.mark.rule("dbms.movement-rates.4")),
    ],
)
def test_rates(form, good, bad, road):
    from grognard.games.dbms.terrain.going import rate

    m = battle(f"red RE 300 400 0 {form}", *GE)
    assert [rate(m.g, 0, going) for going in ("good", "bad", "road")] == [2540 * good, 2540 * bad, 2540 * road]
    open_ground = hop(m, 0, (300, 400 - good * 25.4, 0))
    assert not open_ground.refusals
    assert "dbms.tactical-moves.1" in rules(hop(m, 0, (300, 400 - good * 25.4 - 2, 0)))


GOING = {
    "woods": ("good", "impassable", "bad"), "steep_hill": ("bad", "impassable", "impassable"), "gentle_hill": ("good", "good", "good"),
    "waterway": ("impassable",) * 3, "marsh": ("bad", "impassable", "impassable"), "soft_ground": ("good", "bad", "bad"),
    "town": ("good", "bad", "bad"), "dunes": ("good", "bad", "good"), "oasis": ("good", "bad", "bad"), "minefield": ("bad",) * 3,
}  # fmt: skip


@pytest.mark.rule("dbms.terrain-effects.1")
@pytest.mark.parametrize(
    "kind",
    [
        pytest.param("woods", marks=pytest.mark.rule("dbms.terrain-effects.3")),
        pytest.param("steep_hill", marks=pytest.mark.rule("dbms.terrain-effects.4")),
        pytest.param("gentle_hill", marks=pytest.mark.rule("dbms.terrain-effects.5")),
        pytest.param("waterway", marks=pytest.mark.rule("dbms.terrain-effects.7")),
        pytest.param("marsh", marks=pytest.mark.rule("dbms.terrain-effects.8")),
        pytest.param("soft_ground", marks=pytest.mark.rule("dbms.terrain-effects.9")),
        pytest.param("town", marks=pytest.mark.rule("dbms.terrain-effects.10")),
        pytest.param("dunes", marks=pytest.mark.rule("dbms.terrain-effects.12")),
        pytest.param("oasis", marks=pytest.mark.rule("dbms.terrain-effects.13")),
        pytest.param("minefield", marks=pytest.mark.rule("dbms.terrain-effects.14")),
    ],
)
def test_going_of_every_terrain(kind):
    rates = {"sf": (2, 1), "sw": (4, 2), "at": (3, 2)}
    for form, going in zip(("sf", "sw", "at"), GOING[kind]):
        m = battle(f"red RE 300 400 0 {form}", *GE, terrain=[(kind, box(250, 320, 350, 380))])
        plan = hop(m, 0, (300, 378, 0))
        if going == "impassable":
            assert "dbms.terrain-effects.1" in rules(plan), (kind, form)
        else:
            assert not plan.refusals, (kind, form, plan.refusals)
            assert plan.allowance == 2540 * rates[form][0 if going == "good" else 1]


@pytest.mark.rule("dbms.terrain-effects.2")
def test_open_ground_is_good_for_all():
    from grognard.games.dbms.tables import GOING as TABLE

    assert [TABLE[column, "open"] for column in ("foot", "wheeled", "tracked")] == ["good"] * 3
    m = battle("red TA 300 400 0", *GE)
    assert hop(m, 0, (300, 325, 0)).allowance == 7620


ROAD = ("road", [[300, 0], [300, 609]])


@pytest.mark.rule("dbms.movement-rates.5", "dbms.terrain-effects.11")
def test_the_road_rate_is_for_moves_wholly_on_the_road():
    m = battle("red IN 300 500 0 sf/sw loaded", "red TA 400 500 0", *GE, terrain=[ROAD, ("woods", box(200, 380, 400, 450))])
    plan = plan_move(m.g, 0, Move(road=-15240))
    assert not plan.refusals
    assert plan.allowance == 15240
    assert plan.end == Pose(30000, 34760, 0), "through woods that wheels cannot enter"
    assert rules(plan_move(m.g, 0, Move(road=-15400))) == ["dbms.tactical-moves.1"]
    assert "dbms.terrain-effects.1" in rules(hop(m, 0, (275, 440, 0))), "beside the road the wood is impassable"
    off = plan_move(m.g, 1, Move(road=-1000))
    assert rules(off) == ["dbms.movement-rates.5"]
    mined = battle("red IN 300 500 0 sf/sw loaded", *GE, terrain=[ROAD, ("minefield", box(260, 400, 340, 440))])
    assert plan_move(mined.g, 0, Move(road=-10160)).allowance == 5080, "dbms.R110: no road rate through a minefield"
    inside = battle("red IN 300 410 0 sf/sw loaded", *GE, terrain=[ROAD, ("minefield", box(260, 400, 340, 440))])
    assert going_underfoot(inside.g, 0) == "bad", "nor good going in it"


@pytest.mark.rule("dbms.movement-rates.5")
def test_road_movement_follows_the_bends():
    m = battle("red RE 300 540 0", *GE, terrain=[("road", [[300, 609], [300, 450], [200, 350], [200, 0]])])
    m.choose(("move", 0))
    m.choose({"road": 15000})
    x, _, facing = at(m, 0)
    assert 200 < x < 300
    assert facing == 315


@pytest.mark.rule("dbms.passing-through.1", "dbms.dba.14")
def test_friends_are_passed_through_only_if_it_gets_clear():
    m = battle("red IN 300 400 0", "red IN 300 370 0", *GE)
    assert rules(hop(m, 0, (300, 380, 0))) == ["dbms.passing-through.1"]
    assert rules(hop(m, 0, (300, 352, 0))) == ["dbms.passing-through.1"], "not yet clear"
    assert not hop(battle("red TA 300 440 0", "red IN 300 410 0", *GE), 0, (300, 369, 0)).refusals


@pytest.mark.rule("dbms.passing-through.2")
def test_enemies_are_never_passed_through():
    m = battle("red TA 300 400 0", "blue IN 300 370 0", *GE)
    assert "dbms.passing-through.2" in rules(hop(m, 0, (300, 330, 0)))


@pytest.mark.rule("dbms.dba.14")
def test_nobody_leaves_the_table():
    m = battle("red TA 300 20 0", *GE)
    plan = hop(m, 0, (300, -10, 0))
    assert rules(plan) == ["dbms.dba.14"]
    x, y, _ = plan.refusals[0].facts["fix"]
    assert (x, -50 <= y <= 50) == (30000, True)


@pytest.mark.rule("dbms.zone-of-control.1")
def test_the_zone_is_120_by_40_before_the_front():
    """From 240 to 360 mm and from 300 to 340 mm; a slide along it and a way past it, a millimetre inside and outside."""
    for y, inside in ((339, True), (341, False)):
        m = battle(f"red TA 300 {y} 0", "blue TA 300 300 180", *GE)
        assert (rules(hop(m, 0, (330, y, 0))) == ["dbms.zone-of-control.2"]) == inside
    for x, inside in ((221, True), (219, False), (379, True), (381, False)):
        m = battle(f"red TA {x} 350 0", "blue TA 300 300 180", *GE)
        assert (rules(hop(m, 0, (x, 320, 0))) == ["dbms.zone-of-control.2"]) == inside


@pytest.mark.rule("dbms.zone-of-control.2", "dbms.dba.17")
def test_in_a_zone_only_towards_line_up_away_or_stop():
    m = battle("red TA 300 360 0", "blue TA 300 300 180", *GE)
    assert not hop(m, 0, (300, 310, 0)).refusals, "straight towards"
    aside = hop(m, 0, (340, 330, 0))
    assert rules(aside) == ["dbms.zone-of-control.2"]
    assert not hop(m, 0, (300, 300, 0)).refusals, "into contact"
    inside = battle("red TA 300 330 0", "blue TA 300 300 180", *GE)
    assert not hop(inside, 0, (300, 380, 0)).refusals, "directly away, facing kept"
    assert rules(hop(inside, 0, (350, 370, 0))) == ["dbms.zone-of-control.2"]
    assert rules(hop(inside, 0, (317, 377, 0))) == ["dbms.zone-of-control.2"], "20 degrees are not directly away"
    assert not hop(inside, 0, (307, 379, 0)).refusals, "8 degrees are"
    assert not hop(inside, 0).refusals, "stop"
    beside = battle("red IN 360 339 0", "blue TA 300 300 180", *GE)
    assert not hop(beside, 0, (318, 339, 0)).refusals, "lining up out of reach: nearer, parallel, opposite to half of the edge"
    assert rules(hop(beside, 0, (318, 346, 0))) == ["dbms.zone-of-control.2"], "but not if it comes no nearer"
    slanted = battle("red TA 320 330 0", "blue TA 300 300 180", *GE)
    assert not hop(slanted, 0, (300, 300, 0)).refusals, "lining up may shift sideways"


@pytest.mark.rule("dbms.zone-of-control.2")
def test_a_zone_entered_on_the_way_binds_the_rest_of_the_move():
    m = battle("red RE 420 335 0", "blue TA 300 300 180", *GE)
    past = hop(m, 0, (340, 335, 0))
    assert rules(past) == ["dbms.zone-of-control.2"]
    assert past.refusals[0].facts["fix"], "it may stop at the edge of the zone"
    fix = tuple(past.refusals[0].facts["fix"])
    assert not plan_move(m.g, 0, Move(poses=(fix,))).refusals


@pytest.mark.rule("dbms.zone-of-control.3")
def test_garrisons_have_no_zone_and_loaded_elements_do():
    m = battle("red TA 300 339 0", "red TA 100 180 0", "blue IN 300 300 180 sf/sw loaded", "blue IN 100 150 180", *GE,
               base={"owner": "blue", "points": box(60, 70, 140, 150), "garrison": 3})  # fmt: skip
    assert rules(hop(m, 0, (330, 339, 0))) == ["dbms.zone-of-control.2"]
    assert not hop(m, 1, (130, 180, 0)).refusals


@pytest.mark.rule("dbms.dba.3")
def test_contact_must_be_lined_up():
    m = battle("red TA 300 350 0", "blue TA 300 300 180", *GE)
    off = hop(m, 0, (310, 300, 0))
    assert "dbms.dba.3" in rules(off), "an offset of 10 mm"
    assert next(r for r in off.refusals if r.rule == "dbms.dba.3").facts["fix"] == [30000, 30000, 0]
    near = hop(m, 0, (303, 302, 3))
    assert not near.refusals
    assert near.end == Pose(30000, 30000, 0), "within 5 mm and 10 degrees it snaps"


@pytest.mark.rule("dbms.dba.3")
def test_flank_and_rear_only_from_there():
    from grognard.boards.poses import FRONT, LEFT, REAR, RIGHT
    from grognard.games.dbms.contact.lining_up import may_contact_edge

    front = battle("red RE 310 380 0", "blue TA 300 300 180", *GE)
    start, foe = front.g.rect(0), front.g.rect(1)
    assert may_contact_edge(start, foe, FRONT) is None
    assert [may_contact_edge(start, foe, edge).rule for edge in (LEFT, RIGHT, REAR)] == ["dbms.dba.3"] * 3
    side = battle("red RE 390 290 270", "blue TA 300 300 180", *GE)
    assert not hop(side, 0, (320, 280, 270)).refusals, "wholly beyond the line of that flank"
    move(side, 0, (320, 280, 270))
    assert state(side).elements[0].met == [1]


@pytest.mark.rule("dbms.dba.3")
def test_flush_over_half_a_width_is_enough_where_a_friend_stands_in_the_way():
    m = battle("red TA 318 360 0", "red IN 278 300 0", "blue TA 300 300 180", *GE)
    assert not hop(m, 0, (318, 300, 0)).refusals


@pytest.mark.rule("dbms.dba.5", "dbms.dba.2")
def test_an_element_in_contact_is_held():
    m = battle("red IN 300 300 0", "blue IN 300 300 180", *GE)
    assert held_by(m.g, 0) == [1]
    assert m.why_not(("move", 0)).rule in ("dbms.dba.5", "dbms.breaking-off.1")
    assert "dbms.dba.5" in rules(hop(m, 0, (340, 300, 0)))
    assert m.why_not(("entrench", 0)) is None


@pytest.mark.rule("dbms.dba.4")
def test_turning_to_face_an_enemy_on_the_flank():
    m = battle("red TA 300 300 0", "blue IN 320 320 270", *GE)
    assert held_by(m.g, 0) == [1]
    words = [text for _, text in suggestions(m.g, 0)]
    assert any("line up with the front" in text for text in words)
    move(m, 0, (320, 320, 90))
    assert at(m, 0) == (320, 320, 90)
    assert state(m).elements[0].met == [], "that is not moving into contact"


@pytest.mark.rule("dbms.breaking-off.1", "dbms.breaking-off.2")
def test_breaking_off_needs_a_greater_rate():
    m = battle("red TA 300 300 0", "blue IN 300 300 180", *GE)
    assert not hop(m, 0, (300, 370, 0)).refusals
    soft = battle("red TA 300 300 0", "blue IN 300 300 180", *GE, terrain=[("soft_ground", box(250, 290, 350, 350))])
    assert "dbms.breaking-off.1" in rules(hop(soft, 0, (300, 340, 0))), "2 in against 2 in"
    flanked = battle("red TA 300 300 0", "blue IN 300 300 180", "blue IN 320 320 270", *GE)
    assert "dbms.breaking-off.1" in rules(hop(flanked, 0, (300, 370, 0)))
    sideways = hop(m, 0, (350, 360, 0))
    assert "dbms.dba.5" in rules(sideways), "only directly away"


@pytest.mark.rule("dbms.breaking-off.1")
def test_breaking_off_does_not_end_in_contact():
    m = battle("red TA 300 300 0", "blue IN 300 300 180", "blue IN 300 400 0", *GE)
    assert "dbms.breaking-off.1" in rules(hop(m, 0, (300, 360, 0)))


@pytest.mark.rule("dbms.pips.8")
def test_one_move_a_turn():
    m = battle("red IN 300 400 0", "red IN 200 400 0", *GE)
    move(m, 0, (300, 360, 0))
    m.choose(PASS, "blue")
    with refused("dbms.pips.8"):
        m.choose(("move", 0))


@pytest.mark.rule("dbms.element-chart.20")
def test_reconnaissance_moves_twice_from_outside_every_range():
    m = battle("red RE 300 500 0", "red IN 100 500 0", "blue TA 300 200 180", *GE)
    move(m, 0, (300, 420, 0))
    m.choose(PASS, "blue")
    assert m.why_not(("move", 0)) is None
    move(m, 0, (300, 340, 0))
    with refused("dbms.element-chart.20"):
        m.choose(("move", 0))
    close = battle("red RE 300 400 0", "red IN 100 500 0", "blue TA 300 250 180", *GE)
    move(close, 0, (300, 345, 0))
    close.choose(PASS, "blue")
    assert close.why_not(("move", 0)).rule == "dbms.element-chart.20"
    for near in ("blue IN 300 370 180 sf/sw loaded", "blue GE 300 370 180", "blue TA 300 370 180 hidden"):
        harmless = battle("red RE 300 400 0", near, "red GE 520 560 0", options={"hidden_elements": "hidden" in near}, patch={"elements": {"0": {"moves": 1}}})
        assert may_move_again(harmless.g, 0) is None, f"dbms.R84: {near}"
    assert close.why_not(("move", 0)).facts["limit"] == 10160


@pytest.mark.rule("dbms.element-chart.20")
def test_reconnaissance_that_an_enemy_aircraft_touches_does_not_move_twice():
    """The range of an aircraft is contact, and 'any enemy units' excepts nobody."""
    for y, rule in ((330, "dbms.element-chart.20"), (331, None)):
        over = {"elements": {"1": {"at": [30000, y * 100, 0], "status": "table"}}}
        m = battle("red RE 300 300 0", "blue BO", "red IN 100 560 0", "blue IN 100 20 180", *GE, patch=over)
        move(m, 0, (300, 290, 0))
        m.choose(PASS, "blue")
        found = m.why_not(("move", 0))
        assert (found and found.rule) == rule, f"its front at {y}, the rear of RE at 330"


@pytest.mark.rule("dbms.basing.1", "dbms.basing.2")
def test_bases_are_40_wide_and_20_or_40_deep():
    m = battle("red IN 300 300 0 sf/sw", "red IN 360 300 0 sf/sw loaded", "red AT 420 300 0 at", "red RE 480 300 0 sh", *GE)
    assert [m.g.depth(n) for n in range(4)] == [2000, 4000, 4000, 4000]
    assert all(m.g.rect(n).width == 4000 for n in range(4))


@pytest.mark.rule("dbms.entrenchment.4")
def test_moving_ends_entrenchment():
    m = battle("red IN 300 400 0 entrenched", *GE)
    move(m, 0, (300, 380, 0))
    assert not state(m).elements[0].entrenched


def test_refusals_may_be_asked_while_dragging():
    m = battle("red TA 300 360 0", "blue TA 300 300 180", *GE)
    assert may_move(m, 0, (340, 330, 0)) == ["dbms.zone-of-control.2"]


@pytest.mark.rule("dbms.dba.17")
def test_directly_away_may_begin_with_an_about_turn():
    """Facing the enemy, whose zone it is in, it turns about on the spot and goes on, and not aside."""
    m = battle("red RE 300 330 0", "blue IN 300 300 180", *GE)
    away = hop(m, 0, (300, 370, 180), (300, 400, 180))
    assert "dbms.zone-of-control.2" not in rules(away)
    aside = hop(m, 0, (300, 370, 180), (330, 372, 180))
    assert "dbms.zone-of-control.2" in rules(aside)
