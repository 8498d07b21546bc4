"""What changes in play (`State`), what never does (`Static`), and the context that rules receive."""

from __future__ import annotations

from msgspec import Struct

from grognard.kernel import Context

SIDES = {"red": "Red", "blue": "Blue"}
OTHER = {"red": "blue", "blue": "red"}


class State(Struct):
    turn: int = 1
    phase: str = "deploy"  # deploy, then attack
    mover: int = 0  # whose attack it is: 0 Red, 1 Blue
    companies: dict[str, list[int]] = {}  # side -> how many stand on each hill
    seen: list[bool] = []  # by hill: a fight there showed what both sides have


class Static(Struct, frozen=True):
    """From the scenario; shared by all forks of a match."""

    hills: tuple[str, ...]
    companies: int  # of each side
    most: int  # on one hill at the start
    turns: int


class Newgame(Context[State, Static]):
    """`g`: nouns tell, verbs change the state."""

    def on(self, side: str, hill: int) -> int:
        return self.state.companies[side][hill]

    def holder(self, hill: int) -> str | None:
        red, blue = self.on("red", hill), self.on("blue", hill)
        return None if red == blue else "red" if red > blue else "blue"

    def hidden_hills(self) -> list[int]:
        return [hill for hill, seen in enumerate(self.state.seen) if not seen]

    def show(self, hill: int) -> None:
        if not self.state.seen[hill]:
            self.state.seen[hill] = True
            self.reveal()

    def lose(self, side: str, hill: int) -> None:
        self.state.companies[side][hill] -= 1
