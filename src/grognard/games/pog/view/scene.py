"""What a side sees, built up from nothing: the map with its counters, the hand, the boxes and the tracks."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from grognard.boards.masks import bits
from grognard.kernel import UMPIRE
from grognard.kernel.scene import Card as CardView
from grognard.kernel.scene import Cell, Marker, Overlay, Panel, Piece, Scene, Style

from ..static import AP, CP, ELIMINATED, OTHER, RESERVE, SIDES, names_of
from ..supply.attrition import doomed_units
from ..supply.tracing import space_in_supply
from ..war.offensives import NAMES
from ..war.status import LEVEL_NAMES
from .emblems import emblem
from .objectives import left, objectives

if TYPE_CHECKING:
    from ..context import Pog
    from ..static import Card

STYLES = {
    AP: Style(fill="#9db8d8", stroke="#27405e", text="#14202e"),
    CP: Style(fill="#b9b7ac", stroke="#3b3a34", text="#1d1c18"),
}
PHASES = {"setup": "Set-up", "offensives": "Mandated offensives", "actions": "Actions", "attrition": "Attrition",
          "sieges": "Sieges", "status": "War status", "replacements": "Replacements", "cards": "Cards"}  # fmt: skip


Part = TypeVar("Part")
MOST_PARTS = 20_000  # that are remembered


def part(g: Pog, made_of: Hashable, make: Callable[[], Part]) -> Part:
    """A part of a scene, made once for all that it follows from. Scenes share it: nobody changes it."""
    parts: dict[Hashable, Part] = g.static.parts
    found = parts.get(made_of)
    if found is None:
        if len(parts) > MOST_PARTS:
            parts.clear()
        found = parts[made_of] = make()
    return found


def scene(g: Pog, side: str | None) -> Scene:
    """The scene of a side; None: a spectator; the umpire sees both hands."""
    s = g.state
    phase = PHASES.get(s.phase, s.phase)
    if s.phase == "actions":
        phase = f"Round {min(s.round, g.hooks.actions_per_turn(g))}, {SIDES[s.active]}"
    return Scene(
        "",
        "",
        None,
        g.static.scenario.get("title", "Paths of Glory"),
        turn=f"Turn {s.turn}, {g.static.turn_names[s.turn]}",
        phase=phase,
        sides=dict(STYLES),
        side_names=dict(SIDES),
        pieces=pieces(g),
        markers=list(part(g, _marked_by(g), partial(markers, g))),
        overlays=overlays(g),
        panels=panels(g, side),
        status=[f"VP {s.vp}", f"War status AP {s.ws[AP]}, CP {s.ws[CP]}, combined {g.combined}", *offensives(g)],
        score={CP: str(s.vp), AP: str(20 - s.vp)},
        objectives=objectives(g),
        left=left(g),
    )


def offensives(g: Pog) -> list[str]:
    words = []
    for side in (CP, AP):
        nation = g.state.offensive.get(side, "none")
        if nation != "none":
            met = "met" if g.state.offensive_met.get(side) else "mutiny" if side == AP and g.state.mutiny else "not met"
            words.append(f"{side.upper()} offensive: {NAMES[nation]} ({met})")
    return words


def pieces(g: Pog) -> list[Piece]:
    """Every counter on the map and in the boxes."""
    s, sides, parts = g.state, g.units.side, g.static.parts
    out = {*doomed_units(g, AP), *doomed_units(g, CP)} if g.options["warnings"] else frozenset[int]()
    reduced, action, active = s.reduced, s.action, s.action.kind and s.action.side
    made = []
    for unit, place in enumerate(s.at):
        if place < ELIMINATED:
            continue
        doing: tuple[bool, ...] = ()
        if place >= 0 and active == sides[unit]:
            doing = (action.move >> place & 1 == 1, action.moved >> unit & 1 == 1,
                     action.attack >> place & 1 == 1, action.fought >> unit & 1 == 1)  # fmt: skip
        made_of = (unit, place, reduced >> unit & 1, unit in out, doing)
        made.append(parts.get(made_of) or part(g, made_of, partial(piece, g, unit, place, unit in out, doing)))
    return made


def piece(g: Pog, unit: int, place: int, out: bool, doing: tuple[bool, ...]) -> Piece:
    """One counter; `doing`: activated to move, moved, activated to attack, fought."""
    units = g.units
    states = ["reduced"] if not g.full(unit) else []
    if out:
        states.append("out of supply")
    if doing and doing[0]:
        states.append("moved" if doing[1] else "activated to move")
    if doing and doing[2]:
        states.append("fought" if doing[3] else "activated to attack")
    cf, lf, mf = g.factors(unit)
    return Piece(
        units.id[unit],
        units.side[unit],
        at=g.board.ids[place] if place >= 0 else "",
        symbol="infantry",
        size="xxxx" if units.army[unit] else "xxx",
        name=units.name[unit],
        values=[str(cf), str(lf), str(mf)],
        steps=2 if g.full(unit) else 1,
        steps_full=2,
        states=states,
        order=0 if units.army[unit] else 1,
        facts={
            "nation": g.board.labels.get(units.nation[unit], units.nation[unit]),
            "kind": units.kinds[units.kind[unit]]["size"],
            "combat, loss, movement": f"{cf}-{lf}-{mf}",
        },
    )


def _marked_by(g: Pog) -> Hashable:
    """All that the markers follow from."""
    s, action = g.state, g.state.action
    control = (s.cp_control ^ g.board.cp_start) & ~g.neutral
    trenches = (s.trench_1, s.trench_2, s.trench_cp)
    activated = (action.move, action.attack, action.side)
    return ("markers", control, s.cp_control, trenches, g.besieged, s.fallen, activated, s.beachhead)


def markers(g: Pog) -> list[Marker]:
    """Control that differs from the start, trenches, sieges, broken forts, activations, the beachhead."""
    s, ids = g.state, g.board.ids
    made = []
    changed = (s.cp_control ^ g.board.cp_start) & ~g.neutral
    for space in bits(changed):
        owner = CP if s.cp_control >> space & 1 else AP
        made.append(
            Marker(f"control {ids[space]}", "control", ids[space], side=owner, label="", tip=f"held by the {SIDES[owner]}")
        )
    for space in bits(s.trench_1 | s.trench_2):
        level = g.trench(space)
        owner = CP if s.trench_cp >> space & 1 else AP
        made.append(Marker(f"trench {ids[space]}", "trench", ids[space], side=owner, label=str(level), tip=f"trench {level}"))
    for space in bits(g.besieged):
        made.append(Marker(f"siege {ids[space]}", "siege", ids[space], label="S", tip="the fort is besieged"))
    for space in bits(s.fallen):
        made.append(Marker(f"fort {ids[space]}", "ruin", ids[space], label="x", tip="the fort is destroyed"))
    for mask, kind in ((s.action.move, "move"), (s.action.attack, "attack")):
        for space in bits(mask):
            made.append(
                Marker(
                    f"{kind} {ids[space]}",
                    kind,
                    ids[space],
                    side=s.action.side,
                    label=kind[0].upper(),
                    tip=f"activated to {kind}",
                )
            )
    if s.beachhead >= 0:
        made.append(Marker("beachhead", "beachhead", ids[s.beachhead], side=AP, label="MEF", tip="the beachhead"))
    return made


def overlays(g: Pog) -> list[Overlay]:
    """Supply of spaces, and neutral territory."""
    names = g.graph.names

    def supply(side: str, spaces: int) -> Overlay:
        return Overlay(f"supply {side}", f"Supply of the {SIDES[side]}", names(spaces), side=side, rule="pog.14.1.2")

    made = []
    for side in (AP, CP):
        spaces = space_in_supply(g, side) & g.controlled(side)
        made.append(part(g, ("supply", side, spaces), partial(supply, side, spaces)))
    neutral = g.neutral & g.static.theatre
    if neutral:
        made.append(Overlay("neutral", "Neutral nations", names(neutral), rule="pog.11.1.11"))
    return made


def panels(g: Pog, side: str | None) -> list[Panel]:
    s = g.state
    made = []
    for who in (CP, AP):
        if side in (who, UMPIRE):
            made.append(
                Panel(
                    f"hand {who}",
                    f"Hand of the {SIDES[who]}",
                    "hand",
                    cards=[card_view(g, c) for c in g.hand_cards(who)],
                    side=who,
                )
            )
        else:
            known = [f"{who}.{n:02d}" for n in bits(s.hand[who] & s.shown[who])] if side == OTHER[who] else []
            cards = [card_view(g, c) for c in known]
            hidden = s.hand[who].bit_count() - len(known)
            cards += [CardView(f"{who} hidden {n}", "", who, hidden=True) for n in range(hidden)]
            made.append(Panel(f"hand {who}", f"Hand of the {SIDES[who]}", "hand", cards=cards, side=who))
        table = [card_view(g, f"{who}.{n:02d}") for n in bits(s.table[who])]
        if s.action.card and s.action.side == who:
            made.append(
                Panel(
                    "in play",
                    f"In play {PLAYED.get(s.action.kind, 'for its event')}",
                    "hand",
                    cards=[card_view(g, s.action.card)],
                    side=who,
                )
            )
        if table:
            made.append(Panel(f"table {who}", f"Combat cards of the {SIDES[who]}", "hand", cards=table, side=who))
    boxes: dict[tuple[str, int], list[str]] = {}
    for unit, place in enumerate(s.at):
        if place in (RESERVE, ELIMINATED):
            boxes.setdefault((g.units.side[unit], place), []).append(g.units.id[unit])
    for who in (CP, AP):
        for name, place in (("Reserve Box", RESERVE), ("eliminated", ELIMINATED)):
            ids = boxes.get((who, place), [])
            made.append(Panel(f"{name.split()[0].lower()} {who}", f"{name}, {SIDES[who]}", "box", pieces=ids, side=who))
    made.append(part(g, ("vp", s.vp), partial(vp_track, g)))
    made.append(part(g, ("turn", s.turn), partial(turn_track, g)))
    made += [status_track(g), part(g, ("rp", *s.rp.items()), partial(rp_sheet, g)), part(g, _recorded(g), partial(records, g))]
    return made


PLAYED = {"ops": "for operations", "sr": "for redeployment", "rp": "for replacements"}


def card_view(g: Pog, card_id: str) -> CardView:
    """A card with its four uses: operations, redeployment, replacements, and the event in its own words."""
    card = g.static.cards[card_id]
    points = g.hooks.rp_numbers(g, card.side, card.rp)
    return part(g, ("card", card_id, *points.items()), partial(_card_view, g, card, points))


def _card_view(g: Pog, card: Card, points: dict[str, int]) -> CardView:
    rp = ", ".join(f"{n.removeprefix('dr_').upper()} {v}" for n, v in points.items())
    uses = [f"OPS {card.ops}", f"SR {card.sr}", f"RP {rp}", "combat card" if card.cc else "event"]
    if card.ops_with == "always":
        uses[-1] = "event and OPS"
    states = ["once only"] if card.remove else []
    if card.ws:
        states.append(f"war status +{card.ws}")
    return CardView(
        card.id,
        card.title,
        card.side,
        text=card_words(g, card),
        corner=str(card.ops),
        uses=uses,
        states=states,
        symbol=emblem(card),
    )


def card_words(g: Pog, card: Card) -> str:
    """What the event does: its own words, or the units that it brings."""
    if card.words or not card.units:
        return card.words
    listed = names_of(g.units.kinds[k]["name"] for k in card.units)
    return f"{g.board.labels.get(card.reinforces, '')}: {listed}".removeprefix(": ")


def vp_track(g: Pog) -> Panel:
    vp = g.state.vp
    cells = [
        Cell(str(n), current=n == vp, side=CP if n >= 13 else AP if n <= 9 else "") for n in range(min(0, vp), max(20, vp) + 1)
    ]
    return Panel("vp", "Victory points", "track", cells=cells)


def turn_track(g: Pog) -> Panel:
    cells = [Cell(f"{n} {g.static.turn_names[n]}", current=n == g.state.turn) for n in range(1, g.static.last_turn + 1)]
    return Panel("turns", "Turns", "track", cells=cells)


def status_track(g: Pog) -> Panel:
    s = g.state
    rows = [[Cell(SIDES[x], side=x), Cell(str(s.ws[x])), Cell(LEVEL_NAMES[s.level[x]])] for x in (CP, AP)]
    rows.append([Cell("combined"), Cell(str(g.combined), rule="pog.16.2.1"), Cell("armistice at 40")])
    rows.append([Cell("Russian VP spaces held by the CP"), Cell(str(g.russian_vp()), rule="pog.16.4.2"), Cell("")])
    return Panel("status", "War status", "sheet", columns=["side", "war status", "commitment"], rows=rows)


def rp_sheet(g: Pog) -> Panel:
    pools = ("ge", "ah", "tu", "bu", "fr", "br", "ru", "it", "us", "a")
    rows = [[Cell(p.upper()), Cell(f"{g.state.rp.get(p, 0) / 2:g}")] for p in pools]
    return Panel("rp", "Replacements", "sheet", columns=["pool", "RP"], rows=rows)


def _recorded(g: Pog) -> Hashable:
    """All that the record follows from."""
    s = g.state
    return ("record", *((*s.actions[x], s.draw[x].bit_count(), s.discard[x], s.removed[x]) for x in (CP, AP)))


def records(g: Pog) -> Panel:
    """8.1.4: the actions of this turn, and the events in force."""
    s = g.state
    lines = [f"{SIDES[x]}: {', '.join(s.actions[x]) or 'no action yet'}" for x in (CP, AP)]
    lines.append("Draw piles: " + ", ".join(f"{SIDES[x]} {s.draw[x].bit_count()}" for x in (CP, AP)))
    for x in (CP, AP):
        pile = [g.static.cards[f"{x}.{n:02d}"].title for n in bits(s.discard[x])]
        lines.append(f"Discards of the {SIDES[x]}: {', '.join(pile) or 'none'}")
        gone = [g.static.cards[f"{x}.{n:02d}"].title for n in bits(s.removed[x])]
        lines.append(f"Removed cards of the {SIDES[x]}: {', '.join(gone) or 'none'}")
    return Panel("record", "Record", "text", lines=lines)
