"""Cards marked *: each at the moment its text gives (11.cards.when): set-up, Command Phase, start of a round, after movement,
after a combat. Those of a combat itself (18E, 23E, 26E, 8E, 12C) stand in combat/."""

from __future__ import annotations

from grognard.kernel import PASS, cites
from grognard.kernel.game import Procedure

from ..asks import Ask
from ..cards import hand
from ..cards.choices import Joins, RoundCard
from ..combat.ambush import ambush
from ..combat.fight import fights_on
from ..context import Napalini, do
from ..movement.friction import friction
from ..movement.moves import enter, face_after_move, face_or_all_round, may_start
from ..movement.paths import EnemyView, step_refused
from ..state import NOWHERE
from ..table.arteries import over_water, rail_link
from ..table.inspection import inspect
from ..table.sight import spotting
from ..table.stacking import room_rule
from ..table.terrain import closed_to
from ..table.zones import dress, fall_in, hostile_corner, which_way


def set_up_cards(g: Napalini, side: str) -> Procedure:
    """8C, 9C, 10C during set-up; these do not count against the two of a period (11.cards.two)."""
    while True:
        able = [card for card in ("8C", "9C", "10C") if hand.generals(g, side, card)]
        if not able:
            return
        card = yield g.ask(
            side,
            "Play a card during set-up?",
            able,
            also=[PASS],
            rule="napalini.3.deploy.order",
            label=lambda c: "no" if c == PASS else hand.read_out(c),
            name=Ask.SET_UP_CARD,
            final=True,
        )
        if card == PASS:
            return
        hand.spend(g, side, card, counts=False)
        camp = g.camp(side)
        if card == "8C":
            victory_follows(g, side)
        elif card == "9C":
            camp.maskirovka = True
            yield from spread_dummies(g, side)
        else:
            camp.bouncer = True


def spread_dummies(g: Napalini, side: str) -> Procedure:
    """9C: three more dummies, for any of its formations."""
    formations = g.formations(side)
    for k in range(3):
        words = f"Dummy {k + 1} of 3: for which formation?"
        f = yield from g.which_formation(side, words, formations, rule="napalini.card.9C", name=Ask.MORE_DUMMIES, secret=True)
        g.camp(side).more_dummies.append(f)


@cites("napalini.card.8C")
def victory_follows(g: Napalini, side: str) -> None:
    """8C: two more stockpiles."""
    g.stockpile(side, 2)


def may_see(g: Napalini, side: str) -> list[int]:
    """9E: enemy markers within two squares of one of the owner's units."""
    mine = [g.unit(n).at for n in g.on_table(side) if not g.dummy(n)]
    return [
        n
        for n in g.on_table(g.other(side))
        if not g.unit(n).revealed and not g.unit(n).known and any(g.distance(at, g.unit(n).at) <= 2 for at in mine)
    ]


def might_see(g: Napalini, side: str) -> bool:
    """What the enemy can tell of that: he knows neither who is a dummy nor who was inspected, and a pause must not tell him."""
    mine = [g.unit(n).at for n in g.on_table(side)]
    hidden = [g.unit(n).at for n in g.on_table(g.other(side)) if not g.unit(n).revealed]
    return any(g.distance(one, other) <= 2 for one in mine for other in hidden)


def look(g: Napalini, side: str) -> Procedure:
    """9E: inspect three; they stay hidden."""
    for _ in range(3):
        open_ = may_see(g, side)
        if not open_:
            return
        yield from inspect(g, side, open_, "napalini.card.9E")


def recce_card(g: Napalini, side: str) -> Procedure:
    """9E during tactical recce."""
    if not g.module("cards") or not g.camp(side).hand or not might_see(g, side):
        return
    able = ["9E"] if may_see(g, side) else []
    played = yield from hand.ask(g, side, able, "Tactical recce: play 9E?", "napalini.card.9E", name=Ask.CARD_NOW)
    if played != PASS:
        hand.spend(g, side, "9E", counts=False)
        yield from look(g, side)


def before_arrivals(g: Napalini, side: str) -> Procedure:
    """10C in a Command Phase before an arrival throw."""
    due = any(h.side == side and not h.arrived for h in g.state.hooks)
    if not due or not g.module("cards") or not hand.generals(g, side, "10C") or not hand.under_limit(g, side):
        return
    played = yield from hand.ask(g, side, ["10C"], "Play 10C before your hooks arrive?", "napalini.card.10C", name=Ask.CARD_NOW)
    if played != PASS:
        hand.spend(g, side, "10C")
        g.camp(side).bouncer = True


COMMAND = ("O3C", "O5E", "9E", "10E", "15E")


def command_cards(g: Napalini, side: str) -> Procedure:
    """O3C, O5E, 9E, 10E, 15E."""
    if not g.module("cards"):
        return
    for _ in range(2):
        if not hand.under_limit(g, side) or not (g.camp(side).hand or hand.generals(g, side, "O3C")):
            return
        card = yield from hand.ask(
            g, side, COMMAND, "Command Phase: play a card?", "napalini.11.cards.when", name=Ask.COMMAND_CARD
        )
        if card == PASS:
            return
        if card == "O3C":
            yield from grey_eminence(g, side)
            continue
        hand.spend(g, side, card)
        if card == "O5E":
            yield from ready(g, side)
        elif card == "9E":
            yield from look(g, side)
        elif card == "10E":
            yield from planning(g, side)
        elif g.camp(side).lost_brandenburgers:
            g.camp(side).lost_brandenburgers -= 1


def grey_eminence(g: Napalini, side: str) -> Procedure:
    """O3C: 1 is added to the activation throws of those whom the general serves."""
    owner = yield from hand.which_general(g, side, "O3C")
    hand.spend(g, side, "O3C", owner)
    hand.lasts(g, side, "O3C", owner)


def planning(g: Napalini, side: str) -> Procedure:
    """10E: one HQ has two more HQ actions this period."""
    able = [f for f in g.formations(side) if (hq := g.hq(f)) >= 0 and g.unit(hq).where in ("table", "aboard")]
    if not able:
        return
    words, about = "Two more HQ actions for which HQ?", {"card": "10E"}
    f = yield from g.which_formation(side, words, able, rule="napalini.card.10E", name=Ask.CARD_FORMATION, about=about)
    g.army(f).actions += 2


def ready(g: Napalini, side: str) -> Procedure:
    """O5E: any units of one formation become prepared, and may take all-round defence."""
    words, about = "Which formation becomes prepared?", {"card": "O5E"}
    f = yield from g.which_formation(
        side, words, g.formations(side), rule="napalini.card.O5E", name=Ask.CARD_FORMATION, about=about
    )
    units = [n for n in g.on_table(side) if g.unit(n).formation == f and not g.dummy(n) and not g.contested(g.unit(n).at)]
    g.state.laying.extend(g.on_table(side))  # which squares are asked tells who is there
    for n in units:
        g.unit(n).prepared = True
    for square in sorted({g.unit(n).at for n in units}):
        fl = [n for n in g.units_at(square, side) if g.fl(n) and g.unit(n).kind == "land"]
        if len(fl) >= 2:
            yield from face_or_all_round(g, side, square, units, rule="napalini.card.O5E")


# ------------------------------------------------------------------ start of a round


ROUND_START = ("O3C", "9E", "10E")


def round_start_offers(g: Napalini) -> list[RoundCard]:
    """O3C, 9E and 10E before the activation throw."""
    side = g.round.side
    able = [RoundCard(card) for card in ROUND_START if hand.may_play(g, side, card) is None]
    return [value for value in able if value.card != "9E" or may_see(g, side)]


def play_at_round_start(g: Napalini, card: str) -> Procedure:
    side = g.round.side
    if card == "O3C":
        yield from grey_eminence(g, side)
        return
    hand.spend(g, side, card)
    if card == "9E":
        yield from look(g, side)
    else:
        yield from planning(g, side)


# ------------------------------------------------------------------ after movement


def fireman_or_ghost(g: Napalini) -> Procedure:
    """O2E and O3E: the passive side, after movement and before combats; not both in one round."""
    r = g.round
    side = g.other(r.side)
    if not (r.queue or fights_on(g)) or not hand.might_play(g, side):
        return
    card = yield from hand.ask(
        g,
        side,
        ["O2E", "O3E"],
        "Combats are coming: play the Fireman or the Ghost?",
        "napalini.11.cards.order",
        name=Ask.FIREMAN_OR_GHOST,
    )
    if card == PASS:
        return
    hand.spend(g, side, card)
    if card == "O3E":
        r.ghost = True
        return
    r.fireman = True
    yield from fireman(g, side)


def may_join(g: Napalini, n: int, square: int) -> bool:
    unit = g.unit(n)
    at = unit.at
    if square not in g.grid.adjacent[at] or closed_to(g, n, square, at) or room_rule(g, n, square):
        return False
    if unit.trapped not in (NOWHERE, square):
        return False
    if unit.kind == "rail" and not rail_link(g, at, square):
        return False
    if unit.kind == "river" and (at, square) not in g.static.channels:
        return False
    immobile = g.type(n).immobile and not unit.trucks
    wet = unit.kind == "land" and over_water(g, at, square, cls=g.cls(n))
    corner = hostile_corner(g, at, square, g.enemy_squares(unit.side) - {square})
    return not immobile and not g.fixed(n) and not wet and not corner


def fireman(g: Napalini, side: str) -> Procedure:
    """Units outside contested squares step into adjacent squares where combats will take place, unprepared."""
    moved: list[int] = []
    while True:
        options = [
            Joins(n, sq)
            for n in g.on_table(side)
            if n not in moved and not g.dummy(n) and not g.enemies_in(g.unit(n).at, side)
            for sq in (*g.round.queue, *fights_on(g))
            if may_join(g, n, sq)
        ]
        if not options:
            return
        choice = yield g.ask(
            side,
            "The Fireman: who joins the defenders?",
            options,
            also=[PASS],
            rule="napalini.card.O2E",
            label=lambda v: "nobody more" if v == PASS else f"{g.name(v.unit)} to {g.label(v.square)}",
            on=lambda v: ("", "") if v == PASS else (f"u{v.unit}", g.label(v.square)),
            name=Ask.FIREMAN,
            final=True,
            kind="move",
        )
        if choice == PASS:
            return
        n, square = choice.unit, choice.square
        enter(g, n, g.unit(n).at, square)
        g.unit(n).came = -1
        fall_in(g, n)
        g.reveal_unit(n)
        moved.append(n)
        g.tell("{unit} joins the defence of {place}.", rule="napalini.card.O2E", unit=g.name(n), place=square)


# ------------------------------------------------------------------ after a combat


def audace(g: Napalini) -> Procedure:
    """25E: the units that cleared a square may each move one more square and attack again, before any other combat."""
    r = g.round
    square, side = r.cleared, r.side
    able = [n for n in g.real_at(square, side) if n in r.activated or str(n) in r.entrants]
    if not able or not hand.might_play(g, side) or g.enemies_in(square, side):
        return
    card = yield from hand.ask(
        g, side, ["25E"], f"{g.label(square)} is cleared: play 25E and go on?", "napalini.card.25E", name=Ask.CARD_NOW
    )
    if card == PASS:
        return
    hand.spend(g, side, card)
    attacked: list[int] = []
    for n in able:
        seen = EnemyView(g.enemy_squares(side), set())
        open_ = [
            to
            for to in g.grid.adjacent[square]
            if step_refused(g, n, square, to, seen) is None
            and not room_rule(g, n, to)
            and not g.type(n).immobile
            and to not in r.fought
        ]
        if not open_:
            continue
        to = yield g.ask(
            side,
            f"{g.title(n)}: one more square?",
            open_,
            also=[PASS],
            rule="napalini.card.25E",
            label=lambda sq: "stay" if sq == PASS else g.label(sq),
            on=lambda sq, n=n: (f"u{n}", "" if sq == PASS else g.label(sq)),
            name=Ask.GO_ON,
            final=True,
            kind=lambda sq: "" if sq == PASS else "attack" if g.enemies_in(sq, side) else "move",
        )
        if to == PASS or not may_start(g, n) or not friction(g, n, square, to):
            continue
        enter(g, n, square, to)
        if to in seen.hostile:
            r.entrants[str(n)] = to
            if to not in attacked:
                attacked.append(to)
            yield from ambush(g, [n], to)
        elif g.unit(n).kind == "land":
            if not fall_in(g, n):
                chosen = yield which_way(g, side, f"Which way {do(g.name(n))} {g.name(n)} face?", to, final=True)
                dress(g, to, side, chosen)
    yield from spotting(g)
    for to in attacked:
        if g.real_at(to, side) and g.real_at(to, g.other(side)):
            if to in r.queue:
                r.queue.remove(to)
            r.queue.insert(0, to)
            r.cards.append(f"first/{to}")
        elif not g.enemies_in(to, side):
            yield from face_after_move(g, side, to, able)
