"""Rebuilding a position from a checkpoint and the log since: when a rule breaks, dice fall by hand, a match is forked.

Whatever rebuilds goes through `_resume`.
"""

from __future__ import annotations

import traceback
from bisect import bisect_right
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from msgspec import structs

from .decision import Decision
from .diary import Event
from .dice import DiceError, Stream, derived, mixed_key
from .ending import end
from .hand_roll import HandRoll
from .handing import write_note
from .log import CHOICE, CORRECTION, END, EPOCH, HAND, NOTE, Checkpoint, Entry, Mismatch
from .refusal import Broken, Misuse
from .run import Run
from .seating import answers
from .state import copy_state

FORGOTTEN = "This copy of the match does not remember so far back."
_NO_RULE = ""


class Rebuilding(Run):
    """The engine room, as it goes back and on."""

    # ---------------------------------------------------------- choices, and going back when one breaks

    def _attempt(self, decision: Decision, entries: tuple[Entry, ...], given: Any) -> None:
        """Enter the choice and move on; if a rule breaks, everything is as before and Broken is raised."""
        before = len(self.log)
        self._enter(entries)
        try:
            self._send(given)
        except Exception as error:
            self._put_back(before, decision, self.log[before:], error)

    def _put_back(self, before: int, decision: Decision, happened: Sequence[Entry], error: Exception) -> None:
        """The position before a choice that broke a rule; `happened` is what the log had since."""
        from .saves import save_broken

        trace = traceback.format_exc()
        forced, self._forced = self._forced, None
        self._rebuild(before)
        self._forced = forced
        if isinstance(error, DiceError):  # forced dice that do not fit: the caller's mistake, not the rule's
            raise error
        file = save_broken(self, happened, trace)  # type: ignore[arg-type]
        raise Broken(f"{type(error).__name__}: {error} (after {decision!r})", self, file) from error  # type: ignore[arg-type]

    def _hand_thrown(self, decision: HandRoll, values: Any) -> None:
        """Dice came in by hand: rebuild, and the procedures find them there."""
        entry = (HAND, decision.seat, tuple(values), decision.spec, decision.seen)
        before, kept = len(self.log), list(self._checkpoints)
        tail = self.log[kept[-1].log :]
        try:
            self._resume(kept[-1], [*tail, entry])
        except Exception as error:
            happened = self.log[before:]
            self._checkpoints = kept
            self._resume(kept[-1], tail)
            self._put_back(before, decision, happened, error)

    # ---------------------------------------------------------- rebuilding

    def _rebuild(self, end: int) -> None:
        """Put this match back to where its log had `end` entries."""
        kept = [c for c in self._checkpoints if c.log <= end]
        if not kept:
            raise Misuse(FORGOTTEN)
        tail = self.log[kept[-1].log : end]
        self._checkpoints = kept
        self._resume(kept[-1], tail)

    def _resume(self, checkpoint: Checkpoint, tail: Sequence[Entry]) -> None:
        """Start the procedures at a checkpoint and feed what happened since."""
        self._stop()
        self._pasts.clear()
        self.result = None
        self._thinned = min(self._thinned, len(self._checkpoints))
        del self.log[checkpoint.log :]
        del self.events[checkpoint.events :]
        choices = checkpoint.number - self._first
        del self._choice_at[choices:]
        del self._choosers[choices:]
        self.number = checkpoint.number
        for own in self._own.values():
            while own and own[-1] > checkpoint.number:
                own.pop()
        self._barrier, self._turn_start = checkpoint.barrier, checkpoint.turn_start
        self._rested_at = self.number
        self._secret_since = False
        if self._expired:
            self.standing = [*self.standing, *(answer for at, answer in self._expired if at > self.number)]
            self._expired = [(at, answer) for at, answer in self._expired if at <= self.number]
        self._set_epoch(checkpoint.epoch)
        self.stream.position = checkpoint.position
        self._script, self._script_at, self._recall = tail, 0, self._scripted
        try:
            self._launch(copy_state(checkpoint.state))
            self._feed()
        finally:
            self._script, self._recall = (), None

    def _feed(self) -> None:
        """Feed the choices of the script; chance is taken from it as the procedures ask for it."""
        script = self._script
        while self._script_at < len(script):
            entry = script[self._script_at]
            self._script_at += 1
            if entry[0] == CHOICE:
                self._feed_choice(entry)
            elif entry[0] == EPOCH:
                self._set_epoch(entry[1])
                self._barrier = self.number
                self.log.append(entry)
            elif entry[0] == CORRECTION:
                self._apply_correction(entry)
            elif entry[0] == END:
                end(self, entry)
            elif entry[0] == NOTE:
                write_note(self, entry)
            else:
                raise Mismatch(f"the log has {entry[:3]} where the rules ask for a choice")

    def _feed_choice(self, entry: Entry) -> None:
        seat, value, single = entry[1], entry[2], self._single
        if single is not None and (single.seat == seat or answers(self, single, seat)):
            given, _ = single.accept(value)
            self._enter([entry])
            self._send(given)
            return
        asked_here = next((d for d in self._together.values() if answers(self, d, seat)), None)
        if single is None and asked_here is not None and asked_here.seat not in self._submitted:
            self._submitted[asked_here.seat] = (asked_here.accept(value)[0], entry)
            if len(self._submitted) == len(self._together):
                asked = list(self._together.values())
                given = {d.side: self._submitted[d.seat][0] for d in asked}
                self._enter([self._submitted[d.seat][1] for d in asked])
                self._send(given)
        else:
            raise Mismatch(f"the log has a choice of {seat} where the rules ask somebody else")

    def _submit_again(self, submitted: dict[str, tuple[Any, Entry]]) -> None:
        """What was submitted to the same questions before they were asked anew."""
        for seat, (_, entry) in submitted.items():
            self._submitted[seat] = (self._together[seat].accept(entry[2])[0], entry)

    def _twin(self, end: int, quiet: bool) -> Any:
        """Another match at the point where this one's log had `end` entries."""
        checkpoint = next((c for c in reversed(self._checkpoints) if c.log <= end), None)
        if checkpoint is None:
            raise Misuse(FORGOTTEN)
        twin = self._same_table()
        twin.keeps_diary = not quiet
        twin.log = self.log[: checkpoint.log]
        twin.events = [] if quiet else self.events[: checkpoint.events]
        twin._take_history(self, checkpoint)
        if quiet:
            checkpoint = structs.replace(checkpoint, events=0)
            twin._checkpoints = [checkpoint]
        else:
            twin._checkpoints = [c for c in self._checkpoints if c.log <= end]
        twin._resume(checkpoint, self.log[checkpoint.log : end])
        return twin

    def _same_table(self) -> Any:
        """A match with the same game, scenario and seats, and nothing played."""
        twin = type(self)._blank(self.game, self.prepared, self.seats, self.umpire, self.former)
        twin.nonces, twin.dice, twin.every = self.nonces, self.dice, self.every
        twin.mixed_in = list(self.mixed_in)
        twin.secret = self.secret
        twin.imagined = self.imagined
        twin.stream.key = self.stream.key
        twin.marks = list(self.marks)
        return twin

    def _take_history(self, other: Run, checkpoint: Checkpoint) -> None:
        """What this match knows of the time before a checkpoint of another."""
        self._first = other._first
        choices = checkpoint.number - other._first
        self._choice_at = other._choice_at[:choices]
        self._choosers = other._choosers[:choices]
        self._own = {seat: own[: bisect_right(own, checkpoint.number)] for seat, own in other._own.items()}
        self.number = checkpoint.number

    # ---------------------------------------------------------- dice that change, positions that are corrected

    def _new_epoch(self, epoch: int) -> None:
        self._epoch = epoch
        if self.secret is not None:
            key = mixed_key(self.secret, self.nonces_at(epoch), epoch)
        else:
            key = derived(self.stream.key, epoch)
        self.stream = Stream(key)
        self.log.append((EPOCH, epoch))
        self._barrier = self.number

    def _new_key(self, key: bytes) -> None:
        self.secret = None
        self.stream = Stream(key)

    def _correct(self, patch: dict[str, Any], why: str, by: str) -> None:
        entry = (CORRECTION, by, why, deepcopy(patch))
        before, marks, submitted = len(self.log), list(self.marks), self._submitted
        self.game.patch(self.static, copy_state(self.g.state), patch)  # raises BadData before anything changes
        try:
            self._apply_correction(entry)
        except Exception as error:
            self._rebuild(before)
            self._submit_again(submitted)
            self.marks = marks
            raise Misuse(f"The game cannot go on from that position: {type(error).__name__}: {error}") from error

    def _apply_correction(self, entry: Entry) -> None:
        _, by, why, patch = entry
        state = self.game.patch(self.static, copy_state(self.g.state), patch)
        self._stop()
        self.result = None
        self.log.append(entry)
        self._barrier = self.number
        self.write(Event(_NO_RULE, f"The position was corrected ({by}): {why}", {}, "correction", None, self.number))
        mark = "corrected by the umpire" if by != "consent" else "house-ruled by consent"
        if mark not in self.marks:
            self.marks.append(mark)
        self._keep(state)
        self._rested_at = self.number
        self._launch(state)
