"""The requests over HTTP. Every answer is a type of wire.py, a scene, or a file."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import PermissionDeniedException
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from grognard import __version__
from grognard.boards.counters import symbol_sheet
from grognard.kernel.scene import EventView, Scene

from . import library, verbs
from .hall import Hall
from .house import NotAllowed, Person, Rights, logged_in, who_of
from .limits import SAVE_BYTES, SAVE_DEPTH, TooMuch, deeper_than
from .live import seat_of
from .repair import Damaged
from .replay import Recording
from .table import LiveTable
from .wire import (
    ErrorAnswer,
    GameInfo,
    MatchRow,
    Moment,
    NewMatch,
    Position,
    ReportWish,
    RuleAnswer,
    Rulebook,
)

FOREVER = "public, max-age=31536000, immutable"
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
SeatName = Annotated[str | None, QueryParameter(max_length=80)]
Skip = Annotated[int, QueryParameter(ge=0, le=10**6)]
Asker = NamedDependency[Person | None]  # who asks; at home always the one person


ERRORS = {
    status: ResponseSpec(ErrorAnswer, description=words, generate_examples=False)
    for status, words in {
        400: "Not understood", 401: "Log in first", 403: "Not allowed", 404: "Not there", 409: "Taken", 413: "Too much",
        422: "Understood, and wrong", 429: "Too often", 503: "The disk failed",
    }.items()
}  # fmt: skip


def hall_of(state: State) -> Hall:
    hall: Hall = state.hall
    return hall


# ------------------------------------------------------------------ games


@get("/api/games", responses=ERRORS)
async def games(state: State) -> list[GameInfo]:
    found: list[GameInfo] = await hall_of(state).alike.ask(library.games)
    return found


@get("/api/games/{game:str}/rulebook", responses=ERRORS)
async def rulebook(state: State, game: FromPath[str]) -> Rulebook:
    found: Rulebook = await hall_of(state).alike.ask(library.rulebook, game)
    return found


@get("/api/games/{game:str}/rules/{rule:str}", responses=ERRORS)
async def rule(state: State, game: FromPath[str], rule: FromPath[str]) -> RuleAnswer:
    found: RuleAnswer = await hall_of(state).alike.ask(library.rule, game, rule)
    return found


@get("/api/games/{game:str}/scenarios/{scenario:str}/state", responses=ERRORS)
async def first_position(state: State, game: FromPath[str], scenario: FromPath[str]) -> Position:
    found: Position = await hall_of(state).alike.ask(library.first_position, game, scenario)
    return found


@get("/api/games/{game:str}/scenarios/{scenario:str}/map", include_in_schema=False)
async def small_map(
    state: State, game: FromPath[str], scenario: FromPath[str], theme: FromQuery[str] = "light"
) -> Response[bytes]:
    """A small picture of a scenario's map, for the first page."""
    body = await hall_of(state).sketches.small(game, scenario, theme)
    if body is None:
        return Response(b"", status_code=204, media_type="image/svg+xml", headers={"cache-control": "no-store"})
    headers = {"cache-control": "public, max-age=600", "content-security-policy": PICTURE_POLICY}
    return Response(body, media_type="image/svg+xml", headers=headers)


# ------------------------------------------------------------------ matches


@get("/api/matches", responses=ERRORS)
async def matches(state: State, person: Asker, skip: Skip = 0) -> list[MatchRow]:
    """My matches, those under way first, then the newest; a page of them after so many."""
    return await asyncio.to_thread(hall_of(state).house.my_rows, hall_of(state).store, person, skip)


@post("/api/matches", responses=ERRORS)
async def start(state: State, person: Asker, data: JSONBody[NewMatch]) -> MatchRow:
    hall_of(state).house.must("start", person)
    return await hall_of(state).start(data, person)


@get("/api/matches/{match_id:str}", responses=ERRORS)
async def match(state: State, person: Asker, match_id: FromPath[str]) -> MatchRow:
    house = hall_of(state).house
    await house.admit(person, match_id)
    return await asyncio.to_thread(lambda: house.row_for(person, hall_of(state).store.row(match_id)))


@delete("/api/matches/{match_id:str}", responses=ERRORS)
async def remove(state: State, person: Asker, match_id: FromPath[str]) -> None:
    hall = hall_of(state)
    await hall.house.admit(person, match_id)
    if hall.house.club:
        if not await asyncio.to_thread(hall.house.opened_by, person, match_id):
            raise NotAllowed("Only who opened a match can delete it.")
        with suppress(Damaged):  # of that one nobody has anything any more
            table, _, _ = await _at(state, person, match_id, None)
            if hall.house.others(person, table):
                if not table.head.ended:
                    raise NotAllowed("Others sit at this match: let them go first, or resign.")
                await hall.house.club.hand_over(match_id, logged_in(person))
                return
    await hall.remove(match_id)


@post("/api/matches/{match_id:str}/restore", responses=ERRORS, status_code=200)
async def restore(state: State, person: Asker, match_id: FromPath[str]) -> MatchRow:
    """A damaged match goes on from its last good choice: for who opened it; if it is nobody's, for who sits there."""
    hall = hall_of(state)
    hall.house.must("start", person)
    await hall.house.admit(person, match_id)
    if not await asyncio.to_thread(hall.house.opened_by, person, match_id, orphan=True):
        raise NotAllowed("Only who opened a match restores it.")
    await hall.restore(match_id, person)
    return await asyncio.to_thread(lambda: hall.house.row_for(person, hall.store.row(match_id)))


@get("/api/matches/{match_id:str}/save", responses=ERRORS, media_type="application/json")
async def save(state: State, person: Asker, match_id: FromPath[str], seat: SeatName = None) -> Response[bytes]:
    """At home the whole match. In a club what a seat may know, until the match is over."""
    table, rights, looker = await _reads(state, person, match_id, seat)
    async with table.reading():
        body = await _file_for(table, rights, looker, who_of(person))
    return as_file(body, f"{table.row.game}-{table.row.scenario}-{match_id}.grognard.json")


async def _file_for(table: LiveTable, rights: Rights, looker: str | None, who: str) -> bytes:
    everything = rights.alone or rights.umpire or table.head.ended
    if looker is None and not everything:
        raise NotAllowed("A spectator has nothing to save before the match is over.")
    made: bytes = await table.asked_by(who, verbs.saved, None if everything else looker)
    return made


@post("/api/matches/load", responses=ERRORS, request_max_body_size=SAVE_BYTES)
async def load(
    state: State, person: Asker, request: Request[Any, Any, Any], me: Annotated[str, QueryParameter(max_length=400)] = ""
) -> MatchRow:
    hall_of(state).house.must("start", person)
    with hall_of(state).house.uploading(person):
        body = await request.body()
        if await asyncio.to_thread(deeper_than, SAVE_DEPTH, body):
            raise TooMuch(f"This is nested too deeply: at most {SAVE_DEPTH} levels are taken.")
        return await hall_of(state).take_in(body, [seat for seat in me.split(",") if seat], person)


@get("/api/matches/{match_id:str}/moments", responses=ERRORS)
async def moments(state: State, person: Asker, match_id: FromPath[str], seat: SeatName = None) -> list[Moment]:
    recording = await recording_of(state, person, match_id, seat)
    return recording.moments


@get("/api/matches/{match_id:str}/moments/{n:int}", responses=ERRORS)
async def moment(state: State, person: Asker, match_id: FromPath[str], n: FromPath[int], seat: SeatName = None) -> Scene:
    hall = hall_of(state)
    recording = await recording_of(state, person, match_id, seat)
    raw, board, picture = await hall.rules.scene_at(recording, n, who_of(person))
    hall.shelf.remember(board, picture)
    return msgspec.json.decode(raw, type=Scene)


@get("/api/matches/{match_id:str}/diary", responses=ERRORS)
async def diary(state: State, person: Asker, match_id: FromPath[str], seat: SeatName = None) -> list[EventView]:
    table, _, looker = await _reads(state, person, match_id, seat)
    async with table.reading():
        lines: list[EventView] = await table.asked_by(who_of(person), verbs.diary, looker)
    return lines


@get("/api/matches/{match_id:str}/state", responses=ERRORS)
async def position(state: State, person: Asker, match_id: FromPath[str]) -> Position:
    table, rights, _ = await _reads(state, person, match_id, None)
    async with table.reading():
        if table.head.hidden and not table.head.ended and not rights.umpire:
            raise PermissionDeniedException("This game hides things: the position is open when the match is over.")
        found: Position = await table.asked_by(who_of(person), verbs.position)
    return found


@post("/api/matches/{match_id:str}/report", responses=ERRORS, media_type="application/json", status_code=200)
async def report(state: State, person: Asker, match_id: FromPath[str], data: JSONBody[ReportWish]) -> Response[bytes]:
    table, rights, looker = await _reads(state, person, match_id, data.seat)
    who = who_of(person)
    async with table.reading():
        lines, save = await table.asked_by(who, verbs.diary, looker), await _file_for(table, rights, looker, who)
        line = next((one for one in lines if one.number == data.line), None)
        body = msgspec.json.encode({
            "grognard": __version__, "report": {"words": data.words, "seat": looker, "line": line, "lines_before": lines[-12:]},
            "match": msgspec.Raw(save),
        })  # fmt: skip
    return as_file(body, f"report-{table.row.game}-{match_id}.json")


async def _at(state: State, person: Person | None, match_id: str, seat: str | None) -> tuple[LiveTable, Rights, str | None]:
    """The match, what this person may do there, and the seat from which he looks; Gone if it is not for him."""
    hall = hall_of(state)
    await hall.house.admit(person, match_id)
    table = await hall.table(match_id)
    rights = hall.house.rights(person, table)
    return table, rights, seat_of(table, seat, rights)


async def _reads(state: State, person: Person | None, match_id: str, seat: str | None) -> tuple[LiveTable, Rights, str | None]:
    """The same for what is read of the match itself; who is shown it later than it is played waits for its end."""
    table, rights, looker = await _at(state, person, match_id, seat)
    if table.late(looker) is not None and not rights.umpire:
        raise NotAllowed("Who watches sees this match later than it is played: this is open when it is over.")
    return table, rights, looker


async def recording_of(state: State, person: Person | None, match_id: str, seat: str | None) -> Recording:
    """The match to walk through, as this seat may see it, if it may look at all."""
    table, _, looker = await _reads(state, person, match_id, seat)
    return await hall_of(state).recorded(table, looker, person)


def as_file(body: bytes, name: str) -> Response[bytes]:
    safe = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in name)
    headers = {"content-disposition": f'attachment; filename="{safe}"', "cache-control": "no-store"}
    return Response(body, media_type="application/json", headers=headers)


# ------------------------------------------------------------------ boards


@get("/boards/{name:str}", include_in_schema=False)
async def board(state: State, name: FromPath[str], theme: FromQuery[str] = "light") -> Response[bytes]:
    shelf = hall_of(state).shelf
    stem, _, ending = name.rpartition(".")
    if ending == "json":
        body = await asyncio.to_thread(shelf.data, stem)
        return Response(body, media_type="application/json", headers={"cache-control": FOREVER})
    body = await asyncio.to_thread(shelf.svg, stem if ending == "svg" else name, theme)
    headers = {"cache-control": FOREVER, "content-security-policy": PICTURE_POLICY}
    return Response(body, media_type="image/svg+xml", headers=headers)


@get("/symbols.svg", include_in_schema=False, sync_to_thread=False)
def symbols(v: FromQuery[str] = "") -> Response[bytes]:
    headers = {"cache-control": FOREVER if v else "no-cache", "content-security-policy": PICTURE_POLICY}
    return Response(symbol_sheet().encode(), media_type="image/svg+xml", headers=headers)


ROUTES: list[Any] = [
    games, rulebook, rule, first_position, small_map, matches, start, match, remove, restore, save, load, moments, moment,
    diary, position, report, board, symbols,
]  # fmt: skip
__all__ = ["ROUTES"]
