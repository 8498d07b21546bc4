"""Every option of the rulings is a working switch."""

import pytest

from games.dbms.conftest import alive, at, battle, box, fight, move, state
from grognard.games.dbms.combat.beat_or_doubled import outcome
from grognard.games.dbms.combat.factors import Fight, attack_total, defence_total
from grognard.games.dbms.combat.targets import may_attack
from grognard.games.dbms.command.pips import move_cost
from grognard.games.dbms.movement.tactical_moves import Move, plan_move
from grognard.games.dbms.setting_up.terrain import table_refusals
from grognard.kernel import PASS, Match

GE = ("red GE 520 560 0", "blue GE 520 60 180")
SOFT = ("soft_ground", box(250, 170, 350, 230))
BASE = {"owner": "blue", "points": box(260, 160, 340, 240)}


def totals(m, a, t):
    return int(attack_total(m.g, Fight(a, t))), int(defence_total(m.g, Fight(a, t)))


@pytest.mark.rule("dbms.play-sheet.7")
def test_sheet_terrain_minimum():
    from games.dbms.test_terrain import SIZE, piece

    one = [piece("river", [[0, 250], [300, 250], [609.6, 400]], {"bridges": [100]})]
    sheet = [r.rule for r in table_refusals(one, "western_europe", SIZE, {"sheet_terrain_minimum": True}) if r]
    assert sheet == []
    none = [r.rule for r in table_refusals([], "western_europe", SIZE, {"sheet_terrain_minimum": True}) if r]
    assert "dbms.play-sheet.7" in none


@pytest.mark.rule("dbms.play-sheet.8")
def test_sheet_town_is_base():
    scenario = {"title": "t", "phase": "base", "attacker": "red", "edges": {"red": "north", "blue": "south"},
                "terrain": [{"kind": "town", "points": box(250, 300, 350, 380)}],
                "elements": [{"side": s, "code": "IN", "forms": ["sf"]} for s in ("red", "blue")]}  # fmt: skip
    m = Match.start("dbms", scenario, seed=1, options={"sheet_town_is_base": True})
    assert state(m).fort.town
    assert m.decision.rule == "dbms.deployment.5"


@pytest.mark.rule("dbms.play-sheet.9")
def test_base_counts_two():
    m = battle("red TA 300 240 0", phase="fight", base=BASE, options={"base_counts_two": True})
    fight(m, 0, -1, 6, 1)
    assert state(m).losses["blue"] == 2


@pytest.mark.rule("dbms.play-sheet.10")
def test_sheet_victory():
    m = battle("red TA 300 300 0", "blue TA 300 220 180", phase="fight", options={"sheet_victory": True}, patch={"losses": {"red": 0, "blue": 3}})
    fight(m, 0, 1, 6, 1)
    assert m.result.rule == "dbms.play-sheet.10"
    both = battle("red TA 300 300 0", "blue TA 300 220 180", phase="fight", options={"sheet_victory": True}, patch={"losses": {"red": 4, "blue": 3}})
    fight(both, 0, 1, 6, 1)
    assert both.result.winner is None, "both at 4: a draw"


@pytest.mark.rule("dbms.play-sheet.11")
def test_sheet_cover():
    m = battle("red TA 300 300 0", "blue TA 300 220 180", phase="fight", terrain=[SOFT], options={"sheet_cover": True})
    assert totals(m, 0, 1)[0] == 3, "any target in bad going"
    wood = battle("red TA 300 300 0", "blue IN 300 225 180", phase="fight", terrain=[("woods", box(250, 170, 350, 230))], options={"sheet_cover": True})
    assert totals(wood, 0, 1)[0] == 3


@pytest.mark.rule("dbms.play-sheet.12")
def test_sheet_bad_going():
    m = battle("red TA 300 300 0", "blue TA 300 220 180", phase="fight", terrain=[SOFT], options={"sheet_bad_going": True})
    assert totals(m, 0, 1)[1] == 4, "not when it defends"
    assert totals(m, 1, 0)[0] == 3, "when it attacks"


@pytest.mark.rule("dbms.play-sheet.13")
def test_amphibious_assault():
    sea = ("waterway", box(0, 540, 609.6, 609.6))
    m = battle("red TA 300 545 0", "red GE 300 400 0", "blue GE 520 60 180", terrain=[sea], options={"amphibious_assault": True})
    plan = plan_move(m.g, 0, Move(poses=((30000, 51000, 0),)))
    assert not plan.refusals
    assert plan.allowance == 5080, "bad going"
    plain = battle("red TA 300 545 0", "red GE 300 400 0", "blue GE 520 60 180", terrain=[sea])
    assert "dbms.terrain-effects.1" in [r.rule for r in plan_move(plain.g, 0, Move(poses=((30000, 53000, 0),))).refusals]


@pytest.mark.rule("dbms.play-sheet.15")
def test_general_not_counted():
    m = battle("red TA 300 300 0", "blue GE 300 220 180", phase="fight", options={"general_not_counted": True})
    fight(m, 0, 1, 6, 1)
    assert state(m).losses["blue"] == 0


@pytest.mark.rule("dbms.play-sheet.1")
def test_the_main_text_holds_unless_an_option_says_otherwise():
    m = battle("red TA 300 300 0", "blue TA 300 220 180", phase="fight", terrain=[SOFT])
    assert totals(m, 0, 1) == (4, 3), "no -1 of the sheet's cover, and bad going in defence too"
    names = ["sheet_terrain_minimum", "sheet_town_is_base", "base_counts_two", "sheet_victory", "sheet_cover", "sheet_bad_going",
             "amphibious_assault", "general_not_counted"]  # fmt: skip
    assert not any(m.options[name] for name in names)
    base = battle("red TA 300 240 0", phase="fight", base=BASE)
    fight(base, 0, -1, 6, 1)
    assert state(base).losses["blue"] == 1, "the sheet counts two"


def test_broad_result_classes():
    m = battle("red IH 300 260 0", "blue AT 300 220 180", phase="fight", options={"broad_result_classes": True})
    assert outcome(m.g, Fight(0, 1), 5, 4).result == "destroyed"


def test_capture_needs_contact():
    air = {"elements": {"1": {"status": "table", "at": [30000, 20000, 0]}}}
    m = battle("red TA 300 280 0", "red BO", phase="fight", base=BASE, patch=air, options={"capture_needs_contact": True})
    assert outcome(m.g, Fight(0, -1), 9, 4).result == "none"
    assert may_attack(m.g, 0, -1).rule == "dbms.R24"
    assert may_attack(m.g, 1, -1).rule == "dbms.R24"


def test_ambush_in_cover():
    m = battle("red AT 300 300 0 entrenched", "blue TH 300 220 180", phase="fight", options={"ambush_in_cover": True})
    fight(m, 0, 1, 6, 1)
    assert not alive(m, 1)


def test_proportional_going():
    soft = ("soft_ground", box(250, 300, 350, 350))
    m = battle("red TA 300 400 0", *GE, terrain=[soft], options={"proportional_going": True})
    plan = plan_move(m.g, 0, Move(poses=((30000, 34000, 0),)))
    assert not plan.refusals, "50 mm good, 10 mm at half as much again"
    assert 6000 < plan.used < 7620


def test_load_then_move():
    m = battle("red IN 300 400 0 sf/sw", "red IN 100 400 0", *GE, options={"load_then_move": True})
    m.choose(("change", 0))
    m.choose("move")
    m.choose({"poses": [[30000, 30000, 0]]})
    assert at(m, 0) == (300, 300, 0)
    assert state(m).pips["red"] == 4


def test_group_loading():
    m = battle("red IN 260 400 0 sf/sw loaded", "red IN 300 400 0 sf/sw loaded", *GE, options={"group_loading": True})
    assert int(move_cost(m.g, [0, 1], changes=2)) == 2


def test_front_arc():
    m = battle("red TA 300 300 180", "blue TA 300 220 180", phase="fight", options={"front_arc": True})
    assert may_attack(m.g, 0, 1).rule == "dbms.R64"


def test_only_a_front_on_the_flank():
    m = battle("red TA 300 300 0", "red IN 340 210 0", "blue IN 300 230 180", phase="fight", options={"any_flank_contact": False})
    fight(m, 0, 2, 4, 5)
    assert alive(m, 2), "side to side"


def test_turn_limit():
    m = battle("red IN 300 500 0", "blue IN 300 100 180", *GE, options={"turn_limit": 1}, patch={"losses": {"red": 1, "blue": 2}})
    m.choose(PASS, "red")
    m.choose(PASS, "blue")
    assert m.result.winner == "red"
    assert m.result.rule == "dbms.R83"


def test_moves_are_paid_even_if_cut_short():
    m = battle("red IN 300 390 0", "red IN 100 400 0", *GE, terrain=[("minefield", box(250, 320, 350, 380))])
    with m.forced(5, 2):
        move(m, 0, (300, 370, 0))
    m.choose("stop")
    assert state(m).pips["red"] == 5


@pytest.mark.rule("dbms.element-chart.24")
@pytest.mark.parametrize(("mark", "terrain", "ambush"), [("", [], False), ("entrenched", [], True), ("", [("woods", box(250, 299, 350, 345))], True),
                                                        ("", [("soft_ground", box(250, 299, 350, 345))], False)])  # fmt: skip
def test_by_option_a_gun_that_is_entrenched_or_in_cover_lies_in_ambush(mark, terrain, ambush):
    """8 to 7: beaten, the tank retreats; ambushed, it is destroyed."""
    m = battle(f"red AT 300 300 0 {mark}", "blue TA 300 260 180", phase="fight", terrain=terrain, options={"ambush_in_cover": True})
    fight(m, 0, 1, 4, 3)
    assert alive(m, 1) is not ambush
