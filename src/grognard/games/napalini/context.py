"""The context of Napalini: nouns that tell and verbs that change. Rules receive `g` and nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel import Context
from grognard.kernel.cite import in_force

from .state import NOWHERE, Army, Camp, Round, State, Unit
from .static import Static
from .tables import EXHAUSTED, FRESH, GONE, UNITS, UnitType

OUT = ("out", "captured")


class Napalini(Context[State, Static]):
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
    def order(self) -> list[str]:
        """1.role.duties: the SO, or the first side of a meeting engagement, performs every step first."""
        first = self.state.first or self.sides[0]
        return [first, self.other(first)] if in_force("napalini.1.role.duties") else [self.other(first), first]

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

    def module(self, name: str) -> bool:
        """11.advanced: a scenario names the modules in use."""
        return self.static.modules[name] if in_force("napalini.11.advanced") else True

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

    def distance(self, a: int, b: int) -> int:
        """3.distance: the square of the hippopotamus."""
        if not in_force("napalini.3.distance"):
            return self.grid.chebyshev(a, b)
        return self.static.far[a][b]

    def terrain(self, square: int) -> str:
        return "rubble" if square in self.state.rubble else self.static.terrain[square]

    # ---------------------------------------------------------- kinds of unit

    def dummy(self, n: int) -> bool:
        return self.state.units[n].type in ("dummy", "dummy_rail", "dummy_river")

    def fl(self, n: int) -> bool:
        """2.front-line."""
        return self.type(n).fl and in_force("napalini.2.front-line")

    def fl_place(self, n: int) -> bool:
        """Whether it takes an FL place in the stack; a dummy takes the one its owner chose (3.stack.when)."""
        unit = self.state.units[n]
        return unit.slot == "FL" if self.dummy(n) else self.fl(n)

    def cls(self, n: int) -> str:
        """Movement class; 2.trucks.effect."""
        return "WM" if self.state.units[n].trucks and in_force("napalini.2.trucks.effect") else self.type(n).cls

    def artillery(self, n: int) -> bool:
        """2.artillery: every unit that can fire beyond its own square."""
        kind = self.type(n)
        if kind.id == "po":
            return not in_force("napalini.2.po")
        if kind.aa_range >= 0 and not kind.artillery:
            return not in_force("napalini.2.flag.aa-range")
        return kind.artillery and in_force("napalini.2.artillery")

    def hq(self, formation: int) -> int:
        """The HQ of a formation, NOWHERE if it is lost."""
        for n, u in enumerate(self.state.units):
            if u.type == "hq" and u.formation == formation and u.where not in OUT:
                return n
        return NOWHERE

    def fixed(self, n: int) -> bool:
        """4.hq.fixed."""
        return self.state.units[n].type == "hq" and self.state.units[n].slot == "fixed"

    def hq_losses(self, formation: int) -> int:
        """11.hq-losses."""
        hq = self.hq(formation)
        return self.state.units[hq].step if hq >= 0 and in_force("napalini.11.hq-losses") else 0

    def exhausted(self, n: int) -> bool:
        return self.state.units[n].step == EXHAUSTED

    def cost(self, n: int) -> float:
        """2.cost: with attachments; those of a ship marked With Archie are included."""
        unit, kind = self.state.units[n], self.type(n)
        if not in_force("napalini.2.cost"):
            return 0.0
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
        for passenger in self.passengers(n):
            if in_force("napalini.2.transport.loss"):
                self.take_out(passenger, how)
        from .victory import scored

        was = self.place(n)
        unit.where, unit.step, unit.raised, unit.prepared = how, GONE, False, False
        unit.revealed = True
        if unit.type == "supply_depot":
            if in_force("napalini.9.captured"):
                self.camp(unit.side).depot_taken = True
                self.tell("The supply depot of {side} is lost: no more stockpiles.", rule="napalini.9.captured", side=unit.side)
        unit.at = NOWHERE
        unit.carrier = NOWHERE
        self.mend_facing(was, unit.side)
        scored(self, n)

    def mend_facing(self, square: int, side: str) -> None:
        """6.all-round.change: all-round defence ends with fewer than two FL units; the rest have the front's facing."""
        if square < 0:
            return
        here = [n for n in self.units_at(square, side) if self.state.units[n].kind == "land"]
        fl = [n for n in here if self.fl(n)]
        rear = [n for n in fl if self.state.units[n].rear]
        if rear and (len(fl) < 2 or len(rear) == len(fl)) and in_force("napalini.6.all-round.change"):
            for n in here:
                self.state.units[n].rear = False
            self.tell("The all-round defence of {place} ends.", rule="napalini.6.all-round.change", place=square)

    def all_round(self, square: int, side: str) -> bool:
        """3.all-round: at least two FL land units, one of them facing the other way."""
        fl = [u for u in self.state.units if u.at == square and u.side == side and u.where == "table" and u.rear]
        return bool(fl) and in_force("napalini.3.all-round")

    def stockpile(self, side: str, change: int) -> None:
        camp = self.camp(side)
        if change < 0:
            camp.lost_stockpiles -= change
        camp.stockpiles = max(0, camp.stockpiles + change)

    def can_spend(self, side: str) -> bool:
        """9.captured: a side whose depot is captured can use no stockpiles."""
        camp = self.camp(side)
        return camp.stockpiles > 0 and not (camp.depot_taken and in_force("napalini.9.captured"))

    def repair(self, n: int, steps: int = 1) -> None:
        unit = self.state.units[n]
        unit.step = max(FRESH, unit.step - steps)

    # ---------------------------------------------------------- words

    def name(self, n: int) -> str:
        unit = self.state.units[n]
        words = self.type(n).name
        return f"{unit.quality} {words}" if unit.quality != "average" and not self.dummy(n) else words

    def label(self, square: int) -> str:
        return self.static.label(square)

    def names(self, numbers: Iterable[int]) -> str:
        return ", ".join(self.name(n) for n in numbers)
