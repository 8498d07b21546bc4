"""Chapter 4, rounds: naming, HQ actions, the activation throw, movement, spotting, strikes, combats (4.round.*, 4.activate*).

The round under way is `state.round`; `step` says what is left to do, so every checkpoint here is one.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import PASS, Refusal, Tally
from grognard.kernel.cite import cite, in_force
from grognard.kernel.game import Procedure
from grognard.kernel.listed import Listed

from . import actions, barrage, bombard, card_effects, card_moments, movement, strike
from .combat import combat
from .context import Napalini
from .sequence import Steps, at_once, in_order
from .sight import spotting
from .state import NOWHERE, Round
from .supply import note_sources
from .victory import collapse, note_prizes

PASS_ROUND = "pass the round"


def has_op(g: Napalini, side: str) -> bool:
    return any(g.army(f).ops + g.army(f).bonus > 0 for f in g.formations(side))


def next_side(g: Napalini) -> str:
    """4.round.alternate, 4.round.end, 4.round.afternoon, 1.meeting.order: who takes the next round, or nobody."""
    s = g.state
    first, second = g.order
    if s.period_rounds == 0 and not s.passed:
        start = first
        if s.period == "afternoon" and s.last_round and in_force("napalini.4.round.afternoon"):
            start = g.other(s.last_round)
        return start if has_op(g, start) else (g.other(start) if has_op(g, g.other(start)) else "")
    if g.static.meeting:
        turn = g.other(s.last_round)
        return turn if has_op(g, turn) else (s.last_round if has_op(g, s.last_round) else "")
    if not has_op(g, first):
        late = s.last_round == first and has_op(g, second) and in_force("napalini.4.round.end")
        return second if late and not g.option("period_ends_with_last_so_op") else ""
    turn = g.other(s.last_round) if in_force("napalini.4.round.alternate") else s.last_round
    return turn if has_op(g, turn) else first


def rounds(g: Napalini) -> Procedure:
    """Rounds until the period ends."""
    s = g.state
    while True:
        if s.round is None:
            side = next_side(g)
            if not side:
                cite("napalini.4.round.end")
                return
            if may_pass(g, side):
                answer = yield g.ask(
                    side, "Take the first round of the afternoon?", ["take it", PASS_ROUND], rule="napalini.4.round.afternoon"
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
    return (
        first_of_noon
        and not g.static.meeting
        and side == g.order[1]
        and has_op(g, g.order[0])
        and in_force("napalini.4.round.afternoon")
    )


def one_round(g: Napalini) -> Procedure:
    """4.round.sequence."""
    yield from in_order(g, g.round, "step", ROUND)
    note_sources(g)
    note_prizes(g)
    barrage.lower_in_contested(g)


def move_all(g: Napalini) -> Procedure:
    """The activated units one after another; a checkpoint before each."""
    r = g.round
    while movement.waiting(g):
        g.checkpoint()
        members = yield from movement.next_mover(g)
        if not members:
            r.acted = list(r.activated)
            break
        yield from movement.act(g, members)


def spot_all(g: Napalini) -> Procedure:
    yield from spotting(g)
    drop_empty(g)


# ------------------------------------------------------------------ naming and activation


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
        )
    if in_force("napalini.4.activate.named"):
        r.aoo = yield g.ask(
            r.side,
            f"{g.static.formations[r.formation].name}: name the square of its area of operations.",
            list(range(g.grid.size)),
            may=lambda sq: may_name(g, r.side, sq),
            rule="napalini.4.activate.named",
            label=g.label,
            on=lambda sq: ("", g.label(sq)),
        )
    g.heading(
        "{side}: an Op of {formation} around {place}.",
        rule="napalini.4.activate.named",
        side=r.side,
        formation=g.static.formations[r.formation].name,
        place=r.aoo,
    )


def may_name(g: Napalini, side: str, square: int) -> Refusal | None:
    if g.enemies_in(square, side):
        return Refusal("napalini.4.aoo", f"{g.label(square)} holds the enemy.")
    return None


def activation_tally(g: Napalini, formation: int, aoo: int, prompted: bool) -> Tally:
    """4.activate: what is added to the die; 3 or more succeeds."""
    total = Tally("activation throw")
    side = g.static.formations[formation].side
    if prompted:
        total.add(1, "prompted", "napalini.4.action.prompt")
    hq = g.hq(formation)
    if hq < 0:
        total.add(-1, "no HQ", "napalini.4.hq.lost")
    else:
        at = g.place(hq)
        if at < 0 or g.distance(at, aoo) >= 5:
            total.add(-1, "five or more squares from the HQ", "napalini.4.activate.distance")
        if losses := g.hq_losses(formation):
            total.add(-losses, "losses of the HQ", "napalini.11.hq-losses")
    effects = g.camp(side).period_cards
    if "O3C" in effects and effects["O3C"] in (-1, formation):
        total.add(1, "The Grey Eminence", "napalini.card.O3C")
    return total


def sure(g: Napalini, formation: int) -> bool:
    """4.activate.guaranteed: the last available Op, if all others of the period have failed."""
    army = g.army(formation)
    wanted = 2 if g.option("winter_guarantees_two_ops") and g.static.season == "winter" else 1
    left = army.ops + army.bonus
    return army.succeeded + left <= wanted and army.succeeded < wanted and in_force("napalini.4.activate.guaranteed")


def activate(g: Napalini) -> str:
    """4.activate: throw for the Op, unless it is sure or a bonus Op; then note who is activated. Returns the next step."""
    r = g.round
    army = g.army(r.formation)
    if not army.ops and army.bonus:
        r.bonus = True
    if r.bonus and in_force("napalini.4.activate.bonus"):
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
        r.success = die + int(total) >= 3 and in_force("napalini.4.activate")
        army.ops -= r.success or in_force("napalini.4.activate.fail")
    if r.success:
        army.succeeded += 1
        if hq_words := g.static.formations[r.formation].name:
            g.tell("{formation} is activated.", rule="napalini.4.activate", formation=hq_words)
        block = g.grid.block(r.aoo)
        r.activated = [
            n
            for n in g.on_table(r.side)
            if g.unit(n).formation == r.formation
            and in_force("napalini.4.aoo.units")
            and g.unit(n).at in block
            and (g.unit(n).type != "hq" or not in_force("napalini.4.hq.mobile"))
        ]
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


def drop_empty(g: Napalini) -> None:
    """6.attack: where only dummies were, no combat follows and the units have simply moved."""
    r = g.round
    gone = [sq for sq in r.queue if not g.real_at(sq, g.other(r.side)) or not g.real_at(sq, r.side)]
    for square in gone:
        r.queue.remove(square)
        if not g.enemies_in(square, r.side):
            for n in g.units_at(square, r.side):
                r.entrants.pop(str(n), None)


def fights_on(g: Napalini) -> list[int]:
    """6.contested.leave: contested squares with activated units that may fight on."""
    r = g.round
    squares = {
        g.unit(n).at
        for n in r.activated
        if g.unit(n).where == "table" and n not in r.moved and n not in r.transit and n not in r.shot
    }
    return [
        sq
        for sq in sorted(squares)
        if g.contested(sq)
        and sq not in r.queue
        and sq not in r.fought
        and any(g.unit(n).at == sq and g.fl(n) for n in r.activated)
    ]


def why_no_fight(g: Napalini, value: Any) -> Refusal | None:
    """Why there is no such combat or bombardment now."""
    kind, square = value
    if kind == "bombard":
        return bombard.why_no_target(g, square)
    if square in g.round.fought:
        return Refusal("napalini.7.cycle", f"The combat in {g.label(square)} has been fought this round.")
    if kind == "fight on" and square not in fights_on(g):
        return Refusal("napalini.6.contested.leave", f"No activated unit of yours can fight on in {g.label(square)}.")
    if kind == "combat" and square not in g.round.queue:
        return Refusal("napalini.6.attack", f"Nobody attacked {g.label(square)}.")
    return None


def combats(g: Napalini) -> Procedure:
    """Bombardments and combats in the order the active player chooses."""
    r = g.round
    while True:
        g.checkpoint()
        if r.cleared >= 0:
            yield from card_moments.audace(g)
            r.cleared = NOWHERE
            g.checkpoint()
        options: list[Any] = [("combat", sq) for sq in r.queue if sq not in r.fought]
        must = bool(options)
        if options and r.cards and r.cards[-1].startswith("first/"):
            first = int(r.cards[-1].split("/")[1])
            if ("combat", first) in options:
                options = [("combat", first)]
                r.cards.pop()
        else:
            options += [("fight on", sq) for sq in fights_on(g)]
            options += [("bombard", sq) for sq in bombard.targets(g)]
        if not options:
            return
        value = options[0]
        if (len(options) > 1 and in_force("napalini.4.round.sequence")) or not must:
            value = yield Listed(
                r.side,
                "Which combat or bombardment is next?",
                options if must else [*options, PASS],
                "napalini.4.round.sequence",
                judge=lambda v: why_no_fight(g, v),
                candidates=lambda: [("bombard", sq) for sq in range(g.grid.size)],
                label=lambda v: "no more" if v == PASS else f"{v[0]} in {g.label(v[1])}",
                on=lambda v: ("", "" if v == PASS else g.label(v[1])),
            )
        if value == PASS:
            return
        if value[0] == "bombard":
            yield from bombard.bombardment(g, value[1])
            continue
        r.fought.append(value[1])
        if g.real_at(value[1], r.side) and g.real_at(value[1], g.other(r.side)):
            yield from combat(g, value[1])
            note_sources(g)


ROUND: Steps = {
    "name": (name_op, "actions"),
    "actions": (actions.hq_actions, "throw"),
    "throw": (at_once(activate), "move"),
    "cards": (card_effects.normal_cards, "move"),
    "move": (move_all, "spot"),
    "spot": (spot_all, "passive"),
    "passive": (card_moments.fireman_or_ghost, "strike"),
    "strike": (strike.ground_attack, "combat"),
    "combat": (combats, "end"),
}
