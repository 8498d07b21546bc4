"""The difference between two scenes, as a short list of changes. docs/wire.md says how a client applies them.

Scenes are compared as they go over the wire: a scene is encoded once, and taken apart into the JSON of its parts. What is equal
by the byte need not be looked at, and what has changed is sent as it stands. So nothing is shared with the position either.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw, Struct

BY_ID = ("pieces", "markers", "overlays", "panels")
Parts = dict[str, Raw]
Change = tuple[list[str | int], Any]
Named = tuple[dict[str, Raw], int]  # things by their ids, and how many there are
Known = dict[str, Named]  # of a scene: what was taken apart once need not be again

_ENCODE = msgspec.json.Encoder().encode
_PARTS = msgspec.json.Decoder(dict[str, Raw]).decode
_LIST = msgspec.json.Decoder(list[Raw]).decode


class _Thing(Struct):
    id: str


class _Line(Struct):
    number: int
    text: str = ""


_THINGS = msgspec.json.Decoder(list[_Thing]).decode
LINES = msgspec.json.Decoder(list[_Line]).decode


def parts_of(scene: Any) -> Parts:
    """A scene (or its plain data) as the JSON of each of its parts."""
    return _PARTS(_ENCODE(scene))


def changes(old: Parts, new: Parts, old_known: Known | None = None, new_known: Known | None = None) -> list[Change]:
    """What turns the old scene into the new one. (Old lines of the diary that the new scene no longer carries stay.)

    `old_known`, `new_known`: what is known of each, and is remembered for the next time.
    """
    found: list[Change] = []
    for key in (*old, *(key for key in new if key not in old)):
        before, after = old.get(key), new.get(key)
        if before == after:
            continue
        if key == "diary":
            found.extend(_of_diary(before, after))
        elif key in BY_ID:
            found.extend(_by_id(key, after, _apart(old_known, key, before), _apart(new_known, key, after)))
        else:
            found.append(([key], after))
    return found


def _by_id(key: str, new: Raw | None, old_things: Named, new_things: Named) -> list[Change]:
    before, (after, many) = old_things[0], new_things
    stays = [id for id in before if id in after]
    appended = [id for id in after if id not in before]
    if len(after) < many or list(after) != stays + appended:  # another order, or an id twice: the whole list
        return [([key], new)]
    gone: list[Change] = [([key, id], None) for id in before if id not in after]
    return gone + [([key, id], thing) for id, thing in after.items() if before.get(id) != thing]


def _apart(known: Known | None, key: str, things: Raw | None) -> Named:
    if known is None:
        return _named(things)
    if key not in known:
        known[key] = _named(things)
    return known[key]


def _named(things: Raw | None) -> Named:
    if things is None:
        return {}, 0
    made = _LIST(things)
    return {thing.id: raw for thing, raw in zip(_THINGS(things), made)}, len(made)


def _of_diary(old: Raw | None, new: Raw | None) -> list[Change]:
    before, after = _numbered(old), _numbered(new)
    last = max(after, default=-1)
    gone: list[Change] = [(["diary", number], None) for number in before if number > last]
    return gone + [(["diary", number], line) for number, line in after.items() if before.get(number) != line]


def _numbered(lines: Raw | None) -> dict[int, Raw]:
    if lines is None:
        return {}
    return {line.number: raw for line, raw in zip(LINES(lines), _LIST(lines))}
