"""Saves: a match as readable JSON, and back.

A save holds the scenario, the options, the secret behind the dice, the log, and checkpoints with digests. Loading takes the
last checkpoint whose state was kept and feeds the log since; where newer rules cannot follow, the match goes on from
that checkpoint and says so in `notes`. `verify` plays a whole save again from the first die and compares everything.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from .context import UMPIRE
from .diary import Event
from .dice import commitment, mixed_key
from .game import game as game_named
from .log import CHANCE, CHOICE, CORRECTION, EPOCH, HAND, Checkpoint, Entry, Mismatch, choice_entry
from .prepared import prepare
from .refusal import BadData, Broken, Misuse, Refused
from .standing import Standing
from .state import copy_state, digest, plain, read

if TYPE_CHECKING:
    from .game import Game
    from .match import Match

FORMAT = 1


class SavedCheckpoint(Struct, omit_defaults=True):
    log: int
    number: int
    events: int
    position: int
    epoch: int
    barrier: int
    turn_start: int
    digest: str
    state: Any = None  # kept for the first, the last and some between


class Save(Struct, omit_defaults=True):
    """The file. Fields are only added, with defaults."""

    grognard: int  # the format
    game: str
    game_version: int
    scenario: str
    options: dict[str, Any]
    log: list[list[Any]]
    checkpoints: list[SavedCheckpoint]
    scenario_data: dict[str, Any] | None = None  # where the scenario did not come with the game
    situation: dict[str, Any] = {}
    secret: str = ""
    commitment: str = ""
    nonces: dict[str, str] = {}
    dice: str = "stream"
    seats: dict[str, str] = {}
    umpire: bool = False
    events: list[Event] = []
    submitted: dict[str, Any] = {}
    standing: list[Standing] = []
    marks: list[str] = []
    broken: dict[str, Any] | None = None  # the choice at which a rule raised an exception
    record_of: str = ""  # a seat's record: to look at, not to go on with
    record: dict[str, Any] | None = None


def save(match: Match, broken: dict[str, Any] | None = None) -> bytes:
    """Everything. Not for a player while the match is on: it holds what others must not see."""
    if match.imagined:
        raise Misuse("An imagined world has no past to save.")
    prepared = match.prepared
    kept = match._checkpoints
    file = Save(
        grognard=FORMAT,
        game=match.game.name,
        game_version=match.game.version,
        scenario=prepared.name,
        options=prepared.options,
        log=[list(entry) for entry in match.log],
        checkpoints=[_saved(c, full=index % 8 == 0 or c is kept[-1]) for index, c in enumerate(kept)],
        scenario_data=prepared.data if prepared.inline else None,
        situation=prepared.situation,
        secret=match.secret.hex() if match.secret is not None else "",
        commitment=commitment(match.secret) if match.secret is not None else "",
        nonces=match.nonces,
        dice=match.dice,
        seats=match.seats,
        umpire=match.umpire,
        events=match.events,
        submitted={seat: entry[2] for seat, (_, entry) in match._submitted.items()},
        standing=match.standing,
        marks=match.marks,
        broken=broken,
    )
    return msgspec.json.encode(file)


def _saved(c: Checkpoint, full: bool) -> SavedCheckpoint:
    state = msgspec.Raw(msgspec.json.encode(c.state)) if full else None
    marks = (c.log, c.number, c.events, c.position, c.epoch, c.barrier, c.turn_start)
    return SavedCheckpoint(*marks, digest(c.state), state)


def save_broken(match: Match, entries: Sequence[Entry], trace: str) -> bytes:
    """A match file that reproduces a broken rule: the position before, the choice and the trace."""
    return save(match, {"entries": [list(entry) for entry in entries], "trace": trace}) if not match.imagined else b""


def save_for(match: Match, seat: str) -> bytes:
    """A seat's record: its scene and diary, and nothing else. When the match is over, everything is open."""
    if match.result is not None or seat == UMPIRE:
        return save(match)
    match.side_of(seat)
    record = {"scene": match.view(seat), "diary": match.diary(seat)}
    file = Save(
        grognard=FORMAT,
        game=match.game.name,
        game_version=match.game.version,
        scenario=match.prepared.name,
        options=match.prepared.options,
        log=[],
        checkpoints=[],
        commitment=commitment(match.secret) if match.secret is not None else "",
        marks=match.marks,
        record_of=seat,
        record=msgspec.to_builtins(record),
    )
    return msgspec.json.encode(file)


# ------------------------------------------------------------------ reading


def read_save(file: bytes | str | os.PathLike[str]) -> Save:
    """The file as data; BadData names what is wrong with it."""
    where = "save"
    if not isinstance(file, bytes):
        where = str(file)
        try:
            file = Path(file).read_bytes()
        except OSError as error:
            raise BadData(f"{where}: {error.strerror or error}") from None
    try:
        found = msgspec.json.decode(file, type=Save)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise BadData(f"{where}: this is no save of Grognard: {error}") from None
    if found.grognard > FORMAT:
        raise BadData(f"{where}: format {found.grognard} is newer than this Grognard reads ({FORMAT})")
    return found


def load(file: bytes | str | os.PathLike[str]) -> Match:
    """See Match.load."""
    found = read_save(file)
    if found.record_of:
        raise BadData(f"This is the record of {found.record_of}: it can be looked at, not played on.")
    game = game_named(found.game)
    match = _laid_out(found, game)
    entries = _entries(found.log)
    states = [c for c in found.checkpoints if c.state is not None]
    if not states:
        raise BadData("save: no checkpoint with a state")
    checkpoints = [_checkpoint(c, _state(c, found, game)) for c in states]
    last = checkpoints[-1]
    _check_bounds(found, last)
    match.log, match.events = entries[: last.log], found.events[: last.events]
    _index(match)
    match._checkpoints = checkpoints
    try:
        match._resume(last, entries[last.log :])
        _submit_again(match, found)
    except (Mismatch, Refused, Broken, ArithmeticError, LookupError, TypeError, ValueError, RuntimeError) as error:
        match._checkpoints = checkpoints
        match._resume(last, ())
        lost = sum(1 for entry in entries[last.log :] if entry[0] in (CHOICE, HAND))
        match.notes.append(f"The rules have changed: {lost} choices after choice {last.number} were lost ({error}).")
    match.standing = found.standing
    return match


def _laid_out(found: Save, game: Game) -> Match:
    """An empty table for this save."""
    from .match import Match

    scenario: str | dict[str, Any] = found.scenario
    if found.scenario_data is not None:
        scenario = {"name": found.scenario, **found.scenario_data}
    prepared = prepare(game, scenario, found.options, found.situation or None)
    match: Match = Match._blank(game, prepared, found.seats or None, found.umpire)
    match.secret = _hex(found.secret, "secret") if found.secret else None
    match.nonces, match.dice, match.marks = found.nonces, found.dice, found.marks
    if match.secret is not None:
        match.stream.key = mixed_key(match.secret, match.nonces)
    return match


def _checkpoint(c: SavedCheckpoint, state: Any) -> Checkpoint:
    return Checkpoint(c.log, c.number, c.events, c.position, c.epoch, c.barrier, c.turn_start, state)


def _state(c: SavedCheckpoint, found: Save, game: Game) -> Any:
    """The state of a checkpoint, brought up to the game's version."""
    data = c.state
    for version in range(found.game_version, game.version):
        if version not in game.migrations:
            raise BadData(f"save: no migration of {game.name} from version {version}")
        data = game.migrations[version](data)
    return read(data, game.state, f"save: state after choice {c.number}")


def _entries(log: list[list[Any]]) -> list[Entry]:
    entries = []
    for number, entry in enumerate(log):
        if not entry or entry[0] not in (CHOICE, CHANCE, HAND, CORRECTION, EPOCH):
            raise BadData(f"save: log entry {number} is not understood: {str(entry)[:60]}")
        fixed = tuple(plain(part) if not isinstance(part, dict) else part for part in entry)
        entries.append(fixed)
    return entries


def _check_bounds(found: Save, last: Checkpoint) -> None:
    if not (0 <= last.log <= len(found.log) and 0 <= last.events <= len(found.events)):
        raise BadData("save: the last checkpoint lies behind the end of the log")


def _index(match: Match) -> None:
    """What a match knows about its log: who chose when."""
    log, match.log = match.log, []
    match.number = 0
    for entry in log:
        if entry[0] in (CHOICE, HAND):
            match._count(entry[1])
        match.log.append(entry)


def _submit_again(match: Match, found: Save) -> None:
    for seat, value in found.submitted.items():
        if seat in match._together:
            given, logged = match._together[seat].accept(plain(value))
            match._submitted[seat] = (given, choice_entry(seat, logged, True, None))


def _hex(text: str, what: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise BadData(f"save: {what} is no hexadecimal number") from None


# ------------------------------------------------------------------ verifying


class Verification(Struct):
    """What a replay of the whole match found."""

    choices: int
    rolls: int
    problems: list[str]

    @property
    def ok(self) -> bool:
        return not self.problems


def verify(file: bytes | str | os.PathLike[str]) -> Verification:
    """Play a save again from the first die: secret against its hash, every roll, every digest, every choice."""
    found = read_save(file)
    game = game_named(found.game)
    match = _laid_out(found, game)
    entries = _entries(found.log)
    problems = []
    if match.secret is None:
        problems.append("The save has no secret: its dice cannot be checked.")
    elif commitment(match.secret) != found.commitment:
        problems.append("The secret is not the one whose hash was shown.")
    first = next((c for c in found.checkpoints if c.log == 0 and c.state is not None), None)
    state = match.prepared.first_state()
    if first is not None and digest(state) != first.digest:
        problems.append("The scenario is not the one that this match began with.")
    rolls = sum(entry[0] == CHANCE for entry in entries)
    choices = sum(entry[0] in (CHOICE, HAND) for entry in entries)
    replay = _Replay(match, entries, {c.log: c.digest for c in found.checkpoints}, problems)
    replay.run(state)
    return Verification(choices, rolls, problems)


class _Replay:
    """A replay that rolls the dice again and compares them with the log."""

    def __init__(self, match: Match, entries: list[Entry], digests: dict[int, str], problems: list[str]) -> None:
        self.match = match
        self.entries = entries
        self.digests = digests
        self.problems = problems

    def run(self, state: Any) -> None:
        match = self.match
        match._checkpoints = [Checkpoint(0, 0, 0, 0, 0, 0, 0, copy_state(state))]
        match.rest = self._compare  # type: ignore[method-assign]
        match._script, match._script_at, match._recall = self.entries, 0, self._roll_again
        try:
            match._launch(state)
            match._feed()
        except (Mismatch, Refused) as error:
            self.problems.append(f"After choice {match.number} the log does not fit the rules: {error}")
        except Exception as error:
            self.problems.append(f"After choice {match.number} a rule broke: {type(error).__name__}: {error}")

    def _roll_again(self, spec: str, count: int, faces: Any, *_: Any) -> Any:
        match = self.match
        entry = match._script[match._script_at] if match._script_at < len(match._script) else None
        if entry is not None and entry[0] == CHANCE and match.secret is not None:
            rolled = match.stream.faces(count, faces) if faces is not None else match._drawn(spec, count)
            if tuple(rolled) != tuple(entry[2]) or match.stream.position != entry[4]:
                self.problems.append(f"After choice {match.number}: {spec} gives {rolled}, the log has {entry[2]}.")
        return match._scripted(spec)

    def _compare(self) -> None:
        match = self.match
        expected = self.digests.pop(len(match.log), None)  # the first rest with so long a log is the one that was kept
        if expected is not None and digest(match.g.state) != expected:
            self.problems.append(f"After choice {match.number} the position is not the one that was saved.")
