"""Chapter 1: both sides set up their companies at the same time, in secret."""

from __future__ import annotations

from grognard.kernel import Draft, Procedure, Refusal

from ..asks import Ask
from ..context import Newgame
from ..static import SIDES


def deploy(g: Newgame) -> Procedure:
    """1.1: a draft for each side; an item is a hill, and puts a company there."""
    drafts = yield g.together(*(placing(g, side) for side in SIDES))
    g.state.companies = {side: [drafts[side].count(hill) for hill in g.static.hills] for side in SIDES}
    g.state.seen = [False] * len(g.static.hills)
    g.tell("Both sides have set up.", rule="newgame.1.1")


def placing(g: Newgame, side: str) -> Draft:
    hills = g.static.hills
    even = [hills[number % len(hills)] for number in range(g.static.companies)]
    massed = [hill for hill in hills for _ in range(g.static.most)][: g.static.companies]
    return g.draft(
        side,
        f"Place {g.static.companies} companies",
        rule="newgame.1.1",
        name=Ask.PLACE,
        item=str,
        offers=lambda items: [hill for hill in hills if may_place(g, [*items, hill]) is None],
        check=lambda items: [wrong for wrong in (may_place(g, items), all_placed(g, items)) if wrong],
        suggest=lambda: [even, massed],
        on=lambda hill: ("", hill),
        waiting="setting up",
    )


def may_place(g: Newgame, items: list[str]) -> Refusal | None:
    """1.2: companies that there are, hills that there are, and not too many on one."""
    for hill in items:
        if hill not in g.static.hills:
            return Refusal("newgame.1.1", f"There is no {hill}.")
        if (there := items.count(hill)) > g.static.most:
            return Refusal("newgame.1.2", f"{there} companies on {hill}; at most {g.static.most}.")
    if len(items) > g.static.companies:
        return Refusal("newgame.1.1", f"{len(items)} companies; there are {g.static.companies}.")
    return None


def all_placed(g: Newgame, items: list[str]) -> Refusal | None:
    """1.3: no company stays behind."""
    if (left := g.static.companies - len(items)) > 0:
        return Refusal("newgame.1.3", f"{left} more to place.")
    return None
