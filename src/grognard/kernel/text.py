"""A scene as text, for terminals and screen readers.

The one idea: everything that the picture shows is said, in the order in which a player needs it: when and what, the
board, who stands where, what lies beside the map, what is asked and what happened last. Plain sentences, no drawing
characters, nothing told by colour alone. Not here: the map in letters (text_map.py), which is left out where it does
not fit.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from .scene import (
    BoardPicture,
    Card,
    Cell,
    DecisionView,
    EventView,
    Marker,
    OddsView,
    OptionView,
    Panel,
    Piece,
    RefusalView,
    Region,
    Scene,
    TallyView,
)
from .text_map import board_as_letters, side_name
from .text_places import named
from .text_table import COMPASS, TableTalk

LAST_EVENTS = 12


def scene_as_text(
    scene: Scene, board: BoardPicture | None = None, width: int = 100, measure: tuple[str, float] = ("", 1.0)
) -> str:
    """The whole scene as this seat sees it. Lines are broken at `width`; the map in letters keeps its own.

    measure: in what distances on an open table are said, and how many board units that is.
    """
    page = Page(width)
    talk = TableTalk(board, measure) if board is not None and measure[0] else None
    _head(page, scene)
    if board is not None:
        _map(page, scene, board)
    _places(page, scene, board, talk)
    _overlays(page, scene, board)
    for panel in scene.panels:
        _panel(page, scene, panel)
    if scene.decision is not None:
        _decision(page, scene, scene.decision, board)
    _diary(page, scene.diary)
    return page.text()


class Page:
    """Lines of text under headings."""

    def __init__(self, width: int) -> None:
        self.width = max(20, width)
        self.lines: list[str] = []

    def heading(self, text: str) -> None:
        if self.lines:
            self.lines.append("")
        self.lines.append(f"{text}:" if text else "")

    def say(self, text: str, indent: int = 0, hang: int = 2) -> None:
        """A paragraph; what does not fit goes on below, a little further in."""
        for part in text.splitlines() or [""]:
            part = "".join(c if c.isprintable() else " " for c in part)  # no name may steer the terminal
            lead = " " * indent
            self.lines += textwrap.wrap(
                part, self.width, initial_indent=lead, subsequent_indent=lead + " " * hang, break_on_hyphens=False
            ) or [""]

    def as_is(self, lines: Iterable[str]) -> None:
        self.lines += lines

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def sentence(*parts: str) -> str:
    """Parts joined by commas and closed with a full stop, unless they close themselves."""
    text = ", ".join(part for part in parts if part)
    return text if not text or text[-1] in ".!?:" else text + "."


def cited(text: str, rule: str) -> str:
    return f"{text} [{rule}]" if rule else text


# the head


def _head(page: Page, scene: Scene) -> None:
    page.say(sentence(scene.title or f"{scene.game}, {scene.scenario}"))
    page.say("You watch." if scene.seat is None else f"You are {side_name(scene, scene.seat)}.")
    if scene.turn or scene.phase:
        page.say(sentence(scene.turn or "Now", f"phase {scene.phase}" if scene.phase else ""))
    if scene.status:
        page.say(f"Status: {'; '.join(scene.status)}.")
    if scene.score:
        page.say(f"Score: {'; '.join(f'{side_name(scene, who)} {points}' for who, points in scene.score.items())}.")
    if scene.marks:
        page.say(f"This match is marked: {', '.join(scene.marks)}.")
    if scene.over:
        page.say(f"The match is over: {scene.over}")
    if scene.undo:
        page.say("The last choice can be undone, and the turn." if scene.undo_turn else "The last choice can be undone.")
    if scene.waiting:
        page.say(f"Waiting for {'; '.join(scene.waiting)}.")


# the board and who is where


def _map(page: Page, scene: Scene, board: BoardPicture) -> None:
    lines = board_as_letters(scene, board, page.width)
    if lines:
        page.heading("Map; each line begins with its first place")
        page.as_is(lines)


def place_name(region: Region | None, id: str) -> str:
    """A place by its name (and its number, if it has one), with its ground and what is special there."""
    if region is None:
        return id
    name = named(region)
    about = [word for word in (region.kind.replace("_", " "), *region.tags) if word]
    return f"{name}, {', '.join(about)}" if about else name


def _places(page: Page, scene: Scene, board: BoardPicture | None, talk: TableTalk | None = None) -> None:
    regions = {r.id: r for r in board.regions} if board else {}
    there: dict[str, list[str]] = {id: [] for id in regions}
    loose: list[str] = []
    for piece in sorted(scene.pieces, key=lambda p: p.order):
        where = there.setdefault(piece.at, []) if piece.at else loose
        where.append(piece_in_words(scene, piece, talk))
    for marker in scene.markers:
        where = there.setdefault(marker.at, []) if marker.at else loose
        where.append(marker_in_words(scene, marker, talk))
    page.heading("Where things stand")
    for place, things in there.items():
        if things:
            page.say(f"{place_name(regions.get(place), place)}: {'; '.join(things)}.")
    for thing in loose:
        page.say(f"{thing[:1].upper()}{thing[1:]}.")
    if not loose and not any(there.values()):
        page.say("Nothing stands on the board.")


def piece_in_words(scene: Scene, piece: Piece, talk: TableTalk | None = None) -> str:
    """A piece as one would say it: French II Corps Bachelu 6-4, infantry, 1 of 2 steps, disrupted."""
    pose = talk.stands(piece) if talk is not None else pose_in_words(piece)
    side = side_name(scene, piece.side)
    if piece.hidden:
        return ", ".join(part for part in (f"{side} hidden piece", pose) if part)
    title = " ".join(part for part in (side, piece.name or piece.symbol or piece.id, "-".join(piece.values)) if part)
    parts = [title]
    if piece.name and piece.symbol:
        parts.append(piece.symbol.replace("-", " "))
    parts += [piece.size, piece.formation]
    if piece.steps_full > 1 or piece.steps != piece.steps_full:
        parts.append(f"{piece.steps} of {piece.steps_full} steps")
    parts += [*piece.states, pose]
    parts += [f"{what} {value}" for what, value in piece.facts.items()]
    return ", ".join(part for part in parts if part)


def pose_in_words(piece: Piece) -> str:
    parts = []
    if piece.x is not None and piece.y is not None:
        parts.append(f"at {piece.x:g} across and {piece.y:g} down")
    if piece.facing is not None:
        parts.append(f"facing {COMPASS[round(piece.facing / 45) % 8]} ({piece.facing:g} degrees)")
    return " ".join(parts)


def marker_in_words(scene: Scene, marker: Marker, talk: TableTalk | None = None) -> str:
    text = " ".join(part for part in (side_name(scene, marker.side) if marker.side else "", marker.kind) if part)
    parts = [f"marker {text}", marker.label, marker.tip]
    if marker.x is not None and marker.y is not None:
        spot = talk.spot((marker.x, marker.y)) if talk is not None else f"at {marker.x:g} across and {marker.y:g} down"
        parts.append(spot)
    return ", ".join(part for part in parts if part)


def _overlays(page: Page, scene: Scene, board: BoardPicture | None) -> None:
    names = {r.id: r.label or r.id for r in board.regions} if board else {}
    for overlay in scene.overlays:
        if overlay.regions:
            places = ", ".join(names.get(id, id) for id in overlay.regions)
            page.say(cited(f"{overlay.title}: {places}.", overlay.rule))


# beside the map


def _panel(page: Page, scene: Scene, panel: Panel) -> None:
    owner = f" ({side_name(scene, panel.side)})" if panel.side else ""
    page.heading(f"{panel.title}{owner}")
    pieces = {p.id: p for p in scene.pieces}
    match panel.kind:
        case "track":
            page.say(f"{'; '.join(cell_in_words(scene, cell, pieces) for cell in panel.cells)}.")
        case "box":
            inside = [piece_in_words(scene, pieces[id]) if id in pieces else id for id in panel.pieces]
            page.say(f"{'; '.join(inside)}." if inside else "Empty.")
        case "hand":
            for card in panel.cards:
                page.say(card_in_words(scene, card))
            if not panel.cards:
                page.say("No cards.")
        case "sheet":
            for row in panel.rows:
                page.say(row_in_words(scene, panel.columns, row, pieces))
            if not panel.rows:
                page.say("None.")
        case "text":
            for line in panel.lines:
                page.say(line)


def cell_in_words(scene: Scene, cell: Cell, pieces: dict[str, Piece]) -> str:
    notes = ["now"] if cell.current else []
    notes += [side_name(scene, cell.side)] if cell.side else []
    notes += [pieces[id].name or id if id in pieces else id for id in cell.pieces]
    notes += [cell.tip] if cell.tip else []
    text = f"{cell.text} ({', '.join(notes)})" if notes else cell.text
    return cited(text, cell.rule)


def row_in_words(scene: Scene, columns: list[str], row: list[Cell], pieces: dict[str, Piece]) -> str:
    """A row of a sheet: its first cell names it, the others are said with their columns."""
    told = []
    for n, cell in enumerate(row):
        text = cell_in_words(scene, cell, pieces)
        head = columns[n] if n < len(columns) else ""
        if text:
            told.append(f"{head} {text}" if head and n else text)
    return sentence("; ".join(told))


def card_in_words(scene: Scene, card: Card) -> str:
    if card.hidden:
        return sentence(f"A hidden card{f' of {side_name(scene, card.side)}' if card.side else ''}")
    title = f"{card.title} ({card.corner})" if card.corner else card.title
    parts = [sentence(title), sentence(card.text) if card.text else ""]
    parts.append(f"Uses: {', '.join(card.uses)}." if card.uses else "")
    parts.append(f"It is {', '.join(card.states)}." if card.states else "")
    return " ".join(part for part in parts if part)


# what is asked


def _decision(page: Page, scene: Scene, decision: DecisionView, board: BoardPicture | None) -> None:
    page.heading(f"{side_name(scene, decision.seat)} decides, choice {decision.number}")
    page.say(cited(decision.prompt, decision.rule))
    if decision.help:
        page.say(decision.help)
    if decision.stakes:
        page.say(f"Mind: {decision.stakes}")
    about = [text for text in (named_piece(scene, decision.piece), named_place(board, decision.place)) if text]
    if about:
        page.say(f"It is about {' at '.join(about)}.")
    _numbers(page, decision.tallies, decision.odds, 0)
    if decision.form == "draft":
        _draft(page, scene, decision, board)
    elif decision.form == "checked":
        page.say("Any value may be given and is checked. Suggestions:" if decision.options else "Any value is checked.")
    _options(page, scene, decision.options, board)
    if decision.shape:
        page.say(f"A value holds: {shape_in_words(decision.shape)}.")


def _draft(page: Page, scene: Scene, decision: DecisionView, board: BoardPicture | None) -> None:
    page.say("In the draft now:" if decision.items else "The draft is empty.")
    for n, item in enumerate(decision.items, 1):
        page.say(f"Item {n}. {option_in_words(scene, item, board)}", 2)
    for wrong in decision.violations:
        page.say(refusal_in_words(wrong), 2)
    page.say("It may be submitted." if decision.complete else "It cannot be submitted yet.")
    if decision.options:
        page.say("Can be added:")


def _options(page: Page, scene: Scene, options: list[OptionView], board: BoardPicture | None) -> None:
    group = ""
    for n, option in enumerate(options, 1):
        if option.group != group:
            group = option.group
            page.say(f"{group}:" if group else "Others:")
        page.say(f"{n}. {option_in_words(scene, option, board)}", 2, 4)
        _numbers(page, option.tallies, option.odds, 6)


def option_in_words(scene: Scene, option: OptionView, board: BoardPicture | None) -> str:
    """The label, and what it acts on where the label does not say so."""
    extra = []
    for text in (named_piece(scene, option.piece), named_place(board, option.place)):
        if text and text not in option.label:
            extra.append(text)
    if len(option.path) > 1:
        extra.append("by " + ", ".join(named_place(board, id) for id in option.path))
    if option.cost:
        extra.append(f"cost {option.cost}")
    return f"{option.label} ({'; '.join(extra)})" if extra else option.label


def named_piece(scene: Scene, id: str) -> str:
    return next((p.name or id for p in scene.pieces if p.id == id and not p.hidden), id)


def named_place(board: BoardPicture | None, id: str) -> str:
    return next((r.label or id for r in board.regions if r.id == id), id) if board and id else id


def refusal_in_words(refusal: RefusalView) -> str:
    facts = f" ({', '.join(f'{name}: {value}' for name, value in refusal.facts.items())})" if refusal.facts else ""
    return cited(f"Wrong: {refusal.why}{facts}", refusal.rule)


def shape_in_words(shape: dict[str, object]) -> str:
    """The fields of a JSON schema, as far as a reader needs them."""
    fields = shape.get("properties")
    if not isinstance(fields, dict):
        return str(shape.get("type", shape))
    return ", ".join(f"{name} ({_type_of(spec)})" for name, spec in fields.items())


def _type_of(spec: object) -> str:
    return str(spec.get("type", "value")) if isinstance(spec, dict) else str(spec)


def _numbers(page: Page, tallies: list[TallyView], odds: list[OddsView], indent: int) -> None:
    for tally in tallies:
        terms = "; ".join(cited(f"{term.text} {term.amount}", term.rule) for term in tally.terms)
        page.say(f"{tally.title}: {tally.total}{f', from {terms}' if terms else ''}.", indent)
    for chart in odds:
        outcomes = "; ".join(f"{what} {part:.0%}" for what, part in chart.outcomes)
        page.say(cited(f"Odds, {chart.title}: {outcomes}.", chart.rule), indent)


# what happened


def _diary(page: Page, events: list[EventView]) -> None:
    if not events:
        return
    page.heading("Diary, the last lines")
    for event in events[-LAST_EVENTS:]:
        page.say(event_in_words(event))
        _numbers(page, event.tallies, [], 4)


def event_in_words(event: EventView) -> str:
    dice = f" Dice: {', '.join(str(die) for die in event.dice)}." if event.dice else ""
    kind = "Correction: " if event.kind == "correction" else ""
    return cited(f"{event.number}. {kind}{event.text}{dice}", event.rule)
