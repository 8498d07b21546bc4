"""What a save says, checked, and an empty table for it: the part of loading that verifying needs too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from .dice import dice_of, mixed_key
from .ending import WORDS
from .game import game as game_named
from .log import CHANCE, CHOICE, CORRECTION, END, EPOCH, HAND, NOTE, Entry
from .prepared import prepare
from .refusal import BadData, Misuse
from .saves import Save
from .state import plain

if TYPE_CHECKING:
    from .game import Game
    from .match import Match


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


def laid_out(make: type[Match], found: Save, game: Game) -> Match:
    """An empty table for this save."""
    scenario: str | dict[str, Any] = found.scenario
    if found.scenario_data is not None:
        scenario = {**found.scenario_data, "name": found.scenario}
    prepared = prepare(game, scenario, found.options, found.situation or None, played=True)
    match = make(game, prepared, found.seats or None, found.umpire, found.former)
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


def bytes_of(text: str, what: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise BadData(f"save: {what} is no hexadecimal number") from None


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
