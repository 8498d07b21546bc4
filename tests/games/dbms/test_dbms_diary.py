"""The diary tells a move in the words of the table: how far, which way, by road, into what, against whom."""

from games.dbms.conftest import battle, box, fight, move, told
from grognard.kernel import PASS

GE = ("red GE 520 560 0", "blue GE 520 60 180")


def last(m):
    return told(m)[-1]


def test_a_move_is_told_by_its_length_and_bearing():
    m = battle("red TA 300 400 0", *GE)
    move(m, 0, (300, 349.2, 0))
    assert last(m) == "TA 1 moves 2.0 in north."
    m = battle("red TA 300 400 0", *GE)
    move(m, 0, (325.4, 425.4, 0))
    assert last(m) == "TA 1 moves 1.4 in south-east."


def test_a_turn_on_the_spot_is_told_as_one():
    m = battle("red TA 300 400 0", *GE)
    move(m, 0, (320, 420, 90))
    assert last(m) == "TA 1 turns to face east."


def test_new_ground_and_the_road_are_named():
    wood = ("woods", box(250, 300, 350, 380), {"name": "Fir Wood"})
    m = battle("red IN 300 400 0", *GE, terrain=[wood])
    move(m, 0, (300, 376, 0))
    assert last(m) == "IN 1 moves 0.9 in north.", "less than half of it is in the wood"
    m = battle("red IN 300 400 0", *GE, terrain=[wood])
    move(m, 0, (300, 366, 0))
    assert last(m) == "IN 1 moves 1.3 in north, into Fir Wood."
    road = battle("red RE 300 400 0", *GE, terrain=[("road", [[300, 0], [300, 609.6]])])
    move(road, 0, road=-15000)
    assert last(road) == "RE 1 moves 5.9 in north by road."


def test_contact_is_told_with_the_edge_that_was_met():
    front = battle("red TA 300 340 0", "blue IN 300 300 180", *GE)
    move(front, 0, (300, 300, 0))
    assert last(front) == "TA 1 moves 1.6 in north, into the front of IN 2."
    rear = battle("red TA 300 360 0", "blue IN 300 300 0", *GE)
    move(rear, 0, (300, 320, 0))
    assert last(rear) == "TA 1 moves 1.6 in north, into the rear of IN 2."


def test_a_group_says_how_far_it_went_and_who_is_in_it():
    m = battle("red TA 300 400 0", "red TA 340 400 0", *GE)
    m.choose(("group",))
    m.choose({"members": [0, 1], "steps": [{"kind": "ahead", "by": 5080}]})
    assert last(m) == "A group of 2 moves 2.0 in north: TA 1 and TA 2."


def test_a_group_of_blanks_that_is_seen_on_its_way_went_no_farther_for_it():
    """The engineers' true base is less deep than their blank: they moved an inch all the same."""
    mines = ("minefield", box(250, 350, 350, 380))
    m = battle("red IE 300 400 0 hidden", "red IN 300 440 0 hidden", "blue IN 300 200 180", "red GE 520 560 0", "blue GE 520 60 180",
               options={"hidden_elements": True}, terrain=[mines])  # fmt: skip
    m.choose(("group",))
    with m.forced(6, 1):
        m.choose({"members": [0, 1], "steps": [{"kind": "ahead", "by": 2540}]})
    assert last(m) == "A group of 2 moves 1.0 in north: IE 1 and blank 2."


def test_an_aircraft_appears_over_somebody_and_a_retreat_has_a_length():
    m = battle("red BO", "blue TA 300 300 180", *GE)
    m.choose(("air", 0))
    m.choose({"x": 30000, "y": 30000, "facing": 0})
    assert last(m) == "BO 1 appears over TA 2."
    beaten = battle("red TA 300 300 0", "blue TA 300 220 180", phase="fight")
    fight(beaten, 0, 1, 4, 3)
    assert "TA 2 retreats 1.6 in north." in told(beaten)
    assert PASS in beaten.decision.options
