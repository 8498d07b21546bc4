"""All that people are told, as bytes, so that it can be compared.

What a seat is told is its view (with decision, prompt, options, labels), its whole diary, and what it hears when it tries
something that does not go. `probes` are such tries.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from ..context import UMPIRE
from ..decision import Choice, Decision
from ..drafting import Checked, Draft
from ..match import Match
from ..refusal import Refusal
from ..state import digest, plain

HOSTILE: tuple[Any, ...] = (None, "", "no such thing", -1, 10**9, True, 0.5, (), ((),), {"no": "such"}, ("a", -1))


def seen(match: Match, seat: str | None) -> bytes:
    """The view of a seat (None: a spectator) with its decision, and all of its diary."""
    return msgspec.json.encode((match.view(seat), match.diary(seat)))


def seen_by_all(match: Match) -> list[bytes]:
    return [seen(match, seat) for seat in (*match.seats, None, UMPIRE)]


def sketch(match: Match) -> dict[str, Any]:
    """A position without what is told in it: cheap, and enough where only the way to it is in question."""
    asked = [(d.seat, d.rule, d.form, d.prompt, plain(getattr(d, "options", ()))) for d in match.decisions.values()]
    return {
        "state": digest(match.g.state),
        "log": list(match.log),
        "dice": match.stream.position,
        "result": match.result.plain() if match.result else None,
        "asked": asked,
        "diary": (len(match.events), [plain(event.gist()[:6]) for event in match.events[-12:]]),
    }


def snapshot(match: Match) -> dict[str, Any]:
    """Everything about a position that two equal positions share."""
    whole = sketch(match)
    for seat, bytes_ in zip((*match.seats, "spectator", UMPIRE), seen_by_all(match), strict=True):
        whole[f"told {seat}"] = bytes_
    return whole


def changed(before: dict[str, Any], after: dict[str, Any]) -> str:
    """What differs between two snapshots, in words; empty if nothing."""
    for key, value in before.items():
        if after[key] != value:
            words = difference(value, after[key]) if isinstance(value, bytes) else f"{value!r:.80} / {after[key]!r:.80}"
            return f"{key}: {words}"
    return ""


def difference(one: bytes, other: bytes) -> str:
    """The first place where two JSON texts differ."""
    return _difference(msgspec.json.decode(one), msgspec.json.decode(other), "") or "the order of something"


def _difference(one: Any, other: Any, path: str) -> str:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in {**one, **other}:
            if one.get(key, _difference) != other.get(key, _difference):
                return _difference(one.get(key, "nothing"), other.get(key, "nothing"), f"{path}.{key}".lstrip("."))
        return ""
    if isinstance(one, list) and isinstance(other, list):
        for index, (a, b) in enumerate(zip(one, other, strict=False)):
            if a != b:
                return _difference(a, b, f"{path}[{index}]")
        return f"{path}: {len(one)} / {len(other)} things" if len(one) != len(other) else ""
    return f"{path}: {one!r:.80} / {other!r:.80}"


# ------------------------------------------------------------------ trying what does not go


def probes(decision: Decision, rng: random.Random, count: int = 24) -> list[Any]:
    """Values that may or may not be legal: refused candidates, offers bent a little, and nonsense."""
    found: list[Any] = []
    if isinstance(decision, Choice):
        found.extend(plain(value) for value in decision.candidates() if value not in decision.options)
        found.extend(bent(plain(value), rng) for value in some(decision.options, 6, rng))
    elif isinstance(decision, Checked):
        found.extend(bent(plain(value), rng) for value in some(decision.suggestions(), 8, rng) for _ in range(2))
    elif isinstance(decision, Draft):
        found.extend(_bent_drafts(decision, rng))
    return [*some(found, count, rng), *HOSTILE]


def _bent_drafts(decision: Draft, rng: random.Random) -> list[Any]:
    drafts: list[Any] = [plain(items) for items in some(decision.suggestions(), 4, rng)]
    offers = [plain(offer) for offer in some(decision.offers(()), 8, rng)]
    drafts += [(offer,) for offer in offers]
    drafts += [(offer, offer) for offer in offers[:3]]
    drafts += [tuple(offers)]
    drafts += [(bent(offer, rng),) for offer in offers[:4]]
    return drafts


def bent(value: Any, rng: random.Random) -> Any:
    """A value of the same shape that is a little wrong."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-7, -1, 1, 2, 100))
    if isinstance(value, float):
        return value + rng.choice((-7.5, -0.5, 0.5, 100.0))
    if isinstance(value, str):
        return value[:-1] + chr((ord(value[-1]) + 1) % 128) if value else "x"
    if isinstance(value, dict) and value:
        key = rng.choice(list(value))
        return {**value, key: bent(value[key], rng)}
    if isinstance(value, tuple) and value:
        index = rng.randrange(len(value))
        return (*value[:index], bent(value[index], rng), *value[index + 1 :])
    return value


def some(things: Iterable[Any], count: int, rng: random.Random) -> list[Any]:
    """A few of them, in their order."""
    pool = list(things)
    if len(pool) <= count:
        return pool
    return [pool[index] for index in sorted(rng.sample(range(len(pool)), count))]


def answers(match: Match, seat: str, values: Sequence[Any], touched: Sequence[tuple[str, str]]) -> list[Any]:
    """What the seat hears when it tries these values and touches these pieces and places."""
    decision = match.decisions[seat]
    heard: list[Any] = [[_words(r) for r in decision.refusals(value)] for value in values]
    heard += [_words(match.explain(piece, place, seat)) for piece, place in touched]
    return heard


def _words(refusal: Refusal | None) -> Any:
    return None if refusal is None else msgspec.to_builtins(refusal.view(), str_keys=True)


def touchable(match: Match, seat: str, rng: random.Random) -> list[tuple[str, str]]:
    """Pieces and places that a person might click."""
    pieces = some([piece.id for piece in match.view(seat).pieces], 8, rng)
    board = match.board
    places = some([region.id for region in board.regions], 8, rng) if board else []
    pairs = [(piece, place) for piece, place in zip(pieces, reversed(places), strict=False)]
    return [*((piece, "") for piece in pieces), *(("", place) for place in places), *pairs]
