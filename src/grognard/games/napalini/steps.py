"""How a sequence of play is run: step by step from where the state says it stands, with a checkpoint after each step.

Days (sequence.py) and rounds (command/rounds.py) are such sequences. A step is a procedure and the name of the step that
follows; the procedure may return another name instead. A name that is no step ends the sequence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grognard.kernel.game import Procedure

from .context import Napalini

Steps = Mapping[str, tuple[Callable[[Napalini], Procedure], str]]


def in_order(g: Napalini, holder: Any, name: str, steps: Steps) -> Procedure:
    """Run the steps that are left; `holder.name` says where the sequence stands."""
    while (now := getattr(holder, name)) in steps:
        work, following = steps[now]
        other = yield from work(g)
        setattr(holder, name, other or following)
        g.checkpoint()


def at_once(work: Callable[[Napalini], str | None]) -> Callable[[Napalini], Procedure]:
    """A step in which nobody is asked."""

    def step(g: Napalini) -> Procedure:
        yield from ()
        return work(g)

    return step
