"""The odds with what is new, and the staff's answers to the new questions."""

from __future__ import annotations

import random

import pytest
from draka_situations import activate, attack, choose, draka, front, holder, said, where

from great_war import offered
from grognard.bots import make_bot, play_match
from grognard.games.draka.asks import Ask
from grognard.games.draka.bot.commander import DrakaCommander
from grognard.games.draka.bot.general import DrakaGeneral, DrakaOfficer
from grognard.games.draka.bot.staff import DrakaStaff
from grognard.games.draka.game import DrakaGame
from grognard.games.draka.odds.support import support_odds
from grognard.games.pog.combat.attacks import odds_of
from grognard.kernel import Chair, Match
from grognard.kernel.state import plain


def answer(match, seed=1):
    """What the staff would choose now."""
    return plain(DrakaStaff().choose(Chair(match, match.decision.seat, random.Random(seed))))


def chance(view, outcome):
    return dict(view.outcomes).get(outcome, 0.0)


def test_odds_with_bombs_biplanes_and_gas():
    m = front(units={"fr.a1": "sedan", "ge.a1": "cambrai"}, control={"cambrai": "cp"}, zaf=["fr"], baf=["fr"], turn=12,
              level={"cp": 2, "ap": 2}, reached={"ap 2": 9})  # fmt: skip
    g = m.g
    plain = m.game.odds(g, {"attackers": ["fr.a1"], "space": "cambrai"})
    views = support_odds(g, [g.U["fr.a1"]], g.S["cambrai"])
    assert [v.title.split(":")[0] for v in views] == ["French Zeppelins", "French biplanes", "gas of FR/BR"]
    straight = chance(plain[0], "attacker wins")
    for view in views:
        assert chance(view, "attacker wins") > straight
        total = sum(p for name, p in view.outcomes if name in ("attacker wins", "both lose", "defender wins"))
        assert total == pytest.approx(1.0)
    shown = odds_of(g, [g.U["fr.a1"]], g.S["cambrai"])
    assert any("Zeppelins" in view.title for view in shown)  # beside the question, too


def test_it_bombs_where_there_is_something_to_lose():
    m = draka(
        phase="replacements",
        units={"ge.a1": "essen reduced"},
        zaf=["br"],
        rp={"ge": 4, "ah": 0},
        turn=5,
        hands={"cp": [], "ap": []},
    )
    assert answer(m) == ("br", "ge")


def test_it_intercepts():
    rp = {"ge": 4, "fr": 4}
    m = draka(
        phase="replacements",
        units={"ge.a1": "essen reduced"},
        zaf=["br"],
        baf=["ge"],
        rp=rp,
        turn=5,
        hands={"cp": [], "ap": []},
    )
    m.choose(("br", "ge"))
    assert answer(m) == "ge"


def test_it_keeps_its_zeppelins_from_biplanes_that_are_too_strong():
    m = draka(
        phase="replacements",
        units={"ge.a1": "essen reduced"},
        zaf=["ru"],
        baf=["ge"],
        rp={"ge": 4},
        turn=5,
        hands={"cp": [], "ap": []},
    )
    assert answer(m) == "done"


def test_it_rebuilds_a_fleet():
    m = draka(phase="replacements", units={"br.a1": "london reduced"}, zaf={"br": 0}, rp={"br": 4}, turn=5, level={"cp": 1, "ap": 1},
              hands={"cp": [], "ap": []})  # fmt: skip
    assert answer(m) == ("zaf", "br")


def test_it_buys_biplanes_when_no_army_waits():
    m = draka(phase="replacements", units={"fr.c#1": "paris reduced"}, rp={"fr": 2}, turn=5, level={"cp": 1, "ap": 1},
              hands={"cp": [], "ap": []})  # fmt: skip
    assert answer(m) == ("baf", "fr")


def play_on(match, seat, stop, seed=1, limit=60):
    """Let the staff choose for one seat until `stop` is true."""
    staff, rng = DrakaStaff(), random.Random(seed)
    for _ in range(limit):
        if match.result is not None or stop(match) or match.decision.seat != seat:
            return match
        match.choose(staff.choose(Chair(match, seat, rng)))
    return match


def test_it_bombs_the_trenches_that_it_attacks():
    m = front(units={"dr.simba": "sinai", "dr.cf1": "port_said", "tu.a2": "gaza"}, trenches={"gaza": 1}, zaf=["dr"], turn=5,
              level={"cp": 1, "ap": 1}, forts_fallen=["gaza"])  # fmt: skip
    activate(m, sinai="attack")
    for value in ("gaza", "dr.simba", "fight"):
        if value in offered(m):
            m.choose(value)
    assert m.decision.rule == "draka.16.carpet.1" and answer(m) == "dr"


def test_the_janissaries_pay_first():
    units = {"dr.jc#1": "beersheba", "dr.sd": "beersheba", "tu.a2": "jerusalem"}
    m = front(units=units, control={"beersheba": "ap"}, forts_fallen=["beersheba", "gaza"], draka=["gaza", "beersheba"], turn=5)
    activate(m, beersheba="attack")
    attack(m, "jerusalem", "dr.jc#1", "dr.sd", dice=(1, 2))  # a step of either would cost one combat factor
    assert m.decision.rule == "pog.12.4.3" and answer(m) == "dr.jc#1"


def test_it_walks_into_the_second_capital():
    units = {"dr.cfc#1": "konya", "dr.cf1": "adana", "tu.c#1": "sivas", "tu.a1": "constantinople"}
    m = front({"ap": ["ap.04"]}, units=units, control=dict.fromkeys(("konya", "adana", "eskidor", "adapazari"), "ap"),
              draka=["adana", "konya"], beaches=["mef4"], forts_fallen=["ankara"], turn=7, level={"cp": 1, "ap": 1})  # fmt: skip
    play_on(m, "ap", lambda m: holder(m, "ankara") == "draka")
    assert holder(m, "ankara") == "draka"


ASIA = {
    "dr.cf1": "khorramabad",
    "dr.cfc#1": "khorramabad",
    "dr.simba": "hamadan",
    "dr.jc#1": "hamadan",
    "dr.jc#2": "kermanshah",
}
ROAD = {"draka": ["hamadan", "kermanshah", "ankara"], "turn": 12, "level": {"cp": 2, "ap": 2}, "forts_fallen": ["ankara"]}


def test_it_goes_to_central_asia_when_the_column_stands_ready():
    m = front({"ap": ["ap.49", "ap.04"]}, units=ASIA, **ROAD)
    assert answer(m) == ("event", "ap.49")
    m = front({"ap": ["ap.49", "ap.04"]}, units=ASIA | {"dr.jc#2": "cairo", "dr.simba": "hamadan reduced"}, **ROAD)
    assert answer(m) != ("event", "ap.49")


def test_the_column_leaves_the_map():
    m = front({"ap": ["ap.01"]}, units=ASIA, events={"ap.49": 11}, **ROAD)
    m.choose(("ops", "ap.01"))
    play_on(m, "ap", lambda m: m.g.state.asia_done)
    assert set(m.g.state.left_map) == set(ASIA) and m.g.state.asia_done


def test_each_service_keeps_a_corps_in_the_box():
    from grognard.games.draka.bot.plans import spare

    units = {"dr.cf1": "cairo", "dr.simba": "cairo", "dr.cfc#1": "reserve", "dr.jc#1": "reserve", "dr.jc#2": "reserve"}
    m = front(units=units)
    assert not spare(m.g, m.g.U["dr.cfc#1"]) and spare(m.g, m.g.U["dr.jc#1"])


def test_it_lands_where_a_prize_lies_open():
    m = front(
        {"ap": ["ap.01"]}, units={"br.c#1": "reserve", "dr.simba": "cairo"}, turn=6, level={"cp": 1, "ap": 1}, join=["gr"]
    )
    m.choose(("ops", "ap.01"))
    assert answer(m) == ("invade", "")
    choose(m, ("invade", ""), "br.c#1")
    m.choose(answer(m))
    m.choose("done")
    assert where(m, "br.c#1") in ("naples", "genoa")  # open ports that count


def test_it_beats_a_random_player_in_the_near_east():
    wins = 0
    for seed in (3, 4, 5):
        match = Match.start("draka", "learning", seed=seed)
        bots = {"cp": make_bot(match.game, "random"), "ap": make_bot(match.game, "staff")}
        result = play_match(match, bots, seed)
        wins += result.winner == "ap"
    assert wins >= 2


@pytest.mark.soak
def test_a_bot_war_of_out_of_africa_goes_to_its_end():
    match = Match.start("draka", "out-of-africa", seed=1)
    bots = {side: make_bot(match.game, "staff") for side in ("cp", "ap")}
    assert play_match(match, bots, 1) is not None
    assert match.g.state.turn > 5


def test_it_has_an_answer_to_every_question():
    assert set(DrakaStaff().methods()) == set(DrakaGame.asks)


def test_the_commander_has_an_answer_to_every_question_and_leaves_none_to_chance():
    methods = DrakaCommander().methods()
    assert set(methods) == set(DrakaGame.asks)
    assert not [name for name, method in methods.items() if method is DrakaCommander.by_chance]


def test_the_commander_rolls_for_redeployment_when_corps_are_idle():
    units = {"ge.a4": "metz", "ge.a5": "strasbourg", "fr.a1": "verdun", "fr.a2": "verdun", "fr.a3": "nancy"}
    m = front({"cp": []}, active="cp", units=units | {f"ge.c#{n}": "reserve" for n in range(2, 8)}, turn=3)
    chosen = plain(DrakaCommander().choose(Chair(m, "cp", random.Random(1))))
    assert chosen in (("die sr", ""), ("die ops", ""))
    with m.forced(4):
        m.choose(("die sr", ""))
    unit = plain(DrakaCommander().choose(Chair(m, "cp", random.Random(1))))
    assert unit.startswith("ge.c")


def test_the_commander_gives_the_fleet_its_straits_and_units_their_way_out():
    methods = DrakaCommander().methods()
    assert methods[Ask.FLEET] is not DrakaCommander.by_chance and methods[Ask.DRIVEN_OUT] is DrakaCommander.retreat


def test_the_general_lands_out_of_london_where_calais_lies_open():
    units = {"br.a1": "london", "br.c#1": "london", "ge.a1": "brussels", "dr.simba": "cairo"}
    m = front({"ap": ["ap.01"]}, units=units, control={"calais": "cp", "brussels": "cp"}, turn=5, level={"cp": 1, "ap": 1})
    m.choose(("ops", "ap.01"))
    officer = DrakaOfficer()
    while where(m, "br.a1") == "london" and m.decision.seat == "ap":
        m.choose(officer.choose(Chair(m, "ap", random.Random(1))))
    assert where(m, "br.a1") == "calais" and said(m, "draka.17.2")


def test_the_general_has_an_answer_to_every_question():
    assert set(DrakaGeneral().methods()) == set(DrakaGame.asks)
