"""A game whose only point is what must not be seen: how often Blue chooses, what, and what his dice say."""

from __future__ import annotations

from msgspec import Struct

from grognard.kernel import DONE, Game, Result, SetUp
from grognard.kernel.scene import Panel, Piece, Scene

SIDES = {"red": "Red", "blue": "Blue"}
PLACES = ["SECRETmill", "SECRETford", "SECRETwood", "SECRETfarm"]


class FogState(Struct):
    round: int = 1
    stage: str = "hide"
    hidden: list[str] = []
    scouts: list[int] = []
    gone: int = 0


class Fog(Game):
    """Blue hides as many counters as he likes, one by one; then Red goes on or waits. All is shown at the end."""

    name, title, state = "fog", "Fog", FogState
    built_in = {"learning": {"rounds": 3}}

    def set_up(self, scenario, options):
        return SetUp(scenario["rounds"], FogState(), SIDES)

    def play(self, g):
        s = g.state
        while s.round <= g.static:
            if s.stage == "hide":
                while len(s.hidden) < 12:
                    g.checkpoint()
                    place = yield g.ask("blue", "Hide one where?", [*PLACES, DONE], rule="fog.1", secret=True, waiting="hides")
                    if place == DONE:
                        break
                    s.hidden.append(place)
                    g.tell("Blue hides one at {place}.", rule="fog.1", to="blue", place=place)
                s.scouts.append(g.d6("SECRETscouts", rule="fog.2", by="blue", to=["blue"]))
                s.stage = "go"
            g.checkpoint()
            s.gone += yield g.ask("red", "How far?", [0, 1, 2], rule="fog.3")
            g.tell("Red goes to {n}.", rule="fog.3", n=s.gone)
            s.stage, s.round = "hide", s.round + 1
            g.checkpoint()
        g.reveal()
        return Result("red", f"{len(s.hidden)} were hidden.", "fog.4")

    def scene(self, g, side):
        s = g.state
        mine = side in ("blue", "umpire")
        pieces = [Piece(f"p{n}", "blue", place) for n, place in enumerate(s.hidden)] if mine else []
        panels = [Panel("scouts", "Scouts", "text", lines=[str(die) for die in s.scouts])] if mine else []
        return Scene("", "", None, "Fog", turn=f"Round {s.round}", pieces=pieces, panels=panels, status=[f"Red at {s.gone}"])

    def redeal(self, then, now, side, rng):
        if side == "red":
            then.state.hidden = [rng.choice(PLACES) for _ in range(rng.randrange(5))]
            then.state.scouts = [rng.randrange(1, 7) for _ in then.state.scouts]

    def secrets(self, g, side):
        return {"hidden": g.state.hidden, "scouts": g.state.scouts} if side == "red" else {}


FOG = Fog()
