"""A position in a few lines, as one would brief somebody who comes to the table: who, when, where the forces stand.

Everything else (the map in letters, zones, sheets, tracks) is said on demand, by text.py.
"""

from __future__ import annotations

from collections import Counter

from .scene import BoardPicture, Piece, Region, Scene
from .text import Page, sentence
from .text_map import side_name
from .text_table import TableTalk
from .words import capital, listing

PLACES = 12  # lines for each side
GROUND = 10
CARDS = 12


def briefing(
    scene: Scene, board: BoardPicture | None, side: str = "", measure: tuple[str, float] = ("", 1.0), width: int = 100
) -> str:
    """In words, about a screen of them; `side` is the reader's."""
    page = Page(width)
    page.say(sentence(scene.title or f"{scene.game}, {scene.scenario}"))
    who = "You watch." if scene.seat is None else f"You are {side_name(scene, scene.seat)}."
    when = sentence(scene.turn, f"phase {scene.phase}" if scene.phase else "") if scene.turn or scene.phase else ""
    page.say(f"{who} {when}".strip())
    if scene.status:
        page.say(capital(f"{'; '.join(scene.status)}."))
    if scene.score:
        page.say(f"Score: {'; '.join(f'{side_name(scene, one)} {points}' for one, points in scene.score.items())}.")
    _aims(page, scene)
    talk = TableTalk(board, measure) if board is not None and measure[0] else None
    if talk is not None:
        _ground(page, talk)
    for one in dict.fromkeys([side, *(piece.side for piece in scene.pieces)]):
        _side(page, scene, board, one, talk, near=one == side)
    _hands(page, scene, side)
    page.say("Type `board` for everything, `diary` for what has happened.")
    return page.text()


def _aims(page: Page, scene: Scene) -> None:
    """What wins, and how it stands; what has a name and no more (a place that counts) goes into one line."""
    bare = [aim.title for aim in scene.objectives if not aim.now and not aim.needed]
    for aim in [aim for aim in scene.objectives if aim.now or aim.needed][:PLACES]:
        stands = f": {aim.now}" if aim.now else ""
        page.say(sentence(f"Aim: {aim.title.rstrip(' :')}{stands}", f"enough is {aim.needed}" if aim.needed else ""))
    if bare:
        page.say(sentence(f"What counts: {listing(bare)}"))


def _ground(page: Page, talk: TableTalk) -> None:
    board = talk.board
    page.heading(f"The table is {talk.length(board.width)} by {talk.length(board.height)}, north is up")
    ground = talk.pieces_of_ground()
    for line in ground[:GROUND]:
        page.say(f"{line}.", 2)
    if len(ground) > GROUND:
        page.say(f"and {len(ground) - GROUND} more.", 2)


def _side(page: Page, scene: Scene, board: BoardPicture | None, side: str, talk: TableTalk | None, near: bool) -> None:
    own = sorted((piece for piece in scene.pieces if piece.side == side), key=lambda piece: piece.order)
    if not own:
        return
    page.heading(f"{side_name(scene, side)}, {len(own)} {'piece' if len(own) == 1 else 'pieces'}")
    lines = _on_the_table(scene, own, talk, near) if talk is not None else _by_place(scene, board, own)
    for line in lines[:PLACES]:
        page.say(line, 2, 4)
    if len(lines) > PLACES:
        page.say(f"and {len(lines) - PLACES} more places.", 2)


def _on_the_table(scene: Scene, pieces: list[Piece], talk: TableTalk, near: bool) -> list[str]:
    lines = []
    for piece in pieces:
        where = talk.stands(piece)
        enemy = talk.nearest_enemy(piece, scene) if where and near else ""
        lines.append(sentence(f"{_short(piece)}: {where or 'not on the table'}", enemy))
    return lines


def _by_place(scene: Scene, board: BoardPicture | None, pieces: list[Piece]) -> list[str]:
    names = {region.id: region for region in board.regions} if board else {}
    there: dict[str, list[str]] = {}
    hidden: list[str] = []
    for piece in pieces:
        place = _place(names.get(piece.at), piece.at)
        if piece.hidden:
            hidden.append(place)
        else:
            there.setdefault(place, []).append(_short(piece))
    lines = [f"{place}: {_together(things)}." for place, things in there.items() if place]
    if hidden:
        lines.append(f"Hidden: {', '.join(place or 'off the map' for place in dict.fromkeys(hidden))}.")
    if "" in there:
        lines.append(f"Off the map: {_together(there[''])}.")
    return lines


def _place(region: Region | None, id: str) -> str:
    """By its name; its id besides only where it is a number on the map (Frasnes (0413))."""
    if region is None or not region.label or region.label == region.id:
        return id
    return f"{region.label} ({region.id})" if any(letter.isdigit() for letter in region.id) else region.label


def _together(things: list[str]) -> str:
    """Those alike are counted: "8 x GE corps 2-1-4"."""
    return ", ".join(name if count == 1 else f"{count} x {name}" for name, count in Counter(things).items())


def _short(piece: Piece) -> str:
    values = "-".join(piece.values)
    name = piece.name or piece.symbol or piece.id
    words = name if values in ("", name) or values in name.split() else f"{name} {values}"
    return f"{words} ({', '.join(piece.states)})" if piece.states else words


def _hands(page: Page, scene: Scene, side: str) -> None:
    for panel in scene.panels:
        if panel.kind == "hand" and panel.cards and panel.side in ("", side):
            shown = [card.title for card in panel.cards if not card.hidden][:CARDS]
            if shown:
                page.heading(panel.title)
                page.say(f"{', '.join(shown)}.", 2)
