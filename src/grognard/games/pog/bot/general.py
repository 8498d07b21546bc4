"""The general: an officer who rehearses.

Before he plays a card, activates a space or attacks, he tries what his officers propose, each with the operations that
would follow and the enemy's answer, and takes what leads to the best position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.kernel import DONE

from ..asks import Ask
from .rehearsal import Rehearsal, best_of, each_once
from .transfers import Officer

if TYPE_CHECKING:
    from grognard.kernel import Chair


class Care(NamedTuple):
    """How carefully a question is gone into: candidates, worlds, actions that are played (his own and the answer), and how
    much his officers' own opinion counts beside the rehearsals."""

    width: int
    worlds: int
    actions: int
    faith: float


CARE: dict[str, Care] = {
    Ask.ACTION: Care(6, 3, 2, 0.4),
    Ask.ACTIVATE: Care(6, 2, 2, 0.4),
    Ask.MOVE: Care(3, 2, 2, 0.4),
    Ask.ATTACK: Care(4, 2, 2, 0.4),
}


class General(Officer):
    """Chooses for a chair."""

    def officer(self) -> Officer:
        """Who plays in the rehearsals."""
        return Officer()

    def choose(self, chair: Chair) -> Any:
        first = super().choose(chair)
        care = CARE.get(chair.decision.name)
        if care is None:
            return first
        fit = self._proposals(chair.decision, first, care)
        if len(fit) < 2:
            return first
        ranked = best_of(Rehearsal(chair, self.officer, care.actions), fit, care.worlds)
        self.weighed = ranked
        if ranked[0][1] != first:
            self.asked_on_the_way = True  # the march that the officers had planned is another's
        return ranked[0][1]

    def _proposals(self, decision: Any, first: Any, care: Care) -> list[tuple[float, Any]]:
        """What is worth a rehearsal, the officers' own choice first, each with what they think of it beside that."""
        known = list(each_once(self.weighed))
        thought = next((worth for worth, value in known if value == first), 0.0)
        others = [(min(0.0, care.faith * (worth - thought)), value) for worth, value in known if value != first]
        if decision.name == Ask.ACTION:
            others = [one for one in _of_every_use(others) if one[1].use != "peace"]
        others = others[: care.width - 1]
        if DONE in decision.options and first != DONE and all(value != DONE for _, value in others):
            others.append((-care.faith * max(0.0, thought), DONE))
        return [(0.0, first), *others]


def _of_every_use(found: list[tuple[float, Any]]) -> list[tuple[float, Any]]:
    """The best use of every kind before the second best of any."""
    count: dict[str, int] = {}
    ranks: list[tuple[int, float, int]] = []
    for n, (worth, value) in enumerate(found):
        count[value.use] = count.get(value.use, 0) + 1
        ranks.append((count[value.use], -worth, n))
    return [found[n] for _, _, n in sorted(ranks)]
