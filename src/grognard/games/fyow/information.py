"""Section 17: what an observer learns, item by item, from a list that he makes before he throws.

Items are words: "types 1" (of the first enemy force that it has found there), "numbers 1", "attitude 1", "defences 1", "box",
and "work 2" for a bridge or building of the board. What is learned is kept by side in `state.staff.learned`.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import Procedure, Refusal, Tally, in_force

from .context import Fyow
from .static import AFVS, ELEMENTS, TABLES
from .weather import murky

Act = tuple[Any, ...]
TABLE = TABLES["information"]


def visible_part(g: Fyow, number: int) -> dict[str, int]:
    """17.0.3: nothing is learned of concealed elements."""
    unit = g.unit(number)
    hidden = unit.concealed if in_force("fyow.17.0.3") else {}
    return {e: n - hidden.get(e, 0) for e, n in unit.elements.items() if n > hidden.get(e, 0)}


def arm_of(element: str) -> str:
    if ELEMENTS[element].get("figure"):
        return "infantry"
    if element in AFVS:
        return "armour"
    return "guns" if element.endswith(("_gun", "_howitzer", "_aa")) or "aa" in element else "support"


def subjects(g: Fyow, number: int) -> list[int]:
    """The enemy forces before it that it has found, in a fixed order."""
    unit = g.unit(number)
    return [n for n in g.known_enemies(unit.side, unit.board) if g.unit(n).box < 0 or unit.box < 0]


def items_of(g: Fyow, number: int) -> list[str]:
    """17.0.2: everything that could stand on the list here."""
    unit = g.unit(number)
    found: list[str] = []
    if not in_force("fyow.17.0.1") or not in_force("fyow.16.5.1"):
        return found
    for place, enemy in enumerate(subjects(g, number), 1):
        known = g.state.staff.learned.get(unit.side, {}).get(f"u{enemy}", [])
        wanted = ("types", "attitude", "numbers", "defences")
        found += [f"{kind} {place}" for kind in wanted if not any(fact.startswith(kind) for fact in known)]
    if unit.box >= 0 and subjects(g, number):
        found.append("box")
    works = [n for n, work in enumerate(g.state.staff.works) if work.board == unit.board and unit.side not in work.known]
    return found + [f"work {n}" for n in range(1, len(works) + 1)]


def die_of(g: Fyow, number: int) -> tuple[str, Tally]:
    """17.1: D6 from the box, D10 on a board without enemies; less by night, in fog and heavy rain (R42: not in moonlight)."""
    unit = g.unit(number)
    alone = unit.box < 0 and not g.known_enemies(unit.side, unit.board) and in_force("fyow.17.1.3")
    die = TABLE["on_empty_board" if alone else "from_box"]
    less = Tally("pieces of information")
    if g.light == "dark":
        less.add(TABLE["night"][die], "dark night", "fyow.17.1.4")
    if murky(g, unit.board):
        less.add(TABLE["fog_or_heavy_rain"][die], "fog or heavy rain", "fyow.17.1.5")
    return str(die).lower(), less


def may_gather(g: Fyow, number: int, act: Act) -> Refusal | None:
    """17.0.1, 17.1.1: in touch with an enemy, or with ground to explore; once a session."""
    unit = g.unit(number)
    if unit.watched == g.now or (unit.watched >= 0 and not in_force("fyow.17.1.2")):
        return Refusal("fyow.17.1.1", f"{unit.name} has gathered information in this session.")
    if g.battle_of(number) is not None:
        return Refusal("fyow.17.0.1", f"{unit.name} is in a battle.")
    if not items_of(g, number):
        return Refusal("fyow.17.0.1", f"{unit.name} sees nothing here that it does not know.")
    return None


def gather(g: Fyow, number: int, act: Act) -> Procedure:
    """17.0.2, 17.0.6: the list first, then the throw; then as many items, as far as the order of facts allows."""
    unit = g.unit(number)
    unit.watched = g.now
    offered = items_of(g, number)
    words: dict[str, Any] = {"label": lambda named: ", ".join(named), "secret": True}
    named: list[str] = yield g.ask_checked(
        unit.side, f"{unit.name} observes {g.static.boards[unit.board].name}: what does it want to know, in order?",
        rule="fyow.17.0.2", shape=list[str], check=lambda wishes: may_list(g, number, wishes),
        suggest=lambda: [offered, offered[::-1]] if len(offered) > 1 else [offered], **words,
    )  # fmt: skip
    die, less = die_of(g, number)
    rule = "fyow.17.1.3" if die == "d10" else "fyow.17.1.1"
    dice: dict[str, Any] = {"by": unit.side, "to": [unit.side], "unit": number, "tallies": [less]}
    face = g.roll(die, "{unit} observes", rule=rule, **dice)[0]
    pieces = max(0, face + int(less))
    for item in in_order(named):
        if not pieces or not in_force("fyow.17.0.6"):
            break
        if fact := learn(g, number, item, face):
            pieces -= 1
            g.tell("{unit} reports: {fact}.", rule="fyow.17.0.6", to=unit.side, unit=number, fact=fact)


def may_list(g: Fyow, number: int, wishes: list[str]) -> Refusal | None:
    for wish in wishes:
        if wish not in items_of(g, number):
            return Refusal("fyow.17.0.2", f"{wish!r} cannot be learned here; there are: {', '.join(items_of(g, number))}.")
    return None


def in_order(named: list[str]) -> list[str]:
    """17.0.5: a detail needs the basic fact first: numbers only after the types."""
    if not in_force("fyow.17.0.5"):
        return named
    return sorted(named, key=lambda item: item.startswith("numbers"))


def learn(g: Fyow, number: int, item: str, face: int) -> str:
    """One item; an empty string if nothing is learned."""
    unit, side = g.unit(number), g.unit(number).side
    kind, _, which = item.partition(" ")
    if kind == "work":
        works = [w for w in g.state.staff.works if w.board == unit.board and side not in w.known]
        if not works:
            return ""
        works[0].known = sorted([*works[0].known, side])
        return f"{works[0].name}, {works[0].kind}"
    if kind == "box":
        return in_the_box(g, number, face)
    enemies = subjects(g, number)
    if int(which) > len(enemies):
        return ""
    enemy = enemies[int(which) - 1]
    facts = g.state.staff.learned.setdefault(side, {}).setdefault(f"u{enemy}", [])
    if kind == "numbers" and not any(fact.startswith("types") for fact in facts) and in_force("fyow.17.0.5"):
        return ""
    fact = fact_of(g, enemy, kind)
    if not fact:
        return ""
    facts.append(f"{kind}: {fact}")
    if kind == "numbers" and enemy not in g.state.met[side]:
        g.state.met[side] = sorted([*g.state.met[side], enemy])
    return f"{kind} {fact}"


def fact_of(g: Fyow, enemy: int, kind: str) -> str:
    unit, part = g.unit(enemy), visible_part(g, enemy)
    if kind == "types":
        return ", ".join(sorted({arm_of(e) for e in part}))
    if kind == "numbers":
        counts: dict[str, int] = {}
        for element, count in part.items():
            counts[arm_of(element)] = counts.get(arm_of(element), 0) + count
        return ", ".join(f"{-(-n // 10)} platoons" if arm == "infantry" else f"{n} {arm}" for arm, n in sorted(counts.items()))
    if not part:
        return ""
    if kind == "attitude":
        return "in disarray" if unit.disarray else "at rest" if unit.mode == "rest" else unit.attitude
    return "a Fortified Defence" if unit.attitude == "fortified" else "no field works"


def in_the_box(g: Fyow, number: int, face: int) -> str:
    """17.0.4, ruling R46: only if the die itself shows a 6."""
    if face != TABLE["box_needs_face"] and in_force("fyow.17.0.4"):
        return ""
    unit = g.unit(number)
    others = [n for n in g.on_board(unit.board, g.enemy(unit.side)) if g.unit(n).box >= 0]
    for enemy in others:
        g.spot(unit.side, enemy)
    return f"{len(others)} enemy forces in the boxes" if others else "nobody in the boxes"


def acts_of(g: Fyow, number: int) -> list[Act]:
    return [("gather",)] if items_of(g, number) else []
