"""Recorded playthroughs: a match as a text that people can read in a diff.

A playthrough is played at random from a fixed seed and written down: every choice, a digest of the position after it, and
what the diary said. Replayed, it must come out word for word. It is rewritten only on purpose.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ..context import UMPIRE
from ..game import Game
from ..match import Match
from ..refusal import BadData, Broken, Misuse, Refused
from ..state import lasting_digest, plain
from .record import Hand

CHOICES = 300  # a playthrough is no longer than this
SEED = "playthrough"


def playthrough(game: Game, scenario: str, options: dict[str, Any] | None = None, choices: int = CHOICES) -> str:
    """A random match, written down."""
    match = Match.start(game, scenario, SEED, options)
    hand = Hand(SEED)
    writer = _Writer(match, scenario, options or {})
    while match.result is None and len(writer.steps) < choices:
        step = hand.step(match)
        match.choose(step.value, step.seat)
        writer.write(step.seat, step.value)
    return writer.text()


def replayed(game: Game, text: str) -> str:
    """The same choices by the rules as they are: equal to the text, if they are the same rules."""
    head, steps = steps_of(text)
    match = Match.start(game, head["scenario"], head["seed"], head["options"])
    writer = _Writer(match, head["scenario"], head["options"])
    for seat, value in steps:
        try:
            match.choose(value, seat)
        except (Refused, Misuse, Broken) as error:
            return f"{writer.text()}! {seat} {msgspec.json.encode(value).decode()}: {error}\n"
        writer.write(seat, value)
    return writer.text()


class _Writer:
    def __init__(self, match: Match, scenario: str, options: dict[str, Any]) -> None:
        self.match = match
        self.steps: list[str] = []
        head = {"game": match.game.name, "scenario": scenario, "seed": SEED, "options": options}
        self.head = msgspec.json.encode(head).decode()
        self.told = 0
        self.first = self._lines()

    def write(self, seat: str, value: Any) -> None:
        self.steps.append("\n".join([f"> {seat} {msgspec.json.encode(value).decode()}", *self._lines()]))

    def _lines(self) -> list[str]:
        """What the diary says since, as the umpire reads it, and the position."""
        events = self.match.diary(UMPIRE, since=self.told)
        self.told += len(events)
        told = [f"  {_one_line(event.text)} {event.dice or ''}".rstrip() + f" ({event.rule})" for event in events]
        asked = ", ".join(f"{seat} {decision.rule}" for seat, decision in self.match.decisions.items())
        return [*told, f"= {lasting_digest(self.match.g.state)[:12]} {asked}".rstrip()]

    def text(self) -> str:
        result = self.match.result
        end = f"end: {result.winner}: {result.text} ({result.rule})" if result else "cut short here"
        return "\n".join([self.head, *self.first, *self.steps, end, ""])


def _one_line(text: str) -> str:
    return " / ".join(text.splitlines())


def steps_of(text: str) -> tuple[dict[str, Any], list[tuple[str, Any]]]:
    """The head of a playthrough, and who chose what."""
    lines = text.splitlines()
    try:
        head: dict[str, Any] = msgspec.json.decode(lines[0], type=dict[str, Any])
        steps = []
        for line in lines[1:]:
            if line.startswith("> "):
                seat, value = line[2:].split(" ", 1)
                steps.append((seat, plain(msgspec.json.decode(value))))
        if {"game", "scenario", "seed", "options"} - head.keys():
            raise ValueError("the first line names game, scenario, seed and options")
    except (IndexError, ValueError, msgspec.MsgspecError) as error:
        raise BadData(f"playthrough: not understood: {error}") from None
    return head, steps
