"""`grognard analyse`: a finished match explained.

It is walked through once, with both ears open: every throw with its thrower, every question with the odds that were shown,
how the position looked before and after every choice. What cost most is then put before the search bot, which sits down in
the player's chair as it was, knowing what he knew, and says what it would have done.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import sqrt
from typing import Any

import msgspec
from msgspec import Struct

from grognard.bots.search import SearchBot
from grognard.kernel import UMPIRE, Chair, Match, Misuse, Refused
from grognard.kernel.dice_listener import listening
from grognard.kernel.log import Mismatch
from grognard.kernel.replay import walk
from grognard.kernel.scene import EventView, OddsView
from grognard.kernel.state import plain

from .record import Dice


class Throw(Struct):
    """Dice that fell, and how far from their mean, in standard deviations."""

    after: int  # the choice that they followed
    by: str
    rule: str
    dice: tuple[int, ...]
    luck: float


class Moment(Struct):
    """One choice: what was asked, chosen and told, and how the position looked to the first side afterwards."""

    number: int
    seat: str
    prompt: str
    rule: str
    label: str
    value: Any
    told: list[EventView]
    worth: float
    swing: float  # for the side that chose
    odds: list[OddsView] = []


class Blunder(Struct):
    """A choice that the search bot would not have made."""

    number: int
    seat: str
    label: str
    better: str
    cost: float  # of the range from the worst to the best position that the search saw
    visits: int


class Analysis(Struct):
    game: str
    title: str
    scenario: str
    result: str
    first: str
    sides: dict[str, str]
    moments: list[Moment]
    throws: list[Throw]
    luck: dict[str, float]
    dice: dict[str, int]
    start: float
    blunders: list[Blunder] = []
    looked_at: list[int] = []  # choices that the search bot was asked about


def analyse(match: Match, *, blunders: int = 0, nodes: int = 40, seed: int = 0) -> Analysis:
    """Walk through a match. `blunders`: how many of its worst choices the search bot is asked about."""
    game = match.game
    first = next(iter(match.prepared.sides))
    start = match.at(match.annals.first)
    found = Analysis(
        game.name, game.title, match.prepared.name, match.result.text if match.result else "Not finished.", first,
        dict(match.prepared.sides), [], [], {}, {}, float(game.evaluate(start.g, first)),
    )  # fmt: skip
    dice = Dice()
    asked: dict[str, Any] = {}
    now = match.annals.first

    def hear(by: str | None, rule: str, fell: Sequence[int], faces: Sequence[int]) -> None:
        dice.hear(by, rule, fell, faces)
        mean = sum(faces) / len(faces)
        spread = sqrt(sum((face - mean) ** 2 for face in faces) / len(faces) * len(fell))
        luck = (sum(fell) - mean * len(fell)) / spread if spread else 0.0
        found.throws.append(Throw(now, by or "", rule, tuple(fell), luck))

    def before(twin: Match, seat: str, value: Any) -> None:
        nonlocal now
        now = twin.number + len(twin.procedures.submitted) + 1
        decision = twin.decisions[seat]
        asked.update(prompt=decision.prompt, rule=decision.rule, odds=_odds(decision, value))

    read, worth = len(start.diary(UMPIRE)), found.start
    try:
        with listening(hear):
            for step in walk(match, match.annals.first, before):
                told = step.match.diary(UMPIRE, since=read)
                read += len(told)
                new = float(game.evaluate(step.match.g, first)) if step.match.result is None else worth
                swing = (new - worth) * (1 if match.seats.get(step.seat) == first else -1)
                found.moments.append(
                    Moment(
                        step.number,
                        step.seat,
                        asked.get("prompt", ""),
                        asked.get("rule", ""),
                        step.label,
                        step.value,
                        told,
                        new,
                        swing,
                        asked.get("odds", []),
                    )
                )
                worth = new
    except (Mismatch, Refused) as error:
        raise Misuse(f"The match cannot be walked through: the rules have changed since it was played ({error}).") from error
    found.luck, found.dice = dice.luck(), dict(dice.count)
    if blunders:
        look_for_blunders(match, found, blunders, nodes, seed)
    return found


def _odds(decision: Any, value: Any) -> list[OddsView]:
    """What the player was shown: with the question, and with the option that he chose."""
    shown = list(decision.odds()) if decision.odds else []
    if decision.form == "options":
        chosen, _ = decision.accept(value)  # the log has it in plain form
        shown += decision.option(chosen).odds
    return shown


def turning_points(found: Analysis, most: int = 8) -> list[Moment]:
    """The largest swings, in the order of the match."""
    changes = [(abs(moment.swing), moment.number, moment) for moment in found.moments if moment.swing]
    best = sorted(changes, key=lambda one: (-one[0], one[1]))[:most]
    return sorted((moment for _, _, moment in best), key=lambda moment: moment.number)


def look_for_blunders(match: Match, found: Analysis, most: int, nodes: int, seed: int) -> None:
    """The choices after which the position fell most for whoever chose: would the search bot have made them?

    Dice that fell badly make no blunder: the bot judges with dice of its own, in worlds of its own.
    """
    fallen = sorted((m for m in found.moments if m.swing < 0 and m.seat in match.seats), key=lambda m: (m.swing, m.number))
    for moment in fallen[:most]:
        there = match.at(moment.number - 1)
        if moment.seat not in there.decisions:
            continue
        found.looked_at.append(moment.number)
        bot = SearchBot(**{**there.game.search, "nodes": nodes})
        ranked = bot.search(Chair(there, moment.seat, random.Random(f"{seed}/{moment.number}")), also=[moment.value])
        chosen = next((node for node in ranked if same(node.value, moment.value)), None)
        if chosen is None or not ranked or ranked[0] is chosen or not chosen.visits:
            continue
        better, cost = ranked[0], ranked[0].worth - chosen.worth
        if cost > 0:
            decision = there.decisions[moment.seat]
            words = ", ".join(map(decision.label, better.value)) if decision.form == "draft" else decision.label(better.value)
            found.blunders.append(Blunder(moment.number, moment.seat, moment.label, words or "nothing", cost, chosen.visits))
    found.blunders.sort(key=lambda one: (-one.cost, one.number))


def same(a: Any, b: Any) -> bool:
    return msgspec.json.encode(plain(a)) == msgspec.json.encode(plain(b))
