"""The commander: what he makes of a position, the week that he plans, and what he does not do any more."""

from __future__ import annotations

import pytest
from fyow_arms import board, take_three
from fyow_table import ISLET, SAMPSON, VALE, at_cards, fyow, link, number, outcome, unit, value

from grognard.games.fyow import acts
from grognard.games.fyow.asks import Ask
from grognard.games.fyow.battle.paper import Pursuit
from grognard.games.fyow.bot import general
from grognard.games.fyow.bot.appreciation import appreciate, is_flak, stays_at_home
from grognard.games.fyow.bot.commander import decide, outlook_of, the_ambush, unseen
from grognard.games.fyow.bot.flights import rash
from grognard.games.fyow.bot.general import company_for
from grognard.games.fyow.bot.prudence import gives_up, unwise
from grognard.games.fyow.bot.railways import best_station, rail_duties
from grognard.games.fyow.bot.senior import best_senior_act
from grognard.games.fyow.forces.fractions import split
from grognard.games.fyow.orders.binding import able, aim_of, preferred, serves
from grognard.games.fyow.records.services import Cell
from grognard.games.fyow.state import Battle, Order
from grognard.kernel import Match

STAFFS = {"wessex": {"rating": 6}, "fortress": {"rating": 6}}


def week(scenario: str = "take-three", **patch) -> Match:
    m = Match.start("fyow", scenario, seed=1, options={"traits": False}, situation={"phase": "week", "command": STAFFS, **patch})
    for command in [*m.g.state.air.commands, *m.g.state.fleet.commands]:
        command.rating = 6
    return m


def chosen(m: Match, side: str):
    return decide(lambda: m.g, m.decisions[side], side)


@pytest.mark.parametrize("side", ["british", "german"])
def test_the_week_is_legal_and_nobody_attacks_what_is_his(side):
    m = week()
    aims = chosen(m, side)
    assert not m.decisions[side].refusals(aims)
    held = m.g.state.known_control[side]
    wrong = [aim for aim in aims if aim.kind == "attack" and held[m.g.static.number[aim.objective]] == side]
    assert not wrong, "an attack on his own ground"
    assert not [aim for aim in aims if aim.kind == "hold" and held[m.g.static.number[aim.objective]] != side]


def test_the_appreciation_says_what_decides():
    m = week()
    assert "must be taken" in appreciate(m.g, "british").words(m.g)
    german = appreciate(m.g, "german")
    assert not german.gain and "what matters is to keep St Peter Port" in german.words(m.g)
    learning = fyow({"traits": False})
    assert appreciate(learning.g, "british").gain and appreciate(learning.g, "british").keep


def test_flak_and_headquarters_do_not_go_to_the_assault():
    m = take_three()
    assert is_flak(m.g, number(m, "g7")) and not is_flak(m.g, number(m, "g2"))
    assert stays_at_home(m.g, number(m, "g4"))
    for name in ("b1", "b2", "b4"):
        unit(m, name).board, unit(m, name).aboard = board(m, "vazon-bay"), -1
    m.g.take_hold(number(m, "b1"))
    sent = outlook_of(m.g, "british").best()
    held = m.g.state.known_control["british"]
    assert all(held[place] == "british" or place == unit(m, "b4").board for n, place in sent.items() if n == number(m, "b4"))
    german = outlook_of(m.g, "german").best()
    assert all(m.g.state.known_control["german"][german[n]] == "german" for n in german if stays_at_home(m.g, n))


def test_reconnaissance_flies_where_nobody_has_looked():
    m = take_three()
    held = m.g.state.known_control["british"]
    first = unseen(m.g, "british")
    assert first and all(held[place] == "german" for place in first)
    m.g.state.sighted["british"][str(first[0])] = m.g.now
    assert unseen(m.g, "british")[0] != first[0]
    assert all(not m.g.static.boards[place].land for place in unseen(m.g, "german"))  # he holds the island: he looks out to sea


def test_his_orders_serve_the_aim_that_the_dice_chose():
    """10.1.2: half of a Brigade at least; the draft that he hands in is accepted."""
    for goal in ("st-sampson", "lislet"):
        aim = {"british": ["attack", goal], "brigade 0": ["attack", goal]}
        m = fyow({"traits": False}, phase="plan", command=STAFFS, aim=aim)
        plans = decide(lambda m=m: m.g, m.decisions["british"], "british")
        assert not m.decisions["british"].refusals(plans)
        forces = able(m.g, 0, m.g.static.number[goal])
        assert any(serves(m.g, n, aim_of(m.g, "british", 0), preferred(m.g, n, plans)) for n in forces)


@pytest.mark.parametrize("of", ["commander", "general"])
def test_a_brigade_without_its_hq_gets_no_plans_from_a_bot(of):
    """Ruling R50: its orders stand for a day; the sheet that the bot hands in is accepted."""
    from grognard.games.fyow.bot import commander, general

    m = fyow({"traits": False}, phase="plan", command=STAFFS)
    unit(m, "b4").condition = 4
    plans = {"commander": commander, "general": general}[of].decide(lambda: m.g, m.decisions["british"], "british")
    assert not m.decisions["british"].refusals(plans) and not [plan for plan in plans if plan.unit == "b1"]


def test_he_has_an_answer_for_every_question():
    from grognard.games.fyow.bot.commander import OWN
    from grognard.games.fyow.bot.general import ANSWERS

    assert set(Ask) <= set(ANSWERS) | set(OWN)


def test_he_says_why():
    from random import Random

    from grognard.games.fyow.bot.commander import Commander
    from grognard.kernel import Chair

    m = at_cards("b1", forces={"b1": {"order": ["engage", "lislet"]}})
    chair = Chair(m, "british", Random(1))
    act = Commander().choose(chair)
    assert not m.decision.refusals(act) and Commander().reason(chair, act)
    move = acts.of_kind(m.decision.options, acts.Move)[0]
    assert "safest way" in Commander().reason(chair, move)


@pytest.mark.parametrize(("resting", "struck"), [("g4", "g4"), ("g2", "g2")])
def test_of_two_forces_he_strikes_the_one_at_rest(resting, struck):
    forces = {name: {"board": ISLET, "attitude": "deployed", "order": ["stand by", ISLET]} for name in ("g2", "g4")}
    forces[resting] |= {"mode": "rest"}
    forces["b1"] = {"board": VALE, "order": ["engage", ISLET]}
    m = at_cards("b1", "b4", forces=forces, met={"british": [2, 3], "german": []})
    for name in ("g2", "g4"):
        value(m, name, 400)
    with m.forced(10, 6, 6, 6, 6):
        m.choose(("move", m.g.static.graph.links_between(m.g.static.number[VALE], m.g.static.number[ISLET])[0]))
    assert m.decision.name == Ask.WHOM_TO_ATTACK
    assert decide(lambda: m.g, m.decision, "british") == number(m, struck)


@pytest.mark.parametrize(("points", "answer"), [(900, Pursuit.ATTACK), (60, Pursuit.HOLD_GROUND)])
def test_he_strikes_a_beaten_enemy_again_only_where_the_table_is_kind(points, answer):
    m, fight = outcome("DR", ["b1", "g2", "b4"])
    value(m, "b1", points)
    value(m, "g2", 300)
    fight.values = {"0": 2 * points, "2": 600}
    with m.forced(1, 1, 1, 1):  # few losses
        m.choose(("stay",))
    assert m.decision.name == Ask.SECOND_ATTACK
    assert decide(lambda: m.g, m.decision, "british") == answer


# ------------------------------------------------------------------ prudence at a card

BOTH_KNOWN = {"british": [2], "german": []}


def two_against_one(friend, **more):
    """b1 in the box of St Sampson before g2, b4 next door at L'Islet under orders for the same place."""
    forces = {
        "b1": {"board": SAMPSON, "box": ISLET, "edge": ISLET, "order": ["engage", SAMPSON], "elements": {"mmg": 120}, "arrived": 2},
        "b4": {"board": ISLET, "elements": {"mmg": 120}, **friend},
        "g2": {"elements": {"mmg": 45}, "attitude": "deployed"},
    }
    return at_cards("b1", "g4", forces=forces, spotted={"british": ["g2"]}, met=BOTH_KNOWN, **more)


@pytest.mark.parametrize(
    ("friend", "more", "attacks"),
    [
        ({"order": ["engage", SAMPSON]}, {}, False),  # together it is as good as won
        ({"order": ["defend", ISLET]}, {}, True),  # nobody else will come
        ({"order": ["engage", SAMPSON], "disarray": 2}, {}, True),
        ({"order": ["engage", SAMPSON], "elements": {"mmg": 1}}, {}, True),  # he would be no help
    ],
)
def test_he_waits_for_a_friend_who_comes_up_next_door(friend, more, attacks):
    m = two_against_one(friend, **more)
    assert isinstance(general.the_card(lambda: m.g, m.decision, "british"), acts.Assault)  # the level below does not wait
    assert isinstance(decide(lambda: m.g, m.decision, "british"), acts.Assault) is attacks


def test_he_does_not_wait_for_ever():
    m = two_against_one({"order": ["engage", SAMPSON]})
    unit(m, "b1").arrived = m.g.now - 3
    assert isinstance(decide(lambda: m.g, m.decision, "british"), acts.Assault)


@pytest.mark.parametrize(("order", "goes"), [(["engage", SAMPSON], True), (["move to contact", SAMPSON, "observe"], False)])
def test_he_does_not_come_up_behind_friends_in_a_fight_that_he_will_not_join(order, goes):
    """33.7.3.18: whoever is on the board with the beaten goes with them."""
    forces = {
        "b1": {"board": ISLET, "order": order, "elements": {"mmg": 120}},
        "b4": {"board": SAMPSON, "box": ISLET, "edge": ISLET, "order": ["engage", SAMPSON], "elements": {"mmg": 20}},
        "g2": {"elements": {"mmg": 70}, "attitude": "deployed"},
    }
    m = at_cards("b1", "g4", forces=forces, spotted={"british": ["g2"], "german": ["b4"]}, met=BOTH_KNOWN)
    m.g.state.battles.append(Battle(unit(m, "g2").board, "british", [number(m, "b4")], [number(m, "g2")], since=m.g.now, opened=m.g.now))
    way = acts.Move(link(m, ISLET, SAMPSON))
    assert way in m.decision.options
    assert unwise(m.g, number(m, "b1"), way) is not goes


def test_he_sends_no_second_company_out_while_the_first_is_away():
    m = at_cards("b1", "b4", forces={"b1": {"order": ["defend", VALE], "elements": {"regular": 200}}})
    for place in m.g.static.objectives:
        m.g.state.sighted["british"].pop(str(place), None)
    m.g.state.known_control["british"][m.g.static.number["st-peter-port"]] = "german"
    named = company_for(m.g, 0)
    assert named is not None and named.kind != "defend" and not unwise(m.g, 0, acts.Form())
    away = split(m.g, 0, {"regular": 40}, "fraction", Order("move", m.g.static.number[ISLET]))
    m.g.unit(away).board = m.g.static.number[ISLET]
    assert company_for(m.g, 0) is not None and unwise(m.g, 0, acts.Form())


def test_he_sends_no_second_platoon_to_where_the_first_was_lost():
    m = at_cards("b1", "b4", forces={"b1": {"order": ["defend", VALE], "elements": {"regular": 200}}})
    way = acts.SendPicket(link(m, VALE, ISLET), "platoon")
    assert way in m.decision.options and not unwise(m.g, 0, way)
    lost = split(m.g, 0, {"regular": 10}, "picket", Order("defend", m.g.static.number[ISLET]))
    m.g.unit(lost).board = m.g.static.number[ISLET]
    m.g.destroy(lost, "{unit} is destroyed.", "fyow.33.10.1")
    assert unwise(m.g, 0, way)
    m.g.unit(lost).born -= 13  # two days later the enemy may be gone
    assert not unwise(m.g, 0, way)


# ------------------------------------------------------------------ what a reader of his diary called foolish


@pytest.mark.parametrize(("worth", "left_undone"), [(600, True), (15, False)])
def test_he_sends_no_platoon_where_a_battalion_was_met(worth, left_undone):
    """Platoon after platoon of the Marines went for the battalion at St Sampson, and each was beaten."""
    m = at_cards("b1", "g4", forces={"b1": {"board": ISLET}, "g2": {"board": SAMPSON}})
    value(m, "g2", worth)
    m.g.state.met["british"] = [number(m, "g2")]
    m.g.state.sighted["british"] = {str(board(m, SAMPSON)): m.g.now - 5}
    m.g.state.found["british"] = {str(board(m, SAMPSON)): [number(m, "g2")]}
    assert unwise(m.g, number(m, "b1"), acts.SendPicket(link(m, ISLET, SAMPSON), "platoon")) is left_undone


@pytest.mark.parametrize(("place", "moved", "waits"), [("chouet", 0, True), ("chouet", 1, False), ("cobo-bay", 0, False)])
def test_he_waits_for_a_friend_two_boards_away_who_can_still_come_today(place, moved, waits):
    """b1 before St Sampson; b4 has two boards to go, or too many, or has marched already. Alone it is a poor chance."""
    forces = {
        "b1": {"board": SAMPSON, "box": ISLET, "edge": ISLET, "order": ["engage", SAMPSON], "arrived": 2},
        "b4": {"board": place, "order": ["engage", SAMPSON], "moves": moved},
    }
    m = at_cards("b1", "g4", forces=forces, spotted={"british": ["g2"]}, met={"british": [2], "german": []})
    for name, points in (("b1", 500), ("b4", 900), ("g2", 420)):
        value(m, name, points)
    unit(m, "b4").moves_as = "regular_infantry"
    alone = general.chances(m.g, [0], [2], board(m, SAMPSON))
    together = general.chances(m.g, [0, 1], [2], board(m, SAMPSON))
    assert together > alone + 0.15
    assert unwise(m.g, 0, acts.Assault(2)) is waits


@pytest.mark.parametrize(("since", "base", "rash_flight"), [(2, "local", True), (3, "local", True), (3, "distant", False)])
def test_his_aircraft_keep_away_from_the_throw_on_the_table(since, base, rash_flight):
    """33.7.3.8: whoever is over the board then shares the losses; a sortie of one session is home by the time."""
    forces = {"b1": {"board": "forest", "aboard": -1}}
    m = take_three(cards=["ba2"], forces=forces, spotted={"british": ["g5"], "german": ["b1"]})
    command = next(c for c in m.g.state.air.commands if c.side == "british")
    command.base = base
    place = board(m, "forest")
    m.g.state.battles = [Battle(place, "british", [number(m, "b1")], [number(m, "g5")], since=since, opened=since)]
    group = next(n for n, one in enumerate(m.g.state.air.groups) if one.id == "ba2")
    assert rash(m.g, group, place) is rash_flight
    assert not rash(m.g, group, board(m, "st-saviour"))


@pytest.mark.parametrize(("elements", "rides"), [({"regular": 30}, True), ({"regular": 200}, False)])
def test_a_company_that_has_far_to_go_takes_the_train_and_a_regiment_marches(elements, rides):
    """From Nevel to Velikiye Luki it is four boards: two days on foot; to load and unload 200 spaces takes longer."""
    m = Match.start("fyow", "velikiye-luki", seed=1, options={"traits": False})
    r3 = unit(m, "r3")
    r3.elements, r3.moves_as = elements, "regular_infantry"
    found = [(plan.unit, plan.kind) for plan in rail_duties(m.g, "german", {number(m, "r3"): board(m, "luki")})]
    assert (("r3", "entrain") in found) is rides


def test_passengers_go_on_and_get_off():
    m = Match.start("fyow", "velikiye-luki", seed=1, options={"traits": False})
    r3 = number(m, "r3")
    one = m.g.state.rail.trains[1]
    one.cargo = [r3]
    unit(m, "r3").train = 1
    m.g.state.aim["brigade 3"] = ["hold", m.g.static.boards[one.board].id]
    assert [(plan.unit, plan.kind) for plan in rail_duties(m.g, "german", {})][:1] == [("r3", "detrain")]
    m.g.state.aim["brigade 3"] = ["hold", "novosokolniki"]
    if best_station(m.g, one, board(m, "novosokolniki")) != one.board:
        assert (one.id, "train") in [(plan.unit, plan.kind) for plan in rail_duties(m.g, "german", {})]


@pytest.mark.parametrize(("worth", "answer"), [(5, "attack"), (300, "watch")])
def test_cells_fall_only_upon_those_whom_they_are_sure_to_beat(worth, answer):
    m = take_three({"partisans": True}, cards=["g6"])
    place = board(m, "forest")
    m.g.state.partisans.cells = [Cell("british", place, 8, radio=True, explosives=1, observing=place)]
    m.g.state.pack = [3000]
    m.g.state.met["british"] = [number(m, "g5")]
    m.g.state.sighted["british"] = {str(place): m.g.now}
    m.g.state.found["british"] = {str(place): [number(m, "g5")]}
    value(m, "g5", worth)
    assert the_ambush(lambda: m.g, None, "british") == answer


@pytest.mark.parametrize(("met", "left_undone"), [([2], True), ([], False)])
def test_he_does_not_march_back_to_where_he_was_beaten(met, left_undone):
    """b1 with 500 points was driven off by 1,300 at St Sampson; of an enemy whom he has not met he knows nothing."""
    m = at_cards("b1", "g4", forces={"b1": {"board": ISLET, "order": ["engage", SAMPSON]}}, met={"british": met, "german": []})
    value(m, "b1", 500)
    value(m, "g2", 1300)
    m.g.state.sighted["british"] = {str(board(m, SAMPSON)): m.g.now - 4}
    m.g.state.found["british"] = {str(board(m, SAMPSON)): [2]}
    assert unwise(m.g, 0, acts.Move(link(m, ISLET, SAMPSON))) is left_undone


@pytest.mark.parametrize(("friend", "waits"), [(["engage", SAMPSON], True), (["defend", "chouet"], False)])
def test_he_goes_blind_at_a_place_that_the_enemy_holds_only_with_a_friend(friend, waits):
    forces = {
        "b1": {"board": ISLET, "order": ["engage", SAMPSON]},
        "b4": {"board": "lancresse-common", "order": friend, "moves_as": "regular_infantry"},
    }
    if not waits:
        forces["b4"]["board"] = "chouet"
    m = at_cards("b1", "g4", forces=forces)
    value(m, "b1", 600)
    value(m, "b4", 900)
    assert unwise(m.g, 0, acts.Move(link(m, ISLET, SAMPSON))) is waits


def test_reconnaissance_leads_his_columns():
    """16.0.1: 6D6 instead of 4D6 for whoever comes upon the enemy."""
    m = at_cards("b1", "g4", forces={"b1": {"recce": 10, "order": ["engage", ISLET]}})
    assert decide(lambda: m.g, m.decision, "british") == acts.Lead("recce")
    m.choose(("lead", "recce"))
    assert not isinstance(decide(lambda: m.g, m.decision, "british"), acts.Lead)


@pytest.mark.parametrize(
    ("place", "guards", "worth", "left_undone"),
    [
        (ISLET, "", 30, True),  # a platoon before it
        (ISLET, "", 900, False),  # a battalion that it could not stop
        (ISLET, "b4", 30, False),  # a friend stays
        ("chouet", "", 30, False),  # no objective
    ],
)
def test_he_does_not_leave_an_objective_to_a_platoon_before_it(place, guards, worth, left_undone):
    """Seen in a campaign between commanders: a battalion marched on when a Picket came up behind it."""
    forces = {"b1": {"board": place, "order": ["engage", SAMPSON]}, "g2": {"board": place, "box": VALE, "edge": VALE}}
    if guards:
        forces[guards] = {"board": place, "order": ["defend", place]}
    m = at_cards("b1", "g4", forces=forces, hold={place: "british"}, spotted={"british": ["g2"]}, met=BOTH_KNOWN)
    value(m, "b1", 300)
    value(m, "g2", worth)
    assert gives_up(m.g, 0) is left_undone


@pytest.mark.parametrize(("reserve", "answer"), [({"lmg": 1}, acts.Done()), ({"regular": 40}, acts.Release())])
def test_nobody_decides_about_a_single_machine_gun(reserve, answer):
    m = at_cards("wessex", "b1")
    m.g.state.staff.pools = {"british": reserve}
    assert best_senior_act(m.g, 0, [acts.Release(), acts.Done()]) == answer
