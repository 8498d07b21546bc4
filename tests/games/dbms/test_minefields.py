"""Minefields that are met in the middle of something else: in contact, on a crossing, on an advance, at the fourth loss."""

import pytest

from games.dbms.conftest import alive, at, battle, box, fight, move
from grognard.games.dbms.asks import Ask

GE = ("red GE 520 560 0", "blue GE 520 60 180")
FIELD = ("minefield", box(200, 280, 340, 400))
THREE = {"losses": {"red": 3, "blue": 0}}
RIVER = ("river", [[0, 300], [609.6, 300]], {"bridges": [500]})


@pytest.mark.rule("dbms.resolving-combat.10", "dbms.terrain-effects.16")
def test_beaten_by_mines_with_an_enemy_on_its_flank_it_is_destroyed():
    m = battle("red AT 300 300 0 at", "blue IN 320 320 270", *GE, terrain=[FIELD])
    tie, beaten = m.fork(), m.fork()
    with tie.forced(5, 3):
        move(tie, 0, (320, 320, 90))
    assert alive(tie, 0), "2 - 1 + 5 to 3 + 3"
    with beaten.forced(5, 4):
        move(beaten, 0, (320, 320, 90))
    assert not alive(beaten, 0), "6 to 7: it would have to retreat, with IN on its flank"


@pytest.mark.rule("dbms.resolving-combat.9", "dbms.terrain-effects.16")
def test_those_in_contact_with_one_that_mines_drive_back_may_advance():
    m = battle("red AT 300 340 0 at", "blue IN 300 340 180", "red IN 100 560 0", *GE, terrain=[("minefield", box(200, 300, 400, 420))])
    with m.forced(5, 4):
        move(m, 0, (300, 370, 0))
    assert at(m, 0) == (300, 380, 0), "beaten where it started, one base depth back"
    assert m.decision.name == Ask.ADVANCE and m.decision.seat == "blue"
    m.choose(1)
    with m.forced(6, 1):
        m.choose(2000)
    assert at(m, 1) == (300, 360, 180)
    assert m.decision.name == Ask.ACTIVATE and m.decision.seat == "blue"


@pytest.mark.rule("dbms.resolving-combat.10", "dbms.resolving-combat.9")
def test_an_advance_into_mines_with_an_enemy_on_the_flank_ends_in_destruction():
    """It goes along the enemy beside it, and meets the field while they touch."""
    spare = ("red IN 100 560 0", "blue IN 100 540 180")
    field = ("minefield", box(200, 200, 400, 295))
    m = battle("red IN 300 300 0", "blue IN 300 300 180", "blue TA 320 320 270", *spare, phase="fight", terrain=[field])
    fight(m, 0, 1, 6, 1)
    m.choose(0)
    passes, beaten = m.fork(), m.fork()
    with passes.forced(2, 2):
        passes.choose(1000)
    assert at(passes, 0) == (300, 290, 0), "5 to 5"
    with beaten.forced(1, 2):
        beaten.choose(1000)
    assert not alive(beaten, 0), "4 to 5: beaten, with TA on its flank"
    assert beaten.decision.name == Ask.ADVANCE and beaten.decision.seat == "blue", "the tank touched it"
    beaten.choose(2)
    beaten.choose(4000)
    assert at(beaten, 2) == (280, 320, 270)


@pytest.mark.rule("dbms.winning.1", "dbms.terrain-effects.16")
def test_who_is_driven_off_the_table_by_a_minefield_may_lose_the_battle():
    mines = [("minefield", box(5, 520, 85, 600))]
    m = battle("red IN 45 580 0", "blue IN 300 100 180", *GE, terrain=mines, patch=THREE)
    with m.forced(3, 6):
        move(m, 0, (45, 575, 0))
    assert not alive(m, 0)
    assert m.result is not None
    assert m.result.winner == "blue"


def cross(m):
    m.choose(("cross", 0))
    if m.decision.name == "bank":
        m.choose(0)


@pytest.mark.rule("dbms.terrain-effects.15", "dbms.crossing-water.2")
def test_a_crossing_that_begins_in_a_minefield_fights_it():
    mines = ("minefield", box(260, 312.7, 340, 360))
    m = battle("red IN 300 313 0", "blue IN 300 100 180", *GE, terrain=[RIVER, mines], patch={"elements": {"0": {"at_bank": True}}})
    lost, through = m.fork(), m.fork()
    with lost.forced(1, 6):
        cross(lost)
    assert not alive(lost, 0), "doubled"
    with through.forced(6, 1):
        cross(through)
    assert at(through, 0)[1] < 290, "across"
    back = m.fork()
    with back.forced(3, 6):
        cross(back)
    assert at(back, 0) == (300, 333, 0), "beaten, it goes back from where it stood, and does not cross"


@pytest.mark.rule("dbms.crossing-water.4", "dbms.terrain-effects.15")
def test_an_assault_that_finishes_its_crossing_in_a_minefield_fights_it():
    mines = ("minefield", box(260, 200, 340, 285))
    m = battle(
        "red IN 300 285 0", "blue IN 300 285 180", phase="fight", terrain=[RIVER, mines],
        patch={"elements": {"0": {"river": "assault", "met": [1]}}},
    )  # fmt: skip
    fight(m, 0, 1, 6, 1)
    with m.forced(1, 6):
        m.choose(0)
    assert not alive(m, 0)
