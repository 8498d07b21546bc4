"""Running procedures: `Run` is the engine room of `Match`.

It starts the game's procedure, sends choices into it, gives it chance and takes checkpoints. Going back is in rebuilding.py.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .context import Over, Result
from .decision import Decision, Together
from .diary import Event
from .dice import DiceError, Fates, ForcedDice, Stream, drawn, mixed_key
from .hand_roll import HandRoll, NeedRoll
from .handing import write_note
from .log import CHANCE, CORRECTION, END, EPOCH, HAND, NOTE, Checkpoint, Entry, Mismatch, is_step
from .refusal import Broken
from .seating import checked_seats
from .standing import Standing
from .state import copy_state

if TYPE_CHECKING:
    from .game import Game
    from .past import Past
    from .prepared import Prepared
    from .scene import DecisionView, EventView

Recall = Callable[..., "Sequence[int] | None"]

_TAKEN = object()
KEPT = 16  # of older checkpoints every so manieth is kept


class Run:
    """The engine room. Everything with an underscore is the kernel's own."""

    def __init__(self) -> None:
        raise TypeError("use Match.start or Match.load")

    game: Game
    prepared: Prepared
    g: Any
    secret: bytes | None

    @classmethod
    def _blank(
        cls, game: Game, prepared: Prepared, seats: dict[str, str] | None, umpire: bool, former: dict[str, str] | None = None
    ) -> Any:
        run = cls.__new__(cls)
        run.game = game
        run.prepared = prepared
        run.static = prepared.static
        run.options = prepared.options
        run.seats = checked_seats(seats, prepared.sides)
        run.former = dict(former or {})
        run._split = any(seat != side for seat, side in run.seats.items())
        run.umpire = umpire
        run.secret = None
        run.nonces = {}
        run.mixed_in = []
        run.dice = "stream"
        run.stream = Stream(b"\0" * 32)
        run.every = game.checkpoint_every
        run.keeps = True
        run.fates = None
        run.keeps_diary = True
        run.imagined = False
        run.standing = []
        run._expired = []
        run._lines = {}
        run._questions = {}
        run._read = {}
        run.marks = []
        run.notes = []
        run._clear()
        return run

    def _clear(self) -> None:
        self.static: Any = self.prepared.static
        self.log: list[Entry] = []
        self.events: list[Event] = []
        self.number = 0
        self.result: Result | None = None
        self.gaps: list[int] | None = None  # the battery counts choices between calls of checkpoint() here
        self._first = 0  # number of the first choice that the log still holds
        self._choice_at: list[int] = []  # where in the log each choice stands
        self._choosers: list[str] = []
        self._own: dict[str, list[int]] = {seat: [] for seat in (*self.seats, *self.former)}
        self._checkpoints: list[Checkpoint] = []
        self._pasts: dict[str, Past] = {}  # what each seat knows of the time before the last checkpoint
        self._thinned = 0  # so many of them are already thinned out
        self._barrier = 0
        self._turn_start = 0
        self._epoch = 0
        self._secret_since = False
        self._rested_at = 0
        self._forks = 0
        self._recall: Recall | None = None  # gives chance events of the past while a position is rebuilt
        self._script: Sequence[Entry] = ()
        self._script_at = 0
        self._forced: ForcedDice | None = None
        self._forced_draws: list[list[Any]] = []
        self._stop()

    seats: dict[str, str]
    former: dict[str, str]  # the seats of earlier splits (seating.py)
    umpire: bool
    nonces: dict[str, str]
    mixed_in: list[tuple[int, str, str]]  # nonces that came later: from which epoch on, seat, words
    dice: str
    keeps: bool  # False: nobody goes back in this match, and no copies of its position are kept
    fates: Fates | None  # dice by what they are thrown for, in imagined matches that are compared
    stream: Stream
    every: int
    keeps_diary: bool
    imagined: bool
    standing: list[Standing]
    marks: list[str]
    notes: list[str]
    options: dict[str, Any]
    _proc: Any
    _single: Decision | None  # the one decision; None while several seats are asked, or when the match is over
    _together: dict[str, Decision]
    _submitted: dict[str, tuple[Any, Entry]]  # what a seat answered while others think, and its entry for the log
    _split: bool  # a side is split into several seats, or a seat is not called like its side
    _lines: dict[tuple[int, int, int], tuple[Event, EventView]]  # what readers of the diary were shown last
    _questions: dict[str, tuple[Decision, int, list[Any], DecisionView]]  # what each seat was last asked, as it reads it
    _read: dict[str | None, tuple[list[Event], int, Event | None]]  # what each seat may read of the diary, and up to where
    _expired: list[tuple[int, Standing]]  # standing answers whose moment came, and after how many choices

    # ---------------------------------------------------------- procedures

    def _begin(self, state: Any) -> None:
        """The first procedures of a new match."""
        from .saves import save_broken

        self._checkpoints = [Checkpoint(0, 0, 0, 0, 0, 0, 0, copy_state(state))]
        try:
            self._launch(state)
        except DiceError:
            raise
        except Exception as error:
            file = save_broken(self, [], traceback.format_exc())  # type: ignore[arg-type]
            raise Broken(f"{type(error).__name__}: {error} (at the start)", self, file) from error  # type: ignore[arg-type]

    def _launch(self, state: Any) -> None:
        self.g = self.game.context(self, self.static, state, self.options)  # type: ignore[arg-type]
        self._proc = self.game.play(self.g)
        self._send(None)

    def _send(self, value: Any) -> None:
        """Run the procedures to the next question, the end, or a roll by hand."""
        if self._together:
            self._together, self._submitted = {}, {}
        try:
            asked = self._proc.send(value)
        except StopIteration as stop:
            self._finish(stop.value)
        except Over as over:
            self._finish(over.result)
        except NeedRoll as need:
            self._single = self._seated(need.decision)
            self._proc = None
        else:
            if asked.__class__ is Together:
                self._single = None
                together = {self._seated(d).seat: d for d in asked.decisions}
                if len(together) != len(asked.decisions) or not together:
                    raise RuntimeError("asked together: expected one decision for each of several sides")
                self._together, self._submitted = together, {}
            else:
                self._single = self._seated(asked)

    def _seated(self, decision: Decision) -> Decision:
        """Sends a decision to the seat of its side that commands there."""
        if decision.form == "options" and not decision.options:  # type: ignore[attr-defined]
            raise RuntimeError(f"an empty decision: {decision.prompt} ({decision.rule})")
        if self._split or decision.side not in self.seats:
            mine = [seat for seat, side in self.seats.items() if side == decision.side]
            if not mine:
                raise RuntimeError(f"nobody sits for {decision.side!r}")
            wanted = decision.about.get("seat")
            decision.seat = wanted if wanted in mine else mine[0]
        return decision

    def _stop(self) -> None:
        self._proc = None
        self._single = None
        self._together, self._submitted = {}, {}

    def _finish(self, result: Any) -> None:
        if not isinstance(result, Result):
            raise RuntimeError(f"the procedure of {self.game.name} ended without a Result")
        self._stop()
        self.result = result

    # ---------------------------------------------------------- choices

    def _enter(self, entries: Sequence[Entry]) -> None:
        log = self.log
        for entry in entries:  # _count, without the call: every choice of every match comes through here
            seat = entry[1]
            self._choice_at.append(len(log))
            self._choosers.append(seat)
            self.number += 1
            self._own[seat].append(self.number)
            log.append(entry)
            if entry[3]:
                self._secret_since = True
        if len(entries) > 1:
            self._barrier = self.number

    def _count(self, seat: str) -> None:
        self._choice_at.append(len(self.log))
        self._choosers.append(seat)
        self.number += 1
        self._own[seat].append(self.number)

    # ---------------------------------------------------------- chance

    def chance(
        self,
        spec: str,
        count: int,
        faces: Sequence[int] | None,
        seen: tuple[str, ...] | None,
        by: str | None,
        rule: str,
        things: Sequence[Any] | None = None,
        facts: dict[str, Any] | None = None,
    ) -> Sequence[int]:
        """Dice (faces given) or a draw out of `count` things, from the log, a test, a hand or the stream."""
        if self.number > self._barrier:
            self._barrier = self.number
        if seen is not None:
            self._secret_since = True
        if self._recall is not None:
            recalled = self._recall(spec, count, faces, seen, things)
            if recalled is not None:
                return recalled
        if self._forced is not None and (faces is not None or self._forced_draws):
            outcome = self._force(spec, count, faces, things)
        elif faces is not None:
            if self.dice == "by hand":
                raise NeedRoll(HandRoll(by or next(iter(self.prepared.sides)), spec, count, faces, seen, rule))
            outcome = self._source(rule, by, facts).faces(count, faces)
        else:
            outcome = drawn(self._source(spec, by, facts), spec, count)
        values = None
        if things is not None and seen != ():
            values = tuple(things[index] for index in outcome)
        self.log.append((CHANCE, spec, tuple(outcome), seen, self.stream.position, values))
        return outcome

    def _source(self, what: str, by: str | None, facts: dict[str, Any] | None) -> Stream:
        return self.stream if self.fates is None else self.fates.stream(what, by, facts or {})

    def _force(self, spec: str, count: int, faces: Sequence[int] | None, things: Sequence[Any] | None) -> tuple[int, ...]:
        assert self._forced is not None
        if faces is not None:
            return self._forced.take(count, faces, spec)
        wanted = self._forced_draws.pop(0)
        rest = list(things or ())
        picks = []
        for value in wanted:
            if value not in rest:
                raise DiceError(f"forced draw {value!r} is not among {list(things or ())!r}")
            picks.append(rest.index(value))
            rest[picks[-1]] = _TAKEN
        if spec == "shuffle":  # what was not named follows in its old order
            picks.extend(index for index in range(count) if rest[index] is not _TAKEN)
        elif len(picks) != int(spec.split()[1]):
            raise DiceError(f"forced draw {wanted!r}: expected {spec.split()[1]} things")
        return tuple(picks)

    def _scripted(self, spec: str, *_: Any) -> Sequence[int] | None:
        """The outcome that the log has here; None when the past is over."""
        while self._script_at < len(self._script) and self._script[self._script_at][0] in (EPOCH, NOTE):
            # dice waited for a hand: the epoch began (rolled back), or a line was handed out, while the procedures stood here
            if self._script[self._script_at][0] == NOTE:
                write_note(self, self._script[self._script_at])
            else:
                self._set_epoch(self._script[self._script_at][1])
                self.log.append(self._script[self._script_at])
            self._script_at += 1
        if self._script_at == len(self._script):
            self._recall = None
            return None
        entry = self._script[self._script_at]
        if entry[0] in (CORRECTION, END) and self.dice == "by hand":
            return None  # corrected or given up while these dice waited for a hand: they were never thrown
        if entry[0] == CHANCE and entry[1] == spec:
            self.stream.position = entry[4]
            self.log.append(entry)
        elif entry[0] == HAND and entry[3] == spec:
            self._count(entry[1])
            self._barrier = self.number
            self.log.append(entry)
        else:
            raise Mismatch(f"the log has {entry[:2]} where the rules want {spec}")
        self._script_at += 1
        return entry[2]  # type: ignore[no-any-return]

    def nonces_at(self, epoch: int) -> dict[str, str]:
        """The seats' words that are in the dice of that epoch."""
        return {**self.nonces, **{seat: words for since, seat, words in self.mixed_in if since <= epoch}}

    def _set_epoch(self, epoch: int) -> None:
        if epoch != self._epoch:
            self._epoch = epoch
            if self.secret is not None:
                self.stream = Stream(mixed_key(self.secret, self.nonces_at(epoch), epoch))

    # ---------------------------------------------------------- marks that procedures set

    def write(self, event: Event) -> None:
        self.events.append(event)

    def bar_undo(self) -> None:
        self._barrier = self.number

    def moment(self, name: str) -> None:
        self._turn_start = self.number
        if self.fates is not None:
            self.fates.moment()
        if self.standing:
            ended = [answer for answer in self.standing if answer.until == name and answer.since < self.number]
            if ended:
                self.standing = [answer for answer in self.standing if answer not in ended]
                self._expired.extend((self.number, answer) for answer in ended)

    def rest(self) -> None:
        """The procedures could start afresh from the state here. A copy is kept when one is due."""
        if self.gaps is not None:
            self.gaps.append(self.number - self._rested_at)
        self._rested_at = self.number
        last = self._checkpoints[-1]
        if not self.keeps or (self.number - last.number < self.every and not self._secret_since):
            return
        if len(self.log) == last.log:
            return
        self._keep(self.g.state)

    def _keep(self, state: Any) -> None:
        marks = (len(self.log), self.number, len(self.events), self.stream.position, self._epoch, self._barrier)
        self._checkpoints.append(Checkpoint(*marks, self._turn_start, copy_state(state)))
        self._secret_since = False
        if len(self._checkpoints) - self._thinned > 4 * KEPT:
            self._thin_out()

    def _thin_out(self) -> None:
        """Of older checkpoints every n-th is kept: going far back only replays more."""
        start, end = self._thinned, self._thinned + 2 * KEPT
        self._checkpoints[start:end] = self._checkpoints[start:end:KEPT]
        self._thinned += 2

    @property
    def at_rest(self) -> bool:
        """Whether nothing is half done: the procedures could start afresh here."""
        return self._rested_at == self.number and not self._submitted


__all__ = ["HandRoll", "Mismatch", "Run", "is_step"]
