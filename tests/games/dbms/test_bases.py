"""Chapter Command and Logistic Bases."""

import pytest

from games.dbms.conftest import alive, at, battle, box, fight, move, refused, state
from grognard.games.dbms.combat.factors import Fight, attack_total, defence_total
from grognard.games.dbms.combat.targets import attacks, may_attack, may_support
from grognard.games.dbms.contact.breaking_off import held_by
from grognard.games.dbms.movement.tactical_moves import Move, plan_move
from grognard.kernel import PASS

GE = ("red GE 520 560 0", "blue GE 520 60 180")
BASE = {"owner": "blue", "points": box(260, 160, 340, 240)}
HELD = {**BASE, "garrison": 0}


def hop(m, n, *poses, **more):
    return plan_move(m.g, n, Move(poses=tuple((round(x * 100), round(y * 100), round(f * 100)) for x, y, f in poses), **more))


def rules(plan):
    return [refusal.rule for refusal in plan.refusals]


def totals(m, a, t):
    return int(attack_total(m.g, Fight(a, t))), int(defence_total(m.g, Fight(a, t)))


@pytest.mark.rule("dbms.bases.1")
def test_enemies_do_not_enter_a_base_and_friends_do():
    m = battle("red TA 300 290 0", "blue TA 300 100 180", *GE, base=BASE)
    assert "dbms.bases.1" in rules(hop(m, 0, (300, 230, 0)))
    assert not hop(m, 0, (300, 240, 0)).refusals, "front edge against the outline"
    assert not hop(m, 1, (300, 170, 180)).refusals, "open ground for its owner"


@pytest.mark.rule("dbms.bases.1", "dbms.bases.2")
def test_size_and_place_of_a_base():
    from grognard.games.dbms.setting_up.deployment import BasePlace, may_place_base

    m = battle("red TA 300 500 0", *GE)
    found = [r.rule for r in may_place_base(m.g, "blue", BasePlace(30000, 7000, 13000, 8000, 9000))]
    assert "dbms.bases.1" in found, "130 + 80 mm"
    found = [r.rule for r in may_place_base(m.g, "blue", BasePlace(30000, 13000, 8000, 8000, 9000))]
    assert found == ["dbms.bases.2"], "beyond 6 in of the back edge"
    assert not any(may_place_base(m.g, "blue", BasePlace(30000, 7000, 8000, 8000, 9000)))


@pytest.mark.rule("dbms.bases.3", "dbms.element-chart.40")
def test_an_empty_base_is_garrisoned_by_one_that_ends_its_move_there():
    m = battle("blue IN 300 140 0", "blue IN 360 200 0", "red IN 500 500 0", *GE, base=BASE, mover="blue")
    move(m, 0, (300, 180, 0), garrison=18000)
    assert state(m).fort.garrison == 0
    assert at(m, 0) == (300, 210, 180), "at the centre, facing as its owner likes"
    assert int(attack_total(m.g, Fight(0, 2))) == 3 + 2
    m.choose(PASS, "red")
    plan = hop(m, 1, (345, 200, 0), garrison=0)
    assert "dbms.bases.3" in rules(plan), "only one"
    far = battle("blue IN 100 140 0", *GE, base=BASE, mover="blue")
    assert "dbms.bases.3" in rules(hop(far, 0, (100, 150, 0), garrison=0))


@pytest.mark.rule("dbms.bases.3")
def test_a_member_of_a_group_garrisons_the_base_at_the_end_of_its_move():
    m = battle("blue IN 300 140 180", "blue IN 340 140 180", "red IN 500 500 0", *GE, base=BASE, mover="blue")
    m.choose(("group",))
    ahead = {"members": [0, 1], "steps": [{"kind": "ahead", "by": 3000}]}
    with refused("dbms.bases.3", "Only a member"):
        m.choose({**ahead, "garrison": 2, "facing": 0})
    short = {"members": [0, 1], "steps": [{"kind": "ahead", "by": 1000}]}
    with refused("dbms.bases.3", "does not touch"):
        m.choose({**short, "garrison": 0, "facing": 0})
    offered = [move for move in m.decision.suggestions() if move.garrison is not None]
    assert offered and all("garrisons the base" in m.decision.label(move) for move in offered)
    m.choose({**ahead, "garrison": 0, "facing": 9000})
    assert state(m).fort.garrison == 0 and at(m, 0)[2] == 90, "facing as its owner likes"
    assert at(m, 1) == (340, 170, 180), "the others stand where the group went"
    crowd = battle("blue IN 280 140 180", "blue IN 320 140 180", "red IN 500 500 0", *GE, base=BASE, mover="blue")
    crowd.choose(("group",))
    into = {"members": [0, 1], "steps": [{"kind": "ahead", "by": 6000}], "garrison": 0, "facing": 0}
    with refused("dbms.bases.3", "not clear"):  # its neighbour will stand on the centre
        crowd.choose(into)


@pytest.mark.rule("dbms.bases.4")
def test_the_garrison_leaves_by_a_move():
    m = battle("blue IN 300 210 180", "red IN 500 500 0", *GE, base=HELD, mover="blue")
    move(m, 0, (300, 250, 180))
    assert state(m).fort.garrison == -1


@pytest.mark.rule("dbms.bases.5")
def test_a_garrison_fights_at_two_more():
    m = battle("blue IN 300 210 180", "red TA 300 300 0", phase="fight", base=HELD)
    assert totals(m, 1, 0)[1] == 2 + 2
    near = battle("blue IN 300 210 180", "red TA 300 260 0", phase="fight", base=HELD)
    assert totals(near, 0, 1)[0] == 2 + 2, "attacking too"


@pytest.mark.rule("dbms.bases.5", "dbms.resolving-combat.6")
def test_a_beaten_garrison_goes_back_one_base_depth_and_is_none_any_more():
    m = battle("blue IN 300 210 180", "red TA 300 300 0", phase="fight", base=HELD)
    fight(m, 1, 0, 4, 3)
    assert at(m, 0) == (300, 190, 180), "8 to 7: 20 mm back, still in the base"
    assert state(m).fort.garrison == -1, "but not in the middle of it"
    assert (2, -1) not in attacks(m.g, "red"), "the base has been attacked this turn"
    tank = battle("blue TA 300 220 180", "red TA 300 300 0", phase="fight", base=HELD)
    fight(tank, 1, 0, 6, 3)
    assert at(tank, 0) == (300, 180, 180), "its own depth"


@pytest.mark.rule("dbms.bases.5", "dbms.bases.8")
def test_enemies_at_the_outline_do_not_cut_off_a_garrison():
    m = battle("blue IN 300 210 180", "red TA 300 300 0", "red IN 260 200 90", "red IN 300 160 180", phase="fight", base=HELD)
    fight(m, 1, 0, 4, 3)
    assert at(m, 0) == (300, 190, 180)


@pytest.mark.rule("dbms.bases.5", "dbms.resolving-combat.7")
def test_a_garrison_that_routs_turns_about_and_goes_three_inches():
    m = battle("blue RE 300 220 180", "red IN 300 290 0", "red IN 345 290 0", phase="fight", base=HELD)
    fight(m, 1, 0, 6, 1, support=(2,))
    assert state(m).fort.garrison == -1
    x, y, facing = at(m, 0)
    assert (x, facing) == (300, 0) and y == pytest.approx(140 - 76.2, abs=0.1), "40 mm back, about, 3 in"


@pytest.mark.rule("dbms.bases.5")
def test_by_option_a_beaten_garrison_is_driven_out():
    out = {"garrison_driven_out": True}
    m = battle("blue IN 300 210 180", "red TA 300 300 0", phase="fight", base=HELD, options=out)
    fight(m, 1, 0, 4, 3)
    assert alive(m, 0)
    assert state(m).fort.garrison == -1
    x, y, facing = at(m, 0)
    assert (x, facing) == (300, 180), "beyond the base, facing the enemy"
    assert 159 <= y <= 160.1
    wall = ("blue TA 300 159 180", "blue TA 258 159 180", "blue TA 342 159 180")
    boxed = battle("blue IN 300 210 180", "red TA 300 300 0", *wall, phase="fight", base=HELD, options=out)
    fight(boxed, 1, 0, 4, 3)
    assert not alive(boxed, 0), "no room within a base width"
    routed = battle("blue RE 300 220 180", "red IN 300 290 0", "red IN 345 290 0", phase="fight", base=HELD, options=out)
    fight(routed, 1, 0, 6, 1, support=(2,))
    x, y, facing = at(routed, 0)
    assert (x, facing) == (300, 0) and y == pytest.approx(160 - 40 - 76.2, abs=0.2), "3 in beyond the outline, facing away"


@pytest.mark.rule("dbms.bases.6", "dbms.element-chart.41")
def test_an_empty_base_fights_at_two_within_two_inches():
    m = battle("red TA 300 280 0", "red IN 300 600 0", phase="fight", mover="blue", base=BASE)
    assert totals(m, -1, 0)[0] == 2
    assert (-1, 0) in attacks(m.g, "blue")
    fight(m, -1, 0, 3, 3)
    assert state(m).fort.used
    assert may_support(m.g, -1, 0, 1) is not None
    far = battle("red TA 300 300 0", phase="fight", mover="blue", base=BASE)
    assert (-1, 0) not in attacks(far.g, "blue")
    soft = battle("red AT 300 240 0 at", phase="fight", base=BASE)
    assert totals(soft, 0, -1) == (2, 2), "a base is a soft target"


@pytest.mark.rule("dbms.bases.7")
def test_only_one_enemy_attacks_a_base_in_a_turn():
    m = battle("blue IN 300 210 180", "red TA 300 300 0", "red TA 345 300 0", "blue IN 100 100 180", phase="fight", base=HELD)
    fight(m, 1, 0, 3, 5, support=())
    assert may_attack(m.g, 2, 0).rule == "dbms.bases.7"


@pytest.mark.rule("dbms.bases.7")
def test_others_may_support_that_attack():
    m = battle("blue IN 300 210 180", "red TA 300 300 0", "red TA 345 300 0", phase="fight", base=HELD)
    assert may_support(m.g, 2, 1, 0) is None


@pytest.mark.rule("dbms.bases.8")
def test_a_base_has_no_flank():
    m = battle("blue AT 300 190 0 at", "red TA 300 300 0", phase="fight", base=HELD)
    assert totals(m, 1, 0)[1] == 4 + 2


@pytest.mark.rule("dbms.bases.9")
def test_distance_to_a_garrison_is_to_the_outline():
    m = battle("blue IN 300 210 180", "red IN 300 290 0", phase="fight", base=HELD)
    assert m.g.distance(1, 0) == 5000
    assert may_attack(m.g, 1, 0) is None
    touching = battle("blue IN 300 210 180", "red IN 300 240 0", phase="fight", base=HELD)
    assert totals(touching, 1, 0) == (4, 3 + 2 + 1), "touching the outline is contact with the garrison"


@pytest.mark.rule("dbms.bases.10")
def test_contact_with_a_base_holds_nobody():
    m = battle("blue IN 300 210 180", "red IN 300 240 0", "red IN 100 500 0", *GE, base=HELD)
    assert held_by(m.g, 0) == []
    assert held_by(m.g, 1) == []
    assert m.why_not(("move", 1)) is None
    won = battle("blue IN 300 210 180", "red IN 300 240 0", phase="fight", base=HELD, mover="blue")
    fight(won, 0, 1, 6, 2)
    assert won.decision.rule != "dbms.resolving-combat.9", "a garrison makes no advance"
    from grognard.games.dbms.combat.advances import may_advance

    assert may_advance(won.g, 0).rule == "dbms.bases.10"


@pytest.mark.rule("dbms.element-chart.42")
def test_a_base_is_captured_by_whoever_doubles_it_from_where_it_shoots():
    """'Doubled: Captured', without a condition; 101 mm is within the 4 in of a tank, 103 mm is not."""
    for y, reaches in ((341, True), (343, False)):
        m = battle(f"red TA 300 {y} 0", "red BO", phase="fight", base=BASE)
        assert (may_attack(m.g, 0, -1) is None) == reaches
    air = {"elements": {"1": {"status": "table", "at": [30000, 20000, 0]}}}
    for attacker in (0, 1):
        m = battle("red TA 300 280 0", "red BO", phase="fight", base=BASE, patch=air)
        fight(m, attacker, -1, 6, 1)
        assert state(m).fort.captured


@pytest.mark.rule("dbms.element-chart.42")
def test_a_base_that_is_only_beaten_stands():
    m = battle("red TA 300 240 0", phase="fight", base=BASE)
    fight(m, 0, -1, 1, 2)  # 5 to 4
    assert not state(m).fort.captured


@pytest.mark.rule("dbms.element-chart.42")
def test_a_captured_base_is_open_ground():
    m = battle("red TA 300 290 0", *GE, base=BASE, patch={"fort": {"captured": True}})
    assert not hop(m, 0, (300, 230, 0)).refusals


@pytest.mark.rule("dbms.dba.3")
def test_a_base_is_contacted_with_the_front_edge():
    m = battle("red RE 390 200 0", *GE, base=BASE)
    assert "dbms.dba.3" in rules(hop(m, 0, (360, 200, 0))), "its side would touch the outline"


@pytest.mark.rule("dbms.bases.3")
def test_may_garrison_needs_a_base():
    m = battle("red IN 300 400 0", *GE)
    m.choose(("move", 0))
    with refused("dbms.bases.3"):
        m.choose({"poses": [[30000, 39000, 0]], "garrison": 0})
