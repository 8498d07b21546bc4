"""The context of Napalini: nouns that tell and verbs that change. Rules receive `g` and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from grognard.kernel import Context, cites
from grognard.kernel.decision import Choice
from grognard.kernel.dice import Roll
from grognard.kernel.game import Procedure
from grognard.kernel.scene import OddsView
from grognard.kernel.words import capital, listing, tallied

from .state import NOWHERE, Army, Camp, Round, State, Unit
from .static import Static
from .tables import EXHAUSTED, FRESH, GONE, SHIPS, UNITS, UnitType

OUT = ("out", "captured")


PROPER = ("Archie", "Bra'burger", "Katyushas")
AGREE = ((" is ", " are "), (" has ", " have "), (" loses ", " lose "), (" stays ", " stay "))
VERBS = re.compile(
    r"^(\{unit\}(?: of \{side\})?(?: in \{place\})?) (fire|hold|join|load|recover|retreat|ambush|prepare)(?:es|s)\b"
)


def of_a_ship(name: str) -> bool:
    """Whether it is the name of one ship, perhaps with her quality: SMS Temes (I), SMS Inn (poor)."""
    return name in SHIPS or name.rsplit(" (", 1)[0] in SHIPS


def plural(name: str) -> bool:
    """Whether a unit's name is one: light tanks, trench mortars; no ship is (SMS Enns)."""
    return not of_a_ship(name) and name.split(" (")[0].endswith("s")


def do(name: str) -> str:
    """The verb of a question about a unit."""
    return "do" if plural(name) else "does"


def begun(text: str, facts: dict[str, Any]) -> str:
    """The sentence with a capital on the unit that it begins with, and verbs that agree with it."""
    for fact in ("unit", "units"):
        if text.startswith(f"{{{fact}}}"):
            facts[fact] = capital(facts[fact])
    name = str(facts.get("unit", ""))
    if not text.startswith("{unit}") or not plural(name):
        return text
    for one, many in AGREE:
        text = text.replace(one, many)
    return VERBS.sub(r"\1 \2", text)


def in_a_sentence(kind: UnitType) -> str:
    """A type's name within a sentence: small letters, but for names of ships and what is spelt in capitals."""
    if kind.ship and not kind.id.endswith("_generic"):
        return kind.name
    words = kind.name.replace("Lt ", "Light ").removesuffix(" (Generic)").replace("(Mot)", "(motorised)").split(" ")
    return " ".join(word if word in PROPER or sum(c.isupper() for c in word) > 1 else word.lower() for word in words)


@cites("napalini.2.po")
def small_fort(kind: UnitType) -> bool:
    """A PO has infantry weapons only: no ranged fire."""
    return kind.id == "po"


@cites("napalini.2.flag.aa-range")
def only_at_aircraft(kind: UnitType) -> bool:
    """A range in square brackets gives no fire at ground targets."""
    return kind.aa_range >= 0 and not kind.artillery


class Napalini(Context[State, Static]):
    attack_odds: ClassVar[Callable[..., list[OddsView]]]  # (members, square, came); game.py sets it: no rule knows the odds

    def prepare(self) -> None:
        self.grid = self.static.grid
        self.sides = list(self.static.sides)

    # ---------------------------------------------------------- who and what

    def unit(self, n: int) -> Unit:
        return self.state.units[n]

    def type(self, n: int) -> UnitType:
        return UNITS[self.state.units[n].type]

    def other(self, side: str) -> str:
        return self.static.other(side)

    @property
    @cites("napalini.1.role.duties")
    def order(self) -> list[str]:
        """1.role.duties: the SO, or the first side of a meeting engagement, performs every step first."""
        first = self.state.first or self.sides[0]
        return [first, self.other(first)]

    def camp(self, side: str) -> Camp:
        return self.state.camps[side]

    def army(self, formation: int) -> Army:
        return self.state.armies[formation]

    def formations(self, side: str) -> list[int]:
        return [n for n, formation in enumerate(self.static.formations) if formation.side == side]

    @property
    def round(self) -> Round:
        assert self.state.round is not None
        return self.state.round

    @cites("napalini.11.advanced")
    def module(self, name: str) -> bool:
        """11.advanced: a scenario names the modules in use."""
        return self.static.modules[name]

    def option(self, name: str) -> bool:
        return bool(self.options.get(name, False))

    # ---------------------------------------------------------- where

    def units_at(self, square: int, side: str | None = None) -> list[int]:
        """Markers on the table in a square, by number."""
        units = self.state.units
        return [n for n, u in enumerate(units) if u.at == square and u.where == "table" and (side is None or u.side == side)]

    def on_table(self, side: str) -> list[int]:
        return [n for n, u in enumerate(self.state.units) if u.side == side and u.where == "table" and u.at >= 0]

    def real_at(self, square: int, side: str) -> list[int]:
        return [n for n in self.units_at(square, side) if not self.dummy(n)]

    def enemies_in(self, square: int, side: str) -> bool:
        """Units or markers of the enemy of `side`."""
        return any(u.at == square and u.side != side and u.where == "table" for u in self.state.units)

    def enemy_squares(self, side: str) -> set[int]:
        return {u.at for u in self.state.units if u.side != side and u.where == "table" and u.at >= 0}

    def place(self, n: int) -> int:
        """The square of a unit; of a passenger that of its transport."""
        unit = self.state.units[n]
        return self.state.units[unit.carrier].at if unit.where == "aboard" else unit.at

    def passengers(self, n: int) -> list[int]:
        return [p for p, u in enumerate(self.state.units) if u.where == "aboard" and u.carrier == n]

    def contested(self, square: int) -> bool:
        """3.contested: units of both sides are in it (dummies are none)."""
        one, two = self.sides
        return bool(self.real_at(square, one)) and bool(self.real_at(square, two))

    def contested_squares(self, dummies: bool = False) -> set[int]:
        """All of them, in one pass over the units; with `dummies`, as they look to who cannot tell."""
        seen: dict[int, str] = {}
        found: set[int] = set()
        for unit in self.state.units:
            if unit.where == "table" and unit.at >= 0 and (dummies or not unit.type.startswith("dummy")):
                if seen.setdefault(unit.at, unit.side) != unit.side:
                    found.add(unit.at)
        return found

    @cites("napalini.3.distance")
    def distance(self, a: int, b: int) -> int:
        """3.distance: the square of the hippopotamus."""
        return self.static.far[a][b]

    def terrain(self, square: int) -> str:
        return "rubble" if square in self.state.rubble else self.static.terrain[square]

    # ---------------------------------------------------------- kinds of unit

    def dummy(self, n: int) -> bool:
        return self.state.units[n].type in ("dummy", "dummy_rail", "dummy_river")

    @cites("napalini.2.front-line")
    def fl(self, n: int) -> bool:
        """2.front-line."""
        return self.type(n).fl

    def fl_place(self, n: int) -> bool:
        """Whether it takes an FL place in the stack; a dummy takes the one its owner chose (3.stack.when)."""
        unit = self.state.units[n]
        return unit.slot == "FL" if self.dummy(n) else self.fl(n)

    def cls(self, n: int) -> str:
        """Movement class; 2.trucks.effect."""
        return "WM" if self.motorised(n) else self.type(n).cls

    @cites("napalini.2.trucks.effect")
    def motorised(self, n: int) -> bool:
        """2.trucks.effect: a unit with trucks moves with their values."""
        return self.state.units[n].trucks

    @cites("napalini.2.artillery")
    def artillery(self, n: int) -> bool:
        """2.artillery: every unit that can fire beyond its own square."""
        kind = self.type(n)
        return not small_fort(kind) and not only_at_aircraft(kind) and kind.artillery

    @cites("napalini.2.flag.recce")
    def recce(self, n: int) -> bool:
        return "Rc" in self.type(n).flags

    def hq(self, formation: int) -> int:
        """The HQ of a formation, NOWHERE if it is lost."""
        for n, u in enumerate(self.state.units):
            if u.type == "hq" and u.formation == formation and u.where not in OUT:
                return n
        return NOWHERE

    def fixed(self, n: int) -> bool:
        """4.hq.fixed."""
        return self.state.units[n].type == "hq" and self.state.units[n].slot == "fixed"

    @cites("napalini.11.hq-losses")
    def hq_losses(self, formation: int) -> int:
        """11.hq-losses."""
        hq = self.hq(formation)
        return self.state.units[hq].step if hq >= 0 else 0

    def exhausted(self, n: int) -> bool:
        return self.state.units[n].step == EXHAUSTED

    @cites("napalini.2.cost")
    def cost(self, n: int) -> float:
        """2.cost: with attachments; those of a ship marked With Archie are included."""
        unit, kind = self.state.units[n], self.type(n)
        return kind.cost + (1 if unit.trucks else 0) + (2 if unit.archie and not kind.archie else 0)

    # ---------------------------------------------------------- verbs

    def reveal_unit(self, n: int) -> bool:
        """Turn a marker over; True if it was hidden."""
        unit = self.state.units[n]
        if unit.revealed:
            return False
        unit.revealed = True
        self.reveal()
        return True

    def remove_dummy(self, n: int) -> None:
        unit = self.state.units[n]
        unit.where, unit.step, unit.at = "out", GONE, NOWHERE

    def lower(self, n: int) -> None:
        """11.observe.balloon: a balloon comes down."""
        self.state.units[n].raised = False

    def take_out(self, n: int, how: str) -> None:
        """A unit leaves play: destroyed ("out") or captured, with all it carries (2.transport.loss)."""
        unit = self.state.units[n]
        self.lose_passengers(n, how)
        was = self.place(n)
        unit.where, unit.step, unit.raised, unit.prepared = how, GONE, False, False
        unit.revealed = True
        if unit.type == "supply_depot":
            self.camp(unit.side).depot_taken = True
            self.tell("The supply depot of {side} is lost: no more stockpiles.", rule="napalini.9.captured", side=unit.side)
        unit.at = NOWHERE
        unit.carrier = NOWHERE
        self.mend_facing(was, unit.side)
        self.score_loss(n)

    def score_loss(self, n: int) -> None:
        """8.vp.hq and 8.vp.points: a ground unit left play."""
        unit = self.state.units[n]
        enemy = self.other(unit.side)
        if unit.type == "hq":
            self.camp(enemy).vp["hqs"] += 1
            self.tell("{side} scores 1 VP for an HQ.", rule="napalini.8.vp.hq", side=enemy)
        elif not (self.type(n).bracketed and self.option("bracketed_costs_do_not_score")):
            self.score_points(enemy, self.cost(n))

    def score_points(self, side: str, cost: float) -> None:
        """8.vp.points: 1 VP for each full 10 points; VPs once scored are kept."""
        camp = self.camp(side)
        camp.eliminated += cost
        full = int(camp.eliminated // 10)
        if full > camp.points_scored:
            camp.vp["points"] += full - camp.points_scored
            camp.points_scored = full
            words = "{side} has {points} for eliminated units."
            self.tell(words, rule="napalini.8.vp.points", side=side, points=camp.vp["points"])

    @cites("napalini.2.transport.loss")
    def lose_passengers(self, n: int, how: str) -> None:
        for passenger in self.passengers(n):
            self.take_out(passenger, how)

    def mend_facing(self, square: int, side: str) -> None:
        """6.all-round.change: all-round defence ends with fewer than two FL units; the rest have the front's facing."""
        if square < 0:
            return
        here = [n for n in self.units_at(square, side) if self.state.units[n].kind == "land"]
        fl = [n for n in here if self.fl(n)]
        rear = [n for n in fl if self.state.units[n].rear]
        if rear and (len(fl) < 2 or len(rear) == len(fl)):
            for n in here:
                self.state.units[n].rear = False
            self.tell("The all-round defence of {place} ends.", rule="napalini.6.all-round.change", place=square)

    @cites("napalini.3.all-round")
    def all_round(self, square: int, side: str) -> bool:
        """3.all-round: at least two FL land units, one of them facing the other way."""
        fl = [u for u in self.state.units if u.at == square and u.side == side and u.where == "table" and u.rear]
        return bool(fl)

    def stockpile(self, side: str, change: int) -> None:
        camp = self.camp(side)
        if change < 0:
            camp.lost_stockpiles -= change
        camp.stockpiles = max(0, camp.stockpiles + change)

    def can_spend(self, side: str) -> bool:
        """9.captured: a side whose depot is captured can use no stockpiles."""
        camp = self.camp(side)
        return camp.stockpiles > 0 and not camp.depot_taken

    def repair(self, n: int, steps: int = 1) -> None:
        unit = self.state.units[n]
        unit.step = max(FRESH, unit.step - steps)

    # ---------------------------------------------------------- questions that many rules ask

    def which_unit(self, side: str, prompt: str, units: list[int], **words: Any) -> Procedure:
        """One of these units; nobody is asked where there is one only."""
        if len(units) == 1:
            return units[0]
        n = yield self.ask(side, prompt, units, label=self.name, on=lambda n: (f"u{n}", ""), **words)
        return n

    def which_formation(self, side: str, prompt: str, formations: list[int], **words: Any) -> Procedure:
        """One of these formations; nobody is asked where there is one only."""
        if len(formations) == 1:
            return formations[0]
        f = yield self.ask(side, prompt, formations, **{"label": lambda f: self.static.formations[f].name, **words})
        return f

    def which_square(self, side: str, prompt: str, squares: list[int], **words: Any) -> Choice:
        return self.ask(side, prompt, squares, **{"label": self.label, "on": lambda sq: ("", self.label(sq)), **words})

    # ---------------------------------------------------------- words

    def name(self, n: int) -> str:
        unit = self.state.units[n]
        kind = self.type(n)
        words = in_a_sentence(kind)
        if kind.christened:
            return words if unit.quality == (kind.quality or "average") else f"{words} ({unit.quality})"
        return f"{unit.quality} {words}" if unit.quality != "average" and not self.dummy(n) else words

    def title(self, n: int) -> str:
        """The name at the beginning of a sentence."""
        return capital(self.name(n))

    def label(self, square: int) -> str:
        return self.static.label(square)

    def names(self, numbers: Iterable[int]) -> str:
        """Units together: "2 infantry, field artillery and light tanks"; plurals and ships have no article."""
        names = [self.name(n) for n in numbers]
        counts = {name: names.count(name) for name in names}
        said = [
            tallied([name] * count) if not plural(name) and not of_a_ship(name) else name if count == 1 else f"{count} {name}"
            for name, count in counts.items()
        ]
        return listing(said)

    def tell(self, text: str, *, rule: str, **words: Any) -> None:
        """A line of the diary; a unit at its beginning has a capital, and its verb agrees."""
        super().tell(begun(text, words), rule=rule, **words)

    def roll(self, dice: str, why: str = "", *, rule: str, **words: Any) -> Roll:
        return super().roll(dice, begun(why, words), rule=rule, **words)
