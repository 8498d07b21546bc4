"""Today against an older commit, in one run (`grognard bench --against COMMIT [NAME]`).

Both trees are measured in turns by processes of their own (probe.py), so that whatever else the machine does hits both. What
counts is the ratio, with its spread over the rounds; figures of one tree alone say more of the machine than of us.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from grognard.kernel import Misuse

PROBE = Path(__file__).with_name("probe.py")
LONG = 900  # seconds that one process may take


class Ratio(Struct, frozen=True):
    """How many times better today is than then, over the rounds."""

    game: str
    name: str
    then: float
    now: float
    times: float  # the median of the rounds' ratios; above 1 is better
    low: float
    high: float


def worktree(commit: str, root: Path) -> Path:
    """The sources of a commit beside the project, in build/against."""
    found = _git(root, "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}")
    if not found:
        raise Misuse(f"There is no commit {commit!r} in {root}.")
    tree = root / "build" / "against" / found[:12]
    if not (tree / "src").is_dir():
        tree.parent.mkdir(parents=True, exist_ok=True)
        _git(root, "worktree", "prune")
        _git(root, "worktree", "add", "--detach", "--force", str(tree), found)
    if not (tree / "src").is_dir():
        raise Misuse(f"{tree} could not be made: git worktree add --detach {tree} {commit}")
    return tree


def compare(commit: str, root: Path, games: list[str], rounds: int = 3) -> Iterator[Ratio]:
    """The figures of each game, then and now."""
    trees = [worktree(commit, root), root]
    for game in games:
        taken = [[measured(tree, game) for tree in trees] for _ in range(rounds)]
        for name, (_, better) in taken[0][1].items():
            pairs = [(then[name][0], now[name][0]) for then, now in taken if name in then]
            ratios = sorted(now / then if better == "more" else then / now for then, now in pairs if then and now)
            if ratios:
                then, now = (statistics.median(column) for column in zip(*pairs))
                yield Ratio(game, name, then, now, statistics.median(ratios), ratios[0], ratios[-1])


def measured(tree: Path, game: str) -> dict[str, tuple[float, str]]:
    """What a process under these sources prints: name -> value, which way is better."""
    env = {**os.environ, "PYTHONPATH": str(tree / "src"), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-P", str(PROBE), game]
    try:
        ended = subprocess.run(command, env=env, cwd=tree, capture_output=True, text=True, timeout=LONG, check=False)
    except subprocess.TimeoutExpired:
        raise Misuse(f"{game} under {tree} took longer than {LONG} s.") from None
    if ended.returncode:
        raise Misuse(f"{game} under {tree}: {(ended.stderr.strip().splitlines() or ['no word'])[-1]}")
    return {name: (value, better) for name, value, better in map(json.loads, ended.stdout.splitlines())}


def _git(root: Path, *words: str) -> str:
    ended = subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=False)
    return ended.stdout.strip() if ended.returncode == 0 else ""
