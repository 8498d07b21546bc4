"""Positions, questions, diary lines and rules as plain lines of text, as every text command prints them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.kernel import Match
    from grognard.kernel.scene import BoardPicture, DecisionView, EventView, OptionView, Scene, TallyView


def position(match: Match, seat: str | None) -> str:
    """The position as this seat may see it, without the question and the diary."""
    return scene_words(match.view(seat), match.board, match.game.measure)


def opening(match: Match, seat: str) -> str:
    """The position in a few lines, for who comes to the table."""
    from grognard.kernel.briefing import briefing

    return briefing(match.view(seat), match.board, match.seats.get(seat, seat), match.game.measure, match.game.place_word)


def moves_seen(match: Match, before: Scene | None, now: Scene) -> list[str]:
    """On an open table: who stands elsewhere than when this seat last looked, and where."""
    from grognard.kernel.text_table import TableTalk

    if before is None or match.board is None or not match.game.measure[0]:
        return []
    talk = TableTalk(match.board, match.game.measure)
    stood = {piece.id: piece for piece in before.pieces}
    told = [talk.moved(stood[piece.id], piece) for piece in now.pieces if piece.id in stood]
    return [words for words in told if words]


def whereto(match: Match, seat: str) -> Callable[[OptionView], str]:
    """Of a move: where it ends. On a table by its edges; on a map how far that is, in which direction, on what ground."""
    from grognard.kernel.text_places import PlaceTalk
    from grognard.kernel.text_table import TableTalk

    board, measure = match.board, match.game.measure
    if board is None:
        return lambda option: ""
    if measure[0]:
        talk = TableTalk(board, measure)

        def on_the_table(option: OptionView) -> str:
            poses = option.value.get("poses") if isinstance(option.value, dict) else None
            return talk.spot((float(poses[-1][0]), float(poses[-1][1]))) if poses else ""

        return on_the_table

    @cache
    def looked() -> tuple[PlaceTalk, str]:
        """The map, and where stands what is asked about."""
        scene = match.view(seat)
        stands, asked = {piece.id: piece.at for piece in scene.pieces}, scene.decision
        about = stands.get(asked.piece, "") or asked.place if asked is not None else ""
        return PlaceTalk(board, match.game.place_word), about

    def on_the_map(option: OptionView) -> str:
        """Only of a place: what else stands in a label is said there."""
        if not option.place or option.kind not in ("", "move", "transit"):
            return ""
        places, about = looked()
        return places.goes(about, option.place) if about else places.ground(option.place)

    return on_the_map


def scene_words(scene: Scene, board: BoardPicture | None, measure: tuple[str, float] = ("", 1.0)) -> str:
    from grognard.kernel.text import scene_as_text

    scene.decision, scene.diary = None, []
    return scene_as_text(scene, board, measure=measure)


def diary_lines(events: Iterable[EventView]) -> list[str]:
    from grognard.kernel.text import cited

    lines = []
    for event in events:
        text = event.text.rstrip()
        if event.dice:  # "Low cloud on a 6: 3."
            text += f"{'' if text.endswith((':', '?', '!', '.')) else ':'} {', '.join(map(str, event.dice))}."
        mark = "-- " if event.kind == "heading" else ""
        lines.append(cited(f"{mark}{text}", event.rule))
    return lines


def question_lines(asked: DecisionView) -> list[str]:
    """The prompt and what stands behind it, without the answers."""
    from grognard.kernel.text import cited

    lines = [cited(asked.prompt, asked.rule)]
    if asked.help:
        lines.append(asked.help)
    if asked.stakes:
        lines.append(f"Mind: {asked.stakes}")
    for tally in asked.tallies:
        lines += _tally_lines(tally)
    for odds in asked.odds:
        lines.append(f"{odds.title}: " + "; ".join(f"{outcome} {chance:.0%}" for outcome, chance in odds.outcomes))
    return lines


def _tally_lines(tally: TallyView) -> list[str]:
    from grognard.kernel.text import cited

    return [f"{tally.title}: {tally.total}", *(cited(f"  {term.text} {term.amount}", term.rule) for term in tally.terms)]


def rule_lines(game: str, id: str) -> list[str]:
    """The text of a rule in a few lines; says so where the game has no such rule."""
    from grognard.kernel import Misuse

    from .given import ledger_of

    try:
        ledger = ledger_of(game)
        if id in ledger.rulings:
            ruling = ledger.ruling(id)
            return [f"Ruling {ruling.id}: {ruling.question.strip()}", ruling.answer.strip()]
        rule = ledger.rule(id)
    except Misuse as missing:
        return [str(missing)]
    lines = [f"{rule.id}: {rule.title}", rule.text.strip()]
    if rule.example:
        lines.append(f"Example: {rule.example.strip()}")
    return lines + [f"Ruling {one.id}: {one.question.strip()} {one.answer.strip()}" for one in ledger.rulings_about(id)]
