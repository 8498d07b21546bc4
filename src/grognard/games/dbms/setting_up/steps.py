"""Before the battle (dbms.deployment.11): forces, attacker, terrain, edges, base, deployment, swaps, engineers.

Each step is entered afresh from the state: it looks at what is left to do and sets the next phase when it is done.
"""

from __future__ import annotations

from grognard.boards.plane import INCH
from grognard.kernel import DONE, Draft, Procedure, Refusal, cites
from grognard.kernel.scene import OptionView
from grognard.kernel.words import capital, counted, listing

from ..asks import Ask, Stronghold, Swap, Work
from ..context import Dbms
from ..hidden import look_around
from ..state import BASE, BLUE, OTHER, RED, TABLE, Fort, TerrainPiece
from ..tables import ARMY_LISTS, TABLES, THEATRES, ArmyList
from .blocks import best_deployment
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
from .drawing import drawn_refusals
from .engineers import diggable, lay, may_dig_before_battle, may_lay, mine_places
from .forces import (
    Pick,
    default_year,
    elements_of,
    force_refusals,
    force_sums,
    heading_of,
    in_theatre,
    list_named,
    pick_words,
    required_picks,
    sample_forces,
)
from .forces import offers as force_offers
from .pointing import outline_ghost, placed_ghost
from .terrain import table_refusals
from .terrain_generation import generated_table

EDGES = ("north", "east", "south", "west")
SETTING_UP = ("theatre", "lists", "forces", "roll", "terrain", "edges", "base", "deploy", "swap", "works")
WORK_WORDS = {Work.MINEFIELD: "Lay a minefield", Work.ENTRENCH: "Entrench three elements", Work.NOTHING: "Nothing more"}
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
                g.ask(
                    side,
                    "In which theatre?",
                    keys,
                    name=Ask.THEATRE,
                    rule="dbms.terrain.1",
                    label=lambda k: THEATRES[k]["name"],
                )
                for side in (RED, BLUE)
            ]
        )
        if wishes[RED] == wishes[BLUE]:
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
                g.ask(
                    side,
                    "Which army list?",
                    names,
                    name=Ask.ARMY_LIST,
                    rule="dbms.force-composition.1",
                    label=lambda k: ARMY_LISTS[k].title,
                )
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
            if not in_theatre(army, s.theatre):
                words = "{army} never fought in {theatre}: the battle may be uneven."
                g.tell(words, rule="dbms.force-lists.1", army=army.nation, theatre=THEATRES[s.theatre]["name"])
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
        name=Ask.FORCE,
        rule="dbms.force-composition.1",
        item=Pick,
        offers=lambda items: force_offers(army, items, year),
        check=lambda items: force_refusals(army, items, year),
        suggest=lambda: sample_forces(army, year) or [required_picks(army)],
        label=lambda pick: pick_words(army, pick),
        show=lambda pick: OptionView(pick, pick_words(army, pick), group=heading_of(army, pick)),
        whole=lambda: whole_forces(army, year),
        sums=lambda items: force_sums(army, items),
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
        s.attacker = RED if rolls[RED] > rolls[BLUE] else BLUE
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
            name=Ask.TERRAIN,
            rule="dbms.terrain.6",
            item=TerrainPiece,
            offers=pool,
            check=lambda items: [*drawn_refusals(items), *table_refusals(items, s.theatre, g.static.size, g.options)],
            suggest=tables,
            label=lambda piece: piece.kind.replace("_", " "),
            ghosts=lambda items: [outline_ghost(piece.kind.replace("_", " "), piece.points) for piece in items],
            whole=lambda: [(", ".join(piece.kind.replace("_", " ") for piece in table), table) for table in tables()],
            secret=False,
        )
        s.terrain = list(pieces)
        placed = counted(len(pieces), "piece of terrain", "pieces of terrain")
        g.tell("{side} has placed {pieces}.", rule="dbms.terrain.6", side=defender, pieces=placed)
    s.phase = "edges"


def number_edges(g: Dbms) -> Procedure:
    """dbms.deployment.2 to .4: the attacker numbers the edges and rolls for his own; the defender's is opposite."""
    s = g.state
    if not s.edges:
        while len(s.numbered) < 3:
            edge = yield g.ask(
                s.attacker,
                f"Which edge is number {len(s.numbered) + 1}? The last one left is 4, 5 and 6.",
                range(4),
                may=lambda edge: numbered_already(edge) if edge in s.numbered else None,
                name=Ask.EDGE,
                final=len(s.numbered) == 2,  # the roll for the edge follows
                rule="dbms.deployment.2",
                label=lambda e: EDGES[e],
            )
            s.numbered.append(edge)
            g.checkpoint()
        order = [*s.numbered, next(edge for edge in range(4) if edge not in s.numbered)]
        roll = g.d6("The edge of the attack: ", rule="dbms.deployment.3", by=s.attacker)
        edge = order[min(roll, 4) - 1]
        back = (edge + 2) % 4
        s.edges = {s.attacker: edge, OTHER[s.attacker]: back}
        g.tell("{side} attacks from the {edge} edge.", rule="dbms.deployment.3", side=s.attacker, edge=EDGES[edge])
        g.tell("{side} has the {edge} edge behind it.", rule="dbms.deployment.4", side=OTHER[s.attacker], edge=EDGES[back])
    s.phase = "base"


def numbered_already(edge: int) -> Refusal:
    return Refusal("dbms.deployment.2", f"The {EDGES[edge]} edge has a number already.")


def place_base(g: Dbms) -> Procedure:
    """dbms.deployment.6, .7: a base in the defender's zone, or the town instead."""
    s = g.state
    defender = OTHER[s.attacker]
    if not s.fort.outline:
        town = may_hold_town(g, defender)
        answer = Stronghold.BASE
        if town is None and g.sheet("sheet_town_is_base"):
            answer = Stronghold.TOWN
        elif town is None:
            answer = yield g.ask(
                defender,
                "Place a base, or hold the town as one?",
                list(Stronghold),
                name=Ask.BASE_OR_TOWN,
                label={Stronghold.BASE: "Place a base", Stronghold.TOWN: "Hold the town"}.__getitem__,
                rule="dbms.deployment.7",
            )
        if answer == Stronghold.TOWN:
            piece = next(p for p in s.terrain if p.kind == "town")
            s.fort = Fort(piece.points, True, defender)
            rule = "dbms.play-sheet.8" if g.sheet("sheet_town_is_base") else "dbms.deployment.7"
            g.tell("{side} holds the town as its base.", rule=rule, side=defender)
        elif base_places(g, defender):
            place = yield from ask_place(g, defender, Ask.BASE_PLACE, "base", "dbms.deployment.6")
            s.fort = Fort(place.shape.corners, False, defender)
            g.tell("{side} places its base.", rule="dbms.deployment.6", side=defender)
    s.phase = "deploy"


def ask_place(g: Dbms, side: str, name: Ask, what: str, rule: str) -> Procedure:
    """Where a base or a minefield lies."""
    may, find = (may_place_base, base_places) if name == Ask.BASE_PLACE else (may_lay, mine_places)
    place = yield g.ask_checked(
        side,
        "Where is your base?" if name == Ask.BASE_PLACE else "Where is the minefield?",
        name=name,
        rule=rule,
        shape=BasePlace,
        check=lambda p: may(g, side, p),
        suggest=lambda: find(g, side),
        label=lambda p: f"at {p.x / INCH:.1f}, {p.y / INCH:.1f} in",
        ghosts=lambda p: [outline_ghost(what, p.shape.corners)],
    )
    return place


def deploy_all(g: Dbms) -> Procedure:
    """dbms.deployment.5, .9, .10: the defender first, then the attacker; aircraft stay off the table."""
    s = g.state
    order = [OTHER[s.attacker], s.attacker]
    for side in order:
        if side in s.deployed:
            continue
        g.checkpoint()
        if any(g.element(n).status != TABLE for n in to_deploy(g, side)):
            yield from place_elements(g, side, "Deploy all your ground elements.")
            g.tell("{side} has deployed.", rule="dbms.deployment.11", side=side)
            if any(e.side == side and e.code in ("FI", "BO") for e in s.elements) and not g.options["hidden_elements"]:
                g.tell("The aircraft of {side} wait off the table.", rule="dbms.deployment.10", side=side)
        s.deployed.append(side)
        g.checkpoint()
    s.phase = "swap"


def place_elements(g: Dbms, side: str, prompt: str) -> Procedure:
    """Everything that is to be deployed now, drafted as a whole."""
    items = yield g.draft(
        side,
        prompt,
        name=Ask.DEPLOY,
        rule="dbms.deployment.9" if side == g.state.attacker else "dbms.deployment.5",
        item=Placed,
        offers=lambda items: deployment_offers(g, side, items),
        check=lambda items: deployment_refusals(g, side, items),
        suggest=lambda: sample_deployments(g, side),
        label=lambda item: f"{g.name(item.element)}{' (garrison)' if item.garrison else ''}",
        on=lambda item: (f"e{item.element}", ""),
        ghosts=lambda items: [placed_ghost(g, item) for item in items],
        whole=lambda: g.known(f"deployments {side}", lambda: whole_deployments(g, side)),
        secret=bool(g.options["hidden_elements"]),
    )
    deploy(g, side, items)
    shuffle_ids(g, side)


def arrivals(g: Dbms) -> Procedure:
    """dbms.R115: at the beginning of their turn the reserves are placed in their own zone; without room they wait."""
    for side in (OTHER[g.state.attacker], g.state.attacker) if g.state.attacker else ():
        due = to_deploy(g, side) if g.state.turn else []
        if not due:
            continue
        if not whole_deployments(g, side):
            g.tell("The reserves of {side} find no room on the table.", rule="dbms.R115", side=side)
            continue
        yield from place_elements(g, side, f"Your reserves arrive: {listing(g.name(n) for n in due)}. Place them in your zone.")
        g.tell("The reserves of {side} arrive.", rule="dbms.R115", side=side)
        g.checkpoint()


def whole_deployments(g: Dbms, side: str) -> list[tuple[str, list[Placed]]]:
    """Deployments to begin with: in blocks that move together, and in open lines."""
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
        own = g.ground_elements(defender)

        def may(pair: Swap) -> Refusal | None:
            return may_swap(g, defender, pair.one, pair.other)

        pairs = [Swap(a, b) for i, a in enumerate(own) for b in own[i + 1 :]]
        choice = yield g.ask(
            defender,
            f"Swap two of your elements? {capital(counted(SWAPS - s.swaps, 'swap'))} left.",
            pairs,
            may=may,
            also=[DONE],
            name=Ask.SWAP,
            final=s.swaps + 1 == SWAPS,  # the battle may begin after the last
            kind="order",
            rule="dbms.play-sheet.2",
            label=lambda v: "No more swaps" if v == DONE else f"{g.name(v.one)} and {g.name(v.other)}",
            on=lambda v: ("", "") if v == DONE else (f"e{v.one}", ""),
            secret=hidden,
        )
        if choice == DONE:
            break
        swap(g, choice.one, choice.other)
        shuffle_ids(g, defender)
        g.tell("{side} swaps two elements.", rule="dbms.play-sheet.2", side=defender)
        s.swaps += 1
        g.checkpoint()
    s.works = {side: tasks_of_engineers(g, side) for side in (RED, BLUE)}
    s.phase = "works"


@cites("dbms.element-chart.10")
def tasks_of_engineers(g: Dbms, side: str) -> int:
    """One for each IE before the battle begins; more where the ground was prepared (dbms.R115)."""
    return sum(e.side == side and e.code == "IE" for e in g.state.elements) + g.static.conditions.works.get(side, 0)


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


def may_work(g: Dbms, side: str, work: Work) -> Refusal | None:
    if work == Work.NOTHING:
        return None
    if g.state.works.get(side, 0) < 1:
        return Refusal("dbms.engineers.1", "There are no engineers left with a task.")
    if work == Work.MINEFIELD and not mine_places(g, side):
        return Refusal("dbms.engineers.2", "There is no room for a minefield in the deployment zone.")
    if work == Work.ENTRENCH and not diggable(g, side):
        return Refusal("dbms.engineers.2", "Nobody on foot is left to entrench.")
    return None


def one_work(g: Dbms, side: str) -> Procedure:
    """One IE's task. False: nothing more."""
    answer = yield g.ask(
        side,
        f"Engineers: {counted(g.state.works.get(side, 0), 'task')} before the battle."
        " Lay a minefield or entrench three elements?",
        list(Work),
        may=lambda work: may_work(g, side, work),
        name=Ask.ENGINEERS,
        decline=Work.NOTHING,
        kind="order",
        rule="dbms.engineers.1",
        label=WORK_WORDS.__getitem__,
    )
    if answer == Work.MINEFIELD:
        place = yield from ask_place(g, side, Ask.MINEFIELD, "minefield", "dbms.engineers.2")
        lay(g, place)
        g.tell("{side} lays a minefield.", rule="dbms.element-chart.10", side=side)
    elif answer == Work.ENTRENCH:
        numbers = yield g.draft(
            side,
            "Entrench up to three elements on foot.",
            name=Ask.TRENCHES,
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
        g.tell("{side} entrenches {dug}.", rule="dbms.element-chart.10", side=side, dug=counted(len(numbers), "element"))
    return answer != Work.NOTHING
