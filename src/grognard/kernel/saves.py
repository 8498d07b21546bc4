"""Saves: a match as readable JSON, and back.

A save holds the scenario, the options, the secret behind the dice, the log, and checkpoints with digests. Loading takes the
last checkpoint and feeds the log since. Where newer rules cannot follow, or come to another position than the one that was
saved, the match goes on from that checkpoint and says so in `notes`. A file that is damaged is refused as a whole. `verify`
plays a whole save again from the first die and compares everything; `reproduce` breaks a broken rule once more.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct, structs

from .context import UMPIRE
from .diary import Event
from .dice import commitment, dice_of, mixed_key
from .game import game as game_named
from .log import CHANCE, CHOICE, CORRECTION, EPOCH, HAND, Checkpoint, Entry, Mismatch, choice_entry, is_step
from .prepared import prepare
from .refusal import BadData, Misuse, Refused
from .standing import Standing
from .state import copy_state, lasting_digest, plain, read

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
    now: str = ""  # digest of the position in which it was saved
    key: str = ""  # of the dice of a fork, which has no secret
    broken: dict[str, Any] | None = None  # the choice at which a rule raised an exception, and its dice
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
        now=lasting_digest(match.g.state),
        key="" if match.secret is not None else match.stream.key.hex(),
        broken=broken,
    )
    return msgspec.json.encode(file)


def _saved(c: Checkpoint, full: bool) -> SavedCheckpoint:
    state = msgspec.Raw(msgspec.json.encode(c.state)) if full else None
    marks = (c.log, c.number, c.events, c.position, c.epoch, c.barrier, c.turn_start)
    if not c.digest:
        c.digest = lasting_digest(c.state)
    return SavedCheckpoint(*marks, c.digest, state)


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
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadData(f"{where}: this is no save of Grognard: {error}") from None
    if found.grognard < 1:
        raise BadData(f"{where}: there is no format {found.grognard} of saves")
    if found.grognard > FORMAT:
        raise BadData(f"{where}: format {found.grognard} is newer than this Grognard reads ({FORMAT})")
    return found


def load(file: bytes | str | os.PathLike[str], game: Game | None = None) -> Match:
    """See Match.load."""
    found = read_save(file)
    game = _game_of(found, game)
    match = _laid_out(found, game)
    entries = _entries(found, match)
    checkpoints = _checkpoints(found, game, entries)
    try:
        _stand_at(match, found, entries, checkpoints)
        match._resume(checkpoints[-1], entries[checkpoints[-1].log :])
        _submit_again(match, found)
        if found.now and found.game_version == game.version and lasting_digest(match.g.state) != found.now:
            raise Mismatch(f"choice {match.number} leads to another position")
    except Exception as error:  # whatever a newer rule raises, the match is not lost
        match = _short_of(found, game, entries, checkpoints, error)
    match.standing = found.standing
    return match


def _game_of(found: Save, game: Game | None) -> Game:
    if found.record_of:
        raise BadData(f"This is the record of {found.record_of}: it can be looked at, not played on.")
    game = game or game_named(found.game)
    if game.name != found.game:
        raise BadData(f"save: a match of {found.game!r}, not of {game.name!r}")
    if found.game_version > game.version:
        raise BadData(
            f"save: version {found.game_version} of {game.name} is newer than this Grognard knows ({game.version})"
        )
    return game


def _short_of(
    found: Save, game: Game, entries: list[Entry], checkpoints: list[Checkpoint], error: Exception
) -> Match:
    """The match at the last checkpoint from which the rules, as they are now, can go on."""
    for length in range(len(checkpoints), 0, -1):
        last = checkpoints[length - 1]
        match = _laid_out(found, game)
        try:
            _stand_at(match, found, entries, checkpoints[:length])
            match._resume(last, ())
        except Exception:
            continue
        lost = sum(map(is_step, entries[last.log :]))
        match.notes.append(f"The rules have changed: {lost} choices after choice {last.number} were lost ({error}).")
        return match
    why = f"{type(error).__name__}: {error}"
    raise BadData(f"save: the rules of {game.name} cannot go on from any position in it ({why})") from error


def _laid_out(found: Save, game: Game) -> Match:
    """An empty table for this save."""
    from .match import Match

    scenario: str | dict[str, Any] = found.scenario
    if found.scenario_data is not None:
        scenario = {**found.scenario_data, "name": found.scenario}
    prepared = prepare(game, scenario, found.options, found.situation or None)
    match: Match = Match._blank(game, prepared, found.seats or None, found.umpire)
    match.secret = _hex(found.secret, "secret") if found.secret else None
    if found.dice not in ("stream", "by hand"):
        raise BadData(f"save: dice: expected 'stream' or 'by hand', got {found.dice!r}")
    match.nonces, match.dice, match.marks = dict(found.nonces), found.dice, list(found.marks)
    if match.secret is not None:
        match.stream.key = mixed_key(match.secret, match.nonces)
    elif found.key:
        match.stream.key = _hex(found.key, "key")[:64]
    return match


def _stand_at(match: Match, found: Save, entries: list[Entry], checkpoints: list[Checkpoint]) -> None:
    """The past of a match up to the last of these checkpoints."""
    last = checkpoints[-1]
    match.events = list(found.events[: last.events])
    match._checkpoints = list(checkpoints)
    for entry in entries[: last.log]:
        if is_step(entry):
            match._count(entry[1])
        match.log.append(entry)


def _checkpoints(found: Save, game: Game, entries: list[Entry]) -> list[Checkpoint]:
    """The checkpoints whose state was kept, each where the log says, each with the state that was saved."""
    steps, before = [0], 0
    for entry in entries:
        steps.append(steps[-1] + is_step(entry))
    kept = []
    for c in found.checkpoints:
        if not (before <= c.log < len(steps) and c.number == steps[c.log] and 0 <= c.events <= len(found.events)):
            raise BadData(f"save: the checkpoint after choice {c.number} does not fit the log")
        if not (min(c.position, c.epoch) >= 0 and 0 <= c.barrier <= c.number and 0 <= c.turn_start <= c.number):
            raise BadData(f"save: the checkpoint after choice {c.number} has impossible numbers")
        before = c.log
        if c.state is not None:
            marks = (c.log, c.number, c.events, c.position, c.epoch, c.barrier, c.turn_start)
            kept.append(Checkpoint(*marks, _state(c, found, game)))
    if not kept or kept[0].log != 0:
        raise BadData("save: expected a checkpoint with a state at the beginning of the match")
    return kept


def _state(c: SavedCheckpoint, found: Save, game: Game) -> Any:
    """The state of a checkpoint, brought up to the game's version."""
    where = f"save: state after choice {c.number}"
    data = c.state
    for version in range(found.game_version, game.version):
        if version not in game.migrations:
            raise BadData(f"save: no migration of {game.name} from version {version}")
        try:
            data = game.migrations[version](data)
        except Exception as error:
            raise BadData(f"{where}: the migration from version {version} failed ({error!r})") from error
    state: Any = read(data, game.state, where)
    if found.game_version == game.version and lasting_digest(state) != c.digest:
        raise BadData(f"{where}: its digest is another one; the file was changed or is damaged")
    return state


_ENTRY: dict[str, tuple[type | tuple[type, ...], ...]] = {  # after the letter; `object`: anything
    CHOICE: (str, object, bool, (str, type(None))),
    CHANCE: (str, tuple, (tuple, type(None)), int, (tuple, type(None))),
    HAND: (str, tuple, str, (tuple, type(None))),
    CORRECTION: (str, str, dict),
    EPOCH: (int,),
}


def _entries(found: Save, match: Match) -> list[Entry]:
    entries = []
    for number, entry in enumerate(found.log):
        fixed = tuple(plain(part) if entry[0] != CORRECTION or not isinstance(part, dict) else part for part in entry)
        if not _understood(fixed, match):
            raise BadData(f"save: log entry {number} is not understood: {str(entry)[:60]}")
        entries.append(fixed)
    return entries


def _understood(entry: Entry, match: Match) -> bool:
    form = _ENTRY.get(entry[0]) if entry and isinstance(entry[0], str) else None
    if form is None or len(entry) != len(form) + 1:
        return False
    if not all(isinstance(part, kind) for part, kind in zip(entry[1:], form, strict=True)):
        return False
    if entry[0] == CHANCE:
        return _possible(entry[1], entry[2]) and entry[4] >= 0
    if entry[0] == HAND:
        return entry[1] in match.seats and _possible(entry[3], entry[2])
    return entry[0] != CHOICE or entry[1] in match.seats


def _possible(spec: str, outcome: tuple[Any, ...]) -> bool:
    """Whether dice or cards can fall like that."""
    if not all(type(value) is int and value >= 0 for value in outcome):
        return False
    if spec == "shuffle":
        return sorted(outcome) == list(range(len(outcome)))
    if spec.startswith("draw "):
        return spec == f"draw {len(outcome)}" and len(set(outcome)) == len(outcome)
    try:
        count, faces = dice_of(spec)
    except Misuse:
        return False
    return len(outcome) == count and all(value in faces for value in outcome)


def _submit_again(match: Match, found: Save) -> None:
    for seat, value in found.submitted.items():
        if seat in match._together:
            given, logged = match._together[seat].accept(plain(value))
            match._submitted[seat] = (given, choice_entry(seat, logged, True, None))


def reproduce(file: bytes | str | os.PathLike[str], game: Game | None = None) -> Exception | None:
    """Break once more what `Broken.file` holds: the exception of the rule, or None if the rule holds by now."""
    found = read_save(file)
    game = _game_of(found, game)
    if found.broken is None:
        raise BadData("save: nothing was broken here")
    match = _laid_out(found, game)
    entries = _entries(found, match)
    checkpoints = _checkpoints(found, game, entries)
    after = _entries(structs.replace(found, log=found.broken.get("entries", [])), match)
    try:
        _stand_at(match, found, entries, checkpoints)
        match._resume(checkpoints[-1], [*entries[checkpoints[-1].log :], *after])
    except Exception as error:
        return error
    return None


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


def verify(file: bytes | str | os.PathLike[str], game: Game | None = None) -> Verification:
    """Play a save again from the first die: secret against its hash, every roll, every digest, every choice."""
    found = read_save(file)
    game = _game_of(found, game)
    match = _laid_out(found, game)
    entries = _entries(found, match)
    problems = []
    if found.game_version != game.version:
        problems.append(
            f"It was saved by version {found.game_version} of {game.name}; this is version {game.version}, "
            "which cannot compare positions with it."
        )
    if match.secret is None:
        problems.append("The save has no secret: its dice cannot be checked.")
    elif commitment(match.secret) != found.commitment:
        problems.append("The secret is not the one whose hash was shown.")
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
        self.digests = digests
        self.problems = problems

    def run(self, state: Any) -> None:
        match = self.match
        match._checkpoints = [Checkpoint(0, 0, 0, 0, 0, 0, 0, copy_state(state))]
        match.rest = self._compare  # type: ignore[method-assign]
        match._keep = self._compare  # type: ignore[method-assign]
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

    def _compare(self, state: Any = None) -> None:
        """At a rest, or after a correction (`state`). The first with so long a log is the one that was kept."""
        match = self.match
        expected = self.digests.pop(len(match.log), None)
        if expected is not None and lasting_digest(match.g.state if state is None else state) != expected:
            self.problems.append(f"After choice {match.number} the position is not the one that was saved.")
