"""Odds of a paper battle with barrage, answer and partial commitment: those of the rules."""

from __future__ import annotations

import pytest

from grognard.kernel import Misuse, game
from grognard.kernel.scratch import scratch_copy
from grognard.lab.odds import fits, odds_of
from grognard.lab.situations import asked, load_situation, match_of

FYOW = game("fyow")


def chances(situation, *more):
    one = load_situation(FYOW, situation)
    return odds_of(FYOW, one, asked(one, list(more)))


@pytest.mark.parametrize(
    ("situation", "more"),
    [
        ("barrage", ["answer = false"]),
        ("barrage", ['commit = ["b4"]']),
        ("barrage", ["commit = { b4 = { regular = 40, field_gun = 8 } }"]),
        ("half", ["barrage = true"]),
        ("largest", ["barrage = true"]),
    ],
)
def test_every_policy_is_that_of_the_rules(situation, more):
    one = load_situation(FYOW, situation)
    found = fits(FYOW, one, 300, asked(one, more), seed="policy")
    assert found and all(not fit.strange and fit.p > 0.001 for fit in found), [(fit.title, fit.p, fit.strange) for fit in found]


def test_with_characters_a_leader_may_hold_his_fire():
    one = load_situation(FYOW, "barrage")
    one.options["traits"] = True
    for force, traits in {"b4": ("aggressive", "decisive"), "g4": ("passive", "hesitant")}.items():
        one.situation["forces"][force].update(temper=traits[0], resolve=traits[1])
    found = fits(FYOW, one, 300, seed="traits")
    assert all(not fit.strange and fit.p > 0.001 for fit in found)
    shells, answer = odds_of(FYOW, one)[1:]
    assert dict(shells.outcomes).get("0", 0) < dict(answer.outcomes)["0"]  # the passive man seldom answers


def test_what_shells_take():
    """33.7.2.2: 1D6 for each of four howitzers, if the leader will: an Average man on 8 of 10."""
    result, taken, back = chances("barrage")
    assert "4 guns open" in result.title and (taken.rule, back.rule) == ("fyow.33.7.2.2", "fyow.33.7.2.3")
    assert dict(taken.outcomes)["0"] == pytest.approx(0.2)
    assert max(float(word) for word, _ in taken.outcomes) <= 24
    assert dict(back.outcomes)["0"] == pytest.approx(0.2 + 0.8 * 0.2)
    assert dict(chances("barrage", "answer = false")[2].outcomes) == {"0": 1.0}


def test_a_barrage_may_leave_nobody():
    one = load_situation(FYOW, "barrage")
    one.situation["forces"]["g4"]["elements"] = {"regular": 5}
    result = dict(odds_of(FYOW, one)[0].outcomes)
    assert result["nobody left"] > 0.7
    assert "nobody left" in {FYOW.trial(scratch_copy(match_of(FYOW, one).g, seed), one.question)[0] for seed in range(12)}


def test_only_what_is_there_can_be_committed():
    for wrong in ("commit = { b1 = { regular = 999 } }", 'commit = ["g2"]', 'attackers = ["x1"]'):
        with pytest.raises(Misuse):
            chances("half", wrong)
    assert "33 against 47" in chances("half")[0].title
