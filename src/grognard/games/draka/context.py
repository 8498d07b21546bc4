"""The context of the variant: Draka control beside Allied control (14), half points (draka.R38), irregulars (12.4, 24.6)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

from grognard.games.pog.context import Pog
from grognard.games.pog.static import AP, CP, UNBORN, Static
from grognard.kernel import cites
from grognard.kernel.tally import exact

from .overlay import CHARTS, IRREGULARS, DrakaBoard, DrakaUnits
from .state import DrakaState


class Draka(Pog):
    """`g` of the Draka Variant."""

    state: DrakaState
    board: DrakaBoard
    units: DrakaUnits

    def after_prepare(self) -> None:
        self.charts = CHARTS
        self.fighting = False  # between the naming of an attack and the next action
        self.fresh = 0  # spaces that passed to the Allies in the combat under way
        self.falling = -1  # the space whose fort falls just now

    # ---------------------------------------------------------- nouns

    @property
    def neutral(self) -> int:
        """R101: what starts under Draka control is open to the Draka from the start."""
        if self._neutral is None:
            self._neutral = super().neutral & ~self.draka_soil()
        return self._neutral

    @cites("draka.dr.6")
    def draka_soil(self) -> int:
        """What starts under Draka control."""
        return self.board.draka & self.static.theatre

    @property
    def beachheads(self) -> int:
        return self.state.beachheads

    @property
    def level(self) -> Any:
        """draka.R38: halves count exactly."""
        return self.state.vp + Fraction(self.state.half, 2)

    @cites("draka.dr.1")
    def is_draka(self, unit: int) -> bool:
        """Whether a unit is of the Dominion of the Draka."""
        return self.units.nation[unit] == "dr"

    @cites("draka.ap.gr.3")
    def of_banner(self, unit: int, nation: str) -> bool:
        """Of that nationality, as its first or as its second: the Pan-Hellenic Volunteers are Draka too."""
        return nation in (self.units.nation[unit], self.units.second[unit])

    def total_war(self, side: str) -> bool:
        return self.state.level[side] == 2

    @cites("draka.4.4")
    def in_zone(self, space: int) -> bool:
        """Whether a space lies in the Janissary Zone."""
        return self.board.zone >> space & 1 == 1

    def draka_holds(self, space: int) -> bool:
        """Whether a space is under Draka control now; the marker sleeps while irregulars stand there (draka.R71)."""
        return self.state.draka >> space & 1 == 1 and self.controls(AP, space)

    @property
    def goals(self) -> int:
        """VP spaces, and the second Turkish capital: only the fall of both ends Turkey's replacements (cp.tu.2)."""
        return self.static.vp_spaces | self.board.mask("ankara")

    def prize(self, space: int) -> float:
        """14.8, 14.9: what the Draka take from the CP or free for the Allies counts half."""
        if not self.static.vp_spaces >> space & 1:
            return 0.0
        bit = 1 << space
        home = self.board.cp_start & bit
        by_draka = self.board.asia & bit if home else self.state.draka & ~self.board.draka & bit
        return 0.5 if by_draka or (home and self.draka_holds(space)) else 1.0

    def note(self) -> dict[str, Any]:
        """Facts that last for the action under way."""
        s = self.state
        stamp = f"{s.turn}.{s.round}.{s.active}"
        if s.stamp != stamp:
            s.stamp, s.this_action = stamp, {}
        return s.this_action

    # ---------------------------------------------------------- verbs

    def put(self, unit: int, place: int) -> None:
        old = self.state.at[unit]
        super().put(unit, place)
        if old >= 0 and self.state.irregular >> old & 1 and self.units.kind[unit] in IRREGULARS:
            self._irregulars_leave(old)

    def _irregulars_leave(self, space: int) -> None:
        """11.1.15 with the sides exchanged: when they leave, the space is Allied again."""
        if any(self.units.kind[u] in IRREGULARS for u in self.side_units(space, CP)):
            return
        self.state.irregular &= ~(1 << space)
        if not self.side_units(space, CP):
            self.set_control(space, AP, "draka.12.4")

    def besiegers_take(self, space: int, side: str) -> None:
        self.falling = space
        super().besiegers_take(space, side)
        self.falling = -1

    def occupy(self, unit: int, space: int) -> None:
        kind, bit = self.units.kind[unit], 1 << space
        s = self.state
        if self.enemy_trench(space, self.units.side[unit]):
            self.take_trench(space, self.units.side[unit])  # also by those who convert nothing
        if self.board.ids[space] == "alexandria" and self.units.side[unit] == CP and self._commune(space):
            return  # draka.R75: it stays Allied in name
        if kind in IRREGULARS:
            if not s.cp_control & bit and not self.forts & bit:
                s.irregular |= bit
                self.set_control(space, CP, "draka.12.4" if kind == "tu.ana" else "draka.24.6")
            return
        if self.units.side[unit] == CP and s.irregular & bit:
            s.irregular &= ~bit
            s.draka &= ~bit  # converted by others: the marker is lost now
            self.count_territory(space)
        super().occupy(unit, space)
        if s.beachheads & bit and self.units.side[unit] == CP:
            s.beachheads &= ~bit
            self.tell("The beachhead at {space} is lost.", rule="pog.9.5.3.5.b", space=space)
            self.changed()
        if s.nightmare and self.board.ids[space] == "alexandria" and self.is_draka(unit) and "retaken" not in s.happened:
            if s.at[self.U["cp.commune"]] not in (space, UNBORN):
                s.happened.append("retaken")
                self.add_vp(-1, "draka.21.cp.e10", "Alexandria is retaken")
        if self.fighting and self.fresh & bit and self.is_draka(unit) and self.in_zone(space):
            self.place_marker(space, "draka.14.2")

    @cites("draka.21.cp.e5")
    def _commune(self, space: int) -> bool:
        """The Commune gives Alexandria to nobody."""
        return any(self.units.kind[u] == "cp.commune" for u in self.stack[space])

    @cites("draka.14.1")
    def mark(self, space: int) -> None:
        """A marker of Draka control, beside Allied control."""
        self.state.draka |= 1 << space

    def place_marker(self, space: int, rule: str) -> None:
        if self.state.draka >> space & 1:
            return
        self.mark(space)
        self.tell("{space} comes under Draka control.", rule=rule, space=space)
        self.count_territory(space)

    def count_territory(self, space: int) -> None:
        """14.8 to 14.10: VP follow from who holds which VP spaces, in half points; the diary names the one that changed."""
        now = territory(self.static, self.state)
        change, self.state.territory = now - self.state.territory, now
        if change:
            self.add_halves(change, self.rule_of_points(space), "{space}", space=space)

    def rule_of_points(self, space: int) -> str:
        """By which rule a VP space counts now."""
        if self.state.cp_control >> space & 1 or not self.state.draka >> space & 1:
            return "pog.3.g"
        if self.board.cp_start >> space & 1:
            return "draka.14.8"
        return "draka.14.10" if self.board.draka >> space & 1 else "draka.14.9"

    def add_halves(self, halves: int, rule: str, why: str, **facts: Any) -> None:
        """Half points, exactly (draka.R38)."""
        total = 2 * self.state.vp + self.state.half + halves
        self.state.vp, self.state.half = total // 2, total % 2
        amount = Fraction(halves, 2)
        sign = "+" if amount > 0 else ""
        self.tell(f"{why}: VP {sign}{exact(amount)}, now {exact(self.level)}.", rule=rule, **facts)


def territory(static: Static, state: DrakaState) -> int:
    """What the VP spaces count for beside the start, in half points: plus for the CP."""
    s, vp, cp_home = state, vp_spaces(static), static.board.cp_start
    lost = cp_home & ~s.cp_control & vp  # CP territory in Allied hands
    taken = ~cp_home & s.cp_control & vp  # Allied or Draka territory in CP hands
    freed = ~cp_home & ~s.cp_control & vp & s.draka
    return (
        2 * taken.bit_count() - 2 * (lost & ~s.draka).bit_count() - draka_conquests(lost & s.draka) + draka_gains(static, freed)
    )


@cites("draka.map.8", "draka.map.9")
def vp_spaces(static: Static) -> int:
    """Without Trent and Bologna, with Lyon, Sarajevo, Marseilles, Libya, Athens and Kiel."""
    return static.vp_spaces & static.theatre


@cites("draka.14.8")
def draka_conquests(spaces: int) -> int:
    """CP territory under Draka control gives 1 VP for each full pair. In half points."""
    return 2 * (spaces.bit_count() // 2)


@cites("draka.14.9", "draka.14.10")
def draka_gains(static: Static, spaces: int) -> int:
    """Allied territory that the Draka retook stays half lost; their own counts in full. In half points lost."""
    return (spaces & ~cast(DrakaBoard, static.board).draka).bit_count()
