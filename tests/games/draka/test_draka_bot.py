"""The odds with what is new, and the staff's answers to the new questions."""

from __future__ import annotations

import random

import pytest
from draka_situations import choose, draka, front, where

from grognard.bots import make_bot, play_match
from grognard.games.draka.bot import DrakaStaff
from grognard.games.draka.odds import support_odds
from grognard.games.pog.attacks import odds_of
from grognard.kernel import Chair, Match


def answer(match, seed=1):
    """What the staff would choose now."""
    return DrakaStaff().choose(Chair(match, match.decision.seat, random.Random(seed)))


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


def test_it_intercepts_and_rebuilds():
    m = draka(
        phase="replacements",
        units={"ge.a1": "essen reduced"},
        zaf=["br"],
        baf=["ge"],
        rp={"ge": 4},
        turn=5,
        hands={"cp": [], "ap": []},
    )
    m.choose(("br", "ge"))
    assert answer(m) == "ge"
    m = draka(phase="replacements", units={"br.a1": "london reduced"}, zaf={"br": 0}, rp={"br": 4}, turn=5, level={"cp": 1, "ap": 1},
              hands={"cp": [], "ap": []})  # fmt: skip
    assert answer(m) == ("zaf", "br")


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
