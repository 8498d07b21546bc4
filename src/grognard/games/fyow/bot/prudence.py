"""What the commander does not do at a card, however it looks at first sight.

He does not fight alone what two could beat together within the hour, does not come up behind friends who are about to be beaten
(33.7.3.18 takes him with them), and does not fritter a Battlegroup away in companies, nor in platoons
sent one after the other to where the last was lost.
"""

from __future__ import annotations

from ..acts import Act, Assault, Form, Move, SendPicket
from ..battle.combat_table import odds, reading
from ..contact.contact import enters
from ..context import SESSIONS, Fyow
from ..march.movement import allowance, knows_of_battle
from ..state import RED, Battle
from .general import chances, company_for, desperate
from .plans import UNKNOWN, attack, last_seen

JUST_NOW = 2  # sessions
GAIN = 0.15  # so much better must it be together, to be worth waiting for
PATIENCE = 2  # sessions, for a friend next door; one more for each board
TOO_FAR = -99
LATELY = 2 * SESSIONS  # since a lost Picket set out
HOPE = -0.1  # how likely he is driven out, less half of how likely the attack is beaten off
COMPANIES = 8  # a Combat Value of a company or two
PLATOONS = 4  # a Combat Value that a platoon may well find and hold its own against
LATE = 4  # from the fifth session on nobody else will come up today


def unwise(g: Fyow, number: int, act: Act) -> bool:
    """Whether this act of its card is left undone."""
    unit = g.unit(number)
    if isinstance(act, SendPicket):
        target = g.static.other_end(act.link, unit.board)
        seen = g.now - g.state.sighted[unit.side].get(str(target), -JUST_NOW - 1) <= JUST_NOW
        return seen or lost_there(g, unit.side, target) or battalion_there(g, unit.side, target)
    if isinstance(act, Form):
        return wasted(g, number)
    if isinstance(act, Assault):
        return better_together(g, number, unit.board, [act.foe])
    if isinstance(act, Move):
        target = g.static.other_end(act.link, unit.board)
        foes = g.known_enemies(unit.side, target)
        if gives_up(g, number) or dragged_down(g, number, target) or hopeless(g, number, target):
            return True
        if not foes and blind_alone(g, number, target):
            return True
        return enters(g, number) and better_together(g, number, target, foes)
    return False


def gives_up(g: Fyow, number: int) -> bool:
    """It would leave an objective to an enemy who is before it and whom it need not fear: platoons, or nobody knows whom."""
    unit = g.unit(number)
    if unit.box >= 0 or unit.condition >= RED or unit.disarray or unit.board not in g.static.objectives:
        return False
    foes = g.known_enemies(unit.side, unit.board)
    stay = [n for n in g.holders(unit.board, unit.side) if n != number and g.unit(n).order.objective == unit.board]
    feared = g.combat_value(*[n for n in foes if n in g.state.met[unit.side]])
    return bool(foes) and not stay and feared <= g.combat_value(number)


def battalion_there(g: Fyow, side: str, board: int) -> bool:
    """Somebody was met there within two days who is more than platoons: they would only be beaten one by one."""
    return g.combat_value(*[n for n in last_seen(g, side, board) if n in g.state.met[side]]) > PLATOONS


def lost_there(g: Fyow, side: str, board: int) -> bool:
    """A Picket of ours went out to that board lately and did not live: the next platoon would fare no better."""
    fallen = [unit for unit in g.state.units if unit.side == side and unit.board == board and unit.fell]
    return any(unit.kind == "picket" and g.now - unit.born <= LATELY for unit in fallen)


def wasted(g: Fyow, number: int) -> bool:
    """A company against what is known to be stronger than it; or a second one while the first is still away."""
    named = company_for(g, number)
    if named is None or named.objective not in g.static.number:
        return False
    board, side = g.static.number[named.objective], g.unit(number).side
    sent = [n for n in g.alive(side) if g.unit(n).kind == "fraction" and number in (g.unit(n).parent, g.unit(n).chief)]
    if named.kind != "defend" and any(g.unit(n).board != g.unit(number).board for n in sent):
        return True
    met = [n for n in last_seen(g, side, board) if n in g.state.met[side]] if named.kind == "engage" else []
    return 20 * g.combat_value(*met) > g.part_value(named.elements)


def better_together(g: Fyow, number: int, board: int, foes: list[int]) -> bool:
    """Friends are bound for the same place and can be there today, and with them the attack is worth clearly more: it waits."""
    unit = g.unit(number)
    waited = g.now - unit.arrived if unit.box >= 0 else unit.still
    if not foes or g.state.session > LATE:
        return False
    steps = {n: marches(g, n, board) for n in g.in_the_field(unit.side) if n != number and comes_too(g, n, board)}
    others = [n for n, far in steps.items() if waited <= PATIENCE - 1 + far]
    return bool(others) and chances(g, [number, *others], foes, board) >= chances(g, [number], foes, board) + GAIN


def hopeless(g: Fyow, number: int, board: int) -> bool:
    """Those whom we met there lately are too many for him and whoever comes with him: he was beaten by them once already."""
    unit = g.unit(number)
    foes = last_seen(g, unit.side, board)
    if not foes or desperate(g, unit.side) or any(n not in g.state.met[unit.side] for n in foes):
        return False
    beside = {board, *(g.static.other_end(link, board) for link in g.static.land_links(board))}
    friends = [n for n in g.in_the_field(unit.side) if n != number and comes_too(g, n, board) and g.unit(n).board in beside]
    fights = [battle for battle in g.state.battles if battle.board == board and not battle.result]
    friends += [n for battle in fights if battle.attacker == unit.side for n in battle.attackers if n != number]
    return chances(g, [number, *friends], foes, board) < HOPE


def blind_alone(g: Fyow, number: int, board: int) -> bool:
    """The enemy holds it and nobody has looked: who fails to see him there is in a fight (16.2). Rather with a friend."""
    unit = g.unit(number)
    guarded = board in g.static.objectives and g.state.known_control[unit.side][board] == g.enemy(unit.side)
    if not guarded or unit.kind != "battlegroup" or g.state.session > LATE:
        return False
    steps = {n: marches(g, n, board) for n in g.in_the_field(unit.side) if n != number and comes_too(g, n, board)}
    others = [n for n, far in steps.items() if unit.still <= PATIENCE - 1 + far]
    alone, together = g.combat_value(number), g.combat_value(number, *others)
    return bool(others) and attack(g, board, together, UNKNOWN) >= attack(g, board, alone, UNKNOWN) + GAIN


def marches(g: Fyow, number: int, board: int) -> int:
    """Boards that it has to go, if it has the moves and the sessions for them today; else too many to wait for."""
    unit = g.unit(number)
    if unit.board == board:
        return TOO_FAR  # it joins in the Contact session if it likes
    reach = g.static.reach_over_land(unit.board)
    far = len(reach.path_to(board)) - 1 if board in reach else TOO_FAR
    able = min(allowance(unit) - unit.moves, LATE + 1 - g.state.session)
    return far if far <= able else TOO_FAR


def comes_too(g: Fyow, number: int, board: int) -> bool:
    """A Battlegroup under orders to go there, and able to."""
    unit = g.unit(number)
    ready = unit.condition < RED and not unit.disarray and unit.mode == "active" and not knows_of_battle(g, number)
    return unit.kind == "battlegroup" and ready and unit.order.objective == board


def dragged_down(g: Fyow, number: int, board: int) -> bool:
    """Friends are in a fight there which it would not join, or which will be lost even so."""
    side = g.unit(number).side
    for battle in g.state.battles:
        own = battle.attackers if battle.attacker == side else battle.defenders
        friends = [n for n in own if knows_of_battle(g, n)]
        if battle.board != board or not friends:
            continue
        if any(n in battle.beaten for n in friends):
            return True
        if battle.attacker == side and g.combat_value(*friends) <= COMPANIES and not g.known_enemies(side, board):
            return True  # a Picket has run into somebody unseen: that is its affair
        attacks = battle.attacker == side
        joins = enters(g, number) if attacks else all(g.unit(n).box < 0 for n in friends)
        if not joins or lost(g, battle, [*own, number], attacks=attacks):
            return True
    return False


def lost(g: Fyow, battle: Battle, own: list[int], *, attacks: bool) -> bool:
    """Whether it is more likely than not that these are beaten."""
    known = [n for n in (battle.defenders if attacks else battle.attackers) if n in g.state.met[g.unit(own[0]).side]]
    if not known:
        return False
    fight = Battle(battle.board, battle.attacker, own, known) if attacks else Battle(battle.board, battle.attacker, known, own)
    beaten = "AR" if attacks else "DR"
    return sum(p for result, p in odds(reading(g, fight)) if result.startswith(beaten)) > 0.5
