"""What a side may see, built up from nothing: markers, works, flags, panels, overlays.

Of an unrevealed enemy marker: square, facing, kind. Of an inspected one its identity, for the side that inspected it.
"""

from __future__ import annotations

from grognard.kernel import cites
from grognard.kernel.context import UMPIRE
from grognard.kernel.scene import Card, Cell, Marker, Overlay, Panel, Piece, Scene, Style

from ..combat.artillery import fortified
from ..command.phase import WEATHER
from ..context import Napalini
from ..static import FACING_NAMES
from ..supply.lines import held_by_enemy
from ..table.sight import seen_by, spotted
from ..table.zones import shown_facing, zones
from ..tables import AIRCRAFT, CARDS, STEP_NAMES
from ..victory.score import points
from .objectives import left, objectives

SYMBOLS = {
    "infantry": "infantry",
    "garrison": "garrison",
    "militia": "militia",
    "paratroops": "paratroop",
    "cyclists": "cyclist",
    "cavalry": "cavalry",
    "light_artillery": "light-artillery",
    "trench_mortars": "mortar",
    "field_artillery": "artillery",
    "heavy_artillery": "heavy-artillery",
    "katyushas": "rocket-artillery",
    "armoured_cars": "armoured-car",
    "tankettes": "tankette",
    "light_tanks": "light-tank",
    "heavy_tanks": "heavy-tank",
    "land_battleships": "land-battleship",
    "archie": "anti-aircraft",
    "light_aa": "anti-aircraft",
    "aa_88": "anti-tank",
    "truck_gun": "self-propelled",
    "armoured_train": "armoured-train",
    "railway_gun": "railway-gun",
    "monster_gun": "monster-gun",
    "troop_train": "troop-train",
    "bastion": "fort",
    "po": "bunker",
    "position_aa": "anti-aircraft",
    "hq": "headquarters",
    "balloon": "balloon",
    "supply_depot": "depot",
    "field_hospital": "hospital",
    "reme": "workshop",
    "dummy": "decoy",
    "dummy_rail": "decoy",
    "dummy_river": "decoy",
}
COLOURS = [Style(fill="#5b7fa6", stroke="#22384f", text="#ffffff"), Style(fill="#a8653f", stroke="#4f2a16", text="#ffffff")]
PLANES = {
    "fighter": "fighter",
    "zeppelin": "zeppelin",
    "observation": "recon-plane",
    "attack": "ground-attack",
    "bomber": "bomber",
    "skytrain": "transport-plane",
}


def symbol(g: Napalini, n: int) -> str:
    kind = g.type(n)
    if kind.id in SYMBOLS:
        return SYMBOLS[kind.id]
    if "landing-craft" in kind.tags:
        return "landing-craft"
    return "transport-ship" if "transport" in kind.tags else "gunboat" if kind.artillery else "river-craft"


def sees(g: Napalini, side: str | None, n: int) -> bool:
    unit = g.unit(n)
    return unit.revealed or side == UMPIRE or side == unit.side or (unit.known and side in g.sides)


def pieces(g: Napalini, side: str | None) -> list[Piece]:
    found = []
    r = g.state.round
    for n, unit in enumerate(g.state.units):
        if unit.where != "table" or unit.at < 0:
            continue
        if hidden_in_setup(g, side, n):
            continue
        facing = float(shown_facing(g, n) * 45) if unit.kind == "land" else None
        piece = Piece(f"u{n}", unit.side, g.label(unit.at), facing=facing, order=n)
        if not sees(g, side, n):
            piece.hidden = True
            piece.symbol = "unknown" if unit.kind == "land" else "train" if unit.kind == "rail" else "river-craft"
            piece.facts = {"kind": unit.kind}
        else:
            describe(g, piece, n, own=side in (unit.side, UMPIRE))
            if r is not None and n in r.activated and side in (unit.side, UMPIRE):
                piece.states.append("activated")
        found.append(piece)
    return found


def hidden_in_setup(g: Napalini, side: str | None, n: int) -> bool:
    """Nobody sees the other's deployment before both have placed."""
    s = g.state
    return s.stage == "objectives" and s.setup not in ("recce", "done") and side not in (g.unit(n).side, UMPIRE)


def describe(g: Napalini, piece: Piece, n: int, own: bool) -> None:
    unit, kind = g.unit(n), g.type(n)
    piece.symbol, piece.name = symbol(g, n), kind.name
    if unit.formation >= 0:
        piece.formation = g.static.formations[unit.formation].name
    piece.values = [str(kind.open), str(kind.close), str(kind.range)] if kind.has_dice else []
    piece.steps_full, piece.steps = 3, 3 - unit.step
    piece.states = [STEP_NAMES[unit.step]] if unit.step else []
    for flag, word in (
        (unit.prepared, "prepared"),
        (unit.fired, "fired"),
        (unit.isolated, "isolated"),
        (unit.trucks, "trucks"),
        (unit.archie, "archie"),
        (unit.column, "march column"),
        (unit.raised, "raised"),
        (unit.rear, "all-round"),
    ):
        if flag:
            piece.states.append(word)
    if not unit.revealed:
        piece.states.append("hidden")
    move = f"{kind.move or '-'} / {kind.transit or '-'} {g.cls(n)}"
    piece.facts = {
        "quality": unit.quality,
        "move": move,
        "dice open/close": f"{kind.open}/{kind.close}",
        "flags": " ".join(sorted(kind.flags)),
    }
    if unit.kind == "land":
        piece.facts["facing"] = FACING_NAMES[unit.facing]
    if load := shown_passengers(g, n, own):
        piece.facts["carries"] = g.names(load)


@cites("napalini.3.hidden.transport")
def shown_passengers(g: Napalini, n: int, own: bool) -> list[int]:
    """The opponent is not told whether a transport is laden."""
    return g.passengers(n) if own else []


def works(g: Napalini, side: str | None) -> list[Marker]:
    s, found = g.state, list[Marker]()
    for number, square in enumerate(s.objectives):
        owner = s.flags[number]
        name = g.static.objective_names.get(square, g.label(square))
        found.append(
            Marker(
                f"objective{number}", "flag" if owner else "objective", g.label(square), side=owner, label=name, tip="objective"
            )
        )
    for side_ in g.sides:
        for square in g.static.sides[side_].sources:
            held = held_by_enemy(g, square, side_)
            tip = "supply source, held by the enemy" if held else "supply source"
            found.append(Marker(f"source{square}", "supply", g.label(square), side=side_, tip=tip))
    for number, bridge in enumerate(s.bridges):
        a, b = g.static.edge_ends(bridge.edge)
        (ax, ay), (bx, by) = _centre(g, a), _centre(g, b)
        kind = "bridge" if bridge.intact else "demolition"
        tip = f"{bridge.name}{', charges laid' if bridge.charges else ''}{'' if bridge.intact else ', demolished'}"
        found.append(Marker(f"bridge{number}", kind, x=(ax + bx) / 2, y=(ay + by) / 2, side=bridge.charges, tip=tip))
    for number, obstacle in enumerate(s.obstacles):
        a, b = g.static.edge_ends(obstacle.edge)
        (ax, ay), (bx, by) = _centre(g, a), _centre(g, b)
        kind = {"wire": "wire", "minefield": "minefield", "dragons_teeth": "tank-obstacle", "trenches": "entrenched"}.get(
            obstacle.kind, "marker"
        )
        found.append(
            Marker(
                f"obstacle{number}",
                kind,
                x=(ax + bx) / 2,
                y=(ay + by) / 2,
                side=obstacle.owner,
                tip=obstacle.kind.replace("_", " "),
            )
        )
    found += [Marker(f"trench{sq}", "entrenched", g.label(sq), tip="trenches") for sq in s.trenches]
    found += [Marker(f"balloons{sq}", "balloon", g.label(sq), tip="barrage balloons") for sq in sorted(g.static.balloons)]
    found += [Marker(f"rubble{sq}", "fire", g.label(sq), tip="rubble") for sq in s.rubble]
    if s.stage != "objectives" or s.setup == "done":
        found += [Marker(f"fort{sq}", "siege", g.label(sq), tip="fortified") for sq in sorted(fortified(g))]
    for key, marks in s.damage.items():
        if int(key) not in s.rubble:
            found.append(Marker(f"damage{key}", "smoke", g.label(int(key)), label=str(marks), tip="collateral damage"))
    if s.round is not None and s.round.aoo >= 0:
        found.append(Marker("aoo", "orders", g.label(s.round.aoo), side=s.round.side, tip="area of operations"))
    for k, plane in enumerate(s.air):
        if plane.at >= 0 and plane.mission == "observe":
            found.append(
                Marker(f"air{k}", PLANES[plane.type], g.label(plane.at), side=plane.side, tip=f"{plane.type}, observing")
            )
    for camp in (side,) if side in g.sides else g.sides if side == UMPIRE else ():
        found += [
            Marker(f"map{camp}{sq}", "barrage", g.label(sq), side=camp, tip="designated for map fire")
            for sq in g.camp(camp).designated
        ]
    return found


def _centre(g: Napalini, square: int) -> tuple[float, float]:
    column, row = g.grid.column_row(square)
    return column + 0.5, g.grid.rows - row - 0.5


def panels(g: Napalini, side: str | None) -> list[Panel]:
    found = [command_panel(g, side), score_panel(g)]
    if g.module("cards"):
        for name in g.sides:
            mine = side in (name, UMPIRE)
            hand = [card_view(card, name, mine, k) for k, card in enumerate(g.camp(name).hand)]
            found.append(Panel(f"hand-{name}", f"Event cards of {g.static.sides[name].nation}", "hand", cards=hand, side=name))
        generals = [
            Card(
                f"general{f}",
                CARDS[army.character]["title"],
                g.static.formations[f].side,
                CARDS[army.character]["effect"],
                army.character,
                states=[] if army.character_left else ["used"],
            )
            for f, army in enumerate(g.state.armies)
            if army.character in CARDS
        ]
        found.append(Panel("characters", "Characters of the generals", "hand", cards=generals))
    if g.module("airpower") and g.state.air:
        found.append(air_panel(g))
    if side in g.sides:
        away = [n for n, u in enumerate(g.state.units) if u.side == side and u.where in ("hook", "later", "aboard", "reserve")]
        if away:
            found.append(
                Panel("away", "Off the table", "text", lines=[f"{g.name(n)}: {g.unit(n).where}" for n in away], side=side or "")
            )
    return found


def card_view(card: str, side: str, mine: bool, k: int) -> Card:
    if not mine:
        return Card(f"hidden{side}{k}", "Event card", side, hidden=True)
    row = CARDS.get(card, {"title": card, "effect": "", "star": False})
    return Card(card, row["title"], side, row["effect"], card, uses=["*"] if row["star"] else [])


@cites("napalini.4.command-post")
def open_command_posts(g: Napalini) -> bool:
    """Ops and HQ actions lie open, unless they are played in secret."""
    return not g.option("secret_ops")


def command_panel(g: Napalini, side: str | None) -> Panel:
    rows = []
    for f, formation in enumerate(g.static.formations):
        army = g.army(f)
        open_ = side in (formation.side, UMPIRE) or open_command_posts(g)
        cells = [str(army.ops), str(army.bonus), str(army.actions)] if open_ else ["?", "?", "?"]
        lost = "HQ lost" if g.hq(f) < 0 else "main HQ" if g.camp(formation.side).main == f else ""
        rows.append(
            [
                Cell(formation.name, side=formation.side),
                Cell(f"{formation.general} ({army.ability or '?'})"),
                *(Cell(c) for c in cells),
                Cell(lost),
            ]
        )
    return Panel("command", "Command", "sheet", columns=["Formation", "General", "Ops", "Bonus", "HQ actions", ""], rows=rows)


def score_panel(g: Napalini) -> Panel:
    rows = []
    kinds = list(dict.fromkeys(kind for side in g.sides for kind in g.camp(side).vp))
    for side in g.sides:
        camp = g.camp(side)
        rows.append(
            [
                Cell(g.static.sides[side].nation, side=side),
                *(Cell(str(camp.vp.get(kind, 0))) for kind in kinds),
                Cell(str(points(g, side))),
                Cell(str(camp.stockpiles) + (" (depot lost)" if camp.depot_taken else "")),
                Cell(f"{camp.eliminated:g}"),
            ]
        )
    scored = ["HQs" if kind == "hqs" else kind.capitalize() for kind in kinds]
    columns = ["Side", *scored, "VPs", "Stockpiles", "Enemy points out"]
    return Panel("score", "Victory points and stockpiles", "sheet", columns=columns, rows=rows)


def air_panel(g: Napalini) -> Panel:
    rows = []
    for plane in g.state.air:
        state = "destroyed" if plane.out else STEP_NAMES[plane.step]
        task = plane.mission or ("ready" if plane.ready else "at base")
        rows.append(
            [
                Cell(g.static.sides[plane.side].nation, side=plane.side),
                Cell(AIRCRAFT[plane.type]["name"]),
                Cell(plane.quality),
                Cell(state),
                Cell(task),
            ]
        )
    return Panel("air", "The air war", "sheet", columns=["Side", "Squadron", "Quality", "State", "Task"], rows=rows)


def overlays(g: Napalini, side: str | None) -> list[Overlay]:
    if side not in g.sides or g.state.stage == "objectives":
        return []
    enemy = g.other(side)
    threatened = [g.label(sq) for sq in sorted(zones(g, enemy))]
    mine = [g.label(sq) for sq in sorted(zones(g, side))]
    found = [
        Overlay("enemy-zones", "Enemy zones of control", threatened, side=enemy, rule="napalini.3.zoc.where"),
        Overlay("own-zones", "Own zones of control", mine, side=side, rule="napalini.3.zoc.where"),
    ]
    view = seen_by(g, side)
    seen = sorted({g.unit(n).at for n in g.on_table(enemy) if spotted(g, n, view)})
    found.append(
        Overlay("spotted", "Spotted enemy squares", [g.label(sq) for sq in seen], side=side, rule="napalini.3.spot.targetable")
    )
    if g.state.round is not None and g.round.aoo >= 0:
        block = [g.label(sq) for sq in g.grid.block(g.round.aoo)]
        found.append(Overlay("aoo", "Area of operations", block, side=g.round.side, rule="napalini.4.aoo"))
    return found


def build(g: Napalini, side: str | None) -> Scene:
    s = g.state
    stage = {
        "objectives": "set-up",
        "weather": "weather",
        "command": "Command Phase",
        "air": "Airpower Phase",
        "opening": "opening barrage",
        "rounds": "rounds",
        "evening": "evening",
        "night": "night",
    }.get(s.stage, s.stage)
    status = [f"{WEATHER[s.weather]} weather", g.static.season]
    if s.momentum:
        status.append(f"momentum: {g.static.sides[s.momentum].nation}")
    if s.round is not None:
        status.append(f"round of {g.static.sides[s.round.side].nation}")
    for name in g.sides:
        if g.module("cards"):
            status.append(f"{g.static.sides[name].nation}: {len(g.camp(name).hand)} event cards, {g.camp(name).played} played")
    scene = Scene("napalini", "", None, g.static.name, turn=f"Day {s.day}, {s.period}", phase=stage, status=status)
    scene.sides = {side_: COLOURS[k] for k, side_ in enumerate(g.sides)}
    scene.side_names = {name: g.static.sides[name].nation for name in g.sides}
    scene.pieces, scene.markers = pieces(g, side), works(g, side)
    scene.panels, scene.overlays = panels(g, side), overlays(g, side)
    scene.score = {name: f"{points(g, name)} VP" for name in g.sides}
    scene.objectives, scene.left = objectives(g), left(g)
    return scene
