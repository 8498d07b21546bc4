"""The commander: what he makes of a position, the week that he plans, and what he does not do any more."""

from __future__ import annotations

import pytest
from fyow_arms import board, take_three
from fyow_table import ISLET, VALE, at_cards, fyow, number, outcome, unit, value

from grognard.games.fyow.asks import Ask
from grognard.games.fyow.battle.paper import Pursuit
from grognard.games.fyow.bot.appreciation import appreciate, is_flak, stays_at_home
from grognard.games.fyow.bot.commander import decide, outlook_of, unseen
from grognard.games.fyow.orders.binding import able, aim_of, preferred, serves
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
    move = next(option for option in m.decision.options if option[0] == "move")
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
