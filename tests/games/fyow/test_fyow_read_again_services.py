"""The second reading of partisans, aircraft, ships and trains: each clause at its boundary."""

from __future__ import annotations

import pytest
from fyow_arms import air, board, ships, take_three
from fyow_table import SAMPSON, at_cards, fyow, link, number, refused, said, unit

from grognard.games.fyow.air.ground_attack import hit_target
from grognard.games.fyow.partisans import cells, missions, sweeps
from grognard.games.fyow.partisans.demolition import routes_over
from grognard.games.fyow.records.services import Cell
from grognard.games.fyow.records.works import Work
from grognard.games.fyow.sea.vessels import shore_targets
from grognard.games.fyow.supply.routes import chain, home_of

STAFFS = {"wessex": {"rating": 6}, "fortress": {"rating": 6}}


# ------------------------------------------------------------------ partisans (34)


def hunted(**options):
    m = take_three(options={"partisans": True, **options})
    m.g.state.partisans.cells = [Cell("british", board(m, "petit-bot-bay"), 5, radio=True, explosives=1)]
    for name in ("g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8"):
        unit(m, name).board = board(m, "fort-doyle")
    return m, m.g.state.partisans.cells[0]


@pytest.mark.rule("fyow.34.14.3")
@pytest.mark.parametrize(("men", "goes"), [(29, False), (30, True)])
def test_a_sweep_wants_a_rifle_company(men, goes):
    """Three guns are a company elsewhere (R12); they sweep no woods."""
    m, cell = hunted()
    unit(m, "g4").board, cell.incident, cell.trouble = board(m, "forest"), 0, cell.board
    unit(m, "g4").elements = {"regular": men, "field_gun": 6}
    with m.forced(*([5] if goes else [])):
        sweeps.order_sweep(m.g, 0, cell)
    assert bool(m.g.state.partisans.sweeps) is goes


@pytest.mark.rule("fyow.34.14.2", "fyow.8.5.1")
@pytest.mark.parametrize(("face", "goes"), [(3, True), (4, False)])
def test_whether_he_sweeps_his_character_says(face, goes):
    """Ruling R15: a passive and balanced BC says yes up to 3."""
    m, cell = hunted(traits=True)
    unit(m, "g4").board, cell.incident, cell.trouble = board(m, "forest"), 0, cell.board
    unit(m, "g4").temper = "passive"
    with m.forced(face):
        sweeps.order_sweep(m.g, 0, cell)
    assert bool(m.g.state.partisans.sweeps) is goes


@pytest.mark.rule("fyow.34.8.5")
def test_partisans_blow_up_the_bridge_that_still_stands():
    m, cell = hunted()
    place = board(m, "forest")
    m.g.state.staff.works = [Work(place, "the old bridge", "bridge", damage=6), Work(place, "the new bridge", "bridge")]
    with m.forced(6):
        missions.attack(m.g, cell, place)
    assert [work.destroyed for work in m.g.state.staff.works] == [True, True]


@pytest.mark.rule("fyow.34.8.6", "fyow.20.1.1")
def test_partisans_cut_the_line_from_the_brigade_s_own_home(monkeypatch):
    """A Brigade supplied from a board of its own has its route over other boards."""
    m = at_cards("b1", options={"traits": False, "partisans": True}, forces={"g4": {"board": "les-capelles"}})
    fortress = m.g.static.scenario["brigade"][1]
    monkeypatch.setitem(fortress, "home", "grandes-rocques")
    over = [b for b in range(m.g.static.size) if routes_over(m.g, b, "german")]
    assert over == sorted(chain(m.g, unit(m, "g4").board, home_of(m.g, 1))[0][1:-1])
    monkeypatch.delitem(fortress, "home")
    assert over != [b for b in range(m.g.static.size) if routes_over(m.g, b, "german")]


@pytest.mark.rule("fyow.34.15.8", "fyow.34.15.6")
def test_a_new_agent_does_not_inherit_experience():
    m, cell = hunted()
    cell.agent, cell.missions = 0, 2
    with m.forced(1):
        cells.casualties(m.g, cell, 1)
    cell.agent, cell.agent_since, m.g.state.day = 0, 0, 1
    with m.forced(4, 5):  # 2D10 again, not 2D20
        sweeps.capture_throws(m.g)
    assert said(m, "british", "34.15.5") == ["Is the agent caught?"] and not said(m, "british", "34.15.8")


# ------------------------------------------------------------------ aircraft and ships (28, 29, 30)


@pytest.mark.rule("fyow.28.13.2", "fyow.16.0.7")
def test_parachutists_on_a_board_of_hidden_men_land_in_peace():
    """Ruling R163: nobody is brought to battle whom nobody can find."""
    m = take_three(cards=["ba4", "g6"])
    for name in ("g1", "g2", "g3"):
        unit(m, name).board = board(m, "fort-doyle")
    unit(m, "g1").board, unit(m, "g1").elements = board(m, "forest"), {"elite_enhanced": 20}
    unit(m, "g1").concealed = {"elite_enhanced": 20}
    for other in m.g.on_board(board(m, "forest"), "german"):
        if other != number(m, "g1"):
            m.g.unit(other).board = board(m, "fort-doyle")
    m.choose(("fly", board(m, "forest")))
    m.choose(("drop",))
    assert not m.g.state.battles and unit(m, "b8").board == board(m, "forest") and unit(m, "b8").box < 0


@pytest.mark.rule("fyow.28.8.8")
def test_all_who_fly_together_must_find_room():
    """59 spaces fit into two transports; with a second such company three are too few."""
    m = take_three(cards=["g6", "ba4", "g5"])
    group = m.g.state.air.groups[air(m, "ba4")]
    unit(m, "b6").elements, unit(m, "b6").aboard = dict(unit(m, "b8").elements), -1
    group.troops.append(number(m, "b6"))
    m.choose(("stay",))
    with refused("28.8.8"):
        m.choose(("fly", board(m, "forest")))


@pytest.mark.rule("fyow.28.8.3")
def test_a_force_destroyed_by_the_first_bomb_is_not_destroyed_again():
    m = take_three(cards=["g6"])
    unit(m, "g1").elements = {"regular": 1}
    for _ in range(2):
        hit_target(m.g, "british", f"u{number(m, 'g1')}", 4)
    assert len(said(m, "german", "28.8.3")) == 1


@pytest.mark.rule("fyow.29.9.1")
@pytest.mark.parametrize(("hunter", "prey"), [(True, False), (False, True), (False, False)])
def test_a_destroyer_finds_a_submarine_if_one_of_them_is_in_the_combat_area(hunter, prey):
    m = take_three(cards=["bn1", "g6"], fleet_at={"bn1": "e", "gn1": "e"})
    fleet, own, other = m.g.state.fleet, ships(m, "bn1"), ships(m, "gn1")
    for vessel in fleet.vessels:
        vessel.kind = "submarine" if vessel.group == other else vessel.kind
    fleet.groups[own].area, fleet.groups[other].area = hunter, prey
    ashore = len(shore_targets(m.g, board(m, "e"), "british")) if hunter else 0
    with m.forced(*[2] * 9 * ((hunter or prey) + ashore)):
        m.choose(("spot",))
    assert (f"g{other}" in fleet.groups[own].spotted) is (hunter or prey)


@pytest.mark.rule("fyow.29.3.3", "fyow.29.3.2")
@pytest.mark.parametrize(("size", "bar", "passes"), [("large", "weir", True), ("small", "weir", False), ("small", "rapids", False)])
def test_on_a_small_river_not_even_a_canoe_passes_a_weir(size, bar, passes, monkeypatch):
    m = take_three(cards=["bn3", "g6"], fleet_at={"bn3": "e"})
    static = m.g.static
    way = static.graph.links_at(board(m, "e"), static.water)[0]
    for column, word in (("link_kind", "river"), ("link_water", size), ("link_bar", bar)):
        monkeypatch.setattr(static, column, [word if n == way else k for n, k in enumerate(getattr(static, column))])
    for vessel in m.g.state.fleet.vessels:
        vessel.kind = "canoe_dinghy_raft" if vessel.group == ships(m, "bn3") else vessel.kind
    m.choose(("spot",))  # the question is put anew
    if passes:
        assert ("sail", way) in m.decision.options
    else:
        with refused("29.3.3"):
            m.choose(("sail", way))


@pytest.mark.rule("fyow.20.6.4", "fyow.29.10.1.1")
def test_a_battery_at_rest_does_not_shell_what_it_saw_yesterday():
    m = take_three(cards=["g6", "f2", "g5"], forces={"f2": {"mode": "rest"}})
    group = m.g.state.fleet.groups[ships(m, "bn1")]
    group.board, group.area = board(m, "e"), True
    m.g.state.fleet.battery_seen[str(number(m, "f2"))] = [ships(m, "bn1")]
    with m.forced():
        m.choose(("stay",))
    with refused("20.6.4"):
        m.choose(("shell", m.g.state.fleet.vessels.index(next(v for v in m.g.state.fleet.vessels if v.group == ships(m, "bn1"))), 1))


@pytest.mark.rule("fyow.30.5.1", "fyow.20.6.4", "fyow.15.3.6")
@pytest.mark.parametrize(("change", "rule"), [({"mode": "rest"}, "20.6.4"), ({"disarray": 2}, "15.3.6"), ({}, "")])
def test_who_rests_or_is_in_disarray_blows_up_no_line(change, rule, monkeypatch):
    m = at_cards("b1", "g2", "b4", forces={"g2": {"elements": {"regular": 60, "large_charge": 1}, **change}})
    way = link(m, SAMPSON, "les-capelles")
    monkeypatch.setattr(m.g.static, "rails", m.g.static.land)  # the roads serve as rails
    m.choose(("stay",))
    if rule:
        with refused(rule):
            m.choose(("cut", way))
    else:
        m.choose(("cut", way))
        assert str(way) in m.g.state.rail.cuts


@pytest.mark.rule("fyow.4.4.1", "fyow.4.4.6")
def test_who_has_not_come_yet_is_nowhere():
    """A force with a date of its own has no orders, no supply throw, no place on the board until its card turns up."""
    m = fyow({"traits": False}, phase="plan", command=STAFFS, weather={"sky": "fair"}, forces={"b4": {"waits": "later", "rating": 6}})
    assert "b4" not in [row.id for row in m.view("british").decision.rows]
    assert number(m, "b4") not in m.g.on_board(unit(m, "b4").board, "british")
    m.choose([], seat="british")
    m.choose([], seat="german")
    assert not [text for text in said(m, "british", "20.4.1.2") if "Brigade HQ" in text]
    assert unit(m, "b4").attitude == "present"
