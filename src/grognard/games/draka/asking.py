"""Questions of one shape: which space, which unit, which air fleet. Its number (or name) comes back, None if passed up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from grognard.games.pog.combat.fight import weighed
from grognard.kernel import PASS, Procedure, Refusal

from .asks import Ask

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
    g: Draka, name: Ask, side: str, prompt: str, spaces: list[int], rule: str, waiting: str, unit: int = -1, none: str = ""
) -> Procedure:
    """One of these spaces, for a unit; `none` names the way out, where there is one."""
    choice = yield g.which_space(
        side,
        prompt,
        spaces,
        rule,
        f"{g.units.name[unit]} cannot go to {{}} now." if unit >= 0 else "{} is not among the spaces of this question.",
        unit,
        name=name,
        also=[PASS] if none else [],
        label=lambda v: none if v == PASS else g.board.name[g.S[v]],
        waiting=waiting,
    )
    return None if choice == PASS else g.S[choice]


def which_unit(
    g: Draka,
    name: Ask,
    side: str,
    prompt: str,
    units: list[int],
    rule: str,
    waiting: str,
    none: str = "",
    stop: str = PASS,
    called: Callable[[Draka, int], str] = whence,
    final: bool = False,
) -> Procedure:
    """One of these units; `stop` (read as `none`) is the way out, where there is one."""
    choice = yield g.which_unit(
        side,
        prompt,
        units,
        rule,
        "{} is not among the units of this question.",
        name=name,
        final=final or g.closing,
        also=[stop] if none else [],
        label=lambda v: none if v == stop else called(g, g.U[v]),
        waiting=waiting,
    )
    return None if choice == stop else g.U[choice]


def which_fleet(
    g: Draka,
    name: Ask,
    side: str,
    prompt: str,
    fleets: dict[str, int],
    rule: str,
    waiting: str,
    none: str,
    sort: str,
    place: int = -1,
    may: Callable[[str], Refusal | None] | None = None,
    fight: Any = None,
) -> Procedure:
    """One of these fleets (with their values) that `may` does not refuse, or none; `fight`: the combat, or whom they meet."""
    choice = yield g.ask(
        side,
        prompt,
        list(fleets),
        rule=rule,
        may=may,
        final=True,
        also=[PASS],
        **weighed(
            g,
            fight,
            name,
            label=lambda v: none if v == PASS else f"{FLEET_NAMES[v]} {sort} ({fleets[v]})",
            on=lambda v: ("", ""),
            side=side,
        ),
        about={"place": g.board.ids[place]} if place >= 0 else {},
        waiting=waiting,
    )
    return None if choice == PASS else choice
