"""The context of the variant: Draka control beside Allied control (14), half points (draka.R38), irregulars (12.4, 24.6)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from grognard.boards.masks import bits
from grognard.games.pog.context import Pog
from grognard.games.pog.static import AP, CP, UNBORN
from grognard.kernel import in_force
from grognard.kernel.tally import exact

from .overlay import CHARTS, IRREGULARS
from .state import DrakaState


class Draka(Pog):
    """`g` of the Draka Variant."""

    state: DrakaState

    def after_prepare(self) -> None:
        self.charts = CHARTS
        self.fighting = False  # between the naming of an attack and the next action
        self.fresh = 0  # spaces that passed to the Allies in the combat under way

    # ---------------------------------------------------------- nouns

    @property
    def neutral(self) -> int:
        """R101: what starts under Draka control is open to the Draka from the start."""
        if self._neutral is None:
            mask = super().neutral
            if in_force("draka.dr.6"):
                mask &= ~(self.board.draka & self.static.theatre)  # type: ignore[attr-defined]
            self._neutral = mask
        return self._neutral

    @property
    def beachheads(self) -> int:
        return self.state.beachheads

    @property
    def level(self) -> Any:
        """draka.R38: halves count exactly."""
        return self.state.vp + Fraction(self.state.half, 2)

    def is_draka(self, unit: int) -> bool:
        return self.units.nation[unit] == "dr" and in_force("draka.dr.1")

    def total_war(self, side: str) -> bool:
        return self.state.level[side] == 2

    def in_zone(self, space: int) -> bool:
        return self.board.zone >> space & 1 == 1 and in_force("draka.4.4")  # type: ignore[attr-defined]

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
        by_draka = self.board.asia & bit if home else self.state.draka & ~self.board.draka & bit  # type: ignore[attr-defined]
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

    def occupy(self, unit: int, space: int) -> None:
        kind, bit = self.units.kind[unit], 1 << space
        s = self.state
        if self.board.ids[space] == "alexandria" and self.units.side[unit] == CP and self._commune(space):
            return  # draka.R75: it stays Allied in name
        if kind in IRREGULARS and in_force("draka.12.4" if kind == "tu.ana" else "draka.24.6"):
            if not s.cp_control & bit and not self.forts & bit:
                s.irregular |= bit
                self.set_control(space, CP, "draka.12.4" if kind == "tu.ana" else "draka.24.6")
            return
        if self.units.side[unit] == CP and s.irregular & bit:
            s.irregular &= ~bit
            s.draka &= ~bit  # converted by others: the marker is lost now
            self.count_territory()
        super().occupy(unit, space)
        if s.draka & bit and self.units.side[unit] == AP and not self.is_draka(unit) and not in_force("draka.14.7"):
            s.draka &= ~bit
        if s.beachheads & bit and self.units.side[unit] == CP and in_force("pog.9.5.3.5.b"):
            s.beachheads &= ~bit
            self.tell("The beachhead at {space} is lost.", rule="pog.9.5.3.5.b", space=space)
            self.changed()
        if s.nightmare and self.board.ids[space] == "alexandria" and self.is_draka(unit) and "retaken" not in s.happened:
            if s.at[self.U["cp.commune"]] not in (space, UNBORN):
                s.happened.append("retaken")
                self.add_vp(-1, "draka.21.cp.e10", "Alexandria is retaken")
        if self.fighting and self.fresh & bit and self.is_draka(unit) and self.in_zone(space):
            self.place_marker(space, "draka.14.2")

    def _commune(self, space: int) -> bool:
        return any(self.units.kind[u] == "cp.commune" for u in self.stack[space]) and in_force("draka.21.cp.e5")

    def place_marker(self, space: int, rule: str) -> None:
        if self.state.draka >> space & 1 or not in_force(rule) or not in_force("draka.14.1"):
            return
        self.state.draka |= 1 << space
        self.tell("{space} comes under Draka control.", rule=rule, space=space)
        self.count_territory()

    def count_territory(self) -> None:
        """14.8 to 14.10: VP follow from who holds which VP spaces, in half points."""
        now = territory(self)
        change, self.state.territory = now - self.state.territory, now
        if change:
            self.add_halves(change, "pog.3.g", "VP spaces")

    def add_halves(self, halves: int, rule: str, why: str, **facts: Any) -> None:
        """Half points, exactly (draka.R38)."""
        total = 2 * self.state.vp + self.state.half + halves
        self.state.vp, self.state.half = total // 2, total % 2
        amount = Fraction(halves, 2)
        sign = "+" if amount > 0 else ""
        self.tell(f"{why}: VP {sign}{exact(amount)}, now {exact(self.level)}.", rule=rule, **facts)


def territory(g: Draka) -> int:
    """What the VP spaces count for beside the start, in half points: plus for the CP."""
    s, board = g.state, g.board
    vp = g.static.vp_spaces & g.static.theatre
    if not in_force("draka.map.8"):
        vp |= board.mask("trent", "bologna")
    if not in_force("draka.map.9"):
        vp &= ~board.mask("lyon", "sarajevo", "marseilles", "libya", "athens", "kiel")
    cp = s.cp_control
    cp_home, draka_home = board.cp_start, board.draka  # type: ignore[attr-defined]
    lost = cp_home & ~cp & vp  # CP territory in Allied hands
    under_draka = lost & s.draka
    pairs = under_draka.bit_count() // 2 if in_force("draka.14.8") else under_draka.bit_count()
    total = -2 * (lost & ~s.draka).bit_count() - 2 * pairs
    taken = ~cp_home & cp & vp  # Allied or Draka territory in CP hands
    total += 2 * taken.bit_count()
    freed = ~cp_home & ~cp & vp & s.draka & ~draka_home
    if in_force("draka.14.9"):
        total += freed.bit_count()
    retaken = draka_home & ~cp_home & ~cp & vp
    if retaken and not in_force("draka.14.10"):
        total += retaken.bit_count()
    return total


def spaces_of(g: Draka, mask: int) -> list[str]:
    return [g.board.name[s] for s in bits(mask)]
