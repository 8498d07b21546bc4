"""Chapters Crossing Water, Moving Air Elements, Engineers and their minefields."""

import pytest

from games.dbms.conftest import alive, at, battle, box, fight, move, refused, state, told
from grognard.games.dbms.combat.targets import may_attack
from grognard.games.dbms.contact.breaking_off import held_by
from grognard.games.dbms.movement.crossing_water import banks_from_river
from grognard.games.dbms.movement.tactical_moves import Move, plan_move
from grognard.games.dbms.terrain.minefields import mine_totals
from grognard.kernel import DONE, PASS

GE = ("red GE 520 560 0", "blue GE 520 60 180")
RIVER = ("river", [[0, 300], [609, 300]], {"bridges": [100]})
BANK = {"at_bank": True}


def hop(m, n, *poses):
    return plan_move(m.g, n, Move(poses=tuple((round(x * 100), round(y * 100), round(f * 100)) for x, y, f in poses)))


def rules(plan):
    return [refusal.rule for refusal in plan.refusals]


def at_bank(*numbers):
    return {"elements": {str(n): {"at_bank": True} for n in numbers}}


# ------------------------------------------------------------------ water


@pytest.mark.rule("dbms.terrain-effects.6", "dbms.crossing-water.1")
def test_only_infantry_on_foot_crosses_away_from_bridges():
    m = battle("red IN 300 313 0", "red TA 360 313 0", "red IN 420 313 0 sf/sw loaded", *GE, terrain=[RIVER], patch=at_bank(0, 1, 2))
    assert "dbms.terrain-effects.6" in rules(hop(m, 0, (300, 290, 0))), "not by an ordinary move"
    assert "dbms.crossing-water.1" in rules(hop(m, 1, (360, 270, 0)))
    assert m.why_not(("cross", 0)) is None
    with refused("dbms.crossing-water.1"):
        m.choose(("cross", 1))
    with refused("dbms.crossing-water.1"):
        m.choose(("cross", 2))


@pytest.mark.rule("dbms.crossing-water.2")
def test_a_crossing_takes_the_whole_move_from_the_bank():
    m = battle("red IN 300 313 0", "red IN 200 330 0", *GE, terrain=[RIVER], patch=at_bank(0))
    with refused("dbms.crossing-water.2"):
        m.choose(("cross", 1))
    m.choose(("cross", 0))
    m.choose(0)
    assert at(m, 0) == (300, 267.3, 0), "rear edge on the far bank, facing away"
    assert state(m).elements[0].moves == 1


@pytest.mark.rule("dbms.crossing-water.2")
def test_an_element_held_in_contact_does_not_cross():
    """dbms.R53: crossing is a move."""
    m = battle("red IN 300 313 0", "blue IN 300 333 0", *GE, terrain=[RIVER], patch=at_bank(0))
    assert held_by(m.g, 0) == [1]
    with refused("dbms.crossing-water.2", says="held"):
        m.choose(("cross", 0))


@pytest.mark.rule("dbms.crossing-water.2")
def test_adjacency_is_noted_when_the_turn_begins():
    m = battle("red IN 300 313 0", "red IN 200 330 0", "blue IN 300 100 180", *GE, terrain=[RIVER], pips={"red": 0, "blue": 0})
    assert state(m).turn == 2
    assert [state(m).elements[n].at_bank for n in (0, 1)] == [True, False]


@pytest.mark.rule("dbms.crossing-water.3", "dbms.element-chart.8")
def test_an_assault_across_the_river_is_moving_into_contact():
    m = battle("red IN 300 313 0", "blue IN 300 287 180", *GE, terrain=[RIVER], patch=at_bank(0))
    m.choose(("assault", 0))
    element = state(m).elements[0]
    assert element.river == "assault"
    assert element.met == [1]
    assert held_by(m.g, 0) == [1]
    assert at(m, 0) == (300, 287, 0)


def assault(m):
    m.choose(("assault", 0))
    return m


@pytest.mark.rule("dbms.crossing-water.4")
def test_a_successful_assault_finishes_the_crossing():
    m = battle("red IN 300 287 0", "blue IN 300 287 180", phase="fight", terrain=[RIVER], patch={"elements": {"0": {"river": "assault"}}})
    fight(m, 0, 1, 6, 1)
    assert not alive(m, 1)
    m.choose(0)
    assert at(m, 0) == (300, 267.3, 0)
    assert state(m).elements[0].river == ""


@pytest.mark.rule("dbms.crossing-water.5")
def test_a_failed_assault_is_destroyed():
    m = battle("red IN 300 287 0", "blue IN 300 287 180", phase="fight", terrain=[RIVER], patch={"elements": {"0": {"river": "assault"}}})
    fight(m, 0, 1, 3, 4)
    assert not alive(m, 0)
    assert any("driven back in the river" in line for line in told(m))


@pytest.mark.rule("dbms.crossing-water.6")
def test_a_tie_leaves_it_in_the_river_and_it_may_finish_when_the_enemy_is_gone():
    m = battle("red IN 300 287 0", "blue IN 300 287 180", phase="fight", terrain=[RIVER], patch={"elements": {"0": {"river": "assault"}}})
    fight(m, 0, 1, 3, 3)
    assert state(m).elements[0].river == "assault"
    free = battle("red IN 300 287 0", *GE, terrain=[RIVER], patch={"elements": {"0": {"river": "assault"}}})
    with refused("dbms.crossing-water.6"):
        free.choose(("move", 0))
    free.choose(("bank", 0))
    free.choose(0)
    assert state(free).elements[0].river == ""


@pytest.mark.rule("dbms.crossing-water.6")
def test_out_of_the_river_and_out_of_contact_only_by_breaking_off():
    """Against infantry it is no faster and stays; against infantry in a marsh it may go back to its own bank, and to no other."""
    patch = {"elements": {"0": {"river": "assault"}}}
    held = battle("red IN 300 287 0", "blue IN 300 287 180", *GE, terrain=[RIVER], patch=patch)
    with refused("dbms.crossing-water.6"):
        held.choose(("bank", 0))
    marsh = ("marsh", box(250, 220, 350, 287))
    slow = battle("red IN 300 287 0", "blue IN 300 287 180", *GE, terrain=[RIVER, marsh], patch=patch)
    assert [pose.y for pose in banks_from_river(slow.g, 0)] == [31270]


@pytest.mark.rule("dbms.crossing-water.7", "dbms.crossing-water.8")
def test_engineers_bridge_the_river_for_their_own_side():
    m = battle("red IE 300 313 0", "red TA 300 340 0", "blue TA 300 200 180", *GE, terrain=[RIVER], patch=at_bank(0))
    m.choose(("bridge", 0))
    assert state(m).elements[0].river == "bridge"
    assert at(m, 0) == (300, 290, 0), "in the middle of the river, facing the far bank"
    over = hop(m, 1, (300, 265, 0))
    assert "dbms.crossing-water.8" in rules(over) or "dbms.passing-through.1" in rules(over), "it must get beyond"
    quick = battle("red IE 300 290 0", "red RE 300 330 0", *GE, terrain=[RIVER], patch={"elements": {"0": {"river": "bridge"}}})
    assert not hop(quick, 1, (300, 245, 0)).refusals
    enemy = battle("red IE 300 290 0", "blue RE 300 270 180", *GE, terrain=[RIVER], mover="blue", patch={"elements": {"0": {"river": "bridge"}}})
    assert hop(enemy, 1, (300, 360, 180)).refusals


@pytest.mark.rule("dbms.crossing-water.9")
def test_bridging_engineers_do_not_fight_and_die_when_driven_off():
    m = battle("red IE 300 290 0", "blue IN 300 287.3 180", phase="fight", mover="blue", terrain=[RIVER],
               patch={"elements": {"0": {"river": "bridge"}}})  # fmt: skip
    assert may_attack(m.g, 0, 1).rule == "dbms.crossing-water.9"
    assert m.g.in_touch(1, 0), "it fills its strip from bank to bank"
    fight(m, 1, 0, 4, 3)
    assert not alive(m, 0)


@pytest.mark.rule("dbms.crossing-water.10", "dbms.terrain.13")
def test_bridges_are_crossed_square_to_them():
    m = battle("red RE 100 330 0", *GE, terrain=[RIVER])
    assert not hop(m, 0, (100, 240, 0)).refusals
    beside = battle("red RE 130 330 0", *GE, terrain=[RIVER])
    assert "dbms.crossing-water.10" in rules(hop(beside, 0, (130, 240, 0)))
    road = battle("red RE 400 330 0", *GE, terrain=[RIVER, ("road", [[400, 0], [400, 609]])])
    assert not hop(road, 0, (400, 240, 0)).refusals, "where the road crosses there is a bridge"
    rest = battle("red RE 100 330 0", *GE, terrain=[RIVER])
    assert not hop(rest, 0, (100, 290, 0)).refusals, "it may stop on it"


# ------------------------------------------------------------------ air


@pytest.mark.rule("dbms.air-moves.1", "dbms.air-moves.2")
def test_an_aircraft_is_placed_against_an_enemy_anywhere():
    m = battle("red FI", "red IN 500 500 0", "blue IN 100 50 180", *GE, terrain=[("woods", box(80, 10, 160, 70))])
    m.choose(("air", 0))
    with refused("dbms.air-moves.1"):
        m.choose({"x": 30000, "y": 30000, "facing": 0})
    with refused("dbms.air-moves.2"):
        m.choose({"x": 10000, "y": -1000, "facing": 0})
    m.choose({"x": 10000, "y": 3000, "facing": 0})
    assert state(m).pips["red"] == 5
    assert at(m, 0) == (100, 30, 0), "over the enemy and the wood"
    m.choose(PASS, "blue")
    with refused("dbms.air-moves.1"):
        m.choose(("air", 0))


@pytest.mark.rule("dbms.air-moves.2")
def test_aircraft_do_not_overlap_each_other():
    m = battle("red FI", "red BO", "blue IN 300 300 180", *GE, patch={"elements": {"1": {"status": "table", "at": [30000, 28000, 0]}}})
    m.choose(("air", 0))
    assert m.why_not({"x": 30000, "y": 29000, "facing": 0}).rule == "dbms.air-moves.2"


@pytest.mark.rule("dbms.air-moves.4", "dbms.air-moves.5", "dbms.play-sheet.6")
def test_aircraft_leave_at_the_end_of_the_turn_and_rest():
    m = battle("red FI", "red IN 300 500 0", "blue IN 300 100 180", *GE, pips={"red": 0, "blue": 0}, turn=3,
               patch={"elements": {"0": {"status": "table", "at": [30000, 30000, 0]}}})  # fmt: skip
    assert state(m).turn == 4
    element = state(m).elements[0]
    assert (element.status, element.ready) == ("off", 5), "placed in turn 3: off in turn 4, back in turn 5"
    from grognard.games.dbms.movement.air import may_fly

    assert may_fly(m.g, 0).rule == "dbms.air-moves.5"


# ------------------------------------------------------------------ minefields and engineers

MINES = ("minefield", box(250, 320, 350, 380))


@pytest.mark.rule("dbms.terrain-effects.15", "dbms.terrain-effects.16")
def test_a_minefield_fights_what_enters_it():
    m = battle("red TA 300 400 0", "red IN 100 400 0", *GE, terrain=[MINES])
    own, mines = mine_totals(m.g, 0)
    assert (int(own), int(mines)) == (3, 3), "d6 + 4 - 1 against d6 + 3"
    with m.forced(2, 5):
        move(m, 0, (300, 370, 0))
    assert not alive(m, 0), "5 against 8: beaten in bad going"
    assert state(m).losses["red"] == 1


@pytest.mark.rule("dbms.terrain-effects.16")
def test_infantry_beaten_by_mines_goes_back_the_way_it_came():
    m = battle("red IN 300 390 0", "red IN 100 400 0", *GE, terrain=[MINES])
    with m.forced(2, 5):
        move(m, 0, (300, 370, 0))
    assert alive(m, 0)
    x, y, _ = at(m, 0)
    assert x == 300
    assert 399 <= y <= 400.6, "20 mm back from where it touched the field at 380"


@pytest.mark.rule("dbms.terrain-effects.16")
@pytest.mark.parametrize(("die", "effect"), [(4, "retreat"), (5, "destroyed"), (6, "destroyed")])
def test_a_minefield_doubles_with_exactly_twice(die, effect):
    """Infantry with 3 + 1 against 3 and the die of the field: 7 beats, 8 doubles."""
    from grognard.games.dbms.terrain.minefields import mine_result

    m = battle("red IN 300 400 0", "blue IN 300 100 180", *GE)
    assert mine_result(m.g, 0, 3 + 1, 3 + die) == effect


@pytest.mark.rule("dbms.terrain-effects.15")
def test_after_a_minefield_it_may_go_on_or_stop_and_the_field_stays():
    m = battle("red IN 300 390 0", "red IN 100 400 0", *GE, terrain=[MINES])
    with m.forced(5, 2):
        move(m, 0, (300, 370, 0))
    assert m.decision.options == ["on", "stop"]
    m.choose("on")
    assert at(m, 0) == (300, 370, 0)
    assert len(m.g.ground.mines) == 1
    start = battle("red IN 300 370 0", "red IN 100 400 0", *GE, terrain=[MINES])
    with start.forced(5, 2):
        move(start, 0, (300, 360, 0))
    assert start.decision.options == ["on", "stop"], "it fights when a move begins in it, too"


@pytest.mark.rule("dbms.engineers.3", "dbms.element-chart.12", "dbms.engineers.4")
def test_engineers_are_not_attacked_and_clear_the_field_when_they_double_it():
    m = battle("red IE 300 390 0", "red IN 100 400 0", *GE, terrain=[MINES])
    own, mines = mine_totals(m.g, 0)
    assert (int(own), int(mines)) == (5, 3)
    with m.forced(1, 6):
        move(m, 0, (300, 370, 0))
    assert alive(m, 0), "they ignore every adverse result"
    m.choose("on")
    assert at(m, 0) == (300, 370, 0)
    clear = battle("red IE 300 390 0", "red IN 100 400 0", *GE, terrain=[MINES])
    with clear.forced(5, 2):
        move(clear, 0, (300, 370, 0))
    assert clear.g.ground.mines == [], "10 against 5"
    loaded = battle("red IE 300 400 0 sf/sw loaded", "red IN 100 400 0", *GE, terrain=[MINES])
    assert int(mine_totals(loaded.g, 0)[0]) == 4, "loaded it has the +2 as well, less 1 as a vehicle in bad going"


@pytest.mark.rule("dbms.engineers.5", "dbms.groups.2")
def test_a_column_behind_engineers_is_not_affected():
    m = battle("red IE 300 390 0", "red IN 300 410 0", "red IN 100 400 0", *GE, terrain=[MINES])
    m.choose(("group",))
    with m.forced(3, 3):
        m.choose({"members": [0, 1], "steps": [{"kind": "ahead", "by": 2500}]})
    assert at(m, 0) == (300, 365, 0)
    assert at(m, 1) == (300, 385, 0)
    lines = [line for line in told(m) if "minefield" in line]
    assert all("IN" not in line for line in lines)


@pytest.mark.rule("dbms.terrain-effects.15")
def test_a_retreat_into_a_minefield_fights_it():
    m = battle("red TA 300 320 0", "blue IN 300 250 180", phase="fight", terrain=[("minefield", box(250, 150, 350, 220))])
    fight(m, 0, 1, 4, 4, more=(5, 1))
    assert alive(m, 1)
    assert any("minefield" in line for line in told(m))


@pytest.mark.rule("dbms.terrain-effects.15")
def test_beaten_by_a_minefield_on_its_way_back_it_goes_one_depth_farther():
    """dbms.R102: it completes its retreat first."""
    mines = ("minefield", box(260, 150, 340, 195))
    m = battle("red TA 300 300 0", "blue IN 300 220 180", phase="fight", terrain=[mines])
    fight(m, 0, 1, 3, 3, more=(1, 4))
    assert at(m, 1) == (300, 220 - 20 - 20, 180)
    passed = battle("red TA 300 300 0", "blue IN 300 220 180", phase="fight", terrain=[mines])
    fight(passed, 0, 1, 3, 3, more=(4, 1))
    assert at(passed, 1) == (300, 220 - 20, 180)


@pytest.mark.rule("dbms.winning.1")
def test_the_victory_test_runs_after_a_minefield_combat():
    m = battle("red TA 300 400 0", "red IN 100 400 0", *GE, terrain=[MINES], patch={"losses": {"red": 3, "blue": 0}})
    with m.forced(1, 6):
        move(m, 0, (300, 370, 0))
    assert m.result.winner == "blue"


def test_done_is_a_word():
    assert DONE == "done"


@pytest.mark.rule("dbms.crossing-water.3")
def test_an_assault_reaches_an_enemy_that_stands_back_from_the_bank_by_less_than_a_base():
    """The far bank is at 287.3 mm; infantry put there would cover 267.3 to 287.3 mm."""
    near = battle("red IN 300 313 0", "blue IN 300 280 180", *GE, terrain=[RIVER], patch=at_bank(0))
    near.choose(("assault", 0))
    assert at(near, 0) == (300, 280, 0), "in the river, against its front"
    far = battle("red IN 300 313 0", "blue IN 300 266 180", *GE, terrain=[RIVER], patch=at_bank(0))
    with refused("dbms.crossing-water.3"):
        far.choose(("assault", 0))


@pytest.mark.rule("dbms.crossing-water.3")
def test_two_do_not_assault_from_the_same_place():
    m = battle("red IN 300 313 0", "blue IN 300 287 180", "red IN 300 287 0", *GE, terrain=[RIVER],
               patch={"elements": {"0": {"at_bank": True}, "2": {"river": "assault"}}})  # fmt: skip
    with refused("dbms.crossing-water.3"):
        m.choose(("assault", 0))


@pytest.mark.rule("dbms.air-moves.1")
def test_an_aircraft_strikes_a_base_without_a_garrison():
    base = {"owner": "blue", "points": box(260, 100, 340, 180)}
    m = battle("red BO", "red IN 300 500 0", *GE, base=base)
    m.choose(("air", 0))
    over = [spot for spot in m.decision.suggestions() if (spot.x, spot.y) == (30000, 12000)]
    assert over and over[0].facing == 0, "in the middle of it, facing north"
    m.choose(over[0])
    assert at(m, 0) == (300, 120, 0)


@pytest.mark.rule("dbms.crossing-water.10")
def test_the_middle_line_stays_in_the_strip_of_the_bridge():
    """The strip is 40 mm wide; half a millimetre is the program's tolerance."""
    for x, legal in ((120.5, True), (120.51, False), (79.5, True), (79.49, False)):
        m = battle(f"red RE {x} 330 0", *GE, terrain=[RIVER])
        assert ("dbms.crossing-water.10" not in rules(hop(m, 0, (x, 240, 0)))) == legal, x
