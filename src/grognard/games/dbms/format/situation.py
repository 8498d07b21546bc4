"""What may be asked about a position."""

from __future__ import annotations

from typing import Annotated, get_args

from msgspec import Struct

from grognard.kernel.formats import Findings, Path, says

from ..state import WITHIN_A_TURN, State
from ..static import Static
from .battle import Phase

Number = int | str


class Words(Struct, forbid_unknown_fields=True):
    """What is laid over the scenario: fields of the state only."""


class Question(Struct, forbid_unknown_fields=True):
    """What the odds are asked: a combat, or a minefield."""

    attacker: Annotated[Number, says("The element that attacks, by its number.")] = -1
    target: Annotated[Number, says("The element that is attacked.")] = -1
    support: Annotated[list[Number], says("Elements that support the attack.")] = []
    defence: Annotated[list[Number], says("Elements that support the defence.")] = []
    minefield: Annotated[Number, says("Instead: the element that enters a minefield.")] = -1


SIDES = ("", "red", "blue")
WORDS: dict[str, tuple[str, ...]] = {
    "phase": get_args(Phase), "mover": SIDES, "initiative": SIDES, "attacker": SIDES
}  # fmt: skip


def references(at: Findings, static: Static, state: State) -> None:
    for key, words in WORDS.items():
        if at.value(("situation", key)) is not None:
            at.one_of(("situation", key), words)
    phase, side = at.value(("situation", "phase")), at.value(("situation", "mover")) or state.mover
    if phase in WITHIN_A_TURN and not (side and (at.value(("situation", "initiative")) or state.initiative)):
        at.wrong(("situation", "phase"), "within a turn: say whose it is by `mover`, and who has the `initiative`")
    if phase == "initiative" and not at.value(("situation", "pips")):
        at.wrong(("situation", "phase"), 'the dice of a turn are thrown at its start: say "start", or `pips` as well')
    turn = at.value(("situation", "turn"))
    if isinstance(turn, int) and not 0 <= turn <= 999:
        at.expected(("situation", "turn"), "a turn from 0 to 999")
    if isinstance(at.data.get("question"), dict):
        _asked(at, static, state)


def _asked(at: Findings, static: Static, state: State) -> None:
    if "minefield" not in at.data["question"]:
        for key in ("attacker", "target"):
            if key not in at.data["question"]:
                at.wrong(("question", key), "expected the number of an element, and there is nothing")
    count = len(static.data.get("elements", ()))
    paths: list[Path] = [("question", key) for key in ("attacker", "target", "minefield") if key in at.data["question"]]
    paths += [("question", key, n) for key in ("support", "defence") for n in range(len(at.value(("question", key)) or ()))]
    for path in paths:
        word = str(at.value(path)).removeprefix("e")
        if word != "base" and not (word.isdigit() and int(word) < count):
            at.expected(path, f"the number of an element, from 0 to {count - 1}")
    sides = [element.side for element in state.elements]
    attacker = _number(at.value(("question", "attacker")), count)
    for path in paths:
        other = _number(at.value(path), count)
        if attacker < 0 or other < 0 or path[1] in ("attacker", "minefield"):
            continue
        if (sides[other] == sides[attacker]) != (path[1] == "support"):
            whose = "of the attacker's side" if path[1] == "support" else "of the other side"
            at.expected(path, f"an element {whose}")


def _number(word: object, count: int) -> int:
    text = str(word).removeprefix("e")
    return int(text) if text.isdigit() and int(text) < count else -1
