"""The requests about tournaments of people: see them, open one, enter, begin; and the matches that they bring about."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from grognard.kernel import Misuse

from . import wire_club as words
from .api import ERRORS, Asker, Skip, hall_of
from .api_club import club_of
from .house import NotKnown, Person, logged_in
from .library import game_info
from .naming import checked_title


def _sees(club: Any, person: Person | None) -> None:
    if person is None and not club.settings.guests:
        raise NotKnown("Log in first.")


@get("/api/tournaments", responses=ERRORS)
async def tournaments(state: State, person: Asker) -> list[words.TournamentRow]:
    club = club_of(state)
    _sees(club, person)
    found: list[words.TournamentRow] = await asyncio.to_thread(club.tournaments.rows)
    return found


@post("/api/tournaments", responses=ERRORS)
async def open_tournament(state: State, person: Asker, data: JSONBody[words.NewTournament]) -> words.TournamentInfo:
    club, me = club_of(state), logged_in(person)
    club.must("start", me)
    info = await hall_of(state).kernel.do(game_info, data.game)
    scenario = next((one for one in info.scenarios if one.name == data.scenario), None)
    if scenario is None or scenario.problem:
        raise Misuse(f"{info.title} has no scenario {data.scenario!r} that can be played.")
    if len(scenario.sides) != 2:
        raise Misuse("A tournament needs a scenario for two sides.")
    title = checked_title(data.title) or f"{info.title}: {scenario.title}"
    id = await asyncio.to_thread(club.tournaments.create, me, data, title)
    return await _told(club, id, person)


@get("/api/tournaments/{id:str}", responses=ERRORS)
async def tournament(state: State, person: Asker, id: FromPath[str]) -> words.TournamentInfo:
    club = club_of(state)
    _sees(club, person)
    return await _told(club, id, person)


@post("/api/tournaments/{id:str}", responses=ERRORS, status_code=200)
async def change_tournament(
    state: State, person: Asker, id: FromPath[str], data: JSONBody[words.TournamentWish]
) -> words.TournamentInfo:
    club, me = club_of(state), logged_in(person)
    act = {"enter": club.tournaments.enter, "withdraw": club.tournaments.withdraw, "begin": club.tournaments.begin,
           "close": club.tournaments.close}[data.do]  # fmt: skip
    await asyncio.to_thread(act, id, me)
    await club.rounds.play_tournament(id)
    return await _told(club, id, person)


@get("/api/ladder/{game:str}", responses=ERRORS)
async def ladder(state: State, person: Asker, game: FromPath[str], skip: Skip = 0) -> list[words.LadderRow]:
    """Who is rated in a game, the best first; a page of them after so many."""
    club = club_of(state)
    club.must("read", person)
    found: list[words.LadderRow] = await asyncio.to_thread(club.ratings.ladder, game[:80].replace("\0", ""), skip)
    return found


async def _told(club: Any, id: str, person: Person | None) -> words.TournamentInfo:
    found: words.TournamentInfo = await asyncio.to_thread(club.tournaments.info, id, person)
    return found


TOURNAMENT_ROUTES: list[Any] = [ladder, tournaments, open_tournament, tournament, change_tournament]
__all__ = ["TOURNAMENT_ROUTES"]
