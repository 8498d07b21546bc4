"""Whether undo is offered must not tell what another seat did in secret."""

from __future__ import annotations

from msgspec import Struct

from grognard.kernel import DONE, Game, Match, Result, SetUp
from grognard.kernel.scene import Scene


class HideState(Struct):
    stage: str = "go"
    hidden: int = 0


class Hiding(Game):
    """Red goes, then Blue hides as many counters as he likes, one by one, in secret."""

    name, title, state = "hiding", "Hiding", HideState
    built_in = {"learning": {}}

    def set_up(self, scenario, options):
        return SetUp(None, HideState(), {"red": "Red", "blue": "Blue"})

    def play(self, g):
        s = g.state
        if s.stage == "go":
            yield g.ask("red", "Go?", ["yes"], rule="x.1")
            s.stage = "hide"
        while s.stage == "hide":
            g.checkpoint()
            if (yield g.ask("blue", "Hide?", ["one", DONE], rule="x.2", secret=True)) == DONE:
                s.stage = "end"
            else:
                s.hidden += 1
        g.checkpoint()
        yield g.ask("red", "Look?", ["yes"], rule="x.3")
        return Result(None, "over", "x.4")

    def scene(self, g, side):
        return Scene("", "", None, "Hiding", status=[str(g.state.hidden)] if side == "blue" else [])

    def redeal(self, then, now, side, rng):
        if side == "red":
            then.state.hidden = rng.randrange(5)


def test_undo_does_not_tell_whether_another_seat_has_chosen_in_secret():
    match = Match.start(Hiding(), seed=1)
    match.choose("yes")
    before, refused = match.view("red"), match.undo_refused("red")
    for _ in range(3):
        match.choose("one")
        assert match.view("red") == before
        assert match.undo_refused("red") == refused is not None
    assert match.undo_refused("blue") is None  # his own he may take back
    match.undo("blue")
    assert match.g.state.hidden == 2
