"""Random matches end with a result and without error, at a bounded length, in possible positions, by rules that exist.

On the way: choices between checkpoints are counted, every decision is looked at for what no decision may be, and what is
secret must be followed by a checkpoint before somebody is asked who must not know it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from .. import cite
from ..datafile import has_file
from ..game import Game
from ..ledger import load_ledger
from ..log import CHANCE, CHOICE, HAND, seen_by
from ..match import Match
from ..refusal import Broken, Refused
from ..state import digest, read, write
from .record import Hand, Recording
from .report import Clock, Report

PLAY = 0.3  # the share of the time that goes into playing the matches


def play_at_random(
    game: Game,
    scenario: Any,
    options: dict[str, Any],
    seed: str,
    report: Report,
    *,
    longest: int,
    clock: Clock | None = None,
    between: int = 64,
    choices: int | None = None,
) -> Recording:
    """A match by random choices, watched. `choices`: so many of them are enough."""
    recording = Recording(game, scenario, options, seed, [])
    try:
        match = recording.start()
    except Broken as broken:
        report.add("ends", recording.where(0), str(broken))
        return recording
    match.checkpoints.gaps, rested = [], match.checkpoints.rested_at
    hand = Hand(seed)
    while match.result is None:
        _look_at(match, recording, report)
        if len(recording.steps) >= longest:
            report.add("ends", recording.where(longest), f"no end after {longest} choices")
            break
        if len(recording.steps) == choices or (clock is not None and clock.up(PLAY)):
            report.note(f"a random match was cut short after {len(recording.steps)} choices")
            break
        step = hand.step(match)
        try:
            match.choose(step.value, step.seat)
        except Refused as refused:
            report.add("offers", recording.where(len(recording.steps)), f"{step.value!r} was offered, and: {refused}")
            break
        except Broken as broken:
            report.add("ends", recording.where(len(recording.steps)), f"{step.value!r}: {broken}")
            break
        recording.steps.append(step)
    recording.over = match.result is not None
    report.lengths.append(match.number)
    for line in sorted({event.text for event in match.events if event.unfilled()}):
        report.add("diary", recording.where(len(recording.steps)), f"a line with an empty slot: {line!r}")
    _count_gaps(match, recording, report, rested, between)
    return recording


def _count_gaps(match: Match, recording: Recording, report: Report, rested: int, between: int) -> None:
    gaps = [*(match.checkpoints.gaps or ()), match.number - match.checkpoints.rested_at]
    report.gaps.extend(gaps)
    if max(gaps) > between:
        what = f"{max(gaps)} choices lie between two checkpoints; at most {between} may"
        report.add("checkpoints", recording.where(len(recording.steps)), what)


# ------------------------------------------------------------------ at every decision


def _look_at(match: Match, recording: Recording, report: Report) -> None:
    where = recording.where(len(recording.steps))
    try:
        match.game.check(match.g)
    except AssertionError as error:
        report.add("positions", where, f"an impossible position: {error}")
    if not match.decisions:
        report.add("ends", where, "nobody is asked, and the match is not over")
    if what := told_too_late(match):
        report.add("secrets kept", where, what)


def told_too_late(match: Match) -> str:
    """What is secret, and not followed by a checkpoint, while somebody is asked who must not know it. A copy of the last
    checkpoint need not be kept: it is made when somebody imagines.
    """
    asked = {decision.side for decision in match.decisions.values()}
    for entry in match.log[match.checkpoints.rested_log :]:
        if entry[0] == CHOICE and entry[3] and asked - {match.seats[entry[1]]}:
            return f"{entry[1]} chose in secret, and no checkpoint follows before {', '.join(sorted(asked))} must choose"
        if entry[0] in (CHANCE, HAND) and not all(seen_by(entry, side) for side in asked):
            hidden = entry[1] if entry[0] == CHANCE else entry[3]
            return f"a hidden {hidden} is not followed by a checkpoint before {', '.join(sorted(asked))} must choose"
    return ""


# ------------------------------------------------------------------ states are plain data


def check_plain(match: Match, where: str, report: Report) -> None:
    """A state is a tree that can be written and read again, and comes out the same."""
    state = match.g.state
    try:
        again: Any = read(_decoded(write(state)), type(state), "state")
    except Exception as error:
        report.add("plain state", where, f"the state cannot be written and read again: {error}")
        return
    if again != state or digest(again) != digest(state):
        report.add("plain state", where, f"the state is another one when written and read again: {_apart(state, again)}")
    if twice := _in_two_places(state):
        report.add("plain state", where, f"an object stands in two places of the state: {twice!r:.80}")


def _decoded(data: bytes) -> Any:
    return msgspec.json.decode(data)


def _apart(state: Any, again: Any) -> str:
    for name in getattr(state, "__struct_fields__", ()):
        one, other = getattr(state, name), getattr(again, name)
        if one != other:
            return f"{name}: {one!r:.80} / {other!r:.80}"
    return "the order of something"


def _in_two_places(state: Any) -> Any:
    met: set[int] = set()
    waiting = [state]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            parts = list(value.values())
        elif isinstance(value, list | tuple):
            parts = list(value)
        elif hasattr(value, "__struct_fields__"):
            parts = [getattr(value, name) for name in value.__struct_fields__]
        else:
            continue
        if not isinstance(value, tuple) and not _frozen(value):
            if id(value) in met:
                return value
            met.add(id(value))
        waiting.extend(part for part in parts if not isinstance(part, int | str | float | bytes | None))
    return None


def _frozen(value: Any) -> bool:
    config = getattr(value, "__struct_config__", None)
    return config is not None and bool(config.frozen)


# ------------------------------------------------------------------ rules that exist


class Citations:
    """Hears every rule that the engine cites within, and says which do not exist."""

    def __init__(self, game: Game) -> None:
        data = game.data
        self.known = load_ledger(data) if data is not None and has_file(data, "rules.toml") else None
        self.strange: dict[str, int] = {}
        self.heard: set[str] = set()
        self._recording: Any = None

    def _hear(self, rule: str) -> None:
        if rule not in self.heard:
            self.heard.add(rule)
            if not rule or (self.known is not None and rule not in self.known):
                self.strange[rule] = 1

    def __enter__(self) -> Citations:
        self._recording = cite.recording(self._hear)
        self._recording.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._recording.__exit__(None, None, None)

    def report(self, report: Report, where: str) -> None:
        report.done["rules cited"] = len(self.heard)
        if self.known is None:
            report.note("the game has no ledger: cited rules were not looked up")
        for rule in self.strange:
            report.add("rules", where, f"rule {rule!r} is cited and stands in no ledger" if rule else "an empty rule id")
