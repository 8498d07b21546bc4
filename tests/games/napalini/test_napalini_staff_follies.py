"""Puzzles for the staff officer from follies read in his diaries: positions with one answer that is not foolish."""

from __future__ import annotations

import pytest
from napalini_table import Table, table
from test_napalini_cards import hold
from test_napalini_puzzles import one_objective, pick
from test_napalini_table import rows

from grognard.games.napalini.air import strike
from grognard.games.napalini.air.choices import Mission
from grognard.games.napalini.bot.plan import Plan
from grognard.games.napalini.card_effects import normal
from grognard.games.napalini.movement import moves
from grognard.games.napalini.movement.choices import Move
from grognard.games.napalini.state import Obstacle
from grognard.kernel import PASS


def test_a_lone_tank_battalion_does_not_go_forward_among_enemies():
    t = one_objective()
    n = t.put(t.one, "light_tanks", "C2")
    for square in ("B4", "C5", "D4"):
        t.put(t.two, "infantry", square)
    t.round(t.one, [n])
    order = pick(t, moves.act(t.g, [n]))
    assert not (isinstance(order, Move) and t.g.label(order.to) in ("B3", "C4", "D3", "C3"))


@pytest.mark.parametrize(("step", "goes"), [(0, False), (2, True)])
def test_who_is_ready_stays_among_enemies_and_who_is_exhausted_draws_back(step, goes):
    t = one_objective()
    n = t.put(t.one, "infantry", "C4", prepared=True, step=step)
    t.put(t.one, "infantry", "C3")
    for square in ("B5", "C5", "D5"):
        t.put(t.two, "infantry", square)
    t.round(t.one, [n])
    order = pick(t, moves.act(t.g, [n]))
    assert (isinstance(order, Move) and order.came is None) is goes


def test_with_its_army_beside_it_it_goes():
    t = one_objective()
    n = t.put(t.one, "light_tanks", "C2")
    for square in ("B3", "B3", "B3", "C3", "C3"):
        t.put(t.one, "infantry", square)
    t.put(t.two, "infantry", "C5")
    t.put(t.two, "infantry", "B5")
    t.round(t.one, [n])
    order = pick(t, moves.act(t.g, [n]))
    assert isinstance(order, Move)


@pytest.mark.parametrize(("days", "attacks"), [(2, False), (0, True)])
def test_one_chance_in_three_is_for_the_last_day(days, attacks):
    t = one_objective()
    foot = [t.put(t.one, "infantry", "B4") for _ in range(2)]
    for _ in range(2):
        t.put(t.two, "infantry", "B5")
    t.s.day = t.g.static.days - days
    t.round(t.one, foot)
    found = [a for a in Plan(t.g, t.one).assaults(foot, []) if a.value > 0]
    assert bool(found) is attacks


@pytest.mark.parametrize(("ops", "bombs"), [(1, False), (0, True)])
def test_bombs_wait_for_an_op_of_the_period_that_attacks(ops, bombs):
    t = table()
    n = t.put(t.one, "infantry", "C3")
    t.put(t.two, "infantry", "C4")
    t.fly(t.one, "bomber")
    t.g.army(0).ops, t.g.army(0).actions = ops, 1
    t.round(t.one, [n], step="strike")
    answer = pick(t, strike.ground_attack(t.g))
    assert (answer != PASS and answer.mission is Mission.BOMB) is bombs


@pytest.mark.parametrize("barred", [True, False])
def test_the_organizer_is_played_to_slip_past_forts_that_bar_the_way(barred):
    t = one_objective()
    hold(t, "O5C")
    t.g.army(1).character = "8C"
    units = [t.put(t.one, kind, "D2") for kind in ("armoured_cars", "cyclists")]
    units.append(t.put(t.one, "infantry", "D2", trucks=True))
    for square in ("C3", "E3"):
        t.put(t.two, "bastion", square, "S" if barred else "N")
    t.round(t.one, units, step="cards", aoo=t.sq("D2"))
    assert (pick(t, normal.normal_cards(t.g)) == "O5C") is barred


# ------------------------------------------------------------------ the back to the water


RIVER = {"rivers": [[f"{column}4" for column in "ABCDEF"]], "water_edges": [f"{column}4|{column}5" for column in "ABCDEF"]}


def crossing(wet: bool, *foes: str):
    """Three battalions before the only objective; a river may lie between."""
    t = Table(ground=RIVER if wet else {})
    t.s.objectives, t.s.flags, t.s.flag_nights = [t.sq("B5")], [t.two], [0]
    mine = [t.put(t.one, "infantry", "B4") for _ in range(3)]
    for kind in foes:
        t.put(t.two, kind, "B5")
    t.round(t.one, mine)
    return t, [(n, t.sq("B4")) for n in mine]


def test_an_attack_with_the_back_to_the_water_is_worth_less_than_its_friction_alone():
    """A tie leaves those who crossed in the square, and who loses there next has no way back."""
    (t, force), (dry, there) = crossing(True, "infantry", "infantry"), crossing(False, "infantry", "infantry")
    plan, other = Plan(t.g, t.one), Plan(dry.g, dry.one)
    wet, plain = (Plan(t.g, t.one, plain).reckon(t.sq("B5"), tuple(force), ()).value for plain in (False, True))
    free, level = (Plan(dry.g, dry.one, plain).reckon(dry.sq("B5"), tuple(there), ()).value for plain in (False, True))
    assert free - wet > level - plain + 0.05
    assert plan.cornered(force[0][0], t.sq("B5")) and not other.cornered(there[0][0], dry.sq("B5"))


@pytest.mark.parametrize("bridge", [False, True])
def test_nobody_stands_among_enemies_with_his_back_to_the_water(bridge):
    t = Table(ground=RIVER | ({"bridges": [{"edge": "C4|C5"}]} if bridge else {}))
    t.s.objectives, t.s.flags, t.s.flag_nights = [t.sq("C7")], [t.two], [0]
    n = t.put(t.one, "infantry", "C4")
    t.put(t.one, "infantry", "C4")
    for square in ("B6", "C6", "D6"):
        t.put(t.two, "infantry", square)
    t.round(t.one, [n])
    plan = Plan(t.g, t.one)
    assert plan.cornered(n, t.sq("C5")) is not bridge


# ------------------------------------------------------------------ who takes part in an assault


@pytest.mark.parametrize(("code", "tanks"), [("B", False), (".", True)])
def test_infantry_assaults_streets_and_tanks_the_open(code, tanks):
    """Three have room: who throws most dice there. Seen in a battle: tankettes and tanks in rubble, infantry behind them."""
    t = Table(rows(B5=code))
    t.s.objectives, t.s.flags, t.s.flag_nights = [t.sq("B5")], [t.two], [0]
    foot = [t.put(t.one, "infantry", "B4") for _ in range(3)]
    armour = [t.put(t.one, "light_tanks", "A4") for _ in range(3)]
    t.put(t.two, "militia", "B5")
    t.round(t.one, [*foot, *armour])
    (attack,) = Plan(t.g, t.one).assaults([*foot, *armour], [])
    assert {n for n, _ in attack.force} == set(armour if tanks else foot)


# ------------------------------------------------------------------ a gap in the enemy's line


@pytest.mark.parametrize(("company", "through"), [(False, False), (True, True)])
def test_light_tanks_do_not_go_alone_through_a_gap(company, through):
    t = Table()
    t.s.objectives, t.s.flags, t.s.flag_nights = [t.sq("C8")], [t.two], [0]
    n = t.put(t.one, "light_tanks", "C3")
    for square in ("A5", "E5"):
        t.put(t.two, "infantry", square)
    for square in ("B6", "D6"):
        t.put(t.two, "infantry", square, "N")
    if company:
        for square in ("C4", "C4", "C4", "B4", "D4"):
            t.put(t.one, "infantry", square)
    t.round(t.one, [n])
    plan = Plan(t.g, t.one)
    assert (plan.potential(n, t.sq("C5")) > plan.potential(n, t.sq("C3"))) is through


@pytest.mark.parametrize(("wired", "chance"), [(False, 1.0), (True, 2 / 3)])
def test_wire_on_the_bank_is_reckoned_with_before_a_landing(wired, chance):
    t = Table(ground=RIVER)
    if wired:
        t.s.obstacles.append(Obstacle(t.g.static.edges.edge_named("B4|B5"), "wire", t.two))
    boat = t.put(t.one, "higgins_boats", "B4")
    man = t.put(t.one, "infantry", "B4", where="aboard", carrier=boat)
    t.g.unit(man).at = -1
    t.put(t.two, "infantry", "B5")
    t.round(t.one, [boat])
    assert Plan(t.g, t.one).gets_in(man, t.sq("B4"), t.sq("B5")) == pytest.approx(chance)
