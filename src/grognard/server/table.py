"""A live match: the position in memory, the people who look at it, and the disk behind it.

Whatever changes the match goes through `_do`: the change is made in memory, its row is written, and only when it is on disk is
it acknowledged and shown. If the disk fails, the match is forgotten here and loaded again from what the disk has.
One lock a match keeps all that in order. Not here: what a client may say (live.py), rows and saves (store.py).
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import structs

from grognard.kernel import Broken, Match, Misuse, Refused
from grognard.kernel.decision import Draft
from grognard.kernel.log import Entry as LogEntry

from . import wire
from .difference import changes
from .store import Entry, Store, now
from .thinking import Thinkers, Thought, by_chance

log = logging.getLogger("grognard.server")

SNAPSHOT_EVERY = 64
ASIDE = ("waiting", "undo", "undo_turn", "decision", "number")  # what changes in a scene though nothing happened on the table
Plain = dict[str, Any]
encode = msgspec.json.Encoder().encode


class Lost(Misuse):
    """The disk did not take it. The match is as it was."""


class Seen:
    """What a seat sees: as data, and its digest."""

    __slots__ = ("at", "plain")

    def __init__(self, plain: Plain) -> None:
        self.plain = plain
        self.at = digest_of(plain)


def digest_of(plain: Plain) -> str:
    """Of the position as a seat sees it, whoever else is waited for, and whatever the seat drafts at the moment."""
    lean = {key: value for key, value in plain.items() if key not in ("waiting", "diary")}
    asked = lean.get("decision")
    if asked and asked["form"] == "draft":
        lean["decision"] = {k: v for k, v in asked.items() if k not in ("items", "options", "violations", "complete")}
    return hashlib.blake2b(encode(lean), digest_size=9).hexdigest()


class Watcher:
    """Somebody who looks at a table from a seat (None: a spectator). `tell` must not block."""

    seat: str | None
    shown: Seen | None = None
    thinking = ""

    def tell(self, said: Any) -> None:
        raise NotImplementedError

    def leave(self, code: int, why: str) -> None:
        raise NotImplementedError


class Table:
    """One match that is being played."""

    def __init__(self, match: Match, row: wire.Row, store: Store, thinkers: Thinkers) -> None:
        self.match, self.row, self.store, self.thinkers = match, row, store, thinkers
        self.lock = asyncio.Lock()
        self.watchers: list[Watcher] = []
        self.drafts: dict[str, list[Any]] = {}
        self.base, self.tail, self.count = b"", list[Entry](), 0  # the last save, what was done since, rows on disk
        self.went_back = 0  # how often the past was changed: what bots thought before is void
        self.notes: list[str] = []  # what everybody who comes should know
        self.lost = False  # the disk failed: this table must be loaded again
        self._seen: dict[str | None, Seen] = {}
        self._bots: asyncio.Task[None] | None = None

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def people(self) -> list[str]:
        return [seat for seat, info in self.row.seats.items() if info.kind != "bot"]

    def may_look(self, seat: str | None) -> bool:
        """A seat of people at this screen; when the match is over, any; a spectator always."""
        return seat is None or seat in self.people or (self.match.result is not None and seat in self.match.seats)

    @property
    def busy(self) -> bool:
        return bool(self.watchers) or self.lock.locked() or (self._bots is not None and not self._bots.done())

    # ---------------------------------------------------------- seeing

    def see(self, seat: str | None) -> Seen:
        """What this seat sees now, worked out once for each position."""
        if seat not in self._seen:
            self._seen[seat] = self._look(seat)
        return self._seen[seat]

    def _look(self, seat: str | None) -> Seen:
        items = self.drafts.get(seat, []) if seat is not None else []
        try:
            scene = self.match.view(seat, items)
        except (Refused, Misuse, TypeError):
            if not items:
                raise
            self.drafts.pop(seat or "", None)
            scene = self.match.view(seat)
        return Seen(msgspec.to_builtins(scene))

    def asked(self) -> list[str]:
        return list(self.match.decisions)

    def show_all(self, watcher: Watcher, kind: type[wire.SceneAnswer | wire.Late] = wire.SceneAnswer, re: Any = None) -> None:
        """The whole scene to one watcher."""
        watcher.shown = self.see(watcher.seat)
        watcher.tell(kind(re=re, scene=watcher.shown.plain, at=watcher.shown.at, asked=self.asked()))  # type: ignore[arg-type]

    def publish(self, by: str | None) -> None:
        """Everybody gets what changed for him; a move of another seat as a step. Nothing seen, nothing said."""
        for watcher in list(self.watchers):
            self._show(watcher, self.see(watcher.seat), by)

    def _show(self, watcher: Watcher, new: Seen, by: str | None) -> None:
        old, watcher.shown = watcher.shown, new
        if old is None:
            watcher.shown = None
            self.show_all(watcher)
            return
        found = changes(old.plain, new.plain)
        if not found:
            return
        watcher.thinking = watcher.thinking if all(path[0] in ASIDE for path, _ in found) else ""
        number = new.plain.get("number", 0)
        asked = self.asked()
        whole = len(encode(found)) > 2000 and len(encode(found)) > 0.7 * len(encode(new.plain))
        if by is not None and by != watcher.seat and any(path[0] not in ASIDE for path, _ in found):
            text = _words(old.plain, new.plain)
            step = wire.StepAnswer(text=text, seat=by, number=number, at=new.at, asked=asked)
            if whole:
                step.scene = new.plain  # type: ignore[assignment]
            else:
                step.changes = found
            watcher.tell(step)
        elif whole:
            watcher.tell(wire.SceneAnswer(scene=new.plain, at=new.at, asked=asked))  # type: ignore[arg-type]
        else:
            watcher.tell(wire.Difference(number=number, at=new.at, asked=asked, changes=found))
        if new.plain.get("over") and not old.plain.get("over"):
            watcher.tell(wire.OverAnswer(text=new.plain["over"]))

    def tell_all(self, said: Any) -> None:
        for watcher in list(self.watchers):
            watcher.tell(said)

    # ---------------------------------------------------------- changing

    async def choose(self, seat: str, value: Any) -> None:
        await self._do("choose", seat, lambda: self.match.choose(value, seat))

    async def change(self, do: str, seat: str | None, action: Callable[[], None], *, back: bool = False) -> None:
        """Undo, withdraw, stand, correct, roll back: under the lock, like a choice."""
        await self._do(do, seat, action, back=back)

    async def _do(self, do: str, seat: str | None, action: Callable[[], None], *, back: bool = False) -> None:
        """Make a change, put it on disk, show it. The caller holds the lock. Raises what the match raises, or Lost."""
        match = self.match
        before = (list(match.log), _submitted(match), list(match.standing), list(match.marks))
        action()
        self._seen.clear()
        entry = _entry(do, seat, match, *before)
        if back:
            self.went_back += 1
            self.drafts.clear()
        elif seat is not None:
            self.drafts.pop(seat, None)
        row = header(match, self.row)
        try:
            await asyncio.wrap_future(self.store.append(self.count + 1, entry, row))
        except Exception as error:
            self.lost = True
            log.exception("match %s: a choice could not be written", self.id)
            raise Lost("This could not be written to the disk, and was not done.") from error
        self.row, self.count = row, self.count + 1
        self.tail.append(entry)

    def tidy(self) -> None:
        """After the news is out: a new snapshot when enough was done since the last."""
        if len(self.tail) >= SNAPSHOT_EVERY:
            self.base, self.tail = self.match.save(), []
            self.store.snapshot(self.id, self.count, self.base)

    def draft(self, seat: str, items: list[Any]) -> Plain:
        """The decision of this seat with these items; they are kept for when it comes back."""
        asked = self.match.decisions.get(seat)
        if not isinstance(asked, Draft):
            raise Misuse("No draft is asked for now.")
        view = asked.view(self.match.own_number(seat), items)
        self.drafts[seat] = items
        self._seen.pop(seat, None)
        self.store.keep_draft(self.id, seat, items)
        plain: Plain = msgspec.to_builtins(view)
        return plain

    # ---------------------------------------------------------- bots

    def wake_bots(self) -> None:
        """Bots think while somebody is there to see it."""
        if self._bots is None or self._bots.done():
            if self.watchers and self._asked_bots():
                self._bots = asyncio.create_task(self._bots_play())

    def _asked_bots(self) -> dict[str, str]:
        seats = self.row.seats
        return {seat: seats[seat].bot for seat in self.match.decisions if seat in seats and seats[seat].kind == "bot"}

    async def _bots_play(self) -> None:
        failures = 0
        while self.watchers and not self.lost and failures < 5:
            async with self.lock:
                asked = self._asked_bots()
                if not asked:
                    return
                all_bots = {seat: info.bot for seat, info in self.row.seats.items() if info.kind == "bot"}
                back = self.went_back
                self._say_thinking(next(iter(asked)))
                base, tail = self.base, list(self.tail)
            thought = await self.thinkers.think(base, tail, all_bots)
            async with self.lock:
                if self.lost or back != self.went_back:
                    continue
                try:
                    moved = await self._play_thought(thought)
                except Broken as broken:
                    moved = False
                    self.tell_all(wire.ErrorSaid(what=self.broken(broken)))
                except Lost as lost:
                    self.tell_all(wire.ErrorSaid(what=str(lost)))
                    return
                failures = 0 if moved else failures + 1
        if failures:
            self.tell_all(wire.ErrorSaid(what="The bot cannot go on here. Undo or roll back, or save the match and report it."))

    async def _play_thought(self, thought: Thought) -> bool:
        """Make the choices that a bot brought home; whether there was any."""
        moved = False
        for seat, value in thought.moves:
            if seat not in self._asked_bots():
                break
            try:
                await self._bot_move(seat, value)
            except Refused as refused:
                thought.trouble = thought.trouble or f"it chose what the rules refuse ({refused})"
                break
            moved = True
        if thought.trouble and not moved and (asked := self._asked_bots()):
            seat, name = next(iter(asked.items()))
            log.warning("match %s: bot %s (%s): %s", self.id, name, seat, thought.trouble)
            self.tell_all(wire.Note(text=f"The bot {name} had trouble; a choice was made by chance."))
            await self._bot_move(seat, by_chance(self.match, seat))
            moved = True
        return moved

    async def _bot_move(self, seat: str, value: Any) -> None:
        await self.choose(seat, value)
        self.publish(seat)
        self.tidy()

    def _say_thinking(self, seat: str) -> None:
        """Once, until something is seen: how often a bot chooses in secret is nobody's business."""
        for watcher in self.watchers:
            if watcher.thinking != seat:
                watcher.thinking = seat
                watcher.tell(wire.Thinking(seat=seat))

    def broken(self, broken: Broken) -> str:
        """A rule raised an exception: keep the file that reproduces it, and say so in plain words."""
        folder = self.store.file.parent / "broken"
        folder.mkdir(exist_ok=True)
        file = folder / f"{self.id}-{self.count}.json"
        file.write_bytes(broken.file)
        log.error("match %s: a rule broke: %s (kept in %s)", self.id, broken, file)
        return f"A rule of the game broke here, and nothing was changed. A file for a report was kept: {file}"

    async def close(self) -> None:
        if self._bots is not None and not self._bots.done():
            self._bots.cancel()


# ------------------------------------------------------------------ small things


def header(match: Match, row: wire.Row) -> wire.Row:
    """The match's row as it is now: only what anybody may know."""
    scene = match.game.scene(match.g, None)
    mine = next((seat for seat, info in row.seats.items() if info.kind != "bot"), None)
    return structs.replace(
        row,
        updated=now(),
        turn=scene.turn,
        number=match.own_number(mine),
        over=match.result.text if match.result else "",
        waiting=list(match.decisions),
        marks=list(match.marks),
    )


def _entry(
    do: str, seat: str | None, match: Match, old: list[LogEntry], submitted: Plain, standing: list[Any], marks: list[str]
) -> Entry:
    new = match.log
    kept = next((n for n, (a, b) in enumerate(zip(old, new)) if a is not b and a != b), min(len(old), len(new)))
    entry = Entry(do, kept, [list(part) for part in new[kept:]], seat)
    if _submitted(match) != submitted:
        entry.submitted = _submitted(match)
    if match.standing != standing:
        entry.standing = msgspec.to_builtins(match.standing)
    if match.marks != marks:
        entry.marks = list(match.marks)
    return entry


def _submitted(match: Match) -> Plain:
    return {seat: entry[2] for seat, (_, entry) in match._submitted.items()}


def _words(old: Plain, new: Plain) -> str:
    """The lines of the diary that are new, as one text."""
    known = max((line["number"] for line in old.get("diary", [])), default=-1)
    return " ".join(line["text"] for line in new.get("diary", []) if line["number"] > known)[:600]


__all__ = ["Lost", "Seen", "Table", "Watcher", "header"]
