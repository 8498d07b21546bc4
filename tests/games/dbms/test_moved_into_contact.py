"""Who has moved into contact, and what doubled means then: the notes of the element chart that depend on the move before."""

import pytest

from games.dbms.conftest import alive, at, battle, box, fight, move, state
from grognard.kernel import PASS

GE = ("red GE 520 560 0", "blue GE 520 60 180")
MINES = ("minefield", box(260, 300, 340, 360))


def into_contact(code, *helpers, options=None, terrain=()):
    """Red moves into contact with blue infantry, and both pass on to combat."""
    m = battle(f"red {code} 300 330 0", "blue IN 300 300 180", *helpers, *GE, spare=True, options=options, terrain=terrain)
    move(m, 0, (300, 300, 0))
    m.choose(PASS, "blue")
    m.choose(PASS, "red")
    return m


HELPERS = ("red TA 360 330 0", "red TA 240 330 0", "red TA 410 330 0")


@pytest.mark.rule("dbms.element-chart.9", "dbms.resolving-combat.4")
def test_infantry_doubled_by_a_gun_that_moved_into_contact_retreats():
    """AT +2 and infantry +3 +1 in contact, less three for support: 6 to 1 is 8 to 2."""
    m = into_contact("AT", *HELPERS)
    fight(m, 0, 1, 6, 1, support=(2, 3, 4))
    assert at(m, 1) == (300, 280, 180)
    milder = into_contact("AT", *HELPERS, options={"doubled_never_milder": True})
    fight(milder, 0, 1, 6, 1, support=(2, 3, 4))
    assert not alive(milder, 1)


@pytest.mark.rule("dbms.element-chart.8")
def test_only_beaten_by_that_gun_it_is_destroyed():
    m = into_contact("AT", *HELPERS)
    fight(m, 0, 1, 4, 3, support=(2, 3, 4))  # 6 to 4
    assert not alive(m, 1)


SOFT = ("soft_ground", box(250, 170, 350, 230))


@pytest.mark.rule("dbms.element-chart.22", "dbms.resolving-combat.4")
def test_reconnaissance_doubled_in_bad_going_routs():
    """IN +2 against armour, +1 in contact; RE +1 against soft, -1 in soft ground: 6 to 1 is 9 to 1."""
    for options, stays in (({}, True), ({"doubled_never_milder": True}, False)):
        m = battle("red IN 300 230 0", "blue RE 300 190 180", phase="fight", terrain=[SOFT], options=options)
        fight(m, 0, 1, 6, 1)
        assert alive(m, 1) is stays
    beaten = battle("red IN 300 230 0", "blue RE 300 190 180", phase="fight", terrain=[SOFT])
    fight(beaten, 0, 1, 2, 3)  # 4 to 3
    assert not alive(beaten, 1), "merely beaten it is destroyed there"


@pytest.mark.rule("dbms.element-chart.22", "dbms.terrain-effects.16")
def test_reconnaissance_doubled_by_a_minefield_routs_and_beaten_is_destroyed():
    """RE +1 against soft, -1 in bad going; the field +3."""
    for dice, options, where in (
        ((1, 1), {}, (300, 515.7, 180)),  # 1 to 4: back 40 mm, about, 3 in on; the front is then its south edge
        ((3, 1), {}, None),  # 3 to 4: beaten
        ((1, 1), {"doubled_never_milder": True}, None),
    ):
        m = battle("red RE 300 370 0", *GE, terrain=[MINES], options=options, spare=True)
        m.choose(("move", 0))
        with m.forced(*dice):
            m.choose({"poses": [[30000, 34000, 0]]})
        assert at(m, 0) == where, (dice, options)


@pytest.mark.rule("dbms.element-chart.8", "dbms.resolving-combat.9")
def test_an_advance_moves_into_contact():
    """The tank destroys the first and goes forward into the second, which attacks it and is beaten, 6 to 8."""
    m = battle("red TA 300 300 0", "blue IN 300 300 180", "blue IN 300 262 180", phase="fight")
    fight(m, 0, 1, 6, 1)
    m.choose(0)
    m.choose(3800)
    assert at(m, 0) == (300, 262, 0)
    fight(m, 2, 0, 3, 4)
    assert not alive(m, 2)


@pytest.mark.rule("dbms.element-chart.8")
def test_who_was_in_contact_already_has_not_moved_into_it():
    m = battle("red TA 300 300 0", "blue IN 300 300 180", phase="fight")
    fight(m, 0, 1, 4, 3)
    assert at(m, 1) == (300, 280, 180), "beaten, it retreats"


@pytest.mark.rule("dbms.element-chart.8")
def test_whoever_touches_a_second_enemy_with_its_side_has_moved_into_contact_with_it():
    """Lined up with one enemy, its left side lies along the front of another."""
    m = battle("red TA 340 340 0", "blue TA 340 300 180", "blue IN 300 320 270", *GE, spare=True)
    move(m, 0, (340, 300, 0))
    assert state(m).elements[0].met == [1, 2]
