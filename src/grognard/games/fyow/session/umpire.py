"""The umpire's own part of the order of play (4.1, 4.2, 4.4, 4.6.1, 4.7): what happens besides orders and activations.

`sequence.py` calls these at their moments. Each is short, throws its own dice and asks nobody; only `card`, the activation of
an air or naval Battlegroup or a partisan cell, asks. Their cards are numbers from 1000 up.
"""

from __future__ import annotations

from grognard.kernel import Procedure, cites

from ..air import aircraft as air
from ..air import escorts
from ..air import ground_attack as air_ground
from ..air.combat import aa_card
from ..chance.cards import at_dawn as chance_at_dawn
from ..chance.cards import file_card, turn_card
from ..contact.detection import detect_on_arrival
from ..context import Fyow
from ..engineering.jobs import maintenance
from ..march.movement import barring
from ..partisans import missions as partisans
from ..partisans.sweeps import capture_throws
from ..rail import trains
from ..sea import landings
from ..sea import vessels as naval
from ..sea.gunnery import battery_card, battery_fires
from ..supply import replenishment
from ..supply.convoys import convoys_at_night, load_convoys
from ..supply.routes import breaks_pass, without_stores
from ..tables import TABLES
from . import air_cards as air_acts
from . import naval_cards as naval_acts

ARMS = 1000  # cards from here on belong to other services
AIR, SEA, CELLS, NAVAL_COMMANDS = 1000, 2000, 3000, 4000


def begin(g: Fyow) -> None:
    """Before the first day."""
    replenishment.record_base(g)
    air.set_up(g)
    naval.set_up(g)
    partisans.begin(g)


@cites("fyow.4.2.5")
def chance_of_the_month(g: Fyow) -> None:
    file_card(g)


@cites("fyow.4.2.2")
def settle_replenishment(g: Fyow) -> None:
    replenishment.new_month(g)


@cites("fyow.4.2.6")
def month_of_partisans(g: Fyow) -> None:
    partisans.first_of_month(g)


def agents_join(g: Fyow) -> Procedure:
    yield from partisans.agents_join(g)


def dawn(g: Fyow) -> None:
    """4.1, 4.2, 4.4.1, 4.4.3: a new season or month, then the diary of the day, then agents."""
    if g.new_month or g.state.day == 0:
        chance_of_the_month(g)
    if g.new_month and g.state.day > 0:
        settle_replenishment(g)
        if new_season(g):
            partisans.new_season(g)
        month_of_partisans(g)
    enter(g)
    turn_card(g)
    chance_at_dawn(g)
    replenishment.arrivals(g)
    air_ground.reports(g)
    maintenance(g)
    capture_throws(g)


def enter(g: Fyow) -> None:
    """Units whose date has come enter the campaign (4.4.1: a card of the diary)."""
    for number in g.alive():
        unit = g.unit(number)
        date = g.static.unit_data(unit.id).get("enters") if unit.waits == "later" else None
        if date and g.date.isoformat() >= str(date):
            unit.waits = ""
            g.tell("{unit} enters at {board}.", rule="fyow.4.4.1", to=unit.side, unit=number, board=unit.board)
            if g.holders(unit.board, g.enemy(unit.side)):  # 13.7.1: an enemy is there, and it arrives in a box
                unit.box = unit.edge = free_edge(g, number)
                detect_on_arrival(g, number)
            else:
                g.take_hold(number)


def free_edge(g: Fyow, number: int) -> int:
    """13.7.2: the first way in whose box no enemy holds."""
    links = g.static.land_links(g.unit(number).board)
    free = [n for n in links if not barring(g, number, n, g.static.other_end(n, g.unit(number).board))]
    return (free or links)[0]


def new_season(g: Fyow) -> bool:
    return any(g.month == season["months"][0] for season in TABLES["season"])


def week(g: Fyow) -> None:
    """4.3: before the orders of the week."""
    if g.state.day > 0:
        partisans.new_week(g)


@cites("fyow.4.4.7")
def permission_to_fly(g: Fyow) -> None:
    air.morning(g)


@cites("fyow.4.4.10")
def prepare_vessels(g: Fyow) -> None:
    naval.morning(g)


@cites("fyow.4.6.1")
def run_trains_and_loading(g: Fyow) -> None:
    load_convoys(g)
    trains.run_trains(g)


def after_supply(g: Fyow) -> None:
    """4.4.7 to 4.4.10: flying, aircraft, air milestone, boats."""
    stores = g.state.stores
    stores.shared, stores.extra, stores.extra_tomorrow = {}, stores.extra_tomorrow, {}
    permission_to_fly(g)
    prepare_vessels(g)


def session(g: Fyow) -> None:
    """4.6.1: the umpire runs trains and all loading."""
    g.state.stores.handled = {}
    g.state.air.fired = []
    air_ground.photographs(g)
    air.session(g)
    run_trains_and_loading(g)


def holders(g: Fyow) -> list[int]:
    """def.12: air and naval Battlegroups, Naval Commands, partisans; Air Command acts on the cards of its groups."""
    cards = [AIR + n for n in air_acts.holders(g)] + [SEA + n for n in naval_acts.holders(g)]
    cards += [NAVAL_COMMANDS + n for n in naval.commands_with_cards(g)]
    return cards + [CELLS + n for n in partisans.holders(g)]


@cites("fyow.4.6.5")
def air_leader_acts(g: Fyow, number: int) -> Procedure:
    yield from air_acts.card(g, number)


@cites("fyow.4.6.6")
def captain_acts(g: Fyow, number: int) -> Procedure:
    yield from naval_acts.card(g, number)


@cites("fyow.4.6.7")
def cell_acts(g: Fyow, number: int) -> Procedure:
    yield from partisans.card(g, number)


def card(g: Fyow, number: int) -> Procedure:
    """The activation of another service."""
    if number >= NAVAL_COMMANDS:
        naval.dockyard(g, g.state.fleet.commands[number - NAVAL_COMMANDS].side)
    elif number >= CELLS:
        yield from cell_acts(g, number - CELLS)
    elif number >= SEA:
        yield from captain_acts(g, number - SEA)
    else:
        yield from air_leader_acts(g, number - AIR)


def opening(g: Fyow, number: int) -> None:
    """On the card of a land force: its AA guns fire, a coastal battery looks out to sea."""
    aa_card(g, number)
    battery_card(g, number)


def closing(g: Fyow, number: int) -> None:
    """At the end of the card of a land force: guns of a coastal battery that nobody directed fire of themselves."""
    battery_fires(g, number)


def session_ends(g: Fyow) -> None:
    """When all cards are turned up."""
    landings.swamping(g)
    air.end_of_session(g)


@cites("fyow.4.8.1")
def total_losses(g: Fyow) -> None:
    replenishment.month_end(g)


def night(g: Fyow) -> None:
    """4.7.1, 4.8.1: durations minus one; on the last day of a month the totals of losses."""
    convoys_at_night(g)
    without_stores(g)
    breaks_pass(g)
    escorts.go_back(g)
    for train in g.state.rail.trains:
        train.moves = 0
    if g.day_of_month == 12:
        total_losses(g)
