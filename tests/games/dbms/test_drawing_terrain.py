"""Terrain drawn by hand at set-up: what the defender may not draw, and the nearest outline that he may."""

import pytest

from grognard.kernel import Match

LISTS = {"red_list": "de-panzer-1943", "blue_list": "su-tank-corps-1943", "theatre": "eastern_europe", "table_seed": ""}
WOODS = {"kind": "woods", "points": [[6000, 6000], [16000, 6000], [16000, 14000], [6000, 14000]]}
MARSH = {"kind": "marsh", "points": [[40000, 6000], [50000, 6000], [50000, 14000], [40000, 14000]]}
HILL = {"kind": "gentle_hill", "points": [[6000, 40000], [16000, 40000], [16000, 48000], [6000, 48000]]}


@pytest.fixture(scope="module")
def placing():
    m = Match.start("dbms", "quick-battle", seed=7, options=LISTS)
    with m.forced(5, 2):
        while m.decision.name != "terrain":
            for seat in list(m.decisions):
                m.choose(m.decisions[seat].suggestions()[0], seat)
    return m


def wrong(m, *pieces):
    return [(one.rule, one.facts.get("item"), one.facts.get("fix")) for one in m.decision.refusals(list(pieces))]


@pytest.mark.rule("dbms.terrain.6")
def test_an_outline_of_ones_own_is_accepted(placing):
    five = {"kind": "woods", "points": [[6000, 6000], [11000, 5000], [16000, 6000], [16000, 14000], [6000, 14000]]}
    assert wrong(placing, five, MARSH, HILL) == []
    assert wrong(placing, five)[0][0] == "dbms.terrain.6", "but not alone"


@pytest.mark.rule("dbms.dba.18")
def test_an_outline_that_bends_inward_is_refused_with_the_one_that_does_not(placing):
    for dent, refused in ((6100, False), (9000, True)):
        bent = {**WOODS, "points": [[6000, 6000], [11000, dent], [16000, 6000], [16000, 14000], [6000, 14000]]}
        found = wrong(placing, MARSH, bent, HILL)
        assert bool(found) == refused, "a slip of a millimetre is none"
    (rule, item, fix), = found
    assert (rule, item) == ("dbms.dba.18", 1) and sorted(fix) == sorted(WOODS["points"])
    crossed = {**WOODS, "points": [[6000, 6000], [16000, 14000], [16000, 6000], [6000, 14000]]}
    assert wrong(placing, crossed, MARSH, HILL)[0][:2] == ("dbms.dba.18", 0)


@pytest.mark.rule("dbms.terrain.15")
def test_too_large_an_outline_comes_back_shrunk_to_five_base_widths(placing):
    large = {**WOODS, "points": [[6000, 6000], [18100, 6000], [18100, 14000], [6000, 14000]]}
    (rule, item, fix), = wrong(placing, MARSH, HILL, large)
    assert (rule, item) == ("dbms.terrain.15", 2), "121 + 80 mm"
    assert wrong(placing, MARSH, HILL, {**large, "points": fix}) == []
    xs, ys = [x for x, _ in fix], [y for _, y in fix]
    assert 19900 <= max(xs) - min(xs) + max(ys) - min(ys) <= 20050


@pytest.mark.rule("dbms.dba.18")
def test_an_outline_dragged_over_the_edge_comes_back_onto_the_table(placing):
    off = {**WOODS, "points": [[-500, 6000], [9500, 6000], [9500, 14000], [-500, 14000]]}
    (rule, item, fix), = wrong(placing, off, MARSH, HILL)
    assert (rule, item) == ("dbms.dba.18", 0)
    assert sorted(fix) == [[0, 6000], [0, 14000], [10000, 6000], [10000, 14000]]
    beyond = {**MARSH, "points": [[55000, 6000], [65000, 6000], [65000, 14000], [55000, 14000]]}
    assert max(x for x, _ in wrong(placing, WOODS, beyond, HILL)[0][2]) == 60960


@pytest.mark.rule("dbms.terrain.16")
@pytest.mark.parametrize("own", [{"going": ["good", "good", "good"]}, {"cover": -5}, {"blocks": "none"}])
def test_terrain_with_rules_of_its_own_needs_both_players(placing, own):
    assert wrong(placing, WOODS, {**MARSH, **own}, HILL) == [("dbms.terrain.16", 1, None)]


def test_the_crest_is_chosen_only_of_a_hill_as_long_as_wide(placing):
    assert wrong(placing, WOODS, MARSH, {**HILL, "crest": 0}) == [("dbms.R16", 2, None)]
    square = {**HILL, "points": [[6000, 40000], [14000, 40000], [14000, 48000], [6000, 48000]], "crest": 0}
    assert wrong(placing, WOODS, MARSH, square) == []
    assert wrong(placing, {**WOODS, "crest": 0}, MARSH, HILL) == [("dbms.R16", 0, None)]


def test_bridges_belong_to_a_river(placing):
    assert wrong(placing, {**WOODS, "bridges": [100]}, MARSH, HILL) == [("dbms.R13", 0, None)]


@pytest.mark.rule("dbms.terrain.6", "dbms.terrain.16")
def test_what_is_no_terrain_does_not_hide_what_is_wrong_with_the_next_piece(placing):
    found = wrong(placing, {**WOODS, "kind": "jungle"}, {**MARSH, "cover": -5}, HILL)
    assert {rule for rule, _, _ in found} == {"dbms.terrain.6", "dbms.terrain.16"}
    assert ("dbms.terrain.16", 1, None) in found
