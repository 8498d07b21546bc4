"""References of scenarios and situations, looked up on the map of the game or of its variant."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from grognard.kernel.datafile import did_you_mean, toml_file
from grognard.kernel.formats import Findings, Format, Formats, Path

from ..situations import BOXES
from ..static import AP, CP, DATA, Overlay, Static, board_of
from .easel import SituationEasel
from .scenario import Question, Scenario, Words

MOST_VP = 20  # the last box of the track


@cache
def formats_of(overlay: Overlay | None, words: type[Struct] = Words) -> Formats:
    return Formats(
        scenario=Format(
            "scenario",
            "A scenario",
            Scenario,
            (lambda at: judge_scenario(at, overlay),),
            "A scenario names a set-up of the game and may cut it to some nations and spaces and to fewer turns. North is up.",
        ),
        words=words,
        references=references,
        question=Question,
        easel=SituationEasel(overlay.name if overlay else "pog", "out-of-africa" if overlay else "1914"),
    )


def judge_scenario(at: Findings, overlay: Overlay | None) -> None:
    folders = [DATA, *([overlay.folder] if overlay and (overlay.folder / "setups.toml").exists() else [])]
    setups = [setup["id"] for folder in folders for setup in toml_file(folder, "setups.toml")["setup"]]
    at.one_of(("setup",), setups, "a set-up of the game")
    board = board_of(overlay)
    nations = sorted(set(board.nation) - {""})
    for number in range(len(at.data.get("nations", ()))):
        at.one_of(("nations", number), nations, "a nation with spaces on the map")
    for key in ("nations", "spaces", "cp_sources"):
        at.each_once((key,), "one")
    for key in ("spaces", "cp_sources"):
        for number in range(len(at.data.get(key, ()))):
            at.one_of((key, number), board.ids, "a space of the map")
    if at.data.get("spaces") and not at.data.get("nations"):
        at.wrong(("spaces",), "`spaces` go with `nations`: the spaces in play besides theirs")
    victory = at.data.get("victory")
    if victory and victory["ap"] >= victory["cp"]:
        at.expected(("victory", "ap"), f"less than cp ({victory['cp']}): between the two nobody wins")


def references(at: Findings, static: Static) -> None:
    """Units, spaces and cards that a situation names."""
    spaces, units = static.board.ids, list(static.units.number)
    for place, name, where in at.pairs(("situation", "units")):
        if name not in static.units.number:
            at.wrong(place, f"there is no such unit.{did_you_mean(name, units)}")
        spot, *states = str(where).split() or [""]
        if spot not in BOXES and spot not in static.board.number:
            near = did_you_mean(spot, [*spaces, *BOXES])
            at.wrong(place, f"expected a space or one of {', '.join(BOXES)}, got {spot!r}.{near}")
        if states not in ([], ["reduced"]):
            at.expected(place, "a space, and `reduced` or nothing")
    for key in ("control", "trenches"):
        for place, name, _ in at.pairs(("situation", key)):
            if name not in static.board.number:
                at.wrong(place, f"there is no such space.{did_you_mean(name, spaces)}")
    _levels(at, static)
    for key in ("forts_fallen", "draka", "beaches"):
        _listed(at, ("situation", key), spaces, "a space of the map")
    for place, _, _ in at.pairs(("situation", "hands")):
        _listed(at, place, list(static.cards), "a card")
    _listed(at, ("question", "attackers"), units, "a unit")
    _listed(at, ("question", "cards"), list(static.cards), "a card")
    at.one_of(("question", "space"), spaces, "a space of the map")


def _levels(at: Findings, static: Static) -> None:
    """Numbers within what the map and the tracks have."""
    for place, _, level in at.pairs(("situation", "trenches")):
        sides = (f"{AP} ", f"{CP} ") if isinstance(level, str) else ("",)
        if str(level) not in {f"{side}{n}" for side in sides for n in range(3)}:
            at.expected(place, 'a level from 0 to 2, or side and level as "cp 2"')
    for number, name in enumerate(at.value(("situation", "forts_fallen")) or ()):
        if name in static.board.number and not static.board.fort[static.board.number[name]]:
            at.wrong(("situation", "forts_fallen", number), f"{static.board.name[static.board.number[name]]} has no fort")
    for key, least, most in (("turn", 1, static.last_turn), ("vp", 0, MOST_VP)):
        value = at.value(("situation", key))
        if isinstance(value, int) and not least <= value <= most:
            at.expected(("situation", key), f"a whole number from {least} to {most}")


def _listed(at: Findings, path: Path, names: list[str], what: str) -> None:
    at.each_once(path, what.partition(" ")[2])
    for number in range(len(at.value(path) or ())):
        at.one_of((*path, number), names, what)
