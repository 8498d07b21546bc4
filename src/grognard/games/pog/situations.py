"""Situations: a scenario with a patch in words of the game, for tests, odds, puzzles and set-up by hand.

Besides the fields of the state a patch may say:
    units    {"ge.a1": "paris", "fr.c#3": "reserve", "br.bef": "eliminated reduced"}   where units are, and on which side
    clear    true: first every unit is taken away;  or a list of nations
    control  {"sedan": "cp"};  trenches {"sedan": 2};  forts_fallen ["liege"]
    hands    {"cp": ["cp.01", ..]}: exactly these cards in hand, all others of the level in the draw pile
    events   ["ap.12", ..] or {"ap.54": 12}: cards already played as events
    join     ["it", ..]: nations that are at war, with their units where the patch puts them
    start    "actions": straight to the first action of the turn, with the deal done
"""

from __future__ import annotations

from typing import Any

from grognard.boards.masks import mask_of
from grognard.kernel.refusal import BadData

from .state import State
from .static import AP, CP, ELIMINATED, GONE, RESERVE, UNBORN, Static

BOXES = {"reserve": RESERVE, "eliminated": ELIMINATED, "gone": GONE, "unborn": UNBORN}


def laid_over_state(static: Static, state: State, patch: dict[str, Any]) -> dict[str, Any]:
    """Takes the words of the game out of the patch and carries them out; returns the rest, for the fields of the state."""
    for word, act in WORDS.items():
        if word in patch:
            act(static, state, patch.pop(word))
    return patch


def _clear(static: Static, state: State, value: Any) -> None:
    for unit in range(static.units.size):
        if value is True or static.units.nation[unit] in value:
            state.at[unit] = UNBORN
            state.reduced &= ~(1 << unit)


def _units(static: Static, state: State, value: dict[str, str]) -> None:
    for name, where in value.items():
        if name not in static.units.number:
            raise BadData(f"units.{name}: no such unit")
        unit = static.units.number[name]
        place, *states = where.split()
        if place not in BOXES and place not in static.board.number:
            raise BadData(f"units.{name}: {place!r} is no space and no box")
        state.at[unit] = BOXES[place] if place in BOXES else static.board.number[place]
        if "reduced" in states:
            state.reduced |= 1 << unit
        else:
            state.reduced &= ~(1 << unit)


def _control(static: Static, state: State, value: dict[str, str]) -> None:
    for name, side in value.items():
        bit = 1 << static.board.number[name]
        state.cp_control = state.cp_control | bit if side == CP else state.cp_control & ~bit


def _trenches(static: Static, state: State, value: dict[str, Any]) -> None:
    for name, level in value.items():
        bit = 1 << static.board.number[name]
        side = CP if state.cp_control & bit else AP
        if isinstance(level, str):
            side, level = level.split()[0], int(level.split()[1])
        state.trench_1 &= ~bit
        state.trench_2 &= ~bit
        state.trench_cp &= ~bit
        if level == 1:
            state.trench_1 |= bit
        elif level == 2:
            state.trench_2 |= bit
        if level and side == CP:
            state.trench_cp |= bit


def _fallen(static: Static, state: State, value: list[str]) -> None:
    state.fallen |= static.board.mask(*value)


def _hands(static: Static, state: State, value: dict[str, list[str]]) -> None:
    for side, cards in value.items():
        for card in cards:
            if card not in static.cards:
                raise BadData(f"hands.{side}: no card {card!r}")
        hand = mask_of(static.cards[c].number for c in cards)
        levels = {"mob": 0, "lim": 1, "tot": 2}
        deck = mask_of(c.number for c in static.deck[side] if levels[c.level] <= state.level[side])
        state.hand[side] = hand
        state.draw[side] = deck & ~hand & ~state.removed[side] & ~state.discard[side]


def _events(static: Static, state: State, value: Any) -> None:
    turns = value if isinstance(value, dict) else dict.fromkeys(value, 1)
    for card, turn in turns.items():
        state.events[card] = turn
        side = card.split(".")[0]
        bit = 1 << static.cards[card].number if card in static.cards else 0
        for pile in (state.draw, state.hand):
            pile[side] &= ~bit
        state.removed[side] |= bit


def _join(static: Static, state: State, value: list[str]) -> None:
    state.at_war += [n for n in value if n not in state.at_war]


def _start(static: Static, state: State, value: str) -> None:
    state.phase = value
    state.offensive = state.offensive or {AP: "none", CP: "none"}
    state.offensive_met = state.offensive_met or {AP: False, CP: False}
    for side in (AP, CP):
        if not state.draw[side] and not state.hand[side]:
            state.draw[side] = mask_of(c.number for c in static.deck[side] if c.level == "mob")


WORDS = {
    "clear": _clear, "units": _units, "control": _control, "trenches": _trenches, "forts_fallen": _fallen, "join": _join,
    "start": _start, "hands": _hands, "events": _events,
}  # fmt: skip
