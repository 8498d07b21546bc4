"""The context of the campaign: nouns that tell facts of the position, and the verbs that change it.

Section 1 (calendar and sessions) is here too, since everything asks for the date and the light.
"""

from __future__ import annotations

import calendar
import datetime
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from grognard.kernel import Context, Refusal, cites
from grognard.kernel.cite import remembered
from grognard.kernel.tables import column

from .state import DESTROYED, RED, Battle, State, Unit
from .static import Static
from .tables import ELEMENTS, TABLES, absorbs, half_points

NOT_COUNTED = ("assault_boat", "bridging_set", "small_charge", "large_charge", "mine_equipment")

SESSIONS = 6
DATES: list[int] = list(TABLES["calendar"]["dates"])
HOURS: list[int] = list(TABLES["calendar"]["session_start_hours"])
LIGHT_OF_SEASON = column(
    {season["name"]: season["sessions"] for season in TABLES["season"]},
    rule={"winter": "fyow.1.2.1", "spring": "fyow.1.2.2", "summer": "fyow.1.2.3", "autumn": "fyow.1.2.4"},
)
COMPANY = 30  # figures: three platoons (ruling R12)
PRISONERS = ("fyow.2.4.3", "fyow.33.8.4", "fyow.33.8.5")  # no losses for replenishment (fyow.21.0.2)
CONDITIONS = ("Green", "Amber", "Red", "Red and withdrawn", "destroyed")


@cites("fyow.33.2.4")
def is_mere_equipment(element: str) -> bool:
    """33.2.4: bridging and minesweeping equipment, explosives and the like have no Combat Value."""
    return not ELEMENTS[element].get("cv", True)


@cites("fyow.33.2.5")
def is_radio_exchange(element: str) -> bool:
    """33.2.5: radio exchange vehicles are ignored."""
    return element == "radio_exchange_vehicle"


@cites("fyow.21.0.2")
def counted(element: str) -> bool:
    """21.0.2: used equipment, boats, bridging sets and explosives are no losses."""
    return element not in NOT_COUNTED


@cites("fyow.3.6.2")
def most_in_store(unit_kind: str) -> int:
    """3.6.2: what the Stockpile of a Battlegroup holds, and that of a Fraction or a convoy."""
    small = unit_kind in ("fraction", "convoy")
    return int(TABLES["supply"]["stockpile_max_fraction" if small else "stockpile_max_battlegroup"])


@cites("fyow.10.4.1")
def wants_orders(condition: int) -> bool:
    """10.4.1: a condition that makes it give way calls for new orders."""
    return condition >= RED


@remembered()
def first_day(start: int) -> int:
    """The campaign day of its first month on which a campaign starts."""
    return next((n for n, date in enumerate(DATES, 1) if date == start), 12)


@remembered()
def dark(month: int, session: int) -> bool:
    """1.2: whether a session is dark, by season."""
    season = next(season["name"] for season in TABLES["season"] if month in season["months"])
    return bool(LIGHT_OF_SEASON[season][session - 1] == "night")


@remembered(4096)
def worth_of(elements: tuple[tuple[str, int], ...]) -> int:
    """Half points of so many elements, all whole. Forces change seldom: remembered by what they are made of."""
    return sum(half_points(e) * n for e, n in elements)


@remembered(4096)
def not_fighting(elements: tuple[tuple[str, int], ...]) -> int:
    """33.2.4, 33.2.5: half points of bridging and mine equipment, explosives and radio exchange vehicles among these."""
    return sum(half_points(e) * n for e, n in elements if is_radio_exchange(e) or is_mere_equipment(e))


class Fyow(Context[State, Static]):
    """`g` of Fight Your Own Wars."""

    def roll(self, dice: str, why: str = "", **words: Any) -> Any:
        return super().roll(dice, why, **self._named(words))

    def tell(self, text: str, **words: Any) -> None:
        super().tell(text, **self._named(words))

    def _named(self, words: dict[str, Any]) -> dict[str, Any]:
        """Units made in play are in no scenario file: the diary takes their names."""
        if len(self.state.units) > self.static.first_units:
            if isinstance(words.get("unit"), int):
                words["unit"] = self._name(words["unit"])
            for key in ("units", "attackers", "defenders"):
                if isinstance(words.get(key), list):
                    words[key] = [self._name(n) for n in words[key]]
        return words

    def _name(self, number: Any) -> Any:
        made = isinstance(number, int) and number >= self.static.first_units
        return self.state.units[number].name if made else number

    # ---------------------------------------------------------- section 1: the calendar

    @property
    @cites("fyow.1.1.2")
    def day_of_month(self) -> int:
        """The campaign day of the month, 1 to 12."""
        return (self._first_day - 1 + self.state.day) % 12 + 1

    @property
    def _first_day(self) -> int:
        return first_day(self.static.start.day)

    @property
    def month(self) -> int:
        return self._months % 12 + 1

    @property
    def _months(self) -> int:
        """Months since January of the year of the start; a D12 named the first one if the scenario did not (prep.10)."""
        first = self.state.first_month or self.static.start.month
        return first - 1 + (self._first_day - 1 + self.state.day) // 12

    @property
    def year(self) -> int:
        return self.static.start.year + self._months // 12

    @property
    def date(self) -> datetime.date:
        """1.1.3: twelve dates a month; the last is the last day of the month."""
        date = DATES[self.day_of_month - 1] or calendar.monthrange(self.year, self.month)[1]
        return datetime.date(self.year, self.month, date)

    @property
    @cites("fyow.1.1.4")
    def new_month(self) -> bool:
        return self.day_of_month == 1

    @property
    @cites("fyow.1.1.1", "fyow.1.1.5")
    def new_week(self) -> bool:
        return bool((self.day_of_month - 1) % TABLES["calendar"]["days_per_week"] == 0)

    @property
    def night(self) -> bool:
        return self.night_in(self.state.session)

    def night_in(self, session: int) -> bool:
        """1.2: which sessions are dark, by season."""
        return dark(self.month, session)

    @property
    def light(self) -> str:
        """day, moon or dark: what the tables ask for."""
        if not self.night:
            return "day"
        return "moon" if self.state.weather.moonlit else "dark"

    @property
    def now(self) -> int:
        """Sessions since the campaign began."""
        return self.state.day * SESSIONS + self.state.session

    # ---------------------------------------------------------- units

    def unit(self, number: int) -> Unit:
        return self.state.units[number]

    def alive(self, side: str | None = None) -> list[int]:
        units = self.state.units
        return [n for n, u in enumerate(units) if u.condition != DESTROYED and (side is None or u.side == side)]

    def on_board(self, board: int, side: str) -> list[int]:
        """This side's units on the board and in its boxes; who has not come into the campaign yet is on no board."""
        units = self.state.units
        there = [n for n, u in enumerate(units) if u.board == board and u.side == side and u.condition != DESTROYED]
        return [n for n in there if not units[n].waits]

    def in_the_field(self, side: str | None = None) -> list[int]:
        """Living units that have come into the campaign: not those with a date of their own, or still with their aircraft."""
        return [n for n in self.alive(side) if not self.state.units[n].waits]

    def holders(self, board: int, side: str) -> list[int]:
        """This side's units on the board itself."""
        return [n for n in self.on_board(board, side) if self.state.units[n].box < 0]

    def enemy(self, side: str) -> str:
        return self.static.other[side]

    def value(self, number: int) -> Fraction:
        """def.17: the points of its elements; a damaged AFV has lost half its own."""
        return Fraction(self.half_value(number), 2)

    def half_value(self, number: int) -> int:
        unit = self.state.units[number]
        whole = worth_of(tuple(unit.elements.items()))
        return whole - sum(absorbs(e) * n for e, n in unit.damaged.items()) if unit.damaged else whole

    def part_value(self, part: Mapping[str, int]) -> int:
        """Half points of a part of a force, its vehicles whole."""
        return sum(half_points(e) * n for e, n in part.items())

    def fighting_half_points(self, number: int) -> int:
        """33.2.4, 33.2.5: without bridging and mine equipment, explosives, radio exchange vehicles, vehicles out of service."""
        unit = self.state.units[number]
        total = self.half_value(number) - not_fighting(tuple(unit.elements.items()))
        for element, count in self.absent(number).items():
            whole = unit.elements.get(element, 0) - unit.damaged.get(element, 0)
            total -= half_points(element) * min(count, max(0, whole))
        return total

    def absent(self, number: int) -> dict[str, int]:
        """Elements that do not fight today: vehicles out of service (base.maint.1), the company on a sweep (34.14.3)."""
        found = dict(self.state.stores.out.get(str(number), {}))
        if self.state.partisans.busy.get(str(number), -1) > self.state.day:
            figures = [e for e in self.state.units[number].elements if ELEMENTS[e].get("figure")]
            commonest = max(figures, key=lambda e: (self.state.units[number].elements[e], e), default="")
            if commonest:
                found[commonest] = COMPANY
        return found

    @cites("fyow.34.14.3")
    def at_hand(self, number: int) -> dict[str, int]:
        """What may be sent off as a Fraction or a Picket: neither in hiding, nor on a sweep, nor out of service."""
        unit, gone = self.state.units[number], self.absent(number)
        free = {e: n - unit.concealed.get(e, 0) - gone.get(e, 0) for e, n in unit.elements.items()}
        return {e: max(0, n) for e, n in free.items()}

    @cites("fyow.33.2.1", "fyow.33.2.2", "fyow.33.2.6")
    def combat_value(self, *numbers: int) -> int:
        """33.2.1, 33.2.2, 33.2.6: points are added first, then divided by ten; decimals are dropped."""
        return sum(self.fighting_half_points(n) for n in numbers) // 20

    def grade(self, number: int) -> str:
        """poor, regular or elite: what most of its men are, by points."""
        weight = {"poor": 0, "regular": 0, "elite": 0}
        for element, count in self.state.units[number].elements.items():
            if ELEMENTS[element].get("figure"):
                weight[element.split("_")[0] if element.split("_")[0] in weight else "elite"] += half_points(element) * count
        return max(weight, key=lambda grade: weight[grade])

    def wholly_elite(self, number: int) -> bool:
        figures = [e for e in self.state.units[number].elements if ELEMENTS[e].get("figure")]
        return bool(figures) and all(e.startswith(("elite", "special")) for e in figures)

    def guns(self, number: int) -> int:
        """Guns of 100 mm and more, for barrages."""
        return sum(n for e, n in self.state.units[number].elements.items() if ELEMENTS[e].get("barrage"))

    def moving(self, number: int) -> bool:
        """Present under orders that make it a column on the road (ruling R37)."""
        unit = self.state.units[number]
        return unit.attitude == "present" and unit.order.kind in ("move", "move to contact", "engage", "reconnaissance")

    # ---------------------------------------------------------- battles and engagements

    def battle_of(self, number: int) -> Battle | None:
        """Its battle; of two (a new contact against the victor of an old combat) the newer one, but the beaten first go."""
        for battle in reversed(self.state.battles):
            if number in battle.attackers or number in battle.defenders or number in battle.beaten:
                return battle
        return None

    @cites("fyow.def.16")
    def engaged(self, number: int) -> bool:
        """def.16: an enemy on the same board, or in its box, and each knows that the other is there."""
        unit = self.state.units[number]
        if self.battle_of(number):
            return True
        theirs = self.on_board(unit.board, self.enemy(unit.side))
        mine = self.state.seen[unit.side]
        return any(e in mine and number in self.state.seen[self.enemy(unit.side)] for e in theirs)

    # ---------------------------------------------------------- knowledge

    def knows(self, side: str, number: int) -> bool:
        return number in self.state.seen[side]

    def known_enemies(self, side: str, board: int) -> list[int]:
        """Enemy units that this side has detected there."""
        return [n for n in self.on_board(board, self.enemy(side)) if n in self.state.seen[side]]

    def spot(self, side: str, number: int) -> None:
        """This side now knows that the unit is there, and if it stands on the board itself, who holds that (ruling R176)."""
        unit = self.state.units[number]
        if number not in self.state.seen[side]:
            self.state.seen[side] = sorted([*self.state.seen[side], number])
        self.state.sighted[side][str(unit.board)] = self.now
        there = [n for n in self.state.seen[side] if self.state.units[n].board == unit.board]
        self.state.found.setdefault(side, {})[str(unit.board)] = there
        if unit.box < 0 and self.state.control[unit.board] == unit.side:
            self.state.known_control[side][unit.board] = unit.side

    def lose_touch(self, number: int) -> None:
        """The unit has left its board: the enemy knows where it was (ruling R162), and his ships lose sight of it (R169)."""
        for group in self.state.fleet.groups:
            if f"u{number}" in group.spotted:
                group.spotted = [target for target in group.spotted if target != f"u{number}"]
        for side in self.static.sides:
            if number in self.state.seen[side]:
                self.state.seen[side] = [n for n in self.state.seen[side] if n != number]

    def forget_absent(self) -> None:
        """Knowledge lasts while both stay on the board (ruling R162), or while ships off it have the force in sight (R169)."""
        for side in self.static.sides:
            boards = {self.state.units[n].board for n in self.alive(side)}
            here = [n for n in self.state.seen[side] if self.state.units[n].board in boards or self.seen_from_the_sea(side, n)]
            self.state.seen[side] = [n for n in here if self.state.units[n].condition != DESTROYED]

    def seen_from_the_sea(self, side: str, number: int) -> bool:
        """Ruling R169: a ship of the side has made it out on the shore."""
        return any(group.side == side and f"u{number}" in group.spotted for group in self.state.fleet.groups)

    # ---------------------------------------------------------- verbs

    def enlist(self, unit: Unit) -> int:
        """A unit made in play gets a number that tells nothing of the enemy's: each side has every other place of its own."""
        units, sides, first = self.state.units, list(self.static.sides), self.static.first_units
        number = first + sides.index(unit.side)
        while number < len(units) and units[number].id:
            number += len(sides)
        while len(units) <= number:
            side = sides[(len(units) - first) % len(sides)]
            units.append(Unit("", "", side, 0, {}, "regular_infantry", kind="merged", condition=DESTROYED))
        units[number] = unit
        return number

    def visit(self, side: str, board: int, scouts: bool = False) -> None:
        """13.6.1: who moves on to a board learns its details; 13.6.3: reconnaissance troops find out the type of a bridge."""
        for work in self.state.staff.works:
            if work.board == board and work.types and not work.type and scouts:
                work.type = self.draw(sorted(work.types), to=[side])[0]
                words = {"name": work.name, "what": work.type}
                self.tell("{name} at {board} is of the type {what}.", rule="fyow.13.6.3", to=side, board=board, **words)
            if work.board == board and side not in work.known:
                work.known = sorted([*work.known, side])
                self.tell("At {board}: {name}.", rule="fyow.13.6.1", to=side, board=board, name=work.name)

    def take_hold(self, number: int) -> None:
        """15.1.1, ruling R176: a land force on the board itself controls it."""
        unit = self.state.units[number]
        self.state.control[unit.board] = unit.side
        self.state.known_control[unit.side][unit.board] = unit.side
        for enemy in self.on_board(unit.board, self.enemy(unit.side)):
            if enemy in self.state.seen[unit.side]:
                self.state.known_control[self.enemy(unit.side)][unit.board] = unit.side

    def fall_to(self, number: int, condition: int, rule: str) -> None:
        """The Strategic Condition becomes worse; it never improves here."""
        unit = self.state.units[number]
        if condition <= unit.condition:
            return
        unit.condition = condition
        unit.fell = True
        unit.surprised = unit.surprised or wants_orders(condition)
        self.tell("{unit} is now {state}.", rule=rule, to=self.witnesses(number), unit=number, state=CONDITIONS[condition])

    @cites("fyow.21.0.1")
    def record_loss(self, number: int, element: str, count: int) -> None:
        """21.0.1: the value lost is recorded, and at the end of the month part of it comes back."""
        if not counted(element) or self.state.units[number].kind == "partisans":
            return
        owner, losses = str(self.whose_loss(number)), self.state.stores.losses
        losses[owner] = losses.get(owner, 0) + half_points(element) * count

    @cites("fyow.21.2.1")
    def whose_loss(self, number: int) -> int:
        """21.2.1: losses of a Fraction come back to its parent."""
        unit = self.state.units[number]
        while unit.kind != "battlegroup" and unit.parent >= 0:
            number, unit = unit.parent, self.state.units[unit.parent]
        return number

    def destroy(self, number: int, text: str, rule: str) -> None:
        """The unit leaves the campaign; everybody in touch with it learns so."""
        unit = self.state.units[number]
        self.tell(text, rule=rule, to=self.witnesses(number), unit=number)
        if rule in PRISONERS:
            booty = self.state.staff.booty.setdefault(self.enemy(unit.side), {})
            for element, count in unit.elements.items():
                if not ELEMENTS[element].get("figure"):  # ruling R152: guns and vehicles fall to the enemy
                    booty[element] = booty.get(element, 0) + count
        if rule not in PRISONERS:
            for element, count in unit.elements.items():
                self.record_loss(number, element, count)
        unit.condition = DESTROYED
        unit.fell = True
        unit.elements = {}
        unit.damaged = {}
        unit.box = -1
        self.off_the_train(number)
        for battle in self.state.battles:
            for force in (battle.attackers, battle.defenders, battle.beaten):
                if number in force:
                    force.remove(number)
        self.drop_empty_battles()
        self.lose_touch(number)

    def off_the_train(self, number: int) -> None:
        """Whoever is no more is not carried on."""
        for train in self.state.rail.trains:
            if number in train.cargo:
                train.cargo.remove(number)

    @cites("fyow.2.7.1", "fyow.3.7.1")
    def apart(self, one: int, other: int) -> bool:
        """2.7.1, 3.7.1: not together: one is on a train or in craft, and the other is not with it."""
        a, b = self.state.units[one], self.state.units[other]
        return (a.train, a.aboard) != (b.train, b.aboard)

    def drop_empty_battles(self) -> None:
        """A battle that everybody has left is none."""
        self.state.battles = [b for b in self.state.battles if b.attackers or b.defenders or b.beaten]

    def witnesses(self, number: int) -> list[str]:
        """Who may read what befalls this unit: its own side, and the enemy if he has it before him."""
        unit = self.state.units[number]
        enemy = self.enemy(unit.side)
        return [unit.side, enemy] if number in self.state.seen[enemy] else [unit.side]

    def scattered(self, number: int) -> Refusal | None:
        """19.3.3: while it shows several markers nobody knows where it is; what needs the force needs the throw first."""
        if not any(decoy.unit == number for decoy in self.state.staff.decoys):
            return None
        words = f"{self.state.units[number].name} shows several markers: first it must be thrown which of them is real."
        return Refusal("fyow.19.3.3", words)

    @cites("fyow.13.1.1")
    def cramped(self, number: int) -> bool:
        """13.1.1 (option half_boards): a Battlegroup on a half board cannot deploy, whatever would make it do so."""
        unit = self.state.units[number]
        return unit.kind == "battlegroup" and self.static.boards[unit.board].half and bool(self.options["half_boards"])

    def red(self, number: int) -> bool:
        return self.state.units[number].condition >= RED
