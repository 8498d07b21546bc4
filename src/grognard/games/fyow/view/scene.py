"""What a side sees: its own forces, enemies that it has detected, and where it last saw others. Built from nothing upwards."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from grognard.kernel import UMPIRE
from grognard.kernel.scene import Cell, Marker, Overlay, Panel, Piece, Scene, Style
from grognard.kernel.tally import exact

from ..condition.victory import points
from ..contact.information import words_of
from ..context import CONDITIONS, SESSIONS, Fyow
from ..march.movement import allowance, knows_of_battle
from ..state import DESTROYED, Battle
from ..supply.supply import NAMES, chain
from ..tables import ELEMENTS
from ..weather.weather import WORDS
from . import services as scene_services
from .names import on_the_counter
from .objectives import left, objectives
from .sheets import battle_sheet, order_sheet, row_of

Counts = tuple[tuple[str, int], ...]

SKIES = {"fair": "fair", "overcast": "overcast", "fog": "fog", "snow": "snow", **WORDS}


def scene(g: Fyow, side: str | None) -> Scene:
    s, static = g.state, g.static
    sides = {name: Style(fill=data.get("colour", "#888888"), text="#ffffff") for name, data in static.sides.items()}
    weather = s.weather
    sky = SKIES[weather.sky] + ("" if weather.wind == "none" else f", {weather.wind} winds")
    date = f"{g.date.day} {g.date:%B %Y}"
    hour = f", session {s.session} of {SESSIONS}, {'night' if g.night else 'day'}" if s.session else ""
    return Scene(
        "", "", None, str(static.scenario.get("title", "Fight Your Own Wars")),
        turn=date,  # a turn is a day: what is left to the staff goes on to its end
        phase=PHASES.get(s.phase, s.phase) + hour,
        sides=sides,
        side_names=dict(static.names),
        pieces=pieces(g, side) + scene_services.pieces(g, side),
        markers=markers(g, side) + scene_services.markers(g, side),
        overlays=overlays(g, side),
        panels=panels(g, side) + scene_services.panels(g, side),
        status=[sky, *scene_services.status(g), f"gauge {weather.gauge}"],
        score=score(g, side),
        objectives=objectives(g, believed_control(g, side)),
        left=left(g),
    )  # fmt: skip


PHASES = {
    "dawn": "dawn", "week": "options for the week", "plan": "options for the day", "supply": "supply", "session": "session",
    "cards": "activations", "night": "night", "setup": "preparation", "weather": "weather", "over": "the end",
}  # fmt: skip


def seen_by(g: Fyow, side: str | None, number: int) -> str:
    """own, known (its nature too), found (something is there), or nothing."""
    unit = g.unit(number)
    if side in (unit.side, UMPIRE):
        return "own"
    if side not in g.static.sides:  # a spectator sees what both sides know: who fights an open battle
        battle = g.battle_of(number)
        return "known" if battle is not None and battle_known(g, None, battle) and battle.met else ""
    viewers = [g.enemy(unit.side)]
    if number not in g.state.seen[viewers[0]]:
        return ""
    return "known" if number in g.state.met[viewers[0]] else "found"


def pieces(g: Fyow, side: str | None) -> list[Piece]:
    made = []
    nameless = 0
    for number in g.alive():
        unit, sight = g.unit(number), seen_by(g, side, number)
        place = g.static.boards[unit.board].id
        if sight == "own":
            made.append(own_piece(g, number, place))
        elif sight == "known":
            symbol = symbol_of(g, number)
            look: dict[str, Any] = {"symbol": symbol, "name": unit.name, "short": on_the_counter(unit.name)}
            values, facts = [str(g.combat_value(number))], learned(g, side, number)
            made.append(Piece(f"u{number}", unit.side, place, values=values, facts=facts, **look))
        elif sight == "found":
            nameless += 1
            facts = learned(g, side, number)
            made.append(Piece(f"x{nameless}", unit.side, place, symbol="unknown", name="Enemy force", hidden=True, facts=facts))
    return made


def learned(g: Fyow, side: str | None, number: int) -> dict[str, str]:
    """17: what this side has gathered about an enemy force, item by item."""
    found: dict[str, str] = {}
    for entry in g.state.staff.learned.get(str(side), {}).get(f"u{number}", []):
        kind, _, fact = entry.partition(": ")
        words = words_of(kind, fact)
        found[kind] = f"{found[kind]}, {words}" if kind == "numbers" and kind in found else words
    return found


def symbol_of(g: Fyow, number: int) -> str:
    return g.static.symbols.get(g.unit(number).id, "battlegroup")


def own_piece(g: Fyow, number: int, place: str) -> Piece:
    unit = g.unit(number)
    states = [unit.attitude, CONDITIONS[unit.condition].lower()]
    if unit.mode != "active":
        states.append(unit.mode)
    if unit.disarray:
        states.append("disarray")
    if knows_of_battle(g, number):
        states.append("engaged")
    facts = {
        "commander": unit.commander,
        "orders": f"{unit.order.kind}, {g.static.boards[unit.order.objective].name}",
        "value": half_points_in_words(g.half_value(number)),
        "moves left": str(allowance(unit) - unit.moves),
        "stockpile": f"{unit.stockpile}S",
        "ammunition": f"{unit.ammunition}/4",
    }
    values = [str(g.combat_value(number)), facts["moves left"]]
    look: dict[str, Any] = {"symbol": symbol_of(g, number), "size": "II", "name": unit.name, "short": on_the_counter(unit.name)}
    return Piece(f"u{number}", unit.side, place, values=values, states=states, facts=facts, **look)


def markers(g: Fyow, side: str | None) -> list[Marker]:
    """Control as the side believes it, objectives, and where the enemy was last seen."""
    made = []
    static = g.static
    control = believed_control(g, side)
    for board, holder in enumerate(control):
        if holder and board in static.objectives:
            label = str(static.objectives[board])
            made.append(Marker(f"c{board}", "control", static.boards[board].id, side=holder, label=label))
    if side in static.sides:
        known = {g.unit(n).board for n in g.state.seen[side]}
        for name, when in sorted(g.state.sighted[side].items()):
            if int(name) not in known:
                day, session = divmod(when - 1, SESSIONS)
                tip = f"enemy seen on day {day + 1}, session {session + 1}"
                at = static.boards[int(name)].id
                made.append(Marker(f"s{name}", "unknown", at, side=g.enemy(side), label="?", tip=tip))
    for battle in g.state.battles:
        if battle_known(g, side, battle):
            made.append(Marker(f"b{battle.board}", "fire", static.boards[battle.board].id, label=battle.stage.capitalize()))
    return made


def believed_control(g: Fyow, side: str | None) -> list[str]:
    if side == UMPIRE:
        return g.state.control
    if side in g.static.sides:
        return g.state.known_control[side]
    return g.state.open_control


def battle_known(g: Fyow, side: str | None, battle: Battle) -> bool:
    if side == UMPIRE:
        return True
    if side in g.static.sides:
        return any(knows_of_battle(g, n) for n in battle.attackers + battle.defenders if g.unit(n).side == side)
    return all(battle_known(g, name, battle) for name in g.static.sides)


def overlays(g: Fyow, side: str | None) -> list[Overlay]:
    """The supply lines of a side's own Brigades."""
    made = []
    for number, brigade in enumerate(g.state.brigades):
        hq = g.unit(brigade.hq)
        if side not in (brigade.side, UMPIRE) or hq.condition == DESTROYED:
            continue
        found = chain(g, hq.board, g.static.home[brigade.side])
        if found:
            ids = [g.static.boards[b].id for b in found[0]]
            made.append(Overlay(f"supply{number}", f"Supply of {brigade.name}", ids, side=brigade.side, rule="fyow.20.1.1"))
    return made


def score(g: Fyow, side: str | None) -> dict[str, str]:
    held = points(g, believed_control(g, side))
    return {name: f"{held[name]} points, morale {g.state.morale[name]}" for name in g.static.sides}


def panels(g: Fyow, side: str | None) -> list[Panel]:
    s = g.state
    sessions = [Cell(f"{n}{' night' if g.night_in(n) else ''}", n == s.session) for n in range(1, SESSIONS + 1)]
    gauge = [Cell(str(n), n == s.weather.gauge, rule="fyow.25.6.1") for n in range(9)]
    made = [Panel("day", "The day", "track", cells=sessions), Panel("gauge", "Rain and snow gauge", "track", cells=gauge)]
    for name in g.static.sides:
        if side in (name, UMPIRE):
            made += [record_sheet(g, name), order_sheet(g, name), *(elements_sheet(g, n) for n in g.alive(name))]
    for battle in s.battles:
        if battle_known(g, side, battle):
            cells = [Cell(stage.capitalize(), stage == battle.stage) for stage in ("contact", "combat", "outcome")]
            place = g.static.boards[battle.board].name
            made.append(Panel(f"battle{battle.board}", f"Battle at {place}", "track", cells=cells))
            if battle.way != "paper":
                made.append(battle_sheet(g, battle))
    return made


def record_sheet(g: Fyow, side: str) -> Panel:
    """prep.2: value, Combat Value, supply, condition and orders of each Battlegroup."""
    rows = []
    for number, unit in enumerate(g.state.units):
        if unit.side != side or unit.kind == "merged":
            continue
        where = "-" if unit.condition == DESTROYED else g.static.boards[unit.board].name
        order = f"{unit.order.kind}, {g.static.boards[unit.order.objective].name}"
        cells = (unit.name, unit.commander, where, half_points_in_words(g.half_value(number)), str(g.combat_value(number)))
        rows.append(row_of((*cells, CONDITIONS[unit.condition], unit.mode, f"{unit.stockpile}S", order)))
    routes = ", ".join(f"{b.name}: {NAMES[b.route.kind]}" for b in g.state.brigades if b.side == side)
    words = "".join(f"; {line}" for line in aims_of_week(g, side))
    columns = ["Battlegroup", "commander", "board", "value", "CV", "condition", "supply", "stockpile", "orders"]
    return Panel(f"records-{side}", f"Record sheet ({routes}{words})", "sheet", columns=columns, rows=rows, side=side)


@lru_cache(maxsize=4096)
def half_points_in_words(half: int) -> str:
    return exact(Fraction(half, 2))


def aims_of_week(g: Fyow, side: str) -> list[str]:
    """10.1.2: what each command of the side is to do this week."""
    found = {b.name: g.state.aim.get(f"brigade {n}") for n, b in enumerate(g.state.brigades) if b.side == side}
    found |= {"Air Command": g.state.aim.get(f"air {side}"), "Naval Command": g.state.aim.get(f"naval {side}")}
    return [f"{name} is to {aim[0]} {g.static.boards[g.static.number[aim[1]]].name}" for name, aim in found.items() if aim]


def elements_sheet(g: Fyow, number: int) -> Panel:
    unit = g.unit(number)
    title = f"{unit.name} ({unit.commander}: {unit.temper}, {unit.resolve}, rating {unit.rating})"
    return _elements(number, title, unit.side, tuple(unit.elements.items()), tuple(unit.damaged.items()))


@lru_cache(maxsize=4096)
def _elements(number: int, title: str, side: str, elements: Counts, damaged: Counts) -> Panel:
    """By all that it shows: most choices change no force, and scenes share their parts."""
    hurt = dict(damaged)
    lines = [f"{n} {ELEMENTS[e]['name']}" + (f" ({hurt[e]} damaged)" if hurt.get(e) else "") for e, n in elements]
    return Panel(f"elements{number}", title, "text", lines=lines, side=side)
