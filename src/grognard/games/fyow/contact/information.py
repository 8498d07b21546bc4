"""Section 17: what an observer learns, item by item, from a list that he makes before he throws.

Items are words: "types 1" (of the first enemy force that it has found there), "numbers 1", "attitude 1", "defences 1", "box",
and "work 2" for a bridge or building of the board. What is learned is kept by side in `state.staff.learned`.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import Procedure, Refusal, Tally, cites
from grognard.kernel.words import counted, listing

from ..asks import Ask
from ..context import Fyow
from ..records.services import Finding
from ..state import Unit
from ..tables import AFVS, ELEMENTS, TABLES
from ..weather.weather import murky

Act = tuple[Any, ...]
TABLE = TABLES["information"]
KINDS = ("types", "numbers", "attitude", "defences")
WANTED = ("types", "attitude", "numbers", "defences")


@cites("fyow.17.0.3")
def visible_part(g: Fyow, number: int) -> dict[str, int]:
    """17.0.3: nothing is learned of concealed elements."""
    unit = g.unit(number)
    hidden = unit.concealed
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


@cites("fyow.16.5.1", "fyow.17.0.1")
def items_of(g: Fyow, number: int) -> list[str]:
    """17.0.2: everything that could stand on the list here."""
    unit = g.unit(number)
    found: list[str] = []
    for place, enemy in enumerate(subjects(g, number), 1):
        known = g.state.staff.learned.get(unit.side, {}).get(f"u{enemy}", [])
        found += [f"{kind} {place}" for kind in WANTED if not any(fact.startswith(kind) for fact in known)]
    if unit.box >= 0 and subjects(g, number):
        found.append("box")
    works = [n for n, work in enumerate(g.state.staff.works) if work.board == unit.board and unit.side not in work.known]
    return found + [f"work {n}" for n in range(1, len(works) + 1)]


@cites("fyow.17.1.3")
def die_of(g: Fyow, number: int) -> tuple[str, Tally]:
    """17.1: D6 from the box, D10 on a board without enemies; less by night, in fog and heavy rain (R42: not in moonlight)."""
    unit = g.unit(number)
    alone = unit.box < 0 and not g.known_enemies(unit.side, unit.board)
    die = str(TABLE["on_empty_board" if alone else "from_box"])
    return die.lower(), less_by_weather(g, unit.board, die)


def less_by_weather(g: Fyow, board: int, die: str = "D6") -> Tally:
    """17.1.4, 17.1.5: what darkness, fog and heavy rain take off the die; whoever observes, partisans and aircraft too."""
    less = Tally("pieces of information")
    if g.light == "dark":
        less.add(TABLE["night"][die], "dark night", "fyow.17.1.4")
    if murky(g, board):
        less.add(TABLE["fog_or_heavy_rain"][die], "fog or heavy rain", "fyow.17.1.5")
    return less


@cites("fyow.17.1.2")
def gathered_now(g: Fyow, unit: Unit) -> bool:
    """17.1.2: observers may stay for further sessions, and learn something in each."""
    return unit.watched == g.now


def may_gather(g: Fyow, number: int, act: Act) -> Refusal | None:
    """17.0.1, 17.1.1: in touch with an enemy, or with ground to explore; once a session."""
    unit = g.unit(number)
    if gathered_now(g, unit):
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
    words: dict[str, Any] = {"label": lambda named: listing(wish_words(g, number, wish) for wish in named), "secret": True}
    named: list[str] = yield g.ask_checked(
        unit.side, f"{unit.name} observes {g.static.boards[unit.board].name}: what does it want to know, in order?",
        name=Ask.OBSERVE, rule="fyow.17.0.2", shape=list[str], check=lambda wishes: may_list(g, number, wishes),
        suggest=lambda: [offered, offered[::-1]] if len(offered) > 1 else [offered], **words,
    )  # fmt: skip
    die, less = die_of(g, number)
    rule = "fyow.17.1.3" if die == "d10" else "fyow.17.1.1"
    dice: dict[str, Any] = {"by": unit.side, "to": [unit.side], "unit": number, "tallies": [less]}
    face = g.roll(die, "{unit} observes", rule=rule, **dice)[0]
    pieces = max(0, face + int(less))
    for item in in_order(named):
        if not pieces:
            break
        if fact := learn(g, number, item, face):
            pieces -= 1
            g.tell("{unit} reports: {fact}.", rule="fyow.17.0.6", to=unit.side, unit=number, fact=fact)


def wish_words(g: Fyow, number: int, item: str) -> str:
    """An item of the list as people say it."""
    kind, _, which = item.partition(" ")
    if kind == "box":
        return "who is in the boxes"
    if kind == "work":
        return f"a feature of the ground ({which})"
    what = {"types": "troop types", "numbers": "strength", "attitude": "attitude", "defences": "defences"}[kind]
    return f"{what} of {'the enemy' if len(subjects(g, number)) == 1 else f'enemy force {which}'}"


def may_list(g: Fyow, number: int, wishes: list[str]) -> Refusal | None:
    for wish in wishes:
        if wish not in items_of(g, number):
            here = listing(wish_words(g, number, item) for item in items_of(g, number))
            return Refusal("fyow.17.0.2", f"That cannot be learned here; what can is: {here}.")
    return None


@cites("fyow.17.0.5")
def in_order(named: list[str]) -> list[str]:
    """17.0.5, 17.0.6: as he wants it; but a detail needs the basic fact first: numbers only after the types of that force."""
    found: list[str] = []
    for item in dict.fromkeys(named):
        basic = f"types {item.partition(' ')[2]}"
        if item.startswith("numbers") and basic in named and basic not in found:
            found.append(basic)
        if item not in found:
            found.append(item)
    return found


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
    if out_of_sight(g, enemy, face):
        return ""
    if kind == "numbers" and not knows(g, side, enemy, "types"):
        return ""
    fact = fact_of(g, enemy, kind)
    if not fact:
        return ""
    take_in(g, side, Finding(unit.board, g.now, enemy, kind, fact))
    return words_of(kind, fact)


# ------------------------------------------------------------------ observers who are no Battlegroup: aircraft and partisans


def knows(g: Fyow, side: str, enemy: int, kind: str) -> bool:
    return any(fact.startswith(kind) for fact in g.state.staff.learned.get(side, {}).get(f"u{enemy}", []))


def take_in(g: Fyow, side: str, found: Finding) -> None:
    """What is learned is on the side's record; with its numbers a force is known for what it is."""
    facts = g.state.staff.learned.setdefault(side, {}).setdefault(f"u{found.unit}", [])
    facts.append(f"{found.kind}: {found.fact}")
    if found.kind == "numbers" and found.unit not in g.state.met[side]:
        g.state.met[side] = sorted([*g.state.met[side], found.unit])


def look_over(g: Fyow, side: str, board: int, enemies: list[int], face: int, less: Tally, held: list[Finding]) -> list[Finding]:
    """Ruling R198: whoever makes no list takes the facts in the order of 17.0.2: types, numbers, attitude, defences."""
    found: list[Finding] = []
    pieces = max(0, face + int(less))
    enemies = [enemy for enemy in enemies if not out_of_sight(g, enemy, face)]
    had = {(one.unit, one.kind) for one in held}
    for kind in KINDS:
        for enemy in enemies:
            if len(found) >= pieces or (enemy, kind) in had or knows(g, side, enemy, kind):
                continue
            types = knows(g, side, enemy, "types") or any((o.unit, o.kind) == (enemy, "types") for o in [*held, *found])
            fact = fact_of(g, enemy, kind) if kind != "numbers" or types else ""
            if fact:
                found.append(Finding(board, g.now, enemy, kind, fact))
    return found


def report(g: Fyow, side: str, found: list[Finding]) -> list[str]:
    """What observers bring home becomes the side's knowledge; returns it in words, force by force."""
    lines: list[str] = []
    for enemy in dict.fromkeys(one.unit for one in found):
        mine = [one for one in found if one.unit == enemy]
        for one in mine:
            take_in(g, side, one)
        lines.append(", ".join(words_of(one.kind, one.fact) for one in mine))
    return lines


ARMS = {
    "infantry": ("platoon of infantry", "platoons of infantry"), "guns": ("gun", "guns"),
    "armour": ("armoured vehicle", "armoured vehicles"), "support": ("other weapon or vehicle", "other weapons and vehicles"),
}  # fmt: skip


def words_of(kind: str, fact: str) -> str:
    """A fact of the record as a report says it."""
    parts = [part.rpartition(" ") for part in fact.split(", ")]
    if kind == "numbers" and all(arm in ARMS for arm, _, _ in parts):  # saves of before have them in words
        return listing(counted(int(n), *ARMS[arm]) for arm, _, n in parts)
    return listing(fact.split(", ")) if kind == "types" else fact


def fact_of(g: Fyow, enemy: int, kind: str) -> str:
    unit, part = g.unit(enemy), visible_part(g, enemy)
    if kind == "types":
        return ", ".join(sorted({arm_of(e) for e in part}))
    if kind == "numbers":
        counts: dict[str, int] = {}
        for element, count in part.items():
            counts[arm_of(element)] = counts.get(arm_of(element), 0) + count
        return ", ".join(f"{arm} {-(-n // 10) if arm == 'infantry' else n}" for arm, n in sorted(counts.items()))
    if not part:
        return ""
    if kind == "attitude":
        return "in disarray" if unit.disarray else "at rest" if unit.mode == "rest" else unit.attitude
    return "a Fortified Defence" if unit.attitude == "fortified" else "no field works"


@cites("fyow.17.0.4")
def box_is_closed(face: int) -> bool:
    """17.0.4, ruling R46: something about forces in the box is learned only if the die itself shows a 6."""
    return bool(face != TABLE["box_needs_face"])


def out_of_sight(g: Fyow, enemy: int, face: int) -> bool:
    return g.unit(enemy).box >= 0 and box_is_closed(face)


def in_the_box(g: Fyow, number: int, face: int) -> str:
    if box_is_closed(face):
        return ""
    unit = g.unit(number)
    others = [n for n in g.on_board(unit.board, g.enemy(unit.side)) if g.unit(n).box >= 0]
    for enemy in others:
        g.spot(unit.side, enemy)
    return f"{counted(len(others), 'enemy force')} in the boxes" if others else "nobody in the boxes"


def acts_of(g: Fyow, number: int) -> list[Act]:
    return [("gather",)] if items_of(g, number) else []
