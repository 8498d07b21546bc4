"""What a side sees of the variant: the scene of Paths of Glory with Draka control, the Zone, air fleets and further tracks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from grognard.boards.masks import bits
from grognard.games.pog.static import AP, CP, ELIMINATED, GONE, SIDES
from grognard.games.pog.view import scene as base
from grognard.kernel import cites
from grognard.kernel.scene import Card, Cell, Marker, Overlay, Panel, Piece, Scene
from grognard.kernel.tally import exact
from grognard.kernel.words import counted, listing

from ..air.fleets import AIR, FIGHTERS, POWERS
from ..asking import FLEET_NAMES
from ..combat.gas import chits
from ..movement.central_asia import missing, under_way
from ..overlay import OVERLAY
from ..state import FLOWN, LOST, NEW

if TYPE_CHECKING:
    from ..context import Draka

CHANGED = {card["id"] for card in OVERLAY.changes("cards.toml")["card"]}
SERVICES = {"cf": "Citizen Force", "j": "Janissaries"}  # dr.2
FLEET_STATES = {LOST: "shot down", FLOWN: "has flown", NEW: "flies from next turn"}


def scene(g: Draka, side: str | None) -> Scene:
    made = base.scene(g, side)
    made.status[0] = f"VP {exact(g.level)}"
    made.score = {CP: exact(g.level), AP: exact(20 - g.level)}
    made.markers += markers(g)
    made.overlays += overlays(g)
    for panel in made.panels:
        if panel.cards:
            panel.cards = [marked(card) if card.id in CHANGED else card for card in panel.cards]
    made.pieces = [serving(g, piece) for piece in made.pieces]
    own = {"rp": rp_sheet, "vp": vp_track}
    made.panels = [own[p.id](g) if p.id in own else p for p in made.panels]
    made.panels += [air_sheet(g), record(g)]
    return made


def marked(card: Card) -> Card:
    """A card that the variant changes says so. (Scenes share their parts: another one is made.)"""
    return structs.replace(card, states=[*card.states, "Draka Variant"])


def serving(g: Draka, piece: Piece) -> Piece:
    """A unit of the Domination with its service."""
    service = g.units.service[g.U[piece.id]] if piece.id in g.U else ""
    return structs.replace(piece, facts={**piece.facts, "service": SERVICES[service]}) if service and piece.facts else piece


def markers(g: Draka) -> list[Marker]:
    s, ids = g.state, g.board.ids
    made = []
    for space in bits(s.draka & g.controlled(AP)):
        made.append(Marker(f"draka {ids[space]}", "control", ids[space], side=AP, label="D", tip="under Draka control"))
    if s.fleet:
        made.append(Marker("fleet", "fleet", s.fleet, side=CP, label="AH", tip="the A-H Fleet"))
    for space in bits(g.beachheads):
        made.append(Marker(f"beachhead {ids[space]}", "beachhead", ids[space], side=AP, label="B", tip="a beachhead"))
    return made


def overlays(g: Draka) -> list[Overlay]:
    zone = g.board.zone & g.static.theatre
    return [
        Overlay("zone", "Janissary Zone", g.graph.names(zone), rule="draka.4.4"),
        Overlay("draka", "Draka control", g.graph.names(g.state.draka & g.controlled(AP)), side=AP, rule="draka.14.1"),
    ]


def vp_track(g: Draka) -> Panel:
    """5.1.1, 15: the level, with its half, and who would win there by the bands in force."""
    vp, half = g.state.vp, g.state.half
    bands, rule = g.hooks.victory_band(g)
    cells = []
    for n in range(min(0, vp), max(20, vp) + 1):
        label = f"{n} 1/2" if half and n == vp else str(n)
        cells.append(Cell(label, current=n == vp, side=CP if n >= bands["cp"] else AP if n <= bands["ap"] else "", rule=rule))
    return Panel("vp", "Victory points", "track", cells=cells)


def rp_sheet(g: Draka) -> Panel:
    """17.1.1, dr.rp.2: the pools of both sides; Citizens and Janissaries have their own."""
    names = {"dr_cf": "Draka CF", "dr_j": "Draka J", "a": "minors"}
    rows = [
        [Cell(names.get(p, p.upper()), side=side), Cell(f"{g.state.rp.get(p, 0) / 2:g}")]
        for side in (CP, AP)
        for p in g.static.pools[side]
    ]
    return Panel("rp", "Replacements", "sheet", columns=["pool", "RP"], rows=rows)


def air_sheet(g: Draka) -> Panel:
    """16: fleets of both sides, their values and whether they can fly."""
    rows = []
    for side in (CP, AP):
        for nation in POWERS[side]:
            if nation in g.state.zaf:
                values = "/".join(str(v) for v in AIR["zaf"][nation])
                rows.append(_fleet(side, f"{FLEET_NAMES[nation]} Zeppelins", values, g.state.zaf[nation]))
        for nation in FIGHTERS[side]:
            if nation in g.state.baf:
                value = str(AIR["baf"][nation]["value"])
                rows.append(_fleet(side, f"{FLEET_NAMES[nation]} biplanes", value, g.state.baf[nation]))
    if not rows:
        rows = [[Cell("no fleets yet"), Cell(""), Cell("")]]
    return Panel("air", "Air fleets", "sheet", columns=["fleet", "value", "state"], rows=rows)


def _fleet(side: str, name: str, value: str, state: int) -> list[Cell]:
    return [Cell(name, side=side), Cell(value, rule="draka.16.zaf.4"), Cell(FLEET_STATES.get(state, "ready"))]


def lost_armies(g: Draka, nation: str) -> int:
    """13.6: eliminated armies of a nation; detachments do not count (err.7.c), of the Draka only Citizens."""
    return sum(
        p in (ELIMINATED, GONE)
        and g.units.army[u]
        and g.units.nation[u] == nation
        and not g.units.detachment[u]
        and (nation != "dr" or g.units.service[u] == "cf")
        and g.units.id[u] not in g.state.left_map
        for u, p in enumerate(g.state.at)
    )


@cites("draka.13.6")
def morale(g: Draka) -> list[str]:
    """Low Morale is only counted and shown."""
    lines = []
    for nation, name in (("it", "Italy"), ("br", "Britain"), ("dr", "the Draka")):
        count, limit = lost_armies(g, nation), g.charts["morale"][nation]
        low = " (Low Morale)" if count >= limit else ""
        lines.append(f"Armies lost by {name}: {count} of {limit}{low}")
    return lines


def record(g: Draka) -> Panel:
    """13.6, 17, 18, 21, card ap.49: Low Morale is only counted and shown."""
    s = g.state
    lines = morale(g)
    if s.fleet or g.static.setup.get("ah_fleet"):
        lines.append(f"A-H Fleet: {g.board.name[g.S[s.fleet]] if s.fleet else 'gone'}")
    for side in (CP, AP):
        left = ["/".join(n).upper() for n in chits(g, side) if "/".join(n) not in s.gassed]
        if chits(g, side):
            lines.append(f"Gas of the {SIDES[side]}: {', '.join(left) or 'used'}")
        if s.die_used.count(side):
            lines.append(f"The {SIDES[side]} have taken a die action this turn")
    if s.invaded:
        lines.append(f"Last corps invasion: {g.static.turn_names[s.invaded]}")
    if "ap.49" in s.events:
        still = listing(counted(n, sort) for sort, n in missing(g).items() if n) or "nobody"
        lines.append(f"Central Asia still wants: {still}" if under_way(g) else "The time for Central Asia is over")
    if s.happened:
        lines.append(f"Events of 1919: {', '.join(n.replace('_', ' ') for n in s.happened)}")
    for kind, turn in s.due.items():
        if kind in g.U:
            lines.append(f"{g.units.name[g.U[kind]]} arrives from turn {turn}")
    return Panel("draka", "The variant", "text", lines=lines)
