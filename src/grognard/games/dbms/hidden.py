"""Chapter Hidden Elements (optional): blanks until they attack, are attacked, or come too near."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from grognard.boards.table_moves import Motion, Place, first_touch
from grognard.boards.table_shapes import Shape, near
from grognard.kernel import DONE, UMPIRE, Procedure, cites
from grognard.kernel.words import capital

from .asks import Ask, Reveal
from .context import Dbms
from .state import BASE, OTHER, TABLE
from .tables import NAMES, SLACK, inches

BY_RECON = inches("spot_by_recon_in")
BY_ANY = inches("spot_by_any_in")


def in_use(g: Dbms) -> bool:
    return bool(g.options["hidden_elements"])


def reveal(g: Dbms, numbers: Iterable[int], rule: str) -> bool:
    """dbms.hidden-elements.8: the true base takes the place of the blank; what it sees is shown too. True: something was."""
    shown = show(g, numbers, rule)
    if shown:
        look_around(g)
    return shown


def show(g: Dbms, numbers: Iterable[int], rule: str) -> bool:
    shown = False
    for n in numbers:
        if n == BASE or not g.element(n).hidden:
            continue
        g.tell("{element} is revealed: {arm}.", rule=rule, element=n, arm=NAMES[g.code(n)])
        show_true_base(g, n)
        g.reveal()
        shown = True
    return shown


@cites("dbms.hidden-elements.8")
def show_true_base(g: Dbms, n: int) -> None:
    """A pose is that of the front edge, so that this stays where it is."""
    g.element(n).hidden = False


def spotting(g: Dbms, n: int, enemy: int) -> int:
    """Within how much of each other one of these two is revealed; 0 if neither is hidden."""
    mine = n != BASE and g.element(n).hidden
    theirs = enemy != BASE and g.element(enemy).hidden
    if not mine and not theirs:
        return 0
    if (mine and not theirs and spots_farther(g, enemy)) or (theirs and not mine and spots_farther(g, n)):
        return BY_RECON
    return BY_ANY


@cites("dbms.element-chart.19")
def spots_farther(g: Dbms, n: int) -> bool:
    """Reconnaissance, at 4 in."""
    return g.code(n) == "RE"


def watchers(g: Dbms, n: int) -> list[int]:
    """The enemies of an element that see or are seen: ground, air, and the base."""
    side = OTHER[g.side(n)]
    found = [*g.ground_elements(side), *g.air_elements(side)]
    if g.base_stands() and g.state.fort.owner == side and g.state.fort.garrison == BASE:
        found.append(BASE)
    return found


def rule_for(g: Dbms, n: int, enemy: int) -> str:
    return "dbms.hidden-elements.5" if spotting(g, n, enemy) == BY_RECON else "dbms.hidden-elements.6"


def first_reveal(g: Dbms, n: int, path: Sequence[Motion]) -> tuple[Place, list[int], str] | None:
    """dbms.hidden-elements.5, .6: where on its way something is revealed, and what."""
    if not in_use(g):
        return None
    pairs = [(enemy, limit) for enemy in watchers(g, n) if (limit := spotting(g, n, enemy))]
    for number, motion in enumerate(path):
        found: list[tuple[int, int]] = []
        for enemy, limit in pairs:
            shape = g.shape(enemy)
            t = 0 if number == 0 and near(g.rect(n), shape, limit + SLACK) else first_touch(motion, _comes_near(shape, limit))
            if t is not None:
                found.append((t, enemy))
        if found:
            first = min(found)[0]
            here = [enemy for t, enemy in found if t == first]
            return (number, first), [n, *here], rule_for(g, n, here[0])
    return None


def seen_on_the_way(g: Dbms, n: int, path: Sequence[Motion]) -> None:
    """dbms.hidden-elements.5, .6 "at any time": driven back or advancing, whatever comes near enough is revealed."""
    while (seen := first_reveal(g, n, path)) is not None and reveal(g, seen[1], seen[2]):
        pass


def _comes_near(shape: Shape, limit: int) -> Callable[[Shape], bool]:
    return lambda piece: near(piece, shape, limit + SLACK)


def reveals(g: Dbms, side: str) -> list[Reveal]:
    """dbms.hidden-elements.7: one's own, at any time."""
    return [Reveal(n) for n, e in enumerate(g.state.elements) if e.side == side and e.hidden and e.status == TABLE]


def blanks(g: Dbms, side: str) -> list[int]:
    """What of a side is still hidden."""
    return [reveal.element for reveal in reveals(g, side)]


def first_challenge(g: Dbms, n: int, path: Sequence[Motion]) -> Place | None:
    """Where a blank comes so near to enemy blanks that reconnaissance among them, if shown, would reveal it."""
    if not in_use(g) or not g.element(n).hidden:
        return None
    blanks = [g.shape(enemy) for enemy in g.enemies(n) if g.element(enemy).hidden]
    blanks = [shape for shape in blanks if not near(g.rect(n), shape, BY_RECON + SLACK)]
    for number, motion in enumerate(path):
        times = [first_touch(motion, _comes_near(shape, BY_RECON)) for shape in blanks]
        if found := [t for t in times if t is not None]:
            return number, min(found)
    return None


def challenge(g: Dbms, mover: int) -> Procedure:
    """dbms.hidden-elements.7: in the middle of the enemy's move its owner may show what he likes. True: he did."""
    side, shown = OTHER[g.side(mover)], False
    while able := reveals(g, side):
        choice = yield g.ask(
            side,
            f"{capital(g.seen_name(mover, side))} comes within 4 in of your blanks. Reveal something?",
            [*able, DONE],
            name=Ask.CHALLENGE,
            done=DONE,
            final=True,  # the enemy moves on
            kind="order",
            rule="dbms.hidden-elements.7",
            label=lambda v: "Nothing more" if v == DONE else f"Reveal {g.name(v.element)}",
            on=lambda v: ("", "") if v == DONE else (f"e{v.element}", ""),
            about={"piece": f"e{mover}"},
            waiting="watching",
        )
        if choice == DONE:
            break
        shown = reveal(g, [choice.element], "dbms.hidden-elements.7") or shown
    return shown


def look_around(g: Dbms) -> None:
    """Whatever is near enough to an enemy now is revealed."""
    if not in_use(g):
        return
    again = True
    while again:
        again = False
        for n, element in enumerate(g.state.elements):
            if not element.hidden or not g.on_table(n) or element.at is None:
                continue
            for enemy in watchers(g, n):
                limit = spotting(g, n, enemy)
                if limit and near(g.shape(n), g.shape(enemy), limit + SLACK):
                    show(g, [n, enemy], rule_for(g, n, enemy))
                    again = True
                    break


@cites("dbms.hidden-elements.1")
def knows(g: Dbms, side: str | None, n: int) -> bool:
    element = g.element(n)
    return not element.hidden or side in (element.side, UMPIRE)
