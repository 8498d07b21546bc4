"""The requests about one's own account: where it is logged in, its second factor, all that it holds, and its end."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import Cookie, State
from litestar.params import JSONBody

from . import wire_club as words
from .api import ERRORS, Asker, as_file, hall_of
from .api_club import club_of
from .house import Person, logged_in


async def _prove(club: Any, person: Person, proof: words.Proof) -> None:
    """What cannot be taken back is done for its owner only, not for whoever finds his browser open."""
    await club.limits.take("name", person.name.casefold())
    await club.accounts.slowly(club.accounts.check, person.name, proof.password)
    await asyncio.to_thread(club.second.check, person.id, proof.code)


@get("/api/account/sessions", responses=ERRORS)
async def sessions(state: State, person: Asker) -> list[words.SessionInfo]:
    club, me = club_of(state), logged_in(person)
    found: list[words.SessionInfo] = await asyncio.to_thread(club.mine.sessions, me.id, me.session)
    return found


@post("/api/account/sessions/end", responses=ERRORS, status_code=204)
async def end_session(state: State, person: Asker, data: JSONBody[words.EndSession]) -> None:
    club, me = club_of(state), logged_in(person)
    if data.id:
        await asyncio.to_thread(club.mine.end, me.id, data.id)
    else:
        await asyncio.to_thread(club.mine.end_others, me.id, me.session)
    club.forget_sessions()


@get("/api/account/second", responses=ERRORS)
async def second(state: State, person: Asker) -> words.SecondFactor:
    told: words.SecondFactor = await asyncio.to_thread(club_of(state).second.told, logged_in(person).id)
    return told


@post("/api/account/second/begin", responses=ERRORS, status_code=200)
async def begin_second(state: State, person: Asker, data: JSONBody[words.Proof]) -> words.SecondKey:
    club, me = club_of(state), logged_in(person)
    await _prove(club, me, data)
    key: words.SecondKey = await asyncio.to_thread(club.second.begin, me.id, me.name)
    return key


@post("/api/account/second/confirm", responses=ERRORS, status_code=200)
async def confirm_second(state: State, person: Asker, data: JSONBody[words.CodeGiven]) -> words.PaperCodes:
    """From here on a login asks for the code; other devices are logged out."""
    club, me = club_of(state), logged_in(person)
    await club.limits.take("name", me.name.casefold())
    codes = await asyncio.to_thread(club.second.confirm, me.id, data.code)
    await asyncio.to_thread(club.mine.end_others, me.id, me.session)
    club.forget_sessions()
    return words.PaperCodes(codes)


@post("/api/account/second/end", responses=ERRORS, status_code=204)
async def end_second(state: State, person: Asker, data: JSONBody[words.Proof]) -> None:
    club, me = club_of(state), logged_in(person)
    await _prove(club, me, data)
    await asyncio.to_thread(club.second.end, me.id)


@get("/api/account/everything", responses=ERRORS, media_type="application/json")
async def everything(state: State, person: Asker) -> Response[bytes]:
    """All that the club holds of this person, as a file."""
    club, me = club_of(state), logged_in(person)
    found = await asyncio.to_thread(club.mine.all, me.id)
    return as_file(msgspec.json.format(msgspec.json.encode(found)), f"grognard-{me.name}.json")


@post("/api/account/delete", responses=ERRORS, status_code=200)
async def leave_for_good(
    state: State, request: Request[Any, Any, Any], person: Asker, data: JSONBody[words.Proof]
) -> Response[None]:
    """The account, what it said, and the matches that nobody else sits at. Others go on without him."""
    club, me, hall = club_of(state), logged_in(person), hall_of(state)
    await _prove(club, me, data)
    for id in await asyncio.to_thread(club.mine.lonely, me.id):
        await hall.remove(id)
    left = await asyncio.to_thread(club.companies.ids_of, me)
    await asyncio.to_thread(club.mine.go, me.id)
    club.forget_sessions()
    for id in left:
        await club.company_changed(id)
    gone = Cookie(club.cookie, path="/", value="", max_age=0, secure=club.settings.secure, httponly=True, samesite="lax")
    return Response(None, cookies=[gone])


ACCOUNT_ROUTES: list[Any] = [
    sessions, end_session, second, begin_second, confirm_second, end_second, everything, leave_for_good,
]  # fmt: skip
__all__ = ["ACCOUNT_ROUTES"]
