"""Chapter 9.5: events. Each card names a procedure; here stand the conditions and the plain effects (cards 1 to 55).

`EVENTS` maps the name of a procedure to (test, effect). A test returns a Refusal or None; an effect is a procedure or
a plain function. A variant adds entries of its own names. Not here: combat cards (combat/cards.py), reinforcements
(manpower/reinforcements.py), events that ask for much (salonika.py), optional cards (optional_events.py).

Cards: pog.card.ap.02, pog.card.ap.09, pog.card.ap.12, pog.card.ap.13, pog.card.ap.23, pog.card.ap.26, pog.card.ap.27,
pog.card.ap.28, pog.card.ap.30, pog.card.ap.33, pog.card.ap.35, pog.card.ap.37, pog.card.ap.40, pog.card.ap.45,
pog.card.ap.46, pog.card.ap.49, pog.card.ap.51, pog.card.ap.52, pog.card.ap.54, pog.card.ap.55, pog.card.cp.01,
pog.card.cp.05, pog.card.cp.06, pog.card.cp.08, pog.card.cp.09, pog.card.cp.10, pog.card.cp.11, pog.card.cp.13,
pog.card.cp.17, pog.card.cp.25, pog.card.cp.27, pog.card.cp.28, pog.card.cp.29, pog.card.cp.32, pog.card.cp.33,
pog.card.cp.36, pog.card.cp.37, pog.card.cp.45, pog.card.cp.47, pog.card.cp.52, pog.card.cp.53, pog.card.cp.54,
pog.card.cp.55.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from grognard.boards.masks import bits
from grognard.kernel import DONE, Choice, Procedure, Refusal, cites

from ..asks import Ask
from ..combat.attacks import attacks
from ..hooks import hook
from ..manpower.reinforcements import may_reinforce, reinforce
from ..map.places import TREATY_NATIONS, coast_open
from ..static import AP, CP, OTHER, RESERVE
from ..supply.tracing import in_supply, supplied_at
from ..war.neutrals import joins
from ..war.offensives import german_offensive_ends, mutiny_breaks_out, russian_offensive_ends
from ..war.victory import removable_event

if TYPE_CHECKING:
    from ..context import Pog
    from ..static import Card

Test = Callable[["Pog", "Card"], "Refusal | None"]
Effect = Callable[["Pog", "Card"], Any]
EVENTS: dict[str, tuple[Test, Effect]] = {}
BREAKTHROUGH = ("cp.49", "cp.50", "cp.51")


def free(g: Pog, card: Card) -> Refusal | None:
    """An event without conditions."""
    return None


def nothing(g: Pog, card: Card) -> None:
    """An event whose effect is that it was played."""
    moot = (card.id == "cp.11" and g.state.ws[CP] - card.ws >= 4) or (card.id == "cp.08" and coast_open(g))
    g.tell("{card} is in force.", rule="pog.9.5.1.1.b" if moot else card.rule, card=card.id)


def event(*names: str, test: Test = free) -> Callable[[Effect], Effect]:
    """Marks the effect of a card's event."""

    def enter(effect: Effect) -> Effect:
        for name in names:
            EVENTS[name] = (test, effect)
        return effect

    return enter


def may_play_event(g: Pog, side: str, card: Card) -> Refusal | None:
    """9.5.1: None, or why this card cannot be an event now."""
    if card.cc and not (card.event == "cp_place_of_execution" and not g.board.french_forts & g.forts):
        return Refusal("pog.9.5.4.1.a", f"{card.title} is played inside a combat.")
    if card.kind == "reinforcement":
        return may_reinforce(g, card)
    if card.kind == "neutral":
        return may_enter_war(g, card)
    return EVENTS[card.event][0](g, card)


def play_event(g: Pog, side: str, card: Card) -> Procedure:
    """9.5.1.1.a, 9.5.1.3: carry the event out as written; war status rises first."""
    s = g.state
    action = s.action
    if not action.stage:
        s.events[card.id] = s.turn
        g.changed()  # events change prices and ways
        g.raise_war_status(side, card.ws)
        removable_event(g, side, card)
        action.stage = "effect"
        g.tell("Event: {card}.", rule=card.rule, card=card.id)
    if card.kind == "reinforcement":
        yield from reinforce(g, card)
        return
    if card.kind == "neutral":
        s.entered = True
        yield from joins(g, card.enters, card.rule)
        return
    steps = EVENTS[card.event][1](g, card)
    if isinstance(steps, Iterator):
        yield from steps


def event_ops(g: Pog, card: Card) -> bool:
    """9.1.3, 5.7.4.g: whether the event is followed by operations with the same card."""
    return gives_ops(card) or gives_ops_in_history(g, card)


@cites("pog.9.1.3")
def gives_ops(card: Card) -> bool:
    """A card is used in one way only, but some events say that operations follow."""
    return card.ops_with == "always"


@cites("pog.5.7.4.g")
def gives_ops_in_history(g: Pog, card: Card) -> bool:
    """Six more events are followed by operations in the historical scenario, or with the option."""
    return card.ops_with == "historical" and g.static.events_with_ops


def may_enter_war(g: Pog, card: Card) -> Refusal | None:
    """9.5.2.2: one neutral entry event a turn by both sides together."""
    if g.state.entered:
        return Refusal("pog.9.5.2.2", "A neutral nation has already joined this turn.")
    if card.enters == "ro" and g.played("cp.52"):
        return Refusal(card.rule, "Romania does not join after Fall of the Tsar.")
    if not g.board.of[card.enters] & g.static.theatre:
        return Refusal("draka.R112", "That nation is not in this scenario.")
    return None


# ------------------------------------------------------------------ conditions


def after(*cards: str, words: str, rule: str = "") -> Test:
    def test(g: Pog, card: Card) -> Refusal | None:
        return None if any(g.played(c) for c in cards) else Refusal(rule or card.rule, words)

    return test


def _moltke(g: Pog, card: Card) -> Refusal | None:
    return None if g.state.turn <= 2 else Refusal(card.rule, "Moltke is played only on turns 1 and 2.")


def _entrench(g: Pog, card: Card) -> Refusal | None:
    if g.played("cp.06") or g.played("ap.12"):
        return Refusal("pog.9.5.1.1.c", "The other Entrench card was played as an event.")
    if g.static.historical and g.state.turn == 1:
        return Refusal("pog.5.7.4.d", "On turn 1 neither Entrench card is an event.")
    return None if trench_spaces(g, card.side) else Refusal(card.rule, "No supplied army stands where a trench could be put.")


def trench_spaces(g: Pog, side: str) -> list[int]:
    """Spaces with a supplied army of the side and no trench of its own."""
    found = []
    for space in bits(g.occ[side] & ~g.neutral):
        if g.trench(space, side) == 0 and any(g.units.army[u] and in_supply(g, u) for u in g.stack[space]):
            found.append(space)
    return found


def _belgium(g: Pog, card: Card) -> Refusal | None:
    if not g.played("cp.01") or g.state.level[AP] != 0:
        return Refusal(card.rule, "Only after Guns of August as an event, and at Allied Mobilization.")
    return None


def _lusitania(g: Pog, card: Card) -> Refusal | None:
    if not g.played("ap.02") or g.played("ap.54"):
        return Refusal(card.rule, "Only after Blockade and before Zimmermann Telegram.")
    return None


def _grand_fleet(g: Pog, card: Card) -> Refusal | None:
    return None if g.state.fleet_pending else Refusal(card.rule, "Only right after High Seas Fleet.")


@cites("pog.16.2.2")
def condition_met(g: Pog, limit: int) -> bool:
    """The combined war status is a condition of US entry and of the fall of the Tsar."""
    return g.combined >= limit


def _zimmermann(g: Pog, card: Card) -> Refusal | None:
    limit = g.static.charts["war_status"]["us_entry_allowed"]
    if not condition_met(g, limit):
        return Refusal("pog.16.3.2", f"Combined war status {g.combined}; {limit} is needed.", limit=limit, measured=g.combined)
    return None


def _over_there(g: Pog, card: Card) -> Refusal | None:
    if g.state.events.get("ap.54", 99) >= g.state.turn:
        return Refusal("pog.16.3.4", "Only on a later turn than Zimmermann Telegram.")
    return None


def _kerensky(g: Pog, card: Card) -> Refusal | None:
    if not g.played("cp.52") or g.played("cp.53"):
        return Refusal(card.rule, "Only after Fall of the Tsar and before Bolshevik Revolution.")
    return None


def _guns(g: Pog, card: Card) -> Refusal | None:
    if g.state.turn == 1 and not g.state.actions[CP]:
        return None
    return Refusal(card.rule, "Only as the first CP action of turn 1.")


def _landwehr(g: Pog, card: Card) -> Refusal | None:
    berlin = g.S["berlin"]
    if g.controls(CP, berlin) and supplied_at(g, "cp", berlin):
        return None
    return Refusal(card.rule, "Berlin is lost or out of supply.")


def _reichstag(g: Pog, card: Card) -> Refusal | None:
    return None if g.state.level[CP] < 2 else Refusal(card.rule, "Not at CP Total War.")


def _falkenhayn(g: Pog, card: Card) -> Refusal | None:
    if g.state.turn <= 2 and not g.played("ap.09"):
        return Refusal(card.rule, "On turns 1 and 2 only after Moltke.")
    return None


def _tsar_command(g: Pog, card: Card) -> Refusal | None:
    need = g.static.charts["russian_track"]["vp_spaces_for_tsar_takes_command"]
    if g.russian_vp() < need:
        return Refusal("pog.16.4.3", f"The CP control {g.russian_vp()} Russian VP spaces; {need} are needed.", limit=need)
    return None


@cites("pog.card.cp.28")
def tsar_commands(g: Pog) -> bool:
    """Tsar Takes Command must come before his fall."""
    return g.played("cp.28")


def _tsar_falls(g: Pog, card: Card) -> Refusal | None:
    need = g.static.charts["russian_track"]["sum_for_fall_of_the_tsar"]
    total = g.combined + g.russian_vp()
    if not tsar_commands(g):
        return Refusal("pog.16.4.4", "Only after Tsar Takes Command.")
    return None if total >= need else Refusal("pog.16.4.4", f"War status and Russian VP spaces are {total}; {need} is needed.")


def _revolution(g: Pog, card: Card) -> Refusal | None:
    if g.state.events.get("cp.52", 99) >= g.state.turn:
        return Refusal("pog.16.4.6", "Only on a later turn than Fall of the Tsar.")
    seven = g.static.russian_seven
    if g.russian_vp() > g.state.tsar_fell_at or g.controlled(CP) & seven == seven:
        return None
    return Refusal(
        "pog.16.4.6", f"The CP hold {g.russian_vp()} Russian VP spaces; more than {g.state.tsar_fell_at} are needed."
    )


def _execution(g: Pog, card: Card) -> Refusal | None:
    if not g.played("cp.13") or g.played("cp.54"):
        return Refusal(card.rule, "Only after Falkenhayn and before H-L Take Command.")
    return None


def _lloyd_george(g: Pog, card: Card) -> Refusal | None:
    if any(g.played(c) for c in BREAKTHROUGH):
        return Refusal(card.rule, "Not after Michael, Blucher or Peace Offensive.")
    return None


# ------------------------------------------------------------------ effects


def _vp(key: str) -> Effect:
    def effect(g: Pog, card: Card) -> None:
        g.add_vp(g.static.charts["vp"][key], card.rule, card.title)

    return effect


def ask_space(g: Pog, name: Ask, side: str, card: Card, question: str, spaces: list[int]) -> Choice:
    """Which of these spaces the event is about."""
    why = f"{card.title} is not for {{}}."
    return g.which_space(side, f"{card.title}: {question}", spaces, card.rule, why, name=name, waiting=card.title)


def ask_unit(g: Pog, name: Ask, side: str, card: Card, question: str, units: list[int], may_stop: bool = False) -> Choice:
    """Which of these units the event is about."""
    return g.which_unit(
        side,
        f"{card.title}: {question}",
        units,
        card.rule,
        f"{card.title} is not for {{}}.",
        name=name,
        also=[DONE] if may_stop else [],
        label=lambda v: "No more" if v == DONE else g.units.name[g.U[v]],
        waiting=card.title,
    )


def this_turn(g: Pog, card: Card) -> None:
    g.state.this_turn.append(card.id)
    g.changed()
    nothing(g, card)


for _name in (
    "ap_blockade", "ap_landships", "ap_independent_air_force", "ap_sinai_pipeline", "cp_race_to_the_sea", "cp_sud_army",
    "cp_oberost", "cp_army_11", "cp_walter_rathenau", "ap_yanks_and_tanks", "ap_brusilov_offensive",
):  # fmt: skip
    EVENTS[_name] = (free, nothing)
EVENTS["ap_moltke"] = (_moltke, nothing)
EVENTS["ap_rape_of_belgium"] = (_belgium, _vp("rape_of_belgium"))
EVENTS["ap_lusitania"] = (_lusitania, _vp("lusitania"))
EVENTS["ap_great_retreat"] = (free, this_turn)
EVENTS["ap_points_14"] = (after("ap.54", words="Only after Zimmermann Telegram.", rule="pog.16.3.5"), _vp("points_14"))
EVENTS["ap_everyone_into_battle"] = (after(*BREAKTHROUGH, words="Only after Michael, Blucher or Peace Offensive."), this_turn)
EVENTS["ap_convoy"] = (after("cp.36", words="Only after U-Boats Unleashed."), _vp("convoy"))
EVENTS["ap_kerensky_offensive"] = (_kerensky, nothing)
EVENTS["ap_over_there"] = (_over_there, nothing)
EVENTS["cp_reichstag_truce"] = (_reichstag, _vp("reichstag_truce"))
EVENTS["cp_falkenhayn"] = (_falkenhayn, nothing)
EVENTS["cp_zeppelin_raids"] = (free, this_turn)
EVENTS["cp_tsar_takes_command"] = (_tsar_command, nothing)
EVENTS["cp_u_boats_unleashed"] = (after("cp.54", words="Only after H-L Take Command."), nothing)
EVENTS["cp_hoffmann"] = (after("cp.54", words="Only after H-L Take Command."), nothing)
EVENTS["cp_place_of_execution"] = (_execution, nothing)
EVENTS["cp_lloyd_george"] = (_lloyd_george, this_turn)


@event("ap_entrench", "cp_entrench", test=_entrench)
def entrench_event(g: Pog, card: Card) -> Procedure:
    """A level 1 trench in a space with a supplied army; from now on both sides may entrench."""
    choice = yield ask_space(g, Ask.TRENCH, card.side, card, "where does the trench go?", trench_spaces(g, card.side))
    g.dig(g.S[choice], card.side)
    g.tell("A trench is dug in {space}. Both sides may entrench from now on.", rule=card.rule, space=g.S[choice])


@event("ap_grand_fleet", test=_grand_fleet)
def grand_fleet(g: Pog, card: Card) -> None:
    g.state.fleet_pending = False
    g.tell("Grand Fleet cancels High Seas Fleet.", rule=card.rule)


@event("cp_high_seas_fleet")
def high_seas_fleet(g: Pog, card: Card) -> None:
    g.state.fleet_pending = True
    g.tell("High Seas Fleet: VP +1 unless the next Allied action is Grand Fleet.", rule=card.rule)


@event("ap_zimmermann_telegram", test=_zimmermann)
def zimmermann(g: Pog, card: Card) -> None:
    """16.3.3: the United States become an Allied nation."""
    g.add_vp(g.static.charts["vp"]["zimmermann_telegram"], card.rule, card.title)
    g.join_war("us")
    g.tell("The United States join the Allies.", rule="pog.16.3.3")


@hook
def august_armies(g: Pog) -> tuple[str, ...]:
    """Card cp.01: the German 1st, 2nd and 3rd Armies."""
    return ("ge.a1", "ge.a2", "ge.a3")


@event("cp_guns_of_august", test=_guns)
def guns_of_august(g: Pog, card: Card) -> Procedure:
    """Liege falls to the German 1st and 2nd Armies; they and the 3rd may attack. No other operations."""
    action, s = g.state.action, g.state
    liege, koblenz = g.S["liege"], g.S["koblenz"]
    if action.stage == "effect":
        s.fallen |= 1 << liege
        g.changed()
        for name in ("ge.a1", "ge.a2"):
            g.put(g.U[name], liege)
        g.occupy(g.U["ge.a1"], liege)
        named = [g.U[n] for n in g.hooks.august_armies(g)]
        action.attack = 1 << liege
        if any(s.at[u] == koblenz for u in named):
            action.attack |= 1 << koblenz
        for space in (liege, koblenz):
            for unit in g.stack[space]:
                if unit not in named:
                    action.barred |= 1 << unit
        action.stage = "attack"
        g.tell("Liege falls; the German 1st and 2nd Armies stand there.", rule=card.rule)
    yield from attacks(g)


@event("cp_landwehr", test=_landwehr)
def landwehr(g: Pog, card: Card) -> Procedure:
    """2 RP at once, only to flip reduced German units that are in supply or in the Reserve Box."""
    action = g.state.action
    if action.stage == "effect":
        action.stage, action.points = "flip", 4
    while action.points > 0:
        g.checkpoint()
        fit = [
            u
            for u in range(g.units.size)
            if g.units.nation[u] == "ge"
            and not g.full(u)
            and g.units.rp[u] != "none"
            and (g.state.at[u] == RESERVE or (g.state.at[u] >= 0 and in_supply(g, u)))
            and (2 if g.units.army[u] else 1) <= action.points
        ]
        if not fit:
            return
        question = f"flip which unit? {action.points / 2:g} RP left"
        choice = yield ask_unit(g, Ask.LANDWEHR, CP, card, question, fit, may_stop=True)
        if choice == DONE:
            return
        unit = g.U[choice]
        action.points -= 2 if g.units.army[unit] else 1
        g.flip(unit, False)
        g.tell("{unit} is brought to full strength.", rule=card.rule, unit=unit)


@event("ap_cloak_and_dagger", "cp_mata_hari")
def spy(g: Pog, card: Card) -> None:
    """The player looks at the whole hand of the opponent; operations follow."""
    enemy = OTHER[card.side]
    g.state.shown[enemy] |= g.state.hand[enemy]
    g.reveal()
    names = tuple(g.hand_cards(enemy))
    g.tell("{card} shows the enemy's hand: {cards}.", rule=card.rule, to=card.side, card=card.id, cards=names)
    g.tell("{card} shows the {side} the enemy's hand.", rule=card.rule, to=enemy, card=card.id, side=card.side)


@event("cp_war_in_africa")
def war_in_africa(g: Pog, card: Card) -> Procedure:
    """The Allied player removes a full-strength BR corps (a reduced one if there is none), or gives VP +1."""
    corps = [u for u in g.units.pieces["br.c"] if g.state.at[u] >= RESERVE]
    full = [u for u in corps if g.full(u)]
    if corps:
        choice = yield g.which_unit(
            AP,
            "War in Africa: remove a British corps for good, or give VP +1?",
            full or corps,
            card.rule,
            "{} is no British corps that could go: full ones before reduced ones.",
            also=["vp"],
            label=lambda v: "VP +1" if v == "vp" else f"Remove {_where(g, g.U[v])}",
            name=Ask.WAR_IN_AFRICA,
            decline="vp",
            waiting="War in Africa",
        )
        if choice != "vp":
            g.eliminate(g.U[choice], True, card.rule)
            return
    g.add_vp(g.static.charts["vp"]["war_in_africa"], card.rule, card.title)


def _where(g: Pog, unit: int) -> str:
    place = g.state.at[unit]
    return f"{g.units.name[unit]} ({'Reserve Box' if place < 0 else g.board.name[place]})"


@event("cp_fall_of_the_tsar", test=_tsar_falls)
def tsar_falls(g: Pog, card: Card) -> None:
    """16.4.5: VP +1, or +3 if Romania is neutral; the number of Russian VP spaces is noted."""
    chart = g.static.charts["vp"]
    g.state.tsar_fell_at = g.russian_vp()
    key = "fall_of_the_tsar" if g.at_war("ro") else "fall_of_the_tsar_romania_neutral"
    g.add_vp(chart[key], card.rule, card.title)
    g.tell("The Tsar falls with {number} Russian VP spaces in CP hands.", rule="pog.16.4.5.a", number=g.state.tsar_fell_at)


@event("cp_bolshevik_revolution", test=_revolution)
def revolution(g: Pog, card: Card) -> None:
    russian_offensive_ends(g)
    nothing(g, card)


@event("cp_hl_take_command")
def hl_take_command(g: Pog, card: Card) -> None:
    german_offensive_ends(g)
    nothing(g, card)


@event("cp_french_mutiny")
def french_mutiny(g: Pog, card: Card) -> None:
    mutiny_breaks_out(g)
    nothing(g, card)


@event("cp_treaty_of_brest_litovsk", test=after("cp.53", words="Only after Bolshevik Revolution.", rule="pog.16.4.8"))
def treaty(g: Pog, card: Card) -> None:
    """16.4.9: Russian units in forbidden nations, or stacked with other Allied units, go to the eliminated box."""
    for unit, space in enumerate(list(g.state.at)):
        if space < 0 or g.units.nation[unit] != "ru":
            continue
        if g.board.nation[space] not in TREATY_NATIONS:
            g.eliminate(unit, False, "pog.16.4.9.a")
        elif any(g.units.nation[u] != "ru" for u in g.stack[space]):
            g.eliminate(unit, False, "pog.16.4.9.b")
    nothing(g, card)
