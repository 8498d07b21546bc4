"""Section 30: trains, run by the umpire (4.6.1): loading at stations, running, cut lines, railway guns.

A staff orders trains by duties: "train" (run to a board), "entrain" and "detrain" (a Battlegroup gets on or off). Each
session the umpire moves a train by one link or goes on with its loading.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from grognard.kernel import Procedure, Refusal, Tally, cites
from grognard.kernel.tally import round_up
from grognard.kernel.words import counted

from ..acts import Cut
from ..chance.cards import movement_d10
from ..condition.losses import bombard, under_fire
from ..context import Fyow
from ..engineering.roads import serves
from ..march.movement import room_for
from ..planning.duties import make, own_unit
from ..records.services import Train
from ..supply.loads import fits, on_foot, spaces
from ..supply.rationed import at_rest
from ..supply.routes import hit_stores
from ..tables import MOVEMENT, TABLES
from ..weather.labour import handled_score, need, worked_score
from ..weather.weather import blowing, gauge_effect, sky_at, snowed_in

TABLE = TABLES["train"]
CAPACITY = {"armoured": TABLES["capacity"]["armoured_train"], "gun": 0}  # of a train: the option train_capacity
LINK_COST = 5
LARGE, SMALL = 1, 2  # charges that cut a line


def train_of(g: Fyow, name: str) -> int:
    return next((n for n, train in enumerate(g.state.rail.trains) if train.id == name), -1)


def limit(train: Train) -> int:
    """30.2.1, 30.7.1: up to 6 boards a day, railway guns 3."""
    if train.kind == "gun":
        return int(TABLE["railway_gun_max_boards"])
    return int(TABLE["max_boards"])


def running(g: Fyow, train: Train) -> Tally:
    """30.2.1, 14.12.1, 14.9.2: 4 Movement Points and the row Trains; the gauge counts, traffic does not."""
    row, total = MOVEMENT["trains"], Tally("train")
    total.add(TABLE["mp"], "Movement Points of a train", "fyow.30.2.1")
    sky = sky_at(g, train.board)
    if sky in ("snow", "fog", "heavy_rain") and row[sky]:
        total.add(row[sky], sky.replace("_", " "), "fyow.14.11.1")
    if ground := gauge_effect(g, "move"):
        total.add(ground, f"gauge {g.state.weather.gauge}", "fyow.25.6.1")
    return total


def cut(g: Fyow, link: int) -> bool:
    """A line that is cut, or mended but not open before the next session (30.5.3)."""
    rail = g.state.rail
    return str(link) in rail.cuts or rail.mended.get(str(link), 0) > g.now or bridge_down(g, link)


@cites("fyow.30.6.1")
def bridge_down(g: Fyow, link: int) -> bool:
    """30.6.1: railway bridges are like road bridges: a destroyed one stops the trains, a pontoon serves from its session."""
    ends = (g.static.graph.links[link].a, g.static.graph.links[link].b)
    for place, work in enumerate(g.state.staff.works):
        carries = work.board in ends and (not work.to or g.static.other_end(link, work.board) in work.to)
        if work.kind == "bridge" and carries and not serves(g, place, work):
            return True
    return False


def next_link(g: Fyow, train: Train) -> int:
    """The first rail link of the shortest way to where it is ordered; -1 if there is none."""
    graph, mask = g.static.graph, g.static.rails
    far = graph.distances(1 << train.order, -1, mask)
    here = far.get(train.board, 10**6)
    ways = [link for link in graph.links_at(train.board, mask) if far.get(g.static.other_end(link, train.board), 10**6) < here]
    return min(ways) if ways else -1


def may_run(g: Fyow, number: int, link: int) -> Refusal | None:
    train = g.state.rail.trains[number]
    target = g.static.other_end(link, train.board)
    place = g.static.boards[target]
    if train.damage >= TABLE["engine_damage"]:
        return Refusal("fyow.30.4.1", f"The engine of {train.name} is destroyed.")
    if train.moves >= limit(train):
        return Refusal("fyow.30.2.1", f"{train.name} has made its {limit(train)} boards of the day.", limit=limit(train))
    if bridge_down(g, link):
        return Refusal("fyow.30.6.1", f"The bridge on the line to {place.name} is down.")
    if cut(g, link):
        return Refusal("fyow.30.2.1", f"The line to {place.name} is cut.")
    there = [t for n, t in enumerate(g.state.rail.trains) if n != number and t.board == target]
    if there and not place.station:
        return Refusal("fyow.30.3.1", f"{there[0].name} is at {place.name}, where there is no station to pass.")
    if g.state.control[target] == g.enemy(train.side):
        return Refusal("fyow.30.2.1", f"{place.name} is in enemy hands.")
    if train.cargo and (full := room_for(g, train.side, target, sum((g.value(n) for n in train.cargo), Fraction(0)))):
        return full
    if snowed_in(g):
        return Refusal("fyow.26.6.1", "The snow lies too deep for trains.")
    if blowing(g) and g.options["sandstorm_stops_movement"]:
        return Refusal("fyow.27.5.2.3", "Nobody moves on land in the sandstorm.")
    return None


def run_trains(g: Fyow) -> None:
    """4.6.1: each train loads, unloads or runs."""
    for number, train in enumerate(g.state.rail.trains):
        if train.job:
            go_on_loading(g, number)
        elif train.order >= 0 and train.order != train.board:
            run(g, number)
        elif train.order == train.board:
            train.order = -1


@cites("fyow.14.12.1")
def cost_of_rail() -> int:
    """14.12.1: every rail link costs 5."""
    return LINK_COST


def run(g: Fyow, number: int) -> None:
    train = g.state.rail.trains[number]
    link = next_link(g, train)
    if link < 0:
        return
    if refusal := may_run(g, number, link):
        text = "{name} waits: {why}"
        g.tell(text, rule=refusal.rule, to=train.side, name=train.name, why=refusal.why)
        if cut(g, link) and train.cargo:
            leave_at_break(g, number)
        return
    total = running(g, train)
    words: dict[str, Any] = {"by": train.side, "to": [train.side], "name": train.name, "tallies": [total]}
    die = movement_d10(g, "{name} runs", rule="fyow.30.2.1", **words)
    if die + int(total) < cost_of_rail():
        return
    train.board = g.static.other_end(link, train.board)
    train.moves += 1
    for cargo in train.cargo:
        g.unit(cargo).board = train.board
        g.lose_touch(cargo)
    g.tell("{name} reaches {board}.", rule="fyow.30.2.1", to=train.side, name=train.name, board=train.board)


# ------------------------------------------------------------------ 30.1: loading


@cites("fyow.31.2.1")
def in_order(g: Fyow, board: int) -> bool:
    """13.6.4, 31.2.1: a station, unless it is destroyed, or damaged by partisans and not yet mended (34.8.5)."""
    ruined = any(work.board == board and work.kind == "station" and work.destroyed for work in g.state.staff.works)
    stores = g.state.stores
    damaged = str(board) in stores.works and str(board) not in stores.roads  # what is damaged there is no road
    return g.static.boards[board].station and not ruined and not damaged


def go_on_loading(g: Fyow, number: int) -> None:
    """30.1.1, 31.5.1: D10 x D6 load spaces a session until the total is reached; 30.5.2: on the open line fewer."""
    train = g.state.rail.trains[number]
    unit, boarding = train.job
    gone = g.unit(unit).condition >= 4 or (boarding and (g.unit(unit).board != train.board or g.unit(unit).box >= 0))
    upon_it = boarding and g.engaged(unit)
    if gone or upon_it:
        train.job, train.loading = [], 0
        why = "the enemy is upon {unit}" if upon_it and not gone else "{unit} is not there"
        g.tell("{name} is not loaded: " + why + ".", rule="fyow.30.1.1", to=train.side, name=train.name, unit=unit)
        return
    if idle(g, number, unit):
        return
    if not in_order(g, train.board):
        on_the_open_line(g, number, unit, bool(boarding))
        return
    words: dict[str, Any] = {"by": train.side, "to": [train.side], "name": train.name}
    ten = g.roll("d10", "Loading {name}", rule="fyow.30.1.1", **words)[0]
    six = g.roll("d6", "Loading {name}", rule="fyow.31.5.1", **words)[0]
    train.loading += handled_score(g, [ten, six], train.board)
    if train.loading >= to_handle(g, unit):
        done(g, number, unit, bool(boarding))


def idle(g: Fyow, number: int, unit: int) -> bool:
    """20.6.4, ruling R40: loading is work, and who is at Rest or in Disarray does none."""
    train = g.state.rail.trains[number]
    if not at_rest(g.unit(unit)) and not g.unit(unit).disarray:
        return False
    rule, why = ("fyow.15.3.6", "in Disarray") if g.unit(unit).disarray else ("fyow.20.6.4", "at Rest")
    g.tell("{name} waits: {unit} is {why}.", rule=rule, to=train.side, name=train.name, unit=unit, why=why)
    return True


def to_handle(g: Fyow, unit: int) -> int:
    """30.1.1: loading is work (31.1.3): its load spaces, half as many again for a Rationed force."""
    return need(g, unit, round_up(spaces(g.unit(unit).elements)))


def done(g: Fyow, number: int, unit: int, boarding: bool) -> None:
    train = g.state.rail.trains[number]
    train.job, train.loading = [], 0
    if boarding:
        train.cargo.append(unit)
        g.unit(unit).train = number
        in_line(g, unit)
    else:
        train.cargo.remove(unit)
        g.unit(unit).train = -1
        g.unit(unit).arrived = g.now
        in_line(g, unit)
        if not g.holders(train.board, g.enemy(train.side)):
            g.take_hold(unit)
            g.visit(train.side, train.board)
    text = "{unit} is aboard {name}." if boarding else "{unit} has left {name}."
    g.tell(text, rule="fyow.30.1.1", to=train.side, unit=unit, name=train.name)


@cites("fyow.15.3.1")
def in_line(g: Fyow, number: int) -> None:
    """15.3.1, ruling R41: aboard nobody holds a position or lies in hiding, and who gets off stands in Line of March."""
    unit = g.unit(number)
    unit.attitude, unit.concealed, unit.calm, unit.dug = "present", {}, 0, -1


@cites("fyow.30.4.1")
def jump_off(g: Fyow, number: int) -> None:
    """30.4.1, ruling R213: whom ground forces attack on a train gets off at once, as he is, and fights on the board."""
    unit = g.unit(number)
    for train in g.state.rail.trains:
        if number in train.cargo:
            train.cargo.remove(number)
            train.job, train.loading = ([], 0) if train.job[:1] == [number] else (train.job, train.loading)
            text = "{unit} is attacked and gets off {name}."
            g.tell(text, rule="fyow.30.4.1", to=unit.side, unit=number, name=train.name)
    unit.train, unit.attitude = -1, "present"


def leave_at_break(g: Fyow, number: int) -> None:
    """30.5.2: at a break infantry and crewed weapons get off at 2D10 spaces a session."""
    train = g.state.rail.trains[number]
    walkers = [n for n in train.cargo if on_foot(g.unit(n).elements)]
    if not walkers or idle(g, number, walkers[0]):
        return
    words: dict[str, Any] = {"by": train.side, "to": [train.side], "name": train.name}
    thrown = g.roll(TABLE["unload_at_break"].lower(), "Getting off {name}", rule="fyow.30.5.2", **words)
    train.loading += worked_score(g, list(thrown), train.board)
    if train.loading >= to_handle(g, walkers[0]):
        done(g, number, walkers[0], boarding=False)


def on_the_open_line(g: Fyow, number: int, unit: int, boarding: bool) -> None:
    """30.5.2: away from stations men get off at 2D10 spaces a session, and after the repair on again at 2D6."""
    train = g.state.rail.trains[number]
    dice, why = ("reload_after_break", "Getting on {name} again") if boarding else ("unload_at_break", "Getting off {name}")
    words: dict[str, Any] = {"by": train.side, "to": [train.side], "name": train.name}
    thrown = g.roll(TABLE[dice].lower(), why, rule="fyow.30.5.2", **words)
    train.loading += worked_score(g, list(thrown), train.board)
    if train.loading >= to_handle(g, unit):
        done(g, number, unit, boarding=boarding)


# ------------------------------------------------------------------ 30.4, 30.5: damage and cuts


@cites("fyow.30.4.2")
def armour_of(train: Train) -> int:
    """30.4.2: armoured trains have light armour all round: one point (ruling R186)."""
    return 1 if train.kind == "armoured" else 0


def hit_train(g: Fyow, number: int, points: int) -> None:
    """30.4.1: wagons are soft, an engine is destroyed by 3 damages; 30.4.2: armoured trains have light armour (R186)."""
    train = g.state.rail.trains[number]
    points -= armour_of(train)
    if points <= 0:
        return
    train.damage += points
    g.tell("{name} is hit: {points} damage.", rule="fyow.30.4.1", to=train.side, name=train.name, points=points)
    for cargo in list(train.cargo):
        bombard(g, cargo, points)


def cut_line(g: Fyow, link: int) -> None:
    g.state.rail.cuts.setdefault(str(link), 0)
    g.state.rail.mended.pop(str(link), None)


def may_cut(g: Fyow, number: int, act: Cut) -> Refusal | None:
    """30.5.1: 1 large or 2 small charges."""
    unit = g.unit(number)
    if unit.mode == "rest" and not unit.militia:
        return Refusal("fyow.20.6.4", f"{unit.name} is at Rest and does no work.")
    if unit.disarray:
        return Refusal("fyow.15.3.6", f"{unit.name} is in Disarray and does no work.")
    if unit.box >= 0:
        return Refusal("fyow.30.5.1", f"{unit.name} is not on the board itself.")
    if unit.elements.get("large_charge", 0) < LARGE and unit.elements.get("small_charge", 0) < SMALL:
        return Refusal("fyow.30.5.1", f"{unit.name} has neither a large charge nor two small ones.")
    if cut(g, act.link):
        return Refusal("fyow.30.5.1", "The line is cut already.")
    return None


def cut_with_charges(g: Fyow, number: int, act: Cut) -> Procedure:
    unit = g.unit(number)
    kind, count = ("large_charge", LARGE) if unit.elements.get("large_charge", 0) >= LARGE else ("small_charge", SMALL)
    unit.elements[kind] -= count
    unit.elements = {e: n for e, n in unit.elements.items() if n}
    cut_line(g, act.link)
    g.tell("{unit} blows up the railway line at {board}.", rule="fyow.30.5.1", to=unit.side, unit=number, board=unit.board)
    return
    yield


def cut_acts(g: Fyow, number: int) -> list[Cut]:
    unit = g.unit(number)
    if "large_charge" not in unit.elements and "small_charge" not in unit.elements:
        return []
    return [Cut(link) for link in g.static.graph.links_at(unit.board, g.static.rails)]


def cut_label(g: Fyow, number: int, act: Cut) -> str:
    return f"Blow up the line to {g.static.boards[g.static.other_end(act.link, g.unit(number).board)].name}"


# ------------------------------------------------------------------ 30.7: railway guns


def gun_targets(g: Fyow, number: int) -> list[int]:
    """30.7.1: from a board with a station, at detected enemies on its own or a neighbouring board."""
    train = g.state.rail.trains[number]
    if not in_order(g, train.board):
        return []
    near = {train.board, *(g.static.other_end(link, train.board) for link in g.static.land_links(train.board))}
    return [n for board in sorted(near) for n in g.known_enemies(train.side, board)]


def may_bombard(g: Fyow, side: str, item: Any, items: Sequence[Any]) -> Refusal | None:
    number = train_of(g, item.unit)
    if number < 0 or g.state.rail.trains[number].side != side or g.state.rail.trains[number].kind != "gun":
        return Refusal("fyow.30.7.1", "That is no railway gun of yours.")
    boards = {g.static.boards[g.unit(n).board].id for n in gun_targets(g, number)}
    if item.objective not in boards:
        return Refusal("fyow.30.7.1", "A railway gun fires from a station at a detected enemy on its own or the next board.")
    return None


def bombardment(g: Fyow, side: str, item: Any) -> None:
    number = train_of(g, item.unit)
    train = g.state.rail.trains[number]
    board = g.static.number[item.objective]
    target = next(n for n in gun_targets(g, number) if g.unit(n).board == board)
    points = g.d6("{name} fires", rule="fyow.30.7.1", by=side, name=train.name)
    g.tell("{unit} loses {points} to a railway gun.", rule="fyow.30.7.1", unit=target, points=counted(points, "point"))
    hit_stores(g, target, points)
    under_fire(g, target)
    bombard(g, target, points)


# ------------------------------------------------------------------ duties


def may_order_train(g: Fyow, side: str, item: Any, items: Sequence[Any]) -> Refusal | None:
    number = train_of(g, item.unit)
    if number < 0 or g.state.rail.trains[number].side != side:
        return Refusal("fyow.13.5.3", "That is no train of yours.")
    if item.objective not in g.static.number:
        return Refusal("fyow.13.5.3", "A train runs to a board of the map.")
    train = g.state.rail.trains[number]
    if g.static.number[item.objective] not in g.static.graph.distances(1 << train.board, -1, g.static.rails):
        return Refusal("fyow.13.5.3", f"No railway leads to {g.static.boards[g.static.number[item.objective]].name}.")
    return None


def order_train(g: Fyow, side: str, item: Any) -> None:
    g.state.rail.trains[train_of(g, item.unit)].order = g.static.number[item.objective]


def may_entrain(g: Fyow, side: str, item: Any, items: Sequence[Any]) -> Refusal | None:
    """13.6.4, 30.1.1: at a station, within the train's load spaces."""
    unit, number = own_unit(g, side, item.unit), train_of(g, item.objective)
    if unit < 0 or number < 0 or g.state.rail.trains[number].side != side:
        return Refusal("fyow.30.1.1", "A Battlegroup of yours gets on a train of yours.")
    train = g.state.rail.trains[number]
    board = g.static.boards[train.board]
    if g.unit(unit).board != train.board or g.unit(unit).box >= 0:
        return Refusal("fyow.30.1.1", f"{g.unit(unit).name} is not where {train.name} stands.")
    if not in_order(g, train.board) and not on_foot(g.unit(unit).elements):
        return Refusal("fyow.13.6.4", f"{board.name} has no station: no vehicles or supply are loaded there.")
    if train.job:
        return Refusal("fyow.30.1.1", f"{train.name} is being loaded.")
    if refusal := g.scattered(unit):
        return refusal
    whole = int(g.options["train_capacity"]) if train.kind == "train" else CAPACITY[train.kind]
    room = int(whole - sum(spaces(g.unit(n).elements) for n in train.cargo))
    return fits(spaces(g.unit(unit).elements), room, train.name)


def entrain(g: Fyow, side: str, item: Any) -> None:
    train = g.state.rail.trains[train_of(g, item.objective)]
    train.job, train.loading = [own_unit(g, side, item.unit), 1], 0


def may_detrain(g: Fyow, side: str, item: Any, items: Sequence[Any]) -> Refusal | None:
    unit = own_unit(g, side, item.unit)
    if unit < 0 or g.unit(unit).train < 0:
        return Refusal("fyow.30.1.1", "That unit is on no train.")
    train = g.state.rail.trains[g.unit(unit).train]
    board = g.static.boards[train.board]
    if not in_order(g, train.board) and not on_foot(g.unit(unit).elements):
        return Refusal("fyow.13.6.4", f"{board.name} has no station: no vehicles or supply are unloaded there.")
    return None


def detrain(g: Fyow, side: str, item: Any) -> None:
    unit = own_unit(g, side, item.unit)
    train = g.state.rail.trains[g.unit(unit).train]
    train.job, train.loading = [unit, 0], 0


def offers(g: Fyow, side: str, items: Sequence[Any]) -> list[Any]:
    found = []
    for number, train in enumerate(g.state.rail.trains):
        if train.side != side:
            continue
        boards = [b for b in g.static.graph.distances(1 << train.board, -1, g.static.rails) if b != train.board]
        found += [make(train.id, "train", g.static.boards[b].id) for b in boards]
        found += [make(g.unit(n).id, "detrain", train.id) for n in train.cargo]
        here = [n for n in g.on_board(train.board, side) if g.unit(n).train < 0 and g.unit(n).kind == "battlegroup"]
        aboard = [make(g.unit(n).id, "entrain", train.id) for n in here]
        found += [item for item in aboard if may_entrain(g, side, item, items) is None]
        if train.kind == "gun":
            boards = sorted({g.unit(n).board for n in gun_targets(g, number)})
            found += [make(train.id, "bombard", g.static.boards[b].id) for b in boards]
    return found
