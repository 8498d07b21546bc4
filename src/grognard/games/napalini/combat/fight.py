"""Chapter 7, a combat under way, and where one can be fought on (6.contested.leave)."""

from __future__ import annotations

from grognard.kernel import cites
from grognard.kernel.scene import FightSide, FightView

from ..context import Napalini
from ..table.terrain import prepared
from ..table.zones import facing_of, is_rear
from .fire import half


@cites("napalini.card.O1E")
def feinted(g: Napalini) -> bool:
    """O1E: in all combats of this round everyone shoots at once."""
    return "O1E" in g.round.cards


class Fight:
    """A combat under way: a leaf, so it lives in locals."""

    def __init__(self, g: Napalini, square: int) -> None:
        r = g.round
        self.square, self.attacker = square, r.side
        self.defender = g.other(r.side)
        self.stand(g)
        self.guns_attack: list[int] = []
        self.guns_defend: list[int] = []

        self.faces: dict[int, str] = {}  # all-round defence: the face of support units and guns
        self.feint = feinted(g)
        self.petty_poo: list[int] = []

        self.was_prepared = False
        self.fish: set[int] = set()  # S Boote that throw their torpedoes

    def stand(self, g: Napalini) -> None:
        """How the defenders stand: all round or not, and facing where; looked at again when some went before the combat."""
        self.around = g.all_round(self.square, self.defender)
        self.facing = facing_of(g, self.square, self.defender)

    def attackers(self, g: Napalini) -> list[int]:
        return [n for n in g.real_at(self.square, self.attacker) if n not in g.round.given_ground]

    def defenders(self, g: Napalini) -> list[int]:
        return g.real_at(self.square, self.defender)

    def behind(self, g: Napalini, n: int) -> bool:
        """6.attack.direction: entered this round from one of the three rear squares."""
        if self.facing is None or g.round.entrants.get(str(n)) != self.square:
            return False
        return is_rear(g, self.square, self.facing, g.unit(n).came)

    def side_of_attack(self, g: Napalini, n: int) -> str:
        if not self.around:
            return ""
        return "rear" if self.behind(g, n) else "front"

    def targets_of(self, g: Napalini, part: str) -> tuple[int, ...]:
        """The attackers that the dice of a face can hit."""
        return tuple(n for n in self.attackers(g) if self.side_of_attack(g, n) == part)


def prepared_square(g: Napalini, defenders: list[int]) -> bool:
    """30E and 31E: a square is prepared if at least half of its defenders are."""
    return half(g, defenders, lambda n: prepared(g, n))


def seen(g: Napalini, square: int) -> FightView:
    """Who fights whom in a square: what the table shows while anything about it is asked."""
    both = []
    for side, title in ((g.round.side, "Attackers"), (g.other(g.round.side), "Defenders")):
        both.append(FightSide(side, title, [f"u{n}" for n in g.real_at(square, side)]))
    return FightView(f"Combat in {g.label(square)}", "napalini.7.dice", g.label(square), both)


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
