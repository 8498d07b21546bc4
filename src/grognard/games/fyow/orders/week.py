"""Sections 10.1 and 11: the week. Each General sets out options for each of his Brigades, Air and Naval Command for theirs.

Items of the draft are `Aim`s: `whom` is a Brigade by its id, "air", "naval", or nobody: then the options are for every Brigade
that has none of its own. When all are in, one throw for each set makes the aim; it binds until the next week (binding.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from grognard.kernel import Draft, Refusal, cites
from grognard.kernel.scene import RowView

from ..asks import Ask
from ..brigades import attachments
from ..command.commanders import Leader, choose_plan
from ..condition.condition import general_of, highest
from ..context import Fyow
from ..planning.plans import SLOTS, Aim
from ..state import DESTROYED
from . import board
from .binding import AIR, AIR_DUTIES, NAVAL, aim_key

LAND_AIMS = ("attack", "hold")
SEA_AIMS = ("guard",)


def commands(g: Fyow, side: str) -> dict[str, Leader]:
    """Who gets an aim, and who decides on it: the General for his Brigades (ruling R158), Air and Naval Command (10.1.1)."""
    ids = attachments.brigade_ids(g)
    general = general_of(g, side)
    found: dict[str, Leader] = {}
    for number, brigade in enumerate(g.state.brigades):
        if brigade.side == side and g.unit(brigade.hq).condition != DESTROYED:
            found[ids[number]] = general
    for whom, column in ((AIR, g.state.air.commands), (NAVAL, g.state.fleet.commands if seas(g) else [])):
        for command in column:
            if command.side == side:
                found[whom] = command
    return found


def land_commands(g: Fyow, side: str) -> list[str]:
    return [whom for whom in commands(g, side) if whom not in (AIR, NAVAL)]


def seas(g: Fyow) -> list[int]:
    return [n for n, board in enumerate(g.static.boards) if not board.land]


def week_draft(g: Fyow, side: str) -> Draft:
    """10.1.1: the highest command sets out the options for the week, and so do Air and Naval Command."""
    general = general_of(g, side)

    def offers(items: Sequence[Aim]) -> list[Aim]:
        found = []
        for whom in commands(g, side):
            slot = next_slot([item.slot for item in items if item.whom == whom])
            taken = [(item.kind, item.objective) for item in items if item.whom == whom]
            thought = [pair for pair in choices(g, side, whom) if pair not in taken]
            found += [Aim(slot, kind, place, whom) for kind, place in thought if slot]
        return found + [Aim(attachments.ATTACH, unit, to) for unit, to in attachments.offers(g, side, items)]

    def check(items: Sequence[Aim]) -> list[Refusal | None]:
        more = [item for item in items if item.slot == attachments.ATTACH]
        found: list[Refusal | None] = [attachments.may_attach(g, side, item, items) for item in more]
        return [*found, *may_set_out(g, side, aims_of(items))]

    prompt = f"{general.commander}: set out the options for the week"
    words: dict[str, Any] = {"label": lambda item: aim_words(g, side, item)}
    words |= {"name": Ask.WEEK, "check": check, "suggest": lambda: suggested_weeks(g, side)}
    words["on"] = lambda item: ("", item.objective if item.objective in g.static.number else "")
    words["whole"] = lambda: [(board.week_in_short(g, aims), aims) for aims in suggested_weeks(g, side)]
    words["rows"] = lambda: week_rows(g, side)
    words["show"] = lambda item: board.show_aim(g, aim_words(g, side, item), item, attachment=item.slot == attachments.ATTACH)
    return g.draft(side, prompt, rule="fyow.10.1.1", item=Aim, offers=offers, **words)


def next_slot(used: list[str]) -> str:
    """Options are offered one after the other, the sensible one first: of two it is the preferred one."""
    return next((slot for slot in ("sensible", "cautious", "bold") if slot not in used), "")


def week_rows(g: Fyow, side: str) -> list[RowView]:
    """The order board of the week: Brigades, then Air and Naval Command."""
    known = commands(g, side)
    return board.week_rows(g, known, {whom: name_of(g, whom) for whom in known}, {w: aim_key(g, side, w) for w in known})


def choices(g: Fyow, side: str, whom: str) -> list[tuple[str, str]]:
    """What a command may aim at, worth offering."""
    ids = [board.id for board in g.static.boards]
    if whom == NAVAL:
        return [(kind, ids[b]) for kind in SEA_AIMS for b in seas(g)]
    kinds = tuple(AIR_DUTIES) if whom == AIR else LAND_AIMS
    return [(kind, ids[b]) for kind in kinds for b in aims_for(g, side)]


def may_set_out(g: Fyow, side: str, aims: Sequence[Aim]) -> list[Refusal | None]:
    """11.0.4 to 11.0.6: as many options as each commander has, all different; 10.1.1: every Brigade has some."""
    found: list[Refusal | None] = [may_aim(g, side, item) for item in aims]
    known, general = commands(g, side), general_of(g, side)
    for whom in dict.fromkeys(item.whom for item in aims):
        leader = known.get(whom, general)
        mine = [item for item in aims if item.whom == whom]
        about = f"{leader.commander} for {name_of(g, whom)}" if whom else leader.commander
        found += slots_of(g, [item.slot for item in mine], leader.rating, about)
        found += must_differ([(item.kind, item.objective) for item in mine], about)
    named = {item.whom for item in aims}
    if "" not in named:
        left = [whom for whom in land_commands(g, side) if whom not in named]
        found += [Refusal("fyow.10.1.1", f"{name_of(g, whom)} has no options for the week.") for whom in left]
    return found


@cites("fyow.11.0.2")
def must_differ(options: Sequence[Any], who: str) -> list[Refusal | None]:
    """11.0.1, 11.0.2, ruling R197: options of one commander are different plans, or the dice would decide nothing."""
    if len(set(options)) < len(options):
        return [Refusal("fyow.11.0.1", f"{who}: two of the options are the same plan.")]
    return []


def slots_of(g: Fyow, slots: list[str], rating: int, who: str) -> list[Refusal | None]:
    """11.0.4 to 11.0.6: how many options a commander has."""
    if any(slot not in SLOTS for slot in slots) or len(set(slots)) < len(slots):
        return [Refusal("fyow.11.0.1", f"Options are cautious, sensible and bold, each once: {', '.join(slots)}.")]
    if g.options["direct_command"]:
        return [] if len(slots) == 1 else [Refusal("fyow.6.8.1", f"{who}: in direct command one order, not {len(slots)}.")]
    if rating == 5:
        words = f"{who} is Below Average and has two options, not {len(slots)}."
        return [] if len(slots) == 2 else [Refusal("fyow.11.0.4", words)]
    rule = "fyow.11.0.5" if rating == 6 else "fyow.11.0.6"
    return [] if len(slots) in (2, 3) else [Refusal(rule, f"{who} has three options or two, not {len(slots)}.")]


def aims_of(items: Sequence[Aim]) -> list[Aim]:
    """The options proper, without attachments (2.9.4)."""
    return [item for item in items if item.slot != attachments.ATTACH]


def name_of(g: Fyow, whom: str) -> str:
    ids = attachments.brigade_ids(g)
    return {AIR: "Air Command", NAVAL: "Naval Command"}.get(whom) or (
        g.state.brigades[ids.index(whom)].name if whom in ids else "every Brigade"
    )


def aim_words(g: Fyow, side: str, item: Aim) -> str:
    if item.slot == attachments.ATTACH:
        return attachments.words(g, item)
    who = f"{name_of(g, item.whom)}, " if item.whom and len(commands(g, side)) > 1 else ""
    return f"{who}{item.slot}: {item.kind} {board_name(g, item.objective)}"


def board_name(g: Fyow, board: str) -> str:
    return g.static.boards[g.static.number[board]].name if board in g.static.number else "an unknown place"


def may_aim(g: Fyow, side: str, item: Aim) -> Refusal | None:
    if item.whom and item.whom not in commands(g, side):
        return Refusal("fyow.10.1.1", "Aims are for Brigades of your own, and for your Air and Naval Commands.")
    kinds = {AIR: tuple(AIR_DUTIES), NAVAL: SEA_AIMS}.get(item.whom, LAND_AIMS)
    if item.kind not in kinds:
        return Refusal("fyow.10.2.1.1", f"An aim of {name_of(g, item.whom)} is to {' or '.join(kinds)}, not to {item.kind}.")
    if item.objective not in g.static.number:
        return Refusal("fyow.10.2.1.1", "An aim is a board of the map.")
    if item.whom == NAVAL and g.static.boards[g.static.number[item.objective]].land:
        return Refusal("fyow.10.2.1.1", f"{board_name(g, item.objective)} is no sea board.")
    return None


def aims_for(g: Fyow, side: str) -> list[int]:
    """Objectives of the campaign first, then home."""
    return sorted({*g.static.objectives, g.static.home[side]})


# ------------------------------------------------------------------ what a sensible staff would set out


def suggested_weeks(g: Fyow, side: str) -> list[list[Aim]]:
    """Whole weeks, the likeliest first: every command with its set of options."""
    rating = general_of(g, side).rating
    land = suggested_aims(g, side, rating)
    more = services(g, side)
    return [[structs.replace(aim, whom=whom) for whom in land_commands(g, side) for aim in aims] + more for aims in land]


def suggested_aims(g: Fyow, side: str, rating: int) -> list[list[Aim]]:
    held = g.state.known_control[side]
    worth = g.static.objectives
    boards = g.static.boards
    own = [b for b in aims_for(g, side) if held[b] == side and boards[b].land]
    foreign = [b for b in aims_for(g, side) if held[b] != side and boards[b].land]
    ashore = bool(own) or boards[g.static.home[side]].land  # who is still at sea has nothing to hold: the easiest coast instead
    own = own or [g.static.home[side]]
    coasts = [b for b in foreign if boards[b].coast] or foreign
    keep = max(own, key=lambda b: (worth.get(b, 0), -b))
    if not ashore and coasts:
        keep = min(coasts, key=lambda b: (worth.get(b, 0), b))
    home = g.static.far[g.static.home[side]]
    ranked = sorted(foreign, key=lambda b: (-10 * worth.get(b, 0) + home.get(b, 0), b))
    near = ranked[0] if ranked else keep
    other = ranked[1] if len(ranked) > 1 else near if near != keep else second_best(own, keep)
    ids = [g.static.boards[b].id for b in (keep, near, other)]
    kinds = ["hold" if ashore else "attack", "attack" if near != keep or not ashore else "hold", "attack" if ranked else "hold"]
    three = [Aim(slot, kind, board) for slot, kind, board in zip(SLOTS, kinds, ids, strict=True)]
    three = [aim for n, aim in enumerate(three) if (aim.kind, aim.objective) not in [(a.kind, a.objective) for a in three[:n]]]
    return sets_of(g, three, rating)


def second_best(own: list[int], keep: int) -> int:
    return next((b for b in own if b != keep), keep)


def sets_of(g: Fyow, three: list[Aim], rating: int) -> list[list[Aim]]:
    """The legal sets that can be made of up to three different options, cautious, sensible, bold."""
    if g.options["direct_command"]:
        return [[aim] for aim in sorted(three, key=lambda aim: aim.slot != "sensible")]
    if len(three) < 2:
        return [[*three, structs.replace(three[0], slot="bold", kind="attack" if three[0].kind == "hold" else "hold")]]
    pairs = [[three[1], three[0]], *([[three[0], three[2]]] if len(three) > 2 else [])]
    return pairs if rating == 5 else [three if len(three) == 3 else pairs[0], pairs[0]]


def services(g: Fyow, side: str) -> list[Aim]:
    """Options of Air and Naval Command: where the land forces are to gain something, and where something is to be kept."""
    known, found = commands(g, side), []
    for whom in (AIR, NAVAL):
        if whom in known:
            thought = air_ideas(g, side) if whom == AIR else naval_ideas(g, side)
            slots = SLOTS if len(thought) == 3 else SLOTS[1:]
            aims = [Aim(slot, kind, g.static.boards[b].id, whom) for slot, (kind, b) in zip(slots, thought, strict=False)]
            found += sets_of(g, aims, known[whom].rating)[0] if len(aims) > 1 else []
    return found


def air_ideas(g: Fyow, side: str) -> list[tuple[str, int]]:
    """Cautious: cover what is held; sensible: the main effort of the army; bold: the next."""
    aims = suggested_aims(g, side, 6)[0]
    boards = [g.static.number[aim.objective] for aim in aims]
    duties = {group.duty for group in g.state.air.groups if group.side == side}
    kinds = [kind for kind, served in AIR_DUTIES.items() if duties & set(served)] or list(AIR_DUTIES)
    attack = "strike" if "strike" in kinds else kinds[0]
    ideas = [("cover" if "cover" in kinds else kinds[-1], boards[0]), (attack, boards[min(1, len(boards) - 1)])]
    ideas.append(("search" if "search" in kinds else attack, boards[-1]))
    return list(dict.fromkeys(ideas))


def naval_ideas(g: Fyow, side: str) -> list[tuple[str, int]]:
    """The waters before the places that matter, those of the army's first choice in the middle."""
    boards = g.static.boards
    wanted = [g.static.number[aim.objective] for aim in suggested_aims(g, side, 6)[0]]
    near = [g.static.number[boards[b].sea] for b in wanted if boards[b].sea in g.static.number]
    mine = [group.board for group in g.state.fleet.groups if group.side == side and group.board >= 0]
    found = list(dict.fromkeys([*near, *(b for b in mine if not boards[b].land), *seas(g)]))[:3]
    order = [found[1], found[0], *found[2:]] if len(found) > 1 else found
    return [("guard", b) for b in order]


# ------------------------------------------------------------------ the throw


def take_aim(g: Fyow, side: str, items: Sequence[Aim]) -> None:
    """10.1.2: the dice turn the options into the week's orders; 2.9.4: Battlegroups change their Brigade."""
    attachments.attach(g, side, items)
    aims, known = aims_of(items), commands(g, side)
    for whom in ["", *known]:
        mine = [item for item in aims if item.whom == whom]
        if not mine:
            continue
        leader = known.get(whom) or general_of(g, side)
        about = "the week" if not whom or len(known) == 1 else f"the week of {name_of(g, whom)}"
        chosen = throw_for(g, leader, mine, about)
        for one in [whom] if whom else [w for w in land_commands(g, side) if w not in {item.whom for item in aims}]:
            g.state.aim[aim_key(g, side, one)] = [chosen.kind, chosen.objective]
        text = "{name} decides for {what}: {duty} {board}."
        words: dict[str, Any] = {"name": leader.commander, "what": about, "duty": chosen.kind}
        g.tell(text, rule="fyow.10.1.2", to=side, board=g.static.number[chosen.objective], **words)
    main = g.state.aim.get(f"brigade {highest(g, side)}")
    if main:
        g.state.aim[side] = list(main)


@cites("fyow.11.0.3")
def set_out(plans: list[Any]) -> list[Any]:
    """11.0.3: the options lie cautious, sensible, bold before anybody throws."""
    return sorted(plans, key=lambda item: SLOTS.index(item.slot))


def throw_for(g: Fyow, leader: Leader, plans: list[Any], about: str) -> Any:
    """Three options lie in the order cautious, sensible, bold; of two the first named is preferred."""
    if len(plans) == 3:
        plans = set_out(plans)
    bolder = 1 if len(plans) < 2 or SLOTS.index(plans[1].slot) > SLOTS.index(plans[0].slot) else 0
    return plans[choose_plan(g, leader, len(plans), about, bolder)]
