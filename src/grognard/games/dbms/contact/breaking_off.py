"""Chapter Breaking Off: what an element in contact may still do (dbms.dba.5)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.boards.poses import FRONT, Rect
from grognard.boards.table_contact import contact, lined_up
from grognard.boards.table_moves import END, Motion
from grognard.kernel import Refusal, cites
from grognard.kernel.words import capital

from ..context import Dbms
from ..terrain.going import rate_where_it_stands
from .lining_up import matched_edge, touched_enemies
from .zone_of_control import is_directly_away, is_straight_towards, zones_at


@cites("dbms.dba.20")
def enemies_on_flank_or_rear(g: Dbms, n: int) -> list[int]:
    """All that touch a flank or the rear, aircraft too; by option only those whose own front edge does (dbms.R81)."""
    found = []
    for enemy, how in [*g.contacts(n), *g.aircraft_at(n)]:
        if how.mine == FRONT:
            continue
        if how.theirs == FRONT or g.options["any_flank_contact"]:
            found.append(enemy)
    return found


def may_break_off(g: Dbms, n: int) -> Refusal | None:
    """dbms.breaking-off.1: faster than every enemy in contact (aircraft have no rate), and none of them on flank or rear."""
    if flankers := enemies_on_flank_or_rear(g, n):
        name = g.seen_name(flankers[0], g.side(n))
        return Refusal("dbms.breaking-off.1", f"{capital(name)} is on its flank or rear.", enemy=f"e{flankers[0]}")
    mine = rate_where_it_stands(g, n)
    for enemy, _ in g.contacts(n):
        theirs = rate_where_it_stands(g, enemy)
        if not is_faster(mine, theirs):
            return Refusal(
                "dbms.breaking-off.1",
                f"It moves {mine / 2540:g} in, {g.name(enemy)} {theirs / 2540:g} in: it must be faster to break off.",
                measured=mine,
                limit=theirs,
            )
    return None


@cites("dbms.breaking-off.2")
def is_faster(mine: int, theirs: int) -> bool:
    """By the rates of their present forms in the going where each stands."""
    return mine > theirs


def held_by(g: Dbms, n: int) -> list[int]:
    """dbms.dba.5: the enemies in base contact that hold this element, in the air too (dbms.R51)."""
    return [enemy for enemy, _ in [*g.contacts(n), *g.aircraft_at(n)]]


def may_leave_contact(g: Dbms, n: int, path: Sequence[Motion]) -> Refusal | None:
    """dbms.dba.5: an element in contact only breaks off, turns to face, or lines up."""
    base = g.rect(n)
    held = held_by(g, n)
    moves = [motion for motion in path if motion.turn or max(motion.corner_moves()) > 0]
    if not moves:
        return Refusal("dbms.dba.5", f"{g.name(n)} is held in contact with {g.seen_name(held[0], g.side(n))}.")
    if turns_to_face(g, n, moves) or lines_up_at_last(g, n, moves):
        return None
    if obeys_the_zones(g, moves, zones_at(g, n, base)):
        if (refusal := may_break_off(g, n)) is not None:
            return refusal
        end = g.rect_at(n, moves[-1].end)
        if left := [*touched_enemies(g, n, end), *aircraft_touched(g, n, end)]:
            name = g.seen_name(left[0], g.side(n))
            return Refusal("dbms.breaking-off.1", f"Breaking off, it may not end in contact with {name}.")
        return None
    name = g.seen_name(held[0], g.side(n))
    return Refusal(
        "dbms.dba.5",
        f"{g.name(n)} is held by {name}: it may break off directly away, turn to face or line up.",
        fix=list(base.pose),
    )


def aircraft_touched(g: Dbms, n: int, base: Rect) -> list[int]:
    """Those that hold it now and that it would touch there as well."""
    return [enemy for enemy, _ in g.aircraft_at(n) if contact(base, g.rect(enemy)) is not None]


def obeys_the_zones(g: Dbms, moves: Sequence[Motion], zones: Sequence[int]) -> bool:
    """dbms.breaking-off.2: out of zones it goes where it likes; in zones, as one of those enemies lets it."""
    return not zones or any(is_directly_away(g, moves, e) or is_straight_towards(g, moves, e) for e in zones)


@cites("dbms.dba.4")
def turns_to_face(g: Dbms, n: int, moves: Sequence[Motion]) -> bool:
    """dbms.dba.4: with enemies on flank or rear and none in front, one hop that brings the front against one of them."""
    touching = [*g.contacts(n), *g.aircraft_at(n)]
    if len(moves) != 1 or any(how.mine == FRONT for _, how in touching):
        return False
    end = moves[0].rect_at(END)
    return any(matched_edge(g, n, end, enemy, g.rect(n)) is not None for enemy, _ in touching)


def lines_up_at_last(g: Dbms, n: int, moves: Sequence[Motion]) -> bool:
    """dbms.dba.5: a front contact that an advance or retreat left askew may be lined up."""
    base = g.rect(n)
    askew = [e for e, how in g.contacts(n) if how.mine == FRONT and lined_up(base, g.solid(e)) is None]
    if len(moves) != 1:
        return False
    return any(matched_edge(g, n, moves[0].rect_at(END), enemy, base) is not None for enemy in askew)
