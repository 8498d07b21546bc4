"""PettingZoo's own tests on every game, and what the numbers mean."""

from __future__ import annotations

import importlib.util
import random
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

from grognard.kernel import Choice, Misuse, game, register
from grognard.lab.zoo import GrognardEnv, env, hashed, option_tokens
from kernel.small_games import Counting, Duel

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, seed_test

GAMES = ["dbms", "draka", "fyow", "napalini", "nlc", "pog"]


@pytest.fixture(autouse=True, scope="module")
def small():
    register(Counting())
    register(Duel())


@pytest.mark.parametrize("name", [*GAMES, "duel"])
def test_pettingzoos_own_api_test(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(name, "learning"), num_cycles=60)


@pytest.mark.parametrize("name", [*GAMES, "duel"])
def test_pettingzoos_own_seed_test(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: env(name, "learning", scene_size=64), num_cycles=25)


def play(made, seed, most=3000):
    made.reset(seed=seed)
    rng, steps = random.Random(seed), 0
    for agent in made.agent_iter(most):
        observation, _reward, ended, cut, _ = made.last()
        if ended or cut:
            made.step(None)
            continue
        mask = np.flatnonzero(observation["action_mask"])
        assert len(mask), f"{agent} has nothing to do"
        made.step(int(rng.choice(mask)))
        steps += 1
    return steps


@pytest.mark.parametrize("name", GAMES)
def test_a_match_comes_to_its_end_and_rewards_add_up(name):
    made = GrognardEnv(name, "learning", scene_size=0)
    made.reset(seed=3)
    rng = random.Random(3)
    last = {}
    while made.agents and not all(made.terminations.values()):
        mask = np.flatnonzero(made.observe(made.agent_selection)["action_mask"])
        made.step(int(rng.choice(mask)))
        last = dict(made.rewards)
    assert made.match.result is not None
    winner = made.match.result.winner
    assert last == {a: 0.0 if winner is None else 1.0 if made.match.seats[a] == winner else -1.0 for a in made.possible_agents}
    assert "scores" in made.infos[made.possible_agents[0]]


def test_a_long_list_has_pages():
    made = GrognardEnv("nlc", "learning", actions=3, scene_size=0)
    made.reset(seed=1)
    rng = random.Random(1)
    seen = 0
    for _ in range(400):
        if not made.agents or made.match.result is not None:
            break
        if len(made.decision.options if made.decision.form == "options" else ()) > 3:
            seen += 1
            values = []
            for _ in range(-(-len(made.decision.options) // 2)):
                values += [value for kind, value in made._open if kind == "choose"]
                made.step(len(made._open) - 1)
            assert values == made.decision.options, "turning all pages shows every option once"
        made.step(rng.choice([n for n, (kind, _) in enumerate(made._open) if kind != "page"]))
    assert seen > 0


def test_drafts_are_written_in_small_steps_and_come_to_an_end():
    made = GrognardEnv("duel", "learning", scene_size=0)
    assert play(env("duel", "learning"), 2) > 0
    made.reset(seed=1)
    while made.decision.form != "draft" and made.match.result is None:
        made.step(0)
    if made.match.result is None:
        for _ in range(200):
            if made.decision.form != "draft" or made.match.result is not None:
                break
            made.step(0)
        assert made._steps <= 41


def test_a_closed_action_is_refused():
    made = GrognardEnv("pog", "learning", scene_size=0)
    made.reset(seed=1)
    with pytest.raises(Misuse, match="not open"):
        made.step(len(made._open))
    with pytest.raises(Misuse):
        GrognardEnv("pog", "learning", actions=2)


def test_who_is_not_asked_has_no_action_and_sees_his_own_scene():
    made = GrognardEnv("pog", "learning")
    made.reset(seed=1)
    for _ in range(6):
        made.step(0)
    asked = made.agent_selection
    other = next(agent for agent in made.agents if agent != asked)
    assert not made.observe(other)["action_mask"].any()
    assert made.observe(asked)["action_mask"].any()
    assert (made.observe(asked)["observation"] != made.observe(other)["observation"]).any(), "hands are hidden"


@pytest.mark.parametrize("name", GAMES)
def test_what_is_hidden_is_in_no_number(name):
    """The same numbers in a world that looks the same to the seat."""
    made = GrognardEnv(name, "learning", diary=True)
    made.reset(seed=5)
    rng = random.Random(5)
    for _ in range(30):
        made.step(rng.randrange(len(made._open)))
    made._page = 0
    seat = made.agent_selection
    true = made.observe(seat)
    made.match = made.match.imagine(seat, seed=1)
    made.decision = made.match.decisions[seat]
    again = made.observe(seat)
    assert all((true[key] == again[key]).all() for key in true)


def test_hashes_are_the_same_everywhere():
    assert hashed("fr-9-jamin at 0512", 512) == (hashed("fr-9-jamin at 0512", 512)) and hashed("a", 8)[0] < 8
    assert [hashed(word, 512) for word in ("a", "b", "rule nlc.7.1.1")] == [(279, 1.0), (442, 1.0), (331, -1.0)]
    assert option_tokens("r", "choose", ("move", 3)) == ["rule r", "kind choose", "part move", "part 3", "r move", "r 3"]


def test_rendering_is_text():
    made = GrognardEnv("pog", "learning", render_mode="ansi")
    made.reset(seed=1)
    assert game("pog").title.split(":")[0] in made.render() or len(made.render()) > 100
    assert GrognardEnv("pog", "learning").render() is None


# ------------------------------------------------------------------ the example


def trained(monkeypatch, *words):
    path = Path(__file__).parents[2] / "examples" / "train_learning.py"
    spec = importlib.util.spec_from_file_location("train_learning", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(sys, "argv", ["train_learning.py", "pog", *words])
    return module.main()


def test_the_example_trains_and_says_what_came_of_it(monkeypatch, capsys):
    trained(monkeypatch, "--episodes", "6", "--test", "4")
    assert "after" in capsys.readouterr().out


@pytest.mark.soak
def test_the_example_beats_random_play(monkeypatch):
    assert trained(monkeypatch) > 0.5


@pytest.mark.parametrize("name", ["pog", "fyow"])
def test_infos_say_what_is_open_in_values_and_words(name):
    """The values are those that the match takes; labels are worked out when somebody reads them."""
    made = env(name, "learning", scene_size=0)
    made.reset(seed=2)
    rng = random.Random(2)
    for _ in range(12):
        agent = made.agent_selection
        info, mask = made.infos[agent], made.observe(agent)["action_mask"]
        assert len(info["values"]) == len(info["labels"]) == mask.sum() and info["prompt"] and info["rule"]
        assert all(isinstance(label, str) and label for label in info["labels"])
        decision = made.unwrapped.decision
        if isinstance(decision, Choice) and len(info["values"]) < len(mask):
            assert all(decision.why_not(value) is None for value in info["values"])
            assert info["labels"][0] == decision.label(decision.options[0])
        made.step(rng.randrange(len(info["values"])))
