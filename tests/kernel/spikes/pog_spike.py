"""Spike: an attack with combat cards on both sides, and losses that bring a corps from the reserve.

What it asks of the kernel: hands that only their owner sees, a defender who is asked whenever an unseen card of his could
apply, losses paid step by step, and imagination by the defender in the middle of it.
"""

from __future__ import annotations

from msgspec import Struct

from grognard.kernel import PASS, Game, Refusal, Result, SetUp, Tally
from grognard.kernel.scene import Card, Panel, Piece, Scene

CP, AP = "cp", "ap"
OTHER = {CP: AP, AP: CP}
DECK = {CP: [f"cp{n}" for n in range(1, 9)], AP: [f"ap{n}" for n in range(1, 9)]}  # odd numbers are combat cards: +1
FIRE = [0, 1, 1, 2, 3, 4]  # loss by modified die, one column for all


class Piece_(Struct):
    name: str
    side: str
    army: bool
    reduced: bool = False
    place: str = "front"  # front, reserve, dead

    def loss_factor(self):
        return 3 if self.army else 1


class State(Struct):
    round: int = 1
    attacker: str = CP
    hands: dict[str, list[str]] = {}
    piles: dict[str, list[str]] = {}
    discards: list[str] = []
    units: list[Piece_] = []
    stage: str = "deal"


def first_units():
    units = []
    for side in (CP, AP):
        units += [Piece_(f"{side} army {n}", side, True) for n in (1, 2)]
        units += [Piece_(f"{side} corps {n}", side, False, place="reserve") for n in (1, 2)]
    return units


class PogSpike(Game):
    name, title, state = "spike-pog", "Spike: combat cards and losses", State
    built_in = {"learning": {}}

    def set_up(self, scenario, options):
        return SetUp(None, State(units=first_units()), {CP: "Central Powers", AP: "Allied Powers"})

    def play(self, g):
        s = g.state
        if s.stage == "deal":
            for side in (CP, AP):
                drawn = g.draw(DECK[side], 4, to=[side])
                s.hands[side] = sorted(drawn)
                s.piles[side] = [c for c in DECK[side] if c not in drawn]
            s.stage = "play"
        while s.round <= 4 and all(front(g, side) for side in (CP, AP)):
            g.checkpoint()
            yield from attack(g, s.attacker)
            s.attacker, s.round = OTHER[s.attacker], s.round + 1
        score = {side: sum(2 if u.army and not u.reduced else 1 for u in front(g, side)) for side in (CP, AP)}
        best = max(score, key=score.get)
        return Result(None if score[CP] == score[AP] else best, "The line stands.", "pog.12.2.11", score)

    def scene(self, g, side):
        pieces = [Piece(u.name, u.side, u.place, name=u.name, states=["reduced"] * u.reduced) for u in g.state.units]
        panels = []
        for owner, hand in g.state.hands.items():
            open_ = side in (owner, "umpire")
            cards = [Card(c if open_ else f"{owner} {n}", c if open_ else "", hidden=not open_) for n, c in enumerate(hand)]
            panels.append(Panel(f"hand-{owner}", f"Hand of {owner}", "hand", cards=cards))
        panels.append(Panel("out", "Played", "text", lines=list(g.state.discards)))
        return Scene("", "", None, self.title, turn=f"Round {g.state.round}", pieces=pieces, panels=panels)

    def redeal(self, then, now, side, rng):
        """The enemy's hand is any of his unseen cards; those he has played since are known."""
        other, s = OTHER[side], then.state
        if s.stage == "deal":
            return
        known = [c for c in s.hands[other] if c in now.state.discards]
        pool = [c for c in s.hands[other] + s.piles[other] if c not in known]
        rng.shuffle(pool)
        size = len(s.hands[other]) - len(known)
        s.hands[other], s.piles[other] = sorted(known + pool[:size]), sorted(pool[size:])

    def secrets(self, g, side):
        return {"hand": g.state.hands[OTHER[side]]} if g.state.hands.get(OTHER[side]) else {}


def front(g, side):
    return [u for u in g.state.units if u.side == side and u.place == "front"]


def attack(g, side):
    """12.2: cards of the attacker, then of the defender; both fire; the defender takes his losses first."""
    other = OTHER[side]
    played = {}
    for who in (side, other):
        played[who] = yield from combat_cards(g, who)
    loss = {}
    for who in (side, other):
        drm = die_modifier(g, who, played[who])
        die = g.roll("d6", "{side} fires", rule="pog.12.2.9", by=who, tallies=[drm], side=who)[0]
        loss[OTHER[who]] = FIRE[max(1, min(6, die + int(drm))) - 1]
    for who in (other, side):
        yield from take_losses(g, who, loss[who])


def combat_cards(g, side):
    """12.2.6: any number of combat cards. He is asked while an unseen card of his could apply, whatever he holds."""
    played = []
    while might_hold_a_combat_card(g, side):
        card = yield g.ask(side, "Play a combat card?", list(g.state.hands[side]), may=may_play, also=[PASS],
                           rule="pog.12.2.6", waiting="combat cards")  # fmt: skip
        if card == PASS:
            break
        g.state.hands[side].remove(card)
        g.state.discards.append(card)
        g.reveal()
        g.tell("{side} plays {card}.", rule="pog.12.2.6", side=side, card=card)
        played.append(card)
    return played


def might_hold_a_combat_card(g, side):
    unseen = [c for c in DECK[side] if c not in g.state.discards]
    return bool(g.state.hands[side]) and any(may_play(c) is None for c in unseen)


def may_play(card):
    return None if int(card[2:]) % 2 else Refusal("pog.12.2.6", f"{card} is no combat card.")


def die_modifier(g, side, cards):
    drm = Tally(f"die modifier of {side}")
    for card in cards:
        drm.add(1, card, "pog.12.2.7.a")
    return drm


def take_losses(g, side, loss):
    """12.4: step by step, as much as possible and never more; a dead army brings a corps from the reserve."""
    while candidates := [n for n, u in enumerate(g.state.units) if may_lose(u, side, loss) is None]:
        number = yield g.ask(side, f"Loss of {loss}: which unit takes a step?", candidates, rule="pog.12.4.3",
                             label=lambda n: g.state.units[n].name, on=lambda n: (g.state.units[n].name, ""))  # fmt: skip
        unit = g.state.units[number]
        loss -= unit.loss_factor()
        if not unit.reduced:
            unit.reduced = True
            g.tell("{unit} is reduced.", rule="pog.12.4.2", unit=unit.name)
            continue
        unit.place = "dead"
        g.tell("{unit} is eliminated.", rule="pog.12.4.2", unit=unit.name)
        reserve = [u for u in g.state.units if u.side == side and not u.army and u.place == "reserve"]
        if unit.army and reserve:
            reserve[0].place = "front"
            g.tell("{unit} takes its place.", rule="pog.12.4.4.a", unit=reserve[0].name)


def may_lose(unit, side, loss):
    if unit.side != side or unit.place != "front":
        return Refusal("pog.12.4.3", f"{unit.name} is not in this combat.")
    if unit.loss_factor() > loss:
        return Refusal("pog.12.4.3", f"{unit.name} would pay {unit.loss_factor()}; {loss} is left.")
    return None
