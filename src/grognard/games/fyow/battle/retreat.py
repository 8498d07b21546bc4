"""Sections 33.7.3.2, 33.7.3.3 and 33.8: where the beaten go, and what waits for them there."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from grognard.kernel import Procedure, Refusal, cites

from ..asks import Ask
from ..condition.condition import count_loss
from ..contact.contact import contact
from ..contact.decoys import called_out
from ..context import Fyow
from ..engineering.roads import breaks
from ..march.classes import moves_of
from ..march.movement import allowance, barring, red_classes, v_barred
from ..partisans.battles import KIND, disperse
from ..sea.landings import reembark
from ..state import DESTROYED, Battle
from ..supply.rationed import abandon, breakdown, vehicles_of
from ..tables import ELEMENTS, absorbs


def ways_back(g: Fyow, number: int, battle: Battle) -> list[int]:
    """Ruling R132: links to boards without known enemy, not the one the enemy came from; friendly-held first, then home.

    An attacker goes back the way he came, and so does whoever was attacked in the box (13.7.1).
    """
    unit, static = g.unit(number), g.static
    links = open_links(g, number)
    if unit.box in links:
        return [unit.box]
    if number in battle.attackers and unit.edge in links:
        return [unit.edge]
    came = {g.unit(n).edge for n in (battle.attackers if unit.side != battle.attacker else [])}
    free = [n for n in links if n not in came and not g.known_enemies(unit.side, static.other_end(n, unit.board))]
    usable = [n for n in free if not (rough(g, n) and v_barred(g, unit))] or free
    if back := to_parent(g, number, usable):
        return back
    believed = g.state.known_control[unit.side]
    friendly = [n for n in usable if believed[static.other_end(n, unit.board)] == unit.side]
    home = static.far[static.home[unit.side]]
    chosen = friendly or usable
    return sorted(chosen, key=lambda n: (home.get(static.other_end(n, unit.board), 10**6), n))


@cites("fyow.3.8.2")
def to_parent(g: Fyow, number: int, ways: list[int]) -> list[int]:
    """3.8.2, ruling R23: a Picket goes back to the force that it belongs to, if a way leads there."""
    unit = g.unit(number)
    if unit.kind != "picket" or unit.parent < 0 or g.unit(unit.parent).condition == DESTROYED:
        return []
    return [n for n in ways if g.static.other_end(n, unit.board) == g.unit(unit.parent).board]


def open_links(g: Fyow, number: int) -> list[int]:
    """13.7.2, ruling R199: ways that no enemy bars from a box and over which men can go, as far as the side knows."""
    side, links = g.unit(number).side, g.static.land_links(g.unit(number).board)
    links = [n for n in links if not _barred(g, number, n)]
    return [n for n in links if not any(broken.for_all and side in broken.known for broken in breaks(g, n))]


def may_retreat_by(g: Fyow, number: int, battle: Battle, link: int, ways: list[int]) -> Refusal | None:
    """Why a way is none of those of `ways_back`, in words that its side may read."""
    unit, static = g.unit(number), g.static
    if link in ways:
        return None
    place = static.boards[static.other_end(link, unit.board)].name
    if _barred(g, number, link):
        return Refusal("fyow.13.7.2", f"The enemy holds the box on the way to {place}.")
    if any(broken.for_all and unit.side in broken.known for broken in breaks(g, link)):
        return Refusal("fyow.31.2.1", f"The bridge on the way to {place} is down.")
    if number in battle.attackers or unit.box >= 0:
        return Refusal("fyow.33.7.3.2", f"{unit.name} goes back the way it came, not to {place}.")
    if link in {g.unit(n).edge for n in battle.attackers}:
        return Refusal("fyow.33.7.3.2", f"The enemy has come from {place}: a retreat leads away from him.")
    if g.known_enemies(unit.side, static.other_end(link, unit.board)):
        return Refusal("fyow.33.7.3.2", f"The enemy stands at {place}, and there are other ways.")
    return Refusal("fyow.33.7.3.2", f"There are better ways back than to {place}: friends and passable roads first.")


def rough(g: Fyow, link: int) -> bool:
    """14.4.1, ruling R199: vehicles are lost there: no road, or a broken one."""
    return g.static.link_v[link] or bool(breaks(g, link))


def _barred(g: Fyow, number: int, link: int) -> bool:
    """Ruling R177: retreats obey it too, as far as the side knows."""
    unit = g.unit(number)
    return any(g.knows(unit.side, n) for n in barring(g, number, link, g.static.other_end(link, unit.board)))


def last_way(g: Fyow, number: int) -> int:
    """If every linked board holds enemy: the one with the lowest enemy value; -1 if no way is open (ruling R211)."""
    unit, static = g.unit(number), g.static
    links = open_links(g, number)
    worth = {n: sum(g.half_value(e) for e in g.on_board(static.other_end(n, unit.board), g.enemy(unit.side))) for n in links}
    return min(links, key=lambda n: (worth[n], n)) if links else -1


def only_way(g: Fyow, number: int, battle: Battle, ways: list[int]) -> int:
    """Rulings R110, R132, R211: where there is nothing to choose; -1: the sea is behind it, or the enemy on every side."""
    if ways:
        return ways[0]
    edge = g.unit(number).edge
    landed = number in battle.attackers and edge >= 0 and g.static.link_kind[edge] == "landing"
    return -1 if landed else last_way(g, number)


def can_go_back(g: Fyow, number: int, battle: Battle) -> bool:
    """33.7.3.1: after NR one goes back only if there is somewhere to go."""
    return only_way(g, number, battle, ways_back(g, number, battle)) >= 0


SPIKED = 3  # on a D6, ruling R51


def spike_guns(g: Fyow, number: int) -> None:
    """Ruling R51: before the crews surrender the guns are spiked on 1 to 3; else they are captured."""
    unit = g.unit(number)
    if all(ELEMENTS[e].get("figure") for e in unit.elements):
        return
    if g.d6("Are the guns of {unit} spiked?", rule="fyow.2.4.3", by=unit.side, unit=number) <= SPIKED:
        unit.elements = {e: n for e, n in unit.elements.items() if ELEMENTS[e].get("figure")}
        g.tell("The guns of {unit} are spiked.", rule="fyow.2.4.3", unit=number)


def retreat(g: Fyow, number: int, battle: Battle, *, chosen: int | None = None) -> Procedure:
    """33.7.3.2, 33.7.3.3, 14.14.4: one board, no test; in good order, or in Disarray; by choice after NR (33.7.3.1)."""
    unit, static = g.unit(number), g.static
    if unit.kind == KIND:
        disperse(g, number, disarray=battle.disarray)
        return
    if unit.kind == "fixed":
        spike_guns(g, number)
        g.destroy(number, "{unit} is lost: the crews surrender.", "fyow.2.4.3")
        return
    link = chosen if chosen is not None else (yield from way_out(g, number, battle))
    if link < 0 and g.options["reembark"]:
        if reembark(g, number):
            return
    if link < 0:
        at_its_back = "has the sea at its back" if static.boards[unit.board].coast else "is hemmed in on every side"
        g.destroy(number, "{unit} " + at_its_back + " and surrenders.", "fyow.33.8.4")
        return
    go_back(g, number, battle, link, by_choice=chosen is not None)
    if unit.condition == DESTROYED:
        return
    yield from into_trouble(g, number)


def way_out(g: Fyow, number: int, battle: Battle) -> Procedure:
    """33.7.3.2, ruling R199: a link that really lets it go; -1: there is none."""
    link = yield from named_way(g, number, battle)
    while link >= 0 and at_the_brink(g, number, link):
        link = yield from named_way(g, number, battle)
    return link


def named_way(g: Fyow, number: int, battle: Battle) -> Procedure:
    """33.7.3.2: the link by which it goes; of several its side chooses one. -1: there is none."""
    unit, static, ways = g.unit(number), g.static, ways_back(g, number, battle)
    if len(ways) < 2:
        return only_way(g, number, battle, ways)
    here = unit.board

    def place(link: int) -> str:
        return static.boards[static.other_end(link, here)].name

    words: dict[str, Any] = {"label": place, "on": lambda n: (f"u{number}", static.boards[static.other_end(n, here)].id)}
    words |= {"name": Ask.RETREAT, "final": True, "kind": "move"}
    words["may"] = lambda n: may_retreat_by(g, number, battle, n, ways)
    links = [*ways, *(n for n in static.land_links(here) if n not in ways)]
    prompt = f"{unit.name} must retreat: where to?"
    link = yield g.ask(unit.side, prompt, links, rule="fyow.33.7.3.2", **words)
    g.reveal()  # whoever is met there is seen
    return link


@cites("fyow.31.2.1")
def at_the_brink(g: Fyow, number: int, link: int) -> bool:
    """Ruling R199: a bridge of whose end its side did not know lets nobody retreat over it; it must turn another way."""
    unit, fallen = g.unit(number), [one for one in breaks(g, link) if one.for_all and g.unit(number).side not in one.known]
    for broken in fallen:
        work = g.state.staff.works[broken.place]
        work.known = sorted([*work.known, unit.side])
        text = "{unit} finds {what} down on its way back."
        g.tell(text, rule="fyow.31.2.1", to=unit.side, unit=number, what=broken.name)
    return bool(fallen)


@cites("fyow.33.8.1")
def attitude_after(*, disarray: bool) -> str:
    """33.8.1: who goes back in good order counts as Deployed on his new board."""
    return "present" if disarray else "deployed"


def in_disorder(battle: Battle, number: int) -> bool:
    """33.7.3.3; ruling R174: who was beaten off in his second attack goes as that result says, whatever became of the enemy."""
    if battle.repulse and number in battle.repelled:
        return battle.repulse != "AR"
    return battle.disarray


@cites("fyow.14.14.4")
def go_back(g: Fyow, number: int, battle: Battle, link: int, *, by_choice: bool = False) -> None:
    unit = g.unit(number)
    target = g.static.other_end(link, unit.board)
    spent = unit.moves >= allowance(unit) and not (by_choice or battle.by_choice)
    disarray = in_disorder(battle, number) or spent
    witnesses = g.witnesses(number)
    for column in (battle.attackers, battle.defenders, battle.beaten):
        if number in column:
            column.remove(number)
    g.drop_empty_battles()
    g.lose_touch(number)
    if unit.stopped and vehicles_of(g, number):
        abandon(g, number)  # 20.7.1.2: they cannot move; who retreats goes on foot
        unit.moves_as = moves_of(unit.elements) if unit.elements else "regular_infantry"
    if rough(g, link) and v_barred(g, unit):
        leave_vehicles(g, number)
    if not unit.elements:
        g.destroy(number, "Nothing is left of {unit}.", "fyow.33.10.1")
        return
    unit.board, unit.edge, unit.facing, unit.arrived = target, link, link, g.now
    unit.box = link if g.holders(target, g.enemy(unit.side)) else -1
    unit.moves = min(allowance(unit), unit.moves + 1)
    unit.retry_link, unit.retries, unit.still, unit.calm = -1, 0, 0, -1
    unit.moved, unit.concealed, unit.outside = True, {}, False
    unit.disarray, unit.helped = 2 if disarray else 0, False
    unit.attitude = attitude_after(disarray=disarray or g.cramped(number))
    text = "{unit} falls back to {board} in disarray." if disarray else "{unit} falls back to {board} in good order."
    g.tell(text, rule="fyow.33.7.3.3" if disarray else "fyow.33.7.3.2", to=witnesses, unit=number, board=target)
    for side in witnesses:
        if side != unit.side:
            g.state.sighted[side][str(target)] = g.now
            g.state.found.setdefault(side, {})[str(target)] = [number]
    if unit.box < 0:
        g.take_hold(number)
    if unit.mode == "rationed":
        breakdown(g, number)  # 20.7.1.2: after any move


def leave_vehicles(g: Fyow, number: int) -> None:
    """14.4.1, ruling R132: V links bar the classes as always; on a retreat their vehicles are lost."""
    unit = g.unit(number)
    gone = {e: n for e, n in unit.elements.items() if str(ELEMENTS[e].get("move", "")) in red_classes(g)}
    if not gone:
        return
    left = g.part_value(gone) - sum(absorbs(e) * unit.damaged.get(e, 0) for e in gone)  # 33.10.2: half of a damaged one is gone
    for element, count in gone.items():
        g.record_loss(number, element, count)
    unit.elements = {e: n for e, n in unit.elements.items() if e not in gone}
    unit.damaged = {e: n for e, n in unit.damaged.items() if e not in gone}
    unit.moves_as = moves_of(unit.elements) if unit.elements else "regular_infantry"
    text = "{unit} leaves {n} vehicles behind on the way without a road."
    g.tell(text, rule="fyow.14.4.1", to=g.witnesses(number), unit=number, n=sum(gone.values()))
    count_loss(g, number, left // 2)


class InTheBox(StrEnum):
    """33.8.6: what a force does that finds the enemy where it has retreated to."""

    ATTACK = "attack"
    STAY = "stay"


def into_trouble(g: Fyow, number: int) -> Procedure:
    """33.8.5, 33.8.6: on a board held by enemy worth more than half its own value a force in Disarray surrenders."""
    unit = g.unit(number)
    called_out(g, unit.board, unit.side)
    foes = g.holders(unit.board, g.enemy(unit.side))
    if not foes or unit.box < 0:
        return
    worth = sum(g.half_value(n) for n in foes)
    if unit.disarray and 2 * worth > g.half_value(number):
        for foe in foes:
            g.spot(unit.side, foe)
            g.spot(g.enemy(unit.side), number)
        g.destroy(number, "{unit} runs into the enemy and surrenders.", "fyow.33.8.5")
        return
    prompt = f"{unit.name} finds the enemy on the board: attack, or stay in the box?"
    words: dict[str, Any] = {"name": Ask.IN_THE_BOX, "decline": InTheBox.STAY, "final": True, "kind": "attack", "secret": True}
    answer = yield g.ask(unit.side, prompt, list(InTheBox), rule="fyow.33.8.6", **words)
    g.reveal()  # now it sees who stands there
    for foe in foes:
        g.spot(unit.side, foe)
    unit.cornered = answer == InTheBox.STAY
    if answer == InTheBox.ATTACK:
        yield from contact(g, number, g.known_enemies(unit.side, unit.board)[:1])


def ways_out(g: Fyow, battle: Battle, number: int) -> list[str]:
    """Boards to which a force may retreat: linked, without known enemy, not through a box that an enemy holds."""
    return [g.static.boards[g.static.other_end(n, battle.board)].id for n in ways_back(g, number, battle)]
