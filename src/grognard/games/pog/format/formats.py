"""References of scenarios and situations, looked up on the map of the game or of its variant."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from grognard.kernel.datafile import did_you_mean, toml_file
from grognard.kernel.formats import Findings, Format, Formats, Path

from ..situations import BOXES
from ..state import State
from ..static import AP, CP, DATA, Board, Overlay, Static, board_of
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
    known = [setup for folder in folders for setup in toml_file(folder, "setups.toml")["setup"]]
    setups = [setup["id"] for setup in known]
    if at.one_of(("setup",), setups, "a set-up of the game"):
        first = next(setup["turn"] for setup in known if setup["id"] == at.data["setup"])
        if at.data.get("last_turn", first) < first:
            at.expected(("last_turn",), f"a turn from {first} on, when this set-up begins")
    board = board_of(overlay)
    nations = sorted(set(board.nation) - {""})
    for number in range(len(at.data.get("nations", ()))):
        at.one_of(("nations", number), nations, "a nation with spaces on the map")
    for key in ("nations", "spaces", "cp_sources"):
        at.each_once((key,), "one")
    for key in ("spaces", "cp_sources"):
        for number in range(len(at.data.get(key, ()))):
            at.one_of((key, number), board.ids, "a space of the map")
    played = {
        space for space, nation in zip(board.ids, board.nation, strict=True) if nation in at.data.get("nations", ())
    } | set(at.data.get("spaces", ()))
    for number, name in enumerate(at.data.get("cp_sources", ()) if at.data.get("nations") else ()):
        if name in board.ids and name not in played:
            at.wrong(("cp_sources", number), f"{name} is not in play: neither of these nations nor among `spaces`")
    _sources_of_the_powers(at, board, played)
    if at.data.get("spaces") and not at.data.get("nations"):
        at.wrong(("spaces",), "`spaces` go with `nations`: the spaces in play besides theirs")
    victory = at.data.get("victory")
    if victory and victory["ap"] >= victory["cp"]:
        at.expected(("victory", "ap"), f"less than cp ({victory['cp']}): between the two nobody wins")


def _sources_of_the_powers(at: Findings, board: Board, played: set[str]) -> None:
    """In a theatre that holds none of theirs all Central Powers would be out of supply from the first turn on."""
    own = board.supply["cp"] | board.mask(*(name for name in at.data.get("cp_sources", ()) if name in board.ids))
    if at.data.get("nations") and not own & board.mask(*(name for name in played if name in board.ids)):
        at.wrong(("cp_sources",), "no source of supply of the Central Powers is in play; name one of these spaces")


def references(at: Findings, static: Static, state: State) -> None:
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
    _stacks(at, static)
    nations = sorted({*static.units.nation, *static.board.nation} - {""})
    _listed(at, ("situation", "join"), nations, "a nation")
    _events(at, static)
    for key in ("forts_fallen", "draka", "beaches"):
        _listed(at, ("situation", key), spaces, "a space of the map")
    for place, _, _ in at.pairs(("situation", "hands")):
        _listed(at, place, [name for name in static.cards if name.startswith(f"{place[-1]}.")], f"a card of {place[-1]}")
    _fleets(at, static)
    _asked(at, static, state)
    _listed(at, ("question", "attackers"), units, "a unit")
    _listed(at, ("question", "cards"), list(static.cards), "a card")
    at.one_of(("question", "space"), spaces, "a space of the map")


def _holder(at: Findings, static: Static, space: str | int) -> str:
    """Who holds a space, as far as the situation itself says: by its control, else by who is put there."""
    told = str(at.value(("situation", "control", str(space))) or "")
    units = static.units
    placed = [name for _, name, where in at.pairs(("situation", "units")) if str(where).split()[:1] == [space]]
    return told or next((units.side[units.number[name]] for name in placed if name in units.number), "")


MOST_UNITS = 3  # in a space (pog.10.1.1)


def _stacks(at: Findings, static: Static) -> None:
    """As far as the situation itself puts units into spaces."""
    full: dict[str, int] = {}
    for place, _, where in at.pairs(("situation", "units")):
        spot = (str(where).split() or [""])[0]
        if spot in static.board.number:
            full[spot] = full.get(spot, 0) + 1
            if full[spot] > MOST_UNITS:
                at.wrong(place, f"{static.board.name[static.board.number[spot]]} holds {MOST_UNITS} units at most")


def _events(at: Findings, static: Static) -> None:
    if isinstance(at.value(("situation", "events")), dict):
        for place, name, turn in at.pairs(("situation", "events")):
            if name not in static.cards:
                at.wrong(place, f"there is no such card.{did_you_mean(name, list(static.cards))}")
            elif isinstance(turn, int) and not 0 <= turn <= static.last_turn:
                at.expected(place, f"a turn from 1 to {static.last_turn}")
    else:
        _listed(at, ("situation", "events"), list(static.cards), "a card")


def _fleets(at: Findings, static: Static) -> None:
    """Of the variant: the words of its fleets and of its levels of war."""
    nations = sorted(set(static.units.nation) - {""})
    for key in ("zaf", "baf"):
        for place, name, _ in at.pairs(("situation", key)):
            if name not in nations:
                at.wrong(place, f"there is no such nation.{did_you_mean(name, nations)}")
        if isinstance(at.value(("situation", key)), list):
            _listed(at, ("situation", key), nations, "a nation")
    levels = [f"{side} {level}" for side in (AP, CP) for level in (1, 2)]
    for place, name, turn in at.pairs(("situation", "reached")):
        if name not in levels:
            at.wrong(place, f"expected one of {', '.join(levels)}: a side and a level")
        elif isinstance(turn, int) and not 0 <= turn <= static.last_turn:
            at.expected(place, f"a turn from 1 to {static.last_turn}")


def _asked(at: Findings, static: Static, state: State) -> None:
    """Attackers are of one side, stand beside the space, and have no friend in it."""
    attackers = [name for name in at.value(("question", "attackers")) or () if name in static.units.number]
    sides = {static.units.side[static.units.number[name]] for name in attackers}
    if len(sides) > 1:
        at.wrong(("question", "attackers"), "they are of both sides; one side attacks")
    space = static.board.number.get(str(at.value(("question", "space"))))
    placed = {name: (str(where).split() or [""])[0] for _, name, where in at.pairs(("situation", "units"))}
    if space is None or len(sides) != 1:
        return
    for name, where in placed.items():
        unit = static.units.number.get(name)
        if unit is not None and static.board.number.get(where) == space and static.units.side[unit] in sides:
            at.wrong(("question", "space"), f"{static.units.name[unit]}, of the attackers' side, stands in it")
            break
    for number, name in enumerate(at.value(("question", "attackers")) or ()):
        spot = static.board.number.get(placed.get(name, ""))
        if spot is not None and space not in static.board.graph.neighbours(spot):
            at.wrong(("question", "attackers", number), f"{static.board.name[spot]}, where it stands, does not touch the space")


def _levels(at: Findings, static: Static) -> None:
    """Numbers within what the map and the tracks have."""
    for place, _, level in at.pairs(("situation", "trenches")):
        sides = (f"{AP} ", f"{CP} ") if isinstance(level, str) else ("",)
        if str(level) not in {f"{side}{n}" for side in sides for n in range(3)}:
            at.expected(place, 'a level from 0 to 2, or side and level as "cp 2"')
        elif isinstance(level, str) and (holder := _holder(at, static, place[-1])) not in ("", level[:2]):
            at.wrong(place, f"the space is held by {holder}")
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
