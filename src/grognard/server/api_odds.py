"""The odds page: situations of a game, and the exact distributions of what is asked about them.

The same functions as `grognard odds` (docs/lab.md). A question may be changed, a situation may not: who wants another one
writes a file for the command.
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from grognard.kernel import Misuse
from grognard.lab.odds import odds_of
from grognard.lab.situations import load_situation, situation_names

from .api import ERRORS, Asker, hall_of
from .library import Unknown, known_game
from .wire_odds import OddsAnswer, OddsWish, SituationInfo


@get("/api/games/{game:str}/odds", responses=ERRORS)
async def situations(state: State, game: FromPath[str]) -> list[SituationInfo]:
    found: list[SituationInfo] = await hall_of(state).alike.ask(_situations, game)
    return found


@post("/api/games/{game:str}/odds/{situation:str}", responses=ERRORS, status_code=200)
async def odds(
    state: State, person: Asker, game: FromPath[str], situation: FromPath[str], data: JSONBody[OddsWish]
) -> OddsAnswer:
    """Beside the club, with limits: a question can be as hard as somebody likes."""
    who = f"person {person.id}" if person is not None else "guest"
    raw: bytes = await hall_of(state).sandbox.do(who, answered, game, situation, data.question)
    return msgspec.json.decode(raw, type=OddsAnswer)


def answered(game: str, name: str, question: dict[str, Any] | None) -> bytes:
    """In the sandbox."""
    return msgspec.json.encode(_odds(game, name, question))


def _situations(game: str) -> list[SituationInfo]:
    known = known_game(game)
    found = [(name, load_situation(known, name)) for name in situation_names(known)]
    return [SituationInfo(name, one.title, one.blurb, one.question) for name, one in found]


def _odds(game: str, name: str, question: dict[str, Any] | None) -> OddsAnswer:
    known = known_game(game)
    if name not in situation_names(known):
        raise Unknown(f"{known.title} has no situation {name!r}.")
    situation = load_situation(known, name)
    if question is None:
        question = situation.question
    elif strange := sorted(set(question) - set(situation.question)):
        raise Misuse(f"This situation does not ask for {', '.join(strange)[:200]}.")
    return OddsAnswer(question, odds_of(known, situation, question))


ODDS_ROUTES: list[Any] = [situations, odds]
