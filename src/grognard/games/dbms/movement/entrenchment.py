"""Chapter Entrenchment: digging in instead of moving."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import Refusal

from ..context import Dbms
from ..state import TABLE


def may_entrench(g: Dbms, n: int) -> Refusal | None:
    """dbms.entrenchment.1: on foot, and it has not moved."""
    element = g.element(n)
    if element.status != TABLE or g.is_air(n) or not g.on_foot(n):
        return Refusal("dbms.entrenchment.1", f"{g.name(n)} is not on foot.")
    if element.moves or element.acted:
        return Refusal("dbms.entrenchment.1", f"{g.name(n)} has moved or acted this turn.")
    if element.river:
        return Refusal("dbms.entrenchment.1", f"{g.name(n)} is in the river.")
    if element.entrenched:
        return Refusal("dbms.entrenchment.1", f"{g.name(n)} is entrenched already.")
    return None


def entrench(g: Dbms, members: Sequence[int]) -> None:
    for n in members:
        g.element(n).entrenched = True
        g.element(n).acted = True
        g.tell("{element} digs in.", rule="dbms.entrenchment.2" if len(members) > 1 else "dbms.entrenchment.1", element=n)
