"""What is known about games before anybody plays: scenarios, options, bots, rulebooks."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from grognard.bots.registry import bot_names
from grognard.kernel import Game, Misuse, game, game_names
from grognard.kernel.formats.reading import check_file
from grognard.kernel.ledger import Ledger, Rule, chapter_of, load_ledger
from grognard.kernel.prepared import prepare, scenario_data
from grognard.kernel.scenarios import load_options, scenario_files, user_folder
from grognard.kernel.scene import BoardPicture

from .wire import Chapter, GameInfo, Position, RuleAnswer, Rulebook, ScenarioInfo

log = logging.getLogger("grognard.server")


class Unknown(Misuse):
    """No such game, rule or lesson."""


_KEPT: dict[str, Any] = {}  # the last list of games, and the sign of the files that it was read from


def games() -> list[GameInfo]:
    """All games that can be played here. One whose rules cannot be loaded is left out, and the log says why.

    Read again when a scenario was written, and only then: strangers ask for this, too.
    """
    sign = _sign()
    if _KEPT.get("sign") != sign:
        _KEPT.update(games=[info for info in games_one_by_one() if info is not None], sign=sign)
    found: list[GameInfo] = _KEPT["games"]
    return found


def _sign() -> list[Any]:
    """Changes when a game comes or goes, or a file of its scenarios does."""
    found: list[Any] = []
    for name in game_names():
        known = game(name)
        folders = [Path(str(known.data)) / "scenarios", user_folder(name)] if known.data is not None else []
        for folder in folders:
            if folder.is_dir():
                found += sorted((entry.path, entry.stat().st_mtime_ns) for entry in os.scandir(folder))
        found.append((name, len(known.built_in)))
    return found


def games_one_by_one() -> Iterator[GameInfo | None]:
    for name in game_names():
        try:
            yield game_info(name)
        except Exception as error:
            log.warning("game %s cannot be offered: %s: %s", name, type(error).__name__, error)
            yield None


def game_info(name: str) -> GameInfo:
    known = known_game(name)
    cover = _cover(known)
    return GameInfo(
        name=known.name,
        title=known.title,
        blurb=known.blurb,
        scenarios=list(_scenarios(known)),
        options=load_options(known.data) if known.data else [],
        bots=bot_names(known),
        hidden=known.hidden,
        lessons=_lessons(known),
        rules=_file(known, "rules.toml") is not None,
        era=cover.era,
        length=cover.length,
        weight=cover.weight,
        cover=cover.scenario,
    )


class Cover(Struct, forbid_unknown_fields=True):
    era: str = ""
    length: str = ""
    weight: int = 0
    scenario: str = "learning"


def _cover(known: Game) -> Cover:
    """What the first page says about a game."""
    file = _file(known, "cover.toml")
    return msgspec.toml.decode(file.read_text("utf-8"), type=Cover) if file is not None else Cover()


def scenario_sign(name: str, scenario: str) -> str:
    """Changes when the file of a scenario does; a scenario that is not there is unknown."""
    known = known_game(name)
    if scenario in known.built_in:
        return scenario
    for file in scenario_files(known.name, known.data) if known.data is not None else ():
        if file.name == scenario:
            path = Path(str(file.path))
            return str(path.stat().st_mtime_ns) if path.exists() else scenario
    raise Unknown(f"{known.title} has no scenario {scenario!r}.")


def map_of(name: str, scenario: str) -> BoardPicture:
    """The board of a scenario before anybody plays it."""
    known = known_game(name)
    picture = prepare(known, scenario, {}, None).board(known)
    if picture is None:
        raise Unknown(f"{known.title} has no map.")
    return picture


def known_game(name: str) -> Game:
    if name not in game_names():
        raise Unknown(f"There is no game {name!r}.")
    return game(name)


def _scenarios(known: Game) -> Iterable[ScenarioInfo]:
    names: dict[str, ScenarioInfo] = {}
    for name in known.built_in:
        data = known.built_in[name]
        title = str(data.get("title", name.replace("-", " ").capitalize()))
        names[name] = ScenarioInfo(name, title, str(data.get("blurb", "")))
    if known.data is not None:
        for file in scenario_files(known.name, known.data):
            problem = file.problem or ("" if file.shipped else _mistakes(known, file.path))
            names[file.name] = ScenarioInfo(file.name, file.title, file.blurb, problem=problem)
    for info in names.values():
        if not info.problem:
            try:
                data = scenario_data(known, info.name)
                info.sides = dict(known.sides_of(data) or prepare(known, info.name, {}, None).sides)
                info.options = dict(data.get("options", {}))
            except Exception as error:
                info.problem = str(error) if isinstance(error, Misuse) else f"{type(error).__name__}: {error}"
                log.warning("scenario %s/%s cannot be played: %s", known.name, info.name, info.problem)
        yield info


def _mistakes(known: Game, path: str) -> str:
    """All that is wrong with a user's own scenario, as `grognard check` names it; kept until the file changes."""
    file = Path(path)
    stamp = file.stat().st_mtime_ns
    if _CHECKED.get(path, (0, ""))[0] != stamp:
        _CHECKED[path] = (stamp, "\n".join(map(str, check_file(known, file, "scenario"))))
    return _CHECKED[path][1]


_CHECKED: dict[str, tuple[int, str]] = {}


def first_position(name: str, scenario: str) -> Position:
    known = known_game(name)
    return position_of(known, prepare(known, scenario, {}, None).first_state())


def position_of(known: Game, state: Any) -> Position:
    return Position(msgspec.to_builtins(state, str_keys=True), msgspec.json.schema(known.state))


# ------------------------------------------------------------------ rules


def ledger_of(name: str) -> Ledger:
    known = known_game(name)
    if known.data is None or _file(known, "rules.toml") is None:
        raise Unknown(f"{known.title} has no rulebook.")
    return load_ledger(known.data)


def rulebook(name: str) -> Rulebook:
    ledger = ledger_of(name)
    base = ledger.base
    rules: list[Rule] = [*(base.rules.values() if base else ()), *ledger.rules.values()]
    rulings = list({**(base.rulings if base else {}), **ledger.rulings}.values())  # a variant may tell one more fully
    chapters: dict[str, Chapter] = {}
    for rule in rules:
        key = chapter_of(rule.id)
        if key not in chapters:
            chapters[key] = Chapter(key, _numbered(key, ledger))
        chapters[key].rules.append(rule.id)
    return Rulebook(ledger.title, ledger.source, list(chapters.values()), rules, rulings, known_game(name).reference())


def _numbered(key: str, ledger: Ledger) -> str:
    """7. Combat; with the name of its book where a variant stands on another."""
    book, number = key.split(".")
    title = ledger.chapter(key)
    if number.isdigit():
        title = f"{number}. {title}"
    return f"{book} {title}" if ledger.base is not None else title


def rule(name: str, id: str) -> RuleAnswer:
    ledger = ledger_of(name)
    for one in (ledger, ledger.base):
        if one is not None and id in one.rulings:
            return RuleAnswer(ruling=one.rulings[id])
    try:
        return RuleAnswer(ledger.rule(id), ledger.rulings_about(id))
    except Misuse as error:
        raise Unknown(str(error)) from None


def _lessons(known: Game) -> int:
    folder = None if known.data is None else Path(str(known.data)) / "lessons"
    return len(list(folder.glob("*.toml"))) if folder is not None and folder.is_dir() else 0


def _file(known: Game, name: str) -> Any:
    if known.data is None:
        return None
    file = known.data / name
    return file if file.is_file() else None
