"""The ledger: every rule of a game and every ruling on it, read from the game's data and checked.

A game's data folder holds `rules.toml` (`ruleset`, `title`, `source`, `[[rule]]`), `rulings.toml` (`[[ruling]]`) and,
where some rules can cite nothing, `uncitable.toml` (`[[rule]]` with `id` and `reason`). A variant names the game that
it changes as `base` in the head of its rules.toml; the base's rules are then known to it, but are not its own.

The one idea: code *cites* ids and never loads a ledger to do so (cite.py). A ledger is loaded when a person asks for a
rule, or a test for an id, and then once for a process.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Literal

from msgspec import Struct, field

from .datafile import Folder, Section, did_you_mean, has_file, record, records, toml_file
from .refusal import BadData, Misuse

Scope = Literal["core", "optional", "base", "note"]

RULE_ID = re.compile(r"[a-z][a-z0-9_]*(\.[A-Za-z0-9_-]+)+")
RULING_ID = re.compile(r"[a-z][a-z0-9_]*\.R[0-9]+")


class Rule(Struct, frozen=True):
    """One atomic rule. Its id is permanent."""

    id: str
    title: str
    text: str
    scope: Scope
    example: str = ""


class Ruling(Struct, frozen=True):
    """How this project decides a gap, a contradiction or an ambiguity of the source."""

    id: str
    about: tuple[str, ...]
    question: str
    answer: str
    why: str
    option: str = ""  # the switch, where players could reasonably want it otherwise


class Ledger(Struct, frozen=True):
    """The rules and rulings of a game by id, in the order of the rulebook."""

    ruleset: str
    title: str
    source: str
    rules: dict[str, Rule]
    rulings: dict[str, Ruling]
    uncitable: dict[str, str] = {}  # rule -> why the engine can never cite it
    base: Ledger | None = None
    chapters: dict[str, str] = {}  # how a chapter's ids begin -> what it is called

    def __contains__(self, id: object) -> bool:
        """A rule or ruling of this game or of its base."""
        return id in self.rules or id in self.rulings or (self.base is not None and id in self.base)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules.values())

    def __len__(self) -> int:
        return len(self.rules)

    def rule(self, id: str) -> Rule:
        """The rule of that id, the base's included."""
        if id in self.rules:
            return self.rules[id]
        if self.base is not None and id in self.base.rules:
            return self.base.rules[id]
        raise Misuse(f"{self.title} has no rule {id!r}.{did_you_mean(id, self.rules)}")

    def ruling(self, id: str) -> Ruling:
        if id in self.rulings:
            return self.rulings[id]
        raise Misuse(f"{self.title} has no ruling {id!r}.{did_you_mean(id, self.rulings)}")

    def rulings_about(self, id: str) -> list[Ruling]:
        """The rulings on a rule; a base's own come first."""
        of_base = self.base.rulings_about(id) if self.base is not None else []
        told = {one.id: one for one in of_base} | {one.id: one for one in self.rulings.values() if id in one.about}
        return list(told.values())

    def chapter(self, key: str) -> str:
        """What a chapter is called, the base's included; one without a name is called by its first rule."""
        for ledger in (self, self.base):
            if ledger is not None:
                if key in ledger.chapters:
                    return ledger.chapters[key]
                for rule in ledger:
                    if chapter_of(rule.id) == key:
                        return rule.title
        raise Misuse(f"{self.title} has no chapter {key!r}.{did_you_mean(key, self.chapters)}")

    def of_scope(self, *scopes: Scope) -> list[Rule]:
        return [rule for rule in self if rule.scope in scopes]

    def enforceable(self) -> list[Rule]:
        """All that a program can enforce, and a test prove: everything but notes."""
        return self.of_scope("core", "optional", "base")

    def search(self, words: str) -> list[Rule]:
        """Rules that hold every one of these words, in whatever case; those with all in the title come first."""
        wanted = words.lower().split()
        found = [rule for rule in self if _holds(wanted, (rule.id, rule.title, rule.text, rule.example))]
        return sorted(found, key=lambda rule: not _holds(wanted, (rule.title,)))

    def search_rulings(self, words: str) -> list[Ruling]:
        wanted = words.lower().split()
        return [one for one in self.rulings.values() if _holds(wanted, (one.id, one.question, one.answer, one.option))]


def chapter_of(id: str) -> str:
    """How the ids of its chapter begin: nlc.7 for nlc.7.3.1."""
    return ".".join(id.split(".")[:2])


def load_ledger(folder: Folder, only_prefix: str | None = None, base: Ledger | None = None) -> Ledger:
    """The ledger of a data folder, checked as a whole; loaded once while its files do not change.

    `only_prefix` takes one ruleset out of a file that holds two (`load_ledger(folder, "pog")`). The base that a variant
    names is looked for beside it (games/<base>/data), unless it is given.
    """
    key = (str(folder), only_prefix, id(base), _stamp(folder))
    if key not in _LOADED:
        _LOADED[key] = (_load(folder, only_prefix, base), base)
    return _LOADED[key][0]


def ledgers_in(games: Folder | None = None) -> dict[str, Ledger]:
    """Game -> ledger, of every folder in `games` with data/rules.toml. By default the games of this package."""
    games = files("grognard.games") if games is None else games
    if not games.is_dir():
        return {}
    have = sorted(game.name for game in games.iterdir() if has_file(game, "data/rules.toml"))
    return {name: load_ledger(games / name / "data") for name in have}


_LOADED: dict[tuple[str, str | None, int, tuple[int, ...]], tuple[Ledger, Ledger | None]] = {}  # keeps the base alive


def _stamp(folder: Folder) -> tuple[int, ...]:
    """Changes when a file of the ledger does, where that can be seen at all."""
    names = ("rules.toml", "rulings.toml", "uncitable.toml", "chapters.toml")
    paths = [folder / name for name in names] if isinstance(folder, Path) else []
    return tuple(number for path in paths if path.exists() for number in (path.stat().st_mtime_ns, path.stat().st_size))


class Head(Struct):
    """The top of rules.toml and rulings.toml."""

    ruleset: str
    title: str = ""
    source: str = ""
    base: str = ""
    rule: list[Section] = field(default_factory=list)
    ruling: list[Section] = field(default_factory=list)


class Uncitable(Struct):
    """A rule that no event, decision, refusal, term or table can cite, and why."""

    id: str
    reason: str


def _load(folder: Folder, only_prefix: str | None, base: Ledger | None) -> Ledger:
    file = toml_file(folder, "rules.toml")
    head = _head(file, "rule")
    base = base or _base_beside(folder, head.base)
    rulesets = dict.fromkeys((head.ruleset, only_prefix, head.base, base.ruleset if base else None))
    rules = _rules(file, tuple(word for word in rulesets if word))
    known = Ledger(head.ruleset, head.title or head.ruleset, head.source, rules, {}, {}, base)
    rulings = _rulings(toml_file(folder, "rulings.toml"), known) if has_file(folder, "rulings.toml") else {}
    uncitable = _uncitable(toml_file(folder, "uncitable.toml"), rules) if has_file(folder, "uncitable.toml") else {}
    if only_prefix:
        rules = {id: rule for id, rule in rules.items() if id.startswith(only_prefix + ".")}
        if not rules:
            raise file.bad("rule", f"rules with ids such as {only_prefix}.1.1; there are none", None)
        rulings = {id: one for id, one in rulings.items() if any(rule in rules for rule in one.about)}
        uncitable = {id: reason for id, reason in uncitable.items() if id in rules}
    chapters = _chapters(toml_file(folder, "chapters.toml"), rules) if has_file(folder, "chapters.toml") else {}
    return Ledger(only_prefix or head.ruleset, known.title, known.source, rules, rulings, uncitable, base, chapters)


def _head(file: Section, entries: Literal["rule", "ruling"]) -> Head:
    if not file.get(entries):
        raise file.bad(entries, f"tables headed [[{entries}]]")
    if not isinstance(file.get("ruleset"), str) or not RULE_ID.fullmatch(f"{file['ruleset']}.1"):
        raise file.bad("ruleset", "the word that all ids begin with, in small letters")
    return record(file, Head)


def _base_beside(folder: Folder, name: str) -> Ledger | None:
    beside = folder.parent.parent / name / "data" if name and isinstance(folder, Path) else None
    return load_ledger(beside) if beside is not None and has_file(beside, "rules.toml") else None


def _rules(file: Section, rulesets: tuple[str, ...]) -> dict[str, Rule]:
    rules: dict[str, Rule] = {}
    for entry, rule in records(file, "rule", Rule):
        _check_id(entry, rule.id, rulesets, rules)
        if RULING_ID.fullmatch(rule.id):
            raise entry.bad("id", "the id of a rule; R and a number is the id of a ruling")
        rules[rule.id] = rule
    return rules


def _rulings(file: Section, ledger: Ledger) -> dict[str, Ruling]:
    head = _head(file, "ruling")
    rulings: dict[str, Ruling] = {}
    for entry, ruling in records(file, "ruling", Ruling):
        _check_id(entry, ruling.id, (head.ruleset,), rulings)
        if not RULING_ID.fullmatch(ruling.id):
            raise entry.bad("id", f"the id of a ruling, such as {head.ruleset}.R1")
        if not ruling.about:
            raise entry.bad("about", "the ids of the rules that it is about")
        for rule in ruling.about:
            if rule not in ledger:
                raise entry.bad("about", f"ids of rules; {rule!r} is none.{did_you_mean(rule, ledger.rules)}", rule)
        rulings[ruling.id] = ruling
    return rulings


def _uncitable(file: Section, rules: dict[str, Rule]) -> dict[str, str]:
    reasons: dict[str, str] = {}
    for entry, one in records(file, "rule", Uncitable):
        if one.id not in rules:
            raise entry.bad("id", f"the id of a rule.{did_you_mean(one.id, rules)}")
        if one.id in reasons:
            raise entry.bad("id", "every rule once")
        reasons[one.id] = one.reason
    return reasons


def _chapters(file: Section, rules: dict[str, Rule]) -> dict[str, str]:
    have = {chapter_of(id) for id in rules}
    for key, name in file.items():
        if not isinstance(name, str) or not name.strip():
            raise file.bad(key, "what the chapter is called", name)
        if key not in have:
            raise file.bad(key, f"how the ids of a chapter begin.{did_you_mean(key, have)}")
    return dict(file)


def _check_id(entry: Section, id: str, rulesets: tuple[str, ...], before: Iterable[str]) -> None:
    if not RULE_ID.fullmatch(id):
        raise entry.bad("id", f"an id such as {rulesets[0]}.7.4.1: letters, digits, dots, hyphens")
    if id.split(".")[0] not in rulesets:
        raise entry.bad("id", f"an id that begins with {' or '.join(word + '.' for word in rulesets)}")
    if id in before:
        raise entry.bad("id", "an id of its own; it stands twice")


def _holds(words: list[str], texts: Iterable[str]) -> bool:
    everything = " ".join(texts).lower()
    return all(word in everything for word in words)


__all__ = ["BadData", "Ledger", "Rule", "Ruling", "Scope", "ledgers_in", "load_ledger"]
