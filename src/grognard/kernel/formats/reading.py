"""The one reader of scenarios, maps and situations: everything that is wrong with a file, at once.

`check_scenario` is asked by every match that begins (prepared.py), `check_file` by `grognard check`, the lists of the command
line and the workshop in the browser.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path as File
from typing import TYPE_CHECKING, Any

from msgspec import Struct, inspect, structs

from ..datafile import Section, did_you_mean
from ..refusal import BadData, Misuse
from ..scenarios import NAME, load_options, misfit
from .findings import BadFile, Findings, Mistake
from .format import Format, Formats, Head
from .places import Path
from .shape import bare, compare, type_of
from .situation import Situation

if TYPE_CHECKING:
    from ..game import Game


def check_scenario(game: Game, data: Mapping[str, Any], findings: Findings | None = None) -> Findings:
    """Shape, options and references of a scenario. A game without formats of its own is asked for the head only."""
    found = Findings(dict(data), getattr(data, "file", "")) if findings is None else findings
    formats = game.formats()
    if formats is None:
        head = {key: data[key] for key in Head.__struct_fields__ if key in data}
        _adopt(found, _compared(Findings(head), Head))
    else:
        _judged(found, formats.scenario)
    _options(game, found, ("options",))
    return found


def refuse_mistakes(found: Findings) -> None:
    if found:
        raise BadFile(found.mistakes())


# ------------------------------------------------------------------ files


def check_file(game: Game, path: File, kind: str = "") -> list[Mistake]:
    """All mistakes of a file of this game; kind: scenario, map or situation, else what it looks like."""
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        return [Mistake("", f"expected text in UTF-8, and byte {error.start} is none", str(path), 1, 1)]
    except OSError as error:
        return [Mistake("", f"cannot be read: {error.strerror}", str(path))]
    return check_text(game, text, str(path), kind)


def check_text(game: Game, text: str, file: str, kind: str = "") -> list[Mistake]:
    """The same for text that need not be a file yet."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return [_not_toml(str(error), text, file)]
    found = Findings(data, file, text)
    kind = kind or kind_of(game, data)
    formats = game.formats()
    if kind == "situation":
        _situation(game, found)
    elif kind == "map" and formats is not None and formats.map is not None:
        _judged(found, formats.map)
    else:
        _scenario_file(game, found, file)
    return found.mistakes()


def kind_of(game: Game, data: Mapping[str, Any]) -> str:
    """What a file of this game seems to be."""
    return max(_fitting(game, data), key=lambda pair: pair[1])[0]


def fitting(game: Game, data: Mapping[str, Any]) -> int:
    """How many keys of this file the game knows, less those that it does not."""
    return max(score for _, score in _fitting(game, data))


def _fitting(game: Game, data: Mapping[str, Any]) -> list[tuple[str, int]]:
    formats = game.formats()
    shapes: dict[str, type[Struct]] = {"scenario": formats.scenario.shape if formats else Head, "situation": Situation}
    if formats is not None and formats.map is not None:
        shapes["map"] = formats.map.shape
    return [(name, _score(_keys(shape), data)) for name, shape in shapes.items()]


def _score(keys: dict[str, bool], data: Mapping[str, Any]) -> int:
    missing = sum(required and key not in data for key, required in keys.items())
    return sum(1 if key in keys else -1 for key in data) - missing


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
    from ..match import Match  # a match reads formats itself

    try:
        Match.start(game, Section(found.data, found.file), 1).view(None)
    except Misuse as error:
        found.wrong((), str(error))
    except Exception as error:
        found.wrong((), f"a match of it cannot begin: {type(error).__name__}: {error}")


def _judged(found: Findings, format: Format) -> None:
    """A judge may take the shape for granted. Where something is wrong, what breaks a judge has been told already."""
    compare(found, format.shape)
    for judge in format.judges:
        try:
            judge(found)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError, BadData):
            if not found:
                raise


def _compared(found: Findings, shape: type[Struct]) -> Findings:
    compare(found, shape)
    return found


def _adopt(found: Findings, part: Findings, at: Path = ()) -> None:
    for path, words in part.found():
        found.wrong((*at, *path), words)


def _options(game: Game, found: Findings, path: Path) -> None:
    declared = {option.name: option for option in load_options(game.data)} if game.data else {}
    if not declared:
        return
    for place, name, value in found.pairs(path):
        if name not in declared:
            near = did_you_mean(name, declared) or f" `grognard games {game.name}` lists them."
            found.wrong(place, f"there is no such option.{near}")
        elif wrong := misfit(declared[name], value):
            found.expected(place, wrong)


# ------------------------------------------------------------------ situations


def _situation(game: Game, found: Findings) -> None:
    compare(found, Situation)
    _options(game, found, ("options",))
    scenario = found.value(("scenario",)) or "learning"
    if isinstance(scenario, dict):
        _adopt(found, check_scenario(game, scenario, Findings(scenario)), ("scenario",))
    formats = game.formats() or Formats(Format("", "", Head))
    if formats.question is not None and isinstance(found.value(("question",)), dict):
        compare(found, formats.question, ("question",))
    patch = found.value(("situation",))
    if isinstance(patch, dict):
        _patch_keys(game, found, patch, formats)
    if not found:
        _laid_over(game, found, scenario, formats)


def _patch_keys(game: Game, found: Findings, patch: dict[str, Any], formats: Formats) -> None:
    words = _keys(formats.words) if formats.words else {}
    fields = [field.encode_name for field in structs.fields(game.state)]
    for key in patch:
        if key not in words and key not in fields:
            near = did_you_mean(key, [*words, *fields]) or f" The words of the game: {', '.join(words)}."
            found.wrong(("situation", key), f"neither a word of the game nor a field of its state.{near}")
    if formats.words is not None:
        part = Findings({key: value for key, value in patch.items() if key in words})
        _adopt(found, _compared(part, formats.words), ("situation",))


def _laid_over(game: Game, found: Findings, scenario: str | dict[str, Any], formats: Formats) -> None:
    from ..prepared import prepare  # a prepared scenario was read here

    try:
        made = prepare(game, scenario, found.value(("options",)) or {}, None)
    except Misuse as error:
        found.wrong(("scenario",), str(error))
        return
    if formats.references is not None:
        part = Findings(found.data)
        formats.references(part, made.static)
        for path, words in part.found():
            if path[:1] != ("question",) or "question" in found.data:  # a position to play asks nothing
                found.wrong(path, words)
    if found:
        return
    try:
        game.patch(made.static, made.first_state(), deepcopy(found.value(("situation",)) or {}))
    except BadData as error:
        found.wrong(_path_in(str(error), found), str(error))
    except Exception as error:
        found.wrong(("situation",), f"cannot be laid over the scenario: {type(error).__name__}: {error}")


def _path_in(words: str, found: Findings) -> Path:
    """`patch.units.3.at: ...` -> the place in the file."""
    path: Path = ("situation",)
    for key in words.split(":")[0].removeprefix("patch.").split("."):
        if found.value((*path, key)) is None:
            break
        path = (*path, key)
    return path


def _keys(shape: type[Struct]) -> dict[str, bool]:
    """Key -> whether it is required."""
    kind = bare(type_of(shape))
    assert isinstance(kind, inspect.StructType)
    return {field.encode_name: field.required for field in kind.fields}
