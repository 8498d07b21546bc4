"""Chapter 7, throwing: the dice of a volley, 23E after the throw, hits and cut wire."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import PASS
from grognard.kernel.game import Procedure

from ..asks import Ask
from ..cards import hand
from ..context import Napalini
from .artillery import open_fire, show_firer
from .fire import Aim, dice_tally, hits, needed, score_tally
from .rubble import collateral, sixes


def volley(g: Napalini, side: str, aims: Sequence[Aim], square: int, in_combat: bool = True, shown: bool = True) -> Procedure:
    """All dice of a side in one step. Returns the number of hits. `shown`: both sides may read the modifiers."""
    thrown: list[tuple[Aim, int, int, list[int]]] = []
    for aim in sorted(aims, key=lambda a: a.unit):
        dice, score, need = dice_tally(g, aim), score_tally(g, aim), needed(g, aim.unit)
        count = max(0, int(dice))
        if not count:
            continue
        if aim.ranged:
            yield from open_fire(g, aim.unit)
        else:
            show_firer(g, aim.unit)
        tallies = [dice, score] if shown else []
        roll = g.roll(
            f"{count}d6", "{unit} fires", rule="napalini.7.dice", by=side, tallies=tallies, unit=g.name(aim.unit), place=square
        )
        thrown.append((aim, need, int(score), list(roll)))
    if in_combat and thrown:
        yield from negative_waves(g, side, thrown)
    total = 0
    for aim, need, modifier, rolled in thrown:
        good = [die for die in rolled if hits(g, die, need, modifier)]
        total += len(good)
        if aim.extra:  # the last dice are the torpedoes
            fish = sum(hits(g, die, need, modifier) for die in rolled[-aim.extra :])
            place = f"{square}/{g.other(side)}"
            g.round.torpedoes[place] = g.round.torpedoes.get(place, 0) + fish
        collateral(g, aim.unit, square, sixes(good, modifier))
        if aim.ranged:
            yield from cut_wire(g, side, square, rolled.count(6))
    if thrown:
        g.tell("{side}: {hits} in {place}.", rule="napalini.7.dice", side=side, hits=total, place=square)
    return total


def negative_waves(g: Napalini, side: str, thrown: list[tuple[Aim, int, int, list[int]]]) -> Procedure:
    """23E: the side throws again all dice of that throw that show a natural 1 or 2."""
    low = sum(die <= 2 for _, _, _, rolled in thrown for die in rolled)
    if not low or not hand.might_play(g, side):
        return
    played = yield from hand.ask(
        g,
        side,
        ["23E"],
        f"{low} of your dice show 1 or 2: play 23E and throw them again?",
        "napalini.card.23E",
        name=Ask.CARD_NOW,
    )
    if played == PASS:
        return
    hand.spend(g, side, "23E")
    for _, _, _, rolled in thrown:
        again = [k for k, die in enumerate(rolled) if die <= 2]
        if again:
            new = g.roll(f"{len(again)}d6", "Thrown again", rule="napalini.card.23E", by=side)
            for k, die in zip(again, new, strict=True):
                rolled[k] = die


def cut_wire(g: Napalini, side: str, square: int, sixes: int) -> Procedure:
    """3.obstacle.wire-cut: for each natural 6 of artillery one section of wire of the square may go."""
    if g.option("artillery_does_not_cut_wire"):
        return
    for _ in range(sixes):
        sections = [o for o in g.state.obstacles if o.kind == "wire" and square in g.static.edge_ends(o.edge)]
        if not sections:
            return
        edges = [o.edge for o in sections]
        gone = yield g.ask(
            side,
            f"A shell may cut wire of {g.label(square)}: which section?",
            edges,
            also=[PASS],
            rule="napalini.3.obstacle.wire-cut",
            label=lambda e: "none" if e == PASS else g.static.edges.edge_label(e),
            name=Ask.CUT_WIRE,
            final=True,
        )
        if gone == PASS:
            return
        g.state.obstacles = [o for o in g.state.obstacles if not (o.kind == "wire" and o.edge == gone)]
        g.tell("The wire at {edge} is cut.", rule="napalini.3.obstacle.wire-cut", edge=g.static.edges.edge_label(gone))
