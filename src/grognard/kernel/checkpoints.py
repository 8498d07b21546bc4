"""The copies of a position from which its procedures can be started afresh: when one is kept, and which are let go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .log import Checkpoint
from .refusal import Misuse
from .state import copy_state

if TYPE_CHECKING:
    from .annals import Annals
    from .context import Context
    from .luck import Luck

KEPT = 8  # of older checkpoints every so manieth is kept, and packed
DENSE = 8  # a match that is forked, and is to keep a copy at least so often, has one of its last rest besides
FORGOTTEN = "This copy of the match does not remember so far back."


class Checkpoints:
    """Of one match, oldest first."""

    __slots__ = ("annals", "every", "forks", "gaps", "keeps", "kept", "luck", "rested_at", "rested_log", "thinned")

    def __init__(self, annals: Annals, luck: Luck, every: int) -> None:
        self.annals = annals
        self.luck = luck
        self.every = every  # choices, at most, between two that are kept
        self.keeps = True  # False: nobody goes back in this match, and no copies of its position are kept
        self.kept: list[Checkpoint] = []
        self.thinned = 0  # so many of them are already thinned out
        self.rested_at = 0  # choices made until the last rest
        self.rested_log = 0  # and entries of the log
        self.forks = 0
        self.gaps: list[int] | None = None  # the battery counts choices between two rests here

    @property
    def last(self) -> Checkpoint:
        return self.kept[-1]

    def first_of_all(self, state: Any) -> None:
        self.kept = [Checkpoint(0, 0, 0, 0, 0, 0, 0, copy_state(state))]

    def upto(self, end: int) -> list[Checkpoint]:
        """Those of the time when the log had at most `end` entries."""
        kept = [checkpoint for checkpoint in self.kept if checkpoint.log <= end]
        if not kept:
            raise Misuse(FORGOTTEN)
        return kept

    def here(self, state: Any, passing: bool = False) -> Checkpoint:
        """One of this moment; it does not stand among the others yet."""
        annals = self.annals
        marks = (len(annals.log), annals.number, len(annals.events), self.luck.stream.position, self.luck.epoch)
        return Checkpoint(*marks, annals.barrier, annals.turn_start, copy_state(state), "", passing)

    def rest(self, g: Context[Any, Any]) -> None:
        """The procedures could start afresh from the state here. A copy is kept when one is due."""
        annals = self.annals
        if self.gaps is not None:
            self.gaps.append(annals.number - self.rested_at)
        self.rested_at = annals.number
        self.rested_log = len(annals.log)
        kept = self.kept
        last = kept[-1]
        if not self.keeps or len(annals.log) == last.log:
            return
        before = kept[-2] if last.passing else last
        due = annals.number - before.number >= self.every or (annals.secret_since and not 1 < self.every <= DENSE)
        if due or (self.forks and self.every <= DENSE):  # whoever is never copied needs no copies
            self.keep(g.state, passing=not due)
            kept[-1].facts = g.facts()

    def keep(self, state: Any, passing: bool = False) -> None:
        kept = self.kept
        kept[-1].facts = None
        if kept[-1].passing:
            kept.pop()
        kept.append(self.here(state, passing))
        if passing:
            return
        self.annals.secret_since = False
        if len(kept) - self.thinned > KEPT + 4:
            self._thin_out()
        self.annals.settle()

    def go_on_from(self, kept: Sequence[Checkpoint]) -> None:
        """Only these are left."""
        self.kept = list(kept)
        self.thinned = min(self.thinned, len(self.kept))

    def _thin_out(self) -> None:
        """Of older checkpoints every n-th is kept: going far back only replays more."""
        first = self.thinned
        self.kept[first].pack()
        del self.kept[first + 1 : first + KEPT]
        self.thinned += 1
