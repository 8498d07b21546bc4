"""Train a small policy on one learning scenario, and see whether it beats random play.

    python examples/train_learning.py [GAME] [--episodes N] [--test N] [--seed S]

A linear policy over the numbers of each open option (grognard.lab.zoo), improved by REINFORCE against a random opponent from
both seats: about the simplest thing that learns. It needs `pip install grognard[lab]` and a minute or two.
"""

from __future__ import annotations

import argparse
import random
import time

import numpy as np

from grognard.bots.tournament import wilson
from grognard.lab.zoo import GrognardEnv

SIZE = 512  # numbers of an option


class Policy:
    """Chooses an open option with a chance that grows with its weight."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.weights = np.zeros(SIZE)
        self.rng = rng

    def choose(self, rows: np.ndarray) -> tuple[int, np.ndarray]:
        """The option, and the direction in which the weights would make it likelier."""
        scores = rows @ self.weights
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        pick = int(self.rng.choice(len(rows), p=chances))
        return pick, rows[pick] - chances @ rows


def play(env: GrognardEnv, policy: Policy, seat: str, seed: int, rng: random.Random) -> tuple[float, float, list[np.ndarray]]:
    """One match against chance: the reward, the margin of the score, and the directions of all choices."""
    env.reset(seed=seed)
    grads = []
    while not all(env.terminations.values()) and not any(env.truncations.values()):
        seen = env.observe(env.agent_selection)
        count = int(seen["action_mask"].sum())
        if env.agent_selection == seat:
            pick, grad = policy.choose(seen["options"][:count])
            grads.append(grad)
        else:
            pick = rng.randrange(count)
        env.step(pick)
    scores = env.infos[seat].get("scores", {})
    side = env.match.seats[seat]
    margin = scores.get(side, 0.0) - max((value for name, value in scores.items() if name != side), default=0.0)
    return env.rewards[seat], margin, grads


def train(env: GrognardEnv, policy: Policy, episodes: int, rng: random.Random, rate: float = 0.06) -> None:
    baseline = {seat: [0.0, 1.0] for seat in env.possible_agents}  # mean and spread of the goal, for each seat
    for number in range(episodes):
        seat = env.possible_agents[number % len(env.possible_agents)]
        reward, margin, grads = play(env, policy, seat, rng.getrandbits(32), rng)
        goal = reward + 0.1 * margin
        mean, spread = baseline[seat]
        advantage = (goal - mean) / (spread + 1e-6)
        baseline[seat] = [0.95 * mean + 0.05 * goal, 0.95 * spread + 0.05 * abs(goal - mean)]
        if grads:
            policy.weights += rate * np.clip(advantage, -2, 2) * np.sum(grads, axis=0) / np.sqrt(len(grads))


def test(env: GrognardEnv, policy: Policy, matches: int, rng: random.Random) -> tuple[float, int]:
    """Points (a draw is half) over matches from all seats."""
    points = 0.0
    for number in range(matches):
        seat = env.possible_agents[number % len(env.possible_agents)]
        reward, _, _ = play(env, policy, seat, rng.getrandbits(32), rng)
        points += (reward + 1) / 2
    return points, matches


def main() -> float:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("game", nargs="?", default="pog")
    words.add_argument("--episodes", type=int, default=1000)
    words.add_argument("--test", type=int, default=200)
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    env = GrognardEnv(given.game, "learning", scene_size=0, option_size=SIZE)
    rng = random.Random(given.seed)
    policy = Policy(np.random.default_rng(given.seed))
    before, _ = test(env, policy, given.test, random.Random(0))
    began = time.perf_counter()
    train(env, policy, given.episodes, rng)
    print(f"{given.game}: {given.episodes} matches of training in {time.perf_counter() - began:.0f} s")
    after, count = test(env, policy, given.test, random.Random(0))
    low, high = wilson(after, count)
    print(f"before: {before / count:.1%} against random; after: {after / count:.1%} ({low:.1%} to {high:.1%})")
    print("It beats random play." if low > 0.5 else "That is not better than random play yet: train longer.")
    return low


if __name__ == "__main__":
    main()
