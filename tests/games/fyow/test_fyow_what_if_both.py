"""Two rules in one moment, once more: groups without their HQ, aircraft in a storm, trains
that are attacked, agents in a fight, retreats over bridges nobody knew to be down. By decisions and dice."""

from __future__ import annotations

import pytest
from fyow_arms import air, board, planes, take_three
from fyow_fleet import put
from fyow_table import CAPELLES, ISLET, SAMPSON, VALE, at_cards, fyow, link, move, number, offered, refused, said, unit, where

from grognard.games.fyow import acts
from grognard.games.fyow.air import aircraft as flights
from grognard.games.fyow.air.combat import aa_card
from grognard.games.fyow.brigades.groups import candidates
from grognard.games.fyow.chance.cards import appoint
from grognard.games.fyow.forces.merging import may_merge
from grognard.games.fyow.partisans import battles, missions
from grognard.games.fyow.partisans.demolition import blow_up
from grognard.games.fyow.partisans.missions import after_mission
from grognard.games.fyow.records.map_detail import Work
from grognard.games.fyow.records.services import Cell
from grognard.games.fyow.records.staff import Decoy, Group
from grognard.games.fyow.sequence import holders_of_cards
from grognard.games.fyow.session import air_cards
from grognard.games.fyow.session.umpire import enter
from grognard.games.fyow.state import GREEN, WITHDRAWN, Battle
from grognard.games.fyow.supply.routes import route_kind
from grognard.kernel import Match

PORTINFER = "portinfer"


def scenario(name, *cards, options=None, **patch):
    patch.setdefault("weather", {"sky": "fair"})
    options = {"traits": False, "loss_removal_automatic": True, **(options or {})}
    return Match.start("fyow", name, seed=1, options=options, situation={"cards": list(cards), **patch})


def luki(*cards, **patch):
    """Velikiye Luki, where there are Brigades of several Battlegroups, trains and bridges; fair and calm."""
    return scenario("velikiye-luki", *cards, **patch)


# ------------------------------------------------------------------ 2.9: a group without its head, and who is withdrawn


@pytest.mark.rule("fyow.2.9.1")
def test_a_group_whose_senior_command_is_lost_dissolves():
    """Its members hold no cards of their own: without his they would stand still for the rest of the day."""
    m = luki("f4")
    members = [number(m, name) for name in ("s3", "s5")]
    m.g.state.staff.groups = [Group(0, members)]
    m.g.destroy(number(m, "s4"), "{unit} is wiped out.", "fyow.33.7.3.5")
    m.choose(("stay",))  # the next session
    assert m.g.state.staff.groups == [] and set(members) <= set(holders_of_cards(m.g))


@pytest.mark.rule("fyow.10.4.1")
def test_a_member_of_a_group_that_is_withdrawn_goes_away():
    m = luki("f4", forces={"s5": {"condition": WITHDRAWN}})
    members = [number(m, name) for name in ("s3", "s5", "s2")]
    m.g.state.staff.groups = [Group(0, list(members))]
    m.choose(("stay",))
    assert m.g.state.staff.groups[0].members == [members[0], members[2]] and members[1] in holders_of_cards(m.g)


# ------------------------------------------------------------------ 30 with 33: a train is attacked on the ground


def station_attacked():
    """r3 sits on a train at Nevel; s1 comes up from Izocha and finds it."""
    forces = {"s1": {"board": "izocha", "order": ["engage", "nevel"]}, "r3": {"board": "nevel", "train": 1}}
    forces |= {name: {"board": "pustoshka"} for name in ("r1", "r2", "r4")}
    m = luki("s1", "f4", forces=forces)
    m.g.state.rail.trains[1].cargo = [number(m, "r3")]
    with m.forced(10, 6, 6, 6, 6):
        m.choose(move(m, "s1", "nevel"))
    return m


@pytest.mark.rule("fyow.30.4.1")
def test_who_is_attacked_on_a_train_gets_off_and_fights():
    m = station_attacked()
    r3 = number(m, "r3")
    assert unit(m, "r3").train == -1 and m.g.state.rail.trains[1].cargo == [] and r3 in holders_of_cards(m.g)
    assert m.g.state.battles[0].defenders == [r3]


@pytest.mark.parametrize(("train", "attitude"), [(-1, "deployed"), (1, "present")])
def test_nobody_digs_in_aboard_a_train(train, attitude):
    m = luki("f4", forces={"r3": {"board": "nevel", "train": train, "order": ["defend", "nevel"], "still": 3}})
    m.choose(("stay",))
    assert unit(m, "r3").attitude == attitude


def test_partisans_cut_the_line_that_still_runs():
    m = luki("f4")
    for _ in range(2):
        blow_up(m.g, board(m, "kunya"), "rail", 150, True)
    assert len(m.g.state.rail.cuts) == 2


# ------------------------------------------------------------------ 24.2, 20.1.7: ashore, and the HQ still afloat


@pytest.mark.rule("fyow.20.1.7", "fyow.24.2.1")
@pytest.mark.parametrize(("landed", "kind"), [(3, "D"), (0, "E")])
def test_supply_over_the_beach_is_direct_on_the_day_of_the_landing_only(landed, kind):
    """The HQ waits in its transports: that does not make the beach a Direct line for those ashore."""
    m = take_three(day=3, forces={"b1": {"board": "lancresse-common", "aboard": -1}})
    m.g.state.stores.landed = {"british": landed}
    m.g.state.control[board(m, "lancresse-common")] = "british"
    assert route_kind(m.g, 0) == kind
    m.g.state.fleet.acted[str(board(m, "lancresse-common"))] = 3
    assert route_kind(m.g, 0) == ("C" if kind == "E" else "D")
    assert route_kind(take_three(day=3).g, 0) == "D"  # all of it at sea


# ------------------------------------------------------------------ 31.2, 33.8: a retreat over a bridge that nobody knew to be down


def beaten_at_lislet(known, *, no_result=False, forces=None):
    """b1 has been beaten in the box of L'Islet; the bridge behind it is gone."""
    base = {"b1": {"board": ISLET, "box": VALE, "edge": VALE}, "g2": {"board": ISLET, "attitude": "deployed"}, **(forces or {})}
    m = at_cards("g4", "b1", forces=base, spotted={"british": ["g2"], "german": ["b1"]})
    m.g.state.staff.works = [Work(board(m, VALE), "the bridge of Grand Havre", "bridge", 6, known, to=[board(m, ISLET)])]
    fight = Battle(board(m, ISLET), "british", [number(m, "b1")], [number(m, "g2")], since=m.g.now - 1)
    if no_result:
        fight.no_result, fight.stage, fight.barrage, fight.met = 1, "combat", True, True
    else:
        fight.stage, fight.result, fight.counted, fight.beaten = "outcome", "AR", True, [number(m, "b1")]
    m.g.state.battles.append(fight)
    return m


@pytest.mark.rule("fyow.31.2.1")
@pytest.mark.parametrize("known", [[], ["british", "german"]])
def test_nobody_falls_back_over_a_bridge_that_is_down_known_or_not(known):
    m = beaten_at_lislet(known)
    m.choose(("stay",))
    assert where(m, "b1") != VALE and "british" in m.g.state.staff.works[0].known
    assert bool(said(m, "british", "31.2.1")) is (not known)


@pytest.mark.rule("fyow.33.7.3.1", "fyow.31.2.1")
def test_who_would_break_off_and_finds_the_bridge_down_fights_on():
    around = {"g4": {"board": CAPELLES, "box": ISLET, "edge": ISLET}}
    m = beaten_at_lislet([], no_result=True, forces=around)
    for name in (PORTINFER, SAMPSON, "la-passee"):  # the enemy holds the box of every other way
        spare = m.g.state.units[number(m, "g4")]
        if ways := m.g.static.graph.links_between(board(m, ISLET), board(m, name)):
            other = m.g.enlist(type(spare)(**{f: getattr(spare, f) for f in spare.__struct_fields__}))
            m.g.unit(other).board, m.g.unit(other).box, m.g.unit(other).id = board(m, name), ways[0], f"x{name}"
            m.g.spot("british", other)
    m.g.spot("british", number(m, "g4"))
    m.choose(("stay",))
    with m.forced(1):
        m.choose("break off")
    assert where(m, "b1") == ISLET and unit(m, "b1").condition == GREEN and m.g.state.battles


@pytest.mark.rule("fyow.3.8.2", "fyow.33.7.3.2")
def test_a_beaten_picket_goes_back_to_the_force_that_sent_it():
    """Ruling R23: g2's Picket at L'Islet has three ways; its Battlegroup stands at Les Capelles."""
    forces = {"b1": {"board": ISLET, "box": "la-passee", "edge": "la-passee", "aboard": -1}, "g2": {"board": CAPELLES}}
    m = take_three(cards=["g6", "g2"], forces=forces, spotted={"british": ["g2p2"], "german": ["b1"]})
    picket = number(m, "g2p2")
    fight = Battle(board(m, ISLET), "british", [number(m, "b1")], [picket], since=m.g.now - 1)
    fight.stage, fight.result, fight.counted, fight.beaten = "outcome", "DR", True, [picket]
    m.g.state.battles.append(fight)
    m.choose(("stay",))
    assert where(m, "g2p2") == CAPELLES


# ------------------------------------------------------------------ 25.8, 27.7: in the air when the weather or the night comes


def aloft(m, group, place, die=6):
    for plane in m.g.state.air.planes:
        plane.ready = True
    for command in m.g.state.air.commands:
        command.die = die
    n = air(m, group)
    flights.take_off(m.g, n, board(m, place))
    return n


@pytest.mark.rule("fyow.27.7.1")
@pytest.mark.parametrize(("dice", "up"), [((2, 2, 5), False), ((1, 2, 5), True)])
def test_aircraft_come_home_from_a_sandstorm(dice, up):
    m = scenario("crusader", "ba2", weather={"sky": "fair", "storm": "indicated"})
    n = aloft(m, "ba2", "gambut")
    with m.forced(*dice):
        m.choose(("stay",))
    assert (m.g.state.air.groups[n].board >= 0) is up and bool(said(m, "british", "27.7.1")) is not up


@pytest.mark.rule("fyow.25.8.1", "fyow.28.4.1")
@pytest.mark.parametrize(("die", "up"), [(1, False), (2, True)])
def test_a_die_that_allows_no_flight_by_night_ends_it_at_nightfall(die, up):
    """A dark night wants 1 more: ruling R88 compares the die of the day with the need of each session."""
    m = take_three(cards=["ba3"], session=5)
    n = aloft(m, "ba3", "forest", die)
    m.choose(("stay",))
    assert m.g.night and (m.g.state.air.groups[n].board >= 0) is up


# ------------------------------------------------------------------ 28.13 with battles on the ground


@pytest.mark.rule("fyow.28.13.2", "fyow.33.7.3.14")
def test_parachutists_who_land_beside_attacked_friends_defend_with_them():
    forces = {"b1": {"board": "forest", "aboard": -1, "order": ["defend", "forest"]}}
    forces["g5"] = {"board": "forest", "box": "petit-bot-bay", "edge": "petit-bot-bay"}
    m = take_three(cards=["g6", "ba4"], forces=forces, spotted={"british": ["g5"], "german": ["b1"]})
    aloft(m, "ba4", "forest")
    m.g.state.battles = [Battle(board(m, "forest"), "german", [number(m, "g5")], [number(m, "b1")], since=3, opened=3)]
    m.choose(("stay",))
    with m.forced(1, 2, 1, 2, 1, 2, 1, 2):
        m.choose(("drop",))
    assert m.g.state.battles[0].defenders == [number(m, "b1"), number(m, "b8")]


@pytest.mark.rule("fyow.28.13.2")
@pytest.mark.parametrize("friends", [True, False])
def test_parachutists_do_not_attack_an_enemy_who_is_beaten_already(friends):
    forces = {"b1": {"board": "forest", "aboard": -1, "order": ["engage", "forest"]}} if friends else {}
    seen = {"british": ["g5"], "german": ["b1"]} if friends else {}
    m = take_three(cards=["g6", "ba4"], forces=forces, spotted=seen)
    aloft(m, "ba4", "forest")
    fight = Battle(board(m, "forest"), "british", [number(m, "b1")] if friends else [], [number(m, "g5")], since=2)
    fight.stage, fight.result, fight.counted, fight.beaten = "outcome", "DR", True, [number(m, "g5")]
    m.g.state.battles = [fight]
    m.choose(("stay",))
    with m.forced(1, 2, 1, 2, 1, 2, 1, 2, *([] if friends else [1] * 4)):
        m.choose(("drop",))
    assert len(m.g.state.battles) == 1 and number(m, "b8") not in fight.attackers
    assert (unit(m, "b8").board, unit(m, "b8").box) == (board(m, "forest"), -1)


@pytest.mark.rule("fyow.28.13.2")
def test_nobody_is_dropped_into_the_sea():
    m = take_three(cards=["ba4", "g6"])
    n = aloft(m, "ba4", "e")
    assert air_cards.may_act(m.g, n, acts.Drop()).rule == "fyow.28.13.2"


@pytest.mark.rule("fyow.28.10.2")
def test_dive_bombers_that_are_all_driven_off_drop_nothing():
    forces = {"b1": {"board": "forest", "aboard": -1, "elements": {"regular": 60, "light_aa": 1}}}
    m = take_three(cards=["g6", "ga3"], forces=forces)
    for plane in planes(m, "ga3"):
        plane.model = "Ju 87"
    n = aloft(m, "ga3", "forest")
    for plane in planes(m, "ga3")[1:]:
        plane.aloft = False
    plane = planes(m, "ga3")[0]
    plane.damage = flights.strength(m.g, plane) - 1
    m.choose(("stay",))
    with m.forced(5, 5, 6):
        m.choose(("bomb",))
    assert m.g.state.air.groups[n].board == -1 and not said(m, "german", "28.8.1")


# ------------------------------------------------------------------ 29.9: who has gone inland


def test_ships_cannot_fire_at_a_force_that_has_left_the_coast():
    """g4 is spotted at St Peter Port and marches to The Rohais, where no sea is."""
    m = take_three(cards=["g4", "g6"], forces={"g4": {"order": ["move", "the-rohais"]}})
    n = put(m, "bn1", "e", area=True)
    m.g.state.fleet.groups[n].spotted = [f"u{number(m, 'g4')}"]
    with m.forced(10, 1, 1, 1, 1):
        m.choose(move(m, "g4", "the-rohais"))
    assert where(m, "g4") == "the-rohais" and m.g.state.fleet.groups[n].spotted == []


# ------------------------------------------------------------------ 34.15: an agent in the fight of his cell


def cell_with_an_agent(m):
    place = board(m, "forest")
    cell = Cell("british", place, 8, radio=True, explosives=1, agent=0, agent_since=-1, targets=[[place, 0]] * 6)
    cell.mission = [m.g.state.day, m.g.state.session + 1]
    m.g.state.partisans.cells = [cell]
    return cell


@pytest.mark.rule("fyow.34.15.6", "fyow.34.15.7", "fyow.34.11.1")
@pytest.mark.parametrize(("lost", "die", "home"), [(0, None, True), (3, 2, True), (3, 1, False), (8, None, False)])
def test_an_agent_stays_until_the_fight_of_his_cell_is_over(lost, die, home):
    m = take_three({"partisans": True, "loss_removal_automatic": True})
    cell = cell_with_an_agent(m)
    for _ in battles.rise(m.g, 0, cell.board, [number(m, "g5")]):
        pass
    after_mission(m.g, cell, 0)
    assert cell.agent == 0  # the fight has not even begun
    m.g.unit(cell.fights).elements = {"regular_enhanced": 8 - lost} if lost < 8 else {}
    m.g.state.battles = []
    with m.forced(*([die] if die else [])):
        battles.after_battle(m.g)
    assert cell.agent == -1 and (cell.missions == 1) is home and cell.members == 8 - lost


# ------------------------------------------------------------------ 20.7.2, 32: supply of who takes, and officers who are lost


@pytest.mark.rule("fyow.20.7.2.2")
@pytest.mark.parametrize("mode", ["active", "rationed"])
def test_an_enemy_takes_abandoned_vehicles_whatever_his_supply(mode):
    m = at_cards("b1", "g2", forces={"b1": {"mode": mode, "order": ["move", ISLET], "elements": {"regular": 90}}})
    m.g.state.stores.abandoned = [[str(board(m, ISLET)), "german", "2", "motorcycle", "3", "other_trucks"]]
    with m.forced(10, *[1] * 4):
        m.choose(move(m, "b1", ISLET))
    assert where(m, "b1") == ISLET and unit(m, "b1").elements.get("motorcycle") == 3


@pytest.mark.rule("fyow.20.7.2.1")
def test_the_owner_recovers_them_only_when_he_is_active():
    m = at_cards("b1", "g2", forces={"b1": {"mode": "rationed", "order": ["move", ISLET], "elements": {"regular": 90}}})
    m.g.state.stores.abandoned = [[str(board(m, ISLET)), "british", "0", "motorcycle", "3", "other_trucks"]]
    with m.forced(10, *[1] * 4):
        m.choose(move(m, "b1", ISLET))
    assert where(m, "b1") == ISLET and "motorcycle" not in unit(m, "b1").elements


@pytest.mark.rule("fyow.32.0.1")
def test_a_senior_command_that_is_lost_appoints_nobody():
    m = fyow({"traits": False})
    m.g.destroy(number(m, "b4"), "{unit} is wiped out.", "fyow.33.7.3.5")
    for _ in range(8):
        appoint(m.g, "new_co")
    assert all("Lindner" in line for line in said(m, "british", "32.0.1") if "appoints" in line)


# ------------------------------------------------------------------ 2.9 with 15.3: a group whose members are in Disarray


@pytest.mark.rule("fyow.15.3.6", "fyow.2.9.5")
@pytest.mark.parametrize(("session", "left"), [(3, 1), (1, 2)])
def test_members_of_a_group_in_disarray_reorganise_while_it_halts(session, left):
    """They hold no cards: the card of the Senior Command is theirs; by night nobody reorganises."""
    m = luki("e4", "guards", "f4", session=session, forces={"s3": {"disarray": 2}})
    members = [number(m, name) for name in ("s3", "s5")]
    m.g.state.staff.groups = [Group(0, list(members))]
    m.choose(("stay",))
    while unit(m, "s3").disarray and m.decision.seat == "soviet":
        m.choose(("done",) if ("done",) in offered(m) else ("halt",))
    assert unit(m, "s3").disarray == left


# ------------------------------------------------------------------ 13.1: half boards, and everything that digs in by itself


@pytest.fixture
def half():
    """L'Islet is a half board."""
    places = []

    def make_it(m):
        place = m.g.static.boards[board(m, ISLET)]
        place.half = True
        places.append(place)

    yield make_it
    for place in places:
        place.half = False


@pytest.mark.rule("fyow.13.1.1")
@pytest.mark.parametrize(("kind", "attitude"), [("battlegroup", "present"), ("fraction", "deployed")])
def test_on_a_half_board_no_battlegroup_digs_in_of_itself(half, kind, attitude):
    m = at_cards("b4", options={"traits": False, "half_boards": True}, forces={
        "b1": {"board": ISLET, "kind": kind, "order": ["defend", ISLET], "still": 3},
    })
    half(m)
    m.choose(("stay",))
    assert unit(m, "b1").attitude == attitude


@pytest.mark.rule("fyow.13.1.1", "fyow.15.3.6")
def test_on_a_half_board_a_battlegroup_reorganises_without_deploying(half):
    m = at_cards("b4", "b1", options={"traits": False, "half_boards": True}, forces={"b1": {"board": ISLET, "disarray": 1}})
    half(m)
    m.choose(("stay",))
    m.choose(("reorganise",))
    assert (unit(m, "b1").disarray, unit(m, "b1").attitude) == (0, "present")


# ------------------------------------------------------------------ 34.8: what friends hold by now; 4.4.1: entering among the enemy


@pytest.mark.rule("fyow.34.7.1")
@pytest.mark.parametrize("holder", ["british", "german"])
def test_partisans_strike_nothing_on_a_board_that_has_been_freed(holder):
    m = take_three({"partisans": True}, cards=["g6"])
    place = board(m, "forest")
    cell = Cell("british", place, 8, radio=True, explosives=1, targets=[[place, 1]] * 6, mission=[0, 3])
    m.g.state.partisans.cells = [cell]
    m.g.state.control[place] = holder
    with m.forced(1, *([] if holder == "british" else [4])):
        list(missions.card(m.g, 0))
    assert (cell.explosives == 1) is (holder == "british")


@pytest.mark.rule("fyow.4.4.1")
@pytest.mark.parametrize("held", [True, False])
def test_who_enters_where_the_enemy_stands_arrives_in_a_box(held):
    m = scenario("raate-road", "n1", forces={"n1": {"board": "vazhenvaara"}} if held else {})
    m.g.state.day = 20
    enter(m.g)
    assert unit(m, "s3").waits == "" and (unit(m, "s3").box >= 0) is held


# ------------------------------------------------------------------ 15.4 with 28.10: who fires is hidden no more


@pytest.mark.rule("fyow.28.10.2")
def test_a_force_whose_aa_guns_fire_is_hidden_no_more():
    elements = {"elite_enhanced": 30, "light_aa": 1}
    forces = {"b1": {"board": "forest", "aboard": -1, "elements": elements, "concealed": {"elite_enhanced": 30}}}
    m = take_three(cards=["g6", "ga3"], forces=forces)
    aloft(m, "ga3", "forest")
    m.g.state.air.seen["british"] = [air(m, "ga3")]
    aa_card(m.g, number(m, "b1"))
    assert unit(m, "b1").concealed == {}


# ------------------------------------------------------------------ 19.2: what a force with several markers cannot do


@pytest.mark.rule("fyow.19.3.3")
def test_nobody_is_merged_with_a_force_of_which_nobody_knows_where_it_is():
    """b4 shows a marker here and one at L'Islet: it may be there."""
    b4 = {"board": VALE, "order": ["defend", VALE], "elements": {"regular": 60}}
    forces = {"b1": {"board": VALE, "order": ["defend", VALE]}, "b4": b4}
    m = at_cards("wessex", "b1", forces=forces, options={"traits": False, "decoys": True})
    assert may_merge(m.g, 0, 0, 1) is None and candidates(m.g, 0) == [0, 1]
    m.g.state.staff.decoys = [Decoy(1, "B", board(m, ISLET))]
    assert may_merge(m.g, 0, 0, 1).rule == "fyow.19.3.3" and candidates(m.g, 0) == [0]


@pytest.mark.rule("fyow.19.3.3")
def test_a_force_with_several_markers_sends_nobody_out():
    m = at_cards("g4", "b1", "g2", options={"traits": False, "decoys": True})
    m.g.state.staff.decoys = [Decoy(0, "B", board(m, PORTINFER))]
    m.choose(("stay",))
    with refused("19.3.3"):
        m.choose(("form",))
    with refused("19.3.3"):
        m.choose(("picket", link(m, VALE, ISLET), "platoon"))
