"""Chapter 3, ambushes: a group enters a square with hidden enemies (3.ambush.*, 7.recce.give-ground)."""

from __future__ import annotations

from grognard.kernel import PASS, Refusal, cites
from grognard.kernel.game import Procedure
from grognard.kernel.scene import OptionView
from grognard.kernel.words import counted

from ..asks import Ask
from ..context import Napalini
from ..table.arteries import way_back
from ..table.prospects import hits_view
from ..table.sight import align
from ..table.stacking import room_rule
from ..table.terrain import close_for
from ..table.zones import facing_of, fall_in, is_rear
from .artillery import fortified, show_firer
from .fire import Aim, dice_tally, hit_chances, hits, needed, score_tally
from .losses import add_hits, candidates, give_loss, losses_due, may_take, note_given, note_losses
from .rubble import collateral, sixes


def may_ambush(g: Napalini, n: int, square: int) -> Refusal | None:
    """3.ambush: a hidden unit with dice in that terrain, not marked as fired."""
    kind = g.type(n)
    dice = kind.close if close_for(g, n, square, True) else kind.open
    if g.dummy(n) or not dice:
        return Refusal("napalini.3.ambush", f"{g.title(n)} has no dice here.")
    if g.unit(n).fired:
        return Refusal("napalini.3.ambush", f"{g.title(n)} has fired.")
    return None


@cites("napalini.3.ambush.one")
def ambushed_before(g: Napalini, square: int) -> bool:
    """One hidden unit may ambush in a square in a round."""
    return square in g.round.ambushed


@cites("napalini.3.ambush.forts")
def behind_visible_works(g: Napalini, square: int) -> bool:
    """Nobody ambushes from trenches or beside a fort."""
    return square in g.state.trenches or square in fortified(g)


def ambush(g: Napalini, group: list[int], square: int) -> Procedure:
    """The owner of hidden units may let one of them fire at the group that entered, before anything else."""
    r, side = g.round, g.unit(group[0]).side
    enemy = g.other(side)
    hidden = [n for n in g.units_at(square, enemy) if not g.unit(n).revealed]
    if not hidden or not g.module("hidden"):
        return
    if ambushed_before(g, square) or behind_visible_works(g, square):
        return
    firer = yield g.ask(
        enemy,
        f"Enemies enter {g.label(square)}: which of your hidden units ambushes them?",
        hidden,
        may=lambda n: may_ambush(g, n, square),
        also=[PASS],
        rule="napalini.3.ambush",
        label=lambda n: "none" if n == PASS else g.name(n),
        on=lambda n: ("" if n == PASS else f"u{n}", g.label(square)),
        show=lambda n: ambush_view(g, n, square, group),
        about={"place": g.label(square)},
        waiting="an ambush",
        name=Ask.AMBUSH,
        final=True,
        kind="fire",
    )
    if firer == PASS:
        return
    r.ambushed.append(square)
    r.ambushers.append(firer)
    show_firer(g, firer)
    yield from align(g, square, enemy, [firer])
    aim = Aim(firer, square, tuple(group), attacking=False, ambush=True)
    dice, score, need = dice_tally(g, aim), score_tally(g, aim), needed(g, firer)
    roll = g.roll(
        f"{int(dice)}d6",
        "{unit} ambushes",
        rule="napalini.3.ambush",
        by=enemy,
        tallies=[dice, score],
        unit=g.name(firer),
        place=square,
    )
    good = [die for die in roll if hits(g, die, need, int(score))]
    count = len(good)
    collateral(g, firer, square, sixes(good, int(score)))
    g.tell("{hits} from ambush in {place}.", rule="napalini.3.ambush.hits", hits=count, place=square)
    real = [n for n in group if not g.dummy(n)]
    if not real:
        g.tell("The fire is wasted on dummies.", rule="napalini.3.ambush", to=side)
        return
    part = ""
    facing = facing_of(g, square, enemy)
    if g.all_round(square, enemy) and facing is not None:
        part = "rear" if is_rear(g, square, facing, g.unit(real[0]).came) else "front"
    add_hits(g, square, side, count, part)
    due = losses_due(g, square, side, part)
    note_losses(g, square, side, due, part)
    yield from ambush_losses(g, side, real, square, due)


def ambush_view(g: Napalini, n: int | str, square: int, group: list[int]) -> OptionView:
    """Who could ambush, with his hits where those who come are known."""
    if not isinstance(n, int):
        return OptionView(n, "none", "", g.label(square))
    view = OptionView(n, g.name(n), f"u{n}", g.label(square))
    if all(g.unit(m).revealed or g.unit(m).known for m in group):
        aim = Aim(n, square, tuple(group), attacking=False, ambush=True)
        view.odds = [hits_view(f"Ambush by {g.name(n)}", hit_chances(g, aim), "napalini.3.ambush")]
    return view


@cites("napalini.3.ambush.losses")
def ambush_losses(g: Napalini, side: str, group: list[int], square: int, due: int) -> Procedure:
    """3.ambush.losses: at once, evenly over the group; recce units may pay with ground instead of blood."""
    given: dict[int, int] = {}
    for k in range(due):
        open_ = candidates(g, group, first=False)
        if not open_:
            break
        unit = open_[0]
        if len(open_) > 1:
            unit = yield g.ask(
                side,
                f"Ambush loss {k + 1} of {due} in {g.label(square)}: which unit?",
                g.on_table(side),
                may=lambda n: may_take(g, group, False, n),
                rule="napalini.3.ambush.losses",
                label=g.name,
                on=lambda n: (f"u{n}", g.label(square)),
                name=Ask.LOSS,
                final=True,
            )
        given[unit] = given.get(unit, 0) + 1
        note_given(g, unit)
    for n in group:
        if not g.recce(n) or room_rule(g, n, g.unit(n).came):
            continue
        words = f"{g.name(n)} is ambushed in {g.label(square)} ({counted(given.get(n, 0), 'loss')}): give ground?"
        answer = yield g.ask(
            side,
            words,
            ["stay", "give ground"],
            rule="napalini.7.recce.give-ground",
            about={"piece": f"u{n}", "place": g.label(square)},
            name=Ask.GIVE_GROUND,
            final=True,
            decline="stay",
        )
        if answer == "give ground":
            give_ground(g, n)
            if given.get(n):
                given[n] -= 1
    for n, count in given.items():
        for _ in range(count):
            if g.unit(n).where == "table":
                give_loss(g, n)


def give_ground(g: Napalini, n: int) -> None:
    """Back to the square it came from, whatever zones are there; no part in the combat of this round."""
    unit, r = g.unit(n), g.round
    was = unit.at
    unit.at, unit.prepared = unit.came, False
    unit.trapped = way_back(g, n, was)
    r.entrants.pop(str(n), None)
    r.given_ground.append(n)
    fall_in(g, n)
    g.tell("A recce unit gives ground to {place}.", rule="napalini.7.recce.give-ground", place=unit.at)
