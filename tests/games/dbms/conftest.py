"""Small battles for tests: elements in millimetres, and moves, attacks and refusals in one line each.

`battle("red TA 300 400 0", "blue IN 300 300 180")` puts a red tank with the middle of its front edge at 300, 400, facing north.
"""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from grognard.games.dbms.asks import Ask
from grognard.kernel import Match, Refused
from grognard.kernel.state import plain

FORMS = {"IN": "sf", "IH": "sf", "IE": "sf", "TA": "at", "TH": "at", "RE": "aw", "AT": "sf", "AR": "sf", "AA": "sf", "GE": "sw",
         "FI": "air", "BO": "air"}  # fmt: skip
SPARE = ("red IN 590 20 0", "blue IN 590 -1 0")


def element(words: str) -> dict:
    """'red IN 300 400 0 sf/sw loaded entrenched hidden portee'."""
    side, code, *rest = words.split()
    numbers = [float(one) for one in rest[:3]] if rest and rest[0].lstrip("-").replace(".", "").isdigit() else []
    marks = rest[3:] if numbers else rest
    forms = next((one for one in marks if one.split("/")[0] in ("sf", "sh", "sw", "st", "aw", "at", "air")), FORMS[code])
    made = {"side": side, "code": code, "forms": forms.split("/")}
    if numbers:
        made["at"] = numbers
    for mark in ("loaded", "entrenched", "portee"):
        if mark in marks:
            made[mark] = True
    return made


def battle(*elements, phase="move", mover="red", pips=6, terrain=(), base=None, options=None, patch=None, attacker="red", turn=1, spare=None):
    """A match in the middle of a turn. In combat a far-away pair keeps the step going after the fight that is tested."""
    made = [element(one) for one in elements]
    marks = [one.split() for one in elements]
    if spare if spare is not None else phase == "fight":
        made += [element("red IN 590 60 0"), element("blue IN 590 38 180")]
    scenario = {
        "title": "A test",
        "phase": "start" if phase == "initiative" else phase,  # a scenario begins before the dice of its turn
        "attacker": attacker,
        "edges": {"red": "south", "blue": "north"},
        "terrain": [dict(kind=kind, points=points, **(extra[0] if extra else {})) for kind, points, *extra in terrain],
        "elements": made,
    }
    if base is not None:
        scenario["base"] = base
    state = {
        "phase": phase, "mover": mover, "initiative": mover, "turn": turn,
        "pips": {"red": pips, "blue": pips} if isinstance(pips, int) else pips,
    }  # fmt: skip
    hidden = {str(n): {"hidden": True} for n, words in enumerate(marks) if "hidden" in words}
    if hidden:
        state["elements"] = hidden
    return Match.start("dbms", scenario, seed=1, options=options or {}, situation=merged(state, patch or {}))


def merged(a: dict, b: dict) -> dict:
    out = dict(a)
    for key, value in b.items():
        out[key] = merged(out[key], value) if isinstance(value, dict) and isinstance(out.get(key), dict) else value
    return out


def box(x1, y1, x2, y2):
    return [[x1, y1], [x2, y1], [x2, y2], [x1, y2]]


def move(match, n, *poses, **more):
    """Move an element along poses in millimetres and degrees."""
    match.choose(("move", n))
    value = {"poses": [[round(x * 100), round(y * 100), round(f * 100)] for x, y, f in poses], **more}
    match.choose(value)


def may_move(match, n, *poses, **more):
    """What the checker says about a move: the rules that it breaks."""
    fork = match.fork()
    fork.choose(("move", n))
    value = {"poses": [[round(x * 100), round(y * 100), round(f * 100)] for x, y, f in poses], **more}
    return [refusal.rule for refusal in fork.decision.refusals(value)]


def at(match, n):
    """Pose in millimetres and degrees; None off the table."""
    place = match.g.state.elements[n].at
    return None if place is None else tuple(round(v / 100, 1) for v in place)


def fight(match, attacker, target, mine, theirs, *, support=(), defence=(), more=()):
    """An attack with its supporters and dice; further forced dice in `more`."""
    with match.forced(mine, theirs, *more):
        match.choose((attacker, target))
        for helper in support:
            match.choose(helper)
        if match.result is None and match.decision.name == Ask.SUPPORT:
            match.choose("done")
        for helper in defence:
            match.choose(helper)
        if match.result is None and match.decision.name == Ask.DEFEND:
            match.choose("done")


@contextmanager
def refused(rule, says=""):
    with pytest.raises(Refused) as caught:
        yield
    rules = [refusal.rule for refusal in caught.value.refusals]
    assert rule in rules, f"{rules}: {caught.value}"
    assert says in str(caught.value)


def told(match, seat=None):
    return [event.text for event in match.diary(seat)]


def alive(match, n):
    return match.g.state.elements[n].status == "table"


def state(match):
    return match.g.state


def attacks_of(match):
    return [value.notation() for value in match.decision.options if value != "pass"]


def offered(match):
    """The options as they are written."""
    return [plain(value) for value in match.decision.options]
