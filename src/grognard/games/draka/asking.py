"""Questions of one shape: which space, which unit, which air fleet. Its number (or name) comes back, None if passed up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from grognard.kernel import PASS, Procedure

if TYPE_CHECKING:
    from .context import Draka

FLEET_NAMES = {"ge": "German", "ah": "Austro-Hungarian", "it": "Italian", "tu": "Turkish", "dr": "Draka", "br": "British",
               "fr": "French", "us": "American", "ru": "Russian", "bu": "Bulgarian"}  # fmt: skip


def whence(g: Draka, unit: int) -> str:
    """A unit with the place where it is."""
    place = g.state.at[unit]
    return f"{g.units.name[unit]} ({'Reserve Box' if place < 0 else g.board.name[place]})"


def plain_name(g: Draka, unit: int) -> str:
    return g.units.name[unit]


def which_space(
    g: Draka, side: str, prompt: str, spaces: list[int], rule: str, waiting: str, unit: int = -1, none: str = ""
) -> Procedure:
    """One of these spaces, for a unit; `none` names the way out, where there is one."""
    piece = g.units.id[unit] if unit >= 0 else ""
    choice = yield g.ask(
        side,
        prompt,
        [g.board.ids[s] for s in spaces],
        rule=rule,
        also=[PASS] if none else [],
        label=lambda v: none if v == PASS else g.board.name[g.S[v]],
        on=lambda v: (piece, "" if v == PASS else v),
        waiting=waiting,
    )
    return None if choice == PASS else g.S[choice]


def which_unit(
    g: Draka,
    side: str,
    prompt: str,
    units: list[int],
    rule: str,
    waiting: str,
    none: str = "",
    stop: str = PASS,
    name: Callable[[Draka, int], str] = whence,
) -> Procedure:
    """One of these units; `stop` (read as `none`) is the way out, where there is one."""
    choice = yield g.ask(
        side,
        prompt,
        [g.units.id[u] for u in units],
        rule=rule,
        also=[stop] if none else [],
        label=lambda v: none if v == stop else name(g, g.U[v]),
        on=lambda v: ("" if v == stop else v, ""),
        waiting=waiting,
    )
    return None if choice == stop else g.U[choice]


def which_fleet(
    g: Draka, side: str, prompt: str, fleets: dict[str, int], rule: str, waiting: str, none: str, sort: str, place: int = -1
) -> Procedure:
    """One of these fleets (with their values), or none."""
    choice = yield g.ask(
        side,
        prompt,
        list(fleets),
        rule=rule,
        also=[PASS],
        label=lambda v: none if v == PASS else f"{FLEET_NAMES[v]} {sort} ({fleets[v]})",
        about={"place": g.board.ids[place]} if place >= 0 else {},
        waiting=waiting,
    )
    return None if choice == PASS else choice
