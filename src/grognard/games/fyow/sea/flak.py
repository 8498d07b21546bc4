"""Section 29.10.5: the AA guns of ships, on their card or before an attack on them (ruling R201)."""

from __future__ import annotations

from typing import Any

from grognard.kernel import Refusal, cites

from ..air.aircraft import model, over, present, squadrons
from ..air.combat import share
from ..context import Fyow
from ..tables import TABLES
from .gunnery import guns_now
from .vessels import at_sea

FIRE = TABLES["ship_fire"]


@cites("fyow.29.10.5.2")
def hold_fire(friends: list[int], *, diving: bool) -> bool:
    """29.10.5.2: with friendly aircraft present AA fires only at dive and torpedo bombers."""
    return bool(friends) and not diving


def diving(g: Fyow, air_group: int) -> bool:
    return any(model(g, plane)["role"] in ("dive_bomber", "torpedo_bomber") for plane in present(g, air_group))


def may_flak(g: Fyow, number: int, air_group: int) -> Refusal | None:
    """29.10.5.1, ruling R201: once a session, at aircraft over the board that the ships have spotted."""
    group = g.state.fleet.groups[number]
    if f"a{air_group}" not in group.spotted or air_group not in over(g, group.board, g.enemy(group.side)):
        return Refusal("fyow.29.17.5", "Only spotted aircraft over the board can be fired on.")
    if group.flak == g.now:
        return Refusal("fyow.29.10.5.1", f"The AA guns of {group.name} have fired in this session.")
    if not any(min(guns_now(v, "aa"), v.shots.get("aa", 0)) for v in at_sea(g, number)):
        return Refusal("fyow.29.10.5.1", f"{group.name} has no AA gun with a shot left today.")
    if hold_fire(over(g, group.board, group.side), diving=diving(g, air_group)):
        return Refusal("fyow.29.10.5.2", "With friendly aircraft above only dive and torpedo bombers are fired at.")
    return None


def ships_aa(g: Fyow, number: int, air_group: int) -> None:
    """29.10.5.1: one D6 for each AA gun, 6 hits; D6 3+ is 1 damage. 29.10.5.2: beside main guns; friends above.

    Ruling R201: on the card of the ships, or before an attack on them, whichever comes first in the session.
    """
    group = g.state.fleet.groups[number]
    if group.flak == g.now or hold_fire(over(g, group.board, group.side), diving=diving(g, air_group)):
        return
    group.flak = g.now
    total = 0
    for vessel in at_sea(g, number):
        guns = min(guns_now(vessel, "aa"), vessel.shots.get("aa", 0))  # 29.10.1.2: half of any guns at half strength
        if not guns:
            continue
        vessel.shots["aa"] -= guns
        words: dict[str, Any] = {"by": group.side, "name": vessel.name}
        shots = g.roll(f"{guns}d6", "AA guns of {name}", rule="fyow.29.10.5.1", **words)
        hits = sum(1 for face in shots if face >= FIRE["aa_hit"])
        if hits:
            faces = g.roll(f"{hits}d6", "Damage by {name}", rule="fyow.29.10.5.1", **words)
            total += sum(1 for face in faces if face >= FIRE["aa_damage"])
    squads = squadrons(g, present(g, air_group))
    if squads:
        share(g, squads[0], total)
