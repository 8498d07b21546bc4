"""Where chance comes from: the log while a past is lived through again, a test, a hand, or the stream of dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from .annals import Annals
from .dice import DiceError, Fates, ForcedDice, Stream, derived, drawn, mixed_key
from .hand_roll import HandRoll, NeedRoll
from .handouts import write_note
from .log import CHANCE, CORRECTION, END, EPOCH, HAND, NOTE, Entry, Mismatch

Recall = Callable[..., "Sequence[int] | None"]

BY_HAND = "by hand"
_TAKEN = object()


class Luck:
    """The dice of a match. Whatever falls is written into its annals."""

    __slots__ = (
        "annals",
        "dice",
        "epoch",
        "fates",
        "forced",
        "forced_draws",
        "mixed_in",
        "nonces",
        "recall",
        "script",
        "script_at",
        "secret",
        "stream",
        "thrower",
    )

    def __init__(self, annals: Annals, thrower: str) -> None:
        self.annals = annals
        self.thrower = thrower  # the side that throws where a rule names none
        self.secret: bytes | None = None
        self.nonces: dict[str, str] = {}
        self.mixed_in: list[tuple[int, str, str]] = []  # nonces that came later: from which epoch on, seat, words
        self.dice = "stream"
        self.stream = Stream(b"\0" * 32)
        self.fates: Fates | None = None  # dice by what they are thrown for, in imagined matches that are compared
        self.epoch = 0
        self.recall: Recall | None = None  # gives chance events of the past while a position is rebuilt
        self.script: Sequence[Entry] = ()
        self.script_at = 0
        self.forced: ForcedDice | None = None
        self.forced_draws: list[list[Any]] = []

    def like(self, other: Luck) -> None:
        """The same secret and the same kind of dice, and nothing thrown."""
        self.nonces, self.dice = other.nonces, other.dice
        self.mixed_in = list(other.mixed_in)
        self.secret = other.secret
        self.stream.key = other.stream.key

    # ---------------------------------------------------------- throwing

    def throw(
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
        """Dice (faces given), or a draw out of `count` things."""
        annals = self.annals
        annals.barrier = annals.number
        if seen is not None:
            annals.secret_since = True
        if self.recall is not None:
            recalled = self.recall(spec, count, faces, seen, things)
            if recalled is not None:
                return recalled
        if self.forced is not None and (faces is not None or self.forced_draws):
            outcome = self._force(spec, count, faces, things)
        elif faces is not None:
            if self.dice == BY_HAND:
                raise NeedRoll(HandRoll(by or self.thrower, spec, count, faces, seen, rule))
            outcome = self._source(rule, by, facts).faces(count, faces)
        else:
            outcome = drawn(self._source(spec, by, facts), spec, count)
        values = None
        if things is not None and seen != ():
            values = tuple(things[index] for index in outcome)
        annals.log.append((CHANCE, spec, tuple(outcome), seen, self.stream.position, values))
        return outcome

    def _source(self, what: str, by: str | None, facts: dict[str, Any] | None) -> Stream:
        return self.stream if self.fates is None else self.fates.stream(what, by, facts or {})

    # ---------------------------------------------------------- as a test wants it

    @contextmanager
    def forcing(self, values: Sequence[int], draws: Sequence[Sequence[Any]]) -> Iterator[None]:
        """See Match.forced."""
        outer, self.forced = self.forced, ForcedDice(values)
        self.forced_draws = [list(wanted) for wanted in draws]
        try:
            yield
            if left := self.forced.left():
                raise AssertionError(f"forced dice that nobody rolled: {left}")
            if self.forced_draws:
                raise AssertionError(f"forced draws that nobody drew: {self.forced_draws}")
        finally:
            self.forced, self.forced_draws = outer, []

    def _force(self, spec: str, count: int, faces: Sequence[int] | None, things: Sequence[Any] | None) -> tuple[int, ...]:
        assert self.forced is not None
        if faces is not None:
            return self.forced.take(count, faces, spec)
        wanted = self.forced_draws.pop(0)
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

    # ---------------------------------------------------------- from the log

    @contextmanager
    def living_again(self, script: Sequence[Entry], at: int = 0, recall: Recall | None = None) -> Iterator[None]:
        """Within, chance comes from this part of a log, as the procedures ask for it."""
        self.script, self.script_at, self.recall = script, at, recall or self.scripted
        try:
            yield
        finally:
            self.script, self.recall = (), None

    def next_entry(self) -> Entry | None:
        """The next entry of the script, which whoever asks deals with."""
        if self.script_at == len(self.script):
            return None
        self.script_at += 1
        return self.script[self.script_at - 1]

    def scripted(self, spec: str, *_: Any) -> Sequence[int] | None:
        """The outcome that the log has here; None when the past is over."""
        annals = self.annals
        while self.script_at < len(self.script) and self.script[self.script_at][0] in (EPOCH, NOTE):
            # dice waited for a hand: the epoch began (rolled back), or a line was handed out, while the procedures stood here
            if self.script[self.script_at][0] == NOTE:
                write_note(annals, self.script[self.script_at])
            else:
                self.set_epoch(self.script[self.script_at][1])
                annals.log.append(self.script[self.script_at])
            self.script_at += 1
        if self.script_at == len(self.script):
            self.recall = None
            return None
        entry = self.script[self.script_at]
        if entry[0] in (CORRECTION, END) and self.dice == BY_HAND:
            return None  # corrected or given up while these dice waited for a hand: they were never thrown
        if entry[0] == CHANCE and entry[1] == spec:
            self.stream.position = entry[4]
            annals.log.append(entry)
        elif entry[0] == HAND and entry[3] == spec:
            self.enter_hand(entry)
        else:
            raise Mismatch(f"the log has {entry[:2]} where the rules want {spec}")
        self.script_at += 1
        return entry[2]  # type: ignore[no-any-return]

    def enter_hand(self, entry: Entry) -> None:
        """Dice that somebody threw by hand are a step of his."""
        self.annals.count(entry[1])
        self.annals.enter_for_good(entry)

    # ---------------------------------------------------------- secrets and epochs

    def nonces_at(self, epoch: int) -> dict[str, str]:
        """The seats' words that are in the dice of that epoch."""
        return {**self.nonces, **{seat: words for since, seat, words in self.mixed_in if since <= epoch}}

    def set_epoch(self, epoch: int) -> None:
        """Dice as they are from that roll-back on."""
        if epoch != self.epoch:
            self.epoch = epoch
            if self.secret is not None:
                self.stream = Stream(mixed_key(self.secret, self.nonces_at(epoch), epoch))

    def new_epoch(self, epoch: int) -> None:
        """New dice from here on: somebody went back, or mixed in words of his own."""
        self.epoch = epoch
        if self.secret is not None:
            key = mixed_key(self.secret, self.nonces_at(epoch), epoch)
        else:
            key = derived(self.stream.key, epoch)
        self.stream = Stream(key)
        self.annals.enter_for_good((EPOCH, epoch))

    def new_key(self, key: bytes) -> None:
        """Dice of its own, behind which no secret stands."""
        self.secret = None
        self.stream = Stream(key)
