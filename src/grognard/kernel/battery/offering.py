"""Every offered option is accepted; whatever else is tried is refused by a rule, and changes nothing.

Options, suggestions and drafts must be plain values that survive a save, differ from each other, carry words, and lead on
without error. Refused candidates, offers bent a little and plain nonsense must be refused, never crash a judgement.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

from ..decision import Checked, Choice, Decision, Draft
from ..match import Match
from ..refusal import Broken, Refused
from ..state import digest, plain
from .report import Report
from .told import probes, some

TRIED = 3  # offers that are also played out


def check_offers(match: Match, where: str, report: Report, rng: random.Random) -> None:
    for seat, decision in match.decisions.items():
        offered = _offered(decision, where, report)
        for value in offered:
            _check_offer(decision, value, where, report)
        if isinstance(decision, Choice) and len(set(map(repr, offered))) < len(offered):
            report.add("offers", where, "an option stands twice in the list")
        for value in some(offered, TRIED, rng):
            _play_out(match, seat, value, where, report)
        _check_refusals(match, seat, decision, where, report, rng)
        _check_words(match, seat, where, report)


def _offered(decision: Decision, where: str, report: Report) -> list[Any]:
    if isinstance(decision, Choice):
        return decision.options
    offered: list[Any] = decision.suggestions() if isinstance(decision, Checked | Draft) else []
    if not offered:
        report.add("offers", where, "an empty decision: nothing is suggested")
    return offered


def _check_offer(decision: Decision, value: Any, where: str, report: Report) -> None:
    report.done["offers"] += 1
    try:
        written = plain(msgspec.json.decode(msgspec.json.encode(value)))
    except (TypeError, msgspec.MsgspecError) as error:
        report.add("offers", where, f"{value!r:.60} is no plain value: {error}")
        return
    if refusal := decision.why_not(value):
        report.add("offers", where, f"{value!r:.60} is offered and refused: {refusal.why} ({refusal.rule})")
    elif refusal := decision.why_not(written):
        report.add("offers", where, f"{value!r:.60} is refused when it comes from a file: {refusal.why}")
    elif plain(value) != decision.accept(written)[1]:
        report.add("offers", where, f"{value!r:.60} is another choice when it comes from a file")


def _play_out(match: Match, seat: str, value: Any, where: str, report: Report) -> None:
    twin = match.fork(seed="offer")
    try:
        twin.choose(value, seat)
    except (Broken, Refused) as error:
        report.add("offers", where, f"{value!r:.60} was offered, and: {type(error).__name__}: {error}")


def _check_refusals(match: Match, seat: str, decision: Decision, where: str, report: Report, rng: random.Random) -> None:
    before, length = digest(match.g.state), len(match.log)
    for value in probes(decision, rng):
        try:
            refused = decision.refusals(value)
        except Exception as error:
            report.add("refusals", where, f"trying {value!r:.60} crashed: {type(error).__name__}: {error}")
            continue
        if not refused:
            continue
        report.done["refusals"] += 1
        if not all(one.rule and one.why for one in refused):
            report.add("refusals", where, f"{value!r:.60} is refused without a rule or without words")
        try:
            match.choose(value, seat)
        except Refused:
            pass
        else:
            report.add("refusals", where, f"{value!r:.60} is refused by why_not and accepted by choose")
            return
    if digest(match.g.state) != before or len(match.log) != length:
        report.add("refusals", where, "a refused choice changed the position")


def _check_words(match: Match, seat: str, where: str, report: Report) -> None:
    """What a person reads is there, and looking changes nothing."""
    before = digest(match.g.state)
    view = match.view(seat).decision
    if view is None or not view.prompt.strip():
        report.add("offers", where, f"{seat} is asked without words")
    elif any(not option.label.strip() for option in view.options):
        report.add("offers", where, "an option without a label")
    if digest(match.g.state) != before:
        report.add("offers", where, "looking at a scene changed the position")
