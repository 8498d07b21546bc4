"""Going on from a save.

Loading takes the last checkpoint and feeds the log since. Where newer rules cannot follow, or come to another position than
the one that was saved, the match goes on from that checkpoint and says so in `notes`. A save of another release is also
replayed from the start, and where the rules would have gone another way is said. A file that is damaged is refused as a
whole. How a save is read and its table laid out: save_contents.py.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from .. import __version__
from .history import History
from .log import Checkpoint, Entry, Mismatch, choice_entry, is_step
from .played_again import replayed
from .rebuilding import resume
from .refusal import BadData
from .save_contents import entries_of, game_of, laid_out
from .saves import Save, SavedCheckpoint, read_save
from .state import lasting_digest, plain, read

if TYPE_CHECKING:
    from .game import Game
    from .match import Match


def load(make: type[Match], file: bytes | str | os.PathLike[str], game: Game | None = None) -> Match:
    """See Match.load."""
    found = read_save(file)
    game = game_of(found, game)
    match = laid_out(make, found, game)
    entries = entries_of(found, match)
    checkpoints = checkpoints_of(found, game, entries)
    try:
        stand_at(match, found, entries, checkpoints)
        resume(match, checkpoints[-1], entries[checkpoints[-1].log :])
        _submit_again(match, found)
        if found.now and found.game_version == game.version and lasting_digest(match.g.state) != found.now:
            raise Mismatch(f"choice {match.number} leads to another position")
    except Exception as error:  # whatever a newer rule raises, the match is not lost
        match = _short_of(make, found, game, entries, checkpoints, error)
    match.answers.given = found.standing
    if found.release != __version__ and not match.notes:
        match.notes.extend(_said_of_the_past(make, found, game))
    return match


def _said_of_the_past(make: type[Match], found: Save, game: Game) -> list[str]:
    """Another release wrote the save: would its rules have come the same way? Where they would not, that is said."""
    problems = replayed(make, found, game).problems if found.game_version == game.version else []
    return [f"The rules have changed: {problem} The match goes on from where it was." for problem in problems[:1]]


def _short_of(
    make: type[Match], found: Save, game: Game, entries: list[Entry], checkpoints: list[Checkpoint], error: Exception
) -> Match:
    """The match at the last checkpoint from which the rules, as they are now, can go on."""
    for length in range(len(checkpoints), 0, -1):
        last = checkpoints[length - 1]
        match = laid_out(make, found, game)
        try:
            stand_at(match, found, entries, checkpoints[:length])
            resume(match, last, ())
        except Exception:
            continue
        lost = sum(map(is_step, entries[last.log :]))
        match.notes.append(f"The rules have changed: {lost} choices after choice {last.number} were lost ({error}).")
        return match
    why = f"{type(error).__name__}: {error}"
    raise BadData(f"save: the rules of {game.name} cannot go on from any position in it ({why})") from error


def stand_at(match: Match, found: Save, entries: list[Entry], checkpoints: list[Checkpoint]) -> None:
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


def checkpoints_of(found: Save, game: Game, entries: list[Entry]) -> list[Checkpoint]:
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


def _submit_again(match: Match, found: Save) -> None:
    for seat, value in found.submitted.items():
        if seat in match.procedures.together:
            given, logged = match.procedures.together[seat].accept(plain(value))
            match.procedures.submitted[seat] = (given, choice_entry(seat, logged, True, None))
