"""Drafts of the workshop tried by bots: matches one after the other in a patient process, and what they show.

Besides who wins and how long it takes: which pieces never moved, lost or died, and which places nobody ever stood in. A person
has one trial at a time; a new one ends the one before.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from itertools import islice
from statistics import median
from typing import Any

import msgspec
from msgspec import Struct

from grognard.bots import make_bot
from grognard.bots.play import own_streams, turns
from grognard.bots.tournament import wilson
from grognard.kernel import UMPIRE, Match, Misuse
from grognard.kernel.datafile import read_toml
from grognard.lab.statistics import even_margin

from .library import known_game
from .sandbox import Sandbox
from .store import Gone

MOST = 100  # matches of a trial
KEPT = 200  # trials that can still be read, one of a person
SECONDS = 240.0  # for a match
CHOICES = 20_000
LOOK = 6  # choices between two looks at the map
FEW = 120  # a map of more places than these is not told place by place


class Played(Struct):
    """A match as far as a trial looks at it."""

    winner: str
    words: str
    choices: int
    turn: str
    scores: dict[str, float] = {}
    pieces: dict[str, str] = {}  # all that ever were there: id -> name
    busy: list[str] = []  # those that moved, lost, appeared or vanished
    places: dict[str, str] = {}  # id -> name
    trodden: list[str] = []
    finished: bool = True
    sides: dict[str, str] = {}  # id -> what it is called


class TrialView(Struct):
    """How a trial stands."""

    id: str
    name: str  # what is tried
    wanted: int
    played: int
    done: bool
    lines: list[str]
    spent: float  # seconds since it began


class Trial:
    def __init__(self, wanted: int, name: str) -> None:
        self.id = secrets.token_urlsafe(9)
        self.wanted = wanted
        self.name = name
        self._begun = self._last = time.monotonic()
        self.rows: list[Played] = []
        self.trouble = ""
        self.task: asyncio.Task[None] | None = None

    def view(self) -> TrialView:
        done = self.task is None or self.task.done()
        if not done:
            self._last = time.monotonic()
        lines = [*findings(self.rows), *filter(None, [self.trouble])]
        return TrialView(self.id, self.name, self.wanted, len(self.rows), done, lines, round(self._last - self._begun, 1))

    def add(self, row: Played) -> None:
        self.rows.append(row)
        self._last = time.monotonic()


class Trials:
    def __init__(self) -> None:
        self._sandbox = Sandbox(1, patient=True)  # what a draft does in play nobody knows: limits on time and memory
        self._trials: dict[str, tuple[str, Trial]] = {}

    def begin(self, who: str, game: str, text: str, matches: int, bot: str) -> Trial:
        for id in [id for id, (whose, _) in self._trials.items() if whose == who]:
            self._end(id)
        while len(self._trials) >= KEPT:
            ended = (id for id, (_, old) in self._trials.items() if old.task is None or old.task.done())
            self._end(next(ended, next(iter(self._trials))))
        trial = Trial(max(1, min(MOST, matches)), str(read_toml(text).get("title", "")))
        self._trials[trial.id] = (who, trial)
        trial.task = asyncio.create_task(self._run(trial, who, game, text, bot))
        return trial

    def _end(self, id: str) -> None:
        _, trial = self._trials.pop(id)
        if trial.task is not None:
            trial.task.cancel()

    def find(self, who: str, id: str) -> Trial:
        whose, trial = self._trials.get(id, ("", None))
        if trial is None or whose != who:
            raise Gone("There is no such trial.")
        return trial

    async def _run(self, trial: Trial, who: str, game: str, text: str, bot: str) -> None:
        for n in range(trial.wanted):
            try:
                raw = await self._sandbox.do(who, tried, game, text, str(n + 1), bot, seconds=SECONDS)
            except Misuse as error:
                trial.trouble = str(error)
                return
            except Exception as error:
                trial.trouble = f"A match of it breaks off: {type(error).__name__}: {error}"
                return
            trial.add(msgspec.json.decode(raw, type=Played))

    def close(self) -> None:
        for _, trial in self._trials.values():
            if trial.task is not None and not trial.task.done():
                trial.task.cancel()
        self._sandbox.close()


# ------------------------------------------------------------------ in the worker


def begin_draft(game: str, text: str, seed: int | str) -> Match:
    """A match of a scenario, or of a situation laid over one."""
    from grognard.kernel.formats import Situation, kind_of  # heavy, and seldom needed

    known, data = known_game(game), read_toml(text)
    if kind_of(known, data) == "situation":
        told = msgspec.convert(data, Situation)
        return Match.start(known, told.scenario, seed, told.options, situation=told.situation or None)
    return Match.start(known, data, seed)


def tried(game: str, text: str, seed: str, bot: str = "best") -> bytes:
    match = begin_draft(game, text, seed)
    bots = {seat: make_bot(match.game, bot, own=True) for seat in match.seats}
    seen = _Watch(match)
    until = time.process_time() + 0.9 * SECONDS  # before the system ends it
    for turn in islice(turns(match, bots, own_streams(match, seed), lambda _: None), CHOICES):
        if match.number % LOOK == 0:
            seen.look(match)
        if time.process_time() > until or turn is None:
            break
    seen.look(match)
    result = match.result
    scores = {side: float(points) for side, points in (result.scores or {}).items()} if result is not None else {}
    return msgspec.json.encode(
        Played(
            winner=(result.winner or "") if result is not None else "",
            words=result.text if result is not None else "",
            choices=match.number,
            turn=seen.turn,
            scores=scores,
            pieces=seen.names,
            busy=sorted(seen.busy),
            places=seen.places,
            trodden=sorted(seen.trodden),
            finished=result is not None,
            sides=dict(match.prepared.sides),
        )
    )


class _Watch:
    """What moves on the map."""

    def __init__(self, match: Match) -> None:
        board = match.board
        self.places = {region.id: region.label or region.id for region in board.regions} if board is not None else {}
        if len(self.places) > FEW:
            self.places = {}
        self.first: dict[str, Any] = {}
        self.names: dict[str, str] = {}
        self.busy: set[str] = set()
        self.trodden: set[str] = set()
        self.turn = ""
        self.look(match)

    def look(self, match: Match) -> None:
        scene = match.game.scene(match.g, UMPIRE)
        self.turn = scene.turn or self.turn
        now = {piece.id: (piece.at, piece.x, piece.y, piece.steps) for piece in scene.pieces}
        for piece in scene.pieces:
            self.names.setdefault(piece.id, piece.name or piece.symbol)
        if not self.first:
            self.first = now
        self.busy |= {id for id in {*now, *self.first} if now.get(id) != self.first.get(id)}
        self.trodden |= {place for place, *_ in now.values() if place}


# ------------------------------------------------------------------ what they show


def findings(rows: list[Played]) -> list[str]:
    """Who wins, how long, what would make it even, what never mattered."""
    ended = [row for row in rows if row.finished]
    if not ended:
        return [f"{len(rows)} matches, and none came to its end."] if rows else []
    lines = [_who_wins(ended)]
    lines.append(
        f"Length: {median(row.choices for row in ended):.0f} choices in the middle"
        f" ({min(row.choices for row in ended)} to {max(row.choices for row in ended)})"
        + (f"; they ended at {_usual([row.turn for row in ended])}." if ended[0].turn else ".")
    )
    if len(ended) < len(rows):
        lines.append(f"{len(rows) - len(ended)} of {len(rows)} did not come to an end in {SECONDS:.0f} seconds.")
    lines += _handicap(ended)
    lines += _idle(rows)
    return lines


def _who_wins(ended: list[Played]) -> str:
    won = Counter(_called(row, row.winner) for row in ended)
    parts = []
    for side, times in won.most_common():
        low, high = wilson(times, len(ended))
        parts.append(f"{side} {times} ({times / len(ended):.0%}; in the long run {low:.0%} to {high:.0%})")
    return f"After {len(ended)} {'match' if len(ended) == 1 else 'matches'}, wins: {', '.join(parts)}."


def _called(row: Played, side: str) -> str:
    """As people call it."""
    return row.sides.get(side, side) or "nobody"


def _usual(words: list[str]) -> str:
    return Counter(words).most_common(1)[0][0]


def _handicap(ended: list[Played]) -> list[str]:
    sides = list(ended[0].scores)
    margins = [
        (row.scores[sides[0]] - row.scores[sides[1]], (row.winner == sides[0]) - (row.winner == sides[1]))
        for row in ended
        if len(sides) == 2 and len(row.scores) == 2
    ]
    if len(margins) < 4:
        return []
    one = even_margin(margins)
    to, amount = (sides[0], one.amount) if one.amount >= 0 else (sides[1], -one.amount)
    to = _called(ended[0], to)
    if not amount:
        return ["By the score it is even: the margin in the middle is where nobody wins."]
    if one.low <= 0 <= one.high:
        return [f"By the score it could be even; the margin in the middle is {amount:g} for {to}."]
    return [f"Give {to} {amount:g} points of the score, and each side wins half of such matches."]


def _idle(rows: list[Played]) -> list[str]:
    busy = {id for row in rows for id in row.busy}
    trodden = {place for row in rows for place in row.trodden}
    lines = []
    names = {id: name for row in rows for id, name in row.pieces.items()}
    idle = [name for id, name in names.items() if id not in busy]
    if idle:
        lines.append(f"Never moved, never lost anything: {_listed(idle)}.")
    places = rows[0].places
    empty = [name for id, name in places.items() if id not in trodden]
    if empty and len(empty) < len(places):
        lines.append(f"Nobody ever stood there: {_listed(empty)}.")
    return lines


def _listed(names: list[str], most: int = 12) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
