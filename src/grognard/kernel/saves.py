"""Saves: a match as readable JSON.

A save holds the scenario, the options, the secret behind the dice, the log, and checkpoints with digests. A seat's own
record holds its scene and diary and nothing else. Not here: playing on from a save (loading.py), playing one again from the
first die (verifying.py).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from .. import __version__
from .context import UMPIRE
from .diary import Event
from .dice import commitment
from .log import Checkpoint, Entry
from .refusal import BadData, Misuse
from .standing import Standing
from .state import lasting_digest

if TYPE_CHECKING:
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
    mixed_in: list[tuple[int, str, str]] = []
    dice: str = "stream"
    seats: dict[str, str] = {}
    former: dict[str, str] = {}  # seats of earlier splits, and their sides
    umpire: bool = False
    events: list[Event] = []
    submitted: dict[str, Any] = {}
    standing: list[Standing] = []
    marks: list[str] = []
    release: str = ""  # of Grognard, that wrote it
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
    kept = [c for c in match.checkpoints.kept if not c.passing]
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
        nonces=match.luck.nonces,
        mixed_in=match.luck.mixed_in,
        dice=match.dice,
        seats=match.seats,
        former=match.former,
        umpire=match.umpire,
        events=list(match.events),
        submitted=match.submitted,
        standing=match.standing,
        marks=match.marks,
        release=__version__,
        now=lasting_digest(match.g.state),
        key="" if match.secret is not None else match.stream.key.hex(),
        broken=broken,
    )
    return msgspec.json.encode(file)


def _saved(c: Checkpoint, full: bool) -> SavedCheckpoint:
    state = msgspec.Raw(msgspec.json.encode(c.whole())) if full else None
    marks = (c.log, c.number, c.events, c.position, c.epoch, c.barrier, c.turn_start)
    if not c.digest:
        c.digest = lasting_digest(c.whole())
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
