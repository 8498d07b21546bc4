"""13.6: what stands on a board (bridges, buildings, stations, mines), who knows of it, and its damage.

A scenario lists them: `[[work]] board, name, kind, known = ["german"]`, and of a bridge of which nobody knows the type
`types = { timber = 3, steel = 8 }` with structure points. By ruling R47 the side that holds the board at the
start knows all, the other only what the scenario says. R95 gives their structure points; a visit makes all known (13.6.1).
"""

from __future__ import annotations

from msgspec import Struct

POINTS = {"bridge": 6, "building": 4, "station": 6, "ford": 0, "mines": 0, "beach defences": 0}
SOLID = ("bridge", "building", "station")  # what a battle can damage (fyow.33.7.3.8)


class Work(Struct, gc=False):
    """One bridge, building, station, ford or minefield."""

    board: int
    name: str
    kind: str
    damage: int = 0
    known: list[str] = []  # sides that know of it
    types: dict[str, int] = {}  # what it may be, with structure points: open until a reconnaissance force came (fyow.13.6.3)
    type: str = ""
    to: list[int] = []  # of a bridge: the boards to which the links lead that it carries (fyow.13.6.3, ruling R199)
    cleared: bool = False  # of a minefield

    @property
    def points(self) -> int:
        return self.types.get(self.type) or POINTS.get(self.kind, 0)

    @property
    def destroyed(self) -> bool:
        return self.points > 0 and self.damage >= self.points
