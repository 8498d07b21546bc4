"""The requests of a club over HTTP. At home they do not exist, but for "who am I", the dice, sheets, health and metrics."""

from __future__ import annotations

import asyncio
import html
from typing import Any

from litestar import Request, Response, get, post
from litestar.datastructures import Cookie, State
from litestar.params import FromPath, JSONBody

from grognard import __version__
from grognard.bots.registry import bot_names
from grognard.kernel import UMPIRE, Misuse, game
from grognard.kernel.dice import commitment
from grognard.kernel.log import CHANCE, EPOCH
from grognard.kernel.seating import side_ever
from grognard.kernel.text import scene_as_text

from . import wire_club as words
from .api import ERRORS, Asker, SeatName, _at, hall_of, recording_of
from .house import NotAllowed, NotKnown
from .library import Unknown
from .metrics import metrics_text
from .store import Gone
from .wire import SPECTATOR, Row


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
    return words.Me(True, settings.name, registration=settings.registration, mails=settings.mail is not None)


def _logged_in(club: Any, person: Any) -> words.Me:
    settings = club.settings
    return words.Me(
        True, settings.name, person.name, person.admin, club.csrf(person), settings.registration, settings.mail is not None
    )


@post("/api/login", responses=ERRORS, status_code=200)
async def login(state: State, request: Request[Any, Any, Any], data: JSONBody[words.Login]) -> Response[words.Me]:
    club = club_of(state)
    await club.limits.take("login", club.address(request))
    await club.limits.take("name", data.name.casefold())
    person = await club.accounts.slowly(club.accounts.check, data.name, data.password)
    return await _in(club, request, person.id)


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
    person = await club.accounts.slowly(club.accounts.make, data.name, data.password)
    if ticket is not None and not ticket.match:  # an invitation to a seat is used when he sits down
        await asyncio.to_thread(club.companies.use, ticket, person.id)
    return await _in(club, request, person.id)


async def _in(club: Any, request: Request[Any, Any, Any], user: int) -> Response[words.Me]:
    """A new session, whatever the browser had before."""
    old = request.cookies.get(club.cookie, "")
    token = await asyncio.to_thread(club.accounts.log_in, user, old)
    club.forget_sessions()
    person = await asyncio.to_thread(club.accounts.who, token)
    return Response(_logged_in(club, person), cookies=[_cookie(club, token, club.settings.session_days * 86400)])


def _cookie(club: Any, token: str, seconds: int) -> Cookie:
    return Cookie(
        club.cookie, path="/", value=token, max_age=seconds, secure=club.settings.secure, httponly=True, samesite="lax"
    )


@post("/api/logout", responses=ERRORS, status_code=200)
async def logout(state: State, person: Asker) -> Response[words.Me]:
    club = club_of(state)
    if person is not None:
        await asyncio.to_thread(club.accounts.log_out, person.session)
        club.forget_sessions()
    return Response(_logged_out(club), cookies=[_cookie(club, "", 0)])


@post("/api/password", responses=ERRORS, status_code=204)
async def password(state: State, person: Asker, data: JSONBody[words.NewPassword]) -> None:
    club = club_of(state)
    club.must("change", person)
    assert person is not None
    await club.limits.take("name", person.name.casefold())
    await club.accounts.slowly(club.accounts.check, person.name, data.old)
    await club.accounts.slowly(club.accounts.set_password, person.id, data.new, person.session)
    club.forget_sessions()


@post("/api/forgotten", responses=ERRORS, status_code=204)
async def forgotten(state: State, request: Request[Any, Any, Any], data: JSONBody[words.ForgottenPassword]) -> None:
    """A letter with a link to a new password, if there is somebody to write to. Whoever asks hears nothing of that."""
    club = club_of(state)
    if club.settings.mail is None:
        raise Misuse("This club sends no mail: ask who runs it for a new password.")
    await club.limits.take("forgotten", club.address(request))
    await club.limits.take("forgotten", f"name {data.name.casefold()}")
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
    from .club.notices import check_webhook

    club = club_of(state)
    club.must("change", person)
    assert person is not None
    if data.webhook:
        check_webhook(data.webhook, club.settings.hooks_inside)
    if data.mail and (data.mail.count("@") != 1 or any(letter.isspace() or ord(letter) < 32 for letter in data.mail)):
        raise Misuse("This is no address for mail.")
    before = await asyncio.to_thread(club.accounts.settings, person.id)
    if data.mail and data.mail != before.mail:  # whoever reads mail there can get a new password
        if not data.password:
            raise Misuse("A new address for mail needs your password.")
        await club.limits.take("name", person.name.casefold())
        await club.accounts.slowly(club.accounts.check, person.name, data.password)
    kept = words.Settings(data.mail, data.webhook, data.forced, data.holidays)
    await asyncio.to_thread(club.accounts.set_settings, person.id, kept)
    return kept


@get("/api/people/{name:str}", responses=ERRORS)
async def profile(state: State, person: Asker, name: FromPath[str]) -> words.Profile:
    from .club.accounts import key_of

    club = club_of(state)
    club.must("read", person)
    found = await asyncio.to_thread(club.ratings.profile, key_of(name)[:160].replace("\0", ""))
    if found is None:
        raise Unknown("Nobody is called so here.")
    return found


# ------------------------------------------------------------------ matches


@get("/api/lobby", responses=ERRORS)
async def lobby(state: State, person: Asker) -> list[Row]:
    """Public matches: open seats first."""
    club = club_of(state)
    if person is None and not club.settings.guests:
        raise NotKnown("Log in first.")
    rows: list[Row] = await asyncio.to_thread(lambda: club.rows(person, club.companies.public_ids()))
    return sorted(rows, key=lambda row: (bool(row.over), not any(info.kind == "open" for info in row.seats.values())))


@post("/api/invitations", responses=ERRORS)
async def invite_to_club(state: State, person: Asker) -> words.Link:
    """A link by which one person may register."""
    club = club_of(state)
    club.must("start", person)
    token = await asyncio.to_thread(club.companies.invite, person, None, "", 1)
    return words.Link(f"{club.settings.url.rstrip('/')}/#/join/{token}")


@post("/api/matches/{match_id:str}/invitations", responses=ERRORS)
async def invite(state: State, person: Asker, match_id: FromPath[str], data: JSONBody[words.Invite]) -> words.Link:
    club = club_of(state)
    club.must("start", person)
    table, rights, _ = await _at(state, person, match_id, None)
    if not (rights.owner or rights.umpire or data.seat in rights.seats):
        raise NotAllowed("Who opened the match invites, its umpire, or who sits in that seat.")
    if data.seat not in (*table.match.seats, SPECTATOR, *([UMPIRE] if table.match.umpire else [])):
        raise Misuse(f"There is no seat {data.seat!r}. There are: {', '.join(table.match.seats)}.")
    if data.seat == UMPIRE and not (rights.owner or rights.umpire):
        raise NotAllowed("Only who opened the match invites an umpire.")
    token = await asyncio.to_thread(club.companies.invite, person, match_id, data.seat, data.uses)
    return words.Link(f"{club.settings.url.rstrip('/')}/#/join/{token}")


@post("/api/join", responses=ERRORS, status_code=200)
async def join(state: State, request: Request[Any, Any, Any], person: Asker, data: JSONBody[words.Join]) -> Row:
    """Follow an invitation to a seat."""
    club = club_of(state)
    await club.limits.take("join", club.address(request))
    ticket = await asyncio.to_thread(club.companies.ticket, data.token)
    if not ticket.match:
        raise Misuse("This is an invitation to the club, and you are in it.")
    await _fair(club, state, person, ticket.match, ticket.seat)
    await asyncio.to_thread(club.companies.use, ticket, person.id if person else 0)
    await club.company_changed(ticket.match)
    return await asyncio.to_thread(lambda: club.row_for(person, club.store.row(ticket.match)))


async def _fair(club: Any, state: State, person: Any, match_id: str, seat: str) -> None:
    """Nobody who sees one side, or ever saw it, sits down on another of a match that hides things, nor who was its umpire."""
    table = await hall_of(state).table(match_id)
    before = await asyncio.to_thread(club.companies.knows_from, match_id, person.id) if person is not None else []
    mine = [one for one in (*table.company.seats_of(person), *before) if one != SPECTATOR]
    sides = {side_ever(table.match, one) or UMPIRE for one in mine}
    wanted = table.match.seats.get(seat, UMPIRE if seat == UMPIRE else None)
    if table.match.game.hidden and wanted is not None and sides - {wanted}:
        raise NotAllowed("You already know what another side of this match knows.")


@post("/api/matches/{match_id:str}/seat", responses=ERRORS, status_code=200)
async def seat_change(state: State, person: Asker, match_id: FromPath[str], data: JSONBody[words.SeatChange]) -> Row:
    club = club_of(state)
    club.must("change", person)
    assert person is not None
    table, rights, _ = await _at(state, person, match_id, SPECTATOR)
    host = rights.owner or rights.umpire
    if data.seat not in table.match.seats and not (data.do in ("leave", "dismiss") and data.seat in (SPECTATOR, UMPIRE)):
        raise Misuse(f"There is no seat {data.seat!r}. There are: {', '.join(table.match.seats)}.")
    info = table.row.seats.get(data.seat)  # none: the umpire's, or a watcher's
    bot = info is not None and info.kind == "bot"
    empty = not table.company.people.get(data.seat) or bot
    match data.do:
        case "sit":
            if not ((table.company.public and empty) or host) or (bot and not host):
                raise NotAllowed("This seat is not open to everybody.")
            await _fair(club, state, person, match_id, data.seat)
            if bot:
                await club.rounds.seat_for(table, data.seat, "")
            await asyncio.to_thread(club.companies.sit, match_id, data.seat, person.id)
        case "leave":
            await asyncio.to_thread(club.companies.leave, match_id, data.seat, person.id)
        case "dismiss":
            if not host:
                raise NotAllowed("Only who opened the match, or its umpire, sends people away.")
            people = table.company.people.get(data.seat, {})
            for user in [user for user, name in people.items() if name == data.who]:
                await asyncio.to_thread(club.companies.leave, match_id, data.seat, user)
        case "bot":
            known = bot_names(game(table.match.game.name))
            if data.bot and data.bot not in known:
                raise Misuse(f"There is no bot {data.bot!r}. There are: {', '.join(known)}.")
            if not (data.seat in rights.seats or (host and empty) or rights.umpire):
                raise NotAllowed("A bot takes your own seat, or an empty one of your match.")
            await club.rounds.seat_for(table, data.seat, data.bot or known[0])
        case "vacate":
            if not host:
                raise NotAllowed("Only who opened the match, or its umpire, does that.")
            await club.rounds.seat_for(table, data.seat, "")
    await club.company_changed(match_id)
    return await asyncio.to_thread(lambda: club.row_for(person, club.store.row(match_id)))


@post("/api/matches/{match_id:str}/split", responses=ERRORS, status_code=200)
async def split(state: State, person: Asker, match_id: FromPath[str], data: JSONBody[words.Split]) -> Row:
    """How the sides are split into seats, from now on."""
    club = club_of(state)
    club.must("change", person)
    table, rights, _ = await _at(state, person, match_id, SPECTATOR)
    if not (rights.umpire or (rights.owner and not table.match.umpire)):
        raise NotAllowed("Only its umpire splits the sides of a match, or who opened it where there is none.")
    await club.split(table, data.seats)
    return await asyncio.to_thread(lambda: club.row_for(person, club.store.row(match_id)))


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
    async with table.lock:
        match = table.match
        if match.secret is None:
            raise Misuse("This match has no dice of its own to check.")
        nonces = {**match.nonces, **{f"{seat} #{epoch}": text for epoch, seat, text in match.mixed_in}}
        facts = words.DiceFacts(commitment(match.secret), nonces)
        if match.result is not None:
            facts.secret, epoch = match.secret.hex(), 0
            for entry in match.log:
                if entry[0] == EPOCH:
                    epoch = entry[1]
                elif entry[0] == CHANCE:
                    facts.rolls.append(words.DiceRoll(entry[1], list(entry[2]), epoch, entry[4]))
    return facts


@get("/api/matches/{match_id:str}/sheet", responses=ERRORS, media_type="text/html", include_in_schema=False)
async def sheet(state: State, person: Asker, match_id: FromPath[str], seat: SeatName = None) -> Response[bytes]:
    """What a seat may know, on paper: the map, the situation in words, the diary. An umpire prints one for every seat."""
    table, _, looker = await _at(state, person, match_id, seat)
    async with table.lock:
        scene, diary, board = await table.kernel.do(
            lambda: (table.match.view(looker), table.match.diary(looker), table.match.board)
        )
        told = await table.kernel.do(scene_as_text, scene, board)
    who = table.row.seats[looker].name if looker in table.row.seats else looker or "spectator"
    parts = [
        f"<!doctype html><meta charset=utf-8><title>{_h(table.row.title)}: {_h(who)}</title>",
        f"<h1>{_h(table.row.title)}: {_h(who)}</h1><p>{_h(scene.turn)} {_h(scene.phase)}</p>",
        f"<img src='/boards/{_h(scene.board)}.svg?theme=print' width='720' alt='The map'>" if scene.board else "",
        f"<pre>{_h(told)}</pre><h2>Diary</h2><ol>",
        *(f"<li>{_h(line.text)} <small>{_h(line.rule)}</small></li>" for line in diary),
        "</ol>",
    ]
    return Response("".join(parts).encode(), media_type="text/html", headers={"cache-control": "no-store"})


def _h(text: str) -> str:
    return html.escape(str(text))


# ------------------------------------------------------------------ for those who run it


@get("/health", responses=ERRORS)
async def health(state: State) -> words.Health:
    """200 as long as the database answers."""
    hall = hall_of(state)
    try:
        await asyncio.to_thread(hall.store.ping)
    except Exception:
        return Response(words.Health(False, __version__, "does not answer"), status_code=503)  # type: ignore[return-value]
    return words.Health(True, __version__, hall.store.engine.dialect.name)


@get("/metrics", include_in_schema=False, media_type="text/plain")
async def metrics(state: State, request: Request[Any, Any, Any]) -> Response[str]:
    """For Prometheus, from this machine only: a proxy must not pass it on."""
    here = request.client is not None and request.client.host in ("127.0.0.1", "::1", "testclient")
    if not here or "x-forwarded-for" in request.headers or "forwarded" in request.headers:
        raise Gone("There is no such page.")
    return Response(await asyncio.to_thread(metrics_text, hall_of(state)), media_type="text/plain; version=0.0.4")


CLUB_ROUTES: list[Any] = [
    me, login, register, logout, password, forgotten, reset, settings, set_settings, profile, lobby, invite_to_club, invite,
    join, seat_change, split, since, dice, sheet, health, metrics,
]  # fmt: skip
__all__ = ["CLUB_ROUTES"]
