"""What a watcher is told when something changed: a difference, a step, or the whole scene. Nothing seen, nothing said."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from typing import Any

import msgspec

from . import wire
from .difference import changes

Plain = dict[str, Any]
Whole = type[wire.SceneAnswer] | type[wire.Late]
encode = msgspec.json.Encoder().encode
ASIDE = ("waiting", "undo", "undo_turn", "decision", "number")  # what changes in a scene though nothing happened on the table


class Seen:
    """What a seat sees: as data, and its digest."""

    __slots__ = ("at", "plain")

    def __init__(self, plain: Plain) -> None:
        self.plain = plain
        self.at = digest_of(plain)

    @property
    def number(self) -> int:
        number: int = self.plain.get("number", 0)
        return number


def digest_of(plain: Plain) -> str:
    """Of the position as a seat sees it, whoever else is waited for, and whatever the seat drafts at the moment."""
    lean = {key: value for key, value in plain.items() if key not in ("waiting", "diary")}
    asked = lean.get("decision")
    if asked and asked["form"] == "draft":
        lean["decision"] = {k: v for k, v in asked.items() if k not in ("items", "options", "violations", "complete")}
    return hashlib.blake2b(encode(lean), digest_size=9).hexdigest()


class Watcher(ABC):
    """Somebody who looks at a table from a seat (None: a spectator). `tell` must not block."""

    seat: str | None
    shown: Seen | None = None
    thinking = ""

    @abstractmethod
    def tell(self, said: Any) -> None: ...

    @abstractmethod
    def leave(self, code: int, why: str) -> None: ...


def whole(new: Seen, asked: list[str], kind: Whole = wire.SceneAnswer, re: Any = None) -> Any:
    return kind(re=re, scene=new.plain, at=new.at, asked=asked)  # type: ignore[arg-type]


def news(old: Seen | None, new: Seen, asked: list[str], mine: bool) -> list[Any]:
    """What turns what was shown into what is to be shown; `mine`: it was this watcher's own doing."""
    if old is None:
        return [whole(new, asked)]
    found = changes(old.plain, new.plain)
    if not found:
        return []
    size = len(encode(found))
    all_of_it = size > 2000 and size > 0.7 * len(encode(new.plain))
    said: Any
    if not mine and any(path[0] not in ASIDE for path, _ in found):
        said = wire.StepAnswer(text=words(old.plain, new.plain), number=new.number, at=new.at, asked=asked)
        if all_of_it:
            said.scene = new.plain
        else:
            said.changes = found
    elif all_of_it:
        said = whole(new, asked)
    else:
        said = wire.Difference(number=new.number, at=new.at, asked=asked, changes=found)
    if new.plain.get("over") and not old.plain.get("over"):
        return [said, wire.OverAnswer(text=new.plain["over"])]
    return [said]


def words(old: Plain, new: Plain) -> str:
    """The lines of the diary that are new, as one text."""
    known = max((line["number"] for line in old.get("diary", [])), default=-1)
    return " ".join(line["text"] for line in new.get("diary", []) if line["number"] > known)[:600]
