"""Chapter PIPs and Turn Sequence; loading and entrenching; the play sheet's order of things."""

import pytest

from games.dbms.conftest import at, battle, box, fight, move, refused, state, told
from grognard.games.dbms.command.pips import move_cost, out_of_command
from grognard.kernel import PASS, Match
from grognard.kernel.state import plain

GE = ("red GE 520 560 0", "blue GE 520 60 180")


@pytest.mark.rule("dbms.pips.1")
def test_combat_follows_movement_and_pips_are_lost():
    m = battle("red TA 300 300 0", "blue TA 300 220 180", *GE)
    m.choose(PASS, "red")
    m.choose(PASS, "blue")
    assert m.decision.rule == "dbms.combat.1"
    assert state(m).pips == {"red": 0, "blue": 0}


@pytest.mark.rule("dbms.pips.2", "dbms.dice.1")
def test_a_turn_begins_with_pips_and_initiative():
    with_dice = Match.start("dbms", "learning", seed=1)
    with_dice.g.state.phase = "start"
    m = battle("red IN 300 400 0", "blue IN 300 200 180", *GE, phase="fight", spare=False, mover="red")
    # nobody can attack: the step ends by itself, the next turn begins
    assert state(m).turn == 2
    assert m.decision.rule == "dbms.pips.3"
    rolls = [event for event in m.diary() if event.kind == "roll"]
    assert rolls and all(event.sides == 6 and 1 <= event.dice[0] <= 6 for event in rolls)
    winner = m.decision.seat
    pips = dict(state(m).pips)
    assert all(1 <= left <= 6 for left in pips.values())
    m.choose("second")
    assert m.decision.seat != winner, "the higher roller let the other move first"


@pytest.mark.rule("dbms.pips.3")
def test_ties_for_initiative_are_rolled_again():
    m = battle("red IN 300 400 0", "blue IN 300 200 180", *GE, pips={"red": 1, "blue": 0})
    with m.forced(3, 5, 4, 4, 2, 6):
        m.choose(PASS)
    assert state(m).pips == {"red": 3, "blue": 5}
    assert m.decision.seat == "blue"


@pytest.mark.rule("dbms.pips.4")
def test_activations_alternate():
    m = battle("red IN 300 400 0", "red IN 200 400 0", "blue IN 300 200 180", *GE)
    move(m, 0, (300, 360, 0))
    assert m.decision.seat == "blue"
    move(m, 2, (300, 230, 180))
    assert m.decision.seat == "red"
    assert state(m).pips == {"red": 5, "blue": 5}


@pytest.mark.rule("dbms.pips.5", "dbms.play-sheet.3")
def test_who_passes_is_out_and_the_other_finishes():
    m = battle("red IN 300 400 0", "blue IN 300 200 180", "blue IN 200 200 180", *GE)
    m.choose(PASS)
    move(m, 1, (300, 230, 180))
    assert m.decision.seat == "blue", "red has passed: blue makes all that is left"
    move(m, 2, (200, 230, 180))
    assert m.decision.seat == "blue"


@pytest.mark.rule("dbms.pips.5")
def test_without_pips_a_side_is_skipped():
    m = battle("red IN 300 400 0", "red IN 200 400 0", "blue IN 300 200 180", *GE, pips={"red": 6, "blue": 0})
    move(m, 0, (300, 360, 0))
    assert m.decision.seat == "red"
    assert state(m).passed == []


@pytest.mark.rule("dbms.pips.6", "dbms.element-chart.16", "dbms.pips.7")
def test_a_heavy_tank_out_of_command_costs_three():
    m = battle("red TH 300 200 0", "red GE 300 575 0", "blue GE 520 60 180")
    cost = move_cost(m.g, [0])
    assert int(cost) == 3
    assert [term.rule for term in cost.terms] == ["dbms.pips.6", "dbms.pips.7", "dbms.element-chart.16"]
    poor = battle("red TH 300 200 0", "red IN 300 500 0", "red GE 300 575 0", "blue GE 520 60 180", pips=2)
    with refused("dbms.pips.6", says="3 PIPs"):
        poor.choose(("move", 0))
    rich = battle("red TH 300 200 0", "red GE 300 575 0", "blue GE 520 60 180", pips=3)
    move(rich, 0, (300, 150, 0))
    assert state(rich).pips["red"] == 0


@pytest.mark.rule("dbms.pips.7")
def test_out_of_command_beyond_12_inches_or_6_out_of_sight():
    wood = ("woods", box(250, 420, 350, 470))
    m = battle("red IN 300 300 0", "red GE 300 523.2 0", "blue GE 520 60 180", terrain=[wood])
    assert out_of_command(m.g, 0), "8 in with a wood between"
    clear = battle("red IN 300 300 0", "red GE 300 523.2 0", "blue GE 520 60 180")
    assert not out_of_command(clear.g, 0), "8 in with a clear view"
    edge = battle("red IN 300 200 0", "red GE 300 524.8 0", "blue GE 520 60 180")
    assert not out_of_command(edge.g, 0), "exactly 12 in"
    screened = battle("red IN 300 300 0", "red TA 300 420 0", "red GE 300 523.2 0", "blue GE 520 60 180")
    assert not out_of_command(screened.g, 0), "other elements do not block this line"


@pytest.mark.rule("dbms.unloading.1")
def test_the_present_form_sets_movement_target_and_depth():
    m = battle("red IN 300 400 0 sf/at", *GE)
    assert (m.g.move_type(0), m.g.target(0), m.g.depth(0)) == ("foot", "soft", 2000)
    m.choose(("change", 0))
    assert (m.g.move_type(0), m.g.target(0), m.g.depth(0)) == ("tracked", "armor", 4000)
    assert at(m, 0) == (300, 400, 0), "the front edge stays"
    single = battle("red IN 300 400 0", "red IN 100 400 0", *GE)
    assert single.why_not(("change", 0)).rule == "dbms.unloading.1"


@pytest.mark.rule("dbms.unloading.2", "dbms.unloading.3")
def test_changing_form_costs_a_pip_and_ends_movement():
    m = battle("red IN 300 400 0 sf/sw loaded", "red IN 100 400 0", *GE)
    move(m, 0, (300, 300, 0), change=True)
    assert state(m).pips["red"] == 4, "drives 4 in and unloads: 2 PIPs"
    assert not m.g.loaded(0)
    spot = battle("red IN 300 400 0 sf/sw loaded", "red IN 100 400 0", *GE)
    spot.choose(("change", 0))
    assert state(spot).pips["red"] == 5, "unloads where it stands: 1 PIP"
    spot.choose(PASS, "blue")
    with refused("dbms.unloading.3"):
        spot.choose(("move", 0))
    moved = battle("red IN 300 400 0 sf/sw loaded", "red IN 100 400 0", *GE)
    move(moved, 0, (300, 380, 0))
    moved.choose(PASS, "blue")
    with refused("dbms.unloading.3"):
        moved.choose(("change", 0))


@pytest.mark.rule("dbms.unloading.7")
def test_form_changes_only_where_the_new_form_can_stand():
    wood = ("woods", box(250, 300, 350, 420))
    m = battle("red IN 300 350 0 sf/sw", "red IN 300 439 0 sf/sw", *GE, terrain=[wood])
    with refused("dbms.unloading.7"):
        m.choose(("change", 0))
    assert m.why_not(("change", 1)) is None, "wholly outside"
    crowded = battle("red IN 300 350 0 sf/sw", "red IN 300 371 0", "red IN 300 328 0", *GE)
    with refused("dbms.unloading.7"):
        crowded.choose(("change", 0))
    forward = battle("red IN 300 350 0 sf/sw", "red IN 300 371 0", *GE)
    forward.choose(("change", 0))
    assert at(forward, 0) == (300, 330, 0), "no room behind: to the front"


@pytest.mark.rule("dbms.entrenchment.1")
def test_digging_in_costs_a_pip_instead_of_moving():
    m = battle("red IN 300 400 0", "red TA 200 400 0", "red IN 100 400 0", *GE)
    with refused("dbms.entrenchment.1"):
        m.choose(("entrench", 1))
    m.choose(("entrench", 0))
    assert state(m).elements[0].entrenched
    assert state(m).pips["red"] == 5
    m.choose(PASS, "blue")
    assert m.why_not(("move", 0)) is not None
    move(m, 2, (100, 380, 0))
    assert m.why_not(("entrench", 2)).rule == "dbms.entrenchment.1"
    river = ("river", [[0, 300], [609, 300]], {"bridges": [100]})
    wet = battle("red IE 300 310 0", *GE, terrain=[river], patch={"elements": {"0": {"river": "bridge"}}})
    assert wet.why_not(("entrench", 0)).rule == "dbms.entrenchment.1", "not in a river"


@pytest.mark.rule("dbms.entrenchment.4")
def test_loading_up_ends_entrenchment_and_retreats_too():
    m = battle("red IN 300 400 0 sf/sw entrenched", *GE)
    m.choose(("change", 0))
    assert not state(m).elements[0].entrenched
    beaten = battle("red TA 300 300 0", "blue IN 300 240 180 entrenched", phase="fight")
    fight(beaten, 0, 1, 4, 4)
    assert not state(beaten).elements[1].entrenched


@pytest.mark.rule("dbms.play-sheet.4")
def test_without_a_general_every_move_costs_one_more():
    m = battle("red IN 300 400 0", "red FI", "blue GE 520 60 180", "blue IN 300 200 180")
    assert int(move_cost(m.g, [0])) == 2
    assert int(move_cost(m.g, [1], air=True)) == 2
    assert told(m) == []


@pytest.mark.rule("dbms.force-composition.1")
def test_learning_uses_a_prepared_force():
    m = Match.start("dbms", "quick-battle", seed=1, options={"red_list": "de-panzer-1943", "blue_list": "su-tank-corps-1943",
                                                             "theatre": "eastern_europe", "table_seed": "kursk"})  # fmt: skip
    assert set(m.decisions) == {"red", "blue"}
    assert m.decision.rule == "dbms.force-composition.1"
    assert state(m).year == 1943


def test_what_a_choice_is_can_be_told_by_its_kind():
    """A move, an attack or an order: clients colour and sort by it."""
    m = battle("red IN 300 500 0", "red IN 340 500 0", "red BO", "blue IN 300 100 180", *GE, patch={"elements": {"2": {"status": "off"}}})
    kinds = {plain(option.value)[0]: option.kind for option in m.view("red").decision.options if option.value != PASS}
    assert kinds["move"] == kinds["group"] == "move"
    assert kinds["air"] == "attack"
    assert kinds["entrench"] == "order"


def test_losses_are_counted_by_kind():
    m = battle("red IN 300 310 0", "blue TA 300 300 180", "blue TA 100 300 180", phase="fight", patch={"elements": {"2": {"status": "lost", "at": None}}})
    fight(m, 1, 0, 6, 1) if m.decision.seat == "blue" else fight(m, 0, 1, 1, 6)
    assert m.game.losses(m.g) == {"red": {"Infantry": 1}, "blue": {"Tank": 1}}
