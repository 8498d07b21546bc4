"""Rebuilding a position from a checkpoint and the log since: when a rule breaks, dice fall by hand, a match is forked.

Whatever rebuilds goes through `resume`.
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from msgspec import structs

from .checkpoints import DENSE
from .decision import Decision
from .diary import Event
from .dice import DiceError
from .ending import end
from .hand_roll import HandRoll
from .handouts import write_note
from .log import CHOICE, CORRECTION, END, EPOCH, HAND, NOTE, Checkpoint, Entry, Mismatch
from .refusal import Broken, Misuse
from .saves import save_broken
from .state import copy_state

if TYPE_CHECKING:
    from .match import Match

_NO_RULE = ""


# ------------------------------------------------------------------ choices, and going back when one breaks


def begin(match: Match, state: Any) -> None:
    """The first procedures of a new match."""
    match.checkpoints.first_of_all(state)
    try:
        launch(match, state)
    except DiceError:
        raise
    except Exception as error:
        file = save_broken(match, [], traceback.format_exc())
        raise Broken(f"{type(error).__name__}: {error} (at the start)", match, file) from error


def launch(match: Match, state: Any, facts: Any = None) -> None:
    """Start the procedures in this position."""
    match.procedures.launch(match.game.context(match, match.static, state, match.options), facts)


def attempt(match: Match, decision: Decision, entries: list[Entry], given: Any) -> None:
    """Enter the choice and move on; if a rule breaks, everything is as before and Broken is raised."""
    before = len(match.annals.log)
    try:
        match.procedures.go_on(entries, given)
    except Exception as error:
        _put_back(match, before, decision, match.annals.log[before:], error)


def _put_back(match: Match, before: int, decision: Decision, happened: Sequence[Entry], error: Exception) -> None:
    """The position before a choice that broke a rule; `happened` is what the log had since."""
    trace = traceback.format_exc()
    forced, match.luck.forced = match.luck.forced, None
    rebuild(match, before)
    match.luck.forced = forced
    if isinstance(error, DiceError):  # forced dice that do not fit: the caller's mistake, not the rule's
        raise error
    file = save_broken(match, happened, trace)
    raise Broken(f"{type(error).__name__}: {error} (after {decision!r})", match, file) from error


def hand_thrown(match: Match, decision: HandRoll, values: Any) -> None:
    """Dice came in by hand: rebuild, and the procedures find them there."""
    entry = (HAND, decision.seat, tuple(values), decision.spec, decision.seen)
    before, kept = len(match.annals.log), list(match.checkpoints.kept)
    tail = match.annals.log[kept[-1].log :]
    try:
        resume(match, kept[-1], [*tail, entry])
    except Exception as error:
        happened = match.annals.log[before:]
        match.checkpoints.kept = kept
        resume(match, kept[-1], tail)
        _put_back(match, before, decision, happened, error)


# ------------------------------------------------------------------ rebuilding


def rebuild(match: Match, end: int) -> None:
    """Put this match back to where its log had `end` entries."""
    kept = match.checkpoints.upto(end)
    tail = match.annals.log[kept[-1].log : end]
    match.checkpoints.go_on_from(kept)
    resume(match, kept[-1], tail)


def resume(match: Match, checkpoint: Checkpoint, tail: Sequence[Entry]) -> None:
    """Start the procedures at a checkpoint and feed what happened since."""
    match.procedures.stop()
    match.procedures.result = None
    match.annals.back_to(checkpoint)
    match.readers.back_to(checkpoint.events)
    match.checkpoints.go_on_from(match.checkpoints.kept)
    match.checkpoints.rested_at, match.checkpoints.rested_log = checkpoint.number, checkpoint.log
    match.answers.back_to(checkpoint.number)
    match.luck.set_epoch(checkpoint.epoch)
    match.luck.stream.position = checkpoint.position
    with match.luck.living_again(tail):
        launch(match, copy_state(checkpoint.whole()), checkpoint.facts)
        feed(match)


def feed(match: Match) -> None:
    """Feed the choices of the script; chance is taken from it as the procedures ask for it."""
    while (entry := match.luck.next_entry()) is not None:
        feed_entry(match, entry)


def feed_entry(match: Match, entry: Entry) -> None:
    """One entry of a log, lived through once more."""
    if entry[0] == CHOICE:
        match.procedures.feed(entry)
    elif entry[0] == EPOCH:
        match.luck.set_epoch(entry[1])
        match.annals.enter_for_good(entry)
    elif entry[0] == CORRECTION:
        _apply_correction(match, entry)
    elif entry[0] == END:
        end(match, entry)
    elif entry[0] == NOTE:
        write_note(match.annals, entry)
    else:
        raise Mismatch(f"the log has {entry[:3]} where the rules ask for a choice")


# ------------------------------------------------------------------ copies


def freshen(match: Match) -> None:
    """A match that was never copied has no copy of its last rest: its end is lived through once more, to have one."""
    kept = match.checkpoints  # a game with `every` at most DENSE and above 1 relies on this
    if kept.keeps and kept.every <= DENSE and kept.last.log < kept.rested_log:
        match.checkpoints.kept = twin_of(match, len(match.annals.log), quiet=False, forks=1).checkpoints.kept


def twin_of(match: Match, end: int, quiet: bool, forks: int = 0) -> Match:
    """Another match at the point where this one's log had `end` entries; `forks`: so often it has been copied already."""
    kept = match.checkpoints.upto(end)
    checkpoint = kept[-1]
    twin = same_table(match)
    twin.checkpoints.forks = forks
    twin.annals.keeps_diary = not quiet
    twin.annals.take_past(match.annals, checkpoint)
    if quiet:
        checkpoint = structs.replace(checkpoint, events=0, passing=False)
        kept = [checkpoint]
    twin.checkpoints.kept = kept
    resume(twin, checkpoint, match.annals.log[checkpoint.log : end])
    return twin


def same_table(match: Match) -> Match:
    """A match with the same game, scenario and seats, and nothing played."""
    twin = type(match)(match.game, match.prepared, match.seats, match.umpire, match.former)
    twin.luck.like(match.luck)
    twin.checkpoints.every = match.checkpoints.every
    twin.imagined = match.imagined
    twin.marks = list(match.marks)
    return twin


# ------------------------------------------------------------------ positions that are corrected


def correct(match: Match, patch: dict[str, Any], why: str, by: str) -> None:
    entry = (CORRECTION, by, why, deepcopy(patch))
    before, marks, submitted = len(match.annals.log), list(match.marks), match.procedures.submitted
    match.game.patch(match.static, copy_state(match.g.state), patch)  # raises BadData before anything changes
    try:
        _apply_correction(match, entry)
    except Exception as error:
        rebuild(match, before)
        match.procedures.submit_again(submitted)
        match.marks = marks
        raise Misuse(f"The game cannot go on from that position: {type(error).__name__}: {error}") from error


def _apply_correction(match: Match, entry: Entry) -> None:
    _, by, why, patch = entry
    annals = match.annals
    state = match.game.patch(match.static, copy_state(match.g.state), patch)
    match.procedures.stop()
    match.procedures.result = None
    annals.enter_for_good(entry)
    annals.write(Event(_NO_RULE, f"The position was corrected ({by}): {why}", {}, "correction", None, annals.number))
    mark = "corrected by the umpire" if by != "consent" else "house-ruled by consent"
    if mark not in match.marks:
        match.marks.append(mark)
    match.checkpoints.keep(state)
    match.checkpoints.rested_at, match.checkpoints.rested_log = annals.number, len(annals.log)
    launch(match, state)
