"""Chapter 25.5: hidden movement. The real position of a hidden march is its plotted path and the MP banked; its counters
are phantoms.
"""

from __future__ import annotations

from grognard.kernel import Procedure

from .context import Nlc


def is_phantom(g: Nlc, unit: int) -> bool:
    """Whether a counter on the map only stands for a formation that marches hidden."""
    return any(g.state.holder[unit] == march.holder for march in g.state.marches)


def leader_is_hidden(g: Nlc, leader: int) -> bool:
    return any(g.static.holders[march.holder].leader == leader for march in g.state.marches)


def vanish(g: Nlc, hex: int, side: int) -> Procedure:
    """25.5.1.4."""
    return
    yield


def watch(g: Nlc, side: int) -> None:
    """25.5.2.1."""


def bank(g: Nlc) -> None:
    """25.5.1.2."""


def reveal_holder(g: Nlc, holder: int) -> None:
    """25.5.3.1."""


def discovery(g: Nlc) -> None:
    """25.5.2.2."""


def plot_marches(g: Nlc) -> Procedure:
    """25.5.1.1."""
    return
    yield
