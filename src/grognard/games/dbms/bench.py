"""Figures of World War II DBA (`grognard bench dbms`): judging a move, sight, odds, whole battles by chance."""

from __future__ import annotations

import random
import time

from grognard.kernel import Match
from grognard.kernel.measure import Bench, seconds_of

from .combat.chances import chances
from .combat.factors import Fight
from .context import Dbms
from .movement.tactical_moves import Move, plan_move
from .state import BLUE, RED
from .terrain.sight import line_of_sight

FULL = {
    "title": "26 bases and 8 pieces",
    "phase": "move",
    "attacker": RED,
    "edges": {RED: "south", BLUE: "north"},
    "terrain": [
        {"kind": kind, "points": [[x, y], [x + 80, y], [x + 80, y + 60], [x, y + 60]]}
        for kind, x, y in (
            ("woods", 40, 270),
            ("marsh", 470, 270),
            ("gentle_hill", 160, 280),
            ("soft_ground", 280, 285),
            ("town", 380, 200),
            ("steep_hill", 60, 400),
        )
    ]
    + [
        {"kind": "river", "points": [[0, 240], [609.6, 240]], "bridges": [300]},
        {"kind": "road", "points": [[300, 0], [300, 609.6]]},
    ],
    "elements": [
        {
            "side": side,
            "code": "GE" if i == 0 else "TA" if i % 2 else "IN",
            "forms": ["sw"] if i == 0 else ["at"] if i % 2 else ["sf"],
            "at": [50 + 42 * i, 450 if side == RED else 160, 0 if side == RED else 180],
        }
        for side in (RED, BLUE)
        for i in range(13)
    ],
}
STATE = {"phase": "move", "mover": RED, "initiative": RED, "turn": 1, "pips": {RED: 6, BLUE: 6}}


def full_table() -> Dbms:
    g: Dbms = Match.start("dbms", FULL, seed=1, situation=STATE).g
    return g


def checks_a_second() -> float:
    """The full check of one proposed move of a tank, on a table with 26 bases and 8 pieces."""
    g = full_table()
    x, y, facing = g.element(5).at or (0, 0, 0)
    moves = [Move(poses=((x + 300 * i, y - 700 * i, facing + 300 * i),)) for i in range(1, 9)]

    def all_moves() -> None:
        for move in moves:
            plan_move(g, 5, move)

    return len(moves) / seconds_of(all_moves)[0]


def sights_a_second() -> float:
    g = full_table()
    pairs = [(a, b) for a in g.ground_elements(RED) for b in g.ground_elements(BLUE)]

    def all_pairs() -> None:
        for a, b in pairs:
            line_of_sight(g, a, b)

    return len(pairs) / seconds_of(all_pairs)[0]


def odds_milliseconds() -> float:
    g = full_table()
    return 1000 * seconds_of(lambda: chances(g, Fight(1, 14, (3, 5), (16,))))[0]


def random_battle_seconds() -> float:
    """A whole quick battle by chance, set-up included: the mean of four."""
    total = 0.0
    for seed in range(4):
        match = Match.start("dbms", "quick-battle", seed=seed)
        match.annals.keeps_diary = False
        rng = random.Random(seed)
        start = time.process_time()
        while match.result is None:
            decision = match.decision
            match.choose(decision.sample(rng), decision.seat)
        total += time.process_time() - start
    return total / 4


BENCHES = [
    Bench("dbms.check", "full checks of a proposed move, 26 bases and 8 pieces", "checks/s", checks_a_second, at_least=5000),
    Bench("dbms.sight", "lines of sight between two bases", "pairs/s", sights_a_second, at_least=20000),
    Bench("dbms.odds", "exact odds of a combat with support", "ms", odds_milliseconds, at_most=5),
    Bench("dbms.random", "a whole random quick battle", "s", random_battle_seconds, at_most=3),
]
