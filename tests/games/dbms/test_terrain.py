"""Chapters Playing Area and Terrain: the conditions of a table, and tables made up."""

import pytest

from games.dbms.conftest import battle, box
from grognard.games.dbms.scenario import piece_of
from grognard.games.dbms.setting_up.terrain import in_quarter, quarters, table_refusals
from grognard.games.dbms.setting_up.terrain_generation import generated_table
from grognard.games.dbms.tables import THEATRES
from grognard.kernel import Match

SIZE = 24 * 2540
PLAIN = {"sheet_terrain_minimum": False}
WOODS = ("woods", box(60, 60, 160, 140))
MARSH = ("marsh", box(420, 60, 520, 140))
HILL = ("gentle_hill", box(60, 420, 160, 500))
RIVER = ("river", [[0, 305], [609.6, 305]], {"bridges": [300]})
ROAD = ("road", [[305, 0], [305, 609.6]])


def piece(kind, points, extra=None):
    return piece_of({"kind": kind, "points": points, **(extra or {})})


def broken(*pieces, theatre="western_europe", options=PLAIN):
    made = [piece(*one) for one in pieces]
    return [refusal.rule for refusal in table_refusals(made, theatre, SIZE, options) if refusal is not None]


@pytest.mark.rule("dbms.terrain.6")
def test_two_to_five_pieces():
    assert broken(WOODS, MARSH, HILL) == []
    assert "dbms.terrain.6" in broken(RIVER)
    six = [WOODS, MARSH, HILL, RIVER, ROAD, ("town", box(420, 420, 500, 500))]
    assert "dbms.terrain.6" in broken(*six)


@pytest.mark.parametrize(
    ("theatre", "kind"),
    [
        pytest.param("western_europe", "dunes", marks=pytest.mark.rule("dbms.terrain.2")),
        pytest.param("eastern_europe", "oasis", marks=pytest.mark.rule("dbms.terrain.3")),
        pytest.param("north_africa", "woods", marks=pytest.mark.rule("dbms.terrain.4")),
        pytest.param("italy_and_sicily", "marsh", marks=pytest.mark.rule("dbms.terrain.5")),
    ],
)
def test_theatres_fix_the_kinds(theatre, kind):
    number = {"western_europe": 2, "eastern_europe": 3, "north_africa": 4, "italy_and_sicily": 5}[theatre]
    assert f"dbms.terrain.{number}" in broken((kind, box(60, 60, 160, 140)), MARSH, HILL, theatre=theatre)
    allowed = {
        "western_europe": "woods steep_hill gentle_hill river soft_ground waterway marsh road town minefield",
        "eastern_europe": "woods steep_hill gentle_hill river soft_ground waterway marsh road town minefield",
        "north_africa": "dunes oasis road town soft_ground minefield gentle_hill steep_hill",
        "italy_and_sicily": "gentle_hill steep_hill woods soft_ground river waterway road town minefield",
    }
    assert set(THEATRES[theatre]["terrain"]) == set(allowed[theatre].split())


@pytest.mark.rule("dbms.terrain.7")
def test_three_quarters_hold_terrain():
    assert "dbms.terrain.7" in broken(WOODS, MARSH)
    assert "dbms.terrain.7" not in broken(WOODS, MARSH, HILL)
    straddle = piece("woods", box(264, 264, 346, 346))
    assert [in_quarter(straddle, part) for part in quarters(SIZE)] == [True, True, True, True], "1600 mm2 in each"
    sliver = piece("woods", box(265, 60, 310, 140))
    assert [in_quarter(sliver, part) for part in quarters(SIZE)] == [True, False, False, False]
    river = piece(*RIVER)
    assert sum(in_quarter(river, part) for part in quarters(SIZE)) >= 2


@pytest.mark.rule("dbms.terrain.8")
def test_two_quarters_hold_bad_going_or_river():
    hills = [("gentle_hill", box(60, 60, 160, 140)), ("gentle_hill", box(420, 60, 520, 140)), ("woods", box(60, 420, 160, 500))]
    assert "dbms.terrain.8" in broken(*hills)
    assert "dbms.terrain.8" not in broken(WOODS, MARSH, HILL)


@pytest.mark.rule("dbms.terrain.9", "dbms.terrain.10")
def test_one_town_and_two_of_any_type():
    town = ("town", box(420, 420, 500, 500))
    assert "dbms.terrain.9" in broken(WOODS, MARSH, town, ("town", box(200, 200, 260, 260)))
    three = [WOODS, ("woods", box(420, 60, 520, 140)), ("woods", box(60, 420, 160, 500))]
    assert "dbms.terrain.10" in broken(*three)
    steep = [("steep_hill", box(60, 60, 160, 140)), ("gentle_hill", box(420, 60, 520, 140)), ("steep_hill", box(60, 420, 160, 500)),
             ("gentle_hill", box(420, 420, 520, 500))]  # fmt: skip
    assert "dbms.terrain.10" not in broken(*steep), "steep and gentle are different types"


@pytest.mark.rule("dbms.terrain.11")
def test_a_river_runs_from_edge_to_edge_or_into_a_waterway():
    assert "dbms.terrain.11" not in broken(RIVER, WOODS, HILL)
    dry = ("river", [[0, 305], [400, 305]], {"bridges": [300]})
    assert "dbms.terrain.11" in broken(dry, WOODS, HILL)
    same = ("river", [[0, 100], [100, 100], [180, 150], [210, 240], [180, 330], [100, 380], [0, 380]], {"bridges": [100]})
    assert "dbms.terrain.11" in broken(same, WOODS)
    lake = ("waterway", box(380, 260, 460, 350))
    into = ("river", [[0, 305], [420, 305]], {"bridges": [300]})
    assert "dbms.terrain.11" not in broken(into, lake, WOODS)


@pytest.mark.rule("dbms.terrain.12", "dbms.terrain.13")
def test_a_river_has_a_bridge_and_a_road_makes_one():
    bare = ("river", [[0, 305], [609.6, 305]])
    assert "dbms.terrain.12" in broken(bare, WOODS, HILL)
    assert "dbms.terrain.12" not in broken(bare, WOODS, HILL, ROAD)
    three, off = (("river", [[0, 305], [609.6, 305]], {"bridges": places}) for places in ([100, 300, 500], [700]))
    assert "dbms.R13" not in broken(three, WOODS, HILL), "at least one"
    assert "dbms.R13" in broken(off, WOODS, HILL)


@pytest.mark.rule("dbms.terrain.15")
def test_length_and_width_add_up_to_200_mm_at_most():
    assert "dbms.terrain.15" not in broken(("woods", box(60, 60, 180, 140)), MARSH, HILL), "120 x 80"
    assert "dbms.terrain.15" in broken(("woods", box(60, 60, 190, 140)), MARSH, HILL), "130 x 80"


@pytest.mark.rule("dbms.dba.18")
def test_pieces_keep_apart_and_on_the_table():
    assert "dbms.dba.18" in broken(WOODS, ("marsh", box(190, 60, 260, 140)), HILL), "30 mm apart"
    assert "dbms.dba.18" not in broken(WOODS, ("marsh", box(200, 60, 270, 140)), MARSH, HILL)
    assert "dbms.dba.18" in broken(("woods", box(-10, 60, 90, 140)), MARSH, HILL)
    assert "dbms.dba.18" in broken(("woods", box(60, 60, 160, 95)), MARSH, HILL), "35 mm wide"
    assert "dbms.dba.18" in broken(RIVER, ("woods", box(200, 260, 300, 340)), WOODS), "a river through a wood"
    assert "dbms.dba.18" in broken(ROAD, ("waterway", box(280, 60, 360, 140)), WOODS)
    assert "dbms.dba.18" not in broken(ROAD, ("woods", box(280, 60, 360, 140)), HILL), "roads cross anything else"


@pytest.mark.parametrize("theatre", list(THEATRES))
def test_made_up_tables_keep_every_condition(theatre):
    for seed in range(5):
        pieces = generated_table(str(seed), theatre, SIZE, PLAIN)
        assert not any(table_refusals(pieces, theatre, SIZE, PLAIN))
        assert 3 <= len(pieces) <= 5
        assert pieces == generated_table(str(seed), theatre, SIZE, PLAIN), "the same seed, the same table"


@pytest.mark.rule("dbms.playing-area.1")
def test_the_table_is_24_inches_square():
    m = battle("red IN 300 400 0", "red GE 520 560 0", "blue GE 520 60 180")
    assert m.g.ground.size == 24 * 2540
    assert m.board.width == 60960


@pytest.mark.rule("dbms.playing-area.2")
def test_the_large_table_is_36_inches_square():
    m = Match.start("dbms", "quick-battle", seed=1, options={"large_table": True})
    assert m.g.ground.size == 36 * 2540


@pytest.mark.rule("dbms.terrain.1")
def test_the_theatre_is_agreed_or_drawn():
    for theatre in THEATRES:
        m = Match.start("dbms", "quick-battle", seed=1)
        m.choose(theatre, "red")
        m.choose(theatre, "blue")
        assert m.g.state.theatre == theatre
    other = Match.start("dbms", "quick-battle", seed=1)
    other.choose("north_africa", "red")
    with other.forced(draws=[["western_europe"]]):
        other.choose("eastern_europe", "blue")
    assert other.g.state.theatre == "western_europe"


@pytest.mark.rule("dbms.terrain.16")
def test_unusual_terrain_comes_with_a_scenario():
    from grognard.games.dbms.movement.tactical_moves import Move, plan_move

    rubble = ("rubble", box(250, 320, 350, 380), {"going": {"foot": "good", "wheeled": "impassable", "tracked": "bad"}, "cover": -1, "blocks": "area"})
    m = battle("red TA 300 400 0", "red GE 520 560 0", "blue GE 520 60 180", terrain=[rubble])
    assert plan_move(m.g, 0, Move(poses=((30000, 37500, 0),))).allowance == 5080


@pytest.mark.rule("dbms.terrain.6", "dbms.terrain.10")
def test_two_lakes_are_no_two_seas():
    """dbms.R14: one waterway may lie along a table edge, a second one is a lake."""
    lakes = [("waterway", box(60, 60, 160, 140)), ("waterway", box(420, 60, 520, 140))]
    assert broken(*lakes, ("marsh", box(60, 420, 160, 500)), ("woods", box(420, 420, 520, 500))) == []
    sea, other = ("waterway", box(0, 0, 609.6, 60)), ("waterway", box(0, 540, 609.6, 609.6))
    assert "dbms.R14" in broken(sea, other, WOODS, MARSH, HILL)
    assert "dbms.R14" not in broken(sea, ("waterway", box(420, 420, 520, 500)), ("woods", box(60, 120, 160, 200)), HILL)


def test_one_bridge_beyond_the_end_of_the_river_is_too_many():
    line = RIVER[1]
    assert "dbms.R13" not in broken(("river", line, {"bridges": [100, 500]}), WOODS, HILL)
    assert "dbms.R13" in broken(("river", line, {"bridges": [100, 700]}), WOODS, HILL)


@pytest.mark.rule("dbms.terrain.11")
def test_a_river_that_leaves_the_lake_again_does_not_end_in_it():
    lake = ("waterway", box(250, 280, 340, 340))
    into = ("river", [[0, 305], [300, 305]], {"bridges": [100]})
    through = ("river", [[0, 305], [450, 305]], {"bridges": [100]})
    assert "dbms.terrain.11" not in broken(into, lake, WOODS, MARSH)
    assert "dbms.terrain.11" in broken(through, lake, WOODS, MARSH)


@pytest.mark.rule("dbms.dba.18")
def test_an_outline_has_3_to_16_corners():
    def ring(count):
        from math import cos, pi, sin

        return [[round(110 + 45 * cos(2 * pi * i / count), 2), round(100 + 45 * sin(2 * pi * i / count), 2)] for i in range(count)]

    for count, fine in ((3, True), (16, True), (17, False)):
        assert ("dbms.dba.18" not in broken(("woods", ring(count)), MARSH, HILL)) == fine, count
    assert "dbms.dba.18" in broken(("woods", [[60, 60], [160, 60]]), MARSH, HILL), "two corners"


@pytest.mark.rule("dbms.terrain.7", "dbms.terrain.8")
def test_a_wood_of_one_square_base_width_in_the_corner_of_the_table_counts():
    for corner in ((0, 0), (569.6, 0), (0, 569.6), (569.6, 569.6)):
        x, y = corner
        small = piece("woods", box(x, y, x + 40, y + 40))
        assert sum(in_quarter(small, part) for part in quarters(SIZE)) == 1, corner


@pytest.mark.rule("dbms.terrain.11")
def test_a_river_begins_within_half_a_millimetre_of_the_edge():
    for short, fine in ((0.5, True), (0.51, False)):
        river = ("river", [[short, 305], [609.6, 305]], {"bridges": [300]})
        assert ("dbms.terrain.11" not in broken(river, WOODS, HILL)) == fine
