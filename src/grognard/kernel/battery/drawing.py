"""The board and what stands on it can be drawn: the browser takes both as data and believes them."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec

from ..context import UMPIRE
from ..scene import BoardPicture
from .record import Recording
from .report import Report


def check_board(recording: Recording, report: Report) -> None:
    """The board of the match at its beginning, and its pieces."""
    match = recording.start()
    picture = match.prepared.board(match.game, match.game.ground(match.g))
    if picture is None:
        return
    where = recording.where(0)
    for wrong in _undrawable(picture):
        report.add("board", where, wrong)
    regions = {region.id for region in picture.regions}
    for piece in match.view(UMPIRE).pieces if regions else ():
        if piece.at and piece.at not in regions:
            report.add("board", where, f"the piece {piece.id!r} stands at {piece.at!r}, and the board has no such region")
            break


def _undrawable(picture: BoardPicture) -> Iterator[str]:
    try:
        msgspec.convert(msgspec.json.decode(msgspec.json.encode(picture)), BoardPicture)
    except msgspec.ValidationError as error:
        yield f"the browser cannot draw it: {error}"
    if not (math.isfinite(picture.width) and math.isfinite(picture.height) and min(picture.width, picture.height) > 0):
        yield f"it is {picture.width} wide and {picture.height} high"
    ids = [region.id for region in picture.regions]
    if len(set(ids)) != len(ids):
        yield f"a region stands on it twice: {next(id for id in ids if ids.count(id) > 1)!r}"
    for link in picture.links:
        for end in (link.a, link.b):
            if end not in ids:
                yield f"a link ends at {end!r}, and there is no such region"
                return


__all__ = ["check_board"]
