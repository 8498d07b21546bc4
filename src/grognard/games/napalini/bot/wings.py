"""The staff's aircraft: which squadrons could strike in this Op, and what their dice do to a square."""

from __future__ import annotations

from collections.abc import Sequence

from ..air import strike, superiority
from ..combat.fire import close_target, half
from ..context import Napalini
from ..hq.choices import Act
from ..hq.spending import may_act, payers
from ..table.terrain import prepared
from ..tables import AIRCRAFT, WORN

BEFORE = ("name", "actions", "throw", "cards", "move", "spot", "passive", "strike")  # steps after which nobody strikes
GET_THROUGH = {"supremacy": 0.95, "superiority": 0.85, "parity": 0.65, "inferiority": 0.5}  # interception and AA, roughly


def wings(g: Napalini, side: str) -> list[int]:
    """Squadrons that can be sent against the ground in the round under way; fighters over the table stay there."""
    r = g.state.round
    if r is None or r.side != side or r.step not in BEFORE or not superiority.flying(g):
        return []
    if may_act(g, Act.STRIKE) is not None or not payers(g, side, r.formation):
        return []
    return [k for k in strike.available(g, side, []) if g.state.air[k].mission != "superiority"]


def bombs(g: Napalini, side: str, square: int, targets: Sequence[int], planes: Sequence[int]) -> list[float]:
    """The chance of a hit for every die that these squadrons would throw at a square."""
    hard = close_target(g, square, targets) or half(g, targets, lambda n: prepared(g, n))
    chance = (2 / 6 if hard else 4 / 6) * GET_THROUGH[superiority.air_state(g, side)]
    if g.state.weather == "O":
        chance *= 4 / 6
    dice = 0
    for k in planes:
        plane = g.state.air[k]
        dice += max(0, AIRCRAFT[plane.type].get("ground_attack", 0) - (plane.step == WORN))
    return [chance] * dice
