"""The umpire's own part of the order of play (4.1, 4.2, 4.4, 4.6.1, 4.7): what happens besides orders and activations.

`sequence.py` calls these at their moments. Each is short, throws its own dice and asks nobody.
"""

from __future__ import annotations

from . import replenishment
from .chance import at_dawn as chance_at_dawn
from .chance import file_card, turn_card
from .context import Fyow
from .convoys import convoys_at_night, load_convoys
from .routes import breaks_pass
from .work import maintenance


def begin(g: Fyow) -> None:
    """Before the first day."""
    replenishment.record_base(g)


def dawn(g: Fyow) -> None:
    """4.2, 4.4.1: a new month, then the diary of the day."""
    if g.new_month or g.state.day == 0:
        file_card(g)
    if g.new_month and g.state.day > 0:
        replenishment.new_month(g)
    turn_card(g)
    chance_at_dawn(g)
    replenishment.arrivals(g)
    maintenance(g)


def week(g: Fyow) -> None:
    """4.3: before the orders of the week."""


def after_supply(g: Fyow) -> None:
    """4.4.7 to 4.4.10: flying, aircraft, air milestone, boats."""
    g.state.stores.shared, g.state.stores.extra = {}, {}


def session(g: Fyow) -> None:
    """4.6.1: the umpire runs trains and all loading."""
    g.state.stores.handled = {}
    load_convoys(g)


def holders(g: Fyow) -> list[int]:
    """def.12: cards of air and naval Battlegroups and partisans."""
    return []


def session_ends(g: Fyow) -> None:
    """When all cards are turned up."""


def night(g: Fyow) -> None:
    """4.7.1, 4.8.1: durations minus one; on the last day of a month the totals of losses."""
    convoys_at_night(g)
    breaks_pass(g)
    if g.day_of_month == 12:
        replenishment.month_end(g)
