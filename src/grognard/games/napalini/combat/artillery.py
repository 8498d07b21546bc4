"""Chapter 7, artillery: which guns may fire at which square, and how they see it; 3.speculative.*; 6.artillery.*.

Ways of aiming are in choices.py: a gun sees, is told by a spotter or an observer, fires by the map, or softens up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grognard.kernel import PASS, Refusal, cites
from grognard.kernel.game import Procedure
from grognard.kernel.listed import Listed
from grognard.kernel.scene import OddsView, OptionView

from ..asks import Ask
from ..cards.lasting import served_this_round
from ..context import Napalini
from ..hq.wire_and_radio import by_wire, chance, check
from ..table.prospects import hits_view, passing
from ..table.sight import align_firer, observer_spots, spots, square_spotted
from ..table.zones import front_squares
from ..tables import UnitType
from .choices import How, Way
from .fire import Aim, hit_chances


@cites("napalini.6.artillery.trains")
def moves_and_fires(kind: UnitType) -> bool:
    """Armoured trains and gunboats both move and fire in one Op."""
    return kind.id == "armoured_train" or kind.kind == "river"


def moved_too_far(g: Napalini, n: int) -> Refusal | None:
    """6.artillery.*: what a move does to a gun's fire in the same Op."""
    r, name = g.round, g.type(n).name
    if n in r.transit:
        return Refusal("napalini.6.transit", f"{name} made a transit move.")
    if n not in r.moved:
        return None
    kind = g.type(n)
    if kind.id == "land_battleships":
        if str(n) in r.entrants:
            return Refusal("napalini.6.artillery.land-battleship", f"{name} attacked into a square.")
        return None
    if moves_and_fires(kind):
        return None
    if g.cls(n) == "WM":
        if n in r.far:
            return Refusal("napalini.6.artillery.motorised", f"{name} moved more than one square.")
        return None
    return Refusal("napalini.6.artillery.horse", f"{name} moved and holds its fire.")


def may_fire(g: Napalini, n: int, square: int, defending: bool) -> Refusal | None:
    """7.artillery.conditions, apart from seeing the target."""
    unit, kind = g.unit(n), g.type(n)
    if not g.artillery(n) or g.dummy(n):
        return Refusal("napalini.2.artillery", f"{kind.name} is not artillery.")
    if unit.fired:
        return Refusal("napalini.7.artillery.fired", f"{kind.name} has fired this period.")
    if unit.at == square:
        return Refusal("napalini.7.artillery.conditions", f"{kind.name} is in the square itself.")
    if g.contested(unit.at) or g.enemies_in(unit.at, unit.side):
        return Refusal("napalini.7.artillery.contested", f"{kind.name} fights in its own square.")
    if (away := g.distance(unit.at, square)) > kind.range:
        return Refusal("napalini.7.artillery.conditions", f"{kind.name} reaches {kind.range}; the target is {away} away.")
    if defending:
        if "no-defensive-support" in kind.tags:
            return Refusal("napalini.7.artillery.monster", "Monster guns do not defend.")
        formations = {g.unit(m).formation for m in g.real_at(square, unit.side)}
        if unit.formation not in formations:
            return Refusal("napalini.7.artillery.conditions", f"{kind.name} is of another formation than the defenders.")
    else:
        r = g.round
        if n not in r.activated:
            return Refusal("napalini.7.artillery.conditions", f"{kind.name} is not activated.")
        if n in r.shot:
            return Refusal("napalini.7.artillery.once", f"{kind.name} has shot in this activation.")
    if (refusal := moved_too_far(g, n)) is not None:
        return refusal
    if [n, square] in g.round.barred:
        return Refusal("napalini.4.comms.fail-artillery", f"{kind.name} got no message for {g.label(square)} this round.")
    return None


def why_no_gun(g: Napalini, side: str, way: Way, square: int, defending: bool, named: Sequence[int] = ()) -> Refusal | None:
    """The first rule against a gun, or against this way of aiming it; None if it may fire."""
    n = way.gun
    if g.unit(n).side != side or g.unit(n).where != "table":
        return Refusal("napalini.7.artillery.conditions", "That is no gun of yours.")
    if n in named:
        return Refusal("napalini.7.artillery.once", f"{g.title(n)} has been named.")
    if (refusal := may_fire(g, n, square, defending)) is not None:
        return refusal
    open_ = ways(g, n, square)
    if not open_:
        return Refusal(
            "napalini.3.spot.targetable", f"Nobody spots an enemy in {g.label(square)}, nor is it open to speculative fire."
        )
    if way not in open_:
        return Refusal("napalini.4.comms.when", f"{g.title(n)} cannot be aimed that way at {g.label(square)}.")
    return None


def name_guns(g: Napalini, side: str, square: int, defending: bool, prompt: str, rule: str, name: Ask) -> Procedure:
    """Guns are named one after another, with their comms checks (4.comms.when). Returns those that fire."""
    named: list[int] = []
    while True:
        offers = guns_for(g, side, square, defending, named)
        if not offers:
            return named
        way = yield Listed(
            side,
            prompt,
            [*offers, PASS],
            rule,
            judge=lambda w: None if w == PASS else why_no_gun(g, side, w, square, defending, named),
            candidates=lambda: [Way(n, How.SEES) for n in [*g.on_table(side), *g.on_table(g.other(side))]],
            label=lambda w: "no more guns" if w == PASS else way_words(g, w),
            show=lambda w: gun_view(g, w, square, defending),
            on=lambda w: ("" if w == PASS else f"u{w.gun}", g.label(square)),
            about={"place": g.label(square)},
            name=name,
            final=partial(dice_fall, g, offers),
            kind="fire",
        )
        if way == PASS:
            return named
        if message(g, way, square):
            named.append(way.gun)
            yield from mark_fired(g, way.gun, square)


def gun_view(g: Napalini, way: Way | str, square: int, defending: bool) -> OptionView:
    """A gun as its owner weighs it: the chance of its message, and its hits where all that it fires at is known."""
    if not isinstance(way, Way):
        return OptionView(way, "no more guns", "", g.label(square))
    view = OptionView(way, way_words(g, way), f"u{way.gun}", g.label(square))
    view.odds = fire_odds(g, way, square, defending)
    return view


def fire_odds(g: Napalini, way: Way, square: int, defending: bool) -> list[OddsView]:
    side, found = g.unit(way.gun).side, list[OddsView]()
    if (needed_link := link(g, way)) is not None and g.module("comms"):
        p = chance(g, side, *needed_link)
        found.append(passing("Comms check", p, "napalini.4.comms.when", "the message gets through", "it is lost"))
    targets = g.units_at(square, g.other(side))
    if all(g.unit(n).revealed or g.unit(n).known for n in targets):
        aim = Aim(way.gun, square, tuple(g.real_at(square, g.other(side))), not defending, ranged=True)
        found.append(hits_view(f"Fire of {g.name(way.gun)}", hit_chances(g, aim), "napalini.7.dice"))
    return found


def guns_for(g: Napalini, side: str, square: int, defending: bool, named: Sequence[int] = ()) -> list[Way]:
    """The guns that can still be named, in every way in which they can be aimed."""
    return [
        way
        for n in g.on_table(side)
        if n not in named and may_fire(g, n, square, defending) is None
        for way in ways(g, n, square)
    ]


def dice_fall(g: Napalini, offers: list[Way], way: Way | str) -> bool:
    """Whether dice follow at once when this gun is named: its message is thrown for, it is shown, or nobody is left to name."""
    if not isinstance(way, Way):
        return False
    message_needed = g.module("comms") and link(g, way) is not None
    return message_needed or not g.unit(way.gun).revealed or all(other.gun == way.gun for other in offers)


@cites("napalini.3.speculative.features")
def features(g: Napalini) -> set[int]:
    """3.speculative.features: the map's, and the works: fortifications and the ends of bridges."""
    found = set(g.static.map_features)
    for bridge in g.state.bridges:
        found.update(g.static.edge_ends(bridge.edge))
    found.update(fortified(g))
    return {sq for sq in found if sq not in g.static.no_features}


@cites("napalini.3.hidden.works")
def fortified(g: Napalini) -> set[int]:
    """3.hidden.works: squares known to be fortified."""
    tags = {"fort", "fort-aa"}
    return {u.at for n, u in enumerate(g.state.units) if u.where == "table" and u.at >= 0 and tags & g.type(n).tags}


@cites("napalini.3.speculative.map")
def map_target(g: Napalini, square: int, side: str) -> bool:
    """3.speculative.map: designated, and a feature; whether somebody sees the enemy in it or not (R119)."""
    return square in g.camp(side).designated and square in features(g)


@cites("napalini.3.speculative.softening")
def in_front_of(g: Napalini, square: int, side: str) -> list[int]:
    """3.speculative.softening: friendly real ground units that have the square in their front."""
    return [n for n in g.on_table(side) if not g.dummy(n) and square in front_squares(g, n)]


@cites("napalini.7.artillery.sees")
def sees(g: Napalini, n: int, targets: Sequence[int]) -> bool:
    """A unit sees a square if it spots somebody in it at this moment."""
    return any(spots(g, n, t) for t in targets)


def ways(g: Napalini, n: int, square: int, free_map: bool = False) -> list[Way]:
    """The ways in which a gun can aim at a square, the surest first."""
    side = g.unit(n).side
    targets = g.units_at(square, g.other(side))
    if not targets:
        return []
    if sees(g, n, targets):
        return [Way(n, How.SEES)]
    if map_target(g, square, side) or (free_map and square in features(g)):
        return [Way(n, How.MAP)]
    found: list[Way] = []
    for spotter in g.on_table(side):
        if spotter != n and sees(g, spotter, targets):
            found.append(Way(n, How.SPOTTER, spotter))
    for number, plane in enumerate(g.state.air):
        if plane.side == side and any(observer_spots(g, plane, t) for t in targets):
            found.append(Way(n, How.PLANE, number))
    if not found and not square_spotted(g, square, side):
        ahead = in_front_of(g, square, side)
        if any(m == n or g.unit(m).at == g.unit(n).at for m in ahead):
            return [Way(n, How.SOFT, n)]
        found = [Way(n, How.SOFT, m) for m in ahead]
    return sorted(found, key=lambda way: _trust(g, way))


def _trust(g: Napalini, way: Way) -> tuple[int, int, int]:
    gun, other = way.gun, way.by
    if way.how is How.PLANE:
        return (1, g.distance(g.state.air[other].at, g.unit(gun).at), other)
    wire = g.unit(other).type == "balloon" or by_wire(g, gun, other)
    return (0 if wire else 1, g.distance(g.unit(other).at, g.unit(gun).at), other)


def link(g: Napalini, way: Way) -> tuple[bool, int] | None:
    """By wire or not, and over which distance a way of aiming needs a message; None if it needs none (4.comms.when)."""
    gun, how, other = way.gun, way.how, way.by
    at = g.unit(gun).at
    if how in (How.SEES, How.MAP) or (how is How.SOFT and (other == gun or g.unit(other).at == at)):
        return None
    if how is How.PLANE:
        return False, g.distance(g.state.air[other].at, at)
    wire = (g.unit(other).type == "balloon" and g.unit(other).raised) or by_wire(g, gun, other)
    return wire, g.distance(g.unit(other).at, at)


def message(g: Napalini, way: Way, square: int) -> bool:
    """4.comms.when: the check that a way of aiming needs; a failure bars the gun from this target this round."""
    needed = link(g, way)
    if needed is None:
        return True
    gun = way.gun
    passed = check(
        g, g.unit(gun).side, *needed, "from the air to the guns" if way.how is How.PLANE else "from the spotter to the guns"
    )
    if not passed and g.state.round is not None:
        g.round.barred.append([gun, square])
    return passed


def way_words(g: Napalini, way: Way) -> str:
    gun, how, other = way.gun, way.how, way.by
    name = f"{g.name(gun)} in {g.label(g.unit(gun).at)}"
    if how is How.SEES:
        return f"{name}, which sees the target"
    if how is How.MAP:
        return f"{name}, by the map"
    if how is How.PLANE:
        return f"{name}, directed from the air"
    if other == gun:
        return f"{name}, softening up"
    return f"{name}, directed by {g.name(other)} in {g.label(g.unit(other).at)}"


@cites("napalini.card.O4C")
def spared_by_gunner(g: Napalini, n: int, square: int) -> bool:
    """O4C: friendly artillery that fires there is available again at once."""
    named = ["O4C", str(square)] in g.round.named and g.unit(n).side == g.round.side
    return named and served_this_round(g, n, "O4C")


def gunner_has_fired(g: Napalini, square: int) -> None:
    """O4C is for one combat or bombardment."""
    g.round.named = [pair for pair in g.round.named if pair != ["O4C", str(square)]]


def mark_fired(g: Napalini, n: int, square: int) -> Procedure:
    """7.artillery.fired, 3.spot.fire-reveals; O4C spares the marker."""
    unit = g.unit(n)
    r = g.round
    if n in r.readied:
        unprepare(g, n)
    if not spared_by_gunner(g, n, square):
        unit.fired = True
        if unit.side == r.side and n not in r.shot:
            r.shot.append(n)
    yield from open_fire(g, n)


@cites("napalini.6.prepare")
def unprepare(g: Napalini, n: int) -> None:
    """Who fires in the round does not become prepared in it."""
    g.unit(n).prepared = False
    g.round.readied.remove(n)


def show_firer(g: Napalini, n: int) -> bool:
    """3.spot.fire-reveals: a hidden unit that fires is revealed, wherever it is. True if it was hidden."""
    fresh = g.reveal_unit(n)
    if fresh:
        g.tell(
            "{unit} in {place} fires and is revealed.", rule="napalini.3.spot.fire-reveals", unit=g.name(n), place=g.unit(n).at
        )
    return fresh


def open_fire(g: Napalini, n: int) -> Procedure:
    """Who fires is revealed, and placed like one who is spotted (3.spot.alignment)."""
    if show_firer(g, n):
        yield from align_firer(g, n)
