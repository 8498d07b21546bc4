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

    activation_cost: Callable[..., int]  # actions/operations.py: (g, space, kind)
    may_enter: Callable[..., Any]  # map/places.py: (g, unit, space)
    closed: Callable[..., int]  # map/places.py: (g, unit), the same as a mask
    stacking_limit: Callable[..., int]  # map/places.py: (g, space)
    attack_limit: Callable[..., Any]  # actions/operations.py: (g, space), the Near East limit
    supply_sources: Callable[..., int]  # supply/tracing.py: (g, net)
    supply_blocks: Callable[..., int]  # supply/tracing.py: (g, side), the spaces that a path may use
    capital_lost: Callable[..., bool]  # map/nations.py: (g, nation)
    no_points: Callable[..., bool]  # manpower/replacements.py: (g, nation), whether no RP are spent for it
    rp_cap: Callable[..., int]  # manpower/replacements.py: (g, pool)
    before_replacements: Callable[..., None]  # manpower/replacements.py: (g)
    offensive_table: Callable[..., str]  # war/offensives.py: (g, side, die)
    offensive_rule: Callable[..., str]  # war/offensives.py: (g, side, die), the rule that the diary names for a roll
    rule_of_meeting: Callable[..., str]  # war/offensives.py: (g, side), the rule by which the offensive is met
    recorded: Callable[..., None]  # actions/action_round.py: (g, side, numbers), RP that a card has just brought
    meets_offensive: Callable[..., bool]  # war/offensives.py: (g, side, fight)
    combat_drm: Callable[..., None]  # combat/strength.py: (g, fight, side, tally)
    trench_effect: Callable[..., int]  # combat/strength.py: (g, fight)
    flank_allowed: Callable[..., Any]  # combat/flank_attack.py: (g, fight)
    first_loss: Callable[..., list[int]]  # combat/losses.py: (g, force, loss)
    replacement_corps: Callable[..., int]  # combat/losses.py: (g, army)
    sr_allowed: Callable[..., Any]  # movement/redeployment.py: (g, unit, origin, target)
    on_control_change: Callable[..., None]  # map/nations.py: (g, space, side)
    vp_of: Callable[..., int]  # map/nations.py: (g, space)
    on_commitment: Callable[..., Any]  # war/status.py: (g, side, level), a procedure
    extra_actions: Callable[..., list[Any]]  # actions/action_round.py: (g, side)
    victory_band: Callable[..., Any]  # war/victory.py: (g)
    armistice_allowed: Callable[..., bool]  # war/victory.py: (g)
    uneasy: Callable[..., bool]  # combat/retreat.py: (g, unit), whether a die may follow its retreat
    after_retreat: Callable[..., Any]  # combat/retreat.py: (g, unit, space), a procedure
    actions_per_turn: Callable[..., int]  # actions/action_round.py: (g)
    hand_size: Callable[..., int]  # cards/decks.py: (g, side)
    # further actions, cards and phases
    extra_candidates: Callable[..., list[Any]]  # actions/action_round.py: (g), all further kinds of action
    may_extra: Callable[..., Any]  # actions/action_round.py: (g, side, value), whether a further kind of action may be taken
    begin_extra: Callable[..., None]  # actions/action_round.py: (g, side, value)
    extra_label: Callable[..., str]  # actions/action_round.py: (g, value)
    interlude: Callable[..., Any]  # actions/action_round.py: (g, side), a procedure before the action is carried out
    may_offer: Callable[..., Any]  # war/peace.py: (g, side), a further bar to peace offers
    rp_numbers: Callable[..., dict[str, int]]  # actions/action_round.py: (g, side, numbers) of a card's RP box
    entry_cards: Callable[..., tuple[str, ...]]  # cards/decks.py: (g), Allied entry cards that are bound at CP Total War
    card_leaves: Callable[..., bool]  # cards/decks.py: (g, card, as_event), whether it is removed after its use
    turn_events: Callable[..., Any]  # sequence.py: (g), a procedure after the offensive rolls
    before_attrition: Callable[..., Any]  # sequence.py: (g), a procedure
    after_attrition: Callable[..., None]  # supply/attrition.py: (g, lost by side)
    kept_spaces: Callable[..., int]  # supply/attrition.py: (g, side), spaces that never change hands by attrition
    spared: Callable[..., bool]  # supply/attrition.py: (g, unit), not removed though out of supply
    new_turn: Callable[..., None]  # sequence.py: (g), when the turn marker has advanced
    turn_vp: Callable[..., None]  # war/status.py: (g), further VP of segment E.1
    # places and lines
    closed_to_armies: Callable[..., int]  # map/places.py: (g, unit), for an army that may not go to the Near East
    closed_to_group: Callable[..., int]  # map/places.py: (g, units), what they may not enter together
    no_stop: Callable[..., int]  # map/places.py: (g, units), spaces where these may not end a move or redeployment together
    why_no_stop: Callable[..., Any]  # map/places.py: (g, units, space), the reason of `no_stop`
    closed_to_retreat: Callable[..., int]  # combat/retreat.py: (g, unit)
    closed_at_the_end: Callable[..., int]  # combat/retreat.py: (g, unit), open on the way of a retreat only
    may_attack_into: Callable[..., Any]  # combat/attacks.py: (g, unit, space)
    reduced_may_advance: Callable[..., bool]  # combat/advance.py: (g, fight)
    no_advance: Callable[..., Any]  # combat/advance.py: (g, fight, unit, space), a further bar to an advance
    may_end_advance: Callable[..., Any]  # combat/advance.py: (g, fight), whether the attacker may stop advancing
    dear: Callable[..., int]  # movement/march.py: (g, units), spaces that cost 2 movement points
    march_options: Callable[..., list[Any]]  # movement/march.py: (g, march), further choices on the march
    march_label: Callable[..., str]  # movement/march.py: (g, value)
    march_choice: Callable[..., bool]  # movement/march.py: (g, march, choice), carries one out; True: the march is over
    extra_activations: Callable[..., list[Any]]  # actions/operations.py: (g), further things to spend activation points on
    activate_extra: Callable[..., Any]  # actions/operations.py: (g, value), a procedure
    activation_candidates: Callable[..., list[Any]]  # actions/operations.py: (g), what a player could point at besides spaces
    activation_piece: Callable[..., str]  # actions/operations.py: (g, value)
    activation_label: Callable[..., str]  # actions/operations.py: (g, value)
    may_activate_extra: Callable[..., Any]  # actions/operations.py: (g, value)
    price_nations: Callable[..., list[str]]  # actions/operations.py: (g, space, stack)
    everyone_into_battle: Callable[..., bool]  # actions/operations.py: (g, space)
    family: Callable[..., str]  # combat/attacks.py: (g, unit)
    may_dig: Callable[..., bool]  # movement/entrenchment.py: (g, unit), whether it digs like an army
    # combat
    on_attack: Callable[..., None]  # war/offensives.py: (g, fight)
    west: Callable[..., tuple[str, ...]]  # war/offensives.py: (g), where French and British offensives are met
    before_attacks: Callable[..., Any]  # combat/attacks.py: (g), a procedure before the attacks of an operation
    before_trench: Callable[..., Any]  # combat/resolution.py: (g, fight), a procedure before cards against the trench
    before_cards: Callable[..., Any]  # combat/resolution.py: (g, fight), a procedure after the flank attempt
    support: Callable[..., Any]  # combat/resolution.py: (g, fight, side), a procedure after a side's combat cards
    attack_odds: Callable[..., list[Any]]  # odds/attack.py: (g, attackers, target), the odds of an attack
    outlook: Callable[..., list[Any]]  # odds/outlook.py: (g, fight, of, value), what an answer does to the odds of a combat
    support_odds: Callable[..., list[Any]]  # combat/attacks.py: (g, attackers, target), odds with further support
    may_support: Callable[..., Any]  # combat/cards.py: (g, fight, side, card), a further bar to a combat card
    pool_of: Callable[..., str]  # combat/losses.py: (g, army)
    replaces: Callable[..., bool]  # combat/losses.py: (g, kind, pool)
    for_good: Callable[..., str]  # combat/losses.py: (g, unit), the rule by which an eliminated army never returns, or ""
    # supply, redeployment, reinforcements, replacements
    ports: Callable[..., int]  # supply/tracing.py: (g, side, beach)
    net_blocks: Callable[..., int]  # supply/tracing.py: (g, net, allowed)
    otherwise_supplied: Callable[..., bool]  # supply/tracing.py: (g, unit, space), when the net does not reach it
    always_supplied: Callable[..., bool]  # supply/tracing.py: (g, unit, space)
    home_sources: Callable[..., int]  # supply/tracing.py: (g, nation)
    quota: Callable[..., str]  # movement/redeployment.py: (g, unit, origin, target, by_land)
    may_sail: Callable[..., bool]  # movement/redeployment.py: (g, unit)
    on_redeployment: Callable[..., None]  # movement/redeployment.py: (g, unit, origin, target, by_land)
    box_homes: Callable[..., int]  # movement/redeployment.py: (g, nation)
    salonika_kinds: Callable[..., tuple[str, ...]]  # cards/salonika.py: (g)
    places_for: Callable[..., list[Any]]  # manpower/reinforcements.py: (g, kind)
    make_room: Callable[..., Any]  # manpower/reinforcements.py: (g, unit, space), a procedure before a unit arrives
    after_reinforcement: Callable[..., Any]  # manpower/reinforcements.py: (g, card), a procedure
    after_joining: Callable[..., Any]  # war/neutrals.py: (g, nation), a procedure
    muster: Callable[..., None]  # war/neutrals.py: (g, setup), what a set-up or an entry puts on the map
    august_armies: Callable[..., tuple[str, ...]]  # cards/events.py: (g), who may attack with Guns of August
    bombing: Callable[..., Any]  # manpower/replacements.py: (g), a procedure before RP are spent
    may_replace_more: Callable[..., Any]  # manpower/replacements.py: (g, unit), a further bar to replacements
    rebuild_spaces: Callable[..., Any]  # manpower/replacements.py: (g, unit): spaces, or None for the Reserve Box
    on_replacement: Callable[..., None]  # manpower/replacements.py: (g, unit)
    begin_spending: Callable[..., Any]  # manpower/replacements.py: (g, side), a procedure
    extra_spending: Callable[..., list[Any]]  # manpower/replacements.py: (g, side)
    spend_extra: Callable[..., Any]  # manpower/replacements.py: (g, side, value), a procedure
    spending_label: Callable[..., str]  # manpower/replacements.py: (g, value)


HOOKS = tuple(Hooks.__annotations__)


def hook(rule: F) -> F:
    """Marks the base answer to a hook of the same name."""
    if rule.__name__ not in HOOKS:
        raise TypeError(f"{rule.__name__} is no hook; there are {', '.join(HOOKS)}")
    setattr(Hooks, rule.__name__, staticmethod(rule))
    return rule
