"""How many decisions and clicks a turn costs who plays it in the browser: bots play, and the hand of one side is counted.

    python tools/clicks.py                                    a table, as docs/playing.md has it
    python tools/clicks.py --games pog:august,nlc --turns 4

The hand is that of the client (web/decide/): a question with one plain answer answers itself; a piece is touched, and then its
place, unless it is the only one that is asked about; the steps of a route are one touch at its end; one button names everybody
who can; an item of a sheet is a counter and a place, and the sheet is submitted; what cannot be taken back is confirmed.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
from typing import Any, NamedTuple

from grognard.bots.play import own_streams, turns
from grognard.bots.registry import make_bot
from grognard.kernel import Match
from grognard.kernel.scene import DecisionView
from grognard.kernel.state import plain

GAMES = ("nlc", "nlc:la-belle-alliance", "pog", "draka", "dbms", "napalini", "fyow")


class Asked(NamedTuple):
    """A question, what was answered, and how."""

    turn: str
    name: str
    form: str
    way: bool
    every: bool
    clicks: int
    by_itself: bool


def asked(turn: str, view: DecisionView, value: Any, undo: bool) -> Asked:
    by_itself, clicks = False, 1
    if view.form == "draft":
        clicks = 2 * len(value) + 1
    elif view.form == "checked":
        clicks = 2  # dragged, and let go
    else:
        answer = plain(value)
        option = next(one for one in view.options if one.value == answer)
        plain_one = not (option.final or view.stakes or option.odds or option.tallies or (option.done and undo))
        by_itself = len(view.options) == 1 and plain_one
        pieces = {one.piece for one in view.options if one.piece and one.place}
        alone = len(pieces) == 1 or option.piece == view.piece
        clicks = 2 if option.piece and option.place and not alone else 1
        leaves = option.decline or option.done
        clicks += option.final if leaves else bool(option.final or view.stakes)
    steps = view.way and not (view.form == "options" and option.done)
    every = bool(view.every) and not steps
    return Asked(turn, view.name, view.form, view.way, every, 0 if by_itself else clicks, by_itself)


def hand(questions: list[Asked]) -> int:
    """The clicks of these questions, where what follows of one kind goes in one touch."""
    clicks = 0
    before: Asked | None = None
    for one in questions:
        joined = before is not None and before.name == one.name and ((one.way and before.way) or (one.every and before.every))
        clicks += 0 if joined else one.clicks
        before = one
    return clicks


def played(game: str, scenario: str, most: int, seed: str) -> list[list[Asked]]:
    match = Match.start(game, scenario, seed)
    me = next(iter(match.seats))
    bots = {seat: make_bot(match.game, "staff" if "staff" in match.game.bots() else "best") for seat in match.seats}
    found: list[Asked] = []
    going = turns(match, bots, own_streams(match, seed), lambda _: None, enter=lambda *given: keep(found, me, *given))
    for _ in itertools.takewhile(lambda _: len({one.turn for one in found}) <= most, going):
        pass
    by_turn = [list(some) for _, some in itertools.groupby(found, lambda one: one.turn)]
    return by_turn[:most]


def keep(found: list[Asked], me: str, match: Match, value: Any, seat: str) -> None:
    """Note what I was asked, then enter it."""
    if seat == me:
        scene = match.view(seat)
        assert scene.decision is not None
        found.append(asked(scene.turn, scene.decision, value, bool(scene.undo)))
    match.choose(value, seat)


def main() -> None:
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--games", default=",".join(GAMES), help="game or game:scenario, with commas between")
    read.add_argument("--turns", type=int, default=6)
    read.add_argument("--seed", default="clicks")
    given = read.parse_args()
    print("| | turns | decisions of a turn | answer themselves | clicks of a turn | clicks a decision |")
    print("|---|---|---|---|---|---|")
    for name in given.games.split(","):
        game, _, scenario = name.partition(":")
        all_turns = played(game, scenario or "learning", given.turns, given.seed)
        median = statistics.median([len(one) for one in all_turns])
        alone = statistics.median([sum(asked.by_itself for asked in one) for one in all_turns])
        clicks = statistics.median([hand(one) for one in all_turns])
        each = sum(map(hand, all_turns)) / sum(map(len, all_turns))
        first = f"{game} {scenario or 'learning'} ({all_turns[0][0].turn} ...)"
        print(f"| {first} | {len(all_turns)} | {median:g} | {alone:g} | {clicks:g} | {each:.2f} |", flush=True)


if __name__ == "__main__":
    main()
