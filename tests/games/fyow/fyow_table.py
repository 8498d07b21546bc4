"""Situations of Fight Your Own Wars for tests, and helpers to read a match."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any

import pytest
from msgspec import structs

from grognard.games.fyow.state import Battle
from grognard.kernel import Match, Refused
from grognard.kernel.state import plain

VALE, ISLET, SAMPSON, CAPELLES = "vale-church-and-grand-havre", "lislet", "st-sampson", "les-capelles"


def fyow(options: dict[str, Any] | None = None, seed: int = 1, **patch: Any) -> Match:
    """The learning campaign with a patch. `cards=[...]` goes straight to these cards (session 3, a summer day)."""
    return Match.start("fyow", "learning", seed=seed, options=options, situation=patch, checkpoint_every=1)


def at_cards(*cards: str, forces: dict[str, Any] | None = None, **patch: Any) -> Match:
    """A fair, windless day, no traits, cards in this order; the rest of the patch as `situations.py` says."""
    patch.setdefault("weather", {"sky": "fair"})
    patch.setdefault("options", {"traits": False, "loss_removal_automatic": True})
    options = patch.pop("options")
    return fyow(options, cards=list(cards), forces=forces or {}, **patch)


def unit(match: Match, name: str):
    return next(u for u in match.g.state.units if u.id == name)


def give_orders(match: Match, name: str, kind: str, objective: int = -1) -> None:
    """Other orders, for where it was to go if nothing else is said."""
    force = unit(match, name)
    force.order = structs.replace(force.order, kind=kind, objective=force.order.objective if objective < 0 else objective)


def number(match: Match, name: str) -> int:
    return next(n for n, u in enumerate(match.g.state.units) if u.id == name)


def where(match: Match, name: str) -> str:
    return match.g.static.boards[unit(match, name).board].id


def offered(match: Match) -> list[Any]:
    """What can be chosen now, in the notation in which tests write it."""
    return [plain(option) for option in match.decision.options]


def link(match: Match, a: str, b: str) -> int:
    static = match.g.static
    return static.graph.links_between(static.number[a], static.number[b])[0]


def move(match: Match, name: str, to: str) -> tuple[str, int]:
    return ("move", link(match, where(match, name), to))


def said(match: Match, seat: str, rule: str) -> list[str]:
    return [event.text for event in match.diary(seat) if event.rule == f"fyow.{rule}"]


@contextmanager
def refused(rule: str, says: str = ""):
    with pytest.raises(Refused) as caught:
        yield
    rules = [r.rule for r in caught.value.refusals]
    assert f"fyow.{rule}" in rules, f"refused by {caught.value.refusals}"
    assert says in str(caught.value)


def total(tally) -> int:
    return int(tally)


def all_in(match: Match) -> None:
    """The attacker commits everything (33.7.2.4)."""
    assert match.decision.rule == "fyow.33.7.2.4"
    match.choose(match.decision.suggestions()[0])


FROM = {ISLET: VALE, "portinfer": VALE, "st-peter-port": "the-rohais"}


def field(board=ISLET, attacker=None, defender=None, **battle):
    """b1 in the box of a board, g2 on it; a battle between them (as attackers and defenders of the board)."""
    forces = {
        "b1": {"board": board, "box": FROM[board], "edge": FROM[board], "order": ["engage", board], **(attacker or {})},
        "g2": {"board": board, "attitude": "deployed", **(defender or {})},
    }
    m = at_cards("g4", "b1", "g2", forces=forces, spotted={"british": ["g2"], "german": ["b1"]})
    battle.setdefault("since", m.g.now - 1)
    fight = Battle(m.g.static.number[board], "british", [number(m, "b1")], [number(m, "g2")], **battle)
    m.g.state.battles.append(fight)
    return m, fight


def value(match, name, points):
    """Make the unit worth so many points."""
    unit(match, name).elements = {"mmg": points // 5}


def outcome(result, cards, **battle):
    """The Outcome session: the result was thrown a session ago."""
    m, fight = field("portinfer", attacker={"box": VALE, "edge": VALE}, result=result, stage="outcome", **battle)
    fight.since = m.g.now - 1
    fight.values = {"0": m.g.half_value(0), "2": m.g.half_value(2)}
    loser = fight.defenders if result.startswith("DR") else fight.attackers
    fight.beaten = [] if result == "NR" else list(loser)
    fight.disarray = result not in ("AR", "DR", "NR")
    m.g.state.pack[1:] = [number(m, name) for name in cards]
    return m, fight


def planning(**patch: Any) -> Match:
    """At the daily draft: a match in the phase plan."""
    return fyow({"traits": False}, phase="plan", weather={"sky": "fair"}, **patch)


COMPANY = {"elements": {"regular": 40, "lmg": 4}, "kind": "defend", "objective": VALE}


def with_fraction(part=None, **forces):
    """b1 at its card has formed a Fraction."""
    m = at_cards("b1", "b4", forces={"b1": {"order": ["defend", VALE], "stockpile": 14, **forces.pop("b1", {})}, **forces})
    m.choose(("form",))
    with m.forced(1):
        m.choose({**COMPANY, **({"elements": part} if part else {})})
    return m, len(m.g.state.units) - 1
