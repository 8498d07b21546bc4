"""Drafts as files: what to begin from, what is kept at home, what is shared in a club, a match made into a scenario."""

from __future__ import annotations

import hashlib
import os
import tomllib
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from grognard.bots.registry import bot_names
from grognard.kernel import UMPIRE, Match, Misuse
from grognard.kernel.datafile import read_toml
from grognard.kernel.formats import Easel, Edit, Formats, edited, kind_of
from grognard.kernel.formats.page import schema_of
from grognard.kernel.scenarios import Option, load_options, scenario_files, user_folder
from grognard.lab.files import write_whole

from .house import NotAllowed
from .library import Unknown, known_game
from .naming import checked_title
from .store import Gone

SIGN = 24  # letters of a link
SHARED = 2000  # drafts that a club keeps; the oldest go


class DraftFile(Struct):
    name: str
    text: str


class Template(Struct):
    """Something to begin from."""

    name: str
    title: str
    kind: str  # scenario, situation
    own: bool = False


class Bench(Struct):
    """What the workshop of a game works with."""

    title: str
    kind: str  # of the files that are laid out on its table; empty: it has none, and is a text
    empty: str  # a file to begin with from nothing
    schema: dict[str, Any]
    situation: dict[str, Any]
    options: list[Option]
    templates: list[Template]
    bots: list[str]
    keeps: bool  # whether drafts can be kept here; a club keeps none


def easel_of(game: str) -> Easel | None:
    formats = known_game(game).formats()
    return formats.easel if formats is not None else None


def bench(game: str, keeps: bool) -> Bench:
    known = known_game(game)
    formats = known.formats()
    easel = formats.easel if formats is not None else None
    files = scenario_files(known.name, known.data) if known.data is not None else []
    templates = [Template(file.name, file.title or file.name, "scenario", not file.shipped) for file in files]
    for file in _situations(game):
        title = tomllib.loads(file.read_text("utf-8")).get("title", file.stem)
        templates.append(Template(file.stem, str(title), "situation"))
    kind = easel.kind if easel is not None else ""
    empty = easel.empty if easel is not None else 'title = "A scenario of my own"\nblurb = "A scenario of my own."\n'
    return Bench(
        known.title, kind, empty, schema_of(formats.scenario) if formats is not None else {},
        _situation_schema(formats), load_options(known.data) if known.data is not None else [], templates,
        bot_names(known), keeps,
    )  # fmt: skip


def _situation_schema(formats: Formats | None) -> dict[str, Any]:
    """The schema of a situation, with the words of this game in it."""
    from grognard.kernel.formats import Format, Situation  # heavy, and seldom needed

    made = schema_of(Format("situation", "A situation", Situation))
    if formats is not None and formats.words is not None:
        words = msgspec.json.schema(formats.words)
        made.setdefault("$defs", {}).update(words.get("$defs", {}))
        at = made["$defs"].get("Situation", made)
        at["properties"]["situation"] = {"$ref": words["$ref"]}
    return made


def _situations(game: str) -> list[Path]:
    known = known_game(game)
    folder = Path(str(known.data)) / "situations" if known.data is not None else None
    return sorted(folder.glob("*.toml")) if folder is not None and folder.is_dir() else []


def template(game: str, name: str, kind: str = "scenario") -> DraftFile:
    known = known_game(game)
    if kind == "situation":
        for path in _situations(game):
            if path.stem == name:
                return DraftFile(name, path.read_text("utf-8"))
    for file in scenario_files(known.name, known.data) if known.data is not None else ():
        if file.name == name:
            return DraftFile(name, Path(file.path).read_text("utf-8"))
    raise Unknown(f"{known.title} has no file of a {kind} {name!r}.")


class Taken(Misuse):
    """Something else is kept under that name."""

    status = 409


def kept(game: str, name: str, text: str, replace: bool = False) -> DraftFile:
    known = known_game(game)
    data = read_toml(text)
    if not data:
        raise Misuse("There is nothing to keep yet.")
    if kind_of(known, data) == "situation":
        folder = user_folder(known.name) / "situations"
    else:
        folder = user_folder(known.name)
        files = scenario_files(known.name, known.data) if known.data is not None else []
        if any(file.name == name and file.shipped for file in files):
            raise NotAllowed(f"{name!r} comes with the game; choose another name.")
    path = folder / f"{name}.toml"
    if path.is_file() and not replace and path.read_text("utf-8") != text:
        raise Taken(f"You have a {name!r} already.")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text)
    return DraftFile(name, str(path))


# ------------------------------------------------------------------ shared


def shared(folder: Path, game: str, name: str, text: str) -> DraftFile:
    """A draft for whoever has the link: the name of the file follows from what is in it."""
    known_game(game)
    name = checked_title(name)
    sign = hashlib.blake2b(f"{game}\0{name}\0{text}".encode(), digest_size=SIGN // 2).hexdigest()
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / f"{sign}.json", msgspec.json.encode({"game": game, "name": name, "text": text}).decode())
    for old in sorted(folder.glob("*.json"), key=lambda file: file.stat().st_mtime)[:-SHARED]:
        old.unlink(missing_ok=True)
    return DraftFile(sign, text)


def from_link(folder: Path, game: str, sign: str) -> DraftFile:
    file = folder / f"{sign}.json"
    if len(sign) != SIGN or not sign.isalnum() or not file.is_file():
        raise Gone("There is no such draft: perhaps it was shared long ago.")
    data = msgspec.json.decode(file.read_bytes())
    if data["game"] != game:
        raise Gone("This draft is of another game.")
    os.utime(file)
    return DraftFile(data["name"], data["text"])


# ------------------------------------------------------------------ out of a match


def from_match(match: Match, seat: str | None, everything: bool, choices: int = -1) -> DraftFile:
    """The position of a match after so many choices as a scenario (or a situation over one), as far as this seat sees it."""
    match = match.at(min(choices, match.number)) if choices >= 0 else match
    formats = match.game.formats()
    easel = formats.easel if formats is not None else None
    if easel is None:
        raise Misuse(f"Out of a match of {match.game.title} no scenario can be made.")
    scene = match.game.scene(match.g, UMPIRE if everything else None if seat is None else match.side_of(seat))
    text = _text_of(match, easel.kind)
    data = read_toml(text)
    pieces = [piece for piece in scene.pieces if not piece.hidden]
    text = edited(text, easel.taken_from(easel.lay_out(data, None), data, pieces))
    words = f"{data.get('title', match.game.title)}: {scene.turn}" if scene.turn else f"{data.get('title')}: a position"
    return DraftFile(f"{match.prepared.name}-position", edited(text, [Edit("set", ["title"], words)]))


def _text_of(match: Match, kind: str) -> str:
    prepared = match.prepared
    if kind == "situation":
        data: dict[str, Any] = {
            "title": str(prepared.data.get("title", prepared.name)), "blurb": str(prepared.data.get("blurb", "")),
            "scenario": dict(prepared.data) if prepared.inline else prepared.name,
        }  # fmt: skip
        return written({**data, "situation": {"start": "actions", **prepared.situation}})
    if not prepared.inline:
        try:
            return template(match.game.name, prepared.name).text
        except Unknown:
            pass
    return written(dict(prepared.data))


def written(data: dict[str, Any]) -> str:
    """Data as a text from nothing: single values above, tables below."""
    single = {key: value for key, value in data.items() if not _is_table(value)}
    tables = {key: value for key, value in data.items() if _is_table(value)}
    return edited("", [Edit("set", [key], value) for key, value in {**single, **tables}.items() if value is not None])


def _is_table(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))
