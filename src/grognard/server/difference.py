"""The difference between two scenes, as a short list of changes. docs/wire.md says how a client applies them.

Scenes are compared as plain data (`msgspec.to_builtins`), which shares nothing with the position that they were made from.
"""

from __future__ import annotations

from typing import Any

BY_ID = ("pieces", "markers", "overlays", "panels")
Plain = dict[str, Any]
Change = tuple[list[str | int], Any]


def changes(old: Plain, new: Plain) -> list[Change]:
    """What turns the old scene into the new one. (Old lines of the diary that the new scene no longer carries stay.)"""
    found: list[Change] = []
    for key in (*old, *(key for key in new if key not in old)):
        before, after = old.get(key), new.get(key)
        if before == after:
            continue
        if key == "diary":
            found.extend(_of_diary(before or [], after or []))
        elif key in BY_ID:
            found.extend(_by_id(key, before or [], after or []))
        else:
            found.append(([key], after))
    return found


def _by_id(key: str, old: list[Plain], new: list[Plain]) -> list[Change]:
    before = {thing["id"]: thing for thing in old}
    after = {thing["id"]: thing for thing in new}
    stays = [id for id in before if id in after]
    appended = [id for id in after if id not in before]
    if len(after) < len(new) or list(after) != stays + appended:  # another order, or an id twice: the whole list
        return [([key], new)]
    gone: list[Change] = [([key, id], None) for id in before if id not in after]
    return gone + [([key, id], thing) for id, thing in after.items() if before.get(id) != thing]


def _of_diary(old: list[Plain], new: list[Plain]) -> list[Change]:
    before = {line["number"]: line for line in old}
    after = {line["number"]: line for line in new}
    last = new[-1]["number"] if new else -1
    gone: list[Change] = [(["diary", number], None) for number in before if number > last]
    return gone + [(["diary", number], line) for number, line in after.items() if before.get(number) != line]


def apply(scene: Plain, found: list[Any]) -> Plain:
    """What a client does with changes; for tests, and to read how it is done."""
    made = dict(scene)
    for path, value in found:
        key = path[0]
        if len(path) == 1:
            if value is None:
                made.pop(key, None)
            else:
                made[key] = value
            continue
        name = "number" if key == "diary" else "id"
        things = {thing[name]: thing for thing in made.get(key, [])}
        if value is None:
            things.pop(path[1], None)
        else:
            things[path[1]] = value
        made[key] = list(things.values())
    return made
