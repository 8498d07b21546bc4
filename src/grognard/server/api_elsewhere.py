"""The match elsewhere by which a question of a match may be settled (kernel/elsewhere.py).

It is a match like any other, with seats, save and dice of its own. Its id tells where it belongs: the id of the match that
asks, and a digest of the scenario that it wrote, so that the same question leads to the same match.
"""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from grognard.kernel import Misuse

from . import verbs
from .api import ERRORS, Asker, _at, hall_of
from .hall import Hall
from .house import NotAllowed, Rights
from .store import Gone
from .table import LiveTable
from .verbs import Offered
from .wire import SPECTATOR, ElsewhereInfo, ElsewhereWish, MatchRow, NewMatch, SeatWish


async def _offered(state: State, person: Any, match_id: str) -> tuple[LiveTable, Rights, Offered]:
    table, rights, _ = await _at(state, person, match_id, None)
    if not rights.seats and not rights.umpire:
        raise NotAllowed("This is for those who play.")
    async with table.lock:
        return table, rights, await table.ask(verbs.offered)


def _there(table: LiveTable, offer: Offered) -> str:
    """The id of the match there."""
    return f"{table.id}~{offer.digest}"


@get("/api/matches/{match_id:str}/elsewhere", responses=ERRORS)
async def elsewhere(state: State, person: Asker, match_id: FromPath[str]) -> ElsewhereInfo:
    """The match by which the question of now may be settled: whether there is one, and how it ended."""
    hall = hall_of(state)
    home, _, offer = await _offered(state, person, match_id)
    told = ElsewhereInfo(offer.words, str(offer.scenario.get("title", "")), offer.game)
    try:
        table = await hall.table(_there(home, offer))
    except Gone:
        return told
    told.match, told.turn = table.id, table.row.turn
    if table.head.ended:
        told.over = table.head.over
        async with table.lock:
            save = await table.ask(verbs.saved)
        async with home.lock:
            _, told.answer = await home.ask(verbs.brought_home, save)
    return told


@post("/api/matches/{match_id:str}/elsewhere", responses=ERRORS, status_code=200)
async def go_elsewhere(state: State, person: Asker, match_id: FromPath[str], data: JSONBody[ElsewhereWish]) -> MatchRow:
    """`start`: the match there, opened if it is not; `enter`: what came of it answers the question, and the row is ours."""
    hall = hall_of(state)
    table, rights, offer = await _offered(state, person, match_id)
    asked = offer.seat
    if (data.do == "enter" or data.bots) and not (rights.may_decide(asked) or table.row.seats[asked].kind == "bot"):
        raise NotAllowed("Who is asked answers; the other side may open the match there, and play it.")
    if data.do == "start":
        return await _start(hall, table, offer, data.bots, person)
    await _enter(hall, table, rights, offer)
    return hall.house.row_for(person, table.row, table)


async def _start(hall: Hall, table: LiveTable, offer: Offered, bots: bool, person: Any) -> MatchRow:
    there = _there(table, offer)
    try:
        found = await asyncio.to_thread(hall.store.row, there)
        return await asyncio.to_thread(hall.house.row_for, person, found)
    except Gone:
        hall.house.must("start", person)
    seats = {offer.seats[side]: _wish(hall, table, side, bots) for side in offer.seats}
    wish = NewMatch(offer.game, "learning", seats=seats, rated=False, title=str(offer.scenario.get("title", ""))[:200])
    row = await hall.start(wish, person, scenario=offer.scenario, id=there)
    if hall.house.club is not None:  # it belongs to nobody: neither side sends the other away
        companies = hall.house.club.companies
        await asyncio.to_thread(companies.disown, row.id)
        for seat, people in table.company.people.items():
            side = offer.seats.get(table.head.seats.get(seat, ""))
            for user in people if side else ():
                await asyncio.to_thread(companies.sit, row.id, SPECTATOR if bots else side, user)
        await hall.house.club.company_changed(row.id)
        row = await asyncio.to_thread(hall.house.row_for, person, hall.store.row(row.id))
    return row


def _wish(hall: Hall, table: LiveTable, side: str, bots: bool) -> SeatWish:
    """Who plays a side here plays it there; in a club its people sit down afterwards."""
    kinds = [table.row.seats[seat].kind for seat, own in table.head.seats.items() if own == side]
    people = [kind for kind in kinds if kind != "bot"]
    if bots or not people:
        return SeatWish("bot", "best")
    return SeatWish("open" if hall.house.club is not None else people[0])


async def _enter(hall: Hall, table: LiveTable, rights: Rights, offer: Offered) -> None:
    fought = await hall.table(_there(table, offer))
    async with fought.lock:
        if not fought.head.ended:
            raise Misuse("The match there is not over yet.")
        save = await fought.ask(verbs.saved)
    async with table.lock:
        if (await table.ask(verbs.offered)).digest != offer.digest:
            raise Misuse("The position has changed meanwhile.")
        value, _ = await table.ask(verbs.brought_home, save)
        await table.choose(offer.seat, value, by=rights.by(offer.seat))
        await table.publish(None)
        await table.tidy()
    hall.bots(table).wake()


ELSEWHERE_ROUTES: list[Any] = [elsewhere, go_elsewhere]
__all__ = ["ELSEWHERE_ROUTES"]
