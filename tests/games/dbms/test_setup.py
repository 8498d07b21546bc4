"""Chapter Deployment, the engineers' opening work, the defender's swaps: everything before the first turn."""

import pytest

from games.dbms.conftest import battle, box, refused, state, told
from grognard.games.dbms.setting_up.deployment import Placed, deployment_refusals, may_swap, sample_deployments, zone_box
from grognard.games.dbms.setting_up.engineers import may_dig_before_battle, may_lay
from grognard.kernel import DONE, Match

LISTS = {"red_list": "de-panzer-1943", "blue_list": "su-infantry-1941-1945", "theatre": "eastern_europe", "table_seed": "kursk"}


def quick(**options):
    return Match.start("dbms", "quick-battle", seed=7, options={**LISTS, **options})


def forces(m, number=0):
    for side in ("red", "blue"):
        found = m.decisions[side].suggestions()
        m.choose(found[min(number, len(found) - 1)], side)


def until(m, rule, limit=40):
    """Suggestions all the way to a decision of this rule."""
    for _ in range(limit):
        if m.decision.rule == rule:
            return m
        decision = m.decision
        m.choose(decision.options[0] if decision.form == "options" else decision.suggestions()[0])
    raise AssertionError(f"never asked by {rule}: {m.decision}")


def with_forces(red="red", **options):
    m = quick(**options)
    with m.forced(*((5, 2) if red == "red" else (2, 5))):
        forces(m)
    return m


def inline(terrain=(), **more):
    scenario = {
        "title": "Set-up", "phase": "base", "attacker": "red", "edges": {"red": "north", "blue": "south"}, "theatre": "western_europe",
        "terrain": [dict(kind=k, points=p, **(e[0] if e else {})) for k, p, *e in terrain],
        "elements": [{"side": s, "code": c, "forms": f} for s in ("red", "blue")
                     for c, f in (("GE", ["sw"]), ("IN", ["sf"]), ("IE", ["sf", "sw"]), ("TA", ["at"]), ("FI", ["air"]))],
        **more,
    }  # fmt: skip
    return Match.start("dbms", scenario, seed=3, options=more.pop("options", {}))


@pytest.mark.rule("dbms.deployment.1")
def test_the_higher_roller_attacks():
    m = quick()
    with m.forced(3, 3, 4, 6):
        forces(m)
    assert state(m).attacker == "blue"


@pytest.mark.rule("dbms.deployment.2", "dbms.deployment.3", "dbms.deployment.4")
def test_the_attacker_numbers_the_edges_and_rolls():
    m = with_forces()
    assert m.decision.seat == "red"
    m.choose(0)
    m.choose(1)
    with m.forced(5):
        m.choose(3)
    assert state(m).edges == {"red": 2, "blue": 0}, "north 1, east 2, west 3, south 4 to 6; a 5: south, the defender opposite"


@pytest.mark.rule("dbms.deployment.5")
def test_the_zone_is_six_deep_and_three_from_the_sides():
    m = inline()
    assert zone_box(m.g, "red").corners[0] == (7620, 0)
    assert zone_box(m.g, "red").corners[2] == (60960 - 7620, 15240)
    until(m, "dbms.deployment.5")
    plan = sample_deployments(m.g, "blue")[0]
    assert not any(deployment_refusals(m.g, "blue", plan))
    out = [Placed(p.element, p.x, 40000, 0) if i == 1 else p for i, p in enumerate(plan)]
    assert "dbms.deployment.5" in [r.rule for r in deployment_refusals(m.g, "blue", out) if r]
    twice = [Placed(p.element, plan[-1].x, plan[-1].y, 0) if i == len(plan) - 2 else p for i, p in enumerate(plan)]
    assert "dbms.deployment.5" in [r.rule for r in deployment_refusals(m.g, "blue", twice) if r]


@pytest.mark.rule("dbms.deployment.5")
def test_six_inches_are_measured_from_the_shore():
    m = inline(terrain=[("waterway", box(0, 530, 609.6, 609.6))])
    ys = {y for _, y in zone_box(m.g, "blue").corners}
    assert max(ys) == 53000
    assert min(ys) == 53000 - 15240


@pytest.mark.rule("dbms.deployment.6", "dbms.bases.2")
def test_the_defender_places_a_base_and_the_attacker_none():
    m = inline()
    assert m.decision.seat == "blue"
    assert m.decision.rule == "dbms.deployment.6"
    with refused("dbms.bases.2"):
        m.choose({"x": 30000, "y": 30000, "length": 8000, "width": 8000, "facing": 9000})
    m.choose({"x": 30000, "y": 54000, "length": 8000, "width": 8000, "facing": 9000})
    assert state(m).fort.owner == "blue"


TOWN = ("town", box(250, 300, 350, 380))


@pytest.mark.rule("dbms.deployment.7", "dbms.deployment.8")
def test_a_town_may_serve_as_the_base_with_its_garrison():
    m = inline(terrain=[TOWN])
    assert m.decision.options == ["base", "town"]
    m.choose("town")
    assert state(m).fort.town
    plan = next(p for p in sample_deployments(m.g, "blue") if any(item.garrison for item in p))
    m.choose(plan)
    guard = state(m).fort.garrison
    assert guard >= 0
    x, y, _ = state(m).elements[guard].at
    assert (25000 < x < 35000) and (30000 < y < 38000), "in the town, outside the zone"


@pytest.mark.rule("dbms.deployment.9", "dbms.deployment.10", "dbms.deployment.11", "dbms.deployment.12")
def test_the_order_of_deployment():
    m = inline()
    until(m, "dbms.deployment.5")
    assert m.decision.seat == "blue", "the defender first"
    plan = m.decision.suggestions()[0]
    assert m.why_not(plan[:-1]).rule == "dbms.deployment.12"
    m.choose(plan)
    assert m.decision.rule == "dbms.deployment.9"
    assert m.decision.seat == "red"
    m.choose(m.decision.suggestions()[0])
    assert [e.status for e in state(m).elements if e.code == "FI"] == ["off", "off"]
    assert m.decision.rule == "dbms.play-sheet.2", "then the swaps"
    m.choose(DONE)
    assert m.decision.rule == "dbms.engineers.1"
    assert m.decision.seat == "blue", "then the engineers, the defender's first"
    assert any("deployed" in line for line in told(m))


@pytest.mark.rule("dbms.deployment.12")
def test_nobody_deploys_in_contact_with_the_enemy():
    m = inline(terrain=[("town", box(250, 152.4, 350, 232))])
    m.choose("town")
    until(m, "dbms.deployment.9")
    plan = m.decision.suggestions()[0]
    items = [Placed(p.element, 30000, 15240, 18000) if i == 0 else p for i, p in enumerate(plan)]
    found = [r.rule for r in deployment_refusals(m.g, "red", items) if r]
    assert "dbms.deployment.12" in found


@pytest.mark.rule("dbms.play-sheet.2")
def test_the_defender_swaps_two_pairs():
    m = until(inline(), "dbms.play-sheet.2")
    own = m.g.ground_elements("blue")
    free = [n for n in own if n != state(m).fort.garrison]
    pair = next(v for v in m.decision.options if v != DONE and {v.one, v.other} <= set(free)).notation()
    before = [state(m).elements[n].at for n in pair]
    m.choose(pair)
    assert [state(m).elements[n].at for n in pair] == before[::-1]
    assert may_swap(m.g, "blue", pair[0], next(n for n in free if n not in pair)).rule == "dbms.play-sheet.2"
    again = next((v for v in m.decision.options if v != DONE), None)
    if again:
        m.choose(again)
    assert m.decision.rule != "dbms.play-sheet.2" or not again


@pytest.mark.rule("dbms.engineers.1", "dbms.element-chart.10", "dbms.engineers.2")
def test_each_engineer_lays_a_minefield_or_entrenches_three():
    m = until(inline(), "dbms.engineers.1")
    m.choose("entrench")
    feet = [n for n in m.g.ground_elements("blue") if m.g.on_foot(n)]
    tank = next(n for n in m.g.ground_elements("blue") if m.g.code(n) == "TA")
    assert m.why_not([tank]).rule == "dbms.engineers.2"
    assert "dbms.engineers.1" in [r.rule for r in may_dig_before_battle(m.g, "blue", [*feet, *feet]) if r] or len(feet) < 2
    m.choose(feet)
    assert all(state(m).elements[n].entrenched for n in feet)
    assert m.decision.seat == "red"
    m.choose("minefield")
    place = m.decision.suggestions()[0]
    with refused("dbms.engineers.2"):
        m.choose({"x": 30000, "y": 30000, "length": 8000, "width": 8000, "facing": 9000})
    m.choose(place)
    assert len(m.g.ground.mines) == 1
    assert state(m).turn == 1, "the battle begins"


@pytest.mark.rule("dbms.engineers.2")
def test_by_option_a_minefield_lies_on_open_ground_under_nobody():
    from grognard.games.dbms.setting_up.deployment import BasePlace

    open_only = {"mines_on_open_ground": True}
    m = until(inline(terrain=[("woods", box(100, 500, 180, 560))], options=open_only), "dbms.engineers.1")
    found = [r.rule for r in may_lay(m.g, "blue", BasePlace(14000, 53000, 6000, 6000, 9000)) if r]
    assert "dbms.R28" in found, "on the wood"
    n = m.g.ground_elements("blue")[0]
    x, y, _ = state(m).elements[n].at
    assert any(may_lay(m.g, "blue", BasePlace(x, y, 6000, 6000, 9000)))


@pytest.mark.rule("dbms.engineers.1")
def test_two_engineers_two_tasks():
    m = until(inline(), "dbms.engineers.1")
    assert state(m).works == {"red": 1, "blue": 1}
    m.choose("nothing")
    assert m.decision.seat == "red"


@pytest.mark.rule("dbms.terrain.6")
def test_the_defender_alone_places_the_terrain():
    m = Match.start("dbms", "quick-battle", seed=7, options={**LISTS, "table_seed": ""})
    with m.forced(5, 2):
        forces(m)
    assert m.decision.seat == "blue"
    assert m.decision.rule == "dbms.terrain.6"
    table = m.decision.suggestions()[0]
    assert m.why_not(table[:1]).rule == "dbms.terrain.6"
    m.choose(table)
    assert len(state(m).terrain) == len(table)


def test_a_crowded_zone_still_finds_room():
    m = inline(terrain=[("marsh", box(90, 470, 200, 560)), ("marsh", box(250, 470, 350, 560)), ("marsh", box(400, 470, 500, 560))])
    until(m, "dbms.deployment.5")
    assert m.decision.suggestions()


def test_rivers_are_drawn_where_the_rules_have_them():
    """The map draws smooth curves through what it is given, so long stretches get corners in between."""
    from grognard.games.dbms.view.scene import true_line

    line = true_line(((0, 0), (0, 20000), (15000, 35000)), 800)
    assert line[0] == (0, 0) and line[-1] == (15000, 35000)
    assert (0, 20000) in line
    assert all(x == 0 for x, y in line if y <= 20000) and all(abs(y - 20000 - x) < 1 for x, y in line if y > 20000)
    assert max(abs(b[0] - a[0]) + abs(b[1] - a[1]) for a, b in zip(line, line[1:])) <= 1200


def test_a_deployment_begins_with_a_suggestion_and_lies_on_the_table():
    from random import Random

    from grognard.games.dbms.bot.panzer import PanzerBot
    from grognard.kernel import Chair, Match

    m = Match.start("dbms", "quick-battle", seed="ghosts", options={"theatre": "western_europe", "red_list": "de-panzer-1943", "blue_list": "de-panzer-1943"})
    while "Deploy" not in next(iter(m.decisions.values())).prompt:
        for seat in list(m.decisions):
            m.choose(PanzerBot().choose(Chair(m, seat, Random(1))), seat=seat)
    view = m.decision.view(0)
    assert view.whole[0].label == "in blocks that move together"
    for one in view.whole:
        assert m.decision.why_not(one.value) is None, one.label
    filled = m.decision.view(0, view.whole[0].value)
    assert len(filled.ghosts) == len(filled.items) and not filled.whole
    assert {ghost.width for ghost in filled.ghosts} == {4000}
    assert all(ghost.name == item.label.removesuffix(" (garrison)") for ghost, item in zip(filled.ghosts, filled.items))


@pytest.mark.rule("dbms.deployment.5")
def test_a_facing_goes_round():
    m = until(inline(), "dbms.deployment.5")
    plan = m.decision.suggestions()[0]
    m.choose([Placed(p.element, p.x, p.y, p.facing + 36000, p.loaded, p.garrison) for p in plan])
    assert all(0 <= e.at[2] < 36000 for e in state(m).elements if e.at)


@pytest.mark.rule("dbms.play-sheet.2")
def test_a_swap_needs_room_for_the_deeper_base():
    """A tank is 40 mm deep: behind infantry another element must be 40 mm from the front edge, not 20."""
    for y, room in ((79, False), (60, True)):
        m = battle("red GE 520 560 0", "blue GE 520 60 180", "blue IN 140 100 180", "blue TA 400 100 180", f"blue IN 140 {y} 180",
                   phase="swap", patch={"deployed": ["red", "blue"]})  # fmt: skip
        if room:
            m.choose((2, 3))
            assert state(m).elements[3].at == (14000, 10000, 18000)
        else:
            with refused("dbms.play-sheet.2", "another element"):
                m.choose((2, 3))


def test_suggested_deployments_offer_transport_and_walking():
    m = until(inline(), "dbms.deployment.9")
    plans = sample_deployments(m.g, "red")
    engineers = next(n for n, e in enumerate(state(m).elements) if e.side == "red" and e.code == "IE")
    assert {item.loaded for plan in plans for item in plan if item.element == engineers} == {True, False}


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


@pytest.mark.parametrize(("edges", "axis"), [(("north", "south"), "x"), (("west", "east"), "y"), (("east", "west"), "y")])
def test_suggested_lines_stand_across_the_middle_of_the_edge(edges, axis):
    """Whichever edge it is: they stand to both sides of its middle."""
    m = until(inline(edges=dict(zip(("red", "blue"), edges))), "dbms.deployment.9")
    plan = m.decision.suggestions()[0]
    places = sorted(getattr(item, axis) for item in plan)
    assert len(set(places)) == len(places) >= 4, "one beside the other"
    assert min(places) < 30480 < max(places)
