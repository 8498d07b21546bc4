"""What if both: two rules that meet in one moment."""

from __future__ import annotations

import pytest
from napalini_table import Table, action, table, three_armies
from test_napalini_cards import fight, hold, op, play
from test_napalini_table import rows

from grognard.games.napalini.air import observation
from grognard.games.napalini.card_effects import moments, normal
from grognard.games.napalini.combat import bombardment, cycle
from grognard.games.napalini.combat.retreat import retreat
from grognard.games.napalini.command import hq_actions, rounds
from grognard.games.napalini.deployment import envelopment
from grognard.games.napalini.engineers import tasks
from grognard.games.napalini.movement import moves, paths
from grognard.games.napalini.state import Bridge, Hook, Task
from grognard.games.napalini.table.arteries import bridged
from grognard.kernel import PASS

EAST, WEST = 2, 6

# ------------------------------------------------------------------ all-round defence and a retreat before combat


def circled(quiet) -> tuple[Table, int, int, int]:
    """Infantry to the front and cavalry to the rear of C4; the attack comes from behind."""
    t = quiet()
    foot, horse = t.put(t.two, "infantry", "C4"), t.put(t.two, "cavalry", "C4", rear=True)
    op(t)
    n = t.put(t.one, "infantry", "C5")
    t.attack(n, "C4", "C5")
    return t, foot, horse, n


@pytest.mark.rule("napalini.6.all-round.change", "napalini.7.rear-first", "napalini.7.rear-dice")
def test_who_is_left_when_the_rear_of_a_circle_rides_off_is_attacked_in_the_rear(quiet):
    t, foot, horse, _n = circled(quiet)
    t.run(cycle.combat(t.g, t.sq("C4")), horse, t.sq("B4"), ..., ..., dice=(4, 1, 6))  # two dice from the rear, then the infantry's
    assert t.told("The rear attackers shoot first") and t.g.unit(foot).step == 1


@pytest.mark.rule("napalini.6.all-round.change", "napalini.6.all-round.two")
def test_while_the_rear_of_a_circle_stays_nobody_attacks_it_in_the_rear(quiet):
    t, foot, horse, _n = circled(quiet)
    t.run(cycle.combat(t.g, t.sq("C4")), PASS, foot, ..., dice=(4, 4))  # one die each: the cavalry's, not the infantry's
    assert not t.told("The rear attackers shoot first") and t.g.unit(horse).step == 0


@pytest.mark.rule("napalini.7.hits.running", "napalini.6.all-round.change")
def test_hits_of_an_ambush_on_one_face_stay_in_the_total_when_the_circle_breaks(quiet):
    t = quiet(rows(C4="W"))
    foot = t.put(t.two, "infantry", "C4", revealed=False)
    horse = t.put(t.two, "cavalry", "C4", rear=True, revealed=False)
    t.put(t.two, "light_aa", "C4")
    n = t.put(t.one, "infantry", "C5", "S")
    t.round(t.one, [n])
    t.run(moves.normal_move(t.g, [n], (t.sq("C5"), t.sq("C4"))), foot, dice=(6, 1, 1))
    assert t.g.unit(n).step == 1
    t.g.reveal_unit(horse)
    t.run(cycle.combat(t.g, t.sq("C4")), horse, t.sq("B4"), ..., ..., dice=(1, 1, 1, 6))
    assert t.g.unit(n).step == 1  # two hits in all are one loss


# ------------------------------------------------------------------ rubble


def in_ruins(*boats: str, **more) -> tuple[Table, list[int]]:
    """A river through C3, C4 and C5; C4 is rubble."""
    t = table(rows(C4="B"), ground={"rivers": [["C2", "C3", "C4", "C5", "C6"]], "water_edges": []}, **more)
    t.s.rubble.append(t.sq("C4"))
    return t, [t.put(t.one, kind, "C3") for kind in boats]


@pytest.mark.rule("napalini.7.rubble.rail-river", "napalini.7.recce.give-ground")
def test_a_boat_that_gives_ground_out_of_rubble_is_free_again():
    t, (boat,) = in_ruins("s_boot")
    enemy = t.put(t.two, "infantry", "C4", revealed=False)
    t.round(t.one, [boat])
    t.run(moves.normal_move(t.g, [boat], (t.sq("C3"), t.sq("C4"))), enemy, ..., "give ground", dice=(1, 1, 1))
    assert t.g.unit(boat).at == t.sq("C3")
    moved = [event.facts for event in t.match.events if event.rule == "napalini.6.normal"]
    assert all(facts["place"] != facts["place2"] for facts in moved)
    t.round(t.one, [boat])
    ends = {path[-1] for path in paths.paths(t.g, boat, paths.enemy_view(t.g, t.one))}
    assert {t.sq("C2"), t.sq("C4")} <= ends


@pytest.mark.rule("napalini.7.rubble.rail-river", "napalini.card.O2E")
@pytest.mark.parametrize(("out", "joins"), [("C3", True), ("C5", False)])
def test_a_boat_shut_in_by_rubble_joins_only_defenders_on_its_way_out(out, joins):
    t, (boat,) = in_ruins("gunboat_generic")
    t.g.unit(boat).at, t.g.unit(boat).trapped = t.sq("C4"), t.sq(out)
    t.put(t.one, "infantry", "C3")
    foe = t.put(t.two, "infantry", "C2", "N")
    t.round(t.two)
    t.attack(foe, "C3", "C2")
    hold(t, "O2E")
    t.run(moments.fireman_or_ghost(t.g), "O2E", *([(boat, t.sq("C3"))] if joins else []))
    assert (t.g.unit(boat).at == t.sq("C3")) is joins


# ------------------------------------------------------------------ cards that shoot again


@pytest.mark.rule("napalini.card.26E", "napalini.3.ambush.after")
def test_who_ambushed_shoots_again_with_26E(quiet):
    t, (n,), (d,) = fight(quiet)
    t.g.round.ambushers.append(d)
    hold(t, "26E", side=t.two)
    t.run(cycle.combat(t.g, t.sq("C4")), "26E", ..., dice=(1, 3))  # 3 and 1 more hit for the average
    assert t.g.unit(n).step == 1


@pytest.mark.rule("napalini.card.31E", "napalini.3.ambush.after")
def test_who_ambushed_shoots_in_the_further_round_of_31E(quiet):
    t, (n,), (d,) = fight(quiet, prepared=True)
    t.g.round.ambushers.append(d)
    play(t, "31E", t.sq("C4"))
    t.run(cycle.combat(t.g, t.sq("C4")), ..., dice=(1, 1, 4))
    assert t.g.unit(n).step == 1


# ------------------------------------------------------------------ 25E


@pytest.mark.rule("napalini.card.25E", "napalini.7.retreat-before")
def test_25E_is_not_for_a_square_that_was_left_before_the_combat(quiet):
    t, (n,), (d,) = fight(quiet, defenders=("cavalry",))
    hold(t, "25E")
    t.run(rounds.combats(t.g), d, t.sq("C5"), ..., ...)
    assert t.g.unit(n).at == t.sq("C4") and t.g.camp(t.one).hand == ["25E"]


@pytest.mark.rule("napalini.card.25E", "napalini.10.land-battleship")
@pytest.mark.parametrize(("die", "at"), [(2, "C4"), (3, "C5")])
def test_a_land_battleship_goes_on_with_25E_only_if_it_moves(die, at):
    t = table()
    n = t.put(t.one, "land_battleships", "C4")
    hold(t, "25E")
    t.round(t.one, [n], cleared=t.sq("C4"))
    t.run(moments.audace(t.g), "25E", t.sq("C5"), *([0] if die == 3 else []), dice=(die,))
    assert t.g.unit(n).at == t.sq(at)


@pytest.mark.rule("napalini.7.losses.first-fl", "napalini.card.25E")
def test_the_first_loss_of_a_combat_is_a_front_line_units_though_shells_fell_there_before(quiet):
    t = quiet()
    d, aa = t.put(t.two, "infantry", "C5"), t.put(t.two, "light_aa", "C5")
    t.put(t.two, "field_artillery", "C5")
    gun, n, m = t.put(t.one, "field_artillery", "C3"), t.put(t.one, "infantry", "C4"), t.put(t.one, "infantry", "C4")
    op(t, gun, n, m)
    t.run(bombardment.bombardment(t.g, t.sq("C5")), ..., dice=(6, 1), draws=([aa],))
    assert t.g.unit(aa).step == 1
    t.attack(n, "C5", "C4")
    t.attack(m, "C5", "C4")
    t.run(cycle.combat(t.g, t.sq("C5")), m, ..., dice=(6, 6, 6, 6, 6, 1))  # three hits each
    assert t.g.unit(d).step == 1 and t.g.contested(t.sq("C5"))


# ------------------------------------------------------------------ barrages and bombs where the lines are locked


def locked(**more) -> tuple[Table, int, int, int]:
    """Infantry of both sides in C4, beside the defender's anti-aircraft guns; an attacker's gun behind."""
    t = table(**more)
    gun = t.put(t.one, "field_artillery", "C2")
    t.put(t.one, "infantry", "C4")
    d, aa = t.put(t.two, "infantry", "C4"), t.put(t.two, "light_aa", "C4")
    t.round(t.one, step="actions")
    t.g.army(0).actions, t.g.army(1).actions = 1, 0
    return t, gun, d, aa


@pytest.mark.rule("napalini.11.barrage.losses", "napalini.7.losses.first-fl")
def test_a_barrage_where_own_troops_fight_hits_the_front_line_first():
    t, gun, d, aa = locked()
    t.run(hq_actions.execute(t.g, action("barrage", 0, 0)), ((gun, "sees", -1), t.sq("C4")), dice=(6, 1))
    assert (t.g.unit(d).step, t.g.unit(aa).step) == (1, 0)


@pytest.mark.rule("napalini.11.home.zeppelins", "napalini.11.strike.hits")
def test_bombs_of_a_zeppelin_where_own_troops_fight_hit_the_front_line_first():
    t, _gun, d, aa = locked()
    k = t.fly(t.one, "zeppelin", mission="observe", at=t.sq("C6"), ready=False)
    t.run(observation.move_observer(t.g, k, t.sq("C4")), "bomb", dice=(1, 6, 6, 6, 1))  # first the AA fire
    assert t.g.unit(d).step == 1
    assert t.g.unit(aa).where == "out"  # guns with the enemy among them


# ------------------------------------------------------------------ one bridge, two builders


def banks() -> tuple[Table, int]:
    """An army of each side on its bank of one water edge, with a general who has 24E in hand."""
    t = table(ground={"rivers": [["A3", "B3", "C3", "D3"]], "water_edges": ["B3|B4"]})
    t.put(t.one, "infantry", "B3")
    t.put(t.two, "infantry", "B4")
    return t, t.g.static.edges.edge_named("B3|B4")


@pytest.mark.rule("napalini.12.engineers.bridge", "napalini.card.24E", "napalini.card.19E")
@pytest.mark.parametrize("by", ["24E", "enemy"])
def test_one_edge_has_one_bridge_whoever_builds_it(by):
    t, edge = banks()
    t.s.tasks.append(Task(0, t.one, "build-bridge", t.sq("B3"), edge, work=1))
    op(t)
    if by == "24E":
        play(t, "24E", edge)
    else:
        t.s.tasks.append(Task(1, t.two, "build-bridge", t.sq("B4"), edge, work=1))
        tasks.progress(t.g, t.two)
    tasks.progress(t.g, t.one)
    assert [b.edge for b in t.s.bridges] == [edge] and bridged(t.g, t.sq("B3"), t.sq("B4"), "T")
    t.g.camp(t.one).played = 0
    play(t, "19E", 0, dice=(1,))
    assert not bridged(t.g, t.sq("B3"), t.sq("B4"), "T")


@pytest.mark.rule("napalini.12.demolition.prepare")
@pytest.mark.parametrize(("intact", "charges", "after"), [(True, "", "so"), (False, "", ""), (True, "sd", "sd")])
def test_charges_are_laid_on_a_bridge_that_stands_and_bears_none(intact, charges, after):
    t, edge = banks()
    t.s.bridges.append(Bridge(edge, "the bridge", intact=intact, charges=charges, end=t.sq("B4") if charges else -1))
    t.s.tasks.append(Task(0, t.one, "prepare-demolition", t.sq("B3"), edge, work=9))
    tasks.progress(t.g, t.one)
    assert t.s.bridges[0].charges == after


@pytest.mark.rule("napalini.card.28E", "napalini.12.engineers.obstacles")
def test_28E_and_the_engineers_dig_the_same_trenches_once():
    t, _ = banks()
    t.g.unit(2).prepared = True
    t.s.tasks.append(Task(0, t.one, "dig-trenches", t.sq("B3"), work=9))
    op(t)
    play(t, "28E", t.sq("B3"))
    dug = len(t.s.obstacles)
    tasks.progress(t.g, t.one)
    assert t.s.trenches == [t.sq("B3")] and len(t.s.obstacles) == dug


# ------------------------------------------------------------------ two generals of one character


def twins(card: str) -> Table:
    """The general of the main HQ and that of the third army are of two nations and of one character."""
    t = three_armies()
    for f in (0, 2):
        t.g.army(f).character, t.g.army(f).character_left = card, 1
    return t


@pytest.mark.rule("napalini.11.character.reach", "napalini.card.O3C")
def test_the_second_general_of_a_character_serves_his_own_army():
    t = twins("O3C")
    t.g.army(0).character_left = 0
    t.run(moments.command_cards(t.g, t.one), "O3C")
    assert t.g.camp(t.one).period_cards["O3C"] == 2


@pytest.mark.rule("napalini.11.character.reach", "napalini.11.character.one")
@pytest.mark.parametrize(("who", "reach"), [(0, -1), (2, 2)])
def test_of_two_generals_of_a_character_the_player_says_who_plays(who, reach):
    t = twins("O2C")
    op(t)
    t.run(normal.normal_cards(t.g), "O2C", who, PASS)
    assert t.g.camp(t.one).period_cards["O2C"] == reach
    assert [t.g.army(f).character_left for f in (0, 2)] == ([0, 1] if who == 0 else [1, 0])


@pytest.mark.rule("napalini.11.character.reach", "napalini.card.6C")
def test_the_general_who_is_named_repairs_only_what_he_commands():
    t = twins("6C")
    own, other = t.put(t.one, "infantry", "C3", formation=2, step=1), t.put(t.one, "infantry", "C3", step=1)
    op(t)
    t.run(normal.normal_cards(t.g), "6C", 2, own, PASS)
    assert (t.g.unit(own).step, t.g.unit(other).step) == (0, 1)


# ------------------------------------------------------------------ cards and who is not there


@pytest.mark.rule("napalini.card.10E")
def test_10E_is_for_an_hq_that_is_there():
    t = three_armies()
    t.g.unit(t.g.hq(0)).where = t.g.unit(t.g.hq(2)).where = "later"
    hold(t, "10E")
    t.run(moments.command_cards(t.g, t.one), "10E")
    assert [t.g.army(f).actions for f in (0, 2)] == [0, 0]


@pytest.mark.rule("napalini.card.11C", "napalini.9.captured")
def test_11C_has_no_use_when_the_depot_is_captured_and_nobody_is_hurt(quiet):
    t = quiet()
    hold(t, "11C")
    op(t)
    t.g.camp(t.one).lost_stockpiles, t.g.camp(t.one).depot_taken = 1, True
    assert normal.playable(t.g, "11C").rule == "napalini.card.11C"
    t.put(t.one, "infantry", "C3", step=1)
    assert normal.playable(t.g, "11C") is None


@pytest.mark.rule("napalini.11.cards.repair", "napalini.card.6C")
def test_who_is_aboard_is_repaired_too(quiet):
    t = quiet()
    train = t.put(t.one, "troop_train", "C3")
    n = t.put(t.one, "infantry", "C3", step=1, where="aboard", carrier=train)
    t.g.unit(n).at = -1
    op(t)
    play(t, "6C", n)
    assert t.g.unit(n).step == 0


# ------------------------------------------------------------------ one facing for a square


def facings(t: Table, side: str, square: str) -> set[int]:
    return {t.g.unit(n).facing for n in t.g.units_at(t.sq(square), side) if t.g.unit(n).kind == "land"}


@pytest.mark.rule("napalini.3.facing.same", "napalini.3.envelopment.placement")
def test_guns_turn_with_the_front_line_that_arrives_beside_them():
    t = table()
    t.put(t.one, "field_artillery", "A2", "N")
    n = t.put(t.one, "infantry", "C2", where="hook")
    t.g.unit(n).at = -1
    t.s.hooks.append(Hook(t.one, "west", "short", [n], tried=1))
    t.s.periods = 2
    t.run(envelopment.hooks(t.g, t.one), t.sq("A2"), EAST, dice=(4,))
    assert facings(t, t.one, "A2") == {EAST}


@pytest.mark.rule("napalini.3.facing.same", "napalini.3.facing.change", "napalini.7.retreat")
@pytest.mark.parametrize(("there", "chosen"), [("dummy", None), ("field_artillery", WEST), ("infantry", None)])
def test_who_retreats_to_others_has_one_facing_with_them(quiet, there, chosen):
    t, _, (d,) = fight(quiet)
    t.put(t.two, there, "C5", "E", revealed=False)
    t.g.unit(d).facing = 4
    t.run(retreat(t.g, [d], True), t.sq("C5"), *([] if chosen is None else [chosen]))
    assert facings(t, t.two, "C5") == {EAST if chosen is None else chosen}


@pytest.mark.rule("napalini.3.facing.change", "napalini.7.result.tie")
def test_attackers_from_two_sides_have_one_facing_after_a_tie(quiet):
    t = quiet()
    for _ in range(2):
        t.put(t.two, "infantry", "C4")
    op(t)
    for came, face in (("C3", "N"), ("B4", "E")):
        n = t.put(t.one, "infantry", came, face)
        t.attack(n, "C4", came)
    t.run(cycle.combat(t.g, t.sq("C4")), EAST, dice=(1, 1, 1, 1))
    assert facings(t, t.one, "C4") == {EAST} and t.g.contested(t.sq("C4"))
