"""Chapter Resolving Combat and the results of the element chart."""

import pytest

from games.dbms.conftest import alive, at, battle, box, fight, state, told
from grognard.games.dbms.asks import Ask
from grognard.games.dbms.combat.beat_or_doubled import outcome
from grognard.games.dbms.combat.factors import Fight
from grognard.kernel import DONE, PASS

AIR = {"status": "table", "at": [30000, 24000, 0]}


def result(m, a, t, mine, theirs):
    found = outcome(m.g, Fight(a, t), mine, theirs)
    return found.loser, found.result, found.degree


@pytest.mark.rule("dbms.resolving-combat.2")
def test_doubled_is_at_least_twice_and_zero_is_always_doubled():
    m = battle("red TA 300 300 0", "blue TA 300 220 180", phase="fight")
    assert result(m, 0, 1, 8, 4) == (1, "destroyed", "doubled")
    assert result(m, 0, 1, 7, 4) == (1, "retreat", "beat")
    assert result(m, 0, 1, 1, 0) == (1, "destroyed", "doubled")
    assert result(m, 0, 1, -1, -3) == (1, "destroyed", "doubled")


@pytest.mark.rule("dbms.resolving-combat.3")
def test_a_tie_has_no_effect():
    m = battle("red TA 300 300 0", "blue TA 300 220 180", phase="fight")
    fight(m, 0, 1, 3, 3)
    assert any("tie" in line for line in told(m))
    assert at(m, 0) == (300, 300, 0)
    assert at(m, 1) == (300, 220, 180)


@pytest.mark.rule("dbms.resolving-combat.4")
def test_by_option_doubled_is_never_milder_than_beaten():
    m = battle("red AT 300 240 0 at", "blue IN 300 240 180", phase="fight", patch={"elements": {"0": {"met": [1]}}},
               options={"doubled_never_milder": True})  # fmt: skip
    assert result(m, 0, 1, 5, 4) == (1, "destroyed", "beat"), "an AT that moved into contact"
    assert result(m, 0, 1, 8, 4) == (1, "destroyed", "doubled"), "though AT only drives back what it doubles"


@pytest.mark.rule("dbms.element-chart.8")
def test_infantry_beaten_by_what_moved_into_contact_is_destroyed():
    stood = battle("red TA 300 240 0", "blue IN 300 240 180", phase="fight")
    assert result(stood, 0, 1, 6, 5) == (1, "retreat", "beat")
    came = battle("red TA 300 240 0", "blue IN 300 240 180", phase="fight", patch={"elements": {"0": {"met": [1]}}})
    assert result(came, 0, 1, 6, 5) == (1, "destroyed", "beat")
    gone = battle("red TA 300 250 0", "blue IN 300 240 180", phase="fight", patch={"elements": {"0": {"met": [1]}}})
    assert result(gone, 0, 1, 6, 5) == (1, "retreat", "beat"), "no longer in contact"


@pytest.mark.rule("dbms.element-chart.9")
@pytest.mark.parametrize(("code", "effect"), [("AT", "retreat"), ("AA", "retreat"), ("TA", "destroyed"), ("IH", "destroyed"), ("AR", "destroyed")])
def test_infantry_doubled(code, effect):
    m = battle(f"red {code} 300 300 0", "blue IN 300 260 180", phase="fight")
    assert result(m, 0, 1, 8, 4)[1] == effect


@pytest.mark.rule("dbms.element-chart.9")
def test_infantry_doubled_by_a_fighter_retreats():
    m = battle("red FI", "blue IH 300 260 180", phase="fight", patch={"elements": {"0": AIR}})
    assert result(m, 0, 1, 8, 4)[1] == "retreat"


@pytest.mark.rule("dbms.element-chart.14")
def test_tanks_beaten_in_bad_going_are_destroyed():
    m = battle("red TA 300 300 0", "blue TA 300 220 180", phase="fight")
    assert result(m, 0, 1, 6, 5)[1] == "retreat"
    bad = battle("red TA 300 300 0", "blue TA 300 220 180", phase="fight", terrain=[("soft_ground", box(250, 170, 350, 230))])
    assert result(bad, 0, 1, 6, 5)[1] == "destroyed"


@pytest.mark.rule("dbms.element-chart.17")
def test_heavy_tanks_ignore_a_beat_outside_bad_going():
    m = battle("red TA 300 300 0", "blue TH 300 220 180", phase="fight")
    assert result(m, 0, 1, 6, 5)[1] == "none"
    assert result(m, 0, 1, 10, 5)[1] == "destroyed"
    bad = battle("red TA 300 300 0", "blue TH 300 220 180", phase="fight", terrain=[("soft_ground", box(250, 170, 350, 230))])
    assert result(bad, 0, 1, 6, 5)[1] == "destroyed"


@pytest.mark.rule("dbms.element-chart.21", "dbms.element-chart.22")
def test_reconnaissance_beaten_and_doubled():
    soft = ("soft_ground", box(250, 170, 350, 230))
    for code, effect in (("TA", "destroyed"), ("AT", "destroyed"), ("AA", "destroyed"), ("AR", "destroyed"), ("IN", "rout"), ("TH", "rout")):
        m = battle(f"red {code} 300 260 0", "blue RE 300 220 180", phase="fight")
        assert result(m, 0, 1, 8, 4)[1] == effect, code
        assert result(m, 0, 1, 5, 4)[1] == "retreat"
        bad = battle(f"red {code} 300 260 0", "blue RE 300 220 180", phase="fight", terrain=[soft])
        assert result(bad, 0, 1, 8, 4)[1] == effect, "the column Doubled knows no going"
        assert result(bad, 0, 1, 5, 4)[1] == "destroyed"


@pytest.mark.rule("dbms.element-chart.25", "dbms.element-chart.26", "dbms.element-chart.2")
@pytest.mark.parametrize("loser", ["AT", "AR", "AA"])
def test_guns_beaten_and_doubled(loser):
    for code, beaten, doubled in (("IN", "destroyed", "destroyed"), ("IH", "retreat", "destroyed"), ("TA", "retreat", "destroyed"),
                                  ("AT", "retreat", "rout"), ("AA", "retreat", "rout")):  # fmt: skip
        m = battle(f"red {code} 300 260 0", f"blue {loser} 300 220 180", phase="fight")
        assert result(m, 0, 1, 5, 4)[1] == beaten, code
        assert result(m, 0, 1, 8, 4)[1] == doubled, code


@pytest.mark.rule("dbms.element-chart.36")
def test_aircraft_beaten_and_doubled():
    for code, beaten, doubled in (("FI", "destroyed", "destroyed"), ("AA", "return_to_base", "destroyed"), ("BO", "return_to_base", "rout")):
        place = {} if code == "AA" else {"0": {"status": "table", "at": [30000, 28000, 0]}}
        m = battle(f"red {code}" + (" 300 260 0" if code == "AA" else ""), "blue BO", phase="fight", patch={"elements": {"1": AIR, **place}})
        assert result(m, 0, 1, 5, 4)[1] == beaten, code
        assert result(m, 0, 1, 8, 4)[1] == doubled, code


@pytest.mark.rule("dbms.element-chart.39")
def test_generals_are_captured_by_infantry_and_destroyed_by_others():
    for code, beaten in (("IN", "captured"), ("IH", "destroyed"), ("TA", "destroyed")):
        m = battle(f"red {code} 300 260 0", "blue GE 300 220 180", phase="fight")
        assert result(m, 0, 1, 5, 4)[1] == beaten
        assert result(m, 0, 1, 8, 4)[1] == "destroyed"
    fight(m, 0, 1, 6, 1)
    assert state(m).losses["blue"] == 1


@pytest.mark.rule("dbms.resolving-combat.6", "dbms.dba.15", "dbms.dba.12", "dbms.dba.19")
def test_a_retreat_is_straight_back_by_its_own_depth():
    m = battle("red TA 300 300 0", "blue TA 300 220 180", phase="fight")
    fight(m, 0, 1, 4, 3)
    assert at(m, 1) == (300, 180, 180)
    foot = battle("red TA 300 300 0", "blue IN 300 240 180", phase="fight")
    fight(foot, 0, 1, 3, 4)
    assert at(foot, 1) == (300, 220, 180)
    assert not state(foot).elements[1].used, "after a retreat it is fully usable"


@pytest.mark.rule("dbms.resolving-combat.6", "dbms.dba.15")
def test_a_retreat_from_an_attack_in_the_rear_goes_to_its_own_rear():
    m = battle("red TA 300 330 0", "blue TA 300 220 0", phase="fight")
    fight(m, 0, 1, 3, 3)
    assert at(m, 1) == (300, 260, 0), "towards the enemy that is not in contact"


@pytest.mark.rule("dbms.resolving-combat.7")
def test_a_rout_goes_back_about_and_three_inches_on():
    m = battle("red IN 300 300 0", "blue RE 300 260 180", phase="fight")
    fight(m, 0, 1, 6, 1)
    assert at(m, 1) == (300, 260 - 40 - 40 - 76.2, 0)
    slanting = battle("red IN 345 300 0", "blue RE 300 260 180", phase="fight")
    fight(slanting, 0, 1, 6, 1)
    assert at(slanting, 1) == (300, 260 - 40 - 40 - 76.2, 0), "to its own rear, wherever the enemy stands before it"


@pytest.mark.rule("dbms.resolving-combat.7")
def test_a_rout_that_would_come_nearer_goes_directly_away():
    m = battle("red IN 300 290 0", "blue RE 300 210 0", phase="fight")
    fight(m, 0, 1, 6, 1)
    x, y, facing = at(m, 1)
    assert (x, facing) == (300, 0), "it faces away from the enemy in its rear"
    assert y < 210


@pytest.mark.rule("dbms.resolving-combat.8", "dbms.winning.4")
def test_destroyed_elements_leave_the_table_and_count():
    m = battle("red TA 300 300 0", "blue TA 300 220 180", phase="fight")
    fight(m, 0, 1, 6, 1)
    assert not alive(m, 1)
    assert state(m).losses == {"red": 0, "blue": 1}


@pytest.mark.rule("dbms.resolving-combat.9")
def test_those_in_contact_with_the_beaten_may_advance():
    m = battle("red IN 300 240 0", "red IN 340 240 0", "blue IN 300 240 180", phase="fight")
    fight(m, 0, 2, 6, 5)
    assert m.decision.rule == "dbms.resolving-combat.9"
    assert m.decision.options == [0, DONE], "only the one that was in contact"
    m.choose(0)
    refusal = m.why_not(2100)
    assert refusal.facts["limit"] == 2000
    m.choose(2000)
    assert at(m, 0) == (300, 220, 0)


@pytest.mark.rule("dbms.resolving-combat.9")
def test_an_advance_stops_at_the_next_enemy():
    m = battle("red TA 300 240 0", "blue IN 300 240 180", "blue IN 300 215 180", phase="fight")
    fight(m, 0, 1, 6, 1)
    assert not alive(m, 1)
    m.choose(0)
    assert m.why_not(4000).facts["limit"] == 2500, "25 mm to the next enemy, less than its depth"
    m.choose(2500)
    assert at(m, 0) == (300, 215, 0)


@pytest.mark.rule("dbms.resolving-combat.10", "dbms.dba.20", "dbms.dba.1")
def test_a_retreat_with_an_enemy_on_the_flank_is_destruction():
    m = battle("red TA 300 300 0", "red IN 320 230 270", "blue IN 300 230 180", phase="fight")
    assert state(m).elements[2].status == "table"
    fight(m, 0, 2, 4, 5)
    assert not alive(m, 2)
    side = battle("red TA 300 300 0", "red IN 340 210 0", "blue IN 300 230 180", phase="fight")
    fight(side, 0, 2, 4, 5)
    assert not alive(side, 2), "whichever edge of the enemy touches"
    apart = battle("red TA 300 300 0", "red IN 341 210 0", "blue IN 300 230 180", phase="fight")
    fight(apart, 0, 2, 4, 5)
    assert alive(apart, 2), "a millimetre away it does not"


@pytest.mark.rule("dbms.resolving-combat.11")
def test_no_way_back_over_the_edge_into_the_impassable_or_the_river():
    edge = battle("red TA 300 70 0", "blue TA 300 30 180", phase="fight", patch={"elements": {"1": {"at": [30000, 4000, 18000]}}})
    fight(edge, 0, 1, 4, 3)
    assert not alive(edge, 1)
    marsh = battle("red TA 300 300 0", "blue TA 300 220 180", phase="fight", terrain=[("marsh", box(250, 100, 350, 170))])
    fight(marsh, 0, 1, 4, 3)
    assert not alive(marsh, 1)
    river = battle("red TA 300 300 0", "blue TA 300 220 180", phase="fight", terrain=[("river", [[0, 160], [609, 160]], {"bridges": [100]})])
    fight(river, 0, 1, 4, 3)
    assert not alive(river, 1)
    bridge = battle("red TA 300 300 0", "blue TA 300 220 180", phase="fight", terrain=[("river", [[0, 160], [609, 160]], {"bridges": [300]})])
    fight(bridge, 0, 1, 4, 3)
    assert alive(bridge, 1)


@pytest.mark.rule("dbms.passing-through.3")
def test_forced_into_an_enemy_only_the_mover_is_destroyed():
    m = battle("red TA 300 300 0", "red IN 300 150 0", "blue TA 300 220 180", phase="fight")
    fight(m, 0, 2, 5, 3)
    assert not alive(m, 2)
    assert alive(m, 1)


@pytest.mark.rule("dbms.resolving-combat.12")
def test_a_retreat_passes_through_friends_to_the_first_clear_place():
    m = battle("red TA 300 300 0", "blue TA 300 220 180", "blue IN 300 170 180", phase="fight")
    fight(m, 0, 1, 4, 3)
    x, y, _ = at(m, 1)
    assert x == 300
    assert 149.4 <= y <= 150.6, "beyond the infantry at 170 to 150"


@pytest.mark.rule("dbms.resolving-combat.13")
def test_an_aircraft_driven_off_rests_a_turn():
    m = battle("red AA 300 280 0", "blue BO", phase="fight", turn=3, patch={"elements": {"1": AIR}})
    fight(m, 0, 1, 4, 3)
    element = state(m).elements[1]
    assert (element.status, element.ready) == ("off", 5), "driven off in turn 3: back in turn 5"


@pytest.mark.rule("dbms.resolving-combat.14")
def test_an_aircraft_routed_rests_two_turns():
    m = battle("red IN 300 280 0", "blue BO", phase="fight", turn=3, patch={"elements": {"1": AIR}})
    fight(m, 0, 1, 6, 1, more=())
    element = state(m).elements[1]
    assert element.status in ("off", "table")
    direct = battle("red IN 300 280 0", "blue BO", phase="fight", turn=3, patch={"elements": {"1": AIR}})
    from grognard.games.dbms.combat.retreat_and_rout import suffer

    suffer(direct.g, 1, "rout", 0, "dbms.element-chart.36")
    assert state(direct).elements[1].ready == 6, "routed in turn 3: back in turn 6"


@pytest.mark.rule("dbms.winning.1")
def test_four_lost_and_more_than_the_enemy_loses():
    m = battle("red TA 300 300 0", "blue TA 300 220 180", phase="fight", patch={"losses": {"red": 3, "blue": 3}})
    fight(m, 0, 1, 6, 1)
    assert m.result.winner == "red"
    even = battle("red TA 300 300 0", "blue TA 300 220 180", phase="fight", patch={"losses": {"red": 4, "blue": 3}})
    fight(even, 0, 1, 6, 1)
    assert even.result is None, "4 to 4: play on"
    again = battle("red TA 300 300 0", "blue TA 300 220 180", phase="fight", patch={"losses": {"red": 4, "blue": 4}})
    fight(again, 0, 1, 6, 1)
    assert again.result.winner == "red", "5 to 4"


@pytest.mark.rule("dbms.winning.1", "dbms.resolving-combat.9")
@pytest.mark.parametrize("dice", [(6, 1), (6, 5)])
def test_the_battle_is_over_with_the_fourth_loss_and_nobody_advances_any_more(dice):
    """'At any point': not after an advance into a minefield that might even the losses. Doubled, or with no way back."""
    three = {"losses": {"red": 3, "blue": 3}}
    mines = ("minefield", box(200, 200, 400, 270))
    m = battle("red TA 300 300 0", "blue TA 300 300 180", "red IN 320 280 270", phase="fight", terrain=[mines], patch=three)
    fight(m, 0, 1, *dice)
    assert not alive(m, 1)
    assert m.result is not None and m.result.winner == "red"


@pytest.mark.rule("dbms.winning.1", "dbms.winning.3", "dbms.resolving-combat.9")
def test_a_base_that_is_the_fourth_loss_ends_the_battle_before_a_crossing_is_finished():
    river = ("river", [[0, 290], [609.6, 290]], {"bridges": [100]})
    base = {"owner": "blue", "points": box(260, 190, 340, 270)}
    patch = {"losses": {"red": 3, "blue": 3}, "elements": {"0": {"at_bank": True}}}
    m = battle("red IN 300 302.7 0", "red GE 520 560 0", "blue GE 520 60 180", terrain=[river], base=base, patch=patch)
    m.choose(("assault", 0))
    while m.decision.name == Ask.ACTIVATE:
        m.choose(PASS)
    fight(m, 0, -1, 6, 1)
    assert m.result is not None and m.result.winner == "red"


@pytest.mark.rule("dbms.winning.2", "dbms.play-sheet.4")
def test_a_general_counts_once_and_his_loss_makes_moves_dear():
    m = battle("red TA 300 300 0", "blue GE 300 220 180", "blue IN 100 100 180", phase="fight")
    fight(m, 0, 1, 6, 1)
    assert state(m).losses["blue"] == 1
    from grognard.games.dbms.command.pips import move_cost

    assert int(move_cost(m.g, [2])) == 2


@pytest.mark.rule("dbms.element-chart.42", "dbms.winning.3")
def test_a_base_is_captured_when_doubled_in_contact():
    base = {"owner": "blue", "points": box(260, 160, 340, 240)}
    m = battle("red TA 300 240 0", "red TA 350 300 0", phase="fight", base=base, attacker="red")
    assert result(m, 0, -1, 5, 4)[1] == "none", "beaten: no effect"
    fight(m, 0, -1, 6, 1)
    assert state(m).fort.captured
    assert state(m).losses["blue"] == 1


@pytest.mark.rule("dbms.winning.1")
def test_a_player_may_resign_at_any_decision_and_both_may_agree_on_a_draw():
    m = battle("red IN 300 400 0", "blue IN 300 200 180")
    m.resign("blue")  # though Red is asked
    assert m.result.winner == "red" and m.result.rule == "dbms.winning.1" and m.decisions == {}
    m = battle("red IN 300 400 0", "blue IN 300 200 180")
    m.draw(["red", "blue"])
    assert m.result.winner is None and m.result.rule == "dbms.R83"


@pytest.mark.rule("dbms.resolving-combat.9")
def test_whoever_touched_the_beaten_advances_straight_ahead():
    """By its flank as well as by its front, and although another enemy touches it; by option neither (dbms.R80)."""
    ours = {"advance_by_front_only": True}
    flank = ("red TA 300 300 0", "blue IN 300 300 180", "red RE 340 275 0")
    free = battle(*flank, phase="fight")
    fight(free, 0, 1, 6, 1)
    assert free.decision.options == [0, 2, "done"]
    free.choose(2)
    free.choose(4000)
    assert at(free, 2) == (340, 235, 0)
    by_front = battle(*flank, phase="fight", options=ours)
    fight(by_front, 0, 1, 6, 1)
    assert by_front.decision.options == [0, "done"]
    tank = ("red TA 300 300 0", "blue IN 300 300 180", "blue TA 320 320 270")
    held = battle(*tank, phase="fight")
    fight(held, 0, 1, 6, 1)
    held.choose(0)
    held.choose(4000)
    assert at(held, 0) == (300, 260, 0), "past the tank on its flank"
    by_front = battle(*tank, phase="fight", options=ours)
    fight(by_front, 0, 1, 6, 1)
    assert by_front.decision.rule == "dbms.combat.1", "the tank on its flank holds it"


@pytest.mark.rule("dbms.resolving-combat.9")
def test_who_has_another_enemy_before_its_front_has_no_room_to_advance():
    m = battle("red TA 300 240 0", "blue IN 280 240 180", "blue IN 320 240 180", phase="fight")
    fight(m, 0, 1, 6, 1)
    assert not alive(m, 1)
    assert m.decision.name == "attack", "the other one still stands against its front"


@pytest.mark.rule("dbms.resolving-combat.11")
def test_who_stands_at_one_steep_hill_is_still_driven_into_another():
    for back, lives in ((341, True), (339, False)):
        hills = [("steep_hill", box(200, 280, 281, 360)), ("steep_hill", box(285, back + 40, 340, 450))]
        m = battle("red TA 300 300 0", "blue TA 300 260 180", phase="fight", mover="blue", terrain=hills)
        fight(m, 1, 0, 4, 3)
        assert alive(m, 0) == lives, f"the second hill begins at {back + 40}, the retreat ends at 380"
