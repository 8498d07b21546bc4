"""Chapters 1, 5, 9, 10, 17.10, 18, 22.1 and the changed combat cards: what the variant does to a combat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from grognard.games.pog.combat import flank_attack as flank
from grognard.games.pog.combat import losses, strength
from grognard.games.pog.combat.cards import CARDS, EFFECTS, Combat, _cancel_trench, _no_shifts, has
from grognard.games.pog.combat.losses import lose_step
from grognard.games.pog.static import AP
from grognard.kernel import PASS, Procedure, Refusal, Tally, cites

from ..asks import Ask
from ..war.offensives import note_owed
from .gas import GAS_CARDS

if TYPE_CHECKING:
    from grognard.games.pog.combat.fight import Fight
    from grognard.games.pog.static import Card

    from ..context import Draka

WEST = ("fr", "be", "it", "ge")
PANZER = ("ge.pz", "ge.pz2")
NEVER_REPLACE = (
    "pe.c1", "pe.c2", "tu.ana", "tu.kurd", "ge.asia", "al.bb", "gr.hvc", "ge.pz", "ge.pz2", "dr.cmc", "ge.ukr", "cp.commune",
)  # fmt: skip
SERVICES = {"dr cf": ("dr.cfc", "dr.sd"), "dr cf abroad": ("dr.cfc",), "dr j": ("dr.jc",)}  # which corps replace an army
REBELS = ("tu.ana", "tu.sn", "pe.c1", "pe.c2", "tu.kurd", "cp.commune")


def kinds(g: Draka, units: Iterable[int]) -> set[str]:
    return {g.units.kind[u] for u in units}


# ------------------------------------------------------------------ modifiers, trenches, flanks


def combat_drm(g: Draka, fight: Fight, side: str, total: Tally) -> None:
    """1.1, 1.3, 9.2, 10.1, 17.10, 21.cp.a: the modifiers of the attacker, by who made the attack."""
    if side != fight.side:
        return
    chart = g.charts["combat_drm"]
    target = g.board.ids[fight.target]
    if all(fight.origin.get(u) == g.S["sinai"] for u in fight.named):
        total.add(chart["all_attackers_in_sinai"], "attack out of Sinai", "draka.1.1")
    if target in chart["draka_attack_into"] and any(g.is_draka(u) for u in fight.named):
        total.add(chart["draka_attack_into"][target], "desert resistance", "draka.1.3")
    force = kinds(g, fight.named)
    if "dr.cmc" in force and g.board.terrain[fight.target] in ("clear", "desert"):
        total.add(chart["citizen_mobile_corps_clear_or_desert"], "Citizen Mobile Corps", "draka.9.2")
    if "dr.sd" in force and _rebels(g, fight):
        total.add(chart["security_directorate"], "Security Directorate", "draka.10.1")
    if "ge.pz2" in force:
        total.add(1, "second Panzer Korps", "draka.21.cp.a")
    if fight.from_sea:
        total.add(chart["invasion"], "invasion", "draka.17.10")


def _rebels(g: Draka, fight: Fight) -> bool:
    """10.1: only rebels defend, or one single Turkish corps without a trench."""
    there = fight.defenders + fight.spent
    if there and kinds(g, there) <= set(REBELS):
        return True
    corps = len(there) == 1 and g.units.nation[there[0]] == "tu" and not g.units.army[there[0]]
    return corps and not g.trench(fight.target, fight.enemy)


def trench_effect(g: Draka, fight: Fight) -> int:
    """5.6, 9.2: Panzer Korps and Citizen Mobile Corps ignore trench shifts of both sides."""
    return 0 if panzer_attack(g, fight) or mobile_attack(g, fight) else strength.trench_effect(g, fight)


@cites("draka.5.6")
def panzer_attack(g: Draka, fight: Fight) -> bool:
    """An attack with the Panzer Korps ignores trench shifts."""
    return bool(kinds(g, fight.attackers) & set(PANZER))


@cites("draka.9.2")
def mobile_attack(g: Draka, fight: Fight) -> bool:
    """So does one with the Citizen Mobile Corps on clear ground or desert."""
    return "dr.cmc" in kinds(g, fight.attackers) and g.board.terrain[fight.target] in ("clear", "desert")


def flank_allowed(g: Draka, fight: Fight) -> Refusal | None:
    """5.8: the Panzer Korps is never flanked; R100: nor does an invasion flank."""
    if fight.from_sea:
        return Refusal("draka.17.10", "An invasion makes no flank attempt.")
    if kinds(g, fight.defenders + fight.spent) & set(PANZER):
        return Refusal("draka.5.8", "A stack with the Panzer Korps cannot be flanked.")
    return flank.flank_allowed(g, fight)


def on_attack(g: Draka, fight: Fight) -> None:
    """An attack begins: what passes to the Allies from now on is noted; one from the sea is known as such."""
    g.fighting, g.fresh = True, 0
    fight.from_sea = any(p == g.board.at_sea for p in fight.origin.values())
    if "ge.pz2" in kinds(g, fight.attackers):
        fight.trench_cancelled = True
    note_owed(g, fight)


@cites("draka.17.12")
def reduced_may_advance(g: Draka, fight: Fight) -> bool:
    """After a won invasion reduced units go ashore too."""
    return fight.from_sea


# ------------------------------------------------------------------ losses


def first_loss(g: Draka, units: list[int], number: int) -> list[int]:
    """5.7, R49: the Panzer Korps takes the first loss if its LF fits."""
    return panzer_first(g, units, number) or losses.first_loss(g, units, number)


@cites("draka.5.7")
def panzer_first(g: Draka, units: list[int], number: int) -> list[int]:
    """The Panzer Korps takes at least one of the losses if its LF fits."""
    return [u for u in units if g.units.kind[u] in PANZER and g.lf(u) <= number]


def pool_of(g: Draka, army: int) -> str:
    """22.1: a Draka army is replaced by a corps of its own service only."""
    return service_pool(g, army) or losses.pool_of(g, army)


@cites("draka.22.1")
def service_pool(g: Draka, army: int) -> str:
    """Corps of the army's own service, for a Draka army; the SD corps is none of them outside the Zone (4.7)."""
    service: str = g.units.service[army]
    place = g.state.at[army]
    abroad = service == "cf" and place >= 0 and not g.in_zone(place)
    return "dr cf abroad" if abroad else f"dr {service}" if service else ""


def replaces(g: Draka, kind: str, pool: str) -> bool:
    if kind in NEVER_REPLACE:
        return False
    if pool.startswith("dr "):
        return kind in SERVICES[pool]
    return losses.replaces(g, kind, pool)


def for_good(g: Draka, unit: int) -> str:
    """err.7.c: an eliminated Army Detachment never returns."""
    if g.units.detachment[unit]:
        return "draka.err.7.c"
    return losses.for_good(g, unit)


def uneasy(g: Draka, unit: int) -> bool:
    """22.4, 22.5: Americans and Draka may come to blows."""
    return g.of_banner(unit, "us") or g.of_banner(unit, "dr")


def after_retreat(g: Draka, unit: int, space: int) -> None:
    """22.4, 22.5, R108: Americans among Citizens lose a step on 5 or 6, Draka among Americans on 6."""
    chart = g.charts["yankees"]
    others = [u for u in g.stack[space] if u != unit]
    if g.of_banner(unit, "us") and any(g.units.service[u] == "cf" for u in others):
        rule, bad = "draka.22.4", chart["us_onto_citizen_force_loses_step_on"]
    elif g.of_banner(unit, "dr") and any(g.of_banner(u, "us") for u in others):
        rule, bad = "draka.22.5", chart["draka_onto_us_loses_step_on"]
    else:
        return
    die = g.d6("{unit} retreats among unloved allies: ", rule=rule, by=AP, unit=unit)
    if die in bad:
        lose_step(g, None, unit, rule)


# ------------------------------------------------------------------ combat cards


def _tank_ground(g: Draka, fight: Fight) -> bool:
    return g.board.terrain[fight.target] == "clear" and g.board.nation[fight.target] in WEST


def _landships(g: Any, fight: Fight, side: str) -> str | None:
    if not has(g, fight.attackers, "br", "fr"):
        return "No British or French unit attacks."
    return None if _tank_ground(g, fight) else "Tanks need a clear space in France, Belgium, Italy or Germany."


def _tanks(g: Any, fight: Fight, side: str) -> str | None:
    if not g.played("ap.28"):
        return "Landships has not been used."
    if not has(g, fight.attackers, "br"):
        return "No British unit attacks."
    return None if _tank_ground(g, fight) else "Tanks need a clear space in France, Belgium, Italy or Germany."


def _below(g: Any, fight: Fight, side: str) -> str | None:
    there = fight.defenders + fight.spent
    victims = ("ru", "sb", "ro", "be", "fr")
    if not has(g, fight.attackers, "ge"):
        return "No German unit attacks."
    theirs = not fight.fort or g.board.nation[fight.target] in victims  # Basra has a fort, too
    if (there or fight.fort) and theirs and all(g.units.nation[u] in victims for u in there):
        return None
    return "Units and fort must all be Russian, Serbian, Romanian, Belgian or French."


def _roll_out(g: Any, fight: Fight, side: str, card: Card) -> None:
    """R62: Landships counts as used when it has been played once."""
    _no_shifts(g, fight, side, card)
    g.state.events.setdefault(card.id, g.state.turn)


CARDS["ap_landships_cc"] = Combat("trench", "attack", _landships)
CARDS["ap_royal_tank_corps_draka"] = Combat("trench", "attack", _tanks, 1)
CARDS["cp_von_below_wide"] = Combat("trench", "attack", _below)
EFFECTS["ap_landships_cc"] = _roll_out
EFFECTS["ap_royal_tank_corps_draka"] = _cancel_trench
EFFECTS["cp_von_below_wide"] = _cancel_trench


def may_support(g: Draka, fight: Fight, side: str, card: Card) -> Refusal | None:
    """16.carpet.5, 16.sup.3, 17.10, 18.5: what cannot be combined with a card."""
    if fight.from_sea:
        return Refusal("draka.17.10", "An invasion is fought without combat cards.")
    flown = fight.more.get("flown", {})
    if card.id in ("ap.19", "cp.40"):
        if side == fight.side and fight.more.get("carpet"):
            return Refusal("draka.16.carpet.5", f"{card.title} is not combined with carpet bombing.")
        if flown.get(side):
            return Refusal("draka.16.sup.3", f"{card.title} is not combined with an Air Superiority mission.")
    if card.id in GAS_CARDS and side == fight.side and fight.more.get("gas"):
        return Refusal("draka.18.5", "One kind of gas in a combat.")
    return None


def plan_1919(g: Draka, fight: Fight) -> Procedure:
    """21.ap.a, R21: one attack per Allied action on a clear space of the West cancels all trench effects."""
    if "plan_1919" not in g.state.happened or fight.side != AP or g.note().get("plan") or not fight.trench_level:
        return
    clear = g.board.terrain[fight.target] == "clear" and g.board.nation[fight.target] in WEST
    if not clear or not has(g, fight.attackers, "br", "fr", "us"):
        return
    choice = yield g.ask(
        AP,
        "Plan 1919: cancel all trench effects in this attack?",
        ["cancel"],
        rule="draka.21.ap.a",
        name=Ask.PLAN_1919,
        final=True,
        also=[PASS],
        label=lambda v: "Not here" if v == PASS else "Cancel the trench",
        about={"place": g.board.ids[fight.target]},
    )
    if choice != PASS:
        g.note()["plan"] = True
        fight.trench_cancelled = True
        g.tell("Plan 1919: all trench effects in {space} are cancelled.", rule="draka.21.ap.a", space=fight.target)
