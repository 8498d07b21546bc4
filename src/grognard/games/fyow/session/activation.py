"""Sections 4.6 and 15: what a card brings. Forced things first, then the battle stage that is due, then one main act.

An activation goes by `state.step`: "" the card is turned up; "pickets" after the forced things and the Detection Throw,
which are not repeated when the match is taken up again there; "looked" after the battles of linked Pickets; "asked" once the
staff has left the card to the player, who keeps it whatever he does besides; "sought" after asking for new orders.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.kernel import Procedure, Refusal, cites
from grognard.kernel.scene import OddsView, OptionView
from grognard.kernel.words import counted

from .. import acts
from ..acts import STAY, Act
from ..asks import Ask
from ..battle.paper import battle_card, tidy
from ..command.commanders import will_he
from ..command.questions import manages, may_put
from ..contact import concealment
from ..contact.contact import arrive, beaten_on, called, come_on, contact, may_come_on
from ..contact.detection import RECCE
from ..context import SESSIONS, Fyow
from ..forces.fractions import renew
from ..march.movement import allowance, attempt, chance, knows_of_battle, may_move, movement
from ..orders.order_kinds import may_order
from ..orders.orders import proposals
from ..state import DESTROYED, WITHDRAWN, Order
from ..supply.rationed import abandon, at_rest
from ..supply.rest import wake
from ..tables import ELEMENTS
from . import bc_acts, tasks, umpire
from .opening import by_daylight, opening, picket_stages, reorganise
from .routine import routine_act
from .senior import senior_card

MARCHES = (acts.Enter, acts.Move, acts.SendPicket, acts.ShiftPicket, acts.Land, acts.LandWave, acts.MoveMarker)
EYE: dict[type[Act], str] = {
    **dict.fromkeys(MARCHES, "move"), acts.Assault: "attack", acts.Shell: "fire", acts.Seek: "order", acts.AskFor: "order",
}  # fmt: skip
ON_THE_WAY = (acts.Stay, acts.CallObvious, acts.Gather, acts.Form, acts.JoinBox, acts.Lead)  # what can still be gone back on


@cites("fyow.10.4.1")
def must_go_away(g: Fyow, number: int) -> bool:
    """10.4.1: a condition that makes it leave overrules its orders."""
    return g.unit(number).condition == WITHDRAWN


def activate(g: Fyow, card: int) -> Procedure:
    """A card is turned up: a Senior Command's (negative) or a unit's."""
    if card >= umpire.ARMS:
        yield from umpire.card(g, card)
        return
    if card < 0:
        yield from senior_card(g, -1 - card)
        return
    if g.unit(card).condition == DESTROYED:
        return
    if g.unit(card).aboard < 0 and not g.static.boards[g.unit(card).board].land:
        return  # in transports on the open sea: nothing to do until craft take it aboard (ruling R181)
    if g.state.step == "":
        opening(g, card)
        g.state.step = "pickets"
        g.checkpoint()
    if g.state.step == "pickets":
        yield from picket_stages(g, card)
        g.state.step = "looked"
        g.checkpoint()
    if g.state.step == "looked":
        used = yield from battle_card(g, card)
        if used or g.unit(card).condition == DESTROYED:
            umpire.closing(g, card)
            return
    if g.state.step != "after":
        if must_go_away(g, card):
            yield from go_away(g, card)
        else:
            yield from main_act(g, card)
        umpire.closing(g, card)
        g.state.step = "after"
        g.checkpoint()
    battle = g.battle_of(card)
    if battle and battle.opened == g.now and battle.since < g.now and card in battle.attackers and not battle.result:
        yield from battle_card(g, card)  # a small encounter: Contact and Combat in one session


# ------------------------------------------------------------------ the main act


def main_act(g: Fyow, number: int) -> Procedure:
    """Ruling R48: one main act; besides it the BC may seek new orders."""
    unit, act = g.unit(number), STAY
    if g.options["staff_routine"] and g.state.step == "looked":
        done = routine_act(g, number, [a for a in [*acts_of(g, number), STAY] if a == STAY or may_act(g, number, a) is None])
        if done is not None:
            yield from carry_out(g, number, done)
            return
        g.state.step = "asked"
    while True:
        thought = acts_of(g, number) + bc_acts.acts_of(g, number)
        if g.state.step in ("looked", "asked"):
            others = [o for o in proposals(g, number).values() if o != unit.order]
            thought += [acts.Seek(o.kind, o.objective, o.contact) for o in others]
        g.checkpoint()
        words: dict[str, Any] = {
            "may": lambda act: may_act(g, number, act),
            "also": [STAY],
            "label": lambda act: label(g, number, act),
            "on": lambda act: (f"u{number}", place_of(g, number, act)),
            "show": lambda act: show(g, number, act),
            "about": {"piece": f"u{number}"},
            "name": Ask.ACT,
            "decline": STAY,
            "final": lambda act: not isinstance(act, ON_THE_WAY),
            "kind": lambda act: EYE.get(type(act), ""),
            "secret": True,
        }
        act = yield g.ask(unit.side, prompt(g, number), thought, rule="fyow.4.6.3", **words)
        if isinstance(act, acts.Seek):
            seek(g, number, Order(act.kind, act.objective, act.contact))
            g.state.step = "sought"
        elif type(act) in bc_acts.DOERS:
            yield from bc_acts.DOERS[type(act)](g, number, act)
            came_up = isinstance(act, acts.MoveMarker) and unit.arrived == g.now
            if unit.condition == DESTROYED or unit.kind == "picket" or came_up:
                return
        else:
            break
    yield from carry_out(g, number, act)


def prompt(g: Fyow, number: int) -> str:
    unit = g.unit(number)
    place = g.static.boards[unit.order.objective].name
    where = "in the box of " if unit.box >= 0 and knows_of_battle(g, number) else "at "
    here = f"{unit.name} ({unit.commander}), {where}{g.static.boards[unit.board].name}"
    return f"{here}: orders to {unit.order.kind}, {place}. What now?"


def acts_of(g: Fyow, number: int) -> list[Act]:
    """Everything that a force might think of; `may_act` judges it."""
    unit = g.unit(number)
    found: list[Act] = [acts.Move(link) for link in g.static.land_links(unit.board)]
    found += [acts.Deploy(link) for link in g.static.land_links(unit.board)]
    found += [acts.Assault(n) for n in foes(g, number)]
    if unit.disarray:
        found.append(acts.Reorganise())
    if unit.attitude == "deployed":
        found.append(acts.Fortify())
    if unit.mode == "rest":
        found.append(acts.Wake())
    if unit.outside:
        found.append(acts.Enter())
    found += concealment.acts_of(g, number)
    return found + tasks.acts_of(g, number)


def may_act(g: Fyow, number: int, act: Act) -> Refusal | None:
    if isinstance(act, acts.Move):
        return may_move(g, number, act.link)
    if isinstance(act, acts.Seek):
        return may_seek(g, number) or may_order(g, number, act.kind, act.objective)
    kind = type(act)
    return (JUDGES.get(kind) or bc_acts.JUDGES.get(kind) or tasks.JUDGES[kind])(g, number, act)


def may_deploy(g: Fyow, number: int, act: acts.Deploy) -> Refusal | None:
    """15.3.4, ruling R38: instead of moving, for one move of the day; not at Rest, not in Disarray."""
    unit = g.unit(number)
    if at_rest(unit):
        return Refusal("fyow.20.6.4", f"{unit.name} is at Rest and may not redeploy.")
    if unit.disarray:
        return Refusal("fyow.15.3.6", f"{unit.name} is in Disarray and cannot deploy.")
    if unit.box >= 0 and (unit.outside or knows_of_battle(g, number) or g.known_enemies(unit.side, unit.board)):
        return Refusal("fyow.15.3.2", f"{unit.name} is in the box and cannot deploy on the board.")
    if unit.attitude != "present" and unit.facing == act.link:
        return Refusal("fyow.15.3.4", f"{unit.name} is Deployed that way already.")
    if g.cramped(number):
        return Refusal("fyow.13.1.1", f"{g.static.boards[unit.board].name} is a half board: a Battlegroup cannot deploy there.")
    if unit.moves >= allowance(unit):
        return Refusal("fyow.15.3.4", f"{unit.name} has no move left today, and deploying costs one.")
    return None


def may_assault(g: Fyow, number: int, act: acts.Assault) -> Refusal | None:
    """Ruling R175: the occupier may go for a force in the box, or a force in the box for the occupier, as orders allow."""
    unit = g.unit(number)
    if g.battle_of(number) is not None and knows_of_battle(g, number):
        return Refusal("fyow.33.7.1.5", f"{unit.name} is in a battle already.")
    if unit.condition >= 2:
        return Refusal("fyow.base.sc.5", f"{unit.name} is Red: it may defend but not attack.")
    if unit.disarray:
        return Refusal("fyow.15.3.6", f"{unit.name} is in Disarray and cannot attack.")
    if unit.mode == "rest":
        return Refusal("fyow.20.6.4", f"{unit.name} is at Rest.")
    if act.foe in beaten_on(g, unit.board):
        return Refusal("fyow.33.7.3.17", "That force is beaten and about to go: only who has beaten it may strike again.")
    if unit.order.kind not in ("engage", "move to contact", "conceal"):
        return Refusal("fyow.33.7.1.1", f"The orders of {unit.name} ({unit.order.kind}) do not allow contact.")
    return None


def may_reorganise(g: Fyow, number: int, act: Act) -> Refusal | None:
    if not by_daylight(g):
        return Refusal("fyow.33.8.2", f"{g.unit(number).name} can reorganise only by daylight.")
    return None


def may_fortify(g: Fyow, number: int, act: Act) -> Refusal | None:
    """15.3.5: four complete sessions Deployed and wholly unchallenged."""
    unit = g.unit(number)
    if at_rest(unit):
        return Refusal("fyow.20.6.4", f"{unit.name} is at Rest and builds no works.")
    if unit.calm < 4:
        calm = max(0, unit.calm)
        words = f"{unit.name} has been Deployed and unchallenged for {counted(calm, 'session')}; it takes 4."
        return Refusal("fyow.15.3.5", words, limit=4, measured=calm)
    return None


def may_wake(g: Fyow, number: int, act: Act) -> Refusal | None:
    return None


JUDGES: dict[type[Act], Callable[[Fyow, int, Any], Refusal | None]] = {
    acts.Deploy: may_deploy, acts.Assault: may_assault, acts.Reorganise: may_reorganise, acts.Fortify: may_fortify,
    acts.Wake: may_wake, acts.Conceal: concealment.may_conceal, acts.Enter: lambda g, number, act: may_come_on(g, number),
}  # fmt: skip


@cites("fyow.14.3.1")
def march_by(g: Fyow, number: int, link: int) -> Procedure:
    """14.3.1: the route was named before the throw; if it fails there is no other one."""
    if attempt(g, number, link):
        yield from arrive(g, number)


def carry_out(g: Fyow, number: int, act: Act) -> Procedure:
    unit = g.unit(number)
    if isinstance(act, acts.Move):
        yield from march_by(g, number, act.link)
    elif isinstance(act, acts.Deploy):
        unit.attitude, unit.facing = "deployed", act.link
        unit.moves += 1
        unit.calm = -1  # 15.3.5: this session is no complete one
        unit.retry_link, unit.retries = -1, 0
        toward = g.static.other_end(act.link, unit.board)
        g.tell("{unit} deploys towards {board}.", rule="fyow.15.3.4", to=unit.side, unit=number, board=toward)
    elif isinstance(act, acts.Conceal):
        yield from concealment.conceal(g, number, act)
    elif isinstance(act, acts.Assault):
        if unit.order.kind == "conceal" and not will_he(g, unit, "does he strike from hiding?"):
            return
        yield from contact(g, number, [act.foe])
    elif isinstance(act, acts.Reorganise):
        reorganise(g, number, "fyow.15.3.6")
    elif isinstance(act, acts.Fortify):
        unit.attitude = "fortified"
        text = "{unit} raises its position at {board} to a Fortified Defence."
        g.tell(text, rule="fyow.15.3.5", to=unit.side, unit=number, board=unit.board)
    elif isinstance(act, acts.Wake):
        wake(g, number)
    elif isinstance(act, acts.Enter):
        unit.moved = True
        yield from come_on(g, number, g.known_enemies(unit.side, unit.board))
    elif type(act) in tasks.DOERS:
        yield from tasks.DOERS[type(act)](g, number, act)
    tidy(g)


# ------------------------------------------------------------------ 10.6: new orders


def may_seek(g: Fyow, number: int) -> Refusal | None:
    """10.6.1: unknown or underrated enemy, an unexpected attack, or detection where secrecy was needed."""
    unit = g.unit(number)
    if not unit.surprised:
        return Refusal("fyow.10.6.1", f"{unit.name} has met nothing that its orders did not foresee.")
    return may_put(g, unit.commander, "new orders")


def seek(g: Fyow, number: int, order: Order) -> None:
    """10.6.2: a Command Decision; the new orders count from the next activation."""
    unit = g.unit(number)
    unit.surprised = False
    if manages(g, unit, "does he get new orders?", "new orders"):
        unit.pending = order
        g.tell("{name} asks for other orders, and gets them.", rule="fyow.10.6.2", to=unit.side, name=unit.commander)
    else:
        g.tell("{name} asks for other orders in vain.", rule="fyow.8.2.1", to=unit.side, name=unit.commander)


# ------------------------------------------------------------------ base.sc.6: withdrawn


@cites("fyow.12.0.1")
def go_away(g: Fyow, number: int) -> Procedure:
    """base.sc.6, 14.14.1: away from the enemy each session, at +1, until no enemy is known within two boards."""
    unit, static = g.unit(number), g.static
    foes = [g.unit(n).board for n in g.alive(g.enemy(unit.side)) if g.knows(unit.side, n)]
    foes += [int(board) for board, when in g.state.sighted[unit.side].items() if g.now - when <= SESSIONS]
    near = static.graph.distances(1 << unit.board, -1, static.land)
    if not any(near.get(board, 99) <= 2 for board in foes):
        return
    make_ready(g, number)
    links = [n for n in static.land_links(unit.board) if may_move(g, number, n, retreat=True) is None]
    home = static.far[static.home[unit.side]]
    links = [n for n in links if not g.known_enemies(unit.side, static.other_end(n, unit.board))]
    if not links:
        return
    link = min(links, key=lambda n: (home.get(static.other_end(n, unit.board), 10**6), n))
    if attempt(g, number, link, retreat=True):
        disordered(g, number)
        yield from arrive(g, number)
        tidy(g)
    else:
        g.tell("{unit} cannot get away and fights on where it is.", rule="fyow.14.14.2", to=unit.side, unit=number)


@cites("fyow.base.sc.6")
def make_ready(g: Fyow, number: int) -> None:
    """base.sc.6 with 20.6.5 and 20.7.1.3: it must go, so it breaks its rest, and without fuel it leaves its vehicles."""
    unit = g.unit(number)
    if at_rest(unit):
        wake(g, number)
    if unit.stopped and tasks.may_abandon(g, number, acts.Abandon()) is None:
        abandon(g, number)
        renew(g, number)


def disordered(g: Fyow, number: int) -> None:
    """14.14.3: it arrives in disordered Line of March; who heads it is diced."""
    unit = g.unit(number)
    if not unit.elements:
        return
    head = g.draw(sorted(unit.elements), to=[unit.side])[0]
    unit.lead = "recce" if head in RECCE else ""
    name = str(ELEMENTS[head]["name"])
    g.tell("{unit} streams back in disorder, {name} in front.", rule="fyow.14.14.3", to=unit.side, unit=number, name=name)


# ------------------------------------------------------------------ words


def place_of(g: Fyow, number: int, act: Act) -> str:
    unit = g.unit(number)
    if isinstance(act, acts.Move | acts.Deploy):
        return g.static.boards[g.static.other_end(act.link, unit.board)].id
    if isinstance(act, acts.Seek):
        return g.static.boards[act.objective].id
    if type(act) in bc_acts.DOERS:
        return bc_acts.place_of(g, number, act)
    return g.static.boards[unit.board].id


LABELS: dict[type[Act], str] = {
    acts.Reorganise: "Reorganise, to come out of Disarray", acts.Fortify: "Build a Fortified Defence where it is dug in",
    acts.Conceal: "Hide: every element throws, 6+ conceals it", acts.Wake: "Break the rest and pay for an Active day",
    acts.Stay: "Stay: do nothing more with this card", acts.Enter: "Enter the board from its box",
}  # fmt: skip
# what it is for: a heading over the choices, in the order in which a staff thinks of them
GROUPS: dict[str, tuple[type[Act], ...]] = {
    "March": (
        acts.Move, acts.Enter, acts.Land, acts.LandWave, acts.JoinBox, acts.Lead, acts.MoveMarker, acts.ShowMarker,
        acts.FixMarkers,
    ),
    "Fight": (acts.Assault, acts.Shell, acts.HoldFire),
    "Dig in": (acts.Deploy, acts.Fortify, acts.Conceal),
    "Look about": (acts.Gather, acts.SendPicket, acts.ShiftPicket, acts.PicketAgain),
    "Split off and take back": (acts.Form, acts.Absorb, acts.Join),
    "Work": (acts.Work, acts.Repair, acts.Cut, acts.Abandon),
    "Orders and support": (acts.Seek, acts.AskFor, acts.CallObvious),
    "Rest": (acts.GoToRest, acts.Wake, acts.Reorganise),
}  # fmt: skip
GROUP = {kind: name for name, kinds in GROUPS.items() for kind in kinds}


def foes(g: Fyow, number: int) -> list[int]:
    return g.known_enemies(g.unit(number).side, g.unit(number).board)


def foe_words(g: Fyow, number: int, foe: int) -> str:
    here, side = foes(g, number), g.unit(number).side
    plain = len(here) == 1 and foe not in g.state.met[side]
    return "the enemy" if plain or foe not in here else called(g, side, foe, here.index(foe) + 1)


def label(g: Fyow, number: int, act: Act) -> str:
    unit, boards = g.unit(number), g.static.boards
    if isinstance(act, acts.Move):
        link = act.link
        cost = f"{g.static.link_cost[link]}{'V' if g.static.link_v[link] else ''}"
        return f"Move to {boards[g.static.other_end(link, unit.board)].name} ({cost}, {chance(g, number, link)} in 10)"
    if isinstance(act, acts.Deploy):
        return f"Deploy towards {boards[g.static.other_end(act.link, unit.board)].name}: dig in, at the price of a move"
    if isinstance(act, acts.Assault):
        return f"Attack {foe_words(g, number, act.foe)} on this board"
    if isinstance(act, acts.Seek):
        return f"Ask for new orders: {act.kind}, {boards[act.objective].name} (Command Decision)"
    if type(act) in LABELS:
        return LABELS[type(act)]
    return (bc_acts.LABELS.get(type(act)) or tasks.LABELS[type(act)])(g, number, act)


def show(g: Fyow, number: int, act: Act) -> OptionView:
    view = OptionView(act, label(g, number, act), f"u{number}", place_of(g, number, act), group=GROUP.get(type(act), ""))
    if isinstance(act, acts.Move):
        tenths = chance(g, number, act.link)
        view.tallies = [movement(g, number, act.link).view()]
        view.odds = [OddsView("Movement Test", [("through", tenths / 10), ("stays", 1 - tenths / 10)], "fyow.14.5.2", [1, -1])]
        view.cost = str(g.static.link_cost[act.link])
    return view
