"""Imagination: a world that a seat cannot tell from the true one.

The last checkpoint is copied, the game deals again what the seat does not know *now* (`Game.redeal`), and the log since is
lived through once more: what the seat chose or saw chosen is chosen again, dice that it saw fall again, everything else is
decided and rolled anew. A world in which a past choice would be refused, or in which the seat would have seen anything else,
is thrown away. The world that stays goes on with a key of its own.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import structs

from .dice import derived
from .ending import end
from .hand_roll import HandRoll
from .handouts import write_note
from .log import CHANCE, CHOICE, END, EPOCH, HAND, NOTE, Checkpoint, Entry, Mismatch, choice_entry, seen_by
from .luck import BY_HAND
from .past import known_to, past_of
from .rebuilding import freshen, launch, same_table
from .refusal import Misuse, Refused
from .state import copy_state

if TYPE_CHECKING:
    from .match import Match

TRIES = 400


class CannotImagine(Misuse):
    """No world was found that looks the same to the seat. The redeal of the game is too bold for its rules."""


def imagine(match: Match, seat: str, seed: int | None = None) -> Match:
    """See Match.imagine."""
    freshen(match)
    dealer = Dealer(match, seat)
    match.checkpoints.forks += 1
    key = derived(match.stream.key, "imagine", match.checkpoints.forks) if seed is None else derived(b"imagine", seed)
    truth = _truth(match, seat)
    for attempt in range(TRIES):
        world = dealer.world(derived(key, attempt), lambda world: _sight(world, seat) == truth)
        if world is not None:
            return world
    raise CannotImagine(f"{match.game.title}: no world like the true one for {seat} in {TRIES} tries ({match!r}).")


def _sight(match: Match, seat: str) -> tuple[Any, ...]:
    """All that a seat is shown now, as values. Not its diary: that is compared line by line while a world is lived through."""
    asked, number = match.decisions, match.own_number(seat)
    return (
        number,
        match.readers.question(seat, asked[seat], number, ()) if seat in asked else None,
        match.game.scene(match.g, match.side_of(seat)),
        match.game.ground(match.g),
        [match.waiting_words(other) for name, other in asked.items() if name != seat],
        [one.elsewhere.words for one in asked.values() if one.elsewhere is not None],
        match.result.text if match.result else "",
        match.undo_refused(seat) is None,
        match.marks,
    )


def _truth(match: Match, seat: str) -> tuple[Any, ...]:
    """The true sight, kept while the position stands: worlds are imagined by the thousand from one."""
    now = match.procedures
    stands = (len(match.log), now.single, now.together, tuple(now.submitted), len(match.marks), now.g)
    known = match.readers.sights.get(seat)
    if known is None or any(one is not two and one != two for one, two in zip(known[0], stands, strict=True)):
        known = match.readers.sights[seat] = (stands, _sight(match, seat))
    return known[1]


class Dealer:
    """Deals worlds to a seat in which it would have chosen and heard the same. Whether they also look the same is asked."""

    def __init__(self, match: Match, seat: str) -> None:
        if seat not in match.seats:
            raise Misuse(f"{seat!r} cannot imagine anything: expected one of {', '.join(match.seats)}.")
        self.match = match
        self.seat, self.side = seat, match.seats[seat]
        self.checkpoint = match.checkpoints.last
        self.past = past_of(match, seat)
        self.tail = match.log[self.checkpoint.log :]
        self.heard = self._heard(match, self.checkpoint.events)
        self.handed = [n for n, gist in enumerate(self.heard) if gist[3] == "handed"]  # where lines of the umpire stand

    def world(self, key: bytes, fits: Callable[[Match], bool]) -> Match | None:
        """One attempt; None if the past could not have been in it, or it does not fit."""
        rng = random.Random(key)
        world = _world(self.match, key)
        checkpoint = self.past.put_into(world, self.checkpoint)
        first = len(world.events)

        def same(world: Match) -> bool:
            return self._heard(world, first) == self.heard and fits(world)

        try:
            _deal(self.match, world, checkpoint, self.tail, self.side, rng)
            known = [e for e in self.tail if e[0] in (CHOICE, NOTE) and known_to(e, self.side, world, self.seat)]
            return world if _lived_through(self, world, deque(known), rng, same, first) else None
        except (Mismatch, Refused):
            return None

    def _heard(self, match: Match, first: int) -> list[Any]:
        return [event.gist() for event in match.events[first:] if event.readable_by(self.side, self.seat)]

    def hand_out_again(self, world: Match, known: deque[Entry], first: int) -> None:
        """Lines of the umpire come where they came: after as many choices, and as many other lines."""
        while known and known[0][0] == NOTE:
            heard = self._heard(world, first)
            if len(heard) < self.handed[sum(gist[3] == "handed" for gist in heard)]:
                return
            write_note(world.annals, known.popleft())


def _world(match: Match, key: bytes) -> Match:
    """An empty table with dice of its own."""
    world = same_table(match)
    world.luck.new_key(key)
    world.luck.dice = "stream"
    world.luck.nonces = {}
    world.luck.mixed_in = []
    world.imagined = True
    return world


def _deal(match: Match, world: Match, checkpoint: Checkpoint, tail: Sequence[Entry], side: str, rng: random.Random) -> None:
    """The checkpoint of the world: the true one with everything dealt again that the side does not know now."""
    state = copy_state(checkpoint.whole())
    then = match.game.context(world, match.static, state, match.options)
    match.game.redeal(then, match.g, side, rng)
    state = then.state
    world.checkpoints.kept = [structs.replace(checkpoint, state=copy_state(state))]
    world.luck.recall = _Memory(match, world, side, tail).chance
    launch(world, state)


class _Memory:
    """Chance as the side remembers it: what it saw falls again, what it did not see is rolled anew."""

    def __init__(self, match: Match, world: Match, side: str, tail: Sequence[Entry]) -> None:
        self.world = world
        self.side = side
        self.seen = deque(e for e in tail if e[0] in (CHANCE, HAND) and seen_by(e, side))
        self.thrown = sum(e[0] == HAND for e in tail)  # by hand, seen or not
        self.waits = isinstance(match.procedures.single, HandRoll)  # and somebody is about to throw

    def chance(
        self, spec: str, count: int, faces: Any, seen: tuple[str, ...] | None, things: Sequence[Any] | None
    ) -> Sequence[int] | None:
        if faces is not None:
            self.thrown -= 1
            if self.waits and self.thrown < 0 and not self.seen:
                self.world.luck.dice = BY_HAND
        if (seen is not None and self.side not in seen) or not self.seen:
            return None
        entry, world = self.seen.popleft(), self.world
        was, outcome = (entry[3], entry[2]) if entry[0] == HAND else (entry[1], entry[2])
        if was != spec:
            raise Mismatch(f"{spec} where the side saw {was}")
        if entry[0] == HAND:
            world.luck.enter_hand(entry)
            return outcome  # type: ignore[no-any-return]
        if entry[5] is not None and things is not None:
            outcome = self._same_things(entry[5], things)
        world.log.append((CHANCE, spec, outcome, seen, world.stream.position, entry[5]))
        return outcome  # type: ignore[no-any-return]

    @staticmethod
    def _same_things(values: Sequence[Any], things: Sequence[Any]) -> tuple[int, ...]:
        """The side saw these very things drawn: find them where they lie in this world."""
        rest: list[Any] = list(things)
        picks = []
        for value in values:
            if value not in rest:
                raise Mismatch(f"{value!r} cannot be drawn in this world")
            picks.append(rest.index(value))
            rest[picks[-1]] = rest
        return tuple(picks)


def _lived_through(
    dealer: Dealer, world: Match, choices: deque[Entry], rng: random.Random, same: Callable[[Match], bool], first: int
) -> bool:
    """Live through the log again; True as soon as all that the side saw has happened and all looks the same."""
    memory: _Memory = world.luck.recall.__self__  # type: ignore[union-attr]
    match, tail, side = dealer.match, dealer.tail, dealer.side
    last = next((entry for entry in reversed(tail) if entry[0] != NOTE), None)
    for _ in range(len(tail) + 64):
        if choices and choices[0][0] == NOTE:
            dealer.hand_out_again(world, choices, first)
        if not choices and not memory.seen:
            if match.procedures.submitted and not world.procedures.submitted:
                _submit(match, world, side, rng)
            if last is not None and last[0] == END and world.result is None:
                end(world, last)
            if last is not None and last[0] == EPOCH:
                world.annals.bar()  # nothing that was rolled back to can be undone
            if same(world):
                world.luck.recall = None
                world.luck.dice = "stream"
                return True
        if not _one_more(world, choices, side, rng):
            return False
    return False


def _submit(match: Match, world: Match, side: str, rng: random.Random) -> None:
    """Who has submitted has submitted here too: the side its own, the others something."""
    for seat, (_, entry) in match.procedures.submitted.items():
        if seat in world.procedures.together:
            asked = world.procedures.together[seat]
            given, logged = asked.accept(entry[2] if match.seats[seat] == side else asked.sample(rng))
            world.procedures.submitted[seat] = (given, choice_entry(seat, logged, True, None))


def _one_more(world: Match, choices: deque[Entry], side: str, rng: random.Random) -> bool:
    """One more choice of this world: remembered if the side knows it, else any legal one."""
    if world.result is not None:
        return False
    for seat, decision in world.decisions.items():
        mine = not decision.secret or decision.side == side
        if mine and choices and choices[0][0] == CHOICE and world.seating.answers(decision, choices[0][1]):
            world.procedures.feed(choices.popleft())
            return True
        if decision.secret and decision.side != side:
            given, logged = decision.accept(decision.sample(rng))
            entry = choice_entry(seat, logged, True, None)
            if world.procedures.single is decision:
                world.procedures.go_on([entry], given)
            else:
                world.procedures.feed(entry)
            return True
    return False
