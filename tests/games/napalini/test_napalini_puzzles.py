"""Puzzles for the staff officer: positions with one good answer. And the odds that a player is shown."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from napalini_table import Table
from test_napalini_cards import hold
from test_napalini_table import WATER, rows

from grognard.games.napalini.asks import Ask
from grognard.games.napalini.bot.plan import Plan
from grognard.games.napalini.bot.staff import JUDGES, Adjutant, Staff
from grognard.games.napalini.card_effects import normal
from grognard.games.napalini.combat import ambush, losses, retreat, shooting
from grognard.games.napalini.combat.choices import Clash, NextFight
from grognard.games.napalini.command import hq_actions, rounds
from grognard.games.napalini.deployment import envelopment
from grognard.games.napalini.deployment.choices import HookBy
from grognard.games.napalini.movement import moves, transport
from grognard.games.napalini.movement.choices import Load, Move
from grognard.games.napalini.state import Obstacle
from grognard.kernel import DONE, PASS
from grognard.kernel.state import plain


def pick(t: Table, procedure: Any) -> Any:
    """What the staff answers to the first question of a procedure."""
    question = next(procedure)
    return Staff().weighed(t.g, SimpleNamespace(side=question.side), question)[0]


def one_objective(flag: str = "") -> Table:
    """Only B5 counts."""
    t = Table()
    t.s.objectives, t.s.flags, t.s.flag_nights = [t.sq("B5")], [flag or t.two], [0]
    return t


def test_it_takes_an_empty_objective():
    t = one_objective()
    n = t.put(t.one, "infantry", "B4")
    t.round(t.one, [n])
    assert pick(t, moves.act(t.g, [n])) == Move(t.sq("B5"))


def test_it_does_not_leave_its_objective():
    t = one_objective("so")
    n = t.put(t.one, "infantry", "B5")
    t.put(t.two, "infantry", "B7")
    t.round(t.one, [n])
    assert pick(t, moves.act(t.g, [n])) in ("prepare", "stay")


def test_it_attacks_a_lone_weak_defender_of_an_objective():
    t = one_objective()
    n = t.put(t.one, "light_tanks", "B4")
    t.put(t.two, "militia", "B5", step=2)
    t.round(t.one, [n])
    order = pick(t, moves.act(t.g, [n]))
    assert isinstance(order, Move) and order.to == t.sq("B5") and order.came is not None


def test_it_does_not_throw_infantry_at_a_bastion():
    t = one_objective()
    n = t.put(t.one, "infantry", "B4", quality="poor")
    t.put(t.two, "bastion", "B5")
    t.round(t.one, [n])
    order = pick(t, moves.act(t.g, [n]))
    assert not (isinstance(order, Move) and order.to == t.sq("B5"))


def test_it_attacks_from_the_rear():
    t = one_objective()
    n = t.put(t.one, "light_tanks", "A5", quality="good")
    t.put(t.two, "infantry", "B5", step=1)
    t.round(t.one, [n])
    order = pick(t, moves.act(t.g, [n]))
    assert order.to == t.sq("B5") and t.g.label(order.came) in ("A6", "B6", "C6")


def test_it_spares_its_guns():
    t = Table()
    man, gun = t.put(t.one, "infantry", "C4"), t.put(t.one, "field_artillery", "C4")
    t.put(t.two, "infantry", "C4")
    t.round(t.two)
    assert pick(t, losses.allot(t.g, t.one, [man, gun], 1, t.sq("C4"), True)) == man


@pytest.mark.parametrize(("ops", "answer"), [(2, "prompt"), (1, "done")])
def test_it_prompts_where_a_throw_is_needed(ops, answer):
    t = one_objective()
    for square in ("A3", "B3", "C3"):
        t.put(t.one, "infantry", square)
    t.g.army(0).ops, t.g.army(0).actions = ops, 1
    t.g.camp(t.one).stockpiles = 0
    t.round(t.one, step="actions", aoo=t.sq("B2"))
    choice = pick(t, hq_actions.hq_actions(t.g))
    assert (choice if isinstance(choice, str) else choice.kind) == answer


def test_it_ambushes_with_the_stronger_unit():
    t = Table(rows(C4="W"))
    weak, strong = t.put(t.two, "militia", "C4", revealed=False), t.put(t.two, "infantry", "C4", revealed=False)
    n = t.put(t.one, "infantry", "C4")
    t.round(t.one, [n])
    assert pick(t, ambush.ambush(t.g, [n], t.sq("C4"))) == strong
    assert weak >= 0


@pytest.mark.parametrize(
    ("kind", "others", "answer"),
    [("cavalry", ["infantry", "infantry"], "give ground"), ("light_tanks", [], "stay"), ("cavalry", ["field_hospital"], "stay")],
)
def test_it_pays_with_ground_unless_the_combat_is_a_good_one(kind, others, answer):
    t = Table(rows(C4="W"))
    n = t.put(t.one, "cavalry", "C4", came=t.sq("C3"))
    if kind != "cavalry":
        for _ in range(2):
            t.put(t.one, kind, "C4", came=t.sq("C3"))
        others = ["militia"]
    for other in others:
        t.put(t.two, other, "C4")
    t.round(t.one, [n])
    assert pick(t, ambush.ambush_losses(t.g, t.one, [n], t.sq("C4"), 1)) == answer


@pytest.mark.parametrize(("foe", "answer"), [("", PASS), ("bastion", PASS), ("militia", "25E")])
def test_it_does_not_waste_audacity_where_nobody_would_go_on(foe, answer):
    t = Table()
    n, m = (t.put(t.one, "infantry", "C3", came=t.sq("C2")) for _ in range(2))
    if foe:
        t.put(t.two, foe, "C4", step=1)
    t.round(t.one, [n, m], step="combat", cleared=t.sq("C3"), fought=[t.sq("C3")])
    hold(t, "25E")
    assert pick(t, rounds.combats(t.g)) == answer


def test_it_bombards():
    t = Table()
    gun = t.put(t.one, "field_artillery", "C2")
    t.put(t.two, "infantry", "C4")
    t.round(t.one, [gun])
    assert pick(t, rounds.combats(t.g)) == NextFight(Clash.BOMBARD, t.sq("C4"))


def test_it_faces_the_enemy():
    t = Table()
    t.put(t.one, "infantry", "C4")
    t.put(t.two, "infantry", "E4")
    t.round(t.one)
    assert pick(t, retreat.face(t.g, t.one, t.sq("C4"))) == 2


def test_it_blows_the_bridge_in_time():
    t = Table(ground=dict(WATER, bridges=[{"edge": "C3|C4", "charges": "SD"}]))
    t.put(t.two, "infantry", "C4")
    t.put(t.one, "infantry", "C3")
    t.g.army(1).actions, t.g.army(1).ops = 1, 1
    t.round(t.two, step="actions", aoo=t.sq("D6"))
    assert pick(t, hq_actions.hq_actions(t.g)).kind == "demolition"


@pytest.mark.parametrize(("square", "engineers"), [("B1", False), ("B3", True)])
def test_engineers_are_called_where_they_find_work(square, engineers):
    """Tanks before a river without bridges: a bridge is built from its bank; from the rear the HQ action would be wasted."""
    banks = [f"{column}3|{column}4" for column in "ABCDEF"]
    t = Table(ground={"rivers": [[f"{column}4" for column in "ABCDEF"]], "water_edges": banks})
    t.s.objectives, t.s.flags, t.s.flag_nights = [t.sq("B5")], [t.two], [0]
    for _ in range(2):
        t.put(t.one, "light_tanks", square)
    t.g.camp(t.one).stockpiles = 0
    t.round(t.one, step="actions", aoo=t.sq("B2"))
    t.g.army(0).ops, t.g.army(0).actions = 1, 1  # the last Op needs no prompting
    choice = pick(t, hq_actions.hq_actions(t.g))
    assert (choice != "done" and choice.kind == "engineering") == engineers, choice


def test_it_keeps_guns_out_of_an_attacking_group():
    t = Table()
    a, b, gun = (t.put(t.one, kind, "C3") for kind in ("infantry", "infantry", "field_artillery"))
    t.round(t.one, [a, b, gun])
    assert pick(t, moves.pick_group(t.g, t.sq("C3"))) == gun
    t.round(t.one, [a, b])
    assert pick(t, moves.pick_group(t.g, t.sq("C3"))) == PASS


def test_an_attack_is_offered_with_its_way_and_odds():
    t = Table()
    n = t.put(t.one, "infantry", "C3")
    d = t.put(t.two, "infantry", "C4")
    t.round(t.one, [n])
    question = next(moves.act(t.g, [n]))
    views = {view.label: view for view in question.view(0).options}
    attack = views["attack C4 from C3"]
    assert attack.path == ["C3", "C4"] and dict(attack.odds[0].outcomes)["attackers win"] == pytest.approx(0.25)
    t.g.unit(d).revealed = False
    hidden = {view.label: view for view in next(moves.act(t.g, [n])).view(0).options}
    assert hidden["attack C4 from C3"].odds == []  # nothing is told of hidden markers


def test_it_sends_a_hook_where_that_is_the_shorter_way():
    """With the Bouncer a short hook is there in the second period without a throw."""
    t = Table()
    t.s.objectives, t.s.flags, t.s.flag_nights = [t.sq("A5")], [t.two], [0]
    t.g.camp(t.one).bouncer = True
    near, far = t.put(t.one, "infantry", "B2"), t.put(t.one, "infantry", "F1")
    for square in ("C2", "D2"):
        t.put(t.one, "infantry", square)
    t.s.stage, t.s.setup = "objectives", "hooks"
    assert plain(pick(t, envelopment.note_hooks(t.g, t.one))) == ("west", "short")
    asked = envelopment.note_hooks(t.g, t.one)
    next(asked)
    question = asked.send(HookBy("west", "short"))
    assert Staff().weighed(t.g, SimpleNamespace(side=t.one), question)[0] == far and near >= 0
    t.g.camp(t.one).bouncer, t.s.day = False, 2
    assert plain(pick(t, envelopment.note_hooks(t.g, t.one))) == "done"  # one day is too short to wait for a throw


def test_it_goes_aboard_where_the_river_is_the_shorter_way():
    t = Table(ground={"rivers": [["A1", "A2", "A3", "A4", "A5", "A6"]], "water_edges": ["A1|B1"]})
    t.s.objectives, t.s.flags, t.s.flag_nights = [t.sq("A7")], [t.two], [0]
    n, ship = t.put(t.one, "infantry", "A1"), t.put(t.one, "troop_transport", "A1")
    t.round(t.one, [n, ship])
    assert pick(t, moves.act(t.g, [n])) == Load(ship)
    t.s.objectives = [t.sq("A2")]
    t.round(t.one, [n, ship])
    assert isinstance(pick(t, moves.act(t.g, [n])), Move)  # next door one walks


def test_it_lands_where_the_train_goes_no_farther():
    t = Table(ground={"railways": [["C2", "C3", "C4"]]})
    t.s.objectives, t.s.flags, t.s.flag_nights = [t.sq("B5")], [t.two], [0]
    train, n = t.put(t.one, "troop_train", "C4"), t.put(t.one, "infantry", "C4")
    t.g.unit(n).where, t.g.unit(n).carrier, t.g.unit(n).at = "aboard", train, -1
    t.round(t.one, [train])
    assert plain(pick(t, transport.unload(t.g, train))) == (n, t.sq("C4"))
    t.g.unit(train).at = t.sq("C2")
    t.round(t.one, [train])
    assert plain(pick(t, transport.unload(t.g, train))) == PASS  # it can come two squares nearer


def test_the_staff_has_an_answer_to_every_question():
    assert set(JUDGES) == set(Ask)


@pytest.mark.parametrize(("owner", "cut"), [("sd", True), ("so", False)])
def test_its_shells_cut_the_wire_of_the_enemy_only(owner, cut):
    """Seen in a battle for the Firefly Line: the guns of the defence cut the wire before their own trenches."""
    t = Table()
    edge = t.g.static.edges.edge_named("C3|C4")
    t.s.obstacles.append(Obstacle(edge, "wire", owner))
    t.round(t.one)
    assert (pick(t, shooting.cut_wire(t.g, t.one, t.sq("C4"), 1)) == edge) == cut


# ------------------------------------------------------------------ what was read in its diaries


@pytest.mark.parametrize(("step", "less"), [(0, True), (1, True), (2, False)])
def test_a_fort_that_holds_on_is_less_of_a_prize(step, less):
    """A victory over a PO costs it a loss and leaves it where it is, until the loss is its last. The adjutant does not mind."""
    t = one_objective()
    force = ((t.put(t.one, "heavy_tanks", "B4"), t.sq("B4")),)
    t.put(t.two, "po", "B5", step=step)
    t.s.day = t.g.static.days  # on other days the staff has more patience
    t.round(t.one, [n for n, _ in force])
    staff, adjutant = (Plan(t.g, t.one, plain).reckon(t.sq("B5"), force, ()).value for plain in (False, True))
    assert staff < adjutant if less else staff == adjutant


@pytest.mark.parametrize("raised", [True, False])
def test_a_balloon_that_is_up_stays_where_it_is(raised):
    t = one_objective()
    n = t.put(t.one, "balloon", "B1", raised=raised)
    t.put(t.one, "infantry", "B2")
    t.round(t.one, [n])
    assert (pick(t, moves.next_mover(t.g)) == DONE) == raised


def test_nobody_marches_for_nothing():
    """To stand beside a friend and no nearer: the adjutant goes, the staff does not."""
    t = one_objective()
    t.put(t.two, "po", "B5")
    t.put(t.two, "infantry", "D5")  # its zone bars transit moves
    n = t.put(t.one, "infantry", "C4", step=2, prepared=True)
    t.put(t.one, "infantry", "B4")
    t.round(t.one, [n])
    assert pick(t, moves.act(t.g, [n])) == "stay"
    question = next(moves.act(t.g, [n]))
    assert Adjutant().weighed(t.g, SimpleNamespace(side=t.one), question)[0] == Move(t.sq("B4"))


@pytest.mark.parametrize(("at", "answer"), [("B3", "32E"), ("B4", PASS)])
def test_black_bear_is_for_those_whom_a_second_square_brings_nearer(at, answer):
    t = one_objective()
    n = t.put(t.one, "infantry", at)
    t.g.army(0).character = "8C"
    hold(t, "32E")
    t.round(t.one, [n], step="cards")
    assert pick(t, normal.normal_cards(t.g)) == answer


@pytest.mark.parametrize(("code", "ready", "answer"), [("B", True, "13E"), ("B", False, PASS), ("W", True, PASS)])
def test_13E_is_for_squadrons_over_a_town(code, ready, answer):
    t = Table(rows(B5=code))
    t.s.objectives, t.s.flags, t.s.flag_nights = [t.sq("B5")], [t.two], [0]
    t.put(t.two, "infantry", "B5")
    n = t.put(t.one, "infantry", "B4")
    t.fly(t.one, "bomber", ready=ready)
    t.g.army(0).character, t.g.army(0).actions = "8C", 1
    hold(t, "13E")
    t.round(t.one, [n], step="cards")
    assert pick(t, normal.normal_cards(t.g)) == answer


@pytest.mark.parametrize(("markers", "known", "goes"), [(2, False, False), (2, True, True), (0, False, True)])
def test_a_lone_battalion_does_not_walk_into_hidden_markers(markers, known, goes):
    """The imagined world may have dummies there, the true one seldom has; the adjutant believes what he imagines."""
    t = one_objective()
    n = t.put(t.one, "light_tanks", "C4")
    for _ in range(markers):
        t.put(t.two, "dummy", "C5", revealed=False, known=known)
    t.round(t.one, [n])
    staff, adjutant = (Plan(t.g, t.one, plain).reckon(t.sq("C5"), ((n, t.sq("C4")),), ()).value for plain in (False, True))
    assert (staff > 0) == goes and adjutant > 0
