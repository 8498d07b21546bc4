"""A position in a few lines, as one would brief somebody who comes to the table: who, when, where the forces stand.

Everything else (the map in letters, zones, sheets, tracks) is said on demand, by text.py.
"""

from __future__ import annotations

from collections import Counter

from .scene import BoardPicture, Piece, Scene
from .text import Page, sentence
from .text_map import side_name
from .text_places import PlaceTalk, named
from .text_table import TableTalk
from .words import capital, listing

WIDTH = 100  # letters in a line
PLACES = 12  # lines for each side
GROUND = 10
CARDS = 12


def briefing(
    scene: Scene, board: BoardPicture | None, side: str = "", measure: tuple[str, float] = ("", 1.0), word: str = ""
) -> str:
    """In words, about a screen of them; `side` is the reader's, `word` what the game calls its places."""
    page = Page(WIDTH)
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
    places = PlaceTalk(board, word) if board is not None and talk is None else None
    for one in dict.fromkeys([side, *(piece.side for piece in scene.pieces)]):
        _side(page, scene, one, talk or places, near=one == side)
    _hands(page, scene, side)
    page.say("Type `board` for everything, `diary` for what has happened.")
    return page.text()


def _aims(page: Page, scene: Scene) -> None:
    """What wins, and how it stands; what has a name and no more (a place that counts) goes into one line."""
    bare = [aim.title for aim in scene.objectives if not aim.now and not aim.needed]
    for aim in [aim for aim in scene.objectives if aim.now or aim.needed][:PLACES]:
        stands = f": {aim.now}" if aim.now else ""
        page.say(sentence(f"Aim: {aim.title.rstrip(' :')}{stands}", f"enough is {aim.needed}" if aim.needed else ""))
    for rule in [title for title in bare if title.endswith(".")]:
        page.say(f"Aim: {rule}")
    if places := [title for title in bare if not title.endswith(".")]:
        page.say(sentence(f"What counts: {listing(places)}"))


def _ground(page: Page, talk: TableTalk) -> None:
    board = talk.board
    page.heading(f"The table is {talk.length(board.width)} by {talk.length(board.height)}, north is up")
    ground = talk.pieces_of_ground()
    for line in ground[:GROUND]:
        page.say(f"{line}.", 2)
    if len(ground) > GROUND:
        page.say(f"and {len(ground) - GROUND} more.", 2)


def _side(page: Page, scene: Scene, side: str, talk: TableTalk | PlaceTalk | None, near: bool) -> None:
    own = sorted((piece for piece in scene.pieces if piece.side == side), key=lambda piece: piece.order)
    if not own:
        return
    page.heading(f"{side_name(scene, side)}, {len(own)} {'piece' if len(own) == 1 else 'pieces'}")
    lines = _on_the_table(scene, own, talk, near) if isinstance(talk, TableTalk) else _by_place(scene, own, talk, near)
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


def _by_place(scene: Scene, pieces: list[Piece], talk: PlaceTalk | None, near: bool) -> list[str]:
    """Place by place, with its ground; one's own also with how far the enemy is."""
    there: dict[str, list[str]] = {}
    hidden: list[str] = []
    for piece in pieces:
        if piece.hidden:
            hidden.append(piece.at)
        else:
            there.setdefault(piece.at, []).append(_short(piece))
    lines = []
    for place, things in there.items():
        if place:
            enemy = talk.nearest_enemy(place, pieces[0].side, scene.pieces) if talk is not None and near else ""
            lines.append(f"{_place(talk, place)}: {_together(things)}{'; ' if enemy else ''}{enemy}.")
    if hidden:
        lines.append(f"Hidden: {', '.join(_place(talk, place) or 'off the map' for place in dict.fromkeys(hidden))}.")
    if "" in there:
        lines.append(f"Off the map: {_together(there[''])}.")
    return lines


def _place(talk: PlaceTalk | None, id: str) -> str:
    """Its name and its ground: 0512 (woods, height 14), Frasnes (0413, town)."""
    region = talk.regions.get(id) if talk is not None else None
    if talk is None or region is None:
        return id
    name, ground = named(region), talk.ground(id)
    if not ground:
        return name
    return f"{name[:-1]}, {ground})" if name.endswith(")") else f"{name} ({ground})"


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
