"""What a side does not know, dealt again: secret lists before they are shown, and which blank is which.

A world is dealt by drawing another force from the enemy's list that holds everything already seen of it, and spreading what
was not seen over the blanks so that everybody could stand where it stands.
"""

from __future__ import annotations

import random
from typing import Any

from .context import Dbms
from .setting_up.forces import Pick, elements_of, force_refusals, list_named, offers, required_picks
from .state import OFF, OTHER, TABLE, WAITING, Element
from .tables import AIR, ARMY_LISTS, COLUMN, FOOT, IMPASSABLE, MOVE
from .terrain.going import going_underfoot

TRIES = 40


def redeal(then: Dbms, now: Dbms, side: str, rng: random.Random) -> None:
    enemy = OTHER[side]
    if now.state.phase == "forces" and not now.state.elements and not fixed_list(now, enemy):
        then.state.lists[enemy] = rng.choice(list(ARMY_LISTS))
    if now.options["hidden_elements"] and then.state.elements:
        unknown = [n for n in unknown_to(now, side) if n < len(then.state.elements)]
        if unknown:
            deal_elements(then, enemy, unknown, rng)


def fixed_list(g: Dbms, side: str) -> bool:
    """The list was named by the scenario or the options, for everybody to see."""
    return bool(g.static.data.get("lists", {}).get(side) or g.options[f"{side}_list"])


def unknown_to(g: Dbms, side: str) -> list[int]:
    """The enemy's elements whose identity this side does not know."""
    return [
        n
        for n, e in enumerate(g.state.elements)
        if e.side != side and (e.hidden or e.status == WAITING or (e.status == OFF and not e.ambushed and e.ready <= 1))
    ]


def deal_elements(g: Dbms, enemy: str, unknown: list[int], rng: random.Random) -> None:
    elements = g.state.elements
    for _ in range(TRIES):
        dealt = another_set(g, enemy, unknown, rng)
        if dealt is None:
            continue
        ground = [n for n in unknown if elements[n].status != OFF]
        air = [n for n in unknown if elements[n].status == OFF]
        grounded = [e for e in dealt if e.code not in AIR]
        flying = [e for e in dealt if e.code in AIR]
        if len(ground) != len(grounded) or len(air) != len(flying):
            continue
        rng.shuffle(grounded)
        rng.shuffle(flying)
        pairs = [*zip(ground, grounded), *zip(air, flying)]
        if all(fits(g, n, new, rng) for n, new in pairs):
            for n, new in pairs:
                become(elements[n], new)
            return


def another_set(g: Dbms, enemy: str, unknown: list[int], rng: random.Random) -> list[Element] | None:
    """What the unknown ones could be: the same again, or what another force leaves when the seen is taken out."""
    elements = g.state.elements
    same = [_copy(elements[n]) for n in unknown]
    if enemy not in g.state.lists or rng.random() < 0.4:
        return same
    army = list_named(g.state.lists[enemy])
    picks = required_picks(army)
    while len(picks) < 13:
        more = [p for p in offers(army, picks, g.state.year) if army.slots[p.slot].category != "required"]
        if not more:
            return same
        picks.append(rng.choice(more))
    picks = [_varied(army, pick, rng) for pick in picks]
    if any(force_refusals(army, picks, g.state.year)):
        return None
    left = elements_of(army, picks, enemy, g.options)
    for n, e in enumerate(elements):
        if e.side == enemy and n not in unknown:
            match = next((x for x in left if (x.code, x.forms, x.portee) == (e.code, e.forms, e.portee)), None)
            if match is None:
                return None
            left.remove(match)
    engineers = sum(e.code == "IE" for e in same)
    return left if len(left) == len(unknown) and sum(e.code == "IE" for e in left) == engineers else None


def _varied(army: Any, pick: Pick, rng: random.Random) -> Pick:
    return Pick(pick.slot, rng.randrange(len(army.slots[pick.slot].fillings))) if pick.filling == 0 else pick


def _copy(element: Element) -> Element:
    return Element(element.side, element.code, element.forms, element.form, element.portee, note=element.note)


def fits(g: Dbms, n: int, new: Element, rng: random.Random) -> bool:
    """Whether it could stand there: a form that the ground bears, on foot if it is entrenched."""
    element = g.state.elements[n]
    forms = list(range(len(new.forms)))
    rng.shuffle(forms)
    for form in forms:
        kind = MOVE[new.forms[form]]
        if element.entrenched and kind not in FOOT:
            continue
        if element.at is not None and element.status == TABLE and kind != "air":
            if going_underfoot(g, n, g.rect(n), COLUMN[kind]) == IMPASSABLE:
                continue
        new.form = form if element.status == TABLE else 0
        return True
    return False


def become(element: Element, new: Element) -> None:
    element.code, element.forms, element.form, element.portee, element.note = (
        new.code,
        new.forms,
        new.form,
        new.portee,
        new.note,
    )


def secrets(g: Dbms, side: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    enemy = OTHER[side]
    if g.state.phase == "forces" and not g.state.elements and not fixed_list(g, enemy):
        found["list"] = g.state.lists.get(enemy, "")
    if g.options["hidden_elements"]:
        hidden = [(n, g.code(n), g.element(n).form) for n in unknown_to(g, side)]
        if len({code for _, code, _ in hidden}) > 1:
            found["kinds"] = hidden
    return found
