"""What is asked of a match, and done to it, wherever it is live: in this process at home, in a worker's in a club.

Every verb is a function of the match and plain values, and what it answers is plain, so that both can travel. `Head` is what
the server itself knows of a match without asking the rules: who is asked, who sits where, whether it is over.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from msgspec import UNSET, Struct

from grognard.boards.papers import diary_document, sheets_document
from grognard.kernel import BadData, Checked, Draft, Match, Misuse, Refused, Standing
from grognard.kernel.catching_up import catch_up
from grognard.kernel.dice import commitment
from grognard.kernel.ending import CLOCK
from grognard.kernel.history import History
from grognard.kernel.log import CHANCE, EPOCH, Entry
from grognard.kernel.scene import DecisionView, EventView, RefusalView
from grognard.kernel.state import plain
from grognard.kernel.text import scene_as_text

from . import measures
from .difference import Parts, parts_of
from .library import Unknown, position_of
from .store import Change
from .wire import Position
from .wire_club import DiceFacts, DiceRoll

Plain = dict[str, Any]
_TURNS: WeakKeyDictionary[Match, tuple[Any, str]] = WeakKeyDictionary()  # the last heading, and the words of the turn it began


class Asked(Struct):
    """A question that waits for a seat, as far as anybody may know."""

    form: str
    elsewhere: bool = False  # a match of another game may answer it


class Head(Struct):
    """What the server knows of a match at hand."""

    game: str
    hidden: bool
    umpire: bool
    sides: dict[str, str]  # with their names
    seats: dict[str, str]
    former: dict[str, str]
    asked: dict[str, Asked]
    numbers: dict[str, int]  # seat -> the number of its next decision
    number: int  # choices made
    turn: str
    ended: bool
    over: str
    winner: str | None
    marks: list[str]
    notes: list[str]

    def side_ever(self, seat: str) -> str | None:
        """The side of a seat, of now or of an earlier split."""
        return self.seats.get(seat) or self.former.get(seat)

    def side_of(self, seat: str) -> str:
        if seat not in self.seats:
            raise Misuse(f"There is no seat {seat!r}. There are: {', '.join(self.seats)}.")
        return self.seats[seat]


def head(match: Match) -> Head:
    result = match.result
    return Head(
        game=match.game.name, hidden=match.game.hidden, umpire=match.umpire, sides=dict(match.prepared.sides),
        seats=dict(match.seats), former=dict(match.former),
        asked={seat: Asked(one.form, one.elsewhere is not None) for seat, one in match.decisions.items()},
        numbers={seat: match.own_number(seat) for seat in match.seats}, number=match.number, turn=_turn(match),
        ended=result is not None, over=result.text if result is not None else "",
        winner=result.winner if result is not None else None, marks=list(match.marks), notes=list(match.notes),
    )  # fmt: skip


def _turn(match: Match) -> str:
    """The words of the turn. Only a heading of the diary begins one: without a new one the old words stand."""
    heading = next((event for event in reversed(match.events) if event.kind == "heading"), None)
    known = _TURNS.get(match)
    if known is None or heading is None or known[0] is not heading or match.result is not None:
        known = _TURNS[match] = (heading, match.game.scene(match.g, None).turn)
    return known[1]


# ------------------------------------------------------------------ beginning


class Begun(Struct):
    save: bytes
    head: Head
    title: str
    scenario: str


def begun(how: dict[str, Any]) -> Begun:
    """A new match, by a wish."""
    return taken(Match.start(**how).save())


def taken(save: bytes) -> Begun:
    """A match from a save."""
    match = Match.load(save)
    title = match.game.scene(match.g, None).title or match.game.title
    return Begun(save, head(match), title, match.prepared.name)


# ------------------------------------------------------------------ seeing


class View(Struct):
    parts: Parts
    board: str
    refused: bool = False  # the draft that the seat had before it does not fit any more


def look(match: Match, seats: dict[str | None, list[Any]]) -> dict[str | None, View]:
    """What these seats see, each with the draft that it has before it."""
    return {seat: _view(match, seat, items) for seat, items in seats.items()}


def seen_in(save: bytes) -> tuple[View, bytes]:
    """What a watcher saw when the match stood so, and its board as data."""
    match = Match.load(save)
    view = _view(match, None, [])
    return view, board(match) if view.board else b""


def _view(match: Match, seat: str | None, items: list[Any]) -> View:
    refused = False
    try:
        scene = match.view(seat, items)
    except (Refused, Misuse, TypeError):
        if not items:
            raise
        scene, refused = match.view(seat), True
    return View(parts_of(scene), scene.board, refused)


def board(match: Match) -> bytes:
    """The board of now, as data."""
    assert match.board is not None
    return msgspec.json.encode(match.board)


def as_text(match: Match, seat: str | None) -> str:
    return scene_as_text(match.view(seat), match.board)


def diary(match: Match, seat: str | None) -> list[EventView]:
    return match.diary(seat)


def saved(match: Match, seat: str | None = None) -> bytes:
    return match.save(seat)


def position(match: Match) -> Position:
    return position_of(match.game, match.g.state)


def papers(match: Match, what: str, eyes: list[str | None], looker: str | None, form: str, dice: bool, panel: str) -> str:
    if what == "diary":
        return diary_document(match, eyes, form, dice)
    return sheets_document(match, looker, form, panel)


class Sheet(Struct):
    turn: str
    phase: str
    board: str
    text: str
    diary: list[EventView]


def sheet(match: Match, seat: str | None) -> Sheet:
    scene = match.view(seat)
    return Sheet(scene.turn, scene.phase, scene.board, scene_as_text(scene, match.board), match.diary(seat))


def turn_at(match: Match, number: int) -> str:
    return match.at(number).view(None).turn


def dice_facts(match: Match) -> DiceFacts:
    if match.secret is None:
        raise Misuse("This match has no dice of its own to check.")
    nonces = {**match.luck.nonces, **{f"{seat} #{epoch}": text for epoch, seat, text in match.luck.mixed_in}}
    facts = DiceFacts(commitment(match.secret), nonces)
    if match.result is not None:
        facts.secret, epoch = match.secret.hex(), 0
        for entry in match.log:
            if entry[0] == EPOCH:
                epoch = entry[1]
            elif entry[0] == CHANCE:
                facts.rolls.append(DiceRoll(entry[1], list(entry[2]), epoch, entry[4]))
    return facts


# ------------------------------------------------------------------ asking


class Judged(Struct):
    refusals: list[RefusalView]
    ghosts: list[Any]


def check(match: Match, seat: str, value: Any) -> Judged:
    decision = match.decisions[seat]
    ghosts = decision.ghosts(value) if isinstance(decision, Checked) else []
    return Judged([refusal.view() for refusal in decision.refusals(value)], ghosts)


def draft(match: Match, seat: str, items: list[Any]) -> DecisionView:
    asked = match.decisions.get(seat)
    if not isinstance(asked, Draft):
        raise Misuse("No draft is asked for now.")
    return asked.view(match.own_number(seat), items)


def why(match: Match, seat: str, value: Any, piece: str, place: str) -> RefusalView | None:
    refusal = match.why_not(value, seat) if value is not None else match.explain(piece, place, seat)
    return refusal.view() if refusal is not None else None


def only_choice(match: Match, seats: set[str]) -> tuple[str, Any] | None:
    """The one thing that a seat of these can do, where its question is open to all and has one answer."""
    asked = next((one for seat, one in match.decisions.items() if seat in seats and not one.secret), None)
    if asked is None or asked.form != "options" or len(asked.options) != 1:  # type: ignore[attr-defined]
        return None
    return asked.seat, plain(asked.options[0])  # type: ignore[attr-defined]


def bot_agrees(match: Match, seat: str, what: str) -> bool:
    """A bot judges from a world that its seat can imagine, as always."""
    if what != "draw":
        return True
    try:
        world = match.imagine(seat, seed=1)
        return match.game.evaluate(world.g, match.seats[seat]) <= 0
    except Exception:
        return False


def by_chance(match: Match, seat: str) -> Any:
    """The choice of last resort for a bot."""
    from grognard.bots.random_bot import any_value  # only for a bot that is late

    from .thinking import chance  # only for a bot that is late

    return plain(any_value(match.decisions[seat], chance(match, seat)))


# ------------------------------------------------------------------ elsewhere


class Offered(Struct):
    """A question that may be settled elsewhere, and what would be played there."""

    seat: str
    words: str
    game: str
    seats: dict[str, str]
    scenario: dict[str, Any]
    digest: str


def offered(match: Match) -> Offered:
    asked = next((one for one in match.decisions.values() if one.elsewhere is not None), None)
    if asked is None or asked.elsewhere is None:
        raise Unknown("Nothing is asked now that could be settled elsewhere.")
    there, scenario = asked.elsewhere, asked.elsewhere.scenario()
    digest = hashlib.blake2b(msgspec.json.encode(scenario), digest_size=5).hexdigest()
    return Offered(asked.seat, there.words, there.game, dict(there.seats), scenario, digest)


def brought_home(match: Match, save: bytes) -> tuple[Any, str]:
    """What came of the match elsewhere: as an answer to the question here, and in words."""
    asked = next(one for one in match.decisions.values() if one.elsewhere is not None)
    assert asked.elsewhere is not None
    value = asked.elsewhere.answer(Match.load(save))
    return plain(value), asked.label(value)


# ------------------------------------------------------------------ changing


class Made(Struct):
    """A change that was made, to be written down."""

    entry: Change
    head: Head
    views: dict[str | None, View] = {}


def make(
    match: Match, do: str, seat: str | None, verb: Callable[..., None], args: tuple[Any, ...],
    eyes: dict[str | None, list[Any]] | None = None,
) -> Made:  # fmt: skip
    """Do it, and say what the log got. Raises what the match raises, and nothing has changed.

    eyes       who looks, and the draft that each has before it: what they see now, if all of it can be shown
    """
    log = match.log.upto(len(match.log))
    before = (log, submitted(match), list(match.standing), list(match.marks), list(match.luck.mixed_in))
    seats = match.seats
    verb(match, *args)
    entry = _entry(do, seat, match, *before)
    if match.seats is not seats:
        entry.seats, entry.former = match.seats, match.former
    return Made(entry, head(match), _ahead(match, eyes or {}))


def _ahead(match: Match, eyes: dict[str | None, list[Any]]) -> dict[str | None, View]:
    """What is seen now. That it cannot be shown is said when the change is on the disk."""
    try:
        return look(match, eyes)
    except MemoryError:
        raise
    except Exception:
        return {}


def _entry(
    do: str, seat: str | None, match: Match, old: History[Entry], handed_in: Plain, standing: list[Any], marks: list[str],
    mixed_in: list[Any],
) -> Change:  # fmt: skip
    new = match.log
    kept = old.common(new)  # less than all where the past was changed
    entry = Change(do, kept, [list(part) for part in new[kept:]], seat)
    if submitted(match) != handed_in:
        entry.submitted = submitted(match)
    if match.standing != standing:
        entry.standing = msgspec.to_builtins(match.standing)
    if match.marks != marks:
        entry.marks = list(match.marks)
    if match.luck.mixed_in != mixed_in:
        entry.mixed_in = list(match.luck.mixed_in)
    return entry


def submitted(match: Match) -> Plain:
    return match.submitted


def follow(
    match: Match, entry: Change, eyes: dict[str | None, list[Any]] | None = None
) -> tuple[Head, dict[str | None, View]] | None:
    """What another process did, and what is seen then; None if the match must be loaded again to know it."""
    if entry.kept != len(match.log) or match.dice == "by hand" or entry.seats is not UNSET:
        return None
    handed_in = submitted(match) if entry.submitted is UNSET else entry.submitted
    standing = match.standing if entry.standing is UNSET else msgspec.convert(entry.standing, list[Standing])
    marks = match.marks if entry.marks is UNSET else entry.marks
    mixed_in = match.luck.mixed_in if entry.mixed_in is UNSET else entry.mixed_in
    catch_up(match, entry.log, handed_in, standing, marks, mixed_in)
    return head(match), _ahead(match, eyes or {})


def choose(match: Match, seat: str, value: Any, by: str | None) -> None:
    match.choose(value, seat, by=by)


def undo(match: Match, seat: str, turn: bool) -> None:
    match.undo(seat, turn=turn)


def withdraw(match: Match, seat: str) -> None:
    match.withdraw(seat)


def stand(match: Match, answer: Standing) -> None:
    """All of a match's standing answers are written with each change of them: they are few, and short."""
    if len(msgspec.json.encode(answer.answer)) > measures.STANDING_BYTES:
        raise Misuse(f"A standing answer has at most {measures.STANDING_BYTES} characters.")
    if sum(one.seat == answer.seat for one in match.standing) >= measures.STANDING:
        raise Misuse(f"A seat leaves at most {measures.STANDING} standing answers: take some back first.")
    match.stand(answer)


def stand_down(match: Match, seat: str, rule: str | None) -> None:
    match.stand_down(seat, rule)


def roll_back(match: Match, number: int) -> None:
    match.roll_back(number, match.seats)


def house_rule(match: Match, patch: Plain, why: str) -> None:
    measures.check_patch(patch)
    tried(match, lambda copy: copy.house_rule(patch, why, consent=copy.seats))
    match.house_rule(patch, why, consent=match.seats)


def correct(match: Match, patch: Plain, why: str) -> None:
    measures.check_patch(patch)
    tried(match, lambda copy: copy.correct(patch, why))
    match.correct(patch, why)


def tried(match: Match, change: Callable[[Match], None]) -> None:
    """A position of somebody's making, on a copy and looked at by everybody: one that cannot be shown is not made."""
    copy = match.fork(quiet=True)
    change(copy)
    try:
        for seat in (None, *copy.seats):
            copy.view(seat)
    except MemoryError:
        raise
    except Exception as error:
        raise BadData(f"This cannot be played: {type(error).__name__}: {error}") from None


def hand_out(match: Match, text: str, to: list[str]) -> None:
    match.hand_out(text, to)


def resign(match: Match, seat: str, consent: list[str]) -> None:
    match.resign(match.seats[seat], consent=consent)


def time_up(match: Match, seat: str) -> None:
    match.resign(match.seats[seat], by=CLOCK)


def draw(match: Match) -> None:
    match.draw(match.seats)


def mix_in(match: Match, seat: str, words: str) -> None:
    """All words are written with each new one: they are few."""
    if sum(one == seat for _, one, _ in match.luck.mixed_in) >= measures.MIXED:
        raise Misuse("Enough words of this seat are in the dice.")
    match.mix_in(seat, words)


def reseat(match: Match, seats: dict[str, str]) -> None:
    match.reseat(seats)
