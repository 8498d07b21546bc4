"""More of what if both: what is left behind when a rule breaks off what another began."""

from __future__ import annotations

import pytest
from napalini_table import Table, three_armies
from test_napalini_cards import fight, hold, op, play

from grognard.games.napalini.card_effects import normal
from grognard.games.napalini.combat import bombardment, cycle
from grognard.games.napalini.combat.choices import How, Way
from grognard.games.napalini.command import hq_orders, rounds
from grognard.games.napalini.hq.choices import Act, HqAction, Outpost
from grognard.games.napalini.movement import moves, orders, transport
from grognard.games.napalini.movement.choices import Landing, Move
from grognard.games.napalini.state import Obstacle
from grognard.games.napalini.static import FACINGS
from grognard.kernel import PASS

EAST = FACINGS["E"]


def wire(t: Table, edge: str, owner: str = "", kind: str = "wire") -> None:
    t.s.obstacles.append(Obstacle(t.g.static.edges.edge_named(edge), kind, owner or t.two))


# ------------------------------------------------------------------ dummies and facing


@pytest.mark.rule("napalini.6.attack", "napalini.3.facing.same", "napalini.3.facing.change")
def test_who_attacked_a_dummy_from_two_sides_ends_the_move_there_with_one_facing(quiet):
    t = quiet()
    t.put(t.two, "dummy", "C4", revealed=False)
    one, other = t.put(t.one, "infantry", "C3", "N"), t.put(t.one, "infantry", "B4", "E")
    t.round(t.one, [one, other])
    for n, came in ((one, "C3"), (other, "B4")):
        t.run(moves.normal_move(t.g, [n], (t.sq(came), t.sq("C4"))), PASS)
    t.run(rounds.spot_all(t.g), EAST)
    assert not t.g.round.queue and {t.g.unit(n).facing for n in (one, other)} == {EAST}


@pytest.mark.rule("napalini.6.attack", "napalini.3.facing.change")
def test_one_who_finds_a_dummy_only_chooses_his_facing_as_at_the_end_of_any_move(quiet):
    t = quiet()
    t.put(t.two, "dummy", "C4", revealed=False)
    n = t.put(t.one, "infantry", "C3", "N")
    t.round(t.one, [n])
    t.run(moves.normal_move(t.g, [n], (t.sq("C3"), t.sq("C4"))), PASS)
    t.run(rounds.spot_all(t.g), EAST)
    assert t.g.unit(n).facing == EAST


# ------------------------------------------------------------------ a march column that is held up


@pytest.mark.rule("napalini.6.transit.column", "napalini.6.friction")
def test_a_column_that_is_held_up_before_wire_is_no_column_any_more(quiet):
    t = quiet()
    wire(t, "C3|C4")
    n = t.put(t.one, "infantry", "C3", column=True)
    t.round(t.one, [n])
    t.run(moves.act(t.g, [n]), Move(t.sq("C4"), None), dice=(2,))
    assert t.g.unit(n).at == t.sq("C3") and not t.g.unit(n).column


# ------------------------------------------------------------------ guns and retreats


@pytest.mark.rule("napalini.6.artillery.horse", "napalini.7.retreat")
@pytest.mark.parametrize(("trucks", "fires"), [(False, False), (True, True)])
def test_guns_that_retreated_hold_their_fire_for_the_rest_of_the_op(quiet, trucks, fires):
    t, (n,), (_d,) = fight(quiet)
    gun = t.put(t.two, "field_artillery", "C4", trucks=trucks)
    t.attack(t.put(t.one, "infantry", "C3"), "C4", "C3")
    friend, foe = t.put(t.two, "infantry", "E5"), t.put(t.one, "infantry", "E4")
    t.attack(foe, "E5", "E4")
    dice = (4, 6, 1, 1, 1)  # both attackers hit, nobody else; the loss is the infantry's
    t.run(cycle.combat(t.g, t.sq("C4")), t.sq("C5"), t.sq("C5"), ..., ..., dice=dice)
    assert t.g.unit(gun).at == t.sq("C5") and t.g.unit(friend).at == t.sq("E5")
    shoots = (Way(gun, How.SEES),) if fires else ()
    t.run(cycle.combat(t.g, t.sq("E5")), *shoots, ..., dice=(1, 1, *((1, 1) if fires else ())))
    assert t.g.unit(gun).fired is fires and n


@pytest.mark.rule("napalini.7.artillery.once", "napalini.7.retreat", "napalini.6.artillery.trains")
def test_a_train_that_attacked_and_was_beaten_back_does_not_shoot_again(quiet):
    t = quiet(ground={"railways": [["C1", "C2", "C3", "C4", "C5"]]})
    train = t.put(t.one, "armoured_train", "C3")
    t.put(t.two, "infantry", "C4")
    t.put(t.two, "infantry", "D4")
    op(t, train)
    t.attack(train, "C4", "C3")
    t.run(cycle.combat(t.g, t.sq("C4")), dice=(1, 1, 1, 1, 6))
    assert t.g.unit(train).at == t.sq("C3")
    assert bombardment.targets(t.g) == []


# ------------------------------------------------------------------ an order for a square of the area


@pytest.mark.rule("napalini.4.action.independent", "napalini.4.aoo")
def test_another_army_in_the_area_of_operations_is_not_ordered_by_an_hq_action():
    t = three_armies()
    t.put(t.one, "infantry", "C3", formation=2)
    t.put(t.one, "infantry", "C5", formation=2)
    t.g.army(0).actions = 1
    t.round(t.one, step="actions", aoo=t.sq("C3"))
    offered = [a.what for a in hq_orders.offers(t.g) if a.kind is Act.ORDER]
    assert offered == [Outpost(2, t.sq("C5"))]
    refusal = hq_orders.why_no_action(t.g, HqAction(Act.ORDER, 0, Outpost(2, t.sq("C3"))))
    assert refusal is not None and refusal.rule == "napalini.4.action.independent"


# ------------------------------------------------------------------ the end of a period and the Op that is guaranteed


@pytest.mark.rule("napalini.4.activate.guaranteed", "napalini.4.round.end")
@pytest.mark.parametrize(("theirs", "failed", "dice"), [(0, 1, ()), (1, 1, (1,)), (0, 0, ())])
def test_in_the_last_round_of_a_period_the_op_of_who_had_no_success_is_its_last(quiet, theirs, failed, dice):
    t = quiet()
    t.g.army(0).ops, t.g.army(1).ops, t.g.army(1).tried = theirs, 2, failed
    t.s.last_round = t.one
    t.round(t.two, step="throw", aoo=t.sq("C6"), success=False)
    t.call(rounds.activate, t.g, dice=dice)
    assert t.g.round.success is (not dice)


@pytest.mark.rule("napalini.4.activate.guaranteed", "napalini.1.meeting.order")
def test_in_a_meeting_engagement_both_go_on_until_their_ops_are_spent(quiet):
    t = quiet(kind="meeting")
    t.g.army(0).ops, t.g.army(1).ops, t.g.army(1).tried = 0, 2, 1
    t.s.last_round = t.one
    t.round(t.two, step="throw", aoo=t.sq("C6"), success=False)
    t.call(rounds.activate, t.g, dice=(2,))
    assert not t.g.round.success and rounds.has_op(t.g, t.two)


@pytest.mark.rule("napalini.4.activate.guaranteed", "napalini.4.round.end")
def test_who_had_a_success_throws_in_the_last_round_of_a_period(quiet):
    t = quiet()
    t.g.army(0).ops, t.g.army(1).ops, t.g.army(1).succeeded = 0, 2, 1
    t.s.last_round = t.one
    t.round(t.two, step="throw", aoo=t.sq("C6"), success=False)
    t.call(rounds.activate, t.g, dice=(2,))
    assert not t.g.round.success


# ------------------------------------------------------------------ landings


WATER = {"rivers": [["A4", "B4", "C4"]], "water_edges": ["B4|B5", "A4|A5", "C4|C5"]}


def landing(t: Table, *carried: str, craft: str = "higgins_boats") -> tuple[int, list[int]]:
    boat = t.put(t.one, craft, "B4")
    men = []
    for kind in carried:
        men.append(t.put(t.one, kind, "B4", where="aboard", carrier=boat))
        t.g.unit(men[-1]).at = -1
    t.round(t.one, [boat])
    return boat, men


@pytest.mark.rule("napalini.A.landing-craft", "napalini.7.retreat")
def test_who_is_thrown_back_after_a_landing_goes_back_to_where_it_came_from(quiet):
    t = quiet(ground=WATER)
    boat, (man,) = landing(t, "infantry")
    t.put(t.two, "infantry", "B5", prepared=True)
    t.run(transport.unload(t.g, boat), Landing(man, t.sq("B5")))
    t.run(cycle.combat(t.g, t.sq("B5")), ..., dice=(6, 1))
    assert t.g.unit(man).where == "table" and t.g.unit(man).at == t.sq("B4")


@pytest.mark.rule("napalini.A.landing-craft", "napalini.6.friction", "napalini.3.obstacle.wire")
@pytest.mark.parametrize(("die", "at", "step"), [(1, -1, 1), (2, -1, 0), (3, "B5", 0)])
def test_wire_on_the_bank_holds_up_who_lands(quiet, die, at, step):
    t = quiet(ground=WATER)
    wire(t, "B4|B5")
    boat, (man,) = landing(t, "infantry")
    t.put(t.two, "infantry", "B5")
    t.run(transport.unload(t.g, boat), Landing(man, t.sq("B5")), dice=(die,))
    assert t.g.unit(man).at == (t.sq(at) if at != -1 else -1) and t.g.unit(man).step == step
    assert (t.sq("B5") in t.g.round.queue) is (die == 3)


@pytest.mark.rule("napalini.A.landing-craft", "napalini.6.hostile-corner")
def test_nobody_lands_across_a_hostile_corner(quiet):
    t = quiet(ground={"rivers": [["A4", "B4", "C4"]], "water_edges": []})
    boat, (man,) = landing(t, "infantry")
    t.put(t.two, "infantry", "B5")
    assert t.sq("C5") in transport.beaches(t.g, boat, man)
    t.put(t.two, "infantry", "C4")
    assert t.sq("C5") not in transport.beaches(t.g, boat, man) and t.sq("B5") in transport.beaches(t.g, boat, man)


# ------------------------------------------------------------------ friction in a full square


@pytest.mark.rule("napalini.3.stack.when", "napalini.6.friction")
def test_nobody_is_held_up_in_a_square_where_there_is_no_room_for_him(quiet):
    t = quiet()
    wire(t, "C3|C4")
    wire(t, "B3|B4")
    wire(t, "D3|D4")
    for _ in range(3):
        t.put(t.one, "infantry", "C3")
    rider = t.put(t.one, "cavalry", "C2")
    t.round(t.one, [rider])
    way = (t.sq("C2"), t.sq("C3"), t.sq("C4"))
    assert way not in orders.ways(t.g, [rider], t.sq("C4"), None)
    t.g.take_out(t.g.units_at(t.sq("C3"))[0], "out")
    assert Move(t.sq("C4"), None) in orders.routes(t.g, [rider])
    other = t.put(t.one, "cavalry", "C2")
    t.g.round.activated.append(other)
    assert way not in orders.ways(t.g, [rider, other], t.sq("C4"), None)


# ------------------------------------------------------------------ aboard


@pytest.mark.rule("napalini.card.O6E", "napalini.5.isolated")
@pytest.mark.parametrize("supplied", [True, False])
def test_the_scrounger_finds_infantry_aboard_a_train_that_is_supplied(quiet, supplied):
    t = quiet(ground={"railways": [["C1", "C2", "C3"]]})
    train = t.put(t.one, "troop_train", "C3")
    n = t.put(t.one, "infantry", "C3", step=1, where="aboard", carrier=train)
    t.g.unit(n).at = -1
    op(t)
    if supplied:
        play(t, "O6E", n)
        assert t.g.unit(n).step == 0
    else:
        t.s.held_by[str(t.sq("C1"))] = t.two
        hold(t, "O6E")
        assert normal.playable(t.g, "O6E").rule == "napalini.card.O6E"
