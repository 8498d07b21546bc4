"""The requests of a club over HTTP. At home they do not exist, but for "who am I", the dice, sheets, health and metrics."""

from __future__ import annotations

import asyncio
import html
import time
from collections import Counter
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any

from litestar import Request, Response, get, post
from litestar.datastructures import Cookie, State
from litestar.params import FromPath, JSONBody

from grognard import __version__
from grognard.kernel import Misuse

from . import verbs
from . import wire_club as words
from .api import ERRORS, Asker, SeatName, Skip, _at, _reads, hall_of, recording_of
from .house import NotAllowed, NotKnown, Person, logged_in, who_of
from .library import Unknown
from .metrics import metrics_text
from .pulse import SOON, beats
from .store import Gone
from .wire import SPECTATOR, MatchRow

HOLIDAYS = 40  # days of a year
KNOWN_DAYS = 365  # for which a browser is known from which somebody has logged in


def club_of(state: State) -> Any:
    club = hall_of(state).house.club
    if club is None:
        raise Unknown("There is no club here: this is Grognard at home.")
    return club


# ------------------------------------------------------------------ who


@get("/api/me", responses=ERRORS)
async def me(state: State, person: Asker) -> words.Me:
    club = hall_of(state).house.club
    if club is None:
        return words.Me()
    if person is None:
        return _logged_out(club)
    return _logged_in(club, person)


def _logged_out(club: Any) -> words.Me:
    settings = club.settings
    mails, passkeys = settings.mail is not None, club.passkeys.able
    return words.Me(True, settings.name, registration=settings.registration, mails=mails, passkeys=passkeys)


def _logged_in(club: Any, person: Any) -> words.Me:
    settings = club.settings
    return words.Me(
        True, settings.name, person.name, person.admin, club.csrf(person), settings.registration, settings.mail is not None,
        club.passkeys.able,
    )  # fmt: skip


@post("/api/login", responses=ERRORS, status_code=200)
async def login(state: State, request: Request[Any, Any, Any], data: JSONBody[words.Login]) -> Response[words.Me]:
    from .club.accounts import key_of  # only a club needs it

    club = club_of(state)
    await club.limits.take("login", club.address(request))
    device = club.devices.known(request.cookies, data.name)
    await club.limits.take("name", f"device {device}" if device else f"name {key_of(data.name)}")
    person = await club.accounts.slowly(club.accounts.check, data.name, data.password)
    await asyncio.to_thread(club.second.check, person.id, data.code)
    return await let_in(club, request, person.id)


@post("/api/register", responses=ERRORS, status_code=201)
async def register(state: State, request: Request[Any, Any, Any], data: JSONBody[words.Registration]) -> Response[words.Me]:
    club = club_of(state)
    await club.limits.take("register", club.address(request))
    ticket = None
    if club.settings.registration == "closed":
        raise NotAllowed("This club takes nobody new; ask its host.")
    if club.settings.registration == "invited":
        if not data.invitation:
            raise NotAllowed("This club takes people who were invited: follow the link that you were given.")
        ticket = await asyncio.to_thread(club.companies.ticket, data.invitation)
        await asyncio.to_thread(club.companies.reserve, ticket)  # one link, one account
    try:
        person = await club.accounts.slowly(club.accounts.make, data.name, data.password)
    except BaseException:
        if ticket is not None:
            await asyncio.to_thread(club.companies.give_back, ticket)
        raise
    if ticket is not None and ticket.match:  # an invitation to a seat: he sits down
        with suppress(Misuse):  # the seat was taken meanwhile; he is in the club all the same
            await asyncio.to_thread(lambda: club.companies.use(ticket, person.id, reserved=True))
            await club.company_changed(ticket.match)
    return await let_in(club, request, person.id)


async def let_in(club: Any, request: Request[Any, Any, Any], user: int) -> Response[words.Me]:
    """A new session, whatever the browser had before."""
    from .club.mine import device as device_of  # only a club needs it

    old = request.cookies.get(club.cookie, "")
    device = device_of(request.headers.get("user-agent", ""))
    token = await asyncio.to_thread(club.accounts.log_in, user, old, device)
    club.forget_sessions()
    person = await asyncio.to_thread(club.accounts.who, token)
    cookies = [_cookie(club, club.cookie, token, club.settings.session_days * 86400)]
    if not club.devices.known(request.cookies, person.name):
        cookies.append(_cookie(club, club.devices.cookie, club.devices.token(person.name), KNOWN_DAYS * 86400))
    return Response(_logged_in(club, person), cookies=cookies)


def _cookie(club: Any, name: str, value: str, seconds: int) -> Cookie:
    return Cookie(name, path="/", value=value, max_age=seconds, secure=club.settings.secure, httponly=True, samesite="lax")


@post("/api/logout", responses=ERRORS, status_code=200)
async def logout(state: State, person: Asker) -> Response[words.Me]:
    club = club_of(state)
    if person is not None:
        await asyncio.to_thread(club.accounts.log_out, person.session)
        club.forget_sessions()
    return Response(_logged_out(club), cookies=[_cookie(club, club.cookie, "", 0)])


@post("/api/password", responses=ERRORS, status_code=204)
async def password(state: State, person: Asker, data: JSONBody[words.NewPassword]) -> None:
    club = club_of(state)
    club.must("change", person)
    assert person is not None
    await club.limits.take("name", f"person {person.id}")
    await club.accounts.slowly(club.accounts.change_password, person, data.old, data.new)
    club.forget_sessions()


@post("/api/forgotten", responses=ERRORS, status_code=204)
async def forgotten(state: State, request: Request[Any, Any, Any], data: JSONBody[words.ForgottenPassword]) -> None:
    """A letter with a link to a new password, if there is somebody to write to. Whoever asks hears nothing of that."""
    from .club.accounts import key_of  # only a club needs it

    club = club_of(state)
    if club.settings.mail is None:
        raise Misuse("This club sends no mail: ask who runs it for a new password.")
    await club.limits.take("forgotten", club.address(request))
    device = club.devices.known(request.cookies, data.name)
    await club.limits.take("forgotten", f"device {device}" if device else f"name {key_of(data.name)}")
    club.soon(asyncio.to_thread(club.forgotten.send, data.name))


@post("/api/reset", responses=ERRORS, status_code=204)
async def reset(state: State, request: Request[Any, Any, Any], data: JSONBody[words.ResetPassword]) -> None:
    """A new password by the link of such a letter."""
    club = club_of(state)
    await club.limits.take("login", club.address(request))
    await club.accounts.slowly(club.forgotten.reset, data.token, data.new)
    club.forget_sessions()


@get("/api/settings", responses=ERRORS)
async def settings(state: State, person: Asker) -> words.Settings:
    club = club_of(state)
    club.must("read", person)
    assert person is not None
    found: words.Settings = await asyncio.to_thread(club.accounts.settings, person.id)
    return found


@post("/api/settings", responses=ERRORS, status_code=200)
async def set_settings(state: State, person: Asker, data: JSONBody[words.NewSettings]) -> words.Settings:
    from .club.calling import check_webhook  # only a club needs it

    club = club_of(state)
    club.must("change", person)
    assert person is not None
    if data.webhook:
        check_webhook(data.webhook, club.settings.hooks_inside)
    if data.mail and (data.mail.count("@") != 1 or " " in data.mail or not data.mail.isprintable()):
        raise Misuse("This is no address for mail.")
    before = await asyncio.to_thread(club.accounts.settings, person.id)
    holidays = check_holidays(data.holidays, before.holidays)
    if data.mail and data.mail != before.mail:  # whoever reads mail there can get a new password
        if not data.password:
            raise Misuse("A new address for mail needs your password.")
        await club.limits.take("name", f"person {person.id}")
        await club.accounts.slowly(club.accounts.check, person.name, data.password)
    kept = words.Settings(data.mail, data.webhook, data.forced, holidays)
    await asyncio.to_thread(club.accounts.set_settings, person.id, kept)
    return kept


def check_holidays(wanted: list[Any], before: list[Any]) -> list[Any]:
    """Clocks stand on holidays: they are announced the day before, and have a measure. What was announced may be shortened.

    What is to be kept: those that are wanted, and the days of this year that were spent already, whoever strikes them.
    """
    today, spent = datetime.now(UTC).date(), Counter[int]()
    for first, last in wanted:
        begins, ends = check_day(first), check_day(last)
        if begins > ends:
            raise Misuse(f"A holiday from {first} to {last} ends before it begins.")
        if (ends - begins).days >= HOLIDAYS:
            raise Misuse(f"A year has at most {HOLIDAYS} days of holiday.")
        announced = any(first == old and ends <= check_day(until) for old, until in before)
        if begins <= today and not announced:
            raise Misuse("A holiday begins tomorrow at the earliest: until then clocks run.")
    kept = _with_the_spent(wanted, before, today)
    for first, last in kept:
        begins = check_day(first)
        spent.update((begins + timedelta(days=n)).year for n in range((check_day(last) - begins).days + 1))
    if any(days > HOLIDAYS for days in spent.values()):
        raise Misuse(f"A year has at most {HOLIDAYS} days of holiday, and those that are over are among them.")
    if len(kept) > HOLIDAYS:
        raise Misuse(f"At most {HOLIDAYS} holidays can be kept: take some together.")
    return kept


def _with_the_spent(wanted: list[Any], before: list[Any], today: date) -> list[Any]:
    kept: dict[str, str] = dict(wanted)
    for first, until in before:
        last = min(check_day(until), today)
        if check_day(first) <= last and last.year >= today.year:
            kept[first] = max(kept.get(first, ""), last.isoformat())
    return sorted([first, last] for first, last in kept.items())


def check_day(day: str) -> date:
    try:
        return date.fromisoformat(day)
    except ValueError:
        raise Misuse(f"{day} is no day of the calendar.") from None


@get("/api/people/{name:str}", responses=ERRORS)
async def profile(state: State, person: Asker, name: FromPath[str]) -> words.Profile:
    from .club.accounts import key_of  # only a club needs it

    club = club_of(state)
    club.must("read", person)
    found: words.Profile | None = await asyncio.to_thread(club.ratings.profile, key_of(name)[:160].replace("\0", ""))
    if found is None:
        raise Unknown("Nobody is called so here.")
    if person is not None:
        found.muted = found.name in await asyncio.to_thread(club.moderation.unread, person.id)
    return found


@post("/api/people/{name:str}", responses=ERRORS, status_code=204)
async def about_member(state: State, person: Asker, name: FromPath[str], data: JSONBody[words.MemberWish]) -> None:
    """Leave somebody unread, complain about him; who runs the club silences him or closes his account."""
    club, me = club_of(state), logged_in(person)
    if data.do == "report":
        await club.limits.take("report", f"person {me.id}")
    await asyncio.to_thread(club.moderation.do, me, name, data)
    if data.do == "ban":
        club.forget_sessions()


@get("/api/complaints", responses=ERRORS)
async def complaints(state: State, person: Asker) -> list[words.Complaint]:
    club = club_of(state)
    _check_admin(person)
    found: list[words.Complaint] = await asyncio.to_thread(club.moderation.complaints)
    return found


@post("/api/complaints", responses=ERRORS, status_code=204)
async def settle(state: State, person: Asker, data: JSONBody[words.Settled]) -> None:
    club = club_of(state)
    _check_admin(person)
    await asyncio.to_thread(club.moderation.settle, data.id)


def _check_admin(person: Person | None) -> None:
    if not logged_in(person).admin:
        raise NotAllowed("Only those read that who run the club.")


# ------------------------------------------------------------------ matches


@get("/api/lobby", responses=ERRORS)
async def lobby(state: State, person: Asker, skip: Skip = 0) -> list[MatchRow]:
    """Public matches, a page of them after so many: open seats first."""
    club = club_of(state)
    if person is None and not club.settings.guests:
        raise NotKnown("Log in first.")
    rows: list[MatchRow] = await asyncio.to_thread(lambda: club.rows(person, club.companies.public_ids(skip)))
    return sorted(rows, key=lambda row: (bool(row.over), not any(info.kind == "open" for info in row.seats.values())))


@get("/api/matches/{match_id:str}/since", responses=ERRORS)
async def since(state: State, person: Asker, match_id: FromPath[str], seat: SeatName = None) -> words.Since:
    """Where this person's replay should begin: what happened since he last looked."""
    club = club_of(state)
    recording = await recording_of(state, person, match_id, seat)
    last = await asyncio.to_thread(club.notices.seen_until, match_id, person.id) if person is not None else 0
    seen = [n for n, number in enumerate(recording.numbers) if number <= last]
    return words.Since(seen[-1] if seen else 0, len(recording.moments))


# ------------------------------------------------------------------ dice, sheets


@get("/api/matches/{match_id:str}/dice", responses=ERRORS)
async def dice(state: State, person: Asker, match_id: FromPath[str]) -> words.DiceFacts:
    """The hash of the secret and the seats' words; when the match is over the secret, and every roll."""
    table, _, _ = await _at(state, person, match_id, SPECTATOR)
    async with table.reading():
        facts: words.DiceFacts = await table.asked_by(who_of(person), verbs.dice_facts)
    return facts


@get("/api/matches/{match_id:str}/sheet", responses=ERRORS, media_type="text/html", include_in_schema=False)
async def sheet(state: State, person: Asker, match_id: FromPath[str], seat: SeatName = None) -> Response[bytes]:
    """What a seat may know, on paper: the map, the situation in words, the diary. An umpire prints one for every seat."""
    table, _, looker = await _reads(state, person, match_id, seat)
    async with table.reading():
        told: verbs.Sheet = await table.asked_by(who_of(person), verbs.sheet, looker)
    who = table.row.seats[looker].name if looker in table.row.seats else looker or "spectator"
    parts = [
        f"<!doctype html><meta charset=utf-8><title>{_h(table.row.title)}: {_h(who)}</title>",
        f"<h1>{_h(table.row.title)}: {_h(who)}</h1><p>{_h(told.turn)} {_h(told.phase)}</p>",
        f"<img src='/boards/{_h(told.board)}.svg?theme=print' width='720' alt='The map'>" if told.board else "",
        f"<pre>{_h(told.text)}</pre><h2>Diary</h2><ol>",
        *(f"<li>{_h(line.text)} <small>{_h(line.rule)}</small></li>" for line in told.diary),
        "</ol>",
    ]
    return Response("".join(parts).encode(), media_type="text/html", headers={"cache-control": "no-store"})


def _h(text: str) -> str:
    return html.escape(str(text))


# ------------------------------------------------------------------ for those who run it


@get("/health", responses=ERRORS)
async def health(state: State) -> words.Health:
    """200 as long as choices go through: one has, all the way to the disk, within the last seconds. (At home: one would.)"""
    hall = hall_of(state)
    async with hall.examined:  # however many ask: it is looked at once in two seconds
        if hall.health is None or hall.health[0] < time.monotonic():
            hall.health = (time.monotonic() + 2, await _examine(hall))
    good, words_for_it = hall.health[1]
    told = words.Health(good, __version__, words_for_it)
    return told if good else Response(told, status_code=503)  # type: ignore[return-value]


async def _examine(hall: Any) -> tuple[bool, str]:
    if hall.house.club is not None:
        wrong = await beats(hall)
        return not wrong, wrong or hall.store.engine.dialect.name
    if not await hall.kernel.answers(SOON):
        return False, "the rules do not answer"
    await asyncio.wait_for(asyncio.to_thread(hall.store.ping), SOON)
    return True, hall.store.engine.dialect.name


@get("/metrics", include_in_schema=False, media_type="text/plain")
async def metrics(state: State, request: Request[Any, Any, Any]) -> Response[str]:
    """For Prometheus, from this machine only: a proxy must not pass it on."""
    here = request.client is not None and request.client.host in ("127.0.0.1", "::1", "testclient")
    if not here or "x-forwarded-for" in request.headers or "forwarded" in request.headers:
        raise Gone("There is no such page.")
    return Response(await asyncio.to_thread(metrics_text, hall_of(state)), media_type="text/plain; version=0.0.4")


CLUB_ROUTES: list[Any] = [
    me, login, register, logout, password, forgotten, reset, settings, set_settings, profile, lobby,
    about_member, complaints, settle,
    since, dice, sheet, health, metrics,
]  # fmt: skip
__all__ = ["CLUB_ROUTES"]
