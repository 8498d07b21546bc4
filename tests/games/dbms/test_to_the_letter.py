"""Where a reading of ours once beat the printed words: the words are the default, the reading is an option."""

import pytest

from games.dbms.conftest import alive, at, attacks_of, battle, box, fight, may_move, move, state
from grognard.kernel import PASS

GE = ("red GE 520 560 0", "blue GE 520 60 180")
FLYING = {"status": "table", "at": [30000, 40000, 0]}
MINES = ("minefield", box(260, 300, 340, 360))


# ------------------------------------------------------------------ the nearest enemy, on the ground or in the air


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


# ------------------------------------------------------------------ flanks in the air


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


# ------------------------------------------------------------------ doubled is what the column Doubled says


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


# ------------------------------------------------------------------ moving into contact


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


# ------------------------------------------------------------------ zones and breaking off


@pytest.mark.rule("dbms.zone-of-control.2")
def test_a_group_with_its_back_to_the_enemy_goes_directly_away():
    m = battle("red IN 280 350 180", "red IN 320 350 180", "blue TA 300 300 180", *GE)
    m.choose(("group",))
    assert not m.decision.refusals({"members": [0, 1], "steps": [{"kind": "ahead", "by": 4000}]})
    wheel = {"members": [0, 1], "steps": [{"kind": "wheel", "by": 1500}, {"kind": "ahead", "by": 1000}]}
    assert [r.rule for r in m.decision.refusals(wheel)] == ["dbms.zone-of-control.2"]


@pytest.mark.rule("dbms.zone-of-control.2")
def test_a_group_that_goes_past_him_does_not_go_directly_away():
    m = battle("red IN 340 350 180", "red IN 380 350 180", "blue TA 300 300 180", *GE)
    m.choose(("group",))
    away = {"members": [0, 1], "steps": [{"kind": "ahead", "by": 4000}]}
    assert [r.rule for r in m.decision.refusals(away)] == ["dbms.zone-of-control.2"]


@pytest.mark.rule("dbms.breaking-off.2")
def test_out_of_every_zone_one_breaks_off_in_any_direction():
    """A tank against the rear of infantry: nothing says that it must go straight back."""
    m = battle("red TA 300 320 0", "blue IN 300 300 0", *GE)
    assert may_move(m, 0, (350, 320, 0)) == []
    assert "dbms.breaking-off.1" in may_move(m, 0, (310, 320, 0)), "not to end in contact"


@pytest.mark.rule("dbms.breaking-off.2", "dbms.zone-of-control.2")
def test_from_the_enemys_front_one_breaks_off_directly_away():
    m = battle("red TA 300 300 0", "blue IN 300 300 180", *GE)
    assert may_move(m, 0, (350, 310, 0)) == ["dbms.dba.5"]
    assert may_move(m, 0, (300, 350, 0)) == []


@pytest.mark.rule("dbms.breaking-off.2", "dbms.zone-of-control.2")
def test_breaking_off_from_a_rear_it_obeys_the_zone_in_which_it_stands():
    """Its own front on the rear of one, and another enemy's zone over it: away from that one, or towards him."""
    m = battle("red TA 300 320 0", "blue IN 300 300 0", "blue TA 300 390 0", *GE)
    assert may_move(m, 0, (345, 330, 0)) == ["dbms.dba.5"]
    assert may_move(m, 0, (300, 335, 0)) == [], "straight towards him"
