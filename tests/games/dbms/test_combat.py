"""Chapters Combat, Flank and Rear Attacks, Terrain Affecting Combat: who may attack whom, and with what."""

import pytest

from games.dbms.conftest import at, attacks_of, battle, box, fight, refused, state
from grognard.games.dbms.combat.chances import chances
from grognard.games.dbms.combat.factors import Fight, attack_total, defence_total
from grognard.games.dbms.combat.targets import can_reply, may_attack, may_support, nearest_targets, supporters
from grognard.games.dbms.terrain.sight import blockers, sees
from grognard.kernel import PASS

WOODS = ("woods", box(250, 150, 350, 230))


def totals(m, a, t, support=(), defence=()):
    fight = Fight(a, t, tuple(support), tuple(defence))
    return int(attack_total(m.g, fight)), int(defence_total(m.g, fight))


@pytest.mark.rule("dbms.combat.1", "dbms.combat.2")
def test_the_initiative_attacks_first_then_in_turn_and_who_passes_is_out():
    m = battle("red TA 300 300 0", "blue TA 300 220 180", phase="fight", mover="blue")
    assert m.decision.seat == "blue"
    assert m.decision.rule == "dbms.combat.1"
    fight(m, 1, 0, 3, 3)
    assert m.decision.seat == "red"
    m.choose(PASS)
    assert state(m).passed == ["red"]
    assert m.decision.seat == "blue"
    with m.forced(3, 3, 3, 3, 3, 4):  # blue's last attack, then the next turn begins
        m.choose((3, 2))
    assert state(m).turn == 2


@pytest.mark.rule("dbms.combat.3")
def test_an_element_attacks_in_any_direction_but_only_once():
    m = battle("red TA 300 300 180", "blue TA 300 220 180", phase="fight")
    assert (0, 1) in attacks_of(m), "there is no arc of fire"
    fight(m, 0, 1, 3, 3)
    m.choose(PASS, "blue")
    with refused("dbms.combat.11"):
        m.choose((0, 1))


@pytest.mark.rule("dbms.combat.4")
def test_the_nearest_enemy_must_be_attacked():
    m = battle("red TA 300 400 0", "blue TA 300 330 180", "blue IN 385 330 180", phase="fight")
    with refused("dbms.combat.4", says="nearer"):
        m.choose((0, 2))
    assert nearest_targets(m.g, 0) == [1]


@pytest.mark.rule("dbms.combat.4")
def test_by_option_ground_and_air_are_judged_apart_and_ties_are_free():
    m = battle("red AA 300 400 0", "blue TA 270 330 180", "blue TA 330 330 180", "blue TA 420 300 180", "blue FI", phase="fight",
               options={"air_judged_apart": True},
               patch={"elements": {"4": {"status": "table", "at": [30000, 50000, 0]}}})  # fmt: skip
    assert nearest_targets(m.g, 0) == [1, 2, 4]


@pytest.mark.rule("dbms.combat.5", "dbms.dba.13")
def test_range_is_measured_between_the_nearest_points():
    near = battle("red IN 300 400 0", "blue IN 300 349.2 180", phase="fight")
    assert may_attack(near.g, 0, 1) is None, "exactly 2 in"
    far = battle("red IN 300 400 0", "blue IN 300 348 180", phase="fight")
    refusal = may_attack(far.g, 0, 1)
    assert refusal.rule == "dbms.combat.5"
    assert refusal.facts == {"measured": 5200, "limit": 5080}


@pytest.mark.rule("dbms.combat.6")
def test_a_third_element_blocks_the_line_of_sight():
    m = battle("red TA 300 400 0", "blue TA 300 305 180", "red IN 300 350 0", phase="fight")
    assert not sees(m.g, 0, 1)
    assert may_attack(m.g, 0, 1).rule == "dbms.combat.6"
    aside = battle("red TA 300 400 0", "blue TA 300 305 180", "red IN 345 350 0", phase="fight")
    assert sees(aside.g, 0, 1)


def test_elements_in_contact_always_see_each_other():
    m = battle("red IN 300 200 0", "blue IN 300 200 180", phase="fight", terrain=[WOODS])
    assert sees(m.g, 0, 1)


@pytest.mark.rule("dbms.terrain-effects.17")
def test_woods_between_block_and_woods_touched_let_two_inches_through():
    through = battle("red TH 300 290 0", "blue TA 300 140 180", phase="fight", terrain=[WOODS])
    assert not sees(through.g, 0, 1)
    edge = battle("red TA 300 290 0", "blue IN 300 220 180", phase="fight", terrain=[WOODS])
    assert sees(edge.g, 0, 1)
    deep = battle("red TA 300 290 0", "blue IN 300 165 180", phase="fight", terrain=[WOODS])
    assert not sees(deep.g, 0, 1)


@pytest.mark.rule("dbms.terrain-effects.17", "dbms.terrain.14")
def test_a_hill_blocks_between_and_its_crest_blocks_on_it():
    hill = ("gentle_hill", box(230, 200, 370, 260))  # its crest runs from west to east at y = 230
    between = battle("red TH 300 290 0", "blue TA 300 190 180", phase="fight", terrain=[hill])
    assert not sees(between.g, 0, 1)
    behind = battle("red TH 300 300 0", "blue IN 300 222 180", phase="fight", terrain=[hill])
    assert not sees(behind.g, 0, 1)
    on_top = battle("red TH 300 300 0", "blue IN 300 235 180", phase="fight", terrain=[hill])
    assert sees(on_top.g, 0, 1)
    g = on_top.g
    assert blockers(g.ground.blocking, g.rect(0), g.rect(1)) == ([], []), "who stands on the crest is not hidden by it"
    assert blockers(behind.g.ground.blocking, behind.g.rect(0), behind.g.rect(1))[0] == [behind.g.ground.areas[0].crest]


@pytest.mark.rule("dbms.combat.7", "dbms.combat.8")
def test_each_supporter_takes_one_off_the_defender():
    m = battle("red TA 300 300 0", "red TA 345 300 0", "red TA 255 300 0", "blue TA 300 220 180", phase="fight")
    assert supporters(m.g, 0, 3) == [1, 2]
    assert totals(m, 0, 3) == (4, 4)
    assert totals(m, 0, 3, support=(1, 2)) == (4, 2)
    fight(m, 0, 3, 3, 3, support=(1, 2))
    assert [state(m).elements[n].used for n in (0, 1, 2, 3)] == [True, True, True, False]
    assert "retreat" in " ".join(m_text(m))


def m_text(m):
    return [event.text for event in m.diary("red")]


@pytest.mark.rule("dbms.combat.8")
def test_three_supporters_take_three_off():
    m = battle("red TA 300 300 0", "red TA 345 300 0", "red TA 255 300 0", "red AR 300 345 0", "blue TA 300 220 180", phase="fight")
    assert totals(m, 0, 4, support=(1, 2, 3)) == (4, 1)


@pytest.mark.rule("dbms.combat.9")
def test_the_defence_is_supported_against_the_attacker():
    m = battle("red TA 300 300 0", "blue TA 300 220 180", "blue TA 345 220 180", phase="fight")
    assert totals(m, 0, 1, defence=(2,)) == (3, 4)
    m.choose((0, 1))
    assert m.decision.seat == "blue"
    assert m.decision.rule == "dbms.combat.9"
    with m.forced(2, 2):
        m.choose(2)
        m.choose("done") if m.decision.rule == "dbms.combat.9" else None
    assert state(m).elements[2].used


@pytest.mark.rule("dbms.combat.10", "dbms.element-chart.38")
def test_a_general_supports_a_friend_within_6_inches_without_seeing_the_enemy():
    m = battle("red IN 300 300 0", "red GE 300 450 0", "blue IN 300 260 180", phase="fight", terrain=[("woods", box(250, 340, 350, 420))])
    assert may_support(m.g, 1, 0, 2) is None
    far = battle("red IN 300 300 0", "red GE 300 480 0", "blue IN 300 260 180", phase="fight")
    assert may_support(far.g, 1, 0, 2).rule == "dbms.combat.10"
    fight(m, 0, 2, 3, 3, support=(1,))
    assert may_support(m.g, 1, 0, 2).rule == "dbms.element-chart.38"


@pytest.mark.rule("dbms.combat.11")
def test_attack_and_support_together_once_a_turn_but_defence_is_free():
    m = battle("red TA 300 300 0", "red TA 345 300 0", "blue TA 300 220 180", phase="fight")
    fight(m, 0, 2, 3, 4, support=(1,))
    assert may_attack(m.g, 2, 0) is None, "being attacked does not use it up"
    assert totals(m, 2, 0) == (4, 4), "who has attacked defends at full value"
    assert may_support(m.g, 1, 0, 2).rule == "dbms.combat.11"


@pytest.mark.rule("dbms.combat.12")
def test_supporters_suffer_nothing():
    m = battle("red IN 300 300 0", "red IN 345 300 0", "blue TA 300 260 180", phase="fight")
    fight(m, 0, 2, 1, 6, support=(1,))
    assert state(m).elements[0].status == "lost"
    assert state(m).elements[1].status == "table"


@pytest.mark.rule("dbms.flank-and-rear.1")
def test_an_attacker_wholly_behind_the_front_line_takes_one_off():
    m = battle("red TA 300 300 0", "blue TA 300 220 0", phase="fight")
    assert totals(m, 0, 1) == (4, 3)
    beside = battle("red TA 360 262 270", "blue TA 300 220 0", phase="fight")
    assert totals(beside, 0, 1) == (4, 3), "any place behind the line will do"
    partly = battle("red TA 360 230 270", "blue TA 300 220 0", phase="fight")
    assert totals(partly, 0, 1) == (4, 4), "a corner before the line spoils it"


@pytest.mark.rule("dbms.flank-and-rear.2")
def test_self_propelled_guns_lose_two_in_flank():
    own = battle("red TA 300 300 0", "blue AT 300 240 0 at", phase="fight")
    assert totals(own, 0, 1) == (4, 2)
    towed = battle("red TA 300 300 0", "blue AT 300 240 0 sf/sw", phase="fight")
    assert totals(towed, 0, 1) == (4, 3)


@pytest.mark.rule("dbms.terrain-combat.1", "dbms.resolving-combat.1")
@pytest.mark.parametrize("kind", ["woods", "marsh", "town", "oasis"])
def test_cover_takes_two_off_the_attacker(kind):
    m = battle("red TA 300 306 0", "red AR 345 330 0", "blue IN 300 225 180", phase="fight", terrain=[(kind, box(250, 150, 350, 230))])
    assert totals(m, 0, 2, support=(1,)) == (4 - 2, 2 - 1), "TA attacks IN in woods with one supporting AR"


@pytest.mark.rule("dbms.terrain-combat.1", "dbms.dba.16")
def test_less_than_half_in_the_woods_is_no_cover():
    m = battle("red TA 300 320 0", "blue IN 300 241 180", phase="fight", terrain=[WOODS])
    assert totals(m, 0, 1)[0] == 4
    half = battle("red TA 300 320 0", "blue IN 300 240 180", phase="fight", terrain=[WOODS])
    assert totals(half, 0, 1)[0] == 2


@pytest.mark.rule("dbms.vehicles-bad-terrain.1")
def test_vehicles_in_bad_going_have_one_less_in_attack_and_defence():
    soft = ("soft_ground", box(250, 200, 350, 340))
    m = battle("red TA 300 300 0", "blue TA 300 250 180", phase="fight", terrain=[soft])
    assert totals(m, 0, 1) == (3, 3)
    foot = battle("red IN 300 300 0", "blue IN 300 260 180", phase="fight", terrain=[soft])
    assert totals(foot, 0, 1) == (3, 3)
    road = battle("red TA 300 300 0", "blue TA 300 250 180", phase="fight", terrain=[soft, ("road", [[300, 0], [300, 609]])])
    assert totals(road, 0, 1) == (4, 4)


@pytest.mark.rule("dbms.entrenchment.3", "dbms.element-chart.11")
def test_entrenchment_takes_one_off_every_attacker_but_engineers():
    m = battle("red TA 300 300 0", "blue IN 300 240 180 entrenched", phase="fight")
    assert totals(m, 0, 1) == (3, 2)
    ie = battle("red IE 300 280 0", "blue IN 300 240 180 entrenched", phase="fight")
    assert totals(ie, 0, 1)[0] == 3
    assert totals(m, 1, 0)[0] == 2, "no benefit in its own attack, and none lost"


@pytest.mark.rule("dbms.element-chart.4")
def test_infantry_adds_one_in_contact_but_not_against_aircraft():
    m = battle("red IN 300 240 0", "blue IN 300 240 180", phase="fight")
    assert totals(m, 0, 1) == (4, 4)
    heavy = battle("red IH 300 240 0", "blue IE 300 240 180", phase="fight")
    assert totals(heavy, 0, 1) == (3, 3)
    air = battle("red IN 300 240 0", "blue BO", phase="fight", patch={"elements": {"1": {"status": "table", "at": [30000, 24000, 0]}}})
    assert totals(air, 0, 1)[0] == 1


FACTORS = {"IN": (2, 3, 1), "IH": (2, 3, 1), "IE": (2, 3, 1), "TA": (4, 4, 2), "TH": (5, 3, 2), "RE": (1, 1, 1), "AT": (4, 2, 1),
           "AR": (3, 4, 1), "AA": (3, 2, 3), "FI": (2, 2, 4), "BO": (3, 2, 3), "GE": (1, 1, 1)}  # fmt: skip


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("IN", marks=pytest.mark.rule("dbms.element-chart.3")),
        pytest.param("IH", marks=pytest.mark.rule("dbms.element-chart.5")),
        pytest.param("IE", marks=pytest.mark.rule("dbms.element-chart.7")),
        pytest.param("TA", marks=pytest.mark.rule("dbms.element-chart.13")),
        pytest.param("TH", marks=pytest.mark.rule("dbms.element-chart.15")),
        pytest.param("RE", marks=pytest.mark.rule("dbms.element-chart.18")),
        pytest.param("AT", marks=pytest.mark.rule("dbms.element-chart.23")),
        pytest.param("AR", marks=pytest.mark.rule("dbms.element-chart.27")),
        pytest.param("AA", marks=pytest.mark.rule("dbms.element-chart.30")),
        pytest.param("FI", marks=pytest.mark.rule("dbms.element-chart.33")),
        pytest.param("BO", marks=pytest.mark.rule("dbms.element-chart.34")),
        pytest.param("GE", marks=pytest.mark.rule("dbms.element-chart.37")),
    ],
)
def test_factors_of_the_chart(code):
    """Factors against armour, soft and air targets, as printed."""
    targets = ("blue TA 300 200 180", "blue IN 340 200 180", "blue FI")
    m = battle(f"red {code}" + ("" if code in ("FI", "BO") else " 300 260 0"), *targets, phase="fight",
               patch={"elements": {"0": {"status": "table", "at": [30000, 26000, 0]}, "3": {"status": "table", "at": [45000, 26000, 0]}}})  # fmt: skip
    found = tuple(totals(m, 0, foe)[0] for foe in (1, 2, 3))
    assert found == FACTORS[code]


@pytest.mark.rule("dbms.element-chart.1")
def test_the_present_form_sets_the_target_class():
    m = battle("red AT 300 300 0", "blue IN 300 240 180 sf/at", "blue IN 345 240 180 sf/at loaded", phase="fight")
    assert totals(m, 0, 1)[0] == 2
    assert totals(m, 0, 2)[0] == 4


@pytest.mark.rule("dbms.element-chart.6")
def test_heavy_weapons_support_unseen_but_do_not_attack_unseen():
    m = battle("red IH 300 345 0", "red IN 300 290 0", "blue IN 300 250 180", phase="fight")
    assert not sees(m.g, 0, 2)
    assert may_support(m.g, 0, 1, 2) is None
    assert may_attack(m.g, 0, 2).rule == "dbms.combat.6"


@pytest.mark.rule("dbms.element-chart.28", "dbms.element-chart.29")
def test_artillery_needs_no_sight_and_supports_at_8_inches():
    hill = ("gentle_hill", box(230, 290, 370, 330))
    m = battle("red AR 300 340 0", "red IN 300 280 0", "blue IN 300 245 180", phase="fight", terrain=[hill])
    assert not sees(m.g, 0, 2)
    assert may_attack(m.g, 0, 2) is None
    far = battle("red AR 300 440 0", "red IN 300 280 0", "blue IN 300 240 180", phase="fight")
    assert may_support(far.g, 0, 1, 2) is None, "7.87 in"
    assert may_attack(far.g, 0, 2).rule == "dbms.combat.5"
    farther = battle("red AR 300 450 0", "red IN 300 280 0", "blue IN 300 240 180", phase="fight")
    assert may_support(farther.g, 0, 1, 2).rule == "dbms.combat.5"


@pytest.mark.rule("dbms.element-chart.31", "dbms.element-chart.32")
def test_flak_fires_unseen_at_aircraft_and_not_after_moving():
    m = battle("red AA 300 400 0", "red IN 300 340 0", "blue FI", phase="fight", terrain=[("woods", box(250, 290, 350, 330))],
               patch={"elements": {"2": {"status": "table", "at": [30000, 24000, 0]}}})  # fmt: skip
    assert may_attack(m.g, 0, 2) is None
    ground = battle("red AA 300 400 0", "blue TA 300 250 180", phase="fight", terrain=[("woods", box(250, 290, 350, 330))])
    assert may_attack(ground.g, 0, 1).rule == "dbms.combat.6", "against ground it needs line of sight"
    moved = battle("red AA 300 400 0", "blue TA 300 300 180", phase="fight", patch={"elements": {"0": {"shifted": True}}})
    assert may_attack(moved.g, 0, 1).rule == "dbms.element-chart.32"
    assert totals(moved, 1, 0)[1] == 3, "it still defends itself"


@pytest.mark.rule("dbms.element-chart.37")
def test_a_general_does_not_attack():
    m = battle("red GE 300 300 0", "blue IN 300 299 180", phase="fight")
    assert may_attack(m.g, 0, 1).rule == "dbms.element-chart.37"


@pytest.mark.rule("dbms.element-chart.35")
def test_an_aircraft_supports_against_what_it_touches():
    m = battle("red BO", "red TA 300 300 0", "blue TA 300 220 180", "blue TA 500 300 0", phase="fight",
               patch={"elements": {"0": {"status": "table", "at": [30000, 18000, 0]}}})  # fmt: skip
    assert may_support(m.g, 0, 1, 2) is None
    assert may_support(m.g, 0, 1, 3).rule == "dbms.element-chart.35"
    assert may_attack(m.g, 0, 2) is None


@pytest.mark.rule("dbms.resolving-combat.5")
def test_the_low_scorer_suffers_at_any_distance():
    """Artillery that bombards infantry at 4 in and is beaten by it is destroyed: 'Destroyed by IN'."""
    far = battle("red AR 300 340 0", "blue IN 300 240 180", phase="fight")
    fight(far, 0, 1, 1, 6)
    assert state(far).elements[0].status == "lost"
    flak = battle("red AA 300 400 0", "blue BO", phase="fight", patch={"elements": {"1": {"status": "table", "at": [30000, 21000, 0]}}})
    fight(flak, 0, 1, 3, 6)
    assert at(flak, 0) == (300, 420, 0), "beaten, it retreats"


@pytest.mark.rule("dbms.resolving-combat.5")
def test_by_option_a_defender_that_cannot_reach_only_saves_itself():
    far = battle("red AR 300 340 0", "blue IN 300 240 180", phase="fight", options={"return_fire_in_range_only": True})
    assert not can_reply(far.g, 1, 0)
    fight(far, 0, 1, 1, 6)
    assert state(far).elements[0].status == "table"
    near = battle("red IN 300 280 0", "blue AR 300 240 180", phase="fight")
    assert can_reply(near.g, 1, 0)
    fight(near, 0, 1, 1, 6)
    assert state(near).elements[0].status == "lost", "doubled by artillery"


@pytest.mark.rule("dbms.resolving-combat.5")
def test_a_bomber_cannot_answer_flak_at_a_distance():
    air = {"elements": {"1": {"status": "table", "at": [30000, 21000, 0]}}}
    m = battle("red AA 300 400 0", "blue BO", phase="fight", patch=air, options={"return_fire_in_range_only": True})
    assert not can_reply(m.g, 1, 0)


@pytest.mark.rule("dbms.play-sheet.5")
def test_a_second_defence_can_be_lost_but_not_won():
    m = battle("red IN 280 280 0", "red IN 330 280 0", "blue TA 300 240 180", phase="fight")
    fight(m, 0, 2, 3, 2)
    m.choose(PASS, "blue")
    fight(m, 1, 2, 1, 6)
    assert state(m).elements[2].attacked == 2
    assert state(m).elements[1].status == "table", "the attacker suffers nothing"


@pytest.mark.rule("dbms.unloading.4", "dbms.unloading.5")
def test_loaded_elements_neither_attack_nor_harm():
    m = battle("red IN 300 280 0", "blue IN 300 240 180 sf/sw loaded", phase="fight")
    assert may_attack(m.g, 1, 0).rule == "dbms.unloading.4"
    fight(m, 0, 1, 1, 6)
    assert state(m).elements[0].status == "table"


@pytest.mark.rule("dbms.force-lists.6")
def test_a_portee_gun_fights_from_its_truck():
    m = battle("red AT 300 300 0 sw/sf portee", "blue TA 300 240 180", phase="fight")
    assert may_attack(m.g, 0, 1) is None
    assert m.g.target(0) == "soft"
    on_foot = battle("red AT 300 300 0 sw/sf portee", "blue TA 300 240 180", phase="fight", patch={"elements": {"0": {"form": 1}}})
    assert may_attack(on_foot.g, 0, 1) is None


def test_the_odds_are_those_of_the_36_rolls():
    m = battle("red TA 300 300 0", "blue TA 300 220 180", phase="fight")
    found = chances(m.g, Fight(0, 1))
    assert sum(rolls for _, rolls in found) == 36
    lost = sum(rolls for outcome, rolls in found if outcome.loser == 1 and outcome.result != "none")
    assert lost == 15
    ties = sum(rolls for outcome, rolls in found if outcome.degree == "tie")
    assert ties == 6


@pytest.mark.rule("dbms.play-sheet.5")
def test_the_odds_of_a_second_attack_know_that_it_is_one():
    m = battle("red IN 280 280 0", "red IN 330 280 0", "blue TA 300 240 180", phase="fight")
    first = chances(m.g, Fight(0, 2))
    assert any(found.loser == 0 and found.result != "none" for found, _ in first)
    fight(m, 0, 2, 3, 2)
    second = chances(m.g, Fight(1, 2))
    assert not any(found.loser == 1 and found.result != "none" for found, _ in second)


@pytest.mark.rule("dbms.resolving-combat.5")
def test_artillery_answers_only_within_its_own_range():
    """dbms.R68: for AR 4 in, although it supports at 8."""
    only = {"return_fire_in_range_only": True}
    m = battle("red TH 300 400 0", "blue AR 300 275 180", phase="fight", options=only)  # 125 mm apart
    assert may_attack(m.g, 0, 1) is None
    assert not can_reply(m.g, 1, 0)
    near = battle("red TH 300 400 0", "blue AR 300 300 180", phase="fight", options=only)
    assert can_reply(near.g, 1, 0)


@pytest.mark.rule("dbms.resolving-combat.5")
def test_heavy_weapons_do_not_answer_what_they_do_not_see():
    """dbms.R68: IH is exempt from sight only when it supports, AR always."""
    wood = ("woods", box(250, 250, 350, 280))
    for defender, answers in (("IH", False), ("AR", True)):
        m = battle("red AR 300 300 0", f"blue {defender} 300 230 180", phase="fight", terrain=[wood], options={"return_fire_in_range_only": True})
        assert may_attack(m.g, 0, 1) is None
        assert can_reply(m.g, 1, 0) is answers


def flying(place, facing=0):
    """A patch that puts element 0 over the table."""
    return {"elements": {"0": {"status": "table", "at": [round(place[0] * 100), round(place[1] * 100), facing * 100]}}}


@pytest.mark.rule("dbms.flank-and-rear.1")
def test_by_option_aircraft_neither_make_nor_suffer_flank_attacks():
    apart = {"no_flanks_in_the_air": True}
    behind = battle("red BO", "blue TA 300 300 180", phase="fight", patch=flying((300, 300 - 40), 180), options=apart)
    assert behind.g.in_touch(0, 1)
    assert totals(behind, 0, 1)[1] == 2, "a tank against an aircraft, with nothing off for the rear"
    under = battle("red BO", "blue AA 300 345 0", phase="fight", patch=flying((300, 300)), options=apart)  # the gun is behind its front
    assert totals(under, 1, 0) == (3, 2), "the bomber against a soft target, with nothing off for its tail"


@pytest.mark.rule("dbms.terrain-combat.1")
def test_an_aircraft_over_a_wood_has_no_cover():
    m = battle("red BO", "blue AA 300 250 0", phase="fight", terrain=[WOODS], patch=flying((300, 170)))
    assert totals(m, 1, 0)[0] == 3
