"""Chapter 9.5.4 and the combat cards: when each may be played, and what it does to the combat.

A card is a line of `CARDS`: its window (trench, flank or cards), who plays it (attack, defend, both) and a test that
returns the reason against it. The test does not ask who holds the card, so the umpire can tell from open facts alone
whether a side *might* have something to play, and asks it then: the pause tells nothing (engine notes 3).

Cards: pog.card.ap.04, pog.card.ap.05, pog.card.ap.06, pog.card.ap.07, pog.card.ap.18, pog.card.ap.19, pog.card.ap.21,
pog.card.ap.36, pog.card.ap.39, pog.card.ap.48, pog.card.ap.58, pog.card.ap.59, pog.card.ap.61, pog.card.ap.63,
pog.card.cp.02, pog.card.cp.03, pog.card.cp.04, pog.card.cp.15, pog.card.cp.16, pog.card.cp.18, pog.card.cp.19,
pog.card.cp.26, pog.card.cp.30, pog.card.cp.31, pog.card.cp.35, pog.card.cp.40, pog.card.cp.43, pog.card.cp.44,
pog.card.cp.49, pog.card.cp.50, pog.card.cp.51, pog.card.cp.56, pog.card.cp.57, pog.card.cp.60, pog.card.cp.62,
pog.card.cp.64.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.kernel import PASS, Procedure, Refusal, cites

from ..asks import Ask
from ..hooks import hook
from ..supply.tracing import supplied_at
from ..war.victory import removable_event
from .fight import Fight, weighed
from .strength import modifiers, shifts, strength

if TYPE_CHECKING:
    from ..context import Pog
    from ..static import Card

Test = Callable[["Pog", "Fight", str], str | None]
WEST = ("fr", "be", "ge")


class Combat(NamedTuple):
    window: str
    role: str
    test: Test  # words against playing it, or None
    bonus: int = 0


@cites("pog.9.5.4.1.1")
def has(g: Pog, units: Iterable[int], *nations: str) -> bool:
    """Whether a unit of one of these nations is among them; ANA, AUS, CND, PT, SN and MN are not."""
    names, second = g.units.truly, g.units.second
    return any(names[u] in nations or second[u] in nations for u in units)


def own(*nations: str, bonus: int = 1, role: str = "attack") -> Combat:
    def test(g: Pog, fight: Fight, side: str) -> str | None:
        return (
            None
            if has(g, fight.force(side), *nations)
            else f"No {' or '.join(n.upper() for n in nations)} unit fights on your side."
        )

    return Combat("cards", role, test, bonus)


def _putnik(g: Pog, fight: Fight, side: str) -> str | None:
    if g.state.turn > 7:
        return "Putnik serves only in 1914 and 1915."
    return None if has(g, fight.force(side), "sb") else "No Serbian unit fights here."


def _weather(g: Pog, fight: Fight, side: str) -> str | None:
    terrain, season = g.board.terrain[fight.target], g.season()
    if (terrain == "mountain" and season in ("fall", "winter")) or (terrain == "swamp" and season in ("spring", "fall")):
        return None
    return "Severe weather needs mountains in fall or winter, or swamp in spring or fall."


@cites("pog.12.6.2")
def _withdrawal(g: Pog, fight: Fight, side: str) -> str | None:
    """It needs nothing but its moment: with the defender's other cards, after the flank roll."""
    return None


def _mines(g: Pog, fight: Fight, side: str) -> str | None:
    if not has(g, fight.attackers, "br"):
        return "No British unit attacks."
    return None if fight.trench_level and fight.defenders else "The defenders are not in a trench."


def _not_pass(g: Pog, fight: Fight, side: str) -> str | None:
    if not has(g, fight.defenders, "fr"):
        return "No French unit defends."
    return None if fight.fort and g.board.french_forts >> fight.target & 1 else "No intact French fort stands here."


@cites("pog.card.ap.28")
def landships(g: Pog) -> bool:
    """Landships allows the Royal Tank Corps."""
    return g.played("ap.28")


@cites("pog.card.cp.54")
def hl_command(g: Pog) -> bool:
    """H-L Take Command allows Michael, Blucher and Peace Offensive."""
    return g.played("cp.54")


def _tanks(g: Pog, fight: Fight, side: str) -> str | None:
    if not landships(g):
        return "Landships has not been played."
    if not has(g, fight.attackers, "br"):
        return "No British unit attacks."
    if g.board.terrain[fight.target] != "clear" or g.board.nation[fight.target] not in WEST:
        return "Tanks need a clear space in France, Belgium or Germany."
    return None


def _alpine_troops(g: Pog, fight: Fight, side: str) -> str | None:
    return None if all(g.units.nation[u] == "it" for u in fight.attackers) else "Not all attackers are Italian."


def _maude(g: Pog, fight: Fight, side: str) -> str | None:
    basra = g.board.mask("basra")
    if g.controls("ap", g.S["basra"]) and all(
        g.units.truly[u] == "br" and supplied_at(g, "br", fight.origin[u], basra) and _only_basra(g, fight.origin[u])
        for u in fight.attackers
    ):
        return None
    return "Not all attackers are British units that trace supply to Basra."


def _only_basra(g: Pog, space: int) -> bool:
    """Basra, overland: a port by sea would be London's."""
    allowed = g.hooks.supply_blocks(g, "ap")
    mask = g.graph.flood(g.board.mask("basra") & allowed, allowed, g.board.line_mask(*g.static.net_lines["br"]))
    return bool((mask | g.graph.next_to(mask)) >> space & 1)


def _backs(g: Pog, fight: Fight, side: str) -> str | None:
    army = any(g.units.army[u] and g.units.truly[u] == "br" for u in fight.defenders)
    return None if army and g.board.nation[fight.target] in ("fr", "be") else "No British army defends in France or Belgium."


def _francois(g: Pog, fight: Fight, side: str) -> str | None:
    if not has(g, fight.attackers, "ge"):
        return "No German unit attacks."
    return None if has(g, fight.defenders + fight.spent, "ru") else "No Russian unit is in the space."


def _machine_guns(g: Pog, fight: Fight, side: str) -> str | None:
    if not has(g, fight.defenders, "ge"):
        return "No German unit defends."
    return None if fight.trench_level else "The defenders have no benefit of a trench."


def _execution(g: Pog, fight: Fight, side: str) -> str | None:
    if not g.played("cp.13") or g.played("cp.54"):
        return "Only after Falkenhayn and before H-L Take Command."
    if not has(g, fight.attackers, "ge"):
        return "No German unit attacks."
    return None if fight.fort and g.board.french_forts >> fight.target & 1 else "No intact French fort stands here."


def _alpenkorps(g: Pog, fight: Fight, side: str) -> str | None:
    into = g.board.terrain[fight.target] == "mountain"
    for unit in fight.attackers:
        if g.units.nation[unit] == "ge" and (into or g.board.terrain[fight.origin[unit]] == "mountain"):
            return None
    return "No German unit attacks into or out of mountains."


def _kemal(g: Pog, fight: Fight, side: str) -> str | None:
    fits = any(has(g, [u], "tu") and g.cf(u) >= 1 for u in fight.defenders)
    return None if fits else "No Turkish unit of CF 1 or more defends."


def _below(g: Pog, fight: Fight, side: str) -> str | None:
    there = fight.defenders + fight.spent
    if has(g, fight.attackers, "ge") and there and all(g.units.nation[u] == "it" for u in there):
        return None
    return "A German unit must attack a space with only Italian units."


def _after_hl(g: Pog, fight: Fight, side: str) -> str | None:
    if not hl_command(g):
        return "H-L Take Command has not been played."
    return None if has(g, fight.attackers, "ge") else "No German unit attacks."


def _wireless(g: Pog, fight: Fight, side: str) -> str | None:
    there = fight.defenders + fight.spent
    if has(g, fight.attackers, "ge") and there and all(g.units.nation[u] == "ru" for u in there):
        return None
    return "A German unit must attack a space with only Russian units."


def _determination(g: Pog, fight: Fight, side: str) -> str | None:
    if not has(g, fight.defenders, "tu"):
        return "No Turkish unit defends."
    return None if not fight.trench else "The space has a trench."


def _panzer(g: Pog, fight: Fight, side: str) -> str | None:
    if not has(g, fight.attackers, "ge"):
        return "No German unit attacks."
    return None if g.board.terrain[fight.target] == "clear" else "The space is not clear."


def _alberich(g: Pog, fight: Fight, side: str) -> str | None:
    if g.board.nation[fight.target] not in ("fr", "be"):
        return "The attack is not in France or Belgium."
    tanks = "ap.48" in fight.cards[fight.side] or (g.state.action.card == "ap.35" and g.state.action.kind == "event ops")
    return "Tanks take part." if tanks else None


CARDS: dict[str, Combat] = {
    "ap_pleve": own("ru", role="both"),
    "ap_putnik": Combat("cards", "both", _putnik, 1),
    "ap_withdrawal": Combat("cards", "defend", _withdrawal),
    "ap_severe_weather": Combat("cards", "defend", _weather, 2),
    "ap_hurricane_barrage": own("br"),
    "ap_air_superiority": own("br", "fr"),
    "ap_phosgene_gas": own("fr"),
    "ap_mine_attack": Combat("cards", "attack", _mines, 1),
    "ap_they_shall_not_pass": Combat("cards", "defend", _not_pass),
    "ap_royal_tank_corps": Combat("trench", "attack", _tanks),
    "ap_russian_guards": own("ru"),
    "ap_alpine_troops": Combat("cards", "attack", _alpine_troops, 1),
    "ap_maude": Combat("cards", "attack", _maude),
    "ap_backs_to_the_wall": Combat("cards", "defend", _backs),
    "cp_wireless_intercepts": Combat("flank", "attack", _wireless),
    "cp_von_francois": Combat("cards", "attack", _francois, 1),
    "cp_severe_weather": Combat("cards", "defend", _weather, 2),
    "cp_chlorine_gas": own("ge"),
    "cp_liman_von_sanders": own("tu", role="both"),
    "cp_fortified_machine_guns": Combat("cards", "defend", _machine_guns, 1),
    "cp_flamethrowers": own("ge"),
    "cp_place_of_execution": Combat("cards", "attack", _execution, 2),
    "cp_alpenkorps": Combat("cards", "attack", _alpenkorps, 1),
    "cp_kemal": Combat("cards", "defend", _kemal),
    "cp_mustard_gas": own("ge"),
    "cp_air_superiority": own("ge"),
    "cp_von_below": Combat("trench", "attack", _below),
    "cp_von_hutier": Combat("trench", "attack", _francois),
    "cp_michael": Combat("trench", "attack", _after_hl, 1),
    "cp_blucher": Combat("trench", "attack", _after_hl),
    "cp_peace_offensive": Combat("trench", "attack", _after_hl),
    "cp_withdrawal": Combat("cards", "defend", _withdrawal),
    "cp_kaisertreu": own("ah", role="both"),
    "cp_turk_determination": Combat("cards", "defend", _determination),
    "cp_achtung_panzer": Combat("cards", "attack", _panzer, 1),
    "cp_alberich": Combat("cards", "defend", _alberich),
}
BREAKTHROUGH = ("cp.49", "cp.50", "cp.51")


def used_bit(card: Card) -> int:
    return 1 << (card.number + (100 if card.side == "cp" else 0))


def may_play(g: Pog, fight: Fight, side: str, card: Card, window: str) -> Refusal | None:
    """9.5.4: None, or why this card cannot be played in this combat now, whoever holds it."""
    entry = CARDS.get(card.event) if card.cc else None
    if entry is None or entry.window != window or (entry.role != "both" and (entry.role == "attack") != (side == fight.side)):
        return Refusal("pog.12.2.6", f"{card.title} is not played at this point.")
    if card.id in fight.cards[side]:
        return Refusal("pog.9.5.4.4", f"{card.title} is in use.")
    if g.state.used & used_bit(card):
        return Refusal("pog.9.5.4.4", f"{card.title} was used in another combat of this round.")
    if side == fight.enemy and fight.fort_alone:
        return Refusal("pog.3.b", "A fort without units gets no combat cards.")
    if side == fight.enemy and not fight.supplied:
        return Refusal("pog.14.3.4", "Defenders out of supply, and those with them, get no combat cards.")
    against = entry.test(g, fight, side)
    if against is not None:
        return Refusal(card.rule, against)
    refusal: Refusal | None = g.hooks.may_support(g, fight, side, card)
    return refusal


@hook
def may_support(g: Pog, fight: Fight, side: str, card: Card) -> Refusal | None:
    """No further bar in the base game."""
    return None


def ask_cards(g: Pog, fight: Fight, side: str, window: str) -> Procedure:
    """12.2.6: a side plays cards one by one, from hand or face up, until it passes."""
    s = g.state
    unseen = s.hand[side] | s.draw[side] | s.table[side]
    possible = [c for c in g.static.deck[side] if c.cc and unseen >> c.number & 1]
    while True:
        might = [c for c in possible if c.id not in fight.cards[side] and may_play(g, fight, side, c, window) is None]
        if not might:
            return
        within_reach = s.hand[side] | s.table[side]
        options: list[Any] = [c.id for c in might if within_reach >> c.number & 1]
        options.append(PASS)
        words = {
            "trench": "Play a card against the trench?",
            "flank": "Play a card for the flank attack?",
            "cards": "Play a combat card?",
        }
        choice = yield g.listed(
            side,
            f"{g.board.name[fight.target]}: {words[window]}",
            options,
            "pog.9.5.4.1.a",
            final=True,  # it is shown
            judge=lambda v: _why_not(g, fight, side, v, window),
            candidates=lambda: [c.id for c in g.static.deck[side]],
            **weighed(
                g,
                fight,
                Ask.COMBAT_CARD,
                label=lambda v: "No card" if v == PASS else g.static.cards[v].title,
                on=lambda v: ("" if v == PASS else v, ""),
                side=side,
            ),
            about={"place": g.board.ids[fight.target]},
            tallies=lambda: combat_tallies(g, fight),
            waiting="combat cards",
        )
        if choice == PASS:
            return
        play(g, fight, side, g.static.cards[choice])


def _why_not(g: Pog, fight: Fight, side: str, value: Any, window: str) -> Refusal | None:
    card = g.static.cards[value]
    if not (g.state.hand[side] | g.state.table[side]) >> card.number & 1 or card.side != side:
        return Refusal("pog.12.2.6", f"{card.title} is neither in your hand nor face up before you.")
    return may_play(g, fight, side, card, window)


def combat_tallies(g: Pog, fight: Fight) -> list[Any]:
    return [t(g, fight, side) for side in (fight.side, fight.enemy) for t in (strength, shifts, modifiers)]


def play(g: Pog, fight: Fight, side: str, card: Card) -> None:
    """A combat card takes effect; its conditions held when it was played, and that is enough (pog.12.3.4)."""
    s = g.state
    entry = CARDS[card.event]
    fight.cards[side].append(card.id)
    s.used |= used_bit(card)
    if s.hand[side] >> card.number & 1:
        g.reveal()
        s.hand[side] &= ~(1 << card.number)
        s.shown[side] &= ~(1 << card.number)
        s.table[side] |= 1 << card.number
        g.tell("The {side} play {card}.", rule=card.rule, side=side, card=card.id)
    else:
        fight.face_up.append(card.id)
        g.tell("The {side} use {card} again.", rule="pog.9.5.4.2.a", side=side, card=card.id)
    if card.remove and card.id not in s.events:
        s.events[card.id] = s.turn
        g.raise_war_status(side, card.ws)
        removable_event(g, side, card)
    if entry.bonus:
        fight.bonus[side].append((entry.bonus, card.title, card.rule))
    effect = EFFECTS.get(card.event)
    if effect is not None:
        effect(g, fight, side, card)


def _cancel_trench(g: Pog, fight: Fight, side: str, card: Card) -> None:
    fight.trench_cancelled = True
    g.tell("All trench effects in {space} are cancelled.", rule="pog.12.2.4", space=fight.target)
    if card.id in BREAKTHROUGH and "cp.55" in g.state.this_turn:
        g.state.this_turn.remove("cp.55")
        g.tell("Lloyd George no longer holds the British back.", rule="pog.card.cp.55")


def _hutier(g: Pog, fight: Fight, side: str, card: Card) -> None:
    _cancel_trench(g, fight, side, card)
    fight.first = side


def _no_shifts(g: Pog, fight: Fight, side: str, card: Card) -> None:
    fight.shifts_cancelled = True


def _army_table(g: Pog, fight: Fight, side: str, card: Card) -> None:
    fight.army_table[side] = True


def _hold(g: Pog, fight: Fight, side: str, card: Card) -> None:
    fight.retreat_cancelled = card.rule


def _withdraw(g: Pog, fight: Fight, side: str, card: Card) -> None:
    fight.withdrawal = card.id


def _dig(g: Pog, fight: Fight, side: str, card: Card) -> None:
    """Turk Determination: level 1 for this combat; Brusilov's cancelling takes it away again."""
    if not fight.brusilov:
        fight.trench, fight.trench_cancelled = 1, False


def _call_off(g: Pog, fight: Fight, side: str, card: Card) -> None:
    fight.called_off = True


EFFECTS: dict[str, Callable[[Pog, Fight, str, Card], None]] = {
    "cp_von_below": _cancel_trench,
    "cp_von_hutier": _hutier,
    "cp_michael": _cancel_trench,
    "cp_blucher": _cancel_trench,
    "cp_peace_offensive": _cancel_trench,
    "ap_royal_tank_corps": _no_shifts,
    "cp_kemal": _army_table,
    "ap_maude": _army_table,
    "ap_they_shall_not_pass": _hold,
    "ap_backs_to_the_wall": _hold,
    "ap_withdrawal": _withdraw,
    "cp_withdrawal": _withdraw,
    "cp_turk_determination": _dig,
    "cp_alberich": _call_off,
}


def put_away(g: Pog, fight: Fight) -> None:
    """9.5.4.2, 9.5.4.3: after the combat cards are removed, discarded or kept face up by the winner."""
    lost, won = fight.loss[fight.enemy], fight.loss[fight.side]
    for side in (fight.side, fight.enemy):
        mine, theirs = (won, lost) if side == fight.side else (lost, won)
        for card_id in fight.cards[side]:
            card = g.static.cards[card_id]
            if serves_once(card):
                g.leave_hand(card_id, "removed" if card.remove else "discard")
                if not card.remove:
                    g.tell("{card} is discarded.", rule="pog.9.5.4.3", card=card_id)
            elif mine <= theirs and not stays_after_a_tie(card, mine, theirs):
                g.leave_hand(card_id, "discard")
                g.tell("{card} is discarded.", rule="pog.9.5.4.3", card=card_id)
            else:
                g.tell("{card} stays face up.", rule="pog.9.5.4.2.a", card=card_id)


@cites("pog.9.5.4.2.b")
def serves_once(card: Card) -> bool:
    """A card marked for removal, or one that serves one combat a turn, goes even after a win."""
    return card.remove or card.once


@cites("pog.9.5.4.2.c")
def stays_after_a_tie(card: Card, mine: int, theirs: int) -> bool:
    """They Shall Not Pass stays after a tie too."""
    return card.id == "ap.39" and mine == theirs
