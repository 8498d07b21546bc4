"""The context `g` that rules receive: nouns tell, verbs change the state."""

from __future__ import annotations

from grognard.kernel import Context

from .state import State
from .static import Static


class Newgame(Context[State, Static]):
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
