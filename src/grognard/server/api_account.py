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
from .api_club import club_of, let_in
from .house import Person, logged_in


async def _prove(club: Any, person: Person, proof: words.Proof) -> None:
    """What cannot be taken back is done for its owner only, not for whoever finds his browser open."""
    await club.limits.take("name", f"person {person.id}")  # who guesses at the door keeps nobody inside from it
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
    await club.limits.take("name", f"person {me.id}")
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
    for id in left:
        await club.resign_before_going(id, me)
    await asyncio.to_thread(club.mine.go, me.id)
    club.forget_sessions()
    for id in left:
        await club.company_changed(id)
    gone = Cookie(club.cookie, path="/", value="", max_age=0, secure=club.settings.secure, httponly=True, samesite="lax")
    return Response(None, cookies=[gone])


# ------------------------------------------------------------------ passkeys


@get("/api/account/passkeys", responses=ERRORS)
async def passkeys(state: State, person: Asker) -> list[words.PasskeyInfo]:
    found: list[words.PasskeyInfo] = await asyncio.to_thread(club_of(state).passkeys.of, logged_in(person).id)
    return found


@post("/api/account/passkeys/begin", responses=ERRORS, status_code=200)
async def begin_passkey(state: State, person: Asker, data: JSONBody[words.Proof]) -> words.PasskeyOptions:
    club, me = club_of(state), logged_in(person)
    await _prove(club, me, data)
    asked: words.PasskeyOptions = await asyncio.to_thread(club.passkeys.begin, me)
    return asked


@post("/api/account/passkeys", responses=ERRORS, status_code=204)
async def keep_passkey(state: State, person: Asker, data: JSONBody[words.PasskeyAnswer]) -> None:
    club, me = club_of(state), logged_in(person)
    await asyncio.to_thread(club.passkeys.finish, me, data.token, data.credential, data.name)


@post("/api/account/passkeys/end", responses=ERRORS, status_code=204)
async def end_passkey(state: State, person: Asker, data: JSONBody[words.EndPasskey]) -> None:
    club, me = club_of(state), logged_in(person)
    await _prove(club, me, data)
    await asyncio.to_thread(club.passkeys.end, me.id, data.id)


@post("/api/passkey/begin", responses=ERRORS, status_code=200)
async def ask_passkey(state: State, request: Request[Any, Any, Any]) -> words.PasskeyOptions:
    """For whoever stands at the door: it is the device that knows whose it is."""
    club = club_of(state)
    await club.limits.take("login", club.address(request))
    asked: words.PasskeyOptions = await asyncio.to_thread(club.passkeys.ask)
    return asked


@post("/api/passkey/login", responses=ERRORS, status_code=200)
async def log_in_by_passkey(
    state: State, request: Request[Any, Any, Any], data: JSONBody[words.PasskeyAnswer]
) -> Response[words.Me]:
    club = club_of(state)
    await club.limits.take("login", club.address(request))
    found = await asyncio.to_thread(club.passkeys.check, data.token, data.credential)
    return await let_in(club, request, found.id)


# ------------------------------------------------------------------ web push


@get("/api/account/push", responses=ERRORS)
async def push(state: State, person: Asker) -> words.PushInfo:
    club, me = club_of(state), logged_in(person)
    browsers = await asyncio.to_thread(club.pushing.of, me.id)
    return words.PushInfo(await asyncio.to_thread(club.pushing.public_key), len(browsers))


@post("/api/account/push", responses=ERRORS, status_code=204)
async def add_push(state: State, person: Asker, data: JSONBody[words.PushAddress]) -> None:
    club, me = club_of(state), logged_in(person)
    await asyncio.to_thread(club.pushing.add, me, data)


@post("/api/account/push/end", responses=ERRORS, status_code=204)
async def end_push(state: State, person: Asker, data: JSONBody[words.EndPush]) -> None:
    club, me = club_of(state), logged_in(person)
    await asyncio.to_thread(club.pushing.drop, me.id, data.endpoint)


ACCOUNT_ROUTES: list[Any] = [
    passkeys, begin_passkey, keep_passkey, end_passkey, ask_passkey, log_in_by_passkey, push, add_push, end_push,
    sessions, end_session, second, begin_second, confirm_second, end_second, everything, leave_for_good,
]  # fmt: skip
__all__ = ["ACCOUNT_ROUTES"]
