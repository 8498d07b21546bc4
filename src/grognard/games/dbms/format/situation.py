"""What may be asked about a position."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from grognard.kernel.formats import Findings, Path, says

from ..static import Static

Number = int | str


class Words(Struct, forbid_unknown_fields=True):
    """[situation]: fields of the state only."""


class Question(Struct, forbid_unknown_fields=True):
    """[question]: a combat, or a minefield."""

    attacker: Annotated[Number, says("The element that attacks, by its number.")] = -1
    target: Annotated[Number, says("The element that is attacked.")] = -1
    support: Annotated[list[Number], says("Elements that support the attack.")] = []
    defence: Annotated[list[Number], says("Elements that support the defence.")] = []
    minefield: Annotated[Number, says("Instead: the element that enters a minefield.")] = -1


def references(at: Findings, static: Static) -> None:
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
