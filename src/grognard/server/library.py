"""What is known about games before anybody plays: scenarios, options, bots, rulebooks, guides."""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from grognard.bots.registry import bot_names
from grognard.kernel import BadData, Game, Misuse, game, game_names
from grognard.kernel.ledger import Ledger, Rule, chapter_of, load_ledger
from grognard.kernel.prepared import prepare, scenario_data
from grognard.kernel.scenarios import load_options, scenario_files

from .wire import Chapter, GameInfo, GuideStep, Position, RuleAnswer, Rulebook, ScenarioInfo

log = logging.getLogger("grognard.server")


class Unknown(Misuse):
    """No such game, rule or guide."""


def games() -> list[GameInfo]:
    """All games that can be played here. One whose rules cannot be loaded is left out, and the log says why."""
    return [info for info in games_one_by_one() if info is not None]


def games_one_by_one() -> Iterator[GameInfo | None]:
    for name in game_names():
        try:
            yield game_info(name)
        except Exception as error:
            log.warning("game %s cannot be offered: %s: %s", name, type(error).__name__, error)
            yield None


def game_info(name: str) -> GameInfo:
    """Read anew each time (the kernel keeps what does not change): a user may have written a scenario meanwhile."""
    known = known_game(name)
    return GameInfo(
        name=known.name,
        title=known.title,
        blurb=known.blurb,
        scenarios=list(_scenarios(known)),
        options=load_options(known.data) if known.data else [],
        bots=bot_names(known),
        hidden=known.hidden,
        guide=_file(known, "guide.toml") is not None,
        rules=_file(known, "rules.toml") is not None,
    )


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
            names[file.name] = ScenarioInfo(file.name, file.title, file.blurb, problem=file.problem)
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


def guide(name: str) -> list[GuideStep]:
    known = known_game(name)
    file = _file(known, "guide.toml")
    if file is None:
        return []
    try:
        return msgspec.convert(tomllib.loads(file.read_text("utf-8")).get("step", []), list[GuideStep])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadData(f"{file}: {error}") from None


def _file(known: Game, name: str) -> Any:
    if known.data is None:
        return None
    file = known.data / name
    return file if file.is_file() else None
