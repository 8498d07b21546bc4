"""The game object: how a campaign is set up, what is hidden, and where the kernel finds everything else."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from grognard.kernel import Bot, Game, Procedure, SetUp, in_force
from grognard.kernel.refusal import BadData
from grognard.kernel.scene import BoardPicture, OddsView, Scene
from grognard.kernel.state import patched

from .context import Fyow
from .hidden import own_air, redeal_services, secrets_of_services
from .orders import ideas
from .sequence import play
from .services_setup import add_services
from .state import DESTROYED, Brigade, Order, State, Unit
from .static import DATA, ELEMENTS, MOVEMENT, TABLES, Static, half_points
from .works import POINTS, Work


class FyowGame(Game):
    """Fight Your Own Wars."""

    name = "fyow"
    title = "Fight Your Own Wars"
    blurb = "A campaign of the Second World War on a map of nodes, in which the commanders decide by dice and character."
    state = State
    context = Fyow
    data = DATA
    diary_chapters = ("fyow.1.1.3",)  # a day is a chapter of the diary, a session a section
    diary_paperwork = frozenset(
        f"fyow.{rule}"
        for rule in ("7.0.1", "8.4.1", "4.3.2", "4.3.3", "4.4.5", "4.4.8", "16.4.6", "20.4.1.2", "20.5.1", "20.6.1", "21.3.1")
    )  # characters, cards, readiness and supply: they follow the story of the day in small print
    heavy = frozenset({"take-three", "frontier", "raate-road"})
    checkpoint_every = 1  # so that what a side imagines starts from the very card that is turned up

    def set_up(self, scenario: dict[str, Any], options: dict[str, Any]) -> SetUp:
        static = Static(dict(scenario), options)
        return SetUp(static, first_state(static), static.names)

    def sides_of(self, scenario: dict[str, Any]) -> dict[str, str]:
        return {side: data["name"] for side, data in scenario["sides"].items()}

    def play(self, g: Fyow) -> Procedure:
        return play(g)

    def scene(self, g: Fyow, side: str | None) -> Scene:
        from .scene import scene

        return scene(g, side)

    def board(self, static: Static) -> BoardPicture:
        from .picture import picture

        return picture(static)

    def name_of(self, static: Static, kind: str, value: Any) -> str:
        if kind == "unit":
            return str(static.scenario["unit"][value]["name"]) if isinstance(value, int) else str(value)
        if kind == "units":
            return ", ".join(self.name_of(static, "unit", n) for n in value)
        if kind == "board":
            return static.boards[value].name
        if kind == "side":
            return static.names.get(value, str(value))
        return str(value)

    # ---------------------------------------------------------- what is hidden

    def redeal(self, then: Fyow, now: Fyow, side: str, rng: random.Random) -> None:
        """The cards still in the pack, where undetected enemies stand, and their orders."""
        s = then.state
        if s.phase == "cards" and (s.day, s.session) == (now.state.day, now.state.session):
            left = now.state.pack[1:]  # cards turned up since then are known
            hidden = [card for card in s.pack if card in left]
            rng.shuffle(hidden)
            s.pack = [card for card in s.pack if card not in left] + hidden
        redeal_services(then, now, side, rng)
        for number in unknown(then, now, side):
            unit = s.units[number]
            if not then.static.boards[unit.board].land or unit.waits or unit.train >= 0:
                continue
            boards = [b for b in then.static.far[unit.board] if not then.on_board(b, side)]
            boards = [b for b in boards if not own_air(then, b, side) and not own_air(now, b, side)]
            unit.board = rng.choice(sorted(boards)) if boards else unit.board
            unit.edge = unit.facing = rng.choice(then.static.land_links(unit.board))
            thought = ideas(then, number)
            unit.order = rng.choice(thought) if thought else Order("defend", unit.board)

    def secrets(self, g: Fyow, side: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        found |= secrets_of_services(g, side)
        hidden = [n for n in unknown(g, g, side) if g.static.boards[g.unit(n).board].land]
        if hidden:
            found["boards"] = [g.unit(n).board for n in hidden]
            found["orders"] = [(g.unit(n).order.kind, g.unit(n).order.objective) for n in hidden]
        if g.state.phase == "cards" and len(g.state.pack) > 2:
            found["pack"] = g.state.pack[1:]
        return found

    # ---------------------------------------------------------- bots, odds, situations

    def evaluate(self, g: Fyow, side: str) -> float:
        from .bot import evaluate

        return evaluate(g, side)

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        from .bot import General

        return {"general": General}

    def odds(self, g: Fyow, question: dict[str, Any]) -> list[OddsView]:
        from .trial import exact

        return exact(g, question)

    def losses(self, g: Fyow) -> dict[str, dict[str, int]]:
        """Elements by kind: those of the scenario that are no longer there."""
        found: dict[str, dict[str, int]] = {side: {} for side in g.static.sides}
        for record in g.static.scenario["unit"]:
            for name, count in record.get("elements", {}).items():
                words = name.replace("_", " ")
                found[record["side"]][words] = found[record["side"]].get(words, 0) + count
        for unit in g.state.units:
            for name, count in unit.elements.items():
                words = name.replace("_", " ")
                if words in found[unit.side]:
                    found[unit.side][words] -= count
        return {side: {name: lost for name, lost in arms.items() if lost > 0} for side, arms in found.items()}

    def trial(self, g: Fyow, question: dict[str, Any]) -> list[str]:
        from .trial import trial

        return trial(g, question)

    def patch(self, static: Static, state: State, patch: dict[str, Any]) -> State:
        from .situations import laid_over

        rest = laid_over(static, state, dict(patch))
        return patched(state, rest) if rest else state

    def check(self, g: Fyow) -> None:
        for number, unit in enumerate(g.state.units):
            assert unit.condition == DESTROYED or 0 <= unit.board < g.static.size
            assert all(n > 0 for n in unit.elements.values()), f"{unit.id}: {unit.elements}"
            assert g.half_value(number) >= 0
            assert 0 <= unit.ammunition <= 4 and unit.stockpile >= -1
        for battle in g.state.battles:
            assert battle.attackers or battle.defenders or battle.beaten, "a battle without anybody"


def unknown(then: Fyow, now: Fyow, side: str) -> list[int]:
    """Enemy units of which this side knows nothing, then and now: not found, in no battle, on a board of their own."""
    found = []
    for number in then.alive(then.enemy(side)):
        free = True
        for g in (then, now):
            unit = g.unit(number)
            shared = bool(g.on_board(unit.board, side))
            free = free and not g.knows(side, number) and g.battle_of(number) is None and not shared and unit.kind != "fixed"
        if free:
            found.append(number)
    return found


def first_state(static: Static) -> State:
    """prep.1, prep.2: the forces of the scenario on their boards."""
    scenario = static.scenario
    sides = list(static.sides)
    state = State(
        control=[""] * static.size,
        seen={side: [] for side in sides},
        met={side: [] for side in sides},
        sighted={side: {} for side in sides},
        morale=dict.fromkeys(sides, TABLES["strategic_morale"]["start"]),
    )
    for side, names in scenario.get("control", {}).items():
        for name in names:
            state.control[static.number[name]] = side
    brigades = [record["id"] for record in scenario["brigade"]]
    units = [record["id"] for record in scenario["unit"]]
    for record in scenario["brigade"]:
        hq, rating = units.index(record["hq"]), record.get("rating", 0)
        state.brigades.append(Brigade(record["name"], record["side"], hq, record["commander"], rating))
    for number, record in enumerate(scenario["unit"]):
        state.units.append(unit_of(static, record, brigades, f"unit[{number}]"))
    for number, record in enumerate(scenario["unit"]):
        if record.get("parent"):
            if record["parent"] not in units:
                raise BadData(f"unit[{number}].parent: {record['parent']!r} is no unit of the scenario")
            state.units[number].parent = state.units[number].chief = units.index(record["parent"])
    state.known_control = {side: list(state.control) for side in sides}
    state.open_control = list(state.control)
    add_staff(static, state)
    add_services(static, state)
    return state


def add_staff(static: Static, state: State) -> None:
    """2.5.1: `[reserve.british] elements`; 13.6.1, ruling R47: `[[work]] board, name, kind, known`."""
    for side, record in static.scenario.get("reserve", {}).items():
        if side not in static.sides:
            raise BadData(f"reserve.{side}: no such side")
        for element in record["elements"]:
            if element not in ELEMENTS:
                raise BadData(f"reserve.{side}.elements: {element!r} is no element of table element_cost or troop_cost")
        state.staff.pools[side] = {str(e): int(n) for e, n in record["elements"].items()}
    for place, record in enumerate(static.scenario.get("work", [])):
        if record.get("kind") not in POINTS or record.get("board") not in static.number:
            raise BadData(f"work[{place}]: expected a board of the map and a kind of {', '.join(POINTS)}")
        board = static.number[record["board"]]
        known = sorted({*record.get("known", []), *([state.control[board]] if state.control[board] else [])})
        types = {str(name): int(points) for name, points in record.get("types", {}).items()}
        state.staff.works.append(Work(board, record["name"], record["kind"], known=known, types=types))


def unit_of(static: Static, record: dict[str, Any], brigades: list[str], where: str) -> Unit:
    elements = {str(e): int(n) for e, n in record["elements"].items()}
    for element in elements:
        if element not in ELEMENTS and in_force("fyow.def.1"):
            raise BadData(f"{where}.elements: {element!r} is no element of table element_cost or troop_cost")
    if record["moves"] not in MOVEMENT:
        raise BadData(f"{where}.moves: {record['moves']!r} is no row of table movement")
    value = sum(half_points(e) * n for e, n in elements.items())
    if value > 2 * static.cap and in_force("fyow.2.1.3"):
        raise BadData(f"{where}: {record['name']} is worth {value / 2:g} points; the cap is {static.cap} (fyow.2.1.3)")
    board = static.number[record["board"]]
    order = record.get("order", {})
    faces = record.get("faces")
    facing = static.graph.links_between(board, static.number[faces])[0] if faces else -1
    return Unit(
        record["id"], record["name"], record["side"], brigades.index(record["brigade"]), elements, record["moves"],
        kind=record.get("kind", "battlegroup"), start=value, commander=record["commander"], rating=record.get("rating", 0),
        board=board, facing=facing, edge=facing, attitude=record.get("attitude", "present"),
        order=Order(order.get("kind", "stand by"), static.number[order.get("objective", record["board"])]),
        stockpile=record.get("stockpile", -1), engineers=record.get("engineers", 0), militia=record.get("militia", False),
        recce=record.get("recce", 0), second=record.get("second", ""), wave=record.get("wave", False),
    )  # fmt: skip
