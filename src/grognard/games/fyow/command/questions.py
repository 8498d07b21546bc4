"""Section 8.0: what a commander may put to himself in one activation: five decisions, none of them twice.

A question has a key of kind and object (ruling R17). The player may call one of them obvious (8.3.1, ruling R16).
"""

from __future__ import annotations

from grognard.kernel import Refusal

from ..context import Fyow
from ..tables import TABLES
from .commanders import Leader, can_he

# done once, without a throw
NO_DECISIONS = ("picket ", "shift ", "lead ", "decoy ", "marker ", "battle ", "halt ", "group ", "rest ")
MOST = int(TABLES["command_decision"]["max_decisions"])


def open_questions(g: Fyow) -> None:
    """A new activation."""
    g.state.staff.put = []
    g.state.staff.obvious = ""


def may_put(g: Fyow, who: str, key: str) -> Refusal | None:
    """8.0.1, 8.0.2, 8.2.1: at most five, and the same or a similar one only once."""
    put = g.state.staff.put
    if key in put:
        return Refusal("fyow.8.0.2", f"{who} has put that question in this activation.")
    taken = sum(not one.startswith(NO_DECISIONS) for one in put)
    if taken >= MOST:
        return Refusal("fyow.8.0.1", f"{who} has taken {taken} decisions in this activation; {MOST} are allowed.", limit=MOST)
    return None


def manages(g: Fyow, leader: Leader, question: str, key: str) -> bool:
    """8.1.2, 8.2.1: the D10; whether it succeeds or not the question is put and cannot be put again now."""
    g.state.staff.put = [*g.state.staff.put, key]
    obvious = g.state.staff.obvious == "claimed"
    if obvious:
        g.state.staff.obvious = "used"
    if can_he(g, leader, question, obvious=obvious):
        return True
    text = "{name} does not bring it about ({question})."
    g.tell(text, rule="fyow.8.2.1", to=leader.side, name=leader.commander, question=question)
    return False


def may_claim(g: Fyow) -> Refusal | None:
    """Ruling R16: once in an activation."""
    if g.state.staff.obvious:
        return Refusal("fyow.8.3.1", "A decision has been called obvious in this activation.")
    return None
