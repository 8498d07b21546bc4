"""Playing a save again from the first die, and comparing everything.

When a match is over its secret is shown, and everybody can roll its dice again: the secret against the hash that was shown
first, every roll, every position whose digest was kept, every choice.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from .checkpoints import Checkpoints
from .dice import commitment, drawn
from .loading import bytes_of, entries_of, game_of, laid_out
from .log import CHANCE, Entry, Mismatch, is_step
from .rebuilding import feed, launch
from .refusal import Refused
from .saves import Save, read_save
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


def verify(file: bytes | str | os.PathLike[str], game: Game | None = None) -> Verification:
    """Play a save again from the first die: secret against its hash, every roll, every digest, every choice."""
    found = read_save(file)
    game = game_of(found, game)
    problems = []
    if found.game_version != game.version:
        problems.append(
            f"It was saved by version {found.game_version} of {game.name}; this is version {game.version}, "
            "which cannot compare positions with it."
        )
    if not found.secret:
        problems.append("The save has no secret: its dice cannot be checked.")
    elif commitment(bytes_of(found.secret, "secret")) != found.commitment:
        problems.append("The secret is not the one whose hash was shown.")
    verification = replayed(found, game)
    verification.problems[:0] = problems
    return verification


def replayed(found: Save, game: Game) -> Verification:
    """A save played again by the rules as they are: where it goes another way, in words."""
    match = laid_out(found, game)
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
