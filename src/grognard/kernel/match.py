"""A match: one game being played, from the first decision to the result.

The one idea: generators cannot be copied, so a position is a *checkpoint* (a copy of the state at which the procedures can
be started afresh) plus the log since. Fork, undo, save, replay and imagination all rebuild from that.
A match is made of parts, each with a job of its own: who sits where (seating.py), what has happened (annals.py), chance
(luck.py), the procedures as they run (procedures.py), checkpoints (checkpoints.py), standing answers (standing.py), what
readers were shown (readers.py). What works on several of them: rebuilding.py, going_back.py, imagine.py, saves.py.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec import structs

from . import ending, going_back, handouts, rebuilding, saves
from .annals import Annals
from .checkpoints import Checkpoints
from .context import UMPIRE, Result
from .decision import Decision
from .diary import Event
from .dice import DiceError, Stream, derived, mixed_key
from .game import Game
from .game import game as game_named
from .hand_roll import HandRoll
from .history import History
from .imagine import imagine
from .loading import load
from .log import CHOICE, Entry, Mismatch, choice_entry
from .luck import BY_HAND, Luck
from .prepared import Prepared, prepare
from .procedures import Procedures
from .readers import Readers
from .refusal import Broken, Misuse, Refusal, Refused
from .scene import BoardPicture, EventView, Scene
from .seating import Seating
from .standing import Standing, StandingAnswers


class Match:
    """A game being played. `Match.start` and `Match.load` make one; other programs may rely on every name here.

        match = Match.start("nlc", "quatre-bras", seed="waterloo")
        while match.result is None:
            decision = match.decision              # who is asked (seat), what (prompt), by which rule
            match.choose(decision.options[0])      # a rule against it: Refused, and nothing has changed

    `view(seat)` and `diary(seat)` show what a seat may know; `g`, `log` and `events` are the truth, for umpires and tests.
    Besides the properties it has `game`, its `options`, `static` (data that never change) and `prepared` (the scenario),
    `marks` (what everybody should know of it: a correction, a roll-back), `notes` (what loading had to say) and `imagined`.
    """

    def __init__(
        self, game: Game, prepared: Prepared, seats: dict[str, str] | None, umpire: bool, former: dict[str, str] | None = None
    ) -> None:
        """A table at which nothing has been played."""
        self.game = game
        self.prepared = prepared
        self.static: Any = prepared.static
        self.options = prepared.options
        self.umpire = umpire
        self.imagined = False
        self.marks: list[str] = []
        self.notes: list[str] = []
        self.seating = Seating(seats, prepared.sides, former)
        self.annals = Annals((*self.seating.seats, *self.seating.former))
        self.luck = Luck(self.annals, next(iter(prepared.sides)))
        self.procedures = Procedures(game, self.seating, self.annals)
        self.checkpoints = Checkpoints(self.annals, self.luck, game.checkpoint_every)
        self.answers = StandingAnswers()
        self.readers = Readers(self.annals)

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
        """A new match at its first decision. Misuse, or BadData for a wrong file, says what is wrong with any of these.

        scenario   a name, or scenario data; `situation` is a patch laid over its first state
        seed       the secret behind the dice (None: a new one); `nonces` of the seats are mixed in
        dice       "stream", or "by hand": each roll is its thrower's decision
        seats      {seat: side}, where a side is split into several seats; by default a seat is a side
        options    the game's options that are not to stand as they do by default
        umpire     whether there is one: he sees all, and may correct the position
        checkpoint_every    choices between two kept copies of the state, if not as the game has it
        """
        known = game_named(game) if isinstance(game, str) else game
        if dice not in ("stream", BY_HAND):
            raise Misuse(f"dice = {dice!r}: expected 'stream' or 'by hand'")
        prepared = prepare(known, scenario, options or {}, situation)
        match = cls(known, prepared, seats, umpire)
        luck = match.luck
        luck.secret = _secret(seed)
        luck.nonces = dict(nonces or {})
        luck.dice = dice
        luck.stream.key = mixed_key(luck.secret, luck.nonces)
        if checkpoint_every is not None:
            match.checkpoints.every = checkpoint_every
        rebuilding.begin(match, prepared.first_state())
        match._answer_standing()
        return match

    @classmethod
    def load(cls, file: bytes | str | os.PathLike[str], *, game: Game | None = None) -> Match:
        """A match from a save. `match.notes` says so where newer rules could not follow it all the way.

        game       where it is not known by name in this process
        """
        return load(cls, file, game)

    # ---------------------------------------------------------- deciding

    @property
    def decisions(self) -> dict[str, Decision]:
        """Who is asked what now; empty when the match is over."""
        return self.procedures.decisions

    @property
    def decision(self) -> Decision:
        """The only decision; where several seats are asked at once, the first that has not answered."""
        if self.procedures.single is not None:
            return self.procedures.single
        for asked in self.decisions.values():
            return asked
        raise Misuse("The match is over: nobody is asked anything.")

    @property
    def moment_began(self) -> int:
        """How many choices had been made when the game's last named moment came (Context.moment): a turn, an action."""
        return self.annals.turn_start

    def choose(self, value: Any, seat: str | None = None, *, by: str | None = None) -> None:
        """Make a choice: legal, and the match moves on; else raises Refused, and nothing changed.

        seat       needed only where several are asked at once;  by: "umpire", where he answers for somebody
        """
        decision = self.procedures.single
        if decision is None or (seat is not None and seat != decision.seat):
            decision = self._asked(seat)
        if by is not None:
            self.check_umpire(by)
        given, logged = decision.accept(value)
        if self.procedures.single is None:
            self._submit(decision, given, logged, by)
        else:
            self._advance(decision, given, logged, by)
        if self.answers.given:
            self._answer_standing()

    def why_not(self, value: Any, seat: str | None = None) -> Refusal | None:
        """None if the choice is legal, else the first reason against it."""
        return self._asked(seat).why_not(value)

    def explain(self, piece: str = "", place: str = "", seat: str | None = None) -> Refusal | None:
        """Why nothing can be done with this piece or place now; None if something can, or nothing is known against it."""
        return self._asked(seat).explain(piece, place)

    def withdraw(self, seat: str) -> None:
        """Take back what was submitted while others still think."""
        if seat not in self.procedures.submitted:
            raise Misuse(f"{seat} has submitted nothing that could be taken back.")
        del self.procedures.submitted[seat]

    @contextmanager
    def forced(self, *values: int, draws: Iterable[Sequence[Any]] = ()) -> Iterator[None]:
        """Within, dice fall as given, and draws come out as given: too few, too many or impossible ones fail loudly."""
        with self.luck.forcing(values, tuple(draws)):
            yield

    def mix_in(self, seat: str, words: str) -> None:
        """A seat's own words go into the dice from here on: whoever knew the secret before cannot know how they fall now."""
        if seat not in self.seats:
            raise Misuse(f"There is no seat {seat!r}.")
        if self.dice == BY_HAND or self.result is not None:
            raise Misuse("No dice are thrown here into which words could be mixed.")
        epoch = self.luck.epoch + 1
        self.luck.mixed_in.append((epoch, seat, words[:200]))
        self.luck.new_epoch(epoch)

    # ---------------------------------------------------------- marks that procedures set

    def rest(self) -> None:
        """The procedures could start afresh from the state here."""
        self.checkpoints.rest(self.procedures.g)

    def moment(self, name: str) -> None:
        """A named moment of the game has come."""
        annals = self.annals
        annals.turn_start = annals.number
        if self.luck.fates is not None:
            self.luck.fates.moment()
        if self.answers.given:
            self.answers.moment(name, annals.number)

    # ---------------------------------------------------------- what its parts know

    @property
    def g(self) -> Any:
        """The context of the rules: the true position. Not for a person or a bot."""
        return self.procedures.g

    @property
    def result(self) -> Result | None:
        """How the match ended; None while it goes on."""
        return self.procedures.result

    @property
    def number(self) -> int:
        """How many choices were made."""
        return self.annals.number

    @property
    def log(self) -> History[Entry]:
        """What happened, entry by entry (log.py)."""
        return self.annals.log

    @property
    def events(self) -> History[Event]:
        """The whole diary, as nobody but an umpire may read it."""
        return self.annals.events

    @property
    def seats(self) -> dict[str, str]:
        """{seat: side}."""
        return self.seating.seats

    @property
    def former(self) -> dict[str, str]:
        """Seats of earlier splits, and their sides."""
        return self.seating.former

    @property
    def secret(self) -> bytes | None:
        """What the dice are made of; None in forks and imagined worlds."""
        return self.luck.secret

    @property
    def dice(self) -> str:
        """"stream" or "by hand"."""
        return self.luck.dice

    @property
    def stream(self) -> Stream:
        """The dice to come. Not for a person or a bot."""
        return self.luck.stream

    @property
    def standing(self) -> list[Standing]:
        """The answers that seats have left."""
        return self.answers.given

    @property
    def submitted(self) -> dict[str, Any]:
        """What seats have answered while others still think, as the log would have it. Their secret until all are in."""
        return {seat: entry[2] for seat, (_, entry) in self.procedures.submitted.items()}

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
            self.readers.ask(scene, seat, asked[seat], items)
        scene.waiting = [self.waiting_words(other) for name, other in asked.items() if name != seat]
        if seat is not None:
            scene.elsewhere = next((one.elsewhere.words for one in asked.values() if one.elsewhere is not None), "")
        scene.diary = self.diary(seat, last=40)
        scene.over = self.result.text if self.result else ""
        scene.won = (self.result.winner or "") if self.result else ""
        scene.undo = seat is not None and self.undo_refused(seat) is None
        scene.undo_turn = scene.undo
        scene.marks = list(self.marks)
        return scene

    @property
    def board(self) -> BoardPicture | None:
        """The map as it is drawn now; None where a game has none."""
        return self.prepared.board(self.game, self.game.ground(self.g))

    def diary(self, seat: str | None = None, *, last: int | None = None, since: int = 0) -> list[EventView]:
        """The diary as this seat may read it."""

        def name_of(kind: str, value: Any) -> str:
            return self.game.name_of(self.static, kind, value)

        def spot(facts: Mapping[str, Any]) -> tuple[str, str]:
            return self.game.spot(self.static, facts)

        return self.readers.diary(self.side_of(seat), seat, name_of, spot, last, since)

    def own_number(self, seat: str | None) -> int:
        """How many choices this seat has made: all that a seat may count (the umpire counts all)."""
        return self.number if seat == UMPIRE else len(self.annals.own.get(seat, ())) if seat is not None else 0

    def side_of(self, seat: str | None) -> str | None:
        """The side that a seat plays for; the umpire's is "umpire", a spectator's None."""
        return self.seating.side_of(seat)

    def reseat(self, seats: dict[str, str]) -> None:
        """Split the sides into other seats from now on: {seat: side}. Nothing of the position changes."""
        self.seating.resplit(seats)
        for seat in self.seats:
            self.annals.own.setdefault(seat, array("i"))
        self.readers.forget_all()
        self.answers.given = [answer for answer in self.answers.given if answer.seat in self.seats]
        self.procedures.reseated()

    # ---------------------------------------------------------- going back

    def undo_refused(self, seat: str | None = None) -> str | None:
        """None if this seat may take back its last choice, else why not."""
        return going_back.undo_refused(self, seat)

    def undo(self, seat: str | None = None, *, turn: bool = False) -> None:
        """Take back the last choice of this seat (by default of whoever chose last), or all of this turn."""
        going_back.undo(self, seat, turn)

    def roll_back(self, number: int, consent: Iterable[str]) -> None:
        """Go back to where `number` choices had been made, by consent of all seats. The dice are new from there on."""
        self.check_consent(consent)
        going_back.roll_back(self, number)

    # ---------------------------------------------------------- umpire and house rulings

    def correct(self, patch: dict[str, Any], why: str, *, by: str = UMPIRE) -> None:
        """The umpire sets the position right. What was half done (a move, a combat) ends where it stands."""
        self.check_umpire(by)
        rebuilding.correct(self, patch, why, by)

    def hand_out(self, text: str, to: Iterable[str], *, by: str = UMPIRE) -> None:
        """The umpire hands these seats a line of their diary. Nobody else can tell that there is one."""
        handouts.hand_out(self, text, to, by)

    def house_rule(self, patch: dict[str, Any], why: str, *, consent: Iterable[str]) -> None:
        """The same without an umpire, by consent of all seats; the match is marked."""
        self.check_consent(consent)
        rebuilding.correct(self, patch, why, "consent")

    def check_umpire(self, by: str) -> None:
        """Misuse, unless this match has an umpire and it is he."""
        if by != UMPIRE or not self.umpire:
            raise Misuse(f"{by!r} may not do this: only the umpire of a match that has one.")

    def check_consent(self, consent: Iterable[str]) -> None:
        """Misuse, unless every seat has consented."""
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
        self.answers.given.append(structs.replace(answer, since=self.number))
        self._answer_standing()

    def stand_down(self, seat: str, rule: str | None = None) -> None:
        """Take back standing answers of a seat (of one rule, or all)."""
        self.answers.stand_down(seat, rule)

    def _answer_standing(self) -> None:
        """Gives standing answers until none fits. A fitting answer that is illegal here is left to the player."""
        answering = True
        while answering and self.answers.given:
            answering = False
            for decision in self.decisions.values():
                fitting = self.answers.fitting(decision)
                if fitting is None:
                    continue
                try:
                    given, logged = decision.accept(fitting.answer)
                except Refused:
                    continue
                if self.procedures.single is None:
                    self._submit(decision, given, logged, "standing")
                else:
                    self._advance(decision, given, logged, "standing")
                answering = True
                break

    # ---------------------------------------------------------- copies

    def fork(self, *, seed: bytes | str | int | None = None, quiet: bool = False) -> Match:
        """An independent copy of the true position, with dice of its own. `quiet`: without diary, for fast playing on."""
        self.checkpoints.forks += 1
        key = derived(self.stream.key, "fork", self.checkpoints.forks) if seed is None else mixed_key(_secret(seed), {})
        twin = rebuilding.twin_of(self, len(self.log), quiet)
        twin.luck.new_key(key)
        twin.answers.given = list(self.answers.given)
        twin.procedures.submit_again(self.procedures.submitted)
        return twin

    def at(self, number: int) -> Match:
        """The match as it stood after so many choices, to look at (replay)."""
        if not self.annals.first <= number <= self.number:
            raise Misuse(f"Choice {number}: expected {self.annals.first} to {self.number}.")
        try:
            return rebuilding.twin_of(self, self.annals.place_of(number), quiet=False)
        except (Mismatch, Refused) as error:
            raise Misuse(f"Choice {number} cannot be shown: the rules have changed since ({error}).") from error

    def imagine(self, seat: str, *, seed: int | None = None) -> Match:
        """A world that this seat cannot tell from the true one. Never the true position, never its dice."""
        return imagine(self, seat, seed)

    def save(self, seat: str | None = None) -> bytes:
        """The whole match as JSON. With a seat: only what that seat may know, to keep and to look at."""
        return saves.save(self) if seat is None else saves.save_for(self, seat)

    # ---------------------------------------------------------- small things

    def _asked(self, seat: str | None) -> Decision:
        asked = self.decisions
        if seat is None:
            return self.decision
        if seat in asked:
            return asked[seat]
        if self.result is not None:
            raise Misuse("The match is over.")
        if seat in self.procedures.submitted:
            raise Misuse(f"{seat} has already submitted; withdraw it first to change it.")
        self.side_of(seat)
        raise Misuse(f"{seat} is not asked anything now; waiting for {', '.join(asked)}.")

    def _submit(self, decision: Decision, given: Any, logged: Any, by: str | None) -> None:
        before = self.procedures.submitted.copy()
        self.procedures.submitted[decision.seat] = (given, choice_entry(decision.seat, logged, decision.secret, by))
        if not self.procedures.complete:
            return
        entries, answers = self.procedures.all_submitted()
        try:
            rebuilding.attempt(self, decision, entries, answers)
        except (Broken, DiceError):
            self.procedures.submit_again(before)
            raise

    def _advance(self, decision: Decision, given: Any, logged: Any, by: str | None) -> None:
        if isinstance(decision, HandRoll):
            rebuilding.hand_thrown(self, decision, logged)
            return
        rebuilding.attempt(self, decision, [(CHOICE, decision.seat, logged, decision.secret, by)], given)

    def waiting_words(self, decision: Decision) -> str:
        """For the others: who is thinking, and what about."""
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
