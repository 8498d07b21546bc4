"""A match: one game being played, from the first decision to the result.

The one idea: generators cannot be copied, so a position is a *checkpoint* (a copy of the state at which the procedures can
be started afresh) plus the log since. Fork, undo, save, replay and imagination all rebuild from that.
Not here: running procedures (run.py), rebuilding (rebuilding.py), imagination (imagine.py), files (saves.py).
"""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec import structs

from . import cite, ending, handing
from .context import UMPIRE, Context, Result
from .decision import Decision, Draft
from .diary import Event
from .dice import DiceError, ForcedDice, derived, mixed_key
from .game import Game, SetUp
from .game import game as game_named
from .hand_roll import HandRoll
from .handing import notes_in, write_note
from .log import CHOICE, Mismatch, choice_entry
from .prepared import Prepared, prepare
from .rebuilding import Rebuilding
from .refusal import Broken, Misuse, Refusal, Refused
from .scene import BoardPicture, DecisionView, EventView, Scene
from .seating import reseat
from .standing import Standing

LINES = 1000  # of the diary whose words are remembered


class Match(Rebuilding):
    """See DESIGN section 4: these names are promises."""

    # ---------------------------------------------------------- starting

    @classmethod
    def start(
        cls,
        game: str | Game,
        scenario: str | dict[str, Any] = "learning",
        seed: bytes | str | int | None = None,
        options: dict[str, Any] | None = None,
        *,
        situation: dict[str, Any] | None = None,
        nonces: dict[str, str] | None = None,
        dice: str = "stream",
        umpire: bool = False,
        seats: dict[str, str] | None = None,
        checkpoint_every: int | None = None,
    ) -> Match:
        """A new match at its first decision.

        scenario   a name, or scenario data; `situation` is a patch laid over its first state
        seed       the secret behind the dice (None: a new one); `nonces` of the seats are mixed in
        dice       "stream", or "by hand": each roll is its thrower's decision
        seats      {seat: side}, where a side is split into several seats; by default a seat is a side
        """
        known = game_named(game) if isinstance(game, str) else game
        if dice not in ("stream", "by hand"):
            raise Misuse(f"dice = {dice!r}: expected 'stream' or 'by hand'")
        prepared = prepare(known, scenario, options or {}, situation)
        match: Match = cls._blank(known, prepared, seats, umpire)
        match.secret = _secret(seed)
        match.nonces = dict(nonces or {})
        match.dice = dice
        match.stream.key = mixed_key(match.secret, match.nonces)
        if checkpoint_every is not None:
            match.every = checkpoint_every
        match._begin(prepared.first_state())
        match._answer_standing()
        return match

    @classmethod
    def load(cls, file: bytes | str | os.PathLike[str], *, game: Game | None = None) -> Match:
        """A match from a save. `match.notes` says so where newer rules could not follow it all the way.

        game       where it is not known by name in this process
        """
        from .loading import load

        return load(file, game)

    # ---------------------------------------------------------- deciding

    @property
    def decisions(self) -> dict[str, Decision]:
        """Who is asked what now; empty when the match is over."""
        if self._single is not None:
            return {self._single.seat: self._single}
        return {seat: asked for seat, asked in self._together.items() if seat not in self._submitted}

    @property
    def decision(self) -> Decision:
        """The only decision; where several seats are asked at once, the first that has not answered."""
        if self._single is not None:
            return self._single
        for asked in self.decisions.values():
            return asked
        raise Misuse("The match is over: nobody is asked anything.")

    @property
    def moment_began(self) -> int:
        """How many choices had been made when the game's last named moment came (Context.moment): a turn, an action."""
        return self._turn_start

    def choose(self, value: Any, seat: str | None = None, *, by: str | None = None) -> None:
        """Make a choice: legal, and the match moves on; else raises Refused, and nothing changed."""
        decision = self._single
        if decision is None or (seat is not None and seat != decision.seat):
            decision = self._asked(seat)
        if by is not None:
            self._check_umpire(by)
        given, logged = decision.accept(value)
        if self._single is None:
            self._submit(decision, given, logged, by)
        else:
            self._advance(decision, given, logged, by)
        if self.standing:
            self._answer_standing()

    def why_not(self, value: Any, seat: str | None = None) -> Refusal | None:
        """None if the choice is legal, else the first reason against it."""
        return self._asked(seat).why_not(value)

    def explain(self, piece: str = "", place: str = "", seat: str | None = None) -> Refusal | None:
        """Why nothing can be done with this piece or place now."""
        return self._asked(seat).explain(piece, place)

    def withdraw(self, seat: str) -> None:
        """Take back what was submitted while others still think."""
        if seat not in self._submitted:
            raise Misuse(f"{seat} has submitted nothing that could be taken back.")
        del self._submitted[seat]

    @contextmanager
    def forced(self, *values: int, draws: Iterable[Sequence[Any]] = ()) -> Iterator[None]:
        """Within, dice fall as given, and draws come out as given: too few, too many or impossible ones fail loudly."""
        outer, self._forced = self._forced, ForcedDice(values)
        self._forced_draws = [list(drawn) for drawn in draws]
        try:
            yield
            if left := self._forced.left():
                raise AssertionError(f"forced dice that nobody rolled: {left}")
            if self._forced_draws:
                raise AssertionError(f"forced draws that nobody drew: {self._forced_draws}")
        finally:
            self._forced, self._forced_draws = outer, []

    def mix_in(self, seat: str, words: str) -> None:
        """A seat's own words go into the dice from here on: whoever knew the secret before cannot know how they fall now."""
        if seat not in self.seats:
            raise Misuse(f"There is no seat {seat!r}.")
        if self.dice == "by hand" or self.result is not None:
            raise Misuse("No dice are thrown here into which words could be mixed.")
        self.mixed_in.append((self._epoch + 1, seat, words[:200]))
        self._new_epoch(self._epoch + 1)

    # ---------------------------------------------------------- seeing

    def view(self, seat: str | None = None, items: Sequence[Any] = ()) -> Scene:
        """The scene as this seat may see it; None: a spectator. `items`: the draft that the seat has before it."""
        side = self.side_of(seat)
        scene = self.game.scene(self.g, side)
        scene.game, scene.scenario, scene.seat = self.game.name, self.prepared.name, seat
        scene.board = self.prepared.board_hash(self.game, self.game.ground(self.g))
        scene.number = self.own_number(seat)
        asked = self.decisions
        if seat is not None and seat in asked:
            scene.decision = self._question(seat, asked[seat], scene.number, items)
        scene.waiting = [self._waiting_words(other) for name, other in asked.items() if name != seat]
        if seat is not None:
            scene.elsewhere = next((one.elsewhere.words for one in asked.values() if one.elsewhere is not None), "")
        scene.diary = self.diary(seat, last=40)
        scene.over = self.result.text if self.result else ""
        scene.undo = seat is not None and self.undo_refused(seat) is None
        scene.undo_turn = scene.undo
        scene.marks = list(self.marks)
        return scene

    def _question(self, seat: str, asked: Decision, number: int, items: Sequence[Any]) -> DecisionView:
        """What the seat reads of its decision. It stays while others think, and listing all that can be done is dear."""
        known = self._questions.get(seat)
        if known is None or known[0] is not asked or known[1] != number or known[2] != list(items) or cite.broken:
            view = asked.view(number, items) if isinstance(asked, Draft) else asked.view(number)
            known = self._questions[seat] = (asked, number, list(items), view)
        return known[3]

    @property
    def board(self) -> BoardPicture | None:
        return self.prepared.board(self.game, self.game.ground(self.g))

    def diary(self, seat: str | None = None, *, last: int | None = None, since: int = 0) -> list[EventView]:
        """The diary as this seat may read it."""
        side = self.side_of(seat)
        own = self._own.get(seat, []) if seat is not None else []
        readable = self._readable(side, seat)
        first = max(since, len(readable) - last if last is not None else 0)

        def name_of(kind: str, value: Any) -> str:
            return self.game.name_of(self.static, kind, value)

        lines = []
        for index, event in enumerate(readable[first:], first):
            after = event.after if side == UMPIRE else bisect_right(own, event.after)
            key = (id(event), index, after)
            known = self._lines.get(key)
            if known is None or known[0] is not event:  # words are made once: the same lines are read after every choice
                if len(self._lines) > LINES:
                    self._lines.clear()
                known = self._lines[key] = (event, event.view(index, after, name_of))
            lines.append(known[1])
        return lines

    def _readable(self, side: str | None, seat: str | None) -> list[Event]:
        """The events that this reader may know: those that he knew before, and what has come since."""
        if side == UMPIRE:
            return self.events
        events, (known, upto, last) = self.events, self._read.get(seat, ([], 0, None))
        if upto > len(events) or (upto and events[upto - 1] is not last):  # the past was changed
            known, upto = [], 0
        if upto < len(events):
            known = [*known, *(event for event in events[upto:] if event.readable_by(side, seat))]
            self._read[seat] = (known, len(events), events[-1])
        return known

    def own_number(self, seat: str | None) -> int:
        """How many choices this seat has made: all that a seat may count (the umpire counts all)."""
        return self.number if seat == UMPIRE else len(self._own.get(seat, ())) if seat is not None else 0

    def side_of(self, seat: str | None) -> str | None:
        if seat is None or seat == UMPIRE:
            return seat
        try:
            return self.seats[seat]
        except KeyError:
            raise Misuse(f"There is no seat {seat!r}. There are: {', '.join(self.seats)}.") from None

    def reseat(self, seats: dict[str, str]) -> None:
        """Split the sides into other seats from now on: {seat: side}. Nothing of the position changes."""
        reseat(self, seats)

    # ---------------------------------------------------------- going back

    def undo_refused(self, seat: str | None = None) -> str | None:
        """None if this seat may take back its last choice, else why not."""
        if seat is not None and seat in self._submitted:
            return None
        if self._submitted:
            return "Others have submitted: take back your own first." if seat is None else "You have submitted nothing."
        if not self._choosers or self.number == self._first:
            return "Nothing has been chosen yet."
        asked = self._single
        if asked is not None and asked.secret and asked.seat != (seat or self._choosers[-1]):
            return "Another seat chooses in secret."  # whether it has chosen already, nobody may know
        if seat is not None and self._choosers[-1] != seat:
            return "Another seat has chosen since."
        if self.number <= self._barrier:
            return "Dice were rolled or something hidden was shown."
        return None

    def undo(self, seat: str | None = None, *, turn: bool = False) -> None:
        """Take back the last choice of this seat (by default of whoever chose last), or all of this turn."""
        if refused := self.undo_refused(seat):
            raise Misuse(f"This cannot be undone. {refused}")
        if seat in self._submitted:
            self.withdraw(str(seat))
            return
        who, target = self._choosers[-1], self.number - 1
        if turn:
            floor = max(self._barrier, self._turn_start, self._first)
            while target > floor and self._choosers[target - 1 - self._first] == who:
                target -= 1
        self._rewind(target)

    def roll_back(self, number: int, consent: Iterable[str]) -> None:
        """Go back to where `number` choices had been made, by consent of all seats. The dice are new from there on."""
        self._check_consent(consent)
        if not self._first <= number < self.number:
            raise Misuse(f"Roll back to {number}: expected {self._first} to {self.number - 1}.")
        epoch = self._epoch + 1
        self._rewind(number)
        self._new_epoch(epoch)
        self.marks.append("rolled back by consent")  # no numbers: they would count what others chose in secret

    def _rewind(self, number: int) -> None:
        end = self._choice_at[number - self._first]
        handed = notes_in(self.log[end:])
        self._rebuild(end)
        for entry in handed:  # what was handed out is known, whatever is taken back
            write_note(self, entry)

    # ---------------------------------------------------------- umpire and house rulings

    def correct(self, patch: dict[str, Any], why: str, *, by: str = UMPIRE) -> None:
        """The umpire sets the position right. What was half done (a move, a combat) ends where it stands."""
        self._check_umpire(by)
        self._correct(patch, why, by)

    def hand_out(self, text: str, to: Iterable[str], *, by: str = UMPIRE) -> None:
        """The umpire hands these seats a line of their diary. Nobody else can tell that there is one."""
        handing.hand_out(self, text, to, by)

    def house_rule(self, patch: dict[str, Any], why: str, *, consent: Iterable[str]) -> None:
        """The same without an umpire, by consent of all seats; the match is marked."""
        self._check_consent(consent)
        self._correct(patch, why, "consent")

    def _check_umpire(self, by: str) -> None:
        if by != UMPIRE or not self.umpire:
            raise Misuse(f"{by!r} may not do this: only the umpire of a match that has one.")

    def _check_consent(self, consent: Iterable[str]) -> None:
        missing = sorted(set(self.seats) - set(consent))
        if missing:
            raise Misuse(f"This needs everybody's consent; missing: {', '.join(missing)}.")

    # ---------------------------------------------------------- ends that players make

    def resign(self, side: str, *, consent: Iterable[str] | None = None, by: str | None = None) -> None:
        """A side gives up: the match is over, and cites the game's rule for it. A side of several seats needs them all.

        by         "umpire", or "clock" where a seat's time is up; None: the seats themselves
        """
        ending.resign(self, side, consent, by)

    def draw(self, consent: Iterable[str]) -> None:
        """The match ends as a draw, by consent of all seats."""
        ending.draw(self, consent)

    # ---------------------------------------------------------- standing answers

    def stand(self, answer: Standing) -> None:
        """Leave an answer to a rule's question; the kernel gives it at once, until its moment."""
        if answer.seat not in self.seats:
            raise Misuse(f"There is no seat {answer.seat!r}.")
        self.standing.append(structs.replace(answer, since=self.number))
        self._answer_standing()

    def stand_down(self, seat: str, rule: str | None = None) -> None:
        """Take back standing answers of a seat (of one rule, or all)."""
        self.standing = [s for s in self.standing if not (s.seat == seat and rule in (None, s.rule))]

    def _answer_standing(self) -> None:
        """Gives standing answers until none fits. A fitting answer that is illegal here is left to the player."""
        answering = True
        while answering and self.standing:
            answering = False
            for decision in self.decisions.values():
                fitting = next((s for s in self.standing if s.fits(decision)), None)
                if fitting is None:
                    continue
                try:
                    given, logged = decision.accept(fitting.answer)
                except Refused:
                    continue
                if self._single is None:
                    self._submit(decision, given, logged, "standing")
                else:
                    self._advance(decision, given, logged, "standing")
                answering = True
                break

    # ---------------------------------------------------------- copies

    def fork(self, *, seed: bytes | str | int | None = None, quiet: bool = False) -> Match:
        """An independent copy of the true position, with dice of its own. `quiet`: without diary, for fast playing on."""
        self._forks += 1
        key = derived(self.stream.key, "fork", self._forks) if seed is None else mixed_key(_secret(seed), {})
        twin: Match = self._twin(len(self.log), quiet)
        twin._new_key(key)
        twin.standing = list(self.standing)
        twin._submit_again(self._submitted)
        return twin

    def at(self, number: int) -> Match:
        """The match as it stood after so many choices, to look at (replay)."""
        if not self._first <= number <= self.number:
            raise Misuse(f"Choice {number}: expected {self._first} to {self.number}.")
        end = len(self.log) if number == self.number else self._choice_at[number - self._first]
        try:
            twin: Match = self._twin(end, quiet=False)
        except (Mismatch, Refused) as error:
            raise Misuse(f"Choice {number} cannot be shown: the rules have changed since ({error}).") from error
        return twin

    def imagine(self, seat: str, *, seed: int | None = None) -> Match:
        """A world that this seat cannot tell from the true one. Never the true position, never its dice."""
        from .imagine import imagine

        return imagine(self, seat, seed)

    def save(self, seat: str | None = None) -> bytes:
        """The whole match as JSON. With a seat: only what that seat may know, to keep and to look at."""
        from .saves import save, save_for

        return save(self) if seat is None else save_for(self, seat)

    # ---------------------------------------------------------- small things

    def _asked(self, seat: str | None) -> Decision:
        asked = self.decisions
        if seat is None:
            return self.decision
        if seat in asked:
            return asked[seat]
        if self.result is not None:
            raise Misuse("The match is over.")
        if seat in self._submitted:
            raise Misuse(f"{seat} has already submitted; withdraw it first to change it.")
        self.side_of(seat)
        raise Misuse(f"{seat} is not asked anything now; waiting for {', '.join(asked)}.")

    def _submit(self, decision: Decision, given: Any, logged: Any, by: str | None) -> None:
        before = self._submitted.copy()
        self._submitted[decision.seat] = (given, choice_entry(decision.seat, logged, decision.secret, by))
        if len(self._submitted) < len(self._together):
            return
        asked = list(self._together.values())
        entries = tuple(self._submitted[d.seat][1] for d in asked)
        answers = {d.side: self._submitted[d.seat][0] for d in asked}
        try:
            self._attempt(decision, entries, answers)
        except (Broken, DiceError):
            self._submit_again(before)
            raise

    def _advance(self, decision: Decision, given: Any, logged: Any, by: str | None) -> None:
        if decision.__class__ is HandRoll:
            self._hand_thrown(decision, logged)
            return
        self._attempt(decision, ((CHOICE, decision.seat, logged, decision.secret, by),), given)

    def _waiting_words(self, decision: Decision) -> str:
        name = self.prepared.sides.get(decision.side, decision.side)
        who = name if decision.seat == decision.side else f"{decision.seat} ({name})"
        return f"{who}: {decision.waiting}" if decision.waiting else who

    def __repr__(self) -> str:
        asked = ", ".join(self.decisions) or (self.result.text if self.result else "over")
        return f"<Match {self.game.name}/{self.prepared.name} after {self.number} choices: {asked}>"


def _secret(seed: bytes | str | int | None) -> bytes:
    if seed is None:
        return os.urandom(32)
    if isinstance(seed, bytes):
        return seed
    return str(seed).encode()


__all__ = ["Context", "Game", "Match", "Prepared", "Result", "SetUp"]
