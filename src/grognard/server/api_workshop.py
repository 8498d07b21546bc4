"""The workshop: a scenario laid out on a table, changed by hand and by text, checked on the way, tried, played, handed on.

What somebody has written is read, checked and laid out in the sandbox: a draft can be as hard as somebody likes. At home a
draft is kept among the user's own scenarios; in a club it is played, downloaded or shared by a link.
"""

from __future__ import annotations

import asyncio
import tomllib
from typing import Annotated, Any

import msgspec
from litestar import delete, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta, Struct

from grognard.boards.draw import draw, extent
from grognard.bots.registry import bot_names
from grognard.kernel import Match, Misuse
from grognard.kernel.datafile import read_toml
from grognard.kernel.formats import Canvas, Gesture, Mistake, edited, kind_of
from grognard.kernel.formats.canvas import Ground
from grognard.kernel.formats.places import places_in
from grognard.kernel.formats.reading import check_text

from . import drafts, wire
from .api import ERRORS, Asker, SeatName, _at, hall_of
from .drafts import Bench, DraftFile
from .house import NotAllowed, who_of
from .library import known_game
from .sandbox import look_around
from .trials import Trials, TrialView, begin_draft
from .wire_words import Line

DraftText = Annotated[str, Meta(max_length=200_000)]
FileName = Annotated[str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
Kind = Annotated[str, QueryParameter(max_length=20)]
Choices = Annotated[int, QueryParameter(ge=-1, le=10**7)]


class Draft(Struct, forbid_unknown_fields=True):
    text: DraftText


class PlayedDraft(Struct, forbid_unknown_fields=True):
    text: DraftText
    me: Line = ""  # the seat of whoever plays it; "all": all of them at one screen; empty: the first


class LaidDraft(Struct, forbid_unknown_fields=True):
    text: DraftText
    gestures: Annotated[list[Gesture], Meta(max_length=50)] = []
    have: Line = ""  # the ground that the client has


class TriedDraft(Struct, forbid_unknown_fields=True):
    text: DraftText
    matches: Annotated[int, Meta(ge=1, le=100)] = 20
    bot: Line = "best"


class KeptDraft(Struct, forbid_unknown_fields=True):
    name: FileName
    text: DraftText
    replace: bool = False  # what is kept under that name already


class Checked(Struct):
    mistakes: list[Mistake]
    svg: str = ""  # the map, where there are no mistakes
    place: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)  # which part of the board's plane it shows
    lettered: bool = True  # else the table writes the names


class Laid(Struct):
    """A draft on the table. `wrong`: it cannot be read as TOML, or the gesture was refused; the text is as it was."""

    text: str
    data: dict[str, Any] = {}
    canvas: Canvas | None = None
    ground: str = ""  # the sign of the canvas's ground; left out of the canvas if the client has it
    lines: dict[str, int] = {}  # dotted path of an entry -> its line
    wrong: str = ""


# ------------------------------------------------------------------ what to begin from


@get("/api/workshop/{game:str}", responses=ERRORS)
async def bench(state: State, game: FromPath[str]) -> Bench:
    """Schemas, options and all that one can begin from."""
    found: Bench = await hall_of(state).alike.ask(drafts.bench, game, not hall_of(state).house.club)
    return found


@get("/api/workshop/{game:str}/{scenario:str}", responses=ERRORS)
async def template(state: State, game: FromPath[str], scenario: FromPath[str], kind: Kind = "scenario") -> DraftFile:
    """A scenario or a situation as its file has it, to begin from."""
    found: DraftFile = await hall_of(state).alike.ask(drafts.template, game, scenario, kind)
    return found


@get("/api/workshop/{game:str}/match/{match_id:str}", responses=ERRORS)
async def from_match(
    state: State, person: Asker, game: FromPath[str], match_id: FromPath[str], choices: Choices = -1, seat: SeatName = None
) -> DraftFile:
    """A match, as it stood after so many choices (-1: as it stands), made into a draft: what this seat may see of it."""
    table, rights, looker = await _at(state, person, match_id, seat)
    if table.head.game != known_game(game).name:
        raise Misuse("This match is of another game.")
    everything = rights.alone or rights.umpire or table.head.ended
    if looker is None and not everything:
        raise NotAllowed("Only who plays it, before the match is over.")
    if choices >= 0 and not everything:  # numbers of all choices would count those that others made in secret
        raise NotAllowed("As it stands now; an earlier position when the match is over.")
    async with table.reading():
        made: DraftFile = await table.asked_by(who_of(person), drafts.from_match, looker, everything, choices)
    return made


# ------------------------------------------------------------------ on the table


@post("/api/workshop/{game:str}", responses=ERRORS, status_code=200)
async def check_draft(state: State, person: Asker, game: FromPath[str], data: JSONBody[Draft]) -> Checked:
    raw: bytes = await _beside(state, person, "", checked, game, data.text)
    return msgspec.json.decode(raw, type=Checked)


@post("/api/workshop/{game:str}/lay", responses=ERRORS, status_code=200)
async def lay_draft(state: State, person: Asker, game: FromPath[str], data: JSONBody[LaidDraft]) -> Laid:
    """The draft laid out, after what a hand did to it."""
    raw: bytes = await _beside(state, person, " at the table", laid, game, data.text, data.gestures, data.have)
    return msgspec.json.decode(raw, type=Laid)


async def _beside(state: State, person: Any, where: str, work: Any, *args: Any) -> bytes:
    """In the sandbox. Who drags a piece does not wait for the check of the piece before."""
    hall_of(state).house.must("draft", person)
    raw: bytes = await hall_of(state).sandbox.do(who_of(person) + where, work, *args)
    return raw


# ------------------------------------------------------------------ played, kept, handed on


@post("/api/workshop/{game:str}/play", responses=ERRORS)
async def play_draft(state: State, person: Asker, game: FromPath[str], data: JSONBody[PlayedDraft]) -> wire.MatchRow:
    """A match of the draft as it is, for whoever made it, against bots or a friend at the same screen; the save carries it."""
    hall = hall_of(state)
    hall.house.must("start", person)
    raw = await _beside(state, person, "", checked, game, data.text)
    if mistakes := msgspec.json.decode(raw, type=Checked).mistakes:
        raise Misuse(f"There are mistakes in it; the first: {mistakes[0]}")
    told, known = read_toml(data.text), known_game(game)
    seats = await hall.sandbox.do(_name(person), seats_of, game, data.text)  # once where it can do no harm
    mine = seats if data.me == "all" else [data.me] if data.me in seats else seats[:1]
    kinds = {seat: wire.SeatWish("me") if seat in mine else wire.SeatWish("bot", "best") for seat in seats}
    wish = wire.NewMatch(known.name, seats=kinds, rated=False)
    scenario: dict[str, Any] | None = told
    if kind_of(known, told) == "situation":
        wish.situation, wish.options = told.get("situation") or None, told.get("options", {})
        named = told.get("scenario") or "learning"
        scenario = named if isinstance(named, dict) else None
        wish.scenario = named if isinstance(named, str) else "learning"
    return await hall.start(wish, person, scenario=scenario)


@post("/api/workshop/{game:str}/keep", responses=ERRORS, status_code=200)
async def keep_draft(state: State, person: Asker, game: FromPath[str], data: JSONBody[KeptDraft]) -> DraftFile:
    """Among the user's own scenarios, so that it can be played by its name."""
    house = hall_of(state).house
    house.must("start", person)
    if house.club:
        raise NotAllowed("A club keeps no drafts: download the file, or share a link to it.")
    return await hall_of(state).kernel.do(drafts.kept, game, data.name, data.text, data.replace)


@post("/api/workshop/{game:str}/share", responses=ERRORS, status_code=200)
async def share_draft(state: State, person: Asker, game: FromPath[str], data: JSONBody[KeptDraft]) -> DraftFile:
    """For whoever has the link; the answer's name is the last part of it."""
    hall = hall_of(state)
    hall.house.must("start", person)
    return await asyncio.to_thread(drafts.shared, hall.folder / "drafts", game, data.name, data.text)


@get("/api/workshop/{game:str}/shared/{sign:str}", responses=ERRORS)
async def shared_draft(state: State, person: Asker, game: FromPath[str], sign: FromPath[str]) -> DraftFile:
    hall = hall_of(state)
    hall.house.must("draft", person)
    return await asyncio.to_thread(drafts.from_link, hall.folder / "drafts", game, sign)


# ------------------------------------------------------------------ tried by bots


def _trials(state: State) -> Trials:
    trials: Trials = hall_of(state).trials
    return trials


@post("/api/workshop/{game:str}/trials", responses=ERRORS, status_code=200)
async def try_draft(state: State, person: Asker, game: FromPath[str], data: JSONBody[TriedDraft]) -> TrialView:
    """So many matches by bots, in the background."""
    raw = await _beside(state, person, "", checked, game, data.text)
    hall_of(state).house.must("start", person)
    if mistakes := msgspec.json.decode(raw, type=Checked).mistakes:
        raise Misuse(f"There are mistakes in it; the first: {mistakes[0]}")
    if data.bot not in (names := bot_names(known_game(game))):
        raise Misuse(f"There is no bot {data.bot!r}. There are: {', '.join(names)}.")
    return _trials(state).begin(_name(person), game, data.text, data.matches, data.bot).view()


@get("/api/workshop/{game:str}/trials/{trial:str}", responses=ERRORS)
async def trial_view(state: State, person: Asker, game: FromPath[str], trial: FromPath[str]) -> TrialView:
    hall_of(state).house.must("draft", person)
    return _trials(state).find(_name(person), trial).view()


@delete("/api/workshop/{game:str}/trials/{trial:str}", responses=ERRORS)
async def end_trial(state: State, person: Asker, game: FromPath[str], trial: FromPath[str]) -> None:
    hall_of(state).house.must("draft", person)
    found = _trials(state).find(_name(person), trial)
    if found.task is not None:
        found.task.cancel()


def _name(person: Any) -> str:
    return f"person {person.id}" if person is not None else "at home"


# ------------------------------------------------------------------ in the sandbox


def checked(game: str, text: str) -> bytes:
    known = known_game(game)
    mistakes = check_text(known, text, "")
    if mistakes:
        return msgspec.json.encode(Checked(mistakes))
    match: Match = begin_draft(game, text, 1)
    board = match.board
    if board is None:
        return msgspec.json.encode(Checked([]))
    easel = drafts.easel_of(game)
    lettered = easel is None or not easel.letters
    drawn = draw(board, "light", bare=True, lettered=lettered)
    return msgspec.json.encode(Checked([], drawn, extent(board, bare=True), lettered))


def seats_of(game: str, text: str) -> list[str]:
    match = begin_draft(game, text, 1)
    look_around(match)
    return list(match.seats)


def laid(game: str, text: str, gestures: list[Gesture], have: str) -> bytes:
    easel = drafts.easel_of(game)
    wrong, text = "", text.removeprefix("\ufeff")
    try:
        data = read_toml(text)
    except tomllib.TOMLDecodeError as error:
        return msgspec.json.encode(Laid(text, wrong=f"This is no TOML yet: {error}"))
    try:
        for gesture in gestures:
            changes = easel.changes(data, gesture, None) if easel is not None else gesture.edits
            text = edited(text, changes)
            data = read_toml(text)
    except Misuse as error:
        wrong = str(error)
    fits = easel is not None and kind_of(known_game(game), data) == easel.kind
    canvas = easel.lay_out(data, None) if fits and easel is not None else None
    sign = canvas.ground.hash if canvas is not None else ""
    if canvas is not None and sign == have:
        canvas.ground = Ground(canvas.ground.kind, canvas.ground.bounds)
    lines = {".".join(map(str, path)): line for path, (line, _) in places_in(text).items() if path}
    return msgspec.json.encode(Laid(text, data, canvas, sign, lines, wrong), enc_hook=str)


WORKSHOP_ROUTES: list[Any] = [
    bench, template, from_match, check_draft, lay_draft, play_draft, keep_draft, share_draft, shared_draft, try_draft,
    trial_view, end_trial,
]  # fmt: skip
