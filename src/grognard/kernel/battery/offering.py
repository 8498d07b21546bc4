"""Every offered option is accepted; whatever else is tried is refused by a rule, and changes nothing.

Options, suggestions and drafts must be values that survive a save, differ from each other, carry words, and lead on without
error. Every candidate of a question is offered or refused by its judge, never neither: that is what "why not?" lives on. Offers
bent a little and plain nonsense must be refused, never crash a judgement. Where dice fall right after an option, it says so
(`final`), unless it ends something or declines.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

from ..decision import NOTHING, Choice, Decision
from ..drafting import Checked, Draft
from ..hand_roll import HandRoll
from ..log import CHANCE
from ..match import Match
from ..refusal import Broken, Refused
from ..state import digest, plain
from ..values import Value
from .report import Report
from .told import probes, some

TRIED = 3  # offers that are also played out
CANDIDATES = 60  # of a question that are compared with its judge


def check_offers(match: Match, where: str, report: Report, rng: random.Random) -> None:
    for seat, decision in match.decisions.items():
        offered = _offered(decision, where, report)
        for value in offered:
            _check_offer(decision, value, where, report)
        if isinstance(decision, Choice) and len(set(map(repr, offered))) < len(offered):
            report.add("offers", where, "an option stands twice in the list")
        for value in some(offered, TRIED, rng):
            _play_out(match, seat, value, where, report)
        _check_name(match, decision, where, report)
        if isinstance(decision, Choice) and match.game.asks is not None:
            _check_candidates(decision, where, report, rng)
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
    if isinstance(decision, Choice) and isinstance(value, msgspec.Struct) and not isinstance(value, Value):
        report.add("offers", where, f"{value!r:.60} is no value that a log can hold: derive it from Value")
        return
    try:
        written = plain(msgspec.json.decode(msgspec.json.encode(plain(value))))
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
    before = len(twin.log)
    try:
        twin.choose(value, seat)
    except (Broken, Refused) as error:
        report.add("offers", where, f"{value!r:.60} was offered, and: {type(error).__name__}: {error}")
        return
    decision = match.decisions[seat]
    if match.game.asks is not None and not _warns(decision, value) and _threw_at_once(twin, before, match.seats[seat]):
        report.add("final", where, f"{decision.name}: dice fall right after {value!r:.60}, and it is not marked final")


def _warns(decision: Decision, value: Any) -> bool:
    """Nobody is surprised by dice after this: it says that it is final, ends something, says no, or is the only thing to do."""
    if not isinstance(decision, Choice) or len(decision.options) == 1:
        return True
    return decision.final(value) or decision.ends(value) or decision.declines(value)


def _threw_at_once(twin: Match, before: int, side: str) -> bool:
    """Dice that this side sees were thrown."""
    thrown = [entry for entry in twin.log[before:] if entry[0] == CHANCE and not entry[1].startswith(("draw", "shuffle"))]
    return any(seen is None or side in seen for _, _, _, seen, *_ in thrown)


def _check_name(match: Match, decision: Decision, where: str, report: Report) -> None:
    asks = match.game.asks
    if asks is not None and decision.__class__ is not HandRoll and decision.name not in set(asks):
        report.add("names", where, f"a question without a name of {asks.__name__}: {decision.prompt!r:.80}")


def _check_candidates(decision: Choice, where: str, report: Report, rng: random.Random) -> None:
    """Offered, or refused by the judge: no candidate is neither, none is both."""
    for value in some(decision.candidates(), CANDIDATES, rng):
        report.done["candidates"] += 1
        offered = decision.meant(plain(value)) is not NOTHING
        refusal = decision.judged(value)
        if offered and refusal is not None:
            report.add("candidates", where, f"{value!r:.60} is offered, its judge refuses it: {refusal.why} ({refusal.rule})")
        elif not offered and refusal is None:
            report.add("candidates", where, f"{decision.prompt!r:.60}: {value!r:.60} is neither offered nor refused")


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
