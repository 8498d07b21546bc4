"""What the holder of a card can do, as typed values. Rules, labels and bots go by the class; the log has the notation.

The notation of an act is a word and its parts: `("move", 12)`. It is what old saves and the wire have.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, TypeVar

from grognard.kernel import Value


class Act(Value, frozen=True):
    """Something that a card allows."""

    word: ClassVar[str] = ""

    def notation(self) -> Any:
        return (self.word, *super().notation())


# ------------------------------------------------------------------ land: one main act (ruling R48)


class Stay(Act, frozen=True):
    """Nothing more with this card."""

    word: ClassVar[str] = "stay"


class Move(Act, frozen=True):
    """14.5: by this link."""

    word: ClassVar[str] = "move"
    link: int


class Deploy(Act, frozen=True):
    """15.3.4: towards this link."""

    word: ClassVar[str] = "deploy"
    link: int


class Assault(Act, frozen=True):
    """Ruling R175: a force on the same board."""

    word: ClassVar[str] = "assault"
    foe: int


class Enter(Act, frozen=True):
    """17.1.3: the board that it has watched from the box."""

    word: ClassVar[str] = "enter"


class Conceal(Act, frozen=True):
    """15.4.1."""

    word: ClassVar[str] = "conceal"


class Fortify(Act, frozen=True):
    """15.3.5."""

    word: ClassVar[str] = "fortify"


class Reorganise(Act, frozen=True):
    """15.3.6."""

    word: ClassVar[str] = "reorganise"


class Wake(Act, frozen=True):
    """20.6.5: break the rest."""

    word: ClassVar[str] = "wake"


class Work(Act, frozen=True):
    """31: a kind of job, at a link, a board or a feature."""

    word: ClassVar[str] = "work"
    job: str
    place: int


class Repair(Act, frozen=True):
    """23.1: damaged vehicles."""

    word: ClassVar[str] = "repair"


class Abandon(Act, frozen=True):
    """20.7.1.3: leave the vehicles."""

    word: ClassVar[str] = "abandon"


class Cut(Act, frozen=True):
    """30.5.1: blow up the railway along this link."""

    word: ClassVar[str] = "cut"
    link: int


class Land(Act, frozen=True):
    """14.13: with the whole force, by this link."""

    word: ClassVar[str] = "land"
    link: int


class LandWave(Act, frozen=True):
    """18.2: with a first wave."""

    word: ClassVar[str] = "wave"
    link: int


# ------------------------------------------------------------------ land: besides the main act


class Seek(Act, frozen=True):
    """10.6: ask for these orders."""

    word: ClassVar[str] = "seek"
    kind: str
    objective: int
    contact: str


class Form(Act, frozen=True):
    """3.4: a Fraction."""

    word: ClassVar[str] = "form"


class Absorb(Act, frozen=True):
    """3.7: take this Fraction back."""

    word: ClassVar[str] = "absorb"
    fraction: int


class Join(Act, frozen=True):
    """3.7b: the second Fraction goes into the first."""

    word: ClassVar[str] = "join"
    one: int
    other: int


class SendPicket(Act, frozen=True):
    """3.8: a platoon or a troop, by this link."""

    word: ClassVar[str] = "picket"
    link: int
    what: str


class ShiftPicket(Act, frozen=True):
    """Ruling R23."""

    word: ClassVar[str] = "shift"
    picket: int
    link: int


class PicketAgain(Act, frozen=True):
    """3.8.6."""

    word: ClassVar[str] = "picket again"


class AskFor(Act, frozen=True):
    """9.1: another force, with these orders on this board."""

    word: ClassVar[str] = "request"
    force: int
    kind: str
    objective: int


class CallObvious(Act, frozen=True):
    """8.3: the next Command Decision."""

    word: ClassVar[str] = "obvious"


class GoToRest(Act, frozen=True):
    """20.6."""

    word: ClassVar[str] = "rest"


class Gather(Act, frozen=True):
    """17.1: information."""

    word: ClassVar[str] = "gather"


class Lead(Act, frozen=True):
    """18.0.1: "recce" or the main body in front."""

    word: ClassVar[str] = "lead"
    head: str


class JoinBox(Act, frozen=True):
    """13.7.3: friends in the next box."""

    word: ClassVar[str] = "box"
    link: int


class ShowMarker(Act, frozen=True):
    """19.2.1: a further one."""

    word: ClassVar[str] = "decoy"


class MoveMarker(Act, frozen=True):
    """19.2.4."""

    word: ClassVar[str] = "marker"
    letter: str
    link: int


class FixMarkers(Act, frozen=True):
    """19.3.3: throw which is real."""

    word: ClassVar[str] = "fix"


class Shell(Act, frozen=True):
    """29.10.1: so many coastal guns at a vessel."""

    word: ClassVar[str] = "shell"
    vessel: int
    guns: int


class HoldFire(Act, frozen=True):
    """29.10.1: none of the coastal guns."""

    word: ClassVar[str] = "hold fire"


# ------------------------------------------------------------------ Senior Commands


class Done(Act, frozen=True):
    """Nothing more: Senior Commands and ships."""

    word: ClassVar[str] = "done"


class Merge(Act, frozen=True):
    """2.7: the second Battlegroup goes into the first."""

    word: ClassVar[str] = "merge"
    one: int
    other: int


class Release(Act, frozen=True):
    """2.5: reserves."""

    word: ClassVar[str] = "release"


class FormGroup(Act, frozen=True):
    """2.9.1."""

    word: ClassVar[str] = "group"


class EndGroup(Act, frozen=True):
    """2.9.1."""

    word: ClassVar[str] = "ungroup"


class SplitOff(Act, frozen=True):
    """2.9.3: a member leaves the group."""

    word: ClassVar[str] = "split"
    member: int


class React(Act, frozen=True):
    """2.9.10: a member that was struck takes cover."""

    word: ClassVar[str] = "react"
    member: int


class WorkInColumn(Act, frozen=True):
    """2.9.11: engineers of a member."""

    word: ClassVar[str] = "work"
    member: int
    job: str
    place: int


class March(Act, frozen=True):
    """2.9.5: the group, by this link."""

    word: ClassVar[str] = "march"
    link: int


class Halt(Act, frozen=True):
    """2.9.5: the group stays."""

    word: ClassVar[str] = "halt"


# ------------------------------------------------------------------ aircraft


class Fly(Act, frozen=True):
    """28.5.1: over this board."""

    word: ClassVar[str] = "fly"
    board: int


class PrepareAgain(Act, frozen=True):
    """28.3.4: for a second sortie."""

    word: ClassVar[str] = "prepare"


class Fight(Act, frozen=True):
    """28.11: a squadron of an enemy group; without a number its only one."""

    word: ClassVar[str] = "fight"
    enemy: int
    squadron: int | None = None

    def notation(self) -> Any:
        return (self.word, self.enemy) if self.squadron is None else (self.word, self.enemy, self.squadron)


class Bomb(Act, frozen=True):
    """28.8.1."""

    word: ClassVar[str] = "bomb"


class Strafe(Act, frozen=True):
    """28.8.7."""

    word: ClassVar[str] = "strafe"


class Drop(Act, frozen=True):
    """28.8.8: troops or supply."""

    word: ClassVar[str] = "drop"


class Photograph(Act, frozen=True):
    """28.8.5."""

    word: ClassVar[str] = "photograph"


class StrikeShips(Act, frozen=True):
    """29.10.6: this naval group."""

    word: ClassVar[str] = "ship"
    group: int


class FlyOn(Act, frozen=True):
    """28.7: to another board."""

    word: ClassVar[str] = "shift"
    board: int


class FlyHome(Act, frozen=True):
    """28.6.1."""

    word: ClassVar[str] = "home"


# ------------------------------------------------------------------ ships


class Sail(Act, frozen=True):
    """29.6: by this link."""

    word: ClassVar[str] = "sail"
    link: int


class Place(Act, frozen=True):
    """29.5.1: on this sea board."""

    word: ClassVar[str] = "place"
    board: int


class EnterArea(Act, frozen=True):
    """29.17.3: the combat area."""

    word: ClassVar[str] = "enter"


class LeaveArea(Act, frozen=True):
    """29.17.3: the combat area."""

    word: ClassVar[str] = "leave"


class TakeAboard(Act, frozen=True):
    """31.6.1: troops from their transports."""

    word: ClassVar[str] = "load"
    unit: int


class LoadAshore(Act, frozen=True):
    """24.0.1: troops on a quay or a beach."""

    word: ClassVar[str] = "embark"
    unit: int


class LookOut(Act, frozen=True):
    """29.9."""

    word: ClassVar[str] = "spot"


class Fire(Act, frozen=True):
    """29.8.4: at a vessel (`v3`) or a force ashore (`u3`), with all guns, those of a calibre, or those of a vessel."""

    word: ClassVar[str] = "fire"
    target: str
    guns: str


class Torpedo(Act, frozen=True):
    """29.10.2: a vessel."""

    word: ClassVar[str] = "torpedo"
    target: str


class DropDepthCharges(Act, frozen=True):
    """29.10.3.2: on a submarine."""

    word: ClassVar[str] = "depth"
    target: str


class Flak(Act, frozen=True):
    """29.10.5: at an air group (`a3`)."""

    word: ClassVar[str] = "flak"
    target: str


# ------------------------------------------------------------------ looking through lists of acts

A = TypeVar("A", bound=Act)
STAY, DONE, HALT = Stay(), Done(), Halt()


def of_kind(acts: Iterable[Any], kind: type[A]) -> list[A]:
    """Those acts that are of this kind, in their order."""
    return [act for act in acts if isinstance(act, kind)]
