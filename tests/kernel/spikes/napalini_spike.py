"""Spike: a combat with volleys, dummies among the defenders, card 23E after the throw, and 25E that starts a combat inside
the queue of combats.

What it asks of the kernel: markers that look alike and are dealt again, questions that are put whether or not the answer
matters (so that the pause tells nothing), interrupts at named moments, a queue that grows while it is worked off.
"""

from __future__ import annotations

from msgspec import Struct

from grognard.kernel import PASS, Context, Game, Refusal, Result, SetUp, Tally
from grognard.kernel.scene import Piece, Scene

SO, SD = "so", "sd"
OTHER = {SO: SD, SD: SO}
ROW = 5  # squares a1 to a5 in a row; SO comes from the left


class Marker(Struct):
    side: str
    square: int
    dummy: bool = False
    steps: int = 2
    revealed: bool = False


class State(Struct):
    round: int = 1
    markers: list[Marker] = []
    hands: dict[str, list[str]] = {}
    piles: dict[str, list[str]] = {}
    queue: list[int] = []  # squares that wait for their combat
    attacked: list[int] = []
    cleared: int = -1  # a square just cleared: the moment of card 25E
    stage: str = "set-up"


class Spike(Context[State, None]):
    def markers_in(self, square, side):
        return [n for n, m in enumerate(self.state.markers) if m.square == square and m.side == side and m.steps > 0]

    def holds(self, side, card):
        return card in self.state.hands.get(side, [])


CARDS = ["23E", "25E", "1E", "2E"]


class NapaliniSpike(Game):
    name, title, state, context = "spike-napalini", "Spike: volleys, dummies, interrupts", State, Spike
    built_in = {"learning": {}}

    def set_up(self, scenario, options):
        markers = [Marker(SO, 0), Marker(SO, 0), Marker(SO, 0), *(Marker(SD, sq) for sq in (1, 1, 2, 3))]
        return SetUp(None, State(markers=markers), {SO: "Strategic offence", SD: "Strategic defence"})

    def play(self, g):
        s = g.state
        if s.stage == "set-up":
            for side in (SO, SD):
                s.hands[side] = sorted(g.draw(CARDS, 2, to=[side]))
                s.piles[side] = [c for c in CARDS if c not in s.hands[side]]
            theirs = [n for n, m in enumerate(s.markers) if m.side == SD]
            for n in g.draw(theirs, 2, to=[SD]):
                s.markers[n].dummy = True
            s.stage = "move"
        while s.round <= 4:
            g.checkpoint()
            yield from round_(g, SO)
            s.round, s.stage, s.attacked = s.round + 1, "move", []
        far = max((m.square for m in s.markers if m.side == SO and m.steps > 0), default=0)
        return Result(SO if far >= 3 else SD, f"The offence stands on {far}.", "napalini.card.25E", {SO: far, SD: 3 - far})

    def scene(self, g, side):
        pieces = []
        for n, m in enumerate(g.state.markers):
            open_ = m.revealed or side in (m.side, "umpire")
            if m.steps > 0:
                pieces.append(Piece(f"m{n}", m.side, f"a{m.square}", hidden=not open_, steps=m.steps if open_ else 1,
                                    name=("dummy" if m.dummy else "battalion") if open_ else ""))  # fmt: skip
        hand = ", ".join(g.state.hands.get(side, [])) if side in OTHER else ""
        sizes = [f"{who} holds {len(cards)} cards" for who, cards in g.state.hands.items()]
        return Scene("", "", None, self.title, turn=f"Round {g.state.round}", pieces=pieces, status=[hand, *sizes])

    def redeal(self, then, now, side, rng):
        """Which unrevealed markers are dummies, and what the enemy holds."""
        other, s = OTHER[side], then.state
        if s.stage == "set-up":
            return
        hidden = [n for n, m in enumerate(s.markers) if m.side == other and not now.state.markers[n].revealed
                  and now.state.markers[n].steps > 0]  # fmt: skip
        dummies = [s.markers[n].dummy for n in hidden]
        rng.shuffle(dummies)
        for n, dummy in zip(hidden, dummies, strict=True):
            s.markers[n].dummy = dummy
        kept = [c for c in s.hands[other] if c not in now.state.hands[other]]  # played since, so known
        pool = [c for c in s.hands[other] + s.piles[other] if c not in kept]
        rng.shuffle(pool)
        size = len(s.hands[other]) - len(kept)
        s.hands[other], s.piles[other] = sorted(kept + pool[:size]), sorted(pool[size:])

    def secrets(self, g, side):
        if g.state.stage == "set-up":
            return {}
        other = OTHER[side]
        facts = {"hand": g.state.hands[other]}
        hidden = [m.dummy for m in g.state.markers if m.side == other and not m.revealed and m.steps > 0]
        if len(set(hidden)) > 1:
            facts["dummies"] = hidden
        return facts


def round_(g, side):
    """Move every marker or not, then fight the contested squares one by one; the queue may grow."""
    s = g.state
    if s.stage == "move":
        movers = [n for n, m in enumerate(s.markers) if m.side == side and m.steps > 0]
        for n in movers:
            go = yield g.ask(side, f"Marker {n}: advance?", ["advance", PASS], rule="napalini.7.sequence.attack",
                             on=lambda v, n=n: (f"m{n}", ""))  # fmt: skip
            if go == "advance" and s.markers[n].square < ROW - 1:
                step_into(g, n)
        s.stage = "combat"
    while s.queue:
        g.checkpoint()
        square = s.queue[0]
        if s.cleared != square:
            yield from combat(g, square, side)
        if s.cleared == square:
            yield from audace(g, square, side)
            s.cleared = -1
        s.queue.remove(square)


def step_into(g, n):
    """Every marker of the enemy is treated as real: the square is contested."""
    marker = g.state.markers[n]
    marker.square += 1
    if g.markers_in(marker.square, OTHER[marker.side]) and marker.square not in g.state.queue:
        g.state.queue.insert(0, marker.square)  # a new combat is resolved before any other


def combat(g, square, side):
    """Defenders are revealed; dummies vanish; then both throw, with 23E after each throw."""
    s, other = g.state, OTHER[side]
    g.reveal()
    for n in g.markers_in(square, other):
        s.markers[n].revealed = True
        if s.markers[n].dummy:
            s.markers[n].steps = 0
            g.tell("A dummy on a{place} is removed.", rule="napalini.3.spot.dummy", place=square)
    for who in (other, side):
        yield from volley(g, square, who)
    if not g.markers_in(square, other):
        s.cleared = square
    else:
        for n in g.markers_in(square, side):
            s.markers[n].square -= 1


def volley(g, square, who):
    """A die for each unit; 5 and 6 hit. Both sides may be asked for 23E, whatever they hold."""
    strength = dice_of(g, square, who)
    if not int(strength):
        return
    dice = list(g.roll(f"{int(strength)}d6", "{side} fires", rule="napalini.7.dice", by=who, tallies=[strength], side=who))
    if g.state.hands[who]:
        play = yield g.ask(who, f"You threw {dice}: play 23E?", ["23E"], may=lambda c: may_play(g, who, c), also=[PASS],
                           rule="napalini.card.23E", secret=False, waiting="cards after the throw")  # fmt: skip
        if play != PASS:
            discard(g, who, play)
            again = [n for n, die in enumerate(dice) if die <= 2]
            if again:
                new = g.roll(f"{len(again)}d6", "Thrown again", rule="napalini.card.23E", by=who)
                for n, die in zip(again, new, strict=True):
                    dice[n] = die
    for _ in range(sum(die >= 5 for die in dice)):
        targets = g.markers_in(square, OTHER[who])
        if targets:
            victim = yield g.ask(OTHER[who], "Which unit takes the loss?", targets, rule="napalini.7.losses.owner",
                                 on=lambda n: (f"m{n}", ""))  # fmt: skip
            g.state.markers[victim].steps -= 1
            g.tell("{side} loses a step on a{place}.", rule="napalini.7.losses.owner", side=OTHER[who], place=square)


def dice_of(g, square, who):
    """One pure function behind prompt, odds and throw."""
    strength = Tally(f"dice of {who}")
    for n in g.markers_in(square, who):
        strength.add(1, f"marker {n}", "napalini.7.dice")
    return strength


def audace(g, square, side):
    """25E: right after a combat that cleared a square, the attackers go on, and their combat comes first."""
    if not g.state.hands[side] or square + 1 >= ROW:
        return
    play = yield g.ask(side, "Square cleared: play 25E?", ["25E"], may=lambda c: may_play(g, side, c), also=[PASS],
                       rule="napalini.card.25E", waiting="cards after the combat")  # fmt: skip
    if play == PASS:
        return
    discard(g, side, play)
    for n in g.markers_in(square, side):
        step_into(g, n)


def may_play(g, side, card):
    return None if g.holds(side, card) else Refusal(f"napalini.card.{card}", f"You do not hold {card}.")


def discard(g, side, card):
    g.reveal()
    g.state.hands[side].remove(card)
    g.tell("{side} plays {card}.", rule=f"napalini.card.{card}", side=side, card=card)
