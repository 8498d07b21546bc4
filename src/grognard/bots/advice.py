"""What a staff would do: a bot's choice for a seat with its reasons in words, for a person who asks. Nothing is chosen.

The bot sits on that seat's own chair and knows what the person knows. Its reasons come from itself where it tells them
(`Bot.reason`), from the game's `data/staff.toml` (what its staff goes by at each question), from the odds that stand at the
option, and from what else it weighed.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from msgspec import Struct

from grognard.kernel import Bot, Chair, Checked, Choice, Decision, Draft, Game, Match, Misuse
from grognard.kernel.datafile import has_file, toml_file
from grognard.kernel.game import game as game_of
from grognard.kernel.scene import GhostView, OddsView, OptionView
from grognard.kernel.state import plain

from .random_bot import any_value
from .registry import make_bot

STAFF = "staff.toml"
OTHERS = 2  # so many of what it thought of besides are named
LIKELY = 3  # so many outcomes of the odds are told


class Advice(Struct, omit_defaults=True):
    """What a staff would choose. `choices`: one option, or the items of a sheet."""

    value: Any
    choices: list[OptionView]
    reasons: list[str] = []
    others: list[str] = []  # what it thought of besides, in words
    ghosts: list[GhostView] = []  # on the open table: where pieces would stand


def advise(match: Match, seat: str, name: str = "best", seconds: float | None = None) -> Advice:
    """What the bot of that name would choose in this seat, and why. The match stays as it is."""
    if seat not in match.decisions:
        raise Misuse("You are not asked anything now.")
    decision, bot = match.decisions[seat], make_bot(match.game, name)
    chair = Chair(match, seat, random.Random(f"advice/{seat}/{match.own_number(seat)}"), seconds)
    ranked, known = _ranked(bot, chair)
    value = ranked[0]
    if decision.refusals(value):
        raise Misuse("The staff has no advice here.")
    choices = _shown(decision, value)
    unsure = "" if known else "It has no opinion, and took anything that is allowed."
    reasons = [_own(bot, chair, value), unsure, *_house(match.game, decision, value), *_odds(decision, choices)]
    others = [decision.label(one) for one in ranked[1 : 1 + OTHERS]] if isinstance(decision, Choice) else []
    return Advice(plain(value), choices, [one for one in reasons if one], others, _ghosts(decision, value))


def _ranked(bot: Bot, chair: Chair) -> tuple[list[Any], bool]:
    """Its choice, then what else it weighed, the best first; and whether it had an opinion."""
    decision = chair.decision
    if isinstance(decision, Choice) and len(decision.options) == 1:
        return list(decision.options), True
    try:
        rank = getattr(bot, "rank", None)
        return (list(rank(chair)) if rank is not None else [bot.choose(chair)]), True
    except Exception:  # a bot that fails at a person's question must not take the question with it
        return [any_value(decision, chair.rng)], False


def _own(bot: Bot, chair: Chair, value: Any) -> str:
    reason = getattr(bot, "reason", None)
    return str(reason(chair, value)) if reason is not None else ""


def _house(game: Game, decision: Decision, value: Any) -> list[str]:
    """What the game's staff goes by at this question."""
    if isinstance(decision, Choice) and len(decision.options) == 1:
        return ["There is nothing else to choose."]
    name = str(decision.name)
    no = isinstance(decision, Choice) and (decision.declines(value) or decision.ends(value))
    words = staff_words(game)
    found = (words.get(f"{name}, no") if no else None) or words.get(name)
    return [found] if found else []


def staff_words(game: Game) -> dict[str, str]:
    """By the question's name what the staff goes by; "name, no" where it declines or ends."""
    return _read(game.name)


@cache
def _read(name: str) -> dict[str, str]:
    game = game_of(name)
    if game.data is None or not has_file(game.data, STAFF):
        return {}
    file = toml_file(game.data, STAFF)
    before = _read(file["like"]) if "like" in file else {}
    return {**before, **{str(key): str(words) for key, words in file["questions"].items()}}


def _odds(decision: Decision, choices: list[OptionView]) -> list[str]:
    """What the odds at the option say; else those of the question."""
    found = list(choices[0].odds) if len(choices) == 1 else []
    if not found and decision.odds is not None:
        found = list(decision.odds())
    return [odds_words(one) for one in found[:2]]


def odds_words(odds: OddsView) -> str:
    if odds.words:
        return odds.words
    likely = sorted(odds.outcomes, key=lambda one: -one[1])[:LIKELY]
    return f"{odds.title}: {', '.join(f'{words} {chance:.0%}' for words, chance in likely)}."


def _shown(decision: Decision, value: Any) -> list[OptionView]:
    if isinstance(decision, Draft):
        return [decision.option(item) for item in decision.parse(value)]
    return [decision.option(value)]


def _ghosts(decision: Decision, value: Any) -> list[GhostView]:
    if isinstance(decision, Checked):
        return decision.ghosts(value)
    return decision.view(0, value).ghosts if isinstance(decision, Draft) else []
