"""Before the battle (dbms.deployment.11): forces, attacker, terrain, edges, base, deployment, swaps, engineers.

Each step is entered afresh from the state: it looks at what is left to do and sets the next phase when it is done.
"""

from __future__ import annotations

from grognard.kernel import DONE, Draft, Procedure, Refusal, in_force

from .context import Dbms
from .deployment import (
    BasePlace,
    Placed,
    base_places,
    deploy,
    deployment_refusals,
    may_hold_town,
    may_place_base,
    may_swap,
    sample_deployments,
    swap,
    to_deploy,
)
from .forces import Pick, default_year, elements_of, force_refusals, list_named, pick_words, required_picks, sample_forces
from .forces import offers as force_offers
from .hidden import look_around
from .pointing import outline_ghost, placed_ghost
from .state import BASE, BLUE, OTHER, RED, TABLE, Fort, TerrainPiece
from .tables import ARMY_LISTS, TABLES, THEATRES, ArmyList
from .terrain import table_refusals
from .terrain_generation import generated_table
from .works import diggable, lay, may_dig_before_battle, may_lay, mine_places

EDGES = ("north", "east", "south", "west")
SETTING_UP = ("theatre", "lists", "forces", "roll", "terrain", "edges", "base", "deploy", "swap", "works")
SWAPS: int = TABLES["deployment"]["defender_swaps"]


def set_up_step(g: Dbms) -> Procedure:
    steps = {
        "theatre": choose_theatre,
        "lists": choose_lists,
        "forces": choose_forces,
        "roll": roll_attacker,
        "terrain": place_terrain,
        "edges": number_edges,
        "base": place_base,
        "deploy": deploy_all,
        "swap": swaps,
        "works": engineer_works,
    }
    yield from steps[g.state.phase](g)


def choose_theatre(g: Dbms) -> Procedure:
    """dbms.terrain.1: agreed before the game; without agreement the program picks one."""
    s = g.state
    if s.theatre not in THEATRES:
        keys = list(THEATRES)
        wishes = yield g.together(
            *[
                g.ask(side, "In which theatre?", keys, rule="dbms.terrain.1", label=lambda k: THEATRES[k]["name"])
                for side in (RED, BLUE)
            ]
        )
        if wishes[RED] == wishes[BLUE] and in_force("dbms.terrain.1"):
            s.theatre = wishes[RED]
        else:
            s.theatre = g.draw(keys, to=None)[0]
        g.tell("The battle is fought in {theatre}.", rule="dbms.terrain.1", theatre=THEATRES[s.theatre]["name"])
    s.phase = "lists"
    yield from ()


def choose_lists(g: Dbms) -> Procedure:
    """dbms.force-composition.1, R109: each chooses a list without seeing the other's choice."""
    s = g.state
    missing = [side for side in (RED, BLUE) if side not in s.lists]
    if missing:
        names = list(ARMY_LISTS)
        chosen = yield g.together(
            *[
                g.ask(side, "Which army list?", names, rule="dbms.force-composition.1", label=lambda k: ARMY_LISTS[k].title)
                for side in missing
            ]
        )
        s.lists = {**s.lists, **chosen}
    if not s.year and not missing:  # a year made from secret lists would tell of them
        s.year = default_year(list_named(s.lists[RED]), list_named(s.lists[BLUE]), g.options)
    s.phase = "forces"


def choose_forces(g: Dbms) -> Procedure:
    """dbms.force-composition.1 to .5: thirteen elements of the list, in secret."""
    s = g.state
    if not s.elements:
        forces = yield g.together(*[force_draft(g, side) for side in (RED, BLUE)])
        elements = []
        for side in (RED, BLUE):
            elements += elements_of(list_named(s.lists[side]), forces[side], side, g.options)
        s.elements = elements
        for side in (RED, BLUE):
            army = list_named(s.lists[side])
            g.tell("{side} brings {army}.", rule="dbms.force-composition.1", side=side, army=army.title)
        first, last = ARMY_LISTS[s.lists[RED]].years, ARMY_LISTS[s.lists[BLUE]].years
        if max(first[0], last[0]) > min(first[1], last[1]):
            g.tell("These lists never met: their years differ.", rule="dbms.R98")
        g.reveal()
    s.phase = "roll"


def force_draft(g: Dbms, side: str) -> Draft:
    army = list_named(g.state.lists[side])
    year = g.state.year
    return g.draft(
        side,
        f"Choose 13 elements of {army.title}: the 7 required, up to 6 of the division, up to 3 of the army.",
        rule="dbms.force-composition.1",
        item=Pick,
        offers=lambda items: force_offers(army, items, year),
        check=lambda items: force_refusals(army, items, year),
        suggest=lambda: sample_forces(army, year) or [required_picks(army)],
        label=lambda pick: pick_words(army, pick),
        whole=lambda: whole_forces(army, year),
    )


def whole_forces(army: ArmyList, year: int) -> list[tuple[str, list[Pick]]]:
    """The required alone, and forces by what they are made of."""
    found = [("the required elements", required_picks(army))]
    for picks in sample_forces(army, year):
        codes = [army.slots[pick.slot].fillings[pick.filling].code for pick in picks]
        found.append((", ".join(f"{codes.count(code)} {code}" for code in dict.fromkeys(codes)), picks))
    return found


def roll_attacker(g: Dbms) -> Procedure:
    """dbms.deployment.1: the higher roller is the attacker."""
    s = g.state
    if not s.attacker:
        rolls = {RED: 0, BLUE: 0}
        while rolls[RED] == rolls[BLUE]:
            for side in (RED, BLUE):
                rolls[side] = g.d6("{side} rolls for the attack: ", rule="dbms.deployment.1", by=side, side=side)
        s.attacker = RED if (rolls[RED] > rolls[BLUE]) == in_force("dbms.deployment.1") else BLUE
        g.tell("{side} attacks.", rule="dbms.deployment.1", side=s.attacker)
    s.phase = "terrain"
    yield from ()


def place_terrain(g: Dbms) -> Procedure:
    """dbms.terrain.6: the defender alone places 2 to 5 pieces."""
    s = g.state
    if not s.terrain:
        defender = OTHER[s.attacker]

        def tables() -> list[list[TerrainPiece]]:
            return [generated_table(f"suggestion {i}", s.theatre, g.static.size, g.options) for i in range(4)]

        def pool(items: list[TerrainPiece]) -> list[TerrainPiece]:
            rest = [piece for table in tables() for piece in table]
            return [piece for piece in dict.fromkeys(rest) if piece not in items]

        pieces = yield g.draft(
            defender,
            f"Place the terrain: 2 to 5 pieces of {THEATRES[s.theatre]['name']}.",
            rule="dbms.terrain.6",
            item=TerrainPiece,
            offers=pool,
            check=lambda items: table_refusals(items, s.theatre, g.static.size, g.options),
            suggest=tables,
            label=lambda piece: piece.kind.replace("_", " "),
            ghosts=lambda items: [outline_ghost(piece.kind.replace("_", " "), piece.points) for piece in items],
            whole=lambda: [(", ".join(piece.kind.replace("_", " ") for piece in table), table) for table in tables()],
            secret=False,
        )
        s.terrain = list(pieces)
        g.tell("{side} has placed {count} pieces of terrain.", rule="dbms.terrain.6", side=defender, count=len(pieces))
    s.phase = "edges"


def number_edges(g: Dbms) -> Procedure:
    """dbms.deployment.2 to .4: the attacker numbers the edges and rolls for his own; the defender's is opposite."""
    s = g.state
    if not s.edges:
        while len(s.numbered) < 3:
            left = [edge for edge in range(4) if edge not in s.numbered]
            edge = yield g.ask(
                s.attacker,
                f"Which edge is number {len(s.numbered) + 1}? The last one left is 4, 5 and 6.",
                left,
                rule="dbms.deployment.2",
                label=lambda e: EDGES[e],
            )
            s.numbered.append(edge)
            g.checkpoint()
        order = [*s.numbered, next(edge for edge in range(4) if edge not in s.numbered)]
        roll = g.d6("The edge of the attack: ", rule="dbms.deployment.3", by=s.attacker)
        if not in_force("dbms.deployment.2"):
            order.reverse()
        edge = order[min(roll, 4) - 1] if in_force("dbms.deployment.3") else order[0]
        back = (edge + 2) % 4 if in_force("dbms.deployment.4") else (edge + 1) % 4
        s.edges = {s.attacker: edge, OTHER[s.attacker]: back}
        g.tell("{side} attacks from the {edge} edge.", rule="dbms.deployment.3", side=s.attacker, edge=EDGES[edge])
        g.tell("{side} has the {edge} edge behind it.", rule="dbms.deployment.4", side=OTHER[s.attacker], edge=EDGES[back])
    s.phase = "base"


def place_base(g: Dbms) -> Procedure:
    """dbms.deployment.6, .7: a base in the defender's zone, or the town instead."""
    s = g.state
    defender = OTHER[s.attacker]
    if not s.fort.outline:
        town = may_hold_town(g, defender)
        answer = "base"
        if town is None and g.sheet("sheet_town_is_base"):
            answer = "town" if in_force("dbms.play-sheet.8") else "base"
        elif town is None:
            answer = yield g.ask(defender, "Place a base, or hold the town as one?", ["base", "town"], rule="dbms.deployment.7")
        if answer == "town":
            piece = next(p for p in s.terrain if p.kind == "town")
            s.fort = Fort(piece.points, True, defender)
            rule = "dbms.play-sheet.8" if g.sheet("sheet_town_is_base") else "dbms.deployment.7"
            g.tell("{side} holds the town as its base.", rule=rule, side=defender)
        elif in_force("dbms.deployment.6") and base_places(g, defender):
            place = yield g.ask_checked(
                defender,
                "Where is your base?",
                rule="dbms.deployment.6",
                shape=BasePlace,
                check=lambda p: may_place_base(g, defender, p),
                suggest=lambda: base_places(g, defender),
                label=lambda p: f"at {p.x / 2540:.1f}, {p.y / 2540:.1f} in",
                ghosts=lambda p: [outline_ghost("base", p.shape.corners)],
            )
            s.fort = Fort(place.shape.corners, False, defender)
            g.tell("{side} places its base.", rule="dbms.deployment.6", side=defender)
    s.phase = "deploy"


def deploy_all(g: Dbms) -> Procedure:
    """dbms.deployment.5, .9, .10: the defender first, then the attacker; aircraft stay off the table."""
    s = g.state
    order = [OTHER[s.attacker], s.attacker]
    for side in order if in_force("dbms.deployment.9") else order[::-1]:
        if side in s.deployed:
            continue
        g.checkpoint()
        if any(g.element(n).status != TABLE for n in to_deploy(g, side)):
            items = yield g.draft(
                side,
                "Deploy all your ground elements.",
                rule="dbms.deployment.9" if side == s.attacker else "dbms.deployment.5",
                item=Placed,
                offers=lambda items, side=side: deployment_offers(g, side, items),
                check=lambda items, side=side: deployment_refusals(g, side, items),
                suggest=lambda side=side: sample_deployments(g, side),
                label=lambda item: f"{g.name(item.element)}{' (garrison)' if item.garrison else ''}",
                on=lambda item: (f"e{item.element}", ""),
                ghosts=lambda items: [placed_ghost(g, item) for item in items],
                whole=lambda side=side: whole_deployments(g, side),
                secret=bool(g.options["hidden_elements"]),
            )
            deploy(g, side, items)
            shuffle_ids(g, side)
            g.tell("{side} has deployed.", rule="dbms.deployment.11", side=side)
            if any(e.side == side and e.code in ("FI", "BO") for e in s.elements) and not g.options["hidden_elements"]:
                g.tell("The aircraft of {side} wait off the table.", rule="dbms.deployment.10", side=side)
        s.deployed.append(side)
        g.checkpoint()
    s.phase = "swap" if in_force("dbms.deployment.11") else "works"


def whole_deployments(g: Dbms, side: str) -> list[tuple[str, list[Placed]]]:
    """Deployments to begin with: in blocks that move together, and in open lines."""
    from .bot_setup import best_deployment

    blocks = best_deployment(g, side)
    found = [("in blocks that move together", blocks)] if blocks else []
    return found + [(f"in open lines, {i}", items) for i, items in enumerate(sample_deployments(g, side), 1)]


def deployment_offers(g: Dbms, side: str, items: list[Placed]) -> list[Placed]:
    named = {item.element for item in items}
    return [item for plan in sample_deployments(g, side)[:2] for item in plan if item.element not in named]


def shuffle_ids(g: Dbms, side: str) -> None:
    """With hidden elements numbers must tell nothing: which element has which is shuffled; only its owner knows."""
    if not g.options["hidden_elements"]:
        return
    numbers = [n for n, e in enumerate(g.state.elements) if e.side == side]
    mixed = g.shuffle(numbers, to=[side])
    elements = [g.element(n) for n in mixed]
    for n, element in zip(numbers, elements):
        g.state.elements[n] = element
    guard = g.state.fort.garrison
    if guard != BASE and guard in mixed and g.state.fort.owner == side:
        g.state.fort.garrison = numbers[mixed.index(guard)]
    g.state.swapped = [numbers[mixed.index(n)] if n in mixed else n for n in g.state.swapped]


def swaps(g: Dbms) -> Procedure:
    """dbms.play-sheet.2: after the attacker has deployed, the defender may swap two pairs."""
    s = g.state
    defender = OTHER[s.attacker]
    hidden = bool(g.options["hidden_elements"])
    while s.swaps < SWAPS:
        own = [n for n in g.ground_elements(defender) if n not in s.swapped]

        def may(pair: tuple[int, int]) -> Refusal | None:
            return may_swap(g, defender, *pair)

        pairs = [(a, b) for i, a in enumerate(own) for b in own[i + 1 :]]
        choice = yield g.ask(
            defender,
            f"Swap two of your elements? {SWAPS - s.swaps} swaps left.",
            pairs,
            may=may,
            also=[DONE],
            rule="dbms.play-sheet.2",
            label=lambda v: "No more swaps" if v == DONE else f"{g.name(v[0])} and {g.name(v[1])}",
            on=lambda v: ("", "") if v == DONE else (f"e{v[0]}", ""),
            secret=hidden,
        )
        if choice == DONE:
            break
        swap(g, *choice)
        shuffle_ids(g, defender)
        g.tell("{side} swaps two elements.", rule="dbms.play-sheet.2", side=defender)
        s.swaps += 1
        g.checkpoint()
    s.works = {
        side: in_force("dbms.element-chart.10") * sum(e.side == side and e.code == "IE" for e in s.elements)
        for side in (RED, BLUE)
    }
    s.phase = "works"


def engineer_works(g: Dbms) -> Procedure:
    """dbms.engineers.1: for each IE a minefield or three entrenched elements; the defender first (dbms.R27)."""
    s = g.state
    for side in (OTHER[s.attacker], s.attacker):
        while s.works.get(side, 0) > 0 or (g.options["hidden_elements"] and side in s.works):
            g.checkpoint()
            if not (yield from one_work(g, side)):
                break
            s.works[side] -= 1
        s.works.pop(side, None)
        g.checkpoint()
    s.phase = "start"
    look_around(g)


def one_work(g: Dbms, side: str) -> Procedure:
    """One IE's task. False: nothing more."""
    choices = []
    if g.state.works.get(side, 0) > 0:
        choices = [*(["minefield"] if mine_places(g, side) else []), *(["entrench"] if diggable(g, side) else [])]
    answer = yield g.ask(
        side,
        f"Engineers: {g.state.works.get(side, 0)} tasks before the battle. Lay a minefield or entrench three elements?",
        [*choices, "nothing"],
        rule="dbms.engineers.1",
    )
    if answer == "minefield":
        place = yield g.ask_checked(
            side,
            "Where is the minefield?",
            rule="dbms.engineers.2",
            shape=BasePlace,
            check=lambda p: may_lay(g, side, p),
            suggest=lambda: mine_places(g, side),
            label=lambda p: f"at {p.x / 2540:.1f}, {p.y / 2540:.1f} in",
            ghosts=lambda p: [outline_ghost("minefield", p.shape.corners)],
        )
        lay(g, place)
        g.tell("{side} lays a minefield.", rule="dbms.element-chart.10", side=side)
    elif answer == "entrench":
        numbers = yield g.draft(
            side,
            "Entrench up to three elements on foot.",
            rule="dbms.engineers.1",
            item=int,
            offers=lambda items: [n for n in diggable(g, side) if n not in items],
            check=lambda items: may_dig_before_battle(g, side, items),
            suggest=lambda: [diggable(g, side)[:3], diggable(g, side)[-3:]],
            label=lambda n: g.name(n),
            on=lambda n: (f"e{n}", ""),
            secret=False,
        )
        for n in numbers:
            g.element(n).entrenched = True
        g.tell("{side} entrenches {count} elements.", rule="dbms.element-chart.10", side=side, count=len(numbers))
    return answer != "nothing"
