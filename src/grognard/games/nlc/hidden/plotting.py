"""Chapter 25.5.1: plotting hidden marches, and showing them by will (25.5.2.3)."""

from __future__ import annotations

from typing import Any

from grognard.kernel import DONE, Procedure, Refusal
from grognard.kernel.scene import OptionView

from ..asks import Ask
from ..context import Nlc
from ..orders.holders import holder_name, place_of
from ..state import Hidden
from ..values import Hide, Show
from .discovery import show_found
from .marches import PLOTTERS, in_use, march_of, may_hide, may_vanish, plotted_path, points_a_turn, reached, start_of

WAYPOINTS = 4  # places that a plotted route may be led through


def plot_marches(g: Nlc) -> Procedure:
    """25.5.1.1: after compliance the owner may hide marches that start now; 25.5.2.3: or show one that is hidden.

    Both sides are always asked: a pause must not tell that somebody sets out.
    """
    if not in_use(g):
        return
    for side in (0, 1):
        name = f"marches {side}"
        while name not in g.state.done:
            g.checkpoint()
            yield from show_found(g)
            begun = [march for march in g.state.marches if march.plotting]
            if begun:
                yield from _plot(g, begun[0])
                continue
            choice = yield _ask_marches(g, side)
            if choice == DONE:
                g.state.done.append(name)
            elif isinstance(choice, Hide):
                holder = choice.holder
                g.state.marches.append(Hidden(holder, plotted_path(g, holder), start=place_of(g, holder), plotting=True))
            else:
                march = march_of(g, choice.holder)
                assert march is not None
                march.found = "nlc.25.5.2.3"
    g.checkpoint()
    yield from show_found(g)


def _ask_marches(g: Nlc, side: int) -> Any:
    holders = [data.number for data in g.static.holders if data.side == side and data.kind in PLOTTERS]
    holders = [number for number in holders if g.holder_units(number)]
    options: list[Any] = [Hide(number) for number in holders if march_of(g, number) is None]
    options += [Show(number) for number in holders if march_of(g, number) is not None]

    def words(value: Any) -> str:
        if value == DONE:
            return "no more"
        name = holder_name(g, value.holder)
        return f"{name} marches unseen" if isinstance(value, Hide) else f"{name} shows itself"

    return g.ask(
        g.seat(side), "Hidden marches: who sets out unseen, who shows himself?", [DONE, *options], rule="nlc.25.5.1.1",
        may=lambda value: may_hide(g, value.holder) if isinstance(value, Hide) else None, label=words, secret=True,
        waiting="ordering its formations",
        name=Ask.HIDE_OR_SHOW, kind="order", final=lambda value: isinstance(value, Show),
    )  # fmt: skip


def _plot(g: Nlc, march: Hidden) -> Procedure:
    """25.5.1.1: exactly, by roads and towns: the cheapest way, or by way of places that the owner names."""
    holder, data = march.holder, g.static.holders[march.holder]

    def way_by(name: Any) -> list[int]:
        return plotted_path(g, holder, via=[*march.via, g.ground.places[name][0]])

    def may(name: Any) -> Refusal | None:
        if name == DONE:
            return None
        hex, path = g.ground.places[name][0], way_by(name)
        if len(march.via) >= WAYPOINTS or hex in march.path or hex not in path or path[-1] not in g.state.orders[holder].target:
            return Refusal("nlc.25.5.1.1", f"The route cannot be led by {g.place(hex)}.", limit=WAYPOINTS)
        return may_vanish(g, holder, path)

    def show(name: Any) -> OptionView:
        path = march.path if name == DONE else way_by(name)
        words = "by the way that is shown" if name == DONE else f"by {g.ground.names[name]}"
        place = "" if name == DONE else g.label(g.ground.places[name][0])
        return OptionView(name, words, "", place, path=[g.label(hex) for hex in path])

    prompt = f"{holder_name(g, holder)}: by which way to {g.state.orders[holder].name}?"
    choice = yield g.ask(
        g.seat(data.side), prompt, [DONE, *g.ground.places], rule="nlc.25.5.1.1", may=may, show=show,
        label=lambda name: show(name).label, secret=True, waiting="ordering its formations",
        name=Ask.PLOT, kind="move",
    )  # fmt: skip
    if choice != DONE:
        march.via.append(g.ground.places[choice][0])
        march.path = plotted_path(g, holder, via=march.via)
        return
    march.plotting = False
    march.first_move = reached(g, start_of(g, march), march.path, points_a_turn(g, holder))
    g.tell("{holder} sets out unseen.", rule="nlc.25.5.1.2", to=g.seat(data.side), holder=holder)
