"""Scenarios and options of a game: found, read, checked.

A game's data folder holds `scenarios/*.toml` (each a scenario: `title`, `blurb`, perhaps `seats` and an `[options]`
table; the rest is the game's) and `options.toml` (`[[option]]`, what a scenario or a player may set). A user's own
scenarios stand in `$GROGNARD_SCENARIOS/<game>/` or else `~/.grognard/scenarios/<game>/`.

The one idea: a scenario is its file's name. So a user's file may not be called like one that comes with the game, and a
mistake in it spoils that scenario only.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar

from msgspec import Struct

from .datafile import Folder, Section, did_you_mean, has_file, records, toml_file
from .ledger import Ledger
from .refusal import BadData, Misuse

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
Value = bool | int | str
Made = TypeVar("Made")


class ScenarioFile(Struct, frozen=True):
    """A scenario that can be chosen. With a `problem` it cannot, and that is why."""

    name: str
    title: str
    blurb: str
    path: str
    shipped: bool  # False: a user's own
    problem: str = ""


class Option(Struct, frozen=True):
    """Something that a scenario or the players may set."""

    name: str
    title: str
    kind: Literal["bool", "choice", "int", "text"]
    default: Value
    text: str = ""
    choices: tuple[str, ...] = ()
    words: tuple[str, ...] = ()  # of a text: what could be meant, offered to who writes it
    min: int | None = None
    max: int | None = None
    rule: str = ""  # the rule or ruling that it switches


# ------------------------------------------------------------------ scenarios


def user_folder(game: str) -> Path:
    """Where a user's own scenarios of this game stand, whether or not there are any."""
    root = os.environ.get("GROGNARD_SCENARIOS")
    return (Path(root) if root else Path.home() / ".grognard" / "scenarios") / game


def scenario_files(game: str, data: Folder) -> list[ScenarioFile]:
    """All scenarios, the game's own first. A wrong file of the game raises; a user's is listed with its problem."""
    shipped = {name: _listed(name, folder, True) for name, folder in _found(data / "scenarios").items()}
    own = [_users(name, folder, shipped) for name, folder in _found(user_folder(game)).items()]
    return [*shipped.values(), *own]


def load_scenario(game: str, data: Folder, name: str) -> Section:
    """The scenario of that name, checked as far as all games agree. It is kept in memory: do not change it."""
    shipped, own = _found(data / "scenarios"), _found(user_folder(game))
    if name in shipped and name in own:
        raise BadData(_clash(name, own[name], shipped[name]))
    folder = shipped.get(name) or own.get(name)
    if folder is None:
        names = [*shipped, *own]
        raise Misuse(f"{game} has no scenario {name!r}.{did_you_mean(name, names)}{_all(names)}")
    return _kept(folder, f"{name}.toml", read_scenario)


def read_scenario(folder: Folder, name: str) -> Section:
    """A scenario file, with what every scenario has in order."""
    scenario = toml_file(folder, name)
    if not NAME.fullmatch(name.removesuffix(".toml")):
        raise BadData(f"{scenario.file}: expected a name of small letters, digits and hyphens, as in quatre-bras.toml")
    for key in ("title", "blurb"):
        if not isinstance(scenario[key], str) or not scenario[key].strip():
            raise scenario.bad(key, "some words")
    seats = scenario.get("seats", ["one"])
    if not isinstance(seats, list) or not seats or not all(isinstance(seat, str) and seat for seat in seats):
        raise scenario.bad("seats", 'a list of names, such as ["french", "allied"]')
    if len(set(seats)) != len(seats):
        raise scenario.bad("seats", "every seat once")
    if not isinstance(scenario.get("options", {}), dict):
        raise scenario.bad("options", "a table [options] of names and values")
    return scenario


def _found(folder: Folder) -> dict[str, Folder]:
    """Scenario name -> its folder."""
    if not folder.is_dir():
        return {}
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    return {name.removesuffix(".toml"): folder for name in names}


def _listed(name: str, folder: Folder, shipped: bool) -> ScenarioFile:
    scenario = _kept(folder, f"{name}.toml", read_scenario)
    return ScenarioFile(name, scenario["title"], scenario["blurb"], scenario.file, shipped)


def _users(name: str, folder: Folder, shipped: Mapping[str, ScenarioFile]) -> ScenarioFile:
    path = str(folder / f"{name}.toml")
    if name in shipped:
        return ScenarioFile(name, name, "", path, False, _clash(name, folder, Path(shipped[name].path).parent))
    try:
        return _listed(name, folder, False)
    except BadData as error:
        return ScenarioFile(name, name, "", path, False, str(error))


def _clash(name: str, own: Folder, shipped: Folder) -> str:
    return f"{own / name}.toml: expected another file name; {name!r} comes with the game ({shipped / name}.toml)"


# ------------------------------------------------------------------ options


def load_options(data: Folder, ledger: Ledger | None = None) -> list[Option]:
    """The options that a game declares, checked; with a ledger, that their rules exist. Empty if it declares none."""
    if not has_file(data, "options.toml"):
        return []
    options = _kept(data, "options.toml", _read_options)
    for option in options:
        if ledger is not None and option.rule and option.rule not in ledger:
            raise BadData(f"{data / 'options.toml'}: {option.name}: expected a rule of the ledger, got {option.rule!r}")
    return options


def check_options(declared: Iterable[Option], given: Mapping[str, Any], where: str = "options") -> dict[str, Value]:
    """All declared options with their values: as given, else by default. What is given must be declared, and fit."""
    by_name = {option.name: option for option in declared}
    for name, value in given.items():
        if name not in by_name:
            near = did_you_mean(name, by_name) or _all(by_name)
            raise BadData(f"{where}: {name}: expected an option of this game, and this is none.{near}")
        if wrong := misfit(by_name[name], value):
            raise BadData(f"{where}: {name}: expected {wrong}, got {value!r}")
    return {name: given.get(name, option.default) for name, option in by_name.items()}


def option_from_text(option: Option, text: str) -> Value:
    """A value typed by a person: `yes`, `no`, a number, a word."""
    words = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
    value: Value = text
    if option.kind == "bool":
        value = words.get(text.lower(), text)
    elif option.kind == "int" and re.fullmatch(r"[+-]?\d+", text):
        value = int(text)
    if wrong := misfit(option, value):
        raise BadData(f"option {option.name}: expected {wrong}, got {text!r}")
    return value


def misfit(option: Option, value: object) -> str:
    """What was expected, if the value does not fit; else nothing."""
    if option.kind == "bool":
        return "" if isinstance(value, bool) else "true or false"
    if option.kind == "text":
        return "" if isinstance(value, str) else "text"
    if option.kind == "choice":
        return "" if value in option.choices else f"one of {', '.join(option.choices)}"
    fits = isinstance(value, int) and not isinstance(value, bool)
    low, high = option.min, option.max
    if fits and (low is None or value >= low) and (high is None or value <= high):  # type: ignore[operator]
        return ""
    limits = [f"at least {low}"] * (low is not None) + [f"at most {high}"] * (high is not None)
    return " ".join(["a whole number", " and ".join(limits)]).strip()


def _read_options(data: Folder, name: str) -> list[Option]:
    file = toml_file(data, name)
    if strange := [key for key in file if key != "option"]:
        raise file.bad(strange[0], "tables headed [[option]] and nothing else")
    options: dict[str, Option] = {}
    for entry, option in records(file, "option", Option):
        if not re.fullmatch(r"[a-z][a-z0-9_-]*", option.name):
            raise entry.bad("name", "a name of small letters, digits and underscores")
        if option.name in options:
            raise entry.bad("name", "every option once")
        if (option.kind == "choice") != bool(option.choices):
            raise entry.bad("choices", 'choices for kind = "choice", and for no other')
        if option.words and option.kind != "text":
            raise entry.bad("words", 'words for kind = "text" only')
        if option.kind != "int" and (option.min is not None or option.max is not None):
            raise entry.bad("kind", '"int", because there is a min or max')
        if wrong := misfit(option, option.default):
            raise entry.bad("default", wrong)
        options[option.name] = option
    return list(options.values())


def _all(names: Iterable[str]) -> str:
    return f" There are: {', '.join(names) or 'none'}."


# ------------------------------------------------------------------ kept in memory


_KEPT: dict[tuple[str, str], tuple[object, Any]] = {}


def _kept(folder: Folder, name: str, read: Callable[[Folder, str], Made]) -> Made:
    """What `read` makes of a file, kept until the file changes."""
    key, stamp = (str(folder), name), None
    if isinstance(folder, Path):
        status = (folder / name).stat()
        stamp = (status.st_mtime_ns, status.st_size)
    if key not in _KEPT or _KEPT[key][0] != stamp:
        _KEPT[key] = (stamp, read(folder, name))
    made: Made = _KEPT[key][1]
    return made
