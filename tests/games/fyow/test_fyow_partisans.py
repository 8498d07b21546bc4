"""Section 34: partisans."""

from __future__ import annotations

import pytest
from fyow_arms import board, take_three
from fyow_table import number, said, unit

from grognard.games.fyow.partisans import battles as partisan_battles
from grognard.games.fyow.partisans import cells, sweeps
from grognard.games.fyow.partisans import missions as partisans
from grognard.games.fyow.planning.duties import make
from grognard.games.fyow.records.services import Cell
from grognard.games.fyow.supply import supply
from grognard.games.fyow.supply.routes import company

# ------------------------------------------------------------------ 34: partisans


@pytest.fixture
def m():
    match = take_three({"partisans": True})
    match.g.state.partisans.cells = [Cell("british", board(match, "forest"), 5, radio=True, explosives=2)]
    return match


def cell(m):
    return m.g.state.partisans.cells[0]


@pytest.mark.rule("fyow.34.0.1", "fyow.34.1.1", "fyow.34.3.1", "fyow.34.5.2", "fyow.34.6.1")
def test_cells_at_the_start():
    m = take_three({"partisans": True})
    m.g.state.partisans.cells = []
    # D3 cells; members; then explosives by a double on 3D6, no radio; not active: no agent, no mission
    with m.forced(1, 4, 2, 2, 5, 1, 3, 5, draws=[[board(m, "forest")]]):
        partisans.begin(m.g)
    (made,) = m.g.state.partisans.cells
    assert (made.members, made.explosives, made.radio) == (4, 1, False)
    assert made.side == "british" and len(made.targets) == 6
    assert said(m, "british", "34.3.1") and not said(m, "german", "34.3.1")
    off = take_three()
    with off.forced():
        partisans.begin(off.g)
    assert not off.g.state.partisans.cells


@pytest.mark.rule("fyow.34.0.2")
def test_a_treble_is_one_double():
    assert cells.double_of((4, 4, 4)) == 4
    assert cells.double_of((1, 2, 3)) == 0


@pytest.mark.rule("fyow.34.2.1", "fyow.34.5.4")
def test_active_and_dormant_cells(m):
    assert cells.active(m.g, cell(m))
    cell(m).explosives = 0
    assert not cells.active(m.g, cell(m)) and cells.can_observe(m.g, cell(m))
    cell(m).members = 2
    assert not cells.can_observe(m.g, cell(m))


@pytest.mark.rule("fyow.34.5.1")
def test_cells_need_no_food(m):
    m.g.state.brigades[0].route.dice = 3
    with m.forced():  # no supply throw
        assert cells.active(m.g, cell(m))
    assert cell(m) not in m.g.state.units


@pytest.mark.rule("fyow.34.4.1", "fyow.4.1.2")
def test_a_new_cell_in_a_new_season(m):
    with m.forced(3, 4):
        partisans.new_season(m.g)
    assert len(m.g.state.partisans.cells) == 1
    with m.forced(3, 3, 6, draws=[[board(m, "st-martin")]]):
        partisans.new_season(m.g)
    assert [c.members for c in m.g.state.partisans.cells] == [5, 6]


@pytest.mark.rule("fyow.34.4.2", "fyow.34.4.3")
def test_recruits(m):
    """The example: 3, 3, 1 brings 3."""
    with m.forced(3, 3, 1):
        partisans.recruit(m.g, cell(m))
    assert cell(m).members == 8
    with m.forced(4, 4, 1):
        partisans.recruit(m.g, cell(m))
    assert cell(m).members == 10


@pytest.mark.rule("fyow.34.5.3")
def test_at_most_three_units_of_explosives(m):
    for _ in range(2):
        with m.forced(3, 3, 1):
            partisans.explosives(m.g, cell(m))
    assert cell(m).explosives == 3


@pytest.mark.rule("fyow.34.6.1")
def test_a_radio_is_thrown_for_until_there_is_one(m):
    with m.forced():
        partisans.radio(m.g, cell(m))
    cell(m).radio = False
    with m.forced(1, 5, 5):
        partisans.radio(m.g, cell(m))
    assert cell(m).radio


@pytest.mark.rule("fyow.34.7.1", "fyow.34.7.2")
def test_targets_are_six_with_limits(m):
    cell(m).targets = partisans.proposed_targets(m.g, "british")
    assert len(cell(m).targets) == 6 and {mark for _, mark in cell(m).targets} == {0, 1}
    first = m.g.static.boards[cell(m).targets[0][0]].id
    cell(m).targets[2] = cell(m).targets[1]
    cell(m).targets[3] = cell(m).targets[0]
    assert partisans.may_target(m.g, "british", make("cell0", "target", first, 5), []).rule == "fyow.34.7.1"
    assert partisans.may_target(m.g, "british", make("cell0", "target", "castel-church", 5), []) is None
    m.g.state.seen["british"] = [number(m, n) for n in ("g1", "g2", "g3", "g4")]
    cell(m).targets = [[unit(m, n).board, 1] for n in ("g1", "g2", "g3")] + [[board(m, "perelle"), 0]] * 1
    item = make("cell0", "target", "st-peter-port", 4)
    assert partisans.may_target(m.g, "british", item, []).rule == "fyow.34.7.2"
    partisans.set_target(m.g, "british", make("cell0", "target", "perelle", 7))
    assert cell(m).targets[0] == [board(m, "perelle"), 0]
    assert partisans.difficult(m.g, unit(m, "g4").board, "british") and not partisans.difficult(m.g, board(m, "perelle"), "british")


@pytest.mark.rule("fyow.34.7.1")
def test_no_target_appears_three_times(m):
    """34.7: if targets are limited, at most two may appear twice."""
    held = [n for n, side in enumerate(m.g.state.known_control["british"]) if side == "german" and m.g.static.boards[n].land]
    for left, times in ((4, [2, 2, 1, 1]), (3, [2, 2, 1]), (5, [2, 1, 1, 1, 1])):
        m.g.state.known_control["british"] = ["german" if n in held[:left] else "british" for n in range(m.g.static.size)]
        boards = [target for target, _ in partisans.proposed_targets(m.g, "british")]
        assert sorted((boards.count(n) for n in set(boards)), reverse=True) == times
    cell(m).targets = [[n, 1] for n in (held[0], held[0], *held[1:5])]
    item = make("cell0", "target", m.g.static.boards[held[0]].id, 6)
    assert partisans.may_target(m.g, "british", item, []).rule == "fyow.34.7.1"


@pytest.mark.rule("fyow.34.7.2")
def test_the_list_of_a_staff_has_three_difficult_targets_at_most(m):
    held = [n for n, side in enumerate(m.g.state.known_control["british"]) if side == "german" and m.g.static.boards[n].land]
    troops = [n for n in m.g.alive("german") if company(m.g, n)][:5]
    assert len(troops) == 5
    for place, force in enumerate(troops):
        m.g.unit(force).board = held[place]
    m.g.state.seen["british"] = troops
    m.g.state.known_control["british"] = ["german" if n in held[:6] else "british" for n in range(m.g.static.size)]
    boards = [target for target, _ in partisans.proposed_targets(m.g, "british")]
    assert sum(board in held[:5] for board in boards) == 3 and boards.count(held[5]) == 2


@pytest.mark.rule("fyow.34.10.1")
def test_the_new_target_gets_the_number_that_was_struck(m):
    first, *others = [target for target, _ in partisans.proposed_targets(m.g, "british")]
    cell(m).targets = [[first, 0], *([n, 1] for n in others[:4]), [first, 1]]
    with m.forced(6, 3, 1):  # the sixth target; failed, with one casualty
        list(partisans.card(m.g, 0))
    assert cell(m).targets[0] == [first, 0] and cell(m).targets[5][0] not in (first, *others[:4]) and cell(m).targets[5][1] == 1


@pytest.mark.rule("fyow.34.8.1", "fyow.34.8.2", "fyow.34.7.3")
def test_the_date_of_an_action(m):
    cell(m).targets = partisans.proposed_targets(m.g, "british")
    with m.forced(1, 2, 3, 4, 5):
        partisans.plan(m.g, cell(m))
    assert cell(m).mission == []
    with m.forced(1, 2, 3, 4, 4, 2, 5, draws=[[2]]):  # third week, second day, session 5
        partisans.plan(m.g, cell(m))
    assert cell(m).mission == [7, 5]
    m.g.state.day, m.g.state.session = 7, 5
    assert partisans.holders(m.g) == [0]
    m.g.state.session = 4
    assert partisans.holders(m.g) == []


@pytest.mark.rule("fyow.34.9.1")
def test_an_observation_is_dated_in_the_same_way(m):
    cell(m).explosives = 0
    cell(m).targets = partisans.proposed_targets(m.g, "british")
    with m.forced(6, 6, 3, 4, 1, 1, 2, draws=[[0]]):
        partisans.plan(m.g, cell(m))
    assert cell(m).mission == [0, 2] and said(m, "british", "34.9.1")


@pytest.mark.rule("fyow.34.8.3", "fyow.34.8.4", "fyow.34.8.5", "fyow.34.10.1")
@pytest.mark.parametrize(("die", "works", "members"), [(6, 150, 5), (5, 120, 5), (4, 90, 5), (3, 0, 5), (1, 0, 0)])
def test_an_attack_on_an_ordinary_target(m, die, works, members):
    perelle = board(m, "perelle")
    cell(m).targets = [[perelle, 1]] + [[board(m, "forest"), 0]] * 2
    with m.forced(1, die):
        list(partisans.card(m.g, 0))
    assert m.g.state.stores.works.get(str(perelle), 0) == works
    assert cell(m).members == members and cell(m).explosives == 1
    assert cell(m).targets[0][0] != perelle and cell(m).mission == []
    item = make("cell0", "target", "perelle", 1)
    if members:
        assert partisans.may_target(m.g, "british", item, []).rule == "fyow.34.10.1"


def test_a_failed_attack_costs_members(m):
    with m.forced(2, 3):
        partisans.attack(m.g, cell(m), board(m, "perelle"))
    assert cell(m).members == 2


@pytest.mark.rule("fyow.34.8.6", "fyow.20.1.14")
def test_an_attack_on_a_difficult_target(m):
    """The example: a Stockpile of 7 with result 4 becomes 4; an HQ's supply route loses a pip for D3 days from tomorrow."""
    unit(m, "g4").stockpile = 7
    with m.forced(4, 2):
        partisans.attack(m.g, cell(m), unit(m, "g4").board)
    assert unit(m, "g4").stockpile == 4
    assert m.g.state.stores.broken["1"] == [2, 0, 1, 0]
    m.g.state.day += 1
    assert int(supply.received(m.g, number(m, "g2"), 9)) == 8
    with m.forced(5, 3):
        partisans.attack(m.g, cell(m), unit(m, "g4").board)
    assert unit(m, "g4").stockpile == 0 and m.g.state.stores.broken["1"] == [4, 1, 1, 0]  # the worse of both
    assert int(supply.supply_dice(m.g, number(m, "g2"))) == 2
    with m.forced(2):
        partisans.attack(m.g, cell(m), unit(m, "g4").board)
    assert cell(m).members == 0


@pytest.mark.rule("fyow.34.9.2", "fyow.34.9.3", "fyow.34.9.5")
def test_an_observation(m):
    forest = board(m, "forest")
    cell(m).board = board(m, "perelle")
    cell(m).targets = [[forest, 0]]
    # target; 6D6 find the tanks; D6 pieces; the occupiers' 3D6 find nobody
    with m.forced(1, 5, 1, 1, 1, 1, 1, 5, 1, 2, 3):
        list(partisans.card(m.g, 0))
    assert str(forest) not in m.g.state.sighted["british"]  # 34.12.3: only the report tells it
    assert "1 enemy force" in said(m, "british", "34.9.5")[-1]
    assert said(m, "british", "34.9.2") and not said(m, "german", "34.9.5")
    assert [one.kind for one in cell(m).findings] == ["types", *["numbers"] * 3, "attitude"]
    with m.forced(10, 6, 10):  # the radio connects, the report goes through, nobody listens in
        partisans.call(m.g, cell(m))
    assert m.g.state.sighted["british"][str(forest)] == m.g.now
    assert "armour" in said(m, "british", "34.12.1")[-1] and number(m, "g5") in m.g.state.met["british"]
    assert not cell(m).findings


@pytest.mark.rule("fyow.34.9.5", "fyow.17.1.5", "fyow.17.1.4")
def test_partisans_in_heavy_rain_see_one_thing_less(m):
    """17.1's own example: a 5 in heavy rain is four pieces of information."""
    cell(m).observing = board(m, "forest")
    m.g.state.weather.sky = "heavy_rain"
    with m.forced(5, 1, 1, 1, 1, 3, 1, 2):  # 5D6 in the rain; pieces 3 - 1; the tanks look with 2D6
        partisans.observe(m.g, cell(m))
    assert [one.kind for one in cell(m).findings] == ["types", "numbers"]


@pytest.mark.rule("fyow.34.9.4", "fyow.16.4.4")
def test_partisans_are_found_by_a_double_of_4_and_more(m):
    cell(m).observing = board(m, "forest")
    with m.forced(1, 1, 1, 1, 1, 1, 3, 3, 1):
        partisans.observe(m.g, cell(m))
    assert cell(m).members == 5
    cell(m).observing = board(m, "forest")
    with m.forced(1, 1, 1, 1, 1, 1, 4, 4, 1, 5, 2, 3):  # found; 5 against 2; D4: 3 lost
        partisans.observe(m.g, cell(m))
    assert cell(m).members == 2 and cell(m).incident == 0 and cell(m).observing == -1


@pytest.mark.rule("fyow.34.11.1", "fyow.34.11.2", "fyow.34.11.3")
def test_partisans_in_battle(m):
    """The example: a cell of 7 is worth 21 points."""
    cell(m).members = 7
    assert partisan_battles.half_points(cell(m)) == 42
    partisan_battles.retreats(m.g, cell(m), disarray=False)
    assert not cells.active(m.g, cell(m)) and cell(m).out == 11
    m.g.state.day = 12
    assert cells.active(m.g, cell(m))


@pytest.mark.parametrize(("doubles", "back"), [((3,), 12), ((12,), 12), ((15,), 15)])
@pytest.mark.rule("fyow.34.11.3")
def test_dispersed_partisans_throw_from_the_next_week_on(m, doubles, back):
    """34.11: nothing more this month, and from the first day of the next week 5D6 until a double comes."""
    partisan_battles.retreats(m.g, cell(m), disarray=True)
    for day in (3, 6, 9, 12, 15):
        m.g.state.day = day
        if cell(m).dispersed:
            with m.forced(1, 2, 3, 4, *((4, 1) if day in doubles else (5,))):  # a double; then the call fails
                partisans.new_week(m.g)
        assert cells.active(m.g, cell(m)) is (day >= back)


@pytest.mark.rule("fyow.34.12.1", "fyow.34.12.2", "fyow.34.12.3", "fyow.34.13.1")
def test_radio_reports_and_listening(m):
    """The example: connects with 5, report 4: the enemy needs 4 or less."""
    cell(m).learned = ["Forest: 1"]
    with m.forced(4):
        partisans.call(m.g, cell(m))
    assert not said(m, "british", "34.12.1")
    with m.forced(5, 1):
        partisans.call(m.g, cell(m))
    assert not said(m, "british", "34.12.1")  # lost
    cell(m).incident = -1
    with m.forced(5, 4, 5):
        partisans.call(m.g, cell(m))
    assert "Forest: 1" in said(m, "british", "34.12.1")[0] and cell(m).incident == -1
    with m.forced(5, 4, 4):
        partisans.call(m.g, cell(m))
    assert cell(m).incident == 0 and "pinpointed" in said(m, "german", "34.13.1")[-1]


@pytest.mark.rule("fyow.34.14.1", "fyow.34.14.2", "fyow.34.14.3", "fyow.34.14.4")
def test_ordering_a_sweep(m):
    cell(m).incident = 0
    cell(m).board = board(m, "petit-bot-bay")
    for name in ("g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8"):
        unit(m, name).board = board(m, "fort-doyle")
    with m.forced():
        sweeps.order_sweep(m.g, 0, cell(m))  # nobody within three boards
    unit(m, "g4").board, cell(m).incident = board(m, "forest"), 0
    with m.forced(10):
        sweeps.order_sweep(m.g, 0, cell(m))
    assert not m.g.state.partisans.sweeps
    with m.forced(5):
        sweeps.order_sweep(m.g, 0, cell(m))
    assert m.g.state.partisans.sweeps == [[0, number(m, "g4"), 0]] and m.g.absent(number(m, "g4"))
    with m.forced(1, 2, 3):
        sweeps.sweeps(m.g)  # a week begins
    assert m.g.state.partisans.sweeps == [] and m.g.absent(number(m, "g4"))


@pytest.mark.rule("fyow.34.14.1", "fyow.34.14.4")
def test_the_sweep_comes_with_the_next_week_and_is_measured_from_the_place_attacked(m):
    for name in ("g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8"):
        unit(m, name).board = board(m, "fort-doyle")
    far, near = board(m, "petit-bot-bay"), board(m, "fort-doyle")
    for place, throws in ((far, ()), (near, (5, 1, 2, 3))):
        cell(m).board, cell(m).radio, m.g.state.day = far, False, 3
        cell(m).incident, cell(m).trouble = 1, place
        with m.forced(*throws):  # the decision, then 3D6 at once
            partisans.new_week(m.g)
        assert cell(m).incident == -1 and not m.g.state.partisans.sweeps


@pytest.mark.rule("fyow.34.12.3", "fyow.34.13.1")
def test_a_report_that_does_not_get_through_cannot_be_intercepted(m):
    cell(m).incident = -1
    with m.forced(5, 1):  # connected, lost; nobody listens
        partisans.call(m.g, cell(m))
    assert cell(m).incident == -1


@pytest.mark.rule("fyow.34.14.5", "fyow.34.14.6")
def test_a_sweep(m):
    """The example: 2, 2, 5 captures 2. For each captive a 6 finds the explosives, another 6 the radio."""
    with m.forced(2, 2, 5, 6, 1, 5, 6):
        assert sweeps.sweep(m.g, cell(m), number(m, "g4")) == 2
    assert (cell(m).members, cell(m).explosives, cell(m).radio) == (3, 0, False)


@pytest.mark.rule("fyow.34.15.1", "fyow.34.15.2", "fyow.34.15.4")
def test_an_agent(m):
    with m.forced(3, 4):
        partisans.agent(m.g, cell(m))
    assert cell(m).agent == -1
    with m.forced(7, 7):
        partisans.agent(m.g, cell(m))
    assert cell(m).agent == 0
    cell(m).targets = partisans.proposed_targets(m.g, "british")
    with m.forced(1, 1, draws=[[0]]):  # no 5D6
        partisans.plan(m.g, cell(m))
    assert cell(m).mission == [0, 1]


@pytest.mark.rule("fyow.34.15.3")
def test_the_agent_adds_1_to_a_die(m):
    """The example: 3, 4, 6 becomes 4, 4, 6."""
    cell(m).radio, cell(m).agent = False, 0
    assert cells.helped(cell(m), (3, 4, 6)) == (4, 4, 6)
    with m.forced(3, 4, 6):
        partisans.radio(m.g, cell(m))
    assert cell(m).radio


@pytest.mark.rule("fyow.34.15.5", "fyow.34.15.8", "fyow.4.4.3")
def test_capture_of_agents(m):
    cell(m).agent, cell(m).agent_since = 0, 0
    with m.forced():
        sweeps.capture_throws(m.g)  # not on the day of arrival
    m.g.state.day = 1
    with m.forced(9, 10):
        sweeps.capture_throws(m.g)
    cell(m).missions = 1
    with m.forced(12, 11):
        sweeps.capture_throws(m.g)
    cell(m).missions = 4
    with m.forced(20, 19):
        sweeps.capture_throws(m.g)
    assert cell(m).members == 5
    cell(m).missions = 0
    with m.forced(9, 9):
        sweeps.capture_throws(m.g)
    assert (cell(m).members, cell(m).agent, cell(m).radio) == (0, -1, False)


@pytest.mark.rule("fyow.34.15.6", "fyow.34.15.7")
def test_an_agent_is_lost_or_goes_home(m):
    cell(m).agent = 0
    with m.forced(2):
        cells.casualties(m.g, cell(m), 1)
    assert cell(m).agent == 0
    with m.forced(1):
        cells.casualties(m.g, cell(m), 1)
    assert cell(m).agent == -1
    cell(m).agent, cell(m).targets, cell(m).explosives = 0, [[board(m, "perelle"), 1]], 1
    with m.forced(1, 4):
        list(partisans.card(m.g, 0))
    assert cell(m).agent == -1 and cell(m).missions == 1 and said(m, "british", "34.15.7")


def test_the_enemy_does_not_see_the_cells(m):
    from grognard.games.fyow.view.services import panels

    assert [p.id for p in panels(m.g, "british") if p.id.startswith("cells")] == ["cells-british"]
    assert not [p for p in panels(m.g, "german") if p.id.startswith("cells")]


@pytest.mark.rule("fyow.34.15.2")
@pytest.mark.parametrize("chosen", [0, 1])
def test_an_agent_joins_any_cell(chosen):
    """34.15: 'Agents can be attached to any cell', a dormant one too."""
    m = take_three({"partisans": True}, phase="dawn", day=0)
    fort = board(m, "fort-doyle")
    m.g.state.partisans.cells = [Cell("british", board(m, "forest"), 5, radio=True, explosives=2), Cell("british", fort, 2)]
    m.g.state.partisans.cells[0].agent, m.g.state.partisans.cells[0].agent_since = 0, 0
    m.g.state.partisans.cells[0].targets = partisans.proposed_targets(m.g, "british")
    m.g.state.partisans.arrivals, m.g.state.partisans.to_plan = [0], True
    joining = partisans.agents_join(m.g)
    asked = next(joining)
    assert asked.options == [0, 1] and asked.label(1).startswith("The cell near Fort Doyle (2 members")
    with m.forced(*([1, 2, 3, 4, 5] if chosen else [1, 1]), draws=[] if chosen else [[0]]), pytest.raises(StopIteration):
        joining.send(chosen)
    assert [one.agent for one in m.g.state.partisans.cells] == ([0, -1] if chosen == 0 else [-1, 0])
    assert not m.g.state.partisans.to_plan and said(m, "british", "34.15.2") and not said(m, "german", "34.15.2")
