"""The commander: supply before a march, reserves to the front, gathered attacks, retreats, and a plan that is kept."""

from __future__ import annotations

import random

from pog_situations import activate, front, pog, said, where

from great_war import offered
from grognard.games.pog.asks import Ask
from grognard.games.pog.bot.appreciation import cut_off, peril, relieved, risk, secure, surplus, trench_worth
from grognard.games.pog.bot.commander import Commander, Going
from grognard.games.pog.bot.plan import HOLD, KNOCK_OUT, appreciate, fronts_of, make_plan
from grognard.games.pog.game import PogGame
from grognard.games.pog.movement.stack import March
from grognard.kernel import Chair
from grognard.kernel.state import plain


def answer(match, bot=None, seed=1):
    """What the commander would choose now."""
    return plain((bot or Commander()).choose(Chair(match, match.decision.seat, random.Random(seed))))


def numbers(match, *names):
    return [match.g.U[name] for name in names]


BOXED = {f"ge.c#{n}": "reserve" for n in range(2, 8)}


def test_it_has_an_answer_to_every_question():
    assert set(Commander().methods()) == set(PogGame.asks)


def test_it_brings_idle_corps_to_a_thin_front():
    units = {"ge.a4": "metz", "ge.a5": "strasbourg", "fr.a1": "verdun", "fr.a2": "verdun", "fr.a3": "nancy", **BOXED}
    m = front({"cp": ["cp.03"]}, units=units, turn=3)
    assert len(surplus(m.g, "cp")) >= 4
    assert answer(m) == ("sr", "cp.03")
    m.choose(("sr", "cp.03"))
    unit = answer(m)
    assert unit in BOXED
    m.choose(unit)
    assert m.decision.name == Ask.DESTINATION and answer(m) in ("metz", "strasbourg")


def test_it_keeps_corps_for_armies_that_may_fall():
    m = front(units={f"ge.a{n}": "essen" for n in (1, 2)} | {"ge.a3": "metz", "ge.c#1": "reserve", "ge.c#2": "reserve"})
    assert surplus(m.g, "cp") == []
    m = front(units={"ge.a3": "metz", "ge.c#1": "reserve", "ge.c#2": "reserve"})
    assert len(surplus(m.g, "cp")) == 1


def test_an_army_that_one_move_could_cut_off_is_at_risk():
    held = {"sedan": "cp", "cambrai": "cp", "calais": "cp", "brussels": "cp", "liege": "cp"}
    lone = front(units={"ge.a1": "calais", "fr.a1": "chateau_thierry", "fr.a2": "amiens", "be.a1": "antwerp"}, control=held,
                 forts_fallen=["liege"], trenches={"brussels": 0})  # fmt: skip
    army = lone.g.U["ge.a1"]
    assert not secure(lone.g, army, lone.g.S["calais"]) and risk(lone.g, [army], lone.g.S["calais"]) > 0.5
    assert secure(lone.g, army, lone.g.S["essen"]) and risk(lone.g, [army], lone.g.S["essen"]) == 0


def test_an_army_that_leaves_its_only_way_back_empty_is_at_risk():
    m = front(units={"ge.a1": "cambrai", "ge.a2": "aachen", "fr.a1": "chateau_thierry"}, forts_fallen=["liege"],
              control={"sedan": "cp", "cambrai": "cp", "liege": "cp"}, trenches={"brussels": 0})  # fmt: skip
    g, army, calais = m.g, m.g.U["ge.a1"], m.g.S["calais"]
    hole = 1 << g.S["cambrai"]
    assert risk(g, [army], calais, hole) >= risk(g, [army], calais) and risk(g, [army], calais, hole) > 0.5


def test_it_gathers_two_stacks_against_one_target():
    m = front(units={"ge.a1": "sedan", "ge.a2": "sedan", "ge.a3": "brussels", "fr.a5": "cambrai", "fr.c#1": "cambrai"},
              control={"brussels": "cp", "liege": "cp", "sedan": "cp"}, forts_fallen=["liege"], trenches={"brussels": 0})  # fmt: skip
    m.choose(("ops", "cp.12"))
    bot = Commander()
    ranked = [plain(value) for value in bot.rank(Chair(m, "cp", random.Random(1)))]
    assert len(ranked) == len(set(ranked)) > 2
    chosen = []
    while m.decision.name == Ask.ACTIVATE:
        chosen.append(answer(m, bot))
        m.choose(chosen[-1])
    assert {("attack", "sedan"), ("attack", "brussels")} <= set(chosen)
    while m.decision.name != Ask.ATTACK:
        m.choose("done")
    assert answer(m, bot) == "cambrai"


def test_it_retreats_to_where_there_is_supply():
    units = {"ge.a1": "sedan", "ge.a2": "sedan", "fr.c#1": "cambrai", "fr.a6": "amiens"}
    m = front(
        units=units, control={"sedan": "cp", "liege": "cp", "brussels": "cp"}, forts_fallen=["liege"], trenches={"cambrai": 0}
    )
    activate(m, sedan="attack")
    m.choose("cambrai")
    with m.forced(5, 1):
        while m.decision.name in (Ask.ATTACKERS, Ask.COMBAT_CARD, Ask.FLANK):
            options = offered(m)
            m.choose("pass" if "pass" in options else options[0])
    if m.decision.name == Ask.RETREAT:
        assert answer(m) in ("amiens", "paris", "calais")


def test_its_plan_is_kept_until_events_upset_it():
    units = {"ge.a1": "sedan", "ge.a2": "sedan", "ge.a3": "sedan", "fr.a5": "cambrai", "ge.a8": "insterberg", "ru.a1": "kovno"}
    m = pog(units=units, control={"sedan": "cp", "liege": "cp", "brussels": "cp"}, forts_fallen=["liege"], turn=3)
    g = m.g
    of = fronts_of(g.static)
    plan = make_plan(g, "cp", None, of)
    assert plan.main == "the West" and plan.fronts["the West"].purpose in ("press", KNOCK_OUT)
    assert make_plan(g, "cp", plan, of) is plan
    g.state.turn = 4
    again = make_plan(g, "cp", plan, of)
    assert again.main == "the West" and again.turn == 4
    for name in ("ge.a1", "ge.a2", "ge.a3"):
        g.put(g.U[name], g.S["essen"])
    g.put(g.U["fr.a1"], g.S["paris"])
    g.state.turn = 5
    assert appreciate(g, "cp", "the West", of).own == 15  # Essen belongs to the West, too
    for name in ("ge.a1", "ge.a2", "ge.a3"):
        g.put(g.U[name], -2)
    assert make_plan(g, "cp", again, of).fronts["the West"].purpose == HOLD


def test_it_says_its_plan_in_words():
    units = {"ge.a1": "sedan", "fr.a5": "cambrai"}
    m = front(units=units, control={"sedan": "cp", "liege": "cp", "brussels": "cp"}, forts_fallen=["liege"], turn=3)
    bot = Commander()
    words = bot.reason(Chair(m, "cp", random.Random(1)), None)
    assert words.startswith("War plan: the West: knock out (5 factors against 3; within reach: ") and words.count("hold") == 0
    m.choose(("sr", "cp.12"))
    if m.decision.seat == "cp":
        assert bot.reason(Chair(m, "cp", random.Random(1)), None) == ""


POCKET = dict.fromkeys(("antwerp", "liege", "sedan"), "cp")


def test_it_relieves_armies_that_are_cut_off():
    """Two armies sit in Antwerp behind a French corps in Brussels; elsewhere a victory point lies open."""
    units = {"ge.a3": "antwerp", "ge.a5": "antwerp", "fr.c#1": "brussels", "ge.a1": "liege", "ge.a2": "liege",
             "bu.c#1": "sofia", "ge.a8": "insterberg"}  # fmt: skip
    m = front(
        units=units,
        control=POCKET,
        forts_fallen=["liege", "antwerp"],
        trenches={"brussels": 0},
        turn=9,
        round=5,
        events=["cp.11"],
    )
    assert {m.g.units.id[u] for u in cut_off(m.g, "cp")} == {"ge.a3", "ge.a5"}
    assert relieved(m.g, "cp", m.g.S["brussels"]) > 1.5 > relieved(m.g, "cp", m.g.S["cambrai"]) == 0
    m.choose(("ops", "cp.12"))
    assert answer(m) == ("attack", "liege")


def test_it_does_not_go_on_into_a_pocket():
    """Out of Brussels nobody goes on to Antwerp while he would leave Brussels empty to the French."""
    for company, onward in (({}, "done"), ({"ge.a7": "brussels"}, "antwerp")):
        units = {"ge.a3": "brussels", "fr.a1": "cambrai", "fr.a2": "cambrai", "ge.c#1": "liege", "ge.c#2": "sedan", **company}
        m = front(units=units, control={**POCKET, "brussels": "cp", "antwerp": "ap"}, forts_fallen=["liege", "antwerp"],
                  trenches={"brussels": 0}, turn=9)  # fmt: skip
        g = m.g
        bot, decision = Commander(), g.which_space("cp", "", [g.S["antwerp"]], "pog.12.7.3", "", g.U["ge.a3"], also=["done"])
        assert bot.second(g, "cp", ["antwerp", "done"], decision) == onward


def test_it_does_not_go_on_to_paris_by_itself():
    """The French in Cambrai would walk round behind the army that besieges Paris; with another in Chateau Thierry it goes."""
    for company, onward in (({}, "done"), ({"ge.a2": "chateau_thierry"}, "paris")):
        units = {"ge.a1": "chateau_thierry", "ge.a3": "sedan", "fr.a6": "cambrai", "fr.a3": "orleans", **company}
        m = front(units=units, control={"chateau_thierry": "cp", "sedan": "cp", "liege": "cp"}, forts_fallen=["liege"], turn=2)
        g = m.g
        decision = g.which_space("cp", "", [g.S["paris"]], "pog.12.7.3", "", g.U["ge.a1"], also=["done"])
        assert Commander().second(g, "cp", ["paris", "done"], decision) == onward


def test_it_digs_where_a_victory_space_is_in_danger():
    """An army in Brussels with the French before it and nothing to win digs; out of contact nobody does."""
    units = {"ge.a1": "brussels", "fr.a1": "cambrai", "fr.a2": "cambrai", "fr.a3": "cambrai", "ge.a8": "essen"}
    held = dict.fromkeys(("brussels", "liege", "antwerp"), "cp")
    m = front(units=units, control=held, forts_fallen=["liege", "antwerp"], trenches={"brussels": 0}, events=["cp.06"], turn=5)
    g = m.g
    assert trench_worth(g, "cp", g.U["ge.a1"]) > 0.4 > 0.0 == trench_worth(g, "cp", g.U["ge.a8"])
    m.choose(("ops", "cp.12"))
    bot = Commander()
    while m.decision.name == Ask.ACTIVATE:
        m.choose(answer(m, bot))
    while m.decision.name in (Ask.MOVE, Ask.MARCH) and m.decision.seat == "cp":
        m.choose(answer(m, bot))
    assert said(m, "pog.11.2.1.a") == ["GE 1st Army will try to entrench in Brussels."]


def test_a_second_level_is_worth_less_and_a_third_nothing():
    worths = []
    for level in (0, 1, 2):
        m = front(
            units={"ge.a1": "brussels", "fr.a1": "cambrai"}, control={"brussels": "cp"}, trenches={"brussels": level}, turn=5
        )
        worths.append(trench_worth(m.g, "cp", m.g.U["ge.a1"]))
    assert worths[0] > worths[1] > worths[2] == 0.0


def test_the_more_stand_in_a_space_the_safer_it_is():
    m = front(units={"ge.a1": "brussels", "fr.a1": "cambrai"}, control={"brussels": "cp"}, trenches={"brussels": 0}, turn=5)
    brussels = m.g.S["brussels"]
    assert peril(m.g, "cp", brussels, 0) > peril(m.g, "cp", brussels, 3) > peril(m.g, "cp", brussels, 9) > 0
    assert peril(m.g, "cp", m.g.S["essen"], 0) == 0


def test_it_does_not_turn_its_back_on_an_enemy_in_contact():
    """The 8th Army stays between the Russians and East Prussia though Warsaw lies open to others."""
    units = {"ge.a8": "insterberg", "ru.a1": "kovno", "ru.a2": "grodno", "ah.a1": "cracow", "ge.c#1": "breslau"}
    m = front(units=units, turn=3, events=["cp.11"])
    m.choose(("ops", "cp.12"))
    bot = Commander()
    while m.decision.name in (Ask.ACTIVATE, Ask.MOVE, Ask.MARCH) and m.decision.seat == "cp":
        m.choose(answer(m, bot))
    assert where(m, "ge.a8") == "insterberg"


def worth_of(match, unit, end):
    """What the commander thinks of a march of one unit to a space."""
    g = match.g
    march = March(g, numbers(match, unit))
    path = [march.space, g.S[end]]
    return Going(g, march, Commander().pull(g, "cp", march.units)).worth(g, g.S[end], path)


def test_a_second_army_does_not_join_a_siege():
    units = {"ah.a4": "novi_sad", "sb.c#1": "skopje", "fr.a1": "nancy", "ge.a4": "metz"}
    alone = activate(front(units=units, turn=2), novi_sad="move")
    assert worth_of(alone, "ah.a4", "belgrade") > 1.0
    besieged = activate(front(units=units | {"ah.a6": "belgrade"}, turn=2), novi_sad="move")
    assert worth_of(besieged, "ah.a4", "belgrade") < 0.2


def test_an_army_that_a_siege_needs_is_slower_to_leave():
    """With a second army there the first is free to go."""
    units = {"ah.a6": "belgrade", "sb.c#1": "skopje", "fr.a1": "nancy", "ge.a4": "metz"}
    needed = activate(front(units=units, turn=2), belgrade="move")
    free = activate(front(units=units | {"ah.a4": "belgrade"}, turn=2), belgrade="move")
    assert all(worth_of(free, "ah.a6", end) > worth_of(needed, "ah.a6", end) + 1.0 for end in ("nis", "valjevo"))
    assert Going(needed.g, March(needed.g, numbers(needed, "ah.a6")), {}).siege > 1.0
    assert Going(free.g, March(free.g, numbers(free, "ah.a6")), {}).siege == 0.0


def test_russian_armies_arrive_where_the_front_is_near():
    """To the Duna from the north, to the Dnieper from Kharkov: all these ways begin with a dashed line of the Russians."""
    north = {"ge.a8": "szawli", "ru.a1": "riga"}, {"petrograd", "moscow"}
    south = {"ah.a1": "zhitomir", "ru.c#1": "kiev"}, {"kharkov"}
    lost = dict.fromkeys(("szawli", "libau", "kovno", "zhitomir", "dubno", "rovno", "tarnopol"), "cp")
    for units, near in (north, south):
        m = front({"ap": ["ap.03"]}, active="ap", units=units, control=lost, forts_fallen=["kovno", "dubno"], turn=4)
        m.choose(("event", "ap.03"))
        assert m.decision.name == Ask.REINFORCEMENT and answer(m)[1] in near
