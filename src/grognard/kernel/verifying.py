"""Playing a save again from the first die, and comparing everything; and breaking once more what broke.

When a match is over its secret is shown, and everybody can roll its dice again: the secret against the hash that was shown
first, every roll, every position whose digest was kept, every choice.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from msgspec import structs

from .dice import commitment
from .loading import checkpoints_of, stand_at
from .match import Match
from .played_again import Verification, replayed
from .rebuilding import resume
from .refusal import BadData
from .save_contents import bytes_of, entries_of, game_of, laid_out
from .saves import read_save

if TYPE_CHECKING:
    from .game import Game


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
    verification = replayed(Match, found, game)
    verification.problems[:0] = problems
    return verification


def reproduce(file: bytes | str | os.PathLike[str], game: Game | None = None) -> Exception | None:
    """Break once more what `Broken.file` holds: the exception of the rule, or None if the rule holds by now."""
    found = read_save(file)
    game = game_of(found, game)
    if found.broken is None:
        raise BadData("save: nothing was broken here")
    match = laid_out(Match, found, game)
    entries = entries_of(found, match)
    checkpoints = checkpoints_of(found, game, entries)
    after = entries_of(structs.replace(found, log=found.broken.get("entries", [])), match)
    try:
        stand_at(match, found, entries, checkpoints)
        resume(match, checkpoints[-1], [*entries[checkpoints[-1].log :], *after])
    except Exception as error:
        return error
    return None
