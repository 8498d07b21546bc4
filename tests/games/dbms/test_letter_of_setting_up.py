"""Setting up to the letter: statements written from the source before the code was looked at, run through decisions."""

import pytest

from games.dbms.conftest import box, refused, state
from games.dbms.test_setup import inline, quick, until, with_forces
from grognard.kernel import DONE, Match

FAR_TOWN = ("town", box(250, 60, 350, 140))


def to_works(m):
    return until(m, "dbms.engineers.1")


def mine(x, y, length=4000, width=4000):
    return {"x": x, "y": y, "length": length, "width": width, "facing": 9000}


@pytest.mark.rule("dbms.deployment.7")
def test_a_town_in_the_attackers_zone_may_be_held():
    m = inline(terrain=[FAR_TOWN])
    assert m.decision.options == ["base", "town"]
    m.choose("town")
    to_works(m)
    assert state(m).fort.town, "and both sides have deployed"
    assert inline(terrain=[FAR_TOWN], options={"town_clear_of_attacker": True}).decision.rule == "dbms.deployment.6"


@pytest.mark.rule("dbms.play-sheet.8")
def test_by_the_sheet_any_town_replaces_the_base():
    m = inline(terrain=[FAR_TOWN], options={"sheet_town_is_base": True})
    assert state(m).fort.town


@pytest.mark.rule("dbms.engineers.2")
def test_mines_may_lie_anywhere_on_land_in_ones_own_zone():
    wood, river = ("woods", box(260, 500, 340, 570)), ("river", [[450, 0], [450, 609.6]], {"bridges": [300]})
    m = to_works(inline(terrain=[wood, river]))
    assert m.decision.seat == "blue"
    own = next(e for e in state(m).elements if e.side == "blue" and e.at is not None)
    m.choose("minefield")
    with refused("dbms.engineers.2"):
        m.fork().choose(mine(30000, 43000))
    with refused("dbms.R28"):
        m.fork().choose(mine(45000, 53000))
    m.fork().choose(mine(own.at[0], max(own.at[1], 48000)))
    m.choose(mine(30000, 53500))
    assert state(m).terrain[-1].kind == "minefield"
    ours = to_works(inline(terrain=[wood, river], options={"mines_on_open_ground": True}))
    ours.choose("minefield")
    with refused("dbms.R28"):
        ours.choose(mine(30000, 53500))


@pytest.mark.rule("dbms.terrain.12")
def test_a_river_has_at_least_one_bridge_and_may_have_three():
    m = with_forces(table_seed="")
    pieces = [
        {"kind": "river", "points": [[30000, 0], [30000, 60960]], "bridges": [10000, 30000, 50000]},
        {"kind": "woods", "points": [[10000, 10000], [18000, 10000], [18000, 18000], [10000, 18000]]},
        {"kind": "marsh", "points": [[40000, 40000], [48000, 40000], [48000, 48000], [40000, 48000]]},
        {"kind": "woods", "points": [[40000, 10000], [48000, 10000], [48000, 18000], [40000, 18000]]},
    ]
    none = [{**pieces[0], "bridges": []}, *pieces[1:]]
    assert "dbms.terrain.12" in [r.rule for r in m.decision.refusals(none)]
    m.choose(pieces)
    assert state(m).phase == "edges"


@pytest.mark.rule("dbms.deployment.2", "dbms.deployment.3")
@pytest.mark.parametrize("roll, edge", [(1, 3), (2, 0), (3, 2), (4, 1), (6, 1)])
def test_any_three_edges_have_one_number_each_and_the_fourth_has_three(roll, edge):
    m = with_forces()
    m.choose(3)
    m.choose(0)
    with m.forced(roll):
        m.choose(2)
    assert state(m).edges["red"] == edge


@pytest.mark.rule("dbms.deployment.5")
@pytest.mark.parametrize("x, y, legal", [(9620, 45720, True), (9550, 45720, False), (30000, 45720, True), (30000, 45650, False),
                                         (51340, 45720, True), (51420, 45720, False), (30000, 58960, True), (30000, 59040, False)])  # fmt: skip
def test_six_inches_from_the_back_three_from_the_sides(x, y, legal):
    """South: fronts from 609.6 - 152.4 on; the middle of a front not within 76.2 + 20 of a side; 20 mm of foot before the edge."""
    m = inline(terrain=[("town", box(250, 300, 350, 380))])
    m.choose("town")
    plan = [p for p in m.decision.suggestions()[0] if not p.garrison]
    infantry = next(n for n, e in enumerate(state(m).elements) if e.side == "blue" and e.code == "IN")
    one = [{"element": infantry, "x": x, "y": y, "facing": 0}]
    rules = [r for r in m.decision.refusals(one) if r.rule == "dbms.deployment.5"]
    assert (not rules) is legal, (rules, len(plan))


@pytest.mark.rule("dbms.bases.3")
def test_one_element_of_any_arm_on_the_ground_is_the_garrison_or_none():
    m = inline()
    m.choose({"x": 30000, "y": 54000, "length": 8000, "width": 8000, "facing": 9000})
    plan = list(m.decision.suggestions()[0])
    tank = next(n for n, e in enumerate(state(m).elements) if e.side == "blue" and e.code == "TA")
    plane = next(n for n, e in enumerate(state(m).elements) if e.side == "blue" and e.code == "FI")
    one = {"element": tank, "x": 0, "y": 0, "facing": 0, "garrison": True}
    rest = [p for p in plan if p.element != tank and not p.garrison]
    assert "dbms.bases.3" not in [r.rule for r in m.decision.refusals([one, *rest])]
    both = [one, {**one, "element": next(p.element for p in plan if p.element != tank)}]
    assert "dbms.bases.3" in [r.rule for r in m.decision.refusals(both)]
    assert m.decision.refusals([{**one, "element": plane}]), "aircraft are kept off the board"


@pytest.mark.rule("dbms.bases.1")
@pytest.mark.parametrize("length, legal", [(12000, True), (12100, False)])
def test_a_base_of_five_base_widths(length, legal):
    m = inline()
    rules = [r.rule for r in m.decision.refusals({"x": 30000, "y": 54000, "length": 8000, "width": length, "facing": 9000})]
    assert (rules == []) is legal


@pytest.mark.rule("dbms.play-sheet.2", "dbms.engineers.1")
def test_swaps_come_after_both_deployments_and_works_after_the_swaps():
    m = inline()
    order = []
    while m.result is None and len(order) < 12 and state(m).turn == 0:
        decision = m.decision
        if not order or order[-1] != (decision.rule, decision.seat):
            order.append((decision.rule, decision.seat))
        m.choose(DONE if decision.rule == "dbms.play-sheet.2" else decision.options[-1] if decision.form == "options" else decision.suggestions()[0])
    assert order[:6] == [
        ("dbms.deployment.6", "blue"), ("dbms.deployment.5", "blue"), ("dbms.deployment.9", "red"),
        ("dbms.play-sheet.2", "blue"), ("dbms.engineers.1", "blue"), ("dbms.engineers.1", "red"),
    ]  # fmt: skip


@pytest.mark.rule("dbms.deployment.1", "dbms.terrain.6")
def test_terrain_lies_before_the_edges_are_known_and_the_low_roller_places_it():
    m = with_forces(red="blue", table_seed="")
    assert state(m).attacker == "blue"
    assert (m.decision.rule, m.decision.seat) == ("dbms.terrain.6", "red")
    assert state(m).edges == {}


def test_quick_battles_begin_with_two_forces_of_thirteen():
    m = quick()
    for side in ("red", "blue"):
        picks = m.decisions[side].suggestions()[0]
        assert len(picks) == 13
        assert m.decisions[side].refusals(picks[:-1]), "twelve are refused"
    assert isinstance(m, Match)
