"""Chapter 20.11: leaders who give themselves an order, and bad moves."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel import DONE, PASS, Procedure, Refusal, cites
from grognard.kernel.words import capital

from ..asks import Ask
from ..context import Nlc
from ..hidden.discovery import reveal_holder
from ..hidden.marches import blocked_ahead, march_of, reroute
from ..leaders.wings import acting
from ..orders.holders import TITLES, division_units, holder_name, place_of, recipient_place
from ..orders.orders import begin
from ..orders.ratings import initiative_rating
from ..orders.targets import candidates, farther_from_enemy, may_target, target_hexes, target_name
from ..state import Order, Pending
from ..tables import INITIATIVE, ORDERS, chances_of_2d6, percent_words
from ..terrain.sight import extended_los
from ..values import BadOrder, OwnOrder
from .compliance import obey
from .issue import has_own_order, made_order, may_host, may_repeat
from .written import Written

REROUTE = "reroute"  # of a hidden march (25.5.3.1)
ATTACH = "attach"  # a division to another corps (20.13.5)
CONSIDERING = "considering its orders"  # the same words for whatever a side settles before new orders are written
OWN_KINDS = ("attack", "probe", "defend", "delay", "march", "fall_back", "reserve")


def may_try(g: Nlc, leader: int) -> Refusal | None:
    """20.11.1, R143: formation leaders and acting WCs, once a turn, in daylight; an OC only under an order of his own."""
    data = g.leader(leader)
    if g.state.tried >> leader & 1:
        return Refusal("nlc.20.11.1", f"{data.name} has tried this turn.")
    if not g.present(leader):
        return Refusal("nlc.20.11.1", f"{data.name} is not there.")
    if g.turn.night:
        return Refusal("nlc.20.11.1", f"It is night: {data.name} waits for orders.")
    if data.role == "overall" and not has_own_order(g, leader):
        return Refusal("nlc.20.11.1", f"{data.name} gives orders; he needs no initiative.")
    if data.role == "wing" and g.state.leads[leader] < 0 and not acting(g, leader):
        return Refusal("nlc.20.11.1", f"{data.name} is in reach of his chief and does not act.")
    if data.role == "corps" and g.leader_of(data.formation) != leader:
        return Refusal("nlc.20.11.1", f"{data.name} does not lead his formation now.")
    return None


def beneficiaries(g: Nlc, leader: int) -> list[int]:
    """For whom: himself; a division of his corps (20.13.3); a WC also for a subordinate formation (20.15.3)."""
    data = g.leader(leader)
    if data.role in ("overall", "wing") and g.state.leads[leader] < 0:
        found = [g.static.commander_holder[leader]]
        return found + (led_by_wing(g, leader) if data.role == "wing" else [])
    formation = g.state.leads[leader] if g.state.leads[leader] >= 0 else data.formation
    found = [formation]
    divisions = dict.fromkeys(g.units[u].division for u in g.units_of(formation))
    if len(divisions) > 1:
        found += [g.static.division_holder[formation, division] for division in divisions]
    found += [f.number for f in g.static.formations if f.superior == leader and g.units_of(f.number)]
    return found


@cites("nlc.20.15.3")
def led_by_wing(g: Nlc, leader: int) -> list[int]:
    """20.15.3: a WC may use his initiative for a formation of his wing."""
    return [formation for formation in g.leader(leader).commands if g.units_of(formation)]


def may_give_himself(g: Nlc, leader: int, holder: int, kind: str, target: str) -> Refusal | None:
    """20.11.2: the limits of 20.2.2 and 20.4.2, and a target in Extended LOS of the leader."""
    at = g.state.leader_at[leader]
    item = Written("", "", kind, target)
    units = g.holder_units(holder)
    if kind == g.state.orders[holder].kind == "reserve" and (units or g.static.holders[holder].kind != "division"):
        return Refusal("nlc.20.4.2", "He is in Reserve already.")
    if ORDERS[kind]["needs_target"]:
        if refusal := may_target(g, at, kind, target):
            return refusal
        hexes = target_hexes(g, target)
        if not any(extended_los(g, at, hex) for hex in hexes):
            return Refusal("nlc.20.11.2", f"{g.leader(leader).name} does not see {target_name(g, target)}.")
        if kind == "delay" and (refusal := farther_from_enemy(g, g.leader(leader).side, at, hexes)):
            return refusal
    return may_repeat(g, holder, item)


def goals(g: Nlc, leader: int, holder: int, kind: str) -> Iterator[str]:
    """What he can name with this order. 25.5.3.1: on a hidden march only a blocked hex to go round."""
    data = g.static.holders[holder]
    hidden = march_of(g, holder) or (data.kind == "division" and march_of(g, data.formation))
    if kind == REROUTE or hidden:
        yield from [g.label(hex) for hex in blocked_ahead(g, holder)] if kind == REROUTE else []
        return
    if kind == ATTACH:
        yield from hosts(g, leader, holder)
        return
    for name in sighted(g, leader) if ORDERS[kind]["needs_target"] else [""]:
        if may_give_himself(g, leader, holder, kind, name) is None:
            yield name


@cites("nlc.20.13.3")
def hosts(g: Nlc, leader: int, holder: int) -> list[str]:
    """20.13.3, R172: other corps of his side whose leader he sees, to which a division of his may be attached."""
    data, at = g.static.holders[holder], g.state.leader_at[leader]
    if data.kind != "division":
        return []
    found = []
    for formation in g.static.formations:
        place = place_of(g, formation.number)
        joined = all(g.state.holder[unit] == formation.number for unit in division_units(g, holder))
        if may_host(g, data, formation.number) is None and place >= 0 and not joined and extended_los(g, at, place):
            found.append(formation.id)
    return found


def sighted(g: Nlc, leader: int) -> list[str]:
    """Targets that he sees and that are within his reach, whatever the order."""
    key = ("sighted", leader)
    if key not in g.memo:
        at = g.state.leader_at[leader]
        names = [*candidates(g), *_hexes_in_sight(g, leader)]
        g.memo[key] = [
            name
            for name in names
            if any(extended_los(g, at, hex) for hex in target_hexes(g, name)) and may_target(g, at, "attack", name) is None
        ]
    kept: list[str] = g.memo[key]
    return kept


def _hexes_in_sight(g: Nlc, leader: int) -> list[str]:
    """Road hexes that he sees: there is always a stretch of road to aim for."""
    at = g.state.leader_at[leader]
    near = [hex for hex in g.grid.within(at, 4) if any(g.ground.road[6 * hex + way] for way in range(6))]
    return [g.label(hex) for hex in near if extended_los(g, at, hex)]


INITIATIVE_HELP = (
    "Before new orders are written, a leader may give himself another order than the one he has: name it, then 2d6 decide by "
    "his rating. On a bad move the enemy orders his formation about this turn. While his orders suit you, none is sensible."
)


def initiative_step(g: Nlc, side: int) -> Procedure:
    """One leader after another; the attempts are secret (R139), bad moves are not.

    Each side is asked once even if nobody can try: else the time that it takes would tell what it settles before (R91).
    """
    seat, name = g.seat(side), f"initiative {side}"
    while name not in g.state.done:
        g.checkpoint()
        while g.state.bad_moves:
            yield from bad_move(g, g.state.bad_moves[0])
            g.state.bad_moves.pop(0)
            g.checkpoint()
        leaders = [data.number for data in g.static.leaders if data.side == side]
        able = [leader for leader in leaders if may_try(g, leader) is None]
        if not able and f"{name} asked" in g.state.done:
            break
        prompt = "Which leader tries to act on his own initiative?"
        if g.turn.night:
            prompt = "It is night: nobody acts on his own initiative."
        choice = yield g.ask(
            seat, prompt, [DONE, *leaders], rule="nlc.20.11.1", secret=True, may=lambda n: None if n == DONE else may_try(g, n),
            label=lambda n: "none" if n == DONE else initiative_words(g, n),
            on=lambda n: ("", "") if n == DONE else (g.leader(n).id, ""), waiting=CONSIDERING,
            about={"help": "" if g.turn.night else INITIATIVE_HELP}, name=Ask.INITIATIVE, kind="order",
        )  # fmt: skip
        g.state.done.append(f"{name} asked")
        if choice == DONE:
            break
        yield from attempt(g, choice)
    if name not in g.state.done:
        g.state.done.append(name)


def attempt(g: Nlc, leader: int) -> Procedure:
    """20.11.1 to 20.11.4: the owner names the order first, then rolls."""
    data = g.leader(leader)
    seat = g.seat(data.side)
    g.state.tried |= 1 << leader
    options: list[OwnOrder] = []
    for holder in beneficiaries(g, leader):
        able = [kind for kind in (*OWN_KINDS, ATTACH, REROUTE) if any(True for _ in goals(g, leader, holder, kind))]
        options += [OwnOrder(holder, kind) for kind in able]
    if not options:
        return
    own = yield g.ask(
        seat, f"{data.name} gives which order to whom?", options, rule="nlc.20.11.1", secret=True,
        label=lambda v: f"{holder_name(g, v.holder)}: {_title(v.kind)}", about={"piece": data.id}, waiting=CONSIDERING,
        name=Ask.INITIATIVE_ORDER, kind="order", final=lambda v: len(list(goals(g, leader, v.holder, v.kind))) == 1,
    )  # fmt: skip
    holder, kind = own.holder, own.kind
    names = list(goals(g, leader, holder, kind))
    name = names[0]
    if len(names) > 1:
        name = yield g.ask(
            seat, f"{_title(kind)}: which {WHICH.get(kind, 'target')}?", names, rule="nlc.20.11.2", secret=True,
            label=lambda n: _called(g, n), on=lambda n: (data.id, _place(g, n)), waiting=CONSIDERING,
            name=Ask.INITIATIVE_TARGET, kind="order", final=True,
        )  # fmt: skip
    roll = g.roll("2d6", "Initiative of {leader}", rule="nlc.20.11.3", by=seat, to=[seat], leader=leader)
    result = initiative_result(g, leader, roll.total)
    if result == "A":
        g.tell("{leader} acts on his own initiative.", rule="nlc.20.11.4", to=seat, leader=leader)
        if orders_others(g, leader, holder):
            g.state.gave_orders |= 1 << leader
        if kind == REROUTE:
            reroute(g, holder, g.grid.hex(name))
            return
        if kind == ATTACH:
            obey(g, holder, Pending([], "C", g.state.turn, leader, join=g.static.formation_named[name]), rule="nlc.20.13.3")
            g.state.pending[holder] = None
            return
        give(g, holder, made_order(g, holder, kind, name, ()))
    elif result == "N":
        g.tell("{leader} cannot make up his mind.", rule="nlc.20.11.4", to=seat, leader=leader)
    else:
        g.reveal()
        g.tell("{leader} makes a bad move.", rule="nlc.20.11.5", leader=leader)
        yield from reveal_holder(g, holder)
        g.state.bad_moves.append(holder)


@cites("nlc.19.1.6")
def orders_others(g: Nlc, leader: int, holder: int) -> bool:
    """19.1.6: by initiative too, who orders a division (20.13.3) or a formation of his wing (20.15.3) has given orders."""
    return holder not in (g.state.leads[leader], g.static.commander_holder.get(leader, -1))


WHICH = {REROUTE: "hex", ATTACH: "corps"}


def _title(kind: str) -> str:
    return {REROUTE: "another way round", ATTACH: "attached to another corps"}.get(kind) or TITLES[kind]


def _called(g: Nlc, name: str) -> str:
    return holder_name(g, g.static.formation_named[name]) if name in g.static.formation_named else target_name(g, name)


def _place(g: Nlc, name: str) -> str:
    if name in g.static.formation_named:
        return g.label(place_of(g, g.static.formation_named[name]))
    hexes = target_hexes(g, name)
    return g.label(hexes[0]) if hexes else name


def initiative_words(g: Nlc, leader: int) -> str:
    """20.11.3: his name, and how likely he acts or makes a bad move."""
    chances = chances_of_2d6(lambda roll: initiative_result(g, leader, roll))
    acts, bad = (percent_words(chances.get(result, 0)) for result in ("A", "B"))
    return f"{g.leader(leader).name} (rating {initiative_rating(g, leader)}: acts {acts}, bad move {bad})"


def initiative_result(g: Nlc, leader: int, roll: int) -> str:
    value = initiative_rating(g, leader)
    return str(INITIATIVE[max(0, value), roll])


def give(g: Nlc, holder: int, order: Order) -> None:
    """At once, whoever it is for; a division is detached by it (20.13.3)."""
    if g.static.holders[holder].kind == "division":
        units = division_units(g, holder)
        for unit in units:
            g.state.holder[unit] = holder
        g.state.lead[holder] = units[0] if units else -1
    g.state.pending[holder] = None
    begin(g, holder, [order], rule="nlc.20.11.4")


def may_befall(g: Nlc, side: int, at: int, kind: str, name: str) -> bool:
    """R106, R168: a target that is legal for a leader there and in his Extended LOS. The opponent may not know where he is."""
    if not name:
        return True
    hexes = target_hexes(g, name)
    if kind == "delay" and farther_from_enemy(g, side, at, hexes):
        return False
    return may_target(g, at, kind, name) is None and any(extended_los(g, at, hex) for hex in hexes)


def bad_move(g: Nlc, holder: int) -> Procedure:
    """20.11.5, R106: the opponent may give the formation an order for this turn; he may decline."""
    data = g.static.holders[holder]
    enemy = g.seat(1 - data.side)
    at = recipient_place(g, holder)
    if at < 0:
        return
    options: list[BadOrder] = []
    for kind in OWN_KINDS:
        options += [BadOrder(kind, name) for name in (candidates(g) if ORDERS[kind]["needs_target"] else [""])]
    choice = yield g.ask(
        enemy, f"{capital(holder_name(g, holder))} makes a bad move: which order do you give it for this turn?",
        [PASS, *options], rule="nlc.20.11.5", label=lambda v: "none" if v == PASS else f"{TITLES[v.kind]} {target_name(g, v.target) if v.target else ''}".strip(),  # noqa: E501
        name=Ask.BAD_MOVE, kind="order", final=True,
    )  # fmt: skip
    if choice != PASS and not may_befall(g, data.side, at, choice.kind, choice.target):
        g.reveal()
        name = capital(holder_name(g, holder))
        g.tell("{who} cannot carry out such an order; nothing changes.", rule="nlc.20.11.5", who=name)
        return
    if choice == PASS:
        return
    order = made_order(g, holder, choice.kind, choice.target, ())
    order.given, order.bad_move = False, True
    if data.kind == "division":
        for unit in division_units(g, holder):
            g.state.holder[unit] = holder
    begin(g, holder, [order], rule="nlc.20.11.5")
    g.state.orders[holder].bad_move = True
