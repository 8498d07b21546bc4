"""Section 17: what an observer learns, item by item, from a list that he makes before he throws.

Items are words: "types 1" (of the first enemy force that it has found there), "infantry 1", "guns 1", "armour 1", "support 1"
(how many of them it has, each an item of its own; "numbers 1" lists all four), "attitude 1", "defences 1", "box", and "work 2"
for a bridge or building of the board. What is learned is kept by side in `state.staff.learned`.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import Procedure, Refusal, Tally, cites
from grognard.kernel.words import counted, listing

from ..acts import Act, Gather
from ..asks import Ask
from ..context import Fyow
from ..records.services import Finding
from ..state import Unit
from ..tables import AFVS, ELEMENTS, TABLES
from ..weather.weather import murky

TABLE = TABLES["information"]
NUMBERS = ("infantry", "guns", "armour", "support")
KINDS = ("types", *NUMBERS, "attitude", "defences")
WANTED = ("types", "attitude", *NUMBERS, "defences")


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
        found += [f"{kind} {place}" for kind in WANTED if open_item(g, unit.side, enemy, kind)]
    if unit.box >= 0 and subjects(g, number):
        found.append("box")
    works = [n for n, work in enumerate(g.state.staff.works) if work.board == unit.board and unit.side not in work.known]
    return found + [f"work {n}" for n in range(1, len(works) + 1)]


def open_item(g: Fyow, side: str, enemy: int, kind: str) -> bool:
    """Whether a side does not know this yet; once it knows the troop types it asks for the numbers of those only."""
    if kind in NUMBERS and knows(g, side, enemy, "types") and kind not in types_known(g, side, enemy):
        return False
    return not knows(g, side, enemy, kind)


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


WISHES = {
    "types": "troop types", "attitude": "attitude", "defences": "defences", "infantry": "platoons of infantry", "guns": "guns",
    "armour": "armoured vehicles", "support": "other weapons and vehicles",
}  # fmt: skip


def wish_words(g: Fyow, number: int, item: str) -> str:
    """An item of the list as people say it."""
    kind, _, which = item.partition(" ")
    if kind == "box":
        return "who is in the boxes"
    if kind == "work":
        return f"a feature of the ground ({which})"
    return f"{WISHES[kind]} of {'the enemy' if len(subjects(g, number)) == 1 else f'enemy force {which}'}"


def may_list(g: Fyow, number: int, wishes: list[str]) -> Refusal | None:
    offered = items_of(g, number)
    for wish in spelled_out(wishes):
        arm = wish.partition(" ")[0] in NUMBERS and f"numbers {wish.partition(' ')[2]}" in wishes
        if wish not in offered and not arm:
            here = listing(wish_words(g, number, item) for item in offered)
            return Refusal("fyow.17.0.2", f"That cannot be learned here; what can is: {here}.")
    return None


def spelled_out(named: list[str]) -> list[str]:
    """17.0.2: "numbers 1" is short for the number of each arm of that force, an item each."""
    found: list[str] = []
    for item in named:
        kind, _, which = item.partition(" ")
        found += [f"{arm} {which}" for arm in NUMBERS] if kind == "numbers" else [item]
    return found


@cites("fyow.17.0.5")
def in_order(named: list[str]) -> list[str]:
    """17.0.5, 17.0.6: as he wants it; but a detail needs the basic fact first: numbers only after the types of that force."""
    found: list[str] = []
    for item in dict.fromkeys(spelled_out(named)):
        kind, _, which = item.partition(" ")
        basic = f"types {which}"
        if kind in NUMBERS and basic in named and basic not in found:
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
    if kind in NUMBERS and kind not in types_known(g, side, enemy):
        return ""
    fact = fact_of(g, enemy, kind)
    if not fact:
        return ""
    found = finding(g, unit.board, enemy, kind, fact)
    take_in(g, side, found)
    return words_of(found.kind, fact)


# ------------------------------------------------------------------ observers who are no Battlegroup: aircraft and partisans


def finding(g: Fyow, board: int, enemy: int, kind: str, fact: str) -> Finding:
    return Finding(board, g.now, enemy, "numbers" if kind in NUMBERS else kind, fact)


def facts_of(g: Fyow, side: str, enemy: int, kind: str) -> list[str]:
    """What a side has on its record of this kind, without the kind."""
    facts = g.state.staff.learned.get(side, {}).get(f"u{enemy}", [])
    return [fact.removeprefix(f"{kind}: ") for fact in facts if fact.startswith(f"{kind}: ")]


def types_known(g: Fyow, side: str, enemy: int) -> list[str]:
    return [arm for fact in facts_of(g, side, enemy, "types") for arm in fact.split(", ")]


def knows(g: Fyow, side: str, enemy: int, kind: str) -> bool:
    if kind in NUMBERS:
        return any(counts(fact, kind) for fact in facts_of(g, side, enemy, "numbers"))
    return bool(facts_of(g, side, enemy, kind))


def counts(fact: str, arm: str) -> bool:
    """Whether a fact of the kind "numbers" has the number of this arm; that of an older save has all of them."""
    return any(part.startswith(f"{arm} ") for part in fact.split(", ")) or not fact.startswith(NUMBERS)


def take_in(g: Fyow, side: str, found: Finding) -> None:
    """What is learned is on the side's record; with all its numbers a force is known for what it is."""
    facts = g.state.staff.learned.setdefault(side, {}).setdefault(f"u{found.unit}", [])
    facts.append(f"{found.kind}: {found.fact}")
    whole = all(knows(g, side, found.unit, arm) for arm in types_known(g, side, found.unit))
    if found.kind == "numbers" and whole and found.unit not in g.state.met[side]:
        g.state.met[side] = sorted([*g.state.met[side], found.unit])


def look_over(g: Fyow, side: str, board: int, enemies: list[int], face: int, less: Tally, held: list[Finding]) -> list[Finding]:
    """Ruling R198: whoever makes no list takes the facts in the order of 17.0.2: types, numbers, attitude, defences."""
    found: list[Finding] = []
    pieces = max(0, face + int(less))
    enemies = [enemy for enemy in enemies if not out_of_sight(g, enemy, face)]
    for kind in KINDS:
        for enemy in enemies:
            own = [one for one in [*held, *found] if one.unit == enemy]
            if len(found) >= pieces or knows(g, side, enemy, kind) or any(noted(one, kind) for one in own):
                continue
            types = types_known(g, side, enemy) + [arm for one in own if one.kind == "types" for arm in one.fact.split(", ")]
            fact = fact_of(g, enemy, kind) if kind not in NUMBERS or kind in types else ""
            if fact:
                found.append(finding(g, board, enemy, kind, fact))
    return found


def noted(one: Finding, kind: str) -> bool:
    """Whether a piece of information is of this kind."""
    return one.kind == "numbers" and counts(one.fact, kind) if kind in NUMBERS else one.kind == kind


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
    if kind in NUMBERS:
        count = sum(n for element, n in part.items() if arm_of(element) == kind)
        return f"{kind} {-(-count // 10) if kind == 'infantry' else count}" if count else ""
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
    return [Gather()] if items_of(g, number) else []
