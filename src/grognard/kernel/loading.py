"""Going on from a save.

Loading takes the last checkpoint and feeds the log since. Where newer rules cannot follow, or come to another position than
the one that was saved, the match goes on from that checkpoint and says so in `notes`. A save of another release is also
replayed from the start, and where the rules would have gone another way is said. A file that is damaged is refused as a
whole. `reproduce` breaks a broken rule once more.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import structs

from .. import __version__
from .dice import dice_of, mixed_key
from .ending import WORDS
from .game import game as game_named
from .history import History
from .log import CHANCE, CHOICE, CORRECTION, END, EPOCH, HAND, NOTE, Checkpoint, Entry, Mismatch, choice_entry, is_step
from .match import Match
from .prepared import prepare
from .rebuilding import resume
from .refusal import BadData, Misuse
from .saves import Save, SavedCheckpoint, read_save
from .state import lasting_digest, plain, read

if TYPE_CHECKING:
    from .game import Game


def load(file: bytes | str | os.PathLike[str], game: Game | None = None) -> Match:
    """See Match.load."""
    found = read_save(file)
    game = game_of(found, game)
    match = laid_out(found, game)
    entries = entries_of(found, match)
    checkpoints = _checkpoints(found, game, entries)
    try:
        _stand_at(match, found, entries, checkpoints)
        resume(match, checkpoints[-1], entries[checkpoints[-1].log :])
        _submit_again(match, found)
        if found.now and found.game_version == game.version and lasting_digest(match.g.state) != found.now:
            raise Mismatch(f"choice {match.number} leads to another position")
    except Exception as error:  # whatever a newer rule raises, the match is not lost
        match = _short_of(found, game, entries, checkpoints, error)
    match.answers.given = found.standing
    if found.release != __version__ and not match.notes:
        match.notes.extend(_said_of_the_past(found, game))
    return match


def _said_of_the_past(found: Save, game: Game) -> list[str]:
    """Another release wrote the save: would its rules have come the same way? Where they would not, that is said."""
    from .verifying import replayed  # it lays out matches by this module

    problems = replayed(found, game).problems if found.game_version == game.version else []
    return [f"The rules have changed: {problem} The match goes on from where it was." for problem in problems[:1]]


def game_of(found: Save, game: Game | None) -> Game:
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
        match = laid_out(found, game)
        try:
            _stand_at(match, found, entries, checkpoints[:length])
            resume(match, last, ())
        except Exception:
            continue
        lost = sum(map(is_step, entries[last.log :]))
        match.notes.append(f"The rules have changed: {lost} choices after choice {last.number} were lost ({error}).")
        return match
    why = f"{type(error).__name__}: {error}"
    raise BadData(f"save: the rules of {game.name} cannot go on from any position in it ({why})") from error


def laid_out(found: Save, game: Game) -> Match:
    """An empty table for this save."""
    scenario: str | dict[str, Any] = found.scenario
    if found.scenario_data is not None:
        scenario = {**found.scenario_data, "name": found.scenario}
    prepared = prepare(game, scenario, found.options, found.situation or None, played=True)
    match = Match(game, prepared, found.seats or None, found.umpire, found.former)
    luck = match.luck
    luck.secret = bytes_of(found.secret, "secret") if found.secret else None
    if found.dice not in ("stream", "by hand"):
        raise BadData(f"save: dice: expected 'stream' or 'by hand', got {found.dice!r}")
    luck.nonces, luck.dice, match.marks = dict(found.nonces), found.dice, list(found.marks)
    luck.mixed_in = list(found.mixed_in)
    if luck.secret is not None:
        luck.stream.key = mixed_key(luck.secret, luck.nonces)
    elif found.key:
        luck.stream.key = bytes_of(found.key, "key")[:64]
    return match


def _stand_at(match: Match, found: Save, entries: list[Entry], checkpoints: list[Checkpoint]) -> None:
    """The past of a match up to the last of these checkpoints."""
    last = checkpoints[-1]
    annals = match.annals
    annals.events = History(found.events[: last.events])
    match.checkpoints.kept = list(checkpoints)
    for entry in entries[: last.log]:
        if is_step(entry):
            annals.count(entry[1])
        annals.log.append(entry)
    annals.settle()


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
    END: (str, str, (str, type(None))),
    NOTE: (str, tuple, (tuple, type(None)), str),
}


def entries_of(found: Save, match: Match) -> list[Entry]:
    return understood_entries(found.log, match)


def understood_entries(log: Iterable[Sequence[Any]], match: Match) -> list[Entry]:
    """Entries as they come out of JSON, checked one by one."""
    entries = []
    for number, entry in enumerate(log):
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
        return match.seating.side_ever(entry[1]) is not None and _possible(entry[3], entry[2])
    if entry[0] == END and entry[2] not in WORDS:
        return False
    return entry[0] not in (CHOICE, END) or match.seating.side_ever(entry[1]) is not None


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
        if seat in match.run.together:
            given, logged = match.run.together[seat].accept(plain(value))
            match.run.submitted[seat] = (given, choice_entry(seat, logged, True, None))


def reproduce(file: bytes | str | os.PathLike[str], game: Game | None = None) -> Exception | None:
    """Break once more what `Broken.file` holds: the exception of the rule, or None if the rule holds by now."""
    found = read_save(file)
    game = game_of(found, game)
    if found.broken is None:
        raise BadData("save: nothing was broken here")
    match = laid_out(found, game)
    entries = entries_of(found, match)
    checkpoints = _checkpoints(found, game, entries)
    after = entries_of(structs.replace(found, log=found.broken.get("entries", [])), match)
    try:
        _stand_at(match, found, entries, checkpoints)
        resume(match, checkpoints[-1], [*entries[checkpoints[-1].log :], *after])
    except Exception as error:
        return error
    return None


def bytes_of(text: str, what: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise BadData(f"save: {what} is no hexadecimal number") from None
