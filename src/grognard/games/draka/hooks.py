"""What the variant answers otherwise: every hook of Paths of Glory that it replaces, by chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.pog.hooks import Hooks
from grognard.games.pog.static import AP
from grognard.kernel import Procedure, cites

from .actions import action_round as actions
from .actions import activation
from .air import air_supply, fleets, over_the_battle
from .air import bombing as strategic
from .cards import events as cards
from .cards import events_1919
from .combat import forces as combat
from .combat import gas, invasion
from .manpower import replacements
from .movement import central_asia, redeployment
from .odds import support as odds
from .supply import tracing as supply
from .war import arrivals, muster, offensives
from .zone import control, zone

if TYPE_CHECKING:
    from grognard.games.pog.combat.fight import Fight

    from .context import Draka


@cites("draka.5.4", "draka.21.cp.e5")
def may_dig(g: Draka, unit: int) -> bool:
    """The Grenadier Guards and the Commune dig like armies."""
    return bool(g.units.digs[unit])


def before_cards(g: Draka, fight: Fight) -> Procedure:
    yield from over_the_battle.carpet(g, fight)


def support(g: Draka, fight: Fight, side: str) -> Procedure:
    """R45, R99: Air Superiority and gas at the combat card step, attacker first."""
    yield from over_the_battle.superiority(g, fight, side)
    if side == fight.side:
        yield from gas.ask_gas(g, fight)


def kept_spaces(g: Draka, side: str) -> int:
    """R6, R75: Upper Egypt, Tripoli, and Alexandria under the Commune stay Allied in name; Arabia stays the ANA's (R191)."""
    if side != AP:
        return home_of_the_ana(g)
    mask = g.board.mask("upper_egypt", "tripoli")
    commune = g.state.at[g.U["cp.commune"]]
    return mask | 1 << commune if commune >= 0 else mask


@cites("draka.12.2")
def home_of_the_ana(g: Draka) -> int:
    """No net of supply reaches Arabia: it passes only to those who enter it."""
    return g.board.mask("arabia")


def bombing(g: Draka) -> Procedure:
    """R95: what is due arrives, then the bombers fly."""
    if g.state.step == "bombing":
        yield from arrivals.arrivals(g)
        g.state.step = f"bombing name {AP}"
    yield from strategic.bombing(g)


def before_attrition(g: Draka) -> Procedure:
    """The last attack of the turn is over (14.2 asks for it no more); then air supply (err.5)."""
    g.fighting, g.fresh = False, 0
    yield from air_supply.before_attrition(g)


def after_attrition(g: Draka, lost: dict[str, int]) -> None:
    """14.4, then card ap.49: Draka control grows, and the march to Central Asia is checked."""
    control.after_attrition(g, lost)
    central_asia.check_supply(g)


def new_turn(g: Draka) -> None:
    """What lasted for a turn is over."""
    s = g.state
    fleets.new_turn(g)
    s.die_used, s.gassed, s.sea_army = [], [], False
    s.owed, s.zeppelins = {}, ""
    # a beachhead whose coast and beach hold no Allied unit and no Allied space any more is of no use, but stays (R50)


class DrakaHooks(Hooks):
    """The answers of the variant."""

    # 2, 15: actions, victory
    actions_per_turn = staticmethod(actions.actions_per_turn)
    hand_size = staticmethod(actions.hand_size)
    extra_actions = staticmethod(actions.extra_actions)
    extra_candidates = staticmethod(actions.extra_candidates)
    may_extra = staticmethod(actions.may_extra)
    begin_extra = staticmethod(actions.begin_extra)
    extra_label = staticmethod(actions.extra_label)
    interlude = staticmethod(actions.interlude)
    card_leaves = staticmethod(actions.card_leaves)
    may_offer = staticmethod(actions.may_offer)
    victory_band = staticmethod(actions.victory_band)
    armistice_allowed = staticmethod(actions.armistice_allowed)
    capital_lost = staticmethod(actions.capital_lost)
    no_points = staticmethod(replacements.no_points)
    # 4, 20, 22: places
    closed = staticmethod(zone.closed)
    closed_to_armies = staticmethod(zone.closed_to_armies)
    may_enter = staticmethod(zone.may_enter)
    may_attack_into = staticmethod(zone.may_attack_into)
    closed_to_retreat = staticmethod(zone.closed_to_retreat)
    closed_at_the_end = staticmethod(zone.closed_at_the_end)
    closed_to_group = staticmethod(zone.third_bulgarian)
    no_stop = staticmethod(zone.no_stop)
    why_no_stop = staticmethod(zone.why_no_stop)
    no_advance = staticmethod(zone.no_advance)
    may_end_advance = staticmethod(zone.may_end_advance)
    dear = staticmethod(zone.dear)
    family = staticmethod(zone.family)
    may_dig = staticmethod(may_dig)
    march_options = staticmethod(central_asia.march_options)
    march_label = staticmethod(central_asia.march_label)
    march_choice = staticmethod(central_asia.march_choice)
    # supply and control
    ports = staticmethod(supply.ports)
    supply_sources = staticmethod(supply.supply_sources)
    home_sources = staticmethod(supply.home_sources)
    net_blocks = staticmethod(supply.net_blocks)
    always_supplied = staticmethod(supply.always_supplied)
    otherwise_supplied = staticmethod(supply.otherwise_supplied)
    kept_spaces = staticmethod(kept_spaces)
    spared = staticmethod(air_supply.spared)
    before_attrition = staticmethod(before_attrition)
    after_attrition = staticmethod(after_attrition)
    vp_of = staticmethod(control.vp_of)
    on_control_change = staticmethod(control.on_control_change)
    # activation and invasion
    activation_cost = staticmethod(activation.activation_cost)
    price_nations = staticmethod(activation.price_nations)
    everyone_into_battle = staticmethod(activation.everyone_into_battle)
    attack_limit = staticmethod(activation.attack_limit)
    extra_activations = staticmethod(activation.extra_activations)
    activate_extra = staticmethod(activation.activate_extra)
    may_activate_extra = staticmethod(activation.may_activate_extra)
    activation_candidates = staticmethod(activation.activation_candidates)
    activation_piece = staticmethod(activation.activation_piece)
    activation_label = staticmethod(activation.activation_label)
    before_attacks = staticmethod(invasion.fight_ashore)
    # combat
    combat_drm = staticmethod(combat.combat_drm)
    trench_effect = staticmethod(combat.trench_effect)
    flank_allowed = staticmethod(combat.flank_allowed)
    reduced_may_advance = staticmethod(combat.reduced_may_advance)
    on_attack = staticmethod(combat.on_attack)
    before_trench = staticmethod(combat.plan_1919)
    before_cards = staticmethod(before_cards)
    support = staticmethod(support)
    may_support = staticmethod(combat.may_support)
    support_odds = staticmethod(odds.support_odds)
    outlook = staticmethod(odds.outlook)
    first_loss = staticmethod(combat.first_loss)
    pool_of = staticmethod(combat.pool_of)
    replaces = staticmethod(combat.replaces)
    for_good = staticmethod(combat.for_good)
    uneasy = staticmethod(combat.uneasy)
    after_retreat = staticmethod(combat.after_retreat)
    # offensives
    offensive_table = staticmethod(offensives.offensive_table)
    offensive_rule = staticmethod(offensives.offensive_rule)
    rule_of_meeting = staticmethod(offensives.rule_of_meeting)
    meets_offensive = staticmethod(offensives.meets_offensive)
    west = staticmethod(offensives.west)
    turn_vp = staticmethod(offensives.turn_vp)
    # reinforcements, redeployment, replacements, events
    on_commitment = staticmethod(arrivals.on_commitment)
    places_for = staticmethod(cards.places_for)
    make_room = staticmethod(cards.make_room)
    after_reinforcement = staticmethod(cards.after_reinforcement)
    after_joining = staticmethod(cards.after_joining)
    muster = staticmethod(muster.muster)
    august_armies = staticmethod(cards.august_armies)
    entry_cards = staticmethod(cards.entry_cards)
    quota = staticmethod(redeployment.quota)
    sr_allowed = staticmethod(redeployment.sr_allowed)
    may_sail = staticmethod(redeployment.may_sail)
    on_redeployment = staticmethod(redeployment.on_redeployment)
    box_homes = staticmethod(redeployment.box_homes)
    salonika_kinds = staticmethod(redeployment.salonika_kinds)
    rp_numbers = staticmethod(replacements.rp_numbers)
    recorded = staticmethod(replacements.recorded)
    before_replacements = staticmethod(replacements.before_replacements)
    bombing = staticmethod(bombing)
    rp_cap = staticmethod(replacements.rp_cap)
    may_replace_more = staticmethod(replacements.may_replace_more)
    on_replacement = staticmethod(replacements.on_replacement)
    rebuild_spaces = staticmethod(replacements.rebuild_spaces)
    extra_spending = staticmethod(replacements.extra_spending)
    spend_extra = staticmethod(replacements.spend_extra)
    spending_label = staticmethod(replacements.spending_label)
    turn_events = staticmethod(events_1919.turn_events)
    new_turn = staticmethod(new_turn)
