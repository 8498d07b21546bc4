"""Aircraft in combat: an enemy element like any other, the nearest perhaps, with flanks and a rear of its own."""

import pytest

from games.dbms.conftest import alive, at, attacks_of, battle, fight, state

FLYING = {"status": "table", "at": [30000, 40000, 0]}


def over_the_tank(**options):
    """A blue bomber stands on the red tank, a blue tank two inches before it."""
    return battle("red TA 300 400 0", "blue TA 300 349.2 180", "blue BO", phase="fight", options=options,
                  patch={"elements": {"2": {**FLYING, "at": [30000, 40000, 0]}}})  # fmt: skip


@pytest.mark.rule("dbms.combat.4")
def test_an_aircraft_overhead_is_the_nearest_enemy():
    assert [pair for pair in attacks_of(over_the_tank()) if pair[0] == 0] == [(0, 2)]
    assert [pair for pair in attacks_of(over_the_tank(air_judged_apart=True)) if pair[0] == 0] == [(0, 1), (0, 2)]


@pytest.mark.rule("dbms.combat.4")
def test_an_aircraft_farther_off_is_not():
    m = battle("red AA 300 400 0", "blue IN 300 360 180", "blue FI", phase="fight",
               patch={"elements": {"2": {**FLYING, "at": [30000, 30000, 0]}}})  # fmt: skip
    assert [pair for pair in attacks_of(m) if pair[0] == 0] == [(0, 1)], "infantry at 40 mm, the fighter at 60"


@pytest.mark.rule("dbms.combat.4")
def test_at_equal_distance_the_attacker_picks_ground_or_air():
    m = battle("red IN 300 400 0", "blue IN 300 400 180", "blue FI", phase="fight",
               patch={"elements": {"2": {**FLYING, "at": [30000, 42000, 0]}}})  # fmt: skip
    assert [pair for pair in attacks_of(m) if pair[0] == 0] == [(0, 1), (0, 2)], "both touch it"


def bomber(y, facing, mine, theirs, **options):
    """A red bomber before (y = 260) or behind (y = 340) a blue tank that faces north."""
    m = battle("red BO", "blue TA 300 300 0", phase="fight", options=options,
               patch={"elements": {"0": {**FLYING, "at": [30000, y * 100, facing * 100]}}})  # fmt: skip
    fight(m, 0, 1, mine, theirs)
    return m


@pytest.mark.rule("dbms.flank-and-rear.1")
def test_an_aircraft_behind_the_front_line_attacks_in_flank():
    """Bomber +3, tank +2: at 3 to 3 it is 6 to 5, from behind 6 to 4; at 2 to 4 a defeat becomes a tie."""
    assert at(bomber(340, 0, 2, 3, no_contact_in_the_air=True), 1) == (300, 340, 0), "5 to 4: the tank retreats"
    assert not alive(bomber(340, 0, 2, 3), 1), "and would retreat with the bomber at its rear"
    assert at(bomber(260, 0, 2, 3), 1) == (300, 300, 0), "before the front it is a tie"
    assert at(bomber(340, 0, 2, 3, no_flanks_in_the_air=True), 1) == (300, 300, 0), "and by the option too"


@pytest.mark.rule("dbms.flank-and-rear.1")
def test_an_aircraft_has_a_rear_itself():
    """AA +3 against air, fighter +2 against soft: 3 to 2 is 6 to 4; from behind 6 to 3, and doubled it is shot down."""
    assert shot_at(180) == "lost", "it shows its rear"
    assert shot_at(0) == "table" or shot_at(0) == "off"
    assert shot_at(180, no_flanks_in_the_air=True) == "off", "beaten, it returns to base"


def shot_at(facing, **options):
    """A blue fighter an inch and more north of red flak, facing it (180) or facing away (0)."""
    facing = (facing + 180) % 360
    y = 32000 if facing == 0 else 36000
    m = battle("red AA 300 400 0", "blue FI", phase="fight", options=options,
               patch={"elements": {"1": {**FLYING, "at": [30000, y, facing * 100]}}})  # fmt: skip
    fight(m, 0, 1, 3, 2)
    return state(m).elements[1].status
