"""What a watcher is told when something changed: a difference, a step, or the whole scene. Nothing seen, nothing said."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from typing import Any

import msgspec

from . import wire
from .difference import LINES, Known, Parts, changes

Plain = dict[str, Any]
Whole = type[wire.SceneAnswer] | type[wire.Late]
encode = msgspec.json.Encoder().encode
_PARTS = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
ASIDE = ("waiting", "undo", "undo_turn", "decision", "number")  # what changes in a scene though nothing happened on the table


class Seen:
    """What a seat sees: the JSON of each part of its scene, and a digest."""

    __slots__ = ("at", "known", "parts")

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.known: Known = {}
        self.at = digest_of(parts)

    def with_decision(self, decision: Plain) -> Seen:
        """The same with another decision (a draft that goes on)."""
        made = object.__new__(Seen)
        made.parts = {**self.parts, "decision": msgspec.Raw(encode(decision))}
        made.at, made.known = digest_of(made.parts), self.known  # a decision is none of the things that are compared by id
        return made

    @property
    def number(self) -> int:
        return int(bytes(self.parts.get("number", b"0")))

    @property
    def over(self) -> str:
        return msgspec.json.decode(self.parts["over"], type=str) if "over" in self.parts else ""

    def whole(self) -> msgspec.Raw:
        """The scene as JSON again."""
        return msgspec.Raw(b"{" + b",".join(b'"%s":%s' % (key.encode(), bytes(raw)) for key, raw in self.parts.items()) + b"}")

    def __len__(self) -> int:
        return sum(len(bytes(raw)) + len(key) + 4 for key, raw in self.parts.items())


# what changes while a draft is written
DRAFTED = ("items", "options", "violations", "complete", "whole", "ghosts", "tallies", "odds")


def digest_of(parts: Parts) -> str:
    """Of the position as a seat sees it, whoever else is waited for, and whatever the seat drafts at the moment."""
    digest = hashlib.blake2b(digest_size=9)
    for key in sorted(parts):
        if key in ("waiting", "diary"):
            continue
        raw = bytes(parts[key])
        if key == "decision" and b'"form":"draft"' in raw:
            asked = _PARTS(raw)
            if bytes(asked["form"]) == b'"draft"':
                raw = b",".join(name.encode() + b":" + bytes(part) for name, part in asked.items() if name not in DRAFTED)
        digest.update(key.encode() + b"=" + raw)
    return digest.hexdigest()


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
    return kind(re=re, scene=new.whole(), at=new.at, asked=asked)  # type: ignore[arg-type]


def news(old: Seen | None, new: Seen, asked: list[str], mine: bool) -> list[Any]:
    """What turns what was shown into what is to be shown; `mine`: it was this watcher's own doing."""
    if old is None:
        return [whole(new, asked)]
    found = changes(old.parts, new.parts, old.known, new.known)
    if not found:
        return []
    told: Any = msgspec.Raw(encode(found))  # once: it goes out as it is
    all_of_it = len(bytes(told)) > 2000 and len(bytes(told)) > 0.7 * len(new)
    said: Any
    if not mine and any(path[0] not in ASIDE for path, _ in found):
        said = wire.StepAnswer(text=words(old, new), number=new.number, at=new.at, asked=asked)
        if all_of_it:
            said.scene = new.whole()
        else:
            said.changes = told
    elif all_of_it:
        said = whole(new, asked)
    else:
        said = wire.Difference(number=new.number, at=new.at, asked=asked, changes=told)
    if new.over and not old.over:
        return [said, wire.OverAnswer(text=new.over)]
    return [said]


def words(old: Seen, new: Seen) -> str:
    """The lines of the diary that are new, as one text."""
    before = LINES(old.parts["diary"]) if "diary" in old.parts else []
    after = LINES(new.parts["diary"]) if "diary" in new.parts else []
    known = max((line.number for line in before), default=-1)
    return " ".join(line.text for line in after if line.number > known)[:600]
