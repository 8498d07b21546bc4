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
    # further actions, cards and phases
    may_extra: Callable[..., Any]  # actions.py: (g, side, value), whether a further kind of action may be taken
    begin_extra: Callable[..., None]  # actions.py: (g, side, value)
    extra_label: Callable[..., str]  # actions.py: (g, value)
    interlude: Callable[..., Any]  # actions.py: (g, side), a procedure before the action is carried out
    may_offer: Callable[..., Any]  # actions.py: (g, side), a further bar to peace offers
    rp_numbers: Callable[..., dict[str, int]]  # actions.py: (g, side, numbers) of a card's RP box
    entry_cards: Callable[..., tuple[str, ...]]  # cards.py: (g), Allied entry cards that are bound at CP Total War
    card_leaves: Callable[..., bool]  # cards.py: (g, card, as_event), whether it is removed after its use
    turn_events: Callable[..., Any]  # sequence.py: (g), a procedure after the offensive rolls
    before_attrition: Callable[..., Any]  # sequence.py: (g), a procedure
    after_attrition: Callable[..., None]  # attrition.py: (g, lost by side)
    kept_spaces: Callable[..., int]  # attrition.py: (g, side), spaces that never change hands by attrition
    spared: Callable[..., bool]  # attrition.py: (g, unit), not removed though out of supply
    new_turn: Callable[..., None]  # sequence.py: (g), when the turn marker has advanced
    turn_vp: Callable[..., None]  # war_status.py: (g), further VP of segment E.1
    # places and lines
    no_stop: Callable[..., int]  # places.py: (g, units), spaces where these may not end a move or redeployment together
    why_no_stop: Callable[..., Any]  # places.py: (g, units, space), the reason of `no_stop`
    closed_to_retreat: Callable[..., int]  # retreat.py: (g, unit)
    may_attack_into: Callable[..., Any]  # attacks.py: (g, unit, space)
    no_advance: Callable[..., Any]  # advance.py: (g, fight, unit, space), a further bar to an advance
    may_end_advance: Callable[..., Any]  # advance.py: (g, fight), whether the attacker may stop advancing
    dear: Callable[..., int]  # movement.py: (g, units), spaces that cost 2 movement points
    march_options: Callable[..., list[Any]]  # movement.py: (g, march), further choices on the march
    march_choice: Callable[..., bool]  # movement.py: (g, march, choice), carries one out; True: the march is over
    extra_activations: Callable[..., list[Any]]  # operations.py: (g), further things to spend activation points on
    activate_extra: Callable[..., Any]  # operations.py: (g, value), a procedure
    activation_label: Callable[..., str]  # operations.py: (g, value)
    may_activate_extra: Callable[..., Any]  # operations.py: (g, value)
    price_nations: Callable[..., list[str]]  # operations.py: (g, space, stack)
    family: Callable[..., str]  # attacks.py: (g, unit)
    may_dig: Callable[..., bool]  # entrench.py: (g, unit), whether it digs like an army
    # combat
    on_attack: Callable[..., None]  # offensives.py: (g, fight)
    west: Callable[..., tuple[str, ...]]  # offensives.py: (g), where French and British offensives are met
    before_attacks: Callable[..., Any]  # attacks.py: (g), a procedure before the attacks of an operation
    before_trench: Callable[..., Any]  # combat.py: (g, fight), a procedure before cards against the trench
    before_cards: Callable[..., Any]  # combat.py: (g, fight), a procedure after the flank attempt
    support: Callable[..., Any]  # combat.py: (g, fight, side), a procedure after a side's combat cards
    support_odds: Callable[..., list[Any]]  # attacks.py: (g, attackers, target), odds with further support
    may_support: Callable[..., Any]  # combat_cards.py: (g, fight, side, card), a further bar to a combat card
    pool_of: Callable[..., str]  # losses.py: (g, army)
    replaces: Callable[..., bool]  # losses.py: (g, kind, pool)
    for_good: Callable[..., str]  # losses.py: (g, unit), the rule by which an eliminated army never returns, or ""
    # supply, redeployment, reinforcements, replacements
    ports: Callable[..., int]  # supply.py: (g, side, beach)
    net_blocks: Callable[..., int]  # supply.py: (g, net, allowed)
    otherwise_supplied: Callable[..., bool]  # supply.py: (g, unit, space), when the net does not reach it
    always_supplied: Callable[..., bool]  # supply.py: (g, unit, space)
    home_sources: Callable[..., int]  # supply.py: (g, nation)
    quota: Callable[..., str]  # redeployment.py: (g, unit, origin, target, by_land)
    may_sail: Callable[..., bool]  # redeployment.py: (g, unit)
    on_redeployment: Callable[..., None]  # redeployment.py: (g, unit, origin, target, by_land)
    box_homes: Callable[..., int]  # redeployment.py: (g, nation)
    salonika_kinds: Callable[..., tuple[str, ...]]  # salonika.py: (g)
    places_for: Callable[..., list[Any]]  # reinforcements.py: (g, kind)
    make_room: Callable[..., Any]  # reinforcements.py: (g, unit, space), a procedure before a unit arrives
    after_reinforcement: Callable[..., Any]  # reinforcements.py: (g, card), a procedure
    after_joining: Callable[..., Any]  # neutrals.py: (g, nation), a procedure
    august_armies: Callable[..., tuple[str, ...]]  # events.py: (g), who may attack with Guns of August
    bombing: Callable[..., Any]  # replacements.py: (g), a procedure before RP are spent
    may_replace_more: Callable[..., Any]  # replacements.py: (g, unit), a further bar to replacements
    rebuild_spaces: Callable[..., Any]  # replacements.py: (g, unit): spaces, or None for the Reserve Box
    on_replacement: Callable[..., None]  # replacements.py: (g, unit)
    begin_spending: Callable[..., Any]  # replacements.py: (g, side), a procedure
    extra_spending: Callable[..., list[Any]]  # replacements.py: (g, side)
    spend_extra: Callable[..., Any]  # replacements.py: (g, side, value), a procedure
    spending_label: Callable[..., str]  # replacements.py: (g, value)


HOOKS = tuple(Hooks.__annotations__)


def hook(rule: F) -> F:
    """Marks the base answer to a hook of the same name."""
    if rule.__name__ not in HOOKS:
        raise TypeError(f"{rule.__name__} is no hook; there are {', '.join(HOOKS)}")
    setattr(Hooks, rule.__name__, staticmethod(rule))
    return rule
