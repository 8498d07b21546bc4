"""What stands beside a match: its papers to print, and the match elsewhere by which a question of it may be settled.

A match elsewhere is a match like any other, with seats, save and dice of its own. Its id tells where it belongs: the id of the
match that asks, and a digest of the scenario that it wrote, so that the same question leads to the same match.
"""

from __future__ import annotations

import asyncio
import hashlib
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import Struct

from grognard.boards.papers import diary_document, sheets_document
from grognard.kernel import UMPIRE, Decision, Misuse

from .api import ERRORS, Asker, SeatName, _at, hall_of
from .hall import Hall
from .house import NotAllowed, Rights
from .library import Unknown
from .store import Gone
from .table import Table
from .wire import ElsewhereInfo, ElsewhereWish, NewMatch, Row, SeatWish

PAPER_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; script-src 'self'; base-uri 'none'"
PRINT = "<script src='/print.js' defer></script></body>"
Short = Annotated[str, QueryParameter(max_length=80)]

# ------------------------------------------------------------------ papers


@get("/api/matches/{match_id:str}/papers/{what:str}", responses=ERRORS, media_type="text/html", include_in_schema=False)
async def papers(
    state: State, person: Asker, match_id: FromPath[str], what: FromPath[str], seat: SeatName = None, panel: Short = "",
    form: Short = "html", dice: FromQuery[bool] = False,
) -> Response[bytes]:  # fmt: skip
    """`diary` or `sheets` (one `panel`, or all), as a page (`html`) or as text (`md`)."""
    if what not in ("diary", "sheets") or form not in ("html", "md"):
        raise Unknown("There is no such paper: diary or sheets, html or md.")
    table, rights, looker = await _at(state, person, match_id, seat)

    def write() -> str:
        if what == "diary":
            return diary_document(table.match, _eyes(table, rights, looker), form, dice)
        return sheets_document(table.match, looker, form, panel)

    async with table.lock:
        text = await table.kernel.do(write)
    headers = {"cache-control": "no-store"}
    if form == "md":
        return Response(text.encode(), media_type="text/markdown; charset=utf-8", headers=headers)
    headers["content-security-policy"] = PAPER_POLICY
    return Response(text.replace("</body>", PRINT).encode(), media_type="text/html; charset=utf-8", headers=headers)


def _eyes(table: Table, rights: Rights, looker: str | None) -> list[str | None]:
    """Whose diary it is: after the end all of it; of one person who plays several seats what all of them know."""
    if table.match.result is not None and rights.all_seen:
        return [UMPIRE]
    mine = [seat for seat in rights.seats if table.row.seats[seat].kind == "me"] if rights.alone else []
    return [*mine] if looker in mine else [looker]


# ------------------------------------------------------------------ elsewhere


class Offer(Struct):
    """A question that may be settled elsewhere, and what would be played there."""

    asked: Decision
    scenario: dict[str, Any]
    id: str


def _offer(table: Table) -> Offer:
    """In the kernel's thread."""
    asked = next((one for one in table.match.decisions.values() if one.elsewhere is not None), None)
    if asked is None or asked.elsewhere is None:
        raise Unknown("Nothing is asked now that could be settled elsewhere.")
    scenario = asked.elsewhere.scenario()
    digest = hashlib.blake2b(msgspec.json.encode(scenario), digest_size=5).hexdigest()
    return Offer(asked, scenario, f"{table.id}~{digest}")


async def _offered(state: State, person: Any, match_id: str) -> tuple[Table, Rights, Offer]:
    table, rights, _ = await _at(state, person, match_id, None)
    if not rights.seats and not rights.umpire:
        raise NotAllowed("This is for those who play.")
    async with table.lock:
        return table, rights, await table.kernel.do(_offer, table)


@get("/api/matches/{match_id:str}/elsewhere", responses=ERRORS)
async def elsewhere(state: State, person: Asker, match_id: FromPath[str]) -> ElsewhereInfo:
    """The match by which the question of now may be settled: whether there is one, and how it ended."""
    hall = hall_of(state)
    _, _, offer = await _offered(state, person, match_id)
    there = offer.asked.elsewhere
    assert there is not None
    told = ElsewhereInfo(there.words, str(offer.scenario.get("title", "")), there.game)
    try:
        table = await hall.table(offer.id)
    except Gone:
        return told
    told.match, told.turn = offer.id, table.row.turn
    if table.match.result is not None:
        told.over = table.match.result.text
        async with table.lock:
            told.answer = await table.kernel.do(lambda: offer.asked.label(there.answer(table.match)))
    return told


@post("/api/matches/{match_id:str}/elsewhere", responses=ERRORS, status_code=200)
async def go_elsewhere(state: State, person: Asker, match_id: FromPath[str], data: JSONBody[ElsewhereWish]) -> Row:
    """`start`: the match there, opened if it is not; `enter`: what came of it answers the question, and the row is ours."""
    hall = hall_of(state)
    table, rights, offer = await _offered(state, person, match_id)
    asked = offer.asked.seat
    if (data.do == "enter" or data.bots) and not (rights.may_decide(asked) or table.row.seats[asked].kind == "bot"):
        raise NotAllowed("Who is asked answers; the other side may open the match there, and play it.")
    if data.do == "start":
        return await _start(hall, table, offer, data.bots, person)
    await _enter(hall, table, rights, offer)
    return hall.house.row_for(person, table.row, table)


async def _start(hall: Hall, table: Table, offer: Offer, bots: bool, person: Any) -> Row:
    there = offer.asked.elsewhere
    assert there is not None
    try:
        found = await asyncio.to_thread(hall.store.row, offer.id)
        return await asyncio.to_thread(hall.house.row_for, person, found)
    except Gone:
        hall.house.must("start", person)
    seats = {there.seats[side]: _wish(hall, table, side, bots) for side in there.seats}
    wish = NewMatch(there.game, "learning", seats=seats, rated=False, title=str(offer.scenario.get("title", ""))[:200])
    row = await hall.start(wish, person, scenario=offer.scenario, id=offer.id)
    if hall.house.club is not None:
        for seat, people in table.company.people.items():
            side = there.seats.get(table.match.seats.get(seat, ""))
            for user in people if side and not bots else ():
                await asyncio.to_thread(hall.house.club.companies.sit, row.id, side, user)
        await hall.house.club.company_changed(row.id)
        row = await asyncio.to_thread(hall.house.row_for, person, hall.store.row(row.id))
    return row


def _wish(hall: Hall, table: Table, side: str, bots: bool) -> SeatWish:
    """Who plays a side here plays it there; in a club its people sit down afterwards."""
    kinds = [table.row.seats[seat].kind for seat, own in table.match.seats.items() if own == side]
    people = [kind for kind in kinds if kind != "bot"]
    if bots or not people:
        return SeatWish("bot", "best")
    return SeatWish("open" if hall.house.club is not None else people[0])


async def _enter(hall: Hall, table: Table, rights: Rights, offer: Offer) -> None:
    there = offer.asked.elsewhere
    assert there is not None
    fought = await hall.table(offer.id)
    async with fought.lock:
        if fought.match.result is None:
            raise Misuse("The match there is not over yet.")
        value = await fought.kernel.do(there.answer, fought.match)
    async with table.lock:
        if (await table.kernel.do(_offer, table)).id != offer.id:
            raise Misuse("The position has changed meanwhile.")
        await table.choose(offer.asked.seat, value, by=rights.by(offer.asked.seat))
        await table.publish(None)
        await table.tidy()
    hall.bots(table).wake()


BESIDE_ROUTES: list[Any] = [papers, elsewhere, go_elsewhere]
__all__ = ["BESIDE_ROUTES"]
