"""Contact and advances: aircraft are enemy elements too, and whoever touched the beaten one may move forward."""

import pytest

from games.dbms.conftest import alive, at, battle, box, fight, may_move, offered, refused, state
from grognard.games.dbms.asks import Ask
from grognard.kernel import DONE

OURS = {"no_contact_in_the_air": True}


def aloft(n, x, y, facing=0):
    return {"elements": {str(n): {"status": "table", "at": [round(x * 100), round(y * 100), facing * 100]}}}


# ------------------------------------------------------------------ aircraft on flank or rear


def shelled(x, y, **options):
    """A red tank beats a blue tank two inches before it while a red fighter stands somewhere: 4 + 5 to 4 + 1."""
    m = battle("red TA 300 400 0", "blue TA 300 349.2 180", "red FI", phase="fight", patch=aloft(2, x, y), options=options)
    fight(m, 0, 1, 4, 2)
    return m


@pytest.mark.rule("dbms.resolving-combat.10", "dbms.dba.20")
def test_an_aircraft_at_the_rear_bars_the_way_back():
    """The blue tank covers 309.2 to 349.2: an aircraft at 269.2 to 309.2 stands against its rear."""
    assert not alive(shelled(300, 269.2), 1)
    assert not alive(shelled(340, 309.2), 1), "and one against its flank"
    assert at(shelled(300, 269.2, **OURS), 1) == (300, 309.2, 180), "by option it retreats"


@pytest.mark.rule("dbms.resolving-combat.10")
def test_an_aircraft_before_the_front_or_away_bars_nothing():
    assert at(shelled(300, 349.2), 1) == (300, 309.2, 180), "against its front"
    assert at(shelled(300, 260), 1) == (300, 309.2, 180), "9 mm behind it"
    assert at(shelled(300, 309.2), 1) == (300, 309.2, 180), "over it: against no edge"


def with_fighter(x, y, **options):
    return battle("red TA 300 400 0", "red TA 340 400 0", "blue FI", "blue GE 300 60 180", patch=aloft(2, x, y), options=options)


@pytest.mark.rule("dbms.breaking-off.1")
def test_an_aircraft_on_flank_or_rear_pins():
    away = (300, 370, 0)
    assert may_move(with_fighter(300, 440), 0, away) == ["dbms.breaking-off.1"], "at its rear"
    assert may_move(with_fighter(260, 400), 0, away) == ["dbms.breaking-off.1"], "at its flank"
    assert may_move(with_fighter(300, 360), 0, (300, 430, 0)) == [], "in front it has no rate to be compared"
    assert may_move(with_fighter(300, 445), 0, away) == [], "5 mm off it pins nobody"
    assert may_move(with_fighter(300, 440, **OURS), 0, away) == []


@pytest.mark.rule("dbms.groups.1")
def test_a_group_does_not_leave_an_aircraft_in_contact():
    for options, held in (({}, True), (OURS, False)):
        m = with_fighter(300, 360, **options)
        assert (("group", 0, 1) in offered(m)) is not held
    held_by_it = with_fighter(300, 360)
    with refused("dbms.groups.1"):
        held_by_it.choose(("group",))


# ------------------------------------------------------------------ moved into contact from the air


def struck(mine, theirs, **options):
    """A red bomber is placed before blue infantry and attacks it: +2 against soft, +1 against air."""
    m = battle("red BO", "red GE 300 560 0", "blue IN 300 300 180", "blue GE 100 60 180", pips={"red": 1, "blue": 0}, options=options, spare=True)
    m.choose(("air", 0))
    m.choose({"x": 30000, "y": 30000, "facing": 0})
    for _ in range(6):
        if m.decision.name == Ask.ATTACK and m.decision.seat == "red":
            break
        m.choose("pass")
    fight(m, 0, 2, mine, theirs)
    return m


@pytest.mark.rule("dbms.element-chart.8")
def test_infantry_beaten_by_an_aircraft_that_moved_into_contact_is_destroyed():
    assert not alive(struck(4, 4), 2), "6 to 5"
    assert at(struck(4, 4, **OURS), 2) == (300, 280, 180), "by option it retreats"
    assert alive(struck(3, 4), 2), "a tie"


# ------------------------------------------------------------------ who moves forward


def line(*more, **options):
    """Red tank beats the left one of two blue tanks side by side."""
    return battle("red TA 300 349.2 0", "blue TA 300 300 180", "blue TA 340 300 180", *more, phase="fight", options=options)


@pytest.mark.rule("dbms.resolving-combat.9")
def test_a_friend_of_the_beaten_element_may_move_forward():
    m = line()
    fight(m, 0, 1, 4, 2)
    assert m.decision.name == Ask.ADVANCE
    assert m.decision.seat == "blue"
    m.choose(2)
    m.choose(4000)
    assert at(m, 2) == (340, 340, 180)
    ours = line(victors_alone_advance=True)
    fight(ours, 0, 1, 4, 2)
    assert ours.decision.name != Ask.ADVANCE


@pytest.mark.rule("dbms.resolving-combat.9")
def test_the_victors_side_moves_forward_first():
    m = battle("red TA 300 300 0", "blue TA 300 300 180", "blue TA 340 300 180", phase="fight")
    fight(m, 0, 1, 4, 2)
    assert (m.decision.name, m.decision.seat) == (Ask.ADVANCE, "red")
    m.choose(DONE)
    assert (m.decision.name, m.decision.seat) == (Ask.ADVANCE, "blue"), "that one has done does not end it for the other"


@pytest.mark.rule("dbms.resolving-combat.9")
def test_a_friend_that_is_not_in_contact_stays():
    m = battle("red TA 300 349.2 0", "blue TA 300 300 180", "blue TA 345 300 180", phase="fight")
    fight(m, 0, 1, 4, 2)
    assert m.decision.name != Ask.ADVANCE


@pytest.mark.rule("dbms.resolving-combat.9")
def test_who_touched_a_beaten_aircraft_may_move_forward():
    for options, asked in (({}, True), (OURS, False)):
        m = battle("red AA 300 400 0", "blue FI", phase="fight", patch=aloft(1, 300, 400, 180), options=options)
        fight(m, 0, 1, 5, 3)
        assert state(m).elements[1].status == "off", "8 to 5: beaten, it returns to base"
        assert (m.decision.name == Ask.ADVANCE) is asked


# ------------------------------------------------------------------ mines upon other ground


@pytest.mark.rule("dbms.terrain-combat.1")
def test_mines_in_a_wood_leave_the_cover():
    """Tank +4 against infantry +2, in contact +1 more: 4 to 3 is 8 to 6, less the cover 6 to 6."""
    wood, mines = ("woods", box(270, 260, 330, 305)), ("minefield", box(250, 250, 350, 310))
    for terrain in ([wood], [wood, mines], [mines, wood]):
        m = battle("red TA 300 300 0", "blue IN 300 300 180", phase="fight", terrain=terrain, patch={})
        fight(m, 0, 1, 4, 3)
        assert alive(m, 1)
        assert at(m, 1) == (300, 300, 180), f"a tie: {terrain}"
