"""Chapter 4, rounds: naming, HQ actions, the activation throw, movement, spotting, strikes, combats (4.round.*, 4.activate*).

The round under way is `state.round`; `step` says what is left to do, so every checkpoint here is one.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import PASS, Refusal, cites
from grognard.kernel.game import Procedure
from grognard.kernel.listed import Listed

from ..air import strike
from ..asks import Ask
from ..card_effects import moments, normal
from ..combat import bombardment
from ..combat.artillery import guns_for
from ..combat.choices import Clash, NextFight
from ..combat.cycle import combat
from ..combat.fight import fights_on
from ..context import Napalini
from ..engineers.tasks import keep_charges
from ..movement import moves
from ..movement.orders import waiting
from ..state import NOWHERE, Round
from ..steps import Steps, at_once, in_order
from ..supply.lines import note_sources
from ..table.sight import spotting
from ..victory.score import collapse, note_prizes
from . import hq_actions
from .activation import SUCCEEDS, activation_tally, has_op, no_throw, op_view, sure, would_act

PASS_ROUND = "pass the round"


@cites("napalini.4.round.alternate")
def next_side(g: Napalini) -> str:
    """4.round.alternate, 4.round.end, 4.round.afternoon, 1.meeting.order: who takes the next round, or nobody."""
    s = g.state
    first, second = g.order
    if s.period_rounds == 0 and not s.passed:
        start = first
        if s.period == "afternoon" and s.last_round:
            start = first_after_noon(g)
        return start if has_op(g, start) else (g.other(start) if has_op(g, g.other(start)) else "")
    if g.static.meeting:
        turn = g.other(s.last_round)
        return turn if has_op(g, turn) else (s.last_round if has_op(g, s.last_round) else "")
    if not has_op(g, first):
        return second if last_answer(g, first, second) else ""
    turn = g.other(s.last_round)
    return turn if has_op(g, turn) else first


@cites("napalini.4.round.afternoon")
def first_after_noon(g: Napalini) -> str:
    """The afternoon begins with the side that did not take the last round of the morning."""
    return g.other(g.state.last_round)


@cites("napalini.4.round.end")
def last_answer(g: Napalini, first: str, second: str) -> bool:
    """When the SO's Ops are spent the SD has one round more, in answer to the last of them."""
    return g.state.last_round == first and has_op(g, second) and not g.option("period_ends_with_last_so_op")


def rounds(g: Napalini) -> Procedure:
    """Rounds until the period ends."""
    s = g.state
    while True:
        if s.round is None:
            side = next_side(g)
            if not side:
                return
            if may_pass(g, side):
                answer = yield g.ask(
                    side,
                    "Take the first round of the afternoon?",
                    ["take it", PASS_ROUND],
                    rule="napalini.4.round.afternoon",
                    name=Ask.AFTERNOON,
                    decline=PASS_ROUND,
                )
                if answer == PASS_ROUND:
                    s.passed, s.last_round = True, side
                    g.tell("{side} passes the first round.", rule="napalini.4.round.afternoon", side=side)
                    g.checkpoint()
                    continue
            s.round = Round(side)
            for army in s.armies:
                army.moved_hq = army.used_action = False
            for unit in s.units:
                unit.came = NOWHERE
            note_prizes(g)  # who holds the towns before anybody can take one
            g.moment("round")
        g.checkpoint()
        yield from one_round(g)
        s.last_round = s.round.side
        s.rounds += 1
        s.period_rounds += 1
        s.round = None
        s.passed = False
        if (ended := collapse(g)) is not None:
            raise g.over(ended.winner, ended.text, rule=ended.rule, scores=ended.scores)
        g.checkpoint()


def may_pass(g: Napalini, side: str) -> bool:
    """The SD may pass the first round of the afternoon without losing an Op."""
    s = g.state
    first_of_noon = s.period == "afternoon" and s.period_rounds == 0 and not s.passed
    return first_of_noon and not g.static.meeting and side == g.order[1] and has_op(g, g.order[0])


def one_round(g: Napalini) -> Procedure:
    """4.round.sequence."""
    yield from in_order(g, g.round, "step", ROUND)
    note_sources(g)
    note_prizes(g)
    lower_in_contested(g)


def lower_in_contested(g: Napalini) -> None:
    """11.observe.balloon: a balloon comes down when its square is contested. Charges are looked after too."""
    for unit in g.state.units:
        if unit.raised and unit.where == "table" and g.contested(unit.at):
            unit.raised = False
    keep_charges(g)


def move_all(g: Napalini) -> Procedure:
    """The activated units one after another; a checkpoint before each."""
    r = g.round
    while waiting(g):
        g.checkpoint()
        members = yield from moves.next_mover(g)
        if not members:
            moves.no_column(g, waiting(g))
            r.acted = list(r.activated)
            break
        yield from moves.act(g, members)


def spot_all(g: Napalini) -> Procedure:
    yield from spotting(g)
    came = {square: [int(n) for n, to in g.round.entrants.items() if to == square] for square in g.round.queue}
    for square in drop_empty(g):
        if any(g.unit(n).at == square for n in came[square]):
            yield from moves.face_after_move(g, g.round.side, square, came[square])


# ------------------------------------------------------------------ naming and activation


AREA_HELP = (
    "An Op is for all units of the formation in the square that you name and in those next to it: each of them may move, "
    "attack, prepare or stay. One die is thrown: on 3 or more they act (less 1 from five squares off their headquarters), "
    "else the Op is lost."
)


def name_op(g: Napalini) -> Procedure:
    """4.activate.named: formation and AoO square, before anything else; the square holds no enemy (4.aoo)."""
    r = g.round
    able = [f for f in g.formations(r.side) if g.army(f).ops + g.army(f).bonus > 0]
    r.formation = able[0]
    if len(able) > 1:
        r.formation = yield g.ask(
            r.side,
            "Whose Op is it?",
            able,
            rule="napalini.4.round.sequence",
            label=lambda f: f"{g.static.formations[f].name} ({g.army(f).ops} Ops)",
            name=Ask.WHOSE_OP,
        )
    r.aoo = yield g.ask(
        r.side,
        f"{g.static.formations[r.formation].name}: name the square of its area of operations.",
        list(range(g.grid.size)),
        may=lambda sq: may_name(g, r.side, sq),
        rule="napalini.4.activate.named",
        label=g.label,
        show=lambda sq: op_view(g, r.formation, sq),
        name=Ask.AREA,
        about={"help": AREA_HELP},
        final=lambda _: hq_actions.throw_follows(g) and not no_throw(g, r.formation) and not g.army(r.formation).bonus,
        kind="order",
    )
    g.heading(
        "{side}: an Op of {formation} around {place}",
        rule="napalini.4.activate.named",
        side=r.side,
        formation=g.static.formations[r.formation].name,
        place=r.aoo,
    )
    yield from bonus_first(g)


def bonus_first(g: Napalini) -> Procedure:
    """4.activate.bonus: a bonus Op that was kept need not be the formation's last."""
    r = g.round
    army = g.army(r.formation)
    if army.ops and army.bonus:
        now = yield g.ask(
            r.side,
            "Throw for an Op, or use the bonus Op, which needs no throw?",
            ["later", "now"],
            rule="napalini.4.activate.bonus",
            label=lambda v: "the bonus Op" if v == "now" else "throw for an Op",
            name=Ask.BONUS_OP,
            final=lambda v: v == "later" and hq_actions.throw_follows(g) and not no_throw(g, r.formation),
        )
        r.bonus = now == "now"


def may_name(g: Napalini, side: str, square: int) -> Refusal | None:
    if g.enemies_in(square, side):
        return Refusal("napalini.4.aoo", f"{g.label(square)} holds the enemy.")
    return None


def activate(g: Napalini) -> str:
    """4.activate: throw for the Op, unless it is sure or a bonus Op; then note who is activated. Returns the next step."""
    r = g.round
    army = g.army(r.formation)
    if not army.ops and army.bonus:
        r.bonus = True
    if r.bonus:
        army.bonus -= 1
        r.success = True
        g.tell("A bonus Op needs no throw.", rule="napalini.4.activate.bonus")
    elif sure(g, r.formation):
        army.ops -= 1
        r.success = True
        g.tell("The last Op succeeds without a throw.", rule="napalini.4.activate.guaranteed")
    else:
        total = activation_tally(g, r.formation, r.aoo, r.prompted)
        hq = g.hq(r.formation)
        open_ = hq < 0 or g.unit(hq).revealed
        die = g.d6("Activation", rule="napalini.4.activate", by=r.side, tallies=[total] if open_ else [])
        army.tried += 1
        r.success = die + int(total) >= SUCCEEDS
        army.ops -= 1
    if r.success:
        army.succeeded += 1
        if hq_words := g.static.formations[r.formation].name:
            g.tell("{formation} is activated.", rule="napalini.4.activate", formation=hq_words)
        r.activated = would_act(g, r.formation, r.aoo)
    else:
        g.tell("The Op fails.", rule="napalini.4.activate.fail")
    for square in r.ordered:
        chosen = [n for n in g.units_at(square, r.side) if ordered_too(g, n) and n not in r.activated]
        r.activated += chosen
    return "cards" if r.success else "move"


def ordered_too(g: Napalini, n: int) -> bool:
    """4.action.independent: units of the HQ's own formation; the formation was noted with the action."""
    r = g.round
    allowed = [int(k.split("/")[1]) for k in r.kinds if k.startswith("order/")]
    return g.unit(n).formation in allowed and g.unit(n).type != "hq"


# ------------------------------------------------------------------ combats


def drop_empty(g: Napalini) -> list[int]:
    """6.attack: where only dummies were, no combat follows and the units have simply moved. Returns those squares."""
    r, left = g.round, list[int]()
    gone = [sq for sq in r.queue if not g.real_at(sq, g.other(r.side)) or not g.real_at(sq, r.side)]
    for square in gone:
        r.queue.remove(square)
        if not g.enemies_in(square, r.side):
            left.append(square)
            for n in g.units_at(square, r.side):
                r.entrants.pop(str(n), None)
    return left


def why_no_fight(g: Napalini, value: Any) -> Refusal | None:
    """Why there is no such combat or bombardment now."""
    kind, square = value.kind, value.square
    if kind is Clash.BOMBARD:
        return bombardment.why_no_target(g, square)
    if square in g.round.fought:
        return Refusal("napalini.7.cycle", f"The combat in {g.label(square)} has been fought this round.")
    if kind is Clash.FIGHT_ON and square not in fights_on(g):
        return Refusal("napalini.6.contested.leave", f"No activated unit of yours can fight on in {g.label(square)}.")
    if kind is Clash.COMBAT and square not in g.round.queue:
        return Refusal("napalini.6.attack", f"Nobody attacked {g.label(square)}.")
    return None


def combats(g: Napalini) -> Procedure:
    """Bombardments and combats in the order the active player chooses."""
    r = g.round
    while True:
        g.checkpoint()
        if r.cleared >= 0:
            yield from moments.audace(g)
            r.cleared = NOWHERE
            g.checkpoint()
        options = [NextFight(Clash.COMBAT, sq) for sq in r.queue if sq not in r.fought]
        must = bool(options)
        if options and r.cards and r.cards[-1].startswith("first/"):
            first = int(r.cards[-1].split("/")[1])
            if NextFight(Clash.COMBAT, first) in options:
                options = [NextFight(Clash.COMBAT, first)]
                r.cards.pop()
        else:
            options += [NextFight(Clash.FIGHT_ON, sq) for sq in fights_on(g)]
            options += [NextFight(Clash.BOMBARD, sq) for sq in bombardment.targets(g)]
        if not options:
            return
        value: NextFight | str = options[0]
        if len(options) > 1 or not must:
            value = yield Listed(
                r.side,
                "Which combat or bombardment is next?",
                options if must else [*options, PASS],
                "napalini.4.round.sequence",
                judge=lambda v: why_no_fight(g, v),
                candidates=lambda: [NextFight(kind, sq) for kind in reversed(Clash) for sq in range(g.grid.size)],
                label=lambda v: "no more" if v == PASS else f"{v.kind} in {g.label(v.square)}",
                on=lambda v: ("", "" if v == PASS else g.label(v.square)),
                name=Ask.NEXT_COMBAT,
                final=lambda v: v != PASS and v.kind is not Clash.BOMBARD and not guns_for(g, r.side, v.square, False),
                kind=lambda v: "" if v == PASS else "fire" if v.kind is Clash.BOMBARD else "attack",
            )
        if not isinstance(value, NextFight):
            return
        square = value.square
        if value.kind is Clash.BOMBARD:
            yield from bombardment.bombardment(g, square)
            continue
        r.fought.append(square)
        if g.real_at(square, r.side) and g.real_at(square, g.other(r.side)):
            yield from combat(g, square)
            note_sources(g)


ROUND: Steps = {
    "name": (name_op, "actions"),
    "actions": (hq_actions.hq_actions, "throw"),
    "throw": (at_once(activate), "move"),
    "cards": (normal.normal_cards, "move"),
    "move": (move_all, "spot"),
    "spot": (spot_all, "passive"),
    "passive": (moments.fireman_or_ghost, "strike"),
    "strike": (strike.ground_attack, "combat"),
    "combat": (combats, "end"),
}
