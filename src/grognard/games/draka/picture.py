"""The map of the variant: the base picture of the larger board."""

from __future__ import annotations

from grognard.games.pog.picture import picture as base
from grognard.games.pog.static import Static
from grognard.kernel.scene import BoardPicture


def picture(static: Static) -> BoardPicture:
    made = base(static)
    made.title = "The Draka Variant"
    return made
