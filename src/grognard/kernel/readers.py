"""What each seat was shown last, kept so that words are made once: the diary's lines, the question, the sight of the table."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .context import UMPIRE
from .drafting import Draft

if TYPE_CHECKING:
    from .annals import Annals
    from .decision import Decision
    from .diary import SpotOf
    from .past import Past
    from .scene import DecisionView, EventView, Scene

LINES = 300  # of the diary whose words are remembered


class Readers:
    """The seats of one match, and spectators, as readers."""

    __slots__ = ("annals", "lines", "pasts", "questions", "read", "sights")

    def __init__(self, annals: Annals) -> None:
        self.annals = annals
        self.lines: dict[str | None, tuple[int, list[EventView]]] = {}  # what each was shown last, and from which line on
        self.read: dict[str | None, tuple[array[int], int]] = {}  # which lines each may read, and up to where that is known
        self.questions: dict[str, tuple[Decision, int, list[Any], DecisionView]] = {}  # what each was last asked
        self.sights: dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]] = {}  # what each was shown when it last imagined
        self.pasts: dict[str, Past] = {}  # what each knows of the time before the last checkpoint

    def forget_all(self) -> None:
        for kept in (self.lines, self.read, self.questions, self.sights, self.pasts):
            kept.clear()

    def back_to(self, events: int) -> None:
        """The diary is cut to so many lines."""
        self.pasts.clear()
        self.lines.clear()
        if any(upto > events for _, upto in self.read.values()):
            self.read.clear()

    def ask(self, scene: Scene, seat: str, asked: Decision, items: Sequence[Any]) -> None:
        """The seat's decision, and the fight that it is asked in, as far as this scene shows who fights."""
        scene.decision = self.question(seat, asked, scene.number, items)
        if scene.fight is None and asked.fight is not None:
            fight, seen = asked.fight(), {piece.id for piece in scene.pieces if not piece.hidden}
            for side in fight.sides:
                side.pieces = [piece for piece in side.pieces if piece in seen]  # who is hidden is not named
            scene.fight = fight

    def question(self, seat: str, asked: Decision, number: int, items: Sequence[Any]) -> DecisionView:
        """What the seat reads of its decision. It stays while others think, and listing all that can be done is dear."""
        known = self.questions.get(seat)
        if known is None or known[0] is not asked or known[1] != number or known[2] != list(items):
            view = asked.view(number, items) if isinstance(asked, Draft) else asked.view(number)
            known = self.questions[seat] = (asked, number, list(items), view)
        return known[3]

    def diary(
        self,
        side: str | None,
        seat: str | None,
        name_of: Callable[[str, Any], str],
        spot: SpotOf,
        last: int | None,
        since: int,
    ) -> list[EventView]:
        """See Match.diary."""
        annals = self.annals
        own: Sequence[int] = annals.own.get(seat, ()) if seat is not None else ()
        readable = self._readable(side, seat)
        first = max(since, len(readable) - last if last is not None else 0)
        begins, lines = self.lines.get(seat, (first, []))  # the same lines are read after every choice
        if first < begins or first > begins + len(lines):
            begins, lines = first, []
        for index in range(begins + len(lines), len(readable)):
            event = annals.events[readable[index]]
            after = event.after if side == UMPIRE else bisect_right(own, event.after)
            lines.append(event.view(index, after, name_of, spot))
        if len(lines) > LINES:
            begins, lines = first, lines[first - begins :]
        if len(lines) <= LINES:
            self.lines[seat] = (begins, lines)
        return lines[first - begins :]

    def _readable(self, side: str | None, seat: str | None) -> Sequence[int]:
        """Which events this reader may know: those that he knew before, and what has come since."""
        count = len(self.annals.events)
        if side == UMPIRE:
            return range(count)
        known, upto = self.read.get(seat) or (array("i"), 0)
        if upto < count:
            new = enumerate(self.annals.events[upto:], upto)
            known.extend(number for number, event in new if event.readable_by(side, seat))
            self.read[seat] = (known, count)
        return known
