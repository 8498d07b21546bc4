"""The one reader of files with scenarios, maps, situations and lessons: everything that is wrong with one, at once.

`check_file` is asked by `grognard check`, the lists of the command line and the workshop in the browser. It begins a match of
what seems sound; a match itself asks only for the scenario's data (judging.py).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from copy import deepcopy
from pathlib import Path as File
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct, inspect, structs

from ..datafile import Section, did_you_mean, read_toml
from ..match import Match
from ..prepared import prepare
from ..refusal import BadData, Misuse
from ..scenarios import NAME
from ..script import make, of_step, opening
from .findings import Findings, Mistake
from .format import Format, Formats, Head
from .judging import adopt, check_scenario, compared, judge_options, judged
from .kinds import keys_of, kind_of
from .lesson import Answer, Lesson
from .places import Path
from .shape import compare, expectation, type_of
from .situation import Situation

if TYPE_CHECKING:
    from ..game import Game


def check_file(game: Game, path: File, kind: str = "") -> list[Mistake]:
    """All mistakes of a file of this game; kind: scenario, map, situation or lesson, else what it looks like."""
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        return [Mistake("", f"expected text in UTF-8, and byte {error.start} is none", str(path), 1, 1)]
    except OSError as error:
        return [Mistake("", f"cannot be read: {error.strerror}", str(path))]
    return check_text(game, text, str(path), kind)


def check_text(game: Game, text: str, file: str, kind: str = "") -> list[Mistake]:
    """The same for text that need not be a file yet."""
    text = text.removeprefix("\ufeff")  # the mark of Windows' editors
    try:
        data = read_toml(text)
    except tomllib.TOMLDecodeError as error:
        return [_not_toml(str(error), text, file)]
    if not data:
        return [Mistake("", 'the file is empty; a scenario begins with title = "..."', file, 1, 1)]
    found = Findings(data, file, text)
    kind = kind or kind_of(game, data)
    formats = game.formats()
    if kind == "situation":
        _situation(game, found)
    elif kind == "lesson":
        _lesson(game, found)
    elif kind == "map" and formats is not None and formats.map is not None:
        judged(found, formats.map)
    else:
        _scenario_file(game, found, file)
    return found.mistakes()


def _not_toml(words: str, text: str, file: str) -> Mistake:
    """tomllib ends its message with the place."""
    what, _, place = words.partition(" (at ")
    digits = [int(part) for part in place.replace(",", " ").replace(")", " ").split() if part.isdigit()]
    line, column = digits if len(digits) == 2 else (text.count("\n") + 1, 1)
    return Mistake("", f"expected TOML, but: {what}", file, line, column)


# ------------------------------------------------------------------ scenarios


def _scenario_file(game: Game, found: Findings, file: str) -> None:
    for key in ("title", "blurb"):
        if key not in found.data:
            found.wrong((key,), "expected some words, and there is nothing")
        elif isinstance(found.data[key], str) and not found.data[key].strip():
            found.expected((key,), "some words")
    if file.endswith(".toml") and not NAME.fullmatch(File(file).stem):
        found.wrong((), "expected a file name of small letters, digits and hyphens, as in quatre-bras.toml")
    check_scenario(game, found.data, found)
    if not found:
        _tried(game, found)


def _tried(game: Game, found: Findings) -> None:
    """What no shape and no judge has seen, the rules themselves may still refuse: the match is begun once."""
    try:
        _begun(game, Match.start(game, Section(found.data, found.file), 1))
    except Misuse as error:
        found.wrong(*_placed(str(error), found))
    except AssertionError as error:
        formats = game.formats()
        spot = formats.spot(str(error)) if formats is not None and formats.spot is not None else ()
        found.wrong(spot or _mentioned(str(error), found), _impossible(error))
    except Exception as error:
        found.wrong((), f"a match of it cannot begin: {_why(error)}")


def _why(error: Exception) -> str:
    """In words for who wrote the file; what stumbled is mostly a name that nobody has."""
    first: BaseException = error.__cause__ or error
    if isinstance(first, KeyError) and first.args:
        return f"there is nothing called {first.args[0]!r}"
    return f"{type(first).__name__}: {first}"


def _begun(game: Game, match: Match) -> None:
    """It can be looked at, and what is true of every position is true of the first."""
    match.view(None)
    game.check(match.g)


# ------------------------------------------------------------------ situations


def _situation(game: Game, found: Findings) -> None:
    formats = game.formats() or Formats(Format("", "", Head))
    _over_a_scenario(game, found, Situation, formats)
    if formats.question is not None and isinstance(found.value(("question",)), dict):
        compare(found, formats.question, ("question",))
    if not found:
        _laid_over(game, found, formats)


def _over_a_scenario(game: Game, found: Findings, shape: type[Struct], formats: Formats) -> None:
    """What names a scenario, and lays a patch over it."""
    compare(found, shape)
    judge_options(game, found, ("options",))
    scenario = found.data.get("scenario", "learning")
    if scenario == "":
        found.expected(("scenario",), "the name of a scenario")
    if isinstance(scenario, dict):
        adopt(found, check_scenario(game, scenario, Findings(scenario)), ("scenario",))
    patch = found.value(("situation",))
    if isinstance(patch, dict):
        _patch_keys(game, found, patch, formats)


def _lesson(game: Game, found: Findings) -> None:
    """It is a match: begun, and played by its script to the last step."""
    formats = game.formats() or Formats(Format("", "", Head))
    _over_a_scenario(game, found, Lesson, formats)
    for place, step in found.each(("step",)):
        touched = found.value((*place, "touch"))
        if isinstance(touched, dict) and not (touched.get("piece") or touched.get("place")):
            found.wrong((*place, "touch"), "expected a piece or a place to touch")
        if isinstance(step.get("say"), str) and "choose" in step and "touch" in step:
            found.wrong((*place, "touch"), "a step asks for one thing: a choice or a touch")
    if found or not _laid_over(game, found, formats):
        return
    told = msgspec.convert(found.data, Lesson, strict=True)
    match = Match.start(game, told.scenario, told.seed, told.options, situation=deepcopy(told.situation) or None)
    if told.seat not in match.seats:
        found.one_of(("seat",), match.seats, "a seat")
    elif _followed(found, match, told, opening(told)):
        for n in range(len(told.step)):
            _seen(found, match, told, n)
            if not _followed(found, match, told, of_step(told, n)):
                break


def _followed(found: Findings, match: Match, told: Lesson, answers: Iterable[tuple[Path, Answer]]) -> bool:
    """The first choice that cannot be made so ends a lesson: what comes later follows from it."""
    for place, answer in answers:
        try:
            make(match, told, answer)
        except Exception as error:
            found.wrong(place, f"this cannot be chosen here: {error if isinstance(error, Misuse) else _why(error)}")
            return False
    return True


PARTS = ("", "board", "decision", "diary", "panels", "hand", "head", "goals")  # of the page


def _seen(found: Findings, match: Match, told: Lesson, n: int) -> None:
    """What a step lights is there; what cannot be done is refused."""
    step, scene = told.step[n], match.view(told.seat)
    places = [region.id for region in match.board.regions] if match.board is not None else []
    pieces, panels = [piece.id for piece in scene.pieces], [panel.id for panel in scene.panels]
    if step.look not in (*PARTS, *panels, *pieces, *places):
        lit = [*PARTS, *panels, *pieces, *places]
        found.one_of(("step", n, "look"), lit, "a part of the page, a panel, a piece or a place")
    if step.touch is not None:
        touch = step.touch
        if touch.piece not in ("", *pieces):
            found.one_of(("step", n, "touch", "piece"), pieces, "a piece that can be seen")
        elif touch.place not in ("", *places):
            found.one_of(("step", n, "touch", "place"), places, "a place of the map")
        elif match.explain(touch.piece, touch.place, told.seat) is None:
            found.wrong(("step", n, "touch"), "nothing forbids it, so there is nothing to be read")


def _patch_keys(game: Game, found: Findings, patch: dict[str, Any], formats: Formats) -> None:
    words = keys_of(formats.words) if formats.words else {}
    fields = {field.encode_name: field.type for field in structs.fields(game.state)}
    for key in patch:
        if key not in words and key not in fields:
            near = did_you_mean(key, [*words, *fields]) or f" The words of the game: {', '.join(words)}."
            found.wrong(("situation", key), f"neither a word of the game nor a field of its state.{near}")
        elif key not in words:
            _single(found, ("situation", key), type_of(fields[key]), patch[key])
    if formats.words is not None:
        part = Findings({key: value for key, value in patch.items() if key in words})
        adopt(found, compared(part, formats.words), ("situation",))


def _single(found: Findings, path: Path, kind: inspect.Type, value: Any) -> None:
    """A single value of the state. Lists and tables of it may be patched in part."""
    takes = {inspect.IntType: int, inspect.FloatType: int | float, inspect.StrType: str, inspect.BoolType: bool}.get(type(kind))
    if takes is not None and (not isinstance(value, takes) or (isinstance(value, bool) and takes is not bool)):
        found.expected(path, expectation(kind))


def _laid_over(game: Game, found: Findings, formats: Formats) -> bool:
    """Whether a match of it can begin."""
    scenario = found.data.get("scenario", "learning")
    try:
        made = prepare(game, scenario, found.value(("options",)) or {}, None)
    except Misuse as error:
        found.wrong(("scenario",), str(error))
        return False
    if formats.references is not None:
        part = Findings(found.data)
        try:
            formats.references(part, made.static, made.first_state())
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            part.wrong(("situation",), f"cannot be understood: {error}")
        for path, words in part.found():
            if path[:1] != ("question",) or "question" in found.data:  # a position to play asks nothing
                found.wrong(path, words)
    if found:
        return False
    patch, options = found.value(("situation",)) or {}, found.value(("options",)) or {}
    try:
        game.patch(made.static, made.first_state(), deepcopy(patch))
        _begun(game, Match.start(game, scenario, 1, options, situation=deepcopy(patch) or None))
    except BadData as error:
        found.wrong(*_placed(str(error), found, ("situation",)))
    except AssertionError as error:
        found.wrong(_mentioned(str(error), found, ("situation",)), _impossible(error))
    except Exception as error:
        found.wrong(("situation",), f"cannot be laid over the scenario: {_why(error)}")
    return not found


_KEY = re.compile(r"[^.\[\]]+")
_TYPE = re.compile(r"patch: Expected `([^`]+)`(?:, got `([^`]+)`)?(?: - at `(?:key in )?\$\.?([^`]*)`)?")
_LEFT_OUT = re.compile(r"patch: Object missing required field `([^`]+)`(?: - at `\$\.?([^`]*)`)?")
_TYPES = {
    "int": "a whole number", "float": "a number", "str": "text", "bool": "true or false", "array": "a list",
    "object": "a table",
}  # fmt: skip


def _placed(words: str, found: Findings, base: Path = ()) -> tuple[Path, str]:
    """`units[3].at: ...` -> the place in the file, and what is wrong there. What names no place is said of the whole."""
    if mistyped := _TYPE.match(words):
        wanted, got, where = mistyped.groups()
        words = f"{where}: expected {_called(wanted)}" + (f", got {_called(got)}" if got else "")
    if left_out := _LEFT_OUT.match(words):
        words = f"{left_out[2] or ''}: `{left_out[1]}` is missing; a list is written whole"
    where, colon, rest = words.removeprefix("patch.").removeprefix("situation: ").partition(": ")
    path = base
    for word in _KEY.findall(where) if colon else ():
        key: str | int = int(word) if word.isdigit() and isinstance(found.value(path), list) else word
        if found.value((*path, key)) is None:
            break
        path = (*path, key)
    return (path, rest) if path != base else (base, words)


def _impossible(error: AssertionError) -> str:
    return f"the position is impossible: {error}" if str(error) else "the position is impossible"


def _mentioned(words: str, found: Findings, base: Path = ()) -> Path:
    """The last key of the file whose value stands in a complaint that names no key: `both sides in 0505`."""
    best = base
    for path, value in _texts(found.value(base), base):
        word = value.partition(" (")[0]
        if len(word) > 1 and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", words) and isinstance(path[-1], str):
            best = path
    return best


def _texts(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict | list):
        for key, inside in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _texts(inside, (*path, key))


def _called(types: str) -> str:
    return " or ".join(_TYPES.get(name.strip(), name.strip()) for name in types.split("|") if name.strip() != "null")
