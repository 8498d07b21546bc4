"""Card ap.27, Great Retreat: for the rest of the turn attacked Russian units may fall back before the combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.kernel import Procedure

from ..asks import Ask
from .retreat import retreat

if TYPE_CHECKING:
    from ..context import Pog
    from .fight import Fight


def great_retreat(g: Pog, fight: Fight) -> Procedure:
    """All Russian units of the space or none retreat one space, before trench cards, flank attempt, cards and dice."""
    if "ap.27" not in g.state.this_turn or fight.enemy != "ap":
        return
    russians = [u for u in fight.defenders + fight.spent if g.units.nation[u] == "ru"]
    if not russians:
        return
    choice = yield g.ask(
        "ap",
        lambda: f"Great Retreat: do the Russians fall back from {g.board.name[fight.target]}?",
        ["retreat", "stand"],
        rule="pog.card.ap.27",
        about={"place": g.board.ids[fight.target]},
        name=Ask.GREAT_RETREAT,
        decline="stand",
        final=True,
        waiting="Great Retreat",
    )
    if choice == "stand":
        return
    yield from retreat(g, fight, russians, 1)
    fight.defenders = [u for u in fight.defenders if u not in russians]
    fight.spent = [u for u in fight.spent if u not in russians]
    fight.vacated = []
    fight.fort_alone = fight.fort and not fight.defenders
    if not fight.defenders:
        fight.trench = 0
