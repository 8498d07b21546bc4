"""The routes of the lessons: a game's course, a lesson, the scene of each of its steps, and what is asked in between."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from grognard.kernel import Checked, Draft, Misuse
from grognard.kernel.scene import Scene

from . import lessons
from .api import ERRORS, Asker, hall_of
from .wire_lessons import CourseEntry, LessonAsk, LessonInfo, LessonTold


@get("/api/games/{game:str}/lessons", responses=ERRORS)
async def course(state: State, game: FromPath[str]) -> list[CourseEntry]:
    found: list[CourseEntry] = await hall_of(state).alike.ask(lessons.course, game)
    return found


@get("/api/games/{game:str}/puzzles", responses=ERRORS)
async def puzzles(state: State, game: FromPath[str]) -> list[CourseEntry]:
    """Positions with one good answer; each is opened like a lesson."""
    found: list[CourseEntry] = await hall_of(state).alike.ask(lessons.puzzles, game)
    return found


@get("/api/games/{game:str}/lessons/{name:str}", responses=ERRORS)
async def lesson(state: State, game: FromPath[str], name: FromPath[str]) -> LessonInfo:
    found: LessonInfo = await hall_of(state).alike.ask(lessons.info, game, name)
    return found


@get("/api/games/{game:str}/lessons/{name:str}/{n:int}", responses=ERRORS)
async def lesson_step(state: State, game: FromPath[str], name: FromPath[str], n: FromPath[int]) -> Scene:
    hall = hall_of(state)
    raw, board, picture = await hall.alike.ask(seen, game, name, n)
    hall.shelf.remember(board, picture)
    return msgspec.json.decode(raw, type=Scene)


@post("/api/games/{game:str}/lessons/{name:str}/{n:int}", responses=ERRORS, status_code=200)
async def lesson_ask(
    state: State, person: Asker, game: FromPath[str], name: FromPath[str], n: FromPath[int], data: JSONBody[LessonAsk]
) -> LessonTold:
    told: LessonTold = await hall_of(state).for_stranger(person, answered, game, name, n, data)
    return told


def seen(game: str, name: str, n: int) -> tuple[bytes, str, bytes]:
    """The scene of a step as JSON, the name of its board, and the board."""
    match = lessons.at(game, name, n)
    scene = match.view(lessons.lesson(game, name).seat)
    return msgspec.json.encode(scene), scene.board, msgspec.json.encode(match.board) if scene.board else b""


def answered(game: str, name: str, n: int, data: LessonAsk) -> LessonTold:
    """In a club beside it, with limits: whoever comes may ask."""
    match, seat = lessons.at(game, name, n), lessons.lesson(game, name).seat
    decision = match.decisions.get(seat)
    if decision is None:
        raise Misuse("You are not asked anything now.")
    if data.do == "why":
        refusal = match.explain(data.piece, data.place, seat)
        return LessonTold(refusal=refusal.view() if refusal is not None else None)
    if data.do == "draft" and isinstance(decision, Draft):
        return LessonTold(decision=decision.view(match.own_number(seat), data.items))
    ghosts = decision.ghosts(data.value) if isinstance(decision, Checked) else []
    return LessonTold(refusals=[one.view() for one in decision.refusals(data.value)], ghosts=ghosts)


LESSON_ROUTES: list[Any] = [course, puzzles, lesson, lesson_step, lesson_ask]
__all__ = ["LESSON_ROUTES"]
