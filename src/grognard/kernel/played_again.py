"""A save played again by the rules as they are, with its dice rolled again: where it goes another way, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from .checkpoints import Checkpoints
from .dice import drawn
from .log import CHANCE, Entry, Mismatch, is_step
from .rebuilding import feed, launch
from .refusal import Refused
from .save_contents import entries_of, laid_out
from .saves import Save
from .state import lasting_digest

if TYPE_CHECKING:
    from .context import Context
    from .game import Game
    from .match import Match


class Verification(Struct):
    """What a replay of the whole match found."""

    choices: int
    rolls: int
    problems: list[str]

    @property
    def ok(self) -> bool:
        return not self.problems


def replayed(make: type[Match], found: Save, game: Game) -> Verification:
    """A save played again by the rules as they are: where it goes another way, in words."""
    match = laid_out(make, found, game)
    entries = entries_of(found, match)
    problems = []
    first = next((c for c in found.checkpoints if c.log == 0 and c.state is not None), None)
    state = match.prepared.first_state()
    if first is not None and lasting_digest(state) != first.digest:
        problems.append("The scenario is not the one that this match began with.")
    rolls = sum(entry[0] == CHANCE for entry in entries)
    choices = sum(map(is_step, entries))
    replay = _Replay(match, entries, {c.log: c.digest for c in found.checkpoints if c.log}, problems)
    replay.run(state)
    if not problems and found.now and lasting_digest(match.g.state) != found.now:
        problems.append("The last position is not the one that was saved.")
    return Verification(choices, rolls, problems)


class _Replay:
    """A replay that rolls the dice again and compares them with the log."""

    def __init__(self, match: Match, entries: list[Entry], digests: dict[int, str], problems: list[str]) -> None:
        self.match = match
        self.entries = entries
        self.problems = problems
        match.checkpoints = _Compared(match, digests, problems)

    def run(self, state: Any) -> None:
        match = self.match
        match.checkpoints.first_of_all(state)
        try:
            with match.luck.living_again(self.entries, recall=self._roll_again):
                launch(match, state)
                feed(match)
        except (Mismatch, Refused) as error:
            self.problems.append(f"After choice {match.number} the log does not fit the rules: {error}")
        except Exception as error:
            self.problems.append(f"After choice {match.number} a rule broke: {type(error).__name__}: {error}")

    def _roll_again(self, spec: str, count: int, faces: Any, *_: Any) -> Any:
        match, luck = self.match, self.match.luck
        entry = luck.script[luck.script_at] if luck.script_at < len(luck.script) else None
        if entry is not None and entry[0] == CHANCE and luck.secret is not None:
            rolled = luck.stream.faces(count, faces) if faces is not None else drawn(luck.stream, spec, count)
            if tuple(rolled) != tuple(entry[2]) or luck.stream.position != entry[4]:
                self.problems.append(f"After choice {match.number}: {spec} gives {rolled}, the log has {entry[2]}.")
        return luck.scripted(spec)


class _Compared(Checkpoints):
    """Checkpoints that are not kept but held against those of a save."""

    def __init__(self, match: Match, digests: dict[int, str], problems: list[str]) -> None:
        super().__init__(match.annals, match.luck, match.checkpoints.every)
        self.digests = digests  # by the length of the log
        self.problems = problems

    def rest(self, g: Context[Any, Any]) -> None:
        self.keep(g.state)

    def keep(self, state: Any, passing: bool = False) -> None:
        """The first with so long a log is the one that was kept."""
        expected = self.digests.pop(len(self.annals.log), None)
        if expected is not None and lasting_digest(state) != expected:
            self.problems.append(f"After choice {self.annals.number} the position is not the one that was saved.")
