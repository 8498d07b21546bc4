"""The requests of a club about who sits where: invitations, sitting down and standing up, bots, commanders."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from litestar import Request, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from grognard.bots.registry import bot_names
from grognard.kernel import UMPIRE, Misuse, game

from . import wire_club as words
from .api import ERRORS, Asker, _at
from .api_club import club_of
from .house import NotAllowed, Person, Rights
from .table import LiveTable
from .wire import SPECTATOR, MatchRow


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
    if data.seat not in (*table.head.seats, SPECTATOR, *([UMPIRE] if table.head.umpire else [])):
        raise Misuse(f"There is no seat {data.seat!r}. There are: {', '.join(table.head.seats)}.")
    if data.seat == UMPIRE and not (rights.owner or rights.umpire):
        raise NotAllowed("Only who opened the match invites an umpire.")
    if data.seat in table.head.seats and not (rights.umpire or data.seat in rights.seats):
        club.companies.check_empty(table.company, data.seat)
    token = await asyncio.to_thread(club.companies.invite, person, match_id, data.seat, data.uses)
    return words.Link(f"{club.settings.url.rstrip('/')}/#/join/{token}")


@post("/api/join", responses=ERRORS, status_code=200)
async def join(state: State, request: Request[Any, Any, Any], person: Asker, data: JSONBody[words.Join]) -> MatchRow:
    """Follow an invitation to a seat."""
    club = club_of(state)
    await club.limits.take("join", club.address(request))
    assert person is not None  # the house lets nobody change anything who is not logged in
    ticket = await asyncio.to_thread(club.companies.ticket, data.token, person.id)
    if not ticket.match:
        raise Misuse("This is an invitation to the club, and you are in it.")
    made = await asyncio.to_thread(club.companies.made, ticket)
    await asyncio.to_thread(club.companies.check_welcome, ticket.match, person.id, made)
    fair = partial(_fair, await club.hall.table(ticket.match), ticket.seat)
    await asyncio.to_thread(partial(club.companies.use, ticket, person.id, fair=fair))
    await club.weigh_knowledge(ticket.match)
    await club.company_changed(ticket.match)
    return await asyncio.to_thread(lambda: club.row_for(person, club.store.row(ticket.match)))


def _fair(table: LiveTable, wanted_seat: str, mine: set[str], others: bool) -> None:
    """Nobody who sees one side, or ever saw it, sits down on another of a match that hides things or counts; no umpire does."""
    sides = {table.head.side_ever(one) or UMPIRE for one in mine if one != SPECTATOR}
    wanted = table.head.seats.get(wanted_seat, UMPIRE if wanted_seat == UMPIRE else None)
    if wanted is None or not sides - {wanted}:
        return
    if table.head.hidden or UMPIRE in {wanted, *sides}:
        raise NotAllowed("You already know what another side of this match knows.")
    if others and table.company.counts(table.head):
        raise NotAllowed("You play a rated match, and not against yourself.")


@post("/api/matches/{match_id:str}/seat", responses=ERRORS, status_code=200)
async def seat_change(state: State, person: Asker, match_id: FromPath[str], data: JSONBody[words.SeatChange]) -> MatchRow:
    club = club_of(state)
    club.must("change", person)
    assert person is not None
    table, rights, _ = await _at(state, person, match_id, SPECTATOR)
    if data.seat not in table.head.seats and not (data.do in ("leave", "dismiss") and data.seat in (SPECTATOR, UMPIRE)):
        raise Misuse(f"There is no seat {data.seat!r}. There are: {', '.join(table.head.seats)}.")
    await CHANGES[data.do](club, table, rights, person, data)
    await club.company_changed(match_id)
    return await asyncio.to_thread(lambda: club.row_for(person, club.store.row(match_id)))


def _bot_sits(table: LiveTable, seat: str) -> bool:
    info = table.row.seats.get(seat)  # none: the umpire's, or a watcher's
    return info is not None and info.kind == "bot"


def _empty(table: LiveTable, seat: str) -> bool:
    """Nobody's: who has left his seat to a bot for a while comes back to it."""
    return not table.company.people.get(seat)


async def _sit(club: Any, table: LiveTable, rights: Rights, person: Person, data: words.SeatChange) -> None:
    host, empty, bot = rights.owner or rights.umpire, _empty(table, data.seat), _bot_sits(table, data.seat)
    if bot and person.id in table.company.people.get(data.seat, {}):
        await _come_back(club, table, data.seat)
        return
    if not ((table.company.public and empty) or host) or (bot and not host):
        raise NotAllowed("This seat is not open to everybody.")
    if not empty and not rights.umpire:
        club.companies.check_empty(table.company, data.seat)
    await asyncio.to_thread(club.companies.check_welcome, table.id, person.id)
    sit = partial(club.companies.sit, table.id, data.seat, person.id, alone=True, fair=partial(_fair, table, data.seat))
    await asyncio.to_thread(sit)
    if bot:
        await club.rounds.seat_for(table, data.seat, "", stay=True)
    await club.weigh_knowledge(table.id)


async def _come_back(club: Any, table: LiveTable, seat: str) -> None:
    """To the seat that one left to a bot, with the time that one had; whose time was up asks the host."""
    clock = (await asyncio.to_thread(club.clocks.load, table.id)).get(seat)
    if clock is not None and clock.left <= 0:
        raise NotAllowed("Your time is up: who opened the match may let you back, or its umpire.")
    await club.rounds.seat_for(table, seat, "", stay=True)


async def _leave(club: Any, table: LiveTable, rights: Rights, person: Person, data: words.SeatChange) -> None:
    mine = person.id in table.company.people.get(data.seat, {}) and data.seat in table.head.seats
    if mine and _rated_now(table) and not _substitute(table, data.seat, person.id):
        raise NotAllowed("You play a rated match: resign before you go, or invite a substitute to your seat.")
    leave = partial(club.companies.leave, table.id, data.seat, person.id, deserted=mine and _rated_now(table))
    await asyncio.to_thread(leave)


async def _dismiss(club: Any, table: LiveTable, rights: Rights, person: Person, data: words.SeatChange) -> None:
    if not (rights.owner or rights.umpire):
        raise NotAllowed("Only who opened the match, or its umpire, sends people away.")
    _check_stays(table, rights, data.seat)
    people = table.company.people.get(data.seat, {})
    for user in [user for user, name in people.items() if name == data.who]:
        await asyncio.to_thread(club.companies.send_away, table.id, data.seat, user)


async def _let_a_bot(club: Any, table: LiveTable, rights: Rights, person: Person, data: words.SeatChange) -> None:
    known = bot_names(game(table.head.game))
    if data.bot and data.bot not in known:
        raise Misuse(f"There is no bot {data.bot!r}. There are: {', '.join(known)}.")
    mine = person.id in table.company.people.get(data.seat, {})
    if not (mine or (rights.owner and _empty(table, data.seat)) or rights.umpire):
        raise NotAllowed("A bot takes your own seat, or an empty one of your match.")
    if await asyncio.to_thread(club.tournaments.of_match, table.id):
        raise NotAllowed("A tournament is played by people.")
    await club.rounds.seat_for(table, data.seat, data.bot or known[0])


async def _vacate(club: Any, table: LiveTable, rights: Rights, person: Person, data: words.SeatChange) -> None:
    if not (rights.owner or rights.umpire):
        raise NotAllowed("Only who opened the match, or its umpire, does that.")
    bot = _bot_sits(table, data.seat)
    if not bot:
        _check_stays(table, rights, data.seat)
    await club.rounds.seat_for(table, data.seat, "", stay=bot)


CHANGES = {"sit": _sit, "leave": _leave, "dismiss": _dismiss, "bot": _let_a_bot, "vacate": _vacate}


def _rated_now(table: LiveTable) -> bool:
    """A rated match of several people that has begun: nobody escapes its end."""
    people = [user for seat in table.head.seats for user in table.company.people.get(seat, {})]
    return table.company.counts(table.head) and len(set(people)) > 1


def _substitute(table: LiveTable, seat: str, person: int) -> bool:
    """Whether somebody else sits there for that side."""
    allies = [one for one, side in table.head.seats.items() if side == table.head.seats[seat]]
    return any(user != person for one in allies for user in table.company.people.get(one, {}))


def _check_stays(table: LiveTable, rights: Rights, seat: str) -> None:
    if seat in table.head.seats and _rated_now(table) and not rights.umpire:
        raise NotAllowed("Nobody is sent away from a rated match under way, but by its umpire.")


@post("/api/matches/{match_id:str}/split", responses=ERRORS, status_code=200)
async def split(state: State, person: Asker, match_id: FromPath[str], data: JSONBody[words.Split]) -> MatchRow:
    """How the sides are split into seats, from now on."""
    club = club_of(state)
    club.must("change", person)
    table, rights, _ = await _at(state, person, match_id, SPECTATOR)
    if not rights.umpire:
        _check_own_sides(table, rights, person, data.seats)
    await club.split(table, data.seats)
    return await asyncio.to_thread(lambda: club.row_for(person, club.store.row(match_id)))


def _check_own_sides(table: LiveTable, rights: Rights, person: Person | None, seats: dict[str, str]) -> None:
    """Where there is no umpire, who commands on a side is for those to say who sit there; of an empty one, for the host."""
    if table.head.umpire or not (rights.owner or rights.seats):
        raise NotAllowed("Only its umpire splits the sides of a match, or who plays them where there is none.")
    for side in set(table.head.seats.values()):
        before = {seat for seat, of in table.head.seats.items() if of == side}
        if before == {seat for seat, of in seats.items() if of == side}:
            continue
        people = {user: name for seat in before for user, name in table.company.people.get(seat, {}).items()}
        others = [name for user, name in people.items() if person is None or user != person.id]
        if others or not (people or rights.owner):
            raise NotAllowed(f"{others[0] if others else 'Nobody'} sits there: nobody splits the side of another.")
        if len(before) < sum(of == side for of in seats.values()) and _clocks_run(table):
            raise NotAllowed("While clocks run only an umpire gives a side more commanders: each would have time of his own.")


def _clocks_run(table: LiveTable) -> bool:
    """Somebody else has sat down on these terms, or it has begun."""
    people = {user for seat in table.head.seats for user in table.company.people.get(seat, {})}
    return table.company.terms.clock is not None and (len(people) > 1 or table.head.number > 0)


SEAT_ROUTES: list[Any] = [invite_to_club, invite, join, seat_change, split]
__all__ = ["SEAT_ROUTES"]
