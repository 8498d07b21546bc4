"""The context of Paths of Glory: nouns that tell what the position is, verbs that change it.

Stacks, sieges and supply are kept here beside the state, made from it when the context is made and kept up by the verbs: no
rule moves a unit, takes a space or breaks a fort except through them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from grognard.boards.masks import bits, mask_of
from grognard.kernel import DONE, PASS, Choice, Context, Listed, Refusal, cites
from grognard.kernel.tally import exact

from .asks import Drop, Entrench, MoveUnit
from .state import State
from .static import AP, CP, ELIMINATED, GONE, OTHER, UNBORN, WITH_TURKEY, Static

_NOBODY: list[int] = []  # the stack of a space where nobody has been; nobody writes into it


class Pog(Context[State, Static]):
    """`g` of Paths of Glory."""

    def prepare(self) -> None:
        static = self.static
        self.board = static.board
        self.units = static.units
        self.hooks = static.hooks
        self.graph = static.board.graph
        self.S = static.board.number
        self.U = static.units.number
        self.stack: list[list[int]] = [_NOBODY] * self.board.size
        stack, side, occupied = self.stack, self.units.side, {AP: set[int](), CP: set[int]()}
        for unit, space in enumerate(self.state.at):
            if space >= 0:
                occupied[side[unit]].add(space)
                if (there := stack[space]) is _NOBODY:
                    stack[space] = [unit]
                else:
                    there.append(unit)
        self.occ = {AP: mask_of(occupied[AP]), CP: mask_of(occupied[CP])}
        self._neutral: int | None = None
        self._besieged: int | None = None
        self.nets: dict[Any, Any] = {}  # supply nets of this very position; emptied by every verb that could change one
        self.after_prepare()

    def after_prepare(self) -> None:
        """For variants."""

    def facts(self) -> dict[Any, Any]:
        return self.nets

    def take_facts(self, facts: dict[Any, Any]) -> None:
        self.nets = facts

    # ---------------------------------------------------------- units

    def full(self, unit: int) -> bool:
        return not self.state.reduced >> unit & 1

    def factors(self, unit: int) -> tuple[int, int, int]:
        """Combat, loss and movement factor of the side that is up (pog.2.2.1.b)."""
        units = self.units  # a unit of one step has no back
        return units.back[unit] or units.front[unit] if self.state.reduced >> unit & 1 else units.front[unit]

    def cf(self, unit: int) -> int:
        return self.factors(unit)[0]

    def lf(self, unit: int) -> int:
        return self.factors(unit)[1]

    def of_kind(self, kind: str, place: int) -> list[int]:
        return [u for u in self.units.pieces.get(kind, ()) if self.state.at[u] == place]

    def side_units(self, space: int, side: str) -> list[int]:
        return self.stack[space] if self.occ[side] >> space & 1 else []

    def alike(self, unit: int) -> tuple[str, int, int]:
        """Units that are alike in this are interchangeable: choosing between them is no choice."""
        s = self.state
        return self.units.kind[unit], s.at[unit], s.reduced >> unit & 1

    def likeness(self, value: Any) -> Any:
        """What interchangeable choices of units have in common (a unit, or what it does); None for all others."""
        name = value.unit if isinstance(value, MoveUnit | Entrench | Drop) else value
        return (type(value), *self.alike(self.U[name])) if isinstance(name, str) and name in self.U else None

    # ---------------------------------------------------------- questions

    def ask(self, side: str, prompt: str | Callable[[], str], options: Iterable[Any], **words: Any) -> Choice:
        words.setdefault("final", self.closing)
        return super().ask(side, prompt, options, **words)

    def listed(self, side: str, prompt: str | Callable[[], str], options: list[Any], rule: str, **words: Any) -> Listed:
        """A question whose options come from masks (Listed says how)."""
        words.setdefault("final", self.closing)
        return Listed(side, prompt, options, rule, **words)

    def which_space(
        self, side: str, prompt: str | Callable[[], str], spaces: list[int], rule: str, why: str, unit: int = -1, **words: Any
    ) -> Listed:
        """One of these spaces, for a unit; any other is refused by the rule, in the words of `why` ("{} is full.")."""
        piece, fit = self.units.id[unit] if unit >= 0 else "", {self.board.ids[s] for s in spaces}
        also, label = words.pop("also", []), words.pop("label", None)

        def named(value: str) -> str:
            return str(label(value)) if label and (value in also or value in fit) else self.board.name[self.S[value]]

        return self.listed(
            side,
            prompt,
            [*(self.board.ids[s] for s in spaces), *also],
            rule,
            judge=lambda v: None if v in fit else Refusal(rule, why.format(self.board.name[self.S[v]])),
            candidates=lambda: self.board.ids,
            label=named,
            **{"on": lambda v: (piece, "" if v in also else v), **words},
        )

    def which_unit(
        self, side: str, prompt: str | Callable[[], str], units: list[int], rule: str, why: str, place: int = -1, **words: Any
    ) -> Listed:
        """One of these units; any other is refused by the rule, in the words of `why` ("{} is reduced.")."""
        where, fit = self.board.ids[place] if place >= 0 else "", {self.units.id[u] for u in units}
        also, label = words.pop("also", []), words.pop("label", None)
        return self.listed(
            side,
            prompt,
            [*(self.units.id[u] for u in self.distinct(units)), *also],
            rule,
            judge=lambda v: None if v in fit else Refusal(rule, why.format(self.units.name[self.U[v]])),
            same=self.likeness,
            candidates=lambda: self.units.id,
            label=label or (lambda v: self.units.name[self.U[v]]),
            on=lambda v: ("" if v in also else v, where),
            **words,
        )

    def closing(self, value: Any) -> bool:
        """The turn may end with this choice, and the dice of its end and of the next turn's beginning fall."""
        s = self.state
        if value in (PASS, DONE):
            return False
        return s.phase != "actions" or (s.active == AP and s.round >= self.hooks.actions_per_turn(self))

    def distinct(self, units: Any) -> list[int]:
        """The first of each group of interchangeable units."""
        seen, firsts = set(), []
        for unit in units:
            key = self.alike(unit)
            if key not in seen:
                seen.add(key)
                firsts.append(unit)
        return firsts

    # ---------------------------------------------------------- spaces

    @property
    def neutral(self) -> int:
        """Spaces of nations that are not at war (pog.11.1.11.b); after Salonika two Greek ones are open."""
        if self._neutral is None:
            mask = 0
            for nation in self.neutral_nations():
                mask |= self.board.of[nation]
            mask &= ~self.open_greece()
            self._neutral = mask | (self.board.all & ~self.static.theatre)
        return self._neutral

    @cites("pog.3.h", "pog.11.1.12.a")
    def neutral_nations(self) -> list[str]:
        """Italy, Bulgaria, Romania, Greece and Turkey, with Persia, until they join; Albania is open to both sides."""
        nations = ("it", "bu", "ro", "gr", *WITH_TURKEY)
        return [n for n in nations if ("tu" if n in WITH_TURKEY else n) not in self.state.at_war]

    @cites("pog.9.5.2.4.b")
    def open_greece(self) -> int:
        """After Salonika the Greek spaces without Greek units are open."""
        return self.board.mask("salonika", "kavala") if self.played("ap.30") and not self.at_war("gr") else 0

    @cites("pog.11.1.11.b")
    def controlled(self, side: str) -> int:
        """Spaces that a side controls now (pog.3.d)."""
        mask = self.state.cp_control if side == CP else ~self.state.cp_control & self.board.all
        return mask & ~self.neutral

    def controls(self, side: str, space: int) -> bool:
        return self.controlled(side) >> space & 1 == 1

    @property
    def forts(self) -> int:
        """Spaces with an intact fort."""
        return self.board.forts & ~self.state.fallen

    def enemy_forts(self, side: str) -> int:
        """Intact forts of the other side. A fort belongs to the side that controls its space (pog.15.1.10)."""
        return self.forts & self.controlled(OTHER[side])

    @property
    def besieged(self) -> int:
        """Spaces whose intact fort is besieged: by an army, or by as many corps as its level (pog.15.2.1)."""
        if self._besieged is None:
            mask = 0
            cp = self.state.cp_control
            for side, owned in ((AP, cp), (CP, ~cp)):
                for space in bits(self.forts & owned & self.occ[side]):
                    mask |= self.still_besieged(space) << space
            self._besieged = mask
        return self._besieged

    @cites("pog.15.2.4.b")
    def still_besieged(self, space: int) -> bool:
        """Too few units stay in the space, but the fort is no longer besieged."""
        return self.suffices(self.stack[space], space)

    @cites("pog.15.2.1", "pog.2.2.1.a")
    def suffices(self, units: list[int], space: int) -> bool:
        """Whether these units are enough to besiege the fort of the space: an army, or as many corps as its level."""
        if self.units.armies & sum(1 << u for u in units):
            return True
        return len(units) >= self.board.fort[space]

    def trench(self, space: int, side: str | None = None) -> int:
        """The level of the trench in a space, or of a side's."""
        s = self.state
        if side is not None and (s.trench_cp >> space & 1) != (side == CP):
            return 0
        return 2 if s.trench_2 >> space & 1 else s.trench_1 >> space & 1

    def season(self) -> str:
        return self.static.seasons[self.state.turn]

    def place(self, name: str) -> int:
        return self.S[name]

    # ---------------------------------------------------------- events and nations

    def played(self, card: str) -> bool:
        """Whether the card was played as an event, ever."""
        return card in self.state.events

    def at_war(self, nation: str) -> bool:
        return nation in self.state.at_war

    @property
    def beachheads(self) -> int:
        """Beaches with a beachhead marker."""
        return 1 << self.state.beachhead if self.state.beachhead >= 0 else 0

    @property
    def level(self) -> Any:
        """The VP level, as the bands and limits are read with (a variant counts halves)."""
        return self.state.vp

    @property
    @cites("pog.16.1.6")
    def combined(self) -> int:
        """The war status of both sides, that beyond Total War too."""
        return self.state.ws[AP] + self.state.ws[CP]

    @cites("pog.16.4.2")
    def russian_vp(self) -> int:
        """Russian VP spaces that the Central Powers control now."""
        return (self.controlled(CP) & self.static.russian_vp).bit_count()

    # ---------------------------------------------------------- verbs: units

    def changed(self) -> None:
        """What follows from where units stand and who controls what is worked out anew."""
        self._besieged = None
        self.nets = {}

    def put(self, unit: int, place: int) -> None:
        """Move a counter, whatever that means: no control, no trench."""
        at, side = self.state.at, self.units.side[unit]
        old = at[unit]
        if old >= 0:
            stack = self.stack[old]
            stack.remove(unit)
            if not stack:
                self.occ[side] &= ~(1 << old)
            if old == self.state.ana_holds and self.units.kind[unit] == "br.ana":
                self._ana_leaves(old)
        at[unit] = place
        if place >= 0:
            stack = self.stack[place]
            if stack is _NOBODY:
                stack = self.stack[place] = []
            stack.append(unit)
            stack.sort()
            self.occ[side] |= 1 << place
        self.changed()

    def enter(self, unit: int, space: int) -> None:
        """A unit comes into a space: trench and control follow (pog.3.d, pog.11.1.14)."""
        self.put(unit, space)
        self.occupy(unit, space)

    def occupy(self, unit: int, space: int) -> None:
        side = self.units.side[unit]
        bit = 1 << space
        s = self.state
        if self.enemy_trench(space, side):
            self.take_trench(space, side)
        if self.units.kind[unit] == "br.ana":
            if s.cp_control & bit and not self.forts & bit:
                self.set_control(space, AP, "pog.11.1.15")
                s.ana_holds = space
            return
        if space == s.ana_holds and side == AP:
            s.ana_holds = -1  # converted by others: it stays Allied
        if bool(s.cp_control & bit) != (side == CP):
            if self.kept_by_fort(space):
                return
            self.set_control(space, side, "pog.11.1.14")
        if space == s.beachhead and side == CP:
            s.beachhead = -1
            self.tell("The beachhead at {space} is lost.", rule="pog.9.5.3.5.b", space=space)
            self.changed()

    @cites("pog.11.2.4")
    def enemy_trench(self, space: int, side: str) -> bool:
        """A trench waits for its owner until an enemy unit enters the space."""
        s = self.state
        return (s.trench_1 | s.trench_2) >> space & 1 == 1 and (s.trench_cp >> space & 1 == 1) != (side == CP)

    @cites("pog.15.1.10")
    def kept_by_fort(self, space: int) -> bool:
        """While its fort is intact a space stays with the fort's side."""
        return self.forts >> space & 1 == 1

    def _ana_leaves(self, space: int) -> None:
        s = self.state
        s.ana_holds = -1
        if not any(self.units.side[u] == AP for u in self.stack[space]):
            self.set_control(space, CP, "pog.11.1.15")

    def set_control(self, space: int, side: str, rule: str) -> None:
        """A space changes hands, and its victory point with it, at that moment (pog.3.g)."""
        bit = 1 << space
        s = self.state
        if bool(s.cp_control & bit) == (side == CP):
            return
        if side == CP:
            s.cp_control |= bit
        else:
            s.cp_control &= ~bit
        self.changed()
        self.tell("{space} passes to the {side}.", rule=rule, space=space, side=side)
        self.add_vp(self.vp_change(space, side), "pog.3.g", "{space}", space=space)
        self.hooks.on_control_change(self, space, side)

    @cites("pog.vpt.2")
    def vp_change(self, space: int, side: str) -> int:
        """A VP space is +1 when the Central Powers take it and -1 when the Allies do."""
        worth: int = self.hooks.vp_of(self, space)
        return worth if side == CP else -worth

    def take_trench(self, space: int, side: str) -> None:
        """An enemy unit entered: level 1 goes, level 2 becomes a level 1 of the new side (pog.11.2.4 to 11.2.6)."""
        bit = 1 << space
        s = self.state
        if s.trench_2 & bit:
            s.trench_2 &= ~bit
            s.trench_1 |= bit
            s.trench_cp = s.trench_cp | bit if side == CP else s.trench_cp & ~bit
            self.tell("The trench of {space} is taken and turned.", rule="pog.11.2.6", space=space)
        else:
            s.trench_1 &= ~bit
            s.trench_cp &= ~bit
            self.tell("The trench of {space} is lost.", rule="pog.11.2.5", space=space)

    def dig(self, space: int, side: str) -> None:
        """The trench of a space rises by one level, to two at most (pog.11.2.3)."""
        bit = 1 << space
        s = self.state
        if s.trench_1 & bit:
            s.trench_1 &= ~bit
            s.trench_2 |= bit
        elif not s.trench_2 & bit:
            s.trench_1 |= bit
        s.trench_cp = s.trench_cp | bit if side == CP else s.trench_cp & ~bit

    def flip(self, unit: int, reduced: bool) -> None:
        if reduced:
            self.state.reduced |= 1 << unit
        else:
            self.state.reduced &= ~(1 << unit)

    def eliminate(self, unit: int, for_good: bool, rule: str) -> None:
        """A unit leaves the map, to the eliminated box or for good."""
        self.put(unit, GONE if for_good else ELIMINATED)
        self.flip(unit, True)
        if for_good:
            nation = self.units.nation[unit]
            self.state.gone[nation] = self.state.gone.get(nation, 0) + 1
            self.tell("{unit} is lost for good.", rule=rule, unit=unit)
        else:
            self.tell("{unit} is eliminated.", rule=rule, unit=unit)

    def destroy_fort(self, space: int, rule: str) -> None:
        """A fort falls. Units of the other side that stand there take the space at once (pog.3.d)."""
        owner = CP if self.state.cp_control >> space & 1 else AP
        self.raze(space)
        self.tell("The fort of {space} is destroyed.", rule=rule, space=space)
        self.besiegers_take(space, OTHER[owner])

    @cites("pog.15.1.9")
    def raze(self, space: int) -> None:
        """A destroyed fort is never rebuilt."""
        self.state.fallen |= 1 << space
        self.changed()

    @cites("pog.3.d")
    def besiegers_take(self, space: int, side: str) -> None:
        """When a besieged fort falls control passes at once."""
        if self.occ[side] >> space & 1:
            self.occupy(self.stack[space][0], space)

    # ---------------------------------------------------------- verbs: numbers and cards

    def add_vp(self, amount: int, rule: str, why: str, **facts: Any) -> None:
        """Victory points change, and the diary says why."""
        if not amount:
            return
        self.shift_vp(amount)
        self.tell(f"{why}: VP {amount:+d}, now {exact(self.level)}.", rule=rule, **facts)

    @cites("pog.5.1.2")
    def shift_vp(self, amount: int) -> None:
        """During a turn the level may leave the track of 0 to 20."""
        self.state.vp += amount

    def join_war(self, nation: str) -> None:
        self.state.at_war.append(nation)
        self._neutral = None
        self.changed()

    def open_spaces(self) -> None:
        """An event changed which spaces are neutral."""
        self._neutral = None
        self.changed()

    def raise_war_status(self, side: str, amount: int, rule: str = "pog.9.5.1.3") -> None:
        if amount:
            self.state.ws[side] += amount
            self.tell(
                "War status of the {side} rises by {number} to {total}; combined {both}.",
                rule=rule,
                side=side,
                number=amount,
                total=self.state.ws[side],
                both=self.combined,
            )

    # ---------------------------------------------------------- what a staff fights for

    @property
    def goals(self) -> int:
        """Spaces that a war is fought for."""
        return self.static.vp_spaces

    def prize(self, space: int) -> float:
        """The victory points that change hands with a space."""
        return 1.0 if self.static.vp_spaces >> space & 1 else 0.0

    def holds(self, side: str, card: str) -> bool:
        return self.state.hand[side] >> self.static.cards[card].number & 1 == 1

    def hand_cards(self, side: str) -> list[str]:
        return [f"{side}.{n:02d}" for n in bits(self.state.hand[side])]

    def leave_hand(self, card: str, pile: str) -> None:
        """A card goes from hand, table or wherever it lies, to discard, removed or table."""
        side, number = card.split(".")
        bit = 1 << int(number)
        s = self.state
        for mask in (s.hand, s.table, s.discard, s.removed, s.draw, s.shown):
            mask[side] &= ~bit
        getattr(s, pile)[side] |= bit

    # ---------------------------------------------------------- the boxes

    def unborn(self, kind: str) -> int:
        """A piece of this kind that is not yet in play; -1 if there is none."""
        return next((u for u in self.units.pieces[kind] if self.state.at[u] == UNBORN), -1)
