"""The hooks: the questions that a variant may answer otherwise.

A chapter marks the base rule that answers such a question with `@hook`; procedures ask it through `g.hooks`. A variant derives
from `Hooks` and replaces some of them; the base game passes through the same hooks. Each cites the rules that it carries out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class Hooks:
    """Filled by the chapters as they are imported (`HOOKS` lists what there is)."""

    activation_cost: Callable[..., int]  # operations.py: (g, space, kind)
    may_enter: Callable[..., Any]  # places.py: (g, unit, space)
    closed: Callable[..., int]  # places.py: (g, unit), the same as a mask
    stacking_limit: Callable[..., int]  # places.py: (g, space)
    attack_limit: Callable[..., Any]  # operations.py: (g, space), the Near East limit
    supply_sources: Callable[..., int]  # supply.py: (g, net)
    supply_blocks: Callable[..., int]  # supply.py: (g, side), the spaces that a path may use
    capital_lost: Callable[..., bool]  # nations.py: (g, nation)
    rp_cap: Callable[..., int]  # replacements.py: (g, pool)
    before_replacements: Callable[..., None]  # replacements.py: (g)
    offensive_table: Callable[..., str]  # offensives.py: (g, side, die)
    meets_offensive: Callable[..., bool]  # offensives.py: (g, side, fight)
    combat_drm: Callable[..., None]  # strength.py: (g, fight, side, tally)
    trench_effect: Callable[..., int]  # strength.py: (g, fight)
    flank_allowed: Callable[..., Any]  # flank.py: (g, fight)
    first_loss: Callable[..., list[int]]  # losses.py: (g, force, loss)
    replacement_corps: Callable[..., int]  # losses.py: (g, army)
    sr_allowed: Callable[..., Any]  # redeployment.py: (g, unit, origin, target)
    on_control_change: Callable[..., None]  # nations.py: (g, space, side)
    vp_of: Callable[..., int]  # nations.py: (g, space)
    on_commitment: Callable[..., Any]  # war_status.py: (g, side, level), a procedure
    extra_actions: Callable[..., list[Any]]  # actions.py: (g, side)
    victory_band: Callable[..., Any]  # victory.py: (g)
    armistice_allowed: Callable[..., bool]  # victory.py: (g)
    after_retreat: Callable[..., Any]  # retreat.py: (g, unit, space), a procedure
    actions_per_turn: Callable[..., int]  # actions.py: (g)
    hand_size: Callable[..., int]  # cards.py: (g, side)


HOOKS = tuple(Hooks.__annotations__)


def hook(rule: F) -> F:
    """Marks the base answer to a hook of the same name."""
    if rule.__name__ not in HOOKS:
        raise TypeError(f"{rule.__name__} is no hook; there are {', '.join(HOOKS)}")
    setattr(Hooks, rule.__name__, staticmethod(rule))
    return rule
